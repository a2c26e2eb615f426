"""Defence as a decision: how the one who is attacked meets it, and with how much Stamina.

It is asked before the dice of the attack are thrown (``pool.defence``). Whoever has no Stamina to
put in, lies prone or cannot act is not asked and defends itself as best it can.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Asking, Attacking
from tacsim.core.intents import Take
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Bidding
from tacsim.rules.combat.ranges import at_range
from tacsim.rulesets.pool.modifiers import defences
from tacsim.rulesets.pool.stamina import LEAST

CLAUSE = "pool.defence"
QUESTION = "defence"


def asked(battle: Battle, frame: Attacking) -> list[ev.Event] | None:
    """The question to the target of an attack; None if it was asked, or has nothing to put in."""
    target = battle.world[frame.target]
    ready = battle.acts(target) and not target.has("prone") and most(target) >= LEAST
    if frame.asked or not ready:
        return None
    question = Asking(QUESTION, QUESTION, (target.id,), frame.actor, (CLAUSE,))
    return [ev.CarriedOn(attrs.evolve(frame, asked=True)), ev.Undertaken(question)]


def most(target: Creature) -> int:
    """The most Stamina that a creature can put into a defence; heavy armour takes some more."""
    return target.resources["stamina"] - target.protection.burden


def choices(battle: Battle, frame: Attacking) -> Iterator[tuple[str, int]]:
    """Each way of the target to defend itself, with each amount of Stamina, the better way first.

    Nothing for those who cannot act, and no Stamina for those who lie prone.
    """
    target = battle.world[frame.target]
    if battle.acts(target):
        limit = 0 if target.has("prone") else max(0, most(target))
        for how in defences(target, shot=shot(battle, frame)):
            yield from ((how, stamina) for stamina in range(limit + 1))


def shot(battle: Battle, frame: Attacking) -> bool:
    """Whether an attack comes from afar."""
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    return at_range(battle, actor, target, frame.weapon) and not frame.opportunity


class Defence(Bidding):
    """The question of how to meet an attack."""

    def begin(self, battle: Battle, intent: object) -> Refused:
        """Nobody begins it: it comes with an attack."""
        return refuse(Reason.UNKNOWN_INTENT, CLAUSE, intent=QUESTION)

    def bids(self, battle: Battle, asking: Asking) -> Iterator[Take]:
        """Each way to defend oneself with each amount of Stamina."""
        for how, amount in choices(battle, attack_of(battle)):
            if amount >= LEAST:
                yield Take(asking.actors[0], stamina=amount, defence=how)

    def bid(self, battle: Battle, asking: Asking, intent: Take) -> list[ev.Event] | Refused:
        """So much Stamina into dodging or parrying, or why that may not be."""
        frame, target = attack_of(battle), battle.world[asking.actors[0]]
        ways = defences(target, shot=shot(battle, frame))
        how = ways[0] if intent.defence is None else intent.defence
        if how not in ways:
            return refuse(Reason.NO_DEFENCE, CLAUSE, defence=how)
        stamina = max(LEAST, intent.stamina)
        left = most(target) - stamina
        if left < 0:
            have = target.resources["stamina"]
            clause = "pool.armour" if target.protection.burden else CLAUSE
            return refuse(Reason.NO_STAMINA, clause, price=have - left, stamina=have)
        return [
            ev.Spent(target.id, (("stamina", left),), (CLAUSE,)),
            ev.CarriedOn(attrs.evolve(frame, defence=how, guard=stamina)),
        ]


def attack_of(battle: Battle) -> Attacking:
    """The attack that a defence is asked for."""
    frames = battle.world.agenda.frames
    return next(frame for frame in reversed(frames) if isinstance(frame, Attacking))
