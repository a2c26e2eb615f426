"""Trials of strength: opposed checks in which size tells.

Clauses: ``d20.overrun``, ``d20.bull-rush``, ``d20.trip``.
"""

from __future__ import annotations

import attrs

from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rulesets.d20.abilities import ability
from tacsim.rulesets.d20.effects import EFFECTS, FEATS

MEDIUM = 4
STEP = 4
"""What each size category above or below Medium counts."""
STABLE = 4
"""What more than two legs count, or another good stand."""


def might(
    creature: Creature, clause: str, *extra: Modifier, what: str = ""
) -> tuple[Modifier, ...]:  # fmt: skip
    """The parts of the check of whoever tries: strength, size, what else counts, feats, state.

    ``what``: the trial, as feats name it.
    """
    return _telling(
        Modifier("strength", ability(creature, "strength"), clause),
        Modifier("size", STEP * (creature.size.category - MEDIUM), clause),
        *extra,
        *FEATS.parts(creature, "checks", now=(what,)),
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
