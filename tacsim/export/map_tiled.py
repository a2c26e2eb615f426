"""A map as one of Tiled (TMX): nothing is left out, and an import makes the same map of it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from xml.sax.saxutils import quoteattr

import numpy as np

from tacsim.core.terrain import EITHER, Barrier, Battlefield, Terrain
from tacsim.export.squares import squares
from tacsim.grid.cells import Cell

SIDE = 32
"""Points of a tile each way; of hexes half of it is their upright side."""
Values = Mapping[str, str | int | bool]


def map_tiled(field: Battlefield) -> str:
    """The text of a .tmx file."""
    return "\n".join([*_lines(field), ""])


def _lines(field: Battlefield) -> Iterator[str]:
    hexes = field.topology == "hex"
    shape = 'orientation="orthogonal"'
    if hexes:
        shape = (f'orientation="hexagonal" hexsidelength="{SIDE // 2}" staggeraxis="y" '
                 'staggerindex="odd"')  # fmt: skip
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    size = f'width="{field.width}" height="{field.height}"'
    yield (f'<map version="1.10" {shape} renderorder="right-down" {size} '
           f'tilewidth="{SIDE}" tileheight="{SIDE}" infinite="0">')  # fmt: skip
    about: dict[str, str | int | bool] = {"topology": field.topology}
    if field.name:
        about["name"] = field.name
    if field.dark:
        about["light"] = "dark"
    if field.upper:
        about["levels"] = len(field.levels)
    yield from _properties(about)
    names = sorted({name for level in field.levels for row in level for name in row})
    if field.axes == 3:
        names = [name for name in names if name != "air"]
    yield from _tileset([field.grounds[name] for name in names])
    numbers = {name: n for n, name in enumerate(names, 1)}
    for z, level in enumerate(field.levels):
        yield f'<layer id="{z + 1}" name="level {z}" {size}>'
        yield from _properties({"z": z} if field.axes == 3 else {})
        yield '<data encoding="csv">'
        rows = (",".join(str(numbers.get(name, 0)) for name in row) for row in level)
        yield ",\n".join(rows)
        yield "</data>\n</layer>"
    yield from _objects(field)
    yield "</map>"


def _properties(values: Values) -> Iterator[str]:
    if not values:
        return
    yield "<properties>"
    for name, value in values.items():
        kind, text = "", str(value)
        if isinstance(value, bool):
            kind, text = ' type="bool"', str(value).lower()
        elif isinstance(value, int):
            kind = ' type="int"'
        yield f'<property name="{name}"{kind} value={quoteattr(text)}/>'
    yield "</properties>"


def _tileset(kinds: list[Terrain]) -> Iterator[str]:
    """A tileset of all kinds of ground on the map, with its picture in it."""
    picture = base64.b64encode(squares(kinds, np.arange(len(kinds))[None], SIDE)).decode()
    size = f'width="{SIDE * len(kinds)}" height="{SIDE}"'
    yield (f'<tileset firstgid="1" name="tacsim" tilewidth="{SIDE}" tileheight="{SIDE}" '
           f'tilecount="{len(kinds)}" columns="{len(kinds)}">')  # fmt: skip
    yield f'<image format="png" {size}><data encoding="base64">{picture}</data></image>'
    for number, kind in enumerate(kinds):
        yield f'<tile id="{number}">'
        yield from _properties(_says(kind))
        yield "</tile>"
    yield "</tileset>"


def _says(kind: Terrain) -> Values:
    names = (kind.name, *kind.besides)
    says: dict[str, str | int | bool] = {"terrain": " ".join(names)}
    if kind.height and any(name in EITHER for name in names):
        says["height"] = kind.height
    if kind.check is not None:
        says |= {"skill": kind.check.skill, "dc": kind.check.dc}
    return says


# --- objects -------------------------------------------------------------------------------------


def _objects(field: Battlefield) -> Iterator[str]:
    things = [*_barriers(field), *_points(field)]
    if not things:
        return
    yield f'<objectgroup id="{len(field.levels) + 1}" name="things">'
    for number, (sort, (x, y), says, line) in enumerate(things, 1):
        yield f'<object id="{number}" type="{sort}" x="{x:g}" y="{y:g}">'
        yield from _properties(says)
        yield line or "<point/>"
        yield "</object>"
    yield "</objectgroup>"


Thing = tuple[str, tuple[float, float], Values, str]


def _barriers(field: Battlefield) -> Iterator[Thing]:
    for barrier in field.barriers:
        says = dict(_states(barrier))
        one, other = barrier.between
        if field.topology != "square":
            says["between"] = f"{_told(one)} {_told(other)}"
        (x, y), (z, w) = _side(field, one, other)
        line = f'<polyline points="0,0 {z - x:g},{w - y:g}"/>'
        yield barrier.kind.value, (x, y), says, line


def _states(barrier: Barrier) -> Iterator[tuple[str, str | int | bool]]:
    if barrier.open:
        yield "open", True
    if barrier.skill:
        yield from (("skill", barrier.skill), ("dc", barrier.dc))


def _points(field: Battlefield) -> Iterator[Thing]:
    for lamp in field.lamps:
        says: Values = {"at": _told(lamp.at), "radius": lamp.radius}
        yield "lamp", _middle(field, lamp.at), says, ""
    for label in field.labels:
        yield "label", _middle(field, label.at), {"at": _told(label.at), "text": label.text}, ""


def _told(cell: Cell) -> str:
    return ",".join(map(str, cell))


def _middle(field: Battlefield, cell: Cell) -> tuple[float, float]:
    x, y = cell[:2]
    if field.topology == "hex":
        return (x + 0.5 + y % 2 / 2) * SIDE, (y * 0.75 + 0.5) * SIDE
    return (x + 0.5) * SIDE, (y + 0.5) * SIDE


def _side(
    field: Battlefield, one: Cell, other: Cell
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of the side between two cells: half its length to each side of its middle.

    Of cubes that lie on each other it is the upper side of the lower one.
    """
    (ax, ay), (bx, by) = _middle(field, one), _middle(field, other)
    x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
    if not (dx or dy):
        dx, y = 0.0, y - SIDE / 2
        dy = SIDE
    half = 0.5 if field.topology != "hex" else 0.25
    length = (dx * dx + dy * dy) ** 0.5 / SIDE
    across, down = abs(dy) / length * half, -dx / length * half * (1 if dy >= 0 else -1)
    return (x - across, y - down), (x + across, y + down)
