"""Hexes for the brute force: plain cube coordinates, and bodies as rows of hexes.

Shares no code with the engine. A cell is (x, y) in a map's text: pointy-topped hexes, odd rows
half a hex to the right. As a cube it is (q, r, s) with q + r + s = 0: q grows to the right, s to
the left in a row; r is the row. A body is (x, y, n): n rows of neighbouring hexes, each row
centred on the one above, (x, y) the first hex of the top row.

Points are (q, r) three times enlarged: lines stay lines in these sheared coordinates, and the
corners of hexes are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

Cell = tuple[int, int]
Cube = tuple[int, int, int]
Point = tuple[int, int]

ROWS = {1: (1,), 2: (2, 1), 3: (2, 3, 2), 4: (3, 4, 3, 2), 5: (3, 4, 5, 4, 3)}
"""How many hexes the rows of a body have, by the number of its rows."""
DIRECTIONS: list[Cube] = [
    (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1),
]  # fmt: skip
"""With the clock: up right, right, down right, down left, left, up left."""
FACINGS = 6
TOPOLOGY = "hex"


def cube(cell: Cell) -> Cube:
    x, y = cell
    q = x - y // 2
    return q, y, -q - y


def cell_of(cube: Cube) -> Cell:
    q, r, s = cube
    assert q + r + s == 0
    return q + r // 2, r


def shift(cell: Cell, by: Cube) -> Cell:
    q, r, s = cube(cell)
    return cell_of((q + by[0], r + by[1], s + by[2]))


def price(by: Cube) -> int:
    """Half-units of a step over easy ground: there are no diagonals."""
    return 2


def distance(a: Cell, b: Cell) -> int:
    """Hexes by the shortest way: a step changes two of the three coordinates by one."""
    return sum(abs(i - j) for i, j in zip(cube(a), cube(b), strict=True)) // 2


@cache
def shape(x: int, y: int, n: int) -> frozenset[Cell]:
    """The cells of a body. Columns are counted in half hexes: a hex of row y is at 2x, or at 2x + 1
    where y is odd, and the middles of all rows are in one line."""
    middle = 2 * x + y % 2 + ROWS[n][0] - 1
    return frozenset(
        ((middle - (many - 1) + 2 * i - row % 2) // 2, row)
        for row, many in enumerate(ROWS[n], y)
        for i in range(many)
    )


def beside(cell: Cell, by: Cube) -> list[Cell]:
    """No corners are cut on hexes."""
    return []


def crossed(cell: Cell, by: Cube) -> list[tuple[Cell, Cell]]:
    return [(cell, shift(cell, by))]


def centre(cell: Cell) -> Point:
    q, r, _ = cube(cell)
    return 3 * q, 3 * r


CORNERS = [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)]
"""From a hex's centre to its corners, with the clock from the top one: each is the mean of the
centres of the three hexes that meet there."""


@cache
def corners(cell: Cell) -> list[Point]:
    x, y = centre(cell)
    return [(x + i, y + j) for i, j in CORNERS]


@cache
def sides(cell: Cell) -> list[tuple[Cell, tuple[Point, Point]]]:
    """From the upper right side on, with the clock: the hex beyond, and the ends."""
    ring = corners(cell)
    return [(shift(cell, by), (ring[i], ring[(i + 1) % 6])) for i, by in enumerate(DIRECTIONS)]


def about(point: Point) -> list[Cell]:
    found = []
    for i, j in CORNERS:
        q, r = point[0] - i, point[1] - j
        if q % 3 == r % 3 == 0:
            found.append(cell_of((q // 3, r // 3, -q // 3 - r // 3)))
    return found


def box(a: Cell, b: Cell) -> Iterable[Cell]:
    """All cells that a line between two cells may meet, and those about them."""
    (x0, x1), (y0, y1) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return [(x, y) for y in range(y0 - 1, y1 + 2) for x in range(x0 - 2, x1 + 3)]
