"""Saved battles: what a save file says, read with distrust.

A save is a tree of branches. Each goes on from a decision of another one and has steps of its own;
what it did before is that other one's. Events and keyframes are read when they are wanted, as what
has happened follows from the intents.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

import tacsim
from tacsim.content.faults import ContentError
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.core.intents import Intent
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.rulesets import content
from tacsim.session.controllers import is_person
from tacsim.storage.codec import decode, read_intent
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.fingerprint import rules_fingerprint
from tacsim.storage.frames import MAX_FILE, Frames, split
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
)

NAMES = 60
"""The most characters of a branch's name."""

MAX_BRANCHES = 1000
"""The most branches of a save."""


@attrs.frozen
class Step:
    """An accepted intent, as plain data, and the battle after it."""

    plain: Any
    mark: Mark

    @property
    def intent(self) -> Intent:
        """The intent; CodecError where the plain data is none."""
        return read_intent(self.plain)


@attrs.frozen
class Piece:
    """A payload that waits to be read.

    Of events: those of the ``start``-th to before the ``end``-th entry of a branch, its beginning
    being the first entry, each step one more. Of keyframes: the state after ``end`` entries.
    """

    start: int
    end: int
    payload: bytes


@attrs.define(eq=False)
class Branch:
    """A way that a battle took, from where it leaves its parent.

    Its *entries* are the beginning and the steps, those of its parent before the fork included;
    ``first`` is how many of them are the parent's. ``dropped``: deleted by the player.
    """

    number: int
    name: str
    controllers: Mapping[str, str]
    fingerprint: str
    created: str = ""
    program: str = ""
    parent: Branch | None = None
    first: int = 0
    marks: list[Mark] = attrs.field(factory=list)
    steps: list[Step] = attrs.field(factory=list)
    events: list[Piece] = attrs.field(factory=list)
    keyframes: list[Piece] = attrs.field(factory=list)
    dropped: bool = False

    @property
    def length(self) -> int:
        """How many entries there are; 0 before the battle has begun."""
        return self.first + len(self.marks)

    @property
    def intents(self) -> int:
        """How many intents there are from the beginning of the battle on."""
        return max(self.length - 1, 0)

    @property
    def last(self) -> Mark | None:
        """The battle as the branch leaves it; None before it began."""
        return self.mark(self.length - 1) if self.length else None

    @property
    def lineage(self) -> list[Branch]:
        """The branches that it comes from, the first one first, and itself."""
        found, branch = [self], self.parent
        while branch is not None:
            found.append(branch)
            branch = branch.parent
        return found[::-1]

    def mark(self, index: int) -> Mark:
        """The battle after an entry; IndexError."""
        return self._at(index).marks[index - self._at(index).first]

    def intent(self, index: int) -> Intent | None:
        """The intent of an entry, None for the beginning; CodecError where it is none."""
        if index == 0:
            return None
        branch = self._at(index)
        return branch.steps[index - max(branch.first, 1)].intent

    def plain(self, index: int) -> Any:
        """The intent of an entry as plain data; None for the beginning."""
        branch = self._at(index)
        return branch.steps[index - max(branch.first, 1)].plain if index else None

    def _at(self, index: int) -> Branch:
        """The branch whose own an entry is."""
        if not 0 <= index < self.length:
            raise IndexError(index)
        branch = self
        while index < branch.first:
            assert branch.parent is not None
            branch = branch.parent
        return branch

    def recorded(self) -> Iterator[Piece]:
        """The events that were recorded, in order and without gaps from the first entry on."""
        reached = 0
        for branch, end in self.stretches():
            for piece in branch.events:
                if piece.start == reached and piece.start < end:
                    reached = min(piece.end, end)
                    yield attrs.evolve(piece, end=reached)

    def states(self) -> list[Piece]:
        """The keyframes in order."""
        return [
            piece
            for branch, end in self.stretches()
            for piece in branch.keyframes
            if piece.end <= end
        ]

    def stretches(self) -> Iterator[tuple[Branch, int]]:
        """Each branch on the way, and up to which entry it belongs to it."""
        lineage = self.lineage
        ends, end = [self.length], self.length
        for child in reversed(lineage[1:]):  # a branch may leave before its parent does
            end = min(end, child.first)
            ends.append(end)
        yield from zip(lineage, reversed(ends), strict=True)


@attrs.frozen
class Saved:
    """A save as far as it is intact.

    ``current`` is the branch that was played last; ``lost`` says what cannot be read, and is empty
    when all is well; ``known`` is the dictionary of its payloads, ``format`` its format's number.
    """

    path: Path
    header: Header
    scenario: Scenario
    branches: tuple[Branch, ...]
    current: Branch
    lost: str = ""
    known: bytes = b""
    format: int = 1

    @property
    def main(self) -> Branch:
        """The branch that the save began with."""
        return self.branches[MAIN]

    @property
    def begun(self) -> Mark | None:
        """The beginning of the current branch; None when it has not begun."""
        return self.current.mark(0) if self.current.length else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the current branch from the beginning of the battle on."""
        branch = self.current
        return tuple(
            Step(branch.plain(index), branch.mark(index)) for index in range(1, branch.length)
        )

    @property
    def last(self) -> Mark | None:
        """The battle as the save leaves it; None before it began."""
        return self.current.last

    @property
    def foreign(self) -> bool:
        """Whether the rules have changed since the current branch was played."""
        return self.foreign_to(self.current)

    def foreign_to(self, branch: Branch) -> bool:
        """Whether the rules have changed since a branch was played, as far as data tells."""
        return branch.fingerprint != rules_fingerprint(content(self.scenario.ruleset).defaults)

    def branch(self, name: str) -> Branch:
        """The branch of a number, else of a name, that was not deleted; SaveError."""
        living = [branch for branch in self.branches if not branch.dropped]
        by_number = {str(branch.number): branch for branch in living}
        by_name = {branch.name: branch for branch in reversed(living)}
        found = by_number.get(name) or by_name.get(name)
        if found is not None:
            return found
        known = ", ".join(clean(one.name, NAMES) for one in living)
        reason = _('there is no branch "{name}" (there is: {known})')
        raise SaveError(self.path, reason.format(name=clean(name, NAMES), known=known))

    def people(self, branch: Branch) -> tuple[str, ...]:
        """The sides that people play on a branch, or played on the way to it."""
        played = {
            side
            for one in branch.lineage
            for side, controller in one.controllers.items()
            if is_person(controller)
        }
        return tuple(side.id for side in self.scenario.sides if side.id in played)

    def eyes(self, branch: Branch) -> tuple[str | None, ...]:
        """Through whose eyes a branch may be watched, the first to begin with; None sees all.

        What fog hides from people stays hidden until the battle is over: it is watched through the
        eyes of those who play. Somebody who plays alone may ask for everything.
        """
        sides = tuple(side.id for side in self.scenario.sides)
        people, last = self.people(branch), branch.last
        over = last is not None and last.turn is None
        if not self.header.fog or over or not people:
            return (None, *sides)
        return (*people, None) if len(people) == 1 else people

    def veiled(self, branch: Branch) -> bool:
        """Whether a branch still hides something from those who play it."""
        return self.eyes(branch)[0] is not None

    @property
    def switches(self) -> dict[str, bool]:
        """The switches of its rules; one that it does not name is younger than it, and off."""
        return {**dict.fromkeys(self.scenario.switches, False), **self.header.switches}

    def battle(self) -> Battle:
        """The battle before its first round; SaveError when today's program cannot set it up."""
        header, scenario = self.header, self.scenario
        changed = None if self.switches == dict(scenario.switches) else self.switches
        try:
            return begin(scenario, header.seed, changed, header.fog)
        except ContentError as error:
            raise SaveError(self.path, error.faults[0].message, _("header")) from None


def header_of(
    scenario: Scenario,
    battle: Battle,
    controllers: Mapping[str, str] | None = None,
    *,
    name: str = "",
    created: str = "",
) -> Header:
    """The header of a battle that has not begun; sides not named keep their controllers."""
    chosen = {side.id: side.controller for side in scenario.sides}
    return Header(
        scenario=to_plain(scenario),
        ruleset=battle.ruleset.id,
        switches=dict(battle.ruleset.switches),
        fingerprint=rules_fingerprint(battle.ruleset),
        seed=battle.world.dice.seed,
        fog=battle.fog,
        controllers={**chosen, **dict(controllers or {})},
        name=name or scenario.name,
        created=created,
        program=tacsim.__version__,
    )


# --- files -----------------------------------------------------------------------------------


def read(path: Path | str) -> Saved:
    """Read a save.

    Of a damaged or unfinished one the intact beginning comes back, with ``lost`` set. Errors:
    SaveError for what cannot be read, is no save, or has no whole header.
    """
    return parse(read_bytes(Path(path)), Path(path))[0]


def read_bytes(path: Path) -> bytes:
    """The bytes of an ordinary file of bearable size; SaveError."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise SaveError(path, _("this is not an ordinary file"))
        if status.st_size > MAX_FILE:
            raise SaveError(path, _("the file is too large for a save"))
        with path.open("rb") as stream:
            return stream.read(MAX_FILE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SaveError(path, _("cannot be read: {reason}").format(reason=reason)) from None


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


def parse(data: bytes, path: Path) -> tuple[Saved, Frames]:
    """The save in a file's bytes, and the frames that hold its intact part; SaveError."""
    frames = split(data, str(path))
    header = first_header(frames, path)
    try:
        scenario = from_plain(header.scenario, str(path))
    except ContentError as error:
        fault = error.faults[0]
        raise SaveError(path, fault.message, fault.field or _("header")) from None
    except RecursionError:
        raise SaveError(path, _("it is nested too deeply"), _("header")) from None
    known = dictionary(frames.payloads[0]) if frames.format > 1 else b""
    growing = Growing(header, scenario, frames.format, known)
    lost, kept = frames.lost, 1
    for payload in frames.payloads[1:]:
        try:
            growing.take(payload)
        except CodecError as error:
            what = _("step {step} cannot be read ({reason}): it and what follows are lost")
            lost = what.format(step=growing.current.intents + 1, reason=error)
            break
        kept += 1
    branches = tuple(growing.branches)
    saved = Saved(path, header, scenario, branches, growing.current, lost, known, frames.format)
    return saved, frames.first(kept)


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
    growing = Growing(header, from_plain(header.scenario, ""), frames.format, known)
    for payload in frames.payloads[1:]:
        growing.take(payload)
    return growing.current.last


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


class Growing:
    """The branches of a save, payload by payload."""

    def __init__(self, header: Header, scenario: Scenario, number: int, known: bytes) -> None:
        main = Branch(
            MAIN, "main", header.controllers, header.fingerprint, header.created, header.program
        )  # fmt: skip
        self.branches = [main]
        self.current = main
        self._format = number
        self._known = known
        self._ids = tuple(one.id for one in scenario.creatures)
        self._sides = {side.id for side in scenario.sides}

    def take(self, payload: bytes) -> None:
        """Take the next payload in; CodecError where it does not belong there."""
        kind = payload[0] if payload and self._format > 1 else -1
        if kind in (EVENTS, KEYFRAME):
            self._put_aside(kind, payload)
            return
        kind, plain = _READERS[self._format](payload, self._known)
        take = _TAKE.get(kind)
        if take is None:
            raise CodecError(f"it is of the unknown kind {kind}")
        take(self, plain)

    def _mark(self, rest: Any) -> Mark:
        if self._format > 1:
            last = self.current.last
            return read_mark(rest, self._ids, last.dice if last is not None else 0)
        return checked_mark(*_four(rest), self._ids, None)

    def _put_aside(self, kind: int, payload: bytes) -> None:
        branch = self.current
        if kind == KEYFRAME:
            branch.keyframes.append(Piece(branch.length, branch.length, payload))
            return
        start = max((piece.end for piece in branch.events), default=branch.first)
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
        take_back(branch, length)

    def _numbered(self, number: int) -> Branch:
        if number >= len(self.branches) or self.branches[number].dropped:
            raise CodecError("it is of no branch that there is")
        return self.branches[number]


def take_back(branch: Branch, length: int) -> None:
    """Shorten a branch to so many entries."""
    del branch.marks[length - branch.first :]
    del branch.steps[length - max(branch.first, 1) :]
    branch.events = [
        attrs.evolve(piece, end=min(piece.end, length))
        for piece in branch.events
        if piece.start < length
    ]
    branch.keyframes = [piece for piece in branch.keyframes if piece.end <= length]


_TAKE: Mapping[int, Callable[[Growing, Any], None]] = {
    BEGUN: Growing._begun,
    STEP: Growing._step,
    BRANCH: Growing._branch,
    GO: Growing._go,
    NAME: Growing._name,
    DROP: Growing._drop,
    BACK: Growing._back,
}
