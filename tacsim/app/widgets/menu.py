"""Textual's list and command palette as the game needs them.

They are safe against keys that come before they are laid out, and the list puts the terminal's
cursor on the line under the bar, for readers that follow it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.events import Click
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList
from textual.worker import Worker

from tacsim.app.shell.frame import GameScreen

LEAST = 8
"""Columns that a list is taken to have at least."""


def put_cursor(widget: Widget, row: int) -> None:
    """Put the terminal's cursor on a row of what is scrolled in a widget, if it takes the keys."""
    if widget.has_focus and widget.screen.is_current:
        corner = widget.content_region.offset
        widget.app.cursor_position = corner + Offset(0, row - widget.scroll_offset.y)


class Menu(OptionList):
    """A list that ignores page keys until it is laid out.

    Textual raises KeyError for a page of lines that it has not counted yet.
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        """Its lines."""
        found = super().render_lines(crop)
        row = self._index_to_line.get(-1 if self.highlighted is None else self.highlighted)
        if row is not None:
            put_cursor(self, row)
        return found

    def on_click(self, event: Click) -> None:
        """Drop a click on a line that has gone since it was painted."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Its lines; Textual raises ValueError where there is no width at all."""
        return super().get_content_height(container, viewport, max(width, LEAST))

    def action_page_up(self) -> None:
        """One page up."""
        with suppress(KeyError):
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual has it so

    def action_page_down(self) -> None:
        """One page down."""
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]  # Textual has it so


class Palette(CommandPalette, GameScreen[None]):
    """The command palette, which takes keys only while it is in front and chooses once."""

    DEFAULT_CSS = "Palette SearchIcon { display: none; }"

    def run_worker(self, *work: Any, **more: Any) -> Worker[Any]:
        """Work in the background, which ends quietly where it finds the palette closed."""

        async def quietly() -> Any:
            with suppress(NoMatches):
                return await gather()

        gather, *rest = work
        return super().run_worker(quietly, *rest, **more)

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # as in a menu
            super()._action_command_list(action)


__all__ = ["Menu", "Palette", "put_cursor"]
