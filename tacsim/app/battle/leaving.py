"""Leaving a battle: what is asked where its save does not hold all of it, and what is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tacsim.app.shell.asked import Left
from tacsim.app.shell.frame import GameScreen
from tacsim.content.naming import stamp
from tacsim.i18n import _
from tacsim.player.game import Game
from tacsim.storage.errors import SaveError, clean

Done = Callable[[], object]


def ask_first(screen: GameScreen[Any], game: Game, then: Done, stays: Done) -> None:
    """Do something that leaves a battle, once nothing of it would be lost that is to be kept.

    ``stays`` is done where it is not to be left after all.
    """
    from tacsim.app.menus.leave_card import FORGET, KEEP, LeaveCard

    trouble = game.unkept
    if not trouble:
        then()
        return
    if any(isinstance(card, LeaveCard) for card in screen.app.screen_stack):
        return  # it is asked already

    def answered(what: str | None) -> None:
        if what == KEEP:
            _keep(screen, game, then, stays)
        elif what == FORGET:
            then()
        else:
            stays()

    text = _("Not all of this battle is saved: {reason}").format(reason=trouble)
    card = LeaveCard(
        _("Leave a battle that is NOT SAVED?"), text,
        _("Keep it in another file, and leave"), _("Forget it, and leave"),
    )  # fmt: skip
    screen.app.push_screen(card, answered)


def _keep(
    screen: GameScreen[Any], game: Game, then: Done, stays: Done, typed: str = "", wrong: str = ""
) -> None:
    """Ask for a file until the battle is in it, or it is not to be left."""
    from tacsim.app.menus.text_card import TextCard
    from tacsim.player.kept.own_battles import path_of
    from tacsim.storage.frame_file import SUFFIX

    def answered(name: str | None) -> None:
        if name is None:
            stays()
            return
        try:
            path = path_of(name, SUFFIX).absolute()
            game.keep_in(path)
        except (SaveError, ValueError) as error:
            _keep(screen, game, then, stays, name, str(error))
            return
        screen.tacsim.keep_in_mind(kept_words(game))
        then()

    hint = wrong or _("A file for it. Enter keeps it there, Escape goes back.")
    title = _("Keep the battle as")
    screen.app.push_screen(TextCard(title, typed or str(game.elsewhere), hint), answered)


def kept_words(game: Game) -> str:
    """Where a battle is that its own save did not take."""
    file = clean(str(game.kept), 1000)
    text = _("The battle is kept; to go on: tacsim play {file}")
    return text.format(file=f'"{file}"' if " " in file else file)


def tell(screen: GameScreen[Any], game: Game, *, whole: bool, over: bool) -> None:
    """Tell what has become of a battle that has been left.

    ``whole``: all of it is in its save; ``over``: there is nothing to go on with.
    """
    tacsim = screen.tacsim
    if game.kept is not None:
        tacsim.tell(kept_words(game), warning=False)
    elif game.lost:
        text = _("The battle is not kept: its file {file} has been removed.")
        tacsim.tell(text.format(file=game.lost))
    elif not whole:
        tacsim.tell(_("The last steps could not be saved: Continue goes on before them."))
    elif not over and game.save is not None:
        tacsim.left = Left(game.save, stamp(game.scenario))
        text = _("The battle is kept: Continue, on the first screen, takes it up.")
        tacsim.tell(text, warning=False)
