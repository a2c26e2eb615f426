"""Lines: the events of a battle as JSON, one a line, as ``tacsim replay --json`` prints them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tacsim.export.watching import Account, Watcher
from tacsim.geometry.cells import Body
from tacsim.model import events as ev
from tacsim.model.events import Event, record
from tacsim.play.fog import Memory

HIDDEN = ("n", "event", "round", "actor", "target", "outcome", "amount", "opportunity")
"""What is told of the deeds of somebody unseen."""
OWN = ("spent", "resources")
"""What a side knows only of its own."""


def lines(account: Account) -> Iterator[str]:
    """The events that people are told, as JSON, numbered from 0.

    With a side's eyes: those that it learns of, without what it does not see. Names of creatures
    unseen are null.
    """
    watcher, number = Watcher(account), 0
    known = watcher.known
    for entry in account.timeline.events:
        watcher.to(entry.number + 1)
        known |= watcher.known
        if not entry.event.PUBLIC:
            continue
        made = record(entry.event, number, entry.round)
        if account.blinkered:
            assert watcher.memory is not None
            if not learns(watcher.memory, entry.event, known):
                known = watcher.known
                continue
            made = veiled(watcher.memory, made, known)
        known = watcher.known
        number += 1
        yield json.dumps(made)


def learns(memory: Memory, event: Event, known: frozenset[str]) -> bool:
    """Whether a side learns of an event: steps where it sees them, deeds of those it sees."""
    if isinstance(event, ev.Stepped | ev.Placed | ev.Pushed):
        seen = memory.seen
        cells = Body(event.dst, event.extent).cells
        return _own(memory, event.actor) or any(bool(seen[cell[::-1]]) for cell in cells)
    if isinstance(event, ev.BattleStarted | ev.RoundStarted | ev.BattleEnded):
        return True
    if isinstance(event, ev.Struck | ev.Damaged | ev.Downed | ev.Contested):
        return event.actor in known or event.target in known
    if isinstance(event, ev.AreaMade):
        return event.actor in known or not known.isdisjoint(event.targets)
    if isinstance(event, ev.Provoked | ev.Slipped):
        return event.actor in known and event.by in known
    return event.actor in known and memory.notices(event, known)


def veiled(memory: Memory, made: dict[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The record of an event without what a side does not know."""
    ids = frozenset(memory.battle.world.ids)
    actor = made["actor"]
    if actor is not None and actor not in known:
        made = {key: value for key, value in made.items() if key in HIDDEN}
        made["clauses"] = []
    elif actor is not None and not _own(memory, actor):
        made = {key: value for key, value in made.items() if key not in OWN}
    if made["event"] == ev.BattleStarted.NAME:
        made["seed"] = None
        pairs = zip(made["order"], made["totals"], strict=True)
        made["totals"] = [total for name, total in pairs if name in known]
    return {key: _named(value, ids - known) for key, value in made.items()}


def _own(memory: Memory, creature: str | None) -> bool:
    world = memory.battle.world
    if creature is None or creature not in world:
        return False
    return world.sides.friendly(memory.side, world[creature].side)


def _named(value: Any, unseen: frozenset[str]) -> Any:
    """A value without the names of those unseen."""
    if isinstance(value, list):
        return [_named(item, unseen) for item in value if not _is(item, unseen)]
    return None if _is(value, unseen) else value


def _is(value: Any, unseen: frozenset[str]) -> bool:
    return isinstance(value, str) and value in unseen


__all__ = ["learns", "lines", "veiled"]
