"""The cards of the editor: fields by their forms, sides, goals, switches, the map's size."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.edit.editing import came, draw_with, editing, editor, on, on_squares, press, told
from app.players import shown
from gate import slow
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, TextArea

from tacsim.app.edit.form_card import FormCard
from tacsim.app.edit.lines_card import LinesCard
from tacsim.app.edit.list_card import ListCard
from tacsim.app.edit.pick_card import PickCard, TickCard
from tacsim.app.edit.screen import EditorScreen
from tacsim.app.menus.text_card import TextCard
from tacsim.app.menus.writing import WritingScreen
from tacsim.content.editing.pen import Marks

SIZES = [(60, 20), (80, 24), (140, 45)]


def table(pilot: Pilot[int], *path: str | int, of_map: bool = False) -> object:
    return editor(pilot)._one.table(path, of_map=of_map)


async def at(pilot: Pilot[int], key: str) -> None:
    """Put the bar of the list in front on a line, by its id or the beginning of what it says."""
    menu = pilot.app.screen.query_one(OptionList)
    found = [
        n for n, option in enumerate(menu.options)
        if option.id == key or str(option.prompt).strip().startswith(key)
    ]  # fmt: skip
    menu.highlighted = found[0]
    await pilot.pause()


async def typed(pilot: Pilot[int], text: str) -> None:
    await came(pilot, TextCard)
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")


async def open_creature(pilot: Pilot[int]) -> None:
    editor(pilot).drawing.point((4, 7))
    await press(pilot, "o")
    await came(pilot, FormCard)


@pytest.mark.parametrize("size", SIZES)
async def test_a_creature_is_filled_in_and_the_file_says_so(
    keep: Path, size: tuple[int, int]
) -> None:
    async with editing(keep, on_squares(), size) as pilot:
        await open_creature(pilot)
        await at(pilot, "hp")
        await press(pilot, "enter")
        await typed(pilot, "none")
        assert "must be a whole number from 1 to 10000" in shown(pilot)
        await typed(pilot, "23")
        await came(pilot, FormCard)
        assert table(pilot, "creature", 0, "hp") == 23
        await at(pilot, "weapons")
        await press(pilot, "enter")
        await came(pilot, TickCard)
        await at(pilot, "longsword")
        await press(pilot, "space", "enter")
        await came(pilot, FormCard)
        assert set(table(pilot, "creature", 0, "weapons")) == {"club", "longsword"}
        await at(pilot, "kind")
        await press(pilot, "enter")
        await came(pilot, PickCard)
        await press(pilot, *"ogre", "enter")
        await came(pilot, FormCard)
        assert table(pilot, "creature", 0, "kind") == "ogre"
        await at(pilot, "hp")
        await press(pilot, "delete")
        assert "hp" not in table(pilot, "creature", 0)
        await press(pilot, "escape", "u", "u", "u", "u")
        assert table(pilot, "creature", 0) == {
            "id": "hero", "kind": "dummy", "side": "heroes", "at": [4, 7],
        }  # fmt: skip


async def test_a_click_ticks_and_the_last_line_keeps(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await open_creature(pilot)
        await at(pilot, "conditions")
        await press(pilot, "enter")
        await came(pilot, TickCard)
        menu = pilot.app.screen.query_one(OptionList)
        x, y = menu.content_region.offset
        for row in (0, 1, 1):
            await pilot.click(offset=(x + 5, y + row))
        first = str(menu.get_option_at_index(0).prompt)
        assert first.strip().startswith("✓")
        assert "✓" not in str(menu.get_option_at_index(1).prompt)
        await press(pilot, "end", "enter")
        await came(pilot, FormCard)
        assert len(table(pilot, "creature", 0, "conditions")) == 1


async def test_behaviour_has_a_card_of_its_own_and_cells_are_marked_on_the_map(
    keep: Path,
) -> None:
    async with editing(keep, on_squares()) as pilot:
        await open_creature(pilot)
        await at(pilot, "behaviour")
        await press(pilot, "enter")
        await came(pilot, FormCard)
        await at(pilot, "temper")
        await press(pilot, "right")
        assert table(pilot, "creature", 0, "behaviour") == {"temper": "aggressive"}
        await at(pilot, "holds")
        await press(pilot, "enter")
        await came(pilot, EditorScreen)
        assert editor(pilot).pen.brush == Marks(("creature", 0, "behaviour", "holds"))
        await press(pilot, "r", "enter", "right", "down", "enter")
        assert table(pilot, "creature", 0, "behaviour", "holds") == [
            [4, 7], [5, 7], [4, 8], [5, 8],
        ]  # fmt: skip
        assert "No faults" in shown(pilot)


async def test_sides_are_added_named_and_played(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await press(pilot, "S")
        await came(pilot, ListCard)
        await press(pilot, "n")
        await came(pilot, FormCard)
        await at(pilot, "name")
        await press(pilot, "enter")
        await typed(pilot, "The Watch")
        await came(pilot, FormCard)
        await at(pilot, "controller")
        await press(pilot, "right")
        await at(pilot, "id")
        await press(pilot, "enter")
        await typed(pilot, "watch")
        await press(pilot, "escape")
        await came(pilot, ListCard)
        assert "The Watch" in shown(pilot)
        await press(pilot, "escape")
        made = table(pilot, "side", 2)
        assert (made["id"], made["name"]) == ("watch", "The Watch")
        assert 'side "watch" has no creature' in str(editor(pilot)._one.read.faults[0].fault)
        await draw_with(pilot, "orc")
        await press(pilot, "right_square_bracket", "right_square_bracket", "enter")
        assert table(pilot, "creature", 2, "side") == "watch"
        await press(pilot, "S", "end", "delete", "escape")
        assert len(table(pilot, "side")) == 2


@pytest.mark.parametrize("kind", ["hold", *slow("reach", "slay"), "survive"])
async def test_a_goal_of_each_kind_is_sound_at_once(keep: Path, kind: str) -> None:
    async with editing(keep, on_squares()) as pilot:
        await press(pilot, "G", "n")
        await came(pilot, PickCard)
        await press(pilot, *kind, "enter")
        await came(pilot, FormCard)
        assert table(pilot, "goal", 0, "kind") == kind
        await press(pilot, "escape", "escape")
        await came(pilot, EditorScreen)
        assert "No faults" in shown(pilot)
        await press(pilot, "G")
        await came(pilot, ListCard)
        told_so = {
            "hold": "Heroes: hold (12,7) for 5 rounds", "reach": "Heroes: reach (12,7)",
            "slay": "Heroes: slay Dummy 2", "survive": "Heroes: survive 5 rounds",
        }  # fmt: skip
        assert told_so[kind] in shown(pilot)
        await press(pilot, "escape")
        if kind in ("hold", "reach"):
            await press(pilot, "G", "enter")
            await came(pilot, FormCard)
            await at(pilot, "cells")
            await press(pilot, "enter")
            await came(pilot, EditorScreen)
            await press(pilot, "right", "enter", "escape")
            assert table(pilot, "goal", 0, "cells") == [[12, 7], [13, 7]]


@pytest.mark.parametrize("size", SIZES)
async def test_the_battle_has_a_name_a_seed_fog_switches_and_words(
    keep: Path, size: tuple[int, int]
) -> None:
    async with editing(keep, on_squares(), size) as pilot:
        await press(pilot, "B")
        await came(pilot, FormCard)
        for key, text in (("name", "In the yard"), ("seed", "7")):
            await at(pilot, key)
            await press(pilot, "enter")
            await typed(pilot, text)
            await came(pilot, FormCard)
        await at(pilot, "fog")
        await press(pilot, "enter")
        await at(pilot, "about")
        await press(pilot, "enter")
        await came(pilot, LinesCard)
        pilot.app.screen.query_one(TextArea).text = "Two lines\nof it."
        await press(pilot, "ctrl+s")
        await came(pilot, FormCard)
        await at(pilot, "Switches")
        await press(pilot, "enter")
        await came(pilot, FormCard)
        await at(pilot, "morale")
        await press(pilot, "enter")
        await press(pilot, "escape", "escape")
        await came(pilot, EditorScreen)
        scenario = editor(pilot)._one.read.whole[0]
        assert (scenario.name, scenario.seed, scenario.fog) == ("In the yard", 7, True)
        assert scenario.about == "Two lines\nof it."
        assert scenario.switches["morale"]


async def test_the_map_grows_and_is_lit_and_labelled(keep: Path) -> None:
    async with editing(keep, on("pool", "cube")) as pilot:
        for line, text in (("Columns of", "9"), ("Rows of", "8"), ("Levels of", "2")):
            await press(pilot, "B")
            await came(pilot, FormCard)
            await at(pilot, line)
            await press(pilot, "enter")
            await typed(pilot, text)
            await came(pilot, FormCard)
            await press(pilot, "escape")
        assert editor(pilot)._one.read.field.size == (9, 8, 2)
        assert editor(pilot).pen.cursor == (8, 7, 0), "it stays on the map"
        await press(pilot, "B")
        await came(pilot, FormCard)
        for line in ("Lamps", "Labels"):
            await at(pilot, line)
            await press(pilot, "enter")
            await came(pilot, ListCard)
            await press(pilot, "n")
            if line == "Labels":
                await typed(pilot, "a key")
                await came(pilot, ListCard)
            await press(pilot, "escape")
            await came(pilot, FormCard)
        assert table(pilot, "label", of_map=True) == [{"at": [8, 7, 0], "text": "a key"}]
        assert table(pilot, "lamp", 0, "radius", of_map=True) == 4
        await press(pilot, "escape", "o")
        await came(pilot, FormCard)
        assert "Cells around it lit" in shown(pilot)


async def test_a_thing_is_laid_down_and_changed_where_it_lies(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await press(pilot, "B")
        await came(pilot, FormCard)
        await at(pilot, "Things on the ground")
        await press(pilot, "enter", "n")
        await came(pilot, FormCard)
        await at(pilot, "weight")
        await press(pilot, "enter")
        await typed(pilot, "3 lb")
        await press(pilot, "escape", "escape", "escape")
        await came(pilot, EditorScreen)
        assert table(pilot, "item", 0) == {
            "id": "thing", "name": "Thing 1", "weight": "3 lb", "at": [12, 7],
        }  # fmt: skip
        assert "No faults" in shown(pilot)
        await press(pilot, "o")
        await came(pilot, FormCard)
        await press(pilot, "escape", "delete", "o")
        assert "There is nothing here but ground." in told(pilot)


async def test_creatures_are_listed_and_taken_away(keep: Path) -> None:
    async with editing(keep, on_squares()) as pilot:
        await press(pilot, "B")
        await came(pilot, FormCard)
        await at(pilot, "Creatures")
        await press(pilot, "enter")
        await came(pilot, ListCard)
        assert "Dummy 2 ∙ dummy ∙ (19,7)" in shown(pilot)
        await press(pilot, "end", "delete", "escape", "escape")
        await came(pilot, EditorScreen)
        assert "1 fault" in shown(pilot)
        assert 'side "foes" has no creature' in str(editor(pilot)._one.read.faults[0].fault)


@pytest.mark.parametrize("size", SIZES)
async def test_a_script_and_monsters_of_the_battle_are_shown_and_written(
    keep: Path, size: tuple[int, int]
) -> None:
    async with editing(keep, on_squares(), size) as pilot:
        await press(pilot, "B")
        await came(pilot, FormCard)
        await at(pilot, "Monsters of its own")
        await press(pilot, "enter")
        await came(pilot, WritingScreen)
        field = pilot.app.screen.query_one(TextArea)
        entry = (
            '[bestiary.gobbo]  # mine\nname = "Gobbo"\nglyph = "g"\nsize = "small"\n'
            'shape = "tall"\nspeed = 6\nhp = 7\nbab = 1\n'
            "abilities = { str = 8, dex = 14, con = 12, int = 8, wis = 9, cha = 8 }\n"
        )
        field.text = entry + "speedd = 6\n"
        await press(pilot, "ctrl+s")
        assert "line 10: bestiary.gobbo.speedd: unknown key" in " ".join(shown(pilot).split())
        field.text = entry
        await press(pilot, "ctrl+s")
        await came(pilot, FormCard)
        await at(pilot, "Script")
        await press(pilot, "enter")
        await came(pilot, WritingScreen)
        pilot.app.screen.query_one(TextArea).text = '[[do]]\nactor = "hero"\nintent = "end_turn"'
        await press(pilot, "ctrl+s")
        await came(pilot, FormCard)
        one = editor(pilot)._one
        assert [step["intent"] for step in one.table(("do",))] == ["end_turn"]
        assert "[bestiary.gobbo]  # mine" in one.texts.own
        assert "gobbo" in one.read.lore.kinds
        await press(pilot, "escape", "u", "u")
        assert one.table(("do",)) is None
        assert one.table(("bestiary",)) is None
