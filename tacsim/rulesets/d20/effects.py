"""The conditions and the feats of ``d20``, by name."""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.rulesets import content

EFFECTS = content("d20").effects
FEATS = content("d20").feats


def suffers(creature: Creature, *flags: str) -> bool:
    """Whether a creature is in a condition with any of some flags that no feat spares it."""
    names = EFFECTS.named(*flags)
    if not creature.has(*names):
        return False
    return not creature.traits.feats or any(
        creature.has(name) and not FEATS.spares(creature, name, flag)
        for name in names
        for flag in EFFECTS[name].flags.intersection(flags)
    )
