"""What rules are shown by besides battles: the rulesets' data, and what their tests set up."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

import attrs
from staged import shown, stem

import tacsim
from tacsim.rulesets import RULESETS, content

ROOT = Path(__file__).parents[1]
BOARD = re.compile(r"(?=.*[.#])(?:[ .,;:~%^=#|0-9-]|(.)\1+|[A-Za-z](?!([a-z])(?!\2)[a-z]))+")
"""A line of a board, as tests draw them."""
GENERAL = 20
"""A test of so many rules is an example of none."""
TRIED = 6
"""The most tests of a rule that are run for a picture."""
PLAYED = ("tests/app/", "tests/cli/", "tests/plain/", "tests/player/", "tests/storage/")
"""Tests of more than a battle."""

Table = list[dict[str, str]]


# --- data -----------------------------------------------------------------------------------------


def tables(rule: tacsim.Rule) -> Iterator[str]:
    """The rows of the rulesets' data that state a rule, among those that have the same columns."""
    words = {rule.id}
    for name in RULESETS:
        for concepts in content(name).concepts:
            words |= {word for word, clause in concepts.items() if clause == rule.id}
    for place in rule.enforced:
        if place.endswith(".toml"):
            text = (ROOT / place).read_text("utf-8")
            entries = tomllib.loads(text)
            own = {name for name, entry in entries.items() if words & {*cited(entry)}}
            alike = {frozenset(entries[name]) for name in own}
            rows = {name: entry for name, entry in entries.items() if frozenset(entry) in alike}
            every = dict.fromkeys(key for entry in rows.values() for key in entry)
            columns = [key for key in every if key not in ("words", "clause", "clauses")]
            about = re.match(r"(?:#.*\n)*", text)
            if columns and about is not None:
                yield f"`{place}`: {re.sub('^# ?', '', about[0], flags=re.M)}\n"
                cells = [[name, *(shown(entry.get(key, "")) or "" for key in columns)]
                         for name, entry in rows.items()]  # fmt: skip
                yield from ruled(["", *columns], cells, [name in own for name in rows])


def cited(entry: Any) -> Iterator[str]:
    """The clauses and concepts that something of the data cites."""
    if isinstance(entry, Mapping):
        for key, value in entry.items():
            if key in ("clause", "clauses"):
                yield from [value] if isinstance(value, str) else value
            else:
                yield from cited(value)


def ruled(head: list[str], rows: list[list[str]], bold: list[bool]) -> Iterator[str]:
    """A table; ``bold``: the rows that matter, where some of them do and others do not."""
    spelled = [name.replace("_", " ") for name in head]
    yield from (f"| {' | '.join(row)} |" for row in (spelled, ["---"] * len(head)))
    for row, matters in zip(rows, bold, strict=True):
        strong = "**" if matters and not all(bold) else ""
        cells = [cell.replace("|", r"\|").replace("\n", " ").strip() for cell in row]
        yield f"| {' | '.join(f'{strong}{cell}{strong}' if cell else '' for cell in cells)} |"
    yield ""


# --- tests ----------------------------------------------------------------------------------------


@attrs.frozen
class Example:
    """A test that shows a rule: what it says, what it draws, is tried on, and sets up.

    ``case``: the one of the cases that the rule is about, None where none is; ``picture``: the file
    with the battle that it makes.
    """

    test: str
    board: str | None
    cases: Table
    case: int | None
    picture: Path | None

    @property
    def about(self) -> str:
        """What it says."""
        return self.test.partition("::test_")[2].replace("_", " ").capitalize()

    @property
    def source(self) -> str:
        """Its text."""
        path, _colons, name = self.test.partition("::")
        return ast.unparse(functions(ROOT / path)[name])


def examples(rules: list[tacsim.Rule], folder: Path) -> dict[str, list[Example]]:
    """The tests of some rules that are examples, those of the fewest rules first.

    Those that set up battles are run; what they are tried on and their pictures go into a folder.
    """
    shares = Counter(test for rule in tacsim.look_up() for test in rule.tests)
    chosen = {rule.id: [test for test in sorted(rule.tests, key=lambda test: shares[test])
                        if shares[test] < GENERAL] for rule in rules}  # fmt: skip
    wanted = {test for tests in chosen.values()
              for test in [one for one in tests if not one.startswith(PLAYED)][:TRIED]}  # fmt: skip
    plugin = ["-p", "staged", "--staged", str(folder), "-p", "no:cacheprovider", "-q"]
    search = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    call = [sys.executable, "-m", "pytest", *plugin, *sorted(wanted)]
    setting = os.environ | {"PYTHONPATH": search}
    subprocess.run(call, cwd=ROOT, check=True, stdout=sys.stderr, env=setting)  # noqa: S603 ours
    return {id_: [example(id_, test, folder) for test in tests] for id_, tests in chosen.items()}


def example(clause: str, test: str, folder: Path) -> Example:
    """A test as an example of a rule, with what a run of it left in a folder."""
    noted = folder / f"{stem(test)}.json"
    cases: Table = json.loads(noted.read_text("utf-8")) if noted.exists() else []
    words = {*re.split(r"\W+", clause)}
    fits = [len(words & {*case.values()}) for case in cases]
    case = fits.index(max(fits)) if any(fits) else None
    picture = folder / f"{stem(test)}-{case or 0}.svg"
    return Example(test, board(test), cases, case, picture if picture.exists() else None)


def board(test: str) -> str | None:
    """The first board that a test draws; None where it draws none."""
    path, _colons, name = test.partition("::")
    function = functions(ROOT / path)[name]
    docstring = ast.get_docstring(function, clean=False)
    for node in ast.walk(function):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and text != docstring:
            drawn = cleandoc(text)
            lines = [line for line in drawn.splitlines() if line.strip()]
            filled = sum(map(drawn.count, ".#-")) > 1 and len(drawn) > 3
            if filled and all(BOARD.fullmatch(line) for line in lines):
                return drawn
    return None


@cache
def functions(path: Path) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a file of tests by name."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name: node for node in nodes if isinstance(node, kinds)}
