"""Areas: the cells that one pointed at covers, and whom an attack on it would catch."""

from __future__ import annotations

from collections.abc import Container

import attrs

from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.previews import Preview
from tacsim.rules.battle import Battle
from tacsim.rules.forecast import caught_in
from tacsim.rulesets.schema import parse_length
from tacsim.view.wording import words

LARGEST = 40
"""Cells that a template may measure."""


def pointed(planner: Planner, attack: AreaAttack, cursor: Cell) -> tuple[Area, frozenset[Cell]]:
    """An attack on the area pointed at, and the cells that it covers."""
    battle, policy = planner.battle, planner.battle.ruleset.areas
    body = battle.world[planner.actor].body
    aimed = policy.shapes[attack.shape].aimed
    origin = battle.ruleset.topology.nearest(body, cursor) if aimed else cursor
    toward = cursor if aimed else None
    covered = policy.cells(battle, attack.shape, attack.size, origin, toward, body)
    intent = Area(planner.actor, attack.shape, attack.size, origin, toward, attack.name)
    return intent, covered


def near(planner: Planner, attack: AreaAttack) -> Area:
    """An attack on an area beside its maker: if that is refused, all such attacks are."""
    battle = planner.battle
    body = battle.world[planner.actor].body
    aimed = battle.ruleset.areas.shapes[attack.shape].aimed
    beside = (one for one in battle.ruleset.topology.around(body, 1) if one not in body.cells)
    return pointed(planner, attack, next(beside, body.at) if aimed else body.at)[0]


def area(planner: Planner, name: str, cursor: Cell) -> Preview:
    """The preview of an attack on the area pointed at."""
    battle, policy = planner.battle, planner.battle.ruleset.areas
    attack = next(one for one in planner.areas if one.name == name)
    actor = battle.world[planner.actor]
    if policy.shapes[attack.shape].aimed and cursor in actor.body.cells:
        return Preview()
    intent, covered = pointed(planner, attack, cursor)
    preview = attrs.evolve(planner.judged(intent), area=covered, covers=True)
    if attack.provokes:
        preview = preview.with_forecast(battle)
    if preview.refusal is not None:
        return preview
    caught = caught_in(battle, intent)
    friendly = battle.world.friendly
    friends = tuple(one.creature for one in caught if friendly(actor.id, one.creature))
    return attrs.evolve(preview, caught=caught, friends=friends, attacks=(), chances=())


def size_of(battle: Battle, text: str) -> int:
    """A size in cells, given as a number of them or as a length; ValueError for anything else."""
    return parse_length(int(text) if text.isdecimal() else text, battle.ruleset.units)


def template(
    battle: Battle, body: Body, shape: str, size: int, cursor: Cell, origin: Cell | None
) -> frozenset[Cell]:
    """The cells of an area that is only measured.

    An aimed shape starts at a body unless an origin is given.
    """
    policy = battle.ruleset.areas
    if not policy.shapes[shape].aimed:
        return policy.cells(battle, shape, size, cursor)
    start = battle.ruleset.topology.nearest(body, cursor) if origin is None else origin
    maker = body if origin is None else None
    return policy.cells(battle, shape, size, start, cursor, maker)


def inside(world: World, known: Container[str], covered: frozenset[Cell]) -> tuple[str, ...]:
    """The known creatures of which any part is in an area, by initiative."""
    return tuple(
        name
        for name in world.order or world.ids
        if name in known and not covered.isdisjoint(world[name].body.cells)
    )


def area_text(world: World, shape: str, size: int) -> str:
    """A shape and its size in words."""
    cells = words.cells_word(world, size)
    return f"{words.word(words.SHAPES, shape)}, {cells}"
