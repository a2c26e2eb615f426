"""Ability modifiers and sizes of the 5e family."""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.rulesets.family.abilities import ABILITIES, ability_modifier

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
SMALLEST = 2
"""The number of the smallest of them among all sizes that there are, Fine being 0."""
TINY, SMALL, MEDIUM = 2, 3, 4


def ability(creature: Creature, short: str) -> int:
    """A creature's modifier in an ability, by the name that tables use."""
    return ability_modifier(getattr(creature.abilities, ABILITIES[short]))


def skill(creature: Creature, name: str) -> int:
    """The bonus of a check in a skill: the total stated, else the bare ability.

    Climbing, swimming and jumping are athletics where they have no total of their own.
    """
    stated = creature.traits.skill(name)
    if stated is None and name in ATHLETIC:
        stated = creature.traits.skill("athletics")
    return ability(creature, SKILLS[name]) if stated is None else stated


SKILLS = {
    "acrobatics": "dex", "animal_handling": "wis", "arcana": "int", "athletics": "str",
    "deception": "cha", "history": "int", "insight": "wis", "intimidation": "cha",
    "investigation": "int", "medicine": "wis", "nature": "int", "perception": "wis",
    "performance": "cha", "persuasion": "cha", "religion": "int", "sleight_of_hand": "dex",
    "stealth": "dex", "survival": "wis", "climb": "str", "swim": "str", "jump": "str",
}  # fmt: skip
"""The ability behind each skill."""
ATHLETIC = ("climb", "swim", "jump")
"""What athletics are for, by the names that other rulesets have for it."""

__all__ = ["ABILITIES", "MEDIUM", "SIZES", "SKILLS", "SMALL", "SMALLEST", "TINY", "ability",
           "ability_modifier", "skill"]  # fmt: skip
