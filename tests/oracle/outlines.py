"""Exact geometry of cells drawn as polygons, on any grid: lines, walls, and what parts two cells.

Shares no code with the engine. A cell is a convex polygon with whole-number corners, listed with
the screen's clock (y down), so that what lies inside a side is to its right hand. A grid says where
its cells' corners and centres are; sheared coordinates do, for lines stay lines in them.

Entry points: ``lines_join``, ``line_of_effect``, ``crossing`` (where a line comes into a body and
where it leaves it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Protocol

Cell = tuple[int, int]
Point = tuple[int, int]
Edge = tuple[Point, Point]


class Grid(Protocol):
    """Where the cells of a grid lie, and which of them are neighbours."""

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""

    def corners(self, cell: Cell) -> Sequence[Point]:
        """Its corners, with the clock."""

    def sides(self, cell: Cell) -> Sequence[tuple[Cell, Edge]]:
        """Each side, with the clock: the cell beyond it, and its ends."""

    def about(self, point: Point) -> Sequence[Cell]:
        """The cells that meet at a corner."""

    def box(self, a: Cell, b: Cell) -> Iterable[Cell]:
        """All cells that a line between two cells may meet or touch, and perhaps more."""

    def distance(self, a: Cell, b: Cell) -> int:
        """Cells from one to the other."""


class Ground(Protocol):
    """What a line can be stopped by."""

    grid: Any
    memo: dict[Any, Any]

    def solid(self, cell: Cell) -> bool:
        """Does something fill the cell, or is it off the map?"""

    def shut(self) -> Sequence[tuple[Cell, Cell]]:
        """The pairs of neighbours with a wall or a closed door between them."""


def minus(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1]


def cross(u: Point, v: Point) -> int:
    return u[0] * v[1] - u[1] * v[0]


def dot(u: Point, v: Point) -> int:
    return u[0] * v[0] + u[1] * v[1]


def right_of(edge: Edge, p: Point) -> int:
    """Positive right of the edge, negative left of it, 0 on its line."""
    return cross(minus(edge[1], edge[0]), minus(p, edge[0]))


# ----------------------------------------------------------------------------- lines and cells


def meets_interior(grid: Grid, p: Point, q: Point, cell: Cell) -> bool:
    """Does the segment meet the open cell? (If no axis separates them.)"""
    for _, edge in grid.sides(cell):
        if right_of(edge, p) <= 0 and right_of(edge, q) <= 0:
            return False
    if p == q:
        return True
    across = [right_of((p, q), corner) for corner in grid.corners(cell)]
    return min(across) < 0 < max(across)


def on_segment(v: Point, p: Point, q: Point) -> bool:
    if p == q:
        return v == p
    return right_of((p, q), v) == 0 and dot(minus(v, p), minus(v, q)) <= 0


def meeting(p: Point, q: Point, edge: Edge) -> str | Point | None:
    """How the segment pq meets an edge: "cross" in its interior, "along" it, the end of it that is
    merely touched, or None."""
    u, v = edge
    if p != q:
        past_u, past_v = right_of((p, q), u), right_of((p, q), v)
        if past_u == past_v == 0:
            touched = [point for point in edge if on_segment(point, p, q)]
            inside = [point for point in (p, q) if on_segment(point, u, v) and point not in edge]
            if len(touched) + len(inside) >= 2:
                return "along"
            return touched[0] if touched else None
        if past_u * past_v < 0:
            return "cross" if right_of(edge, p) * right_of(edge, q) <= 0 else None
    return next((point for point in edge if on_segment(point, p, q)), None)


def side_between(grid: Grid, a: Cell, b: Cell) -> Edge:
    """The side that two neighbours share."""
    return next(edge for beyond, edge in grid.sides(a) if beyond == b)


# ------------------------------------------------------------------------------ lines of effect


def lines_join(ground: Ground, one: Iterable[Cell], other: Iterable[Cell]) -> bool:
    """Does a line of effect join two bodies? Where there are barriers, bodies that touch face each
    other across the cells that touch, and round no barrier's end."""
    pairs = [(a, b) for a in sorted(one) for b in sorted(other)]
    touching = [(a, b) for a, b in pairs if ground.grid.distance(a, b) == 1]
    if touching and ground.shut() and not any(a == b for a, b in pairs):
        pairs = touching
    return any(line_of_effect(ground, a, b) for a, b in pairs)


def line_of_effect(ground: Ground, a: Cell, b: Cell) -> bool:
    """Some segment between a corner or the centre of each cell that nothing solid stops. Neighbours
    are parted by a barrier between them."""
    key = ("line", min(a, b), max(a, b))
    if key not in ground.memo:
        ground.memo[key] = _line_of_effect(ground, *key[1:])
    return bool(ground.memo[key])


def _line_of_effect(ground: Ground, a: Cell, b: Cell) -> bool:
    grid, shut = ground.grid, ground.shut()
    walls = frozenset(cell for cell in grid.box(a, b) if ground.solid(cell))
    if not walls and not shut:
        return True
    if (a, b) in shut or (b, a) in shut:
        return False
    edges = [side_between(grid, c, d) for c, d in shut]
    return any(
        _clear(grid, walls, edges, a, p, b, q)
        for p in (grid.centre(a), *grid.corners(a))
        for q in (grid.centre(b), *grid.corners(b))
    )


def centres_clear(ground: Ground, a: Cell, b: Cell) -> bool:
    """Does the line between two centres keep clear of all that is solid, corners and ends too? (The
    two cells themselves may be solid.)"""
    grid = ground.grid
    p, q = grid.centre(a), grid.centre(b)
    for cell in grid.box(a, b):
        if ground.solid(cell) and cell not in (a, b) and _span(grid, p, q, cell) is not None:
            return False
    return all(meeting(p, q, side_between(grid, c, d)) is None for c, d in ground.shut())


def _clear(
    grid: Grid, walls: frozenset[Cell], edges: list[Edge], a: Cell, p: Point, b: Cell, q: Point
) -> bool:
    """Is the segment from p (of cell a) to q (of cell b) free: through no solid cell, between no
    two of them, over and along no barrier, and past no point that is closed on both sides?"""
    if any(meets_interior(grid, p, q, cell) for cell in walls):
        return False
    if any(meeting(p, q, edge) in ("cross", "along") for edge in edges):
        return False
    points = {end for edge in edges for end in edge}
    for cell in walls:
        points.update(grid.corners(cell))
        for beyond, edge in grid.sides(cell):
            if beyond in walls and meeting(p, q, edge) == "along":
                return False
    return not any(
        _closed(grid, walls, edges, a, p, b, q, v) for v in points if on_segment(v, p, q)
    )


def _closed(
    grid: Grid,
    walls: frozenset[Cell],
    edges: list[Edge],
    a: Cell,
    p: Point,
    b: Cell,
    q: Point,
    v: Point,
) -> bool:
    """Does the segment come through a corner v of the grid with solid things on both sides of it?
    From a corner of its own cell it comes (and to one it goes) by way of that cell's middle."""
    if not _passes(grid, a, p, b, q, v):
        return False
    came = minus(grid.centre(a) if v == p else p, v)
    goes = minus(grid.centre(b) if v == q else q, v)
    own = {cell for cell, end in ((a, p), (b, q)) if end == v}
    things = [minus(grid.centre(c), v) for c in grid.about(v) if c in walls and c not in own]
    things += [minus(edge[1 - edge.index(v)], v) for edge in edges if v in edge]
    return any(turns_past(came, w, goes) for w in things) and any(
        turns_past(goes, w, came) for w in things
    )


def _passes(grid: Grid, a: Cell, p: Point, b: Cell, q: Point, v: Point) -> bool:
    """Does the segment pass through v other than within cell a or cell b?"""
    if p == q == v:
        return a != b
    if v == p:
        return not _runs_into(grid, a, p, q)
    if v == q:
        return not _runs_into(grid, b, q, p)
    return True


def _runs_into(grid: Grid, cell: Cell, corner: Point, toward: Point) -> bool:
    """From this corner of the cell, does the segment run into the cell, or along a side of it?"""
    mine = [edge for _, edge in grid.sides(cell) if corner in edge]
    return all(right_of(edge, toward) >= 0 for edge in mine)


def turns_past(u: Point, w: Point, v: Point) -> bool:
    """Turning with the clock from direction u to direction v, is w passed on the way?"""

    def quarter(w: Point) -> int:
        c = cross(u, w)
        return (1 if c > 0 else 3) if c else (0 if dot(u, w) > 0 else 2)

    if quarter(w) != quarter(v):
        return 0 < quarter(w) < quarter(v)
    return quarter(w) in (1, 3) and cross(w, v) > 0


# ------------------------------------------------------------------------------ through a body


def crossing(
    grid: Grid, p: Point, q: Point, body: frozenset[Cell]
) -> tuple[set[int], set[int]] | None:
    """By which sides a segment comes into a body and by which it leaves it, as the number of the
    way that they face, with the clock; a corner belongs to both its sides. None if it misses."""
    spans = [span for cell in sorted(body) if (span := _span(grid, p, q, cell)) is not None]
    if not spans:
        return None
    first, last = min(s for s, _ in spans), max(e for _, e in spans)
    outline = list(_outline(grid, body))
    return (
        {facing for facing, edge in outline if _on(edge, _at(p, q, first))},
        {facing for facing, edge in outline if _on(edge, _at(p, q, last))},
    )


def _outline(grid: Grid, body: frozenset[Cell]) -> Iterator[tuple[int, Edge]]:
    for cell in sorted(body):
        for facing, (beyond, edge) in enumerate(grid.sides(cell)):
            if beyond not in body:
                yield facing, edge


def _span(grid: Grid, p: Point, q: Point, cell: Cell) -> tuple[Fraction, Fraction] | None:
    """The part of the segment within the closed cell, from 0 at p to 1 at q."""
    low, high = Fraction(0), Fraction(1)
    for _, edge in grid.sides(cell):
        start, end = right_of(edge, p), right_of(edge, q)
        if start < 0 and end < 0:
            return None
        if start < 0 or end < 0:
            at = Fraction(start, start - end)
            low, high = (max(low, at), high) if start < 0 else (low, min(high, at))
    return (low, high) if low <= high else None


def _at(p: Point, q: Point, part: Fraction) -> tuple[Fraction, Fraction]:
    return p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])


def _on(edge: Edge, point: tuple[Fraction, Fraction]) -> bool:
    (ux, uy), (vx, vy) = edge
    x, y = point
    if (vx - ux) * (y - uy) != (vy - uy) * (x - ux):
        return False
    return min(ux, vx) <= x <= max(ux, vx) and min(uy, vy) <= y <= max(uy, vy)
