"""Speed on foot in ``d20``: base speed, then bonuses, then what armour and load take off.

Races come from ``races.toml`` and classes from ``classes.toml``; the table of tactical speeds
follows from them. Lengths are in feet up to :func:`on_foot`, which makes them cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import attrs

from tacsim.core.components import Speed
from tacsim.enforces import enforces
from tacsim.rulesets import RULESETS
from tacsim.rulesets.book import Entry
from tacsim.rulesets.schema import Units, parse_length

CELL = 5
UNITS: Units = enforces("d20.scale.square")({"ft": Fraction(1, CELL)})
FEET: Units = {"ft": Fraction(1)}

BANDS = ("none", "light", "medium", "heavy")
"""Kinds of armour, the lightest first."""

LOADS = ("light", "medium", "heavy")
"""Sizes of load, the smallest first."""

SLOWING = frozenset({"medium", "heavy"})
"""The kinds of armour, and the sizes of load, that slow."""

BONUS_TYPES = frozenset({
    "alchemical", "circumstance", "competence", "enhancement", "insight", "luck", "morale",
    "profane", "racial", "sacred",
})  # fmt: skip

RACES: Mapping[str, Entry] = RULESETS["d20"].table("races")
CLASSES: Mapping[str, Entry] = RULESETS["d20"].table("classes")
FAST = tuple(name for name, entry in CLASSES.items() if "speed_bonus" in entry)
"""The classes that add to speed."""


@enforces("d20.speed.encumbrance")
@attrs.frozen
class Burden:
    """What a creature wears and carries; ``slows`` is false for a race that neither slows.

    Armour and load slow once between them.

    >>> Burden("heavy", "heavy").weighs, Burden("heavy", slows=False).weighs
    (True, False)
    """

    armour: str = "none"
    load: str = "light"
    slows: bool = True

    @property
    def weighs(self) -> bool:
        """Whether it slows its bearer."""
        return self.slows and not SLOWING.isdisjoint((self.armour, self.load))


UNBURDENED = Burden()


@attrs.frozen
class Bonus:
    """A bonus to speed in feet, and the heaviest armour and load with which it counts.

    A barbarian's counts up to medium armour (``d20.speed.bonus.barbarian``), a monk's without any
    (``d20.speed.bonus.monk``). One without a type is a type of its own.

    >>> Bonus(10, armour="medium").counts(Burden("heavy"))
    False
    """

    feet: int
    type: str = ""
    armour: str = BANDS[-1]
    load: str = LOADS[-1]

    def counts(self, burden: Burden) -> bool:
        """Whether it counts with such armour and load."""
        worn, carried = BANDS.index(burden.armour), LOADS.index(burden.load)
        return worn <= BANDS.index(self.armour) and carried <= LOADS.index(self.load)


@enforces("d20.speed.bonus.stack")
def full_speed(base: int, bonuses: Iterable[Bonus] = (), burden: Burden = UNBURDENED) -> int:
    """Feet of base speed and bonuses, before armour and load slow.

    Of one type only the greatest bonus counts, different types add.

    >>> full_speed(30, [Bonus(10, "enhancement"), Bonus(20, "enhancement"), Bonus(5, "morale")])
    55
    """
    best: dict[str | int, int] = {}
    for number, bonus in enumerate(bonuses):
        if bonus.counts(burden):
            kind = bonus.type or number
            best[kind] = max(bonus.feet, best.get(kind, 0))
    return base + sum(best.values())


@enforces("d20.speed.armour.formula")
def reduced(feet: int) -> int:
    """Two thirds of a speed, up to the next 5 ft.

    >>> [reduced(feet) for feet in (20, 30, 40, 50, 60)]
    [15, 20, 30, 35, 40]
    """
    return min(feet, -(-2 * feet // (3 * CELL)) * CELL)


@enforces("d20.speed.bonus.order")
def land_speed(base: int, bonuses: Iterable[Bonus] = (), burden: Burden = UNBURDENED) -> int:
    """Current speed in feet: the bonuses first, then the slowing.

    >>> land_speed(30, [Bonus(20)], Burden("medium"))
    35
    """
    full = full_speed(base, bonuses, burden)
    return reduced(full) if burden.weighs else full


@enforces("d20.speed.base")
def on_foot(entry: Entry) -> Speed:
    """The speed on foot of an entry of the bestiary, base and current.

    A ``speed`` that the entry states is the current one, whatever the rest comes to. KeyError for
    an unknown race or class.

    >>> on_foot({"race": "human", "armour_band": "heavy"})
    Speed(land=4, fly=0, swim=0, climb=0, base=6, slowed=True, load='light', laden=())
    >>> on_foot({"race": "human", "class": "barbarian", "armour_band": "light"}).land
    8
    >>> on_foot({"race": "dwarf", "load": "heavy"}).slowed
    False
    """
    race = RACES[entry["race"]] if "race" in entry else {}
    base = _feet(entry.get("base_speed", race.get("base_speed", 0)))
    burden = Burden(
        entry.get("armour_band", BANDS[0]), entry.get("load", LOADS[0]), race.get("slowed", True)
    )
    bonuses = tuple(_bonuses(entry))
    stated = entry.get("speed")
    land = land_speed(base, bonuses, burden) if stated is None else _feet(stated)
    held_back = not base or land < full_speed(base, bonuses, burden)
    return Speed(
        land=land // CELL,
        base=base // CELL,
        slowed=burden.weighs and held_back,
        load=burden.load,
    )


def _bonuses(entry: Entry) -> Iterator[Bonus]:
    """The bonuses of an entry's classes, and its own."""
    classes, amounts = entry.get("class", ()), entry.get("class_speed", {})
    names = (classes,) if isinstance(classes, str) else classes
    for name in dict.fromkeys((*names, *amounts)):
        table = CLASSES[name].get("speed_bonus", {})
        yield _bonus({**table, "amount": amounts.get(name, table.get("amount", 0))})
    for table in entry.get("speed_bonuses", ()):
        yield _bonus(table)


def _bonus(table: Entry) -> Bonus:
    rest: dict[str, Any] = {key: value for key, value in table.items() if key != "amount"}
    return Bonus(_feet(table["amount"]), **rest)


def _feet(length: object) -> int:
    """Feet of a length: a number of cells, or text in feet."""
    return parse_length(length, FEET) * (CELL if isinstance(length, int) else 1)
