"""The start screen: what there is to do."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

import tacsim
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.menu import Menu
from tacsim.i18n import N_, _, translate
from tacsim.view.dots import dots

LETTERS: tuple[str, ...] = (
    "oooooooo    oooo     oooooo    ooooooo    oooo    oo    oo",
    "oooooooo   oooooo   oooooooo  oooooooo    oooo    ooo  ooo",
    "   oo     oo    oo  oo        oo          oooo    oooooooo",
    "   oo     oo    oo  oo        ooooooo     oooo    oo oo oo",
    "   oo     oooooooo  oo         ooooooo    oooo    oo    oo",
    "   oo     oooooooo  oo              oo    oooo    oo    oo",
    "   oo     oo    oo  oooooooo  oooooooo    oooo    oo    oo",
    "   oo     oo    oo   oooooo   ooooooo     oooo    oo    oo",
)
"""The name of the game, in dots."""


def title() -> str:
    """The name of the game, drawn large."""
    return "\n".join(dots(*LETTERS[y : y + 4]) for y in (0, 4))


ENTRIES: tuple[tuple[str, str, str], ...] = (
    ("new", N_("New skirmish"), N_("pick a battle and who plays it")),
    ("continue", N_("Continue"), N_("take a battle up where it was left")),
    ("replays", N_("Replays"), N_("watch a battle again, forwards and back")),
    ("rules", N_("Rules"), N_("look a rule up by its words")),
    ("options", N_("Options"), N_("colours, motion, zoom, walking")),
    ("help", N_("Help"), N_("the game on one page, and every key")),
    ("quit", N_("Quit"), ""),
)
"""What can be chosen: its id, its name, and what it leads to."""


class StartScreen(Frame[None]):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("n", "choose('new')", N_("new")),
        ("c", "choose('continue')", N_("continue")),
        ("r", "choose('replays')", N_("replays")),
        ("o", "choose('options')", N_("options")),
        ("question_mark,f1", "choose('help')", N_("help")),
        ("q", "choose('quit')", N_("quit")),
    ]
    DEFAULT_CSS = """
    StartScreen { align: center middle; }
    StartScreen #middle { width: 62; height: auto; }
    StartScreen #title { width: auto; color: $accent; margin: 0 0 1 0; }
    StartScreen #motto { color: $foreground-muted; margin: 0 0 1 0; height: auto; }
    StartScreen OptionList { height: auto; border: none; background: $background; padding: 0; }
    """

    def reworded(self) -> None:
        """Say everything in another language."""
        self.refresh(recompose=True)

    def parts(self) -> ComposeResult:
        """Title, motto, menu, keys."""
        with Vertical(id="middle"):
            yield Static(Content(title()), id="title")
            yield Static(Content(self._motto()), id="motto")
            yield Menu(*(self._option(*entry) for entry in ENTRIES), id="menu")
        yield KeyBar()

    def _motto(self) -> str:
        text = _("Skirmishes of miniatures on a grid, under exact rules")
        return f"{text}, {tacsim.__version__}"

    def _option(self, key: str, name: str, about: str) -> Option:
        label = Content.assemble(
            (f" {translate(name):<16}", "bold"), (translate(about), "$foreground-muted")
        )
        return Option(label, id=key)

    def on_mount(self) -> None:
        """Offer what was left unfinished first, if anything was."""
        self.query_one(OptionList).focus()

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        self.action_choose(event.option_id or "")

    def action_choose(self, what: str) -> None:
        """Open what was chosen."""
        self.tacsim.open_screen(what)
