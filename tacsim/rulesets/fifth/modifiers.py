"""The named parts of an attack in the 5e family: its sum, the defence, and dice of advantage.

Parts on ``advantage`` count dice: above 0 of advantage, below 0 of disadvantage; they add up
(``grid5e.advantage.stack``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rulesets.fifth import cover
from tacsim.rulesets.fifth.abilities import ability
from tacsim.rulesets.fifth.economy import speed_of
from tacsim.rulesets.fifth.effects import now
from tacsim.rulesets.fifth.flanking import dice
from tacsim.rulesets.fifth.senses import makes_out


class Parts:
    """Works out the parts of attacks; ``cite`` names clauses, ``near`` is "within 5 ft" in cells.

    ``only_flankers``: a denial of flanking helps no others than those who flank.
    """

    def __init__(self, cite: Mapping[str, str], near: int, *, only_flankers: bool) -> None:
        self._cite = cite
        self._near = near
        self._only_flankers = only_flankers

    def of(self, battle: Battle, frame: Attacking, *, at_range: bool) -> tuple[Modifier, ...]:
        """Every part that is not 0."""
        actor, target = battle.world[frame.actor], battle.world[frame.target]
        parts = [
            *self._sum(actor, frame.weapon),
            *self._defence(battle, actor, target),
            *self._own(battle, actor, target, frame.weapon, at_range=at_range),
            *self._against(battle, actor, target, at_range=at_range),
        ]
        return tuple(part for part in parts if part.value)

    def _sum(self, actor: Creature, weapon: Weapon) -> Iterator[Modifier]:
        clause = self._cite["attack"]
        yield Modifier(weapon.ability, ability(actor, weapon.ability[:3]), clause)
        yield Modifier("proficiency", actor.offence.base, clause)
        yield Modifier("weapon", weapon.bonus, clause)

    def _defence(self, battle: Battle, actor: Creature, target: Creature) -> Iterator[Modifier]:
        yield Modifier("armour", target.armour.armour, self._cite["attack"], "defence")
        yield from self.between(battle, actor, target)

    def between(self, battle: Battle, actor: Creature, target: Creature) -> tuple[Modifier, ...]:
        """What a target's cover adds to its defence, where it has any."""
        covered = cover.degree(battle, actor, target)
        bonus = Modifier("cover", cover.BONUS[covered], self._cite["cover"], "defence")
        return (bonus,) if covered else ()

    def _own(
        self, battle: Battle, actor: Creature, target: Creature, weapon: Weapon, *, at_range: bool
    ) -> Iterator[Modifier]:
        """Dice from the attacker's state and place."""
        yield from self._of_state(battle, actor, "attack", actor, target, at_range=at_range)
        if not makes_out(battle, actor, target):
            yield self._die(-1, "unseen target", "attack")
        for bonus in actor.bonuses.on("attack", target.id):
            yield Modifier(bonus.name, bonus.value, bonus.clause, "advantage")
        if not at_range:
            flanking, extra = dice(battle, actor, target, only_flankers=self._only_flankers)
            yield self._die(flanking, "flanking", "flank")
            yield self._die(int(extra), "denied flank", "deny others")
            return
        distance = battle.ruleset.metric.distance(actor.body, target.body)
        if distance > weapon.increment:
            yield self._die(-1, "long range", "far")
        if any(self._hinders(battle, foe, actor) for foe in battle.foes(actor)):
            yield self._die(-1, "foe at hand", "close")

    def _hinders(self, battle: Battle, foe: Creature, actor: Creature) -> bool:
        near = battle.ruleset.metric.distance(foe.body, actor.body) <= self._near
        return near and battle.acts(foe) and makes_out(battle, foe, actor)

    def _against(
        self, battle: Battle, actor: Creature, target: Creature, *, at_range: bool
    ) -> Iterator[Modifier]:
        """Dice from the target's state."""
        yield from self._of_state(battle, target, "against", actor, target, at_range=at_range)
        seen = makes_out(battle, target, actor)
        if not seen:
            yield self._die(1, "unseen", "attack")
        if target.has("dodging") and seen and battle.acts(target) and speed_of(target) > 0:
            yield self._die(-1, "dodge", "dodge")

    def _of_state(
        self, battle: Battle, whose: Creature, on: str, actor: Creature, target: Creature,
        *, at_range: bool,
    ) -> Iterator[Modifier]:  # fmt: skip
        """Dice from the conditions of one of the two."""
        if not battle.ruleset.effects.of(whose):
            return
        near = battle.ruleset.metric.distance(actor.body, target.body) <= self._near
        place, way = "near" if near else "far", "ranged" if at_range else "melee"
        situations = now(battle, whose, place, way)
        yield from battle.ruleset.effects.parts(whose, on, now=situations)

    def _die(self, count: int, name: str, concept: str) -> Modifier:
        return Modifier(name, count, self._cite[concept], "advantage")


def net(parts: tuple[Modifier, ...], *, stack: bool) -> int:
    """Dice of advantage left over: the sum, or without stacking its sign where all agree.

    >>> dice = (Modifier("a", 1, "", "advantage"), Modifier("b", 2, "", "advantage"),
    ...         Modifier("c", -1, "", "advantage"))
    >>> net(dice, stack=True), net(dice, stack=False), net(dice[:2], stack=False)
    (2, 0, 1)
    """
    counts = [part.value for part in parts if part.on == "advantage"]
    if stack:
        return sum(counts)
    for_it, against = any(n > 0 for n in counts), any(n < 0 for n in counts)
    return int(for_it) - int(against)
