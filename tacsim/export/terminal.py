"""A terminal's screen: text beside the board, and what changes on it as control sequences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import tcod.console
from numpy.typing import NDArray

from tacsim.view.columns import cut, width
from tacsim.view.palettes.colours import RGB

TAIL = 0
"""What stands behind a character that is two columns wide."""
GAP = 4
"""Columns that have not changed but are written again rather than passed over."""


class Screen:
    """Glyphs and colours by row and column."""

    def __init__(self, columns: int, rows: int, back: RGB) -> None:
        self.columns, self.rows = columns, rows
        self.ch: NDArray[np.int32] = np.full((rows, columns), ord(" "), np.int32)
        self.fg: NDArray[np.uint8] = np.full((rows, columns, 3), back, np.uint8)
        self.bg: NDArray[np.uint8] = np.full((rows, columns, 3), back, np.uint8)

    def paste(self, console: tcod.console.Console, column: int, row: int) -> None:
        """Lay a console over a part of it."""
        rgb = console.rgb
        high, wide = rgb["ch"].shape
        part = slice(row, row + high), slice(column, column + wide)
        self.ch[part], self.fg[part], self.bg[part] = rgb["ch"], rgb["fg"], rgb["bg"]

    def write(self, column: int, row: int, text: str, colour: RGB, room: int | None = None) -> int:
        """Write a text, cut with an ellipsis to so many columns; the column after it."""
        room = self.columns - column if room is None else min(room, self.columns - column)
        for char in cut(text, room):
            wide = width(char)
            self.ch[row, column : column + wide] = TAIL
            self.ch[row, column] = ord(char)
            self.fg[row, column : column + wide] = colour
            column += wide
        return column

    def changes(self, before: Screen | None) -> str:
        """The control sequences that make a screen look like this one."""
        if before is None:
            return "".join(self._runs(np.ones(self.ch.shape, bool)))
        changed = self.ch != before.ch
        changed |= (self.fg != before.fg).any(axis=2)
        changed |= (self.bg != before.bg).any(axis=2)
        return "".join(self._runs(changed))

    def _runs(self, changed: NDArray[np.bool_]) -> Iterator[str]:
        colours: tuple[RGB, RGB] | None = None
        for row in np.nonzero(changed.any(axis=1))[0].tolist():
            for start, end in _spans(np.nonzero(changed[row])[0].tolist()):
                yield f"\x1b[{row + 1};{start + 1}H"
                for column in range(start, end):
                    code = int(self.ch[row, column])
                    if code == TAIL:
                        continue
                    now = (_rgb(self.fg[row, column]), _rgb(self.bg[row, column]))
                    if now != colours:
                        yield _paint(now, colours)
                        colours = now
                    yield chr(code)
        if colours is not None:
            yield "\x1b[0m"


def _spans(columns: list[int]) -> Iterator[tuple[int, int]]:
    """Columns in as few runs as are worth it, each with the column after it."""
    start = last = columns[0]
    for column in columns[1:]:
        if column > last + GAP:
            yield start, last + 1
            start = column
        last = column
    yield start, last + 1


def _paint(now: tuple[RGB, RGB], before: tuple[RGB, RGB] | None) -> str:
    parts = []
    for code, colour, old in zip((38, 48), now, before or (None, None), strict=True):
        if colour != old:
            parts.append(f"{code};2;{colour[0]};{colour[1]};{colour[2]}")
    return f"\x1b[{';'.join(parts)}m"


def _rgb(colour: NDArray[np.uint8]) -> RGB:
    r, g, b = colour.tolist()
    return r, g, b
