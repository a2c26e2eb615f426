"""Ability modifiers."""

from __future__ import annotations

from tacsim.core.world import Creature

ENTANGLED = -4
"""What being entangled takes off dexterity."""


def ability_modifier(score: int) -> int:
    """What an ability score adds to rolls.

    >>> [ability_modifier(score) for score in (1, 9, 10, 21)]
    [-5, -1, 0, 5]
    """
    return score // 2 - 5


def dexterity(creature: Creature) -> int:
    """The dexterity modifier as things stand: the entangled are clumsy."""
    score = creature.abilities.dexterity
    return ability_modifier(score + ENTANGLED if creature.has("entangled") else score)
