"""Steps: where a body may go next, what that costs, and why it may not.

This is the plain statement of the rules of one step. :mod:`tacsim.rules.search` says the same in
grids, for speed; a property test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tacsim.geometry.cells import Body, Cell, shifted
from tacsim.geometry.lines import Edge, edge
from tacsim.model.components import Conditions
from tacsim.model.terrain import Barrier, Entry
from tacsim.model.verdicts import Reason, Refused, refuse
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.locomotion import Ground, Passing
from tacsim.rules.occupancy import occupants


@attrs.frozen
class Step:
    """A legal step: the body it leads to, its cost in half-cells, the direction of the shift.

    ``pivot`` tells a quarter turn; ``squeezed`` whether the creature is squeezed afterwards.
    """

    body: Body
    halves: int
    by: Cell
    squeezed: bool = False
    pivot: bool = False


class Mover:
    """One creature's ways through a battle as it stands, as far as ``known`` creatures go.

    ``contest``: how it deals with foes in the way, as its mode of movement has it.
    """

    def __init__(
        self, battle: Battle, creature: Creature, known: frozenset[str], contest: str = ""
    ) -> None:
        self.battle = battle
        self.creature = creature
        self.known = known
        self.contest = contest
        self.field = battle.world.field
        self.full = creature.size.extent
        self.ground: Ground = battle.ruleset.passage.ground(battle, creature)
        self._where = occupants(battle.world)
        self._passings: dict[str, Passing] = battle.world.cached(
            ("passings", creature.id, contest), (Conditions,), dict
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

    def enters(self, cell: Cell) -> bool:
        """Whether the mover may be in a cell at all, if only in passing."""
        return (
            cell in self.field
            and bool(self.ground.enter[cell[::-1]])
            and all(self.passing(other).allowed for other in self.others(cell))
        )

    def fits(self, body: Body) -> bool:
        """Whether every cell of a body may be entered."""
        return all(self.enters(cell) for cell in body.cells)

    def squeezed(self, body: Body) -> bool:
        """Whether a body is narrower than the creature, or in a tight cell."""
        return body.extent != self.full or any(
            self.ground.tight[cell[::-1]] for cell in body.cells if cell in self.field
        )

    def doublings(self, body: Body) -> int:
        """The doublings of cost by the worst cell of a body: ground and those lying there.

        Clause: ``d20.terrain.mixed-footprint``.
        """
        return max(
            int(self.ground.doublings[cell[::-1]])
            + sum(self.passing(other).doublings for other in self.others(cell))
            for cell in body.cells
        )

    def rate(self, body: Body) -> int:
        """The factor on the cost of a step that ends in a body."""
        rate = self._squeezing.rate(self.doublings(body), self.squeezed(body))
        return int(rate) + self.ground.extra

    # --- edges and corners -------------------------------------------------------------------

    def cuts_corner(self, body: Body, by: Cell) -> bool:
        """Whether a diagonal step passes the corner of something that fills its space."""
        if self._topology.straight(by):
            return False
        fills = self.ground.fills
        return any(
            cell in self.field and fills[cell[::-1]]
            for part in ((by[0], 0), (0, by[1]))
            for cell in body.moved(part).cells
        )

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
            beside, below, beyond = (shifted(cell, d) for d in ((by[0], 0), (0, by[1]), by))
            edges |= {edge(cell, beside), edge(cell, below)}
            edges |= {edge(beside, beyond), edge(below, beyond)}
        return edges

    def barred(self, edges: set[Edge]) -> bool:
        """Whether a barrier that the mover cannot get over stands on any of the edges."""
        if not self.ground.barriers:
            return False
        climbs = self.ground.hampered_by_barriers
        walls = self.field.bars if climbs else self.field.edges(blocking=True)
        return bool(walls) and not walls.isdisjoint(edges)

    def toll(self, edges: set[Edge]) -> int:
        """The half-cells that hampering barriers on the edges add: once a step.

        They are part of the step's cost, so it is taken whole or not at all
        (``d20.obstacle.between.all-or-nothing``).
        """
        if not self.ground.hampered_by_barriers:
            return 0
        hedges = self.field.tolls
        hit = bool(hedges) and not hedges.isdisjoint(edges)
        return self.battle.ruleset.passage.barrier if hit else 0

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

    def steps(self, body: Body, spent: int = 0) -> Iterator[Step]:
        """Every step open to the mover from a body, directions in the topology's order.

        ``spent``: the half-cells of the measured move before it.
        """
        for by in self._topology.directions:
            yield from self.steps_toward(body, by, spent)
        yield from self.pivots(body)

    def steps_toward(self, body: Body, by: Cell, spent: int = 0) -> Iterator[Step]:
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
                    if not self.barred(edges):
                        halves = pace.at(self.rate(new)) + self.toll(edges)
                        yield Step(new, halves, by, self.squeezed(new))
                return

    def steps_to(self, body: Body, place: Cell, spent: int = 0) -> Iterator[Step]:
        """The steps from a body to those whose least corner is at a place."""
        for by in self._topology.directions:
            if any(
                shifted(body.at, option.offset) == place
                for tier in self._squeezing.tiers(self.full, body.extent, by)
                for option in tier
            ):
                found = self.steps_toward(body, by, spent)
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

    def why_not(self, body: Body, to: Cell) -> Refused:
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
        return self.why_not_in(new)

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
