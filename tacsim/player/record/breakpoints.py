"""Breakpoints: what a replay stops at, and where in a battle that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from tacsim.core import events as ev
from tacsim.core.events import Entry
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import N_, _, translate
from tacsim.storage.timeline import Timeline
from tacsim.view.wording import words

CRITICAL = "critical"
"""The kind for critical hits, which are no event of their own."""

KINDS: Mapping[str, str] = {
    "round_started": N_("a round begins"),
    "turn_started": N_("a turn begins"),
    "provoked": N_("an opportunity is given"),
    "took": N_("an opportunity attack"),
    "struck": N_("an attack"),
    CRITICAL: N_("a critical hit"),
    "damaged": N_("damage"),
    "downed": N_("somebody goes down"),
    "area_made": N_("an attack on an area"),
    "contested": N_("a trial of strength"),
    "tested": N_("a check"),
    "condition_gained": N_("a condition begins"),
    "condition_lost": N_("a condition ends"),
    "squeezed": N_("somebody squeezes in"),
    "pushed": N_("somebody is pushed"),
    "fell": N_("somebody falls"),
    "halted": N_("somebody is stopped short"),
    "goal_held": N_("a goal's place is held, or lost again"),
    "goal_met": N_("a goal is met"),
}
"""Kinds of events that can be stopped at, by their names, in words."""
GOALS = ("goal_held", "goal_met")
"""Those of them that come about only in a battle with goals."""

CREATURE_EVENTS = ("turn_started", "struck", "area_made", "contested", "downed", "pushed", "fell")
"""Events at which a breakpoint on a creature stops: its turns, attacks by and on it, falls."""

ARRIVALS = ("stepped", "pushed", "placed", "fell")
"""Events that bring a creature to a cell."""


@attrs.frozen
class Breakpoint:
    """Where playing stops: at a kind of event, a creature or a cell; exactly one is given."""

    kind: str | None = None
    creature: str | None = None
    cell: Cell | None = None

    def hit(self, event: ev.Event) -> bool:
        """Whether an event stops there.

        >>> fall = ev.Downed("ogre", "ann")
        >>> Breakpoint("downed").hit(fall), Breakpoint(creature="ann").hit(fall)
        (True, True)
        >>> Breakpoint(cell=(3, 1)).hit(ev.Stepped("ann", (1, 1), (2, 1), 1, 1, (2, 2)))
        True
        """
        if self.kind is not None:
            return _kind_of(event, self.kind)
        if self.creature is not None:
            return event.NAME in CREATURE_EVENTS and self.creature in _named(event)
        return self.cell in _cells_of(event)

    @property
    def names(self) -> frozenset[str]:
        """The names of the events that can stop there."""
        if self.kind is not None:
            return frozenset((ev.Struck.NAME if self.kind == CRITICAL else self.kind,))
        return frozenset(
            CREATURE_EVENTS if self.creature is not None else (*ARRIVALS, ev.AreaMade.NAME)
        )

    def text(self, world: World, known: frozenset[str] | None = None) -> str:
        """It in words."""
        if self.kind is not None:
            return translate(KINDS[self.kind])
        if self.creature is not None:
            return words.name_of(world, self.creature, known)
        return words.place(self.cell or ())


def first_hit(
    timeline: Timeline, numbers: Iterable[int], points: Sequence[Breakpoint]
) -> tuple[Entry, Breakpoint] | None:
    """The first of some events that hits a breakpoint, with that. Errors: SaveError."""
    wanted = frozenset(name for point in points for name in point.names)
    for number in numbers:
        if timeline.plain(number)[0] not in wanted:
            continue
        entry = timeline[number]
        for point in points:
            if point.hit(entry.event):
                return entry, point
    return None


def _kind_of(event: ev.Event, kind: str) -> bool:
    if kind == CRITICAL:
        return isinstance(event, ev.Struck) and event.outcome == CRITICAL
    return kind == event.NAME


def _named(event: ev.Event) -> set[str | None]:
    """The actor and the targets of an event."""
    if isinstance(event, ev.Downed):
        return {event.target}
    return {event.actor, getattr(event, "target", None), *getattr(event, "targets", ())}


def _cells_of(event: ev.Event) -> tuple[Cell, ...]:
    """The cells that a creature has come to, or that an area covers."""
    if isinstance(event, ev.Stepped | ev.Pushed | ev.Placed | ev.Fell):
        return Body(event.dst, event.extent).cells
    return event.cells if isinstance(event, ev.AreaMade) else ()


def read_cell(text: str, size: Cell) -> Cell | str:
    """A cell as people type it, on a map of a size; or what is wrong with it.

    >>> read_cell("3, 4", (10, 8)), read_cell("(3,4,1)", (10, 8, 3))
    ((3, 4), (3, 4, 1))
    >>> read_cell("3", (10, 8)), read_cell("12,4", (10, 8))
    ('a cell is written x,y', '(12,4) is not on the map')
    """
    parts = [part.strip() for part in text.strip().strip("()").split(",")]
    form = "x,y,z" if len(size) == 3 else "x,y"
    if len(parts) != len(size) or not all(part.isdecimal() and len(part) < 6 for part in parts):
        return _("a cell is written {form}").format(form=form)
    cell = tuple(int(part) for part in parts)
    if any(at >= most for at, most in zip(cell, size, strict=True)):
        return _("{cell} is not on the map").format(cell=words.place(cell))
    return cell
