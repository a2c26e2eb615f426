"""Looking rules up: by id or by words, with where each stands in the code and in the tests."""

from __future__ import annotations

import re

import attrs

from tacsim.core.clauses import Clause, Switch
from tacsim.i18n import translate
from tacsim.i18n.hangul import begins, holds
from tacsim.rulesets import RULESETS, content
from tacsim.rulesets.enforcement import enforced
from tacsim.rulesets.evidence import shown


@attrs.frozen
class Rule:
    """A clause of a ruleset, and where it stands.

    ``source``: "text", "srd" or "ruling"; ``enforced``: the files that decide it; ``tests``: the
    tests that show it, as ``tests/rules/test_charge.py::test_name``; ``switches``: those that set
    it.
    """

    id: str
    ruleset: str
    title: str
    text: str
    source: str
    enforced: tuple[str, ...]
    tests: tuple[str, ...]
    switches: tuple[Switch, ...]


def look_up(wanted: str = "") -> list[Rule]:
    """The rules wanted, as :func:`find` finds them, each with where it stands.

    >>> [rule.id for rule in look_up("d20.cost.double")]
    ['d20.cost.double']
    """
    places, tests = enforced(), shown()
    return [
        Rule(
            id=clause.id,
            ruleset=_ruleset(clause),
            title=clause.title,
            text=clause.text,
            source=clause.source,
            enforced=places.get(clause.id, ()),
            tests=tuple(tests.get(clause.id, ())),
            switches=_switches(clause),
        )
        for clause in find(wanted)
    ]


def find(wanted: str = "") -> list[Clause]:
    """The clauses wanted, none if there are none; all by default.

    ``wanted``: an id or the name of a ruleset; the beginning of ids; or words that all occur in a
    clause's id, title, text or switches, whatever their case and ending. By words those come first
    that have them in id and title, and little else there.

    >>> find("squeezed diagonals cost")[0].id
    'd20.squeeze.cost.diag'
    """
    every = _every()
    exact = [clause for clause in every if wanted in ("", clause.id, _ruleset(clause))]
    begun = exact or [clause for clause in every if clause.id.startswith(wanted)]
    if begun:
        return begun
    stems = [_stem(word) for word in wanted.casefold().split()]
    found = [clause for clause in every if stems and _holds(clause, stems) == len(stems)]
    return sorted(found, key=lambda clause: _worth(clause, stems), reverse=True)


def nearest(wanted: str, most: int = 3) -> list[str]:
    """The ids of the clauses that come closest to words that none has all of.

    >>> nearest("corner lamp")
    ['pool.corner', 'grid5e.corner', 'metric.corner']
    """
    stems = [_stem(word) for word in wanted.casefold().split() if len(word) > 3]
    having = [(_holds(clause, stems), clause) for clause in _every()]
    best = max(count for count, _ in having)
    closest = [clause for count, clause in having if count == best > 0]
    ranked = sorted(closest, key=lambda clause: _worth(clause, stems), reverse=True)
    return [clause.id for clause in ranked[:most]]


def _every() -> list[Clause]:
    return [clause for name in RULESETS for clause in content(name).own_clauses.values()]


def _ruleset(clause: Clause) -> str:
    return clause.id.partition(".")[0]


def _switches(clause: Clause) -> tuple[Switch, ...]:
    return tuple(s for s in content(_ruleset(clause)).switches if s.clause == clause.id)


def _holds(clause: Clause, stems: list[str]) -> int:
    """How many of some words a clause has."""
    switches = (switch.name for switch in _switches(clause))
    told = (translate(clause.title), translate(clause.text))
    whole = "\n".join((clause.id, clause.title, clause.text, *switches, *told)).casefold()
    return sum(_has(whole, stem) for stem in stems)


def _has(text: str, stem: str) -> bool:
    """Whether a word that begins so stands in a text; in Korean also within a longer word."""
    if stem.isascii():
        return bool(re.search(rf"(?<!\w){re.escape(stem)}", text))
    return holds(text, stem)


def _worth(clause: Clause, stems: list[str]) -> tuple[int, int, int]:
    """How many of the words stand in its id and title, begin one there, and how few others do."""
    title = translate(clause.title)
    words = [_stem(word) for word in re.split(r"\W+", f"{clause.id} {clause.title}".casefold())]
    found = sum(stem in words or (not stem.isascii() and holds(title, stem)) for stem in stems)
    begun = sum(stem in words or begins(title, stem) for stem in stems)
    return found, begun, -len(words) if found else 0


def _stem(word: str) -> str:
    """A word without what it may end in.

    >>> [_stem(word) for word in ("squeezed", "squeezing", "provokes", "trip", "size", "pass")]
    ['squeez', 'squeez', 'provok', 'trip', 'size', 'pass']
    """
    return re.sub(r"(?<=\w{4})(?:ing|ed|es|e|s)$", "", word)
