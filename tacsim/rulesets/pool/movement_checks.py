"""Checks on the way: obstacles that ask one, and getting up farther than one is tall.

The latter takes a check of Might, for climbing or for jumping, with the first cube past each
height. Clauses: ``pool.climb.free``, ``pool.space.climb``, ``pool.obstacle.check``,
``pool.check.direct``.
"""

from __future__ import annotations

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Moving
from tacsim.core.terrain import Check
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Test, Throws
from tacsim.rules.movement import footing
from tacsim.rules.movement.obstacles import Obstacles
from tacsim.rules.movement.policies import MoveMode, Step
from tacsim.rulesets.pool.dice import Direct, Pool, pool, throw
from tacsim.rulesets.pool.falling import dropped

CLAUSE, OBSTACLE = "pool.space.climb", "pool.obstacle.check"
HARDEST = 3
"""The most successes that a check takes."""


class MovementChecks(Obstacles):
    """The ``pool`` policy on what has to be settled in the course of a move."""

    def test(self, battle: Battle, actor: Creature, check: Check) -> Test | None:
        """A direct check of Might and the skill."""
        dice = skilled(actor, check.skill)
        return Direct(
            actor.id, check.skill, dice, 0, check.dc, lambda n: n >= check.dc, (),
            (OBSTACLE, "pool.check.direct"),
        )  # fmt: skip

    def before(
        self, battle: Battle, frame: Moving, mode: MoveMode, step: Step
    ) -> list[ev.Event] | None:
        """The check for an obstacle, then that for a climb, if it has not been made."""
        due = super().before(battle, frame, mode, step)
        if due is not None:
            return due
        actor, mark = battle.world[frame.actor], f"step {frame.taken}"
        if not mode.climbs or footing.aloft(battle, actor) or mark in frame.met:
            return None
        against = difficulty(battle, actor, actor.body, step.body, actor.resources["climbed"])
        if not against:
            return None
        clauses, skill = (CLAUSE, "pool.check.direct"), upward(actor)
        thrown = throw(
            Throws(battle), actor.id, skill, skilled(actor, skill), clauses,
            lambda n: (n >= against, n > 0),
        )  # fmt: skip
        passed = thrown.successes >= against
        told = ev.Tested(actor.id, skill, thrown.successes, against, passed, clauses=clauses)
        events: list[ev.Event] = [*thrown.events, told]
        if passed:
            return [*events, ev.CarriedOn(attrs.evolve(frame, met=(*frame.met, mark)))]
        events += self.failed(battle, frame, mode, step)
        return events if thrown.successes else [*events, *dropped(battle, actor)]


def skilled(creature: Creature, skill: str) -> Pool:
    """The dice of a check: the creature's Might, and its rank in the skill."""
    return pool(creature.attributes["might"], creature.traits.skill(skill) or 0)


def upward(creature: Creature) -> str:
    """The skill by which a creature gets up a wall: climbing or jumping, the better of them."""
    return max(("climbing", "jumping"), key=lambda skill: creature.traits.skill(skill) or 0)


def difficulty(battle: Battle, creature: Creature, old: Body, new: Body, climbed: int) -> int:
    """The successes that a step of a climb takes; 0 for one that takes no check.

    ``climbed``: how high it has climbed before it since it last stood, below zero for down.
    """
    found = footing.climb(battle, old, new) if old.at[2] != new.at[2] else None
    far = footing.farther(climbed, found.cubes) if found is not None else 0
    tall = creature.size.extent[2]
    heights = (far - 1) // tall
    return min(heights, HARDEST) if far and heights > max(0, abs(climbed) - 1) // tall else 0
