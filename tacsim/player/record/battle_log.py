"""The log of a battle as each side may read it, extended as events are shown."""

from __future__ import annotations

from tacsim.core.events import Entry, TurnStarted
from tacsim.core.world import World
from tacsim.i18n import languages
from tacsim.player.record.past_log import PastLog
from tacsim.player.record.playback import Playback
from tacsim.session.learning import learnt
from tacsim.view.wording.narration import LogLine, narrate


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

    ``past`` is the log of what happened before, up to the event with the number ``before``. In
    another language all that was told is told again.
    """

    def __init__(self, playback: Playback, past: PastLog | None = None, before: int = 0) -> None:
        self._playback = playback
        self._past = past
        self._before = before
        self._lines: dict[str | None, list[LogLine]] = {None: []}
        self._told: list[tuple[str | None, list[Entry], World]] = []
        """What each side was told of each batch, with the world after it."""
        self._language = languages()
        self._batch: list[Entry] = []
        self._happened: dict[str, list[tuple[Entry, Entry | None]]] = {}

    def lines(self, side: str | None, most: int | None = None) -> list[LogLine]:
        """The lines of a side, the last ``most`` of them at least; without fog, all lines."""
        if self._language != languages():
            self._tell_again()
        found = self._lines[side if side in self._lines else None]
        if self._past is None or (most is not None and len(found) >= most):
            return found
        known = side if self._playback.battle.fog else None
        left = None if most is None else most - len(found)
        return [*self._past.lines(self._before, known, left), *found]

    def _tell_again(self) -> None:
        self._language = languages()
        for lines in self._lines.values():
            lines.clear()
        for side, entries, world in self._told:
            self._lines[side] += narrate(entries, world)

    def take_back(self, number: int, side: str | None) -> list[LogLine]:
        """Drop all lines from an event on; returns those that a side could read."""
        learnt = self._lines[side if side in self._lines else None]
        gone = [line for line in learnt if line.number >= number]
        for lines in self._lines.values():
            lines[:] = [line for line in lines if line.number < number]
        kept = ((side, [one for one in entries if one.number < number], world)
                for side, entries, world in self._told)  # fmt: skip
        self._told = [told for told in kept if told[1]]
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
        told: dict[str | None, list[Entry]] = {None: self._batch}
        if battle.fog:
            told |= {side: list(learnt(events)) for side, events in self._happened.items()}
        world = battle.world.fork()
        for reader, entries in told.items():
            self._told.append((reader, entries, world))
            self._lines.setdefault(reader, []).extend(narrate(entries, world))
        self._batch = []
