"""Barriers: what stands on the edge between two cells.

It is drawn on the side of one of them: of the cell to the left or above, unless a token stands
there and not in the other. The slanted sides of hexes run through glyphs of both cells, so that
each of the two shows its half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from operator import itemgetter

import attrs

from tacsim.core.terrain import Barrier, BarrierKind
from tacsim.grid.cells import Cell
from tacsim.view.palettes.colours import RGB, Palette
from tacsim.view.palettes.dots import dots
from tacsim.view.picture.canvas import Canvas
from tacsim.view.picture.layout import Place

HANDLE = "+"
"""The handle of a closed door."""
LIDS: Mapping[BarrierKind, str] = {
    BarrierKind.DOOR: HANDLE, BarrierKind.WALL: "=", BarrierKind.HEDGE: "%",
}  # fmt: skip
"""Barriers between two levels."""
OPEN = "o"
"""An open trapdoor."""
HALF = "▐"
"""The right half of a glyph; its colours exchanged, the left one."""


UPRIGHT_POSTS = dots(" o", "  ", "  ", " o")
LEVEL_POSTS = dots("  ", "  ", "  ", "oo")
"""Both posts of an open door, where one glyph is all there is."""


@attrs.frozen
class Edging:
    """The glyphs along one side of a cell: hedge, wall, and the first and last of an open door.

    Hedge and wall are repeated, glyph by glyph, as far as the side goes.
    """

    hedge: str
    wall: str
    first: str
    last: str
    posts: str
    """An open door of one glyph."""
    exchanged: bool = False
    """Whether the wall's colours are exchanged."""
    halved: bool = False
    """Whether the other cell has a half of its own."""


RIGHT = Edging(dots(" o", "oo", " o", "oo"), HALF, dots(" o", " o", "  ", "  "),
               dots("  ", "  ", " o", " o"), UPRIGHT_POSTS)  # fmt: skip
LEFT = Edging(dots("o ", "oo", "o ", "oo"), HALF, dots("o ", "o ", "  ", "  "),
              dots("  ", "  ", "o ", "o "), UPRIGHT_POSTS, exchanged=True)  # fmt: skip
BOTTOM = Edging(dots("  ", "  ", "o ", "oo"), dots("  ", "  ", "oo", "oo"),
                dots("  ", "  ", "  ", "o "), dots("  ", "  ", "  ", " o"),
                LEVEL_POSTS)  # fmt: skip
TOP = Edging(dots("oo", "o ", "  ", "  "), dots("oo", "oo", "  ", "  "),
             dots("o ", "  ", "  ", "  "), dots(" o", "  ", "  ", "  "), LEVEL_POSTS)  # fmt: skip


def slanted(hedge: str, wall: str, posts: str) -> tuple[Edging, Edging]:
    """The edgings of both cells out of pictures from left to right."""
    half = len(wall) // 2
    left, right = (
        Edging(hedge[part], wall[part], posts[part][0], posts[part][-1], posts[part][0],
               halved=True)
        for part in (slice(half), slice(half, None))
    )  # fmt: skip
    return left, right


RISING = slanted(
    dots("  oo", "  o ", "ooo ", "o   "), dots("  oo", " ooo", "ooo ", "oo  "),
    dots("   o", "    ", "    ", "o   "),
)  # fmt: skip
FALLING = slanted(
    dots("oo  ", " o  ", " ooo", "   o"), dots("oo  ", "ooo ", " ooo", "  oo"),
    dots("o   ", "    ", "    ", "   o"),
)  # fmt: skip
LONG_RISING = slanted(
    dots("     ooo", "    oo  ", " ooo    ", "oo      "),
    dots("     ooo", "   ooooo", "ooooo   ", "ooo     "),
    dots("       o", "        ", "        ", "o       "),
)
LONG_FALLING = slanted(
    dots("ooo     ", "  oo    ", "    ooo ", "      oo"),
    dots("ooo     ", "ooooo   ", "   ooooo", "     ooo"),
    dots("o       ", "        ", "        ", "       o"),
)
EDGES: Mapping[str, Edging] = {
    "right": RIGHT, "left": LEFT, "bottom": BOTTOM, "top": TOP,
    "lower right": BOTTOM, "lower left": BOTTOM, "upper right": TOP, "upper left": TOP,
}  # fmt: skip
"""The edging of each side of a cell."""
EDGINGS: Mapping[int, Mapping[str, Edging]] = {
    1: {
        "lower right": RISING[0], "upper left": RISING[1],
        "upper right": FALLING[0], "lower left": FALLING[1],
    },
    2: {
        "lower right": LONG_RISING[0], "upper left": LONG_RISING[1],
        "upper right": LONG_FALLING[0], "lower left": LONG_FALLING[1],
    },
}  # fmt: skip
"""The edgings of slanted sides, by the glyphs that each half of them has."""


@attrs.frozen
class Side:
    """One of the two cells at a barrier: the places along it on the screen, and what goes there."""

    cell: Cell
    edging: Edging
    places: tuple[Place, ...]

    def glyphs(self, *, hedge: bool) -> Iterator[tuple[Place, str, Edging]]:
        """Each place with the glyph of a hedge or a wall there."""
        drawing = self.edging.hedge if hedge else self.edging.wall
        for place, glyph in zip(self.places, cycle(drawing), strict=False):
            yield place, glyph, self.edging


def paint_barriers(
    canvas: Canvas,
    barriers: Iterable[Barrier],
    palette: Palette,
    remembers: Callable[[Cell], bool],
    taken: Mapping[Cell, str],
) -> None:
    """Paint barriers, each on a cell of its two that is known and free of tokens: not ``taken``."""
    for barrier in barriers:
        free = [side for side in _sides(canvas, barrier)
                if remembers(side.cell) and side.cell not in taken]  # fmt: skip
        wanted = free if free and free[0].edging.halved else free[:1]
        _paint(canvas, barrier, wanted, colour_of(palette, barrier))


def paint_hidden(
    canvas: Canvas, barriers: Iterable[Barrier], palette: Palette, taken: Mapping[Cell, str]
) -> None:
    """Paint the barriers between two tokens over the last column of the first, where it has two."""
    if canvas.wide == 1:
        return
    for barrier in barriers:
        near, far = _sides(canvas, barrier)
        here, there = taken.get(near.cell), taken.get(far.cell)
        if here is None or there is None or here == there:
            continue
        colour, hedge = colour_of(palette, barrier), barrier.kind is BarrierKind.HEDGE
        if near.edging.halved:
            _paint(canvas, barrier, [near, far], colour)
            continue
        last = near.places[-1][0]
        for place, glyph, edging in near.glyphs(hedge=hedge):
            if place[0] == last:
                canvas.put(*place, edging.posts if barrier.open else glyph, colour)


def paint_lids(
    canvas: Canvas,
    lids: Iterable[tuple[Cell, Barrier]],
    palette: Palette,
    remembers: Callable[[Cell], bool],
    taken: Mapping[Cell, str],
) -> None:
    """Paint what lies above or below known cells that are free of tokens."""
    for cell, barrier in lids:
        if canvas.camera.maps(cell) and remembers(cell) and cell not in taken:
            glyph = OPEN if barrier.open else LIDS[barrier.kind]
            canvas.put(*canvas.corner(cell), glyph, colour_of(palette, barrier))


def paint_planned(
    canvas: Canvas, barriers: Iterable[Barrier], palette: Palette, cursor: Cell | None
) -> None:
    """Paint barriers that would be drawn, over whatever is there but the cell at the cursor."""
    for barrier in barriers:
        sides = [side for side in _sides(canvas, barrier) if side.cell != cursor]
        _paint(canvas, barrier, sides if sides[0].edging.halved else sides[:1], palette.cost)


def _sides(canvas: Canvas, barrier: Barrier) -> tuple[Side, Side]:
    """Its two sides, that of the cell to the left or above first."""
    near, far = sorted(barrier.between, key=lambda cell: (cell[1], cell[0]))
    here, there = canvas.shape.facing(near, far)
    return _side(canvas, near, here), _side(canvas, far, there)


def _side(canvas: Canvas, cell: Cell, name: str) -> Side:
    column, row = canvas.camera.position(cell)
    places = tuple((column + x, row + y) for x, y in canvas.shape.sides[name])
    slants = EDGINGS[len(places)] if canvas.shape.cap else {}
    return Side(cell, slants.get(name) or EDGES[name], places)


def colour_of(palette: Palette, barrier: Barrier) -> RGB:
    """The colour that a barrier is drawn in."""
    kinds = {BarrierKind.WALL: palette.wall, BarrierKind.DOOR: palette.door}
    return kinds.get(barrier.kind, palette.hedge)


def _paint(canvas: Canvas, barrier: Barrier, sides: Sequence[Side], colour: RGB) -> None:
    """Paint a barrier on one of its cells, or on both, from left to right and down."""
    hedge = barrier.kind is BarrierKind.HEDGE
    found = sorted((one for side in sides for one in side.glyphs(hedge=hedge)), key=itemgetter(0))
    last = len(found) - 1
    for number, (place, glyph, edging) in enumerate(found):
        if barrier.open:
            if number in (0, last):
                post = edging.posts if last == 0 else edging.last if number else edging.first
                canvas.put(*place, post, colour)
        elif barrier.kind is BarrierKind.DOOR and number == len(found) // 2:
            canvas.put(*place, HANDLE, colour)
        elif edging.exchanged and not hedge:
            canvas.put_exchanged(*place, glyph, colour)
        else:
            canvas.put(*place, glyph, colour)
