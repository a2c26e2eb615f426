"""Throwing the battle's dice."""

from __future__ import annotations

from tacsim.core.events import Rolled
from tacsim.rules.battle import Battle


class Throws:
    """Dice thrown one after another within one answer of a rule, before any is applied.

    Each throw is an event; applying it moves the battle's dice on by as many.
    """

    def __init__(self, battle: Battle) -> None:
        self._dice = battle.dice
        self._position = battle.world.dice.position

    def roll(
        self, actor: str, purpose: str, count: int, sides: int, bonus: int = 0,
        clauses: tuple[str, ...] = (),
    ) -> Rolled:  # fmt: skip
        """Throw some dice; the total includes the bonus."""
        faces = self._dice.faces(self._position, count, sides)
        self._position += count
        return Rolled(actor, purpose, faces, sum(faces) + bonus, clauses)
