"""Threat: the cells into which a creature can strike, in its turn or out of it."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.geometry.cells import Body, Cell
from tacsim.geometry.metric import gaps
from tacsim.model.components import Weapon
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.cover import reaches


def melee(creature: Creature) -> Iterator[Weapon]:
    """The weapons with which a creature threatens: melee, and armed."""
    for weapon in creature.offence.weapons:
        if not weapon.ranged and weapon.armed:
            yield weapon


def in_reach(battle: Battle, weapon: Weapon, wielder: Body, target: Body) -> bool:
    """Whether a melee weapon spans the distance between two bodies, walls aside.

    A weapon that also reaches two cells off on the diagonal does so from any cell of the wielder to
    any of the target.
    """
    distance = battle.ruleset.metric.distance(wielder, target)
    if weapon.least <= distance <= weapon.reach:
        return True
    return weapon.diagonal and gaps(wielder, target) == (weapon.reach,) * len(wielder.at)


def threatened(battle: Battle, creature: Creature, body: Body | None = None) -> frozenset[Cell]:
    """The cells on the map that a creature threatens, from where it is or from another body."""
    body = body or creature.body
    field = battle.world.field
    memo = ("threat", creature.offence, body)
    if memo not in field.memo:
        weapons = tuple(melee(creature))
        field.memo[memo] = frozenset(_cells(battle, weapons, body)) if weapons else frozenset()
    return field.memo[memo]  # type: ignore[no-any-return]  # the memo holds what was put there


def _cells(battle: Battle, weapons: tuple[Weapon, ...], body: Body) -> Iterator[Cell]:
    field = battle.world.field
    walls = field.cells_where("fills")
    longest = max(weapon.reach for weapon in weapons)
    (x, y), (w, h) = body
    for cy in range(max(0, y - longest), min(field.height, y + h + longest)):
        for cx in range(max(0, x - longest), min(field.width, x + w + longest)):
            spot = Body((cx, cy), (1, 1))
            if (
                (cx, cy) not in walls
                and any(in_reach(battle, weapon, body, spot) for weapon in weapons)
                and reaches(battle, body, spot)
            ):
                yield (cx, cy)


def threatens(battle: Battle, creature: Creature, body: Body) -> bool:
    """Whether a creature threatens any cell of a body."""
    return not threatened(battle, creature).isdisjoint(body.cells)
