"""Obstacles that take an ability check, in spaces and between them."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from rules.table import at, cost, every, only

from fifth.boards import on_turn
from tacsim.core import events as ev
from tacsim.core.components import Speed
from tacsim.core.intents import Move, Shove
from tacsim.core.terrain import Barrier, BarrierKind, Check, combined, edge
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit
from tacsim.rules.forecast import checks

KINDS = {
    "&": combined(["difficult", "boulder"], check=Check("climb", 12)),
    "?": combined(["deep_water"], check=Check("swim", 12)),
}
HERE = (1, 0)


def ground(board: str, dice: Any = None, ruleset: str = "grid5e", **of_a: Any) -> Battle:
    return on_turn(board, {"A": of_a}, dice=dice, kinds=KINDS, ruleset=ruleset)


def walk(fight: Battle, *path: tuple[int, int]) -> list[ev.Event]:
    return submit(fight, Move("A", path=path))


@pytest.mark.rule("grid5e.obstacle.check", "grid5e.terrain.difficult")
@pytest.mark.parametrize("ruleset", ["grid5e", "metric"])
def test_a_heap_is_slow_ground_and_takes_its_check(ruleset):
    """However much slows a space, it costs one more."""
    assert cost(ground("A&.", ruleset=ruleset), "A", HERE) == 2
    fight = ground("A&.", [11], ruleset=ruleset, abilities={"strength": 12})
    assert only(walk(fight, HERE), ev.Tested).total == 12
    assert at(fight, "A") == HERE
    failed = ground("A&.", [11], ruleset=ruleset)
    halted = only(walk(failed, HERE, (2, 0)), ev.Halted)
    assert halted.clauses == ("grid5e.obstacle.check",)
    assert at(failed, "A") == (0, 0)
    assert failed.world["A"].resources["halves"] == 4, "the 2 spaces of the step are spent"


@pytest.mark.rule("grid5e.obstacle.check")
@pytest.mark.parametrize(
    ("skills", "total"), [({}, 12), ({"athletics": 5}, 15), ({"athletics": 5, "climb": 7}, 17)]
)
def test_climbing_is_athletics(skills, total):
    fight = ground("A&.", [10], skills=skills, abilities={"strength": 14})
    assert only(walk(fight, HERE), ev.Tested).total == total


@pytest.mark.rule("grid5e.obstacle.check", "grid5e.poisoned")
def test_conditions_count_dice():
    """Of two dice the lower: 9 of 20 faces reach 12, so 81 of 400 pairs."""
    fight = ground("A&.", conditions=["poisoned"])
    (found,) = checks(fight, Move("A", path=(HERE,)))
    assert found.passed == pytest.approx(81 / 400)


@pytest.mark.rule("grid5e.obstacle.check")
def test_a_barrier_takes_its_check_as_well():
    wall = Barrier(edge((0, 0), (1, 0)), BarrierKind.WALL, skill="climb", dc=12)
    for die, end in ((12, (2, 0)), (11, (0, 0))):
        fight = ground("A..", [die])
        fight.world.field = attrs.evolve(fight.world.field, barriers=(wall,))
        events = walk(fight, HERE, (2, 0))
        assert [test.passed for test in every(events, ev.Tested)] == [die == 12]
        assert at(fight, "A") == end


@pytest.mark.rule("grid5e.obstacle.check")
def test_who_flies_or_swims_needs_none():
    fight = ground("A&?.", [], conditions=["flying"])
    fight.world.put("A", Speed(6, fly=6))
    submit(fight, Move("A", path=(HERE, (2, 0)), mode="fly"))
    assert at(fight, "A") == (2, 0)
    fight = ground("A?.", [])
    fight.world.put("A", Speed(6, swim=6))
    assert cost(fight, "A", HERE) == 1
    walk(fight, HERE)
    assert at(fight, "A") == HERE


@pytest.mark.rule("grid5e.obstacle.check", "grid5e.shove")
def test_nobody_is_shoved_onto_it():
    fight = on_turn(".Ab&.", {}, dice=[20, 1], kinds=KINDS)
    events = submit(fight, Shove("A", "b", to=(3, 0)))
    assert only(events, ev.IntentRefused).reason == "no_way"
