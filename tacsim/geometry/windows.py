"""Windows: the part of a map that a search looks at, as arrays in which a step is one offset.

On squares a window is a rectangle of the map. On hexes it is sheared: its columns are the first of
the axial coordinates, so that a step changes row and column alike wherever it starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacsim.geometry import hexes
from tacsim.geometry.cells import Body, Cell

Grid: TypeAlias = NDArray[Any]


class Window(Protocol):
    """A part of a map."""

    shape: tuple[int, int]
    """Rows and columns."""
    clipped: bool
    """Whether it would go on where the map ends."""

    def cut(self, grid: Grid) -> Grid:
        """The window's part of an array over the map; 0 where there is no map."""
        ...

    def index(self, cell: Cell) -> tuple[int, int]:
        """The row and column of a cell, whether it is in the window or not."""
        ...

    def part(self, body: Body) -> Any:
        """What indexes the cells of a body that lie in the window."""
        ...

    def cells(self, rows: Sequence[int], columns: Sequence[int]) -> list[Cell]:
        """The cells at some rows and columns."""
        ...

    def offset(self, by: Cell) -> tuple[int, int]:
        """The columns and rows that a step goes on."""
        ...

    def cover(self, grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
        """Join an array over the cells of a body at each anchor, 0 beyond the window."""
        ...


class SquareWindow:
    """A rectangle of a map of squares.

    >>> window = SquareWindow((9, 9), (4, 4), 2, (1, 1))
    >>> window.shape, window.index((4, 4))
    ((5, 5), (2, 2))
    """

    def __init__(self, size: tuple[int, int], at: Cell, reach: int, full: Cell) -> None:
        self.x0, self.y0 = (max(0, at[i] - reach) for i in (0, 1))
        x1, y1 = (min(size[i], at[i] + reach + max(full)) for i in (0, 1))
        self.shape = (y1 - self.y0, x1 - self.x0)
        self.clipped = min(self.x0, self.y0, size[0] - x1, size[1] - y1) == 0
        self._part = slice(self.y0, y1), slice(self.x0, x1)

    def cut(self, grid: Grid) -> Grid:
        """The rectangle of an array over the map."""
        return grid[self._part]

    def index(self, cell: Cell) -> tuple[int, int]:
        """The row and column of a cell."""
        return cell[1] - self.y0, cell[0] - self.x0

    def part(self, body: Body) -> tuple[slice, slice]:
        """The rows and columns of a body, cut at the window's sides."""
        (x, y), (w, h) = body
        left, top = x - self.x0, y - self.y0
        return slice(max(top, 0), max(top + h, 0)), slice(max(left, 0), max(left + w, 0))

    def cells(self, rows: Sequence[int], columns: Sequence[int]) -> list[Cell]:
        """The cells at some rows and columns."""
        x0, y0 = self.x0, self.y0
        return [(x + x0, y + y0) for y, x in zip(rows, columns, strict=True)]

    def offset(self, by: Cell) -> tuple[int, int]:
        """The step itself."""
        return by[0], by[1]

    def cover(self, grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
        """Join an array over the boxes of an extent, first along the rows."""
        width, height = extent
        if width == 1 and height == 1:
            return grid
        out = np.zeros_like(grid)
        rows, columns = grid.shape[0] - height + 1, grid.shape[1] - width + 1
        if rows <= 0 or columns <= 0:
            return out
        across = grid[:, :columns].copy()
        for x in range(1, width):
            join(across, grid[:, x : x + columns], out=across)
        both = across[:rows].copy()
        for y in range(1, height):
            join(both, across[y : y + rows], out=both)
        out[:rows, :columns] = both
        return out


class HexWindow:
    """A sheared part of a map of hexes: column q, row r of the axial coordinates.

    >>> window = HexWindow((9, 9), (4, 4), 2, (1,))
    >>> window.shape, window.index((4, 4)), window.cells([2], [2])
    ((5, 5), (2, 2), [(4, 4)])
    """

    def __init__(self, size: tuple[int, int], at: Cell, reach: int, full: Cell) -> None:
        width, height = size
        far = reach + full[0] - 1
        self.y0, y1 = max(0, at[1] - reach), min(height, at[1] + far + 1)
        q = at[0] - (at[1] >> 1)
        least, most = -((y1 - 1) >> 1), width - 1 - (self.y0 >> 1)
        self.q0, q1 = max(q - far, least), min(q + far, most) + 1
        self.shape = (y1 - self.y0, q1 - self.q0)
        ys = np.arange(self.y0, y1)[:, None]
        xs = np.arange(self.q0, q1)[None, :] + (ys >> 1)
        self._on = (xs >= 0) & (xs < width)
        self.clipped = not self._on.all() or self.y0 == 0 or y1 == height
        self._ys, self._xs = np.broadcast_to(ys, xs.shape)[self._on], xs[self._on]

    def cut(self, grid: Grid) -> Grid:
        """What an array over the map holds, sheared; 0 beyond the map."""
        out = np.zeros(self.shape, grid.dtype)
        out[self._on] = grid[self._ys, self._xs]
        return out

    def index(self, cell: Cell) -> tuple[int, int]:
        """The row and column of a cell."""
        return cell[1] - self.y0, cell[0] - (cell[1] >> 1) - self.q0

    def part(self, body: Body) -> tuple[list[int], list[int]]:
        """The rows and columns of those cells of a body that lie in the window."""
        height, width = self.shape
        found = [self.index(cell) for cell in body.cells]
        inside = [(y, x) for y, x in found if 0 <= y < height and 0 <= x < width]
        return [y for y, _ in inside], [x for _, x in inside]

    def cells(self, rows: Sequence[int], columns: Sequence[int]) -> list[Cell]:
        """The cells at some rows and columns."""
        y0, q0 = self.y0, self.q0
        return [(q + q0 + ((r + y0) >> 1), r + y0) for r, q in zip(rows, columns, strict=True)]

    def offset(self, by: Cell) -> tuple[int, int]:
        """The first two of the three coordinates."""
        return by[0], by[1]

    def cover(self, grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
        """Join an array over the hexes of a body."""
        (n,) = extent
        if n == 1:
            return grid
        height, width = grid.shape
        padded = np.zeros((height + 2 * n, width + 2 * n), grid.dtype)
        padded[n:-n, n:-n] = grid
        out = grid.copy()
        for q, r, _ in hexes.rows(n)[1:]:
            join(out, padded[n + r : n + r + height, n + q : n + q + width], out=out)
        return out


__all__ = ["HexWindow", "SquareWindow", "Window"]
