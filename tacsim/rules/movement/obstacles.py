"""Obstacles that ask a check, between cells and in them: the base of policies on movement checks.

Whoever fails does not get over and stays where it is; what that costs each ruleset says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import pairwise

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Moving
from tacsim.core.terrain import Check
from tacsim.core.verdicts import Reason
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Test, Throws
from tacsim.rules.movement.policies import MoveMode, Provocation, Step
from tacsim.rules.movement.steps import Mover


@attrs.frozen
class Hurdle:
    """What takes a check on a step: the check, and the name by which a move knows it was passed.

    ``between``: whether it stands between cells, rather than in those that are entered.
    """

    check: Check
    mark: str
    between: bool


def hurdles(mover: Mover, old: Body, step: Step) -> list[Hurdle]:
    """What takes a check on a step from a body: barriers first, then what it enters.

    Cells that ask the same are one obstacle to a body that enters them in one step.
    """
    checked, asking = mover.field.checked, mover.field.asking
    found: list[Hurdle] = []
    if checked and mover.ground.hampered_by_barriers:
        edges = sorted(edge for edge in mover.crossed(old, step) if edge in checked)
        barriers = [(edge, checked[edge].check) for edge in edges]
        found += [Hurdle(check, _mark(sorted(e)), True) for e, check in barriers if check]
    entered: dict[Check, list[Cell]] = {}
    if asking:
        for cell in sorted(set(step.body.cells) - set(old.cells)):
            if mover.ground.asks[cell[::-1]]:
                entered.setdefault(asking[cell], []).append(cell)
    return found + [Hurdle(check, f"in {_mark(cells)}", False) for check, cells in entered.items()]


def _mark(cells: Iterable[Cell]) -> str:
    """How a move remembers what it has got over."""
    return "|".join(",".join(map(str, cell)) for cell in cells)


class Obstacles(ABC):
    """The base of policies on what has to be settled in the course of a move."""

    @abstractmethod
    def test(self, battle: Battle, actor: Creature, check: Check) -> Test | None:
        """The check as a creature has to make it; None where it cannot even try."""

    def failed(self, battle: Battle, frame: Moving, mode: MoveMode, step: Step) -> list[ev.Event]:
        """What comes of a failed check: the move is over, what the step would have cost spent."""
        spent, actor = frame.spent + step.cost2, battle.world[frame.actor]
        counts = battle.ruleset.economy.moved(battle, actor, spent, mode)
        over = ev.CarriedOn(attrs.evolve(frame, path=(), spent=spent))
        return [over, ev.Spent(actor.id, counts)]

    def chance(self, battle: Battle, mover: Creature, check: Check) -> float:
        """The probability that a mover passes a check that an obstacle asks of it."""
        test = self.test(battle, mover, check)
        return test.chance if test is not None else 0.0

    @enforces("obstacle.check")
    def before(
        self, battle: Battle, frame: Moving, mode: MoveMode, step: Step
    ) -> list[ev.Event] | None:
        """The check for the first obstacle of a step that has not been got over."""
        field = battle.world.field
        if not (field.checked or field.asking):
            return None
        actor = battle.world[frame.actor]
        mover = Mover(battle, actor, battle.world.everybody, mode)
        for hurdle in hurdles(mover, actor.body, step):
            if hurdle.mark in frame.met:
                continue
            test, told, passed = self.test(battle, actor, hurdle.check), list[ev.Event](), False
            if test is not None:
                told, passed = test.made(Throws(battle))
            if passed:
                return [*told, ev.CarriedOn(attrs.evolve(frame, met=(*frame.met, hurdle.mark)))]
            why = Reason.BARRIER if hurdle.between else Reason.OBSTACLE
            clauses = (battle.ruleset.clause("obstacle.check"),)
            halted = ev.Halted(actor.id, frame.path[0].at, why.value, clauses)
            return [*told, halted, *self.failed(battle, frame, mode, step)]
        return None

    def provoked(
        self,
        battle: Battle,
        frame: Moving,
        mode: MoveMode,
        step: Step,
        found: tuple[Provocation, ...],
    ) -> tuple[list[ev.Event], tuple[Provocation, ...]]:
        """All opportunities are left."""
        return [], found


def chance_of(mover: Mover, way: Sequence[Body]) -> float:
    """The probability that a mover passes all checks that obstacles ask on a way."""
    battle, field = mover.battle, mover.field
    if not (field.checked or field.asking):
        return 1.0
    chance, climbed = 1.0, mover.climbed
    for old, new in pairwise(way):
        found = [step for step in mover.steps_to(old, new.at, climbed=climbed) if step.body == new]
        if found:
            climbed = found[0].climbed
            for hurdle in hurdles(mover, old, found[0]):
                policy = battle.ruleset.movement_checks
                chance *= policy.chance(battle, mover.creature, hurdle.check)
    return chance
