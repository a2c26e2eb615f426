"""Work with a save beside the screen, in threads; meanwhile the reel is left alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from tacsim.app.replay.said import Said
from tacsim.app.widgets.field import Changed
from tacsim.player.record.reel import Reel

R = TypeVar("R")


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
        self._node.run_worker(work, thread=True, exit_on_error=False)

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
