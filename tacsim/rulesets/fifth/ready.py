"""Readying in the 5e family: an attack held back for something that a foe does (``grid5e.ready``).

It takes the action, and the reaction once it is made: as soon as what set it off is over.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.world import Creature
from tacsim.rules import waiting
from tacsim.rules.battle import Battle
from tacsim.rules.waiting import Trigger, over


class Ready(waiting.Ready):
    """An action, and an attack as a reaction to something."""

    @property
    def triggers(self) -> Mapping[str, Trigger]:
        """A foe that comes within reach, or that has attacked."""
        return {"reach": self.near, "attack": lambda _b, _a, event: isinstance(event, ev.Struck)}

    def doer(self, event: ev.Event) -> str | None:
        """Who has stepped or attacked."""
        return event.actor if isinstance(event, ev.Stepped | ev.Struck) else None

    def fit(self, battle: Battle, actor: Creature) -> bool:
        """With its reaction left."""
        return battle.fights(actor) and actor.resources["reaction"] > 0

    def made(self, battle: Battle, actor: Creature, attack: Attacking) -> list[ev.Event]:
        """It takes the reaction."""
        spent = ev.Spent(actor.id, battle.ruleset.opportunity.spend(actor))
        return [spent, *over(actor, battle.ruleset.clause("ready")), ev.Undertaken(attack)]
