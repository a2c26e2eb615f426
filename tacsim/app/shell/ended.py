"""Being ended from outside, by the system or with the terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual.app import App

from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.player.game import Game


def heed_signals(
    app: App[Any], games: Callable[[], Sequence[Game]], tell: Callable[[str], None]
) -> None:
    """Leave the game where it is told to end, so that the terminal is as it was.

    ``games``: the battles that are open. ``tell``: says something once the game has been left.
    """
    if app.is_headless:
        return

    def end(number: signal.Signals) -> None:
        """Leave. What its save does not hold of a battle is kept elsewhere, unasked."""
        from tacsim.app.battle.leaving import kept_words
        from tacsim.storage.errors import SaveError

        for game in games():
            trouble = game.unkept
            if not trouble:
                continue
            try:
                game.keep_in(game.elsewhere)
                tell(kept_words(game))
            except SaveError:
                words = _("Not all of this battle is saved: {reason}")
                tell(words.format(reason=trouble))
        if sys.__stdout__ is None or not sys.__stdout__.isatty():  # nobody can be told any more
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        app.exit(return_code=128 + number)

    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        with suppress(AttributeError, NotImplementedError):  # where there are none
            number = getattr(signal, name)
            loop.add_signal_handler(number, end, number)
