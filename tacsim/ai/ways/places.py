"""Places: where a creature can get to, searched once and asked often.

In space whoever is on its feet can be passed, so that as a rule it makes no difference to a search
where the others are: one from a place serves until a creature lies down there, or squeezes. Such
searches are kept with the map.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

import numpy as np

from tacsim.core.terrain import Battlefield, Grid
from tacsim.grid.cells import Body, Cell
from tacsim.rules.movement import footing
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover

SIGHT = 60
"""Half-cells beyond which foes are measured as the crow flies."""
NEAR = 36
"""The same in space, on maps that are not small."""
SMALL = 8192
"""Cells of a map in space that is searched as a whole, so that one search serves for much."""
KEPT = 400_000
"""Cells that kept searches may come to in all."""
FAR = 10**6
"""Half-cells to where there is no way."""

Key: TypeAlias = tuple[object, ...]
"""What a search is kept by."""


class Places:
    """Where so many half-cells take a creature: a search that is asked about many bodies.

    They lie in order of what they cost, and can be sifted by arrays over the map.
    """

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self.extents = reach.extents
        self.limit = reach.limit
        self._parts: dict[int, Places] = {}

    @cached_property
    def _all(self) -> tuple[Grid, Grid, Grid, Grid]:
        """The numbers of shapes, the cells, the cost, and the places of the cells in arrays."""
        layers, cells, costs = self._reach.nearest_first()
        shape = self._reach.mover.field.shape
        return layers, cells, costs, np.ravel_multi_index(tuple(cells[:, ::-1].T), shape)

    def __len__(self) -> int:
        return len(self._all[0])

    def within(self, limit: int) -> Places:
        """The same with fewer half-cells."""
        count = int(np.searchsorted(self._all[2], limit, side="right"))
        if count == len(self):
            return self
        if limit not in self._parts:
            part = self._parts[limit] = Places(self._reach)
            part.limit = limit
            part._all = tuple(some[:count] for some in self._all)  # type: ignore[assignment]  # a cached property
        return self._parts[limit]

    @cached_property
    def costs(self) -> Mapping[Body, int]:
        """The half-cells to each body, the nearest first."""
        bodies = self._bodies(np.arange(len(self)))
        return dict(zip(bodies, self._all[2].tolist(), strict=True))

    def cost2(self, body: Body) -> int | None:
        """The half-cells of the cheapest way to a body, or None out of reach."""
        found = self._reach.cost2(body)
        return found if found is not None and found <= self.limit else None

    def way(self, body: Body) -> tuple[Body, ...]:
        """A cheapest way from the start to a body within reach, both included."""
        return tuple(self._reach.way(body))

    def _bodies(self, order: Grid) -> Iterator[Body]:
        """Some of the bodies by their numbers."""
        layers, cells, extents = *self._all[:2], self.extents
        return (Body(tuple(cells[i].tolist()), extents[layers[i]]) for i in order.tolist())

    @cached_property
    def grids(self) -> Mapping[Cell, Grid]:
        """The half-cells by shape, as arrays over the map; do not change them."""
        found = {}
        layers, _, costs, flat = self._all
        for layer, extent in enumerate(self.extents):
            grid = np.full(self._reach.mover.field.shape, FAR, np.int32)
            of_it = layers == layer
            grid.ravel()[flat[of_it]] = costs[of_it]
            found[extent] = grid
        return found

    def where(self, marked: Mapping[Cell, Grid]) -> Iterator[Body]:
        """The bodies marked in arrays over the map by their shape, the cheapest first."""
        return self._bodies(np.flatnonzero(self._read(marked)))

    def best(self, values: Mapping[Cell, Grid]) -> Iterator[Body]:
        """All bodies by their value in such arrays, the best first, of equals the cheapest."""
        return self._bodies(np.argsort(-self._read(values), kind="stable"))

    def _read(self, grids: Mapping[Cell, Grid]) -> Grid:
        """What arrays over the map say of each body."""
        layers, _, _, flat = self._all
        if len(self.extents) == 1:
            found: Grid = grids[self.extents[0]].ravel()[flat]
            return found
        stacked = np.stack([grids[extent].ravel() for extent in self.extents])
        read: Grid = stacked[layers, flat]
        return read


def in_space(mover: Mover, start: Body, limit: int, avoid: frozenset[Cell] = frozenset()) -> Places:
    """Where so many half-cells take a mover through space, from a place."""
    field = mover.field
    cells = int(np.prod(field.shape))
    farthest = max(limit, 4 * sum(field.size)) if small(field) else limit
    kept: OrderedDict[Key, Places] = field.memo.of("searches", OrderedDict)
    alike = (_signature(mover, start, avoid), avoid, farthest)
    climbed = mover.climbed if start == mover.creature.body else 0
    key = (alike, climbed, start)
    if key in kept:
        kept.move_to_end(key)
    else:
        kept[key] = Places(Reach(mover, start, farthest, avoid=avoid))
        if len(kept) > max(8, KEPT // cells):
            kept.popitem(last=False)
    return kept[key].within(limit)


def small(field: Battlefield) -> bool:
    """Whether a map in space is searched as a whole."""
    return int(np.prod(field.shape)) <= SMALL


def _signature(mover: Mover, start: Body, avoid: frozenset[Cell]) -> Key:
    """Everything that makes a difference to the steps of a search, wherever it starts.

    Cells that are shut as a rule are open to whoever starts in them.
    """
    world, me, enter = mover.battle.world, mover.creature, mover.ground.enter
    lying, blocking, shut = [], [], set(avoid)
    for other in world.creatures:
        if other.id == me.id or other.id not in mover.known:
            continue
        if footing.lying(mover.battle, other):
            lying.append(other.body)
        elif not (passing := mover.passing(other.id)).allowed or passing.doublings:
            blocking.append((other.body, passing.allowed, passing.doublings))
            shut.update(() if passing.allowed else other.body.cells)
    opened = tuple(c for c in start.cells if c in shut or not enter[c[::-1]])
    return (
        mover.full, mover.ground, mover.earthbound, mover.climbs,
        tuple(lying), tuple(blocking), opened,
    )  # fmt: skip
