"""How long it takes to list choices and to foretell what an option brings.

The forecast of a plain attack is meant to take under a millisecond.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.intents import FullAttack, Intent, Move, Strike
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import start
from tacsim.rules.forecast import Forecast, forecast

MAPS = Path(__file__).parent.parent / "maps"


def bridge() -> Battle:
    """The bridge at its first turn: a goblin with javelins, foes in range."""
    battle = begin(read_scenario(MAPS / "ogre_bridge.toml"), seed=3)
    start(battle)
    return battle


@pytest.mark.parametrize("kind", [Strike, FullAttack])
def test_the_forecast_of_an_attack(benchmark, kind: type[Strike | FullAttack]):
    battle = bridge()
    me = battle.world[battle.decision.actor]
    intent: Intent = kind(me.id, battle.foes(me)[0].id)
    assert isinstance(benchmark(forecast, battle, intent), Forecast)


def test_the_forecast_of_a_walk(benchmark):
    battle = bridge()
    walk = max(
        (option.intent for option in choices(battle) if isinstance(option.intent, Move)),
        key=lambda move: len(move.path or ()),
    )
    assert isinstance(benchmark(forecast, battle, walk), Forecast)


@pytest.mark.parametrize("name", ["ogre_bridge", "standing_stones", "giants_causeway", "dawn_duel"])
def test_the_choices_of_a_turn(benchmark, name: str):
    battle = begin(read_scenario(MAPS / f"{name}.toml"), seed=3)
    start(battle)
    assert benchmark(lambda: len(choices(battle))) > 50
