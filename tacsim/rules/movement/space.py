"""The search in space: the nodes of one cost together, and only their steps are looked up.

A big body has hundreds of ways on from each place, and on foot gets to few of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body, Cell
from tacsim.rules.movement.places import Arc, Place
from tacsim.rules.movement.table import Room, StepTable


class SpaceSearch:
    """A search from one body over a map of cubes.

    A node is numbered by how high the body has climbed, then by its number in the table.
    ``most``: how far it may climb from where it last stood, None for any height.
    """

    def __init__(
        self,
        table: StepTable,
        room: Room,
        start: Body,
        limit: int,
        climbed: int,
        most: int | None,
    ) -> None:
        self._table = table
        self._room = room
        self._limit = limit
        self._most = most if table.earthbound else None
        self.extents: tuple[Cell, ...] = table.extents
        highest = self._most or 0
        self._lowest = min(-highest, climbed)
        heights = max(highest, climbed) - self._lowest + 1
        self._bodies = len(table.extents) * table.nodes.count
        node = table.nodes.number(start)
        assert node is not None
        self.root = (climbed - self._lowest) * self._bodies + node
        self._paid: Grid = np.zeros(heights * self._bodies, np.int32)
        """One more than the half-cells to each node, 0 out of reach."""
        self._before: Grid = np.zeros(heights * self._bodies, np.int32)
        self._steps: list[tuple[Grid, Grid, Grid]] = []
        """The steps that lead no farther than the limit: from where to where, and what has been
        spent then; those from one node together."""
        self._reached = np.sort(np.concatenate(list(self._spread())))

    def _spread(self) -> Iterator[Grid]:
        """Search; the nodes of each cost, cheapest first."""
        paid, places = self._paid, np.empty_like(self._paid)
        paid[self.root], self._before[self.root] = 1, self.root
        waiting: dict[int, list[Grid]] = {0: [np.array([self.root])]}
        for cost in range(self._limit + 1):
            if cost not in waiting:
                continue
            nodes = np.concatenate(waiting.pop(cost))
            nodes = nodes[paid[nodes] == cost + 1]
            if not len(nodes):
                continue
            yield nodes
            start, end, step = self._onward(nodes)
            near = np.flatnonzero(step <= self._limit - cost)
            start, end, total = start[near], end[near], step[near] + cost
            self._steps.append((nodes[start], end, total))
            known = paid[end]
            order = np.flatnonzero((known == 0) | (total + 1 < known))
            order = order[np.argsort(total[order], kind="stable")]
            end, count = end[order], np.arange(len(order))
            places[end[::-1]] = count[::-1]
            first = places[end] == count  # the cheapest step to each, of equal ones the first
            end, order = end[first], order[first]
            total = total[order]
            paid[end], self._before[end] = total + 1, nodes[start[order]]
            for some in np.split(np.arange(len(end)), np.flatnonzero(np.diff(total)) + 1):
                if len(some):
                    waiting.setdefault(int(total[some[0]]), []).append(end[some])

    def _onward(self, nodes: Grid) -> tuple[Grid, Grid, Grid]:
        """The steps from some nodes, in order: which of them, where to, the half-cells."""
        table = self._table
        heights, bodies = np.divmod(nodes, self._bodies)
        if len(table.extents) == 1:
            (extent,) = table.extents
            climbed = heights + self._lowest
            steps = table.steps(self._room, extent, bodies, climbed, self._most)
            up = steps.climbed - self._lowest
            return steps.start, up * self._bodies + steps.end, steps.cost2
        shapes, places = np.divmod(bodies, table.nodes.count)
        found = []
        for shape, extent in enumerate(table.extents):
            of_it = np.flatnonzero(shapes == shape)
            if len(of_it):
                climbed = heights[of_it] + self._lowest
                steps = table.steps(self._room, extent, places[of_it], climbed, self._most)
                up = steps.climbed - self._lowest
                found.append((of_it[steps.start], up * self._bodies + steps.end, steps.cost2))
        if len(found) == 1:
            return found[0]
        start, end, cost2 = (np.concatenate(parts) for parts in zip(*found, strict=True))
        order = np.argsort(start, kind="stable")
        return start[order], end[order], cost2[order]

    def cost2(self, body: Body) -> int | None:
        """The half-cells of the cheapest way to a body, or None out of reach."""
        node = self._nearest(body)
        return None if node is None else int(self._paid[node]) - 1

    def _nearest(self, body: Body) -> int | None:
        """The cheapest node of a body, None out of reach."""
        first = self._table.nodes.number(body)
        if first is None:
            return None
        nodes = range(first, len(self._paid), self._bodies)
        within = [node for node in nodes if self._paid[node]]
        return min(within, key=lambda node: int(self._paid[node]), default=None)

    def places(self, *, apart: bool) -> list[Place]:
        """Every body within reach, by shape, level, row and column."""
        if apart or len(self._paid) == self._bodies:
            return list(self.nodes.values())
        bodies, costs = self._found()
        return list(map(Place, self._table.nodes.bodies(bodies), costs.tolist()))

    def nearest_first(self) -> tuple[Grid, Grid, Grid]:
        """The numbers of shapes, cells as rows, and half-cells of all places, the nearest first."""
        bodies, costs = self._found()
        order = np.argsort(costs, kind="stable")
        shapes, cells = self._table.nodes.cells(bodies[order])
        return shapes, cells, costs[order]

    def _found(self) -> tuple[Grid, Grid]:
        """The numbers in the table of the bodies within reach, in order; the half-cells to each."""
        nodes = self._reached
        order = np.lexsort((self._paid[nodes], nodes % self._bodies))
        bodies = nodes[order] % self._bodies
        first = np.flatnonzero(np.diff(bodies, prepend=-1))
        return bodies[first], self._paid[nodes[order[first]]] - 1

    @cached_property
    def nodes(self) -> dict[int, Place]:
        """Every node within reach by its number, in order."""
        nodes = self._reached
        bodies = self._table.nodes.bodies(nodes % self._bodies)
        climbed = (nodes // self._bodies + self._lowest).tolist()
        costs = (self._paid[nodes] - 1).tolist()
        return dict(zip(nodes.tolist(), map(Place, bodies, costs, climbed), strict=True))

    def way(self, body: Body) -> list[Body]:
        """A cheapest way from the start to a body within reach, both included."""
        node = self._nearest(body)
        assert node is not None
        nodes = [node]
        while nodes[-1] != self.root:
            nodes.append(int(self._before[nodes[-1]]))
        return self._table.nodes.bodies(np.array(nodes[::-1]) % self._bodies)

    def arcs(self, slack: int) -> dict[int, list[Arc]]:
        """The steps between nodes within reach on ways that cost at most ``slack`` too much."""
        start, end, total = (np.concatenate(parts) for parts in zip(*self._steps, strict=True))
        good = np.flatnonzero(total < self._paid[end] + slack)
        start, end, total = start[good], end[good], total[good]
        arcs = [*zip(end.tolist(), (total + 1 - self._paid[start]).tolist(), strict=True)]
        first = np.flatnonzero(np.diff(start, prepend=-1))
        bounds = pairwise([*first.tolist(), len(arcs)])
        return {n: arcs[a:b] for n, (a, b) in zip(start[first].tolist(), bounds, strict=True)}
