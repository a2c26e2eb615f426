"""Differences between cases that were fought over the same seeds: how great, and which are real."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

from tacsim.sim.stats import mcnemar, newcombe, of_means, real
from tacsim.sim.tally import Tally


def differences(tallies: Sequence[Tally]) -> list[dict[str, Any]]:
    """How each case differs from the first, seed by seed.

    Of each side its win rate (McNemar's exact test, Newcombe's interval) and the hit points that it
    has left, and the rounds (both by the mean of the differences). What is ``real`` is so by
    Holm's correction over all that are told: in 19 of 20 such answers nothing is called real that
    is none.
    """
    first, *others = tallies
    found = [_told(at, first, other) for at, other in enumerate(others, 1)]
    every = [one for told in found for one in _each(told)]
    for one, sure in zip(every, real([one["p"] for one in every]), strict=True):
        one["real"] = sure
        one["p"] = round(one["p"], 6)
    return found


def _told(at: int, first: Tally, other: Tally) -> dict[str, Any]:
    return {
        "case": at,
        "against": 0,
        "values": dict(other.plan.values),
        "sides": {
            side: {
                "rate": _of_wins(first, other, side),
                "hp_left": _of_means(first.left[side], other.left[side]),
            }
            for side in first.own
        },
        "rounds": _of_means(first.rounds, other.rounds),
    }


def _each(told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for side in told["sides"].values():
        yield side["rate"]
        yield side["hp_left"]
    yield told["rounds"]


def _of_wins(first: Tally, other: Tally, side: str) -> dict[str, Any]:
    at = list(first.own).index(side)
    pairs = [(one == at, two == at) for one, two in zip(first.winners, other.winners, strict=True)]
    both, one, two, neither = (
        pairs.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False))
    )
    low, high = newcombe(both, one, two, neither)
    difference = (two - one) / len(pairs) if pairs else 0.0
    return _row(difference, low, high, mcnemar(one, two))


def _of_means(first: Sequence[int], other: Sequence[int]) -> dict[str, Any]:
    apart = [two - one for one, two in zip(first, other, strict=True)]
    low, high, chance = of_means([float(one) for one in apart])
    return _row(fmean(apart) if apart else 0.0, low, high, chance)


def _row(difference: float, low: float, high: float, p: float) -> dict[str, Any]:
    return {"difference": round(difference, 4), "low": round(low, 4), "high": round(high, 4),
            "p": p}  # fmt: skip
