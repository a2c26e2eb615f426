"""The log of what happened before a position of a timeline, written when it is asked for."""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path

import attrs

from tacsim.core.events import Stepped
from tacsim.i18n import languages
from tacsim.session.learning import learnt
from tacsim.session.perception import Memory
from tacsim.storage.errors import SaveError
from tacsim.storage.migrate import current
from tacsim.storage.timeline import Timeline
from tacsim.view.wording.narration import LogLine, narrate


class PastLog:
    """The log lines of a timeline, turn by turn, kept once they are written.

    A turn that cannot be read is one line that says so. It moves a timeline of its own, so that
    the one on the screen stays where it is.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline.again()
        self._starts = sorted({0, *(turn.number for turn in timeline.index_of(None).turns)})
        self._ends = [*self._starts[1:], timeline.length]
        self._written: dict[tuple[tuple[str, ...], str | None, int], list[LogLine]] = {}

    def lines(
        self, position: int, side: str | None = None, most: int | None = None
    ) -> list[LogLine]:
        """The lines up to a position of a side, None for everything; the last ``most`` at least."""
        found: list[list[LogLine]] = []
        count, last = 0, bisect_left(self._starts, position) - 1
        if most is None:
            for index in range(last + 1):  # onwards, as going back costs more
                self._batch(side, index)
        for index in range(last, -1, -1):
            fresh = [line for line in self._batch(side, index) if line.number < position]
            found.append(fresh)
            count += len(fresh)
            if most is not None and count >= most:
                break
        return [line for batch in reversed(found) for line in batch]

    def next_told(self, position: int, by: int, side: str | None = None) -> int:
        """The next position (``by`` > 0), or the one before, at which more or less is told or seen.

        What a line tells has happened whole there; a walk has a position for each step. Errors:
        SaveError.
        """
        index = max(bisect_left(self._starts, position + (by > 0)) - 1, 0)
        while 0 <= index < len(self._starts):
            found = [one for one in self._stops(side, index) if (one - position) * by > 0]
            if found:
                return found[0] if by > 0 else found[-1]
            index += by
        return self._timeline.length if by > 0 else 0

    def _stops(self, side: str | None, index: int) -> list[int]:
        """The positions in a turn at which more is told or seen than before."""
        start, end = self._starts[index], self._ends[index]
        edges = sorted({end, *(line.number for line in self._batch(side, index))})
        steps = [entry.number + 1 for entry in self._timeline[start:end]
                 if isinstance(entry.event, Stepped)]  # fmt: skip
        found = list(edges)
        for before, edge in zip([start, *edges], edges, strict=False):
            found += [one for one in steps if before < one <= edge][:-1]
        return sorted(found)

    def _batch(self, side: str | None, index: int) -> list[LogLine]:
        key = (languages(), side, index)
        if key not in self._written:
            start, end = self._starts[index], self._ends[index]
            try:
                self._written[key] = self._write(side, start, end)
            except SaveError as error:
                text = ": ".join(part for part in (error.place, error.reason) if part)
                self._written[key] = [LogLine(text, tone="refused", number=start)]
        return self._written[key]

    def _write(self, side: str | None, start: int, end: int) -> list[LogLine]:
        timeline = self._timeline
        entries = timeline[start:end]
        if side is None:
            timeline.seek(end)
            return narrate(entries, timeline.battle.world)
        # the creatures that a side knows follow from the state; the ground that it remembers is no
        # part of the log, and would have to be gathered from the beginning
        battle = timeline.battle
        fog, battle.fog = battle.fog, True
        try:
            timeline.seek(start)
            memory = Memory(battle, side)
            happened = []
            for position, entry in enumerate(entries, start + 1):
                timeline.seek(position)
                happened.append((entry, memory.take_in(entry)))
            return narrate(learnt(happened), battle.world)
        finally:
            battle.fog = fog


@attrs.frozen(eq=False)
class Loaded:
    """A save read to be watched: a branch of it, and its log."""

    timeline: Timeline
    log: PastLog


def load(path: Path, number: int | None = None) -> Loaded:
    """Read a branch of a save, None for the one played last, with its log. Errors: SaveError."""
    saved = current(path)[0]
    wanted = (one for one in saved.branches if one.number == number and not one.dropped)
    timeline = Timeline(saved, next(wanted, saved.current))
    return Loaded(timeline, PastLog(timeline))
