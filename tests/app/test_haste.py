"""Keys that come faster than screens change: none kills the game, and each is for one screen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pyte
import pytest
from app.conftest import Play
from app.halls import hall, person
from app.players import SCENARIOS, brawled, game, quiet, screen, seat, settled, shown, until
from textual.app import ComposeResult
from textual.command import CommandPalette
from textual.containers import VerticalScroll
from textual.events import Click, Key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList, Static

from tacsim.app.battle.cards.acts_card import ActsCard
from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.preview import Preview
from tacsim.app.menus.rules import RulesScreen
from tacsim.app.menus.saves import SavesScreen
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.menus.start import StartScreen
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.frame import Card
from tacsim.core.intents import EndTurn, Move

pytestmark = pytest.mark.asyncio


async def burst(pilot: Pilot[int], *keys: str) -> None:
    """Press keys before the first of them has done anything, then wait."""
    hasty(pilot, *keys)
    for _ in range(10):
        await pilot.pause()


def hasty(pilot: Pilot[int], *keys: str) -> None:
    """Press keys at once, and do not wait."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))


def screens(pilot: Pilot[int]) -> list[type]:
    return [type(one) for one in pilot.app.screen_stack]


async def test_down_is_held_on_the_list_of_skirmishes(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        count = pilot.app.screen.query_one("#scenarios", OptionList).option_count
        for _ in range(3 * count):
            hasty(pilot, "down")
            await pilot._wait_for_screen(timeout=0.001)
        await burst(pilot)
        assert screens(pilot) == [StartScreen, SkirmishScreen]


@pytest.mark.usefixtures("every_frame")
async def test_a_setup_is_shown_as_one_while_the_list_is_moving(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Name, text and settings in every frame are those of one battle, the last that was gone by."""
    some = [SCENARIOS / f"{name}.toml" for name in ("crossing", "wall", "tower", "metres")]
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: some)
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    terminal, frames = pyte.Screen(80, 24), list[tuple[str, str]]()
    stream, fits = pyte.Stream(terminal), list[object]()

    class Watched(TacsimApp):
        def _display(self, screen: Screen[Any], renderable: Any) -> None:
            super()._display(screen, renderable)
            if renderable is None:
                return
            stream.feed(renderable.render_segments(self.console))
            right = [row[31:].strip() for row in terminal.display]
            first = next((y for y, row in enumerate(right) if "a person" in row), 0)
            frames.append((right[1], "\n".join(right[first:])))

    app = Watched(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, SkirmishScreen) and app.screen.stands)
        menu, known = app.screen.query_one("#scenarios", OptionList), set[tuple[str, str]]()
        for at in range(len(some)):
            menu.highlighted = at
            await quiet(pilot)
            known.add(frames[-1])
        show = Preview.show
        monkeypatch.setattr(Preview, "show", lambda *a, **k: fits.append(a) or show(*a, **k))
        frames.clear()
        for _ in range(10):
            hasty(pilot, *["down"] * 6)
            await asyncio.sleep(0.02)
        await quiet(pilot)
        assert menu.highlighted is not None
        assert len(known) == len(some)
        assert set(frames) <= known
        assert str(menu.get_option_at_index(menu.highlighted).prompt).strip() in frames[-1][0]
        assert len(fits) < 30, "those that are gone by are not shown"


async def test_settings_are_changed_while_the_list_is_still_moving(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "tab")
        await pilot.pause()
        skirmish = pilot.app.screen
        assert isinstance(skirmish, SkirmishScreen)
        menu = skirmish.query_one("#scenarios", OptionList)
        for index in range(menu.option_count):
            menu.highlighted = (
                index  # what is shown follows by a message, which is still on its way
            )
            skirmish.action_change(1)
            changed = skirmish.setup
            assert changed is not None
            assert changed.base.name == str(menu.get_option_at_index(index).prompt).strip()
            who = dict(changed.settings.controllers)
            await pilot.pause()
            assert skirmish.setup is changed
            skirmish.action_change(-1)
            assert skirmish.setup is changed
            assert changed.settings.controllers != who


async def test_a_battle_is_begun_while_the_list_is_still_moving(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        menu = pilot.app.screen.query_one("#scenarios", OptionList)
        menu.highlighted = 3
        wanted = str(menu.get_option_at_index(3).prompt).strip()
        await pilot.press("b")
        await settled(pilot)
        assert screen(pilot).game.name == wanted


async def test_enter_is_pressed_twice_on_the_start_screen(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await burst(pilot, "enter", "enter")
        assert screens(pilot).count(SkirmishScreen) == 1


async def test_enter_pressed_twice_begins_one_battle(keep: Path, tmp_path: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        await burst(pilot, "enter", "enter")
        assert screens(pilot)[:3] == [StartScreen, SkirmishScreen, BattleScreen]
        assert BattleScreen not in screens(pilot)[3:]
        assert len(list((tmp_path / "saves").glob("*.tacsim"))) == 1


async def test_a_save_is_opened_once(keep: Path) -> None:
    brawled(1)
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await pilot.pause()
        await burst(pilot, "enter", "enter", "enter")
        assert screens(pilot)[:3] == [StartScreen, SavesScreen, BattleScreen]
        assert ReplayScreen not in screens(pilot)


async def test_a_list_of_acts_is_answered_twice(play: Play) -> None:
    async with play(game(SCENARIOS / "tricks.toml"), size=(80, 24)) as pilot:
        await burst(pilot, "enter", "d")
        assert isinstance(pilot.app.screen, ActsCard)
        menu = pilot.app.screen.query_one(OptionList)
        assert menu.highlighted is not None
        await burst(pilot, "enter", "enter", "enter")
        assert BattleScreen in screens(pilot)
        assert ActsCard not in screens(pilot)


async def test_a_card_of_a_replay_is_answered_twice(keep: Path) -> None:
    save = brawled(1)
    async with TacsimApp(keep=keep, replay=save).run_test(size=(80, 24)) as pilot:
        replay = pilot.app.screen
        await until(pilot, lambda: not replay.reel.busy)
        replay.branches.action_fork()
        await pilot.pause()
        await burst(pilot, "enter", "enter", "enter")
        await settled(pilot)
        assert screens(pilot)[:3] == [StartScreen, ReplayScreen, BattleScreen]
        assert screens(pilot).count(BattleScreen) == 1


async def test_keys_come_before_the_battle_stands(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        await burst(pilot, "enter", *"xxxx", *"llxwzda", "tab", "u", "f", *"hjk")
        await settled(pilot)
        assert BattleScreen in screens(pilot)


async def test_keys_for_a_battle_that_is_not_laid_out_yet_do_nothing(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        pilot.app.open_battle(game())
        battle = pilot.app.screen
        for action in (
            "look",
            "push(1, 0)",
            "commit",
            "end_turn",
            "undo",
            "acts",
            "zoom",
            "leave",
        ):
            assert not await pilot.app.run_action(action, battle)
        await settled(pilot)
        assert screens(pilot)[:2] == [StartScreen, BattleScreen]


async def test_keys_for_a_screen_that_is_not_laid_out_yet_do_nothing(play: Play) -> None:
    async with play(game(SCENARIOS / "stamina.toml", foes="human"), size=(80, 24)) as pilot:
        await burst(pilot, "enter")
        x, y, z = seat(pilot).playback.battle.world["vera"].at
        screen(pilot).game_loop.submit(Move("vera", to=(x - 1, y - 1, z)))
        question = pilot.app.screen
        assert isinstance(question, QuestionCard)
        done = len(screen(pilot).game.session.intents)
        for action in ("why", "take", "decline", "more(1)", "leave"):
            assert not await pilot.app.run_action(action, question)
        assert len(screen(pilot).game.session.intents) == done
        await burst(pilot)
        assert pilot.app.screen is question


async def test_the_clause_under_the_bar_is_read_while_the_list_is_searched_anew(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        pilot.app.open_screen("rules")
        await pilot.pause()
        await burst(pilot, "down", "down", "down", *"squeeze", "down", "down", *"zzz", "backspace")
        assert isinstance(pilot.app.screen, RulesScreen)
        assert "No clause has these words." in shown(pilot)


async def test_enter_goes_where_the_cursor_was_though_it_is_moved_right_behind_it(
    play: Play,
) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        x, y = seat(pilot).selection.cursor
        await burst(pilot, "right", "right", "enter", "1")
        await settled(pilot)
        first = screen(pilot).game.session.intents[0]
        assert isinstance(first, Move)
        assert first.path == ((x + 1, y), (x + 2, y))


async def test_leaving_twice_leaves_one_screen(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        pilot.app.open_screen("options")
        await burst(pilot, "escape", "q", "q", "q")
        assert screens(pilot)[:1] == [StartScreen]


async def test_the_command_palette_is_answered_twice_and_closed_while_it_gathers(
    keep: Path,
) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        for keys in (("ctrl+p", "escape"), ("ctrl+p", "pagedown", "pageup", "escape")):
            await burst(pilot, *keys)
        await burst(pilot, "ctrl+p")
        await burst(pilot, *"rules", "enter", "enter", "enter", "pagedown")
        await until(pilot, lambda: screens(pilot)[0] is StartScreen)
        assert CommandPalette not in [one for screen in screens(pilot) for one in screen.__mro__]


async def test_the_command_palette_is_opened_once_whatever_comes_over_it(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        await burst(pilot, "ctrl+p")
        pilot.app.open_screen("help")
        await burst(pilot, "ctrl+p", "ctrl+p")
        assert sum(issubclass(one, CommandPalette) for one in screens(pilot)) == 1


async def test_what_was_to_be_laid_out_is_gone_before_its_turn_comes(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        skirmish = pilot.app.screen
        skirmish.on_resize()
        skirmish.dismiss()
        await skirmish.remove_children()
        await burst(pilot)
        assert screens(pilot) == [StartScreen]


async def test_a_card_is_closed_while_it_opens(keep: Path) -> None:
    class Opening(Card[None]):
        def body(self) -> ComposeResult:
            yield Static(id="part")

        def on_mount(self) -> None:
            self.query_one("#part", Static).update("here")

    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(Opening())
        pilot.app.pop_screen()
        await burst(pilot)
        assert screens(pilot) == [StartScreen]
        pilot.app.push_screen(Opening())
        await burst(pilot)
        assert str(pilot.app.screen.query_one("#part", Static).content) == "here"


async def test_the_turn_ends_before_the_list_of_acts_is_laid_out(play: Play) -> None:
    async with play(game(SCENARIOS / "tricks.toml"), size=(80, 24)) as pilot:
        await burst(pilot, "enter")
        battle = screen(pilot)
        battle.commands.action_acts()
        battle.seat.selection.begin(None)
        await burst(pilot)
        assert screens(pilot)[-1] is ActsCard


async def test_pages_are_turned_in_a_list_that_is_being_filled(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        settings = pilot.app.screen.query_one("#settings", OptionList)
        for key in ("pagedown", "pageup"):
            pilot.app.screen._fill_settings()
            getattr(settings, f"action_page_{key[4:]}")()
            await burst(pilot, "tab", key, "tab")
        assert screens(pilot) == [StartScreen, SkirmishScreen]


async def test_a_line_is_clicked_that_is_gone(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        pilot.app.open_screen("rules")
        await pilot.pause()
        await pilot.pause()
        menu = pilot.app.screen.query_one(OptionList)
        style = pilot.app.screen.get_style_at(5, menu.region.y + 8)
        assert style.meta["option"] > 1
        click = Click(menu, 5, 8, 0, 0, 1, False, False, False, style=style)
        pilot.app.screen._fill("zzz")
        menu.post_message(click)
        await burst(pilot)
        assert isinstance(pilot.app.screen, RulesScreen)


async def test_nothing_is_opened_by_a_game_that_is_being_left(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await burst(pilot, "q", "c", "n", "enter", "enter", "r")
        assert screens(pilot) == [] or screens(pilot) == [StartScreen]


async def test_what_ends_a_turn_ends_no_turn_that_nobody_has_seen_begin(
    play: Play, tmp_path: Path
) -> None:
    """Aldis, then Berta, both of one's own: the second key was pressed before Berta was shown."""
    path = tmp_path / "pair.toml"
    aldis = person("aldis", "human_fighter", "heroes", (1, 1), 20)
    berta = person("berta", "human_fighter", "heroes", (1, 3), 15)
    ogre = person("ogre", "ogre", "raiders", (9, 1), 5)
    path.write_text(hall("............\n" * 5, aldis, berta, ogre))
    async with play(game(path, raiders="ai:greedy")) as pilot:
        before = len(screen(pilot).game.session.intents)
        await burst(pilot, "full_stop", "full_stop")
        await settled(pilot)
        ended = screen(pilot).game.session.intents[before:]
        assert [type(one) for one in ended] == [EndTurn]
        await burst(pilot, "full_stop")
        await settled(pilot)
        assert len(screen(pilot).game.session.intents) > before + 1


async def test_a_page_of_help_goes_down_by_as_many_lines_as_are_asked_for(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        await burst(pilot, *["down"] * 20)
        assert pilot.app.screen.query_one("#page", VerticalScroll).scroll_y == 20


async def test_what_the_palette_chose_is_opened_once(keep: Path) -> None:
    """Several keys may choose before it has closed."""
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
        for command in pilot.app.get_system_commands(pilot.app.screen):
            for _ in range(6 if command.title in ("Keys", "Rules") else 0):
                pilot.app.call_later(command.callback)
        await settled(pilot)
        names = [one.__name__ for one in screens(pilot)]
        assert sorted(names) == sorted(dict.fromkeys(names))
        assert {"KeysScreen", "RulesScreen"} <= set(names)
