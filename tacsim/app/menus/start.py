"""The start screen: what there is to do."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import ScreenResume
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

import tacsim
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import clipped, column
from tacsim.i18n import N_, NP_, _, known_as, translate
from tacsim.player.kept.recent import read_recent
from tacsim.view.palettes.dots import dots

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
    ("quick", N_("Quick battle"), N_("a new battlefield, at one key")),
    ("daily", N_("Daily battle"), N_("today's, the same for everybody")),
    ("new", N_("New skirmish"), N_("pick a battle and who plays it")),
    ("gauntlet", N_("Gauntlet"), N_("fight after fight, wounds and losses kept")),
    ("learn", N_("Learn to play"), N_("short lessons, each a small battle")),
    ("continue", N_("Continue"), N_("take a battle up where it was left")),
    ("replays", N_("Replays"), N_("watch a battle again, forwards and back")),
    ("editor", N_("Editor"), N_("battles and maps of your own")),
    ("parties", N_("Parties"), N_("characters of your own, for any battle")),
    ("monsters", N_("Monsters"), N_("creatures of your own, from statblocks")),
    ("rules", N_("Rules"), N_("look a rule up by its words")),
    ("options", N_("Options"), N_("colours, motion, zoom, walking")),
    ("help", NP_("page", "Help"), N_("the game on one page, and every key")),
    ("quit", N_("Quit"), ""),
)
"""What can be chosen: its id, its name, and what it leads to."""


NEXT = ("tacsim.app.menus.skirmish", "tacsim.app.battle.screen")
"""What most entries lead to, with all of the engine, which this screen does without."""
WIDTH = 62
"""Columns of the menu."""
TALL = 22
"""Lines of a terminal in which there is room for the name of the game above the menu."""


class StartScreen(Frame[None]):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("f", "choose('again')", N_("fight again")),
        ("b", "choose('quick')", N_("quick battle")),
        ("d", "choose('daily')", N_("daily")),
        ("n", "choose('new')", N_("new")),
        ("g", "choose('gauntlet')", NP_("menu", "gauntlet")),
        ("l", "choose('learn')", N_("learn")),
        ("c", "choose('continue')", N_("continue")),
        ("r", "choose('replays')", N_("replays")),
        ("e", "choose('editor')", N_("editor")),
        ("p", "choose('parties')", N_("parties")),
        ("m", "choose('monsters')", N_("monsters")),
        ("o", "choose('options')", N_("options")),
        ("question_mark,f1", "choose('help')", N_("help")),
        ("q", "choose('quit')", N_("quit")),
    ]
    VERTICAL_BREAKPOINTS = [*Frame.VERTICAL_BREAKPOINTS[:2], (22, "-high")]  # noqa: RUF012
    DEFAULT_CSS = """
    StartScreen { align: center middle; }
    StartScreen #middle { width: 62; max-width: 100%; height: auto; }
    StartScreen #title { width: auto; color: $accent; margin: 0 0 1 0; }
    StartScreen.-brief #title { display: none; }
    StartScreen.-brief #middle { height: 1fr; }
    StartScreen #motto { color: $foreground-muted; margin: 0 0 1 0; height: auto; }
    StartScreen.-low #title { display: none; }
    StartScreen OptionList { height: auto; border: none; background: $background; padding: 0; }
    StartScreen.-brief OptionList { height: 1fr; }
    """

    def __init__(self, recent: Path, *, waits: bool = False) -> None:
        super().__init__()
        self._recent = recent
        self._waits = waits
        """Whether something else is opened first: nothing is made of this one until it is seen."""
        self._last: list[str] = []
        """The name of the battle that was set up last, as it is offered."""

    def reworded(self) -> None:
        """Say everything in another language."""
        self.refresh(recompose=True)

    def on_resize(self) -> None:
        """Leave the name of the game out where the menu needs the room."""
        self.set_class(self.size.height < TALL, "-brief")

    def parts(self) -> ComposeResult:
        """Title, motto, menu, keys."""
        if self._waits:
            return
        with Vertical(id="middle"):
            yield Static(Content(title()), id="title")
            yield Static(Content(self._motto()), id="motto")
            yield Menu(*self._entries(), id="menu")
        yield KeyBar()

    def _motto(self) -> str:
        text = _("Skirmishes of miniatures on a grid, under exact rules")
        return f"{text}, {tacsim.__version__}"

    def _entries(self) -> list[Option]:
        again = [self._option("again", _("Fight again"), known_as(name)) for name in self._last]
        rest = [self._option(key, translate(one), translate(two)) for key, one, two in ENTRIES]
        return [*again, *rest]

    def _option(self, key: str, name: str, about: str) -> Option:
        words = Content.styled(about, "$foreground-muted")
        label = column(Content.styled(name, "bold"), 16)
        return Option(Content.assemble(" ", label, clipped(words, WIDTH - 19)), id=key)

    def on_mount(self) -> None:
        """Take keys in the list."""
        self.query(OptionList).focus()

    def _stand(self) -> None:
        """Take input, and import what comes next while it is looked at."""
        if self.query(Menu):
            super()._stand()
            self.run_worker(lambda: list(map(import_module, NEXT)), thread=True, group="next")

    def on_screen_suspend(self) -> None:
        """Something lies over it: when it is seen, it is to be there."""
        self._waits = False

    @on(ScreenResume)
    async def offer_last(self) -> None:
        """Offer the battle that was set up last, under the cursor."""
        if self._waits:
            return
        if not self.query(Menu):
            with self.app.batch_update():
                await self.recompose()
            self.query_one(OptionList).focus()
            self.call_after_refresh(self._stand)
        found, trouble = read_recent(self._recent)
        if trouble:
            self.tacsim.tell(trouble, whole=str(self._recent))
        names = [one.name for one in found[:1]]
        if names == self._last:
            return
        self._last = names
        menu = self.query_one(OptionList)
        menu.clear_options()
        menu.add_options(self._entries())
        menu.highlighted = 0

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action != "choose" or parameters != ("again",) or bool(self._last)

    def offers(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether it leads anywhere."""
        return self.makes_sense(action, parameters)

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        self.action_choose(event.option_id or "")

    def action_choose(self, what: str) -> None:
        """Open what was chosen."""
        self.tacsim.open_screen(what)
