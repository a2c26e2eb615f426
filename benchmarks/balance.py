"""How balanced the scenarios are: fight each many times by the opponents and count who wins.

``python -m benchmarks.balance [--battles N] [--players NAMES] [--jobs N] [SCENARIO ...]``
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import pathlib
from itertools import product

from tacsim.ai import OPPONENTS
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.session.session import Session

MAPS = pathlib.Path(__file__).parent.parent / "maps"


def fight(path: pathlib.Path, players: tuple[str, ...], seed: int) -> tuple[str | None, int]:
    """One battle: the winning side or None, and the rounds it took."""
    scenario = read_scenario(path)
    battle = begin(scenario, seed=seed)
    sides = [side.id for side in scenario.sides]
    session = Session(
        battle, {side: OPPONENTS[name]() for side, name in zip(sides, players, strict=True)}
    )
    session.begin()
    session.run(max_rounds=100)
    return battle.world.outcome.winner, battle.world.clock.round


def main() -> None:
    """Print a table: scenario, who plays, wins by side, mean rounds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--battles", type=int, default=100)
    parser.add_argument("--players", default="greedy,cautious")
    parser.add_argument("--jobs", type=int, help="processes at a time; as a rule one a core")
    parser.add_argument("scenarios", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    names = options.players.split(",")
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for path in options.scenarios or sorted(MAPS.glob("*.toml")):
            count = len(read_scenario(path).sides)
            for players in product(names, repeat=count):
                seeds = range(options.battles)
                jobs = [pool.submit(fight, path, players, seed) for seed in seeds]
                results = [job.result() for job in jobs]
                wins = collections.Counter(winner for winner, _ in results)
                rounds = sum(r for _, r in results) / len(results)
                print(f"{path.stem:16} {'/'.join(players):20} {dict(wins)} {rounds:.1f} rounds")


if __name__ == "__main__":
    main()
