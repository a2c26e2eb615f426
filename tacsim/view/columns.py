"""Columns: how much room texts take in a terminal, cut and folded to it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=4096)
def width(char: str) -> int:
    """The columns that a character takes.

    >>> width("a"), width("용"), width("\u0301")
    (1, 2, 0)
    """
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def columns(text: str) -> int:
    """The columns that a text takes.

    >>> columns("Ogre"), columns("용사")
    (4, 4)
    """
    return len(text) if text.isascii() else sum(map(width, text))


def padded(text: str, room: int, *, right: bool = False) -> str:
    """A text with blanks behind it, or before it, that fill so many columns; never cut.

    >>> padded("용사", 6), padded("7", 3, right=True), padded("Ogre", 2)
    ('용사  ', '  7', 'Ogre')
    """
    gap = " " * (room - columns(text))
    return gap + text if right else text + gap


def cut(text: str, room: int) -> str:
    """A text with a place for each character, at most so many columns.

    >>> cut("Bonegnaw the ogre", 9), cut("용사들", 5)
    ('Bonegn...', '용...')
    """
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFC", text) if width(c))
    if columns(text) <= room:
        return text
    dots = "..."[:room]
    kept = ""
    for char in text:
        if columns(kept) + width(char) + len(dots) > room:
            break
        kept += char
    return kept + dots


@lru_cache(maxsize=1024)
def folded(text: str, room: int) -> tuple[str, ...]:
    """A text in rows of at most so many columns, those after the first set in.

    >>> folded("Maul walks 3 squares to (20,8)", 18)
    ('Maul walks 3', '  squares to', '  (20,8)')
    """
    return tuple(cut(each, room) for each in wrapped(text, room, indent=2))


def wrapped(text: str, room: int, indent: int = 0) -> tuple[str, ...]:
    """The same with nothing cut: a word that is longer than a row has one to itself.

    >>> wrapped("saved as /tmp/a-long-name of this", 12)
    ('saved as', '/tmp/a-long-name', 'of this')
    """
    rows, row = [], ""
    for word in text.split():
        longer = f"{row} {word}" if row.strip() else row + word
        if row.strip() and columns(longer) > room:
            rows.append(row)
            row = " " * indent + word
        else:
            row = longer
    return (*rows, row)
