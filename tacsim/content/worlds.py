"""Worlds: from a field, sides and combatants to a world before its first round."""

from __future__ import annotations

from collections.abc import Iterable

from tacsim.content.records import Combatant
from tacsim.core.components import (
    FRESH,
    Goal,
    Goals,
    Item,
    Items,
    Offence,
    Position,
    Side,
    Sides,
    Size,
)
from tacsim.core.terrain import Battlefield
from tacsim.core.world import World
from tacsim.grid.cells import Body


def body_of(combatant: Combatant) -> Body:
    """The cells that a combatant covers at its full size where it is set up."""
    extent = combatant.get(Size).extent
    return Body(combatant.at, extent)


def build_world(
    field: Battlefield,
    sides: Iterable[Side],
    combatants: Iterable[Combatant],
    goals: tuple[Goal, ...] = (),
    items: tuple[Item, ...] = (),
) -> World:
    """A world with everybody in place, nobody squeezed."""
    world, alike = World(field, Sides(tuple(sides))), dict[Offence, Offence]()
    for combatant in combatants:
        for component in combatant.components:
            if isinstance(component, Offence):  # asked for so often that one must do for all alike
                component = alike.setdefault(component, component)
            world.put(combatant.id, component)
        world.put(combatant.id, Position(body_of(combatant)))
        for state in FRESH:
            world.put(combatant.id, state)
    if goals:
        world.put(None, Goals(goals))
    if items:
        world.put(None, Items(items))
    return world
