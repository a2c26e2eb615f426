"""The sum behind an attack: what the attack itself rolls on, and everybody reads chances from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, get_args

import attrs

from tacsim.core.agenda import Attacking
from tacsim.core.components import (
    AttacksLeft,
    ChargeTargets,
    Clock,
    Component,
    DiceState,
    Exposure,
    Goals,
    HitPoints,
    Initiative,
    Outcome,
    Resources,
    Watch,
)
from tacsim.core.intents import Strike, Take
from tacsim.core.verdicts import Refused
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import AttackRoll, BidOdds
from tacsim.rules.movement.policies import Counts

T = TypeVar("T")

_IDLE = (
    AttacksLeft, ChargeTargets, Clock, DiceState, Exposure, Goals, HitPoints, Initiative, Outcome,
    Resources, Watch,
)  # fmt: skip
"""What makes no difference to an attack that is made: what both have left, and whose turn it is."""
_DEPENDS: tuple[type, ...] = tuple(kind for kind in get_args(Component) if kind not in _IDLE)


def attack_roll(battle: Battle, frame: Attacking) -> AttackRoll:
    """The bonus, the defence and the exact chances of an attack from where both stand now."""
    return of_attack(battle, frame, battle.ruleset.attacks.roll)


def of_attack(battle: Battle, frame: Attacking, make: Callable[[Battle, Attacking], T]) -> T:
    """What is worked out for an attack from where both stand now, whatever they have left."""
    key = "attack", make.__qualname__, frame
    return battle.world.cached(key, _DEPENDS, lambda: make(battle, frame))


def bid_odds(battle: Battle, frame: Attacking) -> tuple[BidOdds, ...]:
    """The chances for each amount that an attacker can pay for; none where nothing is put in."""
    actor, attacks = battle.world[frame.actor], battle.ruleset.attacks

    def price(amount: int) -> Counts | Refused:
        if frame.opportunity:
            return attacks.price(battle, actor, Take(actor.id, stamina=amount))
        return attacks.price(battle, actor, Strike(actor.id, frame.target, stamina=amount))

    return tuple(
        _odds(battle, attrs.evolve(frame, stamina=amount), amount)
        for amount in attacks.amounts(battle, actor)
        if amount and not isinstance(price(amount), Refused)
    )


def guards(battle: Battle, frame: Attacking) -> tuple[BidOdds, ...]:
    """The chances for each defence that the target may choose, with each amount put in."""
    return tuple(
        _odds(battle, attrs.evolve(frame, defence=how, guard=amount), amount, how)
        for how, amount in battle.ruleset.attacks.defences(battle, frame)
    )


def _odds(battle: Battle, frame: Attacking, amount: int, how: str = "") -> BidOdds:
    roll = attack_roll(battle, frame)
    return BidOdds(amount, roll.hit, roll.damage, how)
