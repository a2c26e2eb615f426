"""The side view: a slice upright through a map with levels, beside the board or under it."""

from __future__ import annotations

import tcod.console
from textual.containers import Vertical
from textual.content import Content
from textual.events import MouseDown, Resize
from textual.message import Message

from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.picture import Picture
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.view.palettes.colours import Palette
from tacsim.view.picture.board import BoardState
from tacsim.view.picture.elevation import Cut, Elevation, Slicer

ALONG = ("x", "y", "")
"""The axes of a side view in the order of its key; empty: closed."""


class Slice(Picture):
    """A slice; says which cube is clicked."""

    class Picked(Message):
        """A cube was clicked."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    DEFAULT_CSS = """
    Slice { width: 1fr; height: 1; }
    """
    _of: tuple[BoardState, Cut, Palette] | None = None
    _view: Elevation | None = None

    def __init__(self) -> None:
        super().__init__()
        self._slicer = Slicer()
        self._canvas = tcod.console.Console(1, 1, order="C")

    def show(self, state: BoardState, cut: Cut, palette: Palette) -> None:
        """Show a slice."""
        self._of = state, cut, palette
        self._paint()

    def on_resize(self, _event: Resize) -> None:
        """Draw to the new size."""
        self._paint()

    def _paint(self) -> None:
        width, height = self.outer_size
        if self._of is None or not width or not height:
            return
        state, cut, palette = self._of
        if (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = tcod.console.Console(width, height, order="C")
        self._view = self._slicer.draw(
            self._canvas,
            state.battle,
            cut,
            state.overlay,
            palette,
            state.memory,
            viewer=state.viewer,
        )
        self.put(self._canvas)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Say which cube is there."""
        cell = self._view.cell_at(event.x, event.y) if self._view is not None else None
        if cell is not None:
            self.post_message(self.Picked(cell))


class SideView(Vertical):
    """A slice with a caption, of ``most`` rows at most."""

    DEFAULT_CSS = """
    SideView { display: none; height: auto; background: $surface; }
    SideView Lines { height: 1; background: $panel; color: $accent; text-style: bold; }
    """

    def __init__(self, key: str, most: int) -> None:
        super().__init__(id=key)
        self._most = most
        self._caption, self._slice = Lines("caption"), Slice()
        self._last: tuple[BoardState, Cut, Palette] | None = None
        self._rows = 0
        """The rows that the slice has been given."""

    def on_resize(self) -> None:
        """Show it where there is room now."""
        if self._last is not None:
            self.show(*self._last)

    def show(self, state: BoardState, cut: Cut, palette: Palette) -> None:
        """Show a slice, once there is room to be seen in."""
        if self._last is None:
            self.mount(self._caption, self._slice)
        self._last = state, cut, palette
        rows = min(len(state.battle.world.field.levels), self._most)
        if rows != self._rows:
            self._rows = self._slice.styles.height = rows
        if not self.size:
            return
        texts = _("Side view: row {n}"), _("Side view: column {n}")
        title = texts[cut.along].format(n=cut.through[1 - cut.along])
        across = _("{axis} across").format(axis="xy"[cut.along])
        self._caption.put((Content(title), Content.styled(across, "$foreground-muted")))
        self._slice.show(state, cut, palette)
