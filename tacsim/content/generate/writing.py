"""Writing: the tables of a scenario as the text of its file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

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
            yield f"{_key(key)} = {_value(value)}"
    for key, value in later.items():
        name = f"{heading}{_key(key)}"
        if isinstance(value, list):
            for one in value:
                yield from ("", f"[[{name}]]")
                yield from _table(f"{name}.", one)
        elif key in TABLES and not heading:
            for each, one in value.items():
                yield from ("", f"[{name}.{_key(each)}]")
                yield from (f"{_key(inner)} = {_value(what)}" for inner, what in one.items())
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


def _key(key: str) -> str:
    bare = key.isascii() and bool(key) and all(c.isalnum() or c in "_-" for c in key)
    return key if bare else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _lines(value) if "\n" in value else _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value)


def _text(text: str) -> str:
    """A text on one line; what JSON lets stand and TOML does not is escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _lines(text: str) -> str:
    """A text of several lines; the first line break behind the quotes is none of it."""
    body = "\n".join(_text(line)[1:-1] for line in text.split("\n"))
    return f'"""\n{body}"""'


__all__ = ["written"]
