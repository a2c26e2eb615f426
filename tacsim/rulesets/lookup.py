"""Looking rules up: by id or by words, with where each stands in the code and in the tests."""

from __future__ import annotations

import re

import attrs

from tacsim.core.clauses import Switch
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
    """The rules wanted, none if there are none; all by default.

    ``wanted``: an id or the name of a ruleset; the beginning of ids; or words that all occur in a
    rule's id, title, text or switches, whatever their case and ending. By words those come first
    that have them in id or title, else they are in the order of the rulesets.

    >>> [rule.id for rule in look_up("d20.cost.double")]
    ['d20.cost.double']
    >>> look_up("squeezed diagonals cost")[0].id
    'd20.squeeze.cost.diag'
    """
    every = _every()
    exact = [rule for rule in every if wanted in ("", rule.id, rule.ruleset)]
    begun = exact or [rule for rule in every if rule.id.startswith(wanted)]
    if begun:
        return begun
    stems = [_stem(word) for word in wanted.casefold().split()]
    found = [rule for rule in every if stems and all(stem in _whole(rule) for stem in stems)]
    return sorted(found, key=lambda rule: -_worth(rule, stems))


def nearest(wanted: str, most: int = 3) -> list[str]:
    """The ids of the rules that come closest to words that no rule has all of.

    >>> nearest("corner lamp")
    ['d20.corner.wall', 'd20.corner.creature', 'd20.corner.pit']
    """
    stems = [_stem(word) for word in wanted.casefold().split() if len(word) > 3]
    having = [(sum(stem in _whole(rule) for stem in stems), rule) for rule in _every()]
    best = max((count for count, _ in having), default=0)
    closest = [rule for count, rule in having if count == best > 0]
    return [rule.id for rule in sorted(closest, key=lambda r: -_worth(r, stems))[:most]]


def _every() -> list[Rule]:
    places, tests = enforced(), shown()
    return [
        Rule(
            id=clause.id,
            ruleset=ruleset,
            title=clause.title,
            text=clause.text,
            source=clause.source,
            enforced=places.get(clause.id, ()),
            tests=tuple(tests.get(clause.id, ())),
            switches=tuple(s for s in content(ruleset).switches if s.clause == clause.id),
        )
        for ruleset in RULESETS
        for clause in content(ruleset).own_clauses.values()
    ]


def _whole(rule: Rule) -> str:
    switches = (switch.name for switch in rule.switches)
    return "\n".join((rule.id, rule.title, rule.text, *switches)).casefold()


def _worth(rule: Rule, stems: list[str]) -> int:
    """How much of what is wanted stands in a rule's id and title: whole words count twice."""
    head = f"{rule.id} {rule.title}".casefold()
    words = {_stem(word) for word in re.split(r"\W+", head)}
    return sum((stem in head) + (stem in words) for stem in stems)


def _stem(word: str) -> str:
    """A word without what it may end in.

    >>> [_stem(word) for word in ("squeezed", "squeezing", "provokes", "trip", "size", "pass")]
    ['squeez', 'squeez', 'provok', 'trip', 'size', 'pass']
    """
    return re.sub(r"(?<=\w{4})(?:ing|ed|es|e|s)$", "", word)


__all__ = ["Rule", "look_up", "nearest"]
