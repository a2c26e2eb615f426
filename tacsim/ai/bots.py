"""Bots of one's own: opponents out of a Python file, named ``path.py:ClassName``.

Such a file is run only where it is trusted (:mod:`tacsim.session.trust`).
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from tacsim.core.agenda import Decision
from tacsim.core.intents import NAMES, Decline, EndTurn, Intent
from tacsim.core.verdicts import Refused
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.session.trust import LOG, is_trusted
from tacsim.session.view import View, Wanted


class Bot(Protocol):
    """A program that decides for a side."""

    def choose(self, view: View) -> Wanted | None:
        """The next intent, or an option for it; None: to end the turn, or to decline."""
        ...


FAULTS = (Exception, SystemExit, GeneratorExit)
"""What may go wrong in a program; leaving it is up to people alone."""


def bot(name: str) -> Playing:
    """The controller that asks a bot; a new one, which remembers nothing of another battle.

    Errors: ValueError for one that is not trusted, and for one that cannot be used, with the file
    and the reason.
    """
    if not is_trusted(name):
        words = _("{name} is a program, which runs only where it is trusted: --trust")
        raise ValueError(words.format(name=name))
    path, _colon, kind = name.rpartition(":")
    made = _class(str(Path(path).resolve()), kind, path)
    try:
        with redirect_stdout(sys.stderr):
            return Playing(made(), name)
    except FAULTS as error:
        raise ValueError(f"{name}: {_fault(error)}") from None


@cache
def _class(file: str, kind: str, path: str) -> Callable[[], Any]:
    """The class of a file, which is run once in a process; ValueError."""
    spec = importlib.util.spec_from_file_location(f"tacsim_bot_{Path(file).stem}", file)
    if not Path(file).is_file() or spec is None or spec.loader is None:
        raise ValueError(_("{path}: there is no such Python file").format(path=path))
    module = importlib.util.module_from_spec(spec)
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except FAULTS as error:
        raise ValueError(f"{path}: {_fault(error)}") from None
    found = getattr(module, kind, None)
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        words = _('{path} has no class "{kind}" with a method "choose"')
        raise ValueError(words.format(path=path, kind=kind))
    return found


def _fault(error: BaseException) -> str:
    """What went wrong in a program, in one line, with the line of the file."""
    text = " ".join(str(error).split())[:200]
    line, trace = getattr(error, "lineno", None), error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith("tacsim_bot_"):
            line = trace.tb_lineno
        trace = trace.tb_next
    if line is None:
        return f"{type(error).__name__}: {text}"
    words = _("line {line}: {kind}: {text}")
    return words.format(line=line, kind=type(error).__name__, text=text)


@cache
def _complain(line: str) -> None:
    """Tell of a fault, once in a process."""
    LOG.warning("%s", line)


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
        try:
            with redirect_stdout(sys.stderr):  # standard output is the command's answer
                wanted = self._bot.choose(view.fork())
        except FAULTS as error:
            _complain(f"{self._name}: {_fault(error)}")
            return idle
        if wanted is None:
            return idle
        found = _read(view, decision, wanted)
        if isinstance(found, str):
            _complain(f"{self._name}: {found}")
            return idle
        return found


def _read(view: View, decision: Decision, wanted: object) -> Intent | str:
    """The intent that a bot has answered with; or what is wrong with that, in words."""
    try:
        intent = view.intent(wanted)  # type: ignore[arg-type]  # looked at next
        if type(intent) not in NAMES:
            words = _("an intent, an option or a table is wanted, not {value}")
            return words.format(value=repr(intent)[:60])
        if intent.actor != decision.actor:
            words = _("{intent}: {actor} decides, and nobody else")
            return words.format(intent=NAMES[type(intent)], actor=decision.actor)
        found = view.check(intent)
    except FAULTS as error:  # its fields hold what they cannot
        return _fault(error)
    if isinstance(found, Refused):
        words = _("{intent} is refused: {reason} ({clause})")
        name = NAMES[type(intent)]
        return words.format(intent=name, reason=found.reason.value, clause=found.clause)
    return intent


__all__ = ["Bot", "Playing", "bot"]
