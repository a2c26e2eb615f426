"""The metric ruleset's lengths: what speeds, reaches, ranges, sizes and areas in feet become."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.calls import call
from rules.table import act, around

from fifth.boards import battle, turn_of
from fifth.entries import arms, breath, cast, parts, size, speed
from tacsim.content.checks import check_file
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import Areas, Offence, Saves, Size, Speed
from tacsim.core.intents import Dash
from tacsim.grid.cells import Body
from tacsim.rules.combat.threat import in_reach
from tacsim.rulesets import content
from tacsim.rulesets.fifth.lengths import METRES, SQUARES

METRIC = content("metric").defaults


def by_the_formula(feet: int) -> int:
    """3 m for every 10 ft, the whole figure rounded down."""
    return feet * 3 // 10


# --- scale and speed -----------------------------------------------------------------------------


@pytest.mark.rule("metric.scale.space")
def test_a_space_is_a_metre():
    assert (METRIC.cell_size, METRIC.unit_name) == (1, "m")
    assert speed("metric", "9 m") == 9


@pytest.mark.rule("metric.speed.25", "metric.speed.30", "metric.speed.35", "metric.speed.60")
@pytest.mark.parametrize(("feet", "metres"), [(25, 7), (30, 9), (35, 10), (60, 18)])
def test_the_speeds_of_the_table(feet, metres):
    assert speed("metric", f"{feet} ft") == metres


@pytest.mark.rule("metric.speed.formula")
@pytest.mark.parametrize(("feet", "metres"), [(5, 1), (20, 6), (40, 12), (50, 15), (80, 24)])
def test_other_speeds_convert_by_the_formula(feet, metres):
    assert speed("metric", f"{feet} ft") == metres


@pytest.mark.rule("metric.speed.formula")
def test_a_speed_is_converted_before_it_is_doubled():
    """25 ft dashing: 7 + 7 = 14, not the 15 of 50 ft."""
    fight = cast("A.........b", {"A": ("dummy", {"speed": "25 ft"})}, ruleset="metric")
    turn_of(fight, "A")
    act(fight, Dash("A"))
    assert fight.world["A"].resources["movement"] == 2 * 14


@pytest.mark.rule("metric.speed.formula", "metric.inherit")
@pytest.mark.parametrize(("kind", "squares", "metres"), [
    ("dummy", 6, 9), ("ogre", 8, 12), ("riding_horse", 12, 18),
])  # fmt: skip
def test_one_entry_serves_both_rulesets(kind, squares, metres):
    assert content("grid5e").bestiary[kind] == content("metric").bestiary[kind]
    assert parts("grid5e", kind)[Speed].land == squares
    assert parts("metric", kind)[Speed].land == metres
    assert parts("grid5e", kind)[Saves] == parts("metric", kind)[Saves]


@pytest.mark.rule("metric.speed.formula", "metric.range.formula")
def test_every_length_of_every_creature_is_that_of_the_formula():
    """All speeds, sights and ranges; reach has figures of its own."""
    for kind, entry in content("metric").bestiary.items():
        land = parts("metric", kind)[Speed]
        for name, cells in (("speed", land.land), ("fly", land.fly), ("swim", land.swim)):
            feet = int(str(entry.get(name, "0 ft")).removesuffix(" ft"))
            assert cells == by_the_formula(feet), kind
        for weapon in parts("metric", kind)[Offence].weapons:
            table = content("metric").weapons.get(weapon.name, {})
            if "range" in table:
                feet = [int(text.removesuffix(" ft")) for text in table["range"]]
                assert [weapon.increment, weapon.farthest] == [by_the_formula(n) for n in feet]


# --- reach ---------------------------------------------------------------------------------------


def reach(weapon: str, **changes: object) -> int:
    return arms("metric", weapons=[weapon], **changes)[weapon].reach


@pytest.mark.rule("metric.reach.light")
def test_a_light_weapon_reaches_a_metre():
    """Dagger: a foe at (1, 1) yes, at (2, 0) no."""
    dagger = arms("metric", weapons=["dagger"])["dagger"]
    assert dagger.reach == 1
    fight = battle("A", ruleset="metric")
    a = Body((0, 0), (1, 1))
    assert in_reach(fight, dagger, a, Body((1, 1), (1, 1)))
    assert not in_reach(fight, dagger, a, Body((2, 0), (1, 1)))
    for weapon in ("club", "handaxe", "scimitar", "shortsword"):
        assert reach(weapon) == 1, "light too"


@pytest.mark.rule("metric.reach.unarmed")
def test_bare_hands_reach_a_metre():
    assert reach("unarmed") == 1


@pytest.mark.rule("metric.reach.normal")
def test_other_weapons_and_natural_ones_reach_two():
    assert {reach(name) for name in ("longsword", "spear", "greataxe", "mace", "rapier")} == {2}
    assert arms("metric", "wolf")["bite"].reach == 2
    assert arms("grid5e", "wolf")["bite"].reach == 1


@pytest.mark.rule("metric.reach.10ft", "metric.reach.15ft")
def test_longer_reach_goes_by_the_formula():
    assert [reach(name) for name in ("glaive", "halberd", "pike", "whip")] == [3, 3, 3, 3]
    natural = [{"name": "tail", "damage": "1d8", "reach": f"{n} ft"} for n in (5, 10, 15, 20, 30)]
    found = [
        arms("metric", natural_weapons=[each])["tail"].reach for each in natural
    ]  # fmt: skip
    assert found == [2, 3, 4, 6, 9]
    assert reach("longsword", reach="10 ft") == 3
    assert reach("glaive", reach="10 ft") == 4, "15 ft in all"
    assert reach("dagger", reach="10 ft") == 3, "light counts with a reach of 5 ft only"


@pytest.mark.rule("metric.reach.normal", "metric.reach.light", "metric.reach.10ft",
                  "metric.reach.15ft")  # fmt: skip
@pytest.mark.parametrize(("weapon", "metres", "count"), [
    ("dagger", 1, 8), ("longsword", 2, 20), ("glaive", 3, 36), ("tail", 4, 60),
])  # fmt: skip
def test_the_spaces_in_reach(weapon, metres, count):
    """2 m: (2, 0) and (2, 1), but not (2, 2), which is 3. Nearer spaces belong to it as well."""
    tail = {"natural_weapons": [{"name": "tail", "damage": "1d8", "reach": "15 ft"}], "weapons": []}
    changes = tail if weapon == "tail" else {"weapons": [weapon]}
    middle = "\n".join(["." * 13] * 6 + ["." * 6 + "A" + "." * 6] + ["." * 13] * 6)
    fight = cast(middle, {"A": ("dummy", changes)}, ruleset="metric")
    found = {(x - 6, y - 6) for x, y in around(fight, "A")}
    assert len(found) == count
    assert found == {
        (x, y)
        for x in range(-6, 7)
        for y in range(-6, 7)
        if (x or y) and max(abs(x), abs(y)) + min(abs(x), abs(y)) // 2 <= metres
    }
    if metres == 2:
        assert {(2, 0), (2, 1)} <= found
        assert (2, 2) not in found


def test_a_reach_in_cells_or_metres_is_what_it_says():
    for length in (3, "3 m"):
        assert reach("longsword", reach=length) == 3
        assert reach("glaive", reach=length) == 4
    assert reach("longsword", reach=1) == 1
    assert arms("grid5e", weapons=["glaive"], reach=2)["glaive"].reach == 3


# --- ranges --------------------------------------------------------------------------------------


@pytest.mark.rule("metric.range.touch", "metric.range.5ft", "metric.range.formula")
@pytest.mark.parametrize(("range_", "metres"), [
    ("touch", 1), ("5 ft", 2), ("15 ft", 4), ("30 ft", 9), ("60 ft", 18), ("90 ft", 27),
    ("120 ft", 36), ("150 ft", 45), ("320 ft", 96), ("600 ft", 180), ("3 m", 3), (7, 7),
])  # fmt: skip
def test_ranges_of_what_starts_at_a_distance(range_, metres):
    """Touch 1 m and 5 ft 2 m; the rest by the formula, 15 ft being 4 m."""
    assert breath("metric", "10 ft", "burst", range=range_).range == metres


@pytest.mark.rule("metric.range.touch", "metric.range.5ft")
def test_in_squares_touch_and_five_feet_are_the_next_one():
    assert SQUARES.range("touch") == SQUARES.range("5 ft") == 1


@pytest.mark.rule("metric.range.touch")
def test_a_touch_reaches_the_next_space_diagonally():
    """(0, 0) to (1, 1): 1 m."""
    apart = METRIC.metric.distance(Body((0, 0), (1, 1)), Body((1, 1), (1, 1)))
    assert apart <= METRES.range("touch")


@pytest.mark.rule("metric.range.touch")
def test_an_attack_that_has_to_touch_reaches_no_farther_than_the_next_space():
    """Where a bite of 5 ft reaches 2 m."""
    bite = {"name": "bite", "damage": "1d6"}
    both = [bite, {"name": "chill", "damage": "1d6", "reach": "touch"}]
    found = arms("metric", natural_weapons=both)
    assert (found["bite"].reach, found["chill"].reach) == (2, 1)
    assert arms("grid5e", natural_weapons=both)["chill"].reach == 1


@pytest.mark.rule("metric.range.formula")
def test_the_formula_serves_weapons_too():
    bow = arms("metric", weapons=["longbow"])["longbow"]
    assert (bow.increment, bow.farthest) == (45, 180)
    dagger = arms("metric", weapons=["dagger"])["dagger"]
    assert (dagger.increment, dagger.farthest) == (6, 18)


@pytest.mark.rule("metric.range.count")
@pytest.mark.parametrize(("to", "metres"), [
    ((6, 6), 9), ((1, 1), 1), ((2, 2), 3), ((9, 0), 9), ((4, 7), 9),
])  # fmt: skip
def test_measure_counts_without_the_first_and_with_the_last(to, metres):
    answer = call("measure", "metric", "0,0", f"{to[0]},{to[1]}", "--json").json
    assert (answer["cells"], answer["distance"]) == (metres, f"{metres} m")
    diagonal = ["metric.diag.one-and-half"] if all(to) else []
    assert answer["clauses"] == ["metric.range.count", *diagonal]


@pytest.mark.rule("metric.range.count", "metric.size.large")
def test_measure_between_big_spaces():
    answer = call("measure", "metric", "0,0", "5,0", "--from-size", "large", "--to-size", "large",
                  "--json").json  # fmt: skip
    assert answer["distance"] == "4 m"


# --- sizes ---------------------------------------------------------------------------------------


@pytest.mark.rule("metric.size.small", "metric.size.medium", "metric.size.large",
                  "metric.size.huge", "metric.size.gargantuan", "metric.size.colossal",
                  "metric.size.tiny", "metric.size.smaller")  # fmt: skip
@pytest.mark.parametrize(("name", "side"), [
    ("tiny", 1), ("small", 1), ("medium", 1), ("large", 2), ("huge", 3), ("gargantuan", 4),
    ("colossal", 5),
])  # fmt: skip
def test_bodies_have_as_many_spaces_as_squares(name, side):
    """A Large one is 2 m wide, though 10 ft would convert to 3 m."""
    assert size("metric", name).extent == (side, side)
    assert size("grid5e", name).extent == (side, side)


@pytest.mark.rule("metric.size.large")
def test_a_large_creature_has_twelve_neighbours():
    body = Body((5, 5), size("metric", "large").extent)
    apart = METRIC.metric.distance
    near = [(x, y) for x in range(12) for y in range(12) if apart(body, Body((x, y), (1, 1))) == 1]
    assert len(body.cells) == 4
    assert len(near) == 12


@pytest.mark.rule("metric.size.colossal", "metric.size.gargantuan")
def test_the_largest_may_be_larger_still():
    assert size("metric", "colossal", space=7).extent == (7, 7)
    book = content("metric")
    small = book.merged(book.bestiary["dummy"], {"size": "colossal", "space": 4})
    assert [where for where, _ in book.misfits(small)] == [("space",)], "5 at least"


@pytest.mark.rule("metric.size.tiny")
def test_how_many_tiny_ones_share_a_space():
    assert size("metric", "tiny").share == 2
    assert size("grid5e", "tiny").share == 4
    assert {size("metric", name).share for name in ("small", "medium", "large")} == {1}


# --- areas ---------------------------------------------------------------------------------------


@pytest.mark.rule("metric.aoe.round", "metric.aoe.square5", "metric.aoe.square10",
                  "metric.aoe.cone15", "metric.aoe.line60", "metric.aoe.radius20")  # fmt: skip
@pytest.mark.parametrize(("feet", "metres"), [
    (5, 1), (10, 3), (15, 4), (20, 6), (25, 7), (30, 9), (60, 18),
])  # fmt: skip
def test_sizes_of_areas(feet, metres):
    """5 ft are 1 m here, not the 2 m of a range."""
    assert breath("metric", f"{feet} ft").size == metres
    assert breath("grid5e", f"{feet} ft").size == feet // 5


@pytest.mark.rule("metric.aoe.cone15", "metric.aoe.line60")
def test_the_breath_of_the_bestiary():
    hound = parts("metric", "hell_hound")[Areas].items[0]
    dragon = parts("metric", "young_blue_dragon")[Areas].items[0]
    assert (hound.shape, hound.size) == ("cone", 4)
    assert (dragon.shape, dragon.size) == ("line", 18)
    assert (hound.save, hound.dc, hound.half, hound.returns) == ("dex", 12, True, 5)
    assert parts("grid5e", "young_blue_dragon")[Areas].items[0].size == 12


# --- files ---------------------------------------------------------------------------------------

SCENARIO = """format = 1
name = "Trial"
ruleset = "{ruleset}"
seed = 7
[map]
grid = '''
........
........
........
'''
[[side]]
id = "a"
controller = "script"
[[side]]
id = "b"
[[creature]]
id = "one"
kind = "dummy"
side = "a"
at = [0, 0]
{more}
[[creature]]
id = "two"
kind = "ogre"
side = "b"
at = [5, 1]
"""


def scenario(folder: Path, more: str, ruleset: str = "metric") -> Path:
    path = folder / "trial.toml"
    path.write_text(SCENARIO.format(ruleset=ruleset, more=more), "utf-8")
    return path


@pytest.mark.rule("metric.scale.space", "metric.speed.formula")
@pytest.mark.parametrize(("length", "metres"), [
    ('"9 m"', 9), ('"7.5 m"', 7), ('"30 ft"', 9), ('"25 ft"', 7), ("8", 8), ('"40ft"', 12),
])  # fmt: skip
def test_lengths_in_scenarios(tmp_path, length, metres):
    path = scenario(tmp_path, f"speed = {length}")
    assert check_file(path) == []
    fight = begin(read_scenario(path))
    assert fight.world.get("one", Speed).land == metres
    assert fight.world.get("two", Size).extent == (2, 2)


@pytest.mark.rule("metric.scale.space")
def test_metres_are_no_unit_of_squares(tmp_path):
    assert check_file(scenario(tmp_path, 'speed = "30 ft"', "grid5e")) == []
    (fault,) = check_file(scenario(tmp_path, 'speed = "9 m"', "grid5e"))
    assert "speed" in fault.field
    (fault,) = check_file(scenario(tmp_path, 'speed = "9 yd"'))
    assert "speed" in fault.field


@pytest.mark.rule("metric.reach.normal", "metric.reach.10ft")
def test_reach_in_scenarios(tmp_path):
    weapons = 'weapons = ["longsword"]\n'
    for text, metres in (("", 2), ('reach = "10 ft"', 3), ("reach = 1", 1), ('reach = "4 m"', 4)):
        fight = begin(read_scenario(scenario(tmp_path, weapons + text)))
        assert fight.world["one"].offence.weapons[0].reach == metres


@pytest.mark.rule("metric.speed.30", "metric.inherit")
def test_the_dummy_moves_nine_metres(tmp_path):
    answer = call("moves", scenario(tmp_path, ""), "one", "--json").json
    assert answer["budget"] == 9
