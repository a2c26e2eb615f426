"""Throwing: what rules throw, as events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs

from tacsim.core.chance import Fallen, Grade, Throw
from tacsim.core.events import Event, Modifier, Rolled, Tested
from tacsim.rules.battle import Battle

F = TypeVar("F")


class Throws:
    """Throws made one after another within one answer of a rule, before any is applied.

    Each becomes an event; applying it moves the battle's dice on by as many.
    """

    def __init__(self, battle: Battle) -> None:
        self._chance = battle.dice
        self._position = battle.world.dice.position

    def settle(self, throw: Throw, grade: Grade | None = None) -> Fallen:
        """How a throw falls. ``grade``: what of its number makes a difference, if not all does."""
        fallen = self._chance.settle(throw, self._position, grade)
        self._position += sum(map(len, fallen.faces))
        return fallen

    def roll(
        self,
        actor: str,
        purpose: str,
        throw: Throw,
        bonus: int = 0,
        clauses: tuple[str, ...] = (),
        grade: Grade | None = None,
    ) -> Rolled:
        """Throw dice once, as an event whose total is the number that they read and the bonus."""
        value, (faces,) = self.settle(throw, grade)
        return Rolled(actor, purpose, faces, value + bonus, clauses)

    def apart(
        self, first: Callable[[], F], rules: Sequence[Callable[[F], list[Event]]]
    ) -> list[Event]:
        """What rules bring one after another that share what comes first, and nothing else.

        A forecast adds up each by itself.
        """
        return self._chance.apart(first, rules)


@attrs.frozen
class Test:
    """A check or saving throw that is due: it throws on this, and its chances are read from it.

    ``holds``: whether what the dice read is enough; ``bonus``: what is added to that, of which
    ``parts`` tell.
    """

    creature: str
    what: str
    throw: Throw
    bonus: int
    against: int
    holds: Callable[[int], bool]
    parts: tuple[Modifier, ...]
    clauses: tuple[str, ...]
    target: str | None = None

    @property
    def chance(self) -> float:
        """The exact probability that it holds."""
        return self.throw.spread.chance(self.holds)

    def made(self, throws: Throws) -> tuple[list[Event], bool]:
        """Throw it: what to tell of it, and whether it holds."""
        events, value = self.thrown(throws)
        held, total = self.holds(value), value + self.bonus
        told = Tested(
            self.creature, self.what, total, self.against, held, self.target, self.parts,
            self.clauses,
        )  # fmt: skip
        return [*events, told], held

    def thrown(self, throws: Throws) -> tuple[Sequence[Event], int]:
        """The dice, and what they read."""
        roll = throws.roll(
            self.creature, self.what, self.throw, self.bonus, self.clauses, self.holds
        )
        return [roll], roll.total - self.bonus
