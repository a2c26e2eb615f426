"""Leaving a battle of which the save does not hold all: it is asked about, whichever way out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, screen, shown, until
from textual.pilot import Pilot
from textual.widgets import Input

from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.help import HelpScreen
from tacsim.app.menus.leave_card import LeaveCard
from tacsim.app.menus.start import StartScreen
from tacsim.app.menus.text_card import TextCard
from tacsim.core.intents import Adjourn
from tacsim.player.game import Game, resumed_game
from tacsim.storage.digest import StateDigest
from tacsim.storage.saved import read
from tacsim.storage.verify import verify

pytestmark = pytest.mark.asyncio


@pytest.fixture
def unsaved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A battle whose save cannot be made, as a file lies where the folder is to be."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "file" / "saves"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return game(saved=True, raiders="human")


async def came(pilot: Pilot[int], kind: type) -> None:
    await until(pilot, lambda: type(pilot.app.screen) is kind)


async def by_the_palette(pilot: Pilot[int]) -> None:
    await pilot.press("ctrl+p")
    await until(pilot, lambda: pilot.app.screen.query(Input))
    await pilot.press(*"Quit")
    await until(pilot, lambda: "Leave the game" in shown(pilot))
    await pilot.press("enter")


async def behind_another_screen(pilot: Pilot[int]) -> None:
    await pilot.press("question_mark")
    await came(pilot, HelpScreen)
    await pilot.press("ctrl+q")


async def by_a_key(pilot: Pilot[int]) -> None:
    await pilot.press("q")


async def by_control(pilot: Pilot[int]) -> None:
    await pilot.press("ctrl+q", "ctrl+q")


WAYS = [by_a_key, by_control, by_the_palette, behind_another_screen]


@pytest.mark.parametrize("way", WAYS)
async def test_every_way_out_asks_first_and_one_may_stay(
    play: Play, unsaved: Game, way: Callable[[Pilot[int]], Awaitable[None]]
) -> None:
    async with play(unsaved) as pilot:
        await press(pilot, "right", "enter")
        await way(pilot)
        await came(pilot, LeaveCard)
        assert "NOT SAVED" in shown(pilot)
        assert "cannot be written" in shown(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, BattleScreen | HelpScreen)
        assert not screen(pilot).game_loop.closed
        assert not pilot.app.leaving


async def test_what_is_forgotten_is_gone(play: Play, unsaved: Game) -> None:
    async with play(unsaved) as pilot:
        await press(pilot, "right", "enter", "q")
        await came(pilot, LeaveCard)
        await pilot.press("f")
        await came(pilot, StartScreen)


async def test_it_is_kept_in_another_file_that_goes_on_where_it_was_left(
    play: Play, unsaved: Game, tmp_path: Path
) -> None:
    async with play(unsaved) as pilot:
        await press(pilot, "right", "enter", "right")
        await press(pilot, "ctrl+q", "k")
        await came(pilot, TextCard)
        field = pilot.app.screen.query_one(Input)
        assert Path(field.value).parent == tmp_path, "home"
        field.value = str(tmp_path / "file" / "mine")  # where nothing can be written
        await press(pilot, "enter")
        await until(pilot, lambda: "cannot be written" in " ".join(shown(pilot).split()))
        assert not pilot.app.leaving
        pilot.app.screen.query_one(Input).value = str(tmp_path / "mine")
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.leaving)
        path = tmp_path / "mine.tacsim"
        assert pilot.app.kept_in_mind == [f"The battle is kept; to go on: tacsim play {path}"]
    assert verify(read(path)).ok
    again = resumed_game(path)
    assert again.session.battle.decision == unsaved.session.battle.decision
    digests = [StateDigest(one.session.battle.world).value for one in (again, unsaved)]
    assert digests[0] == digests[1]
    again.close()


async def test_a_save_that_was_removed_is_kept_whole_elsewhere(play: Play, tmp_path: Path) -> None:
    fight = game(saved=True, raiders="human")
    assert fight.save is not None
    async with play(fight) as pilot:
        await press(pilot, "right", "enter")
        fight.save.unlink()
        await press(pilot, "right", "enter", "q", "k")
        await came(pilot, TextCard)
        pilot.app.screen.query_one(Input).value = str(tmp_path / "mine.tacsim")
        await pilot.press("enter")
        await came(pilot, StartScreen)
        notes = " ".join(str(note.message) for note in pilot.app._notifications)
        assert "to go on: tacsim play" in notes
        assert "not kept" not in notes
    again = resumed_game(tmp_path / "mine.tacsim")
    assert again.past is not None
    assert again.past.branch.intents == 2 == len(fight.session.intents)
    again.close()


async def test_a_battle_in_which_nothing_was_done_is_left_at_once(
    play: Play, unsaved: Game
) -> None:
    async with play(unsaved) as pilot:
        await press(pilot, "q")
        await came(pilot, StartScreen)


@pytest.mark.usefixtures("unsaved")
async def test_a_question_that_was_left_is_put_again(play: Play) -> None:
    """That of whether an orc in the way steps aside."""
    async with play(game(SCENARIOS / "tricks.toml", saved=True)) as pilot:
        await press(pilot, "enter", "full_stop", "d", "o", "enter", "enter", "enter")
        await came(pilot, QuestionCard)
        await pilot.press("q")
        await came(pilot, LeaveCard)
        await pilot.press("s")
        await came(pilot, QuestionCard)
        await press(pilot, "y")
        assert not isinstance(pilot.app.screen, QuestionCard)


async def test_after_the_end_it_is_asked_before_another_is_begun(play: Play, unsaved: Game) -> None:
    unsaved.session.begin()
    unsaved.session.submit(Adjourn())
    async with play(unsaved) as pilot:
        await press(pilot, "a")
        await came(pilot, LeaveCard)
        await pilot.press("f")
        await until(pilot, lambda: screen(pilot).game is not unsaved)


async def test_in_a_terminal_too_small_to_play_it_can_be_answered(
    play: Play, unsaved: Game
) -> None:
    async with play(unsaved) as pilot:
        await press(pilot, "right", "enter")
        await pilot.resize_terminal(40, 10)
        await pilot.press("ctrl+q")
        await came(pilot, LeaveCard)
        await until(pilot, lambda: "NOT SAVED" in shown(pilot))
        await pilot.press("f")
        await until(pilot, lambda: pilot.app.leaving)
