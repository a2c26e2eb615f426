"""Difficult ground, obstacles, barriers, and doublings that stack."""

from __future__ import annotations

import attrs
import pytest
from boards import battle, turn_of

from rules.table import (
    at,
    cost,
    cost_to,
    move_freely,
    no_way,
    prices,
    reached,
    steps_from,
    stoppable,
    why_not,
)
from tacsim.core.intents import Move
from tacsim.grid.cells import Body
from tacsim.rules.engine import check

DIAGONAL = ((1, 1), (2, 2), (3, 3))


def ground(board: str, barriers=(), **of_a) -> object:
    return turn_of(battle(board, {"A": of_a} if of_a else {}, barriers=barriers), "A")


@pytest.mark.rule("d20.terrain.difficult")
def test_a_difficult_square_costs_two_to_enter_and_nothing_to_leave():
    fight = ground("A,.")
    assert cost(fight, "A", (1, 0), (2, 0)) == 3
    assert prices(move_freely(fight, "A", (1, 0), (2, 0))) == [2, 1]


@pytest.mark.rule("d20.terrain.difficult.diag")
def test_a_diagonal_into_difficult_ground_costs_three_and_keeps_the_count():
    fight = ground("""
        A...
        ....
        ..,.
        ....
    """)  # fmt: skip
    assert prices(move_freely(fight, "A", *DIAGONAL)) == [1, 3, 2]


@pytest.mark.rule("d20.terrain.difficult.diag")
def test_the_difficult_diagonal_costs_three_as_the_first_step_too():
    fight = ground("""
        A...
        .,..
        ....
        ....
    """)  # fmt: skip
    assert prices(move_freely(fight, "A", *DIAGONAL)) == [3, 1, 2]


@pytest.mark.rule("d20.cost.double")
def test_one_doubling():
    fight = ground("""
        A,,,.
        ....,
    """)  # fmt: skip
    assert cost(fight, "A", (1, 0), (2, 0), (3, 0), (4, 1), mode="double") == 9


@pytest.mark.rule("d20.cost.double-twice")
def test_two_doublings_are_four_and_six():
    fight = ground("""
        A;..
        ..;.
    """)  # fmt: skip
    assert cost(fight, "A", (1, 0)) == 4
    assert cost(fight, "A", (1, 0), (2, 1), mode="double") == 10
    assert cost(fight, "A", (1, 0), (0, 0), mode="double") == 5


@pytest.mark.rule("d20.cost.double-twice", "d20.squeeze.cost")
def test_squeezing_through_difficult_ground_doubles_twice():
    fight = ground("""
        #######
        AA,....
        AA#####
    """, speed=12)  # fmt: skip
    assert cost(fight, "A", (1, 1)) == 4
    assert prices(move_freely(fight, "A", (1, 1), (2, 1), (3, 1))) == [4, 4, 2]


@pytest.mark.rule("d20.cost.double-thrice")
def test_three_doublings_are_eight_and_four_are_sixteen():
    fight = ground("""
        #######
        AA;....
        AA#####
    """, speed=12)  # fmt: skip
    assert cost(fight, "A", (1, 1)) == 8
    dark = battle("A=\n##", {"A": {"speed": 12}}, dark=True)
    assert cost(turn_of(dark, "A"), "A", (1, 0)) == 4


@pytest.mark.rule("d20.cost.double-thrice")
def test_a_diagonal_doubled_three_times_costs_twelve():
    fight = turn_of(battle("""
        A....
        .;...
    """, {"A": {"speed": 12}}, dark=True), "A")  # fmt: skip
    assert cost(fight, "A", (1, 1)) == 12


@pytest.mark.rule("d20.terrain.mixed-footprint")
def test_the_worst_square_under_a_large_body_sets_the_price():
    fight = ground("""
        AA..
        AA,.
    """)  # fmt: skip
    assert cost(fight, "A", (1, 0)) == 2
    assert prices(move_freely(fight, "A", (1, 0), (2, 0))) == [2, 2]


@pytest.mark.rule("d20.terrain.mixed-footprint")
def test_squares_kept_count_as_well_as_squares_entered():
    fight = ground("""
        AA...
        AA,;.
        .....
    """, speed=20)  # fmt: skip
    assert prices(move_freely(fight, "A", (1, 0), (2, 0), (3, 0))) == [2, 4, 4]


@pytest.mark.rule("d20.terrain.mixed-footprint")
def test_ground_that_is_left_behind_costs_nothing():
    fight = ground("""
        AA..
        AA..
    """)  # fmt: skip
    assert cost(fight, "A", (1, 0)) == 1
    under = turn_of(battle("""
        ,...
        ,...
    """, {"A": {"at": (0, 0), "size": "large", "side": "heroes"}}), "A")  # fmt: skip
    assert cost(under, "A", (1, 0)) == 1


@pytest.mark.rule("d20.terrain.fly")
@pytest.mark.parametrize("condition", ["flying", "incorporeal"])
def test_flyers_and_the_incorporeal_ignore_difficult_ground(condition):
    fight = ground("A,,.", conditions=[condition])
    assert cost(fight, "A", (1, 0), (2, 0)) == 2


@pytest.mark.rule("d20.terrain.fly", "d20.obstacle.fly")
def test_flyers_cross_pits_and_water():
    fight = ground("A:~.", conditions=["flying"])
    assert cost(fight, "A", (1, 0), (2, 0), (3, 0)) == 3
    assert cost(fight, "A", (1, 0)) == 1


@pytest.mark.rule("d20.speed.hampered")
def test_darkness_doubles_for_those_who_cannot_see_in_it():
    blind = turn_of(battle("A......", dark=True), "A")
    assert cost(blind, "A", (1, 0), (2, 0), (3, 0)) == 6
    assert no_way(blind, "A", (1, 0), (2, 0), (3, 0), (4, 0)) == "d20.round.move-and-act"
    keen = turn_of(battle("A......", {"A": {"darkvision": 12}}, dark=True), "A")
    assert cost(keen, "A", (1, 0), (2, 0), (3, 0)) == 3


@pytest.mark.rule("d20.obstacle.hamper")
def test_an_obstacle_that_hampers_counts_as_two():
    assert cost(ground("A%."), "A", (1, 0)) == 2
    assert cost(ground("A%.", conditions=["flying"]), "A", (1, 0)) == 1


@pytest.mark.rule("d20.obstacle.between")
def test_a_barrier_adds_two_to_the_square_beyond():
    fight = ground("A..", [((0, 0), (1, 0), "hedge")])
    assert cost(fight, "A", (1, 0)) == 3
    assert cost(fight, "A", (1, 0), (2, 0)) == 4
    assert prices(move_freely(fight, "A", (1, 0), (2, 0))) == [3, 1]


@pytest.mark.rule("d20.obstacle.between")
def test_a_barrier_is_not_multiplied_by_the_ground_beyond():
    fight = ground("A,.", [((0, 0), (1, 0), "hedge")])
    assert cost(fight, "A", (1, 0)) == 4


@pytest.mark.rule("d20.obstacle.between")
@pytest.mark.parametrize("edge", [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)),
                                  ((0, 1), (1, 1))])  # fmt: skip
def test_a_diagonal_crosses_any_barrier_at_the_corner_it_passes(edge):
    """Section 0.4: any of the four edges that meet at the corner; 2 plus the diagonal's 1."""
    fight = ground("""
        A..
        ...
        ...
    """, [(*edge, "hedge")])  # fmt: skip
    assert cost(fight, "A", (1, 1)) == 3
    assert cost(fight, "A", (1, 1), (2, 2)) == 5
    shut = ground("A.\n..", [(*edge, "wall")])
    assert no_way(shut, "A", (1, 1)) == "d20.obstacle.block"


@pytest.mark.rule("d20.obstacle.between")
def test_several_barriers_at_a_corner_are_paid_once():
    fight = ground("A.\n..", [((0, 0), (1, 0), "hedge"), ((0, 0), (0, 1), "hedge"),
                              ((1, 0), (1, 1), "hedge")])  # fmt: skip
    assert cost(fight, "A", (1, 1)) == 3


@pytest.mark.rule("d20.obstacle.between")
def test_a_large_body_pays_for_barriers_before_any_of_its_squares_and_once():
    fight = ground("""
        AA..
        AA..
    """, [((1, 1), (2, 1), "hedge")])  # fmt: skip
    assert cost(fight, "A", (1, 0)) == 3
    both = ground("""
        AA..
        AA..
    """, [((1, 1), (2, 1), "hedge"), ((1, 0), (2, 0), "hedge")])  # fmt: skip
    assert cost(both, "A", (1, 0)) == 3


@pytest.mark.rule("d20.obstacle.between.all-or-nothing")
def test_two_squares_left_do_not_cross_a_barrier():
    fight = ground("A.....", [((4, 0), (5, 0), "hedge")])
    path = [(x, 0) for x in range(1, 6)]
    assert no_way(fight, "A", *path) == "d20.round.move-and-act"
    assert (5, 0) not in reached(fight, "A")
    assert why_not(fight, Move("A", to=(5, 0)))[0] == "budget"
    near = ground("A....", [((3, 0), (4, 0), "hedge")])
    assert cost(near, "A", *path[:4]) == 6


@pytest.mark.rule("d20.obstacle.block")
@pytest.mark.parametrize("kind", ["wall", "door"])
def test_what_blocks_cannot_be_passed(kind):
    assert reached(ground("A.#."), "A") == {(0, 0), (1, 0)}
    shut = ground("A...", [((1, 0), (2, 0), kind)])
    assert reached(shut, "A") == {(0, 0), (1, 0)}
    assert no_way(shut, "A", (1, 0), (2, 0)) == "d20.obstacle.block"


@pytest.mark.rule("d20.obstacle.block")
@pytest.mark.parametrize("glyph", list("#T^:~ "))
def test_ground_that_nobody_on_foot_enters(glyph):
    assert reached(ground(f"A{glyph}."), "A") == {(0, 0)}


@pytest.mark.rule("d20.obstacle.fly")
def test_flyers_skip_hedges_but_not_walls():
    hedge, wall = ((0, 0), (1, 0), "hedge"), ((1, 0), (2, 0), "wall")
    assert cost(ground("A..", [hedge], conditions=["flying"]), "A", (1, 0)) == 1
    assert reached(ground("A...", [wall], conditions=["flying"]), "A") == {(0, 0), (1, 0)}
    assert reached(ground("A#..", conditions=["flying"]), "A") == {(0, 0)}


@pytest.mark.rule("d20.obstacle.fly", "d20.obstacle.block")
@pytest.mark.parametrize(
    ("glyph", "passed"), [("^", True), ("%", True), ("#", False), ("T", False)]
)
def test_flyers_pass_a_blocking_obstacle_that_is_low(glyph, passed):
    """A boulder is lower than they are, and they may stay over it; walls and trees never are."""
    fight = ground(f"A{glyph}..", conditions=["flying"])
    assert ((3, 0) in reached(fight, "A")) is passed
    assert ((1, 0) in stoppable(fight, "A")) is passed
    if passed:
        assert cost(fight, "A", (1, 0), (2, 0)) == 2
        assert Body((1, 0), (1, 1)) in steps_from(fight, "A", Body((0, 0), (1, 1)))
    walker = ground(f"A{glyph}..")
    assert ((1, 0) in reached(walker, "A")) is (glyph == "%")


@pytest.mark.rule("d20.obstacle.fly")
@pytest.mark.parametrize(("name", "passed"), [("boulder", True), ("boulder full", False),
                                              ("obstacle full", True)])  # fmt: skip
def test_one_as_high_as_a_wall_stops_them(name, passed):
    """What only hampers stops nobody, however high it is."""
    fight = ground("A...", conditions=["flying"])
    fight.world.field = attrs.evolve(fight.world.field, rows=(("floor", name, "floor", "floor"),))
    assert ((3, 0) in reached(fight, "A")) is passed
    assert bool(check(fight, Move("A", path=((1, 0), (2, 0))))) is passed


@pytest.mark.rule("d20.obstacle.fly")
def test_a_big_flyer_needs_all_of_it_low():
    for top, bottom, passed in (("^", "^", True), ("^", "#", False), ("^", ".", True)):
        fight = ground(f"AA{top}...\nAA{bottom}...", conditions=["flying"])
        ahead = steps_from(fight, "A", Body((0, 0), (2, 2)))
        assert (Body((1, 0), (2, 2)) in ahead) is passed
        assert (Body((1, 0), (2, 1)) in ahead) is not passed, "or it squeezes past the wall"


@pytest.mark.rule("d20.obstacle.fly")
def test_the_incorporeal_pass_walls_but_do_not_stop_in_them():
    wall = ((2, 0), (3, 0), "wall")
    fight = ground("A#..", [wall], conditions=["incorporeal"])
    assert cost(fight, "A", (1, 0), (2, 0), (3, 0)) == 3
    assert why_not(fight, Move("A", path=((1, 0),)))[0] == "stop_solid"


@pytest.mark.rule("d20.obstacle.block", "d20.obstacle.between")
def test_the_way_round_is_taken_where_it_is_cheaper():
    fight = ground("""
        A,,.
        ....
    """)  # fmt: skip
    assert cost_to(fight, "A", (3, 0)) == 4
    around = ground("A..\n...", [((0, 0), (1, 0), "hedge")])
    assert cost_to(around, "A", (1, 0)) == 3
    move_freely(fight, "A", (1, 1), (2, 1), (3, 0))
    assert at(fight, "A") == (3, 0)
