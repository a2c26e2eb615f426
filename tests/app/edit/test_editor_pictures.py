"""What the editor looks like: what it begins from, the map, its cards."""

from __future__ import annotations

import shutil
from typing import Any

import pytest
from app.edit.editing import came
from app.players import SCENARIOS, until
from app.test_snapshots import Before
from app.test_snapshots import compare as compare  # a fixture
from textual.pilot import Pilot
from textual.widgets import OptionList

from tacsim.app.edit.chooser import ChooserScreen
from tacsim.app.edit.screen import EditorScreen
from tacsim.player.kept.own_battles import Manuscript, maps_folder, to_be_changed

SIZES = [(60, 20), (80, 24), (140, 45)]


def keys(*names: str) -> Before:
    async def before(pilot: Pilot[int]) -> None:
        await came(pilot, EditorScreen)
        for name in names:
            await pilot.press(name)
            await pilot.pause()
        await pilot.pause()

    return before


def battle(name: str) -> Manuscript:
    return to_be_changed(SCENARIOS / f"{name}.toml")


FIND = ("slash", *"wall", "enter")


@pytest.mark.parametrize("size", SIZES)
def test_what_it_begins_from(
    compare: Any, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    maps_folder().mkdir()
    shutil.copy(SCENARIOS / "crossing.toml", maps_folder() / "one.toml")
    monkeypatch.setattr("tacsim.app.edit.chooser.shipped", lambda: [SCENARIOS / "hexes.toml"])

    async def before(pilot: Pilot[int]) -> None:
        await pilot.press("e")
        await came(pilot, ChooserScreen)
        menu = pilot.app.screen.query_one("#entries", OptionList)
        await until(pilot, lambda: menu.option_count > 8)
        menu.highlighted = 3
        for _ in range(3):
            await pilot.pause()

    assert compare(before, size)


@pytest.mark.parametrize("size", SIZES)
def test_a_rectangle_is_being_drawn(compare: Any, size: tuple[int, int]) -> None:
    drawn = (*FIND, "r", "enter", "right", "right", "down", "down")
    assert compare(keys(*drawn), size, edit=battle("crossing"))


@pytest.mark.parametrize("size", SIZES)
def test_faults(compare: Any, size: tuple[int, int]) -> None:
    one = battle("crossing")
    one.paint([(5, 5)], "wall")
    one.assign(("creature", 1, "kind"), "nobody")
    assert compare(keys("exclamation_mark"), size, edit=one)


@pytest.mark.parametrize("size", SIZES)
def test_barriers_on_hexes(compare: Any, size: tuple[int, int]) -> None:
    drawn = ("slash", *"hedge", "enter", "r", "enter", "right", "right", "down", "down")
    assert compare(keys(*drawn), size, edit=battle("hexes"))


@pytest.mark.parametrize("size", SIZES)
def test_levels_of_cubes(compare: Any, size: tuple[int, int]) -> None:
    drawn = ("greater_than_sign", "e", *FIND, "enter", "shift+right", "shift+right")
    assert compare(keys(*drawn), size, edit=battle("tower"))


@pytest.mark.parametrize("size", SIZES)
def test_the_bestiary_searched(compare: Any, size: tuple[int, int]) -> None:
    assert compare(keys("slash", *"ogre"), size, edit=battle("crossing"))


@pytest.mark.parametrize("size", SIZES)
def test_the_battle_and_its_parts(compare: Any, size: tuple[int, int]) -> None:
    assert compare(keys("B"), size, edit=battle("goals"))


@pytest.mark.parametrize("size", SIZES)
def test_the_goals(compare: Any, size: tuple[int, int]) -> None:
    assert compare(keys("G"), size, edit=battle("goals"))


def test_leaving(compare: Any) -> None:
    assert compare(keys(*FIND, "enter", "q"), (80, 24), edit=battle("crossing"))


@pytest.mark.parametrize("graphics", ["ascii", "mono"])
def test_without_colours_or_signs(
    compare: Any, graphics: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tacsim.app.shell.app import TacsimApp

    async def before(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, TacsimApp)
        shown = {"graphics": "ascii"} if graphics == "ascii" else {"palette": "mono"}
        pilot.app.set_options(**shown)
        await keys("slash", *"hedge", "enter", "enter", "right", "right")(pilot)

    assert compare(before, (80, 24), edit=battle("crossing"))
