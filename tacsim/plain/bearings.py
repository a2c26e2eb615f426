"""Bearings: where something is from somewhere, in words; and the cell that lies some way off."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product

from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.hexes import coordinates as hexes
from tacsim.i18n import N_, _, translate

WORDS: Mapping[str, str] = {
    "n": N_("north"), "ne": N_("north-east"), "e": N_("east"), "se": N_("south-east"),
    "s": N_("south"), "sw": N_("south-west"), "w": N_("west"), "nw": N_("north-west"),
    "u": N_("up"), "d": N_("down"),
}  # fmt: skip
"""Directions by the letters that are typed for them."""
SQUARES: Mapping[str, Cell] = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip
HEXES: Mapping[str, Cell] = dict(
    zip(("e", "se", "sw", "w", "nw", "ne"), hexes.DIRECTIONS, strict=True)
)
"""The steps of each direction, on squares and on hexes."""


def steps(topology: str) -> Mapping[str, Cell]:
    """The directions of a topology, by their letters.

    >>> steps("cube")["u"], sorted(steps("hex"))
    ((0, 0, 1), ['e', 'ne', 'nw', 'se', 'sw', 'w'])
    """
    if topology == "hex":
        return HEXES
    if topology == "square":
        return SQUARES
    return {**{name: (*by, 0) for name, by in SQUARES.items()}, "u": (0, 0, 1), "d": (0, 0, -1)}


def legs(topology: str, a: Body, b: Body) -> tuple[tuple[str, int], ...]:
    """The way between the nearest cells of two bodies, as directions with numbers of steps.

    >>> legs("square", Body((4, 4), (1, 1)), Body((7, 1), (2, 2)))
    (('e', 3), ('n', 2))
    >>> legs("square", Body((4, 4), (1, 1)), Body((6, 2), (1, 1)))
    (('ne', 2),)
    >>> legs("cube", Body((4, 4, 0), (1, 1, 1)), Body((3, 4, 2), (1, 1, 1)))
    (('w', 1), ('u', 2))
    >>> legs("hex", Body((1, 1), (1,)), Body((4, 0), (1,)))
    (('ne', 1), ('e', 2))
    """
    if topology == "hex":
        near = min(product(a.cells, b.cells), key=lambda pair: hexes.distance(*pair))
        return _hex_legs(hexes.vector(*near))
    x, y, z = (*(_gap(*axis) for axis in zip(a.at, a.extent, b.at, b.extent, strict=True)), 0)[:3]
    flat = [("e" if x > 0 else "w", abs(x)), ("s" if y > 0 else "n", abs(y))]
    if abs(x) == abs(y):
        flat = [(flat[1][0] + flat[0][0], abs(x))]
    found = (*flat, ("u" if z > 0 else "d", abs(z)))
    return tuple((name, count) for name, count in found if count)


def _gap(at: int, size: int, other: int, width: int) -> int:
    """How far one stretch lies from another along an axis; 0 where they overlap."""
    if other >= at + size:
        return other - at - size + 1
    return min(other + width - 1 - at, 0)


def _hex_legs(by: Cell) -> tuple[tuple[str, int], ...]:
    names = list(HEXES)
    for one, other in zip(names, (*names[1:], names[0]), strict=True):
        (q1, r1), (q2, r2) = HEXES[one][:2], HEXES[other][:2]
        turn = q1 * r2 - q2 * r1
        first, second = (by[0] * r2 - q2 * by[1]) // turn, (q1 * by[1] - by[0] * r1) // turn
        if first >= 0 and second >= 0:
            found = (one, first), (other, second)
            return tuple((name, count) for name, count in found if count)
    return ()


def legs_text(found: tuple[tuple[str, int], ...]) -> str:
    """A way in words.

    >>> legs_text((("e", 3), ("n", 2)))
    '3 east, 2 north'
    """
    text = _("{n} {direction}")
    return ", ".join(text.format(n=count, direction=word(name)) for name, count in found)


def word(name: str) -> str:
    """A direction in words, by its letters."""
    return translate(WORDS[name])


def off(topology: str, cell: Cell, text: str) -> Cell | None:
    """The cell that lies some way off, as typed: ``ne 2``, ``e 3 n 1``; None for what is no way.

    >>> off("square", (4, 4), "ne 2"), off("square", (4, 4), "E3 n1"), off("hex", (1, 1), "se 1")
    ((6, 2), (7, 3), (2, 2))
    >>> off("hex", (1, 1), "n 1"), off("square", (4, 4), "ne"), off("square", (4, 4), "ogre")
    (None, None, None)
    """
    known = steps(topology)
    names = {**{name: name for name in known}, **{word(name): name for name in known}}
    if not re.fullmatch(r"([^\W\d_]+(-[^\W\d_]+)? ?[0-9]{1,3} ?)+", text):
        return None
    for name, count in re.findall(r"([^\W\d_]+(?:-[^\W\d_]+)?) ?([0-9]+)", text.lower()):
        if name not in names:
            return None
        for _step in range(int(count)):
            cell = shifted(cell, known[names[name]])
    return cell


def cell_of(text: str, axes: int) -> Cell | None:
    """A cell as typed: ``7,4`` or ``(7, 4)``; None for anything else.

    >>> cell_of("7,4", 2), cell_of("(7, 4, 1)", 3), cell_of("7 4", 2), cell_of("7,4", 3)
    ((7, 4), (7, 4, 1), None, None)
    """
    if not re.fullmatch(r"\(?\d{1,4}( ?, ?\d{1,4})+\)?", text, re.ASCII):
        return None
    cell = tuple(int(part) for part in re.findall(r"\d+", text))
    return cell if len(cell) == axes else None


def typed(cell: Cell) -> str:
    """A cell as it is typed.

    >>> typed((7, 4, 1))
    '7,4,1'
    """
    return ",".join(map(str, cell))
