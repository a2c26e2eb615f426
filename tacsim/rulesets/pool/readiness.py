"""What happens of its own accord in the ``pool`` ruleset: falls, and squeezing among others.

Whoever stops among friends squeezes until it or they are gone (``pool.ally.stop-squeeze``), and so
does one who rises under another (``pool.prone-dead.free``).
"""

from __future__ import annotations

from tacsim.model.agenda import Moving
from tacsim.model.components import Conditions, Position
from tacsim.model.events import Event, Squeezed, Unsqueezed
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.steps import Mover
from tacsim.rulesets.pool.falling import fallen
from tacsim.rulesets.pool.passage import crowd, lies

_SHARED = ("pool.ally.stop-squeeze",)


class Readiness:
    """The ``pool`` policy on what waits for something, and on what lapses."""

    def stirred(self, battle: Battle, batch: list[Event]) -> list[Event]:
        """Nobody waits for anything."""
        return []

    def lapsed(self, battle: Battle) -> list[Event]:
        """Who has lost its hold falls; who shares its cubes squeezes as long as it does."""
        kinds = (Conditions, Position)
        fell = battle.world.cached("fallen", kinds, lambda: tuple(fallen(battle)))
        if fell:
            return list(fell)
        if any(isinstance(frame, Moving) for frame in battle.world.agenda.frames):
            return []
        return list(battle.world.cached("squeezed in", kinds, lambda: tuple(_shared(battle))))


def _shared(battle: Battle) -> list[Event]:
    """The first change in who squeezes at its full size among others."""
    world, active = battle.world, battle.world.clock.active
    first = [world[active]] if active is not None else []
    for creature in (*first, *world.creatures):
        if lies(creature) or creature.body.extent != creature.size.extent:
            continue
        others = list(crowd(battle, creature, creature.body))
        squeezed = creature.position.squeezed
        if others and not squeezed and not any(other.position.squeezed for other in others):
            return [Squeezed(creature.id, creature.body.cells, _SHARED)]
        if squeezed and not others and not _tight(battle, creature):
            return [Unsqueezed(creature.id, creature.body.cells, _SHARED)]
    return []


def _tight(battle: Battle, creature: Creature) -> bool:
    """Whether it squeezes because of the ground."""
    return Mover(battle, creature, frozenset()).squeezed(creature.body)
