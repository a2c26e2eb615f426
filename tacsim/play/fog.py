"""Fog: what a side sees now and what it remembers of the ground.

Without fog everything is seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tacsim.model.components import Conditions, Position
from tacsim.model.events import Event, IntentRefused
from tacsim.model.terrain import Grid
from tacsim.model.world import Change
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


class Onlookers:
    """What every side remembers and knows, gathered at each step while a battle goes on.

    Without fog there is nothing to gather. ``memories`` by side; ``met``, by side too, are the
    creatures that were known at any time since :meth:`meet`.
    """

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.memories: dict[str, Memory] = {}
        self.met: dict[str, frozenset[str]] = {}
        self._due = False
        if battle.fog:
            self.memories = {s.id: Memory(battle, s.id) for s in battle.world.sides.items}
            battle.world.listeners.append(self._note)
        self.meet()

    def meet(self) -> None:
        """Begin anew to gather whom each side comes to know."""
        self.met = {side: memory.known for side, memory in self.memories.items()}

    def look(self) -> None:
        """Take in the state as it is now."""
        for side, memory in self.memories.items():
            memory.update()
            self.met[side] |= memory.known
        self._due = False

    def close(self) -> None:
        """Look no longer."""
        if self.memories:
            self.battle.world.listeners.remove(self._note)

    def _note(self, change: Change) -> None:
        # told of a change before it is made: the state is still the one that the last one made
        if self._due:
            self.look()
        self._due = change[1] in _SEEN


_SEEN: tuple[type[Any], ...] = (Position, Conditions)
"""Components on which it depends what is seen."""
