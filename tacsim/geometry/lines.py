"""Straight lines on a square grid: what they pass, touch and cross, counted exactly.

A cell ``(x, y)`` covers the unit square from corner ``(x, y)`` to ``(x + 1, y + 1)``; x grows to
the right, y downwards. Corners (grid intersections) are ``(x, y)`` tuples too. Everything is done
with whole numbers; where a cell's centre is needed, coordinates are doubled.

What stops a line (``d20.cover.ranged``, ``d20.cover.total``):

- **inside**: the line passes the interior of a solid cell (or of a creature's, for cover);
- **border**: the line runs along the border of a wall cell for some length (cover only; a line of
  effect stops there only if there are walls on both sides of it);
- **barrier**: the line crosses the inside of a barrier edge, or runs along it;
- **closed points**: at a grid point the line comes from one direction and leaves in another. Going
  round the point from the one to the other there are two ways, clockwise and anticlockwise, each
  past some cells and edges. If walls or barriers bar both ways, the line is stopped. So it slips
  past one wall's corner or one barrier's end, but not between two walls that touch corner to
  corner, nor between two collinear barriers, nor between a barrier's end and a wall's corner.
- **pinches**: a grid point with walls in two diagonally opposite cells. For cover it stops lines
  that merely begin or end there as well.

A line that leaves a known cell through its corner, or enters one, counts as coming from (going to)
that cell, so that nobody shoots through a long thin wall from a corner lying on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import chain, pairwise, product
from typing import TypeAlias

from attrs import field, frozen

Cell: TypeAlias = tuple[int, ...]
Edge: TypeAlias = tuple[Cell, Cell]
Part: TypeAlias = Cell | Edge
Point: TypeAlias = tuple[int, int]
"""A point in doubled coordinates: corners are even, centres odd."""

_CORNERS: tuple[Point, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
_BEARING: dict[Point, int] = {
    (1, 0): 0,
    (1, 1): 1,
    (0, 1): 2,
    (-1, 1): 3,
    (-1, 0): 4,
    (-1, -1): 5,
    (0, -1): 6,
    (1, -1): 7,
}
"""Eighths of a turn, clockwise from east: even bearings lie on edges, odd ones in cells."""


# --- one line, one cell or edge ---------------------------------------------------------------


def edge(a: Cell, b: Cell) -> Edge:
    """The edge between two orthogonally neighbouring cells, in its one stored (sorted) form.

    Errors: ValueError unless the cells share a side. Clause: d20.obstacle.between.

    >>> edge((1, 0), (0, 0))
    ((0, 0), (1, 0))
    """
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        raise ValueError(f"no edge between {a} and {b}: they are not orthogonal neighbours")
    return (a, b) if a < b else (b, a)


def passes_interior(a: Cell, b: Cell, cell: Cell) -> bool:
    """Whether the segment between corners a and b passes the interior of the cell.

    Touching a side or a corner is not passing. Clause: d20.cover.ranged.

    >>> passes_interior((0, 0), (4, 2), (1, 0)), passes_interior((0, 0), (4, 0), (1, 0))
    (True, False)
    """
    x, y = cell
    if not (min(a[0], b[0]) <= x < max(a[0], b[0]) and min(a[1], b[1]) <= y < max(a[1], b[1])):
        return False
    dx, dy = b[0] - a[0], b[1] - a[1]
    sides = [dx * (y + j - a[1]) - dy * (x + i - a[0]) for i, j in _CORNERS]
    return min(sides) < 0 < max(sides)


def runs_along(a: Cell, b: Cell, cell: Cell) -> bool:
    """Whether the segment between corners a and b lies on the cell's border for some length.

    Clause: d20.cover.ranged (for a wall cell, running along its border is crossing it).

    >>> runs_along((0, 0), (4, 0), (1, -1)), runs_along((0, 0), (1, 0), (1, 0))
    (True, False)
    """
    x, y = cell
    if a[1] == b[1]:
        return a[1] in (y, y + 1) and min(a[0], b[0]) <= x < max(a[0], b[0])
    if a[0] == b[0]:
        return a[0] in (x, x + 1) and min(a[1], b[1]) <= y < max(a[1], b[1])
    return False


def meets_edge(a: Cell, b: Cell, barrier: Edge) -> bool:
    """Whether the segment between corners a and b crosses a (sorted) edge or runs along it.

    Crossing is meeting it anywhere but at its two end points; running along needs some length.
    Clause: d20.cover.ranged.

    >>> meets_edge((0, 0), (2, 1), edge((0, 0), (1, 0)))
    True
    >>> meets_edge((0, 0), (2, 2), edge((0, 0), (1, 0)))
    False
    """
    (_, py), (qx, qy) = barrier
    ax, ay, bx, by = a[0], a[1], b[0], b[1]
    if py != qy:  # a horizontal edge: swap the axes and treat it as a vertical one
        qx, qy, ax, ay, bx, by = qy, qx, ay, ax, by, bx
    if ax == bx:
        return ax == qx and min(ay, by) <= qy < max(ay, by)
    if not min(ax, bx) < qx < max(ax, bx):
        return False
    run = bx - ax
    height = (ay - qy) * run + (by - ay) * (qx - ax)  # of the crossing above the edge's end, x run
    return 0 < height < run if run > 0 else run < height < 0


# --- one line, all that it meets --------------------------------------------------------------


@frozen
class _Trace:
    """What a segment meets, in order of meeting: cells, pairs of flanking cells, edges, points."""

    inside: tuple[Cell, ...]
    """Cells whose interior it passes."""
    flanks: tuple[tuple[Cell, Cell], ...]
    """For each unit of it that lies on a grid line, the cells on the two sides."""
    edges: tuple[Edge, ...]
    """Edges that it crosses or runs along."""
    points: tuple[Cell, ...]
    """Grid points strictly between its ends."""


def _trace(a: Point, b: Point) -> _Trace:
    """Walk the segment between two points in doubled coordinates (corners or centres)."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    scale = abs(dx or 1) * abs(dy or 1)  # time runs from 0 to scale, in whole numbers
    times = {0, scale}
    if dx:
        times.update((x - ax) * scale // dx for x in _evens(ax, bx))
    if dy:
        times.update((y - ay) * scale // dy for y in _evens(ay, by))
    stops = sorted(times)
    inside: list[Cell] = []
    flanks: list[tuple[Cell, Cell]] = []
    edges: list[Edge] = []
    points: list[Cell] = []
    for start, end in pairwise(stops) if a != b else ():
        if start:
            # The point reached, in doubled coordinates times scale.
            px, py = ax * scale + dx * start, ay * scale + dy * start
            on_x, on_y = px % (2 * scale) == 0, py % (2 * scale) == 0
            cx, cy = px // (2 * scale), py // (2 * scale)
            if on_x and on_y:
                points.append((cx, cy))
            elif on_x:
                edges.append(((cx - 1, cy), (cx, cy)))
            else:
                edges.append(((cx, cy - 1), (cx, cy)))
        cx = (2 * ax * scale + dx * (start + end)) // (4 * scale)
        cy = (2 * ay * scale + dy * (start + end)) // (4 * scale)
        if not dx and ax % 2 == 0:
            flanks.append(((cx - 1, cy), (cx, cy)))
            edges.append(((cx - 1, cy), (cx, cy)))
        elif not dy and ay % 2 == 0:
            flanks.append(((cx, cy - 1), (cx, cy)))
            edges.append(((cx, cy - 1), (cx, cy)))
        else:
            inside.append((cx, cy))
    return _Trace(tuple(inside), tuple(flanks), tuple(edges), tuple(points))


def _evens(a: int, b: int) -> range:
    """The even numbers strictly between a and b."""
    low, high = min(a, b), max(a, b)
    return range(low + 2 - low % 2, high, 2)


def _doubled(corner: Cell) -> Point:
    return 2 * corner[0], 2 * corner[1]


def _centre(cell: Cell) -> Point:
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def traversed(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells whose interior the segment between corners a and b passes, from a to b.

    Through a corner exactly, it enters neither of the two cells beside; along a grid line it
    enters none. Clause: d20.aoe.line.

    >>> traversed((0, 0), (3, 2))
    ((0, 0), (1, 0), (1, 1), (2, 1))
    """
    return _trace(_doubled(a), _doubled(b)).inside


def between_centres(c1: Cell, c2: Cell) -> tuple[Cell, ...]:
    """The cells whose interior the segment between two cells' centres passes, both ends included.

    Clause: d20.flank (the line between the flankers' centres).

    >>> between_centres((0, 0), (2, 2)), between_centres((0, 0), (2, 1))
    (((0, 0), (1, 1), (2, 2)), ((0, 0), (1, 0), (1, 1), (2, 1)))
    """
    return (c1,) if c1 == c2 else _trace(_centre(c1), _centre(c2)).inside


# --- many lines at once -----------------------------------------------------------------------
#
# The lines from one cell (or corner) to another are the same wherever the pair stands, so what
# each possible obstacle does to each of them is tabled once for an offset. Bit i of a mask is
# line i. A gate is a place with two sides that is shut when something stands on both of them:
# bit j of the left and right masks is gate j.


@frozen
class _Line:
    """A segment between two points, and the cells that it comes from and goes to, if known."""

    start: Point
    end: Point
    leaves: Cell | None = None
    enters: Cell | None = None


@frozen
class _Table:
    """What obstacles do to a fan of lines."""

    solid: dict[Part, tuple[int, int, int]] = field(hash=False)
    """For a wall cell or barrier edge: the lines it stops, the gates it bars left and right."""
    soft: dict[Cell, int] = field(hash=False)
    """For a creature's cell: the lines it stops."""
    gates: tuple[int, ...]
    """For each gate, the line that it stops (as a mask)."""


_Gate: TypeAlias = tuple[tuple[Part, ...], tuple[Part, ...]]


def _around(x: int, y: int) -> tuple[Part, ...]:
    """The edges and cells that meet at a grid point, by bearing."""
    nw, ne, sw, se = (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
    return ((ne, se), se, (sw, se), sw, (nw, sw), nw, (nw, ne), ne)


def _turn(point: Cell, came: int, goes: int) -> Iterator[_Gate]:
    """The gate at a grid point for a line that came from one bearing and goes to another."""
    x, y = point
    ring = _around(x, y)
    if came != goes:
        right = tuple(ring[(came + i) % 8] for i in range(1, (goes - came) % 8))
        left = tuple(ring[(goes + i) % 8] for i in range(1, (came - goes) % 8))
        yield left, right


def _pinch(point: Cell) -> Iterator[_Gate]:
    """The two gates at a grid point that walls on a diagonal shut."""
    x, y = point
    yield ((x - 1, y - 1),), ((x, y),)
    yield ((x, y - 1),), ((x - 1, y),)


def _bearing(dx: int, dy: int) -> int:
    return _BEARING[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]


def _side(point: Cell, cell: Cell) -> int:
    """The bearing of a cell from one of its corners."""
    return _BEARING[2 * (cell[0] - point[0]) + 1, 2 * (cell[1] - point[1]) + 1]


def _gates(line: _Line, trace: _Trace, pinched_ends: bool) -> Iterator[_Gate]:
    """Every gate at the grid points of a line, its ends included."""
    (ax, ay), (bx, by) = line.start, line.end
    first, last = (ax // 2, ay // 2), (bx // 2, by // 2)
    if pinched_ends:
        yield from _pinch(first)
        yield from _pinch(last)
    if line.start == line.end:
        if line.leaves is not None and line.enters is not None:
            yield from _turn(first, _side(first, line.leaves), _side(first, line.enters))
        return
    ahead, behind = _bearing(bx - ax, by - ay), _bearing(ax - bx, ay - by)
    for point in trace.points:
        yield from _turn(point, behind, ahead)
    if line.leaves is not None:
        yield from _turn(first, _side(first, line.leaves), ahead)
    if line.enters is not None:
        yield from _turn(last, behind, _side(last, line.enters))


def _table(lines: Iterable[_Line], *, borders: bool, pinched_ends: bool) -> _Table:
    """Table a fan of lines; say if walls' borders stop them, and pinches at their ends."""
    solid: dict[Part, list[int]] = {}
    soft: dict[Cell, int] = {}
    gates: list[int] = []

    def bar(parts: Iterable[Part], column: int, bit: int) -> None:
        for part in parts:
            solid.setdefault(part, [0, 0, 0])[column] |= bit

    for index, line in enumerate(lines):
        bit = 1 << index
        trace = _trace(line.start, line.end)
        bar(trace.inside, 0, bit)
        bar(trace.edges, 0, bit)
        for cell in trace.inside:
            soft[cell] = soft.get(cell, 0) | bit
        if borders:  # else the gates at either end of the unit stop a line between two walls
            bar(chain.from_iterable(trace.flanks), 0, bit)
        for lefts, rights in _gates(line, trace, pinched_ends):
            if lefts and rights:
                bar(lefts, 1, 1 << len(gates))
                bar(rights, 2, 1 << len(gates))
                gates.append(bit)
    return _Table({part: (a, b, c) for part, (a, b, c) in solid.items()}, soft, tuple(gates))


@lru_cache(maxsize=4096)
def _segment_table(dx: int, dy: int) -> _Table:
    """The one line from corner (0, 0) to corner (dx, dy)."""
    return _table([_Line((0, 0), (2 * dx, 2 * dy))], borders=True, pinched_ends=True)


@lru_cache(maxsize=2048)
def _corner_table(dx: int, dy: int, leaves: Cell | None) -> _Table:
    """The four lines from corner (0, 0) to the corners of cell (dx, dy)."""
    lines = [_Line((0, 0), (2 * (dx + i), 2 * (dy + j)), leaves) for i, j in _CORNERS]
    return _table(lines, borders=True, pinched_ends=True)


@lru_cache(maxsize=2048)
def _area_table(dx: int, dy: int) -> _Table:
    """The four lines from corner (0, 0) into cell (dx, dy) by its corners."""
    cell = (dx, dy)
    lines = [_Line((0, 0), (2 * (dx + i), 2 * (dy + j)), None, cell) for i, j in _CORNERS]
    return _table(lines, borders=True, pinched_ends=False)


@lru_cache(maxsize=1024)
def _cover_table(dx: int, dy: int) -> _Table:
    """The sixteen lines from corners of cell (0, 0) to corners of cell (dx, dy), by fours."""
    lines = [
        _Line((2 * i, 2 * j), (2 * (dx + k), 2 * (dy + m)), (0, 0))
        for i, j in _CORNERS
        for k, m in _CORNERS
    ]
    return _table(lines, borders=True, pinched_ends=True)


@lru_cache(maxsize=1024)
def _effect_table(dx: int, dy: int) -> _Table:
    """The 25 lines from a corner or centre of cell (0, 0) to one of cell (dx, dy)."""
    home, goal = (0, 0), (dx, dy)
    starts: list[tuple[Point, Cell | None]] = [((2 * i, 2 * j), home) for i, j in _CORNERS]
    ends: list[tuple[Point, Cell | None]] = [
        ((2 * (dx + i), 2 * (dy + j)), goal) for i, j in _CORNERS
    ]
    starts.append((_centre(home), None))
    ends.append((_centre(goal), None))
    lines = [_Line(p, q, leaves, enters) for p, leaves in starts for q, enters in ends]
    return _table(lines, borders=False, pinched_ends=False)


_EFFECT_LINES = (1 << 25) - 1


@frozen
class _Frame:
    """Where a table is laid on the map: its cell (0, 0), how it is mirrored, if it is turned."""

    x: int
    y: int
    sx: int = 1
    sy: int = 1
    swap: bool = False

    def cell(self, x: int, y: int) -> Cell:
        u, v = (x - self.x) * self.sx, (y - self.y) * self.sy
        return (v, u) if self.swap else (u, v)


def _lay(source: Cell, goal: Cell) -> tuple[int, int, _Frame]:
    """The offset between two cells, brought into 0 <= dy <= dx, and the frame that does it."""
    dx, dy = goal[0] - source[0], goal[1] - source[1]
    wide, high = abs(dx), abs(dy)
    sx, sy = -1 if dx < 0 else 1, -1 if dy < 0 else 1
    if wide < high:
        return high, wide, _Frame(source[0], source[1], sx, sy, True)
    return wide, high, _Frame(source[0], source[1], sx, sy, False)


def _stopped(
    table: _Table,
    frame: _Frame,
    walls: Iterable[Cell],
    edges: Iterable[Edge],
    creatures: Iterable[Cell] = (),
) -> int:
    """The mask of the table's lines that these obstacles stop."""
    place, solid, soft = frame.cell, table.solid.get, table.soft.get
    lines = left = right = 0
    for x, y in walls:
        hit = solid(place(x, y))
        if hit is not None:
            lines |= hit[0]
            left |= hit[1]
            right |= hit[2]
    for (px, py), (qx, qy) in edges:
        p, q = place(px, py), place(qx, qy)
        hit = solid((p, q) if p < q else (q, p))
        if hit is not None:
            lines |= hit[0]
            left |= hit[1]
            right |= hit[2]
    for x, y in creatures:
        lines |= soft(place(x, y), 0)
    shut = left & right
    while shut:
        gate = shut & -shut
        lines |= table.gates[gate.bit_length() - 1]
        shut ^= gate
    return lines


# --- cropping ---------------------------------------------------------------------------------


_Box: TypeAlias = tuple[int, int, int, int]
"""The least and greatest x and y of cells, both included: x0, y0, x1, y1."""


def _box(cells: Collection[Cell]) -> _Box:
    """The cells that can touch a line between these cells: their bounding box and one around."""
    xs = [c[0] for c in cells]
    ys = [c[1] for c in cells]
    return min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1


def _corner_box(*corners: Cell) -> _Box:
    """The cells that can touch a line between these corners."""
    xs = [c[0] for c in corners]
    ys = [c[1] for c in corners]
    return min(xs) - 1, min(ys) - 1, max(xs), max(ys)


def _cells_in(cells: AbstractSet[Cell], box: _Box) -> list[Cell]:
    """The cells in the box, at the lesser cost of walking the set or walking the box."""
    if not cells:
        return []
    x0, y0, x1, y1 = box
    if len(cells) <= (x1 - x0 + 1) * (y1 - y0 + 1):
        return [c for c in cells if x0 <= c[0] <= x1 and y0 <= c[1] <= y1]
    return list(filter(cells.__contains__, product(range(x0, x1 + 1), range(y0, y1 + 1))))


def _edges_in(edges: AbstractSet[Edge], box: _Box) -> list[Edge]:
    """The edges whose two cells are both in the box, at the lesser cost."""
    if not edges:
        return []
    x0, y0, x1, y1 = box
    if len(edges) <= 2 * (x1 - x0 + 1) * (y1 - y0 + 1):
        return [
            e for e in edges if x0 <= e[0][0] and e[1][0] <= x1 and y0 <= e[0][1] and e[1][1] <= y1
        ]
    found: list[Edge] = []
    for x, y in product(range(x0, x1 + 1), range(y0, y1 + 1)):
        if x < x1 and ((x, y), (x + 1, y)) in edges:
            found.append(((x, y), (x + 1, y)))
        if y < y1 and ((x, y), (x, y + 1)) in edges:
            found.append(((x, y), (x, y + 1)))
    return found


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
    box = _corner_box(a, b)
    near, barred, others = _cells_in(walls, box), _edges_in(edges, box), _cells_in(creatures, box)
    if not near and not barred and not others:
        return False
    table = _segment_table(b[0] - a[0], b[1] - a[1])
    return _stopped(table, _Frame(a[0], a[1]), near, barred, others) != 0


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
    if from_cell is not None and (cx - from_cell[0], cy - from_cell[1]) not in _CORNERS:
        raise ValueError(f"{corner} is not a corner of {from_cell}")
    tx, ty = target_cell
    box = _corner_box(corner, target_cell, (tx + 1, ty + 1))
    near, barred = _cells_in(walls, box), _edges_in(edges, box)
    others = [c for c in _cells_in(creatures, box) if c not in (target_cell, from_cell)]
    if not near and not barred and not others:
        return True
    leaves = None if from_cell is None else (from_cell[0] - cx, from_cell[1] - cy)
    table = _corner_table(tx - cx, ty - cy, leaves)
    return _stopped(table, _Frame(cx, cy), near, barred, others) == 0


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
    box = _box([*attacker_cells, *target_cells])
    near, barred = _cells_in(walls, box), _edges_in(edges, box)
    others = _cells_in(creatures, box)
    if others:
        others = [c for c in others if c not in attacker_cells and c not in target_cells]
    if not near and not barred and not others:
        return False
    for source in attacker_cells:
        for goal in target_cells:
            dx, dy, frame = _lay(source, goal)
            mask = _stopped(_cover_table(dx, dy), frame, near, barred, others)
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
    box = _box([*a_cells, *b_cells])
    near, barred = _cells_in(walls, box), _edges_in(edges, box)
    if not near and not barred:
        return True
    if not set(a_cells).isdisjoint(b_cells):
        return True
    for source in a_cells:
        for goal in b_cells:
            dx, dy, frame = _lay(source, goal)
            if _stopped(_effect_table(dx, dy), frame, near, barred) != _EFFECT_LINES:
                return True
    return False


def effect_reaches(
    origin: Cell, cell: Cell, walls: AbstractSet[Cell], edges: AbstractSet[Edge]
) -> bool:
    """Whether some line from an intersection comes into the cell by one of its corners.

    Lines are stopped as in `blocked`, but the origin may itself lie on a pinch or a thin wall (it
    touches all sides of it), and a line that ends on a corner must be able to enter the cell
    there. A wall's own cell is not reached. Clauses: d20.aoe.origin, d20.aoe.spread (bursts do not
    turn corners).

    >>> [effect_reaches((0, 0), cell, {(1, 0)}, set()) for cell in ((0, 0), (1, 0), (3, 0))]
    [True, False, False]
    """
    if cell in walls:
        return False
    (ox, oy), (x, y) = origin, cell
    box = _corner_box(origin, cell, (x + 1, y + 1))
    near, barred = _cells_in(walls, box), _edges_in(edges, box)
    if not near and not barred:
        return True
    return _stopped(_area_table(x - ox, y - oy), _Frame(ox, oy), near, barred) != 0xF
