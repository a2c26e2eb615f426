"""Where can it go: the path search, squeezing, turning corners and climbing included.

A node is a shape and the cell of its least corner, with the odd half-cell spent and the cubes
climbed where these matter; the steps between nodes are those of
:mod:`tacsim.rules.movement.table`, and only creatures near enough are laid over it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body, Cell
from tacsim.rules.movement.places import Arc, Place
from tacsim.rules.movement.plane import PlaneSearch
from tacsim.rules.movement.policies import Squeezing
from tacsim.rules.movement.space import SpaceSearch
from tacsim.rules.movement.steps import Mover


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
        """``avoid``: cells to be kept out of; ``spent``: half-cells of the same measured move."""
        self.mover = mover
        self.start = start
        self.limit = limit
        self.spent = spent
        """The half-cells of the measured move before it."""
        climbed = mover.climbed if start == mover.creature.body else 0
        full = mover.full
        reach = limit // 2 + max(full) + _gained(mover.battle.ruleset.squeezing, full, limit)
        wide = reach + 2 * max(full) + 2
        table = mover.table(start, wide)
        across = wide + (wide >> 1) if len(full) == 1 else wide  # rows of hexes are sheared
        around = (across, *(wide for _ in start.at[1:]))
        least, most = (
            tuple(n + sign * by for n, by in zip(start.at, around, strict=True)) for sign in (-1, 1)
        )
        room = mover.room(table, least, most, avoid, start.cells)
        search: PlaneSearch | SpaceSearch
        if mover.field.axes == 3:
            search = SpaceSearch(table, room, start, limit, climbed, mover.climbs)
        else:
            window = mover.battle.ruleset.topology.window(mover.field.shape, start.at, reach, full)
            search = PlaneSearch(table, room, window, start, limit, spent)
        self._search: PlaneSearch | SpaceSearch = search
        self.extents = search.extents

    def __contains__(self, body: Body) -> bool:
        return self.cost2(body) is not None

    def cost2(self, body: Body) -> int | None:
        """The half-cells of the cheapest way to a body, or None out of reach."""
        return self._search.cost2(body)

    def at(self, cell: Cell) -> list[Place]:
        """The bodies within reach whose least corner is in a cell, ordered by shape."""
        every = [Body(cell, extent) for extent in self.extents if cell in self.mover.field]
        return [Place(body, cost2) for body in every if (cost2 := self.cost2(body)) is not None]

    def places(self) -> list[Place]:
        """Every body within reach, the start included, ordered by shape, level, row and column.

        Do not change the list.
        """
        return self._places

    @cached_property
    def _places(self) -> list[Place]:
        return self._search.places(apart=False)

    def all_places(self) -> list[Place]:
        """The same, apart by the odd half-cell spent and the cubes climbed where they matter."""
        return self._search.places(apart=True)

    def way(self, body: Body) -> list[Body]:
        """A cheapest way from the start to a body within reach, both included."""
        if body not in self:
            raise ValueError(f"{body} is out of reach")
        return self._search.way(body)

    def nearest_first(self) -> tuple[Grid, Grid, Grid]:
        """The numbers of the shapes, the cells and the half-cells of all places."""
        return self._search.nearest_first()

    def root(self) -> int:
        """The number of the node that the search started from."""
        return self._search.root

    def bodies(self) -> Mapping[int, Place]:
        """Every node within reach by its number: its body, and what it costs."""
        return self._search.nodes

    def arcs(self, slack: int) -> Mapping[int, list[Arc]]:
        """The steps between nodes within reach on ways that cost at most ``slack`` too much.

        By the node that they start from; in the order in which the rules of steps have them.
        """
        return self._search.arcs(slack)


def _gained(squeezing: Squeezing, full: Cell, limit: int) -> int:
    """How many cells farther than its budget a body may come by narrowing and widening again.

    A step that narrows a body into its far half, or widens it from there, brings its corner on by
    two cells; where it costs no more than another step, every second one may.
    """
    free = max(full) > 1 and squeezing.rate(0, True) == squeezing.rate(0, False)
    return limit // 4 + 1 if free else 0


__all__ = ["Place", "Reach"]
