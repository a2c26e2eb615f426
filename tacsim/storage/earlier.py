"""Earlier events: as they were recorded, with the fields that events did not have yet then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any

_MANNERS = {"pool.space.climb": "climb", "pool.space.fly": "fly"}
_GAINS = {"grid5e.dash": "dash"}


def completed(plain: list[Any]) -> list[Any]:
    """An event as it was recorded, with fields that events did not have yet when it was.

    They say what followed from a clause, or from the end of a purpose. Nonsense stays as it is.

    >>> completed(["rolled", "ogre", {"purpose": "soak reroll"}])
    ['rolled', 'ogre', {'again': 'soak', 'purpose': 'soak reroll'}]
    """
    name, actor, fields = plain
    found = _SINCE.get(name)
    try:
        more = found(fields) if found is not None else {}
    except (TypeError, ValueError, KeyError, AttributeError):
        return plain
    return [name, actor, more | fields] if more else plain


def untold(recorded: list[Any], now: list[Any]) -> list[Any]:
    """An event as it was recorded, with fields younger than it, which follow from none of its own.

    They are as they are now.

    >>> down = {"condition": "prone"}
    >>> untold(["condition_gained", "ann", down], ["condition_gained", "ann", down | {"by": "bo"}])
    ['condition_gained', 'ann', {'condition': 'prone', 'by': 'bo'}]
    >>> untold(["struck", "ann", {"total": 9}], ["struck", "ann", {"total": 8, "manner": "shot"}])
    ['struck', 'ann', {'total': 9, 'manner': 'shot'}]
    """
    keys = {"thrown", *_YOUNG.get(recorded[0], ())}
    filled: list[Any] = _filled(recorded, now, keys) if recorded[0] == now[0] else recorded
    return filled


def _filled(recorded: Any, now: Any, keys: Set[str]) -> Any:
    """Plain data with the fields of some names that it lacks, anywhere in it, as they are now."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        more = {key: now[key] for key in now.keys() & keys if key not in recorded}
        return {key: _filled(one, now.get(key), keys) for key, one in recorded.items()} | more
    if isinstance(recorded, list) and isinstance(now, list) and len(recorded) == len(now):
        return [_filled(one, other, keys) for one, other in zip(recorded, now, strict=True)]
    return recorded


_YOUNG: Mapping[str, tuple[str, ...]] = {"struck": ("manner",), "condition_gained": ("by",)}
"""Fields younger than their events, which follow from none of the others."""


def _manner(fields: Mapping[str, Any]) -> dict[str, str]:
    found = [_MANNERS[clause] for clause in fields.get("clauses", ()) if clause in _MANNERS]
    return {"manner": found[0]} if found else {}


def _gained(fields: Mapping[str, Any]) -> dict[str, str]:
    found = [_GAINS[clause] for clause in fields.get("clauses", ()) if clause in _GAINS]
    grown = any(name == "movement" for name, _count in fields["counts"])
    return {"gained": found[0]} if found and grown else {}


def _again(fields: Mapping[str, Any]) -> dict[str, str]:
    purpose, _space, end = fields["purpose"].rpartition(" ")
    return {"again": purpose} if end == "reroll" else {}


_SINCE: Mapping[str, Callable[[Mapping[str, Any]], dict[str, str]]] = {
    "stepped": _manner, "spent": _gained, "rolled": _again,
}  # fmt: skip
