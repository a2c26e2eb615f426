"""Straight lines in space: which cubes they pass, and how they come from one into the next.

Points are in doubled coordinates: corners are even, centres odd. A line that lies in the side
between two cubes, or along an edge between four, is told by the cells on one hand and by the
offsets to those on the others.

At an edge or a corner a line touches cubes that it does not enter. It counts as free there if,
moved aside by a hair, it comes from the one cube into the next through open sides and open cubes:
so it slips past one that is solid, but not between two that touch along an edge only, nor between a
solid cube and the rim of a floor.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import product
from math import prod
from typing import TypeAlias

from attrs import frozen

from tacsim.grid.cells import Cell, shifted
from tacsim.grid.squares.lines import Edge

Point: TypeAlias = Cell
"""A point of three doubled coordinates."""

NO_CELLS: frozenset[Cell] = frozenset()
NO_EDGES: frozenset[Edge] = frozenset()


@frozen
class Matter:
    """What may stop a line.

    ``walls``: cubes that are solid. ``edges``: sides between two cubes, as sorted pairs, where
    something thin stands. ``floors``: cubes with a floor, thin too, towards the one below.
    """

    walls: AbstractSet[Cell] = NO_CELLS
    edges: AbstractSet[Edge] = NO_EDGES
    floors: AbstractSet[Cell] = NO_CELLS

    def __bool__(self) -> bool:
        return bool(self.walls or self.edges or self.floors)

    def shut(self, a: Cell, b: Cell) -> bool:
        """Whether something thin lies between two cubes side by side.

        >>> Matter(floors={(0, 0, 1)}).shut((0, 0, 1), (0, 0, 0))
        True
        """
        pair = (a, b) if a < b else (b, a)
        return pair in self.edges or (pair[1] in self.floors and a[2] != b[2])

    def leads(self, here: Cell, there: Cell) -> bool:
        """Whether a line may come from a cube into another that touches it, which may be solid.

        It takes the axes in which they differ in any order, through cubes and sides that are open.

        >>> Matter({(1, 0, 0)}).leads((0, 0, 0), (1, 1, 0))
        True
        >>> Matter({(1, 0, 0), (0, 1, 0)}).leads((0, 0, 0), (1, 1, 0))
        False
        """
        for axis, n in enumerate(there):
            if here[axis] != n:
                beside = (*here[:axis], n, *here[axis + 1 :])
                if not self.shut(here, beside) and (
                    beside == there or (beside not in self.walls and self.leads(beside, there))
                ):
                    return True
        return False

    def lets(self, way: Walk) -> bool:
        """Whether a line comes from each cube into the next, on one hand of it or the other.

        Whether they are solid is not asked.
        """
        thin = 7 if self.edges else 4 if self.floors else 0  # the axes on which a side may be shut
        steps = zip(way.axes, way.cells, way.cells[1:], strict=False)
        return all(
            any(self.leads(shifted(here, by), shifted(there, by)) for by in way.sides)
            for axes, here, there in steps
            if axes & thin or axes & (axes - 1)
        )


@frozen
class Walk:
    """The cubes that a line passes, in order, and where the others lie that it passes with each.

    ``axes``: those on which it comes into each further cube, as bits. ``sides``: the offsets from
    each cube to those that it runs in or along: itself alone, one on either hand of a side, or four
    round an edge.
    """

    cells: tuple[Cell, ...]
    axes: bytes
    sides: tuple[Cell, ...]


def walk(start: Point, end: Point) -> Walk:
    """The way of a line between two points, in doubled coordinates.

    >>> walk((1, 1, 1), (7, 3, 1)).cells
    ((0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 1, 0))
    >>> list(walk((1, 1, 1), (7, 3, 1)).axes)
    [1, 3, 1]
    >>> walk((0, 0, 1), (4, 0, 1)).sides
    ((0, 0, 0), (0, -1, 0))
    """
    lengths = tuple(abs(q - p) for p, q in zip(start, end, strict=True))
    signs = tuple(1 if q > p else -1 for p, q in zip(start, end, strict=True))
    x, y, z = ((p - (q < p)) // 2 for p, q in zip(start, end, strict=True))
    cells = [(x, y, z)]
    crossed = _crossed(lengths, tuple(p % 2 for p in start))
    for axes in crossed:
        x += signs[0] * (axes & 1)
        y += signs[1] * (axes >> 1 & 1)
        z += signs[2] * (axes >> 2)
        cells.append((x, y, z))
    flat = ((0, -1) if p == q and p % 2 == 0 else (0,) for p, q in zip(start, end, strict=True))
    return Walk(tuple(cells), crossed, tuple(product(*flat)))


@lru_cache(maxsize=65536)
def _crossed(lengths: Cell, odd: Cell) -> bytes:
    """The axes on which a line comes from one cube into the next, in order: bits of a byte each.

    ``odd``: for each axis, whether it starts in the middle of a cube.
    """
    scale = prod(length or 1 for length in lengths)
    crossed: dict[int, int] = {}
    for axis, length in enumerate(lengths):
        for far in range(2 - odd[axis], length, 2):
            time = far * (scale // length)
            crossed[time] = crossed.get(time, 0) | 1 << axis
    return bytes(crossed[time] for time in sorted(crossed))


def doubled(corner: Cell) -> Point:
    """Where a corner is."""
    return tuple(2 * n for n in corner)


def centre(cell: Cell) -> Point:
    """Where the middle of a cube is."""
    return tuple(2 * n + 1 for n in cell)
