"""The board: a battle painted on a tcod console, layer by layer from quiet to loud.

Ground, then where one can go, what is threatened, barriers, creatures, the way planned with its
cost and what it provokes, the target, and the cursor. With a side's memory nothing is painted that
the side does not know.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import tcod.console

from tacsim.geometry.cells import Body, Cell
from tacsim.model.terrain import Grid
from tacsim.play.fog import Memory
from tacsim.rules.battle import Battle
from tacsim.view import marks, tokens
from tacsim.view.barriers import paint_barriers, paint_hidden
from tacsim.view.camera import Camera
from tacsim.view.canvas import Canvas
from tacsim.view.palette import DARK, Palette, Tint
from tacsim.view.tiles import grain, known_looks, looks, tiles

WALK, DOUBLE = 1, 2
"""How far a cell is, in :attr:`Overlay.reach`."""


@attrs.frozen
class Overlay:
    """What is shown on top of the board.

    ``reach``: cells that can be reached, by walking (1) or a double move (2). ``threatened``: cells
    into which foes can strike. ``path``: the bodies of a planned move one after another, with
    ``costs``, the cells paid in all on having come so far; a path one longer than its costs begins
    with the body that the mover has now. ``provoking``: the foes who get an opportunity, by the
    first cell of the body that the provoking step leads to. ``target``: the creature aimed at.
    ``flash``: cells where something just happened: "hit", "critical", "miss" or "heal". ``line``:
    cells that a line crosses. ``area``: cells that something covers; ``corner``: the corner of the
    grid that it lies round, by its name. ``flanks``: the cells of every two who flank somebody,
    between whose centres a line is drawn.
    """

    reach: Mapping[Cell, int] = attrs.field(factory=dict)
    threatened: frozenset[Cell] = frozenset()
    path: tuple[Body, ...] = ()
    costs: tuple[int, ...] = ()
    provoking: Mapping[Cell, tuple[str, ...]] = attrs.field(factory=dict)
    cursor: Cell | None = None
    target: str | None = None
    flash: Mapping[Cell, str] = attrs.field(factory=dict)
    line: tuple[Cell, ...] = ()
    area: frozenset[Cell] = frozenset()
    corner: Cell | None = None
    flanks: tuple[tuple[Cell, Cell], ...] = ()

    @property
    def steps(self) -> tuple[Body, ...]:
        """The bodies of the path that the mover does not have yet."""
        return self.path[1:] if len(self.path) == len(self.costs) + 1 > 1 else self.path


NOTHING = Overlay()


@attrs.frozen(eq=False)
class Knowledge:
    """What whoever looks at the board knows.

    ``seen`` and ``remembered`` are masks over the map, None where all is seen; ``known`` are the
    creatures; ``viewer`` is the side whose friends are drawn solid.
    """

    viewer: str
    known: frozenset[str]
    seen: Grid | None = None
    remembered: Grid | None = None

    def remembers(self, cell: Cell) -> bool:
        """Whether the ground of a cell on the map is known."""
        return self.remembered is None or bool(self.remembered[cell[1], cell[0]])

    def sees(self, cell: Cell) -> bool:
        """Whether a cell on the map is seen now."""
        return self.seen is None or bool(self.seen[cell[1], cell[0]])


def knowledge(battle: Battle, memory: Memory | None, viewer: str | None = None) -> Knowledge:
    """What a side knows, or everything without a memory.

    The viewer is the memory's side; without one the side named, else the first that a person plays.
    """
    sides = battle.world.sides.items
    if memory is not None:
        viewer = memory.side
    elif viewer is None:
        people = [side.id for side in sides if side.controller == "human"]
        viewer = (people or [side.id for side in sides])[0]
    if memory is None or not battle.fog:
        return Knowledge(viewer, frozenset(battle.world.ids))
    return Knowledge(viewer, memory.known, memory.seen, memory.remembered)


def draw(
    console: tcod.console.Console,
    battle: Battle,
    camera: Camera,
    overlay: Overlay = NOTHING,
    palette: Palette = DARK,
    memory: Memory | None = None,
    *,
    viewer: str | None = None,
) -> None:
    """Paint a battle on a console in C order, all of it.

    ``viewer`` is the side whose friends are drawn as solid tokens where there is no memory.
    """
    canvas = Canvas(console, camera)
    know = knowledge(battle, memory, viewer)
    canvas.clear(palette.outside)
    rows, columns = canvas.window
    if rows.stop <= rows.start or columns.stop <= columns.start:
        return
    _paint_ground(canvas, battle, palette, know)
    known = None if know.remembered is None else know.remembered[canvas.window]
    _paint_reach(canvas, battle, overlay, palette, known)
    taken = tokens.taken(battle, know.known)
    paint_barriers(canvas, battle, palette, know.remembers, taken)
    _paint_fog(canvas, palette, know)
    tokens.paint_creatures(canvas, battle, palette, know.known, know.viewer)
    paint_hidden(canvas, battle, palette, taken)
    marks.paint_area(canvas, overlay.area, palette, know, taken)
    marks.paint_line(canvas, overlay.line, palette, know.remembers)
    marks.paint_path(canvas, battle, overlay, palette, know, taken)
    for ends in overlay.flanks:
        marks.paint_flank(canvas, ends, palette)
    if overlay.target is not None and overlay.target in know.known:
        tokens.paint_target(canvas, battle.world[overlay.target].body, palette)
    marks.paint_flashes(canvas, overlay.flash, palette, know.sees)
    if overlay.cursor is not None:
        marks.paint_cursor(canvas, overlay.cursor, palette)
    if overlay.corner is not None:
        marks.paint_corner(canvas, overlay.corner, palette, taken)
    canvas.slant()


def _paint_ground(canvas: Canvas, battle: Battle, palette: Palette, know: Knowledge) -> None:
    field = battle.world.field
    window = canvas.window
    set_ = tiles(canvas.camera.zoom, palette, canvas.camera.layout)
    seen = know.remembered
    kinds = (looks(field) if seen is None else known_looks(field, seen))[window]
    numbers, tones = grain(field)
    variants = numbers[window] % set_.variants[kinds]
    canvas.lay(canvas.ch, canvas.raster.drawn(set_.ch[kinds, variants]))
    canvas.lay(canvas.fg, canvas.spread(set_.fg[kinds]))
    canvas.lay(canvas.bg, canvas.spread(set_.bg[kinds, tones[window]]))
    if field.dark:
        canvas.tint(~field.lit[window], palette.dark, text=True)


def _paint_reach(
    canvas: Canvas, battle: Battle, overlay: Overlay, palette: Palette, known: Grid | None
) -> None:
    """Where one can go as tints, and what is threatened as a hatch of foreground over them."""
    walk = canvas.marked(cell for cell, how in overlay.reach.items() if how == WALK)
    double = canvas.marked(cell for cell, how in overlay.reach.items() if how != WALK)
    danger = canvas.marked(overlay.threatened)
    if known is not None:
        walk, double, danger = walk & known, double & known, danger & known
    canvas.tint(double, palette.double)
    canvas.tint(walk, palette.walk)
    set_ = tiles(canvas.camera.zoom, palette, canvas.camera.layout)
    quiet = set_.quiet[looks(battle.world.field)[canvas.window]]
    if palette.marks:
        marks.mark_reach(canvas, walk & quiet, double & quiet, palette)
    marks.hatch(canvas, danger, quiet, palette)


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
