"""Carrying under ``d20``: what is too heavy, what it does to speed, and letting go of weapons.

Weights are in pounds. How much a creature can carry follows from its Strength, size and build
(``d20.carry.capacity``); a load slows as ``d20.speed.encumbrance`` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import attrs

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.components import Carried, Item, Speed, Weapon
from tacsim.core.nature import LOADS
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature, World
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Begun, Burdens, PlainAct
from tacsim.rules.combat.weapons import named_weapon
from tacsim.rulesets import content
from tacsim.rulesets.d20.effects import EFFECTS
from tacsim.rulesets.d20.forms import MEDIUM
from tacsim.rulesets.d20.speed import under

CARRY, BODY, CAPACITY = "d20.carry", "d20.carry.body", "d20.carry.capacity"
DROP = "d20.carry.drop"
OVERLOADED = "overloaded"
"""The condition of a creature with more than it can carry, which it can only just lift."""
LIFTED = 2
"""How many times the most of a heavy load can be lifted off the ground."""

_MOST = (115, 130, 150, 175, 200, 230, 260, 300, 350)
"""Pounds of a heavy load with a Strength of 11 to 19."""
_TIMES: Mapping[str, tuple[Fraction, ...]] = {
    shape: tuple(map(Fraction, row.split()))
    for shape, row in {
        "tall": "1/8 1/4 1/2 3/4 1 2 4 8 16",
        "long": "1/4 1/2 3/4 1 3/2 3 6 12 24",
    }.items()
}
"""What size and build multiply loads by, Fine first."""
_TYPICAL: tuple[float, ...] = tuple(
    float(entry["body_weight"]) for entry in content("d20").sizes.values()
)
_WEAPONS = content("d20").weapons
_BY_HANDS = {"one": 4.0, "two": 8.0}
"""What a weapon weighs of which nothing is said, a light one half as much as for one hand."""


@enforces(CAPACITY)
def limits(strength: int, category: int = MEDIUM, shape: str = "tall") -> tuple[float, ...]:
    """The most pounds of a light, a medium and a heavy load.

    >>> limits(10), limits(16), limits(25)
    ((33.0, 66.0, 100.0), (76.0, 153.0, 230.0), (266.0, 533.0, 800.0))
    >>> limits(13, 5, "long")
    (150.0, 300.0, 450.0)
    """
    tens, rest = divmod(strength, 10)
    most = 10 * max(0, strength) if tens < 1 else (100, *_MOST)[rest] * 4 ** (min(tens, 2) - 1)
    times = _TIMES[shape][category] * 4 ** max(0, tens - 2)  # from 30 on as ten points less
    return tuple(float(part * times) for part in (most // 3, 2 * most // 3, most))


def borne(creature: Creature, pounds: float) -> float:
    """Pounds of all that a creature carries, so many of them besides its own gear.

    Of that only the size of load is known: it counts as the least that makes such a load.
    """
    own = LOADS.index(creature.unburdened.load)
    return pounds + (0.0, *_limits(creature))[own]


def _limits(creature: Creature) -> tuple[float, ...]:
    strength = creature.abilities.strength + EFFECTS.change(creature, "strength")
    return limits(strength, creature.size.category, creature.size.shape)


def load_of(creature: Creature, pounds: float) -> str:
    """The size of load that so many pounds besides its own gear make."""
    least = LOADS.index(creature.unburdened.load)
    total = borne(creature, pounds)
    found = sum(total > most for most in _limits(creature)[: len(LOADS) - 1])
    return LOADS[max(least, found)]


@enforces("d20.speed.encumbrance", "d20.speed.bonus.order")
def speed_under(creature: Creature, load: str) -> Speed | None:
    """A creature's speed under a load heavier than its own; None for one that is not.

    Who can fly does so under a light load alone.
    """
    own = creature.unburdened
    if load == own.load:
        return None
    land, slowed = under(own, creature.armour.band, load)
    return Speed(land, swim=own.swim, climb=own.climb, base=own.base, slowed=slowed, load=load)


class Loads(Burdens):
    """The ``d20`` policy on carrying."""

    clause, body, weight = CARRY, BODY, "d20.carry.weight"

    @enforces("d20.carry.weight")
    def pounds(self, battle: Battle, thing: Creature | Item) -> float:
        """What an item weighs; a creature as its entry says, or as is typical of its size."""
        if isinstance(thing, Item):
            return thing.pounds
        stated = thing.weights.body
        return _TYPICAL[thing.size.category] if stated is None else stated

    def may(self, battle: Battle, actor: Creature, pounds: float) -> Refused | None:
        """Up to twice a heavy load, in the air only a light one; the bodiless lift nothing."""
        if actor.has("incorporeal"):
            return refuse(Reason.HINDERED, self.clause, condition="incorporeal")
        limits, total = _limits(actor), borne(actor, pounds)
        light, most = limits[0], limits[-1] * LIFTED
        if total > most:
            return refuse(Reason.TOO_HEAVY, CAPACITY, pounds=f"{total:g}", most=f"{most:g}")
        if actor.has("flying") and load_of(actor, pounds) != LOADS[0]:
            return refuse(Reason.TOO_HEAVY_ALOFT, CAPACITY, pounds=f"{total:g}", most=f"{light:g}")
        return None

    def under(self, actor: Creature, things: tuple[tuple[str, float], ...]) -> Carried:
        """The worse of its own load and of all together tells the speed."""
        carried = Carried(things)
        return attrs.evolve(carried, speed=speed_under(actor, load_of(actor, carried.pounds)))

    def states(self, actor: Creature, carried: Carried) -> list[ev.Event]:
        """Whether it is overloaded."""
        over = borne(actor, carried.pounds) > _limits(actor)[-1] and bool(carried.things)
        if over == actor.has(OVERLOADED):
            return []
        if over:
            return [EFFECTS.gained(actor.id, OVERLOADED, CAPACITY)]
        return [ev.ConditionLost(actor.id, OVERLOADED, (CAPACITY,))]

    def held(self, actor: Creature, item: Item) -> Item | None:
        """A weapon made for its size and build, if it has none of that name in hand.

        What it added of its own to one of that name that it let go of, it adds to this one.
        """
        fits = (item.size, item.shape) == (actor.size.category, actor.size.shape)
        if item.weapon is None or not fits or actor.has("incorporeal"):
            return None
        if named_weapon(actor, item.weapon.name) is not None:
            return None
        return attrs.evolve(item, weapon=actor.training.with_own(item.weapon))


# --- letting go of weapons ----------------------------------------------------------------------


@enforces("d20.carry.weight")
def weapon_pounds(creature: Creature, weapon: Weapon) -> float | None:
    """What a creature's weapon weighs; None for what is a part of it, or worn.

    Those for the Small weigh half as much, those for the Large twice as much, and so on.
    """
    stated = dict(creature.weights.weapons).get(weapon.name)
    entry: Mapping[str, Any] | None = _WEAPONS.get(weapon.name)
    if weapon.natural or (stated is None and entry is not None and "weight" not in entry):
        return None
    if stated is None:
        by_hands = _BY_HANDS[weapon.hands] / (2 if weapon.light else 1)
        stated = by_hands if entry is None else entry["weight"]
    return float(stated * Fraction(2) ** (creature.size.category - MEDIUM))


class DroppingHeld(PlainAct):
    """To let go of a weapon, which then lies in one's own space; it takes no action."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.DropHeld]:
        """Each weapon that is no part of the body."""
        for weapon in actor.offence.weapons:
            if not weapon.natural:
                yield it.DropHeld(actor.id, weapon.name)

    def begin(self, battle: Battle, intent: it.DropHeld) -> Begun:
        """It lies at the corner of its owner, loaded or not, without what the owner adds to it."""
        actor = battle.world[intent.actor]
        weapon = named_weapon(actor, intent.weapon)
        if weapon is None:
            return refuse(Reason.UNKNOWN_WEAPON, DROP, weapon=intent.weapon)
        pounds = weapon_pounds(actor, weapon)
        if pounds is None:
            return refuse(Reason.PART_OF_IT, DROP, weapon=weapon.name)
        name, size = _free_id(battle.world, weapon.name, actor), actor.size
        unloaded = weapon.name in actor.unloaded.weapons
        bare = attrs.evolve(weapon, bonus=0, damage_bonus=0)
        item = Item(name, weapon.name, pounds, actor.at, bare, size.category, size.shape, unloaded)
        return [ev.Dropped(actor.id, weapon.name, item, (DROP, "d20.actions.provoke.no"))]


def _free_id(world: World, weapon: str, actor: Creature) -> str:
    """An id for a weapon that lies where it was dropped, which tells no more than that."""
    name = "_".join((weapon, *map(str, actor.at)))
    number, found = 1, name
    while found in world.items or found in world:
        number += 1
        found = f"{name}_{number}"
    return found
