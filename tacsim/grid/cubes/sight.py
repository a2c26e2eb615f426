"""Sight in space: along the lines of effect, all of them at once.

A clear cell is seen if the line from centre to centre is free, which is told in whole numbers and
by the same rule as in `cube_cover.line_of_effect`: so of two clear cells each sees the other or
neither does. Arrays over the map are indexed ``[z, y, x]``, and axes are in that order here; a
place is an index into such an array made flat.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import permutations, product
from typing import Any, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from tacsim.grid.cells import Cell
from tacsim.grid.squares.lines import Edge

Grid: TypeAlias = NDArray[Any]

_NO_EDGES: frozenset[Edge] = frozenset()
_NEVER = np.iinfo(np.int32).max

_GOAL, _LENGTH, _END, _PLACE = range(4)
_TIMES, _PACES, _STEPS = slice(4, 7), slice(7, 10), slice(10, 13)
"""Of a line: the place it leads to, how many cells that lies off along all axes together, when it
comes there, and where it is; along each axis when it comes into the next cell, after how long again
into the one after, and how many places lie between them."""


def visible(
    clear: Grid, floors: Grid | None, at: Cell, edges: AbstractSet[Edge] = _NO_EDGES
) -> Grid:
    """The cells seen from one, where `clear` tells which can be seen through; all ``[z, y, x]``.

    ``floors``: the cells between which and the one below nothing is seen; ``edges``: pairs of cells
    between which there is such a wall. A cell that cannot be seen through is seen if the line to
    its centre is free before it, or if a clear cell is seen that touches it on the side of who
    looks, and no floor or wall lies between. The cell looked from is always seen.

    >>> clear = np.array([[[1, 1, 0, 1], [1, 1, 1, 1]]], bool)
    >>> visible(clear, None, (0, 0, 0)).astype(int).tolist()
    [[[1, 1, 1, 0], [1, 1, 1, 1]]]
    >>> high, floors = np.ones((2, 1, 3), bool), np.zeros((2, 1, 3), bool)
    >>> floors[1] = True
    >>> visible(high, floors, (0, 0, 0)).astype(int).tolist()
    [[[1, 1, 1]], [[0, 0, 0]]]
    """
    clear = np.ascontiguousarray(clear)
    rays = _Rays(clear, _shut(clear.shape, floors, edges), at)
    seen = ~rays.doubtful()
    seen |= rays.free(np.flatnonzero(~seen))
    seen[at[::-1]] = True
    dark = np.flatnonzero(~(seen | clear))
    seen.flat[dark] = rays.shown(dark, (seen & clear).ravel())
    return seen


def _shut(
    shape: tuple[int, ...], floors: Grid | None, edges: AbstractSet[Edge]
) -> tuple[Grid | None, ...]:
    """For each axis the cells shut towards the one before; None: there are none."""
    found = np.zeros((3, *shape), bool)
    if floors is not None:
        found[0] |= floors
    for a, b in edges:
        index = max(a, b)[::-1]
        if all(0 <= n < size for n, size in zip(index, shape, strict=True)):
            axis = next(axis for axis in range(3) if a[2 - axis] != b[2 - axis])
            found[(axis, *index)] = True
    return tuple(grid if grid.any() else None for grid in found)


@frozen
class _Rays:
    """The lines from the centre of one cell to the centres of others."""

    clear: Grid
    shut: tuple[Grid | None, ...]
    at: Cell

    @property
    def strides(self) -> Grid:
        """How many places lie between neighbours along each axis."""
        _, height, width = self.clear.shape
        return np.array([[height * width], [width], [1]])

    @property
    def here(self) -> Grid:
        """The indexes of the cell looked from."""
        return np.array([[n] for n in self.at[::-1]])

    def doubtful(self) -> Grid:
        """The cells between which and the one looked from something stands, on the line or not."""
        found = ~self.clear
        found[self.at[::-1]] = False
        for axis, shut in enumerate(self.shut):
            if shut is not None:
                n = self.at[2 - axis]
                on, off = np.moveaxis(found, axis, 0), np.moveaxis(shut, axis, 0)
                on[n + 1 :] |= off[n + 1 :]
                on[:n] |= off[1 : n + 1]
        for axis, n in enumerate(self.at[::-1]):
            along = np.moveaxis(found, axis, 0)
            for part in (along[n:], along[n::-1]):
                np.logical_or.accumulate(part, out=part)
        return found

    def free(self, goals: Grid) -> Grid:
        """The cells to which the line is free, of some places; the last cell never stops it.

        All lines go on together, each at every turn into the next cell that it comes to. The
        longest come first, so that those still under way are the first ones.
        """
        found = np.zeros(self.clear.size, bool)
        found[goals] = True
        lines = self._lines(goals)
        for turn in range(int(lines[_LENGTH].max(initial=0))):
            if turn % 8 == 0:  # often enough to drop those that are stopped
                lines = lines[:, found[lines[_GOAL]]]
            lines = lines[:, : int(np.searchsorted(-lines[_LENGTH], -turn))]
            found[lines[_GOAL][~self._go_on(lines)]] = False
        return found.reshape(self.clear.shape)

    def _lines(self, goals: Grid) -> Grid:
        """The lines to some places, in columns; the rows are told beside `_GOAL`."""
        by = np.array(np.unravel_index(goals, self.clear.shape)) - self.here
        far = np.maximum(abs(by), 1)
        end = 2 * far.prod(axis=0)
        lines = np.empty((13, goals.size), np.int32)
        lines[_GOAL], lines[_LENGTH], lines[_END] = goals, abs(by).sum(axis=0), end
        lines[_PLACE] = (self.here * self.strides).sum()
        lines[_TIMES] = np.where(by == 0, _NEVER, end // far // 2)
        lines[_PACES] = end // far
        lines[_STEPS] = np.sign(by) * self.strides
        return lines[:, np.argsort(-lines[_LENGTH], kind="stable")]

    def _go_on(self, lines: Grid) -> Grid:
        """Take lines into the next cells, and say which of them come into these."""
        goal, place, times = lines[_GOAL], lines[_PLACE], lines[_TIMES]
        now = np.minimum(np.minimum(times[0], times[1]), times[2])
        under_way = now < lines[_END]
        crossed = [(time == now) & under_way for time in times]
        there = place.copy()
        for time, pace, step, over in zip(
            times, lines[_PACES], lines[_STEPS], crossed, strict=True
        ):
            time += pace * over
            there += step * over
        open_: Grid = self.clear.ravel()[there.astype(np.intp)] | (there == goal)
        several = (crossed[0] & crossed[1]) | ((crossed[0] | crossed[1]) & crossed[2])
        for shut, over in zip(self.shut, crossed, strict=True):
            if shut is not None:
                open_ &= several | ~over | ~shut.ravel()[np.maximum(place, there)]
        turns = np.flatnonzero(several & open_)
        if turns.size:
            taken = np.array([over[turns] for over in crossed]) * lines[_STEPS][:, turns]
            open_[turns] = self._leads(place[turns], taken, there[turns])
        place[:] = there
        return open_

    def _leads(self, place: Grid, taken: Grid, goal: Grid) -> Grid:
        """The same for lines that cross several axes at once, which they may take in any order."""
        clear, found = self.clear.ravel(), np.zeros(place.size, bool)
        for order in permutations(range(3)):
            here, open_ = place, np.ones(place.size, bool)
            for axis in order:
                there, shut = here + taken[axis], self.shut[axis]
                open_ &= (there == here) | (there == goal) | clear[there]
                if shut is not None:
                    open_ &= (there == here) | ~shut.ravel()[np.maximum(here, there)]
                here = there
            found |= open_
        return found

    def shown(self, places: Grid, seen: Grid) -> Grid:
        """Whether some places touch one that is seen on the side of who looks."""
        by = self.here - np.array(np.unravel_index(places, self.clear.shape))
        steps, found = np.sign(by) * self.strides, np.zeros(places.size, bool)
        for axes in product((0, 1), repeat=3):
            taken = steps * np.array(axes)[:, None]
            near = places + taken.sum(axis=0)
            open_ = seen[near]
            for shut, along in zip(self.shut, taken, strict=True):
                if shut is not None:
                    for here, there in ((places, places + along), (near - along, near)):
                        open_ &= (along == 0) | ~shut.ravel()[np.maximum(here, there)]
            found |= open_
        return found
