"""Overrunning: through a foe's space, or back out of it."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, turn_of

from rules.table import act, at, every, no_way, only, why_not
from tacsim.core import events as ev
from tacsim.core.intents import Decline, EndTurn, Move, Strike, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit

UNARMED = {"weapons": ()}
SIDE = {"small": 1, "medium": 1, "large": 2, "huge": 3}


def lane(board: str, dice: list[int], **creatures: Any) -> Battle:
    return turn_of(battle(board, creatures, dice=dice), "A")


def run_over(fight: Battle, to: tuple[int, int] = (4, 0), **more: Any) -> list[ev.Event]:
    return submit(fight, Move("A", to=to, mode="overrun", **more))


def go_on(fight: Battle, *answers: Any) -> list[ev.Event]:
    return [event for answer in answers for event in submit(fight, answer)]


@pytest.mark.rule("d20.overrun.move", "d20.pass.enemy")
def test_only_an_overrun_lets_the_path_be_tried():
    """The worked example: a foe at (2, 0), a path (0, 0) to (4, 0)."""
    fight = lane("A.b...", [], b=UNARMED)
    assert no_way(fight, "A", (1, 0), (2, 0), (3, 0)) == "d20.pass.enemy"
    assert check(fight, Move("A", to=(4, 0), mode="overrun"))
    assert not check(fight, Move("A", to=(2, 0), mode="overrun")), "nobody stops in its space"


@pytest.mark.rule("d20.overrun")
def test_the_foe_strikes_first_then_may_step_aside_and_the_action_is_kept():
    fight = lane("A.b...", [2, 10, 4])
    run_over(fight)
    assert (fight.decision.actor, fight.decision.question) == ("b", "opportunity")
    submit(fight, Take("b"))
    assert (fight.decision.actor, fight.decision.question) == ("b", "avoid")
    events = submit(fight, Take("b"))
    assert at(fight, "A") == (4, 0)
    assert not every(events, ev.Contested)
    assert not fight.world["b"].has("prone")
    assert fight.world["A"].resources["standard"] == 1
    assert [step.cost for step in every(events, ev.Stepped)] == [1, 1, 1]


@pytest.mark.rule("d20.overrun")
def test_its_opportunity_is_one_however_the_foe_came_by_it():
    """Leaving the square in front of the foe and entering its own are one opportunity."""
    quick = {"feats": ["combat_reflexes"], "abilities": {"dexterity": 18}}
    fight = lane("A.b...", [2] * 9, b=quick)
    told = run_over(fight)
    while fight.decision.actor == "b":
        told += submit(fight, Decline("b"))
        if fight.decision.question == "knock_down":
            break
    assert len(every(told, ev.Provoked)) == 1


@pytest.mark.rule("d20.overrun", "d20.actions.turn")
def test_whoever_wins_leaves_it_prone_and_goes_on_without_its_standard_action():
    fight = lane("A.b...", [15, 5], b=UNARMED)
    run_over(fight)
    events = submit(fight, Decline("b"))
    told = only(events, ev.Contested)
    assert (told.total, told.against, told.won) == (15, 5, True)
    assert fight.world["b"].has("prone")
    assert at(fight, "A") == (4, 0)
    assert fight.world["A"].resources["standard"] == 0
    assert not check(fight, Strike("A", "b"))


@pytest.mark.rule("d20.overrun")
def test_whoever_loses_is_back_in_front_of_it_and_has_paid_for_its_square():
    fight = lane("A.b...", [5, 15], b=UNARMED)
    run_over(fight)
    events = go_on(fight, Decline("b"), Decline("b"))
    assert at(fight, "A") == (1, 0)
    assert not fight.world["A"].has("prone")
    assert only(events, ev.Halted).at == (2, 0)
    assert fight.world["A"].resources["standard"] == 0
    assert check(fight, Move("A", to=(0, 0))), "2 of 6 squares are paid for"
    assert fight.world["A"].resources["halves"] == 4


@pytest.mark.rule("d20.overrun")
@pytest.mark.parametrize(("theirs", "mine", "down"), [(12, 5, True), (5, 12, False)])
def test_the_winner_may_try_to_knock_the_loser_down(theirs, mine, down):
    fight = lane("A.b...", [5, 15, theirs, mine], b=UNARMED)
    run_over(fight)
    submit(fight, Decline("b"))
    assert (fight.decision.actor, fight.decision.question) == ("b", "knock_down")
    submit(fight, Take("b"))
    assert fight.world["A"].has("prone") is down
    assert at(fight, "A") == (1, 0)


@pytest.mark.rule("d20.overrun", "d20.end.occupied")
def test_whoever_has_no_room_in_front_of_it_falls():
    fight = lane("ABc...", [1, 20], c=UNARMED)
    run_over(fight)
    go_on(fight, Decline("c"), Decline("c"))
    assert fight.world["A"].has("prone")
    assert at(fight, "A") == (0, 0), "its last legal place"


@pytest.mark.rule("d20.overrun")
@pytest.mark.parametrize(
    ("mine", "theirs", "edge"),
    [("large", "medium", 4), ("small", "medium", -4), ("medium", "large", -4),
     ("huge", "medium", 8), ("large", "large", 0)],
)  # fmt: skip
def test_each_size_category_counts_four(mine, theirs, edge):
    """Large against Medium: +4; Small against Medium: -4. The dice differ by 2."""
    rows = [list("............"), list("............"), list("............")]
    mine_wide, theirs_wide = SIDE[mine], SIDE[theirs]
    for letter, left, wide in (("A", 0, mine_wide), ("b", mine_wide + 1, theirs_wide)):
        for y in range(wide):
            for x in range(left, left + wide):
                rows[y][x] = letter
    board = "\n".join("".join(row) for row in rows)
    shapes = {"A": {"size": mine}, "b": {"size": theirs, "weapons": ()}}
    fight = turn_of(battle(board, shapes, dice=[12, 10]), "A")
    path = tuple((x, 0) for x in range(1, mine_wide + theirs_wide + 2))
    told = submit(fight, Move("A", path=path, mode="overrun"))
    told += submit(fight, Decline("b"))
    found = every(told, ev.Contested)[0]
    assert found.total - found.against == 2 + edge


@pytest.mark.rule("d20.overrun")
def test_a_firm_stand_counts_four_and_the_better_of_strength_and_dexterity():
    fight = lane(
        "A.b...", [10, 10], A={"abilities": {"strength": 14}},
        b={"stable": True, "abilities": {"strength": 8, "dexterity": 16}, "weapons": ()},
    )  # fmt: skip
    run_over(fight)
    told = only(submit(fight, Decline("b")), ev.Contested)
    assert (told.total, told.against) == (12, 17)


@pytest.mark.rule("d20.overrun")
def test_improved_overrun_leaves_no_choice_and_adds_four():
    fight = lane("A.b...", [8, 11], A={"feats": ["improved_overrun"]}, b=UNARMED)
    told = only(run_over(fight), ev.Contested)
    assert (told.total, told.against, told.won) == (12, 11, True)


@pytest.mark.rule("d20.overrun")
def test_not_against_a_foe_two_sizes_larger():
    board = "A.bbb...\n##bbb###\n##bbb###"
    fight = turn_of(battle(board, {"b": UNARMED}), "A")
    assert why_not(fight, Move("A", to=(6, 0), mode="overrun")) is not None


@pytest.mark.rule("d20.overrun", "d20.actions.turn")
def test_it_takes_the_standard_action_so_none_after_an_attack():
    fight = lane("Ac.b...", [2], b=UNARMED, c={"weapons": (), "armour": {"armour": 40}})
    act(fight, Strike("A", "c"))
    assert not check(fight, Move("A", to=(5, 0), mode="overrun"))


@pytest.mark.rule("d20.overrun")
def test_once_a_round():
    """The second foe in the way stops whoever has spent its action on the first."""
    fight = lane("A.b.c...", [15, 5], b=UNARMED, c=UNARMED)
    run_over(fight, to=(6, 0))
    events = submit(fight, Decline("b"))
    assert at(fight, "A") == (3, 0)
    assert only(events, ev.Halted).at == (4, 0)


@pytest.mark.rule("d20.overrun")
def test_who_steps_aside_leaves_the_action_for_the_next():
    fight = lane("A.b.c...", [15, 5], b=UNARMED, c=UNARMED)
    run_over(fight, to=(6, 0))
    go_on(fight, Take("b"), Decline("c"))
    assert at(fight, "A") == (6, 0)
    assert fight.world["c"].has("prone")


@pytest.mark.rule("d20.overrun", "d20.fills.square")
def test_nobody_gets_through_what_fills_its_space():
    fight = lane("A.b...", [], b={"fills": True, "weapons": ()})
    assert not check(fight, Move("A", to=(4, 0), mode="overrun"))


@pytest.mark.rule("d20.overrun")
def test_a_mover_dropped_by_the_first_blow_lies_where_it_was():
    fight = lane("A.b...", [19, 6], A={"hp": 3})
    run_over(fight)
    submit(fight, Take("b"))
    assert fight.world["A"].has("helpless")
    assert at(fight, "A") == (1, 0)


@pytest.mark.rule("d20.overrun.charge")
def test_a_charge_may_run_over_one_foe_and_strikes_at_its_end():
    fight = lane("A.c....b", [15, 5, 10, 3], c=UNARMED, b=UNARMED)
    submit(fight, Move("A", mode="charge", target="b"))
    events = submit(fight, Decline("c"))
    assert fight.world["c"].has("prone")
    assert at(fight, "A") == (6, 0)
    assert only(events, ev.Struck).target == "b"
    assert check(fight, EndTurn("A"))


@pytest.mark.rule("d20.overrun")
def test_equal_sums_and_bonuses_are_thrown_again():
    fight = lane("A.b...", [10, 10, 7, 7, 9, 8], b=UNARMED)
    run_over(fight)
    told = only(submit(fight, Decline("b")), ev.Contested)
    assert (told.total, told.against, told.won) == (9, 8, True)


@pytest.mark.rule("d20.overrun")
def test_of_equal_sums_the_higher_bonus_wins():
    fight = lane("A.b...", [8, 10], A={"abilities": {"strength": 14}}, b=UNARMED)
    run_over(fight)
    assert only(submit(fight, Decline("b")), ev.Contested).won
