"""Lengths in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacsim.i18n import _, ngettext


def length_word(n: float, unit: str) -> str:
    """A length in a unit, in the reader's words; a unit without an entry stays as it is.

    >>> length_word(1, "pace"), length_word(6, "pace"), length_word(7.5, "m"), length_word(2, "li")
    ('1 pace', '6 paces', '7.5 m', '2 li')
    """
    number = f"{n:g}"
    return UNITS[unit](n).format(n=number) if unit in UNITS else f"{number} {unit}"


def plain_length(n: float, unit: str) -> str:
    """The same in English, for programs.

    >>> plain_length(1, "pace"), plain_length(6, "pace"), plain_length(30, "ft")
    ('1 pace', '6 paces', '30 ft')
    """
    return f"{n:g} {unit}{'s' if unit == 'pace' and n != 1 else ''}"


UNITS: Mapping[str, Callable[[float], str]] = {
    "ft": lambda _n: _("{n} ft"),
    "m": lambda _n: _("{n} m"),
    "pace": lambda n: ngettext("{n} pace", "{n} paces", 1 if n == 1 else 2),
}
"""Units of length, by their names."""
