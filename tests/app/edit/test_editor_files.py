"""The editor and files: kept, copied, left, lost and found again; what it begins from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from app.edit.editing import came, draw_with, editing, editor, on_squares, press, text_of, told
from app.players import shown, until
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tacsim.app.edit.chooser import ChooserScreen
from tacsim.app.edit.pick_card import PickCard
from tacsim.app.edit.screen import EditorScreen
from tacsim.app.edit.tiles_card import TilesCard
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.leave_card import LeaveCard
from tacsim.app.menus.notices_card import NoticesCard
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.menus.start import StartScreen
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.app import TacsimApp
from tacsim.content.checks import check_file
from tacsim.content.documents import read_document
from tacsim.content.library import shipped
from tacsim.player.kept.drafts import drafts_folder
from tacsim.player.kept.own_battles import (
    drafts,
    file_of,
    keep,
    let_go,
    maps_folder,
    own_battles,
    to_be_begun,
    to_be_changed,
)

BY_HAND = """\
# The yard of the inn, by hand.
name = "The yard"   # not the one of the castle
ruleset = "d20"
map = "ground.toml"

# Those who are at home.
[[side]]
id = "us"   # we
[[side]]
id = "them"

[[creature]]
id = "a"
kind = "dummy"
side = "us"
at = [0, 0]  # by the door
[[creature]]
id = "b"
kind = "dummy"
side = "them"
at = [3, 1]
"""
GROUND = '# seen from above\ngrid = """\n....\n....\n"""  # two rows\n'


async def typed(pilot: Pilot[int], text: str) -> None:
    """Type a name over what stands in the field, and keep it."""
    await came(pilot, TextCard)
    field = pilot.app.screen.query_one(Input)
    field.value = text
    await press(pilot, "enter")


async def test_a_file_that_is_not_there_is_begun_on_a_field_and_kept_there(
    keep: Path, tmp_path: Path
) -> None:
    path = tmp_path / "tower.toml"
    async with TacsimApp(keep=keep, edit=to_be_begun(path)).run_test(size=(80, 24)) as pilot:
        await came(pilot, PickCard)
        await press(pilot, *"cubes", "enter")
        await came(pilot, EditorScreen)
        assert editor(pilot).drawing.board.highest == 3
        await draw_with(pilot, "wall")
        await press(pilot, "enter", "ctrl+s")
        await until(pilot, path.exists)
    assert check_file(path) == []
    tables = read_document(path).tables
    assert (tables["name"], tables["ruleset"]) == ("tower", "pool")
    assert tables["map"]["topology"] == "cube"
    assert "#" in tables["map"]["grid"]


async def test_what_came_into_the_place_of_a_new_file_is_not_written_over_unasked(
    keep: Path, tmp_path: Path
) -> None:
    path = tmp_path / "tower.toml"
    async with TacsimApp(keep=keep, edit=to_be_begun(path)).run_test(size=(80, 24)) as pilot:
        await came(pilot, PickCard)
        await press(pilot, "enter")
        await came(pilot, EditorScreen)
        path.write_text("another's")
        await press(pilot, "ctrl+s")
        await came(pilot, SureCard)
    assert path.read_text() == "another's"


async def test_of_a_file_that_is_not_there_nothing_is_left_where_no_field_is_wanted(
    keep: Path, tmp_path: Path
) -> None:
    path = tmp_path / "tower.toml"
    async with TacsimApp(keep=keep, edit=to_be_begun(path)).run_test(size=(80, 24)) as pilot:
        await came(pilot, PickCard)
        await press(pilot, "escape")
        await came(pilot, StartScreen)
    assert list(tmp_path.glob("tower*")) == []
    assert drafts() == []


async def test_a_new_battle_is_kept_under_a_name_and_can_be_fought(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter", "ctrl+s")
        await came(pilot, TextCard)
        assert pilot.app.screen.query_one(Input).value == "The yard"
        await press(pilot, "enter")
        await came(pilot, EditorScreen)
        (path,) = own_battles()
        assert not check_file(path)
        assert path.read_text() == text_of(pilot)
        assert "not kept" not in shown(pilot)
        assert f"Kept in {path}." in told(pilot)
        await press(pilot, "q", "n")
        await came(pilot, SkirmishScreen)
        files = [one.path for one in pilot.app.screen._scenarios.all]
        assert path in files


async def test_a_new_battle_is_called_by_the_name_that_it_is_kept_under(keep: Path) -> None:
    async with editing(keep, on_squares("A new battle")) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter", "ctrl+s")
        await typed(pilot, "The hut")
        await came(pilot, EditorScreen)
        (path,) = own_battles()
        assert (path.stem, read_document(path).tables["name"]) == ("The hut", "The hut")
        assert shown(pilot).lstrip().startswith("The hut")
        await press(pilot, "A")
        await typed(pilot, "Another")
        await came(pilot, EditorScreen)
        assert read_document(file_of("Another")).tables["name"] == "The hut"


async def test_files_by_hand_keep_their_words_and_both_are_written(
    keep: Path, tmp_path: Path
) -> None:
    (tmp_path / "yard.toml").write_text(BY_HAND)
    (tmp_path / "ground.toml").write_text(GROUND)
    async with editing(keep, to_be_changed(tmp_path / "yard.toml")) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter")
        await draw_with(pilot, "goblin")
        await press(pilot, "left", "enter", "ctrl+s")
        assert "not kept" not in shown(pilot)
    assert (tmp_path / "ground.toml").read_text() == GROUND.replace('....\n"', '..#.\n"')
    added = '[[creature]]\nid = "goblin"\nkind = "goblin"\nside = "us"\nat = [1, 1]\n'
    assert (tmp_path / "yard.toml").read_text() == f"{BY_HAND}\n{added}"


async def test_a_shipped_battle_is_kept_as_a_copy(keep: Path) -> None:
    path = next(one for one in shipped() if one.stem == "ogre_bridge")
    before = path.read_bytes()
    async with editing(keep, to_be_changed(path)) as pilot:
        await draw_with(pilot, "boulder")
        await press(pilot, "enter", "ctrl+s")
        await typed(pilot, str(path))
        assert "files that come with the game are not written over" in shown(pilot)
        await typed(pilot, "My bridge")
        await came(pilot, EditorScreen)
        await press(pilot, "enter", "left", "enter", "ctrl+s")
    assert path.read_bytes() == before
    assert not check_file(file_of("My bridge"))


async def test_another_file_and_one_that_has_changed_are_not_written_over_unasked(
    keep: Path,
) -> None:
    one = on_squares()
    keep_file(one, "yard")
    async with editing(keep, one) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter")
        file_of("yard").write_text("# another program\n")
        await press(pilot, "ctrl+s")
        await came(pilot, SureCard)
        await press(pilot, "n")
        assert file_of("yard").read_text() == "# another program\n"
        await press(pilot, "A")
        file_of("taken").write_text("mine")
        await typed(pilot, "taken")
        await came(pilot, SureCard)
        await press(pilot, "n")
        assert file_of("taken").read_text() == "mine"
        await press(pilot, "ctrl+s")
        await came(pilot, SureCard)
        await press(pilot, "y")
        await came(pilot, EditorScreen)
        assert file_of("yard").read_text() == text_of(pilot)


def keep_file(one: object, name: str) -> None:
    keep(one, file_of(name))  # type: ignore[arg-type]


async def test_leaving_asks_about_what_is_not_kept(keep: Path) -> None:
    one = on_squares()
    keep_file(one, "yard")
    kept = file_of("yard").read_text()
    async with editing(keep, one) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter", "q")
        await came(pilot, LeaveCard)
        await press(pilot, "escape")
        await came(pilot, EditorScreen)
        await press(pilot, "q", "down", "enter")
        await came(pilot, StartScreen)
        assert file_of("yard").read_text() == kept
        assert not any(drafts_folder().iterdir())
        pilot.app.open_editor(to_be_changed(file_of("yard")))
        await came(pilot, EditorScreen)
        await draw_with(pilot, "wall")
        await press(pilot, "enter", "q", "k")
        await came(pilot, StartScreen)
        assert file_of("yard").read_text().count("#") == kept.count("#") + 1


async def test_leaving_what_was_not_changed_asks_nothing(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter")
        assert "not kept" in shown(pilot)
        await press(pilot, "u", "q")
        await came(pilot, StartScreen)
        assert not any(drafts_folder().iterdir())


async def test_what_was_not_kept_is_offered_when_the_game_is_opened_again(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter", "right", "enter")
        before = text_of(pilot)
        await pilot.press("ctrl+q")
    let_go()  # as the program does when it ends
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await came(pilot, StartScreen)
        said = "Not kept when the editor ended: The yard. Editor goes on with it."
        assert said in told(pilot)
        await press(pilot, "e")
        await came(pilot, ChooserScreen)
        await until(pilot, lambda: "Not kept yet" in shown(pilot))
        await press(pilot, "enter")
        await came(pilot, EditorScreen)
        assert text_of(pilot) == before
        assert drafts() == [], "it is being changed again"
        await press(pilot, "q")
        await came(pilot, LeaveCard)
        await press(pilot, "k")
        await typed(pilot, "yard")
        await came(pilot, ChooserScreen)
    assert file_of("yard").read_text() == before
    assert not any(drafts_folder().iterdir())


async def test_a_draft_is_forgotten_once_that_is_sure(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter")
    let_go()
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        await until(pilot, lambda: "Not kept yet" in shown(pilot))
        for answer, left in (("n", 1), ("y", 0)):
            await press(pilot, "d")
            await came(pilot, SureCard)
            await press(pilot, answer)
            await came(pilot, ChooserScreen)
            assert len(drafts()) == left


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_there_is_much_to_begin_from(keep: Path, size: tuple[int, int]) -> None:
    keep_file(on_squares(), "yard")
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await press(pilot, "e")
        await came(pilot, ChooserScreen)
        menu = pilot.app.screen.query_one("#entries", OptionList)
        await until(pilot, lambda: menu.option_count > 5)
        names = [str(option.prompt).split("  ")[0].strip() for option in menu.options]
        for group, name in (("Your own", "yard"), ("Empty fields", "pool"),
                            ("Copies of battles", "Ogre at the bridge")):  # fmt: skip
            assert names.index(group) < names.index(name)
        menu.highlighted = names.index("Ogre at the bridge")
        await press(pilot, "enter")
        await came(pilot, EditorScreen)
        assert "Ogre at the bridge" in shown(pilot)
        assert editor(pilot)._one.path is None


async def test_a_file_is_opened_by_its_path_and_a_damaged_one_is_told(
    keep: Path, tmp_path: Path
) -> None:
    (tmp_path / "yard.toml").write_text('grid = """\n....\n"""\n')
    (tmp_path / "odd.toml").write_text("a = [")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        for name in ("odd.toml", "gone", "~nobody-there/x", "."):
            await press(pilot, "o")
            await typed(pilot, str(tmp_path / name) if "~" not in name else name)
            await came(pilot, ChooserScreen)
        assert len(told(pilot)) == 4
        assert "no valid TOML" in told(pilot)[0]
        await press(pilot, "o")
        await typed(pilot, str(tmp_path / "yard.toml"))
        await came(pilot, EditorScreen)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_file_that_is_not_there_is_begun_out_of_the_list(
    keep: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "tower.toml"
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await press(pilot, "e", "o")
        await came(pilot, TextCard)
        assert "a new battle" in " ".join(shown(pilot).split())
        await typed(pilot, str(path))
        await came(pilot, PickCard)
        await press(pilot, "escape")
        await came(pilot, ChooserScreen)
        assert not path.exists()
        await press(pilot, "o")
        await typed(pilot, str(path))
        await came(pilot, PickCard)
        await press(pilot, *"cubes", "enter")
        await came(pilot, EditorScreen)
        await press(pilot, "ctrl+s")
        await until(pilot, path.exists)
    assert read_document(path).tables["map"]["topology"] == "cube"


async def test_a_map_of_another_program_becomes_a_battle_with_a_map_of_its_own(
    keep: Path, tmp_path: Path
) -> None:
    path = tmp_path / "crypt.json"
    path.write_text(
        '{"title": "Crypt", "rects": [{"x": 0, "y": 0, "w": 3, "h": 3},'
        ' {"x": 3, "y": 1, "w": 1, "h": 1}, {"x": 4, "y": 0, "w": 3, "h": 3}],'
        ' "doors": [{"x": 3, "y": 1, "dir": {"x": 1, "y": 0}, "type": 1}],'
        ' "notes": [], "columns": [], "water": []}'
    )
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await press(pilot, "e", "i")
        await typed(pilot, str(path))
        await came(pilot, PickCard)
        await press(pilot, *"d20", "enter")
        await came(pilot, EditorScreen)
        assert "No faults" in shown(pilot)
        await press(pilot, "ctrl+s")
        await typed(pilot, "Crypt")
        await came(pilot, EditorScreen)
    assert not check_file(file_of("Crypt"))
    named = read_document(file_of("Crypt")).tables["map"]
    assert (maps_folder() / named).exists()


async def test_a_game_in_which_nothing_can_be_written_says_so(keep: Path) -> None:
    shutil.rmtree(maps_folder().parent)
    maps_folder().parent.write_text("no folder")
    async with editing(keep, on_squares()) as pilot:
        await draw_with(pilot, "wall")
        await press(pilot, "enter", "right", "enter")
        (note,) = told(pilot)
        assert note.startswith("Changes are not written down until they are kept")
        await press(pilot, "ctrl+s")
        await typed(pilot, "yard")
        await came(pilot, EditorScreen)
        assert len(told(pilot)) == 2


TILED = """\
<map orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8">
<tileset firstgid="1" name="yard" tilewidth="8" tileheight="8"><tile id="0" type="tree"/></tileset>
<layer name="one" width="3" height="2"><data encoding="csv">1,2,3,3,3,2</data></layer></map>
"""


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_tiles_that_a_file_does_not_tell_are_asked_for(
    keep: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    (tmp_path / "yard.tmx").write_text(TILED)

    async def begun(pilot: Pilot[int]) -> None:
        await came(pilot, ChooserScreen)
        await press(pilot, "i")
        await came(pilot, TextCard)
        pilot.app.screen.query_one(Input).value = str(tmp_path / "yard.tmx")
        await press(pilot, "enter")
        await came(pilot, TilesCard)

    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await came(pilot, StartScreen)
        await press(pilot, "e")
        await begun(pilot)
        assert "tile 2 of yard" in shown(pilot)
        await press(pilot, "escape")
        await begun(pilot)
        await press(pilot, "down", "enter")  # the most frequent first: tile 2
        await came(pilot, PickCard)
        await press(pilot, *"wall", "enter")
        await came(pilot, TilesCard)
        await press(pilot, "ctrl+s")
        await came(pilot, PickCard)
        await press(pilot, *"by", "space", *"itself", "enter")
        await came(pilot, EditorScreen)
        assert editor(pilot)._one.table(("grid",)).split() == ["T.#", "##."]
        assert any("1 × 2" in one for one in told(pilot))
        await press(pilot, "q")  # what has been told would be lost
        await came(pilot, LeaveCard)


async def test_much_that_was_left_out_is_told_by_number_and_can_be_read_whole(
    keep: Path, tmp_path: Path
) -> None:
    plan = {
        "resolution": {"map_size": {"x": 3, "y": 2}, "pixels_per_grid": 70},
        "image": "AAAA",
        **{f"unheard_of_{n}": 1 for n in range(8)},
    }
    (tmp_path / "hall.dd2vtt").write_text(json.dumps(plan))
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await came(pilot, StartScreen)
        await press(pilot, "e")
        await came(pilot, ChooserScreen)
        await press(pilot, "i")
        await came(pilot, TextCard)
        pilot.app.screen.query_one(Input).value = str(tmp_path / "hall.dd2vtt")
        await press(pilot, "enter")
        await came(pilot, PickCard)
        await press(pilot, *"by", "space", *"itself", "enter")
        await came(pilot, EditorScreen)
        assert "9 things were left out (^p, Notices tells what)." in told(pilot)
        pilot.app.open_screen("notices")
        await came(pilot, NoticesCard)
        assert "the picture" in shown(pilot)
        assert "unheard_of_7" in shown(pilot)
