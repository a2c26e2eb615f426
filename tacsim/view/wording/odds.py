"""Odds as text: bars of rates with their intervals, small charts, maps of where people fell.

All glyphs are one column wide in every terminal; :func:`tacsim.view.palettes.graphics.in_ascii` has
others for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tacsim.core.terrain import Battlefield
from tacsim.grid.cells import Cell
from tacsim.i18n import ngettext
from tacsim.view.maps.drawn import map_of
from tacsim.view.maps.text_map import Sign, TextMap
from tacsim.view.picture.marks import DEGREES

SURE, LIKELY, MAYBE, NOT = "⣿", "⣶", "⣀", " "
"""Parts of a bar: what a rate is at least, at best guess, at most; and what it is not."""
STEPS = " ⣀⣤⣶⣿"
"""The heights of a small chart."""
HOT = ("near", "marked", "provokes")
"""How the thirds of them look."""


def rate_bar(rate: float, low: float, high: float, width: int) -> str:
    """A rate and the interval in which it lies, over so many columns.

    >>> rate_bar(0.5, 0.25, 0.75, 8)
    '⣿⣿⣶⣶⣀⣀  '
    """
    first, middle, last = (round(part * width) for part in (low, rate, high))
    bar = SURE * first + LIKELY * (middle - first) + MAYBE * (last - middle)
    return bar.ljust(width, NOT)


def chart(counts: Sequence[int], width: int) -> str:
    """How often each of some values was, as so many columns of different heights.

    What was at all is to be seen.

    >>> chart([0, 1, 20, 10], 4)
    ' ⣀⣿⣤'
    """
    size = max(-(-len(counts) // width), 1)
    sums = [sum(counts[at : at + size]) for at in range(0, len(counts), size)]
    most, top = max(sums, default=0) or 1, len(STEPS) - 1
    return "".join(STEPS[-(-one * top // most)] for one in sums)


def heat(fell: Mapping[Cell, int]) -> dict[Cell, int]:
    """Degrees from 1 to 9 of how often people fell in cells; 9 is where they most often did.

    >>> heat({(1, 1): 1, (2, 1): 50, (3, 1): 100})
    {(1, 1): 1, (2, 1): 5, (3, 1): 9}
    """
    most = max(fell.values(), default=1)
    return {cell: -(-many * DEGREES // most) for cell, many in fell.items()}


def most_words(fell: Mapping[Cell, int]) -> str:
    """What the highest degree of heat means; empty while nobody fell."""
    if not fell:
        return ""
    most = max(fell.values())
    return ngettext(
        "where they fell most, {n} time; other figures in ninths of that",
        "where they fell most, {n} times; other figures in ninths of that",
        most,
    ).format(n=most)


def heat_map(field: Battlefield, fell: Mapping[Cell, int]) -> TextMap:
    """The ground with the degrees of heat on it, and what they mean."""
    plain = map_of(field)
    degrees = heat(fell)
    signs = {
        cell: Sign(str(degree), plain.signs[cell].mark, HOT[(degree - 1) // 3])
        for cell, degree in degrees.items()
    }
    legend = [(Sign("9", look=HOT[-1]), most_words(fell))] if fell else []
    hottest = max(sorted(fell), key=lambda cell: fell[cell], default=None)
    return TextMap(
        plain.topology, plain.low, plain.high, {**plain.signs, **signs},
        matters=tuple(degrees) or plain.matters, focus=hottest,
        legend=[*legend, *plain.legend],
    )  # fmt: skip


def fallen(answer: Mapping[str, Any]) -> dict[Cell, int]:
    """How often people fell in each cell, as an answer of a simulation has it."""
    return {tuple(one["at"]): one["count"] for one in answer["fell"]}
