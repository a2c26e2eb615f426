"""Units of length in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacsim.i18n import ngettext


def unit_word(unit: str, n: float) -> str:
    """A unit of length behind a number; what has no entry is never inflected.

    >>> unit_word("pace", 1), unit_word("pace", 6), unit_word("m", 6)
    ('pace', 'paces', 'm')
    """
    return UNITS[unit](n) if unit in UNITS else unit


UNITS: Mapping[str, Callable[[float], str]] = {
    "pace": lambda n: ngettext("pace", "paces", 1 if n == 1 else 2),
}
"""Units of length that change with the number, by their names."""

__all__ = ["unit_word"]
