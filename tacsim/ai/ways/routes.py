"""Routes: the steps of a kind of mover over bare ground as a graph, and how far places are in it.

Everything here is read once off the table of steps (:mod:`tacsim.rules.movement.table`) and kept
with the map, so that all forks of a battle, and all battles on a map, share it: the graph for each
kind of mover, and for each set of goals the half-cells from everywhere to the nearest of them. A
way is then found by going down these distances around whoever is in the way, which looks at little
more than the cells of the way itself.

A *node* is a body's number in the table, and how high it has climbed where that matters.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable
from heapq import heappop, heappush
from typing import TypeAlias

import attrs
import numpy as np
import tcod.path

from tacsim.ai.ways.views import over, view
from tacsim.core.memo import Memo
from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body, Cell
from tacsim.rules.movement.steps import Mover
from tacsim.rules.movement.table import HANGS, NO_HOLD, STANDS, StepTable

Distances: TypeAlias = memoryview
"""Half-cells to the nearest goal, by node; ``FAR`` where no way leads."""
Near: TypeAlias = tuple[tuple[int, int, int], ...]
"""Steps from a node: where each ends, and its half-cells after an even and an odd number spent."""
Risk: TypeAlias = Callable[[int, int, bool], int]
"""What a step from node to node is dreaded for, in half-cells; whether it is the first."""

FAR = 65535
LARGE = 400_000
"""Nodes of the largest graph that is made."""
SPARSE = 8
"""Edges of a graph for each step from a node, at most, with which searching it pays."""
KEPT = 32_000_000
"""Entries that the distances kept with a map may come to in all."""
LOOKED_AT = 60
"""Nodes from which a way is sought on before it is broken off."""


@attrs.frozen
class Way:
    """Nodes one after another, the first step's end first, each with the half-cells up to there.

    ``arrives``: whether the last is a goal; ``dread``: what its steps are dreaded for.
    """

    nodes: tuple[int, ...]
    costs: tuple[int, ...]
    arrives: bool
    dread: int


class Routes:
    """The ways of a kind of mover over the ground of a map, whoever is there."""

    def __init__(self, table: StepTable, most: int | None) -> None:
        """``most``: how high it may climb from where it last stood, None for any height."""
        self.table = table
        self._high = (most or 0) if table.earthbound else 0
        self.bodies = len(table.extents) * table.nodes.count
        """How many bodies it has: a node modulo this is the number of its body."""
        self.size = (2 * self._high + 1) * self.bodies
        """How many nodes there are, those off the map included."""
        starts, ends, even, odd = self._edges(most)
        self._ends, self._even, self._odd = ends, even, odd
        self._starts: list[int] = starts.tolist()
        self._live, self._firsts = np.unique(starts, return_index=True)
        self._graph = self._reversed(starts, ends, even)
        self._near: dict[int, Near] = {}
        self._known: dict[int, Body] = {}
        self._cells: dict[int, frozenset[int]] = {}
        shifts, offsets = table.nodes.shifts, table.ruleset.topology.offsets
        self._shifts = [shifts(offsets(extent)).tolist() for extent in table.extents]
        self._rests: bytes = self._resting()
        self.at_ease: Grid = np.frombuffer(self._rests, np.uint8) == _AT_EASE
        """By the numbers of its bodies, where the ground lets it stay at its full size."""
        self._easy: bytes = (table.empty.rates == 1).astype(np.uint8).tobytes()
        nodes, field = table.nodes, table.field
        every = [index[::-1] for index in np.ndindex(*field.shape)]
        self._places = Memo()
        self._place_of = dict(zip(every, nodes.at(every).tolist(), strict=True))
        self._distances: OrderedDict[Hashable, Distances] = OrderedDict()
        self._goals = Memo()
        self._laid: OrderedDict[Hashable, Grid] = OrderedDict()

    # --- nodes ----------------------------------------------------------------------------------

    def node(self, body: Body, climbed: int = 0) -> int | None:
        """The node of a body, None for one that is none of this mover's."""
        number = self.table.nodes.number(body)
        if number is None or abs(climbed) > self._high:
            return None
        return number + (climbed + self._high) * self.bodies

    def at_rest(self, number: int) -> int:
        """The node of a body by its number in the table, where it has not climbed."""
        return number + self._high * self.bodies

    def body(self, node: int) -> Body:
        """The body of a node."""
        number = node % self.bodies
        found = self._known.get(number)
        if found is None:
            (found,) = self.table.nodes.bodies(np.array([number]))
            self._known[number] = found
        return found

    def places(self, cells: Iterable[Cell]) -> frozenset[int]:
        """The numbers of some cells of the map."""
        return frozenset([self._place_of[cell] for cell in cells])

    def known_places(self, cells: frozenset[Cell]) -> frozenset[int]:
        """The same of cells that are kept with the map themselves."""
        return self._places.of(cells, lambda: self.places(cells))

    def cells(self, node: int) -> frozenset[int]:
        """The numbers of the cells that a body covers."""
        number = node % self.bodies
        found = self._cells.get(number)
        if found is None:
            shape, place = divmod(number, self.table.nodes.count)
            found = self._cells[number] = frozenset([place + by for by in self._shifts[shape]])
        return found

    def rests(self, node: int) -> bool:
        """Whether the ground lets a body stay in a place, standing and at its full size."""
        return self._rests[node % self.bodies] == _AT_EASE

    def may_rest(self, node: int) -> bool:
        """Whether it lets it stay there at all, if only squeezed."""
        return bool(self._rests[node % self.bodies])

    def easy(self, node: int) -> bool:
        """Whether nothing makes it costlier to get there than it has to be."""
        return self._easy[node % self.bodies] == 1

    def _resting(self) -> bytes:
        table, nodes = self.table, self.table.nodes
        stop = nodes.rimmed(table.ground.stop)
        found = table.empty.fits & nodes.stacked(
            nodes.cover(stop, extent, np.logical_and) for extent in table.extents
        )
        if table.empty.holds is not None:
            found &= table.empty.holds == STANDS
        return np.where(found, np.where(table.squeezed, 1, _AT_EASE), 0).astype(np.uint8).tobytes()

    # --- steps ----------------------------------------------------------------------------------

    def _edges(self, most: int | None) -> tuple[Grid, Grid, Grid, Grid]:
        """Every step, by where it starts: starts, ends, and the half-cells by parity."""
        table, count = self.table, self.table.nodes.count
        room, parities = table.empty, table.ruleset.metric.parities
        held = room.fits if room.holds is None else room.fits & (room.holds != NO_HOLD)
        parts = []
        for climbed in range(-self._high, self._high + 1):
            free = held if room.holds is None or not climbed else held & (room.holds == HANGS)
            for shape, extent in enumerate(table.extents):
                places = np.flatnonzero(free[shape * count : (shape + 1) * count])
                for some in np.array_split(places, 1 + len(places) // _AT_ONCE):
                    high = np.full(len(some), climbed)
                    each = [
                        table.steps(room, extent, some, high, most, odd) for odd in range(parities)
                    ]
                    steps = each[0]
                    up = (climbed + self._high) * self.bodies
                    parts.append((
                        up + shape * count + some[steps.start],
                        (steps.climbed + self._high) * self.bodies + steps.end,
                        steps.cost2,
                        each[-1].cost2,
                    ))  # fmt: skip
        starts, ends, even, odd = (np.concatenate(part) for part in zip(*parts, strict=True))
        order = np.lexsort((even, ends, starts))
        starts, ends, even, odd = starts[order], ends[order], even[order], odd[order]
        first = np.ones(len(starts), bool)  # of several steps to one end the cheapest
        first[1:] = (np.diff(starts) != 0) | (np.diff(ends) != 0)
        return starts[first], ends[first], even[first], odd[first]

    def near(self, node: int) -> Near:
        """The steps from a node where nobody is in the way."""
        found = self._near.get(node)
        if found is None:
            least, most = bisect_left(self._starts, node), bisect_left(self._starts, node + 1)
            part = slice(least, most)
            found = tuple(
                zip(
                    *(some[part].tolist() for some in (self._ends, self._even, self._odd)),
                    strict=True,
                )
            )
            self._near[node] = found
        return found

    def _reversed(self, starts: Grid, ends: Grid, costs: Grid) -> tcod.path.CustomGraph | None:
        """The steps backwards: one edge of the graph for all that go on as far in numbers.

        None where a node has few of so many edges: each is looked at, whether it has it or not.
        """
        shifts = ends - starts
        every = np.unique(shifts).tolist()
        if len(every) * len(self._live) > SPARSE * len(starts):
            return None
        graph = tcod.path.CustomGraph((self.size,))
        for shift in every:
            of_it = shifts == shift
            cost = np.zeros(self.size, np.int32)
            cost[starts[of_it]] = costs[of_it]
            graph.add_edge((-shift,), 1, cost=cost)
        return graph

    # --- distances ------------------------------------------------------------------------------

    def goals(self, key: Hashable, make: Callable[[], Iterable[int]]) -> tuple[int, ...]:
        """Some nodes, for which ``key`` stands; they are asked for if they are not known."""
        return self._goals.of(key, lambda: tuple(make()))

    def distances(self, key: Hashable, goals: Callable[[], Collection[int]]) -> Distances:
        """The half-cells from every node to the nearest of some goals, over bare ground.

        ``key`` stands for the goals, which are asked for if they are not known.
        """
        kept = self._distances
        found = kept.get(key)
        if found is not None:
            return found
        if len(kept) >= max(16, KEPT // self.size):
            kept.popitem(last=False)
        found = kept[key] = self._measured(goals())
        return found

    def _measured(self, goals: Collection[int]) -> Distances:
        if not goals:
            return memoryview(np.full(self.size, FAR, np.uint16).data)
        if self._graph is None:
            distance = self._relaxed(goals)
        else:
            finder = tcod.path.Pathfinder(self._graph)
            finder.distance[list(goals)] = 0
            finder.rebuild_frontier()
            finder.resolve()
            distance = finder.distance
        return memoryview(np.minimum(distance, FAR).astype(np.uint16).data)

    def _relaxed(self, goals: Collection[int]) -> Grid:
        """The same by each node's best step, taken anew until that brings nobody nearer."""
        found = np.full(self.size, FAR, np.int32)
        found[list(goals)] = 0
        before = found[self._live]
        while True:
            stepped = np.minimum.reduceat(found[self._ends] + self._even, self._firsts)
            now = np.minimum(before, stepped)
            if np.array_equal(now, before):
                return found
            found[self._live] = before = now

    def apart(self, body: Body) -> Grid:
        """The cells to a body as the crow flies, by the numbers of this mover's bodies."""
        return self._laid_over("apart", body)

    def in_view(self, body: Body) -> Grid:
        """Whether they are in view of a body, in whatever light, by the same."""
        return self._laid_over("in view", body)

    def _laid_over(self, what: str, body: Body) -> Grid:
        """What is known of each cell of the map to a body, for each of this mover's bodies."""
        kept, table = self._laid, self.table
        if (what, body) not in kept:
            if len(kept) >= max(16, KEPT // self.bodies):
                kept.popitem(last=False)
            field, topology, nodes = table.field, table.ruleset.topology, table.nodes
            grid, join = (
                (view(field, topology, body), np.logical_or)
                if what == "in view"
                else (topology.distances(body, field.shape).astype(np.int16), np.minimum)
            )
            each = (over(topology, grid, extent, join) for extent in table.extents)
            kept[what, body] = nodes.stacked(nodes.rimmed(one) for one in each)
        return kept[what, body]

    # --- ways -----------------------------------------------------------------------------------

    def way(
        self,
        start: int,
        distances: Distances,
        most: int,
        shut: frozenset[int],
        slow: frozenset[int],
        left: frozenset[int],
        entered: frozenset[int],
        risk: Risk,
        ends: Callable[[int], bool],
        spent: int = 0,
    ) -> Way:
        """A way down the distances, as far as ``most`` half-cells lead and a step beyond.

        ``shut``: numbers of cells that nobody may enter; ``slow``: of those that cost double by who
        is there; ``left``, ``entered``: of those that it may be dreaded to leave, and to enter;
        ``ends``: whether a goal will do; ``spent``: the half-cells of the same measured move before
        it. Where no way leads to a goal, one to the nearest place to any.
        """
        if distances[start] == FAR:
            return _NOWHERE
        labels = [(start, 0, -1, 0, False)]
        heap = [(distances[start], 0, 0)]
        closed: set[int] = set()
        nearest, near_by = distances[start], 0
        while heap:
            likely, _, at = heappop(heap)
            node, cost, before, dread, unsure = labels[at]
            if node in closed:
                continue
            if unsure:
                more = risk(labels[before][0], node, before == 0)
                if more:
                    labels.append((node, cost, before, dread + more, False))
                    heappush(heap, (likely + more, -cost, len(labels) - 1))
                    continue
            closed.add(node)
            away = distances[node]
            if not away and at and ends(node):
                return _traced(labels, at, arrives=True)
            if cost > most:
                return _traced(labels, at, arrives=False)
            if away < nearest:
                nearest, near_by = away, at
            if len(closed) > LOOKED_AT:
                break
            careful = not self.cells(node).isdisjoint(left)
            for end, even, odd in self._near.get(node) or self.near(node):
                if end in closed:
                    continue
                away = distances[end]
                if away == FAR:
                    continue
                cells = self.cells(end)
                if not cells.isdisjoint(shut):
                    continue
                price = odd if (spent + cost) & 1 else even
                paid = cost + price * (1 if cells.isdisjoint(slow) else 2)
                wary = careful or not cells.isdisjoint(entered)
                heappush(heap, (paid + dread + away, -paid, len(labels)))
                labels.append((end, paid, at, dread, wary))
        return _traced(labels, near_by, arrives=False)


_AT_EASE = 2
_AT_ONCE = 20_000
"""Places whose steps are read off the table at once."""
_NOWHERE = Way((), (), arrives=False, dread=0)


def _traced(labels: list[tuple[int, int, int, int, bool]], at: int, *, arrives: bool) -> Way:
    dread = labels[at][3]
    nodes, costs = [], []
    while at:
        node, cost, at, _, _ = labels[at]
        nodes.append(node)
        costs.append(cost)
    return Way(tuple(reversed(nodes)), tuple(reversed(costs)), arrives=arrives, dread=dread)


def routes_of(mover: Mover) -> Routes | None:
    """The routes of a mover, kept with the map; None on a map that is too large for them."""
    ruleset, field = mover.battle.ruleset, mover.field
    key = (
        "routes", mover.ground, mover.extents, mover.earthbound, mover.clings, mover.climbs,
        ruleset.squeezing, ruleset.passage, ruleset.metric,
    )  # fmt: skip
    return field.memo.of(key, lambda: _routes_of(mover))


def _routes_of(mover: Mover) -> Routes | None:
    table = mover.table(mover.creature.body, 0)
    heights = 1 + 2 * (mover.climbs or 0) * table.earthbound
    size = heights * len(table.extents) * table.nodes.count
    fits = table.whole and size <= LARGE
    return Routes(table, mover.climbs if table.earthbound else None) if fits else None
