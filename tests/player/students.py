"""Students for tests: they play a lesson without a screen, and the tutor looks on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tacsim.content.lessons import Step
from tacsim.content.library import lessons
from tacsim.content.scenarios import read_scenario
from tacsim.core.events import Entry, IntentRefused
from tacsim.core.intents import INTENTS, Decline, EndTurn, Intent, Take
from tacsim.grid.cells import Cell
from tacsim.player.game import new_game
from tacsim.player.seat import Seat
from tacsim.player.tutor import Tutor

LESSONS = lessons()


class Student:
    """Plays a lesson with the dice of a seed."""

    def __init__(self, lesson: Path, seed: int = 1, *, screen: bool = True) -> None:
        scenario = read_scenario(lesson)
        assert scenario.lesson is not None
        chosen = {side.id: side.controller for side in scenario.sides}
        self.game = new_game(scenario, chosen, seed=seed)
        self.session = self.game.session
        self.seat = Seat(self.game)
        self.tutor = Tutor(scenario.lesson.steps, screen=screen)
        self.entries: list[Entry] = []
        self.standing: dict[str, str] = {}
        """The answers given once and for all."""
        self._take(self.session.begin())
        self._others()

    # --- what comes of it ---------------------------------------------------------------------

    def _take(self, entries: list[Entry]) -> None:
        self.entries += entries
        self.seat.playback.take(entries)
        while self.seat.playback.busy:
            entry = self.seat.playback.show_next()
            memory = self.seat.memory
            seen = entry if memory is None else memory.latest
            if seen is not None:
                self.tutor.saw(seen.event, seen.number)

    def _others(self) -> None:
        """Let the others act until the student is asked."""
        while self.session.controller is not None:
            self._take(self.session.advance() or [])
        if self.session.decision is not None:
            actor = self.session.battle.world[self.session.decision.actor]
            self.seat.viewer = actor.side
            self.tutor.decides(self.seat.battle, None, self.standing)

    # --- what it does -------------------------------------------------------------------------

    @property
    def actor(self) -> str | None:
        """Who is to act; None while a question is asked, or at the end."""
        decision = self.session.decision
        return decision.actor if decision is not None and decision.is_turn else None

    def submit(self, intent: Intent) -> None:
        entries = self.session.submit(intent)
        refused = entries[0].event if entries else None
        assert not isinstance(refused, IntentRefused), refused
        self._take(entries)
        self._others()

    def do(self, name: str, **fields: Any) -> None:
        assert self.actor is not None
        self.submit(INTENTS[name](self.actor, **fields))

    def walk(self, *to: int, mode: str = "walk") -> None:
        self.do("move", to=to, mode=mode)

    def end(self) -> None:
        assert self.actor is not None
        self.submit(EndTurn(self.actor))

    def end_until(self, who: str, turns: int = 40) -> None:
        """End turns until somebody's comes."""
        for _ in range(turns):
            if self.actor == who:
                return
            self.rest()
        raise AssertionError(f"it is never the turn of {who}")

    def rest(self) -> None:
        """Do nothing: end the turn, or decline."""
        decision = self.session.decision
        assert decision is not None
        self.submit((EndTurn if decision.is_turn else Decline)(decision.actor))

    def take(self) -> None:
        decision = self.session.decision
        assert decision is not None
        assert not decision.is_turn
        self.submit(Take(decision.actor))

    def undo(self) -> None:
        self.session.take_back()
        self.seat.playback.go_back(self.session.battle)
        self.tutor.taken_back(self.session.past + len(self.session.entries))
        self.tutor.decides(self.seat.battle, None, self.standing)
        self.tutor.asked("undo")

    def ask(self, what: str, *about: str | Cell) -> None:
        self.tutor.asked(what, *about)

    def point(self, at: str | Cell) -> None:
        if isinstance(at, str):
            self.tutor.pointed(at, self.seat.battle.world[at].at)
        else:
            self.tutor.pointed(None, at)

    def at(self, who: str) -> Cell:
        return self.seat.battle.world[who].at

    # --- how far it is ------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        return self.tutor.step

    @property
    def number(self) -> int:
        return self.tutor.number
