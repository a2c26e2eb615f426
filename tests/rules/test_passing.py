"""Whose squares one may go through, and where one may stop."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from boards import CATEGORIES, battle, turn_of

from rules.table import (
    at,
    cost,
    cost_to,
    every,
    move_freely,
    no_way,
    provokes,
    reached,
    steps_from,
    stoppable,
    why_not,
)
from tacsim.core import events as ev
from tacsim.core.intents import Move
from tacsim.grid.cells import Body
from tacsim.rules.engine import check, submit
from tacsim.rulesets import content
from tacsim.rulesets.d20.forms import EXCEPTIONS

ROW = "Ab.."
BARS = [
    "bars_friends", "bars_when_helpless", "bars_tiny", "bars_sizes", "bars_overrun",
    "bars_tumbling",
]  # fmt: skip


def row(board: str = ROW, a: dict | None = None, **others) -> object:
    """A in a corridor; B and C are friends, b and c foes."""
    return turn_of(battle(board, {**others, "A": a or {}}), "A")


@pytest.mark.rule("d20.pass.friend", "d20.end.occupied")
def test_through_a_friend_but_not_into_it():
    fight = row("AB.")
    assert cost(fight, "A", (1, 0), (2, 0)) == 2
    assert why_not(fight, Move("A", to=(1, 0))) == ("stop_occupied", "d20.end.occupied")
    assert why_not(fight, Move("A", path=((1, 0),))) == ("stop_occupied", "d20.end.occupied")


@pytest.mark.rule("d20.pass.friend")
def test_allies_of_another_side_are_friends():
    options = {"A": {"side": "blue"}, "b": {"side": "green"}}
    ally = turn_of(battle(ROW, options, sides={"blue": ["green"]}), "A")
    assert cost(ally, "A", (1, 0), (2, 0)) == 2
    stranger = turn_of(battle(ROW, options), "A")
    assert no_way(stranger, "A", (1, 0), (2, 0)) == "d20.pass.enemy"


@pytest.mark.rule("d20.end.occupied")
def test_not_among_friends_at_the_end_of_the_budget():
    fight = row("A.B", {"speed": 2})
    assert no_way(fight, "A", (1, 0), (2, 0)) == "d20.end.occupied"
    assert cost(fight, "A", (1, 0)) == 1
    assert stoppable(fight, "A") == {(0, 0), (1, 0)}


@pytest.mark.rule("d20.end.occupied")
@pytest.mark.parametrize("far", [3, 5, 9])
def test_a_friends_square_is_refused_as_that_however_far_it_is(far):
    """Within one action, within two, and beyond: with more to spend it would be no better."""
    fight = row("A".ljust(far, ".") + "B..", {"speed": 4})
    occupied = ("stop_occupied", "d20.end.occupied")
    way = tuple((x, 0) for x in range(1, far + 1))
    for mode in ("walk", "double"):
        assert why_not(fight, Move("A", to=(far, 0), mode=mode)) == occupied
        assert why_not(fight, Move("A", path=way, mode=mode)) == occupied
    assert bool(check(fight, Move("A", to=(far + 1, 0)))) == (far < 4)


@pytest.mark.rule("d20.pass.enemy")
def test_an_enemy_in_a_corridor_blocks_it():
    fight = row()
    assert reached(fight, "A") == {(0, 0)}
    assert why_not(fight, Move("A", path=((1, 0),))) == ("occupied", "d20.pass.enemy")
    assert why_not(fight, Move("A", to=(2, 0)))[0] in ("no_way", "occupied")


@pytest.mark.rule("d20.pass.enemy")
@pytest.mark.parametrize("condition", ["prone", "flat_footed", "flying", "total_defense"])
def test_an_enemy_in_other_trouble_blocks_it_still(condition):
    fight = battle(ROW, {"b": {"conditions": [condition]}})
    assert reached(turn_of(fight, "A"), "A") == {(0, 0)}


@pytest.mark.rule("d20.pass.enemy.helpless", "d20.end.occupied")
def test_a_helpless_enemy_is_no_obstacle():
    fight = row(b={"conditions": ["helpless"]})
    assert cost(fight, "A", (1, 0), (2, 0)) == 2
    assert cost(fight, "A", (1, 0)) == 1
    assert provokes(fight, "A", (1, 0), (2, 0), (3, 0)) == []


@pytest.mark.rule("d20.pass.enemy.helpless")
def test_leaving_squares_threatened_by_others_provokes_on_the_way():
    fight = turn_of(battle("""
        A..
        .b.
        .c.
    """, {"b": {"conditions": ["helpless"]}}), "A")  # fmt: skip
    assert provokes(fight, "A", (1, 1), (2, 0)) == ["c"]


@pytest.mark.rule("d20.pass.enemy.helpless-bulk")
def test_a_helpless_giant_slows():
    """Huge 3x3 at (1, 0): the three squares through it cost 2 each, then 1."""
    fight = turn_of(battle("""
        Abbb.
        .bbb.
        .bbb.
    """, {"A": {"speed": 12}, "b": {"conditions": ["helpless"]}}), "A")  # fmt: skip
    assert cost(fight, "A", (1, 0), (2, 0), (3, 0), (4, 0)) == 7
    large = turn_of(battle("""
        Abb.
        .bb.
    """, {"b": {"conditions": ["helpless"]}}), "A")  # fmt: skip
    assert cost(large, "A", (1, 0), (2, 0), (3, 0)) == 3


@pytest.mark.rule("d20.pass.enemy.helpless-bulk")
def test_a_dead_giant_slows_as_a_helpless_one_does():
    """No less of an obstacle for being dead; of one's own side it is none, as when helpless."""
    board = """
        Abbb.
        .bbb.
        .bbb.
    """
    path = (1, 0), (2, 0), (3, 0), (4, 0)
    for condition in ("helpless", "dead"):
        options = {"A": {"speed": 12}, "b": {"conditions": [condition]}}
        fight = turn_of(battle(board, options), "A")
        assert cost(fight, "A", *path) == 7
        assert cost_to(fight, "A", (4, 0)) == 7
        steps = every(move_freely(fight, "A", *path), ev.Stepped)
        assert [step.cost for step in steps] == [2, 2, 2, 1]
        assert [("d20.pass.enemy.helpless-bulk" in step.clauses) for step in steps] == [
            True, True, True, False,
        ]  # fmt: skip
    options = {"A": {"speed": 12}, "b": {"conditions": ["dead"], "side": "heroes"}}
    assert cost(turn_of(battle(board, options), "A"), "A", *path) == 4


@pytest.mark.rule("d20.pass.enemy", "d20.end.occupied")
def test_the_dead_are_no_obstacle_at_all():
    fight = row(b={"conditions": ["dead"]})
    assert cost(fight, "A", (1, 0)) == 1


@pytest.mark.rule("d20.size3.small-through-big", "d20.size3.big-through-small")
@pytest.mark.parametrize("mine", range(9))
@pytest.mark.parametrize("theirs", range(9))
def test_three_sizes_apart(mine, theirs):
    """From whichever side; Tiny and smaller enter any occupied square besides."""
    sides = (1, 1, 1, 1, 1, 2, 3, 4, 6)
    a, b = sides[mine], sides[theirs]
    fight = turn_of(battle("\n".join(["." * (a + b + a)] * max(a, b)), {
        "A": {"at": (0, 0), "size": CATEGORIES[mine], "side": "heroes", "speed": 99},
        "b": {"at": (a, 0), "size": CATEGORIES[theirs], "side": "foes"},
    }), "A")  # fmt: skip
    ahead = Body((1, 0), (a, a)) in steps_from(fight, "A", fight.world["A"].body)
    assert ahead == (mine <= 2 or abs(mine - theirs) >= 3)


@pytest.mark.rule("d20.size3.small-through-big", "d20.end.occupied")
def test_medium_through_gargantuan_but_not_to_stay():
    board = """
        .bbbb.
        Abbbb.
        .bbbb.
        .bbbb.
    """
    fight = turn_of(battle(board, {"b": {"conditions": ["flat_footed"]}}), "A")
    assert cost(fight, "A", (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)) == 5
    assert no_way(fight, "A", (1, 1)) == "d20.end.occupied"


@pytest.mark.rule("d20.size3.small-through-big", "d20.aoo.move")
def test_going_through_a_giant_provokes_as_usual():
    board = """
        .bbbb.
        Abbbb.
        .bbbb.
        .bbbb.
    """
    fight = turn_of(battle(board), "A")
    assert provokes(fight, "A", (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)) == ["b"]


@pytest.mark.rule("d20.fills.square")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({}, {"conditions": ["helpless"]}),
        ({"size": "tiny"}, {}),
        ({"size": "small"}, {"size": "medium", "conditions": ["helpless"]}),
        ({}, {"size": "diminutive"}),
        ({"conditions": ["incorporeal"]}, {}),
    ],
)
def test_nobody_passes_what_fills_its_square(a, b):
    fight = row(a=a, b={"fills": True, **b})
    assert reached(fight, "A") == {(0, 0)}
    assert why_not(fight, Move("A", path=((1, 0),))) == ("filled", "d20.fills.square")


BREAKING = "d20.pass.exception"


@pytest.mark.rule("d20.pass.exception", "d20.pass.enemy")
@pytest.mark.parametrize(
    ("a", "b"), [("passes", ""), ("", "passable"), ("", ""), ("passable", "passes")]
)
def test_one_goes_through_opponents_or_lets_them_through_where_its_entry_says_so(a, b):
    """As through friends: at no extra cost, and not to stop there; else, nobody does."""
    fight = row(a={"exceptions": [a] * bool(a)}, b={"exceptions": [b] * bool(b)})
    if (a, b) in (("passes", ""), ("", "passable")):
        assert cost(fight, "A", (1, 0), (2, 0)) == 2
        assert why_not(fight, Move("A", to=(1, 0))) == ("stop_occupied", "d20.end.occupied")
        steps = every(move_freely(fight, "A", (1, 0), (2, 0)), ev.Stepped)
        assert [BREAKING in step.clauses for step in steps] == [True, False]
    else:
        assert no_way(fight, "A", (1, 0), (2, 0)) == "d20.pass.enemy"


@pytest.mark.rule("d20.pass.exception", "d20.end.occupied")
def test_one_stops_among_others_where_its_entry_says_so():
    """Among friends, whom all pass; among foes only if it gets into their squares."""
    for creature, mine in (("B", ["stops_among"]), ("b", ["stops_among", "passes"])):
        fight = row(f"A{creature}..", {"exceptions": mine}, **{creature: {"weapons": ()}})
        assert cost(fight, "A", (1, 0)) == 1
        submit(fight, Move("A", to=(1, 0)))
        assert at(fight, "A") == (1, 0)
    fight = row(a={"exceptions": ["stops_among"]})
    assert no_way(fight, "A", (1, 0)) == "d20.pass.enemy"


@pytest.mark.rule("d20.pass.exception")
@pytest.mark.parametrize(
    ("board", "a", "b", "mode", "flag"),
    [
        ("AB..", {}, {}, "walk", "bars_friends"),
        ("Ab..", {}, {"conditions": ["helpless"]}, "walk", "bars_when_helpless"),
        ("Ab..", {"size": "tiny"}, {}, "walk", "bars_tiny"),
        ("Ab..", {}, {"size": "diminutive"}, "walk", "bars_sizes"),
        ("Ab..", {}, {}, "overrun", "bars_overrun"),
        ("Ab..", {"skills": {"tumble": 9}}, {}, "tumble", "bars_tumbling"),
    ],
)
def test_each_way_through_is_shut_where_the_entry_of_who_is_there_says_so(board, a, b, mode, flag):
    """By its own exception; any other one leaves that way open."""
    name, path = board[1], ((1, 0), (2, 0))
    for exceptions, open_ in (([], True), ([flag], False), ([f for f in BARS if f != flag], True)):
        fight = row(board, a, **{name: {**b, "exceptions": exceptions}})
        verdict = check(fight, Move("A", path=path, mode=mode))
        assert bool(verdict) is open_, exceptions
        if not open_:
            assert (verdict.reason.value, verdict.clause) == ("occupied", BREAKING)
            assert dict(verdict.details)["by"] == name


@pytest.mark.rule("d20.pass.exception")
def test_the_dead_break_no_rule():
    fight = row(b={"conditions": ["dead"], "exceptions": BARS})
    assert cost(fight, "A", (1, 0)) == 1


@pytest.mark.rule("d20.fills.square")
def test_not_even_a_friend_passes_what_fills_its_square():
    fight = row("AB.", B={"fills": True})
    assert reached(fight, "A") == {(0, 0)}


@pytest.mark.rule("d20.pass.friend.cover")
def test_the_friend_whose_square_one_is_in_gives_no_cover():
    """A leaves B's square under the eyes of c, who reaches two squares: B does not cover it."""
    board = """
        .....
        .AB.c
        .....
    """
    fight = turn_of(battle(board, {"c": {"reach": 2}}), "A")
    assert provokes(fight, "A", (2, 1), (2, 2), (1, 2)) == ["c"]


@pytest.mark.rule("d20.aoo.no-when", "d20.cover.melee")
def test_a_friend_in_between_covers_from_a_reach_attack():
    """The same foe reaches over B: that is soft cover by the ranged test, so nothing provokes."""
    board = """
        .....
        ..ABc
        .....
    """
    fight = turn_of(battle(board, {"c": {"reach": 2}}), "A")
    assert provokes(fight, "A", (1, 1)) == []


@pytest.mark.rule("d20.end.occupied", "d20.pass.friend")
def test_a_large_body_may_not_stop_with_any_square_on_a_friend():
    fight = turn_of(battle("""
        AA...
        AAB..
        .....
    """), "A")  # fmt: skip
    assert no_way(fight, "A", (1, 0)) == "d20.end.occupied"
    assert cost(fight, "A", (1, 0), (2, 0), (3, 0)) == 3
    move_freely(fight, "A", (1, 0), (2, 0), (3, 0))
    assert fight.world["A"].at == (3, 0)


def test_every_exception_is_documented_with_the_rule_that_it_breaks():
    page = (Path(__file__).parents[2] / "docs" / "creatures.md").read_text("utf-8")
    rows = {
        row.split("`")[1]: row for row in page.splitlines() if row.startswith("| `")
    }  # fmt: skip
    assert set(rows) == set(EXCEPTIONS)
    for row in rows.values():
        cited = row.rpartition(" | ")[2].strip(" |").replace("`", "").split(", ")
        assert set(cited) <= set(content("d20").clauses), row
    head = files("tacsim.rulesets.d20").joinpath("bestiary.toml").read_text("utf-8")
    head = head.partition("# -------- ")[0]
    assert all(f"{name}: " in head for name in EXCEPTIONS)
