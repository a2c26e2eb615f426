"""Programs of the player's own in the game: asked about first, and heard of where they fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.players import game, until

from tacsim.ai.bots import _class
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.saves import SavesScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.session.trust import TRUSTED, trust

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
