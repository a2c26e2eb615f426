"""The camera: which part of the map is on the screen, and how large."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import attrs

from tacsim.grid.cells import Body, Cell
from tacsim.view.picture.layout import SQUARES, Layout, Place, Scale, Shape

FAR, NORMAL, NEAR, CLOSE, CLOSER, LARGE, LARGEST = range(7)
"""The zoom levels; a layout need not have the last of them."""


@attrs.frozen
class Camera:
    """A window on a map of ``width`` x ``height`` cells.

    ``left`` and ``top`` are the cell in the screen's corner: less than 0 where the map is smaller
    than the screen, for then it is centred. ``columns`` and ``rows`` are the screen's; ``layout``
    says how the map's cells lie on it. Every method that moves a camera clamps it to the map.

    >>> camera = Camera(60, 40, columns=80, rows=20).showing((50, 30))
    >>> camera.cell_at(*camera.position((50, 30)))
    (50, 30)
    """

    width: int
    height: int
    columns: int = 80
    rows: int = 24
    left: int = 0
    top: int = 0
    zoom: int = NORMAL
    layout: Layout = SQUARES

    @property
    def shape(self) -> Shape:
        """What a cell looks like."""
        return self.layout.shapes[self.zoom]

    @property
    def scale(self) -> Scale:
        """Screen columns and rows from one cell to the next."""
        return Scale(self.shape.wide, self.shape.high)

    @property
    def across(self) -> int:
        """Whole cells that the screen is wide, in every row."""
        return max(1, (self.columns - self.shape.shift) // self.shape.wide)

    @property
    def down(self) -> int:
        """Whole cells that the screen is high."""
        return max(1, (self.rows - self.shape.cap) // self.shape.high)

    @property
    def fits(self) -> bool:
        """Whether the whole map finds room."""
        return self.width <= self.across and self.height <= self.down

    def cell_at(self, column: int, row: int) -> Cell | None:
        """The cell at a place on the screen, or None beside the map."""
        shape = self.shape
        below, line = divmod(row, shape.high)
        for y, span in ((below, line), (below - 1, line + shape.high)):
            if span >= len(shape.spans):
                break
            x, offset = divmod(column - shape.start(self.top + y), shape.wide)
            if shape.spans[span].column <= offset <= shape.spans[span].right:
                cell = (self.left + x, self.top + y)
                return cell if self.maps(cell) else None
        return None

    def corner_at(self, column: int, row: int) -> Cell:
        """The corner of the grid for a place on the screen.

        Where cells have but one that is named after them it is that, else the nearest, of several
        the upper left one.
        """
        cell, shape = self.cell_at(column, row) or (self.left, self.top), self.shape
        if len(shape.corners) == 1:
            return cell

        def away(corner: Cell) -> tuple[int, int, int]:
            x, y = self.position(corner[:2])
            dx, dy = shape.corners[corner[2]]
            x, y = x + dx - column, y + dy - row
            return (2 * x - 1) ** 2 + (4 * y - 2) ** 2, y, x

        near = product((-1, 0, 1), (0, 1), range(len(shape.corners)))
        return min(((cell[0] + x, cell[1] + y, kind) for x, y, kind in near), key=away)

    def maps(self, cell: Cell) -> bool:
        """Whether a cell is on the map."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def position(self, cell: Cell) -> Place:
        """Column and row of a cell's upper left corner, on the screen or off it."""
        wide, high = self.scale
        shift = self.shape.start(cell[1])
        return ((cell[0] - self.left) * wide + shift, (cell[1] - self.top) * high)

    def sees(self, cell: Cell) -> bool:
        """Whether the whole of a cell is on the screen."""
        x, y = cell[0] - self.left, cell[1] - self.top
        return 0 <= x < self.across and 0 <= y < self.down

    def over(self, width: int, height: int, layout: Layout) -> Camera:
        """The camera over another map."""
        zoom = min(max(self.zoom, layout.farthest), layout.nearest)
        return attrs.evolve(self, width=width, height=height, layout=layout, zoom=zoom)

    def clamped(self) -> Camera:
        """The camera moved so that it wastes no screen, a small map centred."""
        return attrs.evolve(
            self,
            left=_clamp(self.left, self.width, self.across),
            top=_clamp(self.top, self.height, self.down),
        )

    def resized(self, columns: int, rows: int) -> Camera:
        """The camera for another screen, its middle kept."""
        middle = self.middle
        return attrs.evolve(self, columns=columns, rows=rows).centred(middle)

    @property
    def middle(self) -> Cell:
        """The cell in the middle of the screen."""
        return (self.left + self.across // 2, self.top + self.down // 2)

    def centred(self, cell: Cell) -> Camera:
        """The camera with a cell in the middle, as far as the map lets it."""
        left, top = cell[0] - self.across // 2, cell[1] - self.down // 2
        return attrs.evolve(self, left=left, top=top).clamped()

    def scrolled(self, dx: int, dy: int) -> Camera:
        """The camera some cells farther to the right and down."""
        return attrs.evolve(self, left=self.left + dx, top=self.top + dy).clamped()

    def zoomed(self, steps: int, keep: Cell | None = None) -> Camera:
        """The camera some levels nearer (less than 0: farther), a cell kept where it is."""
        zoom = min(max(self.zoom + steps, self.layout.farthest), self.layout.nearest)
        keep = keep or self.middle
        column, row = self.position(keep)
        new = attrs.evolve(self, zoom=zoom)
        wide, high = new.scale
        left = keep[0] - (column - new.shape.start(keep[1])) // wide
        return attrs.evolve(new, left=left, top=keep[1] - row // high).clamped()

    def showing(self, what: Cell | Body, margin: int = 3) -> Camera:
        """The camera scrolled no more than needed to show a cell or body, with cells around it."""
        cells = what.cells if isinstance(what, Body) else (what,)
        xs, ys = zip(*(cell[:2] for cell in cells), strict=True)
        return attrs.evolve(
            self,
            left=_shifted(self.left, self.across, min(xs), max(xs) - min(xs) + 1, margin),
            top=_shifted(self.top, self.down, min(ys), max(ys) - min(ys) + 1, margin),
        ).clamped()

    def box(self, body: Body) -> tuple[int, int, int, int]:
        """The first column and row that a body takes, and those after its last.

        >>> Camera(60, 40, left=2, zoom=CLOSE).box(Body((3, 1), (2, 2)))
        (4, 2, 12, 6)
        """
        places = [self.position(cell) for cell in body.cells]
        xs, ys = zip(*places, strict=True)
        spans = self.shape.spans
        right = max(span.right for span in spans) + 1
        return min(xs), min(ys), max(xs) + right, max(ys) + len(spans)

    def lifted(self, bodies: Sequence[Body], rows: int) -> Camera:
        """The camera with bodies in the first rows of the screen, moved no more than needed.

        It is farther out where they need it; bodies for which there is no room even so are left
        out, the last ones first.
        """
        for count in range(len(bodies), 0, -1):
            cells = [cell for body in bodies[:count] for cell in body.cells]
            for zoom in range(self.zoom, self.layout.farthest - 1, -1):
                near = self.zoomed(zoom - self.zoom, cells[0])
                part = attrs.evolve(near, rows=rows)
                xs, ys = zip(*(cell[:2] for cell in cells), strict=True)
                wide, high = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
                if wide <= part.across and high <= part.down:
                    left = _shifted(near.left, near.across, min(xs), wide, 0)
                    top = _shifted(near.top, part.down, min(ys), high, 0)
                    return attrs.evolve(near, left=left, top=top)
        return self


def _clamp(start: int, length: int, room: int) -> int:
    """The first cell shown along an axis of so many cells, with room for so many."""
    if length <= room:
        return -((room - length) // 2)
    return min(max(start, 0), length - room)


def _shifted(start: int, room: int, at: int, extent: int, margin: int) -> int:
    margin = max(0, min(margin, (room - extent) // 2))
    start = max(start, at + extent + margin - room)
    return min(start, at - margin)


__all__ = ["CLOSE", "CLOSER", "FAR", "LARGE", "LARGEST", "NEAR", "NORMAL", "Camera", "Scale"]
