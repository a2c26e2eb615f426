"""The battles that are worth a look: the most typical one, the luckiest and the worst."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import Any

from tacsim.session.controllers import is_person
from tacsim.sim.tally import NOBODY, Tally, shares

WORDS = ("typical", "luckiest", "worst")


def whose(tally: Tally) -> str:
    """The side that luck is told of: the first that people play in the scenario, else the first."""
    sides = tally.plan.scenario.sides
    return next((side.id for side in sides if is_person(side.controller)), sides[0].id)


def notable(tally: Tally) -> dict[str, Any]:
    """The seeds of these battles, who played in them, and how they went; empty for no battles.

    The luckiest is the one that the side won with the most of its hit points and the least of its
    foes' left, the worst the opposite. The most typical has the winner that most have, and is the
    nearest to the mean of those in rounds and in what is left of either.
    """
    if not tally.battles:
        return {}
    side, left = whose(tally), shares(tally)
    at = list(tally.own).index(side)
    friends = {one.id for one in tally.plan.scenario.sides if one.id == side or side in one.allies}
    mine = left[side]
    foes = [sum(left[one][n] for one in left if one not in friends) for n in range(tally.battles)]

    def luck(n: int) -> tuple[float, int]:
        winner = tally.winners[n]
        won = 0 if winner == NOBODY else 1 if winner == at else -1
        return 2 * won + mine[n] - foes[n], -n

    everyone = range(tally.battles)
    numbers = (_typical(tally, mine, foes), max(everyone, key=luck),
               min(everyone, key=lambda n: (luck(n)[0], n)))  # fmt: skip
    told = {word: _told(tally, n) for word, n in zip(WORDS, numbers, strict=True)}
    return {"side": side, **told}


def _typical(tally: Tally, mine: Sequence[float], foes: Sequence[float]) -> int:
    winners = Counter(tally.winners)
    usual = max(winners, key=lambda one: (winners[one], -one))
    numbers = [n for n in range(tally.battles) if tally.winners[n] == usual]
    far = dict.fromkeys(numbers, 0.0)
    for column in (tally.rounds, mine, foes):
        values = [column[n] for n in numbers]
        middle, wide = fmean(values), pstdev(values) or 1.0
        for n in numbers:
            far[n] += ((column[n] - middle) / wide) ** 2
    return min(numbers, key=lambda n: (round(far[n], 9), n))


def _told(tally: Tally, n: int) -> dict[str, Any]:
    seed, players = tally.plan.battle(tally.numbers[n])
    winner = tally.winners[n]
    return {
        "seed": seed,
        "controllers": dict(players),
        "winner": None if winner == NOBODY else list(tally.own)[winner],
        "rounds": tally.rounds[n],
    }
