"""A session: one battle being played, with everybody who decides in it.

A session is the door for all intents. It numbers the events, tells its listeners, keeps what each
side has seen, and asks the controllers that need no person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

import attrs

from tacsim.model.agenda import Decision
from tacsim.model.events import Event, IntentRefused, RoundStarted
from tacsim.model.intents import Decline, EndTurn, Intent
from tacsim.play.fog import Memory
from tacsim.rules.battle import Battle
from tacsim.rules.resolve import start, submit


class Controller(Protocol):
    """Decides for the creatures of a side."""

    def choose(self, battle: Battle, decision: Decision) -> Intent | None:
        """The next intent for a decision, or None when a person has to be asked."""
        ...


@runtime_checkable
class Undeterred(Protocol):
    """A controller that has another wish when one is refused, and runs out of them some day."""

    def choose(self, battle: Battle, decision: Decision) -> Intent | None:
        """The next intent for a decision, or None when a person has to be asked."""
        ...

    def refused(self, intent: Intent) -> None:
        """Told that its last wish was refused."""
        ...


@attrs.frozen
class Entry:
    """An event of a session with its number and the round that it belongs to."""

    number: int
    round: int
    event: Event


Listener = Callable[[Intent | None, list[Entry]], None]
"""Told of each accepted intent (None: the battle's beginning) and of the events it led to."""


def numbered(events: Iterable[Event], before: list[Entry]) -> list[Entry]:
    """Events as the entries that follow those before them."""
    round_ = before[-1].round if before else 0
    fresh: list[Entry] = []
    for number, event in enumerate(events, len(before)):
        round_ = event.number if isinstance(event, RoundStarted) else round_
        fresh.append(Entry(number, round_, event))
    return fresh


class Session:
    """A battle being played.

    ``controllers`` by side; a side without one belongs to a person.
    """

    def __init__(
        self,
        battle: Battle,
        controllers: dict[str, Controller] | None = None,
        listeners: Iterable[Listener] = (),
    ) -> None:
        self.battle = battle
        self.controllers = dict(controllers or {})
        self.entries: list[Entry] = []
        self.intents: list[Intent] = []
        self.memories = {side.id: Memory(battle, side.id) for side in battle.world.sides.items}
        self._listeners = list(listeners)

    @property
    def decision(self) -> Decision | None:
        """Whose choice comes next."""
        return self.battle.decision

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.battle.world.outcome.over

    def listen(self, listener: Listener) -> None:
        """Tell a listener from now on."""
        self._listeners.append(listener)

    def unlisten(self, listener: Listener) -> None:
        """Tell a listener no longer."""
        self._listeners.remove(listener)

    def begin(self) -> list[Entry]:
        """Roll initiative and come to the first decision."""
        return self._took(None, start(self.battle))

    def submit(self, intent: Intent) -> list[Entry]:
        """Carry out an intent; a refusal comes back as one event and is not kept."""
        events = submit(self.battle, intent)
        if events and isinstance(events[0], IntentRefused):
            number = len(self.entries)
            return [Entry(number, self.battle.world.clock.round, events[0])]
        self.intents.append(intent)
        return self._took(intent, events)

    def advance(self) -> list[Entry] | None:
        """Let the controller of the next decision choose; None when a person has to.

        A controller's illegal wish ends its creature's turn, so a session always gets on; one that
        is undeterred is asked again instead.
        """
        decision = self.decision
        if decision is None:
            return None
        controller = self.controllers.get(self.battle.world[decision.actor].side)
        if controller is None:
            return None
        intent = controller.choose(self.battle, decision)
        if intent is None:
            return None
        entries = self.submit(intent)
        if entries and isinstance(entries[0].event, IntentRefused):
            if isinstance(controller, Undeterred):
                controller.refused(intent)
                return entries
            fallback = EndTurn if decision.is_turn else Decline
            return [*entries, *self.submit(fallback(decision.actor))]
        return entries

    def run(self, max_rounds: int = 200) -> None:
        """Let the controllers play until the end, a person's choice, or the round limit."""
        while not self.over and self.battle.world.clock.round <= max_rounds:
            if self.advance() is None:
                return

    def _took(self, intent: Intent | None, events: list[Event]) -> list[Entry]:
        fresh = numbered(events, self.entries)
        self.entries += fresh
        for memory in self.memories.values():
            memory.update()
        for listener in self._listeners:
            listener(intent, fresh)
        return fresh
