"""Mobility, Dodge and Spring Attack."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, longspear, shortbow, turn_of

from rules.table import (
    act,
    at,
    declining,
    every,
    move,
    odds,
    only,
    part,
    prices,
    provoked,
    taking,
    why_not,
)
from tacsim.core import events as ev
from tacsim.core.intents import Dodge, EndTurn, Move, Stand, Strike
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

MOBILE = {"feats": ["mobility"], "hp": 99}
SPRINGS = {"feats": ["spring_attack"], "hp": 99}
TOUGH = {"armour": {"armour": 30}, "hp": 99}
BOWS = {"weapons": [shortbow()]}


def fight_of(
    board: str, dice: list[int] | None = None, turn: str = "A", **creatures: Any
) -> Battle:
    return turn_of(battle(board, creatures, dice=dice), turn)


# --- Mobility ------------------------------------------------------------------------------------


@pytest.mark.rule("d20.mobility")
def test_mobility_is_four_against_an_opportunity_that_movement_gives():
    fight = fight_of(".Ab", [10], A=MOBILE)
    struck = only(taking(fight, move(fight, "A", (0, 0))), ev.Struck)
    assert (struck.defence, part(struck, "mobility")) == (14, 4)


@pytest.mark.rule("d20.mobility")
def test_but_not_against_one_that_an_act_gives():
    fight = fight_of("Ab.c", [5, 5], A={**MOBILE, **BOWS})
    struck = every(taking(fight, act(fight, Strike("A", "c"))), ev.Struck)
    assert (struck[0].actor, struck[0].defence) == ("b", 10)
    down = fight_of("Ab", [5], A={**MOBILE, "conditions": ["prone"]})
    assert only(taking(down, act(down, Stand("A"))), ev.Struck).defence == 6
    crawls = fight_of(".Ab", [5], A={**MOBILE, "conditions": ["prone"]})
    told = taking(crawls, move(crawls, "A", (0, 0), mode="crawl"))
    assert only(told, ev.Struck).defence == 10, "a crawl is movement: 10 - 4 + 4"


@pytest.mark.rule("d20.mobility", "d20.ac")
def test_it_is_dodging_so_it_goes_with_dexterity():
    fight = fight_of(".Ab", [5], A=MOBILE, b={"conditions": ["invisible"]})
    assert only(taking(fight, move(fight, "A", (0, 0))), ev.Struck).defence == 10


@pytest.mark.rule("d20.mobility")
def test_nor_in_somebody_s_own_turn():
    fight = fight_of("Ab", [5], turn="b", A=MOBILE)
    assert only(act(fight, Strike("b", "A")), ev.Struck).defence == 10


# --- Dodge ---------------------------------------------------------------------------------------


@pytest.mark.rule("d20.mobility")
def test_one_foe_at_a_time_and_until_another_is_designated():
    fight = fight_of("bAc", [2, 2], A={"feats": ["dodge"], **TOUGH})
    act(fight, Dodge("A", "b"))
    assert (odds(fight, "b", "A")[1], odds(fight, "c", "A")[1]) == (41, 40)
    act(fight, EndTurn("A"))
    act(fight, Strike("b", "A"))
    assert odds(fight, "b", "A")[1] == 41, "one blow does not use it up"
    act(fight, EndTurn("b"))
    act(fight, EndTurn("c"))
    assert fight.decision.actor == "A"
    assert odds(fight, "b", "A")[1] == 41, "nor does the next turn"
    act(fight, Dodge("A", "c"))
    assert (odds(fight, "b", "A")[1], odds(fight, "c", "A")[1]) == (40, 41)


@pytest.mark.rule("d20.mobility", "d20.squeeze.escape-artist.penalty")
def test_who_has_lost_all_dodging_designates_nobody():
    """In a gap, blinded, or running without the feat that keeps it."""
    for condition in ("wedged", "blinded", "running"):
        fight = fight_of("Ab", A={"feats": ["dodge"], "conditions": [condition]})
        assert why_not(fight, Dodge("A", "b"))[0] == "hindered"
    assert check(
        fight_of("Ab", A={"feats": ["dodge", "run"], "conditions": ["running"]}), Dodge("A", "b")
    )


@pytest.mark.rule("d20.mobility")
def test_it_takes_the_feat_and_no_action():
    assert why_not(fight_of("Ab"), Dodge("A", "b")) == ("no_feat", "d20.mobility")
    fight = fight_of("AbC", A={"feats": ["dodge"]})
    before = fight.world["A"].resources
    act(fight, Dodge("A", "b"))
    assert fight.world["A"].resources == before
    assert why_not(fight, Dodge("A", "C"))[0] == "friendly"
    assert why_not(fight, Dodge("A"))[0] == "no_target"


@pytest.mark.rule("d20.mobility", "d20.ac")
def test_what_takes_dexterity_takes_it_too():
    fight = fight_of("Ab", A={"feats": ["dodge"]}, b={"conditions": ["invisible"]})
    act(fight, Dodge("A", "b"))
    assert odds(fight, "b", "A")[1] == 10


# --- Spring Attack -------------------------------------------------------------------------------


@pytest.mark.rule("d20.mobility")
def test_in_and_out_without_an_opportunity_to_its_target():
    fight = fight_of("A.b..\n.....", [10], A=SPRINGS, b=TOUGH)
    told = move(fight, "A", (1, 1), (0, 1), mode="spring_attack", target="b")
    kinds = [type(e) for e in told if isinstance(e, ev.Stepped | ev.Struck | ev.Slipped)]
    assert kinds == [ev.Slipped, ev.Stepped, ev.Struck, ev.Stepped]
    assert (only(told, ev.Slipped).by, only(told, ev.Slipped).clauses) == ("b", ("d20.mobility",))
    assert provoked(told) == []
    assert at(fight, "A") == (0, 1)
    have = fight.world["A"].resources
    assert (have["standard"], have["move"], have["step"]) == (0, 0, 0)


@pytest.mark.rule("d20.mobility")
def test_the_others_have_theirs():
    fight = fight_of("A.b.\n...c", [10], A=SPRINGS, b=TOUGH)
    told = move(fight, "A", (1, 0), (2, 1), (1, 1), mode="spring_attack", target="b")
    told = declining(fight, told)
    assert provoked(told) == ["c"]
    assert at(fight, "A") == (1, 1)


@pytest.mark.rule("d20.mobility")
def test_a_square_before_and_a_square_after():
    fight = fight_of(".Ab...", [10], A=SPRINGS, b=TOUGH)
    refused = ("not_on_the_way", "d20.mobility")
    assert why_not(fight, Move("A", path=((0, 0),), mode="spring_attack", target="b")) == refused
    fight = fight_of("A.b...", [10], A=SPRINGS, b=TOUGH)
    assert why_not(fight, Move("A", path=((1, 0),), mode="spring_attack", target="b")) == refused
    assert check(fight, Move("A", path=((1, 0), (0, 0)), mode="spring_attack", target="b"))


@pytest.mark.rule("d20.mobility")
def test_the_blow_falls_in_the_first_square_from_which_it_reaches():
    """Beside the foe already: not from there, but from the next square."""
    fight = fight_of(".....\n.Ab..", [10], A=SPRINGS, b=TOUGH)
    told = move(fight, "A", (1, 0), (2, 0), (3, 0), mode="spring_attack", target="b")
    kinds = [type(e) for e in told if isinstance(e, ev.Stepped | ev.Struck)]
    assert kinds == [ev.Stepped, ev.Struck, ev.Stepped, ev.Stepped]


@pytest.mark.rule("d20.mobility", "d20.end.occupied")
def test_not_from_a_friend_s_square():
    fight = fight_of("AC..\n..b.", [10], A=SPRINGS, b=TOUGH)
    told = move(fight, "A", (1, 0), (2, 0), (3, 0), mode="spring_attack", target="b")
    kinds = [type(e) for e in told if isinstance(e, ev.Stepped | ev.Struck)]
    assert kinds == [ev.Stepped, ev.Stepped, ev.Struck, ev.Stepped]


@pytest.mark.rule("d20.mobility")
def test_a_reach_weapon_strikes_where_it_reaches():
    arms = {**SPRINGS, "weapons": [longspear()]}
    fight = fight_of("A...b", [10], A=arms, b=TOUGH)
    told = move(fight, "A", (1, 0), (2, 0), (1, 0), mode="spring_attack", target="b")
    assert only(told, ev.Struck).weapon == "longspear"
    assert at(fight, "A") == (1, 0)


@pytest.mark.rule("d20.mobility")
def test_all_of_it_is_within_one_speed():
    fight = fight_of("A...b..", [10], A=SPRINGS, b=TOUGH)
    there = ((1, 0), (2, 0), (3, 0))
    back = ((2, 0), (1, 0), (0, 0))
    assert check(fight, Move("A", path=there + back, mode="spring_attack", target="b"))
    far = fight_of("A....b..", [10], A=SPRINGS, b=TOUGH)
    way = (*there, (4, 0), *reversed(there))
    assert why_not(far, Move("A", path=way, mode="spring_attack", target="b"))[0] == "budget"


@pytest.mark.rule("d20.mobility")
def test_to_a_place_it_goes_the_cheapest_way_past_its_target():
    fight = fight_of("A.......\n........\n...b....", [10], A=SPRINGS, b=TOUGH)
    told = act(fight, Move("A", to=(5, 0), mode="spring_attack", target="b"))
    assert at(fight, "A") == (5, 0)
    # by row 1: two diagonals of 3 half-squares and three straight steps of 2 make 6 squares
    assert sum(prices(told)) == 6
    first = next(i for i, e in enumerate(told) if isinstance(e, ev.Struck))
    assert [e.dst for e in told[:first] if isinstance(e, ev.Stepped)][-1] == (2, 1)


@pytest.mark.rule("d20.mobility")
def test_there_and_back_again():
    fight = fight_of("A..b", [10], A=SPRINGS, b=TOUGH)
    act(fight, Move("A", to=(0, 0), mode="spring_attack", target="b"))
    assert at(fight, "A") == (0, 0)
    assert fight.world["A"].resources["halves"] == 8


@pytest.mark.rule("d20.mobility")
def test_from_beside_its_target_it_still_goes_a_square_first():
    """Straight there would be one square: it goes round by the square below."""
    fight = fight_of(".Ab\n##.", [10], A=SPRINGS, b=TOUGH)
    assert not check(fight, Move("A", to=(0, 0), mode="spring_attack", target="b"))
    fight = fight_of(".Ab\n...", [10], A=SPRINGS, b=TOUGH)
    told = act(fight, Move("A", to=(0, 0), mode="spring_attack", target="b"))
    steps = [e.dst for e in every(told, ev.Stepped)]
    assert steps == [(1, 1), (0, 0)]


@pytest.mark.rule("d20.mobility")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"hp": 9}, "no_feat"),
        ({**SPRINGS, "armour": {"band": "heavy"}}, "burdened"),
        ({**SPRINGS, "speed": 1}, "budget"),
    ],
)
def test_the_feat_no_heavy_armour_and_speed_enough(options, reason):
    fight = fight_of("A.b.", A=options, b=TOUGH)
    intent = Move("A", path=((1, 0), (0, 0)), mode="spring_attack", target="b")
    assert why_not(fight, intent)[0] == reason
    assert check(fight_of("A.b.", A={**SPRINGS, "armour": {"band": "medium"}}, b=TOUGH), intent)


@pytest.mark.rule("d20.mobility", "d20.actions.turn")
def test_it_takes_a_standard_and_a_move_action():
    fight = fight_of("Ac\n..\nb.", [10], A=SPRINGS, b=TOUGH, c=TOUGH)
    act(fight, Strike("A", "c"))
    intent = Move("A", path=((0, 1), (0, 0)), mode="spring_attack", target="b")
    assert why_not(fight, intent)[0] == "no_standard"
    walked = fight_of("A.b.", [10], A=SPRINGS, b=TOUGH)
    move(walked, "A", (0, 0), (1, 0))
    assert not check(walked, Move("A", path=((0, 0), (1, 0)), mode="spring_attack", target="b"))


@pytest.mark.rule("d20.mobility")
def test_whom():
    fight = fight_of("A.bC", A=SPRINGS)
    way = ((1, 0), (0, 0))
    for target, reason in ((None, "no_target"), ("C", "friendly"), ("zed", "unknown_creature")):
        assert why_not(fight, Move("A", path=way, mode="spring_attack", target=target))[0] == reason


@pytest.mark.rule("d20.mobility", "d20.aoo.interrupt")
def test_dropped_on_the_way_in_it_strikes_nobody():
    fight = fight_of("c....\nA...b", [19, 6], A={**SPRINGS, "hp": 3}, b=TOUGH)
    told = move(fight, "A", (1, 1), (2, 1), (3, 1), (2, 1), mode="spring_attack", target="b")
    told += taking(fight, [])
    assert not [e for e in every(told, ev.Struck) if e.actor == "A"]
    assert at(fight, "A") == (0, 1)


@pytest.mark.rule("d20.mobility")
def test_stopped_short_by_somebody_unseen_it_keeps_its_action():
    """In the fog somebody stands round the corner, and no blow was struck yet."""
    board = "A...b\n.###.\n..c.."
    fight = turn_of(battle(board, {"A": {**SPRINGS, "speed": 12}, "b": TOUGH}, fog=True), "A")
    way = ((0, 1), (0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (4, 1), (4, 2))
    told = move(fight, "A", *way, mode="spring_attack", target="b")
    assert only(told, ev.Halted).at == (2, 2)
    assert not every(told, ev.Struck)
    assert at(fight, "A") == (1, 2)
    assert fight.world["A"].resources["standard"] == 1
    assert check(fight, Strike("A", "c"))
