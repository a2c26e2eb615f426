"""Trials of strength: opposed checks in which size tells.

Clauses: ``d20.overrun``, ``d20.bull-rush``, ``d20.trip``.
"""

from __future__ import annotations

import attrs

from tacsim.core.chance import Contest, Grade
from tacsim.core.events import Contested, Event, Modifier, Rolled
from tacsim.core.world import Creature
from tacsim.rules.chance import Throws
from tacsim.rulesets.d20.abilities import ability
from tacsim.rulesets.d20.effects import EFFECTS

MEDIUM = 4
STEP = 4
"""What each size category above or below Medium counts."""
STABLE = 4
"""What more than two legs count, or another good stand."""


def might(creature: Creature, clause: str, *extra: Modifier) -> tuple[Modifier, ...]:
    """The parts of the check of whoever tries: strength, size, what else counts, its state."""
    return _telling(
        Modifier("strength", ability(creature, "strength"), clause),
        Modifier("size", STEP * (creature.size.category - MEDIUM), clause),
        *extra,
        *EFFECTS.parts(creature, "checks"),
    )


def footing(creature: Creature, clause: str, *, nimble: bool = True) -> tuple[Modifier, ...]:
    """The parts of the check of whoever resists: strength or dexterity, size, a firm stand, state.

    ``nimble``: whether dexterity will do instead of strength.
    """
    strength, agility = ability(creature, "strength"), ability(creature, "dexterity")
    best = ("dexterity", agility) if nimble and agility > strength else ("strength", strength)
    stand = STABLE if creature.traits.stable else 0
    return _telling(
        Modifier(best[0], best[1], clause, "defence"),
        Modifier("size", STEP * (creature.size.category - MEDIUM), clause, "defence"),
        Modifier("stable", stand, clause, "defence"),
        *(attrs.evolve(part, on="defence") for part in EFFECTS.parts(creature, "checks")),
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
    grade: Grade = lambda margin: margin >= 0,
) -> tuple[list[Event], int]:
    """Throw for both; by how much the actor wins, or loses when below 0.

    Of equal totals the higher bonus wins; with equal bonuses both throw again. ``grade``: what of
    the margin makes a difference, if more than who wins does.
    """
    bonus, other = _sums(mine, theirs)
    margin, faces = throws.settle(Contest(bonus, other, "bonus"), grade)
    events: list[Event] = []
    for a, b in zip(faces[::2], faces[1::2], strict=True):
        events.append(Rolled(actor.id, what, a, a[0] + bonus, (clause,)))
        events.append(Rolled(target.id, what, b, b[0] + other, (clause,)))
    totals = faces[-2][0] + bonus, faces[-1][0] + other
    told = Contested(
        actor.id, target.id, what, *totals, margin >= 0, (*mine, *theirs), (clause,)
    )  # fmt: skip
    return [*events, told], margin


def _sums(mine: tuple[Modifier, ...], theirs: tuple[Modifier, ...]) -> tuple[int, int]:
    return sum(part.value for part in mine), sum(part.value for part in theirs)
