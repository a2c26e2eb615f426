"""Readied attacks in the 5e family."""

from __future__ import annotations

import pytest
from rules.table import act, at, move, only, why_not

from fifth.boards import battle, bow, on_turn, turn_of
from tacsim.core import events as ev
from tacsim.core.components import Watch
from tacsim.core.intents import Decline, Dodge, Ready, Strike, Take

LANE = "A....b\n......"


def waiting(board=LANE, dice=(15, 2, 2), foe="b", *, a=None, **wish):
    fight = on_turn(board, {"A": {"hp": 99, **(a or {})}, "b": {"hp": 99}}, dice=list(dice))
    act(fight, Ready("A", **wish))
    return turn_of(fight, foe)


@pytest.mark.rule("grid5e.ready")
def test_the_attack_comes_once_a_foe_has_come_within_reach():
    fight = waiting()
    move(fight, "b", (4, 0), (3, 0), (2, 0), (1, 0), (1, 1))
    assert at(fight, "b") == (1, 0)
    decision = fight.decision
    assert (decision.actor, decision.against, decision.question) == ("A", "b", "ready")
    events = act(fight, Take("A"))
    blow = only(events, ev.Struck)
    assert (blow.actor, blow.opportunity) == ("A", False)
    assert at(fight, "b") == (1, 1)
    assert fight.world["A"].resources["reaction"] == 0
    assert fight.world["A"].watch == Watch()


@pytest.mark.rule("grid5e.ready")
def test_let_go_it_is_still_held_and_the_reaction_kept():
    fight = waiting()
    move(fight, "b", (4, 0), (3, 0), (2, 0), (1, 0))
    act(fight, Decline("A"))
    assert fight.world["A"].resources["reaction"] == 1
    assert fight.world["A"].watch.trigger == "reach"


@pytest.mark.rule("grid5e.ready")
def test_after_a_foes_attack():
    fight = waiting("Ab\nC.", trigger="attack", dice=(15, 2, 15, 2, 2))
    events = act(fight, Strike("b", "C"))
    assert only(events, ev.Struck).actor == "b"
    assert only(act(fight, Take("A")), ev.Struck).actor == "A"


@pytest.mark.rule("grid5e.ready")
def test_it_takes_the_action_and_ends_with_the_next_turn():
    fight = on_turn(LANE)
    act(fight, Ready("A"))
    assert why_not(fight, Dodge("A")) == ("no_action", "grid5e.turn")
    turn_of(fight, "A")
    assert fight.world["A"].watch == Watch()


@pytest.mark.rule("grid5e.ready")
def test_it_takes_coming_near_and_not_moving_about_there():
    fight = waiting()
    move(fight, "b", (4, 0), (3, 0), (2, 0), (1, 0), (1, 1), (0, 1))
    act(fight, Decline("A"))
    assert at(fight, "b") == (0, 1)
    assert fight.decision.is_turn


@pytest.mark.rule("grid5e.ready", "grid5e.oa.trigger")
def test_a_reaction_already_used_leaves_none_for_it():
    tough = {name: {"hp": 99} for name in "Abc"}
    fight = on_turn("A..b..\nc.....\n......", tough, dice=[2, 2])
    act(fight, Ready("A", target="b"))
    turn_of(fight, "c")
    move(fight, "c", (0, 2))
    act(fight, Take("A"))
    turn_of(fight, "b")
    move(fight, "b", (2, 0), (1, 0))
    assert fight.decision.is_turn


@pytest.mark.rule("grid5e.ready")
def test_only_the_foe_named_sets_it_off_and_shots_count_normal_range():
    fight = on_turn("A..b..\n......\n...c..", {"A": {"hp": 99}})
    act(fight, Ready("A", target="c"))
    turn_of(fight, "b")
    move(fight, "b", (2, 0), (1, 0))
    assert fight.decision.is_turn
    near = waiting("A" + "." * 17 + "b", a={"weapons": [bow()]})
    move(near, "b", (17, 0), (16, 0))
    assert near.decision.question == "ready"


@pytest.mark.rule("grid5e.ready")
def test_what_cannot_be_readied():
    fight = battle(LANE, {"A": {"weapons": ()}})
    assert why_not(turn_of(fight, "A"), Ready("A")) == ("no_weapon", "grid5e.ready")
    armed = on_turn(LANE)
    assert why_not(armed, Ready("A", trigger="sneeze")) == ("unknown_trigger", "grid5e.ready")
    assert why_not(armed, Ready("A", weapon="axe")) == ("unknown_weapon", "grid5e.ready")
