"""Bodies that narrow, turn corners and widen again (catalogue, 0.4)."""

from __future__ import annotations

import pytest
from boards import battle, turn_of

from rules.table import (
    bodies,
    cells_of,
    cost,
    cost_to,
    declining,
    move_freely,
    no_way,
    odds,
    prices,
    reached,
    steps_from,
    stoppable,
    why_not,
)
from tacsim.core.events import Squeezed, Unsqueezed
from tacsim.core.intents import Move
from tacsim.grid.cells import Body
from tacsim.rules.engine import submit

CORRIDOR = """
    AA#####..
    AA.......
    ..#####..
"""
"""A Large creature before a corridor one square wide, x = 2..6 at y = 1, and a room behind it."""


def large(board: str = CORRIDOR, speed: int = 12, **others) -> object:
    return turn_of(battle(board, {"A": {"speed": speed}, **others}), "A")


@pytest.mark.rule("d20.squeeze.cost", "d20.squeeze.footprint.large")
def test_the_catalogue_s_corridor():
    """0.4: six narrow bodies cost 2 each, then the full body costs 1: 13 in all."""
    fight = turn_of(battle("""
        ..#####...
        AA........
        AA#####...
    """, {"A": {"speed": 13}}), "A")  # fmt: skip
    path = [(x, 1) for x in range(1, 8)]
    assert cost(fight, "A", *path) == 13
    assert bodies(fight, "A", *path) == [
        *(Body((x, 1), (2, 1)) for x in range(1, 7)),
        Body((7, 1), (2, 2)),
    ]
    assert cost_to(fight, "A", (7, 1)) == 13


@pytest.mark.rule("d20.squeeze.cost", "d20.squeeze.footprint.large")
def test_a_large_creature_finds_its_own_way_down_a_corridor():
    fight = large()
    events = declining(fight, submit(fight, Move("A", to=(4, 1))))
    assert prices(events) == [2, 2, 2, 2]
    assert cells_of(fight, "A") == {(4, 1), (5, 1)}
    assert fight.world["A"].position.squeezed
    assert [e.cells for e in events if isinstance(e, Squeezed)] == [((1, 1), (2, 1))]


@pytest.mark.rule("d20.squeeze.cost")
def test_three_squares_of_corridor_cost_six():
    fight = turn_of(battle("""
        #######
        AA.....
        #######
    """, {"A": {"speed": 6}}), "A")  # fmt: skip
    assert cost(fight, "A", (1, 1), (2, 1), (3, 1)) == 6


@pytest.mark.rule("d20.squeeze.cost")
def test_the_body_widens_on_the_other_side():
    fight = large(speed=13)
    events = move_freely(fight, "A", *[(x, 1) for x in range(1, 7)], (7, 0))
    assert prices(events)[:6] == [2] * 6
    assert prices(events)[6] == 1
    assert cells_of(fight, "A") == {(7, 0), (8, 0), (7, 1), (8, 1)}
    assert not fight.world["A"].position.squeezed
    assert any(isinstance(e, Unsqueezed) for e in events)


@pytest.mark.rule("d20.squeeze.cost")
def test_where_several_full_bodies_fit_the_mover_chooses():
    """0.4: widening to (7, 0) or to (7, 1), both contain the shifted narrow body."""
    narrow = Body((6, 1), (2, 1))
    fight = large()
    assert {Body((7, 0), (2, 2)), Body((7, 1), (2, 2))} <= steps_from(fight, "A", narrow)
    assert Body((7, 1), (2, 1)) not in steps_from(fight, "A", narrow)


@pytest.mark.rule("d20.squeeze.cost")
def test_nobody_narrows_where_the_full_body_fits():
    fight = turn_of(battle("""
        AA...
        AA...
        .....
    """), "A")  # fmt: skip
    assert steps_from(fight, "A", Body((0, 0), (2, 2))) == {
        Body((1, 0), (2, 2)), Body((0, 1), (2, 2)), Body((1, 1), (2, 2)),
    }  # fmt: skip
    assert not any(
        Body(at, extent) in steps_from(fight, "A", Body((1, 0), (2, 2)))
        for at in [(2, 0), (2, 1), (3, 0)]
        for extent in [(2, 1), (1, 2)]
    )


@pytest.mark.rule("d20.body.narrow", "d20.body.step")
@pytest.mark.rule("d20.squeeze.cost")
def test_a_full_body_narrows_across_the_direction_of_a_straight_step_only():
    fight = turn_of(battle("""
        AA#
        AA.
        ..#
    """), "A")  # fmt: skip
    assert steps_from(fight, "A", Body((0, 0), (2, 2))) == {
        Body((1, 1), (2, 1)),  # east
        Body((0, 1), (2, 2)),  # south
    }
    diagonal = turn_of(battle("""
        AA...
        AA...
        ...#.
        .....
    """), "A")  # fmt: skip
    ways = steps_from(diagonal, "A", Body((1, 0), (2, 2)))
    assert Body((2, 0), (2, 2)) in ways
    assert not any(new.at in [(2, 1)] and new.extent == (2, 2) for new in ways)
    # straight down (3, 2) does not matter; diagonally (2, 1) is refused by the corner (3, 2)
    assert Body((1, 1), (2, 2)) in ways


@pytest.mark.rule("d20.body.step")
@pytest.mark.rule("d20.squeeze.cost")
def test_a_narrowed_body_stays_narrowed_along_the_same_axis():
    """In a corridor running east it may not become upright by a step."""
    fight = large()
    ways = steps_from(fight, "A", Body((3, 1), (2, 1)))
    assert ways == {Body((2, 1), (2, 1)), Body((4, 1), (2, 1))}


@pytest.mark.rule("d20.squeeze.cost.diag")
def test_a_diagonal_while_squeezing_costs_three():
    """Between pits the narrow body (1, 2)-(2, 2) shifts by (1, 1): no full body fits there."""
    board = turn_of(battle("""
        :::::::
        AA:::::
        AA.::::
        ::....:
        :::::::
    """, {"A": {"speed": 20}}), "A")  # fmt: skip
    first = Body((1, 2), (2, 1))
    assert first in steps_from(board, "A", Body((0, 1), (2, 2)))
    assert Body((2, 3), (2, 1)) in steps_from(board, "A", first)
    assert prices(move_freely(board, "A", (1, 2), (2, 3))) == [2, 3]


@pytest.mark.rule("d20.squeeze.cost.diag", "d20.corner.wall")
def test_a_squeezed_diagonal_still_cuts_no_corner():
    fight = turn_of(battle("""
        #######
        AA#####
        AA.####
        ##....#
        #######
    """, {"A": {"speed": 20}}), "A")  # fmt: skip
    assert Body((2, 3), (2, 1)) not in steps_from(fight, "A", Body((1, 2), (2, 1)))


@pytest.mark.rule("d20.body.narrow")
@pytest.mark.rule("d20.squeeze.limit")
@pytest.mark.parametrize(
    ("side", "width", "fits"),
    [(2, 1, True), (3, 1, False), (3, 2, True), (4, 1, False), (4, 2, True), (4, 3, True),
     (6, 2, False), (6, 3, True), (6, 4, True), (6, 5, True)],
)  # fmt: skip
def test_half_the_width_is_needed(side, width, fits):
    """Large 1, Huge 2 (1.5 rounded up), Gargantuan 2, Colossal 3."""
    rows = ["A" * side + ("." if y < width else "#") * (2 * side) for y in range(side)]
    fight = turn_of(battle("\n".join(rows), {"A": {"speed": 60}}), "A")
    assert (reached(fight, "A") != {(0, 0)}) == fits
    if fits:
        ways = steps_from(fight, "A", Body((0, 0), (side, side)))
        assert ways == {Body((1, 0), (side, width))}


@pytest.mark.rule("d20.squeeze.footprint.bigger")
def test_a_gargantuan_body_in_a_corridor_two_wide_covers_eight_squares():
    fight = turn_of(battle("""
        AAAA........
        AAAA........
        AAAA########
        AAAA########
    """, {"A": {"speed": 30}}), "A")  # fmt: skip
    move_freely(fight, "A", *[(x, 0) for x in range(1, 6)])
    assert cells_of(fight, "A") == {(x, y) for x in range(5, 9) for y in (0, 1)}


@pytest.mark.rule("d20.body.step")
@pytest.mark.rule("d20.squeeze.footprint.bigger", "d20.squeeze.cost")
def test_the_new_body_is_the_widest_that_fits():
    """A Colossal body in a funnel: 5, 4, 3 wide, and wider again."""
    fight = turn_of(battle("""
        AAAAAA..............
        AAAAAA..............
        AAAAAA..............
        AAAAAA..#...........
        AAAAAA.##...........
        AAAAAA###...........
    """, {"A": {"speed": 60}}), "A")  # fmt: skip
    path = [(x, 0) for x in range(1, 10)]
    taken = bodies(fight, "A", *path)
    assert [body.extent for body in taken] == [
        (6, 5), (6, 4), (6, 3), (6, 3), (6, 3), (6, 3), (6, 3), (6, 3), (6, 6),
    ]  # fmt: skip
    assert cost(fight, "A", *path) == 8 * 2 + 1


@pytest.mark.rule("d20.body.pivot")
@pytest.mark.rule("d20.squeeze.footprint.large")
def test_a_corner_is_turned_by_a_pivot():
    """The new body shares the end block with the old one and costs N - w straight, doubled: 2."""
    board = """
        AA#####
        AA....#
        #####.#
        #####.#
        #####.#
    """
    fight = turn_of(battle(board, {"A": {"speed": 20}}), "A")
    assert steps_from(fight, "A", Body((4, 1), (2, 1))) == {
        Body((3, 1), (2, 1)),
        Body((5, 1), (1, 2)),
    }
    path = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (5, 2)]
    assert bodies(fight, "A", *path)[-2:] == [Body((5, 1), (1, 2)), Body((5, 2), (1, 2))]
    assert prices(move_freely(fight, "A", *path)) == [2, 2, 2, 2, 2, 2]
    assert fight.world["A"].position.squeezed


@pytest.mark.rule("d20.squeeze.footprint.large")
def test_it_finds_its_way_round_the_corner_by_itself():
    fight = turn_of(battle("""
        AA#####
        AA....#
        #####.#
        #####.#
        ...#..#
        ...#...
        .......
        .......
    """, {"A": {"speed": 40}}), "A")  # fmt: skip
    assert (0, 6) in stoppable(fight, "A")


@pytest.mark.rule("d20.body.pivot")
@pytest.mark.rule("d20.squeeze.footprint.bigger")
def test_a_pivot_costs_as_many_squares_as_it_grows():
    """Huge, 3x2: one square, doubled; Gargantuan 4x2: two squares, doubled."""
    huge = turn_of(battle("""
        AAA#######
        AAA.....##
        AAA.....##
        ######..##
        ######..##
        ######..##
    """, {"A": {"speed": 40}}), "A")  # fmt: skip
    start = Body((5, 1), (3, 2))
    assert Body((6, 1), (2, 3)) in steps_from(huge, "A", start)
    big = turn_of(battle("""
        AAAA#########
        AAAA#########
        AAAA.......##
        AAAA.......##
        #########..##
        #########..##
        #########..##
    """, {"A": {"speed": 40}}), "A")  # fmt: skip
    path = [(x, 2) for x in range(1, 8)]
    assert prices(move_freely(big, "A", *path, (9, 2)))[-1] == 4
    assert cells_of(big, "A") == {(x, y) for x in (9, 10) for y in range(2, 6)}
    path = [(x, 1) for x in range(1, 6)]
    assert prices(move_freely(huge, "A", *path, (6, 1)))[-1] == 2


@pytest.mark.rule("d20.squeeze.footprint.large")
def test_every_square_swept_by_a_pivot_must_be_free():
    board = """
        AA#####
        AA....#
        #####b#
        #####.#
    """
    fight = turn_of(battle(board, {"A": {"speed": 20}}), "A")
    assert steps_from(fight, "A", Body((4, 1), (2, 1))) == {Body((3, 1), (2, 1))}


@pytest.mark.rule("d20.squeeze.footprint.large")
def test_no_pivot_where_a_full_body_would_hold_the_turned_one():
    fight = turn_of(battle("""
        AA#....
        AA.....
        ###....
    """, {"A": {"speed": 20}}), "A")  # fmt: skip
    ways = steps_from(fight, "A", Body((2, 1), (2, 1)))
    assert not any(way.extent == (1, 2) for way in ways)
    assert Body((3, 0), (2, 2)) in ways


@pytest.mark.rule("d20.body.pivot", "d20.body.barrier")
@pytest.mark.rule("d20.squeeze.footprint.large", "d20.obstacle.between")
def test_a_pivot_crosses_barriers_with_the_part_that_grows():
    board = """
        AA#####
        AA....#
        #####.#
        #####.#
    """
    wall = turn_of(battle(board, {"A": {"speed": 20}}, barriers=[((5, 1), (5, 2), "wall")]), "A")
    assert Body((5, 1), (1, 2)) not in steps_from(wall, "A", Body((4, 1), (2, 1)))
    hedge = turn_of(battle(board, {"A": {"speed": 20}}, barriers=[((5, 1), (5, 2), "hedge")]), "A")
    assert cost(hedge, "A", (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)) == 8 + 2 + 2


@pytest.mark.rule("d20.squeeze.penalty")
def test_four_worse_at_hitting_and_at_being_missed():
    """Attack +8, AC 15 -> +4 and 11; Large takes 1 from both besides (base +9, armour +6)."""
    board = """
        #######
        AA..b..
        AA#####
    """
    fight = turn_of(battle(board, {
        "A": {"speed": 12, "base": 9, "armour": {"armour": 6}, "reach": 2},
        "b": {"armour": {"armour": 0}},
    }), "A")  # fmt: skip
    move_freely(fight, "A", (1, 1), (2, 1))
    assert odds(fight, "A", "b") == (4, 10)
    assert odds(fight, "b", "A")[1] == 11


@pytest.mark.rule("d20.squeeze.penalty")
def test_the_penalties_end_when_the_body_is_whole_again():
    fight = turn_of(battle("""
        ..##......
        AA...b....
        AA##......
    """, {"A": {"speed": 12}, "b": {"conditions": ["helpless"]}}), "A")  # fmt: skip
    move_freely(fight, "A", (1, 1), (2, 1))
    assert odds(fight, "A", "b")[0] == -1 - 4
    move_freely(fight, "A", (3, 1), (4, 1))
    assert cells_of(fight, "A") == {(4, 1), (5, 1), (4, 2), (5, 2)}
    assert odds(fight, "A", "b")[0] == -1


@pytest.mark.rule("d20.squeeze.past-enemy")
def test_past_an_enemy_by_the_free_width_beside_it():
    """Two wide, a Medium foe at (3, 0): the Large one moves along y = 1, squeezed beside it."""
    fight = turn_of(battle("""
        AA.b...
        AA.....
        #######
    """, {"A": {"speed": 12}, "b": {"conditions": ["flat_footed"]}}), "A")  # fmt: skip
    path = [(1, 0), (2, 1), (3, 1), (4, 0)]
    taken = bodies(fight, "A", *path)
    assert taken == [Body((1, 0), (2, 2)), Body((2, 1), (2, 1)), Body((3, 1), (2, 1)),
                     Body((4, 0), (2, 2))]  # fmt: skip
    assert cost(fight, "A", *path) == 1 + 2 + 2 + 1


@pytest.mark.rule("d20.squeeze.past-enemy", "d20.pass.enemy")
def test_an_enemy_s_own_square_is_never_free_width():
    board = """
        ####
        A.b.
        ####
    """
    fight = turn_of(battle(board), "A")
    assert reached(fight, "A") == {(0, 1), (1, 1)}
    big = turn_of(battle("""
        AA.bb..
        AA.bb..
    """, {"A": {"speed": 20}}), "A")  # fmt: skip
    assert reached(big, "A") == {(0, 0), (1, 0)}


@pytest.mark.rule("d20.squeeze.past-enemy", "d20.end.occupied")
def test_narrowed_or_not_one_passes_friends_and_stops_on_none():
    """Squares of friends are passable, so the body stays full over them, and may not end there."""
    fight = turn_of(battle("""
        AA.B...
        AA.....
        #######
    """, {"A": {"speed": 12}}), "A")  # fmt: skip
    assert bodies(fight, "A", (1, 0), (2, 0), (3, 0), (4, 0))[1].extent == (2, 2)
    assert no_way(fight, "A", (1, 0), (2, 0)) == "d20.end.occupied"


@pytest.mark.rule("d20.terrain.tight")
@pytest.mark.rule("d20.squeeze.limit")
@pytest.mark.parametrize(
    ("size", "price", "squeezed"),
    [("fine", 1, False), ("tiny", 1, False), ("small", 2, True), ("medium", 2, True)],
)
def test_tight_squares(size, price, squeezed):
    """0.4: Small and Medium squeeze in tight squares, Tiny and smaller pass freely."""
    fight = turn_of(battle("A=.\n...", {"A": {"size": size}}), "A")
    assert cost(fight, "A", (1, 0)) == price
    move_freely(fight, "A", (1, 0))
    assert fight.world["A"].position.squeezed is squeezed


@pytest.mark.rule("d20.terrain.tight")
@pytest.mark.rule("d20.squeeze.limit")
def test_large_bodies_do_not_enter_tight_squares():
    fight = turn_of(battle("""
        AA==
        AA==
    """), "A")  # fmt: skip
    assert reached(fight, "A") == {(0, 0)}
    assert why_not(fight, Move("A", path=((1, 0),)))[0] == "too_tight"


@pytest.mark.rule("d20.squeeze.cost")
def test_a_step_out_of_a_tight_square_costs_as_usual():
    fight = turn_of(battle("A=.\n###"), "A")
    assert prices(move_freely(fight, "A", (1, 0), (2, 0))) == [2, 1]
