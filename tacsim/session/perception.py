"""Perception: what a side sees, what it remembers, and what it learns of events.

This is the one filter between what happens and what a side is told of it: the log, catching up,
replays, exports and what a screen waits for all go through :meth:`Memory.take_in`. Which events a
side learns of, :mod:`~tacsim.session.learning` says. Without fog everything is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import attrs
import numpy as np

from tacsim.core.apply import apply
from tacsim.core.battle import Sighting
from tacsim.core.components import Clock, Conditions, Item, Items, Order, Position
from tacsim.core.events import Entry, Event
from tacsim.core.terrain import Battlefield, Grid
from tacsim.core.world import State
from tacsim.rules.battle import Battle
from tacsim.rules.perception import believed, known_to, lost_lately, side_feels, side_sees
from tacsim.rules.ruleset import Ruleset
from tacsim.session.learning import learns, unknown_of, without


@attrs.frozen(eq=False)
class Gathered:
    """What a side has gathered by some moment of a battle in fog.

    ``ground``: the cells that it has ever perceived, indexed ``[y, x]``; things and creatures by
    id, each as it last perceived it: things that lie somewhere, and creatures lost from sight.
    """

    ground: Grid
    items: Mapping[str, Item] = {}
    sightings: Mapping[str, Sighting] = {}


class Memory:
    """What a side perceives of a battle that goes on, event by event.

    The cells that it sees and those it has ever seen, or felt, are indexed ``[y, x]``.
    """

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle = battle
        self.side = side
        field = battle.world.field
        self.remembered: Grid = np.zeros(field.shape, bool)
        self.known: frozenset[str] = frozenset()
        self.items: dict[str, Item] = {}
        """The things that lie somewhere, each where the side last perceived it."""
        self.sightings: dict[str, Sighting] = {}
        """The creatures that it has lost from sight, each as it last perceived it."""
        self._state: State = battle.world.state
        self.updates = 0
        """How often it has looked."""
        self.update()
        self.known_before = self.known
        """Those who were known before the last event."""
        self.latest: Entry | None = None
        """The last event, as the side perceived it."""
        self._field, self._ground = field, attrs.evolve(field)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules, with nothing kept beside them that was worked out for others."""
        return attrs.evolve(self.battle.ruleset)

    def ground(self, field: Battlefield) -> Battlefield:
        """What it knows of the ground, with nothing kept beside it that was worked out for others.

        ``field``: the ground as it is now.
        """
        if field is not self._field:
            self._field, self._ground = field, attrs.evolve(field)
        return self._ground.known(self.remembered)

    @property
    def seen(self) -> Grid:
        """The cells that the side sees now."""
        if not self.battle.fog:
            return np.ones_like(self.remembered)
        return side_sees(self.battle, self.side)

    @property
    def belief(self) -> Battle:
        """The battle as the side believes it to be: whom it knows of, on the ground that it knows.

        What it has never seen is ground that nobody can enter.
        """
        child = believed(self.battle, self.side, self.items.values())
        child.world = child.world.over(child.world.field.known(self.remembered))
        child.sightings = {self.side: self.sightings}
        return child

    @property
    def lost(self) -> Mapping[str, Sighting]:
        """The creatures that it has lately lost from sight."""
        return lost_lately(self.battle, self.sightings)

    @property
    def gathered(self) -> Gathered:
        """What it has gathered by now; it stays that when more comes to it."""
        return Gathered(self.remembered.copy(), self.items, self.sightings)

    def recall(self, gathered: Gathered) -> None:
        """Go on from what was gathered by the battle's state as it is now."""
        self.remembered = gathered.ground.copy()
        self.items, self.sightings = dict(gathered.items), dict(gathered.sightings)
        self.known = frozenset()
        self.update()
        self.known_before = self.known

    def update(self, before: State | None = None) -> None:
        """Take in what the side sees now.

        ``before``: the state until just now, that of the last look unless told.
        """
        self.updates += 1
        before, self._state = before or self._state, self.battle.world.state
        self.known_before = self.known
        if self.battle.fog:
            perceived = self.seen | side_feels(self.battle, self.side)
            self.remembered |= perceived
            self.known = known_to(self.battle, self.side)
            self._look_for_things(perceived)
            self._lose_sight(before)
        else:
            self.remembered[:] = True
            self.known = frozenset(self.battle.world.ids)
            lying = (item for item in self.battle.world.items.items if item.at is not None)
            self.items = {item.id: item for item in lying}

    def _look_for_things(self, perceived: Grid) -> None:
        """Take in which things lie where the side perceives the ground, and which do no more."""
        items = self.battle.world.items.items
        if not (items or self.items):
            return

        def known(item: Item) -> bool:
            return item.at is not None and bool(perceived[item.at[::-1]])

        before = {name: item for name, item in self.items.items() if not known(item)}
        self.items = before | {item.id: item for item in items if known(item)}

    def _lose_sight(self, before: State) -> None:
        """Note who is lost from sight as it was until just now; forget those who are seen again."""
        lost = sorted(self.known_before - self.known)
        if not lost and self.known.isdisjoint(self.sightings):
            return
        left = {who: one for who, one in self.sightings.items() if who not in self.known}
        round_, order = before[Clock][None].round, before[Order][None].ids
        for who in lost:
            found = {kind: table[who] for kind, table in before.items() if who in table}
            ahead = order[: order.index(who)] if who in order else order
            left[who] = Sighting(round_, ahead, found)
        self.sightings = left

    def take_in(self, entry: Entry) -> Entry | None:
        """Look at the battle after an event, and return the event as the side perceives it."""
        self.update()
        self.latest = self.perceived(entry)
        return self.latest

    def perceived(self, entry: Entry) -> Entry | None:
        """The event that has just happened as the side perceives it; None where it does not.

        Those count as known who are known now or were just before. Creatures that the side does not
        see are ``UNSEEN`` in it or, of several, left out; what else it does not know is empty or 0,
        and ``unknown`` names it.
        """
        if not self.battle.fog:
            return entry
        known = self.known | self.known_before
        if not learns(self, entry.event, known):
            return None
        event = without(entry.event, frozenset(self.battle.world.ids) - known)
        unknown = unknown_of(self, entry.event, known)
        blank = {name: type(getattr(event, name))() for name in unknown}
        return attrs.evolve(entry, event=attrs.evolve(event, **blank), unknown=unknown)

    @property
    def gone(self) -> frozenset[str]:
        """Those whom the last event took out of sight."""
        return self.known_before - self.known

    def owns(self, creature: str | None) -> bool:
        """Whether a creature is of the side, or of its friends."""
        world = self.battle.world
        if creature is None or creature not in world:
            return False
        return world.sides.friendly(self.side, world[creature].side)


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
            before = world.state
            apply(world, event)
            if any(world.tables.get(kind) is not before.get(kind) for kind in _SEEN):
                self._look(before)
        world.restore(self._source.world.state)

    def look(self) -> None:
        """Look at the battle as it is, after something was taken back."""
        self._seen.world.restore(self._source.world.state)
        self._look()

    def recall(self, side: str, gathered: Gathered) -> None:
        """Have a side remember what it gathered before."""
        self.memories[side].recall(gathered)
        self._tell()

    def _look(self, before: State | None = None) -> None:
        for side, memory in self.memories.items():
            memory.update(before)
            self.met[side] |= memory.known
        self._tell()

    def _tell(self) -> None:
        """Have the battle tell opponents whom each side has lost from sight."""
        self._source.sightings = {side: memory.sightings for side, memory in self.memories.items()}


_SEEN: tuple[type[Any], ...] = (Position, Conditions, Items)
"""Components on which it depends what is seen."""
