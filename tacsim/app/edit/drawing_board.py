"""The board as it is drawn on: a pressed button draws, where in a battle it drags the map."""

from __future__ import annotations

from math import hypot

from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message

from tacsim.app.widgets.board import BoardView
from tacsim.content.editing import shapes
from tacsim.grid.cells import Cell


class DrawingBoard(BoardView):
    """A board that says where the left button is pressed, moved and let go."""

    class Pressed(Message):
        """A button was pressed over a cell, nearest to that side of it; None where all are."""

        def __init__(self, cell: Cell, side: int | None, button: int) -> None:
            super().__init__()
            self.cell, self.side, self.button = cell, side, button

    class Dragged(Message):
        """The pointer has come to another cell while the left button is pressed."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Released(Message):
        """The left button was let go."""

    _over: Cell | None = None
    """The cell under the pointer while the left button is pressed."""

    def on_mouse_down(self, event: MouseDown) -> None:
        """A button is pressed."""
        event.prevent_default()
        cell = self._cell_at(event.x, event.y)
        if cell is None or self._over is not None:
            return
        self.post_message(self.Pressed(cell, self._side_at(cell, event.x, event.y), event.button))
        if event.button == 1:
            self._over = cell
            self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """The pointer moves: it draws, or points."""
        if self._over is None:
            return
        event.prevent_default()
        cell = self._cell_at(event.x, event.y)
        if cell is not None and cell != self._over:
            self._over = cell
            self.post_message(self.Dragged(cell))

    def on_mouse_up(self, event: MouseUp) -> None:
        """A button is let go."""
        event.prevent_default()
        self.release_mouse()
        if self._over is not None:
            self._over = None
            self.post_message(self.Released())

    def _side_at(self, cell: Cell, x: int, y: int) -> int | None:
        """The side of a cell that a place is nearest to; None where a cell is but a line high."""
        shape = self.camera.shape
        if len(shape.spans) < 2 or self.state is None:
            return None
        left, top = self.camera.position(cell[:2])
        wide, high = shape.wide, len(shape.spans)
        across, down = x + 0.5 - left - wide / 2, 2 * (y + 0.5 - top - high / 2)

        def along(other: Cell) -> float:
            dx, dy = shape.off(cell[:2], other[:2])
            return (across * dx + down * 2 * dy) / hypot(dx, 2 * dy)

        topology = self.state.battle.world.field.topology
        beside = list(shapes.beside(cell, topology))
        return beside.index(max(beside, key=along))
