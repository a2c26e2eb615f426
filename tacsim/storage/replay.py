"""Replay: a saved battle executed once more, and shown forwards and backwards."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any

import attrs

from tacsim.i18n import _
from tacsim.model.events import (
    Downed,
    Event,
    IntentRefused,
    RoundStarted,
    Struck,
    Took,
    TurnStarted,
)
from tacsim.model.intents import NAMES, Intent
from tacsim.model.world import Change
from tacsim.play.session import Entry, numbered
from tacsim.rules.apply import apply
from tacsim.rules.battle import Battle
from tacsim.rules.resolve import start, submit
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import clean
from tacsim.storage.saved import Saved


@attrs.frozen
class Divergence:
    """Where a battle executed once more ceases to be the one that was saved.

    ``step``: the number of the intent from 1, 0 for the beginning; ``entry``: how many events came
    before it; ``message`` says it in a sentence.
    """

    step: int
    intent: Intent | None
    entry: int
    message: str


@attrs.frozen
class Highlight:
    """An event worth a mark: ``down``, ``critical`` or ``opportunity``, by its entry's number."""

    number: int
    kind: str


class Replay:
    """A saved battle, executed once more.

    ``entries``: every event with its number and round; ``starts``: the number of the first entry of
    the beginning and of each intent; ``digest``: of the state at the end; ``divergence``: the first
    step that did not come out as it was saved, or None. Where the rules refuse an intent, the
    replay ends before it.
    """

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.entries: list[Entry] = []
        self.starts: list[int] = []
        self.divergence: Divergence | None = None
        battle = saved.battle()
        digest = StateDigest(battle.world)
        self.digest = digest.value
        intents = [None, *(step.intent for step in saved.steps)] if saved.begun else []
        marks = [saved.begun, *(step.mark for step in saved.steps)]
        for index, (intent, mark) in enumerate(zip(intents, marks, strict=False)):
            events = carry_out(battle, intent)
            if isinstance(events, str):
                self._diverge(index, intent, len(self.entries), events)
                break
            self.starts.append(len(self.entries))
            self.entries += numbered(events, self.entries)
            self.digest = digest.value
            if mark is not None and digest.kept != mark.digest:
                words = _("it came out otherwise than it was saved")
                self._diverge(index, intent, self.starts[-1], words)

    @property
    def verified(self) -> bool:
        """Whether every intent came out exactly as it was saved."""
        return self.divergence is None

    @property
    def intents(self) -> int:
        """How many intents were carried out."""
        return max(len(self.starts) - 1, 0)

    @property
    def note(self) -> str:
        """What a viewer should be told about this replay: damage, other rules, divergence."""
        told = [self.saved.lost]
        if self.saved.foreign:
            told.append(_("the rules have changed since this battle was saved"))
        if self.divergence is not None:
            told.append(self.divergence.message)
        return "; ".join(part for part in told if part)

    def _diverge(self, step: int, intent: Intent | None, entry: int, reason: str) -> None:
        if self.divergence is None:
            message = f"{named(step, intent)}: {reason}"
            self.divergence = Divergence(step, intent, entry, message)


def carry_out(battle: Battle, intent: Intent | None) -> list[Event] | str:
    """The events of a saved intent (None: the beginning), or why it cannot be carried out."""
    try:
        events = start(battle) if intent is None else submit(battle, intent)
    except Exception as error:  # whatever a save makes the rules stumble over is the save's fault
        return _("it cannot be carried out ({error})").format(error=clean(repr(error)))
    if events and isinstance(events[0], IntentRefused):
        words = _("it is refused ({reason}, {clause})")
        return words.format(reason=events[0].reason, clause=events[0].clause)
    return events


def named(step: int, intent: Intent | None) -> str:
    """A step in words.

    >>> from tacsim.model.intents import Stand
    >>> named(3, Stand("ogre"))
    'step 3 (stand of ogre)'
    """
    if intent is None:
        return _("the beginning")
    words = _("step {step} ({intent} of {actor})")
    return words.format(step=step, intent=NAMES[type(intent)], actor=intent.actor or "-")


class Timeline:
    """A battle that can be looked at after any of its events.

    ``battle`` is the state at ``position``, the number of events that have happened; it runs from
    0 to ``length``. Going back puts the old components back, so it costs no more than going
    forward. ``stops`` are the positions at which something has happened that people are told.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.battle = replay.saved.battle()
        self.position = 0
        entries = replay.entries
        self.stops = [
            0,
            *(entry.number + 1 for entry in entries if entry.event.PUBLIC),
        ]
        self.turns = [e.number + 1 for e in entries if isinstance(e.event, TurnStarted)]
        self.rounds = [e.number + 1 for e in entries if isinstance(e.event, RoundStarted)]
        self.marks = _highlights(entries)
        self._changes: list[list[Change]] = []
        self._recording = False
        self.battle.world.listeners.append(self._note)

    @property
    def length(self) -> int:
        """How many events there are."""
        return len(self.replay.entries)

    @property
    def events(self) -> list[Entry]:
        """Every event with its number and round."""
        return self.replay.entries

    @property
    def entry(self) -> Entry | None:
        """The event that has just happened; None at the very beginning."""
        return self.replay.entries[self.position - 1] if self.position else None

    @property
    def verified(self) -> bool:
        """Whether what has happened so far came out as it was saved."""
        found = self.replay.divergence
        return found is None or self.position <= found.entry

    def seek(self, position: int) -> None:
        """Go to a position; IndexError outside of the battle."""
        if not 0 <= position <= self.length:
            raise IndexError(position)
        while self.position < position:
            self._apply_next()
        while self.position > position:
            self._undo_last()

    def forward(self) -> Entry | None:
        """Go on to the next stop; the entry that happened, or None at the end."""
        return self._to(self._after(self.stops))

    def back(self) -> Entry | None:
        """Go back to the stop before; the entry that is now the last, or None."""
        return self._to(self._before(self.stops))

    def next_turn(self) -> Entry | None:
        """Go on to the beginning of the next turn, or to the end."""
        return self._to(self._after(self.turns))

    def previous_turn(self) -> Entry | None:
        """Go back to the beginning of this turn, or of the one before when there already."""
        return self._to(self._before(self.turns))

    def next_round(self) -> Entry | None:
        """Go on to the beginning of the next round, or to the end."""
        return self._to(self._after(self.rounds))

    def previous_round(self) -> Entry | None:
        """Go back to the beginning of this round, or of the one before when there already."""
        return self._to(self._before(self.rounds))

    def _after(self, places: list[int]) -> int:
        index = bisect_right(places, self.position)
        return places[index] if index < len(places) else self.length

    def _before(self, places: list[int]) -> int:
        index = bisect_left(places, self.position)
        return places[index - 1] if index else 0

    def _to(self, position: int) -> Entry | None:
        moved = position != self.position
        self.seek(position)
        return self.entry if moved else None

    def _apply_next(self) -> None:
        index = self.position
        if index < len(self._changes):
            for creature, _kind, _old, new in self._changes[index]:
                self.battle.world.put(creature, new)
        else:
            self._changes.append([])
            self._recording = True
            apply(self.battle.world, self.replay.entries[index].event)
            self._recording = False
        self.position += 1

    def _undo_last(self) -> None:
        self.position -= 1
        for creature, kind, old, _new in reversed(self._changes[self.position]):
            self._put_back(creature, kind, old)

    def _put_back(self, creature: str | None, kind: type[Any], old: Any) -> None:
        """Undo one change; what was not there before is taken away."""
        world = self.battle.world
        if old is not None:
            world.put(creature, old)
            return
        entity = world.registry[None] if creature is None else world[creature].entity
        gone = entity.components.pop(kind)
        world.stamps[kind] += 1
        for listener in world.listeners:
            listener((creature, kind, gone, None))

    def _note(self, change: Change) -> None:
        if self._recording:
            self._changes[-1].append(change)


def _highlights(entries: list[Entry]) -> list[Highlight]:
    found = []
    for entry in entries:
        event = entry.event
        if isinstance(event, Downed):
            found.append(Highlight(entry.number, "down"))
        elif isinstance(event, Struck) and event.outcome == "critical":
            found.append(Highlight(entry.number, "critical"))
        elif isinstance(event, Took):
            found.append(Highlight(entry.number, "opportunity"))
    return found
