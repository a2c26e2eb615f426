"""Attacks in the 5e family: one die and more by advantage, the kept one decides.

``grid5e.attack``, ``grid5e.advantage.dice``, ``grid5e.advantage.stack``; critical hits double the
dice of damage (``grid5e.damage``), and whoever has no hit points left is out of the fight
(``grid5e.hp``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.chance import Kept, Sum
from tacsim.core.components import Weapon
from tacsim.core.dice import Roll, parse
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Allowed, Reason, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.policies import AttackRoll, PlainAttacks
from tacsim.rules.combat.threat import in_reach
from tacsim.rulesets.fifth.abilities import ability
from tacsim.rulesets.fifth.modifiers import Parts, net


def at_range(battle: Battle, actor: Creature, target: Creature, weapon: Weapon) -> bool:
    """Whether a weapon is shot or thrown at a target rather than swung."""
    if weapon.ranged or not weapon.increment:
        return weapon.ranged
    return not in_reach(battle, weapon, actor.body, target.body)


class Attacks(PlainAttacks):
    """The policy of the 5e family on attacks; ``cite`` names its clauses.

    ``stack``: dice of advantage add up; otherwise any of each kind cancel.
    """

    def __init__(self, cite: Mapping[str, str], parts: Parts, *, stack: bool) -> None:
        self._cite = cite
        self._parts = parts
        self._stack = stack

    def check(
        self,
        battle: Battle,
        actor: Creature,
        target: Creature,
        weapon: Weapon,
        *,
        melee_only: bool = False,
    ) -> Verdict:
        """In reach or in range, and not behind total cover."""
        distance = battle.ruleset.metric.distance(actor.body, target.body)
        if melee_only or not weapon.increment:
            if not in_reach(battle, weapon, actor.body, target.body):
                clause = self.threat_clause(weapon)
                return refuse(Reason.OUT_OF_REACH, clause, weapon=weapon.name, distance=distance)
        elif at_range(battle, actor, target, weapon) and distance > weapon.farthest:
            clause = self._cite["range"]
            return refuse(Reason.OUT_OF_RANGE, clause, weapon=weapon.name, distance=distance)
        if not reaches(battle, actor.body, target.body):
            return refuse(Reason.TOTAL_COVER, self._cite["cover"], name=target.id)
        return Allowed()

    def threat_clause(self, weapon: Weapon) -> str:
        """The clause by which a weapon reaches as far as it does."""
        light = " light" if weapon.light and weapon.reach == 1 else ""
        return self._cite.get(f"reach {weapon.reach}{light}", self._cite["reach"])

    def sequence(
        self, battle: Battle, actor: Creature, weapon: Weapon | None
    ) -> tuple[tuple[Weapon, int], ...]:
        """There is no full attack: the attacks of an action are made one by one."""
        chosen = weapon or next(iter(actor.offence.weapons), None)
        return ((chosen, 0),) * actor.offence.attacks if chosen is not None else ()

    def acts(
        self, battle: Battle, actor: Creature, target: Creature, weapon: Weapon
    ) -> tuple[str, ...]:
        """An attack is nothing besides."""
        return ()

    def roll(self, battle: Battle, frame: Attacking) -> AttackRoll:
        """Chance to hit and mean damage of an attack, criticals and all dice included."""
        parts = self._of(battle, frame)
        attack, defence = _sum(parts, "attack"), 10 + _sum(parts, "defence")
        dice = net(parts, stack=self._stack)
        hit = chance(defence - attack, dice)
        critical = chance(20, dice)
        once = damage_roll(battle, frame)
        twice = attrs.evolve(once, count=2 * once.count)
        damage = (hit - critical) * mean(once) + critical * mean(twice)
        return AttackRoll(hit, damage, attack, defence, parts, critical, dice)

    def between(self, battle: Battle, actor: Creature, target: Creature) -> tuple[Modifier, ...]:
        """Cover; who flanks whom is the flanking policy's."""
        return self._parts.between(battle, actor, target)

    def carry_out(self, battle: Battle, frame: Attacking) -> list[ev.Event]:
        """Throw to hit, keep the best or the worst die, throw damage, and say what it does."""
        throws = Throws(battle)
        actor, target, weapon = battle.world[frame.actor], battle.world[frame.target], frame.weapon
        on = attack_roll(battle, frame)
        parts, attack, defence, count = on.modifiers, on.attack, on.defence, on.dice
        clause = self._cite["advantage"] if count else self._cite["attack"]
        need = defence - attack
        roll = throws.roll(
            actor.id, "attack", Kept(count), attack, (clause,), lambda n: outcome_of(n, need)
        )
        natural = roll.total - attack
        outcome = outcome_of(natural, need)
        clauses = [self._cite["attack"]]
        if frame.opportunity:
            clauses.append(self._cite["opportunity"])
        events: list[ev.Event] = [
            roll,
            ev.Struck(
                actor.id, target.id, weapon.name, outcome, parts, frame.opportunity, natural,
                natural + attack, defence, tuple(clauses),
            ),
        ]  # fmt: skip
        if outcome == "miss":
            return events
        dice = damage_roll(battle, frame)
        times = 2 if outcome == "critical" else 1
        clause = self._cite["damage"]
        thrown = Sum(dice.count * times, dice.sides)
        harm = throws.roll(
            actor.id, "damage", thrown, dice.bonus, (clause,), lambda n: max(0, n + dice.bonus)
        )
        amount = max(0, harm.total)
        left = target.hp.current - amount
        events += [harm, ev.Damaged(actor.id, target.id, amount, left, (clause,))]
        return [*events, *aftermath(actor, target, left, self._cite["hp"])]

    def _of(self, battle: Battle, frame: Attacking) -> tuple[Modifier, ...]:
        actor, target = battle.world[frame.actor], battle.world[frame.target]
        shot = at_range(battle, actor, target, frame.weapon)
        return self._parts.of(battle, frame, at_range=shot)


def outcome_of(natural: int, need: int) -> str:
    """What a kept die comes to: "miss", "hit", or "critical" on a 20."""
    if natural == 20:
        return "critical"
    return "hit" if hits(natural, need) else "miss"


def hits(natural: int, need: int) -> bool:
    """Whether a kept die hits when ``need`` or more would; 1 never does, 20 always."""
    return natural != 1 and (natural == 20 or natural >= need)


def chance(need: int, dice: int) -> float:
    """The chance that the kept of 1 + ``dice`` dice hits; below 0 the lowest is kept.

    >>> chance(11, 0), chance(11, 1), chance(11, 2), chance(11, -1)
    (0.5, 0.75, 0.875, 0.25)
    """
    one = sum(1 for face in range(1, 21) if hits(face, need)) / 20
    count = 1 + abs(dice)
    return float(1 - (1 - one) ** count if dice >= 0 else one**count)


@cache
def mean(roll: Roll) -> float:
    """The mean of a roll of damage, which is never below 0.

    >>> mean(Roll(1, 4, 1)), mean(Roll(1, 4, -3))
    (3.5, 0.25)
    """
    return Sum(roll.count, roll.sides).spread.mean(lambda total: max(0, total + roll.bonus))


def damage_roll(battle: Battle, frame: Attacking) -> Roll:
    """The dice and bonus of a hit; a critical throws the dice twice over."""
    actor, weapon = battle.world[frame.actor], frame.weapon
    roll = parse(weapon.damage)
    own = ability(actor, weapon.ability[:3]) if weapon.strength else 0
    return Roll(roll.count, roll.sides, roll.bonus + own + weapon.damage_bonus)


def aftermath(actor: Creature, target: Creature, left: int, clause: str) -> list[ev.Event]:
    """Out of the fight at 0 hit points; dead when as many again are lost."""
    events: list[ev.Event] = []
    clauses = (clause,)
    if left <= 0 and not target.has("helpless"):
        events.append(ev.Downed(actor.id, target.id, clauses))
        events.append(ev.ConditionGained(target.id, "helpless", "", clauses))
        if not target.has("prone"):
            events.append(ev.ConditionGained(target.id, "prone", "", clauses))
    if left <= -target.hp.maximum or (target.has("helpless") and left < 0):
        events.append(ev.ConditionGained(target.id, "dead", "", clauses))
    return events


def _sum(parts: tuple[Modifier, ...], on: str) -> int:
    return sum(part.value for part in parts if part.on == on)
