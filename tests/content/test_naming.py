"""Names given to sides and creatures: what can be one, and that nothing but names changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacsim.content.documents import parse_document
from tacsim.content.naming import LONGEST, checked_name, named, names_of, stamp
from tacsim.content.plain import from_plain, to_plain, with_switches
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario, scenario_from
from tacsim.content.setup import begin
from tacsim.player.game import new_game

TEXT = """
format = 1
name = "The yard"
ruleset = "d20"
[map]
grid = '''
......
......
......
'''
[[side]]
id = "us"
controller = "ai:greedy"
[[side]]
id = "them"
controller = "ai:greedy"
[[creature]]
id = "ann"
kind = "orc"
name = "Ann"
side = "us"
at = [0, 0]
[[creature]]
id = "gob-1"
kind = "goblin"
side = "them"
at = [4, 0]
[[creature]]
id = "gob-2"
kind = "goblin"
side = "them"
at = [4, 2]
"""


@pytest.fixture
def yard(tmp_path: Path) -> Scenario:
    path = tmp_path / "yard.toml"
    path.write_text(TEXT)
    return read_scenario(path)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "\t", "x" * (LONGEST + 1), "a\x1b[31mb", "a\x00", "a\u200bb", "a\u202eb", "\u2028",
     "a\u3164", "\u2800", "\u0301a", "a\x7f", "\ud800"],
)  # fmt: skip
def test_what_is_no_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        checked_name(text)


@pytest.mark.parametrize("text", ["Mog", "moG", " mog ", "ＭＯＧ"])
def test_two_that_are_alike(text: str) -> None:
    with pytest.raises(ValueError, match='"Mog"'):
        checked_name(text, ["Tom", "Mog"])


@pytest.mark.parametrize(
    "text", ["Mog", "Øl-Nér", "오우거 대장", "[red]Al[/]", "x" * LONGEST, "O'M"]
)
def test_what_is_one(text: str) -> None:
    assert checked_name(text, ["Tom"]) == text


def test_names_stand_in_the_battle_and_in_what_is_saved_of_it(yard: Scenario) -> None:
    other = named(yard, {"side": {"us": "Wir"}, "creature": {"ann": "Änne", "gob-1": "Snag"}})
    assert names_of(other) == {
        "side": {"us": "Wir", "them": "them"},
        "creature": {"ann": "Änne", "gob-1": "Snag", "gob-2": "Goblin 2"},
    }
    world = begin(other, seed=1).world
    assert [world[one].name for one in ("ann", "gob-1")] == ["Änne", "Snag"]
    assert world.sides["us"].name == "Wir"
    assert other.source["creature"][1]["name"] == "Snag"
    assert names_of(yard)["creature"]["gob-1"] == "Goblin 1"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"gob-1": "Ann"}, {"ann": "Ann 1", "gob-1": "Ann 2", "gob-2": "Goblin 2"}),
        ({"ann": "Mog", "gob-2": "mog"}, {"ann": "Mog 1", "gob-1": "Goblin 1", "gob-2": "Mog 2"}),
        ({"ann": "goblin"}, {"ann": "goblin", "gob-1": "Goblin 1", "gob-2": "Goblin 2"}),
        (
            {"ann": "Goblin 2", "gob-1": "Goblin 2 1"},
            {"ann": "Goblin 2 2", "gob-1": "Goblin 2 1", "gob-2": "Goblin 2 3"},
        ),
    ],
)
def test_creatures_that_are_given_one_name_get_numbers(
    yard: Scenario, given: dict[str, str], shown: dict[str, str]
) -> None:
    assert names_of(named(yard, {"creature": given}))["creature"] == shown


def test_creatures_that_share_a_name_have_numbers_in_what_is_saved_too(yard: Scenario) -> None:
    names = {"ann": "Ann", "gob-1": "Goblin 1", "gob-2": "Goblin 2"}
    assert names_of(yard)["creature"] == names
    assert names_of(from_plain(to_plain(yard)))["creature"] == names
    assert [row["name"] for row in to_plain(yard)["creature"]] == list(names.values())


def test_what_was_saved_without_numbers_reads_as_it_did(yard: Scenario) -> None:
    plain = to_plain(yard)
    for row in plain["creature"][1:]:
        del row["name"]
    old = from_plain(plain)
    assert names_of(old)["creature"] == {"ann": "Ann", "gob-1": "gob-1", "gob-2": "gob-2"}
    assert stamp(old) == stamp(yard)
    assert names_of(named(old, {"creature": {"gob-1": "Snag"}}))["creature"]["gob-2"] == "gob-2"


def test_long_names_have_room_for_their_numbers(yard: Scenario) -> None:
    other = named(yard, {"creature": {"gob-1": "x" * LONGEST, "gob-2": "x" * LONGEST}})
    found = [names_of(other)["creature"][one] for one in ("gob-1", "gob-2")]
    assert [name[-2:] for name in found] == [" 1", " 2"]
    assert max(map(len, found)) == LONGEST


@pytest.mark.parametrize(
    "names",
    [
        {"creature": {"nobody": "Mog"}},
        {"side": {"us": "Them"}},
        {"side": {"ann": "Mog"}},
        {"creature": {"ann": "a\x1bb"}},
    ],
)
def test_names_that_cannot_be_given(yard: Scenario, names: dict[str, dict[str, str]]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        named(yard, names)


def test_a_name_moves_no_die(yard: Scenario) -> None:
    def fought(names: dict[str, dict[str, str]]) -> list[object]:
        players = {"us": "ai:greedy", "them": "ai:greedy"}
        game = new_game(yard, players, seed=5, names=names, keep=False)
        game.session.begin()
        game.session.run(20)
        return [entry.event for entry in game.session.entries]

    plain = fought({})
    assert fought({"creature": {"ann": "Zzz", "gob-2": "Aaa"}, "side": {"us": "Zz"}}) == plain
    assert len(plain) > 20


def test_a_stamp_tells_scenarios_apart_and_not_what_was_chosen(yard: Scenario) -> None:
    mark = stamp(yard)
    assert stamp(named(yard, {"creature": {"ann": "Mog"}})) == mark
    assert stamp(with_switches(yard, {"overrun_charge": False})) == mark
    moved = TEXT.replace("at = [4, 2]", "at = [5, 2]")
    found, faults = scenario_from(parse_document(moved))
    assert not faults
    assert found is not None
    assert stamp(found) != mark
