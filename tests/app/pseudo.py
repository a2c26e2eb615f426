"""A language that nobody speaks, to find what was never marked or has no room.

Each message of the code becomes itself with every letter accented, half as long again and between
brackets two cells wide: ``Wait`` is ``「Ŵǎíţ··」``. So a plain letter on a screen was never marked,
or is a name out of data; and a bracket without its other half was cut.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo

import tacsim
from tacsim.content.library import lessons
from tacsim.rulesets import RULESETS, content

PACKAGE = Path(tacsim.__file__).parent
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
    catalogue = Catalog(locale="ko")  # has one form for all numbers
    found = extract_from_dir(
        str(PACKAGE), method_map=[("**.py", "python")], keywords=DEFAULT_KEYWORDS
    )
    for _path, _line, message, _comments, _context in found:
        if isinstance(message, tuple):
            catalogue.add(message, (in_pseudo(message[1]),))
        else:
            catalogue.add(message, in_pseudo(message))
    for message in sorted(data_messages()):
        catalogue.add(message, in_pseudo(message))
    data = BytesIO()
    write_mo(data, catalogue)
    return data.getvalue()


def data_messages() -> set[str]:
    """What people read of the rules' own tables, and of lessons: titles, texts, names."""
    found: set[str] = set()
    for path in PACKAGE.glob("rulesets/*/*.toml"):
        with path.open("rb") as file:
            plain = tomllib.load(file)
        found.update(strings(plain, ("title", "text", "words")))
        found.update(name.replace("_", " ") for name in strings(plain, ("name",)))
    for path in lessons():
        plain = tomllib.loads(path.read_text("utf-8"))
        found |= {plain["name"], *strings(plain, ("about", "say", "how", "plain", "then"))}
    for ruleset in RULESETS:
        for switch in content(ruleset).switches:
            found |= {switch.title, switch.name.replace("_", " ")}
    return found


def strings(plain: Any, keys: Sequence[str]) -> Iterator[str]:
    """What stands under some keys, wherever they are."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            if key in keys and isinstance(value, str):
                yield value
            else:
                yield from strings(value, keys)
    elif isinstance(plain, list):
        for value in plain:
            yield from strings(value, keys)


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
