"""The board: a battle painted on a tcod console, layer by layer from quiet to loud.

Ground, then where one can go, what is threatened, barriers, creatures, the way planned with its
cost and what it provokes, the target, and the cursor. With a side's memory nothing is painted that
the side does not know. Of a map of cubes a level is shown, and what is seen from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np
import tcod.console

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Cell
from tacsim.i18n import languages
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.view.palettes.colours import Palette, Tint
from tacsim.view.palettes.glyphs import BLANK, GOAL, ITEM, LOST
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture import marks, other_levels, tokens
from tacsim.view.picture.barriers import paint_barriers, paint_hidden, paint_lids, paint_planned
from tacsim.view.picture.beneath import Beneath, whereof
from tacsim.view.picture.camera import Camera
from tacsim.view.picture.canvas import Canvas
from tacsim.view.picture.figures import side_index
from tacsim.view.picture.levels import Section, barriers, lids, section
from tacsim.view.picture.overlay import DOUBLE, NOTHING, WALK, Knowledge, Overlay, knowledge
from tacsim.view.picture.tiles import grain, grounds_below, known_looks, looks, tiles


@attrs.frozen(eq=False)
class BoardState:
    """What a board shows to the side ``viewer``; with a memory, only what that side knows.

    ``plan``: all levels are drawn alike, as seen from above.
    """

    battle: Battle
    overlay: Overlay = NOTHING
    memory: Memory | None = None
    viewer: str | None = None
    plan: bool = False


class Drawer:
    """Draws battles on consoles; what lies beneath the marks only where it has changed since."""

    def __init__(self) -> None:
        self._beneath = Beneath[tuple[Knowledge, Mapping[Cell, str]]]()

    def draw(
        self,
        console: tcod.console.Console,
        battle: Battle,
        camera: Camera,
        overlay: Overlay = NOTHING,
        palette: Palette = DARK,
        memory: Memory | None = None,
        *,
        viewer: str | None = None,
        level: int = 0,
        plan: bool = False,
        edges: bool = False,
    ) -> None:
        """Paint a battle on a console in C order, all of it.

        ``viewer`` is the side whose friends are drawn as solid tokens where there is no memory.
        ``level`` is the one under view; with ``plan`` all that is seen from there is drawn alike,
        and says how high it is rather than how far below. ``edges``: mark where the map goes on.
        """
        canvas = Canvas(console, camera)
        rows, columns = canvas.window
        if rows.stop <= rows.start or columns.stop <= columns.start:
            canvas.clear(palette.outside)
            return

        def paint() -> tuple[Knowledge, Mapping[Cell, str]]:
            shown = section(battle.world.field, level)
            know = knowledge(battle, memory, viewer)
            taken = _paint_beneath(canvas, battle, overlay, palette, know, shown, plan=plan)
            if edges:
                marks.paint_edges(canvas, palette, taken)
            return know.on(shown), taken

        of = (*whereof(battle, palette, memory, viewer), overlay.reach, overlay.threatened)
        how = camera, level, plan, edges, languages()
        know, taken = self._beneath.lay(console, canvas, of, how, paint)
        if battle.world.field.axes == 3:
            overlay = overlay.on(level, above=True)
        _paint_marks(canvas, battle, overlay, palette, know, taken)
        canvas.finish(palette)


def draw(
    console: tcod.console.Console, battle: Battle, camera: Camera, *what: Any, **how: Any
) -> None:
    """Paint a battle on a console once, as :meth:`Drawer.draw` does."""
    Drawer().draw(console, battle, camera, *what, **how)


def _paint_beneath(
    canvas: Canvas,
    battle: Battle,
    overlay: Overlay,
    palette: Palette,
    whole: Knowledge,
    shown: Section,
    *,
    plan: bool,
) -> Mapping[Cell, str]:
    """Ground, reach, creatures, barriers and goals; returns who takes which cell."""
    field, level, know = battle.world.field, shown.level, whole.on(shown)
    canvas.clear(palette.outside)
    if field.axes == 3:
        overlay = overlay.on(level)
    _paint_ground(canvas, battle, palette, know, shown)
    if field.axes == 3:
        other_levels.paint_below(canvas, battle, palette, know, shown, plan=plan)
        other_levels.paint_ceilings(canvas, battle, whole, shown)
    _paint_reach(canvas, battle, overlay, palette, know, shown)
    creatures = tokens.VisibleCreatures(battle, palette, know.known, know.viewer, shown, plan=plan)
    taken = creatures.taken
    edges = barriers(field, level)
    paint_barriers(canvas, edges, palette, know.remembers, taken)
    things = [cell[:2] for cell in know.things if cell[2:] in ((), (level,))]
    marks.paint_signs(canvas, ITEM, things, palette.cost, taken)
    for one in know.lost.values():
        cells = [cell[:2] for cell in one.body.cells if cell[2:] in ((), (level,))]
        ink = palette.side(side_index(battle, one.identity.side))
        marks.paint_signs(canvas, LOST, cells[:1], ink, taken)
    _paint_fog(canvas, palette, know)
    other_levels.paint_others(canvas, creatures, know)
    tokens.paint_creatures(canvas, creatures)
    paint_hidden(canvas, edges, palette, taken)
    paint_lids(canvas, lids(field, level), palette, know.remembers, taken)
    for goal in battle.world.goals:
        cells = [cell[:2] for cell in goal.cells if cell[2:] in ((), (level,))]
        ink = palette.side(side_index(battle, goal.side))
        marks.paint_signs(canvas, GOAL, cells, ink, taken)
    canvas.stand_out(palette)
    return taken


def _paint_marks(
    canvas: Canvas,
    battle: Battle,
    overlay: Overlay,
    palette: Palette,
    know: Knowledge,
    taken: Mapping[Cell, str],
) -> None:
    """What is pointed at, planned and flashed."""
    marks.paint_heat(canvas, overlay.heat, palette)
    marks.paint_area(canvas, overlay.area, palette, know, taken)
    marks.paint_path(canvas, overlay, palette, know, taken)
    for ends in overlay.flanks:
        marks.paint_flank(canvas, ends, palette)
    if overlay.target is not None and overlay.target in know.known:
        tokens.paint_target(canvas, battle.world[overlay.target].body, palette)
    marks.paint_pointers(canvas, overlay.marked, palette)
    for body in overlay.told:
        tokens.paint_told(canvas, body, palette, pointed=body == overlay.pointed)
    marks.paint_flashes(canvas, overlay.flash, palette, know.sees)
    if overlay.cursor is not None:
        marks.paint_cursor(canvas, overlay.cursor, palette)
    paint_planned(canvas, overlay.planned, palette, overlay.cursor)
    if overlay.corner is not None:
        marks.paint_corner(canvas, overlay.corner, palette, taken)


def _paint_ground(
    canvas: Canvas, battle: Battle, palette: Palette, know: Knowledge, shown: Section
) -> None:
    field = battle.world.field
    window = canvas.window
    set_ = tiles(canvas.camera.zoom, palette, canvas.camera.layout)
    seen = know.remembered
    level = shown.level
    kinds = (looks(field, level) if seen is None else known_looks(field, seen, level))[window]
    numbers, tones = grain(field)
    variants = numbers[window] % set_.variants[kinds]
    ch, floors = canvas.raster.drawn(set_.ch[kinds, variants]), kinds
    below = grounds_below(field, level)
    if below is not None:
        floors = np.where(below[window] < 0, kinds, below[window])
        under = canvas.raster.drawn(set_.ch[floors, numbers[window] % set_.variants[floors]])
        ch = np.where(ch == ord(BLANK), under, ch)
    canvas.lay(canvas.ch, ch)
    canvas.lay(canvas.fg, canvas.spread(set_.fg[kinds]))
    canvas.lay(canvas.bg, canvas.spread(set_.bg[floors, tones[window]]))
    marks.mark_checks(canvas, shown.seen(field.array("asks"))[window])
    if field.dark:
        canvas.tint(~shown.seen(field.lit)[window], palette.dark, text=True)


def _paint_reach(
    canvas: Canvas,
    battle: Battle,
    overlay: Overlay,
    palette: Palette,
    know: Knowledge,
    shown: Section,
) -> None:
    """Where one can go as tints, and what is threatened as a hatch of foreground over them."""
    walk = canvas.marked(cell for cell, how in overlay.reach.items() if how == WALK)
    double = canvas.marked(cell for cell, how in overlay.reach.items() if how != WALK)
    danger = canvas.marked(overlay.threatened)
    if know.remembered is not None:
        known: Grid = know.remembered[canvas.window]
        walk, double, danger = walk & known, double & known, danger & known
    canvas.tint(double, palette.double)
    canvas.tint(walk, palette.walk)
    set_ = tiles(canvas.camera.zoom, palette, canvas.camera.layout)
    quiet = set_.quiet[looks(battle.world.field, shown.level)[canvas.window]]
    if palette.shaded:
        canvas.fg[canvas.area][canvas.spread((walk | double) & ~quiet)] = palette.cost
    if palette.marks:
        marks.mark_reach(canvas, walk & quiet, double & quiet, palette)
    numbered = quiet & (shown.drop[canvas.window] > 0)
    marks.hatch(canvas, danger, quiet, numbered, palette)


def _paint_fog(canvas: Canvas, palette: Palette, know: Knowledge) -> None:
    if know.seen is None or know.remembered is None:
        return
    seen, remembered = know.seen[canvas.window], know.remembered[canvas.window]
    canvas.tint(remembered & ~seen, palette.remembered, text=True)
    never = ~(remembered | seen)
    if never.any():
        canvas.tint(never, Tint(palette.unseen, 1.0), text=True)
        part = canvas.ch[canvas.area]
        part[canvas.spread(never)] = ord(" ")


__all__ = ["DOUBLE", "NOTHING", "WALK", "Knowledge", "Overlay", "draw", "knowledge"]
