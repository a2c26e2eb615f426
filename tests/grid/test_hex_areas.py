"""Areas on hexes against counts that walk the grid and angles measured in the real plane."""

from __future__ import annotations

from functools import cache

import pytest
from grid.hex_plane import NO_EDGES, NONE, Edge, beside, side, spot
from hypothesis import given
from hypothesis import strategies as st

from tacsim.grid.cells import Cell
from tacsim.grid.hexes.areas import (
    burst,
    cone,
    corners_of,
    in_burst,
    in_line_of,
    line,
    rhombus,
    sides_of,
    square,
    visible_line,
    wide_cone,
)
from tacsim.grid.hexes.cover import effect_reaches
from tacsim.grid.hexes.lines import corners, edge, touching

places = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
grid_corners = st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 1))
small = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
near_corners = st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(0, 1))
walls_near = st.frozensets(small, max_size=8)
edges_near = st.frozensets(
    st.builds(lambda c, n: side(c, beside(c)[n]), small, st.integers(0, 5)), max_size=8
)
sizes = st.integers(0, 6)


def drawn(text: str, at: Cell, glyphs: str = "#") -> frozenset[Cell]:
    """The cells of some glyphs of a drawing, at every second column; its left upper one's place.

    A row that begins with a space is an odd one.
    """
    rows = text.strip("\n").splitlines()
    found = set()
    for y, row in enumerate(rows, at[1]):
        for n, glyph in enumerate(row):
            if glyph in glyphs:
                assert n % 2 == y % 2, text
                found.add((at[0] + n // 2, y))
    return frozenset(found)


@cache
def walked(at: Cell, far: int) -> dict[Cell, int]:
    """The cells within some steps of one, with how many it takes."""
    steps = {at: 0}
    for n in range(1, far + 1):
        for cell in list(steps):
            for other in beside(cell):
                steps.setdefault(other, n)
    return steps


# In the real plane a cell's centre is at (x + 1/2 in odd rows, y * root of 3 / 2): doubled, and
# the roots left out, dot products gain a factor of 3 and cross products one root.


def way(a: Cell, b: Cell) -> Cell:
    return 2 * (b[0] - a[0]) + b[1] % 2 - a[1] % 2, b[1] - a[1]


def dot(u: Cell, v: Cell) -> int:
    return u[0] * v[0] + 3 * u[1] * v[1]


def narrower(u: Cell, v: Cell, share: tuple[int, int]) -> int:
    """1 if the angle between two ways is less than the one whose squared cosine this is, 0 if
    equal, -1 if it is more."""
    if dot(u, v) <= 0:
        return -1
    left, right = share[1] * dot(u, v) ** 2, share[0] * dot(u, u) * dot(v, v)
    return (left > right) - (left < right)


DEGREES_30, DEGREES_45 = (3, 4), (1, 2)


def nearest(at: Cell, toward: Cell) -> list[Cell]:
    """The neighbours by the angle to a direction; of two as good the upper, then the left one."""
    by = way(at, toward)
    return sorted(beside(at), key=lambda n: (-dot(by, way(at, n)), n[1], way(at, n)[0]))


AXES = [(x, y) for x in range(-8, 9) for y in range(-8, 9)]
"""Cells all about one, to point at."""


# --- bursts -----------------------------------------------------------------------------------


@pytest.mark.rule("metric.aoe.radius-origin", "metric.hex.move")
@given(grid_corners, sizes)
def test_a_burst_is_all_that_lies_near_its_three_cells(corner: Cell, radius: int) -> None:
    found = burst(corner, radius)
    assert len(found) == 3 * radius * radius
    expected = {cell for near in touching(corner) for cell in walked(near, max(radius - 1, 0))}
    assert found == (expected if radius else set())
    if corner[2] == 0:
        assert burst(corner[:2], radius) == found


@pytest.mark.rule("metric.aoe.radius-origin")
def test_burst_templates() -> None:
    upper_left = """
 . # # .
. # # # .
 # # # # .
. # # # .
"""
    assert burst((2, 1), 2) == drawn(upper_left, (0, -1))
    top = """
 . # # # .
. # # # # .
 . # # # .
. . # # .
"""
    assert burst((2, 1, 1), 2) == drawn(top, (0, -1))
    with pytest.raises(ValueError, match="negative"):
        burst((0, 0), -1)


@pytest.mark.rule("grid5e.aoe")
def test_a_burst_stays_on_its_side_of_a_thin_wall() -> None:
    # Between rows 1 and 2, from side to side.
    thin = frozenset(side((x, 1), c) for x in range(-9, 12) for c in beside((x, 1)) if c[1] == 2)
    above = {c for c in burst((2, 1), 3) if c[1] < 2}
    assert in_burst((2, 1), burst((2, 1), 3), NONE, thin) == above
    on_it = (2, 2)  # a corner of (2, 2) and (1, 2), and of (1, 1) above
    assert {c[1] for c in touching(on_it)} == {1, 2}
    assert in_burst(on_it, burst(on_it, 2), NONE, thin) == burst(on_it, 2)
    sides = sides_of(on_it, [(2, -2)], NONE, thin)
    assert sides == {(1, 1)}
    above = {c for c in burst(on_it, 2) if c[1] < 2}
    assert in_burst(on_it, burst(on_it, 2), NONE, thin, sides=sides) == above


@given(near_corners, walls_near, edges_near)
def test_sides_of_a_corner(at: Cell, walls: frozenset[Cell], edges: frozenset[Edge]) -> None:
    for other in ((0, 0), (3, -2)):
        sides = sides_of(at, [other], walls, edges)
        assert sides == {
            near
            for near in touching(at)
            if near not in walls and effect_reaches(at, other, walls, edges, from_cell=near)
        }
        more = sides_of(at, [other, (1, 1)], walls, edges)
        assert more == sides | sides_of(at, [(1, 1)], walls, edges)
    assert sides_of(at, [(0, 0)], NONE, NO_EDGES) == set(touching(at))
    solid = touching(at)[0]
    assert solid not in sides_of(at, touching(at), {solid}, NO_EDGES)


@given(walls_near, walls_near, edges_near, edges_near, st.integers(0, 4))
def test_more_walls_never_widen_a_burst(
    walls: frozenset[Cell],
    more_walls: frozenset[Cell],
    edges: frozenset[Edge],
    more_edges: frozenset[Edge],
    radius: int,
) -> None:
    fewer = in_burst((0, 0), burst((0, 0), radius), walls, edges)
    assert fewer <= burst((0, 0), radius) - walls
    assert in_burst((0, 0), burst((0, 0), radius), walls | more_walls, edges | more_edges) <= fewer
    assert fewer == {c for c in burst((0, 0), radius) if effect_reaches((0, 0), c, walls, edges)}


# --- cones ------------------------------------------------------------------------------------


@pytest.mark.rule("metric.aoe.cone15", "metric.hex.move")
@pytest.mark.parametrize("at", [(0, 0), (0, 1)])
def test_a_cone_has_rows_of_one_two_three(at: Cell) -> None:
    far = walked(at, 6)
    for toward in AXES:
        if toward != at:
            found = cone(at, toward, 6)
            counts = [sum(far[c] == k for c in found) for k in range(7)]
            assert counts == [0, 1, 2, 3, 4, 5, 6], toward


@pytest.mark.rule("metric.aoe.cone15")
@pytest.mark.parametrize("at", [(0, 0), (0, 1)])
def test_a_cone_lies_within_thirty_degrees(at: Cell) -> None:
    for toward in AXES:
        if toward == at:
            continue
        by, found = way(at, toward), cone(at, toward, 5)
        angle = {c: narrower(by, way(at, c), DEGREES_30) for c in walked(at, 5) if c != at}
        assert {c for c, a in angle.items() if a > 0} <= found
        assert found <= {c for c, a in angle.items() if a >= 0}
        edge_in = [c for c, a in angle.items() if a == 0 and c in found]
        edge_out = [c for c, a in angle.items() if a == 0 and c not in found]
        assert len(edge_in) == len(edge_out)
        for c, d in zip(sorted(edge_in, key=lambda c: walked(at, 5)[c]),
                        sorted(edge_out, key=lambda c: walked(at, 5)[c]), strict=True):  # fmt: skip
            assert (c[1], way(at, c)[0]) < (d[1], way(at, d)[0])


@given(places, places, sizes)
def test_longer_cones_hold_shorter_ones(at: Cell, toward: Cell, length: int) -> None:
    if at == toward:
        for shape in (cone, wide_cone, line, rhombus):
            with pytest.raises(ValueError, match="another cell"):
                shape(at, toward, 2)
        return
    for shape in (cone, wide_cone, line, rhombus):
        assert shape(at, toward, length) < shape(at, toward, length + 1)
        assert at not in shape(at, toward, length + 1)
        assert shape(at, toward, 0) == frozenset()
        with pytest.raises(ValueError, match="negative"):
            shape(at, toward, -1)
    assert cone(at, toward, length) <= wide_cone(at, toward, length)


@pytest.mark.rule("metric.aoe.cone15")
@pytest.mark.parametrize("at", [(0, 0), (0, 1)])
def test_a_wide_cone_lies_within_forty_five_degrees(at: Cell) -> None:
    for toward in AXES:
        if toward != at:
            by = way(at, toward)
            inside = {
                c for c in walked(at, 5) if c != at and narrower(by, way(at, c), DEGREES_45) >= 0
            }  # fmt: skip
            assert wide_cone(at, toward, 5) == inside


@pytest.mark.rule("metric.aoe.cone15")
def test_cones_as_drawn() -> None:
    right = """
. . . . .
 . . # # .
. A # # #
 . . . # .
"""
    assert cone((1, 2), (4, 2), 3) == drawn(right, (0, 0))
    down = """
. . A . .
 . # . . .
. # # . .
 # # # . .
"""
    assert cone((2, 0), (2, 2), 3) == drawn(down, (0, 0))
    a_little_to_the_right = """
. . A . .
 . . # . .
. . # # .
 . # # # .
"""
    assert cone((2, 0), (3, 8), 3) == drawn(a_little_to_the_right, (0, 0))


# --- lines ------------------------------------------------------------------------------------


@pytest.mark.rule("metric.aoe.line60", "metric.hex.move")
@pytest.mark.parametrize("at", [(0, 0), (0, 1)])
def test_a_line_runs_straight_in_the_nearest_direction(at: Cell) -> None:
    for toward in AXES:
        if toward == at:
            continue
        first = nearest(at, toward)[0]
        by = way(at, first)
        expected = {c for c in walked(at, 5) if c != at and narrower(by, way(at, c), (1, 1)) == 0}
        assert line(at, toward, 5) == expected
        assert len(expected) == 5


@given(small, walls_near, edges_near, sizes)
def test_a_line_ends_at_what_stands_across_it(
    toward: Cell, walls: frozenset[Cell], edges: frozenset[Edge], length: int
) -> None:
    at = (0, 0)
    if toward == at:
        return
    whole = sorted(line(at, toward, length), key=walked(at, 6).__getitem__)
    seen = visible_line(at, toward, length, walls, edges)
    for before, cell in zip((at, *whole), whole, strict=False):
        if cell in walls or side(before, cell) in edges:
            break
        assert cell in seen
        mouth = set(corners(at)) & set(corners(whole[0]))
        assert any(effect_reaches(c, cell, walls, edges, from_cell=at) for c in mouth)
        seen -= {cell}
    assert not seen


# --- rhombs -----------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.aoe")
@given(places, places, sizes)
def test_a_rhomb_lies_between_two_directions(at: Cell, toward: Cell, size: int) -> None:
    if at == toward:
        return
    first, second = nearest(at, toward)[:2]
    (ax, ay), (bx, by) = way(at, first), way(at, second)
    expected = {
        c
        for c in walked(at, 2 * size)
        for n in range(1, size + 1)
        for m in range(size)
        if way(at, c) == (n * ax + m * bx, n * ay + m * by)
    }
    assert rhombus(at, toward, size) == expected
    assert len(expected) == size * size
    if size:
        assert first in expected


@pytest.mark.rule("metric.aoe.square5", "metric.aoe.square10")
def test_squares_on_the_ground() -> None:
    assert square((3, 2), 1) == square((3, 2, 1), 1) == {(3, 2)}
    nine = """
# # # . .
 # # # .
. # # # .
"""
    assert square((0, 0), 3) == drawn(nine, (0, 0))
    nine_from_an_odd_row = """
 # # # . .
. # # # .
 . # # # .
"""
    assert square((0, 1), 3) == drawn(nine_from_an_odd_row, (0, 1))
    with pytest.raises(ValueError, match="negative"):
        square((0, 0), -1)


# --- what can be entered ----------------------------------------------------------------------


@given(places, places)
def test_the_corners_that_face_a_direction(at: Cell, toward: Cell) -> None:
    if at == toward:
        with pytest.raises(ValueError, match="another cell"):
            corners_of(at, toward)
        return
    by, middle = way(at, toward), spot((*at, 1))

    def along(c: Cell) -> int:
        u, v = spot(c)[0] - middle[0], spot(c)[1] - middle[1] - 2  # thirds of a row
        return by[0] * u + by[1] * v

    most = max(map(along, corners(at)))
    assert set(corners_of(at, toward)) == {c for c in corners(at) if along(c) == most}
    assert len(corners_of(at, toward)) in (1, 2)


@given(small, walls_near, edges_near)
def test_what_a_cone_can_enter(
    toward: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    at = (0, 0)
    if toward == at:
        return
    cells = wide_cone(at, toward, 3)
    assert in_line_of(at, toward, cells, NONE, NO_EDGES) == cells
    assert in_line_of(at, toward, cells, walls, edges) == {
        c
        for c in cells
        if any(effect_reaches(k, c, walls, edges, from_cell=at) for k in corners_of(at, toward))
    }


def test_a_cone_does_not_leave_by_a_wall() -> None:
    shut = frozenset(edge((1, 1), c) for c in beside((1, 1)))
    cells = cone((1, 1), (4, 1), 3)
    assert in_line_of((1, 1), (4, 1), cells, NONE, shut) == frozenset()
    assert visible_line((1, 1), (4, 1), 3, NONE, shut) == frozenset()
