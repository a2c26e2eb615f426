"""Hexes: the grid with six neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import numpy as np

from tacsim.grid.cells import Body, Cell
from tacsim.grid.facing import across_hexes
from tacsim.grid.hexes import areas as hex_areas
from tacsim.grid.hexes import coordinates as hexes
from tacsim.grid.hexes import cover as hex_cover
from tacsim.grid.hexes import lines as hex_lines
from tacsim.grid.hexes import sight as hex_sight
from tacsim.grid.kinds import Hexes
from tacsim.grid.squares.lines import Edge
from tacsim.grid.topology import Forms, Lines, Part, Span
from tacsim.grid.windows import Grid, HexWindow, Window


class HexGrid(Hexes):
    """Hexes with a corner at the top; odd rows lie half a cell to the right.

    The corner ``(x, y)`` is the upper left one of that cell, ``(x, y, 1)`` its top one.

    >>> list(HexGrid().around(HexGrid().spot((1, 1)), 1))
    [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)]
    """

    repeats: tuple[Cell, ...] = ((0, 0), (0, 1))
    walled = False
    rimmed = True
    directions: tuple[Cell, ...] = hexes.DIRECTIONS
    lines: Lines = hex_cover
    forms: Forms = hex_areas

    def offsets(self, extent: Cell) -> tuple[Cell, ...]:
        """The vectors from the first hex of a body to each of its hexes."""
        return hexes.rows(extent[0])

    def straight(self, by: Cell) -> bool:
        """True: every step leads across a side (``metric.hex.move``)."""
        return True

    def between(self, a: Cell, b: Cell) -> Cell:
        """The difference of their cube coordinates."""
        return hexes.vector(a, b)

    def toward(self, a: Cell, b: Cell) -> Cell:
        """The direction nearest to the way from a to b; of two equally near, the first."""
        q, r, s = hexes.vector(a, b)
        if not (q or r):
            return (0, 0, 0)
        return max(hexes.DIRECTIONS, key=lambda by: by[0] * q + by[1] * r + by[2] * s)

    def side(self, a: Cell, b: Cell) -> Edge | None:
        """The edge between neighbours."""
        if hexes.distance(a, b) != 1:
            return None
        return (a, b) if a < b else (b, a)

    def rim(self, shape: tuple[int, ...]) -> frozenset[Cell]:
        """The cells outside the map that lines along its zigzag border pass through."""
        height, width = shape
        sides = {(x, y) for x in (-1, width) for y in range(-1, height + 1)}
        return frozenset(sides | {(x, y) for x in range(width) for y in (-1, height)})

    def around(self, body: Body, reach: int) -> Iterator[Cell]:
        """The cells at most so far from the body."""
        near = {cell for part in body.cells for cell in hexes.disc(part, reach)}
        return iter(sorted(near, key=lambda cell: (cell[1], cell[0])))

    def box(self, *bodies: Body, beside: int = 0) -> Span:
        """The bounds of the bodies, a column more on each side, as odd rows lie half a cell off."""
        cells = [cell for body in bodies for cell in body.cells]
        xs, ys = zip(*cells, strict=True)
        return (
            (min(xs) - 1 - beside, min(ys) - beside),
            (max(xs) + 1 + beside, max(ys) + beside),
        )

    def nearest(self, body: Body, cell: Cell) -> Cell:
        """Of several the first."""
        return min(body.cells, key=lambda part: hexes.distance(part, cell))

    def heading(self, a: Body, b: Body, by: Cell) -> float:
        """The cosine of the angle between a step and the line between two middles."""
        q, r, s = (
            m / len(b.cells) - n / len(a.cells)
            for n, m in zip(_summed(a, a.at), _summed(b, a.at), strict=True)
        )
        long = (q * q + r * r + s * s) * 2
        return round((q * by[0] + r * by[1] + s * by[2]) / (long or 1) ** 0.5, 9)

    def opposite(self, a: Body, b: Body, target: Body) -> bool:
        """Whether the line between two centres enters and leaves by opposite sides of the third."""
        return across_hexes(a, b, target)

    def corners(self, cell: Cell) -> tuple[Cell, ...]:
        """The six corners of a hex."""
        return hex_lines.corners(cell)

    def corners_of(self, body: Body) -> tuple[Cell, ...]:
        """The corners of all hexes of a body, each once."""
        return tuple(sorted({corner for cell in body.cells for corner in self.corners(cell)}))

    def at_corner(self, corner: Cell) -> tuple[Cell, ...]:
        """The three hexes around a corner."""
        return hex_lines.touching(corner)

    def off(self, body: Body, corner: Cell) -> Cell:
        """The distance from a body to the nearest of the three hexes at a corner."""
        near = self.at_corner(corner)
        return (min(hexes.distance(p, q) for p in near for q in body.cells),)

    def on_map(self, corner: Cell, shape: tuple[int, ...]) -> bool:
        """Whether a hex at the corner is on the map."""
        height, width = shape
        if len(corner) == 3 and corner[2] not in (0, 1):
            return False
        if min(corner) < 0:  # no file could name it
            return False
        return any(0 <= x < width and 0 <= y < height for x, y in self.at_corner(corner))

    def window(self, shape: tuple[int, ...], at: Cell, reach: int, full: Cell) -> Window:
        """A sheared rectangle."""
        return HexWindow(shape, at, reach, full)

    def overlaps(self, shape: tuple[int, ...], by: Cell) -> Iterator[tuple[Part, Part]]:
        """The slices of all cells and of their neighbours; even and odd rows may be apart."""
        height, width = shape
        q, dy = by[0], by[1]
        y0, y1 = max(0, -dy), min(height, height - dy)
        for first in range(y0, min(y1, y0 + 1 + dy % 2)):
            dx = q + ((first + dy) >> 1) - (first >> 1)
            x0, x1 = max(0, -dx), min(width, width - dx)
            if x0 < x1:
                step = 1 + dy % 2
                yield (
                    (slice(first, y1, step), slice(x0, x1)),
                    (slice(first + dy, y1 + dy, step), slice(x0 + dx, x1 + dx)),
                )

    def distances(self, body: Body, shape: tuple[int, ...]) -> Grid:
        """Steps from the nearest hex of a body to each cell."""
        ys, xs = np.mgrid[: shape[0], : shape[1]]
        qs = xs - (ys >> 1)
        far: Grid = np.full(shape, np.iinfo(np.int32).max)
        for x, y in body.cells:
            dq, dr = qs - (x - (y >> 1)), ys - y
            np.minimum(far, np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr)), out=far)
        return far

    def visible(
        self,
        clear: Grid,
        cell: Cell,
        floors: Grid | None = None,
        edges: AbstractSet[Edge] = frozenset(),
    ) -> Grid:
        """The cells seen from one: if a clear cell sees another, that one sees it."""
        return hex_sight.visible(clear, cell)


def _summed(body: Body, origin: Cell) -> tuple[int, ...]:
    """The sum of the vectors from a cell to each cell of a body."""
    return tuple(map(sum, zip(*(hexes.vector(origin, cell) for cell in body.cells), strict=True)))
