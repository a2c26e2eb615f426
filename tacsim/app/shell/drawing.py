"""Frames that draw and send only the cells that have changed.

Textual's compositor renders every widget in the smallest rectangle around all changes, and divides
each line of them where any widget begins or ends. A cursor that moves changes two cells of the
board, the hint at the foot and a panel at the top: nearly the whole screen lies between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter

from rich.cells import cell_len
from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor
from textual.color import TRANSPARENT
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import NULL_REGION, Region
from textual.strip import Strip
from textual.widget import Widget

Placed = Mapping[Widget, tuple[Region, Region]]
"""Widgets from front to back, with the region of each and the part of it that may be drawn."""
Part = tuple[int, int, int]
"""A part of a line: the line, its first column, and the one after its last."""
Shown = tuple[int, int, Widget, Region]
"""Part of a line: its first column, the one after its last, who shows there, and where that is."""
Piece = tuple[int, int, Strip]
"""What stands in a part of a line: its first column, the line, and the strip."""


class Frugal(Compositor):
    """Renders only the cells that have changed, each from the widget that shows there."""

    _placed: Placed | None = None
    """The widgets on the screen by which the lines were made out."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[int, list[Shown]] = {}

    def mark(self, widget: Widget, regions: Sequence[Region]) -> bool:
        """Have parts of a widget in the next frame; whether it is on the screen."""
        region, clip = self.visible_widgets.get(widget, (NULL_REGION, NULL_REGION))
        parts = (clip.intersection(part.translate(region.offset)) for part in regions)
        self._dirty_regions.update(filter(None, parts))
        return bool(region)

    def render_partial_update(self) -> ChopsUpdate | None:
        """The cells that have changed."""
        dirty = self._dirty_regions.copy()
        self._dirty_regions.clear()
        pieces = self._pieces(self._regions_to_spans(dirty))
        return Cells(pieces) if pieces else None

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        """Whole lines, in which every widget has what shows of it in one piece.

        Textual divides a line where any widget begins or ends, also one that lies behind, and a
        character of two columns does not survive that.
        """
        lines = filter(is_rendered_line, crop.line_range)
        chops: list[dict[int, Strip]] = [{} for _ in range(self.size.height)]
        for first, y, strip in sorted(
            self._pieces([(y, 0, self.size.width) for y in lines]), key=itemgetter(0)
        ):
            chops[y][first] = strip
        return chops

    def _pieces(self, spans: Iterable[Part]) -> list[Piece]:
        """What shows in parts of the screen's lines, from the top down."""
        placed = self.visible_widgets
        if placed is not self._placed:
            self._placed, self._lines = placed, {}
        parts: dict[Widget, list[Part]] = {}
        shown: dict[Widget, list[tuple[int, int]]] = {}
        where: dict[Widget, Region] = {}
        for y, first, end in spans:
            line = self._lines.get(y)
            if line is None:
                line = self._lines[y] = foremost(placed, y, self.size.width)
            for left, right, widget, region in line:
                if left < end and first < right:
                    parts.setdefault(widget, []).append((y, max(left, first), min(right, end)))
                    shown.setdefault(widget, []).append((left, right))
                    where[widget] = region
        pieces = (
            drawn(widget, where[widget], found, shown[widget]) for widget, found in parts.items()
        )
        return [piece for some in pieces for piece in some]


class Drawn(Widget):
    """A widget that draws any part of its lines at once, and keeps nothing of what it has drawn."""

    def strips(self, parts: Sequence[Part]) -> list[Strip]:
        """What stands in parts of its lines."""
        raise NotImplementedError

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Those that concern it: it has none of the colours that are the terminal's own."""
        return [one for one in super().get_line_filters() if not isinstance(one, ANSIToTruecolor)]

    def sent(self, parts: Sequence[Part]) -> list[Strip]:
        """The same as it is sent to the terminal."""
        strips = self.strips(parts)
        for filtered in self.get_line_filters():
            behind = self.visual_style.background or TRANSPARENT
            strips = [strip.apply_filter(filtered, behind) for strip in strips]
        return strips

    def render_lines(self, crop: Region) -> list[Strip]:
        """Whole lines, or a rectangle of them."""
        return self.sent([(y, crop.x, crop.right) for y in crop.line_range])

    def render_line(self, y: int) -> Strip:
        """A line."""
        return self.strips([(y, 0, self.outer_size.width)])[0]

    def repaint(self, *regions: Region) -> None:
        """Have parts of it in the next frame, or all of it.

        Textual's own ``refresh`` goes through the queue of the widget, then through that of the
        screen, which takes longer than to draw.
        """
        if not self.is_mounted:
            return
        screen = self.screen
        if not isinstance(screen._compositor, Frugal):
            self.refresh(*regions)
        elif screen._compositor.mark(self, regions or (self.outer_size.region,)):
            screen._dirty_widgets.add(screen)
            screen.check_idle()


def foremost(placed: Placed, y: int, width: int) -> list[Shown]:
    """Who shows in a line of the screen, and from which column to which.

    >>> front, back = Widget(), Widget()
    >>> placed = {front: (Region(2, 0, 3, 1),) * 2, back: (Region(0, 0, 9, 2),) * 2}
    >>> [(left, right, one is front) for left, right, one, _at in foremost(placed, 0, 9)]
    [(2, 5, True), (0, 2, False), (5, 9, False)]
    """
    found: list[Shown] = []
    bare = [(0, width)]
    for widget, (region, clip) in placed.items():
        shown = region.intersection(clip)
        if not shown.y <= y < shown.bottom:
            continue
        rest: list[tuple[int, int]] = []
        for start, stop in bare:
            left, right = max(start, shown.x), min(stop, shown.right)
            if left < right:
                found.append((left, right, widget, region))
                rest += [part for part in ((start, left), (right, stop)) if part[0] < part[1]]
            else:
                rest.append((start, stop))
        bare = rest
    return found


def drawn(
    widget: Widget, region: Region, parts: Sequence[Part], shown: Sequence[tuple[int, int]] = ()
) -> Iterable[Piece]:
    """Parts of lines of a widget, from the top down, as it draws itself.

    One that has to draw whole rectangles is asked once for lines that lie one under another. Where
    more of a line is ``shown``, from a column to one, a character at the edge of a part is drawn as
    a whole.
    """
    if isinstance(widget, Drawn):
        x, top, *_size = region
        strips = widget.sent([(y - top, first - x, end - x) for y, first, end in parts])
        yield from ((first, y, strip) for (y, first, _e), strip in zip(parts, strips, strict=True))
        return
    wider = [
        (y, max(first - 1, left), min(end + 1, right))
        for (y, first, end), (left, right) in zip(parts, shown, strict=True)
    ] if shown else parts  # fmt: skip
    ends = [n for n, (one, other) in enumerate(pairwise(parts), 1) if other[0] - one[0] > 1]
    for start, stop in pairwise([0, *ends, len(parts)]):
        block = wider[start:stop]
        top, left = block[0][0], min(first for _y, first, _end in block)
        right, high = max(end for _y, _first, end in block), block[-1][0] - top + 1
        strips = widget.render_lines(
            Region(left - region.x, top - region.y, right - left, high)
        )  # fmt: skip
        for (y, first, end), (_y, low, up) in zip(parts[start:stop], block, strict=True):
            if y - top < len(strips):
                strip = strips[y - top].crop(low - left, up - left)
                first = low if first > low and is_amid(strip, first - low) else first
                end = up if end < up and is_amid(strip, end - low) else end
                yield first, y, strip.crop(first - low, end - low)


def is_amid(strip: Strip, column: int) -> bool:
    """Whether a column of a strip lies within a character.

    >>> from rich.segment import Segment
    >>> wide = Strip([Segment("a오거")])
    >>> [is_amid(wide, column) for column in range(1, 5)]
    [False, True, False, True]
    """
    at = 0
    for char in strip.text:
        if at >= column:
            break
        at += cell_len(char)
    return at > column


class Cells(ChopsUpdate):
    """An update that sends changed cells, wherever they stand."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        super().__init__([], [], [])
        self.pieces = pieces

    def render_segments(self, console: Console) -> str:
        """The sequences for the terminal."""
        return "".join(
            f"\x1b[{y + 1};{x + 1}H{strip.render(console)}" for x, y, strip in self.pieces
        )
