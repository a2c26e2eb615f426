"""What cards have in common that list lines to be chosen from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, inside
from tacsim.app.widgets.menu import Menu

T = TypeVar("T")


class MenuCard(Card[T]):
    """Lines in a list, folded to the width of the card, and below them how they are changed."""

    DEFAULT_CSS = """
    MenuCard Menu { height: auto; max-height: 60vh; background: $surface; margin: 0 0 1 0; }
    MenuCard #foot { height: auto; color: $foreground-muted; }
    """

    def rows(self, width: int) -> Sequence[Option]:
        """The lines, as they are now."""
        raise NotImplementedError

    def foot(self) -> str:
        """How they are changed."""
        raise NotImplementedError

    def menu(self) -> Menu:
        """The list, before it is filled."""
        return Menu()

    def body(self) -> ComposeResult:
        """The list, and how it is changed."""
        yield self.menu()
        yield Static(Content(self.foot()), id="foot")

    def on_mount(self) -> None:
        """Show the lines."""
        self.query_one(OptionList).focus()
        self.call_after_refresh(self.fill)

    def on_resize(self) -> None:
        """Fit to the new width."""
        if self._laid_out:
            self.fill()

    def fill(self) -> None:
        """Show the lines as they are now, the bar where it was."""
        menu = self.query_one(OptionList)
        at = menu.highlighted or 0
        rows = list(self.rows(inside(self) - 2))
        able = [n for n, one in enumerate(rows) if not one.disabled]
        menu.clear_options()
        menu.add_options(rows)
        menu.highlighted = min(at, able[-1]) if able else None
