"""Goals as a program meets them: in choices, forecasts, JSON, and in who wins."""

from __future__ import annotations

from pathlib import Path

import tacsim
from tacsim.api.plain import choices_of
from tacsim.core.intents import EndTurn, Move

FORD = Path(__file__).parents[1] / "app" / "scenarios" / "goals.toml"


def test_choices_and_forecasts_tell_of_goals():
    battle = tacsim.load(FORD)
    assert choices_of(battle)["goals"] == [
        {"goal": 0, "side": "heroes", "kind": "hold", "rounds": 2, "done": 0, "open": True,
         "cells": [[x, y] for y in (3, 4) for x in (9, 10, 11, 12)]},
        {"goal": 1, "side": "heroes", "kind": "reach", "cells": [[0, 0], [0, 6]],
         "creature": "brin", "open": True},
    ]  # fmt: skip
    assert "goals" not in choices_of(tacsim.load("ogre_bridge", seed=7))


def test_a_goal_that_is_met_ends_the_battle():
    battle = tacsim.load(FORD)
    battle.submit(EndTurn("aldis"))
    away = Move("brin", to=(0, 6))
    assert battle.forecast(away).goals == {1: 1.0}
    child = battle.fork()
    events = child.submit(away)
    assert [event.NAME for event in events[-2:]] == ["goal_met", "battle_ended"]
    assert (child.over, child.winner, battle.over) == (True, "heroes", False)
