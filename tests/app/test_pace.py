"""The pace of opponents: how what they do is shown, and that it never changes what they do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, screen, shown, until
from textual.pilot import Pilot
from textual.timer import Timer
from textual.widgets import OptionList

from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.game_loop import PACES
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.options_card import OptionsCard
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.options import ALLOWED, Options, write_options
from tacsim.app.widgets.log import LogScreen
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Move
from tacsim.rules.battle import Battle

pytestmark = pytest.mark.asyncio
FOES = {"heroes": "human", "raiders": "ai:greedy"}


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long things were to be looked at; in truth they hardly are."""
    found: list[float] = []

    def later(battle: BattleScreen, seconds: float, call: Callable[[], None]) -> Timer:
        found.append(seconds)
        return battle.set_timer(0.001, call)

    monkeypatch.setattr(BattleScreen, "later", later)
    return found


async def comes_back(pilot: Pilot[int]) -> None:
    """Wait until a person is asked, or the opponents are held."""
    loop = screen(pilot).game_loop
    await until(pilot, lambda: (loop.settled or loop.paused) and loop.thinking is None)
    for _ in range(3):
        await pilot.pause()


async def a_round(pilot: Pilot[int]) -> list[object]:
    """End the turn of the first hero and let the foe act until the next; all that happened."""
    battle = screen(pilot)
    assert battle.game_loop.settled
    await pilot.press("full_stop")
    for _ in range(60):
        await comes_back(pilot)
        if isinstance(pilot.app.screen, QuestionCard):
            await pilot.press("n")
        elif battle.game_loop.settled:
            break
        else:
            await pilot.press("space")
    return [entry.event for entry in battle.game.session.entries]


@pytest.fixture
def paced(keep: Path, play: Play) -> Callable[..., Any]:
    """Play the crossing with options."""

    def open_(**options: Any) -> Any:
        write_options(keep, Options(zoom="normal", **options))
        return play(game(**FOES))

    return open_


async def test_pace_changes_when_things_are_shown_and_nothing_else(
    paced: Callable[..., Any], waits: list[float]
) -> None:
    seen, happened = {}, []
    for pace in PACES:
        for stops in (False, True) if pace in ("normal", "instant") else (False,):
            waits.clear()
            async with paced(pace=pace, stops=stops) as pilot:
                happened.append(await a_round(pilot))
            seen[pace, stops] = sorted(waits)
    assert all(events == happened[0] for events in happened)
    normal = seen["normal", False]
    assert len(normal) > 2
    assert seen["instant", False] == []
    assert seen["quick", False] == [one * 0.5 for one in normal]
    slow = [one for one in seen["slow", False] if one != PACES["slow"].rest]
    assert slow == [pytest.approx(one * 3) for one in normal]
    assert len(slow) < len(seen["slow", False])
    assert seen["normal", True] == normal
    assert seen["instant", True] == []


async def test_without_motion_no_step_is_waited_for(
    paced: Callable[..., Any], waits: list[float]
) -> None:
    async with paced(pace="slow", motion=False) as pilot:
        await a_round(pilot)
    assert waits
    assert set(waits) == {PACES["slow"].rest}


async def test_where_nobody_plays_there_is_no_turn_to_skip_to(keep: Path) -> None:
    write_options(keep, Options(stops=True, motion=False))
    watched = game(heroes="ai:greedy", raiders="ai:greedy")
    async with TacsimApp(keep=keep, game=watched).run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "Space lets it go on, J skips to the end" in shown(pilot))


async def test_after_each_act_a_key_goes_on_and_another_skips_to_ones_turn(
    paced: Callable[..., Any], waits: list[float]
) -> None:
    async with paced(stops=True, motion=False) as pilot:
        battle = screen(pilot)
        intents = battle.game.session.intents
        await pilot.press("full_stop")
        await comes_back(pilot)
        assert battle.game_loop.paused
        text = shown(pilot)
        assert "Space lets them go on, J skips to your turn" in text
        assert text.splitlines()[-1].startswith(" Space hold / go on  J to my turn")
        before = len(intents)
        await pilot.press("x", "enter", "tab")  # other keys hold them still
        await comes_back(pilot)
        assert len(intents) == before
        await pilot.press("space")
        await until(pilot, lambda: len(intents) > before)
        await comes_back(pilot)
        assert battle.game_loop.paused or isinstance(pilot.app.screen, QuestionCard)
        await pilot.press("n", "J", "J")
        for _ in range(20):
            await until(pilot, lambda: battle.game_loop.settled)
            if not isinstance(pilot.app.screen, QuestionCard):
                break
            await pilot.press("n")
        assert battle.game_loop.asked is not None
        assert battle.game_loop.asked.is_turn
        assert not battle.game_loop.paused
        assert "hold / go on" not in shown(pilot).splitlines()[-1]
        await pilot.press("J")  # in one's own turn there is nothing to skip
        await press(pilot, "full_stop")
        await comes_back(pilot)
        assert battle.game_loop.paused or battle.game_loop.settled


class Wanderer:
    """Walks a square down, then ends its turn."""

    walked = False

    def choose(self, _battle: Battle, decision: Decision) -> Intent:
        self.walked = not self.walked
        return Move(decision.actor, to=(11, 3)) if self.walked else EndTurn(decision.actor)


async def test_what_is_out_of_sight_is_not_waited_for(
    keep: Path, play: Play, waits: list[float]
) -> None:
    """In the fog, behind a wall, somebody walks: a wait would tell that something happens."""
    write_options(keep, Options(pace="slow", stops=True))
    a_game = game(SCENARIOS / "wall.toml", fog=True, **FOES)
    a_game.session.controllers["raiders"] = Wanderer()
    async with play(a_game) as pilot:
        battle = screen(pilot)
        before = len(battle.game.session.intents)
        await pilot.press("full_stop")
        await comes_back(pilot)
        theirs = battle.game.session.intents[before + 1 :]
        assert theirs
        assert [type(one) for one in theirs] == [Move, EndTurn]
        assert battle.game_loop.settled
        assert not battle.game_loop.paused
        assert not waits


async def test_the_options_hold_at_once(paced: Callable[..., Any]) -> None:
    async with paced() as pilot:
        app = pilot.app
        assert isinstance(app, TacsimApp)
        loop = screen(pilot).game_loop
        app.set_options(pace="slow", stops=True, motion=False)
        await pilot.pause()
        assert (loop.pace.rest, loop.pace.stops, loop.pace.motion) == (1.0, True, False)
        await pilot.press("O")
        await until(pilot, lambda: isinstance(app.screen, OptionsCard))
        app.screen.query_one(OptionList).highlighted = list(ALLOWED).index("stops")
        await pilot.press("enter", "up", "left", "escape")
        await until(pilot, lambda: not loop.pace.stops)
        assert (app.options.pace, loop.pace.rest, loop.pace.slower) == ("normal", 0.0, 1.0)


@pytest.mark.parametrize("bell", [True, False])
async def test_the_bell_rings_when_one_is_asked(
    paced: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, bell: bool
) -> None:
    rung: list[int] = []
    monkeypatch.setattr(TacsimApp, "bell", lambda _app: rung.append(1))
    async with paced(bell=bell, motion=False) as pilot:
        assert len(rung) == bell
        await press(pilot, "right", "enter")
        assert len(rung) == bell  # it is still the same turn
        await press(pilot, "u")
        assert len(rung) == bell
        await pilot.press("full_stop")
        await until(pilot, lambda: screen(pilot).game_loop.settled)
        assert len(rung) == 2 * bell


async def test_where_people_play_all_sides_nobody_is_held(play: Play) -> None:
    async with play(game(heroes="human", raiders="human"), size=(80, 24)) as pilot:
        await press(pilot, "enter", "space")
        assert "There is nobody to hold: people play all sides here." in shown(pilot)
        assert not screen(pilot).game_loop.paused


@pytest.mark.parametrize("foes", ["human", "ai:greedy"])
async def test_keys_count_from_the_first_act_of_an_opponent(keep: Path, foes: str) -> None:
    """Also where no person is asked yet, or ever is: else the battle could not even be left."""
    write_options(keep, Options(stops=True))
    app = TacsimApp(keep=keep)
    async with app.run_test() as pilot:
        app.open_battle(game(heroes="ai:greedy", raiders=foes))
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        loop = screen(pilot).game_loop
        await until(pilot, lambda: loop.paused)
        await pilot.press("L")
        await until(pilot, lambda: isinstance(app.screen, LogScreen))
        done = len(loop.session.intents)
        await pilot.press("escape", "space")
        await until(pilot, lambda: len(loop.session.intents) > done)
        await pilot.press("q")
        await until(pilot, lambda: not isinstance(app.screen, BattleScreen))
