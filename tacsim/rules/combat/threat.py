"""Threat: the cells into which a creature can strike, in its turn or out of it.

Natural reach has no dead zone (``d20.big.threat-adjacent``), and one's own cells are within it
(``d20.tiny.attack-own-square``).
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tacsim.core.components import Weapon
from tacsim.core.terrain import Entry
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches


def melee(creature: Creature) -> Iterator[Weapon]:
    """The weapons with which a creature threatens: melee, and armed."""
    for weapon in creature.offence.weapons:
        if not weapon.ranged and weapon.armed:
            yield weapon


def threat_clauses(battle: Battle, creature: Creature) -> tuple[str, ...]:
    """The clauses by which a creature threatens what it does, or nothing."""
    weapons = tuple(melee(creature)) or creature.offence.weapons
    clause = battle.ruleset.attacks.threat_clause
    return tuple(dict.fromkeys(clause(battle, weapon) for weapon in weapons))


def in_reach(battle: Battle, weapon: Weapon, wielder: Body, target: Body) -> bool:
    """Whether a melee weapon reaches any cell of a target, walls aside.

    A reach weapon may so strike the far part of a big body whose near part it overshoots.
    """
    metric = battle.ruleset.metric
    nearest = metric.distance(wielder, target)
    if weapon.least <= nearest <= weapon.reach:
        return True
    if weapon.diagonal and gaps(wielder, target) == (weapon.reach,) * len(wielder.at):
        return True
    if nearest > weapon.reach or max(target.extent) == 1:
        return False
    return any(in_reach(battle, weapon, wielder, spot) for spot in target.spots)


def threatened(battle: Battle, creature: Creature, body: Body | None = None) -> frozenset[Cell]:
    """The cells on the map that a creature threatens, from where it is or from another body."""
    body = body or creature.body
    field = battle.world.field
    memo = ("threat", creature.offence, body)
    if memo not in field.memo:
        weapons = tuple(map(_as_threat, melee(creature)))
        field.memo[memo] = frozenset(_cells(battle, weapons, body)) if weapons else frozenset()
    return field.memo[memo]  # type: ignore[no-any-return]  # the memo holds what was put there


def _as_threat(weapon: Weapon) -> Weapon:
    """A weapon as far as it threatens."""
    return attrs.evolve(weapon, reach=weapon.threatens) if weapon.threatens else weapon


def _cells(battle: Battle, weapons: tuple[Weapon, ...], body: Body) -> Iterator[Cell]:
    field = battle.world.field
    nowhere = field.cells_where("fills") | field.cells_of(Entry.VOID)
    longest, topology = max(weapon.reach for weapon in weapons), battle.ruleset.topology
    for cell in topology.around(body, longest):
        spot = topology.spot(cell)
        if (
            cell in field
            and cell not in nowhere
            and any(in_reach(battle, weapon, body, spot) for weapon in weapons)
            and reaches(battle, body, spot)
        ):
            yield cell


def threatens(battle: Battle, creature: Creature, body: Body) -> bool:
    """Whether a creature threatens any cell of a body; those who cannot attack threaten nothing."""
    return battle.fights(creature) and not threatened(battle, creature).isdisjoint(body.cells)
