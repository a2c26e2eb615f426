"""Fingerprint: a short text that differs when the rules of a ruleset do, as far as data tells."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import attrs

from tacsim.rulesets import content
from tacsim.storage.codec import packer

SIZE = 12
"""Bytes of a fingerprint."""


def rules_fingerprint(ruleset_id: str) -> str:
    """The fingerprint of a ruleset in hexadecimal, whatever its switches are.

    It covers the ids of the clauses, the concepts behind which they stand, the modes of movement,
    the intents and conditions, the measure of a cell and the tables of effects, sizes, races and
    the like. Kinds of creatures and weapons are left out, as a save holds its own, and so are
    words.
    """
    data = content(ruleset_id)
    ruleset = data.defaults
    parts = [
        ruleset.id,
        sorted(data.clauses),
        sorted(ruleset.concepts.items()),
        sorted((name, _plain(mode)) for name, mode in ruleset.modes.items()),
        sorted(ruleset.intents),
        sorted(ruleset.conditions),
        [ruleset.cell_size, ruleset.unit_name, ruleset.topology.name],
        {name: _bare(table) for name, table in data.foundations.items()},
    ]
    return hashlib.blake2b(packer(dict)(parts), digest_size=SIZE).hexdigest()


def _bare(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table without the words and marks of its entries, and the clauses that they are by."""
    shown = ("words", "mark", "clauses")
    return {
        name: {key: value for key, value in entry.items() if key not in shown}
        if isinstance(entry, Mapping)
        else entry
        for name, entry in table.items()
    }


def _plain(mode: Any) -> list[Any]:
    """The fields of a mode, without those that are no rules."""
    fields = attrs.asdict(mode, filter=lambda field, _value: field.metadata.get("rule", True))
    return [[key, getattr(value, "value", value)] for key, value in sorted(fields.items())]
