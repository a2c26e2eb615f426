"""Which programs of one's own may play.

A bot is a Python file, which may do whatever its user may. So it is run only where somebody has
said so for just this file and class. What is trusted stands in the environment, so that processes
which share the work of this one know it too.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

import attrs

from tacsim.i18n import _

TRUSTED = "TACSIM_TRUSTED"
"""The variable that holds them: the names in full, one a line."""

LOG = logging.getLogger("tacsim.bots")
"""Told of what goes wrong with a bot, in one line each; each record has its :class:`Fault`."""


@attrs.frozen
class Fault:
    """Something that went wrong with a bot, in a line; ``times``: how often since it was told.

    Those of one ``kind`` differ in details alone.
    """

    line: str
    kind: str
    times: int = 1


_counted: dict[str, tuple[int, int]] = {}
"""Of each kind of fault how many came in this process, and how many when it was told last."""


def complain(fault: Fault) -> None:
    """Tell of a fault: the first of its kind, and how many there are by ten, a hundred, ..."""
    before, told = _counted.get(fault.kind, (0, 0))
    count = before + fault.times
    again = len(str(count)) == len(str(told)) and told > 0
    _counted[fault.kind] = count, told if again else count
    if not again:
        words = _("{fault} ({n} times by now)") if told else "{fault}"
        untold = attrs.evolve(fault, times=count - told)
        LOG.warning("%s", words.format(fault=fault.line, n=count), extra={"fault": untold})


def is_bot(name: str) -> bool:
    """Whether an opponent is a program of one's own, named by its file and its class.

    >>> is_bot("my_bot.py:Bot"), is_bot("greedy")
    (True, False)
    """
    return name.rpartition(":")[0].endswith(".py")


def trust(name: str) -> None:
    """Let a bot run, by this process and by those that it begins."""
    os.environ[TRUSTED] = "\n".join(dict.fromkeys([*_trusted(), _in_full(name)]))


def is_trusted(name: str) -> bool:
    """Whether somebody has said that a bot may run."""
    return _in_full(name) in _trusted()


def _trusted() -> list[str]:
    return os.environ.get(TRUSTED, "").splitlines()


def _in_full(name: str) -> str:
    """A bot's name with the whole path of its file."""
    path, _colon, kind = name.rpartition(":")
    return f"{Path(path).resolve()}:{kind}"
