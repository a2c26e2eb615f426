"""What a step cites: how it is counted along its axes, and what takes it up or through the air.

By the catalogue's rows: 1.4 for the diagonals and for climbing as high as one is tall;
docs/cubes.md for climbing farther, stairs and flight.
"""

from __future__ import annotations

import pytest
from rules.table import every, move

from pool.space import on_turn
from tacsim.core import events as ev
from tacsim.core.intents import Move
from tacsim.session.session import Session
from tacsim.view.wording.narration import narrate

HORIZONTAL, CUMULATIVE = "pool.move.horizontal", "pool.diag.cumulative"
VERTICAL = "pool.diag.vertical"
TRIPLE = {CUMULATIVE, "pool.diag.triple", "pool.diag.triple.parity"}
FLIGHT, STAIRS = "pool.space.fly", "pool.space.stairs"
FREE = {"pool.climb.free", "pool.space.climb"}
AIR = "\n".join(f"{row}  ----  ----" for row in ("A...", "....", "...b"))
OPTIONS = {"A": {"flying": True, "fly": 12}, "b": {"stamina": 0}}
WALL = "A#.b  -#--  -#--  -#--  ----"


def cited(fight, *path, mode: str = "walk") -> list[set[str]]:
    """The clauses of each step of a path."""
    return [set(step.clauses) for step in every(move(fight, "A", *path, mode=mode), ev.Stepped)]


def told(fight, *path, mode: str = "walk") -> str:
    entries = Session(fight).submit(Move("A", path=path, mode=mode))
    (line,) = [line for line in narrate(entries, fight.world) if line.tone == "move"]
    return line.text


@pytest.mark.rule("pool.move.horizontal", "pool.diag.cumulative")
def test_level_steps_on_foot():
    assert cited(on_turn(AIR), (1, 0, 0), (2, 1, 0)) == [{HORIZONTAL}, {CUMULATIVE}]


@pytest.mark.rule("pool.space.fly", "pool.diag.vertical", "pool.diag.triple",
                  "pool.diag.triple.parity", "pool.diag.cumulative")  # fmt: skip
@pytest.mark.parametrize("mode", ["walk", "fly"])
def test_steps_in_the_air(mode):
    fight = on_turn(AIR, OPTIONS)
    steps = cited(fight, (0, 0, 1), (1, 0, 2), (2, 1, 1), (3, 1, 1), (2, 0, 1), mode=mode)
    assert steps == [
        {FLIGHT},
        {CUMULATIVE, VERTICAL, FLIGHT},
        {*TRIPLE, FLIGHT},
        {HORIZONTAL, FLIGHT},
        {CUMULATIVE, FLIGHT},
    ]


@pytest.mark.rule("pool.climb.free", "pool.space.climb")
def test_as_high_as_one_is_tall_and_farther():
    fight = on_turn(WALL, {"A": {"attributes": {"might": 7}}}, dice=[6] * 60)
    steps = cited(fight, (0, 0, 1), (0, 0, 2), (0, 0, 1), mode="climb")
    assert steps == [FREE, {"pool.space.climb"}, FREE], "back down is free from anywhere"


@pytest.mark.rule("pool.climb.free", "pool.diag.vertical", "pool.diag.triple")
def test_climbing_along_diagonals():
    board = "A#b  ---  ---\n.#.  ---  ---"
    assert cited(on_turn(board), (1, 0, 1)) == [{CUMULATIVE, VERTICAL, *FREE}]
    assert cited(on_turn(board), (1, 1, 1)) == [{*TRIPLE, *FREE}]


@pytest.mark.rule("pool.space.stairs")
def test_stairs_are_no_climb():
    fight = on_turn("A..b  -.--  ----", {"A": {"on": "/"}})
    assert cited(fight, (1, 0, 1), (0, 0, 0)) == [{CUMULATIVE, VERTICAL, STAIRS}] * 2


@pytest.mark.rule("pool.space.fly")
def test_who_flies_is_said_to_fly():
    fight = on_turn(AIR, OPTIONS)
    assert told(fight, (0, 0, 1), (1, 0, 1)) == "A flies 2 cubes to (1,0,1)"


@pytest.mark.rule("pool.climb.free")
def test_who_climbs_is_said_to_climb():
    assert told(on_turn(WALL), (0, 0, 1)) == "A climbs 1 cube to (0,0,1)"
    lane = ".A.#b  ---#-  -----"
    mixed = told(on_turn(lane), (2, 0, 0), (2, 0, 1))
    assert mixed == "A walks and climbs 2 cubes to (2,0,1)"
    assert told(on_turn(lane), (2, 0, 0)) == "A walks 1 cube to (2,0,0)"


@pytest.mark.rule("pool.space.stairs")
def test_who_takes_stairs_walks():
    fight = on_turn("A..b  -.--  ----", {"A": {"on": "/"}})
    assert told(fight, (1, 0, 1)) == "A walks 1 cube to (1,0,1)"
