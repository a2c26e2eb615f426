"""Resolve: an intent in, the events that follow from it out, applied.

``submit`` is the one door through which human, script, opponent and replay act. It judges the
intent, begins what is wanted, and carries on whatever is under way until somebody has to choose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from tacsim.model import events as ev
from tacsim.model import intents as it
from tacsim.model.agenda import Attacking, Decision, FullAttacking, Moving, Offering, Standing
from tacsim.model.components import Weapon
from tacsim.model.verdicts import Allowed, Reason, Refused, Verdict, refuse
from tacsim.model.world import Creature
from tacsim.rules import moving
from tacsim.rules.apply import apply
from tacsim.rules.battle import Battle
from tacsim.rules.movement import plan
from tacsim.rules.moving import offer
from tacsim.rules.sight import known_to
from tacsim.rules.turns import decided, end_turn, next_turn
from tacsim.rules.weapons import choose_weapon, named_weapon

Begun = list[ev.Event] | Refused


def start(battle: Battle) -> list[ev.Event]:
    """Begin a battle: initiative, the first round, up to the first decision."""
    events: list[ev.Event] = []
    _commit(battle, battle.ruleset.opening.begin(battle), events)
    _carry_on(battle, events)
    return events


def check(battle: Battle, intent: it.Intent) -> Verdict:
    """Whether an intent is allowed now; nothing changes."""
    begun = _begin(battle, intent)
    return begun if isinstance(begun, Refused) else Allowed()


def submit(battle: Battle, intent: it.Intent) -> list[ev.Event]:
    """Carry out an intent as far as the next decision; a refusal changes nothing."""
    begun = _begin(battle, intent)
    if isinstance(begun, Refused):
        return [refusal_event(intent, begun)]
    events: list[ev.Event] = []
    _commit(battle, begun, events)
    _carry_on(battle, events)
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


def _commit(battle: Battle, batch: list[ev.Event], events: list[ev.Event]) -> None:
    for event in batch:
        apply(battle.world, event)
        events.append(event)
    if any(isinstance(event, ev.Downed) for event in batch):
        for event in decided(battle):
            apply(battle.world, event)
            events.append(event)


def _carry_on(battle: Battle, events: list[ev.Event]) -> None:
    """Advance what is under way until a decision is due or the battle is over."""
    while not battle.world.outcome.over:
        batch = _next(battle)
        if batch is None:
            return
        _commit(battle, batch, events)


def _next(battle: Battle) -> list[ev.Event] | None:
    """The next events that follow by themselves, or None where somebody has to choose."""
    top = battle.world.agenda.top
    if top is None:
        active = battle.world.clock.active
        if active is None:
            return next_turn(battle)
        return None if battle.able(battle.world[active]) else end_turn(active)
    return _ADVANCE[type(top)](battle, top)


# --- beginning -------------------------------------------------------------------------------


def _begin(battle: Battle, intent: it.Intent) -> Begun:
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
    answer = isinstance(intent, it.Take | it.Decline)
    refusal = _out_of_turn(battle, intent.actor, decision, answer)
    if refusal is not None:
        return refusal
    return _BEGIN[type(intent)](battle, intent)


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


def _move(battle: Battle, intent: it.Move) -> Begun:
    found = plan(battle, intent)
    if isinstance(found, Refused):
        return found
    return moving.begin(intent, found)


def _strike(battle: Battle, intent: it.Strike) -> Begun:
    actor = battle.world[intent.actor]
    target = _target(battle, actor, intent.target)
    if isinstance(target, Refused):
        return target
    impetus = actor.impetus.targets
    if impetus and target.id not in impetus:
        return refuse(Reason.NO_CHARGE_TARGET, battle.ruleset.clause("charge"))
    price = () if impetus else battle.ruleset.economy.price(battle, actor, "strike")
    if isinstance(price, Refused):
        return price
    blows = () if impetus else actor.flurry.blows
    chosen = choose_weapon(
        battle,
        actor,
        target,
        intent.weapon or (blows[0][0] if blows else None),
        melee_only=bool(impetus),
    )
    if isinstance(chosen, Refused):
        return chosen
    begun: list[ev.Event] = [ev.Spent(actor.id, price)] if price else []
    penalty, acts = 0, battle.ruleset.attacks.acts(battle, actor, target, chosen)
    if blows:
        blow = _blow_for(actor, chosen)
        if blow is None:
            return refuse(
                Reason.WEAPON_USED, battle.ruleset.clause("full_attack"), weapon=chosen.name
            )
        penalty = blows[blow][1]
        done = actor.flurry.acts
        acts = tuple(act for act in acts if act not in done)
        rest = (*blows[:blow], *blows[blow + 1 :])
        begun.append(ev.Prepared(actor.id, rest, (*done, *acts)))
    frame = Attacking(actor.id, target.id, chosen, penalty=penalty, charge=bool(impetus))
    return [*begun, ev.Undertaken(frame), *_offer_acts(battle, actor, target, acts)]


def _blow_for(actor: Creature, weapon: Weapon) -> int | None:
    """Which of the blows left a weapon may make: its own, or any that a hand makes for a hand's."""
    blows = actor.flurry.blows
    for index, (name, _) in enumerate(blows):
        if name == weapon.name:
            return index
    for index, (name, _) in enumerate(blows):
        other = named_weapon(actor, name)
        if not weapon.natural and other is not None and not other.natural:
            return index
    return None


def _full_attack(battle: Battle, intent: it.FullAttack) -> Begun:
    actor = battle.world[intent.actor]
    clause = battle.ruleset.clause
    price = battle.ruleset.economy.price(battle, actor, "full_attack")
    if isinstance(price, Refused):
        return price
    named = named_weapon(actor, intent.weapon)
    if intent.weapon is not None and named is None:
        return refuse(Reason.UNKNOWN_WEAPON, clause("attack"), weapon=intent.weapon)
    found = _target(battle, actor, intent.target or _nearest_in_reach(battle, actor, intent.weapon))
    if isinstance(found, Refused):
        return found
    chosen = choose_weapon(battle, actor, found, intent.weapon)
    if isinstance(chosen, Refused):
        return chosen
    named = named or (None if chosen.natural else chosen)
    sequence = battle.ruleset.attacks.sequence(battle, actor, named)
    blows = tuple((w.name, penalty) for w, penalty in sequence[actor.resources["made"] :])
    if not blows:
        return refuse(Reason.NO_FULL_ROUND, clause("full_attack"))
    acts = battle.ruleset.attacks.acts(battle, actor, found, chosen)
    return [
        ev.Spent(actor.id, (*price, ("attacks", len(blows)))),
        ev.Prepared(actor.id, blows, acts),
        ev.Undertaken(FullAttacking(actor.id, found.id, stood=battle.able(found))),
        *_offer_acts(battle, actor, found, acts),
    ]


def _stand(battle: Battle, intent: it.Stand) -> Begun:
    actor = battle.world[intent.actor]
    if not actor.has("prone"):
        return refuse(Reason.NOT_PRONE, battle.ruleset.clause("prone"))
    price = battle.ruleset.economy.price(battle, actor, "stand")
    if isinstance(price, Refused):
        return price
    return [
        ev.Spent(actor.id, price),
        ev.Undertaken(Standing(actor.id)),
        *_offer_acts(battle, actor, actor, ("stand",)),
    ]


def _drop(battle: Battle, intent: it.Drop) -> Begun:
    actor = battle.world[intent.actor]
    if actor.has("prone"):
        return refuse(Reason.PRONE, battle.ruleset.clause("prone"))
    return [ev.ConditionGained(actor.id, "prone", clauses=(battle.ruleset.clause("drop"),))]


def _total_defense(battle: Battle, intent: it.TotalDefense) -> Begun:
    actor = battle.world[intent.actor]
    price = battle.ruleset.economy.price(battle, actor, "total_defense")
    if isinstance(price, Refused):
        return price
    clauses = (battle.ruleset.clause("total_defense"),)
    return [
        ev.Spent(actor.id, price),
        ev.ConditionGained(actor.id, "total_defense", "turn", clauses),
    ]


def _take(battle: Battle, intent: it.Take) -> Begun:
    top = battle.world.agenda.top
    assert isinstance(top, Offering)
    actor, target = battle.world[intent.actor], battle.world[top.provoker]
    entering = actor.id in top.entered
    weapon = choose_weapon(battle, actor, target, intent.weapon, melee_only=True, entering=entering)
    if isinstance(weapon, Refused):
        return weapon
    attack = Attacking(actor.id, target.id, weapon, opportunity=True, entering=entering)
    clauses = (battle.ruleset.clause("opportunity.attack"),)
    return [
        ev.Took(actor.id, target.id, clauses),
        ev.Spent(actor.id, battle.ruleset.opportunity.spend(actor)),
        _asked(top),
        ev.Undertaken(attack),
    ]


def _decline(battle: Battle, intent: it.Decline) -> Begun:
    top = battle.world.agenda.top
    assert isinstance(top, Offering)
    return [ev.Declined(intent.actor, top.provoker), _asked(top)]


def _asked(top: Offering) -> ev.Event:
    """The first of those asked has answered."""
    rest = top.foes[1:]
    return ev.CarriedOn(attrs.evolve(top, foes=rest)) if rest else ev.Concluded()


def _end_turn(_battle: Battle, intent: it.EndTurn) -> Begun:
    return end_turn(intent.actor)


_BEGIN: dict[type[Any], Callable[[Battle, Any], Begun]] = {
    it.Move: _move,
    it.Strike: _strike,
    it.FullAttack: _full_attack,
    it.Stand: _stand,
    it.Drop: _drop,
    it.TotalDefense: _total_defense,
    it.Take: _take,
    it.Decline: _decline,
    it.EndTurn: _end_turn,
}


# --- targets and weapons -----------------------------------------------------------------------


def _target(battle: Battle, actor: Creature, name: str | None) -> Creature | Refused:
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


def _nearest_in_reach(battle: Battle, actor: Creature, weapon: str | None) -> str | None:
    """The nearest known foe that can be attacked from here; of equals the first in the order."""
    known = known_to(battle, actor.side)
    foes = [
        foe
        for foe in battle.foes(actor)
        if foe.id in known and not isinstance(choose_weapon(battle, actor, foe, weapon), Refused)
    ]
    metric, order = battle.ruleset.metric, battle.world.order
    nearest = min(
        foes,
        key=lambda foe: (metric.distance(actor.body, foe.body), order.index(foe.id)),
        default=None,
    )
    return nearest.id if nearest else None


def _offer_acts(
    battle: Battle, actor: Creature, target: Creature, acts: tuple[str, ...]
) -> list[ev.Event]:
    policy = battle.ruleset.opportunity
    found = [p for act in acts for p in policy.by_act(battle, actor, act, target)]
    return offer(battle, actor.id, tuple(found), "act")


# --- carrying on -------------------------------------------------------------------------------


def _attacking(battle: Battle, frame: Attacking) -> list[ev.Event]:
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    attacks = battle.ruleset.attacks
    if not battle.able(actor) or target.has("dead"):
        return [ev.Concluded()]
    possible = attacks.check(battle, actor, target, frame.weapon, melee_only=frame.opportunity)
    if not (possible or frame.entering):
        return [ev.Concluded()]
    return [ev.Concluded(), *attacks.carry_out(battle, frame)]


def _full_attacking(battle: Battle, frame: FullAttacking) -> list[ev.Event]:
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    dropped = target.has("dead") or (frame.stood and not battle.able(target))
    if dropped or not battle.able(actor):
        return [ev.Concluded()]
    attacks, flurry = battle.ruleset.attacks, actor.flurry
    for index, (name, penalty) in enumerate(flurry.blows):
        weapon = named_weapon(actor, name)
        if weapon is not None and attacks.check(battle, actor, target, weapon):
            rest = (*flurry.blows[:index], *flurry.blows[index + 1 :])
            return [
                ev.Spent(actor.id, (("attacks", len(rest)),)),
                ev.Prepared(actor.id, rest, flurry.acts),
                ev.Undertaken(Attacking(actor.id, target.id, weapon, penalty=penalty)),
            ]
    return [ev.Concluded()]


def _offering(battle: Battle, frame: Offering) -> list[ev.Event] | None:
    provoker, foe = battle.world[frame.provoker], battle.world[frame.foes[0]]
    if not battle.able(provoker):
        return [ev.Concluded()]
    able = foe.id in battle.ruleset.opportunity.watchers(battle, provoker)
    entering = foe.id in frame.entered
    weapon = choose_weapon(battle, foe, provoker, None, melee_only=True, entering=entering)
    if able and not isinstance(weapon, Refused):
        return None
    return [_asked(frame)]


def _standing(battle: Battle, frame: Standing) -> list[ev.Event]:
    if not battle.able(battle.world[frame.actor]):
        return [ev.Concluded()]
    return [ev.Concluded(), *battle.ruleset.opening.stand(battle, frame)]


_ADVANCE: dict[type[Any], Callable[[Battle, Any], list[ev.Event] | None]] = {
    Moving: moving.advance,
    Attacking: _attacking,
    FullAttacking: _full_attacking,
    Offering: _offering,
    Standing: _standing,
}
