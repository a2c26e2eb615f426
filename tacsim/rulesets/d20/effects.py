"""The conditions and the feats of ``d20``, by name."""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.rulesets import content

EFFECTS = content("d20").effects
FEATS = content("d20").feats


def suffers(creature: Creature, *flags: str) -> str | None:
    """The first condition of a creature with any of some flags that no feat spares it."""
    names = EFFECTS.named(*flags)
    if not creature.has(*names):
        return None
    counted = (
        name for name in names if creature.has(name)
        for flag in flags if flag in EFFECTS[name].flags and not FEATS.spares(creature, name, flag)
    )  # fmt: skip
    return next(counted, None)
