"""Areas in space against drawings, the catalogue's counts, and forms told case by case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import atan2, pi

import pytest
from gate import slow
from hypothesis import given
from hypothesis import strategies as st

from tacsim.grid.cells import Cell
from tacsim.grid.cubes import directions as cubes
from tacsim.grid.cubes.areas import (
    burst,
    cone,
    corners_of,
    cube,
    in_burst,
    in_line_of,
    line,
    sides_of,
    square,
    visible_line,
    wide,
    wide_cone,
)
from tacsim.grid.metric import ShortestCubeSteps

ORIGIN = (0, 0, 0)
ALL = [by for by in product((-1, 0, 1), repeat=3) if any(by)]
LEVEL = [by for by in ALL if by[2] == 0]
NO_EDGES: frozenset[tuple[Cell, Cell]] = frozenset()


def drawn(text: str, glyph: str = "#") -> frozenset[Cell]:
    """The cells of a glyph, seen from the one of ``@``; the first row is farthest up, y up."""
    rows = [row.strip() for row in text.strip().splitlines()]
    marks = {(x, -y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    ((ox, oy),) = (at for at, mark in marks.items() if mark == "@")
    return frozenset((x - ox, y - oy) for (x, y), mark in marks.items() if mark == glyph)


def flat(found: frozenset[Cell]) -> frozenset[Cell]:
    """What lies on the level of the origin."""
    return frozenset(cell[:2] for cell in found if cell[2] == 0)


# --- distance, walked -------------------------------------------------------------------------


def walked(cell: Cell) -> int:
    """The cells of a walk that at every step goes on along each axis that it has not done with.

    Diagonals cost 1 and 2 in turn; a step through three axes is two of them at once.
    """
    left, spent, odd = [abs(n) for n in cell], 0, False
    while any(left):
        axes = sum(n > 0 for n in left)
        for _ in range(axes - 1):
            spent += 2 if odd else 1
            odd = not odd
        spent += axes == 1
        left = [max(n - 1, 0) for n in left]
    return spent


def within(size: int) -> Iterator[Cell]:
    return (cell for cell in product(range(-size, size + 1), repeat=3) if 1 <= walked(cell) <= size)


# --- the forms, case by case ------------------------------------------------------------------


def turned_to(direction: Cell, cell: Cell) -> tuple[list[int], list[int]]:
    """Along the axes of a direction how far forward a cell lies, along the others where it lies."""
    ahead = [n * d for n, d in zip(cell, direction, strict=True) if d]
    return ahead, [n for n, d in zip(cell, direction, strict=True) if not d]


def in_line(direction: Cell, cell: Cell) -> bool:
    ahead, beside = turned_to(direction, cell)
    return not any(beside) and len(set(ahead)) == 1 and ahead[0] > 0


def in_wide(direction: Cell, cell: Cell) -> bool:
    """A cell of the line, or one that is one out from one of these, sideways or half so."""
    if all(abs(n) <= 1 for n in cell):
        return cell == direction
    for n in range(1, max(map(abs, cell)) + 1):
        off = [c - n * d for c, d in zip(cell, direction, strict=True)]
        ahead, beside = turned_to(direction, off)
        if set(ahead) <= {0, 1} and 0 in ahead and set(beside) <= {-1, 0, 1}:
            return True
    return False


def in_cone(direction: Cell, cell: Cell) -> bool:
    ahead, beside = turned_to(direction, cell)
    match len(ahead):
        case 1:  # straight
            return ahead[0] >= 1 and all(-ahead[0] <= n <= ahead[0] for n in beside)
        case 2:  # the quadrant, as high to either side as the farther of the two is far
            farther = ahead[0] if ahead[0] > ahead[1] else ahead[1]
            return min(ahead) >= 0 and farther >= 1 and abs(beside[0]) <= farther
        case _:  # the octant
            return min(ahead) >= 0 and any(ahead)


FORMS: dict[Callable[..., frozenset[Cell]], Callable[[Cell, Cell], bool]] = {
    line: in_line,
    wide: in_wide,
    cone: in_cone,
}


@pytest.mark.rule("pool.aoe.measure", "pool.aoe.3d", "pool.aoe.line", "pool.aoe.wide")
@pytest.mark.rule("pool.aoe.cone")
@pytest.mark.parametrize("size", [*range(5), *slow(5, 9)])
def test_forms_in_all_directions(size: int) -> None:
    near = list(within(size))
    for direction in ALL:
        for form, holds in FORMS.items():
            expected = {cell for cell in near if holds(direction, cell)}
            assert form(ORIGIN, direction, size) == expected, (form.__name__, direction)


@pytest.mark.rule("pool.aoe.burst", "pool.aoe.measure")
@pytest.mark.parametrize("size", range(10))
def test_bursts_hold_what_a_walk_comes_to(size: int) -> None:
    assert burst(ORIGIN, size) == set(within(size))
    moved = {tuple(a + b for a, b in zip((4, -2, 7), cell, strict=True)) for cell in within(size)}
    assert burst((4, -2, 7), size) == moved


# --- the catalogue ----------------------------------------------------------------------------


@pytest.mark.rule("pool.aoe.forms", "pool.aoe.line", "pool.aoe.wide", "pool.aoe.cone")
@pytest.mark.parametrize(
    ("form", "size", "straight", "diagonal"),
    [
        (line, 9, 9, 6),
        (wide, 9, 25, 16),
        (wide, 3, 7, 4),
        (cone, 9, 69, 72),
        (cone, 3, 11, 12),
        (cone, 1, 3, 3),
    ],
)
def test_counts_in_the_plane(
    form: Callable[..., frozenset[Cell]], size: int, straight: int, diagonal: int
) -> None:
    for direction in LEVEL:
        count = straight if 0 in direction[:2] else diagonal
        assert len(form((3, 4), (3 + direction[0], 4 + direction[1]), size)) == count
        assert len(flat(form(ORIGIN, direction, size))) == count


@pytest.mark.rule("pool.aoe.burst", "pool.aoe.measure")
def test_bursts_in_the_plane() -> None:
    counts = {1: 8, 2: 20, 3: 36, 4: 60, 9: 252}
    assert {n: len(burst((0, 0), n)) for n in counts} == counts
    assert {n: len(flat(burst(ORIGIN, n))) for n in counts} == counts
    assert (9, 1) in burst((0, 0), 9)
    assert (7, 6) not in burst((0, 0), 9)
    assert (7, 6) in burst((0, 0), 10)


@pytest.mark.rule("pool.aoe.3d")
def test_bursts_in_space_measure_triple_steps() -> None:
    assert (1, 1, 0) in burst(ORIGIN, 2)
    assert (1, 1, 1) not in burst(ORIGIN, 2)
    assert (1, 1, 1) in burst(ORIGIN, 3)
    assert (1, 1, 1) in burst(ORIGIN, 2, measure=ShortestCubeSteps())
    assert len(burst(ORIGIN, 1)) == 6 + 12  # those that touch by more than a corner


@pytest.mark.rule("pool.aoe.wide")
def test_wides_as_drawn() -> None:
    assert wide((0, 0), (0, 1), 4) == drawn("""
        ###
        ###
        ###
        .#.
        .@.
        """)
    assert wide((0, 0), (1, 1), 7) == drawn("""
        ....##
        ...###
        ..###.
        .###..
        .##...
        @.....
        """)


@pytest.mark.rule("pool.aoe.cone")
def test_cones_as_drawn() -> None:
    assert cone((0, 0), (0, 1), 3) == drawn("""
        .###.
        #####
        .###.
        ..@..
        """)
    assert cone((0, 0), (1, 1), 3) == drawn("""
        ##..
        ###.
        ####
        @###
        """)


@pytest.mark.rule("pool.aoe.3d")
@pytest.mark.parametrize("size", range(10))
def test_the_plane_is_the_level_of_the_origin(size: int) -> None:
    assert burst((2, 3), size) == flat_about((2, 3), burst((2, 3, 5), size))
    for x, y, _ in LEVEL:
        for form in FORMS:
            in_space = form((2, 3, 5), (2 + 7 * x, 3 + 7 * y, 5), size)
            assert form((2, 3), (2 + 7 * x, 3 + 7 * y), size) == flat_about((2, 3), in_space)


def flat_about(origin: Cell, found: frozenset[Cell]) -> frozenset[Cell]:
    """What lies on level 5, of cells none of which but one lies in the column of the origin."""
    assert (*origin, 5) not in found
    return frozenset(cell[:2] for cell in found if cell[2] == 5)


@pytest.mark.parametrize("size", [1, 2, 3, *slow(5, 8)])
def test_forms_turn_with_their_direction(size: int) -> None:
    for direction in ((1, 0, 0), (1, 1, 0), (1, 1, 1)):
        for form in FORMS:
            whole = form(ORIGIN, direction, size)
            for order in permutations(range(3)):
                for signs in product((1, -1), repeat=3):
                    toward, *found = (turned(by, order, signs) for by in (direction, *whole))
                    assert form(ORIGIN, toward, size) == set(found)


def turned(by: Cell, order: Cell, signs: Cell) -> Cell:
    return tuple(by[i] * n for i, n in zip(order, signs, strict=True))


@pytest.mark.rule("pool.aoe.3d", "pool.aoe.wide")
def test_wides_are_three_high() -> None:
    found = wide(ORIGIN, (1, 0, 0), 4)
    assert [sorted(cell for cell in found if cell[0] == n) for n in (1, 2, 3)] == [
        [(1, 0, 0)],
        sorted((2, y, z) for y, z in product((-1, 0, 1), repeat=2)),  # (2, 1, 1) is 4 away
        sorted((3, y, z) for y, z in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))),
    ]
    assert wide(ORIGIN, (0, 0, -1), 2) == {(0, 0, -1)} | {
        (x, y, -2) for x, y in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    }


@pytest.mark.rule("pool.aoe.3d", "pool.aoe.cone")
def test_cones_open_upwards_too() -> None:
    assert cone(ORIGIN, (0, 0, 1), 1) == {
        (0, 0, 1), (1, 0, 1), (-1, 0, 1), (0, 1, 1), (0, -1, 1),
    }  # fmt: skip
    # the six straight ones leave nothing out, nor do the eight octants
    assert frozenset().union(*(cone(ORIGIN, by, 6) for by in ALL if sum(map(abs, by)) == 1)) == (
        burst(ORIGIN, 6)
    )
    octants = [cone(ORIGIN, by, 6) for by in ALL if 0 not in by]
    assert frozenset().union(*octants) == burst(ORIGIN, 6)


# --- directions -------------------------------------------------------------------------------


@pytest.mark.rule("pool.aoe.3d")
def test_the_nearest_of_26_directions_and_never_two() -> None:
    """By the squares of cosines, in fractions."""
    for by in product(range(-9, 10), repeat=3):
        if not any(by):
            assert cubes.toward(by) == by
            continue
        near: dict[Fraction, list[Cell]] = {}
        for direction in ALL:
            dot = sum(n * m for n, m in zip(by, direction, strict=True))
            if dot > 0:
                near.setdefault(Fraction(dot * dot, sum(map(abs, direction))), []).append(direction)
        assert near[max(near)] == [cubes.toward(by)], by


def test_on_a_level_the_nearest_of_eight() -> None:
    eight = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    for x, y in product(range(-30, 31), repeat=2):
        if x or y:
            expected = eight[round(atan2(y, x) / (pi / 4)) % 8]
            assert cubes.toward((x, y, 0)) == (*expected, 0)
            assert cubes.toward((x, y)) == expected


cells = st.tuples(*(st.integers(-9, 9) for _ in range(3)))


@given(cells, cells, st.integers(0, 6))
def test_areas_point_where_the_nearest_direction_does(a: Cell, b: Cell, size: int) -> None:
    if a == b:
        return
    by = cubes.toward(tuple(n - m for n, m in zip(b, a, strict=True)))
    ahead = tuple(n + m for n, m in zip(a, by, strict=True))
    for form in (*FORMS, cube):
        assert form(a, b, size) == form(a, ahead, size)
        assert a not in form(a, b, size)


@pytest.mark.parametrize("form", [line, wide, cone, cube])
def test_an_aimed_area_needs_an_aim_and_a_size(form: Callable[..., frozenset[Cell]]) -> None:
    with pytest.raises(ValueError, match="needs another cell"):
        form(ORIGIN, ORIGIN, 3)
    with pytest.raises(ValueError, match="negative"):
        form(ORIGIN, (1, 0, 0), -1)


def test_a_burst_and_a_square_need_a_size() -> None:
    for form in (burst, square):
        with pytest.raises(ValueError, match="negative"):
            form(ORIGIN, -1)


# --- under the names of all grids -------------------------------------------------------------


def test_cubes_lie_against_the_origin() -> None:
    assert wide_cone is cone
    for direction in ALL:
        for size in range(5):
            found = cube(ORIGIN, direction, size)
            assert len(found) == size**3
            assert not size or direction in found
    assert cube(ORIGIN, (0, 0, 1), 2) == set(product((-1, 0), (-1, 0), (1, 2)))
    assert cube(ORIGIN, (-1, 0, 0), 3) == set(product((-3, -2, -1), (-1, 0, 1), (-1, 0, 1)))
    assert square((2, 3, 4), 2) == {(2, 3, 4), (3, 3, 4), (2, 4, 4), (3, 4, 4)}


@pytest.mark.rule("pool.aoe.line")
def test_walls_and_floors_stop_areas() -> None:
    walls = {(2, 0, 0)}
    assert visible_line(ORIGIN, (1, 0, 0), 4, walls, NO_EDGES) == {(1, 0, 0)}
    assert visible_line(ORIGIN, (1, 1, 0), 4, walls, NO_EDGES) == line(ORIGIN, (1, 1, 0), 4)
    floors = {(0, 0, 2)}
    assert visible_line(ORIGIN, (0, 0, 1), 4, set(), NO_EDGES, floors=floors) == {(0, 0, 1)}
    under = {((0, 0, 1), (0, 0, 2))}
    assert visible_line(ORIGIN, (0, 0, 1), 4, set(), under) == {(0, 0, 1)}
    ceiling = {(x, y, 1) for x in range(-5, 6) for y in range(-5, 6)}
    below = {cell for cell in burst(ORIGIN, 4) if cell[2] <= 0}
    assert in_burst(ORIGIN, burst(ORIGIN, 4), set(), NO_EDGES, floors=ceiling) == below
    assert in_burst(ORIGIN, burst(ORIGIN, 4), set(), NO_EDGES, sides=set()) == set()
    whole = cone(ORIGIN, (1, 0, 0), 3)
    open_ = in_line_of(ORIGIN, (1, 0, 0), whole, walls, NO_EDGES)
    # behind the wall only what lies straight in its shadow
    assert whole - open_ == {(2, 0, 0), (3, 0, 0)}


def test_an_origin_is_its_own_side() -> None:
    assert sides_of((2, 0, 0), [ORIGIN], set(), NO_EDGES) == {(2, 0, 0)}
    assert sides_of((2, 0, 0), [ORIGIN], {(2, 0, 0)}, NO_EDGES) == set()
    assert sides_of((2, 0, 0), [ORIGIN], {(1, 0, 0)}, NO_EDGES) == set()
    assert sides_of((0, 0, 1), [ORIGIN], set(), NO_EDGES, floors={(0, 0, 1)}) == set()


def test_corners_that_face_a_direction() -> None:
    for direction in ALL:
        found = corners_of((4, 4, 4), tuple(4 + 5 * n for n in direction))
        assert len(found) == len(set(found)) == 2 ** direction.count(0)
        for corner in found:
            assert all(n == 4 + (d > 0) for n, d in zip(corner, direction, strict=True) if d)
            assert all(n in (4, 5) for n in corner)
