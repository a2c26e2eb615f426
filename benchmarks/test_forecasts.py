"""How long it takes to list choices and to foretell what an option brings.

The forecast of a plain attack is meant to take under a millisecond.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from boards import battle as board_of  # the tests' boards are not a package
from boards import turn_of

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area, FullAttack, Intent, Move, Strike
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


def mage() -> Battle:
    """Eight in a blast of 8d6, each with a save."""
    blast = AreaAttack("blast", "burst", 4, "8d6", "ref", 15, half=True, range=20, recharge="1d4")
    board = "............\n....bc......\nA...de......\n....fg......\n....hi......"
    hurt = {name: {"hp": 28} for name in "bcdefghi"}
    return turn_of(board_of(board, {"A": {"areas": (blast,)}, **hurt}), "A")


BLAST = Area("A", "burst", 4, (5, 3))


def test_the_forecast_of_a_blast_on_eight(benchmark):
    found = benchmark(forecast, mage(), BLAST)
    assert isinstance(found, Forecast)
    assert len(found.caught) == 8


def test_what_to_expect_of_a_blast_on_eight(benchmark):
    battle = mage()
    expected = battle.ruleset.areas.expected
    assert len(benchmark(expected, battle, battle.world["A"], BLAST)) == 8


def test_the_choices_of_one_with_a_blast(benchmark):
    battle = mage()
    assert benchmark(lambda: len(choices(battle))) > 50


@pytest.mark.parametrize("name", ["ogre_bridge", "standing_stones", "giants_causeway", "dawn_duel"])
def test_the_choices_of_a_turn(benchmark, name: str):
    battle = begin(read_scenario(MAPS / f"{name}.toml"), seed=3)
    start(battle)
    assert benchmark(lambda: len(choices(battle))) > 50
