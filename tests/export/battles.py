"""Battles for exports: fought by the program itself, with fixed seeds, into saves."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from cli.calls import call

from tacsim.api.opening import scenario_of
from tacsim.core.world import World
from tacsim.export.watching import Account
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

MAPS = {"ogre_bridge": "d20", "standing_stones": "grid5e", "giants_causeway": "metric",
        "gorge_bridge": "pool"}  # fmt: skip
"""A battle of every ruleset: squares, squares, hexes, cubes."""
MORE = ("standing_stones", "giants_causeway")
"""Those of which the gate has seen the like."""
FOGGY, SIDE, OTHER = "ogre_warren", "delvers", "warren"
"""A battle in fog, and its sides."""
HOSTILE = r"""
format = 1
name = "</script><script>alert(1)</script> & \"o\" <!-- {{data}}"
ruleset = "d20"
seed = 7
[map]
format = 1
name = "x"
grid = '''
..........
..........
..........
'''
[[side]]
id = "heroes"
name = "Heroes </script> & <i>co</i>"
controller = "ai"
[[side]]
id = "raiders"
name = "Räuber 한국"
controller = "ai"
[[creature]]
id = "a"
kind = "dummy"
name = "<img src=x onerror=alert(1)>"
side = "heroes"
at = [1, 1]
[[creature]]
id = "b"
kind = "dummy"
name = "용사 & ]]> {{data}}"
side = "raiders"
at = [5, 1]
"""
"""Names that want to be more than names."""
LITTERED = r"""
format = 1
name = "Litter"
ruleset = "d20"
seed = 7
fog = true
map = { format = 1, name = "halls", grid = '''
..........
...#######
..........
''' }
side = [{ id = "heroes", name = "Heroes", controller = "script" },
        { id = "raiders", name = "Raiders", controller = "script" }]
creature = [
    { id = "a", kind = "human_fighter", side = "heroes", at = [1, 0], initiative = 20 },
    { id = "b", kind = "goblin", side = "raiders", at = [9, 2], initiative = 10 }]
item = [{ id = "chest", name = "Chest </script> & co", weight = 60, at = [1, 1] },
        { id = "sack", name = "Sack", weight = 9, at = [8, 2] }]
do = [{ actor = "a", intent = "pick_up", target = "chest" },
      { actor = "a", intent = "drop_held", weapon = "longsword" },
      { actor = "a", intent = "move", path = [[0, 0]] },
      { actor = "a", intent = "set_down", target = "chest", to = [0, 1] }]
"""
"""The fighter carries a chest and lets a sword fall; nobody of the heroes sees the sack."""

Save = Callable[..., Path]


def save(folder: Path, scenario: str, rounds: int = 3) -> Path:
    """A save of some rounds of a scenario, by those who think least."""
    path = folder / f"{Path(scenario).stem}-{rounds}.tacsim"
    if not path.exists():
        players = (f"--side={side.id}=quick" for side in scenario_of(scenario).sides)
        answer = call("run", scenario, "--auto", "--seed", 11, "--max-rounds", rounds,
                      "--save", path, *players)  # fmt: skip
        assert answer.code == 0, answer
    return path


def hostile(folder: Path) -> Path:
    """A save full of names that want to be more than names."""
    scenario = folder / "hostile.toml"
    scenario.write_text(HOSTILE, "utf-8")
    return save(folder, str(scenario))


def littered(folder: Path) -> Path:
    """A save in which things lie about, are picked up, set down and dropped."""
    scenario, path = folder / "littered.toml", folder / "littered.tacsim"
    if not path.exists():
        scenario.write_text(LITTERED, "utf-8")
        assert call("run", scenario, "--save", path).code == 0
    return path


def account(path: Path, side: str | None = None) -> Account:
    """What is in a save, as exports take it."""
    saved = read(path)
    return Account(Timeline(saved), saved.header.name, "", dict(saved.header.controllers), side)


def renamed(monkeypatch: pytest.MonkeyPatch, one: Account, **names: str) -> None:
    """Give creatures names that no scenario may have, as a forged save might."""
    restore = World.restore

    def forged(world: World, state: Any) -> None:
        restore(world, state)
        for creature, name in names.items():
            world.put(creature, attrs.evolve(world[creature].identity, name=name))

    monkeypatch.setattr(World, "restore", forged)
    one.timeline.seek(one.timeline.length)
    one.timeline.seek(0)
    assert all(one.battle.world[creature].name == name for creature, name in names.items())


@cache
def events(path: Path, side: str | None = None) -> tuple[dict[str, Any], ...]:
    """The events of a save as ``tacsim replay`` prints them, for a side or all."""
    answer = call("replay", path, "--json", *(("--side", side) if side else ()))
    assert answer.code == 0
    return tuple(json.loads(line) for line in answer.out.splitlines())


def places(path: Path, count: int) -> dict[str, tuple[int, ...]]:
    """Where everybody is after so many events, by their steps alone."""
    creatures = read(path).battle().world.creatures
    found = {creature.id: creature.at for creature in creatures}
    for event in events(path)[:count]:
        if event["event"] in ("stepped", "placed", "pushed", "fell"):
            found[event["actor"]] = tuple(event["to"])
    return found


__all__ = ["FOGGY", "HOSTILE", "MAPS", "OTHER", "SIDE", "Save", "account", "events", "hostile",
           "littered", "places", "renamed", "save"]  # fmt: skip
