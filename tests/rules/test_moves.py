"""Double moves, running, withdrawing and the minimum move."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, turn_of

from rules.table import (
    act,
    at,
    cost,
    cost_to,
    move,
    move_freely,
    no_way,
    odds,
    only,
    prices,
    provoked,
    provokes,
    why_not,
)
from tacsim.core import events as ev
from tacsim.core.intents import Drop, DropHeld, EndTurn, Move
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import check


def line(squares: int, by: Cell = (1, 0), start: Cell = (0, 0)) -> list[Cell]:
    return [(start[0] + i * by[0], start[1] + i * by[1]) for i in range(1, squares + 1)]


def field(width: int, height: int = 1, glyph: str = "A") -> str:
    rows = [["."] * width for _ in range(height)]
    rows[0][0] = glyph
    return "\n".join(map("".join, rows))


def alone(board: str, **a: Any) -> Battle:
    return turn_of(battle(board, {"A": a}), "A")


# --- walking and doubling ----------------------------------------------------------------------


@pytest.mark.rule("d20.round.move-and-act", "d20.round.double-move")
def test_once_and_twice_the_speed():
    fight = alone(field(14))
    assert check(fight, Move("A", to=(6, 0)))
    assert why_not(fight, Move("A", to=(7, 0))) == ("budget", "d20.round.move-and-act")
    assert check(fight, Move("A", to=(12, 0), mode="double"))
    assert why_not(fight, Move("A", to=(13, 0), mode="double")) == (
        "budget", "d20.round.double-move",
    )  # fmt: skip


@pytest.mark.rule("d20.round.double-move", "d20.diag.alternate")
def test_an_open_walk_is_carried_on_with_its_half_square():
    """Diagonals one at a time, in three intents: 1, 2, 1 and never 1, 1, 1."""
    fight = alone(field(9, 9), speed=4)
    paid = [p for i in (1, 2, 3) for p in prices(move_freely(fight, "A", (i, i)))]
    assert paid == [1, 2, 1]
    assert fight.world["A"].resources["standard"] == 1
    assert prices(move_freely(fight, "A", (4, 4))) == [2]  # into the second move action
    assert fight.world["A"].resources["standard"] == 0
    assert prices(move_freely(fight, "A", (5, 5), mode="double")) == [1]
    assert no_way(fight, "A", (6, 6), mode="double") == "d20.round.double-move"
    assert prices(move_freely(fight, "A", (6, 5), mode="double")) == [1]


@pytest.mark.rule("d20.round.double-move", "d20.diag.alternate")
def test_what_was_spent_is_counted_in_what_a_way_costs():
    fight = alone(field(9, 9), speed=4)
    move_freely(fight, "A", (1, 1))
    stepped = only(move_freely(fight, "A", (2, 2)), ev.Stepped)
    assert (stepped.cost, stepped.spent) == (2, 3)


# --- running -----------------------------------------------------------------------------------


@pytest.mark.rule("d20.round.run", "d20.run")
def test_four_times_the_speed_straight_on():
    """Speed 6: 24 squares straight east."""
    fight = alone(field(26))
    assert cost_to(fight, "A", (24, 0), "run") == 24
    assert why_not(fight, Move("A", to=(25, 0), mode="run")) == ("budget", "d20.run")
    move_freely(fight, "A", *line(24), mode="run")
    assert at(fight, "A") == (24, 0)


@pytest.mark.rule("d20.run", "d20.round.run")
@pytest.mark.parametrize(
    ("speed", "band", "squares"),
    [(4, "heavy", 12), (4, "medium", 16), (6, "light", 24), (6, "none", 24), (3, "heavy", 9)],
)
def test_three_times_in_heavy_armour(speed, band, squares):
    fight = alone(field(27), speed=speed, armour={"band": band})
    assert check(fight, Move("A", to=(squares, 0), mode="run"))
    assert not check(fight, Move("A", to=(squares + 1, 0), mode="run"))


@pytest.mark.rule("d20.round.run")
@pytest.mark.parametrize(
    ("speed", "band", "feats", "squares"),
    [(4, "heavy", (), 16), (3, "heavy", (), 12), (6, "none", (), 24), (4, "heavy", ("run",), 20)],
)
def test_four_times_for_all_where_the_text_is_switched_on(speed, band, feats, squares):
    armour = {"speed": speed, "armour": {"band": band}, "feats": feats}
    fight = turn_of(battle(field(27), {"A": armour}, switches={"run_by_text": True}), "A")
    assert check(fight, Move("A", to=(squares, 0), mode="run"))
    assert why_not(fight, Move("A", to=(squares + 1, 0), mode="run"))[0] == "budget"


@pytest.mark.rule("d20.run", "d20.diag.alternate")
def test_a_diagonal_run():
    """Speed 6: a budget of 24 is 16 diagonals."""
    fight = alone(field(18, 18))
    assert cost(fight, "A", *line(16, (1, 1)), mode="run") == 24
    assert no_way(fight, "A", *line(17, (1, 1)), mode="run") == "d20.run"


@pytest.mark.rule("d20.run")
def test_only_in_one_of_eight_directions():
    fight = alone(field(9, 9))
    for to in ((8, 0), (0, 8), (8, 8)):
        assert check(fight, Move("A", to=to, mode="run"))
    for to in ((8, 1), (4, 2), (5, 8)):
        assert why_not(fight, Move("A", to=to, mode="run")) == ("not_straight", "d20.run")
    assert no_way(fight, "A", (1, 0), (2, 1), mode="run") == "d20.run"
    assert no_way(fight, "A", (1, 0), (2, 0), (1, 0), mode="run") == "d20.run"


@pytest.mark.rule("d20.terrain.difficult.no-run", "d20.run")
@pytest.mark.parametrize("glyph", ",;%")
def test_no_running_over_what_slows(glyph):
    """Difficult (3, 0) on a run from (0, 0) to (12, 0)."""
    fight = alone("A.." + glyph + "." * 9)
    assert why_not(fight, Move("A", to=(12, 0), mode="run")) == (
        "hampered", "d20.terrain.difficult.no-run",
    )  # fmt: skip
    assert check(fight, Move("A", to=(2, 0), mode="run"))
    big = alone("AA......\nAA.." + glyph + "...")
    assert no_way(big, "A", *line(3), mode="run") == "d20.terrain.difficult.no-run"
    beside = alone("AA......\nAA......\n...." + glyph + "...")
    assert check(beside, Move("A", to=(6, 0), mode="run"))


@pytest.mark.rule("d20.run", "d20.terrain.fly")
def test_a_flyer_runs_over_it_and_the_blind_do_not_run():
    assert check(alone("A..,...", conditions=["flying"]), Move("A", to=(6, 0), mode="run"))
    assert not check(turn_of(battle("A......", dark=True), "A"), Move("A", to=(6, 0), mode="run"))


@pytest.mark.rule("d20.run")
def test_running_costs_the_dexterity_until_one_s_next_turn():
    fight = turn_of(battle("A" + "." * 9 + "b", {"A": {"abilities": {"dexterity": 16}}}), "A")
    assert odds(fight, "b", "A")[1] == 13
    move_freely(fight, "A", *line(9), mode="run")
    assert odds(fight, "b", "A")[1] == 10
    act(fight, EndTurn("A"))
    assert odds(fight, "b", "A")[1] == 10
    act(fight, EndTurn("b"))
    assert odds(fight, "b", "A")[1] == 13


@pytest.mark.rule("d20.run", "d20.aoo.move")
def test_running_provokes_like_any_movement():
    fight = turn_of(battle("..b...\nA....."), "A")
    assert provokes(fight, "A", *line(5, start=(0, 1)), mode="run") == ["b"]


@pytest.mark.rule("d20.run", "d20.pass.friend")
def test_a_run_may_pass_friends_and_end_on_none():
    fight = turn_of(battle("A.B..."), "A")
    assert check(fight, Move("A", to=(5, 0), mode="run"))
    assert why_not(fight, Move("A", to=(2, 0), mode="run"))[1] == "d20.end.occupied"


# --- withdrawing -------------------------------------------------------------------------------


@pytest.mark.rule("d20.withdraw")
def test_the_worked_withdrawal():
    """Foes at (0, 0) and (4, 1), from (1, 0) to (8, 0): the first is slipped, the other not."""
    fight = turn_of(battle("bA.......\n....c...."), "A")
    path = line(7, start=(1, 0))
    assert provokes(fight, "A", *path, mode="withdraw") == ["c"]
    walked = turn_of(battle("bA.......\n....c....", {"A": {"speed": 7}}), "A")
    assert provokes(walked, "A", *path) == ["b", "c"]


@pytest.mark.rule("d20.withdraw")
def test_up_to_twice_the_speed():
    fight = alone(field(14))
    assert check(fight, Move("A", to=(12, 0), mode="withdraw"))
    assert why_not(fight, Move("A", to=(13, 0), mode="withdraw")) == ("budget", "d20.withdraw")


@pytest.mark.rule("d20.withdraw")
def test_only_the_starting_square_is_safe():
    """Along the foe's side the second step leaves a threatened square."""
    fight = turn_of(battle("....\n.b..\nA..."), "A")
    assert provokes(fight, "A", (1, 2), (2, 2), (3, 2), mode="withdraw") == ["b"]


@pytest.mark.rule("d20.withdraw", "d20.body.leave")
def test_the_whole_space_of_a_big_one_is_its_starting_square():
    board = """
        ......
        bAA...
        .AA...
        ..c...
    """
    fight = turn_of(battle(board, {"A": {"speed": 2}}), "A")
    assert provokes(fight, "A", (2, 1), mode="withdraw") == []
    fight = turn_of(battle(board), "A")
    assert provokes(fight, "A", (2, 1), (3, 1), mode="withdraw") == ["c"]


# --- the minimum move --------------------------------------------------------------------------


@pytest.mark.rule("d20.min-move")
@pytest.mark.parametrize(("glyph", "price"), [(",", 2), (";", 4)])
def test_one_square_whatever_it_costs(glyph, price):
    """Speed 1: a square that costs more is beyond a plain move, and a full round enters it."""
    fight = alone(f"A{glyph}.", speed=1)
    assert why_not(fight, Move("A", to=(1, 0)))[0] == "budget"
    assert why_not(fight, Move("A", path=((1, 0),)))[0] == "budget"
    for mode in ("minimum", "double"):
        assert check(fight, Move("A", to=(1, 0), mode=mode))
        assert check(fight, Move("A", path=((1, 0),), mode=mode))
    assert not check(fight, Move("A", path=((1, 0), (2, 0)), mode="minimum"))
    move_freely(fight, "A", (1, 0), mode="minimum")
    assert at(fight, "A") == (1, 0)
    assert fight.world["A"].resources["standard"] == fight.world["A"].resources["move"] == 0


@pytest.mark.rule("d20.min-move")
def test_the_worked_minimum_move():
    """Speed 3, and a square that costs 4."""
    fight = alone("A;.", speed=3)
    assert not check(fight, Move("A", to=(1, 0)))
    assert check(fight, Move("A", to=(1, 0), mode="minimum"))


@pytest.mark.rule("d20.min-move", "d20.actions.turn")
@pytest.mark.parametrize("mode", ["minimum", "double"])
def test_beyond_that_one_square_nothing_is_left_to_move_with(mode):
    """At speed 1 a double move is of 2 squares; this one costs 4."""
    fight = turn_of(battle("A;..b", {"A": {"speed": 1}}), "A")
    assert check(fight, Move("A", path=((1, 0),), mode=mode))
    act(fight, Move("A", path=((1, 0),), mode=mode))
    assert [option.intent for option in choices(fight)] == [
        Drop("A"), DropHeld("A", "club"), EndTurn("A"),
    ]  # fmt: skip


@pytest.mark.rule("d20.min-move")
def test_diagonals_included_and_squeezing_too():
    fight = alone("A.\n.;", speed=1)
    assert check(fight, Move("A", to=(1, 1), mode="minimum"))
    ogre = alone("#####\nAA;;.\nAA###", speed=1)
    assert check(ogre, Move("A", to=(1, 1), mode="minimum"))


@pytest.mark.rule("d20.min-move", "d20.round.double-move")
def test_it_is_no_last_square_of_a_longer_way():
    fight = alone("A..;.", speed=1)
    assert check(fight, Move("A", path=((1, 0), (2, 0)), mode="double"))
    assert not check(fight, Move("A", path=((1, 0), (2, 0), (3, 0)), mode="double"))
    move_freely(fight, "A", (1, 0), (2, 0), mode="double")
    for mode in ("double", "minimum", "walk"):
        assert not check(fight, Move("A", path=((3, 0),), mode=mode))


@pytest.mark.rule("d20.min-move.not-impassable")
@pytest.mark.parametrize("glyph", "#T^:~ ")
def test_not_into_what_cannot_be_entered(glyph):
    fight = alone(f"A{glyph}.")
    for mode in ("minimum", "double"):
        assert not check(fight, Move("A", to=(1, 0), mode=mode))
        assert not check(fight, Move("A", path=((1, 0),), mode=mode))


@pytest.mark.rule("d20.min-move.not-impassable")
@pytest.mark.parametrize("kind", ["wall", "door"])
def test_not_through_what_is_closed(kind):
    fight = turn_of(battle("A.", barriers=[((0, 0), (1, 0), kind)]), "A")
    assert not check(fight, Move("A", path=((1, 0),), mode="minimum"))


@pytest.mark.rule("d20.min-move.not-impassable", "d20.pass.enemy")
def test_not_into_a_foe_and_not_without_any_speed():
    assert not check(turn_of(battle("Ab"), "A"), Move("A", path=((1, 0),), mode="minimum"))
    still = alone("A..", speed=0)
    for mode in ("walk", "double", "minimum", "run", "withdraw", "five_foot_step"):
        assert why_not(still, Move("A", path=((1, 0),), mode=mode))[1] in (
            "d20.min-move.not-impassable", "d20.step.5ft",
        )  # fmt: skip


@pytest.mark.rule("d20.min-move.provokes", "d20.min-move")
def test_the_worked_provocation():
    """From (1, 1), threatened by a foe at (2, 1), to (0, 1)."""
    fight = turn_of(battle("....\n;Ab.\n....", {"A": {"speed": 1}}), "A")
    assert provoked(move(fight, "A", (0, 1), mode="minimum")) == ["b"]
