"""What may go wrong on the way under ``d20``: obstacles, and foes to be tumbled past or run over.

Tumbling takes a check for every foe that would have an opportunity (``d20.tumble.past``), and a
harder one to get through a foe's space (``d20.tumble.through``); each foe after the first makes it
harder. An obstacle that takes a check is crossed or not; failing costs no movement
(``d20.obstacle.check``).
"""

from __future__ import annotations

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Moving
from tacsim.core.events import Modifier
from tacsim.core.terrain import Check
from tacsim.core.verdicts import Reason, Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Test, Throws
from tacsim.rules.combat.threat import watches
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.rules.movement.moving import offer
from tacsim.rules.movement.obstacles import Obstacles
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.movement.policies import MoveMode, Provocation, Step
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets.d20.acts import overrun
from tacsim.rulesets.d20.modes import HASTE
from tacsim.rulesets.d20.skills import skill_parts
from tacsim.rulesets.family import checks

PAST, THROUGH = 15, 25
EACH = 2
"""How much harder each foe after the first makes it."""
SURFACE = (0, 2, 5)
"""How much harder the ground makes it, by the doublings of what it costs."""
OBSTACLE, TUMBLE_PAST, TUMBLE_THROUGH = (
    "d20.obstacle.check", "d20.tumble.past", "d20.tumble.through",
)  # fmt: skip


class MovementChecks(Obstacles):
    """The ``d20`` policy on what has to be settled in the course of a move."""

    def test(self, battle: Battle, actor: Creature, check: Check) -> Test | None:
        """A check of the skill; whoever is untrained cannot try what takes training."""
        parts = skill_parts(actor, check.skill, OBSTACLE)
        return checks.check(actor, check.skill, parts, check.dc, (OBSTACLE,)) if parts else None

    def failed(self, battle: Battle, frame: Moving, mode: MoveMode, step: Step) -> list[ev.Event]:
        """The movement is not spent, but over."""
        closed = ev.Spent(frame.actor, (("open", 0),))
        return [closed, ev.CarriedOn(attrs.evolve(frame, path=()))]

    def before(
        self, battle: Battle, frame: Moving, mode: MoveMode, step: Step
    ) -> list[ev.Event] | None:
        """Checks for obstacles first, then for foes in the way."""
        due = super().before(battle, frame, mode, step)
        if due is not None:
            return due
        actor, where = battle.world[frame.actor], occupants(battle.world)
        here = {name for cell in step.body.cells for name in where.get(cell, ())} - {actor.id}
        if not (mode.contest and here):
            return None
        mover = Mover(battle, actor, battle.world.everybody, mode)
        for foe in overrun.in_the_way(mover, frozenset(frame.met), step):
            if mode.contest == "overrun":
                return overrun.begin(battle, frame, foe, step)
            return _tumble_through(battle, frame, mode, step, foe)
        return None

    def provoked(
        self,
        battle: Battle,
        frame: Moving,
        mode: MoveMode,
        step: Step,
        found: tuple[Provocation, ...],
    ) -> tuple[list[ev.Event], tuple[Provocation, ...]]:
        """A tumbler slips those against whom its check succeeds, in initiative order."""
        if mode.contest != "tumble":
            return [], found
        actor, throws = battle.world[frame.actor], Throws(battle)
        order = battle.world.order
        told: list[ev.Event] = []
        left: list[Provocation] = []
        tests = frame.tests
        for provocation in sorted(found, key=lambda p: order.index(p.foe)):
            against = _difficulty(battle, actor.body, step.body, PAST, tests)
            events, passed = checks.check(
                actor, "tumble", _tumbling(actor, mode, TUMBLE_PAST), against, (TUMBLE_PAST,),
                provocation.foe,
            ).made(throws)  # fmt: skip
            told += events
            tests += 1
            if passed:
                told.append(ev.Slipped(actor.id, provocation.foe, (TUMBLE_PAST,)))
            else:
                left.append(provocation)
        told.append(ev.CarriedOn(attrs.evolve(frame, tests=tests)))
        return told, tuple(left)


def _tumble_through(
    battle: Battle, frame: Moving, mode: MoveMode, step: Step, foe: Creature
) -> list[ev.Event]:
    actor = battle.world[frame.actor]
    against = _difficulty(battle, actor.body, step.body, THROUGH, frame.tests)
    events: list[ev.Event] = []
    parts = _tumbling(actor, mode, TUMBLE_THROUGH)
    due = checks.check(actor, "tumble", parts, against, (TUMBLE_THROUGH,), foe.id)
    told, passed = due.made(Throws(battle))
    events += told
    tested = attrs.evolve(frame, tests=frame.tests + 1)
    if passed:
        if foe.id not in actor.exposure.foes:
            events.append(ev.Slipped(actor.id, foe.id, (TUMBLE_THROUGH,)))
        return [*events, ev.CarriedOn(attrs.evolve(tested, met=(*frame.met, foe.id)))]
    halted = ev.Halted(actor.id, foe.at, Reason.OCCUPIED.value, (TUMBLE_THROUGH,))
    events += [halted, ev.CarriedOn(attrs.evolve(tested, path=()))]
    weapon = choose_weapon(battle, foe, actor, None, melee_only=True)
    struck = foe.id in actor.exposure.foes or isinstance(weapon, Refused)
    if watches(battle, foe, actor) and not struck:
        given = Provocation(foe.id, actor.at, (TUMBLE_THROUGH,))
        events += offer(battle, actor.id, (given,), "move")
    return events


def _tumbling(actor: Creature, mode: MoveMode, clause: str) -> tuple[Modifier, ...]:
    parts = (
        *skill_parts(actor, "tumble", clause),
        Modifier("full speed", HASTE.get(mode.name, 0), clause),
    )
    return tuple(part for part in parts if part.value)


def _difficulty(battle: Battle, old: Body, new: Body, base: int, tests: int) -> int:
    """How hard a tumble is: the foes met before count, and so does the ground."""
    field = battle.world.field
    worst = max(
        field.at(cell).doublings for body in (old, new) for cell in body.cells if cell in field
    )
    return base + EACH * tests + SURFACE[min(worst, 2)]
