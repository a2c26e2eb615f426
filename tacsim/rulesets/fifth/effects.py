"""The conditions of the 5e family; a ruleset has its own clauses for them."""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rulesets import content
from tacsim.rulesets.fifth.senses import makes_out

EFFECTS = content("grid5e").effects
"""By name; clauses are still the words that stand for them."""
SIGHT = "foe_in_sight"


def now(battle: Battle, creature: Creature, *situations: str) -> tuple[str, ...]:
    """The situations that a creature is in; whom it sees is looked for where that matters."""
    if not EFFECTS.asks(creature, SIGHT):
        return situations
    seen = any(makes_out(battle, creature, foe) for foe in battle.foes(creature))
    return (*situations, SIGHT) if seen else situations
