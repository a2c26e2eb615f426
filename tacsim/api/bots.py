"""Programs of one's own that play: saying that they may run, and which of some do not yet."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from tacsim.session.trust import LOG, is_bot, is_trusted, trust


class Told(logging.Handler):
    """Hands each line on, from whatever thread it comes."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        super().__init__()
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """Hand a line on."""
        self._tell(record.getMessage())


def untrusted(controllers: Iterable[str]) -> list[str]:
    """The bots among some controllers that nobody has let run, as scenario files name them.

    >>> untrusted(["ai:greedy", "human", "ai:my_bot.py:Bot"])
    ['my_bot.py:Bot']
    """
    names = dict.fromkeys(who.removeprefix("ai:") for who in controllers)
    return [name for name in names if is_bot(name) and not is_trusted(name)]


def tell_by(handler: logging.Handler) -> None:
    """Have what goes wrong with bots told by a handler alone."""
    LOG.propagate = False
    LOG.handlers = [handler]


__all__ = ["Told", "tell_by", "trust", "untrusted"]
