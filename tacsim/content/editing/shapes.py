"""Shapes: the cells that a brush covers, drawn from one cell to another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from tacsim.grid.cells import Cell
from tacsim.grid.squares.lines import Edge

SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Where a flood goes on: over the sides of squares, not over their corners."""
EVEN = ((1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1))
ODD = ((1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1))
"""The neighbours of hexes in even and odd rows."""


def beside(cell: Cell, topology: str) -> Iterator[Cell]:
    """The cells of the same level that share a side with one, clockwise from the right.

    >>> list(beside((2, 1), "hex"))
    [(3, 1), (3, 2), (2, 2), (1, 1), (2, 0), (3, 0)]
    """
    steps = (EVEN, ODD)[cell[1] % 2] if topology == "hex" else SQUARE
    for dx, dy in steps:
        yield (cell[0] + dx, cell[1] + dy, *cell[2:])


def line(start: Cell, end: Cell, topology: str) -> tuple[Cell, ...]:
    """The cells of a straight line on one level, both ends included.

    >>> line((0, 0), (4, 2), "square")
    ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2))
    >>> line((0, 0), (1, 2), "hex")
    ((0, 0), (0, 1), (1, 2))
    """
    a, b = (_axial(cell, topology) for cell in (start, end))
    gap = (b[0] - a[0], b[1] - a[1])
    far = max(map(abs, gap)) if topology != "hex" else _hexes(gap)
    found = [_cell(_between(a, gap, n, far, topology), topology) for n in range(far + 1)]
    return tuple((*cell, *start[2:]) for cell in found)


def _axial(cell: Cell, topology: str) -> tuple[int, int]:
    """Coordinates in which lines are straight."""
    x, y = cell[:2]
    return (x - (y - y % 2) // 2, y) if topology == "hex" else (x, y)


def _cell(at: tuple[int, int], topology: str) -> tuple[int, int]:
    x, y = at
    return (x + (y - y % 2) // 2, y) if topology == "hex" else (x, y)


def _hexes(gap: tuple[int, int]) -> int:
    return max(abs(gap[0]), abs(gap[1]), abs(gap[0] + gap[1]))


def _between(
    start: tuple[int, int], gap: tuple[int, int], n: int, far: int, topology: str
) -> tuple[int, int]:
    """The cell n steps of so many along a line, in straight coordinates; ties go towards it."""
    if not far:
        return start
    x, y = (_rounded(part * n, far) for part in gap)
    if topology == "hex":
        z = _rounded(-(gap[0] + gap[1]) * n, far)
        if x + y + z:  # the coordinate that was rounded farthest follows from the others
            off = [
                abs(found * far - part * n)
                for found, part in ((x, gap[0]), (y, gap[1]), (z, -(gap[0] + gap[1])))
            ]
            if off[0] == max(off):
                x = -y - z
            elif off[1] == max(off):
                y = -x - z
    return start[0] + x, start[1] + y


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
