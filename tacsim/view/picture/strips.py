"""From a console to runs of equal style, fast; and which cells changed at all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np
import tcod.console

from tacsim.core.terrain import Grid
from tacsim.view.palettes.colours import RGB
from tacsim.view.picture.canvas import looks_of

Run: TypeAlias = tuple[str, int]
"""Some text in one style: its characters, and the colours of them and of what is behind."""


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
    cells = np.flatnonzero(before.ravel() != after.ravel()) // layers
    for cell in dict.fromkeys(cells.tolist()):
        y, x = divmod(cell, width)
        if found and found[-1][0] == y and x - found[-1][2] < NEAR:
            found[-1] = (y, found[-1][1], x + 1)
        else:
            found.append((y, x, x + 1))
    return found


def runs(rows: Sequence[Grid]) -> list[list[Run]]:
    """The runs of each of some rows of a snapshot, or parts of rows."""
    found: list[list[Run]] = [[] for _row in rows]
    ends = [*accumulate(map(len, rows))]
    if not ends or not ends[-1]:
        return found
    cells = np.concatenate(rows)
    text = cells[:, 0].tobytes().decode("utf-32-le")
    inks = np.ascontiguousarray(cells[:, 1:]).view("<u8").ravel()
    fresh = inks[1:] != inks[:-1]
    fresh[[end - 1 for end in ends if 0 < end < len(text)]] = True
    starts = [0, *(np.flatnonzero(fresh) + 1).tolist()]
    owners = np.searchsorted(ends, starts, side="right").tolist()
    stops, looks = [*starts[1:], len(text)], inks[starts].tolist()
    for start, stop, owner, ink in zip(starts, stops, owners, looks, strict=True):
        found[owner].append((text[start:stop], ink))
    return found


def looks(ink: int) -> int:
    """How the letters of a run look beside their colours, as a canvas has it.

    >>> looks(0xFF070809_FF010203), looks(0xFF070809_FE010203)
    (0, 1)
    """
    return looks_of(ink >> 24 & 255)


def colours(ink: int) -> tuple[RGB, RGB]:
    """The foreground and the background of a run.

    >>> colours(0xFF070809_FF010203)
    ((3, 2, 1), (9, 8, 7))
    """
    fg, bg = (ink >> shift for shift in (0, 32))
    return (fg & 255, fg >> 8 & 255, fg >> 16 & 255), (bg & 255, bg >> 8 & 255, bg >> 16 & 255)
