"""Feats as data: what each counts, permits and spares its owner (``docs/effects.md``)."""

from __future__ import annotations

from collections.abc import Iterable

from tacsim.core.world import Creature
from tacsim.rules.effects.conditions import Effect, Effects

FLAGS = {
    "opportunities_by_dexterity": "its dexterity adds to its opportunities in a round",
    "unavoidable": "a foe that it runs over cannot step aside",
    "armed_unarmed": "it counts as armed with bare hands",
    "finesse": "with light and natural weapons it attacks by dexterity where that is better",
}
"""What a feat may say that is no number."""


class Feats(Effects):
    """The feats of a ruleset by name; they answer as conditions do."""

    def __init__(self, effects: Iterable[Effect]) -> None:
        super().__init__(effects)
        self._having: dict[frozenset[str], tuple[Effect, ...]] = {}
        self._permitting: dict[str, tuple[str, ...]] = {}

    def of(self, creature: Creature) -> tuple[Effect, ...]:
        """The feats that a creature has, in the order of the file."""
        feats = creature.traits.feats
        return self.having(feats) if feats else ()

    def having(self, feats: frozenset[str]) -> tuple[Effect, ...]:
        """The feats of some names."""
        if feats not in self._having:
            self._having[feats] = tuple(e for name, e in self.items() if name in feats)
        return self._having[feats]

    def has(self, creature: Creature, flag: str) -> bool:
        """Whether any of its feats has a flag."""
        return self.first(creature, flag) is not None

    def added(self, feats: frozenset[str], figure: str) -> int:
        """What feats add to a figure of the rules."""
        return sum(effect.adds.get(figure, 0) for effect in self.having(feats))

    def lacking(self, creature: Creature, what: str) -> str | None:
        """The feat that something takes and a creature has not; None where nothing is lacking."""
        if what not in self._permitting:
            self._permitting[what] = tuple(e.name for e in self.values() if what in e.permits)
        needed = self._permitting[what]
        return needed[0] if needed and creature.traits.feats.isdisjoint(needed) else None

    def unprovoked(self, creature: Creature, act: str) -> bool:
        """Whether an act of a creature gives its target no opportunity."""
        return any(act in effect.unprovoked for effect in self.of(creature))

    def spares(self, creature: Creature, condition: str, flag: str) -> bool:
        """Whether a flag of a condition does not count for a creature."""
        return any(flag in effect.spares.get(condition, ()) for effect in self.of(creature))
