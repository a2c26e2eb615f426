"""Terrain: the battlefield that kinds of ground and what stands between cells make."""

from __future__ import annotations

import enum
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from tacsim.core.grounds import (
    ALOFT,
    EITHER,
    FULL,
    GLYPHS,
    GROUNDS,
    LOW,
    TERRAIN,
    UNSEEN,
    Check,
    Entry,
    Terrain,
    as_high,
    combined,
)
from tacsim.core.memo import Memo
from tacsim.grid.cells import Cell
from tacsim.grid.grids import TOPOLOGIES
from tacsim.grid.squares.lines import Edge, edge

Grid = NDArray[Any]
"""An array over the map, indexed ``[y, x]``, of cubes ``[z, y, x]``."""

Level: TypeAlias = tuple[tuple[str, ...], ...]
"""The names of the ground of a level, row by row."""


MAX_SIDE = 512
"""The longest side of a map, in cells."""

MAX_CELLS = MAX_SIDE * MAX_SIDE
"""The most cells of a map of several levels."""

KNOWN = 8
"""How many states of what is known of a map are kept."""


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
    def check(self) -> Check | None:
        """The same as a check; None where it asks none, as it stands open or at all."""
        return Check(self.skill, self.dc) if self.skill and not self.open else None

    @property
    def blocks(self) -> bool:
        """Whether it stops movement, except by a check to get over it, and sight."""
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


@attrs.frozen
class Label:
    """Words about a place on a map, for people."""

    at: Cell
    text: str


@attrs.frozen(eq=False)
class Battlefield:
    """The ground a battle is fought on. It does not change while the battle lasts.

    ``rows`` holds terrain names by row, ``upper`` those of the levels above, where there are any;
    ``dark`` says that only lamps light the map; ``kinds``: kinds of ground of its own, by the names
    that stand for them there; ``labels`` say something of places, and change nothing.
    """

    name: str
    rows: tuple[tuple[str, ...], ...]
    barriers: tuple[Barrier, ...] = ()
    topology: str = "square"
    dark: bool = False
    lamps: tuple[Lamp, ...] = ()
    upper: tuple[Level, ...] = ()
    kinds: Mapping[str, Terrain] = attrs.field(factory=dict)
    labels: tuple[Label, ...] = ()
    memo: Memo = attrs.field(factory=Memo, init=False, repr=False)
    """What was derived from the ground, by the code that derives it."""

    @property
    def width(self) -> int:
        """Cells from left to right."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Cells from top to bottom."""
        return len(self.rows)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The ground level by level, the lowest first; of a plane map there is one."""
        return (self.rows, *self.upper)

    @property
    def axes(self) -> int:
        """How many coordinates a cell has."""
        return TOPOLOGIES[self.topology].axes

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of arrays over the map: a cell's value is at its coordinates in reverse."""
        plane = (len(self.rows), len(self.rows[0]))
        return (1 + len(self.upper), *plane) if self.axes == 3 else plane

    @property
    def size(self) -> tuple[int, ...]:
        """Cells along each axis."""
        return self.shape[::-1]

    def __contains__(self, cell: Cell) -> bool:
        return (
            0 <= cell[0] < len(self.rows[0])
            and 0 <= cell[1] < len(self.rows)
            and (len(cell) == 2 or 0 <= cell[2] <= len(self.upper))
        )

    def at(self, cell: Cell) -> Terrain:
        """The ground of a cell; IndexError off the map."""
        if cell not in self:
            raise IndexError(cell)
        level = self.levels[cell[2]] if len(cell) == 3 else self.rows
        return self.grounds[level[cell[1]][cell[0]]]

    @property
    def grounds(self) -> Mapping[str, Terrain]:
        """All kinds of ground that there may be on it, its own included, by name."""
        if not self.kinds:
            return GROUNDS
        return self.memo.of("grounds", lambda: {**GROUNDS, **self.kinds})

    def named(self, cells: Collection[Cell]) -> str:
        """What the one label among some cells says; empty where there is none, or several."""
        texts = [label.text for label in self.labels if label.at in cells]
        return texts[0] if len(texts) == 1 else ""

    def known(self, cells: Grid) -> Battlefield:
        """The same ground as those know it who have seen some of its cells; the rest is unseen.

        A barrier is known by either of its cells.

        >>> ground = make_battlefield("..#").known(np.array([[True, False, True]]))
        >>> ground.rows
        (('floor', 'unseen', 'wall'),)
        """
        if cells.all():
            return self
        memories: OrderedDict[bytes, Battlefield] = self.memo.of("known", OrderedDict)
        key = cells.tobytes()
        if key not in memories:
            memories[key] = self._known(cells)
            if len(memories) > KNOWN:
                memories.popitem(last=False)
        return memories[key]

    def _known(self, cells: Grid) -> Battlefield:
        masks = cells.reshape(-1, *cells.shape[-2:]).tolist()
        first, *upper = (
            tuple(
                tuple(name if seen else UNSEEN.name for name, seen in zip(*pair, strict=True))
                for pair in zip(level, mask, strict=True)
            )
            for level, mask in zip(self.levels, masks, strict=True)
        )
        told = tuple(b for b in self.barriers if any(cells[c[::-1]] for c in b.between))
        read = tuple(label for label in self.labels if cells[label.at[::-1]])
        return attrs.evolve(self, rows=first, upper=tuple(upper), barriers=told, labels=read)

    def array(self, key: str) -> Grid:
        """A field of :class:`Terrain` over the whole map; do not change it."""
        return self.memo.of(("array", key), lambda: self._array(key))

    def _array(self, key: str) -> Grid:
        told = {name: getattr(kind, key) for name, kind in self.grounds.items()}
        values = [[[told[name] for name in row] for row in level] for level in self.levels]
        array = np.array(values).reshape(self.shape)
        array.flags.writeable = False
        return array

    def cells_where(self, key: str) -> frozenset[Cell]:
        """The cells whose terrain has a truthy field, as a set."""
        return self.memo.of(("cells", key), lambda: cells_in(self.array(key)))

    def cells_of(self, entry: Entry) -> frozenset[Cell]:
        """The cells of one kind of entry, as a set."""
        return self.memo.of(entry, lambda: cells_in(self.array("entry") == entry))

    @property
    def low(self) -> Grid:
        """The cells of obstacles that block, but no higher than flyers fly."""
        low: Grid = (self.array("entry") == Entry.BLOCKED) & (self.array("height") == LOW)
        return low

    def edges(self, *, blocking: bool) -> frozenset[Edge]:
        """The edges with what blocks sight and effect, floors too, or with what only hampers."""
        if not blocking:
            return self._edges_where("hampering", lambda barrier: barrier.hampers)
        return self.memo.of("blocking", self._blocking)

    def _blocking(self) -> frozenset[Edge]:
        floors = (cell for cell in cells_in(self.floors) if len(cell) == 3)
        return self.shut | {((x, y, z - 1), (x, y, z)) for x, y, z in floors}

    @property
    def shut(self) -> frozenset[Edge]:
        """The edges with barriers that block."""
        return self._edges_where("shut", lambda barrier: barrier.blocks)

    @property
    def floors(self) -> Grid:
        """The cubes with a floor between them and the ones below, as an array; none on level 0."""
        return self.memo.of("floors", self._floors)

    def _floors(self) -> Grid:
        floors = self.array("bears").copy()
        floors[: 1 if self.axes == 3 else None] = False
        return floors

    @property
    def bars(self) -> frozenset[Edge]:
        """The edges that those on foot cannot cross."""
        return self._edges_where("bars", lambda barrier: barrier.blocks and not barrier.skill)

    @property
    def high(self) -> frozenset[Edge]:
        """The edges that no flyer gets over: doors, and walls over which no check gets anybody."""
        return self._edges_where(
            "high", lambda one: one.blocks and not (one.skill and one.kind is BarrierKind.WALL)
        )

    @property
    def hampering(self) -> frozenset[Edge]:
        """The edges that cost those on foot extra: hedges, and whatever they climb over."""
        return self._edges_where(
            "hampering", lambda barrier: barrier.hampers or (barrier.blocks and bool(barrier.skill))
        )

    @property
    def checked(self) -> Mapping[Edge, Barrier]:
        """The barriers, by edge, that take a check to get over."""
        asking = (barrier for barrier in self.barriers if barrier.check is not None)
        return self.memo.of("checked", lambda: {b.between: b for b in asking})

    @property
    def asking(self) -> Mapping[Cell, Check]:
        """The checks, by cell, that it takes to enter."""
        return self.memo.of("asking", self._asking)

    def _asking(self) -> Mapping[Cell, Check]:
        each = ((cell, self.at(cell).check) for cell in sorted(self.cells_where("asks")))
        return {cell: check for cell, check in each if check is not None}

    def _edges_where(self, name: str, wanted: Callable[[Barrier], bool]) -> frozenset[Edge]:
        return self.memo.of(name, lambda: frozenset(b.between for b in self.barriers if wanted(b)))

    @property
    def lit(self) -> Grid:
        """Which cells are lit."""
        return self.memo.of("lit", self._lighting)

    def _lighting(self) -> Grid:
        lit = np.full(self.shape, not self.dark)
        grid = TOPOLOGIES[self.topology]
        for lamp in self.lamps:
            lit |= grid.distances(grid.spot(lamp.at), self.shape) <= lamp.radius
        return lit


def cells_in(grid: Grid) -> frozenset[Cell]:
    """The cells at which an array over the map is truthy."""
    return frozenset(zip(*(axis.tolist() for axis in reversed(np.nonzero(grid))), strict=True))


def level_of(names: Iterable[Iterable[str]], z: int) -> Level:
    """The ground of a level, rows of terrain names, where above the lowest nothing is air."""
    return tuple(tuple(ALOFT.get(name, name) if z else name for name in row) for row in names)


def make_battlefield(text: str, *upper: str, **options: Any) -> Battlefield:
    """Read grids of glyphs, of cubes level by level; ValueError for any that is faulty.

    They are the built-in ones and those for which ``kinds`` has a kind of ground of the map's own.

    >>> make_battlefield("..#", name="yard").at((2, 0)).name
    'wall'
    >>> make_battlefield("..#", ".  ", topology="cube").at((2, 0, 1)).name
    'air'
    """
    levels, names = [], {**GLYPHS, **{glyph: glyph for glyph in options.get("kinds", ())}}
    for z, grid in enumerate((text, *upper)):
        lines = grid.strip("\n").split("\n")
        if len({len(line) for line in lines}) != 1:
            raise ValueError("the rows of the grid differ in length")
        unknown = sorted(set("".join(lines)) - names.keys())
        if unknown:
            raise ValueError(f"unknown glyph {unknown[0]!r}")
        levels.append(level_of(([names[glyph] for glyph in line] for line in lines), z))
    options.setdefault("name", "")
    return Battlefield(rows=levels[0], upper=tuple(levels[1:]), **options)


__all__ = ["EITHER", "FULL", "GLYPHS", "GROUNDS", "LOW", "MAX_SIDE", "TERRAIN", "Barrier",
           "BarrierKind", "Battlefield", "Check", "Edge", "Entry", "Grid", "Label", "Lamp", "Level",
           "Terrain", "as_high", "cells_in", "combined", "edge", "level_of",
           "make_battlefield"]  # fmt: skip
