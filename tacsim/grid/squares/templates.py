"""Templates laid on the squares: cones as wide as they are long, quarter circles, cubes, squares.

They are given by the attacker's cell and any other cell to point at, along an axis, a
diagonal or in between, in whole numbers. Lengths are counted by a `Measure` in half-cells, ``r``
cells holding ``2r + 1`` of them. Walls are looked at by `WalledAreas.in_line_of`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

from tacsim.enforces import enforces
from tacsim.grid.cells import Cell
from tacsim.grid.squares.areas import ALTERNATING, Measure


def _aim(origin_cell: Cell, toward: Cell) -> Cell:
    """The direction from one cell to another; ValueError if they are the same."""
    by = (toward[0] - origin_cell[0], toward[1] - origin_cell[1])
    if by == (0, 0):
        raise ValueError(f"an area from {origin_cell} needs another cell to point at")
    return by


def _ahead(by: Cell, most: int) -> Iterator[tuple[Cell, int, int]]:
    """Cells about (0, 0) before a direction: each with how far on and how far aside it lies.

    Both are multiplied by the length of the direction; aside is positive to its right.
    """
    if most < 0:
        raise ValueError(f"an area cannot have the negative size {most}")
    dx, dy = by
    around = range(-(most + most // 8 + 2), most + most // 8 + 3)
    for x, y in product(around, around):
        on = dx * x + dy * y
        if on > 0:
            yield (x, y), on, dx * y - dy * x


@enforces("grid5e.aoe", "metric.aoe.cone15")
def wedge(
    origin_cell: Cell, toward: Cell, length: int, *, measure: Measure = ALTERNATING
) -> frozenset[Cell]:
    """The cells of a cone whose width at each distance is that distance.

    Its tip is the centre of the origin cell, its axis runs through the centre of the other one. A
    cell is in if its centre, carried over onto the axis at right angles, is no farther on than the
    length as the axis is measured, and no farther aside than half as far as it is on. Of centres
    right on the two edges those on one edge are in: so an axis row at an even distance lies to the
    side of lesser y (then x), and to the other side when the cone points a little to that one. The
    origin cell is never in.
    Errors: ValueError for a negative length or `toward` the origin cell.
    Clauses: grid5e.aoe, metric.aoe.cone15.

    >>> [len(wedge((0, 0), (0, 9), n)) for n in (1, 2, 3, 4)]
    [1, 3, 6, 10]
    >>> sorted(wedge((0, 0), (1, 0), 2)), sorted(wedge((0, 0), (9, 1), 2))
    ([(1, 0), (2, -1), (2, 0)], [(1, 0), (2, 0), (2, 1)])
    >>> sorted(wedge((0, 0), (1, 1), 3))
    [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    """
    by = _aim(origin_cell, toward)
    side = 1 if by[0] < 0 or (by[0] == 0 and by[1] > 0) else -1
    limit = (2 * length + 1) * (by[0] ** 2 + by[1] ** 2)
    return _moved(
        origin_cell,
        (
            cell
            for cell, on, aside in _ahead(by, length)
            if -on < 2 * side * aside <= on and on * measure.cost2(by) <= limit
        ),
    )


def quarter(
    origin_cell: Cell, toward: Cell, length: int, *, measure: Measure = ALTERNATING
) -> frozenset[Cell]:
    """The cells of a cone of 90 degrees: within the length of the origin cell, which is not in.

    A cell is in if its centre lies within 45 degrees of the axis, these included.
    Errors: as `wedge`. Clause: metric.aoe.cone15.

    >>> len(quarter((0, 0), (1, 0), 4)), len(quarter((0, 0), (1, 1), 4))
    (18, 19)
    """
    return _moved(
        origin_cell,
        (
            cell
            for cell, on, aside in _ahead(_aim(origin_cell, toward), length)
            if abs(aside) <= on and measure.cost2(cell) <= 2 * length + 1
        ),
    )


def cube(origin_cell: Cell, toward: Cell, size: int) -> frozenset[Cell]:
    """The cells of a cube that lies against a face of the origin cell, on the side pointed to.

    It lies straight ahead along an axis, corner to corner along a diagonal, and in between as near
    to the line of the two centres as whole cells let it; of two places equally near it takes the
    one of lesser x or y.
    Errors: ValueError for a negative size or `toward` the origin cell. Clause: grid5e.aoe.

    >>> sorted(cube((0, 0), (1, 0), 2)), sorted(cube((0, 0), (1, 1), 2))
    ([(1, -1), (1, 0), (2, -1), (2, 0)], [(1, 1), (1, 2), (2, 1), (2, 2)])
    """
    by = _aim(origin_cell, toward)
    if size < 0:
        raise ValueError(f"an area cannot have the negative size {size}")
    along = 0 if abs(by[0]) >= abs(by[1]) else 1
    far = abs(by[along])
    near = (size + 1) * by[1 - along] - (size - 1) * far  # where it begins aside, times 2 far
    aside = -((far - near) // (2 * far))
    ahead = range(1, size + 1) if by[along] > 0 else range(-size, 0)
    places = product(ahead, range(aside, aside + size))
    return _moved(origin_cell, (place if along == 0 else place[::-1] for place in places))


@enforces("metric.aoe.square10")
def square(corner: Cell, size: int) -> frozenset[Cell]:
    """The cells of a square on the ground whose corner of least x and y is an intersection.

    Errors: ValueError for a negative size. Clauses: metric.aoe.square5, metric.aoe.square10.

    >>> len(square((0, 0), 1)), sorted(square((4, 4), 2))
    (1, [(4, 4), (4, 5), (5, 4), (5, 5)])
    """
    if size < 0:
        raise ValueError(f"an area cannot have the negative size {size}")
    return _moved(corner, product(range(size), range(size)))


def _moved(origin: Cell, cells: Collection[Cell] | Iterator[Cell]) -> frozenset[Cell]:
    return frozenset((origin[0] + x, origin[1] + y) for x, y in cells)
