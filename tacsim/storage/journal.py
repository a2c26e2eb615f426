"""The journal: each accepted intent on disk before the next decision is offered.

A journal appends to one save. Beside the intents it keeps what happened (events) and how the battle
then stood (keyframes), every so many steps and when it closes; nothing depends on these, but with
them a battle is watched without being fought again.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from types import TracebackType

import tacsim
from tacsim.content.plain import from_plain
from tacsim.core.events import Entry, Rolled
from tacsim.core.intents import Intent
from tacsim.core.world import State
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.session import Session
from tacsim.storage.codec import plain_changes, plain_event
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.fingerprint import rules_fingerprint
from tacsim.storage.frames import FORMAT, MAX_FILE, MAX_FRAMES, PREAMBLE, START, frame
from tacsim.storage.history import STRETCH, History, PlainEvent
from tacsim.storage.locks import lock, sync_folder
from tacsim.storage.payloads import (
    BACK,
    DROP,
    EVENTS,
    GO,
    KEYFRAME,
    NAME,
    Fork,
    Header,
    Mark,
    dictionary,
    fork_payload,
    header_payload,
    mark_payload,
    pack,
)
from tacsim.storage.saved import MAX_BRANCHES, NAMES, Branch, Growing, Saved, parse, read_bytes
from tacsim.storage.timeline import packed

SUFFIX = ".tacsim"


FULL = 256 * 1024
"""About how many bytes of events are kept back before they are written."""


class LockedError(SaveError):
    """Another program has the save open for writing."""


class Journal:
    """A save file open for writing, and locked.

    Begin one with :meth:`create` or :meth:`resume`, then :meth:`attach` the session whose intents
    it keeps. ``sync``: wait for the disk at each step, not only when closing.
    """

    def __init__(self, path: Path, stream: FileIO, size: int, check: int) -> None:
        self.path = path
        self.sync = True
        self.resumed = False
        """Whether the file held a battle already."""
        self._stream = stream
        self._size = size
        self._check = check
        self._frames = 0
        self._waiting = b""
        self._growing: Growing | None = None
        self._header: Header | None = None
        self._known = b""
        self._session: Session | None = None
        self._digest: StateDigest | None = None
        self._opening: State = {}
        self._happened: list[list[PlainEvent]] = []
        self._bytes = 0
        self._recording = True

    # --- opening -----------------------------------------------------------------------------

    @classmethod
    def create(
        cls, folder: Path | str, header: Header, path: Path | None = None, *, sync: bool = True
    ) -> Journal:
        """A new save in a folder, named after the battle; or at ``path``, if nothing is there.

        Errors: SaveError, also for a path at which there is anything but an empty file.
        """
        place = Path(folder)
        try:
            if path is None:
                place.mkdir(parents=True, exist_ok=True)
                target, stream = _fresh(place, stem_of(header))
            else:
                target, stream = path, _empty(path)
        except OSError as error:
            raise _unwritable(path or place, error) from None
        journal = cls._open(target, stream, 0, START)
        journal.sync = sync
        payload = header_payload(header)
        journal._take_up(header, payload)
        try:
            journal._append(PREAMBLE, payload)
        except SaveError:
            stream.close()
            raise
        if sync:
            sync_folder(str(target.parent))
        return journal

    @classmethod
    def resume(cls, path: Path | str) -> Journal:
        """Go on with a save of today's format; ``saved`` holds what is in it.

        Of a damaged save the intact part is copied to a new file beside it, which is gone on with;
        the damaged one stays as it is. Errors: SaveError, LockedError when another program has it.
        """
        target = Path(path)
        read_bytes(target)
        try:
            stream = target.open("r+b", buffering=0)
        except OSError as error:
            raise _unwritable(target, error) from None
        journal = cls._open(target, stream, 0, START)
        try:
            data = stream.read()
            saved, frames = parse(data, target)
            if saved.format != FORMAT:
                reason = _("the save has format {number}, which is only read")
                raise SaveError(target, reason.format(number=saved.format))
        except (SaveError, OSError):
            stream.close()
            raise
        if saved.lost:
            stream.close()
            try:
                target, stream = _fresh(target.parent, f"{target.stem}-recovered")
            except OSError as error:
                raise _unwritable(target.parent, error) from None
            journal = cls._open(target, stream, 0, START)
            journal._write(data[: frames.end])
        journal._size, journal._check = frames.end, frames.check
        journal._frames = len(frames.payloads)
        journal._take_up(saved.header, frames.payloads[0])
        assert journal._growing is not None
        for payload in frames.payloads[1:]:
            journal._growing.take(payload)
        journal.resumed = True
        journal.lost = saved.lost
        return journal

    lost = ""
    """What the file had lost when it was resumed."""

    @classmethod
    def _open(cls, path: Path, stream: FileIO, size: int, check: int) -> Journal:
        if not lock(stream):
            stream.close()
            raise LockedError(path, _("another program is playing this battle"))
        return cls(path, stream, size, check)

    def _take_up(self, header: Header, payload: bytes) -> None:
        """Know what the file says, as far as it is written."""
        self._header, self._known = header, dictionary(payload)
        scenario = from_plain(header.scenario, str(self.path))
        self._growing = Growing(header, scenario, FORMAT, self._known)
        self._scenario = scenario

    @property
    def saved(self) -> Saved:
        """What the file holds now."""
        growing, header = self._growing, self._header
        assert growing is not None
        assert header is not None
        branches = tuple(growing.branches)
        return Saved(
            self.path, header, self._scenario, branches, growing.current, self.lost, self._known, 2
        )  # fmt: skip

    # --- writing -----------------------------------------------------------------------------

    def attach(self, session: Session, history: History | None = None) -> None:
        """Keep what a session does from now on, its beginning included.

        ``history``: that of the branch that the session goes on with, if it has begun.
        """
        self._session = session
        world = session.battle.world
        self._digest = StateDigest(world)
        branch = self._branch
        self._opening = world.state if history is None else history.opening
        self._happened, self._bytes = [], 0
        if history is not None:
            reached = max((piece.end for piece in branch.events), default=branch.first)
            self._happened = history.executed[max(reached - history.recorded, 0) :]
        if not branch.length and not branch.keyframes:
            self._put(pack(KEYFRAME, self._keyframe(session.battle, {}), self._known))
        session.listen(self.record, self.taken_back)

    def record(self, intent: Intent | None, entries: list[Entry]) -> None:
        """Append an accepted intent (None: the beginning) of the attached session.

        Errors: SaveError when the disk does not take it; it is written with the next one then.
        """
        session = self._session
        if session is None:
            raise ValueError("the journal has no session")
        battle = session.battle
        mark = self._mark(battle, entries)
        payloads = [mark_payload(mark, intent, battle.world.ids, self._known)]
        if self._recording:
            self._happened.append([plain_event(entry.event) for entry in entries])
            self._bytes += 64 * len(entries)
        self._grow(payloads[0])
        if len(self._happened) >= STRETCH or self._bytes > FULL or mark.turn is None:
            payloads += self._chunk()
        self._put(*payloads)

    def taken_back(self, _events: int) -> None:
        """The session took its last intent back. Errors: SaveError."""
        branch = self._branch
        payload = pack(BACK, [branch.intents - 1], self._known)
        reached = max((piece.end for piece in branch.events), default=branch.first)
        self._grow(payload)
        self._happened = self._happened[: max(branch.length - reached, 0)]
        self._put(payload)

    def fork(
        self,
        parent: Branch,
        at: int | None,
        name: str,
        controllers: Mapping[str, str],
        created: str = "",
    ) -> Branch:
        """Begin a branch after so many intents of another one, and go on with it.

        ``at`` None: before it begins. Nothing may be attached. Errors: SaveError, also for a place
        that there is not.
        """
        saved = self.saved
        if len(saved.branches) >= MAX_BRANCHES:
            raise SaveError(self.path, _("it has too many branches for another one"))
        battle = saved.battle()
        fork = Fork(
            parent.number, at, name[:NAMES], dict(controllers), rules_fingerprint(battle.ruleset),
            created, tacsim.__version__,
        )  # fmt: skip
        try:
            self._tell(fork_payload(fork, self._known))
        except CodecError as error:
            raise SaveError(self.path, str(error)) from None
        return self._branch

    def complete(self, history: History) -> None:
        """Record what a branch's history holds and the save does not. Nothing may be attached."""
        branch = history.branch
        reached = max((piece.end for piece in branch.events), default=branch.first)
        missing = history.executed[max(reached - history.recorded, 0) :]
        if not missing or history.recorded > reached or history.divergence is not None:
            return
        self.go(branch)
        self._happened = missing
        payloads = self._events()
        for payload in payloads:
            self._grow(payload)
        self._put(*payloads)

    def go(self, branch: Branch) -> None:
        """Go on with another branch. Nothing may be attached. Errors: SaveError."""
        if branch.number != self._branch.number:
            self._tell(pack(GO, [branch.number], self._known))

    def name(self, branch: Branch, name: str) -> None:
        """Name a branch. Errors: SaveError."""
        self._tell(pack(NAME, [branch.number, name[:NAMES]], self._known))

    def drop(self, branch: Branch) -> None:
        """Delete a branch; those that leave from it stay. Errors: SaveError, ValueError."""
        if branch.number in (0, self._branch.number):
            raise ValueError("this branch cannot be deleted")
        self._tell(pack(DROP, [branch.number], self._known))

    @property
    def closed(self) -> bool:
        """Whether nothing more can be written."""
        return self._stream.closed

    def retry(self) -> None:
        """Write what the disk did not take before. Errors: SaveError when it still does not."""
        if self._waiting:
            self._write(b"")

    def close(self) -> None:
        """Finish and unlock the file, and let go of the session."""
        if self._stream.closed:
            return
        try:
            if self._session is not None and self._digest is not None:
                self._session.unlisten(self.record, self.taken_back)
                if self._happened:
                    self._put(*self._chunk())
                self._session = self._digest = None
            self.retry()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise _unwritable(self.path, error) from None
        finally:
            self._stream.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- pieces of it ------------------------------------------------------------------------

    @property
    def _branch(self) -> Branch:
        assert self._growing is not None
        return self._growing.current

    def _mark(self, battle: Battle, entries: list[Entry]) -> Mark:
        assert self._digest is not None
        world, decision = battle.world, battle.decision
        turn = decision.actor if decision else None
        faces = tuple(
            face
            for entry in entries
            if isinstance(entry.event, Rolled)
            for face in entry.event.dice
        )
        return Mark(self._digest.kept, world.dice.position, world.clock.round, turn, faces)

    def _chunk(self) -> list[bytes]:
        """What happened since it was last recorded, and how the battle stands."""
        payloads = self._events()
        session = self._session
        if session is not None and self._recording:
            remembered = {
                side: packed(memory.remembered)
                for side, memory in session.onlookers.memories.items()
            }
            keyframe = self._keyframe(session.battle, remembered)
            with suppress(ValueError):  # a huge state is done without
                payloads.append(pack(KEYFRAME, keyframe, self._known))
        for payload in payloads:
            self._grow(payload)
        return payloads

    def _events(self) -> list[bytes]:
        """The events kept back, in as many payloads as they need."""
        waiting, self._happened, self._bytes = self._happened, [], 0
        try:
            return [pack(EVENTS, waiting, self._known)] if waiting else []
        except ValueError:  # that much at once is done without: it follows from the intents
            self._recording = False
            return []

    def _keyframe(self, battle: Battle, remembered: dict[str, bytes]) -> list[object]:
        """The components that differ from the opening's; all of them for the opening itself."""
        opening = self._opening if self._branch.length else {}
        changed = plain_changes(battle.world.state, opening, battle.world.ids)
        when = now() if self._header is not None and self._header.created else None
        return [when, changed, remembered]

    def _grow(self, payload: bytes) -> None:
        assert self._growing is not None
        self._growing.take(payload)

    def _tell(self, payload: bytes) -> None:
        """Append something that is no step."""
        if self._session is not None:
            raise ValueError("a session is attached")
        self._grow(payload)
        self._put(payload)

    def _put(self, *payloads: bytes) -> None:
        """Append payloads with one write."""
        data = b""
        for payload in payloads:
            piece, self._check = frame(payload, self._check)
            self._frames += 1
            data += piece
        self._write(data)

    def _append(self, before: bytes, payload: bytes) -> None:
        data, self._check = frame(payload, self._check)
        self._frames += 1
        self._write(before + data)

    def _write(self, data: bytes) -> None:
        """Write at the end of what is known to be good; half a write is taken back."""
        if self._size + len(self._waiting) + len(data) > MAX_FILE or self._frames > MAX_FRAMES:
            raise SaveError(self.path, _("the save is full, and no more of the battle is kept"))
        self._waiting += data
        stream, left = self._stream, memoryview(self._waiting)
        try:
            stream.seek(self._size)
            while left:
                left = left[stream.write(left) :]
            if self.sync:
                os.fsync(stream.fileno())
        except OSError as error:
            with suppress(OSError):  # reading will find by its checksum what cannot be cut off
                stream.truncate(self._size)
            raise _unwritable(self.path, error) from None
        self._size += len(self._waiting)
        self._waiting = b""


def _unwritable(path: Path, error: OSError) -> SaveError:
    reason = error.strerror or str(error)
    return SaveError(path, _("cannot be written: {reason}").format(reason=reason))


def _empty(path: Path) -> FileIO:
    """A file that is new or empty; FileExistsError for one that holds anything."""
    try:
        return path.open("x+b", buffering=0)
    except FileExistsError:
        if path.is_file() and path.stat().st_size == 0:
            return path.open("r+b", buffering=0)
        raise


def _fresh(folder: Path, stem: str) -> tuple[Path, FileIO]:
    """A new file in a folder, numbered where the name is taken."""
    number = 1
    while True:
        name = f"{stem}{'' if number == 1 else f'-{number}'}{SUFFIX}"
        try:
            return folder / name, (folder / name).open("x+b", buffering=0)
        except FileExistsError:
            number += 1


def stem_of(header: Header) -> str:
    """A file name for a battle: its name in plain letters, and when it began.

    >>> from tacsim.storage.saved import Header
    >>> stem_of(Header({}, "d20", {}, "", 1, False, {}, "Ögre & Co", "2026-01-02T03:04:05+00:00"))
    'ogre-co-20260102-030405'
    """
    letters = unicodedata.normalize("NFKD", header.name).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", letters.lower())
    when = re.sub(r"[-:]", "", header.created[:19]).replace("T", "-")
    return "-".join([*words, when] if when else words)[:80] or "battle"


def now() -> str:
    """The time for a header: ISO 8601, to the second; ``SOURCE_DATE_EPOCH`` stands still."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return moment.isoformat(timespec="seconds")
