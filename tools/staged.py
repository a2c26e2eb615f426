"""A plugin of pytest: what the tests of rules set up, as pictures and tables for the site.

``pytest -p staged --staged FOLDER TEST...`` notes of each test, in a file named after it, the cases
that it is tried on, and draws of each case the first battle that it makes, as the case leaves it,
with the first cells that it asks for.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tacsim.core.battle import BattleUnder
from tacsim.export.picture import still
from tacsim.export.watching import Moment, plain

MOST = 24
"""The most cases of a test that are shown."""
NUMBER = pytest.StashKey[int]()
"""Which case of its test one is."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where it is put."""
    parser.addoption("--staged", type=Path, required=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note the cases of each test; of one that has very many the first is run."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[test_of(item)].append(item)
    items.clear()
    for test, those in cases.items():
        items += those if len(those) <= MOST else those[:1]
        for number, item in enumerate(those):
            item.stash[NUMBER] = number
        table = [each for item in those if (each := told(item))]
        if len(those) <= MOST and len(table) == len(those):
            path = config.getoption("staged") / f"{stem(test)}.json"
            path.write_text(json.dumps(table), "utf-8")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Draw the first battle that a case makes, and the first cells that come out of something."""
    made: list[BattleUnder[Any]] = []
    found: list[Any] = []
    begin = BattleUnder.__init__
    here = str(item.path)

    def noted(self: BattleUnder[Any], *args: Any, **options: Any) -> None:
        begin(self, *args, **options)
        made.append(self)

    def watched(frame: FrameType, event: str, value: Any) -> None:
        asked = event == "return" and frame.f_back and frame.f_back.f_code.co_filename == here
        if asked and isinstance(value, (set, frozenset)) and value:
            found.append(value)

    BattleUnder.__init__ = noted  # type: ignore[method-assign]
    sys.setprofile(watched)
    try:
        yield
    finally:
        sys.setprofile(None)
        BattleUnder.__init__ = begin  # type: ignore[method-assign]
    if made and made[0].world.sides.items:
        battle, test = made[0], test_of(item)
        cells = next((those for those in found if all(in_field(battle, it) for it in those)), ())
        words = test.partition("::test_")[2].replace("_", " ").capitalize()
        path = item.config.getoption("staged") / f"{stem(test)}-{item.stash[NUMBER]}.svg"
        path.write_text(still(Moment(plain(words), battle), marked=cells), "utf-8")


def in_field(battle: BattleUnder[Any], value: object) -> bool:
    """Whether something is a cell of a battle's map."""
    field = battle.world.field
    whole = isinstance(value, tuple) and all(isinstance(each, int) for each in value)
    return whole and len(value) == field.axes and value in field  # type: ignore[arg-type]


def test_of(item: pytest.Item) -> str:
    """The test that a case is of."""
    return item.nodeid.partition("[")[0]


def told(item: pytest.Item) -> dict[str, str] | None:
    """What a case is tried on; None where a table cannot say it."""
    call = getattr(item, "callspec", None)
    found = {name: shown(value) for name, value in call.params.items()} if call else {}
    return {k: v for k, v in found.items() if v is not None} if None not in found.values() else None


def stem(test: str) -> str:
    """The name of the files of a test.

    >>> stem("tests/rules/test_sizes.py::test_a_space_of_one_s_own")
    'rules-sizes-a-space-of-one-s-own'
    """
    path, _colons, name = test.partition("::test_")
    *folders, module = Path(path).with_suffix("").parts[1:]
    return "-".join([*folders, module.removeprefix("test_"), name]).replace("_", "-")


def shown(value: object) -> str | None:
    """A value of a case as a table shows it, None if it says nothing outside the code.

    >>> shown("medium"), shown((3, 4)), shown({"speed": "20 ft"}), shown(print)
    ('medium', '3, 4', 'speed: 20 ft', None)
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, dict):
        found = [shown(each) for each in value.values()]
        pairs = zip(value, found, strict=True)
        return None if None in found else ", ".join(f"{key}: {each}" for key, each in pairs)
    if isinstance(value, (tuple, list)):
        found = [shown(each) for each in value]
        return None if None in found else ", ".join(each or "" for each in found)
    return None
