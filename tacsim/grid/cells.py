"""Cells of the grid and the bodies that cover them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tacsim.grid.hexes import coordinates as hexes

Cell: TypeAlias = tuple[int, ...]
"""``(x, y)`` or ``(x, y, z)``: x to the right, y down, z up, whole numbers from 0."""


def shifted(cell: Cell, by: Cell) -> Cell:
    """Return the cell moved by an offset; in the plane an offset of three is one on hexes.

    >>> shifted((2, 3), (1, -1)), shifted((2, 3), (1, -1, 0))
    ((3, 2), (3, 2))
    >>> shifted((2, 3), (0, 1)), shifted((2, 3), (0, 1, -1))
    ((2, 4), (3, 4))
    """
    if len(cell) == 2:  # the common case, asked more often than anything else
        return (cell[0] + by[0], cell[1] + by[1]) if len(by) == 2 else hexes.moved(cell, by)
    return tuple(a + b for a, b in zip(cell, by, strict=True))


class Body(NamedTuple):
    """The cells that a creature covers.

    Of a box ``at`` is the corner with the least coordinates, and ``extent`` the number of cells
    along each axis. On hexes ``at`` is the first hex of the top row, and ``extent`` one number: how
    many rows it has (:func:`tacsim.grid.hexes.coordinates.rows`).

    >>> Body((2, 1), (2, 1)).cells, Body((2, 1), (2,)).cells
    (((2, 1), (3, 1)), ((2, 1), (3, 1), (3, 2)))
    """

    at: Cell
    extent: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell of the body, ordered by row, then column."""
        return covered(self.at, self.extent)

    @property
    def spots(self) -> tuple[Body, ...]:
        """Every cell of the body as a body of its own.

        >>> Body((2, 1), (2,)).spots[2]
        Body(at=(3, 2), extent=(1,))
        """
        one = (1,) * len(self.extent)
        return tuple(Body(cell, one) for cell in self.cells)

    def moved(self, by: Cell) -> Body:
        """The same shape one offset further."""
        return Body(shifted(self.at, by), self.extent)


@lru_cache(maxsize=65536)
def covered(at: Cell, extent: Cell) -> tuple[Cell, ...]:
    """Every cell of a body, the last axis slowest.

    >>> covered((0, 0), (2, 2))
    ((0, 0), (1, 0), (0, 1), (1, 1))
    """
    if len(extent) == 1:
        return hexes.body(at, extent[0])
    cells: list[Cell] = [()]
    for start, length in zip(reversed(at), reversed(extent), strict=True):
        cells = [(value, *rest) for rest in cells for value in range(start, start + length)]
    return tuple(cells)
