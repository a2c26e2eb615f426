"""The frame of every screen: how it folds as the terminal shrinks, and when it gives up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static

from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.app.app import TacsimApp

T = TypeVar("T")

SMALLEST = (60, 20)
"""Columns and lines that the game needs."""

WIDE = 100
"""Columns from which a battle shows its panels beside the board."""


def go(menu: OptionList, by: int) -> None:
    """Move in a list as the arrows do."""
    if by > 0:
        menu.action_cursor_down()
    else:
        menu.action_cursor_up()


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
        text = _("The game needs {0} x {1}, this terminal has {2} x {3}. Enlarge it, or ^q leaves.")
        return Content(text.format(*SMALLEST, width, height))


ANYWAY = ("leave", "close", "quit")
"""Actions that work in a terminal that is too small for anything else."""


class Ours:
    """What our screens have in common: they know the app, and when to keep still."""

    @property
    def tacsim(self) -> TacsimApp:
        """The app."""
        return cast("TacsimApp", self.app)  # type: ignore[attr-defined]  # screens have one

    @property
    def cramped(self) -> bool:
        """Whether the terminal is too small to play."""
        width, height = self.tacsim.size
        return width < SMALLEST[0] or height < SMALLEST[1]

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        return action in ANYWAY or not self.cramped

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()  # type: ignore[attr-defined]  # screens can


class Frame(Ours, Screen[T]):
    """A full screen of the game."""

    # Textual declares these so that they cannot be annotated as class variables again
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (SMALLEST[0], "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (SMALLEST[1], "-low"), (30, "-high")]  # noqa: RUF012
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


def inside(card: Card[Any]) -> int:
    """The columns of a card that hold its text."""
    return min(card.WIDE, card.app.size.width * 96 // 100) - 4


class Card(Ours, ModalScreen[T]):
    """A question or an answer in front of a screen."""

    WIDE: ClassVar[int] = 66
    """Columns of a card, as its style has them."""
    HORIZONTAL_BREAKPOINTS = Frame.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = Frame.VERTICAL_BREAKPOINTS
    DEFAULT_CSS = """
    Card { align: center middle; background: $background 60%; layers: base notice; }
    Card > #card { width: 66; max-width: 96%; height: auto; max-height: 94%; background: $surface; }
    Card #heading {
        height: 1; width: 100%; background: $accent; color: $background; text-style: bold;
        padding: 0 2;
    }
    Card #body { height: auto; max-height: 100%; padding: 1 2; }
    """

    def compose(self) -> ComposeResult:
        """Heading and body."""
        with Vertical(id="card"):
            yield Static(Content(self.heading()), id="heading")
            with Vertical(id="body"):
                yield from self.body()
        yield TooSmall()

    def heading(self) -> str:
        """What stands at the top."""
        return ""

    def body(self) -> ComposeResult:
        """What stands below."""
        yield from ()
