"""Who can see whom (``pool.unseen``)."""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.perception import sees


def makes_out(battle: Battle, observer: Creature, other: Creature) -> bool:
    """Whether blindness, darkness or invisibility keep no observer from seeing another."""
    effects = battle.ruleset.effects
    if observer.has(*effects.named("sightless")) or other.has(*effects.named("unseen")):
        return False
    return not battle.world.field.dark or sees(battle, observer, other.body)
