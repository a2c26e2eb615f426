"""A level of a map as Universal VTT: walls as lines, doors as portals, lamps, and a picture."""

from __future__ import annotations

import base64
import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from tacsim.core.terrain import BarrierKind, Battlefield
from tacsim.export.squares import field_picture
from tacsim.grid.cells import Cell
from tacsim.i18n import _, ngettext

Side = tuple[Cell, Cell]
"""The side of a square, by its corners."""


def map_uvtt(field: Battlefield, level: int = 0) -> tuple[str, list[str]]:
    """The text of a .uvtt file, and what of the map it does not hold; ValueError for hexes."""
    if field.topology == "hex":
        raise ValueError(_("Universal VTT has squares, and this is a map of hexes"))
    if not 0 <= level < len(field.levels):
        words = _("there is no level {n}: they run from 0 to {last}")
        raise ValueError(words.format(n=level, last=len(field.levels) - 1))
    picture, side = field_picture(field, level)
    flat = field.axes == 2
    lamps = [lamp for lamp in field.lamps if flat or lamp.at[2] == level]
    value = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": field.width, "y": field.height},
            "pixels_per_grid": side,
        },
        "line_of_sight": [[_point(a), _point(b)] for a, b in _lines(field, level)],
        "objects_line_of_sight": [],
        "portals": list(_portals(field, level)),
        "environment": {
            "baked_lighting": False,
            "ambient_light": "ff000000" if field.dark else "ffffffff",
        },
        "lights": [
            {
                "position": {"x": lamp.at[0] + 0.5, "y": lamp.at[1] + 0.5},
                "range": lamp.radius,
                "intensity": 1,
                "color": "ffffffff",
                "shadows": True,
            }
            for lamp in lamps
        ],
        "image": base64.b64encode(picture).decode(),
    }
    return json.dumps(value) + "\n", list(_lost(field, level))


def _point(corner: Cell) -> dict[str, Any]:
    return {"x": corner[0], "y": corner[1]}


def _between(one: Cell, other: Cell) -> Side:
    """The side that two neighbours of a level share."""
    corner = (max(one[0], other[0]), max(one[1], other[1]))
    end = (corner[0], corner[1] + 1) if one[1] == other[1] else (corner[0] + 1, corner[1])
    return corner, end


def _lines(field: Battlefield, level: int) -> Iterator[Side]:
    """The walls, and around what one does not see through; those in one line as one."""
    sides = {_between(*barrier.between) for barrier in _on(field, level)
             if barrier.kind is BarrierKind.WALL}  # fmt: skip
    opaque = field.array("opaque").reshape(-1, field.height, field.width)[level]
    for y in range(field.height):
        for x in range(field.width):
            for other in ((x + 1, y), (x, y + 1)):
                inside = other[0] < field.width and other[1] < field.height
                if inside and opaque[y, x] != opaque[other[::-1]]:
                    sides.add(_between((x, y), other))
    rows: dict[tuple[bool, int], list[int]] = defaultdict(list)
    for (x, y), (_z, w) in sides:
        upright = w != y
        rows[upright, x if upright else y].append(y if upright else x)
    for (upright, across), places in sorted(rows.items()):
        for start, end in _runs(sorted(places)):
            ends = ((across, start), (across, end)) if upright else ((start, across), (end, across))
            yield ends


def _runs(places: list[int]) -> Iterator[tuple[int, int]]:
    start = last = places[0]
    for place in (*places[1:], -1):
        if place != last + 1:
            yield start, last + 1
            start = place
        last = place


def _on(field: Battlefield, level: int) -> Iterator[Any]:
    """The barriers between cells of a level."""
    for barrier in field.barriers:
        if all(cell[2:] in ((), (level,)) for cell in barrier.between):
            yield barrier


def _portals(field: Battlefield, level: int) -> Iterator[dict[str, Any]]:
    for barrier in _on(field, level):
        if barrier.kind is BarrierKind.DOOR:
            a, b = _between(*barrier.between)
            yield {
                "position": {"x": (a[0] + b[0]) / 2, "y": (a[1] + b[1]) / 2},
                "bounds": [_point(a), _point(b)],
                "rotation": 0 if a[1] == b[1] else 1.570796,
                "closed": not barrier.open,
                "freestanding": False,
            }


def _lost(field: Battlefield, level: int) -> Iterator[str]:
    """What the file does not hold, in words."""
    if field.upper:
        words = ngettext("{n} other level", "{n} other levels", len(field.upper))
        yield words.format(n=len(field.upper))
    shown = {name for row in field.levels[level] for name in row}
    rough = sorted({field.grounds[name].name for name in shown
                    if not field.grounds[name].opaque} - {"floor"})  # fmt: skip
    if rough:
        words = _("what ground there is, but for what stops sight: the picture shows {kinds}")
        yield words.format(kinds=", ".join(rough))
    hedges = sum(barrier.kind is BarrierKind.HEDGE for barrier in _on(field, level))
    if hedges:
        yield ngettext("{n} hedge", "{n} hedges", hedges).format(n=hedges)
    checks = sum(bool(barrier.skill) for barrier in _on(field, level))
    if checks:
        words = ngettext(
            "the check that {n} barrier asks", "the checks that {n} barriers ask", checks
        )
        yield words.format(n=checks)
    if field.labels:
        yield ngettext("{n} label", "{n} labels", len(field.labels)).format(n=len(field.labels))
