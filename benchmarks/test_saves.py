"""Saves of a battle of 1,000 turns: opening them, going anywhere in them, adding to them.

To measure: ``pytest -s -p no:cacheprovider -o addopts="" benchmarks/test_saves.py``. Times are of
the processor, which other programs on the machine disturb least, and leave the disk's own sync out.
"""

from __future__ import annotations

import pathlib
import random
import sys
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))

from storage.fights import MAPS
from storage.long import TURNS, fight_on, thousand_turns, tough

from tacsim.content.setup import begin
from tacsim.core.events import Entry
from tacsim.core.intents import Intent
from tacsim.session.controllers import controllers_for
from tacsim.session.session import Session
from tacsim.storage.digest import StateDigest
from tacsim.storage.journal import Journal
from tacsim.storage.saved import Saved, header_of, read
from tacsim.storage.timeline import Timeline

SEEKS = 400
PLAYED = 300
"""Turns that are played where playing itself is measured."""


@pytest.fixture(scope="module", params=sorted(MAPS))
def ruleset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def path(
    ruleset: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> pathlib.Path:
    """The save, of few turns where nothing is measured; with fog, so that sides have memories."""
    turns = 40 if request.config.getoption("benchmark_disable") else TURNS
    folder = tmp_path_factory.mktemp("long")
    return thousand_turns(folder, ruleset, fog=True, turns=turns)


@pytest.fixture(scope="module")
def save(path: pathlib.Path) -> Saved:
    return read(path)


def told(benchmark: Any, words: str) -> None:
    """Print what was measured, if anything was."""
    if not benchmark.disabled:
        print(f"\n{words}", end="")


@pytest.mark.benchmark(timer=time.process_time)
def test_open(benchmark: Any, path: pathlib.Path, ruleset: str) -> None:
    """Reading the file, and being ready to go anywhere. Wanted: under 300 ms."""
    timeline = benchmark(lambda: Timeline(read(path)))
    told(benchmark, f"{ruleset}: {len(timeline.turns)} turns, {timeline.branch.intents} steps")


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("eyes", ["all", "side"])
def test_seek(benchmark: Any, save: Saved, ruleset: str, eyes: str) -> None:
    """From any step to any other. Wanted: a median under 50 ms, the worst under 150 ms."""
    timeline = Timeline(save)
    if eyes == "side":
        timeline.watch_as(save.scenario.sides[0].id)
    draw = random.Random(1)
    places = cycle([draw.randrange(timeline.branch.length + 1) for _ in range(SEEKS)])
    benchmark.pedantic(lambda: timeline.step_to(next(places)), rounds=SEEKS, warmup_rounds=2)
    if not benchmark.disabled:
        stats = benchmark.stats.stats
        told(
            benchmark,
            f"{ruleset}, {eyes}: median {1000 * stats.median:.1f} ms, worst {1000 * stats.max:.1f}",
        )


class Timed:
    """A listener, and how long it takes each time."""

    def __init__(self, listener: Callable[[Intent | None, list[Entry]], None]) -> None:
        self.listener = listener
        self.seconds: list[float] = []

    def __call__(self, intent: Intent | None, entries: list[Entry]) -> None:
        start = time.process_time()
        self.listener(intent, entries)
        self.seconds.append(time.process_time() - start)


def begun(ruleset: str) -> Session:
    scenario = tough(MAPS[ruleset])
    session = Session(
        begin(scenario, seed=1),
        controllers_for(scenario, dict.fromkeys((side.id for side in scenario.sides), "ai:greedy")),
    )
    session.begin()
    return session


@pytest.mark.benchmark(timer=time.process_time)
def test_append(benchmark: Any, ruleset: str, tmp_path: pathlib.Path) -> None:
    """A step written, digest, events and keyframes included. Wanted: under 1 ms on average."""
    session = begun(ruleset)
    header = header_of(tough(MAPS[ruleset]), session.battle)
    journal = Journal.create(tmp_path, header, sync=False)
    journal.attach(session)
    session.unlisten(journal.record, journal.taken_back)
    timed = Timed(journal.record)
    journal.record(None, session.entries)
    session.listen(timed, journal.taken_back)
    benchmark.pedantic(lambda: fight_on(session, PLAYED), rounds=1)
    times = sorted(timed.seconds)
    told(
        benchmark,
        f"{ruleset}: {len(times)} steps, mean {1000 * sum(times) / len(times):.2f} ms, "
        f"median {1000 * times[len(times) // 2]:.2f}, worst {1000 * times[-1]:.1f}",
    )


@pytest.mark.benchmark(timer=time.process_time)
def test_digest(benchmark: Any, ruleset: str) -> None:
    """The digest after each step of a battle without a save. Wanted: under 15 % of the playing."""
    session = begun(ruleset)
    digest = StateDigest(session.battle.world)
    timed = Timed(lambda _intent, _entries: digest.value)
    session.listen(timed)

    def play() -> float:
        start = time.process_time()
        fight_on(session, PLAYED)
        return time.process_time() - start

    whole = benchmark.pedantic(play, rounds=1)
    spent = sum(timed.seconds)
    told(benchmark, f"{ruleset}: the digest adds {100 * spent / (whole - spent):.1f} %")
