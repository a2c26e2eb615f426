"""Opening the game, where there is a terminal to open it in."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tacsim.cli.calls import DUMB, UnusableError
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.player.gauntlet import NewRun
    from tacsim.player.kept.own_battles import Manuscript
    from tacsim.player.opening import Kept, Setup

COLUMNS, ROWS = 60, 20
"""The smallest terminal in which the game can be played."""


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def open_game(
    battle: Setup | Kept | NewRun | None = None,
    replay: Path | None = None,
    side: str | None = None,
    edit: Manuscript | bool = False,
) -> int:
    """Run the game and return its exit code; UnusableError where it cannot be shown.

    ``battle``: what is played, after its setup where something is left to be asked; ``side``:
    through whose eyes a replay is watched; ``edit``: what is edited, True to be asked for it.
    """
    if not is_terminal():
        words = _(
            "the game needs a terminal, and this is none; tacsim play {name} --plain needs none"
        )
        raise UnusableError(words.format(name="SCENARIO"))
    if os.environ.get("TERM") in DUMB:
        words = _(
            "the game cannot be drawn on this terminal (TERM={term}); "
            "tacsim play {name} --plain can be played"
        )
        raise UnusableError(words.format(term=os.environ["TERM"], name="SCENARIO"))
    size = os.get_terminal_size(sys.stdout.fileno())
    if size.columns < COLUMNS or size.lines < ROWS:
        words = _(
            "the terminal is too small: {columns} by {rows}, and the game needs {least} by {low}"
        )
        raise UnusableError(
            words.format(columns=size.columns, rows=size.lines, least=COLUMNS, low=ROWS)
        )
    from tacsim.app import run_app

    return run_app(battle, replay, side, edit)
