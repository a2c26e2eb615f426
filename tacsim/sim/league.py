"""A league: opponents against each other on every battle that comes with the program.

Each seed is fought twice, the sides exchanged, so neither the better place nor luckier dice are
anybody's. Ratings are the strengths of Bradley and Terry over all battles, on Elo's scale: 400 more
are odds of ten to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import ceil, log10
from pathlib import Path
from typing import Any

import attrs

from tacsim.ai import OPPONENTS
from tacsim.api.distances import known
from tacsim.content.library import shipped
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.i18n import _
from tacsim.session.opponents import bot, is_bot
from tacsim.sim.fights import Fight
from tacsim.sim.plans import Job, planned, strict_task_of
from tacsim.sim.stats import wilson
from tacsim.sim.workers import Progress, gathered

USUAL = ("greedy", "cautious", "quick")
"""Who takes part unless told: those that take no second for a decision."""
BATTLES = 4
"""How often two opponents meet on each battlefield unless told."""
ANCHOR, RATED = "greedy", 1000.0
"""Whose rating is fixed, at what; of the first named, where that one takes no part."""
SCALE = 400.0
"""By how much ratings differ at odds of ten to one."""
PRIOR = 1.0
"""So many undecided battles are counted with each pair besides: nobody is rated without end."""
ENOUGH, NEAR = 10_000, 1e-12
"""How often strengths are brought nearer to what they are at most, and how near will do."""


@attrs.frozen
class Record:
    """How one opponent did against another: battles that it won, that nobody won, and all."""

    wins: int
    draws: int
    battles: int


def _known(name: str) -> str:
    """An opponent, or a program of one's own; ValueError for one that cannot be used."""
    name = name.strip().removeprefix("ai:")
    if not is_bot(name):
        return known(_("opponent"), name, OPPONENTS)
    bot(name)
    return name


def league(
    opponents: Iterable[str] = USUAL,
    battles: int = BATTLES,
    scenarios: Iterable[Path] | None = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Fight a league; what ``tacsim league --json`` answers.

    ``battles``: how often two meet on each battlefield, an odd number is one more; ``scenarios``:
    those, else all of two sides that come with the program. ``workers``: processes, all cores
    unless told; the answer is the same. Stopped by KeyboardInterrupt it answers for the battles
    that are over. Errors: ValueError for an unknown opponent, for fewer than two, for no battles.
    """
    names = list(dict.fromkeys(map(_known, opponents)))
    if len(names) < 2:
        raise ValueError(_("a league wants two opponents or more"))
    if battles < 1:
        raise ValueError(_("{battles} battles are none").format(battles=battles))
    read = [read_scenario(path) for path in (shipped() if scenarios is None else scenarios)]
    found = [one for one in read if len(one.sides) == 2]
    pairs = list(combinations(names, 2))
    matches = list(_matches(found, pairs, ceil(battles / 2)))
    task = strict_task_of([planned(one, 1) for one in found])
    fights = gathered(task, matches, workers, progress)
    over = list(zip(matches, fights, strict=False))
    records = _records(found, pairs, over)
    return {
        "ratings": ratings(names, records),
        "pairs": [_row(pair, ruleset, one) for (pair, ruleset), one in records.items()],
        "battles": len(fights),
        "of": len(matches),
    }


def _matches(
    fields: Sequence[Scenario], pairs: Sequence[tuple[str, str]], seeds: int
) -> Iterable[Job]:
    """Every battle, so that of a league that is stopped all have fought nearly as often."""
    for number in range(seeds):
        for pair in pairs:
            for at, one in enumerate(fields):
                sides = dict(zip((side.id for side in one.sides), pair, strict=True))
                plan = planned(one, 2, sides, (one.seed or 0) + number, mirror=True)
                yield from ((at, *battle) for battle in plan.battles)


# --- counting ------------------------------------------------------------------------------------

Pair = tuple[str, str]


def _records(
    fields: Sequence[Scenario], pairs: Sequence[Pair], over: Sequence[tuple[Job, Fight]]
) -> dict[tuple[Pair, str], Record]:
    """How each pair did under each ruleset under which it has met."""
    found: dict[tuple[Pair, str], Record] = {}
    for pair in pairs:
        for ruleset in sorted({one.ruleset for one in fields}):
            winners = [
                None if one.winner is None else players[one.winner].removeprefix("ai:")
                for (at, _seed, players), one in over
                if fields[at].ruleset == ruleset
                and {who.removeprefix("ai:") for who in players.values()} == set(pair)
            ]
            if winners:
                wins, draws = winners.count(pair[0]), winners.count(None)
                found[pair, ruleset] = Record(wins, draws, len(winners))
    return found


def _row(pair: Pair, ruleset: str, one: Record) -> dict[str, Any]:
    low, high = wilson(one.wins, one.battles)
    return {
        "a": pair[0], "b": pair[1], "ruleset": ruleset, "wins": one.wins, "draws": one.draws,
        "battles": one.battles, "low": round(low, 4), "high": round(high, 4),
    }  # fmt: skip


def ratings(names: Sequence[str], records: Mapping[tuple[Pair, str], Record]) -> dict[str, float]:
    """The ratings of some opponents, the best first; undecided battles are half won.

    Strengths are brought nearer step by step (Hunter's MM), which comes to one end from anywhere.

    >>> ratings(["greedy", "quick"], {(("greedy", "quick"), "d20"): Record(1, 0, 12)})
    {'quick': 1353.8, 'greedy': 1000.0}
    """
    won = dict.fromkeys(names, 0.0)
    met: dict[Pair, float] = {}
    for (pair, _ruleset), one in records.items():
        if pair not in met:
            met[pair] = PRIOR
            for name in pair:
                won[name] += PRIOR / 2
        met[pair] += one.battles
        won[pair[0]] += one.wins + one.draws / 2
        won[pair[1]] += one.battles - one.wins - one.draws / 2
    strength = dict.fromkeys(names, 1.0)
    for _time in range(ENOUGH):
        shares = dict.fromkeys(names, 0.0)
        for (a, b), count in met.items():
            share = count / (strength[a] + strength[b])
            shares[a] += share
            shares[b] += share
        now = {name: won[name] / shares[name] if shares[name] else 1.0 for name in names}
        whole = sum(now.values()) / len(names)
        now = {name: one / whole for name, one in now.items()}
        near = all(abs(now[name] - strength[name]) <= NEAR for name in names)
        strength = now
        if near:
            break
    anchor = strength[ANCHOR if ANCHOR in names else names[0]]
    found = {name: round(RATED + SCALE * log10(one / anchor), 1) for name, one in strength.items()}
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))
