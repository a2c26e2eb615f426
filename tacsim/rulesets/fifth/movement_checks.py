"""What may go wrong on the way in the 5e family: obstacles that take an ability check.

Clause: ``grid5e.obstacle.check``.
"""

from __future__ import annotations

from tacsim.core.events import Modifier
from tacsim.core.terrain import Check
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Test
from tacsim.rules.movement.obstacles import Obstacles
from tacsim.rulesets.family import checks
from tacsim.rulesets.fifth.abilities import skill
from tacsim.rulesets.fifth.contests import state


class MovementChecks(Obstacles):
    """The policy of the 5e family on what has to be settled in the course of a move."""

    def test(self, battle: Battle, actor: Creature, check: Check) -> Test | None:
        """A check of the skill, with what the creature's state counts."""
        clause = battle.ruleset.clause("obstacle.check")
        own = Modifier(check.skill, skill(actor, check.skill), clause)
        parts = (own, *state(battle, actor))
        dice = checks.dice_of(battle, parts)
        return checks.check(actor, check.skill, parts, check.dc, (clause,), dice=dice)
