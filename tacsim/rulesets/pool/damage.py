"""Damage in the dice-pool rules: from what a hit risks to the Vitality lost, and what comes then.

Damage reduction comes off first, then the successes of a throw of Mettle, then Absorption counts
(``pool.damage.order``); armour helps with the first two (``pool.armour``).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tacsim.core import events as ev
from tacsim.core.components import Protection
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.chance import Throws
from tacsim.rulesets.pool.dice import Pool, chances, pool, throw

CLAUSE = "pool.damage.order"


@enforces("pool.attack.resolve")
def risked(base: int, net: int) -> int:
    """The damage that a hit risks: 1 more for each success past the first, up to twice the base.

    Clause: ``pool.attack.resolve``.

    >>> [risked(3, net) for net in (0, 1, 2, 4, 9)]
    [0, 3, 4, 6, 6]
    """
    return min(2 * base, base + net - 1) if net > 0 else 0


def lost(harm: int, absorption: int) -> int:
    """The Vitality that harm takes: 1 and 1 more for each full measure of Absorption in it.

    >>> [lost(harm, 3) for harm in (0, 1, 3, 7)]
    [0, 1, 2, 3]
    """
    return 1 + harm // absorption if harm > 0 else 0


@enforces("pool.attributes")
def soaking(creature: Creature) -> Pool:
    """The dice with which a creature soaks damage. Clauses: pool.attributes, pool.armour."""
    guard = creature.protection
    return pool(creature.attributes["mettle"], guard.dice, rerolls=guard.rerolls)


@lru_cache(maxsize=4096)
def mean(risk: int, dice: Pool, guard: Protection) -> Fraction:
    """The mean Vitality that damage costs which armour and soaking may lessen."""
    through = risk - guard.reduction
    return sum(
        (chance * lost(through - soaked, guard.absorption)
         for soaked, chance in enumerate(chances(dice))),
        Fraction(0),
    )  # fmt: skip


def wounded(throws: Throws, actor: str, target: Creature, risk: int) -> list[ev.Event]:
    """What becomes of damage that armour and soaking may lessen."""
    guard, events = target.protection, list[ev.Event]()
    through = risk - guard.reduction
    if through > 0:
        clauses = (CLAUSE, "pool.armour") if guard.dice else (CLAUSE,)
        thrown = throw(
            throws, target.id, "soak", soaking(target), clauses,
            lambda soaked: lost(through - soaked, guard.absorption),
        )  # fmt: skip
        events += thrown.events
        through -= thrown.successes
    return [*events, *harmed(actor, target, through, (CLAUSE,))]


def harmed(actor: str, target: Creature, harm: int, clauses: tuple[str, ...]) -> list[ev.Event]:
    """What becomes of harm that nothing but Absorption lessens; at Vitality 0 one dies."""
    amount = lost(harm, target.protection.absorption)
    if not amount:
        return []
    left = target.hp.current - amount
    events: list[ev.Event] = [ev.Damaged(actor, target.id, amount, left, clauses)]
    if left <= 0 and not target.has("dead"):
        events.append(ev.Downed(actor, target.id, (CLAUSE,)))
        events.append(ev.ConditionGained(target.id, "dead", "", (CLAUSE,)))
    return events
