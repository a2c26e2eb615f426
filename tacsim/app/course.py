"""The course of a battle on the screen: show what happened, then ask whoever decides next.

People are asked through the screen, opponents in a thread, and those who said "always" or "never"
not at all. What was decided goes to the session; what came of it is shown event by event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from textual.timer import Timer
from textual.worker import Worker, WorkerState

from tacsim.app.stage import Stage
from tacsim.core.agenda import Decision
from tacsim.core.events import Entry, IntentRefused
from tacsim.core.intents import Decline, Intent, Take
from tacsim.session.session import Controller, Session
from tacsim.storage.errors import SaveError

STEP = 0.06
"""Seconds that a step is seen."""
HIT = 0.22
"""Seconds that a blow flashes."""

PAUSES: dict[str, float] = {
    "stepped": STEP, "struck": HIT, "placed": STEP, "downed": HIT, "fell": HIT,
}  # fmt: skip
"""Events that are seen for a moment."""


def standing_of(decision: Decision) -> str:
    """Under what an answer is kept that holds from now on: whose it is, and to which question.

    >>> standing_of(Decision("orc", "elf", "opportunity")), standing_of(Decision("orc", "elf", "x"))
    ('orc', 'orc x')
    """
    plain = decision.question == "opportunity"
    return decision.actor if plain else f"{decision.actor} {decision.question}"


class Scene(Protocol):
    """What a course needs of the screen that it is shown on."""

    def happened(self, entries: list[Entry]) -> None:
        """Events came about and are about to be shown."""

    def shown(self, entry: Entry, *, in_motion: bool) -> None:
        """An event has been brought on stage."""

    def asked(self, decision: Decision) -> None:
        """A person has to decide."""

    def unasked(self, decision: Decision) -> Intent | None:
        """What a person's creature answers without being asked; None where it is asked."""
        ...

    def awaits(self, decision: Decision) -> None:
        """An opponent has begun to think."""

    def failed(self, decision: Decision, error: BaseException) -> None:
        """An opponent could not come to a conclusion; its creature does nothing."""

    def ended(self) -> None:
        """The battle is over."""

    def refused(self, event: IntentRefused) -> None:
        """An intent was refused; nothing changed."""

    def unsaved(self, error: SaveError) -> None:
        """What happened could not be written to the save."""

    def saved(self) -> None:
        """All that has happened is in the save."""

    def notices(self) -> bool:
        """Whether the person at the screen sees the event that has just been shown."""
        ...

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call in a moment."""
        ...

    def think(self, work: Callable[[], Intent | None]) -> Worker[Intent | None]:
        """Run work in a thread."""
        ...


class Course:
    """Drives one session. ``motion``: whether steps and blows are seen one by one.

    ``standing`` holds answers given once and for all: "always" or "never" by :func:`standing_of`.
    """

    def __init__(self, scene: Scene, session: Session, stage: Stage, *, motion: bool) -> None:
        self.scene = scene
        self.session = session
        self.stage = stage
        self.motion = motion
        self.standing: dict[str, str] = {}
        self.thinking: Worker[Intent | None] | None = None
        self.paused = False
        self.closed = False
        """Whether the battle has been left: what comes now would be saved nowhere."""
        self._timer: Timer | None = None
        self._asked: Decision | None = None

    @property
    def settled(self) -> bool:
        """Whether everything is shown and a person is being asked."""
        return self._asked is not None

    @property
    def asked(self) -> Decision | None:
        """What a person is being asked."""
        return self._asked

    def begin(self) -> None:
        """Start the battle, or take a resumed one up where it stands."""
        if not self.session.begun:
            self._take(self._put(self.session.begin))
        self.go_on()

    def submit(self, intent: Intent) -> bool:
        """Carry out what somebody decided; whether it was accepted."""
        if self.closed:
            return False
        self._asked = None
        entries = self._put(lambda: self.session.submit(intent))
        first = entries[0].event if entries else None
        if isinstance(first, IntentRefused):
            self._asked = self.session.decision
            self.scene.refused(first)
            return False
        self._take(entries)
        self.go_on()
        return True

    def take_back(self) -> list[Entry]:
        """Undo the last intent of whoever is asked; what is gone, nothing where that cannot be."""
        session = self.session
        if self._asked is None or session.undo:
            return []
        before, self._asked = list(session.entries), None
        while not session.undo:
            self._undo()
            decision = session.decision
            if decision is None or standing_of(decision) not in self.standing:
                break  # what is answered by itself is not gone back to
        self.stage.go_back(session.battle)
        return before[len(session.entries) :]

    def _undo(self) -> None:
        try:
            self.session.take_back()
        except SaveError as error:
            self.scene.unsaved(error)
        else:
            self.scene.saved()

    def skip(self) -> None:
        """Show at once what is still waiting to be shown."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            while self.stage.busy:
                self.scene.shown(self.stage.show_next(), in_motion=False)
            self.go_on()

    def pause(self) -> None:
        """Hold the opponents back, or let them go on."""
        self.paused = not self.paused
        if not self.paused and self._timer is None and self.thinking is None:
            self.go_on()

    def close(self) -> None:
        """Go on with nothing any more."""
        self.closed, self._asked = True, None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def go_on(self) -> None:
        """Show what is waiting; then see whose choice it is."""
        if self.closed:
            return
        while self.stage.busy:
            entry = self.stage.show_next()
            pause = PAUSES.get(entry.event.NAME, 0.0) if self.motion else 0.0
            seen = pause > 0 and self.scene.notices()
            self.scene.shown(entry, in_motion=seen)
            if seen:
                self._timer = self.scene.later(pause, self._tick)
                return
        self._decide()

    def _tick(self) -> None:
        self._timer = None
        self.go_on()

    def _take(self, entries: list[Entry]) -> None:
        self.stage.take(entries)
        self.scene.happened(entries)

    # --- whose choice -------------------------------------------------------------------------

    def _decide(self) -> None:
        decision = self.session.decision
        if decision is None:
            self.scene.ended()
            return
        controller = self.session.controller
        if controller is not None:
            self._consult(controller, decision)
        else:
            answer = self._given(decision)
            if answer is None or not self.submit(answer):
                self._asked = decision
                self.scene.asked(decision)

    def _given(self, decision: Decision) -> Intent | None:
        """The answer that was given beforehand, or that goes without asking."""
        standing = self.standing.get(standing_of(decision))
        if standing is None:
            return self.scene.unasked(decision)
        return (Take if standing == "always" else Decline)(decision.actor)

    def _consult(self, controller: Controller, decision: Decision) -> None:
        if self.paused or self.thinking is not None:
            return
        battle = self.session.battle
        self.scene.awaits(decision)
        self.thinking = self.scene.think(lambda: controller.choose(battle, decision))

    def thought(self, worker: Worker[Intent | None], state: WorkerState) -> None:
        """An opponent has come to a conclusion, or failed to; then its creature does nothing."""
        over = state in (WorkerState.SUCCESS, WorkerState.ERROR)
        if worker is not self.thinking or not over or self.closed:
            return
        self.thinking = None
        decision = self.session.decision
        if decision is None:
            return
        if worker.error is not None:
            self.scene.failed(decision, worker.error)
        intent = worker.result if state is WorkerState.SUCCESS else None
        entries = self._put(lambda: self.session.conclude(decision, intent))
        self._take([entry for entry in entries if not isinstance(entry.event, IntentRefused)])
        self.go_on()

    def _put(self, act: Callable[[], list[Entry]]) -> list[Entry]:
        """Begin, or carry an intent out; what cannot be saved has happened all the same."""
        before = len(self.session.entries)
        try:
            fresh = act()
        except SaveError as error:
            self.scene.unsaved(error)
            return self.session.entries[before:]
        if len(self.session.entries) > before:
            self.scene.saved()
        return fresh
