"""A tcod console as a widget, of which only the cells that changed are sent again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import tcod.console
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from tacsim.app.shell.drawing import Drawn, Part
from tacsim.core.terrain import Grid
from tacsim.view.picture.canvas import BOLD, SLANTED, STRUCK, UNDERLINED
from tacsim.view.picture.strips import changed, colours, looks, runs, snapshot


@lru_cache(maxsize=8192)
def _style(ink: int) -> Style:
    fg, bg = colours(ink)
    shown = looks(ink)
    return Style(
        color=Color.from_rgb(*fg),
        bgcolor=Color.from_rgb(*bg),
        underline=bool(shown & UNDERLINED),
        italic=bool(shown & SLANTED),
        bold=bool(shown & BOLD),
        strike=bool(shown & STRUCK),
    )


def strips_of(rows: Sequence[Grid]) -> list[Strip]:
    """Rows of a snapshot, or parts of rows, as strips."""
    return [
        Strip([Segment(text, _style(ink)) for text, ink in row], len(cells))
        for cells, row in zip(rows, runs(rows), strict=True)
    ]


class Picture(Drawn):
    """Shows what was drawn on a console of its size; it has neither border nor padding."""

    def __init__(self, key: str | None = None) -> None:
        super().__init__(id=key)
        self._shown: Grid | None = None

    def put(self, console: tcod.console.Console) -> None:
        """Show a console."""
        before, self._shown = self._shown, snapshot(console)
        if before is None or before.shape != self._shown.shape:
            self.repaint()
        elif spans := changed(before, self._shown):
            self.repaint(*(Region(first, y, end - first, 1) for y, first, end in spans))

    def strips(self, parts: Sequence[Part]) -> list[Strip]:
        """What was drawn there; blanks where nothing was yet."""
        shown = np.empty((0, 0, 3), np.uint32) if self._shown is None else self._shown
        rows = [shown[y : y + 1, left:right].reshape(-1, 3) for y, left, right in parts]
        return [
            strip.extend_cell_length(right - left, Style())
            for strip, (_y, left, right) in zip(strips_of(rows), parts, strict=True)
        ]
