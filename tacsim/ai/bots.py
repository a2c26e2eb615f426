"""Bots of one's own: opponents out of a Python file, named ``path.py:ClassName``.

Such a file is run only where it is trusted (:mod:`tacsim.session.trust`).
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache, partial
from pathlib import Path
from threading import Timer
from typing import Any, Protocol, TypeVar

from tacsim.core.agenda import Decision
from tacsim.core.intents import NAMES, Decline, EndTurn, Intent
from tacsim.core.verdicts import Refused
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.session.trust import Fault, complain, is_trusted
from tacsim.session.view import View, Wanted

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds that a bot may think before that is told."""


class Bot(Protocol):
    """A program that decides for a side."""

    def choose(self, view: View) -> Wanted | None:
        """The next intent, or an option for it; None: to end the turn, or to decline."""
        ...


def bot(name: str) -> Playing:
    """The controller that asks a bot; a new one, which remembers nothing of another battle.

    Errors: ValueError for one that is not trusted, and for one that cannot be used, with the file
    and the reason.
    """
    if not is_trusted(name):
        words = _("{name} is a program, which runs only where it is trusted: --trust")
        raise ValueError(words.format(name=name))
    path, _colon, kind = name.rpartition(":")
    file = Path(path).resolve()
    if not file.is_file():
        raise ValueError(_("{path}: there is no such Python file").format(path=path))
    made = _class(str(file), kind, path, file.stat().st_mtime_ns)
    return Playing(_asked(name, made), name)


@cache
def _class(file: str, kind: str, path: str, _changed: int) -> Callable[[], Any]:
    """The class of a file, which is run once in a process unless it has changed; ValueError."""
    spec = importlib.util.spec_from_file_location(f"tacsim_bot_{Path(file).stem}", file)
    assert spec is not None  # it ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    _asked(path, partial(spec.loader.exec_module, module))
    found = getattr(module, kind, None)
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        words = _('{path} has no class "{kind}" with a method "choose"')
        raise ValueError(words.format(path=path, kind=kind))
    return found


def _asked(name: str, call: Callable[[], T]) -> T:
    """What a part of a program answers, whose output is none of the command's.

    Errors: ValueError for whatever goes wrong in it, with a name; but Ctrl-C is a person's.
    """
    try:
        with redirect_stdout(sys.stderr):
            return call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        fault, kind = _fault(error)
        raise _FaultyError(f"{name}: {fault}", f"{name}: {kind}") from None


class _FaultyError(ValueError):
    """What went wrong in a program, in a line, and its kind: the same without what it says."""

    def __init__(self, line: str, kind: str) -> None:
        super().__init__(line)
        self.fault = Fault(line, kind)


def _fault(error: BaseException) -> tuple[str, str]:
    """What went wrong in a program, in one line, with the line of the file; and its kind."""
    try:
        text = " ".join(str(error).split())[:200]
    except Exception:  # of a kind of error of its own
        text = ""
    line, trace = getattr(error, "lineno", None), error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith("tacsim_bot_"):
            line = trace.tb_lineno
        trace = trace.tb_next
    name = type(error).__name__
    if line is None:
        return f"{name}: {text}", f"{name}: {re.sub('[0-9]+', '0', text)}"
    words = _("line {line}: {kind}: {text}")
    return words.format(line=line, kind=name, text=text), f"{line}: {name}"


class Playing:
    """A bot as the controller of a side: it is given a view, and what it says is looked at.

    Whatever is wrong with that, and whatever goes wrong in the bot, ends the creature's turn, or
    declines; the fight goes on.
    """

    def __init__(self, asked: Bot, name: str) -> None:
        self._bot = asked
        self._name = name
        self._memories: dict[str, Memory] = {}

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """What the bot decides on, where that is allowed as far as its side knows."""
        idle = (EndTurn if decision.is_turn else Decline)(decision.actor)
        side = battle.world[decision.actor].side
        view = View.remembering(battle, side, self._memories)
        slow = Timer(PATIENCE, self._told_slow)
        slow.daemon = True
        slow.start()
        try:
            wanted = _asked(self._name, partial(self._bot.choose, view.fork()))
            if wanted is None:
                return idle
            found = _asked(self._name, partial(_read, view, decision, wanted))
        except _FaultyError as error:
            complain(error.fault)
            return idle
        finally:
            slow.cancel()
        if isinstance(found, str):
            line = f"{self._name}: {found}"
            complain(Fault(line, line))
            return idle
        return found

    def _told_slow(self) -> None:
        words = _("{name} has not answered for {n} seconds, and is waited for")
        complain(Fault(words.format(name=self._name, n=round(PATIENCE)), f"{self._name}: slow"))


def _read(view: View, decision: Decision, wanted: Wanted) -> Intent | str:
    """The intent that a bot has answered with; or what is wrong with that, in words."""
    intent = view.intent(wanted)
    if type(intent) not in NAMES:
        words = _("an intent, an option or a table is wanted, not {value}")
        return words.format(value=type(intent).__name__)
    if intent.actor != decision.actor:
        words = _("{intent}: {actor} decides, and nobody else")
        return words.format(intent=NAMES[type(intent)], actor=decision.actor)
    found = view.check(intent)
    if isinstance(found, Refused):
        words = _("{intent} is refused: {reason} ({clause})")
        name, reason = NAMES[type(intent)], found.reason.value
        return words.format(intent=name, reason=reason, clause=found.clause)
    return intent
