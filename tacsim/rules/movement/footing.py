"""Footing: who stands, who clings to a wall, and what a climb leads to; for grids of cubes.

``docs/cubes.md`` says it in words. A body stands where any cube of its lowest layer is held up: by
ground in it, for swimmers by water, by something solid or a creature lying under it. It
clings to what is solid and shares a side with it, or with what is right under it. The able who fly
need neither.

How high a climb has led is counted from where the body last stood, below zero where it has led
down from there.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import numpy as np

from tacsim.core.components import Conditions, Position
from tacsim.core.terrain import Battlefield, Entry, Grid
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.windows import CubeWindow
from tacsim.rules.battle import Battle
from tacsim.rules.movement.policies import ground_of

_AROUND = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))
_DOWN = (0, 0, -1)


# --- one body ---------------------------------------------------------------------------------


def lying(battle: Battle, creature: Creature) -> bool:
    """Whether a creature's body is floor, and in nobody's way."""
    return creature.has("prone") or not battle.able(creature)


@enforces("pool.space.fly")
def aloft(battle: Battle, creature: Creature) -> bool:
    """Whether a creature needs nothing to stand on: it flies, and is up to it."""
    return creature.has("flying") and not creature.has("prone") and battle.acts(creature)


@enforces("pool.space.stand")
def stands(battle: Battle, creature: Creature, body: Body) -> bool:
    """Whether something holds up a creature's body in a place."""
    found = holds(battle.world.field, body.extent)
    if _here(found.stand, body) or (_here(found.water, body) and _floats(battle, creature, body)):
        return True
    floors = floors_of(battle)
    under = (shifted(cell, _DOWN) for cell in lowest(body)) if floors else ()
    return any(name != creature.id for cell in under for name in floors.get(cell, ()))


def _floats(battle: Battle, creature: Creature, body: Body) -> bool:
    """Whether water bears a creature: it swims, or the water asks a check of those who do not."""
    asks = ground_of(battle, creature).asks
    return bool(creature.speed.swim) or any(asks[cell[::-1]] for cell in lowest(body))


@enforces("pool.space.stand")
def clings(battle: Battle, creature: Creature, body: Body) -> bool:
    """Whether a creature can hold on to a wall in a place."""
    return grips(battle, creature) and _here(holds(battle.world.field, body.extent).hang, body)


def grips(battle: Battle, creature: Creature) -> bool:
    """Whether a creature can hold on to anything."""
    return not creature.has("prone") and battle.acts(creature)


def lowest(body: Body) -> tuple[Cell, ...]:
    """The cubes of a body's lowest layer."""
    return Body(body.at, (*body.extent[:2], 1)).cells


@attrs.frozen
class Climb:
    """What a change of level is: so many ``cubes`` of wall, none where there are stairs.

    Below zero where it leads down.
    """

    cubes: int


@enforces("pool.space.stairs", "pool.space.climb")
def climb(battle: Battle, old: Body, new: Body) -> Climb | None:
    """How a body gets from one level to another on foot, or None where nothing leads there."""
    rise = new.at[2] - old.at[2]
    low = old if rise > 0 else new
    found = holds(battle.world.field, low.extent)
    if _here(found.stairs, low):
        return Climb(0)
    return Climb(rise) if _here(found.wall, low) else None


@enforces("pool.climb.free")
def farther(climbed: int, cubes: int) -> int:
    """How far from where it last stood a climb by so many cubes leads, 0 if it leads no farther.

    Clause: ``pool.climb.free``.

    >>> [farther(1, 1), farther(2, -1), farther(0, -2), farther(-2, 1)]
    [2, 0, 2, 0]
    """
    there = abs(climbed + cubes)
    return there if there > abs(climbed) else 0


def after(
    battle: Battle, creature: Creature, old: Body, new: Body, climbed: int, most: int | None
) -> int | None:
    """How many cubes have been climbed after a step on foot, or None where it leads nowhere.

    ``climbed``: since it last stood; ``most``: how far it may climb from there, None for anywhere.
    """
    cubes = 0
    if new.at[2] != old.at[2]:
        found = climb(battle, old, new)
        if found is None:
            return None
        cubes = found.cubes
    if most is not None and farther(climbed, cubes) > most:
        return None
    if stands(battle, creature, new):
        return 0
    return climbed + cubes if clings(battle, creature, new) else None


# --- the whole map ----------------------------------------------------------------------------


def floors_of(battle: Battle) -> Mapping[Cell, tuple[str, ...]]:
    """Who lies in a cube, for those in the cube above; do not change the result."""

    def make() -> dict[Cell, tuple[str, ...]]:
        found: dict[Cell, tuple[str, ...]] = {}
        for creature in battle.world.creatures:
            if lying(battle, creature):
                for cell in creature.body.cells:
                    found[cell] = (*found.get(cell, ()), creature.id)
        return found

    return battle.world.cached("floors", (Position, Conditions), make)


@attrs.frozen(eq=False)
class Holds:
    """For the bodies of one shape, by the cells they may be anchored at: do not change the arrays.

    ``stand``: held up by the ground; ``water``: borne if they swim; ``hang``: something to cling
    to; ``wall``: something to climb beside them; ``stairs`` under them. A body off the map has
    none.
    """

    stand: Grid
    water: Grid
    hang: Grid
    wall: Grid
    stairs: Grid


def holds(field: Battlefield, extent: Cell) -> Holds:
    """Where bodies of a shape have a hold, as arrays over the map."""
    return field.memo.of(("holds", extent), lambda: _holds(field, extent))


def _holds(field: Battlefield, extent: Cell) -> Holds:
    water = field.array("entry") == Entry.WATER
    bearing = field.array("bears") & ~water
    bearing[1:] |= field.array("solid")[:-1]
    solid = np.pad(field.array("solid"), 1)
    beside = np.zeros(field.shape, bool)
    for x, y, z in _AROUND:
        beside |= solid[_part(z), _part(y), _part(x)]
    below = np.zeros_like(beside)
    below[1:] = beside[:-1]
    layer = (*extent[:2], 1)
    wall = _cover(beside, extent)
    return Holds(
        stand=_cover(bearing, layer),
        water=_cover(water, layer),
        hang=wall | _cover(below, layer),
        wall=wall,
        stairs=_cover(field.array("stairs"), layer),
    )


def _cover(grid: Grid, extent: Cell) -> Grid:
    """Where a body has a cell that is marked, were it to reach beyond the map too."""
    rims = [(0, side) for side in reversed(extent)]
    padded = np.pad(grid, rims)
    window = CubeWindow(padded.shape, (0, 0, 0), max(padded.shape), (1, 1, 1))
    covered = window.cover(padded, extent, np.logical_or)
    return covered[tuple(map(slice, grid.shape))]


def _part(by: int) -> slice:
    return slice(1 + by, by - 1 or None)


def _here(grid: Grid, body: Body) -> bool:
    (x, y, z), (high, down, across) = body.at, grid.shape
    return 0 <= x < across and 0 <= y < down and 0 <= z < high and bool(grid[z, y, x])
