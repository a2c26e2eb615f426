"""The plain game: a whole battle line by line, for screen readers, braille displays and pipes.

It prints sentences and reads answers; nothing is drawn, coloured or moved about. It knows no rules:
what may be done comes from :class:`tacsim.api.battle.Battle`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from tacsim.player.game import Game
    from tacsim.player.kept.learned import Learned


def play(
    game: Game,
    source: TextIO | None = None,
    sink: TextIO | None = None,
    learned: Learned | None = None,
) -> None:
    """Play a game line by line, over standard input and output unless told, until it is left.

    ``learned``: where it is remembered how far a lesson is, None for nowhere.
    """
    from tacsim.plain.console import Console
    from tacsim.plain.playing import PlainGame
    from tacsim.player.game import from_its_first_step

    console = Console(source or sys.stdin, sink or sys.stdout)
    if learned is not None:
        game = from_its_first_step(game, learned)
    PlainGame(game, console, learned).run()
