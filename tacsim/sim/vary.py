"""Varying a scenario: the cases that are compared, each with what differs in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, product
from typing import Any

from tacsim.api.distances import known
from tacsim.content.characters import character
from tacsim.content.faults import ContentError
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.i18n import _
from tacsim.rulesets import content
from tacsim.rulesets.schema import Each, hinted, listed, shown
from tacsim.session.controllers import in_full

CASES = 100
"""The most cases that are compared."""
MANY = 100
"""The most creatures of a kind."""
CONTROLLER, RULES, COUNT, LEVEL = "controller", "rules", "count", "level"
"""The words of keys: ``SIDE.controller``, ``rules.SWITCH``, ``count.KIND``, ``CREATURE.level``."""
TRUTHS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}

Vary = Mapping[str, Sequence[Any]]
"""Values by key: ``CREATURE.FIELD``, ``SIDE.controller``, ``rules.SWITCH`` or ``count.KIND``."""


def parsed(text: str) -> tuple[str, list[Any]]:
    """A key and its values, as they are written in a call. Errors: ValueError.

    Values are whole numbers, texts, or what TOML has; a list may also be written with ``+``.

    >>> parsed("ogre.hp=20,29"), parsed("ogre.weapons=club+javelin,[]")
    (('ogre.hp', [20, 29]), ('ogre.weapons', ['club+javelin', []]))
    """
    key, given, values = text.partition("=")
    key = key.strip()
    if not given or "." not in key or not values.strip():
        words = _("{text}: write KEY=A,B,..., such as {example}")
        raise ValueError(words.format(text=shown(text), example="ogre.hp=20,29,40"))
    return key, [_value(part.strip()) for part in _parts(values)]


def parsed_all(texts: Iterable[str]) -> dict[str, list[Any]]:
    """Several of these. Errors: ValueError, also for a key that is given twice."""
    found = dict[str, list[Any]]()
    for text in texts:
        key, values = parsed(text)
        if key in found:
            raise ValueError(_("{key}: given twice").format(key=key))
        found[key] = values
    return found


def _parts(text: str) -> Iterator[str]:
    """What stands between commas that are in no list, table or text."""
    depth, quoted, part = 0, "", ""
    for char in text:
        if quoted:
            quoted = "" if char == quoted else quoted
        elif char in "\"'":
            quoted = char
        depth += (char in "[{") - (char in "]}") if not quoted else 0
        if char == "," and not depth and not quoted:
            yield part
            part = ""
        else:
            part += char
    yield part


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, KeyError):
        return text


def cases(scenario: Scenario, vary: Vary) -> list[tuple[dict[str, Any], Scenario, dict[str, str]]]:
    """Every combination of the values: these, the scenario with them, and who plays which side.

    Errors: ValueError for a key or a value that cannot be, and for too many.
    """
    many = 1
    for key, values in vary.items():
        if not values:
            raise ValueError(_("{key}: no values are given").format(key=key))
        for n, value in enumerate(values):
            if value in values[:n]:
                words = _("{key}: {value} is given twice, and a case is not compared with itself")
                raise ValueError(words.format(key=key, value=shown(value)))
        many *= len(values)
    if many > CASES:
        words = _("{n} cases are too many; {most} can be compared")
        raise ValueError(words.format(n=many, most=CASES))
    found = []
    for each in product(*vary.values()):
        chosen = dict(zip(vary, each, strict=True))
        changed, sides = scenario, dict[str, str]()
        for key, value in chosen.items():
            try:
                changed = _changed(changed, sides, key, value)
            except ContentError as error:
                words = _("{key} = {value}: {reason}")
                reason = error.faults[0].message
                raise ValueError(words.format(key=key, value=shown(value), reason=reason)) from None
        found.append((chosen, changed, sides))
    return found


def _changed(scenario: Scenario, sides: dict[str, str], key: str, value: Any) -> Scenario:
    """The scenario with one thing changed; who plays a side is put into ``sides``."""
    head, _dot, field = key.partition(".")
    creatures = [one.id for one in scenario.creatures]
    names = [side.id for side in scenario.sides]
    plain = to_plain(scenario)
    if head == RULES:
        truth = TRUTHS.get(value, value) if isinstance(value, str) else value
        plain["rules"] = {**scenario.switches, field: truth}
    elif head == COUNT:
        return _numbered(scenario, plain, field, value)
    elif head not in creatures and head not in names:
        raise ValueError(_stranger(head, names, creatures))
    elif field == CONTROLLER:
        sides[known(_("side"), head, names)] = in_full(str(value))
        return scenario
    else:
        known(_("creature"), head, creatures)
        row = next(one for one in plain["creature"] if one["id"] == head)
        if field == LEVEL:
            _grown(scenario, plain, row, value)
        else:
            _put(scenario, row, field, value)
    return from_plain(plain)


def _stranger(word: str, sides: Collection[str], creatures: Collection[str]) -> str:
    """What is wrong with a word that is no side's and no creature's: those that there are."""
    message = _("unknown side or creature {word} (sides: {sides}; creatures: {creatures})").format(
        word=shown(word), sides=listed(sides), creatures=listed(creatures)
    )
    return hinted(message, word, (*sides, *creatures))


def _put(scenario: Scenario, row: dict[str, Any], field: str, value: Any) -> None:
    """Put a value into a creature's table; a list may be one of its things, or several by ``+``."""
    *tables, last = field.split(".")
    form = content(scenario.ruleset).creature_schema.fields.get(field)
    if isinstance(form, Each) and isinstance(value, str):
        value = [one.strip() for one in value.split("+") if one.strip() not in ("", "none")]
    for name in tables:
        row = row.setdefault(name, {})
        if not isinstance(row, dict):
            raise ValueError(_("{field} is no table").format(field=name))
    row[last] = value


def _grown(scenario: Scenario, plain: dict[str, Any], row: dict[str, Any], value: Any) -> None:
    """Make a character one of another level: of the same race and class, as such are made."""
    book = content(scenario.ruleset).book
    chosen = book.chosen(row)
    before = character(scenario.ruleset, row["name"], chosen).made.table
    if LEVEL not in chosen or before.get("kind") != row["kind"]:
        words = _("{name} has no level; vary what it has, such as {name}.hp")
        raise ValueError(words.format(name=row["id"]))
    made = character(scenario.ruleset, row["name"], {**chosen, LEVEL: str(value)})
    if made.chosen[LEVEL] != str(value):
        words = _("there is no level {value} for {name}")
        raise ValueError(words.format(value=shown(value), name=row["id"]))
    kept = {key: one for key, one in row.items() if key not in before}
    row.clear()
    row.update(kept | dict(made.made.table))
    plain["bestiary"] = {**plain["bestiary"], **made.made.kinds}


# --- numbers of a kind ---------------------------------------------------------------------------


def _numbered(scenario: Scenario, plain: dict[str, Any], kind: str, many: Any) -> Scenario:
    """The scenario with so many creatures of a kind: the last go, or more come beside the last."""
    known(_("kind"), kind, dict.fromkeys(one.kind for one in scenario.creatures))
    if type(many) is not int or not 0 <= many <= MANY:
        words = _("count.{kind}: must be a whole number from {least} to {most}, not {value}")
        raise ValueError(words.format(kind=kind, least=0, most=MANY, value=shown(many)))
    rows = [row for row in plain["creature"] if row["kind"] == kind]
    gone = {row["id"] for row in rows[many:]}
    plain["creature"] = [row for row in plain["creature"] if row["id"] not in gone]
    plain["do"] = [step for step in plain["do"] if step.get("actor") not in gone]
    found = from_plain(plain)
    for _more in range(many - len(rows)):
        found = _joined(found, rows[-1])
    return found


def _joined(scenario: Scenario, like: Mapping[str, Any]) -> Scenario:
    """The scenario with another creature like one, as near to it as there is room."""
    plain = to_plain(scenario)
    names = {row["name"] for row in plain["creature"]}
    stem, title = _stem(like["id"]), _stem(like["name"], " ")
    row = {key: value for key, value in like.items() if key != "initiative"}
    taken = {one["id"] for one in plain["creature"]}
    row["id"] = next(one for n in count(2) if (one := f"{stem}_{n}") not in taken)
    row["name"] = next(one for n in count(2) if (one := f"{title} {n}") not in names)
    plain["creature"].append(row)
    for at in _near(like["at"], scenario.field.size):
        row["at"] = list(at)
        try:
            return from_plain(plain)
        except ContentError as error:
            if any(not fault.field.endswith(".at") for fault in error.faults):
                raise
    raise ValueError(_("there is no room for another {kind}").format(kind=like["kind"]))


def _stem(text: str, between: str = "_") -> str:
    """A name without its number.

    >>> _stem("goblin_2"), _stem("Goblin 12", " "), _stem("ogre")
    ('goblin', 'Goblin', 'ogre')
    """
    return re.sub(f"{between}[0-9]+$", "", text)


def _near(at: Sequence[int], size: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """The cells of a map, the nearest to one first."""
    cells = product(*(range(length) for length in size))
    return sorted(
        cells, key=lambda cell: (max(abs(a - b) for a, b in zip(cell, at, strict=True)), cell)
    )
