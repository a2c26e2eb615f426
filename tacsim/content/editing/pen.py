"""Pen: what is drawn with on a map, in which way, and which cells it covers there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import attrs

from tacsim.content.editing import shapes
from tacsim.content.editing.manuscript import Manuscript
from tacsim.core.grounds import ALOFT
from tacsim.core.terrain import Battlefield
from tacsim.grid.cells import Cell
from tacsim.grid.squares.lines import Edge
from tacsim.i18n import _
from tacsim.rulesets.schema import Path

FREE, LINE, RECTANGLE, FLOOD = "free", "line", "rectangle", "flood"
"""The ways to draw: cell by cell, from one cell to another, all around what is alike."""


@attrs.frozen
class Ground:
    """Draws a kind of ground, by its name in the palette."""

    name: str


@attrs.frozen
class Between:
    """Draws barriers on the edges of cells; of no kind: takes them away."""

    kind: str
    is_open: bool = False


@attrs.frozen
class Being:
    """Places creatures of a kind; ``file``: the bestiary that has it, to be named by the battle."""

    kind: str
    file: str = ""


@attrs.frozen
class Marks:
    """Puts cells into a list of the file, such as those of a goal, and takes them out of it."""

    path: Path


@attrs.frozen
class Hand:
    """Takes creatures from one cell to another."""


Brush: TypeAlias = Ground | Between | Being | Marks | Hand
OPENINGS = (
    Between("hedge"), Between("wall"), Between("door"), Between("door", is_open=True), Between(""),
)  # fmt: skip
"""What can be drawn on edges."""


@attrs.define
class Pen:
    """Draws on a manuscript.

    ``cursor``: the cell that it is over; ``way``: one of the ways to draw; ``anchor``: where a line
    or rectangle has begun; ``toward``: the side of a cell on which barriers go, as its neighbours
    are counted; ``side``: whose creatures it places; ``held``: the creature in the hand, by its
    place in the file. Errors: ValueError, in words, for what cannot be drawn.
    """

    manuscript: Manuscript
    cursor: Cell
    brush: Brush = Hand()
    way: str = FREE
    anchor: Cell | None = None
    toward: int = 0
    side: str = ""
    held: int | None = None

    @property
    def field(self) -> Battlefield:
        """The ground, as it can be read."""
        field = self.manuscript.read.field
        if field is None:
            raise ValueError(_("the map cannot be read: mend its faults in the file first"))
        return field

    # --- what it is over --------------------------------------------------------------------------

    def point(self, cell: Cell) -> None:
        """Be over a cell, or over the nearest one that is on the map."""
        size = self.field.size
        self.cursor = tuple(min(max(n, 0), most - 1) for n, most in zip(cell, size, strict=True))

    def turn(self, by: int) -> None:
        """Point at the next side of the cell."""
        count = len(shapes.around(self.cursor, self.field.topology))
        self.toward = (self.toward + by) % count

    def cells(self) -> tuple[Cell, ...]:
        """The cells that would be drawn on now."""
        topology, at = self.field.topology, self.cursor
        if self.way == FLOOD and not isinstance(self.brush, Being | Hand):
            return shapes.flood(at, self._joined, topology)
        if self.anchor is None or len(self.anchor) != len(at) or self.anchor[2:] != at[2:]:
            return (at,)
        shape = shapes.line if self.way == LINE else shapes.rectangle
        return shape(self.anchor, at, topology)

    def _joined(self, here: Cell, there: Cell) -> bool:
        """Whether a flood goes on from one cell to the next: over ground of the same kind."""
        field = self.field
        if there not in field or shapes.between(here, there) in self._closed(field):
            return False
        return field.at(here) == field.at(there)

    @staticmethod
    def _closed(field: Battlefield) -> frozenset[Edge]:
        return field.memo.of("closed", lambda: frozenset(one.between for one in field.barriers))

    def edges(self, cells: Sequence[Cell] | None = None) -> tuple[Edge, ...]:
        """The edges that would be drawn on now: on one side of cells, or all around them."""
        field, covered = self.field, self.cells() if cells is None else cells
        around = self.way == FLOOD or (self.way == RECTANGLE and self.anchor is not None)
        if around:
            found = shapes.outline(covered, field.topology)
        else:
            found = tuple(
                shapes.between(cell, shapes.around(cell, field.topology)[self.toward])
                for cell in covered
            )
        return tuple(one for one in found if all(cell in field for cell in one))

    # --- drawing ----------------------------------------------------------------------------------

    def use(self, brush: Brush) -> None:
        """Take up a brush."""
        self.brush, self.anchor, self.held = brush, None, None

    def draw(self, cells: Sequence[Cell] | None = None) -> bool:
        """Draw where it is, or on ``cells``; whether anything came of it.

        The first time a line or rectangle only begins.
        """
        begins = self.way in (LINE, RECTANGLE) and not isinstance(self.brush, Being | Hand)
        if begins and self.anchor is None and cells is None:
            self.anchor = self.cursor
            return False
        covered = self.cells() if cells is None else tuple(cells)
        edges = self.edges(covered) if isinstance(self.brush, Between) else ()
        self.anchor = None
        match self.brush:
            case Ground(name):
                return self.manuscript.paint(covered, name)
            case Between(kind, is_open):
                return self.manuscript.barrier(edges, kind, is_open=is_open)
            case Being(kind, file):
                return self._place(kind, file)
            case Marks(path):
                return self._mark(path, covered)
            case Hand():
                return self._carry()

    def _place(self, kind: str, file: str) -> bool:
        sides = [side.id for side in self.manuscript.read.sides]
        if not sides:
            raise ValueError(_("There is no side whose creature it could be."))
        if self.side not in sides:
            self.side = sides[0]
        one, named = self.manuscript, list(self.manuscript.table(("bestiaries",)) or ())
        if not file or file in named:
            return one.place(kind, self.side, self.cursor)
        return one.at_once(
            lambda: (one.assign(("bestiaries",), [*named, file]),
                     one.place(kind, self.side, self.cursor))
        )  # fmt: skip

    def _mark(self, path: Path, cells: Sequence[Cell]) -> bool:
        """Put cells into a list; or take them out, where all of them are in it."""
        before = self.marked(path)
        if set(cells) <= set(before):
            after = [cell for cell in before if cell not in set(cells)]
        else:
            after = list(dict.fromkeys((*before, *cells)))
        return self.manuscript.assign(path, [list(cell) for cell in after])

    def marked(self, path: Path) -> tuple[Cell, ...]:
        """The cells in a list of the file."""
        table = self.manuscript.table(path)
        found = table if isinstance(table, list) else []
        return tuple(tuple(cell) for cell in found if isinstance(cell, list))

    def _carry(self) -> bool:
        """Take up the creature that is there, or put down the one that is held."""
        if self.held is None:
            self.held = self.manuscript.creature_at(self.cursor)
            return False
        at, self.held = self.held, None
        return self.manuscript.assign(("creature", at, "at"), list(self.cursor))

    def pick(self) -> None:
        """Take up what is there as the brush: the kind of the creature, else the ground."""
        at = self.manuscript.creature_at(self.cursor)
        if at is not None:
            one = self.manuscript.read.creatures[at]
            self.use(Being(one.kind))
            self.side = one.side
            return
        level = self.field.levels[sum(self.cursor[2:])]
        self.use(Ground(level[self.cursor[1]][self.cursor[0]]))

    def erase(self) -> bool:
        """Take away what is there: the creature, else what lies or is written there, else ground.

        With a brush for barriers, the barrier on the side that is pointed at.
        """
        if isinstance(self.brush, Between):
            return self.manuscript.barrier(self.edges((self.cursor,)), "")
        creature = self.manuscript.creature_at(self.cursor)
        if creature is not None:
            return self.manuscript.drop(("creature", creature))
        for key, of_map in (("item", False), ("lamp", True), ("label", True)):
            at = self.there(key, of_map=of_map)
            if at is not None:
                return self.manuscript.drop((key, at), of_map=of_map)
        aloft = sum(self.cursor[2:]) > 0
        return self.manuscript.paint([self.cursor], ALOFT["void"] if aloft else "floor")

    def there(self, key: str, *, of_map: bool = False) -> int | None:
        """The place in its list of an item, lamp or label at the cursor."""
        tables = self.manuscript.table((key,), of_map=of_map) or ()
        here = list(self.cursor)
        return next((n for n, one in enumerate(tables) if one.get("at") == here), None)
