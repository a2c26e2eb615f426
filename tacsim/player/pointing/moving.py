"""Planning moves: where the creature whose turn it is can go, by which way, and at what risk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Self

import attrs

from tacsim.core.intents import Move
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.metric import cells
from tacsim.player.pointing.previews import Leg, Preview
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Act, Choices, Option, choices
from tacsim.rules.combat.threat import threatened
from tacsim.rules.engine import submit
from tacsim.rules.movement.charge import straight_bodies
from tacsim.rules.movement.lanes import lines_through
from tacsim.rules.movement.plan import Plan, judged, mover_of
from tacsim.rules.movement.reachable import Row
from tacsim.rules.movement.ways import Provoking
from tacsim.rules.openings import MEASURED
from tacsim.rules.perception import known_to


@attrs.frozen
class Range:
    """Where a creature can go: the cells it would cover, by how much of its turn that takes."""

    near: frozenset[Cell] = frozenset()
    far: frozenset[Cell] = frozenset()


class MovePlanner:
    """Previews of moves for the creature whose turn it is, as far as its side knows.

    One planner serves one decision: it keeps what it has worked out.
    """

    def __init__(self, battle: Battle, actor: str) -> None:
        self.battle = battle
        self.actor = actor
        self.known = known_to(battle, battle.world[actor].side)
        self._ranges: dict[str, frozenset[Cell]] = {}
        self._previews: dict[tuple[Cell, str | None, int], Preview] = {}
        self._rushes: dict[tuple[str, str], Preview] = {}
        self._darts: dict[tuple[str, str], frozenset[Cell]] = {}
        self._barred: dict[str, Refused | None] = {}
        self._refused: dict[tuple[str, str | None], Refused | None] = {}

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Known living foes: those able to act, nearest first, then those down."""
        world, metric = self.battle.world, self.battle.ruleset.metric
        actor = world[self.actor]
        foes = [
            other
            for other in world.creatures
            if other.id in self.known and not other.has("dead")
            and not world.friendly(actor.id, other.id)
        ]  # fmt: skip
        foes.sort(
            key=lambda foe: (
                not self.battle.able(foe), metric.distance(actor.body, foe.body), foe.id
            )
        )  # fmt: skip
        return tuple(foe.id for foe in foes)

    # --- where to -----------------------------------------------------------------------------

    @cached_property
    def range(self) -> Range:
        """The cells of a plain move, and of a longer one that takes more of the turn."""
        near, far = self._plain_range(1), self._plain_range(2)
        if self.farther is not None:
            far |= self.farther[1].range.near
        return Range(near, far - near)

    def _plain_range(self, pace: int) -> frozenset[Cell]:
        """The cells of plain moves of so many actions that can be made in parts."""
        modes = self.battle.ruleset.modes.values()
        names = (mode.name for mode in modes if mode.pace == pace and mode.parts)
        return frozenset().union(*map(self.range_of, names))

    @cached_property
    def _plain(self) -> tuple[str, ...]:
        """The modes tried in turn for a plain move."""
        return tuple(name for name, mode in self.battle.ruleset.modes.items() if mode.pace)

    @cached_property
    def choices(self) -> Choices:
        """What the creature may do, as far as its side knows."""
        return choices(self.battle)

    @cached_property
    def farther(self) -> tuple[Act, Self] | None:
        """An act that brings more movement, such as a dash, and a planner for after it; or None."""
        for act in self.choices.unaimed:
            option = act.at_once
            if isinstance(option, Option) and dict(option.brings).keys() & set(MEASURED):
                scratch = self.battle.fork()
                submit(scratch, option.intent)
                if scratch.decision == self.battle.decision:
                    return act, type(self)(scratch, self.actor)
        return None

    def forbids(self, mode: str) -> Refused | None:
        """Why the creature cannot move in a mode at all; None where it can."""
        if mode not in self._barred:
            self._barred[mode] = self.choices.bars(mode)
        return self._barred[mode]

    def range_of(self, name: str) -> frozenset[Cell]:
        """The cells that a move in some mode could end on."""
        if name not in self._ranges:
            self._ranges[name] = self._range(name)
        return self._ranges[name]

    def _range(self, name: str) -> frozenset[Cell]:
        rows = (row for rows in self.choices.ends(name).values() for row in rows)
        if self.battle.ruleset.modes[name].steps is not None:
            return frozenset(row.at for row in rows)
        here = self.battle.world[self.actor].body.cells
        covered = {cell for row in rows for cell in row.bodies[-1].cells}
        return frozenset(covered | set(here) if covered else ())

    @cached_property
    def danger(self) -> frozenset[Cell]:
        """The cells that known foes threaten."""
        actor = self.battle.world[self.actor]
        foes = [foe for foe in self.battle.foes(actor) if foe.id in self.known]
        return frozenset().union(*(threatened(self.battle, foe) for foe in foes))

    def anchor(self, cell: Cell, mode: str | None = None) -> Cell:
        """The least corner of a body that covers a cell: the cell itself if that works.

        Else that of a body with which it may pass there, but not stop; or that is on the map.
        """
        creature, topology = self.battle.world[self.actor], self.battle.ruleset.topology
        offsets = topology.offsets(creature.size.extent)
        corners = [shifted(cell, tuple(-n for n in by)) for by in offsets]
        for corner in corners:
            for name in (mode,) if mode else self._plain:
                ends = self.choices.ends(name).get(corner, ())
                if any(cell in row.bodies[-1].cells for row in ends):
                    return corner
                if self.rushes(name) and self._rushing(corner, name) is not None:
                    return corner
        if mode is None and self.farther is not None:
            return self.farther[1].anchor(cell)
        passed = {at for name in ((mode,) if mode else self._plain) for at in self._passed(name)}
        field = self.battle.world.field
        on_map = (one for one in corners if all(shifted(one, by) in field for by in offsets))
        return next((one for one in corners if one in passed), next(on_map, cell))

    def _passed(self, mode: str) -> Iterator[Cell]:
        """The least corners of the whole bodies with which it may pass, but not stop."""
        found, extent = self.choices.reach(mode), self.battle.world[self.actor].size.extent
        for row in () if isinstance(found, Refused) else found[1]:
            if not row.can_stop and row.bodies[-1].extent == extent:
                yield row.at

    def move(self, to: Cell, mode: str | None = None, body: int = 0) -> Preview:
        """The preview of a move to a place; without a mode, by the first that works.

        ``body``: the index of the body to have there, where several are possible; 0: the widest.
        """
        key = (to, mode, body)
        if key not in self._previews:
            self._previews[key] = self._move(*key)
        return self._previews[key]

    def _move(self, to: Cell, mode: str | None, body: int) -> Preview:
        refused: dict[str, Refused | None] = {}
        for name in (mode,) if mode else self._plain:
            found, other = self._to(to, name, body)
            if isinstance(found, Plan):
                return attrs.evolve(self._preview(name, found), other=other)
            refused[name] = found
        if mode is None and self.farther is not None:
            first, planner = self.farther
            further = planner.move(to, body=body)
            if further.intent is not None and first.at_once is not None:
                return attrs.evolve(
                    further, intent=first.at_once.intent, act=first.key, further=True, risks=(),
                    movement_checks=(),
                )  # fmt: skip
        judged_now = (why or self._plan(to, name) for name, why in refused.items())
        whys = [why for why in judged_now if isinstance(why, Refused)]
        near = (why for why in reversed(whys) if why.reason is Reason.BUDGET)
        return Preview(refusal=next(chain(near, whys), None), mode=mode)

    def _to(self, to: Cell, mode: str, body: int) -> tuple[Plan | Refused | None, Row | None]:
        """The plan to a place with one of the bodies there, and the next body possible, if any.

        None where it cannot be there: why not is asked only where no other mode leads there either.
        """
        rows = self.choices.ends(mode).get(to, ())
        rush = self._rushing(to, mode) if self.rushes(mode) else None
        if rush is not None:
            return rush, None
        other = rows[(body + 1) % len(rows)] if len(rows) > 1 else None
        if rows:
            return self._follow(rows[body % len(rows)].bodies[1:], mode), other
        return None, other

    def _plan(self, to: Cell, mode: str, target: str | None = None) -> Plan | Refused:
        return judged(self.battle, Move(self.actor, to=to, mode=mode, target=target))

    def way(self, move: Move) -> Preview | Refused:
        """The preview of a move that was thought of elsewhere."""
        found = judged(self.battle, move)
        if isinstance(found, Refused):
            return found
        return self._preview(move.mode, found, move.target)

    def rushes(self, mode: str) -> bool:
        """Whether a mode leads straight through foes: overruns."""
        known = self.battle.ruleset.modes.get(mode)
        return known is not None and known.at_foes

    def _rushing(self, to: Cell, mode: str) -> Plan | None:
        """The straight way to a place, if it leads through a foe."""
        modes = self.battle.ruleset.modes
        mover = mover_of(self.battle, self.battle.world[self.actor], modes[mode])
        line = straight_bodies(mover, to)
        if isinstance(line, Refused) or not self._crossed(line):
            return None
        found = self._follow(line, mode)
        return None if isinstance(found, Refused) else found

    def _crossed(self, line: Iterable[Body]) -> set[str]:
        """The foes whose space a way leads through."""
        swept = {cell for body in line for cell in body.cells}
        world = self.battle.world
        return {foe for foe in self.targets if not swept.isdisjoint(world[foe].body.cells)}

    def _follow(self, line: Iterable[Body], mode: str) -> Plan | Refused:
        bodies = tuple(line)
        path, extents = (tuple(b.at for b in bodies), tuple(b.extent for b in bodies))
        return judged(self.battle, Move(self.actor, path=path, mode=mode, extents=extents))

    def rush(self, target: str, mode: str) -> Preview:
        """The preview of moving straight through a foe by the cheapest way, to just behind it."""
        key = (target, mode)
        if key not in self._rushes:
            self._rushes[key] = self._rushed(target, mode)
        return self._rushes[key]

    def _rushed(self, target: str, mode: str) -> Preview:
        refusal = self.forbids(mode)
        found = []
        known = self.battle.ruleset.modes[mode]
        for line in lines_through(self.battle, self.actor, known, target, self._may_stop):
            way = self._follow(line, mode)
            if not isinstance(way, Refused):
                found.append(way)
            elif refusal is None or way.reason is Reason.BUDGET:
                refusal = way
        if found:
            return self._preview(mode, min(found, key=lambda way: (way.cost2, way.path[-1])))
        if refusal is None:
            refusal = refuse(Reason.BUDGET, self.battle.ruleset.modes[mode].clause)
        return Preview(refusal=refusal, mode=mode, target=target)

    def _may_stop(self, body: Body) -> bool:
        creature = self.battle.world[self.actor]
        return bool(self.battle.ruleset.passage.stop(self.battle, creature, body, self.known))

    def _preview(self, mode: str, found: Plan, target: str | None = None) -> Preview:
        legs = self._legs(found)
        intent = Move(
            self.actor,
            path=tuple(body.at for body in found.path),
            mode=mode,
            extents=tuple(body.extent for body in found.path),
            target=target,
        )
        budget = 0 if found.mode.free else cells(found.allowance.total)
        preview = Preview(intent, None, mode, legs, budget, target=target)
        return preview.with_forecast(self.battle)

    def provoked(self, found: Plan) -> int:
        """How many foes a way gives an opportunity."""
        return len({foe for leg in self._legs(found) for foe in leg.provokes})

    def _legs(self, found: Plan) -> tuple[Leg, ...]:
        creature = self.battle.world[self.actor]
        mover = mover_of(self.battle, creature, found.mode)
        provoking = Provoking(mover, found.mode)
        before, cost2 = creature.body, found.allowance.spent
        safe_steps, climbed = provoking.safe_steps, mover.climbed
        named = set(found.targets) if found.mode.midway else set()
        legs = []
        for i, body in enumerate(found.path):
            ahead = mover.steps_to(before, body.at, cost2, climbed)
            step = min((s for s in ahead if s.body == body), key=lambda step: step.cost2)
            climbed = step.climbed
            cost2 += 0 if found.mode.free else step.cost2
            provoked, safe_steps = provoking.by_step(before, body, safe_steps, first=i == 0)
            fresh = provoked - named
            named |= fresh
            legs.append(Leg(body, cells(cost2), step.squeezed, provoking.ordered(fresh)))
            before = body
        return tuple(legs)
