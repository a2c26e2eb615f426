"""Enforcement: what makes a clause hold: code, or an entry of a condition."""

from __future__ import annotations

import re
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacsim.rulesets import RulesetContent

_CODE = ("core", "rules", "rulesets", "grid", "session")
"""The packages that hold rules."""
EVERYWHERE = ("",)
"""Beginnings of the names of files, of which one is enough."""


class Sources:
    """The source of the packages that hold rules, read when it is first asked for."""

    def enforcing(self, clause: str, rules: RulesetContent) -> str | None:
        """The file that cites a clause, such as ``tacsim/rules/combat/cover.py``, or None.

        First comes code that names the clause itself; then code that cites a concept behind which
        it stands, the ruleset's own before others'; then words that say that they state it.
        """
        own = tuple(f"tacsim/rulesets/{folder}/" for folder in rules.folders)
        grids = [rules.on(topology).concepts.items() for topology in rules.topologies]
        concepts = dict.fromkeys(word for cited in grids for word, of in cited if of == clause)
        named = [re.escape(word) for word in concepts]
        tries: list[tuple[str, tuple[str, ...]]] = [
            (f'"{re.escape(clause)}"', EVERYWHERE),
            *((rf'(clause\(|cite\[)"{word}"', own) for word in named),
            *((rf'clause\("{word}"', EVERYWHERE) for word in named),
            *((f'"{word}"', own) for word in named),
            *((f'"{word}"', EVERYWHERE) for word in named),
            (rf"(?<![\w.-]){re.escape(clause)}(?![\w-]|\.[\w])", EVERYWHERE),
        ]
        found = (self._first(pattern, clause, within) for pattern, within in tries)
        return next(filter(None, found), None)

    def _first(self, pattern: str, clause: str, within: tuple[str, ...]) -> str | None:
        """The first file with a match; those that only list a ruleset's parts do not count.

        A file that is called after the clause comes before the others.
        """
        found = re.compile(pattern)
        names = [
            name
            for name, text in self._texts.items()
            if name.startswith(within) and not name.endswith("__init__.py") and found.search(text)
        ]
        words = clause.replace("-", "_")
        own = (name for name in names if name.rpartition("/")[2].removesuffix(".py") in words)
        return next(own, names[0] if names else None)

    @cached_property
    def _texts(self) -> dict[str, str]:
        root = files("tacsim")
        texts: dict[str, str] = {}
        for package in _CODE:
            _collect(root / package, f"tacsim/{package}", texts)
        return dict(sorted(texts.items(), key=lambda item: item[0].endswith(".toml")))


def _collect(folder: Traversable, name: str, texts: dict[str, str]) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            _collect(entry, path, texts)
        elif entry.name.endswith(".py") or entry.name in ("effects.toml", "feats.toml"):
            texts[path] = entry.read_text("utf-8")
