"""Marks on the board: hatches, the way planned, lines, flashes and the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Cell
from tacsim.view.palettes.colours import RGB, Palette, Tint, blend
from tacsim.view.palettes.glyphs import (
    AREA,
    ASKS,
    BLANK,
    CORNER,
    EDGE,
    FLANK,
    FLASHES,
    FORKS,
    GOAL,
    HATCH,
    POINTER,
    PROVOKES,
    dots,
)
from tacsim.view.palettes.graphics import ASCII, BRAILLE
from tacsim.view.picture.canvas import Canvas
from tacsim.view.picture.layout import Place
from tacsim.view.picture.overlay import Knowledge, Overlay

DEGREES, WARM, HOT = 9, 0.15, 0.85
"""Degrees of heat, and how strong the tint of none would be and of the most is."""
BEYOND = 0.45
"""How much of its tint the way has on other levels."""
_WALK, _DOUBLE = ord(":"), ord("'")
_NOTHING = dots(*["  "] * 4)
_EMPTY = (ord(BLANK), ord(_NOTHING))


def _diagonal(wide: int, rows: int) -> tuple[str, ...]:
    """A diagonal from the lower left to the upper right, over cells as wide as high in dots.

    >>> _diagonal(3, 2)[0] == dots("     o", "     o", "    o ", "   o  ")
    True
    >>> _diagonal(4, 2) == (dots("       o", "      o ", "     o  ", "    o   "),
    ...                     dots("   o    ", "  o     ", " o      ", "o       "))
    True
    """
    before = [n * wide // (2 * rows) for n in range(4 * rows)]
    lines = [" " * (2 * wide - 1 - n) + "o" + " " * n for n in before]
    return tuple(dots(*lines[4 * row : 4 * row + 4]) for row in range(rows))


_THROUGH = ("    ", HATCH.center(4), "    ")
_THROUGH_CLOSER = (*[" " * 8], f"    {HATCH}  ", f"  {HATCH}    ", " " * 8)
HATCHES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "square": (
        (dots("  ", " o", "o ", "  "),), (HATCH,),
        _diagonal(3, 2), *(_diagonal(2 * rows, rows) for rows in (2, 3, 4, 5)),
    ),
    "hex": ((HATCH,), (HATCH,), _THROUGH, _THROUGH_CLOSER),
}  # fmt: skip
"""Diagonals over a cell for each zoom level, by the layout; on squares they run on to the next."""


def _dense(rows: int, wide: int) -> tuple[str, ...]:
    """Diagonals all over a cell, two dots apart."""
    return (dots("   o" * wide, "  o " * wide, " o  " * wide, "o   " * wide)[:wide],) * rows


DENSE: Mapping[str, tuple[tuple[str, ...], ...]] = {
    name: tuple(_dense(len(lines), len(lines[0])) for lines in some)
    for name, some in HATCHES.items()
}
"""The same closer together, for graphics in Braille patterns."""


def _strokes(drawing: tuple[str, ...]) -> tuple[str, ...]:
    """The same in ASCII: of what is drawn in each row one stroke, where it ends.

    >>> _strokes(_diagonal(4, 2)), _strokes((HATCH,)), _strokes(_THROUGH)
    (('   /', ' /  '), (' /',), ('    ', '  / ', '    '))
    """
    rows = (row.translate({ord(_NOTHING): BLANK}) for row in drawing)
    return tuple(
        (BLANK * (len(row.rstrip()) - 1) + "/").ljust(len(row)) if row.strip() else row
        for row in rows
    )


STROKES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    name: tuple(_strokes(lines) for lines in some) for name, some in HATCHES.items()
}
"""The same in ASCII, where dots make no lines."""

_DRAWN = {BRAILLE: DENSE, ASCII: STROKES}

CORNERS: Mapping[str, tuple[Mapping[Place, str], ...]] = {"square": (CORNER,), "hex": FORKS}
"""How each corner that is named after a cell is drawn, by the layout."""


def hatch(canvas: Canvas, danger: Grid, quiet: Grid, numbered: Grid, palette: Palette) -> None:
    """Draw a hatch on threatened cells.

    On cells with a texture that means something, and on those that are ``numbered`` with how far
    below they are, it is drawn beside that.
    """
    if not danger.any():
        return
    hatches = _DRAWN.get(palette.graphics, HATCHES)
    drawing = canvas.pattern(hatches[canvas.camera.layout.name][canvas.camera.zoom])
    ch = canvas.ch[canvas.area]
    free = canvas.spread(quiet) | (ch == ord(BLANK))
    if canvas.wide == 2:
        free |= canvas.raster.parts == 1
    if canvas.wide > 1:
        free &= ~canvas.spread(numbered) | (canvas.raster.parts != canvas.wide - 1)
    where = canvas.spread(danger) & free & ~np.isin(drawing, _EMPTY)
    ch[where] = drawing[where]
    canvas.fg[canvas.area][where] = palette.threatened


def mark_checks(canvas: Canvas, asks: Grid) -> None:
    """A sign on what takes a check to enter, at the last place of a cell's first row."""
    if asks.any():
        last = canvas.raster.parts == canvas.shape.spans[0].right
        canvas.ch[canvas.area][canvas.spread(asks) & last] = ord(ASKS)


def mark_reach(canvas: Canvas, walk: Grid, double: Grid, palette: Palette) -> None:
    """Glyphs for where one can go, beside the tints."""
    ch, fg = canvas.ch[canvas.area], canvas.fg[canvas.area]
    column, row = canvas.shape.mark
    marked = canvas.raster.parts == row * canvas.wide + column
    for mask, glyph, tint in ((walk, _WALK, palette.walk), (double, _DOUBLE, palette.double)):
        where = canvas.spread(mask) & marked
        ch[where] = glyph
        fg[where] = blend(tint.colour, palette.cost, 0.6)


def paint_path(
    canvas: Canvas,
    overlay: Overlay,
    palette: Palette,
    know: Knowledge,
    taken: Mapping[Cell, str],
) -> None:
    """The cells of the way, its running cost, and the steps that provoke or leave the level."""
    _paint_beyond(canvas, overlay.beyond, palette, know, taken)
    steps = overlay.steps
    if not steps:
        return
    swept = {cell for body in steps for cell in body.cells}
    known = {cell for cell in swept if canvas.camera.maps(cell) and know.remembers(cell)}
    canvas.stain(known - taken.keys(), palette.path)
    last = set(steps[-1].cells) & known
    canvas.stain(last - taken.keys(), palette.path)
    for number, body in enumerate(steps):
        at = body.at
        if at not in known:
            continue
        cost = overlay.costs[number] if number < len(overlay.costs) else None
        provokes = bool(overlay.provoking.get(at))
        if at not in taken:
            turn = overlay.turns.get(at, "")
            _paint_step(canvas, at, cost, (PROVOKES if provokes else "") + turn, palette)
        elif provokes:
            canvas.put(*canvas.corner(at), PROVOKES, palette.warning, palette.provokes.colour)


def _paint_beyond(
    canvas: Canvas,
    cells: Mapping[Cell, str],
    palette: Palette,
    know: Knowledge,
    taken: Mapping[Cell, str],
) -> None:
    """The cells of the way on other levels: a hint of its tint, and a mark of where they are."""
    colour, strength = palette.path
    for cell, mark in cells.items():
        if cell in taken or not canvas.camera.maps(cell) or not know.remembers(cell):
            continue
        canvas.stain([cell], Tint(colour, strength * BEYOND))
        canvas.put(*canvas.corner(cell), mark, palette.cost)


def _paint_step(canvas: Canvas, cell: Cell, cost: int | None, marks: str, palette: Palette) -> None:
    provokes = PROVOKES in marks
    ink = palette.warning if provokes else palette.cost
    if provokes:
        canvas.stain([cell], palette.provokes)
    column, row, wide = canvas.text(cell)
    text = cost_text(cost, wide, marks)
    canvas.blank(cell)
    canvas.write(column + (wide - len(text) + 1) // 2, row, text, ink)


def cost_text(cost: int | None, width: int, marks: str) -> str:
    """A running cost in so many columns; the first mark is always kept, the cost cut for it.

    >>> [cost_text(cost, 2, "!") for cost in (6, 12)], cost_text(12, 4, "!⇡")
    (['6!', '!2'], '12!⇡')
    """
    number = "∙" if cost is None else str(cost)
    if len(number) + len(marks) > width:
        marks = marks[:1]
    if width == 1:
        return marks or number[-1]
    if len(number) + len(marks) <= width:
        return number + marks
    return marks + number[len(marks) - width :]


def paint_flank(canvas: Canvas, ends: tuple[Cell, Cell], palette: Palette) -> None:
    """The line between the centres of two cells: a piece of it in each cell that it crosses.

    The pieces stand in a corner of the cells, so that the tokens in them can still be read; a
    letter that is there is coloured instead.
    """
    piece = FLANK[_slope(*canvas.shape.off(*ends))]
    for cell in canvas.camera.layout.crossed(*ends):
        place = canvas.corner(cell)
        if canvas.wide == 1 or canvas.char(*place).isalnum():
            canvas.put_over(*place, palette.ink, palette.line)
        else:
            canvas.put(*place, piece, palette.outside, palette.line)


def _slope(x: int, y: int) -> str:
    """Where a line runs that leads so many columns and rows on."""
    if not x or not y:
        return "down" if not x else "across"
    return "falling" if x * y > 0 else "rising"


def paint_area(
    canvas: Canvas, area: Iterable[Cell], palette: Palette, know: Knowledge,
    taken: Mapping[Cell, str],
) -> None:  # fmt: skip
    """The cells of an area: tinted and dotted; of those of creatures only the last column."""
    known = [cell for cell in sorted(area) if canvas.camera.maps(cell) and know.remembers(cell)]
    if not known:
        return
    canvas.stain(set(known) - taken.keys(), palette.area)
    ink = blend(palette.area.colour, palette.cost, 0.6)
    for cell in known:
        if cell not in taken:
            canvas.blank(cell)
            for column, row, wide in canvas.spans(cell):
                cut = 1 if wide < canvas.wide else 0
                canvas.write(column + cut, row, AREA * (wide - 2 * cut), ink)
        elif canvas.wide > 1:
            canvas.put_over(*canvas.corner(cell), palette.cost, palette.area.colour)


def paint_heat(canvas: Canvas, heat: Mapping[Cell, int], palette: Palette) -> None:
    """Degrees of heat: a tint that is stronger the hotter a cell is, the degree in its middle."""
    colour = palette.provokes.colour
    for cell, degree in heat.items():
        if not canvas.camera.maps(cell):
            continue
        canvas.stain([cell], Tint(colour, WARM + (HOT - WARM) * degree / DEGREES))
        canvas.blank(cell)
        canvas.put(*canvas.middle(cell), str(degree), palette.warning)


def paint_signs(
    canvas: Canvas, sign: str, cells: Iterable[Cell], ink: RGB, taken: Mapping[Cell, str]
) -> None:
    """A sign in each cell in which nobody stands: a goal's in its corner, others in its middle."""
    place = canvas.corner if sign == GOAL else canvas.middle
    for cell in cells:
        if canvas.camera.maps(cell) and cell not in taken:
            canvas.put(*place(cell), sign, ink)


def paint_edges(canvas: Canvas, palette: Palette, taken: Mapping[Cell, str]) -> None:
    """A mark at each edge of the screen behind which the map goes on, beside whoever is there."""
    camera = canvas.camera
    low, high = range(canvas.columns), range(canvas.rows)
    for beyond, places in (
        (camera.left > 0, [(0, row) for row in high]),
        (camera.left + camera.across < camera.width, [(low[-1], row) for row in high]),
        (camera.top > 0, [(column, 0) for column in low]),
        (camera.top + camera.down < camera.height, [(column, high[-1]) for column in low]),
    ):
        middle = len(places) // 2
        near = sorted(places, key=lambda place: abs(sum(place) - sum(places[middle])))
        free = [place for place in near if camera.cell_at(*place) not in taken]
        if beyond and free:
            canvas.put(*free[0], EDGE, palette.active_ink, palette.active)


def paint_pointers(canvas: Canvas, cells: Iterable[Cell], palette: Palette) -> None:
    """A mark in the corner of each cell that a lesson speaks of."""
    for cell in cells:
        if canvas.camera.maps(cell):
            canvas.put(*canvas.corner(cell), POINTER, palette.active_ink, palette.active)


def paint_corner(canvas: Canvas, corner: Cell, palette: Palette, taken: Mapping[Cell, str]) -> None:
    """Where lines of the grid meet at a corner, a piece of it in each cell around."""
    camera, own, kind = canvas.camera, corner[:2], sum(corner[2:])
    (column, row), (x, y) = camera.position(own), canvas.shape.corners[kind]
    for (dx, dy), char in CORNERS[camera.layout.name][kind].items():
        place = (column + x + dx, row + y + dy)
        cell = camera.cell_at(*place)
        if cell not in taken:
            filled = cell == own and not canvas.shape.cap
            canvas.put(*place, char, palette.cursor_ink if filled else palette.cost)


def paint_flashes(
    canvas: Canvas, flashes: Mapping[Cell, str], palette: Palette, sees: Callable[[Cell], bool]
) -> None:
    """A burst of colour and a mark on each cell."""
    for cell, kind in flashes.items():
        if not (canvas.camera.maps(cell) and sees(cell)):
            continue
        colour = palette.flashes.get(kind, palette.flashes["hit"])
        canvas.stain([cell], Tint(colour, 1.0 if palette.shaded else 0.85))
        mark = FLASHES.get(kind, FLASHES["hit"])
        canvas.put(*canvas.corner(cell), mark, palette.warning)


def paint_cursor(canvas: Canvas, cell: Cell, palette: Palette) -> None:
    """The cell looked at: filled where a cell is small, framed by its corners where it is large.

    A corner on which a letter of a name stands is filled, so that the name stays whole.
    """
    spans = canvas.spans(cell)
    if len(spans) == 1:
        column, row, wide = spans[0]
        for offset in range(wide):
            canvas.put_over(column + offset, row, palette.cursor_ink, palette.cursor)
        return
    for (column, row, wide), left, right in ((spans[0], "▛", "▜"), (spans[-1], "▙", "▟")):
        for at, corner in ((column, left), (column + wide - 1, right)):
            if canvas.char(at, row).isalnum():
                canvas.put_over(at, row, palette.cursor_ink, palette.cursor)
            else:
                canvas.put(at, row, corner, palette.cursor)
