"""Facing: whether two bodies stand on opposite sides of a third."""

from __future__ import annotations

from functools import lru_cache

from tacsim.grid.cells import Body, Cell
from tacsim.grid.hexes import lines as hex_lines


@lru_cache(maxsize=65536)
def across_boxes(a: Body, b: Body, target: Body) -> bool:
    """Whether cells of two bodies face each other across a third, on squares or in space.

    The line between two centres goes in by one side of the third and out by the side across. An
    edge or corner is part of every side that it lies on: so it may as well be the edge or corner
    across.

    >>> one = (1, 1)
    >>> across_boxes(Body((4, 5), one), Body((6, 5), one), Body((5, 5), one))
    True
    >>> across_boxes(Body((4, 4), one), Body((6, 5), one), Body((5, 5), one))
    False
    >>> one = (1, 1, 1)
    >>> across_boxes(Body((4, 4, 0), one), Body((6, 4, 2), one), Body((5, 4, 1), one))
    True
    """
    return any(_through(p, q, target) for p in a.cells for q in b.cells)


def _through(a: Cell, b: Cell, target: Body) -> bool:
    """Whether the line between two cells' centres passes opposite borders, corners included.

    All in half cells, so that centres are whole numbers.
    """
    start, end = (tuple(2 * n + 1 for n in cell) for cell in (a, b))
    least = tuple(2 * n for n in target.at)
    most = tuple(n + 2 * length for n, length in zip(least, target.extent, strict=True))
    axes = range(len(a))
    for axis in axes:
        low, high = least[axis], most[axis]
        first, last = sorted((start, end), key=lambda p: p[axis])
        if not (first[axis] < low and last[axis] > high):
            continue
        run = last[axis] - first[axis]
        if all(
            least[other] * run
            <= first[other] * run + (last[other] - first[other]) * (border - first[axis])
            <= most[other] * run
            for other in axes
            if other != axis
            for border in (low, high)
        ):
            return True
    return False


@lru_cache(maxsize=65536)
def across_hexes(a: Body, b: Body, target: Body) -> bool:
    """The same on hexes: in by a border of the third, out by one that faces the other way.

    >>> west, target, east = (Body((x, 5), (1,)) for x in (4, 5, 6))
    >>> across_hexes(west, east, target), across_hexes(west, Body((5, 4), (1,)), target)
    (True, False)
    """
    return any(hex_lines.opposite(p, q, target.cells) for p in a.cells for q in b.cells)
