"""The game in the terminal: screens and widgets. They translate, and know no rules."""

from __future__ import annotations

import gc
import sys
import warnings
from codecs import getincrementaldecoder
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacsim.app.shell.app import TacsimApp
    from tacsim.content.editing.manuscript import Manuscript
    from tacsim.player.game import Game
    from tacsim.player.gauntlet import NewRun
    from tacsim.player.opening import Kept, Setup


def run_app(
    battle: Setup | Kept | NewRun | None = None,
    replay: str | Path | None = None,
    side: str | None = None,
    edit: Manuscript | bool = False,
) -> int:
    """Open the game: at the start, on a battle or its setup, or watching a replay; the exit code.

    ``side``: the side as which the replay is watched, None for everything; ``edit``: what is to be
    edited, True to be asked for it. For what cannot be
    watched there is one line on standard error, and the code is 2. Errors: SaveError for a save
    that cannot be gone on with.
    """
    from tacsim.i18n import _

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = _("the game needs a terminal, and this is none; see tacsim run for without one")
        print(f"tacsim: {message}", file=sys.stderr)
        return 2
    if replay is not None:
        from tacsim.storage.errors import SaveError
        from tacsim.storage.saved import read

        try:
            read(replay)
        except SaveError as error:
            print(error, file=sys.stderr)
            return 2
    gc.disable()  # until the first screen stands: nothing of what that needs is garbage
    game: Game | None = None
    setup: Setup | None = None
    if battle is not None:
        from tacsim.player.opening import Setup

        setup = battle if isinstance(battle, Setup) and not battle.ready else None
        game = battle.begin() if setup is None else None
    from tacsim.app.shell.app import TacsimApp

    watched = Path(replay) if replay is not None else None
    return _run(TacsimApp(setup=setup, replay=watched, side=side, game=game, edit=edit))


def _take_any_bytes() -> None:
    """Read bytes that are no UTF-8 as U+FFFD: Textual's reading of the terminal ends at them.

    A terminal of another encoding sends them, and what is pasted may have them.
    """
    with suppress(ImportError):  # where consoles tell characters, not bytes
        from textual.drivers import linux_driver

        lenient = partial(getincrementaldecoder("utf-8"), errors="replace")
        vars(linux_driver)["getincrementaldecoder"] = lambda _name: lenient


def _run(app: TacsimApp) -> int:
    """Run the game; when it goes wrong, open it again and say so, as long as that is of use."""
    from tacsim.app.shell.app import TacsimApp
    from tacsim.i18n import _

    warnings.simplefilter("ignore")  # they would be written over the terminal
    _take_any_bytes()
    if sys.__stderr__ is not None:
        sys.__stderr__.reconfigure(errors="replace")  # on which Textual draws, column by column
    while True:
        try:
            code = app.run()
        except Exception as error:
            app.error = app.error or error
        for text in app.kept_in_mind:
            print(text)
        if app.error is None:
            return code if code is not None else app.return_code or 0
        from tacsim.app.shell.trouble import trouble_of  # which knows what a battle is
        from tacsim.player.kept.own_battles import let_go

        let_go()
        trouble = trouble_of(app.error, list(app.pressed), app.games)
        if not app.pressed:  # nobody would ever get to what the screen says
            message = _("the game cannot be shown here; {file} says why")
            print(f"tacsim: {message.format(file=trouble.report)}", file=sys.stderr)
            return 1
        app = TacsimApp(trouble=trouble)
