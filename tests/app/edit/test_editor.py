"""The editor on the screen: drawing by keys and mouse, faults, undo, fighting and coming back."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.edit.editing import (
    came,
    draw_with,
    editing,
    editor,
    on,
    on_squares,
    place,
    press,
    text_of,
    told,
)
from app.players import quiet, settled, shown, until
from textual.events import Key, MouseDown, MouseMove, MouseUp
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tacsim.app.battle.screen import BattleScreen
from tacsim.app.edit.form_card import FormCard
from tacsim.app.edit.pick_card import PickCard
from tacsim.app.edit.screen import EditorScreen
from tacsim.app.menus.help import HelpScreen
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.pen import Being, Between, Ground, Hand
from tacsim.content.editing.reading import Texts
from tacsim.grid.cells import Cell
from tacsim.player.kept.own_battles import maps_folder

SIZES = [(60, 20), (80, 24), (140, 45)]


def rows(pilot: Pilot[int], level: int = 0) -> list[str]:
    """The grid of a level as it would be written."""
    return editor(pilot)._one.read.levels()[level][1].strip("\n").split("\n")


def creatures(pilot: Pilot[int]) -> list[tuple[str, str, Cell]]:
    found = editor(pilot)._one.read.creatures.values()
    return [(one.kind, one.side, one.at) for one in found]


async def drag(pilot: Pilot[int], *cells: Cell) -> None:
    """Press the left button over the first of some cells, and let it go over the last."""
    for n, cell in enumerate(cells):
        x, y = place(pilot, cell)
        if not n:
            await pilot._post_mouse_events([MouseMove, MouseDown], offset=(x, y), button=1)
        else:
            await pilot._post_mouse_events([MouseMove], offset=(x, y), button=1)
        await pilot.pause()
    await pilot._post_mouse_events([MouseUp], offset=place(pilot, cells[-1]), button=1)
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_ground_is_drawn_cell_by_cell_in_lines_and_rectangles(
    keep: Path, size: tuple[int, int]
) -> None:
    async with editing(keep, on_squares(), size) as pilot:
        await draw_with(pilot, "wall")
        assert editor(pilot).pen.brush == Ground("wall")
        await press(pilot, "enter", "shift+right", "shift+right")
        assert rows(pilot)[7][11:16] == ".###."
        await press(pilot, "t", "down", "enter", *["left"] * 4, "enter")
        assert rows(pilot)[8][9:16] == ".#####."
        await press(pilot, "u")
        assert "#" not in rows(pilot)[8]
        await press(pilot, "U", "r", *["up"] * 4, "enter", "right", "right", "down", "enter")
        assert [row[9:14] for row in rows(pilot)[4:6]] == [".###.", ".###."]
        await press(pilot, "f", "up", "up", "up", "enter")
        assert sum(row.count(".") for row in rows(pilot)) == 0


async def test_a_cell_is_drawn_on_though_the_next_key_comes_right_behind(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "wall")
        for key in ("enter", "right", "right", "enter"):
            pilot.app.post_message(Key(key, None))
        await quiet(pilot)
        assert rows(pilot)[7][11:16] == ".#.#."


async def test_a_brush_is_taken_up_though_enter_comes_before_the_list(keep: Path) -> None:
    """What fits best is taken, whatever is drawn with when it is looked for."""
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "hedge")
        for key in ("slash", *"wall", "enter"):
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await quiet(pilot)
        assert editor(pilot).pen.brush == Ground("wall")


@pytest.mark.parametrize("opened", [False, True])
async def test_what_is_typed_right_behind_a_brush_is_for_the_board(
    keep: Path, opened: bool
) -> None:
    """Also where it is typed before the list is there; a name that nothing has keeps its keys."""
    async with editing(keep, on_squares()) as pilot:
        keys = ["slash", *"wall", "enter", "enter", "right", "right", "enter"]
        if opened:
            await press(pilot, keys.pop(0))
            await came(pilot, PickCard)
        for key in keys:
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: rows(pilot)[7][11:16] == ".#.#.")
        await press(pilot, "slash")
        await came(pilot, PickCard)
        for key in (*"xyz", "enter", *"ab"):
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: pilot.app.screen.query_one(Input).value == "xyzab")


async def test_barriers_are_drawn_on_the_side_that_is_turned_to(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "open door")
        assert "right side" in shown(pilot)
        await press(pilot, "right_square_bracket", "enter")
        assert "lower side" in shown(pilot)
        (found,) = editor(pilot)._one.read.field.barriers
        assert (found.between, found.open) == (((12, 7), (12, 8)), True)
        await press(pilot, "delete")
        assert editor(pilot)._one.read.field.barriers == ()


async def test_a_hedge_grows_around_a_hex(keep: Path) -> None:
    async with editing(keep, on("metric", "hex")) as pilot:
        await draw_with(pilot, "hedge")
        for _side in range(6):
            await press(pilot, "enter", "right_square_bracket")
        assert len(editor(pilot)._one.read.field.barriers) == 6
        assert "No faults" in shown(pilot)


async def test_levels_of_cubes_are_drawn_and_seen_from_the_side(keep: Path) -> None:
    async with editing(keep, on("pool", "cube"), (140, 45)) as pilot:
        await draw_with(pilot, "floor")
        await press(pilot, "greater_than_sign", "greater_than_sign", "r", "enter", "right", "down",
                    "enter")  # fmt: skip
        assert "level 2 of 3" in shown(pilot)
        assert [row.strip() for row in rows(pilot, 2) if row.strip()] == ["..", ".."]
        await press(pilot, "e")
        assert "Side view: row 8" in shown(pilot)
        await press(pilot, "e", "e")
        assert "Side view" not in shown(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_creatures_are_found_by_their_names_and_placed_for_a_side(
    keep: Path, size: tuple[int, int]
) -> None:
    async with editing(keep, on_squares(), size) as pilot:
        await draw_with(pilot, "goblin archer")
        await press(pilot, "enter", "right_square_bracket", "right", "enter")
        assert creatures(pilot)[2:] == [
            ("goblin_archer", "heroes", (12, 7)), ("goblin_archer", "foes", (13, 7)),
        ]  # fmt: skip
        strengths = editor(pilot)._one.read.strengths
        assert strengths["foes"] == strengths["heroes"] > 0.1
        assert f"Foes {strengths['foes']:.1f}" in shown(pilot)
        await press(pilot, "delete", "x")
        assert len(creatures(pilot)) == 3
        assert editor(pilot).pen.brush == Ground("floor")


async def test_the_hand_carries_and_the_mouse_draws(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await drag(pilot, (4, 7), (5, 6), (6, 4))
        assert creatures(pilot)[0][2] == (6, 4)
        await draw_with(pilot, "boulder")
        await drag(pilot, (2, 2), (6, 2), (6, 3))
        assert rows(pilot)[2][:8] == "..^^^^^."
        assert rows(pilot)[3][:8] == "......^."
        await press(pilot, "u")
        assert "^" not in "".join(rows(pilot)), "a stroke is one step"
        await press(pilot, "r")
        await drag(pilot, (1, 10), (3, 12))
        assert [row[:5] for row in rows(pilot)[10:13]] == [".^^^."] * 3
        await draw_with(pilot, "wall between")
        await press(pilot, "p")
        await drag(pilot, (10, 2), (10, 4))
        assert {one.between for one in editor(pilot)._one.read.field.barriers} == {
            ((10, y), (11, y)) for y in (2, 3, 4)
        }


async def test_a_click_on_the_palette_takes_up_a_brush(keep: Path) -> None:
    async with editing(keep, on_squares(), (140, 45)) as pilot:
        lines = shown(pilot).splitlines()
        for words, brush in (("deep water", Ground("deep_water")), ("shut door", Between("door")),
                             ("dummy", Being("dummy"))):  # fmt: skip
            y = next(n for n, line in enumerate(lines) if words in line[100:])
            x = lines[y].index(words, 100)
            await pilot.click(offset=(x, y))
            await until(pilot, lambda brush=brush: editor(pilot).pen.brush == brush)
        assert editor(pilot).drawing.board.has_focus
        await press(pilot, "tab", "end", "enter")
        assert editor(pilot).pen.brush == Between("")


async def test_a_right_click_opens_the_creature_there(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await pilot.click(offset=place(pilot, (4, 7)), button=3)
        await came(pilot, FormCard)
        assert "Hit points" in shown(pilot)


async def test_faults_are_listed_where_they_are_and_gone_to(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "wall")
        for cell in ((4, 7), (19, 7)):
            editor(pilot).drawing.point(cell)
            await press(pilot, "enter")
        await press(pilot, *["up"] * 3)
        assert "2 faults" in shown(pilot)
        await press(pilot, "exclamation_mark")
        assert editor(pilot).pen.cursor == (4, 7)
        assert 'it cannot stand on "wall" at [4, 7]' in shown(pilot)
        await press(pilot, "exclamation_mark")
        assert editor(pilot).pen.cursor == (19, 7)
        await press(pilot, "shift+tab")
        faults = editor(pilot).query_one("#faults", OptionList)
        assert faults.has_focus
        await press(pilot, "home", "enter")
        assert editor(pilot).pen.cursor == (4, 7)
        await press(pilot, "f5")
        assert "It cannot be fought yet: this is the first of its faults." in told(pilot)
        await press(pilot, "u", "u")
        assert "No faults" in shown(pilot)


async def test_the_help_begins_with_the_editor_and_its_keys(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await press(pilot, "question_mark")
        await until(pilot, lambda: "Editor. Maps and battles of your own" in shown(pilot))
        assert "Draw what the line under the board says" in shown(pilot)
        assert "standard action" not in shown(pilot)


async def test_of_several_cells_the_one_at_fault_is_gone_to(keep: Path) -> None:
    one = on_squares()
    goal = '[[goal]]\nkind = "reach"\nside = "heroes"\ncells = [[1, 1], [2, 2], [99, 3]]\n'
    one = Manuscript(Texts(f"{one.texts.own}\n{goal}"), None, maps_folder())
    async with editing(keep, one) as pilot:
        await press(pilot, "exclamation_mark")
        assert "[99, 3] is not on the map" in shown(pilot)
        assert editor(pilot).pen.cursor == (23, 3), "the nearest on the map"


async def test_it_is_fought_at_once_and_leads_back_to_the_very_place(keep: Path) -> None:
    async with editing(keep, on_squares(), (100, 30)) as pilot:
        await draw_with(pilot, "ogre")
        await press(pilot, "down", "enter", "z")
        before = text_of(pilot), editor(pilot).pen.cursor, editor(pilot).drawing.board.camera
        await press(pilot, "f5")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BattleScreen)
        names = [one.name for one in pilot.app.screen.seat.battle.world.creatures]
        assert "ogre" in [name.lower() for name in names]
        await press(pilot, "q")
        await came(pilot, EditorScreen)
        screen = editor(pilot)
        assert (text_of(pilot), screen.pen.cursor, screen.drawing.board.camera) == before
        assert screen.pen.brush == Being("ogre")
        await press(pilot, "u")
        assert len(creatures(pilot)) == 2


async def test_escape_backs_out_step_by_step(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "t", "enter", "right", "tab", "escape")
        screen = editor(pilot)
        assert screen.drawing.board.has_focus
        await press(pilot, "escape")
        assert (screen.pen.anchor, screen.pen.brush) == (None, Ground("wall"))
        await press(pilot, "escape")
        assert screen.pen.brush == Hand()
        await press(pilot, "escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, EditorScreen))


async def test_the_palette_folds_away(keep: Path) -> None:
    async with editing(keep, on_squares(), (60, 20)) as pilot:
        assert "deep water" in shown(pilot)
        await press(pilot, "F")
        assert "deep water" not in shown(pilot)
        await press(pilot, "F")
        assert "deep water" in shown(pilot)


async def test_a_map_by_itself_has_no_creatures_and_is_not_fought(
    keep: Path, tmp_path: Path
) -> None:
    from tacsim.player.kept.own_battles import to_be_changed

    path = tmp_path / "yard.toml"
    path.write_text('# the yard\ngrid = """\n....\n....\n"""\n')
    async with editing(keep, to_be_changed(path)) as pilot:
        assert "Creatures" not in shown(pilot)
        await draw_with(pilot, "wall")
        await press(pilot, "enter", "ctrl+s", "f5")
        assert path.read_text() == '# the yard\ngrid = """\n....\n..#.\n"""\n'
        assert isinstance(pilot.app.screen, EditorScreen)


async def test_its_keys_are_on_the_page_of_help(keep: Path) -> None:
    async with editing(keep, on_squares(), (100, 45)) as pilot:
        await press(pilot, "question_mark")
        await came(pilot, HelpScreen)
        page = str(pilot.app.screen._text())
        assert "Fight it as it is; leaving the battle leads back here." in page


async def test_rules_that_do_not_go_with_the_map_leave_it_in_sight_and_can_be_taken_back(
    keep: Path,
) -> None:
    async with editing(keep, on_squares()) as pilot:
        screen = editor(pilot)
        screen._edit(lambda: screen._one.assign(("ruleset",), "pool"))
        await pilot.pause()
        await draw_with(pilot, "hedge")
        await press(pilot, "right_square_bracket", "enter", "x", "delete", "right", "shift+down")
        assert "the map cannot be read" in shown(pilot)
        await press(pilot, "u")
        assert "No faults" in shown(pilot)
