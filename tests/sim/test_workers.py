"""Work that is shared out: the same in any order, whoever dies of it."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from tacsim.sim.workers import AHEAD, TRIES, Processes, Task, coming


def squared(folder: str, number: int) -> int:
    """The square; each start of a job leaves a file with the number of its process."""
    (Path(folder) / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    return number * number


def patient(folder: str, number: int) -> int:
    """The square of the first job when all others have begun that may: it is the last to end."""
    found = squared(folder, number)
    until(lambda: number > 0 or len(begun(folder)) > 1 + AHEAD)
    return found


def waiting(folder: str, number: int) -> int:
    """The square; of job 3 not before the file ``go`` is there."""
    found = squared(folder, number)
    until(lambda: number != 3 or (Path(folder) / "go").exists())
    return found


def deadly(folder: str, number: int) -> int:
    """The square; job 3 kills its process."""
    found = squared(folder, number)
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return found


def faulty(folder: str, number: int) -> int:
    """The square; job 3 raises."""
    if number == 3:
        raise LookupError("no third")
    return squared(folder, number)


def none(number: int, why: str) -> int:
    """Stands for a job that is given up."""
    assert why
    return -number


def task(work: Callable[[Any, int], int], folder: Path, **more: Any) -> Task[int, int]:
    return Task(work, str(folder), str, (str(folder),), **more)


def begun(folder: Path | str) -> list[tuple[int, int]]:
    """Which jobs were begun by which process."""
    names = [one.name.split("-") for one in Path(folder).glob("*-*")]
    return [(int(number), int(process)) for number, process, _when in names]


def until(so: Callable[[], bool]) -> None:
    for _ in range(6000):
        if so():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def test_what_is_found_early_waits_for_what_comes_before_it(tmp_path: Path):
    assert list(coming(task(patient, tmp_path), range(8), Processes(2))) == [
        n * n for n in range(8)
    ]


@pytest.mark.parametrize("workers", [1, 2])
def test_jobs_without_end_are_taken_as_there_is_somebody_for_them(tmp_path: Path, workers: int):
    taken: list[int] = []

    def lots():
        for number in count():
            taken.append(number)
            yield [number]

    with closing(Processes(workers).finished(task(squared, tmp_path), lots())) as found:
        for done, (number, squares) in enumerate(islice(found, 5), 1):
            assert squares == [number * number]
            assert len(taken) <= done + AHEAD * workers


def test_a_process_that_is_killed_costs_its_lot_once_more_and_nothing_else(tmp_path: Path):
    with closing(coming(task(waiting, tmp_path), range(12), Processes(2))) as coming_:
        found = list(islice(coming_, 3))
        until(lambda: any(number == 3 for number, _ in begun(tmp_path)))
        (killed,) = (process for number, process in begun(tmp_path) if number == 3)
        os.kill(killed, signal.SIGKILL)
        (tmp_path / "go").touch()
        found += coming_
    assert found == [n * n for n in range(12)]
    assert Counter(number for number, _ in begun(tmp_path)) == Counter([*range(12), 3])


def ask_and_wait(folder: str) -> None:
    """Have two processes do a job each, and leave them idle."""
    working = Processes(2).finished(task(squared, Path(folder)), iter([[1], [2], [3], [4]]))
    next(working)
    until(lambda: (Path(folder) / "go").exists())


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux which are there")
def test_whoever_asks_being_killed_leaves_no_process_behind(tmp_path: Path):
    """Not even where those beside each other hold each other's pipes open."""
    asking = get_context("fork").Process(target=ask_and_wait, args=(str(tmp_path),))
    asking.start()
    until(lambda: len({process for _, process in begun(tmp_path)}) == 2)
    workers = {process for _, process in begun(tmp_path)}
    assert asking.pid not in workers
    asking.kill()
    asking.join()
    until(lambda: not any(map(alive, workers)))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux which are there")
def test_those_who_stay_work_on_the_next_jobs_too_until_they_are_let_go(tmp_path: Path):
    with closing(Processes(2, stay=True)) as by:
        first = list(coming(task(patient, tmp_path), range(6), by))
        workers = {process for _, process in begun(tmp_path)}
        assert [*first, *coming(task(patient, tmp_path), range(6, 9), by)] == [
            n * n for n in range(9)
        ]
        assert {process for _, process in begun(tmp_path)} == workers
        assert all(map(alive, workers))
    assert len(workers) == 2
    assert not any(map(alive, workers))


def test_of_those_who_stay_one_that_was_killed_is_replaced(tmp_path: Path):
    with closing(Processes(2, stay=True)) as by:
        list(coming(task(patient, tmp_path), range(6), by))
        for process in {process for _, process in begun(tmp_path)}:
            os.kill(process, signal.SIGKILL)
        assert list(coming(task(squared, tmp_path), range(6, 9), by)) == [36, 49, 64]


def alive(process: int) -> bool:
    """Whether a process is there and not only its number."""
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] not in "ZX"


def test_a_lot_of_which_every_process_dies_is_given_up_by_itself(tmp_path: Path):
    found = list(coming(task(deadly, tmp_path, lost=none), range(8), Processes(2)))
    assert found == [0, 1, 4, -3, 16, 25, 36, 49]
    times = Counter(number for number, _ in begun(tmp_path))
    assert times == Counter([*range(8), *[3] * (TRIES - 1)])


def test_where_nothing_stands_for_a_lot_that_is_given_up_it_is_an_error(tmp_path: Path):
    with pytest.raises(RuntimeError, match="died"):
        list(coming(task(deadly, tmp_path), range(8), Processes(2)))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_job_is_raised_where_it_was_asked_for(tmp_path: Path, workers: int):
    with pytest.raises(LookupError, match="no third"):
        list(coming(task(faulty, tmp_path), range(8), Processes(workers)))


def test_beside_a_screen_a_process_that_is_killed_is_replaced_too(tmp_path: Path):
    def beside() -> list[int]:
        return list(coming(task(deadly, tmp_path, lost=none), range(5), Processes(1)))

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(beside).result() == [0, 1, 4, -3, 16]
