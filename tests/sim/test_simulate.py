"""Many battles: what is counted is what the battles say one by one, whoever fights them."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from statistics import fmean, median
from threading import Condition, Thread
from typing import Any

import attrs
import pytest
from cli.calls import call, unusable
from gate import slow

import tacsim
from tacsim.api.opening import scenario_of
from tacsim.content.plain import from_plain, to_plain
from tacsim.sim.fights import Fight
from tacsim.sim.plans import Plan, Series, fights, planned
from tacsim.sim.stats import wilson
from tacsim.sim.tally import Tally

DUEL = str(Path(__file__).parent / "duel.toml")
TIMES = {"seconds"}


def lines(name: str, seed: int, *more: str) -> list[dict[str, Any]]:
    """A battle by the opponents, event by event."""
    out = call("run", name, "--auto", "--seed", str(seed), "--json", *more).out
    return [json.loads(line) for line in out.splitlines()]


def sides_of(name: str) -> dict[str, str]:
    return {who: one.side for who, one in tacsim.load(name, seed=0).creatures.items()}


def without_times(answer: dict[str, Any]) -> dict[str, Any]:
    for one in answer.get("controllers", {}).values():
        del one["ms_per_choice"]
    return {key: value for key, value in answer.items() if key not in TIMES}


@pytest.mark.parametrize(
    "name", ["dawn_duel", pytest.param("standing_stones", marks=pytest.mark.slow)]
)
def test_what_is_counted_is_what_the_battles_say_one_by_one(name):
    """Counted anew from the JSON lines of each battle."""
    seeds = range(5, 7)
    side = sides_of(name)
    players = [f"--side={one}=quick" for one in dict.fromkeys(side.values())]
    asked = ("--battles", 2, "--seed", 5, "--workers", 1, "--json")
    found = call("simulate", name, *asked, *players).json
    battles = [lines(name, seed, *players) for seed in seeds]
    winners = Counter(battle[-1]["winner"] for battle in battles)
    assert (found["scenario"], found["battles"], found["seed"]) == (name, 2, 5)
    assert {one: found["sides"][one]["wins"] for one in found["sides"]} == {
        one: winners[one] for one in dict.fromkeys(side.values())
    }
    assert found["undecided"] == winners[None]
    rounds = [battle[-1]["round"] for battle in battles]
    assert found["rounds"]["mean"] == pytest.approx(fmean(rounds), abs=1e-3)
    assert found["rounds"]["median"] == median(rounds)
    assert found["turns"] == sum(
        event["event"] == "turn_started" for battle in battles for event in battle
    )
    for who, own in side.items():
        hurt = [
            event
            for battle in battles
            for event in battle
            if event["event"] == "damaged" and side[event["target"]] != side[event["actor"]]
        ]
        dealt = sum(event["amount"] for event in hurt if event["actor"] == who)
        taken = sum(event["amount"] for battle in battles for event in battle
                    if event["event"] == "damaged" and event["target"] == who)  # fmt: skip
        downs = [event["target"] for battle in battles for event in battle
                 if event["event"] == "downed" and event["actor"] == who]  # fmt: skip
        told = found["creatures"][who]
        assert told["damage"] == pytest.approx(dealt / len(seeds), abs=1e-3)
        assert told["taken"] == pytest.approx(taken / len(seeds), abs=1e-3)
        assert told["downs"] == sum(side[one] != own for one in downs) / len(seeds)
    for one, told in found["sides"].items():
        own = [who for who in side if side[who] == one]
        whole = sum(found["creatures"][who]["damage"] for who in own)
        assert told["damage"] == pytest.approx(whole, abs=1e-2)


def test_the_answer_does_not_depend_on_how_many_processes_fight():
    asked = ("simulate", DUEL, "--battles", 5, "--mirror", "--side", "blue=greedy")
    one, three = (
        without_times(call(*asked, "--workers", count, "--json").json) for count in (1, 3)
    )
    assert one == three


def tallied(plan: Plan, found: Iterable[Fight]) -> Tally:
    """Some battles of a plan, from the first on, counted."""
    tally = Tally(plan)
    for number, one in enumerate(found):
        tally.add(number, one)
    return tally


def test_with_a_mirror_each_seed_is_fought_twice_the_players_exchanged():
    scenario = scenario_of(DUEL)
    plan = planned(scenario, 5, {"blue": "greedy", "red": "cautious"}, 3, mirror=True)
    assert [seed for seed, _ in plan.battles] == [3, 3, 4, 4, 5, 5]
    players = [tuple(chosen.values()) for _, chosen in plan.battles]
    assert players == 3 * [("ai:greedy", "ai:cautious"), ("ai:cautious", "ai:greedy")]
    found = list(fights(plan, workers=1))
    answer = tallied(plan, found).answer("x", 1.0)
    won = Counter(one.controllers[one.winner] for one in found if one.winner is not None)
    assert answer["battles"] == 6
    for name, one in answer["controllers"].items():
        assert (one["wins"], one["battles"]) == (won[f"ai:{name}"], 6)
        assert one["rate"] == pytest.approx(won[f"ai:{name}"] / 6, abs=1e-4)
        assert one["ms_per_choice"] > 0


def test_a_mirror_of_one_player_is_even_over_both_of_its_places():
    answer = tacsim.simulate(DUEL, 8, {"blue": "greedy"}, 1, mirror=True, workers=1)
    (one,) = answer["controllers"].values()
    assert one["battles"] == 16
    assert one["wins"] + answer["undecided"] == 8


def test_rates_are_of_all_battles_the_undecided_included():
    scenario = scenario_of(DUEL)
    plan = planned(scenario, 3, {"blue": "greedy", "red": "greedy"}, seed=2)
    found = list(fights(plan, workers=1))
    drawn = [attrs.evolve(found[0], winner=None), *found[1:]]
    answer = tallied(plan, drawn).answer("x", 1.0)
    assert answer["undecided"] == 1
    for one in answer["sides"].values():
        assert one["rate"] == pytest.approx(one["wins"] / 3, abs=1e-4)
        assert (one["low"], one["high"]) == pytest.approx(wilson(one["wins"], 3), abs=1e-4)


@pytest.mark.parametrize(
    ("wins", "battles", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(wins, battles, low, high):
    """Worked by hand: for no wins in n the upper bound is z^2 / (n + z^2)."""
    assert wilson(wins, battles) == pytest.approx((low, high), abs=1e-4)


def test_who_plays_is_as_the_call_says_else_the_scenario_else_the_default():
    plan = planned(scenario_of("ogre_bridge"), 1)
    assert plan.battles[0][1] == {"heroes": "ai:cautious", "raiders": "ai:greedy"}
    for text in ("greedy", "ai:greedy"):
        plan = planned(scenario_of("ogre_bridge"), 1, {"heroes": text})
        assert plan.battles[0][1] == {"heroes": "ai:greedy", "raiders": "ai:greedy"}


def test_bad_calls_are_one_line():
    unusable(call("simulate", "ogre_bridge", "--side", "heros=ai"), "heroes")
    unusable(call("simulate", "ogre_bridge", "--side", "heroes=ai:nobody"), "nobody")
    unusable(call("simulate", "ogre_bridge", "--side", "heroes"), "ID=WHO")
    unusable(call("simulate", "ogre_bridg"), "ogre_bridge")
    unusable(call("simulate", "ogre_bridge", "--battles", 0), "--battles")
    unusable(call("simulate", "ogre_bridge", "--workers", 0), "--workers")
    unusable(call("simulate", "ogre_bridge", "--side", "heroes=ai:"), "unknown opponent")
    for battles, workers in ((0, 1), (-3, 1), (1, 0)):
        with pytest.raises(ValueError, match=r"fight|none"):
            tacsim.simulate(DUEL, battles, workers=workers)


@contextmanager
def started(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], Callable[[bytes], str]]]:
    """The program with a terminal for its standard error.

    The second reads what it says there, up to such words, or to its end for none.
    """
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "tacsim", *arguments], stdout=subprocess.PIPE, stderr=theirs,
        text=True, start_new_session=True, env={**os.environ, "PYTHONHASHSEED": "3"},
        preexec_fn=heeding,
    )  # fmt: skip
    os.close(theirs)
    heard = bytearray()
    told = Condition()

    def listen() -> None:
        """Read all, as a terminal does, whether anybody asks for it or not."""
        with suppress(OSError):  # there is no more
            while more := os.read(ours, 4096):
                with told:
                    heard.extend(more)
                    told.notify_all()

    listening = Thread(target=listen)
    listening.start()

    def said(words: bytes = b"") -> str:
        if words:
            with told:
                assert told.wait_for(lambda: words in heard, 120), bytes(heard)
        else:
            listening.join(120)
        return heard.decode()

    try:
        yield running, said
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        listening.join()
        os.close(ours)


def heeding() -> None:
    """Let Ctrl-C be heard, although tests that run in the background are told not to."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("workers", [*slow("1"), "2"])
def test_ctrl_c_stops_it_with_what_has_been_fought(workers):
    with started("simulate", DUEL, "--battles", "100000", "--workers", workers, "--json") as (
        running,
        said,
    ):
        assert "of 100000 battles" in said(b"battles")
        os.killpg(running.pid, signal.SIGINT)
        assert running.stdout is not None
        out, err = running.stdout.read(), said()
        assert running.wait(60) == 0, err
    found = json.loads(out)
    assert 0 < found["battles"] < 100000
    assert (
        sum(one["wins"] for one in found["sides"].values()) + found["undecided"]
        == (found["battles"])
    )
    assert "Traceback" not in err


def test_for_people_it_is_a_table():
    answer = call("simulate", DUEL, "--battles", 2, "--mirror", "--workers", 1)
    rows = answer.out.splitlines()
    assert rows[0].startswith("2 battles, seed 0")
    assert [row.split()[0] for row in rows[2:5]] == ["side", "Blue", "Red"]
    assert any(row.startswith("cautious: ") for row in rows)


def test_p90_is_what_nine_of_ten_battles_do_not_exceed():
    scenario = scenario_of(DUEL)
    plan = planned(scenario, 10, {"blue": "greedy", "red": "greedy"}, seed=0)
    found = list(fights(plan, workers=1))
    rounds = sorted(one.rounds for one in found)
    told = tallied(plan, found).answer("x", 1.0)["rounds"]["p90"]
    assert sum(one <= told for one in rounds) >= 9
    assert told == rounds[8]


def test_an_impatient_ctrl_c_leaves_no_process_behind():
    with started("compare", DUEL, "--battles", "10000", "--workers", "2") as (
        running,
        said,
    ):
        assert "of 10000 battles" in said(b"battles")
        for _ in range(5):
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(0.1)
            if running.poll() is not None:
                break
        err = said()
        running.wait(60)
        assert not left_of(running.pid)
    assert "Traceback" not in err
    assert "stopped" in err


def left_of(group: int) -> bool:
    """Whether any process of a group is still there, after five seconds at most."""
    for _ in range(50):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


def test_beside_a_screen_the_same_battles_come_one_by_one():
    """In a thread other processes fight them; who stops asking ends the work."""
    plan = planned(scenario_of(DUEL), 3, dict.fromkeys(("blue", "red"), "quick"))
    here = [one.winner for one in fights(plan, workers=1)]
    with ThreadPoolExecutor(1) as beside:
        there = beside.submit(lambda: [one.winner for one in islice(fights(plan, 1), 2)]).result()
    assert there == here[:2]


@pytest.mark.parametrize("workers", [1, 2])
def test_battles_of_a_series_are_those_of_its_plans(workers: int):
    """Two casts on one map, by turns."""
    one = scenario_of(DUEL)
    other = from_plain(to_plain(one) | {"seed": 9, "creature": to_plain(one)["creature"][::-1]})
    assert one.creatures != other.creatures
    players = dict.fromkeys(("blue", "red"), "quick")
    plans = [planned(cast, 2, players, seed) for seed in (3, 5) for cast in (one, other)]
    with closing(Series(workers)) as series:
        found = [series.fought(plan) for plan in plans]
    more = {"choices": (), "luck": {}}  # the first takes time, the second a series alone counts
    told = [attrs.asdict(fight) | more for fights_ in found for fight in fights_]
    alone = [attrs.asdict(fight) | more for plan in plans for fight in fights(plan, 1)]
    assert told == alone
    assert len({str(fight) for fight in told}) > 4
