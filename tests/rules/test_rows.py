"""Every rule that this ruleset states is shown by a test that names it."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tacsim

TESTS = Path(__file__).parent.parent
CLAUSES = Path(tacsim.__file__).parent / "rulesets" / "d20" / "clauses.toml"


@cache
def clauses() -> tuple[str, ...]:
    return tuple(tomllib.loads(CLAUSES.read_text("utf-8")))


def named(path: Path) -> Iterator[tuple[int, str]]:
    """The ids in the ``rule`` marks of a file; of an f-string every clause that it may mean."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("mark.rule"):
            continue
        for argument in node.args:
            if isinstance(argument, ast.Constant):
                yield node.lineno, argument.value
            elif isinstance(argument, ast.JoinedStr):
                start = argument.values[0]
                assert isinstance(start, ast.Constant)
                assert str(start.value) in ("d20.sizemod.", "d20.size.")
                for clause in clauses():
                    if clause.startswith(start.value):
                        yield node.lineno, clause


@cache
def shown() -> dict[str, list[str]]:
    """Where each id is named."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for line, clause in named(path):
            found.setdefault(clause, []).append(f"{path.relative_to(TESTS)}:{line}")
    return found


@pytest.mark.parametrize("clause", clauses())
def test_a_test_shows_the_rule(clause):
    assert shown().get(clause)


def test_tests_name_rules_that_there_are():
    assert {c: where for c, where in shown().items() if c not in clauses()} == {}
