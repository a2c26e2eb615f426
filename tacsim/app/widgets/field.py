"""The field: the board with its heading, its side view, and the panels beside or under it.

Battles, replays and catching up show themselves on one. It owns how it is looked at: the zoom, the
level under view, the side view, and whether the panels are folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from tacsim.app.shell.frame import Part
from tacsim.app.shell.keys import FIELD, LEVELS, bindings
from tacsim.app.shell.options import AUTO, ZOOMS
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.goals import GoalLines
from tacsim.app.widgets.headings import heading
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.panels import Folded, Panels
from tacsim.app.widgets.side_view import ALONG, SideView
from tacsim.grid.cells import Cell
from tacsim.player.pointing.now import Now
from tacsim.view.palettes.colours import Palette
from tacsim.view.picture.board import BoardState, Overlay
from tacsim.view.picture.camera import NORMAL
from tacsim.view.picture.elevation import Cut
from tacsim.view.wording.narration import LogLine

ROOMY = (100, 40)
"""Columns and lines of a terminal in which the side view is open at first."""
UNDER = 6
"""Levels that a side view under the board shows at most."""


@attrs.frozen(eq=False)
class View:
    """What a field shows: the moment, what is drawn over the board, and the log.

    ``through``: the cell through which the side view leads; ``title``: what stands at the right of
    the heading, None for who acts.
    """

    now: Now
    overlay: Overlay
    lines: Sequence[LogLine]
    through: Cell
    title: Content | None = None


class Changed(Message):
    """Something is looked at, pointed at or said otherwise: the view is to be shown again.

    Posted to the screen itself, as Textual ends the way of a message at the node that caused it.
    """

    namespace = ""

    def can_replace(self, message: Message) -> bool:
        """One of several in a row is enough."""
        return isinstance(message, Changed)


class Field(Part):
    """Shows a view of a battle. ``beside``: more widgets under the panels."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(FIELD, at_once=True)]
    SCOPED_CSS = False  # the classes of sizes are the screen's
    DEFAULT_CSS = """
    Field { height: 1fr; }
    Field #heading { height: 1; background: $panel; }
    Field #middle { height: 1fr; layout: horizontal; }
    Field #left { width: 1fr; height: 1fr; }
    Field #right {
        display: none; width: 30%; min-width: 42; max-width: 60; height: 1fr; background: $surface;
    }
    Field #panels { height: 1fr; }
    Field #folded { display: none; height: 3; background: $panel; }
    .-wide Field #right { display: block; }
    .-wide Field.-folded #right { display: none; }
    .-wide Field.-folded #folded { display: block; }
    .-narrow Field #folded { display: block; }
    .-narrow Field.-folded #right { display: block; width: 36; min-width: 36; }
    .-narrow Field.-folded #folded { display: none; }
    Field.-sliced #beside { display: block; }
    .-wide Field.-folded.-sliced #under { display: block; }
    .-wide Field.-folded.-sliced #folded { display: none; }
    .-narrow Field.-sliced #under { display: block; }
    .-narrow Field.-sliced #folded { display: none; }
    .-narrow Field.-folded.-sliced #under { display: none; }
    """

    def __init__(self, *beside: Widget, zoom: str = AUTO) -> None:
        super().__init__()
        self._beside = beside
        self._zoom = zoom
        self._view: View | None = None
        self._shown_in = Size(0, 0)
        """Its size when it was shown last."""
        self._headed: tuple[object, ...] = ()
        """Of what the heading was made."""
        self.along: str | None = None
        """The side view as the player set it, one of :data:`ALONG`; None until then."""

    def compose(self) -> ComposeResult:
        """Heading and goals, board and panels."""
        zoom = ZOOMS.index(self._zoom) if self._zoom in ZOOMS else NORMAL
        self.board = BoardView("board", self.tacsim.palette, zoom)
        self.board.fits = self._zoom == AUTO
        self._heading, self._goals, self._folded = Lines("heading"), GoalLines(), Folded("folded")
        self._panels, self._under = Panels(id="panels"), SideView("under", UNDER)
        yield self._heading
        yield self._goals
        with Container(id="middle"):
            with Container(id="left"):
                yield self.board
                yield self._folded
                yield self._under
            with Container(id="right"):
                yield self._panels
                yield from self._beside

    def on_mount(self) -> None:
        """Take the keys; follow the options."""
        self.board.focus()
        self.watch(self.app, "options", self._options_changed, init=False)

    def _options_changed(self) -> None:
        self.board.palette = self.tacsim.palette
        self.screen.post_message(Changed())

    def on_resize(self, _event: Resize) -> None:
        """Fit to the new size."""
        if self._view is not None and self.outer_size != self._shown_in:
            self.screen.post_message(Changed())

    # --- what is shown ------------------------------------------------------------------------

    def show(self, view: View) -> None:
        """Show a view."""
        self._view, self._shown_in, now = view, self.outer_size, view.now
        state = BoardState(now.battle, view.overlay, now.memory, now.viewer)
        self.board.show(state)
        self._show_side(state, view.through, now.palette)
        about = now.seen, self.level, self._heading.content_size.width, view.title
        if view.title is not None or about != self._headed:
            self._headed = about
            self._heading.put(heading(now, *about[1:]))
        self._panels.show(now, view.lines, sliced=bool(self.running))
        self._folded.show(now, view.lines)
        self._goals.show(now)

    def _show_side(self, state: BoardState, through: Cell, palette: Palette) -> None:
        """Show the side view through a cell of the level under view, if it is open."""
        self.set_class(bool(self.running), "-sliced")
        if self.running:
            cut = Cut(ALONG.index(self.running), (*through[:2], self.board.level))
            for view in (self._panels.side, self._under):
                view.show(state, cut, palette)

    @property
    def level(self) -> int | None:
        """The level under view; None where there is but one, or none is shown yet."""
        return self.board.level if self.board.highest else None

    @property
    def running(self) -> str:
        """The side view now, one of :data:`ALONG`."""
        if self.level is None:
            return ""
        if self.along is not None:
            return self.along
        width, height = self.app.size
        return ALONG[0] if width >= ROOMY[0] and height >= ROOMY[1] else ""

    # --- how it is looked at ------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now: nothing about levels where there are none."""
        levels = action not in LEVELS or self.level is not None
        return levels and super().check_action(action, parameters)

    @property
    def _pointed(self) -> Cell | None:
        """The cell pointed at."""
        selection = self._view.now.selection if self._view else None
        return selection.cursor if selection is not None and selection.pointing else None

    def action_zoom(self) -> None:
        """Nearer, then all the way out again."""
        camera = self.board.camera
        last = camera.layout.nearest
        self.action_zoom_by(1 if camera.zoom < last else -last)

    def action_zoom_by(self, steps: int) -> None:
        """Nearer or farther."""
        self.board.zoom(steps, self._pointed)
        self.keep_in_sight()

    def action_level(self, by: int) -> None:
        """Look at the level above or below; what is pointed at comes along."""
        if self.level is None or self._view is None:
            return
        self.board.climb(by)
        cursor = self._pointed
        if cursor is not None:
            self._view.now.selection.point((*cursor[:2], self.board.level))
        self.screen.post_message(Changed())

    def action_elevation(self) -> None:
        """Open the side view, turn it, or close it."""
        if self.level is not None:
            self.along = ALONG[(ALONG.index(self.running) + 1) % len(ALONG)]
        self.screen.post_message(Changed())
        self.call_after_refresh(self.keep_in_sight)

    def action_panels(self) -> None:
        """Show or fold the panels."""
        self.toggle_class("-folded")
        self.call_after_refresh(self.keep_in_sight)

    def keep_in_sight(self) -> None:
        """Scroll to what is pointed at; while nothing is, the level under view stays."""
        if self._view is None:
            return
        cursor = self._view.now.selection.cursor
        self.board.follow(cursor if self._pointed else self.board.on_level(cursor))
