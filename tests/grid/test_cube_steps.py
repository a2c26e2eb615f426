"""Distances in space, against the rows of the catalogue and against walks."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import (
    AlternatingDiagonals,
    CubeSteps,
    Metric,
    ShortestCubeSteps,
    budget,
    cells,
)

METRICS: list[Metric] = [CubeSteps(), ShortestCubeSteps()]
STEPS = [by for by in product((-1, 0, 1), repeat=3) if any(by)]
COST = {1: 2, 2: 3, 3: 6}
"""Half-cells of a step, by the number of axes that change."""

boxes = st.builds(
    Body,
    st.tuples(*(st.integers(-6, 6) for _ in range(3))),
    st.tuples(*(st.integers(1, 4) for _ in range(3))),
)


def distance(metric: Metric, a: Cell, b: Cell) -> int:
    return metric.distance(Body(a, (1, 1, 1)), Body(b, (1, 1, 1)))


def paid(metric: Metric, *steps: Cell, rate: int = 1) -> int:
    """The cells paid for some steps of one move."""
    spent = 0
    for by in steps:
        spent += metric.pace(by, spent).at(rate)
    return cells(spent)


def cheapest(far: int) -> dict[Cell, int]:
    """The half-cells of the cheapest ways, step by step, to everything so far off along an axis."""
    best: dict[Cell, int] = {(0, 0, 0): 0}
    queue = [(0, (0, 0, 0))]
    while queue:
        spent, cell = heappop(queue)
        if spent > best[cell]:
            continue
        for by in STEPS:
            there = tuple(n + d for n, d in zip(cell, by, strict=True))
            cost = spent + COST[sum(map(abs, by))]
            if max(map(abs, there)) <= far and cost < best.get(there, cost + 1):
                best[there] = cost
                heappush(queue, (cost, there))
    return best


def straight(cell: Cell) -> int:
    """The half-cells of the walk that goes on along each axis that it has not done with."""
    left, spent = [abs(n) for n in cell], 0
    while any(left):
        spent += COST[sum(n > 0 for n in left)]
        left = [max(n - 1, 0) for n in left]
    return spent


@pytest.mark.rule("pool.diag.cumulative", "pool.diag.everything")
@pytest.mark.parametrize("metric", METRICS)
def test_running_totals_of_diagonals(metric: Metric) -> None:
    diagonal = (1, 1, 0)
    assert [paid(metric, *[diagonal] * n) for n in (1, 2, 3, 4, 5)] == [1, 3, 4, 6, 7]
    assert distance(metric, (0, 0, 0), (3, 3, 0)) == 4


@pytest.mark.rule("pool.diag.vertical")
@pytest.mark.parametrize("metric", METRICS)
def test_a_diagonal_may_be_upright(metric: Metric) -> None:
    assert paid(metric, (1, 0, 1), (1, 0, 1)) == 3
    assert paid(metric, (1, 0, 1), (0, -1, -1)) == 3
    assert distance(metric, (0, 0, 0), (2, 0, 2)) == 3


@pytest.mark.rule("pool.diag.triple", "pool.diag.triple.parity")
@pytest.mark.parametrize("metric", METRICS)
def test_a_step_through_three_axes_costs_three_at_any_time(metric: Metric) -> None:
    diagonal, triple = (1, 1, 0), (1, 1, 1)
    running = [paid(metric, *steps) for steps in ([diagonal], [diagonal, triple])]
    assert running == [1, 4]
    assert paid(metric, diagonal, triple, diagonal) == 6
    assert paid(metric, triple) == paid(metric, diagonal, triple) - paid(metric, diagonal) == 3
    assert paid(metric, triple, rate=2) == 6
    assert metric.parities == 1


@pytest.mark.rule("pool.diag.triple")
def test_ranges_in_space_go_straight_or_the_shortest_way() -> None:
    ends = [(1, 1, 1), (2, 2, 2), (3, 2, 1)]
    assert [distance(CubeSteps(), (0, 0, 0), end) for end in ends] == [3, 6, 5]
    assert [distance(ShortestCubeSteps(), (0, 0, 0), end) for end in ends] == [2, 4, 4]


@pytest.mark.rule("pool.range.melee")
def test_who_touches_with_a_corner_only_is_out_of_reach() -> None:
    assert distance(CubeSteps(), (0, 0, 0), (1, 0, 1)) == 1
    assert distance(CubeSteps(), (0, 0, 0), (1, 1, 1)) > 1
    assert distance(ShortestCubeSteps(), (0, 0, 0), (1, 1, 1)) > 1


@pytest.mark.rule("pool.rough", "pool.speed")
def test_rough_ground_multiplies_and_a_speed_of_six_is_four_diagonals() -> None:
    diagonal = (1, 1, 0)
    assert paid(CubeSteps(), diagonal, diagonal, rate=2) == 6
    assert paid(CubeSteps(), *[diagonal] * 4) == 6
    assert 4 * CubeSteps().step(diagonal) <= budget(6) < 5 * CubeSteps().step(diagonal)


@pytest.mark.rule("pool.diag.triple")
def test_distances_are_those_of_walks() -> None:
    best = cheapest(9)
    for cell in product(range(-7, 8), repeat=3):  # short of the rim, where ways might be missing
        assert ShortestCubeSteps().cost2(cell) == best[cell], cell
        assert CubeSteps().cost2(cell) == straight(cell), cell
        assert best[cell] <= straight(cell)


@given(boxes, boxes)
def test_boxes_lie_as_far_apart_as_their_nearest_cells(a: Body, b: Body) -> None:
    for metric in METRICS:
        apart = [
            metric.cost2(tuple(n - m for n, m in zip(p, q, strict=True)))
            for p in a.cells
            for q in b.cells
        ]
        assert metric.distance(a, b) == metric.distance(b, a) == min(apart) // 2


@given(st.tuples(st.integers(-40, 40), st.integers(-40, 40)))
def test_on_a_level_it_is_the_measure_of_squares(by: Cell) -> None:
    for metric in METRICS:
        for space in ((*by, 0), (by[0], 0, by[1]), (0, *by), by):
            assert metric.cost2(space) == AlternatingDiagonals().cost2(by)


def test_a_step_is_as_long_as_its_vector() -> None:
    for by in STEPS:
        assert CubeSteps().step(by) == COST[sum(map(abs, by))] == CubeSteps().cost2(by)
        assert CubeSteps().pace(by, 1) == CubeSteps().pace(by) == (COST[sum(map(abs, by))], 0)
