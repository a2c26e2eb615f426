"""Putting things down: the tool that says where, its lines on the card, and as it is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.conftest import Play
from app.halls import hall, person
from app.players import game, press, screen, shown
from boards import battle, turn_of
from plain.readers import Pipe, typed

from tacsim.core.components import Weights
from tacsim.core.intents import PickUp, SetDown
from tacsim.plain import play as play_plain
from tacsim.player.acting.act_lines import lines
from tacsim.player.opening import game_of
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import Selection
from tacsim.player.pointing.tools import Tool
from tacsim.rules.engine import submit

DOWN = {"conditions": ["helpless", "prone"], "side": "heroes"}
YARD = "......\n......\n......\n"
CHEST = '[[item]]\nid = "chest"\nname = "Iron chest"\nweight = 12.5\nat = [1, 2]\n'


def selection_for(board: str) -> Selection:
    """``A`` carrying ``b``, at the beginning of its turn."""
    field = battle(board, {"A": {"abilities": {"strength": 20}}, "b": DOWN})
    field.world.put("b", Weights(10))
    submit(turn_of(field, "A"), PickUp("A", "b"))
    planner = Planner(turn_of(field, "A"), "A")
    selection = Selection(planner.battle)
    selection.begin(planner)
    return selection


def test_its_line_takes_up_a_tool_that_begins_at_the_nearest_place():
    selection = selection_for("bA.\n#..")
    (line,) = [one for one in lines(selection) if one.text == "Set down b"]
    assert line.tool == Tool("put", "set_down", "b")
    selection.use(line.tool)
    assert selection.cursor == (1, 0)
    assert set(selection.reach) == {(1, 0), (0, 0), (2, 0), (1, 1), (2, 1)}
    assert selection.commit().intent == SetDown("A", "b", (1, 0))
    selection.cycle(1)
    assert selection.cursor in {(0, 0), (2, 0), (1, 1)}
    selection.point((2, 1))
    assert selection.commit().intent == SetDown("A", "b", (2, 1))
    selection.point((0, 1))
    assert selection.commit().refusal.reason.value == "no_room"


def test_a_big_body_is_put_over_the_cell_pointed_at():
    """Past its corners the cells that it would cover do as well, and are drawn."""
    selection = selection_for("bbA...\nbb....\n......")
    selection.use(Tool("put", "set_down", "b"))
    selection.point((4, 2))
    intent = selection.commit().intent
    assert intent == SetDown("A", "b", (3, 1))
    assert selection.preview.area == {(3, 1), (4, 1), (3, 2), (4, 2)}


def yard(folder: Path) -> Path:
    path = folder / "yard.toml"
    path.write_text(hall(
        YARD, person("ann", "human_fighter", "heroes", (1, 1), 20),
        person("pal", "halfling_rogue", "heroes", (2, 1), 12)
        + 'conditions = ["helpless", "prone"]\n',
        person("gog", "orc", "raiders", (5, 2), 5),
    ) + CHEST)  # fmt: skip
    return path


@pytest.mark.asyncio
async def test_enter_twice_sets_down_and_a_place_may_be_pointed_at(play: Play, tmp_path: Path):
    async with play(game(yard(tmp_path), raiders="human")) as pilot:
        done = screen(pilot).game.session.intents
        await press(pilot, "enter", "d", *"pick", "enter")
        await press(pilot, "enter")
        assert done[-1] == PickUp("ann", "pal")
        await press(pilot, "d", *"set", "enter")
        assert "set down Pal at (1,1)" in shown(pilot)
        await press(pilot, "right")
        assert "set down Pal at (2,1)" in shown(pilot)
        await press(pilot, "enter")
        assert done[-1] == SetDown("ann", "pal", (2, 1))


def test_the_places_are_numbered_in_the_plain_game(tmp_path: Path):
    played = game_of(yard(tmp_path), sides={"raiders": "human"}).begin()
    pipe = Pipe(typed("pick up pal", "1", "set down Pal", "2", "s", "q"))
    play_plain(played, pipe, pipe)
    assert "1. set down Pal at (1,1)" in pipe.text
    assert "2. set down Pal at (1,0)" in pipe.text
    assert played.session.intents[-1] == SetDown("ann", "pal", (1, 0))
    assert "Lying near: Iron chest (12.5 lb), 1,2." in pipe.text.rpartition("Order:")[0]
