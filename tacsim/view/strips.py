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
    """What a console shows, to compare with later: of shape (height, width, 3), whole numbers.

    Of each cell the character, the foreground and the background, red in the lowest byte. Copied
    as numbers, which takes a tenth of the time of tcod's records.
    """
    shown = console.rgba
    return shown.view("<u4").reshape(*shown.shape, 3).copy()


def restore(console: tcod.console.Console, before: Grid) -> None:
    """Show what was shown when a snapshot was taken of a console of the same size."""
    shown = console.rgba
    shown.view("<u4").reshape(before.shape)[:] = before


def changed(before: Grid, after: Grid) -> list[tuple[int, int, int]]:
    """Where two snapshots of one size differ: row, first column, and the column after the last.

    Changes less than ``NEAR`` columns apart are one: to go on is shorter than to go there.

    >>> console = tcod.console.Console(20, 3, order="C")
    >>> before = snapshot(console)
    >>> console.rgb["ch"][1, 2] = console.rgb["ch"][1, 5] = console.rgb["ch"][1, 19] = ord("x")
    >>> changed(before, snapshot(console))
    [(1, 2, 6), (1, 19, 20)]
    """
    width, layers = before.shape[1:]
    found: list[tuple[int, int, int]] = []
    for at in np.flatnonzero(before.ravel() != after.ravel()).tolist():
        y, x = divmod(at // layers, width)
        if found and found[-1][0] == y and x - found[-1][2] < NEAR:
            found[-1] = (y, found[-1][1], x + 1)
        else:
            found.append((y, x, x + 1))
    return found


def runs(shown: Grid) -> list[list[Run]]:
    """The runs of the rows of a snapshot."""
    found: list[list[Run]] = []
    for row in shown:
        text = row[:, 0].tobytes().decode("utf-32-le")
        inks = np.ascontiguousarray(row[:, 1:]).view("<u8").ravel()
        starts = [0, *(np.flatnonzero(inks[1:] != inks[:-1]) + 1).tolist()]
        looks = inks[starts].view("u1").reshape(-1, 8).tolist()
        found.append([
            (text[at:end], (look[0], look[1], look[2]), (look[4], look[5], look[6]))
            for at, end, look in zip(starts, [*starts[1:], len(text)], looks, strict=True)
        ])  # fmt: skip
    return found


__all__ = ["Run", "changed", "restore", "runs", "snapshot"]
