"""A whole turn of an opponent, engine included: four against four, headless, on one core.

To measure: ``pytest -s -p no:cacheprovider -o addopts="" benchmarks/test_ai_turns.py``. It prints
turns a second of processor time, which other programs on the machine disturb least.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from ai.acting import ARCHER, FIGHTER, OGRE, SPEAR, battle

from tacsim.ai import OPPONENTS
from tacsim.model.components import DiceState
from tacsim.model.dice import SeededDice
from tacsim.play.session import Session

BOARDS = {
    "open": (
        """
        ....................
        ..A...............a.
        ....................
        ..B...............b.
        ....................
        ..C...............c.
        ....................
        ..D...............d.
        ....................
        """,
        (FIGHTER, FIGHTER, ARCHER, SPEAR),
    ),
    "pillars": (
        """
        ......................
        ..A..#..#..#..#..a....
        ......................
        ..B.....#..#.....b....
        .....#........#.......
        ..C.....#..#.....c....
        ......................
        ..D..#..#..#..#..d....
        ......................
        """,
        (FIGHTER, FIGHTER, ARCHER, ARCHER),
    ),
    "ogres": (
        """
        ........................
        ..AA...............aa...
        ..AA.....##........aa...
        .........##.............
        ..B......##.......b.....
        ..C...............c.....
        ........................
        ..D.....,,,,......d.....
        ........................
        """,
        (OGRE, FIGHTER, ARCHER, SPEAR),
    ),
}
SEEDS = range(6)


def fight(board: str, player: str, seed: int) -> int:
    """Fight a battle to the end: the number of turns taken."""
    rows, kinds = BOARDS[board]
    one = battle(rows, dict(zip("ABCDabcd", (*kinds, *kinds), strict=True)))
    one.dice = SeededDice(seed)
    one.world.put(None, DiceState(seed))
    session = Session(one, {"heroes": OPPONENTS[player](), "foes": OPPONENTS[player]()})
    session.begin()
    session.run(max_rounds=60)
    return sum(entry.event.NAME == "turn_started" for entry in session.entries)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("board", sorted(BOARDS))
@pytest.mark.parametrize("player", sorted(OPPONENTS))
def test_turns(benchmark: Any, player: str, board: str) -> None:
    turns = benchmark.pedantic(
        lambda: sum(fight(board, player, seed) for seed in SEEDS), rounds=3, warmup_rounds=1
    )
    benchmark.extra_info["turns"] = turns
    if benchmark.disabled:  # only seen to run
        return
    benchmark.extra_info["turns a second"] = round(turns / benchmark.stats.stats.min)
    print(f"\n{player} {board}: {turns / benchmark.stats.stats.min:.0f} turns a second", end="")
