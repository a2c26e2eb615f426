"""History: everything that happened on a branch, read from the save or executed once more.

Events are kept as plain data in stretches, each of some entries of the branch, and read when they
are wanted. What a save does not hold (the program was killed, the format is older) follows from the
intents: it is executed under today's rules and compared with the saved digests.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, overload

import attrs
import numpy as np

from tacsim.core.apply import apply
from tacsim.core.events import EVENTS, Entry, Event, IntentRefused, Rolled
from tacsim.core.intents import NAMES, Intent
from tacsim.core.terrain import Grid
from tacsim.core.world import State, World
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start, submit
from tacsim.storage.branch import Branch, Piece
from tacsim.storage.codec import completed, plain_event, read_component, recorded_event
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.event_index import EventIndex
from tacsim.storage.payloads import Mark, unpack
from tacsim.storage.saved import Saved
from tacsim.storage.validation import check_record, check_state, check_winner

PlainEvent = list[Any]
"""An event as plain data: name, creature, fields."""

STRETCH = 32
"""How many entries lie between keyframes."""

AT_HAND = 16
"""How many stretches of a save stay unpacked."""

MOST_EVENTS = 200_000
"""The most events that are recorded of a branch."""

FAR = 10_000
"""The most recorded events from one keyframe to the next."""


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
class Keyframe:
    """The state of a battle after some entries, and what sides remember of the ground."""

    state: State
    memories: Mapping[str, Grid]


@attrs.frozen
class Stretch:
    """The events of entries in a row: a piece of the save, or made up for want of one."""

    first: int
    """The number of its first event."""
    source: Piece | tuple[PlainEvent, ...]


class History:
    """All events of a branch.

    ``starts``: the number of the first event of each entry; ``length``: of all events;
    ``recorded``: how many entries the save holds the events of; ``divergence``: where what it does
    not hold can no longer be made up, or None; ``marks``: what is where.
    """

    def __init__(self, saved: Saved, branch: Branch | None = None) -> None:
        self.saved = saved
        self.branch = saved.current if branch is None else branch
        self.starts: list[int] = []
        self.length = 0
        self.divergence: Divergence | None = None
        self.marks = EventIndex()
        self.executed: list[list[PlainEvent]] = []
        """The events of each entry that the save does not hold."""
        self._stretches: list[Stretch] = []
        self._open: OrderedDict[int, Sequence[PlainEvent]] = OrderedDict()
        self._creatures = frozenset(one.id for one in saved.scenario.creatures)
        self._sides = frozenset(side.id for side in saved.scenario.sides)
        battle = saved.battle()
        self.creatures = battle.world.ids
        self._size = battle.world.field.size
        self.opening: State = battle.world.state
        self._keyframes: dict[int, Keyframe | Piece] = {}
        self._find_keyframes()
        self._read_recorded()
        self.recorded = len(self.starts)
        if self.recorded < self.branch.length:
            self._execute_rest(battle)
        self._places = sorted(self._keyframes)

    # --- events ------------------------------------------------------------------------------

    @overload
    def __getitem__(self, number: int) -> Entry: ...

    @overload
    def __getitem__(self, number: slice) -> list[Entry]: ...

    def __getitem__(self, number: int | slice) -> Entry | list[Entry]:
        """An event, or several, with number and round; IndexError, SaveError where it is none."""
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(self.length))]
        event = self._read(self.plain(number), number)
        return Entry(number, self.marks.round_at(number), event)

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Entry]:
        return (self[number] for number in range(self.length))

    def plain(self, number: int) -> PlainEvent:
        """An event as plain data; IndexError."""
        if not 0 <= number < self.length:
            raise IndexError(number)
        index = bisect_right(self._stretches, number, key=lambda one: one.first) - 1
        return self._events(index)[number - self._stretches[index].first]

    def entry_at(self, position: int) -> int:
        """How many entries are complete at a position."""
        if position == self.length:
            return len(self.starts)
        return max(bisect_right(self.starts, position) - 1, 0)

    def position_of(self, entries: int) -> int:
        """The position after so many entries."""
        return self.starts[entries] if entries < len(self.starts) else self.length

    # --- states ------------------------------------------------------------------------------

    def keyframe(self, entries: int) -> tuple[int, Keyframe]:
        """The last keyframe after at most so many entries, and after how many it is.

        Errors: SaveError for one that cannot be true.
        """
        place = self._places[bisect_right(self._places, entries) - 1]
        found = self._keyframes[place]
        if isinstance(found, Piece):
            found = self._keyframes[place] = self._read_keyframe(found)
        return place, found

    def keyframe_positions(self, first: int, end: int) -> list[int]:
        """The positions of keyframes after one position, up to another."""
        positions = map(self.position_of, self._places)
        return [position for position in positions if first < position <= end]

    def advance(self, world: World, first: int, end: int) -> None:
        """Bring a world from one position to a later one; SaveError where that cannot be."""
        for number in range(first, end):
            event = self._read(self.plain(number), number)
            try:
                apply(world, event)
            except Exception as error:  # whatever an event stumbles over is the save's fault
                reason = _("it cannot have happened ({error})").format(error=clean(repr(error)))
                raise SaveError(self.saved.path, reason, _place(number)) from None

    def _find_keyframes(self) -> None:
        pieces = self.branch.states()
        opening = Keyframe(self.opening, {})
        for piece in [piece for piece in pieces if piece.end == 0][-1:]:
            opening = self._read_keyframe(piece)
            self.opening = opening.state
        self._keyframes = {0: opening, **{piece.end: piece for piece in pieces if piece.end}}

    def _read_keyframe(self, piece: Piece) -> Keyframe:
        try:
            _kind, plain = unpack(piece.payload, self.saved.known)
            if not isinstance(plain, list) or len(plain) != 3 or not isinstance(plain[1], list):
                raise CodecError("it holds no state")
            state = dict(self.opening)
            for one in plain[1]:
                creature, component = read_component(one)
                kind = type(component)
                state[kind] = {**state.get(kind, {}), creature: component}
            check_state(state, self.opening, self._creatures, self._size)
            return Keyframe(state, _memories(plain[2], self._size[::-1]))
        except CodecError as error:
            place = _("keyframe after step {step}").format(step=max(piece.end - 1, 0))
            raise SaveError(self.saved.path, str(error), place) from None

    # --- what is recorded --------------------------------------------------------------------

    def _read_recorded(self) -> None:
        """Note what is where in the recorded events; what cannot be read is executed instead."""
        far = 0
        for piece in self.branch.recorded():
            try:
                entries = self._unpacked(piece)
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
                self.marks.note(self.length, name, actor, fields)
                self.length += 1

    def _unpacked(self, piece: Piece) -> list[list[PlainEvent]]:
        """The events of a piece, entry by entry; CodecError."""
        _kind, plain = unpack(piece.payload, self.saved.known)
        if not isinstance(plain, list) or len(plain) < piece.end - piece.start:
            raise CodecError("it tells too little")
        found = plain[: piece.end - piece.start]
        if not all(isinstance(events, list) and all(map(_is_event, events)) for events in found):
            raise CodecError("it tells of no events")
        return [list(map(completed, events)) for events in found]

    def _events(self, index: int) -> Sequence[PlainEvent]:
        """The events of a stretch."""
        source = self._stretches[index].source
        if not isinstance(source, Piece):
            return source
        if index not in self._open:
            self._open[index] = [event for events in self._unpacked(source) for event in events]
            if len(self._open) > AT_HAND:
                self._open.popitem(last=False)
        self._open.move_to_end(index)
        return self._open[index]

    def _read(self, plain: PlainEvent, number: int) -> Event:
        try:
            event = recorded_event(plain)
            check_record(event, self._creatures, self._size)
            check_winner(event, self._sides)
        except CodecError as error:
            raise SaveError(self.saved.path, str(error), _place(number)) from None
        return event

    # --- what is not -------------------------------------------------------------------------

    def _execute_rest(self, battle: Battle) -> None:
        """Make up what the save does not hold, as far as the rules accept the intents."""
        branch, world = self.branch, battle.world
        self._places = sorted(self._keyframes)
        place, keyframe = self.keyframe(self.recorded)
        world.restore(keyframe.state)
        self.advance(world, self.position_of(place), self.length)
        digest = StateDigest(world)
        waiting: list[list[PlainEvent]] = []
        for index in range(self.recorded, branch.length):
            events = executed(battle, branch, index)
            if isinstance(events, Failure):
                self._diverge(index, events.reason, sum(map(len, waiting)))
                break
            waiting.append([plain_event(event) for event in events])
            mark = branch.mark(index)
            reason = otherwise(battle, mark, events)
            if reason or digest.kept != mark.digest:
                words = reason or _("it came out otherwise than it was saved")
                self._diverge(index, words, sum(map(len, waiting[:-1])))
            if len(waiting) == STRETCH:
                self._keep(waiting, world)
                waiting = []
        self._keep(waiting, world)

    def _keep(self, entries: list[list[PlainEvent]], world: World) -> None:
        self._add(None, entries)
        self.executed += entries
        self._keyframes[len(self.starts)] = Keyframe(world.state, {})

    def _diverge(self, index: int, reason: str, waiting: int) -> None:
        if self.divergence is None:
            intent = intent_of(self.branch, index)
            message = f"{named(index, intent)}: {reason}"
            self.divergence = Divergence(index, intent, self.length + waiting, message)


@attrs.frozen
class Failure:
    """Why an intent cannot be carried out, in words, and the clause that forbids it."""

    reason: str
    clause: str = ""


def executed(battle: Battle, branch: Branch, index: int) -> list[Event] | Failure:
    """The events of an entry under today's rules, or why it cannot be carried out."""
    try:
        intent = branch.intent(index)
    except CodecError as error:
        return Failure(unreadable(error))
    try:
        events = start(battle) if intent is None else submit(battle, intent)
    except Exception as error:  # whatever a save makes the rules stumble over is the save's fault
        words = _("it cannot be carried out ({error})")
        return Failure(words.format(error=clean(repr(error))))
    if events and isinstance(events[0], IntentRefused):
        return Failure(refused(events[0]), events[0].clause)
    return events


def otherwise(battle: Battle, mark: Mark, events: Iterable[Event]) -> str:
    """What a save says otherwise of a battle after an entry, in words: dice, round, whose choice.

    Empty where it agrees. ``events``: those of the entry.
    """
    world, decision = battle.world, battle.decision
    faces = tuple(face for event in events if isinstance(event, Rolled) for face in event.dice)
    turn = decision.actor if decision is not None else None
    for what, then, now in (
        (_("the dice that fell"), faces if mark.faces is None else mark.faces, faces),
        (_("the number of dice thrown so far"), mark.dice, world.dice.position),
        (_("the round"), mark.round, world.clock.round),
        (_("the creature that decides next"), mark.turn, turn),
    ):
        if then != now:
            words = _("{what}: {then} when it was saved, {now} now")
            return words.format(what=what, then=clean(str(then)), now=clean(str(now)))
    return ""


def named(step: int, intent: Intent | None) -> str:
    """A step in words.

    >>> from tacsim.core.intents import Stand
    >>> named(3, Stand("ogre"))
    'step 3 (stand of ogre)'
    """
    if step == 0:
        return _("the beginning")
    if intent is None:
        return _("step {step}").format(step=step)
    words = _("step {step} ({intent} of {actor})")
    return words.format(step=step, intent=NAMES[type(intent)], actor=clean(intent.actor or "-"))


def intent_of(branch: Branch, index: int) -> Intent | None:
    """The intent of an entry; None for the beginning, and for what is none."""
    try:
        return branch.intent(index)
    except CodecError:
        return None


def read_step(saved: Saved, branch: Branch, index: int) -> Intent | None:
    """The intent of an entry; SaveError for what is none."""
    try:
        return branch.intent(index)
    except CodecError as error:
        raise SaveError(saved.path, unreadable(error), named(index, None)) from None


def unreadable(error: CodecError) -> str:
    """Why an intent cannot be read, in words."""
    return _("it cannot be read ({error})").format(error=error)


def refused(event: IntentRefused) -> str:
    """Why an intent was refused, in words."""
    words = _("it is refused ({reason}, {clause})")
    return words.format(reason=event.reason, clause=event.clause)


def _is_event(plain: Any) -> bool:
    if not isinstance(plain, list) or len(plain) != 3:
        return False
    name, actor, fields = plain
    return (
        isinstance(name, str)
        and name in EVENTS
        and isinstance(actor, str | None)
        and isinstance(fields, dict)
    )


def _memories(plain: Any, shape: tuple[int, ...]) -> dict[str, Grid]:
    """What sides remember, from packed bits; CodecError."""
    count = int(np.prod(shape))
    if not isinstance(plain, dict) or not all(
        isinstance(side, str) and isinstance(bits, bytes) and len(bits) == (count + 7) // 8
        for side, bits in plain.items()
    ):
        raise CodecError("it remembers no ground")
    return {
        side: np.unpackbits(np.frombuffer(bits, np.uint8), count=count).astype(bool).reshape(shape)
        for side, bits in plain.items()
    }


def _place(number: int) -> str:
    return _("event {number}").format(number=number)
