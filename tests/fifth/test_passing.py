"""Passing other creatures and stopping among them in the 5e family."""

from __future__ import annotations

import pytest
from rules.table import act, at, cost, move, no_way, only, prices, taking, why_not

from fifth.boards import battle, on_turn, turn_of
from tacsim.core import events as ev
from tacsim.core.intents import EndTurn, Move
from tacsim.rulesets import content

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
SIDE = dict(zip(SIZES, (1, 1, 1, 2, 3, 4), strict=True))


def meeting(mine, theirs, *, friend=False, conditions=()):
    """A creature of one size on the left of another, with room behind that."""
    reach = SIDE[theirs]
    wide = SIDE[mine] + reach + SIDE[mine] + 1
    fight = battle(
        "\n".join(["." * wide] * 5),
        {
            "A": {"at": (0, 0), "size": mine, "side": "heroes", "speed": 20},
            "b": {"at": (SIDE[mine], 0), "size": theirs, "conditions": conditions,
                  "side": "heroes" if friend else "foes"},
            "z": {"at": (wide - 1, 4), "weapons": ()},
        },
    )  # fmt: skip
    return turn_of(fight, "A")


def through(fight):
    """The path straight through the other one."""
    start = fight.world["A"].body.extent[0]
    reach = fight.world["b"].body.extent[0]
    return [(x, 0) for x in range(1, start + reach + 1)]


# --- friends -------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.pass.ally")
def test_a_friend_is_passed_as_difficult_ground():
    fight = on_turn("AB.\n..c")
    assert cost(fight, "A", (1, 0), (2, 0)) == 3
    assert prices(move(fight, "A", (1, 0), (2, 0))) == [2, 1]


@pytest.mark.rule("grid5e.pass.ally")
def test_a_big_friend_is_slow_as_long_as_one_is_in_it():
    assert cost(on_turn("ABB.\n.BBc"), "A", (1, 0), (2, 0), (3, 0)) == 5
    assert cost(on_turn("AAB..\nAA...\n....c"), "A", (1, 0), (2, 0), (3, 0)) == 5


@pytest.mark.rule("grid5e.pass.ally")
def test_allies_of_another_side_are_no_foes():
    fight = battle("AX.\n..c", {"X": {"side": "guests"}}, sides={"guests": ("heroes",)})
    assert cost(turn_of(fight, "A"), "A", (1, 0), (2, 0)) == 3
    other = battle("AX.\n..c", {"X": {"side": "guests"}})
    assert no_way(turn_of(other, "A"), "A", (1, 0), (2, 0)) == "grid5e.pass.enemy"


# --- foes ----------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.pass.enemy")
@pytest.mark.parametrize("mine", SIZES)
@pytest.mark.parametrize("theirs", SIZES)
def test_a_foe_is_passed_by_those_two_sizes_away(mine, theirs):
    fight = meeting(mine, theirs)
    apart = abs(SIZES.index(mine) - SIZES.index(theirs))
    if apart < 2:
        assert no_way(fight, "A", *through(fight)) == "grid5e.pass.enemy"
    else:
        path = through(fight)
        # slow as long as any of it overlaps: every step but the last
        assert cost(fight, "A", *path) == 2 * len(path) - 1


@pytest.mark.rule("grid5e.pass.enemy")
def test_medium_gets_through_huge_but_not_through_large():
    assert no_way(meeting("medium", "large"), "A", (1, 0)) == "grid5e.pass.enemy"
    assert cost(meeting("medium", "huge"), "A", *through(meeting("medium", "huge"))) == 7


@pytest.mark.rule("grid5e.pass.enemy")
def test_what_fills_its_space_lets_nobody_through():
    fight = battle("A...\n....", {"b": {"at": (1, 0), "size": "tiny", "fills": True}})
    assert why_not(turn_of(fight, "A"), Move("A", path=((1, 0),)))[0] == "filled"
    cube = battle("A.bbb\n..bbb\n..bbb", {"b": {"fills": True}})
    assert why_not(turn_of(cube, "A"), Move("A", path=((1, 0), (2, 0))))[0] == "filled"


@pytest.mark.rule("grid5e.pass.ally")
def test_the_fallen_are_slow_and_the_dead_are_nothing():
    fallen = on_turn("Ab.\n..c", {"b": {"conditions": ["helpless", "prone"]}})
    assert cost(fallen, "A", (1, 0), (2, 0)) == 3
    dead = on_turn("Ab.\n..c", {"b": {"conditions": ["dead"]}})
    assert cost(dead, "A", (1, 0), (2, 0)) == 2
    assert at_after(dead, (1, 0)) == (1, 0)


def night(board, dice=None, **creatures):
    """A's turn in the dark: it knows of nobody but friends."""
    options = {"b": {"weapons": ()}, "d": {"weapons": ()}, **creatures, "A": {"speed": 12}}
    known = {name: option for name, option in options.items() if name in board}
    return turn_of(battle(board, known, dice=dice, fog=True, dark=True), "A")


def at_after(fight, *path):
    move(fight, "A", *path)
    return at(fight, "A")


# --- stopping ------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.end.occupied")
@pytest.mark.parametrize("conditions", [(), ("prone",), ("helpless",)])
def test_nobody_stops_in_anothers_space(conditions):
    fight = on_turn("AB.\n..c", {"B": {"conditions": conditions}})
    refused = why_not(fight, Move("A", path=((1, 0),)))
    assert refused == ("stop_occupied", "grid5e.end.occupied")
    assert why_not(fight, Move("A", to=(1, 0))) == refused


@pytest.mark.rule("grid5e.end.occupied")
def test_nor_to_act_on_the_way_with_movement_left():
    fight = on_turn("AB.\n.c.", {"A": {"attacks": 2}})
    assert no_way(fight, "A", (1, 0)) == "grid5e.end.occupied"
    move(fight, "A", (1, 0), (2, 0))
    assert at(fight, "A") == (2, 0)


@pytest.mark.rule("grid5e.end.occupied")
def test_nor_in_the_space_of_a_foe_that_it_can_pass():
    fight = meeting("medium", "huge")
    assert no_way(fight, "A", (1, 0)) == "grid5e.end.occupied"
    small = meeting("huge", "medium")
    assert no_way(small, "A", (1, 0)) == "grid5e.end.occupied"


@pytest.mark.rule("grid5e.end.occupied")
def test_forced_to_stop_it_takes_the_nearest_free_space():
    fight = night("A.Bb.")
    events = move(fight, "A", (1, 0), (2, 0), (3, 0), (4, 0))
    assert only(events, ev.Halted).at == (3, 0)
    placed = only(events, ev.Placed)
    assert (placed.dst, placed.clauses) == ((1, 0), ("grid5e.end.occupied",))


@pytest.mark.rule("grid5e.end.occupied", "grid5e.oa.trigger")
def test_struck_down_in_a_friend_s_space_it_lies_in_the_nearest_free_one():
    """c has (2, 0) in reach and not (3, 0), so it strikes at A among its friends."""
    fight = on_turn("A.B..\n.c...", {"A": {"hp": 1}}, dice=[15, 4])
    events = taking(fight, move(fight, "A", (1, 0), (2, 0), (3, 0)))
    assert fight.world["A"].has("helpless")
    placed = only(events, ev.Placed)
    assert (placed.src, placed.dst, placed.clauses) == ((2, 0), (1, 0), ("grid5e.end.occupied",))


@pytest.mark.rule("grid5e.end.occupied")
def test_of_equally_near_spaces_the_last_on_the_way_is_taken_else_dice_choose():
    board = """
        .........
        .CCC.....
        ACCCd....
        .CCC.....
        .........
    """
    fight = night(board, dice=[2])
    events = move(fight, "A", (1, 2), (2, 2), (3, 2), (4, 2), (5, 2))
    placed = only(events, ev.Placed)
    assert placed.src == (3, 2)
    assert placed.dst in {(4, 1), (4, 3)}


@pytest.mark.rule("grid5e.end.occupied")
def test_turns_end_only_where_one_may_stop():
    fight = on_turn("AB.\n..c")
    act(fight, EndTurn("A"))
    assert at(fight, "A") == (0, 0)


# --- sizes ---------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.size.space")
@pytest.mark.parametrize("size", SIZES)
def test_the_space_of_each_size(size):
    book = content("grid5e")
    parts = book.creature(book.merged(book.bestiary["dummy"], {"size": size}))
    space = next(part for part in parts if type(part).__name__ == "Size")
    assert space.extent == (SIDE[size],) * 2
    assert space.share == (4 if size == "tiny" else 1)


@pytest.mark.rule("grid5e.size.space")
def test_four_tiny_ones_share_a_square():
    tiny = {"size": "tiny", "side": "heroes", "at": (1, 0)}
    crowd = {name: dict(tiny) for name in ("B", "C", "D")}
    board = "A..\n...\n..x"
    fight = battle(board, {"A": {"size": "tiny"}, **crowd})
    assert at_after(turn_of(fight, "A"), (1, 0)) == (1, 0)
    full = battle(board, {"A": {"size": "tiny"}, **crowd, "E": dict(tiny)})
    refused = why_not(turn_of(full, "A"), Move("A", path=((1, 0),)))
    assert refused == ("crowded", "grid5e.size.space")


@pytest.mark.rule("grid5e.size.space", "grid5e.end.occupied")
def test_tiny_ones_share_with_nobody_else():
    fight = on_turn("AB.\n..x", {"A": {"size": "tiny"}})
    assert no_way(fight, "A", (1, 0)) == "grid5e.end.occupied"
    foes = on_turn("Ab.\n..x", {"A": {"size": "tiny"}, "b": {"size": "tiny"}})
    assert no_way(foes, "A", (1, 0)) == "grid5e.pass.enemy"
