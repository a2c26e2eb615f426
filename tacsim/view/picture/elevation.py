"""The elevation: a slice upright through a map of cubes, seen from the side.

Each level is a row, the highest on top. Solid ground is filled, other ground is a bar at the foot
of its cube; a line leads down from a creature in the air to what is below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

import attrs
import tcod.console

from tacsim.core.terrain import BarrierKind, Entry, Terrain
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.view.palettes.colours import RGB, Palette, Tint, blend
from tacsim.view.palettes.contrast import letter
from tacsim.view.palettes.glyphs import BLANK, PLUMB, dots
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture import tokens
from tacsim.view.picture.barriers import LIDS, OPEN, RIGHT, colour_of
from tacsim.view.picture.beneath import Beneath, whereof
from tacsim.view.picture.camera import NORMAL, Camera
from tacsim.view.picture.canvas import Canvas
from tacsim.view.picture.figures import Figure
from tacsim.view.picture.layout import SQUARES, Span
from tacsim.view.picture.levels import Section, section, span
from tacsim.view.picture.marks import cost_text
from tacsim.view.picture.overlay import DOUBLE, WALK, Knowledge, Overlay, knowledge
from tacsim.view.picture.square_tiles import TEXTURES
from tacsim.view.picture.tiles import ground

WIDE = SQUARES.shapes[NORMAL].wide
"""Columns of the screen for each cube."""
LABEL = 3
"""Columns before the cubes, for the number of the level."""
BARS = dots("    ", "    ", "    ", "oooo")
"""What ground looks like from the side."""
SIDES: dict[str, str] = {
    "stairs": dots("   o", "  oo", " ooo", "oooo"),
    "deep_water": "~~",
    "pit": "  ",
    "void": "  ",
    "air": "  ",
}
"""Grounds that look different from the side."""
TINTS: Mapping[int | None, Callable[[Palette], Tint]] = {
    WALK: attrgetter("walk"), DOUBLE: attrgetter("double"),
}  # fmt: skip
"""The tint of where one can go, by how far it is."""


@attrs.frozen
class Cut:
    """Where a slice is made: along x (0) or along y (1), through a cube."""

    along: int
    through: Cell

    def cell(self, n: int, level: int) -> Cell:
        """The cube so far along the slice, on a level.

        >>> Cut(0, (5, 3, 1)).cell(7, 2), Cut(1, (5, 3, 1)).cell(7, 2)
        ((7, 3, 2), (5, 7, 2))
        """
        return (n, self.through[1], level) if self.along == 0 else (self.through[0], n, level)

    def meets(self, cell: Cell) -> bool:
        """Whether a cube is in the slice."""
        return cell[1 - self.along] == self.through[1 - self.along]


class Elevation:
    """A slice on a console of some size: which cube each place shows.

    It shows as much as there is room for, with the cube that the slice is made through in the
    middle. ``size`` is the map's.
    """

    def __init__(self, cut: Cut, size: Cell, columns: int, rows: int) -> None:
        self.cut = cut
        self.length, self.height = size[cut.along], size[2]
        self.across = max((columns - LABEL) // WIDE, 1)
        self.rows = max(rows, 1)
        n, level = cut.through[cut.along], cut.through[2]
        self.first = _start(n, self.length, self.across)
        self.lowest = _start(level, self.height, self.rows)

    @property
    def numbers(self) -> range:
        """The cubes along the slice that are shown."""
        return range(self.first, min(self.first + self.across, self.length))

    @property
    def levels(self) -> range:
        """The levels that are shown."""
        return range(self.lowest, min(self.lowest + self.rows, self.height))

    def place(self, n: int, level: int) -> tuple[int, int]:
        """The column and row of a cube."""
        top = self.levels.stop - 1
        return LABEL + (n - self.first) * WIDE, top - level

    def shows(self, cell: Cell) -> bool:
        """Whether a cube is to be seen."""
        along = cell[self.cut.along]
        return self.cut.meets(cell) and along in self.numbers and cell[2] in self.levels

    def cell_at(self, column: int, row: int) -> Cell | None:
        """The cube at a place, or None beside them all."""
        n, level = self.first + (column - LABEL) // WIDE, self.levels.stop - 1 - row
        shown = column >= LABEL and n in self.numbers and level in self.levels
        return self.cut.cell(n, level) if shown else None

    def cells(self) -> Iterator[tuple[Cell, int, int]]:
        """Every cube shown, with its column and row."""
        for level in self.levels:
            for n in self.numbers:
                yield (self.cut.cell(n, level), *self.place(n, level))


def _start(at: int, length: int, room: int) -> int:
    """The first of some that are shown, one of them in the middle if there are too many."""
    return min(max(at - room // 2, 0), max(length - room, 0))


class Slicer:
    """Draws slices on consoles; what lies beneath the marks only where it has changed since."""

    def __init__(self) -> None:
        self._beneath = Beneath[Knowledge]()

    def draw(
        self,
        console: tcod.console.Console,
        battle: Battle,
        cut: Cut,
        overlay: Overlay,
        palette: Palette = DARK,
        memory: Memory | None = None,
        *,
        viewer: str | None = None,
    ) -> Elevation:
        """Paint a slice on a whole console in C order; returns what is shown where."""
        view = Elevation(cut, battle.world.field.size, console.width, console.height)
        canvas = Canvas(console, Camera(1, 1, console.width, console.height))

        def paint() -> Knowledge:
            know = knowledge(battle, memory, viewer)
            _paint_beneath(canvas, view, battle, overlay, palette, know)
            return know

        of = (*whereof(battle, palette, memory, viewer), overlay.reach, overlay.area or None)
        along, through = cut.along, cut.through
        where = along, through[1 - along], through[2], view.first, view.lowest
        know = self._beneath.lay(console, canvas, of, where, paint)
        _paint_path(canvas, view, overlay, palette, know)
        cursor = overlay.cursor
        if cursor is not None and view.shows(cursor):
            column, row = view.place(cursor[along], cursor[2])
            for offset in range(WIDE):
                canvas.put_over(column + offset, row, palette.cursor_ink, palette.cursor)
        canvas.finish(palette)
        return view


def _paint_beneath(
    canvas: Canvas,
    view: Elevation,
    battle: Battle,
    overlay: Overlay,
    palette: Palette,
    know: Knowledge,
) -> None:
    """The numbers of the levels, ground, barriers and creatures."""
    canvas.clear(palette.outside)
    under = view.cut.through[2]
    for level in view.levels:
        ink = palette.depth
        if level == under:
            ink = letter(palette, palette.cursor, palette.outside)
        canvas.write(0, view.place(0, level)[1], f"{level:>{LABEL - 1}}", ink)
    _paint_ground(canvas, view, battle, overlay, palette, know)
    _paint_barriers(canvas, view, battle, palette, know)
    shown = section(battle.world.field, under)
    _paint_creatures(canvas, view, battle, palette, know, shown)


def _paint_ground(
    canvas: Canvas,
    view: Elevation,
    battle: Battle,
    overlay: Overlay,
    palette: Palette,
    know: Knowledge,
) -> None:
    """The cubes, where one can go, and what an area covers."""
    field, alike = battle.world.field, dict[tuple[object, ...], tuple[RGB, RGB, str]]()
    unseen, levels = (palette.unseen, palette.unseen, BLANK * WIDE), field.levels

    def look(cell: Cell) -> tuple[RGB, RGB, str]:
        if not know.remembers(cell):
            return unseen
        (x, y, z), seen, reach = cell, know.sees(cell), overlay.reach.get(cell)
        dark, area = field.dark and not field.lit[cell[::-1]], cell in overlay.area
        key = levels[z][y][x], seen, bool(dark), area, reach
        if key not in alike:
            mixed = [palette.dark] * bool(dark) + [palette.remembered] * (not seen)
            tint = palette.area if area else TINTS[reach](palette) if reach in TINTS else None
            alike[key] = _cube(field.at(cell), palette, mixed, tint)
        return alike[key]

    for level in view.levels:
        row = [look(view.cut.cell(n, level)) for n in view.numbers]
        column, y = view.place(view.first, level)
        for (bg, fg, text), cubes in groupby(row):
            run = text * sum(1 for _cube in cubes)
            canvas.stamp(column, y, run, fg, bg)
            column += len(run)
    if palette.marks:
        for cell, column, y in view.cells():
            reach = overlay.reach.get(cell)
            if reach is not None and canvas.char(column, y) == BLANK and know.remembers(cell):
                canvas.put(column, y, ":" if reach == WALK else "'", palette.cost)


def _cube(
    kind: Terrain, palette: Palette, mixed: Sequence[Tint], tint: Tint | None
) -> tuple[RGB, RGB, str]:
    """Background, ink and glyphs of a cube, with colours mixed into both, and one behind them."""
    bg, fg, text = _looks(kind, palette)
    for one in mixed:
        bg, fg = blend(bg, *one), blend(fg, *one)
    if tint is not None:
        bg = blend(bg, *tint)
        fg = letter(palette, fg, bg, quiet=True)
    return bg, fg, text.ljust(WIDE)


def _looks(kind: Terrain, palette: Palette) -> tuple[RGB, RGB, str]:
    """Background, ink and glyphs of a cube from the side."""
    look = ground(palette, kind.name)
    if kind.solid:
        return look.bg, look.fg, TEXTURES[NORMAL][kind.name][0][0]
    air = ground(palette, "air")
    if kind.entry is Entry.WATER:
        return look.bg, look.fg, SIDES[kind.name]
    if kind.name in SIDES:
        return air.bg, look.fg, SIDES[kind.name]
    bar = ground(palette, "wall").bg
    glyph = kind.glyph if kind.doublings or kind.entry is Entry.TIGHT else ""
    return air.bg, look.fg if glyph else bar, (glyph + BARS)[:WIDE]


def _paint_barriers(
    canvas: Canvas, view: Elevation, battle: Battle, palette: Palette, know: Knowledge
) -> None:
    """What stands between cubes of the slice, and what lies between two of its levels."""
    for barrier in battle.world.field.barriers:
        near, far = sorted(barrier.between)
        if not (view.shows(near) and view.cut.meets(far) and know.remembers(near)):
            continue
        colour = colour_of(palette, barrier)
        column, row = view.place(near[view.cut.along], near[2])
        if near[2] == far[2]:
            hedge = barrier.kind is BarrierKind.HEDGE
            glyph = RIGHT.posts if barrier.open else (RIGHT.hedge if hedge else RIGHT.wall)
            canvas.put(column + WIDE - 1, row, glyph, colour)
        elif view.shows(far):
            glyph = OPEN if barrier.open else LIDS[barrier.kind]
            canvas.put(column + WIDE - 1, row - 1, glyph, colour)


def _paint_creatures(
    canvas: Canvas,
    view: Elevation,
    battle: Battle,
    palette: Palette,
    know: Knowledge,
    shown: Section,
) -> None:
    creatures = tokens.VisibleCreatures(battle, palette, know.known, know.viewer, shown, plan=True)
    for figure in creatures.here:
        cells = [cell for cell in figure.body.cells if view.shows(cell)]
        if not cells:
            continue
        made = creatures.token(figure)
        if figure.dead:
            column, row = view.place(cells[0][view.cut.along], cells[0][2])
            canvas.write(column, row, figure.glyph + "x", palette.corpse)
            continue
        _paint_plumb(canvas, view, battle, figure, palette, know)
        places = sorted((view.place(cell[view.cut.along], cell[2]) for cell in cells),
                        key=lambda place: (place[1], place[0]))  # fmt: skip
        for column, row in places:
            tokens.paint_base(canvas, Span(column, row, WIDE), made)
        canvas.put(*places[0], figure.glyph, made.ink)
        canvas.put(places[-1][0] + WIDE - 1, places[-1][1], made.only, made.ink)


def _paint_plumb(
    canvas: Canvas,
    view: Elevation,
    battle: Battle,
    figure: Figure,
    palette: Palette,
    know: Knowledge,
) -> None:
    """The line from a creature in the air down to what is below it."""
    low = span(figure.body)[0]
    drop = section(battle.world.field, low).drop
    for cell in figure.plane.cells if figure.height else ():
        for level in range(low - int(drop[cell[::-1]]), low):
            below = (*cell, level)
            if view.shows(below) and know.remembers(below):
                column, row = view.place(cell[view.cut.along], level)
                ink = letter(palette, palette.side(figure.side), canvas.behind(column, row))
                canvas.put(column, row, PLUMB, ink)


def _paint_path(
    canvas: Canvas, view: Elevation, overlay: Overlay, palette: Palette, know: Knowledge
) -> None:
    """The steps of the way in the slice, with their costs."""
    for number, body in enumerate(overlay.steps):
        cell = body.at
        if not (view.shows(cell) and know.remembers(cell)):
            continue
        cost = overlay.costs[number] if number < len(overlay.costs) else None
        provokes = "!" if overlay.provoking.get(cell) else ""
        column, row = view.place(cell[view.cut.along], cell[2])
        tint = palette.provokes if provokes else palette.path
        behind = blend(canvas.behind(column, row), *tint)
        canvas.fill(column, row, WIDE, 1, behind)
        text = cost_text(cost, WIDE, provokes)
        ink = letter(palette, palette.warning if provokes else palette.cost, behind)
        canvas.write(column + WIDE - len(text), row, text, ink)
