"""A real browser without a screen, spoken to over a pipe in its own protocol.

``TACSIM_BROWSER`` names the program; else it is looked for under its usual names. The protocol is
that of Chrome and Chromium (``--remote-debugging-pipe``): JSON messages, each ended by a zero byte.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

NAMES = (
    "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
    "google-chrome", "google-chrome-stable",
)  # fmt: skip
LAUNCH = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for number, end in enumerate(ends, 3):
    os.dup2(end, number)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Starts a program with the ends of two pipes at 3 and 4, where the protocol wants them."""
CODES = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
         "ArrowDown": 40, ".": 190}  # fmt: skip
"""The numbers of keys that are no letters; pages in which a terminal is go by them."""
PATIENCE = 300.0
"""Seconds to wait for what is certain to come, on a machine that is busy with much else."""


def program() -> str | None:
    """The browser's program, or None where there is none."""
    named = os.environ.get("TACSIM_BROWSER")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A browser with one page open."""

    def __init__(self, path: str, profile: Path) -> None:
        ours, theirs = os.pipe(), os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, str(ours[0]), str(theirs[1]), path,
             "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--disable-component-update",
             f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"],
            pass_fds=(ours[0], theirs[1]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(ours[0])
        os.close(theirs[1])
        self._to, self._from = ours[1], theirs[0]
        self._waiting, self._number = b"", 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    # --- the protocol ------------------------------------------------------------------------

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Carry out a command; what it answers."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return dict(answer["result"])
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._waiting:
            ready, _, _ = select.select([self._from], [], [], max(end - time.monotonic(), 0))
            assert ready, "the browser does not answer"
            part = os.read(self._from, 1 << 16)
            assert part, "the browser is gone"
            self._waiting += part
        message, _, self._waiting = self._waiting.partition(b"\0")
        return dict(json.loads(message))

    def close(self) -> None:
        """End it."""
        self._session = None
        try:
            self.ask("Browser.close")
        except (AssertionError, OSError):
            self._process.kill()
        self._process.wait(PATIENCE)
        os.close(self._to)
        os.close(self._from)

    # --- the page ----------------------------------------------------------------------------

    def show(self, size: tuple[int, int], *, light: bool = False, still: bool = True) -> None:
        """Give the page a size; whether the reader's system is light, and wants no motion."""
        wide, high = size
        self.ask("Emulation.setDeviceMetricsOverride", width=wide, height=high,
                 deviceScaleFactor=1, mobile=wide < 600)  # fmt: skip
        features = {
            "prefers-color-scheme": "light" if light else "dark",
            "prefers-reduced-motion": "reduce" if still else "no-preference",
        }
        self.ask(
            "Emulation.setEmulatedMedia",
            features=[{"name": name, "value": value} for name, value in features.items()],
        )

    def open(self, path: Path) -> None:
        """Open a file and wait until it is there."""
        self.visit(path.as_uri())

    def visit(self, address: str) -> None:
        """Open an address and wait until it is there."""
        self.events.clear()
        self.ask("Page.navigate", url=address)
        protocol = json.dumps(address.partition(":")[0] + ":")
        self.until(f"document.readyState === 'complete' && location.protocol === {protocol}")

    def run(self, script: str) -> Any:
        """The value of a script's expression."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str, patience: float = PATIENCE) -> None:
        """Wait until a script's expression is true."""
        end = time.monotonic() + patience
        while not self.run(script):
            assert time.monotonic() < end, script
            time.sleep(0.02)

    def key(self, key: str, code: str = "") -> None:
        """Press a key and let it go."""
        text = key if len(key) == 1 else ""
        number = CODES.get(key, ord(key.upper()) if key.isalnum() and text else 0)
        shared = {"key": key, "code": code, "text": text, "windowsVirtualKeyCode": number}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **shared)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, code=code)

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        find = f"document.querySelector({json.dumps(selector)})"
        self.run(f"{find}.scrollIntoView({{block: 'center'}})")
        box = self.run(
            f"(r => [r.x + r.width / 2, r.y + r.height / 2])({find}.getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left",
                     clickCount=1)  # fmt: skip

    def picture(self, path: Path) -> None:
        """Take a picture of what is seen."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))

    @property
    def complaints(self) -> list[str]:
        """Errors and warnings of the page since it was opened, those of its policy among them."""
        self.run("0")
        found = []
        for event in self.events:
            details, method = event.get("params", {}), event.get("method")
            if method == "Runtime.exceptionThrown":
                found.append(details["exceptionDetails"]["text"])
            elif method == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
                found.append(details["entry"]["text"])
            elif method == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning"):
                found.append(str(details["args"]))
        return found

    @property
    def requests(self) -> list[str]:
        """The addresses that the page has asked for since it was opened."""
        self.run("0")
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]


__all__ = ["Browser", "program"]
