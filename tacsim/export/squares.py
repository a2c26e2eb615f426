"""Squares: pictures of plain colour, one a kind of ground, for programs that want a picture."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence

import numpy as np

from tacsim.core.terrain import Battlefield, Grid, Terrain
from tacsim.view.palettes.colours import RGB, blend
from tacsim.view.palettes.palette import LIGHT

SIDE = 32
"""The most points of a square each way."""
LARGEST = 4096
"""The most points of a picture each way."""


def colours(kind: Terrain) -> tuple[RGB, RGB]:
    """The colour of a kind of ground, and that of the line around it."""
    known = LIGHT.grounds
    name = next((one for one in (kind.name, *kind.besides) if one in known), "floor")
    found = known[name]
    return found.bg, blend(found.bg, found.fg, 0.4)


def squares(kinds: Sequence[Terrain], grid: Grid, side: int) -> bytes:
    """A PNG of squares of so many points, whose kinds an array has as numbers."""
    points = np.repeat(np.repeat(grid.astype(np.uint8) * 2, side, 0), side, 1)
    points[::side] += 1
    points[:, ::side] |= 1
    palette = [colour for kind in kinds for colour in colours(kind)]
    return _png(points, palette)


def field_picture(field: Battlefield, level: int) -> tuple[bytes, int]:
    """A PNG of a level of a map, and how many points a square of it has each way."""
    names = sorted({name for row in field.levels[level] for name in row})
    numbers = {name: n for n, name in enumerate(names)}
    grid = np.array([[numbers[name] for name in row] for row in field.levels[level]])
    side = max(min(SIDE, LARGEST // max(grid.shape)), 4)
    return squares([field.grounds[name] for name in names], grid, side), side


def _png(points: Grid, palette: Iterable[RGB]) -> bytes:
    """A PNG whose points are numbers of colours."""
    height, width = points.shape
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter, none
    rows[:, 1:] = points
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", bytes(n for colour in palette for n in colour)),
             (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
