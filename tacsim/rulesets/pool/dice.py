"""Pools of six-sided dice: how many are thrown, how many succeed, and with what chance.

Each 5 or 6 is a success (``pool.dice``); favour moves that threshold (``pool.dice.favor``), rerolls
throw failed dice again (``pool.dice.reroll``), and penalties leave one die at least
(``pool.dice.min``). Chances are exact fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import NamedTuple, TypeAlias

import attrs

from tacsim.core.chance import Draw, Faces, Fallen, Grade, Spread
from tacsim.core.events import Event, Rolled
from tacsim.enforces import enforces
from tacsim.rules.chance import Test, Throws

SIDES = 6
SUCCESS = 5
"""The least face that succeeds, without favour."""
FAVOUR = "pool.dice.favor"
BEST, WORST = 2, 6
"""The thresholds beyond which favour moves nothing."""

Chances: TypeAlias = tuple[Fraction, ...]
"""The chances of 0, 1, 2 ... successes."""


@enforces("pool.dice")
@attrs.frozen
class Pool:
    """Dice thrown together: their number, the favour on them, and how many may be thrown again.

    >>> Pool(4).threshold, Pool(4, favour=1).threshold, Pool(4, favour=-3).threshold
    (5, 4, 6)
    """

    dice: int
    favour: int = 0
    rerolls: int = 0

    @property
    def threshold(self) -> int:
        """The least face that succeeds. Clause: ``pool.dice.favor``."""
        return max(BEST, min(WORST, SUCCESS - self.favour))

    def successes(self, faces: tuple[int, ...]) -> int:
        """How many of some faces succeed. Clause: ``pool.dice``.

        >>> Pool(5).successes((1, 4, 5, 6, 6)), Pool(3, favour=1).successes((4, 4, 5))
        (3, 3)
        """
        return sum(face >= self.threshold for face in faces)

    def fall(self, draw: Draw) -> Fallen:
        """Throw them, then failed dice again while they may be; the better face of each counts."""
        faces = [draw(self.dice, SIDES)]
        found = self.successes(faces[0])
        again = min(self.rerolls, self.dice - found)
        if again:
            faces.append(draw(again, SIDES))
            found += self.successes(faces[1])
        return Fallen(found, tuple(faces))

    @property
    def spread(self) -> Spread:
        """Every number of successes with its probability."""
        return _outcomes(self)


def pool(halves: int, bonus: int = 0, *, favour: int = 0, rerolls: int = 0) -> Pool:
    """The dice of an attribute in half points, with dice added or taken off.

    Half a die is rounded down and brings a reroll (``pool.dice.reroll``); however many dice are
    taken off, one is left (``pool.dice.min``).

    >>> pool(7), pool(4, -3)
    (Pool(dice=3, favour=0, rerolls=1), Pool(dice=1, favour=0, rerolls=0))
    """
    return Pool(max(1, halves // 2 + bonus), favour, rerolls + halves % 2)


# --- chances ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def chances(thrown: Pool) -> Chances:
    """The chances of 0, 1, 2 ... successes of a pool, failed dice thrown again while it may.

    >>> [str(c) for c in chances(Pool(1))], [str(c) for c in chances(Pool(1, rerolls=1))]
    (['2/3', '1/3'], ['4/9', '5/9'])
    """
    each = Fraction(SIDES + 1 - thrown.threshold, SIDES)
    found = [Fraction(0)] * (thrown.dice + 1)
    for first, chance in enumerate(_binomial(thrown.dice, each)):
        again = min(thrown.rerolls, thrown.dice - first)
        for more, further in enumerate(_binomial(again, each)):
            found[first + more] += chance * further
    return tuple(found)


@lru_cache(maxsize=1024)
def _outcomes(thrown: Pool) -> Spread:
    spread = chances(thrown)
    total = lcm(*(chance.denominator for chance in spread))
    ways = (int(chance * total) for chance in spread)
    found = ((count, Fallen(n, _showing(thrown, n))) for n, count in enumerate(ways))
    return Spread(total, tuple(found))


def _showing(thrown: Pool, found: int) -> tuple[Faces, ...]:
    """Faces of so many successes, none of them thrown again."""
    first = (SIDES,) * found + (1,) * (thrown.dice - found)
    again = min(thrown.rerolls, thrown.dice - found)
    return (first, (1,) * again) if again else (first,)


@lru_cache(maxsize=4096)
def _binomial(count: int, each: Fraction) -> Chances:
    return tuple(comb(count, n) * each**n * (1 - each) ** (count - n) for n in range(count + 1))


class Margin(NamedTuple):
    """A difference of successes, the attack's less the defence's, and its chance."""

    net: int
    chance: Fraction


@lru_cache(maxsize=4096)
def margins(attack: Pool, defence: Pool) -> tuple[Margin, ...]:
    """Every difference of the successes of two pools that can fall, the least first.

    >>> [(net, str(chance)) for net, chance in margins(Pool(1), Pool(1))]
    [(-1, '2/9'), (0, '5/9'), (1, '2/9')]
    """
    found: dict[int, Fraction] = {}
    for hits, chance in enumerate(chances(attack)):
        for stops, against in enumerate(chances(defence)):
            found[hits - stops] = found.get(hits - stops, Fraction(0)) + chance * against
    return tuple(Margin(net, found[net]) for net in sorted(found))


# --- throwing ---------------------------------------------------------------------------------


class Thrown(NamedTuple):
    """A pool that was thrown: the throws as events, and the successes of all of them."""

    events: tuple[Rolled, ...]
    successes: int


def throw(
    throws: Throws,
    actor: str,
    purpose: str,
    dice: Pool,
    clauses: tuple[str, ...] = (),
    grade: Grade | None = None,
) -> Thrown:
    """Throw a pool. ``grade``: what of its successes makes a difference, if not all does.

    What is thrown again is an event of its own. The total of each is its successes. Favour is a
    reason for what they come to (``pool.dice.favor``).
    """
    if dice.favour:
        clauses = (*clauses, FAVOUR)
    successes, faces = throws.settle(dice, grade)
    told = [(purpose, clauses, ""),
            (f"{purpose} reroll", (*clauses, "pool.dice.reroll"), purpose)]  # fmt: skip
    events = tuple(
        Rolled(actor, what, fell, dice.successes(fell), why, again)
        for fell, (what, why, again) in zip(faces, told, strict=False)
    )
    return Thrown(events, successes)


class Direct(Test):
    """A direct check: the successes of a pool of dice, failed ones thrown again where they may."""

    def thrown(self, throws: Throws) -> tuple[Sequence[Event], int]:
        """The pool."""
        assert isinstance(self.throw, Pool)
        return throw(throws, self.creature, self.what, self.throw, self.clauses, self.holds)
