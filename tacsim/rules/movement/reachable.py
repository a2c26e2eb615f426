"""Reachable: every place a creature could move to in a mode, one row for each body there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from tacsim.core.intents import Move
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import cells
from tacsim.rules.battle import Battle
from tacsim.rules.combat.targets import enemies
from tacsim.rules.movement.charge import charge_ends
from tacsim.rules.movement.obstacles import chance_of
from tacsim.rules.movement.plan import Plan, mover_of, plan, straight_plans
from tacsim.rules.movement.policies import Allowance, MoveMode
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rules.movement.ways import Provoking, Ways


@attrs.frozen
class Row:
    """A place: the least corner and extent of the body there, the cells it costs, and the way."""

    at: Cell
    extent: Cell
    cost: int
    squeezing: bool
    can_stop: bool
    provokes: tuple[str, ...]
    bodies: tuple[Body, ...]
    """The way, the start included."""
    chance: float = 1.0
    """The probability that no check of an obstacle fails on the way."""

    @property
    def path(self) -> tuple[Cell, ...]:
        """The least corners of the bodies on the way, the start included."""
        return tuple(body.at for body in self.bodies)


def reachable(battle: Battle, creature: Creature, mode: str) -> tuple[int, list[Row]] | Refused:
    """The budget in cells and the bodies within it, or why it cannot move so.

    They go by level, row and column, at one place the wider first. Of the ways to be there as a
    body the cheapest in whole cells is kept; of equal ones that which provokes least.
    """
    way_of_moving = battle.ruleset.modes[mode]
    allowance = battle.ruleset.economy.allowance(battle, creature, way_of_moving)
    if isinstance(allowance, Refused):
        return allowance
    search = _Search(battle, creature, way_of_moving, allowance)
    best: dict[Body, tuple[tuple[int, int, int], Row]] = {}
    for cost2, row in search.rows():
        body, rank = Body(row.at, row.extent), (row.cost, len(row.provokes), cost2)
        if body not in best or rank < best[body][0]:
            best[body] = (rank, row)
    rows = [row for _, row in best.values()]
    widest = search.mover.extents.index
    budget = cells(allowance.total - allowance.spent)
    return budget, sorted(rows, key=lambda row: (row.at[::-1], widest(row.extent)))


class _Search:
    """One creature's search in one mode of movement."""

    def __init__(
        self, battle: Battle, creature: Creature, mode: MoveMode, allowance: Allowance
    ) -> None:
        self.battle = battle
        self.creature = creature
        self.mode = mode
        self.allowance = allowance
        self.mover: Mover = mover_of(battle, creature, mode)
        self.provoking = Provoking(self.mover, mode, allowance.total)

    def rows(self) -> Iterator[tuple[int, Row]]:
        """Every way that counts, with its half-cells."""
        if self.mode.steps is not None:
            yield from self._planned(self._single_steps())
        elif self.mode.attack:
            yield from self._planned(self._charges())
        elif self.mode.straight:
            for found in straight_plans(self.mover, self.mode, self.allowance):
                yield self._of(found)
        else:
            yield from self._searched()
            if self.mode.minimum:
                yield from self._planned(self._single_steps())

    def _searched(self) -> Iterator[tuple[int, Row]]:
        """All places within the budget, the start included."""
        spent = self.allowance.spent
        reach = Reach(self.mover, self.creature.body, self.allowance.total - spent, spent=spent)
        ways = Ways(reach, self.provoking)
        for place in reach.places():
            way = ways.to(place.body)
            yield way.cost2, self._row(way.path, way.cost2, way.provokes)

    def _planned(self, intents: Iterable[Move]) -> Iterator[tuple[int, Row]]:
        """The moves that are legal as they are."""
        for intent in intents:
            found = plan(self.battle, intent)
            if isinstance(found, Plan):
                yield self._of(found)

    def _of(self, found: Plan) -> tuple[int, Row]:
        path = (self.creature.body, *found.path)
        cost2 = 0 if self.mode.free else found.cost2
        return cost2, self._row(path, cost2, self.provoking.along(path))

    def _row(self, path: tuple[Body, ...], cost2: int, provokes: tuple[str, ...]) -> Row:
        body = path[-1]
        stop = self.battle.ruleset.passage.stop(self.battle, self.creature, body, self.mover.known)
        return Row(
            at=body.at,
            extent=body.extent,
            cost=cells(cost2),
            squeezing=self.mover.squeezed(body) or self.mover.shares(body),
            can_stop=bool(stop),
            provokes=provokes,
            bodies=path,
            chance=chance_of(self.mover, path),
        )

    # --- moves to try ------------------------------------------------------------------------

    def _single_steps(self) -> Iterator[Move]:
        for step in self.mover.steps(self.creature.body, self.allowance.spent):
            path, extents = (step.body.at,), (step.body.extent,)
            yield Move(self.creature.id, path=path, mode=self.mode.name, extents=extents)

    def _charges(self) -> Iterator[Move]:
        """To the nearest places from which each known foe can be attacked, the helpless too."""
        actor, mode = self.creature.id, self.mode.name
        for foe in enemies(self.battle, self.creature):
            for body in charge_ends(self.mover, foe):
                yield Move(actor, to=body.at, mode=mode, target=foe.id)
