"""The roster: from the tables ``[[side]]`` and ``[[creature]]`` to sides and combatants."""

from __future__ import annotations

import re
import unicodedata
from collections import ChainMap, Counter
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import count
from typing import Any

import attrs

from tacsim.content.behaviour import FIELD, behaviour_schema, behaviours
from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.content.records import Combatant
from tacsim.core.components import ROLES, Component, HitPoints, Identity, Side
from tacsim.i18n import N_, _, translate
from tacsim.rulesets import RulesetContent
from tacsim.rulesets.book import Entry
from tacsim.rulesets.schema import (
    Coordinates,
    Each,
    Id,
    Json,
    Path,
    Problem,
    Schema,
    Table,
    Text,
    Whole,
    Word,
    Words,
    said,
)

SIDES = 20
CREATURES = 1000
LONGEST = 60
"""The most characters of a name."""
WOUNDS = "wounds"
"""The key of a creature's table for the hit points, or the like, that it lacks at the start."""


@attrs.frozen
class _Controller:
    """Who plays a side: ``human``, ``ai``, ``ai:NAME`` or ``script``."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        if not isinstance(value, str) or not _CONTROLLER.fullmatch(value):
            yield (
                path,
                said(_("must be human, ai, ai:NAME or script, not {value}"), value),
            )

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"type": "string", "pattern": f"^({_CONTROLLER.pattern})$"}


_CONTROLLER = re.compile(r"human|ai|script|ai:[A-Za-z0-9_-]{1,40}", re.ASCII)


def side_schema(axes: int, between: str) -> Table:
    """The form of a ``[[side]]`` table."""
    return Table(
        {
            "id": Id(),
            "name": Text(),
            "controller": _Controller(),
            "allies": Each(Word(N_("side"), of="sides"), most=SIDES),
            "role": Word(N_("role"), ROLES),
            FIELD: behaviour_schema(axes, between),
        },
        frozenset({"id"}),
    )


def creature_schema(content: RulesetContent, axes: int = 2) -> Table:
    """The form of a ``[[creature]]`` table: where and whose it is, and what differs in it."""
    between = content.defaults.concepts.get("between", "")
    whose: Mapping[str, Schema] = {
        "id": Id(),
        "kind": Word(N_("creature"), of="kinds"),
        "side": Word(N_("side"), of="sides"),
        "at": Coordinates(axes, between=between),
    }
    more: Mapping[str, Schema] = {
        FIELD: behaviour_schema(axes, between),
        WOUNDS: Whole(0, 10_000),
    }
    fields = {**whose, **more}
    return content.creature_schema.with_fields(fields, *whose)


def ids(tables: object, key: str = "id") -> dict[int, str]:
    """The ids of a list of tables by their places in it, as far as they have any."""
    items = tables if isinstance(tables, list | tuple) else ()
    found = ((at, item.get(key)) for at, item in enumerate(items) if isinstance(item, Mapping))
    return {at: name for at, name in found if isinstance(name, str)}


def read_sides(
    document: Document, creatures: Iterable[str], axes: int = 2, between: str = ""
) -> tuple[tuple[Side, ...], list[Fault]]:
    """The sides of a scenario, given the sides of its creatures, and what is wrong with them.

    ``between``: the clause by which there is nothing between cells, if there is one.
    """
    tables = document.tables.get("side", [])
    words = {"sides": list(ids(tables).values())}
    form = Each(side_schema(axes, between), most=SIDES)
    faults = document.faults(form.problems(tables, words, ("side",)))
    faults += repeated(document, "side")
    if faults:
        return (), faults
    peopled = set(creatures)
    sides = []
    for index, table in enumerate(tables):
        side = table["id"]
        if side not in peopled:
            faults.append(
                document.fault(
                    ("side", index), _('side "{side}" has no creature').format(side=side)
                )
            )
        name, controller = table.get("name", side), table.get("controller", "human")
        allies, role = tuple(table.get("allies", ())), table.get("role", "")
        sides.append(Side(side, name, controller, allies, role))
    return tuple(sides), faults


def check_entry(
    document: Document,
    path: Path,
    schema: Table,
    content: RulesetContent,
    words: Words,
    base: Entry,
) -> list[Fault]:
    """The faults of a creature's table; ``base`` is the entry that it changes, empty for none."""
    faults = document.check(schema, words, path)
    if faults:
        return faults
    whole = content.merged(base, document.value(path))
    attacks = {*words["weapons"], *content.attacks(whole)}
    faults = document.check(schema, {**words, "attacks": attacks}, path)
    if faults or "size" not in whole:
        return faults
    if "hp" in whole and whole.get(WOUNDS, 0) >= whole["hp"]:
        text = _("must be less than {n}, which would put it down").format(n=whole["hp"])
        return [document.fault((*path, WOUNDS), text)]
    return document.faults(((*path, *where), what) for where, what in content.misfits(whole))


@attrs.frozen
class Lore:
    """What a scenario knows of kinds and weapons: the ruleset's and its own."""

    content: RulesetContent
    switches: Mapping[str, bool]
    kinds: MutableMapping[str, Entry]
    weapons: dict[str, Entry]
    topology: str
    """The grid that its creatures stand on."""

    @property
    def titles(self) -> dict[str, str]:
        """What the scenario's own weapons are called, where that is not their ids in words."""
        shipped = self.content.weapons
        own = {key: one for key, one in self.weapons.items() if one != shipped.get(key)}
        return {key: title for key, one in own.items() if (title := title_of(key, one))}

    def words(self, sides: Iterable[str] = ()) -> Words:
        """The vocabularies of creature tables."""
        return {
            "kinds": self.kinds.keys(),
            "weapons": self.weapons.keys(),
            "conditions": self.content.conditions,
            "sides": tuple(sides),
        }


def read_lore(
    document: Document,
    content: RulesetContent,
    switches: Mapping[str, bool],
    topology: str,
    bestiaries: Iterable[Document] = (),
) -> tuple[Lore, list[Fault]]:
    """The ruleset's kinds and weapons with the scenario's own; faulty ones are left out.

    ``bestiaries``: the files that the scenario names; of two entries of one name the later counts,
    and the scenario's own come last.
    """
    kinds = ChainMap[str, Entry]({}, content.bestiary)  # type: ignore[arg-type]  # only read there
    lore = Lore(content, switches, kinds, dict(content.weapons), topology)
    faults: list[Fault] = []
    for each in bestiaries:
        tables = {name: table for name, table in each.tables.items() if name != "ruleset"}
        armed = [n for n, table in tables.items() if isinstance(table, dict) and "hands" in table]
        faults += _read_weapons(each, (), armed, lore)
        faults += _read_kinds(each, (), [name for name in tables if name not in armed], lore)
    faults += _read_weapons(document, ("weapon",), _names(document, "weapon", faults), lore)
    faults += _read_kinds(document, ("bestiary",), _names(document, "bestiary", faults), lore)
    return lore, faults


def _read_weapons(document: Document, path: Path, names: Iterable[str], lore: Lore) -> list[Fault]:
    """Add weapons of a document, those at a path; the faults of others."""
    faults: list[Fault] = []
    for name in names:
        found = document.check(lore.content.weapon_schema, {}, (*path, name))
        faults += found
        if not found:
            lore.weapons[name] = document.value((*path, name))
    return faults


def _read_kinds(document: Document, path: Path, names: Iterable[str], lore: Lore) -> list[Fault]:
    """Add kinds of a document, those at a path; a faulty one is known, and its faults listed."""
    faults: list[Fault] = []
    words = lore.words()
    for name in names:
        where = (*path, name)
        found = document.faults(Id().problems(name, {}, where))
        found += check_entry(document, where, lore.content.creature_schema, lore.content, words, {})
        faults += found
        lore.kinds.pop(name, None)
        lore.kinds[name] = _FAULTY if found else document.value(where)
    return faults


_FAULTY: Entry = {}
"""Stands for a scenario's own kind whose faults are listed already."""


def _names(document: Document, key: str, faults: list[Fault]) -> Iterator[str]:
    table = document.tables.get(key, {})
    if not isinstance(table, Mapping):
        faults.append(document.fault((key,), said(_("must be a table, not {value}"), table)))
        return
    for name in table:
        found = document.faults(Id().problems(name, {}, (key, name)))
        faults += found
        if not found:
            yield name


def read_creatures(
    document: Document, lore: Lore, axes: int = 2, *, saved: bool = False
) -> tuple[dict[int, Combatant], list[Fault]]:
    """The sound creatures by their place in the scenario's list, and what is wrong with others.

    Those who share a name get numbers. A ``saved`` scenario has them in its names; in one that was
    saved before there were any, they go by their ids as they did.
    """
    tables = document.tables.get("creature", [])
    if not isinstance(tables, list | tuple):
        return {}, [
            document.fault(
                ("creature",),
                said(_("must be a list of tables, not {value}"), tables),
            )
        ]
    if not 0 < len(tables) <= CREATURES:
        message = _("there must be 1 to {most} creatures, not {n}").format(
            most=CREATURES, n=len(tables)
        )
        return {}, [document.fault(("creature",), message)]
    schema = creature_schema(lore.content, axes)
    words = lore.words(ids(document.tables.get("side")).values())
    faults = repeated(document, "creature")
    entries: dict[int, dict[str, Any]] = {}
    for index, table in enumerate(tables):
        base = _base(table, lore)
        found = check_entry(document, ("creature", index), schema, lore.content, words, base)
        faults += found
        if not found and base is not _FAULTY:
            entries[index] = lore.content.merged(base, table)
    names = dict(zip(entries, _names_of(entries.values(), saved=saved), strict=True))
    played = behaviours(document, entries, axes)
    return {
        index: _combatant(entry, names[index], lore, played[index])
        for index, entry in entries.items()
    }, faults


def _names_of(entries: Iterable[Entry], *, saved: bool) -> list[str]:
    entries = list(entries)
    names = [entry["name"] for entry in entries]
    if not saved:
        return told_apart(names)
    many = Counter(names)
    return [
        entry["id"] if many[name] > 1 else name for entry, name in zip(entries, names, strict=True)
    ]


def told_apart(names: Sequence[str]) -> list[str]:
    """Names of creatures so that no two are alike: those that several share get numbers.

    >>> told_apart(["goblin", "Ogre", "goblin", "Goblin 1"])
    ['Goblin 2', 'Ogre', 'Goblin 3', 'Goblin 1']
    """
    many = Counter(map(likeness, names))
    taken = {key for key, n in many.items() if n == 1}
    numbers = {key: count(1) for key in many}
    found = []
    for name in names:
        key = likeness(name)
        if many[key] > 1:
            tries = (_numbered(name, number) for number in numbers[key])
            name = next(one for one in tries if likeness(one) not in taken)
            taken.add(likeness(name))
        found.append(name)
    return found


def _numbered(name: str, number: int) -> str:
    tail = f" {number}"
    return name[:1].upper() + name[1 : LONGEST - len(tail)].rstrip() + tail


def likeness(name: str) -> str:
    """What two names share that look alike."""
    return unicodedata.normalize("NFKC", name).casefold()


def _base(table: object, lore: Lore) -> Entry:
    kind = table.get("kind") if isinstance(table, Mapping) else None
    return lore.kinds.get(kind, _FAULTY) if isinstance(kind, str) else _FAULTY


def title_of(key: str, entry: Entry) -> str:
    """What a kind or a weapon is called, where that is not its id in words; else empty."""
    title = str(entry.get("name", ""))
    return "" if likeness(title) == likeness(key.replace("_", " ")) else title


def _combatant(entry: Entry, name: str, lore: Lore, played: Iterable[Component]) -> Combatant:
    """A combatant of a complete entry, by the name that tells it from the others."""
    title = title_of(entry["kind"], lore.kinds.get(entry["kind"], _FAULTY))
    identity = Identity(entry["kind"], name, entry["side"], entry["glyph"], title)
    parts = lore.content.creature(entry, lore.switches, lore.weapons, lore.topology)
    if entry.get(WOUNDS):
        hurt = HitPoints(entry["hp"] - entry[WOUNDS], entry["hp"])
        parts = tuple(hurt if isinstance(part, HitPoints) else part for part in parts)
    at = tuple(entry["at"])
    return Combatant(entry["id"], entry["kind"], entry["side"], at, (identity, *parts, *played))


_REPEATED = {
    "side": N_("there is a side {value} already"),
    "creature": N_("there is a creature {value} already"),
    "item": N_("there is an item {value} already"),
}


def repeated(document: Document, key: str) -> list[Fault]:
    """A fault for every id that an earlier table of the list has too."""
    seen: set[str] = set()
    faults = []
    for index, name in ids(document.tables.get(key)).items():
        if name in seen:
            message = said(translate(_REPEATED[key]), name)
            faults.append(document.fault((key, index, "id"), message))
        seen.add(name)
    return faults
