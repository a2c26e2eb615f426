"""A canvas: what a camera shows of a map on a console, painted in arrays or glyph by glyph."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import tcod.console

from tacsim.geometry.cells import Body, Cell
from tacsim.model.terrain import Grid
from tacsim.view.camera import Camera
from tacsim.view.glyphs import BLANK, narrow
from tacsim.view.palette import RGB, Tint


class Canvas:
    """A console seen through a camera.

    ``ch``, ``fg`` and ``bg`` are the console's own arrays, indexed by row and column; writing
    into them paints. The console must be in C order, as tcod makes it.
    """

    def __init__(self, console: tcod.console.Console, camera: Camera) -> None:
        self.camera = camera
        rgb = console.rgb
        self.ch, self.fg, self.bg = rgb["ch"], rgb["fg"], rgb["bg"]
        self.rows, self.columns = self.ch.shape
        wide, high = camera.scale
        self.wide, self.high = wide, high
        self.x0, self.y0 = max(camera.left, 0), max(camera.top, 0)
        self.x1 = min(camera.left - -self.columns // wide, camera.width)
        self.y1 = min(camera.top - -self.rows // high, camera.height)

    @property
    def window(self) -> tuple[slice, slice]:
        """Rows and columns of the map that are on the screen, wholly or in part."""
        return (slice(self.y0, max(self.y1, self.y0)), slice(self.x0, max(self.x1, self.x0)))

    @property
    def area(self) -> tuple[slice, slice]:
        """Rows and columns of the screen that those cells cover, cut at its edge."""
        left = (self.x0 - self.camera.left) * self.wide
        top = (self.y0 - self.camera.top) * self.high
        right = left + max(self.x1 - self.x0, 0) * self.wide
        bottom = top + max(self.y1 - self.y0, 0) * self.high
        return (slice(top, min(bottom, self.rows)), slice(left, min(right, self.columns)))

    def shows(self, body: Body) -> bool:
        """Whether any of a body is on the screen."""
        (x, y), (w, h) = body.at[:2], body.extent[:2]
        return x < self.x1 and y < self.y1 and x + w > self.x0 and y + h > self.y0

    def clear(self, colour: RGB) -> None:
        """Blank everything."""
        self.ch[:] = ord(BLANK)
        self.fg[:] = colour
        self.bg[:] = colour

    def spread(self, grid: Grid) -> Grid:
        """Values of the window's cells, repeated over the screen area that each covers."""
        rows, columns = self.area
        full = np.repeat(np.repeat(grid, self.high, axis=0), self.wide, axis=1)
        return full[: rows.stop - rows.start, : columns.stop - columns.start]

    def marked(self, cells: Iterable[Cell]) -> Grid:
        """The cells of the window that are among some, as a mask ``[y, x]`` over the window."""
        rows, columns = self.window
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), bool)
        x0, y0, x1, y1 = self.x0, self.y0, columns.stop, rows.stop
        near = [(cell[0], cell[1]) for cell in cells if x0 <= cell[0] < x1 and y0 <= cell[1] < y1]
        if near:
            xs, ys = np.array(near).T
            mask[ys - y0, xs - x0] = True
        return mask

    def tint(self, mask: Grid, tint: Tint, *, text: bool = False) -> None:
        """Mix a colour into the background of masked cells, and into their text."""
        if not mask.any():
            return
        where = self.spread(mask)
        for layer in (self.bg, self.fg) if text else (self.bg,):
            part = layer[self.area]
            mixed = part[where] * np.float32(1 - tint.strength)
            mixed += np.array(tint.colour, np.float32) * np.float32(tint.strength)
            part[where] = mixed.astype(np.uint8)

    def put(
        self, column: int, row: int, char: str, fg: RGB | None = None, bg: RGB | None = None
    ) -> None:
        """One glyph, if it is on the screen; what is not given stays as it is.

        ValueError for a glyph that some terminal draws wider than a column.
        """
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return
        if not narrow(char):
            raise ValueError(f"not one column wide everywhere: {char!r}")
        self.ch[row, column] = ord(char)
        if fg is not None:
            self.fg[row, column] = fg
        if bg is not None:
            self.bg[row, column] = bg

    def put_exchanged(self, column: int, row: int, char: str, bg: RGB) -> None:
        """One glyph in the colour of what is behind it, on a background of its own."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.fg[row, column] = self.bg[row, column]
            self.put(column, row, char, None, bg)

    def put_over(self, column: int, row: int, fg: RGB, bg: RGB) -> None:
        """Other colours for what is there already."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.fg[row, column] = fg
            self.bg[row, column] = bg

    def write(self, column: int, row: int, text: str, fg: RGB, bg: RGB | None = None) -> None:
        """Some glyphs in a row; blanks leave what is there."""
        for offset, char in enumerate(text):
            if char != BLANK:
                self.put(column + offset, row, char, fg, bg)

    def fill(self, column: int, row: int, wide: int, high: int, bg: RGB) -> None:
        """Blank a rectangle, cut at the screen's edge."""
        part = self._cut(column, row, wide, high)
        self.ch[part] = ord(BLANK)
        self.fg[part] = bg
        self.bg[part] = bg

    def blank(self, column: int, row: int, wide: int, high: int) -> None:
        """Take the glyphs away from a rectangle and leave its colours."""
        self.ch[self._cut(column, row, wide, high)] = ord(BLANK)

    def _cut(self, column: int, row: int, wide: int, high: int) -> tuple[slice, slice]:
        rows = slice(min(max(row, 0), self.rows), min(max(row + high, 0), self.rows))
        columns = slice(min(max(column, 0), self.columns), min(max(column + wide, 0), self.columns))
        return rows, columns


__all__ = ["Canvas"]
