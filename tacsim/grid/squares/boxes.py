"""What grids of boxes, side by side along each axis, have in common: squares and cubes."""

from __future__ import annotations

from operator import add

from tacsim.grid.cells import Body, Cell
from tacsim.grid.facing import across_boxes
from tacsim.grid.topology import Span, straight


class Boxes:
    """Cells in rows along two axes or three; a corner is that of the least numbers of its cell."""

    def straight(self, by: Cell) -> bool:
        """Whether a step changes one coordinate only."""
        return straight(by)

    def box(self, *bodies: Body, beside: int = 0) -> Span:
        """The box around some bodies.

        >>> Boxes().box(Body((4, 4), (2, 2)), Body((1, 9), (1, 1)))
        ((1, 4), (5, 9))
        """
        starts = zip(*(at for at, _ in bodies), strict=True)
        ends = zip(*(map(add, at, extent) for at, extent in bodies), strict=True)
        return (
            tuple(min(along) - beside for along in starts),
            tuple(max(along) - 1 + beside for along in ends),
        )

    def nearest(self, body: Body, cell: Cell) -> Cell:
        """The cell of the body that is nearest to another, axis by axis.

        >>> Boxes().nearest(Body((4, 4), (2, 2)), (9, 3))
        (5, 4)
        """
        return tuple(
            min(max(goal, least), least + extent - 1)
            for least, extent, goal in zip(body.at, body.extent, cell, strict=True)
        )

    def heading(self, a: Body, b: Body, by: Cell) -> float:
        """The cosine of the angle between a step and the line between two middles."""
        line = [
            2 * q + n - 2 * p - m for p, m, q, n in zip(a.at, a.extent, b.at, b.extent, strict=True)
        ]
        long = sum(n * n for n in line) * sum(n * n for n in by)
        return float(sum(n * m for n, m in zip(line, by, strict=True)) / (long or 1) ** 0.5)

    def opposite(self, a: Body, b: Body, target: Body) -> bool:
        """Whether the line between two centres enters and leaves by opposite sides of the third."""
        return across_boxes(a, b, target)

    def off(self, body: Body, corner: Cell) -> Cell:
        """How many cells lie between a body and a corner along each axis."""
        return tuple(
            max(least - n, n - (least + extent), 0)
            for n, least, extent in zip(corner, body.at, body.extent, strict=True)
        )

    def on_map(self, corner: Cell, shape: tuple[int, ...]) -> bool:
        """Whether a corner lies within the map or on its border."""
        sizes = shape[::-1]
        return len(corner) == len(sizes) and all(
            0 <= n <= size for n, size in zip(corner, sizes, strict=True)
        )
