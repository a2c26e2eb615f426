"""Enforcement: the code and the data that decide each clause, read off the source.

A clause is enforced where its id stands as a value: in what a policy answers (an event, a refusal,
a part of a sum), in the ``clause`` or ``clauses`` of an entry of a ruleset's data, or in an
:func:`~tacsim.enforces.enforces`. Policies of several rulesets cite by concept, behind which each
has its own clause. What all rulesets share cites the nearest clause in its refusals, so there a
concept counts where it is declared; and in a package itself, which lists a ruleset's parts, nothing
else does.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tacsim.rulesets import RULESETS, content

ROOT = Path(__file__).parent.parent
PACKAGES = ("core", "grid", "rules", "rulesets", "session")
"""The packages that hold rules."""
ID = re.compile(rf"({'|'.join(RULESETS)})\.[\w.-]+")
"""What looks like the id of a clause."""


@cache
def enforced() -> Mapping[str, tuple[str, ...]]:
    """The files that decide each clause that is cited.

    An id or concept that is cited and that no ruleset has is in it under its own name.

    >>> enforced()["d20.charge.min"]
    ('tacsim/rules/movement/plan.py',)
    """
    every = [content(name) for name in RULESETS]
    found: dict[str, list[str]] = {}
    for path in (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.*"))):
        folder = path.relative_to(ROOT).parts[1]
        owners = [rules for rules in every if folder in rules.folders]
        clauses: dict[str, None] = {}
        for word in _cited(path, shared=len(owners) > 1):
            tables = [table for rules in owners or every for table in rules.concepts]
            behind = [table[word] for table in tables if word in table]
            clauses |= dict.fromkeys(behind or [word])
        for clause in clauses:
            found.setdefault(clause, []).append(path.relative_to(ROOT.parent).as_posix())
    return {clause: tuple(places) for clause, places in found.items()}


def _cited(path: Path, *, shared: bool) -> Iterator[str]:
    """The ids and concepts that a file cites; ``shared``: whether several rulesets have it."""
    if path.suffix == ".toml" and path.stem != "clauses":
        yield from _of_data(tomllib.loads(path.read_text("utf-8")))
    elif path.suffix == ".py":
        text, listing = path.read_text("utf-8"), path.name == "__init__.py"
        if shared or "enforces(" in text or (not listing and ID.search(text)):
            yield from _of_code(ast.parse(text), shared=shared, listing=listing)


def _of_data(entry: Any) -> Iterator[str]:
    """What the entries of a table cite."""
    if isinstance(entry, Mapping):
        for key, value in entry.items():
            if key in ("clause", "clauses"):
                yield from [value] if isinstance(value, str) else value
            else:
                yield from _of_data(value)
    elif isinstance(entry, list):
        for value in entry:
            yield from _of_data(value)


def _of_code(tree: ast.Module, *, shared: bool, listing: bool) -> Iterator[str]:
    """What a module cites; ``listing``: where only what is declared counts."""
    words: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) == "enforces":
            yield from _strings(node)
        elif isinstance(node, ast.Expr | ast.JoinedStr):  # a docstring; a word put together
            words.update(part for part in ast.iter_child_nodes(node))
        elif listing or node in words:
            continue
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and ID.fullmatch(node.value):
                yield node.value
        elif shared and isinstance(node, ast.Call) and node.args and _cites(node.func):
            yield from _strings(node.args[0])
        elif shared and isinstance(node, ast.Subscript) and _name(node.value) in _TABLES:
            yield from _strings(node.slice)


_TABLES = ("CITE", "cite", "_cite", "concepts")
"""What the clauses behind concepts are looked up in."""


def _cites(function: ast.expr) -> bool:
    """Whether a call looks up the clause behind a concept."""
    if _name(function) == "get":
        return isinstance(function, ast.Attribute) and _name(function.value) in _TABLES
    return _name(function) == "clause"


def _name(node: ast.expr) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def _strings(node: ast.AST) -> Iterator[str]:
    """The texts in an expression, but for those that are put together."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.JoinedStr):
        for part in ast.iter_child_nodes(node):
            yield from _strings(part)
