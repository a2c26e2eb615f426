"""Afterwards: how a battle ended, and what follows: it again, its replay or setup, the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from tacsim.app.battle.coach import Coach
from tacsim.app.shell.frame import GameScreen
from tacsim.player.game import Game
from tacsim.player.seat import Seat

if TYPE_CHECKING:
    from tacsim.app.battle.cards.result import Next
    from tacsim.player.gauntlet import Ending


class Ended(Protocol):
    """What is asked of the battle's screen."""

    def redraw(self) -> None:
        """Have what has changed shown."""

    def calm(self, *, another: bool = False) -> float:
        """Seconds before a card takes an answer."""
        ...

    def close_game(self) -> bool:
        """End the game loop and close the save."""
        ...

    def leave_now(self) -> None:
        """Leave, and tell what has become of the battle."""

    def fight(self, game: Game) -> None:
        """Let a battle that is begun anew take the place of this one."""

    def go_on_with(self, game: Game) -> None:
        """Let another battle take the place of this one; standing answers stay."""

    def before_leaving(self, then: Callable[[], object]) -> None:
        """Ask first where the save does not hold all of the battle."""


class Afterwards:
    """Shows how a battle ended, and does what is chosen then."""

    def __init__(self, screen: Ended, seat: Seat, coach: Coach) -> None:
        self._screen = screen
        self._seat = seat
        self._coach = coach
        self._watched = False
        """Whether it is watched again, which leads back to how it ended."""

    @property
    def _node(self) -> GameScreen[None]:
        return cast("GameScreen[None]", self._screen)

    def show(self) -> None:
        """Show how it ended, and ask what follows; of a lesson the coach does."""
        from tacsim.app.battle.cards.result import ResultCard
        from tacsim.player.gauntlet import ending

        seat, node = self._seat, self._node
        seat.selection.viewer = None
        seat.selection.begin(None)
        self._screen.redraw()
        if self._coach.tutor is not None:
            self._coach.conclude()
            return
        run = ending(seat.game)
        if run is not None and run.trouble:
            node.tacsim.tell(run.trouble)
        card = ResultCard(seat, self._screen.calm(), run)
        node.app.push_screen(card, partial(self.chosen, run=run))

    def chosen(self, answer: Next | None, run: Ending | None = None) -> None:
        """Do what was chosen, ``run``: in a run of which this was a fight."""
        if answer is not None and answer.what != "board":
            self._screen.before_leaving(partial(self._next, answer, run))

    def go_on_to(self, lesson: Path) -> None:
        """Go on to another lesson."""
        self._screen.before_leaving(partial(self._learn, lesson))

    def seen_again(self) -> None:
        """The battle is in front again: where it was watched from its end, at its end."""
        if self._watched:
            self._watched = False
            self.show()

    def _next(self, answer: Next, run: Ending | None) -> None:
        what, game, tacsim = answer.what, self._seat.game, self._node.tacsim
        if what in ("onward", "best") and run is not None:
            self._onward(run)
        if what in ("again", "same", "swap"):
            seed = None if what == "again" else game.account().seed
            fresh = game.again(seed, swapped=what == "swap")
            game.close()
            self._screen.fight(fresh)
        elif what == "replay" and game.save is not None:
            game.close()
            self._watched = True
            calm = self._screen.calm(another=True)
            tacsim.open_replay(game.save, at=answer.position, calm=calm)
        elif what == "setup":
            self._screen.close_game()
            tacsim.open_setup(game)
        elif what == "leave":
            self._screen.leave_now()

    def _onward(self, run: Ending) -> None:
        """Go on with a run, or look where it stands among the best."""
        from tacsim.app.battle.cards.reward_card import onward

        if run.rewards:
            onward(self._node, self._seat.game, run, self._screen.go_on_with, self.show)
            return
        self._screen.leave_now()
        self._node.tacsim.open_gauntlet(run.run.id)

    def _learn(self, lesson: Path) -> None:
        self._screen.close_game()
        self._node.dismiss()
        self._node.tacsim.open_lesson(lesson)
