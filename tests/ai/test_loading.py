"""Opponents with crossbows: they load them, and shoot again."""

from __future__ import annotations

import pytest
from ai.acting import battle, kinds, turn_of, whole_turn

from tacsim.core.components import Weapon


def crossbow(load: str) -> Weapon:
    return Weapon("crossbow", "1d8", ranged=True, reach=0, increment=24, increments=10, load=load)


@pytest.mark.rule("d20.load")
@pytest.mark.parametrize("name", ["greedy", "cautious"])
@pytest.mark.parametrize(("load", "shots"), [("move", 4), ("full_round", 2)])
def test_a_crossbow_is_loaded_and_shot_again(name: str, load: str, shots: int) -> None:
    """Out of reach of anybody a light crossbow shoots every turn, a heavy one every second."""
    hall = "A..............#\n...............c"
    foe = {"hp": 500, "weapons": [], "speed": 0}
    fight = battle(hall, {"A": {"weapons": [crossbow(load)]}, "c": foe})
    done = []
    for _ in range(4):
        turn_of(fight, "A")
        done += kinds(whole_turn(fight, "A", name))
    assert done.count("Strike") + done.count("FullAttack") == shots
    assert done.count("Load") >= shots - 1
