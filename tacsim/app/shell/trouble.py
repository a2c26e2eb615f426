"""After an exception: a report is written, and a screen offers to go on from the save."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from importlib.metadata import version
from pathlib import Path
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

import tacsim
from tacsim.app.shell.frame import Frame
from tacsim.app.widgets.keybar import KeyBar
from tacsim.i18n import N_, _
from tacsim.player.game import Game, resumed_game
from tacsim.storage.errors import SaveError, clean
from tacsim.storage.saved import read

REPORTED = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL")
"""The variables of the environment that a report lists."""


@attrs.frozen
class Trouble:
    """An exception that ended the game.

    ``report``: the file that describes it, None if none could be written; ``save``: of the battle
    being played, None without one; ``steps``, ``round``: how far it is saved; ``veiled``: whether
    fog hides the number of steps.
    """

    report: Path | None
    save: Path | None = None
    steps: int = 0
    round: int = 0
    veiled: bool = False


def reports_folder() -> Path:
    """Where reports go. The folder need not exist yet."""
    import platformdirs

    return platformdirs.user_log_path("tacsim", appauthor=False)


def trouble_of(error: BaseException, keys: list[str], games: list[Game]) -> Trouble:
    """Close the battles that were open and write down what went wrong.

    ``keys``: the last ones pressed.
    """
    for game in games:
        game.close()
    save = next((game.save for game in reversed(games) if game.save is not None), None)
    report = _write(error, keys, save)
    if save is None:
        return Trouble(report)
    try:
        saved = read(save)
    except SaveError:
        return Trouble(report, save)
    branch = saved.current
    reached = branch.last.round if branch.last else 0
    return Trouble(report, save, branch.intents, reached, saved.veiled(branch))


def _write(error: BaseException, keys: list[str], save: Path | None) -> Path | None:
    lines = [
        f"tacsim {tacsim.__version__}, textual {version('textual')}, tcod {version('tcod')}",
        f"Python {sys.version.split()[0]} on {platform.platform()}",
        " ".join(f"{name}={os.environ[name]}" for name in REPORTED if name in os.environ),
        f"save: {save or '-'}",
        f"last keys: {' '.join(keys) or '-'}",
        "",
        *(line.rstrip("\n") for line in traceback.format_exception(error)),
    ]
    text = "\n".join(lines) + "\n"
    folder = reports_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = sum(1 for _file in folder.glob("report-*.txt")) + 1
        while (file := folder / f"report-{number}.txt").exists():
            number += 1
        file.write_text(text, "utf-8", errors="backslashreplace")
    except OSError:
        return None
    return file


class TroubleScreen(Frame[None]):
    """Says that something went wrong and what is saved; goes on from the save."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "go_on", N_("go on")),
        ("escape", "close", N_("to the start")),
        ("q", "quit", N_("quit")),
    ]
    DEFAULT_CSS = """
    TroubleScreen { align: center middle; }
    TroubleScreen #middle { width: 64; max-width: 96%; height: auto; }
    TroubleScreen Static { margin: 0 0 1 0; }
    TroubleScreen #title { text-style: bold; color: $accent; }
    """

    def __init__(self, trouble: Trouble) -> None:
        super().__init__()
        self._trouble = trouble

    def parts(self) -> ComposeResult:
        """What happened, what is safe, where the report lies."""
        with Vertical(id="middle"):
            yield Static(Content(_("Something went wrong in the game")), id="title")
            for text in self._texts():
                yield Static(Content(text))
        yield KeyBar()

    def _texts(self) -> list[str]:
        trouble, texts = self._trouble, []
        if trouble.save is not None:
            text = _(
                "Your battle is safe up to step {n}, in round {round}. Enter goes on from there."
            )
            if trouble.veiled:
                text = _("Your battle is safe, up to round {round}. Enter goes on from there.")
            texts.append(text.format(n=trouble.steps, round=trouble.round))
            texts.append(_("It lies in {file}").format(file=clean(str(trouble.save))))
        else:
            texts.append(_("No battle was being saved. Enter goes to the start."))
        if trouble.report is not None:
            text = _("What happened stands in {file}: please send it to those who make tacsim.")
            texts.append(text.format(file=clean(str(trouble.report))))
        return texts

    def action_go_on(self) -> None:
        """Take the battle up again where it is safe."""
        if self._trouble.save is None:
            self.dismiss()
            return
        try:
            game = resumed_game(self._trouble.save)
        except SaveError as error:
            self.tacsim.tell(str(error))
            return
        self.dismiss()
        self.tacsim.open_battle(game)

    def action_quit(self) -> None:
        """Leave the game."""
        self.app.exit(0)
