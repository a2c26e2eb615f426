"""A scenario fought many times, by as many processes as there are cores, and what came of it.

Battles are numbered, and each is fought with dice of its own seed: so what is counted does not
depend on how many processes fight, nor on which is ready first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from math import ceil, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, median
from time import perf_counter
from typing import Any

import attrs

from tacsim.content.library import find_scenario
from tacsim.content.plain import from_plain, to_plain, with_morale
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.agenda import Decision
from tacsim.core.events import Damaged, Downed, TurnStarted
from tacsim.core.intents import Intent
from tacsim.core.world import World
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.controllers import ScriptController, all_chosen, controllers_for
from tacsim.session.headless import play_out
from tacsim.session.session import Controller, Session
from tacsim.sim.workers import Processes, Progress, Task, coming, gathered

BATTLES = 100
"""How many battles are fought unless told."""
MAX_ROUNDS = 100
"""After so many rounds a battle is undecided, unless its scenario says otherwise."""


@attrs.frozen
class Fighter:
    """What became of a creature: whether it stands, its hit points, and what it dealt and took.

    ``damage``: hit points that it took from foes; ``taken``: that it lost; ``downs``: the foes that
    it brought down.
    """

    stands: bool
    hp_left: int
    damage: int
    taken: int
    downs: int


@attrs.frozen
class Fight:
    """How one battle went.

    ``winner``: a side's id, None where it is undecided; ``controllers`` by side; ``choices``: how
    many each controller made by name, and the milliseconds that it took.
    """

    winner: str | None
    rounds: int
    turns: int
    controllers: Mapping[str, str]
    fighters: Mapping[str, Fighter]
    choices: Mapping[str, tuple[int, float]]


class _Timed:
    """A controller whose choices are counted and timed."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self.count = 0
        self.seconds = 0.0

    def choose(self, battle: Battle, decision: Decision) -> Intent | None:
        began = perf_counter()
        try:
            return self._controller.choose(battle, decision)
        finally:
            self.seconds += perf_counter() - began
            self.count += 1


def fight(scenario: Scenario, seed: int, controllers: Mapping[str, str], max_rounds: int) -> Fight:
    """One battle by opponents, named for each side. Errors: ValueError for an unknown one."""
    named = controllers_for(scenario, controllers, headless=True)
    playing: dict[str, Controller] = {
        side: one if isinstance(one, ScriptController) else _Timed(one)
        for side, one in named.items()
    }
    session = Session(begin(scenario, seed=seed), playing)
    play_out(session, max_rounds, lambda _: None)
    world = session.battle.world
    spent: dict[str, tuple[int, float]] = {}
    for side, one in playing.items():
        if not isinstance(one, _Timed):
            continue
        name = controllers[side].removeprefix("ai:")
        count, milliseconds = spent.get(name, (0, 0.0))
        spent[name] = count + one.count, milliseconds + one.seconds * 1000
    return Fight(
        world.outcome.winner,
        min(world.clock.round, max_rounds),
        sum(isinstance(entry.event, TurnStarted) for entry in session.entries),
        controllers,
        dict(_fighters(session.battle, session)),
        spent,
    )


def _fighters(battle: Battle, session: Session) -> Iterator[tuple[str, Fighter]]:
    """What became of everybody."""
    world: World = battle.world
    dealt, taken, downs = Counter[str](), Counter[str](), Counter[str]()
    for event in (entry.event for entry in session.entries):
        if isinstance(event, Damaged | Downed):
            foes = not world.friendly(event.actor, event.target)
            if isinstance(event, Downed):
                downs[event.actor] += foes
            else:
                taken[event.target] += event.amount
                dealt[event.actor] += event.amount * foes
    for one in world.creatures:
        stands = battle.able(one)
        left = max(one.hp.current, 0) if stands else 0
        yield one.id, Fighter(stands, left, dealt[one.id], taken[one.id], downs[one.id])


# --- many ------------------------------------------------------------------------------------


@attrs.frozen
class Plan:
    """What is to be fought: the scenario, and of each battle the seed and who plays which side."""

    scenario: Scenario
    seed: int
    battles: tuple[tuple[int, Mapping[str, str]], ...]
    max_rounds: int
    mirrored: bool


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
    if not mirror:
        every = tuple((first + n, chosen) for n in range(battles))
        return Plan(scenario, first, every, rounds, mirrored=False)
    if len(chosen) != 2:
        raise ValueError(
            _("only battles of two sides can be mirrored, and it has {n}").format(n=len(chosen))
        )
    one, other = chosen
    exchanged = {one: chosen[other], other: chosen[one]}
    pairs = (((first + n, chosen), (first + n, exchanged)) for n in range(ceil(battles / 2)))
    return Plan(scenario, first, tuple(each for pair in pairs for each in pair), rounds, True)


def fought(plan: Plan, workers: int | None = None, progress: Progress | None = None) -> list[Fight]:
    """The battles of a plan, in their order.

    ``workers``: processes, as many as there are cores unless told. Stopped by KeyboardInterrupt it
    comes back with those that are over, up to the first that is not. Errors: ValueError for none.
    """
    return gathered(_task(plan), plan.battles, workers, progress)


def fights(plan: Plan, workers: int | None = None) -> Generator[Fight, None, None]:
    """The same, one after the other as they end; who closes it ends the work.

    >>> from tacsim.content.library import find_scenario
    >>> plan = planned(read_scenario(find_scenario("ogre_bridge")), 100)
    >>> next(fights(plan, workers=1)).winner in ("heroes", "raiders", None)
    True
    """
    return coming(_task(plan), plan.battles, Processes(workers))


def _task(plan: Plan) -> Task[tuple[int, Mapping[str, str]], Fight]:
    here = plan.scenario, plan.max_rounds
    return Task(_next, here, _read, (to_plain(plan.scenario), plan.max_rounds))


def _read(plain: Mapping[str, Any], max_rounds: int) -> tuple[Scenario, int]:
    """What a process of its own fights, and for how many rounds."""
    return from_plain(plain), max_rounds


def _next(fought: tuple[Scenario, int], battle: tuple[int, Mapping[str, str]]) -> Fight:
    scenario, max_rounds = fought
    return fight(scenario, *battle, max_rounds)


# --- counting --------------------------------------------------------------------------------


def wilson(wins: float, battles: int, level: float = 0.95) -> tuple[float, float]:
    """The interval in which a rate lies with such confidence, by Wilson's score.

    >>> [round(bound, 4) for bound in wilson(10, 20)]
    [0.2993, 0.7007]
    """
    if not battles:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    rate, weight = wins / battles, z * z / battles
    middle = (rate + weight / 2) / (1 + weight)
    spread = z * sqrt(rate * (1 - rate) / battles + weight / (4 * battles)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _rates(wins: int, battles: int) -> dict[str, Any]:
    low, high = wilson(wins, battles)
    rate = round(wins / battles, 4) if battles else 0.0
    return {"wins": wins, "rate": rate, "low": round(low, 4), "high": round(high, 4)}


def summary(name: str, plan: Plan, fights: Sequence[Fight], seconds: float) -> dict[str, Any]:
    """What came of some battles, as ``simulate --json`` answers it.

    Rates are of all battles, undecided ones included; damage, downs and the like are means of a
    battle.
    """
    scenario, count = plan.scenario, len(fights)
    rounds = sorted(one.rounds for one in fights)

    def mean(values: Iterator[float]) -> float:
        return round(fmean(values), 3) if count else 0.0

    creatures = {
        who.id: {
            "survives": mean(one.fighters[who.id].stands for one in fights),
            "hp_left": mean(one.fighters[who.id].hp_left for one in fights),
            "damage": mean(one.fighters[who.id].damage for one in fights),
            "taken": mean(one.fighters[who.id].taken for one in fights),
            "downs": mean(one.fighters[who.id].downs for one in fights),
        }
        for who in scenario.creatures
    }
    own = {side.id: [c.id for c in scenario.creatures if c.side == side.id]
           for side in scenario.sides}  # fmt: skip
    answer: dict[str, Any] = {
        "scenario": name,
        "battles": count,
        "seed": plan.seed,
        "turns": sum(one.turns for one in fights),
        "seconds": round(seconds, 3),
        "sides": {
            side.id: {
                "controller": plan.battles[0][1][side.id],
                **_rates(sum(one.winner == side.id for one in fights), count),
                "damage": round(sum(creatures[who]["damage"] for who in own[side.id]), 3),
                "downed": round(sum(creatures[who]["downs"] for who in own[side.id]), 3),
            }
            for side in scenario.sides
        },
        "undecided": sum(one.winner is None for one in fights),
        "rounds": {
            "mean": mean(iter(rounds)),
            "median": median(rounds) if rounds else 0,
            "p90": rounds[ceil(0.9 * count) - 1] if rounds else 0,
        },
        "creatures": creatures,
    }
    if plan.mirrored:
        answer["controllers"] = _by_controller(plan, fights)
    return answer


def _by_controller(plan: Plan, fights: Sequence[Fight]) -> dict[str, Any]:
    """How each controller did, whichever side it played."""
    found = {}
    for name in dict.fromkeys(who.removeprefix("ai:") for who in plan.battles[0][1].values()):
        played = [
            (one, side)
            for one in fights
            for side, who in one.controllers.items()
            if who.removeprefix("ai:") == name
        ]
        wins = sum(one.winner == side for one, side in played)
        spent = [one.choices[name] for one in fights if name in one.choices]
        choices, milliseconds = (sum(one[part] for one in spent) for part in (0, 1))
        found[name] = {
            "wins": wins,
            "battles": len(played),
            **{key: _rates(wins, len(played))[key] for key in ("rate", "low", "high")},
            "ms_per_choice": round(milliseconds / choices, 3) if choices else 0.0,
        }
    return found


def simulate(
    scenario: str | Path | Scenario,
    battles: int = BATTLES,
    sides: Mapping[str, str] | None = None,
    seed: int | None = None,
    *,
    mirror: bool = False,
    morale: bool | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Fight a scenario many times; what ``tacsim simulate --json`` answers.

    ``sides``: the opponents by side, else those of the scenario, and the default one for people and
    scripts. ``seed``: of the first battle, each next one having the next; else the scenario's, or
    0. ``mirror``: each seed twice, the opponents of the two sides exchanged; ``battles`` counts
    both. ``morale``: whether creatures may give up, else as the scenario says. ``workers``:
    processes, all cores unless told; the answer is the same. Stopped by
    KeyboardInterrupt it answers for the battles that are over. Errors: ContentError for the
    scenario; ValueError for an unknown side or opponent.

    >>> found = simulate("ogre_bridge", battles=2, sides={"raiders": "greedy"}, workers=1)
    >>> found["battles"], sum(side["wins"] for side in found["sides"].values())
    (2, 2)
    """
    name = scenario.name if isinstance(scenario, Scenario) else str(scenario)
    read = scenario if isinstance(scenario, Scenario) else read_scenario(find_scenario(scenario))
    plan = planned(with_morale(read, morale), battles, sides, seed, mirror=mirror)
    began = perf_counter()
    fights = fought(plan, workers, progress)
    return summary(name, plan, fights, perf_counter() - began)


__all__ = ["BATTLES", "Fight", "Fighter", "Plan", "fight", "fought", "planned", "simulate",
           "summary", "wilson"]  # fmt: skip
