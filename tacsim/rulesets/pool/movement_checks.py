"""Climbing farther than one is tall: a check of Might with the first cube past each height.

Clauses: ``pool.climb.free``, ``pool.space.climb``, ``pool.check.direct``.
"""

from __future__ import annotations

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Moving
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.movement import footing
from tacsim.rules.movement.policies import MoveMode, Provocation, Step
from tacsim.rulesets.pool.dice import Pool, pool, throw
from tacsim.rulesets.pool.falling import dropped

CLAUSE = "pool.space.climb"
HARDEST = 3
"""The most successes that a check takes."""


class MovementChecks:
    """The ``pool`` policy on what has to be settled in the course of a move."""

    def before(
        self, battle: Battle, frame: Moving, mode: MoveMode, step: Step
    ) -> list[ev.Event] | None:
        """The check that a step of a climb takes, if it has not been made."""
        actor, mark = battle.world[frame.actor], f"step {frame.taken}"
        if not mode.climbs or footing.aloft(battle, actor) or mark in frame.met:
            return None
        against = difficulty(battle, actor, actor.body, step.body, actor.resources["climbed"])
        if not against:
            return None
        clauses = (CLAUSE, "pool.check.direct")
        thrown = throw(
            Throws(battle), actor.id, "climbing", climbing(actor), clauses,
            lambda n: (n >= against, n > 0),
        )  # fmt: skip
        passed = thrown.successes >= against
        told = ev.Tested(
            actor.id, "climbing", thrown.successes, against, passed, clauses=clauses
        )  # fmt: skip
        events: list[ev.Event] = [*thrown.events, told]
        if passed:
            return [*events, ev.CarriedOn(attrs.evolve(frame, met=(*frame.met, mark)))]
        spent = frame.spent + step.cost2
        events.append(ev.CarriedOn(attrs.evolve(frame, path=(), spent=spent, taken=frame.taken)))
        counts = battle.ruleset.economy.moved(battle, actor, spent, mode)
        events.append(ev.Spent(actor.id, counts))
        return events if thrown.successes else [*events, *dropped(battle, actor)]

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


def climbing(creature: Creature) -> Pool:
    """The dice of a climber: its Might, and its rank in climbing."""
    return pool(creature.attributes["might"], creature.traits.skill("climbing") or 0)


def difficulty(battle: Battle, creature: Creature, old: Body, new: Body, climbed: int) -> int:
    """The successes that a step of a climb takes; 0 for one that takes no check.

    ``climbed``: how high it has climbed before it since it last stood, below zero for down.
    """
    found = footing.climb(battle, old, new) if old.at[2] != new.at[2] else None
    far = footing.farther(climbed, found.cubes) if found is not None else 0
    tall = creature.size.extent[2]
    heights = (far - 1) // tall
    return min(heights, HARDEST) if far and heights > max(0, abs(climbed) - 1) // tall else 0
