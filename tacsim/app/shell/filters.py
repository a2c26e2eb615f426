"""What a terminal shows, and what is done to every line of the screen just before it is shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import lru_cache

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from tacsim.view.palettes.graphics import in_ascii

NO_LOCALES = ("darwin", "win32")
"""Where terminals show Unicode whatever the locale is."""
CONSOLES = ("linux",)
"""Terminals, by their TERM, whose fonts lack the signs."""


def ascii_alone(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, encoding: str = ""
) -> bool:
    """Whether ASCII is all that a terminal can be trusted to show, by what is said of it.

    ``encoding``: in which it is written to, else that of standard error, which Textual uses. Python
    itself puts "C.UTF-8" into LC_CTYPE where LANG says nothing else.

    >>> said = {"LANG": "ko_KR.UTF-8"}, {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, {"LC_ALL": "POSIX"}
    >>> [ascii_alone(one, "linux", "utf-8") for one in (*said, {"LANG": "C.utf8", "TERM": "linux"})]
    [False, True, True, True]
    >>> ascii_alone({}, "darwin", "utf-8"), ascii_alone({"LANG": "C.UTF-8"}, "linux", "ascii")
    (False, True)
    """
    encoding = encoding or getattr(sys.__stderr__, "encoding", None) or ""
    if not encoding.lower().startswith("utf") or environment.get("TERM") in CONSOLES:
        return True
    named = environment.get("LC_ALL") or environment.get("LANG") or ""
    typed = environment.get("LC_CTYPE", "")
    if typed != "C.UTF-8" and not environment.get("LC_ALL"):
        named = typed or named
    return platform not in NO_LOCALES and "utf" not in named.lower()


class AsciiSigns(LineFilter):
    """Puts ASCII in the place of signs, bars and frames, column for column.

    Letters stay: names, and the words of other languages.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """A line with other signs."""
        return [segment._replace(text=segment.text.translate(in_ascii())) for segment in segments]


class SixteenColours(LineFilter):
    """Sends the sixteen colours of a terminal by their numbers, also where it takes any colour."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """A line in the nearest of the sixteen."""
        return [
            segment if segment.style is None else segment._replace(style=_in_sixteen(segment.style))
            for segment in segments
        ]


@lru_cache(maxsize=8192)
def _in_sixteen(style: Style) -> Style:
    """A style with the nearest of the sixteen colours."""
    ink, paper = (
        None if colour is None else colour.downgrade(ColorSystem.STANDARD)
        for colour in (style.color, style.bgcolor)
    )
    return style + Style(color=ink, bgcolor=paper)
