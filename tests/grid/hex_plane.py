"""Hexes as polygons in the plane, for tests: everything by cutting lines, in fractions.

A cell's middle is at (2x + 1 in odd rows, 3y) and its corners are at `RIM` from there: real hexes
squeezed by a constant along one axis, which keeps lines, sides and what lies between, not angles.
Shares no code with the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

Cell = tuple[int, ...]
Edge = tuple[Cell, Cell]
Point = tuple[Fraction | int, Fraction | int]

RIM: list[Point] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
NONE: frozenset[Cell] = frozenset()
NO_EDGES: frozenset[Edge] = frozenset()


def middle(cell: Cell) -> Point:
    return 2 * cell[0] + cell[1] % 2, 3 * cell[1]


@cache
def rim(cell: Cell) -> tuple[Point, ...]:
    """The corners, clockwise from the top."""
    return tuple(plus(middle(cell), by) for by in RIM)


def spot(corner: Cell) -> Point:
    """Where a corner is: the upper left one of its cell, or the top one."""
    return plus(middle(corner[:2]), (0, -2) if corner[2:] == (1,) else (-1, -1))


def plus(p: Point, q: Point) -> Point:
    return p[0] + q[0], p[1] + q[1]


def minus(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1]


def cross(u: Point, v: Point) -> Fraction | int:
    return u[0] * v[1] - u[1] * v[0]


def dot(u: Point, v: Point) -> Fraction | int:
    return u[0] * v[0] + u[1] * v[1]


@cache
def cells_at(p: Point) -> tuple[Cell, ...]:
    """The cells in which a point lies or whose border it lies on: one, two or three."""
    row, column = round(p[1] / Fraction(3)), round(p[0] / Fraction(2))
    near = product(range(column - 2, column + 3), range(row - 1, row + 2))
    return tuple(
        cell
        for cell in near
        if all(
            cross(minus(v, u), minus(p, u)) >= 0
            for u, v in pairwise((*rim(cell), rim(cell)[0]))
        )
    )  # fmt: skip


def beside(cell: Cell) -> list[Cell]:
    """The cells that share a side with one."""
    x, y = cell
    near = product(range(x - 1, x + 2), range(y - 1, y + 2))
    return [other for other in near if len(set(rim(other)) & set(rim(cell))) == 2]


def side(a: Cell, b: Cell) -> Edge:
    assert b in beside(a)
    return min(a, b), max(a, b)


def ends(edge: Edge) -> tuple[Point, ...]:
    """The two ends of an edge."""
    return tuple(sorted(set(rim(edge[0])) & set(rim(edge[1]))))


def distance(a: Cell, b: Cell) -> int:
    """Steps from side to side, counted by walking."""
    reached, steps = {a}, 0
    while b not in reached:
        reached |= {other for cell in reached for other in beside(cell)}
        steps += 1
    return steps


# --- one line ---------------------------------------------------------------------------------

Way = tuple[tuple[tuple[Cell, ...], ...], tuple[Point, ...]]


@cache
def cut(a: Point, b: Point) -> Way:
    """The cells on which each stretch of a segment lies (two: along an edge), and its cuts.

    The cuts include both ends.
    """
    by = minus(b, a)
    x0, x1 = sorted((a[0], b[0]))
    y0, y1 = sorted((a[1], b[1]))
    cells = product(
        range(int(x0) // 2 - 1, int(x1) // 2 + 2), range(int(y0) // 3 - 1, int(y1) // 3 + 3)
    )
    times = {Fraction(0), Fraction(1)}
    for cell in cells:
        for u, v in pairwise((*rim(cell), rim(cell)[0])):
            along = cross(by, minus(v, u))
            if along:
                t = Fraction(cross(minus(u, a), minus(v, u)), along)
                if 0 <= t <= 1 and 0 <= Fraction(cross(minus(u, a), by), along) <= 1:
                    times.add(t)
            elif cross(by, minus(u, a)) == 0:
                whole = (Fraction(dot(minus(w, a), by), dot(by, by)) for w in (u, v))
                times.update(t for t in whole if 0 <= t <= 1)
    stops = sorted(times)

    def at(t: Fraction) -> Point:
        return a[0] + t * by[0], a[1] + t * by[1]

    return (
        tuple(cells_at(at((s + t) / 2)) for s, t in pairwise(stops)),
        tuple(at(t) for t in stops),
    )


def separated(
    p: Point, came: Point, goes: Point, walls: Iterable[Cell], edges: Iterable[Edge]
) -> bool:
    """Whether walls and barriers at p stand on both ways round from one direction to another."""

    def between(u: Point, w: Point, v: Point) -> bool:  # strictly, turning from u to v
        def turned(w: Point) -> tuple[int, Fraction]:  # the angle from u, as a sortable pair
            c, d = cross(u, w), dot(u, w)
            if c == 0:
                return (0, Fraction(0)) if d > 0 else (2, Fraction(0))
            return (1 if c > 0 else 3), -Fraction(d) / c

        return turned(u) < turned(w) < turned(v)

    things = [minus(middle(c), p) for c in walls if p in rim(c)]
    for edge in edges:
        if p in ends(edge):
            things += [minus(q, p) for q in ends(edge) if q != p]
    return any(between(came, w, goes) for w in things) and any(
        between(goes, w, came) for w in things
    )


def stopped(
    a: Point,
    b: Point,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell] = NONE,
    *,
    strict: bool,
    leaves: Cell | None = None,
    enters: Cell | None = None,
) -> bool:
    """Strict: as for cover, stopped along the border of one wall; else as for line of effect."""
    if a == b:
        if leaves is None or enters is None or leaves == enters:
            return False
        start, end = minus(middle(leaves), a), minus(middle(enters), a)
        return separated(a, start, end, walls - {leaves, enters}, edges)
    stretches, cuts = cut(a, b)
    for cells in stretches:
        solid = [cell in walls for cell in cells]
        if all(solid) or (strict and any(solid)) or cells in edges:
            return True
        if len(cells) == 1 and cells[0] in creatures:
            return True
    ahead, behind = minus(b, a), minus(a, b)
    for p in cuts[1:-1]:
        cells = cells_at(p)
        if cells in edges or (len(cells) == 3 and separated(p, behind, ahead, walls, edges)):
            return True
    return any(
        cell is not None
        and first != (cell,)
        and separated(p, minus(middle(cell), p), way, walls - {cell}, edges)
        for p, cell, way, first in (
            (a, leaves, ahead, stretches[0]),
            (b, enters, behind, stretches[-1]),
        )
    )


# --- a line and a space -----------------------------------------------------------------------


def faces(a: Cell, b: Cell, space: frozenset[Cell]) -> bool:
    """Whether the line between two middles comes into a space and leaves it by opposite borders."""
    if a == b:
        return False
    stretches, cuts = cut(middle(a), middle(b))
    inside = [n for n, cells in enumerate(stretches) if space.issuperset(cells)]
    if not inside or inside[0] == 0 or inside[-1] == len(stretches) - 1:
        return False

    def borders(p: Point) -> set[Point]:
        """The ways in which the borders face on which a point lies."""
        return {
            minus(middle(far), middle(near))
            for near in cells_at(p)
            for far in cells_at(p)
            if near in space and far not in space
        }

    way_in, way_out = borders(cuts[inside[0]]), borders(cuts[inside[-1] + 1])
    return any((-u, -v) in way_in for u, v in way_out)
