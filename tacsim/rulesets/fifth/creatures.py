"""Creatures of the 5e family: from entries of its tables, written in feet, to components.

One book serves every ruleset of the family; :class:`~.lengths.Lengths` says what feet become.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tacsim.core.components import (
    Abilities,
    AreaAttack,
    Areas,
    Armour,
    Component,
    Condition,
    Conditions,
    HitPoints,
    Initiative,
    Offence,
    Saves,
    Size,
    Speed,
    Traits,
    Weapon,
)
from tacsim.rulesets import Entry, Tables, spaces
from tacsim.rulesets.fifth.abilities import (
    ABILITIES,
    SIZES,
    SKILLS,
    SMALLEST,
    TINY,
    modifier,
)
from tacsim.rulesets.fifth.areas import SHAPES
from tacsim.rulesets.fifth.lengths import Lengths, Range
from tacsim.rulesets.schema import (
    DiceText,
    Each,
    Glyph,
    Id,
    Length,
    Named,
    Number,
    Problem,
    Table,
    Text,
    Truth,
    Whole,
    Word,
)

_BONUS = Whole(-50, 100)
_ATTACK = Word("attack", of="attacks")
_FLAGS = ("flying", "fills")
_SPEEDS = ("speed", "fly", "swim", "climb")


class Book:
    """Reads the family's tables for one way of measuring."""

    def __init__(self, lengths: Lengths) -> None:
        self._lengths = lengths
        units = lengths.units
        length = Length(0, 400, units)
        natural = Table(
            {
                "name": Id(),
                "damage": DiceText(),
                "type": Text(),
                "reach": Length(0, 60, units),
                "ability": Word("ability", tuple(ABILITIES)),
                "range": Each(length, most=2, least=2),
            },
            frozenset({"name", "damage"}),
        )
        area = Table(
            {
                "name": Text(),
                "shape": Word("shape", SHAPES),
                "size": Length(1, 100, units),
                "damage": DiceText(),
                "save": Word("ability", tuple(ABILITIES)),
                "dc": Whole(1, 50),
                "half": Truth(),
                "recharge": Whole(2, 6),
                "range": Range(length),
            },
            frozenset({"name", "shape", "size", "damage", "save", "dc"}),
        )
        self.weapon_schema = Table(
            {
                "name": Text(),
                "kind": Word("kind of weapon", ("melee", "ranged")),
                "hands": Word("grip", ("light", "one", "two")),
                "damage": DiceText(),
                "versatile": DiceText(),
                "type": Text(),
                "range": Each(length, most=2, least=2),
                **dict.fromkeys(
                    ("finesse", "heavy", "reach", "thrown", "loading", "unarmed"), Truth()
                ),
            },
            frozenset({"kind", "hands", "damage"}),
        )
        self.creature_schema = Table(
            {
                "name": Text(),
                "glyph": Glyph(),
                "size": Word("size", SIZES),
                "shape": Word("shape", ("tall", "long")),
                "space": spaces.form(lengths.space_units),
                **dict.fromkeys((*_SPEEDS, "darkvision"), length),
                "reach": Length(0, 60, units),
                "hp": Whole(1, 10_000),
                "ac": Whole(1, 100),
                "initiative": Whole(-100, 100),
                "abilities": Table({key: Whole(1, 50) for key in ABILITIES}),
                "proficiency": Whole(0, 20),
                "weapons": Each(Word("weapon", of="weapons"), most=20),
                "natural_weapons": Each(natural, most=20),
                "attacks": Whole(1, 10),
                "attack_bonus": Named(_ATTACK, _BONUS),
                "damage_bonus": Named(_ATTACK, _BONUS),
                "damage": Named(_ATTACK, DiceText()),
                "skills": Named(Word("skill", SKILLS), _BONUS),
                "saves": Table(dict.fromkeys(ABILITIES, _BONUS)),
                "conditions": Each(Word("condition", of="conditions"), most=50),
                "areas": Each(area, most=5),
                **dict.fromkeys(_FLAGS, Truth()),
                "type": Text(),
                "cr": Number(0, 100),
            },
            frozenset({"name", "glyph", "size", "speed", "hp", "ac", "abilities"}),
        )

    def components(self, entry: Entry, tables: Tables) -> tuple[Component, ...]:
        """Everything that the rules want to know of a creature but who and where it is."""
        scores = {word: entry["abilities"].get(key, 10) for key, word in ABILITIES.items()}
        dexterity = modifier(scores["dexterity"])
        return (
            self._size(entry, tables),
            self._speed(entry),
            Abilities(**scores),
            Armour(armour=entry["ac"] - 10),
            self._offence(entry, tables),
            *self._areas(entry),
            Traits(
                skills=tuple(sorted(entry.get("skills", {}).items())),
                darkvision=self._cells(entry, "darkvision"),
                fills=entry.get("fills", False),
                fixed_initiative=entry.get("initiative"),
            ),
            Saves(others=tuple(sorted(entry.get("saves", {}).items()))),
            HitPoints(entry["hp"], entry["hp"]),
            self._conditions(entry),
            Initiative(0, dexterity),
        )

    def _cells(self, entry: Entry, key: str) -> int:
        return self._lengths.cells(entry.get(key, 0))

    def _ranges(self, entry: Entry) -> tuple[int, int]:
        """The normal range and the long one; none of what is not thrown or shot."""
        near, far = (self._lengths.range(length) for length in entry.get("range", (0, 0)))
        return near, far

    def _speed(self, entry: Entry) -> Speed:
        land, fly, swim, climb = (self._cells(entry, key) for key in _SPEEDS)
        return Speed(land, fly, swim, climb)

    def _size(self, entry: Entry, tables: Tables) -> Size:
        """Its space: as many cells as its size has, or as it says.

        ``grid5e.size.space``, ``metric.size.tiny``, ``metric.size.small``, ``metric.size.medium``,
        ``metric.size.large``, ``metric.size.huge``, ``metric.size.gargantuan``,
        ``metric.size.colossal``.
        """
        row = tables.sizes[entry["size"]]
        number = SIZES.index(entry["size"])
        side = self._lengths.space(entry.get("space", row["cells"]))
        share = row.get(self._lengths.share, 1)
        return Size(
            SMALLEST + number, entry.get("shape", "tall"), tables.topology.extent(side), share=share
        )

    def misfits(self, entry: Entry, sizes: Mapping[str, Entry]) -> Iterator[Problem]:
        """A space that its size does not allow: less than the size's, or more of the Tiny.

        Clauses: ``metric.size.colossal``, ``metric.size.tiny``, ``grid5e.size.space``.
        """
        if "space" in entry:
            size, side = entry["size"], self._lengths.space(entry["space"])
            least = sizes[size]["cells"]
            most = least if SMALLEST + SIZES.index(size) <= TINY else spaces.MOST
            yield from spaces.misfits(size, entry["space"], side, least, most)

    def _offence(self, entry: Entry, tables: Tables) -> Offence:
        scores = entry["abilities"]
        held = [
            self._weapon(name, tables.weapons[name], entry, scores)
            for name in entry.get("weapons", ())
        ]
        grown = [self._natural(part, entry) for part in entry.get("natural_weapons", ())]
        proficiency = entry.get("proficiency", 2)
        return Offence(proficiency, (*held, *grown), attacks=entry.get("attacks", 1))

    def _weapon(self, name: str, table: Entry, entry: Entry, scores: Mapping[str, int]) -> Weapon:
        light = table["hands"] == "light" or bool(table.get("unarmed"))
        ranged = table["kind"] == "ranged"
        better = scores.get("dex", 10) > scores.get("str", 10)
        nimble = table.get("finesse") and better
        ability = "dexterity" if nimble or (ranged and not table.get("finesse")) else "strength"
        arm, long = entry.get("reach", "5 ft"), table.get("reach", False)
        near, far = self._ranges(table)
        return Weapon(
            name=name,
            damage=entry.get("damage", {}).get(name) or table["damage"],
            ranged=ranged,
            reach=0 if ranged else self._lengths.reach_of(arm, light=light, long=long),
            hands="two" if table["hands"] == "two" else "one",
            bonus=entry.get("attack_bonus", {}).get(name, 0),
            damage_bonus=entry.get("damage_bonus", {}).get(name, 0),
            light=table["hands"] == "light",
            increment=near,
            farthest=far,
            ability=ability,
        )

    def _natural(self, part: Entry, entry: Entry) -> Weapon:
        name = part["name"]
        near, far = self._ranges(part)
        reach = self._lengths.reach_of(part.get("reach", "5 ft"), light=False)
        thrown = "range" in part
        return Weapon(
            name=name,
            damage=entry.get("damage", {}).get(name) or part["damage"],
            ranged=thrown,
            reach=0 if thrown else reach,
            hands="none",
            natural=True,
            bonus=entry.get("attack_bonus", {}).get(name, 0),
            damage_bonus=entry.get("damage_bonus", {}).get(name, 0),
            increment=near,
            farthest=far,
            ability=ABILITIES[part.get("ability", "str")],
        )

    def _areas(self, entry: Entry) -> tuple[Areas, ...]:
        made = tuple(self._area(area) for area in entry.get("areas", ()))
        return (Areas(made),) if made else ()

    def _area(self, area: Entry) -> AreaAttack:
        return AreaAttack(
            name=area["name"],
            shape=area["shape"],
            size=self._cells(area, "size"),
            damage=area["damage"],
            save=area["save"],
            dc=area["dc"],
            half=area.get("half", False),
            range=self._lengths.range(area.get("range", 0)),
            returns=area.get("recharge", 0),
        )

    @staticmethod
    def _conditions(entry: Entry) -> Conditions:
        names = set(entry.get("conditions", ())) | ({"flying"} if entry.get("flying") else set())
        return Conditions(tuple(Condition(name) for name in sorted(names)))


def attacks(entry: Entry) -> frozenset[str]:
    """The names of an entry's ways to attack."""
    natural = (each["name"] for each in entry.get("natural_weapons", ()))
    return frozenset((*entry.get("weapons", ()), *natural))


def merged(entry: Entry, changes: Entry) -> dict[str, Any]:
    """An entry with changes: each replaces the entry's value, tables value by value.

    Another size undoes what the entry says of its space, which was meant for the body that it had.

    >>> merged({"abilities": {"str": 12}, "hp": 9}, {"abilities": {"dex": 14}})
    {'abilities': {'str': 12, 'dex': 14}, 'hp': 9}
    """
    result = dict(entry)
    if entry.get("size") != changes.get("size", entry.get("size")):
        result.pop("space", None)
    for key, value in changes.items():
        old = result.get(key)
        both = isinstance(value, Mapping) and isinstance(old, Mapping)
        result[key] = {**old, **value} if both else value  # type: ignore[dict-item]  # mappings
    return result
