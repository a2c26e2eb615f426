"""Where creatures may go and stop in the ``pool`` ruleset.

A creature may pass through friends and foes, though foes may attack it at once (``pool.ally.pass``,
``pool.enemy.pass``), but not through one that squeezes (``pool.squeeze.blocks``). Creatures that
lie on the ground do not hinder others (``pool.prone-dead.free``). Size makes no difference: the big
do not share cubes with the small (``pool.share.big``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from tacsim.core.components import Conditions, Orders, Position
from tacsim.core.terrain import Entry
from tacsim.core.verdicts import Allowed, Reason, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.movement import footing
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.movement.passage import PlainPassage
from tacsim.rules.movement.policies import Ground, Passing, Step, ground_of
from tacsim.rulesets.pool.creatures import AVERAGE
from tacsim.rulesets.pool.step_clauses import borne, counted, manner


class Passage(PlainPassage):
    """The ``pool`` policy on passing and stopping."""

    either_way = True
    passing_depends: tuple[type[Any], ...] = (Conditions, Orders, Position)
    squeezer = AVERAGE

    def airy(self, battle: Battle, mover: Creature) -> bool:
        """Whether it flies."""
        return footing.aloft(battle, mover)

    def adapted(self, battle: Battle, mover: Creature, ground: Ground) -> Ground:
        """Let creatures on foot cling to the wall of a hole; in the lowest level it has none."""
        air = battle.world.field.array("entry") == Entry.CHASM
        if not self.airy(battle, mover):
            air[0] = False
        enter = ground.enter | air
        return attrs.evolve(ground, enter=enter, stop=enter)

    def through(
        self, battle: Battle, mover: Creature, other: Creature, contest: str = ""
    ) -> Passing:
        """Through all but those on their feet that squeeze, fill their space, or bar allies."""
        if footing.lying(battle, other):
            return Passing(True, clause="pool.prone-dead.free")
        if other.position.squeezed:
            return Passing(False, clause="pool.squeeze.blocks")
        if other.traits.fills:
            return Passing(False, clause="pool.squeeze.limit", filled=True)
        if battle.world.sides.friendly(mover.side, other.side):
            return Passing(other.orders.lets_pass, clause="pool.ally.pass")
        return Passing(True, clause="pool.enemy.pass")

    def stop(self, battle: Battle, mover: Creature, body: Body, known: frozenset[str]) -> Verdict:
        """Where it stands, clings or flies; among friends at its full size, if none squeezes.

        A creature that is struck down may lie among others (``pool.prone-dead.free``).
        Clauses: ``pool.space.stand``, ``pool.ally.stop-squeeze``, ``pool.squeeze.not-two``,
        ``pool.enemy.stop``.
        """
        field, ground = battle.world.field, ground_of(battle, mover)
        if any(cell not in field or not ground.stop[cell[::-1]] for cell in body.cells):
            return refuse(Reason.STOP_SOLID, "pool.space.ground")
        if not holds(battle, mover, body):
            return refuse(Reason.NO_FOOTING, "pool.space.stand")
        if not battle.able(mover):
            return Allowed()
        for other in crowd(battle, mover, body, known):
            if not battle.world.friendly(mover.id, other.id):
                return refuse(Reason.STOP_OCCUPIED, "pool.enemy.stop", by=other.id)
            if not other.orders.lets_pass:
                return refuse(Reason.OCCUPIED, "pool.ally.pass", by=other.id)
            if other.traits.fills:
                return refuse(Reason.FILLED, "pool.squeeze.limit", by=other.id)
            if other.position.squeezed:
                return refuse(Reason.SQUEEZER_THERE, "pool.squeeze.not-two", by=other.id)
            if body.extent != mover.size.extent or _tight(ground, body):
                return refuse(Reason.SQUEEZED_ALREADY, "pool.ally.stop-squeeze", by=other.id)
        return Allowed()

    def shares(self, battle: Battle, mover: Creature, body: Body, known: frozenset[str]) -> bool:
        """Whether others that stand are in a body's cubes. Clause: ``pool.ally.stop-squeeze``."""
        return any(True for _ in crowd(battle, mover, body, known))

    def clauses(self, battle: Battle, mover: Creature, body: Body) -> tuple[str, ...]:
        """The clauses of the rough ground and of the creatures that a body passes through."""
        ground, where = ground_of(battle, mover), occupants(battle.world)
        found: dict[str, None] = {}
        if any(ground.doublings[cell[::-1]] for cell in footing.lowest(body)):
            found["pool.rough"] = None
        for cell in body.cells:
            for name in where.get(cell, ()):
                if name != mover.id:
                    found[self.through(battle, mover, battle.world[name]).clause] = None
        return tuple(found)

    def manner(self, battle: Battle, mover: Creature, step: Step) -> str:
        """How a step is made: on the ground, climbing or flying."""
        return manner(battle, mover, step)

    def step_clauses(self, battle: Battle, mover: Creature, step: Step) -> tuple[str, ...]:
        """The clauses of a step's cost, and of what holds the mover up."""
        return (*counted(step.by), *borne(battle, mover, step))


def _tight(ground: Ground, body: Body) -> bool:
    """Whether the ground itself makes a creature squeeze."""
    return any(ground.tight[cell[::-1]] for cell in body.cells)


def holds(battle: Battle, creature: Creature, body: Body) -> bool:
    """Whether a creature finds something to stand on or to cling to in a place, or flies."""
    return (
        footing.aloft(battle, creature)
        or footing.stands(battle, creature, body)
        or footing.clings(battle, creature, body)
    )


def crowd(
    battle: Battle, mover: Creature, body: Body, known: frozenset[str] | None = None
) -> Iterator[Creature]:
    """The others on their feet in a body's cubes, each once; ``known``: only some of them."""
    where, world = occupants(battle.world), battle.world
    names = dict.fromkeys(name for cell in body.cells for name in where.get(cell, ()))
    for name in names:
        if name == mover.id or not (known is None or name in known):
            continue
        if not footing.lying(battle, world[name]):
            yield world[name]
