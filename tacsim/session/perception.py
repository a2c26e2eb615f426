"""Perception: what a side sees, what it remembers, and what it learns of events.

This is the one filter between what happens and what a side is told of it: the log, catching up,
replays, exports and what a screen waits for all go through :meth:`Memory.take_in`. ``LEARNT`` says
which events a side learns of; what it does not know of one is taken out of the event itself, so
that nobody behind the filter has to ask. ``docs/hotseat.md`` says it in words.
Without fog everything is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import attrs
import numpy as np

from tacsim.core import events as ev
from tacsim.core.agenda import Frame, Moving, Trying
from tacsim.core.apply import apply
from tacsim.core.battle import Sighting
from tacsim.core.components import Bonus, Clock, Conditions, Item, Items, Order, Position
from tacsim.core.events import Entry, Event
from tacsim.core.terrain import Battlefield, Grid
from tacsim.core.world import State
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.perception import believed, known_to, lost_lately, side_feels, side_sees
from tacsim.rules.ruleset import Ruleset

UNSEEN = ""
"""Stands in an event as it is perceived for a creature that the side does not see."""


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
        if not self._learns(entry.event, known):
            return None
        event = _named(entry.event, frozenset(self.battle.world.ids) - known)
        unknown = self._unknown(entry.event, known)
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

    def _learns(self, event: Event, known: frozenset[str]) -> bool:
        """Whether the side learns of an event, as ``LEARNT`` says."""
        if isinstance(event, ev.Answered) and event.about is None and not event.yes:
            return False  # nothing came of it, and how often it is asked tells of turns unseen
        if isinstance(event, ev.Undertaken | ev.CarriedOn):
            return isinstance(event.frame, Moving | Trying) and event.frame.actor in known
        learnt = LEARNT.get(type(event), _DOER)
        if learnt == EVERYBODY:
            return True
        if learnt == OWN:
            return self.owns(event.actor)
        if learnt == PLACE:
            return self.owns(event.actor) or self._sees_arrival(event)
        if learnt == EITHER:
            named = {event.actor, getattr(event, "target", None), *getattr(event, "targets", ())}
            return not known.isdisjoint(named)
        return all(who in known for who in _parties(event, learnt))

    def _sees_arrival(self, event: Any) -> bool:
        """Whether the side sees a cell of where a creature comes to."""
        seen = self.seen
        return any(bool(seen[cell[::-1]]) for cell in Body(event.dst, event.extent).cells)

    def _unknown(self, event: Event, known: frozenset[str]) -> frozenset[str]:
        """The fields of an event that the side does not know."""
        kind = type(event)
        found = set(_NOBODYS.get(kind, ()))
        whose, fields = _OWNERS.get(kind, ("actor", ()))
        if not self.owns(getattr(event, whose)):
            found.update(fields)
        if event.actor not in self.known_before:
            found.update(_FROM.get(kind, ()))
        if any(who not in known for who in (event.actor, getattr(event, "target", event.actor))):
            found.update(_OF_UNSEEN.get(kind, ()))
        return frozenset(found)


EVERYBODY, OWN, PLACE, EITHER = "everybody", "own", "place", "either"
"""Learnt by all; by its own side; where one of one's own, or in sight, comes to a place; where who
does it or whom it is done to is known."""

_DOER = ("actor",)
"""Learnt where who does it is known; so are events that ``LEARNT`` does not name."""

LEARNT: Mapping[type[Any], str | tuple[str, ...]] = {
    ev.BattleStarted: EVERYBODY,
    ev.RoundStarted: EVERYBODY,
    ev.GoalHeld: EVERYBODY,
    ev.GoalMet: EVERYBODY,
    ev.BattleEnded: EVERYBODY,
    ev.Concluded: EVERYBODY,
    ev.IntentRefused: OWN,
    ev.Sighted: OWN,
    ev.Prepared: OWN,
    ev.Exposed: OWN,
    ev.Ordered: OWN,
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
    ev.BonusGained: ("actor", "bonus"),
    ev.BonusLost: ("actor", "bonus"),
}
"""What a side in fog learns of each kind of event; names: all of them have to be known.

An attack or another attempt is learnt by knowing either creature: one notices being struck, and
sees others strike. What becomes of a creature is learnt by seeing it; an opportunity given, taken
or let pass, only by seeing both creatures, as it would tell of the other. Of what is under way
(``Undertaken``, ``CarriedOn``) no more is learnt than how a known creature moves.
"""

_NOBODYS: Mapping[type[Any], tuple[str, ...]] = {ev.BattleStarted: ("seed",)}
"""What no side knows."""

_OWNERS: Mapping[type[Any], tuple[str, tuple[str, ...]]] = {
    ev.TurnStarted: ("actor", ("resources",)),
    ev.Spent: ("actor", ("counts",)),
    ev.Stepped: ("actor", ("spent",)),
    ev.PickedUp: ("actor", ("carried",)),
    ev.SetDown: ("actor", ("carried",)),
    ev.Damaged: ("target", ("left",)),
}
"""What a side knows only of its own: the field that says whose it is, and which these are."""

_FROM: Mapping[type[Any], tuple[str, ...]] = {
    ev.Stepped: ("src", "cost", "clauses"),
    ev.Placed: ("src",),
    ev.Pushed: ("src",),
}
"""What it does not know of one that comes out of where it does not see."""

_OF_UNSEEN: Mapping[type[Any], tuple[str, ...]] = {
    ev.Struck: (
        "weapon",
        "modifiers",
        "natural",
        "total",
        "defence",
        "pools",
        "risked",
        "manner",
        "clauses",
    ),
    ev.Contested: ("total", "against", "modifiers", "clauses"),
    ev.AreaMade: ("cells", "clauses"),
    ev.Damaged: ("clauses",),
    ev.Downed: ("clauses",),
}
"""What it does not know where it does not see who does it, or whom it is done to."""

CREATURES = ("actor", "target", "by", "to", "against", "about", "thing")
"""Fields of events that name a creature, where they hold text."""
_SEVERAL = ("targets", "foes", "order")
"""Fields that name several."""


def _parties(event: Any, fields: str | tuple[str, ...]) -> list[str | None]:
    """Those whom fields of an event name; the first field always does."""
    first, *rest = (getattr(event, field) for field in fields)
    others = (who.against if isinstance(who, Bonus) else who for who in rest)
    return [first, *(who for who in others if who is not None)]


def _named(event: Any, unseen: frozenset[str]) -> Any:
    """An event that does not name those unseen."""
    if isinstance(event, ev.Undertaken | ev.CarriedOn):
        return attrs.evolve(event, frame=_way(event.frame))
    changed: dict[str, Any] = {}
    for name in CREATURES:
        who = getattr(event, name, None)
        if who in unseen:
            changed[name] = UNSEEN
    for name in _SEVERAL:
        if hasattr(event, name):
            changed[name] = tuple(who for who in getattr(event, name) if who not in unseen)
    if isinstance(event, ev.BattleStarted):
        places = zip(event.order, event.totals, strict=True)
        changed["totals"] = tuple(total for who, total in places if who not in unseen)
    if isinstance(event, ev.PickedUp | ev.SetDown):
        things = tuple(one for one in event.carried.things if one[0] not in unseen)
        changed["carried"] = attrs.evolve(event.carried, things=things)
    if isinstance(event, ev.IntentRefused):
        details = ((key, UNSEEN if value in unseen else value) for key, value in event.details)
        changed["details"] = tuple(details)
    return attrs.evolve(event, **changed) if changed else event


def _way(frame: Frame) -> Frame:
    """What is seen of a creature's way: how it moves, not where to or what for."""
    if isinstance(frame, Moving):
        return Moving(frame.actor, frame.mode, ())
    assert isinstance(frame, Trying)
    return Trying(frame.name, frame.actor, UNSEEN)


def learnt(happened: Iterable[tuple[Entry, Entry | None]]) -> Iterator[Entry]:
    """What a side was told of what happened: pairs of an event and what was perceived of it.

    Throws belong to what follows them; where that is not perceived, they are left out as well.
    """
    throws: list[Entry] = []
    for entry, perceived in happened:
        if isinstance(entry.event, ev.Rolled):
            throws += [] if perceived is None else [perceived]
        elif perceived is not None:
            yield from throws
            yield perceived
            throws = []
        elif entry.event.PUBLIC:
            throws = []
    yield from throws


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
