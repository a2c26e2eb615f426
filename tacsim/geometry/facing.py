"""Facing: whether two bodies stand on opposite sides of a third."""

from __future__ import annotations

from functools import lru_cache

from tacsim.geometry import hex_lines
from tacsim.geometry.cells import Body, Cell


@lru_cache(maxsize=65536)
def across_squares(a: Body, b: Body, target: Body) -> bool:
    """Whether cells of two bodies face each other across a third.

    >>> one = (1, 1)
    >>> across_squares(Body((4, 5), one), Body((6, 5), one), Body((5, 5), one))
    True
    >>> across_squares(Body((4, 4), one), Body((6, 5), one), Body((5, 5), one))
    False
    """
    return any(_through(p, q, target) for p in a.cells for q in b.cells)


def _through(a: Cell, b: Cell, target: Body) -> bool:
    """Whether the line between two cells' centres passes opposite borders, corners included.

    All in half cells, so that centres are whole numbers.
    """
    start = (2 * a[0] + 1, 2 * a[1] + 1)
    end = (2 * b[0] + 1, 2 * b[1] + 1)
    for axis in (0, 1):
        low = 2 * target.at[axis]
        high = low + 2 * target.extent[axis]
        first, last = sorted((start, end), key=lambda p: p[axis])
        if not (first[axis] < low and last[axis] > high):
            continue
        other = 1 - axis
        least = 2 * target.at[other]
        most = least + 2 * target.extent[other]
        run, rise = last[axis] - first[axis], last[other] - first[other]
        if all(
            least * run <= first[other] * run + rise * (border - first[axis]) <= most * run
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


__all__ = ["across_hexes", "across_squares"]
