"""Fixtures: the app with saves and options in folders of the test's own."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from math import inf
from pathlib import Path
from threading import Thread
from threading import enumerate as enumerate_threads
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from app.players import drawn, settled
from rich.console import RenderableType
from textual import _callback
from textual._compositor import Compositor
from textual._context import active_app
from textual._wait import SLEEP_GRANULARITY, wait_for_idle
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region
from textual.message import Message
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input

from tacsim.app.menus import lessons, scenarios
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.options import Options, write_options
from tacsim.content.library import is_shipped
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.player.game import Game
from tacsim.sim import workers

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
    screen unless it is asked for, and then by one process: each that is started imports all. What
    is said in passing stays, and the cursor of a field of text does not blink.
    """
    monkeypatch.setattr("tacsim.app.battle.screen.CALM", 0.0)
    monkeypatch.setattr("tacsim.app.menus.odds.REST", 24 * 60 * 60)
    monkeypatch.setattr("tacsim.sim.workers.cpu_count", lambda: 1)
    monkeypatch.setattr(TacsimApp, "NOTIFICATION_TIMEOUT", 24 * 60 * 60)
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _field: None)


@pytest.fixture(autouse=True, scope="session")
def forked_off() -> Iterator[None]:
    """Processes beside a screen are forked off one that has imported all, which each would do."""
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(["tacsim.sim.workers", "tacsim.sim.simulate", "tacsim.ai"])
    other = workers.get_context
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "get_context", lambda how: forking if how else other(how))
        yield


@pytest.fixture(autouse=True, scope="session")
def read_once() -> Iterator[None]:
    """The shipped battles are read once for all the lists that show them: none is ever changed."""

    def read(path: Path) -> Scenario:
        return drawn(path) if is_shipped(path) else read_scenario(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenarios, "read_scenario", read)
        patch.setattr(lessons, "read_scenario", read)
        yield


@pytest.fixture(autouse=True, scope="session")
def parsed_once() -> Iterator[None]:
    """Styles are parsed once for all the apps that a process opens, not once for each.

    A stylesheet does the same for itself: rules are never changed.
    """
    kept = dict[Hashable, list[RuleSet]]()
    colours = dict[Hashable, int]()
    last: list[Any] = [None, 0]
    parse = Stylesheet._parse_rules

    def once(sheet: Stylesheet, *arguments: Hashable, **named: Hashable) -> list[RuleSet]:
        if sheet._variables is not last[0]:
            known = tuple(sheet._variables.items())
            last[:] = sheet._variables, colours.setdefault(known, len(colours))
        about = last[1], arguments, tuple(named.items())
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


@pytest.fixture(autouse=True, scope="session")
def handled_as_before() -> Iterator[None]:
    """Which methods handle a message is looked up once for each class, not for each message.

    Where it depends on the widget that sent it Textual looks.
    """
    really = MessagePump._get_dispatch_methods
    kept = dict[Hashable, list[tuple[type, FunctionType]] | None]()

    def once(
        pump: MessagePump, method_name: str, message: Message
    ) -> Iterator[tuple[type, Callable[..., object]]]:
        key = type(pump), method_name, type(message)
        if key not in kept:
            kept[key] = _handlers(*key)
        found = kept[key]
        if found is None:
            yield from really(pump, method_name, message)
            return
        for cls, method in found:
            if message._no_default_action:
                return
            yield cls, method.__get__(pump, cls)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MessagePump, "_get_dispatch_methods", once)
        yield


def _handlers(
    pump: type, name: str, message: type[Message]
) -> list[tuple[type, FunctionType]] | None:
    """The methods of a class that handle a message, by whose they are; None: it depends."""
    found = []
    for cls in pump.__mro__:
        decorated = vars(cls).get("_decorated_handlers", {})
        if any(one in decorated for one in message.__mro__):
            return None
        method = vars(cls).get(f"_{name}") or vars(cls).get(name)
        if method is not None and not getattr(method, "_textual_on", None):
            found.append((cls, method))
    return found


@pytest.fixture(autouse=True, scope="session")
def idle_at_once() -> Iterator[None]:
    """A pilot goes on once nothing is left to do, not after a sleep in which little was done.

    Textual sleeps three times for each key. Here nothing is left when the loop has nothing to run,
    all is painted, and no timer is due in the time that Textual would sleep. While a thread of a
    worker works its own way is taken; a thread for whose end no program waits is waited for.
    """

    async def idle(min_sleep: float = SLEEP_GRANULARITY, max_sleep: float = 1) -> None:
        loop, app, still = asyncio.get_running_loop(), active_app.get(), 0
        began = loop.time()
        while still < 3 and loop.time() < began + max_sleep:
            if any(one._thread_worker and not one.is_finished for one in app.workers):
                await wait_for_idle(min_sleep, max_sleep)
                return
            while any(type(one) is Thread and one.daemon for one in enumerate_threads()):
                if loop.time() > began + max_sleep:
                    return
                await asyncio.sleep(0.005)
            await asyncio.sleep(0)
            still = 0 if loop._ready else still + 1
            if still and app._screen_stack:
                app.screen._on_timer_update()
                due = _due(loop, app.screen._update_timer)
                if not loop._ready and due < began + SLEEP_GRANULARITY:
                    await asyncio.sleep(due - loop.time())
                    still = 0
            if still == 3 and _painted(app):
                still = 0

    async def drained(pilot: Pilot[int], timeout: float = 0) -> bool:
        """All that was sent to widgets is done: Textual sends each a message more, to know it."""
        loop, still = asyncio.get_running_loop(), 0
        began = loop.time()
        while still < 3 and loop.time() < began + 1:
            await asyncio.sleep(0)
            still = 0 if loop._ready else still + 1
        return not pilot.app._exception

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", idle)
        patch.setattr("textual.pilot.wait_for_idle", idle)
        patch.setattr(Pilot, "_wait_for_screen", drained)
        yield


@pytest.fixture(autouse=True, scope="session")
def painted_at_rest() -> Iterator[None]:
    """Frames are painted as one, once all has come to rest: before that nobody looks at any."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_update", _put_off)
        yield


@pytest.fixture
def every_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each frame is painted, as in play."""
    monkeypatch.setattr(Compositor, "render_update", _paint)


_paint = Compositor.render_update
_owed = WeakKeyDictionary[Compositor, set[Region]]()
"""What is still to be painted, of each screen."""


def _put_off(
    compositor: Compositor,
    full: bool = False,
    screen_stack: list[Screen] | None = None,
    simplify: bool = False,
) -> RenderableType | None:
    """Nothing for now; a whole picture at once."""
    if full:
        return _paint(compositor, full, screen_stack, simplify)
    _owed.setdefault(compositor, set()).update(compositor._dirty_regions)
    compositor._dirty_regions.clear()
    return None


def _painted(app: App[object]) -> bool:
    """Paint what is still to be painted; whether anything was."""
    screen = app.screen
    regions = _owed.pop(screen._compositor, None)
    if regions:
        screen._compositor._dirty_regions.update(regions)
        app._display(screen, _paint(screen._compositor, screen_stack=app._background_screens))
    return bool(regions)


def _due(loop: asyncio.AbstractEventLoop, frames: Timer) -> float:
    """When a timer is due, but for that of the next frame, which has been painted."""
    painting = getattr(frames._task, "_fut_waiter", None)
    found = (one for one in loop._scheduled if not one.cancelled() and painting not in one._args)
    return min((one.when() for one in found), default=inf)


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
