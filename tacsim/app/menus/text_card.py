"""A card that asks for a line of text."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from tacsim.app.shell.frame import Card, in_front
from tacsim.i18n import N_, _


class TextCard(Card[str]):
    """Asks for a line of text; answers None to leave it as it was.

    ``hint`` stands below until something is wrong; ``more`` is the field's: its longest text, its
    validators, whether it may be empty (else nothing typed leaves it as it was).
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close", N_("back"))]
    DEFAULT_CSS = """
    TextCard > #card { width: 50; }
    TextCard Input { border: none; height: 1; padding: 0 1; background: $panel; }
    TextCard Input:focus, TextCard Input.-invalid, TextCard Input.-invalid:focus { border: none; }
    TextCard #foot { height: auto; margin: 1 0 0 0; color: $foreground-muted; }
    TextCard #foot.-wrong { color: $warning; }
    """

    def __init__(self, title: str, before: str, hint: str = "", **more: Any) -> None:
        super().__init__()
        self._title, self._before, self._more = title, before, more
        self._hint = hint or _("Enter keeps it, Escape leaves it as it was.")

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> ComposeResult:
        """A line to type into."""
        yield Input(self._before, validate_on=("changed", "submitted"), **self._more)
        yield Static(Content(self._hint), id="foot")

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is wrong with it."""
        found = event.validation_result
        wrong = found.failure_descriptions[0] if found is not None and not found.is_valid else ""
        foot = self.query_one("#foot", Static)
        foot.set_class(bool(wrong), "-wrong")
        foot.update(Content(wrong or self._hint))

    @in_front
    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer, if nothing is wrong with it."""
        if event.validation_result is None or event.validation_result.is_valid:
            text = event.value.strip()
            self.dismiss(text if text or event.input.valid_empty else None)
