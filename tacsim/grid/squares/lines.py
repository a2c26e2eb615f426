"""Straight lines on a square grid: what one passes, touches and crosses, counted exactly.

A cell ``(x, y)`` covers the unit square from corner ``(x, y)`` to ``(x + 1, y + 1)``; x grows to
the right, y downwards. Corners (grid intersections) are ``(x, y)`` tuples too. Everything is done
with whole numbers; where a cell's centre is needed, coordinates are doubled.

Which lines are stopped by what stands about is told in :mod:`tacsim.grid.squares.fans`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from attrs import frozen

from tacsim.grid.cells import Cell

Edge: TypeAlias = tuple[Cell, Cell]
Point: TypeAlias = tuple[int, int]
"""A point in doubled coordinates: corners are even, centres odd."""

CORNERS: tuple[Point, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The corners of cell (0, 0)."""


# --- one line, one cell or edge ---------------------------------------------------------------


def edge(a: Cell, b: Cell) -> Edge:
    """The edge between two orthogonally neighbouring cells, in its one stored (sorted) form.

    Errors: ValueError unless the cells share a side. Clause: d20.obstacle.between.

    >>> edge((1, 0), (0, 0))
    ((0, 0), (1, 0))
    """
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        raise ValueError(f"no edge between {a} and {b}: they are not orthogonal neighbours")
    return (a, b) if a < b else (b, a)


# --- one line, all that it meets --------------------------------------------------------------


@frozen
class Trace:
    """What a segment meets, in order of meeting: cells, pairs of flanking cells, edges, points."""

    inside: tuple[Cell, ...]
    """Cells whose interior it passes."""
    flanks: tuple[tuple[Cell, Cell], ...]
    """For each unit of it that lies on a grid line, the cells on the two sides."""
    edges: tuple[Edge, ...]
    """Edges that it crosses or runs along."""
    points: tuple[Cell, ...]
    """Grid points strictly between its ends."""


def traced(a: Point, b: Point) -> Trace:
    """Walk the segment between two points in doubled coordinates (corners or centres)."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    scale = abs(dx or 1) * abs(dy or 1)  # time runs from 0 to scale, in whole numbers
    times = {0, scale}
    if dx:
        times.update((x - ax) * scale // dx for x in _evens(ax, bx))
    if dy:
        times.update((y - ay) * scale // dy for y in _evens(ay, by))
    stops = sorted(times)
    inside: list[Cell] = []
    flanks: list[tuple[Cell, Cell]] = []
    edges: list[Edge] = []
    points: list[Cell] = []
    for start, end in pairwise(stops) if a != b else ():
        if start:
            # The point reached, in doubled coordinates times scale.
            px, py = ax * scale + dx * start, ay * scale + dy * start
            on_x, on_y = px % (2 * scale) == 0, py % (2 * scale) == 0
            cx, cy = px // (2 * scale), py // (2 * scale)
            if on_x and on_y:
                points.append((cx, cy))
            elif on_x:
                edges.append(((cx - 1, cy), (cx, cy)))
            else:
                edges.append(((cx, cy - 1), (cx, cy)))
        cx = (2 * ax * scale + dx * (start + end)) // (4 * scale)
        cy = (2 * ay * scale + dy * (start + end)) // (4 * scale)
        if not dx and ax % 2 == 0:
            flanks.append(((cx - 1, cy), (cx, cy)))
            edges.append(((cx - 1, cy), (cx, cy)))
        elif not dy and ay % 2 == 0:
            flanks.append(((cx, cy - 1), (cx, cy)))
            edges.append(((cx, cy - 1), (cx, cy)))
        else:
            inside.append((cx, cy))
    return Trace(tuple(inside), tuple(flanks), tuple(edges), tuple(points))


def _evens(a: int, b: int) -> range:
    """The even numbers strictly between a and b."""
    low, high = min(a, b), max(a, b)
    return range(low + 2 - low % 2, high, 2)


def _doubled(corner: Cell) -> Point:
    return 2 * corner[0], 2 * corner[1]


def centre(cell: Cell) -> Point:
    """A cell's centre, in doubled coordinates."""
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def traversed(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells whose interior the segment between corners a and b passes, from a to b.

    Through a corner exactly, it enters neither of the two cells beside; along a grid line it
    enters none. Clause: d20.aoe.line.

    >>> traversed((0, 0), (3, 2))
    ((0, 0), (1, 0), (1, 1), (2, 1))
    """
    return traced(_doubled(a), _doubled(b)).inside


def between_centres(c1: Cell, c2: Cell) -> tuple[Cell, ...]:
    """The cells whose interior the segment between two cells' centres passes, both ends included.

    Clause: d20.flank (the line between the flankers' centres).

    >>> between_centres((0, 0), (2, 2)), between_centres((0, 0), (2, 1))
    (((0, 0), (1, 1), (2, 2)), ((0, 0), (1, 0), (1, 1), (2, 1)))
    """
    return (c1,) if c1 == c2 else traced(centre(c1), centre(c2)).inside
