"""The creatures of the dice-pool rules: what their entries come to."""

from __future__ import annotations

from typing import Any

import pytest

from tacsim.core.components import (
    Areas,
    Attributes,
    Conditions,
    HitPoints,
    Offence,
    Protection,
    Size,
    Speed,
    Traits,
    Weapon,
)
from tacsim.rulesets import content
from tacsim.rulesets.pool.creatures import ATTRIBUTES

POOL = content("pool")


def made(kind: str = "dummy", **changes: Any) -> dict[type, Any]:
    entry = POOL.merged(POOL.bestiary[kind], changes)
    return {type(part): part for part in POOL.creature(entry)}


def arms(kind: str = "dummy", **changes: Any) -> dict[str, Weapon]:
    return {weapon.name: weapon for weapon in made(kind, **changes)[Offence].weapons}


def faults(entry: dict[str, Any]) -> list[str]:
    words = {"weapons": POOL.weapons, "conditions": POOL.conditions, "attacks": POOL.attacks(entry)}
    return [message for _path, message in POOL.creature_schema.problems(entry, words)]


def test_the_dummy() -> None:
    dummy = made()
    assert dummy[Size] == Size(4, "tall", (1, 1, 1), word="Average")
    assert dummy[Speed].land == 6
    assert dummy[HitPoints] == HitPoints(10, 10)
    assert dummy[Protection] == Protection(2)
    assert {name: dummy[Attributes][name] for name in (*ATTRIBUTES, "stamina")} == dict.fromkeys(
        (*ATTRIBUTES, "stamina"), 4
    )
    (club,) = dummy[Offence].weapons
    assert (club.name, club.reach, club.least, club.bonus) == ("club", 1, 0, 1)
    assert dummy[Conditions] == Conditions()


@pytest.mark.rule("pool.size")
@pytest.mark.parametrize(
    ("size", "side", "category"),
    [("small", 1, 3), ("average", 1, 4), ("medium", 1, 4), ("large", 2, 5), ("huge", 3, 6),
     ("colossal", 4, 8)],
)  # fmt: skip
def test_sizes_are_cubes(size: str, side: int, category: int) -> None:
    word = "Average" if category == 4 else ""
    assert made(size=size)[Size] == Size(category, "tall", (side,) * 3, word=word)
    assert side**3 == {1: 1, 2: 8, 3: 27, 4: 64}[side]


@pytest.mark.rule("pool.attributes")
def test_attributes_are_kept_in_half_points() -> None:
    cost2 = made(attributes={"might": 3.5, "grace": 7})[Attributes]
    assert (cost2["might"], cost2["grace"], cost2["mettle"]) == (7, 14, 4)
    assert cost2["charm"] == 0


@pytest.mark.rule("pool.attributes")
@pytest.mark.parametrize("points", [0.5, 0, 7.5, 3.2, "3", True, -1])
def test_attributes_go_from_1_to_7_in_half_points(points: object) -> None:
    entry = POOL.merged(POOL.bestiary["dummy"], {"attributes": {"might": points}})
    assert len(faults(entry)) == 1


@pytest.mark.rule("pool.armour")
@pytest.mark.parametrize(
    ("armour", "reduction", "dice", "rerolls", "burden"),
    [("none", 0, 0, 0, 0), ("light", 0, 1, 1, 0), ("medium", 1, 1, 0, 0), ("heavy", 2, 1, 0, 1)],
)
def test_armour(armour: str, reduction: int, dice: int, rerolls: int, burden: int) -> None:
    assert made(armour=armour)[Protection] == Protection(2, reduction, dice, rerolls, burden)


@pytest.mark.rule("pool.attack.roll")
@pytest.mark.parametrize(
    ("weapon", "damage", "quality"),
    [("sword", "3", 1), ("greatsword", "4", 1), ("knife", "1", 1), ("unarmed", "1", 1)],
)
def test_the_weapons_of_the_rules(weapon: str, damage: str, quality: int) -> None:
    found = arms(weapons=[weapon])[weapon]
    assert (found.damage, found.bonus) == (damage, quality)


@pytest.mark.rule("pool.range.melee", "pool.threat.range")
def test_how_far_weapons_strike() -> None:
    mine = arms(weapons=["sword", "spear", "bow", "knife", "stone", "throwing_axe"])
    reach = {name: weapon.reach for name, weapon in mine.items()}
    assert reach == {"sword": 1, "spear": 2, "bow": 0, "knife": 1, "stone": 0, "throwing_axe": 1}
    assert mine["spear"].least == 0, "what is next to it too"
    far = {name: weapon.farthest for name, weapon in mine.items()}
    assert far == {"sword": 0, "spear": 0, "bow": 10, "knife": 4, "stone": 3, "throwing_axe": 3}
    long = arms(weapons=["sword", "spear"], reach=2)
    assert (long["sword"].reach, long["spear"].reach) == (2, 3)
    assert arms("hill_giant", size="large")["club"].reach == 2, "its own, whatever its size"
    assert arms("bear")["claws"].reach == 1, "big bodies reach no farther for being big"


@pytest.mark.rule("pool.speed")
def test_stowed_weapons_have_to_be_drawn() -> None:
    found = arms(stowed=["greatsword", "sword"])
    assert (found["greatsword"].stowed, found["sword"].stowed) == (2, 1)
    assert not found["greatsword"].armed
    assert found["greatsword"].at_hand == arms(weapons=["greatsword"])["greatsword"]
    assert found["club"].at_hand is found["club"]


@pytest.mark.rule("pool.speed")
def test_most_people_have_speed_6_and_the_small_or_swift_7() -> None:
    people = {
        kind: entry
        for kind, entry in POOL.bestiary.items()
        if entry["type"] == "person"
    }  # fmt: skip
    for kind, entry in people.items():
        assert entry["speed"] in (6, 7), kind
        assert (entry["size"] != "small") or entry["speed"] == 7, kind
    assert sum(entry["speed"] == 6 for entry in people.values()) > len(people) / 2


@pytest.mark.rule("pool.speed", "pool.space.stand")
@pytest.mark.parametrize(
    ("changes", "flies"),
    [({}, False), ({"fly": 8}, True), ({"flying": True}, True), ({"conditions": ["flying"]}, True),
     ({"fly": 8, "flying": True}, True), ({"fly": 8, "flying": False}, False),
     ({"fly": "40 ft", "conditions": ["prone"]}, True), ({"fly": 0}, False)],
)  # fmt: skip
def test_who_has_a_speed_in_the_air_flies_unless_its_entry_says_otherwise(
    changes: dict[str, Any], flies: bool
) -> None:
    assert ("flying" in made(**changes)[Conditions]) == flies


def test_every_flyer_of_the_bestiary_has_a_speed_in_the_air() -> None:
    for kind in POOL.bestiary:
        found = made(kind)
        assert ("flying" in found[Conditions]) == (found[Speed].fly > 0), kind


def test_a_scenario_overrides_what_it_names() -> None:
    changed = made(
        "soldier", size="large", speed="40 ft", reach=2, weapons=["club"], stowed=[], hp=29,
        initiative=17, conditions=["prone"], shape="long", stamina=2.5, quality={"club": 3},
        damage={"club": 5},
    )  # fmt: skip
    assert changed[Size].extent == (2, 2, 2)
    assert changed[Speed].land == 8
    (club,) = changed[Offence].weapons
    assert (club.reach, club.bonus, club.damage) == (2, 3, "5")
    assert changed[HitPoints] == HitPoints(29, 29)
    assert changed[Traits].fixed_initiative == 17
    assert "prone" in changed[Conditions]
    assert changed[Attributes]["stamina"] == 5
    assert changed[Attributes]["might"] == 6, "the soldier's own"
    assert made(speed="7 pace")[Speed].land == 7


def test_every_entry_is_sound() -> None:
    for kind, entry in POOL.bestiary.items():
        assert faults(dict(entry)) == [], kind
    for name, entry in POOL.weapons.items():
        assert list(POOL.weapon_schema.problems(entry, {})) == [], name


def test_there_is_something_of_every_sort() -> None:
    all_ = {kind: made(kind) for kind in POOL.bestiary}
    assert len(all_) >= 16
    assert {parts[Size].category for parts in all_.values()} == {3, 4, 5, 6, 8}
    flyers = {kind: parts[Size].extent for kind, parts in all_.items() if parts[Speed].fly}
    assert len(set(flyers.values())) >= 3
    assert all("flying" in all_[kind][Conditions] for kind in flyers)
    shapes = {area.shape for area in all_["storm_caller"][Areas].items}
    assert shapes == {"line", "wide", "cone", "burst"}
    assert len({entry["glyph"] for entry in POOL.bestiary.values()}) == len(all_)


@pytest.mark.parametrize(
    "changes",
    [{"size": "tiny"}, {"stamina": 3.1}, {"armour": "plate"}, {"weapons": ["claymore"]},
     {"areas": [{"name": "x", "shape": "cube", "size": 2, "damage": 1}]}, {"absorption": 0},
     {"quality": {"sword": 2}}, {"damage": {"club": "1d6"}}],
)  # fmt: skip
def test_what_is_wrong_is_told(changes: dict[str, Any]) -> None:
    assert len(faults(POOL.merged(POOL.bestiary["dummy"], changes))) == 1
