"""Edges: the steps of a search, collected for the graph and told again afterwards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import tcod.path

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Cell
from tacsim.grid.metric import Pace


class Arc(NamedTuple):
    """A step to a node, by the number of that node, and its half-cells."""

    end: int
    halves: int


class Edges:
    """Collects edges, and hands them to the graph with as few rules as will do."""

    def __init__(self, graph: tcod.path.CustomGraph, cost: Grid, toll: int) -> None:
        self._graph = graph
        self._toll = toll
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
            more = pace.plus + (self._toll if hampered else 0)
            if not more:
                self._rule(index, pace.scale, self._cost, mask)
                continue
            dear = np.where(self._cost > 0, self._cost * pace.scale + more, 0).astype(np.int32)
            self._rule(index, 1, dear, mask)

    def _rule(self, index: tuple[int, ...], scale: int, cost: Grid, mask: Grid | None) -> None:
        """One kind of step: so far on, at a multiple of the cost of where it ends."""
        self._rules.append((index, scale, cost, mask))
        if mask is None:
            self._graph.add_edge(index, scale, cost=cost)
        else:
            self._graph.add_edge(index, scale, cost=cost, condition=mask)

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
            numbers = (np.ravel_multi_index(nodes, shape).tolist() for nodes in (spots, ends))
            for start, end, halves in zip(*numbers, price[places].tolist(), strict=True):
                found.setdefault(start, []).append(Arc(end, halves))
        return found


__all__ = ["Arc", "Edges"]
