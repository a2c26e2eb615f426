"""Programs of the player's own in the game: asked about first, and heard of where they fail."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from app.players import game, shown, until
from textual.widgets import Input
from textual.worker import active_worker

from tacsim.ai.bots import _class
from tacsim.app.battle.game_loop import unawaited
from tacsim.app.lab.bench import Bench
from tacsim.app.lab.screen import LabScreen
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.saves import SavesScreen
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.app import TacsimApp
from tacsim.player.kept.recent import read_recent
from tacsim.session.trust import TRUSTED, is_trusted, trust

pytestmark = pytest.mark.asyncio


@pytest.fixture
def ran(tmp_path: Path, keep: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is there once the bot has run that plays in the one save."""
    monkeypatch.setenv(TRUSTED, "")
    ran, path = tmp_path / "ran", tmp_path / "bot.py"
    path.write_text(
        f"open({str(ran)!r}, 'a').close()\n"
        "class Bot:\n    def choose(self, view):\n        raise KeyError('no idea')\n"
    )
    trust(f"{path}:Bot")
    a_game = game(saved=True, heroes=f"ai:{path}:Bot")
    a_game.session.begin()
    a_game.close()
    monkeypatch.setenv(TRUSTED, "")
    ran.unlink()
    _class.cache_clear()  # as in another process
    return ran


@pytest.mark.parametrize("answer", ["y", "n"])
async def test_a_save_is_gone_on_with_once_its_program_may_run(answer, ran, keep):
    async with TacsimApp(keep=keep).run_test(size=(100, 30)) as pilot:
        pilot.app.open_screen("continue")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavesScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SureCard))
        assert not ran.exists()
        await pilot.press(answer)
        if answer == "n":
            await until(pilot, lambda: isinstance(pilot.app.screen, SavesScreen))
            assert not ran.exists()
            return
        told = "bot.py:Bot: line 4: KeyError: 'no idea'"
        await until(pilot, lambda: any(told in text for text in pilot.app._told_so_far))
        assert ran.exists()


CLASS = "class Bot:\n    def choose(self, view):\n        raise KeyError('no idea')\n"


async def named(pilot, text):
    """A text given to the card that asks for a bot, which is opened."""
    await pilot.press("p")
    await until(pilot, lambda: isinstance(pilot.app.screen, TextCard))
    field = pilot.app.screen.query_one(Input)
    field.value = text
    await pilot.press("enter")


async def setup(pilot):
    """The setup, with the bar on the first side."""
    await until(pilot, lambda: pilot.app.screen.stands)
    await pilot.press("n")
    await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
    await until(pilot, lambda: pilot.app.screen.stands)
    await pilot.press("tab")
    return pilot.app.screen


async def test_a_bot_is_named_in_the_setup_and_asked_about(tmp_path, keep, monkeypatch):
    monkeypatch.setenv(TRUSTED, "")
    (tmp_path / "mine.py").write_text(CLASS)
    name = f"{tmp_path / 'mine.py'}:Bot"
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        screen = await setup(pilot)
        assert "your bot" in shown(pilot)
        (side, other), chosen = screen.setup.scenario.sides, screen.setup.settings.controllers
        before = dict(chosen)
        await named(pilot, f"{'long/' * 30}nowhere.py")
        assert "long/long" in shown(pilot), "a text longer than its field is seen"
        assert "nowhere.py: there is no such Python file" in shown(pilot)
        await pilot.press("escape")
        for answer in "ny":
            await named(pilot, str(tmp_path / "mine.py"))
            await until(pilot, lambda: isinstance(pilot.app.screen, SureCard))
            assert chosen == before
            assert not is_trusted(name)
            await pilot.press(answer)
            await until(pilot, lambda: pilot.app.screen is screen)
        assert chosen == {side.id: f"ai:{name}", other.id: before[other.id]}
        chosen[other.id] = chosen[side.id]  # so that it is asked, whoever begins
        await pilot.press("b")
        told = "mine.py:Bot: line 3: KeyError: 'no idea'"
        await until(pilot, lambda: any(told in text for text in pilot.app._told_so_far))
    (recent, *_others) = read_recent(keep.with_name("recent.json"))[0]
    assert recent.settings.controllers[side.id] == f"ai:{name}"
    monkeypatch.setenv(TRUSTED, "")  # as when it is opened another day
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        screen = await setup(pilot)
        assert screen.setup.settings.controllers[side.id] == f"ai:{name}"
        monkeypatch.setattr(Bench, "go_on", lambda *_given: None)
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, SureCard))
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, LabScreen))


async def test_what_is_wrong_with_a_bot_is_told_and_changes_nothing(tmp_path, keep, monkeypatch):
    monkeypatch.setenv(TRUSTED, "")
    (tmp_path / "mine.py").write_text(f"import nothing_like_it\n{CLASS}")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        screen = await setup(pilot)
        before = dict(screen.setup.settings.controllers)
        await named(pilot, str(tmp_path / "mine.py"))
        await until(pilot, lambda: isinstance(pilot.app.screen, SureCard))
        await pilot.press("y")
        told = "line 1: ModuleNotFoundError: No module named"
        await until(pilot, lambda: any(told in text for text in pilot.app._told_so_far))
        assert screen.setup.settings.controllers == before


async def test_a_bot_that_hangs_keeps_nobody_from_leaving():
    end = Event()
    active_worker.set(SimpleNamespace(is_cancelled=False))
    assert unawaited(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        unawaited(lambda: 1 / 0)
    active_worker.set(SimpleNamespace(is_cancelled=True))
    assert unawaited(end.wait) is None
    end.set()
