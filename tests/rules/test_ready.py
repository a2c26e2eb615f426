"""Readied attacks: held back until a foe comes near, attacks or sets out."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, club, longspear, shortbow, start

from rules.table import act, at, every, only, provoked, taking, why_not
from tacsim.core import events as ev
from tacsim.core.components import Watch
from tacsim.core.intents import Decline, EndTurn, FullAttack, Move, Ready, Strike, Take
from tacsim.rules.battle import Battle

HIT, MISS = [19, 3], [2]
TOUGH = {"hp": 50}


def scene(board: str, dice: list[int] | None = None, *, dark: bool = False, **more: Any) -> Battle:
    """A battle begun; the order is that of the alphabet, capitals first."""
    names = sorted({glyph for glyph in board if glyph.isalnum()})
    options = {n: {"initiative": 20 - i, **more.get(n, {})} for i, n in enumerate(names)}
    fight = battle(board, options, dice=dice, dark=dark)
    start(fight)
    return fight


def ready(fight: Battle, who: str = "A", trigger: str = "reach", **more: Any) -> list[ev.Event]:
    return [*act(fight, Ready(who, trigger, **more)), *act(fight, EndTurn(who))]


def question(fight: Battle) -> tuple[str, str | None] | None:
    """Who is asked about whom."""
    decision = fight.decision
    assert decision is not None
    return (decision.actor, decision.against) if decision.question == "ready" else None


# --- making ready ----------------------------------------------------------------------------


@pytest.mark.rule("d20.ready", "d20.actions.turn")
def test_it_is_a_standard_action():
    fight = scene("A....b")
    events = act(fight, Ready("A"))
    assert only(events, ev.Readied).watch == Watch("reach", None, None)
    assert fight.world["A"].resources["standard"] == 0
    assert fight.world["A"].resources["move"] == 1
    assert why_not(fight, Ready("A")) == ("no_standard", "d20.actions.turn")
    assert why_not(fight, Strike("A", "b"))[0] == "no_standard"


@pytest.mark.rule("d20.actions.provoke.no", "d20.ready")
def test_making_ready_provokes_nothing():
    fight = scene("..b\n.A.\nc.d")
    act(fight, EndTurn("A"))
    for who in "bcd":
        act(fight, EndTurn(who))
    assert provoked(ready(fight)) == []


@pytest.mark.rule("d20.ready")
@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (Ready("A", "sneeze"), "unknown_trigger"),
        (Ready("A", target="B"), "friendly"),
        (Ready("A", target="A"), "self"),
        (Ready("A", target="nobody"), "unknown_creature"),
        (Ready("A", weapon="trebuchet"), "unknown_weapon"),
    ],
)
def test_what_cannot_be_made_ready_for(intent, reason):
    assert why_not(scene("AB...c"), intent)[0] == reason


@pytest.mark.rule("d20.ready")
def test_nothing_for_those_who_come_near_without_a_weapon_of_melee():
    fight = scene("A....b", A={"weapons": (shortbow(),)})
    assert why_not(fight, Ready("A")) == ("no_weapon", "d20.ready")
    act(fight, Ready("A", weapon="shortbow"))


# --- a foe comes near -----------------------------------------------------------------------


@pytest.mark.rule("d20.ready")
def test_whoever_comes_within_reach_is_struck_before_it_goes_on():
    fight = scene("A.....b\n.......", [*HIT], b=TOUGH)
    ready(fight)
    act(fight, Move("b", path=((5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (1, 1))))
    assert question(fight) == ("A", "b")
    assert at(fight, "b") == (1, 0)
    events = act(fight, Take("A"))
    struck = only(events, ev.Struck)
    assert (struck.actor, struck.target, struck.opportunity) == ("A", "b", False)
    kinds = [type(e) for e in events]
    assert kinds.index(ev.Struck) < kinds.index(ev.Provoked), "the mover goes on afterwards"
    assert provoked(events) == ["A"], "what the attack was does not count as its opportunity"
    act(fight, Decline("A"))
    assert at(fight, "b") == (1, 1)
    assert fight.world["A"].watch == Watch()


@pytest.mark.rule("d20.ready")
def test_it_acts_right_before_the_creature_whose_turn_it_is_from_then_on():
    fight = scene("A.....b\nc......", [*MISS], c={"side": "heroes"})
    ready(fight)
    events = act(fight, Move("b", path=((5, 0), (4, 0), (3, 0), (2, 0), (1, 0))))
    events += act(fight, Take("A"))
    assert fight.world.order == ("A", "b", "c")
    assert not every(events, ev.Reordered), "it is there already"
    fight = scene("A......\nb.....c", [*MISS], b={"side": "heroes"})
    ready(fight)
    act(fight, EndTurn("b"))
    act(fight, Move("c", path=((5, 1), (4, 1), (3, 1), (2, 1), (1, 1))))
    events = act(fight, Take("A"))
    assert only(events, ev.Reordered).order == ("b", "A", "c")
    assert (fight.decision.actor, fight.decision.is_turn) == ("c", True)
    for who in "cbAc":
        assert fight.decision.actor == who
        act(fight, EndTurn(who))


@pytest.mark.rule("d20.ready")
def test_acting_before_its_own_place_in_the_next_round_it_has_no_turn_more_in_it():
    fight = scene("B......\n......a", [*MISS], B={"initiative": 1})
    act(fight, EndTurn("a"))
    ready(fight, "B")
    act(fight, Move("a", path=((5, 1), (4, 1), (3, 1), (2, 1), (1, 1))))
    act(fight, Take("B"))
    assert fight.world.order == ("B", "a")
    events = act(fight, EndTurn("a"))
    assert only(events, ev.RoundStarted).number == 3
    assert fight.decision.actor == "B"


@pytest.mark.rule("d20.ready")
def test_declined_it_is_held_for_the_next_and_not_for_the_one_that_is_there():
    fight = scene("A.....b\n.......\n......c", [*MISS], b=TOUGH)
    ready(fight)
    act(fight, Move("b", path=((5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (1, 1))))
    assert question(fight) == ("A", "b")
    act(fight, Decline("A"))
    assert fight.decision.question == "opportunity", "from reach to reach it does not come near"
    act(fight, Decline("A"))
    assert fight.decision.is_turn
    act(fight, EndTurn("b"))
    act(fight, Move("c", path=((5, 2), (4, 2), (3, 2), (2, 2), (1, 2), (0, 1))))
    assert question(fight) == ("A", "c")


@pytest.mark.rule("d20.ready")
def test_only_for_the_one_it_is_kept_for():
    fight = scene("A.....b\n......c")
    ready(fight, target="c")
    act(fight, Move("b", path=((5, 0), (4, 0), (3, 0), (2, 0), (1, 0))))
    assert fight.decision.is_turn
    act(fight, EndTurn("b"))
    act(fight, Move("c", path=((5, 1), (4, 1), (3, 1), (2, 1), (1, 1))))
    assert question(fight) == ("A", "c")


@pytest.mark.rule("d20.ready")
def test_never_against_friends():
    fight = scene("A....B\n.....c")
    ready(fight)
    act(fight, Move("B", path=((4, 0), (3, 0), (2, 0), (1, 0))))
    assert fight.decision.is_turn


@pytest.mark.rule("d20.ready", "d20.threat.reach-weapon")
def test_a_reach_weapon_is_met_two_squares_off():
    fight = scene("A.....b", [*MISS], A={"weapons": (longspear(),)})
    ready(fight)
    act(fight, Move("b", path=((5, 0), (4, 0), (3, 0), (2, 0), (1, 0))))
    assert question(fight) == ("A", "b")
    assert at(fight, "b") == (2, 0)


@pytest.mark.rule("d20.ready", "d20.charge")
def test_a_charge_is_met_before_its_blow():
    fight = scene("A......b", [*HIT], b={"hp": 3})
    ready(fight)
    act(fight, Move("b", mode="charge", target="A"))
    assert question(fight) == ("A", "b")
    assert at(fight, "b") == (1, 0)
    events = act(fight, Take("A"))
    assert fight.world["b"].has("helpless")
    assert [s.actor for s in every(events, ev.Struck)] == ["A"], "whoever is down strikes no blow"


@pytest.mark.rule("d20.ready")
def test_a_dropped_mover_stays_where_it_was():
    fight = scene("A.....b\n.......\n......c", [*HIT], b={"hp": 3})
    ready(fight)
    act(fight, Move("b", path=((5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (1, 1))))
    act(fight, Take("A"))
    assert fight.world["b"].has("helpless")
    assert at(fight, "b") == (1, 0)
    assert (fight.decision.actor, fight.decision.is_turn) == ("c", True)


@pytest.mark.rule("d20.ready", "d20.ranged.increment")
def test_a_shooter_waits_for_the_first_range_increment():
    """12 squares with the shortbow."""
    fight = scene("A" + "." * 15 + "b", [*MISS], A={"weapons": (club(), shortbow())})
    ready(fight, weapon="shortbow")
    act(fight, Move("b", path=tuple((x, 0) for x in range(15, 9, -1))))
    assert question(fight) == ("A", "b")
    assert at(fight, "b") == (12, 0)
    assert only(act(fight, Take("A")), ev.Struck).weapon == "shortbow"
    assert at(fight, "b") == (10, 0)


@pytest.mark.rule("d20.ready", "d20.cover.total")
def test_a_shooter_waits_for_whoever_comes_into_sight():
    fight = scene("A.#....\n..#b...\n.......", [*MISS], A={"weapons": (shortbow(),)})
    ready(fight, weapon="shortbow")
    act(fight, Move("b", path=((3, 2), (2, 2))))
    assert question(fight) == ("A", "b")


@pytest.mark.rule("d20.ready")
def test_in_the_dark_a_shooter_waits_until_it_sees_somebody():
    shooter = {"weapons": (shortbow(),), "darkvision": 4}
    fight = scene("A......b", dark=True, A=shooter, b={"darkvision": 12})
    ready(fight, weapon="shortbow")
    act(fight, Move("b", path=tuple((x, 0) for x in range(6, 1, -1))))
    assert question(fight) == ("A", "b")
    assert at(fight, "b") == (4, 0)


@pytest.mark.rule("d20.ready", "d20.actions.provoke.yes")
def test_a_readied_shot_provokes_as_a_shot_does():
    board = "c.........\nA........b"
    fight = scene(board, [*MISS, *MISS], A={"weapons": (shortbow(),)}, c={"side": "foes"})
    act(fight, EndTurn("A"))
    act(fight, EndTurn("b"))
    act(fight, EndTurn("c"))
    act(fight, Ready("A", "move", target="b", weapon="shortbow"))
    act(fight, EndTurn("A"))
    act(fight, Move("b", path=((8, 1),)))
    events = act(fight, Take("A"))
    assert provoked(events) == ["c"]
    assert fight.decision.question == "opportunity"
    events = act(fight, Take("c"))
    assert [s.actor for s in every(events, ev.Struck)] == ["c", "A"]
    assert at(fight, "b") == (8, 1)


# --- a foe attacks --------------------------------------------------------------------------


@pytest.mark.rule("d20.ready")
def test_whoever_attacks_is_struck_first():
    fight = scene("Ab", [*HIT, *MISS], b=TOUGH)
    ready(fight, trigger="attack")
    act(fight, Strike("b", "A"))
    assert question(fight) == ("A", "b")
    events = act(fight, Take("A"))
    assert [s.actor for s in every(events, ev.Struck)] == ["A", "b"]


@pytest.mark.rule("d20.ready")
def test_an_attacker_that_falls_does_not_attack():
    fight = scene("ABc\n..d", [*HIT], c={"hp": 3})
    ready(fight, trigger="attack")
    act(fight, EndTurn("B"))
    act(fight, Strike("c", "B"))
    assert question(fight) is None, "the attacker is out of its reach"
    fight = scene("BA.\n.c.\n..d", [*HIT], c={"hp": 3})
    ready(fight, trigger="attack")
    act(fight, EndTurn("B"))
    act(fight, Strike("c", "B"))
    assert question(fight) == ("A", "c"), "whomever it attacks"
    events = act(fight, Take("A"))
    assert [s.actor for s in every(events, ev.Struck)] == ["A"]
    assert (fight.decision.actor, fight.decision.is_turn) == ("d", True)


@pytest.mark.rule("d20.ready", "d20.attack.iterative")
def test_a_full_attack_is_one_attack_begun():
    fight = scene("Ab", [*MISS, *MISS], b={"base": 6})
    ready(fight, trigger="attack")
    act(fight, FullAttack("b", "A"))
    assert question(fight) == ("A", "b")
    events = act(fight, Decline("A"))
    assert len(every(events, ev.Struck)) == 2
    assert not [a for a in every(events, ev.Answered) if a.yes]
    assert fight.decision.is_turn


@pytest.mark.rule("d20.ready", "d20.aoo.per-round")
def test_an_opportunity_attack_sets_nothing_off_and_the_readied_attack_costs_none():
    fight = scene("A.\nb.\n..", [*MISS, *MISS, *MISS])
    act(fight, EndTurn("A"))
    act(fight, EndTurn("b"))
    act(fight, Ready("A", "attack"))
    act(fight, Move("A", path=((1, 0),)))
    assert fight.decision.question == "opportunity"
    act(fight, Take("b"))
    assert fight.decision.is_turn, "the opportunity was no occasion"
    act(fight, EndTurn("A"))
    act(fight, Strike("b", "A"))
    left = fight.world["A"].resources["opportunity"]
    act(fight, Take("A"))
    assert fight.world["A"].resources["opportunity"] == left == 1


# --- a foe sets out -------------------------------------------------------------------------


@pytest.mark.rule("d20.ready")
def test_whoever_sets_out_is_struck_before_its_first_step():
    fight = scene("Ab..", [*MISS, *MISS])
    ready(fight, trigger="move")
    act(fight, Move("b", path=((2, 0),)))
    assert question(fight) == ("A", "b")
    assert at(fight, "b") == (1, 0)
    events = act(fight, Take("A"))
    assert [type(e) for e in events].count(ev.Struck) == 1
    assert fight.decision.question == "opportunity", "leaving is another matter"
    act(fight, Take("A"))
    assert at(fight, "b") == (2, 0)


@pytest.mark.rule("d20.ready", "d20.step.5ft")
def test_a_step_is_setting_out_too():
    fight = scene("Ab..", [*MISS])
    ready(fight, trigger="move")
    act(fight, Move("b", path=((2, 0),), mode="five_foot_step"))
    assert question(fight) == ("A", "b")


@pytest.mark.rule("d20.ready")
def test_nobody_is_asked_about_what_cannot_be_attacked():
    fight = scene("A....b")
    ready(fight, trigger="move")
    act(fight, Move("b", path=((4, 0),)))
    assert fight.decision.is_turn
    assert fight.world["A"].watch.trigger == "move", "it is kept"


# --- several, and the end of it ------------------------------------------------------------


@pytest.mark.rule("d20.ready")
def test_several_are_asked_in_initiative_order_and_each_may_act():
    fight = scene("Ac.\nB..", [*MISS, *MISS], c=TOUGH)
    ready(fight, "A", "move")
    ready(fight, "B", "move")
    act(fight, Move("c", path=((2, 0),), mode="five_foot_step"))
    assert question(fight) == ("A", "c")
    act(fight, Take("A"))
    assert question(fight) == ("B", "c")
    act(fight, Take("B"))
    assert fight.world.order == ("A", "B", "c")
    assert at(fight, "c") == (2, 0)


@pytest.mark.rule("d20.ready")
def test_whoever_lies_already_needs_no_second_blow():
    fight = scene("Ac.\nB.d", [*HIT], c={"hp": 3})
    ready(fight, "A", "move")
    ready(fight, "B", "move")
    act(fight, Move("c", path=((2, 0),), mode="five_foot_step"))
    act(fight, Take("A"))
    assert fight.decision.is_turn
    assert fight.world["B"].watch.trigger == "move"


@pytest.mark.rule("d20.ready")
def test_a_readied_attack_may_set_off_another():
    fight = scene(".d.\nAc.\n...", [*HIT, *MISS], A={"initiative": 1, **TOUGH})
    act(fight, EndTurn("c"))
    ready(fight, "d", "attack")
    ready(fight, "A", "move")
    act(fight, Move("c", path=((2, 2),), mode="five_foot_step"))
    assert question(fight) == ("A", "c")
    act(fight, Take("A"))
    assert question(fight) == ("d", "A")
    events = taking(fight, act(fight, Take("d")))
    assert [s.actor for s in every(events, ev.Struck)] == ["d", "A"]
    assert at(fight, "c") == (2, 2)


@pytest.mark.rule("d20.ready")
def test_it_is_over_as_its_next_turn_begins():
    fight = scene("A.....b")
    ready(fight)
    events = act(fight, EndTurn("b"))
    assert only(events, ev.Readied).watch == Watch()
    assert fight.world["A"].watch == Watch()


@pytest.mark.rule("d20.ready")
def test_who_is_down_does_nothing():
    fight = scene("Ab.\n.c.\nD..", [*HIT], A={"hp": 3})
    ready(fight, trigger="move")
    act(fight, EndTurn("D"))
    act(fight, Strike("b", "A"))
    assert fight.world["A"].has("helpless")
    events = act(fight, Move("b", path=((2, 0),), mode="five_foot_step"))
    assert (fight.decision.actor, fight.decision.is_turn) == ("b", True)
    assert not every(events, ev.Answered), "nobody was asked"
