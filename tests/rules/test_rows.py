"""Every rule that a ruleset states is decided by a file of the program and shown by a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacsim.rulesets import RULESETS, content
from tacsim.rulesets.enforcement import ROOT, enforced
from tacsim.rulesets.evidence import TESTS, collected, shown
from tacsim.rulesets.lookup import look_up

CLAUSES = [clause for ruleset in RULESETS for clause in content(ruleset).own_clauses]

IDLE = {"pool.check.opposed": "no act of these rules takes an opposed check"}
"""Rules that nothing decides, and why; their words say so too."""


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_file_decides_the_rule_and_a_test_shows_it(clause: str) -> None:
    (rule,) = look_up(clause)
    assert bool(rule.enforced) != (clause in IDLE)
    assert rule.tests
    assert all((ROOT.parent / place).is_file() for place in rule.enforced)


def test_code_and_tests_cite_rules_that_there_are() -> None:
    assert {c: where for c, where in enforced().items() if c not in CLAUSES} == {}
    assert {c: where for c, where in shown().items() if c not in CLAUSES} == {}


@pytest.mark.parametrize("clause", IDLE)
def test_what_nothing_decides_is_said_to_be_idle(clause: str) -> None:
    (rule,) = look_up(clause)
    assert "no act" in rule.text.lower()


def marked(path: Path) -> Iterator[str]:
    """The ids in the ``rule`` marks of a file, as Python reads them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path}:{node.lineno}"
                yield argument.value


def test_no_mark_is_overlooked() -> None:
    """Each stands at a test that is found, none at slow ones alone: the gate leaves those out."""
    found: dict[str, set[str]] = {}
    for clause, tests in shown().items():
        for test in tests:
            found.setdefault(test.partition("::")[0], set()).add(clause)
    paths = sorted(TESTS.rglob("test_*.py"))
    every = {path.relative_to(TESTS.parent).as_posix(): set(marked(path)) for path in paths}
    assert found == {path: clauses for path, clauses in every.items() if clauses}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('@RULE("a.b", "a.c")\ndef test_it(): ...\n', ["a.b", "a.c"]),
        ('@pytest.mark.skipif(x)\n@RULE("a.b")\nasync def test_it(): ...\n', ["a.b"]),
        ('BOTH = RULE(\n    "a.b",\n)\n\n\n@BOTH\ndef test_it(): ...\n', ["a.b"]),
        ('pytestmark = RULE("a.b")\n\n\n@pytest.mark.asyncio\ndef test_it(): ...\n', ["a.b"]),
        ('@RULE("a.b")\n@pytest.mark.slow\ndef test_it(): ...\n', []),
        ('LATE = pytest.mark.slow\n\n\n@RULE("a.b")\n@LATE\ndef test_it(): ...\n', []),
        ('@pytest.fixture\ndef it():\n    return "RULE("\n\n\ndef test_it(): ...\n', []),
    ],
)
def test_marks_are_read_off_the_source(tmp_path: Path, text: str, found: list[str]) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(text.replace("RULE", "pytest.mark.rule"))
    expected = {clause: ["tests/test_it.py::test_it"] for clause in found}
    assert collected(tmp_path / "tests") == expected
