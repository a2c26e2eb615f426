"""A session: one battle being played, with all controllers that decide in it.

A session is the door for all intents. It numbers the events, tells its listeners, keeps what each
side has seen, and asks the controllers that need no person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

import attrs

from tacsim.core.agenda import Decision
from tacsim.core.events import Entry, Event, Halted, IntentRefused, Placed, Rolled, RoundStarted
from tacsim.core.intents import Decline, EndTurn, Intent
from tacsim.core.world import State
from tacsim.rules.battle import Battle
from tacsim.rules.engine import Watch, start, submit
from tacsim.session.perception import Onlookers


class Controller(Protocol):
    """Decides for the creatures of a side."""

    def choose(self, battle: Battle, decision: Decision) -> Intent | None:
        """The next intent for a decision, or None when a person has to be asked."""
        ...


@runtime_checkable
class Undeterred(Controller, Protocol):
    """A controller with another intent when one is refused; it has to run out of them."""

    def refused(self, intent: Intent) -> None:
        """Told that its last intent was refused."""
        ...


@runtime_checkable
class Hurried(Controller, Protocol):
    """A controller that may take long to choose."""

    def hurry(self) -> None:
        """Have it choose now, of what it has found so far; or the next time, soon."""
        ...


Listener = Callable[[Intent | None, list[Entry]], None]
"""Told of each accepted intent (None: the battle's beginning) and of the events it led to."""


DICE, SEEN, OTHERS, NOTHING = "dice", "seen", "others", "nothing"
"""Why an intent cannot be taken back: dice fell, something came to light, others acted since."""

Undone = Callable[[int], None]
"""Told how many events were taken back with the last intent."""


def numbered(events: Iterable[Event], first: int, round_: int) -> list[Entry]:
    """Events as entries from a number and a round on."""
    fresh: list[Entry] = []
    for number, event in enumerate(events, first):
        round_ = event.number if isinstance(event, RoundStarted) else round_
        fresh.append(Entry(number, round_, event))
    return fresh


@attrs.frozen
class Undoable:
    """An intent that may be taken back: how many events it led to, and the state before it."""

    actor: str | None
    events: int
    before: State


class Session:
    """A battle being played.

    ``controllers`` by side; a side without one belongs to a person. ``past``: how many events
    happened before this session; ``entries`` and ``intents`` are those since, ``decisions`` for
    which choices those intents were. ``undo`` says why the last intent cannot be taken back, by a
    constant above; it is empty when it can. ``watch`` is shown what follows from intents before it
    takes effect.
    """

    def __init__(
        self,
        battle: Battle,
        controllers: dict[str, Controller] | None = None,
        listeners: Iterable[Listener] = (),
        past: int = 0,
        watch: Watch | None = None,
    ) -> None:
        self.battle = battle
        self.controllers = dict(controllers or {})
        self.entries: list[Entry] = []
        self.intents: list[Intent] = []
        self.decisions: list[Decision | None] = []
        self.past = past
        self.watch = watch
        self.onlookers = Onlookers(battle)
        self.undo = NOTHING
        self._undoable: list[Undoable] = []
        self._before = NOTHING
        self._round = battle.world.clock.round
        self._listeners = list(listeners)
        self._undone: list[Undone] = []

    @property
    def decision(self) -> Decision | None:
        """Whose choice comes next."""
        return self.battle.decision

    @property
    def controller(self) -> Controller | None:
        """Who makes the next choice; None for a person, and once the battle is over."""
        decision = self.decision
        if decision is None:
            return None
        return self.controllers.get(self.battle.world[decision.actor].side)

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.battle.world.outcome.over

    @property
    def begun(self) -> bool:
        """Whether the battle has begun."""
        return self.past > 0 or bool(self.entries)

    def listen(self, listener: Listener, undone: Undone | None = None) -> None:
        """Tell a listener from now on, of what is taken back as well."""
        self._listeners.append(listener)
        if undone is not None:
            self._undone.append(undone)

    def unlisten(self, listener: Listener, undone: Undone | None = None) -> None:
        """Tell a listener no longer."""
        self._listeners.remove(listener)
        if undone is not None:
            self._undone.remove(undone)

    def begin(self) -> list[Entry]:
        """Roll initiative and come to the first decision."""
        events = start(self.battle)
        self.onlookers.follow(events)
        return self._took(None, events)

    def submit(self, intent: Intent) -> list[Entry]:
        """Carry out an intent; a refusal comes back as one event and is not kept."""
        asked = self.decision
        self.onlookers.meet()
        known = self._known(asked)
        before = self.battle.world.state
        events = submit(self.battle, intent, self.watch)
        if events and isinstance(events[0], IntentRefused):
            return [Entry(self._next, self.battle.world.clock.round, events[0])]
        self.intents.append(intent)
        self.decisions.append(asked)
        self.onlookers.follow(events)
        met = self._known(asked) != known or self._met_somebody(events)
        self.undo = self._done(asked, events, revealed=met)
        if not self.undo:
            self._undoable.append(Undoable(intent.actor, len(events), before))
        return self._took(intent, events)

    def take_back(self) -> int:
        """Undo the last intent: how many events are gone. ValueError where ``undo`` says why not.

        Nothing is lost by it: no die had been thrown, and nobody knew more for it.
        """
        if self.undo or not self._undoable:
            raise ValueError(self.undo or NOTHING)
        last = self._undoable.pop()
        self.battle.world.restore(last.before)
        del self.entries[len(self.entries) - last.events :]
        self.intents.pop()
        self.decisions.pop()
        self.onlookers.look()
        self.undo = "" if self._undoable else self._before
        for undone in self._undone:
            undone(last.events)
        return last.events

    def _done(self, asked: Decision | None, events: list[Event], *, revealed: bool) -> str:
        """Whether an intent can be taken back; if not, those before it cannot either."""
        found, actor = "", asked.actor if asked else None
        person = actor is not None and self.battle.world[actor].side not in self.controllers
        if any(isinstance(event, Rolled) for event in events):
            found = DICE
        elif revealed:
            found = SEEN
        elif not person or self.decision is None or self.decision.actor != actor:
            found = OTHERS
        if found or (self._undoable and self._undoable[-1].actor != actor):
            self._undoable.clear()
            self._before = found or NOTHING
        return found

    def _known(self, asked: Decision | None) -> tuple[object, ...]:
        """What the side that decides knows, as far as fog hides anything."""
        side = self.battle.world[asked.actor].side if asked is not None else ""
        if side not in self.onlookers.memories:
            return ()
        return self.onlookers.memories[side].remembered.sum(), self.onlookers.met[side]

    def _met_somebody(self, events: list[Event]) -> bool:
        """Whether a move was stopped in the fog, which tells of an unseen creature."""
        return self.battle.fog and any(isinstance(event, Halted | Placed) for event in events)

    @property
    def _next(self) -> int:
        return self.past + len(self.entries)

    def advance(self) -> list[Entry] | None:
        """Let the controller of the next decision choose; None when a person has to."""
        decision, controller = self.decision, self.controller
        if decision is None or controller is None:
            return None
        intent = controller.choose(self.battle, decision)
        return None if intent is None else self.conclude(decision, intent)

    def conclude(self, decision: Decision, intent: Intent | None) -> list[Entry]:
        """Carry out what the controller of a decision has chosen; None: to do nothing.

        What is refused ends its creature's turn, so a session always gets on; a controller that is
        undeterred is asked again instead.
        """
        idle = (EndTurn if decision.is_turn else Decline)(decision.actor)
        controller = self.controller
        entries = self.submit(intent or idle)
        refused = bool(entries) and isinstance(entries[0].event, IntentRefused)
        if intent is None or not refused:
            return entries
        if isinstance(controller, Undeterred):
            controller.refused(intent)
            return entries
        return [*entries, *self.submit(idle)]

    def run(self, max_rounds: int = 200) -> None:
        """Let the controllers play until the end, a person's choice, or the round limit."""
        while not self.over and self.battle.world.clock.round <= max_rounds:
            if self.advance() is None:
                return

    def _took(self, intent: Intent | None, events: list[Event]) -> list[Entry]:
        fresh = numbered(events, self._next, self._round)
        self.entries += fresh
        if fresh:
            self._round = fresh[-1].round
        for listener in self._listeners:
            listener(intent, fresh)
        return fresh
