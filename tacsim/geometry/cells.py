"""Cells of the grid and the bodies that cover them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, ...]
"""``(x, y)`` or ``(x, y, z)``: x to the right, y down, z up, whole numbers from 0."""


def shifted(cell: Cell, by: Cell) -> Cell:
    """Return the cell moved by an offset.

    >>> shifted((2, 3), (1, -1))
    (3, 2)
    """
    if len(cell) == 2:  # the common case, asked more often than anything else
        return (cell[0] + by[0], cell[1] + by[1])
    return tuple(a + b for a, b in zip(cell, by, strict=True))


class Body(NamedTuple):
    """The box of cells that a creature covers.

    ``at`` is the corner with the least coordinates, ``extent`` the number of cells along each axis.

    >>> Body((2, 1), (2, 1)).cells
    ((2, 1), (3, 1))
    """

    at: Cell
    extent: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell of the body, ordered by row, then column."""
        return box(self.at, self.extent)

    def moved(self, by: Cell) -> Body:
        """The same shape one offset further."""
        return Body(shifted(self.at, by), self.extent)

    def contains(self, other: Body) -> bool:
        """Whether every cell of the other body is also a cell of this one.

        >>> Body((0, 0), (2, 2)).contains(Body((0, 1), (2, 1)))
        True
        """
        return all(
            a <= b and b + n <= a + m
            for a, m, b, n in zip(self.at, self.extent, other.at, other.extent, strict=True)
        )


@lru_cache(maxsize=65536)
def box(at: Cell, extent: Cell) -> tuple[Cell, ...]:
    """Every cell of a box, the last axis slowest.

    >>> box((0, 0), (2, 2))
    ((0, 0), (1, 0), (0, 1), (1, 1))
    """
    cells: list[Cell] = [()]
    for start, length in zip(reversed(at), reversed(extent), strict=True):
        cells = [(value, *rest) for rest in cells for value in range(start, start + length)]
    return tuple(cells)
