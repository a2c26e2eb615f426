"""The grid of cubes, against plain counts, and against squares where it is one level high."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import dist, sqrt

import numpy as np
import pytest
from grid.cube_space import all_cells
from hypothesis import assume, given
from hypothesis import strategies as st

from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.cubes.grid import CubeGrid
from tacsim.grid.grids import TOPOLOGIES
from tacsim.grid.metric import CubeSteps
from tacsim.grid.topology import Topology

GRID: Topology = CubeGrid()
SQUARES = TOPOLOGIES["square"]
SIZE = (7, 6, 5)
SHAPE = SIZE[::-1]

cells = st.tuples(*(st.integers(0, n - 1) for n in SIZE))
far = st.tuples(*(st.integers(-3, n + 3) for n in SIZE))
extents = st.tuples(*(st.integers(1, 3) for _ in range(3)))
bodies = st.builds(Body, far, extents)
vectors = st.tuples(*(st.integers(-8, 8) for _ in range(3)))


# --- directions -------------------------------------------------------------------------------


@pytest.mark.rule("pool.move.horizontal", "pool.grid.3d")
def test_directions_level_ones_first_straight_before_diagonal() -> None:
    assert set(GRID.directions) == {by for by in product((-1, 0, 1), repeat=3) if any(by)}
    assert len(GRID.directions) == 26
    assert [by[:2] for by in GRID.directions[:8]] == list(SQUARES.directions)
    assert all(by[2] == 0 for by in GRID.directions[:8])
    order = [(by[2] != 0, sum(map(abs, by))) for by in GRID.directions]
    assert order == sorted(order)
    assert [by for by in GRID.directions if GRID.straight(by)] == [
        *GRID.directions[:4], (0, 0, 1), (0, 0, -1),
    ]  # fmt: skip


@given(cells, vectors)
def test_a_vector_leads_from_cell_to_cell(cell: Cell, by: Cell) -> None:
    there = shifted(cell, by)
    assert GRID.between(cell, there) == by
    if max(map(abs, by)) <= 1:
        assert GRID.toward(cell, there) == by
    assert GRID.toward(cell, there) == tuple(-n for n in GRID.toward(there, cell))


@given(cells, cells)
def test_sides_are_shared_along_one_axis(a: Cell, b: Cell) -> None:
    expected = tuple(sorted((a, b))) if dist(a, b) == 1 else None
    assert GRID.side(a, b) == GRID.side(b, a) == expected


# --- bodies -----------------------------------------------------------------------------------


def test_bodies_are_boxes() -> None:
    assert GRID.extent(3) == (3, 3, 3)
    assert [len(Body((0, 0, 0), GRID.extent(n)).cells) for n in (1, 2, 3, 4)] == [1, 8, 27, 64]
    assert GRID.spot((4, 5, 6)).cells == ((4, 5, 6),)
    assert set(GRID.offsets((2, 1, 2))) == {(0, 0, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1)}


@given(bodies, st.integers(0, 3))
def test_around_a_body(body: Body, reach: int) -> None:
    found = list(GRID.around(body, reach))
    grown = [
        range(n - reach, n + length + reach) for n, length in zip(body.at, body.extent, strict=True)
    ]
    assert set(found) == set(product(*grown))
    assert found == sorted(found, key=lambda cell: cell[::-1])


@given(st.lists(bodies, min_size=1, max_size=3), st.integers(0, 2))
def test_the_box_of_bodies(found: list[Body], beside: int) -> None:
    least, most = GRID.box(*found, beside=beside)
    for axis in range(3):
        along = [cell[axis] for body in found for cell in body.cells]
        assert (least[axis], most[axis]) == (min(along) - beside, max(along) + beside)


@given(bodies, far)
def test_the_nearest_cell_of_a_body(body: Body, cell: Cell) -> None:
    nearest = GRID.nearest(body, cell)
    assert nearest in body.cells
    assert dist(nearest, cell) == min(dist(part, cell) for part in body.cells)


@given(bodies, bodies, st.sampled_from(CubeGrid.directions))
def test_heading_is_a_cosine(a: Body, b: Body, by: Cell) -> None:
    p, q = (
        [n + length / 2 for n, length in zip(body.at, body.extent, strict=True)] for body in (a, b)
    )
    line = [m - n for n, m in zip(p, q, strict=True)]
    long = sqrt(sum(n * n for n in line) * sum(map(abs, by)))
    dot = sum(n * m for n, m in zip(line, by, strict=True))
    assert GRID.heading(a, b, by) == pytest.approx(dot / long if long else 0)


def faces(p: list[Fraction], low: Cell, high: Cell) -> set[tuple[int, int]]:
    """The sides of a box on which a point of its rim lies: axis, and -1 or 1."""
    return {(axis, -1) for axis in range(3) if p[axis] == low[axis]} | {
        (axis, 1) for axis in range(3) if p[axis] == high[axis]
    }


def through(a: Cell, b: Cell, target: Body) -> bool:
    """Whether the line between two centres goes in by a side of a box and out by the one across."""
    p, q = ([Fraction(2 * n + 1, 2) for n in cell] for cell in (a, b))
    low, high = target.at, shifted(target.at, target.extent)
    first, last = Fraction(-1), Fraction(2)
    for start, end, least, most in zip(p, q, low, high, strict=True):
        if start == end:
            if not least <= start <= most:
                return False
            continue
        times = sorted(((least - start) / (end - start), (most - start) / (end - start)))
        first, last = max(first, times[0]), min(last, times[1])
    if not 0 < first <= last < 1:
        return False
    into, out = (
        faces([n + t * (m - n) for n, m in zip(p, q, strict=True)], low, high)
        for t in (first, last)
    )
    return any((axis, -side) in out for axis, side in into)


@given(far, far, bodies)
def test_opposite_is_in_by_a_side_and_out_by_the_one_across(a: Cell, b: Cell, body: Body) -> None:
    assume(a not in body.cells and b not in body.cells)
    expected = through(a, b, body)
    assert GRID.opposite(GRID.spot(a), GRID.spot(b), body) == expected
    assert GRID.opposite(GRID.spot(b), GRID.spot(a), body) == expected


@given(st.sampled_from(CubeGrid.directions), st.sampled_from(CubeGrid.directions))
def test_who_stands_round_one_cell_faces_who_stands_across(p: Cell, q: Cell) -> None:
    here = (3, 3, 3)
    a, b, target = (GRID.spot(shifted(here, by)) for by in (p, q, (0, 0, 0)))
    across = tuple(-n for n in p)
    if q == across:
        assert GRID.opposite(a, b, target)
    if not any(n and n == -m for n, m in zip(p, q, strict=True)):
        assert not GRID.opposite(a, b, target)


@given(bodies, bodies, bodies)
def test_bodies_are_opposite_by_any_of_their_cells(a: Body, b: Body, target: Body) -> None:
    taken = set(target.cells)
    assume(taken.isdisjoint(a.cells) and taken.isdisjoint(b.cells))
    expected = any(through(p, q, target) for p in a.cells for q in b.cells)
    assert GRID.opposite(a, b, target) == expected


# --- corners ----------------------------------------------------------------------------------


@given(far, far)
def test_corners_and_the_cells_that_meet_at_them(cell: Cell, corner: Cell) -> None:
    corners = GRID.corners(cell)
    assert set(corners) == set(product(*((n, n + 1) for n in cell)))
    assert len(corners) == len(GRID.at_corner(corner)) == 8
    assert (corner in corners) == (cell in GRID.at_corner(corner))


@given(bodies)
def test_corners_of_a_body(body: Body) -> None:
    found = GRID.corners_of(body)
    assert set(found) == {corner for cell in body.cells for corner in GRID.corners(cell)}
    assert len(found) == len(set(found))


@given(bodies, far)
def test_a_corner_lies_off_a_body_as_far_as_its_nearest_corner(body: Body, corner: Cell) -> None:
    off = GRID.off(body, corner)
    for axis in range(3):
        assert off[axis] == min(abs(own[axis] - corner[axis]) for own in GRID.corners_of(body))


@given(far)
def test_corners_on_the_map(corner: Cell) -> None:
    on_map = any(cell in all_cells(SIZE) for cell in GRID.at_corner(corner))
    assert GRID.on_map(corner, SHAPE) == on_map
    assert not GRID.on_map(corner[:2], SHAPE)


# --- arrays over the map ----------------------------------------------------------------------


@given(vectors)
def test_overlaps_pair_cells_a_vector_apart(by: Cell) -> None:
    numbers = np.arange(np.prod(SHAPE)).reshape(SHAPE)
    pairs = {
        (int(a), int(b))
        for here, there in GRID.overlaps(SHAPE, by)
        for a, b in zip(numbers[here].flat, numbers[there].flat, strict=True)
    }
    on_map = set(all_cells(SIZE))
    expected = {
        (int(numbers[cell[::-1]]), int(numbers[shifted(cell, by)[::-1]]))
        for cell in on_map
        if shifted(cell, by) in on_map
    }
    assert pairs == expected


@given(bodies)
def test_distances_are_those_of_the_metric(body: Body) -> None:
    found = GRID.distances(body, SHAPE)
    assert found.shape == SHAPE
    for cell in all_cells(SIZE):
        assert found[cell[::-1]] == CubeSteps().distance(body, GRID.spot(cell))


def test_sight() -> None:
    clear = np.ones((2, 1, 3), bool)
    clear[0, 0, 1] = False  # the line up to the far end of the upper level goes through it too
    shown = [[[True, True, False]], [[True, True, False]]]
    assert GRID.visible(clear, (0, 0, 0)).tolist() == shown
    floors = np.array([[[0] * 3], [[1] * 3]], bool)
    found = CubeGrid().visible(clear, (0, 0, 1), floors)
    assert found.tolist() == [[[False] * 3], [[True] * 3]]


# --- windows ----------------------------------------------------------------------------------


@given(cells, st.integers(0, 4), extents, extents)
def test_a_window_is_a_box_of_the_map(at: Cell, reach: int, full: Cell, extent: Cell) -> None:
    numbers = np.arange(1, np.prod(SHAPE) + 1).reshape(SHAPE)
    window = GRID.window(SHAPE, at, reach, full)
    part = window.cut(numbers)
    assert part.shape == window.shape
    inside = set()
    for cell in all_cells(SIZE):
        index = window.index(cell)
        if all(0 <= n < size for n, size in zip(index, window.shape, strict=True)):
            inside.add(cell)
            assert part[index] == numbers[cell[::-1]]
            assert window.cells(*np.array(index)[:, None]).tolist() == [[*cell]]
    assert len(inside) == part.size
    wanted = product(*(range(n - reach, n + reach + max(full)) for n in at))
    assert inside == set(wanted) & set(all_cells(SIZE))
    if not window.clipped:
        assert part.size == (2 * reach + max(full)) ** 3
    ones = np.ones(window.shape, int)
    ones[window.part(Body(at, extent))] = 0
    assert {cell for cell in inside if not ones[window.index(cell)]} == inside & set(
        Body(at, extent).cells
    )


@given(bodies, cells)
def test_the_part_of_a_body_that_a_window_shows(body: Body, at: Cell) -> None:
    window = GRID.window(SHAPE, at, 1, (1, 1, 1))
    marks = np.zeros(window.shape, bool)
    marks[window.part(body)] = True
    for cell in all_cells(SIZE):
        index = window.index(cell)
        if all(0 <= n < size for n, size in zip(index, window.shape, strict=True)):
            assert marks[index] == (cell in body.cells)


@given(extents, st.integers(0, 2**32 - 1), st.sampled_from([np.logical_and, np.maximum]))
def test_covering_joins_the_cells_of_a_body(extent: Cell, seed: int, join: np.ufunc) -> None:
    window = GRID.window((3, 4, 5), (2, 2, 1), 9, (1, 1, 1))
    assert window.shape == (3, 4, 5)
    grid = np.random.default_rng(seed).integers(0, 9, window.shape)
    if join is np.logical_and:
        grid = grid > 1
    before, found = grid.copy(), window.cover(grid, extent, join)
    assert (grid == before).all()
    on_map = set(all_cells((5, 4, 3)))
    for cell in all_cells((5, 4, 3)):
        own = Body(cell, extent).cells
        expected = join.reduce([grid[c[::-1]] for c in own]) if set(own) <= on_map else 0
        assert found[cell[::-1]] == expected


def test_a_step_is_one_offset_everywhere() -> None:
    window = GRID.window(SHAPE, (3, 3, 2), 2, (1, 1, 1))
    for by in GRID.directions:
        dx, dy, dz = window.offset(by)
        (z, y, x), there = window.index((3, 3, 2)), window.index(shifted((3, 3, 2), by))
        assert there == (z + dz, y + dy, x + dx)


# --- one level is squares ---------------------------------------------------------------------


flat_bodies = st.builds(
    Body, st.tuples(*[st.integers(-4, 8)] * 2), st.tuples(*[st.integers(1, 3)] * 2)
)


def raised(body: Body) -> Body:
    return Body((*body.at, 0), (*body.extent, 1))


@given(flat_bodies, flat_bodies, flat_bodies)
def test_one_level_is_squares(a: Body, b: Body, target: Body) -> None:
    assert GRID.opposite(*map(raised, (a, b, target))) == SQUARES.opposite(a, b, target)
    for by in SQUARES.directions:
        heading = GRID.heading(raised(a), raised(b), (*by, 0))
        assert heading == pytest.approx(SQUARES.heading(a, b, by))
    least, most = GRID.box(raised(a), raised(b))
    assert (least[:2], most[:2]) == SQUARES.box(a, b)
    assert (GRID.distances(raised(a), (1, 6, 7))[0] == SQUARES.distances(a, (6, 7))).all()
    assert [c[:2] for c in GRID.around(raised(a), 0)] == list(SQUARES.around(a, 0))


def test_corners_go_by_level_and_row() -> None:
    for found in (GRID.corners((2, 2, 2)), GRID.at_corner((2, 2, 2))):
        assert all(p[::-1] < q[::-1] for p, q in pairwise(found))
