"""Abilities as things stand: conditions change the scores."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rulesets.d20.effects import EFFECTS
from tacsim.rulesets.family.abilities import ability_modifier


def ability(creature: Creature, name: str) -> int:
    """The modifier of an ability as things stand."""
    return ability_modifier(getattr(creature.abilities, name) + EFFECTS.change(creature, name))


def lowered(creature: Creature, name: str) -> Iterator[Modifier]:
    """What each condition takes off a total in which an ability is contained."""
    score = getattr(creature.abilities, name)
    for effect in EFFECTS.of(creature):
        before, score = score, score + effect.abilities.get(name, 0)
        value = ability_modifier(score) - ability_modifier(before)
        yield Modifier(effect.name, value, effect.clause)


__all__ = ["ability", "ability_modifier", "lowered"]
