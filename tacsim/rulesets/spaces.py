"""Spaces of creatures: cells a side, as many as their size has unless their entry says so."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.i18n import ngettext
from tacsim.rulesets.schema import Length, Problem, Units, said

MOST = 20
"""The widest space, in cells."""


def form(units: Units) -> Length:
    """The form of a space: cells a side, or a length that comes to whole cells."""
    return Length(1, MOST, units, exact=True)


def misfits(
    size: str, space: object, cells: int, least: int, most: int = MOST
) -> Iterator[Problem]:
    """What is wrong with a space of so many cells a side that an entry gives a creature of a size.

    ``least`` and ``most``: the cells that its size allows.

    >>> list(misfits("large", "5 ft", 1, 2))
    [(('space',), 'must be at least 2 cells for a creature of size large, not "5 ft"')]
    """
    if not least <= cells <= most:
        if cells < least:
            words = ngettext(
                "must be at least {n} cell for a creature of size {size}, not {value}",
                "must be at least {n} cells for a creature of size {size}, not {value}", least,
            )  # fmt: skip
        else:
            words = ngettext(
                "must be at most {n} cell for a creature of size {size}, not {value}",
                "must be at most {n} cells for a creature of size {size}, not {value}", most,
            )  # fmt: skip
        yield ("space",), said(words, space, n=least if cells < least else most, size=size)
