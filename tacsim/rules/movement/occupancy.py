"""Who is where, and what stands at corners: the cells that bodies and solid things cover."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import attrs
import numpy as np

from tacsim.core.components import Conditions, Position
from tacsim.core.terrain import Battlefield, Entry, Grid
from tacsim.core.world import Creature, World
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell

BLOCK = 16
"""Cells along the side of a block, by which those who are near are found."""
FEW = 24
"""Creatures in a battle in which it costs less to look at all of them than to tell them apart."""


@attrs.define(eq=False)
class Whereabouts:
    """Where everybody is: do not change it.

    ``cells``: creature ids by the cells they cover, but for the dead and the carried; ``blocks``:
    the ids of all by the block that the least corner lies in; those at one place in the order of
    the set-up, the places in no order that means anything.
    """

    ranks: dict[str, int]
    """The place of each in the order of the set-up."""
    cells: dict[Cell, tuple[str, ...]]
    blocks: dict[Cell, tuple[str, ...]]
    widest: int
    """Cells along the longest side of a body that there has been."""
    covered: dict[str, tuple[tuple[Cell, ...], tuple[Cell, ...]]]
    """The cells and the block under which each is entered; no cells of the dead and the carried."""

    def enter(self, creature: Creature) -> None:
        """Enter a creature where it is now."""
        body, name = creature.body, creature.id
        cells, block = () if creature.has("dead", "carried") else body.cells, (_block(body.at),)
        old, before = self.covered.get(name, ((), ()))
        self.covered[name] = cells, block
        self.widest = max(self.widest, *body.extent)
        for places, left, entered in ((self.cells, old, cells), (self.blocks, before, block)):
            for place in left:
                rest = tuple([other for other in places[place] if other != name])
                if rest:
                    places[place] = rest
                else:
                    del places[place]
            for place in entered:
                others = (*places.get(place, ()), name)
                places[place] = tuple(sorted(others, key=self.ranks.__getitem__))


def _block(cell: Cell) -> Cell:
    return tuple([n // BLOCK for n in cell])


def whereabouts(world: World) -> Whereabouts:
    """Where everybody is now."""
    return world.kept_up("whereabouts", (Position, Conditions), _found, _changed)


def _found(world: World) -> Whereabouts:
    found = Whereabouts({name: rank for rank, name in enumerate(world.ids)}, {}, {}, 0, {})
    for creature in world.creatures:
        found.enter(creature)
    return found


def _changed(known: Whereabouts, world: World, name: str | None) -> Whereabouts:
    """The same after one creature has moved, or died."""
    if name not in known.ranks:
        return _found(world)
    found = Whereabouts(
        known.ranks, known.cells.copy(), known.blocks.copy(), known.widest, known.covered.copy()
    )
    found.enter(world[name])
    return found


def occupants(world: World) -> dict[Cell, tuple[str, ...]]:
    """Creature ids by the cells they cover, but for the dead and the carried; do not change it."""
    return whereabouts(world).cells


def places(world: World) -> tuple[tuple[str, ...], Grid, int]:
    """The ids of all, the least corners of their bodies as rows, and the widest of these."""

    def make() -> tuple[tuple[str, ...], Grid, int]:
        bodies = [creature.body for creature in world.creatures]
        at = np.array([body.at for body in bodies])
        return world.ids, at, max((max(body.extent) for body in bodies), default=0)

    return world.cached("least corners", (Position,), make)


def near(world: World, least: Iterable[int], most: Iterable[int]) -> list[str]:
    """The ids of those who may be in a box of cells, the dead too, in the order of the set-up.

    ``least`` and ``most``: its first and its last cell.
    """
    found, positions = whereabouts(world), world.tables[Position]
    ends = [(a - found.widest, b + found.widest) for a, b in zip(least, most, strict=True)]
    names: Iterable[str] = world.ids
    if len(world.ids) > FEW:
        blocks = product(*[range(a // BLOCK, b // BLOCK + 1) for a, b in ends])
        names = [name for block in blocks for name in found.blocks.get(block, ())]
        names = sorted(names, key=found.ranks.__getitem__)
    (left, right), (low, high), *more = ends
    inside = []
    for name in names:
        x, y, *z = positions[name].body.at
        level = not more or more[0][0] <= z[0] <= more[0][1]
        if level and left <= x <= right and low <= y <= high:
            inside.append(name)
    return inside


def hulks(world: World) -> list[tuple[str, Body]]:
    """The dead whose bodies are in the way of those who pass, in set-up order; do not change it."""

    def make() -> list[str]:
        return [c.id for c in world.creatures if _hulk(c)]

    return [(name, world[name].body) for name in world.cached("hulks", (Conditions,), make)]


def _hulk(creature: Creature) -> bool:
    """Whether it is dead, and lies in the way."""
    return creature.traits.bulky and creature.has("dead") and not creature.has("carried")


@enforces("d20.corner.creature", "d20.corner.pit")
def corners(field: Battlefield) -> Grid:
    """The cells whose corners cannot be cut: walls and the like, and where there is nothing."""
    return field.memo.of(
        "corners", lambda: field.array("fills") | (field.array("entry") == Entry.VOID)
    )
