"""Every rule that a ruleset states is shown by a test that names it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tacsim.rulesets import RULESETS, content

TESTS = Path(__file__).parent.parent


LATER: frozenset[str] = frozenset()
"""Rules that no test shows yet; what is shown has to be taken off."""


@cache
def clauses() -> tuple[str, ...]:
    """The rules of every ruleset, its kin's left to those."""
    return tuple(clause for ruleset in RULESETS for clause in content(ruleset).own_clauses)


def named(path: Path) -> Iterator[tuple[int, str]]:
    """The ids in the ``rule`` marks of a file; of an f-string every clause that it may mean.

    Those of tests that are ``slow`` do not count, as the gate leaves them out.
    """
    tree = ast.parse(path.read_text("utf-8"), str(path))
    left_out = {id(part) for slow in ast.walk(tree) if is_slow(slow) for part in ast.walk(slow)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("mark.rule"):
            continue
        if id(node) in left_out:
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


def is_slow(node: ast.AST) -> bool:
    """Whether it is a test, a class or a file with the mark ``slow``."""
    if isinstance(node, ast.Module):
        names = (ast.Assign, ast.AnnAssign)
        marks = [one.value for one in node.body if isinstance(one, names) and one.value
                 and "pytestmark" in ast.unparse(one).partition("=")[0]]  # fmt: skip
    else:
        marks = getattr(node, "decorator_list", [])
    return any("mark.slow" in ast.unparse(mark) for mark in marks if not params(mark))


def params(mark: ast.expr) -> bool:
    """Whether a mark is of parameters, of which only some may be slow."""
    return isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("parametrize")


@cache
def shown() -> dict[str, list[str]]:
    """Where each id is named."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for line, clause in named(path):
            found.setdefault(clause, []).append(f"{path.relative_to(TESTS)}:{line}")
    return found


@pytest.mark.parametrize("clause", sorted(set(clauses()) - LATER))
def test_a_test_shows_the_rule(clause):
    assert shown().get(clause)


def test_only_rules_that_are_not_shown_are_left_for_later():
    assert {clause for clause in LATER if clause in shown() or clause not in clauses()} == set()


def test_tests_name_rules_that_there_are():
    assert {c: where for c, where in shown().items() if c not in clauses()} == {}
