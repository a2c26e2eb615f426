"""Squares: the grid with eight neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import numpy as np
import tcod.constants
import tcod.map

from tacsim.grid.cells import Body, Cell, covered
from tacsim.grid.kinds import Squares
from tacsim.grid.squares import cover, lines
from tacsim.grid.squares import forms as square_forms
from tacsim.grid.squares.boxes import Boxes
from tacsim.grid.squares.lines import Edge
from tacsim.grid.topology import Forms, Lines, Part, direction
from tacsim.grid.windows import Grid, SquareWindow, Window


class SquareGrid(Squares, Boxes):
    """Squares with eight neighbours; corner ``(x, y)`` is the upper left one of that cell."""

    repeats: tuple[Cell, ...] = ((0, 0),)
    walled = False
    rimmed = True
    directions: tuple[Cell, ...] = (
        (1, 0), (0, 1), (-1, 0), (0, -1),
        (1, 1), (-1, 1), (-1, -1), (1, -1),
    )  # fmt: skip
    lines: Lines = cover
    forms: Forms = square_forms

    def offsets(self, extent: Cell) -> tuple[Cell, ...]:
        """Every cell of a box."""
        return covered((0, 0), extent)

    def between(self, a: Cell, b: Cell) -> Cell:
        """The difference along each axis."""
        return (b[0] - a[0], b[1] - a[1])

    def toward(self, a: Cell, b: Cell) -> Cell:
        """The sign of the difference along each axis."""
        return direction(a, b)

    def side(self, a: Cell, b: Cell) -> Edge | None:
        """The edge between cells that are neighbours along one axis."""
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
            return None
        return lines.edge(a, b)

    def rim(self, shape: tuple[int, ...]) -> frozenset[Cell]:
        """None: lines between cells of a map never leave it."""
        return frozenset()

    def around(self, body: Body, reach: int) -> Iterator[Cell]:
        """The box around a body."""
        (x, y), (w, h) = body
        for cy in range(y - reach, y + h + reach):
            for cx in range(x - reach, x + w + reach):
                yield (cx, cy)

    def corners(self, cell: Cell) -> tuple[Cell, ...]:
        """The four corners of a square."""
        x, y = cell
        return ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))

    def corners_of(self, body: Body) -> tuple[Cell, ...]:
        """Every grid intersection in and around a body, by rows."""
        (x, y), (w, h) = body
        return covered((x, y), (w + 1, h + 1))

    def at_corner(self, corner: Cell) -> tuple[Cell, ...]:
        """The four squares around an intersection."""
        x, y = corner
        return ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))

    def window(self, shape: tuple[int, ...], at: Cell, reach: int, full: Cell) -> Window:
        """A rectangle."""
        return SquareWindow(shape, at, reach, full)

    def overlaps(self, shape: tuple[int, ...], by: Cell) -> Iterator[tuple[Part, Part]]:
        """One pair, cut at the rim."""
        (height, width), (dx, dy) = shape, by
        y0, y1, x0, x1 = max(0, -dy), min(height, height - dy), max(0, -dx), min(width, width - dx)
        if y0 < y1 and x0 < x1:
            yield (
                (slice(y0, y1), slice(x0, x1)),
                (slice(y0 + dy, y1 + dy), slice(x0 + dx, x1 + dx)),
            )

    def distances(self, body: Body, shape: tuple[int, ...]) -> Grid:
        """Diagonals count 1, 2, 1, 2."""
        ys, xs = np.mgrid[: shape[0], : shape[1]]
        (x, y), (w, h) = body
        dx = np.maximum(np.maximum(x - xs, xs - (x + w - 1)), 0)
        dy = np.maximum(np.maximum(y - ys, ys - (y + h - 1)), 0)
        far: Grid = np.maximum(dx, dy) + np.minimum(dx, dy) // 2
        return far

    def visible(
        self,
        clear: Grid,
        cell: Cell,
        floors: Grid | None = None,
        edges: AbstractSet[Edge] = frozenset(),
    ) -> Grid:
        """Symmetric shadows."""
        fov = tcod.constants.FOV_SYMMETRIC_SHADOWCAST
        seen: Grid = tcod.map.compute_fov(clear, (cell[1], cell[0]), radius=0, algorithm=fov)
        return seen
