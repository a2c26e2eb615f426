"""The replay screen: a saved battle forwards and backwards, by event, turn and round."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from tacsim.app.board import BoardView, Picture
from tacsim.app.chronicle import turns
from tacsim.app.frame import Frame
from tacsim.app.hand import Hand
from tacsim.app.headings import heading
from tacsim.app.hints import MUTED, Now
from tacsim.app.keybar import KeyBar
from tacsim.app.keys import REPLAY, bindings
from tacsim.app.levels import LEVELS, UNDER, Levels
from tacsim.app.lines import Lines
from tacsim.app.options import ZOOMS
from tacsim.app.panels import Folded, Panels
from tacsim.app.scrubber import Scrubber
from tacsim.app.side_view import SideView
from tacsim.app.text import DOT
from tacsim.geometry.cells import Cell
from tacsim.i18n import _
from tacsim.model import events as ev
from tacsim.storage.errors import SaveError
from tacsim.storage.replay import Replay, Timeline
from tacsim.storage.saved import read
from tacsim.view.board import Overlay
from tacsim.view.narration import LogLine, narrate

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
SECONDS: dict[str, float] = {
    "stepped": 0.12, "struck": 0.8, "downed": 0.8, "fell": 0.5, "turn_started": 0.5,
}  # fmt: skip
"""How long an event is seen at speed 1; others take ``OTHER``."""
OTHER = 0.3


class ReplayScreen(Levels, Frame[None]):
    """Shows a save."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REPLAY)]
    CSS_PATH = "replay.tcss"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.timeline: Timeline | None = None
        self._lines: list[LogLine] = []
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None
        self._hand: Hand | None = None

    # --- parts --------------------------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """Heading, board and panels, scrubber and what it means, keys."""
        yield Lines("heading")
        with Horizontal(id="field"):
            with Vertical(id="left"):
                yield BoardView("board", self.tacsim.palette)
                yield Folded("folded")
                yield SideView("under", UNDER)
            yield Panels(id="panels")
        yield Scrubber("scrubber")
        yield Lines("state")
        yield KeyBar()

    def on_mount(self) -> None:
        """Run the battle through once more, beside the screen."""
        self.board = self.query_one("#board", BoardView)
        self.board.focus()
        self.query_one("#state", Lines).put(Content(_("The battle is fought once more ...")))
        path = self._path
        self.run_worker(lambda: _load(path), thread=True, exit_on_error=False, group="load")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show it, or what is wrong with it."""
        if event.worker.group != "load":
            return
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            known = isinstance(error, SaveError)
            self.tacsim.tell(str(error) if known else _("This battle cannot be shown."))
            self.dismiss()
        elif event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self.timeline, self._lines = event.worker.result
            self._hand = Hand(self.timeline.battle)
            self._redraw()
            self.board.fits = True
            self.board.fit()
            self.refresh_bindings()
            self._go(self.timeline.rounds[0] if self.timeline.rounds else 0)

    def options_changed(self) -> None:
        """Follow the options."""
        self.board.palette = self.tacsim.palette
        self._redraw()

    # --- showing ------------------------------------------------------------------------------

    def _redraw(self, *, follow: bool = True) -> None:
        timeline = self.timeline
        if timeline is None or self._hand is None:
            return
        picture = Picture(timeline.battle, Overlay(flash=self._flash()))
        self.board.show(picture)
        decision, clock = timeline.battle.decision, timeline.battle.world.clock
        actor = decision.actor if decision else clock.active
        if actor is not None and follow:
            self.board.follow(timeline.battle.world[actor].body)
        through = timeline.battle.world[actor].at if actor is not None else (0, 0)
        self.show_side(picture, through)
        now = Now(
            name=timeline.replay.saved.header.name,
            battle=timeline.battle,
            hand=self._hand,
            memory=None,
            viewer=None,
            people=(),
            settled=False,
            palette=self.tacsim.palette,
            standing={},
            level=self.level,
        )
        left, _right = heading(now)
        self.query_one("#heading", Lines).put((left, Content.styled(_("replay"), "bold $accent")))
        lines = [line for line in self._lines if line.number < timeline.position]
        self.query_one(Panels).show(now, lines)
        self.query_one(Folded).show(now, lines)
        self.query_one("#scrubber", Scrubber).put(
            timeline.position, timeline.length, timeline.marks, timeline.rounds
        )
        self.query_one("#state", Lines).put((self._state(timeline), self._verified(timeline)))

    def _flash(self) -> dict[Cell, str]:
        entry = self.timeline.entry if self.timeline else None
        if self.timeline is None or entry is None or not isinstance(entry.event, ev.Struck):
            return {}
        body = self.timeline.battle.world[entry.event.target].body
        return dict.fromkeys(body.cells, entry.event.outcome)

    def _state(self, timeline: Timeline) -> Content:
        playing = _("playing") if self._timer is not None else _("held")
        speed = SPEEDS[self._speed]
        return Content.assemble(
            (playing, "bold"),
            DOT, f"{speed:g}x",
            DOT, _("event {0} of {1}").format(_stop(timeline), len(timeline.stops) - 1),
            (DOT + _("x down  ! critical  + opportunity  | round"), MUTED),
        )  # fmt: skip

    def _verified(self, timeline: Timeline) -> Content:
        note = timeline.replay.note
        if not timeline.verified:
            return Content.styled("✕ " + note, "bold $error")
        if note:
            return Content.styled("! " + note, "$warning")
        return Content.styled("✓ " + _("verified"), "$success")

    # --- going --------------------------------------------------------------------------------

    def _go(self, position: int) -> None:
        if self.timeline is not None:
            self.timeline.seek(min(max(position, 0), self.timeline.length))
            self._redraw()

    def on_scrubber_wanted(self, event: Scrubber.Wanted) -> None:
        """Go where the scrubber was clicked."""
        self._hold()
        self._go(event.position)

    def _hold(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_play(self) -> None:
        """Play, or hold; at the end, from the beginning."""
        timeline = self.timeline
        if timeline is None:
            return
        if self._timer is not None:
            self._hold()
        else:
            if timeline.position == timeline.length:
                timeline.seek(0)
            self._on()
        self._redraw()

    def _on(self) -> None:
        """Wait as long as what is shown takes, then show the next."""
        entry = self.timeline.entry if self.timeline else None
        seconds = SECONDS.get(entry.event.NAME, OTHER) if entry else OTHER
        self._timer = self.set_timer(seconds / SPEEDS[self._speed], self._tick)

    def _tick(self) -> None:
        self._timer = None
        if self.timeline is not None and self.timeline.forward() is not None:
            self._on()
        self._redraw()

    def _move(self, by: int, on: str, back: str) -> None:
        if self.timeline is not None:
            self._hold()
            getattr(self.timeline, on if by > 0 else back)()
            self._redraw()

    def action_event(self, by: int) -> None:
        """One event on or back."""
        self._move(by, "forward", "back")

    def action_turn(self, by: int) -> None:
        """One turn on or back."""
        self._move(by, "next_turn", "previous_turn")

    def action_round(self, by: int) -> None:
        """One round on or back."""
        self._move(by, "next_round", "previous_round")

    def action_mark(self, by: int) -> None:
        """To the next mark, or the one before."""
        timeline = self.timeline
        if timeline is None:
            return
        self._hold()
        places = [mark.number + 1 for mark in timeline.marks]
        ahead = [place for place in places if place > timeline.position]
        behind = [place for place in places if place < timeline.position]
        if by > 0 and ahead:
            self._go(ahead[0])
        elif by < 0 and behind:
            self._go(behind[-1])

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        self._redraw()

    def action_go(self, position: int) -> None:
        """To the beginning (0) or the end (-1)."""
        if self.timeline is not None:
            self._hold()
            self._go(position if position >= 0 else self.timeline.length)

    def action_zoom(self) -> None:
        """Nearer, then all the way out again."""
        last = len(ZOOMS) - 1
        self.board.zoom(1 if self.board.camera.zoom < last else -last)

    def action_level(self, by: int) -> None:
        """Look at the level above or below, until something else happens."""
        if self.level is not None:
            self.board.climb(by)
            self._redraw(follow=False)

    def action_elevation(self) -> None:
        """Open the side view, turn it, or close it."""
        self.turn_side()
        self._redraw(follow=False)

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action not in LEVELS or self.level is not None

    def action_log(self) -> None:
        """The log so far."""
        from tacsim.app.log import LogScreen

        if self.timeline is not None:
            position = self.timeline.position
            self.app.push_screen(LogScreen([x for x in self._lines if x.number < position]))

    def action_help(self) -> None:
        """All keys."""
        from tacsim.app.help import HelpScreen

        self.app.push_screen(HelpScreen(levels=self.level is not None))

    def action_leave(self) -> None:
        """Go back."""
        self._hold()
        self.dismiss()


def _stop(timeline: Timeline) -> int:
    """How many of the events that people are told have happened."""
    return bisect_right(timeline.stops, timeline.position) - 1


def _load(path: Path) -> tuple[Timeline, list[LogLine]]:
    """Read a save, run it through, and tell it. Errors: SaveError."""
    replay = Replay(read(path))
    timeline = Timeline(replay)
    told = Timeline(replay)
    lines: list[LogLine] = []
    for batch in turns(replay.entries):
        told.seek(batch[-1].number + 1)
        lines += narrate(batch, told.battle.world)
    return timeline, lines
