"""Where can it go: the path search in C, squeezing and turning corners included.

A node is a shape and the cell of its least corner; every rule of :mod:`tacsim.rules.steps` becomes
a set of edges with a mask of the nodes that have them. The window is cropped to what the budget
can reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import numpy as np
import tcod.path

from tacsim.geometry.cells import Body, Cell, shifted
from tacsim.geometry.metric import Pace
from tacsim.geometry.windows import Window
from tacsim.model.terrain import Grid
from tacsim.rules.locomotion import Option, Squeezing
from tacsim.rules.occupancy import bodies
from tacsim.rules.steps import Mover

_FAR = np.iinfo(np.int32).max


@attrs.frozen
class Place:
    """Somewhere a mover can get to: the body it has there and the half-cells that it costs."""

    body: Body
    halves: int


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
        graph = _Graph(mover, start, limit, avoid, spent)
        self._window = graph.window
        self._pathfinder = graph.search()
        self.extents = graph.extents
        self._distance = self._pathfinder.distance
        self._nearest = self._distance
        if graph.parities > 1:
            shape = (graph.parities, len(self.extents), *graph.shape)
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
        """Every body within reach, the start included, ordered by shape, row and column."""
        return self._places(self._nearest)

    def all_places(self) -> list[Place]:
        """The same, with the cheapest ways of both parities where that matters."""
        return self._places(self._distance)

    def _places(self, distance: Grid) -> list[Place]:
        layers, ys, xs = np.nonzero(distance <= self.limit)
        values = distance[layers, ys, xs].tolist()
        cells = self._window.cells(ys.tolist(), xs.tolist())
        count = len(self.extents)
        return [
            Place(Body(cell, self.extents[layer % count]), halves)
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
        layers, ys, xs = zip(*reversed(nodes), strict=True)
        extents = (self.extents[layer % len(self.extents)] for layer in layers)
        return list(map(Body, self._window.cells(ys, xs), extents))

    def _node(self, body: Body) -> tuple[int, int, int] | None:
        if body.extent not in self.extents:
            return None
        y, x = self._window.index(body.at)
        _, height, width = self._distance.shape
        if not (0 <= x < width and 0 <= y < height):
            return None
        return (self.extents.index(body.extent), y, x)


class _Graph:
    """The steps of a mover over the part of the map that it can reach."""

    def __init__(
        self, mover: Mover, start: Body, limit: int, avoid: frozenset[Cell], spent: int
    ) -> None:
        self.mover = mover
        self.start = start
        self.spent = spent
        self.parities = mover.battle.ruleset.metric.parities
        squeezing = mover.battle.ruleset.squeezing
        self.squeezing: Squeezing = squeezing
        full = mover.full
        self.extents = squeezing.extents(full)
        if start.extent not in self.extents:
            self.extents = (*self.extents, start.extent)
        field = mover.field
        reach = limit // 2 + max(full)
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
            y, x = self.window.index(cell)
            if 0 <= y < self.shape[0] and 0 <= x < self.shape[1]:
                self._ok[y, x] = False
        for cell in start.cells:
            self._ok[self.window.index(cell)] = True
        self._crossings = _Crossings(mover, self.window)

    def _add_creatures(self) -> None:
        mover, part = self.mover, self.window.part
        for other, body in bodies(mover.battle.world):
            if other == mover.creature.id or other not in mover.known:
                continue
            passing = mover.passing(other)
            if not passing.allowed:
                self._ok[part(body)] = False
            elif passing.doublings:
                self._doublings[part(body)] += passing.doublings

    def search(self) -> tcod.path.Pathfinder:
        """Run the search and return the resolved pathfinder over (shape, y, x)."""
        open_ = bool(self._ok.all()) and not self.window.clipped
        full_only = open_ and self.start.extent == self.mover.full
        extents = self.extents[:1] if full_only or len(self.extents) == 1 else self.extents
        self.extents = extents
        height, width = self.shape
        cover = self.window.cover
        cost = np.zeros((len(extents), height, width), np.int32)
        fits = []
        tight = self._tight if self._tight.any() else None
        uniform = not self._doublings.any()
        for layer, extent in enumerate(extents):
            fit = cover(self._ok, extent, np.logical_and)
            worst = 0 if uniform else cover(self._doublings, extent, np.maximum)
            narrow: bool | Grid = extent != self.mover.full
            if tight is not None and not narrow:
                narrow = cover(tight, extent, np.logical_or)
            cost[layer] = fit * (self.squeezing.rate(worst, narrow) + self.mover.ground.extra)
            fits.append(self._padded(fit))
        cost = np.tile(cost, (self.parities, 1, 1))
        graph = tcod.path.CustomGraph(cost.shape)
        edges = _Edges(graph, cost, self.mover.battle.ruleset.passage.barrier)
        for odd in range(self.parities):
            for layer, extent in enumerate(extents):
                self._add_steps(edges, fits, layer, extent, odd)
                self._add_pivots(edges, fits, layer, extent)
        edges.finish()
        finder = tcod.path.Pathfinder(graph)
        layer = extents.index(self.start.extent) + self.spent % self.parities * len(extents)
        finder.add_root((layer, *self.window.index(self.start.at)))
        finder.resolve()
        return finder

    def _add_steps(
        self, edges: _Edges, fits: list[Grid], layer: int, extent: Cell, odd: int
    ) -> None:
        """Add the steps from one shape, ``odd`` half-cells having been spent."""
        metric, topology = self.mover.battle.ruleset.metric, self.mover.battle.ruleset.topology
        filled: Grid | None = None
        if self._fills.any() and not all(map(topology.straight, topology.directions)):
            filled = self._padded(self.window.cover(self._fills, extent, np.logical_or))
        alone = len(self.extents) == 1
        for by in topology.directions:
            open_: Grid | None = None
            if filled is not None and not topology.straight(by):
                open_ = ~(self._at(filled, (by[0], 0)) | self._at(filled, (0, by[1])))
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

    def _without(self, left: Grid | None, tier: tuple[Option, ...], fits: list[Grid]) -> Grid:
        """Of some nodes those from which no option of a tier fits."""
        index = self.extents.index
        taken = self._at(fits[index(tier[0].extent)], tier[0].offset)
        for option in tier[1:]:
            taken = taken | self._at(fits[index(option.extent)], option.offset)
        return ~taken if left is None else left & ~taken

    def _add(
        self,
        edges: _Edges,
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
        to = self.extents.index(option.extent) + after * count
        layer += odd * count
        edges.add(layer, to, self.window.offset(option.offset), pace, mask, hampered)

    def _add_pivots(self, edges: _Edges, fits: list[Grid], layer: int, extent: Cell) -> None:
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
        out = np.zeros((self.shape[0] + 2 * pad, self.shape[1] + 2 * pad), grid.dtype)
        out[pad:-pad, pad:-pad] = grid
        return out

    def _at(self, padded: Grid, offset: Cell) -> Grid:
        x, y = (self.pad + n for n in self.window.offset(offset))
        return padded[y : y + self.shape[0], x : x + self.shape[1]]


class _Crossings:
    """Which steps cross barriers, as grids over the window; None where none stands near."""

    def __init__(self, mover: Mover, window: Window) -> None:
        self._mover = mover
        self._window = window
        self._any = bool(mover.field.barriers) and (
            mover.ground.barriers or mover.ground.hampered_by_barriers
        )

    def of(self, extent: Cell, by: Cell, option: Option) -> tuple[Grid | None, Grid | None]:
        """The nodes from which a step is barred, and those from which it is hampered."""
        if not self._any:
            return None, None

        def edges(body: Body) -> set[tuple[Cell, Cell]]:
            new = Body(shifted(body.at, option.offset), option.extent)
            return self._mover.crossed(body, by, new)

        return self._marked(("step", extent, by, option), extent, edges)

    def of_turn(
        self, old: Cell, new: Cell, offset: Cell, toward: Cell, length: int
    ) -> tuple[Grid | None, Grid | None]:
        """The same for a quarter turn."""
        if not self._any:
            return None, None

        def edges(body: Body) -> set[tuple[Cell, Cell]]:
            turned = Body(shifted(body.at, offset), new)
            return self._mover.swept(body, turned, toward, length)

        return self._marked(("turn", old, new, offset, toward, length), old, edges)

    def _marked(
        self, what: Any, extent: Cell, edges: Callable[[Body], set[tuple[Cell, Cell]]]
    ) -> tuple[Grid | None, Grid | None]:
        """The window's part of the marks, which the field keeps: barriers never move."""
        ground, field = self._mover.ground, self._mover.field
        key = ("crossings", what, ground.barriers, ground.hampered_by_barriers)
        if key not in field.memo:
            barred, hampered = (np.zeros(field.shape, bool) for _ in range(2))
            for body in self._near(extent):
                x, y = body.at
                crossed = edges(body)
                barred[y, x] = self._mover.barred(crossed)
                hampered[y, x] = self._mover.toll(crossed) > 0
            field.memo[key] = barred, hampered
        barred, hampered = map(self._window.cut, field.memo[key])
        return (barred if barred.any() else None), (hampered if hampered.any() else None)

    def _near(self, extent: Cell) -> Iterator[Body]:
        """The bodies on the map close enough to a barrier to cross it."""
        field = self._mover.field
        reach = max(self._mover.full) + 1
        seen: set[Cell] = set()
        for barrier in field.barriers:
            for bx, by in barrier.between:
                for y in range(max(by - reach, 0), min(by + reach + 1, field.height)):
                    for x in range(max(bx - reach, 0), min(bx + reach + 1, field.width)):
                        if (x, y) not in seen:
                            seen.add((x, y))
                            yield Body((x, y), extent)


class _Edges:
    """Collects edges, and hands them to the graph with as few rules as will do."""

    def __init__(self, graph: tcod.path.CustomGraph, cost: Grid, toll: int) -> None:
        self._graph = graph
        self._toll = toll
        self._cost = cost
        self._masks: dict[tuple[int, Cell, Pace, bool], Grid] = {}
        self._plain: dict[tuple[int, Cell, Pace], None] = {}

    def add(
        self, layer: int, to: int, by: Cell, pace: Pace, mask: Grid | None, hampered: Grid | None
    ) -> None:
        """Add the edges of the nodes in ``mask`` (None: all) of a layer."""
        if mask is None and hampered is None and len(self._cost) == 1:
            self._plain[(0, by, pace)] = None
            return
        if hampered is not None:
            over = hampered if mask is None else mask & hampered
            self._mark(layer, (to - layer, by, pace, True), over)
            mask = ~hampered if mask is None else mask & ~hampered
        self._mark(layer, (to - layer, by, pace, False), mask)

    def _mark(self, layer: int, key: tuple[int, Cell, Pace, bool], mask: Grid | None) -> None:
        grid = self._masks.get(key)
        if grid is None:
            grid = self._masks[key] = np.zeros(self._cost.shape, np.int8)
        if mask is None:
            grid[layer] = 1
        else:
            grid[layer] |= mask

    def finish(self) -> None:
        """Hand everything over."""
        for layers, by, pace in self._plain:
            self._graph.add_edge((layers, by[1], by[0]), pace.scale, cost=self._cost)
        for (layers, by, pace, hampered), mask in self._masks.items():
            if not mask.any():
                continue
            index = (layers, by[1], by[0])
            more = pace.plus + (self._toll if hampered else 0)
            if not more:
                self._graph.add_edge(index, pace.scale, cost=self._cost, condition=mask)
                continue
            dear = np.where(self._cost > 0, self._cost * pace.scale + more, 0).astype(np.int32)
            self._graph.add_edge(index, 1, cost=dear, condition=mask)
