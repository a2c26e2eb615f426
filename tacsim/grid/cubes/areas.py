"""The cells of areas in space: lines, wides, cones and bursts, measured from cell to cell.

An area starts at a cell, which is never in it, and holds cells at a measured distance of 1 up to
its size (``pool.aoe.measure``). It points in one of the 26 directions: the one that the way
to the other cell is nearest to. What is said of cells ``(x, y, z)`` holds in the plane as well, of
cells ``(x, y)``: there it is the part of the same area on the level of its origin.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import product
from operator import add
from typing import TypeAlias

from tacsim.enforces import enforces
from tacsim.grid.cells import Cell
from tacsim.grid.cubes import directions as cubes
from tacsim.grid.cubes.cover import line_of_effect
from tacsim.grid.cubes.lines import NO_CELLS
from tacsim.grid.metric import CubeSteps, budget
from tacsim.grid.squares.lines import Edge

STRAIGHT = CubeSteps()
"""The measure of areas unless another is asked for."""

_Form: TypeAlias = Callable[[Cell, Cell], bool]
"""Whether a cell, told by its vector, lies in a form that points in a direction."""


# --- the four forms ---------------------------------------------------------------------------


@enforces("pool.aoe.line")
def line(
    origin_cell: Cell, toward: Cell, length: int, *, measure: CubeSteps = STRAIGHT
) -> frozenset[Cell]:
    """The cells straight along a direction.

    Errors: ValueError for a negative length or `toward` the origin cell. Clause: pool.aoe.line.

    >>> sorted(line((0, 0, 0), (0, 9, 0), 2)), sorted(line((0, 0, 0), (7, 7, 1), 3))
    ([(0, 1, 0), (0, 2, 0)], [(1, 1, 0), (2, 2, 0)])
    >>> [len(line((0, 0, 0), by, 9)) for by in ((1, 0, 0), (1, 1, 0), (1, 1, 1))]
    [9, 6, 3]
    """
    return _aimed(_in_line, origin_cell, toward, length, measure)


@enforces("pool.aoe.wide")
def wide(
    origin_cell: Cell, toward: Cell, length: int, *, measure: CubeSteps = STRAIGHT
) -> frozenset[Cell]:
    """The cells of a line and those one out from it on every side, corners included.

    So it is three cells high where there is more than one level. Of the cells that touch the origin
    only the one straight ahead is in. Errors: as `line`. Clauses: pool.aoe.wide, pool.aoe.3d.

    >>> sorted(wide((0, 0), (0, 1), 2)), sorted(wide((0, 0), (1, 1), 2))
    ([(-1, 2), (0, 1), (0, 2), (1, 2)], [(1, 1), (1, 2), (2, 1)])
    >>> [len(wide((0, 0), toward, 9)) for toward in ((0, 1), (1, 1))]
    [25, 16]
    """
    return _aimed(_in_wide, origin_cell, toward, length, measure)


@enforces("pool.aoe.cone")
def cone(
    origin_cell: Cell, toward: Cell, length: int, *, measure: CubeSteps = STRAIGHT
) -> frozenset[Cell]:
    """The cells of a wedge of 90 degrees.

    Nothing in it lies backward along an axis of the direction, nor farther sideways than forward
    along the one of these axes on which it has come farthest. So along a diagonal it is the whole
    quadrant with both axes, through three axes the whole octant.
    Errors: as `line`. Clauses: pool.aoe.cone, pool.aoe.3d.

    >>> sorted(cone((0, 0), (0, 1), 1)), sorted(cone((0, 0), (1, 1), 1))
    ([(-1, 1), (0, 1), (1, 1)], [(0, 1), (1, 0), (1, 1)])
    >>> [len(cone((0, 0), toward, 9)) for toward in ((0, 1), (1, 1))]
    [69, 72]
    """
    return _aimed(_in_cone, origin_cell, toward, length, measure)


@enforces("pool.aoe.burst", "pool.aoe.3d")
def burst(origin_cell: Cell, radius: int, *, measure: CubeSteps = STRAIGHT) -> frozenset[Cell]:
    """The cells all round. Errors: ValueError for a negative radius. Clause: pool.aoe.burst.

    >>> [len(burst((0, 0), radius)) for radius in (1, 2, 3, 4, 9)]
    [8, 20, 36, 60, 252]
    """
    return _moved(origin_cell, _shape(None, (0,) * len(origin_cell), radius, measure))


def _in_line(cell: Cell, direction: Cell) -> bool:
    long = max(map(abs, cell))
    return cell == tuple(long * d for d in direction)


def _in_wide(cell: Cell, direction: Cell) -> bool:
    """One out: as far forward along each axis as along the others, or one farther."""
    forward, sideways = _parts(cell, direction)
    if max(map(abs, cell)) == 1:
        return cell == direction
    return min(forward) > 0 and max(forward) <= min(forward) + 1 and max(sideways, default=0) <= 1


def _in_cone(cell: Cell, direction: Cell) -> bool:
    forward, sideways = _parts(cell, direction)
    return min(forward) >= 0 and max(forward) >= max(sideways, default=0)


def _parts(cell: Cell, direction: Cell) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How far forward a cell lies along the axes of a direction, how far off along the others."""
    forward = tuple(n * d for n, d in zip(cell, direction, strict=True) if d)
    return forward, tuple(abs(n) for n, d in zip(cell, direction, strict=True) if not d)


def _aimed(
    form: _Form, origin: Cell, toward: Cell, length: int, measure: CubeSteps
) -> frozenset[Cell]:
    return _moved(origin, _shape(form, _aim(origin, toward), length, measure))


def _aim(origin: Cell, toward: Cell) -> Cell:
    """The direction from one cell to another; ValueError if they are the same."""
    if toward == origin:
        raise ValueError(f"an area from {origin} needs another cell to point at")
    return cubes.toward(tuple(b - a for a, b in zip(origin, toward, strict=True)))


@lru_cache(maxsize=1024)
def _shape(form: _Form | None, direction: Cell, size: int, measure: CubeSteps) -> tuple[Cell, ...]:
    """The vectors to the cells of a form, or to all round."""
    if size < 0:
        raise ValueError(f"an area cannot have the negative size {size}")
    limit = budget(size)
    return tuple(
        by
        for by in product(range(-size, size + 1), repeat=len(direction))
        if any(by) and measure.cost2(by) <= limit and (form is None or form(by, direction))
    )


def _moved(origin: Cell, vectors: Iterable[Cell]) -> frozenset[Cell]:
    return frozenset(tuple(map(add, origin, by)) for by in vectors)


# --- under the names that all grids share -----------------------------------------------------

wide_cone = cone
"""Cones are open to a right angle as they are."""


def cube(origin_cell: Cell, toward: Cell, size: int) -> frozenset[Cell]:
    """The cells of a cube against the origin cell: ahead along the axes of its direction.

    Along the others it is centred, of two places equally near in the one of lesser numbers.
    Errors: ValueError for a negative size or `toward` the origin cell.

    >>> sorted(cube((0, 0), (1, 0), 2)), len(cube((0, 0, 0), (1, 1, 0), 3))
    ([(1, -1), (1, 0), (2, -1), (2, 0)], 27)
    """
    if size < 0:
        raise ValueError(f"an area cannot have the negative size {size}")
    starts = {1: 1, 0: -(size // 2), -1: -size}
    spans = (range(starts[d], starts[d] + size) for d in _aim(origin_cell, toward))
    return _moved(origin_cell, product(*spans))


def square(corner: Cell, size: int) -> frozenset[Cell]:
    """The cells of a square on one level, whose corner of least x and y is a corner of the grid.

    Errors: ValueError for a negative size.

    >>> sorted(square((4, 4, 1), 2))
    [(4, 4, 1), (4, 5, 1), (5, 4, 1), (5, 5, 1)]
    """
    if size < 0:
        raise ValueError(f"an area cannot have the negative size {size}")
    x, y, *level = corner
    return frozenset((i, j, *level) for i, j in product(range(x, x + size), range(y, y + size)))


def in_burst(
    corner: Cell,
    cells: Collection[Cell],
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    sides: AbstractSet[Cell] | None = None,
    floors: AbstractSet[Cell] = NO_CELLS,
) -> frozenset[Cell]:
    """Those of some cells, walls left out, that a line of effect from a cell comes to.

    ``sides``: the cells that it starts from, if not that one.

    >>> two = burst((0, 0, 0), 2)
    >>> sorted(two - in_burst((0, 0, 0), two, {(1, 0, 0)}, set()))
    [(1, 0, 0), (2, -1, 0), (2, 0, -1), (2, 0, 0), (2, 0, 1), (2, 1, 0)]
    """
    starts = (corner,) if sides is None else tuple(sorted(sides))
    return frozenset(
        cell
        for cell in cells
        if cell not in walls and line_of_effect(starts, (cell,), walls, edges, floors=floors)
    )


def in_line_of(
    origin_cell: Cell,
    toward: Cell,  # noqa: ARG001 - other grids ask from which corners the line goes
    cells: Collection[Cell],
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    floors: AbstractSet[Cell] = NO_CELLS,
) -> frozenset[Cell]:
    """Those of some cells, walls left out, that a line of effect from the origin cell comes to.

    >>> cells = [(1, 0, 0), (2, 0, 0), (2, 2, 0)]
    >>> sorted(in_line_of((0, 0, 0), (1, 1, 0), cells, {(1, 0, 0)}, set()))
    [(2, 2, 0)]
    """
    return frozenset(
        cell
        for cell in cells
        if cell not in walls
        and line_of_effect((origin_cell,), (cell,), walls, edges, floors=floors)
    )


def visible_line(
    origin_cell: Cell,
    toward: Cell,
    length: int,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    floors: AbstractSet[Cell] = NO_CELLS,
) -> frozenset[Cell]:
    """The cells of a line as far as nothing stops it. Errors: as `line`.

    >>> sorted(visible_line((0, 0, 0), (1, 0, 0), 5, {(3, 0, 0)}, set()))
    [(1, 0, 0), (2, 0, 0)]
    """
    cells = line(origin_cell, toward, length)
    return in_line_of(origin_cell, toward, cells, walls, edges, floors=floors)


def sides_of(
    corner: Cell,
    cells: Collection[Cell],
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    floors: AbstractSet[Cell] = NO_CELLS,
) -> frozenset[Cell]:
    """The origin cell itself, if it is open and a line of effect joins some other cells to it."""
    joined = corner not in walls and line_of_effect(cells, (corner,), walls, edges, floors=floors)
    return frozenset((corner,) if joined else ())


def corners_of(origin_cell: Cell, toward: Cell) -> tuple[Cell, ...]:
    """The corners of a cell that face a direction: one, two or four.

    >>> corners_of((0, 0, 0), (9, 1, 9))
    ((1, 0, 1), (1, 1, 1))
    """
    far = ((0, 1) if d == 0 else (int(d > 0),) for d in _aim(origin_cell, toward))
    return tuple(tuple(map(add, origin_cell, by)) for by in product(*far))
