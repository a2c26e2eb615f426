"""The characters that the board is drawn with: one column wide in every terminal.

East Asian terminals draw characters of ambiguous width (box drawing, half blocks, shades, arrows,
many symbols) two columns wide, so none of those stands here. Braille patterns, which are narrow
everywhere, do the drawing instead: each is a raster of two by four dots.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from tacsim.view.palettes.dots import dots
from tacsim.view.shortening import shorten

BLANK = " "
HATCH = "⡠⠊"
"""A diagonal over two columns that runs on from cell to cell: threatened."""
SIDE_MARKS = ("∙", "▴", "▾", "⋆", "∘", "+")
"""A mark of each side, in the order of the scenario."""
ACTIVE, TARGET, CORPSE = "◂", "◉", "x"
ITEM = "▪"
"""A thing that lies on the ground."""
LOST = "?"
"""Where somebody now out of sight was seen last."""
TOLD = "⋄"
"""Of whom a list tells that is open."""
PROVOKES = "!"
ASKS = "&"
"""What takes a check to enter."""
GOAL = "⡟"
"""A flag: where a goal is served."""
POINTER = "⋄"
"""Where a lesson speaks of."""
EDGE = "⋮"
"""At an edge of the screen: the map goes on there."""
AREA = "⠢"
"""What a cell of an area is dotted with."""
CORNER = {(-1, -1): "⣠", (0, -1): "⣄", (-1, 0): "⠙", (0, 0): "⠋"}
"""The crossing of lines at the upper left of a cell: its quarters, by their offset from there."""
FLANK = {"across": "⠒", "down": "⡇", "falling": "⢣", "rising": "⡜"}
"""A piece of the line between two flankers, by its direction."""
FLASHES = {"hit": "*", "critical": "!", "miss": "-"}
SHADE = "⢕"
"""What a foe's token is filled with where colours do not suffice."""
UP, DOWN = "⇡", "⇣"
"""A creature above; where a path leads up or down."""
FOOT = "⟂"
"""The ground straight under a creature in the air."""
PLUMB = "⠅"
"""The line from a creature in the air down to the ground."""
CEILING = "⠉"
"""Ground or something solid above."""
MOST = 9
"""The highest number that one digit can tell."""

FLYING = "^"
SQUEEZED = "="

UNEVEN: tuple[tuple[int, int], ...] = (
    (0x1160, 0x11FF), (0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0xD7B0, 0xD7FB),
    (0xFFA0, 0xFFA0), (0x1D300, 0x1D356), (0x1D360, 0x1D376), (0x1F1E6, 0x1F1FF),
)  # fmt: skip
"""Code points that pass for narrow and are not: Korean vowels and finals, which join what stands
before them; signs out of the Book of Changes; counting rods; the letters that make flags."""

BAR = ("⣀", "⣄", "⣤")
"""The columns of a bar: what is gone, half of what is left, what is left."""


@lru_cache(maxsize=4096)
def narrow(char: str) -> bool:
    """Whether a character takes exactly one column in every terminal.

    >>> [narrow(char) for char in "O⣤─한\u1161\U0001f1e6"]
    [True, True, False, False, False, False]
    """
    return (
        len(char) == 1
        and char.isprintable()
        and unicodedata.east_asian_width(char) in ("N", "Na", "H")
        and unicodedata.category(char) not in ("Mn", "Me", "Mc", "Cf", "Cn")
        and not any(first <= ord(char) <= last for first, last in UNEVEN)
    )


def quarters(*rows: str) -> Mapping[tuple[int, int], str]:
    """A drawing in dots over two glyphs by two, by their offset from the last of them."""
    upper, lower = dots(*rows[:4]), dots(*rows[4:])
    return {(-1, -1): upper[0], (0, -1): upper[1], (-1, 0): lower[0], (0, 0): lower[1]}


FORKS = (
    quarters("o  o", "o  o", "oooo", " oo ", " oo ", " oo ", " oo ", "    "),
    quarters("    ", " oo ", " oo ", " oo ", " oo ", "oooo", "o  o", "o  o"),
)
"""What lies at the upper left of a hex, where lines fork upwards, and at its top, downwards."""


def glyph_of(wanted: str, name: str) -> str:
    """The character for a creature: its own where that is narrow, else one out of its name.

    >>> glyph_of("龍", "Dragon")
    'D'
    """
    return next((char for char in (wanted[:1], *name) if narrow(char) and char != " "), "?")


def short_name(name: str, room: int, known: tuple[str, ...] = ()) -> str:
    """A name for a token, unlike those of the others known; empty where it cannot be drawn.

    >>> short_name("Goblin 12", 5), short_name("Aldis", 4), short_name("용사", 4)
    ('Gob12', 'Ald.', '')
    """
    if not all(map(narrow, name)):
        return ""
    return shorten((*known, name), room, ".")[name]


__all__ = [
    "ACTIVE", "AREA", "ASKS", "BAR", "BLANK", "CEILING", "CORNER", "CORPSE", "DOWN", "FLANK",
    "FLASHES", "FLYING", "FOOT", "FORKS", "HATCH", "ITEM", "LOST", "MOST", "PLUMB", "PROVOKES",
    "SIDE_MARKS",
    "SQUEEZED", "TARGET", "TOLD", "UP", "dots", "glyph_of", "narrow", "quarters",
    "short_name",
]  # fmt: skip
