"""The frame that every screen shares: how it folds as the terminal shrinks, and when it gives up."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.app.app import TacsimApp

T = TypeVar("T")

SMALLEST = (60, 20)
"""Columns and lines that the game needs."""

WIDE = 100
"""Columns from which a battle shows its panels beside the board."""


class TooSmall(Static):
    """Covers the screen while the terminal is too small for it."""

    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: notice; width: 100%; height: 100%; dock: top;
        content-align: center middle; text-align: center;
        background: $background; color: $foreground; padding: 0 1;
    }
    .-tiny TooSmall, .-flat TooSmall { display: block; }
    """

    def render(self) -> Content:
        """Say how much room there is and how much is needed."""
        width, height = self.app.size
        text = _("The game needs {0} x {1}; this terminal is {2} x {3}. Make it larger.")
        return Content(text.format(*SMALLEST, width, height))


class Frame(Screen[T]):
    """A full screen of the game."""

    HORIZONTAL_BREAKPOINTS: ClassVar = [(0, "-tiny"), (SMALLEST[0], "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS: ClassVar = [(0, "-flat"), (SMALLEST[1], "-low"), (30, "-high")]
    DEFAULT_CSS = """
    Frame { layers: base notice; background: $background; color: $foreground; }
    """

    def compose(self) -> ComposeResult:
        """The screen's own parts, and the notice that may cover them."""
        yield from self.parts()
        yield TooSmall()

    def parts(self) -> ComposeResult:
        """The screen's own parts."""
        yield from ()

    @property
    def tacsim(self) -> TacsimApp:
        """The app, by its own type."""
        return cast("TacsimApp", self.app)

    @property
    def cramped(self) -> bool:
        """Whether the terminal is too small to play."""
        return self.app.size.width < SMALLEST[0] or self.app.size.height < SMALLEST[1]


class Card(ModalScreen[T]):
    """A question or an answer in front of a screen."""

    DEFAULT_CSS = """
    Card { align: center middle; background: $background 60%; layers: base notice; }
    Card > #card {
        width: 66; max-width: 96%; height: auto; max-height: 92%;
        border: round $accent; background: $surface; padding: 0 1;
        border-title-color: $accent; border-title-style: bold;
    }
    """

    def compose(self) -> ComposeResult:
        """The card in its frame."""
        card = self.card()
        card.id = "card"
        yield card

    def card(self) -> Widget:
        """The card itself."""
        raise NotImplementedError
