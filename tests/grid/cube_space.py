"""Cubes as solids in space, for tests: everything by cutting lines, in fractions.

A cell (x, y, z) fills the unit cube from that point on; something thin between two cells is the
square in which they touch. Where a line touches edges or corners it is looked at moved by a hair,
in all directions, from the middle of the stretch before to the middle of the one after. Shares no
code with the engine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product

import numpy as np
from hypothesis import strategies as st

Cell = tuple[int, ...]
Edge = tuple[Cell, Cell]
Point = tuple[Fraction, ...]
Box = tuple[Cell, Cell]
"""The two ends; flat along the axis on which they are alike."""

HALF = Fraction(1, 2)
NONE: frozenset[Cell] = frozenset()
NO_EDGES: frozenset[Edge] = frozenset()
HAIRS = [
    tuple(Fraction(size * sign, 10**10) for size, sign in zip(sizes, signs, strict=True))
    for sizes in permutations((101, 1009, 10007))
    for signs in product((1, -1), repeat=3)
]

SIZE = (5, 4, 3)
cells = st.tuples(*(st.integers(0, n - 1) for n in SIZE))
corners = st.tuples(*(st.integers(0, n) for n in SIZE))
steps = st.sampled_from([(1, 0, 0), (0, 1, 0), (0, 0, 1)])
sets = st.frozensets(cells, max_size=14)
edge_sets = st.frozensets(st.builds(lambda c, by: (c, plus(c, by)), cells, steps), max_size=14)
"""Pairs of neighbours, the lesser first, upright and level ones."""


def plus(p: tuple, q: tuple) -> tuple:
    return tuple(a + b for a, b in zip(p, q, strict=True))


def middle(cell: Cell) -> Point:
    return tuple(n + HALF for n in cell)


def cube(cell: Cell) -> Box:
    return cell, plus(cell, (1, 1, 1))


def thin(edge: Edge) -> Box:
    """The square between two cells, the lesser first."""
    a, b = edge
    return b, plus(a, (1, 1, 1))


def below(cell: Cell) -> Edge:
    """Between a cell and the one below: where its floor is."""
    return plus(cell, (0, 0, -1)), cell


def within(p: Point, box: Box, *, rim: bool = False) -> bool:
    """Whether a point lies in a box; strictly, except along an axis where the box is flat."""
    return all(
        low < n < high or ((rim or low == high) and low <= n <= high)
        for n, low, high in zip(p, *box, strict=True)
    )


def cuts(p: Point, q: Point, box: Box) -> bool:
    """Whether a segment passes the inside of a box, or crosses a flat one there."""
    first, last = Fraction(0), Fraction(1)
    for start, end, low, high in zip(p, q, *box, strict=True):
        if start == end:
            if not low < start < high:
                return False
            continue
        times = sorted(((low - start) / (end - start), (high - start) / (end - start)))
        first, last = max(first, times[0]), min(last, times[1])
    if first == last:  # a flat box met in a point
        at = tuple(a + first * (b - a) for a, b in zip(p, q, strict=True))
        return 0 < first < 1 and within(at, box)
    return first < last


@cache
def stretches(p: Point, q: Point) -> tuple[Point, ...]:
    """The middles of the stretches of a segment between the planes of the grid that it crosses."""
    times = {Fraction(0), Fraction(1)}
    for start, end in zip(p, q, strict=True):
        if start != end:
            planes = range(int(min(start, end)), int(max(start, end)) + 2)
            times |= {(n - start) / (end - start) for n in planes}
    stops = sorted(t for t in times if 0 <= t <= 1)
    return tuple(
        tuple(a + (s + t) / 2 * (b - a) for a, b in zip(p, q, strict=True))
        for s, t in pairwise(stops)
    ) or (p,)


def moved(p: Point, q: Point) -> Iterator[tuple[Point, Point]]:
    """A segment moved by a hair, every way."""
    return ((plus(p, by), plus(q, by)) for by in HAIRS)


def turns(p: Point, q: Point, boxes: Collection[Box]) -> bool:
    """Whether, from stretch to stretch, a line is free of some boxes on one hand or another."""
    return all(
        any(not any(cuts(a, b, box) for box in boxes) for a, b in moved(before, after))
        for before, after in pairwise(stretches(p, q))
    )


def joined(a: Cell, b: Cell, walls: Collection[Cell], edges: Collection[Edge]) -> bool:
    """Whether the line from centre to centre is free, whatever its two cells are."""
    boxes = [cube(cell) for cell in walls if cell not in (a, b)] + [thin(edge) for edge in edges]
    return turns(middle(a), middle(b), boxes)


def stopped(
    corner: Cell,
    goal: Cell,
    level: int,
    walls: Collection[Cell],
    edges: Collection[Edge],
    creatures: Collection[Cell],
) -> bool:
    """Whether a line from corner to corner is stopped, for cover; on which level if it is flat."""
    p, q = tuple(map(Fraction, corner)), tuple(map(Fraction, goal))
    if p[2] == q[2]:
        p, q = (*p[:2], level + HALF), (*q[:2], level + HALF)
    solid, flat = [cube(cell) for cell in walls], [thin(edge) for edge in edges]
    along = stretches(p, q)
    if pinched(along[0], p, walls) or pinched(along[-1], q, walls):
        return True
    if p[:2] == q[:2]:
        if any(pinched(at, at, walls) for at in along):
            return True
    elif any(within(at, box, rim=True) for at in along for box in (*solid, *flat)):
        return True
    if any(within(at, cube(cell)) for at in along for cell in creatures):
        return True
    return not turns(p, q, [*solid, *flat])


def pinched(at: Point, corner: Point, walls: Collection[Cell]) -> bool:
    """Whether two of the four walls round a corner, on the level of a point, stand across it."""
    x, y, z = int(corner[0]), int(corner[1]), int(at[2] // 1)
    west, east = ((x - 1, y - 1, z), (x - 1, y, z)), ((x, y, z), (x, y - 1, z))
    return any(a in walls and b in walls for a, b in zip(west, east, strict=True))


def grid_of(chosen: Collection[Cell], *, size: Cell = SIZE) -> np.ndarray:
    """An array over the map, true for some cells."""
    grid = np.zeros(size[::-1], bool)
    for cell in chosen:
        grid[cell[::-1]] = True
    return grid


def all_cells(size: Cell = SIZE) -> list[Cell]:
    return [(x, y, z) for z in range(size[2]) for y in range(size[1]) for x in range(size[0])]
