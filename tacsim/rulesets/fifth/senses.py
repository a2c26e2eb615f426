"""Who can see whom."""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.perception import sees


def makes_out(
    battle: Battle, observer: Creature, other: Creature, body: Body | None = None
) -> bool:
    """Whether nothing keeps an observer from seeing another, where it is or in another place.

    Walls and closed doors do, as do darkness, blindness and invisibility.
    """
    effects = battle.ruleset.effects
    if observer.has(*effects.named("sightless")) or other.has(*effects.named("unseen")):
        return False
    there = body or other.body
    if not any(reaches(battle, observer.body, part) for part in (there, *there.spots)):
        return False
    return not battle.world.field.dark or sees(battle, observer, there)
