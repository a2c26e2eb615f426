"""Gaps that no usual squeezing gets a body into: the ways through them, were that allowed."""

from __future__ import annotations

import attrs
import numpy as np

from tacsim.core.battle import BattleUnder
from tacsim.core.terrain import Entry
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.steps import Mover


class TightMover(Mover):
    """A creature's ways if no gap were too narrow for it: tight passages, and less than half."""

    def __init__(
        self,
        battle: Battle,
        creature: Creature,
        known: frozenset[str],
        mode: MoveMode | None = None,
    ) -> None:
        ruleset = battle.ruleset
        tightest = ruleset.memo.of(
            "tight", lambda: attrs.evolve(ruleset, squeezing=ruleset.squeezing.tightest)
        )
        narrower = BattleUnder(battle.world, tightest, battle.dice, battle.fog)
        super().__init__(narrower, creature, known, mode)
        self.usual = (self.ground.enter, frozenset(ruleset.squeezing.extents(self.full)))
        """Where it may usually be, and in which shapes."""
        ground, tight = self.ground, self.field.array("entry") == Entry.TIGHT
        self.ground = self.field.memo.of(
            ("tight", ground), lambda: attrs.evolve(ground, enter=ground.enter | tight)
        )

    @property
    def gains(self) -> bool:
        """Whether it may go anywhere, or be in any shape, where it usually may not."""
        enter, extents = self.usual
        more = not extents.issuperset(self.battle.ruleset.squeezing.extents(self.full))
        return more or not np.array_equal(enter, self.ground.enter)

    def wedged(self, body: Body) -> bool:
        """Whether a body is in a gap that no usual squeezing gets it into."""
        enter, extents = self.usual
        return body.extent not in extents or not all(enter[cell[::-1]] for cell in body.cells)
