"""Whole screens of the game, small, large, and with Korean names; nothing of them is cut off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from app.alone import in_korean
from app.players import SCENARIOS, game, press, settled, until
from app.replay.watchers import ready, saved
from app.test_alone import whole
from textual.pilot import Pilot

from tacsim.app.battle.cards.catch_up import CatchUpScreen
from tacsim.app.shell.app import TacsimApp

Where = Callable[[str], Path]
Begin = Callable[[Pilot[int], Where], Awaitable[None]]


def tacsim(pilot: Pilot[int]) -> TacsimApp:
    assert isinstance(pilot.app, TacsimApp)
    return pilot.app


async def start(pilot: Pilot[int], _where: Where) -> None:
    await pilot.pause()


def opened(name: str, *keys: str) -> Begin:
    async def begin(pilot: Pilot[int], _where: Where) -> None:
        tacsim(pilot).open_screen(name)
        for key in keys:
            await pilot.pause()
            await pilot.press(key)

    return begin


async def continued(pilot: Pilot[int], where: Where) -> None:
    save = saved(where("crossing"), rounds=2)
    save.rename(save.with_name("crossing.tacsim"))
    await opened("continue")(pilot, where)


async def battle(pilot: Pilot[int], where: Where) -> None:
    tacsim(pilot).open_battle(game(where("crossing")))
    await settled(pilot)
    await press(pilot, "right", "right")


async def catching_up(pilot: Pilot[int], where: Where) -> None:
    tacsim(pilot).open_battle(game(where("crossing"), fog=True, raiders="human"))
    await settled(pilot)
    await press(pilot, "enter", "full_stop", "enter", "full_stop", "c")
    await until(pilot, lambda: isinstance(pilot.app.screen, CatchUpScreen))


async def replay(pilot: Pilot[int], where: Where) -> None:
    tacsim(pilot).open_replay(saved(where("crossing"), rounds=2))
    await ready(pilot)


SCREENS: dict[str, Begin] = {
    "start": start, "setup": opened("new", "tab"), "continue": continued, "battle": battle,
    "catching_up": catching_up, "replay": replay, "gauntlet": opened("gauntlet"),
    "editor": opened("editor"), "parties": opened("parties"), "monsters": opened("monsters"),
}  # fmt: skip


@pytest.fixture
def see(
    snap_compare: Any, keep: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., bool]:
    """Looks at a screen among scenarios of the tests, whatever the time of day and the folder."""
    monkeypatch.setattr("tacsim.app.menus.saves.when_text", lambda _when: "2026-11-20 20:15")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACSIM_SAVES", "saves")

    def look(name: str, where: Where, size: tuple[int, int]) -> bool:
        found = [where("crossing"), where("tower")]
        monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: found)
        monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())

        async def before(pilot: Pilot[int]) -> None:
            app = tacsim(pilot)
            app.options = attrs.evolve(app.options, zoom="auto")
            await SCREENS[name](pilot, where)
            app.clear_notifications()
            await whole(pilot)

        shown = TacsimApp(keep=keep)
        return bool(snap_compare(shown, run_before=before, terminal_size=size))

    return look


@pytest.mark.slow  # the gate has them with Korean names
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
@pytest.mark.parametrize("name", SCREENS)
def test_whole(see: Callable[..., bool], name: str, size: tuple[int, int]) -> None:
    assert see(name, lambda scenario: SCENARIOS / f"{scenario}.toml", size)


@pytest.mark.parametrize("name", SCREENS)
def test_in_korean_widths(see: Callable[..., bool], tmp_path: Path, name: str) -> None:
    assert see(name, lambda scenario: in_korean(SCENARIOS / f"{scenario}.toml", tmp_path), (60, 20))
