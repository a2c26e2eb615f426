"""What is painted of the levels below and above the one under view.

What lies below is dimmed, more with depth, and a digit says how many levels down a creature would
stand; so do tokens there. What is above shows as a small mark that hides nothing.
"""

from __future__ import annotations

import math

import numpy as np

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.view.palettes.colours import DEEPEST, Palette, blend
from tacsim.view.palettes.glyphs import BLANK, CEILING, FOOT, MOST, UP
from tacsim.view.picture.barriers import paint_barriers
from tacsim.view.picture.canvas import Canvas
from tacsim.view.picture.figures import Figure
from tacsim.view.picture.levels import Section, barriers, layers, section, span
from tacsim.view.picture.overlay import Knowledge
from tacsim.view.picture.tiles import QUIET, looks, named, tiles
from tacsim.view.picture.tokens import VisibleCreatures, paint_corpse, paint_token, plot_of

# --- the ground ----------------------------------------------------------------------------------


def paint_below(
    canvas: Canvas,
    battle: Battle,
    palette: Palette,
    know: Knowledge,
    shown: Section,
    *,
    plan: bool = False,
) -> None:
    """What stands between cells of the levels below, and how far down they are.

    In a plan nothing is dimmed, and the digits say how high the ground is.
    """
    field, level = battle.world.field, shown.level
    numbers = np.where(looks(field, level) == named("void"), 0, shown.drop)
    if plan:
        numbers = level - shown.drop
    drop = numbers[canvas.window]
    quiet = _quiet(canvas, battle, palette, level)
    ch = canvas.ch[canvas.area]
    ch[canvas.spread((drop > 0) & quiet)] = ord(BLANK)
    bare = ch.copy()
    for lower in range(level):
        in_sight = [
            barrier for barrier in barriers(field, lower)
            if all(shown.surface[y, x] <= lower for x, y in barrier.between)
        ]  # fmt: skip
        paint_barriers(canvas, in_sight, palette, know.remembers, {})
    if not plan:
        _dim(canvas, drop, palette)
    numbered = (drop > 0) & (_checked(canvas) | edges(numbers, know.remembered)[canvas.window])
    where = canvas.spread(numbered) & (canvas.raster.parts == canvas.wide - 1) & (ch == bare)
    ch[where] = canvas.spread(np.minimum(drop, MOST) + ord("0"))[where]
    canvas.fg[canvas.area][where] = palette.depth


def _dim(canvas: Canvas, drop: Grid, palette: Palette) -> None:
    for depth in range(1, DEEPEST + 1):
        there = drop == depth if depth < DEEPEST else drop >= depth
        canvas.tint(there, palette.deep(depth), text=True)


def _quiet(canvas: Canvas, battle: Battle, palette: Palette, level: int) -> Grid:
    """The cells of the window whose texture says nothing."""
    set_ = tiles(canvas.camera.zoom, palette, canvas.camera.layout)
    found: Grid = set_.quiet[looks(battle.world.field, level)[canvas.window]]
    return found


def edges(numbers: Grid, known: Grid | None = None) -> Grid:
    """Where a neighbour along a row or a column has another number, if both are known.

    >>> edges(np.array([[1, 1, 1, 2]])).tolist()
    [[False, False, True, True]]
    """
    found = np.zeros(numbers.shape, bool)
    across, down = numbers[:, 1:] != numbers[:, :-1], numbers[1:] != numbers[:-1]
    if known is not None:
        across &= known[:, 1:] & known[:, :-1]
        down &= known[1:] & known[:-1]
    found[:, 1:] |= across
    found[:, :-1] |= across
    found[1:] |= down
    found[:-1] |= down
    return found


def _checked(canvas: Canvas) -> Grid:
    """Every other cell of the window."""
    rows, columns = canvas.window
    ys, xs = np.mgrid[rows, columns]
    found: Grid = (xs + ys) % 2 == 0
    return found


def paint_ceilings(canvas: Canvas, battle: Battle, whole: Knowledge, shown: Section) -> None:
    """A mark on every cell with ground or something solid above it, as far as that is known."""
    field = battle.world.field
    looms = shown.looms(whole.remembered)[canvas.window]
    looms &= ~layers(field, "solid")[shown.level][canvas.window]
    if not looms.any():
        return
    quiet = np.isin(looks(field, shown.level), [named(name) for name in QUIET])[canvas.window]
    deep = shown.drop[canvas.window] > 0
    looms &= (quiet & ~deep) if canvas.wide == 1 else (quiet | ~deep)
    column, row = canvas.shape.mark
    parts, first = canvas.raster.parts, row * canvas.wide + column
    place = np.where(canvas.spread(deep), first, canvas.wide - 1)  # the other is for the digit
    canvas.ch[canvas.area][canvas.spread(looms) & (parts == place)] = ord(CEILING)


# --- creatures -----------------------------------------------------------------------------------


def paint_others(canvas: Canvas, creatures: VisibleCreatures, know: Knowledge) -> None:
    """The creatures on other levels: below, as far as they are seen from above, and above."""
    shown = creatures.shown
    for figure in sorted(creatures.below, key=lambda figure: span(figure.body)[0]):
        high = span(figure.body)[1]
        hidden = frozenset(
            cell for cell in figure.plane.cells
            if shown.surface[cell[::-1]] > high and know.remembers(cell)
        )  # fmt: skip
        if hidden.issuperset(figure.plane.cells) or not canvas.shows(figure.plane):
            continue
        plot = plot_of(canvas.camera, figure.plane, hidden)
        if figure.dead:
            paint_corpse(
                canvas, plot, figure, blend(creatures.palette.corpse, *creatures.deep(figure))
            )
        else:
            paint_token(canvas, plot, creatures.token(figure))
    for figure in sorted(creatures.above, key=lambda figure: -span(figure.body)[0]):
        if not figure.dead:
            _hint(canvas, creatures, figure, know)


def _hint(canvas: Canvas, creatures: VisibleCreatures, figure: Figure, know: Knowledge) -> None:
    """The glyph of a creature above, and under all of it a mark: on the ground under it, another.

    The glyph is not painted over ground that says something; tokens come on top of both.
    """
    quiet = np.isin(looks(creatures.field, creatures.shown.level), [named(name) for name in QUIET])
    for number, cell in enumerate(figure.plane.cells):
        known = know.remembers(cell)
        mark = FOOT if known and _under(creatures, figure, cell) else UP
        column, row = canvas.corner(cell)
        glyph = figure.glyph if not number and (quiet[cell[::-1]] or not known) else ""
        if canvas.wide > 1 and glyph:
            _put(canvas, creatures, figure, (column - 1, row), glyph)
        _put(canvas, creatures, figure, (column, row), mark)


def _under(creatures: VisibleCreatures, figure: Figure, cell: Cell) -> bool:
    """Whether what is seen in a cell is what a creature in the air would come down on."""
    if not figure.height:
        return False
    above = section(creatures.field, span(figure.body)[0])
    return bool(above.surface[cell[::-1]] == creatures.shown.surface[cell[::-1]])


def _put(
    canvas: Canvas, creatures: VisibleCreatures, figure: Figure, place: Cell, char: str
) -> None:
    column, row = place
    if 0 <= column < canvas.columns and 0 <= row < canvas.rows:
        r, g, b = (int(part) for part in canvas.bg[row, column])
        palette = creatures.palette
        ink = blend((r, g, b), palette.side(figure.side), palette.hint)
        if palette.shaded and (r, g, b) != palette.outside:  # where a side's colour may be lost
            ink = max(palette.cost, palette.ink, key=lambda one: math.dist(one, (r, g, b)))
        canvas.put(column, row, char, ink)
