"""Fans of lines on hexes: which of many lines at once are stopped by what stands about.

What is said of squares in :mod:`tacsim.grid.squares.fans` holds, but that hexes never touch in a
point alone: there are no pinches. Three edges and three cells meet at a corner. In tables a cell is
the point at its centre (:mod:`tacsim.grid.hexes.lines`), and an edge two of these.

A table serves twelve places: turned by sixths and mirrored, hexes come to lie on hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from attrs import frozen

from tacsim.grid.cells import Cell
from tacsim.grid.hexes.coordinates import DIRECTIONS, moved
from tacsim.grid.hexes.lines import SPOKES, Stretch, is_centre, ordered, walked
from tacsim.grid.squares.fans import Box, Gate, Line, Part, Table, collected, turn
from tacsim.grid.squares.lines import Edge, Point, Trace

# --- tabling ----------------------------------------------------------------------------------


def tabled(lines: Iterable[Line], *, borders: bool) -> Table:
    """Table a fan of lines; say if walls' borders stop them."""
    ways = ((line, walked(line.start, line.end)) for line in lines)
    return collected(((_met(way), _gates(line, way)) for line, way in ways), borders=borders)


def _met(way: tuple[Stretch, ...]) -> Trace:
    """All that a line meets."""
    inside: list[Cell] = []
    flanks: list[Edge] = []
    edges: list[Edge] = []
    before: Cell | None = None
    for cells, corner in way:
        cell = cells[0]
        if corner is None and before is not None:
            edges.append((before, cell) if before < cell else (cell, before))
        if len(cells) == 1:
            inside.append(cell)
        else:
            flanks.append((cell, cells[1]))
        before = cell
    points = tuple(corner for _, corner in way[1:] if corner is not None)
    return Trace(tuple(inside), tuple(flanks), (*edges, *flanks), points)


def _gates(line: Line, way: tuple[Stretch, ...]) -> Iterator[Gate]:
    """Every gate at the corners of a line, its ends included."""
    came: Part | None = line.leaves
    for cells, corner in way:
        goes = cells if len(cells) == 2 else cells[0]
        if corner is not None and came is not None:
            yield from _between(corner, came, goes)
        came = goes
    if came is not None and line.enters is not None:
        yield from _between(line.end, came, line.enters)


def _between(corner: Point, came: Part, goes: Part) -> Iterator[Gate]:
    """The gate at a corner for a line that comes by one of its cells or edges and goes by one."""
    ring = _around(corner)
    return turn(ring, ring.index(came), ring.index(goes))


@lru_cache(maxsize=65536)
def _around(corner: Point) -> tuple[Part, ...]:
    """The edges and cells that meet at a corner, clockwise."""
    i, j = corner
    near = [(i + u, j + v) for u, v in SPOKES]
    return tuple(
        near[k] if is_centre(near[k]) else ordered(near[k - 1], near[(k + 1) % 6]) for k in range(6)
    )


# --- laying -----------------------------------------------------------------------------------

_Turn: TypeAlias = tuple[int, int, int, int]
_SIXTHS: tuple[_Turn, ...] = (
    (1, 0, 0, 1), (1, -1, 1, 0), (0, -1, 1, -1), (-1, 0, 0, -1), (-1, 1, -1, 0), (0, 1, -1, 1),
)  # fmt: skip
_TURNS = _SIXTHS + tuple((c, d, a, b) for a, b, c, d in _SIXTHS)
"""The turns and mirrorings of points about a centre, as matrices by rows."""


@frozen
class Frame:
    """Where a table is laid: how points are turned, and then moved."""

    a: int
    b: int
    c: int
    d: int
    i: int
    j: int

    def cell(self, x: int, y: int) -> Point:
        """Where a cell of the map lies in the table: the point at its centre."""
        i, j = 2 * x + (y & 1), x + 2 * y - (y >> 1)
        return self.a * i + self.b * j + self.i, self.c * i + self.d * j + self.j


HOME = (0, 0)
"""Where the lines of a table start that start at a centre."""
CORNER = SPOKES[5]
"""Where the lines of a table start that start at a corner."""


def lay(start: Point, goal: Point) -> tuple[Point, Frame]:
    """Where the goal lies in the table of lines from a start, and the frame that puts it there.

    Of the turns that bring the start, a centre or a corner, to where it belongs (`HOME`, `CORNER`)
    it is the one by which the goal comes to lie farthest on, so that many pairs share a table.
    """
    (i, j), (u, v) = start, goal
    a, b, c, d = _turning((i + j) % 3, u - i, v - j)
    x, y = HOME if is_centre(start) else CORNER
    frame = Frame(a, b, c, d, x - a * i - b * j, y - c * i - d * j)
    return (frame.a * u + frame.b * v + frame.i, frame.c * u + frame.d * v + frame.j), frame


@lru_cache(maxsize=65536)
def _turning(kind: int, i: int, j: int) -> _Turn:
    """How to turn an offset from a point of a kind: the sum of its numbers, divided by 3."""
    able = (by for by in _TURNS if (by[0] + by[2]) * kind % 3 == min(kind, 1))
    return max(able, key=lambda by: (by[0] * i + by[1] * j, by[2] * i + by[3] * j))


# --- cropping ---------------------------------------------------------------------------------


def edges_in(edges: AbstractSet[Edge], box: Box) -> list[Edge]:
    """The edges whose two cells are both in the box, at the lesser cost."""
    if not edges:
        return []
    x0, y0, x1, y1 = box
    found: Iterable[Edge] = edges
    if len(edges) > 3 * (x1 - x0 + 1) * (y1 - y0 + 1):
        cells = product(range(x0, x1 + 1), range(y0, y1 + 1))
        sides = (ordered(cell, moved(cell, by)) for cell in cells for by in DIRECTIONS[:3])
        found = filter(edges.__contains__, sides)
    return [
        (p, q)
        for p, q in found
        if x0 <= p[0] and q[0] <= x1 and y0 <= min(p[1], q[1]) and max(p[1], q[1]) <= y1
    ]
