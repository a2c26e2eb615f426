"""Saving throws in the 5e family: a d20 and an ability's bonus against a difficulty.

``grid5e.saves``; dice of advantage and disadvantage count as in attacks, and no face of the die
decides by itself.
"""

from __future__ import annotations

from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rules.chance import Test
from tacsim.rulesets.family.checks import check, net
from tacsim.rulesets.fifth.abilities import ABILITIES, ability
from tacsim.rulesets.fifth.effects import EFFECTS

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
) -> Test:
    """The save that a creature has to make; ``stack``: dice of advantage add up."""
    dice = net(parts, stack=stack)
    return check(creature, f"{what}_save", parts, against, (clause,), dice=dice)
