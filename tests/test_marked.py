"""Everything that people read is marked for translation, what is wrong with a file or call too."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from catalogue.messages import KEYWORDS, marked

import tacsim
from tacsim.content.generate.draft import ORDERS

extract = pytest.importorskip("babel.messages.extract")

PACKAGE = Path(tacsim.__file__).parent
SOURCES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
MARKS = {"_", "N_", "ngettext", "pgettext", "NP_"}
FOR_PROGRAMMERS = ("__init__", "ai/", "core/", "export/", "grid/", "rules/", "view/")
"""Where what is raised is an error of a program: nobody else comes to read it."""
READ = ("core/grounds.py",)
"""What of these says what is wrong with a file."""
OURS = {
    "api/battle.py": {"<Battle {}, round {}, {}>"},  # a repr
    "app/battle/cards/stamina.py": {"no card is shown where nothing can be put in"},
    "player/kept/recent.py": {"it holds no battles", "it is no battle"},  # and is put aside
    "rulesets/effects.py": {"{}: {} {}"},  # the rulesets' own files, which tests read
    "rulesets/__init__.py": {"{} is not one package"},
    "rulesets/pool/dice.py": {"{} reroll"},  # parts of a throw, which the view has words for
    "rulesets/pool/initiative.py": {"initiative reroll"},
    "session/headless.py": {"a side has no controller"},
    "storage/verify.py": {"two lists differ nowhere"},
}
"""What is raised elsewhere and comes to no reader of the language."""
WORDS = re.compile(r"[a-z]{2,}[,;:]? [a-z{]|\} [a-z]{2,}|^is [a-z]+$")


@cache
def nodes(name: str) -> list[ast.AST]:
    """All that is written in a file."""
    return list(ast.walk(ast.parse(SOURCES[name].read_text("utf-8"))))


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """What has been parsed is let go of with the last test that wants it."""
    yield
    nodes.cache_clear()


def called(node: ast.AST) -> str:
    """The name of what a node calls, without what it belongs to."""
    if not isinstance(node, ast.Call):
        return ""
    func = node.func
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def plain(node: ast.AST) -> Iterator[ast.AST]:
    """The texts in an expression that are not marked."""
    if called(node) in MARKS:
        return
    if isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    ):
        yield node
    else:
        for child in ast.iter_child_nodes(node):
            yield from plain(child)


def text(node: ast.AST) -> str:
    """A text, with braces for its gaps."""
    if isinstance(node, ast.JoinedStr):
        return "".join(p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
    assert isinstance(node, ast.Constant)
    return str(node.value)


def told(name: str) -> Iterator[ast.AST]:
    """What a file raises, finds wrong, or prints."""
    for node in nodes(name):
        if isinstance(node, ast.Raise) and node.exc is not None:
            yield node.exc
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            yield from node.value.elts[1:]
        elif called(node) in ("Fault", "fault", "SaveError", "echo", "print", "say"):
            yield from node.args  # type: ignore[attr-defined]  # a call
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(getattr(one, "id", "") in NAMES for one in targets):
                yield node.value


NAMES = ("message", "reason", "words", "told", "text", "trouble", "hint")
"""What a message is called where it is made some lines before."""


def test_what_is_wrong_is_said_in_marked_words() -> None:
    unmarked = {
        name: {one for one in found if WORDS.search(one.removeprefix("tacsim: "))}
        - OURS.get(name, set())
        for name in SOURCES
        if not name.startswith(FOR_PROGRAMMERS) or name in READ
        for found in [{text(node) for each in told(name) for node in plain(each)}]
    }
    assert {name: words for name, words in unmarked.items() if words} == {}


def test_what_is_marked_can_be_extracted_and_translated() -> None:
    """It is a literal text, and its gaps have names, so that another language may order them."""
    for name in sorted(SOURCES.keys() - {"i18n/__init__.py"}):
        for node in nodes(name):
            if called(node) in MARKS and isinstance(node, ast.Call):
                for each in node.args[: 1 if called(node) in ("_", "N_") else 2]:
                    assert isinstance(each, ast.Constant), f"{name}:{node.lineno}"
                    assert isinstance(each.value, str), f"{name}:{node.lineno}"
                    assert "{}" not in each.value, f"{name}:{node.lineno}"
                    assert not re.search(r"%[sd]", each.value), f"{name}:{node.lineno}"


def test_nothing_else_is_called_like_the_mark_where_something_is_marked() -> None:
    for name in SOURCES:
        for node in nodes(name):
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                own = {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)}
                within = list(ast.walk(node))
                own |= {
                    each.id
                    for each in within
                    if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
                }
                calls = {called(each) for each in within}
                assert not own & calls & MARKS, f"{name}:{node.lineno}"


def test_everything_marked_is_found_by_whoever_extracts_it() -> None:
    found = Counter[str]()
    for path, message, _context in marked():
        assert message
        found[path] += 1
    calls = Counter(
        name
        for name in SOURCES
        for node in nodes(name)
        if called(node) in MARKS and name != "i18n/__init__.py"
    )
    del found["i18n/__init__.py"]
    assert found == calls


def messages(path: Path) -> set[object]:
    """Everything that is marked in a file."""
    rows = extract.extract_from_file("python", str(path), keywords=KEYWORDS)
    return {row[1] for row in rows}


def test_what_click_says_is_in_the_catalogue_too() -> None:
    """All that can be heard of it by a call of ours is told by the tests in the pseudo-language."""
    theirs = set[object]()
    for path in Path(click.__file__).parent.glob("*.py"):
        theirs |= messages(path)
    ours = messages(PACKAGE / "borrowed.py")
    assert len(ours & theirs) > 25
    assert "Usage:" in ours & theirs


COUNTED = re.compile(
    r"\{(?!name|about|foe|actor)\w*\} (attacks|battles|branches|bytes|cells|characters|columns|"
    r"creatures|entries|events|faults|hexes|intents|levels|places|rounds|rows|saves|squares|"
    r"steps|turns)\b"
)
"""A number and what there is so much of."""
NEVER_ONE = {
    "has {count} cells, more than {most}", "has {n} rows, more than {most}",
    "has {usual} columns, more than {most}", "SIZE {size} is more than {most} cells",
    "must be {least} to {most} cells, not {value}", "there must be 1 to {most} creatures, not {n}",
    "must hold {least} to {most} entries, not {n}", "must hold at most {most} entries",
    "must hold at most {most} steps",
    "is longer than {n} characters", "A name has {n} characters at most.",
    *(text for text in ORDERS.values() if "{rounds}" in text),
    "{battles} battles are none", "{n} attacks, the first {hit} %, {damage} damage in all",
    "{file} has {n} faults: Options, Change single keys, tells them all.",
    "{n} levels, seen from above", "wriggling ({n} of {all} rounds)", "all {n} places ...",
    "is {size} cells, the lowest level {lowest}", "a body of {size} cells",  # 20 by 30
    "{at} lies off the map of {size} cells", "{cell} lies off the map of {size} cells",
    "{at} is off the map of {size} cells", "{body} at {at} reaches off the map of {size} cells",
}  # fmt: skip


def test_what_is_counted_has_a_form_for_one() -> None:
    alone = {
        text(node.args[0])
        for name in SOURCES
        for node in nodes(name)
        if isinstance(node, ast.Call) and called(node) in ("_", "N_")
        if isinstance(node.args[0], ast.Constant)
    }
    assert {one for one in alone if COUNTED.search(one)} - NEVER_ONE == set()
    assert alone >= NEVER_ONE
