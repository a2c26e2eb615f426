"""Squares for the brute force: where they lie, how bodies of several lie on them, what a step is.

Shares no code with the engine. A body is (x, y, n): n x n squares, (x, y) the least of them.
Points are in doubled coordinates, so that centres are whole numbers too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

Cell = tuple[int, int]
Point = tuple[int, int]

DIRECTIONS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
FACINGS = 4
TOPOLOGY = "square"


def shift(cell: Cell, by: Cell) -> Cell:
    return cell[0] + by[0], cell[1] + by[1]


def price(by: Cell) -> int:
    """Half-units of a step over easy ground."""
    return 3 if by[0] and by[1] else 2


def distance(a: Cell, b: Cell) -> int:
    """Squares by the shortest way: diagonals of one and a half, the sum rounded down."""
    far, near = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])), reverse=True)
    return (2 * (far - near) + 3 * near) // 2


@cache
def shape(x: int, y: int, n: int) -> frozenset[Cell]:
    """The cells of a body."""
    return frozenset((x + i, y + j) for i in range(n) for j in range(n))


def beside(cell: Cell, by: Cell) -> list[Cell]:
    """The cells whose corner a diagonal step passes."""
    return [(cell[0] + by[0], cell[1]), (cell[0], cell[1] + by[1])] if by[0] and by[1] else []


def crossed(cell: Cell, by: Cell) -> list[tuple[Cell, Cell]]:
    """The borders that a step crosses: one, or the four that meet at the corner passed."""
    to = shift(cell, by)
    if not (by[0] and by[1]):
        return [(cell, to)]
    one, other = beside(cell, by)
    return [(cell, one), (cell, other), (one, to), (other, to)]


def centre(cell: Cell) -> Point:
    return 2 * cell[0] + 1, 2 * cell[1] + 1


@cache
def corners(cell: Cell) -> list[Point]:
    x, y = 2 * cell[0], 2 * cell[1]
    return [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)]


@cache
def sides(cell: Cell) -> list[tuple[Cell, tuple[Point, Point]]]:
    """Top, right, bottom and left side: the cell beyond, and the ends."""
    ring = corners(cell)
    beyond = [shift(cell, by) for by in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    return [(beyond[i], (ring[i], ring[(i + 1) % 4])) for i in range(4)]


def about(point: Point) -> list[Cell]:
    x, y = point[0] // 2, point[1] // 2
    return [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]


def box(a: Cell, b: Cell) -> Iterable[Cell]:
    """All cells that a line between two cells may meet, and those about them."""
    (x0, x1), (y0, y1) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return [(x, y) for y in range(y0 - 1, y1 + 2) for x in range(x0 - 1, x1 + 2)]
