"""Falling: creatures that neither stand nor cling nor fly. Clause: ``pool.space.fall``."""

from __future__ import annotations

from typing import NamedTuple

from tacsim.core import events as ev
from tacsim.core.components import Conditions, Position
from tacsim.core.terrain import Entry
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.movement import footing
from tacsim.rules.movement.moving import displaced
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets.pool.damage import harmed
from tacsim.rulesets.pool.passage import holds

CLAUSE = "pool.space.fall"
_SHUT = (Entry.BLOCKED, Entry.VOID)


class _Holding(NamedTuple):
    """Who lies, and who has no hold."""

    lie: frozenset[str]
    loose: frozenset[str]


def fallen(battle: Battle) -> list[ev.Event]:
    """The fall of the first, in the order of the set-up, who has lost its hold."""
    loose = _loose(battle)
    for name in battle.world.ids if loose else ():
        if name in loose:
            events = dropped(battle, battle.world[name])
            if events:
                return events
    return []


def _loose(battle: Battle) -> frozenset[str]:
    """Those who have no hold where they are.

    What one does takes none from others, unless they stand on it as it lies.
    """

    def make(world: World) -> _Holding:
        lie = frozenset([c.id for c in world.creatures if footing.lying(battle, c)])
        loose = [c.id for c in world.creatures if not holds(battle, c, c.body)]
        return _Holding(lie, frozenset(loose))

    def change(found: _Holding, world: World, name: str | None) -> _Holding:
        if name is None or name in found.lie or footing.lying(battle, world[name]):
            return make(world)
        held = holds(battle, world[name], world[name].body)
        return _Holding(found.lie, found.loose - {name} if held else found.loose | {name})

    return battle.world.kept_up("loose", (Conditions, Position), make, change).loose


def dropped(battle: Battle, creature: Creature) -> list[ev.Event]:
    """A fall from where a creature is, and what comes of it.

    Who is as low as can be is put aside where it may not be.
    """
    body, tall = creature.body, creature.size.extent[2]
    end = landing(battle, creature, body)
    cubes = body.at[2] - end.at[2]
    if not cubes:
        dead = creature.has("dead")
        return [] if dead else _aside(battle, creature, end, footing.lying(battle, creature))
    clauses = (CLAUSE,)
    fell = ev.Fell(
        creature.id, body.at, end.at, end.extent, cubes, creature.position.squeezed, clauses
    )
    events: list[ev.Event] = [fell]
    if creature.resources["climbed"]:
        events.append(ev.Spent(creature.id, (("climbed", 0),)))
    if creature.has("dead"):
        return events
    harm = harmed(creature.id, creature, max(0, cubes - tall), clauses)
    if cubes > tall and not creature.has("prone"):
        events.append(ev.ConditionGained(creature.id, "prone", "", clauses))
    events += harm
    if any(isinstance(event, ev.Downed) for event in harm):
        return events
    down = footing.lying(battle, creature) or cubes > tall
    return [*events, *_aside(battle, creature, end, down)]


def _aside(battle: Battle, creature: Creature, end: Body, lying: bool) -> list[ev.Event]:
    """The closest place where it may be, if it may not be where it came down.

    ``lying``: the others there do not matter.
    """
    known = frozenset(battle.world.ids)
    among = frozenset[str]() if lying else known
    if battle.ruleset.passage.stop(battle, creature, end, among):
        return []
    return displaced(Mover(battle, creature, known), end, None)


def landing(battle: Battle, creature: Creature, body: Body) -> Body:
    """Where a body comes to rest that falls from a place."""
    field = battle.world.field
    while not footing.stands(battle, creature, body):
        if any(field.floors[cell[::-1]] for cell in footing.lowest(body)):
            return body
        below = body.moved((0, 0, -1))
        if any(cell not in field or field.at(cell).entry in _SHUT for cell in below.cells):
            return body
        body = below
    return body
