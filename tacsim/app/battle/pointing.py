"""Pointing: what direction keys, the mouse and the view keys do in a battle."""

from __future__ import annotations

from tacsim.app.battle.acting import WALKING, Acting
from tacsim.app.shell.frame import in_front
from tacsim.app.shell.options import ZOOMS
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.side_view import Slice
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _
from tacsim.player.planning import Planner


class Pointing(Acting):
    """A screen on which a person points at cells and creatures."""

    # --- pointing and walking -----------------------------------------------------------------

    def action_push(self, x: int, y: int) -> None:
        """A direction key: moves the cursor, steps, or changes the target, by the tool."""
        planner, tool = self.planner, self.selection.tool
        if planner is not None and tool.kind == "step":
            self._point_from_actor(planner, (x, y))
            self.action_commit()
        elif planner is not None and tool == WALKING and self.tacsim.options.walking:
            self.action_step(x, y)
        elif planner is not None and tool.aims:
            self.selection.cycle(1 if (x, y) > (0, 0) or (x, y) == (0, 1) else -1)
            self._pointed()
        else:
            self.selection.push((x, y))
            self._pointed()

    def action_step(self, x: int, y: int) -> None:
        """Walk one step at once; a step that provokes or meets a foe is only shown first."""
        planner = self.planner
        if planner is None:
            return
        if self.selection.tool != WALKING:
            self.selection.use(WALKING)
        before = self.selection.cursor
        self._point_from_actor(planner, (x, y))
        bumped = self.selection.at_cursor() in planner.targets
        if bumped and before != self.selection.cursor:
            self._pointed()
        else:
            self.action_commit()

    def _point_from_actor(self, planner: Planner, by: Cell) -> None:
        """Point one step away; from a large body, at a foe in the way of it."""
        body = planner.battle.world[planner.actor].body
        to = self.selection.step(body.at, by)
        self.selection.point(to)
        moved = Body(to, body.extent)
        ahead = (cell for cell in moved.cells if cell not in body.cells)
        foe = next((cell for cell in ahead if self.selection.at(cell) in planner.targets), None)
        if len(body.cells) > 1 and foe is not None:
            self.selection.point(foe)

    def action_cycle(self, by: int) -> None:
        """The next creature."""
        self.game_loop.skip()
        self.selection.cycle(by)
        self._pointed()

    # --- the pointer --------------------------------------------------------------------------

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The pointer takes the cursor along."""
        before = self.selection.cursor, self.selection.corner
        if self.selection.cursor != event.cell or self.selection.rounds:
            self.selection.point_round(event.cell, event.corner)
        if before != (self.selection.cursor, self.selection.corner):
            self.say("")
            self.redraw()

    @in_front
    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """A click does what Enter does; the right button asks why."""
        self.selection.point_round(event.cell, event.corner)
        self.say("")
        self.redraw()
        if event.button == 3:
            self.action_why()
        else:
            self.action_commit()

    @in_front
    def on_slice_picked(self, event: Slice.Picked) -> None:
        """A click into the side view points there."""
        self.selection.point(event.cell)
        self._pointed()

    # --- looking ------------------------------------------------------------------------------

    def action_zoom(self) -> None:
        """Nearer, then all the way out again."""
        board = self.board
        last = len(ZOOMS) - 1
        board.zoom(1 if board.camera.zoom < last else -last, self.selection.cursor)
        board.follow(self.selection.cursor)

    def action_zoom_by(self, steps: int) -> None:
        """Nearer or farther."""
        board = self.board
        board.zoom(steps, self.selection.cursor)
        board.follow(self.selection.cursor)

    def action_level(self, by: int) -> None:
        """Look at the level above or below; the cursor comes along."""
        if self.level is None:
            return
        self.board.climb(by)
        if self.selection.pointing:
            self.selection.point((*self.selection.cursor[:2], self.board.level))
        self.say("")
        self.redraw()

    def action_elevation(self) -> None:
        """Open the side view, turn it, or close it."""
        self.turn_side()
        self.redraw()
        self.call_after_refresh(self.keep_in_sight)

    def action_pause(self) -> None:
        """Hold the opponents back, or let them go on."""
        self.game_loop.pause()
        self.say(
            _("The opponents are held: Space lets them go on.") if self.game_loop.paused else ""
        )
        self.redraw()
