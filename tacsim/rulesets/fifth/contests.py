"""Contests of the 5e family: check against check; of equal totals nobody wins.

A creature's conditions may count dice of advantage or disadvantage, as in attacks.
"""

from __future__ import annotations

from tacsim.core.events import Event, Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.targets import target_of
from tacsim.rulesets.family import checks
from tacsim.rulesets.family.checks import Parts
from tacsim.rulesets.fifth.abilities import skill
from tacsim.rulesets.fifth.effects import now

LARGER = 1
"""How many size categories larger than oneself a foe may be to be shoved or held."""


def strength(creature: Creature, clause: str, on: str = "attack") -> Modifier:
    """The check of the creature that shoves or grapples."""
    return Modifier("athletics", skill(creature, "athletics"), clause, on)


def footing(creature: Creature, clause: str, on: str = "defence") -> Modifier:
    """The check of the target: athletics or acrobatics, the better of them."""
    best = max(("athletics", "acrobatics"), key=lambda name: skill(creature, name))
    return Modifier(best, skill(creature, best), clause, on)


def contest(
    battle: Battle, what: str, actor: Creature, mine: Modifier, foe: Creature, theirs: Modifier
) -> tuple[list[Event], bool]:
    """Throw for both, and whether the actor wins; those who can do nothing lose."""
    if not battle.acts(foe):
        return [], True
    own, other = (mine, *state(battle, actor)), (theirs, *state(battle, foe))
    told, margin = checks.contest(battle, what, actor, own, foe, other, mine.clause)
    return told, margin >= 0


def state(battle: Battle, creature: Creature) -> Parts:
    """What a creature's state counts in its checks."""
    return tuple(battle.ruleset.effects.parts(creature, "checks", now=now(battle, creature)))


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
    distance, far = battle.ruleset.metric.distance, arm(actor)
    near = [spot for spot in foe.body.spots if distance(actor.body, spot) <= far]
    if not near:
        return refuse(Reason.NOT_ADJACENT, clause, name=name)
    if not any(reaches(battle, actor.body, spot) for spot in near):
        return refuse(Reason.TOTAL_COVER, clause, name=name)
    return foe
