"""Where can it go: the path search in C, squeezing and turning corners included.

A node is a shape and the cell of its least corner, with the odd half-cell spent and the cubes
climbed where these matter; every rule of :mod:`tacsim.rules.movement.steps` becomes a set of edges
with a mask of the nodes that have them. The window is cropped to what the budget can reach.
"""

from __future__ import annotations

from operator import itemgetter

import attrs
import numpy as np
import tcod.path

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import Pace
from tacsim.rules.movement.crossings import Crossings
from tacsim.rules.movement.edges import Arc, Edges
from tacsim.rules.movement.levels import Levels
from tacsim.rules.movement.occupancy import bodies, hulks
from tacsim.rules.movement.policies import Option, Squeezing
from tacsim.rules.movement.steps import Mover, ways_round

_FAR = np.iinfo(np.int32).max


@attrs.frozen
class Place:
    """Somewhere a mover can get to: the body it has there and the half-cells that it costs.

    ``climbed``: how high it has climbed then, below zero for down, where that tells places apart.
    """

    body: Body
    halves: int
    climbed: int = 0


class Reach:
    """The result of a search from one body within a budget of half-cells."""

    def __init__(
        self,
        mover: Mover,
        start: Body,
        limit: int,
        *,
        avoid: frozenset[Cell] = frozenset(),
        spent: int = 0,
    ) -> None:
        self.mover = mover
        self.start = start
        self.limit = limit
        self.spent = spent
        """The half-cells of the measured move before it."""
        self.climbed = mover.climbed if start == mover.creature.body else 0
        """How high the mover has climbed before it since it last stood."""
        graph = _Graph(mover, start, limit, avoid, spent, self.climbed)
        self._window = graph.window
        self._pathfinder, self._edges = graph.search()
        self.extents = graph.extents
        self._parities = graph.parities
        self._heights = graph.heights
        self._distance = self._pathfinder.distance
        self._nearest = self._distance
        if len(self._distance) > len(self.extents):
            shape = (-1, len(self.extents), *graph.shape)
            self._nearest = self._distance.reshape(shape).min(axis=0)

    def __contains__(self, body: Body) -> bool:
        return self.halves(body) is not None

    def halves(self, body: Body) -> int | None:
        """The half-cells of the cheapest way to a body, or None out of reach."""
        node = self._node(body)
        if node is None:
            return None
        value = int(self._nearest[node])
        return value if value <= self.limit else None

    def places(self) -> list[Place]:
        """Every body within reach, the start included, ordered by shape, level, row and column."""
        return self._places(self._nearest)

    def all_places(self) -> list[Place]:
        """The same, apart by the odd half-cell spent and the cubes climbed where they matter."""
        return self._places(self._distance)

    def _places(self, distance: Grid) -> list[Place]:
        layers, *places = np.nonzero(distance <= self.limit)
        values = distance[(layers, *places)].tolist()
        cells = self._window.cells(*(axis.tolist() for axis in places))
        shapes, pairs = len(self.extents), len(self.extents) * self._parities
        return [
            Place(Body(cell, self.extents[layer % shapes]), halves, self._heights[layer // pairs])
            for layer, cell, halves in zip(layers.tolist(), cells, values, strict=True)
        ]

    def way(self, body: Body) -> list[Body]:
        """A cheapest way from the start to a body within reach, both included."""
        node = self._node(body)
        if node is None:
            raise ValueError(f"{body} is out of reach")
        came_from = self._pathfinder.traversal
        either = range(node[0], len(self._distance), len(self.extents))
        nodes = [min(((n, *node[1:]) for n in either), key=lambda n: int(self._distance[n]))]
        # followed by hand: the pathfinder's own path_to takes a way through every node for a loop
        while (before := tuple(came_from[nodes[-1]].tolist())) != nodes[-1]:
            nodes.append(before)
        layers, *places = zip(*reversed(nodes), strict=True)
        extents = (self.extents[layer % len(self.extents)] for layer in layers)
        return list(map(Body, self._window.cells(*places), extents))

    def root(self) -> int:
        """The number of the node that the search started from."""
        node = self._node(self.start)
        assert node is not None
        layers = range(node[0], len(self._distance), len(self.extents))
        layer = next(n for n in layers if self._distance[(n, *node[1:])] == 0)
        return int(np.ravel_multi_index((layer, *node[1:]), self._distance.shape))

    def bodies(self) -> dict[int, Place]:
        """Every node within reach by its number: its body, and what it costs."""
        near = np.nonzero(self._distance.ravel() <= self.limit)[0].tolist()
        return dict(zip(near, self.all_places(), strict=True))

    def arcs(self, slack: int) -> dict[int, list[Arc]]:
        """The steps between nodes within reach on ways that cost at most ``slack`` too much.

        By the node that they start from; in the order in which the rules of steps have them.
        """
        return self._edges.arcs(self._distance, self.limit, slack)

    def _node(self, body: Body) -> tuple[int, ...] | None:
        if body.extent not in self.extents:
            return None
        index = self._window.index(body.at)
        sizes = self._distance.shape[1:]
        if not all(0 <= n < size for n, size in zip(index, sizes, strict=True)):
            return None
        return (self.extents.index(body.extent), *index)


def _gained(squeezing: Squeezing, extents: tuple[Cell, ...], limit: int) -> int:
    """How many cells farther than its budget a body may come by narrowing and widening again.

    A step that narrows a body into its far half, or widens it from there, brings its corner on by
    two cells; where it costs no more than another step, every second one may.
    """
    free = len(extents) > 1 and squeezing.rate(0, True) == squeezing.rate(0, False)
    return limit // 4 + 1 if free else 0


class _Graph:
    """The steps of a mover over the part of the map that it can reach."""

    def __init__(
        self,
        mover: Mover,
        start: Body,
        limit: int,
        avoid: frozenset[Cell],
        spent: int,
        climbed: int,
    ) -> None:
        self.mover = mover
        self.start = start
        self.spent = spent
        self.climbed = climbed
        self.parities = mover.battle.ruleset.metric.parities
        squeezing = mover.battle.ruleset.squeezing
        self.squeezing: Squeezing = squeezing
        full = mover.full
        self.extents = squeezing.extents(full)
        if start.extent not in self.extents:
            self.extents = (*self.extents, start.extent)
        field = mover.field
        reach = limit // 2 + max(full) + _gained(squeezing, self.extents, limit)
        topology = mover.battle.ruleset.topology
        self.window = topology.window(field.shape, start.at, reach, full)
        self.shape = self.window.shape
        self.pad = max(full) + 1
        ground, cut = mover.ground, self.window.cut
        self._ok = cut(ground.enter).copy()
        self._doublings = cut(ground.doublings).astype(np.int32)
        self._tight = cut(ground.tight)
        self._fills = cut(ground.fills)
        self._add_creatures()
        for cell in avoid:
            index = self.window.index(cell)
            if all(0 <= n < size for n, size in zip(index, self.shape, strict=True)):
                self._ok[index] = False
        for cell in start.cells:
            self._ok[self.window.index(cell)] = True
        self._crossings = Crossings(mover, self.window)
        self._levels = (
            Levels(mover, self.window, climbed, self._padded, self._at)
            if len(self.shape) == 3
            else None
        )
        self.heights = self._levels.heights if self._levels is not None else range(1)

    def _add_creatures(self) -> None:
        mover, part = self.mover, self.window.part
        world = mover.battle.world
        for other, body in (*bodies(world), *hulks(world)):
            if other == mover.creature.id or other not in mover.known:
                continue
            passing = mover.passing(other)
            if not passing.allowed:
                self._ok[part(body)] = False
            elif passing.doublings:
                self._doublings[part(body)] += passing.doublings

    def search(self) -> tuple[tcod.path.Pathfinder, Edges]:
        """Run the search: the resolved pathfinder over (layer, y, x), and its edges.

        A layer is a shape; of these there are as many as there are parities and counts of cubes
        climbed, the parities of a count together. On cubes it is over (layer, z, y, x).
        """
        levels = self._levels
        open_ = bool(self._ok.all()) and not self.window.clipped and levels is None
        full_only = open_ and self.start.extent == self.mover.full
        extents = self.extents[:1] if full_only or len(self.extents) == 1 else self.extents
        self.extents = extents
        cover = self.window.cover
        cost = np.zeros((len(extents), *self.shape), np.int32)
        fits = []
        tight = self._tight if self._tight.any() else None
        uniform = not self._doublings.any()
        for layer, extent in enumerate(extents):
            fit = cover(self._ok, extent, np.logical_and)
            if levels is not None:
                fit = fit & levels.whole(extent)
            lowest = extent if levels is None else (*extent[:2], 1)
            worst = 0 if uniform else cover(self._doublings, lowest, np.maximum)
            narrow: bool | Grid = extent != self.mover.full
            if tight is not None and not narrow:
                narrow = cover(tight, extent, np.logical_or)
            cost[layer] = fit * (self.squeezing.rate(worst, narrow) + self.mover.ground.extra)
            fits.append(self._padded(fit))
        copies = self.parities * len(self.heights)
        cost = np.tile(cost, (copies, *(1 for _ in self.shape)))
        graph = tcod.path.CustomGraph(cost.shape)
        edges = Edges(graph, cost, self.mover.battle.ruleset.passage.barrier)
        for odd in range(self.parities):
            for layer, extent in enumerate(extents):
                self._add_steps(edges, fits, layer, extent, odd)
                self._add_pivots(edges, fits, layer, extent)
        edges.finish()
        finder = tcod.path.Pathfinder(graph)
        layer = extents.index(self.start.extent)
        height = self.heights.index(self.climbed)
        layer += len(extents) * (self.spent % self.parities + self.parities * height)
        finder.add_root((layer, *self.window.index(self.start.at)))
        finder.resolve()
        return finder, edges

    def _add_steps(
        self, edges: Edges, fits: list[Grid], layer: int, extent: Cell, odd: int
    ) -> None:
        """Add the steps from one shape, ``odd`` half-cells having been spent."""
        metric, topology = self.mover.battle.ruleset.metric, self.mover.battle.ruleset.topology
        filled: Grid | None = None
        if self._fills.any() and not all(map(topology.straight, topology.directions)):
            filled = self.window.cover(self._padded(self._fills), extent, np.logical_or)
        floors: Grid | None = None
        if self._levels is not None and self._levels.floors.any():
            floors = self.window.cover(self._padded(self._levels.floors), extent, np.logical_or)
        alone = len(self.extents) == 1
        for by in topology.directions:
            open_ = None if topology.straight(by) else self._round(by, filled, floors)
            pace = metric.pace(by, odd)
            if alone:
                self._add(edges, layer, Option(extent, by), by, pace, odd, open_)
                continue
            left = open_
            tiers = self.squeezing.tiers(self.mover.full, extent, by)
            for tier in tiers:
                # where a body does not fit its cost is 0, which is no way: that needs no mask
                for option in tier:
                    self._add(edges, layer, option, by, pace, odd, left)
                if tier is not tiers[-1]:
                    left = self._without(left, tier, fits)
                    if not left.any():
                        break

    def _round(self, by: Cell, filled: Grid | None, floors: Grid | None) -> Grid | None:
        """Where a diagonal step gets past the corner, None for everywhere.

        ``filled`` and ``floors``: the bodies in which something fills a cell, or that a floor lies
        under or in.
        """
        if filled is None and floors is None:
            return None
        if filled is not None and not self.mover.battle.ruleset.passage.either_way:
            return ~(self._at(filled, (by[0], 0)) | self._at(filled, (0, by[1])))
        shut: Grid | None = None
        for way in ways_round(by):
            stops = [self._at(filled, part) for part in way[:-1]] if filled is not None else []
            before: Cell = (0, 0, 0)
            for part in way:
                if floors is not None and part[2] != before[2]:
                    stops.append(self._at(floors, max(before, part, key=itemgetter(2))))
                before = part
            if not stops:
                return None
            stopped = np.logical_or.reduce(stops)
            shut = stopped if shut is None else shut & stopped
        return None if shut is None else ~shut

    def _without(self, left: Grid | None, tier: tuple[Option, ...], fits: list[Grid]) -> Grid:
        """Of some nodes those from which no option of a tier fits."""
        index = self.extents.index
        taken = self._at(fits[index(tier[0].extent)], tier[0].offset)
        for option in tier[1:]:
            taken = taken | self._at(fits[index(option.extent)], option.offset)
        return ~taken if left is None else left & ~taken

    def _add(
        self,
        edges: Edges,
        layer: int,
        option: Option,
        by: Cell,
        pace: Pace,
        odd: int,
        mask: Grid | None,
    ) -> None:
        """Add the steps to one option, those over barriers apart."""
        barred, hampered = self._crossings.of(self.extents[layer], by, option)
        if barred is not None:
            mask = ~barred if mask is None else mask & ~barred
        count, after = len(self.extents), (odd + pace.plus) % self.parities
        extent, shape = self.extents[layer], self.extents.index(option.extent)
        offset = self.window.offset(option.offset)
        if self._levels is not None and by[2] and not option.offset[2]:
            return
        if self._levels is None:
            edges.add(layer + odd * count, shape + after * count, offset, pace, mask, hampered)
            return
        if sum(map(abs, by)) == 1 and by[2] and self._levels.floors.any():
            through = self._levels.through(extent, by, option)
            mask = ~through if mask is None else mask & ~through
        for climbed, now, hold in self._levels.holds(extent, option):
            start, end = odd + climbed * self.parities, after + now * self.parities
            here = hold if mask is None else mask if hold is None else mask & hold
            edges.add(layer + start * count, shape + end * count, offset, pace, here, hampered)

    def _add_pivots(self, edges: Edges, fits: list[Grid], layer: int, extent: Cell) -> None:
        full, metric = self.mover.full, self.mover.battle.ruleset.metric
        for turn in self.squeezing.pivots(full, extent):
            to = self.extents.index(turn.extent)
            fit = self._at(fits[to], turn.offset)
            wide = np.zeros(self.shape, bool)
            for x in range(full[0] - turn.extent[0] + 1):
                for y in range(full[1] - turn.extent[1] + 1):
                    offset = (turn.offset[0] - x, turn.offset[1] - y)
                    wide |= self._at(fits[0], offset)
            mask = fit & ~wide
            barred, hampered = self._crossings.of_turn(extent, turn.extent, turn.offset,
                                                       turn.toward, turn.length)  # fmt: skip
            if barred is not None:
                mask = mask & ~barred
            edges.add(
                layer, to, turn.offset, Pace(metric.step(turn.toward) * turn.length), mask, hampered
            )

    def _padded(self, grid: Grid) -> Grid:
        pad = self.pad
        out = np.zeros([size + 2 * pad for size in self.shape], grid.dtype)
        out[(slice(pad, -pad),) * grid.ndim] = grid
        return out

    def _at(self, padded: Grid, offset: Cell) -> Grid:
        starts = (self.pad + n for n in reversed(self.window.offset(offset)))
        return padded[tuple(slice(n, n + size) for n, size in zip(starts, self.shape, strict=True))]
