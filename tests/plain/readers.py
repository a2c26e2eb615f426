"""Readers of the plain game: they answer by what was printed, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

NUMBERED = re.compile(r"^(\d+)(?: or y)?\. (.*)$")
QUESTION = "w. why, ?. help"
"""How a question ends."""
SURE = "Do it? y or n"
HANDOVER = "Press Enter when the others have looked away."
ALOUD = 10_000
"""The most answers of a reader before it falls silent."""

Reader = Callable[[list[str]], str | None]
"""Given the lines printed since its last answer, answers; None: it has closed its end."""


def numbered(lines: list[str]) -> dict[str, str]:
    """The lines with numbers among those printed last, by their numbers."""
    return {m[1]: m[2] for line in lines if (m := NUMBERED.match(line))}


def begins(lines: list[str]) -> bool:
    """Whether a turn has just begun."""
    return any("'s turn (" in line for line in lines)


class Brawler:
    """Attacks whom it can, else goes to foes, at most twice a turn, and then ends it.

    ``seed`` decides between equals: what is printed and a seed make the whole battle.
    """

    def __init__(self, seed: object) -> None:
        self.draw = Random(f"{seed}")
        self._moves = 0

    def __call__(self, lines: list[str]) -> str | None:
        """The answer to a prompt."""
        if any(line.endswith(SURE) for line in lines[-1:]):
            return self.draw.choice("yyyn") if self._moves < 2 else "y"
        if lines[-1:] == [QUESTION]:
            return self.draw.choice("yyyn")
        if any(line.endswith(HANDOVER) for line in lines):
            return ""
        if begins(lines):
            self._moves = 0
        found = numbered(lines)
        attacks = [n for n, text in found.items() if re.match("attack|full attack|charge", text)]
        if attacks:
            return self.draw.choice(attacks[:3])
        for n, text in found.items():
            if text.startswith(("next to", "toward")):
                return n
        move = next((n for n, text in found.items() if text.startswith("move ...")), None)
        self._moves += 1
        return move if move is not None and self._moves <= 2 else "."


def typed(*answers: str) -> Reader:
    """A reader that types some answers, whatever it reads, and closes its end."""
    left = iter(answers)
    return lambda _lines: next(left, None)


class Pipe:
    """Both ends of a pipe: what is printed goes to a reader, whose answers come back."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.printed: list[str] = []
        self.answers: list[str] = []
        self._since = 0
        self._part = ""

    def isatty(self) -> bool:
        """It is none."""
        return False

    def write(self, text: str) -> int:
        """Something is printed."""
        *lines, self._part = (self._part + text).split("\n")
        self.printed += lines
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""

    def readline(self) -> str:
        """An answer is wanted."""
        assert self.printed[-1] == ">", "a prompt is a line of its own"
        fresh = self.printed[self._since : -1]
        self._since = len(self.printed)
        answer = self.reader(fresh) if len(self.answers) < ALOUD else None
        if answer is None:
            return ""
        self.answers.append(answer)
        return answer + "\n"

    def said(self) -> Iterator[tuple[str, list[str]]]:
        """Each answer with what was printed before it, prompts left out."""
        answers, lines = iter([*self.answers, ""]), list[str]()
        for line in [*self.printed, ">"]:
            if line != ">":
                lines.append(line)
                continue
            yield next(answers, ""), lines
            lines = []

    @property
    def text(self) -> str:
        """All that was printed."""
        return "\n".join(self.printed)
