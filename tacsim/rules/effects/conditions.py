"""Conditions as data: what each counts, forbids and takes away (``docs/effects.md``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from math import prod

import attrs

from tacsim.core.components import Condition, Conditions, SpeedBonus
from tacsim.core.events import ConditionGained, Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature

FLAGS: Mapping[str, str] = {
    "out": "it is out of the fight and can do nothing",
    "idle": "it does nothing, though it is still in the fight",
    "attacks_nobody": "it attacks nobody and threatens nothing",
    "stuck": "it goes nowhere, steps aside for nobody and is moved by nobody",
    "no_opportunities": "it makes no opportunity attacks",
    "loses_dexterity": "neither a bonus of dexterity nor dodging counts for its defence",
    "limp": "it cannot move a limb: its dexterity counts as 0, or its bodily saves fail",
    "sightless": "it sees nothing",
    "unseen": "nobody sees it",
    "of_place": "it comes of where a creature is, and is no condition that it can be given",
}
"""What a condition may say that is no number."""
OF_PLACE = Condition("squeezed")
"""The condition of those who are squeezed."""


@attrs.frozen
class Part:
    """A modifier that a condition brings: on what, and in which situation; empty: in all."""

    on: str
    when: str
    modifier: Modifier


@attrs.frozen
class Effect:
    """An entry of ``effects.toml`` or ``feats.toml``: a condition or a feat, and what it does.

    ``speed``: the share of its speed that a creature keeps; ``speed_bonus``: what is added to it on
    foot before that, in feet; ``forbids``: modes of movement;
    ``replaces``: conditions of which only the flags count beside it; ``until``: ``"turn"`` where it
    ends as the creature's next turn starts; ``mark``: what a token shows. Of feats ``adds``: to
    figures of the rules; ``permits``: what takes the feat; ``unprovoked``: acts that give their
    target no opportunity; ``spares``: flags of conditions that do not count.
    """

    name: str
    words: str
    clause: str = ""
    parts: tuple[Part, ...] = ()
    abilities: Mapping[str, int] = attrs.field(factory=dict)
    speed: float = 1
    speed_bonus: SpeedBonus | None = None
    forbids: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    replaces: frozenset[str] = frozenset()
    until: str = ""
    mark: str = ""
    adds: Mapping[str, int] = attrs.field(factory=dict)
    permits: frozenset[str] = frozenset()
    unprovoked: frozenset[str] = frozenset()
    spares: Mapping[str, frozenset[str]] = attrs.field(factory=dict)

    def cited(self, cite: Mapping[str, str]) -> Effect:
        """The same effect with clauses for the words that stand for them."""
        parts = tuple(
            attrs.evolve(part, modifier=attrs.evolve(part.modifier, clause=cite.get(word, word)))
            for part in self.parts
            for word in (part.modifier.clause,)
        )
        return attrs.evolve(self, clause=cite.get(self.clause, self.clause), parts=parts)


class Effects(Mapping[str, Effect]):
    """The effects of a ruleset by name, in the order of its file, in which modifiers are told."""

    def __init__(self, effects: Iterable[Effect]) -> None:
        self._effects = {effect.name: effect for effect in effects}
        self._named: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._counting: tuple[dict[Conditions, tuple[Effect, ...]], ...] = ({}, {})

    def __getitem__(self, name: str) -> Effect:
        return self._effects[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._effects)

    def __len__(self) -> int:
        return len(self._effects)

    def cited(self, cite: Mapping[str, str]) -> Effects:
        """The same effects with clauses for the words that stand for them."""
        return Effects(effect.cited(cite) for effect in self.values())

    @property
    def conditions(self) -> frozenset[str]:
        """The conditions that a creature can be given."""
        return frozenset(self) - frozenset(self.named("of_place"))

    def named(self, *flags: str) -> tuple[str, ...]:
        """The conditions with any of some flags, for :meth:`Creature.has`."""
        if flags not in self._named:
            found = (name for name, e in self.items() if not e.flags.isdisjoint(flags))
            self._named[flags] = tuple(found)
        return self._named[flags]

    def of(self, creature: Creature) -> tuple[Effect, ...]:
        """What counts of the conditions that a creature is in."""
        conditions, squeezed = creature.conditions, creature.position.squeezed
        if not conditions.items and not squeezed:
            return ()
        counting = self._counting[squeezed]
        counts = counting.get(conditions)
        if counts is None:
            names = {item.name for item in (*conditions.items, *([OF_PLACE] if squeezed else []))}
            found = [effect for name, effect in self.items() if name in names]
            replaced = {name for effect in found for name in effect.replaces}
            counts = tuple(effect for effect in found if effect.name not in replaced)
            counting[conditions] = counts
        return counts

    def first(self, creature: Creature, flag: str) -> Effect | None:
        """The first effect on a creature that has a flag."""
        return next((effect for effect in self.of(creature) if flag in effect.flags), None)

    def parts(self, creature: Creature, *on: str, now: Collection[str] = ()) -> Iterator[Modifier]:
        """What a creature's conditions add to something, in the situations that there are now."""
        for effect in self.of(creature):
            for part in effect.parts:
                if part.on in on and (not part.when or part.when in now):
                    yield part.modifier

    def asks(self, creature: Creature, when: str) -> bool:
        """Whether it matters to a creature if there is a situation now."""
        return any(part.when == when for effect in self.of(creature) for part in effect.parts)

    def change(self, creature: Creature, ability: str) -> int:
        """What a creature's conditions add to an ability score."""
        return sum(effect.abilities.get(ability, 0) for effect in self.of(creature))

    def speed_bonuses(self, creature: Creature, foot: Fraction) -> tuple[SpeedBonus, ...]:
        """What a creature's conditions add to its speed on foot, in cells; ``foot`` is one foot."""
        return tuple(
            attrs.evolve(effect.speed_bonus, amount=int(effect.speed_bonus.amount * foot))
            for effect in self.of(creature)
            if effect.speed_bonus is not None
        )

    def share(self, creature: Creature) -> float:
        """The share of its speed that a creature has."""
        return prod(effect.speed for effect in self.of(creature))

    def barred(self, creature: Creature, mode: str, clause: str) -> Refused | None:
        """Why a creature's conditions keep it from a mode of movement, if they do."""
        for effect in self.of(creature):
            if mode in effect.forbids:
                return refuse(Reason.HINDERED, clause, condition=effect.name, mode=mode)
        return None

    def pacified(self, creature: Creature) -> Refused | None:
        """Why a creature's conditions keep it from any attack, if they do."""
        return self.withheld(creature, "attacks_nobody")

    def withheld(self, creature: Creature, flag: str, **details: str) -> Refused | None:
        """Why a flag of a creature's conditions keeps it from something, if any has it."""
        effect = self.first(creature, flag)
        if effect is None:
            return None
        return refuse(Reason.HINDERED, effect.clause, condition=effect.name, **details)

    def gained(self, creature: str, name: str, *clauses: str) -> ConditionGained:
        """That a creature is in a condition from now on, for as long as that lasts."""
        return ConditionGained(creature, name, self[name].until, clauses)
