"""A league: pairs, who won, and ratings worked out by hand."""

from __future__ import annotations

from math import log10
from pathlib import Path

import pytest
from cli.calls import call, unusable

from tacsim.sim import league as leagues
from tacsim.sim.league import Record, league, ratings

DUEL = Path(__file__).parents[2] / "maps" / "dawn_duel.toml"


def test_odds_of_ten_to_one_are_four_hundred():
    """Ten of eleven, an undecided one more for every pair: 10.5 to 1.5, in one ruleset or two."""
    whole = {(("greedy", "quick"), "d20"): Record(1, 0, 11)}
    parts = {
        (("greedy", "quick"), "d20"): Record(1, 0, 5),
        (("greedy", "quick"), "pool"): Record(0, 0, 6),
    }
    for records in (whole, parts):
        found = ratings(["greedy", "quick"], records)
        assert found == {"quick": round(1000 + 400 * log10(10.5 / 1.5), 1), "greedy": 1000.0}


def test_undecided_battles_are_half_won_and_without_greedy_the_first_is_the_anchor():
    found = ratings(["quick", "cautious"], {(("quick", "cautious"), "d20"): Record(2, 4, 8)})
    assert found == {"cautious": 1000.0, "quick": 1000.0}


def test_who_beats_the_one_who_beats_another_is_rated_above_both():
    """Strengths 1, 3 and 9 win three in four and nine in ten: what was put in comes out."""
    n = 1_000_000  # so many that the one battle besides does not count
    records = {
        (("greedy", "quick"), "d20"): Record(n // 4, 0, n),
        (("quick", "cautious"), "d20"): Record(n // 4, 0, n),
        (("greedy", "cautious"), "d20"): Record(n // 10, 0, n),
    }
    found = ratings(["greedy", "quick", "cautious"], records)
    assert found["quick"] == pytest.approx(1000 + 400 * log10(3), abs=0.1)
    assert found["cautious"] == pytest.approx(1000 + 400 * log10(9), abs=0.1)


def test_a_league_is_what_its_battles_say_whoever_fights_them():
    one, two = (league(["greedy", "quick"], 1, [DUEL], workers=count) for count in (1, 2))
    assert one == two
    (pair,) = one["pairs"]
    assert (pair["a"], pair["b"]) == ("greedy", "quick")
    assert (pair["ruleset"], pair["battles"]) == ("pool", 2)
    (both,) = league(["quick", "greedy"], 1, [DUEL], workers=1)["pairs"]
    assert pair["wins"] + both["wins"] + pair["draws"] == 2


def test_the_command_takes_the_battles_that_come_with_the_program(monkeypatch):
    monkeypatch.setattr(leagues, "shipped", lambda: [DUEL])
    asked = ("league", "--opponents", "greedy,quick", "--battles", 2, "--workers", 1)
    answer = call(*asked)
    rows = answer.out.splitlines()
    assert rows[0].split() == ["opponent", "rating"]
    assert any("pool" in row for row in rows)


def test_bad_calls_are_one_line():
    unusable(call("league", "--opponents", "greedy,cautius"), "cautious")
    unusable(call("league", "--opponents", "greedy"), "two")
    unusable(call("league", "--battles", 0), "--battles")
