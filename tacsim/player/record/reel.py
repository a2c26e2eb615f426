"""The reel: a save that is watched, how far it has been wound, and what is pointed at there.

It knows cells, creatures and events, no keys and no screen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from tacsim.core.events import Entry
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.player.pointing.selection import Selection
from tacsim.player.record.breakpoints import Breakpoint, first_hit
from tacsim.player.record.past_log import Loaded, PastLog
from tacsim.session.learning import learnt
from tacsim.storage.compare import parting
from tacsim.storage.errors import SaveError
from tacsim.storage.timeline import Timeline
from tacsim.view.wording import words
from tacsim.view.wording.narration import LogLine, narrate

AHEAD = 12
"""Events looked at to make the log line that begins with one of them."""


class Reel:
    """A branch of a save at some position, seen by a side or whole.

    ``path``: the save; ``timeline``: the branch; ``selection``: what is pointed at; ``chosen``: the
    creature there, with which the cursor stays; ``around``: whether one looks around;
    ``points``: what playing stops at; ``busy``: what is being done with it beside the screen, in
    words, empty for nothing: until then it is left alone. It is busy until a save is put in.
    """

    timeline: Timeline
    selection: Selection

    def __init__(self, path: Path, side: str | None = None, at: int | None = None) -> None:
        self.path = path
        self.busy = _("The battle is being read ...")
        self.chosen: str | None = None
        self.around = False
        self.points: tuple[Breakpoint, ...] = ()
        self._side = side
        """The side as which it is watched at first; None for everything."""
        self._at = at
        """The position to begin at; None for the first round."""
        self._log: PastLog

    # --- what is watched ----------------------------------------------------------------------

    def put_in(self, loaded: Loaded) -> SaveError | None:
        """Begin where it is asked for; what is wrong with the save there, if anything."""
        self._take(loaded)
        timeline, side = self.timeline, self._side
        found = self.attempt(lambda: timeline.watch_as(side)) if side is not None else None
        self.selection.viewer = timeline.side
        first = timeline.rounds[0] if timeline.rounds else 0
        return self.seek(first if self._at is None else self._at) or found

    def take_over(self, loaded: Loaded) -> SaveError | None:
        """Watch another branch, or the same read again; what is wrong with it, if anything.

        The position stays, unless both part before it; so does the side, if that may watch it.
        """
        place, side = min(self.common(loaded.timeline), loaded.timeline.length), self.side
        cursor = self.selection.cursor if self.selection.pointing else None
        self._take(loaded)
        if cursor is not None:
            self.selection.point(cursor)
        found = self.seek(place)
        if side is not None and side in self.eyes:
            found = self.attempt(lambda: self.look(side)) or found
        return found

    def _take(self, loaded: Loaded) -> None:
        self.timeline, self._log = loaded.timeline, loaded.log
        self.path = loaded.timeline.saved.path
        self.selection = Selection(loaded.timeline.battle)

    def common(self, other: Timeline) -> int:
        """The last position, up to the present one, that another branch has too."""
        step, here = parting(self.timeline.branch, other.branch), self.timeline.position
        return here if step is None else min(here, other.position_of(step))

    def lines(self, most: int | None = None) -> list[LogLine]:
        """The last ``most`` lines of the log so far, None for all, as the side may read it."""
        return self._log.lines(self.timeline.position, self.side, most)

    @property
    def entry(self) -> Entry | None:
        """The event that has just happened; None at the beginning or where it cannot be read."""
        with suppress(SaveError):
            return self.timeline.entry
        return None

    def describe(self, entry: Entry) -> str:
        """An event in the words of the log, as the side watched learns of it."""
        timeline, memory = self.timeline, self.timeline.memory
        if memory is not None and memory.perceived(entry) is None:
            return _("something out of sight")
        try:
            batch: Iterable[Entry] = timeline[entry.number : entry.number + AHEAD]
            if memory is not None:
                batch = learnt((one, memory.perceived(one)) for one in batch)
            lines = narrate(batch, timeline.battle.world)
        except Exception:  # what cannot be put in words is a fault of the save
            lines = []
        return lines[0].text if lines else words.word({}, entry.event.NAME)

    # --- through whose eyes -------------------------------------------------------------------

    @property
    def side(self) -> str | None:
        """The side as which it is watched; None for everything."""
        return self.timeline.side

    @property
    def eyes(self) -> tuple[str | None, ...]:
        """The sides as which it may be watched, None for everything."""
        return self.timeline.saved.eyes(self.timeline.branch)

    @property
    def veiled(self) -> bool:
        """Whether fog still hides something from people on this branch."""
        return self.timeline.saved.veiled(self.timeline.branch)

    @property
    def known(self) -> frozenset[str] | None:
        """The creatures that the side knows; None for a viewer of everything."""
        memory = self.timeline.memory
        return None if memory is None else memory.known

    def look(self, side: str | None) -> None:
        """See as a side, None for everything, at the last event that it has seen.

        Errors: SaveError, at the beginning.
        """
        timeline = self.timeline
        try:
            timeline.watch_as(side)
            stops = timeline.stops
            if side is not None and timeline.position < timeline.length:
                timeline.seek(stops[bisect_right(stops, timeline.position) - 1])
            self.lines(1)
        except SaveError:
            self._back_to(0)
            raise
        finally:
            self.selection.viewer = timeline.side
            if self.chosen is not None and self.chosen not in self.selection.known:
                self.let_go()

    # --- going --------------------------------------------------------------------------------

    def attempt(self, go: Callable[[], object]) -> SaveError | None:
        """Move; where the save is damaged there, go back, and return what is wrong with it."""
        before, found = self.timeline.position, None
        try:
            go()
        except SaveError as error:
            found = error
            self._back_to(before, 0)
        if self.chosen is not None and self.chosen in self.selection.known:
            self.selection.point(self.timeline.battle.world[self.chosen].at)
        return found

    def _back_to(self, *places: int) -> None:
        """Go to the first of some positions that can be read."""
        for place in places:
            with suppress(SaveError):
                self.timeline.seek(place)
                return

    def seek(self, position: int) -> SaveError | None:
        """Go to a position, as near as there is one; what is wrong there, if anything."""
        place = min(max(position, 0), self.timeline.length)
        return self.attempt(lambda: self.timeline.seek(place))

    def step(self, by: int, places: Sequence[int] | None = None) -> SaveError | None:
        """Go on or back to the next of some positions, the stops unless told."""
        return self.attempt(lambda: self.timeline.go(by, places))

    def step_told(self, by: int) -> SaveError | None:
        """Go on to where more is told or seen, or back to where less is."""

        def go() -> None:
            timeline = self.timeline
            stops, here = timeline.stops, timeline.position
            place = found = here
            while (found - here) * by <= 0 and 0 <= place + by <= timeline.length:
                place = self._log.next_told(place, by, self.side)
                found = stops[bisect_right(stops, place) - 1]
            timeline.seek(place if (found - here) * by <= 0 else found)

        return self.attempt(go)

    def next_of(self, places: Sequence[int], by: int) -> int | None:
        """Which of some positions in order comes next, or before; None for none."""
        here = self.timeline.position
        found = [at for at, place in enumerate(places) if (place - here) * by > 0]
        return (found[0] if by > 0 else found[-1]) if found else None

    def stop_since(self, before: int) -> tuple[Entry, Breakpoint] | None:
        """The first event since a position that met a breakpoint, with that."""
        return self._hit(range(before, self.timeline.position))

    def stop_ahead(self, by: int) -> tuple[Entry, Breakpoint] | None:
        """The next event that meets a breakpoint, or the one before. Errors: SaveError."""
        here, length = self.timeline.position, self.timeline.length
        return self._hit(range(here, length) if by > 0 else range(here - 2, -1, -1))

    def _hit(self, numbers: Iterable[int]) -> tuple[Entry, Breakpoint] | None:
        if not self.points:
            return None
        return first_hit(self.timeline, self.timeline.learnt(numbers), self.points)

    def name(self, point: Breakpoint) -> str:
        """A breakpoint in words."""
        return point.text(self.timeline.battle.world, self.known)

    # --- pointing -----------------------------------------------------------------------------

    @property
    def acting(self) -> str | None:
        """The creature that decides or acts, if the side knows of it."""
        battle, known = self.timeline.battle, self.known
        actor = battle.decision.actor if battle.decision else battle.world.clock.active
        return actor if known is None or actor in known else None

    def point(self, cell: Cell) -> None:
        """Point at a cell, and stay with the creature there."""
        self.selection.point(cell)
        self.chosen = self.selection.at_cursor()

    def push(self, by: Cell) -> None:
        """Point a step further; from the acting creature if nothing is pointed at."""
        self.point_somewhere()
        self.selection.push(by)
        self.chosen = self.selection.at_cursor()

    def point_somewhere(self) -> None:
        """Point at the acting creature if nothing is pointed at."""
        if not self.selection.pointing:
            actor = self.acting
            world = self.timeline.battle.world
            self.selection.point(self.selection.cursor if actor is None else world[actor].at)
            self.chosen = actor

    def cycle(self, by: int) -> None:
        """Point at the next creature."""
        self.selection.cycle(by)
        self.chosen = self.selection.at_cursor()

    def let_go(self) -> None:
        """Point at nothing any more."""
        self.around, self.chosen, self.selection.pointing = False, None, False
