"""Characters of the d20 ruleset: race, class, level, equipment and feats, by the open 3.5 rules.

The classes are those whose strength is not in spells, which the rules here do not have. Abilities
are the elite array (15, 14, 13, 12, 10, 8), the highest where the class needs it; a point goes to
its first ability at levels 4 and 8. Hit points: all of the first die, the mean of every other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tacsim.i18n import N_, NP_
from tacsim.rulesets import content
from tacsim.rulesets.book import Entry
from tacsim.rulesets.making import NONE, Made, Offer, Questions

LEVELS = tuple(str(level) for level in range(1, 11))
ARRAY = (15, 14, 13, 12, 10, 8)
SIMPLE = (
    "dagger", "gauntlet_spiked", "light_mace", "sickle", "club", "heavy_mace", "morningstar",
    "shortspear", "longspear", "quarterstaff", "spear", "light_crossbow", "heavy_crossbow", "dart",
    "javelin", "sling",
)  # fmt: skip
MARTIAL = (
    "longsword", "battleaxe", "warhammer", "flail", "rapier", "scimitar", "trident", "pick_heavy",
    "greatsword", "greataxe", "falchion", "heavy_flail", "glaive", "guisarme", "halberd", "ranseur",
    "scythe", "greatclub", "shortsword", "handaxe", "kukri", "light_hammer", "pick_light",
    "throwing_axe", "sap", "longbow", "shortbow", "composite_longbow", "composite_shortbow",
)  # fmt: skip


@attrs.frozen
class Race:
    """What a race changes: abilities, saves, and keys of an entry."""

    abilities: Mapping[str, int] = attrs.field(factory=dict)
    saves: int = 0
    feats: int = 0
    keys: Entry = attrs.field(factory=dict)


RACES: Mapping[str, Race] = {
    "human": Race(feats=1),
    "dwarf": Race({"con": 2, "cha": -2}, keys={"darkvision": "60 ft", "stable": True}),
    "elf": Race({"dex": 2, "con": -2}, keys={"low_light": True}),
    "half_elf": Race(keys={"low_light": True}),
    "half_orc": Race({"str": 2, "int": -2, "cha": -2}, keys={"darkvision": "60 ft"}),
    "halfling": Race({"dex": 2, "str": -2}, saves=1, keys={"size": "small"}),
    "gnome": Race({"con": 2, "str": -2}, keys={"size": "small", "low_light": True}),
}
"""What each race gives, besides the speed that ``races.toml`` has."""


@attrs.frozen
class Class:
    """What a class gives: its hit die, its better saves, what it is trained in.

    ``full``: whether its base attack bonus is its level, else three quarters of that;
    ``abilities``: where the array goes, the highest first; ``armour``: the heaviest kind that it
    wears; ``usual``: weapon, what is for a distance, shield and armour that it mostly has;
    ``bonus``: levels at which it gets another feat.
    """

    die: int
    saves: tuple[str, ...]
    abilities: tuple[str, ...]
    armour: str
    usual: tuple[str, str, str, str]
    weapons: tuple[str, ...] = (*MARTIAL, *SIMPLE)
    shield: bool = True
    full: bool = True
    bonus: tuple[int, ...] = ()
    skills: Mapping[str, str] = attrs.field(factory=dict)


CLASSES: Mapping[str, Class] = {
    "fighter": Class(
        10, ("fort",), ("str", "con", "dex", "wis", "int", "cha"), "heavy",
        ("longsword", "javelin", "heavy_shield", "scale_mail"), bonus=(1, 2, 4, 6, 8, 10),
        skills={"climb": "str", "jump": "str"},
    ),
    "barbarian": Class(
        12, ("fort",), ("str", "con", "dex", "wis", "int", "cha"), "medium",
        ("greataxe", "javelin", NONE, "chain_shirt"), skills={"climb": "str", "jump": "str"},
    ),
    "paladin": Class(
        10, ("fort",), ("str", "con", "cha", "wis", "dex", "int"), "heavy",
        ("longsword", "javelin", "heavy_shield", "scale_mail"),
    ),
    "ranger": Class(
        8, ("fort", "ref"), ("dex", "str", "con", "wis", "int", "cha"), "light",
        ("shortsword", "longbow", NONE, "studded_leather"), skills={"climb": "str", "swim": "str"},
    ),
    "rogue": Class(
        6, ("ref",), ("dex", "str", "con", "int", "wis", "cha"), "light",
        ("rapier", "shortbow", NONE, "leather"),
        weapons=("shortsword", "rapier", "sap", "shortbow", "hand_crossbow", *SIMPLE),
        shield=False, full=False, skills={"tumble": "dex", "escape_artist": "dex"},
    ),
}  # fmt: skip
BANDS = ("none", "light", "medium", "heavy")


@attrs.frozen
class Suit:
    """Armour: its bonus, the Dexterity that it leaves, and its kind."""

    armour: int
    max_dex: int
    band: str


SUITS: Mapping[str, Suit] = {
    "padded": Suit(1, 8, "light"),
    "leather": Suit(2, 6, "light"),
    "studded_leather": Suit(3, 5, "light"),
    "chain_shirt": Suit(4, 4, "light"),
    "hide": Suit(3, 4, "medium"),
    "scale_mail": Suit(4, 3, "medium"),
    "chainmail": Suit(5, 2, "medium"),
    "breastplate": Suit(5, 3, "medium"),
    "splint_mail": Suit(6, 0, "heavy"),
    "banded_mail": Suit(6, 1, "heavy"),
    "half_plate": Suit(7, 0, "heavy"),
    "full_plate": Suit(8, 1, "heavy"),
}
SHIELDS: Mapping[str, int] = {"light_shield": 1, "heavy_shield": 2}


@attrs.frozen
class Needs:
    """What a feat asks: abilities, other feats, a base attack bonus."""

    abilities: Mapping[str, int] = attrs.field(factory=dict)
    feats: tuple[str, ...] = ()
    bab: int = 0


FEATS: Mapping[str, Needs] = {
    "improved_initiative": Needs(),
    "combat_reflexes": Needs(),
    "dodge": Needs({"dex": 13}),
    "mobility": Needs({"dex": 13}, ("dodge",)),
    "spring_attack": Needs({"dex": 13}, ("dodge", "mobility"), 4),
    "power_attack": Needs({"str": 13}),
    "improved_bull_rush": Needs({"str": 13}, ("power_attack",)),
    "improved_overrun": Needs({"str": 13}, ("power_attack",)),
    "point_blank_shot": Needs(),
    "precise_shot": Needs(feats=("point_blank_shot",)),
    "weapon_finesse": Needs(bab=1),
    "run": Needs(),
    "improved_unarmed_strike": Needs(),
}
"""The feats that the rules know and a character can take, each with what it asks."""


def questions() -> Questions:
    """Ask for everything that makes a character."""
    race = yield Offer("race", N_("Race"), tuple(RACES))
    trade = yield Offer("class", N_("Class"), tuple(CLASSES))
    level = int((yield Offer("level", NP_("class", "Level"), LEVELS)))
    kind, entry = f"{race}_{trade}_{level}", built(race, trade, level)
    weapons, able = content("d20").weapons, CLASSES[trade]
    melee = [name for name in able.weapons if weapons[name]["kind"] == "melee"]
    first, second, shield, suit = able.usual
    first = yield Offer("melee", N_("Weapon"), tuple(melee), usual=first)
    shots = [name for name in able.weapons if weapons[name]["kind"] == "ranged"]
    thrown = [name for name in melee if weapons[name].get("thrown") and name != first]
    far = (NONE, *shots, *thrown)
    second = yield Offer("ranged", N_("At a distance"), far, usual=second)
    hand = first
    if second in shots:
        at_first = second if able.abilities[0] == "dex" else first
        hand = yield Offer("hand", N_("In hand"), (first, second), usual=at_first)
    free = all(weapons[name]["hands"] != "two" for name in (first, second) if name != NONE)
    shields = tuple(SHIELDS) if able.shield and free else ()
    shield = yield Offer("shield", N_("Shield"), (NONE, *shields), usual=shield)
    worn = BANDS[: BANDS.index(able.armour) + 1]
    suits = (name for name, suit in SUITS.items() if suit.band in worn)
    suit = yield Offer("armour", N_("Armour"), (NONE, *suits), usual=suit)
    feats: list[str] = []
    for number in range(1, _feats(race, trade, level) + 1):
        offered = tuple(_learnable(entry, feats))
        feats.append((yield Offer(f"feat{number}", N_("Feat"), offered, number)))
    table: dict[str, Any] = {
        "kind": kind,
        "weapons": list(dict.fromkeys(one for one in (hand, first, second) if one != NONE)),
        **(_of_suit(suit) if suit != NONE else {}),
        **({"shield": SHIELDS[shield]} if shield != NONE else {}),
        "feats": feats,
    }
    return Made(table, {kind: entry})


def chosen(table: Entry) -> dict[str, str]:
    """The answers that made a table, as far as it was made so."""
    race, trade, level = _parted(str(table.get("kind", "")))
    hand, *more = (*tuple(table.get("weapons", ())), NONE)
    weapons = content("d20").weapons
    shoots = weapons.get(hand, {}).get("kind") == "ranged"
    first, second = (more[0], hand) if shoots else (hand, more[0] if more else NONE)
    suits = {name: _of_suit(name) for name in SUITS}
    worn = {key: table[key] for key in ("armour", "max_dex", "armour_band") if key in table}
    found = {
        "race": race,
        "class": trade,
        "level": level,
        "melee": first,
        "ranged": second,
        "hand": hand,
        "armour": next((name for name, suit in suits.items() if suit == worn), NONE),
        "shield": next((key for key, n in SHIELDS.items() if n == table.get("shield")), NONE),
    }
    return found | {f"feat{n}": feat for n, feat in enumerate(table.get("feats", ()), 1)}


def _parted(kind: str) -> tuple[str, str, str]:
    """Race, class and level of a kind such as ``half_elf_ranger_3``; empty for another one."""
    for race in RACES:
        trade, _line, level = kind.removeprefix(f"{race}_").rpartition("_")
        if kind.startswith(f"{race}_") and trade in CLASSES and level in LEVELS:
            return race, trade, level
    return "", "", ""


def _of_suit(name: str) -> dict[str, Any]:
    suit = SUITS[name]
    return {"armour": suit.armour, "max_dex": suit.max_dex, "armour_band": suit.band}


def _feats(race: str, trade: str, level: int) -> int:
    """How many feats a character has: one at level 1 and at every third, and its own."""
    mine = sum(at <= level for at in CLASSES[trade].bonus)
    return min(1 + level // 3 + RACES[race].feats + mine, len(FEATS) - 1)


def _learnable(entry: Entry, known: list[str]) -> Iterator[str]:
    """The feats that a character can still take."""
    for name, needs in FEATS.items():
        strong = all(entry["abilities"][key] >= least for key, least in needs.abilities.items())
        taught = {*needs.feats} <= {*known}
        if name not in known and strong and taught and entry["bab"] >= needs.bab:
            yield name


def built(race: str, trade: str, level: int) -> Entry:
    """The entry of a bestiary of a race, a class and a level, with nothing on.

    >>> one = built("human", "fighter", 1)
    >>> one["hp"], one["bab"], one["abilities"]["str"], one["saves"]["fort"]
    (12, 1, 15, 4)
    """
    able, kin = CLASSES[trade], RACES[race]
    scores = {
        key: score + kin.abilities.get(key, 0)
        for key, score in zip(able.abilities, ARRAY, strict=True)
    }
    scores[able.abilities[0]] += level // 4
    bonus = {key: (score - 10) // 2 for key, score in scores.items()}
    dice = able.die + (level - 1) * (able.die + 1) // 2
    by_save = {"fort": "con", "ref": "dex", "will": "wis"}
    return {
        "name": f"{race} {trade}".replace("_", "-"),
        "glyph": trade[0],
        "size": "medium",
        "shape": "tall",
        "race": race,
        "class": trade,
        "hp": max(dice + level * bonus["con"], level),
        "abilities": {key: scores[key] for key in ("str", "dex", "con", "int", "wis", "cha")},
        "bab": level if able.full else level * 3 // 4,
        "saves": {
            save: (2 + level // 2 if save in able.saves else level // 3) + bonus[key] + kin.saves
            for save, key in by_save.items()
        },
        "skills": {skill: level + 3 + bonus[key] for skill, key in able.skills.items()},
        "type": "humanoid",
        "cr": level,
        **kin.keys,
    }
