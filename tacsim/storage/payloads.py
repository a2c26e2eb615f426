"""Payloads: what stands in the frames of a save, as bytes and back.

A payload is one byte that says its kind, then MessagePack data compressed with raw DEFLATE. From
the second frame on the compression starts from a dictionary, the header's data and the words that
intents are made of: so a step takes some forty bytes though it is written by itself.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from tacsim.core.intents import Intent
from tacsim.i18n import _
from tacsim.storage.codec import decode, encode, plain_intent, plain_record, read_record
from tacsim.storage.digest import KEPT
from tacsim.storage.errors import CodecError

HEADER, BEGUN, STEP, EVENTS, KEYFRAME, BRANCH, GO, NAME, DROP, BACK = range(10)
"""Kinds of payloads."""

LARGE, SMALL = 2 * 1024 * 1024, 64 * 1024
"""The most bytes of the data of headers, events and keyframes, and of all others."""

_LARGE = (HEADER, EVENTS, KEYFRAME)

MAIN = 0
"""The branch that a save begins with."""

WINDOW = 32 * 1024
"""How far back the compression looks."""

_WORDS = (
    "move", "path", "extents", "to", "mode", "walk", "double", "run", "charge", "withdraw",
    "five_foot_step", "climb", "fly", "overrun", "tumble", "area", "shape", "size", "origin",
    "toward", "stand", "drop", "ready", "delay", "total_defense", "dash", "disengage", "dodge",
    "aid", "deny_flank", "against", "stamina", "defence", "take", "decline", "full_attack",
    "strike", "target", "weapon", "end_turn",
)  # fmt: skip
WORDS = b"".join(encode(word) for word in _WORDS)
"""What the dictionary ends in. It belongs to the format: other words make another format."""


@attrs.frozen
class Header:
    """What a save begins with.

    ``scenario`` is the whole scenario as plain data; ``fingerprint`` is that of the rules;
    ``controllers`` by side; ``created`` in ISO 8601 or empty; ``program`` is the version that
    wrote it; ``advice``: whether each of several people may ask what the commander would do.
    """

    scenario: dict[str, Any]
    ruleset: str
    switches: dict[str, bool]
    fingerprint: str
    seed: int
    fog: bool
    controllers: dict[str, str]
    name: str
    created: str = ""
    program: str = ""
    advice: bool = False


@attrs.frozen
class Mark:
    """The battle at a decision.

    ``digest``: the part of its state's digest that is kept; ``dice``: how many have been thrown;
    ``turn``: whose choice is next, None when the battle is over; ``faces``: the dice that led here
    from the decision before, None where they were not kept.
    """

    digest: bytes
    dice: int
    round: int
    turn: str | None
    faces: tuple[int, ...] | None = None


@attrs.frozen
class Fork:
    """Where a branch leaves another one, and under what it goes on.

    ``at``: after how many intents, None for the time before the battle begins; ``created`` as in
    the header.
    """

    parent: int
    at: int | None
    name: str
    controllers: dict[str, str]
    fingerprint: str
    created: str = ""
    program: str = ""


# --- bytes -----------------------------------------------------------------------------------


def dictionary(header: bytes) -> bytes:
    """What the compression of all frames after a header starts from."""
    return (_inflated(header[1:], b"", LARGE) + WORDS)[-WINDOW:]


def pack(kind: int, plain: Any, known: bytes = b"") -> bytes:
    """The payload of some data. ``known`` is the dictionary, empty for a header.

    Errors: ValueError for more data than a payload may hold.

    >>> unpack(pack(DROP, [3]))
    (8, [3])
    """
    data = encode(plain)
    if len(data) > most(kind):
        raise ValueError(_("too much data for one frame"))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=known)
    return bytes([kind]) + deflate.compress(data) + deflate.flush()


def unpack(payload: bytes, known: bytes = b"") -> tuple[int, Any]:
    """The kind of a payload and its data; CodecError for what :func:`pack` does not make."""
    if not payload or payload[0] > BACK:
        raise CodecError(_("it is of an unknown kind"))
    return payload[0], decode(_inflated(payload[1:], known, most(payload[0])))


def unpack_plain(payload: bytes, _known: bytes) -> tuple[int, Any]:
    """The kind and data of a payload of format 1; CodecError."""
    plain = decode(payload)
    if not isinstance(plain, list) or not plain or type(plain[0]) is not int:
        raise CodecError(_("it is no step"))
    kind, *rest = plain
    if kind not in (HEADER, BEGUN, STEP):
        raise CodecError(_("it is of the unknown kind {kind}").format(kind=kind))
    if kind == HEADER and len(rest) != 1:
        raise CodecError(_("it does not begin with a header"))
    return kind, rest[0] if kind == HEADER else rest


UNPACK: Mapping[int, Callable[[bytes, bytes], tuple[int, Any]]] = {1: unpack_plain, 2: unpack}
"""How payloads are read, by the number of their format."""


def most(kind: int) -> int:
    """The most bytes of data of a kind of payload."""
    return LARGE if kind in _LARGE else SMALL


def _inflated(data: bytes, known: bytes, at_most: int) -> bytes:
    inflate = zlib.decompressobj(-15, zdict=known)
    try:
        found = inflate.decompress(data, at_most + 1)
    except zlib.error:
        raise CodecError(_("it cannot be unpacked")) from None
    if not inflate.eof or inflate.unused_data or len(found) > at_most:
        raise CodecError(_("it is too large, or does not end as it should"))
    return found


# --- headers and steps -------------------------------------------------------------------------


def header_payload(header: Header) -> bytes:
    """A header as the first frame's payload."""
    return pack(HEADER, plain_record(header))


def fork_payload(fork: Fork, known: bytes) -> bytes:
    """The beginning of a branch as a payload."""
    return pack(BRANCH, plain_record(fork), known)


def mark_payload(
    mark: Mark, intent: Intent | None, ids: tuple[str, ...], known: bytes = b""
) -> bytes:
    """The beginning (no intent) or a step as a payload; ``ids`` are the creatures' in order."""
    turn = None if mark.turn is None else ids.index(mark.turn)
    rest = [mark.digest, list(mark.faces or ()), mark.round, turn]
    if intent is None:
        return pack(BEGUN, rest, known)
    return pack(STEP, [*plain_intent(intent), *rest], known)


def read_mark(rest: Any, ids: tuple[str, ...], before: int, number: int = 2) -> Mark:
    """The mark behind a beginning or an intent, ``before`` so many dice; CodecError.

    ``number``: the format; in the first the dice thrown so far stand in place of the faces.
    """
    if not isinstance(rest, list) or len(rest) != 4:
        raise CodecError(_("it is no step"))
    digest, thrown, round_, turn = rest
    faces = None
    if number > 1:
        if not isinstance(thrown, list) or not all(map(whole, thrown)):
            raise CodecError(_("its dice have no faces"))
        faces, thrown = tuple(thrown), before + len(thrown)
    if not isinstance(digest, bytes) or len(digest) != KEPT:
        raise CodecError(_("its digest is none"))
    if not whole(thrown) or not whole(round_):
        raise CodecError(_("its dice or round are no numbers"))
    if turn is not None and not (whole(turn) and turn < len(ids)):
        raise CodecError(_("it is nobody's turn"))
    return Mark(digest, thrown, round_, None if turn is None else ids[turn], faces)


def read_fork(plain: Any) -> Fork:
    """The beginning of a branch of plain data; CodecError for anything else."""
    fork: Fork = read_record(plain, Fork)
    if not whole(fork.parent) or not (fork.at is None or whole(fork.at)):
        raise CodecError(_("it leaves no branch"))
    return fork


def whole(value: Any) -> bool:
    """Whether a value is a number of things."""
    return type(value) is int and 0 <= value < 2**31


def number(plain: Any) -> int:
    """The whole number of a list of one; CodecError for anything else."""
    match plain:
        case [found] if whole(found):
            return int(found)
    raise CodecError(_("it holds no number"))
