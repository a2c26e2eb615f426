"""Saves of battles with behaviour and morale: there and back, and played again."""

from __future__ import annotations

from pathlib import Path

from storage.fights import DUEL, do, fought, state

from tacsim.core.components import Behaviour
from tacsim.storage.resume import play_on
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import verify

LOST = (
    DUEL.replace("[map]", "[rules]\nmorale = true\n[map]", 1).replace(
        'id = "foes"\n', 'id = "foes"\nbehaviour = { temper = "wary", holds = [[7, 3]] }\n', 1
    )
    + do("ann", "end_turn")
    + do("bob", "surrender")
)


def test_how_one_is_played_and_that_one_gave_up_stay_in_saves(tmp_path: Path) -> None:
    path = fought(tmp_path, LOST)
    saved = read(path)
    assert verify(saved).ok
    timeline = Timeline(saved)
    timeline.seek(timeline.length)
    world = timeline.battle.world
    assert world["bob"].has("surrendered")
    assert world["bob"].behaviour == Behaviour("wary", holds=((7, 3),))
    assert world.outcome.winner == "heroes"
    going = play_on(path, 1, controllers={"foes": "ai:greedy"})
    try:
        assert going.session.battle.world["bob"].behaviour.holds == ((7, 3),)
        fork = going.session.battle.fork()
        assert state(fork) == state(going.session.battle)
    finally:
        going.journal.close()
    assert verify(read(path)).ok
