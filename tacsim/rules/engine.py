"""Resolve: an intent in, the events that follow from it out, applied.

``submit`` is the one door through which human, script, opponent and replay act. It judges the
intent, begins its act, and carries on what is under way until a choice has to be made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import (
    Asking,
    Attacking,
    Decision,
    FullAttacking,
    Moving,
    Offering,
    Standing,
    Trying,
)
from tacsim.core.apply import apply
from tacsim.core.verdicts import Allowed, Reason, Refused, Verdict, refuse
from tacsim.rules.acts import BEGIN, answered, asked
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import of_attack
from tacsim.rules.combat.policies import Begun
from tacsim.rules.combat.threat import watches
from tacsim.rules.combat.weapons import arms, choose_weapon
from tacsim.rules.goals import met_now
from tacsim.rules.movement import moving
from tacsim.rules.turns import decided, end_turn, next_turn

Watch: TypeAlias = Callable[[Battle, list[ev.Event]], None]
"""Is shown events that are about to take effect in a battle."""


def start(battle: Battle) -> list[ev.Event]:
    """Begin a battle: initiative, the first round, up to the first decision."""
    events: list[ev.Event] = []
    commit(battle, battle.ruleset.opening.begin(battle), events)
    _carry_on(battle, events)
    return events


def check(battle: Battle, intent: it.Intent) -> Verdict:
    """Whether an intent is allowed now; nothing changes."""
    begun = begin(battle, intent)
    return begun if isinstance(begun, Refused) else Allowed()


def submit(battle: Battle, intent: it.Intent, watch: Watch | None = None) -> list[ev.Event]:
    """Carry out an intent as far as the next decision; a refusal changes nothing.

    ``watch`` is shown what follows by itself, the dice that fall among it, before it takes effect.
    """
    begun = begin(battle, intent)
    if isinstance(begun, Refused):
        return [refusal_event(intent, begun)]
    events: list[ev.Event] = []
    commit(battle, begun, events)
    _carry_on(battle, events, watch)
    return events


def refusal_event(intent: it.Intent, refusal: Refused) -> ev.IntentRefused:
    """A refusal as an event, for logs and scripts."""
    return ev.IntentRefused(
        intent.actor,
        it.NAMES[type(intent)],
        refusal.reason.value,
        refusal.clause,
        refusal.details,
        (refusal.clause,),
    )


def commit(battle: Battle, batch: list[ev.Event], events: list[ev.Event]) -> None:
    """Bring the battle up to date with some events and with what they stir; note all of them."""
    readiness = battle.ruleset.readiness
    stirred = readiness.stirred(battle, batch) if readiness is not None else []
    _tell(battle, [*batch, *stirred], events)
    while readiness is not None and (over := readiness.lapsed(battle)):
        _tell(battle, over, events)
        batch = [*batch, *over]
    if battle.world.goals and not battle.world.outcome.over:
        _tell(battle, met_now(battle, batch), events)
    fallen = any(_fells(battle, event) for event in batch if type(event) in _FALLING)
    if fallen and not battle.world.outcome.over:
        _tell(battle, decided(battle), events)


def _tell(battle: Battle, batch: list[ev.Event], events: list[ev.Event]) -> None:
    """Bring the world up to date with some events, and note them down."""
    for event in batch:
        apply(battle.world, event)
        events.append(event)


_FALLING = {ev.Downed, ev.ConditionGained}


def _fells(battle: Battle, event: ev.Event) -> bool:
    """Whether a creature is out of the fight by an event, which may have been its side's last."""
    out = battle.ruleset.effects.named("out")
    return not isinstance(event, ev.ConditionGained) or event.condition in out


def _carry_on(battle: Battle, events: list[ev.Event], watch: Watch | None = None) -> None:
    """Advance what is under way until a decision is due or the battle is over."""
    while not battle.world.outcome.over:
        batch = following(battle)
        if batch is None:
            return
        if watch is not None:
            watch(battle, batch)
        commit(battle, batch, events)


def following(battle: Battle) -> list[ev.Event] | None:
    """The next events that follow by themselves, or None where a choice has to be made."""
    top = battle.world.agenda.top
    if top is None:
        active = battle.world.clock.active
        if active is None:
            return next_turn(battle)
        return None if battle.acts(battle.world[active]) else end_turn(active)
    return _ADVANCE[type(top)](battle, top)


# --- beginning -------------------------------------------------------------------------------


def begin(battle: Battle, intent: it.Intent) -> Begun:
    """How an intent begins, or why it is refused; nothing changes."""
    clause = battle.ruleset.clause
    if battle.world.outcome.over:
        return refuse(Reason.BATTLE_OVER, clause("turn"))
    name = it.NAMES[type(intent)]
    if isinstance(intent, it.Adjourn):
        active = battle.world.clock.active
        return [*(end_turn(active) if active is not None else ()), ev.BattleEnded(None)]
    if name not in battle.ruleset.intents:
        return refuse(Reason.UNKNOWN_INTENT, clause("turn"), intent=name)
    decision = battle.decision
    if decision is None:
        return refuse(Reason.NO_DECISION, clause("turn"))
    if intent.actor not in battle.world:
        return refuse(Reason.UNKNOWN_CREATURE, clause("turn"), name=str(intent.actor))
    top = battle.world.agenda.top
    own = isinstance(top, Asking) and top.intent == name
    answer = own or isinstance(intent, it.Take | it.Decline)
    refusal = _out_of_turn(battle, intent.actor, decision, answer)
    if refusal is not None:
        return refusal
    procedure = battle.ruleset.procedures.get(name)
    if procedure is not None:
        return procedure.begin(battle, intent)
    return BEGIN[type(intent)](battle, intent)


def _out_of_turn(battle: Battle, actor: str, decision: Decision, answer: bool) -> Refused | None:
    clause = battle.ruleset.clause
    if decision.is_turn:
        if answer:
            return refuse(Reason.NO_OFFER, clause("opportunity"))
        if actor != decision.actor:
            return refuse(Reason.NOT_YOUR_TURN, clause("turn"), by=decision.actor)
        return None
    if not answer:
        return refuse(Reason.OFFER_OPEN, clause("opportunity"), by=decision.actor)
    if actor != decision.actor:
        return refuse(Reason.NO_OFFER, clause("opportunity"), by=decision.actor)
    return None


# --- carrying on -------------------------------------------------------------------------------


def _attacking(battle: Battle, frame: Attacking) -> list[ev.Event]:
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    attacks = battle.ruleset.attacks
    if not battle.able(actor) or target.has("dead"):
        return [ev.Concluded()]
    if not (frame.entering or of_attack(battle, frame, _possible)):
        return [ev.Concluded()]
    before = attacks.before(battle, frame)
    return [ev.Concluded(), *attacks.carry_out(battle, frame)] if before is None else before


def _possible(battle: Battle, frame: Attacking) -> Verdict:
    """Whether an attack can still be made."""
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    check, melee_only = battle.ruleset.attacks.check, frame.opportunity
    return check(battle, actor, target, frame.weapon, melee_only=melee_only)


def _full_attacking(battle: Battle, frame: FullAttacking) -> list[ev.Event]:
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    dropped = target.has("dead") or (frame.stood and not battle.able(target))
    if dropped or not battle.able(actor):
        return [ev.Concluded()]
    attacks, attacks_left = battle.ruleset.attacks, actor.attacks_left
    for index, (name, penalty) in enumerate(attacks_left.attacks):
        weapon = next((w for w in arms(battle, actor) if w.name == name), None)
        if weapon is not None and attacks.check(battle, actor, target, weapon):
            rest = (*attacks_left.attacks[:index], *attacks_left.attacks[index + 1 :])
            return [
                ev.Spent(actor.id, (("attacks", len(rest)),)),
                ev.Prepared(actor.id, rest, attacks_left.acts),
                ev.Undertaken(Attacking(actor.id, target.id, weapon, penalty=penalty)),
            ]
    return [ev.Concluded()]


def _offering(battle: Battle, frame: Offering) -> list[ev.Event] | None:
    provoker, foe = battle.world[frame.provoker], battle.world[frame.foes[0]]
    if not battle.able(provoker):
        return [ev.Concluded()]
    entering = foe.id in frame.entered
    weapon = choose_weapon(battle, foe, provoker, None, melee_only=True, entering=entering)
    if watches(battle, foe, provoker) and not isinstance(weapon, Refused):
        return None
    return [asked(frame)]


def _standing(battle: Battle, frame: Standing) -> list[ev.Event]:
    if not battle.able(battle.world[frame.actor]):
        return [ev.Concluded()]
    return [ev.Concluded(), *battle.ruleset.opening.stand(battle, frame)]


def _trying(battle: Battle, frame: Trying) -> list[ev.Event]:
    return battle.ruleset.procedures[frame.name].advance(battle, frame)


def _asking(battle: Battle, frame: Asking) -> list[ev.Event] | None:
    """Wait for an answer; those who can give none decline."""
    able = battle.acts(battle.world[frame.actors[0]])
    return None if able else answered(battle, frame, yes=False)


_ADVANCE: dict[type[Any], Callable[[Battle, Any], list[ev.Event] | None]] = {
    Moving: moving.advance,
    Attacking: _attacking,
    FullAttacking: _full_attacking,
    Offering: _offering,
    Standing: _standing,
    Trying: _trying,
    Asking: _asking,
}
