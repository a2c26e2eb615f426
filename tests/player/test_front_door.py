"""What a person at the keys is shown is what the library answers."""

from __future__ import annotations

import pytest

import tacsim
from tacsim.content.library import find_scenario
from tacsim.content.scenarios import read_scenario
from tacsim.core.verdicts import Refused
from tacsim.player.game import new_game
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import ATTACK
from tacsim.player.seat import Seat

SEED = 3


@pytest.mark.parametrize("name", ["ogre_bridge", "ogre_ravine", "salt_quay", "gorge_bridge"])
def test_choices_and_forecasts_at_the_keys_are_those_of_the_library(name: str) -> None:
    battle = tacsim.load(name, seed=SEED, fog=False)
    scenario = read_scenario(find_scenario(name))
    people = dict.fromkeys(battle.sides, "human")
    seat = Seat(new_game(scenario, people, seed=SEED, fog=False, keep=False))
    seat.playback.take(seat.game.session.begin())
    while seat.playback.busy:
        seat.playback.show_next()
    decision = battle.decision
    assert decision is not None
    assert seat.game.session.decision == decision
    actor = decision.actor
    planner = Planner(seat.playback.memories[battle[actor].side].belief, actor)
    assert [one.intent for one in planner.choices] == [one.intent for one in battle.choices()]

    ways = [planner.move(to) for to in list(planner.choices.ends("walk"))[::7]]
    blows = [planner.act(ATTACK, foe) for foe in planner.targets]
    shown = [one for one in (*ways, *blows) if one.intent is not None]
    assert shown
    for preview in shown:
        told = battle.forecast(preview.intent)
        assert not isinstance(told, Refused)
        risks = [one for one in told.attacks if one.opportunity and one.target == actor]
        assert list(preview.risks) == risks
        assert {leg.body.at for leg in preview.legs[-1:]} <= {body.at for body, _ in told.ends}
