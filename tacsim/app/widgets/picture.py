"""A tcod console as a widget, of which only the cells that changed are sent again."""

from __future__ import annotations

from functools import lru_cache

import tcod.console
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tacsim.core.terrain import Grid
from tacsim.view.colours import RGB
from tacsim.view.strips import changed, runs, snapshot


@lru_cache(maxsize=8192)
def _style(fg: RGB, bg: RGB) -> Style:
    return Style(color=Color.from_rgb(*fg), bgcolor=Color.from_rgb(*bg))


def strip_of(shown: Grid, y: int) -> Strip:
    """A row of a snapshot as a strip."""
    (row,) = runs(shown[y : y + 1])
    return Strip([Segment(text, _style(fg, bg)) for text, fg, bg in row])


class Picture(Widget):
    """Shows what was drawn on a console of its size."""

    def __init__(self, key: str | None = None) -> None:
        super().__init__(id=key)
        self._drawn: Grid | None = None
        self._strips: list[Strip | None] = []

    @property
    def room(self) -> tuple[int, int]:
        """Its columns and lines, at least one of each."""
        return max(self.size.width, 1), max(self.size.height, 1)

    def put(self, console: tcod.console.Console) -> None:
        """Show a console."""
        before, self._drawn = self._drawn, snapshot(console)
        if before is None or before.shape != self._drawn.shape:
            self._strips = [None] * console.height
            self.refresh()
            return
        spans = changed(before, self._drawn)
        for y, _first, _end in spans:
            self._strips[y] = None
        if spans:
            self.refresh(*(Region(first, y, end - first, 1) for y, first, end in spans))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows as they were drawn: a picture has neither border nor padding nor a style."""
        strips = [self.render_line(y) for y in crop.line_range]
        for filtered in self.get_line_filters():
            strips = [strip.apply_filter(filtered, self.background_colors[1]) for strip in strips]
        return [strip.crop(*crop.column_span) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """One row."""
        if self._drawn is None or not 0 <= y < len(self._strips):
            return Strip.blank(self.size.width, Style())
        strip = self._strips[y]
        if strip is None:
            strip = self._strips[y] = strip_of(self._drawn, y)
        return strip
