"""The console: lines out, lines in, and leaving at the end of input or at Ctrl-C.

While the battle goes on Ctrl-C waits for the next question: what has begun is finished and saved.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from types import FrameType
from typing import TextIO

from tacsim.view.columns import wrapped

LONGEST = 1000
"""The most letters of an answer that are looked at."""
APART = 60
"""The fewest lines that push what stood above out of sight."""


class LeaveError(Exception):
    """Whoever plays has left: at the end of input, by Ctrl-C, or by saying so."""


class Console:
    """Speaks to one reader over two streams."""

    def __init__(self, source: TextIO | None, sink: TextIO) -> None:
        self._source = source
        self._sink = sink
        self._live = source is not None and source.isatty()
        self._wraps = sink.isatty()
        self._reading = False
        self._stopped = False

    def say(self, *lines: str) -> None:
        """Print lines, at a terminal in rows that end with a word."""
        for line in lines:
            self.draw(*(wrapped(line, get_terminal_size().columns) if self._wraps else [line]))

    def draw(self, *lines: str) -> None:
        """Print lines as they are, but for characters that would move a cursor: ``?`` for each."""
        for line in lines:
            self._sink.write("".join(c if c.isprintable() else "?" for c in line) + "\n")
        self._sink.flush()

    def ask(self) -> str:
        """An answer, without the blanks around it. Errors: LeaveError where none comes any more.

        The prompt ends its line where the answers come out of a pipe.
        """
        try:
            self._reading = True  # from here on Ctrl-C is heard at once
            self.check()
            if self._source is None:
                raise LeaveError
            self._sink.write("> " if self._live else ">\n")
            self._sink.flush()
            answer = self._source.readline()
        except (KeyboardInterrupt, OSError, ValueError):
            answer = ""
        finally:
            self._reading = False
        if not answer:
            if self._live:
                self.say("")
            raise LeaveError
        text = "".join(c if c.isprintable() else " " for c in answer[:LONGEST])
        return " ".join(text.split())

    def push_away(self) -> None:
        """Push everything printed so far out of sight, as far as lines can."""
        lines = max(APART, get_terminal_size().lines) if self._live else APART
        self._sink.write("\n" * lines)
        self._sink.flush()

    def check(self) -> None:
        """LeaveError if Ctrl-C was pressed since somebody was asked."""
        if self._stopped:
            raise LeaveError

    @contextmanager
    def patient(self) -> Iterator[None]:
        """Keep Ctrl-C from breaking off what is being carried out and saved."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            self._stopped = True
            if self._reading:
                raise KeyboardInterrupt

        before: Callable[..., object] | int | None
        try:
            before = signal.signal(signal.SIGINT, stop)
        except ValueError:  # not in the main thread, to which it is not sent either
            yield
            return
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


__all__ = ["Console", "LeaveError"]
