"""Spaces of creatures: cells a side, as many as their size has unless their entry says so."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.rulesets.schema import Length, Problem, Units, shown

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
        bounds = f"at least {least}" if cells < least else f"at most {most}"
        unit = "cell" if bounds.endswith(" 1") else "cells"
        message = f"must be {bounds} {unit} for a creature of size {size}, not {shown(space)}"
        yield ("space",), message


__all__ = ["MOST", "form", "misfits"]
