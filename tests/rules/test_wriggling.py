"""Wriggling through gaps of less than half one's width: ten rounds, a check of 30, and out."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, turn_of
from chances import facts_of, sampled, unlikely

from rules.table import (
    act,
    cells_of,
    declining,
    every,
    foretold,
    odds,
    only,
    taking,
    threat,
    why_not,
)
from tacsim.core import events as ev
from tacsim.core.agenda import Decision
from tacsim.core.components import Position
from tacsim.core.intents import (
    BullRush,
    EndTurn,
    Move,
    Ready,
    Stand,
    Strike,
    Trip,
    Wriggle,
)
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import commit, submit
from tacsim.rulesets import content

TIGHT, PENALTY = "d20.escape-artist.tight", "d20.squeeze.escape-artist.penalty"
LARGE = """
    ..##......
    AA==......
    AA##......
    ..##.....b
"""
"""A Large creature before a tight passage of two squares."""
HUGE = """
    ...##......
    AAA##......
    AAA........
    AAA##......
    ...##.....b
"""
"""A Huge creature before a crack one square wide."""
CELL = """
    ..#####
    AA==..#
    AA##..#
    ..#####
    ......b
"""
"""Beyond the passage there is room for one Large creature, and no other way there."""


def before(board: str = LARGE, dice: list[int] | None = None, **a: Any) -> Battle:
    a = {"skills": {"escape_artist": 18}, "hp": 40, **a}
    return turn_of(battle(board, {"A": a, "b": {"hp": 40}}, dice=dice), "A")


def wriggled(fight: Battle, rounds: int, way: str = "east") -> list[ev.Event]:
    """So many rounds of it, each in a turn of its own; what the last of them brings."""
    events: list[ev.Event] = []
    for _ in range(rounds):
        events = act(turn_of(fight, "A"), Wriggle("A", way))
        way = "on"
    return events


def ways(fight: Battle) -> list[str]:
    """The ways in which it may be begun or gone on with."""
    found = (option.intent for option in choices(fight))
    return [intent.way for intent in found if isinstance(intent, Wriggle)]


def stopped(fight: Battle) -> bool:
    return not fight.world["A"].has("wedged") and not fight.world["A"].effort.act


# --- begun -------------------------------------------------------------------------------------


@pytest.mark.rule("d20.escape-artist.tight", "d20.squeeze.escape-artist")
@pytest.mark.parametrize("board", [LARGE, HUGE])
def test_it_is_an_option_toward_the_gap_that_takes_a_full_round(board):
    fight = before(board)
    (option,) = (one for one in choices(fight) if isinstance(one.intent, Wriggle))
    assert option.intent == Wriggle("A", "east")
    assert dict(option.cost) == {"move": 1, "standard": 1}
    assert TIGHT in option.clauses
    act(fight, option.intent)
    assert fight.world["A"].has("wedged")
    assert fight.world["A"].at == (0, 1)
    assert why_not(fight, Wriggle("A")) == ("no_full_round", TIGHT)


@pytest.mark.rule("d20.escape-artist.tight", "d20.squeeze.escape-artist")
def test_a_gap_on_each_side():
    for board, way in (
        ("..==AA\n..##AA\n..####", "west"),
        ("..##\n..##\n#=##\nAA##\nAA##", "north"),
        ("AA##\nAA##\n#=##\n..##\n..##", "south"),
    ):
        fight = before(board + "\n" + "#" * (len(board.split("\n")[0]) - 1) + "b")
        assert ways(fight) == [way]
        wriggled(fight, 9, way)
        assert foretold(turn_of(fight, "A"), Wriggle("A")).ends[1][1] == pytest.approx(0.45)


@pytest.mark.rule("d20.squeeze.escape-artist.penalty", "d20.escape-artist.tight")
def test_meanwhile_it_is_wedged():
    """AC 17 with Dex +3: 10. It neither strikes nor goes anywhere, and a foe strikes at that."""
    fight = before("..##...\nAA==...\nAA##...\nb.##...", armour={"armour": 5},
                   abilities={"dexterity": 16}, dice=[10, 3])  # fmt: skip
    assert odds(fight, "b", "A")[1] == 17  # 10 + 5 + 3 - 1 for its size
    wriggled(fight, 1)
    assert odds(fight, "b", "A")[1] == 10
    assert why_not(turn_of(fight, "A"), Strike("A", "b"))[0] == "hindered"
    assert why_not(fight, BullRush("A", "b"))[0] == "hindered"
    for mode in ("walk", "five_foot_step", "withdraw"):
        assert why_not(fight, Move("A", to=(0, 0), mode=mode)) == ("hindered", PENALTY)
    struck = only(act(turn_of(fight, "b"), Strike("b", "A")), ev.Struck)
    assert (struck.defence, struck.outcome) == (10, "hit")
    assert ways(turn_of(fight, "A")) == ["on", "back"]


@pytest.mark.rule("d20.squeeze.escape-artist.penalty")
def test_the_wedged_threaten_nothing_and_ready_nothing():
    """Nor do they trip or knock down in return, or step aside for whoever runs at them."""
    stuck = {"conditions": ["wedged"]}
    fight = turn_of(battle("A.b", {"A": stuck}), "A")
    assert threat(fight, "A") == set()
    assert threat(fight, "b")
    assert why_not(fight, Ready("A", "reach")) == ("hindered", PENALTY)
    assert not any(isinstance(one.intent, Ready) for one in choices(fight))
    tripped = turn_of(battle(".Ab", {"b": stuck}, dice=[15, 5, 12]), "A")
    assert every(act(tripped, Trip("A", "b")), ev.Contested)
    assert tripped.decision.is_turn
    run_at = turn_of(battle("A.b..", {"b": stuck}, dice=[5, 12]), "A")
    over = Move("A", path=((1, 0), (2, 0), (3, 0), (4, 0)), mode="overrun")
    assert not only(act(run_at, over), ev.Contested).won
    assert run_at.decision.is_turn


@pytest.mark.rule("d20.escape-artist.tight")
def test_who_has_no_chance_is_told_why():
    lacking = before(skills={"escape_artist": 9})
    assert why_not(lacking, Wriggle("A", "east")) == ("no_chance", TIGHT)
    assert why_not(before(skills={}), Wriggle("A", "east")) == ("untrained", TIGHT)
    assert ways(before(skills={"escape_artist": 10})) == ["east"]
    shaken = before(skills={"escape_artist": 10}, conditions=["shaken"])  # -2
    assert why_not(shaken, Wriggle("A", "east")) == ("no_chance", TIGHT)
    told = [one.refusal.reason.value for one in choices(lacking).refused
            if isinstance(one.intent, Wriggle)]  # fmt: skip
    assert told == ["no_chance"]


@pytest.mark.rule("d20.escape-artist.tight", "d20.squeeze.escape-artist")
@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("AA==###\nAA#####\n......b", "no_far_side"),  # it leads nowhere
        ("AA==b.\nAA##..\n..####", "occupied"),  # somebody stands there
        ("AA=b..\nAA##..\n..####", "occupied"),  # or in the gap itself
        ("AA==...\nAA##...\n.......\n......b", "no_far_side"),  # there is a way round
        ("AA......\nAA######\n.......b", "not_needed"),  # half its width
        ("AA####..\nAA####..\n..####.b", "blocked"),
        ("AA......\nAA......\n.......b", "not_needed"),
    ],
)
def test_what_is_no_gap_to_wriggle_through(board, reason):
    fight = before(board)
    assert why_not(fight, Wriggle("A", "east"))[0] == reason
    assert ways(fight) == []


@pytest.mark.rule("d20.escape-artist.tight")
def test_it_begins_standing_up_and_with_a_full_round():
    assert why_not(before(conditions=["prone"]), Wriggle("A", "east")) == ("prone", "d20.crawl")
    fight = before()
    act(fight, Move("A", to=(0, 0), mode="five_foot_step"))
    assert ways(fight) == ["east"]  # the passage is beside its other half now
    fight = before("......##..\n..AA..==..\n..AA..##..\n......##.b")
    declining(fight, act(fight, Move("A", to=(4, 1))))
    assert why_not(fight, Wriggle("A", "east"))[0] == "has_moved"
    assert why_not(fight, Wriggle("A", "up"))[0] == "not_a_step"
    assert why_not(fight, Wriggle("A", "on")) == ("not_begun", TIGHT)
    assert why_not(fight, Wriggle("A", "back")) == ("not_begun", TIGHT)


# --- ten rounds --------------------------------------------------------------------------------


@pytest.mark.rule("d20.escape-artist.tight")
@pytest.mark.parametrize("board", [LARGE, HUGE])
def test_the_tenth_round_brings_the_check_and_who_passes_is_out(board):
    """18 and a 12 on the die are 30; the second die is for where behind the gap."""
    fight = before(board, dice=[12, 2])
    for done in range(1, 10):
        events = wriggled(fight, 1, "east" if done == 1 else "on")
        assert only(events, ev.Strove).effort.rounds == done
        assert every(events, ev.Tested) == []
    events = wriggled(fight, 1, "on")
    tested = only(events, ev.Tested)
    assert (tested.total, tested.against, tested.passed) == (30, 30, True)
    full = 2 if board == LARGE else 3
    assert fight.world["A"].body.extent == (full, full)
    gap = {(4, 1), (5, 1)} if board == LARGE else {(5, 2), (6, 2), (7, 2)}
    assert gap <= cells_of(fight, "A")  # right behind the gap
    assert stopped(fight)
    assert why_not(fight, Move("A", to=(6, 1), mode="five_foot_step"))[0] == "step_taken"


@pytest.mark.rule("d20.escape-artist.tight")
def test_who_fails_is_wedged_as_before_and_may_try_for_ten_rounds_more():
    fight = before(dice=[11, 12, 1])
    events = wriggled(fight, 10)
    assert not only(events, ev.Tested).passed
    assert fight.world["A"].has("wedged")
    assert fight.world["A"].at == (0, 1)
    assert ways(turn_of(fight, "A")) == ["on", "back"]
    assert foretold(fight, Wriggle("A")).later.rounds == 10
    assert every(wriggled(fight, 9, "on"), ev.Tested) == []
    assert only(wriggled(fight, 1, "on"), ev.Tested).passed
    assert fight.world["A"].at[0] == 4


@pytest.mark.rule("d20.escape-artist.tight")
def test_who_draws_back_is_where_it_began_and_may_still_strike():
    fight = before("..##...\nAA==...\nAA##...\nb.##...", dice=[15, 1])
    wriggled(fight, 4)
    turn_of(fight, "A")
    act(fight, Wriggle("A", "back"))
    assert stopped(fight)
    assert fight.world["A"].at == (0, 1)
    assert (fight.world["A"].resources["move"], fight.world["A"].resources["standard"]) == (0, 1)
    assert odds(fight, "b", "A")[1] == 9
    assert only(act(fight, Strike("A", "b")), ev.Struck).outcome == "hit"
    wriggled(fight, 1)
    assert fight.world["A"].effort.rounds == 1  # it has to begin anew


@pytest.mark.rule("d20.escape-artist.tight")
def test_a_round_that_is_not_put_into_it_does_not_count():
    fight = before()
    wriggled(fight, 3)
    for creature in ("A", "b"):
        act(turn_of(fight, creature), EndTurn(creature))
    assert (fight.world["A"].effort.rounds, fight.world["A"].has("wedged")) == (3, True)
    fight = before()
    wriggled(fight, 3)
    commit(fight, [ev.ConditionGained("A", "prone")], [])
    assert why_not(turn_of(fight, "A"), Wriggle("A"))[0] == "prone"
    act(fight, Stand("A"))
    assert fight.world["A"].effort.rounds == 3


# --- foretold ----------------------------------------------------------------------------------


@pytest.mark.rule("d20.escape-artist.tight")
def test_nobody_gets_out_where_a_friend_stands_on_the_only_place_beyond():
    """The check is what it was; what comes of it as things stand is nothing, and why is said."""
    board = "AA==..\nAA##..\n######\nC....b"
    fight = before(board)
    wriggled(fight, 1)
    assert foretold(turn_of(fight, "A"), Wriggle("A")).in_vain is None
    fight.world.put("C", Position(Body((5, 1), (1, 1))))
    found = foretold(fight, Wriggle("A"))
    (check,) = found.later.forecast.checks
    assert check.passed == pytest.approx(0.45)
    assert found.later.forecast.ends == ((Body((0, 0), (2, 2)), 1.0),)
    assert (found.in_vain.reason.value, dict(found.in_vain.details)) == (
        "stop_occupied", {"by": "C"},
    )  # fmt: skip
    assert foretold(fight, Wriggle("A", "back")).in_vain is None


@pytest.mark.rule("d20.escape-artist.tight")
@pytest.mark.parametrize(("skill", "chance"), [(10, 0.05), (18, 0.45), (29, 1.0), (40, 1.0)])
def test_the_forecast_says_how_long_and_how_likely(skill, chance):
    fight = before(skills={"escape_artist": skill})
    for left in range(10, 1, -1):
        intent = Wriggle("A", "east" if left == 10 else "on")
        found = foretold(turn_of(fight, "A"), intent)
        assert found.checks == ()
        assert found.later.rounds == left
        (check,) = found.later.forecast.checks
        assert (check.what, check.against, check.made) == ("escape_artist", 30, 1)
        assert check.passed == pytest.approx(chance)
        act(fight, intent)
    found = foretold(turn_of(fight, "A"), Wriggle("A"))
    assert (found.later, found.checks[0].passed) == (None, pytest.approx(chance))
    assert foretold(fight, Wriggle("A", "back")).later is None


@pytest.mark.rule("d20.escape-artist.tight")
def test_a_djinni_gets_through_one_time_in_four():
    fight, book = battle(LARGE, {"A": {}, "b": {}}), content("d20")
    for part in book.creature(book.merged(book.bestiary["djinni"], {})):
        fight.world.put("A", part)
    turn_of(fight, "A")
    assert ways(fight) == ["east"]
    later = foretold(fight, Wriggle("A", "east")).later
    (check,) = later.forecast.checks  # +14 against 30: the die has to show 16 or more
    assert (later.rounds, check.passed) == (10, pytest.approx(5 / 20))


@pytest.mark.rule("d20.escape-artist.tight")
def test_what_is_foretold_is_what_dice_do():
    fight = before("..##......\nAA==......\nAA##......\nb.##......")
    wriggled(fight, 9)
    turn_of(fight, "A")
    told, times = facts_of(foretold(fight, Wriggle("A"), as_seen_by=None)), 400
    counts = sampled(fight, Wriggle("A"), times)
    assert len([fact for fact in told if fact[0] == "end"]) == 3  # in, or out to two places
    assert [one for one in {**told, **counts}
            if unlikely(counts[one], times, told.get(one, 0.0))] == []  # fmt: skip


# --- out, or not -------------------------------------------------------------------------------


@pytest.mark.rule("d20.escape-artist.tight", "d20.aoo.move")
def test_coming_out_leaves_squares_and_provokes():
    fight = before("..##...\nAA==...\nAA##...\nb.##...", dice=[12, 1, 1])
    events = wriggled(fight, 10)
    assert fight.decision == Decision("b", against="A", question="opportunity")
    assert only(events, ev.Provoked).by == "b"
    assert fight.world["A"].at == (0, 1)
    taking(fight, events)
    assert fight.world["A"].at[0] == 4


@pytest.mark.rule("d20.escape-artist.tight", "d20.aoo.interrupt")
def test_who_is_struck_down_on_coming_out_stays_where_it_began():
    fight = before("..##...\nAA==...\nAA##...\nb.##...", dice=[12, 15, 6], hp=1)
    taking(fight, wriggled(fight, 10))
    assert not fight.able(fight.world["A"])
    assert fight.world["A"].at == (0, 1)
    assert stopped(fight)


@pytest.mark.rule("d20.escape-artist.tight", "d20.illegal-end.last")
def test_where_nothing_is_free_beyond_any_more_it_stays_where_it_began():
    fight = before(CELL, dice=[12])
    wriggled(fight, 9)
    fight.world.put("b", Position(Body((4, 1), (1, 1))))
    events = wriggled(fight, 1, "on")
    assert only(events, ev.Tested).passed
    assert only(events, ev.Halted).clauses == ("d20.illegal-end.last",)
    assert fight.world["A"].at == (0, 1)
    assert stopped(fight)


@pytest.mark.rule("d20.closest.tie", "d20.escape-artist.tight")
@pytest.mark.parametrize("thrown", [1, 2])
def test_where_it_comes_out_of_places_equally_near_is_thrown(thrown):
    """Behind a passage as wide as a square a Large creature has room to two sides."""
    fight = before(dice=[12, thrown])
    events = wriggled(fight, 10)
    roll = next(one for one in every(events, ev.Rolled) if one.purpose == "closest")
    assert (roll.total, roll.clauses) == (thrown, ("d20.closest.tie",))
    assert fight.world["A"].at == (4, thrown - 1)


@pytest.mark.rule("d20.escape-artist.tight")
def test_it_comes_out_where_a_place_is_free():
    fight = before("..##...\nAA==...\nAA##...\n..##..b", dice=[12])
    wriggled(fight, 9)
    fight.world.put("b", Position(Body((4, 0), (1, 1))))
    wriggled(fight, 1, "on")
    assert cells_of(fight, "A") == {(4, 1), (5, 1), (4, 2), (5, 2)}


@pytest.mark.rule("d20.escape-artist.tight")
def test_what_its_side_does_not_see_is_found_out_in_the_end():
    board = CELL.replace("AA==..#", "AA==c.#")
    more: dict[str, Any] = {"A": {"skills": {"escape_artist": 29}}}
    fight = turn_of(battle(board, more, fog=True, dark=True, dice=[5]), "A")
    assert ways(fight) == ["east"]
    assert foretold(fight, Wriggle("A", "east")).later.forecast.ends[0][0].at == (4, 1)
    wriggled(fight, 10)
    assert (fight.world["A"].at, stopped(fight)) == ((0, 1), True)


@pytest.mark.rule("d20.escape-artist.tight")
def test_being_struck_down_or_moved_ends_it():
    fight = before("..##...\nAA==...\nAA##...\nb.##...", dice=[15, 6], hp=1)
    wriggled(fight, 3)
    act(turn_of(fight, "b"), Strike("b", "A"))
    assert not fight.able(fight.world["A"])
    assert stopped(fight)
    fight = before()
    wriggled(fight, 3)
    told: list[ev.Event] = []
    commit(fight, [ev.Pushed("A", "b", (0, 1), (0, 2), (2, 2))], told)
    assert every(told, ev.ConditionLost) != []
    assert stopped(fight)


@pytest.mark.rule("d20.escape-artist.tight")
def test_who_is_wedged_from_the_start_may_begin_where_it_is():
    fight = before(conditions=["wedged"])
    assert ways(fight) == ["east"]
    events = wriggled(fight, 1)
    assert every(events, ev.ConditionGained) == []
    assert fight.world["A"].effort.rounds == 1


def test_a_fork_keeps_what_is_done_apart():
    fight = before()
    wriggled(fight, 2)
    child = fight.fork()
    wriggled(child, 1, "on")
    assert (fight.world["A"].effort.rounds, child.world["A"].effort.rounds) == (2, 3)
    submit(fight, EndTurn("A"))
