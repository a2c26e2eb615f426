"""The named parts of an attack in the 5e family: its sum, the defence, and dice of advantage.

Parts on ``advantage`` count dice: above 0 of advantage, below 0 of disadvantage; they add up
(``grid5e.advantage.stack``).
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rulesets.family.checks import DICE, WAYS, Parts
from tacsim.rulesets.fifth import cover
from tacsim.rulesets.fifth.abilities import ability
from tacsim.rulesets.fifth.effects import now
from tacsim.rulesets.fifth.flanking import flank
from tacsim.rulesets.fifth.senses import makes_out


@enforces("grid5e.flank.melee-only", "dodge")
def modifiers(battle: Battle, frame: Attacking, *, at_range: bool) -> Iterator[Modifier]:
    """Every part, those that are 0 as well."""
    actor, target, weapon = battle.world[frame.actor], battle.world[frame.target], frame.weapon
    clause = battle.ruleset.clause("attack")
    yield Modifier(weapon.ability, ability(actor, weapon.ability[:3]), clause)
    yield Modifier("proficiency", actor.offence.base, clause)
    yield Modifier("weapon", weapon.bonus, clause)
    yield Modifier("armour", target.armour.armour, clause, "defence")
    yield from covering(battle, actor, target)
    yield from _of_state(battle, actor, "attack", actor, target, at_range=at_range)
    if not makes_out(battle, actor, target):
        yield _die(battle, -1, "unseen target", "attack")
    for bonus in actor.bonuses.on("attack", target.id):
        yield Modifier(bonus.name, bonus.value, bonus.clause, DICE)
    if at_range:
        yield from _shot(battle, actor, target, weapon)
    else:
        flanking, extra = flank(battle, actor, target)
        yield _die(battle, flanking, "flanking", "flank")
        yield _die(battle, extra, "denied flank", "deny others")
    yield from _of_state(battle, target, "against", actor, target, at_range=at_range)
    seen = makes_out(battle, target, actor)
    if not seen:
        yield _die(battle, 1, "unseen", "attack")
    moves = battle.ruleset.economy.pace(battle, target) > 0
    if target.has("dodging") and seen and battle.acts(target) and moves:
        yield _die(battle, -1, "dodge", "dodge")


def covering(battle: Battle, actor: Creature, target: Creature) -> Parts:
    """What a target's cover adds to its defence, where it has any."""
    covered = cover.degree(battle, actor, target)
    part = Modifier("cover", cover.BONUS[covered], battle.ruleset.clause("cover"), "defence")
    return (part,) if covered else ()


@enforces("close", "far")
def _shot(battle: Battle, actor: Creature, target: Creature, weapon: Weapon) -> Iterator[Modifier]:
    """Dice that count against shots: how far the target is, and foes beside the shooter."""
    if battle.ruleset.metric.distance(actor.body, target.body) > weapon.increment:
        yield _die(battle, -1, "long range", "far")
    if any(
        _near(battle, foe, actor) and battle.acts(foe) and makes_out(battle, foe, actor)
        for foe in battle.foes(actor)
    ):
        yield _die(battle, -1, "foe at hand", "close")


def _near(battle: Battle, one: Creature, other: Creature) -> bool:
    """Whether two are within 5 ft of each other."""
    return battle.ruleset.metric.distance(one.body, other.body) <= battle.ruleset.near


def _of_state(
    battle: Battle, whose: Creature, on: str, actor: Creature, target: Creature,
    *, at_range: bool,
) -> Iterator[Modifier]:  # fmt: skip
    """Dice from the conditions of one of the two."""
    if not battle.ruleset.effects.of(whose):
        return
    place, way = "near" if _near(battle, actor, target) else "far", WAYS[at_range]
    yield from battle.ruleset.effects.parts(whose, on, now=now(battle, whose, place, way))


def _die(battle: Battle, count: int, name: str, concept: str) -> Modifier:
    return Modifier(name, count, battle.ruleset.clause(concept), DICE)
