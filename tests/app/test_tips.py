"""Hints are said once, where they first matter, and go with the next act."""

from __future__ import annotations

import tomllib
from pathlib import Path

import attrs
import pytest
from app.players import game, press, screen, seat, settled, shown, until
from textual.pilot import Pilot

from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.keymaps import Keymap
from tacsim.app.shell.options import Options, read_options, write_options
from tacsim.content.library import lessons
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.player.game import Game, new_game
from tacsim.player.tips import TIPS

pytestmark = pytest.mark.asyncio
HINTED = Options(motion=False, zoom="normal", hints=True)


def told(pilot: Pilot[int]) -> list[str]:
    """The hints on the screen."""
    text = shown(pilot)
    return [name for name, (said, _) in TIPS.items() if said.format_map(Keymap().battle) in text]


def seen(keep: Path) -> list[str]:
    return tomllib.loads(keep.with_name("learned.toml").read_text("utf-8"))["hints"]


def hinted(tmp_path: Path) -> Path:
    keep = tmp_path / "options.toml"
    write_options(keep, HINTED)
    return keep


async def begun(app: TacsimApp, pilot: Pilot[int], played: Game) -> None:
    app.open_battle(played)
    await settled(pilot)


async def test_a_hint_comes_once_and_goes_with_the_next_act(tmp_path: Path):
    keep = hinted(tmp_path)
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(60, 20)) as pilot:
        await begun(app, pilot, game(fog=True))
        assert told(pilot) == ["fog"]
        await press(pilot, "x", "right", "escape")
        assert told(pilot) == ["fog"], "one cell further it may still be read"
        await press(pilot, "full_stop")
        assert "fog" not in told(pilot)
        screen(pilot).action_leave()
        await until(pilot, lambda: not isinstance(app.screen, BattleScreen))
        await begun(app, pilot, game(fog=True))
        assert "fog" not in told(pilot)
    assert "fog" in seen(keep)
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(60, 20)) as pilot:
        await begun(app, pilot, game(fog=True))
        assert "fog" not in told(pilot), "in another game neither"


async def test_a_hint_leaves_its_line_to_the_cells_pointed_at(tmp_path: Path):
    app = TacsimApp(keep=hinted(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, game(fog=True))
        assert told(pilot) == ["fog"]
        for _ in range(3):
            await press(pilot, "right")
        assert told(pilot) == [], "nor does another that matters less come in its place"
        assert "(" in shown(pilot).splitlines()[-3], "the cell is told again"


async def test_a_hint_stands_beside_what_is_told_of_the_cell_pointed_at(tmp_path: Path):
    """Where there is no room for both it waits."""
    beside = new_game(_untaught("2_reach"), {"students": "human", "foes": "script"}, keep=False)
    keep = hinted(tmp_path)
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, beside)
        await press(pilot, "right", "right")
        line = shown(pilot).splitlines()[-3]
        x, y = seat(pilot).selection.cursor[:2]
        assert line.split()[0] == f"({x},{y})"
        assert line.rstrip().endswith("w says why.")
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(60, 20)) as pilot:
        assert seen(keep) == ["threatened", "provokes"]
        await begun(app, pilot, game(fog=True))
        assert told(pilot) == ["fog"]
        await press(pilot, "x", "tab")
        line = shown(pilot).splitlines()[-3]
        assert "Ogre" in line
        assert not told(pilot)


async def test_hints_can_be_turned_off_and_seen_anew(tmp_path: Path):
    keep = hinted(tmp_path)
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, game(fog=True))
        app.set_options(hints=False)
        await settled(pilot)
        assert not told(pilot)
        assert not read_options(keep).hints
        app.set_options(hints=True)
        await settled(pilot)
        assert not seen(keep)
        await press(pilot, "full_stop", "right")
        assert told(pilot) == ["fog"], "what happened meanwhile is told first"


async def test_a_way_that_provokes_is_told_before_anything_else(tmp_path: Path):
    beside = new_game(_untaught("2_reach"), {"students": "human", "foes": "script"}, keep=False)
    app = TacsimApp(keep=hinted(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, beside)
        assert told(pilot) == ["threatened"]
        await press(pilot, "right", "right")
        assert told(pilot) == ["provokes"]
        assert "Enter" in shown(pilot), "what Enter would do is still said"


async def test_what_can_be_taken_back_is_told(tmp_path: Path):
    app = TacsimApp(keep=hinted(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, game())
        await press(pilot, "right", "enter")
        assert told(pilot) == ["undo"]


async def test_a_foe_near_enough_to_charge_is_told(tmp_path: Path):
    beside = new_game(_untaught("4_charge"), {"students": "human", "foes": "script"}, keep=False)
    app = TacsimApp(keep=hinted(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, beside)
        assert told(pilot) == ["charge"]


async def test_the_first_squeeze_is_told(tmp_path: Path):
    chosen = {"students": "human", "goblins": "script", "rats": "script"}
    narrow = new_game(_untaught("5_squeezing"), chosen, keep=False)
    app = TacsimApp(keep=hinted(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, narrow)
        assert "squeezing" not in told(pilot)
        await press(pilot, "down", *["right"] * 5)
        assert told(pilot) == ["squeezing"]


async def test_after_handing_over_it_is_told_what_is_shown(tmp_path: Path):
    shared = new_game(_untaught("6_fog"), {"north": "human", "south": "human"}, keep=False)
    app = TacsimApp(keep=hinted(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_battle(shared)
        for expected in ("fog", "handover"):
            await until(pilot, lambda: isinstance(app.screen, HandoverScreen) and app.screen.stands)
            await pilot.press("enter")
            await settled(pilot)
            assert told(pilot) == [expected]
            await pilot.press("full_stop")


def _untaught(name: str) -> Scenario:
    """A lesson's battle, without the lesson."""
    scenario = read_scenario(next(path for path in lessons() if path.stem == name))
    return attrs.evolve(scenario, lesson=None)


async def test_what_cannot_be_kept_is_said_once(tmp_path: Path):
    keep = hinted(tmp_path)
    keep.with_name("learned.toml.new").mkdir()
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, game(fog=True))
        assert told(pilot) == ["fog"]
        notes = [str(note.message) for note in app._notifications]
        assert ["It is not kept which hints were seen" in note for note in notes] == [True]


async def test_a_lesson_says_no_hints(tmp_path: Path):
    app = TacsimApp(keep=hinted(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_lesson(lessons()[0])
        await settled(pilot)
        assert not told(pilot)


async def test_every_hint_fits_the_smallest_terminal():
    for said, _ in TIPS.values():
        assert len(said.format_map(Keymap().battle)) <= 58
