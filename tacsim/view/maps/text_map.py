"""Maps as text: the cells of a grid with what is answered about them, for terminals and pages.

Each cell is a glyph for what is there and a column behind it for a mark. Nothing here knows of
battles or imports what draws the game, so that a distance is answered at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from string import ascii_lowercase, digits

import attrs

from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.view.columns import columns as width_of
from tacsim.view.columns import folded, padded

LOOKS: Mapping[str, str] = {
    "": "",
    "ground": "2",
    "friend": "1",
    "foe": "1;31",
    "actor": "1;30;47",
    "marked": "30;43",
    "near": "30;46",
    "far": "97;44",
    "provokes": "1;97;41",
}
"""How cells look where there is colour, as codes of the terminal's own sixteen colours.

Nothing is told by them alone.
"""
LETTERS = digits + ascii_lowercase
STEP = 5
"""Every so many columns have their number above them, and the first."""
MARGIN = 2
"""Cells around what matters that are kept where a map is cut."""
GAP = "  "
"""What stands between two levels side by side."""
SPACE = "   "
"""What stands between two entries of a legend."""
LEVELS = 9
"""The most levels that are shown."""
BESIDE = 4
"""Lines that are no rows of the map: the numbers of its columns, what is cut, and the prompt."""
LEAST, MOST = 10, 50
"""Rows of a map that are shown however low the terminal is; of an answer, as many as it has."""


@attrs.frozen
class Sign:
    """What is shown of a cell: one glyph, a mark behind it, and how both look (:data:`LOOKS`)."""

    glyph: str
    mark: str = ""
    look: str = ""


NOTHING = Sign(" ")


@attrs.frozen
class TextMap:
    """The cells of a grid and what is to be seen in them.

    ``low`` and ``high``: the least and the largest coordinates. ``matters``: the cells of the
    answer, which stay in sight where a map is cut; ``focus``: the one that stays if not all can.
    ``legend``: signs with what they mean; ``people``: sides with theirs. ``ground``: what is shown
    of all other cells.
    """

    topology: str
    low: Cell
    high: Cell
    signs: Mapping[Cell, Sign]
    matters: Collection[Cell] = ()
    focus: Cell | None = None
    legend: Sequence[tuple[Sign, str]] = ()
    people: Sequence[tuple[Sign, str]] = ()
    ground: Sign = NOTHING

    def sign(self, x: int, y: int, level: Cell) -> Sign:
        """What is shown of a cell of a level."""
        return self.signs.get((x, y, *level), self.ground)

    @property
    def levels(self) -> list[Cell]:
        """The last coordinate of each level; of a map in the plane nothing, once."""
        if len(self.low) < 3:
            return [()]
        return [(z,) for z in range(self.low[2], self.high[2] + 1)]

    def __str__(self) -> str:
        """All of it, one column a cell: on hexes apart, odd rows half a cell to the right."""
        hexes, lines = self.topology == "hex", []
        for level in self.levels:
            lines += [_("level {n}").format(n=n) for n in level]
            for y in range(self.low[1], self.high[1] + 1):
                cells = (self.sign(x, y, level) for x in range(self.low[0], self.high[0] + 1))
                text = (" " if hexes else "").join(sign.glyph for sign in cells)
                lines.append((" " * (y % 2 if hexes else 0) + text).rstrip())
        return "\n".join(lines)


def count(n: int) -> str:
    """A small number as one letter: 0 to 9, a for 10, b for 11 and so on.

    >>> count(7), count(12), count(99)
    ('7', 'c', 'z')
    """
    return LETTERS[min(n, len(LETTERS) - 1)]


def framed(shown: TextMap, columns: int, rows: int, *, colour: bool = False) -> list[str]:
    """A map with the numbers of its columns and rows and its legend, as lines for a terminal.

    Levels stand side by side as far as there is room; those without anything that matters are left
    out. What does not fit is cut, and a line says so.
    """
    legend = _legend(shown.legend, columns - 1, colour=colour)
    for side in shown.people:
        legend += _legend([side], columns - 1, colour=colour)
    room = rows - len(legend) - BESIDE
    return [*_Frame(shown, columns, room, colour=colour).lines(), *legend]


def _legend(entries: Iterable[tuple[Sign, str]], columns: int, *, colour: bool) -> list[str]:
    """Signs with their meanings, as many to a line as there is room for."""
    lines, room = list[str](), 0
    for sign, words in entries:
        mark = sign.glyph + sign.mark
        first, *rest = folded(f"{mark} {words}".strip(), columns)
        need = width_of(first)
        text = painted(sign.look, mark, colour=colour) + first[len(mark) :]
        if lines and not rest and need + len(SPACE) <= room:
            lines[-1] += SPACE + text
            room -= need + len(SPACE)
        else:
            lines += [text, *rest]
            room = 0 if rest else columns - need
    return lines


def painted(look: str, text: str, *, colour: bool) -> str:
    """A text in a look, if there is colour."""
    code = LOOKS[look] if colour else ""
    return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


class _Frame:
    """A map in a terminal: which part of it is shown."""

    def __init__(self, shown: TextMap, columns: int, rows: int, *, colour: bool) -> None:
        self.map, self.colour = shown, colour
        self.shift = 1 if shown.topology == "hex" else 0
        self.ruler = max(len(str(n)) for n in (shown.low[1], shown.high[1])) + 1
        across = max((columns - 1 - self.ruler - self.shift) // 2, 1)
        self.xs = self._part(0, across)
        seen = [cell[1] for cell in shown.matters if cell[0] in self.xs] or [0]
        needed = max(seen) - min(seen) + 1 + 2 * MARGIN
        self.ys = self._part(1, max(rows, min(needed, MOST), LEAST))
        self.levels = self._levels()
        self.beside = max((columns - 1 - self.ruler + len(GAP)) // (self.width + len(GAP)), 1)

    @property
    def width(self) -> int:
        """The columns of a level."""
        return 2 * len(self.xs) + self.shift

    def _part(self, axis: int, room: int) -> range:
        """The coordinates shown along an axis, as many as there is room for."""
        low, high = self.map.low[axis], self.map.high[axis]
        if high - low + 1 <= room:
            return range(low, high + 1)
        matter = [cell[axis] for cell in self.map.matters] or [low, high]
        first, last = min(matter), max(matter)
        if last - first >= room and self.map.focus is not None:
            first = last = self.map.focus[axis]
        start = (first + last - room + 1) // 2
        start = min(max(start, low), high - room + 1)
        return range(start, start + room)

    def _levels(self) -> list[Cell]:
        """The levels with something that matters, the nearest if they are many."""
        there = sorted({cell[2:] for cell in self.map.matters})
        near = self.map.focus[2:] if self.map.focus is not None else there[0]
        return sorted(sorted(there, key=lambda one: _apart(one, near))[:LEVELS])

    def lines(self) -> list[str]:
        """All of it."""
        lines = []
        for first in range(0, len(self.levels), self.beside):
            lines += self._side_by_side(self.levels[first : first + self.beside])
        return [*lines, *self._cut()]

    def _side_by_side(self, levels: Sequence[Cell]) -> list[str]:
        blank = " " * self.ruler
        lines = []
        if levels[0]:
            heads = (padded(_("level {n}").format(n=n), self.width) for (n,) in levels)
            lines.append(blank + GAP.join(heads))
        lines.append(blank + GAP.join([self._numbers()] * len(levels)))
        for y in self.ys:
            parts = (self._row(y, level) for level in levels)
            lines.append(f"{y:>{self.ruler - 1}} " + GAP.join(parts))
        return [line.rstrip() for line in lines]

    def _numbers(self) -> str:
        """The numbers of the columns."""
        text = ""
        for place, x in enumerate(self.xs):
            room = 2 * (-x % STEP)
            if not room or (not place and len(str(x)) < room):
                text = text.ljust(2 * place) + str(x)
        return text[: self.width].ljust(self.width)

    def _row(self, y: int, level: Cell) -> str:
        """One row of a level; what lies side by side and looks the same is painted at once."""
        odd = y % 2 if self.shift else 0
        runs: list[tuple[str, str]] = [("", " " * odd)]
        for x in self.xs:
            sign = self.map.sign(x, y, level)
            text = sign.glyph + (sign.mark or " ")
            look, before = runs[-1]
            if look == sign.look:
                runs[-1] = (look, before + text)
            else:
                runs.append((sign.look, text))
        runs.append(("", " " * (self.shift - odd)))
        return "".join(painted(look, text, colour=self.colour) for look, text in runs)

    def _cut(self) -> list[str]:
        """What is not shown."""
        (x0, y0, *_z), (x1, y1, *_z) = self.map.low, self.map.high
        said = []
        if len(self.xs) <= x1 - x0:
            words = _("Cut to columns {a} to {b} of {first} to {last}.")
            said.append(words.format(a=self.xs[0], b=self.xs[-1], first=x0, last=x1))
        if len(self.ys) <= y1 - y0:
            words = _("Cut to rows {a} to {b} of {first} to {last}.")
            said.append(words.format(a=self.ys[0], b=self.ys[-1], first=y0, last=y1))
        if len(self.levels) < len(self.map.levels):
            there = ", ".join(str(n) for (n,) in self.levels)
            words = _("Shown of levels {first} to {last}: {levels}.")
            said.append(words.format(first=self.map.low[2], last=self.map.high[2], levels=there))
        return said


def _apart(one: Cell, other: Cell) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
