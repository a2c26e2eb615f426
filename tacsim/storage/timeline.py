"""Timeline: a saved battle that can be looked at after any of its events."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

import numpy as np

from tacsim.core.events import Entry
from tacsim.core.terrain import Grid
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory, told
from tacsim.storage.branch import Branch
from tacsim.storage.errors import SaveError
from tacsim.storage.event_index import EventIndex, Highlight
from tacsim.storage.history import History
from tacsim.storage.saved import Saved


class Timeline:
    """A branch of a saved battle, at some position.

    ``battle`` is the state at ``position``, the number of events that have happened; it runs from
    0 to ``length``. Going anywhere costs no more than a keyframe and the events behind it. Nothing
    is written. Through the eyes of a side only that is there to go to which the side learns of.
    ``history``: that of the branch, where it has been read already.
    """

    def __init__(
        self, saved: Saved, branch: Branch | None = None, history: History | None = None
    ) -> None:
        self.saved = saved
        self.history = History(saved, branch) if history is None else history
        self.branch = self.history.branch
        self.battle: Battle = saved.battle()
        self.position = 0
        self.side: str | None = None
        """The side through whose eyes the battle is watched; None sees everything."""
        self._fog = self.battle.fog
        self._memory: Memory | None = None
        self._remembered: dict[int, Grid] = {}
        self._adrift = False
        """Whether the state is no longer that at the position, since an event made no sense."""
        self._learnt: dict[str, EventIndex] = {}
        self.battle.world.restore(self.history.opening)

    # --- what there is -------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many events there are."""
        return self.history.length

    @property
    def index(self) -> EventIndex:
        """Where things are, as far as whoever watches learns of them."""
        return self.index_of(self.side)

    def index_of(self, side: str | None) -> EventIndex:
        """Where things are, as far as a side learns of them; None: everything.

        It is gathered when it is first wanted; behind what makes no sense nothing is.
        """
        if side is None:
            return self.history.marks
        if side not in self._learnt:
            other = Timeline(self.saved, self.branch, self.history)
            self._learnt[side] = self.history.marks.among(other._learning(side))
        return self._learnt[side]

    def _learning(self, side: str) -> set[int]:
        """The numbers of the events that a side learns of, or by which it sees others than before.

        From the opening on, where this is.
        """
        world, found = self.battle.world, set[int]()
        self.battle.fog = True
        memory = Memory(self.battle, side)
        happened = []
        with suppress(SaveError):
            for number in range(self.length):
                self.history.advance(world, number, number + 1)
                entry = self.history[number]
                happened.append((entry, memory.take_in(entry)))
                if memory.known != memory.known_before:
                    found.add(number)
        return found.union(entry.number for entry in told(happened))

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

    @property
    def marks(self) -> Sequence[Highlight]:
        """What is worth a mark."""
        return self.index.highlights

    def learnt(self, numbers: Iterable[int]) -> Iterator[int]:
        """Those of some events, by their numbers, that whoever watches learns of."""
        stops = None if self.side is None else frozenset(self.stops)
        return (number for number in numbers if stops is None or number + 1 in stops)

    @property
    def entry(self) -> Entry | None:
        """The event that has just happened; None at the very beginning."""
        return self.history[self.position - 1] if self.position else None

    @property
    def step(self) -> int:
        """How many intents have been carried out completely."""
        return max(self.history.entry_at(self.position) - 1, 0)

    @property
    def verified(self) -> bool:
        """Whether what has happened so far is what was saved."""
        found = self.history.divergence
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
        if self.history.divergence is not None:
            hidden = _("today's rules lead elsewhere")
            told.append(self.history.divergence.message if self.side is None else hidden)
        return "; ".join(told)

    # --- going there ---------------------------------------------------------------------------

    def seek(self, position: int) -> None:
        """Go to a position; IndexError outside of the battle, SaveError where it holds nonsense."""
        if not 0 <= position <= self.length:
            raise IndexError(position)
        adrift, self._adrift = self._adrift, True
        near, keyframe = self.history.keyframe(self.history.entry_at(position))
        at = self.history.position_of(near)
        if self._memory is not None:
            at = self._familiar(at, adrift=adrift)
            near, keyframe = self.history.keyframe(self.history.entry_at(at))
        if adrift or not at <= self.position <= position:
            self.battle.world.restore(keyframe.state)
            self.position = at
            if self._memory is not None:
                self._memory.remembered[:] = self._remembered[at]
                self._memory.update()
        self._advance(position)
        self._adrift = False

    def step_to(self, entries: int) -> None:
        """Go to where so many entries, the beginning being the first, have just happened."""
        self.seek(self.history.position_of(entries))

    def go(self, by: int = 1, places: Sequence[int] | None = None) -> Entry | None:
        """Go on to the next of some positions, the stops unless told, or to the end.

        Back to the one before, or to the beginning, for ``by`` below 0. Comes back with the entry
        that is the last one then, None where there is no further to go.
        """
        found = self.stops if places is None else places
        if by > 0:
            position = next(iter(found[bisect_right(found, self.position) :]), self.length)
        else:
            position = next(iter(found[: bisect_left(found, self.position)][::-1]), 0)
        moved = position != self.position
        self.seek(position)
        return self.entry if moved else None

    def turns_of(self, creature: str) -> list[int]:
        """The positions at which the turns of a creature begin."""
        return [t.number + 1 for t in self.index.turns if t.creature == creature]

    def marks_of(self, kind: str) -> list[int]:
        """The positions right after the highlights of a kind."""
        return [mark.number + 1 for mark in self.marks if mark.kind == kind]

    def search(self, wanted: Callable[[Entry], bool], back: bool = False) -> int | None:
        """The next position (or the one before) right after an event that is wanted."""
        numbers: Iterator[int] | range = range(self.position, self.length)
        if back:
            numbers = iter(range(self.position - 2, -1, -1))
        return next((n + 1 for n in numbers if wanted(self.history[n])), None)

    def _advance(self, position: int) -> None:
        world, memory = self.battle.world, self._memory
        if memory is None:
            self.history.advance(world, self.position, position)
            self.position = position
            return
        while self.position < position:
            self.history.advance(world, self.position, self.position + 1)
            self.position += 1
            memory.take_in(self.history[self.position - 1])

    # --- through whose eyes --------------------------------------------------------------------

    @property
    def memory(self) -> Memory | None:
        """What the side that watches knows; None for one who sees everything."""
        return self._memory

    def watch_as(self, side: str | None) -> None:
        """See with the eyes of a side, or everything; the position stays. KeyError for no side."""
        if side is not None and all(one.id != side for one in self.battle.world.sides.items):
            raise KeyError(side)
        position = self.position
        self.side = side
        self.battle.fog = self._fog if side is None else True
        self._memory, self._remembered = None, {}
        self.battle.world.restore(self.history.opening)
        self.position = 0
        if side is not None:
            self._memory = Memory(self.battle, side)
            self._remembered[0] = self._memory.remembered.copy()
        self.seek(position)

    def _familiar(self, wanted: int, *, adrift: bool) -> int:
        """The last keyframe's position up to a wanted one at which it is known what is remembered.

        What the save does not tell is gathered on the way there, and kept.
        """
        assert self._memory is not None
        assert self.side is not None
        entries = self.history.entry_at(wanted)
        _near, keyframe = self.history.keyframe(entries)
        if self.side in keyframe.memories:
            self._remembered[wanted] = keyframe.memories[self.side]
        if wanted in self._remembered:
            return wanted
        known = max(at for at in self._remembered if at <= wanted)
        _near, keyframe = self.history.keyframe(self.history.entry_at(known))
        if adrift or not known <= self.position <= wanted:
            self.battle.world.restore(keyframe.state)
            self.position = known
            self._memory.remembered[:] = self._remembered[known]
            self._memory.update()
        for place in self.history.keyframe_positions(self.position, wanted):
            self._advance(place)
            self._remembered[place] = self._memory.remembered.copy()
        return wanted


def opened(saved: Saved, branch: str | None = None) -> Timeline:
    """The timeline of a branch by its name or number, the one played last for none; SaveError."""
    return Timeline(saved, saved.branch(branch) if branch else None)


def packed(grid: Grid) -> bytes:
    """Ground that is remembered, eight cells a byte."""
    return np.packbits(grid).tobytes()


__all__ = ["SaveError", "Timeline", "opened", "packed"]
