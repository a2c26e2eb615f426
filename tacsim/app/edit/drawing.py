"""Drawing: the map with the pen over it, moved by keys and the mouse, and what it would do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Resize
from textual.message import Message

from tacsim.app.edit.brushes import WAYS, brush_word
from tacsim.app.edit.drawing_board import DrawingBoard
from tacsim.app.edit.form_card import Edit
from tacsim.app.shell import keys
from tacsim.app.shell.frame import Part, in_front
from tacsim.app.shell.options import AUTO, ZOOMS
from tacsim.app.widgets.field import Changed
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.side_view import ALONG, SideView, Slice
from tacsim.app.widgets.text import DOT
from tacsim.content.editing import shapes
from tacsim.content.editing.pen import (
    FLOOD,
    FREE,
    LINE,
    RECTANGLE,
    Being,
    Between,
    Hand,
    Marks,
    Pen,
)
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.core.terrain import Barrier, BarrierKind
from tacsim.grid.cells import Cell
from tacsim.i18n import N_, _, known_as, ngettext, translate
from tacsim.player.pointing.compass import COMPASSES
from tacsim.view.picture.board import BoardState
from tacsim.view.picture.camera import NORMAL
from tacsim.view.picture.elevation import Cut
from tacsim.view.picture.overlay import Overlay
from tacsim.view.wording import places

UNDER = 6
"""Levels that a side view under the board shows at most."""
SIDES = (
    N_("right side"), N_("lower side"), N_("left side"), N_("upper side"), N_("ceiling"),
    N_("floor"),
)  # fmt: skip
HEX_SIDES = (
    N_("right side"), N_("lower right side"), N_("lower left side"), N_("left side"),
    N_("upper left side"), N_("upper right side"),
)  # fmt: skip
"""The sides of a cell, as its neighbours are counted."""


class Drawing(Part):
    """The board with a side view and two lines under it. ``edit`` makes changes of the file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((*keys.PEN, *keys.DIRECTIONS), at_once=True), *keys.STEPS,
    ]  # fmt: skip
    SCOPED_CSS = False  # the classes of sizes are the screen's
    DEFAULT_CSS = """
    Drawing { width: 1fr; height: 1fr; }
    Drawing #said { height: 2; background: $panel; }
    Drawing.-sliced #under { display: block; }
    """

    class Asked(Message):
        """What is at the cursor is to be opened."""

    def __init__(self, pen: Pen, edit: Edit, zoom: str) -> None:
        super().__init__()
        self._pen, self._edit, self._zoom = pen, edit, zoom
        self._scenario: Scenario | None = None
        self._state: BoardState | None = None
        self._stroke: dict[Cell, None] | None = None
        """The cells that are being drawn on with the button pressed."""
        self._along = 0
        """The side view, as one of ALONG from its end: closed at first."""

    def compose(self) -> ComposeResult:
        """The board, the side view, and what is said."""
        zoom = ZOOMS.index(self._zoom) if self._zoom in ZOOMS else NORMAL
        self.board = DrawingBoard("board", self.tacsim.palette, zoom)
        self.board.fits = self._zoom == AUTO
        self._under = SideView("under", UNDER)
        yield self.board
        yield self._under
        yield Lines("said", keeps_left=True)

    def on_mount(self) -> None:
        """Take the keys; follow the options."""
        self.board.focus()
        self.watch(self.app, "options", self._options_changed, init=False)

    def _options_changed(self) -> None:
        self.board.palette = self.tacsim.palette
        self.screen.post_message(Changed())

    def on_resize(self, _event: Resize) -> None:
        """Fit to the new size."""
        self.screen.post_message(Changed())
        self.call_after_refresh(self.keep_in_sight)

    # --- what is shown ------------------------------------------------------------------------

    def show(self, faulty: Sequence[Cell], fault: str) -> None:
        """Show the map as it is now; ``faulty``: cells with faults, ``fault``: that at the cursor.

        A map that cannot be read is shown as it could be read last.
        """
        scenario = self._pen.manuscript.read.shown
        if scenario is not None and scenario is not self._scenario:
            self._scenario = scenario
            self._state = BoardState(begin(scenario, seed=0, fog=False))
        if self._state is None:
            return
        state = BoardState(self._state.battle, self._overlay(faulty))
        self.board.show(state)
        self._slice(state)
        self.query_one("#said", Lines).put(
            Content(places.cell_line(state.battle, self._pen.cursor)),
            (Content.styled(fault, "$warning") if fault else Content(self._would()),
             Content.styled(self._with(), MUTED)),
        )  # fmt: skip

    def _overlay(self, faulty: Sequence[Cell]) -> Overlay:
        pen, readable = self._pen, self._pen.manuscript.read.field is not None
        marked = pen.marked(pen.brush.path) if isinstance(pen.brush, Marks) else ()
        drawn: Sequence[Cell] = ()
        planned: tuple[Barrier, ...] = ()
        if readable and self._stroke is not None:
            drawn = tuple(self._stroke)
        elif readable and (pen.anchor is not None or pen.way == FLOOD):
            drawn = () if isinstance(pen.brush, Being | Hand) else pen.cells()
        if readable and isinstance(pen.brush, Between):
            kind = BarrierKind(pen.brush.kind or BarrierKind.HEDGE)
            edges = pen.edges(tuple(self._stroke) if self._stroke else None)
            planned, drawn = tuple(Barrier(one, kind) for one in edges), ()
        held = pen.manuscript.read.creatures.get(pen.held) if pen.held is not None else None
        return Overlay(
            cursor=pen.cursor, area=frozenset((*marked, *drawn)), marked=tuple(faulty),
            planned=planned, target=None if held is None else held.id,
        )  # fmt: skip

    def _slice(self, state: BoardState) -> None:
        along = ALONG[self._along - 1]
        open_ = bool(along) and self.board.highest > 0
        self.set_class(open_, "-sliced")
        if open_:
            cut = Cut(ALONG.index(along), (*self._pen.cursor[:2], self.board.level))
            self._under.show(state, cut, self.tacsim.palette)

    def _with(self) -> str:
        """The brush and the way to draw."""
        pen = self._pen
        parts = [brush_word(pen.manuscript, pen.brush)]
        field = pen.manuscript.read.field
        if isinstance(pen.brush, Between) and pen.way in (FREE, LINE) and field is not None:
            sides = HEX_SIDES if field.topology == "hex" else SIDES
            parts.append(translate(sides[pen.toward]))
        if isinstance(pen.brush, Being):
            parts += [
                known_as(side.name) for side in pen.manuscript.read.sides if side.id == pen.side
            ]
        elif not isinstance(pen.brush, Hand):
            parts.append(translate(WAYS[pen.way]))
        return DOT.join(parts)

    def _would(self) -> str:
        """What Enter would do."""
        pen = self._pen
        if pen.manuscript.read.field is None:
            return _("the map cannot be read: mend its faults in the file first")
        match pen.brush:
            case Hand():
                at = pen.manuscript.creature_at(pen.cursor)
                if pen.held is not None:
                    return _("Enter puts it down here")
                return _("Enter takes it along, o changes it") if at is not None else ""
            case Being():
                return _("Enter places it here")
            case Marks():
                return _("Enter marks cells, or takes the mark away; Escape ends it")
        if pen.way in (LINE, RECTANGLE) and pen.anchor is None:
            return _("Enter begins here")
        covered = len(pen.cells())
        text = ngettext("Enter draws on {n} cell", "Enter draws on {n} cells", covered)
        return text.format(n=covered)

    # --- the pen is moved ---------------------------------------------------------------------

    def _moved(self) -> None:
        self.keep_in_sight()
        self.screen.post_message(Changed())

    def keep_in_sight(self) -> None:
        """Scroll to the cursor."""
        if self._state is not None:
            self.board.follow(self._pen.cursor)

    def point(self, cell: Cell) -> None:
        """Move the pen to a cell, and look there."""
        self._pen.cursor = cell
        self._moved()

    def action_push(self, x: int, y: int) -> None:
        """A direction key moves the pen."""
        self._push((x, y))

    def _push(self, by: Cell) -> bool:
        pen, before = self._pen, self._pen.cursor
        if pen.manuscript.read.field is None:
            return False
        pen.point(COMPASSES[pen.field.topology].step(before, by))
        self._moved()
        return pen.cursor != before

    def action_step(self, x: int, y: int) -> None:
        """A shifted arrow draws where it goes."""
        if not isinstance(self._pen.brush, Being | Hand):
            before = self._pen.cursor
            if self._push((x, y)):
                self._edit(partial(self._pen.draw, (before, self._pen.cursor)))

    def action_turn(self, by: int) -> None:
        """The next side: of the cell for barriers, of the battle for creatures."""
        pen = self._pen
        if isinstance(pen.brush, Between):
            self._edit(partial(pen.turn, by))
        else:
            sides = [side.id for side in pen.manuscript.read.sides]
            at = sides.index(pen.side) if pen.side in sides else 0
            pen.side = sides[(at + by) % len(sides)] if sides else ""
        self._moved()

    def action_level(self, by: int) -> None:
        """The level above or below."""
        self.board.climb(by)
        if len(self._pen.cursor) == 3:
            self._pen.cursor = (*self._pen.cursor[:2], self.board.level)
        self._moved()

    def action_elevation(self) -> None:
        """Open the side view, turn it, or close it."""
        self._along = (self._along + 1) % len(ALONG)
        self._moved()
        self.call_after_refresh(self.keep_in_sight)

    def action_zoom(self) -> None:
        """Nearer, then all the way out again."""
        camera = self.board.camera
        last = camera.layout.nearest
        self.action_zoom_by(1 if camera.zoom < last else -last)

    def action_zoom_by(self, steps: int) -> None:
        """Nearer or farther."""
        self.board.zoom(steps, self._pen.cursor[:2])
        self.keep_in_sight()

    # --- it draws -----------------------------------------------------------------------------

    def action_draw(self) -> None:
        """Draw what is said."""
        self._edit(self._pen.draw)

    def action_erase(self) -> None:
        """Take away what is there."""
        self._edit(self._pen.erase)

    def action_pick(self) -> None:
        """Draw with what is there."""
        self._edit(self._pen.pick)

    def next_way(self) -> None:
        """Draw in the next way."""
        ways = list(WAYS)
        self.action_way(ways[(ways.index(self._pen.way) + 1) % len(ways)])

    def action_way(self, way: str) -> None:
        """Draw in another way."""
        self._pen.way, self._pen.anchor = way, None
        self._moved()

    def action_hand(self) -> None:
        """Draw nothing, and move creatures."""
        self._pen.use(Hand())
        self._moved()

    @in_front
    def on_drawing_board_pressed(self, event: DrawingBoard.Pressed) -> None:
        """A stroke begins; the right button opens what is there."""
        pen = self._pen
        pen.cursor = self.board.on_level(event.cell)
        if event.button == 3:
            self.post_message(self.Asked())
        elif event.button == 1:
            if event.side is not None:
                pen.toward = event.side
            self._stroke = {pen.cursor: None}
            if pen.way in (LINE, RECTANGLE) and not isinstance(pen.brush, Being | Hand):
                pen.anchor = pen.anchor or pen.cursor
            if isinstance(pen.brush, Hand) and pen.held is None:
                pen.draw()
        self._moved()

    @in_front
    def on_drawing_board_dragged(self, event: DrawingBoard.Dragged) -> None:
        """The stroke goes on."""
        pen = self._pen
        if self._stroke is None or pen.manuscript.read.field is None:
            return
        before, pen.cursor = pen.cursor, self.board.on_level(event.cell)
        if pen.anchor is not None:
            self._stroke = dict.fromkeys(pen.cells())
        elif pen.way == FREE and len(before) == len(pen.cursor) and before[2:] == pen.cursor[2:]:
            self._stroke |= dict.fromkeys(shapes.line(before, pen.cursor, pen.field.topology))
        self._moved()

    @in_front
    def on_drawing_board_released(self, _event: DrawingBoard.Released) -> None:
        """The stroke ends, and is drawn."""
        pen, stroke = self._pen, self._stroke
        self._stroke = None
        if stroke is None:
            return
        if isinstance(pen.brush, Hand):
            held = pen.manuscript.read.creatures.get(pen.held) if pen.held is not None else None
            if held is not None and len(stroke) > 1:
                self._edit(pen.draw)
        elif isinstance(pen.brush, Being) or pen.way == FLOOD:
            self._edit(pen.draw)
        elif pen.anchor is not None and len(stroke) == 1 and pen.anchor == pen.cursor:
            pass  # a click begins a line or rectangle; another one ends it
        else:
            self._edit(lambda: pen.draw(pen.cells() if pen.anchor else tuple(stroke)))
        self._moved()

    def on_board_view_pointed(self, event: DrawingBoard.Pointed) -> None:
        """The pointer takes the pen along."""
        cell = self.board.on_level(event.cell)
        if cell != self._pen.cursor and self.stands:
            self._pen.cursor = cell
            self.screen.post_message(Changed())

    @in_front
    def on_slice_picked(self, event: Slice.Picked) -> None:
        """A click into the side view points there."""
        self.point(event.cell)
