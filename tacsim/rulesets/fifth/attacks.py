"""Attacks in the 5e family: one die and more by advantage, the kept one decides.

``grid5e.attack``, ``grid5e.advantage.dice``, ``grid5e.advantage.stack``; critical hits double the
dice of damage (``grid5e.damage``), and whoever has no hit points left is out of the fight
(``grid5e.hp``).
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.dice import Roll, parse
from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rulesets.family import attacks
from tacsim.rulesets.family.attacks import felled
from tacsim.rulesets.family.checks import Parts
from tacsim.rulesets.fifth.abilities import ability
from tacsim.rulesets.fifth.modifiers import covering, modifiers


class Attacks(attacks.Attacks):
    """The policy of the 5e family on attacks."""

    def threat_clause(self, battle: Battle, weapon: Weapon) -> str:
        """The clause by which a weapon reaches as far as it does."""
        light = " light" if weapon.light and weapon.reach == 1 else ""
        concepts = battle.ruleset.concepts
        return concepts.get(f"reach {weapon.reach}{light}", concepts["reach"])

    def between(self, battle: Battle, actor: Creature, target: Creature) -> Parts:
        """Cover; who flanks whom is the flanking policy's."""
        return covering(battle, actor, target)

    def modifiers(
        self, battle: Battle, frame: Attacking, *, at_range: bool
    ) -> Iterator[Modifier]:  # fmt: skip
        """The parts of the sums, dice of advantage among them."""
        return modifiers(battle, frame, at_range=at_range)

    def damage(self, battle: Battle, frame: Attacking, *, at_range: bool) -> Roll:
        """The ability behind the weapon adds to the dice."""
        actor, weapon = battle.world[frame.actor], frame.weapon
        roll = parse(weapon.damage)
        own = ability(actor, weapon.ability[:3]) if weapon.strength else 0
        return Roll(roll.count, roll.sides, roll.bonus + own + weapon.damage_bonus)

    def aftermath(
        self, battle: Battle, actor: Creature, target: Creature, left: int
    ) -> list[ev.Event]:
        """Dead when as many hit points again are lost."""
        return aftermath(actor, target, left, battle.ruleset.clause("hp"))


def aftermath(actor: Creature, target: Creature, left: int, clause: str) -> list[ev.Event]:
    """Out of the fight at 0 hit points; dead when as many again are lost."""
    dead = left <= -target.hp.maximum or (target.has("helpless") and left < 0)
    return felled(actor, target, left, clause, dead=dead)
