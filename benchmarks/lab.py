"""Battles a second on one process and on two, and memory over many battles.

``python -m benchmarks.lab`` measures ``quick`` and ``cautious`` 4 v 4 on one and two processes, and
where the extra ``cluster`` is installed on a Dask cluster of two workers of this machine;
``--memory N`` fights N small battles by ``quick`` instead (of ``--scenario``, which is
``dawn_duel``) and prints the memory of this process and of those that fight, every tenth of them.
Nothing is asserted. On a machine that does other things
the seconds of the processor that a battle takes (the last column) tell more than those of a clock.
"""

from __future__ import annotations

import argparse
import resource
from contextlib import closing
from importlib.util import find_spec
from os import getpid
from pathlib import Path
from time import perf_counter

from tacsim.api.opening import scenario_of
from tacsim.content.plain import from_plain
from tacsim.content.records import Scenario
from tacsim.sim.simulate import trial_of
from tacsim.sim.trial import Trial
from tacsim.sim.workers import Processes

WIDE, HIGH = 24, 16
PARTY = ("longsword", "longsword", "longspear", "shortbow")


def four_v_four() -> Scenario:
    """Two parties of equals, by sword, spear and bow, across a field with two walls."""
    grid = [list("#" * WIDE)]
    grid += [list("#" + "." * (WIDE - 2) + "#") for _ in range(HIGH - 2)]
    grid += [list("#" * WIDE)]
    for y in (*range(3, 6), *range(10, 13)):
        grid[y][WIDE // 2] = "#"
    rows = [
        {"id": f"{side}_{n}", "kind": "dummy", "side": side, "at": [x, 5 + 2 * n], "hp": 24,
         "name": f"{side} {n}", "weapons": [weapon, "dagger"]}
        for side, x in (("west", 3), ("east", WIDE - 4))
        for n, weapon in enumerate(PARTY)
    ]  # fmt: skip
    return from_plain({
        "format": 1, "name": "Four against four", "ruleset": "d20", "rules": {}, "bestiary": {},
        "weapon": {}, "do": [], "map": {"format": 1, "grid": "\n".join(map("".join, grid))},
        "side": [{"id": "west", "controller": "ai"}, {"id": "east", "controller": "ai"}],
        "creature": rows,
    })  # fmt: skip


def processor() -> float:
    """Seconds of the processor that this process and those that have ended took."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def speed(battles: int) -> None:
    """Prints battles a second, by opponent and number of processes."""
    print(
        f"{'opponent':10} {'processes':>9} {'battles':>8} {'a second':>9} {'times':>6} {'cpu s':>7}"
    )
    for name, many in (("quick", battles), ("cautious", max(battles // 8, 4))):
        alone = 0.0
        for workers in (1, 2):
            trial = trial_of(four_v_four(), many, {"west": name, "east": name}, 0)
            began, spent = perf_counter(), processor()
            trial.fight(Processes(workers))
            rate = trial.battles / (perf_counter() - began)
            alone = alone or rate
            cost = (processor() - spent) / trial.battles
            print(f"{name:10} {workers:9} {trial.battles:8} {rate:9.2f} {rate / alone:6.2f} "
                  f"{cost:7.3f}", flush=True)  # fmt: skip
    if find_spec("distributed") is not None:
        on_cluster(battles)


def on_cluster(battles: int) -> None:
    """Prints battles a second on a Dask cluster of two workers of this machine, as it stands."""
    from distributed import LocalCluster

    from tacsim.sim.cluster import Cluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        closing(Cluster(local.scheduler_address)) as by,
    ):
        for name, many in (("quick", battles), ("cautious", max(battles // 8, 4))):
            sides = {"west": name, "east": name}
            trial_of(four_v_four(), 2, sides, 0).fight(by)  # what workers import once
            trial = trial_of(four_v_four(), many, sides, 0)
            began = perf_counter()
            trial.fight(by)
            rate = trial.battles / (perf_counter() - began)
            print(f"{name:10} {'cluster 2':>9} {trial.battles:8} {rate:9.2f}", flush=True)


def resident(process: int) -> int:
    """The kilobytes of memory that a process has; 0 where nobody tells (other than Linux)."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def memory(battles: int, scenario: str) -> None:
    """Prints the memory of all processes on the way through many battles."""
    sides = {side.id: "quick" for side in scenario_of(scenario).sides}
    trial = trial_of(scenario, battles, sides, 0)
    children = Path(f"/proc/{getpid()}/task/{getpid()}/children")
    began = perf_counter()

    def watch(one: Trial) -> None:
        if one.done in (1, 100) or not one.done % max(battles // 10, 1):
            fighting = children.read_text().split() if children.exists() else []
            print(f"{one.done:7} battles  {perf_counter() - began:7.0f} s  here "
                  f"{resident(getpid()) / 1024:6.1f} MB  fighting "
                  + "  ".join(f"{resident(int(who)) / 1024:6.1f} MB" for who in fighting),
                  flush=True)  # fmt: skip

    trial.fight(Processes(2), watch)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=64, help="by quick; an eighth by cautious")
    parser.add_argument("--memory", type=int, metavar="N", help="measure memory over N battles")
    parser.add_argument("--scenario", default="dawn_duel", help="of the battles for --memory")
    asked = parser.parse_args()
    if asked.memory:
        memory(asked.memory, asked.scenario)
    else:
        speed(asked.battles)
