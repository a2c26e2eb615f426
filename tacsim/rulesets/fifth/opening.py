"""How battles and turns begin in the 5e family."""

from __future__ import annotations

from tacsim.core import events as ev
from tacsim.core.chance import Kept, Throw
from tacsim.core.world import Creature
from tacsim.rules import waiting
from tacsim.rules.battle import Battle
from tacsim.rules.initiative import PlainOpening, rolled
from tacsim.rulesets.family.checks import dice_of
from tacsim.rulesets.fifth.areas import recovered
from tacsim.rulesets.fifth.contests import state


class Opening(PlainOpening):
    """Initiative, and what a turn's beginning ends."""

    def initiative(self, battle: Battle) -> list[ev.Event]:
        """A check, in which states count (``grid5e.init``)."""

        def check(creature: Creature) -> tuple[Throw, int]:
            dice = dice_of(battle, state(battle, creature))
            return Kept(dice), creature.initiative.modifier

        return rolled(battle, battle.ruleset.clause("init"), check)

    def turn(self, battle: Battle, creature: Creature) -> list[ev.Event]:
        """Over is what lasted until this turn: states, help, an attack held ready."""
        lost = super().turn(battle, creature)
        for other in battle.world.creatures:
            lost += [
                ev.BonusLost(other.id, bonus)
                for bonus in other.bonuses.items
                if bonus.once and bonus.giver == creature.id
            ]
        lost += waiting.over(creature, battle.ruleset.clause("ready"))
        return [*lost, *recovered(battle, creature, battle.ruleset.clause("saves"))]
