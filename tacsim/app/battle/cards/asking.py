"""Cards in front of a battle, of which the answer counts only while nothing has happened since."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen
from textual.widget import Widget

from tacsim.app.battle.game_loop import GameLoop
from tacsim.app.shell.asked import tacsim_of

A = TypeVar("A")


def ask(node: Widget, loop: GameLoop, card: Screen[A], then: Callable[[A | None], None]) -> None:
    """Show a card; its answer is dropped if the battle has gone on meanwhile."""
    if tacsim_of(node).leaving:
        return
    moment = loop.moment

    def answered(answer: A | None) -> None:
        if loop.moment == moment:
            then(answer)

    node.app.push_screen(card, answered)
