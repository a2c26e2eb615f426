"""Denying a flank: whom, when, what it costs, and when it is over."""

from __future__ import annotations

import pytest
from rules.table import act, every, move, only, why_not

from fifth.boards import battle, bow, dice_of, on_turn, thrown, turn_of
from tacsim.core import events as ev
from tacsim.core.intents import Decline, DenyFlank, EndTurn, Strike, Take
from tacsim.rulesets.fifth.flanking import denied

RING = """
    .......
    ..A....
    ..tC...
    ..B....
    .......
"""
"""A and B flank t; C stands beside it and does not."""


def ring(who="t", **more):
    return on_turn(RING, {name: {"hp": 99} for name in "ABCt"}, who, **more)


def dice(fight, who):
    return sum(dice_of(fight, who, "t").values())


@pytest.mark.rule("grid5e.flank.deny", "grid5e.flank.deny.others")
def test_the_denied_one_has_nothing_and_everybody_else_a_die_more():
    fight = ring()
    assert [dice(fight, who) for who in "ABC"] == [1, 1, 0]
    act(fight, DenyFlank("t", "A"))
    assert [dice(fight, who) for who in "ABC"] == [0, 2, 1]


@pytest.mark.rule("grid5e.flank.deny")
def test_it_costs_nothing():
    fight = ring()
    before = fight.world["t"].resources
    act(fight, DenyFlank("t", "B"))
    assert fight.world["t"].resources == before
    assert [dice(fight, who) for who in "ABC"] == [2, 0, 1]


@pytest.mark.rule("grid5e.flank.deny.others")
def test_a_switch_keeps_the_extra_die_for_flankers():
    fight = ring(switches={"deny_for_flankers": True})
    act(fight, DenyFlank("t", "A"))
    assert [dice(fight, who) for who in "ABC"] == [0, 2, 0]


@pytest.mark.rule("grid5e.flank.deny.others")
def test_the_extra_die_is_for_melee():
    fight = on_turn(RING, {"C": {"weapons": [bow()]}}, "t")
    act(fight, DenyFlank("t", "A"))
    assert "denied flank" not in dice_of(fight, "C", "t")


@pytest.mark.rule("grid5e.flank.deny")
def test_only_those_who_flank_can_be_denied():
    assert why_not(ring(), DenyFlank("t", "C")) == ("not_flanked", "grid5e.flank.deny")
    assert why_not(ring(), DenyFlank("t", "X")) == ("unknown_creature", "grid5e.flank.deny")
    free = on_turn("A.t\n...", {}, "t")
    assert why_not(free, DenyFlank("t", "A"))[0] == "not_flanked"


@pytest.mark.rule("grid5e.flank.deny")
def test_one_at_a_time():
    fight = ring()
    act(fight, DenyFlank("t", "A"))
    act(fight, DenyFlank("t", "B"))
    assert denied(fight.world["t"]) == "B"
    assert [dice(fight, who) for who in "ABC"] == [2, 0, 1]


# --- asked ---------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.flank.deny")
def test_who_denies_nobody_is_asked_before_a_flankers_blow():
    fight = ring("A", dice=[3, 1])
    act(fight, Strike("A", "t"))
    decision = fight.decision
    assert (decision.actor, decision.against, decision.question) == ("t", "A", "deny")
    events = act(fight, Take("t"))
    assert only(events, ev.Answered).yes
    assert only(events, ev.Rolled).dice == (3,)
    assert denied(fight.world["t"]) == "A"


@pytest.mark.rule("grid5e.flank.deny")
def test_it_may_let_the_flank_be():
    fight = ring("A", dice=[3, 2])
    act(fight, Strike("A", "t"))
    events = act(fight, Decline("t"))
    assert only(events, ev.Rolled).dice == (3, 2)
    assert denied(fight.world["t"]) is None


@pytest.mark.rule("grid5e.flank.deny", "grid5e.flank.deny.others")
def test_or_name_the_other_flanker_instead():
    fight = ring("A", dice=[3, 2, 4])
    act(fight, Strike("A", "t"))
    assert why_not(fight, DenyFlank("t", "C"))[0] == "not_flanked"
    assert why_not(fight, DenyFlank("B", "A"))[0] == "no_offer"
    events = act(fight, DenyFlank("t", "B"))
    assert only(events, ev.Answered).about == "B"
    assert only(events, ev.Rolled).dice == (3, 2, 4)
    assert denied(fight.world["t"]) == "B"
    assert fight.decision.is_turn


@pytest.mark.rule("grid5e.flank.deny")
def test_nobody_is_asked_for_a_shot_or_a_blow_from_elsewhere():
    shot = on_turn(RING, {"A": {"weapons": [bow()]}, "t": {"hp": 99}}, "A", dice=[3, 4, 4])
    assert every(act(shot, Strike("A", "t")), ev.Struck)
    blow = ring("C", dice=[3])
    assert every(act(blow, Strike("C", "t")), ev.Struck)


@pytest.mark.rule("grid5e.flank.deny")
def test_nor_once_a_choice_stands():
    fight = ring()
    act(fight, DenyFlank("t", "A"))
    turn_of(fight, "B")
    assert len(thrown(act(fight, Strike("B", "t")))) == 3


# --- changing ------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.flank.deny.change")
def test_to_name_the_same_again_is_no_change():
    fight = ring()
    act(fight, DenyFlank("t", "A"))
    assert why_not(fight, DenyFlank("t", "A")) == ("denied_already", "grid5e.flank.deny.change")


@pytest.mark.rule("grid5e.flank.deny.change")
def test_another_is_named_in_the_own_turn_with_movement_left():
    fight = ring()
    act(fight, DenyFlank("t", "A"))
    act(fight, DenyFlank("t", "B"))
    assert denied(fight.world["t"]) == "B"
    assert fight.world["t"].resources["halves"] == 0


@pytest.mark.rule("grid5e.flank.deny.change")
def test_not_in_anothers_turn():
    fight = ring()
    act(fight, DenyFlank("t", "A"))
    turn_of(fight, "C")
    assert why_not(fight, DenyFlank("t", "B"))[0] == "not_your_turn"


@pytest.mark.rule("grid5e.flank.deny.change")
def test_not_by_those_who_cannot_move():
    fight = on_turn(RING, {"t": {"conditions": ["grappled"]}}, "t")
    act(fight, DenyFlank("t", "A"))
    assert why_not(fight, DenyFlank("t", "B")) == ("too_slow", "grid5e.flank.deny.change")


# --- over ----------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.flank.deny")
def test_it_lapses_with_the_flank_and_does_not_come_back():
    fight = ring()
    act(fight, DenyFlank("t", "A"))
    turn_of(fight, "B")
    events = move(fight, "B", (1, 3))
    while not fight.decision.is_turn:
        events += act(fight, Decline(fight.decision.actor))
    assert [e.bonus.against for e in every(events, ev.BonusLost)] == ["A"]
    assert denied(fight.world["t"]) is None
    assert [dice(fight, who) for who in "ABC"] == [0, 0, 0]
    move(fight, "B", (2, 3))
    assert [dice(fight, who) for who in "ABC"] == [1, 1, 0]


@pytest.mark.rule("grid5e.flank.deny")
def test_it_outlasts_turns():
    fight = ring()
    act(fight, DenyFlank("t", "A"))
    act(fight, EndTurn("t"))
    for who in "ABCt":
        turn_of(fight, who)
    assert [dice(fight, who) for who in "ABC"] == [0, 2, 1]


@pytest.mark.rule("grid5e.flank.deny")
def test_it_lapses_when_a_flanker_falls():
    fight = battle(RING, {"B": {"hp": 1}, "t": {"hp": 99}}, dice=[20, 4, 4])
    turn_of(fight, "t")
    act(fight, DenyFlank("t", "A"))
    act(fight, Strike("t", "B"))
    assert fight.world["B"].has("helpless")
    assert denied(fight.world["t"]) is None
