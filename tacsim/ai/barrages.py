"""Barrages: one creature's attacks one after another, by what is put into each of them.

They are for creatures that put more or less into their attacks; a target is expected to put half of
what it has left into each defence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import attrs

from tacsim.ai.chances import Blow, Sparring, Volley
from tacsim.ai.picture import Picture
from tacsim.ai.stakes import Series, halves
from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rules.combat.attacks import attack_roll

Exchange = Callable[[int, int], Blow]
"""A blow by what goes into it and into the defence against it."""


class Barrages:
    """What a creature's attacks promise, worked out on its side's picture as it stands."""

    def __init__(self, picture: Picture, sparring: Sparring, actor: Creature) -> None:
        self._battle = picture.battle
        self._sparring = sparring
        self._purses = sparring.purses
        self._actor = actor

    @cached_property
    def staked(self) -> bool:
        """Whether the creature puts more or less into its attacks."""
        return self._purses.staked(self._actor)

    @cached_property
    def series(self) -> tuple[Series, ...]:
        """The series of attacks that it can pay for now."""
        return self._purses.series(self._actor, self._actor.resources)

    def shield(self, creature: Creature) -> int:
        """The most that a creature can put into a defence now."""
        return self._purses.shield(creature, creature.resources)

    def sally(self, foe: Creature) -> int:
        """What a foe may put into an opportunity attack: half of what it has, if anything."""
        return (1 + self._purses.sally(foe)) // 2 if self._purses.staked(foe) else 0

    def here(self, target: Creature, weapon: Weapon) -> Iterator[tuple[Series, Volley]]:
        """Each series, and what it promises from where the creature is imagined."""
        return self._with(self._exchange(target, weapon), target)

    def best(self, target: Creature, weapon: Weapon) -> Volley:
        """The series that takes most of a target, wherever it is made from."""
        actor, guard, left = self._actor, self.shield(target), target.hp.current
        key = (
            "series", actor.id, target.id, weapon.name, guard, left,
            self._purses.counted(actor, actor.resources),
            actor.conditions, target.conditions, actor.position.squeezed, target.position.squeezed,
        )  # fmt: skip
        notes = self._sparring.notes
        if key not in notes:
            found = (volley for _, volley in self._with(self._face_to_face(target, weapon), target))
            notes[key] = max(found, key=lambda volley: volley.share(left), default=Volley())
        return notes[key]  # type: ignore[no-any-return]  # what was put there

    def _with(self, exchange: Exchange, target: Creature) -> Iterator[tuple[Series, Volley]]:
        guard = self.shield(target)
        for one in self.series:
            met = zip(one.amounts, halves(guard), strict=False)
            yield one, Volley(tuple(exchange(amount, against) for amount, against in met))

    def _face_to_face(self, target: Creature, weapon: Weapon) -> Exchange:
        blow, actor = self._sparring.blow, self._actor
        return lambda stamina, guard: blow(actor, target, weapon, stamina=stamina, guard=guard)

    def _exchange(self, target: Creature, weapon: Weapon) -> Exchange:
        """The blows from where the creature is imagined, by what both sides put in."""
        actor, battle = self._actor, self._battle
        frame = Attacking(actor.id, target.id, weapon.at_hand)
        parts = self._parts(target, frame)
        if parts == self._sparring.parts(actor, target, weapon):
            return self._face_to_face(target, weapon)
        key = ("blows", actor.id, target.id, weapon.name, parts, target.conditions)
        table: dict[tuple[int, int], Blow] = self._sparring.notes.setdefault(key, {})
        odds = battle.ruleset.attacks.roll

        def ask(stamina: int, guard: int) -> Blow:
            if (stamina, guard) not in table:
                found = odds(battle, attrs.evolve(frame, stamina=stamina, guard=guard))
                table[stamina, guard] = Blow(found.hit, found.damage)
            return table[stamina, guard]

        return ask

    def _parts(self, target: Creature, frame: Attacking) -> tuple[Modifier, ...]:
        """What an attack from where the creature is imagined is made up of."""
        actor, notes = self._actor, self._sparring.notes
        key = (
            "parts", frame, actor.position, target.position, actor.conditions, target.conditions,
        )  # fmt: skip
        if key not in notes:
            notes[key] = attack_roll(self._battle, frame).modifiers
        return notes[key]  # type: ignore[no-any-return]  # what was put there


__all__ = ["Barrages"]
