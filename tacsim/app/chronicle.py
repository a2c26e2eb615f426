"""The chronicle: the log as each side may read it, grown as events are shown."""

from __future__ import annotations

from tacsim.app.retelling import Retelling
from tacsim.app.stage import Stage
from tacsim.core.events import Entry, TurnStarted
from tacsim.session.perception import told
from tacsim.view.narration import LogLine, narrate


def turns(entries: list[Entry]) -> list[list[Entry]]:
    """Entries cut into batches, each from the start of a turn to the next."""
    batches: list[list[Entry]] = []
    for entry in entries:
        if not batches or isinstance(entry.event, TurnStarted):
            batches.append([])
        batches[-1].append(entry)
    return batches


class Chronicle:
    """Lines by side, under None those of somebody who sees everything.

    ``past`` tells what happened before the chronicle began.
    """

    def __init__(self, stage: Stage, past: Retelling | None = None, before: int = 0) -> None:
        self._stage = stage
        self._past = past
        self._before = before
        self._lines: dict[str | None, list[LogLine]] = {None: []}
        self._batch: list[Entry] = []
        self._happened: dict[str, list[tuple[Entry, Entry | None]]] = {}

    def lines(self, side: str | None, most: int | None = None) -> list[LogLine]:
        """What a side has learnt, or ``most`` lines of it; everything where there is no fog."""
        found = self._lines[side if side in self._lines else None]
        if self._past is None or (most is not None and len(found) >= most):
            return found
        known = side if self._stage.battle.fog else None
        left = None if most is None else most - len(found)
        return [*self._past.lines(self._before, known, left), *found]

    def take_back(self, number: int, side: str | None) -> list[LogLine]:
        """Forget all lines from an event on; those that a side had of it."""
        learnt = self._lines[side if side in self._lines else None]
        gone = [line for line in learnt if line.number >= number]
        for lines in self._lines.values():
            lines[:] = [line for line in lines if line.number < number]
        return gone

    def take(self, entries: list[Entry]) -> None:
        """Events are about to be shown."""
        self._batch = list(entries)
        self._happened = {side: [] for side in self._stage.memories}

    def shown(self, entry: Entry) -> None:
        """An event has been shown; with the last of a batch its lines are written."""
        battle, memories = self._stage.battle, self._stage.memories
        for side, happened in self._happened.items():
            happened.append((entry, memories[side].latest))
        if not self._batch or entry.number != self._batch[-1].number:
            return
        self._lines[None] += narrate(self._batch, battle.world)
        if battle.fog:
            for side, happened in self._happened.items():
                lines = narrate(told(happened), battle.world)
                self._lines.setdefault(side, []).extend(lines)
        self._batch = []
