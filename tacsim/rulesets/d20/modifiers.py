"""The named parts of a ``d20`` attack roll and of the armour class that it must reach."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import has_cover
from tacsim.rules.combat.flanking import flanks
from tacsim.rules.combat.threat import threatens
from tacsim.rules.effects.conditions import Effect
from tacsim.rules.openings import likeness
from tacsim.rulesets import content
from tacsim.rulesets.d20.abilities import ability, ability_modifier
from tacsim.rulesets.d20.effects import EFFECTS, FEATS
from tacsim.rulesets.family.checks import WAYS

SIZES = tuple(
    (entry["modifier"], f"d20.sizemod.{name}") for name, entry in content("d20").sizes.items()
)
"""What each size adds to attack rolls and to armour class, the smallest first, and the clause."""
POINT_BLANK = 6
"""Cells within which a point blank shot gains."""
SECONDARY, INTO_MELEE = -5, -4
"""What secondary weapons lose, and shots at those who fight with a friend."""
CIRCUMSTANCES = "d20.conditions.attack"
LOSES = "loses_dexterity"
DODGES = frozenset({"dodge"})
"""The bonuses that are dodging."""


def modifiers(
    battle: Battle,
    actor: Creature,
    target: Creature,
    frame: Attacking,
    *,
    at_range: bool,
    touch: bool = False,
) -> tuple[Modifier, ...]:
    """Every part of the attack's sum and of its target's defence that is not 0.

    ``touch``: armour, shield and hide do not count. What both bring along wherever they are is kept
    with the ruleset.
    """

    def make() -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
        worn = () if touch else _worn(target)
        skill = tuple(_skill(actor, frame, at_range=at_range))
        return skill, (*worn, *_armour_class(actor, target))

    key = (
        "own parts", likeness(battle, actor, target), actor.conditions, target.conditions,
        actor.position.squeezed, target.position.squeezed, frame.weapon, frame.penalty, at_range,
        touch,
    )  # fmt: skip
    skill, armour_class = battle.ruleset.memo.of(key, make)
    parts = [
        *skill,
        *_situation(battle, actor, target, frame, at_range=at_range),
        *armour_class,
        *_state(battle, actor, target, at_range=at_range),
        *_dodging(battle, actor, target, frame),
        *_given(actor, target),
    ]
    return tuple(part for part in parts if part.value)


def now(battle: Battle, actor: Creature, target: Creature, *, at_range: bool) -> tuple[str, ...]:
    """The situations of an attack: whether at range, and then whether close by."""
    close = battle.ruleset.metric.distance(actor.body, target.body) <= POINT_BLANK
    return ("ranged", *(("close",) if close else ())) if at_range else ("melee",)


@enforces("d20.attack.strength")
def damage_bonus(actor: Creature, weapon: Weapon, *, thrown: bool) -> int:
    """What strength and the weapon add to a hit's damage (``d20.attack.strength``).

    >>> from tacsim.core.components import Conditions
    >>> class Ogre:
    ...     abilities = type("A", (), {"strength": 21})
    ...     conditions, position = Conditions(), type("P", (), {"squeezed": False})
    >>> damage_bonus(Ogre, Weapon("greatclub", "2d8", strength=1.5), thrown=False)
    7
    """
    strength = ability(actor, "strength")
    if strength < 0:
        return (strength if weapon.weakness else 0) + weapon.damage_bonus
    factor = min(weapon.strength, 1.0) if thrown else weapon.strength
    return int(strength * factor) + weapon.damage_bonus


def off_guard(actor: Creature, target: Creature) -> str:
    """The clause by which a target's dexterity does not count against an attacker; else empty.

    Against invisible attackers it never counts.
    """
    effect = unguarded(target) or EFFECTS.first(actor, "unseen")
    return effect.clause if effect is not None else ""


def unguarded(creature: Creature) -> Effect | None:
    """The condition in which neither dexterity nor dodging counts for a creature, if it is in any.

    With the feat Run both are kept while running.
    """
    for effect in EFFECTS.of(creature):
        if LOSES in effect.flags and not FEATS.spares(creature, effect.name, LOSES):
            return effect
    return None


def dexterity_to_ac(actor: Creature, target: Creature) -> Modifier:
    """The Dex part of armour class: gone when caught off guard, -5 when helpless."""
    bonus = ability(target, "dexterity")
    if target.armour.max_dexterity is not None:
        bonus = min(bonus, target.armour.max_dexterity)
    limp = EFFECTS.first(target, "limp")
    if limp is not None:
        return Modifier(limp.name, ability_modifier(0), limp.clause, "defence")
    clause = off_guard(actor, target)
    if clause:
        return Modifier("dexterity", min(bonus, 0), clause, "defence")
    return Modifier("dexterity", bonus, "d20.ac", "defence")


def _skill(actor: Creature, frame: Attacking, *, at_range: bool) -> Iterator[Modifier]:
    weapon = frame.weapon
    nimble, strength = ability(actor, "dexterity"), ability(actor, "strength")
    finesse = (weapon.light or weapon.natural) and FEATS.has(actor, "finesse")
    yield Modifier("base attack", actor.offence.base, "d20.attack.roll")
    if at_range or (finesse and nimble > strength):
        yield Modifier("dexterity", nimble, "d20.attack.roll")
    else:
        yield Modifier("strength", strength, "d20.attack.roll")
    yield Modifier("size", *SIZES[actor.size.category])
    yield Modifier("weapon", weapon.bonus, "d20.attack.roll")
    yield Modifier("iterative", frame.penalty, "d20.attack.iterative")
    if weapon.secondary:
        penalty = SECONDARY + FEATS.added(actor.traits.feats, "secondary")
        yield Modifier("secondary", penalty, "d20.attack.iterative")


def _situation(
    battle: Battle, actor: Creature, target: Creature, frame: Attacking, *, at_range: bool
) -> Iterator[Modifier]:
    if frame.charge:
        yield Modifier("charge", 2, "d20.charge")
    yield from EFFECTS.parts(actor, "attack", now=(WAYS[at_range],))
    if at_range:
        yield from _shot(battle, actor, target, frame.weapon)
        return
    yield from FEATS.parts(actor, "attack", now=WAYS[:1])
    yield from flank(battle, actor, target)
    if _above(battle, actor, target):
        yield Modifier("higher ground", 1, CIRCUMSTANCES)


def flank(battle: Battle, actor: Creature, target: Creature) -> Iterator[Modifier]:
    """What flanking adds to a melee attack."""
    if flanks(battle, actor, target):
        yield Modifier("flanking", 2, "d20.flank")


def covering(
    battle: Battle, actor: Creature, target: Creature, *, at_range: bool
) -> Iterator[Modifier]:
    """What cover adds to the defence."""
    if has_cover(battle, actor, target):
        clause = "d20.cover.ranged" if at_range else "d20.cover.melee"
        yield Modifier("cover", 4, clause, "defence")


def _above(battle: Battle, actor: Creature, target: Creature) -> bool:
    """Whether all of an attacker is a full level, or more, above all of its target."""
    field = battle.world.field
    if not field.cells_where("rise"):
        return False
    height = field.array("rise")
    lowest = min(height[cell[::-1]] for cell in actor.body.cells)
    return bool(lowest > max(height[cell[::-1]] for cell in target.body.cells))


def _shot(battle: Battle, actor: Creature, target: Creature, weapon: Weapon) -> Iterator[Modifier]:
    distance = battle.ruleset.metric.distance(actor.body, target.body)
    beyond = max(0, -(-distance // weapon.increment) - 1)
    yield Modifier("range", -2 * beyond, "d20.ranged.increment")
    yield from FEATS.parts(actor, "attack", now=now(battle, actor, target, at_range=True))
    penalty = INTO_MELEE + FEATS.added(actor.traits.feats, "into_melee")
    if penalty and _engaged(battle, actor, target):
        yield Modifier("into melee", penalty, "d20.ranged.into-melee")


def _engaged(battle: Battle, actor: Creature, target: Creature) -> bool:
    """Whether a friend of the shooter fights the target within 10 ft of it."""
    metric = battle.ruleset.metric
    return any(
        metric.distance(friend.body, target.body) < 2
        and (
            threatens(battle, friend, target.body)
            or (battle.able(target) and threatens(battle, target, friend.body))
        )
        for friend in battle.friends(actor)
    )


def _worn(target: Creature) -> Iterator[Modifier]:
    """Armour, shield and hide, which a touch goes past."""
    armour = target.armour
    yield Modifier("armour", armour.armour, "d20.ac", "defence")
    yield Modifier("shield", armour.shield, "d20.ac", "defence")
    yield Modifier("natural armour", armour.natural, "d20.ac", "defence")


def _armour_class(actor: Creature, target: Creature) -> Iterator[Modifier]:
    yield Modifier("deflection", target.armour.deflection, "d20.ac", "defence")
    yield dexterity_to_ac(actor, target)
    yield Modifier("size", *SIZES[target.size.category], "defence")


def _state(
    battle: Battle, actor: Creature, target: Creature, *, at_range: bool
) -> Iterator[Modifier]:
    yield from covering(battle, actor, target, at_range=at_range)
    yield from EFFECTS.parts(target, "defence", now=(WAYS[at_range],))
    yield from FEATS.parts(target, "defence", now=(WAYS[at_range],))


def _dodging(
    battle: Battle, actor: Creature, target: Creature, frame: Attacking
) -> Iterator[Modifier]:
    """What is lost together with the dexterity bonus (``d20.ac``)."""
    if off_guard(actor, target):
        return
    yield Modifier("dodge", target.armour.dodge, "d20.ac", "defence")
    if battle.able(target):
        yield from EFFECTS.parts(target, "dodging")
    leaving = ("leaving",) if frame.opportunity and frame.moving else ()
    yield from FEATS.parts(target, "dodging", now=leaving)
    for bonus in target.bonuses.on("defence", actor.id):
        if bonus.name in DODGES:
            yield Modifier(bonus.name, bonus.value, bonus.clause, "defence")


def _given(actor: Creature, target: Creature) -> Iterator[Modifier]:
    """What others have done for either of them where the other is concerned."""
    for bonus in actor.bonuses.on("attack", target.id):
        yield Modifier(bonus.name, bonus.value, bonus.clause)
    for bonus in target.bonuses.on("defence", actor.id):
        if bonus.name not in DODGES:
            yield Modifier(bonus.name, bonus.value, bonus.clause, "defence")
