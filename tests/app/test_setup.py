"""Setting a battle up: recent setups, dice, names, and what is opened when."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest
from app.players import CROSSING, SCENARIOS, game, press, screen, settled, shown, until
from gate import slow
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.names_card import NamesCard
from tacsim.app.menus.recent_card import RecentCard
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.menus.start import StartScreen
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.app import TacsimApp
from tacsim.player.kept.recent import read_recent
from tacsim.player.opening import game_of
from tacsim.player.pointing.tools import Tool

pytestmark = pytest.mark.asyncio
WALL = SCENARIOS / "wall.toml"


class Open(Protocol):
    def __call__(self, size: tuple[int, int] = ...) -> AbstractAsyncContextManager[Pilot[int]]: ...


@pytest.fixture
def opened(keep: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """The game at its start, with two scenarios."""
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [CROSSING, WALL])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())

    @asynccontextmanager
    async def start(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[int]]:
        async with TacsimApp(keep=keep).run_test(size=size) as pilot:
            await until(pilot, lambda: pilot.app.screen.stands)
            yield pilot

    return start


async def skirmish(pilot: Pilot[int]) -> SkirmishScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
    await until(pilot, lambda: pilot.app.screen.stands)
    found = pilot.app.screen
    assert isinstance(found, SkirmishScreen)
    return found


async def begun(pilot: Pilot[int]) -> BattleScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
    await settled(pilot)
    return screen(pilot)


def told(pilot: Pilot[int]) -> str:
    """What was said in passing."""
    return "\n".join(one.message for one in pilot.app._notifications)


def recents(keep: Path) -> list[str]:
    return [one.name for one in read_recent(keep.with_name("recent.json"))[0]]


async def offered(pilot: Pilot[int], title: str) -> bool:
    """Whether the command palette has something."""
    behind = pilot.app.screen
    await pilot.press("ctrl+p")
    await until(pilot, lambda: pilot.app.screen is not behind)
    titles = [one.title for one in pilot.app.get_system_commands(behind)]
    assert "New (n)" in titles
    await pilot.press("escape")
    await until(pilot, lambda: pilot.app.screen is behind)
    return title in titles


async def test_one_key_fights_the_last_battle_again(opened: Open, keep: Path) -> None:
    async with opened() as pilot:
        assert "Fight again" not in shown(pilot)
        assert not await offered(pilot, "Fight again (f)")
        await pilot.press("f")
        await until(pilot, lambda: "No battle has been set up yet" in told(pilot))
        await pilot.press("n")
        await skirmish(pilot)
        await pilot.press("tab", "down", "right", "down", "down", "enter", "b")
        first = (await begun(pilot)).game
        await press(pilot, "q")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        assert "Fight again     " + first.name in shown(pilot)
        assert await offered(pilot, "Fight again (f)")
        assert pilot.app.screen.query_one(OptionList).highlighted == 0
        await pilot.press("f", "f")
        fresh = (await begun(pilot)).game
        assert fresh is not first
        assert fresh.scenario == first.scenario
        assert fresh.controllers == first.controllers
        assert fresh.controllers["raiders"] == "ai:cautious"
        assert fresh.opening.fog
        assert fresh.save != first.save
        assert recents(keep) == [first.name]
    async with opened() as pilot:
        await pilot.press("enter")
        assert (await begun(pilot)).game.controllers == first.controllers


async def test_the_setup_opens_with_what_was_last_chosen(opened: Open, keep: Path) -> None:
    async with opened() as pilot:
        await pilot.press("n")
        await skirmish(pilot)
        await pilot.press("down", "tab", "down", "down", "down", "enter", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextCard))
        assert pilot.app.focused is pilot.app.screen.query_one(Input)
        pilot.app.screen.query_one(Input).value = ""
        await pilot.press(*"-77", "enter")
        await skirmish(pilot)
        assert "seed -77" in shown(pilot)
        await pilot.press("b")
        await begun(pilot)
        await press(pilot, "q")
        await pilot.press("tab", "up", "b")
        await begun(pilot)
        assert recents(keep) == ["The crossing", read_name(WALL)]
    async with opened() as pilot:
        await pilot.press("n")
        setup = await skirmish(pilot)
        assert setup.setup is not None
        assert setup.setup.name == "The crossing"
        await pilot.press("down")
        await until(pilot, lambda: setup.setup is not None and setup.setup.path == WALL.resolve())
        assert setup.setup.settings.seed == -77


def read_name(path: Path) -> str:
    return game_of(path).name


async def test_a_seed_that_is_none_is_refused_with_a_line(opened: Open) -> None:
    async with opened() as pilot:
        await pilot.press("n")
        setup = await skirmish(pilot)
        await pilot.press("tab", "down", "down", "down", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextCard))
        await pilot.press("1", "x")
        await until(pilot, lambda: "a whole number of 64 bits" in shown(pilot))
        for text in ("9223372036854775808", "-", "1_0", "٣"):
            pilot.app.screen.query_one(Input).value = text
            await until(pilot, lambda: "a whole number of 64 bits" in shown(pilot))
            await pilot.press("enter", "enter")
            assert isinstance(pilot.app.screen, TextCard)
        pilot.app.screen.query_one(Input).value = "9223372036854775807"
        await pilot.press("enter")
        await skirmish(pilot)
        assert setup.setup is not None
        assert setup.setup.settings.seed == 2**63 - 1
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextCard))
        pilot.app.screen.query_one(Input).value = ""
        await until(pilot, lambda: "A seed is a whole number. The same" in shown(pilot))
        await pilot.press("enter")
        await skirmish(pilot)
        assert setup.setup.settings.seed is None


async def test_names_are_given_and_stand_in_the_battle(opened: Open, keep: Path) -> None:
    async with opened() as pilot:
        await pilot.press("n")
        setup = await skirmish(pilot)
        await pilot.press("n", "n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NamesCard))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextCard))
        pilot.app.screen.query_one(Input).value = "brin"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NamesCard))
        assert all(f"Brin {number}" in shown(pilot) for number in (1, 2))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextCard))
        assert pilot.app.screen.query_one(Input).value == "brin"
        for wrong, said in (
            ("a\u200bb", "There is a character"),
            (" ", "needs"),
        ):
            pilot.app.screen.query_one(Input).value = wrong
            await until(pilot, lambda said=said: said in shown(pilot))
            await pilot.press("enter")
            assert isinstance(pilot.app.screen, TextCard)
        pilot.app.screen.query_one(Input).value = "[b]Änne"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NamesCard))
        await until(pilot, lambda: "[b]Änne" in shown(pilot))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextCard))
        pilot.app.screen.query_one(Input).value = "Bo"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NamesCard))
        await pilot.press("delete", "escape")
        await skirmish(pilot)
        assert "1 of your own" in shown(pilot)
        assert setup.setup is not None
        assert setup.setup.settings.names == {"creature": {"aldis": "[b]Änne"}}
        await pilot.press("b")
        battle = await begun(pilot)
        assert "[b]Änne" in shown(pilot)
        assert battle.seat.battle.world["brin"].name == "Brin"
        await press(pilot, "q")
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RecentCard))
        await until(pilot, lambda: "name of your own" in " ".join(shown(pilot).split()))


async def test_what_is_chosen_is_there_again_when_the_setup_was_left(opened: Open) -> None:
    async with opened() as pilot:
        await pilot.press("n")
        setup = await skirmish(pilot)
        assert setup.setup is not None
        setup.setup.rename("creature", "ogre", "Grum")
        await pilot.press("down")
        await until(pilot, lambda: setup.setup is not None and setup.setup.path == WALL)
        setup.setup.settings.fog = True
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.press("n")
        fresh = await skirmish(pilot)
        assert fresh is not setup
        assert fresh.setup is not None
        assert (fresh.setup.path, fresh.setup.settings.fog) == (WALL, True)
        await pilot.press("up", "b")
        battle = await begun(pilot)
        assert battle.seat.battle.world["ogre"].name == "Grum"


async def test_the_first_battle_offered_is_the_one_that_the_readme_shows(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.stands)
        await pilot.press("n")
        setup = (await skirmish(pilot)).setup
        assert setup is not None
        assert setup.path is not None
        assert setup.path.stem == "ogre_bridge"


async def test_recent_setups_are_chosen_and_begun(opened: Open, keep: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone.toml"
    gone.write_text(CROSSING.read_text().replace("The crossing", "Gone"))
    async with opened() as pilot:
        app = pilot.app
        assert isinstance(app, TacsimApp)
        for path in (gone, CROSSING, WALL):
            app.begin(game_of(path, sides={"raiders": "ai:greedy"}, seed=4))
            await begun(pilot)
            await press(pilot, "q")
        gone.unlink()
        await pilot.press("n")
        setup = await skirmish(pilot)
        await pilot.press("r", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RecentCard))
        text = shown(pilot)
        assert "the computer, recruit ∙ seed 4" in text
        assert "gone.toml: is no longer there" in text
        await pilot.press("down", "enter")
        await skirmish(pilot)
        await until(pilot, lambda: setup.setup is not None and setup.setup.name == "The crossing")
        assert setup.setup.settings.seed == 4
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RecentCard))
        await pilot.press("down", "down", "f", "f")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RecentCard))
        await pilot.press("f", "f")
        assert (await begun(pilot)).game.name == read_name(WALL)


async def test_a_damaged_file_of_setups_is_said_once_and_kept(opened: Open, keep: Path) -> None:
    file = keep.with_name("recent.json")
    file.write_text("{")
    async with opened() as pilot:
        await until(pilot, lambda: "recent-damaged-1.json" in told(pilot))
        await pilot.press("n")
        await skirmish(pilot)
        assert told(pilot).count("\n") == 0
    assert file.with_name("recent-damaged-1.json").read_text() == "{"


async def test_a_battle_gone_on_with_is_no_new_setup(opened: Open, keep: Path) -> None:
    left = game(saved=True)
    left.session.begin()
    left.close()
    async with opened() as pilot:
        await pilot.press("c", "enter")
        await begun(pilot)
    assert recents(keep) == []


@pytest.mark.parametrize(
    ("sides", "at_once"),
    [({"heroes": "ai"}, False), *slow(({}, False)), ({"heroes": "ai", "raiders": "greedy"}, True)],
)
async def test_a_battle_that_no_person_plays_opens_in_its_setup_unless_all_sides_are_given(
    keep: Path, tmp_path: Path, sides: dict[str, str], at_once: bool
) -> None:
    path = tmp_path / "watched.toml"
    path.write_text(CROSSING.read_text().replace('"human"', '"ai"'))
    setup = game_of(path, sides=sides, seed=5, fog=True, names={"ogre": "Grum"})
    assert setup.ready is at_once
    async with TacsimApp(keep=keep, setup=setup).run_test(size=(80, 24)) as pilot:
        await skirmish(pilot)
        text = shown(pilot)
        assert "seed 5" in text
        assert "on: what its creatures see" in text
        assert "1 of your own" in text
        await pilot.press("b")
        await until(pilot, lambda: len(pilot.app.screen_stack) > 2)
        fight = screen(pilot).game
        assert fight.session.battle.world.dice.seed == 5
        assert fight.session.battle.world["ogre"].name == "Grum"


async def test_keys_typed_while_screens_are_made_arrive_in_order(opened: Open) -> None:
    async with opened() as pilot:
        for key in ("n", "enter", "right", "right", "right", "down", "enter", "a"):
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        battle = await begun(pilot)
        await settled(pilot)
        fight = battle.seat.battle
        assert fight.world["aldis"].at == (8, 6), "from (5, 5) three to the right and one down"
        assert battle.seat.selection.tool == Tool("act", "strike")


async def test_one_key_in_the_setup_goes_on_with_the_battle_that_was_left(opened: Open) -> None:
    async with opened() as pilot:
        await pilot.press("n")
        await skirmish(pilot)
        await pilot.press("enter")
        first = (await begun(pilot)).game
        for key in ("c", "enter"):
            await press(pilot, "right", "enter", "q")
            setup = await skirmish(pilot)
            await until(pilot, lambda: "c goes on with the battle you left, b" in shown(pilot))
            await pilot.press(key)
            again = (await begun(pilot)).game
            assert again.save == first.save
            assert setup is not pilot.app.screen
        await press(pilot, "q")
        await skirmish(pilot)
        await pilot.press("b")
        assert (await begun(pilot)).game.save != first.save


async def test_a_preset_of_switches_is_chosen_in_the_setup(opened: Open) -> None:
    async with opened() as pilot:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        setup = pilot.app.screen
        await until(pilot, lambda: setup.setup is not None)
        await settled(pilot)
        menu = setup.query_one("#settings", OptionList)
        menu.focus()
        menu.highlighted = menu.get_option_index("preset")
        await settled(pilot)
        chosen = setup.setup.settings
        assert chosen.switches["overrun_charge"]
        await press(pilot, "right")
        assert not chosen.switches["overrun_charge"]
        assert chosen.switches["run_by_text"]
        assert "as source 002 has them" in str(menu.get_option("preset").prompt)
        chosen.switches["morale"] = True
        setup._fit()
        assert "your own choice" in str(menu.get_option("preset").prompt)
        await press(pilot, "right")
        assert "as they come" in str(menu.get_option("preset").prompt)
        assert not chosen.switches["morale"]


async def test_keys_pressed_fast_change_what_the_bar_is_on_by_then(opened: Open) -> None:
    """The first Right goes to the settings, each that follows changes one: none is lost."""
    async with opened() as pilot:
        await pilot.press("n")
        shows = await skirmish(pilot)
        for key in ("down", "right", "right", "right"):  # at once, before anything is drawn anew
            pilot.app.post_message(Key(key, None))
        await until(pilot, lambda: shows.setup is not None and shows.setup.path == WALL.resolve())
        assert shows.setup is not None
        heroes, *_ = shows.setup.settings.controllers
        await until(pilot, lambda: shows.setup.settings.controllers[heroes] == "ai:cautious")


async def test_every_name_in_the_list_is_whole_at_a_smaller_size_and_the_choice_stays(
    keep: Path,
) -> None:
    async with TacsimApp(keep=keep).run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: pilot.app.screen.stands)
        await pilot.press("n")
        screen_ = await skirmish(pilot)
        await pilot.press("down", "down")
        chosen = screen_.query_one("#scenarios", OptionList).highlighted
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: "The griffon's" in shown(pilot))
        listed = [line[:21].split() for line in shown(pilot).splitlines()]
        at = listed.index(["The", "griffon's"])
        assert listed[at + 1] == ["cliff"]
        assert screen_.query_one("#scenarios", OptionList).highlighted == chosen
