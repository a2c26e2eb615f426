"""Fixtures: the app with saves and options in folders of the test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from types import CodeType

import pytest
from app.players import settled
from textual import _callback
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.widgets import Input

from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.options import Options, write_options
from tacsim.player.game import Game

Play = Callable[..., AbstractAsyncContextManager[Pilot[int]]]


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_CTYPE", "en_US.UTF-8")
    (tmp_path / "saves").mkdir()
    return tmp_path


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on a screen depends on the time of day.

    Questions take an answer at once: players in tests have read them. No setup is tried beside the
    screen unless it is asked for. What is said in passing stays, the cursor of a field of text does
    not blink, and widgets may take as long as they need for what they are sent, however slow the
    machine is.
    """
    monkeypatch.setattr("tacsim.app.battle.screen.CALM", 0.0)
    monkeypatch.setattr("tacsim.app.menus.odds.REST", 24 * 60 * 60)
    monkeypatch.setattr(TacsimApp, "NOTIFICATION_TIMEOUT", 24 * 60 * 60)
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _field: None)
    monkeypatch.setattr(Pilot._wait_for_screen, "__defaults__", (600.0,))


@pytest.fixture(autouse=True, scope="session")
def parsed_once() -> Iterator[None]:
    """Styles are parsed once for all the apps that a process opens, not once for each.

    A stylesheet does the same for itself: rules are never changed.
    """
    kept = dict[Hashable, list[RuleSet]]()
    parse = Stylesheet._parse_rules

    def once(sheet: Stylesheet, *arguments: Hashable, **named: Hashable) -> list[RuleSet]:
        about = tuple(sheet._variables.items()), arguments, tuple(named.items())
        if about not in kept:
            kept[about] = parse(sheet, *arguments, **named)
        return kept[about]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", once)
        yield


@pytest.fixture(autouse=True, scope="session")
def counted_once() -> Iterator[None]:
    """How many parameters a function takes is looked up once, not for each time it is called."""
    really, kept = _callback._count_parameters, dict[CodeType, int]()

    def once(function: Callable[..., object]) -> int:
        code = getattr(function, "__code__", None)
        if code is None or hasattr(function, "__wrapped__"):
            return really(function)
        if code not in kept:
            kept[code] = really(function)
        return kept[code]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_callback, "_count_parameters", once)
        yield


@pytest.fixture
def keep(tmp_path: Path) -> Path:
    """A file of options with motion and hints off."""
    path = tmp_path / "options.toml"
    write_options(path, Options(motion=False, zoom="normal", hints=False))
    return path


@pytest.fixture
def play(keep: Path) -> Play:
    """Open the battle screen on a game."""

    @asynccontextmanager
    async def opened(a_game: Game, size: tuple[int, int] = (100, 30)) -> AsyncIterator[Pilot[int]]:
        async with TacsimApp(keep=keep, game=a_game).run_test(size=size) as pilot:
            await settled(pilot)
            yield pilot

    return opened


HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The gate has each test of a screen once, in the smallest terminal that it is tried in.

    Where there is too little room it is there. The others are slow.
    """
    least = dict[object, tuple[int, int]]()
    sized = [(item, size) for item in items if (size := _size(item))]
    for item, size in sized:
        least[_test(item)] = min(size, least.get(_test(item), size))
    for item, size in sized:
        if size != least[_test(item)]:
            item.add_marker(pytest.mark.slow)


def _test(item: pytest.Item) -> object:
    return item.path, getattr(item, "originalname", item.name)


def _size(item: pytest.Item) -> tuple[int, int] | None:
    """The size of the terminal."""
    params = getattr(item, "callspec", None)
    return params.params.get("size") if params and item.path.is_relative_to(HERE) else None
