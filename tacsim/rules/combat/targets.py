"""Whom a creature may attack."""

from __future__ import annotations

from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.perception import known_to


def target_of(battle: Battle, actor: Creature, name: str | None) -> Creature | Refused:
    """The foe of that name that a creature may attack, or why it may not."""
    clause = battle.ruleset.clause("attack")
    if name is None:
        return refuse(Reason.NO_TARGET, clause)
    if name not in battle.world:
        return refuse(Reason.UNKNOWN_CREATURE, clause, name=name)
    target = battle.world[name]
    if target.id == actor.id:
        return refuse(Reason.SELF, clause)
    if battle.world.friendly(actor.id, name):
        return refuse(Reason.FRIENDLY, clause, name=name)
    if target.has("dead"):
        return refuse(Reason.DEAD, clause, name=name)
    if name not in known_to(battle, actor.side):
        return refuse(Reason.UNSEEN, clause, name=name)
    return target
