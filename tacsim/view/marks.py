"""Marks on the board: hatches, the way planned, lines, flashes and the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from tacsim.geometry.cells import Cell
from tacsim.model.terrain import Grid
from tacsim.rules.battle import Battle
from tacsim.view.canvas import Canvas
from tacsim.view.glyphs import AREA, CORNER, FLANK, FLASHES, HATCH, LINE, PROVOKES, dots
from tacsim.view.palette import Palette, Tint, blend

if TYPE_CHECKING:
    from tacsim.view.board import Knowledge, Overlay

_WALK, _DOUBLE = ord(":"), ord("'")
_DIAGONAL = (
    dots("       o", "      o ", "     o  ", "    o   "),
    dots("   o    ", "  o     ", " o      ", "o       "),
)
_DIAGONAL_CLOSEST = (
    dots("           o", "          o ", "         o  ", "        o   "),
    dots("       o    ", "      o     ", "     o      ", "    o       "),
    dots("   o        ", "  o         ", " o          ", "o           "),
)
HATCHES: tuple[tuple[str, ...], ...] = (
    (dots("  ", " o", "o ", "  "),), (HATCH,), _DIAGONAL, _DIAGONAL_CLOSEST,
)  # fmt: skip
"""Diagonals that run on from cell to cell, for each zoom level."""


def hatch(canvas: Canvas, danger: Grid, quiet: Grid, palette: Palette) -> None:
    """Draw a hatch on threatened cells; where the ground says something, only beside it."""
    if not danger.any():
        return
    every = canvas.spread(danger)
    plain = canvas.spread(quiet)
    ch, fg = canvas.ch[canvas.area], canvas.fg[canvas.area]
    for y, line in enumerate(HATCHES[canvas.camera.zoom]):
        for x, char in enumerate(line):
            if char == dots(*["  "] * 4):
                continue
            part = (slice(y, None, canvas.high), slice(x, None, canvas.wide))
            beside = x == 1 == canvas.wide - 1
            where = every[part] & (plain[part] | (ch[part] == ord(" ")) | beside)
            ch[part][where] = ord(char)
            fg[part][where] = palette.threatened


def mark_reach(canvas: Canvas, walk: Grid, double: Grid, palette: Palette) -> None:
    """Glyphs for where one can go, beside the tints."""
    ch, fg = canvas.ch[canvas.area], canvas.fg[canvas.area]
    first = (slice(0, None, canvas.high), slice(0, None, canvas.wide))
    for mask, glyph, tint in ((walk, _WALK, palette.walk), (double, _DOUBLE, palette.double)):
        where = canvas.spread(mask)[first]
        ch[first][where] = glyph
        fg[first][where] = blend(tint.colour, palette.cost, 0.6)


def paint_path(
    canvas: Canvas,
    battle: Battle,
    overlay: Overlay,
    palette: Palette,
    know: Knowledge,
    taken: Mapping[Cell, str],
) -> None:
    """The cells of the way, its running cost, and the steps that provoke."""
    steps = overlay.steps
    if not steps:
        return
    field = battle.world.field
    swept = {cell[:2] for body in steps for cell in body.cells}
    known = {cell for cell in swept if cell in field and know.remembers(cell)}
    canvas.tint(canvas.marked(known - taken.keys()), palette.path)
    last = {cell[:2] for cell in steps[-1].cells} & known
    canvas.tint(canvas.marked(last - taken.keys()), palette.path)
    for number, body in enumerate(steps):
        at = body.at[:2]
        if at not in known:
            continue
        cost = overlay.costs[number] if number < len(overlay.costs) else None
        provokes = bool(overlay.provoking.get(at))
        if at not in taken:
            _paint_step(canvas, at, cost, provokes, palette)
        elif provokes:
            column, row = canvas.camera.position(at)
            place = (column + canvas.wide - 1, row)
            canvas.put(*place, PROVOKES, palette.warning, palette.provokes.colour)


def _paint_step(
    canvas: Canvas, cell: Cell, cost: int | None, provokes: bool, palette: Palette
) -> None:
    column, row = canvas.camera.position(cell)
    ink = palette.warning if provokes else palette.cost
    if provokes:
        canvas.tint(canvas.marked([cell]), palette.provokes)
    text = _cost_text(cost, canvas.wide, provokes=provokes)
    canvas.blank(column, row, canvas.wide, canvas.high)
    left = column + (canvas.wide - len(text) + 1) // 2
    canvas.write(left, row + (canvas.high - 1) // 2, text, ink)


def _cost_text(cost: int | None, width: int, *, provokes: bool) -> str:
    """A running cost in so many columns; a provoking step always keeps its mark.

    >>> [_cost_text(cost, 2, provokes=True) for cost in (6, 12)]
    ['6!', '!2']
    """
    number = "∙" if cost is None else str(cost)
    if not provokes:
        return number[-width:]
    if width == 1:
        return PROVOKES
    if len(number) < width:
        return number + PROVOKES
    return PROVOKES + number[1 - width :]


def paint_line(
    canvas: Canvas, cells: Iterable[Cell], palette: Palette, known: Callable[[Cell], bool]
) -> None:
    """A line from cell to cell, as dots in their middle."""
    for cell in cells:
        x, y = cell[:2]
        if 0 <= x < canvas.camera.width and 0 <= y < canvas.camera.height and known(cell):
            column, row = canvas.camera.position(cell)
            place = (column + (canvas.wide - 1) // 2, row + (canvas.high - 1) // 2)
            if canvas.wide == 2:
                canvas.put(place[0] + 1, place[1], LINE, palette.line)
            canvas.put(*place, LINE, palette.line)


def paint_flank(canvas: Canvas, ends: tuple[Cell, Cell], palette: Palette) -> None:
    """The line between the centres of two cells: a piece of it in each cell that it crosses.

    The pieces stand in a corner of the cells, so that the tokens in them can still be read.
    """
    piece = FLANK[_slope(*ends)]
    for cell in line_cells(*ends):
        column, row = canvas.camera.position(cell)
        if canvas.wide == 1:
            canvas.put_over(column, row, palette.ink, palette.line)
        else:
            canvas.put(column + canvas.wide - 1, row, piece, palette.outside, palette.line)


def _slope(a: Cell, b: Cell) -> str:
    x, y = b[0] - a[0], b[1] - a[1]
    if not x or not y:
        return "down" if not x else "across"
    return "falling" if x * y > 0 else "rising"


def line_cells(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells that the line between two cells' centres crosses, both among them.

    >>> line_cells((0, 0), (2, 0)), line_cells((4, 5), (6, 6))
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


def paint_area(
    canvas: Canvas, area: Iterable[Cell], palette: Palette, know: Knowledge,
    taken: Mapping[Cell, str],
) -> None:  # fmt: skip
    """The cells of an area: tinted and dotted; of those of creatures only the last column."""
    width, height = canvas.camera.width, canvas.camera.height
    known = [
        cell for cell in sorted(area)
        if 0 <= cell[0] < width and 0 <= cell[1] < height and know.remembers(cell)
    ]  # fmt: skip
    canvas.tint(canvas.marked(set(known) - taken.keys()), palette.area)
    ink = blend(palette.area.colour, palette.cost, 0.6)
    for cell in known:
        column, row = canvas.camera.position(cell)
        if cell not in taken:
            for y in range(canvas.high):
                canvas.write(column, row + y, AREA * canvas.wide, ink)
        elif canvas.wide > 1:
            canvas.put_over(column + canvas.wide - 1, row, palette.cost, palette.area.colour)


def paint_corner(
    canvas: Canvas, cell: Cell, palette: Palette, taken: Mapping[Cell, str]
) -> None:  # fmt: skip
    """The crossing of lines at the least corner of a cell, a quarter of it in each cell."""
    column, row = canvas.camera.position(cell)
    for (dx, dy), char in CORNER.items():
        if (cell[0] + dx, cell[1] + dy) not in taken:
            ink = palette.cost if dx or dy else palette.cursor_ink
            canvas.put(column + dx, row + dy, char, ink)


def paint_flashes(
    canvas: Canvas, flashes: Mapping[Cell, str], palette: Palette, sees: Callable[[Cell], bool]
) -> None:
    """A burst of colour and a mark on each cell."""
    for cell, kind in flashes.items():
        if not (0 <= cell[0] < canvas.camera.width and 0 <= cell[1] < canvas.camera.height):
            continue
        if not sees(cell):
            continue
        colour = palette.flashes.get(kind, palette.flashes["hit"])
        canvas.tint(canvas.marked([cell]), Tint(colour, 0.85))
        column, row = canvas.camera.position(cell)
        mark = FLASHES.get(kind, FLASHES["hit"])
        canvas.put(column + canvas.wide - 1, row, mark, palette.warning)


def paint_cursor(canvas: Canvas, cell: Cell, palette: Palette) -> None:
    """The cell looked at: filled where a cell is small, framed by its corners where it is large."""
    column, row = canvas.camera.position(cell)
    wide, high = canvas.wide, canvas.high
    if high == 1:
        for offset in range(wide):
            canvas.put_over(column + offset, row, palette.cursor_ink, palette.cursor)
        return
    right, bottom = column + wide - 1, row + high - 1
    for place, char in (
        ((column, row), "▛"), ((right, row), "▜"), ((column, bottom), "▙"), ((right, bottom), "▟"),
    ):  # fmt: skip
        canvas.put(*place, char, palette.cursor)


__all__ = [
    "hatch", "line_cells", "mark_reach", "paint_area", "paint_corner", "paint_cursor",
    "paint_flank", "paint_flashes", "paint_line", "paint_path",
]  # fmt: skip
