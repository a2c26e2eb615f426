"""A card for text of several lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static, TextArea

from tacsim.app.shell.frame import Card
from tacsim.i18n import N_, _


class LinesCard(Card[str]):
    """Asks for text of several lines; answers None to leave it as it was.

    ``wrong``: why a text cannot be, empty if it can.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+s", "keep", N_("keep")),
        ("escape", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    LinesCard TextArea { height: 12; border: none; background: $panel; padding: 0 1; }
    LinesCard TextArea:focus { border: none; }
    LinesCard.-low TextArea { height: 8; }
    LinesCard #foot { height: auto; margin: 1 0 0 0; color: $foreground-muted; }
    LinesCard #foot.-wrong { color: $warning; }
    """

    def __init__(self, title: str, before: str, wrong: Callable[[str], str]) -> None:
        super().__init__()
        self._title, self._before, self._wrong = title, before, wrong

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> ComposeResult:
        """A field to type into."""
        yield TextArea(self._before, tab_behavior="focus", show_line_numbers=False)
        yield Static(Content(self._hint), id="foot")

    @property
    def _hint(self) -> str:
        return _("{key} keeps it, Escape leaves it as it was.").format(key="^s")

    def on_mount(self) -> None:
        """Type at once."""
        field = self.query_one(TextArea)
        field.cursor_blink = False
        field.focus()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Say what is wrong with it."""
        wrong = self._wrong(event.text_area.text)
        foot = self.query_one("#foot", Static)
        foot.set_class(bool(wrong), "-wrong")
        foot.update(Content(wrong or self._hint))

    def action_keep(self) -> None:
        """Answer, if nothing is wrong with it."""
        text = self.query_one(TextArea).text
        if not self._wrong(text):
            self.dismiss(text)
