"""Payloads: what stands in a frame, there and back, and nothing else."""

from __future__ import annotations

import zlib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacsim.core.intents import Adjourn, EndTurn, Move
from tacsim.storage.codec import encode, read_intent, read_record
from tacsim.storage.errors import CodecError
from tacsim.storage.payloads import (
    BACK,
    BEGUN,
    BRANCH,
    DROP,
    EVENTS,
    GO,
    HEADER,
    KEYFRAME,
    LARGE,
    NAME,
    SMALL,
    STEP,
    WINDOW,
    WORDS,
    Fork,
    Header,
    Mark,
    dictionary,
    fork_payload,
    header_payload,
    mark_payload,
    most,
    number,
    pack,
    read_fork,
    read_mark,
    unpack,
)

KINDS = (HEADER, BEGUN, STEP, EVENTS, KEYFRAME, BRANCH, GO, NAME, DROP, BACK)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=9)
    | st.binary(max_size=9) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=20,
)  # fmt: skip
HEAD = header_payload(Header({"map": "x"}, "d20", {}, "ab", 3, False, {"a": "ai"}, "Duel"))
IDS = ("ann", "bob")


def test_the_kinds_are_numbered_as_the_document_says() -> None:
    assert tuple(range(10)) == KINDS


@given(st.sampled_from(KINDS), PLAIN, st.binary(max_size=200))
def test_every_kind_comes_back(kind: int, plain: Any, known: bytes) -> None:
    payload = pack(kind, plain, known)
    assert payload[0] == kind
    assert unpack(payload, known) == (kind, plain)


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_bytes_are_a_payload_or_refused(data: bytes, known: bytes) -> None:
    with suppress(CodecError):
        unpack(data, known)


def test_the_dictionary_is_the_headers_data_and_the_words() -> None:
    known = dictionary(HEAD)
    assert known == zlib.decompress(HEAD[1:], -15) + WORDS
    huge = header_payload(Header({"map": "x" * WINDOW}, "d20", {}, "", 3, False, {}, "Duel"))
    assert dictionary(huge)[-len(WORDS) :] == WORDS
    assert len(dictionary(huge)) == WINDOW


def test_a_step_takes_few_bytes_thanks_to_it() -> None:
    known = dictionary(HEAD)
    mark = Mark(bytes(range(8)), 9, 2, "bob", (17, 4))
    assert len(mark_payload(mark, Move("ann", to=(3, 4)), IDS, known)) < 40


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_packed_is_bounded_both_ways(kind: int) -> None:
    bound = LARGE if kind in (HEADER, EVENTS, KEYFRAME) else SMALL
    assert most(kind) == bound
    with pytest.raises(ValueError, match="too much"):
        pack(kind, bytes(bound))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = bytes([kind]) + deflate.compress(encode(bytes(bound))) + deflate.flush()
    assert len(bomb) < 5000
    with pytest.raises(CodecError, match="too large"):
        unpack(bomb)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        bytes([BACK + 1]),
        b"\xff\x00",
        pack(STEP, [1])[:-1],
        pack(STEP, [1]) + b"x",
        pack(STEP, [1]) + pack(STEP, [1]),
        bytes([STEP]) + zlib.compress(encode([1])),
    ],
)
def test_what_pack_does_not_make_is_refused(payload: bytes) -> None:
    with pytest.raises(CodecError):
        unpack(payload)


@given(
    st.binary(min_size=8, max_size=8),
    st.lists(st.integers(1, 20), max_size=9),
    st.integers(0, 99),
    st.sampled_from([None, *IDS]),
    st.integers(0, 99),
)
def test_a_mark_comes_back(
    digest: bytes, faces: list[int], round_: int, turn: str | None, before: int
) -> None:
    mark = Mark(digest, before + len(faces), round_, turn, tuple(faces))
    for intent in (None, EndTurn("ann"), Adjourn()):
        kind, plain = unpack(mark_payload(mark, intent, IDS))
        assert kind == (BEGUN if intent is None else STEP)
        rest = plain if intent is None else plain[3:]
        assert read_mark(rest, IDS, before) == mark
        if intent is not None:
            assert read_intent(plain[:3]) == intent


GOOD: list[Any] = [bytes(8), [20], 1, 0]


@pytest.mark.parametrize(
    "rest",
    [
        None,
        [],
        {},
        [*GOOD, 1],
        GOOD[:3],
        [bytes(7), *GOOD[1:]],
        ["12345678", *GOOD[1:]],
        [GOOD[0], None, 1, 0],
        [GOOD[0], [1.5], 1, 0],
        [GOOD[0], [True], 1, 0],
        [GOOD[0], [-1], 1, 0],
        [GOOD[0], [2**31], 1, 0],
        [GOOD[0], [20], -1, 0],
        [GOOD[0], [20], 2**31, 0],
        [GOOD[0], [20], 1, 2],
        [GOOD[0], [20], 1, -1],
        [GOOD[0], [20], 1, True],
        [GOOD[0], [20], 1, "ann"],
    ],
)
def test_anything_else_is_no_mark(rest: Any) -> None:
    assert read_mark(GOOD, IDS, 0).turn == "ann"
    with pytest.raises(CodecError):
        read_mark(rest, IDS, 0)


def test_headers_and_forks_come_back() -> None:
    header = read_record(unpack(HEAD)[1], Header)
    assert header_payload(header) == HEAD
    for at in (None, 0, 7):
        fork = Fork(2, at, "other", {"a": "human"}, "cd", "2026-01-01", "0.1")
        kind, plain = unpack(fork_payload(fork, b"known"), b"known")
        assert (kind, read_fork(plain)) == (BRANCH, fork)


@pytest.mark.parametrize(
    "changes",
    [{"parent": -1}, {"parent": "1"}, {"parent": 2**31}, {"parent": None}, {"at": -1},
     {"at": True}, {"at": "0"}, {"name": 3}, {"controllers": []}, {"controllers": {"a": 1}},
     {"odd": 1}],
)  # fmt: skip
def test_anything_else_is_no_fork(changes: dict[str, Any]) -> None:
    _, plain = unpack(fork_payload(Fork(2, 3, "b", {}, ""), b""))
    assert read_fork(plain).at == 3
    with pytest.raises(CodecError):
        read_fork(plain | changes)


def test_a_number_is_one_and_whole() -> None:
    assert number([3]) == 3
    for odd in (None, 3, [], [3, 4], [-1], [True], [1.0], {3: 4}):
        with pytest.raises(CodecError):
            number(odd)
