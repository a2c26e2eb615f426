"""A whole turn of an opponent, engine included: four against four, headless, on one core.

To measure: ``pytest -s -p no:cacheprovider -o addopts="" benchmarks/test_ai_turns.py``. It prints
turns a second of processor time, which other programs on the machine disturb least.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from ai.acting import ARCHER, FIGHTER, OGRE, SPEAR, battle
from fifth.boards import battle as fifth_battle
from fifth.boards import bow, club, dagger, glaive

from tacsim.ai import OPPONENTS
from tacsim.content.documents import parse_document
from tacsim.content.scenarios import scenario_from
from tacsim.content.setup import begin
from tacsim.core.components import DiceState, Weapon
from tacsim.core.dice import SeededDice
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start
from tacsim.session.session import Session

SCRIPTED = ("cautious", "greedy", "quick")
"""The opponents of which whole battles are fought here: those that weigh take too long."""

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
POOL = {"FIGHTER": "soldier", "ARCHER": "archer", "SPEAR": "guard", "OGRE": "ogre"}
"""Who comes closest to them under pool."""
TERRACES = (
    """
    ................
    .A.....^^.....a.
    .......^^.......
    .B..,..^^..,..b.
    ................
    .C.....^^.....c.
    .......^^.......
    .D............d.
    """,
    ("soldier", "archer", "guard", "sky_lancer"),
)
"""A board of cubes only, with something to climb and somebody who flies."""
TALL = 3
"""Cubes that walls are high on boards of cubes; boulders (``^``) are one."""


def d20(board: str) -> Battle:
    """A board under d20."""
    rows, kinds = BOARDS[board]
    return battle(rows, dict(zip("ABCDabcd", (*kinds, *kinds), strict=True)))


def kinds_of(board: str) -> list[str]:
    """The names of what fights on each side of a board."""
    named = {id(kind): name for name, kind in globals().items() if name in FAMILY}
    return [named[id(kind)] for kind in BOARDS[board][1]]


def placed(rows: str, kinds: Sequence[str]) -> tuple[list[str], dict[str, tuple[str, int, int]]]:
    """The ground of a board, and by letter what stands where."""
    lines, found = rows.split(), {}
    for letter, kind in zip("ABCDabcd", (*kinds, *kinds), strict=True):
        y = next(y for y, line in enumerate(lines) if letter in line)
        found[letter] = (kind, lines[y].index(letter), y)
    return [re.sub("[A-Da-d]", ".", line) for line in lines], found


def family(board: str, rules: str) -> Battle:
    """The same board under rules of the 5e family, everybody in the same place."""
    ground, fighters = placed(BOARDS[board][0], kinds_of(board))
    ruleset, topology = RULES[rules]
    creatures = {
        letter: {"at": (x, y), "side": side_of(letter), **FAMILY[kind]}
        for letter, (kind, x, y) in fighters.items()
    }
    return fifth_battle("\n".join(ground), creatures, ruleset=ruleset, topology=topology)


def cubes(board: str) -> Battle:
    """The same board in space under pool, with room above it."""
    rows, kinds = TERRACES if board == "terraces" else (BOARDS[board][0], kinds_of(board))
    ground, fighters = placed(rows, kinds)
    text = ["format = 1", 'ruleset = "pool"', "[map]", 'topology = "cube"', f"levels = {TALL + 1}"]
    text += drawn(ground)
    for z in range(1, TALL):
        text += ["[[map.level]]", f"z = {z}", *drawn(re.sub("[^#]", " ", row) for row in ground)]
    for side in ("heroes", "foes"):
        text += ["[[side]]", f'id = "{side}"']
    for letter, (kind, x, y) in fighters.items():
        text += ["[[creature]]", f'id = "{letter}"', f'kind = "{POOL.get(kind, kind)}"']
        text += [f'side = "{side_of(letter)}"', f"at = [{x}, {y}, 0]"]
    scenario, faults = scenario_from(parse_document("\n".join(text)))
    assert scenario is not None, faults
    return begin(scenario, seed=0)


def drawn(rows: Iterable[str]) -> list[str]:
    """A level as a map file writes it."""
    return ['grid = """', *rows, '"""']


def side_of(letter: str) -> str:
    """Which side a letter is on."""
    return "heroes" if letter.isupper() else "foes"


def made(board: str, rules: str) -> Battle:
    """A board under some rules."""
    if rules == "cubes":
        return cubes(board)
    return d20(board) if rules == "d20" else family(board, rules)


def fight(one: Battle, player: str, seed: int, rounds: int = 60) -> int:
    """Fight a battle to the end, or so many rounds: the number of turns taken."""
    one.dice = SeededDice(seed)
    one.world.put(None, DiceState(seed))
    session = Session(one, {"heroes": OPPONENTS[player](), "foes": OPPONENTS[player]()})
    session.begin()
    session.run(max_rounds=rounds)
    return sum(entry.event.NAME == "turn_started" for entry in session.entries)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize(
    ("rules", "board"),
    [*product(["d20", *RULES, "cubes"], sorted(BOARDS)), ("cubes", "terraces")],
)
@pytest.mark.parametrize("player", SCRIPTED)
def test_turns(benchmark: Any, player: str, rules: str, board: str) -> None:
    seeds, most = (SEEDS[:1], 3) if benchmark.disabled else (SEEDS, 60)  # only seen to run

    def play() -> int:
        return sum(fight(made(board, rules), player, seed, most) for seed in seeds)

    turns = benchmark.pedantic(play, rounds=3, warmup_rounds=1)
    benchmark.extra_info["turns"] = turns
    if benchmark.disabled:
        return
    benchmark.extra_info["turns a second"] = round(turns / benchmark.stats.stats.min)
    print(
        f"\n{player} {rules} {board}: {turns / benchmark.stats.stats.min:.0f} turns a second",
        end="",
    )


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize(("count", "side"), [(125, 80), (500, 300)])
@pytest.mark.parametrize("player", SCRIPTED)
def test_growth(benchmark: Any, player: str, count: int, side: int) -> None:
    """Turns of a crowd that is spread over a big map, both sides among each other."""
    taken = 2 if benchmark.disabled else 60
    rng, kinds = Random(1), (FIGHTER, FIGHTER, ARCHER, SPEAR)
    cells = rng.sample(list(product(range(side), repeat=2)), count)
    creatures = {
        f"c{n:03}": {"at": cell, "side": ("heroes", "foes")[n % 2], **kinds[n % 4]}
        for n, cell in enumerate(cells)
    }
    crowd = battle("\n".join(["." * side] * side), creatures)
    start(crowd)

    def begun() -> tuple[tuple[Session], dict[str, Any]]:
        players = {"heroes": OPPONENTS[player](), "foes": OPPONENTS[player]()}
        return (Session(crowd.fork(), players),), {}

    def play(session: Session) -> None:
        turns = 0
        while turns < taken:
            entries = session.advance() or ()
            turns += sum(entry.event.NAME == "turn_started" for entry in entries)

    benchmark.pedantic(play, setup=begun, rounds=2)
    if not benchmark.disabled:
        each = benchmark.stats.stats.min / taken * 1000
        print(f"\n{player} d20 {count} on {side}x{side}: {each:.1f} ms a turn", end="")
