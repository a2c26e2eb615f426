"""Who is where, and what stands at corners: the cells that bodies and solid things cover."""

from __future__ import annotations

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


def bodies(world: World) -> list[tuple[str, Body]]:
    """Every creature's id and body in set-up order, the dead left out; do not change the list."""

    def make() -> list[tuple[str, Body]]:
        return [(c.id, c.body) for c in world.creatures if not c.has("dead")]

    return world.cached("bodies", (Position, Conditions), make)


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
