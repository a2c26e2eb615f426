"""Thinking beside the game: the same answer as here, in fog of what a side knows, and its end."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import attrs
import pytest

from tacsim.ai import OPPONENTS
from tacsim.ai.weighing.tactician import Level, weigh
from tacsim.api.thinking import Thinker, advice_task, weighed
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import Position
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start
from tacsim.session.perception import Memory

MAPS = Path(__file__).parents[2] / "maps"
FEW = Level(3, 1, 1, 1)


def begun(name: str, *, fog: bool = False) -> Battle:
    fight = begin(read_scenario(MAPS / f"{name}.toml"), seed=7, fog=fog)
    start(fight)
    return fight


def test_beside_the_game_the_same_is_decided_as_here() -> None:
    """Also once the process is gone; hurried from the first it does what is usual."""
    fight = begun("dawn_duel")
    decision = fight.decision
    assert decision is not None
    task = attrs.evolve(advice_task(fight, decision, None), level=FEW)
    expected = weigh(fight, decision, FEW)
    thinker = Thinker(read_scenario(MAPS / "dawn_duel.toml"), fog=False)
    try:
        assert thinker.weigh(task, Event()) == expected
        process = thinker._process
        assert process is not None
        process.kill()
        process.wait()
        assert thinker.weigh(task, Event()) == expected
        hasty = Event()
        hasty.set()
        assert thinker.weigh(task, hasty).intent == OPPONENTS["cautious"]().choose(fight, decision)
    finally:
        thinker.close()
    assert process.poll() is not None
    with pytest.raises(BrokenPipeError):
        thinker.weigh(task, Event())


def test_in_fog_a_person_is_advised_by_what_the_side_knows() -> None:
    """Two battles that differ in where somebody unseen stands are weighed alike."""
    found = []
    for shift in (0, 1):
        fight = begun("smugglers_house", fog=True)
        decision = fight.decision
        assert decision is not None
        side = fight.world[decision.actor].side
        memory = Memory(fight, side)
        hidden = [one for one in fight.world.creatures if one.id not in memory.known]
        assert hidden
        body = hidden[0].body
        there = body._replace(at=(body.at[0] + shift, *body.at[1:]))
        fight.world.put(hidden[0].id, Position(there))
        task = attrs.evolve(advice_task(fight, decision, Memory(fight, side)), level=FEW)
        assert task.eyes is not None
        found.append(weighed(fight.fork(), task, lambda: False))
    assert found[0] == found[1]
