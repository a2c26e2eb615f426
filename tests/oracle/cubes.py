"""Brute-force oracle for cubes: what a cube holds, bodies, ways round, lines, distance.

Shares no code with the engine: written from ``docs/cubes.md``, the catalogue (0.4) and the rulings
in README.md alone. Who stands among others, what a step costs and whom it provokes is in
``pool.py``.

Cells are (x, y, z), z up from 0; a body is (x, y, z, n): n cells along every axis. Maps are levels
of rows of glyphs. Costs are half-cells.

Entry points: ``Space``, ``cells_of``, ``distance``, ``line_of_effect``, ``way_round``,
``clings``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import ceil, floor
from typing import Any, NamedTuple

Cell = tuple[int, int, int]
Vector = tuple[int, int, int]

STAIRS = "/"
"""The glyph that the oracle's maps use for stairs, which have none of their own."""
GROUND = ".,;%=" + STAIRS
FILLED = "#T"  # nothing passes their corners, nor a line of effect their inside
SOLID = "#T^"  # nobody gets in, somebody may stand on top or cling to the sides
WATER, PIT, VOID = "~", ":", " "
RATE = {",": 2, "%": 2, ";": 4}
"""What ground multiplies the price of a step by; 1 for all other."""
CLOSED, HAMPERING = ("wall", "door"), ("hedge",)
PRICE = {1: 2, 2: 3, 3: 6}
"""Half-cells of a step, by the number of its axes."""
HEDGE = 2
"""Half-cells of a hampering barrier, whatever the step over it costs."""

AROUND: tuple[Vector, ...] = tuple(by for by in product((-1, 0, 1), repeat=3) if any(by))
SIDEWAYS: tuple[Vector, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))


class Body(NamedTuple):
    """A body: its cell with the least x, y and z, and how many cells a side it has."""

    x: int
    y: int
    z: int
    n: int

    @property
    def at(self) -> Cell:
        return self.x, self.y, self.z


@dataclass
class Space:
    """The map. ``levels[z][y][x]`` is a glyph; ``barriers`` are two neighbours and a kind, of which
    ``open`` is an open door. It is not to be changed once it has been asked anything."""

    levels: list[list[str]]
    barriers: list[tuple[Cell, Cell, str]] = field(default_factory=list)
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def glyph(self, cell: Cell) -> str | None:
        """The glyph of a cell; None off the map."""
        x, y, z = cell
        if 0 <= z < len(self.levels) and 0 <= y < len(self.levels[z]):
            row = self.levels[z][y]
            return row[x] if 0 <= x < len(row) else None
        return None

    def cells(self) -> Iterator[Cell]:
        """Every cell of the map, level by level."""
        for z, rows in enumerate(self.levels):
            for y, row in enumerate(rows):
                yield from ((x, y, z) for x in range(len(row)))

    def among(self, cell: Cell, glyphs: str) -> bool:
        """Is one of these glyphs in the cell?"""
        found = self.glyph(cell)
        return found is not None and found in glyphs

    def kinds(self, a: Cell, b: Cell) -> set[str]:
        """The kinds of barrier between two neighbours."""
        if "barriers" not in self.memo:
            self.memo["barriers"] = table = {}
            for p, q, kind in self.barriers:
                table.setdefault(frozenset((tuple(p), tuple(q))), set()).add(kind)
        found: set[str] = self.memo["barriers"].get(frozenset((a, b)), set())
        return found


# ------------------------------------------------------------------------------- bodies


def plus(cell: Cell, by: Vector) -> Cell:
    return cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]


def moved(cells: Iterable[Cell], by: Vector) -> frozenset[Cell]:
    return frozenset(plus(cell, by) for cell in cells)


def shifted(body: Body, by: Vector) -> Body:
    return Body(*plus(body.at, by), body.n)


@cache
def cells_of(body: Body) -> frozenset[Cell]:
    return frozenset(plus(body.at, by) for by in product(range(body.n), repeat=3))


@cache
def lowest(body: Body) -> frozenset[Cell]:
    """The cells of a body's lowest layer."""
    return frozenset(cell for cell in cells_of(body) if cell[2] == body.z)


@cache
def smaller(body: Body) -> list[Body]:
    """The bodies of the next smaller size inside this one."""
    by = product((0, 1), repeat=3) if body.n > 1 else ()
    return [Body(*plus(body.at, (i, j, k)), body.n - 1) for i, j, k in by]


@cache
def larger(body: Body) -> list[Body]:
    """The bodies of the next larger size about this one."""
    return [Body(*plus(body.at, (i, j, k)), body.n + 1) for i, j, k in product((-1, 0), repeat=3)]


# ------------------------------------------------------------------------------- distance


def straight(by: Iterable[int]) -> int:
    """The straight measure of a vector in half-cells (diag.triple): the least number is steps of
    three axes, what the middle one has more diagonals, the rest straight steps."""
    low, middle, high = sorted(abs(i) for i in by)
    return low * PRICE[3] + (middle - low) * PRICE[2] + (high - middle) * PRICE[1]


def apart(a: Cell, b: Cell) -> int:
    """Cells from one cell to another."""
    return straight(i - j for i, j in zip(a, b, strict=True)) // 2


def distance(one: Iterable[Cell], other: Iterable[Cell]) -> int:
    """Cells between two bodies: between their nearest cells."""
    there = list(other)
    return min(apart(a, b) for a in one for b in there)


# ------------------------------------------------------------------------------- what holds


def plate(space: Space, cell: Cell) -> bool:
    """Has the cell a floor plate under it? Ground has that, and water, above level 0."""
    return cell[2] > 0 and space.among(cell, GROUND + WATER)


def rate(space: Space, body: Body) -> int:
    """What the worst ground of a body's lowest layer multiplies a step's price by."""
    return max(RATE.get(space.glyph(cell) or "", 1) for cell in lowest(body))


def beside_solid(space: Space, cells: Iterable[Cell]) -> bool:
    """Does something solid share a side with one of the cells, level for level?"""
    return any(space.among(plus(cell, by), SOLID) for cell in cells for by in SIDEWAYS)


def clings(space: Space, body: Body) -> bool:
    """Is there something solid beside the body, or beside what is right under it?"""
    return beside_solid(space, cells_of(body) | moved(lowest(body), (0, 0, -1)))


def held(space: Space, body: Body) -> bool:
    """Does ground in its lowest layer, or something solid under that, hold the body up?"""
    return any(
        space.among(cell, GROUND) or space.among(plus(cell, (0, 0, -1)), SOLID)
        for cell in lowest(body)
    )


# ------------------------------------------------------------------------------- ways


def parts(by: Vector) -> list[Vector]:
    """The single-axis parts of a step."""
    alone = ((by[0], 0, 0), (0, by[1], 0), (0, 0, by[2]))
    return [part for part in alone if any(part)]


def through_plate(space: Space, cell: Cell, part: Vector) -> bool:
    """Does a cell that moves along one axis go through a floor plate?"""
    if part[2] == 0:
        return False
    return plate(space, plus(cell, part) if part[2] > 0 else cell)


def way_round(space: Space, cells: frozenset[Cell], by: Vector) -> bool:
    """Is some order of the parts of a step along two or three axes open to all these cells?"""
    orders = permutations(parts(by))
    return any(in_order(space, cells, order) for order in orders)


def cornered(space: Space, cell: Cell) -> bool:
    """Does something in the cell fill its corners? Where there is nothing, on level 0, it is as a
    wall but for sight."""
    return space.among(cell, FILLED + VOID if cell[2] == 0 else FILLED)


def in_order(space: Space, cells: frozenset[Cell], order: tuple[Vector, ...]) -> bool:
    here = cells
    for part in order:
        if here is not cells and any(cornered(space, cell) for cell in here):
            return False
        if any(through_plate(space, cell, part) for cell in here):
            return False
        here = moved(here, part)
    return True


@cache
def about(by: Vector) -> list[tuple[Vector, Vector]]:
    """The borders between any two of the cells that meet at the corner, the edge or the side that
    a step passes, seen from where it begins."""
    meeting = list(product(*(sorted({0, step}) for step in by)))
    return [(a, b) for a in meeting for b in meeting if a < b and share_a_side(a, b)]


def borders(cell: Cell, by: Vector) -> Iterator[tuple[Cell, Cell]]:
    """The borders that a cell's step crosses."""
    return ((plus(cell, a), plus(cell, b)) for a, b in about(by))


def share_a_side(a: Cell, b: Cell) -> bool:
    """Do two cells share a side?"""
    return sum(abs(i - j) for i, j in zip(a, b, strict=True)) == 1


# ------------------------------------------------------------------------------- lines


def shut(space: Space, a: Cell, b: Cell) -> bool:
    """Is the side that two neighbours share closed by a plate, a wall or a closed door?"""
    upper = max(a, b, key=lambda cell: cell[2])
    if a[2] != b[2] and plate(space, upper):
        return True
    return bool(space.kinds(a, b) & {*CLOSED})


def line_of_effect(space: Space, a: Cell, b: Cell) -> bool:
    """Is the straight line between two cells' centres open? It ends at the inside of what fills a
    cell, at a closed side, and at an edge or a corner that is closed whichever way one goes."""
    at = a
    for by in crossings(a, b):
        beyond = plus(at, by)
        if space.among(beyond, FILLED):
            return False
        if not any(open_round(space, at, order) for order in permutations(parts(by))):
            return False
        at = beyond
    assert at == b
    return True


def crossings(a: Cell, b: Cell) -> list[Vector]:
    """The steps from cell to cell that the line between two centres takes: along one axis through a
    side, along two through an edge, along three through a corner."""
    half = Fraction(1, 2)
    when: dict[Fraction, list[int]] = {}
    for axis in range(3):
        start, end = a[axis] + half, b[axis] + half
        for plane in range(ceil(min(start, end)), floor(max(start, end)) + 1):
            when.setdefault((plane - start) / (end - start), []).append(axis)
    signs = [(j > i) - (j < i) for i, j in zip(a, b, strict=True)]
    return [
        (signs[0] * (0 in axes), signs[1] * (1 in axes), signs[2] * (2 in axes))
        for _, axes in sorted(when.items())
    ]


def open_round(space: Space, cell: Cell, order: tuple[Vector, ...]) -> bool:
    """Can a line go from cell to cell in this order, through no closed side and nothing filled?"""
    on_the_way = [cell]
    for part in order:
        on_the_way.append(plus(on_the_way[-1], part))
    if any(space.among(between, FILLED) for between in on_the_way[1:-1]):
        return False
    return not any(shut(space, p, q) for p, q in pairwise(on_the_way))
