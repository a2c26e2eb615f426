"""Barriers: what stands on the edge between two cells, drawn on the side of one of them.

That is the cell to the left or above, unless a token stands there and not in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from tacsim.geometry.cells import Cell
from tacsim.model.terrain import Barrier, BarrierKind
from tacsim.rules.battle import Battle
from tacsim.view.canvas import Canvas
from tacsim.view.glyphs import dots
from tacsim.view.palette import RGB, Palette

HANDLE = "+"
"""What tells a closed door from a wall."""
HALF = "▐"
"""The right half of a glyph; its colours exchanged, the left one."""


@attrs.frozen
class Edging:
    """The glyphs along one side of a cell: hedge, wall, and the first and last of an open door."""

    hedge: str
    wall: str
    first: str
    last: str
    exchanged: bool = False
    """Whether the wall's colours are exchanged."""


RIGHT = Edging(dots(" o", "oo", " o", "oo"), HALF, dots(" o", " o", "  ", "  "),
               dots("  ", "  ", " o", " o"))  # fmt: skip
LEFT = Edging(dots("o ", "oo", "o ", "oo"), HALF, dots("o ", "o ", "  ", "  "),
              dots("  ", "  ", "o ", "o "), exchanged=True)  # fmt: skip
BOTTOM = Edging(dots("  ", "  ", "o ", "oo"), dots("  ", "  ", "oo", "oo"),
                dots("  ", "  ", "  ", "o "), dots("  ", "  ", "  ", " o"))  # fmt: skip
TOP = Edging(dots("oo", "o ", "  ", "  "), dots("oo", "oo", "  ", "  "),
             dots("o ", "  ", "  ", "  "), dots(" o", "  ", "  ", "  "))  # fmt: skip
UPRIGHT_POSTS = dots(" o", "  ", "  ", " o")
LEVEL_POSTS = dots("  ", "  ", "  ", "oo")
"""Both posts of an open door, where one glyph is all there is."""


def paint_barriers(
    canvas: Canvas,
    battle: Battle,
    palette: Palette,
    remembers: Callable[[Cell], bool],
    taken: Mapping[Cell, str],
) -> None:
    """Paint every barrier on a cell of its two that is known and free of tokens: not ``taken``."""
    for barrier in battle.world.field.barriers:
        for cell in _cells(barrier):
            if remembers(cell) and cell not in taken:
                _paint(canvas, barrier, cell, _colour(palette, barrier))
                break


def paint_hidden(
    canvas: Canvas, battle: Battle, palette: Palette, taken: Mapping[Cell, str]
) -> None:
    """Paint the barriers between two tokens over the last column of the first, where it has two."""
    if canvas.wide == 1:
        return
    for barrier in battle.world.field.barriers:
        near, far = _cells(barrier)
        if taken.get(near, far) == taken.get(far, near) or near not in taken or far not in taken:
            continue
        colour = _colour(palette, barrier)
        column, row = canvas.camera.position(near)
        upright = near[0] < far[0]
        side = RIGHT if upright else BOTTOM
        glyph = side.hedge if barrier.kind is BarrierKind.HEDGE else side.wall
        if barrier.open:
            glyph = UPRIGHT_POSTS if upright else LEVEL_POSTS
        lines = range(canvas.high) if upright else (canvas.high - 1,)
        for line in lines:
            canvas.put(column + canvas.wide - 1, row + line, glyph, colour)


def _cells(barrier: Barrier) -> tuple[Cell, Cell]:
    """Its two cells, the one to the left or above first."""
    near, far = sorted(cell[:2] for cell in barrier.between)
    return near, far


def _colour(palette: Palette, barrier: Barrier) -> RGB:
    kinds = {BarrierKind.WALL: palette.wall, BarrierKind.DOOR: palette.door}
    return kinds.get(barrier.kind, palette.hedge)


def _paint(canvas: Canvas, barrier: Barrier, cell: Cell, colour: RGB) -> None:
    """Paint a barrier on one of its cells."""
    (x, y), (near, far) = canvas.camera.position(cell), _cells(barrier)
    before = cell == near
    if near[0] < far[0]:
        column = x + (canvas.wide - 1 if before else 0)
        places = [(column, y + line) for line in range(canvas.high)]
        side, posts = (RIGHT if before else LEFT), UPRIGHT_POSTS
    else:
        row = y + (canvas.high - 1 if before else 0)
        places = [(x + offset, row) for offset in range(canvas.wide)]
        side, posts = (BOTTOM if before else TOP), LEVEL_POSTS
    last = len(places) - 1
    for number, place in enumerate(places):
        if barrier.open:
            if number in (0, last):
                glyph = posts if last == 0 else side.last if number else side.first
                canvas.put(*place, glyph, colour)
        elif barrier.kind is BarrierKind.HEDGE:
            canvas.put(*place, side.hedge, colour)
        elif barrier.kind is BarrierKind.DOOR and number == len(places) // 2:
            canvas.put(*place, HANDLE, colour)
        elif side.exchanged:
            canvas.put_exchanged(*place, side.wall, colour)
        else:
            canvas.put(*place, side.wall, colour)


__all__ = ["HALF", "HANDLE", "paint_barriers", "paint_hidden"]
