"""The hand-over between two people in fog: all is hidden until the next is ready."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tacsim.app.shell.frame import Frame
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.text import pressing
from tacsim.i18n import N_, _


class HandoverScreen(Frame[bool]):
    """Names the side that comes next; True once its player is ready, False to leave the battle.

    ``catch_up`` shows what the side could see since it last looked, None where nobody can have
    missed anything. Whether there was something to be seen is for the next player alone.
    ``lesson``: whether one student plays all sides.
    """

    IN_BETWEEN = True
    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "ready", N_("I am ready")),
        ("c", "catch_up", N_("what you saw")),
        ("q", "leave", N_("leave")),
    ]
    DEFAULT_CSS = """
    HandoverScreen { align: center middle; }
    HandoverScreen #middle { width: 64; max-width: 96%; height: auto; }
    HandoverScreen #side { text-style: bold; color: $accent; margin: 0 0 1 0; }
    HandoverScreen .line { color: $foreground; }
    HandoverScreen #seen { margin: 1 0 0 0; }
    """

    def __init__(
        self, side: str, catch_up: Callable[[], None] | None = None, *, lesson: bool = False
    ) -> None:
        super().__init__()
        self._side = side
        self._catch_up = catch_up
        self._lesson = lesson

    def parts(self) -> ComposeResult:
        """Whose turn it is, and what to do."""
        with Vertical(id="middle"):
            yield Static(Content(self._side), id="side")
            yield Static(Content(_("You are next.")), classes="line")
            ready = Content(_("Press Enter when the others have looked away."))
            yield Static(pressing(ready, "Enter"), classes="line", id="ready")
            if self._lesson:
                text = _("In this lesson you are both players, one after the other.")
                yield Static(Content(text), classes="line")
            if self._catch_up is not None:
                text = _("c shows what you could see since you last looked.")
                yield Static(pressing(Content(text), "c"), id="seen")
        yield KeyBar()

    def action_ready(self) -> None:
        """Show the battle."""
        if not self.cramped:
            self.dismiss(True)

    def action_catch_up(self) -> None:
        """Show what the side could see, to its player alone."""
        if self._catch_up is not None and not self.cramped:
            self._catch_up()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing."""
        return action != "catch_up" or self._catch_up is not None

    def action_leave(self) -> None:
        """Leave the battle instead."""
        self.dismiss(False)
