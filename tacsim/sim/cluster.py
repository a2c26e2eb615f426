"""Lots on a Dask cluster (extra ``cluster``): the same work as here, on other machines.

What is found does not depend on who finds it, so the answer is that of one process. Workers have to
have the same version of tacsim, which is looked at before anything is sent and again with each lot,
as workers come and go.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from threading import Lock
from typing import Any, TypeVar

from tacsim.i18n import _
from tacsim.sim.workers import AHEAD, Task
from tacsim.version import __version__

Job = TypeVar("Job")
Found = TypeVar("Found")

PATIENCE = 10
"""Seconds in which a cluster has to answer."""
EXTRA = 'pip install "tacsim[cluster]"'


class Cluster:
    """Runs lots on the Dask cluster of an address, such as ``tcp://10.0.0.1:8786``.

    A lot is done again where its worker dies, and given up after the third (the scheduler's
    ``allowed-failures``). Errors: ValueError, in one line, where ``distributed`` is not installed,
    where there is no such cluster, and where a worker has another version of tacsim.
    """

    lot = 4

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
            from distributed.comm.addressing import parse_address, parse_host_port
            from distributed.comm.registry import get_backend
        except ImportError:
            words = _("a cluster needs the extra that brings Dask: {command}")
            raise ValueError(words.format(command=EXTRA)) from None
        try:
            scheme, place = parse_address(address)
            get_backend(scheme)
            parse_host_port(place)
            self._client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            words = _("{address}: no Dask cluster answers ({reason})")
            reason = str(error).partition("\n")[0]
            raise ValueError(words.format(address=address, reason=reason)) from None
        try:
            self._check(address)
        except BaseException:
            self.close()
            raise

    def _check(self, address: str) -> None:
        """ValueError where no worker is there, or one has another version."""
        found = self._client.run(version, "tacsim", on_error="return")
        if not found:
            raise ValueError(_("{address}: the cluster has no workers").format(address=address))
        for worker, there in sorted(found.items()):
            if isinstance(there, Exception):
                words = _("worker {worker} has no tacsim; here it is {here}")
                raise ValueError(words.format(worker=worker, here=__version__))
            if there != __version__:
                raise ValueError(_other(worker, there, __version__))

    def close(self) -> None:
        """Leave the cluster, which goes on without."""
        self._client.close()

    def finished(
        self, task: Task[Job, Found], lots: Iterator[Sequence[Job]]
    ) -> Generator[tuple[int, list[Found]], None, None]:
        """Lots as they are completed; a few for each worker are on the way."""
        from distributed import CancelledError, KilledWorker, as_completed

        client, numbered = self._client, enumerate(lots)
        given = pickle.dumps((task.make, task.given))
        under_way: dict[Any, tuple[int, Sequence[Job]]] = {}
        completed: Any = as_completed(loop=client.loop)

        def supply() -> None:
            while len(under_way) < AHEAD * max(len(client.nthreads()), 1):
                number, lot = next(numbered, (-1, ()))
                if not lot:
                    return
                future = client.submit(_done, __version__, task.work, given, lot, pure=False)
                under_way[future] = number, lot
                completed.add(future)

        try:
            supply()
            while under_way:
                future = next(completed)
                number, lot = under_way.pop(future)
                try:
                    found = future.result()
                except KilledWorker:
                    found = task.given_up(lot, _("the workers that fought it died"))
                if isinstance(found, str):
                    raise ValueError(found)
                future.release()
                supply()
                yield number, found
        finally:
            with suppress(CancelledError, OSError, TimeoutError):
                client.cancel(list(under_way))


def _other(worker: str, there: str, here: str) -> str:
    """Why nothing is done by a worker of another version, in words."""
    words = _("worker {worker} has tacsim {there}, and here it is {here}")
    return words.format(worker=worker, there=there, here=here)


# --- on the workers -----------------------------------------------------------------------------

_ONE_AT_A_TIME = Lock()
"""Threads of a worker would only wait for each other; what is kept of maps is not made for them."""


@lru_cache(maxsize=8)
def _made(given: bytes) -> Any:
    """What lots are worked on, made once in a worker."""
    make, parts = pickle.loads(given)  # noqa: S301  # what the program itself has sent
    return make(*parts)


def _done(
    here: str, work: Callable[[Any, Any], Any], given: bytes, lot: Sequence[Any]
) -> list[Any] | str:
    """What is found for the jobs of a lot; in words why not, where the version is another one."""
    if here != __version__:
        from distributed import get_worker

        return _other(get_worker().address, __version__, here)
    with _ONE_AT_A_TIME:
        shared = _made(given)
        return [work(shared, job) for job in lot]
