"""Trials: a scenario fought many times by its opponents, on every processor there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from os import cpu_count
from statistics import NormalDist
from typing import Any

import attrs

from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.core.events import Damaged
from tacsim.session.controllers import controllers_for
from tacsim.session.headless import play_out
from tacsim.session.session import Session

LOT = 8
"""Battles that a process fights before it takes the next ones."""


@attrs.frozen
class Fight:
    """How one battle went: who won (None: nobody), its rounds, and the damage that sides did."""

    winner: str | None
    rounds: int
    damage: Mapping[str, int]


def fight(scenario: Scenario, seed: int, max_rounds: int) -> Fight:
    """One battle by the opponents, people's and scripted sides by the default one.

    It is undecided when it lasts longer than ``max_rounds``. Errors: ValueError for an unknown
    opponent.
    """
    session = Session(begin(scenario, seed=seed), dict(controllers_for(scenario, auto=True)))
    play_out(session, max_rounds, lambda _: None)
    rounds = min(session.battle.world.clock.round, max_rounds)
    return Fight(session.battle.world.outcome.winner, rounds, damage_done(session))


def damage_done(session: Session) -> dict[str, int]:
    """The damage that each side has done to its foes."""
    world = session.battle.world
    done = dict.fromkeys((side.id for side in world.sides.items), 0)
    for entry in session.entries:
        event = entry.event
        if isinstance(event, Damaged) and not world.friendly(event.actor, event.target):
            done[world[event.actor].side] += event.amount
    return done


def fights(scenario: Scenario, seeds: Iterable[int], max_rounds: int) -> list[Fight]:
    """A battle for each seed, in their order, fought by as many processes as there are processors.

    Errors: as :func:`fight`.
    """
    plain, every = to_plain(scenario), list(seeds)
    lots = [every[at : at + LOT] for at in range(0, len(every), LOT)]
    if len(lots) < 2:
        return _lot(plain, every, max_rounds)
    with ProcessPoolExecutor(min(cpu_count() or 1, len(lots))) as pool:
        jobs = [pool.submit(_lot, plain, lot, max_rounds) for lot in lots]
        return [found for job in jobs for found in job.result()]


def _lot(plain: Mapping[str, Any], seeds: Iterable[int], max_rounds: int) -> list[Fight]:
    scenario = from_plain(plain)
    return [fight(scenario, seed, max_rounds) for seed in seeds]


def wilson(wins: int, battles: int, level: float = 0.95) -> tuple[float, float]:
    """The interval in which a rate lies with such confidence, by Wilson's score.

    >>> [round(bound, 4) for bound in wilson(10, 20)]
    [0.2993, 0.7007]
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    rate, weight = wins / battles, z * z / battles
    middle = (rate + weight / 2) / (1 + weight)
    spread = z * sqrt(rate * (1 - rate) / battles + weight / (4 * battles)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)
