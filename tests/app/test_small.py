"""The smallest terminal, 60 x 20: every shipped battle and every screen is usable there.

In a wide one that is low the panels beside the board share what there is.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from app.alone import cut
from app.players import SCENARIOS, board_of, brawled, press, screen, settled, shown, until
from app.test_screens import loaded
from gate import slow
from textual.pilot import Pilot

from tacsim.app.shell.app import TacsimApp
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.panels import Folded
from tacsim.content.library import library
from tacsim.content.scenarios import read_scenario
from tacsim.core import events as ev
from tacsim.player.game import new_game

SIZE = (60, 20)
SHIPPED = sorted(library())
EVERY_FIFTH = [
    path if at % 5 == 0 else pytest.param(path, marks=pytest.mark.slow)
    for at, path in enumerate(SHIPPED)
]


def bar(pilot: Pilot[int]) -> str:
    """The keys that are shown."""
    return "\n".join(line.plain for line in pilot.app.screen.query_one(KeyBar).lines)


def usable(pilot: Pilot[int]) -> None:
    """Nothing is cut off, and something says how to go on or back."""
    front = pilot.app.screen
    assert cut(front) == []
    keys = bar(pilot) if front.query(KeyBar) else shown(pilot)
    assert any(sign in keys for sign in ("Esc", "? help", "q quit", "leave")), keys


@pytest.fixture
def opened(keep: Path) -> TacsimApp:
    return TacsimApp(keep=keep)


@pytest.mark.asyncio
@pytest.mark.parametrize("path", EVERY_FIFTH, ids=[path.stem for path in SHIPPED])
async def test_a_shipped_battle(opened: TacsimApp, path: Path) -> None:
    scenario = read_scenario(path)
    everybody = {side.id: "human" for side in scenario.sides}
    async with opened.run_test(size=SIZE) as pilot:
        opened.open_battle(new_game(scenario, everybody, seed=7, keep=False))
        await settled(pilot)
        seat, board = screen(pilot).seat, board_of(pilot)
        usable(pilot)
        await press(pilot, "enter")  # the hand-over
        assert seat.battle.decision is not None
        actor = seat.battle.world[seat.battle.decision.actor]
        heading = shown(pilot).splitlines()[0]
        assert "round 1" in heading
        assert actor.name in heading
        if board.highest:
            assert f"level {board.level} of {board.highest}" in heading
        assert all(map(board.camera.sees, actor.body.cells))
        assert board.size.height >= 10
        for keys in ((), ("x",), ("escape", "d"), ("escape", "w"), ("escape", "L")):
            await press(pilot, *keys)
            usable(pilot)
        await press(pilot, "escape")
        for size in ((100, 20), (100, 24), (120, 30)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert cut(pilot.app.screen) == []
            log = pilot.app.screen.query_one("#log")
            assert log.size.height >= 3
            assert log.scroll_offset.y == log.max_scroll_y or not log.max_scroll_y


SCREENS = {
    "start": (), "parties": ("p",), "skirmish": ("n",), "sides": ("n", "tab"), "options": ("o",),
    "gauntlet": ("g",), "help": ("question_mark",), "saves": ("c",), "replays": ("r",),
    "monsters": ("m",), "paste": ("m", "p"),
}  # fmt: skip


@pytest.mark.asyncio
@pytest.mark.parametrize("name", SCREENS)
async def test_a_menu(opened: TacsimApp, name: str) -> None:
    brawled(2)
    async with opened.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: pilot.app.screen.stands)
        for key in SCREENS[name]:
            await pilot.press(key)
            await pilot.pause()
        usable(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "keys", [(), ("g",), *slow((("b",),), (("p",),), (("x",),)), ("question_mark",)]
)
async def test_a_replay(keep: Path, keys: tuple[str, ...]) -> None:
    app = TacsimApp(keep=keep, replay=brawled(3))
    async with app.run_test(size=SIZE) as pilot:
        await loaded(pilot)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        usable(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", [1, *slow(2, 3)])
async def test_the_strip_tells_what_befell_who_walked(opened: TacsimApp, seed: int) -> None:
    scenario = read_scenario(SCENARIOS / "beside_an_ogre.toml")
    async with opened.run_test(size=SIZE) as pilot:
        fight = new_game(
            scenario, {side.id: side.controller for side in scenario.sides}, seed=seed, keep=False
        )
        opened.open_battle(fight)
        await settled(pilot)
        await press(pilot, *["right"] * 5, "enter", "enter")
        entries = fight.session.entries
        [struck] = (at for at, one in enumerate(entries)
                    if isinstance(one.event, ev.Struck) and one.event.opportunity)  # fmt: skip
        hurt = [one.event.amount for one in entries[struck:] if isinstance(one.event, ev.Damaged)]
        assert any(isinstance(one.event, ev.Stepped) for one in entries[struck:])
        news = pilot.app.screen.query_one(Folded).lines[2].plain
        assert "Opportunity: Ogre" in news
        assert (f"hit, {hurt[0]} damage" if hurt else "miss") in news
