"""Squares, half-square costs, 5-10-5 diagonals, distance between spaces of any two sizes."""

from __future__ import annotations

import pytest
from boards import battle, turn_of
from hypothesis import given
from hypothesis import strategies as st
from oracle import d20 as oracle

from rules.table import cost, move_freely, no_way, prices, reached
from tacsim.grid.cells import Body
from tacsim.grid.metric import AlternatingDiagonals, budget, cells
from tacsim.rulesets.d20 import make
from tacsim.rulesets.d20.speed import UNITS
from tacsim.rulesets.schema import parse_length

FAR = st.integers(-30, 30)
SIDES = st.sampled_from([1, 2, 3, 4, 6])


def one(x: int, y: int) -> Body:
    return Body((x, y), (1, 1))


def apart(a: Body, b: Body) -> int:
    return AlternatingDiagonals().distance(a, b)


def meadow(speed: int, side: int = 9) -> str:
    rows = [["."] * side for _ in range(side)]
    rows[side // 2][side // 2] = "A"
    return "\n".join("".join(row) for row in rows)


@pytest.mark.rule("d20.scale.square")
def test_a_square_is_five_feet():
    rules = make({})
    assert (rules.cell_size, rules.unit_name) == (5, "ft")
    assert parse_length("30 ft", UNITS) == 6
    assert parse_length("15 ft", UNITS) == 3


@pytest.mark.rule("d20.diag.alternate")
def test_diagonals_cost_one_two_one_two():
    fight = turn_of(battle("""
        A....
        .....
        .....
        .....
        .....
    """), "A")  # fmt: skip
    events = move_freely(fight, "A", (1, 1), (2, 2), (3, 3), (4, 4))
    assert prices(events) == [1, 2, 1, 2]


@pytest.mark.rule("d20.diag.alternate")
@pytest.mark.parametrize("diagonals", range(1, 11))
def test_diagonals_alone_cost_three_halves_rounded_down(diagonals):
    fight = turn_of(
        battle("\n".join(["A" + "." * 10] + ["." * 11] * 10), {"A": {"speed": 20}}), "A"
    )
    path = [(i, i) for i in range(1, diagonals + 1)]
    assert cost(fight, "A", *path) == [1, 3, 4, 6, 7, 9, 10, 12, 13, 15][diagonals - 1]


@pytest.mark.rule("d20.diag.interleaved")
def test_straight_steps_between_diagonals_do_not_reset_the_count():
    fight = turn_of(battle("""
        A...
        ....
        ....
    """), "A")  # fmt: skip
    assert prices(move_freely(fight, "A", (1, 1), (2, 1), (3, 2))) == [1, 1, 2]


@pytest.mark.rule("d20.diag.range")
@pytest.mark.parametrize(("to", "squares"), [((3, 3), 4), ((5, 2), 6), ((4, 7), 9), ((1, 1), 1)])
def test_distance_counts_like_movement(to, squares):
    assert apart(one(0, 0), one(*to)) == squares


@pytest.mark.rule("d20.diag.symmetry")
@pytest.mark.parametrize(
    ("a", "b", "squares"), [((2, 9), (7, 1), 10), ((0, 0), (3, 3), 4), ((4, 0), (0, 0), 4)]
)
def test_distance_from_either_end(a, b, squares):
    assert apart(one(*a), one(*b)) == apart(one(*b), one(*a)) == squares


@pytest.mark.rule("d20.diag.symmetry", "d20.diag.range")
@given(FAR, FAR)
def test_distance_is_the_longer_way_and_half_the_shorter(dx, dy):
    short, long = sorted((abs(dx), abs(dy)))
    assert apart(one(0, 0), one(dx, dy)) == long + short // 2


@pytest.mark.rule("d20.diag.multi-square")
@pytest.mark.parametrize(
    ("a", "a_side", "b", "b_side", "squares"),
    [((0, 0), 2, (4, 3), 1, 4), ((0, 0), 3, (5, 0), 2, 3), ((0, 0), 2, (1, 1), 1, 0)],
)
def test_distance_runs_from_the_nearest_squares(a, a_side, b, b_side, squares):
    assert apart(Body(a, (a_side, a_side)), Body(b, (b_side, b_side))) == squares


@pytest.mark.rule("d20.diag.multi-square")
@given(SIDES, SIDES, FAR, FAR)
def test_distance_between_spaces_is_that_of_their_nearest_squares(a, b, x, y):
    first, second = Body((0, 0), (a, a)), Body((x, y), (b, b))
    assert apart(first, second) == oracle.distance(first.cells, second.cells)


@pytest.mark.rule("d20.diag.alternate")
@pytest.mark.parametrize(("speed", "squares"), [(3, 37), (4, 61), (6, 121)])
def test_open_field(speed, squares):
    """Section 0: reachable squares in an open field, the start included."""
    fight = turn_of(battle(meadow(speed, 15), {"A": {"speed": speed}}), "A")
    assert len(reached(fight, "A")) == squares


@pytest.mark.rule("d20.round.double-move")
def test_a_double_move_is_one_measured_move():
    rows = "\n".join(["A" + "." * 8] + ["." * 9] * 8)
    fight = turn_of(battle(rows, {"A": {"speed": 4}}), "A")
    assert cost(fight, "A", *[(i, i) for i in range(1, 6)], mode="double") == 7
    assert no_way(fight, "A", *[(i, i) for i in range(1, 7)], mode="double") == (
        "d20.round.double-move"
    )


@pytest.mark.rule("d20.round.double-move")
def test_the_half_square_is_carried_through_a_move_in_two_parts():
    """Four diagonals (6), then two more: 9 in all, although 6 + 3 would be 9 and 4 + 4 is 8."""
    rows = "\n".join(["A" + "." * 8] + ["." * 9] * 8)
    fight = turn_of(battle(rows, {"A": {"speed": 4}}), "A")
    assert prices(move_freely(fight, "A", (1, 1), (2, 2), (3, 3))) == [1, 2, 1]
    assert no_way(fight, "A", (4, 4), (5, 5), (6, 6), mode="double") == "d20.round.double-move"
    assert prices(move_freely(fight, "A", (4, 4), (5, 5), mode="double")) == [2, 1]


@pytest.mark.rule("d20.speed.table.small")
def test_an_odd_speed_of_three():
    fight = turn_of(battle("""
        A...
        ....
        ....
        ....
    """, {"A": {"size": "small", "speed": 3}}), "A")  # fmt: skip
    assert cost(fight, "A", (1, 1), (2, 2)) == 3
    assert no_way(fight, "A", (1, 1), (2, 2), (3, 2)) == "d20.round.move-and-act"


def test_a_budget_of_squares_holds_the_odd_half():
    """Section 0: a path fits speed S exactly when its half-units are at most 2S + 1."""
    for speed in range(25):
        for cost2 in range(60):
            assert (cells(cost2) <= speed) == (cost2 <= budget(speed))
