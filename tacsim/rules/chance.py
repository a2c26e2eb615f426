"""Throwing: what rules throw, as events."""

from __future__ import annotations

from tacsim.core.chance import Fallen, Grade, Throw
from tacsim.core.events import Rolled
from tacsim.rules.battle import Battle


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
