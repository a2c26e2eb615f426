"""Cover and effect on hexes: whether the lines between cells are stopped.

The same tests as on squares (:mod:`tacsim.grid.squares.cover`), with the six corners of hexes. What
stops a line: :mod:`tacsim.grid.hexes.fans`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import product

from tacsim.grid.cells import Cell
from tacsim.grid.hexes.fans import CORNER, HOME, edges_in, lay, tabled
from tacsim.grid.hexes.lines import SPOKES, centre, point, touching
from tacsim.grid.squares.fans import Box, Line, Table, box_around, cells_in, stopped
from tacsim.grid.squares.lines import Edge, Point

# --- the lines looked at ----------------------------------------------------------------------


def _ring(centre: Point) -> tuple[Point, ...]:
    """The corners of a cell."""
    return tuple((centre[0] + u, centre[1] + v) for u, v in SPOKES)


@lru_cache(maxsize=8192)
def _segment_table(goal: Point) -> Table:
    """The one line from a corner to another."""
    return tabled([Line(CORNER, goal)], borders=True)


@lru_cache(maxsize=8192)
def _corner_table(goal: Point) -> Table:
    """The six lines from a corner to the corners of a cell."""
    return tabled([Line(CORNER, end) for end in _ring(goal)], borders=True)


@lru_cache(maxsize=8192)
def _area_table(goal: Point, leaves: Cell | None) -> Table:
    """The six lines from a corner into a cell by its corners."""
    return tabled([Line(CORNER, end, leaves, goal) for end in _ring(goal)], borders=True)


def _points(centre: Point) -> list[tuple[Point, Cell | None]]:
    """The corners of a cell and its centre, with the cell that lines go through at each."""
    return [*((at, centre) for at in _ring(centre)), (centre, None)]


@lru_cache(maxsize=2048)
def _beam_table(goal: Point) -> Table:
    """The seven parallels from corners and centre of a cell to those of another."""
    pairs = zip(_points(HOME), _points(goal), strict=True)
    return tabled([Line(p, q, out, into) for (p, out), (q, into) in pairs], borders=False)


@lru_cache(maxsize=2048)
def _effect_table(goal: Point) -> Table:
    """All 49 lines from a corner or the centre of a cell to one of another."""
    pairs = product(_points(HOME), _points(goal))
    return tabled([Line(p, q, out, into) for (p, out), (q, into) in pairs], borders=False)


_AREA_LINES = (1 << 6) - 1
_BEAM_LINES = (1 << 7) - 1
_EFFECT_LINES = (1 << 49) - 1


# --- the tests of the rules -------------------------------------------------------------------


def blocked(
    a: Cell,
    b: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    creatures: AbstractSet[Cell],
) -> bool:
    """Whether something stops the segment between two corners, for cover.

    Stops it: a wall's or a creature's interior, a wall's border run along (a creature's does not
    count), a barrier edge crossed or run along, a corner closed on both sides of the line. Nothing
    stops a segment of no length. Edges must be stored sorted, as by `hex_lines.edge`.
    Errors: ValueError for corners that there are none. Clause: grid5e.cover.

    >>> blocked((1, 1, 1), (1, 2, 0), {(1, 1)}, set(), set())
    True
    >>> [blocked((1, 1, 1), (2, 1), *on, set()) for on in (({(1, 1)}, set()), (set(), set()))]
    [True, False]
    >>> blocked((1, 1, 1), (2, 1), set(), set(), {(1, 1)})
    False
    """
    box = _box((*touching(a), *touching(b)))
    near, barred, others = cells_in(walls, box), edges_in(edges, box), cells_in(creatures, box)
    if not near and not barred and not others:
        return False
    goal, frame = lay(point(a), point(b))
    return stopped(_segment_table(goal), frame, near, barred, others) != 0


def stopped_from(
    corner: Cell,
    cell: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    creatures: AbstractSet[Cell],
) -> int:
    """How many of the lines from a corner to the six corners of a cell something stops.

    What stops one is told at `blocked`. Clause: grid5e.cover.

    >>> stopped_from((0, 0), (2, 0), {(1, 0)}, set(), set())
    6
    """
    box = _box((*touching(corner), cell))
    near, barred, others = cells_in(walls, box), edges_in(edges, box), cells_in(creatures, box)
    if not near and not barred and not others:
        return 0
    goal, frame = lay(point(corner), centre(cell))
    return stopped(_corner_table(goal), frame, near, barred, others).bit_count()


def line_of_effect(
    a_cells: Collection[Cell],
    b_cells: Collection[Cell],
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
) -> bool:
    """Whether any line joins the two bodies; without one, cover is total.

    A line goes from a corner or the centre of a cell of the one to a corner or the centre of a
    cell of the other. Walls' interiors, barrier edges and closed corners stop it; running along
    one wall's border does not, running between two walls does. Bodies that share a cell always
    reach each other: a line may stay in a corner of it. Errors: ValueError without cells.
    Clause: grid5e.cover.

    >>> line_of_effect([(0, 0)], [(2, 0)], {(1, 0)}, set())
    True
    >>> line_of_effect([(0, 0)], [(2, 0)], {(1, 0), (0, 1), (1, 1), (1, -1), (0, -1)}, set())
    False
    """
    box = box_around([*a_cells, *b_cells])
    near, barred = cells_in(walls, box), edges_in(edges, box)
    if not near and not barred:
        return True
    return any(_joined(source, goal, near, barred) for source in a_cells for goal in b_cells)


def _joined(source: Cell, goal: Cell, walls: list[Cell], edges: list[Edge]) -> bool:
    """Whether any line joins two cells; the seven parallels tell most often, and are few."""
    at, frame = lay(centre(source), centre(goal))
    return (
        stopped(_beam_table(at), frame, walls, edges) != _BEAM_LINES
        or stopped(_effect_table(at), frame, walls, edges) != _EFFECT_LINES
    )


def effect_reaches(
    origin: Cell,
    cell: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    from_cell: Cell | None = None,
) -> bool:
    """Whether some line from a corner comes into the cell by one of its corners.

    Lines are stopped as in `blocked`, and a line that ends on a corner must be able to enter the
    cell there. With `from_cell`, a cell that touches the origin, a line must also be able to leave
    that cell there: so it starts on this side of a thin wall. A wall's own cell is not reached.
    Errors: ValueError for a corner that there is none, or not of `from_cell`.
    Clauses: grid5e.aoe, metric.aoe.radius-origin.

    >>> [effect_reaches((0, 0), cell, {(0, 0)}, set()) for cell in ((-1, 0), (0, 0), (1, 0))]
    [True, False, False]
    """
    around = touching(origin)
    if from_cell is not None and from_cell not in around:
        raise ValueError(f"{origin} is not a corner of {from_cell}")
    if cell in walls:
        return False
    box = box_around([*around, cell])
    near, barred = cells_in(walls, box), edges_in(edges, box)
    if not near and not barred:
        return True
    goal, frame = lay(point(origin), centre(cell))
    leaves = None if from_cell is None else frame.cell(*from_cell)
    return stopped(_area_table(goal, leaves), frame, near, barred) != _AREA_LINES


def _box(cells: Iterable[Cell]) -> Box:
    """The least and greatest x and y of cells."""
    xs, ys = zip(*cells, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
