"""Apart: what weighs beside the screen, for opponents that may take long and for advice."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import Event
from typing import TYPE_CHECKING

from tacsim.app.shell.frame import GameScreen
from tacsim.core.agenda import Decision
from tacsim.player.seat import Seat
from tacsim.session.session import Hurried

if TYPE_CHECKING:
    from tacsim.api.thinking import Thinker, Weighing


class Apart:
    """Has a battle's opponents think beside its screen, and weighs what a person asks about."""

    def __init__(self, screen: GameScreen[None], seat: Seat) -> None:
        self._screen = screen
        self._seat = seat

    @cached_property
    def thinker(self) -> Thinker:
        """What weighs beside the screen."""
        from tacsim.api.thinking import Thinker

        game = self._seat.game
        return Thinker(game.scenario, fog=game.opening.fog)

    def begin(self) -> None:
        """Have the opponents that may take long think there."""
        session = self._seat.game.session
        if any(isinstance(one, Hurried) for one in session.controllers.values()):
            from tacsim.api.thinking import apart

            session.controllers = apart(session.controllers, self.thinker)
            self._screen.run_worker(
                self.thinker.begin, thread=True, exit_on_error=False, group="thinker"
            )

    def advise(self, decision: Decision) -> Callable[[Event], Weighing]:
        """What weighs a decision of the person at the keys, as it stands, in a thread."""
        from tacsim.api.thinking import advice_task

        battle = self._seat.battle
        memory = self._seat.playback.memories[battle.world[decision.actor].side]
        task = advice_task(battle, decision, memory)
        return lambda haste: self.thinker.weigh(task, haste)

    def close(self) -> None:
        """Let go of it, if anybody has thought there."""
        if "thinker" in self.__dict__:
            self.thinker.close()
