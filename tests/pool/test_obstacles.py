"""Obstacles that take a direct check, and getting up walls by jumping."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from rules.table import at, cost, every, move, only

from pool.fights import SKY, fight
from tacsim.core import events as ev
from tacsim.core.components import Speed
from tacsim.core.intents import Move
from tacsim.core.terrain import Barrier, BarrierKind, Check, combined, edge
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit
from tacsim.rules.forecast import checks
from tacsim.rules.movement import footing

RUBBLE = combined(["difficult"], check=Check("climbing", 2))
LAKE = combined(["deep_water"], check=Check("swimming", 1))
HERE = (1, 0, 0)


def ground(kind: Any, dice: Any = None, **of_a: Any) -> Battle:
    """A in the corner of open ground, one kind of it to its right."""
    found = fight(dice=dice, A={"at": (0, 0, 0), **of_a})
    field = found.world.field
    rows = tuple(
        tuple("here" if (x, y) == HERE[:2] else name for x, name in enumerate(row))
        for y, row in enumerate(field.rows)
    )
    found.world.field = attrs.evolve(field, rows=rows, kinds={"here": kind})
    return found


@pytest.mark.rule("pool.obstacle.check", "pool.rough")
def test_rubble_on_rough_ground_is_rough_twice_and_takes_successes():
    """Might 2: both dice have to show 5 or 6."""
    assert cost(ground(RUBBLE), "A", HERE) == 4
    over = ground(RUBBLE, [5, 6])
    tested = only(move(over, "A", HERE), ev.Tested)
    assert (tested.total, tested.against) == (2, 2)
    assert at(over, "A") == HERE
    failed = ground(RUBBLE, [5, 4])
    events = submit(failed, Move("A", path=(HERE, (2, 0, 0))))
    assert only(events, ev.Halted).reason == "obstacle"
    assert at(failed, "A") == (0, 0, 0)
    assert failed.world["A"].resources["halves"] == 8, "the step is lost"


@pytest.mark.rule("pool.obstacle.check", "pool.space.stand")
def test_water_bears_those_who_passed_and_swimmers_without():
    """Of 3 dice, Might 2 and a rank, at least one success: 1 - (2/3)^3."""
    lake = ground(LAKE, [1, 1, 5], skills={"swimming": 1})
    (found,) = checks(lake, Move("A", path=(HERE,)))
    assert found.passed == pytest.approx(19 / 27)
    move(lake, "A", HERE)
    assert footing.stands(lake, lake.world["A"], lake.world["A"].body)
    assert at(lake, "A") == HERE
    swimmer = ground(LAKE, [])
    swimmer.world.put("A", Speed(6, swim=6))
    assert cost(swimmer, "A", HERE) == 1
    assert not every(move(swimmer, "A", HERE), ev.Tested)


@pytest.mark.rule("pool.obstacle.check")
def test_a_barrier_takes_its_check():
    wall = Barrier(edge((0, 0, 0), HERE), BarrierKind.WALL, skill="climbing", dc=1)
    for dice, end in (([1, 5], HERE), ([1, 4], (0, 0, 0))):
        found = ground(combined(["floor"]), dice)
        found.world.field = attrs.evolve(found.world.field, barriers=(wall,))
        submit(found, Move("A", path=(HERE,)))
        assert at(found, "A") == end


@pytest.mark.rule("pool.space.climb", "pool.check.direct")
@pytest.mark.parametrize(
    ("skills", "purpose", "dice"),
    [({"jumping": 2, "climbing": 1}, "jumping", 4), ({"jumping": 1, "climbing": 1}, "climbing", 3)],
)
def test_who_jumps_better_than_it_climbs_gets_up_by_jumping(skills, purpose, dice):
    """The second cube of a wall takes an average creature's check: Might 2, and the better rank."""
    walls = "\n".join(["." + "#" * 13] * 8)
    levels = (walls, walls.replace(".", " "), walls.replace(".", " "), SKY)
    found = fight(*levels, dice=[6, *[1] * (dice - 1)], A={"at": (0, 0, 0), "skills": skills})
    (roll,) = every(move(found, "A", (0, 0, 1), (0, 0, 2), mode="climb"), ev.Rolled)
    assert (roll.purpose, len(roll.dice)) == (purpose, dice)
    assert at(found, "A") == (0, 0, 2)
