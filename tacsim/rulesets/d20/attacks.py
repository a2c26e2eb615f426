"""Attacks under ``d20``: the roll against armour class, criticals and damage."""

from __future__ import annotations

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.dice import Roll, parse
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.rules.combat.ranges import at_range
from tacsim.rules.perception import dark_hides
from tacsim.rulesets.d20.acts.loading import shot, unready
from tacsim.rulesets.d20.acts.unarmed import bare_hands
from tacsim.rulesets.d20.effects import EFFECTS, FEATS
from tacsim.rulesets.d20.modifiers import covering, damage_bonus, flank, modifiers, now
from tacsim.rulesets.family import attacks
from tacsim.rulesets.family.attacks import felled
from tacsim.rulesets.family.checks import Parts

DEATH = -10
"""Hit points at which a creature is dead."""


class Attacks(attacks.Attacks):
    """The ``d20`` policy on attacks."""

    least, confirms, whole = 1, True, True

    def check(
        self,
        battle: Battle,
        actor: Creature,
        target: Creature,
        weapon: Weapon,
        *,
        melee_only: bool = False,
    ) -> Verdict:
        """Not while wedged in, unloaded, nor at the unseen; no shots of the blind or the prone."""
        pacified = EFFECTS.pacified(actor)
        if pacified is not None:
            return pacified
        waits = unready(actor, weapon)
        if waits is not None:
            return waits
        if not melee_only and at_range(battle, actor, target, weapon):
            if actor.has(*EFFECTS.named("sightless")):
                return refuse(Reason.UNSEEN, "d20.conditions.attack", name=target.id)
            if actor.has("prone") and not weapon.lying:
                return refuse(Reason.PRONE, "d20.prone")
        verdict = super().check(battle, actor, target, weapon, melee_only=melee_only)
        if verdict and dark_hides(battle, actor, target.body):
            return refuse(Reason.UNSEEN, "d20.conditions.attack", name=target.id)
        return verdict

    def bare(self, actor: Creature) -> Weapon | None:
        """Bare hands, of whoever has a body."""
        return None if actor.has("incorporeal") else bare_hands(actor)

    def threat_clause(self, battle: Battle, weapon: Weapon) -> str:
        """Reach 0, which is one's own cell, has a rule to itself."""
        return "d20.threat" if weapon.reach else "d20.tiny.reach0"

    @enforces("d20.attack.iterative")
    def sequence(
        self, battle: Battle, actor: Creature, weapon: Weapon | None
    ) -> tuple[tuple[Weapon, int], ...]:
        """Every attack of a full attack with its penalty (``d20.attack.iterative``).

        A manufactured weapon strikes again for every full five points of base attack, and natural
        weapons follow one for close combat as secondary ones; without one, all natural weapons
        strike, but those that attack alone. A weapon that has to be loaded shoots once.
        """
        offence = actor.offence
        separate = next((w for w in offence.weapons if w.separate and weapon in (w, None)), None)
        natural = [
            w for w in offence.weapons if w.natural and not w.separate for _ in range(w.count)
        ]
        made = [w for w in offence.weapons if not w.natural]
        main = weapon if weapon is not None and not weapon.natural else None
        if separate is not None and (weapon is not None or not (natural or made)):
            return ((separate, 0),) * separate.count
        if main is None and (not natural or (weapon is None and made)):
            main = made[0] if made else None
        if main is None:
            return tuple((w, 0) for w in natural)
        steps = 0 if main.load else max(0, (offence.base - 1) // 5)
        attacks = tuple((main, -5 * i) for i in range(min(steps, 3) + 1))
        extra = () if main.ranged else tuple((w, 0) for w in natural if w.secondary)
        return (*attacks, *extra)

    @enforces("d20.actions.provoke.no")
    def acts(
        self, battle: Battle, actor: Creature, target: Creature, weapon: Weapon
    ) -> tuple[str, ...]:
        """Shooting and throwing distract, and so does striking unarmed."""
        if at_range(battle, actor, target, weapon):
            return ("ranged",)
        return () if weapon.armed else ("unarmed",)

    def between(self, battle: Battle, actor: Creature, target: Creature) -> tuple[Modifier, ...]:
        """Cover, side by side as against melee attacks and else as against shots; and a flank."""
        apart = max(gaps(actor.body, target.body)) > 1
        covered = covering(battle, actor, target, at_range=apart)
        return (*covered, *flank(battle, actor, target))

    @enforces("d20.attack.touch")
    def modifiers(self, battle: Battle, frame: Attacking, *, at_range: bool) -> Parts:
        """The parts of the attack and of armour class."""
        actor, target = battle.world[frame.actor], battle.world[frame.target]
        touch = frame.weapon.touch
        return modifiers(battle, actor, target, frame, at_range=at_range, touch=touch)

    def carry_out(self, battle: Battle, frame: Attacking) -> list[ev.Event]:
        """Make the attack; a crossbow has to be loaded then."""
        return [*super().carry_out(battle, frame), *shot(battle.world[frame.actor], frame.weapon)]

    def damage(self, battle: Battle, frame: Attacking, *, at_range: bool) -> Roll:
        """Strength and weapon add to the dice, and so does a shot from close by."""
        return damage_roll(battle, frame, at_range=at_range)

    def aftermath(
        self, battle: Battle, actor: Creature, target: Creature, left: int
    ) -> list[ev.Event]:
        """Dead at -10."""
        return aftermath(actor, target, left)


def damage_roll(battle: Battle, frame: Attacking, *, at_range: bool) -> Roll:
    """The dice and bonus of a hit, before a critical multiplies them."""
    actor, target, weapon = battle.world[frame.actor], battle.world[frame.target], frame.weapon
    bonus = damage_bonus(actor, weapon, thrown=at_range)
    if actor.traits.feats:
        situations = now(battle, actor, target, at_range=at_range)
        bonus += sum(part.value for part in FEATS.parts(actor, "damage", now=situations))
    roll = parse(weapon.damage)
    return Roll(roll.count, roll.sides, roll.bonus + bonus)


def aftermath(actor: Creature, target: Creature, left: int) -> list[ev.Event]:
    """Out of action at 0 hit points or fewer, dead at -10 (``d20.hp``)."""
    return felled(actor, target, left, "d20.hp", dead=left <= DEATH)
