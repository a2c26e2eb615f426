"""Hexes: pointed at the top, odd rows half a cell to the right ("odd-r" offset coordinates).

A cell is ``(x, y)`` as everywhere; a *vector* between two is a triple ``(q, r, s)`` of cube
coordinates, which add up to 0, so that one offset means the same from every cell. A hex body's
extent is one number, ``(n,)``: it has n rows, the widest of n hexes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from tacsim.enforces import enforces

Hex: TypeAlias = tuple[int, ...]
"""The cell ``(x, y)`` of a hex."""

Vector: TypeAlias = tuple[int, int, int]
"""``(q, r, s)`` with ``q + r + s == 0``: q to the right, r down to the right, s what is left."""

DIRECTIONS: tuple[Vector, ...] = (
    (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1), (1, -1, 0),
)  # fmt: skip
"""The six steps, clockwise from the right: e, se, sw, w, nw, ne."""


def vector(a: Hex, b: Hex) -> Vector:
    """The way from one cell to another.

    >>> vector((1, 1), (1, 0)), vector((1, 0), (1, 1))
    ((0, -1, 1), (0, 1, -1))
    """
    r = b[1] - a[1]
    q = b[0] - (b[1] >> 1) - a[0] + (a[1] >> 1)
    return q, r, -q - r


def moved(cell: Hex, by: Hex) -> Hex:
    """The cell that lies so far from another; the third number of the vector is not looked at.

    >>> [moved((1, 1), by) for by in DIRECTIONS]
    [(2, 1), (2, 2), (1, 2), (0, 1), (1, 0), (2, 0)]
    """
    y = cell[1] + by[1]
    return cell[0] - (cell[1] >> 1) + by[0] + (y >> 1), y


def length(by: Hex) -> int:
    """The steps that a vector is long (``metric.hex.move``).

    >>> length((3, -1, -2)), length((2, 2, -4))
    (3, 4)
    """
    return max(abs(by[0]), abs(by[1]), abs(by[0] + by[1]))


def distance(a: Hex, b: Hex) -> int:
    """The steps between two cells.

    >>> distance((0, 0), (3, 2))
    4
    """
    r = b[1] - a[1]
    q = b[0] - (b[1] >> 1) - a[0] + (a[1] >> 1)
    return max(abs(q), abs(r), abs(q + r))


@enforces("metric.hex.body")
@lru_cache(maxsize=64)
def rows(n: int) -> tuple[Vector, ...]:
    """A body of n rows, from its first hex (the first of the top row): where its hexes lie.

    Each row is centred on the one above: 1; 2-1; 2-3-2; 3-4-3-2; 3-4-5-4-3 ...

    >>> [len(rows(n)) for n in (1, 2, 3, 4, 5)]
    [1, 3, 7, 12, 19]
    >>> rows(2)
    ((0, 0, 0), (1, 0, -1), (0, 1, -1))
    """
    hexes: list[Vector] = []
    start, wide = 0, n // 2 + 1 if n > 1 else 1
    growing = n - wide
    for r in range(n):
        hexes += [(q, r, -q - r) for q in range(start, start + wide)]
        if r < growing:
            start, wide = start - 1, wide + 1
        else:
            wide -= 1
    return tuple(hexes)


@lru_cache(maxsize=65536)
def body(at: Hex, n: int) -> tuple[Hex, ...]:
    """The cells of a body of n rows whose first hex is at a cell, by row and column.

    >>> body((3, 3), 2), body((3, 4), 2)
    (((3, 3), (4, 3), (4, 4)), ((3, 4), (4, 4), (3, 5)))
    """
    return tuple(moved(at, by) for by in rows(n))


@lru_cache(maxsize=64)
def inside(n: int) -> tuple[Vector, ...]:
    """Where the body of n - 1 rows lies inside the one of n rows, first hex to first hex.

    >>> inside(2)
    ((0, 0, 0), (1, 0, -1), (0, 1, -1))
    """
    whole, small = set(rows(n)), rows(n - 1)
    return tuple(
        by for by in rows(n) if all((by[0] + q, by[1] + r, by[2] + s) in whole for q, r, s in small)
    )


def ring(at: Hex, radius: int) -> tuple[Hex, ...]:
    """The cells exactly so far from another, clockwise from the one to the right.

    >>> ring((1, 1), 1)
    ((2, 1), (2, 2), (1, 2), (0, 1), (1, 0), (2, 0))
    """
    if not radius:
        return (at,)
    here = moved(at, tuple(radius * n for n in DIRECTIONS[0]))
    cells: list[Hex] = []
    for side in range(6):
        for _ in range(radius):
            cells.append(here)
            here = moved(here, DIRECTIONS[(side + 2) % 6])
    return tuple(cells)


def disc(at: Hex, radius: int) -> tuple[Hex, ...]:
    """The cells at most so far from another, by row and column.

    >>> len(disc((4, 4), 2))
    19
    """
    return tuple(
        moved(at, (q, r))
        for r in range(-radius, radius + 1)
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
    )
