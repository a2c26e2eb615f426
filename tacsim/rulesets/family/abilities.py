"""Abilities, and what their scores add."""

from __future__ import annotations

ABILITIES = {"str": "strength", "dex": "dexterity", "con": "constitution",
             "int": "intelligence", "wis": "wisdom", "cha": "charisma"}  # fmt: skip
"""The abilities by the names that tables use."""


def ability_modifier(score: int) -> int:
    """What an ability score adds to rolls.

    >>> [ability_modifier(score) for score in (1, 9, 10, 21)]
    [-5, -1, 0, 5]
    """
    return score // 2 - 5
