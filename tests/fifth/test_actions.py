"""What a turn of the 5e family holds, and its actions: dodging, helping, shoving, grappling."""

from __future__ import annotations

from itertools import product

import pytest
from rules.table import act, at, cost, every, move, only, provoked, why_not

from fifth.boards import battle, dice_of, on_turn, straight, struck, turn_of
from tacsim.core import events as ev
from tacsim.core.components import Bonus, Bonuses, Position
from tacsim.core.intents import (
    Aid,
    Dash,
    Decline,
    Disengage,
    Dodge,
    EndTurn,
    Escape,
    Grapple,
    Move,
    Shove,
    Strike,
)
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.rules.engine import check, start
from tacsim.rules.forecast import checks, forecast
from tacsim.rules.perception import known_to
from tacsim.rulesets.fifth.holds import HOLD, hold

PAIR = """
    .....
    .Ab..
    .....
"""
TOUGH = {"b": {"hp": 99}}


# --- the turn ------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.turn")
def test_there_is_one_action_a_turn():
    fight = on_turn(PAIR, TOUGH, dice=[2])
    struck(fight, "A", "b")
    for wish in (Strike("A", "b"), Dash("A"), Dodge("A"), Disengage("A"), Shove("A", "b")):
        assert why_not(fight, wish) == ("no_action", "grid5e.turn")
    turn_of(fight, "A")
    assert fight.world["A"].resources["action"] == 1


@pytest.mark.rule("grid5e.turn")
def test_an_attack_action_makes_as_many_attacks_as_one_has():
    fight = on_turn(PAIR, {"A": {"attacks": 2}, **TOUGH}, dice=[2, 2])
    struck(fight, "A", "b")
    assert why_not(fight, Dash("A"))[0] == "no_action"
    struck(fight, "A", "b")
    assert why_not(fight, Strike("A", "b"))[0] == "no_action"


# --- initiative ----------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.init")
def test_the_order_is_by_die_and_dexterity():
    fight = battle("A.b\nC..", {"A": {"abilities": {"dexterity": 16}}}, dice=[8, 12, 5])
    events = start(fight)
    began = only(events, ev.BattleStarted)
    totals = dict(zip(began.order, began.totals, strict=True))
    assert totals == {"A": 11, "C": 12, "b": 5}
    assert began.order == ("C", "A", "b")


@pytest.mark.rule("grid5e.init")
def test_among_equals_the_higher_dexterity_goes_first_then_a_toss():
    quick = battle("A.b", {"A": {"abilities": {"dexterity": 14}}}, dice=[8, 10])
    assert only(start(quick), ev.BattleStarted).order == ("A", "b")
    slow = battle("A.b", {"b": {"abilities": {"dexterity": 14}}}, dice=[10, 8])
    assert only(start(slow), ev.BattleStarted).order == ("b", "A")
    toss = battle("A.b", dice=[10, 10, 3, 17])
    assert only(start(toss), ev.BattleStarted).order == ("b", "A")


# --- dodge and help ------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.dodge")
def test_who_dodges_is_attacked_with_a_die_against():
    fight = on_turn(PAIR, TOUGH, "b")
    act(fight, Dodge("b"))
    turn_of(fight, "A")
    assert dice_of(fight, "A", "b") == {"dodge": -1}
    turn_of(fight, "b")
    turn_of(fight, "A")
    assert dice_of(fight, "A", "b") == {}


@pytest.mark.rule("grid5e.dodge")
def test_not_by_attackers_that_it_does_not_see():
    fight = on_turn(PAIR, {"A": {"conditions": ["invisible"]}}, "b")
    act(fight, Dodge("b"))
    assert "dodge" not in dice_of(fight, "A", "b")


@pytest.mark.rule("grid5e.dodge", "grid5e.grapple")
def test_it_is_lost_with_the_speed():
    fight = on_turn(PAIR, TOUGH, "b", dice=[20, 1])
    act(fight, Dodge("b"))
    turn_of(fight, "A")
    assert fight.world["b"].has("dodging")
    events = act(fight, Grapple("A", "b"))
    assert ("b", "dodging") in {(e.actor, e.condition) for e in every(events, ev.ConditionLost)}
    assert dice_of(fight, "A", "b") == {}


@pytest.mark.rule("grid5e.dodge")
def test_it_is_lost_by_those_who_can_do_nothing():
    fight = on_turn(PAIR + "    ....c\n", {"b": {"hp": 1}}, "b", dice=[19, 19, 2])
    act(fight, Dodge("b"))
    turn_of(fight, "A")
    act(fight, Strike("A", "b"))
    assert not fight.world["b"].has("dodging")
    assert "dodge" not in dice_of(fight, "A", "b")


HELP = """
    .....
    .Ab..
    .B...
"""


@pytest.mark.rule("grid5e.help")
def test_help_gives_the_next_attack_of_a_friend_a_die():
    fight = on_turn(HELP, TOUGH, "B", dice=[2, 3, 4])
    act(fight, Aid("B", "A", "b"))
    turn_of(fight, "A")
    assert dice_of(fight, "A", "b") == {"help": 1}
    struck(fight, "A", "b")
    assert dice_of(fight, "A", "b") == {}


@pytest.mark.rule("grid5e.help")
def test_it_is_over_with_the_helpers_next_turn_and_takes_a_foe_at_hand():
    fight = on_turn(HELP, TOUGH, "B")
    act(fight, Aid("B", "A"))
    turn_of(fight, "B")
    assert dice_of(fight, "A", "b") == {}
    far = on_turn("A..b\nB...", {}, "B")
    assert why_not(far, Aid("B", "A")) == ("no_help", "grid5e.help")
    assert why_not(far, Aid("B", "A", "b")) == ("not_adjacent", "grid5e.help")
    assert why_not(far, Aid("B", "b"))[0] == "no_friend"


# --- shove ---------------------------------------------------------------------------------------


def shoving(a=None, b=None, dice=(20, 1), board=PAIR, **more):
    return on_turn(board, {"A": a or {}, "b": {"hp": 99, **(b or {})}}, dice=list(dice), **more)


@pytest.mark.rule("grid5e.shove")
def test_who_wins_the_contest_knocks_prone():
    fight = shoving({"abilities": {"strength": 16}}, {"abilities": {"dexterity": 14}}, (10, 10))
    events = act(fight, Shove("A", "b", prone=True))
    told = only(events, ev.Contested)
    assert (told.what, told.total, told.against, told.won) == ("shove", 13, 12, True)
    assert fight.world["b"].has("prone")
    assert at(fight, "b") == (2, 1)


@pytest.mark.rule("grid5e.shove")
def test_of_equal_totals_nothing_comes():
    fight = shoving(dice=(10, 10))
    events = act(fight, Shove("A", "b", prone=True))
    assert not only(events, ev.Contested).won
    assert not fight.world["b"].has("prone")
    assert fight.world["A"].resources["action"] == 0


@pytest.mark.rule("grid5e.shove")
def test_the_target_uses_the_better_of_two_skills():
    strong = {"skills": {"athletics": 7, "acrobatics": 1}}
    nimble = {"skills": {"acrobatics": 5}}
    for skills, bonus in ((strong, 7), (nimble, 5)):
        fight = shoving(b=skills, dice=(20, 10))
        assert only(act(fight, Shove("A", "b")), ev.Contested).against == 10 + bonus
    mine = shoving({"skills": {"athletics": 6}}, dice=(3, 2))
    assert only(act(mine, Shove("A", "b")), ev.Contested).total == 9


@pytest.mark.rule("grid5e.shove")
def test_it_takes_one_attack():
    fight = shoving({"attacks": 2}, dice=(20, 1, 2, 3))
    act(fight, Shove("A", "b", prone=True))
    assert struck(fight, "A", "b").outcome == "miss"
    assert why_not(fight, Shove("A", "b"))[0] == "no_action"


@pytest.mark.rule("grid5e.shove")
def test_at_most_one_size_larger():
    large = shoving(board=".Abb\n..bb", dice=(20, 1))
    act(large, Shove("A", "b", prone=True))
    huge = on_turn(".Abbb\n..bbb\n..bbb")
    assert why_not(huge, Shove("A", "b", prone=True)) == ("too_big", "grid5e.shove")
    far = on_turn("A.b")
    assert why_not(far, Shove("A", "b")) == ("not_adjacent", "grid5e.shove")
    assert why_not(on_turn("AB\n.c"), Shove("A", "B"))[0] == "friendly"


@pytest.mark.rule("grid5e.shove")
@pytest.mark.parametrize(
    ("foe", "places"),
    [
        ((3, 2), {(4, 1), (4, 2), (4, 3)}),
        ((1, 2), {(0, 1), (0, 2), (0, 3)}),
        ((2, 1), {(1, 0), (2, 0), (3, 0)}),
        ((3, 3), {(4, 4), (4, 3), (3, 4)}),
        ((1, 3), {(0, 4), (0, 3), (1, 4)}),
    ],
)
def test_a_push_leads_to_one_of_three_squares(foe, places):
    for to in sorted({(x, y) for x in range(5) for y in range(5)} - {(2, 2), foe}):
        fight = battle("\n".join(["....."] * 5), {"A": {"at": (2, 2), "side": "heroes"},
                       "b": {"at": foe, "hp": 99}}, dice=[20, 1])  # fmt: skip
        turn_of(fight, "A")
        if to in places:
            act(fight, Shove("A", "b", to=to))
            assert at(fight, "b") == to
        else:
            assert why_not(fight, Shove("A", "b", to=to)) == ("no_way", "grid5e.shove")


@pytest.mark.rule("grid5e.shove", "grid5e.oa.exempt")
def test_without_a_choice_it_leads_straight_on_and_provokes_nobody():
    fight = shoving()
    events = act(fight, Shove("A", "b"))
    assert at(fight, "b") == (3, 1)
    assert provoked(events) == []
    blocked = shoving(board=".....\n.Abc.\n.....")
    act(blocked, Shove("A", "b"))
    assert at(blocked, "b") in {(3, 0), (3, 2)}


@pytest.mark.rule("grid5e.shove")
def test_nobody_is_pushed_into_walls_or_others():
    fight = shoving(board="...#.\n.Ab#.\n...#.")
    assert why_not(fight, Shove("A", "b")) == ("no_way", "grid5e.shove")
    crowd = shoving(board="...c.\n.Abc.\n...c.")
    assert why_not(crowd, Shove("A", "b")) == ("no_way", "grid5e.shove")
    act(crowd, Shove("A", "b", prone=True))


@pytest.mark.rule("grid5e.shove")
def test_a_big_foe_is_pushed_as_a_whole():
    fight = shoving(board="......\n.Abb..\n..bb..\n......")
    act(fight, Shove("A", "b"))
    assert at(fight, "b") == (3, 1)
    assert fight.world["b"].body.extent == (2, 2)


@pytest.mark.rule("grid5e.shove")
def test_nobody_is_squeezed_in_by_a_push():
    fight = shoving(board="....#\n.Abb#\n..bb#\n....#")
    assert why_not(fight, Shove("A", "b")) == ("no_way", "grid5e.shove")


# --- grapple -------------------------------------------------------------------------------------


def holding(board=PAIR, dice=(20, 1), **more):
    fight = on_turn(board, {"b": {"hp": 99}, **more}, dice=[*dice, *[2] * 9])
    act(fight, Grapple("A", "b"))
    return fight


@pytest.mark.rule("grid5e.grapple")
def test_the_one_held_has_no_speed():
    fight = holding()
    assert fight.world["b"].has("grappled")
    turn_of(fight, "b")
    assert why_not(fight, Move("b", path=((3, 1),))) == ("too_slow", "grid5e.grapple")
    assert struck(fight, "b", "A").weapon == "club"


@pytest.mark.rule("grid5e.grapple")
def test_a_lost_contest_holds_nobody():
    fight = holding(dice=(10, 10))
    assert hold(fight.world["b"]) is None
    assert not fight.world["b"].has("grappled")


@pytest.mark.rule("grid5e.grapple")
def test_who_may_be_held():
    assert why_not(on_turn(".Abbb\n..bbb\n..bbb"), Grapple("A", "b")) == (
        "too_big", "grid5e.grapple",
    )  # fmt: skip
    assert why_not(on_turn("A.b"), Grapple("A", "b")) == ("not_adjacent", "grid5e.grapple")
    assert why_not(holding(A={"attacks": 2}), Grapple("A", "b"))[0] == "no_target"


@pytest.mark.rule("grid5e.grapple")
def test_dragging_halves_the_speed():
    board = "......Ab\n........\n........"
    fight = holding(board)
    assert cost(fight, "A", (5, 0), (4, 0), (3, 0), mode="drag") == 3
    path = straight((6, 0), (-1, 0), 4)
    assert why_not(fight, Move("A", path=tuple(path), mode="drag"))[0] == "budget"
    move(fight, "A", *path[:3], mode="drag")
    assert (at(fight, "A"), at(fight, "b")) == ((3, 0), (4, 0))
    assert fight.world["b"].has("grappled")
    assert why_not(fight, Move("A", path=((2, 0),)))[0] == "budget"


@pytest.mark.rule("grid5e.grapple")
def test_somebody_two_sizes_smaller_does_not_slow():
    fight = holding("......Ab\n........\n........", b={"size": "tiny", "hp": 99})
    path = straight((6, 0), (-1, 0), 6)
    move(fight, "A", *path, mode="drag")
    assert (at(fight, "A"), at(fight, "b")) == ((0, 0), (1, 0))
    small = holding("......Ab\n........\n........", b={"size": "small", "hp": 99})
    assert why_not(small, Move("A", path=tuple(path), mode="drag"))[0] == "budget"


@pytest.mark.rule("grid5e.grapple")
def test_after_part_of_the_speed_half_of_the_rest_is_left():
    board = ".......A\n......b."
    fight = on_turn(board, {"b": {"hp": 99}}, dice=[20, 1])
    move(fight, "A", (7, 1))
    move(fight, "A", (7, 0))
    act(fight, Grapple("A", "b"))
    assert cost(fight, "A", (6, 0), (5, 0), mode="drag") == 2
    why = why_not(fight, Move("A", path=((6, 0), (5, 0), (4, 0)), mode="drag"))
    assert why[0] == "budget"


@pytest.mark.rule("grid5e.grapple", "grid5e.oa.exempt")
def test_the_dragged_provoke_nobody():
    fight = holding("""
        .......
        ..Ab...
        ....C..
    """)  # fmt: skip
    events = move(fight, "A", (1, 1), (0, 1), mode="drag")
    assert provoked(events) == []
    assert [e.dst for e in every(events, ev.Pushed)] == [(2, 1), (1, 1)]


@pytest.mark.rule("grid5e.grapple")
def test_who_walks_off_lets_go():
    fight = holding()
    move(fight, "A", (0, 1))
    while not fight.decision.is_turn:
        act(fight, Decline(fight.decision.actor))
    assert not fight.world["b"].has("grappled")
    assert hold(fight.world["b"]) is None
    assert why_not(fight, Move("A", path=((0, 0),), mode="drag"))[0] == "no_target"


@pytest.mark.rule("grid5e.grapple")
def test_a_hold_is_over_when_the_holder_falls_or_the_two_are_apart():
    fight = holding("....C\n.Ab..\n.....", A={"hp": 1}, dice=(20, 1, 19, 4))
    turn_of(fight, "b")
    act(fight, Strike("b", "A"))
    assert fight.world["A"].has("helpless")
    assert not fight.world["b"].has("grappled")
    shoved = holding(A={"attacks": 2}, dice=(20, 1, 20, 1))
    act(shoved, Shove("A", "b"))
    assert not shoved.world["b"].has("grappled")


@pytest.mark.rule("grid5e.grapple")
def test_breaking_free_takes_the_action_and_gives_the_speed_back():
    fight = holding(dice=(20, 1, 12, 11))
    turn_of(fight, "b")
    told = only(act(fight, Escape("b")), ev.Contested)
    assert (told.actor, told.target, told.won) == ("b", "A", True)
    assert cost(fight, "b", *straight((2, 1), (1, 0), 2)) == 2
    assert why_not(fight, Escape("b"))[0] == "no_target"
    assert why_not(fight, Dodge("b"))[0] == "no_action"


@pytest.mark.rule("grid5e.grapple")
def test_failing_leaves_one_held():
    fight = holding(dice=(20, 1, 11, 11))
    turn_of(fight, "b")
    act(fight, Escape("b"))
    assert fight.world["b"].has("grappled")


@pytest.mark.rule("grid5e.grapple")
def test_the_chances_are_told_beforehand():
    fight = on_turn(PAIR, {"A": {"skills": {"athletics": 5}}})
    (grapple,) = checks(fight, Grapple("A", "b"))
    better = sum(1 for a in range(1, 21) for b in range(1, 21) if a + 5 > b)
    assert grapple.passed == better / 400
    (shove,) = checks(fight, Shove("A", "b"))
    assert shove.passed == grapple.passed


@pytest.mark.rule("grid5e.shove")
def test_whoever_is_shoved_out_of_squeezing_is_farther_off_for_it():
    """In the open it may become whole on any side, on some of which it would touch A as before."""
    large = {"b": {"size": "large", "extent": (1, 1), "hp": 99}}
    pushed = 0
    for to in product(range(7), range(5)):
        fight = battle(".......\n.......\n..Ab...\n.......\n.......", large, dice=[20, 1])
        fight.world.put("b", Position(Body((3, 2), (1, 1)), squeezed=True))
        push = Shove("A", "b", to=to)
        if not isinstance(check(turn_of(fight, "A"), push), Refused):
            act(fight, push)
            away = [(abs(x - 2), abs(y - 2)) for x, y in fight.world["b"].body.cells]
            assert min(2 * max(one) + min(one) for one in away) > 2, to
            pushed += 1
    assert pushed


def test_who_does_not_see_a_holder_can_foretell_all_the_same():
    """A, behind the wall, knows that its friend is held, and not by whom."""
    fight = battle("Ac...\n#####\n.....\nb....", {"c": {"side": "heroes"}}, fog=True)
    fight.world.put("c", Bonuses((Bonus(HOLD, 0, HOLD, "b", "b", "grid5e.grapple"),)))
    turn_of(fight, "A")
    assert "b" not in known_to(fight, "heroes")
    assert not isinstance(forecast(fight, EndTurn("A")), Refused)
