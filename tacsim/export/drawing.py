"""Drawing: where cells and bodies lie on a picture of vectors, in its own small units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import attrs

from tacsim.grid.cells import Body, Cell
from tacsim.view.columns import columns, width
from tacsim.view.shortening import shorten

Point: TypeAlias = tuple[float, float]

INSET = 1.5
"""How far a token stays within its cells."""
ROUND = 4
"""How round its corners are."""
THING = 7
"""How wide the mark of things that lie about is."""


@attrs.frozen
class Lattice:
    """How cells lie: each ``wide`` and ``high``, the next row ``pitch`` further down.

    ``shift``: how much farther to the right odd rows begin; ``outline``: a cell's corners from the
    upper left of the box around it, clockwise.
    """

    name: str
    wide: float
    high: float
    pitch: float
    shift: float
    outline: tuple[Point, ...]

    def corner(self, cell: Cell) -> Point:
        """The upper left of the box around a cell.

        >>> SQUARES.corner((2, 1)), HEXES.corner((2, 1))
        ((48, 24), (65, 22.5))
        """
        return cell[0] * self.wide + cell[1] % 2 * self.shift, cell[1] * self.pitch

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        x, y = self.corner(cell)
        return x + self.wide / 2, y + self.high / 2

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """The corners of a cell, clockwise."""
        x, y = self.corner(cell)
        return tuple((x + dx, y + dy) for dx, dy in self.outline)

    def size(self, across: int, down: int) -> Point:
        """Width and height of a map of so many cells."""
        shift = self.shift if down > 1 else 0
        return across * self.wide + shift, (down - 1) * self.pitch + self.high

    def edge(self, a: Cell, b: Cell) -> tuple[Point, Point]:
        """The side that two neighbours share, from left to right.

        >>> SQUARES.edge((0, 0), (1, 0)), HEXES.edge((0, 0), (0, 1))
        (((24, 0), (24, 24)), ((13, 30.0), (26, 22.5)))
        """
        one, other = sorted(set(self.corners(a)) & set(self.corners(b)))
        return one, other


SQUARES = Lattice("square", 24, 24, 24, 0, ((0, 0), (24, 0), (24, 24), (0, 24)))
HEXES = Lattice(
    "hex", 26, 30.0, 22.5, 13,
    ((13, 0.0), (26, 7.5), (26, 22.5), (13, 30.0), (0, 22.5), (0, 7.5)),
)  # fmt: skip
LATTICES: Mapping[str, Lattice] = {"square": SQUARES, "hex": HEXES, "cube": SQUARES}
"""How the cells of each topology lie, by its name; of cubes, those of a level."""


@attrs.frozen
class Form:
    """What a body looks like, from the upper left of the box around its first cell.

    ``path``: its outline, a little within its cells; ``middle``: where its name is written;
    ``room``: how wide that may be; ``large``: whether it has several rows.
    """

    path: str
    middle: Point
    room: float
    large: bool


@lru_cache(maxsize=256)
def form(lattice: Lattice, extent: Cell) -> Form:
    """The form of a body of an extent, of a box the part of it on a level."""
    flat = Body((0, 0), extent[:2])
    points = [point for cell in flat.cells for point in lattice.corners(cell)]
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    large = high > lattice.high
    if lattice.name == "square":
        return Form(_box(wide, high), (wide / 2, high / 2), wide - 2 * INSET - 1, large)
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    loops = (_within(loop, middle, min(wide, high)) for loop in _loops(lattice, flat))
    row = _widest(flat)
    (left, y), (right, _y) = lattice.centre(row[0]), lattice.centre(row[-1])
    room = right - left + lattice.wide - 2 * INSET - 1
    return Form("".join(map(polygon, loops)), ((left + right) / 2, y), room, large)


def _widest(body: Body) -> tuple[Cell, ...]:
    """The cells of the widest row of a body."""
    rows = {
        y: tuple(c for c in body.cells if c[1] == y) for y in sorted({c[1] for c in body.cells})
    }
    return max(rows.values(), key=len)


def _box(wide: float, high: float) -> str:
    """A rectangle with round corners, within its cells."""
    across, down = wide - 2 * INSET - 2 * ROUND, high - 2 * INSET - 2 * ROUND
    r = ROUND
    return (
        f"M{number(INSET + r)} {number(INSET)}h{number(across)}a{r} {r} 0 0 1 {r} {r}"
        f"v{number(down)}a{r} {r} 0 0 1 -{r} {r}h-{number(across)}a{r} {r} 0 0 1 -{r} -{r}"
        f"v-{number(down)}a{r} {r} 0 0 1 {r} -{r}z"
    )


def _within(loop: Iterable[Point], middle: Point, least: float) -> tuple[Point, ...]:
    """A loop drawn in towards its middle."""
    part = 1 - 2 * INSET / least
    (x, y) = middle
    return tuple((x + (px - x) * part, y + (py - y) * part) for px, py in loop)


def _loops(lattice: Lattice, body: Body) -> Iterator[tuple[Point, ...]]:
    """The outline of a body: the sides that no two of its cells share, end to end."""
    every = [
        side
        for cell in body.cells
        for corners in [lattice.corners(cell)]
        for side in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    both = set(every)
    sides = {one: other for one, other in every if (other, one) not in both}
    while sides:
        start = point = next(iter(sides))
        loop = []
        while True:
            loop.append(point)
            point = sides.pop(point)
            if point == start:
                break
        yield tuple(loop)


def polygon(points: Iterable[Point]) -> str:
    """A closed path.

    >>> polygon(((0, 0), (24, 0), (24, 24)))
    'M0 0L24 0L24 24z'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def thing(lattice: Lattice, cell: Cell) -> str:
    """The mark of things that lie in a cell: a small square in its middle.

    >>> thing(SQUARES, (1, 0))
    'M32.5 8.5h7v7h-7z'
    """
    x, y = lattice.centre(cell)
    half = THING / 2
    return f"M{number(x - half)} {number(y - half)}h{THING}v{THING}h-{THING}z"


def number(value: float) -> str:
    """A coordinate, as short as it can be.

    >>> number(24.0), number(22.5), number(1 / 3)
    ('24', '22.5', '0.33')
    """
    return f"{round(value, 2):g}"


# --- names ---------------------------------------------------------------------------------------

WIDE, THIN = "MWmw@%", "Iiljtfr.,:;'!|1 "
"""Letters that are wider, and thinner, than most."""
SMALL, LARGE = 7.5, 12
"""The sizes of names on tokens."""


def length(text: str) -> float:
    """About how wide a text is, as a part of the size of its letters.

    >>> length("Wii"), length("용사")
    (1.7, 2.0)
    """
    return round(sum(_letter(char) for char in text), 2)


def _letter(char: str) -> float:
    if char in WIDE:
        return 0.9
    if char in THIN:
        return 0.4
    return 0.67 if width(char) == 1 else width(char) / 2


def caption(name: str, room: float, *, large: bool, known: Sequence[str] = ()) -> tuple[str, float]:
    """As much of a name as fits on a token, and how large; unlike those of the others known.

    >>> caption("Aldis", 20, large=False), caption("Goblin 12", 20, large=False)
    (('Aldis', 7.5), ('Go12', 8.3))
    >>> caption("Bonegnaw", 44, large=True)
    ('Bonegnaw', 7.9)
    """
    most = LARGE if large else SMALL + 1
    text = name
    while columns(text) > 1 and length(text) * SMALL > room + 1.5:
        text = shorten((*known, name), columns(text) - 1, ".")[name]
    size = min(max(room / (length(text) or 1), SMALL), most)
    return text, round(size, 1)
