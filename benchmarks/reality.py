"""Forecasts against reality: how often comes about what was with_forecast, over many forks.

``python -m benchmarks.reality [--states N] [--forks N] [--jobs N] [RULESET ...]``

The states are those that opponents come to on the shipped maps, by seeds 0, 1, 2 ...; the forks of
each are thrown with seeds that no other state has: of state n those from n times the forks on. For
each fact (who is hit, goes down, saves, gains a condition, is given an opportunity, and where
whoever acts ends) the count is held against the exact binomial tails.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import pathlib
import sys
from collections import Counter
from functools import partial

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))

from chances import RARE, facts_of, rarity, sampled, states  # the tests are not a package

from tacsim.core.intents import NAMES, Intent
from tacsim.rules.battle import Battle
from tacsim.rules.forecast import Forecast, forecast

RULESETS = ("d20", "grid5e", "metric", "pool")


def rarities(state: Battle, intent: Intent, forks: int, first: int) -> list[float]:
    """The rarity of each fact's count, 0 for what was not with_forecast at all."""
    told = forecast(state, intent, as_seen_by=None)
    assert isinstance(told, Forecast)
    chances, counts = facts_of(told), sampled(state, intent, forks, first)
    found = [rarity(counts[fact], forks, chances.get(fact, 0.0)) for fact in {**chances, **counts}]
    return [one for one in found if one < 1]


def compared(ruleset: str, count: int, forks: int) -> str:
    """What came of the states of a ruleset, as a line; also told after every fifty of them."""
    kinds, found, line = Counter[str](), list[float](), ""
    for number, (state, intent) in enumerate(states(ruleset, count), 1):
        kinds[NAMES[type(intent)]] += 1
        found += rarities(state, intent, forks, number * forks)
        if number % 50 == 0 or number == count:
            least, wrong = min(found), sum(one < RARE for one in found)
            rarest = f"1 in {1 / least:.0f}" if least else "impossible"
            listed = ", ".join(f"{n} {kind}" for kind, n in kinds.most_common())
            line = (
                f"{ruleset}: {number} states of {forks} forks ({listed}); {len(found)} facts, the "
                f"rarest count {rarest}; rarer than 1 in {1 / RARE:.0f}: {wrong}, than 1 in 100: "
                f"{sum(one < 0.01 for one in found)}"
            )
            print(line, file=sys.stderr, flush=True)
    return line


def main() -> None:
    """Print a line for each ruleset: states, facts, the rarest count, what is too rare."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--forks", type=int, default=5000)
    parser.add_argument("--jobs", type=int, help="processes at a time; as a rule one a core")
    parser.add_argument("rulesets", nargs="*", default=RULESETS, metavar="RULESET")
    options = parser.parse_args()
    compare = partial(compared, count=options.states, forks=options.forks)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as workers:
        for line in workers.map(compare, options.rulesets):
            print(line)


if __name__ == "__main__":
    main()
