"""The camera: which part of the map is on the screen, and how large."""

from __future__ import annotations

from typing import NamedTuple

import attrs

from tacsim.geometry.cells import Body, Cell


class Scale(NamedTuple):
    """Screen columns and rows of one cell."""

    columns: int
    rows: int


SCALES: tuple[Scale, ...] = (Scale(1, 1), Scale(2, 1), Scale(4, 2), Scale(6, 3))
"""The zoom levels from far to near; in all but the farthest, squares look square."""
FAR, NORMAL, CLOSE, CLOSEST = range(4)


@attrs.frozen
class Camera:
    """A window on a map of ``width`` x ``height`` cells.

    ``left`` and ``top`` are the cell in the screen's corner: less than 0 where the map is smaller
    than the screen, for then it is centred. ``columns`` and ``rows`` are the screen's. Every method
    that returns a camera clamps it to the map.

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

    @property
    def scale(self) -> Scale:
        """Screen columns and rows of one cell."""
        return SCALES[self.zoom]

    @property
    def across(self) -> int:
        """Whole cells that the screen is wide."""
        return max(1, self.columns // self.scale.columns)

    @property
    def down(self) -> int:
        """Whole cells that the screen is high."""
        return max(1, self.rows // self.scale.rows)

    def cell_at(self, column: int, row: int) -> Cell | None:
        """The cell at a place on the screen, or None beside the map."""
        x = self.left + column // self.scale.columns
        y = self.top + row // self.scale.rows
        return (x, y) if 0 <= x < self.width and 0 <= y < self.height else None

    def position(self, cell: Cell) -> tuple[int, int]:
        """Column and row of a cell's upper left corner, on the screen or off it."""
        wide, high = self.scale
        return ((cell[0] - self.left) * wide, (cell[1] - self.top) * high)

    def sees(self, cell: Cell) -> bool:
        """Whether the whole of a cell is on the screen."""
        x, y = cell[0] - self.left, cell[1] - self.top
        return 0 <= x < self.across and 0 <= y < self.down

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
        zoom = min(max(self.zoom + steps, 0), len(SCALES) - 1)
        keep = keep or self.middle
        column, row = self.position(keep)
        new = attrs.evolve(self, zoom=zoom)
        wide, high = new.scale
        return attrs.evolve(new, left=keep[0] - column // wide, top=keep[1] - row // high).clamped()

    def showing(self, what: Cell | Body, margin: int = 3) -> Camera:
        """The camera scrolled no more than needed to show a cell or body, with cells around it."""
        body = what if isinstance(what, Body) else Body(what, (1,) * len(what))
        (x, y), (w, h) = body.at[:2], body.extent[:2]
        return attrs.evolve(
            self,
            left=_shifted(self.left, self.across, x, w, margin),
            top=_shifted(self.top, self.down, y, h, margin),
        ).clamped()


def _clamp(start: int, length: int, room: int) -> int:
    """The first cell shown along an axis of so many cells, with room for so many."""
    if length <= room:
        return -((room - length) // 2)
    return min(max(start, 0), length - room)


def _shifted(start: int, room: int, at: int, extent: int, margin: int) -> int:
    margin = max(0, min(margin, (room - extent) // 2))
    start = max(start, at + extent + margin - room)
    return min(start, at - margin)


__all__ = ["CLOSE", "CLOSEST", "FAR", "NORMAL", "SCALES", "Camera", "Scale"]
