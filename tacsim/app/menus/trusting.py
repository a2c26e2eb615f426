"""Asking before a program of the player's own plays: it is code, and may do whatever they may."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual.app import App

from tacsim.api.bots import trust, untrusted
from tacsim.app.menus.fork_card import SureCard
from tacsim.i18n import _


def trusted_first(app: App[Any], controllers: Iterable[str], then: Callable[[], None]) -> None:
    """Do something once those among some controllers that are programs may run; else nothing.

    One after another is asked about that nobody has let run yet.
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


__all__ = ["trusted_first"]
