"""Tiled's maps (``.tmx``, ``.tmj``): layers of tiles, each tile with the ground that it stands for.

A tile's ground is what the table says that comes with the call, else its own property ``terrain``
(with ``height``, ``skill`` and ``dc`` where the legend of a map may have these), else its class.
Objects of the classes ``wall``, ``door`` and ``hedge`` are barriers, ``lamp`` and ``label`` what
these are called in map files.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import numpy as np

from tacsim.content.imports.found import Found, Sheet
from tacsim.content.imports.sources import Value, clean, first_bytes, inflated, read_json
from tacsim.content.imports.tiled_places import THINGS, Plan, moved
from tacsim.content.imports.tiles import Ask, Table, entry_of, problem
from tacsim.content.imports.tmx import read_tmx
from tacsim.content.imports.walls import MOST, Point, crossed, effort
from tacsim.content.maps import MAX_LEVELS
from tacsim.core.grounds import TERRAIN
from tacsim.core.terrain import MAX_SIDE, Barrier, BarrierKind, Grid, Lamp
from tacsim.grid.cells import Cell
from tacsim.grid.grids import TOPOLOGIES
from tacsim.i18n import _, ngettext

FLAGS = 0xF0000000
"""The bits of a tile's number that say how it is turned."""
MOST_LAYERS = 200
TOLD = 100
"""The most tiles that are told one by one."""
MOST_TILES = 8 * MAX_SIDE * MAX_SIDE
"""The most tiles of all layers."""
WORDS = re.compile(r"[\w-]+")


@attrs.frozen
class Tileset:
    """A tileset: the number of its first tile on the map, and what its tiles say of themselves."""

    first: int
    name: str
    says: Mapping[int, Mapping[str, Any]]
    classes: Mapping[int, str]


NO_TILESET = Tileset(0, "", {}, {})
"""That of numbers before all tilesets."""


@attrs.frozen
class Layer:
    """A layer of tiles: its level, and its parts, each with the place and numbers of its tiles."""

    z: int
    parts: list[tuple[int, int, Grid]]


def read(plan: Value, folder: Path, table: Table, ask: Ask | None, topology: str = "") -> Found:
    """The map of a file, in whose folder its tilesets lie; ContentError."""
    return _Reader(plan, folder, table, ask, topology).found()


def _properties(value: Value) -> dict[str, Any]:
    """The properties of something, by name."""
    given = value.get("properties")
    if isinstance(given.value, dict):  # as older versions have them
        return dict(given.value)
    found = {}
    for entry in given.entries(THINGS):
        found[entry.get("name", "").text()] = entry.get("value").value
    return found


class _Reader:
    """One map being read."""

    def __init__(
        self, plan: Value, folder: Path, table: Table, ask: Ask | None, topology: str
    ) -> None:
        self.plan, self.folder, self.table, self.ask = plan, folder, table, ask
        self.dropped: list[str] = []
        self.count = self.tiles = 0
        self.orientation = plan.get("orientation", "orthogonal").text()
        known = ("orthogonal", "isometric", "staggered", "hexagonal")
        if self.orientation not in known:
            raise plan.get("orientation").refuse(
                _("must be one of {names}").format(names=", ".join(known))
            )
        said = _properties(plan)
        self.topology = "hex" if self.orientation == "hexagonal" else "square"
        asked = (topology, said.get("topology"))
        if self.topology == "square" and "cube" in asked:
            self.topology = "cube"
        self.said = said
        self.wide = plan.get("tilewidth").number(1, 100_000)
        self.high = plan.get("tileheight").number(1, 100_000)
        self.staggered = self.orientation in ("staggered", "hexagonal")
        self.across = self.staggered and plan.get("staggeraxis", "y").text() == "x"
        self.even = self.staggered and plan.get("staggerindex", "odd").text() == "even"
        self.low = self.size = (0, 0)
        self.effort = 0.0
        self.outside: dict[Path, Value] = {}

    def found(self) -> Found:
        """The map, and what is left out."""
        tilesets = self.tilesets()
        layers = list(self.layers(self.plan.get("layers")))
        self.bounds(layers)
        height, width = self.laid(Layer(0, [])).shape
        levels = 1 + max(layer.z for layer in layers) if self.topology == "cube" else 1
        wanted = self.said.get("levels")
        if self.topology == "cube" and type(wanted) is int and levels < wanted <= MAX_LEVELS:
            levels = wanted
        size = (width, height, levels)[: TOPOLOGIES[self.topology].axes]
        name = self.said.get("name")
        title = name if isinstance(name, str) and name else Path(self.plan.file).stem
        self.sheet = Sheet(self.plan.file, size, title, self.topology)
        self.sheet.dark = self.said.get("light") == "dark"
        self.sheet.dropped = self.dropped
        self.sheet.grid[:] = "void"
        self.paint(layers, tilesets)
        self.view = Plan(
            self.wide, self.high, self.plan.get("hexsidelength", 0).number(0, 100_000), self.low,
            self.orientation == "isometric", self.staggered, self.across, self.even,
        )  # fmt: skip
        for group, by in self.objects(self.plan.get("layers")):
            self.place(group, by)
        return self.sheet.found()

    # --- tilesets --------------------------------------------------------------------------------

    def tilesets(self) -> list[Tileset]:
        """The tilesets, by their first numbers."""
        found = []
        for entry in self.plan.get("tilesets").entries(THINGS):
            first = entry.get("firstgid", 1).whole(0, 2**32)
            outside = self._outside(entry)
            says, classes = {}, {}
            tiles = list(outside.get("tiles").entries(THINGS)) if _listed(outside) else []
            for tile in tiles:
                number = tile.get("id", 0).whole(0, 2**32)
                says[number] = _properties(tile)
                classes[number] = (tile.get("class").value or tile.get("type", "").value) or ""
            older = outside.get("tileproperties", {}).table
            says |= {int(n): dict(told) for n, told in older.items()
                     if n.isdecimal() and len(n) < 9 and isinstance(told, dict)}  # fmt: skip
            name = clean(outside.get("name", "").text(), 40)
            found.append(Tileset(first, name, says, classes))
        return sorted(found, key=lambda one: one.first)

    def _outside(self, entry: Value) -> Value:
        """A tileset, from the file beside the map that it names if it names one."""
        source = entry.get("source", "").text()
        if not source:
            return entry
        named = Path(source.replace("\\", "/"))
        places = (self.folder / named, self.folder / named.name)
        path = next((one for one in places if "\0" not in source and one.is_file()), None)
        if path is None:
            words = _('the tileset "{name}", which is not there: what ground its tiles are')
            self.dropped.append(words.format(name=clean(source, 60)))
            return Value(entry.file, {"name": clean(named.stem, 40)})
        if path not in self.outside:
            found = read_json(path) if first_bytes(path)[:1] == b"{" else read_tmx(path)
            self.outside[path] = found
        return self.outside[path]

    # --- layers ----------------------------------------------------------------------------------

    def layers(self, value: Value, depth: int = 0, by: Point = (0, 0)) -> Iterator[Layer]:
        """The layers of tiles that are shown, the lowest first; groups move what is in them."""
        for entry in value.entries(MOST_LAYERS):
            self.count += 1
            kind = entry.get("type", "").text()
            name = clean(entry.get("name", "").text(), 40)
            if self.count > MOST_LAYERS or depth > 20:
                raise entry.refuse(_("there are more than {n} layers").format(n=MOST_LAYERS))
            if not entry.get("visible", True).truth():
                self.dropped.append(_('the layer "{name}", which is hidden').format(name=name))
            elif kind == "group":
                yield from self.layers(entry.get("layers"), depth + 1, moved(entry, by))
            elif kind == "imagelayer":
                self.dropped.append(_('the picture "{name}"').format(name=name))
            elif kind == "tilelayer":
                yield self.layer(entry, name, by)
            elif kind != "objectgroup":
                words = _('the layer "{name}" of an unknown kind')
                self.dropped.append(words.format(name=name))

    def layer(self, entry: Value, name: str, by: Point) -> Layer:
        """A layer of tiles, of several parts where the map has no bounds."""
        z = _properties(entry).get("z", 0)
        if type(z) is not int or not 0 <= z < MAX_LEVELS:
            raise entry.refuse(_("z must be a level from 0 to {n}").format(n=MAX_LEVELS - 1))
        x, y = self._offset(entry, name, by)
        parts = []
        for part in list(entry.get("chunks").entries(THINGS)) or [entry]:
            width = part.get("width", self.plan.get("width").value).whole(0, 16 * MAX_SIDE)
            height = part.get("height", self.plan.get("height").value).whole(0, 16 * MAX_SIDE)
            self.tiles += width * height
            if self.tiles > MOST_TILES:
                raise part.refuse(_("there are more than {n} tiles").format(n=MOST_TILES))
            at = (part.get("x", 0).whole(), part.get("y", 0).whole())
            if width and height:
                gids = self._gids(part, entry, width * height).reshape(height, width)
                parts.append((at[0] + x, at[1] + y, gids))
        return Layer(z, parts)

    def _offset(self, entry: Value, name: str, by: Point) -> Cell:
        """By how many tiles a layer is moved; what is no whole tile is told."""
        x, y = moved(entry, by)
        if not (x or y):
            return 0, 0
        across, down = x / self.wide, y / self.high
        if self.orientation == "orthogonal" and across.is_integer() and down.is_integer():
            return int(across), int(down)
        words = _('by how much the layer "{name}" is moved, which is no whole tile')
        self.dropped.append(words.format(name=name))
        return 0, 0

    def _gids(self, part: Value, layer: Value, count: int) -> Grid:
        """The numbers of tiles of a layer or a part of it, without how these are turned."""
        data = part.get("data")
        if isinstance(data.value, list):
            numbers: Any = data.value
        elif layer.get("encoding", "csv").text() == "csv":
            numbers = data.text().replace("\n", "").split(",") if data else []
            if len(numbers) <= 2 * count:
                numbers = [int(n) if n.strip().isdecimal() and len(n) < 12 else n for n in numbers]
        else:
            return self._packed(data, layer, count)
        if len(numbers) != count:
            raise data.refuse(_other_size(len(numbers), count))
        for n in numbers:
            if type(n) is not int or not 0 <= n < 2**32:
                words = _("holds {value}, which is no number of a tile")
                raise data.refuse(words.format(value=clean(repr(n), 40)))
        return np.array(numbers, dtype=np.int64) & ~FLAGS

    def _packed(self, data: Value, layer: Value, count: int) -> Grid:
        """Numbers of tiles as base64, packed or not."""
        if layer.get("encoding").text() != "base64":
            raise layer.get("encoding").refuse(_("must be csv or base64"))
        try:
            packed = base64.b64decode("".join(data.text().split()), validate=True)
        except (binascii.Error, ValueError):
            raise data.refuse(_("is no base64")) from None
        how = layer.get("compression", "").text()
        if how in ("zlib", "gzip"):
            packed = inflated(packed, 4 * count, data.refuse)
        elif how:
            words = _('"{how}" cannot be unpacked here: save the map with zlib or gzip')
            raise layer.get("compression").refuse(words.format(how=clean(how, 20)))
        if len(packed) != 4 * count:
            raise data.refuse(_other_size(len(packed) // 4, count))
        return np.frombuffer(packed, dtype="<u4").astype(np.int64) & ~FLAGS

    # --- the grid --------------------------------------------------------------------------------

    def bounds(self, layers: list[Layer]) -> None:
        """Where the map begins and how large it is, in tiles; ContentError for one too large."""
        parts = [part for layer in layers for part in layer.parts]
        if not parts:
            raise self.plan.get("layers").refuse(_("there is no layer of tiles"))
        width, height = (self.plan.get(key, 0).whole(0, 2**31) for key in ("width", "height"))
        low_x = min(0, *(x for x, _y, _gids in parts))
        low_y = min(0, *(y for _x, y, _gids in parts))
        high_x = max(x + gids.shape[1] for x, _y, gids in parts)
        high_y = max(y + gids.shape[0] for _x, y, gids in parts)
        if not self.plan.get("infinite", False).truth():
            if low_x < 0 or low_y < 0 or high_x > width or high_y > height:
                words = _("what lies outside the {width} by {height} tiles of the map")
                self.dropped.append(words.format(width=width, height=height))
            low_x, low_y, high_x, high_y = 0, 0, width, height
        if self.staggered:
            low_x, low_y = low_x - low_x % 2, low_y - low_y % 2  # odd ones stay odd
        if low_x or low_y:
            words = _("the tile at [{x}, {y}], where the map begins, is at [0, 0]")
            self.dropped.append(words.format(x=low_x, y=low_y))
        self.low, self.size = (low_x, low_y), (high_x - low_x, high_y - low_y)
        Sheet(self.plan.file, self.size, "", "square")  # too large a map goes no further
        self._tell_turned()

    def laid(self, layer: Layer) -> Grid:
        """The numbers of the tiles of a layer, as our grid has the cells."""
        width, height = self.size
        grid = np.zeros((height, width), dtype=np.int64)
        for left, top, gids in layer.parts:
            x, y = left - self.low[0], top - self.low[1]
            part = gids[max(-y, 0) :, max(-x, 0) :]
            x, y = max(x, 0), max(y, 0)
            part = part[: max(height - y, 0), : max(width - x, 0)]
            if part.size:
                grid[y : y + part.shape[0], x : x + part.shape[1]] = part
        return self._turned(grid)

    def _turned(self, grid: Grid) -> Grid:
        """An array of tiles as our grid has the cells: of hexes odd rows lie farther right."""
        if self.across:
            grid = grid.T
        if self.even:
            grid = np.vstack([np.zeros((1, grid.shape[1]), grid.dtype), grid])
        if self.orientation == "staggered":
            height, width = grid.shape
            found = np.zeros((width + height // 2, width + height // 2), dtype=np.int64)
            ys, xs = np.indices(grid.shape)
            found[ys // 2 - xs + width - 1, xs + (ys + 1) // 2] = grid
            return found
        return grid

    def _tell_turned(self) -> None:
        if self.across:
            self.dropped.append(
                _("columns are rows here, and rows columns: hexes have points above")
            )
        if self.even:
            words = _("every cell lies one row lower, as odd rows are those farther to the right")
            self.dropped.append(words)
        if self.orientation == "staggered":
            self.dropped.append(_("the map is turned by an eighth, so that its sides lie straight"))
        if self.orientation == "isometric":
            self.dropped.append(_("the slanted view: the map is seen from above"))

    def paint(self, layers: list[Layer], tilesets: list[Tileset]) -> None:
        """Paint the ground; what tiles are not known to be is floor, where nothing else is."""
        counts = Counter[int]()
        for layer in layers:
            numbers, many = np.unique(self.laid(layer), return_counts=True)
            counts.update(dict(zip(numbers.tolist(), many.tolist(), strict=True)))
        kinds = self.kinds(counts, tilesets)
        for layer in layers:
            if layer.z and self.topology != "cube":
                self.dropped.append(_("the tiles of level {n}").format(n=layer.z))
                continue
            grid, level = self.laid(layer), self.sheet.grid[layer.z]
            numbers, places = np.unique(grid, return_inverse=True)
            names = np.array([kinds.get(n, "") for n in numbers.tolist()], dtype=object)
            painted = names[places.reshape(grid.shape)]
            known = painted != ""
            level[known] = painted[known]
            level[(grid != 0) & ~known & (level == "void")] = "floor"

    def kinds(self, counts: Mapping[int, int], tilesets: list[Tileset]) -> dict[int, str]:
        """The ground of tiles by their numbers, as far as it is known; the others are told."""
        kinds, unknown = {}, defaultdict[str, list[str]](list)
        firsts = [tileset.first for tileset in tilesets]
        for gid, times in sorted(counts.items()):
            place = bisect_right(firsts, gid)
            tileset = tilesets[place - 1] if place else NO_TILESET
            if gid:
                kinds[gid], wrong = self.kind(gid - tileset.first, times, tileset)
                if not kinds[gid]:
                    more = f" ({wrong})" if wrong else ""
                    unknown[tileset.name].append(f"{gid - tileset.first} × {times}{more}")
        for name, tiles in sorted(unknown.items()):
            words = ngettext(
                '{n} tile of "{tileset}" of which no ground is told (floor): {tiles}',
                '{n} tiles of "{tileset}" of which no ground is told (floor): {tiles}',
                len(tiles),
            )
            shown = ", ".join(tiles[:TOLD]) + (", ..." if len(tiles) > TOLD else "")
            self.dropped.append(words.format(n=len(tiles), tileset=name, tiles=shown))
        return kinds

    def kind(self, number: int, many: int, tileset: Tileset) -> tuple[str, str]:
        """The ground of a tile, empty where it is not told; and what is wrong with it."""
        sort = str(tileset.classes.get(number, ""))
        keys = (f"{tileset.name}:{number}", sort, str(number))
        entry = next((self.table[key] for key in keys if key and key in self.table), None)
        if entry is None:
            entry = _said(tileset.says.get(number, {}), sort)
        if entry is None and self.ask is not None:
            tile = _("tile {n} of {tileset}").format(n=number, tileset=tileset.name)
            answer = self.ask(tile, many)
            entry = entry_of(answer) if answer else None
        if entry is None:
            return "", ""
        wrong = problem(entry)
        return ("", wrong) if wrong else (self.sheet.ground(entry), "")

    # --- objects ---------------------------------------------------------------------------------

    def objects(self, value: Value, by: Point = (0, 0)) -> Iterator[tuple[Value, Point]]:
        """The layers of objects that are shown, and by how much they are moved."""
        for entry in value.entries(MOST_LAYERS):
            if entry.get("visible", True).truth():
                kind = entry.get("type", "").text()
                if kind == "group":
                    yield from self.objects(entry.get("layers"), moved(entry, by))
                elif kind == "objectgroup":
                    yield entry, moved(entry, by)

    def place(self, group: Value, by: Point) -> None:
        """Put up what the objects of a layer are, and tell of the others."""
        others: dict[str, list[str]] = defaultdict(list)
        for entry in group.get("objects").entries(THINGS):
            sort = str(entry.get("class").value or entry.get("type", "").value)
            if not self._put(entry, sort, by):
                name = str(entry.get("name", "").value or sort or entry.get("id", "").value)
                others[clean(group.get("name", "").text(), 40)].append(clean(name, 40))
        for name, things in sorted(others.items()):
            words = ngettext('{n} object of "{name}": {things}',
                             '{n} objects of "{name}": {things}',
                             len(things))  # fmt: skip
            told = ", ".join(things[:12]) + (" ..." if len(things) > 12 else "")
            self.dropped.append(words.format(n=len(things), name=name, things=told))

    def _put(self, entry: Value, sort: str, by: Point) -> bool:
        """Whether something could be made of an object."""
        says = _properties(entry)
        if sort in tuple(BarrierKind):
            return self._bar(entry, BarrierKind(sort), says, by)
        cell = self._cell(says.get("at"), entry, by)
        words = entry.get("text").get("text", "").text() if entry.get("text") else says.get("text")
        if sort == "lamp":
            radius = says.get("radius")
            known = isinstance(radius, int | float) and 0 <= radius <= MAX_SIDE
            if not known or not self.sheet.inside(cell):
                return False
            self.sheet.lamps.append(Lamp(cell, int(radius or 0)))
            return True
        if sort == "label" or entry.get("text"):
            text = words if isinstance(words, str) and words else entry.get("name", "").text()
            self.sheet.label(cell, text)
            return True
        return False

    def _bar(self, entry: Value, kind: BarrierKind, says: Mapping[str, Any], by: Point) -> bool:
        """Whether a barrier could be put up."""
        grid = TOPOLOGIES[self.topology]
        edges = []
        between = says.get("between")
        if isinstance(between, str):
            cells = [_numbers(part) for part in between.split()]
            axes = len(self.sheet.cell(0, 0))
            if len(cells) == 2 and all(len(c) == axes and self.sheet.inside(c) for c in cells):
                side = grid.side(*cells)
                edges = [side] if side is not None else []
        elif self.topology != "hex" and not self.staggered:
            line = self.view.outline(entry, by)
            size = self.sheet.grid.shape[:0:-1]
            self.effort += effort([line], size)
            if self.effort > MOST:
                raise entry.refuse(_("holds far too many walls"))
            flat = crossed(line, size)
            edges = [(self.sheet.cell(*a), self.sheet.cell(*b)) for a, b in flat]
        opened = kind is BarrierKind.DOOR and says.get("open") is True
        skill, dc = says.get("skill"), says.get("dc")
        asks = isinstance(skill, str) and type(dc) is int and 0 < dc <= 100
        for edge in edges:
            self.sheet.barriers[edge] = Barrier(
                edge, kind, opened, str(skill) if asks else "", int(str(dc)) if asks else 0
            )
        self.sheet.doors += bool(edges) and kind is BarrierKind.DOOR
        return bool(edges)

    def _cell(self, told: object, entry: Value, by: Point) -> Cell:
        """The cell of an object: the one that it names, else that in which it lies."""
        if isinstance(told, str):
            cell = _numbers(told)
            if len(cell) == len(self.sheet.cell(0, 0)):
                return cell
        return self.sheet.cell(*self.view.cell(entry, by))


def _listed(tileset: Value) -> bool:
    """Whether a tileset lists its tiles (older JSON has a table of them)."""
    return isinstance(tileset.get("tiles").value, list)


def _other_size(n: int, count: int) -> str:
    """That a layer has other tiles than its size takes."""
    words = ngettext("has {n} tile, where its size takes {count}",
                     "has {n} tiles, where its size takes {count}", n)  # fmt: skip
    return words.format(n=n, count=count)


def _numbers(text: str) -> Cell:
    """The coordinates of a cell written ``3,4``; nothing for what is none."""
    parts = text.split(",")
    return tuple(int(n) for n in parts) if all(re.fullmatch("[0-9]{1,3}", n) for n in parts) else ()


def _said(says: Mapping[str, Any], sort: str) -> dict[str, Any] | None:
    """What a tile says of its ground, as an entry of a legend; None for nothing."""
    words = says.get("terrain")
    if not isinstance(words, str):
        return {"terrain": sort} if sort in TERRAIN else None
    names = WORDS.findall(words)
    entry: dict[str, Any] = {"terrain": names[0] if len(names) == 1 else names}
    if "height" in says:
        entry["height"] = says["height"]
    if "skill" in says:
        entry["check"] = {"skill": says["skill"], "dc": says.get("dc")}
    return entry
