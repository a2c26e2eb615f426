"""Layouts: how the cells of each kind of grid lie on the screen.

A square is a rectangle. A hex has rows of its own and, above and below them, caps half as wide,
between which the caps of the hexes before and after lie: so it touches its six neighbours and no
other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple, TypeAlias

import attrs
import numpy as np

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Cell
from tacsim.grid.hexes import coordinates as hexes

Place: TypeAlias = tuple[int, int]
"""A column and a row of the screen."""


class Scale(NamedTuple):
    """Screen columns and rows from one cell to the next."""

    columns: int
    rows: int


class Span(NamedTuple):
    """Some columns of a row of the screen."""

    column: int
    row: int
    wide: int

    @property
    def right(self) -> int:
        """The last column."""
        return self.column + self.wide - 1


@attrs.frozen
class Shape:
    """A cell on the screen at one zoom level, all measured from its position.

    The next cell of its row begins ``wide`` columns farther, the next row ``high`` rows down; odd
    rows begin ``shift`` columns farther to the right. ``spans``: what it takes of each row of the
    screen, from the top. ``text``: the row for names and costs. ``mark``: where a mark of the whole
    cell goes. ``corners``: the places at whose upper left the corners lie that are named after it.
    ``sides``: the places along each of its sides, by the side's name. ``slants``: the places that a
    slanted side cuts, each with the glyph of the piece that belongs to the cell beyond, and how
    many columns farther that cell is.
    """

    wide: int
    high: int
    spans: tuple[Span, ...]
    text: int
    mark: Place
    corners: tuple[Place, ...]
    sides: Mapping[str, tuple[Place, ...]] = attrs.field(eq=False)
    shift: int = 0
    slants: tuple[tuple[Place, str, int], ...] = ()
    places: tuple[Grid, Grid] = attrs.field(init=False, eq=False)
    """The rows and the columns of all its places."""
    boxes: tuple[tuple[int, int, int, int], ...] = attrs.field(init=False, eq=False)
    """The rectangles that it consists of: column, row, columns and rows."""

    @places.default
    def _all_places(self) -> tuple[Grid, Grid]:
        places = [(row, column + n) for column, row, wide in self.spans for n in range(wide)]
        rows, columns = np.array(places).T
        return rows, columns

    @boxes.default
    def _all_boxes(self) -> tuple[tuple[int, int, int, int], ...]:
        alike = [(*key, [*some]) for key, some in groupby(self.spans, lambda one: one[::2])]
        return tuple((column, some[0].row, wide, len(some)) for column, wide, some in alike)

    @property
    def cap(self) -> int:
        """Rows of the screen that it shares with the next row of cells."""
        return len(self.spans) - self.high

    def start(self, y: int) -> int:
        """Columns before the first cell of a row.

        >>> [HEXES.shapes[1].start(y) for y in (2, 3)]
        [0, 1]
        """
        return self.shift if y % 2 else 0

    def off(self, a: Cell, b: Cell) -> Place:
        """Columns and rows from one cell's position to another's."""
        across = (b[0] - a[0]) * self.wide + self.start(b[1]) - self.start(a[1])
        return across, (b[1] - a[1]) * self.high

    def facing(self, near: Cell, far: Cell) -> tuple[str, str]:
        """The sides by which two neighbours touch, the first to the left or above.

        >>> HEXES.shapes[1].facing((1, 1), (2, 2)), SQUARES.shapes[1].facing((1, 1), (1, 2))
        (('lower right', 'upper left'), ('bottom', 'top'))
        """
        across, down = self.off(near, far)
        if not down:
            return "right", "left"
        if not across:
            return "bottom", "top"
        return ("lower right", "upper left") if across > 0 else ("lower left", "upper right")


@attrs.frozen(eq=False)
class Layout:
    """A kind of grid on the screen: the shape of its cells at each zoom level, from far to near.

    ``crossed``: the cells that the line between two cells' centres crosses, both among them.
    ``farthest``: the first level that differs from those before it. ``nearest``: the last one.
    """

    name: str
    shapes: tuple[Shape, ...]
    crossed: Callable[[Cell, Cell], tuple[Cell, ...]]
    farthest: int = 0

    @property
    def nearest(self) -> int:
        """The last zoom level."""
        return len(self.shapes) - 1


def square(wide: int, high: int) -> Shape:
    """A rectangle."""
    columns, rows = range(wide), range(high)
    return Shape(
        wide,
        high,
        tuple(Span(0, row, wide) for row in rows),
        text=(high - 1) // 2,
        mark=(0, 0),
        corners=((0, 0),),
        sides={
            "right": tuple((wide - 1, row) for row in rows),
            "left": tuple((0, row) for row in rows),
            "bottom": tuple((column, high - 1) for column in columns),
            "top": tuple((column, 0) for column in columns),
        },
    )


def hexagon(wide: int, high: int) -> Shape:
    """A hex; where a row is all it has, it has no caps.

    >>> [(span.column, span.wide) for span in hexagon(4, 2).spans]
    [(1, 2), (0, 4), (1, 2)]
    >>> [(span.column, span.wide) for span in hexagon(2, 1).spans]
    [(0, 2)]
    """
    half, quarter = wide // 2, wide // 4
    upright = range(1, high) if high > 1 else range(1)
    spans = [Span(0, row, wide) for row in upright]
    if high > 1:
        spans = [Span(quarter, 0, half), *spans, Span(quarter, high, half)]
    cap, last = spans[0], spans[-1].row
    left, right = range(cap.column, half), range(half, cap.right + 1)
    return Shape(
        wide,
        high,
        tuple(spans),
        text=upright[0],
        mark=(half - 1, upright[0]),
        corners=((0, upright[0]), (half, 0)),
        sides={
            "right": tuple((wide - 1, row) for row in upright),
            "left": tuple((0, row) for row in upright),
            "lower right": tuple((column, last) for column in right),
            "lower left": tuple((column, last) for column in left),
            "upper right": tuple((column, 0) for column in right),
            "upper left": tuple((column, 0) for column in left),
        },
        shift=half,
        slants=(
            ((cap.column, 0), "▘", -1), ((cap.right, 0), "▝", 1),
            ((cap.column, last), "▖", -1), ((cap.right, last), "▗", 1),
        ) if last else (),
    )  # fmt: skip


def across_squares(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The squares that a line from centre to centre crosses.

    >>> across_squares((0, 0), (2, 0)), across_squares((4, 5), (6, 6))
    (((0, 0), (1, 0), (2, 0)), ((4, 5), (5, 5), (5, 6), (6, 6)))
    """
    parts = 4 * max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
    found: dict[Cell, None] = {}
    for part in range(1, 2 * parts, 2):  # halves of parts, which no line between cells falls on
        x, y = (
            (2 * parts * p + part * (q - p) + parts) // (2 * parts)
            for p, q in zip(a[:2], b[:2], strict=True)
        )
        found[x, y] = None
    return tuple(found)


ASIDE = (Fraction(2, 10**6), Fraction(-1, 10**6), Fraction(-1, 10**6))
"""A shift of lines between hexes, so small that it only keeps them from running along edges."""


def across_hexes(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The hexes that a line from centre to centre crosses; of two that it runs between, one.

    >>> across_hexes((0, 0), (2, 0)), across_hexes((1, 1), (1, 3))
    (((0, 0), (1, 0), (2, 0)), ((1, 1), (2, 2), (1, 3)))
    """
    way = hexes.vector(a, b)
    parts = 4 * max(hexes.length(way), 1)
    found: dict[Cell, None] = {}
    for part in range(1, 2 * parts, 2):
        exact = [Fraction(part * n, 2 * parts) + aside for n, aside in zip(way, ASIDE, strict=True)]
        near = [round(n) for n in exact]
        worst = max(range(3), key=lambda axis: abs(near[axis] - exact[axis]))
        near[worst] -= sum(near)
        found[hexes.moved(a, tuple(near))] = None
    return tuple(found)


SQUARES = Layout(
    "square",
    (
        square(1, 1),
        square(2, 1),
        square(3, 2),
        square(4, 2),
        square(6, 3),
        square(8, 4),
        square(10, 5),
    ),
    across_squares,
)
HEXES = Layout(
    "hex", (hexagon(2, 1), hexagon(2, 1), hexagon(4, 2), hexagon(8, 3)), across_hexes, farthest=1
)
LAYOUTS: Mapping[str, Layout] = {"square": SQUARES, "hex": HEXES, "cube": SQUARES}
"""How the cells of each topology are drawn, by its name; of cubes, those of a level."""
