"""Forecasts against reality: how often comes about what was foretold, over many forks.

``python -m benchmarks.reality [--states N] [--forks N] [--jobs N] [RULESET ...]``

The states are those that opponents come to on the shipped maps, by seeds 0, 1, 2 ...; the forks of
each are thrown with seeds 0, 1, 2 ... For each fact (who is hit, goes down, saves, gains a
condition, is given an opportunity, and where whoever acts ends) the count is held against the exact
binomial tails.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import pathlib
import sys
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))

from chances import RARE, facts_of, rarity, sampled, states  # the tests are not a package

from tacsim.core.intents import NAMES, Intent
from tacsim.rules.battle import Battle
from tacsim.rules.forecast import Forecast, forecast

RULESETS = ("d20", "grid5e", "metric", "pool")


def rarities(state: Battle, intent: Intent, forks: int) -> list[float]:
    """The rarity of each fact's count, 0 for what was not foretold at all."""
    told = forecast(state, intent, as_seen_by=None)
    assert isinstance(told, Forecast)
    chances, counts = facts_of(told), sampled(state, intent, forks)
    found = [rarity(counts[fact], forks, chances.get(fact, 0.0)) for fact in {**chances, **counts}]
    return [one for one in found if one < 1]


def main() -> None:
    """Print a line for each ruleset: states, facts, the rarest count, what is too rare."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--forks", type=int, default=5000)
    parser.add_argument("--jobs", type=int, help="processes at a time; as a rule one a core")
    parser.add_argument("rulesets", nargs="*", default=RULESETS, metavar="RULESET")
    options = parser.parse_args()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as workers:
        for ruleset in options.rulesets:
            kinds, running = Counter[str](), []
            for state, intent in states(ruleset, options.states):
                kinds[NAMES[type(intent)]] += 1
                running.append(workers.submit(rarities, state, intent, options.forks))
            found = [one for run in running for one in run.result()]
            least, wrong = min(found), sum(one < RARE for one in found)
            print(
                f"{ruleset}: {len(running)} states of {options.forks} forks, {len(found)} facts; "
                f"the rarest count 1 in {1 / least if least else float('inf'):.0f}, "
                f"rarer than 1 in {1 / RARE:.0f}: {wrong}; "
                f"below 1 in 100: {sum(one < 0.01 for one in found)};",
                ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()),
                flush=True,
            )


if __name__ == "__main__":
    main()
