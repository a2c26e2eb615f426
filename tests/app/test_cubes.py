"""Playing on cubes: levels under view, pointing at cubes, ways through the air, the side view."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.conftest import Play
from app.players import SCENARIOS, Brawler, board_of, game, press, screen, seat, settled, shown
from app.test_screens import loaded
from textual.pilot import Pilot

from tacsim.app.battle.cards.why import WhyCard
from tacsim.app.battle.game_loop import PAUSES
from tacsim.app.menus.help import ROSES, HelpScreen
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.panels import Folded, Panels
from tacsim.app.widgets.side_view import SideView, Slice
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import Position
from tacsim.core.intents import Area, EndTurn, Move
from tacsim.grid.cells import Body
from tacsim.grid.grids import TOPOLOGIES
from tacsim.player.pointing.compass import COMPASSES
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import Selection
from tacsim.player.pointing.tools import Tool
from tacsim.rules.engine import submit
from tacsim.session.session import Session
from tacsim.view.picture.camera import NORMAL
from tacsim.view.picture.layout import LAYOUTS

TOWER = SCENARIOS / "tower.toml"
START = (7, 3, 1)
"""Where Vera stands, whose turn is the first: on the bridge."""


def battle():
    fight = begin(read_scenario(TOWER), seed=1)
    Session(fight).begin()
    return fight


def heading(pilot: Pilot[int]) -> str:
    return shown(pilot).split("\n")[0]


def keys(pilot: Pilot[int]) -> str:
    return shown(pilot).rstrip("\n").split("\n")[-1]


def sliced(pilot: Pilot[int]) -> list[str]:
    """The side views that are open."""
    return [str(view.id) for view in screen(pilot).query(SideView) if view.region.height]


# --- levels --------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_view_begins_on_the_level_of_whoever_acts(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        assert board_of(pilot).level == 1
        assert seat(pilot).selection.cursor == START
        assert "level 1 of 3" in heading(pilot)
        await press(pilot, "full_stop")  # then it is Bran's turn, on the ground
        assert seat(pilot).selection.cursor == (12, 9, 0)
        assert board_of(pilot).level == 0
        assert "level 0 of 3" in heading(pilot)


@pytest.mark.asyncio
async def test_the_keys_step_through_the_levels_and_take_the_cursor_along(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        seen = []
        for key in ("greater_than_sign",) * 4 + ("less_than_sign",) * 5:
            await press(pilot, key)
            assert seat(pilot).selection.cursor == (7, 3, board_of(pilot).level)
            seen.append(board_of(pilot).level)
        assert seen == [2, 3, 3, 3, 2, 1, 0, 0, 0]


@pytest.mark.asyncio
async def test_directions_keep_to_the_level(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        await press(pilot, "greater_than_sign", "l", "n", "k", "home")
        assert seat(pilot).selection.cursor == (8, 2, 2)
        for _ in range(30):
            seat(pilot).selection.push((-1, -1))
        assert seat(pilot).selection.cursor == (0, 0, 2)


@pytest.mark.asyncio
async def test_pointing_at_a_creature_goes_to_its_level(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        levels = {}
        for _ in range(6):
            await press(pilot, "tab")
            levels[seat(pilot).selection.at_cursor()] = board_of(pilot).level
        assert levels == {"vera": 1, "bran": 0, "pike": 1, "ogre": 0, "griffon": 2, "wasps": 3}
        await press(pilot, "escape")
        assert board_of(pilot).level == 1


@pytest.mark.asyncio
async def test_the_pointer_points_and_a_click_goes_on_the_level_under_view(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        board = board_of(pilot)
        for key, level in (("less_than_sign", 0), ("greater_than_sign", 1)):
            await press(pilot, key)
            column, row = board.camera.position((10, 7))
            await pilot.hover(BoardView, offset=(column - 2, row))
            await pilot.hover(BoardView, offset=(column, row))
            await settled(pilot)
            assert seat(pilot).selection.cursor == (10, 7, level)
        column, row = board.camera.position((5, 3))
        await pilot.click(BoardView, offset=(column, row))
        await pilot.click(BoardView, offset=(column, row))
        await settled(pilot)
        assert seat(pilot).playback.battle.world["vera"].at == (5, 3, 1)


@pytest.mark.asyncio
async def test_zooming_and_scrolling_keep_the_level(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        await press(pilot, "greater_than_sign", "plus", "minus", "z")
        assert board_of(pilot).level == 2
        board_of(pilot).zoom(1, (3, 3))
        board_of(pilot).scroll_cells(2, 1)
        assert board_of(pilot).level == 2


def test_a_step_that_is_seen_and_a_fall_are_followed() -> None:
    assert "fell" in PAUSES


@pytest.mark.asyncio
async def test_the_view_follows_whoever_moves(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        await press(pilot, *["left"] * 4, "j", "less_than_sign")
        assert seat(pilot).selection.cursor == (3, 4, 0)
        assert "walk, 5 of 6 paces" in shown(pilot)  # by the stairs in the tower
        await press(pilot, "enter")
        assert seat(pilot).playback.battle.world["vera"].at == (3, 4, 0)
        assert board_of(pilot).level == 0
        move = screen(pilot).game.session.intents[-1]
        assert isinstance(move, Move)
        assert {cell[2] for cell in move.path} == {0, 1}


@pytest.mark.asyncio
async def test_a_map_in_the_plane_knows_no_levels(play: Play) -> None:
    async with play(game(), (140, 45)) as pilot:
        before = shown(pilot)
        await press(pilot, "less_than_sign", "greater_than_sign", "e")
        assert shown(pilot) == before
        assert "level" not in heading(pilot)
        assert not sliced(pilot)
        for key in ("< level down", "> level up", "e side view"):
            assert key not in keys(pilot)


@pytest.mark.asyncio
async def test_keys_and_help_tell_of_levels_where_there_are_some(play: Play) -> None:
    async with play(game(TOWER), (140, 45)) as pilot:
        for key in ("< level down", "> level up", "e side view"):
            assert key in keys(pilot)
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        text = pilot.app.screen._text().plain
        assert "Levels. " in text
        assert text.count("Look at the level below.") == 2  # in a battle and in a replay
    async with play(game(), (140, 45)) as pilot:
        await press(pilot, "question_mark")
        text = pilot.app.screen._text().plain
        assert "level below" not in text


def test_every_grid_has_its_entry_in_the_tables() -> None:
    for table in (COMPASSES, LAYOUTS, ROSES):
        assert table.keys() == TOPOLOGIES.keys()


# --- where one would go --------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_line_says_where_one_would_stand_cling_or_fall(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        for cell, told in (
            ((6, 3, 1), "(6,3,1) floor - level 1 - stands"),
            ((5, 2, 1), "(5,2,1) air 1 above floor - level 1 - clings"),
            ((7, 1, 2), "(7,1,2) air 2 above floor - level 2 - falls 2"),
            ((2, 1, 3), "(2,1,3) on top of a wall - level 3 - stands"),
            ((2, 1, 1), "(2,1,1) wall - level 1"),
        ):
            seat(pilot).selection.point(cell)
            screen(pilot).commands.pointing.pointed()
            await settled(pilot)
            assert told in shown(pilot)


@pytest.mark.asyncio
async def test_a_large_body_is_sent_so_that_it_covers_the_cube_pointed_at() -> None:
    fight = battle()
    while fight.decision.actor != "ogre":
        submit(fight, EndTurn(fight.decision.actor))
    for name in ("bran", "pike", "vera"):
        fight.world.put(name, Position(Body((0, 0, 0), (1, 1, 1))))
    planner = Planner(fight, "ogre")
    anchor = planner.anchor((11, 5, 1))  # its head would be there
    move = planner.move(anchor)
    assert move.intent is not None
    assert (11, 5, 1) in move.legs[-1].body.cells
    assert move.legs[-1].body.at[2] == 0


@pytest.mark.asyncio
async def test_why_names_the_cube(play: Play) -> None:
    async with play(game(TOWER)) as pilot:
        seat(pilot).selection.point((14, 7, 2))
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, WhyCard)
        assert "Why: Griffon at (14,7,2)" in shown(pilot)


def test_a_burst_lies_round_a_cube_and_not_round_a_corner() -> None:
    selection = Selection(battle())
    selection.begin(Planner(selection.battle, "vera"))
    selection.use(Tool("template", "burst", size=1))
    selection.point((10, 7, 1))
    assert not selection.rounds
    assert (10, 7, 1) not in selection.preview.area  # it is not counted itself
    assert {(9, 7, 1), (11, 7, 1), (10, 6, 1), (10, 7, 0), (10, 7, 2)} <= selection.preview.area
    assert isinstance(Area("a", "burst", 1, selection.cursor), Area)


# --- the side view -------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_where_there_is_room_the_side_view_is_open_and_its_key_turns_it(play: Play) -> None:
    async with play(game(TOWER), (140, 45)) as pilot:
        assert sliced(pilot) == ["beside"]
        assert "Side view: row 3" in shown(pilot)
        await press(pilot, "e")
        assert "Side view: column 7" in shown(pilot)
        await press(pilot, "e")
        assert not sliced(pilot)
        await press(pilot, "e")
        assert "Side view: row 3" in shown(pilot)
        await press(pilot, "j")
        assert "Side view: row 4" in shown(pilot)
        await press(pilot, "F")
        assert sliced(pilot) == ["under"]


@pytest.mark.asyncio
async def test_in_a_small_terminal_it_takes_the_place_of_the_strip(play: Play) -> None:
    async with play(game(TOWER), (80, 24)) as pilot:
        now = screen(pilot)
        assert not sliced(pilot)
        assert now.query_one(Folded).region.height == 3
        await press(pilot, "e")
        assert sliced(pilot) == ["under"]
        assert not now.query_one(Folded).region.height
        assert "Side view: row 3" in shown(pilot)
        await press(pilot, "F")
        assert sliced(pilot) == ["beside"]
        assert now.query_one(Panels).region.height
        await press(pilot, "F", "e", "e")
        assert now.query_one(Folded).region.height == 3


@pytest.mark.asyncio
async def test_it_shows_every_level_and_the_actor_in_hers(play: Play) -> None:
    async with play(game(TOWER), (80, 24)) as pilot:
        await press(pilot, "e")
        rows = shown(pilot).split("\n")
        first = next(n for n, row in enumerate(rows) if row.startswith(" Side view"))
        levels = rows[first + 1 : first + 5]
        assert [row.strip()[0] for row in levels] == ["3", "2", "1", "0"]
        assert ["s" in row for row in levels] == [False, False, True, False]


@pytest.mark.asyncio
async def test_a_click_into_it_points_at_the_cube(play: Play) -> None:
    async with play(game(TOWER), (80, 24)) as pilot:
        await press(pilot, "e")
        view = screen(pilot).query_one("#under Slice", Slice)
        await pilot.click(view, offset=(3 + 2 * 11, 1))
        await settled(pilot)
        assert seat(pilot).selection.cursor == (11, 3, 2)
        assert board_of(pilot).level == 2
        await pilot.click(view, offset=(1, 1))
        await settled(pilot)
        assert seat(pilot).selection.cursor == (11, 3, 2)


# --- around the battle ---------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_new_skirmish_shows_the_map_from_above(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [TOWER])
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(110, 34)) as pilot:
        await pilot.press("n")
        for _ in range(3):
            await pilot.pause()
        assert isinstance(app.screen, SkirmishScreen)
        assert "4 levels, seen from above" in shown(pilot)
        board = app.screen.query_one("#map", BoardView)
        assert board.level == 3
        assert board.camera.zoom == NORMAL


@pytest.mark.asyncio
async def test_the_replay_follows_the_levels(keep: Path) -> None:
    fight = game(TOWER, saved=True)
    fight.session.controllers = {"heroes": Brawler(), "raiders": Brawler()}
    fight.session.begin()
    fight.session.run(max_rounds=1)
    fight.close()
    assert fight.save is not None
    app = TacsimApp(keep=keep, replay=fight.save)
    async with app.run_test(size=(120, 40)) as pilot:
        replay = await loaded(pilot)
        seen = []
        for _ in range(6):
            actor = replay.reel.timeline.battle.world.clock.active
            if actor is not None:
                seen.append(
                    (replay.reel.timeline.battle.world[actor].at[2], replay.field.board.level)
                )
            await pilot.press("t")
            await pilot.pause()
        assert all(at == level for at, level in seen)
        assert {level for _, level in seen} >= {0, 1}
        before = replay.field.board.level
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert replay.field.board.level == min(before + 1, 3)
        assert f"level {replay.field.board.level} of 3" in heading(pilot)
        assert "> level up" in keys(pilot)
        assert "Side view" in shown(pilot)
        await pilot.press("e", "e")
        await pilot.pause()
        assert "Side view" not in shown(pilot)
