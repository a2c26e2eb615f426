"""Saving throws in the 5e family: a d20 and an ability's bonus against a difficulty.

``grid5e.saves``; dice of advantage and disadvantage count as in attacks, and no face of the die
decides by itself.
"""

from __future__ import annotations

from tacsim.core.chance import Kept
from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rules.chance import Save
from tacsim.rulesets.fifth.abilities import ABILITIES, ability
from tacsim.rulesets.fifth.effects import EFFECTS
from tacsim.rulesets.fifth.modifiers import net

BODILY = ("str", "dex")
"""The saves that nobody makes who cannot move."""


def bonus(creature: Creature, save: str) -> Modifier:
    """What a creature adds to a save: the bonus that its entry gives, else the bare ability."""
    stated = creature.saves.stated(save)
    own = ability(creature, save) if stated is None else stated
    return Modifier(ABILITIES[save], own, "grid5e.saves")


def lost(creature: Creature, save: str) -> bool:
    """Whether a save fails without a throw."""
    return save in BODILY and creature.has(*EFFECTS.named("limp"))


def save(
    creature: Creature,
    what: str,
    against: int,
    parts: tuple[Modifier, ...],
    *,
    stack: bool,
    clause: str,
) -> Save:
    """The save that a creature has to make; ``stack``: dice of advantage add up.

    The dice of advantage among the parts change which die counts, the others add to it.
    """
    added = sum(part.value for part in parts if part.on != "advantage")
    dice = Kept(net(parts, stack=stack))
    return Save(
        creature.id, f"{what}_save", dice, added, against, lambda n: n + added >= against,
        parts, clause,
    )  # fmt: skip


__all__ = ["bonus", "lost", "save"]
