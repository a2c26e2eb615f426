"""Guarding oneself, and helping each other."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, club, shortbow, turn_of

from rules.table import act, every, odds, only, part, why_not
from tacsim.core import events as ev
from tacsim.core.intents import Aid, EndTurn, FullAttack, Move, Strike, Take, TotalDefense
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

TOUGH = {"armour": {"armour": 30}, "hp": 99}


def fight_of(
    board: str, dice: list[int] | None = None, turn: str = "A", **creatures: Any
) -> Battle:
    return turn_of(battle(board, creatures, dice=dice), turn)


# --- fighting defensively ------------------------------------------------------------------------


@pytest.mark.rule("d20.defence")
def test_four_worse_to_hit_and_two_better_to_be_hit_until_the_next_turn():
    fight = fight_of("Ab", [10, 10, 10], b=TOUGH)
    struck = only(act(fight, Strike("A", "b", defensive=True)), ev.Struck)
    assert (struck.total, part(struck, "defensive")) == (6, -4)
    assert odds(fight, "b", "A")[1] == 12
    act(fight, EndTurn("A"))
    assert only(act(fight, Strike("b", "A")), ev.Struck).defence == 12
    act(fight, EndTurn("b"))
    assert odds(fight, "b", "A")[1] == 10
    assert odds(fight, "A", "b")[0] == 0


@pytest.mark.rule("d20.defence")
def test_every_attack_of_a_full_attack_and_those_out_of_turn_too():
    fight = fight_of("Ab.", [10, 10, 10], A={"base": 6}, b=TOUGH)
    told = act(fight, FullAttack("A", "b", defensive=True))
    assert [s.total for s in every(told, ev.Struck)] == [10 + 6 - 4, 10 + 1 - 4]
    act(fight, EndTurn("A"))
    act(fight, Move("b", path=((2, 0),)))
    struck = only(act(fight, Take("A")), ev.Struck)
    assert (struck.opportunity, struck.total) == (True, 10 + 6 - 4)


@pytest.mark.rule("d20.defence")
def test_it_is_declared_with_the_first_attack():
    fight = fight_of("Ab", [10, 10], A={"base": 6}, b=TOUGH)
    act(fight, Strike("A", "b"))
    assert why_not(fight, FullAttack("A", "b", defensive=True)) == ("has_acted", "d20.defence")
    assert check(fight, FullAttack("A", "b"))


@pytest.mark.rule("d20.defence")
def test_what_began_guarded_goes_on_guarded():
    fight = fight_of("Ab", [10, 10], A={"base": 6}, b=TOUGH)
    act(fight, Strike("A", "b", defensive=True))
    struck = only(act(fight, FullAttack("A", "b")), ev.Struck)
    assert struck.total == 10 + 1 - 4


@pytest.mark.rule("d20.defence", "d20.charge")
def test_not_with_the_blow_of_a_charge():
    fight = fight_of("A....b", [])
    act(fight, Move("A", to=(4, 0), mode="charge"))
    assert why_not(fight, Strike("A", "b", defensive=True)) == ("has_acted", "d20.defence")


@pytest.mark.rule("d20.defence")
def test_total_defence_or_an_attack_never_both():
    """AC 15 becomes 19."""
    plate = {"armour": {"armour": 5}}
    fight = fight_of("Ab", [10], A=plate, b=TOUGH)
    assert odds(fight, "b", "A")[1] == 15
    act(fight, TotalDefense("A"))
    assert odds(fight, "b", "A")[1] == 19
    assert not check(fight, Strike("A", "b", defensive=True))
    other = fight_of("Ab", [10], A=plate, b=TOUGH)
    act(other, Strike("A", "b", defensive=True))
    assert not check(other, TotalDefense("A"))


@pytest.mark.rule("d20.defence", "d20.ac")
@pytest.mark.parametrize("condition", ["defensive", "total_defense"])
def test_it_is_dodging_so_it_goes_with_dexterity(condition):
    guarded = {"conditions": [condition]}
    seen = fight_of("Ab", b=guarded)
    assert odds(seen, "A", "b")[1] > 10
    unseen = fight_of("Ab", A={"conditions": ["invisible"]}, b=guarded)
    assert odds(unseen, "A", "b")[1] == 10


# --- aiding another ------------------------------------------------------------------------------


@pytest.mark.rule("d20.aid")
def test_the_roll_has_what_an_attack_there_has():
    """The two face each other across the foe."""
    fight = fight_of("AbC", [8], b={**TOUGH, "weapons": ()})
    tested = only(act(fight, Aid("A", "C", "b")), ev.Tested)
    assert (tested.total, tested.against, tested.passed) == (10, 10, True)


@pytest.mark.rule("d20.aid")
@pytest.mark.parametrize(("die", "gain"), [(10, 2), (9, 0)])
def test_the_friend_s_next_attack_on_that_foe_has_it_once(die, gain):
    fight = fight_of("Ab\n.C", [die, 10, 10], C={"base": 6}, b={**TOUGH, "weapons": ()})
    assert only(act(fight, Aid("A", "C", "b")), ev.Tested).passed == bool(gain)
    assert fight.world["A"].resources["standard"] == 0
    act(fight, EndTurn("A"))
    blows = every(act(fight, FullAttack("C", "b")), ev.Struck)
    assert [part(blow, "aid") for blow in blows] == [gain, 0]
    assert [blow.total for blow in blows] == [10 + 6 + gain, 10 + 1]


@pytest.mark.rule("d20.aid")
def test_two_helpers_lend_four():
    """The worked example."""
    fight = fight_of("Ad\nBC", [10, 10, 10], d={**TOUGH, "weapons": ()})
    act(fight, Aid("A", "C", "d"))
    _next_turn(fight, "B")
    act(fight, Aid("B", "C", "d"))
    _next_turn(fight, "C")
    assert odds(fight, "C", "d")[0] == 4
    assert part(only(act(fight, Strike("C", "d")), ev.Struck), "aid") == 4
    assert odds(fight, "C", "d")[0] == 0


def _next_turn(fight: Battle, creature: str) -> list[ev.Event]:
    """End turns until it is that creature's."""
    told: list[ev.Event] = []
    while fight.decision.actor != creature:
        told += act(fight, EndTurn(fight.decision.actor))
    return told


@pytest.mark.rule("d20.aid")
def test_in_defence_it_counts_against_that_foe_alone_and_once():
    fight = fight_of("Ab.\n.Cd", [10, 5, 5, 5], b={"weapons": [club()]})
    act(fight, Aid("A", "C", "b", defence=True))
    assert odds(fight, "b", "C")[1] == 12
    assert odds(fight, "d", "C")[1] == 10
    _next_turn(fight, "b")
    assert only(act(fight, Strike("b", "C")), ev.Struck).defence == 12
    assert odds(fight, "b", "C")[1] == 10


@pytest.mark.rule("d20.aid")
def test_it_is_over_as_the_helper_s_next_turn_begins():
    fight = fight_of("Ab\n.C", [10], b={**TOUGH, "weapons": ()})
    act(fight, Aid("A", "C", "b"))
    _next_turn(fight, "C")
    assert odds(fight, "C", "b")[0] == 2
    _next_turn(fight, "A")
    assert odds(fight, "C", "b")[0] == 0


@pytest.mark.rule("d20.aid", "d20.attack.nat")
@pytest.mark.parametrize(("die", "bonus", "passed"), [(1, 20, False), (20, -20, True), (4, 6, True),
                                                      (3, 6, False)])  # fmt: skip
def test_the_roll_is_an_attack_roll(die, bonus, passed):
    fight = fight_of("Ab\n.C", [die], A={"base": bonus}, b={**TOUGH, "weapons": ()})
    tested = only(act(fight, Aid("A", "C", "b")), ev.Tested)
    assert (tested.total, tested.passed) == (die + bonus, passed)


@pytest.mark.rule("d20.aid")
def test_help_does_not_help_helping():
    fight = fight_of("Ab\n.C", [10, 9], b={**TOUGH, "weapons": ()})
    act(fight, Aid("A", "C", "b"))
    _next_turn(fight, "C")
    assert not only(act(fight, Aid("C", "A", "b")), ev.Tested).passed
    assert odds(fight, "C", "b")[0] == 2, "it is kept for an attack"


@pytest.mark.rule("d20.aid")
def test_without_a_name_it_is_the_nearest_foe_in_reach():
    fight = fight_of("A.c\nb.C", [10], b={"weapons": ()})
    frame = only(act(fight, Aid("A", "C")), ev.BonusGained)
    assert frame.bonus.against == "b"
    tied = fight_of("cA\nb.\n.C", [10])
    assert only(act(tied, Aid("A", "C")), ev.BonusGained).bonus.against == "b", "b is before c"


@pytest.mark.rule("d20.aid")
@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (Aid("A", "A", "b"), "no_friend"),
        (Aid("A", "b", "b"), "no_friend"),
        (Aid("A", "zed", "b"), "unknown_creature"),
        (Aid("A", "D", "b"), "incapable"),
        (Aid("A", "C", "C"), "friendly"),
        (Aid("A", "C", "e"), "out_of_reach"),
    ],
)
def test_whom_and_against_whom(intent, reason):
    fight = fight_of("Ab..e\nDC...", D={"conditions": ["helpless"]})
    assert why_not(fight, intent)[0] == reason


@pytest.mark.rule("d20.aid")
def test_it_takes_a_standard_action_and_a_foe_in_melee_reach():
    assert why_not(fight_of("A..b\nC..."), Aid("A", "C")) == ("no_help", "d20.aid")
    archer = {"weapons": [shortbow()]}
    assert why_not(fight_of("Ab\nC.", A=archer), Aid("A", "C"))[0] == "no_help"
    fight = fight_of("Ab\nC.", [10], b=TOUGH)
    act(fight, Strike("A", "b"))
    assert why_not(fight, Aid("A", "C", "b"))[0] == "no_standard"
