"""``moves``: one row for each place and extent, the cheapest way there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cli.calls import call, unusable
from storage.fights import DUEL, SIDES

KEYS = ["at", "extent", "cost", "squeezing", "can_stop", "provokes", "path"]

LANE = """
format = 1
ruleset = "d20"
[map]
grid = '''
..##########
............
..##########
'''
""" + SIDES + """
[[creature]]
id = "ogre"
kind = "dummy"
size = "large"
side = "heroes"
at = [0, 0]
[[creature]]
id = "rat"
kind = "dummy"
side = "foes"
at = [11, 1]
"""  # fmt: skip


def moves(folder: Path, text: str, creature: str, *more: str) -> tuple[int, dict[Any, Any]]:
    """The budget, and the rows by place, of which each has but one."""
    path = folder / "trial.toml"
    path.write_text(text)
    answer = call("moves", path, creature, "--json", *more)
    assert answer.code == 0, answer
    assert list(answer.json) == ["creature", "budget", "cells"]
    rows = answer.json["cells"]
    assert all(list(row) == KEYS for row in rows)
    places = [tuple(row["at"]) for row in rows]
    assert places == sorted(places, key=lambda at: (at[1], at[0]))
    assert len(set(places)) == len(places)
    return answer.json["budget"], dict(zip(places, rows, strict=True))


def test_every_place_has_its_cheapest_way(tmp_path: Path) -> None:
    budget, rows = moves(tmp_path, DUEL, "ann")
    assert budget == 6
    assert rows[0, 0] == {
        "at": [0, 0], "extent": [1, 1], "cost": 0, "squeezing": False, "can_stop": True,
        "provokes": [], "path": [[0, 0]],
    }  # fmt: skip
    assert rows[1, 1]["cost"] == 1
    assert rows[2, 2]["cost"] == 3
    assert max(row["cost"] for row in rows.values()) == 6
    for at, row in rows.items():
        assert row["path"][0] == [0, 0]
        assert tuple(row["path"][-1]) == at
        assert row["cost"] >= len(row["path"]) - 1
    assert (3, 0) not in rows  # bob stands there and lets nobody pass


@pytest.mark.rule("d20.aoo.move")
def test_of_equal_ways_the_one_that_provokes_least_is_kept(tmp_path: Path) -> None:
    _, rows = moves(tmp_path, DUEL, "ann")
    assert rows[2, 1]["provokes"] == []
    assert rows[3, 3]["provokes"] == []  # a way round bob costs no more
    assert rows[4, 1]["provokes"] == ["bob"]


@pytest.mark.rule("d20.squeeze.cost")
def test_a_large_creature_squeezes_down_a_lane(tmp_path: Path) -> None:
    large = LANE.replace("..####", ".." + "####")
    budget, rows = moves(tmp_path, large, "ogre")
    assert budget == 6
    assert rows[0, 0]["extent"] == [2, 2]
    assert rows[1, 1]["squeezing"]
    assert rows[1, 1]["extent"] == [2, 1]
    assert rows[1, 1]["cost"] == 2
    assert rows[3, 1]["cost"] == 6


CORNER = """
format = 1
ruleset = "d20"
[map]
grid = '''
.#..#.
...,#.
....#.
'''
""" + SIDES + """
[[creature]]
id = "ogre"
kind = "dummy"
size = "large"
side = "heroes"
at = [1, 1]
speed = 4
[[creature]]
id = "rat"
kind = "dummy"
side = "foes"
at = [5, 0]
"""  # fmt: skip


@pytest.mark.rule("d20.squeeze.cost", "d20.terrain.mixed-footprint")
def test_a_body_squeezed_at_a_place_and_a_whole_one_are_two_rows(tmp_path: Path) -> None:
    """North of the ogre half its width is wall: squeezed it steps up to (2, 0) for 2.

    Whole it cannot cut that corner; a step east and one north, each with a slow square under it,
    are 4, and so is to squeeze up there and to spread out over the slow square.
    """
    path = tmp_path / "corner.toml"
    path.write_text(CORNER)
    rows = call("moves", path, "ogre", "--json").json["cells"]
    here = [row for row in rows if row["at"] == [2, 0]]
    assert [(row["extent"], row["cost"], row["squeezing"]) for row in here] == [
        ([2, 2], 4, False), ([1, 2], 2, True),
    ]  # fmt: skip
    assert here[0]["path"] in ([[1, 1], [2, 1], [2, 0]], [[1, 1], [2, 0], [2, 0]])
    assert here[1]["path"] == [[1, 1], [2, 0]]
    assert all(row["can_stop"] for row in here)


@pytest.mark.rule("d20.step.5ft")
def test_a_five_foot_step_is_one_free_step(tmp_path: Path) -> None:
    _, rows = moves(tmp_path, DUEL, "ann", "--mode", "five_foot_step")
    assert set(rows) == {(1, 0), (0, 1), (1, 1)}
    assert {row["cost"] for row in rows.values()} == {0}
    assert not any(row["provokes"] for row in rows.values())


@pytest.mark.rule("d20.charge")
def test_a_charge_ends_where_it_may(tmp_path: Path) -> None:
    budget, rows = moves(tmp_path, DUEL, "ann", "--mode", "charge")
    assert budget == 12
    assert set(rows) == {(2, 0), (2, 1)}
    assert [row["cost"] for row in rows.values()] == [2, 2]


@pytest.mark.rule("d20.run")
def test_a_run_goes_straight(tmp_path: Path) -> None:
    budget, rows = moves(tmp_path, DUEL, "bob", "--mode", "run")
    assert budget == 24
    assert (9, 0) in rows
    assert (5, 1) not in rows
    assert rows[9, 0]["cost"] == 6


def test_a_double_move_and_a_withdrawal_go_twice_as_far(tmp_path: Path) -> None:
    double, far = moves(tmp_path, DUEL, "ann", "--mode", "double")
    assert double == 12
    assert far[9, 3]["cost"] == 10
    _, back = moves(tmp_path, DUEL, "bob", "--mode", "withdraw")
    assert back[9, 3]["provokes"] == []


@pytest.mark.rule("d20.min-move")
def test_somebody_slowed_down_may_still_take_one_step(tmp_path: Path) -> None:
    slow = DUEL.replace('id = "ann"', 'id = "ann"\nspeed = 1')
    mud = slow.replace("..........\n..........", ".,........\n,,........")
    _, walk = moves(tmp_path, mud, "ann")
    assert set(walk) == {(0, 0)}
    stuck = mud.replace(",.", ";.").replace(",,", ";;")
    _, double = moves(tmp_path, stuck, "ann", "--mode", "double")
    assert set(double) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    _, minimum = moves(tmp_path, stuck, "ann", "--mode", "minimum")
    assert minimum[1, 0]["cost"] == 4


def test_nobody_is_flat_footed_whatever_the_file_says(tmp_path: Path) -> None:
    surprised = DUEL.replace('id = "bob"', 'id = "bob"\nconditions = ["flat_footed"]')
    assert moves(tmp_path, surprised, "ann") == moves(tmp_path, DUEL, "ann")


def test_a_mode_that_is_of_no_use_is_a_no(tmp_path: Path) -> None:
    path = tmp_path / "prone.toml"
    path.write_text(DUEL.replace('id = "ann"', 'id = "ann"\nconditions = ["prone"]'))
    answer = call("moves", path, "ann", "--json")
    assert answer.code == 1
    assert answer.json["refused"] == "prone"
    assert answer.json["clause"] == "d20.crawl"
    text = call("moves", path, "ann")
    assert text.code == 1
    assert "d20.crawl" in text.out
    assert call("moves", path, "ann", "--mode", "crawl").code == 0
    path.write_text(DUEL.replace('id = "ann"', 'id = "ann"\nconditions = ["helpless"]'))
    assert call("moves", path, "ann").code == 1


def test_a_mode_that_there_is_not_is_unusable(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL)
    unusable(call("moves", path, "ann", "--mode", "chrage"), '"charge"')


def test_people_get_a_table(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL)
    text = call("moves", path, "ann").out
    assert text.startswith("ann: 6 cells to go\n")
    assert "provokes bob" in text


IN_FOG = """
format = 1
ruleset = "d20"
[map]
grid = '''
....#...
....#...
........
'''
[[side]]
id = "us"
[[side]]
id = "them"
[[creature]]
id = "ann"
kind = "human_fighter"
side = "us"
at = [3, 1]
[[creature]]
id = "orc"
kind = "orc"
side = "them"
at = [5, 1]
"""


def test_in_fog_moves_and_choices_tell_what_a_side_perceives_and_threat_the_truth(
    tmp_path: Path,
) -> None:
    path = tmp_path / "fog.toml"
    told = []
    for fog in ("", "fog = true\n"):
        path.write_text(IN_FOG.replace("\n", f"\n{fog}", 1))
        rows = call("moves", path, "ann", "--json").json["cells"]
        options = call("choices", path, "ann", "--json").json["options"]
        (walks,) = (one["cells"] for one in options if one["intent"].get("mode") == "walk")
        for found in (rows, walks):
            provoking = {tuple(row["at"]) for row in found if row["provokes"]}
            told.append((provoking, [5, 1] in [row["at"] for row in found]))
        told.append(call("threat", path, "orc", "--json").json["cells"])
    past_the_orc = {(6, 1), (6, 2)}
    clear, in_fog = (past_the_orc, False), (set(), True)
    assert told == [clear, clear, told[2], in_fog, in_fog, told[2]]
    assert [5, 2] in told[2]
