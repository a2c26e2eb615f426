"""The board as a widget: a state through a camera, and the pointer over it."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import tcod.console
from textual.events import (
    Leave,
    MouseDown,
    MouseMove,
    MouseScrollDown,
    MouseScrollUp,
    MouseUp,
    Resize,
)
from textual.geometry import Offset, Region
from textual.message import Message
from textual.timer import Timer

from tacsim.app.widgets.picture import Picture
from tacsim.core.terrain import Battlefield
from tacsim.grid.cells import Body, Cell
from tacsim.view.palettes.colours import Palette
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture.board import BoardState, Drawer
from tacsim.view.picture.camera import NORMAL, Camera
from tacsim.view.picture.layout import LAYOUTS
from tacsim.view.picture.levels import flat, span

EDGE = 0.12
"""Seconds between two scrolls while the pointer rests on the edge."""


def fitting(camera: Camera) -> Camera:
    """The camera at the nearest zoom at which the map fits; never farther than the normal level.

    >>> [fitting(Camera(20, 10, columns=n, rows=n // 2)).zoom for n in (60, 80, 120, 160, 200)]
    [2, 3, 4, 5, 6]
    """
    nearer = range(camera.layout.nearest, NORMAL - 1, -1)
    levels = (attrs.evolve(camera, zoom=zoom) for zoom in nearer)
    found = next((one for one in levels if one.fits), attrs.evolve(camera, zoom=NORMAL))
    return found.centred((camera.width // 2, camera.height // 2))


class BoardView(Picture, can_focus=True):
    """Shows a state through a camera; posts what the pointer does, in cells."""

    DEFAULT_CSS = """
    BoardView { width: 1fr; height: 1fr; }
    """

    class Pointed(Message):
        """The pointer is over a cell, and over or nearest to a corner."""

        def __init__(self, cell: Cell, corner: Cell) -> None:
            super().__init__()
            self.cell = cell
            self.corner = corner

    class Clicked(Message):
        """A cell was clicked, over or nearest to a corner."""

        def __init__(self, cell: Cell, corner: Cell, button: int) -> None:
            super().__init__()
            self.cell = cell
            self.corner = corner
            self.button = button

    class Resized(Message):
        """It has another size, and looks at the map accordingly."""

    def __init__(self, key: str, palette: Palette = DARK, zoom: int = NORMAL) -> None:
        super().__init__(key)
        self.palette = palette
        self.camera = Camera(1, 1, zoom=zoom)
        self.state: BoardState | None = None
        self.level = 0
        """The level under view."""
        self.fits = False
        """Whether the zoom follows the size of the widget so that the whole map is shown."""
        self._canvas = tcod.console.Console(1, 1, order="C")
        self._drawer = Drawer()
        self._down: Offset | None = None
        self._dragged = False
        self._edge: tuple[int, int] = (0, 0)
        self._edge_timer: Timer | None = None

    # --- what is shown ------------------------------------------------------------------------

    def show(self, state: BoardState) -> None:
        """Show another state."""
        self.over(state.battle.world.field)
        self.state = state
        self.level = self.highest if state.plan else min(self.level, self.highest)
        self.paint()

    def over(self, field: Battlefield) -> None:
        """Look at a map, of which nothing needs to be shown yet."""
        layout, camera = LAYOUTS[field.topology], self.camera
        if (camera.width, camera.height, camera.layout) != (field.width, field.height, layout):
            self.camera = self._in_room(camera.over(field.width, field.height, layout))

    def _in_room(self, camera: Camera) -> Camera:
        """A camera for the room that there is now, fitting if the board is."""
        camera = camera.resized(*self.room)
        return fitting(camera) if self.fits else camera

    @property
    def room(self) -> tuple[int, int]:
        """Its columns and lines, at least one of each."""
        width, height = self.size
        return max(width, 1), max(height, 1)

    @property
    def highest(self) -> int:
        """The highest level of the map."""
        return len(self.state.battle.world.field.levels) - 1 if self.state else 0

    def paint(self) -> None:
        """Draw the state and refresh the cells that came out differently."""
        width, height = self.outer_size
        if self.state is None or not width or not height:
            return
        console = self._canvas
        if (console.width, console.height) != (width, height):
            console = self._canvas = tcod.console.Console(width, height, order="C")
        state = self.state
        self._drawer.draw(
            console,
            state.battle,
            self.camera,
            state.overlay,
            self.palette,
            state.memory,
            viewer=state.viewer,
            level=self.level,
            plan=state.plan,
            edges=True,
        )
        self.put(console)

    @property
    def cursor_screen_offset(self) -> Offset | None:
        """Where its cursor is on the screen; None while none is shown."""
        cell = None if self.state is None else self.state.overlay.cursor
        if cell is None or not self.camera.sees(cell):
            return None
        return self.content_region.offset + self.camera.position(cell)

    def on_resize(self, _event: Resize) -> None:
        """Keep the middle in the middle."""
        if (self.camera.columns, self.camera.rows) != self.room:
            self.camera = self._in_room(self.camera)
            self.paint()
        self.post_message(self.Resized())

    # --- where to look ------------------------------------------------------------------------

    def follow(self, what: Cell | Body) -> None:
        """Scroll as far as needed to show a cell or a body, on its level."""
        level = span(what)[0] if isinstance(what, Body) else sum(what[2:])
        self._look(self.camera.showing(what), level)

    def level_with(self, body: Body) -> None:
        """Look at the level that a body is on."""
        self._look(self.camera, span(body)[0])

    def climb(self, by: int) -> None:
        """Look at a level ``by`` higher."""
        self._look(self.camera, min(max(self.level + by, 0), self.highest))

    def centre(self, cell: Cell) -> None:
        """Put a cell in the middle."""
        self._look(self.camera.centred(cell))

    def zoom(self, steps: int, keep: Cell | None = None) -> None:
        """Zoom in or out; ends fitting."""
        self.fits = False
        self._look(self.camera.zoomed(steps, keep))

    def scroll_cells(self, dx: int, dy: int) -> None:
        """Scroll by cells."""
        self._look(self.camera.scrolled(dx, dy))

    def _look(self, camera: Camera, level: int | None = None) -> None:
        level = self.level if level is None else level
        if (camera, level) != (self.camera, self.level):
            self.camera, self.level = camera, level
            self.paint()

    def spot(self, body: Body) -> Region:
        """Where a body is on the screen, or would be."""
        left, top, right, bottom = self.camera.box(flat(body))
        return Region(left, top, right - left, bottom - top).translate(self.region.offset)

    def lift(self, bodies: Sequence[Body], rows: int) -> None:
        """Bring bodies into the topmost rows, as many of them as find room, the first before all.

        It may take a smaller zoom, and leave a part of the screen beside the map.
        """
        self._look(self.camera.lifted([flat(body) for body in bodies], rows), span(bodies[0])[0])

    def look_again(self, camera: Camera) -> None:
        """Look as before, at a screen that may have changed its size since."""
        if (camera.columns, camera.rows) != self.room:
            camera = self._in_room(camera)
        self._look(camera)

    # --- the pointer --------------------------------------------------------------------------

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag the map, or point at a cell."""
        if self._down is not None:
            self._drag(event)
            return
        cell = self._cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.Pointed(cell, self._corner_at(event.x, event.y)))
        self._at_edge(event.x, event.y)

    def _cell_at(self, x: int, y: int) -> Cell | None:
        """The cell of the level under view at a place, or None beside the map."""
        cell = self.camera.cell_at(x, y)
        return None if cell is None else self.on_level(cell)

    def _corner_at(self, x: int, y: int) -> Cell:
        """The corner for a place."""
        return self.on_level(self.camera.corner_at(x, y))

    def on_level(self, cell: Cell) -> Cell:
        """A cell of the plane on the level under view; on flat maps the cell itself."""
        axes = self.state.battle.world.field.axes if self.state else 2
        return (*cell[:2], self.level) if axes == 3 else cell

    def _drag(self, event: MouseMove) -> None:
        assert self._down is not None
        wide, high = self.camera.scale
        dx = (
            (self._down.x - event.x) // wide
            if event.x <= self._down.x
            else -((event.x - self._down.x) // wide)
        )
        dy = (
            (self._down.y - event.y) // high
            if event.y <= self._down.y
            else -((event.y - self._down.y) // high)
        )
        if dx or dy:
            self._dragged = True
            self._down = Offset(self._down.x - dx * wide, self._down.y - dy * high)
            self.scroll_cells(dx, dy)

    def on_mouse_down(self, event: MouseDown) -> None:
        """A click or a drag begins."""
        self._down = Offset(event.x, event.y)
        self._dragged = False
        self.capture_mouse()

    def on_mouse_up(self, event: MouseUp) -> None:
        """A click or a drag ends."""
        self.release_mouse()
        dragged, self._down = self._dragged, None
        cell = self._cell_at(event.x, event.y)
        if not dragged and cell is not None:
            corner = self._corner_at(event.x, event.y)
            self.post_message(self.Clicked(cell, corner, event.button))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel comes nearer, where the pointer is."""
        event.stop()
        self.zoom(1, self.camera.cell_at(event.x, event.y))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel goes farther."""
        event.stop()
        self.zoom(-1, self.camera.cell_at(event.x, event.y))

    def on_leave(self, _event: Leave) -> None:
        """The pointer is elsewhere."""
        self._at_edge(-1, -1)

    def _at_edge(self, x: int, y: int) -> None:
        """Scroll on while the pointer rests on the outermost row or column."""
        width, height = self.room
        inside = 0 <= x < width and 0 <= y < height
        dx = (x == width - 1) - (x == 0) if inside else 0
        dy = (y == height - 1) - (y == 0) if inside else 0
        self._edge = (dx, dy)
        if (dx or dy) and self._edge_timer is None:
            self._edge_timer = self.set_interval(EDGE, self._edge_scroll)
        elif not (dx or dy) and self._edge_timer is not None:
            self._edge_timer.stop()
            self._edge_timer = None

    def _edge_scroll(self) -> None:
        self.scroll_cells(*self._edge)
