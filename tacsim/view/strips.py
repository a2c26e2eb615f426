"""From a console to runs of equal style, fast; and which cells changed at all."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import tcod.console

from tacsim.core.terrain import Grid
from tacsim.view.colours import RGB

Run: TypeAlias = tuple[str, RGB, RGB]
"""Some text in one style: its characters, foreground and background."""


NEAR = 8
"""Columns that cost a terminal about as many bytes as to go past them."""


def snapshot(console: tcod.console.Console) -> Grid:
    """A copy of what a console shows, to compare with later."""
    return console.rgb.copy()


def changed(before: Grid, after: Grid) -> list[tuple[int, int, int]]:
    """Where two snapshots of one size differ: row, first column, and the column after the last.

    Changes less than ``NEAR`` columns apart are one: to go on is shorter than to go there.

    >>> console = tcod.console.Console(20, 3)
    >>> before = snapshot(console)
    >>> console.rgb["ch"][1, 2] = console.rgb["ch"][1, 5] = console.rgb["ch"][1, 19] = ord("x")
    >>> changed(before, snapshot(console))
    [(1, 2, 6), (1, 19, 20)]
    """
    differs = before["ch"] != after["ch"]
    for layer in ("fg", "bg"):
        differs |= (before[layer] != after[layer]).any(axis=2)
    found: list[tuple[int, int, int]] = []
    ys, xs = np.nonzero(differs)
    for y, x in zip(ys.tolist(), xs.tolist(), strict=True):
        if found and found[-1][0] == y and x - found[-1][2] < NEAR:
            found[-1] = (y, found[-1][1], x + 1)
        else:
            found.append((y, x, x + 1))
    return found


def runs(shown: Grid, first: int = 0, last: int | None = None) -> list[list[Run]]:
    """The runs of some rows of a snapshot or of ``console.rgb``, ``last`` not included."""
    part = np.ascontiguousarray(shown[first:last])
    height, width = part.shape
    if not height or not width:
        return [[] for _ in range(height)]
    codes = np.ascontiguousarray(part["ch"]).astype("<u4", copy=False)
    fg, bg = part["fg"], part["bg"]
    style = np.empty((height, width), np.int64)
    style[:] = fg[..., 0]
    for channel in (fg[..., 1], fg[..., 2], bg[..., 0], bg[..., 1], bg[..., 2]):
        style <<= 8
        style |= channel
    begins = np.empty((height, width), bool)
    begins[:, 0] = True
    np.not_equal(style[:, 1:], style[:, :-1], out=begins[:, 1:])
    ys, xs = np.nonzero(begins)
    keys = style[ys, xs].tolist()
    starts = xs.tolist()
    bounds = np.searchsorted(ys, np.arange(height + 1)).tolist()
    known: dict[int, tuple[RGB, RGB]] = {}
    out: list[list[Run]] = []
    for y in range(height):
        text = codes[y].tobytes().decode("utf-32-le")
        begin, end = bounds[y], bounds[y + 1]
        stops = [*starts[begin + 1 : end], width]
        row: list[Run] = []
        for start, stop, key in zip(starts[begin:end], stops, keys[begin:end], strict=True):
            colours = known.get(key)
            if colours is None:
                colours = known[key] = _colours(key)
            row.append((text[start:stop], *colours))
        out.append(row)
    return out


def _colours(key: int) -> tuple[RGB, RGB]:
    r, g, b, br, bg, bb = key.to_bytes(6, "big")
    return (r, g, b), (br, bg, bb)


__all__ = ["Run", "changed", "runs", "snapshot"]
