"""Plans: which battles are fought, each with its own dice, so that they are the same anywhere."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

import attrs

from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.i18n import _
from tacsim.session.controllers import all_chosen, controllers_for
from tacsim.sim.fights import Broken, Fight, fight, tried
from tacsim.sim.workers import Processes, Progress, Task, coming, gathered

BATTLES = 100
"""How many battles are fought unless told."""
MAX_ROUNDS = 100
"""After so many rounds a battle is undecided, unless its scenario says otherwise."""

Drawn = tuple[int, Mapping[str, str]]
"""The seed of a battle, and who plays each side."""


@attrs.frozen
class Plan:
    """What is to be fought: the scenario, so many battles from a seed on, and who plays which side.

    ``mirrored``: each seed twice, the players of the two sides exchanged. ``values``: what of the
    scenario was varied, by key.
    """

    scenario: Scenario
    seed: int
    count: int
    sides: Mapping[str, str]
    max_rounds: int
    mirrored: bool = False
    values: Mapping[str, Any] = attrs.field(factory=dict)

    def battle(self, number: int) -> Drawn:
        """A battle by its place: its seed, and who plays each side."""
        if not self.mirrored:
            return self.seed + number, self.sides
        one, other = self.sides
        exchanged = {one: self.sides[other], other: self.sides[one]}
        return self.seed + number // 2, exchanged if number % 2 else self.sides

    @property
    def battles(self) -> list[Drawn]:
        """All of them."""
        return [self.battle(number) for number in range(self.count)]


def planned(
    scenario: Scenario,
    battles: int = BATTLES,
    sides: Mapping[str, str] | None = None,
    seed: int | None = None,
    *,
    mirror: bool = False,
) -> Plan:
    """Which battles are fought: each seed after the other, with ``mirror`` each of them twice.

    Errors: ValueError for an unknown side or opponent, for no battles, and for a mirror of other
    than two sides.
    """
    if battles < 1:
        raise ValueError(_("{battles} battles are none").format(battles=battles))
    chosen = all_chosen(scenario, sides, auto=True)
    controllers_for(scenario, chosen, headless=True)  # whether there are such opponents
    first = seed if seed is not None else scenario.seed or 0
    rounds = scenario.max_rounds or MAX_ROUNDS
    if mirror and len(chosen) != 2:
        raise ValueError(
            _("only battles of two sides can be mirrored, and it has {n}").format(n=len(chosen))
        )
    count = 2 * ceil(battles / 2) if mirror else battles
    return Plan(scenario, first, count, chosen, rounds, mirror)


# --- fighting them -------------------------------------------------------------------------------

Job = tuple[int, int, Mapping[str, str]]
"""A battle of some plans: which of them, the seed, and who plays."""
Fields = Sequence[tuple[Scenario, int]]
"""What is fought, and for how many rounds, plan by plan."""


def task_of(plans: Sequence[Plan]) -> Task[Job, Fight | Broken]:
    """The battles of some plans as work that can be shared out."""
    here = [(plan.scenario, plan.max_rounds) for plan in plans]
    there = [(to_plain(scenario), rounds) for scenario, rounds in here]
    return Task(_next, here, _read, (there,), _lost)


def rows(plans: Sequence[Plan], first: int = 0) -> Iterator[Job]:
    """Battle after battle, each of all plans, from one on."""
    for number in range(first, min(plan.count for plan in plans)):
        for at, plan in enumerate(plans):
            yield (at, *plan.battle(number))


def _read(plain: Sequence[tuple[Mapping[str, Any], int]]) -> Fields:
    """What another process fights."""
    return [(from_plain(one), rounds) for one, rounds in plain]


def _next(fields: Fields, job: Job) -> Fight | Broken:
    at, seed, players = job
    scenario, rounds = fields[at]
    return tried(scenario, seed, players, rounds)


def _lost(job: Job, why: str) -> Broken:
    _at, seed, players = job
    return Broken(seed, players, why)


Scene = tuple[int, Mapping[str, Any], int]
"""What one of a series' plans is fought on: its number, the scenario as plain data, the rounds."""


class Series:
    """The battles of plan after plan, by processes that stay until :meth:`close`.

    Where plans are fought on the same map, what is worked out for it is worked out once in each
    process. ``workers``: processes, as many as there are cores unless told. Errors: ValueError for
    none.
    """

    def __init__(self, workers: int | None = None) -> None:
        self._by = Processes(workers, stay=True)
        self._task = Task(_of_series, _Known(), _Known, ())
        self._scenes: list[tuple[Scenario, Scene]] = []

    def fought(self, plan: Plan, progress: Progress | None = None) -> list[Fight]:
        """The battles of a plan, in their order; what goes wrong in one is raised.

        Stopped by KeyboardInterrupt it comes back with those that are over, up to the first that is
        not.
        """
        scene = next((scene for one, scene in self._scenes if one is plan.scenario), None)
        if scene is None:
            scene = len(self._scenes), to_plain(plan.scenario), plan.max_rounds
            self._scenes.append((plan.scenario, scene))
        jobs = [(scene, *battle) for battle in plan.battles]
        return gathered(self._task, jobs, progress=progress, by=self._by)

    def close(self) -> None:
        """End the processes."""
        self._by.close()


class _Known:
    """The scenarios of a series by their numbers, those on the same map with one field."""

    def __init__(self) -> None:
        self._scenarios: dict[int, Scenario] = {}

    def scenario(self, number: int, plain: Mapping[str, Any]) -> Scenario:
        """The scenario of a number."""
        if number not in self._scenarios:
            found = from_plain(plain)
            for other in self._scenarios.values():
                if other.source["map"] == plain["map"] and other.ruleset == found.ruleset:
                    found = attrs.evolve(found, field=other.field)
                    break
            self._scenarios[number] = found
        return self._scenarios[number]


def _of_series(known: _Known, job: tuple[Scene, int, Mapping[str, str]]) -> Fight:
    (number, plain, rounds), seed, players = job
    return fight(known.scenario(number, plain), seed, players, rounds, luck=True)


def fights(plan: Plan, workers: int | None = None) -> Generator[Fight, None, None]:
    """The battles of one plan, one after the other as they end; who closes it ends the work.

    ``workers``: processes, as many as there are cores unless told.

    >>> from tacsim.content.library import find_scenario
    >>> from tacsim.content.scenarios import read_scenario
    >>> players = {"heroes": "quick", "raiders": "quick"}
    >>> plan = planned(read_scenario(find_scenario("ogre_bridge")), 100, players)
    >>> next(fights(plan, workers=1)).winner in ("heroes", "raiders", None)
    True
    """
    return coming(strict_task_of([plan]), rows([plan]), Processes(workers))


def strict_task_of(plans: Sequence[Plan]) -> Task[Job, Fight]:
    """The same as :func:`task_of`, but that what goes wrong in a battle is raised."""
    task = task_of(plans)
    return Task(_fought, task.shared, task.make, task.given)


def _fought(fields: Fields, job: Job) -> Fight:
    at, seed, players = job
    scenario, rounds = fields[at]
    return fight(scenario, seed, players, rounds)
