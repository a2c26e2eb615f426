"""Windows: the part of a map that a search looks at, as arrays in which a step is one offset.

On squares a window is a rectangle of the map, in space a box. On hexes it is sheared: its columns
are the first of the axial coordinates, so that a step changes row and column alike wherever it
starts.
"""

from __future__ import annotations

from operator import eq
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacsim.grid.cells import Body, Cell
from tacsim.grid.hexes import coordinates as hexes

Grid: TypeAlias = NDArray[Any]


class Window(Protocol):
    """A part of a map."""

    shape: tuple[int, ...]
    """Rows and columns; before them, levels."""
    clipped: bool
    """Whether it would go on where the map ends."""

    def cut(self, grid: Grid) -> Grid:
        """The window's part of an array over the map; 0 where there is no map."""
        ...

    def index(self, cell: Cell) -> tuple[int, ...]:
        """Where a cell is in arrays over the window, whether it lies in the window or not."""
        ...

    def part(self, body: Body) -> Any:
        """What indexes the cells of a body that lie in the window."""
        ...

    def cells(self, *places: Grid) -> Grid:
        """The cells at some places as rows: an array of indexes for each axis of the window."""
        ...

    def offset(self, by: Cell) -> tuple[int, ...]:
        """The columns, rows and levels that a step goes on."""
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

    def __init__(self, shape: tuple[int, ...], at: Cell, reach: int, full: Cell) -> None:
        size = shape[::-1]
        self.x0, self.y0 = (max(0, at[i] - reach) for i in (0, 1))
        x1, y1 = (min(size[i], at[i] + reach + max(full)) for i in (0, 1))
        self.shape: tuple[int, ...] = (y1 - self.y0, x1 - self.x0)
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

    def cells(self, *places: Grid) -> Grid:
        """The cells at some rows and columns."""
        y, x = places
        return np.stack((x + self.x0, y + self.y0), axis=1)

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


class CubeWindow:
    """A box of a map of cubes.

    >>> window = CubeWindow((3, 9, 9), (4, 4, 0), 2, (1, 1, 1))
    >>> window.shape, window.index((4, 5, 1))
    ((3, 5, 5), (1, 3, 2))
    """

    def __init__(self, shape: tuple[int, ...], at: Cell, reach: int, full: Cell) -> None:
        size = shape[::-1]
        self.x0, self.y0, self.z0 = starts = tuple(max(0, n - reach) for n in at)
        ends = tuple(min(most, n + reach + max(full)) for most, n in zip(size, at, strict=True))
        spans = tuple(zip(starts, ends, strict=True))[::-1]
        self.shape = tuple(end - start for start, end in spans)
        self.clipped = min(starts) == 0 or any(map(eq, ends, size))
        self._part = tuple(slice(start, end) for start, end in spans)

    def cut(self, grid: Grid) -> Grid:
        """The box of an array over the map."""
        return grid[self._part]

    def index(self, cell: Cell) -> tuple[int, int, int]:
        """The level, row and column of a cell."""
        return cell[2] - self.z0, cell[1] - self.y0, cell[0] - self.x0

    def part(self, body: Body) -> tuple[slice, ...]:
        """The levels, rows and columns of a body, cut at the window's sides."""
        return tuple(
            slice(max(start, 0), max(start + length, 0))
            for start, length in zip(self.index(body.at), reversed(body.extent), strict=True)
        )

    def cells(self, *places: Grid) -> Grid:
        """The cells at some levels, rows and columns."""
        z, y, x = places
        return np.stack((x + self.x0, y + self.y0, z + self.z0), axis=1)

    def offset(self, by: Cell) -> tuple[int, ...]:
        """The step itself."""
        return by

    def cover(self, grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
        """Join an array over the boxes of an extent, axis by axis."""
        if max(extent) == 1:
            return grid
        out, joined = np.zeros_like(grid), grid
        for axis, length in enumerate(reversed(extent)):
            count = grid.shape[axis] - length + 1
            if count <= 0:
                return out
            along = np.moveaxis(joined, axis, 0)
            first = along[:count].copy()
            for start in range(1, length):
                join(first, along[start : start + count], out=first)
            joined = np.moveaxis(first, 0, axis)
        out[tuple(map(slice, joined.shape))] = joined
        return out


class HexWindow:
    """A sheared part of a map of hexes: column q, row r of the axial coordinates.

    >>> window = HexWindow((9, 9), (4, 4), 2, (1,))
    >>> window.shape, window.index((4, 4)), window.cells(np.array([2]), np.array([2])).tolist()
    ((5, 5), (2, 2), [[4, 4]])
    """

    def __init__(self, shape: tuple[int, ...], at: Cell, reach: int, full: Cell) -> None:
        height, width = shape
        far = reach + full[0] - 1
        self.y0, y1 = max(0, at[1] - reach), min(height, at[1] + far + 1)
        q = at[0] - (at[1] >> 1)
        least, most = -((y1 - 1) >> 1), width - 1 - (self.y0 >> 1)
        self.q0, q1 = max(q - far, least), min(q + far, most) + 1
        self.shape: tuple[int, ...] = (y1 - self.y0, q1 - self.q0)
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

    def cells(self, *places: Grid) -> Grid:
        """The cells at some rows and columns."""
        y, q = places[0] + self.y0, places[1] + self.q0
        return np.stack((q + (y >> 1), y), axis=1)

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
