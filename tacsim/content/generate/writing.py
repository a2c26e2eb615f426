"""Writing: the tables of a scenario as the text of its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tacsim.content.toml_values import key_text
from tacsim.content.toml_values import written as valued

TABLES = ("bestiary", "weapon")
"""Tables of tables, one of which takes a heading of its own."""


def written(tables: Mapping[str, Any], comment: str = "") -> str:
    """A scenario file with a comment at its head.

    >>> print(written({"format": 1, "side": [{"id": "a"}]}, "Made by hand."), end="")
    # Made by hand.
    format = 1
    <BLANKLINE>
    [[side]]
    id = "a"
    """
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += _table("", tables)
    return "\n".join(lines) + "\n"


def _table(heading: str, table: Mapping[str, Any]) -> Iterator[str]:
    """The values of a table, then the tables in it, each under its heading."""
    later = {key: value for key, value in table.items() if _apart(key, value)}
    for key, value in table.items():
        if key not in later:
            yield f"{key_text(key)} = {valued(value)}"
    for key, value in later.items():
        name = f"{heading}{key_text(key)}"
        if isinstance(value, list):
            for one in value:
                yield from ("", f"[[{name}]]")
                yield from _table(f"{name}.", one)
        elif key in TABLES and not heading:
            for each, one in value.items():
                yield from ("", f"[{name}.{key_text(each)}]")
                yield from (f"{key_text(inner)} = {valued(what)}" for inner, what in one.items())
        else:
            yield from ("", f"[{name}]")
            yield from _table(f"{name}.", value)


def _apart(key: str, value: Any) -> bool:
    """Whether a value has a heading of its own rather than a line."""
    if isinstance(value, Mapping):
        return key in (*TABLES, "map", "legend", "rules", "gauntlet")
    return (
        isinstance(value, list)
        and bool(value)
        and key in ("side", "creature", "goal", "level", "barrier", "run")
    )
