"""Forecasts, against counts by hand and against what dice do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from battles import PATHS
from boards import battle, shortbow, turn_of
from chances import facts_of, sampled, states, unlikely
from gate import slow

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.intents import CoupDeGrace, FullAttack, Move, Strike, Trip
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.rules import forecast as forecasts
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import commit, start, submit
from tacsim.rules.forecast import Answer, Forecast, TooManyError, forecast

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests/app/scenarios"


def foretold(
    fight: Battle, intent: Strike | FullAttack | Move | Trip | CoupDeGrace, **more: None
) -> Forecast:
    found = forecast(fight, intent, **more)
    assert isinstance(found, Forecast), found
    return found


def blows(
    bonus: int, armour_class: int, extra: int, times: int = 2
) -> Iterator[tuple[str, int, Fraction]]:
    """Every attack with a club that may fall: outcome, damage, and the probability of the dice.

    ``times``: what a critical multiplies the damage by; that of a shortbow is 3.
    """
    each = Fraction(1, 20)
    for natural in range(1, 21):
        hit = natural == 20 or (natural != 1 and natural + bonus >= armour_class)
        if not hit:
            yield "miss", 0, each
            continue
        if natural < 20:
            for face in range(1, 7):
                yield "hit", max(1, face + extra), each / 6
            continue
        for confirm in range(1, 21):
            sure = confirm == 20 or (confirm != 1 and confirm + bonus >= armour_class)
            for faces in product(range(1, 7), repeat=times if sure else 1):
                amount = max(1, sum(faces) + len(faces) * extra)
                yield "critical" if sure else "hit", amount, each / 20 / 6 ** len(faces)


def amounts_of(bonus: int, armour_class: int, extra: int) -> dict[int, Fraction]:
    """The damage of an attack, none where it misses, and how likely each amount is."""
    found: dict[int, Fraction] = {}
    for _, amount, chance in blows(bonus, armour_class, extra):
        found[amount] = found.get(amount, Fraction(0)) + chance
    return found


@pytest.mark.rule("d20.attack.roll")
@pytest.mark.rule("d20.attack.crit")
def test_a_plain_attack_agrees_with_a_count_of_every_die():
    fight = turn_of(
        battle(
            "Fo",
            {"F": {"base": 3, "abilities": {"strength": 15}},
             "o": {"hp": 6, "armour": {"armour": 4}}},
        ),
        "F",
    )  # fmt: skip
    every = list(blows(5, 14, 2))
    assert sum(chance for *_, chance in every) == 1
    found = foretold(fight, Strike("F", "o"))
    (attack,) = found.attacks
    assert (attack.actor, attack.target, attack.weapon, attack.opportunity) == (
        "F", "o", "club", False,
    )  # fmt: skip
    assert attack.made == 1
    assert attack.hit == float(sum(c for outcome, _, c in every if outcome != "miss"))
    assert attack.critical == float(sum(c for outcome, _, c in every if outcome == "critical"))
    mean = float(sum(amount * c for _, amount, c in every))
    assert attack.damage == found.damage["o"] == mean
    assert found.downs["o"] == float(sum(c for _, amount, c in every if amount >= 6))
    assert found.ends == ((Body((0, 0), (1, 1)), 1.0),)
    assert fight.world["o"].hp.current == 6


@pytest.mark.rule("d20.attack.iterative")
def test_a_full_attack_goes_on_from_every_blow():
    """Two blows, the second at -5; at whoever is down at last no more is struck."""
    fight = turn_of(battle("Fo", {"F": {"base": 6}, "o": {"hp": 9}}), "F")
    first, second = (amounts_of(bonus, 10, 0) for bonus in (6, 1))
    down, mean, made = Fraction(0), Fraction(0), Fraction(0)
    for one, chance in first.items():
        mean += one * chance
        if one >= 9:
            down += chance
            continue
        made += chance
        for other, more in second.items():
            mean += other * chance * more
            down += chance * more * (one + other >= 9)
    found = foretold(fight, FullAttack("F", "o"))
    assert found.downs["o"] == float(down)
    assert found.damage["o"] == float(mean)
    assert [float(attack.made) for attack in found.attacks] == [1.0, float(made)]


def test_a_shot_past_two_opportunities_agrees_with_a_count_and_takes_few_steps(monkeypatch):
    """Whoever shoots has the hit points that two blows leave, and none of them matters to it."""
    fight = turn_of(
        battle(
            ".o....\nF....x\n.p....",
            {"F": {"hp": 20, "weapons": [shortbow()]}, "o": {"abilities": {"strength": 18}},
             "p": {"abilities": {"strength": 18}}, "x": {"hp": 6}},
        ),
        "F",
    )  # fmt: skip
    amounts = amounts_of(4, 10, 4)
    left: dict[int, Fraction] = {}
    for (one, chance), (other, more) in product(amounts.items(), repeat=2):
        rest = 20 - one if one >= 20 else 20 - one - other
        left[rest] = left.get(rest, Fraction(0)) + chance * more
    second = sum((chance for amount, chance in amounts.items() if amount < 20), Fraction(0))
    stands = sum((chance for rest, chance in left.items() if rest > 0), Fraction(0))
    shots = list(blows(0, 10, 0, times=3))
    steps: list[int] = []

    def counted(*told: Any) -> None:
        steps.append(1)
        commit(*told)

    monkeypatch.setattr(forecasts, "commit", counted)
    found = foretold(fight, Strike("F", "x"))
    assert found.downs["F"] == float(1 - stands)
    assert [attack.made for attack in found.attacks] == [1.0, float(second), float(stands)]
    mean = sum((amount * chance for _, amount, chance in shots), Fraction(0))
    assert found.damage["x"] == float(mean * stands)
    down = sum((chance for _, amount, chance in shots if amount >= 6), Fraction(0))
    assert found.downs["x"] == float(down * stands)
    assert len(steps) < len(left) * len({amount for _, amount, _ in shots})


@pytest.mark.rule("d20.aoo.interrupt")
def test_a_way_past_a_foe_may_end_there():
    fight = turn_of(battle(".....\nF....\n.o...\n.....", {"F": {"hp": 4}}), "F")
    found = foretold(fight, Move("F", path=((1, 0), (2, 0), (3, 0))))
    every = list(blows(0, 10, 0))
    down = float(sum(chance for _, amount, chance in every if amount >= 4))
    (given,) = found.opportunities
    assert (given.actor, given.by, given.cell, given.given) == ("F", "o", (0, 1), 1.0)
    assert found.downs == {"F": down}
    assert found.ends_in(Body((3, 0), (1, 1))) == pytest.approx(1 - down, abs=1e-15)
    assert found.ends_in(Body((0, 1), (1, 1))) == down
    assert found.assumed == (Answer("o", "opportunity", True),)


@pytest.mark.rule("d20.trip")
def test_a_trip_is_a_touch_a_contest_and_what_the_foe_tries_in_return():
    fight = turn_of(
        battle("Fo", {"F": {"abilities": {"strength": 14}, "feats": ["improved_unarmed_strike"]},
                      "o": {"abilities": {"strength": 12}}}), "F",
    )  # fmt: skip
    touch = Fraction(sum(1 for n in range(2, 21) if n == 20 or n + 2 >= 10), 20)
    pairs = list(product(range(1, 21), repeat=2))
    won = Fraction(sum(1 for a, b in pairs if a + 2 >= b + 1), 400)
    back = Fraction(sum(1 for a, b in pairs if a + 1 > b + 2), 400)
    found = foretold(fight, Trip("F", "o"))
    checks = {check.what: (check.made, check.passed) for check in found.checks}
    assert checks == {
        "trip_touch": (1.0, float(touch)),
        "trip": (float(touch), float(won)),
        "trip_back": (float(touch * (1 - won)), float(back)),
    }
    assert found.conditions["o", "prone"] == float(touch * won)
    assert found.conditions["F", "prone"] == float(touch * (1 - won) * back)
    assert Answer("o", "trip_back", True) in found.assumed


@pytest.mark.rule("d20.helpless")
def test_a_coup_de_grace_hits_without_a_roll_and_the_save_hangs_on_its_damage():
    """A club with strength +2, twice: 2d6 + 4; Fortitude +6 against 10 and the damage."""
    down = {"conditions": ["helpless", "prone"], "hp": 30, "saves": {"fort": 6}}
    board = battle("Ab", {"A": {"abilities": {"strength": 14}}, "b": down})
    found = foretold(turn_of(board, "A"), CoupDeGrace("A", "b"))
    every = [sum(faces) + 4 for faces in product(range(1, 7), repeat=2)]
    (hit,) = found.hits
    assert (hit.actor, hit.target, hit.weapon, hit.made) == ("A", "b", "club", 1)
    assert hit.damage == found.damage["b"] == 11
    lives = [max(1, sum(n == 20 or (n > 1 and n + 6 >= 10 + one) for n in range(1, 21)))
             for one in every]  # fmt: skip
    dies = 1 - Fraction(sum(lives), 20 * len(every))
    assert found.conditions["b", "dead"] == pytest.approx(float(dies), abs=1e-12)
    assert not found.attacks


SCENES = [pytest.param(path, id=path.stem) for path in sorted(SCENARIOS.glob("*.toml"))]


@pytest.mark.parametrize("path", [*SCENES, *PATHS])
def test_whatever_may_be_done_is_foretold(path: Path):
    """Some turns at random: every option that is no move, and the ends of each way to move."""
    fight, rng = begin(read_scenario(path), seed=1), Random(path.stem)
    start(fight)
    for _ in range(5):
        found = choices(fight)
        if found is None:
            break
        tried = [one for one in found if not isinstance(one.intent, Move)]
        tried += [
            one
            for family in found.families
            for one in family.options[:: len(family.options) - 1 or 1]
        ]
        for option in rng.sample(tried, min(12, len(tried))):
            with suppress(TooManyError):
                assert isinstance(forecast(fight, option.intent), Forecast)
        submit(fight, rng.choice(tried).intent)


def test_what_is_refused_keeps_its_reason():
    fight = turn_of(battle("F..o"), "F")
    refusal = forecast(fight, Strike("F", "o"))
    assert isinstance(refusal, Refused)
    assert refusal.clause == "d20.threat"


def test_nobody_unseen_strikes_in_a_forecast():
    """In the dark a foe threatens the way; the truth knows it, the mover does not."""
    fight = turn_of(battle(".F...\n...o.", {"o": {"darkvision": 9}}, fog=True, dark=True), "F")
    way = Move("F", path=((2, 0), (3, 0), (4, 0)))
    assert foretold(fight, way).opportunities == ()
    assert [one.by for one in foretold(fight, way, as_seen_by=None).opportunities] == ["o"]


@pytest.mark.parametrize("count", [2, *slow(30)])
@pytest.mark.parametrize("ruleset", ["d20", "grid5e", "metric", "pool"])
def test_what_is_foretold_is_what_dice_do(ruleset, count):
    """States of battles under way, each carried on 500 times: as often as it was foretold."""
    compared = 0
    for state, intent in states(ruleset, count):
        told = foretold(state, intent, as_seen_by=None)
        chances = facts_of(told)
        counts = sampled(state, intent, 500)
        for fact, chance in chances.items():
            assert not unlikely(counts[fact], 500, chance), (ruleset, intent, fact, chance)
            compared += 0 < chance < 1
        assert counts.keys() <= chances.keys(), (ruleset, intent)
    assert compared >= count
