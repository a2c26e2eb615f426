"""Saved battles: what a save file says, read with distrust.

A save is a tree of branches. Each goes on from a decision of another one and has steps of its own;
what it did before is that other one's. Events and keyframes are read when they are wanted, as what
has happened follows from the intents.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tacsim import i18n
from tacsim.content.documents import SAVED
from tacsim.content.faults import ContentError
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.controllers import is_person
from tacsim.storage.branch import FIRST, MAX_BRANCHES, NAMES, Branch, Piece, Step
from tacsim.storage.codec import read_record
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.fingerprint import rules_fingerprint
from tacsim.storage.frame_file import SUFFIX
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
    UNPACK,
    Header,
    Mark,
    dictionary,
    number,
    read_fork,
    read_mark,
)
from tacsim.version import __version__


class Saved:
    """A save as far as it is intact, and what is written to it from now on.

    ``current`` is the branch that was played last; ``lost`` says what cannot be read, and is empty
    when all is well; ``known`` is the dictionary of its payloads, ``format`` its format's number.
    """

    def __init__(self, path: Path, header: Header, number: int, first: bytes) -> None:
        main = Branch(
            MAIN, FIRST, header.controllers, header.fingerprint, header.created, header.program
        )
        self.path = path
        self.header = header
        self.scenario = from_plain(header.scenario, str(path))
        self.format = number
        self.known = dictionary(first) if number > 1 else b""
        self.branches = [main]
        self.current = main
        self.lost = ""
        self.ids = tuple(one.id for one in self.scenario.creatures)

    @property
    def main(self) -> Branch:
        """The branch that the save began with."""
        return self.branches[MAIN]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the current branch from the beginning of the battle on."""
        return tuple(self.current.step(index) for index in range(1, self.current.length))

    def foreign_to(self, branch: Branch) -> bool:
        """Whether the rules have changed since a branch was played, as far as data tells."""
        return branch.fingerprint != rules_fingerprint(self.scenario.ruleset)

    def branch(self, name: str) -> Branch:
        """The branch of a number, else of a name, that was not deleted; SaveError."""
        living = [branch for branch in self.branches if not branch.dropped]
        by_number = {str(branch.number): branch for branch in living}
        by_name = {branch.name: branch for branch in reversed(living)}
        shown = {branch.called: branch for branch in reversed(living)}
        found = by_number.get(name) or by_name.get(name) or shown.get(name)
        if found is not None:
            return found
        known = ", ".join(clean(one.called, NAMES) for one in living)
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

        What fog hides from people stays hidden until the battle is over: it is watched as one
        of the sides that people play. A lone player may also ask for everything.
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

    # --- what it says --------------------------------------------------------------------------

    def take(self, payload: bytes) -> None:
        """Take the next payload in; CodecError where it does not belong there."""
        kind = payload[0] if payload and self.format > 1 else -1
        if kind in (EVENTS, KEYFRAME):
            self._put_aside(kind, payload)
            return
        kind, plain = UNPACK[self.format](payload, self.known)
        take = _TAKE.get(kind)
        if take is None:
            raise CodecError(_("it is of the unknown kind {kind}").format(kind=kind))
        take(self, plain)

    def _put_aside(self, kind: int, payload: bytes) -> None:
        branch = self.current
        if kind == KEYFRAME:
            branch.keyframes.append(Piece(branch.length, branch.length, payload))
            return
        start = branch.recorded_to
        if start >= branch.length:
            raise CodecError(_("it tells of nothing"))
        branch.events.append(Piece(start, branch.length, payload))

    def _begun(self, plain: Any) -> None:
        if self.current.length:
            raise CodecError(_("it begins twice"))
        self._enter(None, plain)

    def _step(self, plain: Any) -> None:
        if not self.current.length:
            raise CodecError(_("it does not begin"))
        if not isinstance(plain, list):
            raise CodecError(_("it is no step"))
        self._enter(plain[:3], plain[3:])

    def _enter(self, plain: Any, rest: Any) -> None:
        last = self.current.last
        mark = read_mark(rest, self.ids, last.dice if last is not None else 0, self.format)
        self.current.own.append(Step(plain, mark))

    def _branch(self, plain: Any) -> None:
        fork = read_fork(plain)
        parent = self._numbered(fork.parent)
        first = 0 if fork.at is None else fork.at + 1
        if first > parent.length or len(self.branches) == MAX_BRANCHES:
            raise CodecError(_("it leaves from no decision"))
        if set(fork.controllers) != {side.id for side in self.scenario.sides}:
            raise CodecError(_("its controllers are not those of the sides"))
        self.current = Branch(
            len(self.branches), fork.name, fork.controllers, fork.fingerprint, fork.created,
            fork.program, parent, first,
        )  # fmt: skip
        self.branches.append(self.current)

    def _go(self, plain: Any) -> None:
        self.current = self._numbered(number(plain))

    def _name(self, plain: Any) -> None:
        if not isinstance(plain, list) or len(plain) != 2 or not isinstance(plain[1], str):
            raise CodecError(_("it names nothing"))
        self._numbered(number(plain[:1])).name = plain[1][:NAMES]

    def _drop(self, plain: Any) -> None:
        branch = self._numbered(number(plain))
        if branch is self.current or branch is self.main:
            raise CodecError(_("it deletes what is being played"))
        branch.dropped = True

    def _back(self, plain: Any) -> None:
        branch, length = self.current, number(plain) + 1
        if not max(branch.first, 1) <= length <= branch.length:
            raise CodecError(_("it takes back what is not there"))
        if any(one.parent is branch and one.first > length for one in self.branches):
            raise CodecError(_("it takes back what a branch leaves from"))
        branch.shorten(length)

    def _numbered(self, number: int) -> Branch:
        if number >= len(self.branches) or self.branches[number].dropped:
            raise CodecError(_("it is of no branch that there is"))
        return self.branches[number]


_TAKE: Mapping[int, Callable[[Saved, Any], None]] = {
    BEGUN: Saved._begun,
    STEP: Saved._step,
    BRANCH: Saved._branch,
    GO: Saved._go,
    NAME: Saved._name,
    DROP: Saved._drop,
    BACK: Saved._back,
}


def header_of(
    scenario: Scenario,
    battle: Battle,
    controllers: Mapping[str, str] | None = None,
    *,
    created: str = "",
    advice: bool = False,
) -> Header:
    """The header of a battle that has not begun; sides not named keep their controllers."""
    chosen = {side.id: side.controller for side in scenario.sides}
    return Header(
        scenario=to_plain(scenario),
        ruleset=battle.ruleset.id,
        switches=dict(battle.ruleset.switches),
        fingerprint=rules_fingerprint(battle.ruleset.id),
        seed=battle.world.dice.seed,
        fog=battle.fog,
        controllers={**chosen, **dict(controllers or {})},
        name=scenario.name,
        created=created,
        program=__version__,
        advice=advice,
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
        words = _("cannot be read: {reason}").format(reason=i18n.reason(error))
        raise SaveError(path, words) from None


def is_save(path: Path) -> bool:
    """Whether a file is a save, by its suffix or by how it begins; SaveError."""
    return path.suffix == SUFFIX or read_bytes(path).startswith(SAVED)


def parse(data: bytes, path: Path) -> tuple[Saved, Frames]:
    """The save in a file's bytes, and the frames that hold its intact part; SaveError."""
    frames = split(data, str(path))
    header = first_header(frames, path)
    try:
        saved = Saved(path, header, frames.format, frames.payloads[0])
    except ContentError as error:
        fault = error.faults[0]
        raise SaveError(path, fault.message, fault.field or _("header")) from None
    except RecursionError:
        raise SaveError(path, _("it is nested too deeply"), _("header")) from None
    saved.lost, kept = frames.lost, 1
    for payload in frames.payloads[1:]:
        try:
            saved.take(payload)
        except CodecError as error:
            what = _("step {step} cannot be read ({reason}): it and what follows are lost")
            saved.lost = what.format(step=saved.current.intents + 1, reason=error)
            break
        kept += 1
    return saved, frames.first(kept)


def first_header(frames: Frames, path: Path) -> Header:
    """The header in the frames of a file; SaveError."""
    if not frames.payloads:
        reason = frames.lost or _("the save is cut short")
        raise SaveError(path, reason, _("header"))
    try:
        kind, plain = UNPACK[frames.format](frames.payloads[0], b"")
        if kind != HEADER:
            raise CodecError(_("it does not begin with a header"))
        return read_record(plain, Header)
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
        if frames.format > 1 and payload[:1] in (bytes([EVENTS]), bytes([KEYFRAME])):
            continue
        kind, plain = UNPACK[frames.format](payload, known)
        if kind not in (BEGUN, STEP):
            break
        rest = plain[3:] if kind == STEP and isinstance(plain, list) else plain
        return read_mark(rest, ids, 0, frames.format)
    saved = Saved(Path(), header, frames.format, frames.payloads[0])
    for payload in frames.payloads[1:]:
        saved.take(payload)
    return saved.current.last
