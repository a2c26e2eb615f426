"""The game loop of the battle screen: show what happened, then ask for the next decision.

People are asked through the screen, opponents in a thread; standing answers ("always", "never") are
given at once. A decision is submitted to the session, and its events are shown one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextvars import copy_context
from threading import Thread
from time import monotonic
from typing import Protocol

import attrs
from textual.timer import Timer
from textual.worker import Worker, WorkerState, get_current_worker

from tacsim.core.agenda import Decision
from tacsim.core.events import Entry, IntentRefused
from tacsim.core.intents import Intent
from tacsim.player.acting.unasked import forget_waits, kept, standing_of
from tacsim.player.pointing.planning import Planner
from tacsim.player.seat import Seat
from tacsim.session.session import Controller, Hurried
from tacsim.storage.errors import SaveError

STEP = 0.06
"""Seconds that a step is seen."""
HIT = 0.22
"""Seconds that an attack flashes."""

ANSWERS = {"": "always", "always": "never", "never": ""}
"""The standing answers in the order of their key."""

PAUSES: dict[str, float] = {
    "stepped": STEP, "struck": HIT, "placed": STEP, "downed": HIT, "fell": HIT,
}  # fmt: skip
"""Seconds for which events are shown, by their names; others are shown at once."""


@attrs.frozen
class Pace:
    """How what happens is shown; it never changes what happens.

    ``motion``: steps and attacks are seen one by one; ``slower``: how many times as long where they
    are an opponent's, 0 for at once; ``rest``: seconds after each act of an opponent; ``stops``:
    the player is waited for instead.
    """

    motion: bool = True
    slower: float = 1.0
    rest: float = 0.0
    stops: bool = False


PACES: dict[str, Pace] = {
    "instant": Pace(slower=0.0), "quick": Pace(slower=0.5), "normal": Pace(),
    "slow": Pace(slower=3.0, rest=1.0),
}  # fmt: skip
"""The paces of opponents, by the names of the option."""


GLANCE = 0.2
"""Seconds between two looks whether an opponent is still waited for."""


def unawaited(work: Callable[[], Intent | None]) -> Intent | None:
    """What work comes to, in a thread of its own, which keeps nobody from leaving: it may hang.

    None once the worker of Textual's that asks for it is cancelled.
    """
    asking, found = get_current_worker(), Future[Intent | None]()

    def carry_out() -> None:
        try:
            found.set_result(work())
        except BaseException as error:  # it is raised where the work was asked for
            found.set_exception(error)

    Thread(target=copy_context().run, args=(carry_out,), daemon=True).start()
    while not asking.is_cancelled:
        if wait([found], GLANCE).done:
            return found.result()
    return None


class LoopScreen(Protocol):
    """What the game loop asks of the screen."""

    def happened(self, entries: list[Entry]) -> None:
        """Events came about and are about to be shown."""

    def shown(self, entry: Entry, *, in_motion: bool) -> None:
        """An event has been applied to the battle shown."""

    def asked(self, decision: Decision) -> None:
        """A person has to decide."""

    def unasked(self, decision: Decision) -> Intent | None:
        """What a person's creature answers without being asked; None where it is asked."""
        ...

    def awaits(self, decision: Decision) -> None:
        """An opponent has begun to think."""

    def held(self) -> None:
        """The opponents wait until the player lets them go on."""

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


class GameLoop:
    """Drives one session, at a ``pace``.

    ``standing`` holds answers given once and for all: "always" or "never" by :func:`standing_of`.
    """

    def __init__(self, screen: LoopScreen, seat: Seat) -> None:
        self.screen = screen
        self.seat = seat
        self.session = seat.game.session
        self.playback = seat.playback
        self.pace = Pace()
        self.restless = 0.0
        """When a key was last pressed while no decision was asked for, on the monotonic clock."""
        self.standing: dict[str, str] = {}
        self.thinking: Worker[Intent | None] | None = None
        self.paused = False
        self.closed = False
        """Whether the battle has been left: what comes now would be saved nowhere."""
        self._timer: Timer | None = None
        self._asked: Decision | None = None
        self._hurries = False
        """Whether all is shown at once until a person has a turn."""
        self._theirs = False
        """Whether what is being shown is what an opponent does."""
        self._since: int | None = None
        """The number of the first event of what opponents did and was not rested after yet."""

    @property
    def settled(self) -> bool:
        """Whether everything is shown and a person is being asked."""
        return self._asked is not None

    @property
    def asked(self) -> Decision | None:
        """What a person is being asked."""
        return self._asked

    @property
    def thinks(self) -> bool:
        """Whether an opponent thinks that may take long, or is about to."""
        waits = self.paused or self.closed or self.settled or self.playback.busy
        return not waits and isinstance(self.session.controller, Hurried)

    @property
    def planner(self) -> Planner | None:
        """The planner of the creature whose turn it is; None while no person may act.

        To ask for it is to be about to act: what is still waiting to be shown is shown at once.
        """
        if not self.settled:
            self.restless = monotonic()
        self.skip()
        return self.seat.selection.planner if self.settled else None

    @property
    def moment(self) -> tuple[Decision | None, int]:
        """The decision asked for, and the number of intents before it."""
        return self._asked, len(self.session.intents)

    def begin(self) -> None:
        """Start the battle, or take a resumed one up where it stands."""
        if not self.session.begun:
            self._take(self._put(self.session.begin))
        self.go_on()

    def submit(self, intent: Intent) -> bool:
        """Submit an intent; whether it was accepted."""
        if self.closed:
            return False
        asked, self._asked = self.session.decision, None
        entries = self._put(lambda: self.session.submit(intent))
        first = entries[0].event if entries else None
        if isinstance(first, IntentRefused):
            self._asked = self.session.decision
            self.screen.refused(first)
            return False
        self._take(entries, theirs=asked is not None and not asked.is_turn)
        self.go_on()
        return True

    def take_back(self) -> list[Entry]:
        """Undo the last intent of the player asked; returns the events undone, if any."""
        session = self.session
        if self._asked is None or session.undo:
            return []
        before, self._asked = list(session.entries), None
        while not session.undo:
            self._undo()
            decision = session.decision
            if decision is None or standing_of(decision) not in self.standing:
                break  # a decision with a standing answer is undone as well
        self.playback.go_back(session.battle)
        return before[len(session.entries) :]

    def _undo(self) -> None:
        try:
            self.session.take_back()
        except SaveError as error:
            self.screen.unsaved(error)
        else:
            self.screen.saved()

    def skip(self) -> None:
        """Show at once what is still waiting to be shown."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            while self.playback.busy:
                self.screen.shown(self.playback.show_next(), in_motion=False)
            self.go_on()

    def hurry(self) -> None:
        """Show at once what happens until a person has a turn; questions are still asked.

        Whoever thinks until then decides by what it has found so far.
        """
        if self.settled:
            return
        self._hurries, self.paused = True, False
        controller = self.session.controller
        if self.thinking is not None and isinstance(controller, Hurried):
            controller.hurry()
        if self._timer is not None:
            self.skip()
        elif self.thinking is None:
            self.go_on()

    def pause(self) -> None:
        """Hold the opponents back, or let them go on."""
        self.paused = not self.paused
        if not self.paused and self._timer is None and self.thinking is None:
            self.go_on()

    def change_answer(self, creature: str) -> str:
        """Take all of a creature's opportunities unasked, or none; then ask again.

        Returns what holds now: "always", "never", "" for asking, or "again" where other questions
        had been answered for good and are asked again.
        """
        others = [key for key in self.standing if key.startswith(f"{creature} ")]
        if others:
            for key in others:
                del self.standing[key]
            return "again"
        answer = ANSWERS[self.standing.pop(creature, "")]
        if answer:
            self.standing[creature] = answer
        return answer

    def close(self) -> None:
        """Stop: nothing more is shown or submitted."""
        self.closed, self._asked = True, None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def go_on(self) -> None:
        """Show the events that wait; then ask for the next decision."""
        if self.closed:
            return
        while self.playback.busy:
            entry = self.playback.show_next()
            pause = self._seconds(entry)
            seen = pause > 0 and self.screen.notices()
            self.screen.shown(entry, in_motion=seen)
            if seen:
                self._timer = self.screen.later(pause, self._tick)
                return
        self._decide()

    def _seconds(self, entry: Entry) -> float:
        """How long an event is looked at."""
        if self._hurries or not self.pace.motion:
            return 0.0
        times = self.pace.slower if self._theirs else 1.0
        return PAUSES.get(entry.event.NAME, 0.0) * times

    def _rests(self) -> bool:
        """Whether what an opponent did is looked at for a while before the next one acts.

        What the player cannot read of is not waited for, as that would tell.
        """
        since, self._since = self._since, None
        if since is None or self._hurries or not self.seat.done_since(since):
            return False
        if self.pace.stops:
            self.paused = True
            self.screen.held()
        elif self.pace.rest:
            self._timer = self.screen.later(self.pace.rest, self._tick)
        return self.pace.stops or self.pace.rest > 0

    def _tick(self) -> None:
        self._timer = None
        self.go_on()

    def _take(self, entries: list[Entry], *, theirs: bool = False) -> None:
        self._theirs = theirs
        if theirs and entries and self._since is None:
            self._since = entries[0].number
        self.playback.take(entries)
        self.screen.happened(entries)

    # --- whose choice -------------------------------------------------------------------------

    def _decide(self) -> None:
        decision = self.session.decision
        if decision is None:
            self.screen.ended()
            return
        controller = self.session.controller
        if controller is not None:
            if not self._rests():
                self._consult(controller, decision)
            return
        answer = self._given(decision)
        if answer is None or not self.submit(answer):
            self._hurries = self._hurries and not decision.is_turn
            self._asked, self._since = decision, None
            self.screen.asked(decision)

    def _given(self, decision: Decision) -> Intent | None:
        """The answer that was given beforehand, or that goes without asking."""
        if decision.is_turn:
            forget_waits(self.standing, decision.actor)
            return None
        battle = self.session.battle
        side = battle.world[decision.actor].side
        known = self.playback.memories[side].known if battle.fog else None
        answer = kept(battle, decision, self.standing, known)
        return self.screen.unasked(decision) if answer is None else answer

    def _consult(self, controller: Controller, decision: Decision) -> None:
        if self.paused or self.thinking is not None:
            return
        battle = self.session.battle
        if self._hurries and isinstance(controller, Hurried):
            controller.hurry()
        self.thinking = self.screen.think(lambda: controller.choose(battle, decision))
        self.screen.awaits(decision)

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
            self.screen.failed(decision, worker.error)
        intent = worker.result if state is WorkerState.SUCCESS else None
        entries = self._put(lambda: self.session.conclude(decision, intent))
        kept = [entry for entry in entries if not isinstance(entry.event, IntentRefused)]
        self._take(kept, theirs=True)
        self.go_on()

    def _put(self, act: Callable[[], list[Entry]]) -> list[Entry]:
        """Begin, or carry an intent out; what cannot be saved has happened all the same."""
        before = len(self.session.entries)
        try:
            fresh = act()
        except SaveError as error:
            self.screen.unsaved(error)
            return self.session.entries[before:]
        if len(self.session.entries) > before:
            self.screen.saved()
        return fresh
