"""Readying: an attack that is made as soon as a foe does what triggers it (``d20.ready``).

The attack is made before the act that triggers it goes on. Its maker then comes in the initiative
order right before the creature whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking, FullAttacking, Moving
from tacsim.core.world import Creature
from tacsim.rules import waiting
from tacsim.rules.acts import offer_acts
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Begun
from tacsim.rules.turns import put_beside
from tacsim.rules.waiting import Trigger, over

CLAUSE = "d20.ready"


class Ready(waiting.Ready):
    """Takes a standard action and provokes nothing; the attack itself may provoke."""

    swung = frozenset({"reach"})
    sighted = True

    @property
    def triggers(self) -> Mapping[str, Trigger]:
        """A foe that comes within reach, attacks, or begins to move."""
        return {"reach": self.near, "attack": _attacks, "move": _sets_out}

    def paid(self, battle: Battle, actor: Creature, activity: str, *_clauses: str) -> Begun:
        """The cost without its clause, which the event of readying cites."""
        return super().paid(battle, actor, activity)

    def doer(self, event: ev.Event) -> str | None:
        """The creature that steps, or begins to move or to attack; None for other events."""
        if isinstance(event, ev.Stepped):
            return event.actor
        frame = event.frame if isinstance(event, ev.Undertaken) else None
        return frame.actor if isinstance(frame, Moving | Attacking | FullAttacking) else None

    def fit(self, battle: Battle, actor: Creature) -> bool:
        """Whether it can attack and is not flat-footed."""
        return battle.fights(actor) and not actor.has("flat_footed")

    def made(self, battle: Battle, actor: Creature, attack: Attacking) -> list[ev.Event]:
        """The events of the attack: the new place in the order, and opportunities it gives."""
        foe, active = battle.world[attack.target], battle.world.clock.active
        placed: list[ev.Event] = []
        if active is not None and active != actor.id:
            placed = put_beside(battle, actor.id, active, (CLAUSE,), after=False)
        acts = battle.ruleset.attacks.acts(battle, actor, foe, attack.weapon)
        provoked = offer_acts(battle, actor, foe, acts)
        return [*over(actor, CLAUSE), *placed, ev.Undertaken(attack), *provoked]


def _attacks(battle: Battle, _actor: Creature, event: ev.Event) -> bool:
    """Whether an attack begins; not an opportunity, and not each attack of a full attack anew."""
    frame = event.frame if isinstance(event, ev.Undertaken) else None
    if isinstance(frame, FullAttacking):
        return True
    under_way = isinstance(battle.world.agenda.top, FullAttacking)
    return isinstance(frame, Attacking) and not (frame.opportunity or under_way)


def _sets_out(_battle: Battle, _actor: Creature, event: ev.Event) -> bool:
    return isinstance(event, ev.Undertaken) and isinstance(event.frame, Moving)
