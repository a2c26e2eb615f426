"""Flanking by the line between two attackers through opposite borders of their target's space.

Those without reach neither flank nor help to (``d20.tiny.no-flank``).
"""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import around, threatens


@enforces("d20.flank")
def flanks(battle: Battle, actor: Creature, target: Creature) -> bool:
    """Whether a creature has a flanking partner against a target: one who threatens it."""
    if not _may_flank(actor) or not target.traits.flanked:
        return False
    friendly, opposite = battle.world.sides.friendly, battle.ruleset.topology.opposite
    return any(
        friend.id != actor.id
        and friendly(actor.side, friend.side)
        and battle.able(friend)
        and _may_flank(friend)
        and opposite(actor.body, friend.body, target.body)
        and threatens(battle, friend, target.body)
        for friend in around(battle, target.body)
    )


@enforces("d20.tiny.no-flank")
def _may_flank(creature: Creature) -> bool:
    """Those without reach cannot flank."""
    return any(weapon.reach > 0 and not weapon.ranged for weapon in creature.offence.weapons)
