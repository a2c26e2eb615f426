"""Initiative, rounds, and being flat-footed until one's first turn."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, start

from rules.table import act, odds, provoked
from tacsim.core import events as ev
from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.rules.battle import Battle

BOARD = """
    A....b
    ......
    B....c
"""


def order(board: str = BOARD, dice: list[int] | None = None, **creatures: Any) -> str:
    fight = battle(board, creatures, dice=dice)
    start(fight)
    return "".join(fight.world.order)


def dex(score: int) -> dict[str, Any]:
    return {"abilities": {"dexterity": score}}


@pytest.mark.rule("d20.init")
def test_highest_first():
    assert order(dice=[3, 17, 12, 20]) == "cBbA"


@pytest.mark.rule("d20.init")
def test_dexterity_adds():
    assert order("A.b", [10, 12], A=dex(16)) == "Ab"
    assert order("A.b", [10, 12], A=dex(13)) == "bA"
    assert order("A.b", [10, 9], A=dex(7)) == "bA"


@pytest.mark.rule("d20.init")
def test_of_equals_the_higher_modifier_goes_first():
    """15 with +2 and 15 with +4."""
    assert order("A.b", [13, 11], A=dex(14), b=dex(18)) == "bA"
    assert order("A.b", [11, 13], A=dex(18), b=dex(14)) == "Ab"


@pytest.mark.rule("d20.init")
def test_equal_in_both_they_roll_again_until_they_differ():
    assert order("A.b", [10, 10, 5, 9]) == "bA"
    assert order("A.b", [10, 10, 9, 5]) == "Ab"
    assert order("A.b", [10, 10, 7, 7, 7, 7, 5, 9]) == "bA"
    assert order("A.B.c", [10, 10, 10, 7, 7, 9, 3, 8]) == "cBA"


@pytest.mark.rule("d20.init")
def test_the_roll_again_does_not_pass_those_between_whom_there_is_no_tie():
    assert order("A.B.c", [10, 10, 11, 20, 1]) == "cAB"


@pytest.mark.rule("d20.init", "d20.round.6s")
def test_what_the_beginning_tells():
    fight = battle("A.b", dice=[3, 17])
    events = start(fight)
    (began,) = [e for e in events if isinstance(e, ev.BattleStarted)]
    assert (began.order, began.totals) == (("b", "A"), (17, 3))
    rolls = [(e.actor, e.purpose, e.dice, e.total) for e in events if isinstance(e, ev.Rolled)]
    assert rolls == [("A", "initiative", (3,), 3), ("b", "initiative", (17,), 17)]
    assert [e.number for e in events if isinstance(e, ev.RoundStarted)] == [1]
    assert (fight.decision.actor, fight.decision.is_turn) == ("b", True)


@pytest.mark.rule("d20.round.6s")
def test_everybody_has_a_whole_turn_a_round_in_order():
    fight = battle(BOARD, dice=[3, 17, 12, 20])
    events = start(fight)
    for who in "cBbAcBbA":
        assert fight.decision.actor == who
        assert fight.world[who].resources["standard"] == 1
        assert fight.world[who].resources["move"] == 1
        events += act(fight, EndTurn(who))
    assert [e.number for e in events if isinstance(e, ev.RoundStarted)] == [1, 2, 3]
    assert "".join(e.actor for e in events if isinstance(e, ev.TurnStarted)) == "cBbAcBbAc"


@pytest.mark.rule("d20.round.6s", "d20.hp")
def test_those_out_of_the_fight_are_passed_over():
    fight = battle(BOARD, {"B": {"conditions": ["helpless"]}, "b": {"conditions": ["dead"]}},
                   dice=[3, 17, 12, 20])  # fmt: skip
    events = start(fight)
    for who in "cAcA":
        assert fight.decision.actor == who
        events += act(fight, EndTurn(who))
    assert {e.actor for e in events if isinstance(e, ev.TurnStarted)} == {"c", "A"}


@pytest.mark.rule("d20.init.flat-footed")
def test_flat_footed_until_one_s_first_turn():
    """AC 16 with Dex +3: 13."""
    b = {"armour": {"armour": 3}, **dex(16), "initiative": 1}
    fight = battle("A..b", {"A": {"initiative": 9}, "b": b})
    start(fight)
    assert odds(fight, "A", "b")[1] == 13
    assert fight.world["b"].has("flat_footed")
    assert not fight.world["A"].has("flat_footed")
    act(fight, EndTurn("A"))
    assert odds(fight, "A", "b")[1] == 16
    act(fight, EndTurn("b"))
    assert odds(fight, "A", "b")[1] == 16


@pytest.mark.rule("d20.init.flat-footed", "d20.aoo.no-when", "d20.aoo.combat-reflexes")
@pytest.mark.parametrize("feats", [[], ["combat_reflexes"]])
def test_reflexes_lift_the_second_half_only(feats):
    b = {**dex(16), "initiative": 1, "feats": feats}
    fight = battle(".....\n.Ab..\n.....", {"A": {"initiative": 9}, "b": b}, dice=[2])
    start(fight)
    assert odds(fight, "A", "b")[1] == 10
    events = act(fight, Move("A", path=((0, 1),)))
    assert provoked(events) == (["b"] if feats else [])


@pytest.mark.rule("d20.init.flat-footed", "d20.attack.nat")
def test_nothing_else_is_rolled_at_the_beginning():
    fight: Battle = battle("Ab", {"A": {"initiative": 9}, "b": {"initiative": 1}}, dice=[2])
    start(fight)
    assert fight.world.dice.position == 0
    act(fight, Strike("A", "b"))
    assert fight.world.dice.position == 1
