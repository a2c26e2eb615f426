"""Lines: the events of a battle as JSON, one a line, as ``tacsim replay --json`` prints them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tacsim.core.events import record
from tacsim.export.watching import Account, Watcher
from tacsim.session.learning import CREATURES, UNSEEN


def lines(account: Account) -> Iterator[str]:
    """The :func:`records` as JSON."""
    return map(json.dumps, records(account))


def records(account: Account) -> Iterator[dict[str, Any]]:
    """The public events as they go into JSON, numbered from 0.

    For a side: those that it learns of, without what it does not know; unseen creatures are null.
    """
    number = 0
    for entry in Watcher(account).entries():
        if not entry.event.PUBLIC:
            continue
        made = record(entry.event, number, entry.round, entry.unknown)
        made |= {key: None for key in CREATURES if made.get(key) == UNSEEN}
        if "seed" in entry.unknown:
            made["seed"] = None
        yield made
        number += 1
