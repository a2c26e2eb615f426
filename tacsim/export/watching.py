"""Going through a saved battle from its beginning, seeing everything or as one side."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import attrs

from tacsim.core.events import Entry, Struck
from tacsim.i18n import _, known_as
from tacsim.rules.battle import Battle
from tacsim.session.learning import learnt
from tacsim.session.perception import Memory
from tacsim.storage.errors import clean
from tacsim.storage.timeline import Timeline
from tacsim.view.wording.narration import LogLine, narrate


@attrs.frozen(eq=False)
class Account:
    """A battle to export.

    ``name``: its title; ``created``: in ISO 8601, or empty; ``controllers``: by side; ``side``: the
    side whose knowledge is shown, None for everything.
    """

    timeline: Timeline
    name: str
    created: str = ""
    controllers: Mapping[str, str] = attrs.field(factory=dict)
    side: str | None = None

    @property
    def battle(self) -> Battle:
        """The battle at the position of the timeline."""
        return self.timeline.battle

    @property
    def title(self) -> str:
        """The name, safe to show anywhere."""
        return plain(known_as(self.name)) or _("A battle")

    @property
    def blinkered(self) -> bool:
        """Whether anything is left out: what a side does not know of a battle in fog."""
        return self.side is not None and self.battle.fog

    @property
    def last(self) -> int:
        """The number of events shown."""
        return len(self.stops) - 1

    @property
    def stops(self) -> Sequence[int]:
        """The positions after the events shown."""
        return self.timeline.index_of(self.side if self.blinkered else None).stops


@attrs.frozen(eq=False)
class Moment:
    """A battle as it stands; ``memory``: what the side has seen that looks at it, None for all."""

    title: str
    battle: Battle
    memory: Memory | None = None

    @property
    def blinkered(self) -> bool:
        """Whether anything is left out: what a side does not know of a battle in fog."""
        return self.memory is not None and self.battle.fog

    @property
    def acting(self) -> str | None:
        """The creature that decides or acts now; None if it is not known."""
        decision = self.battle.decision
        actor = decision.actor if decision else self.battle.world.clock.active
        known = self.battle.world.everybody if self.memory is None else self.memory.known
        return actor if actor in known else None


class Watcher:
    """Goes through a battle event by event, with what the account's side has seen."""

    def __init__(self, account: Account) -> None:
        self.timeline, self.battle = account.timeline, account.timeline.battle
        self.title = account.title
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

    def entries(self) -> Iterator[Entry]:
        """The events from here on, as the side perceives them."""
        return learnt(self._happened())

    def _happened(self) -> Iterator[tuple[Entry, Entry | None]]:
        for entry in self.timeline[self.timeline.position :]:
            self.to(entry.number + 1)
            yield entry, self.perceived

    @property
    def moment(self) -> Moment:
        """The battle as it stands now."""
        return Moment(self.title, self.battle, self.memory)

    @property
    def acting(self) -> str | None:
        """The creature that decides or acts now; None if it is not known."""
        return self.moment.acting

    @property
    def attack(self) -> tuple[str, str] | None:
        """The target and outcome of an attack that has just been made; None if it is not known."""
        event = self.timeline.entry.event if self.timeline.entry else None
        if not isinstance(event, Struck) or event.target not in self.known:
            return None
        return event.target, event.outcome


def log_of(account: Account) -> list[LogLine]:
    """The log of the battle."""
    return [line for lines in batches(account) for line in lines]


def batches(account: Account) -> Iterator[list[LogLine]]:
    """The log intent by intent, each made from the battle as it is after it."""
    watcher = Watcher(account)
    timeline, happened = watcher.timeline, list[tuple[Entry, Entry | None]]()
    begins = frozenset(timeline.starts)
    for position in range(1, timeline.length + 1):
        watcher.to(position)
        happened.append((timeline[position - 1], watcher.perceived))
        if position == timeline.length or position in begins:
            yield narrate(learnt(happened), watcher.battle.world)
            happened.clear()


class Log:
    """The log of a battle, and how far it has come at any position."""

    def __init__(self, account: Account) -> None:
        self.lines = log_of(account)
        self._begins = list(accumulate((line.number for line in self.lines), max))

    def count(self, position: int) -> int:
        """The number of lines at a position."""
        return bisect_left(self._begins, position)

    def until(self, position: int, most: int) -> list[LogLine]:
        """The last lines at a position, at most so many."""
        count = self.count(position)
        return self.lines[max(count - most, 0) : count]


def plain(text: str) -> str:
    r"""Text from a save, safe to write anywhere: on one line, without control characters.

    >>> plain("\x1b[31mred\u202e")
    '?[31mred?'
    """
    return clean(" ".join(text.split()), 400)
