"""Areas on hexes as sets of cells: bursts, cones, lines, rhombs.

Bursts start at a corner where three cells meet (:mod:`tacsim.grid.hexes.lines` says how corners
are named), what is aimed at the attacker's cell. All lengths are in cells. Directions are
compared in whole numbers, so nothing is rounded; where two are equally good, the one to the side
of lesser y is taken, then the one of lesser x.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import product

from tacsim.enforces import enforces
from tacsim.grid.cells import Cell
from tacsim.grid.hexes.coordinates import disc
from tacsim.grid.hexes.cover import effect_reaches
from tacsim.grid.hexes.lines import (
    ACROSS,
    SPOKES,
    cell_at,
    centre,
    corner_at,
    edge,
    touching,
)
from tacsim.grid.squares.lines import Edge, Point
from tacsim.grid.walled_areas import WalledAreas

# --- directions -------------------------------------------------------------------------------


def _checked(size: int) -> int:
    """A size; ValueError if it is negative."""
    if size < 0:
        raise ValueError(f"an area cannot have the negative size {size}")
    return size


def _aim(origin_cell: Cell, toward: Cell) -> Point:
    """The way from one cell to another; ValueError if they are the same."""
    if origin_cell == toward:
        raise ValueError(f"an area from {origin_cell} needs another cell to point at")
    return _way(origin_cell, toward)


def _way(a: Cell, b: Cell) -> Point:
    """From the centre of one cell to that of another."""
    (i, j), (u, v) = centre(a), centre(b)
    return u - i, v - j


def _on(by: Point, way: Point) -> int:
    """How far a way goes on in a direction, times twice that one's length."""
    return 2 * (by[0] * way[0] + by[1] * way[1]) - by[0] * way[1] - by[1] * way[0]


def _aside(by: Point, way: Point) -> int:
    """How far it leads aside, to the right, times that length and two by the root of three."""
    return by[0] * way[1] - by[1] * way[0]


def _nearest(by: Point, ways: Iterable[Point]) -> list[Point]:
    """Ways of one length, those nearest to a direction first, then by y, then by x."""
    return sorted(ways, key=lambda way: (-_on(by, way), 2 * way[1] - way[0], way[0]))


def corners_of(origin_cell: Cell, toward: Cell) -> tuple[Cell, ...]:
    """The corners of a cell that face a direction: one, or two straight across a side.

    Errors: ValueError for `toward` the origin cell.

    >>> corners_of((1, 1), (3, 1)), corners_of((1, 1), (3, 2))
    (((2, 1, 0), (2, 2, 1)), ((2, 2, 1),))
    """
    by, (i, j) = _aim(origin_cell, toward), centre(origin_cell)
    first, second = _nearest(by, SPOKES)[:2]
    facing = (first, second) if _on(by, first) == _on(by, second) else (first,)
    return tuple(corner_at((i + u, j + v)) for u, v in facing)


# --- areas ------------------------------------------------------------------------------------


@enforces("metric.hex.radius")
def burst(corner: Cell, radius: int) -> frozenset[Cell]:
    """The cells of a burst of that radius round a corner: all nearer than it to one of its cells.

    Walls are not looked at: see `WalledAreas.in_burst`. Errors: ValueError for a negative radius.
    Clause: metric.aoe.radius-origin.

    >>> [len(burst((4, 4), radius)) for radius in (0, 1, 2, 3, 6)]
    [0, 3, 12, 27, 108]
    """
    far = _checked(radius) - 1
    return frozenset(cell for near in touching(corner) for cell in disc(near, far))


@enforces("metric.hex.cone")
def cone(origin_cell: Cell, toward: Cell, length: int) -> frozenset[Cell]:
    """The cells of a cone of 60 degrees, which holds as many cells at each distance as that is far.

    A cell is in if it is within the length and its centre, seen from that of the origin cell, lies
    within 30 degrees of the direction. Of its two edges one is included, that to the side of lesser
    y (straight up or down: of lesser x). The origin cell is never in.
    Errors: ValueError for a negative length or `toward` the origin cell.
    Clause: metric.aoe.cone15.

    >>> [len(cone((0, 0), (3, 1), n)) for n in (0, 1, 2, 3, 4)]
    [0, 1, 3, 6, 10]
    >>> sorted(cone((1, 1), (5, 1), 2))
    [(2, 1), (3, 0), (3, 1)]
    """
    by = _aim(origin_cell, toward)
    side = 1 if by[0] < 0 or (by[0] == 0 and by[1] > 0) else -1

    def ahead(cell: Cell) -> bool:
        way = _way(origin_cell, cell)
        return -_on(by, way) < 3 * side * _aside(by, way) <= _on(by, way)

    return frozenset(filter(ahead, disc(origin_cell, _checked(length))))


def wide_cone(origin_cell: Cell, toward: Cell, length: int) -> frozenset[Cell]:
    """The cells of a cone of 90 degrees: within the length and within 45 degrees of the direction.

    No centre lies right on its edges. The origin cell is never in. Errors: as `cone`.
    Clause: metric.aoe.cone15.

    >>> len(wide_cone((0, 0), (1, 0), 4)), len(wide_cone((0, 0), (0, 2), 4))
    (14, 16)
    """
    by = _aim(origin_cell, toward)

    def ahead(cell: Cell) -> bool:
        way = _way(origin_cell, cell)
        return _on(by, way) > 0 and 3 * _aside(by, way) ** 2 <= _on(by, way) ** 2

    return frozenset(filter(ahead, disc(origin_cell, _checked(length))))


@enforces("metric.hex.cone")
def line(origin_cell: Cell, toward: Cell, length: int) -> frozenset[Cell]:
    """The cells of a line of that length: straight on in the one of six directions nearest by.

    The origin cell is not in. Errors: as `cone`. Clause: metric.aoe.line60.

    >>> sorted(line((1, 1), (9, 2), 3)), sorted(line((1, 1), (2, 2), 3))
    ([(2, 1), (3, 1), (4, 1)], [(2, 2), (2, 3), (3, 4)])
    """
    return frozenset(_passed(origin_cell, toward, length))


def _passed(origin_cell: Cell, toward: Cell, length: int) -> tuple[Cell, ...]:
    """The cells of a line, from its beginning to its end."""
    (u, v), *_ = _nearest(_aim(origin_cell, toward), ACROSS)
    i, j = centre(origin_cell)
    return tuple(cell_at((i + n * u, j + n * v)) for n in range(1, _checked(length) + 1))


def rhombus(origin_cell: Cell, toward: Cell, size: int) -> frozenset[Cell]:
    """The cells of a rhomb of size x size against the origin cell, on the side pointed to.

    It lies between the two of the six directions that are nearest, its sides along them; its first
    cell is the origin's neighbour in the nearest. Errors: as `cone`. Clause: grid5e.aoe.

    >>> sorted(rhombus((1, 1), (9, 2), 2)), sorted(rhombus((1, 1), (9, 1), 2))
    ([(2, 1), (3, 1), (3, 2), (4, 2)], [(2, 1), (3, 0), (3, 1), (4, 0)])
    """
    first, second = _nearest(_aim(origin_cell, toward), ACROSS)[:2]
    i, j = centre(origin_cell)
    return _rhomb((i + first[0], j + first[1]), first, second, size)


cube = rhombus
"""What squares have a cube for."""


def square(corner: Cell, size: int) -> frozenset[Cell]:
    """The cells of a rhomb of size x size to the right and down to the right of a corner.

    Its first cell is the one that names the corner. Errors: ValueError for a negative size.
    Clauses: metric.aoe.square5, metric.aoe.square10.

    >>> len(square((0, 0), 1)), sorted(square((4, 4), 2))
    (1, [(4, 4), (4, 5), (5, 4), (5, 5)])
    """
    return _rhomb(centre((corner[0], corner[1])), ACROSS[1], ACROSS[2], size)


def _rhomb(at: Point, along: Point, across: Point, size: int) -> frozenset[Cell]:
    """So many cells in one direction, in so many rows beside each other in the other one."""
    return frozenset(
        cell_at((at[0] + n * along[0] + m * across[0], at[1] + n * along[1] + m * across[1]))
        for n, m in product(range(_checked(size)), repeat=2)
    )


# --- what walls leave of them -----------------------------------------------------------------


def visible_line(
    origin_cell: Cell,
    toward: Cell,
    length: int,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
) -> frozenset[Cell]:
    """The cells of a line as far as no wall and no barrier stands across it.

    Errors: as `line`. Clauses: metric.aoe.line60, grid5e.aoe.

    >>> sorted(visible_line((0, 0), (1, 0), 5, {(3, 0)}, set()))
    [(1, 0), (2, 0)]
    """
    found: list[Cell] = []
    before = origin_cell
    for cell in _passed(origin_cell, toward, length):
        if cell in walls or edge(before, cell) in edges:
            break
        found.append(cell)
        before = cell
    return frozenset(found)


WALLED = WalledAreas(effect_reaches, touching, corners_of)
in_burst, sides_of, in_line_of = WALLED.in_burst, WALLED.sides_of, WALLED.in_line_of
