"""Squeezing: into the space of the next smaller size, at no cost, and one in a cube."""

from __future__ import annotations

from itertools import product

import pytest
from rules.table import act, cost, every, move, move_freely, only, prices, why_not

from pool.space import on_turn, one, places, reached, steps
from tacsim.core import events as ev
from tacsim.core.intents import EndTurn, Move
from tacsim.grid.cells import Body


def corridor(side: int, wide: int, length: int = 4, high: int | None = None) -> str:
    """A big creature in a room, and to the right of it a passage so wide and high."""
    high = wide if high is None else high
    rows = []
    for y in range(side):
        row = []
        for z in range(side):
            open_ = y < wide and z < high
            glyph = ("-" if z else ".") if open_ else "#"
            row.append("A" * side + glyph * length)
        rows.append("  ".join(row))
    return "\n".join(rows)


# --- how far one squeezes ------------------------------------------------------------------------


@pytest.mark.rule("pool.squeeze.limit")
@pytest.mark.parametrize(
    ("size", "side", "wide", "gets_in"),
    [("large", 2, 1, True), ("huge", 3, 1, False), ("huge", 3, 2, True),
     ("colossal", 4, 2, False), ("colossal", 4, 3, True)],
)  # fmt: skip
def test_into_the_space_of_the_next_smaller_size(size, side, wide, gets_in):
    fight = on_turn(corridor(side, wide), {"A": {"size": size}})
    inside = {body for body in places(fight, "A") if body.at[0] >= side}
    assert bool(inside) == gets_in
    assert all(body.extent == (side - 1,) * 3 for body in inside)


@pytest.mark.rule("pool.squeeze.limit")
def test_a_smaller_body_is_smaller_in_height_too():
    low = on_turn(corridor(2, 2, high=1))
    assert one(1, 0, side=2) not in steps(low, "A")
    assert {(2, 0, 0), (2, 1, 0)} <= {body.at for body in places(low, "A") if body.extent[0] == 1}
    hall = on_turn(corridor(3, 3, high=1), {"A": {"size": "huge"}})
    assert not any(body.at[0] >= 3 for body in places(hall, "A")), "2 high at least"


@pytest.mark.rule("pool.squeeze.limit")
def test_nobody_squeezes_where_the_whole_body_fits():
    fight = on_turn("""
        ......  ------  ------
        ..AA..  --AA--  ------
        ..AA..  --AA--  ------
        ......  ------  ------
    """)
    level = {step for step in steps(fight, "A") if step.at[2] == 0 and step.extent == (2, 2, 2)}
    around = {(2 + x, 1 + y, 0) for x, y in product((-1, 0, 1), repeat=2)} - {(2, 1, 0)}
    assert {step.at for step in level} == around
    narrow = on_turn("......  ------\n..A...  ------\n......  ------", {"A": {"size": "large"}})
    wider = {Body((2 + x, 1 + y, 0), (2, 2, 2)) for x, y in product((-2, -1, 0, 1), (-2, -1, 0, 1))}
    found = steps(narrow, "A")
    assert found <= wider, "widens with whatever step"
    assert Body((2, 1, 0), (2, 2, 2)) in found


@pytest.mark.rule("pool.squeeze.limit")
def test_the_smaller_body_lies_inside_the_shifted_one():
    fight = on_turn(corridor(2, 1))
    ahead = {body for body in steps(fight, "A") if body.at[0] == 2}
    assert ahead == {one(2, 0, 0)}
    move(fight, "A", (2, 0, 0))
    body = fight.world["A"].position
    assert (body.body, body.squeezed) == (one(2, 0, 0), True)


@pytest.mark.rule("pool.squeeze.limit")
def test_it_gets_its_full_size_back_where_that_fits():
    fight = on_turn("AA...  AA---\nAA#..  AA#--")
    events = move(fight, "A", (2, 0, 0), (3, 0, 0))
    assert [e.extent for e in every(events, ev.Stepped)] == [(1, 1, 1), (2, 2, 2)]
    assert only(events, ev.Squeezed).cells == ((2, 0, 0),)
    assert len(only(events, ev.Unsqueezed).cells) == 8
    assert not fight.world["A"].position.squeezed


@pytest.mark.rule("pool.squeeze.limit")
@pytest.mark.parametrize(
    ("size", "squeezing"), [("small", False), ("average", True), ("large", None), ("huge", None)]
)
def test_tight_cubes_are_for_small_creatures(size, squeezing):
    if size in ("small", "average"):
        fight = on_turn("A==.", {"A": {"size": size}})
    else:
        side = {"large": 2, "huge": 3}[size]
        row = "  ".join("A" * side + ("-" if z else "=") * 4 for z in range(side))
        fight = on_turn("\n".join([row] * side), {"A": {"size": size}})
    if squeezing is None:
        assert not any(body.at[0] >= fight.world["A"].body.extent[0] for body in places(fight, "A"))
        return
    events = move(fight, "A", (1, 0, 0))
    assert bool(every(events, ev.Squeezed)) == squeezing
    assert fight.world["A"].position.squeezed == squeezing
    events = move(fight, "A", (2, 0, 0), (3, 0, 0))
    assert bool(every(events, ev.Unsqueezed)) == squeezing
    assert not fight.world["A"].position.squeezed


@pytest.mark.rule("pool.squeeze.limit")
def test_a_passage_that_is_too_narrow_is_refused_by_its_clause():
    fight = on_turn(corridor(3, 1), {"A": {"size": "huge"}})
    assert why_not(fight, Move("A", to=(3, 0, 0)))[1] == "pool.squeeze.limit"


# --- what it costs -------------------------------------------------------------------------------


@pytest.mark.rule("pool.squeeze.no-cost")
def test_three_cubes_down_a_narrow_passage_cost_three():
    fight = on_turn(corridor(2, 1))
    way = [(2, 0, 0), (3, 0, 0), (4, 0, 0)]
    assert cost(fight, "A", *way) == 3
    assert prices(move(fight, "A", *way)) == [1, 1, 1]


@pytest.mark.rule("pool.squeeze.no-cost", "pool.rough")
def test_rough_ground_costs_the_same_whether_one_squeezes_or_not():
    assert prices(move(on_turn("A=.."), "A", (1, 0, 0), (2, 0, 0))) == [1, 1]
    fight = on_turn("AA,,  AA--\nAA##  AA##")
    assert prices(move(fight, "A", (2, 0, 0), (3, 0, 0))) == [2, 2]


# --- others --------------------------------------------------------------------------------------


@pytest.mark.rule("pool.squeeze.blocks")
@pytest.mark.parametrize("side", ["heroes", "foes"])
def test_nobody_gets_past_who_squeezes(side):
    fight = on_turn(
        "Ab..", {"b": {"side": side, "squeezed": True, "stamina": 0}, "c": {"at": (3, 0, 0)}}
    )
    assert reached(fight, "A") == {(0, 0, 0)}
    assert why_not(fight, Move("A", path=((1, 0, 0), (2, 0, 0)))) == (
        "occupied",
        "pool.squeeze.blocks",
    )
    free = on_turn("Ab..", {"b": {"side": side, "stamina": 0}, "c": {"at": (3, 0, 0)}})
    assert (2, 0, 0) in reached(free, "A")


@pytest.mark.rule("pool.squeeze.blocks", "pool.prone-dead.free")
@pytest.mark.parametrize("condition", ["prone", "helpless", "dead"])
def test_who_squeezed_and_lies_there_now_can_be_passed(condition):
    fight = on_turn(
        "Ab..",
        {"b": {"squeezed": True, "conditions": [condition]}, "c": {"at": (3, 0, 0), "stamina": 0}},
    )
    assert cost(fight, "A", (1, 0, 0), (2, 0, 0)) == 2


@pytest.mark.rule("pool.squeeze.blocks")
def test_a_big_body_in_a_narrow_passage_blocks_it():
    fight = on_turn("A.b.c\n#####", {"b": {"size": "large"}}, who="A")
    assert fight.world["b"].position.squeezed
    assert (3, 0, 0) not in reached(fight, "A")


@pytest.mark.rule("pool.squeeze.not-two", "pool.ally.stop-squeeze")
def test_two_do_not_squeeze_in_one_cube():
    fight = on_turn("B.A.C\n....b", {"b": {"stamina": 0}}, who="B")
    move(fight, "B", (1, 0, 0), (2, 0, 0))
    assert fight.world["B"].position.squeezed
    assert not fight.world["A"].position.squeezed
    while fight.decision.actor != "C":
        act(fight, EndTurn(fight.decision.actor))
    both = ("squeezer_there", "pool.squeeze.not-two")
    assert why_not(fight, Move("C", path=((3, 0, 0), (2, 0, 0)))) == both
    assert why_not(fight, Move("C", to=(2, 0, 0))) == both
    assert why_not(fight, Move("C", path=((3, 0, 0), (2, 0, 0), (1, 0, 0)))) == (
        "occupied",
        "pool.squeeze.blocks",
    ), "to pass is another matter"
    assert (2, 0, 0) not in reached(fight, "C")


@pytest.mark.rule("pool.squeeze.not-two")
def test_any_overlap_of_their_cubes_counts():
    fight = on_turn(
        """
        CC..AA  CC--AA
        CC..AA  CC--AA
        ....b.  ------
        """,
        {"B": {"at": (5, 0, 0), "squeezed": True}, "b": {"stamina": 0}},
        who="C",
    )
    assert one(4, 0, side=2) not in places(fight, "C")
    assert one(3, 0, side=2) in places(fight, "C"), "of A alone"


@pytest.mark.rule("pool.squeeze.not-two", "pool.ally.stop-squeeze")
def test_who_squeezes_in_a_narrow_place_does_not_stop_among_others():
    """To stop among allies means to squeeze at one's full size."""
    options = {"A": {"size": "large"}, "b": {"stamina": 0}}
    fight = on_turn("A.B.b\n#####", options)
    assert fight.world["A"].body == one(0, 0)
    assert cost(fight, "A", (1, 0, 0)) == 1
    assert (3, 0, 0) in reached(fight, "A"), "it passes"
    alone = ("squeezed_already", "pool.ally.stop-squeeze")
    assert why_not(fight, Move("A", path=((1, 0, 0), (2, 0, 0)))) == alone
    tight = on_turn("A=.b", {"B": {"at": (1, 0, 0), "size": "small"}, "b": {"stamina": 0}})
    assert cost(tight, "A", (1, 0, 0), (2, 0, 0)) == 2
    assert why_not(tight, Move("A", path=((1, 0, 0),))) == alone


@pytest.mark.rule("pool.share.big")
@pytest.mark.parametrize("big", ["large", "huge", "colossal"])
def test_big_and_small_do_not_share_because_of_their_size(big):
    side = {"large": 2, "huge": 3, "colossal": 4}[big]
    row = "  ".join(("-" if z else ".") + "b" * side for z in range(side))
    board = "\n".join([row] * side)
    fight = on_turn("A" + board[1:], {"A": {"size": "small"}, "b": {"size": big, "stamina": 0}})
    assert why_not(fight, Move("A", path=((1, 0, 0),))) == ("stop_occupied", "pool.enemy.stop")
    friend = on_turn(
        "A" + board[1:], {"A": {"size": "small"}, "b": {"size": big, "side": "heroes"}}
    )
    events = move_freely(friend, "A", (1, 0, 0))
    found = only(events, ev.Squeezed)
    assert found.actor == "A", "as among allies of any size"
    assert found.clauses == ("pool.ally.stop-squeeze", "pool.share.big")
    enemy = on_turn(
        "A" + board[1:], {"A": {"size": "small", "stamina": 4}, "b": {"size": big, "stamina": 1}}
    )
    through = Move("A", path=tuple((x, 0, 0) for x in range(1, 3)))
    assert why_not(enemy, through)[1] == "pool.enemy.stop"


@pytest.mark.rule("pool.squeeze.limit", "pool.space.climb")
def test_to_get_smaller_is_no_way_up_or_down():
    """On open ground no step leads up or down, not even one to a smaller body on this level."""
    row, side = "......  ------  ------\n", "..AA..  --AA--  ------\n"
    fight = on_turn(row + row + side + side + row + row)
    assert len(steps(fight, "A")) == 8
    assert {body.extent for body in steps(fight, "A")} == {(2, 2, 2)}
