"""Timeline: a branch of a saved battle, event by event, that can be looked at after any of them.

Events are kept as plain data in stretches, each of some entries of the branch, and read when they
are wanted. What a save does not hold (the program was killed, the format is older) follows from the
intents: it is executed under today's rules and compared with the saved digests.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from typing import overload

import attrs

from tacsim.core.apply import apply
from tacsim.core.events import Entry, Event
from tacsim.core.world import State
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.learning import learnt
from tacsim.session.perception import Gathered, Memory
from tacsim.storage.branch import Branch, Piece
from tacsim.storage.codec import plain_event, read_event
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.event_index import EventIndex
from tacsim.storage.execution import Divergence, Finding, executed, intent_of, named, otherwise
from tacsim.storage.pieces import Keyframe, PlainEvent, read_events, read_keyframe
from tacsim.storage.saved import Saved
from tacsim.storage.validation import check_goal, check_record, check_state, check_winner

STRETCH = 32
"""How many entries lie between keyframes."""

AT_HAND = 16
"""How many stretches of a save stay unpacked."""

MOST_EVENTS = 200_000
"""The most events that are recorded of a branch."""

FAR = 10_000
"""The most recorded events from one keyframe to the next."""


@attrs.frozen
class Stretch:
    """The events of entries in a row: a piece of the save, or executed where it has none."""

    first: int
    """The number of its first event."""
    source: Piece | tuple[PlainEvent, ...]


class Timeline:
    """All events of a branch, and the battle after ``position`` of them.

    ``starts``: the number of the first event of each entry; ``length``: of all events;
    ``recorded``: how many entries the save holds the events of, ``executed``: the events of each
    of the others; ``divergence``: where the rules no longer lead there, or None.

    Going anywhere costs no more than a keyframe and the events behind it. Nothing is written.
    Seen as a ``side`` it stops only at events that the side learns of; seen as None, at all.
    """

    def __init__(self, saved: Saved, branch: Branch | None = None) -> None:
        self.saved = saved
        self.branch = saved.current if branch is None else branch
        self.starts: list[int] = []
        self.length = 0
        self.divergence: Divergence | None = None
        self.executed: list[list[PlainEvent]] = []
        self._all = EventIndex()
        self._learnt: dict[str, EventIndex] = {}
        self._stretches: list[Stretch] = []
        self._open: OrderedDict[int, Sequence[PlainEvent]] = OrderedDict()
        self._creatures = frozenset(saved.ids)
        self._sides = frozenset(side.id for side in saved.scenario.sides)
        self.battle: Battle = saved.battle()
        self._fog = self.battle.fog
        self._size = self.battle.world.field.size
        self._keyframes: dict[int, Keyframe | Piece] = {}
        self._find_keyframes()
        self._read_recorded()
        self._places = sorted(self._keyframes)
        self.recorded = len(self.starts)
        self._begin()
        if self.recorded < self.branch.length:
            self._execute_rest()
            self._places = sorted(self._keyframes)
            self._begin()

    def again(self) -> Timeline:
        """The same timeline from the opening, to be gone through beside this one."""
        other = copy(self)
        other.battle = self.saved.battle()
        other._begin()
        return other

    def _begin(self, side: str | None = None) -> None:
        """Go to the opening, seeing as a side, or everything."""
        self.position, self.side = 0, side
        self.battle.fog = self._fog if side is None else True
        self.battle.world.restore(self.opening)
        self.memory = None if side is None else Memory(self.battle, side)
        """What the side that watches knows; None for one who sees everything."""
        self._adrift = False
        """Whether the state is not the one at the position, as an event could not be applied."""
        self._remembered: dict[int, Gathered] = {}
        """What the side remembers at the positions of keyframes, as far as that is known."""
        if self.memory is not None:
            self._remembered[0] = self.memory.gathered

    # --- events ------------------------------------------------------------------------------

    @overload
    def __getitem__(self, number: int) -> Entry: ...

    @overload
    def __getitem__(self, number: slice) -> list[Entry]: ...

    def __getitem__(self, number: int | slice) -> Entry | list[Entry]:
        """An event, or several, with number and round; IndexError, SaveError where it is none."""
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(self.length))]
        return Entry(number, self._all.round_at(number), self._read(number))

    def __iter__(self) -> Iterator[Entry]:
        return (self[number] for number in range(self.length))

    def plain(self, number: int) -> PlainEvent:
        """An event as plain data; IndexError."""
        if not 0 <= number < self.length:
            raise IndexError(number)
        index = bisect_right(self._stretches, number, key=lambda one: one.first) - 1
        return self._events(index)[number - self._stretches[index].first]

    def plain_entry(self, index: int) -> list[PlainEvent]:
        """The events of an entry as plain data."""
        return [self.plain(n) for n in range(self.position_of(index), self.position_of(index + 1))]

    def entry_at(self, position: int) -> int:
        """How many entries are complete at a position."""
        if position == self.length:
            return len(self.starts)
        return max(bisect_right(self.starts, position) - 1, 0)

    def position_of(self, entries: int) -> int:
        """The position after so many entries."""
        return self.starts[entries] if entries < len(self.starts) else self.length

    def _read(self, number: int) -> Event:
        try:
            event = read_event(self.plain(number))
            check_record(event, self._creatures, self._size)
            check_winner(event, self._sides)
            check_goal(event, self.saved.scenario.goals)
        except CodecError as error:
            raise SaveError(self.saved.path, str(error), _place(number)) from None
        return event

    def _events(self, index: int) -> Sequence[PlainEvent]:
        """The events of a stretch."""
        source = self._stretches[index].source
        if not isinstance(source, Piece):
            return source
        if index not in self._open:
            entries = read_events(source, self.saved.known)
            self._open[index] = [event for events in entries for event in events]
            if len(self._open) > AT_HAND:
                self._open.popitem(last=False)
        self._open.move_to_end(index)
        return self._open[index]

    @property
    def unrecorded(self) -> list[list[PlainEvent]]:
        """The events of entries that the save holds no events of behind this branch's own."""
        return self.executed[max(self.branch.recorded_to - self.recorded, 0) :]

    # --- what is recorded --------------------------------------------------------------------

    def _read_recorded(self) -> None:
        """Note what is where in the recorded events; what cannot be read is executed instead."""
        far = 0
        for piece in self.branch.recorded():
            try:
                entries = read_events(piece, self.saved.known)
            except CodecError:
                return
            count = sum(map(len, entries))
            far = count if piece.start in self._keyframes else far + count
            if far > FAR or self.length + count > MOST_EVENTS:
                return
            self._add(piece, entries)

    def _add(self, source: Piece | None, entries: Sequence[Sequence[PlainEvent]]) -> None:
        flat = tuple(event for events in entries for event in events)
        self._stretches.append(Stretch(self.length, flat if source is None else source))
        for events in entries:
            self.starts.append(self.length)
            for name, actor, fields in events:
                self._all.note(self.length, name, actor, fields)
                self.length += 1

    # --- keyframes ---------------------------------------------------------------------------

    def keyframe(self, entries: int) -> tuple[int, Keyframe]:
        """The last keyframe after at most so many entries, and after how many it is.

        Errors: SaveError for one that cannot be true.
        """
        place = self._places[bisect_right(self._places, entries) - 1]
        found = self._keyframes[place]
        if isinstance(found, Piece):
            found = self._keyframes[place] = self._read_keyframe(found)
        return place, found

    def _find_keyframes(self) -> None:
        pieces = self.branch.states()
        self.opening = self.battle.world.state
        opening = Keyframe(self.opening)
        for piece in [piece for piece in pieces if piece.end == 0][-1:]:
            opening = self._read_keyframe(piece)
            self.opening = opening.state
        self._keyframes = {0: opening, **{piece.end: piece for piece in pieces if piece.end}}

    def _read_keyframe(self, piece: Piece) -> Keyframe:
        try:
            return read_keyframe(
                piece, self.saved.known, self.opening, self._size[::-1], self._check
            )
        except CodecError as error:
            place = _("keyframe after step {step}").format(step=max(piece.end - 1, 0))
            raise SaveError(self.saved.path, str(error), place) from None

    def _check(self, state: State) -> None:
        check_state(state, self.opening, self._creatures, self._size)

    # --- what is not recorded ----------------------------------------------------------------

    def _execute_rest(self) -> None:
        """Execute the intents whose events the save lacks, as far as the rules accept them."""
        battle, branch = self.battle, self.branch
        self.seek(self.length)
        digest = StateDigest(battle.world)
        waiting: list[list[PlainEvent]] = []
        for index in range(self.recorded, branch.length):
            events = executed(battle, branch, index)
            if isinstance(events, Finding):
                self._diverge(index, events.words, waiting)
                break
            mark = branch.mark(index)
            reason = otherwise(battle, mark, events)
            if reason or digest.kept != mark.digest:
                words = reason or _("it came out otherwise than it was saved")
                self._diverge(index, words, waiting)
            waiting.append([plain_event(event) for event in events])
            if len(waiting) == STRETCH:
                self._keep(waiting)
                waiting = []
        self._keep(waiting)

    def _keep(self, entries: list[list[PlainEvent]]) -> None:
        self._add(None, entries)
        self.executed += entries
        self._keyframes[len(self.starts)] = Keyframe(self.battle.world.state)

    def _diverge(self, index: int, reason: str, waiting: list[list[PlainEvent]]) -> None:
        if self.divergence is None:
            intent = intent_of(self.branch, index)
            message = f"{named(index, intent)}: {reason}"
            number = self.length + sum(map(len, waiting))
            self.divergence = Divergence(index, intent, number, message)

    # --- where things are --------------------------------------------------------------------

    @property
    def index(self) -> EventIndex:
        """Where turns, rounds and highlights are, as far as the side watching learns of them."""
        return self.index_of(self.side)

    def index_of(self, side: str | None) -> EventIndex:
        """Where turns, rounds and highlights are that a side learns of; None: all of them.

        Worked out on first use, up to the first event that cannot be applied.
        """
        if side is None:
            return self._all
        if side not in self._learnt:
            self._learnt[side] = self._all.among(self.again()._learning(side))
        return self._learnt[side]

    def _learning(self, side: str) -> set[int]:
        """The numbers of the events that a side learns of, or that change whom it sees.

        This timeline has to be at its opening.
        """
        self.watch_as(side)
        memory, found = self.memory, set[int]()
        assert memory is not None
        happened = []
        with suppress(SaveError):
            for number in range(self.length):
                self.seek(number + 1)
                happened.append((self[number], memory.latest))
                if memory.known != memory.known_before:
                    found.add(number)
        return found.union(entry.number for entry in learnt(happened))

    @property
    def stops(self) -> Sequence[int]:
        """The positions at which something has happened that people are told."""
        return self.index.stops

    @property
    def turns(self) -> list[int]:
        """The positions at which turns begin."""
        return [turn.number + 1 for turn in self.index.turns]

    @property
    def rounds(self) -> list[int]:
        """The positions at which rounds begin."""
        return [number + 1 for number, _round in self.index.rounds]

    def learnt(self, numbers: Iterable[int]) -> Iterator[int]:
        """The numbers, among those given, of events that the side watching learns of."""
        stops = None if self.side is None else frozenset(self.stops)
        return (number for number in numbers if stops is None or number + 1 in stops)

    @property
    def entry(self) -> Entry | None:
        """The event that has just happened; None at the very beginning."""
        return self[self.position - 1] if self.position else None

    @property
    def verified(self) -> bool:
        """Whether what has happened so far is what was saved."""
        found = self.divergence
        return found is None or self.position <= found.entry

    @property
    def note(self) -> str:
        """What a viewer should be told: damage, other rules, divergence."""
        lost = self.saved.lost
        if lost and self.side is not None:
            lost = _("this save is damaged, and its end is lost")
        return "; ".join(part for part in (lost, self.doubt) if part)

    @property
    def doubt(self) -> str:
        """Why what is shown may not be what was: other rules, divergence; empty for no reason.

        Through the eyes of a side it does not say by which step.
        """
        told = []
        if self.saved.foreign_to(self.branch):
            told.append(_("the rules have changed since this battle was saved"))
        if self.divergence is not None:
            hidden = _("today's rules lead elsewhere")
            told.append(self.divergence.message if self.side is None else hidden)
        return "; ".join(told)

    # --- going there ---------------------------------------------------------------------------

    def seek(self, position: int) -> None:
        """Go to a position; IndexError outside of the battle, SaveError for an impossible event."""
        if not 0 <= position <= self.length:
            raise IndexError(position)
        adrift, self._adrift = self._adrift, True
        at = self._start(position)
        if adrift or not at <= self.position <= position:
            if self.memory is not None:  # what it remembers is gathered from where that is known
                at = max(place for place in self._remembered if place <= at)
            if adrift or not at <= self.position <= position:
                self._stand(at)
        self._advance(position)
        self._adrift = False

    def step_to(self, entries: int) -> None:
        """Go to where so many entries, the beginning being the first, have just happened."""
        self.seek(self.position_of(entries))

    def go(self, by: int = 1, places: Sequence[int] | None = None) -> Entry | None:
        """Go on to the next of some positions, the stops unless told, or to the end.

        Back to the one before, or to the beginning, for ``by`` below 0. Returns the last entry
        before the new position, None if the position stays.
        """
        found = self.stops if places is None else places
        if by > 0:
            position = next(iter(found[bisect_right(found, self.position) :]), self.length)
        else:
            position = next(iter(found[: bisect_left(found, self.position)][::-1]), 0)
        moved = position != self.position
        self.seek(position)
        return self.entry if moved else None

    def watch_as(self, side: str | None) -> None:
        """See as a side, None: everything; the position stays. KeyError for an unknown side."""
        if side is not None and side not in self._sides:
            raise KeyError(side)
        position = self.position
        self._begin(side)
        self.seek(position)

    def gathered(self, side: str) -> Gathered:
        """What a side has gathered by the position, which stays; KeyError for an unknown side."""
        before = self.side
        self.watch_as(side)
        assert self.memory is not None
        found = self.memory.gathered
        self.watch_as(before)
        return found

    def _start(self, position: int) -> int:
        """The position of the last keyframe up to one; what its sides remember is noted."""
        entries, keyframe = self.keyframe(self.entry_at(position))
        at = self.position_of(entries)
        if self.side is not None and self.side in keyframe.memories:
            self._remembered[at] = keyframe.memories[self.side]
        return at

    def _stand(self, at: int) -> None:
        """Go to the keyframe at a position."""
        self.battle.world.restore(self.keyframe(self.entry_at(at))[1].state)
        self.position = at
        if self.memory is not None:
            self.memory.recall(self._remembered[at])

    def _advance(self, position: int) -> None:
        """Apply the events up to a position; SaveError for one that cannot be applied."""
        while self.position < position:
            number = self.position
            event = self._read(number)
            try:
                apply(self.battle.world, event)
            except Exception as error:  # whatever an event stumbles over is the save's fault
                reason = _("it cannot have happened ({error})").format(error=clean(repr(error)))
                raise SaveError(self.saved.path, reason, _place(number)) from None
            self.position += 1
            if self.memory is not None:
                self.memory.take_in(Entry(number, self._all.round_at(number), event))
                entries = self.entry_at(self.position)
                if entries in self._keyframes and self.position_of(entries) == self.position:
                    self._remembered[self.position] = self.memory.gathered


def _place(number: int) -> str:
    return _("event {number}").format(number=number)
