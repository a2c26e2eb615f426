"""Rewriting: one branch of a save as a save of its own, in today's format."""

from __future__ import annotations

from itertools import chain

import attrs

from tacsim.core.events import Rolled
from tacsim.storage.branch import Branch
from tacsim.storage.codec import plain_changes
from tacsim.storage.errors import CodecError
from tacsim.storage.frames import PREAMBLE, START, frame
from tacsim.storage.history import STRETCH, History, PlainEvent
from tacsim.storage.payloads import (
    EVENTS,
    KEYFRAME,
    Header,
    dictionary,
    header_payload,
    mark_payload,
    pack,
)  # fmt: skip
from tacsim.storage.saved import Saved


def rewritten(saved: Saved, branch: Branch) -> bytes:
    """The bytes of a save that holds a branch from the battle's beginning on, and nothing else.

    Its events and keyframes are in it, as far as they are known and are those that were saved.
    """
    history = History(saved, branch)
    first = header_payload(_header(saved, branch))
    known = dictionary(first)
    opening = plain_changes(history.opening, {}, history.creatures)
    payloads = [first, pack(KEYFRAME, [None, opening, {}], known)]
    payloads += _entries(saved, history, known)
    out, check = [PREAMBLE], START
    for payload in payloads:
        piece, check = frame(payload, check)
        out.append(piece)
    return b"".join(out)


def _header(saved: Saved, branch: Branch) -> Header:
    """The header of a save whose only branch is this one."""
    if branch is saved.main:
        return saved.header
    name = f"{saved.header.name} ({branch.name})" if branch.name else saved.header.name
    return attrs.evolve(
        saved.header,
        name=name,
        controllers=dict(branch.controllers),
        fingerprint=branch.fingerprint,
        program=branch.program,
    )


def _entries(saved: Saved, history: History, known: bytes) -> list[bytes]:
    """The payloads of all entries, with events and a keyframe after every so many."""
    branch, ids = history.branch, tuple(one.id for one in saved.scenario.creatures)
    found: list[bytes] = []
    waiting: list[list[PlainEvent]] = []
    for index in range(branch.length):
        sound = _sound(history, index)
        events = _events(history, index) if sound else []
        faces = tuple(chain.from_iterable(_faces(event) for event in events))
        mark = attrs.evolve(branch.mark(index), faces=faces)
        try:
            found.append(mark_payload(mark, branch.intent(index), ids, known))
        except CodecError:
            break
        if sound:
            waiting.append(events)
        if waiting and (len(waiting) == STRETCH or index == branch.length - 1 or not sound):
            found += _chunk(history, index + 1, waiting, known) if sound else []
            waiting = []
    return found


def _events(history: History, index: int) -> list[PlainEvent]:
    """The events of an entry as plain data."""
    numbers = range(history.position_of(index), history.position_of(index + 1))
    return [history.plain(number) for number in numbers]


def _chunk(
    history: History, entries: int, waiting: list[list[PlainEvent]], known: bytes
) -> list[bytes]:
    """Events, and the state after them where there is a keyframe."""
    try:
        found = [pack(EVENTS, waiting, known)]
        place, keyframe = history.keyframe(entries)
        if place == entries:
            changed = plain_changes(keyframe.state, history.opening, history.creatures)
            found.append(pack(KEYFRAME, [None, changed, {}], known))
    except ValueError:  # so much at once is done without: it follows from the intents
        return []
    return found


def _sound(history: History, index: int) -> bool:
    """Whether an entry came out as it was saved."""
    if index >= len(history.starts):
        return False
    return history.divergence is None or index < history.divergence.step


def _faces(event: PlainEvent) -> list[int]:
    return event[2]["dice"] if event[0] == Rolled.NAME else []
