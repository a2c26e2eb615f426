"""Intents as tables: those of ``[[do]]`` in scenario files, which JSON has too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from tacsim.content.scripts import read_intent
from tacsim.core.intents import NAMES, Intent
from tacsim.i18n import _
from tacsim.rulesets.schema import said


def intent_of(
    table: Mapping[str, Any], creatures: tuple[str, ...], topology: str, actor: str | None = None
) -> Intent:
    """The intent of a table; ContentError with the field and the reason.

    ``actor``: whose it is if the table does not say.

    >>> intent_of({"intent": "strike", "target": "orc"}, ("elf", "orc"), "square", "elf")
    Strike(actor='elf', target='orc', weapon=None, defensive=False, stamina=0)
    """
    named = {} if actor is None else {"actor": actor}
    return read_intent({**named, **table}, creatures, topology)


def whole_table(intent: object) -> dict[str, Any]:
    """A record of an intent as a table with its actor; TypeError for anything else."""
    if type(intent) not in NAMES:
        raise TypeError(said(_("an intent, an option or a table is wanted, not {value}"), intent))
    table = table_of(intent)  # type: ignore[arg-type]  # it is one
    return table | {"actor": getattr(intent, "actor", None)}


def table_of(intent: Intent) -> dict[str, Any]:
    """An intent as a table without its actor; what is as usual is left out.

    >>> from tacsim.core.intents import Strike
    >>> table_of(Strike("elf", "orc", "longsword"))
    {'intent': 'strike', 'target': 'orc', 'weapon': 'longsword'}
    """
    found: dict[str, Any] = {"intent": NAMES[type(intent)]}
    for field in attrs.fields(type(intent)):
        value = getattr(intent, field.name)
        if field.name != "actor" and value != field.default:
            found[field.name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple | list) else value


__all__ = ["intent_of", "table_of", "whole_table"]
