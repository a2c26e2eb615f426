"""Tumbling past foes and through their space; obstacles that take a check."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, turn_of

from rules.table import at, cost, every, no_way, only, provoked, why_not
from tacsim.core import events as ev
from tacsim.core.components import Speed
from tacsim.core.intents import Move, Strike
from tacsim.core.terrain import Barrier, BarrierKind, edge, make_battlefield
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit

ACROBAT = {"skills": {"tumble": 8}}


def scene(board: str, dice: list[int], a: Any = None, **more: Any) -> Battle:
    return turn_of(battle(board, {"A": ACROBAT if a is None else a, **more}, dice=dice), "A")


def tumble(fight: Battle, *path: tuple[int, int], mode: str = "tumble") -> list[ev.Event]:
    return submit(fight, Move("A", path=path, mode=mode))


def difficulties(events: list[ev.Event]) -> list[tuple[str | None, int]]:
    return [(test.target, test.against) for test in every(events, ev.Tested)]


# --- past ------------------------------------------------------------------------------------


@pytest.mark.rule("d20.tumble.enemy", "d20.tumble.past")
def test_only_the_trained_tumble():
    fight = scene("A.b...", [], a={})
    assert why_not(fight, Move("A", to=(1, 0), mode="tumble")) == ("untrained", "d20.tumble.enemy")


@pytest.mark.rule("d20.tumble.past")
def test_nobody_tumbles_whom_armour_or_load_slows():
    fight = scene("A.b...", [])
    fight.world.put("A", Speed(4, base=6, slowed=True))
    assert why_not(fight, Move("A", to=(1, 0), mode="tumble")) == ("burdened", "d20.tumble.past")


@pytest.mark.rule("d20.tumble.past", "d20.tumble.through")
@pytest.mark.parametrize(("speed", "squares"), [(6, 3), (5, 2), (4, 2), (1, 0)])
def test_at_half_speed(speed, squares):
    """Half speed of 6: 3 squares of cost."""
    fight = scene("A.......", [], a={**ACROBAT, "speed": speed})
    for x in range(1, 8):
        assert bool(check(fight, Move("A", to=(x, 0), mode="tumble"))) is (x <= squares), x


FIELD = "A.............b\n" + "\n".join(["." * 15] * 6)


def acrobat(*before: Move) -> Battle:
    """A of speed 6 in a wide field, after some moves that nobody stands in the way of."""
    fight = scene(FIELD, [])
    for one in before:
        assert check(fight, one)
        submit(fight, one)
    return fight


def far(fight: Battle, mode: str) -> int:
    """How many squares straight south a move leads at most."""
    x, y = at(fight, "A")
    return max(n for n in range(7) if not n or check(fight, Move("A", to=(x, y + n), mode=mode)))


WALK, DIAGONAL = Move("A", path=((1, 0), (2, 0))), Move("A", path=((1, 1),))
ROLL = Move("A", path=((1, 0), (2, 0)), mode="tumble")


@pytest.mark.rule("d20.actions.turn", "d20.tumble.past")
def test_a_tumble_is_one_of_the_two_moves_of_a_turn():
    """Half the speed of 6 after a walk or another tumble, and after a tumble a walk of 6."""
    assert [far(acrobat(WALK), mode) for mode in ("walk", "tumble", "tumble_fast")] == [6, 3, 6]
    assert [far(acrobat(ROLL), mode) for mode in ("walk", "tumble", "tumble_fast")] == [6, 3, 6]
    for spent in (acrobat(WALK, ROLL_ON), acrobat(ROLL, WALK_ON), acrobat(ROLL, ROLL_ON)):
        assert spent.world["A"].resources["standard"] == 0
        assert not check(spent, Move("A", to=(4, 1), mode="tumble"))
    assert not check(acrobat(ROLL), Move("A", to=(4, 0), mode="double"))
    assert not check(acrobat(WALK), Move("A", to=(6, 0), mode="run"))
    assert not check(acrobat(ROLL), Move("A", to=(3, 0), mode="five_foot_step"))


WALK_ON = Move("A", path=((3, 0),))
ROLL_ON = Move("A", path=((3, 0),), mode="tumble")


@pytest.mark.rule("d20.round.double-move", "d20.diag.alternate", "d20.tumble.past")
def test_diagonals_are_counted_on_from_a_walk_into_a_tumble():
    """The first diagonal cost 1; the second costs 2 of the three squares, the third 1 more."""
    fight = acrobat(DIAGONAL)
    assert check(fight, Move("A", path=((2, 2), (3, 3)), mode="tumble"))
    assert not check(fight, Move("A", path=((2, 2), (3, 3), (4, 3)), mode="tumble"))


@pytest.mark.rule("d20.actions.turn", "d20.round.move-and-act")
def test_none_before_and_after_an_attack():
    fight = scene("A.b....\n.......", [2], b={"weapons": (), "armour": {"armour": 30}})
    submit(fight, Move("A", to=(1, 0)))
    submit(fight, Strike("A", "b"))
    assert why_not(fight, Move("A", to=(1, 1), mode="tumble")) == (
        "split_move", "d20.round.move-and-act",
    )  # fmt: skip


CORRIDOR = """
    ..b....
    .A.....
    .......
"""


@pytest.mark.rule("d20.tumble.past")
def test_a_check_of_15_saves_from_the_opportunity():
    """+8: a 7 makes 15, a 6 does not."""
    fight = scene(CORRIDOR, [7])
    events = tumble(fight, (2, 1), (3, 1), (4, 1))
    assert difficulties(events) == [("b", 15)]
    assert only(events, ev.Slipped).by == "b"
    assert provoked(events) == []
    assert at(fight, "A") == (4, 1)
    fight = scene(CORRIDOR, [6])
    events = tumble(fight, (2, 1), (3, 1), (4, 1))
    assert provoked(events) == ["b"]
    assert fight.decision.actor == "b"
    assert at(fight, "A") == (1, 1)


@pytest.mark.rule("d20.tumble.past")
def test_each_foe_after_the_first_makes_it_two_harder_and_one_check_covers_a_foe():
    """The third foe passed: 19."""
    board = """
        ..b..c..d..
        .A.........
        ...........
    """
    fight = scene(board, [20, 20, 20], a={**ACROBAT, "speed": 20})
    events = tumble(fight, *((x, 1) for x in range(2, 11)))
    assert difficulties(events) == [("b", 15), ("c", 17), ("d", 19)]
    assert at(fight, "A") == (10, 1)


@pytest.mark.rule("d20.tumble.past")
def test_a_failed_check_is_of_no_account_for_the_next_foe():
    board = """
        ..b..c..
        .A......
        ........
    """
    fight = scene(board, [1, 20], a={**ACROBAT, "speed": 20}, b={"weapons": ()})
    assert difficulties(tumble(fight, *((x, 1) for x in range(2, 8)))) == [("c", 15)]
    fight = scene(board, [7, 8], a={**ACROBAT, "speed": 20})
    events = tumble(fight, *((x, 1) for x in range(2, 8)))
    assert provoked(events) == ["c"], "8 + 8 is below 17"


@pytest.mark.rule("d20.tumble.past")
def test_at_full_speed_it_is_ten_worse():
    fight = scene(CORRIDOR, [17])
    events = tumble(fight, *((x, 1) for x in range(2, 7)), mode="tumble_fast")
    assert only(events, ev.Tested).total == 15
    assert at(fight, "A") == (6, 1)
    fight = scene(CORRIDOR, [16])
    assert provoked(tumble(fight, (2, 1), (3, 1), mode="tumble_fast")) == ["b"]


@pytest.mark.rule("d20.tumble.past")
@pytest.mark.parametrize(("ground", "harder"), [(".", 0), (",", 2), (";", 5)])
def test_the_ground_makes_it_harder(ground, harder):
    fight = scene(CORRIDOR.replace(".A.", f".A{ground}"), [20], a={**ACROBAT, "speed": 20})
    assert difficulties(tumble(fight, (2, 1))) == [("b", 15 + harder)]


# --- through ---------------------------------------------------------------------------------


@pytest.mark.rule("d20.tumble.through", "d20.tumble.enemy")
def test_a_check_of_25_leads_through_a_foe_s_space():
    """+8: a 17 makes 25. One check for the foe, its opportunity included."""
    fight = scene("A.b...", [17])
    events = tumble(fight, (1, 0), (2, 0), (3, 0))
    assert difficulties(events) == [("b", 25)]
    assert provoked(events) == []
    assert at(fight, "A") == (3, 0)


@pytest.mark.rule("d20.tumble.through")
def test_whoever_fails_stops_before_it_and_provokes_it_alone():
    board = """
        .c....
        A.b...
        ......
    """
    fight = scene(board, [20, 16], c={"weapons": ()})
    fight = scene("A.b...", [16])
    events = tumble(fight, (1, 0), (2, 0), (3, 0))
    assert provoked(events) == ["b"]
    assert only(events, ev.Halted).at == (2, 0)
    assert at(fight, "A") == (1, 0)
    assert fight.world["A"].resources["halves"] == 0 or fight.decision.actor == "b"


@pytest.mark.rule("d20.tumble.through")
def test_a_second_foe_in_the_way_is_two_harder():
    fight = scene("A.bc..", [17, 18], a={**ACROBAT, "speed": 20})
    events = tumble(fight, (1, 0), (2, 0), (3, 0), (4, 0))
    assert difficulties(events)[0] == ("b", 25)
    assert ("c", 27) in difficulties(events)
    assert provoked(events) == ["c"], "18 + 8 is below 27"
    assert at(fight, "A") in ((1, 0), (2, 0)), "never on in c's space"


@pytest.mark.rule("d20.tumble.through", "d20.fills.square")
def test_not_through_what_fills_its_space_and_nobody_ends_in_a_foe_s():
    fight = scene("A.b...", [], b={"fills": True})
    assert not check(fight, Move("A", path=((1, 0), (2, 0), (3, 0)), mode="tumble"))
    fight = scene("A.b...", [])
    assert not check(fight, Move("A", path=((1, 0), (2, 0)), mode="tumble"))


# --- obstacles --------------------------------------------------------------------------------


def walled(dice: list[int], a: Any = None, *, kind: str = "wall", skill: str = "climb") -> Battle:
    fight = turn_of(battle("A....", {"A": a or {}}, dice=dice), "A")
    barrier = Barrier(edge((1, 0), (2, 0)), BarrierKind(kind), skill=skill, dc=15)
    fight.world.field = make_battlefield(".....", barriers=(barrier,))
    return fight


@pytest.mark.rule("d20.obstacle.check", "d20.obstacle.between")
def test_climbing_over_a_wall_takes_its_check_and_costs_as_an_obstacle():
    fight = walled([15])
    events = submit(fight, Move("A", path=((1, 0), (2, 0), (3, 0))))
    assert only(events, ev.Tested).passed
    assert [step.cost for step in every(events, ev.Stepped)] == [1, 3, 1]
    assert at(fight, "A") == (3, 0)


@pytest.mark.rule("d20.obstacle.check")
def test_failing_means_staying_and_the_movement_is_not_spent():
    """A wall with Climb 15: 14 in all stays."""
    fight = walled([14, 14])
    events = submit(fight, Move("A", path=((1, 0), (2, 0), (3, 0))))
    tested = only(events, ev.Tested)
    assert (tested.total, tested.against, tested.passed) == (14, 15, False)
    assert at(fight, "A") == (1, 0)
    assert fight.world["A"].resources["halves"] == 2
    assert fight.world["A"].resources["open"] == 0, "the move is over"
    assert not check(fight, Move("A", path=((0, 0), (1, 0)), mode="double"))
    submit(fight, Move("A", path=((2, 0),)))
    assert fight.world["A"].resources["standard"] == 0, "another one takes the other action"


@pytest.mark.rule("d20.obstacle.check")
def test_skill_or_bare_ability_counts():
    assert only(submit(walled([9], {"skills": {"climb": 6}}), Move("A", to=(3, 0))),
                ev.Tested).total == 15  # fmt: skip
    strong = {"abilities": {"strength": 16}}
    assert only(submit(walled([9], strong), Move("A", to=(3, 0))), ev.Tested).total == 12
    events = submit(walled([9], {}, skill="tumble"), Move("A", to=(3, 0)))
    assert not every(events, ev.Tested)
    assert only(events, ev.Halted)


@pytest.mark.rule("d20.obstacle.check", "d20.obstacle.fly")
@pytest.mark.parametrize("kind", ["hedge", "wall"])
def test_a_flyer_passes_without_a_check_what_others_climb(kind):
    """No dice are there to be thrown, and a low wall over an edge costs it nothing more."""
    fight = walled([], {"conditions": ["flying"], "fly": 6}, kind=kind)
    events = submit(fight, Move("A", to=(3, 0), mode="fly"))
    assert [step.cost for step in every(events, ev.Stepped)] == [1, 1, 1]
    assert at(fight, "A") == (3, 0)


@pytest.mark.rule("d20.obstacle.fly")
def test_a_shut_door_is_not_flown_over_whatever_opens_it():
    fight = walled([], {"conditions": ["flying"], "fly": 6}, kind="door", skill="open_lock")
    assert why_not(fight, Move("A", path=((1, 0), (2, 0)), mode="fly")) == (
        "barrier", "d20.obstacle.block",
    )  # fmt: skip


@pytest.mark.rule("d20.obstacle.fly", "d20.corner.wall")
def test_a_flyer_goes_diagonally_over_the_end_of_a_wall_that_can_be_climbed():
    for skill in ("climb", ""):
        fight = turn_of(battle("A..\n...", {"A": {"conditions": ["flying"], "fly": 6}}), "A")
        barrier = Barrier(edge((0, 0), (1, 0)), BarrierKind.WALL, skill=skill, dc=15)
        fight.world.field = make_battlefield("...\n...", barriers=(barrier,))
        if skill:
            assert cost(fight, "A", (1, 1)) == 1
        else:
            assert no_way(fight, "A", (1, 1)) == "d20.obstacle.block"
