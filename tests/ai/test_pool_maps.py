"""The maps of ``pool`` fought through: battles end, levels are used, Stamina is put to use."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

import attrs
import pytest
from gate import slow

from tacsim.ai import OPPONENTS
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core.agenda import Decision
from tacsim.core.components import Outcome
from tacsim.core.intents import Decline, Intent, Move, Strike, Take
from tacsim.rules.battle import Battle
from tacsim.session.session import Session

MAPS = Path(__file__).parents[2] / "maps"
POOL = ("dawn_duel", "griffon_cliff")
LONGEST = 60
"""Rounds by which every battle has to be over."""
Kind = TypeVar("Kind")


@attrs.frozen
class Choice:
    """What was chosen, by whom it was to be, and the Stamina that was left then."""

    decision: Decision
    intent: Intent
    stamina: int


class Watched:
    """An opponent whose choices are written down."""

    def __init__(self, name: str, told: list[Choice]) -> None:
        self._opponent, self._told = OPPONENTS[name](), told

    def choose(self, fight: Battle, decision: Decision) -> Intent:
        intent = self._opponent.choose(fight, decision)
        left = fight.world[decision.actor].resources["stamina"]
        self._told.append(Choice(decision, intent, left))
        return intent


@attrs.frozen(eq=False)
class Fought:
    """A battle that was fought through: how it ended, what was chosen, and what happened."""

    outcome: Outcome
    choices: list[Choice]
    session: Session

    def chosen(self, kind: type[Kind]) -> list[Kind]:
        return [one.intent for one in self.choices if isinstance(one.intent, kind)]

    def happened(self, kind: type[Kind]) -> list[Kind]:
        events = (entry.event for entry in self.session.entries)
        return [event for event in events if isinstance(event, kind)]


@cache
def fought(name: str, player: str) -> Fought:
    """A map fought through by two opponents alike."""
    scenario, told = read_scenario(MAPS / f"{name}.toml"), list[Choice]()
    fight = begin(scenario, seed=1)
    session = Session(fight, {side.id: Watched(player, told) for side in scenario.sides})
    session.begin()
    session.run(LONGEST)
    return Fought(fight.world.outcome, told, session)


PLAYERS = ["greedy", pytest.param("cautious", marks=pytest.mark.slow)]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", [*POOL, *slow("smugglers_house", "gorge_bridge")])
def test_battles_on_the_maps_come_to_an_end_and_nothing_is_refused(name: str, player: str) -> None:
    battle = fought(name, player)
    assert battle.outcome.winner is not None
    assert battle.happened(ev.IntentRefused) == []


@pytest.mark.rule("pool.attack.roll")
@pytest.mark.parametrize("player", ["greedy", *slow("cautious", "quick")])
def test_a_duel_is_fought_with_stamina_in_the_blow_and_in_the_defence(player: str) -> None:
    """Who has Stamina left as a rule defends with it, and puts more than one into some blows."""
    battle = fought("dawn_duel", player)
    strikes = battle.chosen(Strike)
    assert all(strike.stamina >= 1 for strike in strikes)
    assert any(strike.stamina >= 2 for strike in strikes)
    asked = [
        one for one in battle.choices if one.decision.question == "defence" and one.stamina > 0
    ]
    met = [one for one in asked if isinstance(one.intent, Take) and one.intent.stamina]
    assert all(isinstance(one.intent, (Take, Decline)) for one in asked)
    assert 2 * len(met) >= len(asked) > 0


@pytest.mark.parametrize("player", PLAYERS)
def test_both_sides_go_up_and_down_in_the_house(player: str) -> None:
    battle = fought("smugglers_house", player)
    side = {c.id: c.side for c in battle.session.battle.world.creatures}
    rises = [(s.actor, s.dst[2] - s.src[2]) for s in battle.happened(ev.Stepped)]
    assert {side[who] for who, by in rises if by} == {"watch", "smugglers"}


@pytest.mark.parametrize("player", PLAYERS)
def test_flyers_fly_and_the_others_climb_on_the_cliff(player: str) -> None:
    battle = fought("griffon_cliff", player)
    flown = {one.actor for one in battle.chosen(Move) if one.mode == "fly"}
    climbed = {s.actor for s in battle.happened(ev.Stepped) if s.dst[2] != s.src[2]} - flown
    assert "mother" in flown <= {"mother", "wasps1", "wasps2"}
    assert climbed
