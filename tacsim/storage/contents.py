"""Contents: the payloads of a save, read one after another with distrust."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tacsim.content.plain import from_plain
from tacsim.content.records import Scenario
from tacsim.i18n import _
from tacsim.storage.branch import MAX_BRANCHES, NAMES, Branch, Piece, Step
from tacsim.storage.codec import decode
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.frames import Frames
from tacsim.storage.payloads import (
    BACK,
    BEGUN,
    BRANCH,
    DROP,
    EVENTS,
    GO,
    HEADER,
    KEYFRAME,
    MAIN,
    NAME,
    STEP,
    Header,
    Mark,
    checked_mark,
    dictionary,
    numbers,
    read_fork,
    read_header,
    read_mark,
    unpack,
)  # fmt: skip


def first_header(frames: Frames, path: Path) -> Header:
    """The header in the frames of a file; SaveError."""
    if not frames.payloads:
        reason = frames.lost or _("the save is cut short")
        raise SaveError(path, reason, _("header"))
    try:
        kind, plain = _READERS[frames.format](frames.payloads[0], b"")
        if kind != HEADER:
            raise CodecError("it does not begin with a header")
        return read_header(plain)
    except CodecError as error:
        raise SaveError(path, str(error), _("header")) from None


def last_mark(frames: Frames, header: Header, ids: tuple[str, ...]) -> Mark | None:
    """How the branch played last ends, None before it begins; CodecError.

    Looks at no more of a file than it must: its name and end, for a list.
    """
    if len(frames.payloads) < 2:
        return None
    known = dictionary(frames.payloads[0]) if frames.format > 1 else b""
    for payload in reversed(frames.payloads[1:]):
        if frames.format > 1 and payload[:1] in _ASIDE:
            continue
        kind, plain = _READERS[frames.format](payload, known)
        if kind not in (BEGUN, STEP):
            break
        rest = plain[3:] if kind == STEP and isinstance(plain, list) else plain
        if frames.format > 1:
            return read_mark(rest, ids, 0)
        return checked_mark(*_four(rest), ids, None)
    contents = Contents(header, from_plain(header.scenario, ""), frames.format, frames.payloads[0])
    for payload in frames.payloads[1:]:
        contents.take(payload)
    return contents.current.last


_ASIDE = (bytes([EVENTS]), bytes([KEYFRAME]))


def _four(rest: Any) -> tuple[Any, Any, Any, Any]:
    """The four entries of a mark of format 1; CodecError."""
    if not isinstance(rest, list) or len(rest) != 4:
        raise CodecError("it is no step")
    digest, dice, round_, turn = rest
    return digest, dice, round_, turn


def _plain_payload(payload: bytes, _known: bytes) -> tuple[int, Any]:
    """The kind and data of a payload of format 1."""
    plain = decode(payload)
    if not isinstance(plain, list) or not plain or type(plain[0]) is not int:
        raise CodecError("it is no step")
    if plain[0] not in (HEADER, BEGUN, STEP):
        raise CodecError(f"it is of the unknown kind {plain[0]}")
    if plain[0] == HEADER:
        if len(plain) != 2:
            raise CodecError("it does not begin with a header")
        return HEADER, plain[1]
    return plain[0], plain[1:]


_READERS: Mapping[int, Callable[[bytes, bytes], tuple[int, Any]]] = {1: _plain_payload, 2: unpack}


class Contents:
    """What a save says, payload by payload.

    ``known`` is the dictionary of its payloads, ``format`` its format's number; ``current`` the
    branch that was played last.
    """

    def __init__(self, header: Header, scenario: Scenario, number: int, first: bytes) -> None:
        main = Branch(
            MAIN, "main", header.controllers, header.fingerprint, header.created, header.program
        )  # fmt: skip
        self.header = header
        self.scenario = scenario
        self.format = number
        self.known = dictionary(first) if number > 1 else b""
        self.branches = [main]
        self.current = main
        self._ids = tuple(one.id for one in scenario.creatures)
        self._sides = {side.id for side in scenario.sides}

    def take(self, payload: bytes) -> None:
        """Take the next payload in; CodecError where it does not belong there."""
        kind = payload[0] if payload and self.format > 1 else -1
        if kind in (EVENTS, KEYFRAME):
            self._put_aside(kind, payload)
            return
        kind, plain = _READERS[self.format](payload, self.known)
        take = _TAKE.get(kind)
        if take is None:
            raise CodecError(f"it is of the unknown kind {kind}")
        take(self, plain)

    def _mark(self, rest: Any) -> Mark:
        if self.format > 1:
            last = self.current.last
            return read_mark(rest, self._ids, last.dice if last is not None else 0)
        return checked_mark(*_four(rest), self._ids, None)

    def _put_aside(self, kind: int, payload: bytes) -> None:
        branch = self.current
        if kind == KEYFRAME:
            branch.keyframes.append(Piece(branch.length, branch.length, payload))
            return
        start = branch.recorded_to
        if start >= branch.length:
            raise CodecError("it tells of nothing")
        branch.events.append(Piece(start, branch.length, payload))

    def _begun(self, plain: Any) -> None:
        if self.current.length:
            raise CodecError("it begins twice")
        self.current.marks.append(self._mark(plain))

    def _step(self, plain: Any) -> None:
        if not self.current.length:
            raise CodecError("it does not begin")
        if not isinstance(plain, list):
            raise CodecError("it is no step")
        mark = self._mark(plain[3:])
        self.current.steps.append(Step(plain[:3], mark))
        self.current.marks.append(mark)

    def _branch(self, plain: Any) -> None:
        fork = read_fork(plain)
        parent = self._numbered(fork.parent)
        first = 0 if fork.at is None else fork.at + 1
        if first > parent.length or len(self.branches) == MAX_BRANCHES:
            raise CodecError("it leaves from no decision")
        if set(fork.controllers) != self._sides:
            raise CodecError("its controllers are not those of the sides")
        self.current = Branch(
            len(self.branches), fork.name, fork.controllers, fork.fingerprint, fork.created,
            fork.program, parent, first,
        )  # fmt: skip
        self.branches.append(self.current)

    def _go(self, plain: Any) -> None:
        (number,) = numbers(plain, 1)
        self.current = self._numbered(number)

    def _name(self, plain: Any) -> None:
        if not isinstance(plain, list) or len(plain) != 2 or not isinstance(plain[1], str):
            raise CodecError("it names nothing")
        (number,) = numbers(plain[:1], 1)
        self._numbered(number).name = plain[1][:NAMES]

    def _drop(self, plain: Any) -> None:
        (number,) = numbers(plain, 1)
        branch = self._numbered(number)
        if branch is self.current or number == MAIN:
            raise CodecError("it deletes what is being played")
        branch.dropped = True

    def _back(self, plain: Any) -> None:
        (intents,) = numbers(plain, 1)
        branch, length = self.current, intents + 1
        if not max(branch.first, 1) <= length <= branch.length:
            raise CodecError("it takes back what is not there")
        if any(one.parent is branch and one.first > length for one in self.branches):
            raise CodecError("it takes back what a branch leaves from")
        branch.shorten(length)

    def _numbered(self, number: int) -> Branch:
        if number >= len(self.branches) or self.branches[number].dropped:
            raise CodecError("it is of no branch that there is")
        return self.branches[number]


_TAKE: Mapping[int, Callable[[Contents, Any], None]] = {
    BEGUN: Contents._begun,
    STEP: Contents._step,
    BRANCH: Contents._branch,
    GO: Contents._go,
    NAME: Contents._name,
    DROP: Contents._drop,
    BACK: Contents._back,
}
