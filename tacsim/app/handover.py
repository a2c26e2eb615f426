"""The hand-over between two people at one keyboard: all is hidden until the next is ready."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tacsim.app.frame import Frame
from tacsim.app.keybar import KeyBar
from tacsim.i18n import N_, _


class HandoverScreen(Frame[bool]):
    """Names the side that comes next; True once its player is ready, False to leave the battle.

    ``unread`` is how many lines the side's log has grown by since it last looked.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "ready", N_("I am ready")),
        ("q", "leave", N_("leave")),
    ]
    DEFAULT_CSS = """
    HandoverScreen { align: center middle; }
    HandoverScreen #middle { width: 64; max-width: 96%; height: auto; }
    HandoverScreen #side { text-style: bold; color: $accent; margin: 0 0 1 0; }
    HandoverScreen .line { color: $foreground; }
    HandoverScreen #missed { color: $foreground-muted; margin: 1 0 0 0; }
    """

    def __init__(self, side: str, reason: str, unread: int) -> None:
        super().__init__()
        self._side = side
        self._reason = reason
        self._unread = unread

    def parts(self) -> ComposeResult:
        """Whose turn it is, and what to do."""
        with Vertical(id="middle"):
            yield Static(Content(self._side), id="side")
            yield Static(Content(self._reason), classes="line")
            yield Static(
                Content(_("Press Enter when the others have looked away.")), classes="line"
            )
            if self._unread > 0:
                text = _("The log has {0} new lines; L shows all of it.").format(self._unread)
                yield Static(Content(text), id="missed")
        yield KeyBar()

    def action_ready(self) -> None:
        """Show the battle."""
        if not self.cramped:
            self.dismiss(True)

    def action_leave(self) -> None:
        """Leave the battle instead."""
        self.dismiss(False)
