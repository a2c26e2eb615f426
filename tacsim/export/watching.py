"""Watching: a battle gone through from its beginning, with the eyes of a side or seeing all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import attrs

from tacsim.core.events import Entry, Struck
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.session.perception import told as told_of
from tacsim.storage.errors import clean
from tacsim.storage.timeline import Timeline
from tacsim.view.narration import LogLine, narrate


@attrs.frozen(eq=False)
class Account:
    """A battle to tell of.

    ``name`` is its title; ``created`` is in ISO 8601, or empty; ``controllers`` by side; ``side``:
    whose knowledge is told, None for everything.
    """

    timeline: Timeline
    name: str
    created: str = ""
    controllers: Mapping[str, str] = attrs.field(factory=dict)
    side: str | None = None

    @property
    def battle(self) -> Battle:
        """The battle as it is where the timeline stands."""
        return self.timeline.battle

    @property
    def title(self) -> str:
        """The name, harmless wherever it is shown."""
        return plain(self.name) or _("A battle")

    @property
    def blinkered(self) -> bool:
        """Whether there is anything that is not told: a side's knowledge of a battle in fog."""
        return self.side is not None and self.battle.fog

    @property
    def last(self) -> int:
        """How many events there are that are told."""
        return len(self.stops) - 1

    @property
    def stops(self) -> Sequence[int]:
        """The positions after events that are told."""
        return self.timeline.index_of(self.side if self.blinkered else None).stops


class Watcher:
    """Goes through a battle event by event, and keeps what the account's side has seen."""

    def __init__(self, account: Account) -> None:
        self.timeline, self.battle = account.timeline, account.timeline.battle
        self.timeline.seek(0)
        self.memory = Memory(self.battle, account.side) if account.side is not None else None

    @property
    def known(self) -> frozenset[str]:
        """The creatures that are known now."""
        return self.memory.known if self.memory else frozenset(self.battle.world.ids)

    def to(self, position: int) -> None:
        """Go on to a position."""
        for step in range(self.timeline.position + 1, position + 1):
            self.timeline.seek(step)
            if self.memory is not None:
                self.memory.take_in(self.timeline[step - 1])

    @property
    def perceived(self) -> Entry | None:
        """The event that has just happened, as it is perceived."""
        return self.timeline.entry if self.memory is None else self.memory.latest

    def told(self) -> Iterator[Entry]:
        """All that is perceived of the battle, from here on."""
        return told_of(self._happened())

    def _happened(self) -> Iterator[tuple[Entry, Entry | None]]:
        for entry in self.timeline[self.timeline.position :]:
            self.to(entry.number + 1)
            yield entry, self.perceived

    @property
    def acting(self) -> str | None:
        """Whoever chooses or acts now, if that is known."""
        decision = self.battle.decision
        actor = decision.actor if decision else self.battle.world.clock.active
        return actor if actor in self.known else None

    @property
    def blow(self) -> tuple[str, str] | None:
        """The target and the outcome of a blow that has just been struck, if that is known."""
        event = self.timeline.entry.event if self.timeline.entry else None
        if not isinstance(event, Struck) or event.target not in self.known:
            return None
        return event.target, event.outcome


def told(account: Account) -> list[LogLine]:
    """The log of the battle."""
    return [line for lines in batches(account) for line in lines]


def batches(account: Account) -> Iterator[list[LogLine]]:
    """The log, intent by intent, the battle standing where it is told of."""
    watcher = Watcher(account)
    timeline, happened = watcher.timeline, list[tuple[Entry, Entry | None]]()
    begins = frozenset(timeline.starts)
    for position in range(1, timeline.length + 1):
        watcher.to(position)
        happened.append((timeline[position - 1], watcher.perceived))
        if position == timeline.length or position in begins:
            yield narrate(told_of(happened), watcher.battle.world)
            happened.clear()


class Told:
    """The log of a battle, and how far it has come at any position."""

    def __init__(self, account: Account) -> None:
        self.lines = told(account)
        self._begins = list(accumulate((line.number for line in self.lines), max))

    def count(self, position: int) -> int:
        """How many lines are told at a position."""
        return bisect_left(self._begins, position)

    def until(self, position: int, most: int) -> list[LogLine]:
        """The last lines at a position, at most so many."""
        count = self.count(position)
        return self.lines[max(count - most, 0) : count]


def plain(text: str) -> str:
    r"""Text out of a save, harmless in whatever it is written to: one line, nothing that steers.

    >>> plain("\x1b[31mred\u202e")
    '?[31mred?'
    """
    return clean(" ".join(text.split()), 400)


__all__ = ["Account", "Told", "Watcher", "batches", "plain", "told"]
