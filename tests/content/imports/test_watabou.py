"""One-page dungeons: the rooms drawn by hand, a door of every kind, and that one gets about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from content.imports.foreign import barriers, fought, imported, rows

import tacsim
from tacsim.content.faults import ContentError

DEAD_END, ONWARD = {"x": 0, "y": 0}, {"x": 1, "y": 0}


def rect(x: int, y: int, w: int = 1, h: int = 1, **more: Any) -> dict[str, Any]:
    return {"x": x, "y": y, "w": w, "h": h, **more}


def door(x: int, y: int, sort: int, dx: int = 1, dy: int = 0) -> dict[str, Any]:
    return {"x": x, "y": y, "type": sort, "dir": {"x": dx, "y": dy}}


def row_of_rooms(*sorts: int) -> dict[str, Any]:
    """Rooms of two squares each side by side, with a door of each kind between."""
    rects = [rect(-3 + 3 * n, -5, 2, 1) for n in range(len(sorts) + 1)]
    doors = [door(-1 + 3 * n, -5, sort) for n, sort in enumerate(sorts)]
    rects += [rect(one["x"], one["y"]) for one in doors]
    return {"title": "Row", "rects": rects, "doors": doors, "notes": [], "columns": [],
            "water": []}  # fmt: skip


def test_a_dungeon_is_cropped_to_what_there_is(tmp_path: Path) -> None:
    plan = {
        "title": "Vault of Salt", "story": "It is\nempty.",
        "rects": [rect(-2, 10, 3, 3), rect(1, 11), rect(2, 10, 2, 4)],
        "doors": [door(1, 11, 1)],
        "notes": [{"text": "A chest.", "ref": "1", "pos": {"x": 3.5, "y": 13.5}}],
        "columns": [{"x": -1, "y": 11}], "water": [{"x": 2, "y": 10}, {"x": 1, "y": 10}],
    }  # fmt: skip
    found = imported(tmp_path, "vault.json", plan)
    assert rows(found) == [
        "...#~.",
        "......",
        "...#..",
        "####..",
    ]
    assert found.field.at((4, 0)).name == "deep_water"
    assert found.field.at((4, 0)).check is not None
    assert (found.field.name, found.about) == ("Vault of Salt", ("It is empty.",))
    assert (found.floor, found.doors) == (18, 1)
    assert barriers(found.field, "open") == {((2, 1), (3, 1))}
    assert [(label.at, label.text) for label in found.field.labels] == [((5, 3), "1. A chest.")]
    assert any("1 column" in line and "[1, 1]" in line for line in found.dropped)
    assert any("1 square of water in the rock" in line for line in found.dropped)


def test_a_door_of_every_kind_is_kept_or_told(tmp_path: Path) -> None:
    """Doors: ordinary, portcullis, double, secret and barred. The others are ways through."""
    found = imported(tmp_path, "row.json", row_of_rooms(*range(10)))
    assert (found.field.width, found.field.height, found.floor, found.doors) == (32, 1, 32, 5)
    assert barriers(found.field, "open") == {((4, 0), (5, 0)), ((16, 0), (17, 0))}
    shut = {((13, 0), (14, 0)), ((19, 0), (20, 0)), ((22, 0), (23, 0))}
    assert barriers(found.field, "door") == shut
    told = " ".join([*found.dropped, *(label.text for label in found.field.labels)])
    for word in ("archway", "entrance", "portcullis", "double", "secret", "barred", "stairs down"):
        assert word in told
    assert imported(tmp_path, "odd.json", row_of_rooms(77)).dropped


@pytest.mark.parametrize("topology", ["square", "hex"])
def test_all_of_it_is_reached_once_its_doors_are_open(tmp_path: Path, topology: str) -> None:
    """By the engine: the first room, a round one, and one under water behind a secret door."""
    plan = {
        "rects": [rect(0, 0, 3, 3), rect(3, 1), rect(4, -1, 5, 5, rotunda=True), rect(6, 4),
                  rect(5, 5, 3, 2)],
        "doors": [door(3, 1, 1), door(6, 4, 6, 0, 1)],
        "water": [{"x": 5, "y": 5}],
    }  # fmt: skip
    ruleset = "d20" if topology == "square" else "metric"
    shut = imported(tmp_path, "rooms.json", plan, topology=topology, doors="shut")
    opened = imported(tmp_path, "rooms.json", plan, topology=topology, doors="open")
    first = {(x, y) for x in range(3) for y in range(1, 4)}
    corners = {(4, 0), (8, 0), (4, 4), (8, 4)}
    whole = first | {(3, 2)} | {(x, y) for x in range(4, 9) for y in range(5)} | {(6, 5)}
    whole |= {(x, y) for x in range(5, 8) for y in (6, 7)}
    for found, cells in ((shut, first), (opened, whole - corners)):
        battle = tacsim.load(fought(tmp_path, found, (0, 1), (8, 2), ruleset=ruleset))
        reached = {row.at for row in battle.reach("c0")} | {(0, 1)}
        assert reached - corners - {(8, 2)} == cells - {(8, 2)}


def test_a_round_room_has_round_walls(tmp_path: Path) -> None:
    """Of a corner of five squares a seventh is left, of one of seven nothing."""
    five = imported(tmp_path, "five.json", {"rects": [rect(0, 0, 5, 5, rotunda=True)]})
    assert rows(five) == ["=...=", ".....", ".....", ".....", "=...="]
    seven = imported(tmp_path, "seven.json", {"rects": [rect(0, 0, 7, 7, rotunda=True)]})
    assert rows(seven)[:3] == ["#=...=#", "=.....=", "......."]
    three = imported(tmp_path, "three.json", {"rects": [rect(0, 0, 3, 3, rotunda=True)]})
    assert rows(three) == ["..."] * 3


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({"rects": []}, "rects: there are no rooms"),
        ({"rects": 3}, "rects: must be a list"),
        ({"rects": [rect(0, 0, 0)]}, "rects[0].w: must be a whole number from 1"),
        ({"rects": [rect(0, 0, -4)]}, "rects[0].w"),
        ({"rects": [rect(0, 0, 10**12)]}, "rects[0].w"),
        ({"rects": [rect(0, 0), rect(900, 0)]}, "901 by 1"),
        ({"rects": [{"x": 0.5, "y": 0, "w": 1, "h": 1}]}, "rects[0].x"),
        ({"rects": [rect(0, 0)], "doors": [{"x": 0}]}, "doors[0].y"),
        ({"rects": [rect(0, 0)], "water": [{"x": "a", "y": 0}]}, "water[0].x"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    tmp_path: Path, plan: dict[str, Any], words: str
) -> None:
    with pytest.raises(ContentError) as error:
        imported(tmp_path, "bad.json", plan)
    assert words in str(error.value)
    assert "bad.json" in str(error.value)
