"""What is printed in a statblock is what the game shows of its entry: figures by hand."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from content.statblocks import printed
from content.statblocks.printed import attacks, entries, sheets

import tacsim
from tacsim.api.opening import set_up
from tacsim.view.wording.sheet import sheet_of

FIFTH = {
    "stalker": (
        printed.STALKER, "grid5e",
        [(68, 15, 6, "large", [("bite", 7, "2d8+4", 5), ("claw", 7, "2d6+4", 10)])],
    ),
    "lad": (
        printed.LAD, "grid5e",
        [(9, 14, 5, "small", [("dagger", 5, "1d4+3", 5), ("light_crossbow", 5, "1d8+3", 80)])],
    ),
    "ogre": (
        printed.OGRE, "grid5e",
        [(68, 11, 8, "large", [("greatclub", 6, "2d8+4", 10), ("javelin", 6, "2d6+4", 5),
                               ("javelin_thrown", 6, "2d6+4", 30)])],
    ),
    "moth": (printed.MOTH, "grid5e", [(2, 12, 6, "tiny", [("bite", 0, "1", 5)])]),
    "chief": (
        printed.CHIEF, "grid5e",
        [(21, 15, 6, "small", [("scimitar", 4, "1d6+2", 5), ("shortbow", 4, "1d6+2", 80)])],
    ),
    "harrier": (
        printed.JSON, "grid5e",
        [(95, 16, 8, "huge", [("bite", 8, "2d10+5", 10), ("tail", 8, "2d8+5", 15)])],
    ),
    "strider 1": (
        json.dumps({"count": 1, "results": [printed.STRIDER_1]}), "grid5e",
        [(27, 13, 7, "medium", [("glaive", 2, "1d10", 10), ("sting", 4, "1d4+2", 5)])],
    ),
    "strider 2": (
        json.dumps(printed.STRIDER_2), "grid5e",
        [(27, 13, 7, "medium", [("glaive", 2, "1d10", 10), ("sting", 4, "1d4+2", 5)])],
    ),
    "drake": (
        printed.DRAKE, "d20",
        [(47, 17, 6, "large", [("bite", 8, "2d6+4", 5), ("claw", 3, "1d6+2", 5)])],
    ),
    "kite": (
        printed.KITE, "d20",
        [(16, 17, 4, "medium", [("heat_ray", 6, "2d6", 50), ("quill", 6, "1d4+1", 180),
                                ("claw", 5, "1d6+2", 5), ("bite", 0, "1d8+1", 5),
                                ("wing", 5, "1d4+2", 5)])],
    ),
    "bull-man": (
        printed.HORN, "d20",
        [(39, 14, 6, "large", [("greataxe", 9, "3d6+6", 10), ("gore", 4, "1d8+2", 10)])],
    ),
    "keeper": (
        printed.KEEPER, "d20",
        [(11, 17, 4, "medium", [("longsword", 5, "1d8+2", 5), ("light_crossbow", 3, "1d8", 80)])],
    ),
    "taker": (
        printed.TAKER, "d20",
        [(32, 18, 6, "medium",
          [("battleaxe", 8, "1d8+3", 5), ("composite_longbow", 7, "1d8+3", 110)])],
    ),
    "page": (
        printed.PAGE, "d20",
        [(2, 14, 4, "tiny", [("bite", -1, "1d3-3", 0)]),
         (60, 15, 4, "huge", [("bite", 10, "2d6+9", 10)])],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FIFTH)
def test_the_sheet_has_the_printed_figures(tmp_path: Path, name: str) -> None:
    text, ruleset, wanted = FIFTH[name]
    shown = sheets(tmp_path, text, ruleset)
    assert [
        (one.hp, one.defence, one.speed, one.size.lower(), attacks(one)) for one in shown
    ] == wanted


@pytest.mark.parametrize("name", FIFTH)
def test_the_bestiary_is_sound_and_its_creatures_fight_to_an_end(tmp_path: Path, name: str) -> None:
    text, ruleset, _wanted = FIFTH[name]
    path = printed.scenario(tmp_path, text, ruleset)
    assert tacsim.check_file(tmp_path / "my.toml") == []
    assert tacsim.check_file(path) == []
    battle = tacsim.load(path, seed=4)
    tacsim.play(battle, {"a": "quick", "b": "quick"})
    assert battle.over


def test_everything_else_of_a_block_of_2014() -> None:
    (entry,) = entries(printed.STALKER, "grid5e").values()
    assert (entry["speed"], entry["climb"], entry["swim"]) == ("30 ft", "20 ft", "40 ft")
    assert entry["abilities"] == {"str": 18, "dex": 13, "con": 16, "int": 6, "wis": 12, "cha": 7}
    assert entry["saves"] == {"str": 7, "con": 6}
    assert entry["skills"] == {"perception": 4, "stealth": 7}
    assert (entry["attacks"], entry["darkvision"], entry["cr"]) == (3, "60 ft", 5)
    assert entry["areas"] == [
        {"name": "Mud Spit", "shape": "cone", "size": "30 ft", "damage": "6d6", "save": "dex",
         "dc": 14, "half": True, "recharge": 5},
    ]  # fmt: skip
    notes = entry["notes"]
    assert "Bite: plus 7 (2d6) poison damage" in notes
    assert any(note.startswith("Keen Smell") and "(Perception)" in note for note in notes)
    assert any("slashing from nonmagical attacks" in note for note in notes)
    assert "Condition Immunities: prone" in notes


@pytest.mark.parametrize(
    ("limit", "key", "value"),
    [
        ("2/Day", "uses", 2), ("3 / day", "uses", 3), ("1/Rest", "uses", 1),
        ("Recharges after a Short or Long Rest", "uses", 1), ("Recharge 4-6", "recharge", 4),
    ],
)  # fmt: skip
def test_an_area_is_as_limited_as_printed(limit: str, key: str, value: int) -> None:
    text = re.sub(r"\(Recharge 5.6\)", f"({limit})", printed.STALKER)
    assert f"({limit})" in text
    (entry,) = entries(text, "grid5e").values()
    (area,) = entry["areas"]
    assert {one: area[one] for one in ("uses", "recharge") if one in area} == {key: value}


def test_an_area_begins_where_the_paragraph_above_lacks_its_full_stop() -> None:
    text = printed.STALKER.replace("Mud Spit (", "Rest. The stalker rests\nMud Spit (")
    (entry,) = entries(text, "grid5e").values()
    assert [area["name"] for area in entry["areas"]] == ["Mud Spit"]


SPIT = "must make a DC 14 Dexterity saving throw, taking 21 (6d6) acid damage on a failed save"


@pytest.mark.parametrize(
    ("where", "shape", "size", "range_"),
    [
        ("in a 60-foot-long  10-foot-wide line. Each creature in it", "line", "60 ft", None),
        ("in a 60-foot-long, 5-footwide Line. Each creature in it", "line", "60 ft", None),
        ("a point within 90 feet, in a 20-foot-radius around the point. Each foe there",
         "burst", "20 ft", "90 ft"),
        ("at a point within 90 feet. All creatures within 20 feet of the target point, who",
         "burst", "20 ft", "90 ft"),
        ("so as to release a 10-foot radius wave. Each creature in it", "burst", "10 ft", None),
    ],
)  # fmt: skip
def test_areas_in_odd_words(where: str, shape: str, size: str, range_: str | None) -> None:
    text = re.sub(
        r"spits mud.*?successful one", f"spits {where} {SPIT}", printed.STALKER, flags=re.S
    )
    assert where in text
    (entry,) = entries(text, "grid5e").values()
    (area,) = entry["areas"]
    assert (area["shape"], area["size"], area.get("range")) == (shape, size, range_)


def test_half_of_two_kinds_of_damage_is_half() -> None:
    told = "and on a success half the acid and fire damage"
    text = re.sub(r"or\s+half as much damage on a successful one", told, printed.STALKER)
    assert told in text
    (entry,) = entries(text, "grid5e").values()
    assert entry["areas"][0]["half"] is True


def test_breaths_out_of_which_one_is_chosen_are_as_limited_in_files() -> None:
    breaths = [
        {"name": "Breath Weapons (Recharge 5-6)",
         "desc": "The strider uses one of the following breath weapons:"},
        {"name": "Salt Breath", "desc": printed.SAND},
    ]  # fmt: skip
    one = {**printed.STRIDER_1, "actions": breaths}
    (entry,) = entries(json.dumps([one]), "grid5e").values()
    assert [(a["name"], a["recharge"]) for a in entry["areas"]] == [("Salt Breath", 5)]


@pytest.mark.parametrize("apart", [True, False])
def test_breaths_out_of_which_one_is_chosen_are_counted_together(apart: bool) -> None:
    """Whether they are paragraphs of their own or one that has them all."""
    whole = "The strider uses one of the following breath weapons:"
    breaths = {"Salt Breath": printed.SAND, "Rime Breath": printed.SAND}
    rows = [{"name": name, "desc": text} for name, text in breaths.items()]
    said = whole if apart else "\n".join([whole, *(f"{n}. {t}" for n, t in breaths.items())])
    first = {"name": "Breath Weapons (2/Day)", "desc": said}
    one = {**printed.STRIDER_1, "actions": [first, *(rows if apart else ())]}
    (entry,) = entries(json.dumps([one]), "grid5e").values()
    found = [(a["name"], a["uses"], a["among"]) for a in entry["areas"]]
    assert found == [(name, 2, "Breath Weapons") for name in breaths]


def test_a_melee_attack_with_a_range_reaches_so_far() -> None:
    text = printed.STALKER.replace("+7 to hit, reach 5 ft.", "+7 to hit, range 0 ft.")
    (entry,) = entries(text, "grid5e").values()
    assert [(n["reach"], "range" in n) for n in entry["natural_weapons"][:1]] == [("0 ft", False)]


@pytest.mark.parametrize(
    "after", [".", "", ", and 7 (2d6) fire damage.", " plus 7 (2d6) cold damage."]
)
def test_damage_of_no_type_has_its_bonus(after: str) -> None:
    """Fields beside it may leave the bonus out: what is printed counts."""
    bite = {
        "name": "Bite", "attack_bonus": 4, "damage_dice": "2d8",
        "desc": f"Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 12 (2d8 + 3){after}",
    }  # fmt: skip
    (entry,) = entries(json.dumps([{**printed.STRIDER_1, "actions": [bite]}]), "grid5e").values()
    (natural,) = entry["natural_weapons"]
    bonus = (printed.STRIDER_1["dexterity"] - 10) // 2 if natural["ability"] == "dex" else 0
    assert natural["damage"] == "2d8"
    assert bonus + entry["damage_bonus"]["bite"] == 3


def test_other_senses_are_told() -> None:
    senses = "Senses blindsight 30 ft. (blind beyond it), darkvision 60 ft., tremorsense 20 ft."
    text = printed.STALKER.replace("Senses darkvision 60 ft.", senses)
    assert "tremorsense" in text
    (entry,) = entries(text, "grid5e").values()
    assert entry["darkvision"] == "60 ft"
    assert {"blindsight 30 ft", "tremorsense 20 ft"} <= set(entry["notes"])


def test_files_in_which_speeds_are_words() -> None:
    """The files behind Open5e's first version, and 5e-bits' old ones, have numbers as words too."""
    raw = {
        key: str(value) if key in ("armor_class", "hit_points", "strength", "dexterity") else value
        for key, value in printed.STRIDER_1.items()
        if not key.startswith("document") and key not in ("skills", "slug", "armor_desc")
    }
    raw |= {"speed": "35 ft., climb 20 ft., fly 10 ft. (hover)", "stealth": 4}
    (entry,) = entries(json.dumps([raw]), "grid5e").values()
    (same,) = entries(json.dumps([printed.STRIDER_1]), "grid5e").values()
    assert (entry["speed"], entry["climb"], entry["fly"]) == ("35 ft", "20 ft", "10 ft")
    assert "hovers" in entry["notes"]
    assert entry["skills"] == {"stealth": 4}
    for key in ("hp", "ac", "size", "weapons", "attacks", "areas", "darkvision"):
        assert entry.get(key) == same.get(key), key


def test_files_say_how_often_a_day_too() -> None:
    limited = {"type": "per day", "times": 2}
    bits = json.loads(printed.JSON)
    ours = [bits] if isinstance(bits, dict) else bits
    for action in ours[0]["actions"]:
        if action.get("usage"):
            action["usage"] = limited
    two = json.loads(json.dumps(printed.STRIDER_2))
    for action in two["actions"]:
        if action.get("usage_limits"):
            action["usage_limits"] = {"type": "PER_DAY", "param": 2}
    for text in (json.dumps(bits), json.dumps([two])):
        (entry,) = entries(text, "grid5e").values()
        assert [(a["uses"], "recharge" in a) for a in entry["areas"]] == [(2, False)]


def test_what_is_no_action_is_told_and_not_done() -> None:
    """An area as a bonus action or a legendary one: the rules have neither."""
    spit = "Each creature in a 20-foot Cone makes a DC 13 Dexterity saving throw: 7 (2d6) acid"
    text = printed.OGRE.replace("The ogre jumps up to 30 feet.", f"{spit} damage.")
    assert spit in text
    text += f"Legendary Actions\nSplash. {spit} damage.\n"
    (entry,) = entries(text, "grid5e").values()
    assert [area["name"] for area in entry["areas"]] == ["Acid Breath"]
    for what in ("Leap (bonus action): ", "Splash (legendary action): "):
        assert any(note.startswith(what + spit[:40]) for note in entry["notes"]), what


def test_as_many_attacks_as_another_paragraph_counts() -> None:
    heads = "The stalker makes as many bite attacks as it has heads."
    text = re.sub(r"(?<=Multiattack\. ).*", heads, printed.STALKER)
    assert heads in text
    (alone,) = entries(text, "grid5e").values()
    assert "attacks" not in alone
    text = text.replace("Keen Smell. ", "Many Heads. The stalker has five heads.\nKeen Smell. ")
    (entry,) = entries(text, "grid5e").values()
    assert entry["attacks"] == 5


def test_everything_else_of_a_block_of_2024() -> None:
    (entry,) = entries(printed.OGRE, "grid5e").values()
    assert entry["saves"] == {"con": 5}
    assert (entry["swim"], entry["attacks"], entry["cr"]) == ("20 ft", 2, 2)
    assert entry["areas"] == [
        {"name": "Acid Breath", "shape": "line", "size": "60 ft", "damage": "4d10", "save": "dex",
         "dc": 13, "half": True, "recharge": 6},
    ]  # fmt: skip
    assert "Leap (bonus action): The ogre jumps up to 30 feet." in entry["notes"]


def test_everything_else_of_a_monster_of_5e_bits() -> None:
    (entry,) = entries(printed.JSON, "grid5e").values()
    assert (entry["fly"], entry["attacks"], entry["cr"]) == ("80 ft", 2, 7)
    assert (entry["saves"], entry["skills"]) == ({"dex": 4}, {"perception": 6})
    assert [(a["name"], a["shape"], a["size"], a["recharge"]) for a in entry["areas"]] == [
        ("Fire Breath", "line", "45 ft", 5)
    ]
    notes = entry["notes"]
    assert "burrows: 20 ft" in notes
    assert "Fire Breath: the line is 10 ft wide, here it is 5 ft" in notes
    assert "Bite: plus 3 (1d6) fire damage" in notes
    for left in ("Dread", "Sleep Breath", "Trample", "Ash Sight (trait)", "Detect (legendary"):
        assert any(note.startswith(left) for note in notes), left
    assert (entry["source"], entry["licence"]) == (
        "System Reference Document 5.1, by way of 5e-bits", "CC-BY-4.0",
    )  # fmt: skip


def test_both_versions_of_open5e_say_the_same() -> None:
    (one,) = entries(json.dumps([printed.STRIDER_1]), "grid5e").values()
    (two,) = entries(json.dumps([printed.STRIDER_2]), "grid5e").values()
    told = {"source", "licence", "notes", "natural_weapons"}
    assert {k: v for k, v in one.items() if k not in told} == {
        k: v for k, v in two.items() if k not in told
    }
    assert (one["speed"], one["climb"]) == ("35 ft", "20 ft")
    assert [(a["shape"], a["size"], a["recharge"]) for a in one["areas"]] == [("cone", "15 ft", 5)]
    assert (one["source"], one["licence"]) == (
        "Tome of Dunes, by way of Open5e", "https://example.org/ogl",
    )  # fmt: skip
    assert two["licence"] == "Open Game License"
    assert "Slip Away (bonus action): The strider hides." in two["notes"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("[Fen Drake](https://example.org/drake)", "Fen Drake"),
        ("[늪 드레이크] (old)", "[늪 드레이크] (old)"),
    ],
)
def test_a_text_that_begins_with_a_bracket_is_no_json(name: str, shown: str) -> None:
    (drake,) = entries(printed.DRAKE.replace("Fen Drake", name), "d20").values()
    assert (drake["name"], drake["hp"]) == (shown, 47)


def test_everything_else_of_the_open_rules_lines() -> None:
    drake, keeper = entries(printed.DRAKE + "\n" + printed.KEEPER, "d20").values()
    assert (drake["fly"], drake["swim"], drake["shape"]) == ("60 ft", "40 ft", "long")
    assert [(n["name"], n["count"], n["secondary"]) for n in drake["natural_weapons"]] == [
        ("bite", 1, False), ("claw", 2, True),
    ]  # fmt: skip
    assert drake["areas"] == [
        {"name": "Breath Weapon", "shape": "cone", "size": "30 ft", "damage": "4d6", "save": "ref",
         "dc": 15, "half": True, "recharge": "1d4"},
    ]  # fmt: skip
    assert (drake["natural"], drake["feats"], drake["low_light"]) == (7, ["power_attack"], True)
    assert (keeper["armour"], keeper["shield"], keeper["armour_band"]) == (4, 2, "medium")
    assert (keeper["speed"], keeper["base_speed"], keeper["cr"]) == ("20 ft", "30 ft", 0.5)
    assert keeper["saves"] == {"fort": 4, "ref": 1, "will": 0}


def test_rays_and_what_attacks_by_itself() -> None:
    (kite,) = entries(printed.KITE, "d20").values()
    assert [
        (one["name"], one["count"], one.get("touch", False), one.get("alone", False))
        for one in kite["natural_weapons"]
    ] == [
        ("heat_ray", 1, True, False), ("quill", 4, False, False), ("claw", 2, False, False),
        ("bite", 1, False, False), ("wing", 2, True, True),
    ]  # fmt: skip
    assert not [note for note in kite["notes"] if "not known" in note]


@pytest.mark.parametrize(
    ("often", "limits"),
    [
        ("once per day", {"uses": 1}), ("3/day", {"uses": 3}), ("once per hour", {"uses": 1}),
        ("twice per day", {"uses": 2}), ("three times per day", {"uses": 3}),
        ("3/day, once every 1d4 rounds", {"uses": 3, "recharge": "1d4"}),
        ("once every 10 rounds", {"recharge": "10"}),
    ],
)  # fmt: skip
def test_breaths_of_3_5_are_as_limited_as_printed(often: str, limits: dict[str, object]) -> None:
    text = printed.DRAKE.replace("once every 1d4 rounds", often)
    assert often in text
    (drake,) = entries(text, "d20").values()
    (breath,) = drake["areas"]
    assert {key: breath[key] for key in ("uses", "recharge") if key in breath} == limits


def test_the_touch_of_the_incorporeal_goes_through_armour() -> None:
    """The 3.5 rules: their attacks ignore armour, shields and natural armour."""
    text = re.sub(r"Attack: .*", "Attack: Incorporeal touch +4 melee (1d6)", printed.KEEPER)
    (entry,) = entries(text, "d20").values()
    (touch,) = entry["natural_weapons"]
    assert (touch["name"], touch["touch"]) == ("incorporeal_touch", True)


@pytest.mark.parametrize("harm", ["1d6 Str", "1d4 Wisdom drain", "2 negative levels"])
def test_what_takes_abilities_takes_no_hit_points(harm: str) -> None:
    text = re.sub(r"Attack: .*", f"Attack: Chill +4 melee ({harm})", printed.KEEPER)
    (entry,) = entries(text, "d20").values()
    assert "natural_weapons" not in entry
    assert f"Chill: +4 {harm}" in entry["notes"]


def test_attacks_of_one_name_in_one_full_attack_are_several() -> None:
    """Two heads bite; what another way to attack names again is the same attack."""
    told = "Bite +4 melee (2d6) and bite+4 melee (1d8); or bite +4 melee (2d6)"
    text = re.sub(r"Attack: .*", f"Attack: {told}", printed.KEEPER)
    (entry,) = entries(text, "d20").values()
    found = [(one["name"], one["damage"]) for one in entry["natural_weapons"]]
    assert found == [("bite", "2d6"), ("bite_2", "1d8")]


def test_what_says_not_how_far_it_flies_is_left_out_and_told() -> None:
    text = printed.KITE.replace("with a range of 50 feet", "as it likes")
    (kite,) = entries(text, "d20").values()
    assert "heat_ray" not in [one["name"] for one in kite["natural_weapons"]]
    assert "Heat ray: a shot with a weapon that is not known here (+6)" in kite["notes"]


def test_the_columns_of_a_page() -> None:
    small, elder = entries(printed.PAGE, "d20").items()
    assert (small[0], elder[0]) == ("gravel_beetle", "gravel_beetle_elder")
    assert small[1]["licence"] == "Open Game License 1.0a"
    assert small[1]["mindless"] is True
    assert "int" not in elder[1]["abilities"]
    assert (elder[1]["natural"], elder[1]["cr"], small[1]["cr"]) == (8, 5, 0.25)
    assert "burrows: 10 ft" in elder[1]["notes"]


def test_a_line_that_begins_in_the_cell_of_another() -> None:
    rows = """<td>&mdash;</td><td>&mdash;</td></tr>
<tr><th>Challenge Rating:</th><td>1/4</td><td>5</td></tr>"""
    cell = "<td>&mdash; Challenge Rating:{}</td>"
    assert rows in printed.PAGE
    page = printed.PAGE.replace(rows, cell.format("1/4") + cell.format("5") + "</tr>")
    assert list(entries(page, "d20").values()) == list(entries(printed.PAGE, "d20").values())


@pytest.mark.parametrize(
    ("full", "struck"),
    [
        ("2 greataxes +9/+4 melee (3d6+6/x3)",
         [(9, "3d6+6"), (4, "3d6+6"), (9, "3d6+6"), (4, "3d6+6"), (4, "1d8+2")]),
        ("Greataxe +9/+4 melee (3d6+6/x3) and 2 handaxes +7 melee (1d8+2/x3)",
         [(9, "3d6+6"), (4, "3d6+6"), (7, "1d8+2"), (7, "1d8+2"), (4, "1d8+2")]),
    ],
)  # fmt: skip
def test_weapons_in_further_hands_strike_in_the_same_attack(
    tmp_path: Path, full: str, struck: list[tuple[int, str]]
) -> None:
    line = "Full Attack: Greataxe +9/+4 melee (3d6+6/x3)"
    assert line in printed.HORN
    text = printed.HORN.replace(line, f"Full Attack: {full}")
    (horn,) = entries(text, "d20").values()
    assert not [note for note in horn["notes"] if "axe" in note and "Attack" not in note]
    rules = set_up(str(printed.scenario(tmp_path, text, "d20"))).at_turn_of("c0").rules
    shown = {row.name: row for row in sheet_of(rules, "c0").weapons}
    sequence = rules.ruleset.attacks.sequence(rules, rules.world["c0"], None)
    assert [
        (shown[weapon.name].bonus + penalty, shown[weapon.name].damage)
        for weapon, penalty in sequence
    ] == struck


@pytest.mark.parametrize(
    ("full", "told"),
    [
        ("Greataxe +7/+2 melee (3d6+6/x3) and handaxe +7 melee (1d8+2/x3)", "handaxe"),
        ("Greataxe +9/+4 melee (3d6+6/x3) or 2 javelins +5 ranged (1d8+4)", "javelins"),
    ],
)
def test_weapons_that_do_not_strike_in_the_same_attack_are_told(full: str, told: str) -> None:
    """Those that make the first one worse, which strikes alone more often; and those thrown."""
    line = "Full Attack: Greataxe +9/+4 melee (3d6+6/x3)"
    (horn,) = entries(printed.HORN.replace(line, f"Full Attack: {full}"), "d20").values()
    assert f"{told}: not with the other weapon in the same attack" in horn["notes"]
    assert [part["name"] for part in horn["natural_weapons"]] == ["gore"]


def test_columns_with_tabs_between_them_are_as_those_of_a_page() -> None:
    """What is copied out of a browser: a line a row."""
    table = printed.PAGE.split("<table>")[-1].replace("\n", "")
    cells = re.findall(r"<tr>(.*?)</tr>", table)
    rows = [re.sub("<[^>]+>", "", re.sub(r"</t[hd]>\s*<t[hd]>", "\t", row)) for row in cells]
    text = html.unescape("\n".join(rows))
    assert text.startswith("\tGravel Beetle\tGravel Beetle, Elder\n\tTiny Vermin\t")
    told = {"source", "licence"}
    pasted, page = (entries(one, "d20") for one in (text, printed.PAGE))
    assert [{k: v for k, v in one.items() if k not in told} for one in pasted.values()] == [
        {k: v for k, v in one.items() if k not in told} for one in page.values()
    ]
