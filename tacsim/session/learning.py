"""Learning: which events a side in fog learns of, and what of them stays unknown to it.

``LEARNT`` says which; what a side does not know of one is taken out of the event itself, so that
nobody behind :meth:`~tacsim.session.perception.Memory.take_in` has to ask. ``docs/hotseat.md`` says
it in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Frame, Moving, Trying
from tacsim.core.components import Bonus
from tacsim.core.events import Entry, Event
from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body

UNSEEN = ""
"""Stands in an event as it is perceived for a creature that the side does not see."""

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


class Onlooker(Protocol):
    """A side that looks on: whom it knew before the last event, what it sees, who is its own."""

    known_before: frozenset[str]

    @property
    def seen(self) -> Grid:
        """The cells that it sees now."""

    def owns(self, creature: str | None) -> bool:
        """Whether a creature is of the side, or of its friends."""


def learns(side: Onlooker, event: Event, known: frozenset[str]) -> bool:
    """Whether the side learns of an event, as ``LEARNT`` says."""
    if isinstance(event, ev.Answered) and event.about is None and not event.yes:
        return False  # nothing came of it, and how often it is asked tells of turns unseen
    if isinstance(event, ev.Undertaken | ev.CarriedOn):
        return isinstance(event.frame, Moving | Trying) and event.frame.actor in known
    learnt = LEARNT.get(type(event), _DOER)
    if learnt == EVERYBODY:
        return True
    if learnt == OWN:
        return side.owns(event.actor)
    if learnt == PLACE:
        return side.owns(event.actor) or _sees_arrival(side, event)
    if learnt == EITHER:
        named = {event.actor, getattr(event, "target", None), *getattr(event, "targets", ())}
        return not known.isdisjoint(named)
    return all(who in known for who in _parties(event, learnt))


def _sees_arrival(side: Onlooker, event: Any) -> bool:
    """Whether the side sees a cell of where a creature comes to."""
    seen = side.seen
    return any(bool(seen[cell[::-1]]) for cell in Body(event.dst, event.extent).cells)


def unknown_of(side: Onlooker, event: Event, known: frozenset[str]) -> frozenset[str]:
    """The fields of an event that the side does not know."""
    kind = type(event)
    found = set(_NOBODYS.get(kind, ()))
    whose, fields = _OWNERS.get(kind, ("actor", ()))
    if not side.owns(getattr(event, whose)):
        found.update(fields)
    if event.actor not in side.known_before:
        found.update(_FROM.get(kind, ()))
    if any(who not in known for who in (event.actor, getattr(event, "target", event.actor))):
        found.update(_OF_UNSEEN.get(kind, ()))
    return frozenset(found)


def _parties(event: Any, fields: str | tuple[str, ...]) -> list[str | None]:
    """Those whom fields of an event name; the first field always does."""
    first, *rest = (getattr(event, field) for field in fields)
    others = (who.against if isinstance(who, Bonus) else who for who in rest)
    return [first, *(who for who in others if who is not None)]


def without(event: Any, unseen: frozenset[str]) -> Any:
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
