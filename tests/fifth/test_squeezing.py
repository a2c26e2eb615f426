"""Squeezing in the 5e family: one size smaller, what it costs, what it does to attacks."""

from __future__ import annotations

import pytest
from rules.table import bodies, cost, every, move, no_way, prices, reached, why_not
from rules.twins import mover_of, plain_distances, searched_distances

from fifth.boards import battle, dice_of, on_turn, turn_of
from tacsim.core import events as ev
from tacsim.core.intents import Move
from tacsim.grid.cells import Body

CORRIDOR = """
    AA######..
    AA......z.
    ..######..
"""


def fits(board, start, **more):
    fight = on_turn(board, more or None)
    return {step.body for step in mover_of(fight, "A").steps(start)}


# --- bodies --------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.body.squeezed", "grid5e.squeeze")
@pytest.mark.parametrize(("full", "side"), [((2, 2), 1), ((3, 3), 2), ((4, 4), 3)])
def test_the_squeezed_body_is_that_of_the_next_smaller_size(full, side):
    fight = on_turn("A..b", {"b": {"weapons": ()}})
    assert fight.ruleset.squeezing.extents(full) == (full, (side, side))


@pytest.mark.rule("grid5e.body.squeezed")
def test_medium_and_smaller_have_no_narrower_body():
    fight = on_turn("A..b")
    assert fight.ruleset.squeezing.extents((1, 1)) == ((1, 1),)


@pytest.mark.rule("grid5e.body.squeezed")
def test_nobody_squeezes_where_the_full_body_fits():
    fight = on_turn("AA..\nAA..\n....\n...z")
    assert [b.extent for b in bodies(fight, "A", (1, 0))] == [(2, 2)]
    for by in ((1, 0), (0, 1), (1, 1)):
        found = [step.body for step in mover_of(fight, "A").steps_toward(Body((0, 0), (2, 2)), by)]
        assert found == [Body(by, (2, 2))]


@pytest.mark.rule("grid5e.body.step")
def test_narrowing_takes_a_place_inside_the_shifted_body():
    found = fits(CORRIDOR, Body((0, 0), (2, 2)))
    east = {b for b in found if b.extent == (1, 1) and b.at[0] >= 1}
    # shifted east the body would cover (1..2, 0..1): of it the free cells are these
    assert {(1, 0), (1, 1), (2, 1)} == {b.at for b in east}


@pytest.mark.rule("grid5e.body.step")
def test_a_step_may_keep_its_place_and_change_the_body_alone():
    """Against the rim, into the corner in which it stands; and whole again from there."""
    fight = on_turn("AA..\nAA..\n....\n...z")
    move(fight, "A", (0, 0), extents=((1, 1),))
    assert fight.world["A"].body == Body((0, 0), (1, 1))
    move(fight, "A", (0, 0), extents=((2, 2),))
    assert fight.world["A"].body == Body((0, 0), (2, 2))


@pytest.mark.rule("grid5e.body.step")
def test_a_squeezed_body_becomes_whole_wherever_that_fits():
    fight = on_turn(CORRIDOR, {"A": {"speed": 20}})
    path = [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]
    assert [b.extent for b in bodies(fight, "A", *path)] == [(1, 1)] * 6
    out = fits(CORRIDOR, Body((7, 1), (1, 1)))
    assert Body((8, 0), (2, 2)) not in out  # z stands there
    free = fits(CORRIDOR.replace("z", "."), Body((7, 1), (1, 1)), z={"at": (0, 2)})
    assert {Body((8, 0), (2, 2)), Body((8, 1), (2, 2))} <= free
    assert Body((8, 1), (1, 1)) not in free


# --- the price -----------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.squeeze")
def test_three_squares_of_a_narrow_passage_cost_six():
    board = """
        AA###..
        AA...z.
        ..###..
    """
    fight = on_turn(board, {"A": {"speed": 20}})
    assert cost(fight, "A", (2, 1), (3, 1), (4, 1)) == 6
    rubble = on_turn(board.replace("AA...", "AA,,,"), {"A": {"speed": 20}})
    assert cost(rubble, "A", (2, 1), (3, 1), (4, 1)) == 9
    assert prices(move(rubble, "A", (2, 1), (3, 1), (4, 1))) == [3, 3, 3]


@pytest.mark.rule("grid5e.squeeze")
def test_a_tripled_diagonal_is_four_and_a_plain_one_then_two():
    fight = on_turn("""
        :::..z
        :::..:
        ::,:::
        :A::::
    """, {"A": {"size": "large", "extent": (1, 1), "speed": 6}})  # fmt: skip
    events = move(fight, "A", (2, 2), (3, 0))
    assert prices(events) == [4, 2]
    assert [e.extent for e in every(events, ev.Stepped)] == [(1, 1), (2, 2)]


@pytest.mark.rule("grid5e.squeeze")
def test_extras_are_added_and_not_multiplied():
    fight = on_turn("A..b")
    rate = fight.ruleset.squeezing.rate
    assert [rate(slow, squeezed) for slow in (0, 1) for squeezed in (0, 1)] == [1, 2, 2, 3]
    assert [3 * rate(1, 1), 2 * rate(1, 1)] == [9, 6]


@pytest.mark.rule("grid5e.squeeze")
def test_it_gets_into_no_space_two_sizes_smaller():
    board = """
        AAA###..
        AAA....z
        AAA###..
    """
    fight = on_turn(board, {"A": {"speed": 20}})
    assert max(x for x, _ in reached(fight, "A")) == 1
    assert why_not(fight, Move("A", to=(3, 0))) == ("too_narrow", "grid5e.squeeze")
    two = on_turn("""
        AAA###..
        AAA....z
        AAA.....
        ...###..
    """, {"A": {"speed": 20}})  # fmt: skip
    assert [b.extent for b in bodies(two, "A", (2, 1), (3, 1))] == [(2, 2), (2, 2)]
    assert cost(two, "A", (2, 1), (3, 1)) == 4


@pytest.mark.rule("grid5e.squeeze")
def test_squeezing_into_foes_space_is_no_way():
    fight = on_turn("###..\nAAb..\nAAb..\n###..", {"A": {"speed": 20}, "b": {"size": "large",
                    "extent": (1, 2)}})  # fmt: skip
    assert no_way(fight, "A", (1, 1), (2, 1)) == "grid5e.pass.enemy"
    assert max(x for x, _ in reached(fight, "A")) == 1


# --- what it does --------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.squeeze")
def test_the_squeezed_attack_and_are_attacked_with_a_die_against_them():
    fight = on_turn("#####\n.Ab..\n#####", {"A": {"size": "large", "extent": (1, 1)}})
    assert dice_of(fight, "A", "b") == {"squeezing": -1}
    assert dice_of(fight, "b", "A") == {"squeezed target": 1}


@pytest.mark.rule("grid5e.squeeze")
def test_it_is_over_with_the_whole_space():
    fight = on_turn("""
        ###....
        .A.....
        ###....
        ......b
    """, {"A": {"size": "large", "extent": (1, 1), "speed": 20}})  # fmt: skip
    events = move(fight, "A", (2, 1), (3, 0))
    assert prices(events) == [2, 1]
    assert len(every(events, ev.Unsqueezed)) == 1
    assert not fight.world["A"].position.squeezed
    move(fight, "A", (4, 1))
    assert dice_of(fight, "A", "b") == {}


# --- tight cells ---------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.terrain.tight")
def test_small_ones_pass_tight_ground_freely_and_medium_ones_squeeze():
    board = "A=..\n###z"
    assert cost(on_turn(board, {"A": {"size": "small"}}), "A", (1, 0)) == 1
    assert cost(on_turn(board, {"A": {"size": "tiny"}}), "A", (1, 0)) == 1
    medium = on_turn(board)
    assert cost(medium, "A", (1, 0), (2, 0)) == 3
    move(medium, "A", (1, 0))
    assert medium.world["A"].position.squeezed
    move(medium, "A", (2, 0))
    assert not medium.world["A"].position.squeezed


@pytest.mark.rule("grid5e.terrain.tight")
def test_medium_ones_fight_badly_in_tight_ground():
    fight = battle("#=#\nb..\n###", {"A": {"at": (1, 0), "side": "heroes"}})
    turn_of(fight, "A")
    for cell in ((1, 1), (1, 0)):
        move(fight, "A", cell)
    assert dice_of(fight, "A", "b") == {"squeezing": -1}
    assert dice_of(fight, "b", "A") == {"squeezed target": 1}


@pytest.mark.rule("grid5e.terrain.tight")
def test_larger_ones_cannot_enter_it():
    fight = on_turn("AA###\nAA=..\n..##z", {"A": {"speed": 20}})
    assert all(x < 2 for x, _ in reached(fight, "A"))
    assert why_not(fight, Move("A", to=(2, 1))) == ("too_narrow", "grid5e.squeeze")


# --- barriers ------------------------------------------------------------------------------------


def fenced(kind, between, board="A...\n....\n...z", **more):
    return turn_of(battle(board, more or None, barriers=[(*between, kind)]), "A")


@pytest.mark.rule("grid5e.body.barrier")
def test_a_hampering_barrier_costs_a_square_more():
    fight = fenced("hedge", ((0, 0), (1, 0)))
    assert cost(fight, "A", (1, 0)) == 2
    assert cost(fight, "A", (0, 1)) == 1
    assert "grid5e.body.barrier" in every(move(fight, "A", (1, 0)), ev.Stepped)[0].clauses


@pytest.mark.rule("grid5e.body.barrier")
def test_on_a_diagonal_any_edge_at_the_crossing_counts_once():
    for between in (((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1))):
        assert cost(fenced("hedge", between), "A", (1, 1)) == 2
        assert why_not(fenced("wall", between), Move("A", path=((1, 1),)))[0] == "barrier"
    both = battle("A..\n...\n..z", barriers=[((0, 0), (1, 0), "hedge"), ((0, 1), (1, 1), "hedge")])
    assert cost(turn_of(both, "A"), "A", (1, 1)) == 2


@pytest.mark.rule("grid5e.body.barrier")
def test_a_body_meets_the_barriers_that_its_squares_cross():
    board = "AA..\nAA..\n...z"
    fight = battle(board, barriers=[((1, 0), (2, 0), "hedge"), ((1, 1), (2, 1), "hedge")])
    assert cost(turn_of(fight, "A"), "A", (1, 0)) == 2
    beside = battle(board, barriers=[((2, 0), (3, 0), "wall")])
    assert cost(turn_of(beside, "A"), "A", (1, 0)) == 1
    mover = mover_of(beside, "A")
    assert list(mover.steps_toward(Body((1, 0), (2, 2)), (1, 0))) == []
    assert mover.why_not(Body((1, 0), (2, 2)), (2, 0)).reason.value == "barrier"


# --- the search says the same as the single steps ------------------------------------------------

BOARDS = (
    "AA##,,..\nAA...,..\n..##...b\n,,,#.#..\n.....=..",
    "AAA#....\nAAA...,.\nAAA#....\n...##..b\n,,,.....\n........",
    "A,=..B..\n.##.,,..\n...B.;.b\n.#......",
)


@pytest.mark.rule("grid5e.squeeze", "grid5e.body.step", "grid5e.enter.difficult.diag")
@pytest.mark.parametrize("board", BOARDS)
def test_the_search_agrees_with_single_steps(board):
    for conditions in ((), ("prone",)):
        fight = on_turn(board, {"A": {"conditions": conditions}},
                        barriers=[((3, 3), (3, 4), "hedge")])  # fmt: skip
        assert searched_distances(fight, "A", 21) == plain_distances(fight, "A", 21)
