"""Faults of files in a language that nobody speaks: what was never marked shows."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from app.pseudo import LISTED, WORD, unmarked
from app.test_language import pseudo as pseudo  # a fixture
from catalogue.messages import PACKAGE
from content import test_maps
from content.conftest import Files
from content.test_checks import test_one_fault as test_one_fault
from content.test_goals import test_a_fault_of_a_goal as test_a_fault_of_a_goal
from content.test_goals import test_a_friend_is_nobody_to_slay as test_a_friend_is_nobody_to_slay
from content.test_library import test_a_map_is_a_name_or_a_table as test_a_map_is_a_name_or_a_table
from content.test_library import test_a_map_lies_nowhere_else as test_a_map_lies_nowhere_else
from content.test_library import test_a_map_that_is_not_there as test_a_map_that_is_not_there
from content.test_scenarios import test_a_fault_at_the_top as test_a_fault_at_the_top
from content.test_scenarios import test_a_fault_of_a_creature as test_a_fault_of_a_creature
from content.test_scenarios import test_a_fault_of_a_step as test_a_fault_of_a_step
from content.test_scenarios import (
    test_what_a_creature_cannot_do_without as test_what_a_creature_cannot_do_without,
)

from tacsim import i18n
from tacsim.content.checks import check_file
from tacsim.content.documents import saved_document
from tacsim.content.faults import ContentError, Fault
from tacsim.content.library import find_scenario, lessons, library
from tacsim.content.scenarios import scenario_from

WRONG: tuple[Any, ...] = (
    "zzz",
    "",
    "a" * 999,
    -7,
    10**9,
    2.5,
    True,
    [],
    ["zzz", 3],
    {},
    {"zzz": 1},
)
"""What is written in the place of a value."""
TRIED = 120
"""Changes of each file that are tried, out of all that there are."""
VALUES = re.compile(
    rf'"[^"]*"|\[[^]]*\]|\([a-z0-9. -]+\)|{LISTED.pattern}|\b(true|false|nan|inf)\b'
)
"""Values, cells and clauses, and the words that there are."""


@cache
def ids() -> frozenset[str]:
    """The keys of files, and the words of the vocabularies that messages list."""
    found = set[str]()
    roots = (*library(), *lessons(), *PACKAGE.glob("rulesets/*/*.toml"))
    for path in roots:
        found |= set(_ids(tomllib.loads(path.read_text("utf-8"))))
    return frozenset(WORD.findall(" ".join(found)))


def _ids(plain: Any) -> Iterator[str]:
    if isinstance(plain, Mapping):
        for key, value in plain.items():
            yield key
            yield from _ids(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _ids(value)
    elif isinstance(plain, str) and " " not in plain:
        yield plain


def hold(fault: Fault) -> None:
    """Everything in a message but ids is marked."""
    told = VALUES.sub("", fault.message)
    assert fault.message.startswith("「"), fault
    assert unmarked(told, ids()) == [], fault


class Spoken(Files):
    """Files whose faults are told in the language."""

    def expect(self, text: str, field: str, message: str, name: str = "trial.toml") -> None:
        """In the place of the comparison with English."""
        (fault,) = self.faults(text, name)
        assert fault.field == field
        hold(fault)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pseudo: Path) -> Files:
    monkeypatch.chdir(tmp_path)
    i18n.set_language("ko")
    return Spoken(tmp_path)


@pytest.mark.parametrize("text", [
    text for test in (test_maps.test_one_fault,) for text, *_rest in test.pytestmark[0].args[1]
])  # fmt: skip
def test_a_fault_of_a_map(files: Files, text: str) -> None:
    for fault in files.faults(text):
        hold(fault)


def changed(plain: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every place of a file with everything wrong that is written there; None: it is left out."""
    for path in _places(plain):
        yield path, None
        yield from ((path, wrong) for wrong in WRONG)


def _places(plain: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    rows = dict(enumerate(plain)) if isinstance(plain, list) else plain
    for key, value in rows.items() if isinstance(rows, Mapping) else ():
        yield (*path, key)
        yield from _places(value, (*path, key))
    if isinstance(plain, Mapping):
        yield (*path, "zzz")


@pytest.mark.parametrize("path", [*library(), *lessons()], ids=lambda path: path.stem)
def test_whatever_is_wrong_with_a_scenario_is_said_in_the_language(
    path: Path, pseudo: Path
) -> None:
    i18n.set_language("ko")
    sound = tomllib.loads(path.read_text("utf-8"))
    all_changes, found = list(changed(sound)), list[Fault]()
    for (*way, key), wrong in Random(path.name).sample(all_changes, TRIED):
        plain = copy.deepcopy(sound)
        table: Any = plain
        for part in way:
            table = table[part]
        if wrong is not None:
            table[key] = wrong
        elif key != "zzz":
            del table[key]
        found += scenario_from(saved_document(plain), path.parent)[1]
    assert len(found) > TRIED // 3
    for fault in found:
        hold(fault)


@pytest.mark.parametrize("data", [
    b"", b"[[[", b"a = ", b"a = 1\na = 2", b"a.b = 1\na = 2", b"\xff", b"a = [1", b"a = {b = 1",
    b"a = \"b", b"a b", b"= 1", b"a = 2024-13-01", b"a = \"\\x\"", b"[a", b"a = 1 b = 2",
    b"\x89TACSIM\n", b"a = " + b"[" * 5000, b"a." * 400 + b"b = 1",
])  # fmt: skip
def test_what_is_no_toml(files: Files, data: bytes) -> None:
    (fault,) = files.faults(data)
    assert fault.message.startswith("「")
    told = re.sub(r"'[^']*'", "", fault.message)
    assert unmarked(told, {"TOML", "UTF"} | ids()) == [], fault


def test_files_that_cannot_be_read(files: Files) -> None:
    for path in (files.folder, files.folder / "none.toml"):
        (fault,) = check_file(path)
        hold(fault)
    with pytest.raises(ContentError) as error:
        find_scenario("ogre_brigde")
    hold(error.value.faults[0])
