"""Steps: where a body may go next, what that costs, and why it may not.

This is the plain statement of the rules of one step. :mod:`tacsim.rules.movement.search` says the
same in grids, for speed; a property test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, permutations
from typing import TypeAlias

from tacsim.core.terrain import Barrier, Entry
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.lines import Edge, edge
from tacsim.rules.battle import Battle
from tacsim.rules.movement import footing
from tacsim.rules.movement.occupancy import hulks, occupants
from tacsim.rules.movement.policies import Ground, MoveMode, Passing, Step

Node: TypeAlias = tuple[Body, int, int]
"""A body on a way, with the odd half-cell spent and the cubes climbed, where either matters."""


class Mover:
    """One creature's ways through a battle as it stands, as far as ``known`` creatures go.

    ``mode``: how it moves: how it deals with foes in the way, and how high it climbs.
    """

    def __init__(
        self,
        battle: Battle,
        creature: Creature,
        known: frozenset[str],
        mode: MoveMode | None = None,
    ) -> None:
        self.battle = battle
        self.creature = creature
        self.known = known
        self.contest = contest = mode.contest if mode is not None else ""
        self.field = battle.world.field
        self.full = creature.size.extent
        self.earthbound = self.field.axes == 3 and not footing.aloft(battle, creature)
        """Whether it needs something to stand on or to hold on to."""
        self.climbs: int | None = None if mode is not None and mode.climbs else self.full[-1]
        """How many cubes it may climb up or down from where it last stood; None: any number."""
        self.climbed = creature.resources["climbed"] if self.earthbound and self.climbs else 0
        """How high it has climbed, below zero for down, as far as that limits it."""
        self.ground: Ground = battle.ruleset.passage.ground(battle, creature)
        self._where = occupants(battle.world)
        self._hulks = hulks(battle.world)
        self._passings: dict[str, Passing] = battle.world.cached(
            ("passings", creature.id, contest), battle.ruleset.passage.passing_depends, dict
        )
        self._squeezing = battle.ruleset.squeezing
        self._topology = battle.ruleset.topology

    # --- cells ------------------------------------------------------------------------------

    def passing(self, other: str) -> Passing:
        """Whether this mover may go through another creature's cells."""
        if other not in self._passings:
            battle = self.battle
            self._passings[other] = battle.ruleset.passage.through(
                battle, self.creature, battle.world[other], self.contest
            )
        return self._passings[other]

    def others(self, cell: Cell) -> Iterator[str]:
        """The known creatures in a cell, other than the mover."""
        for other in self._where.get(cell, ()):
            if other != self.creature.id and other in self.known:
                yield other

    def dead(self, cell: Cell) -> Iterator[str]:
        """The known dead in a cell who are in the way of those who pass."""
        for name, body in self._hulks:
            if name in self.known and cell in body.cells:
                yield name

    def enters(self, cell: Cell) -> bool:
        """Whether the mover may be in a cell at all, if only in passing."""
        return (
            cell in self.field
            and bool(self.ground.enter[cell[::-1]])
            and all(self.passing(other).allowed for other in self.others(cell))
        )

    def fits(self, body: Body) -> bool:
        """Whether every cell of a body may be entered, and no floor lies in between."""
        return all(self.enters(cell) for cell in body.cells) and not self._parted(body)

    def _parted(self, body: Body) -> bool:
        """Whether a floor lies between the layers of a body."""
        if len(body.at) < 3:
            return False
        plates, low = self.field.plates, body.at[2]
        return any(cell[2] > low and plates[cell[::-1]] for cell in body.cells)

    def falls(self, body: Body) -> bool:
        """Whether the mover would find no hold in a place."""
        battle, creature = self.battle, self.creature
        return self.earthbound and not (
            footing.stands(battle, creature, body) or footing.clings(battle, creature, body)
        )

    def squeezed(self, body: Body) -> bool:
        """Whether a body is narrower than the creature, or in a tight cell."""
        return body.extent != self.full or any(
            self.ground.tight[cell[::-1]] for cell in body.cells if cell in self.field
        )

    def shares(self, body: Body) -> bool:
        """Whether to stop there means to squeeze in among others."""
        passage = self.battle.ruleset.passage
        return passage.shares(self.battle, self.creature, body, self.known)

    def doublings(self, body: Body) -> int:
        """The doublings of cost by the worst cell of a body: ground and those lying there.

        Of cubes those of its lowest layer count. Clause: ``d20.terrain.mixed-footprint``.
        """
        return max(
            int(self.ground.doublings[cell[::-1]])
            + sum(self.passing(other).doublings for other in (*self.others(cell), *self.dead(cell)))
            for cell in (body.cells if len(body.at) == 2 else footing.lowest(body))
        )

    def rate(self, body: Body) -> int:
        """The factor on the cost of a step that ends in a body."""
        rate = self._squeezing.rate(self.doublings(body), self.squeezed(body))
        return int(rate) + self.ground.extra

    # --- edges and corners -------------------------------------------------------------------

    def cuts_corner(self, body: Body, by: Cell) -> bool:
        """Whether a diagonal step passes the corner of something that fills its space.

        By some rules one way round the corner is enough to get past (``pool.corner``,
        ``pool.space.ways``).
        """
        if self._topology.straight(by):
            return False
        if self.battle.ruleset.passage.either_way:
            return not any(self._open_round(body, way) for way in ways_round(by))
        fills = self.ground.fills
        return any(
            cell in self.field and fills[cell[::-1]]
            for part in ((by[0], 0), (0, by[1]))
            for cell in body.moved(part).cells
        )

    def _open_round(self, body: Body, way: tuple[Cell, ...]) -> bool:
        """Whether nothing solid and no floor stops a body that takes one axis after another."""
        fills = self.ground.fills
        for part in way[:-1]:
            here = body.moved(part)
            if any(cell in self.field and fills[cell[::-1]] for cell in here.cells):
                return False
        before = (0,) * len(body.at)
        for part in way:
            if self._through_floor(body.moved(before), body.moved(part)):
                return False
            before = part
        return True

    def _through_floor(self, old: Body, new: Body) -> bool:
        """Whether a straight step up or down leads through a floor."""
        if len(old.at) < 3 or old.at[2] == new.at[2]:
            return False
        plates = self.field.plates
        upper = max(old, new, key=lambda body: body.at[2])
        return any(cell in self.field and plates[cell[::-1]] for cell in upper.cells)

    def crossed(self, body: Body, by: Cell, new: Body) -> set[Edge]:
        """The edges that cells of the old body cross on becoming cells of the new one.

        Clause: ``d20.body.barrier``.
        """
        kept = set(new.cells)
        moving = [cell for cell in body.cells if shifted(cell, by) in kept]
        if self._topology.straight(by):
            sides = (self._topology.side(cell, shifted(cell, by)) for cell in moving)
            return {side for side in sides if side is not None}
        edges: set[Edge] = set()
        for cell in moving:
            for way in ways_round(by):
                on = (cell, *(shifted(cell, part) for part in way))
                sides = (self._topology.side(a, b) for a, b in pairwise(on))
                edges.update(side for side in sides if side is not None)
        return edges

    def barred(self, edges: set[Edge]) -> bool:
        """Whether a barrier that the mover cannot get over stands on any of the edges."""
        return not self.walls.isdisjoint(edges)

    @property
    def walls(self) -> frozenset[Edge]:
        """The edges with barriers that the mover cannot get over."""
        if not self.ground.barriers:
            return frozenset()
        return self.field.bars if self.ground.hampered_by_barriers else self.field.shut

    @property
    def hedges(self) -> frozenset[Edge]:
        """The edges with barriers that cost the mover extra."""
        return self.field.tolls if self.ground.hampered_by_barriers else frozenset()

    def toll(self, edges: set[Edge]) -> int:
        """The half-cells that hampering barriers on the edges add: once a step.

        They are part of the step's cost, so it is taken whole or not at all
        (``d20.obstacle.between.all-or-nothing``).
        """
        return 0 if self.hedges.isdisjoint(edges) else self.battle.ruleset.passage.barrier

    def checks(self, old: Body, step: Step) -> list[Barrier]:
        """The barriers that a step from a body crosses and that take a check."""
        checked = self.field.checked
        if not checked or not self.ground.hampered_by_barriers:
            return []
        edges = self._swept_by(old, step) if step.pivot else self.crossed(old, step.by, step.body)
        return [checked[e] for e in sorted(edges) if e in checked]

    def over_barrier(self, old: Body, step: Step) -> bool:
        """Whether a step crosses a barrier that costs something or takes a check."""
        if not self.field.barriers:
            return False
        edges = self._swept_by(old, step) if step.pivot else self.crossed(old, step.by, step.body)
        return self.toll(edges) > 0

    def _swept_by(self, old: Body, step: Step) -> set[Edge]:
        """The edges that a quarter turn crosses."""
        for turn in self._squeezing.pivots(self.full, old.extent):
            if Body(shifted(old.at, turn.offset), turn.extent) == step.body:
                return self.swept(old, step.body, turn.toward, turn.length)
        return set()

    # --- steps ---------------------------------------------------------------------------------

    def steps(self, body: Body, spent: int = 0, climbed: int = 0) -> Iterator[Step]:
        """Every step open to the mover from a body, directions in the topology's order.

        ``spent``: the half-cells of the measured move before it; ``climbed``: the cubes climbed
        since it last stood.
        """
        for by in self._topology.directions:
            yield from self.steps_toward(body, by, spent, climbed)
        yield from self.pivots(body)

    def steps_toward(
        self, body: Body, by: Cell, spent: int = 0, climbed: int = 0
    ) -> Iterator[Step]:
        """The steps in one direction: all placements of the widest body that fits."""
        if self.cuts_corner(body, by):
            return
        pace = self.battle.ruleset.metric.pace(by, spent)
        for tier in self._squeezing.tiers(self.full, body.extent, by):
            bodies = [Body(shifted(body.at, option.offset), option.extent) for option in tier]
            fitting = [new for new in bodies if self.fits(new)]
            if fitting:
                for new in fitting:
                    edges = self.crossed(body, by, new) if self.field.barriers else set()
                    hold = self._hold(body, new, by, climbed)
                    if hold is not None and not self.barred(edges):
                        halves = pace.at(self.rate(new)) + self.toll(edges)
                        yield Step(new, halves, by, self.squeezed(new), climbed=hold)
                return

    def _hold(self, old: Body, new: Body, by: Cell, climbed: int) -> int | None:
        """The cubes climbed after a step, or None where it leads into the air or into a floor."""
        if self.field.axes == 2:
            return 0
        if by[2] and new.at[2] == old.at[2]:
            return None  # nobody squeezes against a floor to get on along it
        if self._topology.straight(by) and self._moving_through_floor(old, new, by):
            return None
        if not self.earthbound:
            return 0
        after = footing.after(self.battle, self.creature, old, new, climbed, self.climbs)
        return after if after is None or self.climbs is not None else 0

    def _moving_through_floor(self, old: Body, new: Body, by: Cell) -> bool:
        """Whether a straight step takes any cube of the old body through a floor."""
        if not by[2]:
            return False
        kept, plates = set(new.cells), self.field.plates
        moves = ((cell, shifted(cell, by)) for cell in old.cells)
        return any(plates[max(a, b, key=_height)[::-1]] for a, b in moves if b in kept)

    def steps_to(self, body: Body, place: Cell, spent: int = 0, climbed: int = 0) -> Iterator[Step]:
        """The steps from a body to those whose least corner is at a place."""
        for by in self._topology.directions:
            if any(
                shifted(body.at, option.offset) == place
                for tier in self._squeezing.tiers(self.full, body.extent, by)
                for option in tier
            ):
                found = self.steps_toward(body, by, spent, climbed)
                yield from (step for step in found if step.body.at == place)
        yield from (s for s in self.pivots(body) if s.body.at == place)

    def pivots(self, body: Body) -> Iterator[Step]:
        """The quarter turns open to a narrowed body."""
        squeezing, metric = self._squeezing, self.battle.ruleset.metric
        for turn in squeezing.pivots(self.full, body.extent):
            new = Body(shifted(body.at, turn.offset), turn.extent)
            if not self.fits(new) or not self.fits(body) or self._widens(new):
                continue
            edges = self.swept(body, new, turn.toward, turn.length)
            if self.barred(edges):
                continue
            straight_cost = metric.step(turn.toward) * turn.length
            halves = straight_cost * self.rate(new) + self.toll(edges)
            yield Step(new, halves, turn.toward, self.squeezed(new), pivot=True)

    def _widens(self, narrow: Body) -> bool:
        """Whether a full body that contains a narrowed one would fit."""
        slack = [m - n for m, n in zip(self.full, narrow.extent, strict=True)]
        for x in range(slack[0] + 1):
            for y in range(slack[1] + 1):
                if self.fits(Body(shifted(narrow.at, (-x, -y)), self.full)):
                    return True
        return False

    @staticmethod
    def swept(old: Body, new: Body, toward: Cell, length: int) -> set[Edge]:
        """The edges that the turning end crosses, growing out of the shared block."""
        shared = set(old.cells) & set(new.cells)
        edges: set[Edge] = set()
        for _ in range(length):
            ahead = {shifted(cell, toward) for cell in shared}
            edges |= {edge(shifted(c, (-toward[0], -toward[1])), c) for c in ahead - shared}
            shared |= ahead
        return edges

    # --- reasons ---------------------------------------------------------------------------------

    def why_not(self, body: Body, to: Cell, climbed: int = 0) -> Refused:
        """Why no step leads from a body to a place beside it; for refusals, so never fast."""
        clause = self.battle.ruleset.clause
        by = self._topology.toward(body.at, to)
        if shifted(body.at, by) != to or not any(by):
            return refuse(Reason.NOT_A_STEP, clause("step"))
        new = body.moved(by)
        if any(cell not in self.field for cell in new.cells):
            return refuse(Reason.OFF_MAP, clause("blocked"))
        if self.cuts_corner(body, by):
            return refuse(Reason.CORNER, clause("corner"))
        if self.barred(self.crossed(body, by, new)):
            return refuse(Reason.BARRIER, clause("blocked"))
        if self._topology.straight(by) and len(by) == 3 and self._through_floor(body, new):
            return refuse(Reason.FLOOR, clause("blocked"))
        if not self.earthbound or not self.fits(new):
            return self.why_not_in(new)
        return self._why_no_hold(body, new, climbed)

    def _why_no_hold(self, body: Body, new: Body, climbed: int) -> Refused:
        """Why a step leads to no place where one could stand or cling."""
        battle, clause = self.battle, self.battle.ruleset.clause
        way = footing.climb(battle, body, new) if new.at[2] != body.at[2] else footing.Climb(0)
        if way is None:
            return refuse(Reason.NO_WALL, clause("climb"))
        far = footing.farther(climbed, way.cubes)
        if self.climbs is not None and far > self.climbs:
            return refuse(Reason.TOO_HIGH, clause("climb"), cost=far, budget=self.climbs)
        return refuse(Reason.NO_FOOTING, clause("footing"))

    def why_not_in(self, body: Body) -> Refused:
        """Why a body cannot be where it is."""
        clause = self.battle.ruleset.clause
        if any(cell not in self.field for cell in body.cells):
            return refuse(Reason.OFF_MAP, clause("blocked"))
        closed = [cell for cell in body.cells if not self._open(cell)]
        if closed and any(self._too_tight(cell) for cell in body.cells):
            return self.battle.ruleset.passage.too_tight(self.creature)
        if closed:
            ground = self.field.at(closed[0])
            return refuse(Reason.BLOCKED, clause("blocked"), ground=ground.name)
        for cell in body.cells:
            for other in self.others(cell):
                passing = self.passing(other)
                if not passing.allowed:
                    reason = Reason.FILLED if passing.filled else Reason.OCCUPIED
                    return refuse(reason, passing.clause, by=other)
        return refuse(Reason.NO_WAY, clause("squeeze.limit"))

    def _open(self, cell: Cell) -> bool:
        """Whether the ground of a cell may be entered, whoever is there."""
        return cell in self.field and bool(self.ground.enter[cell[::-1]])

    def _too_tight(self, cell: Cell) -> bool:
        """Whether a cell belongs to a gap that is too narrow for every body of the mover."""
        if not self._open(cell):
            return self.field.at(cell).entry is Entry.TIGHT
        bodies = (
            Body(shifted(cell, tuple(-n for n in by)), extent)
            for extent in self._squeezing.extents(self.full)
            for by in self._topology.offsets(extent)
        )
        return not any(all(self._open(each) for each in body.cells) for body in bodies)


@lru_cache(maxsize=64)
def ways_round(by: Cell) -> tuple[tuple[Cell, ...], ...]:
    """The ways to take a diagonal step one axis after another, as shifts from its start.

    >>> ways_round((1, -1))
    (((1, 0), (1, -1)), ((0, -1), (1, -1)))
    """
    axes = [axis for axis, n in enumerate(by) if n]
    return tuple(
        tuple(
            tuple(n if axis in order[:done] else 0 for axis, n in enumerate(by))
            for done in range(1, len(order) + 1)
        )
        for order in permutations(axes)
    )


def _height(cell: Cell) -> int:
    return cell[2]
