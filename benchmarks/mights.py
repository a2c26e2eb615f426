"""What creatures are worth in fights by ``quick``, measured: ``content/generate/mights.toml``.

Battles are fought as they are drawn from many seeds, without goals, foes weighing more or less than
they should. The mights are written that explain best who won, and how much was left of whom::

    $ python -m benchmarks.mights d20 --battles 200 >> d20.jsonl
    $ python -m benchmarks.mights --fit d20.jsonl >> tacsim/content/generate/mights.toml
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

import attrs
import numpy as np

from tacsim.content.generate import Wanted, drafted
from tacsim.content.generate.draft import dice
from tacsim.content.generate.sides import drawn_party, worth
from tacsim.rulesets import RULESETS, content
from tacsim.sim.balance import PLAYER
from tacsim.sim.plans import fights, planned
from tacsim.sim.promises import CLEAR, STEEP, lead

FIRST = 700_000
"""The first seed."""
EACH = 2
"""Battles of one draft."""
SPREAD = (0.7, 2.2)
"""What foes weigh, as parts of what the party does: the least and the most."""
DOUBT = 0.4
"""How far the logarithm of a might may be off the root of the strength before any battle."""
LEAD = 0.4
"""How far what one battle leaves of the sides may be off what their mights make."""
STEPS = 80
"""Steps of the search for the most probable mights."""


def battles(ruleset: str, count: int, first: int) -> Iterator[Mapping[str, Any]]:
    """Drafts fought: the kinds of either side, battles, those that the heroes won, leads."""
    for seed in range(first, first + count // EACH):
        wanted, rng = Wanted(ruleset, seed), Random(seed)
        kind = drafted(wanted).kind.name
        party = drawn_party(ruleset, dice(wanted, kind, "party"))
        budget = worth(ruleset, party) * exp(rng.uniform(*map(log, SPREAD)))
        asked = attrs.evolve(wanted, kind=kind, party=party, budget=budget)
        draft = drafted(asked).without_task()
        sides = {"heroes": PLAYER, "foes": PLAYER}
        found = list(fights(planned(draft.scenario, EACH, sides, seed), 1))
        yield {
            "ruleset": ruleset,
            "heroes": [one.table["kind"] for one in draft.heroes],
            "foes": list(draft.foes),
            "battles": EACH,
            "wins": sum({"heroes": 1.0, None: 0.5}.get(one.winner, 0.0) for one in found),
            "leads": round(sum(lead(one, len(draft.heroes)) for one in found), 3),
        }


def fitted(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The most probable might of each kind."""
    kinds = sorted({kind for row in rows for kind in (*row["heroes"], *row["foes"])})
    rules = content(rows[0]["ruleset"])
    first = np.array([log(rules.book.strength(rules.bestiary[kind])) / 2 for kind in kinds])
    heroes, foes = (
        np.array([[float(row[side].count(kind)) for kind in kinds] for row in rows])
        for side in ("heroes", "foes")
    )
    count, wins, leads = (np.array([row[key] for row in rows]) for key in _SUMS)
    doubt, found = np.full(len(kinds), DOUBT**-2), first
    for _step in range(STEPS):
        ours, theirs = heroes * np.exp(found), foes * np.exp(found)
        ahead = np.log(ours.sum(axis=1)) - np.log(theirs.sum(axis=1))
        slope = ours / ours.sum(axis=1, keepdims=True) - theirs / theirs.sum(axis=1, keepdims=True)
        rates = 1 / (1 + np.exp(-STEEP * ahead))
        pull = slope.T @ (
            STEEP * (wins - count * rates) + (leads * CLEAR / STEEP - count * ahead) / LEAD**2
        )
        bound = (slope.T * count * (STEEP**2 / 4 + LEAD**-2)) @ slope + np.diag(doubt)
        found = found + np.linalg.solve(bound, pull - doubt * (found - first))
    return dict(zip(kinds, np.exp(found).round(2).tolist(), strict=True))


_SUMS = ("battles", "wins", "leads")


def main() -> None:
    """Fight, or fit what was fought."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", choices=list(RULESETS))
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--fit", type=Path, nargs="+", metavar="FILE")
    asked = parser.parse_args()
    if asked.fit:
        rows = [json.loads(line) for path in asked.fit for line in path.read_text().splitlines()]
        rulesets = sorted({row["ruleset"] for row in rows})
        total = sum(row["battles"] for row in rows)
        print(f"\n[[measured]]  # {total} battles\nrulesets = {json.dumps(rulesets)}\n")
        print("[measured.mights]")
        for kind, might in fitted(rows).items():
            print(f"{kind} = {might}")
    elif asked.ruleset:
        for row in battles(asked.ruleset, asked.battles, asked.first):
            print(json.dumps(row), flush=True)
    else:
        parser.error("a ruleset, or --fit")


if __name__ == "__main__":
    main()
