"""``tacsim serve`` without a browser: what it says, who may open a game, and how games end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar
from cli.calls import call, unusable
from gate import slow
from web.servers import Serving, alive, serving, wait_for

from tacsim.web import session


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("served")) as found:
        yield found


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[tuple[ClientSession, ClientWebSocketResponse]]:
    """A page and its game, as a browser opens them."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
        async with client.get(address) as page:
            assert page.status == 200
        async with client.ws_connect(f"{address}/ws?width=80&height=24", origin=address) as game:
            await shown(game, "Quick battle")
            yield client, game


async def ended(game: ClientWebSocketResponse) -> None:
    """Wait until a game is closed, as a browser does, which answers when it is told so."""
    async for message in game:
        assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT)


async def shown(game: ClientWebSocketResponse, words: str) -> str:
    """Wait for what a pattern finds on the screen; all that was sent until then."""
    text = ""
    async for message in game:
        if message.type == aiohttp.WSMsgType.BINARY:
            text += message.data.decode()
        if re.search(words, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)):
            return text
    pytest.fail(f"the game ended before it showed {words!r}")


async def begun(game: ClientWebSocketResponse) -> None:
    """Open the first lesson."""
    await game.send_json(["stdin", "l"])
    await shown(game, "Learn to play")
    await game.send_json(["stdin", "\r"])
    await shown(game, "Students")


# --- calls that cannot be answered --------------------------------------------------------------


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        unusable(call("serve", "--port", port), f'host "127.0.0.1", port {port}', "in use")


@pytest.mark.parametrize("host", ["", "a..b", "no host", "192.0.2.1"])
def test_a_host_that_is_none_of_this_machine(host: str) -> None:
    unusable(call("serve", "--host", host, "--port", 0), f'host "{host}", port 0')


@pytest.mark.parametrize("port", ["x", "-1", "65536"])
def test_a_port_that_is_none(port: str) -> None:
    unusable(call("serve", f"--port={port}"), "--port", "from 0 to 65535")


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tacsim.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    unusable(call("serve"), "tacsim[web]", "textual_serve")


# --- the server -----------------------------------------------------------------------------------


def test_it_is_for_this_machine_unless_told_otherwise(tmp_path: Path) -> None:
    with serving(tmp_path) as alone:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", alone.url)
        assert alone.stop() == 0
        assert alone.process.stderr is not None
        assert alone.process.stderr.read() == ""
    with serving(tmp_path, "--host", "0.0.0.0") as public:
        assert public.stop() == 0
        assert public.process.stderr is not None
        warning = public.process.stderr.read()
        assert warning.count("\n") == 1
        assert "0.0.0.0" in warning
        assert "no password" in warning


async def test_the_page_has_everything_from_here(server: Serving) -> None:
    async with ClientSession() as client:
        async with client.get(server.url) as page:
            text = await page.text()
            policy = page.headers["Content-Security-Policy"]
        assert "//" not in re.sub(r"<script.*?</script>", "", text, flags=re.S)
        assert "default-src 'self'" in policy
        assert "http" not in policy
        loaded = re.findall(r'(?:src=|href=|url\()"(static/[^"]+)"', text)
        assert len(loaded) == 4, loaded
        for each in loaded:
            async with client.get(f"{server.url}/{each}") as part:
                assert part.status == 200, each


@pytest.mark.parametrize(
    "arguments", [("--host", "0.0.0.0", "--name", "Ours.example"), *slow(((),))]
)
async def test_to_a_name_that_is_made_to_lead_here_it_gives_nothing(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    machine = socket.gethostname()
    own = ["localhost", "LOCALHOST.", "127.0.0.1", "192.168.7.9", "[::1]", machine]
    own += ["ours.example"] if arguments else []
    foreign = ["mine.example", "127.0.0.1.mine.example", "localhost.mine.example", "[::1", "a b"]
    foreign += [] if arguments else ["ours.example"]
    answers = set()
    with serving(tmp_path, *arguments) as server:
        port = server.url.rpartition(":")[2]
        async with ClientSession() as client:
            for name in (*own, *foreign):
                for host, path in ((name, "/"), (f"{name}:{port}", "/static/js/textual.js")):
                    url = f"http://127.0.0.1:{port}{path}"
                    async with client.get(url, headers={"Host": host}) as page:
                        answers.add((name, page.status))
                        assert page.status == 200 or "Set-Cookie" not in page.headers
    assert answers == {(name, 200) for name in own} | {(name, 403) for name in foreign}


@pytest.mark.parametrize(
    ("headers", "cookie"),
    [
        ({"Origin": "http://elsewhere.example"}, "0" * 32),
        ({}, "0" * 32),
        ({"Origin": "http://mine.example", "Host": "mine.example"}, "0" * 32),
        (None, ""),
        (None, "../../elsewhere/0123456789abcdef"),
    ],
    ids=["another page", "no page", "a name that leads here", "no browser", "a bent browser"],
)
async def test_only_its_own_page_opens_a_game(
    server: Serving, headers: dict[str, str] | None, cookie: str
) -> None:
    sent = {"Origin": server.url} if headers is None else headers
    async with ClientSession(headers={**sent, "Cookie": f"tacsim={cookie}"}) as client:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(f"{server.url}/ws")
    assert refused.value.status == 403
    assert server.games == {}


async def test_each_browser_has_a_home_of_its_own_and_keeps_it(server: Serving) -> None:
    async with opened(server.url) as (first, _game), opened(server.url) as (_second, _other):
        commands = {*server.games.values()}
        assert len(commands) == 2
        async with first.ws_connect(f"{server.url}/ws", origin=server.url) as again:
            await shown(again, "Quick battle")
            assert len(server.games) == 3
            assert {*server.games.values()} == commands
    wait_for(lambda: server.games == {})


async def test_nonsense_from_a_page_ends_its_game_alone(server: Serving) -> None:
    async with opened(server.url) as (_client, fair), opened(server.url) as (_other, foul):
        await foul.send_str("{")
        wait = await foul.receive()
        while wait.type == aiohttp.WSMsgType.BINARY:
            wait = await foul.receive()
        await fair.send_json(["stdin", "n"])
        await shown(fair, "New skirmish")
        wait_for(lambda: len(server.games) == 1)


async def test_leaving_the_game_closes_it(server: Serving) -> None:
    async with opened(server.url) as (_client, game):
        await game.send_json(["stdin", "q"])
        await ended(game)
        wait_for(lambda: server.games == {})


async def test_the_screen_is_drawn_whatever_terminal_it_was_started_in(server: Serving) -> None:
    async with opened(server.url) as (_client, game):
        await game.send_json(["resize", {"width": 100, "height": 40}])
        text = await shown(game, r"(?s)[\u2800-\u28ff]{3}.*Quick battle")  # the title, in Braille
        assert "38;2;" in text, "there are few colours"


@pytest.mark.parametrize(
    "how",
    [
        signal.SIGKILL,
        *slow(signal.SIGINT, signal.SIGTERM),
    ],
)
async def test_no_game_outlives_its_server(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path) as server:
        async with opened(server.url) as (_client, game):
            (number,) = server.games
            assert alive(number)
            stopping = asyncio.to_thread(server.stop, how)
            code, _rest = await asyncio.gather(stopping, ended(game))
            wait_for(lambda: not alive(number))
        assert code == (-signal.SIGKILL if how == signal.SIGKILL else 0)
        assert server.process.stdout is not None
        assert server.process.stderr is not None
        assert server.process.stdout.read() + server.process.stderr.read() == ""


async def test_the_language_goes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path, language="ko") as server:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
            async with client.get(server.url) as page:
                assert '<html lang="ko">' in await page.text()
            async with client.ws_connect(f"{server.url}/ws", origin=server.url):
                (command,) = server.games.values()
        assert command.endswith(" ko")
    for name in (*session.HOMES, "TACSIM_LANG", "TACSIM_SAVES", "TERM", "LC_ALL"):
        monkeypatch.setenv(name, "before")
    session.settle("home", "ko")
    assert os.environ["TACSIM_LANG"] == "ko"
    assert {os.environ[name] for name in session.HOMES} == {"home"}
    assert "TACSIM_SAVES" not in os.environ


async def test_a_second_tab_does_no_harm_to_the_battle_of_the_first(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with opened(server.url) as (client, first):
            await begun(first)
            async with client.ws_connect(f"{server.url}/ws", origin=server.url) as second:
                await shown(second, "Quick battle")
                await second.send_json(["stdin", "c"])
                await shown(second, "Moving")
                await second.send_json(["stdin", "\r"])
                await shown(second, "another program")
            await first.send_json(["stdin", "."])
            await shown(first, "The turn is over")


async def test_with_shared_every_browser_plays_with_the_saves_of_who_serves(tmp_path: Path) -> None:
    with serving(tmp_path, "--shared") as server:
        async with opened(server.url) as (_one, game):
            await begun(game)
            assert [*server.saves.glob("*.tacsim")]
            assert server.homes == []
