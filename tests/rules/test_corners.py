"""Corners are cut past creatures and pits, never past what fills its space."""

from __future__ import annotations

import pytest
from boards import battle, turn_of

from rules.table import cost, no_way, reached, why_not
from tacsim.core.intents import Move


def near(mark: str, **more) -> object:
    """A in (0, 0), the mark in (1, 0)."""
    return turn_of(battle(f"A{mark}\n..", more), "A")


@pytest.mark.rule("d20.corner.wall")
@pytest.mark.parametrize("mark", "#T")
def test_no_diagonal_past_a_wall_or_a_tree(mark):
    fight = near(mark)
    assert no_way(fight, "A", (1, 1)) == "d20.corner.wall"
    assert why_not(fight, Move("A", path=((1, 1),))) == ("corner", "d20.corner.wall")
    assert cost(fight, "A", (0, 1), (1, 1)) == 2


@pytest.mark.rule("d20.corner.wall")
def test_neither_of_the_two_squares_beside_may_be_filled():
    assert no_way(turn_of(battle("A.\n#."), "A"), "A", (1, 1)) == "d20.corner.wall"
    assert reached(turn_of(battle("A#\n#."), "A"), "A") == {(0, 0)}


@pytest.mark.rule("d20.corner.wall", "d20.step.5ft")
def test_a_five_foot_step_cuts_no_corner_either():
    assert no_way(near("#"), "A", (1, 1), mode="five_foot_step") == "d20.corner.wall"


@pytest.mark.rule("d20.corner.wall", "d20.min-move")
def test_a_minimum_move_cuts_no_corner_either():
    assert no_way(near("#"), "A", (1, 1), mode="minimum") == "d20.corner.wall"


@pytest.mark.rule("d20.corner.wall")
def test_a_wall_ahead_or_behind_is_no_corner():
    fight = turn_of(battle("""
        #.#
        .A.
        #.#
    """), "A")  # fmt: skip
    assert reached(fight, "A") == {(1, 1), (1, 0), (0, 1), (2, 1), (1, 2)}
    fight = turn_of(battle("""
        .#.
        #A#
        .#.
    """), "A")  # fmt: skip
    assert reached(fight, "A") == {(1, 1)}


@pytest.mark.rule("d20.corner.wall")
def test_a_large_body_cuts_no_corner_with_any_of_its_squares():
    fight = turn_of(battle("""
        AA#.
        AA..
        ....
    """), "A")  # fmt: skip
    assert no_way(fight, "A", (1, 1), extents=((2, 2),)) == "d20.corner.wall"
    assert cost(fight, "A", (0, 1), (1, 1)) == 2


@pytest.mark.rule("d20.corner.creature")
def test_diagonals_past_creatures_are_free():
    fight = turn_of(battle("Ab\nc."), "A")
    assert cost(fight, "A", (1, 1)) == 1


@pytest.mark.rule("d20.corner.pit")
def test_diagonals_past_a_pit_are_free_but_the_pit_is_shut():
    fight = near(":")
    assert cost(fight, "A", (1, 1)) == 1
    assert why_not(fight, Move("A", path=((1, 0),))) == ("blocked", "d20.obstacle.block")


@pytest.mark.rule("d20.corner.pit")
def test_a_boulder_blocks_but_does_not_fill_its_corners():
    fight = near("^")
    assert cost(fight, "A", (1, 1)) == 1
    assert no_way(fight, "A", (1, 0)) == "d20.obstacle.block"


@pytest.mark.rule("d20.corner.wall", "d20.obstacle.fly")
def test_flyers_cut_no_corners_and_the_incorporeal_all():
    assert no_way(near("#", A={"conditions": ["flying"]}), "A", (1, 1)) == "d20.corner.wall"
    assert cost(near("#", A={"conditions": ["incorporeal"]}), "A", (1, 1)) == 1


@pytest.mark.rule("d20.corner.wall")
def test_where_there_is_nothing_corners_are_as_a_wall_s():
    """A void is as a wall that does not stop sight."""
    fight = turn_of(battle("A \n.."), "A")
    assert no_way(fight, "A", (1, 1)) == "d20.corner.wall"
    assert cost(fight, "A", (0, 1), (1, 1)) == 2
