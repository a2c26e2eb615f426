"""Names that players give the sides and creatures of a scenario, in the place of its own."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.roster import LONGEST, likeness, told_apart
from tacsim.core.components import Identity
from tacsim.i18n import _
from tacsim.rulesets.schema import shown

SIDE, CREATURE = "side", "creature"
"""The tables of a scenario whose rows have names."""
Names: TypeAlias = Mapping[str, Mapping[str, str]]
"""Names by table and by id."""
_BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as printable and show nothing."""


def names_of(scenario: Scenario) -> dict[str, dict[str, str]]:
    """The names that the sides and creatures of a scenario go by."""
    creatures = {one.id: one.get(Identity).name for one in scenario.creatures}
    return {SIDE: {side.id: side.name for side in scenario.sides}, CREATURE: creatures}


def checked_name(text: str, others: Iterable[str] = ()) -> str:
    """A name as it is kept, its spaces trimmed.

    Errors: ValueError for one that is empty, too long, hard to see, or like another one.

    >>> checked_name("  Old  Mog "), checked_name("Öl", ["Ol"])
    ('Old Mog', 'Öl')
    >>> checked_name("mog", ["Mog"])
    Traceback (most recent call last):
    ValueError: There is a "Mog" already.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise ValueError(_("A name needs a character."))
    if len(name) > LONGEST:
        raise ValueError(_("A name has {n} characters at most.").format(n=LONGEST))
    if any(not c.isprintable() or c in _BLANK for c in name) or unicodedata.combining(name[0]):
        raise ValueError(_("There is a character in this name that cannot be seen."))
    twin = next((one for one in others if likeness(one) == likeness(name)), None)
    if twin is not None:
        raise ValueError(_('There is a "{name}" already.').format(name=twin))
    return name


def named(scenario: Scenario, names: Names) -> Scenario:
    """The same scenario with other names, for those that are named.

    Creatures that come to share a name get numbers. Errors: ValueError for an unknown id, for what
    :func:`checked_name` refuses, and for two sides that are alike.
    """
    if not any(names.values()):
        return scenario
    plain = to_plain(scenario)
    for table, given in names.items():
        rows = {row["id"]: row for row in plain[table]}
        for key, name in given.items():
            if key not in rows:
                raise ValueError(_("there is nobody {id} to be named").format(id=shown(key)))
            rows[key]["name"] = checked_name(name)
    own = names_of(scenario)[CREATURE]
    called = [row.get("name", own[row["id"]]) for row in plain[CREATURE]]
    for row, name in zip(plain[CREATURE], told_apart(called), strict=True):
        row["name"] = name
    found = from_plain(plain, scenario.name)
    sides = names_of(found)[SIDE]
    for key in names.get(SIDE, {}):
        checked_name(sides[key], [other for one, other in sides.items() if one != key])
    return found


def stamp(scenario: Scenario) -> str:
    """What tells a scenario from others and from what it was, whatever is chosen for it."""
    plain: dict[str, Any] = {key: value for key, value in scenario.source.items() if key != "rules"}
    for table in (SIDE, CREATURE):
        plain[table] = [{**row, "name": ""} for row in plain[table]]
    text = json.dumps(plain, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


__all__ = ["CREATURE", "LONGEST", "SIDE", "Names", "checked_name", "named", "names_of", "stamp"]
