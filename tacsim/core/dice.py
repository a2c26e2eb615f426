"""Dice: the only chance in a battle, reproducible from a seed and a position.

The n-th die of a seed is the same in every process and on every machine: it is read off a BLAKE2b
hash of seed and position, never off a generator with a hidden state.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

import attrs

from tacsim.core.chance import Faces, Fallen, Grade, Throw, in_turn

F = TypeVar("F")
T = TypeVar("T")


class Dice(ABC):
    """A source of die faces; throwing the same position again gives the same faces."""

    @abstractmethod
    def faces(self, position: int, count: int, sides: int) -> Faces:
        """The faces of ``count`` dice of ``sides`` sides, from die number ``position`` on."""

    def settle(self, throw: Throw, position: int, grade: Grade | None = None) -> Fallen:
        """Throw, with the dice from number ``position`` on."""

        def draw(count: int, sides: int) -> Faces:
            nonlocal position
            faces = self.faces(position, count, sides)
            position += count
            return faces

        return throw.fall(draw)

    def apart(self, first: Callable[[], F], rules: Sequence[Callable[[F], list[T]]]) -> list[T]:
        """Throw for one after another."""
        return in_turn(first, rules)


class SeededDice(Dice):
    """Dice of a battle.

    >>> SeededDice(7).faces(0, 3, 20) == SeededDice(7).faces(0, 3, 20)
    True
    """

    def __init__(self, seed: int) -> None:
        self._key = str(seed).encode()

    def faces(self, position: int, count: int, sides: int) -> Faces:
        """The faces of some dice, each uniform to within 2**-60."""
        return tuple(1 + self._word(position + i) % sides for i in range(count))

    def _word(self, position: int) -> int:
        text = self._key + b":" + str(position).encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


class ScriptedDice(Dice):
    """Dice for tests: they fall as told, and running out of them is an error.

    >>> ScriptedDice([20, 4]).faces(1, 1, 6)
    (4,)
    """

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)

    def faces(self, position: int, count: int, sides: int) -> Faces:
        """The next faces told; ValueError past the last or past the number of sides."""
        faces = self._faces[position : position + count]
        if len(faces) < count or any(not 1 <= face <= sides for face in faces):
            raise ValueError(f"scripted dice: {count}d{sides} at {position} of {self._faces}")
        return faces


@attrs.frozen
class Roll:
    """Dice to be thrown and summed: ``count`` dice of ``sides``, plus ``bonus``."""

    count: int
    sides: int
    bonus: int = 0

    @property
    def mean(self) -> float:
        """The expected sum.

        >>> parse("2d8+7").mean
        16.0
        """
        return self.count * (self.sides + 1) / 2 + self.bonus


_ROLL = re.compile(r"(?:(\d+)d(\d+))?([+-]?\d+)?")


@lru_cache(maxsize=1024)
def parse(text: str) -> Roll:
    """Read ``2d6``, ``1d8+3`` or a plain number; ValueError for anything else.

    >>> parse("1d8+3"), parse("1")
    (Roll(count=1, sides=8, bonus=3), Roll(count=0, sides=1, bonus=1))
    """
    match = _ROLL.fullmatch(text.replace(" ", ""))
    if not text or match is None:
        raise ValueError(f"not dice: {text!r}")
    count, sides, bonus = match.groups()
    roll = Roll(int(count or 0), int(sides or 1), int(bonus or 0))
    if roll.count > 100 or not 1 <= roll.sides <= 1000:
        raise ValueError(f"not dice: {text!r}")
    return roll
