"""Creatures of the d20 ruleset: from entries of its TOML tables to components.

Lengths in the tables are in feet or cells, in components always in cells of 5 ft. An attack's
size modifier, weapon finesse and the like are the rules' affair; here stand the bare facts.

Space, reach and how many share a square come from ``sizes.toml``; a creature's own figures count
before its size's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tacsim.core.components import (
    Abilities,
    AreaAttack,
    Armour,
    Component,
    Exceptions,
    Initiative,
    Offence,
    Saves,
    Size,
    Speed,
    Weapon,
    Weights,
)
from tacsim.enforces import enforces
from tacsim.rulesets import content, spaces
from tacsim.rulesets.book import Book, Entry, Tables, figures
from tacsim.rulesets.d20 import characters
from tacsim.rulesets.d20.effects import FEATS
from tacsim.rulesets.d20.forms import (
    CREATURE,
    EXCEPTIONS,
    HUGE,
    LADDERS,
    MEDIUM,
    SIZES,
    SKILLS,
    SMALL,
    SPEED_FROM,
    TINY,
    WEAPON,
)
from tacsim.rulesets.d20.speed import (
    CELL,
    UNITS,
    on_foot,
)
from tacsim.rulesets.family.abilities import ABILITIES
from tacsim.rulesets.making import Questions
from tacsim.rulesets.schema import Problem, parse_length, parse_pounds


@enforces("d20.weapon.size")
def scaled(damage: str, category: int) -> str:
    """A weapon's damage in the hands of a wielder of a size, given that for a Medium one.

    KeyError for dice that no weapon of the open rules has.

    >>> [scaled("1d8", category) for category in (3, 5, 6)]
    ['1d6', '2d6', '3d6']
    """
    return LADDERS[damage][category]


@enforces("d20.big.reach-weapon", "d20.threat.reach-weapon", "d20.threat.reach-diagonal")
def weapon(
    name: str,
    entry: Entry,
    *,
    category: int,
    natural_reach: int,
    switches: Mapping[str, bool],
    bonus: int = 0,
    damage_bonus: int = 0,
    damage: str | None = None,
) -> Weapon:
    """A manufactured weapon in a creature's hands.

    ``category`` and ``natural_reach`` (cells) are its wielder's; ``damage`` replaces the dice that
    follow from the wielder's size. A reach weapon strikes beyond natural reach up to twice that
    (``d20.big.reach-weapon``); the switch ``reach_diagonal`` lets that of a Small or Medium
    wielder reach the exact diagonal too (``d20.threat.reach-diagonal``).

    >>> spear = {"kind": "melee", "hands": "two", "damage": "1d8", "reach": True}
    >>> ogre = weapon("longspear", spear, category=5, natural_reach=2, switches={})
    >>> ogre.least, ogre.reach, ogre.damage
    (3, 4, '2d6')
    """
    ranged = entry["kind"] == "ranged"
    long = bool(entry.get("reach")) and natural_reach > 0 and not ranged
    reach = 0 if ranged else 2 * natural_reach if long else natural_reach
    flies = bool(entry.get("thrown") or entry.get("projectile"))
    use = entry.get("strength", "full")
    strength = 1.5 if entry["hands"] == "two" and not ranged else 1.0
    return Weapon(
        name=name,
        damage=damage or scaled(entry["damage"], category),
        ranged=ranged,
        reach=reach,
        least=natural_reach + 1 if long and not entry.get("adjacent") else 0,
        diagonal=(
            long
            and natural_reach == 1
            and category in (SMALL, MEDIUM)
            and switches.get("reach_diagonal", False)
        ),
        hands="one" if entry["hands"] == "light" else entry["hands"],
        threat=entry.get("threat", 20),
        multiplier=entry.get("multiplier", 2),
        bonus=bonus,
        damage_bonus=damage_bonus,
        strength=strength if use == "full" else 0.0,
        weakness=use != "none",
        light=entry["hands"] == "light",
        armed=not entry.get("unarmed"),
        increment=parse_length(entry.get("range", 0), UNITS) if flies else 0,
        increments=10 if entry.get("projectile") else 5 if flies else 0,
        lying=not (entry.get("projectile") and entry["hands"] == "two" and use != "none"),
        trip=entry.get("trip", False),
        load=entry.get("load", ""),
        thrown=entry.get("thrown", False),
    )


def natural_weapon(
    entry: Entry, natural_reach: int, bonus: int = 0, damage_bonus: int = 0, damage: str = ""
) -> Weapon:
    """A part of the body that attacks; its dice are those of its owner's size already.

    One with a ``range``, as a ray, flies so far and no penalty grows on the way.

    >>> natural_weapon({"name": "bite", "damage": "1d6", "strength": 1.5}, 1).strength
    1.5
    >>> natural_weapon({"name": "ray", "damage": "2d6", "range": "50 ft"}, 1).increment
    10
    """
    far = parse_length(entry.get("range", 0), UNITS)
    return Weapon(
        name=entry["name"],
        damage=damage or entry["damage"],
        ranged=far > 0,
        reach=0 if far else natural_reach,
        increment=far,
        increments=1 if far else 0,
        hands="none",
        natural=True,
        secondary=entry.get("secondary", False),
        count=entry.get("count", 1),
        threat=entry.get("threat", 20),
        multiplier=entry.get("multiplier", 2),
        bonus=bonus,
        damage_bonus=damage_bonus,
        strength=float(entry.get("strength", 1.0)),
        weakness=not far,
        light=True,
        touch=entry.get("touch", False),
        alone=entry.get("alone", False),
    )


class D20Book(Book):
    """The bestiary of ``d20``."""

    creature_schema, weapon_schema, skills, units = CREATURE, WEAPON, SKILLS, UNITS
    statblocks = "3.5"
    best = 5
    growth: Mapping[str, tuple[float, int]] = {"hp": (0.25, 1), "bab": (0, 1)}

    def strength(self, entry: Entry) -> float:
        """By challenge rating: two up double it; below one it is that part of rating one.

        >>> BOOK.strength({"cr": 5}), BOOK.strength({"cr": 3}), BOOK.strength({"cr": 0.5})
        (4.0, 2.0, 0.5)
        """
        rating = float(entry.get("cr", 1))
        return 2.0 ** ((rating - 1) / 2) if rating >= 1 else max(rating, 0.05)

    def components(self, entry: Entry, tables: Tables) -> tuple[Component, ...]:
        """Everything that the rules want to know of a creature but who and where it is."""
        feats = frozenset(entry.get("feats", ()))
        scores = entry["abilities"]
        abilities = Abilities(**{word: scores.get(key, 10) for key, word in ABILITIES.items()})
        more_initiative = FEATS.added(feats, "initiative")
        exceptions = frozenset(name for name in EXCEPTIONS if entry.get(name))
        plain = self.plain(
            entry,
            "flying",
            "incorporeal",
            feats=feats,
            low_light=entry.get("low_light", False),
            bulky=entry.get("bulky", SIZES.index(entry["size"]) >= HUGE),
            mindless=entry.get("mindless", False),
            flanked=entry.get("flanked", True),
            stable=entry.get("stable", False),
            initiative=more_initiative,
        )
        return (
            self._size(entry, tables),
            self._speed(entry),
            abilities,
            _armour(entry),
            self._offence(entry, tables, feats),
            *plain,
            *([Exceptions(exceptions)] if exceptions else []),
            *_weights(entry, tables),
            Saves(**entry.get("saves", {})),
            Initiative(0, (abilities.dexterity - 10) // 2 + more_initiative),
        )

    def questions(self, kinds: tuple[str, ...]) -> Questions:
        """Ask for race, class, level, equipment and feats."""
        return characters.questions()

    def chosen(self, table: Entry) -> dict[str, str]:
        """The answers that made a character's table, as far as it was made so."""
        return characters.chosen(table)

    def next_level(self, chosen: Mapping[str, str]) -> dict[str, str] | None:
        """The answers that make the same character a level higher; None at the highest."""
        level = str(int(chosen["level"] or "0") + 1)
        return {**chosen, "level": level} if level in characters.LEVELS[1:] else None

    def misfits(self, entry: Entry, sizes: Mapping[str, Entry]) -> Iterator[Problem]:
        """A space that its size does not allow.

        The table's are typical, and exceptions exist (``d20.size.exceptions``); but the very small,
        several of whom share a cell, take up no more than that (``d20.tiny.per-square``).
        """
        if "space" in entry and SIZES.index(entry["size"]) <= TINY:
            space, side, most = entry["space"], self.cells(entry, "space"), sizes[entry["size"]]
            yield from spaces.misfits(entry["size"], space, side, 1, most["squares"])

    def kept(self, entry: Entry, changes: Entry) -> dict[str, Any]:
        """What changes leave of an entry.

        Another size or shape undoes what it says of reach, and another size what it says of space
        and of weapons' dice, for those were meant for the body that it had. Whatever makes a speed
        undoes the speed that was stated; where no other base is known, that is the base.

        >>> BOOK.merged({"size": "large", "reach": 4, "hp": 9}, {"size": "huge"})
        {'size': 'huge', 'hp': 9}
        >>> BOOK.merged({"speed": "30 ft"}, {"load": "heavy"})
        {'base_speed': '30 ft', 'load': 'heavy'}
        """
        size, shape = (
            entry.get(key) != changes.get(key, entry.get(key)) for key in ("size", "shape")
        )
        undone = {"reach", "space", "damage"} if size else {"reach"} if shape else set[str]()
        burdened = not SPEED_FROM.isdisjoint(changes)
        if burdened:
            undone.add("speed")
        result = {key: value for key, value in entry.items() if key not in undone}
        if burdened and "speed" in entry and not result.keys() & {"race", "base_speed"}:
            result["base_speed"] = entry["speed"]
        return result

    def area(self, area: Entry) -> AreaAttack:
        """An attack on an area; what it says goes by the same names."""
        return AreaAttack(**{**area, **{key: self.cells(area, key) for key in ("size", "range")}})

    def _speed(self, entry: Entry) -> Speed:
        fly, swim, climb = (self.cells(entry, key) for key in ("fly", "swim", "climb"))
        return attrs.evolve(on_foot(entry), fly=fly, swim=swim, climb=climb)

    @enforces("d20.big.multi-square", "d20.size.exceptions")
    def _size(self, entry: Entry, tables: Tables) -> Size:
        row = tables.sizes[entry["size"]]
        side = self.cells(entry, "space", row["squares"])
        category = SIZES.index(entry["size"])
        return Size(category, entry["shape"], tables.topology.extent(side), share=row["per_square"])

    @enforces("d20.big.reach", "d20.size.exceptions")
    def _offence(self, entry: Entry, tables: Tables, feats: frozenset[str]) -> Offence:
        typical = tables.sizes[entry["size"]][f"reach_{entry['shape']}"]
        reach = self.cells(entry, "reach", typical // CELL)
        dice = entry.get("damage", {})
        made = []
        for name in entry.get("weapons", ()):
            table = dict(tables.weapons[name])
            if any("armed_unarmed" in feat.flags for feat in FEATS.having(feats)):
                table["unarmed"] = False
            held = weapon(
                name, table, category=SIZES.index(entry["size"]), natural_reach=reach,
                switches=tables.switches, damage=dice.get(name), **figures(entry, name),
            )  # fmt: skip
            made.append(held)
        for part in entry.get("natural_weapons", ()):
            name = part["name"]
            made.append(
                natural_weapon(part, reach, damage=dice.get(name, ""), **figures(entry, name))
            )
        return Offence(entry["bab"], tuple(made))


def _weights(entry: Entry, tables: Tables) -> list[Weights]:
    """What an entry says that its creature weighs, and weapons that are not those of the rules."""
    usual = content("d20").weapons
    weapons = tuple(
        (name, float(parse_pounds(weight)))
        for name in entry.get("weapons", ())
        if (weight := tables.weapons[name].get("weight")) is not None
        and weight != usual.get(name, {}).get("weight")
    )
    stated = entry.get("weight")
    body = None if stated is None else float(parse_pounds(stated))
    return [Weights(body, weapons)] if weapons or body is not None else []


def _armour(entry: Entry) -> Armour:
    kinds = ("armour", "shield", "natural", "deflection", "dodge")
    return Armour(
        **{key: entry.get(key, 0) for key in kinds},
        max_dexterity=entry.get("max_dex"),
        band=entry.get("armour_band", "none"),
    )


BOOK = D20Book()
