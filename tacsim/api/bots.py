"""Programs of one's own that play: saying that they may run, and which of some do not yet."""

from __future__ import annotations

import ast
import logging
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tacsim.i18n import _, reason
from tacsim.session.trust import LOG, is_bot, is_trusted, trust
from tacsim.storage.errors import clean


class Told(logging.Handler):
    """Hands each line on, from whatever thread it comes."""

    def __init__(self, tell: Callable[[Any], object]) -> None:
        super().__init__()
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """Hand a line on."""
        self._tell(record.getMessage())


class Passed(Told):
    """Hands each fault on as it is, to the process that counts those of all."""

    def emit(self, record: logging.LogRecord) -> None:
        """Hand a fault on."""
        self._tell(record.__dict__["fault"])


def untrusted(controllers: Iterable[str]) -> list[str]:
    """The bots among some controllers that nobody has let run, as scenario files name them.

    >>> untrusted(["ai:greedy", "human", "ai:my_bot.py:Bot"])
    ['my_bot.py:Bot']
    """
    names = dict.fromkeys(who.removeprefix("ai:") for who in controllers)
    return [name for name in names if is_bot(name) and not is_trusted(name)]


def bot_in(text: str) -> str:
    """The name of the bot that a person has written: ``path.py:ClassName``, or a file of one bot.

    The file is read, and not run. Errors: ValueError, with the file and the reason.
    """
    found = re.fullmatch(r"(.+\.py)(?::(\w+))?", text.strip().strip("'\""))
    if found is None:
        raise ValueError(_("A bot is named by its Python file, such as ~/my_bot.py:Bot."))
    file = Path(found[1])
    shown = clean(file.name)
    try:
        path = file.expanduser().resolve()
        if not path.is_file():
            raise ValueError(_("{path}: there is no such Python file").format(path=shown))
        tree = ast.parse(path.read_bytes(), shown)
    except (OSError, RuntimeError) as error:
        told = reason(error) if isinstance(error, OSError) else str(error)
        raise ValueError(f"{shown}: {told}") from None
    except SyntaxError as error:
        words = _("line {line}: {kind}: {text}")
        told = words.format(line=error.lineno, kind=type(error).__name__, text=error.msg)
        raise ValueError(f"{shown}: {told}") from None
    classes = [one for one in tree.body if isinstance(one, ast.ClassDef)]
    kinds = [one.name for one in classes if found[2] in (None, one.name) and _chooses(one)]
    if len(kinds) > 1:
        words = _("{path} has several bots; one is named by {path}:{kind}")
        raise ValueError(words.format(path=shown, kind=kinds[0]))
    if not kinds and found[2] is None:
        words = _('{path} has no class with a method "choose"')
        raise ValueError(words.format(path=shown))
    return f"{path}:{found[2] or kinds[0]}"


def _chooses(kind: ast.ClassDef) -> bool:
    """Whether a class has the method of a bot, as it is written."""
    return any(isinstance(one, ast.FunctionDef) and one.name == "choose" for one in kind.body)


def tell_by(handler: logging.Handler) -> None:
    """Have what goes wrong with bots told by a handler alone."""
    LOG.propagate = False
    LOG.handlers = [handler]


__all__ = ["Passed", "Told", "bot_in", "tell_by", "trust", "untrusted"]
