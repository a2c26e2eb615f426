"""What a terminal in a page shows: read off the frames that its socket received."""

from __future__ import annotations

import base64
import json
import time

import pyte
from export.browser import PATIENCE, Browser


class Terminal:
    """A page in which a game runs, read as text."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int] = (1200, 700)) -> None:
        self.browser = browser
        self._read = 0
        browser.show(size)
        browser.visit(address)
        browser.until("document.body.classList.contains('-first-byte')")
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """What is on the screen by now."""
        self.browser.run("0")
        events = self.browser.events
        for event in events[self._read :]:
            method = event.get("method", "")
            if not method.startswith("Network.webSocketFrame"):
                continue
            frame = event["params"]["response"]
            if method.endswith("Received") and frame["opcode"] == 2:
                self._stream.feed(base64.b64decode(frame["payloadData"]))
            elif method.endswith("Sent") and frame["payloadData"].startswith('["resize"'):
                size = json.loads(frame["payloadData"])[1]
                self._screen.resize(size["height"], size["width"])
        self._read = len(events)
        return "\n".join(self._screen.display)

    @property
    def size(self) -> tuple[int, int]:
        """Its columns and lines."""
        return self._screen.columns, self._screen.lines

    def until(self, *words: str) -> str:
        """Wait until some words are there; all that is there then."""
        end = time.monotonic() + PATIENCE
        while not all(word in (text := self.text) for word in words):
            assert time.monotonic() < end, (words, text)
            time.sleep(0.05)
        return text

    def type(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.browser.key(key)


__all__ = ["Terminal"]
