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
from tacsim.geometry.topology import straight
from tacsim.model.terrain import Grid
from tacsim.rules.occupancy import bodies
from tacsim.rules.ruleset import Option, Squeezing
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
    ) -> None:
        self.mover = mover
        self.start = start
        self.limit = limit
        window = _Window(mover, start, limit, avoid)
        self._origin = window.origin
        self._pathfinder = window.search()
        self.extents = window.extents
        self._distance = self._pathfinder.distance

    def __contains__(self, body: Body) -> bool:
        return self.halves(body) is not None

    def halves(self, body: Body) -> int | None:
        """The half-cells of the cheapest way to a body, or None out of reach."""
        node = self._node(body)
        if node is None:
            return None
        value = int(self._distance[node])
        return value if value <= self.limit else None

    def places(self) -> list[Place]:
        """Every body within reach, the start included, ordered by shape, row and column."""
        ox, oy = self._origin
        layers, ys, xs = np.nonzero(self._distance <= self.limit)
        values = self._distance[layers, ys, xs].tolist()
        return [
            Place(Body((x + ox, y + oy), self.extents[layer]), halves)
            for layer, y, x, halves in zip(
                layers.tolist(), ys.tolist(), xs.tolist(), values, strict=True
            )
        ]

    def way(self, body: Body) -> list[Body]:
        """A cheapest way from the start to a body within reach, both included."""
        node = self._node(body)
        if node is None:
            raise ValueError(f"{body} is out of reach")
        ox, oy = self._origin
        came_from = self._pathfinder.traversal
        nodes = [node]
        # followed by hand: the pathfinder's own path_to takes a way through every node for a loop
        while (before := tuple(came_from[nodes[-1]].tolist())) != nodes[-1]:
            nodes.append(before)
        return [Body((x + ox, y + oy), self.extents[layer]) for layer, y, x in reversed(nodes)]

    def _node(self, body: Body) -> tuple[int, int, int] | None:
        if body.extent not in self.extents:
            return None
        x, y = body.at[0] - self._origin[0], body.at[1] - self._origin[1]
        _, height, width = self._distance.shape
        if not (0 <= x < width and 0 <= y < height):
            return None
        return (self.extents.index(body.extent), y, x)


class _Window:
    """The part of the map that a search can reach, as grids."""

    def __init__(self, mover: Mover, start: Body, limit: int, avoid: frozenset[Cell]) -> None:
        self.mover = mover
        self.start = start
        self.limit = limit
        squeezing = mover.battle.ruleset.squeezing
        self.squeezing: Squeezing = squeezing
        full = mover.full
        self.extents = squeezing.extents(full)
        if start.extent not in self.extents:
            self.extents = (*self.extents, start.extent)
        field = mover.field
        reach = limit // 2 + max(full)
        x0, y0 = (max(0, start.at[i] - reach) for i in (0, 1))
        x1 = min(field.width, start.at[0] + reach + max(full))
        y1 = min(field.height, start.at[1] + reach + max(full))
        self.origin = (x0, y0)
        self.shape = (y1 - y0, x1 - x0)
        self.pad = max(full) + 1
        self._rows, self._columns = slice(y0, y1), slice(x0, x1)
        ground = mover.ground
        self._ok = ground.enter[self._rows, self._columns].copy()
        self._doublings = ground.doublings[self._rows, self._columns].astype(np.int32)
        self._tight = ground.tight[self._rows, self._columns]
        self._fills = ground.fills[self._rows, self._columns]
        self._add_creatures()
        for x, y in avoid:
            if x0 <= x < x1 and y0 <= y < y1:
                self._ok[y - y0, x - x0] = False
        for x, y in start.cells:
            self._ok[y - y0, x - x0] = True
        self._crossings = _Crossings(mover, self.origin, self.shape)

    def _add_creatures(self) -> None:
        (x0, y0), (height, width) = self.origin, self.shape
        mover = self.mover
        for other, ((x, y), (w, h)) in bodies(mover.battle.world):
            if other == mover.creature.id or other not in mover.known:
                continue
            left, top = max(x - x0, 0), max(y - y0, 0)
            right, bottom = min(x - x0 + w, width), min(y - y0 + h, height)
            if left >= right or top >= bottom:
                continue
            passing = mover.passing(other)
            if not passing.allowed:
                self._ok[top:bottom, left:right] = False
            elif passing.doublings:
                self._doublings[top:bottom, left:right] += passing.doublings

    def search(self) -> tcod.path.Pathfinder:
        """Run the search and return the resolved pathfinder over (shape, y, x)."""
        full_only = bool(self._ok.all()) and self.start.extent == self.mover.full
        extents = self.extents[:1] if full_only or len(self.extents) == 1 else self.extents
        self.extents = extents
        height, width = self.shape
        cost = np.zeros((len(extents), height, width), np.int32)
        fits = []
        tight = self._tight if self._tight.any() else None
        uniform = not self._doublings.any()
        for layer, extent in enumerate(extents):
            fit = _cover(self._ok, extent, np.logical_and)
            worst = 0 if uniform else _cover(self._doublings, extent, np.maximum)
            narrow: bool | Grid = extent != self.mover.full
            if tight is not None and not narrow:
                narrow = _cover(tight, extent, np.logical_or)
            cost[layer] = fit * (self.squeezing.rate(worst, narrow) + self.mover.ground.extra)
            fits.append(self._padded(fit))
        graph = tcod.path.CustomGraph((len(extents), height, width))
        edges = _Edges(graph, cost, self.mover.battle.ruleset.passage.barrier)
        for layer, extent in enumerate(extents):
            self._add_steps(edges, fits, layer, extent)
            self._add_pivots(edges, fits, layer, extent)
        edges.finish()
        finder = tcod.path.Pathfinder(graph)
        (x, y), layer = self.start.at, extents.index(self.start.extent)
        finder.add_root((layer, y - self.origin[1], x - self.origin[0]))
        finder.resolve()
        return finder

    def _add_steps(self, edges: _Edges, fits: list[Grid], layer: int, extent: Cell) -> None:
        metric = self.mover.battle.ruleset.metric
        filled = _cover(self._fills, extent, np.logical_or) if self._fills.any() else None
        filled = None if filled is None else self._padded(filled)
        alone = len(self.extents) == 1
        for by in self.mover.battle.ruleset.topology.directions:
            open_: Grid | None = None
            if filled is not None and not straight(by):
                open_ = ~(self._at(filled, (by[0], 0)) | self._at(filled, (0, by[1])))
            step = metric.step(by)
            if alone:
                self._add(edges, layer, Option(extent, by), by, step, open_)
                continue
            left = open_
            for tier in self.squeezing.tiers(self.mover.full, extent, by):
                taken: Grid | None = None
                for option in tier:
                    fit = self._at(fits[self.extents.index(option.extent)], option.offset)
                    mask = fit if left is None else left & fit
                    self._add(edges, layer, option, by, step, mask)
                    taken = fit if taken is None else taken | fit
                if taken is not None:
                    left = ~taken if left is None else left & ~taken

    def _add(
        self, edges: _Edges, layer: int, option: Option, by: Cell, step: int, mask: Grid | None
    ) -> None:
        """Add the steps to one option, those over barriers apart."""
        barred, hampered = self._crossings.of(self.extents[layer], by, option)
        if barred is not None:
            mask = ~barred if mask is None else mask & ~barred
        to = self.extents.index(option.extent)
        edges.add(layer, to, option.offset, step, mask, hampered)

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
                layer, to, turn.offset, metric.step(turn.toward) * turn.length, mask, hampered
            )

    def _padded(self, grid: Grid) -> Grid:
        pad = self.pad
        out = np.zeros((self.shape[0] + 2 * pad, self.shape[1] + 2 * pad), grid.dtype)
        out[pad:-pad, pad:-pad] = grid
        return out

    def _at(self, padded: Grid, offset: Cell) -> Grid:
        x, y = self.pad + offset[0], self.pad + offset[1]
        return padded[y : y + self.shape[0], x : x + self.shape[1]]


class _Crossings:
    """Which steps cross barriers, as grids over the window; None where none stands near."""

    def __init__(self, mover: Mover, origin: Cell, shape: tuple[int, int]) -> None:
        self._mover = mover
        self._origin = origin
        self._shape = shape
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
            barred, hampered = (np.zeros((field.height, field.width), bool) for _ in range(2))
            for body in self._near(extent):
                x, y = body.at
                crossed = edges(body)
                barred[y, x] = self._mover.barred(crossed)
                hampered[y, x] = self._mover.toll(crossed) > 0
            field.memo[key] = barred, hampered
        (x0, y0), (height, width) = self._origin, self._shape
        barred, hampered = (grid[y0 : y0 + height, x0 : x0 + width] for grid in field.memo[key])
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
        self._masks: dict[tuple[int, Cell, int, bool], Grid] = {}
        self._plain: dict[tuple[int, Cell, int], None] = {}

    def add(
        self, layer: int, to: int, by: Cell, factor: int, mask: Grid | None, hampered: Grid | None
    ) -> None:
        """Add the edges of the nodes in ``mask`` (None: all) of a layer."""
        if mask is None and hampered is None and len(self._cost) == 1:
            self._plain[(0, by, factor)] = None
            return
        if hampered is not None:
            over = hampered if mask is None else mask & hampered
            self._mark(layer, (to - layer, by, factor, True), over)
            mask = ~hampered if mask is None else mask & ~hampered
        self._mark(layer, (to - layer, by, factor, False), mask)

    def _mark(self, layer: int, key: tuple[int, Cell, int, bool], mask: Grid | None) -> None:
        grid = self._masks.get(key)
        if grid is None:
            grid = self._masks[key] = np.zeros(self._cost.shape, np.int8)
        if mask is None:
            grid[layer] = 1
        else:
            grid[layer] |= mask

    def finish(self) -> None:
        """Hand everything over."""
        for layers, by, factor in self._plain:
            self._graph.add_edge((layers, by[1], by[0]), factor, cost=self._cost)
        for (layers, by, factor, hampered), mask in self._masks.items():
            if not mask.any():
                continue
            index = (layers, by[1], by[0])
            if not hampered:
                self._graph.add_edge(index, factor, cost=self._cost, condition=mask)
                continue
            dear = np.where(self._cost > 0, self._cost * factor + self._toll, 0).astype(np.int32)
            self._graph.add_edge(index, 1, cost=dear, condition=mask)


def _cover(grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
    """Join a grid over the cells of a body at each anchor; 0 where it leaves the window."""
    width, height = extent
    if width == 1 and height == 1:
        return grid
    out = np.zeros_like(grid)
    rows, columns = grid.shape[0] - height + 1, grid.shape[1] - width + 1
    if rows <= 0 or columns <= 0:
        return out
    across = grid[:, :columns].copy()
    for x in range(1, width):
        join(across, grid[:, x : x + columns], out=across)
    both = across[:rows].copy()
    for y in range(1, height):
        join(both, across[y : y + rows], out=both)
    out[:rows, :columns] = both
    return out
