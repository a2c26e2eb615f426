"""Threat: the cells into which a creature can strike, in its turn or out of it.

Natural reach has no dead zone, and one's own cells are within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from tacsim.core.components import Conditions, Offence, Order, Position, Resources, Weapon
from tacsim.core.terrain import Entry
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.movement.occupancy import BLOCK, FEW, near

_WATCHING = (Position, Conditions, Resources, Offence, Order)
"""On what it depends who watches a mover."""


def melee(creature: Creature) -> Iterator[Weapon]:
    """The weapons with which a creature threatens: melee, and armed."""
    for weapon in creature.offence.weapons:
        if not weapon.ranged and weapon.armed:
            yield weapon


def threat_clauses(battle: Battle, creature: Creature) -> tuple[str, ...]:
    """The clauses by which a creature threatens what it does, or nothing."""
    pacified = battle.ruleset.effects.pacified(creature)
    if pacified is not None:
        return (pacified.clause,)
    weapons = tuple(melee(creature)) or creature.offence.weapons
    clause = battle.ruleset.attacks.threat_clause
    return tuple(dict.fromkeys(clause(battle, weapon) for weapon in weapons))


@enforces(
    "d20.big.threat-adjacent", "d20.tiny.attack-own-square", "d20.tiny.no-threat",
    "d20.threat.reach-diagonal",
)  # fmt: skip
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


def in_melee(battle: Battle, weapon: Weapon, wielder: Body, target: Body) -> bool:
    """Whether a melee weapon reaches a cell of a target to which a line of effect leads."""
    if not (in_reach(battle, weapon, wielder, target) and reaches(battle, wielder, target)):
        return False
    return max(target.extent) == 1 or any(
        in_reach(battle, weapon, wielder, spot) and reaches(battle, wielder, spot)
        for spot in target.spots
    )


@enforces("d20.threat")
def threatened(battle: Battle, creature: Creature, body: Body | None = None) -> frozenset[Cell]:
    """The cells on the map that a creature threatens, from where it is or from another body.

    Those who cannot attack threaten nothing.
    """
    if not battle.fights(creature):
        return frozenset()
    body = body or creature.body
    field = battle.world.field
    memo = ("threat", creature.offence, body)
    return field.memo.of(memo, lambda: _threatened(battle, creature, body))


def _threatened(battle: Battle, creature: Creature, body: Body) -> frozenset[Cell]:
    weapons = tuple(map(_as_threat, melee(creature)))
    return frozenset(_cells(battle, weapons, body)) if weapons else frozenset()


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
            and any(in_melee(battle, weapon, body, spot) for weapon in weapons)
        ):
            yield cell


def watches(battle: Battle, foe: Creature, mover: Creature) -> bool:
    """Whether a creature could take an opportunity attack against another now, were it near."""
    if battle.world.sides.friendly(mover.side, foe.side) or not battle.able(foe):
        return False
    return battle.ruleset.opportunity.on_guard(battle, foe)


def watchers(battle: Battle, mover: Creature, *bodies: Body, far: int = 0) -> tuple[Creature, ...]:
    """Those who watch a mover, in initiative order.

    ``bodies``: only those who could reach one of these places, or one so ``far`` around them, and
    others who are not much farther off.
    """
    return tuple([battle.world[name] for name in _watchers(battle, mover, bodies, far)[0]])


def watched(battle: Battle, mover: Creature, *bodies: Body, far: int = 0) -> frozenset[Cell]:
    """The cells that they threaten or fill: a step beside them provokes nobody."""
    return _watchers(battle, mover, bodies, far)[1]


def _watchers(
    battle: Battle, mover: Creature, bodies: tuple[Body, ...], far: int
) -> tuple[list[str], frozenset[Cell]]:
    world = battle.world
    found: dict[Any, tuple[list[str], frozenset[Cell]]] = world.cached(
        ("watchers", mover.id), _WATCHING, dict, apart_from=mover.id
    )
    blocks: tuple[tuple[int, int], ...] = ()
    few = len(world.ids) <= FEW
    if few:
        bodies, far = (), 0
    else:
        axes = [*zip(*[body.at for body in bodies], strict=True)]
        blocks = tuple([(min(axis) // BLOCK, max(axis) // BLOCK) for axis in axes])
    if (blocks, far) not in found:
        if few:
            on_guard = battle.ruleset.opportunity.on_guard
            foes = [foe for foe in battle.foes(mover) if on_guard(battle, foe)]
        else:
            names: Iterable[str] = world.ids
            if bodies:
                around = far + _longest(battle) + max(max(body.extent) for body in bodies)
                least = [first * BLOCK - around for first, _ in blocks]
                names = near(world, least, [(last + 1) * BLOCK + around for _, last in blocks])
            foes = [foe for foe in map(world.__getitem__, names) if watches(battle, foe, mover)]
        places = world.cached("places", (Order,), lambda: {n: i for i, n in enumerate(world.order)})
        foes.sort(key=lambda foe: places.get(foe.id, 0))
        nowhere: frozenset[Cell] = frozenset()
        fields = [part for foe in foes for part in (threatened(battle, foe), foe.body.cells)]
        found[blocks, far] = [foe.id for foe in foes], nowhere.union(*fields)
    return found[blocks, far]


def around(battle: Battle, body: Body) -> list[Creature]:
    """Those who are near enough to a body to strike there, in the order of the set-up."""
    world, far = battle.world, _longest(battle) + max(body.extent)
    least, most = [n - far for n in body.at], [n + far for n in body.at]
    return [world[name] for name in near(world, least, most)]


def _longest(battle: Battle) -> int:
    """The longest reach of any weapon of any creature."""

    def make() -> int:
        weapons = [w for c in battle.world.creatures for w in c.offence.weapons if not w.ranged]
        return max((max(weapon.reach, weapon.threatens) for weapon in weapons), default=0)

    return battle.world.cached("longest reach", (Offence,), make)


def threatens(battle: Battle, creature: Creature, body: Body) -> bool:
    """Whether a creature threatens any cell of a body."""
    return not threatened(battle, creature).isdisjoint(body.cells)
