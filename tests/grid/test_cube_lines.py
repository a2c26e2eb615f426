"""Lines in space, against what is drawn by hand, a reference that cuts solids, and squares."""

from __future__ import annotations

from itertools import product

import pytest
from grid.cube_space import (
    NO_EDGES,
    NONE,
    SIZE,
    Edge,
    all_cells,
    below,
    cells,
    corners,
    edge_sets,
    joined,
    plus,
    sets,
    steps,
    stopped,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.grid.cells import Cell, covered
from tacsim.grid.cubes.cover import line_of_effect, stopped_from
from tacsim.grid.squares import cover

crowded_cells = st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 2))
crowded_corners = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 3))
crowds = st.frozensets(crowded_cells, max_size=5)
crowded_edges = st.frozensets(
    st.builds(lambda c, by: (c, plus(c, by)), crowded_cells, steps), max_size=5
)
cells_around = st.tuples(*(st.integers(-1, n) for n in SIZE))


def upright(edges: frozenset[Edge]) -> frozenset[Edge]:
    return frozenset((a, b) for a, b in edges if a[2] == b[2])


def floors_of(edges: frozenset[Edge]) -> frozenset[Cell]:
    """The cells that have a floor, for the edges between two levels."""
    return frozenset(b for a, b in edges if a[2] != b[2])


# --- effect -----------------------------------------------------------------------------------


@settings(deadline=None)
@given(cells, cells, sets, edge_sets)
def test_effect_agrees_with_solids(
    a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    free = joined(a, b, walls, edges)
    assert line_of_effect([a], [b], walls, edges) == free
    assert line_of_effect([b], [a], walls, edges) == free
    thin, floors = upright(edges), floors_of(edges)
    assert line_of_effect([a], [b], walls, thin, floors=floors) == free


@settings(deadline=None)
@given(cells, cells, sets, edge_sets, st.integers(1, 3), st.integers(1, 3))
def test_bodies_reach_each_other_by_any_of_their_cells(
    a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge], wide: int, high: int
) -> None:
    mine, theirs = covered(a, (wide, wide, wide)), covered(b, (high, high, high))
    free = any(joined(p, q, walls, edges) for p, q in product(mine, theirs))
    assert line_of_effect(mine, theirs, walls, edges) == free


@pytest.mark.parametrize("by", [by for by in product((-1, 0, 1), repeat=3) if any(by)])
def test_one_wall_of_those_round_a_turn_is_passed_and_all_are_not(by: Cell) -> None:
    """A diagonal step between open cells: past one solid cell, not between all on its way."""
    here, axes = (2, 2, 2), [i for i in range(3) if by[i]]
    there = plus(here, by)
    between = [
        plus(here, part)
        for part in product(*((0, n) if n else (0,) for n in by))
        if any(part) and part != by
    ]
    assert len(between) == 2 ** len(axes) - 2
    for wall in between:
        assert line_of_effect([here], [there], {wall}, NO_EDGES)
    assert line_of_effect([here], [there], set(between), NO_EDGES) == (len(axes) == 1)
    first = [cell for cell in between if sum(map(abs, plus(cell, (-2, -2, -2)))) == 1]
    if first:  # the next cells side by side are enough
        assert not line_of_effect([here], [there], set(first), NO_EDGES)
    if len(axes) == 3:  # a thin corner needs all three sides, or it slips past
        sides = {tuple(sorted((here, cell))) for cell in first}
        assert not line_of_effect([here], [there], NONE, sides)
        for side in sides:
            assert line_of_effect([here], [there], NONE, sides - {side})


def test_a_floor_is_passed_at_its_rim_only() -> None:
    floor = {(x, y, 1) for x in range(3) for y in range(3)}

    def falls(a: Cell, b: Cell) -> bool:
        return line_of_effect([a], [b], NONE, NO_EDGES, floors=floor)

    assert not falls((1, 1, 1), (1, 1, 0))
    assert not falls((1, 1, 2), (1, 1, 0))
    assert falls((2, 1, 1), (3, 1, 0))  # down over the rim
    assert not falls((1, 1, 1), (3, 1, 0))  # comes through it before the rim
    assert falls((1, 1, 2), (4, 1, 0))
    assert falls((0, 0, 1), (2, 2, 1))
    assert falls((0, 0, 0), (2, 2, 0))
    # a wall at the rim closes it
    assert not line_of_effect([(2, 1, 1)], [(3, 1, 0)], {(3, 1, 1)}, NO_EDGES, floors=floor)
    assert line_of_effect([(2, 1, 1)], [(3, 1, 0)], {(2, 1, 0)}, NO_EDGES, floors=floor)


def test_over_a_wall_one_high() -> None:
    wall = {(3, y, 0) for y in range(7)}
    assert not line_of_effect([(1, 3, 0)], [(5, 3, 0)], wall, NO_EDGES)
    assert line_of_effect([(1, 3, 1)], [(5, 3, 1)], wall, NO_EDGES)
    assert not line_of_effect([(1, 3, 1)], [(4, 3, 0)], wall, NO_EDGES)  # right behind it
    # touches its farther edge: 3 down to 0 over five columns, at x = 4 at the height of 1
    assert line_of_effect([(2, 3, 2)], [(4, 3, 0)], wall - {(3, 3, 0)}, NO_EDGES)
    tall = covered((1, 3, 0), (2, 2, 2))
    assert line_of_effect(tall, covered((5, 3, 0), (2, 2, 2)), wall, NO_EDGES)


def test_who_stands_in_a_wall_is_reached() -> None:
    assert line_of_effect([(0, 0, 0)], [(2, 0, 0)], {(0, 0, 0), (2, 0, 0)}, NO_EDGES)
    assert line_of_effect([(1, 1, 1)], [(1, 1, 1)], {(1, 1, 1)}, NO_EDGES)


# --- cover ------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=some(60))
@given(corners, cells, sets, edge_sets, sets)
def test_cover_agrees_with_solids(
    corner: Cell,
    cell: Cell,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
) -> None:
    ends = [plus(cell, by) for by in product((0, 1), repeat=3)]
    count = sum(stopped(corner, end, cell[2], walls, edges, creatures) for end in ends)
    assert stopped_from(corner, cell, walls, edges, creatures) == count
    thin, floors = upright(edges), floors_of(edges)
    assert stopped_from(corner, cell, walls, thin, creatures, floors=floors) == count


@settings(deadline=None, max_examples=some(200))
@given(crowded_corners, crowded_cells, crowds, crowded_edges)
def test_cover_in_a_crowd_agrees_with_solids(
    corner: Cell, cell: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    """Where walls and barriers stand close: lines straight up, and pinches, come up often."""
    ends = [plus(cell, by) for by in product((0, 1), repeat=3)]
    count = sum(stopped(corner, end, cell[2], walls, edges, NONE) for end in ends)
    assert stopped_from(corner, cell, walls, edges, NONE) == count


@given(st.integers(0, 2), st.integers(0, 1), corners, cells_around, sets, edge_sets, sets)
def test_cover_on_one_level_is_that_of_squares_twice(
    level: int,
    top: int,
    corner: Cell,
    cell: Cell,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
) -> None:
    """Whatever there is on other levels, floors between them included."""
    corner, cell = (*corner[:2], level + top), (*cell[:2], level)
    walls_here = {c[:2] for c in walls if c[2] == level}
    edges_here = {(a[:2], b[:2]) for a, b in upright(edges) if a[2] == level}
    others = {c[:2] for c in creatures if c[2] == level}
    on_squares = cover.stopped_from(corner[:2], cell[:2], walls_here, edges_here, others)
    assert stopped_from(corner, cell, walls, edges, creatures) == 2 * on_squares


def test_the_ground_is_no_cover() -> None:
    ground = {(x, y, 0) for x in range(9) for y in range(9)}
    for corner in ((1, 1, 1), (1, 1, 2)):
        assert stopped_from(corner, (6, 4, 1), ground, NO_EDGES, NONE) == 0
    floors = {(x, y, 1) for x in range(9) for y in range(9)}
    edges = {below(cell) for cell in floors}
    for corner in ((1, 1, 1), (1, 1, 2), (1, 1, 3)):
        assert stopped_from(corner, (6, 4, 1), NONE, NO_EDGES, NONE, floors=floors) == 0
        assert stopped_from(corner, (6, 4, 1), NONE, edges, NONE) == 0
    # from below a floor, all but the lines that stay under it: those to its upper corners end at it
    assert stopped_from((1, 1, 0), (6, 4, 1), NONE, edges, NONE) == 4


def test_from_above_a_low_wall_hides_less() -> None:
    wall = {(3, y, 0) for y in range(9)}
    level = stopped_from((0, 4, 1), (5, 4, 0), wall, NO_EDGES, NONE)
    above = [stopped_from((0, 4, z), (5, 4, 0), wall, NO_EDGES, NONE) for z in range(1, 9)]
    assert level == 8
    assert above == sorted(above, reverse=True)
    # The four lines to the upper corners pass over the wall from anywhere higher. Those to the
    # lower ones, 5 and 6 columns off, have to be 1 high where they leave it, 4 columns off.
    assert above == [8, 4, 2, 2, 0, 0, 0, 0]


@pytest.mark.parametrize("walls", [{(1, 1, 1), (2, 2, 1)}, {(1, 2, 1), (2, 1, 1)}])
def test_a_corner_pinched_on_its_level_lets_nothing_out_or_in(walls: set[Cell]) -> None:
    """The walls meet only in the upright edge from (2, 2, 1) to (2, 2, 2)."""
    for cell in [c for c in all_cells((5, 5, 3)) if c[2] == 1 and c not in walls]:
        assert stopped_from((2, 2, 1), cell, walls, NO_EDGES, NONE) == 8
    # up from there it is open, and down from its lower end
    assert stopped_from((2, 2, 2), (2, 1, 2), walls, NO_EDGES, NONE) == 0
    assert stopped_from((2, 2, 1), (2, 1, 0), walls, NO_EDGES, NONE) == 0
    # of the lines to a cell at the pinch, those to the two ends of that edge
    beside = next(cell for cell in ((1, 2, 1), (1, 1, 1)) if cell not in walls)
    far = (0, 3, 1) if beside == (1, 2, 1) else (0, 1, 1)
    assert stopped_from(far, beside, walls, NO_EDGES, NONE) == 2


def test_straight_up_an_edge_any_hole_at_it_will_do() -> None:
    """Two of the eight lines go straight up from (1, 1, 0), to the heights of 2 and 3."""
    first, second = ({(x, y, z) for x in range(4) for y in range(4)} for z in (1, 2))

    def count(floors: set[Cell], walls: frozenset[Cell] = NONE) -> int:
        return stopped_from((1, 1, 0), (1, 1, 2), walls, NO_EDGES, NONE, floors=floors)

    assert count(first) == 8
    assert count(first - {(0, 0, 1)}) == 6  # the others lean away from the hole
    assert count((first - {(0, 0, 1)}) | (second - {(0, 1, 2)})) == 6
    assert count((first - {(0, 0, 1)}) | second) == 7
    assert count(first - {(0, 0, 1)}, frozenset({(0, 0, 0)})) == 8  # a wall below the hole
    assert count(first - {(0, 0, 1)}, frozenset({(0, 0, 1)})) == 8  # or above it
    assert count(first - {(0, 0, 1)}, frozenset({(1, 0, 0)})) == 6
    # halfway up two walls pinch the edge and stop the four that lean over one of them
    assert count(set(), frozenset({(1, 0, 1), (0, 1, 1)})) == 6


def test_nothing_stops_nothing() -> None:
    assert all(stopped_from((2, 2, 1), cell, NONE, NO_EDGES, NONE) == 0 for cell in all_cells())
