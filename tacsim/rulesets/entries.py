"""Entries: a TOML file of many independent tables, each of which is read when it is asked for.

A battle names a dozen creatures of the hundreds in a bestiary, and of the clauses little but ids.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

T = TypeVar("T")

_HEADER = re.compile(
    r'^\[\[?(?:"([^"\n]+)"|([\w-]+))(?:\.[\w.-]+)?\]\]?[ \t]*(?:#.*)?$', re.MULTILINE
)
"""A line that opens a table; what it belongs to is named plainly, or in quotes."""


class Entries(Mapping[str, T]):
    """The tables of a text by name, made into something else by ``read``, in the text's order.

    All that lies between two names belongs to the first, so tables of a table stand behind it.
    Errors: TOMLDecodeError when one that cannot be read is asked for.
    """

    def __init__(self, text: str, read: Callable[[str, Any], T]) -> None:
        self._read = read
        self._texts: dict[str, str] = {}
        self._found: dict[str, T] = {}
        starts = [(found[1] or found[2], found.start()) for found in _HEADER.finditer(text)]
        ends = [start for _name, start in starts[1:]] + [len(text)]
        for (name, start), end in zip(starts, ends, strict=True):
            self._texts[name] = self._texts.get(name, "") + text[start:end]

    def __getitem__(self, name: str) -> T:
        found = self._found.get(name)
        if found is None:
            found = self._read(name, tomllib.loads(self._texts[name])[name])
            self._found[name] = found
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)
