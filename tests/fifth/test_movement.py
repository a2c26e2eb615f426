"""Movement of the 5e family on squares: what steps cost, and how a turn's speed is spent."""

from __future__ import annotations

import pytest
from rules.table import act, at, cost, cost_to, move, no_way, prices, why_not
from rules.twins import plain_distances, searched_distances

from fifth.boards import battle, on_turn, straight, struck, turn_of
from tacsim.core.intents import Dash, EndTurn, Move
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.rules.engine import check
from tacsim.rulesets import content

ROOM = "\n".join(["A" + "." * 11] + ["." * 12] * 8)
"""Open ground, A in a corner of it."""
FAR = ROOM.removesuffix(".") + "b"
"""The same with a foe at the other end."""


def apart(a: Body, b: Body) -> int:
    return content("grid5e").defaults.metric.distance(a, b)


def one(x: int, y: int) -> Body:
    return Body((x, y), (1, 1))


def speed(text: str) -> int:
    book = content("grid5e")
    parts = book.creature(book.merged(book.bestiary["dummy"], {"speed": text}))
    return next(part.land for part in parts if type(part).__name__ == "Speed")


# --- squares and speed ---------------------------------------------------------------------------


@pytest.mark.rule("grid5e.scale.square")
def test_a_square_is_five_feet():
    rules = content("grid5e").defaults
    assert (rules.cell_size, rules.unit_name) == (5, "ft")
    assert speed("25 ft") == 5


@pytest.mark.rule("grid5e.speed.squares")
@pytest.mark.parametrize(("feet", "squares"), [(30, 6), (35, 7), (32, 6), (5, 1), (4, 0)])
def test_speed_in_squares_is_rounded_down(feet, squares):
    assert speed(f"{feet} ft") == squares


@pytest.mark.rule("grid5e.speed.squares", "grid5e.move.pool")
def test_speed_is_spent_square_by_square():
    fight = on_turn(FAR)
    assert cost(fight, "A", *straight((0, 0), (1, 0), 6)) == 6
    path = straight((0, 0), (1, 0), 7)
    assert why_not(fight, Move("A", path=tuple(path))) == ("budget", "grid5e.move.pool")
    act(fight, Move("A", path=tuple(path[:4])))
    refused = check(fight, Move("A", path=tuple(path[4:])))
    assert isinstance(refused, Refused)
    assert dict(refused.details) == {"cost": 3, "budget": 2}


# --- diagonals -----------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.diag.alternate")
@pytest.mark.parametrize(("steps", "squares"), [(1, 1), (2, 3), (3, 4), (4, 6)])
def test_diagonals_count_one_and_two_by_turns(steps, squares):
    assert cost(on_turn(FAR), "A", *straight((0, 0), (1, 1), steps)) == squares
    assert apart(one(0, 0), one(steps, steps)) == squares


@pytest.mark.rule("grid5e.diag.example")
def test_a_diagonal_three_straight_and_a_diagonal_are_thirty_feet():
    fight = on_turn(FAR)
    path = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2)]
    assert cost(fight, "A", *path) * fight.ruleset.cell_size == 30
    assert prices(move(fight, "A", *path)) == [1, 1, 1, 1, 2]


@pytest.mark.rule("grid5e.diag.example", "grid5e.diag.carry")
def test_straight_steps_do_not_start_the_count_of_diagonals_anew():
    assert cost(on_turn(FAR), "A", (1, 1), (2, 1), (3, 2)) == 4
    assert cost(on_turn(FAR), "A", (1, 1), (1, 2), (1, 3), (2, 4), (3, 5)) == 6


@pytest.mark.rule("grid5e.diag.carry")
def test_an_attack_between_does_not_start_it_anew_but_the_next_turn_does():
    fight = on_turn("""
        A......
        .......
        ..b....
        .......
        .......
    """, {"b": {"hp": 99, "weapons": ()}}, dice=[2])  # fmt: skip
    assert prices(move(fight, "A", (1, 1))) == [1]
    struck(fight, "A", "b")
    assert prices(move(fight, "A", (2, 0))) == [2]
    assert fight.world["A"].resources["halves"] == 6
    turn_of(fight, "A")
    assert prices(move(fight, "A", (3, 1))) == [1]


@pytest.mark.rule("grid5e.diag.carry", "grid5e.move.pool")
def test_pieces_of_a_turn_add_up_with_their_halves():
    fight = on_turn(FAR)
    for cell in ((1, 1), (2, 2), (3, 3)):
        move(fight, "A", cell)
    assert prices(move(fight, "A", (4, 4))) == [2]
    assert no_way(fight, "A", (5, 5)) == "grid5e.move.pool"


# --- entering ------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.enter.minimum")
def test_the_last_square_takes_what_the_step_costs():
    fight = on_turn(FAR)
    straight_on = straight((0, 0), (1, 0), 5)
    assert cost(fight, "A", *straight_on, (6, 1)) == 6
    bent = [(1, 1), *straight((1, 1), (1, 0), 4)]
    assert cost(fight, "A", *bent) == 5
    refused = why_not(fight, Move("A", path=(*bent, (6, 2))))
    assert refused == ("budget", "grid5e.move.pool")
    assert cost(fight, "A", *bent, (6, 1)) == 6


@pytest.mark.rule("grid5e.enter.minimum")
def test_nothing_is_granted_to_those_without_movement():
    fight = on_turn(FAR, {"A": {"speed": 1}})
    assert cost(fight, "A", (1, 1)) == 1
    move(fight, "A", (1, 0))
    assert no_way(fight, "A", (2, 0)) == "grid5e.move.pool"
    still = on_turn(FAR, {"A": {"speed": 0}})
    assert why_not(still, Move("A", path=((1, 0),))) == ("too_slow", "grid5e.move.pool")


SLOW = """
    A......
    .,,,,..
    .......
    ......b
"""


@pytest.mark.rule("grid5e.enter.difficult")
def test_difficult_ground_takes_two_squares_left():
    fight = on_turn(SLOW, {"A": {"speed": 2}})
    assert cost(fight, "A", (1, 0)) == 1
    assert no_way(fight, "A", (1, 0), (1, 1)) == "grid5e.move.pool"
    assert cost(on_turn(SLOW, {"A": {"speed": 3}}), "A", (1, 0), (1, 1)) == 3


@pytest.mark.rule("grid5e.enter.difficult")
def test_there_is_no_least_move_onto_difficult_ground():
    fight = on_turn("A,.\n..b", {"A": {"speed": 1}})
    assert no_way(fight, "A", (1, 0)) == "grid5e.move.pool"


@pytest.mark.rule("grid5e.enter.difficult.diag")
def test_a_difficult_diagonal_is_three_whatever_came_before():
    fight = on_turn("""
        A......
        .,..,..
        ..,..,.
        ......b
    """)  # fmt: skip
    assert cost(fight, "A", (1, 1)) == 3
    assert cost(fight, "A", (1, 1), (2, 2)) == 6
    # a plain diagonal and then a difficult one
    assert cost(fight, "A", (0, 1), (1, 2), (2, 2)) == 4
    assert prices(move(fight, "A", (1, 0), (2, 0), (3, 0), (4, 1))) == [1, 1, 1, 3]


@pytest.mark.rule("grid5e.enter.difficult.diag")
def test_after_a_plain_diagonal_a_difficult_one_is_three_more():
    fight = on_turn("""
        A...
        ....
        ..,.
        ...b
    """)  # fmt: skip
    assert cost(fight, "A", (1, 1), (2, 2)) == 4


FOOT_FOR_FOOT = {"slow_diagonals_alternate": True}


@pytest.mark.rule("grid5e.enter.difficult.diag")
def test_foot_for_foot_a_difficult_diagonal_is_two_and_the_next_four():
    """Two come to 6 either way."""
    board = """
        A......
        .,.....
        ..,....
        ...,..b
    """
    fight = on_turn(board, switches=FOOT_FOR_FOOT)
    assert cost(fight, "A", (1, 1)) == 2
    assert cost(fight, "A", (1, 1), (2, 2)) == 6
    assert prices(move(fight, "A", (1, 1), (2, 1), (3, 2))) == [2, 1, 2]


@pytest.mark.rule("grid5e.enter.difficult.diag")
def test_foot_for_foot_a_plain_diagonal_makes_the_difficult_one_dear():
    """1 and then 4, be it in one move or in two of the same turn."""
    board = """
        A...
        ....
        ..,.
        ...b
    """
    fight = on_turn(board, switches=FOOT_FOR_FOOT)
    assert cost(fight, "A", (1, 1), (2, 2)) == 5
    move(fight, "A", (1, 1))
    assert prices(move(fight, "A", (2, 2))) == [4]


@pytest.mark.rule("grid5e.enter.difficult.diag", "grid5e.squeeze")
def test_foot_for_foot_three_times_a_diagonal_is_three_or_six():
    """Squeezed in rubble: 3 for the first of two, 6 for the second."""
    rate = on_turn(ROOM, switches=FOOT_FOR_FOOT).ruleset.metric
    assert [rate.pace((1, 1), spent).at(3) for spent in (0, 1)] == [2 * 3 + 1, 2 * 6 - 1]


@pytest.mark.rule("grid5e.enter.difficult.diag")
@pytest.mark.parametrize("spent", [0, 1, 3])
def test_foot_for_foot_the_search_minds_which_diagonal_comes_first(spent):
    fight = on_turn("""
        A..,.,..
        .,,.....
        .,.,%...
        ,....,..
        ..,,...b
    """, switches=FOOT_FOR_FOOT)  # fmt: skip
    found = searched_distances(fight, "A", 13 - spent, spent)
    assert found == plain_distances(fight, "A", 13 - spent, spent)
    assert any(cost2 % 2 for cost2 in found.values())


@pytest.mark.rule("grid5e.terrain.difficult")
def test_causes_of_slow_ground_count_once():
    plain, rubble = ("""
        AB.
        ...
        ..c
    """, """
        A,.
        ..c
    """)  # fmt: skip
    assert cost(on_turn(plain), "A", (1, 0), (2, 0)) == 3
    assert cost(on_turn(rubble), "A", (1, 0), (2, 0)) == 3
    both = battle(rubble, {"B": {"at": (1, 0), "side": "heroes"}})
    assert cost(turn_of(both, "A"), "A", (1, 0), (2, 0)) == 3
    twice = battle("A;.\n..c")
    assert cost(turn_of(twice, "A"), "A", (1, 0), (2, 0)) == 3


# --- corners -------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.corner")
@pytest.mark.parametrize("glyph", ["T", "#"])
def test_diagonals_do_not_cut_the_corner_of_what_fills_its_space(glyph):
    for board in (f"A..\n{glyph}..\n..b", f"A{glyph}.\n...\n..b"):
        fight = on_turn(board)
        assert why_not(fight, Move("A", path=((1, 1),))) == ("corner", "grid5e.corner")


@pytest.mark.rule("grid5e.corner")
def test_creatures_pits_and_boulders_do_not_bar_it():
    assert cost(on_turn("A..\nb..\n..."), "A", (1, 1)) == 1
    assert cost(on_turn("A..\n:..\n..b"), "A", (1, 1)) == 1
    assert cost(on_turn("A^.\n...\n..b"), "A", (1, 1)) == 1


@pytest.mark.parametrize("ruleset", ["grid5e", "metric"])
@pytest.mark.parametrize(("glyph", "passed"), [("^", True), ("#", False), ("T", False)])
def test_flyers_pass_boulders_and_no_walls(ruleset, glyph, passed):
    """Obstacles are as high here as under d20."""
    options = {"A": {"conditions": ["flying"]}}
    fight = on_turn(f"A{glyph}..\n####\n...b", options, ruleset=ruleset)
    assert bool(check(fight, Move("A", path=((1, 0), (2, 0))))) is passed
    walker = on_turn(f"A{glyph}..\n####\n...b", ruleset=ruleset)
    assert not check(walker, Move("A", path=((1, 0), (2, 0))))


# --- distance ------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.range.count")
def test_distance_counts_the_far_end_and_not_the_near_one():
    assert apart(one(0, 0), one(1, 0)) == 1
    assert apart(Body((0, 0), (2, 2)), Body((5, 0), (2, 2))) == 4
    assert apart(one(0, 0), one(2, 2)) == 3
    assert apart(Body((0, 0), (2, 2)), one(2, 2)) == 1


@pytest.mark.rule("grid5e.range.count")
def test_walls_do_not_lengthen_a_distance():
    fight = on_turn("""
        A#b
        .#.
        .#.
    """)  # fmt: skip
    distance = fight.ruleset.metric.distance
    assert distance(fight.world["A"].body, fight.world["b"].body) == 2


# --- one pool of speed ---------------------------------------------------------------------------


@pytest.mark.rule("grid5e.move.pool")
def test_speed_is_split_around_an_attack():
    fight = on_turn("""
        ...b......
        A.........
        ..........
    """, {"b": {"hp": 99, "weapons": ()}}, dice=[2])  # fmt: skip
    move(fight, "A", (1, 1), (2, 1))
    struck(fight, "A", "b")
    path = straight((2, 1), (1, 0), 5)
    assert cost(fight, "A", *path[:4]) == 4
    assert no_way(fight, "A", *path) == "grid5e.move.pool"


@pytest.mark.rule("grid5e.move.pool")
def test_several_attacks_of_an_action_may_be_moved_between():
    fight = on_turn("""
        .b...
        A....
        ...c.
    """, {"A": {"attacks": 2}, "b": {"hp": 99, "weapons": ()}, "c": {"hp": 99, "weapons": ()}},
        dice=[2, 2])  # fmt: skip
    struck(fight, "A", "b")
    move(fight, "A", (1, 1), (2, 1))
    struck(fight, "A", "c")
    move(fight, "A", (3, 1))


@pytest.mark.rule("grid5e.dash")
def test_dashing_adds_the_speed_once_more():
    fight = on_turn("A" + "." * 13 + "b")
    assert why_not(fight, Move("A", to=(7, 0)))[0] == "budget"
    act(fight, Dash("A"))
    assert cost_to(fight, "A", (12, 0)) == 12
    assert why_not(fight, Move("A", to=(13, 0)))[0] == "budget"
    assert why_not(fight, Dash("A")) == ("no_action", "grid5e.turn")


@pytest.mark.rule("grid5e.dash")
def test_dashing_adds_after_part_of_the_speed_is_gone_and_ends_with_the_turn():
    fight = on_turn("A" + "." * 13 + "b", {"A": {"speed": 5}})
    move(fight, "A", (1, 0), (2, 0))
    act(fight, Dash("A"))
    assert cost_to(fight, "A", (10, 0)) == 8
    move(fight, "A", *straight((2, 0), (1, 0), 8))
    act(fight, EndTurn("A"))
    turn_of(fight, "A")
    assert at(fight, "A") == (10, 0)
    assert fight.world["A"].resources["movement"] == 10


@pytest.mark.rule("grid5e.dash")
def test_whoever_has_no_speed_cannot_dash():
    fight = on_turn("A..b", {"A": {"conditions": ["grappled"]}})
    assert why_not(fight, Dash("A")) == ("too_slow", "grid5e.dash")
