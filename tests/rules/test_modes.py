"""Ways to move: walk, double, run, charge, withdraw, 5-ft step, minimum move, crawl."""

from __future__ import annotations

import pytest
from boards import battle, turn_of

from rules.table import act, cost_to, declining, move, move_freely, provoked, why_not
from tacsim.core.intents import Move, Stand
from tacsim.rules.engine import check, submit


@pytest.mark.rule("d20.round.move-and-act")
def test_a_way_that_visits_every_square_there_is():
    fight = turn_of(battle("A..."), "A")
    assert cost_to(fight, "A", (3, 0)) == 3


@pytest.mark.rule("d20.step.5ft", "d20.crawl")
def test_no_step_in_a_round_with_distance_moved_crawling_included():
    fight = turn_of(battle("A...\n....", {"A": {"conditions": ["prone"]}}), "A")
    move_freely(fight, "A", (1, 0), mode="crawl")
    act(fight, Stand("A"))
    assert why_not(fight, Move("A", path=((2, 0),), mode="five_foot_step"))[1] == "d20.step.5ft"


@pytest.mark.rule("d20.withdraw")
def test_withdrawing_hides_nothing_from_a_foe_that_one_cannot_see():
    """Only foes that one sees are left behind safely (and the blind cannot withdraw)."""
    fight = turn_of(battle("""
        ....
        .Ab.
        ....
    """, {"b": {"darkvision": 12}}, dark=True), "A")  # fmt: skip
    away = Move("A", path=((0, 1),), mode="withdraw")
    if check(fight, away):
        assert provoked(declining(fight, submit(fight, away))) == ["b"]


@pytest.mark.rule("d20.withdraw")
def test_withdrawing_in_the_light_or_with_eyes_for_the_dark():
    board = """
        ....
        .Ab.
        ....
    """
    seen = turn_of(
        battle(board, {"A": {"darkvision": 12}, "b": {"darkvision": 12}}, dark=True), "A"
    )
    assert provoked(move(seen, "A", (0, 1), mode="withdraw")) == []
    assert provoked(move(turn_of(battle(board), "A"), "A", (0, 1), mode="withdraw")) == []
