"""The kinds of grid, as far as cells and bodies go; the grids themselves are built on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tacsim.grid.cells import Body, Cell


class Kind(Protocol):
    """A kind of grid: its name in maps, and the shape of bodies on it."""

    name: str
    axes: int
    """How many coordinates a cell has."""

    def extent(self, side: int) -> Cell:
        """The shape of a body so many cells wide."""
        ...

    def spot(self, cell: Cell) -> Body:
        """The body of one cell."""
        ...


class Squares:
    """Squares in rows and columns."""

    name = "square"
    axes = 2

    def extent(self, side: int) -> Cell:
        """A square of ``side`` x ``side`` cells."""
        return (side, side)

    def spot(self, cell: Cell) -> Body:
        """The body of one square."""
        return Body(cell, (1, 1))


class Hexes:
    """Hexes in rows."""

    name = "hex"
    axes = 2

    def extent(self, side: int) -> Cell:
        """A body of ``side`` rows."""
        return (side,)

    def spot(self, cell: Cell) -> Body:
        """The body of one hex."""
        return Body(cell, (1,))


class Cubes:
    """Cubes in rows, columns and levels."""

    name = "cube"
    axes = 3

    def extent(self, side: int) -> Cell:
        """A cube of ``side`` cells along each axis."""
        return (side, side, side)

    def spot(self, cell: Cell) -> Body:
        """The body of one cube."""
        return Body(cell, (1, 1, 1))


KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (Squares(), Hexes(), Cubes())}
"""Every kind of grid by its name."""
