"""Measuring: what an area pointed at covers, and whom an attack on it would catch."""

from __future__ import annotations

import attrs

from tacsim.app.planning import Planner
from tacsim.app.previews import Preview
from tacsim.core.intents import Area
from tacsim.grid.cells import Cell
from tacsim.rules.forecast import caught_in


def area(planner: Planner, name: str, cursor: Cell) -> Preview:
    """What an attack on the area pointed at would lead to."""
    battle, policy = planner.battle, planner.battle.ruleset.areas
    attack = next(one for one in planner.areas if one.name == name)
    actor = battle.world[planner.actor]
    aimed = policy.shapes[attack.shape].aimed
    if aimed and cursor in actor.body.cells:
        return Preview()
    origin = battle.ruleset.topology.nearest(actor.body, cursor) if aimed else cursor
    toward = cursor if aimed else None
    intent = Area(planner.actor, attack.shape, attack.size, origin, toward, name)
    covered = policy.cells(battle, attack.shape, attack.size, origin, toward, actor.body)
    preview = attrs.evolve(planner.act(intent), area=covered)
    if preview.refusal is not None:
        return preview
    caught = caught_in(battle, intent)
    friendly = battle.world.friendly
    friends = tuple(one.creature for one in caught if friendly(actor.id, one.creature))
    return attrs.evolve(preview, caught=caught, friends=friends)


def template(planner: Planner, shape: str, size: int, cursor: Cell, origin: Cell | None) -> Preview:
    """The cells of an area that nobody makes.

    What is aimed starts with the creature that acts unless an origin is given.
    """
    battle, policy = planner.battle, planner.battle.ruleset.areas
    body = battle.world[planner.actor].body
    if not policy.shapes[shape].aimed:
        return Preview(area=policy.cells(battle, shape, size, cursor))
    start = battle.ruleset.topology.nearest(body, cursor) if origin is None else origin
    maker = body if origin is None else None
    return Preview(area=policy.cells(battle, shape, size, start, cursor, maker))


def inside(planner: Planner, covered: frozenset[Cell]) -> tuple[str, ...]:
    """The known creatures of whom any part is in an area, by initiative."""
    world = planner.battle.world
    return tuple(
        name
        for name in world.order or world.ids
        if name in planner.known and not covered.isdisjoint(world[name].body.cells)
    )
