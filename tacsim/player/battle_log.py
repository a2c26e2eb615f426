"""The log of a battle as each side may read it, extended as events are shown."""

from __future__ import annotations

from tacsim.core.events import Entry, TurnStarted
from tacsim.player.past_log import PastLog
from tacsim.player.playback import Playback
from tacsim.session.perception import learnt
from tacsim.view.narration import LogLine, narrate


def turns(entries: list[Entry]) -> list[list[Entry]]:
    """Entries cut into batches, each from the start of a turn to the next."""
    batches: list[list[Entry]] = []
    for entry in entries:
        if not batches or isinstance(entry.event, TurnStarted):
            batches.append([])
        batches[-1].append(entry)
    return batches


class BattleLog:
    """Log lines by side; under None the lines of a viewer who sees everything.

    ``past`` is the log of what happened before, up to the event with the number ``before``.
    """

    def __init__(self, playback: Playback, past: PastLog | None = None, before: int = 0) -> None:
        self._playback = playback
        self._past = past
        self._before = before
        self._lines: dict[str | None, list[LogLine]] = {None: []}
        self._batch: list[Entry] = []
        self._happened: dict[str, list[tuple[Entry, Entry | None]]] = {}

    def lines(self, side: str | None, most: int | None = None) -> list[LogLine]:
        """The lines of a side, the last ``most`` of them at least; without fog, all lines."""
        found = self._lines[side if side in self._lines else None]
        if self._past is None or (most is not None and len(found) >= most):
            return found
        known = side if self._playback.battle.fog else None
        left = None if most is None else most - len(found)
        return [*self._past.lines(self._before, known, left), *found]

    def take_back(self, number: int, side: str | None) -> list[LogLine]:
        """Drop all lines from an event on; returns those that a side could read."""
        learnt = self._lines[side if side in self._lines else None]
        gone = [line for line in learnt if line.number >= number]
        for lines in self._lines.values():
            lines[:] = [line for line in lines if line.number < number]
        return gone

    def take(self, entries: list[Entry]) -> None:
        """Events are about to be shown."""
        self._batch = list(entries)
        self._happened = {side: [] for side in self._playback.memories}

    def shown(self, entry: Entry) -> None:
        """An event has been shown; with the last of a batch its lines are written."""
        battle, memories = self._playback.battle, self._playback.memories
        for side, happened in self._happened.items():
            happened.append((entry, memories[side].latest))
        if not self._batch or entry.number != self._batch[-1].number:
            return
        self._lines[None] += narrate(self._batch, battle.world)
        if battle.fog:
            for side, happened in self._happened.items():
                lines = narrate(learnt(happened), battle.world)
                self._lines.setdefault(side, []).extend(lines)
        self._batch = []
