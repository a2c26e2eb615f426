"""Topologies: which cells neighbour which, and everything else that depends on the cells' shape.

The grids themselves are in :mod:`tacsim.grid.squares.grid`, :mod:`tacsim.grid.hexes.grid` and
:mod:`tacsim.grid.cubes.grid`, by name in :mod:`tacsim.grid.grids`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from typing import Protocol, TypeAlias

from tacsim.grid.cells import Body, Cell
from tacsim.grid.kinds import Kind
from tacsim.grid.squares.lines import Edge
from tacsim.grid.windows import Grid, Window

Part: TypeAlias = tuple[slice, ...]
"""What indexes a part of an array over the map."""

Span: TypeAlias = tuple[Cell, Cell]
"""The least and the greatest coordinates of cells, both included."""


class Lines(Protocol):
    """Whether lines between cells are stopped; see :mod:`tacsim.grid.squares.cover`."""

    def stopped_from(
        self,
        corner: Cell,
        cell: Cell,
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
        creatures: AbstractSet[Cell],
    ) -> int:
        """How many of the lines from a corner to the corners of a cell something stops."""
        ...

    def line_of_effect(
        self,
        a_cells: Collection[Cell],
        b_cells: Collection[Cell],
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
    ) -> bool:
        """Whether any line joins two bodies."""
        ...


class Forms(Protocol):
    """The cells of areas, all lengths in cells.

    Bursts and squares start at a corner, the others at a cell, the attacker's.
    """

    def burst(self, corner: Cell, radius: int) -> frozenset[Cell]:
        """The cells within a radius of a corner."""
        ...

    def cone(self, origin_cell: Cell, toward: Cell, length: int) -> frozenset[Cell]:
        """A cone that is at each distance as wide as that distance."""
        ...

    def wide_cone(self, origin_cell: Cell, toward: Cell, length: int) -> frozenset[Cell]:
        """A cone of 90 degrees."""
        ...

    def line(self, origin_cell: Cell, toward: Cell, length: int) -> frozenset[Cell]:
        """A line, one cell wide."""
        ...

    def cube(self, origin_cell: Cell, toward: Cell, size: int) -> frozenset[Cell]:
        """A block of equal sides that touches the origin cell."""
        ...

    def square(self, corner: Cell, size: int) -> frozenset[Cell]:
        """A block of equal sides, its upper left corner at a corner of the grid."""
        ...

    def in_burst(
        self,
        corner: Cell,
        cells: Collection[Cell],
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
        *,
        sides: AbstractSet[Cell] | None = None,
    ) -> frozenset[Cell]:
        """Those of some cells that a straight line from a corner can enter."""
        ...

    def visible_line(
        self,
        origin_cell: Cell,
        toward: Cell,
        length: int,
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
    ) -> frozenset[Cell]:
        """The cells of a line as far as nothing stops it."""
        ...

    def in_line_of(
        self,
        origin_cell: Cell,
        toward: Cell,
        cells: Collection[Cell],
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
    ) -> frozenset[Cell]:
        """Those of some cells that a straight line out of the origin cell can enter."""
        ...

    def sides_of(
        self,
        corner: Cell,
        cells: Collection[Cell],
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
    ) -> frozenset[Cell]:
        """The open cells at a corner by which a line from some other cells comes to it."""
        ...

    def corners_of(self, origin_cell: Cell, toward: Cell) -> tuple[Cell, ...]:
        """The corners of a cell that face a direction."""
        ...


class Topology(Kind, Protocol):
    """A kind of grid.

    A *vector* leads from one cell to another and is what :func:`shifted` takes; a *corner* is a
    point where cells meet, named by a cell.
    """

    repeats: tuple[Cell, ...]
    """Cells such that the surroundings of every cell look like those of one of them."""
    walled: bool
    """Whether what is visible takes account of what stands on edges."""
    rimmed: bool
    """Whether lines can lead past what stands at the rim of a map."""
    directions: tuple[Cell, ...]
    """The vectors of one step, those on one level first, straight ones before diagonals."""
    lines: Lines
    forms: Forms
    """The cells of areas."""

    def offsets(self, extent: Cell) -> tuple[Cell, ...]:
        """The vectors from where a body stands to each of its cells."""
        ...

    def straight(self, by: Cell) -> bool:
        """Whether a step leads across a side rather than across a corner."""
        ...

    def between(self, a: Cell, b: Cell) -> Cell:
        """The vector from one cell to another."""
        ...

    def toward(self, a: Cell, b: Cell) -> Cell:
        """The direction of a step from one cell towards another; nothing for the same cell."""
        ...

    def side(self, a: Cell, b: Cell) -> Edge | None:
        """The side that two cells share, or None."""
        ...

    def around(self, body: Body, reach: int) -> Iterator[Cell]:
        """The cells that may lie within so many cells of a body, its own among them, by rows."""
        ...

    def rim(self, shape: tuple[int, ...]) -> frozenset[Cell]:
        """The cells beyond a map through which lines between its cells can lead."""
        ...

    def box(self, *bodies: Body, beside: int = 0) -> Span:
        """The least and the greatest coordinates that lines between bodies meet, so many around."""
        ...

    def nearest(self, body: Body, cell: Cell) -> Cell:
        """The cell of a body that lies nearest to another cell."""
        ...

    def heading(self, a: Body, b: Body, by: Cell) -> float:
        """The cosine of the angle between a step and the line from one body to another."""
        ...

    def opposite(self, a: Body, b: Body, target: Body) -> bool:
        """Whether cells of two bodies face each other across a third."""
        ...

    def corners(self, cell: Cell) -> tuple[Cell, ...]:
        """The corners of a cell, all written the same way."""
        ...

    def corners_of(self, body: Body) -> tuple[Cell, ...]:
        """The corners of a body's cells, each once."""
        ...

    def at_corner(self, corner: Cell) -> tuple[Cell, ...]:
        """The cells that meet at a corner."""
        ...

    def off(self, body: Body, corner: Cell) -> Cell:
        """How far a corner lies off a body, for a metric to measure."""
        ...

    def on_map(self, corner: Cell, shape: tuple[int, ...]) -> bool:
        """Whether a corner is one of a map; ``shape``: of arrays over it."""
        ...

    def window(self, shape: tuple[int, ...], at: Cell, reach: int, full: Cell) -> Window:
        """The part of a map that a body can reach by moving so many cells."""
        ...

    def overlaps(self, shape: tuple[int, ...], by: Cell) -> Iterator[tuple[Part, Part]]:
        """Parts of an array over the map: cells, and those that lie a vector away from them."""
        ...

    def distances(self, body: Body, shape: tuple[int, ...]) -> Grid:
        """The cells from a body to every cell of a map, as an array over it."""
        ...

    def visible(
        self,
        clear: Grid,
        cell: Cell,
        floors: Grid | None = None,
        edges: AbstractSet[Edge] = frozenset(),
    ) -> Grid:
        """What is seen from a cell where some can be seen through; both arrays over the map.

        ``floors``: the cells between which and the one below nothing is seen; ``edges``: those that
        nothing is seen across. A plane has no floors, and leaves edges to lines of effect.
        """
        ...


def straight(by: Cell) -> bool:
    """Whether an offset runs along one axis.

    >>> straight((0, -1)), straight((1, 1))
    (True, False)
    """
    return sum(1 for d in by if d) == 1


def direction(src: Cell, dst: Cell) -> Cell:
    """The sign of the way from one cell to another along each axis.

    >>> direction((4, 4), (1, 6))
    (-1, 1)
    """
    return tuple((b > a) - (b < a) for a, b in zip(src, dst, strict=True))
