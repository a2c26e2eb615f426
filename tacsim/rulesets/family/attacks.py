"""Attacks with a twenty-sided die: the sum against the defence, criticals and damage.

Rulesets differ in the modifiers that count, in what a critical is and in when a creature is dead;
the rest is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.chance import D20, Kept, Sum
from tacsim.core.components import Weapon
from tacsim.core.dice import Roll
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Verdict
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.attacks import attack_roll, of_attack
from tacsim.rules.combat.policies import AttackRoll, PlainAttacks
from tacsim.rules.combat.ranges import at_range, manner, strikes
from tacsim.rulesets.family.checks import dice_of, hits, sum_of

BASE = 10
"""A defence without modifiers."""


class Attacks(PlainAttacks, ABC):
    """The base of the family's policies on attacks.

    ``least``: the least damage of a hit; ``confirms``: whether a critical needs a second roll that
    hits; ``whole``: whether it multiplies the bonus to the damage as well as the dice.
    """

    least = 0
    confirms = False
    whole = False

    def check(
        self,
        battle: Battle,
        actor: Creature,
        target: Creature,
        weapon: Weapon,
        *,
        melee_only: bool = False,
    ) -> Verdict:
        """Whether the target is in reach or range, and not behind total cover."""
        return strikes(battle, actor, target, weapon, melee_only=melee_only)

    @abstractmethod
    def modifiers(
        self, battle: Battle, frame: Attacking, *, at_range: bool
    ) -> Iterable[Modifier]:  # fmt: skip
        """The modifiers of the attack and of the defence; those of 0 are left out by the caller."""

    @abstractmethod
    def damage(self, battle: Battle, frame: Attacking, *, at_range: bool) -> Roll:
        """The damage roll of a hit that is no critical."""

    @abstractmethod
    def aftermath(
        self, battle: Battle, actor: Creature, target: Creature, left: int
    ) -> list[ev.Event]:
        """The events that follow when a creature has so many hit points left."""

    def roll(self, battle: Battle, frame: Attacking) -> AttackRoll:
        """The modifiers, hit chance and mean damage of an attack, criticals included."""
        actor, target = battle.world[frame.actor], battle.world[frame.target]
        shot = at_range(battle, actor, target, frame.weapon)
        found = self.modifiers(battle, frame, at_range=shot)
        parts = tuple(part for part in found if part.value)
        attack, defence = sum_of(parts, "attack"), BASE + sum_of(parts, "defence")
        dice = dice_of(battle, parts)
        hit, threat = chances(defence - attack, frame.weapon.threat, dice)
        critical = threat * hit if self.confirms else threat
        plain = self.damage(battle, frame, at_range=shot)
        mean = mean_of(plain, self.least)
        more = mean_of(self.critical(frame.weapon, plain), self.least) - mean
        damage = hit * mean + critical * more
        return AttackRoll(hit, damage, attack, defence, parts, critical, dice)

    def critical(self, weapon: Weapon, roll: Roll) -> Roll:
        """The damage roll of a critical hit."""
        times = weapon.multiplier
        return Roll(roll.count * times, roll.sides, roll.bonus * (times if self.whole else 1))

    def carry_out(self, battle: Battle, frame: Attacking) -> list[ev.Event]:
        """Make the attack roll and the damage roll; the events that follow."""
        throws, clause = Throws(battle), battle.ruleset.clause
        actor, target, weapon = battle.world[frame.actor], battle.world[frame.target], frame.weapon
        on = attack_roll(battle, frame)
        need = on.defence - on.attack
        by = clause("advantage" if on.dice else "attack")
        roll = throws.roll(
            actor.id, "attack", Kept(on.dice), on.attack, (by,),
            lambda n: hits(n, need) and (n >= weapon.threat, True),
        )  # fmt: skip
        natural = roll.total - on.attack
        outcome = "hit" if hits(natural, need) else "miss"
        events: list[ev.Event] = [roll]
        clauses = [clause("attack")]
        if natural in (1, 20):
            clauses += filter(None, [battle.ruleset.concepts.get("attack.natural")])
        if outcome == "hit" and natural >= weapon.threat:
            outcome = self._threatens(battle, throws, frame, events)
            if self.confirms and outcome == "critical":
                clauses.append(clause("critical"))
        if frame.opportunity:
            clauses.append(clause("opportunity.attack"))
        events.append(
            ev.Struck(
                actor.id, target.id, weapon.name, outcome, on.modifiers, frame.opportunity,
                natural, roll.total, on.defence, tuple(clauses),
                manner=manner(battle, actor, target, weapon),
            )
        )  # fmt: skip
        if outcome == "miss":
            return events
        return [*events, *self._harm(battle, throws, frame, critical=outcome == "critical")]

    def _threatens(
        self, battle: Battle, throws: Throws, frame: Attacking, events: list[ev.Event]
    ) -> str:
        """The outcome of a hit in the critical range; a confirming roll is added to the events."""
        if not self.confirms:
            return "critical"
        on = attack_roll(battle, frame)
        by = battle.ruleset.clause("critical")
        roll, confirmed = touched(throws, frame.actor, "confirm", on.attack, on.defence, by)
        events.append(roll)
        return "critical" if confirmed else "hit"

    def _dice(self, battle: Battle, frame: Attacking) -> Roll:
        """The damage roll of a hit by this attack."""
        actor, target = battle.world[frame.actor], battle.world[frame.target]
        shot = at_range(battle, actor, target, frame.weapon)
        return self.damage(battle, frame, at_range=shot)

    def _harm(
        self, battle: Battle, throws: Throws, frame: Attacking, *, critical: bool
    ) -> list[ev.Event]:
        """Roll the damage; the events that it leads to."""
        actor, target = battle.world[frame.actor], battle.world[frame.target]
        dice, clause = of_attack(battle, frame, self._dice), battle.ruleset.clause
        if critical:
            dice = self.critical(frame.weapon, dice)
        roll = throws.roll(
            actor.id, "damage", Sum(dice.count, dice.sides), dice.bonus, (clause("damage"),),
            lambda n: max(self.least, n + dice.bonus),
        )  # fmt: skip
        amount = max(self.least, roll.total)
        by = clause("damage" if roll.total >= self.least else "least damage")
        left = target.hp.current - amount
        damaged = ev.Damaged(actor.id, target.id, amount, left, (by,))
        return [roll, damaged, *self.aftermath(battle, actor, target, left)]


def touched(
    throws: Throws, actor: str, purpose: str, bonus: int, against: int, clause: str
) -> tuple[ev.Rolled, bool]:
    """An attack roll without damage, as for a touch: the throw, and whether it hits."""
    need = against - bonus
    roll = throws.roll(actor, purpose, D20, bonus, (clause,), lambda n: hits(n, need))
    return roll, hits(roll.total - bonus, need)


@lru_cache(maxsize=4096)
def chances(need: int, threat: int, dice: int) -> tuple[float, float]:
    """The chances that a d20 hits, and that it hits within the critical range.

    >>> chances(11, 20, 0), chances(11, 19, 1)
    ((0.5, 0.05), (0.75, 0.19))
    """
    spread = Kept(dice).spread
    hit = spread.chance(lambda n: hits(n, need))
    return hit, spread.chance(lambda n: n >= threat and hits(n, need))


@lru_cache(maxsize=4096)
def mean_of(roll: Roll, least: int) -> float:
    """The mean of a damage roll that does at least ``least``.

    >>> mean_of(Roll(1, 4, 1), 0), mean_of(Roll(1, 4, -3), 0)
    (3.5, 0.25)
    """
    if roll.count + roll.bonus >= least:
        return roll.mean
    return Sum(roll.count, roll.sides).spread.mean(lambda total: max(least, total + roll.bonus))


def felled(
    actor: Creature, target: Creature, left: int, clause: str, *, dead: bool
) -> list[ev.Event]:
    """The events for a creature left with so many hit points: helpless and prone at 0 or fewer."""
    events: list[ev.Event] = []
    clauses = (clause,)
    if left <= 0 and not target.has("helpless"):
        events.append(ev.Downed(actor.id, target.id, clauses))
        events.append(ev.ConditionGained(target.id, "helpless", "", clauses))
        if not target.has("prone"):
            events.append(ev.ConditionGained(target.id, "prone", "", clauses))
    if dead:
        events.append(ev.ConditionGained(target.id, "dead", "", clauses))
    return events
