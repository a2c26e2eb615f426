"""Frames: whole or not, never half."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacsim.content.documents import SAVED
from tacsim.storage.errors import SaveError
from tacsim.storage.frames import (
    FORMAT,
    MAX_FRAME,
    MAX_FRAMES,
    PREAMBLE,
    READ,
    START,
    frame,
    preamble,
    split,
)

payloads = st.lists(st.binary(max_size=300), max_size=6)


def joined(parts: list[bytes]) -> tuple[bytes, list[int]]:
    """A file of payloads, and the places where its frames end."""
    data, check, ends = PREAMBLE, START, [len(PREAMBLE)]
    for part in parts:
        piece, check = frame(part, check)
        data += piece
        ends.append(len(data))
    return data, ends


@given(payloads)
def test_there_and_back(parts: list[bytes]) -> None:
    data, _ = joined(parts)
    frames = split(data, "a")
    assert list(frames.payloads) == parts
    assert (frames.end, frames.lost) == (len(data), "")
    assert frames.first(len(parts)) is frames


@given(payloads, st.data())
def test_a_cut_loses_only_what_it_cuts(parts: list[bytes], draw: st.DataObject) -> None:
    data, ends = joined(parts)
    cut = draw.draw(st.integers(len(PREAMBLE), len(data)))
    frames = split(data[:cut], "a")
    whole = sum(end <= cut for end in ends) - 1
    assert list(frames.payloads) == parts[:whole]
    assert frames.end == ends[whole]
    assert bool(frames.lost) == (cut not in ends)


@given(payloads.filter(any), st.data())
def test_a_flipped_bit_loses_what_follows_and_nothing_before(
    parts: list[bytes], draw: st.DataObject
) -> None:
    data, ends = joined(parts)
    bit = draw.draw(st.integers(8 * len(PREAMBLE), 8 * len(data) - 1))
    spoilt = bytearray(data)
    spoilt[bit // 8] ^= 1 << bit % 8
    frames = split(bytes(spoilt), "a")
    whole = sum(end <= bit // 8 for end in ends) - 1
    assert list(frames.payloads) == parts[:whole]
    assert frames.lost


def test_a_frame_in_another_place_is_not_whole() -> None:
    data, ends = joined([b"one", b"two"])
    swapped = data[: ends[0]] + data[ends[1] :] + data[ends[0] : ends[1]]
    assert split(swapped, "a").payloads == ()


def test_the_first_frames_alone() -> None:
    data, ends = joined([b"one", b"two", b"three"])
    some = split(data, "a").first(2)
    assert (some.payloads, some.end) == ((b"one", b"two"), ends[2])
    piece, _ = frame(b"three", some.check)
    assert data[: some.end] + piece == data


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (SAVED[:3], "cut short"),
        (PREAMBLE[:-1], "cut short"),
        (b"hello, world", "not a tacsim save"),
        (b"\x00" * 100, "not a tacsim save"),
        (SAVED + struct.pack(">I", FORMAT + 1), f"format {FORMAT + 1}"),
        (SAVED + struct.pack(">I", 0), "format 0"),
        (SAVED + struct.pack(">I", 2**32 - 1), "format 4294967295"),
    ],
)
def test_what_is_no_save_says_so_in_one_line(data: bytes, words: str) -> None:
    with pytest.raises(SaveError) as error:
        split(data, "dir/a.tacsim")
    assert words in str(error.value)
    assert str(error.value).startswith("dir/a.tacsim: ")
    assert "\n" not in str(error.value)


def test_a_length_is_never_believed_before_it_is_checked() -> None:
    assert split(PREAMBLE + b"\xff\xff\xff\xff\x7f" + bytes(20), "a").lost
    assert split(PREAMBLE + b"\xff\xff\xff\x03" + bytes(20), "a").lost
    assert split(PREAMBLE + b"\x80\x00" + bytes(20), "a").lost
    with pytest.raises(ValueError, match="too long"):
        frame(bytes(MAX_FRAME + 1), START)


@pytest.mark.parametrize("number", READ)
def test_every_format_that_was_ever_written_is_cut_into_frames(number: int) -> None:
    head = preamble(number)
    piece, check = frame(b"one", zlib.crc32(head))
    more, _ = frame(b"two", check)
    frames = split(head + piece + more, "a")
    assert (frames.payloads, frames.format, frames.lost) == ((b"one", b"two"), number, "")
    some = frames.first(1)
    assert (some.end, some.check, some.format) == (len(head + piece), check, number)


def test_a_frame_of_one_format_is_none_of_another() -> None:
    piece, _ = frame(b"one", START)
    assert split(preamble(1) + piece, "a").payloads == ()


def test_no_more_frames_are_read_than_a_save_may_have() -> None:
    data, check = bytearray(PREAMBLE), START
    for _ in range(MAX_FRAMES + 1):
        piece, check = frame(b"", check)
        data += piece
    frames = split(bytes(data), "a")
    assert len(frames.payloads) == MAX_FRAMES
    assert frames.lost
