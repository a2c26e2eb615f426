"""How a speed on foot comes about: race and class, bonuses, then armour and load."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rules.table import cost, no_way

import tacsim.rulesets
from rulesets.speeds import BODY, bonus, charges, farthest, fight_of
from tacsim.content.checks import check_file
from tacsim.core.components import Armour, Speed, SpeedBonus
from tacsim.rulesets import content
from tacsim.rulesets.d20.forms import SPEED_BONUS
from tacsim.rulesets.d20.speed import (
    CLASSES,
    FAST,
    RACES,
    UNITS,
    Burden,
    full_speed,
    land_speed,
    on_foot,
    reduced,
)
from tacsim.rulesets.schema import Each, Id, Length, Named, Table, Truth, Word

D20 = content("d20")
BANDS = ("none", "light", "medium", "heavy")
LOADS = ("light", "medium", "heavy")


def land(**entry: Any) -> int:
    """Cells of the current speed of an entry."""
    return on_foot(entry).land


# --- the table of tactical speeds ---------------------------------------------------------------


@pytest.mark.rule("d20.speed.table.human")
@pytest.mark.parametrize("race", ["human", "elf", "half_elf", "half_orc"])
def test_people_of_thirty_feet(race: str) -> None:
    assert [land(race=race, armour_band=band) for band in BANDS] == [6, 6, 4, 4]


@pytest.mark.rule("d20.speed.table.dwarf")
def test_nothing_slows_a_dwarf() -> None:
    assert [land(race="dwarf", armour_band=band) for band in BANDS] == [4, 4, 4, 4]
    assert [land(race="dwarf", load=load) for load in LOADS] == [4, 4, 4]
    assert land(race="dwarf", armour_band="heavy", load="heavy") == 4


@pytest.mark.rule("d20.speed.table.small")
@pytest.mark.parametrize("race", ["halfling", "gnome"])
def test_people_of_twenty_feet(race: str) -> None:
    assert [land(race=race, armour_band=band) for band in BANDS] == [4, 4, 3, 3]


def test_races_and_classes_have_the_form_that_the_rule_reads() -> None:
    cited = {"clauses": Each(Word("clause", content("d20").own_clauses))}
    speed = {"base_speed": Length(1, 20, UNITS), "slowed": Truth()}
    race = Table({**speed, **cited}, frozenset({"base_speed"}))
    job = Table({"speed_bonus": SPEED_BONUS.with_fields({}), **cited})
    assert list(Named(Id(), race).problems(RACES, {})) == []
    assert list(Named(Id(), job).problems(CLASSES, {})) == []
    assert FAST == ("barbarian", "monk")


# --- base and current speed ---------------------------------------------------------------------


@pytest.mark.rule("d20.speed.base")
def test_base_and_current_speed_are_kept_apart() -> None:
    heavy = on_foot({"race": "human", "armour_band": "heavy"})
    assert (heavy.base, heavy.land) == (6, 4)
    fast = on_foot({"race": "human", "class": "barbarian", "armour_band": "light"})
    assert (fast.base, fast.land) == (6, 8)
    assert on_foot({"base_speed": "40 ft", "armour_band": "medium"}) == Speed(
        6, base=8, slowed=True
    )
    assert on_foot({"base_speed": 8}) == Speed(8, base=8)
    assert on_foot({"race": "gnome", "base_speed": "25 ft"}) == Speed(5, base=5)


@pytest.mark.rule("d20.speed.base")
@pytest.mark.parametrize(
    ("band", "walk", "twice", "run"),
    [("none", 6, 12, 24), ("medium", 4, 8, 16), ("heavy", 4, 8, 12)],
)
def test_every_way_to_move_multiplies_the_current_speed(
    band: str, walk: int, twice: int, run: int
) -> None:
    fight = fight_of(race="human", armour_band=band)
    assert farthest(fight) == walk
    assert farthest(fight, "double") == twice
    assert farthest(fight, "withdraw") == twice
    assert farthest(fight, "run") == run
    assert charges(twice + 1, race="human", armour_band=band)
    assert not charges(twice + 2, race="human", armour_band=band)


def test_a_stated_speed_is_final() -> None:
    stated = on_foot({"race": "human", "armour_band": "heavy", "speed": "45 ft"})
    assert (stated.land, stated.base) == (9, 6)
    assert on_foot({"speed": 5, "load": "heavy", "class": "barbarian"}).land == 5
    assert on_foot({"speed": 0, "race": "elf"}).land == 0
    assert on_foot({"speed": "30 ft"}) == Speed(6)
    assert farthest(fight_of(race="human", armour_band="heavy", speed=5)) == 5


def test_a_scenario_changes_what_a_speed_follows_from() -> None:
    fighter = D20.bestiary["human_fighter"]
    assert on_foot(D20.merged(fighter, {"armour_band": "light"})).land == 6
    assert on_foot(D20.merged(fighter, {"race": "gnome"})).land == 3
    assert on_foot(D20.merged(fighter, {"class": "barbarian"})).land == 6
    assert on_foot(D20.merged(fighter, {"speed": "10 ft"})).land == 2


# --- armour and load ----------------------------------------------------------------------------


@pytest.mark.rule("d20.speed.encumbrance")
def test_a_load_slows_as_armour_does() -> None:
    assert [land(race="human", load=load) for load in LOADS] == [6, 4, 4]
    assert [land(race="gnome", load=load) for load in LOADS] == [4, 3, 3]


@pytest.mark.rule("d20.speed.encumbrance")
@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("load", LOADS)
def test_the_worse_of_armour_and_load_slows_and_not_both(band: str, load: str) -> None:
    slow = band in ("medium", "heavy") or load in ("medium", "heavy")
    fight = fight_of(race="human", armour_band=band, load=load)
    assert farthest(fight) == (4 if slow else 6)
    speed = fight.world["A"].speed
    assert (speed.slowed, speed.load) == (slow, load)


@pytest.mark.rule("d20.speed.armour.formula")
@pytest.mark.parametrize(
    ("full", "slow"),
    [(20, 15), (30, 20), (40, 30), (50, 35), (60, 40), (70, 50), (80, 55), (90, 60), (100, 70)],
)
def test_how_much_armour_takes(full: int, slow: int) -> None:
    assert 5 * reduced(full // 5) == slow
    assert land(base_speed=f"{full} ft", armour_band="medium") == slow // 5
    assert land(base_speed=full // 5, load="heavy") == slow // 5


@pytest.mark.rule("d20.speed.armour.formula")
def test_two_thirds_up_to_the_next_five_feet() -> None:
    for feet in range(0, 500, 5):
        assert 5 * reduced(feet // 5) == next(m for m in range(0, 500, 5) if 3 * m >= 2 * feet)


@pytest.mark.parametrize(
    ("entry", "slowed"),
    [
        ({"race": "human"}, False),
        ({"race": "human", "armour_band": "light"}, False),
        ({"race": "human", "armour_band": "medium"}, True),
        ({"race": "human", "load": "medium"}, True),
        ({"race": "dwarf", "armour_band": "heavy", "load": "heavy"}, False),
        # still as fast as its race, but slower than it would be
        ({"race": "human", "class": "barbarian", "armour_band": "medium"}, True),
        # the bonus is lost, yet light armour takes nothing off
        ({"race": "human", "class_speed": {"monk": "10 ft"}, "armour_band": "light"}, False),
        ({"base_speed": "5 ft", "armour_band": "heavy"}, False),
        ({"speed": "20 ft", "armour_band": "heavy"}, True),
        ({"speed": "30 ft", "base_speed": "40 ft", "armour_band": "medium"}, True),
        ({"speed": "30 ft", "base_speed": "30 ft", "armour_band": "medium"}, False),
        ({"speed": "20 ft", "base_speed": "30 ft", "armour_band": "light"}, False),
        ({"speed": "30 ft", "load": "heavy"}, True),
    ],
)
def test_whether_armour_or_load_slows(entry: Mapping[str, Any], slowed: bool) -> None:
    assert on_foot(entry).slowed is slowed


# --- bonuses ------------------------------------------------------------------------------------


@pytest.mark.rule("d20.speed.bonus.barbarian")
def test_a_barbarian_is_fast_but_not_in_heavy_armour() -> None:
    """30 + 10 ft; 40 ft in medium armour are 30; in heavy armour 30 ft are 20."""
    speeds = [land(race="human", **{"class": "barbarian"}, armour_band=band) for band in BANDS]
    assert speeds == [8, 8, 6, 4]
    assert [land(race="dwarf", **{"class": ["barbarian"]}, armour_band=b) for b in BANDS] == [
        6, 6, 6, 4,
    ]  # fmt: skip
    assert [land(race="human", **{"class": "barbarian"}, load=load) for load in LOADS] == [8, 6, 4]
    assert farthest(fight_of(race="human", armour_band="light", **{"class": "barbarian"})) == 8
    assert farthest(fight_of(race="human", armour_band="heavy", **{"class": "barbarian"})) == 4


@pytest.mark.rule("d20.speed.bonus.monk")
def test_a_monk_is_fast_without_armour_only() -> None:
    monk = {"race": "human", "class": "monk", "class_speed": {"monk": "10 ft"}}
    assert [land(**monk, armour_band=band) for band in BANDS] == [8, 6, 4, 4]
    assert [land(**monk, load=load) for load in LOADS] == [8, 4, 4]
    assert farthest(fight_of(**monk)) == 8
    assert farthest(fight_of(**monk, armour_band="light")) == 6


@pytest.mark.rule("d20.speed.bonus.monk")
def test_how_fast_a_monk_is_stands_in_its_entry() -> None:
    assert land(race="human", **{"class": "monk"}) == 6
    assert land(race="human", class_speed={"monk": 4}) == 10
    assert land(race="human", **{"class": ["fighter", "monk"]}, class_speed={"monk": "60 ft"}) == 18


@pytest.mark.rule("d20.speed.bonus.stack", "d20.speed.bonus.monk")
def test_a_monk_gains_nothing_by_a_smaller_enhancement() -> None:
    monk = {"race": "human", "class_speed": {"monk": "20 ft"}}
    assert land(**monk, speed_bonuses=[bonus("10 ft", "enhancement")]) == 10
    assert land(**monk, speed_bonuses=[bonus("30 ft", "enhancement")]) == 12
    boots = [bonus("10 ft", "enhancement")]
    assert land(**monk, armour_band="light", speed_bonuses=boots) == 8


@pytest.mark.rule("d20.speed.bonus.order")
@pytest.mark.parametrize("hindrance", [{"armour_band": "medium"}, {"load": "heavy"}])
def test_bonuses_come_before_armour_and_load(hindrance: Mapping[str, str]) -> None:
    """30 + 20 ft are 50, and slowed 35: not 20 + 20."""
    boots = [bonus("20 ft", "enhancement")]
    assert land_speed(6, [SpeedBonus(4)], Burden("medium")) == 7
    assert land(race="human", speed_bonuses=boots, **hindrance) == 7
    assert farthest(fight_of(race="human", speed_bonuses=boots, **hindrance)) == 7


@pytest.mark.rule("d20.speed.bonus.stack")
@pytest.mark.parametrize(
    ("bonuses", "feet"),
    [
        ([], 30),
        ([SpeedBonus(2, "enhancement"), SpeedBonus(4, "enhancement")], 50),
        ([SpeedBonus(4, "enhancement"), SpeedBonus(2, "enhancement")], 50),
        ([SpeedBonus(2, "enhancement"), SpeedBonus(1, "morale")], 45),
        ([SpeedBonus(2), SpeedBonus(2)], 50),
        ([SpeedBonus(2), SpeedBonus(1, "morale"), SpeedBonus(1, "morale"), SpeedBonus(2)], 55),
    ],
)
def test_bonuses_of_one_type_do_not_add(bonuses: list[SpeedBonus], feet: int) -> None:
    assert full_speed(6, bonuses) == land_speed(6, bonuses) == feet // 5
    tables = [bonus(f"{5 * b.amount} ft", b.type) for b in bonuses]
    assert farthest(fight_of(race="human", speed_bonuses=tables)) == feet // 5


@pytest.mark.rule("d20.speed.bonus.stack")
def test_only_bonuses_that_count_compete() -> None:
    bonuses = [
        SpeedBonus(6, "enhancement", armour="none"),
        SpeedBonus(2, "enhancement", load="medium"),
    ]
    assert full_speed(6, bonuses) == 12
    assert full_speed(6, bonuses, Burden("light")) == 8
    assert full_speed(6, bonuses, Burden("light", "heavy")) == 6


def test_a_bonus_says_with_what_armour_and_load_it_counts() -> None:
    limited = [bonus("10 ft", "luck", armour="light", load="medium")]
    assert [land(race="dwarf", speed_bonuses=limited, armour_band=b) for b in BANDS] == [6, 6, 4, 4]
    assert [land(race="dwarf", speed_bonuses=limited, load=load) for load in LOADS] == [6, 6, 4]


# --- on the board -------------------------------------------------------------------------------


@pytest.mark.rule("d20.speed.table.small", "d20.diag.alternate")
def test_a_gnome_in_medium_armour_goes_two_diagonals() -> None:
    fight = fight_of(race="gnome", size="small", armour_band="medium")
    assert cost(fight, "A", (1, 1), (2, 2)) == 3
    assert no_way(fight, "A", (1, 1), (2, 2), (3, 2)) == "d20.round.move-and-act"
    assert farthest(fight) == 3


# --- the bestiary -------------------------------------------------------------------------------

PEOPLE = {
    "dummy": 30, "human_warrior": 20, "human_fighter": 20, "human_archer": 30,
    "human_spearman": 30, "human_guard": 30, "knight": 20, "dwarf_fighter": 20, "elf_archer": 30,
    "halfling_rogue": 20, "gnome_crossbowman": 20, "acolyte": 20, "bandit": 30,
    "bandit_archer": 30, "bandit_captain": 30, "thug": 30, "barkeep": 30, "commoner": 30,
    "orc_berserker": 40,
}  # fmt: skip
"""Feet that the open rules give those whose speed is computed, as they are armoured."""


@pytest.mark.rule("d20.speed.table.human", "d20.speed.table.dwarf", "d20.speed.table.small")
@pytest.mark.parametrize(("kind", "feet"), PEOPLE.items())
def test_the_speeds_of_people(kind: str, feet: int) -> None:
    entry = D20.bestiary[kind]
    assert "speed" not in entry
    speeds = [part for part in D20.creature(entry) if isinstance(part, Speed)]
    assert [5 * speed.land for speed in speeds] == [feet]


def test_everybody_else_states_the_speed() -> None:
    assert {kind for kind, entry in D20.bestiary.items() if "speed" not in entry} == PEOPLE.keys()


BOTH = [kind for kind, entry in D20.bestiary.items() if {"speed", "base_speed"} <= entry.keys()]


@pytest.mark.rule("d20.speed.armour.formula", "d20.speed.base")
@pytest.mark.parametrize("kind", BOTH)
def test_stated_speeds_agree_with_base_speed_and_armour(kind: str) -> None:
    entry = D20.bestiary[kind]
    stated = on_foot(entry)
    told = on_foot({key: value for key, value in entry.items() if key != "speed"})
    assert stated == told
    assert stated.base > stated.land


def test_nobody_in_medium_or_heavy_armour_hides_a_base_speed() -> None:
    for kind, entry in D20.bestiary.items():
        if on_foot(entry).slowed:
            assert on_foot(entry).base > on_foot(entry).land, kind


def test_a_creature_keeps_its_other_speeds() -> None:
    entry = {**BODY, "race": "elf", "armour_band": "heavy", "fly": "60 ft", "swim": 2, "climb": 1}
    parts = {type(part): part for part in D20.creature(entry)}
    assert parts[Speed] == Speed(4, 12, 2, 1, base=6, slowed=True)
    assert parts[Armour].band == "heavy"


# --- files --------------------------------------------------------------------------------------

ENTRY = """[trial]
name = "trial"
glyph = "t"
size = "medium"
shape = "tall"
hp = 9
bab = 1
abilities = { str = 12 }
"""


@pytest.mark.parametrize(
    ("line", "field", "message"),
    [
        ('race = "elv"', "race", 'unknown race "elv"; did you mean "elf"?'),
        ('race = "half-orc"', "race", "did you mean"),
        ("race = 3", "race", "must be a text"),
        ('class = "munk"', "class", 'unknown class "munk"; did you mean "monk"?'),
        ('class = ["monk", "barbarien"]', "class[1]", 'did you mean "barbarian"?'),
        ('class_speed = { wizard = "10 ft" }', "class_speed.wizard",
         "unknown class that adds to speed"),
        ('class_speed = { monk = "x" }', "class_speed.monk", "not a length"),
        ('load = "huge"', "load", 'unknown load "huge" (there is: heavy, light, medium)'),
        ('base_speed = "9 m"', "base_speed", "not a length"),
        ('armour_band = "havy"', "armour_band", 'unknown kind of armour "havy"; did you mean'),
        ('speed_bonuses = [{ type = "moral", amount = 1 }]', "speed_bonuses[0].type",
         'did you mean "morale"?'),
        ('speed_bonuses = [{ type = "morale" }]', "speed_bonuses[0].amount", "is missing"),
        ('speed_bonuses = [{ amount = 1, armour = "plate" }]', "speed_bonuses[0].armour",
         "unknown kind of armour"),
        ('speed_bonuses = [{ amount = 1, load = "none" }]', "speed_bonuses[0].load",
         "unknown load"),
    ],
)  # fmt: skip
def test_one_clear_line_for_a_fault(tmp_path: Path, line: str, field: str, message: str) -> None:
    file = tmp_path / "trial.toml"
    stated = "" if field in ("race", "base_speed") else "speed = 6\n"
    file.write_text(f"{ENTRY}{stated}{line}\n", "utf-8")
    (fault,) = check_file(file)
    assert (fault.field, fault.line) == (f"trial.{field}", 9 + bool(stated))
    assert message in fault.message


def test_something_has_to_tell_the_speed(tmp_path: Path) -> None:
    file = tmp_path / "trial.toml"
    file.write_text(ENTRY, "utf-8")
    (fault,) = check_file(file)
    assert (fault.field, fault.line) == ("trial.speed", 1)
    assert "is missing" in fault.message
    for line in ("speed = 6", "base_speed = 6", 'race = "elf"'):
        file.write_text(f"{ENTRY}{line}\n", "utf-8")
        assert check_file(file) == []


def test_everything_that_a_speed_follows_from(tmp_path: Path) -> None:
    file = tmp_path / "trial.toml"
    file.write_text(
        ENTRY
        + 'race = "half_elf"\nclass = ["monk", "barbarian"]\nclass_speed = { monk = "20 ft" }\n'
        + 'armour_band = "light"\nload = "medium"\nspeed_bonuses = [\n  { amount = 1 },\n'
        + '  { type = "morale", amount = "5 ft", armour = "medium", load = "light" },\n]\n',
        "utf-8",
    )
    assert check_file(file) == []
    data = Path(tacsim.rulesets.__file__).parent / "d20"
    assert check_file(data / "bestiary.toml") == []


@pytest.mark.rule("d20.speed.encumbrance", "d20.speed.armour.formula", "d20.speed.base")
@pytest.mark.parametrize(
    ("kind", "changes", "cells"),
    [("troll", {"load": "heavy"}, 4), ("troll", {"load": "light"}, 6),
     ("ogre", {"armour_band": "none"}, 8), ("ogre", {"armour_band": "none", "speed": "50 ft"}, 10),
     ("ogre", {"hp": 3}, 6)],
)  # fmt: skip
def test_a_scenario_that_changes_armour_or_load_changes_the_speed(kind, changes, cells) -> None:
    """A troll walks 30 ft; an ogre 40 ft, and 30 in its hides."""
    assert on_foot(D20.merged(D20.bestiary[kind], changes)).land == cells
