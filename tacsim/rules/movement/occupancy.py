"""Who is where, and what stands at corners: the cells that bodies and solid things cover."""

from __future__ import annotations

import numpy as np

from tacsim.core.components import Conditions, Position
from tacsim.core.terrain import Battlefield, Entry, Grid
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell


def occupants(world: World) -> dict[Cell, tuple[str, ...]]:
    """Creature ids by the cells they cover, the dead left out; do not change the result."""

    def make() -> dict[Cell, tuple[str, ...]]:
        cells: dict[Cell, tuple[str, ...]] = {}
        for creature in world.creatures:
            if not creature.has("dead"):
                for cell in creature.body.cells:
                    cells[cell] = (*cells.get(cell, ()), creature.id)
        return cells

    return world.cached("occupants", (Position, Conditions), make)


def places(world: World) -> tuple[tuple[str, ...], Grid, int]:
    """The ids of all, the least corners of their bodies as rows, and the widest of these."""

    def make() -> tuple[tuple[str, ...], Grid, int]:
        bodies = [creature.body for creature in world.creatures]
        at = np.array([body.at for body in bodies])
        return world.ids, at, max((max(body.extent) for body in bodies), default=0)

    return world.cached("places", (Position,), make)


def near(world: World, least: Cell, most: Cell) -> list[str]:
    """The ids of those who may be in a box of cells, the dead too, in the order of the set-up.

    ``least`` and ``most``: its first and its last cell.
    """
    ids, at, widest = places(world)
    if not ids:
        return []
    inside = (at >= np.subtract(least, widest)) & (at <= np.add(most, widest))
    return [ids[n] for n in np.flatnonzero(inside.all(1)).tolist()]


def hulks(world: World) -> list[tuple[str, Body]]:
    """The dead whose bodies are in the way of those who pass, in set-up order; do not change it."""

    def make() -> list[tuple[str, Body]]:
        return [(c.id, c.body) for c in world.creatures if c.has("dead") and c.traits.bulky]

    return world.cached("hulks", (Position, Conditions), make)


def corners(field: Battlefield) -> Grid:
    """The cells whose corners cannot be cut: walls and the like, and where there is nothing."""
    if "corners" not in field.memo:
        field.memo["corners"] = field.array("fills") | (field.array("entry") == Entry.VOID)
    return field.memo["corners"]  # type: ignore[no-any-return]  # the memo holds what was put there
