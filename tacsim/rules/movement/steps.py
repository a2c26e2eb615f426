"""Steps: where a body may go next, what that costs, and why it may not.

A :class:`Mover` is a creature with what its side knows. What it asks of a step is answered by
:mod:`tacsim.rules.movement.table`, which states the rules of steps.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, TypeAlias, cast

from tacsim.core.components import Position
from tacsim.core.terrain import Entry
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.squares.lines import Edge
from tacsim.rules.battle import Battle
from tacsim.rules.movement import footing
from tacsim.rules.movement.crossings import crossed, swept
from tacsim.rules.movement.entries import WHY, Shut
from tacsim.rules.movement.laid import NOWHERE, Laid, Onward
from tacsim.rules.movement.occupancy import FEW, near, occupants
from tacsim.rules.movement.policies import (
    Ground,
    MoveMode,
    Passing,
    Squeezing,
    Step,
    ground_of,
)
from tacsim.rules.movement.table import NO_HOLD, Room, StepTable, table_of

Node: TypeAlias = tuple[Body, int, int]
"""A body on a way, with the odd half-cell spent and the cubes climbed, where either matters."""

_BLOCK = 8
"""Cells along the side of a block of the map, for whose bodies the same room serves."""

Others: TypeAlias = tuple[list[Cell], list[tuple[Body, int]], list[Body]]
"""The cells of those who let nobody by, those who are passed at some doublings, those who lie."""


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
        self.ground: Ground = ground_of(battle, creature)
        self._passings: dict[str, Passing] = battle.world.cached(
            ("passings", creature.id, contest),
            battle.ruleset.passage.passing_depends,
            dict,
            apart_from=creature.id,
        )
        self.clings = self.earthbound and footing.grips(battle, creature)
        self._table: StepTable | None = None
        self._when: object = None
        self._laid: dict[Any, Laid] = {}
        """What others are to it, as of then."""

    # --- others ---------------------------------------------------------------------------------

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
        for other in occupants(self.battle.world).get(cell, ()):
            if other != self.creature.id and other in self.known:
                yield other

    def enters(self, cell: Cell) -> bool:
        """Whether the mover may be in a cell at all, if only in passing."""
        return (
            cell in self.field
            and bool(self.ground.enter[cell[::-1]])
            and all(self.passing(other).allowed for other in self.others(cell))
        )

    # --- places ---------------------------------------------------------------------------------

    @cached_property
    def extents(self) -> tuple[Cell, ...]:
        """Every shape that its body may take, the full one first, and the one that it has."""
        extents = _extents(cast(Hashable, self.battle.ruleset.squeezing), self.full)
        here = self.creature.body.extent
        return extents if here in extents else (*extents, here)

    def table(self, body: Body, reach: int) -> StepTable:
        """The table of its steps, for bodies of such a shape too, so many cells around it."""
        kept = self._table
        if kept is not None and kept.whole and body.extent in kept.extents:
            return kept
        extents = self.extents
        if body.extent not in extents:
            extents = (*extents, body.extent)
        found = self._table = table_of(
            self.battle.ruleset, self.field, self.ground, extents,
            earthbound=self.earthbound, clings=self.clings,
            at=body.at, reach=reach,
        )  # fmt: skip
        return found

    def room(
        self,
        table: StepTable,
        least: Cell,
        most: Cell,
        shut: Iterable[Cell] = (),
        opened: Iterable[Cell] = (),
    ) -> Room:
        """What its bodies find in a box of cells; some may be shut or opened besides."""
        closed, slow, lying = self._in_the_way(near(self.battle.world, least, most))
        return table.room([*shut, *closed], slow, lying, opened)

    def _in_the_way(self, names: Iterable[str]) -> Others:
        """Some creatures by what they are to a mover that comes by."""
        world = self.battle.world
        closed, slow, lying = list[Cell](), list[tuple[Body, int]](), list[Body]()
        for name in names:
            if name == self.creature.id:
                continue
            other = world[name]
            if self.earthbound and footing.lying(self.battle, other):
                lying.append(other.body)
            if name not in self.known or other.has("carried"):
                continue
            if other.has("dead") and not other.traits.bulky:
                continue
            passing = self.passing(name)
            if not passing.allowed:
                closed += other.body.cells
            elif passing.doublings:
                slow.append((other.body, passing.doublings))
        return closed, slow, lying

    def _around(self, body: Body) -> Laid:
        """What others are to a body and to those around it."""
        world = self.battle.world
        if self._when is not world.version:
            self._when = world.version
            self._laid = world.cached(
                ("laid", self.creature.id, self.contest, self.known, self._kind),
                (Position, *self.battle.ruleset.passage.passing_depends),
                dict,
                apart_from=self.creature.id,
            )
        laid, kind = self._laid, body.extent
        found = laid.get(kind)
        if found is not None:
            return found
        block = tuple([n // _BLOCK for n in body.at])
        found = laid.get((kind, block))
        if found is None:
            far = 3 * max(*self.full, *body.extent) + 2
            table = self.table(body, _BLOCK + far)
            if table.whole and len(world.ids) <= FEW:
                found = laid[kind] = Laid(table, *self._in_the_way(world.ids))
            else:
                least = [n * _BLOCK - far for n in block]
                most = [(n + 1) * _BLOCK + far for n in block]
                found = Laid(table, *self._in_the_way(near(world, least, most)))
                laid[kind, block] = found
        return found

    @cached_property
    def _kind(self) -> tuple[Hashable, ...]:
        return self.ground, self.earthbound, self.clings, self.extents

    def _at(self, body: Body) -> tuple[int | None, Room]:
        """The number of a body in the table, and what bodies find around it."""
        laid = self._around(body)
        return laid.table.nodes.number(body), laid.room

    def fits(self, body: Body) -> bool:
        """Whether every cell of a body may be entered, and no floor lies in between."""
        node, room = self._at(body)
        return node is not None and bool(room.fits[node])

    def falls(self, body: Body) -> bool:
        """Whether the mover would find no hold in a place."""
        node, room = self._at(body)
        return room.holds is not None and (node is None or room.holds[node] == NO_HOLD)

    def squeezed(self, body: Body) -> bool:
        """Whether a body is narrower than the creature, or in a tight cell."""
        if body.extent != self.full:
            return True
        table = self.table(body, 0)
        node = table.nodes.number(body)
        return node is not None and bool(table.squeezed[node])

    def shares(self, body: Body) -> bool:
        """Whether to stop there means to squeeze in among others."""
        passage = self.battle.ruleset.passage
        return passage.shares(self.battle, self.creature, body, self.known)

    def rate(self, body: Body) -> int:
        """The factor on the cost of a step that ends in a body, by the worst cell of it.

        Of cubes those of its lowest layer count. Clause: ``d20.terrain.mixed-footprint``.
        """
        node, room = self._at(body)
        assert node is not None
        return int(room.rates[node])

    # --- steps ---------------------------------------------------------------------------------

    def steps(self, body: Body, spent: int = 0, climbed: int = 0) -> list[Step]:
        """Every step open to the mover from a body, directions in the topology's order.

        ``spent``: the half-cells of the measured move before it; ``climbed``: the cubes climbed
        since it last stood.
        """
        return list(self._onward(body, spent, climbed).steps)

    def steps_toward(self, body: Body, by: Cell, spent: int = 0, climbed: int = 0) -> list[Step]:
        """The steps in one direction: all placements of the widest body that fits."""
        steps = self._onward(body, spent, climbed).steps
        return [step for step in steps if step.by == by and not step.pivot]

    def steps_to(
        self, body: Body, place: Cell, spent: int = 0, climbed: int = 0
    ) -> tuple[Step, ...]:
        """The steps from a body to those whose least corner is at a place."""
        return self._onward(body, spent, climbed).to.get(place, ())

    def look_ahead(self, bodies: Iterable[Body], spent: int, climbed: int = 0) -> None:
        """Look the steps from some bodies up at once, before they are asked about one by one."""
        odd = spent % self.battle.ruleset.metric.parities
        asked: dict[tuple[int, Cell], tuple[Laid, dict[Any, Body]]] = {}
        for body in bodies:
            laid = self._around(body)
            key = laid.key(body, odd, climbed, self.climbs)
            if key is not None and key not in laid.onward and laid.room.fits[key[0]]:
                asked.setdefault((id(laid), body.extent), (laid, {}))[1][key] = body
        for laid, some in asked.values():
            laid.look_up(some, odd, climbed, self.climbs)

    def _onward(self, body: Body, spent: int, climbed: int) -> Onward:
        """The steps from a body."""
        laid = self._around(body)
        odd = spent % self.battle.ruleset.metric.parities
        key = laid.key(body, odd, climbed, self.climbs)
        if key is None:
            return NOWHERE
        found = laid.onward.get(key)
        if found is None:
            laid.look_up({key: body}, odd, climbed, self.climbs)
            found = laid.onward[key]
        return found

    def crossed(self, old: Body, step: Step) -> set[Edge]:
        """The sides that a step from a body leads across."""
        return self._swept_by(old, step) if step.pivot else self._crossed(old, step)

    def _crossed(self, old: Body, step: Step) -> set[Edge]:
        return crossed(self.battle.ruleset.topology, old, step.by, step.body)

    def _swept_by(self, old: Body, step: Step) -> set[Edge]:
        """The edges that a quarter turn crosses."""
        for turn in self.battle.ruleset.squeezing.pivots(self.full, old.extent):
            if Body(shifted(old.at, turn.offset), turn.extent) == step.body:
                return swept(old, step.body, turn.toward, turn.length)
        return set()

    # --- reasons ---------------------------------------------------------------------------------

    def shut(self, body: Body, by: Cell) -> Refused | None:
        """What on the ground forbids the step of a body in a direction, were there room for it."""
        table = self.table(body, 0)
        if table.nodes.number(body) is None:
            return refuse(Reason.OFF_MAP, self.battle.ruleset.clause("blocked"))
        why = table.entry(body, _whole(table, body, by))[0]
        if why is Shut.OPEN or why is Shut.NO_WALL:
            return None
        reason, concept = WHY[why]
        return refuse(reason, self.battle.ruleset.clause(concept))

    def why_not(self, body: Body, to: Cell, climbed: int = 0) -> Refused:
        """Why no step leads from a body to a place beside it; for refusals, so never fast."""
        clause = self.battle.ruleset.clause
        by = self.battle.ruleset.topology.toward(body.at, to)
        if shifted(body.at, by) != to or not any(by):
            return refuse(Reason.NOT_A_STEP, clause("step"))
        new = body.moved(by)
        if any(cell not in self.field for cell in new.cells):
            return refuse(Reason.OFF_MAP, clause("blocked"))
        shut = self.shut(body, by)
        if shut is not None:
            return shut
        if not self.earthbound or not self.fits(new):
            return self.why_not_in(new)
        return self._why_no_hold(body, by, climbed)

    def _why_no_hold(self, body: Body, by: Cell, climbed: int) -> Refused:
        """Why a step leads to no place where one could stand or cling."""
        clause = self.battle.ruleset.clause
        table = self.table(body, 0)
        why, cubes, _ = table.entry(body, _whole(table, body, by))
        if why is Shut.NO_WALL:
            return refuse(Reason.NO_WALL, clause("climb"))
        far = footing.farther(climbed, cubes)
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
            return self.battle.ruleset.passage.too_tight(self.battle, self.creature)
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
            for extent in self.battle.ruleset.squeezing.extents(self.full)
            for by in self.battle.ruleset.topology.offsets(extent)
        )
        return not any(all(self._open(each) for each in body.cells) for body in bodies)


@lru_cache(maxsize=1024)
def _extents(squeezing: Hashable, full: Cell) -> tuple[Cell, ...]:
    return cast(Squeezing, squeezing).extents(full)


def _whole(table: StepTable, body: Body, by: Cell) -> int:
    """The column of the step that takes a body in a direction as it is."""
    columns = enumerate(table.columns(body.extent))
    return next(
        number for number, column in columns
        if column.by == by and column.turn is None and column.extent == body.extent
        and column.offset == by
    )  # fmt: skip
