"""Trials of strength: opposed checks in which size tells.

Clauses: ``d20.overrun``, ``d20.bull-rush``, ``d20.trip``.
"""

from __future__ import annotations

from tacsim.core.events import Contested, Event, Modifier
from tacsim.core.world import Creature
from tacsim.rules.chance import Throws
from tacsim.rulesets.d20.abilities import ability_modifier, dexterity

MEDIUM = 4
STEP = 4
"""What each size category above or below Medium counts."""
STABLE = 4
"""What more than two legs count, or another good stand."""


def might(creature: Creature, clause: str, *extra: Modifier) -> tuple[Modifier, ...]:
    """The parts of the check of whoever tries: strength, size, and what else counts."""
    strength = ability_modifier(creature.abilities.strength)
    return _telling(
        Modifier("strength", strength, clause),
        Modifier("size", STEP * (creature.size.category - MEDIUM), clause),
        *extra,
    )


def footing(creature: Creature, clause: str, *, nimble: bool = True) -> tuple[Modifier, ...]:
    """The parts of the check of whoever resists: strength or dexterity, size, a firm stand.

    ``nimble``: whether dexterity will do instead of strength.
    """
    strength = ability_modifier(creature.abilities.strength)
    agility = dexterity(creature)
    best = ("dexterity", agility) if nimble and agility > strength else ("strength", strength)
    stand = STABLE if creature.traits.stable else 0
    return _telling(
        Modifier(best[0], best[1], clause, "defence"),
        Modifier("size", STEP * (creature.size.category - MEDIUM), clause, "defence"),
        Modifier("stable", stand, clause, "defence"),
    )


def _telling(*parts: Modifier) -> tuple[Modifier, ...]:
    return tuple(part for part in parts if part.value)


def contest(
    throws: Throws,
    what: str,
    actor: Creature,
    mine: tuple[Modifier, ...],
    target: Creature,
    theirs: tuple[Modifier, ...],
    clause: str,
) -> tuple[list[Event], int]:
    """Throw for both; by how much the actor wins, or loses when below 0.

    Of equal totals the higher bonus wins; with equal bonuses both throw again.
    """
    events: list[Event] = []
    bonus = sum(part.value for part in mine)
    other = sum(part.value for part in theirs)
    while True:
        a = throws.roll(actor.id, what, 1, 20, bonus, (clause,))
        b = throws.roll(target.id, what, 1, 20, other, (clause,))
        events += [a, b]
        if a.total != b.total or bonus != other:
            break
    won = (a.total, bonus) > (b.total, other)
    margin = a.total - b.total
    told = Contested(actor.id, target.id, what, a.total, b.total, won, (*mine, *theirs), (clause,))
    return [*events, told], margin if margin else (0 if won else -1)


def winning(mine: tuple[Modifier, ...], theirs: tuple[Modifier, ...]) -> float:
    """The chance that the first of two wins.

    >>> winning((), ())
    0.5
    >>> winning((Modifier("size", 4, ""),), ())
    0.7
    """
    edge = sum(part.value for part in mine) - sum(part.value for part in theirs)
    wins = sum(1 for a in range(1, 21) for b in range(1, 21) if (a + edge, edge) > (b, 0))
    ties = sum(1 for a in range(1, 21) for b in range(1, 21) if a == b) if edge == 0 else 0
    return wins / (400 - ties)
