"""Programs of the player's own: named for a side, and asked about before they play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from textual.app import App
from textual.validation import ValidationResult, Validator

from tacsim.api.bots import bot_in, trust, untrusted
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.text_card import TextCard
from tacsim.i18n import _, known_as
from tacsim.player.opening import Setup
from tacsim.session.controllers import opponent
from tacsim.session.opponents import is_bot


def trusted_first(app: App[Any], controllers: Iterable[str], then: Callable[[], None]) -> None:
    """Do something once those among some controllers that are programs may run; else nothing.

    One after another is asked about that nobody has let run yet: it is code, and may do whatever
    the player may.
    """
    asked = untrusted(controllers)
    if not asked:
        then()
        return
    name, *_others = asked

    def answered(yes: bool | None) -> None:
        if yes:
            trust(name)
            trusted_first(app, asked, then)

    text = _("{name} is a program, which may do whatever you may. Let it play?")
    card = SureCard(_("A program of your own"), text.format(name=name), _("let it"), _("do not"))
    app.push_screen(card, answered)


class _Found(Validator):
    """Whether a text names a bot."""

    def validate(self, value: str) -> ValidationResult:
        """Say what is wrong with it, if anything is."""
        try:
            bot_in(value)
        except ValueError as error:
            return self.failure(str(error))
        return self.success()


def bot_for(
    app: App[Any], setup: Setup, side: str, tell: Callable[[str], object], then: Callable[[], None]
) -> None:
    """Ask for a bot that is to play a side of a setup, and whether it may run.

    What is wrong with its file is told; else it plays, and something is done then.
    """

    def play(name: str) -> None:
        try:
            opponent(name)
        except ValueError as error:
            tell(str(error))
            return
        setup.settings.controllers[side] = f"ai:{name}"
        then()

    def answered(text: str | None) -> None:
        if text is None:
            return
        try:  # the file may have changed since it was looked at
            name = bot_in(text)
        except ValueError as error:
            tell(str(error))
        else:
            trusted_first(app, [name], partial(play, name))

    before = setup.settings.controllers[side].removeprefix("ai:")
    names = {one.id: known_as(one.name) for one in setup.scenario.sides}
    card = TextCard(
        _("A bot for {side}").format(side=names[side]), before if is_bot(before) else "",
        _("The Python file of a bot, such as ~/my_bot.py:Bot. It is run after a question."),
        validators=[_Found()],
    )  # fmt: skip
    app.push_screen(card, answered)
