"""Straight lines on hexes: corners and edges, and what a line passes, counted exactly.

Cells are ``(x, y)`` in odd-r rows. A *corner* is ``(x, y, k)``: with k = 0 the upper left one of
that cell (where it meets its west and its north-west neighbour), with k = 1 the top one (where it
meets the two above it). Every corner of the grid has one such name; ``(x, y)`` is short for k = 0.

Lines are followed in *points* ``(i, j)``, i to the upper right and j down, such that every centre
and every corner is a whole point: it is a centre if i + j is a multiple of 3, and the six points
next to a centre are the corners of its hex. These are sheared coordinates, in which lines stay
lines and the sides of a line its sides, so whole numbers are enough.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import TypeAlias

from tacsim.grid.cells import Cell
from tacsim.grid.hexes.coordinates import distance
from tacsim.grid.squares.lines import Edge, Point

SPOKES: tuple[Point, ...] = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1))
"""From a centre to the six corners, clockwise from the top."""
ACROSS: tuple[Point, ...] = ((1, -1), (2, 1), (1, 2), (-1, 1), (-2, -1), (-1, -2))
"""From a centre to those of the neighbours; each lies between a spoke and the next."""

Stretch: TypeAlias = tuple[tuple[Cell, ...], Point | None]
"""A part of a line: the cell that it is inside of, or the two between which it runs along their
edge, by their centres; and the corner by which it came there, if it was one."""


# --- names ------------------------------------------------------------------------------------


def edge(a: Cell, b: Cell) -> Edge:
    """The edge between two neighbouring cells, in its one stored (sorted) form.

    Errors: ValueError unless the cells share a side.

    >>> edge((2, 2), (1, 1)), edge((1, 2), (2, 2))
    (((1, 1), (2, 2)), ((1, 2), (2, 2)))
    """
    if distance(a, b) != 1:
        raise ValueError(f"no edge between {a} and {b}: they are not neighbours")
    return ordered(a, b)


def ordered(a: Cell, b: Cell) -> Edge:
    """Two cells, or two points, in their one order."""
    return (a, b) if a < b else (b, a)


def corner(at: Cell) -> Cell:
    """The full name of a corner, ``(x, y)`` being the upper left one of that cell.

    Errors: ValueError for a third number other than 0 and 1.

    >>> corner((3, 2)), corner((3, 2, 1))
    ((3, 2, 0), (3, 2, 1))
    """
    x, y, k = at if len(at) == 3 else (*at, 0)
    if k not in (0, 1):
        raise ValueError(f"no corner {at}: the third number is 0 (upper left) or 1 (top)")
    return x, y, k


@lru_cache(maxsize=16384)
def corners(cell: Cell) -> tuple[Cell, ...]:
    """The six corners of a cell, clockwise from the top one.

    >>> corners((1, 1))
    ((1, 1, 1), (2, 1, 0), (2, 2, 1), (2, 2, 0), (1, 2, 1), (1, 1, 0))
    """
    i, j = centre(cell)
    return tuple(corner_at((i + u, j + v)) for u, v in SPOKES)


@lru_cache(maxsize=16384)
def touching(at: Cell) -> tuple[Cell, ...]:
    """The three cells that meet at a corner, by column and row. Errors: as `corner`.

    >>> touching((1, 1)), touching((1, 1, 1))
    (((0, 1), (1, 0), (1, 1)), ((1, 0), (1, 1), (2, 0)))
    """
    return tuple(sorted(map(cell_at, meeting(point(at)))))


# --- points -----------------------------------------------------------------------------------


def centre(cell: Cell) -> Point:
    """The point at a cell's centre.

    >>> centre((0, 0)), centre((1, 0)), centre((0, 1))
    ((0, 0), (2, 1), (1, 2))
    """
    x, y = cell
    return 2 * x + (y & 1), x + 2 * y - (y >> 1)


def cell_at(centre: Point) -> Cell:
    """The cell around a centre.

    >>> cell_at((1, 2))
    (0, 1)
    """
    i, j = centre
    y = (2 * j - i) // 3
    return (i - (y & 1)) // 2, y


def point(at: Cell) -> Point:
    """The point at a corner. Errors: as `corner`.

    >>> point((0, 0)), point((0, 0, 1))
    ((-1, -1), (0, -1))
    """
    x, y, k = corner(at)
    i, j = centre((x, y))
    return i - 1 + k, j - 1


def corner_at(point: Point) -> Cell:
    """The name of the corner at a point.

    >>> corner_at((-1, -1)), corner_at((0, -1))
    ((0, 0, 0), (0, 0, 1))
    """
    i, j = point
    k = (i + j) % 3 - 1
    return (*cell_at((i + 1 - k, j + 1)), k)


def is_centre(point: Point) -> bool:
    """Whether a point is the centre of a cell; else it is a corner."""
    return (point[0] + point[1]) % 3 == 0


def meeting(corner: Point) -> tuple[Point, ...]:
    """The centres of the three cells that meet at a corner, clockwise."""
    i, j = corner
    around = ((i + u, j + v) for u, v in SPOKES)
    return tuple(near for near in around if is_centre(near))


# --- one line ---------------------------------------------------------------------------------


def walked(a: Point, b: Point) -> tuple[Stretch, ...]:
    """The stretches of the line from one point to another, in order.

    >>> walked((0, 0), (3, 0))  # out by a corner, between two cells, in by a corner
    ((((0, 0),), None), (((1, -1), (2, 1)), (1, 0)), (((3, 0),), (2, 0)))
    """
    di, dj = b[0] - a[0], b[1] - a[1]
    right = [di * v - dj * u for u, v in SPOKES]  # how far right of the line's way each one points
    sides = [(right[k], right[(k + 1) % 6], SPOKES[k], ACROSS[k]) for k in range(6)]
    ahead = [side for side in sides if side[0] < side[1]]
    stretches: list[Stretch] = [((a,), None)] if is_centre(a) else []
    i, j = a
    while (i, j) != b:
        if (i + j) % 3:
            cells, beyond = _past((i, j), right)
            stretches.append((cells, (i, j)))
            i, j = beyond
            continue
        left = dj * (i - a[0]) - di * (j - a[1])  # how far left of the line the centre lies
        for low, high, spoke, across in ahead:
            if low < left < high:
                i, j = i + across[0], j + across[1]
                stretches.append((((i, j),), None))
                break
            if low == left:
                i, j = i + spoke[0], j + spoke[1]
                break
    return tuple(stretches)


def _past(corner: Point, right: list[int]) -> tuple[tuple[Cell, ...], Point]:
    """The cells of the stretch beyond a corner, and a point of it: its end, or the cell's centre.

    ``right``: how far to the right of the line's way each spoke points.
    """
    i, j = corner
    k = next(k for k in range(6) if right[k] <= 0 < right[(k + 1) % 6])
    near, after, before = ((i + SPOKES[n % 6][0], j + SPOKES[n % 6][1]) for n in (k, k + 1, k - 1))
    if is_centre(near):
        return (near,), near
    if right[k] == 0:
        return ordered(before, after), near
    return (after,), after


# --- flanking ---------------------------------------------------------------------------------


def opposite(a: Cell, b: Cell, target: Collection[Cell]) -> bool:
    """Whether the line between two cells' centres passes through opposite borders of a space.

    The first border by which it comes into the space's inside and the last one by which it goes
    out have to face exactly opposite ways. At a corner of the space either of the two borders that
    meet there will do. A line that only touches the space, or runs along its border, does not pass
    through it. Clause: grid5e.flank.line.

    >>> [opposite((0, 1), b, [(1, 1)]) for b in ((2, 1), (2, 0), (2, 2))]
    [True, False, False]
    """
    space = {centre(cell) for cell in target}
    way = walked(centre(a), centre(b))
    inside = [n for n, (cells, _) in enumerate(way) if space.issuperset(cells)]
    if not inside or inside[0] == 0 or inside[-1] == len(way) - 1:
        return False
    ways_in = _faced(way, inside[0], space)
    return any((-u, -v) in ways_in for u, v in _faced(way, inside[-1] + 1, space))


def _faced(way: tuple[Stretch, ...], n: int, space: Collection[Cell]) -> set[Point]:
    """The ways in which the borders of a space face that lie between a stretch and the one before.

    Each as the vector from a cell of the space to the neighbour beyond.
    """
    cells, corner = way[n]
    around = (*way[n - 1][0], *cells) if corner is None else meeting(corner)
    return {
        (far[0] - near[0], far[1] - near[1])
        for near in around
        for far in around
        if near in space and far not in space
    }
