"""The console: lines out, lines in, and leaving at the end of input or at Ctrl-C.

While the battle goes on Ctrl-C waits for the next question: what has begun is finished and saved.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shutil import get_terminal_size
from types import FrameType
from typing import TextIO

from tacsim.i18n import NP_, translate
from tacsim.i18n.hangul import is_initials, keys_of
from tacsim.view.columns import wrapped

LONGEST = 1000
"""The most letters of an answer that are looked at."""
APART = 60
"""The fewest lines that push what stood above out of sight."""

LONG: Mapping[str, str] = {
    "why": "w", "map": "m", "log": "l", "who": "s", "where": "s", "help": "?", "h": "?",
    "quit": "q", "leave": "q", "exit": "q", "undo": "u", "back": "b", "repeat": "r", "end": ".",
    "measure": "c", "hint": "advice",
}  # fmt: skip
"""Words for the letters of commands."""
TYPED: Mapping[str, str] = {
    NP_("typed", "why"): "w", NP_("typed", "map"): "m", NP_("typed", "log"): "l",
    NP_("typed", "who"): "s", NP_("typed", "help"): "?", NP_("typed", "quit"): "q",
    NP_("typed", "measure"): "c", NP_("typed", "advice"): "advice", NP_("typed", "skip"): "skip",
}  # fmt: skip
"""Words in the reader's language for the same commands."""
_WORDS = frozenset((*LONG, "advice", "skip", "all", "yes", "no", "always", "never"))
"""The words that are typed in Latin letters."""


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
        return _latin(" ".join(text.split()))

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


def command_of(word: str) -> str:
    """What a typed word stands for among the commands; the word itself where it is none.

    >>> command_of("hint"), command_of("ogre")
    ('advice', 'ogre')
    """
    spoken = {translate(marked): name for marked, name in TYPED.items()}
    return LONG.get(word) or spoken.get(word, word)


_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
"""The wide forms of the characters of ASCII."""


def _latin(answer: str) -> str:
    """An answer with the letters of the keys where it was typed with the Korean layout on.

    Names, and the first consonants by which one looks for them, stay; what an input method made
    wide becomes narrow.

    >>> _latin("ㅈ 오거"), _latin("ㅜㄷ 2"), _latin("나ㅑㅔ"), _latin("ㅇㄱ"), _latin("ㅣ")
    ('w 오거', 'ne 2', 'skip', 'ㅇㄱ', 'l')
    >>> _latin("ｎｅ　１２")
    'ne 12'
    """
    words = answer.translate(_WIDE).split()
    for at, word in enumerate(words):
        letters = word.rstrip("0123456789")
        far = letters != word or (words[at + 1 : at + 2] != [] and words[at + 1][0].isdecimal())
        single = len(letters) == 1 or far or not is_initials(letters)
        if keys_of(word) in _WORDS or (single and all("ㄱ" <= one <= "ㅣ" for one in letters)):
            words[at] = keys_of(word)
    return " ".join(words)
