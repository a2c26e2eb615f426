"""Whom a creature may attack."""

from __future__ import annotations

from collections.abc import Iterable

from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.perception import known_to


def enemies(battle: Battle, actor: Creature) -> tuple[Creature, ...]:
    """The enemies that a creature's side knows of and may aim at, in the order of the set-up.

    Not at the dead, nor at those whom somebody carries.
    """
    known, world = known_to(battle, actor.side), battle.world
    return tuple(
        c
        for c in world.creatures
        if c.id in known and not world.friendly(actor.id, c.id) and not c.has("dead", "carried")
    )


def target_of(battle: Battle, actor: Creature, name: str | None) -> Creature | Refused:
    """The foe of that name that a creature may attack, or why it may not."""
    clause = battle.ruleset.clause("attack")
    if name is None:
        return refuse(Reason.NO_TARGET, clause)
    if name not in battle.world or name not in known_to(battle, actor.side):
        return refuse(Reason.UNKNOWN_CREATURE, clause, name=name)
    target = battle.world[name]
    if target.id == actor.id:
        return refuse(Reason.SELF, clause)
    if battle.world.friendly(actor.id, name):
        return refuse(Reason.FRIENDLY, clause, name=name)
    if target.has("dead"):
        return refuse(Reason.DEAD, clause, name=name)
    if target.has("carried"):
        return refuse(Reason.CARRIED, clause, name=name)
    return target


def friend_of(battle: Battle, actor: Creature, name: str, clause: str) -> Creature | Refused:
    """The friend of that name, who is not the creature itself, or why there is none."""
    if name not in battle.world:
        return refuse(Reason.UNKNOWN_CREATURE, clause, name=name)
    if name == actor.id or not battle.world.friendly(actor.id, name):
        return refuse(Reason.NO_FRIEND, clause, name=name)
    return battle.world[name]


def nearest(battle: Battle, actor: Creature, foes: Iterable[Creature]) -> Creature | None:
    """The nearest of some foes; of equally near ones the first in initiative order."""
    distance, order = battle.ruleset.metric.distance, battle.world.order
    return min(
        foes, key=lambda foe: (distance(actor.body, foe.body), order.index(foe.id)), default=None
    )
