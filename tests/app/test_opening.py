"""Opening a battle does once what has to be done."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from app.players import game, settled, shown, until
from app.replay.watchers import ready, saved
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen

from tacsim.app import run_app
from tacsim.app.battle.hint import Hint
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.start import StartScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.field import Field
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.panels import Panels

Count = Callable[..., Counter[type]]


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    """Count the calls of a method, by the kind of one of its arguments."""

    def counted(kind: type, method: str, of: int = 0) -> Counter[type]:
        found, really = Counter[type](), getattr(kind, method)

        def call(*arguments: Any, **named: Any) -> Any:
            found[type(arguments[of])] += 1
            return really(*arguments, **named)

        monkeypatch.setattr(kind, method, call)
        return found

    return counted


async def test_a_battle_opens_with_one_picture_of_its_board(keep: Path, count: Count) -> None:
    shown, painted = count(Field, "show"), count(BoardView, "put")
    layouts, styled = count(Screen, "_refresh_layout"), count(Stylesheet, "apply", of=1)
    async with TacsimApp(keep=keep, game=game()).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert [type(one) for one in pilot.app.screen_stack] == [StartScreen, BattleScreen]
    assert (shown[Field], painted[BoardView]) == (1, 1)
    assert (styled[Field], styled[Panels]) == (1, 1)
    # for the sizes; with the texts; and Textual's own for whatever has another size then
    assert layouts[BattleScreen] <= 3
    assert layouts[StartScreen] <= 2


async def test_the_first_screen_is_made_when_it_is_first_seen(keep: Path) -> None:
    async with TacsimApp(keep=keep, game=game()).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        start = pilot.app.screen_stack[0]
        assert isinstance(start, StartScreen)
        assert not start.query(Menu)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is start and start.stands)
        menu = start.query_one(Menu)
        assert pilot.app.focused is menu
        await pilot.press("up", "up")
        assert menu.highlighted == menu.option_count - 2


async def test_a_replay_opens_with_one_picture_of_its_board(keep: Path, count: Count) -> None:
    shown, painted = count(Field, "show"), count(BoardView, "put")
    async with TacsimApp(keep=keep, replay=saved()).run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        await settled(pilot)
    assert (shown[Field], painted[BoardView]) == (1, 1)


async def test_nothing_is_painted_of_a_battle_before_it_is_shown(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames, really = list[str](), TacsimApp._display

    def display(app: TacsimApp, screen: Screen[Any], frame: Any) -> None:
        if isinstance(screen, BattleScreen):
            frames.append(shown(Pilot(app)))
        really(app, screen, frame)

    monkeypatch.setattr(TacsimApp, "_display", display)
    app = TacsimApp(keep=keep, game=game())
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
    assert frames
    assert all("Aldis" in frame for frame in frames)


async def test_what_can_wait_follows_the_first_frame_of_a_battle(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[str]()

    def told(kind: type, method: str, what: str) -> None:
        really = getattr(kind, method)

        def call(*arguments: Any) -> Any:
            seen.append(what)
            return really(*arguments)

        monkeypatch.setattr(kind, method, call)

    told(TacsimApp, "remember", "recent setups")
    told(Hint, "begin", "hints")
    really = TacsimApp._display

    def display(app: TacsimApp, screen: Screen[Any], frame: Any) -> None:
        if isinstance(screen, BattleScreen):
            seen.append("frame")
        really(app, screen, frame)

    monkeypatch.setattr(TacsimApp, "_display", display)
    async with TacsimApp(keep=keep, game=game()).run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "hints" in seen)
    assert seen[0] == "frame"
    assert "recent setups" in seen


async def test_garbage_is_looked_for_again_once_the_first_screen_stands(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_for, before = list[bool](), gc.get_threshold()

    def opened(app: TacsimApp) -> int:
        looked_for.append(gc.isenabled())
        return 0

    monkeypatch.setattr(TacsimApp, "run", opened)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    try:
        assert run_app() == 0
        async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            looked_for.append(gc.isenabled())
    finally:
        gc.enable()
        gc.unfreeze()
        gc.set_threshold(*before)
    assert looked_for == [False, True]
