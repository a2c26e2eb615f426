"""All that keys do is in the command palette: whatever the tables have, on its screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from app.edit.editing import editing, on
from app.players import SCENARIOS, settled, until
from app.replay.watchers import saved
from app.test_offered import MOTIONS
from app.test_screens import loaded
from textual.actions import parse
from textual.binding import Binding
from textual.pilot import Pilot
from textual.screen import Screen

from tacsim.app.menus.saves import SavesScreen
from tacsim.app.replay.branch_tree import BranchTree
from tacsim.app.shell.app import _SCREENS, TacsimApp
from tacsim.app.shell.frame import GameScreen, Part
from tacsim.app.shell.keys import BATTLE, DIRECTIONS, EDITOR, SEEN
from tacsim.content.library import lessons
from tacsim.player.opening import game_of

pytestmark = pytest.mark.asyncio


async def offered(pilot: Pilot[int]) -> set[str]:
    """The actions that the palette offers over the screen in front."""
    app, behind = pilot.app, pilot.app.screen
    await pilot.press("ctrl+p")
    await until(pilot, lambda: app.screen is not behind)
    chosen = [one.callback for one in app.get_system_commands(behind)]
    await pilot.press("escape")
    await until(pilot, lambda: app.screen is behind)
    return {
        one.args[0] for one in chosen if isinstance(one, partial) and one.func == app.run_action
    }


def bound(screen: Screen[object]) -> set[str]:
    """The actions that keys have on a screen now, save those that only move."""
    found = set[str]()
    for node in screen.walk_children(with_self=True):
        if not isinstance(node, GameScreen | Part):
            continue
        for one in Binding.make_bindings(type(node).BINDINGS):
            _namespace, action, parameters = parse(one.action)
            able = node.check_action(action, parameters) and node.offers(action, parameters)
            if one.description and able and action not in MOTIONS:
                found.add(one.action)
    return found


async def test_all_keys_of_a_battle_are_offered_in_one_that_has_what_they_are_about(
    keep: Path,
) -> None:
    """Rules of pools with levels, of the 5e family, and of d20 in a lesson."""
    found = set[str]()
    for path in (SCENARIOS / "tower.toml", SCENARIOS / "flanked.toml", lessons()[0]):
        app = TacsimApp(keep=keep, game=game_of(path).begin())
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            found |= await offered(pilot)
    assert {key.action for key in (*BATTLE, *DIRECTIONS)} - found == set()


async def test_all_keys_of_a_replay_are_offered(keep: Path) -> None:
    app = TacsimApp(keep=keep, replay=saved(SCENARIOS / "tower.toml", rounds=2))
    async with app.run_test(size=(80, 24)) as pilot:
        await loaded(pilot)
        assert {key.action for key in SEEN} - await offered(pilot) == set()
        await pilot.press("g")
        await until(pilot, lambda: app.screen.query_one(BranchTree).menu.has_focus)
        tree = {one for one in bound(app.screen) if one.startswith(("ask", "select"))}
        assert {"select", "ask('name')", "ask('verify')"} <= tree
        assert tree - await offered(pilot) == set()


async def test_all_keys_of_the_editor_are_offered(keep: Path) -> None:
    async with editing(keep, on("pool", "cube")) as pilot:
        assert {key.action for key in (*EDITOR, *DIRECTIONS)} - await offered(pilot) == set()


@pytest.mark.parametrize("name", ["start", "new", "gauntlet", *_SCREENS])
async def test_what_keys_do_now_on_a_screen_is_offered_wherever_it_is_bound(
    keep: Path, name: str
) -> None:
    """Also of parts that do not have the focus, and what a list does with its line."""
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen.stands)
        first = app.screen
        if name != "start":
            app.open_screen(name)
            await until(pilot, lambda: app.screen is not first and app.screen.stands)
        assert bound(app.screen)
        assert bound(app.screen) - await offered(pilot) == set()


async def test_the_palette_opens_the_line_of_a_list_as_enter_does(keep: Path) -> None:
    saved(rounds=2)
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("replays")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen) and app.screen.stands)
        behind = app.screen
        await pilot.press("ctrl+p")
        await until(pilot, lambda: app.screen is not behind)
        commands = {one.title: one for one in app.get_system_commands(behind)}
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is behind)
        await commands["Open (Enter)"].callback()
        await loaded(pilot)
