"""Pastes: whatever is in one, it is text, and nothing of it is a key."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key, Paste
from textual.message import Message

from tacsim.app.shell.pastes import END, START, take_pastes_whole

JUNK = "".join(map(chr, Random(7).choices(range(256), weights=[40] * 32 + [1] * 224, k=4000)))
"""As a picture or a program has it, with many escape characters in it."""
PASTES = {
    "Ogre": "Ogre",
    "\x1b[1mOgre\x1b[0m\r\nHP 30\t\x1b[38;5;9m!": "Ogre\r\nHP 30\t!",
    "a\x1bqqqq": "aqqqq",
    "a\x1b" + "q" * 50: "a" + "q" * 50,
    "\x1b\x1b\x1b": "",
    "a\x1b[201": "a[201",
    "one" + END + "q" + END + "two": "one" + "q" + "two",
    "한글\x9b\x07": "한글",
}
"""What is pasted, and the text that it is."""


@pytest.fixture
def parser() -> XTermParser:
    take_pastes_whole()
    return XTermParser()


def read(parser: XTermParser, data: str, size: int) -> Iterator[Message]:
    for at in range(0, len(data), size):
        yield from parser.feed(data[at : at + size])


def told(events: Iterator[Message]) -> list[str]:
    """Keys by their names, pastes as text."""
    return [
        f"paste {one.text}" if isinstance(one, Paste) else one.key
        for one in events
        if isinstance(one, Paste | Key)
    ]


@pytest.mark.parametrize("pasted", PASTES)
def test_a_paste_is_one_text_and_what_follows_are_keys(parser: XTermParser, pasted: str) -> None:
    sent = "j" + START + pasted + END + "k\x1b[A"
    found = told(read(parser, sent, len(sent)))
    assert found == ["j", f"paste {PASTES[pasted]}", "k", "up"]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7])
def test_in_whatever_pieces_it_comes(parser: XTermParser, size: int) -> None:
    for pasted, text in PASTES.items():
        if END not in pasted:
            sent = "j" + START + pasted + END + START + "two" + END + "k\x1b[A"
            found = told(read(parser, sent, size))
            assert found == ["j", f"paste {text}", "paste two", "k", "up"]


@pytest.mark.parametrize("size", [1, 64, 4096])
def test_nothing_of_junk_is_a_key(parser: XTermParser, size: int) -> None:
    found = told(read(parser, START + JUNK + END + "k", size))
    assert len(found) == 2
    assert found[1] == "k"
    steering = {chr(n) for n in (*range(32), *range(127, 160))} - set("\t\n\r")
    assert steering.isdisjoint(found[0])


def test_a_reading_that_ends_ends(parser: XTermParser) -> None:
    assert told(iter(parser.feed("j"))) == ["j"]
    assert list(parser.feed("")) == []
    assert parser.is_eof
