"""A trial: battles under way, of one scenario or of several cases of it, and what is known by now.

All cases are fought over the same seeds, seed by seed, so a trial that is stopped has as many
battles of each. What it answers depends on how many that are, and on nothing else.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock, current_thread, main_thread
from time import perf_counter
from typing import Any

import attrs

from tacsim.sim.differences import differences
from tacsim.sim.fights import Broken, Fight
from tacsim.sim.notable import notable
from tacsim.sim.plans import Plan, rows, task_of
from tacsim.sim.saves import Wanted, kept
from tacsim.sim.tally import Tally
from tacsim.sim.workers import Runner, coming

LOT = 20
"""After how many battles of each case it is looked whether all is known well enough."""
ENDLESS = 100_000
"""The most battles of a case that are fought to know something well enough, unless told."""
KEPT = 5
"""How many battles that failed are kept."""


@contextmanager
def _whole() -> Iterator[None]:
    """Have Ctrl-C wait for the end of what is done within.

    Only the first thread hears it; a handler that is none of Python's is left where it is.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or current_thread() is not main_thread():
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        before(heard[0], None)


@attrs.frozen
class Faulty:
    """A battle that failed: which case, its place in the plan, and what went wrong."""

    case: int
    number: int
    broken: Broken


class Trial:
    """Battles under way.

    ``plans``: the cases; ``precision``: how far any win rate may be off, as a fraction, for it to
    be known well enough. ``done``: how many battles of each case are over or have failed; a seed
    of which a battle fails counts in no case.
    """

    def __init__(self, name: str, plans: Sequence[Plan], precision: float | None = None) -> None:
        self.name, self.plans, self.precision = name, tuple(plans), precision
        self.tallies = [Tally(plan) for plan in plans]
        self.faults: list[Faulty] = []
        self._kept: dict[int, str] = {}
        self.done = 0
        self.seconds = 0.0
        self.counting = Lock()
        """Held while battles are counted, and by who reads them beside the thread that fights."""

    @property
    def wanted(self) -> int:
        """How many battles of each case are to be fought at most."""
        return min(plan.count for plan in self.plans)

    @property
    def battles(self) -> int:
        """How many of each case are over."""
        return self.tallies[0].battles

    @property
    def margin(self) -> float:
        """How far the least sure win rate may be off, at 95 %."""
        return max(one.margin for one in self.tallies)

    @property
    def enough(self) -> bool:
        """Whether all that is wanted has been fought, or all is known well enough.

        That is looked at every :data:`LOT` battles, in the order of the seeds.
        """
        if self.done >= self.wanted:
            return True
        if self.precision is None or not self.done or self.done % LOT:
            return False
        return self.margin <= self.precision

    @property
    def left(self) -> float:
        """About how many battles of each case are still to be fought."""
        if self.precision is None or not self.battles:
            return float(self.wanted - self.done)
        needed = self.done * (self.margin / self.precision) ** 2
        return max(min(needed, self.wanted) - self.done, 0.0)

    def steps(self, by: Runner) -> Generator[None, None, None]:
        """Fight on until it is enough; comes back after each battle of all cases.

        Who closes it ends the work, and may go on with it by another one.
        """
        if not self.enough:
            yield from self._steps(by)

    def _steps(self, by: Runner) -> Generator[None, None, None]:
        row: list[Fight | Broken] = []
        began = perf_counter()
        with closing(coming(task_of(self.plans), rows(self.plans, self.done), by)) as each:
            for found in each:
                row.append(found)
                if len(row) < len(self.plans):
                    continue
                self._take(row)
                row = []
                now = perf_counter()
                self.seconds, began = self.seconds + now - began, now
                yield
                began = perf_counter()
                if self.enough:
                    return

    def _take(self, row: Sequence[Fight | Broken]) -> None:
        faults = [Faulty(at, self.done, one) for at, one in enumerate(row)
                  if isinstance(one, Broken)]  # fmt: skip
        with self.counting, _whole():
            self.faults += faults
            if not faults:
                for tally, one in zip(self.tallies, row, strict=True):
                    assert isinstance(one, Fight)
                    tally.add(self.done, one)
            self.done += 1

    def fight(self, by: Runner, watch: Callable[[Trial], None] | None = None) -> None:
        """Fight on until it is enough, or until KeyboardInterrupt stops it.

        ``watch``: is shown the trial after each battle.
        """
        try:
            with closing(self.steps(by)) as steps:
                for _step in steps:
                    if watch is not None:
                        watch(self)
        except KeyboardInterrupt:
            pass

    def keep_faults(self, folder: Path) -> None:
        """Keep the first battles that failed as saves in a folder, as far as they come."""
        first = self.faults[:KEPT]
        wanted = [self._wanted(one) for one in first]
        self._kept = dict(enumerate(map(str, kept(wanted, folder))))

    def _wanted(self, one: Faulty) -> Wanted:
        plan = self.plans[one.case]
        broken = one.broken
        return Wanted(plan.scenario, broken.seed, broken.controllers, plan.max_rounds)

    def answer(self) -> Simulation:
        """What is known by now, as ``simulate --json`` answers."""
        told = [
            {
                **tally.answer(self.name, self.seconds),
                "notable": notable(tally),
                **({"values": dict(tally.plan.values)} if len(self.plans) > 1 else {}),
            }
            for tally in self.tallies
        ]
        faults = {"faults": [self._fault(n, one) for n, one in enumerate(self.faults)]}
        if len(self.plans) == 1:
            return Simulation({**told[0], **faults}, self.tallies)
        several = {
            "scenario": self.name,
            "battles": self.battles,
            "seed": self.plans[0].seed,
            "seconds": round(self.seconds, 3),
            "cases": told,
            "differences": differences(self.tallies),
        }
        return Simulation({**several, **faults}, self.tallies)

    def _fault(self, n: int, one: Faulty) -> dict[str, Any]:
        broken = one.broken
        return {
            "case": one.case,
            "seed": broken.seed,
            "controllers": dict(broken.controllers),
            "error": broken.error,
            "save": self._kept.get(n),
        }


class Simulation(dict[str, Any]):
    """What a trial answers, with a flat row for each battle.

    ``pandas.DataFrame(found.records)`` takes them as they are, and so does
    ``polars.DataFrame(found.records, infer_schema_length=None)``.
    """

    def __init__(self, told: dict[str, Any], tallies: Sequence[Tally]) -> None:
        super().__init__(told)
        self._tallies = tuple(tallies)

    @property
    def records(self) -> list[dict[str, Any]]:
        """A row for each battle: what was varied, its seed, who won, how it went, what is left.

        Of each side there are ``SIDE.controller``, ``SIDE.hp_left`` and ``SIDE.standing``.
        """
        return [
            {**_flat(tally.plan.values), **row}
            for tally in self._tallies
            for row in tally.records()
        ]

    @property
    def creatures(self) -> list[dict[str, Any]]:
        """A row for each creature of each case: what was varied, its side, and its means."""
        return [
            {
                **_flat(tally.plan.values),
                "creature": one.id,
                "side": one.side,
                **{key: value for key, value in tally.creature(one.id).items()
                   if key != "hp_spread"},
            }
            for tally in self._tallies
            for one in tally.plan.scenario.creatures
        ]  # fmt: skip


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values for the columns of a table: a list as its things joined by ``+``."""
    return {
        key: "+".join(map(str, one)) if isinstance(one, list | tuple) else one
        for key, one in values.items()
    }
