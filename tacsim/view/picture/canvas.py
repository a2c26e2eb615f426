"""A canvas: what a camera shows of a map on a console, painted in arrays or glyph by glyph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import tcod.console

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body, Cell
from tacsim.view.palettes.colours import RGB, Palette, Tint
from tacsim.view.palettes.contrast import legible
from tacsim.view.palettes.glyphs import BLANK, narrow
from tacsim.view.palettes.graphics import ASCII, in_ascii
from tacsim.view.picture.camera import Camera
from tacsim.view.picture.layout import Place, Span
from tacsim.view.picture.raster import raster

ALIKE = 12
"""How far apart colours are that look alike."""
FILLING = 0x2580, 0x259F
"""The first and the last of the block elements, which are surfaces and no letters."""
UNDERLINED, SLANTED, BOLD, STRUCK = 1, 2, 4, 8
"""Looks of a letter beside its colours, which may be added up."""
_RGB = np.arange(3)
_PLAIN = 255
"""Looks are kept in the opacity of letters, of which nothing else makes use: less by so much."""


class Canvas:
    """A console seen through a camera.

    ``ch``, ``fg`` and ``bg`` are the console's own arrays, indexed by row and column; writing
    into them paints. The console must be in C order, as tcod makes it.
    """

    def __init__(self, console: tcod.console.Console, camera: Camera) -> None:
        self.camera = camera
        rgb = console.rgb
        self.ch, self.fg, self.bg = rgb["ch"], rgb["fg"], rgb["bg"]
        self._looks = console.rgba["fg"][..., 3]
        self.rows, self.columns = self.ch.shape
        self.shape = camera.shape
        self.wide, self.high = camera.scale
        self.raster = raster(camera, self.columns, self.rows)
        self.window, self.area = self.raster.window, self.raster.area
        """Rows and columns of the map that are on the screen, and of the screen where they are."""
        self.spread, self.lay = self.raster.spread, self.raster.lay
        self._tinted = np.zeros(self.ch.shape, bool)
        self.patches: list[tuple[int, int]] = []
        """Rows and columns of places with a background of their own."""

    def shows(self, body: Body) -> bool:
        """Whether any of a body is on the screen."""
        rows, columns = self.window
        return any(
            columns.start <= cell[0] < columns.stop and rows.start <= cell[1] < rows.stop
            for cell in body.cells
        )

    def clear(self, colour: RGB) -> None:
        """Blank everything."""
        self.ch[:] = ord(BLANK)
        self.fg[:] = colour
        self.bg[:] = colour
        self._looks[:] = _PLAIN

    def pattern(self, lines: Sequence[str]) -> Grid:
        """Glyphs drawn in a box around a cell, repeated in every cell of the screen area."""
        return np.array([ord(char) for line in lines for char in line]).take(self.raster.parts)

    def marked(self, cells: Iterable[Cell]) -> Grid:
        """The cells of the window that are among some, as a mask ``[y, x]`` over the window."""
        rows, columns = self.window
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), bool)
        x0, y0, x1, y1 = columns.start, rows.start, columns.stop, rows.stop
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
        if not text:
            self._tinted[self.area] |= where
        for layer in (self.bg, self.fg) if text else (self.bg,):
            _mix(layer[self.area], where, tint)

    def stain(self, cells: Iterable[Cell], tint: Tint) -> None:
        """Mix a colour into the background of a few cells, whatever the size of the screen."""
        places = [cell[:2] for cell in cells]
        if not places:
            return
        xs, ys = np.array(places, np.intp).T
        camera, (down, across) = self.camera, self.shape.places
        rows = ((ys - camera.top) * self.high)[:, None] + down
        starts = (xs - camera.left) * self.wide + self.shape.shift * (ys % 2)
        columns = starts[:, None] + across
        on = (rows >= 0) & (rows < self.rows) & (columns >= 0) & (columns < self.columns)
        self._tinted[rows[on], columns[on]] = True
        _mix(self.bg, (rows[on], columns[on]), tint)

    def spans(self, cell: Cell) -> list[Span]:
        """The parts of the screen's rows that a cell covers, cut or not."""
        column, row = self.camera.position(cell)
        return [Span(column + dx, row + dy, wide) for dx, dy, wide in self.shape.spans]

    def _span(self, cell: Cell, number: int) -> Span:
        (column, row), (dx, dy, wide) = self.camera.position(cell), self.shape.spans[number]
        return Span(column + dx, row + dy, wide)

    def text(self, cell: Cell) -> Span:
        """Where something is written in a cell."""
        return self._span(cell, self.shape.text)

    def middle(self, cell: Cell) -> Place:
        """The place in the middle of a cell, or before it."""
        column, row, wide = self.text(cell)
        return column + (wide - 1) // 2, row

    def corner(self, cell: Cell) -> Place:
        """The last place of a cell's first row: where a mark hides least of what is in it."""
        first = self._span(cell, 0)
        return first.right, first.row

    def stand_out(self, palette: Palette) -> None:
        """In few colours, write what a tint swallows in the darkest or the lightest of them."""
        if not palette.shaded:
            return
        filling = (self.ch >= FILLING[0]) & (self.ch <= FILLING[1])
        where = np.nonzero(self._tinted & ~filling & (self.ch != ord(BLANK)))
        self.fg[where] = legible(palette, self.fg[where], self.bg[where])

    def finish(self, palette: Palette) -> None:
        """Have letters stand out; cut the slanted sides, or keep to ASCII where that is all."""
        self.stand_out(palette)
        if palette.graphics == ASCII:
            _make_ascii(self.ch)
        elif self.raster.slants is not None:
            self._slant(*self.raster.slants)

    def _slant(self, rows: Grid, columns: Grid, glyphs: Grid, beyond: Grid) -> None:
        """Cut the places that slanted sides run through, where nothing is drawn in them."""
        here, there = self.bg[rows, columns], self.bg[rows, beyond]
        apart = np.abs(here.astype(np.int16) - there).max(axis=1) > ALIKE
        apart &= self.ch[rows, columns] == ord(BLANK)
        for row, column in self.patches:
            apart &= (rows != row) | (beyond != column)
        self.ch[rows[apart], columns[apart]] = glyphs[apart]
        self.fg[rows[apart], columns[apart]] = there[apart]

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
            self.patches.append((row, column))

    def look(self, column: int, row: int, looks: int) -> None:
        """Have the letter that is there look so, if it is on the screen."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self._looks[row, column] = _PLAIN - looks

    def put_exchanged(self, column: int, row: int, char: str, bg: RGB) -> None:
        """One glyph in the colour of what is behind it, on a background of its own."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.fg[row, column] = self.bg[row, column]
            self.put(column, row, char, None, bg)

    def char(self, column: int, row: int) -> str:
        """The glyph that is there; a blank beside the screen."""
        on = 0 <= column < self.columns and 0 <= row < self.rows
        return chr(self.ch[row, column]) if on else BLANK

    def behind(self, column: int, row: int) -> RGB:
        """What is behind a place of the screen."""
        r, g, b = map(int, self.bg[row, column])
        return (r, g, b)

    def put_over(self, column: int, row: int, fg: RGB, bg: RGB) -> None:
        """Other colours for what is there already."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.fg[row, column] = fg
            self.bg[row, column] = bg
            self.patches.append((row, column))

    def write(self, column: int, row: int, text: str, fg: RGB, bg: RGB | None = None) -> None:
        """Some glyphs in a row; blanks leave what is there."""
        for offset, char in enumerate(text):
            if char != BLANK:
                self.put(column + offset, row, char, fg, bg)

    def stamp(self, column: int, row: int, text: str, fg: RGB, bg: RGB) -> None:
        """Some glyphs in a row with what is behind them, cut at the screen's edge."""
        part = self._cut(column, row, len(text), 1)
        self.ch[part] = [ord(char) for char in text[: part[1].stop - part[1].start]]
        self.fg[part], self.bg[part] = fg, bg

    def fill(self, column: int, row: int, wide: int, high: int, bg: RGB) -> None:
        """Blank a rectangle, cut at the screen's edge."""
        part = self._cut(column, row, wide, high)
        self.ch[part] = ord(BLANK)
        self.fg[part] = bg
        self.bg[part] = bg

    def blank(self, cell: Cell) -> None:
        """Take the glyphs away from a cell and leave its colours."""
        column, row = self.camera.position(cell)
        for dx, dy, wide, high in self.shape.boxes:
            self.ch[self._cut(column + dx, row + dy, wide, high)] = ord(BLANK)

    def _cut(self, column: int, row: int, wide: int, high: int) -> tuple[slice, slice]:
        rows = slice(min(max(row, 0), self.rows), min(max(row + high, 0), self.rows))
        columns = slice(min(max(column, 0), self.columns), min(max(column + wide, 0), self.columns))
        return rows, columns


def _mix(layer: Grid, where: Any, tint: Tint) -> None:
    """Mix a colour into some places of a layer."""
    layer[where] = _mixed(tint)[layer[where], _RGB]


@lru_cache(maxsize=256)
def _mixed(tint: Tint) -> Grid:
    """What becomes of each value of each part of a colour."""
    values = np.arange(256, dtype=np.uint8)[:, None] * np.float32(1 - tint.strength)
    mixed = values + np.array(tint.colour, np.float32) * np.float32(tint.strength)
    return mixed.astype(np.uint8)


def looks_of(opacity: int) -> int:
    """What was added up for a letter, out of its opacity on the console.

    >>> looks_of(255 - UNDERLINED - STRUCK) == UNDERLINED | STRUCK
    True
    """
    return _PLAIN - opacity


@cache
def _codes() -> Grid:
    """What stands for each code point where ASCII is all that is shown."""
    table = in_ascii()
    return np.array([ord(table.get(code, chr(code))) for code in range(max(table) + 1)], np.int32)


def _make_ascii(ch: Grid) -> None:
    """Put ASCII in the place of every character in an array that has a sign for it."""
    table = _codes()
    known = ch < len(table)
    ch[known] = table[ch[known]]
