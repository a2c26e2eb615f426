"""What happens of its own accord in the ``pool`` ruleset: falls, and squeezing among others.

A climb is over as soon as something holds the climber up (``pool.climb.free``).

Whoever stops among friends squeezes until it or they are gone (``pool.ally.stop-squeeze``), and so
does one who rises under another (``pool.prone-dead.free``).
"""

from __future__ import annotations

from tacsim.core.agenda import Moving
from tacsim.core.components import Conditions, Position, Resources
from tacsim.core.events import Event, Spent, Squeezed, Unsqueezed
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.movement import footing
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets.pool.falling import fallen
from tacsim.rulesets.pool.passage import crowd


class Readiness:
    """The ``pool`` policy on what waits for something, and on what lapses."""

    def stirred(self, battle: Battle, batch: list[Event]) -> list[Event]:
        """Nobody waits for anything."""
        return []

    def lapsed(self, battle: Battle) -> list[Event]:
        """Who has lost its hold falls, who stands again has climbed nothing.

        Who shares its cubes squeezes as long as it does.
        """
        kinds = (Conditions, Position)
        fell = battle.world.cached("fallen", kinds, lambda: tuple(fallen(battle)))
        if fell:
            return list(fell)
        rested = _rested(battle)
        if rested:
            return rested
        if any(isinstance(frame, Moving) for frame in battle.world.agenda.frames):
            return []
        return list(battle.world.cached("squeezed in", kinds, lambda: tuple(_shared(battle))))


def _rested(battle: Battle) -> list[Event]:
    """Climbs that end without a step, as when a creature lies down under the climber."""
    world = battle.world

    def make() -> list[str]:
        return [one for one in world.ids if world.get(one, Resources)["climbed"]]

    return [
        Spent(creature.id, (("climbed", 0),), ("pool.climb.free",))
        for creature in map(world.__getitem__, world.cached("climbers", (Resources,), make))
        if footing.aloft(battle, creature) or footing.stands(battle, creature, creature.body)
    ]


def _shared(battle: Battle) -> list[Event]:
    """The first change in who squeezes at its full size among others."""
    world, active = battle.world, battle.world.clock.active
    first = [world[active]] if active is not None else []
    shared = {name for names in occupants(world).values() if len(names) > 1 for name in names}
    for creature in (*first, *world.creatures):
        if creature.id not in shared and not creature.position.squeezed:
            continue
        if footing.lying(battle, creature) or creature.body.extent != creature.size.extent:
            continue
        if any(True for _ in crowd(battle, creature, creature.body)):
            begun = squeezed_in(battle, creature, "pool.ally.stop-squeeze")
            if begun:
                return begun
        elif creature.position.squeezed and not _tight(battle, creature):
            return [Unsqueezed(creature.id, creature.body.cells, ("pool.squeeze.limit",))]
    return []


def squeezed_in(battle: Battle, creature: Creature, clause: str) -> list[Event]:
    """That a creature has to squeeze at its full size among others, none of whom does, and why.

    Sizes make no difference to it (``pool.share.big``).
    """
    others, full = list(crowd(battle, creature, creature.body)), creature.size.extent
    busy = any(one.position.squeezed for one in (creature, *others))
    if not others or busy or creature.body.extent != full:
        return []
    alike = all(other.size.extent == full for other in others)
    clauses = (clause,) if alike else (clause, "pool.share.big")
    return [Squeezed(creature.id, creature.body.cells, clauses)]


def _tight(battle: Battle, creature: Creature) -> bool:
    """Whether it squeezes because of the ground."""
    return Mover(battle, creature, frozenset()).squeezed(creature.body)
