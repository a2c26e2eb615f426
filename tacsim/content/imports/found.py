"""Found: what an import made of a file, and what it left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import attrs
import numpy as np

from tacsim.content.imports.sources import clean, unusable
from tacsim.content.legends import kind_of
from tacsim.content.maps import MAX_BARRIERS, MAX_LABEL, MAX_LABELS, MAX_LAMPS
from tacsim.core.grounds import TERRAIN, Terrain
from tacsim.core.terrain import (
    MAX_CELLS,
    MAX_SIDE,
    Barrier,
    BarrierKind,
    Battlefield,
    Grid,
    Label,
    Lamp,
    level_of,
)
from tacsim.grid.cells import Cell
from tacsim.grid.grids import TOPOLOGIES
from tacsim.grid.squares.lines import Edge
from tacsim.i18n import _, ngettext

NAMED = 60
"""The most letters of a map's name."""
SHOWN = 12
"""The most places that are told of one thing."""
SWIM: Mapping[str, tuple[str, int]] = {"square": ("swim", 10), "hex": ("swim", 10),
                                       "cube": ("swimming", 2)}  # fmt: skip
"""The check that gets those through water who are no swimmers, by topology: that of calm water."""


@attrs.frozen
class Found:
    """A map as ours. ``doors``: how many; ``dropped``: what has no counterpart, in words.

    ``about``: what the file says of it all, for the head of the map file.
    """

    field: Battlefield
    doors: int
    dropped: tuple[str, ...]
    about: tuple[str, ...] = ()

    @property
    def floor(self) -> int:
        """The cells in which one can stand or swim."""
        return int(np.count_nonzero(self.field.array("bears")))

    @property
    def shut(self) -> int:
        """How many barriers are shut doors."""
        return sum(b.kind is BarrierKind.DOOR and not b.open for b in self.field.barriers)


class Sheet:
    """A map as it is drawn: names of ground, barriers, lamps, labels, and what is left out.

    ``grid``: ``[z, y, x]``, filled with a kind of ground at first. Cells have two coordinates, on
    cubes three.
    """

    def __init__(self, file: str, size: tuple[int, ...], name: str, topology: str) -> None:
        width, height, levels = (*size, 1)[:3]
        if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
            words = _("is {width} by {height} large, and a map 1 to {most} each way")
            raise unusable(file, words.format(width=width, height=height, most=MAX_SIDE))
        if width * height * levels > MAX_CELLS:
            words = _("has {count} cells, more than {most}")
            raise unusable(file, words.format(count=width * height * levels, most=MAX_CELLS))
        self.file, self.topology = file, topology
        self.name = clean(name, NAMED)
        self.grid: Grid = np.full((levels, height, width), "wall", dtype=object)
        self.kinds: dict[str, Terrain] = {}
        self.barriers: dict[Edge, Barrier] = {}
        self.doors = 0
        self.dark = False
        self.lamps: list[Lamp] = []
        self.labels: list[Label] = []
        self.dropped: list[str] = []
        self.about: list[str] = []

    def ground(self, value: Mapping[str, object]) -> str:
        """The name of the ground that an entry of a legend makes, kept for the map."""
        name, kind = kind_of(value)
        if kind is not None:
            self.kinds[name] = kind
        return name

    def water(self) -> str:
        """The name of water that everybody may try to swim through."""
        skill, dc = SWIM[self.topology]
        return self.ground({"terrain": "deep_water", "check": {"skill": skill, "dc": dc}})

    def inside(self, cell: Cell) -> bool:
        """Whether a cell is on the map."""
        return all(0 <= n < size for n, size in zip(cell, self.grid.shape[::-1], strict=False))

    def label(self, at: Cell, text: str) -> None:
        """Write something to a cell, which is one of the map, at its border if need be."""
        inside = (min(max(n, 0), m - 1) for n, m in zip(at, self.grid.shape[::-1], strict=False))
        words = clean(text, MAX_LABEL)
        if words:
            self.labels.append(Label(self.cell(*inside), words))

    def cell(self, x: int, y: int, z: int = 0) -> Cell:
        """A cell by as many coordinates as the map has."""
        return (x, y, z) if self.topology == "cube" else (x, y)

    def clear(self) -> None:
        """Put barriers in the order of their places, without those at what fills its cell."""
        self.barriers = {
            edge: self.barriers[edge]
            for edge in sorted(self.barriers)
            if not any(map(self._solid, edge))
        }

    def found(self) -> Found:
        """The map."""
        self._bounded()
        levels = [level_of(level.tolist(), z) for z, level in enumerate(self.grid)]
        used = {name for level in levels for row in level for name in row}
        field = Battlefield(
            self.name,
            levels[0],
            tuple(self.barriers.values()),
            self.topology,
            self.dark,
            tuple(self.lamps),
            tuple(levels[1:]),
            {name: kind for name, kind in self.kinds.items() if name in used},
            tuple(self.labels),
        )
        return Found(field, self.doors, tuple(self.dropped), tuple(self.about))

    def _solid(self, cell: Cell) -> bool:
        name = self.grid[(*cell[2:], 0)[0], cell[1], cell[0]]
        return name in TERRAIN and TERRAIN[name].fills

    def _bounded(self) -> None:
        """ContentError for more barriers than a map has, and more lamps and labels left out."""
        if len(self.barriers) > MAX_BARRIERS:
            words = _("has {n} walls and doors between cells, more than {most}")
            raise unusable(self.file, words.format(n=len(self.barriers), most=MAX_BARRIERS))
        for things, most, words in (
            (self.lamps, MAX_LAMPS, _("{n} lights: a map has {most} at most")),
            (self.labels, MAX_LABELS, _("{n} notes: a map has {most} at most")),
        ):
            if len(things) > most:
                self.dropped.append(words.format(n=len(things) - most, most=most))
                del things[most:]


def as_topology(found: Found, topology: str) -> Found:
    """The same cells on another grid, with barriers wherever nobody could pass before.

    On hexes cells are neighbours that met at a corner only; where both ways around that corner are
    shut, a wall stands between them too.
    """
    field = found.field
    if topology == field.topology:
        return found
    words = _("the map was one of {before}: its cells keep their coordinates on {after}")
    names = {"square": _("squares"), "hex": _("hexes"), "cube": _("cubes")}
    told = words.format(before=names[field.topology], after=names[topology])
    dropped = [told]
    if field.upper:
        levels = ngettext("{n} level above the lowest", "{n} levels above the lowest",
                          len(field.upper))  # fmt: skip
        dropped.append(levels.format(n=len(field.upper)))
    depth = (0,) if topology == "cube" else ()
    flat = [b for b in field.barriers if all(cell[2:] in ((), (0,)) for cell in b.between)]
    grid = TOPOLOGIES[topology]
    barriers: dict[Edge, Barrier] = {}
    for barrier in flat:
        one, other = ((*cell[:2], *depth) for cell in barrier.between)
        between = grid.side(one, other)
        if between is None:
            words = _("a {kind} between {a} and {b}, which are no neighbours there")
            a, b = list(one), list(other)
            dropped.append(words.format(kind=barrier.kind.value, a=a, b=b))
        else:
            barriers[between] = attrs.evolve(barrier, between=between)
    if topology == "hex":
        barriers |= _across_corners(attrs.evolve(field, barriers=tuple(flat)))
    moved = attrs.evolve(
        field,
        topology=topology,
        upper=(),
        barriers=tuple(barriers[edge] for edge in sorted(barriers)),
        lamps=tuple(attrs.evolve(one, at=(*one.at[:2], *depth)) for one in field.lamps),
        labels=tuple(attrs.evolve(one, at=(*one.at[:2], *depth)) for one in field.labels),
    )
    return attrs.evolve(found, field=moved, dropped=(*found.dropped, *dropped))


def _across_corners(field: Battlefield) -> dict[Edge, Barrier]:
    """Walls between hexes that met as squares at a corner around which there is no way."""
    high = (b for b in field.barriers if b.kind is not BarrierKind.HEDGE)  # doors open and shut
    shut = {frozenset(cell[:2] for cell in b.between) for b in high}
    fills = field.array("fills").reshape(-1, field.height, field.width)[0]
    found: dict[Edge, Barrier] = {}
    for y in range(field.height - 1):
        for x in range(field.width - (not y % 2)):
            a = (x, y)
            b = (x + 1 if y % 2 else x - 1, y + 1)
            if not (0 <= b[0] < field.width) or fills[a[::-1]] or fills[b[::-1]]:
                continue
            ways = ((a[0], b[1]), (b[0], a[1]))
            if all(
                fills[c[::-1]] or {frozenset((a, c)), frozenset((c, b))} & shut for c in ways
            ):  # fmt: skip
                between = (a, b) if a < b else (b, a)
                found[between] = Barrier(between, BarrierKind.WALL)
    return found


def listed(cells: Collection[Cell]) -> str:
    """Places for people, the first of many.

    >>> listed([(3, 4), (5, 6)])
    '[3, 4] [5, 6]'
    """
    told = " ".join(str(list(cell)) for cell in sorted(cells)[:SHOWN])
    more = len(cells) - SHOWN
    return _("{cells} and {n} more").format(cells=told, n=more) if more > 0 else told


def with_doors(found: Found, *, opened: bool) -> Found:
    """The same map with all its doors open, or shut."""
    barriers: Iterable[Barrier] = (
        attrs.evolve(b, open=opened) if b.kind is BarrierKind.DOOR else b
        for b in found.field.barriers
    )
    return attrs.evolve(found, field=attrs.evolve(found.field, barriers=tuple(barriers)))
