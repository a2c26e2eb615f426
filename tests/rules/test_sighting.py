"""A move that brings a foe to light stops there, with what is left to spend.

The boards are dark: a creature sees as many squares far as its darkvision reaches.
"""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, turn_of
from fifth import boards as fifth
from pool import space

from rules.table import act, at, every, move, only, prices
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import Weapon
from tacsim.core.intents import FullAttack, Move, Strike
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.rules.perception import known_to

SPEAR = Weapon("spear", "1d8", ranged=True, reach=0, hands="one", increment=4, increments=5)
UNARMED = {"weapons": ()}


def dark(board: str, far: int = 3, switches: dict[str, bool] | None = None, **more: Any) -> Battle:
    """A's turn, who sees so far in the dark; the foes see nothing and harm nobody."""
    who = {"darkvision": far, "speed": 6, "weapons": (SPEAR,), **more.pop("A", {})}
    foes = {name: UNARMED for name in "bc" if name in board}
    options = {**foes, "A": who, **more}
    fight = battle(board, options, fog=True, dark=True, switches=switches)
    return turn_of(fight, "A")


def east(start: int, end: int, y: int = 0) -> list[Cell]:
    return [(x, y) for x in range(start + 1, end + 1)]


def left(fight: Battle, *names: str) -> list[int]:
    return [fight.world["A"].resources[name] for name in names]


def test_a_switch_turns_it_off() -> None:
    fight = dark("A......b", switches={"stop_at_sight": False})
    events = move(fight, "A", *east(0, 6))
    assert not every(events, ev.Sighted)
    assert at(fight, "A") == (6, 0)


def test_it_stops_where_the_foe_is_first_seen_and_says_whom_it_sees() -> None:
    """From (3, 0) the foe at (7, 0) is 4 off, from (4, 0) it is 3."""
    fight = dark("A......b")
    events = move(fight, "A", *east(0, 6))
    seen = only(events, ev.Sighted)
    assert (seen.actor, seen.foes, seen.at) == ("A", ("b",), (4, 0))
    assert seen.clauses == ("d20.round.move-and-act",)
    assert at(fight, "A") == (4, 0)
    assert not every(events, ev.Halted)


def test_the_same_move_goes_on_with_the_rest_and_no_action_is_paid_again() -> None:
    fight = dark("A......b", b={"conditions": ("prone",), **UNARMED})
    move(fight, "A", *east(0, 6))
    assert left(fight, "move", "standard", "open", "halves") == [0, 1, 1, 8]
    move(fight, "A", *east(4, 6))
    assert left(fight, "move", "standard", "open", "halves") == [0, 1, 1, 12]
    assert check(fight, Strike("A", "b"))


def test_the_count_of_diagonals_runs_on() -> None:
    """One diagonal before the halt costs 1, the next after it 2."""
    fight = dark("A.....\n......\n......\n.....b", far=3)
    walk = move(fight, "A", (1, 1), (2, 2), (3, 1))
    assert at(fight, "A") == (2, 2)  # 3 and 1 off: 3
    assert prices(walk) == [1, 2]
    fight = dark("A.....\n......\n....b.\n......", far=3)
    walk = move(fight, "A", (1, 1), (2, 2))
    assert only(walk, ev.Sighted).at == (1, 1)  # 3 and 1 off: 3
    assert prices(walk) == [1]
    assert prices(move(fight, "A", (2, 2))) == [2]


def test_of_a_double_move_the_action_that_was_not_needed_is_left() -> None:
    fight = dark("A.........b")
    move(fight, "A", *east(0, 9), mode="double")
    assert at(fight, "A") == (7, 0)  # beyond one action
    assert left(fight, "move", "standard", "open") == [0, 0, 2]
    fight = dark("A......b...\n...........")
    move(fight, "A", *east(0, 4), (5, 1), (6, 1), (7, 1), (8, 1), mode="double")
    assert left(fight, "move", "standard", "open", "halves") == [0, 1, 1, 8]
    assert check(fight, Strike("A", "b"))
    assert not check(fight, FullAttack("A", "b"))


def test_whoever_comes_into_view_last_stops_nobody_at_the_end_of_the_way() -> None:
    fight = dark("A......b")
    assert not every(move(fight, "A", *east(0, 4)), ev.Sighted)


def test_known_foes_stop_nobody() -> None:
    fight = dark("A..b....\n........")
    events = move(fight, "A", (1, 1), (2, 1))
    assert not every(events, ev.Sighted)


def test_friends_see_for_the_mover() -> None:
    fight = dark("A......b\n......B.", B={"darkvision": 3})
    assert not every(move(fight, "A", *east(0, 6)), ev.Sighted)


def test_nobody_stops_for_friends_or_the_dead() -> None:
    fight = dark("A......b", b={"conditions": ("dead",), **UNARMED})
    assert not every(move(fight, "A", *east(0, 6)), ev.Sighted)
    fight = dark("A......B")
    assert not every(move(fight, "A", *east(0, 6)), ev.Sighted)


def test_where_it_may_not_stop_it_goes_on_to_where_it_may() -> None:
    """In the friend's square at (4, 0) the foe is seen; (5, 0) is the next free one."""
    fight = dark("A...B..b", B={"weapons": ()})
    events = move(fight, "A", *east(0, 6))
    assert only(events, ev.Sighted).at == (5, 0)
    assert at(fight, "A") == (5, 0)
    assert not every(events, ev.Placed)


def test_the_action_that_was_not_needed_is_left_there_too() -> None:
    """Of the double move 5 squares are gone, within one action."""
    fight = dark("A...B..b", B={"weapons": ()})
    events = move(fight, "A", *east(0, 6), mode="double")
    assert only(events, ev.Sighted).at == at(fight, "A") == (5, 0)
    assert left(fight, "move", "standard", "open", "halves") == [0, 1, 1, 10]
    fight = dark("A.....B..b\n..........", B={"weapons": ()})
    move(fight, "A", *east(0, 8), mode="double")
    assert at(fight, "A") == (7, 0)  # beyond one action
    assert left(fight, "move", "standard", "open") == [0, 0, 2]


def test_one_after_another_is_seen_and_the_way_goes_on_each_time() -> None:
    fight = dark("A...b....\n........c", far=3)
    first = move(fight, "A", (1, 1), *east(1, 4, 1))
    assert only(first, ev.Sighted).foes == ("b",)
    assert at(fight, "A") == (1, 1)  # 3 and 1 off: 3; from (0, 0) it is 4
    second = move(fight, "A", *east(1, 6, 1))
    assert only(second, ev.Sighted).foes == ("c",)
    assert at(fight, "A") == (5, 1)


def test_without_fog_nothing_changes() -> None:
    fight = dark("A......b")
    fight.fog = False
    events = move(fight, "A", *east(0, 6))
    assert not every(events, ev.Sighted)
    assert at(fight, "A") == (6, 0)


@pytest.mark.parametrize("mode", ["run", "withdraw"])
def test_what_cannot_be_gone_on_with_goes_on(mode: str) -> None:
    fight = dark("A......b")
    events = move(fight, "A", *east(0, 6), mode=mode)
    assert not every(events, ev.Sighted)
    assert at(fight, "A") == (6, 0)


def test_a_charge_goes_on_past_another_foe() -> None:
    """Through the gap in the wall another foe comes into view; a walk stops for it."""
    board = "A.......b\n###.#####\n###.#####\n...c....."
    for mode, end in (("charge", (7, 0)), ("walk", (3, 0))):
        club = Weapon("club", "1d6", reach=1)
        options = {"A": {"weapons": (club,)}, "b": UNARMED, "c": UNARMED}
        fight = turn_of(battle(board, options, fog=True), "A")
        assert known_to(fight, "heroes") == {"A", "b"}
        way = east(0, 7) if mode == "charge" else east(0, 6)
        events = move(fight, "A", *way, mode=mode)
        assert [seen.foes for seen in every(events, ev.Sighted)] == [("c",)] * (mode == "walk")
        assert at(fight, "A") == end


def test_in_flight_as_on_foot() -> None:
    fight = dark("A......b", A={"fly": 6, "conditions": ("flying",)})
    events = move(fight, "A", *east(0, 6), mode="fly")
    assert only(events, ev.Sighted).at == (4, 0)


def test_in_the_5e_family_what_is_not_covered_is_left() -> None:
    who = {"darkvision": 3, "speed": 6}
    fight = fifth.on_turn("A......b", {"A": who}, fog=True, dark=True)
    events = move(fight, "A", *east(0, 6))
    seen = only(events, ev.Sighted)
    assert (seen.foes, seen.at, seen.clauses) == (("b",), (4, 0), ("grid5e.move.pool",))
    assert left(fight, "halves", "movement", "action") == [8, 12, 1]
    move(fight, "A", *east(4, 6))
    assert at(fight, "A") == (6, 0)


def test_in_cubes_as_well() -> None:
    """Behind the wall at (3, 0) and (3, 1) nobody is seen; past it everybody is."""
    board = """
        A..#..
        ...#.b
        ......
    """
    fight = space.battle(board, {"A": {"speed": 8}})
    fight.fog = True
    fight = space.turn_of(fight, "A")
    assert "b" not in known_to(fight, "heroes")
    way = [(1, 1, 0), (2, 2, 0), (3, 2, 0), (4, 2, 0), (5, 2, 0)]
    events = act(fight, Move("A", path=tuple(way)))
    seen = only(events, ev.Sighted)
    assert (seen.foes, seen.clauses) == (("b",), ("pool.move.horizontal",))
    assert at(fight, "A") == seen.at
    assert seen.at in way[:-1]
    taken = sum(prices(events))
    assert left(fight, "movement") == [16]
    act(fight, Move("A", path=tuple(way[way.index(seen.at) + 1 :])))
    assert at(fight, "A") == way[-1]
    assert taken < 5


def test_nobody_of_another_side_knows_of_the_invisible_until_it_is_seen() -> None:
    fight = dark("A.b..c", b={"conditions": ["invisible"]}, far=6)
    assert known_to(fight, fight.world["A"].side) == {"A", "c"}
    assert "b" in known_to(fight, fight.world["b"].side)
    apply(fight.world, ev.ConditionLost("b", "invisible"))
    assert known_to(fight, fight.world["A"].side) == {"A", "b", "c"}


def test_nobody_stops_at_the_sight_of_the_invisible() -> None:
    fight = dark("A......b", b={"conditions": ["invisible"]})
    assert not every(move(fight, "A", *east(0, 6)), ev.Sighted)
