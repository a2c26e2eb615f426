"""What a side could see since its player last looked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.events import Entry
from tacsim.rules.battle import Battle
from tacsim.session.perception import Gathered, Memory
from tacsim.storage.timeline import Timeline
from tacsim.view.wording.narration import LogLine

QUIET = (ev.BattleStarted, ev.Rolled, ev.TurnEnded, ev.Squeezed, ev.Unsqueezed)
"""Public events that show nothing on the board."""


@attrs.frozen(eq=False)
class Absence:
    """The battle as a player left it, after ``number`` events, and what was gathered."""

    number: int
    battle: Battle
    gathered: Gathered


def absence(battle: Battle, number: int, memory: Memory) -> Absence:
    """The battle as the player of a memory leaves it now."""
    return Absence(number, battle.fork(), memory.gathered)


def last_choice(past: Timeline, side: str) -> Absence:
    """The battle after the last decision of a side before it was resumed."""
    branch, world = past.branch, past.battle.world
    entries = min(len(past.starts), branch.length)
    while entries > 1:
        turn = branch.mark(entries - 2).turn
        if turn is not None and world[turn].side == side:
            break
        entries -= 1
    past.step_to(entries if entries > 1 else 0)
    found = Absence(past.position, past.battle.fork(), past.gathered(side))
    past.seek(past.length)
    return found


class Missed:
    """The events that a side could see while its player was away, played in a copy of the battle.

    ``battle`` and ``memory`` are as they were just after ``entry``, the last event shown;
    ``position``: how many events had happened by then; ``found``: all events to be shown;
    ``count``: their number; ``seen``: how many have been shown.
    """

    count = -1

    def __init__(self, side: str, since: Absence, entries: Iterable[Entry]) -> None:
        self.side = side
        self._since = since
        self._entries = tuple(entries)
        self.again()
        found = []
        while (entry := self.forward()) is not None:
            found.append(entry)
        self.found = tuple(found)
        self.count = len(found)
        self.again()

    def again(self) -> None:
        """Go back to where the player left."""
        self.battle = self._since.battle.fork()
        self.memory = Memory(self.battle, self.side)
        self.memory.recall(self._since.gathered)
        self.position = self._since.number
        self.seen = 0
        self.entry: Entry | None = None
        self._index = 0

    @property
    def over(self) -> bool:
        """Whether nothing is left to be seen."""
        return self.seen == self.count

    def forward(self) -> Entry | None:
        """Go on to the next event to be shown; None at the end, with all events applied."""
        while self._index < len(self._entries):
            entry = self._entries[self._index]
            self._index += 1
            apply(self.battle.world, entry.event)
            self.memory.take_in(entry)
            self.position = entry.number + 1
            if self._shows(entry.event):
                self.entry = entry
                self.seen += 1
                if self.seen == self.count:
                    self._finish()
                return entry
        return None

    def _finish(self) -> None:
        """Apply the rest of the events, of which none is shown."""
        for entry in self._entries[self._index :]:
            apply(self.battle.world, entry.event)
            self.memory.update()
            self.position = entry.number + 1
        self._index = len(self._entries)

    def _shows(self, event: ev.Event) -> bool:
        """Whether to show the last event: it was perceived, or a creature went out of sight."""
        if not event.PUBLIC or isinstance(event, QUIET):
            return False
        gone = isinstance(event, ev.Stepped) and event.actor in self.memory.gone
        return gone or self.memory.latest is not None


def lines_shown(lines: Sequence[LogLine], missed: Missed) -> list[LogLine]:
    """The lines of the events shown so far; that of a walk once its last step is shown."""
    found = []
    ends: list[LogLine | None] = [*lines, None]
    for line, after in zip(lines, ends[1:], strict=True):
        end = line.number
        if line.tone == "move":
            rest = missed.found if after is None else [e for e in missed.found
                                                      if e.number < after.number]  # fmt: skip
            steps = (e.number for e in rest if isinstance(e.event, ev.Stepped))
            end = max(end, *steps, end)
        if end < missed.position:
            found.append(line)
    return found
