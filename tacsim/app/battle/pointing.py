"""Pointing in a battle: the direction keys and the mouse over the field, and the hint below it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize
from textual.message import Message

from tacsim.app.battle.cards.aside import Aside
from tacsim.app.battle.game_loop import GameLoop
from tacsim.app.battle.hint import Hint
from tacsim.app.shell import keys
from tacsim.app.shell.frame import Part, in_front
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.field import Field
from tacsim.app.widgets.panels import Panels
from tacsim.app.widgets.side_view import Slice
from tacsim.player.pointing.previews import Preview
from tacsim.player.pointing.tools import Tool
from tacsim.player.seat import Seat

WALKING = Tool("move")


class Pointing(Part):
    """The field of a battle with its hint, on which a person points at cells and creatures."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((*keys.POINTING, *keys.DIRECTIONS), at_once=True), *keys.STEPS,
    ]  # fmt: skip
    DEFAULT_CSS = """
    Pointing { height: 1fr; }
    """

    class Chosen(Message):
        """What is pointed at is to be done; or ``asks`` what can be done there."""

        def __init__(self, *, asks: bool = False) -> None:
            super().__init__()
            self.asks = asks

    def __init__(self, seat: Seat, loop: GameLoop, zoom: str) -> None:
        super().__init__()
        self.seat = seat
        self.loop = loop
        self.field = Field(zoom=zoom)
        self.hint = Hint(seat)
        self._clicked: Preview | None = None
        """What was shown for the last click, until the pointer points at something else."""

    def compose(self) -> ComposeResult:
        """The field, and the hint."""
        yield self.field
        yield self.hint

    def on_resize(self, _event: Resize) -> None:
        """Keep what is pointed at in sight."""
        self.call_after_refresh(self.field.keep_in_sight)

    def pointed(self) -> None:
        """Show what is pointed at now."""
        self.hint.say("")
        self.field.board.follow(self.seat.selection.cursor)

    def use(self, tool: Tool) -> None:
        """Take up a tool."""
        self.seat.selection.use(tool)
        self.pointed()

    def action_push(self, x: int, y: int) -> None:
        """A direction key: moves the cursor, steps, or changes the target, by the tool."""
        selection = self.seat.selection
        planner, tool = self.loop.planner, selection.tool
        if planner is not None and tool.kind == "step":
            selection.point_from_actor((x, y))
            self.post_message(self.Chosen())
        elif planner is not None and tool == WALKING and self.tacsim.options.walking:
            self.action_step(x, y)
        elif planner is not None and tool.aims:
            self.action_cycle(1 if (x, y) > (0, 0) or (x, y) == (0, 1) else -1)
        else:
            selection.push((x, y))
            self.pointed()

    def action_step(self, x: int, y: int) -> None:
        """Walk one step at once; a step that provokes or meets a foe is only shown first."""
        planner, selection = self.loop.planner, self.seat.selection
        if planner is None:
            return
        if selection.tool != WALKING:
            selection.use(WALKING)
        before = selection.cursor
        selection.point_from_actor((x, y))
        if selection.at_cursor() in planner.targets and before != selection.cursor:
            self.pointed()
        else:
            self.post_message(self.Chosen())

    def action_cycle(self, by: int) -> None:
        """The next creature."""
        self.loop.skip()
        self.seat.selection.cycle(by)
        self.pointed()

    def action_look(self) -> None:
        """Only look; the same key again goes back to moving."""
        planner = self.loop.planner
        looking = self.seat.selection.tool.kind == "look"
        self.use(WALKING if looking and planner is not None else Tool("look"))

    def action_zoom_by(self, steps: int) -> None:
        """Nearer or farther."""
        self.field.action_zoom_by(steps)

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        asked = self.loop.settled and self.seat.selection.planner is not None
        return asked or action == "cycle"

    def on_board_view_resized(self) -> None:
        """Whom a card in front is about is to be seen in the new size too."""
        card = self.app.screen
        if isinstance(card, Aside):
            card.call_after_refresh(card.stand_aside)

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The pointer takes the cursor along."""
        selection = self.seat.selection
        before = selection.cursor, selection.corner
        if selection.cursor != event.cell or selection.rounds:
            selection.point_round(event.cell, event.corner)
        if before != (selection.cursor, selection.corner):
            self._clicked = None
            self.hint.say("")

    @in_front
    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """A click points, and another one there does what Enter does; the right button asks."""
        selection, asks = self.seat.selection, event.button == 3
        selection.point_round(event.cell, event.corner)
        self.hint.say("")
        before, self._clicked = self._clicked, selection.preview
        if asks or before is self._clicked:
            self.post_message(self.Chosen(asks=asks))

    @in_front
    def on_panels_picked(self, event: Panels.Picked) -> None:
        """A click on a creature in the order points at it."""
        self.loop.skip()
        self.seat.selection.point(self.seat.battle.world[event.creature].at)
        self.pointed()

    @in_front
    def on_slice_picked(self, event: Slice.Picked) -> None:
        """A click into the side view points there."""
        self.seat.selection.point(event.cell)
        self.pointed()
