"""Fans of lines on a square grid: which of many lines at once are stopped by what stands about.

The lines from one cell (or corner) to another are the same wherever the pair stands, so what each
possible obstacle does to each of them is tabled once for an offset. Bit i of a mask is line i. A
gate is a place with two sides that is shut when something stands on both of them: bit j of the
left and right masks is gate j.

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

What lines meet on hexes is told in :mod:`tacsim.grid.hexes.fans`; tables are the same for both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import chain, product
from typing import Protocol, TypeAlias

from attrs import field, frozen

from tacsim.grid.cells import Cell
from tacsim.grid.squares.lines import Edge, Point, Trace, traced

Part: TypeAlias = Cell | Edge
"""What can stop a line: a cell, or the edge between two."""

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


# --- tabling ----------------------------------------------------------------------------------


@frozen
class Line:
    """A segment between two points, and the cells that it comes from and goes to, if known."""

    start: Point
    end: Point
    leaves: Cell | None = None
    enters: Cell | None = None


@frozen
class Table:
    """What obstacles do to a fan of lines."""

    solid: dict[Part, tuple[int, int, int]] = field(hash=False)
    """For a wall cell or barrier edge: the lines it stops, the gates it bars left and right."""
    soft: dict[Cell, int] = field(hash=False)
    """For a creature's cell: the lines it stops."""
    gates: tuple[int, ...]
    """For each gate, the line that it stops (as a mask)."""


Gate: TypeAlias = tuple[tuple[Part, ...], tuple[Part, ...]]
"""What shuts it on its left and on its right."""


def _around(x: int, y: int) -> tuple[Part, ...]:
    """The edges and cells that meet at a grid point, by bearing."""
    nw, ne, sw, se = (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
    return ((ne, se), se, (sw, se), sw, (nw, sw), nw, (nw, ne), ne)


def turn(ring: tuple[Part, ...], came: int, goes: int) -> Iterator[Gate]:
    """The gate at a grid point for a line that came from one bearing and goes to another.

    ``ring``: the edges and cells that meet there, by bearing.
    """
    if came != goes:
        n = len(ring)
        right = tuple(ring[(came + i) % n] for i in range(1, (goes - came) % n))
        left = tuple(ring[(goes + i) % n] for i in range(1, (came - goes) % n))
        yield left, right


def _turn(point: Cell, came: int, goes: int) -> Iterator[Gate]:
    x, y = point
    return turn(_around(x, y), came, goes)


def _pinch(point: Cell) -> Iterator[Gate]:
    """The two gates at a grid point that walls on a diagonal shut."""
    x, y = point
    yield ((x - 1, y - 1),), ((x, y),)
    yield ((x, y - 1),), ((x - 1, y),)


def _bearing(dx: int, dy: int) -> int:
    return _BEARING[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]


def _side(point: Cell, cell: Cell) -> int:
    """The bearing of a cell from one of its corners."""
    return _BEARING[2 * (cell[0] - point[0]) + 1, 2 * (cell[1] - point[1]) + 1]


def _gates(line: Line, trace: Trace, pinched_ends: bool) -> Iterator[Gate]:
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


def tabled(lines: Iterable[Line], *, borders: bool, pinched_ends: bool) -> Table:
    """Table a fan of lines; say if walls' borders stop them, and pinches at their ends."""
    met = ((line, traced(line.start, line.end)) for line in lines)
    return collected(
        ((trace, _gates(line, trace, pinched_ends)) for line, trace in met), borders=borders
    )


def collected(met: Iterable[tuple[Trace, Iterable[Gate]]], *, borders: bool) -> Table:
    """Table lines by what each of them meets, and by the gates on it; say if borders stop them."""
    solid: defaultdict[Part, list[int]] = defaultdict(lambda: [0, 0, 0])
    soft: defaultdict[Cell, int] = defaultdict(int)
    gates: list[int] = []

    def bar(parts: Iterable[Part], column: int, bit: int) -> None:
        for part in parts:
            solid[part][column] |= bit

    for index, (trace, gated) in enumerate(met):
        bit = 1 << index
        bar(trace.inside, 0, bit)
        bar(trace.edges, 0, bit)
        for cell in trace.inside:
            soft[cell] |= bit
        if borders:  # else the gates at either end of the unit stop a line between two walls
            bar(chain.from_iterable(trace.flanks), 0, bit)
        for lefts, rights in gated:
            if lefts and rights:
                bar(lefts, 1, 1 << len(gates))
                bar(rights, 2, 1 << len(gates))
                gates.append(bit)
    return Table({part: (a, b, c) for part, (a, b, c) in solid.items()}, dict(soft), tuple(gates))


# --- what is stopped --------------------------------------------------------------------------


class Laid(Protocol):
    """How a table is laid on the map."""

    def cell(self, x: int, y: int) -> Cell:
        """Where a cell of the map lies in the table."""
        ...


@frozen
class Frame:
    """Where a table of squares is laid: its cell (0, 0), how it is mirrored, if it is turned."""

    x: int
    y: int
    sx: int = 1
    sy: int = 1
    swap: bool = False

    def cell(self, x: int, y: int) -> Cell:
        """Where a cell of the map lies in the table."""
        u, v = (x - self.x) * self.sx, (y - self.y) * self.sy
        return (v, u) if self.swap else (u, v)


def lay(source: Cell, goal: Cell) -> tuple[int, int, Frame]:
    """The offset between two cells, brought into 0 <= dy <= dx, and the frame that does it."""
    dx, dy = goal[0] - source[0], goal[1] - source[1]
    wide, high = abs(dx), abs(dy)
    sx, sy = -1 if dx < 0 else 1, -1 if dy < 0 else 1
    if wide < high:
        return high, wide, Frame(source[0], source[1], sx, sy, True)
    return wide, high, Frame(source[0], source[1], sx, sy, False)


def stopped(
    table: Table,
    frame: Laid,
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

Box: TypeAlias = tuple[int, int, int, int]
"""The least and greatest x and y of cells, both included: x0, y0, x1, y1."""


def box_around(cells: Collection[Cell]) -> Box:
    """The cells that can touch a line between these cells: their bounding box and one around."""
    xs = [c[0] for c in cells]
    ys = [c[1] for c in cells]
    return min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1


def corner_box(*corners: Cell) -> Box:
    """The cells that can touch a line between these corners."""
    xs = [c[0] for c in corners]
    ys = [c[1] for c in corners]
    return min(xs) - 1, min(ys) - 1, max(xs), max(ys)


def cells_in(cells: AbstractSet[Cell], box: Box) -> list[Cell]:
    """The cells in the box, at the lesser cost of walking the set or walking the box."""
    if not cells:
        return []
    x0, y0, x1, y1 = box
    if len(cells) <= (x1 - x0 + 1) * (y1 - y0 + 1):
        return [c for c in cells if x0 <= c[0] <= x1 and y0 <= c[1] <= y1]
    return list(filter(cells.__contains__, product(range(x0, x1 + 1), range(y0, y1 + 1))))


def edges_in(edges: AbstractSet[Edge], box: Box) -> list[Edge]:
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
