"""Frames that draw and send only what has changed.

Textual's compositor renders every widget in the smallest rectangle around all changes, and sends
each changed line from the left edge of its widget on. A cursor that moves changes two cells of the
board, the hint at the foot and a panel at the top: nearly the whole screen lies between them.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.widget import Widget

Placed = dict[Widget, tuple[Region, Region]]
"""Widgets from front to back, with the region of each and the part of it that may be drawn."""


class Frugal(Compositor):
    """Renders only the widgets that have changed, and of them only the lines in question."""

    _changed: Placed | None = None

    @property
    def visible_widgets(self) -> Placed:
        """Those on the screen; while a part of it is drawn, those in that part."""
        return super().visible_widgets if self._changed is None else self._changed

    def render_partial_update(self) -> ChopsUpdate | None:
        """The cells that have changed."""
        _ = self.cuts  # found once, from all widgets
        self._changed = concerned(self.visible_widgets, self._dirty_regions)
        try:
            update = super().render_partial_update()
        finally:
            self._changed = None
        return update and Cells(update.chops, update.spans, update.chop_ends)


def concerned(placed: Placed, dirty: set[Region]) -> Placed:
    """The widgets that show in dirty regions, each cut to the lines that lie in them.

    >>> front, back = Widget(), Widget()
    >>> placed = {front: (Region(0, 0, 9, 3),) * 2, back: (Region(0, 0, 20, 9),) * 2}
    >>> [one is front for one in concerned(placed, {Region(2, 1, 3, 1)})]
    [True]
    >>> concerned(placed, {Region(8, 2, 3, 2)})[back][1]
    Region(x=0, y=2, width=20, height=2)
    """
    found: Placed = {}
    bare = dirty
    for widget, (region, clip) in placed.items():
        shown = region.intersection(clip)
        parts = [part for one in bare if (part := shown.intersection(one))]
        if parts:
            top, bottom = min(one.y for one in parts), max(one.bottom for one in parts)
            found[widget] = region, Region(clip.x, top, clip.width, bottom - top)
            bare = {one for one in bare if not shown.contains_region(one)}
    return found


class Cells(ChopsUpdate):
    """An update that sends changed cells, not what stands to the left of them."""

    def render_segments(self, console: Console) -> str:
        """The sequences for the terminal."""
        sent = []
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, x1), min(end, x2)
                if strip is not None and left < right:
                    part = strip.crop(left - x, right - x)
                    sent += [Control.move_to(left, y).segment.text, part.render(console)]
        return "".join(sent)
