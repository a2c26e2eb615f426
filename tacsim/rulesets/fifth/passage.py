"""Where creatures may go and stop in the 5e family.

Whatever slows a space counts once (``grid5e.terrain.difficult``); other creatures' spaces are slow,
and a foe's is open only to those two sizes away (``grid5e.pass.ally``, ``grid5e.pass.enemy``).
"""

from __future__ import annotations

from collections.abc import Hashable

import attrs

from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.movement.passage import PlainPassage
from tacsim.rules.movement.policies import Ground, Passing
from tacsim.rulesets.fifth.abilities import MEDIUM

APART = 2
"""Sizes between two foes who can pass through each other's space."""


class Passage(PlainPassage):
    """The policy of the 5e family on passing and stopping.

    Small ones pass tight cells, Medium ones squeeze (``grid5e.terrain.tight``); some Tiny ones
    share a space (``grid5e.size.space``).
    """

    squeezer = MEDIUM

    def more(self, mover: Creature) -> tuple[Hashable, ...]:
        """Whether it is prone and so crawls."""
        return (mover.has("prone"),)

    def adapted(self, battle: Battle, mover: Creature, ground: Ground) -> Ground:
        """Flyers ignore boulders as well; crawling costs as much again."""
        if mover.has("flying"):
            enter = ground.enter | battle.world.field.low
            ground = attrs.evolve(ground, enter=enter, stop=enter)
        return attrs.evolve(ground, extra=int(mover.has("prone")))

    def through(
        self, battle: Battle, mover: Creature, other: Creature, contest: str = ""
    ) -> Passing:
        """Others are slow to pass; foes on their feet let nobody by who is near their size."""
        if other.has("dead"):
            return Passing(True)
        if other.traits.fills:
            return Passing(False, clause=battle.ruleset.clause("enemy"), filled=True)
        if battle.world.sides.friendly(mover.side, other.side) or other.has("helpless"):
            return Passing(True, 1, battle.ruleset.clause("ally"))
        if abs(mover.size.category - other.size.category) >= APART:
            return Passing(True, 1, battle.ruleset.clause("enemy"))
        return Passing(False, clause=battle.ruleset.clause("enemy"))
