"""Replays: a saved battle, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacsim.api.battle import Battle, Origin, Past
from tacsim.core.events import record
from tacsim.core.intents import Intent
from tacsim.storage.resume import restore_session
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import Verdict, verify


class Replay:
    """A saved battle: iterating gives its events as JSON lines have them.

    ``branch``: by name or number, else the one played last. Nothing is written. Errors: SaveError,
    a ContentError, for what is no save; of a damaged one the intact beginning is shown, and
    ``lost`` says what is gone.
    """

    def __init__(self, path: Path | str, branch: str | None = None) -> None:
        self.saved = read(path)
        self.lost = self.saved.lost
        chosen = self.saved.branch(branch) if branch is not None else self.saved.current
        self._timeline = Timeline(self.saved, chosen)

    @property
    def branches(self) -> tuple[str, ...]:
        """The names of the branches, empty for the first as long as nobody has named it."""
        return tuple(branch.name for branch in self.saved.branches if not branch.dropped)

    def __len__(self) -> int:
        """How many intents were carried out."""
        return self._timeline.branch.intents

    def intents(self) -> Iterator[Intent]:
        """What was decided, in order."""
        branch = self._timeline.branch
        for index in range(1, branch.length):
            intent = branch.intent(index)
            assert intent is not None
            yield intent

    def __iter__(self) -> Iterator[dict[str, Any]]:
        number = 0
        for entry in (self._timeline[n] for n in range(self._timeline.length)):
            if entry.event.PUBLIC:
                yield record(entry.event, number, entry.round)
                number += 1

    @property
    def end(self) -> Battle:
        """The battle where the branch ends, to be gone on with.

        Errors: SaveError where today's rules do not lead there.
        """
        return self.at(len(self))

    def at(self, intents: int) -> Battle:
        """The battle after so many intents, to be gone on with; 0: at the first decision.

        Errors: IndexError for more than there are; SaveError where today's rules do not lead there.
        """
        if not 0 <= intents <= len(self):
            raise IndexError(f"there are {len(self)} intents")
        session = restore_session(self._timeline, {}, intents)
        saved, past = self.saved, None
        for index in range(min(intents + 1, self._timeline.branch.length)):
            first, last = (self._timeline.position_of(n) for n in (index, index + 1))
            events = tuple(entry.event for entry in self._timeline[first:last])
            past = Past(past, self._timeline.branch.intent(index), events)
        switches = None if saved.switches == dict(saved.scenario.switches) else saved.switches
        origin = Origin(saved.scenario, saved.header.seed, switches, saved.header.fog)
        return Battle(session.battle, origin, past)

    def verify(self) -> Verdict:
        """Carry everything out again: ``ok``, or the first ``difference`` of events and dice."""
        return verify(self.saved, self._timeline.branch)


def replay(path: Path | str, branch: str | None = None) -> Replay:
    """A saved battle to be looked at: :class:`Replay`."""
    return Replay(path, branch)


__all__ = ["Replay", "replay"]
