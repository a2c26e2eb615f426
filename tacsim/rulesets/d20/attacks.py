"""Attacks under ``d20``: the roll against armour class, criticals and damage."""

from __future__ import annotations

from functools import lru_cache

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.chance import D20, Sum
from tacsim.core.components import Weapon
from tacsim.core.dice import Roll, parse
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Allowed, Reason, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.policies import AttackRoll, PlainAttacks
from tacsim.rules.combat.threat import in_reach
from tacsim.rules.perception import sees
from tacsim.rulesets.d20.effects import EFFECTS
from tacsim.rulesets.d20.modifiers import covering, damage_bonus, flank, modifiers, point_blank

DEATH = -10
"""Hit points at which a creature is dead."""


def at_range(battle: Battle, actor: Creature, target: Creature, weapon: Weapon) -> bool:
    """Whether a weapon is shot or thrown at a target rather than swung."""
    if weapon.ranged or not weapon.increment:
        return weapon.ranged
    return not in_reach(battle, weapon, actor.body, target.body)


class Attacks(PlainAttacks):
    """The ``d20`` policy on attacks."""

    def check(
        self,
        battle: Battle,
        actor: Creature,
        target: Creature,
        weapon: Weapon,
        *,
        melee_only: bool = False,
    ) -> Verdict:
        """In reach or in range, not behind total cover, and not while wedged in."""
        held = EFFECTS.first(actor, "attacks_nobody")
        if held is not None:
            return refuse(Reason.INCAPABLE, held.clause)
        distance = battle.ruleset.metric.distance(actor.body, target.body)
        if melee_only or not weapon.increment:
            if not in_reach(battle, weapon, actor.body, target.body):
                if distance < weapon.least:
                    return refuse(Reason.TOO_CLOSE, "d20.threat.reach-weapon", weapon=weapon.name)
                clause = self.threat_clause(weapon)
                return refuse(Reason.OUT_OF_REACH, clause, weapon=weapon.name, distance=distance)
        elif at_range(battle, actor, target, weapon):
            if actor.has(*EFFECTS.named("sightless")):
                return refuse(Reason.UNSEEN, "d20.aoo.no-when", name=target.id)
            if actor.has("prone") and not weapon.lying:
                return refuse(Reason.PRONE, "d20.prone")
            if distance > weapon.increment * weapon.increments:
                return refuse(
                    Reason.OUT_OF_RANGE,
                    "d20.ranged.increment",
                    weapon=weapon.name,
                    distance=distance,
                )
        if not reaches(battle, actor.body, target.body):
            return refuse(Reason.TOTAL_COVER, "d20.cover.total", name=target.id)
        if battle.world.field.dark and not sees(battle, actor, target.body):
            return refuse(Reason.UNSEEN, "d20.aoo.no-when", name=target.id)
        return Allowed()

    def threat_clause(self, weapon: Weapon) -> str:
        """Reach 0, which is one's own cell, has a rule to itself."""
        return "d20.threat" if weapon.reach else "d20.tiny.reach0"

    def sequence(
        self, battle: Battle, actor: Creature, weapon: Weapon | None
    ) -> tuple[tuple[Weapon, int], ...]:
        """Every attack of a full attack with its penalty (``d20.attack.iterative``).

        A manufactured weapon strikes again for every full five points of base attack, and natural
        weapons follow as secondary ones; without one, all natural weapons strike.
        """
        offence = actor.offence
        natural = [w for w in offence.weapons if w.natural for _ in range(w.count)]
        made = [w for w in offence.weapons if not w.natural]
        main = weapon if weapon is not None and not weapon.natural else None
        if main is None and (not natural or (weapon is None and made)):
            main = made[0] if made else None
        if main is None:
            return tuple((w, 0) for w in natural)
        steps = max(0, (offence.base - 1) // 5)
        attacks = tuple((main, -5 * i) for i in range(min(steps, 3) + 1))
        extra = tuple((w, 0) for w in natural if w.secondary)
        return (*attacks, *extra)

    def acts(
        self, battle: Battle, actor: Creature, target: Creature, weapon: Weapon
    ) -> tuple[str, ...]:
        """Shooting and throwing distract, and so does striking unarmed."""
        if at_range(battle, actor, target, weapon):
            return ("ranged",)
        return () if weapon.armed else ("unarmed",)

    def roll(self, battle: Battle, frame: Attacking) -> AttackRoll:
        """Sums, chance to hit and mean damage of an attack, criticals included."""
        parts = self._parts(battle, frame)
        attack, defence = sum_of(parts, "attack"), 10 + sum_of(parts, "defence")
        weapon = frame.weapon
        need = defence - attack
        faces = sum(1 for face in range(1, 21) if hits(face, need))
        threats = sum(1 for face in range(weapon.threat, 21) if hits(face, need))
        roll = damage_roll(battle, frame)
        mean = _mean(roll)
        times = _mean(
            Roll(roll.count * weapon.multiplier, roll.sides, roll.bonus * weapon.multiplier)
        )
        chance = faces / 20
        critical = threats / 20 * chance
        damage = chance * mean + critical * (times - mean)
        return AttackRoll(chance, damage, attack, defence, parts, critical)

    def between(self, battle: Battle, actor: Creature, target: Creature) -> tuple[Modifier, ...]:
        """Cover, side by side as against blows and else as against shots; and a flank."""
        apart = max(gaps(actor.body, target.body)) > 1
        covered = covering(battle, actor, target, at_range=apart)
        return (*covered, *flank(battle, actor, target))

    def carry_out(self, battle: Battle, frame: Attacking) -> list[ev.Event]:
        """Roll to hit, confirm a critical, roll damage, and say what it does."""
        throws = Throws(battle)
        actor, target = battle.world[frame.actor], battle.world[frame.target]
        weapon = frame.weapon
        on = attack_roll(battle, frame)
        parts, attack, defence = on.modifiers, on.attack, on.defence
        need = defence - attack
        roll = throws.roll(
            actor.id, "attack", D20, attack, ("d20.attack.roll",),
            lambda n: hits(n, need) and (n >= weapon.threat, True),
        )  # fmt: skip
        events: list[ev.Event] = [roll]
        natural = roll.total - attack
        outcome, clauses = "miss", ["d20.attack.roll"]
        if natural in (1, 20):
            clauses.append("d20.attack.nat")
        if hits(natural, need):
            outcome = "hit"
            if natural >= weapon.threat:
                confirm, confirmed = touched(
                    throws, actor, "confirm", attack, defence, "d20.attack.crit"
                )
                events.append(confirm)
                if confirmed:
                    outcome = "critical"
                    clauses.append("d20.attack.crit")
        if frame.opportunity:
            clauses.append("d20.aoo.attack")
        events.append(
            ev.Struck(
                actor.id,
                target.id,
                weapon.name,
                outcome,
                parts,
                frame.opportunity,
                natural,
                roll.total,
                defence,
                tuple(clauses),
            )
        )
        if outcome == "miss":
            return events
        dice = damage_roll(battle, frame)
        times = weapon.multiplier if outcome == "critical" else 1
        bonus = dice.bonus * times
        harm = throws.roll(
            actor.id, "damage", Sum(dice.count * times, dice.sides), bonus,
            ("d20.attack.strength",), lambda n: max(1, n + bonus),
        )  # fmt: skip
        amount = max(1, harm.total)
        clause = "d20.attack.min-damage" if harm.total < 1 else "d20.attack.strength"
        left = target.hp.current - amount
        events += [harm, ev.Damaged(actor.id, target.id, amount, left, (clause,))]
        return [*events, *aftermath(actor, target, left)]

    def _parts(self, battle: Battle, frame: Attacking) -> tuple[Modifier, ...]:
        actor, target = battle.world[frame.actor], battle.world[frame.target]
        thrown = at_range(battle, actor, target, frame.weapon)
        return modifiers(battle, actor, target, frame, at_range=thrown)


def damage_roll(battle: Battle, frame: Attacking) -> Roll:
    """The dice and bonus of a hit, before a critical multiplies them."""
    actor, target, weapon = battle.world[frame.actor], battle.world[frame.target], frame.weapon
    thrown = at_range(battle, actor, target, weapon)
    bonus = damage_bonus(actor, weapon, thrown=thrown)
    if thrown:
        bonus += point_blank(battle, actor, target)
    roll = parse(weapon.damage)
    return Roll(roll.count, roll.sides, roll.bonus + bonus)


def sum_of(parts: tuple[Modifier, ...], on: str) -> int:
    """The sum of one side of a throw."""
    return sum(part.value for part in parts if part.on == on)


def touched(
    throws: Throws, actor: Creature, purpose: str, bonus: int, against: int, clause: str
) -> tuple[ev.Rolled, bool]:
    """An attack roll that does no harm by itself: the throw, and whether it hits."""
    need = against - bonus
    roll = throws.roll(actor.id, purpose, D20, bonus, (clause,), lambda n: hits(n, need))
    return roll, hits(roll.total - bonus, need)


def hits(natural: int, need: int) -> bool:
    """Whether a natural roll hits when ``need`` or more would; 1 never does, 20 always."""
    return natural != 1 and (natural == 20 or natural >= need)


@lru_cache(maxsize=4096)
def _mean(roll: Roll) -> float:
    """The mean of a damage roll that does at least one point."""
    if roll.count + roll.bonus >= 1:
        return roll.mean
    return Sum(roll.count, roll.sides).spread.mean(lambda total: max(1, total + roll.bonus))


def aftermath(actor: Creature, target: Creature, left: int) -> list[ev.Event]:
    """Out of action at 0 hit points or fewer, dead at -10 (``d20.hp``)."""
    events: list[ev.Event] = []
    clause = ("d20.hp",)
    if left <= 0 and not target.has("helpless"):
        events.append(ev.Downed(actor.id, target.id, clause))
        events.append(ev.ConditionGained(target.id, "helpless", "", clause))
        if not target.has("prone"):
            events.append(ev.ConditionGained(target.id, "prone", "", clause))
    if left <= DEATH:
        events.append(ev.ConditionGained(target.id, "dead", "", clause))
    return events
