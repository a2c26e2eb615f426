"""How far: one object that movement, reach, range, areas and the opponents all measure with.

Lengths add up in *half-cells* so that alternating diagonals need no memory: a straight step is 2, a
diagonal 3, and a sum is rounded down to whole cells at the end only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tacsim.geometry import hexes
from tacsim.geometry.cells import Body, Cell


class Metric(Protocol):
    """A measure of steps and distances."""

    def step(self, by: Cell) -> int:
        """Half-cells of one step in an open field."""
        ...

    def halves(self, by: Cell) -> int:
        """Half-cells of the shortest open way between two cells that far apart on each axis."""
        ...

    def distance(self, a: Body, b: Body) -> int:
        """Whole cells between the nearest cells of two bodies; 0 when they share a cell."""
        ...


def cells(halves: int) -> int:
    """Whole cells paid for a number of half-cells.

    >>> [cells(3 * n) for n in (1, 2, 3, 4)]
    [1, 3, 4, 6]
    """
    return halves // 2


def budget(squares: int) -> int:
    """The half-cells that fit into a number of cells, the odd half included.

    >>> budget(6)
    13
    """
    return 2 * squares + 1


def gaps(a: Body, b: Body) -> Cell:
    """Cells between two boxes along each axis: 0 where they overlap or align, 1 where they touch.

    Between two bodies of hexes the one number of steps.

    >>> gaps(Body((0, 0), (2, 2)), Body((4, 3), (1, 1)))
    (3, 2)
    >>> gaps(Body((0, 0), (2,)), Body((4, 3), (1,)))
    (4,)
    """
    if len(a.extent) == 1:
        return (_steps(a, b),)
    return tuple(
        max(q - (p + m) + 1, p - (q + n) + 1, 0)
        for p, m, q, n in zip(a.at, a.extent, b.at, b.extent, strict=True)
    )


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

    def step(self, by: Cell) -> int:
        """Half-cells of one step: 2 along an axis, 3 across two."""
        return 1 + sum(1 for d in by if d)

    def halves(self, by: Cell) -> int:
        """Half-cells of the shortest open way: diagonals first, the rest straight."""
        short, long = sorted(abs(d) for d in by)
        return 2 * long + short

    def distance(self, a: Body, b: Body) -> int:
        """Whole cells between the nearest cells of two bodies, diagonals counted 1, 2, 1, 2."""
        return self.halves(gaps(a, b)) // 2


class HexSteps:
    """On hexes there are no diagonals: every step counts 1 (``metric.hex.move``).

    >>> HexSteps().distance(Body((0, 0), (1,)), Body((4, 4), (1,)))
    6
    """

    def step(self, by: Cell) -> int:
        """Half-cells of one step."""
        return 2

    def halves(self, by: Cell) -> int:
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


MEASURES: Mapping[str, Metric] = {"square": AlternatingDiagonals(), "hex": HexSteps()}
"""How plain steps are measured on each kind of grid."""
