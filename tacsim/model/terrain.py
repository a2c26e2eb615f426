"""Terrain: kinds of ground, the map's glyphs, and the battlefield they make."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from tacsim.geometry.cells import Cell
from tacsim.geometry.grids import TOPOLOGIES
from tacsim.geometry.lines import Edge, edge

Grid = NDArray[Any]
"""An array over the map, indexed ``[y, x]``."""


class Entry(enum.StrEnum):
    """Who may be in a cell at all."""

    OPEN = "open"
    TIGHT = "tight"
    """Half a cell wide."""
    CHASM = "chasm"
    """Only those who need no ground."""
    WATER = "water"
    """Only swimmers and those who need no ground."""
    BLOCKED = "blocked"
    """An obstacle: only the incorporeal."""
    VOID = "void"
    """Nobody: there is nothing there."""


@attrs.frozen
class Terrain:
    """A kind of ground.

    ``doublings``: how often it doubles the cost of entering; ``hampers``: it is an obstacle rather
    than difficult ground; ``fills``: it fills its space, so corners cannot be cut; ``opaque``: it
    stops sight; ``cover``: "", "low" (half height) or "full"; ``height``: levels above the floor.
    A kind without a glyph of its own is named in a map's legend.
    """

    name: str
    glyph: str
    entry: Entry = Entry.OPEN
    doublings: int = 0
    hampers: bool = False
    fills: bool = False
    opaque: bool = False
    cover: str = ""
    height: int = 0


TERRAIN: dict[str, Terrain] = {
    kind.name: kind
    for kind in (
        Terrain("floor", "."),
        Terrain("wall", "#", Entry.BLOCKED, fills=True, opaque=True, cover="full"),
        Terrain("tree", "T", Entry.BLOCKED, fills=True, opaque=True, cover="full"),
        Terrain("difficult", ",", doublings=1),
        Terrain("very_difficult", ";", doublings=2),
        Terrain("obstacle", "%", doublings=1, hampers=True, cover="low"),
        Terrain("boulder", "^", Entry.BLOCKED, cover="low"),
        Terrain("pit", ":", Entry.CHASM),
        Terrain("tight", "=", Entry.TIGHT),
        Terrain("deep_water", "~", Entry.WATER),
        Terrain("void", " ", Entry.VOID),
        Terrain("rise", "", height=1),
    )
}
"""Every kind of ground by its name."""

GLYPHS: dict[str, str] = {kind.glyph: kind.name for kind in TERRAIN.values() if kind.glyph}
"""The built-in glyphs of map files."""

MAX_SIDE = 512
"""The longest side of a map, in cells."""


class BarrierKind(enum.StrEnum):
    """What stands on the edge between two cells."""

    HEDGE = "hedge"
    WALL = "wall"
    DOOR = "door"


@attrs.frozen
class Barrier:
    """A barrier on an edge; an open door is none.

    ``skill``: the check that gets one over it, at the difficulty ``dc``; empty: none is needed, or
    none will do.
    """

    between: Edge
    kind: BarrierKind
    open: bool = False
    skill: str = ""
    dc: int = 0

    @property
    def blocks(self) -> bool:
        """Whether it stops whoever cannot get over it, and sight."""
        return self.kind is not BarrierKind.HEDGE and not self.open

    @property
    def hampers(self) -> bool:
        """Whether it is low, and crossing it costs extra."""
        return self.kind is BarrierKind.HEDGE


@attrs.frozen
class Lamp:
    """A light on a dark map: it lights every cell within ``radius`` cells."""

    at: Cell
    radius: int


@attrs.frozen(eq=False)
class Battlefield:
    """The ground a battle is fought on. It does not change while the battle lasts.

    ``kinds`` holds terrain names by row; ``dark`` says that only lamps light the map.
    """

    name: str
    rows: tuple[tuple[str, ...], ...]
    barriers: tuple[Barrier, ...] = ()
    topology: str = "square"
    dark: bool = False
    lamps: tuple[Lamp, ...] = ()
    memo: dict[Any, Any] = attrs.field(factory=dict, init=False, repr=False)
    """Arrays derived from the ground, kept by whoever made them."""

    @property
    def width(self) -> int:
        """Cells from left to right."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Cells from top to bottom."""
        return len(self.rows)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of arrays over the map: a cell's value is at its coordinates in reverse."""
        return (len(self.rows), len(self.rows[0]))

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < len(self.rows[0]) and 0 <= cell[1] < len(self.rows)

    def at(self, cell: Cell) -> Terrain:
        """The ground of a cell; IndexError off the map."""
        if cell not in self:
            raise IndexError(cell)
        return TERRAIN[self.rows[cell[1]][cell[0]]]

    def array(self, key: str) -> Grid:
        """A field of :class:`Terrain` over the whole map, indexed ``[y, x]``; do not change it."""
        if key not in self.memo:
            values = [[getattr(TERRAIN[name], key) for name in row] for row in self.rows]
            array = np.array(values)
            array.flags.writeable = False
            self.memo[key] = array
        return self.memo[key]  # type: ignore[no-any-return]  # the memo holds what was put there

    def cells_where(self, key: str) -> frozenset[Cell]:
        """The cells whose terrain has a truthy field, as a set."""
        memo = ("cells", key)
        if memo not in self.memo:
            ys, xs = np.nonzero(self.array(key))
            self.memo[memo] = frozenset(zip(xs.tolist(), ys.tolist(), strict=True))
        return self.memo[memo]  # type: ignore[no-any-return]  # the memo holds what was put there

    def cells_of(self, entry: Entry) -> frozenset[Cell]:
        """The cells of one kind of entry, as a set."""
        if entry not in self.memo:
            ys, xs = np.nonzero(self.array("entry") == entry)
            self.memo[entry] = frozenset(zip(xs.tolist(), ys.tolist(), strict=True))
        return self.memo[entry]  # type: ignore[no-any-return]  # the memo holds what was put there

    def edges(self, *, blocking: bool) -> frozenset[Edge]:
        """The edges with barriers that block sight and effect, or with those that only hamper."""
        if blocking:
            return self._edges_where("blocking", lambda barrier: barrier.blocks)
        return self._edges_where("hampering", lambda barrier: barrier.hampers)

    @property
    def bars(self) -> frozenset[Edge]:
        """The edges that those on foot cannot cross."""
        return self._edges_where("bars", lambda barrier: barrier.blocks and not barrier.skill)

    @property
    def tolls(self) -> frozenset[Edge]:
        """The edges that cost those on foot extra: hedges, and whatever they climb over."""
        return self._edges_where(
            "tolls", lambda barrier: barrier.hampers or (barrier.blocks and bool(barrier.skill))
        )

    @property
    def checked(self) -> Mapping[Edge, Barrier]:
        """The barriers, by edge, that take a check to get over."""
        if "checked" not in self.memo:
            self.memo["checked"] = {b.between: b for b in self.barriers if b.skill and not b.open}
        return self.memo["checked"]  # type: ignore[no-any-return]  # the memo holds what was put there

    def _edges_where(self, name: str, wanted: Callable[[Barrier], bool]) -> frozenset[Edge]:
        if name not in self.memo:
            self.memo[name] = frozenset(b.between for b in self.barriers if wanted(b))
        return self.memo[name]  # type: ignore[no-any-return]  # the memo holds what was put there

    @property
    def lit(self) -> Grid:
        """Which cells are lit, indexed ``[y, x]``."""
        if "lit" not in self.memo:
            self.memo["lit"] = self._lighting()
        return self.memo["lit"]  # type: ignore[no-any-return]  # the memo holds what was put there

    def _lighting(self) -> Grid:
        lit = np.full((self.height, self.width), not self.dark)
        grid = TOPOLOGIES[self.topology]
        for lamp in self.lamps:
            lit |= grid.distances(grid.spot(lamp.at), self.shape) <= lamp.radius
        return lit


def make_battlefield(text: str, **options: Any) -> Battlefield:
    """Read a grid of built-in glyphs; ValueError when it is ragged or has an unknown glyph.

    >>> make_battlefield("..#", name="yard").at((2, 0)).name
    'wall'
    """
    lines = text.strip("\n").split("\n")
    if len({len(line) for line in lines}) != 1:
        raise ValueError("the rows of the grid differ in length")
    rows = []
    for line in lines:
        for glyph in line:
            if glyph not in GLYPHS:
                raise ValueError(f"unknown glyph {glyph!r}")
        rows.append(tuple(GLYPHS[glyph] for glyph in line))
    options.setdefault("name", "")
    return Battlefield(rows=tuple(rows), **options)


__all__ = ["GLYPHS", "MAX_SIDE", "TERRAIN", "Barrier", "BarrierKind", "Battlefield", "Edge",
           "Entry", "Grid", "Lamp", "Terrain", "edge", "make_battlefield"]  # fmt: skip
