"""The first screen stands before what only other screens need is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from app.players import CROSSING

BEGINS = """
import asyncio, sys
from pathlib import Path
from tacsim.app.menus import start
from tacsim.app.shell.app import TacsimApp

async def begin(scenario, keep):
    game = None
    if scenario:
        from tacsim.player.opening import game_of
        game = game_of(Path(scenario)).begin()
    app = TacsimApp(game=game, keep=Path(keep))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert type(app.screen).__name__ == ("BattleScreen" if scenario else "StartScreen")
        assert app.screen.stands

start.NEXT = ()
scenario, keep, *heavy = sys.argv[1:]
asyncio.run(begin(scenario, keep))
sys.exit(" ".join(name for name in sys.modules if name.startswith(tuple(heavy))) or 0)
"""


def imported(at: Path, scenario: str, *heavy: str) -> str:
    """What of some modules a start imports, on a scenario if one is named."""
    done = subprocess.run(
        [sys.executable, "-c", BEGINS, scenario, str(at / "options.toml"), *heavy],
        env={**os.environ, "TACSIM_SAVES": str(at)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stderr


def test_the_start_screen_does_without_the_engine(tmp_path: Path) -> None:
    engine = ("core", "grid", "rules", "session.session", "storage.journal", "view.picture")
    heavy = (*(f"tacsim.{name}" for name in engine), "numpy", "tcod", "cattrs", "tomlkit")
    assert imported(tmp_path, "", *heavy) == ""


def test_a_battle_begins_without_what_is_for_other_screens(tmp_path: Path) -> None:
    elsewhere = (
        "app.edit", "app.lab", "app.replay", "content.editing", "content.generate",
        "content.imports", "content.runs", "content.statblocks", "export", "sim",
    )  # fmt: skip
    heavy = (*(f"tacsim.{name}" for name in elsewhere), "cattrs", "textual.document")
    assert imported(tmp_path, str(CROSSING), *heavy) == ""
