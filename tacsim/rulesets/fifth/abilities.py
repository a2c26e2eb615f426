"""Ability modifiers and sizes of the 5e family."""

from __future__ import annotations

from tacsim.core.world import Creature

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
SMALLEST = 2
"""The number of the smallest of them among all sizes that there are, Fine being 0."""
TINY, SMALL, MEDIUM = 2, 3, 4

ABILITIES = {
    "str": "strength", "dex": "dexterity", "con": "constitution",
    "int": "intelligence", "wis": "wisdom", "cha": "charisma",
}  # fmt: skip
"""The abilities by the names that tables use."""


def modifier(score: int) -> int:
    """The modifier of an ability score.

    >>> [modifier(score) for score in (8, 10, 15, 20)]
    [-1, 0, 2, 5]
    """
    return score // 2 - 5


def ability(creature: Creature, short: str) -> int:
    """A creature's modifier in an ability, by the name that tables use."""
    return modifier(getattr(creature.abilities, ABILITIES[short]))


def skill(creature: Creature, name: str) -> int:
    """The bonus of a check in a skill: the total stated, else the bare ability."""
    stated = creature.traits.skill(name)
    return ability(creature, SKILLS[name]) if stated is None else stated


SKILLS = {
    "acrobatics": "dex", "animal_handling": "wis", "arcana": "int", "athletics": "str",
    "deception": "cha", "history": "int", "insight": "wis", "intimidation": "cha",
    "investigation": "int", "medicine": "wis", "nature": "int", "perception": "wis",
    "performance": "cha", "persuasion": "cha", "religion": "int", "sleight_of_hand": "dex",
    "stealth": "dex", "survival": "wis", "climb": "str", "swim": "str", "jump": "str",
}  # fmt: skip
"""The ability behind each skill; climbing, swimming and jumping are bare strength."""
