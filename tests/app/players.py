"""Playing for tests: games on fixed scenarios, and a player who waits until all is shown."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from tacsim.app.battle import BattleScreen
from tacsim.app.game import Game, new_game
from tacsim.content.scenarios import read_scenario

SCENARIOS = Path(__file__).parent / "scenarios"
CROSSING = SCENARIOS / "crossing.toml"


def game(
    path: Path = CROSSING, *, fog: bool = False, saved: bool = False, **controllers: str
) -> Game:
    """A game on a scenario's own seed."""
    scenario = read_scenario(path)
    chosen = {side.id: side.controller for side in scenario.sides} | controllers
    return new_game(scenario, chosen, seed=scenario.seed, fog=fog, keep=saved)


def screen(pilot: Pilot[int]) -> BattleScreen:
    """The battle screen, also behind a card."""
    return next(s for s in reversed(pilot.app.screen_stack) if isinstance(s, BattleScreen))


async def settled(pilot: Pilot[int]) -> None:
    """Wait until nobody is thinking and everything is shown."""
    for _ in range(200):
        await pilot.pause()
        battle = next((s for s in pilot.app.screen_stack if isinstance(s, BattleScreen)), None)
        if battle is None or not hasattr(battle, "board"):
            return
        course = battle.course
        if course.thinking is None and not battle.stage.busy and (
            course.settled or battle.stage.battle.world.outcome.over
        ):  # fmt: skip
            await pilot.pause()
            return
        await pilot.pause(0.02)
    raise AssertionError("the battle never came to rest")


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after another, each once all before it is shown."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def shown(pilot: Pilot[int]) -> str:
    """The text on the screen."""
    compositor = pilot.app.screen._compositor
    lines = ("".join(part.text for part in strip) for strip in compositor.render_strips())
    return "\n".join(line.rstrip() for line in lines)
