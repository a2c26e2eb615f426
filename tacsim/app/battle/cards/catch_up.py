"""Catching up: what a side could see since its player last looked, shown to that player alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.timer import Timer

from tacsim.app.shell.frame import Frame
from tacsim.app.widgets.field import Changed, Field, View
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.text import DOT
from tacsim.core import events as ev
from tacsim.i18n import N_, _
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.overlay import flash_of
from tacsim.player.pointing.selection import Selection
from tacsim.player.record.absence import Missed, lines_shown
from tacsim.view.picture.board import Overlay
from tacsim.view.wording.narration import LogLine

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS: dict[str, float] = {
    "stepped": 0.2, "struck": 0.8, "downed": 0.8, "fell": 0.5, "area_made": 0.8,
}  # fmt: skip
"""Seconds for which an event is shown at speed 1; others take ``OTHER``."""
OTHER = 0.4
HURTS = (ev.Struck, ev.Damaged, ev.Downed, ev.AreaMade)
"""Events that the board follows to their target."""


class CatchUpScreen(Frame[None]):
    """Shows what a side could see while its player was away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "play", N_("play")),
        ("right,l", "on", N_("next")),
        ("plus,equals_sign", "speed(1)", N_("faster")),
        ("minus", "speed(-1)", N_("slower")),
        ("r", "again", N_("again")),
        ("enter,escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    CatchUpScreen #state { height: 2; background: $surface; }
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
        """The field, how far it is, keys."""
        self.field = Field()
        yield self.field
        yield Lines("state")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin, at once where motion is wanted."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.field.board.over(self._missed.battle.world.field)
        self._follow(self._first())
        if self.tacsim.options.motion:
            self._wait()
        self.redraw()

    def _first(self) -> str | None:
        """The first creature of the side, to look at first."""
        world = self._missed.battle.world
        mine = (c.id for c in world.creatures if c.side == self._missed.side)
        return next(mine, None)

    def reworded(self) -> None:
        """Say everything in another language."""
        self.redraw()

    def on_changed(self, event: Changed) -> None:
        """The field is looked at otherwise."""
        event.stop()
        self.redraw()

    # --- showing ------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Show the battle as the side sees it."""
        missed = self._missed
        event = missed.entry.event if missed.entry is not None else None
        overlay = Overlay(flash=flash_of(missed.battle, event, missed.memory))
        now = self._now()
        who = now.acting or self._first()
        through = missed.battle.world[who].at if who else (0, 0)
        lines = lines_shown(self._lines, missed)
        title = Content.styled(_("what you saw"), "bold $accent")
        self.field.show(View(now, overlay, lines, through, title))
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
            keys=self.tacsim.keymap.battle,
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
            self.field.board.level_with(body)
            self.field.board.follow(body)

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

    def action_close(self) -> None:
        """Go back to the hand-over."""
        self._hold()
        super().action_close()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return not self._missed.over or action not in ("play", "on", "speed")
