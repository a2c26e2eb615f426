"""Watabou's one-page dungeons: JSON with rooms as rectangles, doors in cells of their own.

A door of a dungeon takes a cell. Here it stands on the side of that cell from which one comes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping

import attrs

from tacsim.content.imports.found import Found, Sheet, listed
from tacsim.content.imports.sources import Value, clean
from tacsim.core.terrain import MAX_CELLS, MAX_SIDE, Barrier, BarrierKind
from tacsim.grid.cells import Cell
from tacsim.grid.squares.lines import edge
from tacsim.i18n import N_, _, ngettext, translate

RECTS = 2000
THINGS = 100_000
"""The most rectangles of a dungeon, and the most of anything else."""
KNOWN = frozenset({"version", "title", "story", "rects", "doors", "notes", "columns", "water"})


@attrs.frozen
class Doorway:
    """A kind of door: its ``name``, if it is written to the place; whether it is ``shut``.

    ``door``: whether it is one at all; ``but``: what of it has no counterpart.
    """

    name: str = ""
    door: bool = False
    shut: bool = False
    but: str = ""


DOORWAYS: Mapping[int, Doorway] = {
    0: Doorway(),
    1: Doorway(door=True),
    2: Doorway(N_("archway")),
    3: Doorway(N_("entrance")),
    4: Doorway(N_("portcullis"), True, True, N_("portcullis (a shut door: nobody sees through)")),
    5: Doorway(N_("double door"), True),
    6: Doorway(N_("secret door"), True, True, N_("secret door (a shut door that all can see)")),
    7: Doorway(N_("barred door"), True, True, N_("barred door (a shut door like others)")),
    8: Doorway(N_("stairs down")),
    9: Doorway(N_("stairs")),
}
"""The kinds of doors by the numbers that the files have."""


@attrs.frozen
class Rect:
    """A rectangle of floor, or a round room that touches its sides."""

    x: int
    y: int
    w: int
    h: int
    round: bool

    @property
    def cells(self) -> Iterator[Cell]:
        """Its cells."""
        return ((x, y) for y in range(self.y, self.y + self.h)
                for x in range(self.x, self.x + self.w))  # fmt: skip

    def share(self, cell: Cell) -> str:
        """What a cell is: floor; where a round wall leaves less than half of it, tight, or wall."""
        if not self.round:
            return "floor"
        if self._out(cell, 0):
            return "tight" if not self._out(cell, 0.5) else "wall"
        return "floor"

    def _out(self, cell: Cell, nearer: float) -> bool:
        """Whether a point of a cell is outside the round wall: its middle, or one nearer in."""
        a, b = self.w / 2, self.h / 2
        dx = max(abs(cell[0] + 0.5 - self.x - a) - nearer, 0) / a
        dy = max(abs(cell[1] + 0.5 - self.y - b) - nearer, 0) / b
        return dx * dx + dy * dy >= 1


def read(dungeon: Value) -> Found:
    """The map of a dungeon, as large as what there is of it; ContentError."""
    rects = [_rect(entry) for entry in dungeon.get("rects").entries(RECTS)]
    doors = list(dungeon.get("doors").entries(THINGS))
    places = [_cell(entry) for entry in doors]
    lows = [(rect.x, rect.y) for rect in rects] + places
    highs = [(rect.x + rect.w, rect.y + rect.h) for rect in rects]
    highs += [(x + 1, y + 1) for x, y in places]
    if not rects:
        raise dungeon.get("rects").refuse(_("there are no rooms"))
    if sum(rect.w * rect.h for rect in rects) > MAX_CELLS:
        raise dungeon.get("rects").refuse(_("the rooms are larger than any map"))
    low = (min(x for x, _y in lows), min(y for _x, y in lows))
    size = (max(x for x, _y in highs) - low[0], max(y for _x, y in highs) - low[1])
    sheet = Sheet(dungeon.file, size, clean(dungeon.get("title", "").text(), 60), "square")
    story = clean(dungeon.get("story", "").text(), 2000)
    sheet.about = [story] if story else []
    plan = _Plan(dungeon, sheet, low)
    plan.rooms(rects, places)
    plan.notes()
    plan.doors(doors)
    sheet.clear()
    plan.water()
    plan.columns()
    endings = sum(
        bool(one.get("ending", False).value) for one in dungeon.get("rects").entries(RECTS)
    )
    if endings:
        words = ngettext("the mark of {n} room as an ending",
                         "the mark of {n} rooms as an ending", endings)  # fmt: skip
        sheet.dropped.append(words.format(n=endings))
    for key in sorted(dungeon.table.keys() - KNOWN):
        sheet.dropped.append(_('"{key}", which is unknown here').format(key=clean(key, 40)))
    return sheet.found()


def _rect(entry: Value) -> Rect:
    x, y = entry.get("x").whole(), entry.get("y").whole()
    w, h = (entry.get(key).whole(1, MAX_SIDE) for key in ("w", "h"))
    return Rect(x, y, w, h, entry.get("rotunda", False).truth())


def _cell(entry: Value) -> Cell:
    return entry.get("x").whole(), entry.get("y").whole()


@attrs.frozen
class _Plan:
    """A dungeon being drawn on a sheet whose first cell is the dungeon's ``low``."""

    dungeon: Value
    sheet: Sheet
    low: Cell

    def here(self, cell: Cell) -> Cell:
        """A cell of the dungeon as one of the sheet."""
        return cell[0] - self.low[0], cell[1] - self.low[1]

    def rooms(self, rects: list[Rect], doors: list[Cell]) -> None:
        """Draw the floor; what is floor of one rectangle is floor, whatever another says."""
        grid = self.sheet.grid[0]
        for rect in (rect for rect in rects if rect.round):
            for cell in rect.cells:
                x, y = self.here(cell)
                if grid[y, x] != "floor":
                    grid[y, x] = rect.share(cell)
        for rect in (rect for rect in rects if not rect.round):
            x, y = self.here((rect.x, rect.y))
            grid[y : y + rect.h, x : x + rect.w] = "floor"
        for x, y in map(self.here, doors):
            grid[y, x] = "floor"
        rounded = {cell for rect in rects if rect.round for cell in rect.cells}
        for x, y in doors:  # a door leads to floor, be it at the round of a wall
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in rounded:
                    column, row = self.here(cell)
                    grid[row, column] = "floor"

    def doors(self, doors: list[Value]) -> None:
        """Put doors on the sides of their cells, and write to the others what they are."""
        lost: dict[str, list[Cell]] = defaultdict(list)
        for entry in doors:
            number = entry.get("type", 0).whole(0, 1000)
            cell = self.here(_cell(entry))
            kind = DOORWAYS.get(number)
            if kind is None:
                words = _("door of the unknown kind {n} (a passage)")
                lost[words.format(n=number)].append(cell)
                continue
            if kind.name:
                self.sheet.label(cell, translate(kind.name))
            if kind.door and not self._hung(cell, entry, shut=kind.shut):
                lost[_("door that leads nowhere")].append(cell)
            elif kind.but:
                lost[translate(kind.but)].append(cell)
        for words, cells in sorted(lost.items()):
            told = _("{n} × {what}: {cells}")
            self.sheet.dropped.append(told.format(n=len(cells), what=words, cells=listed(cells)))

    def _hung(self, cell: Cell, entry: Value, *, shut: bool) -> bool:
        """Put up a door, on the side from which one comes, else on the other."""
        towards = entry.get("dir", {})
        dx, dy = (towards.get(key, 0).whole(-1, 1) for key in ("x", "y"))
        for sign in (-1, 1):
            other = (cell[0] + sign * dx, cell[1] + sign * dy)
            if abs(dx) + abs(dy) == 1 and self._floor(other):
                between = edge(cell, other)
                self.sheet.barriers[between] = Barrier(between, BarrierKind.DOOR, open=not shut)
                self.sheet.doors += 1
                return True
        return False

    def _floor(self, cell: Cell) -> bool:
        return self.sheet.inside(cell) and self.sheet.grid[0, cell[1], cell[0]] != "wall"

    def water(self) -> None:
        """Flood the floor where there is water."""
        name, dry = self.sheet.water(), 0
        for entry in self.dungeon.get("water").entries(THINGS):
            cell = self.here((math.floor(entry.get("x").number()),
                              math.floor(entry.get("y").number())))  # fmt: skip
            if self._floor(cell):
                self.sheet.grid[0, cell[1], cell[0]] = name
            else:
                dry += 1
        if dry:
            words = ngettext(
                "{n} square of water in the rock", "{n} squares of water in the rock", dry
            )
            self.sheet.dropped.append(words.format(n=dry))

    def columns(self) -> None:
        """Columns stand where squares meet and fill none: there is nothing like it here."""
        cells = [
            self.here((round(entry.get("x").number()), round(entry.get("y").number())))
            for entry in self.dungeon.get("columns").entries(THINGS)
        ]
        if cells:
            words = ngettext(
                "{n} column, which stands where squares meet, at the upper left corner of {cells}",
                "{n} columns, which stand where squares meet, at the upper left corners of {cells}",
                len(cells),
            )
            self.sheet.dropped.append(words.format(n=len(cells), cells=listed(cells)))

    def notes(self) -> None:
        """Write the notes to their places."""
        for entry in self.dungeon.get("notes").entries(THINGS):
            place = entry.get("pos", {})
            at = (math.floor(place.get(key, 0).number()) for key in ("x", "y"))
            number = clean(str(entry.get("ref", "").value), 20)
            text = entry.get("text", "").text()
            x, y = self.here(tuple(at))
            self.sheet.label((x, y), f"{number}. {text}" if number else text)
