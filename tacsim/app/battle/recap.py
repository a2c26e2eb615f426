"""What happened since one's last turn, on a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from tacsim.app.shell.frame import Card, inside
from tacsim.app.widgets.log import log_text
from tacsim.app.widgets.text import Page, hanging
from tacsim.i18n import N_, _
from tacsim.view.narration import LogLine


class RecapCard(Card[None]):
    """Shows the lines of the log since the last turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,space,q,R", "close", N_("close")),
        ("down,j", "scroll(1)", N_("down")),
        ("up,k", "scroll(-1)", N_("up")),
    ]
    DEFAULT_CSS = """
    RecapCard { align: right bottom; background: $background 0%; }
    RecapCard > #card { margin: 0 0 3 0; }
    RecapCard Static { height: auto; }
    """

    def __init__(self, lines: Sequence[LogLine]) -> None:
        super().__init__()
        self._lines = lines

    def heading(self) -> str:
        """What it tells."""
        return _("Since your last turn")

    def body(self) -> ComposeResult:
        """The lines, and how to close it."""
        with Page(id="details", can_focus=False):
            yield Static(id="lines")
        yield Static(Content(_("Enter closes it.")), classes="foot")

    def on_resize(self, _event: Resize) -> None:
        """Fold them to the width that there is."""
        rows = [row for line in self._lines for row in hanging(log_text(line), inside(self))]
        self.query_one("#lines", Static).update(Content("\n").join(rows))

    def action_scroll(self, by: int) -> None:
        """Scroll by a line."""
        self.query_one("#details", Page).scroll_lines(by)


def told(lines: Sequence[LogLine]) -> str:
    """In one line what happened, the last of it; empty where nothing did.

    >>> told([LogLine("Ogre walks"), LogLine("Ogre strikes Brin")])
    'Since your last turn: Ogre strikes Brin; 1 more (R)'
    """
    if not lines:
        return ""
    last, more = lines[-1].text, len(lines) - 1
    if not more:
        return _("Since your last turn: {what}").format(what=last)
    return _("Since your last turn: {what}; {n} more (R)").format(what=last, n=more)
