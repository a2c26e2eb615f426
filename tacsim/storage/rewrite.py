"""Rewriting: one branch of a save as a save of its own, in today's format."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import attrs

from tacsim.core.events import Rolled
from tacsim.storage.branch import Branch
from tacsim.storage.errors import CodecError
from tacsim.storage.frames import PREAMBLE, START, frame
from tacsim.storage.payloads import (
    EVENTS,
    Header,
    dictionary,
    header_payload,
    mark_payload,
    pack,
)
from tacsim.storage.pieces import Keyframe, PlainEvent, keyframe_payload
from tacsim.storage.saved import Saved
from tacsim.storage.timeline import STRETCH, Timeline


def rewritten(saved: Saved, branch: Branch) -> bytes:
    """The bytes of a save that holds a branch from the battle's beginning on, and nothing else.

    Its events and keyframes are in it, as far as they are known and are those that were saved.
    """
    timeline = Timeline(saved, branch)
    first = header_payload(_header(saved, branch))
    known = dictionary(first)
    opening = keyframe_payload(Keyframe(timeline.opening), {}, saved.ids, known)
    out, check = [PREAMBLE], START
    for payload in (first, opening, *_entries(timeline, known)):
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


def _entries(timeline: Timeline, known: bytes) -> Iterator[bytes]:
    """The payloads of all entries, with events and a keyframe after every so many."""
    branch, found, ids = timeline.branch, timeline.divergence, timeline.saved.ids
    sound = len(timeline.starts) if found is None else found.step
    waiting: list[list[PlainEvent]] = []
    for index in range(branch.length):
        events = timeline.plain_entry(index) if index < sound else []
        faces = tuple(face for event in events for face in _faces(event))
        try:
            intent = branch.intent(index)
        except CodecError:
            return
        yield mark_payload(attrs.evolve(branch.mark(index), faces=faces), intent, ids, known)
        waiting.append(events)
        if index < sound and (len(waiting) == STRETCH or index + 1 == branch.length):
            with suppress(ValueError):  # so much at once follows from the intents
                yield from _chunk(timeline, index + 1, waiting, known)
            waiting = []


def _chunk(
    timeline: Timeline, entries: int, waiting: list[list[PlainEvent]], known: bytes
) -> list[bytes]:
    """Events, and the state after them where there is a keyframe; ValueError for too much."""
    found = [pack(EVENTS, waiting, known)]
    place, keyframe = timeline.keyframe(entries)
    if place == entries:
        bare, ids = Keyframe(keyframe.state), timeline.saved.ids
        found.append(keyframe_payload(bare, timeline.opening, ids, known))
    return found


def _faces(event: PlainEvent) -> list[int]:
    return event[2]["dice"] if event[0] == Rolled.NAME else []
