"""Nodes: bodies as numbers, in arrays over the map or a part of it with a rim around.

The number of a body is that of its shape and of the cell of its least corner, which is its *place*.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Protocol

import numpy as np

from tacsim.core.terrain import Battlefield, Grid
from tacsim.grid.cells import Body, Cell
from tacsim.grid.windows import Window


class Where(Protocol):
    """Some places to be asked about at once."""

    axis: int
    """Which axis of an answer is that of the columns."""

    def rows(self, entries: Grid) -> Grid:
        """The entries of the places, from an array by cell and column."""
        ...

    def look(self, nodes: Grid, shifts: Grid) -> Grid:
        """What an array over the nodes has so far on from the places."""
        ...

    def anywhere(self, answer: Grid, groups: Grid) -> Grid:
        """Of each group of columns, which begin so, whether any is true."""
        ...

    def turned(self, answer: Grid) -> Grid:
        """The same array by column first."""
        ...


class Spots:
    """Places by their numbers: answers are arrays by place and column."""

    axis = 1

    def __init__(self, places: Grid) -> None:
        self._places = places

    def rows(self, entries: Grid) -> Grid:
        """The entries of the places, from an array by cell and column."""
        found: Grid = entries[self._places]
        return found

    def look(self, nodes: Grid, shifts: Grid) -> Grid:
        """What an array over the nodes has so far on from the places."""
        found: Grid = nodes[self._places[:, None] + shifts]
        return found

    def anywhere(self, answer: Grid, groups: Grid) -> Grid:
        """Of each group of columns, which begin so, whether any is true."""
        found: Grid = np.logical_or.reduceat(answer, groups, axis=1)
        return found

    def turned(self, answer: Grid) -> Grid:
        """The same array by column first."""
        return answer.T


class Part:
    """A rectangle of places in the plane: answers are arrays by column and place."""

    axis = 0

    def __init__(self, first: int, shape: tuple[int, ...], stride: int) -> None:
        """``first``: the number of its first place; ``stride``: from row to row."""
        self._first = first
        self._height, self._width = shape
        self._stride = stride

    def rows(self, entries: Grid) -> Grid:
        """The entries of the places, from an array by cell and column."""
        count, columns = entries.shape
        return self.look(entries.T.reshape(-1), np.arange(columns) * count)

    def look(self, nodes: Grid, shifts: Grid) -> Grid:
        """What an array over the nodes has so far on from the places."""
        height, width, stride = self._height, self._width, self._stride
        found = np.empty((len(shifts), height, width), nodes.dtype)
        for into, shift in zip(found, (shifts + self._first).tolist(), strict=True):
            into[...] = nodes[shift : shift + height * stride].reshape(height, stride)[:, :width]
        return found

    def anywhere(self, answer: Grid, groups: Grid) -> Grid:
        """Of each group of columns, which begin so, whether any is true."""
        found = np.empty((len(groups), *answer.shape[1:]), bool)
        for into, start, end in zip(found, groups, (*groups[1:], len(answer)), strict=True):
            np.logical_or.reduce(answer[start:end], axis=0, out=into)
        return found

    def turned(self, answer: Grid) -> Grid:
        """The same array by column first."""
        return answer


class Nodes:
    """The numbers of bodies of some shapes on the map, or on a part of it."""

    def __init__(self, field: Battlefield, extents: tuple[Cell, ...], window: Window) -> None:
        """``extents``: the shapes, the full one first; ``window``: the map or a part of it."""
        self.field = field
        self.extents = extents
        self.window = window
        self.pad = max(map(max, extents)) + 1
        self.sizes = tuple(size + 2 * self.pad for size in window.shape)
        """Rows and columns with the rim, before them levels."""
        self.count = int(np.prod(self.sizes))
        """The nodes of each shape."""
        strides = [int(np.prod(self.sizes[axis + 1 :])) for axis in range(len(self.sizes))]
        self._strides = tuple(reversed(strides))
        self._numbers: dict[Body, int | None] = {}
        self._places: dict[Cell, int | None] = {}

    def number(self, body: Body) -> int | None:
        """The number of a body, None where it has none: far off the map, or of another shape."""
        if body not in self._numbers:
            self._numbers[body] = self._number(body)
        return self._numbers[body]

    def _number(self, body: Body) -> int | None:
        if body.extent not in self.extents:
            return None
        index = [n + self.pad for n in self.window.index(body.at)]
        if not all(0 <= n < size for n, size in zip(index, self.sizes, strict=True)):
            return None
        place = sum(n * by for n, by in zip(reversed(index), self._strides, strict=True))
        return self.extents.index(body.extent) * self.count + place

    def bodies(self, nodes: Grid) -> list[Body]:
        """The bodies of some nodes."""
        shapes, cells = self.cells(nodes)
        extents = [self.extents[shape] for shape in shapes.tolist()]
        return list(map(Body, map(tuple, cells.tolist()), extents))

    def cells(self, nodes: Grid) -> tuple[Grid, Grid]:
        """The numbers of the shapes of some nodes, and their cells as rows."""
        shapes, places = np.divmod(nodes, self.count)
        axes = np.unravel_index(places, self.sizes)
        return shapes, self.window.cells(*(axis - self.pad for axis in axes))

    def part(self, window: Window) -> tuple[slice, ...]:
        """Where a part of the map lies in arrays with a rim."""
        nowhere = (0,) * len(self.field.size)
        moved = zip(self.window.index(nowhere), window.index(nowhere), window.shape, strict=True)
        return tuple(slice(a - b + self.pad, a - b + self.pad + n) for a, b, n in moved)

    def places(self, window: Window) -> Part:
        """The places of a part of the map, in the plane."""
        rows, columns = self.part(window)
        return Part(rows.start * self.sizes[1] + columns.start, window.shape, self.sizes[1])

    def shift(self, by: Cell) -> int:
        """How much larger the number of a body is that lies an offset further."""
        return sum(n * step for n, step in zip(self.window.offset(by), self._strides, strict=True))

    def shifts(self, offsets: Iterable[Cell]) -> Grid:
        """The same for some offsets."""
        return np.array([self.shift(by) for by in offsets])

    def places_of(self, cells: Collection[Cell]) -> list[int]:
        """The places of those of a few cells that are on the part of the map."""
        known = self._places
        for cell in cells:
            if cell not in known:
                known[cell] = next(iter(self.at((cell,)).tolist()), None)
        return [place for cell in cells if (place := known[cell]) is not None]

    def at(self, cells: Iterable[Cell]) -> Grid:
        """The places of those of some cells that are on the part of the map."""
        indices = [self.window.index(cell) for cell in cells if cell in self.field]
        shape = self.window.shape
        inside = [
            index for index in indices
            if all(0 <= n < size for n, size in zip(index, shape, strict=True))
        ]  # fmt: skip
        if not inside:
            return np.zeros(0, int)
        places: Grid = (np.array(inside) + self.pad) @ np.array(self._strides[::-1])
        return places

    def rimmed(self, grid: Grid) -> Grid:
        """The map's array in the window's order, with a rim of zeros."""
        return np.pad(self.window.cut(grid), self.pad)

    def stacked(self, grids: Iterable[Grid]) -> Grid:
        """Arrays over the shapes as one array over the nodes."""
        return np.stack(list(grids)).reshape(-1)

    def cover(self, grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
        """For a body in each place, its cells joined together."""
        return self.window.cover(grid, extent, join)

    @cached_property
    def floors(self) -> Grid:
        """The cubes with a floor between them and the ones below."""
        return self.rimmed(self.field.floors)

    @cached_property
    def has_floors(self) -> bool:
        """Whether there are any."""
        return self.field.axes == 3 and bool(self.floors.any())
