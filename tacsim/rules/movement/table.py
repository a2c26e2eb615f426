"""The table of steps: where each step from each place leads, what it costs, and what forbids it.

This states the rules of a step, and nothing else does: the search takes its edges from here, and
whoever asks about one step (the judge of a path, a move under way, a preview, "why not?") reads
the one place that it asks about.

A :class:`StepTable` holds what depends on the ground and on the kind of mover alone, and is kept
with the map. For each shape of body it has a row for each place and a column for each way on from
there: one of the bodies that a step in a direction may lead to, in the order of the squeezing
policy's tiers, or a quarter turn. An entry says what on the ground forbids that way, as a
:class:`Shut`. A :class:`Room` is what changes as creatures move: whether a body fits in a place,
how dear it is to step there, and whether it finds a hold. It is worked out anew for each question,
but only around the creatures that are near.

Places are *nodes*: the number of a shape and a cell, in arrays with a rim around the map.
"""

from __future__ import annotations

import enum
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

import attrs
import numpy as np

from tacsim.core.terrain import Battlefield, Grid
from tacsim.core.verdicts import Reason
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.metric import Pace
from tacsim.grid.windows import Window
from tacsim.rules.movement import footing
from tacsim.rules.movement.crossings import crossed, starts, swept, ways_round
from tacsim.rules.movement.policies import Ground, Pivot, Squeezing
from tacsim.rules.ruleset import Ruleset

KEPT = 128_000_000
"""Entries that the tables of a map may come to in all; the one used last is kept in any case."""

WHOLE = 16_000_000
"""Entries of a table that is made for the whole of a map."""

BLOCK = 16
"""Cells from one part of a map to the next, of maps that are too large for that."""


class Shut(enum.IntEnum):
    """What on the ground forbids a way; of several reasons the first."""

    OPEN = 0
    CORNER = 1
    BARRIER = 2
    FLOOR = 3
    ALONG_FLOOR = 4
    """Up or down, but squeezed against a floor so that it stays on its level."""
    NO_WALL = 5
    """Up or down where there is nothing to climb."""


WHY: Mapping[Shut, tuple[Reason, str]] = {
    Shut.CORNER: (Reason.CORNER, "corner"),
    Shut.BARRIER: (Reason.BARRIER, "blocked"),
    Shut.FLOOR: (Reason.FLOOR, "blocked"),
    Shut.NO_WALL: (Reason.NO_WALL, "climb"),
}
"""The reason of a refusal, and the concept whose clause it cites."""

_SHUT, _HAMPERED, _CLIMBS = 15, 16, 32
"""The bits of an entry: the reason; whether the way crosses a barrier that costs extra; whether it
is a climb by as many cubes as it changes level, rather than a flight of stairs."""

NO_HOLD, HANGS, STANDS = 0, 1, 2
"""How a body is held up in a place."""


@attrs.frozen
class Column:
    """A way on from a body: its direction, and the body that it leads to, relative to the old one.

    ``tier``: how many wider choices come before it; ``turn``: the quarter turn that it is.
    """

    by: Cell
    extent: Cell
    offset: Cell
    tier: int
    turn: Pivot | None = None


@attrs.frozen(eq=False)
class Fan:
    """The columns of a shape, and arrays by column.

    ``shift``: from a cell to the node where the way leads; ``rise``: levels up; ``paces``: what
    a step costs, by the parity of the half-cells spent before; ``costs``: the scales of these, and
    what they add.
    """

    columns: tuple[Column, ...]
    shift: Grid
    rise: Grid
    paces: tuple[tuple[Pace, ...], ...]
    costs: tuple[tuple[Grid, Grid], ...]
    tiers: Grid
    """Where each tier of a direction begins."""
    ranks: tuple[Grid, ...]
    """The tiers that come second in their direction, those that come third, and so on."""
    tier_of: Grid
    turns: int
    """How many of the columns, the last, are quarter turns."""
    wider: Grid
    """For each of these the shifts to the full bodies around the one that it leads to."""


class Steps(NamedTuple):
    """Steps from some places: arrays with an entry for each step.

    ``start``: the number of the place that was asked about; ``cost2``: half-cells; ``climbed``:
    how high the mover has climbed then since it last stood, below zero for down; ``hampered``:
    whether it crosses a barrier that costs extra.
    """

    start: Grid
    column: Grid
    end: Grid
    cost2: Grid
    climbed: Grid
    hampered: Grid


Found: TypeAlias = tuple[int, int, int, int, bool, bool, int]
"""One of these steps: the number of the cell where it ends, its column, its cost, the height
climbed, whether it is hampered, whether the body is squeezed then, and the rate of the cost."""


class Where(Protocol):
    """Some places to be asked about at once."""

    axis: int
    """Which axis of an answer is that of the columns."""

    def rows(self, entries: Grid) -> Grid:
        """The entries of the places, from an array by cell and column."""
        ...

    def look(self, nodes: Grid, shifts: Grid) -> Grid:
        """What an array over the nodes has so far on from the places."""
        ...

    def anywhere(self, answer: Grid, groups: Grid) -> Grid:
        """Of each group of columns, which begin so, whether any is true."""
        ...

    def turned(self, answer: Grid) -> Grid:
        """The same array by column first."""
        ...


class Spots:
    """Places by their numbers: answers are arrays by place and column."""

    axis = 1

    def __init__(self, places: Grid) -> None:
        self._places = places

    def rows(self, entries: Grid) -> Grid:
        """The entries of the places, from an array by cell and column."""
        found: Grid = entries[self._places]
        return found

    def look(self, nodes: Grid, shifts: Grid) -> Grid:
        """What an array over the nodes has so far on from the places."""
        found: Grid = nodes[self._places[:, None] + shifts]
        return found

    def anywhere(self, answer: Grid, groups: Grid) -> Grid:
        """Of each group of columns, which begin so, whether any is true."""
        found: Grid = np.logical_or.reduceat(answer, groups, axis=1)
        return found

    def turned(self, answer: Grid) -> Grid:
        """The same array by column first."""
        return answer.T


class Part:
    """A rectangle of places in the plane: answers are arrays by column and place."""

    axis = 0

    def __init__(self, first: int, shape: tuple[int, ...], stride: int) -> None:
        """``first``: the number of its first place; ``stride``: from row to row."""
        self._first = first
        self._height, self._width = shape
        self._stride = stride

    def rows(self, entries: Grid) -> Grid:
        """The entries of the places, from an array by cell and column."""
        count, columns = entries.shape
        return self.look(entries.T.reshape(-1), np.arange(columns) * count)

    def look(self, nodes: Grid, shifts: Grid) -> Grid:
        """What an array over the nodes has so far on from the places."""
        height, width, stride = self._height, self._width, self._stride
        found = np.empty((len(shifts), height, width), nodes.dtype)
        for into, shift in zip(found, (shifts + self._first).tolist(), strict=True):
            into[...] = nodes[shift : shift + height * stride].reshape(height, stride)[:, :width]
        return found

    def anywhere(self, answer: Grid, groups: Grid) -> Grid:
        """Of each group of columns, which begin so, whether any is true."""
        found = np.empty((len(groups), *answer.shape[1:]), bool)
        for into, start, end in zip(found, groups, (*groups[1:], len(answer)), strict=True):
            np.logical_or.reduce(answer[start:end], axis=0, out=into)
        return found

    def turned(self, answer: Grid) -> Grid:
        """The same array by column first."""
        return answer


@attrs.frozen(eq=False)
class Room:
    """What bodies find in each place, by node: do not change the arrays.

    ``fits``: whether nothing and nobody is in the way; ``rates``: the factor on the cost of a step
    to there; ``holds``: how it is held up, None for those who need no hold. ``enters``: by cell,
    whether it may be entered.
    """

    enters: Grid
    fits: Grid
    rates: Grid
    holds: Grid | None
    steps: dict[Any, tuple[Found, ...]] = attrs.field(factory=dict)
    """The steps through it that have been asked about."""


class StepTable:
    """The steps of a kind of mover over the ground of a map, or of a part of it."""

    def __init__(
        self,
        ruleset: Ruleset,
        field: Battlefield,
        ground: Ground,
        extents: tuple[Cell, ...],
        *,
        earthbound: bool,
        clings: bool,
        window: Window,
        whole: bool,
    ) -> None:
        """``extents``: the shapes, the full one first; ``window``: the ``whole`` map or a part.

        ``earthbound``: it needs something to stand on or, if it ``clings``, to hold on to.
        """
        self.ruleset = ruleset
        self.field = field
        self.ground = ground
        self.full = extents[0]
        self.extents = extents
        self.earthbound = earthbound
        self._clings = clings
        self._topology = ruleset.topology
        self.window = window
        self.whole = whole
        self._pad = max(map(max, extents)) + 1
        self.sizes = tuple(size + 2 * self._pad for size in self.window.shape)
        """Rows and columns with the rim, before them levels."""
        self.count = int(np.prod(self.sizes))
        """The nodes of each shape."""
        strides = [int(np.prod(self.sizes[axis + 1 :])) for axis in range(len(self.sizes))]
        self._strides = tuple(reversed(strides))
        self._numbers: dict[Body, int | None] = {}
        self._fans: dict[Cell, tuple[Fan, Grid]] = {}
        self._cells = {extent: self._shifts(self._topology.offsets(extent)) for extent in extents}
        self._lowest = {extent: self._shifts(self._layer(extent)) for extent in extents}

    # --- nodes ---------------------------------------------------------------------------------

    def node(self, body: Body) -> int | None:
        """The number of a body, None where it has none: far off the map, or of another shape."""
        if body not in self._numbers:
            self._numbers[body] = self._node(body)
        return self._numbers[body]

    def _node(self, body: Body) -> int | None:
        if body.extent not in self.extents:
            return None
        index = [n + self._pad for n in self.window.index(body.at)]
        if not all(0 <= n < size for n, size in zip(index, self.sizes, strict=True)):
            return None
        place = sum(n * by for n, by in zip(reversed(index), self._strides, strict=True))
        return self.extents.index(body.extent) * self.count + place

    def bodies(self, nodes: Grid) -> list[Body]:
        """The bodies of some nodes."""
        shapes, places = np.divmod(nodes, self.count)
        cells = self.window.cells(
            *((axis - self._pad).tolist() for axis in np.unravel_index(places, self.sizes))
        )
        return [
            Body(c, self.extents[shape]) for c, shape in zip(cells, shapes.tolist(), strict=True)
        ]

    def cells(self, nodes: Grid) -> tuple[Grid, Grid]:
        """In space: the numbers of the shapes of some nodes, and their cells as rows."""
        shapes, places = np.divmod(nodes, self.count)
        axes = np.unravel_index(places, self.sizes)
        nowhere = self.window.index((0,) * len(axes))
        cells = [axis - self._pad - n for axis, n in zip(axes, nowhere, strict=True)]
        return shapes, np.stack(cells[::-1], axis=1)

    def part(self, window: Window) -> tuple[slice, ...]:
        """Where a part of the map lies in arrays with a rim."""
        nowhere = (0,) * len(self.field.size)
        moved = zip(self.window.index(nowhere), window.index(nowhere), window.shape, strict=True)
        return tuple(slice(a - b + self._pad, a - b + self._pad + n) for a, b, n in moved)

    def places(self, window: Window) -> Part:
        """The places of a part of the map, in the plane."""
        rows, columns = self.part(window)
        return Part(rows.start * self.sizes[1] + columns.start, window.shape, self.sizes[1])

    def _shift(self, by: Cell) -> int:
        return sum(n * step for n, step in zip(self.window.offset(by), self._strides, strict=True))

    def _shifts(self, offsets: Iterable[Cell]) -> Grid:
        return np.array([self._shift(by) for by in offsets])

    def _layer(self, extent: Cell) -> tuple[Cell, ...]:
        """The cells of a body that tell what the ground costs: on cubes its lowest layer."""
        offsets = self._topology.offsets(extent)
        return offsets if self.field.axes == 2 else tuple(by for by in offsets if not by[2])

    def _rimmed(self, grid: Grid) -> Grid:
        """The map's array in the window's order, with a rim of zeros."""
        return np.pad(self.window.cut(grid), self._pad)

    def _stacked(self, grids: Iterable[Grid]) -> Grid:
        """Arrays over the shapes as one array over the nodes."""
        return np.stack(list(grids)).reshape(-1)

    # --- what bodies find where nobody is --------------------------------------------------------

    @cached_property
    def _open(self) -> Grid:
        """The cells that may be entered."""
        return self._rimmed(self.ground.enter)

    @cached_property
    def _doublings(self) -> Grid:
        """How often each cell doubles the cost."""
        return self._rimmed(self.ground.doublings.astype(np.int32))

    @cached_property
    def _whole(self) -> Grid:
        """Where no floor lies between the layers of a body."""
        found = []
        for extent in self.extents:
            free = np.ones(self.sizes, bool)
            if self.field.axes == 3 and extent[2] > 1 and self._has_floors:
                inner = self._cover(self._floors, (*extent[:2], extent[2] - 1), np.logical_or)
                free[:-1] = ~inner[1:]
            found.append(free)
        return self._stacked(found)

    @cached_property
    def _floors(self) -> Grid:
        """The cubes with a floor between them and the ones below."""
        return self._rimmed(self.field.floors)

    @cached_property
    def _has_floors(self) -> bool:
        return self.field.axes == 3 and bool(self._floors.any())

    @cached_property
    def squeezed(self) -> Grid:
        """By node, whether a body is narrower than the mover, or in a tight cell."""
        tight = self._rimmed(self.ground.tight)
        return self._stacked(
            np.ones(self.sizes, bool)
            if extent != self.full
            else self._cover(tight, extent, np.logical_or)
            for extent in self.extents
        )

    @cached_property
    def empty(self) -> Room:
        """What bodies find where nobody is."""
        fits = self._stacked(
            self._cover(self._open, extent, np.logical_and) for extent in self.extents
        )
        worst = self._stacked(
            self._cover(self._doublings, self._flat(extent), np.maximum) for extent in self.extents
        )
        enters = self._open.reshape(-1)
        rates = self._rates(worst, self.squeezed)
        return Room(enters, fits & self._whole, rates, self._holds())

    def _flat(self, extent: Cell) -> Cell:
        return extent if self.field.axes == 2 else (*extent[:2], 1)

    def _cover(self, grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
        return self.window.cover(grid, extent, join)

    def _rates(self, doublings: Any, squeezed: Any) -> Grid:
        rates: Grid = self.ruleset.squeezing.rate(doublings, squeezed) + self.ground.extra
        return rates.astype(np.int32)

    def _holds(self) -> Grid | None:
        if not self.earthbound:
            return None
        found = []
        for extent in self.extents:
            holds = footing.holds(self.field, extent)
            held = np.where(holds.hang, HANGS if self._clings else NO_HOLD, NO_HOLD)
            found.append(self._rimmed(np.where(holds.stand, STANDS, held).astype(np.int8)))
        return self._stacked(found)

    # --- creatures laid over it ------------------------------------------------------------------

    def room(
        self,
        shut: Iterable[Cell],
        slow: Iterable[tuple[Body, int]],
        lying: Iterable[Body],
        opened: Iterable[Cell] = (),
    ) -> Room:
        """What bodies find where others are.

        ``shut``: cells that those take up who let nobody by; ``slow``: those who are passed, but at
        some doublings; ``lying``: those on whose bodies one may stand; ``opened``: cells that the
        mover is in already, whatever forbids them.
        """
        room = self.empty
        enters, fits, rates, holds = room.enters, room.fits, room.rates, room.holds
        closed, free = self._places(shut), self._places(opened)
        if len(closed):
            enters, fits = enters.copy(), fits.copy()
            enters[closed] = False
            for shape, shifts in enumerate(self._cells.values()):
                fits[shape * self.count + np.subtract.outer(closed, shifts)] = False
        if len(free) and not enters[free].all():
            enters, fits = enters.copy(), fits.copy()
            enters[free] = True
            for shape, shifts in enumerate(self._cells.values()):
                around = np.subtract.outer(free, shifts).reshape(-1)
                nodes = shape * self.count + around
                fits[nodes] = enters[np.add.outer(around, shifts)].all(1) & self._whole[nodes]
        slowed = [(self._places(body.cells), doublings) for body, doublings in slow]
        if slowed:
            doublings, rates = self._doublings.reshape(-1).copy(), rates.copy()
            for places, more in slowed:
                doublings[places] += more
            where = np.concatenate([places for places, _ in slowed])
            for shape, shifts in enumerate(self._lowest.values()):
                around = np.subtract.outer(where, shifts).reshape(-1)
                worst = doublings[np.add.outer(around, shifts)].max(1)
                nodes = shape * self.count + around
                rates[nodes] = self._rates(worst, self.squeezed[nodes])
        if holds is not None:
            above = [shifted(cell, (0, 0, 1)) for body in lying for cell in body.cells]
            if above:
                holds, where = holds.copy(), self._places(above)
                for shape, shifts in enumerate(self._lowest.values()):
                    holds[shape * self.count + np.subtract.outer(where, shifts)] = STANDS
        return Room(enters, fits, rates, holds)

    def _places(self, cells: Iterable[Cell]) -> Grid:
        """The numbers of those of some cells that are on the part of the map."""
        indices = [self.window.index(cell) for cell in cells if cell in self.field]
        shape = self.window.shape
        inside = [
            index for index in indices
            if all(0 <= n < size for n, size in zip(index, shape, strict=True))
        ]  # fmt: skip
        if not inside:
            return np.zeros(0, int)
        places: Grid = (np.array(inside) + self._pad) @ np.array(self._strides[::-1])
        return places

    # --- ways on -------------------------------------------------------------------------------

    def columns(self, extent: Cell) -> tuple[Column, ...]:
        """The ways on from bodies of a shape, in the order of their columns."""
        return self._fan(extent)[0].columns

    def paces(self, extent: Cell, odd: int) -> tuple[Pace, ...]:
        """What they cost, so many half-cells having been spent before."""
        return self._fan(extent)[0].paces[odd]

    def open(self, room: Room, extent: Cell, where: Where) -> tuple[Grid, Grid]:
        """The ways on from some places, as arrays by place and column.

        Which of them nothing forbids, as far as the body fits in where they lead to; the entries of
        the table.
        """
        fan, entries = self._fan(extent)
        found = where.rows(entries)
        free: Grid = (found & _SHUT) == 0
        if fan.ranks:
            fits = where.look(room.fits, fan.shift)
            taken = where.anywhere(fits, fan.tiers)
            before = np.zeros_like(taken)
            any_, wider = where.turned(taken), where.turned(before)
            for later in fan.ranks:
                wider[later] = any_[later - 1]
                any_[later] |= wider[later]
            free &= ~before.take(fan.tier_of, axis=where.axis)
        if fan.turns:
            here = where.look(room.fits, np.array([self.extents.index(extent) * self.count]))
            fits = where.turned(where.look(room.fits, fan.wider.reshape(-1)))
            wide = fits.reshape(*fan.wider.shape, *fits.shape[1:]).any(1)
            turns = where.turned(free)[-fan.turns :]
            turns &= where.turned(here) & ~wide
        return free, found

    def steps(
        self,
        room: Room,
        extent: Cell,
        places: Grid,
        climbed: Grid,
        most: int | None,
        odd: int = 0,
    ) -> Steps:
        """The steps from bodies of a shape in some cells, by cell and in the order of columns.

        ``climbed``: how high each has climbed; ``most``: how far it may climb from where it last
        stood, None for any height; ``odd``: the parity of the half-cells spent before.
        """
        fan, _ = self._fan(extent)
        free, found = self.open(room, extent, Spots(places))
        ends = places[:, None] + fan.shift
        free &= room.fits[ends]
        if room.holds is not None:
            free &= room.holds[ends] != NO_HOLD
        start, column = np.nonzero(free)
        end, entry = ends[start, column], found[start, column]
        scale, more = fan.costs[odd]
        over = self.hampered(entry)
        cost2 = room.rates[end] * scale[column] + more[column]
        cost2 += self.ruleset.passage.barrier * over
        now = climbed[start]
        if room.holds is None or most is None:
            return Steps(start, column, end, cost2, np.zeros_like(now), over)
        after = now + np.where(entry & _CLIMBS, fan.rise[column], 0)
        may = (abs(after) <= abs(now)) | (abs(after) <= most)
        after = np.where(room.holds[end] == STANDS, 0, after)
        return Steps(start[may], column[may], end[may], cost2[may], after[may], over[may])

    def entry(self, body: Body, column: int) -> tuple[Shut, int, bool]:
        """What on the ground forbids a way on; the cubes it climbs; whether it is hampered."""
        node = self.node(body)
        assert node is not None
        fan, entries = self._fan(body.extent)
        found = int(entries[node % self.count, column])
        cubes = int(fan.rise[column]) if found & _CLIMBS else 0
        return Shut(found & _SHUT), cubes, bool(found & _HAMPERED)

    @staticmethod
    def hampered(entries: Grid) -> Grid:
        """Of some entries, which cross a barrier that costs extra."""
        return (entries & _HAMPERED) > 0

    def _fan(self, extent: Cell) -> tuple[Fan, Grid]:
        """The columns of a shape, and the entries by cell and column."""
        if extent not in self._fans:
            fan = self._make_fan(extent)
            entries = np.zeros((len(fan.columns), self.count), np.uint8)
            for row, column in zip(entries, fan.columns, strict=True):
                self._fill(row.reshape(self.sizes), extent, column)
            rows = entries.T  # read by column in the plane, and by place in space
            self._fans[extent] = fan, rows if self.field.axes == 2 else np.ascontiguousarray(rows)
        return self._fans[extent]

    def _make_fan(self, extent: Cell) -> Fan:
        ruleset, full = self.ruleset, self.full
        columns: list[Column] = []
        tiers: list[int] = []
        ranks: list[int] = []
        tier_of: list[int] = []
        for by in self._topology.directions:
            for rank, tier in enumerate(ruleset.squeezing.tiers(full, extent, by)):
                tiers.append(len(columns))
                ranks.append(rank)
                tier_of += [len(tiers) - 1] * len(tier)
                columns += [Column(by, option.extent, option.offset, rank) for option in tier]
        turns = ruleset.squeezing.pivots(full, extent)
        for turn in turns:
            tiers.append(len(columns))
            ranks.append(0)
            tier_of.append(len(tiers) - 1)
            columns.append(Column(turn.toward, turn.extent, turn.offset, 0, turn))
        shifts = [
            self.extents.index(c.extent) * self.count + self._shift(c.offset) for c in columns
        ]
        paces = tuple(
            tuple(self._pace(column, odd) for column in columns)
            for odd in range(ruleset.metric.parities)
        )
        ranked = np.array(ranks)
        return Fan(
            columns=tuple(columns),
            shift=np.array(shifts),
            rise=np.array([c.offset[2] if len(c.offset) == 3 else 0 for c in columns]),
            paces=paces,
            costs=tuple(
                (np.array([pace.scale for pace in each]), np.array([pace.plus for pace in each]))
                for each in paces
            ),
            tiers=np.array(tiers),
            ranks=tuple(np.flatnonzero(ranked == n) for n in range(1, max(ranks) + 1)),
            tier_of=np.array(tier_of),
            turns=len(turns),
            wider=np.array([self._wider(turn) for turn in turns]),
        )

    def _pace(self, column: Column, odd: int) -> Pace:
        metric = self.ruleset.metric
        if column.turn is not None:
            return Pace(metric.step(column.by) * column.turn.length)
        return metric.pace(column.by, odd)

    def _wider(self, turn: Pivot) -> list[int]:
        slack = [most - n for most, n in zip(self.full, turn.extent, strict=True)]
        return [
            self._shift((turn.offset[0] - x, turn.offset[1] - y))
            for x in range(slack[0] + 1)
            for y in range(slack[1] + 1)
        ]

    # --- the entries ---------------------------------------------------------------------------

    def _fill(self, row: Grid, extent: Cell, column: Column) -> None:
        """Write what the ground does to one way on, the foremost reason last."""
        by, offset = column.by, column.offset
        straight = self._topology.straight(by)
        if self.field.axes == 3:
            if self.earthbound and offset[2]:
                row[:] |= self._climbing(extent, column)
            if by[2] and not offset[2]:
                row[:] = Shut.ALONG_FLOOR
            if by[2] and straight and self._has_floors:
                _write(row, self._through_floor(extent, column), Shut.FLOOR)
        barred, hampered = self._barriers(extent, column)
        if hampered is not None:
            row[hampered] |= _HAMPERED
        if barred is not None:
            _write(row, barred, Shut.BARRIER)
        if not straight and column.turn is None:
            corner = self._corner(extent, by)
            if corner is not None:
                _write(row, corner, Shut.CORNER)

    def _seen(self, grid: Grid, offset: Cell) -> Grid:
        """An array as seen from cells that lie an offset before."""
        return np.roll(grid.reshape(-1), -self._shift(offset)).reshape(self.sizes)

    def _corner(self, extent: Cell, by: Cell) -> Grid | None:
        """Where a diagonal step is stopped by what fills its space beside it, or by a floor.

        By some rules one way round the corner is enough to get past (``pool.corner``,
        ``pool.space.ways``).
        """
        key = ("corner", extent, by)
        if key not in self._corners:
            self._corners[key] = self._find_corner(extent, by)
        return self._corners[key]

    @cached_property
    def _corners(self) -> dict[Any, Grid | None]:
        return {}

    def _filled(self, extent: Cell) -> Grid | None:
        """The bodies in which something fills a cell, None where nothing does anywhere."""
        key = ("filled", extent)
        if key not in self._corners:
            filled = self._rimmed(self.ground.fills)
            any_ = bool(filled.any())
            self._corners[key] = self._cover(filled, extent, np.logical_or) if any_ else None
        return self._corners[key]

    def _floored(self, extent: Cell) -> Grid | None:
        """The bodies that a floor lies under or in, None where there is none anywhere."""
        if not self._has_floors:
            return None
        key = ("floored", extent)
        if key not in self._corners:
            self._corners[key] = self._cover(self._floors, extent, np.logical_or)
        return self._corners[key]

    def _find_corner(self, extent: Cell, by: Cell) -> Grid | None:
        filled, floors = self._filled(extent), self._floored(extent)
        if filled is None and floors is None:
            return None
        if filled is not None and not self.ruleset.passage.either_way:
            beside: Grid = self._seen(filled, (by[0], 0)) | self._seen(filled, (0, by[1]))
            return beside
        shut: Grid | None = None
        for way in ways_round(by):
            stops = [self._seen(filled, part) for part in way[:-1]] if filled is not None else []
            before: Cell = (0, 0, 0)
            for part in way:
                if floors is not None and part[2] != before[2]:
                    stops.append(self._seen(floors, max(before, part, key=itemgetter(2))))
                before = part
            if not stops:
                return None
            stopped = np.logical_or.reduce(stops)
            shut = stopped if shut is None else shut & stopped
        return shut

    def _through_floor(self, extent: Cell, column: Column) -> Grid:
        """The cells from which a straight step takes some cube of the body through a floor."""
        by, offset = column.by, column.offset
        first = [max(0, n - d) for n, d in zip(offset, by, strict=True)]
        last = [
            min(size, n - d + new)
            for size, n, d, new in zip(extent, offset, by, column.extent, strict=True)
        ]
        box = tuple(end - start for start, end in zip(first, last, strict=True))
        under = self._cover(self._floors, box, np.logical_or)
        return self._seen(under, (first[0], first[1], first[2] + max(by[2], 0)))

    def _climbing(self, extent: Cell, column: Column) -> Grid:
        """Whether a change of level is a climb, a flight of stairs, or leads nowhere."""
        up = column.offset[2] > 0
        low, offset = (extent, (0, 0, 0)) if up else (column.extent, column.offset)
        key = ("climbing", low)
        if key not in self._corners:
            holds = footing.holds(self.field, low)
            wall = np.where(holds.wall, _CLIMBS, int(Shut.NO_WALL))
            climbs = self.window.cut(np.where(holds.stairs, 0, wall).astype(np.uint8))
            found = np.pad(climbs, self._pad, constant_values=int(Shut.NO_WALL))
            self._corners[key] = found
        kept = self._corners[key]
        assert kept is not None
        return self._seen(kept, offset)

    def _barriers(self, extent: Cell, column: Column) -> tuple[Grid | None, Grid | None]:
        """Where a way leads over a barrier that stops the mover, and over one that costs extra."""
        stopping, slowing = barriers(self.field, self.ground)
        if not stopping and not slowing:
            return None, None
        topology, turn = self._topology, column.turn
        found = []
        for cell in topology.repeats:
            old = Body(cell, extent)
            new = Body(shifted(cell, column.offset), column.extent)
            if turn is None:
                found.append((cell, crossed(topology, old, column.by, new)))
            else:
                found.append((cell, swept(old, new, turn.toward, turn.length)))
        barred, hampered = (
            self._rimmed(starts(self.field.shape, found, across)) for across in (stopping, slowing)
        )
        return (barred if barred.any() else None), (hampered if hampered.any() else None)


def _write(row: Grid, where: Grid, why: Shut) -> None:
    """Put a reason before those that are there."""
    row[where] = (row[where] & ~np.uint8(_SHUT)) | np.uint8(why)


def barriers(field: Battlefield, ground: Ground) -> tuple[frozenset[Any], frozenset[Any]]:
    """The sides with barriers that a kind of mover cannot get over, and with those that cost it."""
    slowed = ground.hampered_by_barriers
    stops = field.bars if slowed else field.shut
    return stops if ground.barriers else frozenset(), field.hampering if slowed else frozenset()


def table_of(
    ruleset: Ruleset,
    field: Battlefield,
    ground: Ground,
    extents: tuple[Cell, ...],
    *,
    earthbound: bool,
    clings: bool,
    at: Cell,
    reach: int,
) -> StepTable:
    """The table of a kind of mover, kept with the map; good for so many cells around a cell.

    Of a big body on a large map of cubes it is a table of a part of the map.
    """
    kept: OrderedDict[Any, tuple[StepTable, int]] = field.memo.setdefault("steps", OrderedDict())
    width = _columns(cast(Hashable, ruleset.squeezing), ruleset.topology.directions, extents)
    middle, far = (0,) * len(at), sum(field.size) + max(extents[0])
    whole = field.axes == 2 or width * int(np.prod(field.shape)) <= WHOLE
    if not whole:
        middle = tuple(n // BLOCK * BLOCK for n in at)
        far = (reach // BLOCK + 2) * BLOCK
    key = (
        ground, extents, earthbound, clings, ruleset.squeezing, ruleset.passage, ruleset.metric,
        middle, far,
    )  # fmt: skip
    if key not in kept:
        window = ruleset.topology.window(field.shape, middle, far, extents[0])
        table = StepTable(
            ruleset, field, ground, extents, earthbound=earthbound, clings=clings, window=window,
            whole=whole,
        )  # fmt: skip
        kept[key] = table, width * table.count
        while len(kept) > 1 and sum(size for _, size in kept.values()) > KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key][0]


@lru_cache(maxsize=256)
def _columns(squeezing: Hashable, directions: tuple[Cell, ...], extents: tuple[Cell, ...]) -> int:
    """About as many columns as the shapes of a kind of mover have together."""
    policy = cast(Squeezing, squeezing)
    tiers = (policy.tiers(extents[0], extent, directions[0]) for extent in extents)
    return len(directions) * sum(len(tier) for each in tiers for tier in each)


__all__ = ["HANGS", "NO_HOLD", "STANDS", "WHY", "Column", "Part", "Room", "Shut", "Spots",
           "StepTable", "Steps", "barriers", "table_of"]  # fmt: skip
