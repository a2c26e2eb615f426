"""Sight on hexes: symmetric shadows.

The map is looked at in six sextants, each between two neighbouring directions. Row k of a sextant
has k + 1 cells; number j of them lies at the slope j / k, from 0 straight along the one direction
to 1 along the other. A cell that cannot be seen through throws a shadow on all slopes between
(j - 1/2) / k and (j + 1/2) / k. Slopes are fractions, written as two whole numbers each.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacsim.grid.cells import Cell
from tacsim.grid.hexes.coordinates import DIRECTIONS

Grid: TypeAlias = NDArray[Any]


def visible(clear: Grid, at: Cell) -> Grid:
    """The cells seen from one, where `clear` tells which can be seen through; both ``[y, x]``.

    A clear cell is seen if its centre is not in shadow or lies on the edge of one, so that of two
    clear cells each sees the other or neither does. Another cell is seen if any part of it is. The
    cell looked from is always seen; cells beyond the map block sight.

    >>> clear = np.array([[1, 1, 0, 1], [1, 1, 1, 1]], bool)
    >>> visible(clear, (0, 0)).astype(int).tolist()
    [[1, 1, 1, 0], [1, 1, 1, 1]]
    """
    height, width = clear.shape
    ys, xs = np.mgrid[:height, :width]
    wide = width + (height >> 1) + 2
    places = (ys + 1) * wide + xs - (ys >> 1) + (height >> 1) + 1  # a step is one difference
    ground = np.zeros((height + 2) * wide, bool)
    ground[places] = clear
    cells, seen = ground.tobytes(), bytearray(ground.size)
    here = int(places[at[1], at[0]])
    seen[here] = True
    steps = [r * wide + q for q, r, _ in DIRECTIONS]
    for along, other in zip(steps, (*steps[1:], steps[0]), strict=True):
        _look(cells, seen, here, along, other - along)
    found: Grid = np.frombuffer(seen, bool)[places]
    return found


def _look(clear: bytes, seen: bytearray, here: int, along: int, across: int) -> None:
    """Mark what is seen of a sextant; the rows lie one difference of places apart, cells another.

    A gap is the part of a row, from one slope to another, on which no shadow lies.
    """
    gaps = [(1, 0, 1, 1, 1)]
    while gaps:
        k, n, d, m, e = gaps.pop()  # row k, from n / d to m / e
        first, last = (2 * k * n + d) // (2 * d), (2 * k * m + e - 1) // (2 * e)
        is_open = False
        for j in range(first, last + 1):
            place = here + k * along + j * across
            if clear[place]:
                if k * n <= j * d and j * e <= k * m:
                    seen[place] = True
                if not is_open and j > first:
                    n, d = 2 * j - 1, 2 * k
                is_open = True
                continue
            seen[place] = True
            if is_open:
                gaps.append((k + 1, n, d, 2 * j - 1, 2 * k))
            is_open = False
        if is_open:
            gaps.append((k + 1, n, d, m, e))
