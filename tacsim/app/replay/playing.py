"""Playing a replay, and moving in it by events, turns, rounds, marks and breakpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer

from tacsim.app.replay import texts
from tacsim.app.replay.branch_tree import BranchTree
from tacsim.app.replay.looking import Looking
from tacsim.app.replay.said import Said
from tacsim.app.replay.scrubber import Scrubber, Transport
from tacsim.app.shell.frame import Part, in_front
from tacsim.app.shell.keys import PLAYING, bindings
from tacsim.app.widgets.field import Changed
from tacsim.app.widgets.lines import Lines
from tacsim.core.events import Entry
from tacsim.i18n import N_, _, translate
from tacsim.player.record.breakpoints import Breakpoint
from tacsim.player.record.reel import Reel
from tacsim.storage.errors import SaveError
from tacsim.storage.verify import Verdict
from tacsim.view.timing import SPEEDS, seconds
from tacsim.view.wording import words

KINDS: Mapping[str, tuple[str, str, str]] = {
    "opportunity": (
        N_("There is no opportunity attack in this battle."),
        N_("From here on there is no opportunity attack."),
        N_("Before this there is no opportunity attack."),
    ),
    "down": (
        N_("Nobody goes down in this battle."),
        N_("From here on nobody goes down."),
        N_("Before this nobody goes down."),
    ),
    "critical": (
        N_("There is no critical hit in this battle."),
        N_("From here on there is no critical hit."),
        N_("Before this there is no critical hit."),
    ),
    "": (
        N_("There is no mark in this battle."),
        N_("From here on there is no mark."),
        N_("Before this there is no mark."),
    ),
}
"""What to say where there is no highlight of a kind (empty: of any): at all, ahead, behind."""
TURNS = (
    N_("{name} has no turn in this battle."),
    N_("From here on {name} has no turn."),
    N_("Before this {name} has no turn."),
)
"""The same of the turns of a creature."""


class Playing(Part):
    """The field of a replay with the scrubber and the buttons below it."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PLAYING)]
    DEFAULT_CSS = """
    Playing #controls, Playing #state { height: 1; background: $surface; }
    """

    def __init__(self, reel: Reel, said: Said, tree: BranchTree) -> None:
        super().__init__()
        self.reel = reel
        self.said = said
        self.looking = Looking(reel, said, tree)
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """The field, the scrubber, buttons, and how far it is."""
        yield self.looking
        yield Scrubber("scrubber")
        with Horizontal(id="controls"):
            yield Transport("transport")
            yield Lines("state")

    def show(self, verdict: Verdict | None) -> None:
        """Show where the reel stands; ``verdict``: of verifying it."""
        timeline = self.reel.timeline
        rounds = [(number + 1, round_) for number, round_ in timeline.index.rounds]
        self.query_one(Scrubber).put(
            timeline.position, timeline.length, timeline.index.highlights, rounds,
            None if timeline.side is None else timeline.stops,
        )  # fmt: skip
        self.query_one(Transport).put(SPEEDS[self._speed], playing=self.plays)
        state = texts.progress(timeline, playing=self.plays), texts.trust(timeline, verdict)
        self.query_one("#state", Lines).put(state)
        self.looking.show()

    # --- playing ------------------------------------------------------------------------------

    @property
    def plays(self) -> bool:
        """Whether it is playing."""
        return self._timer is not None

    def hold(self) -> None:
        """Stop playing."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_play(self) -> None:
        """Play, or hold; at the end, from the beginning."""
        self.said.say("")
        if self.plays:
            self.hold()
        elif self.reel.timeline.position < self.reel.timeline.length or self.go_to(0):
            self._on()

    def _on(self) -> None:
        """Show the next event after the time that the last one takes."""
        entry = self.reel.entry
        time = seconds(entry.event.NAME if entry is not None else None)
        self._timer = self.set_timer(time / SPEEDS[self._speed], self._tick)

    def _tick(self) -> None:
        self._timer = None
        if self.reel.busy:
            return
        before = self.reel.timeline.position
        if self._went(self.reel.step(1)) and self.reel.timeline.position > before:
            stop = self.reel.stop_since(before)
            if stop is None:
                self._on()
            else:
                self._say_stop(*stop)

    def _say_stop(self, entry: Entry, point: Breakpoint) -> None:
        what, line = self.reel.name(point), self.reel.describe(entry)
        text = _("Stopped at {what}: {line}").format(what=what, line=line)
        self.said.say(text, "bold $warning")

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        self.post_message(Changed())

    # --- by steps -----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Something else than playing is done: hold, and forget what was said."""
        self.hold()
        self.said.say("")

    def _went(self, wrong: SaveError | None) -> bool:
        """Show where the reel is now, or say what is wrong with the save there."""
        if wrong is not None:
            self.hold()
            self.said.error(wrong)
        self.looking.follow()
        self.post_message(Changed())
        return wrong is None

    def go_to(self, position: int) -> bool:
        """Go to a position, as near as there is one; whether that was possible."""
        return self._went(self.reel.seek(position))

    @in_front
    def on_scrubber_wanted(self, event: Scrubber.Wanted) -> None:
        """Go where the scrubber was clicked."""
        if not self.reel.busy:
            self._begin()
            self.go_to(event.position)

    async def on_transport_pressed(self, event: Transport.Pressed) -> None:
        """Do what the button does."""
        await self.run_action(event.action)

    def _step(self, by: int, places: Sequence[int]) -> None:
        self._begin()
        self._went(self.reel.step(by, places))

    def action_event(self, by: int) -> None:
        """On or back to what is told or seen next; while looking around, the cursor goes there."""
        if self.reel.around:
            self.looking.action_push(by, 0)
        else:
            self._begin()
            self._went(self.reel.step_told(by))

    def action_single(self, by: int) -> None:
        """One event on or back, also a throw or what was paid."""
        self._step(by, self.reel.timeline.stops)

    def action_turn(self, by: int) -> None:
        """One turn on or back."""
        self._step(by, self.reel.timeline.turns)

    def action_round(self, by: int) -> None:
        """One round on or back."""
        self._step(by, self.reel.timeline.rounds)

    def action_go(self, position: int) -> None:
        """To the beginning (0) or the end (-1)."""
        self._begin()
        self.go_to(position if position >= 0 else self.reel.timeline.length)

    # --- to what is marked --------------------------------------------------------------------

    def action_jump(self, kind: str, by: int) -> None:
        """To the next highlight of a kind (empty: any), or the one before."""
        marks = self.reel.timeline.index.highlights
        places = sorted(m.number + 1 for m in marks if kind in ("", m.kind))
        at = self._leap(places, by, KINDS[kind])
        if at is not None:
            entry = self.reel.entry
            what = self.reel.describe(entry) if entry is not None else ""
            self.said.say(_("{n} of {all}: {what}").format(n=at + 1, all=len(places), what=what))

    def action_own(self, by: int) -> None:
        """To the next turn of the creature pointed at, or else acting; or to the one before."""
        timeline = self.reel.timeline
        creature = self.reel.chosen if self.reel.chosen is not None else self.reel.acting
        if creature is None:
            self.said.say(_("Nobody acts here: Tab points at a creature."))
            return
        places = [t.number + 1 for t in timeline.index.turns if t.creature == creature]
        name = words.name_of(timeline.battle.world, creature)
        at = self._leap(places, by, TURNS, name)
        if at is not None:
            text = _("Turn {n} of {all} of {name}")
            self.said.say(text.format(n=at + 1, all=len(places), name=name))

    def _leap(
        self, places: Sequence[int], by: int, none: Sequence[str], name: str = ""
    ) -> int | None:
        """Go to the next of some places, or the one before; which it is, if there is one."""
        self._begin()
        at = self.reel.next_of(places, by)
        if at is None:
            text = none[0 if not places else 1 if by > 0 else 2]
            self.said.say(translate(text).format(name=name))
        elif self.go_to(places[at]):
            return at
        return None

    # --- breakpoints --------------------------------------------------------------------------

    def action_breakpoints(self) -> None:
        """Set and clear what playing stops at."""
        from tacsim.app.replay.breakpoints_card import BreakpointsCard

        self.hold()

        def chosen(points: tuple[Breakpoint, ...] | None) -> None:
            if points is not None:
                self.reel.points = points
            self.post_message(Changed())

        self.app.push_screen(BreakpointsCard(self.reel), chosen)

    def action_run(self, by: int) -> None:
        """To the next breakpoint, or the one before."""
        self._begin()
        if not self.reel.points:
            self.said.say(_("Nothing is set to stop at: b sets breakpoints."))
            return
        try:
            found = self.reel.stop_ahead(by)
        except SaveError as error:
            self.said.error(error)
            return
        if found is None:
            ahead = _("From here on there is nothing to stop at.")
            self.said.say(ahead if by > 0 else _("Before this there is nothing to stop at."))
        elif self.go_to(found[0].number + 1):
            self._say_stop(*found)

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action != "run" or bool(self.reel.points)
