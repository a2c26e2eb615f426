"""Who holds whom: a hold is a boon of the one held, against the holder (``grid5e.grapple``)."""

from __future__ import annotations

from tacsim.core.components import Boon, Boons
from tacsim.core.world import Creature

HOLD = "hold"
"""The name of the boon, and what it is on: nothing that is thrown for."""
SMALLER = 2
"""Sizes below the holder's from which on somebody can be dragged along at full speed."""


def hold(creature: Creature) -> Boon | None:
    """The hold that a creature is in."""
    return next((boon for boon in creature.boons.items if boon.name == HOLD), None)


def held(holder: Creature) -> tuple[Creature, ...]:
    """Those whom a creature holds, in the order of the set-up."""
    world = holder.world

    def make() -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for creature in world.creatures:
            boon = hold(creature)
            if boon is not None:
                found[boon.against] = (*found.get(boon.against, ()), creature.id)
        return found

    names = world.cached("holds", (Boons,), make).get(holder.id, ())
    return tuple(world[name] for name in names)


def burdened(holder: Creature) -> bool:
    """Whether dragging those whom it holds halves a creature's speed."""
    least = holder.size.category - SMALLER
    return any(creature.size.category > least for creature in held(holder))
