"""What walls and barriers leave of areas in the plane, on squares and on hexes alike."""

from __future__ import annotations

from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet

import attrs

from tacsim.grid.cells import Cell
from tacsim.grid.squares.lines import Edge


@attrs.frozen
class WalledAreas:
    """The cells of areas that straight lines can enter, as areas do not turn corners.

    ``reaches``: whether some line from a corner comes into a cell, as `cover.effect_reaches`;
    ``touching``: the cells that meet at a corner; ``corners_of``: the corners of a cell that face
    another one.

    >>> from tacsim.grid.squares.areas import WALLED, burst, edge
    >>> two = burst((0, 0), 2)
    >>> sorted(two - WALLED.in_burst((0, 0), two, {(0, 0)}, set()))
    [(0, 0), (0, 1), (1, 0)]
    >>> thin = {edge((2, 0), (3, 0)), edge((2, -1), (3, -1))}
    >>> sorted(WALLED.sides_of((3, 0), [(0, 0)], set(), thin))
    [(2, -1), (2, 0)]
    """

    reaches: Callable[..., bool]
    touching: Callable[[Cell], Collection[Cell]]
    corners_of: Callable[[Cell, Cell], tuple[Cell, ...]]

    def in_burst(
        self,
        corner: Cell,
        cells: Collection[Cell],
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
        *,
        sides: AbstractSet[Cell] | None = None,
    ) -> frozenset[Cell]:
        """Those of some cells that a straight line from a corner can enter; walls are not.

        ``sides``: the cells touching the corner on whose side of a thin wall it bursts; None: all.
        Clauses: d20.aoe.origin, d20.aoe.spread, metric.aoe.radius-origin, grid5e.aoe.
        """
        starts: Collection[Cell | None] = (None,) if sides is None else sides
        return frozenset(
            cell
            for cell in cells
            if any(self.reaches(corner, cell, walls, edges, from_cell=start) for start in starts)
        )

    def sides_of(
        self,
        corner: Cell,
        cells: Collection[Cell],
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
    ) -> frozenset[Cell]:
        """The open cells touching a corner by which a line from some other cells comes to it.

        None of them: there is no line of effect. Not all: the corner lies on a wall or a barrier.
        Clauses: d20.cover.total, grid5e.aoe.
        """
        return frozenset(
            side
            for side in self.touching(corner)
            if side not in walls
            and any(self.reaches(corner, cell, walls, edges, from_cell=side) for cell in cells)
        )

    def in_line_of(
        self,
        origin_cell: Cell,
        toward: Cell,
        cells: Collection[Cell],
        walls: AbstractSet[Cell],
        edges: AbstractSet[Edge],
    ) -> frozenset[Cell]:
        """Those of some cells that a straight line out of a corner of the origin cell can enter.

        Any corner that faces the direction serves. Errors: ValueError for `toward` the origin cell.
        Clause: grid5e.aoe.
        """
        corners = self.corners_of(origin_cell, toward)
        return frozenset(
            cell
            for cell in cells
            if any(self.reaches(at, cell, walls, edges, from_cell=origin_cell) for at in corners)
        )
