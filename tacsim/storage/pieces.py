"""Pieces of a branch that are read when they are wanted: events, and keyframes of the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs
import numpy as np

from tacsim.core.battle import Sighting
from tacsim.core.components import Identity, Items, Outcome
from tacsim.core.events import EVENTS
from tacsim.core.world import State
from tacsim.i18n import _
from tacsim.session.perception import Gathered
from tacsim.storage.branch import Piece
from tacsim.storage.codec import plain_changes, read_component
from tacsim.storage.earlier import completed
from tacsim.storage.errors import CodecError
from tacsim.storage.payloads import KEYFRAME, pack, unpack

PlainEvent = list[Any]
"""An event as plain data: name, creature, fields."""


@attrs.frozen
class Keyframe:
    """The state of a battle after some entries, and what sides have gathered in fog."""

    state: State
    memories: Mapping[str, Gathered] = {}


def keyframe_payload(
    keyframe: Keyframe, opening: State, ids: Iterable[str], known: bytes, when: str | None = None
) -> bytes:
    """A keyframe as a payload: the components that differ from the opening's.

    ``ids`` are the creatures' in order, ``when`` it was made. Errors: ValueError for too much.
    """
    ids = tuple(ids)
    memories = {side: _plain_memory(one, opening, ids) for side, one in keyframe.memories.items()}
    return pack(KEYFRAME, [when, plain_changes(keyframe.state, opening, ids), memories], known)


def read_keyframe(
    piece: Piece,
    known: bytes,
    opening: State,
    shape: tuple[int, ...],
    check: Callable[[State], None],
) -> Keyframe:
    """The keyframe of a piece; ``shape``: the cells of the map as arrays have them. CodecError.

    ``check`` looks a state over.
    """
    changed, plain = _plain_keyframe(piece, known)
    state = _changed(opening, changed)
    check(state)
    if not isinstance(plain, dict) or not all(isinstance(side, str) for side in plain):
        raise CodecError(_("it remembers no ground"))
    # in the first saves of the format a side remembers the ground alone: gathered anew
    told = {side: one for side, one in plain.items() if not isinstance(one, bytes)}
    memories = {side: _memory(one, opening, shape, check) for side, one in told.items()}
    return Keyframe(state, memories)


def _changed(opening: State, plain: Iterable[Any]) -> State:
    """The opening with some components, as plain data, put in; CodecError."""
    state = dict(opening)
    for creature, component in map(read_component, plain):
        kind = type(component)
        if opening.get(kind, {}).get(creature) != component:  # else what is set up
            state[kind] = {**state.get(kind, {}), creature: component}
    return state


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


def _plain_memory(memory: Gathered, opening: State, ids: tuple[str, ...]) -> list[Any]:
    """What a side has gathered: ground in packed bits, components that differ, and rounds."""
    state = dict(opening)
    things = tuple(memory.items.values())
    if things or Items in opening:
        state[Items] = {None: Items(things)}
    for name, sighting in memory.sightings.items():
        for kind, component in sighting.components.items():
            state[kind] = {**state.get(kind, {}), name: component}
    seen = {name: [one.round, list(one.order)] for name, one in memory.sightings.items()}
    bits = np.packbits(memory.ground).tobytes()
    return [bits, plain_changes(state, opening, ids), seen]


def _memory(
    plain: Any, opening: State, shape: tuple[int, ...], check: Callable[[State], None]
) -> Gathered:
    """The same as it was; CodecError."""
    count = int(np.prod(shape))
    match plain:
        case [bytes(bits), list(changed), dict(seen)] if len(bits) == (count + 7) // 8:
            state = _changed(opening, changed)
        case _:
            raise CodecError(_("it remembers no ground"))
    check(state)
    known, found = opening[Identity].keys(), dict[str, Sighting]()
    for name, told in seen.items():
        match told:
            case [int(round_), list(order)] if {name, *map(str, order)} <= known:
                pass
            case _:
                raise CodecError(_("it remembers no creature"))
        components = {kind: table[name] for kind, table in state.items() if name in table}
        found[name] = Sighting(round_, tuple(order), components)
    ground = np.unpackbits(np.frombuffer(bits, np.uint8), count=count).astype(bool)
    items = state[Items][None].items if Items in state else ()
    return Gathered(ground.reshape(shape), {one.id: one for one in items}, found)
