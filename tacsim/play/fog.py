"""Fog: what a side sees now and what it remembers of the ground.

Without fog everything is seen.
"""

from __future__ import annotations

import numpy as np

from tacsim.model.events import Event, IntentRefused
from tacsim.model.terrain import Grid
from tacsim.rules.battle import Battle
from tacsim.rules.sight import known_to, side_sees


class Memory:
    """The cells that a side sees and those it has ever seen, indexed ``[y, x]``."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle = battle
        self.side = side
        field = battle.world.field
        self.remembered: Grid = np.zeros(field.shape, bool)
        self.known: frozenset[str] = frozenset()
        self.update()

    @property
    def seen(self) -> Grid:
        """The cells that the side sees now."""
        if not self.battle.fog:
            return np.ones_like(self.remembered)
        return side_sees(self.battle, self.side)

    def update(self) -> None:
        """Take in what the side sees after something happened."""
        if self.battle.fog:
            self.remembered |= self.seen
            self.known = known_to(self.battle, self.side)
        else:
            self.remembered[:] = True
            self.known = frozenset(self.battle.world.ids)

    def notices(self, event: Event, known_before: frozenset[str]) -> bool:
        """Whether the side learns of an event: its own, or done by or to somebody it sees."""
        if not self.battle.fog:
            return True
        if isinstance(event, IntentRefused):
            return False
        known = self.known | known_before
        named = {event.actor, getattr(event, "target", None), getattr(event, "by", None),
                 getattr(event, "against", None)} - {None}  # fmt: skip
        named.update(getattr(event, "targets", ()))
        if event.NAME in ("round_started", "battle_ended"):
            return True
        return bool(named & known)
