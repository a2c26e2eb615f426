"""The pen: which cells and edges it covers, and what drawing, picking up and erasing do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.pen import (
    FLOOD,
    LINE,
    RECTANGLE,
    Being,
    Between,
    Ground,
    Hand,
    Marks,
    Pen,
)
from tacsim.content.editing.reading import Texts
from tacsim.core.terrain import BarrierKind

SCENARIO = """\
ruleset = "{ruleset}"
[[side]]
id = "us"
[[side]]
id = "them"
[[creature]]
id = "a"
kind = "dummy"
side = "us"
at = {a}
[[creature]]
id = "b"
kind = "dummy"
side = "them"
at = {b}
[map]
topology = "{topology}"
grid = '''
{grid}
'''
"""
ROOMS = ".....\n.###.\n.#.#.\n.###.\n....."


def pen(grid: str = ".....\n.....\n.....", topology: str = "square") -> Pen:
    ruleset = {"square": "d20", "hex": "metric", "cube": "pool"}[topology]
    more = ", 0" if topology == "cube" else ""
    wide, high = len(grid.split("\n")[0]), grid.count("\n") + 1
    text = SCENARIO.format(
        ruleset=ruleset, topology=topology, grid=grid, a=f"[0, 0{more}]",
        b=f"[{wide - 1}, {high - 1}{more}]",
    )  # fmt: skip
    one = Manuscript(Texts(text), None, Path())
    assert not one.read.faults
    return Pen(one, (0,) * (3 if topology == "cube" else 2))


def rows(of: Pen) -> list[str]:
    """The grid as it is written now."""
    return of.manuscript.read.levels()[0][1].strip("\n").split("\n")


def test_a_line_and_a_rectangle_begin_with_the_first_and_end_with_the_second() -> None:
    one = pen()
    one.use(Ground("wall"))
    one.way, one.cursor = RECTANGLE, (1, 0)
    assert not one.draw()
    one.cursor = (3, 1)
    assert len(one.cells()) == 6
    assert one.draw()
    assert rows(one) == [".###.", ".###.", "....."]
    one.way, one.cursor = LINE, (0, 2)
    one.draw()
    one.cursor = (4, 2)
    one.use(Ground("pit"))  # which gives the line up
    assert not one.draw()
    assert rows(one) == [".###.", ".###.", "....."]


def test_a_flood_stays_within_ground_of_the_same_kind_and_behind_barriers() -> None:
    one = pen(ROOMS)
    one.use(Ground("difficult"))
    one.way, one.cursor = FLOOD, (2, 2)
    one.draw()
    assert rows(one) == [".....", ".###.", ".#,#.", ".###.", "....."]
    divided = pen("....\n....")
    divided.manuscript.barrier([((1, y), (2, y)) for y in (0, 1)], "hedge")
    divided.use(Ground("difficult"))
    divided.way, divided.cursor = FLOOD, (3, 0)
    divided.draw()
    assert rows(divided) == ["..,,", "..,,"]


def test_barriers_stand_on_the_side_that_is_pointed_at() -> None:
    one = pen()
    one.use(Between("door"))
    one.cursor = (2, 1)
    for around, side in enumerate([(3, 1), (2, 2), (1, 1), (2, 0)]):
        one.toward = around
        assert one.edges() == (tuple(sorted([(2, 1), side])),)
    one.draw()
    assert one.manuscript.read.field.barriers[0].between == ((2, 0), (2, 1))


def test_a_rectangle_of_barriers_is_a_room_and_one_step_to_take_back() -> None:
    one = pen()
    before = one.manuscript.texts
    one.use(Between("wall"))
    one.way, one.cursor = RECTANGLE, (1, 0)
    one.draw()
    one.cursor = (3, 1)
    one.draw()
    found = {barrier.between for barrier in one.manuscript.read.field.barriers}
    sides = {((0, y), (1, y)) for y in (0, 1)} | {((3, y), (4, y)) for y in (0, 1)}
    assert found == sides | {((x, 1), (x, 2)) for x in (1, 2, 3)}  # above it the map ends
    one.manuscript.undo()
    assert one.manuscript.texts == before


def test_hexes_have_six_sides_counted_clockwise_in_every_row() -> None:
    for y in (1, 2):
        one = pen("\n".join(["....."] * 4), "hex")
        one.use(Between("hedge"))
        one.cursor = (2, y)
        for one.toward in range(6):
            assert one.draw()
        assert not one.manuscript.read.faults
        across = [
            next(cell for cell in barrier.between if cell != (2, y))
            for barrier in one.manuscript.read.field.barriers
        ]
        off = y % 2
        assert across == [
            (3, y), (2 + off, y + 1), (1 + off, y + 1), (1, y), (1 + off, y - 1), (2 + off, y - 1)
        ]  # fmt: skip


def test_cubes_have_a_ceiling_and_a_floor_too() -> None:
    one = pen("...\n...", "cube")
    one.manuscript.raise_to(2)
    one.use(Between("door", is_open=True))
    one.turn(-2)
    one.cursor = (1, 1, 0)
    one.draw()
    (found,) = one.manuscript.read.field.barriers
    assert (found.between, found.kind, found.open) == (
        ((1, 1, 0), (1, 1, 1)), BarrierKind.DOOR, True
    )  # fmt: skip


def test_a_brush_of_no_barrier_takes_all_of_them_away() -> None:
    one = pen()
    edges = [((1, 0), (2, 0)), ((1, 1), (2, 1)), ((1, 2), (2, 2))]
    one.manuscript.barrier(edges, "door", is_open=True)
    one.manuscript.barrier(edges[:2], "wall")
    assert [one.open for one in one.manuscript.read.field.barriers] == [False, False, True]
    one.use(Between(""))
    one.draw([(1, 0), (1, 1), (1, 2)])
    assert one.manuscript.read.field.barriers == ()


def test_a_creature_is_placed_for_a_side_picked_up_carried_and_taken_away() -> None:
    one = pen()
    one.use(Being("goblin"))
    one.side, one.cursor = "them", (2, 0)
    one.draw()
    assert one.manuscript.table(("creature", 2)) == {
        "id": "goblin", "kind": "goblin", "side": "them", "at": [2, 0],
    }  # fmt: skip
    one.use(Hand())
    one.draw()
    one.cursor = (3, 2)
    one.draw()
    assert one.manuscript.table(("creature", 2, "at")) == [3, 2]
    one.use(Ground("wall"))
    one.pick()
    assert (one.brush, one.side) == (Being("goblin"), "them")
    one.erase()
    assert one.manuscript.creature_at((3, 2)) is None
    one.pick()
    assert one.brush == Ground("floor")


def test_what_is_erased_where_nobody_stands_lies_there_or_is_the_ground() -> None:
    one = pen("..#..\n.....\n.....")
    one.manuscript.add("item", {"id": "key", "weight": 1, "at": [2, 1]})
    one.manuscript.add("label", {"at": [2, 1], "text": "a key"}, of_map=True)
    one.cursor = (2, 1)
    one.erase()
    assert one.there("item") is None
    assert one.there("label", of_map=True) == 0
    one.erase()
    assert one.there("label", of_map=True) is None
    one.cursor = (2, 0)
    one.erase()
    assert rows(one)[0] == "....."


def test_cells_of_a_goal_are_marked_and_unmarked() -> None:
    one = pen()
    one.manuscript.add("goal", {"side": "us", "kind": "reach", "cells": [[4, 0]]})
    path = ("goal", 0, "cells")
    one.use(Marks(path))
    one.draw([(3, 0), (4, 0)])
    assert one.marked(path) == ((4, 0), (3, 0))
    one.draw([(4, 0)])
    assert one.manuscript.table(path) == [[3, 0]]
    assert not one.manuscript.read.faults


def test_several_changes_are_one_step_and_none_counts_if_one_cannot_be() -> None:
    one = pen().manuscript
    before = one.texts
    one.at_once(lambda: (one.assign(("creature", 0, "hp"), 3), one.assign(("fog",), value=True)))
    assert one.table(("creature", 0, "hp")) == 3
    one.undo()
    assert one.texts == before

    def impossible() -> None:
        one.assign(("creature", 0, "hp"), 4)
        one.barrier([((0, 0), (2, 2))], "wall")

    with pytest.raises(ValueError, match="share a side"):
        one.at_once(impossible)
    assert one.texts == before
    assert one.undoable == (False, True)


def test_an_id_changes_wherever_it_is_named() -> None:
    one = pen().manuscript
    one.add("goal", {"side": "us", "kind": "slay", "creature": "b"})
    one.assign(("side", 0, "allies"), ["us"])
    one.rename("side", 0, "watch")
    one.rename("creature", 1, "ogre")
    assert one.table(("goal", 0)) == {"side": "watch", "kind": "slay", "creature": "ogre"}
    assert one.table(("side", 0, "allies")) == ["watch"]
    assert one.table(("creature", 0, "side")) == "watch"
    assert not one.read.faults


def test_tables_that_are_not_there_are_made() -> None:
    one = pen().manuscript
    one.assign(("rules", "morale"), value=True)
    one.assign(("creature", 0, "behaviour", "temper"), "wary")
    one.assign(("name",), "The pit", of_map=True)
    assert one.table(("rules",)) == {"morale": True}
    assert one.table(("creature", 0, "behaviour")) == {"temper": "wary"}
    assert one.table(("name",), of_map=True) == "The pit"
    assert not one.read.faults
