"""Headless: a battle played out by controllers alone."""

from __future__ import annotations

from collections.abc import Callable

from tacsim.core.events import Entry
from tacsim.core.intents import Adjourn
from tacsim.session.controllers import ScriptController
from tacsim.session.session import Session

Show = Callable[[list[Entry]], None]
"""Is given the entries as they come."""


def play_out(session: Session, max_rounds: int, show: Show) -> None:
    """Begin a battle and play it to its end; every side needs a controller.

    It is broken off after so many rounds; and, where scripts play every side, once no creature that
    is still in the fight has a step left.
    """
    show(session.begin())
    while not session.over:
        if session.battle.world.clock.round > max_rounds or _nothing_left(session):
            show(session.submit(Adjourn()))
            return
        entries = session.advance()
        if entries is None:
            raise ValueError("a side has no controller")
        show(entries)


def _nothing_left(session: Session) -> bool:
    decision = session.decision
    if decision is None or not decision.is_turn:
        return False
    controllers = session.controllers.values()
    return all(
        isinstance(controller, ScriptController) and not controller.left(session.battle)
        for controller in controllers
    )
