"""Rasters: which cell of a map each place of a screen shows, as arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import attrs
import numpy as np

from tacsim.core.terrain import Grid
from tacsim.view.picture.camera import Camera
from tacsim.view.picture.layout import Shape

Part: TypeAlias = tuple[slice, slice]
"""Rows and columns of an array."""
Slants: TypeAlias = tuple[Grid, Grid, Grid, Grid]
"""Rows and columns of places, glyphs, and the columns of the places beyond."""


@attrs.frozen(eq=False)
class Raster:
    """What a camera shows of a map on a screen.

    ``window``: the rows and columns of the map that are on it, wholly or in part; ``area``: the
    part of the screen where they are. The rest is about the places of that area: ``cells``, the
    number of the cell that each shows, counted through the window; ``parts``, the number of the
    place in the box around that cell; ``shown``, whether there is a cell at all, or None where
    there is one everywhere. ``slants``: rows and columns of the places that a slanted side cuts,
    the glyphs for the pieces cut off, and the columns of the cells that those belong to.
    """

    window: Part
    area: Part
    cells: Grid
    parts: Grid
    shown: Grid | None
    slants: Slants | None

    def spread(self, grid: Grid) -> Grid:
        """Values of the window's cells, repeated over the places that show each."""
        flat = grid.reshape(-1, *grid.shape[2:])
        found: Grid = flat.take(self.cells, axis=0)
        if self.shown is not None and found.dtype == bool:
            found &= self.shown
        return found

    def drawn(self, boxes: Grid) -> Grid:
        """What each place shows of the box around its cell: boxes by row and column of cells."""
        size = boxes.shape[2] * boxes.shape[3]
        found: Grid = boxes.reshape(-1).take(self.cells * size + self.parts)
        return found

    def lay(self, layer: Grid, values: Grid) -> None:
        """Write values of the area's places where there is a cell."""
        part = layer[self.area]
        if self.shown is None:
            part[...] = values
        else:
            part[self.shown] = values[self.shown]


@lru_cache(maxsize=16)
def raster(camera: Camera, columns: int, rows: int) -> Raster:
    """What a camera shows on a screen of so many columns and rows."""
    window = _window(camera, columns, rows)
    area = _area(camera, window, columns, rows)
    xs, ys, offsets, lines = _owners(camera, area)
    down, across = window
    shown = (down.start <= ys) & (ys < down.stop) & (across.start <= xs) & (xs < across.stop)
    numbers = (ys - down.start) * (across.stop - across.start) + xs - across.start
    parts = lines * camera.shape.wide + offsets
    return Raster(
        window,
        area,
        np.where(shown, numbers, 0),
        parts,
        None if shown.all() else shown,
        _slants(camera.shape, parts, area, columns) if camera.shape.slants else None,
    )


def _window(camera: Camera, columns: int, rows: int) -> Part:
    """The cells that are on the screen; shifted rows and caps reach in from a cell farther off."""
    shape = camera.shape
    x, y = max(camera.left - (shape.shift > 0), 0), max(camera.top - (shape.cap > 0), 0)
    right = min(camera.left - -columns // shape.wide, camera.width)
    bottom = min(camera.top - -rows // shape.high, camera.height)
    return slice(y, max(bottom, y)), slice(x, max(right, x))


def _area(camera: Camera, window: Part, columns: int, rows: int) -> Part:
    """The part of the screen within which those cells lie."""
    shape, (down, across) = camera.shape, window
    left, top = ((across.start - camera.left) * shape.wide, (down.start - camera.top) * shape.high)
    right = (across.stop - camera.left) * shape.wide + shape.shift
    bottom = (down.stop - camera.top) * shape.high + shape.cap
    left, top = max(left, 0), max(top, 0)
    return slice(top, max(min(bottom, rows), top)), slice(left, max(min(right, columns), left))


def _owners(camera: Camera, area: Part) -> tuple[Grid, ...]:
    """Of each place of an area its cell, and the column and row in the box around it."""
    shape = camera.shape
    down, across = (np.arange(part.start, part.stop) for part in area)
    rows, lines = np.divmod(down[:, None] + camera.top * shape.high, shape.high)
    columns = across[None, :] + camera.left * shape.wide

    def owners(up: int) -> tuple[Grid, ...]:
        """Those of the row of cells that begins so many rows higher."""
        ys, spans = rows - up, lines + up * shape.high
        return *np.divmod(columns - shape.shift * (ys % 2), shape.wide), ys, spans

    xs, offsets, ys, spans = np.broadcast_arrays(*owners(0))
    if not shape.cap:
        return xs, ys, offsets, spans
    starts = np.array([span.column for span in shape.spans])[spans]
    ends = np.array([span.right for span in shape.spans])[spans]
    own = (starts <= offsets) & (offsets <= ends)
    pairs = zip((xs, offsets, ys, spans), owners(1), strict=True)
    xs, offsets, ys, spans = (np.where(own, here, above) for here, above in pairs)
    return xs, ys, offsets, spans


def _slants(shape: Shape, parts: Grid, area: Part, columns: int) -> Slants:
    """Where slanted sides cut places, as far as the cell beyond is on the screen."""
    glyphs = np.zeros(shape.wide * len(shape.spans), np.int32)
    beyond = np.zeros_like(glyphs)
    for (column, row), glyph, by in shape.slants:
        glyphs[row * shape.wide + column] = ord(glyph)
        beyond[row * shape.wide + column] = by
    down, across = np.nonzero(glyphs[parts])
    number = parts[down, across]
    down, across = down + area[0].start, across + area[1].start
    there = across + beyond[number]
    inside = (there >= 0) & (there < columns)
    return down[inside], across[inside], glyphs[number][inside], there[inside]
