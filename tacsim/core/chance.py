"""Chance: the throws that rules ask for, and the tree that answers with everything that can fall.

A rule settles a *throw*: dice that are read as one number. In play seeded dice answer
(:mod:`tacsim.core.dice`). In a forecast the :class:`Tree` answers: the same rule is run once for
each number that makes a difference, and every run has its probability.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial
from math import lcm
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import attrs

from tacsim.enforces import enforces

F = TypeVar("F")
T = TypeVar("T")

Faces: TypeAlias = tuple[int, ...]
Draw: TypeAlias = Callable[[int, int], Faces]
"""Takes up a number of dice of so many sides, and gives the faces that fall."""


class Fallen(NamedTuple):
    """How a throw fell: the number that it is read as, and the faces each time dice were thrown."""

    value: int
    faces: tuple[Faces, ...]


class Spread(NamedTuple):
    """Everything that a throw can read, the least first, each with its ways out of ``total``.

    Each way stands for all that read the same.
    """

    total: int
    ways: tuple[tuple[int, Fallen], ...]

    def chance(self, holds: Callable[[int], object]) -> float:
        """The exact probability of the numbers for which something holds.

        >>> D20.spread.chance(lambda n: n >= 16)
        0.25
        """
        return sum(ways for ways, fallen in self.ways if holds(fallen.value)) / self.total

    def mean(self, worth: Callable[[int], float] = float) -> float:
        """The exact mean of what the numbers are worth.

        >>> Sum(2, 6).spread.mean()
        7.0
        """
        return sum(ways * worth(fallen.value) for ways, fallen in self.ways) / self.total

    def graded(self, grade: Grade) -> Spread:
        """The spread with all numbers of a grade put together, for which the first stands.

        >>> [(ways, fallen.value) for ways, fallen in D20.spread.graded(lambda n: n >= 16).ways]
        [(15, 1), (5, 16)]
        """
        found: dict[Hashable, list[Any]] = {}
        for ways, fallen in self.ways:
            found.setdefault(grade(fallen.value), [0, fallen])[0] += ways
        return Spread(self.total, tuple((ways, fallen) for ways, fallen in found.values()))


Grade: TypeAlias = Callable[[int], Hashable]
"""What a rule makes of the number of a throw; numbers of the same grade make no difference."""


class Throw(Protocol):
    """Dice that are read as one number."""

    def fall(self, draw: Draw) -> Fallen:
        """Throw them."""
        ...

    @property
    def spread(self) -> Spread:
        """Every number that can fall."""
        ...

    def __hash__(self) -> int:
        """The same for equal throws."""
        ...


class Chance(Protocol):
    """What answers throws: dice, or a tree of everything that can fall."""

    def settle(self, throw: Throw, position: int, grade: Grade | None) -> Fallen:
        """How a throw falls, whose first die is number ``position`` of the battle."""
        ...

    def apart(self, first: Callable[[], F], rules: Sequence[Callable[[F], list[T]]]) -> list[T]:
        """What rules give one after another that share what comes first, and nothing else."""
        ...


def in_turn(first: Callable[[], F], rules: Sequence[Callable[[F], list[T]]]) -> list[T]:
    """What rules give one after another, once what comes first is thrown."""
    known = first()
    return [found for rule in rules for found in rule(known)]


@attrs.frozen
class Sum:
    """``count`` dice of ``sides`` sides, added up.

    >>> [(fallen.value, ways) for ways, fallen in Sum(2, 2).spread.ways]
    [(2, 1), (3, 2), (4, 1)]
    """

    count: int
    sides: int

    def fall(self, draw: Draw) -> Fallen:
        """Throw them and add up."""
        faces = draw(self.count, self.sides)
        return Fallen(sum(faces), (faces,))

    @property
    def spread(self) -> Spread:
        """Every sum."""
        return _sums(self.count, self.sides)


D20 = Sum(1, 20)
"""The twenty-sided die of most checks."""


@lru_cache(maxsize=1024)
def _sums(count: int, sides: int) -> Spread:
    sums = {0: 1}
    for _ in range(count):
        further: dict[int, int] = {}
        for value, ways in sums.items():
            for face in range(1, sides + 1):
                further[value + face] = further.get(value + face, 0) + ways
        sums = further
    found = ((sums[n], Fallen(n, (_adding_up(n, count, sides),))) for n in sorted(sums))
    return Spread(sides**count, tuple(found))


def _adding_up(value: int, count: int, sides: int) -> Faces:
    """Faces that add up to a sum, the large ones first.

    >>> _adding_up(9, 3, 6)
    (6, 2, 1)
    """
    faces = []
    for left in range(count, 0, -1):
        faces.append(min(sides, value - (left - 1)))
        value -= faces[-1]
    return tuple(faces)


@enforces("grid5e.advantage.dice")
@attrs.frozen
class Kept:
    """One die of several: the highest of 1 + ``extra`` twenty-sided ones, below 0 the lowest.

    >>> Kept(1).spread.chance(lambda n: n >= 11), Kept(-1).spread.chance(lambda n: n >= 11)
    (0.75, 0.25)
    """

    extra: int

    def fall(self, draw: Draw) -> Fallen:
        """Throw them and keep one."""
        faces = draw(1 + abs(self.extra), 20)
        return Fallen(self.kept(faces), (faces,))

    def kept(self, faces: Faces) -> int:
        """The one of the faces that counts."""
        return max(faces) if self.extra >= 0 else min(faces)

    @property
    def spread(self) -> Spread:
        """Every face to be kept."""
        return _kept(self.extra)


@lru_cache(maxsize=64)
def _kept(extra: int) -> Spread:
    count = 1 + abs(extra)
    ways = [face**count - (face - 1) ** count for face in range(1, 21)]  # that the highest is it
    if extra < 0:
        ways.reverse()
    found = ((number, Fallen(face, ((face,) * count,))) for face, number in enumerate(ways, 1))
    return Spread(20**count, tuple(found))


@attrs.frozen
class Contest:
    """A twenty-sided die each for two, with their bonuses; read as the margin of the first.

    ``ties``: how equal totals are settled: "loss": the first loses; "bonus": the higher bonus wins,
    and with equal bonuses both throw again. A margin of 0 or more wins. ``extra`` and ``against``:
    the dice more of which the first and the second keep one, as :class:`Kept` does.

    >>> Contest(4, 0, "bonus").spread.chance(lambda margin: margin >= 0)
    0.7
    """

    mine: int
    theirs: int
    ties: str
    extra: int = 0
    against: int = 0

    def fall(self, draw: Draw) -> Fallen:
        """Throw for both, one after the other, until it is decided."""
        faces: list[Faces] = []
        while True:
            first, second = Kept(self.extra).fall(draw), Kept(self.against).fall(draw)
            faces += [*first.faces, *second.faces]
            margin = self._margin(first.value, second.value)
            if margin is not None:
                return Fallen(margin, tuple(faces))

    def _margin(self, mine: int, theirs: int) -> int | None:
        """By how much the first wins, below 0 loses; None where both throw again."""
        margin = mine + self.mine - theirs - self.theirs
        if margin:
            return margin
        if self.ties == "bonus" and self.mine == self.theirs:
            return None
        return 0 if self.ties == "bonus" and self.mine > self.theirs else -1

    @property
    def spread(self) -> Spread:
        """Every margin."""
        return _margins(self)


@lru_cache(maxsize=1024)
def _margins(contest: Contest) -> Spread:
    found: dict[int, list[Any]] = {}
    for ways, mine in Kept(contest.extra).spread.ways:
        for others, theirs in Kept(contest.against).spread.ways:
            margin = contest._margin(mine.value, theirs.value)
            if margin is not None:
                fallen = Fallen(margin, (*mine.faces, *theirs.faces))
                found.setdefault(margin, [0, fallen])[0] += ways * others
    ordered = tuple((ways, fallen) for _, (ways, fallen) in sorted(found.items()))
    return Spread(sum(ways for ways, _ in ordered), ordered)


Way: TypeAlias = tuple[tuple[Spread, int], ...]
"""How everything fell in a run of a tree."""


class Tree:
    """Answers throws with everything that can fall: what throws is run once for each.

    >>> tree = Tree()
    >>> def rule():
    ...     first = tree.settle(Sum(1, 2), 0, None).value
    ...     return first, tree.settle(Sum(1, 2), 1, None).value if first == 2 else 0
    >>> tree.outcomes(rule)
    (4, [(2, (1, 0)), (1, (2, 1)), (1, (2, 2))])

    Rules apart are each run alone, with what they share: as many runs as there are ways for each,
    not for all of them together. What they give is left in ``parts`` and not in the result, for
    each its outcomes. With ``joint`` they are run together.

    >>> coin = lambda: tree.settle(Sum(1, 2), 0, None).value
    >>> tree.apart(coin, [lambda n: [("a", n, coin())], lambda n: [("b", n)]])
    []
    >>> tree.parts[1]
    (2, [(1, [('b', 1)]), (1, [('b', 2)])])
    """

    def __init__(self, *, joint: bool = False) -> None:
        self._open: list[tuple[Spread, int]] = []
        self._depth = 0
        self._graded: dict[tuple[Throw, Grade], Spread] = {}
        self._joint = joint
        self.parts: list[tuple[int, list[tuple[int, list[Any]]]]] = []

    def settle(self, throw: Throw, position: int, grade: Grade | None) -> Fallen:
        """How the throw falls in this run."""
        if self._depth == len(self._open):
            spread = throw.spread
            if grade is not None:
                kept = self._graded.get((throw, grade))
                spread = self._graded[throw, grade] = kept or spread.graded(grade)
            self._open.append((spread, 0))
        spread, index = self._open[self._depth]
        self._depth += 1
        return spread.ways[index][1]

    def apart(self, first: Callable[[], F], rules: Sequence[Callable[[F], list[T]]]) -> list[T]:
        """Run each rule in every way by itself."""
        if self._joint:
            return in_turn(first, rules)
        under_way = self._open, self._depth
        self.parts += [self.outcomes(partial(in_turn, first, [rule])) for rule in rules]
        self._open, self._depth = under_way
        return []

    def outcomes(self, run: Callable[[], T]) -> tuple[int, list[tuple[int, T]]]:
        """In how many ways everything can fall in a run, and what each gives with its ways.

        A run has to throw the same after the same fell.
        """
        found: list[tuple[int, int, T]] = []
        self._open = []
        while True:
            self._depth = 0
            result = run()
            ways, total = 1, 1
            for spread, index in self._open:
                ways *= spread.ways[index][0]
                total *= spread.total
            found.append((ways, total, result))
            while self._open and self._open[-1][1] + 1 == len(self._open[-1][0].ways):
                self._open.pop()
            if not self._open:
                break
            spread, index = self._open[-1]
            self._open[-1] = (spread, index + 1)
        whole = lcm(*(total for _, total, _ in found))
        return whole, [(ways * (whole // total), result) for ways, total, result in found]

    @property
    def way(self) -> Way:
        """How everything has fallen so far in this run."""
        return tuple(self._open[: self._depth])

    def again(self, way: Way, run: Callable[[], T]) -> T:
        """What a run gives in which everything falls as it did once."""
        self._open, self._depth = [*way], 0
        return run()
