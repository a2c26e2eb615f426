"""A card that lists the parts of one kind that a battle has: its sides, goals, things, labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tacsim.app.edit.menu_card import MenuCard
from tacsim.app.shell.frame import in_front
from tacsim.app.widgets.menu import Row
from tacsim.content.editing.pen import Marks
from tacsim.i18n import N_, NP_, _

Then = Callable[[Marks | None], None]
"""What happens when a card that was opened has answered."""


class ListCard(MenuCard[Marks]):
    """Lists parts; one is opened, added, taken away. Answers with cells to be marked, else None.

    ``parts``: the lines, each time anew; ``opens``: opens the card of one; ``adds``: makes a new
    one and opens it; ``takes_away``: removes one. A part is meant by its place.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("change")),
        ("n", "add", NP_("part", "new")),
        ("delete,backspace", "remove", N_("take away")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("escape,q", "close", N_("back")),
    ]

    def __init__(
        self,
        title: str,
        parts: Callable[[], Sequence[Content]],
        opens: Callable[[int, Then], None],
        adds: Callable[[Then], None] | None,
        takes_away: Callable[[int], None],
    ) -> None:
        super().__init__()
        self._title, self._parts = title, parts
        self._opens, self._adds, self._takes_away = opens, adds, takes_away

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def foot(self) -> str:
        """How they are changed."""
        if self._adds is None:
            return _("Enter changes one, Delete takes one away, Escape closes.")
        return _("Enter changes one, n makes a new one, Delete takes one away, Escape closes.")

    def rows(self, width: int) -> Sequence[Option]:
        """The parts."""
        found = [
            Row.folding([Content(" ").append(row)], width, f"part:{n}")
            for n, row in enumerate(self._parts())
        ]
        return found or [Option(Content(" " + _("None yet.")), disabled=True)]

    def _came_back(self, marks: Marks | None) -> None:
        if marks is not None:
            self.dismiss(marks)
        else:
            self.fill()

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
            self.fill()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action != "add" or self._adds is not None
