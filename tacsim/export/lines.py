"""Lines: the events of a battle as JSON, one a line, as ``tacsim replay --json`` prints them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tacsim.core import events as ev
from tacsim.core.events import record
from tacsim.export.watching import Account, Watcher
from tacsim.session.fog import Memory

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
            if not watcher.memory.notices(entry.event, known):
                known = watcher.known
                continue
            made = veiled(watcher.memory, made, known)
        known = watcher.known
        number += 1
        yield json.dumps(made)


def veiled(memory: Memory, made: dict[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The record of an event without what a side does not know."""
    ids = frozenset(memory.battle.world.ids)
    actor = made["actor"]
    if _is(actor, ids - known) or _is(made.get("target"), ids - known):
        made = {key: value for key, value in made.items() if key in HIDDEN}
        made["clauses"] = []
    elif actor is not None and not memory.owns(actor):
        made = {key: value for key, value in made.items() if key not in OWN}
    if made["event"] == ev.BattleStarted.NAME:
        made["seed"] = None
        pairs = zip(made["order"], made["totals"], strict=True)
        made["totals"] = [total for name, total in pairs if name in known]
    return {key: _named(value, ids - known) for key, value in made.items()}


def _named(value: Any, unseen: frozenset[str]) -> Any:
    """A value without the names of those unseen."""
    if isinstance(value, list):
        return [_named(item, unseen) for item in value if not _is(item, unseen)]
    return None if _is(value, unseen) else value


def _is(value: Any, unseen: frozenset[str]) -> bool:
    return isinstance(value, str) and value in unseen


__all__ = ["lines", "veiled"]
