"""Cover and effect on a square grid: whether the lines between cells are stopped.

Bodies, walls, barrier edges and creatures come as cells and edges; which of them cover or close
the way is for the rules to say. What stops a line: :mod:`tacsim.grid.squares.fans`.
"""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from functools import lru_cache

from tacsim.enforces import enforces
from tacsim.grid.cells import Cell
from tacsim.grid.squares.fans import (
    Frame,
    Line,
    Table,
    box_around,
    cells_in,
    corner_box,
    edges_in,
    lay,
    stopped,
    tabled,
)
from tacsim.grid.squares.lines import CORNERS, Edge, Point, centre, edge

# --- the lines looked at ----------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _segment_table(dx: int, dy: int) -> Table:
    """The one line from corner (0, 0) to corner (dx, dy)."""
    return tabled([Line((0, 0), (2 * dx, 2 * dy))], borders=True, pinched_ends=True)


@lru_cache(maxsize=2048)
def _corner_table(dx: int, dy: int, leaves: Cell | None) -> Table:
    """The four lines from corner (0, 0) to the corners of cell (dx, dy)."""
    lines = [Line((0, 0), (2 * (dx + i), 2 * (dy + j)), leaves) for i, j in CORNERS]
    return tabled(lines, borders=True, pinched_ends=True)


@lru_cache(maxsize=8192)
def _area_table(dx: int, dy: int, leaves: Cell | None) -> Table:
    """The four lines from corner (0, 0) into cell (dx, dy) by its corners."""
    cell = (dx, dy)
    lines = [Line((0, 0), (2 * (dx + i), 2 * (dy + j)), leaves, cell) for i, j in CORNERS]
    return tabled(lines, borders=True, pinched_ends=False)


@lru_cache(maxsize=1024)
def _cover_table(dx: int, dy: int) -> Table:
    """The sixteen lines from corners of cell (0, 0) to corners of cell (dx, dy), by fours."""
    lines = [
        Line((2 * i, 2 * j), (2 * (dx + k), 2 * (dy + m)), (0, 0))
        for i, j in CORNERS
        for k, m in CORNERS
    ]
    return tabled(lines, borders=True, pinched_ends=True)


@lru_cache(maxsize=1024)
def _effect_table(dx: int, dy: int) -> Table:
    """The 25 lines from a corner or centre of cell (0, 0) to one of cell (dx, dy)."""
    home, goal = (0, 0), (dx, dy)
    starts: list[tuple[Point, Cell | None]] = [((2 * i, 2 * j), home) for i, j in CORNERS]
    ends: list[tuple[Point, Cell | None]] = [
        ((2 * (dx + i), 2 * (dy + j)), goal) for i, j in CORNERS
    ]
    starts.append((centre(home), None))
    ends.append((centre(goal), None))
    lines = [Line(p, q, leaves, enters) for p, leaves in starts for q, enters in ends]
    return tabled(lines, borders=False, pinched_ends=False)


_EFFECT_LINES = (1 << 25) - 1


# --- the tests of the rules -------------------------------------------------------------------


def blocked(
    a: Cell,
    b: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    creatures: AbstractSet[Cell],
) -> bool:
    """Whether something stops the segment between corners a and b, for cover.

    Stops it: a wall's or a creature's interior, a wall's border run along (a creature's does not
    count), a barrier edge crossed or run along, a point closed on both sides of the line, a pinch
    anywhere on it, its ends included. A segment of no length is stopped by a pinch alone.
    Edges must be stored sorted, as by `edge`. Clause: d20.cover.ranged.

    >>> blocked((0, 0), (4, 0), {(2, 0)}, set(), set())  # along a wall
    True
    >>> blocked((0, 0), (4, 0), set(), set(), {(2, 0)})  # along a creature
    False
    """
    box = corner_box(a, b)
    near, barred, others = cells_in(walls, box), edges_in(edges, box), cells_in(creatures, box)
    if not near and not barred and not others:
        return False
    table = _segment_table(b[0] - a[0], b[1] - a[1])
    return stopped(table, Frame(a[0], a[1]), near, barred, others) != 0


def stopped_from(
    corner: Cell,
    cell: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    creatures: AbstractSet[Cell],
) -> int:
    """How many of the lines from a corner to the four corners of a cell something stops.

    What stops one is told at `blocked`. Clause: grid5e.cover.

    >>> stopped_from((0, 0), (3, 0), {(1, 0)}, set(), set())
    4
    >>> stopped_from((0, 0), (3, 0), set(), set(), {(1, 0)})  # two run along a creature's border
    2
    """
    x, y = cell
    box = corner_box(corner, cell, (x + 1, y + 1))
    near, barred, others = cells_in(walls, box), edges_in(edges, box), cells_in(creatures, box)
    if not near and not barred and not others:
        return 0
    table = _corner_table(x - corner[0], y - corner[1], None)
    return stopped(table, Frame(corner[0], corner[1]), near, barred, others).bit_count()


def clear_from(
    corner: Cell,
    target_cell: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    creatures: AbstractSet[Cell],
    *,
    from_cell: Cell | None = None,
) -> bool:
    """Whether no line from the corner to any corner of the target's cell is blocked.

    The target's own cell never counts among the creatures. With `from_cell`, the attacker's cell
    of which this is a corner, that cell does not count either, and a line is blocked too if it
    cannot leave that cell by this corner (a long thin wall lies along it).
    Errors: ValueError if the corner is not one of `from_cell`. Clause: d20.cover.ranged.

    >>> clear_from((1, 0), (4, 0), set(), set(), {(2, 0)})
    False
    >>> clear_from((1, 0), (4, 0), set(), set(), {(2, 1)})
    True
    """
    cx, cy = corner
    if from_cell is not None and (cx - from_cell[0], cy - from_cell[1]) not in CORNERS:
        raise ValueError(f"{corner} is not a corner of {from_cell}")
    tx, ty = target_cell
    box = corner_box(corner, target_cell, (tx + 1, ty + 1))
    near, barred = cells_in(walls, box), edges_in(edges, box)
    others = [c for c in cells_in(creatures, box) if c not in (target_cell, from_cell)]
    if not near and not barred and not others:
        return True
    leaves = None if from_cell is None else (from_cell[0] - cx, from_cell[1] - cy)
    table = _corner_table(tx - cx, ty - cy, leaves)
    return stopped(table, Frame(cx, cy), near, barred, others) == 0


@enforces("d20.cover.big")
def has_cover(
    attacker_cells: Collection[Cell],
    target_cells: Collection[Cell],
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    creatures: AbstractSet[Cell],
) -> bool:
    """Whether the target has cover from a ranged (or reach) attack.

    The attacker takes the best of its cells, the best corner of that and the best cell of the
    target: there is cover only if `clear_from` fails for all of them. The cells of the two never
    count among the creatures. Errors: ValueError without cells.
    Clauses: d20.cover.ranged, d20.cover.big.

    >>> has_cover([(0, 0)], [(4, 0)], set(), set(), {(2, 0)})
    True
    >>> has_cover([(0, 0)], [(4, 0)], set(), set(), {(2, 1)})
    False
    """
    box = box_around([*attacker_cells, *target_cells])
    near, barred = cells_in(walls, box), edges_in(edges, box)
    others = cells_in(creatures, box)
    if others:
        others = [c for c in others if c not in attacker_cells and c not in target_cells]
    if not near and not barred and not others:
        return False
    for source in attacker_cells:
        for goal in target_cells:
            dx, dy, frame = lay(source, goal)
            mask = stopped(_cover_table(dx, dy), frame, near, barred, others)
            if not (mask & 0xF and mask & 0xF0 and mask & 0xF00 and mask & 0xF000):
                return False
    return True


def has_cover_adjacent(
    attacker_cell: Cell,
    target_cell: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
) -> bool:
    """Whether a neighbour has cover from a melee attack.

    It has if any line between corners of the two cells passes a wall's interior or crosses a
    barrier; a line along a border does not count, so the walls of a corridor cover nobody in it.
    That comes to: side by side, a barrier between the two; diagonal, a wall in one of the two
    cells beside, or a barrier on one of the four edges that meet between them.
    Creatures do not matter here, and nobody has cover in the attacker's own cell.
    Errors: ValueError if the cells are further apart than neighbours. Clause: d20.cover.melee.

    >>> has_cover_adjacent((0, 0), (1, 1), {(1, 0)}, set())
    True
    >>> has_cover_adjacent((0, 0), (1, 0), {(0, 1), (1, 1)}, set())
    False
    """
    (ax, ay), (bx, by) = attacker_cell, target_cell
    if max(abs(ax - bx), abs(ay - by)) > 1:
        raise ValueError(f"{attacker_cell} and {target_cell} are not adjacent")
    if attacker_cell == target_cell:
        return False
    if ax == bx or ay == by:
        return edge(attacker_cell, target_cell) in edges
    beside = (ax, by), (bx, ay)
    return any(
        cell in walls or edge(attacker_cell, cell) in edges or edge(target_cell, cell) in edges
        for cell in beside
    )


def line_of_effect(
    a_cells: Collection[Cell],
    b_cells: Collection[Cell],
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
) -> bool:
    """Whether any line joins the two bodies; without one, cover is total.

    A line goes from a corner or the centre of a cell of the one to a corner or the centre of a
    cell of the other. Walls' interiors, barrier edges and closed points stop it; running along one
    wall's border does not, running between two walls does. Bodies that share a cell always reach
    each other. Errors: ValueError without cells. Clause: d20.cover.total.

    >>> line_of_effect([(0, 0)], [(1, 1)], {(1, 0)}, set())
    True
    >>> line_of_effect([(0, 0)], [(1, 1)], {(1, 0), (0, 1)}, set())
    False
    """
    box = box_around([*a_cells, *b_cells])
    near, barred = cells_in(walls, box), edges_in(edges, box)
    if not near and not barred:
        return True
    if not set(a_cells).isdisjoint(b_cells):
        return True
    for source in a_cells:
        for goal in b_cells:
            dx, dy, frame = lay(source, goal)
            if stopped(_effect_table(dx, dy), frame, near, barred) != _EFFECT_LINES:
                return True
    return False


def effect_reaches(
    origin: Cell,
    cell: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    from_cell: Cell | None = None,
) -> bool:
    """Whether some line from an intersection comes into the cell by one of its corners.

    Lines are stopped as in `blocked`, but the origin may itself lie on a pinch or a thin wall (it
    touches all sides of it), and a line that ends on a corner must be able to enter the cell
    there. With `from_cell`, a cell that touches the origin, a line must also be able to leave that
    cell there: so it starts on this side of a thin wall. A wall's own cell is not reached.
    Clauses: d20.aoe.origin, d20.aoe.spread (bursts do not turn corners).

    >>> [effect_reaches((0, 0), cell, {(1, 0)}, set()) for cell in ((0, 0), (1, 0), (3, 0))]
    [True, False, False]
    """
    if cell in walls:
        return False
    (ox, oy), (x, y) = origin, cell
    box = corner_box(origin, cell, (x + 1, y + 1))
    near, barred = cells_in(walls, box), edges_in(edges, box)
    if not near and not barred:
        return True
    leaves = None if from_cell is None else (from_cell[0] - ox, from_cell[1] - oy)
    return stopped(_area_table(x - ox, y - oy, leaves), Frame(ox, oy), near, barred) != 0xF
