"""Evening out: battles counted, lopsided pairings given up, the same however many fight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import attrs
import pytest
from gate import slow

from tacsim.content.generate import Draft, Wanted, drafted
from tacsim.content.generate.sides import measured
from tacsim.content.generate.sketch import HEROES, Task
from tacsim.content.scenarios import read_scenario
from tacsim.rulesets import content
from tacsim.sim import balance, promises
from tacsim.sim.balance import BATTLES, LOTS, Evened, evened, generated
from tacsim.sim.fights import Fight, Fighter, fight
from tacsim.sim.plans import Series
from tacsim.sim.promises import CLEAR, STEEP, Promise, Told, Tried, lead, within
from tacsim.sim.simulate import simulate


def test_so_many_battles_tell_so_much():
    assert within(50, 100, 0.5) > 0.9
    assert within(5, 10, 0.5) < within(50, 100, 0.5)
    assert within(0, 10, 0.5) < 0.01
    assert within(75, 100, 0.75) > 0.9 > within(75, 100, 0.5)


def tough(ruleset: str, creature: Mapping[str, Any]) -> float:
    """What a creature counts for by its hit points: with twice as many the root of two."""
    usual = content(ruleset).bestiary[creature["kind"]]["hp"]
    return sqrt(creature.get("hp", usual) / usual)


@pytest.mark.parametrize("ruleset", ["d20", *slow("grid5e")])
def test_it_finds_foes_that_are_even_where_figures_were_wrong(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
):
    """Battles by what creatures are made to be worth, a third more or less than was measured."""
    rng, worth = Random(19), dict[str, float]()

    def side(creatures):
        known = measured()[ruleset]
        for one in creatures:
            worth.setdefault(one["kind"], known[one["kind"]] * exp(rng.choice((-0.3, 0.3))))
        return sum(worth[one["kind"]] * tough(ruleset, one) for one in creatures)

    def rate(scenario):
        sides = [
            side([one for one in scenario.source["creature"] if one["side"] == name])
            for name in ("heroes", "foes")
        ]
        return 1 / (1 + (sides[1] / sides[0]) ** STEEP)

    def fights(_series, plan, _progress):
        odds = rate(plan.scenario)
        ahead = log(odds / (1 - odds)) / CLEAR
        return [_Made(rng.random() < odds, rng.gauss(ahead, 0.15)) for _each in plan.battles]

    monkeypatch.setattr(Series, "fought", fights)
    monkeypatch.setattr(balance, "told", _Made.heard)
    found = []
    for seed in range(4):
        draft = drafted(Wanted(ruleset, seed)).without_task()
        found.append(rate(evened(draft).draft.scenario))
    assert all(0.3 < one < 0.7 for one in found), found
    assert 0.4 < sum(found) / len(found) < 0.6


@pytest.mark.parametrize("seed", [0, *slow(1, 2, 3)])
def test_a_goal_may_be_worth_more_than_many_heroes(seed: int, monkeypatch: pytest.MonkeyPatch):
    """With it the heroes fight as if they were half as mighty again as was measured."""
    rng, known = Random(7 + seed), measured()["d20"]

    def rate(scenario):
        heroes, foes = (
            sum(
                known[one["kind"]] * tough("d20", one)
                for one in scenario.source["creature"]
                if one["side"] == name
            )
            for name in ("heroes", "foes")
        )
        return 1 / (1 + (foes / heroes / 1.55) ** STEEP)

    def fights(_series, plan, _progress):
        return [_Made(rng.random() < rate(plan.scenario)) for _each in plan.battles]

    monkeypatch.setattr(Series, "fought", fights)
    monkeypatch.setattr(balance, "told", _Made.heard)
    task = Task(HEROES, "survive", "stand", rounds=9)
    found = evened(attrs.evolve(drafted(Wanted("d20", seed)), task=task))
    assert found.draft.task
    off = sqrt(0.25 / found.tried.battles)  # what chance makes of so many battles
    assert 0.4 - off < rate(found.draft.scenario) < 0.6 + off


def test_few_battles_are_held_against_what_is_known_of_the_foes(monkeypatch: pytest.MonkeyPatch):
    """The work is done after four long battles, all won, which is not every one."""

    def fights(_series, plan, _progress):
        return [_Made(True, lead=0.1, choices=5000) for _each in plan.battles]

    monkeypatch.setattr(Series, "fought", fights)
    monkeypatch.setattr(balance, "told", _Made.heard)
    found = evened(drafted(Wanted("d20", 1)).without_task())
    assert (found.fought, found.tried.share) == (4, 1.0)
    assert 0.5 < found.share < 0.9


def test_foes_who_are_even_at_once_take_all_battles(monkeypatch: pytest.MonkeyPatch):
    """All are won in turns."""

    def fights(_series, plan, _progress):
        return [_Made(number % 2 == 0) for number, _each in enumerate(plan.battles)]

    monkeypatch.setattr(Series, "fought", fights)
    monkeypatch.setattr(balance, "told", _Made.heard)
    found = evened(drafted(Wanted("d20", 1)).without_task())
    assert found.even
    assert found.fought == found.tried.battles == sum(LOTS)


class _Made:
    """A battle of which only is told who has won it, and by how much."""

    def __init__(self, won: bool, lead: float = 0.0, choices: int = 70) -> None:
        self.told = Told(float(won), lead, 0.0)
        self.choices = {"quick": (choices, 0.0)}

    def heard(self, draft: Draft) -> Told:
        return self.told._replace(toughness=draft.toughness)


def test_what_was_luck_counts_less(monkeypatch: pytest.MonkeyPatch):
    """Half of the battles are won, most of them by luck; hit points stay as they are."""
    monkeypatch.setattr(promises, "LEVELS", (1.0,))
    drawn, rng = drafted(Wanted("d20", 1)), Random(3)
    draft = attrs.evolve(drawn, task=Task(HEROES, "survive", "stand", rounds=9))  # no leads
    off: dict[bool, list[float]] = {True: [], False: []}
    for _each in range(60):
        pairs = [(rng.gauss(0, 0.25), rng.gauss(0, 0.15)) for _battle in range(40)]
        for known, found in off.items():
            told = tuple(Told(float(luck + rest > 0), 0.0, luck * known) for luck, rest in pairs)
            promised = Promise(draft, [draft.foes]).of({draft.foes: Tried(draft, told)}, 0.5)
            found.append(promised[draft.foes].share - 0.5)
    assert sum(n * n for n in off[True]) < 0.7 * sum(n * n for n in off[False])


def test_the_luck_of_attacks_is_none_in_the_mean_and_wins_battles():
    scenario = read_scenario(Path(__file__).with_name("duel.toml"))
    players, lucks = {"blue": "ai:quick", "red": "ai:quick"}, defaultdict[bool, list[float]](list)
    for seed in range(60):
        found = fight(scenario, seed, players, 30, luck=True)
        lucks[found.winner == "blue"].append(found.luck)
    every = [luck for some in lucks.values() for luck in some]
    assert abs(mean(every)) < 3 * stdev(every) / sqrt(len(every))
    assert mean(lucks[True]) > 0 > mean(lucks[False])
    assert not fight(scenario, 0, players, 1).luck


def test_what_is_left_of_a_side_says_how_much_mightier_it_is():
    def after(*left: int) -> Fight:
        fighters = {
            str(n): Fighter(stands=hp > 0, hp_left=hp, damage=0, taken=10 - hp, downs=0)
            for n, hp in enumerate(left)
        }
        return Fight("heroes", 1, 4, {}, fighters, {})

    half = lead(after(10, 0, 0, 0), 2)
    assert half == pytest.approx(log(2 / sqrt(3)))  # of 2, the root of 4 - 3 is left
    assert lead(after(0, 0, 10, 0), 2) == pytest.approx(-half)
    assert half < lead(after(10, 10, 0, 0), 2) < 1  # nobody is endlessly mightier


@pytest.mark.slow
def test_what_is_taken_is_even_in_fresh_battles_too():
    draft = drafted(Wanted("d20", 100, "cave"))
    found = evened(draft, workers=2)
    assert found.even
    assert found.fought <= BATTLES
    fresh = simulate(found.draft.scenario, 100, {"heroes": "quick", "foes": "quick"}, 99_000)
    assert 0.3 <= fresh["sides"]["heroes"]["rate"] <= 0.7  # three times what chance makes of 10


@pytest.mark.slow
def test_the_processes_do_not_matter():
    texts = {generated("d20", "ship", seed=2, workers=n).text for n in (1, 2)}
    assert len(texts) == 1


def test_it_can_be_broken_off_and_says_how_far_it_is():
    told = []

    def stop(done, of):
        told.append((done, of))
        if done == 3:
            raise KeyboardInterrupt

    draft = drafted(Wanted("d20", 5, "ship"))
    found = evened(draft, workers=1, progress=stop)
    assert told == [(1, BATTLES), (2, BATTLES), (3, BATTLES)]
    assert not found.complete
    assert (found.tried.battles, found.fought) == (3, 3)
    assert found.draft.heroes == draft.heroes


@pytest.mark.slow
def test_a_goal_that_decides_the_battle_is_dropped():
    draft = drafted(Wanted("d20", 5, "ship"))
    easy = attrs.evolve(draft, task=Task(HEROES, "survive", "stand for a round", rounds=1))
    battles = 3 * 12  # of three groups, all of them won
    stopped = []

    def stop(done, _of):
        stopped.append(done)
        if done > battles:
            raise KeyboardInterrupt

    assert evened(easy, workers=1, progress=stop).draft.task is None
    assert len(stopped) > battles


def test_why_foes_have_other_hit_points_stands_in_the_file(monkeypatch: pytest.MonkeyPatch):
    tougher = attrs.evolve(drafted(Wanted("grid5e", 4)), toughness=1.2)
    monkeypatch.setattr(balance, "evened", lambda *_all: Evened(Tried(tougher), 100, True, 0.5))
    why = "# The foes have 120% of their kinds' hit points, to bring the heroes' chance to 50%."
    assert generated("grid5e", seed=4).text.splitlines()[1] == why


def test_the_call_that_makes_it_again_stands_in_the_file():
    made = generated("d20", "fortress-gate", seed=4, difficulty="hard", trial=False)
    first = made.text.splitlines()[0]
    assert "tacsim generate d20 --kind fortress_gate --seed 4 --difficulty hard --no-trial" in first
    assert made.tables["seed"] == 4
    again = generated("d20", "fortress-gate", seed=4, difficulty="hard", trial=False)
    assert again.text == made.text
