"""Where things lie on a map of Tiled, whose objects have their places in points of the screen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import attrs

from tacsim.content.imports.sources import Value
from tacsim.content.imports.walls import Line, Point, snapped
from tacsim.grid.cells import Cell

THINGS = 20_000
"""The most layers of a map; the most tilesets, tiles of a set, chunks and objects."""
ROUND = 32
"""The sides that a round object is drawn with."""


def moved(entry: Value, by: Point) -> Point:
    """By how much what is in a layer or group is moved, in points, which itself is moved too."""
    x, y = (entry.get(key, 0).number() for key in ("offsetx", "offsety"))
    return by[0] + x, by[1] + y


@attrs.frozen
class Plan:
    """How the tiles of a map lie: their size in points, and the first of them.

    ``side``: that of hexes which is upright; ``across``: whether columns are staggered, not rows,
    ``even``: whether it is the even ones; ``staggered`` is neither for squares in rows.
    """

    wide: float
    high: float
    side: float
    low: Cell
    isometric: bool
    staggered: bool
    across: bool
    even: bool

    def outline(self, entry: Value, by: Point) -> Line:
        """The line of an object, in squares."""
        points = [
            (point.get("x").number(), point.get("y").number())
            for key in ("polyline", "polygon")
            for point in entry.get(key).entries(THINGS)
        ]
        if not points:
            w, h = (entry.get(key, 0).number(0) for key in ("width", "height"))
            points = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]
            if entry.get("ellipse"):
                turns = (2 * math.pi * n / ROUND for n in range(ROUND))
                points = [(w / 2 * (1 + math.cos(t)), h / 2 * (1 + math.sin(t))) for t in turns]
        if not entry.get("polyline"):
            points.append(points[0])
        wide = self.high if self.isometric else self.wide
        return [
            snapped((x / wide - self.low[0], y / self.high - self.low[1]))
            for x, y in self._placed(entry, by, points)
        ]

    def cell(self, entry: Value, by: Point) -> Cell:
        """Column and row of the tile in which an object lies; one with a picture by its middle."""
        middle = (0.0, 0.0)
        if entry.get("gid"):  # whose place is that of its foot
            w, h = (entry.get(key, 0).number(0) for key in ("width", "height"))
            middle = (w / 2, -h / 2)
            if self.isometric:
                middle = (-self.high / 2, -self.high / 2)
        ((x, y),) = self._placed(entry, by, [middle])
        if self.staggered:
            return self._nearest(x, y)
        wide = self.high if self.isometric else self.wide
        return math.floor(x / wide) - self.low[0], math.floor(y / self.high) - self.low[1]

    def _placed(self, entry: Value, by: Point, points: Iterable[Point]) -> Iterator[Point]:
        """Points of an object where they lie on the map: it is turned about its place."""
        x, y = entry.get("x", 0).number() + by[0], entry.get("y", 0).number() + by[1]
        turn = math.radians(entry.get("rotation", 0).number())
        for dx, dy in points:
            yield (x + dx * math.cos(turn) - dy * math.sin(turn),
                   y + dx * math.sin(turn) + dy * math.cos(turn))  # fmt: skip

    def _nearest(self, x: float, y: float) -> Cell:
        """The cell whose middle is nearest to a point, where rows or columns are staggered."""
        wide, high = self.wide, self.high
        if self.across:
            (x, y), (wide, high) = (y, x), (high, wide)
        low_x, low_y = self.low[::-1] if self.across else self.low
        pitch = (high + self.side) / 2
        shift = 0 if self.even else 1
        best: tuple[float, Cell] | None = None
        row = math.floor(y / pitch)
        for r in range(row - 2, row + 3):
            right = wide / 2 if r % 2 == shift else 0
            column = round((x - right) / wide - 0.5)
            dx, dy = (column + 0.5) * wide + right - x, r * pitch + high / 2 - y
            far = dx * dx + dy * dy
            if best is None or far < best[0]:
                best = far, (column - low_x, r - low_y + self.even)
        assert best is not None
        return best[1]
