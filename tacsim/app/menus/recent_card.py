"""A card of the battles that were set up last."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.menus.setup_lines import summary
from tacsim.app.shell.frame import Card, in_front, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import clipped, wrapped
from tacsim.content.faults import ContentError
from tacsim.i18n import N_, _, known_as
from tacsim.player.kept.recent import Recent
from tacsim.player.opening import again
from tacsim.storage.errors import clean


@attrs.frozen
class Chosen:
    """A recent setup; ``begin``: it is to be fought at once."""

    recent: Recent
    begin: bool = False


class RecentCard(Card[Chosen]):
    """Lists recent setups, the newest first; answers with one of them."""

    WIDE = 76
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q", "close", N_("close")),
        ("f", "begin", N_("fight")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    RecentCard > #card { width: 76; }
    RecentCard Menu { height: auto; max-height: 26; background: $surface; margin: 0 0 1 0; }
    RecentCard.-low Menu { max-height: 12; }
    RecentCard #foot { height: auto; color: $foreground-muted; }
    """

    def __init__(self, found: Sequence[Recent]) -> None:
        super().__init__()
        self._found = found

    def heading(self) -> str:
        """What it is about."""
        return _("Recent battles")

    def body(self) -> ComposeResult:
        """The setups."""
        yield Menu(*(Option(self._line(one)) for one in self._found))
        text = _("Enter sets it up so again, f fights it at once, Escape closes.")
        yield Static(
            Content(text if self._found else _("No battle has been set up yet.")), id="foot"
        )

    def _line(self, one: Recent) -> Content:
        """Its name, and what was chosen, or why it cannot be fought any more."""
        width = inside(self) - 4
        try:
            setup, remark = again(one)
            about = remark or summary(setup.scenario, setup.settings)
        except ContentError as error:
            about = f"{clean(Path(one.path).name)}: {clean(error.faults[0].message)}"
        rows = wrapped(Content.styled(about, MUTED), width - 3, 2)
        name = clipped(Content.styled(f" {known_as(one.name)}", "bold"), width)
        return Content("\n").join((name, *(Content.assemble("   ", row) for row in rows)))

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Set it up."""
        self.dismiss(Chosen(self._found[event.option_index]))

    def action_begin(self) -> None:
        """Begin it at once."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.dismiss(Chosen(self._found[at], begin=True))
