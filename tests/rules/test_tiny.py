"""Very small creatures: sharing squares, reach 0, entering others' squares."""

from __future__ import annotations

import pytest
from boards import battle, longspear, turn_of

from rules.table import act, at, declining, move, provoked, provokes
from tacsim.core.intents import Decline

PAIR = """
    ...
    Ab.
    ...
"""


def pair(b=None, a=None) -> object:
    return turn_of(battle(PAIR, {"A": {"size": "tiny", **(a or {})}, "b": b or {}}), "A")


@pytest.mark.rule("d20.tiny.enter", "d20.tiny.enter.provokes")
def test_entering_a_foe_s_square_gives_it_exactly_one_attack():
    """The step also leaves a square that the foe threatens: the same opportunity."""
    fight = pair()
    assert provokes(fight, "A", (1, 1)) == ["b"]
    assert at(fight, "A") == (1, 1)


@pytest.mark.rule("d20.tiny.enter.provokes", "d20.step.5ft")
def test_a_five_foot_step_does_not_avoid_it_unless_switched_off():
    assert provokes(pair(), "A", (1, 1), mode="five_foot_step") == ["b"]
    options = {"A": {"size": "tiny"}}
    off = turn_of(battle(PAIR, options, switches={"tiny_step_provokes": False}), "A")
    assert provokes(off, "A", (1, 1), mode="five_foot_step") == []


@pytest.mark.rule("d20.tiny.enter.provokes", "d20.step.5ft")
def test_a_five_foot_step_within_a_foe_s_space_enters_nothing():
    """It is in the Large foe's space already; on foot it leaves a square that the foe threatens."""
    board = """
        ....
        .bb.
        .bb.
    """
    options = {"A": {"at": (1, 1), "side": "heroes", "size": "tiny"}}
    for to in ((2, 1), (1, 2), (2, 2)):
        fight = turn_of(battle(board, options), "A")
        assert provokes(fight, "A", to, mode="five_foot_step") == []
        assert provokes(turn_of(battle(board, options), "A"), "A", to) == ["b"]
    again = turn_of(battle(board, {"A": {**options["A"], "at": (0, 1)}}), "A")
    assert provokes(again, "A", (1, 1), mode="five_foot_step") == ["b"]


@pytest.mark.rule("d20.tiny.enter.provokes")
def test_a_foe_that_can_strike_in_its_own_square_only_is_asked_too():
    """At the moment of entering: a Tiny foe, reach 0, has the intruder in its own square."""
    fight = pair({"size": "tiny"})
    events = move(fight, "A", (1, 1))
    assert provoked(events) == ["b"]
    assert fight.decision.actor == "b"
    declining(fight, act(fight, Decline("b")))
    assert at(fight, "A") == (1, 1)


@pytest.mark.rule("d20.tiny.enter.provokes", "d20.tiny.attack-own-square")
def test_a_foe_with_a_reach_weapon_alone_cannot_strike_in_its_own_square():
    fight = pair({"weapons": [longspear()]})
    assert provoked(declining(fight, move(fight, "A", (1, 1)))) == []
