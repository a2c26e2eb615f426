"""Make the picture of the README: ``python docs/picture.py``.

The opponents play the bridge for a while into a save; the app takes it up and exports its screen.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SEED, TURNS, CURSOR = 3, 14, (0, 0)


def fought(folder: Path) -> Path:
    """A save of the bridge some turns into the fight, at a turn of the heroes."""
    from tacsim.ai import OPPONENTS
    from tacsim.content.scenarios import read_scenario
    from tacsim.content.setup import begin
    from tacsim.session.session import Session
    from tacsim.storage.journal import Journal
    from tacsim.storage.saved import header_of

    scenario = read_scenario(ROOT / "maps" / "ogre_bridge.toml")
    battle = begin(scenario, seed=SEED)
    controllers = {"heroes": "human", "raiders": "ai:greedy"}
    session = Session(battle, {side: OPPONENTS["greedy"]() for side in controllers})
    with Journal.create(folder, header_of(scenario, battle, controllers)) as journal:
        journal.attach(session)
        session.begin()
        turns = 0
        while turns < TURNS or session.decision is None or not session.decision.is_turn or (
            battle.world[session.decision.actor].side != "heroes"
        ):  # fmt: skip
            entries = session.advance() or []
            turns += sum(1 for entry in entries if entry.event.NAME == "turn_started")
        path: Path = journal.path
    return path


async def main() -> None:
    """Take the fight up in the app and export its screen."""
    from tacsim.app.shell.app import TacsimApp
    from tacsim.app.shell.options import Options, write_options
    from tacsim.player.game import resumed_game

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["TACSIM_SAVES"] = name
        write_options(folder / "options.toml", Options(motion=False))
        app = TacsimApp(keep=folder / "options.toml")
        async with app.run_test(size=(132, 36)) as pilot:
            app.open_battle(resumed_game(fought(folder)))
            for _ in range(20):
                await pilot.pause(0.05)
            for key in os.environ.get("KEYS", "").split():
                await pilot.press(key)
                await pilot.pause(0.2)
            picture = app.export_screenshot(title="tacsim")
    (ROOT / "docs" / "battle.svg").write_text(picture)


if __name__ == "__main__":
    asyncio.run(main())
