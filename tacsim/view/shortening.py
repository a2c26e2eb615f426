"""Shortening names: all of a list at once, so that no two that differ come to look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import count

from tacsim.view.columns import columns, width

SIGN = "⋯"
"""What stands where a name was cut."""
DIGITS = "0123456789"
GAPS = " #-"
LEAST = 3
"""Columns in which names can be told apart by more than numbers."""


def shorten(names: Iterable[str], room: int, sign: str = SIGN) -> dict[str, str]:
    """Each name in so many columns at most, by the name.

    A name that fits stays. Of one that does not its beginning is kept, with its closing number;
    where that would make two alike, the word in which they differ, or as much of its end as tells
    it apart; and if nothing of that does, it gets a number. Names that differ in their numbers
    alone are cut alike. Where there are more names than ``room`` has numbers, some come out alike.

    >>> shorten(["Goblin 12", "Aldis", "Ogre"], 5, ".")
    {'Goblin 12': 'Gob12', 'Aldis': 'Aldis', 'Ogre': 'Ogre'}
    >>> shorten(["Goblin archer", "Goblin axeman", "Goblin with an axe"], 9)
    {'Goblin archer': 'Go⋯archer', 'Goblin axeman': 'Go⋯axeman', 'Goblin with an axe': 'Goblin w⋯'}
    >>> shorten(["Bandit 1", "Bandit captain 1", "Bandit captain 2"], 6)
    {'Bandit 1': 'Bandi1', 'Bandit captain 1': 'B⋯cap1', 'Bandit captain 2': 'B⋯cap2'}
    >>> shorten(["인간 창병", "인간 병사"], 6)
    {'인간 창병': '⋯창병', '인간 병사': '⋯병사'}
    """
    return _shortened(tuple(dict.fromkeys(names)), room, sign)


@lru_cache(maxsize=256)
def _shortened(names: tuple[str, ...], room: int, sign: str) -> dict[str, str]:
    found = {name: name for name in names if columns(name) <= room}
    left = [name for name in names if name not in found]
    ways: list[Callable[[str], str]] = [
        lambda name: _of_its_kind(name, names, room, sign),
        lambda name: _where_it_differs(name, names, room, sign),
        lambda name: _begun(name, room, sign),  # others may have left it to this one
        *(partial(_ended, kept=kept, room=room, sign=sign) for kept in range(1, room)),
    ]
    for way in ways:
        if not left:
            break
        texts = {name: way(name) for name in left}
        counted = Counter((*found.values(), *texts.values()))
        found.update((name, text) for name, text in texts.items() if text and counted[text] == 1)
        left = [name for name in left if name not in found]
    for name in left:
        taken = set(found.values())
        free = (text for text in _numbered(name, room) if text not in taken)
        found[name] = next(free, _first(name, room))
    return {name: found[name] for name in names}


def _of_its_kind(name: str, names: Iterable[str], room: int, sign: str) -> str:
    """What is before a name's closing number, told from what is before those of others."""
    kind = _kind(name)
    number = name[len(name.rstrip(DIGITS)) :]
    kinds = tuple(dict.fromkeys(filter(None, map(_kind, names))))
    if not kind or room - len(number) < LEAST:
        return _begun(name, room, sign)
    told = _shortened(kinds, room - len(number), sign)[kind]
    return _begun(name, room, sign) if told.endswith(sign) else told + number


def _kind(name: str) -> str:
    """What is before a name's closing number; nothing where it has none."""
    head = name.rstrip(DIGITS)
    return head.rstrip(GAPS) if head != name else ""


def _begun(name: str, room: int, sign: str) -> str:
    """A name's beginning with its closing number, or with a sign that it was cut."""
    head = name.rstrip(DIGITS)
    tail = name[len(head) :] or sign
    return _joined(head, tail, room)


def _where_it_differs(name: str, names: Iterable[str], room: int, sign: str) -> str:
    """A name's first letters, and the word in which it is first unlike the name most like it.

    Where they have no room, as wide letters may not, the word alone.
    """
    shared = max((_shared(name, one) for one in names if one != name), default=0)
    start = name.rfind(" ", 0, shared + 1) + 1 or shared
    rest = room - columns(sign)
    head = _first(name, max(rest // 3, 1)).rstrip(GAPS)
    tail = _first(_visible(name[start:]), rest - columns(head)).rstrip(GAPS)
    return head + sign + tail if tail else ""


def _shared(one: str, other: str) -> int:
    """How many characters two names begin with alike."""
    alike = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(alike, min(len(one), len(other)))


def _ended(name: str, kept: int, room: int, sign: str) -> str:
    """A name's beginning, and so many of its last characters."""
    tail = _visible(name[-kept:])
    return _joined(name[:-kept], sign + tail, room) if tail else ""


def _joined(head: str, tail: str, room: int) -> str:
    """As much of a beginning as leaves room for an end; nothing where none does."""
    kept = _first(head, room - columns(tail)).rstrip(GAPS)
    return kept + tail if kept else ""


def _first(text: str, room: int) -> str:
    """The first characters of a text, as many as have room."""
    kept, taken = "", 0
    for char in text:
        taken += width(char)
        if taken > room:
            break
        kept += char
    return kept


def _visible(tail: str) -> str:
    """The end of a name without marks of a letter before it."""
    return tail if tail and width(tail[0]) else ""


def _numbered(name: str, room: int) -> Iterator[str]:
    """The name's beginning alone, then with one number after another."""
    yield _first(name, room).rstrip(GAPS)
    for number in map(str, count(1)):
        if len(number) > room:
            return
        yield _first(name, room - len(number)) + number
