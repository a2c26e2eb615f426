"""What a creature is told to do of itself under ``pool``: whether it lets its allies pass.

Only the willing are passed (``pool.ally.pass``). The order costs nothing, is given in the
creature's own turn, and stands until another is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import PlainAct
from tacsim.rulesets.pool.passage import crowd

CLAUSE = "pool.ally.pass"


class LettingPass(PlainAct):
    """The procedure of giving the order: it is done as soon as it is begun."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.LetPass]:
        """The other order than the one that holds, for those who have allies."""
        if any(True for _ in battle.friends(actor)):
            yield it.LetPass(actor.id, not actor.orders.lets_pass)

    def begin(self, battle: Battle, intent: it.LetPass) -> list[ev.Event] | Refused:
        """Nobody shuts its space while an ally is in it."""
        actor = battle.world[intent.actor]
        if intent.willing == actor.orders.lets_pass:
            return refuse(Reason.ORDERED_ALREADY, CLAUSE)
        if not intent.willing:
            for other in crowd(battle, actor, actor.body):
                if battle.world.friendly(actor.id, other.id):
                    return refuse(Reason.SHARED, CLAUSE, by=other.id)
        return [ev.Ordered(actor.id, intent.willing, (CLAUSE,))]
