"""How surely: intervals of rates and means, and of their differences over the same battles."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from statistics import NormalDist, fmean, stdev

LEVEL = 0.95
"""With what confidence intervals hold what they are about."""
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
"""To how many standard errors from the middle they go for that."""


def wilson(wins: float, battles: int) -> tuple[float, float]:
    """The interval in which a rate lies with such confidence, by Wilson's score.

    >>> [round(bound, 4) for bound in wilson(10, 20)]
    [0.2993, 0.7007]
    """
    if not battles:
        return 0.0, 1.0
    rate, weight = wins / battles, Z * Z / battles
    middle = (rate + weight / 2) / (1 + weight)
    spread = Z * sqrt(rate * (1 - rate) / battles + weight / (4 * battles)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def newcombe(both: int, first: int, second: int, neither: int) -> tuple[float, float]:
    """The interval of the second rate less the first one, of pairs (Newcombe 1998, method 10).

    ``both``: pairs in which both won, ``first`` and ``second``: in which only that one did.

    >>> low, high = newcombe(43, 8, 0, 1)
    >>> low < (43 - 51) / 52 < high < 0
    True
    """
    pairs = both + first + second + neither
    if not pairs:
        return -1.0, 1.0
    ones, twos = both + first, both + second
    p, q = ones / pairs, twos / pairs
    (p_low, p_high), (q_low, q_high) = wilson(ones, pairs), wilson(twos, pairs)
    product = ones * (pairs - ones) * twos * (pairs - twos)
    excess = float(both * neither - first * second)
    if excess > 0:  # his correction, without which small samples are taken to be too much alike
        excess = max(excess - pairs / 2, 0.0)
    phi = excess / sqrt(product) if product else 0.0

    def spread(one: float, other: float) -> float:
        return sqrt(max(one * one - 2 * phi * one * other + other * other, 0.0))

    low = q - p - spread(q - q_low, p_high - p)
    high = q - p + spread(q_high - q, p - p_low)
    return max(low, -1.0), min(high, 1.0)


def mcnemar(first: int, second: int) -> float:
    """How probable it is that pairs of equals differ so much or more, by McNemar's exact test.

    ``first`` and ``second``: the pairs in which only that one won.

    >>> mcnemar(8, 0), mcnemar(3, 3)
    (0.0078125, 1.0)
    """
    split = first + second
    tail = sum(comb(split, k) for k in range(min(first, second) + 1))
    return float(min(1.0, 2 * tail / 2**split))


def of_means(differences: Sequence[float]) -> tuple[float, float, float]:
    """The interval of a mean difference, and how probable one so great is by chance alone.

    >>> low, high, p = of_means([1.0, 2.0, 3.0, 2.0, 1.0, 3.0])
    >>> round(low, 2), round(high, 2), p < 0.001
    (1.28, 2.72, True)
    """
    middle = fmean(differences) if differences else 0.0
    error = stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
    if not error:
        return middle, middle, 1.0 if not middle or len(differences) < 2 else 0.0
    spread = Z * error
    return middle - spread, middle + spread, 2 * NormalDist().cdf(-abs(middle) / error)


def real(chances: Sequence[float]) -> list[bool]:
    """Which of several differences are real, by Holm: seldom any that is none, of all together.

    ``chances``: how probable each is by chance alone.

    >>> real([0.01, 0.04, 0.03])
    [True, False, False]
    """
    found = [False] * len(chances)
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda at: chances[at])):
        if chances[at] * (len(chances) - rank) > 1 - LEVEL:
            break
        found[at] = True
    return found
