"""Plain attacks: a creature's bonus and damage with each weapon, and its defence, on open ground.

The creature and a copy of it are set up on open ground, and the ruleset is asked for the attack
roll and its damage; so the view adds up no bonuses itself.
"""

from __future__ import annotations

import attrs

from tacsim.core.agenda import Attacking
from tacsim.core.components import (
    Conditions,
    HitPoints,
    Offence,
    Order,
    Position,
    Side,
    Sides,
    Weapon,
)
from tacsim.core.dice import Dice
from tacsim.core.events import Rolled, Struck
from tacsim.core.terrain import make_battlefield
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll

OTHER = "other than any creature"
"""The id of the copy that is attacked, or attacks."""
PROBE = Weapon("probe", "1", ability="strength")
"""The copy's weapon, with which the creature's defence is asked for."""


@attrs.frozen
class PlainAttack:
    """A weapon, its attack roll against a copy of its owner, and the damage of a hit: ``1d8+3``."""

    weapon: Weapon
    roll: AttackRoll
    damage: str


class _Favoured(Dice):
    """Dice that show their highest face in the first throw and 1 in all others: a plain hit.

    ``short``: by how much the first throw is lower, for rules in which the highest face is a
    critical.
    """

    def __init__(self, short: int = 0) -> None:
        self.sides: dict[int, int] = {}
        self.short = short

    def faces(self, position: int, count: int, sides: int) -> tuple[int, ...]:
        """The faces of a throw; the sides of its dice are kept by position."""
        self.sides[position] = sides
        return ((sides - self.short if position == 0 else 1),) * count


def plain_attacks(battle: Battle, creature: Creature) -> tuple[PlainAttack, ...]:
    """The attack roll and damage of each of a creature's weapons, in its present state."""

    def make() -> tuple[PlainAttack, ...]:
        return tuple(_plain_attack(battle, creature, weapon) for weapon in creature.offence.weapons)

    kinds = (Conditions, Position, Offence)
    return battle.world.cached(("view attacks", creature.id), kinds, make)


def defence(battle: Battle, creature: Creature) -> AttackRoll:
    """The attack roll against a creature on open ground, in its present state."""

    def make() -> AttackRoll:
        duel = _duel(battle, creature, 1)
        return attack_roll(duel, Attacking(OTHER, creature.id, PROBE))

    return battle.world.cached(("view defence", creature.id), (Conditions, Position), make)


def _plain_attack(battle: Battle, creature: Creature, weapon: Weapon) -> PlainAttack:
    apart = weapon.increment if weapon.ranged else max(weapon.least, min(weapon.reach, 1))
    duel = _duel(battle, creature, apart)
    frame = Attacking(creature.id, OTHER, weapon)
    roll = attack_roll(duel, frame)
    found = (_hit_damage(duel, frame, short) for short in (0, 1))
    return PlainAttack(weapon, roll, next((damage for damage in found if damage), weapon.damage))


def _hit_damage(duel: Battle, frame: Attacking, short: int) -> str:
    """The damage of a plain hit; empty if the attack is a critical or misses."""
    duel.dice = dice = _Favoured(short)
    position, damage = 0, ""
    for event in duel.ruleset.attacks.carry_out(duel, frame):
        if isinstance(event, Struck) and event.outcome == "critical":
            return ""
        if isinstance(event, Rolled):
            if event.purpose == "damage":
                damage = _dice(event, dice.sides.get(position, 0))
            position += len(event.dice)
    return damage


def _dice(thrown: Rolled, sides: int) -> str:
    bonus = thrown.total - sum(thrown.dice)
    if not thrown.dice:
        return str(bonus)
    return f"{len(thrown.dice)}d{sides}" + (f"{bonus:+d}" if bonus else "")


def _duel(battle: Battle, creature: Creature, apart: int) -> Battle:
    """A creature and a copy of it, so many cells apart on open ground, with no others."""
    extent, category = creature.body.extent, creature.size.category
    w, h = extent[0], extent[:2][-1]
    far = w + max(apart, 1) - 1 if apart or category > 2 else 0
    ground, air = ("\n".join([glyph * (2 * w + far)] * h) for glyph in ". ")
    upper = [air] * (sum(extent[2:3]) - 1)
    field = make_battlefield(ground, *upper, name="", topology=battle.world.field.topology)
    world = World(field, Sides((Side("a", "a", ""), Side("b", "b", ""))))
    world.unit = battle.world.unit
    for name, side, x in ((creature.id, "a", w), (OTHER, "b", w + far)):
        for component in battle.world.components(creature.id):
            world.put(name, component)
        world.put(name, attrs.evolve(creature.identity, side=side))
        body = Body((x, 0, 0)[: field.axes], extent)
        world.put(name, Position(body, name == creature.id and creature.position.squeezed))
    world.put(OTHER, Conditions())
    world.put(OTHER, HitPoints(10**6, 10**6))
    world.put(None, Order((creature.id, OTHER)))
    return Battle(world, battle.ruleset, _Favoured())
