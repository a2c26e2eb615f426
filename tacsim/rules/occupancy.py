"""Who is where: the cells that bodies cover."""

from __future__ import annotations

from tacsim.geometry.cells import Body, Cell
from tacsim.model.components import Conditions, Position
from tacsim.model.world import Creature, World


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


def others_in(world: World, body: Body, mover: Creature) -> tuple[Creature, ...]:
    """The creatures other than the mover in the cells of a body, each once, in set-up order."""
    where = occupants(world)
    found = {other for cell in body.cells for other in where.get(cell, ()) if other != mover.id}
    return tuple(world[i] for i in world.ids if i in found) if found else ()
