"""Moving in a replay by events, turns, rounds, marks and breakpoints; and playing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from textual.content import Content

from tacsim.app.replay.breakpoints import Breakpoint, first_hit
from tacsim.app.replay.scrubber import Scrubber
from tacsim.app.replay.watching import Watching
from tacsim.app.shell.frame import in_front
from tacsim.app.widgets.board import BoardView
from tacsim.core.events import Entry
from tacsim.i18n import N_, _, translate
from tacsim.session.perception import learnt
from tacsim.storage.errors import SaveError
from tacsim.storage.timeline import Timeline
from tacsim.view import words
from tacsim.view.narration import narrate
from tacsim.view.timing import SPEEDS, seconds

AHEAD = 12
"""Events looked at to make the log line that begins with one of them."""

KINDS: Mapping[str, str] = {
    "opportunity": N_("no opportunity attack"),
    "down": N_("nobody who goes down"),
    "critical": N_("no critical hit"),
    "": N_("no mark"),
}
"""What to say where there is no highlight of a kind; empty: of any kind."""


class Seeking(Watching):
    """A replay that can be played and moved in."""

    # --- playing ------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Play, or hold; at the end, from the beginning."""
        timeline = self.timeline
        if timeline is None:
            return
        self.say("")
        if self._timer is not None:
            self._hold()
        elif timeline.position < timeline.length or self.attempt(lambda: timeline.seek(0)):
            self._on()
        self.redraw()

    def _on(self) -> None:
        """Show the next event after the time that the last one takes."""
        self._timer = self.set_timer(self._seconds() / SPEEDS[self._speed], self._tick)

    def _seconds(self) -> float:
        entry, timeline = self.entry, self.timeline
        if entry is None or timeline is None:
            return seconds(None)
        return seconds(entry.event.NAME)

    def _tick(self) -> None:
        self._timer = None
        timeline = self.timeline
        if timeline is None or self.busy:
            return
        before = timeline.position
        went = self.attempt(timeline.go) and timeline.position > before
        if went and not self._stopped(timeline, before):
            self._on()
        self.redraw()

    def _stopped(self, timeline: Timeline, before: int) -> bool:
        """Whether a breakpoint was hit since a position; if so, say which."""
        numbers = timeline.learnt(range(before, timeline.position))
        found = first_hit(timeline, numbers, self.points) if self.points else None
        if found is not None:
            self._say_stop(timeline, *found)
        return found is not None

    def _say_stop(self, timeline: Timeline, entry: Entry, point: Breakpoint) -> None:
        known = None if timeline.memory is None else timeline.memory.known
        what = point.text(timeline.battle.world, known)
        text = _("Stopped at {what}: {line}").format(what=what, line=self.describe(entry))
        self.say(text, "bold $warning")

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        self.redraw()

    # --- by steps -----------------------------------------------------------------------------

    def go_to(self, position: int) -> bool:
        """Go to a position, as near as there is one; whether that was possible."""
        timeline = self.timeline
        if timeline is None:
            return False
        place = min(max(position, 0), timeline.length)
        went = self.attempt(lambda: timeline.seek(place))
        self.redraw()
        return went

    @in_front
    def on_scrubber_wanted(self, event: Scrubber.Wanted) -> None:
        """Go where the scrubber was clicked."""
        if not self.busy:
            self._hold()
            self.say("")
            self.go_to(event.position)

    def _move(self, by: int, places: str) -> None:
        timeline = self.timeline
        if timeline is not None:
            self._hold()
            self.say("")
            self.attempt(lambda: timeline.go(by, getattr(timeline, places)))
            self.redraw()

    def action_event(self, by: int) -> None:
        """One event on or back; while looking around, the cursor goes there."""
        if self.looking:
            self.action_push(by, 0)
        else:
            self._move(by, "stops")

    def action_turn(self, by: int) -> None:
        """One turn on or back."""
        self._move(by, "turns")

    def action_round(self, by: int) -> None:
        """One round on or back."""
        self._move(by, "rounds")

    def action_go(self, position: int) -> None:
        """To the beginning (0) or the end (-1)."""
        if self.timeline is not None:
            self._hold()
            self.say("")
            self.go_to(position if position >= 0 else self.timeline.length)

    # --- to what is marked --------------------------------------------------------------------

    def action_jump(self, kind: str, by: int) -> None:
        """To the next highlight of a kind (empty: any), or the one before."""
        timeline = self.timeline
        if timeline is None:
            return
        places = [m.number + 1 for m in timeline.index.highlights if kind in ("", m.kind)]
        at = self._leap(sorted(places), by)
        if at is None:
            self._say_none(translate(KINDS[kind]), by, any_=bool(places))
            return
        entry = self.entry
        what = self.describe(entry) if entry is not None else ""
        self.say(_("{n} of {all}: {what}").format(n=at + 1, all=len(places), what=what))
        self.redraw()

    def action_own(self, by: int) -> None:
        """To the next turn of the creature pointed at, or else acting; or to the one before."""
        timeline = self.timeline
        if timeline is None:
            return
        now = self.now
        creature = self.chosen if self.chosen is not None else now.acting
        if creature is None:
            self.say(_("Nobody acts here: Tab points at a creature."))
            self.redraw()
            return
        places = [t.number + 1 for t in timeline.index.turns if t.creature == creature]
        at = self._leap(places, by)
        name = words.name_of(timeline.battle.world, creature)
        if at is None:
            self._say_none(_("no turn of {name}").format(name=name), by, any_=bool(places))
            return
        text = _("Turn {n} of {all} of {name}")
        self.say(text.format(n=at + 1, all=len(places), name=name))
        self.redraw()

    def _leap(self, places: Sequence[int], by: int) -> int | None:
        """Go to the next of some places, or the one before; which it is."""
        timeline = self.timeline
        assert timeline is not None
        self._hold()
        self.say("")
        here = timeline.position
        found = [at for at, place in enumerate(places) if (place - here) * by > 0]
        if not found:
            return None
        at = found[0] if by > 0 else found[-1]
        return at if self.go_to(places[at]) else None

    def _say_none(self, what: str, by: int, *, any_: bool) -> None:
        """Say that there is none of something in a direction; an error said before stays."""
        if isinstance(self._remark, Content) and self._remark.plain:
            return
        if not any_:
            text = _("There is {what} in this battle.")
        elif by > 0:
            text = _("From here on there is {what}.")
        else:
            text = _("Before this there is {what}.")
        self.say(text.format(what=what))
        self.redraw()

    def describe(self, entry: Entry) -> str:
        """An event in the words of the log, as the side watched learns of it."""
        timeline = self.timeline
        assert timeline is not None
        memory = timeline.memory
        if memory is not None and memory.perceived(entry) is None:
            return _("something out of sight")
        try:
            batch: Iterable[Entry] = timeline[entry.number : entry.number + AHEAD]
            if memory is not None:
                batch = learnt((one, memory.perceived(one)) for one in batch)
            lines = narrate(batch, timeline.battle.world)
        except Exception:  # what cannot be put in words is a fault of the save
            lines = []
        if lines:
            return lines[0].text
        return words.word({}, entry.event.NAME)

    # --- breakpoints --------------------------------------------------------------------------

    def action_breakpoints(self) -> None:
        """Set and clear what playing stops at."""
        from tacsim.app.replay.breakpoints_card import BreakpointsCard

        timeline, selection = self.timeline, self.selection
        if timeline is None or selection is None:
            return
        self._hold()
        memory = timeline.memory
        here = selection.cursor if selection.pointing else None
        known = None if memory is None else memory.known

        def chosen(points: tuple[Breakpoint, ...] | None) -> None:
            if points is not None:
                self.points = points
            self.redraw()

        card = BreakpointsCard(self.points, timeline.battle.world, here, known)
        self.app.push_screen(card, chosen)

    def action_run(self, by: int) -> None:
        """To the next breakpoint, or the one before."""
        timeline = self.timeline
        if timeline is None:
            return
        self._hold()
        self.say("")
        if not self.points:
            self.say(_("Nothing is set to stop at: b sets breakpoints."))
            self.redraw()
            return
        here = timeline.position
        numbers = range(here, timeline.length) if by > 0 else range(here - 2, -1, -1)
        try:
            found = first_hit(timeline, timeline.learnt(numbers), self.points)
        except SaveError as error:
            self.say_error(error)
            return
        if found is None:
            self._say_none(_("nothing to stop at"), by, any_=True)
        elif self.go_to(found[0].number + 1):
            self._say_stop(timeline, *found)
            self.redraw()

    # --- through whose eyes -------------------------------------------------------------------

    def action_eyes(self) -> None:
        """Everything, then what each side sees, one after the other; ask where some is hidden."""
        timeline = self.timeline
        if timeline is None:
            return
        self.say("")
        self._hold()
        eyes = timeline.saved.eyes(timeline.branch)
        if timeline.saved.veiled(timeline.branch):
            self.ask_eyes()
        else:
            self.look_through(eyes[(eyes.index(timeline.side) + 1) % len(eyes)])

    def done(self, group: str, result: object) -> None:
        """Show the battle through other eyes."""
        super().done(group, result)
        if group == "eyes" and self.timeline is not None and self.selection is not None:
            self.selection.viewer = self.timeline.side
            if self.chosen is not None and self.chosen not in self.selection.known:
                self.let_go()
            if self._shown:
                self.redraw()
            else:
                self._begin(self.timeline)

    # --- pointing -----------------------------------------------------------------------------

    def action_push(self, x: int, y: int) -> None:
        """Move the cursor; from the acting creature if nothing is pointed at."""
        selection = self.selection
        if self.timeline is None or selection is None:
            return
        if not selection.pointing:
            actor = self.now.acting
            selection.point(
                selection.battle.world[actor].at if actor is not None else selection.cursor
            )
        selection.push((x, y))
        self._pointed()

    def action_look(self) -> None:
        """Let the arrows move the cursor, or no longer."""
        if self.selection is None:
            return
        self.looking = not self.looking
        self.say(_("The arrows move the cursor; x or Escape goes back.") if self.looking else "")
        if self.looking and not self.selection.pointing:
            actor = self.now.acting
            self.chosen = actor
            self.selection.point(
                self.selection.battle.world[actor].at if actor else self.selection.cursor
            )
        self.redraw(follow=False)

    def action_cycle(self, by: int) -> None:
        """Point at the next creature."""
        if self.selection is not None:
            self.selection.cycle(by)
            self._pointed()

    @in_front
    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """Point there."""
        if self.selection is not None and not self.busy:
            self.selection.point(event.cell)
            self._pointed()

    def _pointed(self) -> None:
        """Show what is pointed at now, and stay with the creature there."""
        assert self.selection is not None
        self.chosen = self.selection.at_cursor()
        self.say("")
        self.board.follow(self.selection.cursor)
        self.redraw(follow=False)

    def let_go(self) -> None:
        """Point at nothing any more."""
        self.looking, self.chosen = False, None
        if self.selection is not None:
            self.selection.pointing = False


__all__ = ["Seeking"]
