"""A language that nobody speaks, to find what was never marked or has no room.

Each message of the code becomes itself with every letter accented, half as long again and between
brackets two cells wide: ``Wait`` is ``「Ŵǎíţ··」``. So a plain letter on a screen was never marked,
or is a name out of data; and a bracket without its other half was cut.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from catalogue.messages import PACKAGE

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "ǎɓçđéƒğĥíĵķļɱñóƥɋŕšţúṽŵẋýžÀƁÇĐÉƑĞĤÍĴĶĻṀÑÓƤɊŔŠŢÚṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, ACCENTED)
FIELDS = re.compile(r"(\{[^}]*\})")
IDS = re.compile(r"[a-z0-9_-]*(\.[a-z0-9-]+)+")
"""Clauses and files, or what a line has of them: they are called the same in every language."""
LISTED = re.compile("is: ".translate(LETTERS) + "[^)]*")
"""The words that there are, where a message ends with them in brackets."""
WORD = re.compile(r"[A-Za-z]{2,}")


def in_pseudo(message: str) -> str:
    """A message in the language; its fields stay as they are.

    >>> in_pseudo("{n} left")
    '「{n} ļéƒţ··」'
    """
    parts = FIELDS.split(message)
    told = "".join(part if at % 2 else part.translate(LETTERS) for at, part in enumerate(parts))
    more = "·" * (len("".join(parts[::2]).replace(" ", "")) // 2)
    return f"「{told}{more}」"


@cache
def _compiled() -> bytes:
    text = PACKAGE / "locale/ko/LC_MESSAGES/tacsim.po"  # has all messages, else the gate fails
    made = read_po(BytesIO(text.read_bytes()))  # and one form for all numbers
    for message in made:
        if isinstance(message.id, tuple):
            message.string = (in_pseudo(message.id[1]),)
        elif message.id:
            message.string = in_pseudo(message.id)
    data = BytesIO()
    write_mo(data, made)
    return data.getvalue()


def unmarked(text: str, names: Collection[str]) -> list[str]:
    """The plain words that are no names, nor the beginning or the end of one that was cut."""
    words = WORD.findall(IDS.sub("", text))
    return [
        word for word in words if not any(n.startswith(word) or n.endswith(word) for n in names)
    ]


def write_catalogue(folder: Path) -> None:
    """Write the catalogue, in the place of the Korean one."""
    place = folder / "ko" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "tacsim.mo").write_bytes(_compiled())
