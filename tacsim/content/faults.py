"""Faults: what is wrong with a file, where, in words that its author can use."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tacsim.i18n import _


@attrs.frozen(order=True)
class Fault:
    """One thing wrong with a file.

    ``line`` counts from 1 and is 0 where no line is to blame; ``field`` is the path of the value
    (``creature[0].speed``), empty for the file as a whole; ``column`` counts from 1 and is 0 where
    only the line is known.

    >>> print(Fault("ogre.toml", 7, "creature[0].speed", "must be a text"))
    ogre.toml:7: creature[0].speed: must be a text
    """

    file: str
    line: int
    field: str
    message: str
    column: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (place, self.field, self.message) if part)


class ContentError(Exception):
    """A file that cannot be used. ``faults`` holds everything found; the text is one line.

    >>> str(ContentError([Fault("a.toml", 1, "", "is empty"), Fault("a.toml", 2, "", "is odd")]))
    'a.toml:1: is empty (and 1 more)'
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        first, more = str(self.faults[0]), len(self.faults) - 1
        text = _("{first} (and {more} more)").format(first=first, more=more) if more else first
        return "".join(c if c.isprintable() else "?" for c in text)
