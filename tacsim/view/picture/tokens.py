"""Tokens: creatures as the bases of miniatures, over the whole space that each covers."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache

import attrs

from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.view.palettes.colours import DEEPEST, RGB, Palette, Tint, blend
from tacsim.view.palettes.contrast import letter
from tacsim.view.palettes.glyphs import (
    ACTIVE,
    CORPSE,
    DOWN,
    FLYING,
    MOST,
    SHADE,
    SIDE_MARKS,
    TARGET,
    TOLD,
    UP,
    short_name,
)
from tacsim.view.palettes.graphics import UNICODE, health_bar
from tacsim.view.picture.camera import Camera
from tacsim.view.picture.canvas import BOLD, SLANTED, STRUCK, UNDERLINED, Canvas
from tacsim.view.picture.figures import Figure, figures
from tacsim.view.picture.layout import Place, Span
from tacsim.view.picture.levels import Section, flat, span

NAME_COLUMNS = 4
"""Columns from which on a token has room for a name."""
POINTED = 0.4
"""How strongly a creature is tinted of which a line tells that is pointed at."""
RIM_ROWS = 3
"""Rows at which a token gets a plinth; with more it has a rim all round."""
SIDE_LOOKS = (
    0, UNDERLINED, SLANTED, UNDERLINED | SLANTED, BOLD, BOLD | UNDERLINED,
)  # fmt: skip
"""How the letters of each side look at the farthest zoom, in the order of the scenario."""
SHADES = 3
"""Shades of its side that a large token may have."""


@attrs.frozen
class Plot:
    """The part of the screen that a body covers, cut or not: ``spans``, row by row from the top.

    ``name``, ``marks`` and ``health`` are where each of these is written.
    """

    spans: tuple[Span, ...]
    name: Span
    marks: Span
    health: Span

    @property
    def high(self) -> int:
        """How many rows it has."""
        return self.spans[-1].row - self.spans[0].row + 1

    @property
    def block(self) -> bool:
        """Whether it is a rectangle."""
        return len({(column, wide) for column, _row, wide in self.spans}) == 1


@attrs.frozen
class Token:
    """A figure as it is about to be drawn.

    ``base``, ``rim`` and ``ink`` are its colours; ``shaded``: whether it is filled with dots;
    ``mark``: its side's; ``count``: how many creatures stand in its cell; ``health``: None where it
    may not be shown; ``depth``: levels below the one under view; ``under``: whether a creature is
    above it; ``graphics``: with which characters it is drawn.
    """

    figure: Figure
    base: RGB
    rim: RGB
    ink: RGB
    mark: str
    active: bool = False
    count: int = 1
    health: float | None = None
    depth: int = 0
    under: bool = False
    shaded: bool = False
    graphics: str = UNICODE
    known: tuple[str, ...] = ()
    """The names of all creatures that are known."""

    @property
    def many(self) -> str:
        """The digit that tells how many stand in the cell, or nothing for one."""
        return _digit(self.count) if self.count > 1 else ""

    @property
    def lift(self) -> str:
        """The digit of how high in the air it is, or nothing on the ground."""
        return _digit(self.figure.height)

    @property
    def only(self) -> str:
        """The one mark that there is room for on a small token."""
        level = _digit(self.depth) or (self.lift if self.figure.state in ("", FLYING) else "")
        return level or self.figure.state or self.many or self._whose

    @property
    def marks(self) -> str:
        """All its marks in a row."""
        depth = DOWN + _digit(self.depth) if self.depth else ""
        state = self.figure.state or (FLYING if self.lift else "")
        above = UP if self.under else ""
        return depth + state + self.lift + self.many + above + self._side

    @property
    def looks(self) -> int:
        """How its letter looks where there is room for no mark: by its side and its state."""
        number = self.figure.side % len(SIDE_LOOKS)
        return SIDE_LOOKS[number] | (STRUCK if self.figure.state else 0)

    @property
    def _side(self) -> str:
        return ACTIVE if self.active else self.mark

    @property
    def _whose(self) -> str:
        return UP if self.under and not self.active else self._side


def _digit(number: int) -> str:
    """A number above 0 as one digit.

    >>> _digit(3), _digit(0), _digit(12)
    ('3', '', '9')
    """
    return str(min(number, MOST)) if number else ""


class VisibleCreatures:
    """The known creatures to be drawn: on the level under view, below and above it.

    ``shown`` is what that level shows; in a ``plan`` all creatures are drawn as if on it.
    """

    def __init__(
        self,
        battle: Battle,
        palette: Palette,
        known: frozenset[str],
        viewer: str,
        shown: Section,
        *,
        plan: bool = False,
    ) -> None:
        decision, sides = battle.decision, battle.world.sides
        self.actor = decision.actor if decision else battle.world.clock.active
        self.field, self.palette, self.shown = battle.world.field, palette, shown
        self._friends = [sides.friendly(viewer, side.id) for side in sides.items]
        self._shades = shades(battle, known)
        self._fog, self._plan = battle.fog, plan
        self.here: list[Figure] = []
        self.below: list[Figure] = []
        self.above: list[Figure] = []
        for figure in figures(battle):
            if figure.id in known:
                low, high = span(figure.body)
                there = self.below if high < shown.level else self.above
                here = plan or low <= shown.level <= high
                (self.here if here else there).append(figure)
        shown_ = (*self.here, *self.below, *self.above)
        self._names = tuple(sorted({figure.name for figure in shown_}))
        self._under = {cell for figure in self.above for cell in figure.plane.cells}

    @cached_property
    def taken(self) -> dict[Cell, str]:
        """The cells on which tokens stand, with the creature drawn there last."""
        living = (figure for figure in self.here if not figure.dead)
        return {cell: figure.id for figure in living for cell in figure.plane.cells}

    def depth(self, figure: Figure) -> int:
        """How many levels below the one under view a figure stands."""
        low, high = span(figure.body)
        return self.shown.level - low if high < self.shown.level and not self._plan else 0

    def deep(self, figure: Figure) -> Tint:
        """What dims a figure below: less than the ground there, so that it can be read."""
        return self.palette.deep(min(self.depth(figure), DEEPEST - 1))

    def token(self, figure: Figure, count: int = 1) -> Token:
        """A figure as it is drawn, with so many in its cell."""
        friend, active = self._friends[figure.side], figure.id == self.actor
        shade = self._shades.get(figure.id, 0)
        paints = colours(self.palette, figure, friend=friend, active=active, shade=shade)
        depth = self.depth(figure)
        if depth:
            base, rim, ink = (blend(colour, *self.deep(figure)) for colour in paints)
        else:
            base, rim, ink = paints
        mark = SIDE_MARKS[figure.side % len(SIDE_MARKS)]
        health = figure.health if friend or not self._fog else None
        under = not self._under.isdisjoint(figure.plane.cells)
        shaded = self.palette.shaded and not (friend or active)
        return Token(figure, base, rim, ink, mark, active, count, health, depth, under, shaded,
                     self.palette.graphics, self._names)  # fmt: skip


def paint_creatures(canvas: Canvas, creatures: VisibleCreatures) -> None:
    """Paint every creature that is here."""
    crowd: dict[Cell, list[Figure]] = defaultdict(list)
    for figure in creatures.here:
        if not canvas.shows(figure.plane):
            continue
        if figure.dead:
            plot = plot_of(canvas.camera, figure.plane)
            paint_corpse(canvas, plot, figure, creatures.palette.corpse)
        elif len(figure.plane.cells) == 1:
            crowd[figure.plane.at].append(figure)
        else:
            paint_token(canvas, plot_of(canvas.camera, figure.plane), creatures.token(figure))
    for several in crowd.values():
        several.sort(key=lambda figure: (figure.id != creatures.actor, figure.helpless))
        first = creatures.token(several[0], len(several))
        plot = plot_of(canvas.camera, first.figure.plane)
        paint_token(canvas, plot, first)
        other = next((f for f in several if f.side != first.figure.side), None)
        if other is not None and plot.name.wide > 1:
            theirs = creatures.token(other)
            glyph = first.many if plot.high == 1 else theirs.mark
            canvas.put(plot.marks.right, plot.marks.row, glyph, theirs.ink, theirs.base)


def shades(battle: Battle, known: frozenset[str]) -> dict[str, int]:
    """The shade of each large token, from 0: large ones of a side that touch differ in it.

    In the order of the set-up, each takes the first shade that none before it has which it
    touches; the one that fewest of them have where so many crowd that every shade is taken.
    """
    large = {
        figure.id: figure
        for figure in figures(battle)
        if figure.id in known and not figure.dead and len(figure.body.cells) > 1
    }
    found: dict[str, int] = {}
    for name in filter(large.__contains__, battle.world.ids):
        mine = large[name]
        beside = [
            shade
            for other, shade in found.items()
            if large[other].side == mine.side and _touch(mine.body, large[other].body)
        ]
        found[name] = min(range(SHADES), key=beside.count)
    return found


def _touch(a: Body, b: Body) -> bool:
    """Whether two bodies share a cell or part of an edge."""
    return sum(gaps(flat(a), flat(b))) <= 1


def colours(
    palette: Palette, figure: Figure, *, friend: bool, active: bool, shade: int = 0
) -> tuple[RGB, RGB, RGB]:
    """Base, rim and ink of a token: a friend's is solid, a foe's hollow, the actor's bright."""
    colour = palette.side(figure.side)
    if active:
        base, ink = palette.active, blend(palette.active_ink, colour, 0.35)
    elif friend:
        base, ink = palette.solid(figure.side, shade), palette.ink
    else:
        base, ink = palette.hollowed(figure.side, shade), colour
    if figure.helpless:
        base = blend(base, *palette.down)
        ink = letter(palette, colour, base)
    return base, blend(base, palette.shadow if active or friend else colour, 0.24), ink


@lru_cache(maxsize=1024)
def plot_of(camera: Camera, body: Body, hidden: frozenset[Cell] = frozenset()) -> Plot:
    """The part of the screen that a body covers with all but some hidden cells."""
    spans = _runs(camera, tuple(cell for cell in body.cells if cell not in hidden))
    widest = max(span.wide for span in spans)
    full = [span for span in spans if span.wide == widest]
    name = full[(len(full) - 1) // 2]
    above, below = ([s for s in spans if s.row == name.row + by] for by in (-1, 1))
    marks = health = full[-1] if full[-1] != name or not below else below[0]
    if marks.wide < NAME_COLUMNS <= name.wide and above:
        marks = above[-1]
    return Plot(spans, name, marks, health)


def _runs(camera: Camera, cells: tuple[Cell, ...]) -> tuple[Span, ...]:
    """What cells cover of each row of the screen, in as few parts as there are."""
    places: set[Place] = set()
    for cell in cells:
        column, row = camera.position(cell)
        for dx, dy, wide in camera.shape.spans:
            places.update((row + dy, column + dx + n) for n in range(wide))
    found: list[Span] = []
    for row, column in sorted(places):
        last = found[-1] if found else None
        if last is not None and (last.row, last.right) == (row, column - 1):
            found[-1] = last._replace(wide=last.wide + 1)
        else:
            found.append(Span(column, row, 1))
    return tuple(found)


def paint_corpse(canvas: Canvas, plot: Plot, figure: Figure, colour: RGB) -> None:
    """No token any more: the glyph and a cross on the bare ground."""
    line = plot.name
    text = CORPSE if line.wide == 1 else figure.glyph + CORPSE
    canvas.write(line.column + (line.wide - len(text)) // 2, line.row, text, colour)


def paint_token(canvas: Canvas, plot: Plot, made: Token) -> None:
    """A base with what is written on it."""
    for part in plot.spans:
        paint_base(canvas, part, made)
    line, marks = plot.name, plot.marks
    if line.wide == 1:
        top = plot.spans[0].row
        canvas.put(line.column, top, made.many or made.figure.glyph, made.ink)
        canvas.look(line.column, top, made.looks)
    elif line.wide < NAME_COLUMNS or plot.high == 1:
        canvas.put(line.column + (line.wide - 1) // 2, line.row, made.figure.glyph, made.ink)
        canvas.put(marks.right, marks.row, made.only, made.ink)
    else:
        _paint_large(canvas, plot, made)


def paint_base(canvas: Canvas, part: Span, made: Token) -> None:
    """A row of a base with nothing on it."""
    column, row, wide = part
    canvas.fill(column, row, wide, 1, made.base)
    if made.shaded:
        canvas.write(column, row, SHADE * wide, made.ink)


def _paint_large(canvas: Canvas, plot: Plot, made: Token) -> None:
    """A token with room: a rim, the name in its middle, hit points and marks below."""
    _paint_rim(canvas, plot, made)
    line = plot.name
    name = short_name(made.figure.name, line.wide, made.known) or made.figure.glyph
    canvas.write(line.column + (line.wide - len(name)) // 2, line.row, name, made.ink)
    text = made.marks[-plot.marks.wide :]
    canvas.write(plot.marks.right + 1 - len(text), plot.marks.row, text, made.ink)
    room = plot.health.wide - (len(text) + 1 if plot.health == plot.marks else 0)
    if made.health is not None and room > 0:
        bar = health_bar(made.health, room, made.graphics)
        canvas.write(plot.health.column, plot.health.row, bar, made.ink)


def _paint_rim(canvas: Canvas, plot: Plot, made: Token) -> None:
    """A rim all round a block, a plinth below a lower one; hexes and shaded ones have neither."""
    if not plot.block or made.shaded:
        return
    column, row, wide = plot.spans[0]
    if plot.high > RIM_ROWS:
        canvas.fill(column, row, wide, plot.high, made.rim)
        canvas.fill(column + 1, row + 1, wide - 2, plot.high - 2, made.base)
    elif plot.high == RIM_ROWS:
        canvas.fill(column, row + plot.high - 1, wide, 1, made.rim)


def paint_target(canvas: Canvas, body: Body, palette: Palette) -> None:
    """Mark the creature aimed at, in a colour of its own: a ring in a corner of its token."""
    _paint_sign(canvas, body, TARGET, palette)


def paint_told(canvas: Canvas, body: Body, palette: Palette, *, pointed: bool) -> None:
    """Mark a body of which a list tells; the one pointed at there is tinted and has a ring."""
    if pointed:
        canvas.stain(flat(body).cells, Tint(palette.target, POINTED))
    _paint_sign(canvas, body, TARGET if pointed else TOLD, palette)


def _paint_sign(canvas: Canvas, body: Body, sign: str, palette: Palette) -> None:
    """A sign in a corner of a token, in the colour of targets."""
    plot = plot_of(canvas.camera, flat(body))
    column = plot.name.right if plot.high == 1 else plot.health.column
    canvas.put(column, plot.health.row, sign, palette.ink, palette.target)
