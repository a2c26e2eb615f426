"""Tunes the numbers by which an opponent weighs (``tacsim/ai/knowing/weights.toml``).

``python -m benchmarks.tune SECTION [--opponent A] [--against B] [--rulesets A,B,...] [--boards N]
[--battles N] [--generations N] [--write]`` has opponent A fight with other numbers against B, on
mirrored boards (:mod:`benchmarks.mirrored`), and looks for those with which its lead is greatest,
luck taken off, by CMA-ES. B must not weigh by the same section. What it finds fights once more on
boards that it was not tuned on, beside what stands now; with ``--write`` it goes into the file if
it does clearly better there.

Boards to tune on have seeds from 10000, boards to compare on from 20000; what docs/opponents.md
tells was measured on boards from 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from math import exp
from multiprocessing import get_context
from multiprocessing.pool import Pool

import attrs
import numpy as np
import tomlkit
from cmaes import CMA

from benchmarks.mirrored import PARTIES, Measured, kinds, measured
from tacsim.ai.knowing import weights

SECTIONS = {
    "place": weights.PLACE,
    "cautious": weights.CAUTIOUS,
    "quick": weights.QUICK,
    "tactician": weights.TACTICIAN,
}
TUNED, COMPARED = 10_000, 20_000
"""The first seed of the boards tuned on, and of those compared on."""
STEP = 0.3
"""How far is tried at first, as the logarithm of the part of a number's present value."""

Numbers = Mapping[str, float]
Trial = tuple[str, Numbers, str, str, tuple[str, str], range, int, str]
"""Section, numbers, ruleset, topology, opponents, boards, battles on each, and the party."""


def tried(trial: Trial) -> Measured:
    """What some numbers come to. For a process that does nothing else."""
    section, numbers, ruleset, topology, opponents, boards, battles, party = trial
    for name, number in numbers.items():
        object.__setattr__(SECTIONS[section], name, number)  # frozen, but for this
    return measured(ruleset, topology, opponents, boards, battles, 1, party)


class Tuner:
    """Fights with numbers of a section in processes of their own."""

    def __init__(self, pool: Pool, given: argparse.Namespace) -> None:
        self._pool = pool
        self._given = given
        self._kinds = [
            one for one in kinds() if not given.rulesets or one[0] in given.rulesets.split(",")
        ]

    def leads(self, some: list[Numbers], first: int, boards: int) -> list[tuple[float, float]]:
        """For each set of numbers the lead on boards from a seed on, and its standard error."""
        given = self._given
        seeds = range(first, first + boards)
        trials: list[Trial] = [
            (given.section, numbers, *kind, (given.opponent, given.against), seeds, given.battles,
             given.party)
            for numbers in some for kind in self._kinds
        ]  # fmt: skip
        found = np.array(
            [(one.lead, one.error) for one in self._pool.map(tried, trials, chunksize=1)]
        ).reshape(len(some), len(self._kinds), 2)
        errors = np.sqrt((found[..., 1] ** 2).sum(axis=1)) / len(self._kinds)
        return list(zip(found[..., 0].mean(axis=1).tolist(), errors.tolist(), strict=True))


def tune(tuner: Tuner, section: str, generations: int, boards: int) -> Numbers:
    """The numbers in the midst of those that had the greatest lead in the end."""
    before = attrs.asdict(SECTIONS[section])
    search = CMA(mean=np.zeros(len(before)), sigma=STEP, seed=1)
    for generation in range(generations):
        tries = [search.ask() for _ in range(search.population_size)]
        leads = tuner.leads([_numbers(before, one) for one in tries], TUNED, boards)
        search.tell([(one, -lead) for one, (lead, _) in zip(tries, leads, strict=True)])
        best, error = max(leads)
        print(f"generation {generation + 1}: {best:+.3f} at best (error {error:.3f})", flush=True)
    return _numbers(before, search.mean)


def _numbers(before: Numbers, steps: np.ndarray) -> Numbers:
    return {
        name: round(number * exp(step), 6)
        for (name, number), step in zip(before.items(), steps, strict=True)
    }


def write(section: str, numbers: Numbers) -> None:
    """Put numbers into the file, which keeps all that is said there."""
    text = tomlkit.parse(weights.FILE.read_text("utf-8"))
    for name, number in numbers.items():
        text[section][name] = number  # type: ignore[index]
    weights.FILE.write_text(tomlkit.dumps(text), "utf-8")


def main() -> None:
    """Tune, compare, and say so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("section", choices=SECTIONS)
    parser.add_argument("--opponent", default="quick", help="whose numbers they are")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--rulesets", help="all unless told")
    parser.add_argument("--party", choices=PARTIES, default="mixed", help="who fights")
    parser.add_argument("--boards", type=int, default=10, help="how many of each kind")
    parser.add_argument("--battles", type=int, default=2, help="how many on each board")
    parser.add_argument("--generations", type=int, default=10)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    # What a process has worked out by some numbers may not be used with others.
    with get_context("spawn").Pool(given.workers, maxtasksperchild=1) as pool:
        tuner = Tuner(pool, given)
        before = attrs.asdict(SECTIONS[given.section])
        after = tune(tuner, given.section, given.generations, given.boards)
        old, new = tuner.leads([before, after], COMPARED, 2 * given.boards)
    for name, number in after.items():
        print(f"{name} = {number}  # {before[name]}")
    for what, (lead, error) in (("before", old), ("after", new)):
        print(f"{what}: a lead of {lead:+.3f} (error {error:.3f})")
    if given.write and new[0] - old[0] > new[1]:
        write(given.section, after)


if __name__ == "__main__":
    main()
