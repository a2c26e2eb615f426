"""Saving throws in the 5e family: a d20 and an ability's bonus against a difficulty.

``grid5e.saves``; dice of advantage and disadvantage count as in attacks, and no face of the die
decides by itself.
"""

from __future__ import annotations

from tacsim.core.events import Event, Modifier
from tacsim.core.world import Creature
from tacsim.rules.chance import Throws
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


def chance(parts: tuple[Modifier, ...], against: int, *, stack: bool) -> float:
    """The chance that a save holds.

    >>> two = Modifier("cover", 2, "")
    >>> chance((two,), 13, stack=True)
    0.5
    >>> chance((two, Modifier("squeezing", -1, "", "advantage")), 13, stack=True)
    0.25
    """
    need = against - sum(part.value for part in parts if part.on != "advantage")
    one = min(max(21 - need, 0), 20) / 20
    dice = net(parts, stack=stack)
    count = 1 + abs(dice)
    return float(1 - (1 - one) ** count if dice >= 0 else one**count)


def save(
    throws: Throws,
    creature: Creature,
    what: str,
    against: int,
    parts: tuple[Modifier, ...],
    *,
    stack: bool,
    clause: str,
) -> tuple[list[Event], bool]:
    """Throw a save: what to tell of it, and whether it holds."""
    dice = net(parts, stack=stack)
    return check(throws, creature, f"{what}_save", parts, against, (clause,), dice=dice)


__all__ = ["bonus", "chance", "lost", "save"]
