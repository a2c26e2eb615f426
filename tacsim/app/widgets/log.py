"""The whole log: every line opens to its dice, modifiers and clauses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Frame
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.menu import LEAST, Menu
from tacsim.app.widgets.text import hanging
from tacsim.i18n import N_, _
from tacsim.view.wording.narration import LogLine

TONES: dict[str, str] = {
    "round": "bold $accent",
    "turn": "bold",
    "hit": "",
    "critical": "bold $error",
    "miss": "$foreground-muted",
    "down": "bold $error",
    "opportunity": "$warning",
    "refused": "$foreground-muted",
    "end": "bold $accent",
}
"""How lines of each tone look."""
INDENT = 6
"""Columns by which what is folded of a line, and what is in it, stand to the right."""
BESIDE = 3
"""Columns of the screen for the margin and the scrollbar of the list."""


def log_text(line: LogLine) -> Content:
    """A line of the log, styled by its tone."""
    indent = "" if line.tone in ("round", "turn", "end") else "  "
    return Content.assemble(indent, (line.text, TONES.get(line.tone, "")))


class LogScreen(Frame[None]):
    """Scrolls through a log, from a line or its end; Enter opens and closes a line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,L", "close", N_("back")),
        ("enter,space", "open", N_("open a line")),
        ("a", "open_all", N_("open all")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    LogScreen .caption { height: 1; dock: top; background: $panel; color: $accent; padding: 0 1; }
    LogScreen OptionList { height: 1fr; }
    """

    def __init__(self, lines: list[LogLine], at: LogLine | None = None) -> None:
        super().__init__()
        self._lines = list(lines)
        self._at = lines.index(at) if at in lines else len(lines) - 1
        self._open: set[int] = set()

    def parts(self) -> ComposeResult:
        """The lines."""
        yield Static(Content(_("Log")), classes="caption")
        yield Menu(*(Option(log_text(line)) for line in self._lines))
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the line."""
        menu = self.query_one(OptionList)
        menu.focus()
        if self._lines:
            menu.highlighted = self._at

    def on_resize(self) -> None:
        """Fold the lines to the new width."""
        self._show(range(len(self._lines)))

    def _show(self, changed: Iterable[int]) -> None:
        menu = self.query_one(OptionList)
        for index in changed:
            menu.replace_option_prompt_at_index(index, self._prompt(index))

    def _prompt(self, index: int) -> Content:
        line, width = self._lines[index], max(self.size.width - BESIDE, LEAST)
        more = bool(line.detail or line.clauses)
        sign = ("- " if index in self._open else "+ ") if more else "  "
        rows = hanging(Content.assemble((sign, "$foreground-muted"), log_text(line)), width, INDENT)
        if index in self._open:
            inner = [Content.styled(text, "$foreground-muted") for text in line.detail]
            if line.clauses:
                text = ", ".join(line.clauses)
                inner.append(Content.styled(text, "italic $foreground-muted"))
            for one in inner:
                rows += hanging(Content.assemble(" " * INDENT, one), width, INDENT + 2)
        return Content("\n").join(rows)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open or close the line."""
        self._toggle(event.option_index)

    def _toggle(self, index: int) -> None:
        self._open ^= {index}
        self._show([index])

    def action_open(self) -> None:
        """Open or close the line."""
        index = self.query_one(OptionList).highlighted
        if index is not None:
            self._toggle(index)

    def action_open_all(self) -> None:
        """Open all lines, or close them all."""
        everything = set(range(len(self._lines)))
        self._open = set() if self._open == everything else everything
        self._show(everything)
