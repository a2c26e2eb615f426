"""What the site shows rules by: rows of the rulesets' data, and boards and cases of their tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import tacsim

TOOLS = Path(__file__).parents[1] / "tools"


@pytest.fixture(scope="module")
def shown() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        import shown

        yield shown
        for name in ("shown", "staged"):
            sys.modules.pop(name)


def cells(lines: list[str], first: str) -> list[str]:
    """The cells of the row of a table that begins so."""
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines if line[:1] == "|"]
    (found,) = [row for row in rows if row[0] == first]
    return found


def test_a_rule_of_a_table_is_shown_by_its_row_among_its_like(shown: ModuleType) -> None:
    (rule,) = tacsim.look_up("d20.size.huge-tall")
    lines = "\n".join(shown.tables(rule)).splitlines()
    head = cells(lines, "")
    huge = dict(zip(head, cells(lines, "**huge**"), strict=True))
    large = dict(zip(head, cells(lines, "large"), strict=True))
    assert (huge["space"], huge["squares"], huge["reach tall"]) == ("**15**", "**3**", "**15**")
    assert (large["space"], large["squares"], large["reach tall"]) == ("10", "2", "10")


def test_a_rule_behind_a_concept_of_a_family_is_shown_by_its_row(shown: ModuleType) -> None:
    (rule,) = tacsim.look_up("grid5e.prone")
    assert [line for line in "\n".join(shown.tables(rule)).splitlines() if "prone" in line]


def test_a_rule_of_code_has_no_rows(shown: ModuleType) -> None:
    (rule,) = tacsim.look_up("d20.diag.symmetry")
    assert not [*shown.tables(rule)]


def test_every_test_of_a_rule_is_found(shown: ModuleType) -> None:
    for rule in tacsim.look_up():
        for test in rule.tests:
            path, _colons, name = test.partition("::")
            assert name in shown.functions(shown.ROOT / path)


@pytest.mark.parametrize(
    ("line", "board"),
    [("A.b", True), ("Abbb.", True), ("#..#", True), ("Ab", False), ("The ogre waits.", False)],
)
def test_a_line_of_a_board_is_told_from_words(shown: ModuleType, line: str, board: bool) -> None:
    assert bool(shown.BOARD.fullmatch(line)) is board
