"""Work that is shared among processes, in an order that does not depend on how many there are."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, redirect_stderr
from multiprocessing import get_context
from os import cpu_count
from threading import current_thread, main_thread
from typing import Any, TypeVar

from tacsim.i18n import _

Job = TypeVar("Job")
Found = TypeVar("Found")

Progress = Callable[[int, int], None]
"""Told how many jobs of how many have been done; what it raises ends the work."""


def coming(
    work: Callable[[Any, Job], Found],
    here: Any,
    there: tuple[Callable[..., Any], tuple[Any, ...]],
    jobs: Sequence[Job],
    workers: int | None = None,
) -> Generator[Found, None, None]:
    """What ``work`` finds for each job, in their order, one after the other as it is found.

    ``here``: what it works on; ``there``: what makes the same in another process, out of plain
    data, once for each. ``workers``: processes, as many as there are cores unless told. In a thread
    beside a screen other processes do all of it. Who stops asking ends the work. Errors: ValueError
    for no processes.
    """
    if workers is not None and workers < 1:
        raise ValueError(_("{workers} processes fight no battle").format(workers=workers))
    count, beside = min(workers or cpu_count() or 1, len(jobs)), not _in_front()
    if not count or (count < 2 and not beside):
        yield from (work(here, job) for job in jobs)
        return
    with redirect_stderr(sys.__stderr__) if beside else nullcontext():  # what a screen puts there
        # in its place is no file, as new processes want it
        pool = get_context("spawn" if beside else None).Pool(count, _prepared, (work, *there))
    try:
        yield from pool.imap(_done, jobs)
    finally:
        with _undisturbed():
            pool.terminate()
            pool.join()


def gathered(
    work: Callable[[Any, Job], Found],
    here: Any,
    there: tuple[Callable[..., Any], tuple[Any, ...]],
    jobs: Sequence[Job],
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Found]:
    """All that is :func:`coming`.

    Stopped by KeyboardInterrupt it comes back with the jobs that are done, up to the first that is
    not.
    """
    found: list[Found] = []
    try:
        with closing(coming(work, here, there, jobs, workers)) as each:
            for number, one in enumerate(each, 1):
                found.append(one)
                if progress is not None:
                    progress(number, len(jobs))
    except KeyboardInterrupt:
        pass
    return found


def _in_front() -> bool:
    """Whether this is the thread that a process begins with."""
    return current_thread() is main_thread()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let another Ctrl-C pass, so that no process is left behind."""
    if not _in_front():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _prepared(
    work: Callable[[Any, Any], Any], make: Callable[..., Any], given: tuple[Any, ...]
) -> None:
    """Make what is worked on, and leave Ctrl-C to the process that gathers what is found.

    What is imported by now is not looked through for garbage.
    """
    global _work, _shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work, _shared = work, make(*given)
    gc.freeze()


_work: Callable[[Any, Any], Any]
"""What a process of its own does with each job."""
_shared: Any
"""What it works on."""


def _done(job: Any) -> Any:
    return _work(_shared, job)


__all__ = ["Progress", "coming", "gathered"]
