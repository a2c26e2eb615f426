"""A card that lists the parts of one kind that a battle has: its sides, goals, things, labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front, inside
from tacsim.app.widgets.menu import Menu, Row
from tacsim.content.editing.pen import Marks
from tacsim.i18n import N_, NP_, _

Then = Callable[[Marks | None], None]
"""What happens when a card that was opened has answered."""


class ListCard(Card[Marks]):
    """Lists parts; one is opened, added, taken away. Answers with cells to be marked, else None.

    ``rows``: the lines, each time anew; ``opens``: opens the card of one; ``adds``: makes a new one
    and opens it; ``takes_away``: removes one. A part is meant by its place.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("change")),
        ("n", "add", NP_("part", "new")),
        ("delete,backspace", "remove", N_("take away")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    ListCard Menu { height: auto; max-height: 60vh; background: $surface; margin: 0 0 1 0; }
    ListCard #foot { height: auto; color: $foreground-muted; }
    """

    def __init__(
        self,
        title: str,
        rows: Callable[[], Sequence[Content]],
        opens: Callable[[int, Then], None],
        adds: Callable[[Then], None] | None,
        takes_away: Callable[[int], None],
    ) -> None:
        super().__init__()
        self._title, self._rows = title, rows
        self._opens, self._adds, self._takes_away = opens, adds, takes_away

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> ComposeResult:
        """The parts, and how they are changed."""
        yield Menu()
        text = _("Enter changes one, n makes a new one, Delete takes one away, Escape closes.")
        if self._adds is None:
            text = _("Enter changes one, Delete takes one away, Escape closes.")
        yield Static(Content(text), id="foot")

    def on_mount(self) -> None:
        """Show the parts."""
        self.query_one(OptionList).focus()
        self.call_after_refresh(self._fill)

    def on_resize(self) -> None:
        """Fit to the new width."""
        if self._laid_out:
            self._fill()

    def _fill(self) -> None:
        menu, width = self.query_one(OptionList), inside(self) - 2
        at = menu.highlighted or 0
        rows = [
            Row.folding([Content(" ").append(row)], width, f"part:{n}")
            for n, row in enumerate(self._rows())
        ]
        menu.clear_options()
        menu.add_options(rows or [Option(Content(" " + _("None yet.")), disabled=True)])
        menu.highlighted = min(at, len(rows) - 1) if rows else None

    def _came_back(self, marks: Marks | None) -> None:
        if marks is not None:
            self.dismiss(marks)
        else:
            self._fill()

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a part."""
        self._opens(event.option_index, self._came_back)

    def action_add(self) -> None:
        """Make a new one."""
        if self._adds is not None:
            self._adds(self._came_back)

    def action_remove(self) -> None:
        """Take one away."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self._takes_away(at)
            self._fill()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action != "add" or self._adds is not None


__all__ = ["ListCard", "Then"]
