"""Evidence: the tests that show each clause, by their marks.

This imports nothing of ours: the build of the wheel runs it too (``hatch_build.py``), for where the
program is installed there are no tests to look into.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PACKED = Path(__file__).with_name("evidence.json")
"""What the build puts into the wheel."""
TESTS = Path(__file__).parents[2] / "tests"

_DECORATED = re.compile(
    r"^(@(?:pytest|[A-Z]).*?)^(?:async )?(?:def|class) (\w+)", re.MULTILINE | re.DOTALL
)
_NAMED = re.compile(r"^([A-Z]\w*|pytestmark) = (.*?)^(?=[^\s)\]}])", re.MULTILINE | re.DOTALL)
_RULE = re.compile(r"mark\.rule\(([^()]*)\)")


@cache
def shown() -> Mapping[str, list[str]]:
    """The tests that show each clause, such as ``tests/rules/test_charge.py::test_it_ends_next``.

    Tests with the mark ``slow`` do not count, as the gate leaves them out.
    """
    if PACKED.is_file():
        return dict(json.loads(PACKED.read_text("utf-8")))
    return collected(TESTS)


def collected(tests: Path) -> dict[str, list[str]]:
    """The same of a folder of tests: by file, in the order of the file."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        text = path.read_text("utf-8")
        if "mark.rule(" not in text:
            continue
        named = {name: value for name, value in _NAMED.findall(text) if "mark." in value}
        for decorators, name in _DECORATED.findall(text):
            words = ["pytestmark", *re.findall(r"\w+", decorators)]
            marks = [decorators, *(named[word] for word in dict.fromkeys(words) if word in named)]
            slow = any(re.search(r"^@?\[?\s*pytest\.mark\.slow", each, re.M) for each in marks)
            if slow or not name.startswith("test_"):
                continue
            clauses = re.findall(r'"([^"]+)"', " ".join(_RULE.findall(" ".join(marks))))
            for clause in dict.fromkeys(clauses):
                place = f"{path.relative_to(tests.parent).as_posix()}::{name}"
                found.setdefault(clause, []).append(place)
    return dict(sorted(found.items()))
