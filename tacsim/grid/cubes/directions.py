"""Cubes: directions in space, corners, and the sides between cells.

A cell ``(x, y, z)`` fills the unit cube from its corner of least numbers, ``(x, y, z)``, to
``(x + 1, y + 1, z + 1)``; x grows to the right, y downwards on the map, z upwards.
"""

from __future__ import annotations

from itertools import product

from tacsim.grid.cells import Cell
from tacsim.grid.squares.lines import Edge

_STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
_SLANTED = ((1, 1), (-1, 1), (-1, -1), (1, -1))

DIRECTIONS: tuple[Cell, ...] = (
    *((x, y, 0) for x, y in (*_STRAIGHT, *_SLANTED)),
    *((x, y, z) for ways in (((0, 0),), _STRAIGHT, _SLANTED) for z in (1, -1) for x, y in ways),
)
"""The vectors of one step: the eight on a level first, straight ones before diagonals; then those
that lead up or down, straight, through two axes, through three."""

CORNERS: tuple[Cell, ...] = tuple((x, y, z) for z, y, x in product((0, 1), repeat=3))
"""The corners of cell (0, 0, 0)."""

_SHARE = (0, 6, 3, 2)
"""Six by the number of axes of a direction, which is the square of its length."""


def toward(by: Cell) -> Cell:
    """That of the 26 directions which a vector is nearest to; a zero vector for itself.

    In the plane, and along a vector that stays on its level, that is one of the eight. Of two that
    were as near it would be the first; but no vector lies midway, as the lines midway between two
    directions are at angles that whole numbers never make.

    >>> toward((5, 2, 0)), toward((5, 3, 0)), toward((1, 2, 2)), toward((-4, 0, 1)), toward((5, 2))
    ((1, 0, 0), (1, 1, 0), (1, 1, 1), (-1, 0, 0), (1, 0))
    """

    def nearness(direction: Cell) -> int:
        along = sum(n * d for n, d in zip(by, direction, strict=True))
        return max(along, 0) * along * _SHARE[sum(map(abs, direction))]

    if not any(by):
        return by
    directions = DIRECTIONS if len(by) == 3 else tuple(d[:2] for d in DIRECTIONS[:8])
    return max(directions, key=nearness)


def between(a: Cell, b: Cell) -> Cell:
    """The vector from one cell to another."""
    return (b[0] - a[0], b[1] - a[1], b[2] - a[2])


def side(a: Cell, b: Cell) -> Edge | None:
    """The side that two cells share, in its one stored (sorted) form; None if they share none.

    >>> side((1, 0, 4), (1, 0, 3)), side((1, 0, 4), (1, 1, 3))
    (((1, 0, 3), (1, 0, 4)), None)
    """
    if sum(map(abs, between(a, b))) != 1:
        return None
    return (a, b) if a < b else (b, a)


def corners(cell: Cell) -> tuple[Cell, ...]:
    """The eight corners of a cube, by level and row."""
    x, y, z = cell
    return tuple((x + i, y + j, z + k) for i, j, k in CORNERS)


def at_corner(corner: Cell) -> tuple[Cell, ...]:
    """The eight cubes that meet at a corner, by level and row."""
    x, y, z = corner
    return corners((x - 1, y - 1, z - 1))
