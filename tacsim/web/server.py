"""The server: a page with a terminal in it, behind which a game of its own runs.

Each browser is known again by a cookie, and has its own saves and options; see :class:`GameServer`.
Importing this needs the extra ``web``.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from copy import copy
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp_jinja2
from aiohttp import web
from aiohttp.typedefs import Handler
from textual_serve.server import Server, to_int

from tacsim.i18n import N_, _, languages
from tacsim.storage.place import saves_folder

COOKIE = "tacsim"
"""The cookie by which a browser is known again."""
KEPT = 400 * 24 * 3600
"""Seconds for which a browser is asked to keep it."""
TOKEN = re.compile(r"[0-9a-f]{32}")
PATIENCE = 10.0
"""Seconds that games have for closing when the server ends."""
PAGES = Path(__file__).parent / "pages"


class GameServer(Server):
    """Serves games at an address that is bound already.

    Each browser has a home of its own, for saves and options, beneath the folder of saves;
    ``names``: those by which it is asked for besides its addresses and the names of this machine.
    ``shared``: all play with those of whoever serves. ``language``: that of the games, None for
    what each player prefers.
    """

    def __init__(
        self,
        bound: socket.socket,
        names: Iterable[str] = (),
        *,
        shared: bool = False,
        language: str | None = None,
    ) -> None:
        machine = socket.gethostname()
        found = ("localhost", machine, f"{machine}.local", *names)
        self._names = {name.lower().rstrip(".") for name in found}
        self._socket = bound
        self._homes = None if shared else saves_folder().absolute() / "browsers"
        self._language = language
        self.greeting = ""
        """The line that is printed once games can be opened."""
        self._sessions: set[asyncio.Task[Any]] = set()
        host, port = bound.getsockname()[:2]
        self.alone = ip_address(host).is_loopback
        """Whether nobody but this machine can reach it."""
        anywhere = ip_address(host).is_unspecified
        shown = "localhost" if anywhere else f"[{host}]" if ":" in host else host
        super().__init__("", host, port, "tacsim", f"http://{shown}:{port}", templates_path=PAGES)

    async def _make_app(self) -> web.Application:
        app: web.Application = await super()._make_app()
        app.middlewares.append(self._named)
        return app

    @web.middleware
    async def _named(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer to its names alone, and to addresses.

        A page of another site, whose name was made to lead here, gets nothing.
        """
        if not self._goes_by(request.host):
            raise web.HTTPForbidden(text=_("This server does not go by that name."))
        return await handler(request)

    def _goes_by(self, host: str) -> bool:
        """Whether it is asked for by an address or by one of its names, with or without a port."""
        with suppress(ValueError):
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
            return name in self._names or bool(ip_address(name))
        return False

    def serve(self, debug: bool = False) -> None:
        """Serve until Ctrl-C or SIGTERM, and end every game then."""
        logging.basicConfig(level=logging.CRITICAL)
        web.run_app(
            self._make_app(), sock=self._socket, shutdown_timeout=1.0, access_log=None, print=None
        )

    async def on_startup(self, app: web.Application) -> None:
        """Say where it is, now that Ctrl-C ends it in good order."""
        print(self.greeting, flush=True)

    async def on_shutdown(self, app: web.Application) -> None:
        """Close every game."""
        for session in self._sessions:
            session.cancel()
        if self._sessions:
            await asyncio.wait(self._sessions, timeout=PATIENCE)

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page. It loads nothing from elsewhere, and is shown within no other page."""
        nonce = secrets.token_urlsafe(16)
        words = {
            "language": next(iter(languages()), "en").partition("_")[0],
            "starting": _("The game is being opened ..."),
            "closed": _("The game is closed. Every battle is saved: Continue takes it up."),
            "again": _("Open it again"),
        }
        size = to_int(request.query.get("fontsize", ""), 0)
        context = {**words, "nonce": nonce, "font_size": size and min(max(size, 6), 72)}
        response = aiohttp_jinja2.render_template("page.html", request, context)
        response.headers["Content-Security-Policy"] = (
            f"default-src 'self'; script-src 'self' 'nonce-{nonce}'; "
            "style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
        )
        token = _token(request) or secrets.token_hex(16)
        response.set_cookie(COOKIE, token, max_age=KEPT, httponly=True, samesite="Lax")
        return response

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run a game for a page of ours, in a process of its own, until either is closed."""
        token = _token(request)
        ours = urlsplit(request.headers.get("Origin", "")).netloc == request.host
        if token is None or not ours:
            raise web.HTTPForbidden(text=_("Only a page of this server can open a game."))
        session = copy(self)
        session.command = self._command(token)
        task = asyncio.current_task()
        assert task is not None
        self._sessions.add(task)
        try:
            return await super(GameServer, session).handle_websocket(request)
        finally:
            self._sessions.discard(task)

    def _command(self, token: str) -> str:
        """The command that runs the game of a browser."""
        home = "" if self._homes is None else str(self._homes / token)
        words = [sys.executable, "-m", "tacsim.web.session", home, self._language or ""]
        if sys.platform == "win32":
            return subprocess.list2cmdline(words)
        return f"trap '' INT; exec {shlex.join(words)}"  # Ctrl-C is the server's alone


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens at the first address of a host; port 0: at a port that is free.

    Errors: OSError.

    >>> with bind("127.0.0.1", 0) as bound:
    ...     bound.getsockname()[0]
    '127.0.0.1'
    """
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except UnicodeError:  # what can be no name
        raise socket.gaierror(socket.EAI_NONAME, N_("Name or service not known")) from None
    try:
        return socket.create_server(address[:2], family=family)
    except OSError as error:  # whose own words tell the address once more
        number = error.errno or 0
        raise OSError(number, os.strerror(number)) from None


def _token(request: web.Request) -> str | None:
    """By what a browser is known, None for one that is new."""
    found = request.cookies.get(COOKIE, "")
    return found if TOKEN.fullmatch(found) else None
