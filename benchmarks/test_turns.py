"""What the engine takes for a turn: the intents of battles that were fought, carried out again.

The opponents' thinking is not counted: the intents are taken down while ``greedy`` fights, and
``submit`` alone is timed.

To measure: ``pytest -s -p no:cacheprovider -o addopts="" benchmarks/test_turns.py``. It prints
milliseconds a turn of processor time, which other programs on the machine disturb least.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from benchmarks.test_ai_turns import SEEDS, made
from tacsim.ai import OPPONENTS
from tacsim.core.components import DiceState
from tacsim.core.dice import SeededDice
from tacsim.core.intents import Intent
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start, submit
from tacsim.session.session import Session


def seeded(board: str, rules: str, seed: int) -> Battle:
    """A board under some rules, with dice of its own."""
    battle = made(board, rules)
    battle.dice = SeededDice(seed)
    battle.world.put(None, DiceState(seed))
    return battle


def fought(board: str, rules: str, seed: int) -> tuple[list[Intent], int]:
    """The intents of a battle between two ``greedy``, and how many turns they made."""
    players = {side: OPPONENTS["greedy"]() for side in ("heroes", "foes")}
    session = Session(seeded(board, rules, seed), players)
    session.begin()
    session.run(max_rounds=60)
    turns = sum(entry.event.NAME == "turn_started" for entry in session.entries)
    return session.intents, turns


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("rules", ["d20", "grid5e", "metric", "hexes", "cubes"])
@pytest.mark.parametrize("board", ["open", "ogres"])
def test_a_turn_carried_out(benchmark: Any, board: str, rules: str) -> None:
    battles = [
        (seed, *fought(board, rules, seed)) for seed in (SEEDS[:1] if benchmark.disabled else SEEDS)
    ]

    def setup() -> tuple[tuple[list[tuple[Battle, list[Intent]]]], dict[str, Any]]:
        ready = []
        for seed, intents, _turns in battles:
            battle = seeded(board, rules, seed)
            start(battle)
            ready.append((battle, intents))
        return (ready,), {}

    def carry_out(ready: list[tuple[Battle, list[Intent]]]) -> None:
        for battle, intents in ready:
            for intent in intents:
                submit(battle, intent)

    benchmark.pedantic(carry_out, setup=setup, rounds=5, warmup_rounds=1)
    if not benchmark.disabled:
        turns = sum(count for _, _, count in battles)
        taken = benchmark.stats.stats.min / turns * 1000
        benchmark.extra_info["ms a turn"] = round(taken, 3)
        print(f"\n{rules} {board}: {taken:.3f} ms a turn, {turns} turns", end="")
