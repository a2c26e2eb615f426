"""Event index: where what is looked for is in a long row of events, noted as they go by."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container
from typing import Any

import attrs

from tacsim.core.events import (
    EVENTS,
    Downed,
    GoalHeld,
    GoalMet,
    RoundStarted,
    Struck,
    Took,
    TurnStarted,
)

_PUBLIC = frozenset(name for name, cls in EVENTS.items() if cls.PUBLIC)


@attrs.frozen
class Highlight:
    """An event worth a mark: ``down``, ``critical``, ``opportunity`` or ``goal``, by its number.

    ``creature``: who goes down, lands the critical hit, or takes the opportunity; empty where a
    goal is met, or its cells are held or lost again.
    """

    number: int
    kind: str
    creature: str = ""


@attrs.frozen
class TurnMark:
    """Where a turn begins: the number of its event, and whose it is."""

    number: int
    creature: str


class EventIndex:
    """Positions by what is there; a position is the number of events that have happened.

    ``stops``: after each event that people are told; ``turns``, ``rounds`` and ``highlights`` by
    the numbers of their events, rounds with their own number.
    """

    def __init__(self) -> None:
        self.stops: list[int] = [0]
        self.turns: list[TurnMark] = []
        self.rounds: list[tuple[int, int]] = []
        self.highlights: list[Highlight] = []

    def note(self, number: int, name: str, actor: str | None, fields: dict[str, Any]) -> None:
        """Note an event by its name, whose it is, and its other fields."""
        if name in _PUBLIC:
            self.stops.append(number + 1)
        kind = _KINDS.get(name)
        if kind is not None and (name != Struck.NAME or fields.get("outcome") == "critical"):
            of = fields.get("target") if name == Downed.NAME else actor
            self.highlights.append(Highlight(number, kind, str(of or "")))
        elif name == TurnStarted.NAME:
            self.turns.append(TurnMark(number, str(actor)))
        elif name == RoundStarted.NAME:
            round_ = fields.get("number", 0)
            self.rounds.append((number, round_ if isinstance(round_, int) else 0))

    def among(self, numbers: Container[int]) -> EventIndex:
        """Those of some events only."""
        found = EventIndex()
        found.stops += [stop for stop in self.stops[1:] if stop - 1 in numbers]
        found.turns = [turn for turn in self.turns if turn.number in numbers]
        found.rounds = [round_ for round_ in self.rounds if round_[0] in numbers]
        found.highlights = [mark for mark in self.highlights if mark.number in numbers]
        return found

    def round_at(self, number: int) -> int:
        """The round to which an event belongs; 0 before the first."""
        index = bisect_right(self.rounds, number, key=lambda found: found[0]) - 1
        return self.rounds[index][1] if index >= 0 else 0


_KINDS = {
    Downed.NAME: "down", Struck.NAME: "critical", Took.NAME: "opportunity", GoalHeld.NAME: "goal",
    GoalMet.NAME: "goal",
}  # fmt: skip
"""The kind of highlight that an event may be, by its name."""
