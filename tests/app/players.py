"""Playing for tests: games on fixed scenarios, and a player who waits until all is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rich.cells import cell_len
from textual.pilot import Pilot

from tacsim.app.battle.cards.acts_card import FORETELLING
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.widgets.board import BoardView
from tacsim.content.scenarios import read_scenario
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Move, Strike, Take
from tacsim.player.game import Game, new_game
from tacsim.player.seat import Seat
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

SCENARIOS = Path(__file__).parent / "scenarios"
CROSSING = SCENARIOS / "crossing.toml"
PATIENCE = 3000
"""How often one looks for what is certain to come, however slow the machine is."""


drawn = cache(read_scenario)
"""A scenario of the tests, which is read once: none is ever changed."""


def game(
    path: Path = CROSSING, *, fog: bool = False, saved: bool = False, **controllers: str
) -> Game:
    """A game on a scenario's own seed."""
    scenario = drawn(path) if path.parent == SCENARIOS else read_scenario(path)
    chosen = {side.id: side.controller for side in scenario.sides} | controllers
    return new_game(scenario, chosen, seed=scenario.seed, fog=fog, keep=saved)


class Brawler:
    """Charges or strikes whom it can, and never changes its mind: pictures depend on it."""

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        actor = decision.actor
        if not decision.is_turn:
            return Take(actor)
        for foe in battle.foes(battle.world[actor]):
            for intent in (Strike(actor, foe.id), Move(actor, mode="charge", target=foe.id)):
                if check(battle, intent):
                    return intent
        return EndTurn(actor)


def brawled(rounds: int) -> Path:
    """A save of some rounds fought by brawlers."""
    fight = game(saved=True, heroes="ai:greedy")
    fight.session.controllers = {side: Brawler() for side in fight.session.controllers}
    fight.session.begin()
    fight.session.run(max_rounds=rounds)
    fight.close()
    assert fight.save is not None
    return fight.save


def screen(pilot: Pilot[int]) -> BattleScreen:
    """The battle screen, also behind a card."""
    return next(s for s in reversed(pilot.app.screen_stack) if isinstance(s, BattleScreen))


def seat(pilot: Pilot[int]) -> Seat:
    """The seat at the keys of the battle."""
    return screen(pilot).seat


def board_of(pilot: Pilot[int]) -> BoardView:
    """The board of the battle."""
    return screen(pilot).commands.field.board


async def settled(pilot: Pilot[int]) -> None:
    """Wait until nobody is thinking and everything is shown."""
    for _ in range(PATIENCE):
        await pilot.pause()
        battle = next((s for s in pilot.app.screen_stack if isinstance(s, BattleScreen)), None)
        if battle is None or not hasattr(battle, "commands"):
            return
        game_loop = battle.game_loop
        if any(work.group == FORETELLING and not work.is_finished for work in pilot.app.workers):
            await pilot.pause(0.02)
            continue
        if game_loop.thinking is None and not battle.seat.playback.busy and (
            game_loop.settled or battle.seat.over
        ):  # fmt: skip
            await quiet(pilot)
            return
        await pilot.pause(0.02)
    raise AssertionError("the battle never came to rest")


async def quiet(pilot: Pilot[int]) -> None:
    """Wait until nothing waits to be done or painted: what is laid out may move what is shown."""
    still = 0
    for _ in range(PATIENCE):
        front = pilot.app.screen
        waits = front._callbacks or front._dirty_widgets or front._layout_required
        if waits or any(node.message_queue_size for node in pilot.app._registry):
            still = 0
        else:
            still += 1
        if still == 3:
            return
        await asyncio.sleep(0)
        pilot.app.screen._on_timer_update()


async def until(pilot: Pilot[int], there: Callable[[], object]) -> None:
    """Wait until something is so."""
    for _ in range(PATIENCE):
        await pilot.pause()
        if there():
            return
        await pilot.pause(0.02)
    raise AssertionError(f"it never came to this:\n{shown(pilot)}")


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after another, each once all before it is shown."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


async def click_on(pilot: Pilot[int], part: str, text: str) -> None:
    """Click on the last letter of a text in a part of the screen in front."""
    there = pilot.app.screen.query_one(part).region
    rows = shown(pilot).splitlines()
    row = next(y for y in range(there.y, there.bottom) if text in rows[y])
    end = rows[row].index(text, there.x) + len(text)
    await pilot.click(offset=(cell_len(rows[row][:end]) - 1, row))
    await settled(pilot)


def shown(pilot: Pilot[int]) -> str:
    """The text on the screen."""
    compositor = pilot.app.screen._compositor
    lines = ("".join(part.text for part in strip) for strip in compositor.render_strips())
    return "\n".join(line.rstrip() for line in lines)
