"""Universal VTT (``.uvtt``, ``.dd2vtt``, ``.df2vtt``): lines that stop sight, doors and lights."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tacsim.content.imports.found import Found, Sheet, listed
from tacsim.content.imports.sources import Value, clean, unusable
from tacsim.content.imports.walls import (
    MOST,
    Line,
    Point,
    closed,
    crossed,
    effort,
    enclosed,
    joined,
    nearest,
    snapped,
)
from tacsim.core.terrain import MAX_SIDE, Barrier, BarrierKind, Lamp
from tacsim.grid.squares.lines import Edge
from tacsim.i18n import _, ngettext

THINGS = 100_000
"""The most lines, doors or lights of a file."""
LOOPS = 1000
"""The most closed lines that are looked at for standing by themselves."""
WIDEST = 0.25
"""The part of a map that free-standing walls may enclose and be taken for something solid."""
DIM = 64
"""How bright (of 255) the light is below which only lamps count."""
KNOWN = frozenset({
    "format", "resolution", "line_of_sight", "objects_line_of_sight", "portals", "lights",
    "environment", "image", "software",
})  # fmt: skip


def read(plan: Value) -> Found:
    """The map of a file; ContentError."""
    where = plan.get("resolution")
    size = tuple(math.ceil(_side(where.get("map_size", {}).get(key))) for key in ("x", "y"))
    origin = _point(where.get("map_origin", {"x": 0, "y": 0}), (0, 0))
    where.get("pixels_per_grid", 1).number(0)
    sheet = Sheet(plan.file, size, Path(plan.file).stem, "square")
    sheet.grid[:] = "floor"
    walls = list(_lines(plan.get("line_of_sight"), origin))
    things = list(_lines(plan.get("objects_line_of_sight"), origin))
    doors = list(plan.get("portals").entries(THINGS))
    spans = [_bounds(door, origin) for door in doors]
    _build(sheet, joined([*walls, *things]), spans)
    _doors(sheet, doors, spans)
    sheet.clear()
    _lights(sheet, plan, origin)
    if any(n != _side(where.get("map_size").get(key)) for n, key in zip(size, "xy", strict=True)):
        sheet.dropped.append(_("the parts of squares at the border, which are whole ones here"))
    if plan.get("image"):
        sheet.dropped.append(_("the picture"))
    for key in sorted(plan.table.keys() - KNOWN):
        sheet.dropped.append(_('"{key}", which is unknown here').format(key=clean(key, 40)))
    return sheet.found()


def _side(value: Value) -> float:
    return value.number(0.5, MAX_SIDE)


def _point(value: Value, origin: Point) -> Point:
    x, y = (value.get(key).number() - o for key, o in zip(("x", "y"), origin, strict=True))
    return x, y


def _lines(value: Value, origin: Point) -> Iterator[Line]:
    """The lines of a list, each of at least two points that differ."""
    for entry in value.entries(THINGS):
        points = [snapped(_point(point, origin)) for point in entry.entries(THINGS)]
        if len(set(points)) > 1:
            yield points


def _bounds(door: Value, origin: Point) -> Line:
    """The ends of a door."""
    ends = [snapped(_point(end, origin)) for end in door.get("bounds").entries(2)]
    if len(ends) != 2:
        raise door.get("bounds").refuse(_("must hold two points"))
    return ends


# --- walls and doors -----------------------------------------------------------------------------


def _build(sheet: Sheet, lines: list[Line], doors: list[Line]) -> None:
    """Put up walls; what stands free and encloses something is that, all through."""
    size = sheet.grid.shape[:0:-1]
    if effort([*lines, *doors], size) > MOST:
        raise unusable(sheet.file, _("holds far too many walls"))
    small = []
    for number in _free(lines, doors, size):
        for x, y in enclosed(lines[number], size):
            sheet.grid[0, y, x] = "wall"
    for line in lines:
        edges = list(crossed(line, size))
        for edge in edges:
            sheet.barriers[edge] = Barrier(edge, BarrierKind.WALL)
        if not edges and not (closed(line) and any(True for _cell in enclosed(line, size))):
            small.append((math.floor(line[0][0]), math.floor(line[0][1])))
    if small:
        words = ngettext(
            "{n} wall that crosses no way between two squares: {cells}",
            "{n} walls that cross no way between two squares: {cells}",
            len(small),
        )
        sheet.dropped.append(words.format(n=len(small), cells=listed(small)))


def _free(lines: list[Line], doors: list[Line], size: tuple[int, ...]) -> Iterator[int]:
    """The numbers of closed lines that stand by themselves: nothing is in them or touches them.

    None that takes a great part of the map: that is rather what encloses all of it.
    """
    points = np.array([point for line in (*lines, *doors) for point in line]).reshape(-1, 2)
    loops = [number for number, line in enumerate(lines) if closed(line)]
    for number in loops[:LOOPS]:
        mine = np.array(lines[number])
        low, high = mine.min(0), mine.max(0)
        if np.prod(high - low) <= WIDEST * size[0] * size[1]:
            within = ((points >= low) & (points <= high)).all(1)
            if within.sum() == len(mine):
                yield number


def _doors(sheet: Sheet, doors: list[Value], spans: list[Line]) -> None:
    """Put doors where they are, in the place of walls."""
    size = sheet.grid.shape[:0:-1]
    lost = []
    for door, span in zip(doors, spans, strict=True):
        edges: list[Edge | None] = list(crossed(span, size)) or [nearest(span, size)]
        opened = not door.get("closed", True).truth()
        hung = [edge for edge in edges if edge is not None]
        for edge in hung:
            sheet.barriers[edge] = Barrier(edge, BarrierKind.DOOR, open=opened)
        sheet.doors += bool(hung)
        if not hung:
            (x0, y0), (x1, y1) = span[0], span[-1]
            lost.append((math.floor((x0 + x1) / 2), math.floor((y0 + y1) / 2)))
    if lost:
        words = ngettext("{n} door that leads off the map: {cells}",
                         "{n} doors that lead off the map: {cells}", len(lost))  # fmt: skip
        sheet.dropped.append(words.format(n=len(lost), cells=listed(lost)))


# --- light ---------------------------------------------------------------------------------------


def _lights(sheet: Sheet, plan: Value, origin: Point) -> None:
    """Hang up the lights; where it is dark around them, they are what is seen by."""
    around = plan.get("environment", {}).get("ambient_light", "").text()
    sheet.dark = _dark(around)
    lights = list(plan.get("lights").entries(THINGS))
    off = []
    for light in lights:
        x, y = _point(light.get("position"), origin)
        cell = (math.floor(x), math.floor(y))
        radius = round(light.get("range", 0).number(0))
        if sheet.inside(cell):
            sheet.lamps.append(Lamp(cell, min(radius, MAX_SIDE)))
        else:
            off.append(cell)
    if lights:
        words = ngettext(
            "the colour, strength and shadows of {n} light",
            "the colours, strengths and shadows of {n} lights",
            len(lights),
        )
        sheet.dropped.append(words.format(n=len(lights)))
    if off:
        words = ngettext("{n} light off the map: {cells}",
                         "{n} lights off the map: {cells}", len(off))  # fmt: skip
        sheet.dropped.append(words.format(n=len(off), cells=listed(off)))


def _dark(colour: str) -> bool:
    """Whether the light of a place, AARRGGBB or RRGGBB, is so dim that only lamps count."""
    if len(colour) not in (6, 8):
        return False
    try:
        parts = bytes.fromhex(colour[-6:])
    except ValueError:
        return False
    return max(parts) < DIM
