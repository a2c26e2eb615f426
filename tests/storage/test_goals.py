"""Goals in saves: there and back, replayed by another process, and never believed unseen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from storage.fights import DUEL, HOTSEAT, do, fought, played, scenario_of, state

from tacsim.core import events as ev
from tacsim.core.components import Goal, Goals
from tacsim.core.intents import EndTurn, Move
from tacsim.storage.errors import CodecError
from tacsim.storage.resume import resume
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline
from tacsim.storage.validation import check_goal, check_state

HELD = """
[[goal]]
side = "heroes"
kind = "hold"
cells = [[2, 2]]
rounds = 2
[[goal]]
side = "foes"
kind = "survive"
rounds = 9
"""
FIGHT = (
    DUEL
    + HELD
    + do("ann", "move", to=[2, 2])
    + "".join(do(who, "end_turn") for who in ("ann", "bob") * 2)
)


def test_another_process_finds_the_goal_met(tmp_path: Path) -> None:
    path = fought(tmp_path, FIGHT)
    done = subprocess.run(
        [sys.executable, "-m", "tacsim", "replay", str(path), "--verify", "--json"],
        env=os.environ | {"PYTHONHASHSEED": "9"}, capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (0, True), done.stderr
    timeline = Timeline(read(path))
    timeline.seek(timeline.length)
    world = timeline.battle.world
    assert [(goal.held, goal.met) for goal in world.goals] == [(2, True), (0, False)]
    assert world.outcome.winner == "heroes"


def test_a_hold_is_gone_on_with(tmp_path: Path) -> None:
    way = Move("ann", to=(2, 2)), EndTurn("ann"), EndTurn("bob")
    session, journal = played(tmp_path, *way, text=HOTSEAT + HELD)
    journal.close()
    ongoing = resume(journal.path)
    assert state(ongoing.session.battle) == state(session.battle)
    for who in ("ann", "bob"):
        ongoing.session.submit(EndTurn(who))
    ongoing.journal.close()
    assert ongoing.session.battle.world.outcome.winner == "heroes"


@pytest.fixture
def opening(tmp_path: Path) -> Timeline:
    return Timeline(read(fought(tmp_path, FIGHT)))


CHANGES: list[Any] = [
    lambda goals: Goals(goals[:1]),
    lambda goals: Goals((*goals, goals[0])),
    lambda goals: Goals((attrs.evolve(goals[0], side="foes"), goals[1])),
    lambda goals: Goals((attrs.evolve(goals[0], cells=((0, 99),)), goals[1])),
    lambda goals: Goals((attrs.evolve(goals[0], held=3), goals[1])),
    lambda goals: Goals((attrs.evolve(goals[0], held=-1), goals[1])),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_state_with_other_goals_is_refused(opening: Timeline, change: Any) -> None:
    first = opening.opening
    goals = first[Goals][None].items
    check_state({**first, Goals: {None: Goals(goals)}}, first, {"ann", "bob"}, (10, 4))
    with pytest.raises(CodecError, match="goals"):
        check_state({**first, Goals: {None: change(goals)}}, first, {"ann", "bob"}, (10, 4))


def test_a_battle_without_goals_gets_none(tmp_path: Path) -> None:
    first = Timeline(read(fought(tmp_path))).opening
    forged = {**first, Goals: {None: Goals((Goal("heroes", "survive", rounds=1),))}}
    with pytest.raises(CodecError, match="goals"):
        check_state(forged, first, {"ann", "bob"}, (10, 4))


EVENTS = [
    (ev.GoalHeld("heroes", 0, 2), True),
    (ev.GoalMet("foes", 1), True),
    (ev.GoalHeld("heroes", 0, 3), False),
    (ev.GoalHeld("heroes", 0, -1), False),
    (ev.GoalMet("heroes", 1), False),
    (ev.GoalMet("foes", 2), False),
    (ev.GoalMet("foes", -1), False),
    (ev.GoalMet("nobody", 0), False),
]


@pytest.mark.parametrize(("event", "sound"), EVENTS)
def test_an_event_of_a_goal_that_nobody_has_is_refused(
    tmp_path: Path, event: ev.Event, *, sound: bool
) -> None:
    goals = scenario_of(FIGHT, tmp_path).goals
    if sound:
        check_goal(event, goals)
        return
    with pytest.raises(CodecError):
        check_goal(event, goals)
