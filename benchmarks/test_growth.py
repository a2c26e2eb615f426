"""What is asked in a turn on large boards follows from who is near, not from how many there are.

Each question is timed with a dozen creatures on a small board, with 125 on 80x80 and with 500 on
300x300, as many of them near the one who acts. To measure:
``pytest -s -p no:cacheprovider -o addopts="" benchmarks/test_growth.py``.
"""

from __future__ import annotations

import pathlib
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))

from boards import add, battle, turn_of  # the tests' boards are not a package

from tacsim.core.components import Position, Side, Sides
from tacsim.core.intents import EndTurn, Intent, Move, Strike
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import submit
from tacsim.rules.movement.reachable import reachable
from tacsim.rules.perception import believed, known_to

BOARDS = {"small": (30, 12), "80x80": (80, 125), "300x300": (300, 500)}
NEAR = [(-3, 0), (4, 2), (0, -5), (5, -4), (-5, 4), (1, 6), (2, 0), (-1, -3)]
"""Where others are around the one who acts, on every board."""


def crowd(board: str, *, fog: bool = False) -> Battle:
    """A board with its creatures, the one in the middle about to act."""
    size, count = BOARDS[board]
    rng, middle = random.Random(7), size // 2
    fight = battle("\n".join(["." * size] * size))
    fight.world.put(None, Sides((Side("heroes", "H", "human"), Side("foes", "F", "human"))))
    add(fight.world, "me", (middle, middle), side="heroes", speed=6)
    spots = [(middle + x, middle + y) for x, y in NEAR]
    taken = {*spots, (middle, middle)}
    while len(spots) < count - 1:
        at = rng.randrange(size), rng.randrange(size)
        if at not in taken and max(abs(n - middle) for n in at) > 14:
            spots.append(at)
            taken.add(at)
    for n, at in enumerate(spots):
        add(fight.world, f"c{n}", at, side="foes" if n % 2 else "heroes", speed=6)
    fight.fog = fog
    return turn_of(fight, "me")


def turn(fight: Battle) -> list[Intent]:
    """A walk of six steps, a blow, and the end of the turn."""
    x, y = fight.world["me"].at
    way = ((x, y + 1), (x, y + 2), (x, y + 3), (x, y + 4), (x + 1, y + 5))
    return [Move("me", path=way), Strike("me", "c5"), EndTurn("me")]


def carried_out(fight: Battle) -> object:
    for intent in turn(fight):
        submit(fight, intent)
    return fight.decision


QUESTIONS: dict[str, Callable[[Battle], object]] = {
    "submit": carried_out,
    "reachable": lambda fight: reachable(fight, fight.world["me"], "walk"),
    "options": lambda fight: choices(fight),
    "believed": lambda fight: believed(fight, "heroes"),
    "known_to": lambda fight: known_to(fight, "heroes"),
    "able": lambda fight: fight.able(fight.world["me"]),
    "standing": lambda fight: len(fight.foes(fight.world["me"])),
}


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("fog", [False, True], ids=["open", "fog"])
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question(benchmark: Any, question: str, board: str, fog: bool) -> None:
    fight = crowd(board, fog=fog)
    carried_out(fight.fork())  # what is kept with the map
    for name in ("reachable", "known_to", "standing"):
        QUESTIONS[name](fight)

    def setup() -> tuple[tuple[Battle], dict[str, Any]]:
        fork = fight.fork()
        fork.world.put("c0", Position(Body(fork.world["c0"].at, (1, 1))))  # as if it had moved
        return (fork,), {}

    rounds = 1 if benchmark.disabled else 30
    benchmark.pedantic(QUESTIONS[question], setup=setup, rounds=rounds)
    if not benchmark.disabled:
        print(f"\n{question} {board} {fog=}: {benchmark.stats.stats.min * 1e6:.0f} us", end="")
