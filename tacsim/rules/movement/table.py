"""The table of steps: where each step from each place leads, what it costs, and what forbids it.

This states the rules of a step, and nothing else does: the search takes its edges from here, and
whoever asks about one step (the judge of a path, a move under way, a preview, "why not?") reads
the one place that it asks about.

A :class:`StepTable` holds what depends on the ground and on the kind of mover alone, and is kept
with the map. For each shape of body it has a row for each place and a column for each way on from
there: one of the bodies that a step in a direction may lead to, in the order of the squeezing
policy's ranks, or a quarter turn. An entry says what on the ground forbids that way, as a
:class:`Shut`. A :class:`Room` is what changes as creatures move: whether a body fits in a place,
how dear it is to step there, and whether it finds a hold. It is worked out anew for each question,
but only around the creatures that are near.

Places are *nodes*: the number of a shape and a cell, in arrays with a rim around the map.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, cast

import attrs
import numpy as np

from tacsim.core.terrain import Battlefield, Grid
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.metric import Pace
from tacsim.grid.windows import Window
from tacsim.rules.movement import footing
from tacsim.rules.movement.entries import CLIMBS, HAMPERED, SHUT, Column, Entries, Shut
from tacsim.rules.movement.nodes import Nodes, Spots, Where
from tacsim.rules.movement.policies import Ground, Pivot, Squeezing
from tacsim.rules.ruleset import Ruleset

KEPT = 128_000_000
"""Entries that the tables of a map may come to in all; the one used last is kept in any case."""

WHOLE = 16_000_000
"""Entries of a table that is made for the whole of a map."""

BLOCK = 16
"""Cells from one part of a map to the next, of maps that are too large for that."""


NO_HOLD, HANGS, STANDS = 0, 1, 2
"""How a body is held up in a place."""


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
    begins: Grid
    """Where each rank of a direction begins: bodies of which none is wider than another."""
    later: tuple[Grid, ...]
    """The ranks that come second in their direction, those that come third, and so on."""
    rank_of: Grid
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
        self.nodes = Nodes(field, extents, window)
        """The numbers of bodies."""
        self.whole = whole
        self._entries = Entries(ruleset, ground, self.nodes, earthbound=earthbound)
        self._fans: dict[Cell, tuple[Fan, Grid]] = {}
        self.memo: dict[Any, Any] = {}
        """For whoever reads it: what was read (:mod:`tacsim.rules.movement.laid`)."""
        self._beside: dict[int, frozenset[int]] = {}
        offsets, shifts = ruleset.topology.offsets, self.nodes.shifts
        self._cells = {extent: shifts(offsets(extent)) for extent in extents}
        self._lowest = {extent: shifts(self._layer(extent)) for extent in extents}

    def _layer(self, extent: Cell) -> tuple[Cell, ...]:
        """The cells of a body that tell what the ground costs: on cubes its lowest layer."""
        offsets = self.ruleset.topology.offsets(extent)
        return offsets if self.field.axes == 2 else tuple(by for by in offsets if not by[2])

    # --- what bodies find where nobody is --------------------------------------------------------

    @cached_property
    def _open(self) -> Grid:
        """The cells that may be entered."""
        return self.nodes.rimmed(self.ground.enter)

    @cached_property
    def _doublings(self) -> Grid:
        """How often each cell doubles the cost."""
        return self.nodes.rimmed(self.ground.doublings.astype(np.int32))

    @cached_property
    def _whole(self) -> Grid:
        """Where no floor lies between the layers of a body."""
        found = []
        for extent in self.extents:
            free = np.ones(self.nodes.sizes, bool)
            if self.field.axes == 3 and extent[2] > 1 and self.nodes.has_floors:
                inner = self.nodes.cover(
                    self.nodes.floors, (*extent[:2], extent[2] - 1), np.logical_or
                )
                free[:-1] = ~inner[1:]
            found.append(free)
        return self.nodes.stacked(found)

    @cached_property
    def squeezed(self) -> Grid:
        """By node, whether a body is narrower than the mover, or in a tight cell."""
        tight = self.nodes.rimmed(self.ground.tight)
        return self.nodes.stacked(
            np.ones(self.nodes.sizes, bool)
            if extent != self.full
            else self.nodes.cover(tight, extent, np.logical_or)
            for extent in self.extents
        )

    @cached_property
    @enforces("d20.terrain.mixed-footprint")
    def empty(self) -> Room:
        """What bodies find where nobody is."""
        fits = self.nodes.stacked(
            self.nodes.cover(self._open, extent, np.logical_and) for extent in self.extents
        )
        worst = self.nodes.stacked(
            self.nodes.cover(self._doublings, self._flat(extent), np.maximum)
            for extent in self.extents
        )
        enters = self._open.reshape(-1)
        rates = self._rates(worst, self.squeezed)
        return Room(enters, fits & self._whole, rates, self._holds())

    def _flat(self, extent: Cell) -> Cell:
        return extent if self.field.axes == 2 else (*extent[:2], 1)

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
            stands = holds.stand | holds.water  # only swimmers get into water
            found.append(self.nodes.rimmed(np.where(stands, STANDS, held).astype(np.int8)))
        return self.nodes.stacked(found)

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
        closed, free = self.nodes.at(shut), self.nodes.at(opened)
        enters, fits, rates, holds = room.enters, room.fits, room.rates, room.holds
        if len(closed):
            enters, fits = enters.copy(), fits.copy()
            enters[closed] = False
            for shape, shifts in enumerate(self._cells.values()):
                fits[shape * self.nodes.count + np.subtract.outer(closed, shifts)] = False
        if len(free) and not enters[free].all():
            enters, fits = enters.copy(), fits.copy()
            enters[free] = True
            for shape, shifts in enumerate(self._cells.values()):
                around = np.subtract.outer(free, shifts).reshape(-1)
                nodes = shape * self.nodes.count + around
                fits[nodes] = enters[np.add.outer(around, shifts)].all(1) & self._whole[nodes]
        slowed = [(self.nodes.at(body.cells), doublings) for body, doublings in slow]
        if slowed:
            doublings, rates = self._doublings.reshape(-1).copy(), rates.copy()
            for places, more in slowed:
                doublings[places] += more
            where = np.concatenate([places for places, _ in slowed])
            for shape, shifts in enumerate(self._lowest.values()):
                around = np.subtract.outer(where, shifts).reshape(-1)
                worst = doublings[np.add.outer(around, shifts)].max(1)
                nodes = shape * self.nodes.count + around
                rates[nodes] = self._rates(worst, self.squeezed[nodes])
        if holds is not None:
            above = [shifted(cell, (0, 0, 1)) for body in lying for cell in body.cells]
            if above:
                holds, where = holds.copy(), self.nodes.at(above)
                for shape, shifts in enumerate(self._lowest.values()):
                    holds[shape * self.nodes.count + np.subtract.outer(where, shifts)] = STANDS
        if not (len(closed) or len(free) or slowed or lying):
            return room
        return Room(enters, fits, rates, holds)

    # --- ways on -------------------------------------------------------------------------------

    def columns(self, extent: Cell) -> tuple[Column, ...]:
        """The ways on from bodies of a shape, in the order of their columns."""
        return self._fan(extent)[0].columns

    def paces(self, extent: Cell, odd: int) -> tuple[Pace, ...]:
        """What they cost, so many half-cells having been spent before."""
        return self._fan(extent)[0].paces[odd]

    def beside(self, node: int) -> frozenset[int]:
        """The places that the steps from a body depend on: its own, and where they lead."""
        found = self._beside.get(node)
        if found is None:
            shape, place = divmod(node, self.nodes.count)
            around = place + self._around(self.extents[shape])
            found = self._beside[node] = frozenset(around.tolist())
        return found

    def _around(self, extent: Cell) -> Grid:
        """The shifts from the place of a body to those its steps depend on, some more than once."""
        fan, _ = self._fan(extent)
        full = np.add.outer(fan.wider.reshape(-1), self._cells[self.full]).reshape(-1)
        ends = (
            self.nodes.shift(column.offset) + self._cells[column.extent] for column in fan.columns
        )
        return np.concatenate([self._cells[extent], full.astype(int), *ends])

    def open(self, room: Room, extent: Cell, where: Where) -> tuple[Grid, Grid]:
        """The ways on from some places, as arrays by place and column.

        Which of them nothing forbids, as far as the body fits in where they lead to; the entries of
        the table.
        """
        fan, entries = self._fan(extent)
        found = where.rows(entries)
        free: Grid = (found & SHUT) == 0
        if fan.later:
            fits = where.look(room.fits, fan.shift)
            taken = where.anywhere(fits, fan.begins)
            before = np.zeros_like(taken)
            any_, wider = where.turned(taken), where.turned(before)
            for later in fan.later:
                wider[later] = any_[later - 1]
                any_[later] |= wider[later]
            free &= ~before.take(fan.rank_of, axis=where.axis)
        if fan.turns:
            here = where.look(room.fits, np.array([self.extents.index(extent) * self.nodes.count]))
            fits = where.turned(where.look(room.fits, fan.wider.reshape(-1)))
            wide = fits.reshape(*fan.wider.shape, *fits.shape[1:]).any(1)
            turns = where.turned(free)[-fan.turns :]
            turns &= where.turned(here) & ~wide
        return free, found

    @enforces("d20.obstacle.between")
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
        after = now + np.where(entry & CLIMBS, fan.rise[column], 0)
        may = (abs(after) <= abs(now)) | (abs(after) <= most)
        after = np.where(room.holds[end] == STANDS, 0, after)
        return Steps(start[may], column[may], end[may], cost2[may], after[may], over[may])

    def entry(self, body: Body, column: int) -> tuple[Shut, int, bool]:
        """What on the ground forbids a way on; the cubes it climbs; whether it is hampered."""
        node = self.nodes.number(body)
        assert node is not None
        fan, entries = self._fan(body.extent)
        found = int(entries[node % self.nodes.count, column])
        cubes = int(fan.rise[column]) if found & CLIMBS else 0
        return Shut(found & SHUT), cubes, bool(found & HAMPERED)

    @staticmethod
    def hampered(entries: Grid) -> Grid:
        """Of some entries, which cross a barrier that costs extra."""
        return (entries & HAMPERED) > 0

    def _fan(self, extent: Cell) -> tuple[Fan, Grid]:
        """The columns of a shape, and the entries by cell and column."""
        if extent not in self._fans:
            fan = self._make_fan(extent)
            self._fans[extent] = fan, self._entries.of(extent, fan.columns)
        return self._fans[extent]

    def _make_fan(self, extent: Cell) -> Fan:
        ruleset, full = self.ruleset, self.full
        columns: list[Column] = []
        begins: list[int] = []
        places: list[int] = []
        rank_of: list[int] = []
        for by in self.ruleset.topology.directions:
            for place, rank in enumerate(ruleset.squeezing.ranks(full, extent, by)):
                begins.append(len(columns))
                places.append(place)
                rank_of += [len(begins) - 1] * len(rank)
                columns += [Column(by, option.extent, option.offset) for option in rank]
        turns = ruleset.squeezing.pivots(full, extent)
        for turn in turns:
            begins.append(len(columns))
            places.append(0)
            rank_of.append(len(begins) - 1)
            columns.append(Column(turn.toward, turn.extent, turn.offset, turn))
        shifts = [
            self.extents.index(c.extent) * self.nodes.count + self.nodes.shift(c.offset)
            for c in columns
        ]
        paces = tuple(
            tuple(self._pace(column, odd) for column in columns)
            for odd in range(ruleset.metric.parities)
        )
        ranked = np.array(places)
        return Fan(
            columns=tuple(columns),
            shift=np.array(shifts),
            rise=np.array([c.offset[2] if len(c.offset) == 3 else 0 for c in columns]),
            paces=paces,
            costs=tuple(
                (np.array([pace.scale for pace in each]), np.array([pace.plus for pace in each]))
                for each in paces
            ),
            begins=np.array(begins),
            later=tuple(np.flatnonzero(ranked == n) for n in range(1, max(places) + 1)),
            rank_of=np.array(rank_of),
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
            self.nodes.shift((turn.offset[0] - x, turn.offset[1] - y))
            for x in range(slack[0] + 1)
            for y in range(slack[1] + 1)
        ]


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
    kept: OrderedDict[Any, tuple[StepTable, int]] = field.memo.of("steps", OrderedDict)
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
        kept[key] = table, width * table.nodes.count
        while len(kept) > 1 and sum(size for _, size in kept.values()) > KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key][0]


@lru_cache(maxsize=256)
def _columns(squeezing: Hashable, directions: tuple[Cell, ...], extents: tuple[Cell, ...]) -> int:
    """About as many columns as the shapes of a kind of mover have together."""
    policy = cast(Squeezing, squeezing)
    found = (policy.ranks(extents[0], extent, directions[0]) for extent in extents)
    return len(directions) * sum(len(rank) for each in found for rank in each)
