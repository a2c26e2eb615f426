"""Work beside the screen, in threads; with a save, and meanwhile the reel is left alone."""

from __future__ import annotations

from asyncio import wrap_future
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextvars import copy_context
from threading import Thread
from typing import Any, TypeVar

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from tacsim.app.replay.said import Said
from tacsim.app.widgets.field import Changed
from tacsim.player.record.reel import Reel

R = TypeVar("R")


def beside(work: Callable[[], R]) -> Callable[[], Awaitable[R]]:
    """Work for a worker, in a thread for whose end no program waits: it may take minutes."""

    async def run() -> R:
        made, context = Future[R](), copy_context()
        made.set_running_or_notify_cancel()

        def do() -> None:
            try:
                made.set_result(context.run(work))
            except BaseException as error:
                made.set_exception(error)

        Thread(target=do, daemon=True).start()
        return await wrap_future(made)

    return run


class Work:
    """Runs one piece of work after another; ``node`` hands on what its workers come to."""

    def __init__(self, node: Widget, reel: Reel, said: Said) -> None:
        self._node = node
        self._reel = reel
        self._said = said
        self._then: Callable[[Any], None]
        self._failed: Callable[[BaseException | None], None]

    def begin(
        self,
        work: Callable[[], R],
        then: Callable[[R], None],
        words: str,
        failed: Callable[[BaseException | None], None] | None = None,
    ) -> None:
        """Run work in a thread, ``words`` for it on the screen, and go on with what it returns.

        Where it fails, that is said; or ``failed`` is called, with the reel still busy.
        """
        self._then, self._failed = then, failed or self._say
        self._reel.busy = words
        self._said.show()
        self._node.run_worker(beside(work), exit_on_error=False)

    def ended(self, worker: Worker[Any], state: WorkerState) -> None:
        """The work has come to an end."""
        if state is WorkerState.ERROR:
            self._failed(worker.error)
        elif state is WorkerState.SUCCESS:
            self._reel.busy = ""
            self._then(worker.result)

    def _say(self, error: BaseException | None) -> None:
        self._reel.busy = ""
        self._said.error(error)
        self._said.post_message(Changed())
