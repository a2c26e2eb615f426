"""Pieces of a branch that are read when they are wanted: events, and keyframes of the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import numpy as np

from tacsim.core.components import Outcome
from tacsim.core.events import EVENTS
from tacsim.core.terrain import Grid
from tacsim.core.world import State
from tacsim.i18n import _
from tacsim.storage.branch import Piece
from tacsim.storage.codec import completed, plain_changes, read_component
from tacsim.storage.errors import CodecError
from tacsim.storage.payloads import KEYFRAME, pack, unpack

PlainEvent = list[Any]
"""An event as plain data: name, creature, fields."""


@attrs.frozen
class Keyframe:
    """The state of a battle after some entries, and what sides remember of the ground."""

    state: State
    memories: Mapping[str, Grid] = {}


def keyframe_payload(
    keyframe: Keyframe, opening: State, ids: Iterable[str], known: bytes, when: str | None = None
) -> bytes:
    """A keyframe as a payload: the components that differ from the opening's.

    ``ids`` are the creatures' in order, ``when`` it was made. Errors: ValueError for too much.
    """
    memories = {side: np.packbits(grid).tobytes() for side, grid in keyframe.memories.items()}
    return pack(KEYFRAME, [when, plain_changes(keyframe.state, opening, ids), memories], known)


def read_keyframe(piece: Piece, known: bytes, opening: State, shape: tuple[int, ...]) -> Keyframe:
    """The keyframe of a piece; ``shape``: the cells of the map as arrays have them. CodecError."""
    changed, memories = _plain_keyframe(piece, known)
    state = dict(opening)
    for creature, component in map(read_component, changed):
        kind = type(component)
        if opening.get(kind, {}).get(creature) != component:  # else what is set up
            state[kind] = {**state.get(kind, {}), creature: component}
    return Keyframe(state, _memories(memories, shape))


def read_outcome(piece: Piece, known: bytes) -> Outcome | None:
    """The outcome of a battle that a keyframe holds; CodecError."""
    found = [component for _who, component in map(read_component, _plain_keyframe(piece, known)[0])]
    return next((one for one in found if isinstance(one, Outcome)), None)


def read_events(piece: Piece, known: bytes) -> list[list[PlainEvent]]:
    """The events of a piece, entry by entry; CodecError."""
    _kind, plain = unpack(piece.payload, known)
    if not isinstance(plain, list) or len(plain) < piece.end - piece.start:
        raise CodecError(_("it tells too little"))
    found = plain[: piece.end - piece.start]
    if not all(isinstance(events, list) and all(map(_is_event, events)) for events in found):
        raise CodecError(_("it tells of no events"))
    return [list(map(completed, events)) for events in found]


def _plain_keyframe(piece: Piece, known: bytes) -> tuple[list[Any], Any]:
    _kind, plain = unpack(piece.payload, known)
    if not isinstance(plain, list) or len(plain) != 3 or not isinstance(plain[1], list):
        raise CodecError(_("it holds no state"))
    return plain[1], plain[2]


def _is_event(plain: Any) -> bool:
    if not isinstance(plain, list) or len(plain) != 3:
        return False
    name, actor, fields = plain
    return (
        isinstance(name, str)
        and name in EVENTS
        and isinstance(actor, str | None)
        and isinstance(fields, dict)
    )


def _memories(plain: Any, shape: tuple[int, ...]) -> dict[str, Grid]:
    """What sides remember, from packed bits; CodecError."""
    count = int(np.prod(shape))
    if not isinstance(plain, dict) or not all(
        isinstance(side, str) and isinstance(bits, bytes) and len(bits) == (count + 7) // 8
        for side, bits in plain.items()
    ):
        raise CodecError(_("it remembers no ground"))
    return {
        side: np.unpackbits(np.frombuffer(bits, np.uint8), count=count).astype(bool).reshape(shape)
        for side, bits in plain.items()
    }
