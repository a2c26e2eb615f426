"""Levels: what floors and walls let a mover do on a map of cubes, as arrays for the search.

They say for a whole window what :mod:`tacsim.rules.movement.footing` and
:mod:`tacsim.rules.movement.steps` say of one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Cell
from tacsim.grid.windows import Window
from tacsim.rules.movement import footing
from tacsim.rules.movement.footing import Holds
from tacsim.rules.movement.policies import Option
from tacsim.rules.movement.steps import Mover

Padding: TypeAlias = Callable[[Grid], Grid]
"""An array over the window with a rim of zeros."""

Look: TypeAlias = Callable[[Grid, Cell], Grid]
"""Such an array as seen from cells that lie an offset before."""

_HERE: Cell = (0, 0, 0)


class Levels:
    """Floors and holds in a window, for a mover that has climbed so high already."""

    def __init__(
        self, mover: Mover, window: Window, climbed: int, padded: Padding, look: Look
    ) -> None:
        self._mover = mover
        self._window = window
        self._padded = padded
        self._look = look
        self._arrays: dict[tuple[str, Cell], Grid] = {}
        self.floors: Grid = window.cut(mover.field.plates)
        """The cubes with a floor between them and the ones below."""
        self._holds: dict[Cell, Holds] = {}
        self._most = mover.climbs if mover.earthbound else None
        climbs = self._most is not None and self._hold((1, 1, 1)).wall.any()
        most = (self._most or 0) if climbs else 0
        self.heights = range(min(-most, climbed), max(most, climbed) + 1)
        """The cubes climbed that are told apart, one after another."""

    def whole(self, extent: Cell) -> Grid | bool:
        """Where no floor lies between the layers of a body of a shape."""
        width, height, depth = extent
        if depth == 1 or not self.floors.any():
            return True
        inner = self._window.cover(self.floors, (width, height, depth - 1), np.logical_or)
        free = np.ones_like(inner)
        free[:-1] = ~inner[1:]
        return free

    def through(self, extent: Cell, by: Cell, option: Option) -> Grid:
        """The nodes from which a straight step takes some cube of the body through a floor."""
        starts = [max(0, n - d) for n, d in zip(option.offset, by, strict=True)]
        ends = [
            min(size, n - d + new)
            for size, n, d, new in zip(extent, option.offset, by, option.extent, strict=True)
        ]
        box = tuple(end - start for start, end in zip(starts, ends, strict=True))
        crossed = self._window.cover(self.floors, box, np.logical_or)
        up = (starts[0], starts[1], starts[2] + max(by[2], 0))
        return self._look(self._padded(crossed), up)

    def holds(self, extent: Cell, option: Option) -> Iterator[tuple[int, int, Grid | None]]:
        """Cubes climbed before and after a step, and the nodes from which it finds a hold so.

        By their places among the ``heights``.
        """
        if not self._mover.earthbound:
            yield 0, 0, None
            return
        rise = option.offset[2]
        if not rise:
            yield from self._onward(option, 0, None)
            return
        low, offset = (extent, _HERE) if rise > 0 else (option.extent, option.offset)
        stairs = self._seen("stairs", low, offset)
        wall = self._seen("wall", low, offset)
        if stairs.any():
            yield from self._onward(option, 0, stairs)
            wall = wall & ~stairs
        if wall.any():
            yield from self._onward(option, rise, wall)

    def _onward(
        self, option: Option, cubes: int, where: Grid | None
    ) -> Iterator[tuple[int, int, Grid]]:
        """The same for a step that climbs so many cubes, by where it leads to."""
        stand, hang = (self._seen(key, option.extent, option.offset) for key in ("stand", "hang"))
        if where is not None:
            stand, hang = stand & where, hang & where
        if self._most is None:
            yield 0, 0, stand | hang
            return
        stands, hangs, place = stand.any(), hang.any(), self.heights.index
        for climbed in self.heights:
            if footing.farther(climbed, cubes) > self._most:
                continue
            if stands:
                yield place(climbed), place(0), stand
            if hangs:
                yield place(climbed), place(climbed + cubes), hang

    def _seen(self, key: str, extent: Cell, offset: Cell) -> Grid:
        """One of the arrays on holds for bodies of a shape, as seen from an offset before."""
        if (key, extent) not in self._arrays:
            self._arrays[key, extent] = self._padded(getattr(self._hold(extent), key))
        return self._look(self._arrays[key, extent], offset)

    def _hold(self, extent: Cell) -> Holds:
        if extent not in self._holds:
            mover = self._mover
            self._holds[extent] = footing.holds(mover.battle, mover.creature, self._window, extent)
        return self._holds[extent]


__all__ = ["Levels"]
