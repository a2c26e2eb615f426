"""Work that is shared out, in an order that does not depend on who does it.

Jobs go out in *lots* to a :class:`Runner`, which gives each lot back as it is finished; what was
found comes out in the order of the jobs. Here the runner is processes of this machine.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, redirect_stderr, suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from os import cpu_count, getppid
from threading import Event, Lock, current_thread, main_thread
from typing import Any, Generic, Protocol, TypeVar

import attrs

from tacsim.api.bots import Passed, tell_by
from tacsim.i18n import _
from tacsim.session.trust import Fault, complain

Job = TypeVar("Job")
Found = TypeVar("Found")

Progress = Callable[[int, int], None]
"""Told how many jobs of how many have been done; what it raises ends the work."""
AHEAD = 2
"""Lots that a process has at most: the one it works on, and the next."""
ALONE = 2.0
"""Seconds between two looks of an idle process whether anybody is left to work for."""
GLANCE = 0.2
"""Seconds between two looks whether the work is to be stopped."""
TRIES = 3
"""How many processes may die of a lot before it is given up."""


@attrs.frozen(eq=False)
class Task(Generic[Job, Found]):
    """What is done with each job, wherever that is.

    ``work(shared, job)`` finds something; ``shared`` is what it works on in this process, and
    ``make(*given)`` makes the same of plain data in another one, once for each. Functions are those
    of modules, jobs and what is found can be pickled. ``lost``: what stands for a job of which
    processes have died so often that it is given up, and why; None: that is an error.
    """

    work: Callable[[Any, Job], Found]
    shared: Any
    make: Callable[..., Any]
    given: tuple[Any, ...]
    lost: Callable[[Job, str], Found] | None = None

    def given_up(self, lot: Iterable[Job], why: str) -> list[Found]:
        """What stands for the jobs of a lot that is given up; RuntimeError where nothing does."""
        if self.lost is None:
            raise RuntimeError(why)
        return [self.lost(job, why) for job in lot]


class Runner(Protocol):
    """Runs the lots of a task."""

    @property
    def lot(self) -> int:
        """How many jobs a lot has."""
        ...

    def finished(
        self, task: Task[Job, Found], lots: Iterator[Sequence[Job]]
    ) -> Generator[tuple[int, list[Found]], None, None]:
        """The numbers of lots, from 0 in the order of ``lots``, as they are finished, in any order.

        Each comes with what was found for each of its jobs. Lots are taken from the iterator as
        there is somebody for them, and no sooner: it may have no end. Who closes it ends the work.
        A lot is done again where it was lost with whoever did it, and nothing else is.
        """
        ...


def coming(task: Task[Job, Found], jobs: Iterable[Job], by: Runner) -> Generator[Found, None, None]:
    """What is found for each job, in their order, as soon as it and all before it are found.

    ``jobs`` may have no end. Who closes it ends the work.
    """
    early: dict[int, list[Found]] = {}
    due = 0
    with closing(by.finished(task, lots(jobs, by.lot))) as finished:
        for number, found in finished:
            early[number] = found
            while due in early:
                yield from early.pop(due)
                due += 1


def lots(jobs: Iterable[Job], size: int) -> Iterator[list[Job]]:
    """Jobs by so many.

    >>> list(lots("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    rest = iter(jobs)
    while lot := list(islice(rest, size)):
        yield lot


def gathered(
    task: Task[Job, Found],
    jobs: Sequence[Job],
    workers: int | None = None,
    progress: Progress | None = None,
    by: Runner | None = None,
) -> list[Found]:
    """All that is :func:`coming` from processes, as many as there are cores unless told.

    ``by``: another runner than those. Stopped by KeyboardInterrupt it comes back with the jobs that
    are done, up to the first that is not. Errors: ValueError for no processes.
    """
    found: list[Found] = []
    try:
        with closing(coming(task, jobs, Processes(workers) if by is None else by)) as each:
            for number, one in enumerate(each, 1):
                found.append(one)
                if progress is not None:
                    progress(number, len(jobs))
    except KeyboardInterrupt:
        pass
    return found


# --- processes of this machine ------------------------------------------------------------------


class Processes:
    """Runs lots in processes of this machine, as many as there are cores unless told.

    With one, and not in a thread beside a screen, all is done here. ``stop``: ends the work as if
    there were no more lots, once it is set. ``stay``: the processes wait for the next lots of the
    same task, until :meth:`close`. Errors: ValueError for none.
    """

    lot = 1

    def __init__(
        self, workers: int | None = None, stop: Event | None = None, *, stay: bool = False
    ) -> None:
        if workers is not None and workers < 1:
            raise ValueError(_("{workers} processes fight no battle").format(workers=workers))
        self.workers = workers or cpu_count() or 1
        self._stop = stop or Event()
        self._stay = stay
        self._crew = list[_Process]()

    def finished(
        self, task: Task[Job, Found], lots: Iterator[Sequence[Job]]
    ) -> Generator[tuple[int, list[Found]], None, None]:
        """Lots as they are finished; a process that dies costs the one it worked on, once more."""
        numbered = enumerate(lots)
        if self.workers < 2 and _in_front():
            for number, lot in numbered:
                yield number, [task.work(task.shared, job) for job in lot]
            return
        crew = self._crew
        deaths = Counter[int]()
        again = deque[tuple[int, Sequence[Job]]]()
        try:
            while not self._stop.is_set():
                self._supply(task, crew, again, numbered)
                busy = {one.pipe: one for one in crew if one.lots}
                if not busy:
                    return
                for pipe in wait(list(busy), GLANCE):
                    one = busy[pipe]  # type: ignore[index]  # it waits for nothing else
                    try:
                        found = one.receive()
                    except EOFError:
                        crew.remove(one)
                        one.end()
                        number, lot = one.lots[0]
                        deaths[number] += 1
                        if deaths[number] >= TRIES:
                            one.lots.popleft()
                            yield number, task.given_up(lot, _("the process that fought it died"))
                        again.extendleft(reversed(one.lots))
                        continue
                    if found is not None:
                        yield one.lots.popleft()[0], found
        finally:
            if not self._stay or any(one.lots for one in crew):
                self.close()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        with _undisturbed():
            for one in self._crew:
                one.process.terminate()
            for one in self._crew:
                one.end()
        self._crew.clear()

    def _supply(
        self,
        task: Task[Job, Found],
        crew: list[_Process],
        again: deque[tuple[int, Sequence[Job]]],
        lots: Iterator[tuple[int, Sequence[Job]]],
    ) -> None:
        """Give everybody enough to do; those who have least come first."""
        while True:
            idle = min(crew, key=lambda one: len(one.lots), default=None)
            fresh = len(crew) < self.workers and (idle is None or bool(idle.lots))
            if not fresh and (idle is None or len(idle.lots) >= AHEAD):
                return
            lot = again.popleft() if again else next(lots, None)
            if lot is None:
                return
            if fresh or idle is None:
                idle = _Process(task)
                crew.append(idle)
            idle.send(lot)


class _Process:
    """A process that works on lots, one after the other, and those that it has."""

    def __init__(self, task: Task[Any, Any]) -> None:
        self.lots = deque[tuple[int, Sequence[Any]]]()
        beside = not _in_front()
        context = get_context("spawn" if beside else None)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=_work, args=(theirs, task.work, task.make, task.given, beside), daemon=True
        )
        with redirect_stderr(sys.__stderr__) if beside else nullcontext():  # what a screen puts
            # there in its place is no file, as new processes want it
            self.process.start()
        theirs.close()

    def send(self, lot: tuple[int, Sequence[Any]]) -> None:
        """Give it a lot; that of one who has died is found lost when it is asked for it."""
        self.lots.append(lot)
        with suppress(OSError):
            self.pipe.send(lot[1])

    def receive(self) -> list[Any] | None:
        """What it found for the first of its lots; None where it tells of a bot instead.

        Errors: EOFError if it has died, and its own.
        """
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            raise EOFError from None
        if isinstance(found, Fault):
            complain(found)
            return None
        if isinstance(found, BaseException):
            raise found
        return list(found)

    def end(self) -> None:
        """Wait for its end."""
        self.process.join()
        self.pipe.close()


def _work(
    pipe: Connection[Any, Any],
    work: Callable[[Any, Any], Any],
    make: Callable[..., Any],
    given: tuple[Any, ...],
    quiet: bool,
) -> None:
    """Work on the lots that come, until there are none or nobody is there to send them.

    Ctrl-C is left to the process that gathers, and so is telling what is wrong with a bot.
    ``quiet``: there is a screen, on which nothing may be printed. What is imported by now is not
    looked through for garbage.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if quiet:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    parent, sending = getppid(), Lock()

    def send(found: object) -> None:
        with sending:  # a bot that is slow is told of by another thread
            pipe.send(found)

    tell_by(Passed(send))
    try:
        shared = make(*given)
        gc.freeze()
        while True:
            while not pipe.poll(ALONE):  # those beside this one keep its pipe open
                if getppid() != parent:
                    return
            lot = pipe.recv()
            try:
                found: Any = [work(shared, job) for job in lot]
            except Exception as error:  # it is raised where the work was asked for
                found = error
            send(found)
    except (EOFError, OSError, KeyboardInterrupt):  # of a bot: a person's is not heard here
        return


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
