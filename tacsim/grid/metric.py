"""How far: one object that movement, reach, range, areas and the opponents all measure with.

Lengths add up in *half-cells* so that alternating diagonals need no memory: a straight step is 2, a
diagonal 3, and a sum is rounded down to whole cells at the end only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell
from tacsim.grid.hexes import coordinates as hexes


class Pace(NamedTuple):
    """What a step costs at a rate: ``scale * rate + plus`` half-cells."""

    scale: int
    plus: int = 0

    def at(self, rate: int) -> int:
        """The half-cells of the step where everything costs so many times as much.

        >>> [Pace(3).at(rate) for rate in (1, 2, 3)]
        [3, 6, 9]
        """
        return self.scale * rate + self.plus


class Metric(Protocol):
    """A measure of steps and distances."""

    parities: int
    """2 where the odd half of a cell spent before changes what a step costs, else 1."""

    def step(self, by: Cell) -> int:
        """Half-cells of one step in an open field."""
        ...

    def pace(self, by: Cell, spent: int = 0) -> Pace:
        """What a step costs on any ground, after so many half-cells of the same measured move."""
        ...

    def cost2(self, by: Cell) -> int:
        """Half-cells of the shortest open way between two cells that far apart on each axis."""
        ...

    def distance(self, a: Body, b: Body) -> int:
        """Whole cells between the nearest cells of two bodies; 0 when they share a cell."""
        ...


def cells(cost2: int) -> int:
    """Whole cells paid for a number of half-cells.

    >>> [cells(3 * n) for n in (1, 2, 3, 4)]
    [1, 3, 4, 6]
    """
    return cost2 // 2


def budget(squares: int) -> int:
    """The half-cells that fit into a number of cells, the odd half included.

    >>> budget(6)
    13
    """
    return 2 * squares + 1


@lru_cache(maxsize=65536)
def gaps(a: Body, b: Body) -> Cell:
    """Cells between two boxes along each axis: 0 where they overlap or align, 1 where they touch.

    Between two bodies of hexes the one number of steps.

    >>> gaps(Body((0, 0), (2, 2)), Body((4, 3), (1, 1)))
    (3, 2)
    >>> gaps(Body((0, 0), (2,)), Body((4, 3), (1,)))
    (5,)
    """
    if len(a.extent) == 1:
        return (_steps(a, b),)
    return tuple(
        [
            max(q - p - m + 1, p - q - n + 1, 0)
            for p, m, q, n in zip(a.at, a.extent, b.at, b.extent, strict=True)
        ]
    )


@enforces(
    "d20.diag.alternate", "d20.diag.interleaved", "d20.diag.symmetry", "grid5e.diag.alternate",
    "grid5e.diag.example", "metric.diag.one-and-half",
)  # fmt: skip
class AlternatingDiagonals:
    """Every second diagonal counts double: 1, 2, 1, 2 ... over the whole measured way.

    Straight steps in between change nothing (``d20.diag.interleaved``), nor does the direction in
    which a distance is measured (``d20.diag.symmetry``).

    >>> metric = AlternatingDiagonals()
    >>> metric.distance(Body((0, 0), (1, 1)), Body((4, 7), (1, 1)))
    9
    >>> metric.distance(Body((0, 0), (2, 2)), Body((4, 3), (1, 1)))
    4
    """

    parities = 1

    def step(self, by: Cell) -> int:
        """Half-cells of one step: 2 along an axis, 3 across two."""
        return 1 + sum(1 for d in by if d)

    def pace(self, by: Cell, spent: int = 0) -> Pace:
        """The same times the rate, whatever went before."""
        return Pace(self.step(by))

    def cost2(self, by: Cell) -> int:
        """Half-cells of the shortest open way: diagonals first, the rest straight."""
        one, other = abs(by[0]), abs(by[1])
        return 2 * one + other if one > other else 2 * other + one

    @enforces("d20.diag.range", "d20.diag.multi-square", "grid5e.range.count", "metric.range.count")
    def distance(self, a: Body, b: Body) -> int:
        """Whole cells between the nearest cells of two bodies, diagonals counted 1, 2, 1, 2."""
        return self.cost2(gaps(a, b)) // 2


@enforces("grid5e.enter.difficult.diag")
class FootForFoot(AlternatingDiagonals):
    """Alternating diagonals of which each is multiplied for itself: at twice the cost 2, then 4.

    The other reading of ``grid5e.enter.difficult.diag``: whether a diagonal is the first of two or
    the second matters, and that is told by the odd half-cell spent.

    >>> metric = FootForFoot()
    >>> first = metric.pace((1, 1)).at(2)
    >>> first, metric.pace((1, 1), first).at(2)
    (5, 7)
    """

    parities = 2

    def pace(self, by: Cell, spent: int = 0) -> Pace:
        """Straight steps as ever; a diagonal that costs 1 at first, or 2, times the rate."""
        if self.step(by) == 2:
            return Pace(2)
        return Pace(4, -1) if spent % 2 else Pace(2, 1)


@enforces(
    "pool.diag.cumulative", "pool.diag.everything", "pool.diag.vertical", "pool.diag.triple",
    "pool.diag.triple.parity",
)  # fmt: skip
class CubeSteps(AlternatingDiagonals):
    """In space: a step through two axes is a diagonal, one through three counts as two of them.

    So that one costs 3 cells whatever went before (``pool.diag.triple``), and leaves the count of
    diagonals as it was (``pool.diag.triple.parity``). A distance is counted on
    the straight way, which at each step takes every axis that it has not come to the end of: the
    least of the three numbers are triples, what the middle one has more diagonals, the rest
    straight. In the plane that is the alternating measure.

    >>> metric = CubeSteps()
    >>> [metric.cost2(by) // 2 for by in ((3, 3, 0), (1, 1, 1), (2, 2, 2), (3, 2, 1))]
    [4, 3, 6, 5]
    >>> metric.distance(Body((0, 0, 0), (2, 2, 2)), Body((3, 1, 3), (1, 1, 1)))
    3
    """

    def step(self, by: Cell) -> int:
        """Half-cells of one step: 2 along an axis, 3 across two, 6 through all three."""
        return _CUBE_STEP[sum(1 for d in by if d)]

    def cost2(self, by: Cell) -> int:
        """Half-cells of the straight way."""
        least, middle, most = sorted((0, *map(abs, by)))[-3:]
        return 2 * most + middle + 3 * least


_CUBE_STEP = (0, 2, 3, 6)


@enforces("pool.diag.triple")
class ShortestCubeSteps(CubeSteps):
    """The other reading of ``pool.diag.triple``: a distance is that of the cheapest steps.

    These are as many diagonals as can be, no triples, and the rest straight.

    >>> metric = ShortestCubeSteps()
    >>> [metric.cost2(by) // 2 for by in ((3, 3, 0), (1, 1, 1), (2, 2, 2), (3, 2, 1))]
    [4, 2, 4, 4]
    """

    def cost2(self, by: Cell) -> int:
        """Half-cells of the shortest open way."""
        along = tuple(map(abs, by))
        total = sum(along)
        return 2 * total - min(total // 2, total - max(along))


@enforces("metric.hex.move")
class HexSteps:
    """On hexes there are no diagonals: every step counts 1 (``metric.hex.move``).

    >>> HexSteps().distance(Body((0, 0), (1,)), Body((4, 4), (1,)))
    6
    """

    parities = 1

    def step(self, by: Cell) -> int:
        """Half-cells of one step."""
        return 2

    def pace(self, by: Cell, spent: int = 0) -> Pace:
        """A cell times the rate."""
        return Pace(2)

    def cost2(self, by: Cell) -> int:
        """Half-cells of the shortest open way along a vector, or of so many steps."""
        return 2 * (by[0] if len(by) == 1 else hexes.length(by))

    def distance(self, a: Body, b: Body) -> int:
        """Steps between the nearest hexes of two bodies."""
        return _steps(a, b)


def _steps(a: Body, b: Body) -> int:
    """The steps between the nearest hexes of two bodies."""
    if a.extent == b.extent == (1,):
        return hexes.distance(a.at, b.at)
    return min(hexes.distance(p, q) for p in a.cells for q in b.cells)


MEASURES: Mapping[str, Metric] = {
    "square": AlternatingDiagonals(),
    "hex": HexSteps(),
    "cube": CubeSteps(),
}
"""How steps are measured on each kind of grid."""

FOOT_FOR_FOOT: Mapping[str, Metric] = {**MEASURES, "square": FootForFoot()}
"""The same with diagonals that are multiplied one by one, where there are any."""
