"""Creatures of the dice-pool rules: from entries of its tables to components.

Attributes are kept in half points, so that 3.5 is 7 of them (``pool.attributes``). A body is a cube
of as many cells a side as its size has: 1 for small and average creatures, then 2, 3 and 4
(``pool.size``). Melee weapons strike 1 cell off, those with reach 2, each one's own reach counted
instead of the 1 where it is greater (``pool.range.melee``, ``pool.threat.range``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import attrs

from tacsim.core.components import (
    AreaAttack,
    Attributes,
    Component,
    Initiative,
    Offence,
    Orders,
    Protection,
    Size,
    Speed,
    Weapon,
)
from tacsim.enforces import enforces
from tacsim.i18n import N_, _
from tacsim.rulesets.book import ATTACK, KIND, Book, Entry, Tables, creature_form
from tacsim.rulesets.schema import (
    Each,
    Id,
    Json,
    Length,
    Named,
    Path,
    Problem,
    Table,
    Text,
    Truth,
    Whole,
    Word,
    Words,
    parse_length,
    said,
)

UNITS: Mapping[str, Fraction] = {
    "paces": Fraction(1), "pace": Fraction(1), "ft": Fraction(1, 5)
}  # fmt: skip
"""How many cells one of each unit of length is: a cube is one pace wide, which is 5 ft."""
ATTRIBUTES = ("might", "grace", "mettle", "insight")
STAMINA = "stamina"
SIZES = ("small", "average", "medium", "large", "huge", "colossal")
"""Sizes by name; ``medium`` is what the other rulesets call an average creature."""
SHAPES = ("line", "wide", "cone", "burst")
"""What areas can be."""
AVERAGE = 4
"""The size category of people."""
SKILLS = frozenset({"climbing", "jumping", "swimming"})
"""Each is thrown with Might."""
HARDEST = 10
"""The most successes that a check may take."""

REACH = 1
"""Reach of a melee weapon without reach of its own, in cells, for a plain creature."""
RANGE = 3
"""How far what is shot or thrown carries unless it says otherwise. Clause: pool.range.melee."""
BASIC = 1
"""The quality of a weapon that says nothing of it. Clause: pool.attack.roll."""


@attrs.frozen
class Points:
    """An attribute: whole or half points between two bounds, both included.

    >>> list(Points(1, 7).problems(3.5, {})), list(Points(1, 7).problems(3.2, {}))
    ([], [((), 'must be whole or half points from 1 to 7, not 3.2')])
    """

    least: int
    most: int

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Another type, another fraction, or out of bounds."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if (
            not number
            or not self.least <= value <= self.most  # type: ignore[operator]  # a number
            or value * 2 % 1  # type: ignore[operator]  # a number
        ):
            told = _("must be whole or half points from {least} to {most}, not {value}")
            yield path, said(told, value, least=self.least, most=self.most)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        bounds: Json = {"minimum": self.least, "maximum": self.most, "multipleOf": 0.5}
        return {"type": "number", **bounds}


ARMOUR: Mapping[str, Mapping[str, int]] = {
    "none": {},
    "light": {"dice": 1, "rerolls": 1},
    "medium": {"dice": 1, "reduction": 1},
    "heavy": {"dice": 1, "reduction": 2, "burden": 1},
}
"""What armour does: soaking dice and rerolls, damage reduction, dearer defence (pool.armour)."""

_LENGTH = Length(0, 100, UNITS)
_ATTRIBUTE = Word(N_("attribute"), ATTRIBUTES)
_DAMAGE = Whole(0, 1000)
_QUALITY = Whole(-10, 20)
_SPEEDS = ("speed", "fly", "swim")

_NATURAL = Table(
    {"name": Id(), "kind": KIND, "damage": _DAMAGE, "quality": _QUALITY, "reach": _LENGTH,
     "range": _LENGTH},
    frozenset({"name", "damage"}),
)  # fmt: skip
_AREA = Table(
    {
        "name": Text(),
        "shape": Word(N_("shape"), SHAPES),
        "size": Length(1, 100, UNITS),
        "damage": _DAMAGE,
        "save": _ATTRIBUTE,
        "dc": Whole(1, HARDEST),
        "half": Truth(),
        "range": _LENGTH,
        "cost": Whole(1, 20),
    },
    frozenset({"name", "shape", "size", "damage"}),
)
WEAPON = Table(
    {
        "name": Text(),
        "kind": KIND,
        "hands": Word(N_("grip"), ("one", "two")),
        "damage": _DAMAGE,
        "quality": _QUALITY,
        "bulk": Whole(0, 20),
        "reach": Truth(),
        "thrown": Truth(),
        "range": _LENGTH,
    },
    frozenset({"kind", "hands", "damage"}),
)
CREATURE = Table(
    {
        **creature_form(SIZES, UNITS, SKILLS, ("flying", "fills", "lets_pass")),
        **dict.fromkeys((*_SPEEDS, "darkvision", "reach"), _LENGTH),
        "attributes": Table(dict.fromkeys(ATTRIBUTES, Points(1, 7))),
        "stamina": Points(0, 20),
        "absorption": Whole(1, 100),
        "armour": Word(N_("armour"), tuple(ARMOUR)),
        "stowed": Each(Word(N_("weapon"), of="weapons"), most=20),
        "natural_weapons": Each(_NATURAL, most=20),
        "quality": Named(ATTACK, _QUALITY),
        "damage": Named(ATTACK, _DAMAGE),
        "skills": Named(Word(N_("skill"), SKILLS), Whole(0, 10)),
        "areas": Each(_AREA, most=8),
    },
    frozenset(
        {"name", "glyph", "size", "speed", "attributes", "stamina", "hp", "absorption"}
    ),
)  # fmt: skip


STOPS: Mapping[str, float] = {"none": 0, "light": 0.5, "medium": 1, "heavy": 1.5}
"""What armour adds, in :meth:`PoolBook.strength`, to what stops a wound."""


@enforces("pool.size")
class PoolBook(Book):
    """The bestiary of the dice-pool rules; no size forbids a space of whole cubes (``pool.size``).

    >>> BOOK.merged({"attributes": {"might": 3}, "hp": 9}, {"attributes": {"grace": 2.5}})
    {'attributes': {'might': 3, 'grace': 2.5}, 'hp': 9}
    """

    creature_schema, weapon_schema, skills, units = CREATURE, WEAPON, SKILLS, UNITS
    hardest = HARDEST
    improves = ("quality",)

    def strength(self, entry: Entry) -> float:
        """The strength of figures, as entries have no rating; a common soldier's is about 1.

        The best attribute times Stamina is what a creature deals; Vitality times what stops a wound
        (Mettle, Absorption, armour) is what it stands. As two of a kind count twice, it is the
        square root of their product.

        >>> plain = {"attributes": {"might": 4}, "stamina": 3, "hp": 6, "absorption": 1}
        >>> twice = {**plain, "stamina": 6, "hp": 12}
        >>> round(BOOK.strength(twice) / BOOK.strength(plain), 3)
        2.0
        """
        attributes: Mapping[str, Any] = entry.get("attributes", {})
        best = max(float(attributes.get(name, 2)) for name in ("might", "grace", "insight"))
        stops = float(attributes.get("mettle", 2)) + float(entry.get("absorption", 1))
        stops += STOPS[entry.get("armour", "none")]
        return sqrt(best * entry.get("stamina", 2) * entry["hp"] * stops) / 22

    def components(self, entry: Entry, tables: Tables) -> tuple[Component, ...]:
        """Everything that the rules want to know of a creature but who and where it is.

        Who has a Speed in the air flies, unless its entry says otherwise. ``lets_pass``: whether
        its allies may pass it from the beginning (``pool.ally.pass``).
        """
        halves = {name: _halves(entry["attributes"].get(name, 2)) for name in ATTRIBUTES}
        halves[STAMINA] = _halves(entry["stamina"])
        row = tables.sizes[entry["size"]]
        extent = tables.topology.extent(_cells(entry, "space", row["cells"]))
        speed = Speed(_cells(entry, "speed"), _cells(entry, "fly"), _cells(entry, "swim"))
        return (
            Size(row["category"], entry.get("shape", "tall"), extent, word=row.get("word", "")),
            speed,
            Attributes(tuple(sorted(halves.items()))),
            Protection(entry["absorption"], **ARMOUR[entry.get("armour", "none")]),
            Offence(0, tuple(_arms(entry, tables))),
            *self.plain({"flying": speed.fly > 0, **entry}, "flying"),
            *([] if entry.get("lets_pass", True) else [Orders(lets_pass=False)]),
            Initiative(0, halves["grace"]),
        )

    def improved(
        self, entry: Entry, attack: str, weapons: Mapping[str, Entry]
    ) -> dict[str, int]:  # fmt: skip
        """The quality of one of an entry's attacks with a weapon that is better by 1."""
        own = {part["name"]: part for part in entry.get("natural_weapons", ())}
        usual = {**weapons, **own}[attack].get("quality", BASIC)
        return {"quality": entry.get("quality", {}).get(attack, usual) + 1}

    def area(self, area: Entry) -> AreaAttack:
        """An attack on an area, which costs Stamina."""
        return AreaAttack(
            name=area["name"],
            shape=area["shape"],
            size=_cells(area, "size"),
            damage=str(area["damage"]),
            save=area.get("save", ""),
            dc=area.get("dc", 1),
            half=area.get("half", False),
            range=_cells(area, "range"),
            cost=area.get("cost", 1),
        )


def _halves(points: float) -> int:
    """Half points of an attribute.

    >>> _halves(3.5), _halves(2)
    (7, 4)
    """
    return round(2 * points)


def _cells(entry: Entry, key: str, default: int = 0) -> int:
    return parse_length(entry.get(key, default), UNITS)


def _arms(entry: Entry, tables: Tables) -> Iterator[Weapon]:
    """Its weapons: those in hand, its natural ones, then those that it has to draw first."""
    for name in entry.get("weapons", ()):
        yield _weapon(name, entry, tables)
    for part in entry.get("natural_weapons", ()):
        yield _natural(part, entry)
    for name in entry.get("stowed", ()):
        drawing = max(1, tables.weapons[name].get("bulk", 1))
        yield attrs.evolve(_weapon(name, entry, tables), stowed=drawing, armed=False)


@enforces("pool.threat.range", "pool.range.melee")
def _weapon(name: str, entry: Entry, tables: Tables) -> Weapon:
    """A weapon in a creature's hands; the reach that its shaft adds threatens on demand."""
    table = tables.weapons[name]
    ranged = table["kind"] == "ranged"
    flies = ranged or table.get("thrown", False)
    own, longer = _cells(entry, "reach", REACH), bool(table.get("reach"))
    weapon = _arm(
        name, table, entry, ranged=ranged, reach=own + longer,
        far=_cells(table, "range", RANGE) if flies else 0, hands=table["hands"],
    )  # fmt: skip
    short = longer and not tables.switches["reach_threatens"]
    return attrs.evolve(weapon, threatens=own) if short else weapon


def _natural(part: Entry, entry: Entry) -> Weapon:
    """A part of its body that it fights with; its reach is its owner's unless it says so."""
    ranged = part.get("kind") == "ranged"
    reach = _cells(part, "reach", _cells(entry, "reach", REACH))
    return _arm(
        part["name"], part, entry, ranged=ranged, reach=reach,
        far=_cells(part, "range", RANGE if ranged else 0), hands="none",
    )  # fmt: skip


def _arm(
    name: str, table: Entry, entry: Entry, *, ranged: bool, reach: int, far: int, hands: str
) -> Weapon:
    """A way to attack: its quality adds dice, and its damage is a plain number."""
    return Weapon(
        name=name,
        damage=str(entry.get("damage", {}).get(name, table["damage"])),
        ranged=ranged,
        reach=0 if ranged else reach,
        hands=hands,
        natural=hands == "none",
        bonus=entry.get("quality", {}).get(name, table.get("quality", BASIC)),
        increment=far,
        farthest=far,
        ability="grace" if ranged else "might",
        thrown=table.get("thrown", False),
    )


BOOK = PoolBook()
