"""Steps a second of the environment, and what it costs beside the engine alone.

``python -m benchmarks.env_steps [SCENARIO...]`` plays the same seeds in turns, at random: by
``env``, every step observed and rewarded, and by the engine alone, which lists the options and
carries one out. Both take the same options, so they fight the same battles, and both know the map:
what is worked out once for it is so before. Times are of the processor, the least of some.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from random import Random

import tacsim
from tacsim.sim.env import env

SCENARIOS = ("dawn_duel", "ogre_ravine", "ogre_bridge", "salt_quay")
OPTIONS = 1024
"""More than there ever are, so that both choose among the same."""
STEPS = 400
TIMES = 3
"""How often each is measured."""


def by_env(name: str, steps: int, options: int) -> tuple[float, list[int]]:
    """Seconds of so many steps, and the options taken."""
    battles, taken, dice = env(name, options=options, max_rounds=10), list[int](), Random(1)
    battles.reset(seed=1)
    began = time.process_time()
    while len(taken) < steps:
        seen, _reward, over, broken_off, _info = battles.last()
        if over or broken_off:
            battles.reset()
            continue
        action = dice.randrange(int(seen["action_mask"].sum()))
        battles.step(action)
        taken.append(action)
    return time.process_time() - began, taken


def by_engine(name: str, taken: Sequence[int]) -> float:
    """Seconds of the same options."""
    seed, left = 1, list(reversed(taken))
    battle = tacsim.load(name, seed=seed)
    began = time.process_time()
    while left:
        if battle.over or battle.round > 10:
            seed += 1
            battle = tacsim.load(name, seed=seed)
            continue
        battle.submit(battle.choices().options[left.pop()])
    return time.process_time() - began


def main(names: Sequence[str]) -> None:
    """Print a line for each scenario."""
    for name in names:
        _whole, taken = by_env(name, STEPS, OPTIONS)  # what is worked out once
        wholes, alones = [], []
        for _time in range(TIMES):
            wholes.append(by_env(name, STEPS, OPTIONS)[0])
            alones.append(by_engine(name, taken))
        whole, alone = min(wholes), min(alones)
        narrow, _taken = by_env(name, STEPS, 64)
        print(
            f"{name}: engine {STEPS / alone:.0f} steps a second, environment {STEPS / whole:.0f}"
            f" ({whole / alone - 1:+.0%}); of 64 options {STEPS / narrow:.0f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:] or SCENARIOS)
