"""Attacks on areas in files: what a creature's entry may say, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from cli.calls import call
from storage.fights import SIDES

from tacsim.core.components import AreaAttack as Attack
from tacsim.core.components import Areas
from tacsim.rulesets import content
from tacsim.rulesets.schema import written

D20 = content("d20")
BREATH = {"name": "fire breath", "shape": "cone", "size": "30 ft", "damage": "6d6",
          "save": "ref", "dc": 14, "half": True, "recharge": "1d4"}  # fmt: skip


def areas(kind: str, **changes: Any) -> tuple[Attack, ...]:
    parts = D20.creature(D20.merged(D20.bestiary[kind], changes))
    return next((part.items for part in parts if isinstance(part, Areas)), ())


def test_lengths_become_cells() -> None:
    (breath,) = areas("dummy", areas=[BREATH])
    assert breath == Attack("fire breath", "cone", 6, "6d6", "ref", 14, True, "1d4")
    assert areas("dummy") == ()


@pytest.mark.parametrize(
    ("kind", "shape", "size", "damage", "dc"),
    [
        ("hell_hound", "cone", 2, "2d6", 13),
        ("winter_wolf", "cone", 3, "4d6", 16),
        ("blue_dragon_wyrmling", "line", 8, "2d8", 14),
        ("great_red_wyrm", "cone", 14, "24d10", 40),
    ],
)
def test_the_breaths_of_the_bestiary(
    kind: str, shape: str, size: int, damage: str, dc: int
) -> None:
    """As the open rules print them; each DC is 10 + half the hit dice + Con, save for rounding."""
    (breath,) = areas(kind)
    assert (breath.shape, breath.size, breath.damage, breath.dc) == (shape, size, damage, dc)
    assert (breath.save, breath.half, breath.provokes) == ("ref", True, False)


@pytest.mark.parametrize(
    ("changes", "where", "word"),
    [
        ({"shape": "cube"}, "areas[0].shape", "cube"),
        ({"size": "30 m"}, "areas[0].size", "length"),
        ({"size": 0}, "areas[0].size", "1 to 100"),
        ({"damage": "lots"}, "areas[0].damage", "dice"),
        ({"save": "luck"}, "areas[0].save", "luck"),
        ({"dc": None}, "areas[0].dc", "both save and dc"),
        ({"save": None, "half": None}, "areas[0].save", "both save and dc"),
        ({"save": None, "dc": None}, "areas[0].half", "saving throw"),
        ({"range": "60 ft"}, "areas[0].range", "burst"),
        ({"name": None}, "areas[0].name", "missing"),
        ({"colour": "red"}, "areas[0].colour", "unknown key"),
    ],
)
def test_what_an_area_cannot_be(changes: dict[str, Any], where: str, word: str) -> None:
    area = {key: value for key, value in {**BREATH, **changes}.items() if value is not None}
    entry = {**D20.bestiary["dummy"], "areas": [area]}
    ((path, message),) = D20.creature_schema.problems(entry, {})
    assert written(path) == where
    assert word in message


SCENARIO = """
format = 1
name = "breath"
ruleset = "d20"
seed = 3

[map]
grid = '''
......
......
......
......
'''
""" + SIDES + """
[[creature]]
id = "drake"
kind = "dummy"
side = "heroes"
at = [0, 1]
initiative = 20

[[creature.areas]]
name = "fire breath"
shape = "cone"
size = "15 ft"
damage = "6d6"
save = "ref"
dc = 14
half = true
recharge = "1d4"

[[creature]]
id = "ann"
kind = "ogre"
side = "foes"
at = [2, 1]
initiative = 1

[[do]]
actor = "drake"
intent = "area"
shape = "cone"
size = 3
origin = [0, 1]
toward = [5, 1]
name = "fire breath"
"""  # fmt: skip


@pytest.mark.rule("d20.aoe.cone")
def test_a_script_makes_an_area(tmp_path: Any) -> None:
    path = tmp_path / "breath.toml"
    path.write_text(SCENARIO)
    answer = call("run", path, "--json")
    assert answer.code == 0, answer.err
    made = [line for line in answer.lines if line["event"] == "area_made"]
    assert [(line["actor"], line["shape"], line["targets"]) for line in made] == [
        ("drake", "cone", ["ann"])
    ]
    assert [2, 1] in made[0]["cells"]
    told = call("run", path).out
    assert "uses fire breath on ogre" in told
