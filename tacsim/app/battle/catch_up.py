"""Catching up: what a side could see since its player last looked, shown to that player alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer

from tacsim.app.shell.frame import Frame
from tacsim.app.widgets.board import BoardState, BoardView
from tacsim.app.widgets.goals import GoalLines
from tacsim.app.widgets.headings import heading
from tacsim.app.widgets.hints import MUTED, Now
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.levels import LEVELS, UNDER, Levels
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.panels import Folded, Panels
from tacsim.app.widgets.side_view import SideView
from tacsim.app.widgets.text import DOT
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.events import Entry
from tacsim.core.terrain import Grid
from tacsim.i18n import N_, _
from tacsim.player.overlay import flash_of
from tacsim.player.selection import Selection
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.storage.resume import remembered
from tacsim.storage.timeline import Timeline
from tacsim.view.board import Overlay
from tacsim.view.narration import LogLine

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS: dict[str, float] = {
    "stepped": 0.2, "struck": 0.8, "downed": 0.8, "fell": 0.5, "area_made": 0.8,
}  # fmt: skip
"""Seconds for which an event is shown at speed 1; others take ``OTHER``."""
OTHER = 0.4
HURTS = (ev.Struck, ev.Damaged, ev.Downed, ev.AreaMade)
"""Events that the board follows to their target."""
QUIET = (ev.BattleStarted, ev.Rolled, ev.TurnEnded, ev.Squeezed, ev.Unsqueezed)
"""Public events that show nothing on the board."""


@attrs.frozen(eq=False)
class Absence:
    """The battle as a player left it, after ``number`` events, and the ground that was known."""

    number: int
    battle: Battle
    remembered: Grid


def absence(battle: Battle, number: int, memory: Memory) -> Absence:
    """The battle as the player of a memory leaves it now."""
    return Absence(number, battle.fork(), memory.remembered.copy())


def last_choice(past: Timeline, side: str) -> Absence:
    """The battle after the last decision of a side before it was resumed."""
    branch, world = past.branch, past.battle.world
    entries = min(len(past.starts), branch.length)
    while entries > 1:
        turn = branch.mark(entries - 2).turn
        if turn is not None and world[turn].side == side:
            break
        entries -= 1
    past.step_to(entries if entries > 1 else 0)
    found = Absence(past.position, past.battle.fork(), remembered(past, side))
    past.seek(past.length)
    return found


class Missed:
    """The events that a side could see while its player was away, played in a copy of the battle.

    ``battle`` and ``memory`` are as they were just after ``entry``, the last event shown;
    ``position``: how many events had happened by then; ``found``: all events to be shown;
    ``count``: their number; ``seen``: how many have been shown.
    """

    count = -1

    def __init__(self, side: str, since: Absence, entries: Iterable[Entry]) -> None:
        self.side = side
        self._since = since
        self._entries = tuple(entries)
        self.again()
        found = []
        while (entry := self.forward()) is not None:
            found.append(entry)
        self.found = tuple(found)
        self.count = len(found)
        self.again()

    def again(self) -> None:
        """Go back to where the player left."""
        self.battle = self._since.battle.fork()
        self.memory = Memory(self.battle, self.side)
        self.memory.remembered |= self._since.remembered
        self.position = self._since.number
        self.seen = 0
        self.entry: Entry | None = None
        self._index = 0

    @property
    def over(self) -> bool:
        """Whether nothing is left to be seen."""
        return self.seen == self.count

    def forward(self) -> Entry | None:
        """Go on to the next event to be shown; None at the end, with all events applied."""
        while self._index < len(self._entries):
            entry = self._entries[self._index]
            self._index += 1
            apply(self.battle.world, entry.event)
            self.memory.take_in(entry)
            self.position = entry.number + 1
            if self._shows(entry.event):
                self.entry = entry
                self.seen += 1
                if self.seen == self.count:
                    self._finish()
                return entry
        return None

    def _finish(self) -> None:
        """Apply the rest of the events, of which none is shown."""
        for entry in self._entries[self._index :]:
            apply(self.battle.world, entry.event)
            self.memory.update()
            self.position = entry.number + 1
        self._index = len(self._entries)

    def _shows(self, event: ev.Event) -> bool:
        """Whether to show the last event: it was perceived, or a creature went out of sight."""
        if not event.PUBLIC or isinstance(event, QUIET):
            return False
        gone = isinstance(event, ev.Stepped) and event.actor in self.memory.gone
        return gone or self.memory.latest is not None


def shown_lines(lines: Sequence[LogLine], missed: Missed) -> list[LogLine]:
    """The lines of the events shown so far; that of a walk once its last step is shown."""
    found = []
    ends: list[LogLine | None] = [*lines, None]
    for line, after in zip(lines, ends[1:], strict=True):
        end = line.number
        if line.tone == "move":
            rest = missed.found if after is None else [e for e in missed.found
                                                      if e.number < after.number]  # fmt: skip
            steps = (e.number for e in rest if isinstance(e.event, ev.Stepped))
            end = max(end, *steps, end)
        if end < missed.position:
            found.append(line)
    return found


class CatchUpScreen(Levels, Frame[None]):
    """Shows what a side could see while its player was away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "play", N_("play")),
        ("right,l", "on", N_("next")),
        ("plus,equals_sign", "speed(1)", N_("faster")),
        ("minus", "speed(-1)", N_("slower")),
        ("r", "again", N_("again")),
        ("less_than_sign", "level(-1)", N_("down")),
        ("greater_than_sign", "level(1)", N_("up")),
        ("enter,escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    CatchUpScreen #heading { height: 1; dock: top; background: $panel; }
    CatchUpScreen #field { height: 1fr; }
    CatchUpScreen #left { width: 1fr; height: 1fr; }
    CatchUpScreen #state { height: 2; background: $surface; }
    CatchUpScreen #panels { display: none; width: 42; height: 1fr; background: $surface; }
    CatchUpScreen #folded { display: none; height: 3; background: $panel; }
    CatchUpScreen.-wide #panels { display: block; }
    CatchUpScreen.-narrow #folded { display: block; }
    CatchUpScreen.-sliced #beside { display: block; }
    CatchUpScreen.-narrow.-sliced #under { display: block; }
    CatchUpScreen.-narrow.-sliced #folded { display: none; }
    """

    def __init__(self, name: str, missed: Missed, people: Sequence[str],
                 lines: Sequence[LogLine]) -> None:  # fmt: skip
        super().__init__()
        self._battle = name
        self._missed = missed
        self._people = tuple(people)
        self._lines = lines
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None
        missed.again()
        self._selection = Selection(missed.battle)

    def parts(self) -> ComposeResult:
        """Heading, board and panels, how far it is, keys."""
        yield Lines("heading")
        yield GoalLines()
        with Horizontal(id="field"):
            with Vertical(id="left"):
                yield BoardView("board", self.tacsim.palette)
                yield Folded("folded")
                yield SideView("under", UNDER)
            yield Panels(id="panels")
        yield Lines("state")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin, at once where motion is wanted."""
        self.board = self.query_one("#board", BoardView)
        self.board.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.redraw()
        self.board.fits = True
        self.board.fit()
        self._follow(self._first())
        if self.tacsim.options.motion:
            self._wait()
        self.redraw()

    def _first(self) -> str | None:
        """The first creature of the side, to look at first."""
        world = self._missed.battle.world
        mine = (c.id for c in world.creatures if c.side == self._missed.side)
        return next(mine, None)

    def options_changed(self) -> None:
        """Follow the options."""
        self.board.palette = self.tacsim.palette
        self.redraw()

    # --- showing ------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Show the battle as the side sees it."""
        missed = self._missed
        event = missed.entry.event if missed.entry is not None else None
        overlay = Overlay(flash=flash_of(missed.battle, event, missed.memory))
        state = BoardState(missed.battle, overlay, missed.memory, missed.side)
        self.board.show(state)
        now = self._now()
        through = now.acting or self._first()
        self.show_side(state, missed.battle.world[through].at if through else (0, 0))
        title = Content.styled(_("what you saw"), "bold $accent")
        self.query_one("#heading", Lines).put((heading(now)[0], title))
        lines = shown_lines(self._lines, missed)
        self.query_one(Panels).show(now, lines)
        self.query_one(Folded).show(now, lines)
        self.query_one(GoalLines).show(now)
        said = lines[-1].text if lines else ""
        self.query_one("#state", Lines).put(Content(said), self._state())
        self.refresh_bindings()

    def _now(self) -> Now:
        missed = self._missed
        self._selection.battle, self._selection.viewer = missed.battle, missed.side
        return Now(
            name=self._battle,
            battle=missed.battle,
            selection=self._selection,
            memory=missed.memory,
            viewer=missed.side,
            people=self._people,
            settled=False,
            palette=self.tacsim.palette,
            standing={},
            level=self.level,
        )

    def _state(self) -> Content:
        missed = self._missed
        if missed.over:
            return Content.styled(_("That is all that was seen. Enter goes back."), "bold")
        playing = _("playing") if self._timer is not None else _("held")
        speed = f"{SPEEDS[self._speed]:g}x"
        count = _("{n} of {all}").format(n=missed.seen, all=missed.count)
        return Content.assemble((playing, "bold"), DOT, speed, DOT, (count, MUTED))

    def _follow(self, creature: str | None) -> None:
        """Bring a creature into sight, if it is seen."""
        if creature is not None and creature in self._missed.memory.known:
            body = self._missed.battle.world[creature].body
            self.board.level_with(body)
            self.board.follow(body)

    # --- going --------------------------------------------------------------------------------

    def _wait(self) -> None:
        """See what is shown for as long as that takes, then go on."""
        entry = self._missed.entry
        seconds = SECONDS.get(entry.event.NAME, OTHER) if entry else OTHER
        self._timer = self.set_timer(seconds / SPEEDS[self._speed], self._tick)

    def _hold(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        self._timer = None
        self._step()
        if not self._missed.over:
            self._wait()
        self.redraw()

    def _step(self) -> None:
        entry = self._missed.forward()
        if entry is None:
            return
        target = getattr(entry.event, "target", None)
        if isinstance(entry.event, HURTS) and isinstance(target, str):
            self._follow(target)
        else:
            self._follow(entry.event.actor)

    def action_play(self) -> None:
        """Play, or hold."""
        if self._timer is not None:
            self._hold()
        elif not self._missed.over:
            self._wait()
        self.redraw()

    def action_on(self) -> None:
        """On to the next thing that was seen."""
        self._hold()
        self._step()
        self.redraw()

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        self.redraw()

    def action_again(self) -> None:
        """From the beginning."""
        self._hold()
        self._missed.again()
        self._begin()

    def action_level(self, by: int) -> None:
        """Look at the level above or below."""
        if self.level is not None:
            self.board.climb(by)
            self.redraw()

    def action_close(self) -> None:
        """Go back to the hand-over."""
        self._hold()
        super().action_close()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action in ("play", "on", "speed"):
            return not self._missed.over
        return action not in LEVELS or self.level is not None


__all__ = ["Absence", "CatchUpScreen", "Missed", "absence", "last_choice"]
