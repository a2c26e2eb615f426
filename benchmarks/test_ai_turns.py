"""A whole turn of an opponent, engine included: four against four, headless, on one core.

To measure: ``pytest -s -p no:cacheprovider -o addopts="" benchmarks/test_ai_turns.py``. It prints
turns a second of processor time, which other programs on the machine disturb least.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from ai.acting import ARCHER, FIGHTER, OGRE, SPEAR, battle
from fifth.boards import battle as fifth_battle
from fifth.boards import bow, club, dagger, glaive

from tacsim.ai import OPPONENTS
from tacsim.model.components import DiceState, Weapon
from tacsim.model.dice import SeededDice
from tacsim.play.session import Session
from tacsim.rules.battle import Battle

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

SWORD = Weapon("sword", "1d8", ability="strength", damage_bonus=2)
FAMILY: dict[str, dict[str, Any]] = {
    "FIGHTER": {**FIGHTER, "weapons": [SWORD]},
    "ARCHER": {**ARCHER, "weapons": [bow(), dagger()]},
    "SPEAR": {**FIGHTER, "weapons": [glaive()]},
    "OGRE": {"hp": 50, "size": "large", "weapons": [club(2)], "abilities": {"strength": 19}},
}
"""The same fighters in the terms of the 5e family."""
RULES = {
    "grid5e": ("grid5e", "square"),
    "metric": ("metric", "square"),
    "hexes": ("metric", "hex"),
}


def d20(board: str) -> Battle:
    """A board under d20."""
    rows, kinds = BOARDS[board]
    return battle(rows, dict(zip("ABCDabcd", (*kinds, *kinds), strict=True)))


def family(board: str, rules: str) -> Battle:
    """The same board under rules of the 5e family, everybody in the same place."""
    rows, kinds = BOARDS[board]
    ruleset, topology = RULES[rules]
    lines = [line.strip() for line in rows.strip().split("\n")]
    named = {id(kind): name for name, kind in globals().items() if name in FAMILY}
    creatures = {}
    for letter, kind in zip("ABCDabcd", (*kinds, *kinds), strict=True):
        y = next(y for y, line in enumerate(lines) if letter in line)
        side = "heroes" if letter.isupper() else "foes"
        at = (lines[y].index(letter), y)
        creatures[letter] = {"at": at, "side": side, **FAMILY[named[id(kind)]]}
    ground = re.sub("[A-Da-d]", ".", "\n".join(lines))
    return fifth_battle(ground, creatures, ruleset=ruleset, topology=topology)


def fight(one: Battle, player: str, seed: int) -> int:
    """Fight a battle to the end: the number of turns taken."""
    one.dice = SeededDice(seed)
    one.world.put(None, DiceState(seed))
    session = Session(one, {"heroes": OPPONENTS[player](), "foes": OPPONENTS[player]()})
    session.begin()
    session.run(max_rounds=60)
    return sum(entry.event.NAME == "turn_started" for entry in session.entries)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("board", sorted(BOARDS))
@pytest.mark.parametrize("rules", ["d20", *RULES])
@pytest.mark.parametrize("player", sorted(OPPONENTS))
def test_turns(benchmark: Any, player: str, rules: str, board: str) -> None:
    seeds = SEEDS[:1] if benchmark.disabled else SEEDS

    def play() -> int:
        made = (d20(board) if rules == "d20" else family(board, rules) for _ in seeds)
        return sum(fight(one, player, seed) for one, seed in zip(made, seeds, strict=True))

    turns = benchmark.pedantic(play, rounds=3, warmup_rounds=1)
    benchmark.extra_info["turns"] = turns
    if benchmark.disabled:  # only seen to run
        return
    benchmark.extra_info["turns a second"] = round(turns / benchmark.stats.stats.min)
    print(
        f"\n{player} {rules} {board}: {turns / benchmark.stats.stats.min:.0f} turns a second",
        end="",
    )
