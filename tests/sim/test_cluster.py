"""A Dask cluster fights what one process does, also where a worker is killed on the way."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from cli.calls import call, unusable

from tacsim.sim.simulate import simulate
from tacsim.sim.workers import Task, coming

pytestmark = pytest.mark.cluster

distributed = pytest.importorskip("distributed", reason="no Dask here: the extra cluster brings it")

from tacsim.sim.cluster import Cluster  # noqa: E402


@pytest.fixture
def local() -> Iterator[Any]:
    """A cluster of two processes of this machine."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as found:
        yield found


def plain(answer: Any) -> bytes:
    """An answer without what is measured by the clock."""
    told = {key: value for key, value in answer.items() if key != "seconds"}
    for one in told.get("controllers", {}).values():
        del one["ms_per_choice"]
    return json.dumps(told).encode()


def pids(address: str) -> set[int]:
    with distributed.Client(address, set_as_default=False) as client:
        return set(client.run(os.getpid).values())


def test_it_is_what_one_process_fights_though_a_worker_is_killed_on_the_way(local):
    before, killed = pids(local.scheduler_address), list[int]()
    counted = []

    def watch(_trial: Any) -> None:
        counted.append(1)
        if len(counted) == 5:
            killed.append(min(before))
            os.kill(killed[0], signal.SIGKILL)

    with closing(Cluster(local.scheduler_address)) as cluster:
        there = simulate("dawn_duel", 60, {"blue": "quick", "red": "greedy"}, mirror=True,
                         by=cluster, watch=watch)  # fmt: skip
    here = simulate("dawn_duel", 60, {"blue": "quick", "red": "greedy"}, mirror=True, workers=1)
    assert killed
    assert killed[0] not in pids(local.scheduler_address)
    assert plain(there) == plain(here)
    assert there["battles"] == 60

    def rows(found: Any) -> bytes:
        return json.dumps(
            [{key: value for key, value in row.items() if "ms" not in key and "second" not in key}
             for row in found.records]
        ).encode()  # fmt: skip

    assert rows(there) == rows(here)


def test_a_lot_of_which_workers_die_again_and_again_is_given_up(local):
    """Each job kills the worker that does it, with the id of its own process."""
    task: Task[int, str] = Task(os.kill, None, os.getpid, (), lost=lambda job, why: f"{job}: {why}")
    with closing(Cluster(local.scheduler_address)) as cluster:
        found = list(coming(task, [int(signal.SIGKILL)], cluster))
    assert found == [f"{int(signal.SIGKILL)}: the workers that fought it died"]


def test_the_command_fights_on_it_and_goes_on_until_it_is_precise(local):
    given = ("simulate", "dawn_duel", "--side", "blue=quick", "--side", "red=greedy", "--json",
             "--precision", 12)  # fmt: skip
    there = call(*given, "--cluster", local.scheduler_address)
    assert there.code == 0, there
    assert plain(there.json) == plain(call(*given, "--workers", 1).json)


def test_a_worker_of_another_version_fights_nothing(local, monkeypatch):
    monkeypatch.setattr("tacsim.sim.cluster.__version__", "99.1")
    found = call("simulate", "dawn_duel", "--battles", 4, "--cluster", local.scheduler_address)
    unusable(found, "--cluster: worker tcp://", "has tacsim 0.", "here it is 99.1")


def test_a_worker_of_another_version_that_comes_later_fights_nothing(local, monkeypatch):
    with closing(Cluster(local.scheduler_address)) as cluster:
        monkeypatch.setattr("tacsim.sim.cluster.__version__", "99.1")
        with pytest.raises(ValueError, match=r"worker tcp://.* has tacsim 0\..*, and here it is"):
            simulate("dawn_duel", 4, by=cluster)


def test_where_no_cluster_is(monkeypatch):
    monkeypatch.setattr("tacsim.sim.cluster.PATIENCE", 1)
    found = call("simulate", "dawn_duel", "--battles", 4, "--cluster", "tcp://127.0.0.1:9")
    unusable(found, "--cluster: tcp://127.0.0.1:9: no Dask cluster answers")
    found = call("simulate", "dawn_duel", "--battles", 4, "--cluster", "no address at all")
    unusable(found, "--cluster: no address at all: no Dask cluster answers")
    monkeypatch.setattr(distributed, "Client", None)  # which would leave a try behind
    found = call("simulate", "dawn_duel", "--battles", 4, "--cluster", "http://127.0.0.1:9")
    unusable(found, "--cluster: http://127.0.0.1:9: no Dask cluster answers")


def test_a_cluster_without_workers():
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as empty:
        found = call("simulate", "dawn_duel", "--cluster", empty.scheduler_address)
        unusable(found, "the cluster has no workers")


def test_bots_are_not_sent(local):
    given = ("simulate", "dawn_duel", "--side", "blue=examples/my_bot.py:Bot", "--trust")
    unusable(call(*given, "--cluster", local.scheduler_address), "not sent to a cluster")
