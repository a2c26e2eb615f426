"""Readying: an attack held back until a foe does what it is kept for (``d20.ready``).

The attack comes before what set it off goes on, and whoever makes it has its place in the order
right before the creature whose turn that is.
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
    """A standard action that provokes nothing, and an attack as something begins."""

    swung = frozenset({"reach"})
    sighted = True

    @property
    def triggers(self) -> Mapping[str, Trigger]:
        """A foe that comes within reach, attacks, or begins to move."""
        return {"reach": self.near, "attack": _attacks, "move": _sets_out}

    def paid(self, battle: Battle, actor: Creature, activity: str, *_clauses: str) -> Begun:
        """The clause is told with what is held ready."""
        return super().paid(battle, actor, activity)

    def doer(self, event: ev.Event) -> str | None:
        """Who steps, or begins to move or to attack."""
        if isinstance(event, ev.Stepped):
            return event.actor
        frame = event.frame if isinstance(event, ev.Undertaken) else None
        return frame.actor if isinstance(frame, Moving | Attacking | FullAttacking) else None

    def fit(self, battle: Battle, actor: Creature) -> bool:
        """Not while flat-footed."""
        return battle.acts(actor) and not actor.has("flat_footed")

    def made(self, battle: Battle, actor: Creature, attack: Attacking) -> list[ev.Event]:
        """The order changes, and the attack may provoke as any other."""
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
