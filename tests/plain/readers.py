"""Readers of the plain game: they answer by what was printed, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

NUMBERED = re.compile(r"^(\d+)(?: or y)?\. (.*)$")


def numbered(lines: list[str]) -> dict[str, str]:
    """The numbered lines that were printed last, words by number."""
    return {m[1]: m[2] for line in lines if (m := NUMBERED.match(line))}


class Brawler:
    """Attacks whom it can, else goes toward a foe, else ends its turn; says yes to most questions.

    ``draw`` makes its choices among equals, so that the same seed plays the same battle.
    """

    def __init__(self, seed: object = 0) -> None:
        self.draw = Random(f"{seed}")
        self._moved = 0

    def __call__(self, lines: list[str]) -> str:
        found = numbered(lines)
        if lines[-1].endswith("Do it? y or n"):
            return "y"
        if any("Press Enter when" in line for line in lines):
            return ""
        if lines[-1].endswith("?. help"):  # a question
            return self.draw.choice("yyn")
        if any("'s turn (" in line for line in lines):
            self._tries = 0
        attacks = [n for n, text in found.items() if re.match(r"(full )?att|charge", text)]
        if attacks:
            return self.draw.choice(attacks[:3])
        for n, text in found.items():
            if text.startswith(("next to", "toward")):
                return n
        if found and lines and any(line.startswith(("How?", "At whom")) for line in lines):
            return next(iter(found))
        move = next((n for n, text in found.items() if text.startswith("move ...")), None)
        self._moved += 1
        if move is not None and self._moved % 3:
            return move
        return "."


Reader = Callable[[list[str]], str]


class Pipe:
    """Stands for both ends of a pipe: what is printed is read by a reader, who answers."""

    def __init__(self, reader: Reader, most: int = 10_000) -> None:
        self.reader = reader
        self.printed: list[str] = []
        self.answers: list[str] = []
        self._since = 0
        self._part = ""
        self._most = most

    def isatty(self) -> bool:
        return False

    def write(self, text: str) -> int:
        *lines, self._part = (self._part + text).split("\n")
        self.printed += lines
        return len(text)

    def flush(self) -> None:
        pass

    def readline(self) -> str:
        assert self.printed[-1] == ">"
        if len(self.answers) >= self._most:
            return ""
        fresh = self.printed[self._since : -1]
        self._since = len(self.printed)
        self.answers.append(self.reader(fresh))
        return self.answers[-1] + "\n"

    @property
    def text(self) -> str:
        return "\n".join(self.printed)
