"""Make the pictures of your-own-battles.md: ``python docs/own_battles.py``.

Types what the page says, from nothing, and exports the screens on the way.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

from textual.events import Paste
from textual.pilot import Pilot

ROOT = Path(__file__).parent.parent
OGRE = """\
Mud Ogre
Large Giant
Hit Dice: 4d8+8 (26 hp)
Initiative: -1
Speed: 30 ft. (6 squares)
Armor Class: 14 (-1 size, -1 Dex, +6 natural), touch 8, flat-footed 14
Base Attack/Grapple: +3/+11
Attack: Slam +6 melee (1d8+6)
Full Attack: Slam +6 melee (1d8+6)
Space/Reach: 10 ft./10 ft.
Saves: Fort +6, Ref +0, Will +1
Abilities: Str 19, Dex 8, Con 15, Int 6, Wis 10, Cha 7
Challenge Rating: 3
"""
MAP = (
    *("slash", *"wall", "enter", "r", *["left"] * 3, *["up"] * 3, "enter"),
    *(*["right"] * 8, *["down"] * 6, "enter", "slash", *"floor", "enter", "left", "up", "enter"),
    *(*["left"] * 6, *["up"] * 4, "enter", "p", *["right"] * 3, *["down"] * 5, "enter"),
    *("slash", *"mud", "enter", "right_square_bracket", *["up"] * 4, "enter"),
    *("slash", *"dwarf", "enter", "left_square_bracket", *["down"] * 4, *["left"] * 7, "enter"),
    *("v", "left", "left", *["up"] * 3, "delete", *["right"] * 15, "delete", *["left"] * 6),
)
"""A hut with a gap in its lower wall, the monster in it, a fighter before it, no dummies."""


async def main() -> None:
    """Make a monster, draw a map, fight on it."""
    from tacsim.app.shell.app import TacsimApp
    from tacsim.app.shell.options import Options, write_options

    with tempfile.TemporaryDirectory() as name:
        os.environ["TACSIM_SAVES"] = name
        write_options(Path(name, "options.toml"), Options(motion=False))
        app = TacsimApp(keep=Path(name, "options.toml"))
        async with app.run_test(size=(100, 30)) as pilot:
            await typed(pilot, "m", "p")
            app.screen.post_message(Paste(OGRE))
            await typed(pilot)
            picture(pilot, "own-monster")
            await typed(pilot, "ctrl+s", "ctrl+s", "escape")
            await typed(pilot, "e", "down", "down", "enter", *MAP)
            picture(pilot, "own-map")
            await typed(pilot, "f5")
            picture(pilot, "own-battle")


async def typed(pilot: Pilot[int], *keys: str) -> None:
    """Type keys, each once what the one before did is there."""
    for key in (*keys, ""):
        await pilot.pause(0.5)
        if key:
            await pilot.press(key)


def picture(pilot: Pilot[int], name: str) -> None:
    """Export the screen."""
    (ROOT / "docs" / f"{name}.svg").write_text(pilot.app.export_screenshot(title="tacsim"))


if __name__ == "__main__":
    asyncio.run(main())
