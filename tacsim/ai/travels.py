"""Travels: where a creature can get to, searched once and asked often.

In space whoever is on its feet can be passed, so that as a rule it makes no difference to a search
where the others are: one from a place serves until somebody lies down there, or squeezes. Such
searches are kept with the map.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from tacsim.geometry.cells import Body, Cell
from tacsim.model.terrain import Battlefield, Grid
from tacsim.rules import footing
from tacsim.rules.search import Reach
from tacsim.rules.steps import Mover

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


class Travel:
    """Where so many half-cells take a creature: a search that is asked about many bodies."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self.extents = reach.extents
        self.places: Mapping[Body, int] = {p.body: p.halves for p in reach.places()}

    def halves(self, body: Body) -> int | None:
        """The half-cells of the cheapest way to a body, or None out of reach."""
        return self.places.get(body)

    def way(self, body: Body) -> tuple[Body, ...]:
        """A cheapest way from the start to a body within reach, both included."""
        return tuple(self._reach.way(body))


class Journey(Travel):
    """The same in space: its places lie in order of what they cost, and can be sifted by arrays."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self.extents = reach.extents
        self._shapes = {extent: i for i, extent in enumerate(self.extents)}
        found, shape = reach.places(), reach.mover.field.shape
        order = np.argsort(np.array([place.halves for place in found]), kind="stable").tolist()
        self.bodies = [found[i].body for i in order]
        self._costs = [found[i].halves for i in order]
        at = np.array([body.at for body in self.bodies], np.intp).reshape(-1, len(shape))
        self.flat: Grid = np.ravel_multi_index(tuple(at[:, ::-1].T), shape)
        self.layers: Grid = np.array([self._shapes[body.extent] for body in self.bodies])

    def within(self, limit: int) -> Journey:
        """The same with fewer half-cells."""
        count = bisect_right(self._costs, limit)
        if count == len(self._costs):
            return self
        part = Journey.__new__(Journey)
        part._reach, part.extents, part._shapes = (
            self._reach,
            self.extents,
            self._shapes,
        )
        part.bodies, part._costs = self.bodies[:count], self._costs[:count]
        part.flat, part.layers = self.flat[:count], self.layers[:count]
        return part

    @cached_property
    def places(self) -> Mapping[Body, int]:  # type: ignore[override]  # worked out when asked for
        """The half-cells to each body."""
        return dict(zip(self.bodies, self._costs, strict=True))

    @cached_property
    def grids(self) -> Mapping[Cell, Grid]:
        """The half-cells by shape, as arrays over the map; do not change them."""
        found = {}
        for extent, layer in self._shapes.items():
            grid = np.full(self._reach.mover.field.shape, FAR, np.int32)
            of_it = self.layers == layer
            grid.ravel()[self.flat[of_it]] = np.array(self._costs)[of_it]
            found[extent] = grid
        return found

    def where(self, marked: Mapping[Cell, Grid]) -> Iterator[Body]:
        """The bodies marked in arrays over the map by their shape, the cheapest first."""
        for i in np.flatnonzero(self.read(marked)).tolist():
            yield self.bodies[i]

    def best(self, values: Mapping[Cell, Grid]) -> Iterator[Body]:
        """All bodies by their value in such arrays, the best first, of equals the cheapest."""
        for i in np.argsort(-self.read(values), kind="stable").tolist():
            yield self.bodies[i]

    def read(self, grids: Mapping[Cell, Grid]) -> Grid:
        """What arrays over the map say of each body."""
        if len(self.extents) == 1:
            found: Grid = grids[self.extents[0]].ravel()[self.flat]
            return found
        stacked = np.stack([grids[extent].ravel() for extent in self.extents])
        read: Grid = stacked[self.layers, self.flat]
        return read


def journey(mover: Mover, start: Body, limit: int, avoid: frozenset[Cell] = frozenset()) -> Journey:
    """Where so many half-cells take a mover through space, from a place."""
    field = mover.field
    cells = int(np.prod(field.shape))
    farthest = max(limit, 4 * sum(field.size)) if small(field) else limit
    kept: OrderedDict[Any, Journey] = field.memo.setdefault("journeys", OrderedDict())
    key = (_signature(mover, start), avoid, farthest)
    if key in kept:
        kept.move_to_end(key)
    else:
        kept[key] = Journey(Reach(mover, start, farthest, avoid=avoid))
        if len(kept) > max(8, KEPT // cells):
            kept.popitem(last=False)
    return kept[key].within(limit)


def small(field: Battlefield) -> bool:
    """Whether a map in space is searched as a whole."""
    return int(np.prod(field.shape)) <= SMALL


def _signature(mover: Mover, start: Body) -> tuple[object, ...]:
    """Everything that makes a difference to a search."""
    world, me = mover.battle.world, mover.creature
    climbed = mover.climbed if start == me.body else 0
    lying, blocking = [], []
    for other in world.creatures:
        if other.id == me.id or other.id not in mover.known:
            continue
        if other.has(*footing.LYING):
            lying.append(other.body)
        elif not (passing := mover.passing(other.id)).allowed or passing.doublings:
            blocking.append((other.body, passing.allowed, passing.doublings))
    return (
        mover.full, mover.ground, mover.earthbound, mover.climbs, climbed, start,
        tuple(lying), tuple(blocking),
    )  # fmt: skip


__all__ = ["FAR", "NEAR", "SIGHT", "Journey", "Travel", "journey", "small"]
