"""Morale: giving up, where a battle's switch allows it.

No source has it. Whoever surrenders is out of the fight, as those who are down are: it stays where
it is, does nothing more, and counts for nothing when it is asked whose side still stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacsim.core import intents as it
from tacsim.core.clauses import MORALE
from tacsim.core.verdicts import Reason, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Begun, GivingUp, Procedure
from tacsim.rules.movement import footing

CONDITION = "surrendered"
"""The condition of those who have given up."""


class Surrendering(GivingUp):
    """The procedure of surrender: free, at any time in one's own turn."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Surrender]:
        """To do it."""
        yield it.Surrender(actor.id)

    def begin(self, battle: Battle, intent: it.Surrender) -> Begun:
        """The condition; who would fall by it, being in the air or on a wall, comes down first."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause("surrender")
        if battle.world.field.axes == 3 and not footing.stands(battle, actor, actor.body):
            return refuse(Reason.NO_FOOTING, clause)
        return [battle.ruleset.effects.gained(actor.id, CONDITION, clause)]


def of_morale(switches: Mapping[str, bool]) -> Mapping[str, Procedure]:
    """The procedures that a ruleset has under its switches, by intent."""
    return {"surrender": Surrendering()} if switches.get(MORALE) else {}
