"""Acts: how each intent begins, or the reason why it may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Asking, Attacking, FullAttacking, Offering, Standing
from tacsim.core.components import AttacksLeft, Weapon
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Begun, Bidding
from tacsim.rules.combat.targets import nearest, target_of
from tacsim.rules.combat.weapons import arms, choose_weapon, named_weapon
from tacsim.rules.movement import moving
from tacsim.rules.movement.moving import offer
from tacsim.rules.movement.plan import judged
from tacsim.rules.movement.policies import Counts
from tacsim.rules.perception import known_to
from tacsim.rules.turns import end_turn

Attacks = tuple[tuple[str, int], ...]


def _move(battle: Battle, intent: it.Move) -> Begun:
    found = judged(battle, intent)  # as who chose it has just done
    if isinstance(found, Refused):
        return found
    return moving.begin(battle, intent, found)


def _strike(battle: Battle, intent: it.Strike) -> Begun:
    actor = battle.world[intent.actor]
    target = target_of(battle, actor, intent.target)
    if isinstance(target, Refused):
        return target
    charge_targets = actor.charge_targets.targets
    if charge_targets and target.id not in charge_targets:
        return refuse(Reason.NO_CHARGE_TARGET, battle.ruleset.clause("charge"))
    price = () if charge_targets else battle.ruleset.attacks.price(battle, actor, intent)
    if isinstance(price, Refused):
        return price
    attacks = () if charge_targets else actor.attacks_left.attacks
    chosen = choose_weapon(
        battle,
        actor,
        target,
        intent.weapon or (attacks[0][0] if attacks else None),
        melee_only=bool(charge_targets),
    )
    if isinstance(chosen, Refused):
        return chosen
    guard = _guard(battle, actor, intent)
    if isinstance(guard, Refused):
        return guard
    ready = battle.ruleset.attacks.ready(battle, actor, chosen)
    if isinstance(ready, Refused):
        return ready
    begun: list[ev.Event] = [ev.Spent(actor.id, price)] if price else []
    begun += [*guard, *ready]
    penalty, acts = 0, battle.ruleset.attacks.acts(battle, actor, target, chosen)
    if attacks:
        attack = attack_for(actor, chosen, attacks)
        if attack is None:
            return refuse(
                Reason.WEAPON_USED, battle.ruleset.clause("full_attack"), weapon=chosen.name
            )
        penalty = attacks[attack][1]
        done = actor.attacks_left.acts
        acts = tuple(act for act in acts if act not in done)
        rest = (*attacks[:attack], *attacks[attack + 1 :])
        begun.append(ev.Prepared(actor.id, rest, (*done, *acts)))
    elif not charge_targets:
        begun.append(ev.Prepared(actor.id, (), acts, first=chosen.name))
    frame = Attacking(
        actor.id, target.id, chosen.at_hand, penalty=penalty, charge=bool(charge_targets),
        stamina=intent.stamina,
    )  # fmt: skip
    return [*begun, ev.Undertaken(frame), *offer_acts(battle, actor, target, acts)]


def _guard(battle: Battle, actor: Creature, intent: it.Strike | it.FullAttack) -> Begun:
    """What guarding oneself while attacking brings: it begins with the first attack of a turn.

    That at the end of a charge does not count. Clause: ``d20.defence``.
    """
    if not intent.defensive or actor.has("defensive"):
        return []
    if "defensive" not in battle.ruleset.conditions:
        clause = battle.ruleset.clause("turn")
        return refuse(Reason.UNKNOWN_INTENT, clause, intent="defensive")
    clause = battle.ruleset.clause("defensive")
    if actor.attacks_left != AttacksLeft() or actor.charge_targets.targets:
        return refuse(Reason.HAS_ACTED, clause)
    return [battle.ruleset.effects.gained(actor.id, "defensive", clause)]


def attack_for(actor: Creature, weapon: Weapon, attacks: Attacks) -> int | None:
    """Which of some attacks a weapon may make: its own, or any that a hand makes for a hand's."""
    for index, (name, _) in enumerate(attacks):
        if name == weapon.name:
            return index
    for index, (name, _) in enumerate(attacks):
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
    named = next((w for w in arms(battle, actor) if w.name == intent.weapon), None)
    if intent.weapon is not None and named is None:
        return refuse(Reason.UNKNOWN_WEAPON, clause("attack"), weapon=intent.weapon)
    wanted = intent.target or _nearest_in_reach(battle, actor, intent.weapon)
    found = target_of(battle, actor, wanted)
    if isinstance(found, Refused):
        return found
    chosen = choose_weapon(battle, actor, found, intent.weapon)
    if isinstance(chosen, Refused):
        return chosen
    named = named or (None if chosen.natural and not chosen.separate else chosen)
    sequence = battle.ruleset.attacks.sequence(battle, actor, named)
    attacks = tuple((weapon.name, penalty) for weapon, penalty in sequence)
    if actor.attacks_left.first is not None:  # the attack already made was one of them
        first = named_weapon(actor, actor.attacks_left.first)
        made = (attack_for(actor, first, attacks) if first is not None else 0) or 0
        attacks = (*attacks[:made], *attacks[made + 1 :])
    if not attacks:
        return refuse(Reason.NO_FULL_ROUND, clause("full_attack"))
    acts = battle.ruleset.attacks.acts(battle, actor, found, chosen)
    acts = tuple(act for act in acts if act not in actor.attacks_left.acts)
    guard = _guard(battle, actor, intent)
    if isinstance(guard, Refused):
        return guard
    return [
        ev.Spent(actor.id, (*price, ("attacks", len(attacks)))),
        *guard,
        ev.Prepared(actor.id, attacks, (*actor.attacks_left.acts, *acts)),
        ev.Undertaken(FullAttacking(actor.id, found.id, stood=battle.able(found))),
        *offer_acts(battle, actor, found, acts),
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
        *offer_acts(battle, actor, actor, ("stand",)),
    ]


def _drop(battle: Battle, intent: it.Drop) -> Begun:
    actor = battle.world[intent.actor]
    if actor.has("prone"):
        return refuse(Reason.PRONE, battle.ruleset.clause("prone"))
    clauses = (battle.ruleset.clause("drop"),)
    return [ev.ConditionGained(actor.id, "prone", clauses=clauses, by=actor.id)]


def _total_defense(battle: Battle, intent: it.TotalDefense) -> Begun:
    actor = battle.world[intent.actor]
    price = battle.ruleset.economy.price(battle, actor, "total_defense")
    if isinstance(price, Refused):
        return price
    clause = battle.ruleset.clause("total_defense")
    return [
        ev.Spent(actor.id, price),
        battle.ruleset.effects.gained(actor.id, "total_defense", clause),
    ]


@enforces("d20.aoo.attack")
def _take(battle: Battle, intent: it.Take) -> Begun:
    top = battle.world.agenda.top
    if isinstance(top, Asking):
        return _taken_up(battle, top, intent)
    assert isinstance(top, Offering)
    actor, target = battle.world[intent.actor], battle.world[top.provoker]
    entering = actor.id in top.entered
    weapon = choose_weapon(battle, actor, target, intent.weapon, melee_only=True, entering=entering)
    if isinstance(weapon, Refused):
        return weapon
    price = battle.ruleset.attacks.price(battle, actor, intent)
    if isinstance(price, Refused):
        return price
    attack = Attacking(
        actor.id, target.id, weapon, opportunity=True, entering=entering,
        moving=top.cause == "move", stamina=intent.stamina,
    )  # fmt: skip
    clauses = (battle.ruleset.clause("opportunity.attack"),)
    return [
        ev.Took(actor.id, target.id, clauses),
        ev.Spent(actor.id, price),
        asked(top),
        ev.Undertaken(attack),
    ]


def _taken_up(battle: Battle, top: Asking, intent: it.Take) -> Begun:
    """A question taken up, on the terms of the intent where it has any."""
    procedure = battle.ruleset.procedures[top.procedure]
    if not isinstance(procedure, Bidding):
        return answered(battle, top, yes=True)
    follows = procedure.bid(battle, top, intent)
    if isinstance(follows, Refused):
        return follows
    return [*_settled(top, yes=True), *follows]


def _decline(battle: Battle, intent: it.Decline) -> Begun:
    top = battle.world.agenda.top
    if isinstance(top, Asking):
        return answered(battle, top, yes=False)
    assert isinstance(top, Offering)
    return [ev.Declined(intent.actor, top.provoker, top.clauses), asked(top)]


def asked(top: Offering) -> ev.Event:
    """The first of those asked has answered."""
    rest = top.foes[1:]
    return ev.CarriedOn(attrs.evolve(top, foes=rest)) if rest else ev.Concluded()


def answered(battle: Battle, top: Asking, *, yes: bool) -> list[ev.Event]:
    """The first of those asked has answered; whoever takes it up is the last to be asked."""
    follows = battle.ruleset.procedures[top.procedure].answer(battle, top, yes)
    return [*_settled(top, yes=yes), *follows]


def _settled(top: Asking, *, yes: bool) -> list[ev.Event]:
    """The answer, and the question put to the next one, if there is any."""
    told = ev.Answered(top.actors[0], top.question, yes, top.about, top.clauses)
    rest = () if yes else top.actors[1:]
    next_ = ev.CarriedOn(attrs.evolve(top, actors=rest)) if rest else ev.Concluded()
    return [told, next_]


def _end_turn(_battle: Battle, intent: it.EndTurn) -> Begun:
    return end_turn(intent.actor)


BEGIN: dict[type[Any], Callable[[Battle, Any], Begun]] = {
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
"""How each intent begins: the events that follow from it at once, or why it is refused."""


# --- targets and weapons -----------------------------------------------------------------------


def _nearest_in_reach(battle: Battle, actor: Creature, weapon: str | None) -> str | None:
    """The nearest known foe that can be attacked from here; of equals the first in the order."""
    known = known_to(battle, actor.side)
    found = nearest(battle, actor, (
        foe
        for foe in battle.foes(actor)
        if foe.id in known and not isinstance(choose_weapon(battle, actor, foe, weapon), Refused)
    ))  # fmt: skip
    return found.id if found else None


def instead_of_attack(
    battle: Battle, actor: Creature, target: Creature, activity: str
) -> Counts | Refused:
    """What an act costs that can take the place of the attack of a charge: nothing, if it does."""
    targets = actor.charge_targets.targets
    if not targets:
        price: Counts | Refused = battle.ruleset.economy.price(battle, actor, activity)
        return price
    if target.id not in targets:
        return refuse(Reason.NO_CHARGE_TARGET, battle.ruleset.clause("charge"))
    return ()


def offer_acts(
    battle: Battle, actor: Creature, target: Creature, acts: tuple[str, ...]
) -> list[ev.Event]:
    """Ask those whom acts provoke where the actor is."""
    policy = battle.ruleset.opportunity
    found = [p for act in acts for p in policy.by_act(battle, actor, act, target)]
    return offer(battle, actor.id, tuple(found), "act")
