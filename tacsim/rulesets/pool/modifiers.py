"""The named parts of an attack with dice pools, and of the defence against it.

Parts on ``attack`` and ``defence`` are dice; those on ``attack reroll``, ``attack favour`` and so
on are what these pools have besides.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core.agenda import Attacking
from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.combat.ranges import at_range
from tacsim.rules.perception import makes_out
from tacsim.rulesets.pool import cover
from tacsim.rulesets.pool.dice import Pool
from tacsim.rulesets.pool.stamina import LEAST

DEFENCES = {"dodge": "grace", "parry": "might"}
"""The attribute of each defence. Clause: ``pool.attributes``."""

Parts = tuple[Modifier, ...]


def parts_of(battle: Battle, frame: Attacking) -> Parts:
    """Every part of an attack and its defence that is not 0."""
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    shot = at_range(battle, actor, target, frame.weapon) and not frame.opportunity
    attack = _whole(tuple(_attack(battle, frame, shot=shot)), "attack")
    if not battle.acts(target):
        return attack
    return (*attack, *_whole(tuple(_defence(battle, frame, shot=shot)), "defence"))


def pool_of(parts: Parts, on: str) -> Pool:
    """The dice of a side; none for one that has no parts."""
    return Pool(total(parts, on), total(parts, f"{on} favour"), total(parts, f"{on} reroll"))


def total(parts: Parts, on: str) -> int:
    """The sum of the parts of one thing."""
    return sum(part.value for part in parts if part.on == on)


@enforces("pool.attributes")
def defences(target: Creature, *, shot: bool) -> tuple[str, ...]:
    """How a creature can defend itself, the better way first (``pool.defence``).

    Melee attacks can be parried with a melee weapon at hand, or bare hands; shots cannot.
    """
    weapons = target.offence.weapons
    hand = not weapons or any(not w.ranged and not w.stowed for w in weapons)
    able = ("dodge", "parry") if hand and not shot else ("dodge",)
    return tuple(sorted(able, key=lambda name: -target.attributes[DEFENCES[name]]))


@enforces("pool.attributes")
def _attack(battle: Battle, frame: Attacking, *, shot: bool) -> Iterator[Modifier]:
    """Attribute, Quality, Stamina and state, less for cover (``pool.attack.roll``)."""
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    yield from _attribute(actor, "grace" if shot else "might", "pool.attack.roll", "attack")
    yield Modifier("quality", frame.weapon.bonus, "pool.attack.roll")
    yield Modifier("stamina", max(LEAST, frame.stamina), "pool.attack.roll")
    yield from battle.ruleset.effects.parts(actor, "attack")
    if shot:
        yield from covering(battle, actor, target)
    if not makes_out(battle, actor, target):
        yield Modifier("unseen target", -1, "pool.unseen", "attack favour")


def covering(battle: Battle, actor: Creature, target: Creature) -> Parts:
    """The dice that a target's cover takes off what is shot or thrown at it, where it has any."""
    off = cover.dice_off(battle, actor, target)
    return (Modifier("cover", -off, cover.CLAUSE),) if off else ()


def _defence(battle: Battle, frame: Attacking, *, shot: bool) -> Iterator[Modifier]:
    """Attribute, Stamina and state (``pool.attack.resolve``)."""
    actor, target = battle.world[frame.actor], battle.world[frame.target]
    how = frame.defence or defences(target, shot=shot)[0]
    yield from _attribute(target, DEFENCES[how], "pool.attack.resolve", "defence")
    yield Modifier("stamina", frame.guard, "pool.defence", "defence")
    yield from battle.ruleset.effects.parts(target, "defence")
    if not makes_out(battle, target, actor):
        yield Modifier("unseen", -1, "pool.unseen", "defence favour")


def _attribute(creature: Creature, name: str, clause: str, on: str) -> Iterator[Modifier]:
    """The dice of an attribute; half a die is a reroll."""
    dice, half = divmod(creature.attributes[name], 2)
    yield Modifier(name, dice, clause, on)
    yield Modifier("half a die", half, "pool.dice.reroll", f"{on} reroll")


def _whole(parts: Parts, on: str) -> Parts:
    """The parts that are not 0, and what raises their dice to one if they fall below."""
    short = 1 - total(parts, on)
    if short > 0:
        parts = (*parts, Modifier("at least one die", short, "pool.dice.min", on))
    return tuple(part for part in parts if part.value)
