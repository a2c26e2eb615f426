"""Entries: what the ground does to each way on from each place, for the table of steps.

An entry says what forbids the way, as a :class:`Shut`, whether it crosses a barrier that costs
extra, and whether it is a climb.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

import attrs
import numpy as np

from tacsim.core.terrain import Battlefield, Grid
from tacsim.core.verdicts import Reason
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.rules.movement import footing
from tacsim.rules.movement.crossings import crossed, starts, swept, ways_round
from tacsim.rules.movement.nodes import Nodes
from tacsim.rules.movement.policies import Ground, Pivot
from tacsim.rules.ruleset import Ruleset


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

SHUT, HAMPERED, CLIMBS = 15, 16, 32
"""The bits of an entry: the reason; whether the way crosses a barrier that costs extra; whether it
is a climb by as many cubes as it changes level, rather than a flight of stairs."""


@attrs.frozen
class Column:
    """A way on from a body: its direction, and the body that it leads to, relative to the old one.

    ``turn``: the quarter turn that it is, if it is one.
    """

    by: Cell
    extent: Cell
    offset: Cell
    turn: Pivot | None = None


class Entries:
    """Works the entries out for a kind of mover over the ground of a map."""

    def __init__(self, ruleset: Ruleset, ground: Ground, nodes: Nodes, *, earthbound: bool) -> None:
        self._topology = ruleset.topology
        self._either_way = ruleset.passage.either_way
        self._field = nodes.field
        self._ground = ground
        self._nodes = nodes
        self._earthbound = earthbound
        self._found: dict[Any, Grid | None] = {}
        """What is the same for many ways: corners, what is filled, floors, walls."""

    def of(self, extent: Cell, columns: tuple[Column, ...]) -> Grid:
        """The entries of a shape, by place and column."""
        nodes = self._nodes
        entries = np.zeros((len(columns), nodes.count), np.uint8)
        for row, column in zip(entries, columns, strict=True):
            self._fill(row.reshape(nodes.sizes), extent, column)
        rows = entries.T  # read by column in the plane, and by place in space
        return rows if self._field.axes == 2 else np.ascontiguousarray(rows)

    def _fill(self, row: Grid, extent: Cell, column: Column) -> None:
        """Write what the ground does to one way on, the foremost reason last."""
        by, offset = column.by, column.offset
        straight = self._topology.straight(by)
        if self._field.axes == 3:
            if self._earthbound and offset[2]:
                row[:] |= self._climbing(extent, column)
            if by[2] and not offset[2]:
                row[:] = Shut.ALONG_FLOOR
            if by[2] and straight and self._nodes.has_floors:
                _write(row, self._through_floor(extent, column), Shut.FLOOR)
        barred, hampered = self._barriers(extent, column)
        if hampered is not None:
            row[hampered] |= HAMPERED
        if barred is not None:
            _write(row, barred, Shut.BARRIER)
        if not straight and column.turn is None:
            corner = self._corner(extent, by)
            if corner is not None:
                _write(row, corner, Shut.CORNER)

    def _seen(self, grid: Grid, offset: Cell) -> Grid:
        """An array as seen from cells that lie an offset before."""
        return np.roll(grid.reshape(-1), -self._nodes.shift(offset)).reshape(self._nodes.sizes)

    @enforces("corner", "pool.space.ways")
    def _corner(self, extent: Cell, by: Cell) -> Grid | None:
        """Where a diagonal step is stopped by what fills its space beside it, or by a floor.

        By some rules one way round the corner is enough to get past (``pool.corner``,
        ``pool.space.ways``).
        """
        key = ("corner", extent, by)
        if key not in self._found:
            self._found[key] = self._find_corner(extent, by)
        return self._found[key]

    def _filled(self, extent: Cell) -> Grid | None:
        """The bodies in which something fills a cell, None where nothing does anywhere."""
        key = ("filled", extent)
        if key not in self._found:
            filled = self._nodes.rimmed(self._ground.fills)
            any_ = bool(filled.any())
            self._found[key] = self._nodes.cover(filled, extent, np.logical_or) if any_ else None
        return self._found[key]

    def _floored(self, extent: Cell) -> Grid | None:
        """The bodies that a floor lies under or in, None where there is none anywhere."""
        if not self._nodes.has_floors:
            return None
        key = ("floored", extent)
        if key not in self._found:
            self._found[key] = self._nodes.cover(self._nodes.floors, extent, np.logical_or)
        return self._found[key]

    def _find_corner(self, extent: Cell, by: Cell) -> Grid | None:
        filled, floors = self._filled(extent), self._floored(extent)
        if filled is None and floors is None:
            return None
        if filled is not None and not self._either_way:
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
        under = self._nodes.cover(self._nodes.floors, box, np.logical_or)
        return self._seen(under, (first[0], first[1], first[2] + max(by[2], 0)))

    def _climbing(self, extent: Cell, column: Column) -> Grid:
        """Whether a change of level is a climb, a flight of stairs, or leads nowhere."""
        up = column.offset[2] > 0
        low, offset = (extent, (0, 0, 0)) if up else (column.extent, column.offset)
        key = ("climbing", low)
        if key not in self._found:
            holds = footing.holds(self._field, low)
            wall = np.where(holds.wall, CLIMBS, int(Shut.NO_WALL))
            climbs = self._nodes.window.cut(np.where(holds.stairs, 0, wall).astype(np.uint8))
            found = np.pad(climbs, self._nodes.pad, constant_values=int(Shut.NO_WALL))
            self._found[key] = found
        kept = self._found[key]
        assert kept is not None
        return self._seen(kept, offset)

    def _barriers(self, extent: Cell, column: Column) -> tuple[Grid | None, Grid | None]:
        """Where a way leads over a barrier that stops the mover, and over one that costs extra."""
        stopping, slowing = barriers(self._field, self._ground)
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
            self._nodes.rimmed(starts(self._field.shape, found, across))
            for across in (stopping, slowing)
        )
        return (barred if barred.any() else None), (hampered if hampered.any() else None)


def _write(row: Grid, where: Grid, why: Shut) -> None:
    """Put a reason before those that are there."""
    row[where] = (row[where] & ~np.uint8(SHUT)) | np.uint8(why)


def barriers(field: Battlefield, ground: Ground) -> tuple[frozenset[Any], frozenset[Any]]:
    """The sides with barriers that a kind of mover cannot get over, and with those that cost it."""
    slowed = ground.hampered_by_barriers
    stops = field.bars if slowed else field.high
    stops = (stops if ground.barriers else frozenset()) | ground.shut
    return stops, field.hampering if slowed else frozenset()
