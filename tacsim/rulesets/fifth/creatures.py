"""Creatures of the 5e family: from entries of its tables, written in feet, to components.

One book serves every ruleset of the family; :class:`~.lengths.Lengths` says what feet become.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacsim.core.components import (
    Abilities,
    AreaAttack,
    Armour,
    Component,
    Initiative,
    Offence,
    Saves,
    Size,
    Speed,
    Weapon,
)
from tacsim.i18n import N_
from tacsim.rulesets import spaces
from tacsim.rulesets.book import (
    BONUS,
    KIND,
    Book,
    Entry,
    Tables,
    creature_form,
    figures,
    own_attacks,
)
from tacsim.rulesets.fifth.abilities import (
    ABILITIES,
    SIZES,
    SKILLS,
    SMALLEST,
    TINY,
    ability_modifier,
)
from tacsim.rulesets.fifth.areas import SHAPES
from tacsim.rulesets.fifth.lengths import Lengths, Range
from tacsim.rulesets.schema import (
    DiceText,
    Each,
    Id,
    Length,
    Number,
    Problem,
    Table,
    Text,
    Truth,
    Whole,
    Word,
)

_SPEEDS = ("speed", "fly", "swim", "climb")


EXPERIENCE: Mapping[float, int] = {
    0: 10, 0.125: 25, 0.25: 50, 0.5: 100, 1: 200, 2: 450, 3: 700, 4: 1100, 5: 1800, 6: 2300,
    7: 2900, 8: 3900, 9: 5000, 10: 5900, 11: 7200, 12: 8400, 13: 10000, 14: 11500, 15: 13000,
    16: 15000, 17: 18000, 18: 20000, 19: 22000, 20: 25000, 21: 33000, 22: 41000, 23: 50000,
    24: 62000, 25: 75000, 26: 90000, 27: 105000, 28: 120000, 29: 135000, 30: 155000,
}  # fmt: skip
"""Experience points by challenge rating, as the open 5.1 rules have them."""


class FifthBook(Book):
    """Reads the family's tables for one way of measuring."""

    skills = frozenset(SKILLS)
    statblocks = "5e"

    def strength(self, entry: Entry) -> float:
        """The experience points of its challenge rating, in those of rating 1."""
        rating = float(entry.get("cr", 1))
        nearest = min(EXPERIENCE, key=lambda known: (abs(known - rating), known))
        return EXPERIENCE[nearest] / EXPERIENCE[1]

    def __init__(self, lengths: Lengths) -> None:
        self._lengths = lengths
        units = self.units = lengths.units
        length = Length(0, 400, units)
        natural = Table(
            {
                "name": Id(),
                "damage": DiceText(),
                "type": Text(),
                "reach": Range(Length(0, 60, units)),
                "ability": Word(N_("ability"), tuple(ABILITIES)),
                "range": Each(length, most=2, least=2),
                "thrown": Truth(),
            },
            frozenset({"name", "damage"}),
        )
        area = Table(
            {
                "name": Text(),
                "shape": Word(N_("shape"), SHAPES),
                "size": Length(1, 100, units),
                "damage": DiceText(),
                "save": Word(N_("ability"), tuple(ABILITIES)),
                "dc": Whole(1, 50),
                "half": Truth(),
                "recharge": Whole(2, 6),
                "uses": Whole(1, 20),
                "among": Text(),
                "range": Range(length),
            },
            frozenset({"name", "shape", "size", "damage", "save", "dc"}),
        )
        self.weapon_schema = Table(
            {
                "name": Text(),
                "kind": KIND,
                "hands": Word(N_("grip"), ("light", "one", "two")),
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
                **creature_form(SIZES, lengths.space_units, SKILLS, ("flying", "fills")),
                **own_attacks(),
                **dict.fromkeys((*_SPEEDS, "darkvision"), length),
                "reach": Length(0, 60, units),
                "ac": Whole(1, 100),
                "abilities": Table({key: Whole(1, 50) for key in ABILITIES}),
                "proficiency": Whole(0, 20),
                "natural_weapons": Each(natural, most=20),
                "attacks": Whole(1, 10),
                "saves": Table(dict.fromkeys(ABILITIES, BONUS)),
                "areas": Each(area, most=5),
                "cr": Number(0, 100),
            },
            frozenset({"name", "glyph", "size", "speed", "hp", "ac", "abilities"}),
        )

    def components(self, entry: Entry, tables: Tables) -> tuple[Component, ...]:
        """Everything that the rules want to know of a creature but who and where it is."""
        scores = {word: entry["abilities"].get(key, 10) for key, word in ABILITIES.items()}
        return (
            self._size(entry, tables),
            Speed(
                self.cells(entry, "speed"),
                self.cells(entry, "fly"),
                self.cells(entry, "swim"),
                self.cells(entry, "climb"),
            ),
            Abilities(**scores),
            Armour(armour=entry["ac"] - 10),
            self._offence(entry, tables),
            *self.plain(entry, "flying"),
            Saves(others=tuple(sorted(entry.get("saves", {}).items()))),
            Initiative(0, ability_modifier(scores["dexterity"])),
        )

    def _ranges(self, entry: Entry) -> tuple[int, int]:
        """The normal range and the long one; none of what is not thrown or shot."""
        near, far = (self._lengths.range(length) for length in entry.get("range", (0, 0)))
        return near, far

    def _size(self, entry: Entry, tables: Tables) -> Size:
        """Its space: as many cells as its size has, or as it says."""
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
            light=table["hands"] == "light",
            increment=near,
            farthest=far,
            ability=ability,
            thrown=table.get("thrown", False),
            **figures(entry, name),
        )

    def _natural(self, part: Entry, entry: Entry) -> Weapon:
        name = part["name"]
        near, far = self._ranges(part)
        reach = self._lengths.reach_of(part.get("reach", "5 ft"), light=False)
        flies = "range" in part
        return Weapon(
            name=name,
            damage=entry.get("damage", {}).get(name) or part["damage"],
            ranged=flies,
            reach=0 if flies else reach,
            hands="none",
            natural=True,
            increment=near,
            farthest=far,
            ability=ABILITIES[part.get("ability", "str")],
            thrown=part.get("thrown", False),
            **figures(entry, name),
        )

    def area(self, area: Entry) -> AreaAttack:
        """An attack on an area; its range may be a touch."""
        return AreaAttack(
            name=area["name"],
            shape=area["shape"],
            size=self.cells(area, "size"),
            damage=area["damage"],
            save=area["save"],
            dc=area["dc"],
            half=area.get("half", False),
            range=self._lengths.range(area.get("range", 0)),
            returns=area.get("recharge", 0),
            uses=area.get("uses", 0),
            among=area.get("among", ""),
        )
