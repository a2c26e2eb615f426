"""A battle on hexes: keys, the pointer, the corner of an area, and what the texts say."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from pathlib import Path

import pytest
from app.conftest import Play
from app.players import SCENARIOS, board_of, game, press, screen, seat, settled, shown
from fifth.boards import on_turn
from gate import slow
from textual.pilot import Pilot
from textual.widgets import OptionList
from view.hexes import around, beside, body_cells

from tacsim.app.battle.cards.why import WhyCard
from tacsim.app.menus.help import HelpScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.widgets.board import BoardView, fitting
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import Position
from tacsim.core.intents import Area, Move, Strike
from tacsim.grid.cells import Body
from tacsim.player.pointing.compass import COMPASSES
from tacsim.player.pointing.overlay import overlay_of
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import Selection
from tacsim.player.pointing.tools import Tool
from tacsim.rules.battle import Battle
from tacsim.session.session import Session
from tacsim.view.picture.camera import CLOSE, FAR, NEAR, NORMAL, Camera
from tacsim.view.picture.layout import LAYOUTS

HEXES = SCENARIOS / "hexes.toml"
START = (4, 5)
"""Where Vera stands, whose turn is the first: in an odd row."""


def at(pilot: Pilot[int], creature: str = "vera") -> tuple[int, ...]:
    return seat(pilot).playback.battle.world[creature].at


def intents(pilot: Pilot[int]) -> list:
    return screen(pilot).game.session.intents


def battle() -> Battle:
    fight = begin(read_scenario(HEXES), seed=1)
    Session(fight).begin()
    return fight


async def opened(pilot: Pilot[int], zoom: int) -> BoardView:
    board = board_of(pilot)
    board.zoom(zoom - board.camera.zoom)
    board.centre(START)
    await settled(pilot)
    return board


# --- directions ----------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_letters_digits_and_arrows_lead_to_the_six_neighbours(play: Play) -> None:
    async with play(game(HEXES)) as pilot:
        for keys, side in (("l6", 0), ("n3", 1), ("b1", 2), ("h4", 3), ("y7", 4), ("i9", 5)):
            for key in keys:
                seat(pilot).selection.point(START)
                await press(pilot, key)
                assert seat(pilot).selection.cursor == beside(START, side)
        await press(pilot, "right", "pagedown", "end", "left", "home", "pageup")
        assert seat(pilot).selection.cursor == beside(START, 5)  # once round from there


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["up", *slow("k", "8", "down", "j"), "2"])
async def test_up_and_down_zigzag_straight_on(play: Play, key: str) -> None:
    sides = (4, 5) if key in ("up", "k", "8") else (1, 2)
    async with play(game(HEXES)) as pilot:
        camera, cells = board_of(pilot).camera, [START]
        for _ in range(4):
            await press(pilot, key)
            cells.append(seat(pilot).selection.cursor)
        for before, after in pairwise(cells):
            assert after in {beside(before, side) for side in sides}
        columns = [camera.position(cell)[0] for cell in cells]
        assert columns[::2] == [columns[0]] * 3
        assert len({columns[1], columns[3]}) == 1


def test_no_direction_leads_off_the_map() -> None:
    selection = Selection(battle())
    for by in ((0, -1), (-1, -1), (-1, 0), (1, 1)):
        for _ in range(30):
            selection.push(by)
            assert selection.cursor in selection.battle.world.field


@pytest.mark.asyncio
async def test_shifted_arrows_and_the_walking_option_walk_at_once(play: Play) -> None:
    async with play(game(HEXES)) as pilot:
        await press(pilot, "shift+left", "shift+down")
        assert at(pilot) == (3, 6)
        await press(pilot, "m", "n", "m")
        assert at(pilot) == beside((3, 6), 1)


@pytest.mark.asyncio
async def test_a_large_one_that_walks_into_a_foe_points_at_it(play: Play) -> None:
    fight = game(HEXES, raiders="human")
    world = fight.session.battle.world
    async with play(fight) as pilot:
        await press(pilot, "enter", *["full_stop", "enter"] * 3)
        ogre = world["ogre"].body
        assert set(ogre.cells) == body_cells((8, 5), 2)
        below = beside(beside((8, 5), 1), 2)  # under its only hex of the second row
        for each in (world, seat(pilot).playback.battle.world):
            each.put("bran", Position(Body(below, (1,))))
        seat(pilot).selection.begin(Planner(seat(pilot).playback.battle, "ogre"))
        await press(pilot, "shift+down")
        assert seat(pilot).selection.at_cursor() == "bran"
        assert "attack Bran" in shown(pilot)


# --- planning ------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_walk_says_its_cost_and_enter_goes_there(play: Play) -> None:
    async with play(game(HEXES)) as pilot:
        await press(pilot, "h", "h", "b")
        assert "(2,6) floor" in shown(pilot)
        assert "Enter walk, 3 of 9 m" in shown(pilot)
        await press(pilot, "enter")
        assert at(pilot) == (2, 6)
        move = intents(pilot)[-1]
        assert isinstance(move, Move)
        way = [START, *move.path]
        assert all(b in around(a) for a, b in pairwise(way))
        assert move.extents == ((1,),) * 3
        assert "Vera walks 3 m to (2,6)" in shown(pilot)


def test_a_large_body_is_sent_so_that_it_covers_the_hex_pointed_at() -> None:
    ground = """
    . . . . . . . . .
     . . . . . . . . .
    . O O . . . . . .
     . O . . . . . . .
    . . . . . . . . b
    """
    slow = {"O": {"side": "heroes", "speed": 3}}
    planner = Planner(on_turn(ground, slow, "O", ruleset="metric", topology="hex"), "O")
    assert planner.anchor((4, 2)) == (4, 2)
    anchor = planner.anchor((5, 2))  # four steps for its first hex, three for the second
    assert anchor == (4, 2)
    assert (5, 2) in body_cells(anchor, 2)
    assert set(planner.move(anchor).legs[-1].body.cells) == body_cells(anchor, 2)


@pytest.mark.asyncio
async def test_pointing_at_any_hex_of_a_large_foe_attacks_it(play: Play) -> None:
    async with play(game(HEXES)) as pilot:
        for cell in body_cells((8, 5), 2):
            seat(pilot).selection.point(cell)
            assert seat(pilot).selection.at_cursor() == "ogre"
        await press(pilot, "a")
        assert seat(pilot).selection.target in ("gob", "ogre")
        await press(pilot, "tab")
        assert seat(pilot).selection.cursor in ((6, 4), (8, 5))


@pytest.mark.asyncio
async def test_why_tells_of_hexes(play: Play) -> None:
    async with play(game(HEXES)) as pilot:
        seat(pilot).selection.point((9, 5))
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, WhyCard)
        assert "Why: Ogre at (9,5)" in shown(pilot)
        assert "takes 3 hexes (2-1) of space" in shown(pilot)


@pytest.mark.asyncio
async def test_the_help_shows_the_directions_that_hold_here(play: Play) -> None:
    async with play(game(HEXES), (100, 60)) as pilot:
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        assert "y   i        7   9" in shown(pilot)
        assert "left and right in turns" in shown(pilot)
    async with play(game(), (100, 60)) as pilot:
        await press(pilot, "question_mark")
        assert "y  k  i" in shown(pilot)


# --- the pointer ---------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.parametrize("zoom", [NORMAL, *slow(NEAR), CLOSE])
async def test_the_pointer_points_at_the_hex_that_is_drawn_there(play: Play, zoom: int) -> None:
    async with play(game(HEXES)) as pilot:
        board = await opened(pilot, zoom)
        for cell in (START, beside(START, 2), beside(START, 5)):
            column, row = board.camera.position(cell)
            for span in board.camera.shape.spans:
                await pilot.hover(BoardView, offset=(30, 20))
                await pilot.hover(BoardView, offset=(column + span.right, row + span.row))
                await settled(pilot)
                assert seat(pilot).selection.cursor == cell


@pytest.mark.asyncio
async def test_a_click_walks_and_dragging_scrolls(play: Play) -> None:
    async with play(game(HEXES), (80, 24)) as pilot:
        board = await opened(pilot, NEAR)
        column, row = board.camera.position((3, 6))
        await pilot.click(BoardView, offset=(column + 1, row + 1))
        await pilot.click(BoardView, offset=(column + 1, row + 1))
        await settled(pilot)
        assert at(pilot) == (3, 6)
        before = board.camera
        wide, high = before.scale
        await pilot.mouse_down(BoardView, offset=(30, 10))
        await pilot.hover(BoardView, offset=(30 - wide, 10 - high))
        await pilot.mouse_up(BoardView, offset=(30 - wide, 10 - high))
        assert (board.camera.left, board.camera.top) == (before.left + 1, before.top + 1)


@pytest.mark.asyncio
async def test_zooming_goes_through_the_levels_that_hexes_have(play: Play) -> None:
    async with play(game(HEXES)) as pilot:
        board = await opened(pilot, NORMAL)
        seen = []
        for _ in range(4):
            seen.append(board.camera.zoom)
            await press(pilot, "z")
        assert seen == [NORMAL, NEAR, CLOSE, NORMAL]
        await press(pilot, *["minus"] * 3)
        assert board.camera.zoom == NORMAL


@pytest.mark.parametrize(
    ("columns", "rows", "zoom"),
    [(82, 25, NEAR), (81, 25, NORMAL), (82, 24, NORMAL), (9, 9, NORMAL)],
)
def test_the_map_fits_with_its_half_cells(columns: int, rows: int, zoom: int) -> None:
    """20 hexes of 4 columns and half of one; 12 of 2 rows, and the caps of the last."""
    assert fitting(Camera(20, 12, columns, rows, layout=LAYOUTS["hex"])).zoom == zoom


# --- the corner of an area -----------------------------------------------------------------------


def measuring() -> Selection:
    selection = Selection(battle())
    selection.begin(Planner(selection.battle, "vera"))
    selection.use(Tool("template", "burst", size=1))
    assert selection.rounds
    return selection


def full(corner: tuple[int, ...]) -> tuple[int, ...]:
    return (*corner, 0)[:3]


def test_every_corner_of_both_kinds_is_reached_by_single_steps() -> None:
    selection = measuring()
    field = selection.battle.world.field
    found, ahead = {full(selection.corner)}, deque([(selection.cursor, selection.corner)])
    while ahead:
        cursor, corner = ahead.popleft()
        for by in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            selection.point_round(cursor, corner)
            selection.push(by)
            if full(selection.corner) not in found:
                found.add(full(selection.corner))
                ahead.append((selection.cursor, selection.corner))
    everywhere = {(x, y, kind) for x in range(field.width) for y in range(field.height)
                  for kind in (0, 1)}  # fmt: skip
    assert everywhere <= found


@pytest.mark.parametrize("start", [(4, 5, 0), (4, 5, 1), (4, 6, 0), (4, 6, 1)])
@pytest.mark.parametrize("by", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_step_leads_to_the_nearest_corner_that_way(start: tuple[int, ...], by) -> None:
    """Corners as points: half cells to the right, quarters of a hex's height down."""

    def point(corner: tuple[int, ...]) -> tuple[int, int]:
        x, y, kind = full(corner)
        return 2 * x + y % 2 + kind, 3 * y + (1 - kind)

    selection = measuring()
    selection.point_round(start[:2], start)
    x, y = point(start)
    selection.push(by)
    to_x, to_y = point(selection.corner)
    if by[0]:
        assert (to_x - x, abs(to_y - y)) == (by[0], 1)
    else:
        assert to_x == x
        assert (to_y - y) * by[1] in (2, 4)  # along an edge, or through a hex
    assert selection.cursor in selection.battle.ruleset.topology.at_corner(selection.corner)


@pytest.mark.parametrize("by", [(1, 1), (-1, 1), (-1, -1), (1, -1)])
def test_slanted_steps_keep_the_kind_of_corner(by) -> None:
    for kind in (0, 1):
        selection = measuring()
        selection.point_round((4, 5), (4, 5, kind))
        selection.push(by)
        side = {(1, 1): 1, (-1, 1): 2, (-1, -1): 4, (1, -1): 5}[by]
        assert full(selection.corner) == (*beside((4, 5), side), kind)


def test_the_area_lies_round_the_corner_pointed_at() -> None:
    selection = measuring()
    for kind, sides in ((0, (3, 4)), (1, (4, 5))):
        selection.point_round((5, 5), (5, 5, kind))
        assert selection.preview.area == {(5, 5), *(beside((5, 5), side) for side in sides)}


def test_pointing_at_another_hex_takes_its_own_corner() -> None:
    selection = measuring()
    selection.point_round((5, 5), (5, 5, 1))
    assert overlay_of(selection, {}, planning=True).corner == (5, 5, 1)
    selection.point((7, 5))
    assert full(selection.corner) == (7, 5, 0)
    selection.point_round((5, 5), (5, 5, 1))
    selection.use(Tool())
    assert overlay_of(selection, {}, planning=True).corner is None


def test_rim_corners_can_be_chosen_too_and_the_cursor_stays_on_the_map() -> None:
    selection = measuring()
    selection.point((selection.battle.world.field.width - 1, 5))
    for _ in range(4):
        selection.push((1, 0))
        assert selection.cursor in selection.battle.world.field
    x, y, _ = full(selection.corner)
    assert (x, y) == (selection.battle.world.field.width, 5)


def test_squares_have_but_one_corner_a_cell() -> None:
    assert COMPASSES["square"].corner is None


@pytest.mark.asyncio
async def test_the_corner_is_named_and_drawn_and_the_mouse_chooses_it(play: Play) -> None:
    async with play(game(HEXES)) as pilot:
        await press(pilot, "d", "e", "enter")
        assert "(4,5) floor - Vera (58 of 58 hp), its upper left corner" in shown(pilot)
        await press(pilot, "l")
        assert ", its top" in shown(pilot)
        assert full(seat(pilot).selection.corner) == (4, 5, 1)
        board = await opened(pilot, NEAR)
        column, row = board.camera.position((5, 5))
        await pilot.hover(BoardView, offset=(column + 2, row))
        await settled(pilot)
        assert full(seat(pilot).selection.corner) == (5, 5, 1)
        await pilot.hover(BoardView, offset=(column, row + 1))
        await settled(pilot)
        assert full(seat(pilot).selection.corner) == (5, 5, 0)


@pytest.mark.asyncio
async def test_a_cone_is_aimed_at_a_hex(play: Play) -> None:
    async with play(game(HEXES, raiders="human")) as pilot:
        await press(pilot, "enter", *["full_stop", "enter"] * 4)
        await press(pilot, "d", "1", "enter", "h", "h", "h")
        selection = seat(pilot).selection
        assert selection.tool.kind == "area"
        assert not selection.rounds
        assert isinstance(selection.preview.intent, Area)
        assert selection.preview.area
        assert "corner" not in shown(pilot)


# --- other screens -------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_new_skirmish_shows_hexes(keep: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [HEXES])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        for _ in range(4):
            await pilot.pause()
        assert app.screen.query_one("#scenarios", OptionList).option_count == 1
        camera = app.screen.query_one("#map", BoardView).camera
        assert camera.layout.name == "hex"
        assert camera.fits
        assert camera.sees((0, 0))
        assert camera.sees((19, 11))
        assert camera.zoom == NORMAL


@pytest.mark.asyncio
async def test_a_map_too_large_for_the_new_skirmish_is_shown_from_afar(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [SCENARIOS / "crossing.toml"])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    for size, zoom in (((100, 30), NORMAL), ((60, 24), FAR)):
        app = TacsimApp(keep=keep)
        async with app.run_test(size=size) as pilot:
            await pilot.press("n")
            for _ in range(4):
                await pilot.pause()
            assert app.screen.query_one("#map", BoardView).camera.zoom == zoom


@pytest.mark.asyncio
async def test_a_board_that_turns_from_squares_to_hexes_draws_them(play: Play) -> None:
    async with play(game()) as pilot:
        board = board_of(pilot)
        assert board.camera.layout.name == "square"
    async with play(game(HEXES)) as pilot:
        board = board_of(pilot)
        assert board.camera.layout.name == "hex"
        assert board.camera.sees(START)


@pytest.mark.asyncio
async def test_a_blow_is_struck_across_hexes(play: Play) -> None:
    async with play(game(HEXES)) as pilot:
        seat(pilot).selection.point((6, 4))
        await press(pilot, "a")
        assert "attack" in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(intents(pilot)[-1], Strike)
