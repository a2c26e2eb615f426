"""The creatures of the d20 ruleset, against what the open rules print of them."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tacsim.rulesets
from tacsim.core.components import (
    Abilities,
    Armour,
    Conditions,
    HitPoints,
    Initiative,
    Offence,
    Size,
    Speed,
    Traits,
    Weapon,
)
from tacsim.core.dice import parse
from tacsim.rulesets import content, load
from tacsim.rulesets.d20.creatures import scaled
from tacsim.rulesets.d20.forms import LADDERS, SIZES
from tacsim.rulesets.d20.speed import UNITS
from tacsim.rulesets.schema import parse_length

D20 = content("d20")
MODIFIERS = (8, 4, 2, 1, 0, -1, -2, -4, -8)


def made(kind: str, switches: dict[str, bool] | None = None, **changes: Any) -> dict[type, Any]:
    entry = D20.merged(D20.bestiary[kind], changes)
    return {type(part): part for part in D20.creature(entry, switches)}


def arms(kind: str, switches: dict[str, bool] | None = None, **changes: Any) -> dict[str, Weapon]:
    offence: Offence = made(kind, switches, **changes)[Offence]
    return {weapon.name: weapon for weapon in offence.weapons}


def test_the_dummy() -> None:
    dummy = made("dummy")
    assert dummy[Size] == Size(4, "tall", (1, 1))
    assert dummy[Speed] == Speed(6, base=6)
    assert dummy[Abilities] == Abilities()
    assert dummy[Armour] == Armour()
    assert dummy[HitPoints] == HitPoints(10, 10)
    assert dummy[Initiative] == Initiative(0, 0)
    assert dummy[Conditions] == Conditions()
    assert dummy[Traits] == Traits()
    assert dummy[Offence].base == 0
    (club,) = dummy[Offence].weapons
    assert (club.name, club.damage, club.least, club.reach) == ("club", "1d6", 0, 1)
    assert (club.increment, club.increments, club.strength) == (2, 5, 1.0)


@pytest.mark.rule("d20.big.reach-weapon", "d20.threat.reach-weapon")
@pytest.mark.parametrize(
    ("kind", "changes", "least", "reach"),
    [
        ("ogre_spearman", {}, 3, 4),
        ("ogre_spearman", {"shape": "long"}, 2, 2),
        ("human_spearman", {}, 2, 2),
        ("goblin", {"weapons": ["longspear"]}, 2, 2),
        ("human_spearman", {"reach": 2}, 3, 4),
        ("dummy", {"weapons": ["longspear"], "size": "huge"}, 4, 6),
        ("dummy", {"weapons": ["longspear"], "size": "tiny"}, 0, 0),
    ],
)
def test_reach_weapons_strike_beyond_natural_reach_only(
    kind: str, changes: dict[str, Any], least: int, reach: int
) -> None:
    spear = arms(kind, **changes)["longspear"]
    assert (spear.least, spear.reach) == (least, reach)


@pytest.mark.rule("d20.threat.reach-diagonal")
def test_the_diagonal_is_a_switch_for_small_and_medium_wielders() -> None:
    def diagonal(kind: str, on: bool = True, **changes: Any) -> bool:
        return arms(kind, {"reach_diagonal": on}, **changes)["longspear"].diagonal

    assert diagonal("human_spearman")
    assert diagonal("goblin", weapons=["longspear"])
    assert not diagonal("human_spearman", on=False)
    assert not diagonal("human_spearman", reach=2)
    assert not diagonal("ogre_spearman")
    assert not diagonal("ogre_spearman", shape="long")
    assert not arms("dummy", {"reach_diagonal": True})["club"].diagonal
    assert arms("human_spearman")["longspear"].diagonal, "on by default"


def test_a_spiked_chain_reaches_far_and_near() -> None:
    chain = arms("dummy", weapons=["spiked_chain"])["spiked_chain"]
    assert (chain.least, chain.reach, chain.diagonal, chain.strength) == (0, 2, True, 1.5)
    chain = arms("ogre", weapons=["spiked_chain"])["spiked_chain"]
    assert (chain.least, chain.reach, chain.diagonal, chain.damage) == (0, 4, False, "2d6")


@pytest.mark.rule(
    "d20.size.fine", "d20.size.diminutive", "d20.size.tiny", "d20.size.small", "d20.size.medium",
    "d20.size.large-tall", "d20.size.large-long", "d20.size.huge-tall", "d20.size.huge-long",
    "d20.size.gargantuan-tall", "d20.size.gargantuan-long", "d20.size.colossal-tall",
    "d20.size.colossal-long", "d20.big.multi-square", "d20.tiny.per-square",
)  # fmt: skip
@pytest.mark.parametrize(
    ("size", "side", "tall", "long", "share"),
    [
        ("fine", 1, 0, 0, 100),
        ("diminutive", 1, 0, 0, 25),
        ("tiny", 1, 0, 0, 4),
        ("small", 1, 1, 1, 1),
        ("medium", 1, 1, 1, 1),
        ("large", 2, 2, 1, 1),
        ("huge", 3, 3, 2, 1),
        ("gargantuan", 4, 4, 3, 1),
        ("colossal", 6, 6, 4, 1),
    ],
)
def test_space_and_reach_by_size(size: str, side: int, tall: int, long: int, share: int) -> None:
    for shape, reach in (("tall", tall), ("long", long)):
        body: Size = made("dummy", size=size, shape=shape)[Size]
        assert body == Size(SIZES.index(size), shape, (side, side), share)
        assert arms("dummy", size=size, shape=shape)["club"].reach == reach


@pytest.mark.rule("d20.size.exceptions")
def test_a_creatures_own_reach_wins() -> None:
    assert arms("tarrasque")["bite"].reach == 4
    assert arms("dummy", reach=2)["club"].reach == 2
    assert arms("dummy", reach="10 ft")["club"].reach == 2
    assert arms("dummy", reach=0)["club"].reach == 0


@pytest.mark.parametrize(
    ("damage", "by_size"),
    [
        ("1d4", "1 1 1d2 1d3 1d4 1d6 1d8 2d6 3d6"),
        ("1d6", "1 1d2 1d3 1d4 1d6 1d8 2d6 3d6 4d6"),
        ("1d8", "1d2 1d3 1d4 1d6 1d8 2d6 3d6 4d6 6d6"),
        ("1d10", "1d3 1d4 1d6 1d8 1d10 2d8 3d8 4d8 6d8"),
        ("1d12", "1d4 1d6 1d8 1d10 1d12 3d6 4d6 6d6 8d6"),
        ("2d4", "1d2 1d3 1d4 1d6 2d4 2d6 3d6 4d6 6d6"),
        ("2d6", "1d4 1d6 1d8 1d10 2d6 3d6 4d6 6d6 8d6"),
    ],
)
def test_damage_by_the_wielders_size(damage: str, by_size: str) -> None:
    assert [scaled(damage, category) for category in range(9)] == by_size.split()


def test_bigger_hands_never_hit_more_softly() -> None:
    for ladder in LADDERS.values():
        means = [parse(dice).mean for dice in ladder]
        assert means == sorted(means)


@pytest.mark.parametrize(
    ("kind", "changes", "weapon", "damage"),
    [
        ("halfling_rogue", {}, "shortsword", "1d4"),
        ("halfling_rogue", {"weapons": ["longsword"]}, "longsword", "1d6"),
        ("halfling_rogue", {"weapons": ["greatsword"]}, "greatsword", "1d10"),
        ("ogre", {}, "greatclub", "2d8"),
        ("ogre", {"weapons": ["greataxe"]}, "greataxe", "3d6"),
        ("ogre_spearman", {}, "longspear", "2d6"),
        ("fire_giant", {"damage": {"greatsword": "5d6"}}, "greatsword", "5d6"),
        ("dummy", {"size": "huge"}, "club", "2d6"),
    ],
)
def test_dice_in_the_hand(kind: str, changes: dict[str, Any], weapon: str, damage: str) -> None:
    assert arms(kind, **changes)[weapon].damage == damage


@pytest.mark.rule("d20.attack.strength")
@pytest.mark.parametrize(
    ("weapon", "strength", "weakness", "light", "hands"),
    [
        ("greatsword", 1.5, True, False, "two"),
        ("longsword", 1.0, True, False, "one"),
        ("dagger", 1.0, True, True, "one"),
        ("javelin", 1.0, True, False, "one"),
        ("sling", 1.0, True, False, "one"),
        ("shortbow", 0.0, True, False, "two"),
        ("composite_longbow", 1.0, True, False, "two"),
        ("heavy_crossbow", 0.0, False, False, "two"),
    ],
)
def test_how_strength_adds(
    weapon: str, strength: float, weakness: bool, light: bool, hands: str
) -> None:
    held = arms("dummy", weapons=[weapon])[weapon]
    assert (held.strength, held.weakness, held.light, held.hands) == (
        strength, weakness, light, hands,
    )  # fmt: skip


@pytest.mark.rule("d20.ranged.increment")
@pytest.mark.parametrize(
    ("weapon", "ranged", "increment", "increments"),
    [
        ("dagger", False, 2, 5),
        ("javelin", True, 6, 5),
        ("shortbow", True, 12, 10),
        ("light_crossbow", True, 16, 10),
        ("longsword", False, 0, 0),
    ],
)
def test_ranges(weapon: str, ranged: bool, increment: int, increments: int) -> None:
    held = arms("dummy", weapons=[weapon])[weapon]
    assert (held.ranged, held.increment, held.increments) == (ranged, increment, increments)


def test_fists_threaten_only_with_training() -> None:
    assert not arms("dummy", weapons=["unarmed"])["unarmed"].armed
    trained = arms("dummy", weapons=["unarmed"], feats=["improved_unarmed_strike"])
    assert trained["unarmed"].armed


def test_the_troll() -> None:
    claw, bite = made("troll")[Offence].weapons
    assert (claw.name, claw.count, claw.natural, claw.secondary) == ("claw", 2, True, False)
    assert (claw.damage, claw.strength, claw.reach, claw.armed) == ("1d6", 1.0, 2, True)
    assert (bite.name, bite.count, bite.secondary, bite.strength) == ("bite", 1, True, 0.5)


def test_flyers_and_ghosts_begin_as_such() -> None:
    wraith = made("wraith")
    assert [c.name for c in wraith[Conditions].items] == ["flying", "incorporeal"]
    assert wraith[Speed] == Speed(land=6, fly=12)
    grounded = made("eagle", flying=False, conditions=["prone"])
    assert [c.name for c in grounded[Conditions].items] == ["prone"]


def test_initiative() -> None:
    assert made("human_fighter")[Initiative] == Initiative(0, 5)
    assert made("ogre")[Initiative] == Initiative(0, -1)
    assert made("ogre", initiative=17)[Traits].fixed_initiative == 17


def test_huge_creatures_are_bulky_unless_they_say_otherwise() -> None:
    assert not made("ogre")[Traits].bulky
    assert made("elephant")[Traits].bulky
    assert not made("elephant", bulky=False)[Traits].bulky


# --- the closing comments of the bestiary: AC and attacks as printed ---------------------------

BESTIARY = (Path(tacsim.rulesets.__file__).parent / "d20" / "bestiary.toml").read_text("utf-8")
PRINTED = {
    match[1]: match[2]
    for match in re.finditer(r"^\[(\w+)\]\n(?:(?!\[\w+\]\n).*\n)*?# (AC .*)$", BESTIARY, re.M)
}


def modifier(score: int) -> int:
    return (score - 10) // 2


def printed_damage(weapon: Weapon, strength: int, thrown: bool) -> str:
    factor = 1.0 if thrown else weapon.strength
    bonus = int(strength * factor) if strength > 0 else strength * weapon.weakness
    total = bonus + weapon.damage_bonus
    return weapon.damage + (f"{total:+d}" if total else "")


def attack_bonus(parts: dict[type, Any], weapon: Weapon, thrown: bool) -> int:
    abilities, feats = parts[Abilities], parts[Traits].feats
    finesse = weapon.light and "weapon_finesse" in feats
    scores = [abilities.dexterity if weapon.ranged or thrown else abilities.strength]
    if finesse:
        scores.append(abilities.dexterity)
    later = 0 if not weapon.secondary else 2 if "multiattack" in feats else 5
    size = MODIFIERS[parts[Size].category]
    return parts[Offence].base + modifier(max(scores)) + size + weapon.bonus - later


def test_every_entry_has_its_printed_numbers() -> None:
    assert PRINTED.keys() == D20.bestiary.keys()


@pytest.mark.rule("d20.ac", "d20.attack.roll")
@pytest.mark.parametrize("kind", sorted(PRINTED))
def test_the_parts_add_up_to_what_is_printed(kind: str) -> None:
    parts = made(kind)
    armour, abilities = parts[Armour], parts[Abilities]
    dexterity = modifier(abilities.dexterity)
    if armour.max_dexterity is not None:
        dexterity = min(dexterity, armour.max_dexterity)
    worn = armour.armour + armour.shield + armour.natural + armour.deflection + armour.dodge
    ac = 10 + worn + dexterity + MODIFIERS[parts[Size].category]
    printed_ac, attacks = re.fullmatch(r"AC (\d+); (.*)", PRINTED[kind]).groups()  # type: ignore[union-attr]  # it matched
    assert ac == int(printed_ac)
    weapons = {weapon.name: weapon for weapon in parts[Offence].weapons}
    strength = modifier(abilities.strength)
    seen = set()
    for text in re.findall(r"[^,]+\([^)]*d[^)]*\)", attacks):
        match = re.fullmatch(r" ?(?:(\d+) )?(\w+)( \(thrown\))? ([+-]\d+) \((.*)\)", text)
        assert match is not None, text
        count, name, thrown, bonus, damage = match.groups()
        weapon = weapons[name]
        assert weapon.count == int(count or 1)
        assert attack_bonus(parts, weapon, bool(thrown)) == int(bonus)
        assert printed_damage(weapon, strength, bool(thrown)) == damage
        seen.add(name)
    assert seen == weapons.keys()


# --- the registry -----------------------------------------------------------------------------


def test_a_ruleset_is_loaded_with_its_switches() -> None:
    assert load("d20").switches["reach_diagonal"] is True
    assert load("d20", {"reach_diagonal": False}).switches["reach_diagonal"] is False
    with pytest.raises(ValueError, match="no switch 'nothing'"):
        load("d20", {"nothing": True})
    with pytest.raises(KeyError):
        load("d21")
    with pytest.raises(KeyError):
        content("d21")


def test_the_registry_costs_no_heavy_imports() -> None:
    code = "import sys, tacsim.rulesets; print({'numpy', 'tcod'} & sys.modules.keys())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


def test_the_data_is_read_once() -> None:
    assert content("d20") is D20
    assert D20.bestiary is D20.bestiary
    assert D20.topologies == ("square",)
    assert "prone" in D20.conditions
    assert {switch.name for switch in D20.switches} >= {"reach_diagonal"}
    clause = D20.clauses["d20.scale.square"]
    assert (clause.id, clause.source) == ("d20.scale.square", "text")


@pytest.mark.parametrize(
    ("text", "cells"),
    [(0, 0), (8, 8), ("40 ft", 8), ("40ft", 8), ("12 ft", 2), ("4.9 ft", 0), ("5.0 ft", 1)],
)
def test_lengths(text: object, cells: int) -> None:
    assert parse_length(text, UNITS) == cells


@pytest.mark.parametrize(("text", "cells"), [("9 m", 9), ("4.5 m", 4), ("1.5 m", 1)])
def test_lengths_in_metres(text: object, cells: int) -> None:
    assert parse_length(text, {"m": Fraction(1)}) == cells


@pytest.mark.parametrize(
    "text", [-1, 1.5, True, None, "", "ft", "9 m", "-5 ft", "5 FT", "٥ ft", "5  ft", "1e3 ft", [5]]
)
def test_no_lengths(text: object) -> None:
    with pytest.raises(ValueError, match="length"):
        parse_length(text, UNITS)
