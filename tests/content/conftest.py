"""Fixtures: scenario texts made of parts, and the faults found in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tacsim.content.checks import check_file
from tacsim.content.faults import Fault
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario

HEAD = 'format = 1\nname = "Trial"\nruleset = "d20"\nseed = 7\n'
MAP = """[map]
grid = '''
........
..#:~=..
........
........
'''
"""
SIDES = '[[side]]\nid = "a"\ncontroller = "script"\n[[side]]\nid = "b"\n'
CREATURES = """[[creature]]
id = "one"
kind = "dummy"
side = "a"
at = [0, 0]
[[creature]]
id = "two"
kind = "orc"
side = "b"
at = [7, 3]
"""
MARK = "# <--"


def scenario(
    *,
    head: str = HEAD,
    ground: str = MAP,
    sides: str = SIDES,
    creatures: str = CREATURES,
    more: str = "",
) -> str:
    """A sound scenario, some of its parts replaced."""
    return head + ground + sides + creatures + more


def creature(text: str) -> str:
    """A third creature with one more line of text."""
    return f'[[creature]]\nid = "three"\nkind = "ogre"\nside = "b"\nat = [3, 2]\n{text}\n'


class Files:
    """A folder of files written by a test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, text: str | bytes, name: str = "trial.toml") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self, text: str) -> Scenario:
        return read_scenario(self.write(text))

    def faults(self, text: str | bytes, name: str = "trial.toml") -> list[Fault]:
        return check_file(self.write(text, name))

    def expect(self, text: str, field: str, message: str, name: str = "trial.toml") -> None:
        """Exactly one fault: in this field, at the marked line, its message holding this text."""
        (fault,) = self.faults(text, name)
        assert (fault.file, fault.field) == (str(self.folder / name), field)
        assert message in fault.message
        assert fault.line == marked(text)


def marked(text: str) -> int:
    """The number of the line with the mark, 1 without any."""
    for number, line in enumerate(text.splitlines(), 1):
        if MARK in line:
            return number
    return 1


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    monkeypatch.chdir(tmp_path)
    return Files(tmp_path)


@pytest.fixture(name="scenario")
def _scenario() -> Callable[..., str]:
    return scenario


@pytest.fixture(name="creature")
def _creature() -> Callable[[str], str]:
    return creature
