"""Who watches for an opportunity: the base of policies on opportunity attacks."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.movement.policies import Provocation


class PlainOpportunity(ABC):
    """Those on their guard watch; acts provoke nobody, and nothing is used up before steps do."""

    once = False

    @abstractmethod
    def on_guard(self, battle: Battle, foe: Creature) -> bool:
        """Whether a foe could take an opportunity now."""

    def safe_steps(self, creature: Creature) -> int:
        """None."""
        return 0

    def used(self, battle: Battle, mover: Creature, old: Body, new: Body, safe_steps: int) -> int:
        """Nothing."""
        return 0

    def by_act(
        self, battle: Battle, actor: Creature, act: str, target: Creature
    ) -> tuple[Provocation, ...]:
        """No act provokes."""
        return ()
