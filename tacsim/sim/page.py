"""A trial as a page, with the battles that are worth a look fought once more and put into it."""

from __future__ import annotations

import re
from pathlib import Path

from tacsim.api.replays import Replay
from tacsim.export.odds import Case, Kept, odds_page
from tacsim.i18n import known_as
from tacsim.sim.notable import WORDS
from tacsim.sim.plans import Plan
from tacsim.sim.saves import Wanted, saved
from tacsim.sim.tally import Tally
from tacsim.sim.trial import Trial
from tacsim.storage.frame_file import SUFFIX
from tacsim.storage.saved import parse

CASES = 4
"""Of how many cases battles are put into the page, from the first on."""


def page_of(trial: Trial) -> str:
    """The text of an .html file about a trial of which at least one battle is over."""
    answer = trial.answer()
    told = answer.get("cases", [answer])
    cases = [
        Case(
            one,
            tally.plan.scenario.field,
            {who: known_as(name) for who, name in tally.names.items()},
            {who: side for side, own in tally.own.items() for who in own},
            {side.id: known_as(side.name) for side in tally.plan.scenario.sides},
            _kept(tally, one["notable"]) if at < CASES else {},
        )
        for at, (one, tally) in enumerate(zip(told, trial.tallies, strict=True))
    ]
    return odds_page(known_as(trial.plans[0].scenario.name), answer, cases)


def _kept(tally: Tally, notable: dict[str, dict[str, object]]) -> dict[str, Kept]:
    return {word: _battle(tally.plan, notable[word]) for word in WORDS}


def _battle(plan: Plan, one: dict[str, object]) -> Kept:
    seed, players = one["seed"], one["controllers"]
    assert isinstance(seed, int)
    assert isinstance(players, dict)
    data = saved(Wanted(plan.scenario, seed, players, plan.max_rounds))
    stem = re.sub(r"[^\w-]+", "-", plan.scenario.name)[:40].strip("-")
    file = f"{stem}-{seed}{SUFFIX}"
    return Kept(file, data, Replay(parse(data, Path(file))[0]).export("html"))
