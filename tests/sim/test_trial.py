"""Trials: where people fall, when enough is known, what is worth a look, and what goes wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, median
from typing import Any

import pytest
from cli.calls import call, unusable
from gate import slow

import tacsim
from tacsim.ai.playouts.quick import Quick
from tacsim.api.opening import scenario_of
from tacsim.content.plain import from_plain
from tacsim.content.records import Scenario
from tacsim.sim.saves import Wanted, saved
from tacsim.sim.simulate import trial_of
from tacsim.sim.stats import wilson
from tacsim.sim.tally import Tally
from tacsim.sim.trial import LOT
from tacsim.sim.workers import Processes
from tacsim.storage.saved import parse

DUEL = str(Path(__file__).parent / "duel.toml")
QUICK = {"blue": "quick", "red": "quick"}
BOARD = "#" * 12 + ("\n#" + "." * 10 + "#") * 6 + "\n" + "#" * 12


def duel(kind: str, at: list[int], **of: Any) -> Scenario:
    """A foe that stands still, one hit from its end, and somebody who hits it."""
    return from_plain({
        "format": 1, "name": "A fall", "ruleset": "d20", "map": {"format": 1, "grid": BOARD},
        "rules": {}, "bestiary": {}, "weapon": {}, "do": [],
        "side": [{"id": "heroes"}, {"id": "raiders", "controller": "script"}],
        "creature": [
            {"id": "ann", "kind": "ogre", "name": "Ann", "side": "heroes", "at": [1, 1], "hp": 500},
            {"id": "foe", "kind": kind, "name": "Foe", "side": "raiders", "at": at, "hp": 1, **of},
        ],
    })  # fmt: skip


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in found.items() if key != "seconds"}


@pytest.mark.parametrize("at", ["_add", "_count_players"])
def test_ctrl_c_while_a_battle_is_counted_waits_until_it_is(
    at: str, monkeypatch: pytest.MonkeyPatch
):
    trial = trial_of(DUEL, 3, QUICK)
    count = getattr(Tally, at)

    def interrupted(tally: Tally, *told: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        count(tally, *told)

    monkeypatch.setattr(Tally, at, interrupted)
    with heard():
        trial.fight(Processes(1))
    (tally,) = trial.tallies
    assert trial.done == tally.battles == 1
    answer = trial.answer()
    assert sum(one["wins"] for one in answer["sides"].values()) + answer["undecided"] == 1
    assert all(one["hp_spread"].count(0) in (7, 8) for one in answer["creatures"].values())


@contextmanager
def heard() -> Iterator[None]:
    """Ctrl-C is heard, also where tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- who falls where and when --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "cells"),
    [("dummy", [[6, 2]]), ("ogre", [[6, 2], [6, 3], [7, 2], [7, 3]])],
)
def test_people_fall_in_the_cells_that_they_cover(kind, cells):
    sides = {"heroes": "quick", "raiders": "script"}
    found = tacsim.simulate(duel(kind, [6, 2]), 3, sides, workers=1)
    assert found["sides"]["heroes"]["wins"] == 3
    assert [one["at"] for one in found["fell"]] == cells
    assert all(one["count"] == 3 and one["creatures"] == {"foe": 3} for one in found["fell"])
    assert found["creatures"]["foe"]["falls"] == 1
    assert found["creatures"]["ann"]["falls"] == 0
    assert found["creatures"]["ann"]["hp_spread"] == [0, 0, 0, 0, 0, 0, 0, 3]
    assert found["sides"]["raiders"]["first_loss"]["mean"] == found["first_down"]["mean"] > 0
    assert found["sides"]["heroes"]["first_loss"]["mean"] == 0


def test_falls_and_opportunities_are_what_the_battles_say_one_by_one():
    """Counted anew from the JSON lines of each battle."""
    name, seeds = "ogre_bridge", range(3, 5)
    sides = {"heroes": "greedy", "raiders": "greedy"}
    found = tacsim.simulate(name, 2, sides, 3, workers=1)
    told = ("--side", "heroes=greedy", "--side", "raiders=greedy")
    battles = [
        [json.loads(line)
         for line in call("run", name, "--auto", *told, "--seed", seed, "--json").out.splitlines()]
        for seed in seeds
    ]  # fmt: skip
    events = [event for battle in battles for event in battle]
    for key, event, field in (("falls", "downed", "target"),
                              ("opportunities_given", "provoked", "actor"),
                              ("opportunities_taken", "took", "actor")):  # fmt: skip
        counted = Counter(one[field] for one in events if one["event"] == event)
        assert counted, key
        assert {who: one[key] for who, one in found["creatures"].items()} == {
            who: counted[who] / 2 for who in found["creatures"]
        }
    first = [next(one["round"] for one in battle if one["event"] == "downed") for battle in battles]
    assert found["first_down"]["mean"] == fmean(first)
    assert found["first_down"]["median"] == median(first)
    assert [row["first_down"] for row in found.records] == first


# --- records -------------------------------------------------------------------------------------


def test_records_are_flat_rows_of_the_same_columns_that_add_up_to_the_answer():
    found = tacsim.simulate(DUEL, 6, QUICK, 2, workers=1)
    rows = found.records
    assert [row["seed"] for row in rows] == list(range(2, 8))
    assert len({tuple(row) for row in rows}) == 1
    assert all(isinstance(one, str | int | None) for row in rows for one in row.values())
    assert Counter(row["winner"] for row in rows) == Counter(
        {side: one["wins"] for side, one in found["sides"].items() if one["wins"]}
    )
    for side, one in found["sides"].items():
        left = fmean(row[f"{side}.hp_left"] for row in rows)
        assert one["hp_left"] == pytest.approx(left, abs=2e-3)
        standing = fmean(row[f"{side}.standing"] for row in rows)
        assert one["standing"] == pytest.approx(standing, abs=1e-3)
    assert found["rounds"]["mean"] == pytest.approx(fmean(row["rounds"] for row in rows), abs=1e-3)
    people = found.creatures
    assert [row["creature"] for row in people] == list(found["creatures"])
    assert all(isinstance(one, str | int | float) for row in people for one in row.values())


def test_lists_that_are_varied_are_texts_in_records():
    vary = {"lucan.conditions": [[], ["prone"]]}
    found = tacsim.simulate(DUEL, 1, QUICK, vary=vary, workers=1)
    assert [row["lucan.conditions"] for row in found.records] == ["", "prone"]
    assert found.creatures[-1]["lucan.conditions"] == "prone"


def test_data_frames_take_records_as_they_are():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    found = tacsim.simulate(DUEL, 4, QUICK, vary={"rules.morale": [True, False]}, workers=1)
    frame = pandas.DataFrame(found.records)
    assert frame.shape[0] == 8
    assert frame.groupby("rules.morale")["rounds"].mean().notna().all()


# --- enough --------------------------------------------------------------------------------------


def margin(winners: list[str | None]) -> float:
    """How far the least sure rate may be off."""
    off = []
    for side in QUICK:
        wins = winners.count(side)
        low, high = wilson(wins, len(winners))
        off += [wins / len(winners) - low, high - wins / len(winners)]
    return max(off)


@pytest.mark.parametrize("precision", [18, *slow(13)])
def test_it_goes_on_until_all_is_known_well_enough_whoever_fights(precision):
    one, two = (
        tacsim.simulate(DUEL, sides=QUICK, precision=precision, workers=count) for count in (1, 2)
    )
    assert without_times(one) == without_times(two)
    winners = [row["winner"] for row in one.records]
    assert len(winners) % LOT == 0
    assert margin(winners) <= precision / 100 < margin(winners[:-LOT])


def test_with_a_precision_the_battles_are_the_most():
    found = tacsim.simulate(DUEL, 5, QUICK, precision=1, workers=1)
    assert found["battles"] == 5


@pytest.mark.parametrize("text", ["0", "-3", "51", "nan"])
def test_a_precision_that_is_none_is_one_line(text):
    unusable(call("simulate", DUEL, "--precision", text), "precision")


# --- cases ---------------------------------------------------------------------------------------


def test_cases_are_fought_over_the_same_seeds_and_differ_by_what_was_varied():
    vary = {"lucan.hp": [6, 60]}
    one, two = (tacsim.simulate(DUEL, 12, QUICK, vary=vary, workers=count) for count in (1, 2))
    assert without_times(one) | {"cases": 0} == without_times(two) | {"cases": 0}
    few, many = ([row for row in one.records if row["lucan.hp"] == hp] for hp in (6, 60))
    assert [row["seed"] for row in few] == [row["seed"] for row in many] == list(range(12))
    assert few == [
        {"lucan.hp": 6, **row} for row in tacsim.simulate(DUEL, 12, QUICK, workers=1).records
    ]
    (told,) = one["differences"]
    wins = [Counter(row["winner"] for row in rows)["blue"] for rows in (few, many)]
    assert told["values"] == {"lucan.hp": 60}
    assert told["sides"]["blue"]["rate"]["difference"] == pytest.approx(
        (wins[1] - wins[0]) / 12, abs=1e-4
    )
    assert told["rounds"]["difference"] == pytest.approx(
        fmean(b["rounds"] - a["rounds"] for a, b in zip(few, many, strict=True)), abs=1e-4
    )
    left = told["sides"]["blue"]["hp_left"]
    assert left["real"]
    assert 0 < left["low"] < left["difference"] < left["high"]


def test_what_is_the_same_is_not_called_different():
    found = tacsim.simulate(DUEL, 4, QUICK, vary={"rules.morale": [False, "no"]}, workers=1)
    (told,) = found["differences"]
    each = [one for side in told["sides"].values() for one in side.values()] + [told["rounds"]]
    assert [(one["difference"], one["p"], one["real"]) for one in each] == [(0, 1, False)] * 5
    answer = call("simulate", DUEL, "--battles", 2, "--vary", "rules.morale=no,off",
                  "--workers", 1).out  # fmt: skip
    assert "cannot be told from 2 battles" in answer
    assert "real" not in answer


def test_what_is_real_is_said_plainly():
    sides = {"heroes": "quick", "raiders": "script"}
    found = tacsim.simulate(duel("dummy", [6, 2]), 12, sides, workers=1,
                            vary={"ann.conditions": [[], ["helpless"]]})  # fmt: skip
    (told,) = found["differences"]
    rate = told["sides"]["heroes"]["rate"]
    assert (rate["difference"], rate["real"]) == (-1, True)
    from tacsim.view.wording.odds_words import conclusions

    said = list(conclusions(found))
    assert said[0].startswith(
        "ann.conditions=helpless: the wins of heroes are 100 points less than with "
        "ann.conditions=none, which is real"
    )


# --- worth a look --------------------------------------------------------------------------------


def test_the_battles_worth_a_look_are_those_that_their_words_say():
    found = tacsim.simulate(DUEL, 15, QUICK, workers=1)
    rows = {row["seed"]: row for row in found.records}
    told = found["notable"]
    side, foe = "blue", "red"
    assert told["side"] == side
    won = Counter(row["winner"] for row in rows.values())
    assert 0 < won[side] < 15, "so that all three differ"
    usual = won.most_common(1)[0][0]
    assert told["typical"]["winner"] == rows[told["typical"]["seed"]]["winner"] == usual

    def luck(row: dict[str, Any]) -> tuple[bool, float]:
        return row["winner"] == side, row[f"{side}.hp_left"] - row[f"{foe}.hp_left"]

    assert luck(rows[told["luckiest"]["seed"]]) == max(map(luck, rows.values()))
    assert luck(rows[told["worst"]["seed"]]) == min(map(luck, rows.values()))
    lasted = [row["rounds"] for row in rows.values() if row["winner"] == usual]
    assert min(lasted) <= told["typical"]["rounds"] <= max(lasted)


def test_a_battle_that_is_kept_is_the_battle_that_was_fought():
    found = tacsim.simulate(DUEL, 3, QUICK, workers=1)
    scenario = scenario_of(DUEL)
    for row in found.records:
        players = {side: row[f"{side}.controller"] for side in QUICK}
        data = saved(Wanted(scenario, row["seed"], players, 100))
        last = list(tacsim.Replay(parse(data, Path("x"))[0]))[-1]
        assert (last["event"], last["winner"], last["round"]) == (
            "battle_ended", row["winner"], row["rounds"],
        )  # fmt: skip


# --- what goes wrong -----------------------------------------------------------------------------


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An opponent that fails in round 2 of the battles of seed 2; the folder of saves."""
    choose = Quick.choose

    def fails(self: Quick, battle: Any, decision: Any) -> Any:
        if battle.world.dice.seed == 2 and battle.world.clock.round == 2:
            raise LookupError("a hole in the floor")
        return choose(self, battle, decision)

    monkeypatch.setattr(Quick, "choose", fails)
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_battle_that_fails_is_told_with_its_seed_and_its_save(failing: Path, workers: int):
    asked = ("simulate", DUEL, "--side", "blue=quick", "--side", "red=quick",
             "--battles", 5, "--workers", workers)  # fmt: skip
    answer = call(*asked, "--json")
    found = answer.json
    assert answer.code == 1
    assert found["battles"] == 4
    (fault,) = found["faults"]
    assert (fault["seed"], fault["controllers"]) == (2, {"blue": "ai:quick", "red": "ai:quick"})
    assert re.fullmatch(r"LookupError: a hole in the floor \(test_trial.py:\d+\)", fault["error"])
    assert answer.err.count("\n") == 1
    assert "seed 2" in answer.err
    assert fault["save"] in answer.err
    path = Path(fault["save"])
    assert path.is_relative_to(failing)
    kept = list(tacsim.replay(path))
    assert {one["round"] for one in kept} >= {1, 2}
    assert "battle_ended" not in {one["event"] for one in kept}
    again = call(*asked, "--json").json["faults"][0]["save"]
    assert again != fault["save"]


def test_a_seed_of_which_a_battle_fails_counts_in_no_case(failing: Path):
    found = tacsim.simulate(DUEL, 5, QUICK, workers=1,
                            vary={"red.controller": ["quick", "greedy"]})  # fmt: skip
    assert [row["seed"] for row in found.records] == [0, 1, 3, 4] * 2
    assert {one["seed"] for one in found["faults"]} == {2}


@pytest.mark.parametrize("battles", [24, *slow(60)])
def test_a_killed_process_changes_nothing_in_the_answer(battles: int):
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    if not children.exists():
        pytest.skip("a system that tells whose child a process is (Linux) runs this")
    asked = ["simulate", DUEL, "--battles", str(battles), "--side", "blue=quick",
             "--side", "red=quick", "--json"]  # fmt: skip
    expected = call(*asked, "--workers", 1).json
    running = subprocess.Popen([sys.executable, "-m", "tacsim", *asked, "--workers", "2"],
                               stdout=subprocess.PIPE, text=True)  # fmt: skip
    try:
        mine = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while running.poll() is None and len(mine.read_text().split()) < 2:
            time.sleep(0.01)
        os.kill(int(mine.read_text().split()[0]), signal.SIGKILL)
        out, _err = running.communicate(timeout=300)
    finally:
        running.kill()
    assert running.returncode == 0
    assert without_times(json.loads(out)) == without_times(expected)


def test_a_trial_goes_on_where_it_was_left():
    """Stopped after three battles, and gone on with by others."""
    trial = trial_of(DUEL, 7, QUICK)

    def stop(one: Any) -> None:
        if one.done == 3:
            raise KeyboardInterrupt

    trial.fight(Processes(1), stop)
    assert (trial.battles, trial.enough) == (3, False)
    trial.fight(Processes(2))
    assert (trial.battles, trial.enough) == (7, True)
    assert trial.answer().records == tacsim.simulate(DUEL, 7, QUICK, workers=1).records
