"""Statistics: by hand where that can be done, else by drawing many samples and counting."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from tacsim.sim.stats import mcnemar, newcombe, of_means, real


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (8, 0), (5, 3), (3, 5), (12, 30)])
def test_the_exact_test_adds_up_all_that_is_as_lopsided_or_more(first, second):
    n = first + second
    apart = abs(first - second)
    chance = sum(comb(n, k) for k in range(n + 1) if abs(n - 2 * k) >= apart) / 2**n
    assert mcnemar(first, second) == pytest.approx(chance)


def test_exchanging_the_two_turns_the_interval_round():
    low, high = newcombe(10, 7, 2, 5)
    assert newcombe(10, 2, 7, 5) == pytest.approx((-high, -low))


@pytest.mark.parametrize(
    ("both", "first", "second"), [(0.3, 0.2, 0.1), (0.05, 0.05, 0.3), (0.45, 0.05, 0.05)]
)
def test_the_interval_of_paired_rates_holds_the_truth_in_19_of_20_samples(both, first, second):
    dice, held, samples = Random(5), 0, 2000
    kinds = ((1, 1), (1, 0), (0, 1), (0, 0))
    weights = (both, first, second, 1 - both - first - second)
    for _sample in range(samples):
        drawn = dice.choices(kinds, weights, k=60)
        low, high = newcombe(*(drawn.count(kind) for kind in kinds))
        held += low <= second - first <= high
    assert 0.93 <= held / samples <= 0.985


def test_the_interval_of_means_holds_the_truth_in_19_of_20_samples():
    dice, held, called, samples = Random(6), 0, 0, 2000
    for _sample in range(samples):
        low, high, chance = of_means([dice.gauss(2.0, 5.0) for _ in range(100)])
        held += low <= 2.0 <= high
        called += chance < 0.05
        assert (chance < 0.05) == (not low <= 0 <= high)
    assert 0.93 <= held / samples <= 0.97
    assert called > samples / 2, "four standard errors are seldom missed"


def test_what_never_differs_is_no_difference_and_what_always_does_is_one():
    assert of_means([0.0] * 9) == (0, 0, 1)
    assert of_means([2.0] * 9) == (2, 2, 0)
    assert of_means([]) == (0, 0, 1)
    assert of_means([3.0])[2] == 1


def test_holm_asks_more_of_the_first_than_of_the_last():
    """0.05 among four: 0.0125, then 0.0167, then 0.025."""
    assert real([0.02, 0.012, 0.016, 0.9]) == [True, True, True, False]
    assert real([0.03, 0.012, 0.016, 0.9]) == [False, True, True, False]
    assert real([0.02, 0.013, 0.016, 0.9]) == [False] * 4
