"""The search in the plane, in C: over a window, with a layer for each shape of body."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import tcod.path

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import Pace
from tacsim.grid.windows import Window
from tacsim.rules.movement.places import Arc, Place
from tacsim.rules.movement.table import Room, StepTable


class PlaneSearch:
    """A search from one body over a window of a map of squares or hexes.

    Of each shape there are as many layers as there are parities of the half-cells spent.
    """

    def __init__(
        self, table: StepTable, room: Room, window: Window, start: Body, limit: int, spent: int
    ) -> None:
        self._table = table
        self._window = window
        self._limit = limit
        self._start = start
        self._parities = table.ruleset.metric.parities
        self._known: dict[int, Body] = {}
        """Bodies by their nodes, of those that have been asked about."""
        part = table.nodes.part(window)
        open_ = not window.clipped and bool(room.enters.reshape(table.nodes.sizes)[part].all())
        full_only = open_ and start.extent == table.full
        self.extents: tuple[Cell, ...] = table.extents[:1] if full_only else table.extents
        self._edges = self._make_edges(room, part)
        self._finder = tcod.path.Pathfinder(self._edges.graph)
        layer = self.extents.index(start.extent) + len(self.extents) * (spent % self._parities)
        self._finder.add_root((layer, *window.index(start.at)))
        self._finder.resolve()
        self._distance: Grid = self._finder.distance
        self._nearest = self._distance
        if self._parities > 1:
            shape = (-1, len(self.extents), *window.shape)
            self._nearest = self._distance.reshape(shape).min(axis=0)

    def _make_edges(self, room: Room, part: tuple[slice, ...]) -> _Edges:
        table, extents = self._table, self.extents
        layers = (len(table.extents), *table.nodes.sizes)
        inside = (slice(0, len(extents)), *part)
        cost = room.fits.reshape(layers)[inside] * room.rates.reshape(layers)[inside]
        cost = np.tile(cost.astype(np.int32), (self._parities, 1, 1))
        edges = _Edges(cost, table.ruleset.passage.barrier)
        where = table.nodes.places(self._window)
        opened = [table.open(room, extent, where) for extent in extents]
        count = len(extents)
        for odd in range(self._parities):
            for layer, (extent, (free, entries)) in enumerate(zip(extents, opened, strict=True)):
                over = table.hampered(entries)
                paces, columns = table.paces(extent, odd), table.columns(extent)
                everywhere = np.all(free, axis=(1, 2)).tolist()
                anywhere = np.any(over, axis=(1, 2)).tolist()
                for number, (column, pace) in enumerate(zip(columns, paces, strict=True)):
                    if column.extent not in extents:
                        continue
                    edges.add(
                        layer + odd * count,
                        extents.index(column.extent) + (odd + pace.plus) % self._parities * count,
                        self._window.offset(column.offset),
                        pace,
                        None if everywhere[number] else free[number],
                        over[number] if anywhere[number] else None,
                    )
        edges.finish()
        return edges

    @property
    def root(self) -> int:
        """The node that it started from."""
        node = self._node(self._start)
        assert node is not None
        layers = range(node[0], len(self._distance), len(self.extents))
        layer = next(n for n in layers if self._distance[(n, *node[1:])] == 0)
        return int(np.ravel_multi_index((layer, *node[1:]), self._distance.shape))

    def cost2(self, body: Body) -> int | None:
        """The half-cells of the cheapest way to a body, or None out of reach."""
        node = self._node(body)
        if node is None:
            return None
        value = int(self._nearest[node])
        return value if value <= self._limit else None

    def nearest_first(self) -> tuple[Grid, Grid, Grid]:
        """The numbers of shapes, cells as rows, and cost of all places, the nearest first."""
        near = np.flatnonzero(self._nearest <= self._limit)
        costs = self._nearest.reshape(-1)[near]
        order = np.argsort(costs, kind="stable")
        shapes, *axes = np.unravel_index(near[order], self._nearest.shape)
        return shapes, self._window.cells(*axes), costs[order]

    def places(self, *, apart: bool) -> list[Place]:
        """Every body within reach, by shape, row and column.

        ``apart``: by the odd half-cell spent too.
        """
        if apart or self._parities == 1:
            return list(self.nodes.values())
        return list(self._places(self._nearest).values())

    @cached_property
    def nodes(self) -> dict[int, Place]:
        """Every node within reach by its number, in order."""
        return self._places(self._distance)

    def _places(self, distance: Grid) -> dict[int, Place]:
        near = np.flatnonzero(distance <= self._limit)
        costs = distance.reshape(-1)[near].tolist()
        bodies = dict(zip(near.tolist(), self._bodies(near), strict=True))
        self._known.update(bodies)
        return dict(zip(bodies, map(Place, bodies.values(), costs), strict=True))

    def _bodies(self, nodes: Grid) -> list[Body]:
        """The bodies of some nodes."""
        layers, *places = np.unravel_index(nodes, self._distance.shape)
        extents = [self.extents[n] for n in (layers % len(self.extents)).tolist()]
        cells = self._window.cells(*places).tolist()
        return list(map(Body, map(tuple, cells), extents))

    def way(self, body: Body) -> list[Body]:
        """A cheapest way from the start to a body within reach, both included."""
        node = self._node(body)
        assert node is not None
        either = range(node[0], len(self._distance), len(self.extents))
        layer = min(either, key=lambda layer: int(self._distance[(layer, *node[1:])]))
        at = int(np.ravel_multi_index((layer, *node[1:]), self._distance.shape))
        before, nodes = self._before, [at]
        # followed by hand: the pathfinder's own path_to takes a way through every node for a loop
        while (last := before[at]) != at:
            at = last
            nodes.append(at)
        known = self._known
        missing = [n for n in nodes if n not in known]
        if missing:
            known.update(zip(missing, self._bodies(np.array(missing)), strict=True))
        return [known[n] for n in reversed(nodes)]

    @cached_property
    def _before(self) -> list[int]:
        """The node before each on the way to it."""
        axes = np.moveaxis(self._finder.traversal, -1, 0)
        found: list[int] = np.ravel_multi_index(tuple(axes), self._distance.shape).ravel().tolist()
        return found

    def arcs(self, slack: int) -> dict[int, list[Arc]]:
        """The steps between nodes within reach on ways that cost at most ``slack`` too much."""
        return self._edges.arcs(self._distance, self._limit, slack)

    def _node(self, body: Body) -> tuple[int, int, int] | None:
        if body.extent not in self.extents:
            return None
        y, x = self._window.index(body.at)
        _, height, width = self._distance.shape
        if not (0 <= y < height and 0 <= x < width):
            return None
        return self.extents.index(body.extent), y, x


class _Edges:
    """Collects edges, and hands them to the graph with as few rules as will do."""

    def __init__(self, cost: Grid, extra: int) -> None:
        self.graph = tcod.path.CustomGraph(cost.shape)
        self._extra = extra
        self._cost = cost
        self._masks: dict[tuple[int, Cell, Pace, bool], Grid] = {}
        self._plain: dict[tuple[int, Cell, Pace], None] = {}
        self._rules: list[tuple[tuple[int, ...], int, Grid, Grid | None]] = []

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
            self._rule((layers, *reversed(by)), pace.scale, self._cost, None)
        for (layers, by, pace, hampered), mask in self._masks.items():
            if not mask.any():
                continue
            index = (layers, *reversed(by))
            more = pace.plus + (self._extra if hampered else 0)
            if not more:
                self._rule(index, pace.scale, self._cost, mask)
                continue
            dear = np.where(self._cost > 0, self._cost * pace.scale + more, 0).astype(np.int32)
            self._rule(index, 1, dear, mask)

    def _rule(self, index: tuple[int, ...], scale: int, cost: Grid, mask: Grid | None) -> None:
        """One kind of step: so far on, at a multiple of the cost of where it ends."""
        self._rules.append((index, scale, cost, mask))
        if mask is None:
            self.graph.add_edge(index, scale, cost=cost)
        else:
            self.graph.add_edge(index, scale, cost=cost, condition=mask)

    def arcs(self, distance: Grid, limit: int, slack: int) -> dict[int, list[Arc]]:
        """The steps on ways that cost little more than they must, by where they start.

        ``distance``: what each node costs at least; ``slack``: how much more a way to it may.
        """
        shape, found = distance.shape, dict[int, list[Arc]]()
        near = np.where(distance <= limit, distance, -1).astype(np.int64)
        most = np.where(near >= 0, np.minimum(near + slack, limit), -1)
        for index, scale, cost, mask in self._rules:
            starts = [
                (max(0, -n), min(size, size - n)) for n, size in zip(index, shape, strict=True)
            ]
            here = tuple(slice(a, b) for a, b in starts)
            there = tuple(slice(a + n, b + n) for (a, b), n in zip(starts, index, strict=True))
            price = cost[there] * scale
            good = (price > 0) & (near[here] >= 0) & (near[here] + price <= most[there])
            if mask is not None:
                good &= mask[here].astype(bool)
            places = np.nonzero(good)
            if not len(places[0]):
                continue
            spots = tuple(axis + a for axis, (a, _) in zip(places, starts, strict=True))
            ends = tuple(axis + n for axis, n in zip(spots, index, strict=True))
            starting, ending = (np.ravel_multi_index(n, shape).tolist() for n in (spots, ends))
            arcs = zip(ending, price[places].tolist(), strict=True)
            for start, arc in zip(starting, arcs, strict=True):
                found.setdefault(start, []).append(arc)
        return found
