"""Tokens: creatures as the bases of miniatures, over the whole space that each covers."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import attrs

from tacsim.geometry.cells import Body, Cell
from tacsim.geometry.metric import gaps
from tacsim.model.components import Conditions, HitPoints, Identity, Position
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.view.camera import Camera
from tacsim.view.canvas import Canvas
from tacsim.view.glyphs import (
    ACTIVE,
    BAR,
    CORPSE,
    SIDE_MARKS,
    SQUEEZED,
    STATES,
    TARGET,
    glyph_of,
    short_name,
)
from tacsim.view.layout import Place, Span
from tacsim.view.palette import RGB, Palette, blend

NAME_COLUMNS = 4
"""Columns from which on a token has room for a name."""
RIM_ROWS = 3
"""Rows at which a token gets a plinth; with more it has a rim all round."""
SHADES = 3
"""Shades of its side that a large token may have."""
MOST = 9
"""The highest number of creatures in a cell that one digit can tell."""


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
class Figure:
    """What the board shows of a creature, read off the world once for many drawings.

    ``side`` is the place of its side in the scenario, from 0; ``state`` the mark of its state;
    ``health`` what is left of its hit points, from 0 to 1, or None when none are lost.
    """

    id: str
    name: str
    glyph: str
    side: int
    body: Body
    state: str
    dead: bool
    helpless: bool
    health: float | None


def figures(battle: Battle) -> tuple[Figure, ...]:
    """Every creature as a figure: the dead first, then the large, then the small on top."""

    def make() -> tuple[Figure, ...]:
        sides = {side.id: number for number, side in enumerate(battle.world.sides.items)}
        found = [_figure(creature, sides[creature.side]) for creature in battle.world.creatures]
        found.sort(key=lambda f: (not f.dead, -len(f.body.cells), not f.helpless))
        return tuple(found)

    return battle.world.cached("view figures", (Position, Conditions, HitPoints, Identity), make)


def taken(battle: Battle, known: frozenset[str]) -> dict[Cell, str]:
    """The cells on which tokens of known creatures stand, and whose is drawn there last."""
    return {
        cell[:2]: figure.id
        for figure in figures(battle)
        if figure.id in known and not figure.dead
        for cell in figure.body.cells
    }


def _figure(creature: Creature, side: int) -> Figure:
    identity, hp = creature.identity, creature.hp
    return Figure(
        creature.id,
        identity.name,
        glyph_of(identity.glyph, identity.name),
        side,
        creature.body,
        state_mark(creature),
        creature.has("dead"),
        creature.has("helpless"),
        max(hp.current, 0) / hp.maximum if hp.current < hp.maximum else None,
    )


@attrs.frozen
class Token:
    """A figure as it is about to be drawn.

    ``base``, ``rim`` and ``ink`` are its colours; ``mark`` is that of its side; ``count`` is how
    many stand in its cell; ``health`` is None where it may not be shown.
    """

    figure: Figure
    base: RGB
    rim: RGB
    ink: RGB
    mark: str
    active: bool = False
    count: int = 1
    health: float | None = None

    @property
    def many(self) -> str:
        """The digit that tells how many stand in the cell, or nothing for one."""
        return str(min(self.count, MOST)) if self.count > 1 else ""

    @property
    def only(self) -> str:
        """The one mark that there is room for on a small token."""
        return self.figure.state or self.many or (ACTIVE if self.active else self.mark)

    @property
    def marks(self) -> str:
        """All its marks in a row."""
        return self.figure.state + self.many + (ACTIVE if self.active else self.mark)


def paint_creatures(
    canvas: Canvas, battle: Battle, palette: Palette, known: frozenset[str], viewer: str
) -> None:
    """Paint every known creature."""
    decision = battle.decision
    actor = decision.actor if decision else battle.world.clock.active
    sides = battle.world.sides
    friends = [sides.friendly(viewer, side.id) for side in sides.items]
    shade_of = shades(battle, known)

    def made(figure: Figure, count: int = 1) -> Token:
        friend, active = friends[figure.side], figure.id == actor
        shade = shade_of.get(figure.id, 0)
        base, rim, ink = colours(palette, figure, friend=friend, active=active, shade=shade)
        mark = SIDE_MARKS[figure.side % len(SIDE_MARKS)]
        health = figure.health if friend or not battle.fog else None
        return Token(figure, base, rim, ink, mark, active, count, health)

    crowd: dict[Cell, list[Figure]] = defaultdict(list)
    for figure in figures(battle):
        if figure.id not in known or not canvas.shows(figure.body):
            continue
        if figure.dead:
            _paint_corpse(canvas, figure, palette)
        elif len(figure.body.cells) == 1:
            crowd[figure.body.at].append(figure)
        else:
            _paint_token(canvas, plot_of(canvas.camera, figure.body), made(figure))
    for several in crowd.values():
        several.sort(key=lambda figure: (figure.id != actor, figure.helpless))
        first = made(several[0], len(several))
        plot = plot_of(canvas.camera, first.figure.body)
        _paint_token(canvas, plot, first)
        other = next((f for f in several if f.side != first.figure.side), None)
        if other is not None and plot.name.wide > 1:
            theirs = made(other)
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
    apart = gaps(Body(a.at[:2], a.extent[:2]), Body(b.at[:2], b.extent[:2]))
    return sum(apart) <= 1


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
        base, ink = blend(base, palette.down.colour, palette.down.strength), colour
    return base, blend(base, palette.shadow if active or friend else colour, 0.24), ink


def side_index(battle: Battle, side: str) -> int:
    """The place of a side in the scenario, from 0."""
    return [item.id for item in battle.world.sides.items].index(side)


def side_mark(battle: Battle, side: str) -> str:
    """The mark that goes with a side's colour."""
    return SIDE_MARKS[side_index(battle, side) % len(SIDE_MARKS)]


def state_mark(creature: Creature) -> str:
    """The mark of the state that matters most, or nothing."""
    for name, mark in STATES:
        if creature.has(name):
            return mark
    return SQUEEZED if creature.position.squeezed else ""


@lru_cache(maxsize=1024)
def plot_of(camera: Camera, body: Body) -> Plot:
    """The part of the screen that a body covers."""
    spans = _runs(camera, body)
    widest = max(span.wide for span in spans)
    full = [span for span in spans if span.wide == widest]
    name = full[(len(full) - 1) // 2]
    above, below = ([s for s in spans if s.row == name.row + by] for by in (-1, 1))
    marks = health = full[-1] if full[-1] != name or not below else below[0]
    if marks.wide < NAME_COLUMNS <= name.wide and above:
        marks = above[-1]
    return Plot(spans, name, marks, health)


def _runs(camera: Camera, body: Body) -> tuple[Span, ...]:
    """What a body covers of each row of the screen, in as few parts as there are."""
    places: set[Place] = set()
    for cell in body.cells:
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


def _paint_corpse(canvas: Canvas, figure: Figure, palette: Palette) -> None:
    """No token any more: the glyph and a cross on the bare ground."""
    line = plot_of(canvas.camera, figure.body).name
    text = CORPSE if line.wide == 1 else figure.glyph + CORPSE
    canvas.write(line.column + (line.wide - len(text)) // 2, line.row, text, palette.corpse)


def _paint_token(canvas: Canvas, plot: Plot, made: Token) -> None:
    for column, row, wide in plot.spans:
        canvas.fill(column, row, wide, 1, made.base)
    line, marks = plot.name, plot.marks
    if line.wide == 1:
        canvas.put(line.column, plot.spans[0].row, made.many or made.figure.glyph, made.ink)
    elif line.wide < NAME_COLUMNS or plot.high == 1:
        canvas.put(line.column + (line.wide - 1) // 2, line.row, made.figure.glyph, made.ink)
        canvas.put(marks.right, marks.row, made.only, made.ink)
    else:
        _paint_large(canvas, plot, made)


def _paint_large(canvas: Canvas, plot: Plot, made: Token) -> None:
    """A token with room: a rim, the name in its middle, hit points and marks below."""
    _paint_rim(canvas, plot, made)
    line = plot.name
    name = short_name(made.figure.name, line.wide) or made.figure.glyph
    canvas.write(line.column + (line.wide - len(name)) // 2, line.row, name, made.ink)
    text = made.marks[-plot.marks.wide :]
    canvas.write(plot.marks.right + 1 - len(text), plot.marks.row, text, made.ink)
    room = plot.health.wide - (len(text) + 1 if plot.health == plot.marks else 0)
    if made.health is not None and room > 0:
        bar = health_bar(made.health, room)
        canvas.write(plot.health.column, plot.health.row, bar, made.ink)


def _paint_rim(canvas: Canvas, plot: Plot, made: Token) -> None:
    """A rim all round a block, a plinth below a lower one; hexes have neither."""
    if not plot.block:
        return
    column, row, wide = plot.spans[0]
    if plot.high > RIM_ROWS:
        canvas.fill(column, row, wide, plot.high, made.rim)
        canvas.fill(column + 1, row + 1, wide - 2, plot.high - 2, made.base)
    elif plot.high == RIM_ROWS:
        canvas.fill(column, row + plot.high - 1, wide, 1, made.rim)


def health_bar(part: float, width: int) -> str:
    """What is left of something, as a bar of so many columns; never empty while anything is left.

    >>> health_bar(0.5, 4), health_bar(0.01, 2)
    ('⣤⣤⣀⣀', '⣄⣀')
    """
    halves = round(part * width * 2)
    halves = max(halves, 1) if part > 0 else 0
    full, half = divmod(min(halves, width * 2), 2)
    empty, part_full, whole = BAR
    return (whole * full + part_full * half).ljust(width, empty)


def paint_target(canvas: Canvas, body: Body, palette: Palette) -> None:
    """Mark the creature aimed at, in a colour of its own: a ring in a corner of its token."""
    plot = plot_of(canvas.camera, body)
    column = plot.name.right if plot.high == 1 else plot.health.column
    canvas.put(column, plot.health.row, TARGET, palette.ink, palette.target)


__all__ = ["Figure", "Plot", "Token", "colours", "figures", "health_bar", "paint_creatures",
           "paint_target", "plot_of", "shades", "side_index", "side_mark", "state_mark",
           "taken"]  # fmt: skip
