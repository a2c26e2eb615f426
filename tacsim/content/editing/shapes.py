"""Shapes: the cells that a brush covers, drawn from one cell to another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from tacsim.grid.cells import Cell
from tacsim.grid.hexes.coordinates import DIRECTIONS, moved, vector
from tacsim.grid.squares.lines import Edge

SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Where a flood goes on: over the sides of squares, not over their corners."""


def beside(cell: Cell, topology: str) -> Iterator[Cell]:
    """The cells of the same level that share a side with one, clockwise from the right.

    >>> list(beside((2, 1), "hex"))
    [(3, 1), (3, 2), (2, 2), (1, 1), (2, 0), (3, 0)]
    """
    for step in DIRECTIONS if topology == "hex" else SQUARE:
        yield _moved(cell, step, topology)


def _moved(cell: Cell, by: Sequence[int], topology: str) -> Cell:
    x, y = moved(cell, tuple(by)) if topology == "hex" else (cell[0] + by[0], cell[1] + by[1])
    return (x, y, *cell[2:])


def line(start: Cell, end: Cell, topology: str) -> tuple[Cell, ...]:
    """The cells of a straight line on one level, both ends included.

    >>> line((0, 0), (4, 2), "square")
    ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2))
    >>> line((0, 0), (1, 2), "hex")
    ((0, 0), (0, 1), (1, 2))
    """
    way = vector(start, end) if topology == "hex" else (end[0] - start[0], end[1] - start[1])
    far = max(map(abs, way))
    parts = [_part(way, n, far) for n in range(1, far + 1)]
    return (start, *(_moved(start, part, topology) for part in parts))


def _part(way: Sequence[int], n: int, far: int) -> list[int]:
    """N of so many steps of a way, to the nearest cell; ties go towards the start."""
    found = [_rounded(part * n, far) for part in way]
    if len(way) == 3:  # of hexes the coordinate that was rounded farthest follows from the others
        off = [abs(one * far - part * n) for one, part in zip(found, way, strict=True)]
        found[off.index(max(off))] -= sum(found)
    return found


def _rounded(part: int, whole: int) -> int:
    """A fraction to the nearest whole number, halves towards zero."""
    sign = -1 if part < 0 else 1
    return sign * ((2 * abs(part) + whole - 1) // (2 * whole))


def rectangle(start: Cell, end: Cell, _topology: str = "") -> tuple[Cell, ...]:
    """All cells between two corners.

    >>> rectangle((1, 1), (0, 0))
    ((0, 0), (1, 0), (0, 1), (1, 1))
    """
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(start[:2], end[:2], strict=True))
    return tuple((x, y, *start[2:]) for y in range(top, bottom + 1) for x in range(left, right + 1))


def around(cell: Cell, topology: str) -> tuple[Cell, ...]:
    """The cells that share a side with one: those beside it; of cubes also that above and below.

    >>> around((1, 1, 1), "cube")[-2:]
    ((1, 1, 2), (1, 1, 0))
    """
    others = [(*cell[:2], cell[2] + by) for by in (1, -1)] if len(cell) == 3 else []
    return (*beside(cell, topology), *others)


def between(cell: Cell, other: Cell) -> Edge:
    """The edge between two cells that share a side, as maps have it."""
    return (cell, other) if cell < other else (other, cell)


def outline(cells: Collection[Cell], topology: str) -> tuple[Edge, ...]:
    """The edges between some cells and those beside them.

    >>> len(outline(rectangle((0, 0), (1, 1)), "square"))
    8
    """
    within = set(cells)
    return tuple(
        between(cell, other) for cell in cells for other in beside(cell, topology)
        if other not in within
    )  # fmt: skip


def flood(start: Cell, joined: Callable[[Cell, Cell], bool], topology: str) -> tuple[Cell, ...]:
    """The cells around one that are reached over sides through cells that are joined.

    >>> flood((0, 0), lambda cell, other: other in {(0, 0), (1, 0), (2, 1)}, "square")
    ((0, 0), (1, 0))
    """
    found = {start: None}
    left = [start]
    while left:
        here = left.pop()
        for cell in beside(here, topology):
            if cell not in found and joined(here, cell):
                found[cell] = None
                left.append(cell)
    return tuple(found)
