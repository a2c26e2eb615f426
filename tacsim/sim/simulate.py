"""A scenario fought many times, by as many processes as there are cores, and what came of it.

Battles are numbered, and each is fought with dice of its own seed: so what is counted does not
depend on how many processes fight, nor on which is ready first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from tacsim.content.library import find_scenario
from tacsim.content.plain import with_morale
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.i18n import _
from tacsim.sim.plans import BATTLES, planned
from tacsim.sim.trial import ENDLESS, Simulation, Trial
from tacsim.sim.vary import Vary, cases
from tacsim.sim.workers import Processes, Runner


def trial_of(
    scenario: str | Path | Scenario,
    battles: int | None = None,
    sides: Mapping[str, str] | None = None,
    seed: int | None = None,
    *,
    mirror: bool = False,
    morale: bool | None = None,
    precision: float | None = None,
    vary: Vary | None = None,
) -> Trial:
    """The battles of :func:`simulate` before any is fought. Errors: as there."""
    name = scenario.name if isinstance(scenario, Scenario) else str(scenario)
    read = scenario if isinstance(scenario, Scenario) else read_scenario(find_scenario(scenario))
    read = with_morale(read, morale)
    if precision is not None and not 0 < precision <= 50:
        raise ValueError(_("a precision is more than 0 and at most 50 points"))
    most = battles if battles is not None else BATTLES if precision is None else ENDLESS
    plans = [
        attrs.evolve(
            planned(changed, most, {**(sides or {}), **chosen}, seed, mirror=mirror), values=values
        )
        for values, changed, chosen in cases(read, vary or {})
    ]
    return Trial(name, plans, None if precision is None else precision / 100)


def simulate(
    scenario: str | Path | Scenario,
    battles: int | None = None,
    sides: Mapping[str, str] | None = None,
    seed: int | None = None,
    *,
    mirror: bool = False,
    morale: bool | None = None,
    precision: float | None = None,
    vary: Vary | None = None,
    workers: int | None = None,
    by: Runner | None = None,
    watch: Callable[[Trial], None] | None = None,
) -> Simulation:
    """Fight a scenario many times; what ``tacsim simulate --json`` answers.

    ``battles``: 100 unless told; with ``precision`` the most. ``sides``: the opponents by side,
    else those of the scenario, and the default one for people and scripts. ``seed``: of the first
    battle, each next one having the next; else the scenario's, or 0. ``mirror``: each seed twice,
    the opponents of the two sides exchanged; ``battles`` counts both. ``morale``: whether creatures
    may give up, else as the scenario says. ``precision``: go on until every win rate is known to
    within so many points of a hundred at 95 %. ``vary``: values by key (``CREATURE.FIELD``,
    ``SIDE.controller``, ``rules.SWITCH``, ``count.KIND``), of which every combination is fought
    over the same seeds and compared. ``workers``: processes, all cores unless told; ``by``: who
    fights instead; the answer is the same. ``watch``: is shown the trial after each battle. Stopped
    by KeyboardInterrupt it answers for the battles that are over. Errors: ContentError for the
    scenario; ValueError for an unknown side or opponent, and for what cannot be varied.

    The answer's ``records`` are a flat row for each battle, and its ``creatures`` one for each
    creature, as data frames take them.

    >>> found = simulate("ogre_bridge", 2, dict(heroes="quick", raiders="quick"), workers=1)
    >>> found["battles"], sum(side["wins"] for side in found["sides"].values())
    (2, 2)
    >>> [row["seed"] for row in found.records]
    [0, 1]
    """
    runner = Processes(workers) if by is None else by
    trial = trial_of(scenario, battles, sides, seed, mirror=mirror, morale=morale,
                     precision=precision, vary=vary)  # fmt: skip
    trial.fight(runner, watch)
    return trial.answer()
