"""Readying: an attack held back until a foe does what it is kept for (``d20.ready``).

The attack comes before what set it off goes on, and whoever makes it has its place in the order
right before the creature whose turn that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacsim.core import events as ev
from tacsim.core.agenda import Asking, Attacking, FullAttacking, Moving, Trying
from tacsim.core.components import Watch, Weapon
from tacsim.core.intents import Ready
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules import waiting
from tacsim.rules.acts import offer_acts
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import PlainAct
from tacsim.rules.combat.threat import melee
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.rules.perception import known_to
from tacsim.rules.turns import put_beside
from tacsim.rules.waiting import Trigger, comes_near, over, unfit

CLAUSE = "d20.ready"


class Readying(PlainAct):
    """To make ready, and to act."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[Ready]:
        """For whatever may be waited for, from any enemy and from each."""
        return waiting.candidates(battle, actor, TRIGGERS)

    def begin(self, battle: Battle, intent: Ready) -> list[ev.Event] | Refused:
        """A standard action that provokes nothing."""
        actor = battle.world[intent.actor]
        if intent.trigger not in TRIGGERS:
            return refuse(Reason.UNKNOWN_TRIGGER, CLAUSE, trigger=intent.trigger)
        watch = Watch(intent.trigger, intent.target, intent.weapon)
        refusal = unfit(battle, actor, watch, _arms(actor, watch), CLAUSE)
        if refusal is not None:
            return refusal
        price = battle.ruleset.economy.price(battle, actor, "ready")
        if isinstance(price, Refused):
            return price
        clauses = (CLAUSE, "d20.actions.provoke.no")
        return [ev.Spent(actor.id, price), ev.Readied(actor.id, watch, clauses)]

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Ask whether it acts now, unless it cannot any more."""
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        if _weapon(battle, actor, foe) is None:
            return [ev.Concluded()]
        asking = Asking("ready", "ready", (actor.id,), foe.id, (CLAUSE,))
        return [ev.Concluded(), ev.Undertaken(asking)]

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """One attack at once; declined, it is still held ready."""
        actor = battle.world[asking.actors[0]]
        assert asking.about is not None
        foe = battle.world[asking.about]
        weapon = _weapon(battle, actor, foe)
        if not yes or weapon is None:
            return []
        acts = battle.ruleset.attacks.acts(battle, actor, foe, weapon)
        return [
            *over(actor, CLAUSE),
            *_before_whose_turn_it_is(battle, actor),
            ev.Undertaken(Attacking(actor.id, foe.id, weapon)),
            *offer_acts(battle, actor, foe, acts),
        ]


def _arms(actor: Creature, watch: Watch) -> tuple[Weapon, ...]:
    """The weapons that may be used: the one named; else, for whoever comes near, those of melee."""
    if watch.weapon is not None:
        return tuple(w for w in actor.offence.weapons if w.name == watch.weapon)
    return tuple(melee(actor)) if watch.trigger == "reach" else actor.offence.weapons


def _before_whose_turn_it_is(battle: Battle, actor: Creature) -> list[ev.Event]:
    active = battle.world.clock.active
    if active is None or active == actor.id:
        return []
    return put_beside(battle, actor.id, active, (CLAUSE,), after=False)


def _weapon(battle: Battle, actor: Creature, foe: Creature) -> Weapon | None:
    """What it would attack with as things stand, or None when it cannot."""
    watch = actor.watch
    fit = battle.acts(actor) and not actor.has("flat_footed") and battle.able(foe)
    if not watch.trigger or not fit or foe.id not in known_to(battle, actor.side):
        return None
    near = watch.trigger == "reach" and watch.weapon is None
    weapon = choose_weapon(battle, actor, foe, watch.weapon, melee_only=near)
    return None if isinstance(weapon, Refused) else weapon


# --- what sets it off ----------------------------------------------------------------------------


def set_off(battle: Battle, batch: list[ev.Event]) -> list[ev.Event]:
    """The acts that events are about to set off, the first in initiative order on top."""
    return waiting.set_off(battle, batch, TRIGGERS, _doer)


def _doer(event: ev.Event) -> str | None:
    """Who does what may set something off."""
    if isinstance(event, ev.Stepped):
        return event.actor
    if isinstance(event, ev.Undertaken) and isinstance(
        event.frame, Moving | Attacking | FullAttacking
    ):
        return event.frame.actor
    return None


def _comes_near(battle: Battle, actor: Creature, event: ev.Event) -> bool:
    """Whether a step leads from out of reach into it; shooters count their first increment."""
    return comes_near(battle, actor, event, _arms(actor, actor.watch), sighted=True)


def _attacks(battle: Battle, _actor: Creature, event: ev.Event) -> bool:
    """Whether an attack begins; not an opportunity, and not each blow of a full attack anew."""
    frame = event.frame if isinstance(event, ev.Undertaken) else None
    if isinstance(frame, FullAttacking):
        return True
    under_way = isinstance(battle.world.agenda.top, FullAttacking)
    return isinstance(frame, Attacking) and not (frame.opportunity or under_way)


def _sets_out(_battle: Battle, _actor: Creature, event: ev.Event) -> bool:
    return isinstance(event, ev.Undertaken) and isinstance(event.frame, Moving)


TRIGGERS: Mapping[str, Trigger] = {
    "reach": _comes_near,
    "attack": _attacks,
    "move": _sets_out,
}
"""What an attack may be kept for: a foe that comes within reach, attacks, or begins to move."""
