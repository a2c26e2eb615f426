"""The same scenario fought under several rulesets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tacsim.api.distances import known
from tacsim.content.counterparts import strangers, under
from tacsim.content.library import find_scenario
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.i18n import _
from tacsim.rulesets import RULESETS, content
from tacsim.sim.plans import BATTLES
from tacsim.sim.simulate import trial_of
from tacsim.sim.trial import Trial
from tacsim.sim.workers import Processes, Runner


def compare(
    scenario: str | Path,
    rulesets: Sequence[str] | None = None,
    battles: int = BATTLES,
    sides: Mapping[str, str] | None = None,
    seed: int | None = None,
    *,
    workers: int | None = None,
    by: Runner | None = None,
    watch: Callable[[Trial], None] | None = None,
) -> list[dict[str, Any]]:
    """What :func:`tacsim.simulate` answers under each of some rulesets, which stands with it.

    ``rulesets``: else all that are played on the scenario's grid. Creatures become those of the
    same name, or those named in ``[kinds.RULESET]``. Stopped by KeyboardInterrupt it answers as far
    as it came. Errors: ContentError for the scenario;
    ValueError for a ruleset that there is not, that is not played on its grid, or that has no
    counterpart of a creature; for an unknown side or opponent.
    """
    found = read_scenario(find_scenario(scenario))
    grid = found.field.topology
    if rulesets is None:
        rulesets = [name for name in RULESETS if grid in content(name).topologies]
    versions = [version_of(found, name) for name in dict.fromkeys(rulesets)]
    runner = Processes(workers) if by is None else by
    answers = []
    for version in versions:
        trial = trial_of(version, battles, sides, seed)
        trial.fight(runner, watch)
        answers.append({"ruleset": version.ruleset, **trial.answer(), "scenario": str(scenario)})
        if not trial.enough:  # stopped
            break
    return answers


def version_of(scenario: Scenario, ruleset: str) -> Scenario:
    """The scenario under a ruleset.

    Errors: ValueError for a ruleset that there is not or that is not played on its grid, and with
    the creatures without a counterpart.
    """
    known(_("ruleset"), ruleset, RULESETS)
    grid = scenario.field.topology
    if grid not in content(ruleset).topologies:
        words = _("{grid} grids are not played under {ruleset}")
        raise ValueError(words.format(grid=grid, ruleset=ruleset))
    lost = strangers(scenario, ruleset)
    if lost:
        words = _("{ruleset} has no counterpart of {names}; name some in [kinds.{ruleset}]")
        names = ", ".join(f"{name} ({kind})" for name, kind in lost)
        raise ValueError(words.format(ruleset=ruleset, names=names))
    return under(scenario, ruleset)
