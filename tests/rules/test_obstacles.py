"""Obstacles in squares: several kinds of ground in one, and those that ask a check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from boards import battle, turn_of

from rules.table import at, cost, declining, every, only, reached, stoppable, why_not
from tacsim.core import events as ev
from tacsim.core.components import Speed
from tacsim.core.intents import BullRush, Move
from tacsim.core.terrain import Check, combined
from tacsim.core.verdicts import Refused
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit
from tacsim.rules.forecast import Forecast, forecast
from tacsim.rules.movement.reachable import reachable

CLIMB = Check("climb", 10)
KINDS = {
    "&": combined(["boulder"], check=CLIMB),
    "$": combined(["difficult", "boulder"], "low", CLIMB),
    "+": combined(["difficult", "obstacle"]),
    "_": combined(["floor"], check=Check("balance", 12)),
    "?": combined(["deep_water"], check=Check("swim", 10)),
    "!": combined(["pit"], check=Check("jump", 10)),
}
HERE = (1, 0)


def ground(board: str, dice: Sequence[int] | None = None, **of_a: Any) -> Battle:
    return turn_of(battle(board, {"A": of_a}, dice=dice, kinds=KINDS), "A")


def walk(fight: Battle, *path: tuple[int, int], mode: str = "walk") -> list[ev.Event]:
    return submit(fight, Move("A", path=path, mode=mode))


@pytest.mark.rule("d20.obstacle.hamper", "d20.cost.double-twice")
@pytest.mark.parametrize(
    ("glyph", "straight", "diagonal"),
    [("&", 2, 3), ("$", 4, 6), ("+", 4, 6), ("_", 2, 3), ("?", 2, 3)],
)
def test_an_obstacle_doubles_and_on_difficult_ground_once_more(glyph, straight, diagonal):
    assert cost(ground(f"A{glyph}..."), "A", HERE) == straight
    assert cost(ground(f"A...\n.{glyph}.."), "A", (1, 1)) == diagonal


@pytest.mark.rule("d20.obstacle.check")
@pytest.mark.parametrize(("glyph", "least"), [("&", 10), ("$", 10), ("_", 12), ("?", 10)])
def test_entering_takes_the_check(glyph, least):
    """Bare abilities of 10: the die has to show what the obstacle asks."""
    fight = ground(f"A{glyph}...", [least])
    tested = only(walk(fight, HERE), ev.Tested)
    assert (tested.total, tested.against, tested.clauses) == (least, least, ("d20.obstacle.check",))
    assert at(fight, "A") == HERE
    fight = ground(f"A.{glyph}..", [least - 1])
    events = walk(fight, HERE, (2, 0), (3, 0))
    assert only(events, ev.Halted).reason == "obstacle"
    assert at(fight, "A") == HERE
    assert fight.world["A"].resources["halves"] == 2, "what the step costs is not spent"
    assert fight.world["A"].resources["open"] == 0, "but the move is over"


@pytest.mark.rule("d20.obstacle.check")
def test_each_step_takes_its_own_and_leaving_takes_none():
    fight = ground("A&&..", [10, 10])
    assert len(every(walk(fight, HERE, (2, 0), (3, 0)), ev.Tested)) == 2
    assert at(fight, "A") == (3, 0)


@pytest.mark.rule("d20.obstacle.check")
def test_what_asks_the_same_is_one_obstacle_to_a_big_body():
    """Two squares of the heap ask 10 and are one; a deeper check beside them is another."""
    fight = ground("AA&.\nAA&.", [10], speed=8)
    assert len(every(walk(fight, HERE), ev.Tested)) == 1
    fight = ground("AA&.\nAA?.", [10, 10], speed=8)
    assert [test.what for test in every(walk(fight, HERE), ev.Tested)] == ["climb", "swim"]


@pytest.mark.rule("d20.obstacle.check", "d20.obstacle.block")
def test_one_may_stand_on_a_heap_but_over_no_pit():
    fight = ground("A&.!.", [10])
    assert stoppable(fight, "A") == {(0, 0), (1, 0), (2, 0), (4, 0)}
    over = ground("A!..", [10])
    assert why_not(over, Move("A", path=(HERE,)))[0] == "stop_solid"
    walk(over, HERE, (2, 0))
    assert at(over, "A") == (2, 0)
    assert reached(ground("A^.."), "A") == reached(ground("A:.."), "A") == {(0, 0)}


@pytest.mark.rule("d20.obstacle.check")
def test_swimmers_need_no_check_for_water():
    fight = ground("A?.", [])
    fight.world.put("A", Speed(6, swim=6))
    assert cost(fight, "A", HERE) == 1
    assert not every(walk(fight, HERE), ev.Tested)


@pytest.mark.rule("d20.obstacle.fly")
@pytest.mark.parametrize("glyph", ["&", "$", "_", "?", "!"])
@pytest.mark.parametrize("condition", ["flying", "incorporeal"])
def test_who_flies_or_has_no_body_needs_none(glyph, condition):
    fight = ground(f"A{glyph}.", [], conditions=[condition], fly=6)
    mode = "fly" if condition == "flying" else "walk"
    assert cost(fight, "A", HERE, (2, 0), mode=mode) == 2
    walk(fight, HERE, (2, 0), mode=mode)
    assert at(fight, "A") == (2, 0)


@pytest.mark.rule("d20.obstacle.check", "d20.obstacle.fly")
def test_a_full_height_that_others_climb_is_flown_over():
    high = {"&": combined(["boulder"], "full", CLIMB)}
    flyer = {"A": {"conditions": ["flying"], "fly": 6}}
    fight = turn_of(battle("A&.", flyer, dice=[], kinds=high), "A")
    assert cost(fight, "A", HERE, (2, 0), mode="fly") == 2


@pytest.mark.rule("d20.terrain.difficult.no-run", "d20.step.5ft")
@pytest.mark.parametrize("glyph", ["&", "_"])
def test_nobody_charges_runs_or_takes_a_5_foot_step_through_it(glyph):
    fight = ground(f"A{glyph}..b")
    assert not check(fight, Move("A", to=(3, 0), mode="charge", target="b"))
    assert not check(fight, Move("A", to=(3, 0), mode="run"))
    assert not check(fight, Move("A", to=HERE, mode="five_foot_step"))


@pytest.mark.rule("d20.obstacle.check")
@pytest.mark.parametrize("skills", [{}, {"climb": 6}])
def test_a_forecast_tells_its_chance(skills):
    """10 to 20 of 20 faces, or 4 to 20."""
    fight = ground("A&.", skills=skills)
    found = forecast(fight, Move("A", to=(2, 0)))
    assert isinstance(found, Forecast)
    chance = 0.85 if skills else 0.55
    assert [(one.what, one.passed) for one in found.checks] == [("climb", pytest.approx(chance))]
    assert [end.at for end, _ in sorted(found.ends, key=lambda end: end[0])] == [(0, 0), (2, 0)]


@pytest.mark.rule("d20.obstacle.check")
def test_what_is_within_reach_says_how_likely_it_is_to_be_got_to():
    """One check for the heap, and two for what lies behind both; 11 of 20 faces pass each."""
    found = reachable(ground("A&&."), ground("A&&.").world["A"], "walk")
    assert not isinstance(found, Refused)
    chances = {row.at[0]: row.chance for row in found[1]}
    assert chances == pytest.approx({0: 1.0, 1: 0.55, 2: 0.55**2, 3: 0.55**2})


@pytest.mark.rule("d20.illegal-end.closest", "d20.obstacle.check")
def test_nobody_is_put_onto_what_takes_a_check():
    """Beside C, among whom it may not stay, the heap is nearest; A goes back where it began."""
    fight = turn_of(battle("ABC_...", {"A": {"speed": 20}}, dice=[1], kinds=KINDS), "A")
    walk(fight, HERE, (2, 0), (3, 0))
    assert at(fight, "A") == (0, 0)


@pytest.mark.rule("d20.bull-rush", "d20.obstacle.check")
def test_nobody_is_pushed_onto_what_takes_a_check():
    """20 and Strength 18 against 1: by much, but the heap is behind it."""
    for board, end in ((".Ab&..", (2, 0)), (".Ab...", (5, 0))):
        strong = {"A": {"abilities": {"strength": 18}}}
        fight = turn_of(battle(board, strong, dice=[20, 1], kinds=KINDS), "A")
        declining(fight, submit(fight, BullRush("A", "b")))
        assert at(fight, "b") == end
