"""Where things lie that a creature carries: where it may set them down, where they fall with it.

A thing lies wherever there is ground, be it the floor of a pit or of deep water; a body only where
it could stop, were it able to. What stands there is in the way of either, but for the carrier's own
space.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby, product

from tacsim.core.terrain import Entry, Terrain
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.movement.policies import ground_of
from tacsim.rules.movement.steps import Mover


def bears(ground: Terrain) -> bool:
    """Whether things may lie on a kind of ground.

    >>> from tacsim.core.grounds import TERRAIN
    >>> [name for name in ("floor", "pit", "deep_water", "wall", "void") if bears(TERRAIN[name])]
    ['floor', 'pit', 'deep_water']
    """
    return not ground.fills and ground.entry is not Entry.VOID


def at_hand(battle: Battle, actor: Creature, body: Body) -> bool:
    """Whether a cell of a body is one's own or beside it, with nothing shut in between."""
    distance, near = battle.ruleset.metric.distance, battle.ruleset.near
    return any(
        distance(actor.body, spot) <= near and reaches(battle, actor.body, spot)
        for spot in body.spots
    )


class Lying:
    """The places of something that a creature carries: a creature or an item, by its id.

    ``known``: those of whom it is known where they are, all unless told.
    """

    def __init__(
        self, battle: Battle, actor: Creature, name: str, known: Iterable[str] | None = None
    ) -> None:
        self.battle, self.actor, self.name = battle, actor, name
        world = battle.world
        self._known = frozenset(world.ids if known is None else known)
        self._mover = Mover(battle, world[name], self._known) if name in world else None
        self._field, self._occupants = world.field, occupants(world)

    @cached_property
    def _extent(self) -> Cell:
        """The cells that it covers along each axis."""
        return self._mover.full if self._mover else self.battle.ruleset.topology.extent(1)

    @cached_property
    def _own(self) -> frozenset[Cell]:
        """The carrier's space, which is its own wherever it may stop."""
        stop = self.battle.ruleset.passage.stop
        may = stop(self.battle, self.actor, self.actor.body, self._known)
        return frozenset(self.actor.body.cells if may else ())

    def body(self, at: Cell) -> Body:
        """It with its least corner in a cell."""
        return Body(at, self._extent)

    def squeezed(self, body: Body) -> bool:
        """Whether it is squeezed in a body, be it narrow, tight or no room for it at all."""
        return self._mover is not None and (self._mover.squeezed(body) or not self.may(body))

    def may(self, body: Body) -> bool:
        """Whether there is room for it in a body."""
        return all(cell in self._field and self._free(cell) for cell in body.cells)

    def _free(self, cell: Cell) -> bool:
        if self._mover is None:
            bearing = bears(self._field.at(cell))
        else:
            bearing = bool(ground_of(self.battle, self._mover.creature).stop[cell[::-1]])
        world, others = self.battle.world, self._occupants.get(cell, ())
        return bearing and (
            cell in self._own
            or not any(
                one in self._known and one != self.actor.id and not world[one].has("helpless")
                for one in others
            )
        )

    @cached_property
    def beside(self) -> list[Body]:
        """The bodies in which it may be set down, the nearest first."""
        around = self.battle.ruleset.topology.around(self.actor.body, max(self._extent))
        ranked = self._ranked([self._extent], around)
        return [b for _, b in ranked if self.may(b) and at_hand(self.battle, self.actor, b)]

    @cached_property
    def nearest(self) -> list[Body]:
        """The nearest bodies in which it may lie if it falls, all as near to the carrier's space.

        Narrow ones if there are no others; none better than the carrier's place if there is none.
        """
        extents = {self._extent: None}
        if self._mover is not None:
            extents |= dict.fromkeys(self.battle.ruleset.squeezing.extents(self._extent))
        for _, alike in groupby(sorted(extents, key=min, reverse=True), min):
            found = self._nearest(list(alike))
            if found:
                return found
        least = (min(a, n - e) for a, n, e in zip(
            self.actor.at, self._field.size, self._extent, strict=True))  # fmt: skip
        return [self.body(tuple(least))]

    def _nearest(self, extents: list[Cell]) -> list[Body]:
        around = self.battle.ruleset.topology.around(self.actor.body, max(map(max, extents)))
        beside = [body for _, body in self._ranked(extents, around) if self.may(body)]
        by = groupby((b for b in beside if at_hand(self.battle, self.actor, b)), self._away)
        for _away, alike in by:
            return sorted(alike)
        found: dict[int, list[Body]] = {}
        for away, body in self._ranked(extents, product(*map(range, self._field.size))):
            if found and away > min(found):
                break
            way = self._way(body) if self.may(body) else None
            if way is not None:
                found.setdefault(way, []).append(body)
        return sorted(found[min(found)]) if found else []

    def _away(self, body: Body) -> int:
        return self.battle.ruleset.metric.distance(self.actor.body, body)

    def _way(self, body: Body) -> int | None:
        """Cells from the carrier's space to a body, round what lies between; None: shut off."""
        distance, here = self.battle.ruleset.metric.distance, self.actor.body
        ways = (
            distance(here, spot) if reaches(self.battle, here, spot) else self._reached.get(spot.at)
            for spot in body.spots
        )
        return min((way for way in ways if way is not None), default=None)

    def _ranked(self, extents: list[Cell], cells: Iterable[Cell]) -> list[tuple[int, Body]]:
        """Bodies at some cells with the cells from the carrier's space, the nearest first.

        Of equally near ones those with the corner nearest to the carrier's, then by rows.
        """
        metric, between = self.battle.ruleset.metric, self.battle.ruleset.topology.between
        found = [Body(cell, extent) for cell, extent in product(cells, extents)]

        def rank(one: tuple[int, Body]) -> tuple[object, ...]:
            away, body = one
            return away, metric.cost2(between(self.actor.at, body.at)), body.at[::-1], body.extent

        return sorted(((self._away(body), body) for body in found), key=rank)

    @cached_property
    def _reached(self) -> dict[Cell, int]:
        """The cells to which nothing shuts the way from the carrier, and in how many steps."""
        topology, seen = self.battle.ruleset.topology, dict.fromkeys(self.actor.body.cells, 0)
        front = deque(seen)
        while front:
            spot = topology.spot(front.popleft())
            for cell in self._beside(spot):
                if cell not in seen and reaches(self.battle, spot, topology.spot(cell)):
                    seen[cell] = seen[spot.at] + 1
                    front.append(cell)
        return seen

    def _beside(self, spot: Body) -> Iterator[Cell]:
        field, around = self._field, self.battle.ruleset.topology.around(spot, 1)
        return (cell for cell in around if cell in field and not field.at(cell).fills)
