"""Contests of the 5e family: check against check; of equal totals nobody wins.

What state somebody is in may count dice of advantage or disadvantage, as in attacks.
"""

from __future__ import annotations

from typing import TypeAlias

from tacsim.core.chance import Contest, Kept
from tacsim.core.events import Contested, Event, Modifier, Rolled
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.targets import target_of
from tacsim.rulesets.fifth.abilities import skill
from tacsim.rulesets.fifth.effects import now
from tacsim.rulesets.fifth.modifiers import net

LARGER = 1
"""How many size categories larger than oneself a foe may be to be shoved or held."""


def strength(creature: Creature, clause: str, on: str = "attack") -> Modifier:
    """The check of whoever shoves or holds."""
    return Modifier("athletics", skill(creature, "athletics"), clause, on)


def footing(creature: Creature, clause: str, on: str = "defence") -> Modifier:
    """The check of whoever resists: strength or nimbleness, the better of them."""
    best = max(("athletics", "acrobatics"), key=lambda name: skill(creature, name))
    return Modifier(best, skill(creature, best), clause, on)


def contest(
    battle: Battle, what: str, actor: Creature, mine: Modifier, foe: Creature, theirs: Modifier
) -> tuple[list[Event], bool]:
    """Throw for both, and whether the actor wins; those who can do nothing lose."""
    if not battle.acts(foe):
        return [], True
    clauses, own, other = (mine.clause,), state(battle, actor), state(battle, foe)
    throw = _throw(battle, mine, own, theirs, other)
    margin, (first, second) = Throws(battle).settle(throw, lambda margin: margin >= 0)
    a = Rolled(actor.id, what, first, Kept(throw.extra).kept(first) + mine.value, clauses)
    b = Rolled(foe.id, what, second, Kept(throw.against).kept(second) + theirs.value, clauses)
    won = margin >= 0
    parts = (*(part for part in (mine, theirs) if part.value), *own, *other)
    return [a, b, Contested(actor.id, foe.id, what, a.total, b.total, won, parts, clauses)], won


Parts: TypeAlias = tuple[Modifier, ...]


def state(battle: Battle, creature: Creature) -> Parts:
    """What a creature's state counts in its checks."""
    return tuple(battle.ruleset.effects.parts(creature, "checks", now=now(battle, creature)))


def dice_of(battle: Battle, parts: Parts) -> int:
    """The dice of advantage that are left of some parts, below 0 of disadvantage."""
    return net(parts, stack=battle.ruleset.switches["stack_advantage"])


def _throw(battle: Battle, mine: Modifier, own: Parts, theirs: Modifier, other: Parts) -> Contest:
    """Both checks, each with its dice of advantage or disadvantage."""
    dice = dice_of(battle, own), dice_of(battle, other)
    return Contest(mine.value, theirs.value, "loss", *dice)


def arm(creature: Creature) -> int:
    """How far in cells it can lay hands on others: its natural reach, at least beside it."""
    return max((w.reach for w in creature.offence.weapons if w.natural), default=1) or 1


def within(battle: Battle, actor: Creature, name: str, clause: str) -> Creature | Refused:
    """The foe of that name whom a creature can lay hands on, or why it cannot."""
    foe = target_of(battle, actor, name)
    if isinstance(foe, Refused):
        return foe
    if foe.size.category - actor.size.category > LARGER:
        return refuse(Reason.TOO_BIG, clause, name=name)
    if battle.ruleset.metric.distance(actor.body, foe.body) > arm(actor):
        return refuse(Reason.NOT_ADJACENT, clause, name=name)
    if not reaches(battle, actor.body, foe.body):
        return refuse(Reason.TOTAL_COVER, clause, name=name)
    return foe
