"""Pastes: what comes between the marks that a terminal puts around one is text, and never keys.

Textual reads escape characters of a paste as what begins a key, and what follows as keys. Some
terminals leave them in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.message import Message

START, END = BRACKETED_PASTE_START, BRACKETED_PASTE_END
_STEERS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""What steers a terminal: sequences for colours and the like, and characters that are no text."""


class Pastes:
    """Takes what steers a terminal out of the pastes in what a terminal sends, piece by piece."""

    def __init__(self) -> None:
        self._before = ""
        """The last that was sent before a paste: it may be the beginning of a mark."""
        self._pasted: str | None = None
        """What has come of a paste; None where none is coming."""

    def taken(self, data: str) -> str:
        r"""What is to be read of what was sent; a paste as soon as it is there to its end.

        >>> pastes = Pastes()
        >>> [pastes.taken(text) for text in ("q", START + "or\x1b[1mc", "\x1bq" + END + "j")]
        ['q', '\x1b[200~', 'orcq\x1b[201~j']
        """
        read = ""
        while data:
            if self._pasted is None:
                sent = self._before + data
                at = sent.find(START)
                end = len(data) if at < 0 else at + len(START) - len(self._before)
                read += data[:end]
                self._before = "" if at >= 0 else sent[1 - len(START) :]
                self._pasted = None if at < 0 else ""
                data = data[end:]
                continue
            sent, data = self._pasted + data, ""
            at = _end(sent, max(len(self._pasted) - len(END), 0))
            if at < 0:
                self._pasted = sent
            else:
                read += _STEERS.sub("", sent[:at]) + END
                self._pasted, data = None, sent[at + len(END) :]
        return read


def _end(sent: str, first: int) -> int:
    """Where a paste ends, from a place on; -1 where it does not yet.

    A mark that is in the paste itself has another one behind it, with no beginning between.
    """
    at = sent.find(END, first)
    while at >= 0:
        after = sent.find(END, at + len(END))
        if after < 0 or START in sent[at:after]:
            break
        at = after
    return at


_feed = XTermParser.feed


def _feed_tamed(parser: XTermParser, data: str) -> Iterable[Message]:
    """What comes of what a terminal sends; nothing is its end."""
    pastes: Pastes = vars(parser).setdefault("pastes", Pastes())
    read = pastes.taken(data)
    return _feed(parser, read) if read or not data else ()


def take_pastes_whole() -> None:
    """Let every way in which Textual reads a terminal take pastes as text."""
    setattr(XTermParser, "feed", _feed_tamed)  # noqa: B010  # no driver asks an app for its parser
