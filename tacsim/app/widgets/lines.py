"""A widget of a few lines of text, each cut with a sign where it is too long."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeAlias

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

from tacsim.app.shell.drawing import Drawn, Part
from tacsim.app.widgets.text import clipped, spread

Line: TypeAlias = Content | tuple[Content, Content]
"""A line, or the texts at its two ends."""


def _parts(line: Line | None) -> list[object]:
    """What tells a line from others, style included, which Textual leaves out."""
    parts = line if isinstance(line, tuple) else () if line is None else (line,)
    return [(part.plain, part.spans) for part in parts]


class Lines(Drawn):
    """Shows as many lines as it is high; a pair is put at the two ends of its line.

    Where there is no room for both, the left one is cut; with ``keeps_left``, the right one.
    """

    DEFAULT_CSS = """
    Lines { height: 1; width: 1fr; padding: 0 1; }
    """

    def __init__(
        self, key: str, classes: str = "", *, lines: Sequence[Line] = (), keeps_left: bool = False
    ) -> None:
        super().__init__(id=key, classes=classes)
        self.keeps_left = keeps_left
        self.lines = list(lines)

    def put(self, *lines: Line) -> None:
        """Show other lines, of which those that differ are drawn."""
        before, self.lines = self.lines, list(lines)
        pairs, wide = enumerate(zip_longest(before, lines)), self.outer_size.width
        others = [Region(0, y, wide, 1) for y, pair in pairs if _parts(pair[0]) != _parts(pair[1])]
        if others:
            self.repaint(*others)

    def row(self, y: int, room: int) -> Content:
        """A line as it is shown in so many columns."""
        line = self.lines[y] if y < len(self.lines) else Content("")
        if isinstance(line, tuple):
            return spread(*line, room, keeps_left=self.keeps_left)
        return clipped(line, room)

    def strips(self, parts: Sequence[Part]) -> list[Strip]:
        """Its lines between blanks: it has no border, and no style but its text's."""
        style, padding = self.visual_style, self.styles.padding
        room = self.outer_size.width - padding.width
        blank, found = RichStyle(bgcolor=style.rich_style.bgcolor), []
        for y, left, right in parts:
            shown = self.row(y, room)
            ends = " " * padding.left, " " * (room - shown.cell_length + padding.right)
            before, after = ([Segment(text, blank)] if text else [] for text in ends)
            found.append(Strip([*before, *_segments(shown, style), *after]).crop(left, right))
        return found


def _segments(line: Content, style: Style) -> list[Segment]:
    """A line as it is drawn, soon where all of it has one style."""
    if line.spans:
        return line.render_segments(style)
    return [Segment(line.plain, style.rich_style)]


class Text(Lines):
    """Rows of text, as high as they are many; only another number has the screen laid out again."""

    DEFAULT_CSS = """
    Text { height: auto; padding: 0; }
    """

    class Clicked(Message):
        """A row of a text was clicked."""

        def __init__(self, text: Text, row: int) -> None:
            super().__init__()
            self.text = text
            self.row = row

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many as there are rows; an empty one shows that nothing is there."""
        return max(len(self.lines), 1)

    def show(self, rows: Sequence[Content]) -> None:
        """Show other rows."""
        if len(rows) != len(self.lines):
            self.refresh(layout=True)
        self.put(*rows)

    def on_click(self, event: Click) -> None:
        """Say which row was clicked; whoever drags marks text."""
        if 0 <= event.y < len(self.lines) and self.text_selection is None:
            self.post_message(self.Clicked(self, event.y))

    # --- marking by dragging ------------------------------------------------------------------

    def row(self, y: int, room: int) -> Content:
        """A row as it is shown, with what is marked of it."""
        shown, marked = super().row(y, room), self.text_selection
        span = marked.get_span(y) if marked is not None else None
        if span is None:
            return shown
        style = Style.from_styles(self.screen.get_component_styles("screen--selection"))
        return shown.stylize(style, span[0], span[1] if span[1] >= 0 else None)

    def render_line(self, y: int) -> Strip:
        """A row without the blanks around it, with the place in the text of each part of it."""
        padding = self.styles.padding
        inner = padding.left, self.outer_size.width - padding.right
        return super().render_line(y).crop(*inner).apply_offsets(0, y)

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        """What is marked of it."""
        rows = (self.row(y, self.content_size.width).plain for y in range(len(self.lines)))
        return selection.extract("\n".join(rows)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw what is marked."""
        self.repaint()
