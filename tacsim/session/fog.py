"""Fog: what a side sees now and what it remembers of the ground.

Without fog everything is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import Boon, Conditions, Position
from tacsim.core.events import Event
from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.perception import known_to, side_sees


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
        """Whether the side learns of an event, as ``LEARNT`` says.

        Whoever is known now counts as known, and those in ``known_before``.
        """
        if not self.battle.fog:
            return True
        if isinstance(event, ev.Answered) and event.about is None and not event.yes:
            return False  # nothing came of it, and how often it is asked tells of turns unseen
        learnt = LEARNT.get(type(event), _DOER)
        if learnt == EVERYBODY:
            return True
        if learnt == OWN:
            return self.owns(event.actor)
        if learnt == PLACE:
            return self.owns(event.actor) or self._sees_arrival(event)
        known = self.known | known_before
        if learnt == EITHER:
            named = {event.actor, getattr(event, "target", None), *getattr(event, "targets", ())}
            return not known.isdisjoint(named)
        return all(who in known for who in _parties(event, learnt))

    def owns(self, creature: str | None) -> bool:
        """Whether a creature is of the side, or of its friends."""
        world = self.battle.world
        if creature is None or creature not in world:
            return False
        return world.sides.friendly(self.side, world[creature].side)

    def _sees_arrival(self, event: Any) -> bool:
        """Whether the side sees a cell of where somebody comes to."""
        seen = self.seen
        return any(bool(seen[cell[::-1]]) for cell in Body(event.dst, event.extent).cells)


EVERYBODY, OWN, PLACE, EITHER = "everybody", "own", "place", "either"
"""Learnt by all; by its own side; where one of one's own, or in sight, comes to a place; where who
does it or whom it is done to is known."""

_DOER = ("actor",)
"""Learnt where who does it is known; so are events that ``LEARNT`` does not name."""

LEARNT: Mapping[type[Any], str | tuple[str, ...]] = {
    ev.BattleStarted: EVERYBODY,
    ev.RoundStarted: EVERYBODY,
    ev.BattleEnded: EVERYBODY,
    ev.IntentRefused: OWN,
    ev.Sighted: OWN,
    ev.Stepped: PLACE,
    ev.Placed: PLACE,
    ev.Pushed: PLACE,
    ev.Fell: PLACE,
    ev.Struck: EITHER,
    ev.Contested: EITHER,
    ev.AreaMade: EITHER,
    ev.Damaged: ("target",),
    ev.Downed: ("target",),
    ev.Provoked: ("actor", "by"),
    ev.Slipped: ("actor", "by"),
    ev.Took: ("actor", "against"),
    ev.Declined: ("actor", "against"),
    ev.Answered: ("actor", "about"),
    ev.Tested: ("actor", "target"),
    ev.Yielded: ("actor", "to"),
    ev.BoonGained: ("actor", "boon"),
    ev.BoonLost: ("actor", "boon"),
}
"""What a side in fog learns of each kind of event; names: all of them have to be known.

An attempt on somebody is learnt from either end, for one notices being struck and sees others
strike; what becomes of somebody, only by seeing that one; and what lies between two, an opportunity
given, taken or let pass, only by seeing both, or it would tell of the other.
"""


def _parties(event: Any, fields: str | tuple[str, ...]) -> list[str | None]:
    """Those whom fields of an event name; the first field always does."""
    first, *rest = (getattr(event, field) for field in fields)
    others = (who.against if isinstance(who, Boon) else who for who in rest)
    return [first, *(who for who in others if who is not None)]


class Onlookers:
    """What every side remembers and knows, gathered event by event while a battle goes on.

    Without fog there is nothing to gather. ``memories`` by side; ``met``, by side too, are the
    creatures that were known at any time since :meth:`meet`.
    """

    def __init__(self, battle: Battle) -> None:
        self._source = battle
        self._seen = battle.fork()
        self.memories: dict[str, Memory] = {}
        self.met: dict[str, frozenset[str]] = {}
        if battle.fog:
            sides = battle.world.sides.items
            self.memories = {side.id: Memory(self._seen, side.id) for side in sides}
        self.meet()

    def meet(self) -> None:
        """Begin anew to gather whom each side comes to know."""
        self.met = {side: memory.known for side, memory in self.memories.items()}

    def follow(self, events: Iterable[Event]) -> None:
        """Look at what happened, one event after another."""
        if not self.memories:
            return
        world = self._seen.world
        for event in events:
            before = [world.tables.get(kind) for kind in _SEEN]
            apply(world, event)
            if any(world.tables.get(k) is not old for k, old in zip(_SEEN, before, strict=True)):
                self._look()
        world.restore(self._source.world.state)

    def look(self) -> None:
        """Look at the battle as it is, after something was taken back."""
        self._seen.world.restore(self._source.world.state)
        self._look()

    def _look(self) -> None:
        for side, memory in self.memories.items():
            memory.update()
            self.met[side] |= memory.known


_SEEN: tuple[type[Any], ...] = (Position, Conditions)
"""Components on which it depends what is seen."""
