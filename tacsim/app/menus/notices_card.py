"""The notices of this session, whole, as those on the screen are short and soon gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.shell.frame import Card
from tacsim.app.widgets.text import Page
from tacsim.i18n import N_, _


class NoticesCard(Card[None]):
    """Lists what was told, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter,q", "close", N_("close"))]
    DEFAULT_CSS = "NoticesCard Page Static { margin: 0 0 1 0; }"

    def __init__(self, told: Sequence[str]) -> None:
        super().__init__()
        self._told = told

    def heading(self) -> str:
        """What it tells."""
        return _("Notices")

    def body(self) -> ComposeResult:
        """Each notice, or that there is none."""
        with Page():
            for text in reversed(self._told or [_("Nothing has been told so far.")]):
                yield Static(Content(text))
