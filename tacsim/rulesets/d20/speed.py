"""Speed on foot in ``d20``: base speed, then bonuses, then what armour and load take off.

Races come from ``races.toml`` and classes from ``classes.toml``; the table of tactical speeds
follows from them. Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import attrs

from tacsim.core.components import Speed, SpeedBonus
from tacsim.core.nature import BANDS, LOADS
from tacsim.enforces import enforces
from tacsim.rulesets import RULESETS
from tacsim.rulesets.book import Entry
from tacsim.rulesets.schema import Units, parse_length

CELL = 5
UNITS: Units = enforces("d20.scale.square")({"ft": Fraction(1, CELL)})

SLOWING = frozenset({"medium", "heavy"})
"""The kinds of armour, and the sizes of load, that slow."""

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

    def counts(self, bonus: SpeedBonus) -> bool:
        """Whether a bonus counts with such armour and load.

        A barbarian's does up to medium armour (``d20.speed.bonus.barbarian``), a monk's without any
        (``d20.speed.bonus.monk``).

        >>> Burden("heavy").counts(SpeedBonus(2, armour="medium"))
        False
        """
        worn, carried = BANDS.index(self.armour), LOADS.index(self.load)
        return worn <= BANDS.index(bonus.armour) and carried <= LOADS.index(bonus.load)


UNBURDENED = Burden()


@enforces("d20.speed.bonus.stack")
def full_speed(base: int, bonuses: Iterable[SpeedBonus] = (), burden: Burden = UNBURDENED) -> int:
    """Cells of base speed and bonuses, before armour and load slow.

    Of one type only the greatest bonus counts, different types add.

    >>> enhancements = SpeedBonus(2, "enhancement"), SpeedBonus(4, "enhancement")
    >>> full_speed(6, [*enhancements, SpeedBonus(1, "morale")])
    11
    """
    best: dict[str | int, int] = {}
    for number, bonus in enumerate(bonuses):
        if burden.counts(bonus):
            kind = bonus.type or number
            best[kind] = max(bonus.amount, best.get(kind, 0))
    return base + sum(best.values())


@enforces("d20.speed.armour.formula")
def reduced(cells: int) -> int:
    """Two thirds of a speed, up to the next cell of 5 ft.

    >>> [CELL * reduced(feet // CELL) for feet in (20, 30, 40, 50, 60)]
    [15, 20, 30, 35, 40]
    """
    return -(-2 * cells // 3)


@enforces("d20.speed.bonus.order")
def land_speed(base: int, bonuses: Iterable[SpeedBonus] = (), burden: Burden = UNBURDENED) -> int:
    """Current speed in cells: the bonuses first, then the slowing.

    >>> land_speed(6, [SpeedBonus(4)], Burden("medium"))
    7
    """
    full = full_speed(base, bonuses, burden)
    return reduced(full) if burden.weighs else full


def gained(own: Speed, armour: str, load: str, bonuses: tuple[SpeedBonus, ...]) -> int:
    """Cells that further bonuses add to a speed, in such armour and under such a load.

    What is stated as its speed stays so; they change it by the difference that they make.

    >>> fast = Speed(8, base=6, bonuses=(SpeedBonus(2, "enhancement"),))
    >>> gained(fast, "none", "light", (SpeedBonus(6, "enhancement"), SpeedBonus(1, "morale")))
    5
    >>> gained(Speed(4, base=6, slowed=True), "medium", "light", (SpeedBonus(4),))
    3
    """
    base, burden = _base(own), Burden(armour, load, not own.steady)
    with_them = land_speed(base, (*own.bonuses, *bonuses), burden)
    return with_them - land_speed(base, own.bonuses, burden)


def under(own: Speed, armour: str, load: str) -> tuple[int, bool]:
    """Cells of a speed under a heavier load, and whether that is slowed.

    A speed that was stated has its usual reduction, once, as nobody knows what it is made of.

    >>> barbarian = Speed(8, base=6, bonuses=(SpeedBonus(2, armour="medium", load="medium"),))
    >>> under(barbarian, "none", "medium"), under(barbarian, "none", "heavy")
    ((6, True), (4, True))
    >>> under(Speed(4, base=4, steady=True), "heavy", "heavy")
    (4, False)
    """
    base, slows = _base(own), not own.steady
    if own.land != land_speed(base, own.bonuses, Burden(armour, own.load, slows)):
        return (own.land if own.slowed or own.steady else reduced(own.land)), slows
    burden = Burden(armour, load, slows)
    land = land_speed(base, own.bonuses, burden)
    return land, land < full_speed(base, own.bonuses, burden)


def _base(own: Speed) -> int:
    """The base of a speed; where that is not known, the greatest that leaves what is stated."""
    return own.base or (own.land * 3 // 2 if own.slowed else own.land)


@enforces("d20.speed.base")
def on_foot(entry: Entry) -> Speed:
    """The speed on foot of an entry of the bestiary, base and current.

    A ``speed`` that the entry states is the current one, whatever the rest comes to. KeyError for
    an unknown race or class.

    >>> on_foot({"race": "human", "armour_band": "heavy"}) == Speed(4, base=6, slowed=True)
    True
    >>> on_foot({"race": "human", "class": "barbarian", "armour_band": "light"}).land
    8
    >>> on_foot({"race": "dwarf", "load": "heavy"}).slowed
    False
    """
    race = RACES[entry["race"]] if "race" in entry else {}
    base = _cells(entry.get("base_speed", race.get("base_speed", 0)))
    burden = Burden(
        entry.get("armour_band", BANDS[0]), entry.get("load", LOADS[0]), race.get("slowed", True)
    )
    bonuses = tuple(_bonuses(entry))
    stated = entry.get("speed")
    land = land_speed(base, bonuses, burden) if stated is None else _cells(stated)
    held_back = not base or land < full_speed(base, bonuses, burden)
    return Speed(
        land=land,
        base=base,
        slowed=burden.weighs and held_back,
        load=burden.load,
        bonuses=bonuses,
        steady=not burden.slows,
    )


def _bonuses(entry: Entry) -> Iterator[SpeedBonus]:
    """The bonuses of an entry's classes, and its own."""
    classes, amounts = entry.get("class", ()), entry.get("class_speed", {})
    names = (classes,) if isinstance(classes, str) else classes
    for name in dict.fromkeys((*names, *amounts)):
        table = CLASSES[name].get("speed_bonus", {})
        yield _bonus({**table, "amount": amounts.get(name, table.get("amount", 0))})
    for table in entry.get("speed_bonuses", ()):
        yield _bonus(table)


def _bonus(table: Entry) -> SpeedBonus:
    rest: dict[str, Any] = {**table, "amount": _cells(table["amount"])}
    return SpeedBonus(**rest)


def _cells(length: object) -> int:
    return parse_length(length, UNITS)
