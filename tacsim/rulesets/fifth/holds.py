"""Who holds whom: a hold is a bonus of the one held, against the holder (``grid5e.grapple``)."""

from __future__ import annotations

from tacsim.core.components import Bonus, Bonuses
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle

HOLD = "hold"
"""The name of the bonus, and what it is on: nothing that is thrown for."""
SMALLER = 2
"""From how many sizes below the holder's a creature is dragged along at full speed."""


def hold(creature: Creature) -> Bonus | None:
    """The hold that a creature is in."""
    return next((bonus for bonus in creature.bonuses.items if bonus.name == HOLD), None)


def held(battle: Battle, holder: Creature) -> tuple[Creature, ...]:
    """Those whom a creature holds, in the order of the set-up."""
    world = battle.world

    def make() -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for creature in world.creatures:
            bonus = hold(creature)
            if bonus is not None:
                found[bonus.against] = (*found.get(bonus.against, ()), creature.id)
        return found

    names = world.cached("holds", (Bonuses,), make).get(holder.id, ())
    return tuple(world[name] for name in names)


def burdened(battle: Battle, holder: Creature) -> bool:
    """Whether dragging those whom it holds halves a creature's speed."""
    least = holder.size.category - SMALLER
    return any(creature.size.category > least for creature in held(battle, holder))
