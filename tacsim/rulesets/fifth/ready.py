"""Readying in the 5e family: an attack held back for something that a foe does (``grid5e.ready``).

It takes the action, and the reaction once it is made: as soon as what set it off is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Asking, Attacking, Trying
from tacsim.core.components import Watch, Weapon
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules import waiting
from tacsim.rules.battle import Battle
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.rules.perception import known_to
from tacsim.rules.waiting import Trigger, comes_near, over, unfit
from tacsim.rulesets.fifth.actions import Action, Begun


class Ready(Action):
    """To hold an attack back, and to make it."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Ready]:
        """For whatever may be waited for, from any enemy and from each."""
        return waiting.candidates(battle, actor, TRIGGERS)

    def begin(self, battle: Battle, intent: it.Ready) -> Begun:
        """Take the action and wait."""
        actor, clause = battle.world[intent.actor], self.cite["ready"]
        if intent.trigger not in TRIGGERS:
            return refuse(Reason.UNKNOWN_TRIGGER, clause, trigger=intent.trigger)
        watch = Watch(intent.trigger, intent.target, intent.weapon)
        refusal = unfit(battle, actor, watch, _arms(actor, watch), clause)
        if refusal is not None:
            return refusal
        paid = self.paid(battle, actor, "ready", clause)
        if isinstance(paid, Refused):
            return paid
        return [*paid, ev.Readied(actor.id, watch, (clause,))]

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Ask whether it acts now, unless it cannot any more."""
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        if _weapon(battle, actor, foe) is None:
            return [ev.Concluded()]
        asking = Asking("ready", "ready", (actor.id,), foe.id, (self.cite["ready"],))
        return [ev.Concluded(), ev.Undertaken(asking)]

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """One attack at once; declined, it is still held ready."""
        actor = battle.world[asking.actors[0]]
        foe = battle.world[asking.about or ""]
        weapon = _weapon(battle, actor, foe)
        if not yes or weapon is None:
            return []
        return [
            ev.Spent(actor.id, battle.ruleset.opportunity.spend(actor)),
            *over(actor, self.cite["ready"]),
            ev.Undertaken(Attacking(actor.id, foe.id, weapon)),
        ]


def set_off(battle: Battle, batch: list[ev.Event]) -> list[ev.Event]:
    """The acts that events are about to set off, the first in initiative order on top."""
    return waiting.set_off(battle, batch, TRIGGERS, _doer)


def _doer(event: ev.Event) -> str | None:
    """Who has stepped or attacked."""
    return event.actor if isinstance(event, ev.Stepped | ev.Struck) else None


def _arms(actor: Creature, watch: Watch) -> tuple[Weapon, ...]:
    """The weapons that may be used: the one named, else all."""
    return tuple(w for w in actor.offence.weapons if watch.weapon in (None, w.name))


def _weapon(battle: Battle, actor: Creature, foe: Creature) -> Weapon | None:
    """What it would attack with as things stand, or None when it cannot."""
    watch = actor.watch
    fit = battle.fights(actor) and actor.resources["reaction"] > 0 and battle.able(foe)
    if not watch.trigger or not fit or foe.id not in known_to(battle, actor.side):
        return None
    weapon = choose_weapon(battle, actor, foe, watch.weapon)
    return None if isinstance(weapon, Refused) else weapon


def _comes_near(battle: Battle, actor: Creature, event: ev.Event) -> bool:
    """Whether a step leads from out of reach into it; shooters count their normal range."""
    return comes_near(battle, actor, event, _arms(actor, actor.watch))


def _attacks(_battle: Battle, _actor: Creature, event: ev.Event) -> bool:
    """Whether an attack has been made."""
    return isinstance(event, ev.Struck)


TRIGGERS: Mapping[str, Trigger] = {
    "reach": _comes_near,
    "attack": _attacks,
}
"""What an attack may be kept for: a foe that comes within reach, or that has attacked."""
