"""Goals on the screens: what has to be done, how far it is, and by which goal a battle was won."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, screen, seat, settled, shown, until
from cli.calls import call
from textual.pilot import Pilot

from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.cards.result import ResultCard
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.core.intents import EndTurn, Intent, Move
from tacsim.view.palettes.glyphs import GOAL

FORD = SCENARIOS / "goals.toml"
SMALL, LARGE = (80, 24), (120, 40)
HOLD = "Heroes: hold (9,3) to (12,4): {} of 2 rounds; Brin reaches (0,0) or (0,6)"
SLAY = "Raiders: slay Brin; survive: {} of 12 rounds"

pytestmark = pytest.mark.asyncio


def text_of(pilot: Pilot[int]) -> str:
    """The text on the screen, its spaces single."""
    return " ".join(shown(pilot).split())


async def given(pilot: Pilot[int], *intents: Intent) -> None:
    """Have people do something, each taking over the keyboard from the other."""
    for intent in intents:
        await settled(pilot)
        if isinstance(pilot.app.screen, HandoverScreen):
            await press(pilot, "enter")
        assert screen(pilot).game_loop.submit(intent)
    await settled(pilot)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_setup_tells_each_side_what_it_has_to_do(
    keep: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [FORD])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    app = TacsimApp(keep=keep)
    async with app.run_test(size=size) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: "Survive 12 rounds" in shown(pilot))
        text = text_of(pilot)
        assert "Hold (9,3) to (12,4) for 2 rounds" in text
        assert "Brin reaches (0,0) or (0,6)" in text
        assert "Slay Brin Survive 12 rounds" in text


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_battle_shows_goals_with_flags_and_how_far_they_are(
    play: Play, size: tuple[int, int]
) -> None:
    async with play(game(FORD), size) as pilot:
        await press(pilot, "enter")
        assert HOLD.format(0) in text_of(pilot)
        assert SLAY.format(0) in text_of(pilot)
        field = shown(pilot).splitlines()[3:]
        assert sum(line.count(GOAL) for line in field) == 10, "eight to hold, two to reach"
        ended = map(EndTurn, ("aldis", "brin", "wolf"))
        await given(pilot, Move("aldis", to=(9, 3)), *ended)
        await press(pilot, "enter")
        assert HOLD.format(1) in text_of(pilot)
        assert SLAY.format(1) in text_of(pilot)
        field = shown(pilot).splitlines()[3:]
        assert sum(line.count(GOAL) for line in field) == 9, "no flag hides who stands there"


async def test_the_end_names_the_goal_everywhere(play: Play, keep: Path) -> None:
    ford = game(FORD, saved=True)
    async with play(ford, SMALL) as pilot:
        await press(pilot, "enter")
        await given(pilot, EndTurn("aldis"), Move("brin", to=(0, 6)))
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultCard))
        won = "Heroes, goal met: Brin reaches (0,0) or (0,6)"
        assert "Victory: Heroes" in text_of(pilot)
        assert won in text_of(pilot)
        lines = [line.text for line in seat(pilot).log.lines(None, 9)]
        assert lines[-2:] == [won, "Victory: Heroes"]
    assert ford.save is not None
    ford.close()
    told = call("export", ford.save, "--as", "text").out.splitlines()
    assert told.count(f"{won}.") == 1
    app = TacsimApp(keep=keep, replay=ford.save)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await until(pilot, lambda: HOLD.format(0) in text_of(pilot))
        assert "+ opportunity * goal | round" in text_of(pilot)
        await pilot.press("home", "m")
        await until(pilot, lambda: f"1 of 1: {won}" in text_of(pilot))
        await pilot.press("home", "b", *["end", "up"], "slash")
        await until(pilot, lambda: "A goal is met" in text_of(pilot))
