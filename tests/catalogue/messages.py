"""What is to be translated: everything marked in the code, and what people read of data."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir

import tacsim
from tacsim.content.generate import naming, sides
from tacsim.content.library import lessons, shipped
from tacsim.i18n import DOMAIN, NAME
from tacsim.rulesets import RULESETS, content
from tacsim.rulesets.d20 import characters

PACKAGE = Path(tacsim.__file__).parent
KEYWORDS = {**DEFAULT_KEYWORDS, "NP_": DEFAULT_KEYWORDS["pgettext"]}
"""What marks a message, and which of its arguments are texts."""
TOLD = ("title", "text", "words", "otherwise")
"""What is read of the tables of a ruleset."""
NUMBERED = re.compile(r" [0-9]+$")
"""A name with a number is told by the name without it."""
SAID = ("say", "how", "plain", "then")
"""What is read of the steps of a lesson."""


def catalogue(language: str | None = None) -> Catalog:
    """All messages, without translations; ``language``: whose forms of number they have."""
    made = Catalog(locale=language, domain=DOMAIN, project=DOMAIN, charset="utf-8")
    for path, message, context in messages():
        made.add(message, locations=[(path, None)], context=context)
    return made


def messages() -> Iterator[tuple[str, str | tuple[str, ...], str | None]]:
    """Each message, or its forms of one and of many, with its file and its context."""
    yield from marked()
    for path, message in sorted({*_ruleset_messages(), *_scenario_messages()}):
        yield path, message, None
    for path, name in sorted({*_names()}):
        if not NUMBERED.search(name):
            yield path, name, NAME


@cache
def marked() -> list[tuple[str, str | tuple[str, ...], str | None]]:
    """What is marked in the code: its file, the message or its forms, its context."""
    return [
        (path, message, context)
        for path, _line, message, _comments, context in extract_from_dir(
            str(PACKAGE), method_map=[("**.py", "python")], keywords=KEYWORDS
        )
    ]


def _ruleset_messages() -> Iterator[tuple[str, str]]:
    for path in PACKAGE.glob("rulesets/*/*.toml"):
        plain = tomllib.loads(path.read_text("utf-8"))
        told = path.relative_to(PACKAGE).as_posix()
        yield from ((told, text) for text in strings(plain, TOLD))
        yield from ((told, name.replace("_", " ")) for name in strings(plain, ("name",)))
    for table in ("races", "classes"):
        told = f"rulesets/d20/{table}.toml"
        for name in tomllib.loads((PACKAGE / told).read_text("utf-8")):
            yield told, name.replace("_", " ")
    for name in (*characters.SUITS, *characters.SHIELDS):
        yield "rulesets/d20/characters.py", name.replace("_", " ")
    for ruleset in RULESETS:
        for switch in content(ruleset).switches:
            yield f"rulesets/{ruleset}/__init__.py", switch.title
            yield f"rulesets/{ruleset}/__init__.py", switch.name.replace("_", " ")


def _scenario_messages() -> Iterator[tuple[str, str]]:
    for path in (*shipped(), *lessons()):
        plain = tomllib.loads(path.read_text("utf-8"))
        for text in (plain.get("about", ""), *strings(plain.get("step", ()), SAID)):
            if text:
                yield f"maps/{path.name}", " ".join(text.split())
    yield from ((path, text) for path, kind, text in _drawn() if kind == "ground")


def _drawn() -> Iterator[tuple[str, str, str]]:
    """What is read of the grounds of drawn battles: file, what it is, text."""
    for path in sorted(PACKAGE.glob("content/generate/grounds/*.py")):
        told = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assign):
                target = node.targets[0]
                kind = getattr(target, "attr", "") or getattr(target, "id", "")
                yield from ((told, kind, text) for text in _texts(node.value) if kind in KINDS)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Task":
                yield from ((told, "order", text) for text in _texts(node.args[2]))


KINDS = ("ground", "titles", "order")
"""What the variables are called."""


def _texts(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def _names() -> Iterator[tuple[str, str]]:
    """The names of kinds, and of who and what is in shipped and in drawn battles."""
    for path in PACKAGE.glob("rulesets/*/bestiary.toml"):
        for entry in tomllib.loads(path.read_text("utf-8")).values():
            yield path.relative_to(PACKAGE).as_posix(), entry["name"]
    for path in (*shipped(), *lessons()):
        plain = tomllib.loads(path.read_text("utf-8"))
        labels = strings(plain.get("map", {}).get("label", ()), ("text",))
        for name in (*strings(plain, ("name",)), *labels):
            yield f"maps/{path.name}", name
    families = PACKAGE / "content" / "generate" / "families.toml"
    for entry in tomllib.loads(families.read_text("utf-8")).values():
        for name in (entry["name"], *entry.get("folks", ())):
            yield "content/generate/families.toml", name
    yield from ((path, text) for path, kind, text in _drawn() if kind != "ground")
    yield from (("content/generate/sides.py", name) for name in sides.NAMES)
    yield from (("content/generate/naming.py", name) for name in naming.LIKE)


def strings(plain: Any, keys: Sequence[str]) -> Iterator[str]:
    """What stands under some keys, wherever they are."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            if key in keys and isinstance(value, str):
                yield value
            else:
                yield from strings(value, keys)
    elif isinstance(plain, list):
        for value in plain:
            yield from strings(value, keys)
