"""Levels on the screen: which one is under view, and the side view of them all."""

from __future__ import annotations

from tacsim.app.shell.frame import GameScreen
from tacsim.app.widgets.board import BoardState, BoardView
from tacsim.app.widgets.side_view import ALONG, SideView
from tacsim.grid.cells import Cell
from tacsim.view.elevation import Cut

ROOMY = (100, 40)
"""Columns and lines of a terminal in which the side view is open at first."""
BESIDE, UNDER = 9, 6
"""Levels that a side view shows at most, beside the board and under it."""
LEVELS = ("level", "elevation")
"""Actions that mean something only on maps with levels."""


class Levels(GameScreen[None]):
    """What screens have in common that show a map with levels."""

    board: BoardView
    along: str | None = None
    """The side view as the player set it, one of :data:`ALONG`; None until then."""

    @property
    def running(self) -> str:
        """The side view now, one of :data:`ALONG`."""
        if self.level is None:
            return ""
        if self.along is not None:
            return self.along
        width, height = self.tacsim.size
        return ALONG[0] if width >= ROOMY[0] and height >= ROOMY[1] else ""

    @property
    def level(self) -> int | None:
        """The level under view; None where there is but one, or none is shown yet."""
        board = getattr(self, "board", None)
        return board.level if board is not None and board.highest else None

    def show_side(self, state: BoardState, through: Cell) -> None:
        """Show the side view through a cell of the level under view, if it is open."""
        self.set_class(bool(self.running), "-sliced")
        if self.running:
            cut = Cut(ALONG.index(self.running), (*through[:2], self.board.level))
            for view in self.query(SideView):
                view.show(state, cut, self.tacsim.palette)

    def turn_side(self) -> None:
        """Open the side view, or turn it, or close it."""
        if self.level is not None:
            self.along = ALONG[(ALONG.index(self.running) + 1) % len(ALONG)]


__all__ = ["BESIDE", "LEVELS", "UNDER", "Levels"]
