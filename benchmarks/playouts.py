"""What a turn costs when forks of a battle are played out by the quick policy.

``python -m benchmarks.playouts [--rulesets A,B,...] [--boards N] [--battles N] [--rounds N]``
plays mirrored boards, each many times with other dice as rollouts do, and says for each ruleset and
kind of grid how many milliseconds of processor time a turn takes, engine included: of the policy on
forks, of the engine in that, and as a part of what the greedy opponent takes for a turn in the same
run, which another machine, or a busy one, changes least::

    $ python -m benchmarks.playouts --rulesets d20
    d20 square      1.86 ms a turn (first battles 3.62), engine 0.71; greedy 4.61: 0.403 of it
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.mirrored import kinds, scenario
from tacsim.ai import OPPONENTS
from tacsim.ai.playouts.quick import candidates
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.agenda import Decision
from tacsim.core.events import IntentRefused, TurnStarted
from tacsim.core.intents import Intent
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start, submit
from tacsim.rulesets import RULESETS

Choose = Callable[[Battle, Decision], Intent]


class Clock:
    """Processor time, in all and in the engine alone, and the turns taken in it."""

    def __init__(self) -> None:
        self.all = self.engine = 0.0
        self.turns = 0

    def play(self, battle: Battle, rounds: int, opponent: str | None = None) -> None:
        """Play a battle out by the quick policy, or by an opponent on both sides."""
        player = OPPONENTS[opponent]() if opponent else None
        before = time.process_time()
        start(battle)
        while (decision := battle.decision) is not None and battle.world.clock.round <= rounds:
            if player is not None:
                tried = iter([player.choose(battle, decision)])
            else:
                tried = candidates(battle, decision)
            for intent in tried:
                began = time.process_time()
                events = submit(battle, intent)
                self.engine += time.process_time() - began
                if not isinstance(events[0], IntentRefused):
                    break
            self.turns += sum(isinstance(event, TurnStarted) for event in events)
        self.all += time.process_time() - before

    def ms(self, seconds: float) -> float:
        """Milliseconds a turn."""
        return 1000 * seconds / max(1, self.turns)


def boards(ruleset: str, topology: str, count: int) -> list[Battle]:
    """Mirrored boards, set up."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(count):
            path = Path(folder) / f"{seed}.toml"
            path.write_text(scenario(ruleset, topology, seed), "utf-8")
            found.append(begin(read_scenario(path), seed=seed))
    return found


def main() -> None:
    """Measure, and print a line for each ruleset and kind of grid."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulesets", help="all unless told")
    parser.add_argument("--boards", type=int, default=6, help="how many of each kind")
    parser.add_argument("--battles", type=int, default=20, help="how many on each board")
    parser.add_argument("--rounds", type=int, default=20, help="after which one is broken off")
    given = parser.parse_args()
    wanted = given.rulesets.split(",") if given.rulesets else list(RULESETS)
    for ruleset, topology in kinds():
        if ruleset not in wanted:
            continue
        first, quick, greedy = Clock(), Clock(), Clock()
        for board in boards(ruleset, topology, given.boards):
            first.play(board.fork(seed=0), given.rounds)
            for seed in range(1, given.battles):
                quick.play(board.fork(seed=seed), given.rounds)
            for seed in range(2):
                greedy.play(board.fork(seed=seed), given.rounds, "greedy")
        took, slow = quick.ms(quick.all), greedy.ms(greedy.all)
        print(
            f"{ruleset + ' ' + topology:15} {took:.2f} ms a turn "
            f"(first battles {first.ms(first.all):.2f}), engine {quick.ms(quick.engine):.2f}; "
            f"greedy {slow:.2f}: {took / slow:.3f} of it",
            flush=True,
        )


if __name__ == "__main__":
    main()
