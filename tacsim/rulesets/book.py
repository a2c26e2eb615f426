"""Reading creatures: from entries of a bestiary to components, as far as all rulesets do alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from tacsim.core.components import (
    AreaAttack,
    Areas,
    Component,
    Condition,
    Conditions,
    HitPoints,
    Notes,
    Traits,
)
from tacsim.grid.topology import Topology
from tacsim.i18n import N_
from tacsim.rulesets import spaces
from tacsim.rulesets.making import Questions, of_kinds
from tacsim.rulesets.schema import (
    DiceText,
    Each,
    Glyph,
    Named,
    Problem,
    Schema,
    Table,
    Text,
    Truth,
    Units,
    Whole,
    Word,
    parse_length,
)

Entry: TypeAlias = Mapping[str, Any]
"""A table out of a TOML file."""

ATTACK = Word(N_("attack"), of="attacks")
"""The name of one of an entry's own attacks."""
BONUS = Whole(-50, 100)
"""A number that is added to throws."""
KIND = Word(N_("kind of weapon"), ("melee", "ranged"))


@attrs.frozen
class Tables:
    """What an entry of a bestiary has to be read against."""

    weapons: Mapping[str, Entry]
    sizes: Mapping[str, Entry]
    switches: Mapping[str, bool]
    topology: Topology
    """The grid for which a creature's space is wanted."""


class Book(ABC):
    """How a ruleset reads its entries. ``skills``: those that a creature can have."""

    creature_schema: Table
    weapon_schema: Table
    skills: frozenset[str]
    units: Units
    hardest = 100
    """The highest difficulty of a check in one of these skills."""
    statblocks = ""
    """Whose figures mean the same here: those of statblocks of ``5e``, of ``3.5``, or of none."""
    improves: tuple[str, ...] = ("attack_bonus", "damage_bonus")
    """The figures of an attack that a better weapon raises by 1 each."""
    best = 3
    """How often a weapon can be bettered so."""
    growth: Mapping[str, tuple[float, int]] = {"hp": (0.25, 1)}
    """What grows in who is of no level: by which part of it, and by how much at least."""

    @abstractmethod
    def components(self, entry: Entry, tables: Tables) -> tuple[Component, ...]:
        """Everything that the rules want to know of a creature but who and where it is.

        Errors: KeyError for a word that the tables do not hold.
        """

    @abstractmethod
    def area(self, area: Entry) -> AreaAttack:
        """An attack on an area."""

    @abstractmethod
    def strength(self, entry: Entry) -> float:
        """What a creature weighs against others, by the ruleset's public rules or figures."""

    def questions(self, kinds: tuple[str, ...]) -> Questions:
        """What is asked of who makes a character; ``kinds``: the entries that one is like."""
        return of_kinds(kinds)

    def chosen(self, table: Entry) -> dict[str, str]:
        """The answers that made a character's table, as far as it was made so."""
        return {"kind": str(table.get("kind", ""))}

    def next_level(self, chosen: Mapping[str, str]) -> dict[str, str] | None:
        """The answers that make the same character a level higher; None where there are none."""
        return None

    def improved(
        self, entry: Entry, attack: str, weapons: Mapping[str, Entry]
    ) -> dict[str, int]:  # fmt: skip
        """The figures of one of an entry's attacks with a weapon that is better by 1."""
        return {key: entry.get(key, {}).get(attack, 0) + 1 for key in self.improves}

    def misfits(self, entry: Entry, sizes: Mapping[str, Entry]) -> Iterator[Problem]:
        """What does not go together in a whole entry that has the form of the schema."""
        yield from ()

    def attacks(self, entry: Entry) -> frozenset[str]:
        """The names of an entry's ways to attack."""
        natural = (each["name"] for each in entry.get("natural_weapons", ()))
        return frozenset((*entry.get("weapons", ()), *entry.get("stowed", ()), *natural))

    def merged(self, entry: Entry, changes: Entry) -> dict[str, Any]:
        """An entry with changes: each replaces the entry's value, tables value by value."""
        result = self.kept(entry, changes)
        for key, value in changes.items():
            old = result.get(key)
            both = isinstance(value, Mapping) and isinstance(old, Mapping)
            result[key] = {**old, **value} if both else value  # type: ignore[dict-item]  # mappings
        return result

    def kept(self, entry: Entry, changes: Entry) -> dict[str, Any]:
        """What changes leave of an entry.

        Another size undoes what it says of its space, which was meant for the body that it had.
        """
        resized = entry.get("size") != changes.get("size", entry.get("size"))
        return {key: value for key, value in entry.items() if not (resized and key == "space")}

    def cells(self, entry: Entry, key: str, default: int = 0) -> int:
        """The cells of a length that an entry may give."""
        return parse_length(entry.get(key, default), self.units)

    def plain(self, entry: Entry, *states: str, **traits: Any) -> tuple[Component, ...]:
        """What all rulesets have: attacks on areas, hit points, conditions, and traits.

        ``states``: conditions that an entry gives by a key of their own; ``traits``: more of them.
        """
        areas = tuple(self.area(area) for area in entry.get("areas", ()))
        named = {*entry.get("conditions", ()), *(name for name in states if entry.get(name))}
        return (
            *([Areas(areas)] if areas else []),
            Traits(
                skills=tuple(sorted(entry.get("skills", {}).items())),
                darkvision=self.cells(entry, "darkvision"),
                fills=entry.get("fills", False),
                fixed_initiative=entry.get("initiative"),
                **traits,
            ),
            HitPoints(entry["hp"], entry["hp"]),
            Conditions(tuple(Condition(name) for name in sorted(named))),
            *([Notes(notes)] if (notes := tuple(entry.get("notes", ()))) else []),
        )


def creature_form(
    sizes: Collection[str], space: Units, skills: Collection[str], flags: Collection[str]
) -> dict[str, Schema]:
    """The fields that the entries of all bestiaries have."""
    return {
        "name": Text(),
        "glyph": Glyph(),
        "size": Word(N_("size"), tuple(sizes)),
        "shape": Word(N_("shape"), ("tall", "long")),
        "space": spaces.form(space),
        "hp": Whole(1, 10_000),
        "initiative": Whole(-100, 100),
        "weapons": Each(Word(N_("weapon"), of="weapons"), most=20),
        "skills": Named(Word(N_("skill"), skills), BONUS),
        "conditions": Each(Word(N_("condition"), of="conditions"), most=50),
        **dict.fromkeys(flags, Truth()),
        "type": Text(),
        "source": Text(200),
        "licence": Text(200),
        "notes": Each(Text(400), most=100),
    }


def own_attacks() -> dict[str, Schema]:
    """The fields that give a creature's attacks figures of their own."""
    return {
        "attack_bonus": Named(ATTACK, BONUS),
        "damage_bonus": Named(ATTACK, BONUS),
        "damage": Named(ATTACK, DiceText()),
    }


def figures(entry: Entry, name: str) -> dict[str, Any]:
    """The figures that an entry gives one of its attacks."""
    fields = {"bonus": "attack_bonus", "damage_bonus": "damage_bonus"}
    return {key: entry.get(field, {}).get(name, 0) for key, field in fields.items()}
