"""Cases of a scenario: what a key may name, and that nothing else changes."""

from __future__ import annotations

import re

import pytest
from cli.calls import call, unusable

from tacsim.api.opening import scenario_of
from tacsim.content.characters import character
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.core.components import HitPoints, Identity, Offence, Size
from tacsim.sim.vary import cases, parsed

BOARD = """
##########
#........#
#........#
#........#
##########
"""
PLAIN = {
    "format": 1,
    "name": "Two and two",
    "ruleset": "d20",
    "map": {"format": 1, "grid": BOARD},
    "rules": {}, "bestiary": {}, "weapon": {},
    "side": [{"id": "heroes"}, {"id": "raiders", "controller": "ai:greedy"}],
    "creature": [
        {"id": "ann", "kind": "dummy", "side": "heroes", "at": [1, 1], "name": "Ann"},
        {"id": "goblin_1", "kind": "goblin", "side": "raiders", "at": [5, 1], "name": "Goblin 1"},
        {"id": "goblin_2", "kind": "goblin", "side": "raiders", "at": [5, 2], "name": "Goblin 2"},
    ],
    "do": [{"actor": "goblin_2", "intent": "end_turn"}],
}  # fmt: skip


def scenario() -> Scenario:
    return from_plain(PLAIN)


def one(key: str, *values: object) -> list[Scenario]:
    return [changed for _values, changed, _sides in cases(scenario(), {key: values})]


def test_without_anything_varied_there_is_the_scenario_itself():
    ((values, found, sides),) = cases(scenario(), {})
    assert (values, sides) == ({}, {})
    assert found == scenario()


def test_a_field_of_a_creature():
    few, many = one("ann.hp", 3, 30)
    assert [found["ann"].get(HitPoints).maximum for found in (few, many)] == [3, 30]
    assert few["goblin_1"] == scenario()["goblin_1"]
    (large,) = one("ann.size", "large")
    assert large["ann"].get(Size).extent == (2, 2)


@pytest.mark.parametrize(
    ("value", "named"),
    [("dagger", {"dagger"}), ("longspear+dagger", {"longspear", "dagger"}),
     (["longspear"], {"longspear"}), ("none", set()), ([], set())],
)  # fmt: skip
def test_a_list_of_a_creature(value, named):
    (found,) = one("ann.weapons", value)
    weapons = found["ann"].get(Offence).weapons
    assert {weapon.name for weapon in weapons if not weapon.natural} == named


def test_who_plays_and_a_switch():
    sides = [chosen for *_rest, chosen in cases(scenario(), {"heroes.controller": ["quick", "ai"]})]
    assert sides == [{"heroes": "ai:quick"}, {"heroes": "ai:cautious"}]
    for text in ("no", False):
        (found,) = one("rules.morale", text)
        assert found.switches["morale"] is False
    (found,) = one("rules.morale", "yes")
    assert found.switches["morale"] is True


def test_fewer_of_a_kind_are_the_first_and_take_their_script_along():
    (found,) = one("count.goblin", 1)
    assert [creature.id for creature in found.creatures] == ["ann", "goblin_1"]
    assert found.script == ()


def test_more_of_a_kind_stand_beside_the_last_under_names_of_their_own():
    (found,) = one("count.goblin", 4)
    names = [creature.get(Identity).name for creature in found.creatures]
    assert [creature.id for creature in found.creatures][3:] == ["goblin_3", "goblin_4"]
    assert names[3:] == ["Goblin 3", "Goblin 4"]
    places = [creature.at for creature in found.creatures]
    assert len(set(places)) == 5
    assert all(max(abs(x - 5), abs(y - 2)) == 1 for x, y in places[3:])


def test_of_a_large_creature_more_only_come_where_there_is_room():
    plain = to_plain(scenario())
    plain["creature"][1] |= {"kind": "ogre", "at": [4, 1]}
    plain["creature"][2]["at"] = [7, 2]
    ((_values, found, _sides),) = cases(from_plain(plain), {"count.ogre": [2]})
    assert found["goblin_3"].kind == "ogre"
    with pytest.raises(ValueError, match="room"):
        cases(from_plain(plain), {"count.ogre": [12]})


def test_the_level_of_a_character_makes_it_another():
    made = character("d20", "Ann", {"class": "fighter", "level": "1"}).made
    plain = to_plain(scenario())
    plain["creature"][0] = {
        "id": "ann",
        "name": "Ann",
        "side": "heroes",
        "at": [1, 1],
        **made.table,
    }
    plain["bestiary"] |= made.kinds
    base = from_plain(plain)
    low, high = (found for _values, found, _sides in cases(base, {"ann.level": [1, 5]}))
    assert low["ann"] == base["ann"]
    expected = character("d20", "Ann", {"class": "fighter", "level": "5"}).entry["hp"]
    assert high["ann"].get(HitPoints).maximum == expected
    assert high["ann"].get(Identity).name == "Ann"
    with pytest.raises(ValueError, match="level"):
        cases(base, {"ann.level": [99]})


def test_of_several_keys_every_combination_is_a_case():
    found = cases(scenario(), {"ann.hp": [1, 2], "count.goblin": [1, 2]})
    assert [values for values, *_rest in found] == [
        {"ann.hp": 1, "count.goblin": 1}, {"ann.hp": 1, "count.goblin": 2},
        {"ann.hp": 2, "count.goblin": 1}, {"ann.hp": 2, "count.goblin": 2},
    ]  # fmt: skip


def test_every_shipped_battle_can_have_its_creatures_changed():
    base = scenario_of("ogre_bridge")
    ((_values, found, _sides),) = cases(base, {"ogre.hp": [29]})
    assert {one.id for one in found.creatures} == {one.id for one in base.creatures}


def test_values_are_written_as_toml_has_them_or_bare():
    assert parsed("a.b=1,x, 2.5 ,true,'p,q'") == ("a.b", [1, "x", 2.5, True, "p,q"])
    assert parsed('a.b=["x", "y"],[]') == ("a.b", [["x", "y"], []])
    assert parsed("ann.speed=40 ft,9 m") == ("ann.speed", ["40 ft", "9 m"])


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ogre.hpp=3", "hp"), ("ogr.hp=3", "ogre"), ("ogre.hp=many", "whole number"),
        ("ogre.hp", "KEY=A,B"), ("hp=3", "KEY=A,B"), ("ogre.hp=", "KEY=A,B"),
        ("rules.moral=yes", "morale"), ("rules.morale=perhaps", "true or false"),
        ("heros.controller=quick", "heroes"), ("heroes.controller=quik", "quick"),
        ("count.gobin=3", "goblin"), ("count.goblin=-1", "whole number"),
        ("count.goblin=few", "whole number"), ("ogre.level=3", "no level"),
        ("ogre.weapons=clubb", "club"), ("ogre.side=heros", "heroes"),
    ],
)  # fmt: skip
def test_what_cannot_be_varied_is_one_line(key, said):
    unusable(call("simulate", "ogre_bridge", "--battles", 1, "--vary", key), said)


def test_what_is_given_twice_or_is_too_much_is_one_line():
    twice = ("--vary", "ogre.hp=1", "--vary", "ogre.hp=2")
    unusable(call("simulate", "ogre_bridge", *twice), "twice")
    unusable(
        call("simulate", "ogre_bridge", "--vary", "ogre.hp=5,6,5"), "ogre.hp: 5 is given twice"
    )
    many = ",".join(map(str, range(1, 102)))
    unusable(call("simulate", "ogre_bridge", "--vary", f"ogre.hp={many}"), "101 cases")


@pytest.mark.parametrize("field", ["controller", "hp"])
def test_of_a_stranger_it_is_told_which_sides_and_creatures_there_are(field):
    key = f"c.{field}"
    listed = 'side or creature "c" (sides: heroes, raiders; creatures: ann, goblin_1, goblin_2)'
    with pytest.raises(ValueError, match=re.escape(f"unknown {listed}")):
        cases(scenario(), {key: ["quick"]})


def test_a_creature_has_no_controller_and_a_side_nothing_else():
    with pytest.raises(ValueError, match=re.escape('unknown side "ann" (there is: heroes, raid')):
        cases(scenario(), {"ann.controller": ["quick"]})
    with pytest.raises(ValueError, match=re.escape('unknown creature "heroes" (there is: ann, go')):
        cases(scenario(), {"heroes.hp": [3]})
