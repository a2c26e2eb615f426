"""What a replay shows: its widgets, the board at some position, and the texts around it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import OptionList
from textual.worker import Worker, WorkerState

from tacsim.app.battle.showing import LOG_LINES
from tacsim.app.replay import texts
from tacsim.app.replay.branches import BranchTree
from tacsim.app.replay.breakpoints import Breakpoint
from tacsim.app.replay.scrubber import Scrubber, Transport
from tacsim.app.shell.frame import WIDE, Frame
from tacsim.app.widgets.board import BoardState, BoardView
from tacsim.app.widgets.goals import GoalLines
from tacsim.app.widgets.headings import heading
from tacsim.app.widgets.hints import MUTED, Now
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.levels import UNDER, Levels
from tacsim.app.widgets.lines import Line, Lines
from tacsim.app.widgets.panels import Folded, Panels
from tacsim.app.widgets.side_view import SideView
from tacsim.core.events import Entry
from tacsim.i18n import _
from tacsim.player.overlay import flash_of
from tacsim.player.past_log import Loaded, PastLog, load
from tacsim.player.selection import Selection
from tacsim.storage.compare import parting
from tacsim.storage.errors import SaveError, clean
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import Verdict
from tacsim.view.board import Overlay
from tacsim.view.narration import LogLine
from tacsim.view.places import cell_line
from tacsim.view.timing import SPEEDS


class Watching(Levels, Frame[None]):
    """Shows a save."""

    def __init__(self, path: Path, side: str | None = None) -> None:
        super().__init__()
        self._path = path
        self._side = side
        """The side as which it is watched at first; None for everything."""
        self.timeline: Timeline | None = None
        self.selection: Selection | None = None
        self.points: tuple[Breakpoint, ...] = ()
        """What playing stops at."""
        self.chosen: str | None = None
        """The creature pointed at; the cursor stays with it."""
        self.looking = False
        """Whether the arrows move the cursor."""
        self.verdicts: dict[int, Verdict | None] = {}
        """The results of verifying, by branch number; None while it runs."""
        self.busy = ""
        """What a worker is doing with the timeline, in words; empty for nothing. Keys wait."""
        self._past_log: PastLog | None = None
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None
        self._remark: Line = Content("")
        self._after_load: Callable[[Loaded], None] = self._opened
        self._everything = False
        """Whether a lone player has asked to see what the fog hides."""
        self._shown = False
        """Whether the battle has been shown yet: that waits for the side as which to watch."""

    # --- parts --------------------------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """Heading, board and panels, scrubber, buttons, legend, keys."""
        yield Lines("heading")
        yield GoalLines()
        with Horizontal(id="field"):
            with Vertical(id="left"):
                yield BoardView("board", self.tacsim.palette)
                yield Folded("folded")
                yield SideView("under", UNDER)
            with Vertical(id="right"):
                yield Panels(id="panels")
                yield BranchTree("branches")
        yield Scrubber("scrubber")
        with Horizontal(id="controls"):
            yield Transport("transport")
            yield Lines("state")
        yield Lines("said", keeps_left=True)
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the save in a worker."""
        self.board = self.query_one("#board", BoardView)
        self.board.focus()
        self.load(None, self._opened, _("The battle is being read ..."))

    def on_resize(self) -> None:
        """Fit to the new size."""
        self.fit_tree()
        self.call_after_refresh(self.redraw)

    def fit_tree(self) -> None:
        """Leave the tree as many lines as the panels can spare; more while it is in use."""
        width, height = self.app.size
        part = 2 if self.has_class("-branches") else 3
        menu = self.query_one(BranchTree).query_one(OptionList)
        menu.styles.max_height = max(height // part, 4) if width >= WIDE else None

    # --- reading ------------------------------------------------------------------------------

    def load(self, number: int | None, then: Callable[[Loaded], None], words: str) -> None:
        """Read the save in a worker: a branch by its number, None for the one played last."""
        path = self._path
        self._after_load = then
        self.beside("load", lambda: load(path, number), words)

    def beside(self, group: str, work: Callable[[], object], words: str) -> None:
        """Run work in a thread; until it is done the screen shows ``words`` and takes no keys."""
        self._hold()
        self.busy = words
        self._say_busy()
        self.run_worker(work, thread=True, exit_on_error=False, group=group)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A worker has ended."""
        if event.state is WorkerState.ERROR:
            self.busy = ""
            self.failed(event.worker.group, event.worker.error)
        elif event.state is WorkerState.SUCCESS:
            self.busy = ""
            self.done(event.worker.group, event.worker.result)

    def done(self, group: str, result: object) -> None:
        """A worker has come to a result."""
        if group == "load" and isinstance(result, Loaded):
            self._after_load(result)

    def failed(self, group: str, error: BaseException | None) -> None:
        """A worker has failed."""
        if self.timeline is None or (group == "eyes" and not self._shown):
            known = isinstance(error, SaveError)
            self.tacsim.tell(str(error) if known else _("This battle cannot be shown."))
            self.dismiss()
            return
        self.say_error(error)

    def _opened(self, loaded: Loaded) -> None:
        """The save is read: begin with its first round, as a side that may see it."""
        self._take(loaded)
        timeline, side = loaded.timeline, self._side
        if side is not None and self.selection is not None:
            self.attempt(lambda: timeline.watch_as(side))
            self.selection.viewer = timeline.side
        self.attempt(lambda: timeline.seek(timeline.rounds[0] if timeline.rounds else 0))
        if not self.settle_eyes():
            self._begin(timeline)

    def _begin(self, timeline: Timeline) -> None:
        """Show the battle for the first time."""
        self._shown = True
        self.redraw()
        self.board.fits = True
        self.board.fit()
        self.refresh_bindings()
        if timeline.note:
            self.tacsim.tell(timeline.note)
        self.redraw()

    # --- through whose eyes -------------------------------------------------------------------

    def settle_eyes(self) -> bool:
        """Watch a battle that still hides something as a side that people play.

        With several such sides the viewer is asked which. Whether the screen has to wait for that.
        """
        timeline = self.timeline
        assert timeline is not None
        eyes, side = timeline.saved.eyes(timeline.branch), timeline.side
        if side in eyes and (side is not None or eyes[0] is None or self._everything):
            return False
        if None in eyes:
            self.look_through(eyes[0])
        else:
            self.ask_eyes(leave=True)
        return True

    def ask_eyes(self, *, leave: bool = False) -> None:
        """Ask as which side the battle is watched; ``leave``: close the replay if unanswered."""
        from tacsim.app.replay.eyes_card import EyesCard

        timeline = self.timeline
        assert timeline is not None
        self.busy = _("Choose as which side to watch.")

        def chosen(side: str | None) -> None:
            self.busy = ""
            if side is not None:
                self._everything = not side
                self.look_through(side or None)
            elif leave:
                self.dismiss()
            else:
                self.redraw()

        eyes = timeline.saved.eyes(timeline.branch)
        self.app.push_screen(EyesCard(timeline.battle.world, eyes), chosen)

    def look_through(self, side: str | None) -> None:
        """Watch as a side, None for everything, in a worker."""
        timeline = self.timeline
        assert timeline is not None
        self.beside("eyes", lambda: self._look(timeline, side),
                    _("What they have seen is being gathered ..."))  # fmt: skip

    def _look(self, timeline: Timeline, side: str | None) -> None:
        """Watch as another side, at the last event that it has seen."""
        try:
            timeline.watch_as(side)
            stops = timeline.stops
            if side is not None and timeline.position < timeline.length:
                timeline.seek(stops[bisect_right(stops, timeline.position) - 1])
        except SaveError:
            self._back_to(timeline, (0,))
            raise
        self.lines(1)

    @property
    def veiled(self) -> bool:
        """Whether only what one side knows is shown."""
        timeline = self.timeline
        return timeline is not None and timeline.side is not None

    def _take(self, loaded: Loaded) -> None:
        """Watch another timeline; the cursor stays."""
        cursor, pointing = (
            (self.selection.cursor, self.selection.pointing) if self.selection else (None, False)
        )
        self.timeline, self._past_log = loaded.timeline, loaded.log
        self._path = loaded.timeline.saved.path
        self.selection = Selection(loaded.timeline.battle)
        if pointing and cursor is not None:
            self.selection.point(cursor)

    def take_over(self, loaded: Loaded) -> int | None:
        """Watch another branch from the same position, or from where both part if that is before.

        Returns the position at which they part if it lies before; else None.
        """
        before, side = self.timeline, self.timeline.side if self.timeline else None
        self._take(loaded)
        timeline, place, parted = loaded.timeline, 0, None
        if before is not None:
            place = before.position
            step = parting(before.branch, timeline.branch)
            if step is not None and timeline.position_of(step) < place:
                place = parted = timeline.position_of(step)
        place = min(place, timeline.length)
        self.attempt(lambda: timeline.seek(place))
        if side is not None and side in timeline.saved.eyes(timeline.branch):
            self.attempt(lambda: self._look(timeline, side))
        if self.selection is not None:
            self.selection.viewer = timeline.side
        self.settle_eyes()
        return parted

    # --- showing ------------------------------------------------------------------------------

    def options_changed(self) -> None:
        """Follow the options."""
        self.board.palette = self.tacsim.palette
        self.redraw()

    def redraw(self, *, follow: bool = True) -> None:
        """Show what has changed."""
        ready = self._shown and not self.busy and self.is_mounted
        if self.timeline is None or self.selection is None or not ready:
            return
        try:
            self._draw(self.timeline, self.selection, follow=follow)
        except Exception as error:  # what cannot be drawn is a fault of the save
            self.say_error(error)

    def _draw(self, timeline: Timeline, selection: Selection, *, follow: bool) -> None:
        memory, battle = timeline.memory, timeline.battle
        self._keep_chosen(selection)
        cursor = selection.cursor if selection.pointing else None
        event = self.entry.event if self.entry is not None else None
        overlay = Overlay(flash=flash_of(battle, event, memory), cursor=cursor)
        state = BoardState(battle, overlay, memory, timeline.side)
        self.board.show(state)
        now = self.now
        actor = now.acting
        if actor is not None and follow:
            self.board.follow(battle.world[actor].body)
        through = (
            selection.cursor if cursor is not None or actor is None else battle.world[actor].at
        )
        self.show_side(state, through)
        left, _right = heading(now)
        self.query_one("#heading", Lines).put((left, texts.title(timeline)))
        lines = self.lines(LOG_LINES)
        self.query_one(Panels).show(now, lines)
        self.query_one(Folded).show(now, lines)
        self.query_one(GoalLines).show(now)
        self.query_one(BranchTree).show(
            timeline.saved, timeline.branch.number, self.verdicts, timeline.side
        )
        self._draw_foot(timeline)

    def _draw_foot(self, timeline: Timeline) -> None:
        """The scrubber, the buttons, and what is said below."""
        rounds = [(number + 1, round_) for number, round_ in timeline.index.rounds]
        self.query_one("#scrubber", Scrubber).put(
            timeline.position, timeline.length, timeline.index.highlights, rounds,
            None if timeline.side is None else timeline.stops,
        )  # fmt: skip
        playing, verdict = self._timer is not None, self.verdicts.get(timeline.branch.number)
        self.query_one("#transport", Transport).put(SPEEDS[self._speed], playing=playing)
        self.query_one("#state", Lines).put(
            (
                texts.progress(timeline, playing=playing),
                texts.trust(timeline, verdict),
            )
        )
        self.query_one("#said", Lines).put(self._below(timeline))

    @property
    def now(self) -> Now:
        """What the texts around the board are made of."""
        assert self.timeline is not None
        assert self.selection is not None
        return Now(
            name=clean(self.timeline.saved.header.name),
            battle=self.timeline.battle,
            selection=self.selection,
            memory=self.timeline.memory,
            viewer=self.timeline.side,
            people=(),
            settled=self.selection.pointing,
            palette=self.tacsim.palette,
            standing={},
            level=self.level,
        )

    def lines(self, most: int | None = None) -> list[LogLine]:
        """The last ``most`` lines of the log so far, None for all, as the side may read it."""
        timeline, past_log = self.timeline, self._past_log
        if timeline is None or past_log is None:
            return []
        return past_log.lines(timeline.position, timeline.side, most)

    @property
    def entry(self) -> Entry | None:
        """The event that has just happened; None at the beginning or where it cannot be read."""
        try:
            return self.timeline.entry if self.timeline else None
        except SaveError:
            return None

    def _keep_chosen(self, selection: Selection) -> None:
        """Keep the cursor on the creature that was pointed at."""
        if self.chosen is not None and self.chosen in selection.known:
            selection.point(selection.battle.world[self.chosen].at)

    # --- what is said -------------------------------------------------------------------------

    def _below(self, timeline: Timeline) -> Line:
        """The last remark, else the cell pointed at, else the standing remark; and the legend."""
        remark = self._remark
        if isinstance(remark, tuple) or remark.plain:
            return remark
        legend = Content.styled(_("x down  ! critical  + opportunity  | round"), MUTED)
        assert self.selection is not None
        if self.selection.pointing:
            text = cell_line(timeline.battle, self.selection.cursor, timeline.memory)
            return Content(text), legend
        return texts.standing_remark(timeline, self.points), legend

    def say(self, text: str, style: str = "") -> None:
        """Put a remark under the board until the next key."""
        self._remark = Content.styled(text, style) if style else Content(text)

    def say_error(self, error: BaseException | None) -> None:
        """Say what is wrong, in one line."""
        text = clean(repr(error))
        if isinstance(error, SaveError):
            place = "" if self.veiled else error.place
            text = ": ".join(part for part in (place, error.reason) if part)
        self.say(text, "$error")
        self.query_one("#said", Lines).put(self._remark)

    def _say_busy(self) -> None:
        self.query_one("#said", Lines).put(Content.styled(self.busy, MUTED))

    # --- going --------------------------------------------------------------------------------

    def attempt(self, go: Callable[[], object]) -> bool:
        """Move in the timeline; where the save is damaged there, say so and go back."""
        timeline = self.timeline
        if timeline is None:
            return False
        before = timeline.position
        try:
            go()
        except SaveError as error:
            self._hold()
            self._back_to(timeline, (before, 0))
            self.say_error(error)
            return False
        return True

    def _back_to(self, timeline: Timeline, places: Sequence[int]) -> None:
        """Go to the first of some positions that can be read."""
        for place in places:
            try:
                timeline.seek(place)
            except SaveError:
                continue
            return

    def _hold(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


__all__ = ["SPEEDS", "Watching"]
