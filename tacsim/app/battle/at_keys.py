"""Who is at the keys: hand-overs, turns and questions of people, one after another."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol, cast

from tacsim.app.battle.apart import Apart
from tacsim.app.battle.cards.asking import ask
from tacsim.app.battle.cards.recap import told
from tacsim.app.battle.coach import Coach
from tacsim.app.battle.commands import Commands
from tacsim.app.battle.game_loop import GameLoop
from tacsim.app.shell.frame import GameScreen
from tacsim.core.agenda import Decision
from tacsim.i18n import _, known_as
from tacsim.player.acting.unasked import standing_of
from tacsim.player.game import unadvised
from tacsim.player.pointing.now import Now
from tacsim.player.seat import Seat


class Playing(Protocol):
    """What asking people asks of the battle's screen."""

    commands: Commands

    @property
    def now(self) -> Now:
        """The moment that is shown."""
        ...

    def redraw(self) -> None:
        """Show what has changed."""

    def calm(self, *, another: bool) -> float:
        """Seconds before a card takes an answer; ``another`` player than before may be asked."""
        ...

    def leave(self, stays: Callable[[], object]) -> None:
        """Leave the battle; ``stays`` is done where one stays after all."""


class AtKeys:
    """Has people decide: covers the board for another player, begins turns, puts questions."""

    def __init__(
        self, screen: Playing, seat: Seat, loop: GameLoop, coach: Coach, apart: Apart
    ) -> None:
        self._screen = screen
        self._seat = seat
        self._loop = loop
        self._coach = coach
        self._apart = apart
        self._side: str | None = None
        """The side that was asked last."""
        self._turn: tuple[str, int] | None = None
        """The creature and round of the turn for which a person was asked last."""
        self._news = "", "", False
        """What was told last of what others did; before whose turn, and whether after a cover."""
        self._answered: int | None = None
        """The number of events before the last answer; None where a turn has come since."""
        self.behind = 0
        """The number of intents of the session when that turn began."""

    @property
    def _node(self) -> GameScreen[None]:
        return cast("GameScreen[None]", self._screen)

    def _is_fresh(self, decision: Decision) -> bool:
        """Whether a turn other than the last one that was asked about is to be decided."""
        return (decision.actor, self._seat.battle.world.clock.round) != self._turn

    def asked(self, decision: Decision) -> None:
        """A person has to decide, after a hand-over if another person was at the screen."""
        seat = self._seat
        side = seat.battle.world[decision.actor].side
        if self._node.tacsim.options.bell and (self._is_fresh(decision) or not decision.is_turn):
            self._node.app.bell()
        shared = side == seat.viewer or not seat.battle.fog or self._coach.done
        if len(seat.people) < 2 or shared:
            self._ask(side, decision)
        else:
            self._hand_over(side, decision)

    def _hand_over(self, side: str, decision: Decision) -> None:
        from tacsim.app.battle.cards.catch_up import CatchUpScreen
        from tacsim.app.battle.cards.handover import HandoverScreen

        seat, screen = self._seat, self._node
        missed = seat.away(side)

        def show() -> None:
            assert missed is not None
            lines = [line for line in seat.log.lines(side) if line.number >= missed.position]
            screen.app.push_screen(CatchUpScreen(seat.game.title, missed, seat.people, lines))

        def ready(answer: bool | None) -> None:
            if answer:
                self._ask(side, decision)
            else:
                self._screen.leave(partial(self.asked, decision))

        screen.uncover()  # what the last player had open is not for the next one
        name = known_as(seat.battle.world.sides[side].name)
        lesson = self._coach.tutor is not None
        card = HandoverScreen(name, show if missed else None, lesson=lesson)
        ask(screen, self._loop, card, ready)

    def _ask(self, side: str, decision: Decision) -> None:
        """Have the person of a side decide, who is at the keys now."""
        seat = self._seat
        seat.viewer = side
        seat.selection.viewer = side if seat.battle.fog else None
        taught = self._coach.decides(self._loop.standing)
        before, self._side = self._side, side
        another = before not in (None, side)
        if not decision.is_turn:
            self._question(decision, another=another)
            return
        self._answered = None
        fresh = self._is_fresh(decision)
        if fresh:
            self._turn = decision.actor, seat.battle.world.clock.round
            self.behind = len(seat.game.session.intents)
            seat.turn_comes(side)
        else:
            seat.turn_goes_on(side)
        self._screen.commands.begin_turn(decision.actor)
        if fresh:
            self._tell_news(decision.actor, handed_over=another and not seat.battle.fog)
        self._screen.redraw()
        if taught:
            self._coach.conclude()

    def _question(self, decision: Decision, *, another: bool) -> None:
        """Put a question, with whom it is about in sight."""
        from tacsim.app.battle.cards.question import Answer, QuestionCard

        seat, screen, loop = self._seat, self._screen, self._loop
        seat.selection.begin(None)
        about = seat.battle.world[decision.against or decision.actor]
        seat.selection.point(about.at)
        screen.commands.field.board.follow(about.body)
        screen.redraw()

        def answered(answer: Answer | None) -> None:
            if answer is None:
                screen.leave(partial(self._question, decision, another=False))
                return
            if answer.always is not None:
                loop.standing[standing_of(decision)] = answer.always
            screen.commands.hint.say("")
            self._answered = len(seat.game.session.entries)
            loop.submit(answer.intent)

        self._tell_outcome()
        advise = unadvised(seat.game) or self._apart.advise(decision)
        card = QuestionCard(screen.now, decision, screen.calm(another=another), advise)
        ask(self._node, loop, card, answered)

    def _tell_outcome(self) -> None:
        """Say what came of the answer before, where another question follows: a card hides it."""
        seat, before = self._seat, self._answered
        if before is None:
            return
        lines = seat.log.lines(seat.viewer)
        found = next((line.text for line in lines if line.number >= before), "")
        self._screen.commands.hint.say(found)

    def _tell_news(self, actor: str, *, handed_over: bool) -> None:
        """Say what the others did, first whose turn comes where no cover said so."""
        seat, world = self._seat, self._seat.battle.world
        said = told(seat.recap, self._node.tacsim.keymap.battle["recap"], first=seat.first)
        if handed_over:
            creature = world[actor]
            side = known_as(world.sides[creature.side].name)
            text = _("{name} ({side}) is next. {news}")
            said = text.format(name=known_as(creature.name), side=side, news=said)
        self._news = said.strip(), actor, handed_over
        if said:
            self._screen.commands.hint.say(said.strip())

    def reworded(self) -> None:
        """The language has changed: what others did is told again, where it stands there yet."""
        said, actor, handed_over = self._news
        if said and self._screen.commands.hint.said(said):
            self._tell_news(actor, handed_over=handed_over)
