"""Sight on hexes against lines from centre to centre, and against shadows as sets of slopes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

import numpy as np
import pytest
from grid.hex_plane import beside, distance
from hypothesis import given
from hypothesis import strategies as st

from tacsim.grid.cells import Cell
from tacsim.grid.hexes import coordinates as hexes
from tacsim.grid.hexes.sight import Grid, visible

HALF = Fraction(1, 2)


@st.composite
def maps(draw: st.DrawFn) -> Grid:
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    opaque = draw(st.sampled_from((1, 2, 4)))
    cell = st.integers(0, 9).map(lambda n: n >= opaque)
    cells = draw(st.lists(cell, min_size=width * height, max_size=width * height))
    return np.array(cells, bool).reshape(height, width)


def all_of(clear: Grid) -> list[Cell]:
    height, width = clear.shape
    return [(x, y) for y in range(height) for x in range(width)]


def passes(clear: Grid, cell: Cell) -> bool:
    height, width = clear.shape
    return 0 <= cell[0] < width and 0 <= cell[1] < height and bool(clear[cell[1], cell[0]])


def sextants(at: Cell, cell: Cell) -> Iterator[tuple[Cell, Cell, int, int]]:
    """Two neighbouring directions between which a cell lies, its row and its number in that."""
    q, r, _ = hexes.vector(at, cell)
    for n in range(6):
        u, v = hexes.DIRECTIONS[n], hexes.DIRECTIONS[(n + 1) % 6]
        area = u[0] * v[1] - u[1] * v[0]
        i, j = (q * v[1] - r * v[0]) // area, (u[0] * r - u[1] * q) // area
        if i >= 0 and j >= 0:
            yield u, v, i + j, j


def place(at: Cell, u: Cell, v: Cell, k: int, j: int) -> Cell:
    return hexes.moved(at, tuple((k - j) * a + j * b for a, b in zip(u, v, strict=True)))


def joined(clear: Grid, at: Cell, cell: Cell) -> bool:
    """Whether the line between two centres is free on one of its two sides.

    In each row it counts as lying in the cell whose slopes it passes; between two cells in both,
    so that it may keep to the one or the other side all the way.
    """
    u, v, far, number = next(sextants(at, cell))
    exact = [Fraction(k * number, far) for k in range(far)]
    for nearest in ([floor(x + HALF) for x in exact], [ceil(x - HALF) for x in exact]):
        if all(passes(clear, place(at, u, v, k, nearest[k])) for k in range(1, far)):
            return True
    return False


def shows(clear: Grid, at: Cell, cell: Cell) -> bool:
    """Whether some part of a cell lies in no shadow of the rows before."""
    for u, v, far, number in sextants(at, cell):
        shadows = [
            ((j - HALF) / k, (j + HALF) / k)
            for k in range(1, far)
            for j in range(k + 1)
            if not passes(clear, place(at, u, v, k, j))
        ]
        low, high = max(Fraction(0), (number - HALF) / far), min(Fraction(1), (number + HALF) / far)
        ends = sorted({low, high, *(s for pair in shadows for s in pair if low < s < high)})
        for a, b in pairwise(ends):
            if not any(start <= (a + b) / 2 <= end for start, end in shadows):
                return True
    return False


@pytest.mark.rule("metric.hex.move")
@given(maps(), st.data())
def test_sight_agrees_with_lines_and_shadows(clear: Grid, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from(all_of(clear)))
    seen = visible(clear, at)
    assert seen.shape == clear.shape
    for x, y in all_of(clear):
        if (x, y) == at:
            assert seen[y, x]
        elif clear[y, x]:
            assert seen[y, x] == joined(clear, at, (x, y)), (x, y)
        else:
            assert seen[y, x] == shows(clear, at, (x, y)), (x, y)


@given(maps())
def test_sight_is_mutual(clear: Grid) -> None:
    cells = [cell for cell in all_of(clear) if passes(clear, cell)]
    seen = {cell: visible(clear, cell) for cell in cells}
    for a in cells:
        for b in cells:
            assert seen[a][b[1], b[0]] == seen[b][a[1], a[0]], (a, b)


@given(st.integers(1, 25), st.integers(1, 25), st.data())
def test_in_the_open_all_is_seen(width: int, height: int, data: st.DataObject) -> None:
    clear = np.ones((height, width), bool)
    at = data.draw(st.sampled_from(all_of(clear)))
    assert visible(clear, at).all()
    clear[at[1], at[0]] = False
    assert visible(clear, at).all()


def test_a_closed_ring_hides_the_rest() -> None:
    clear = np.ones((9, 9), bool)
    for x, y in hexes.ring((4, 4), 2):
        clear[y, x] = False
    seen = visible(clear, (4, 4))
    assert {cell for cell in all_of(clear) if seen[cell[1], cell[0]]} == set(hexes.disc((4, 4), 2))


def test_a_wall_hides_what_is_right_behind_it() -> None:
    clear = np.ones((5, 9), bool)
    clear[2, 3] = False
    seen = visible(clear, (1, 2))
    assert seen[2, 2]
    assert seen[2, 3]
    assert not seen[2, 4:].any()
    assert all(seen[y, x] for x, y in beside((3, 2)) if x < 4 and distance((x, y), (1, 2)) < 3)
