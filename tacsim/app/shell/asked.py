"""What screens and widgets ask of the app; its own module would have to import them all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

import attrs
from textual.events import Key
from textual.geometry import Size
from textual.widget import Widget

from tacsim.app.shell.keymaps import Keymap
from tacsim.app.shell.options import Options
from tacsim.view.palettes.colours import Palette

if TYPE_CHECKING:
    from tacsim.content.editing.manuscript import Manuscript
    from tacsim.content.generate import Wanted
    from tacsim.player.game import Game
    from tacsim.player.kept.learned import Learned
    from tacsim.player.kept.own_battles import Draft
    from tacsim.player.opening import Setup


@attrs.frozen
class Left:
    """A battle that was left unfinished: its save, and the mark of its scenario (``stamp``)."""

    save: Path
    scenario: str


class Tacsim(Protocol):
    """What is asked of the app.

    ``left``: the battle that was left last, None for none; ``key_faults``: what is wrong in the
    file of the player's own keys; ``quick``: what was asked for of the last battle drawn,
    ``daily``: the battle of a day that was evened out last; ``gauntlet``: what was asked for of a
    new run, ``gauntlet_foes`` who plays its foes.
    """

    options: Options
    left: Left | None
    leaving: bool
    keymap: Keymap
    key_faults: list[str]
    quick: Wanted | None
    daily: Setup | None
    gauntlet: Wanted | None
    gauntlet_foes: str

    @property
    def learned(self) -> Learned:
        """The lessons done and the hints seen."""
        ...

    @property
    def palette(self) -> Palette:
        """The board's colours."""
        ...

    @property
    def can_suspend(self) -> bool:
        """Whether the terminal has a shell to go back to for a while."""
        ...

    @property
    def size(self) -> Size:
        """Columns and lines of the terminal."""
        ...

    def set_options(self, **changes: Any) -> None:
        """Change options and keep them."""

    def set_own_keys(self, keymap: Keymap) -> None:
        """Change the player's own keys and keep them."""

    def tell(self, text: str, *, warning: bool = True, whole: str = "") -> None:
        """Show a notice for a few seconds; ``whole``: what can be read later of it."""

    def keep_in_mind(self, text: str) -> None:
        """Say something again, on the terminal, when the game has been left."""

    def keep_typed(self, event: Key) -> None:
        """Keep a key that came behind a choice, until it has led somewhere."""

    def take_typed(self) -> None:
        """Take the keys that were typed while a screen was being made, if one stands now."""

    def drop_typed(self) -> None:
        """Do nothing of what was typed while a screen was being made."""

    def open_screen(self, what: str) -> None:
        """Open a screen by its name."""

    def open_gauntlet(self, marked: str = "") -> None:
        """Open the gauntlet, with a run in the table marked by its id."""

    def open_replay(
        self, path: Path, side: str | None = None, at: int | None = None, calm: float = 0.0
    ) -> None:
        """Watch a save, from a position if one is given."""

    def open_editor(self, manuscript: Manuscript, draft: Draft | None = None) -> None:
        """Edit a battle or a map; ``draft``: what it was written down as."""

    def open_lesson(self, path: Path) -> None:
        """Begin a lesson."""

    def begin(self, setup: Setup) -> None:
        """Begin a battle that has been set up."""

    def open_battle(self, game: Game) -> None:
        """Play a battle."""

    def remember(self, game: Game) -> None:
        """Remember how a battle was set up that begins, unless it goes on from a save."""

    def open_setup(self, game: Game) -> None:
        """Go from a battle back to how it was set up."""


def tacsim_of(node: Widget) -> Tacsim:
    """The app that a widget is in."""
    return cast("Tacsim", node.app)
