"""The journal: each accepted intent on disk before the next decision is offered.

What comes before the first intent is written at once, too, but without waiting for the disk: nobody
has decided anything yet.

A journal appends to one save. Beside the intents it keeps what happened (events) and how the battle
then stood (keyframes), every so many steps and when it closes; nothing depends on these, but with
them a battle is watched without being fought again.
"""

from __future__ import annotations

import glob
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from tacsim.content.gauntlet import run_of
from tacsim.core.events import Entry, Rolled
from tacsim.core.intents import Intent
from tacsim.core.world import State
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.session import Session
from tacsim.storage.atomic import write_whole
from tacsim.storage.branch import MAX_BRANCHES, NAMES, Branch
from tacsim.storage.codec import plain_event
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.fingerprint import rules_fingerprint
from tacsim.storage.frame_file import FrameFile
from tacsim.storage.frames import FORMAT
from tacsim.storage.payloads import (
    BACK,
    DROP,
    EVENTS,
    GO,
    NAME,
    Fork,
    Header,
    Mark,
    fork_payload,
    header_payload,
    mark_payload,
    pack,
)
from tacsim.storage.pieces import Keyframe, PlainEvent, keyframe_payload
from tacsim.storage.saved import Saved, parse, read_bytes
from tacsim.storage.timeline import STRETCH, Timeline
from tacsim.version import __version__

FULL = 256 * 1024
"""About how many bytes of events are kept back before they are written."""


class Journal:
    """A save file open for writing, and locked.

    Begin one with :meth:`create` or :meth:`resume`, then :meth:`attach` the session whose intents
    it keeps. ``file`` is what it writes to, ``saved`` what that says.
    """

    def __init__(self, file: FrameFile, saved: Saved) -> None:
        self.file = file
        self.saved = saved
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

        ``sync``: wait for the disk at each step, not only when closing. Errors: SaveError, also for
        a path at which there is anything but an empty file.
        """
        first = header_payload(header)
        file = FrameFile.create(Path(folder), stem_of(header), path, first, sync=sync)
        return cls(file, Saved(file.path, header, FORMAT, first))

    @classmethod
    def resume(cls, path: Path | str) -> Journal:
        """Go on with a save of today's format; ``saved`` holds what is in it.

        Of a damaged save the intact part is copied to a new file beside it, which is gone on with,
        now and whenever it is asked for again; the damaged one stays as it is. Errors: SaveError,
        LockedError when another program has it.
        """
        target = Path(path)
        read_bytes(target)
        file = FrameFile.opened(target)
        try:
            data = file.read()
            saved, frames = parse(data, target)
            if saved.format != FORMAT:
                reason = _("the save has format {number}, which is only read")
                raise SaveError(target, reason.format(number=saved.format))
        except SaveError:
            file.close()
            raise
        if saved.lost:
            file.close()
            lost, intact = saved.lost, data[: frames.end]
            known = recovery(target, saved, intact)
            if known is None:
                file = FrameFile.copy(target.parent, target.stem + RECOVERED, intact)
            else:
                file = FrameFile.opened(known)
                saved, frames = parse(file.read(), known)
            saved.path, saved.lost = file.path, lost
        file.go_on_behind(frames)
        return cls(file, saved)

    @property
    def path(self) -> Path:
        """Where the save is."""
        return self.file.path

    # --- writing -----------------------------------------------------------------------------

    def attach(self, session: Session, past: Timeline | None = None) -> None:
        """Keep what a session does from now on, its beginning included.

        ``past``: the branch that the session goes on with, if it has begun.
        """
        self._session = session
        world = session.battle.world
        self._digest = StateDigest(world)
        branch = self.saved.current
        self._opening = world.state if past is None else past.opening
        self._happened = [] if past is None else past.unrecorded
        self._bytes = 0
        if not branch.length and not branch.keyframes:
            self.file.append(self._keyframe(Keyframe(world.state), {}), wait=False)
        session.listen(self.record, self.taken_back)

    def record(self, intent: Intent | None, entries: list[Entry]) -> None:
        """Append an accepted intent (None: the beginning) of the attached session.

        Errors: SaveError when the disk does not take it; it is written with the next one then.
        """
        session = self._session
        if session is None:
            raise ValueError(_("the journal has no session"))
        battle = session.battle
        mark = self._mark(battle, entries)
        payloads = [mark_payload(mark, intent, self.saved.ids, self.saved.known)]
        if self._recording:
            self._happened.append([plain_event(entry.event) for entry in entries])
            self._bytes += 64 * len(entries)
        if len(self._happened) >= STRETCH or self._bytes > FULL or mark.turn is None:
            payloads += self._chunk()
        self._write(payloads, wait=intent is not None)

    def taken_back(self, _events: int) -> None:
        """The session took its last intent back. Errors: SaveError."""
        branch = self.saved.current
        self._happened = self._happened[: max(branch.intents - branch.recorded_to, 0)]
        self._write([pack(BACK, [branch.intents - 1], self.saved.known)])

    def fork(
        self, parent: Branch, at: int | None, name: str, controllers: Mapping[str, str]
    ) -> Branch:
        """Begin a branch after so many intents of another one, and go on with it.

        ``at`` None: before it begins. Nothing may be attached. Errors: SaveError, also for a
        decision that does not exist.
        """
        if len(self.saved.branches) >= MAX_BRANCHES:
            raise SaveError(self.path, _("it has too many branches for another one"))
        rules = rules_fingerprint(self.saved.scenario.ruleset)
        fork = Fork(
            parent.number, at, name[:NAMES], dict(controllers), rules, self._when or "",
            __version__,
        )  # fmt: skip
        try:
            self._tell(fork_payload(fork, self.saved.known))
        except CodecError as error:
            raise SaveError(self.path, str(error)) from None
        return self.saved.current

    def complete(self, past: Timeline) -> None:
        """Record what happened on a branch and the save does not hold. Nothing may be attached."""
        missing, reached = past.unrecorded, past.branch.recorded_to
        if not missing or past.recorded > reached or past.divergence is not None:
            return
        self.go(past.branch)
        self._happened = missing
        self._write(self._events())

    def go(self, branch: Branch) -> None:
        """Go on with another branch. Nothing may be attached. Errors: SaveError."""
        if branch.number != self.saved.current.number:
            self._tell(pack(GO, [branch.number], self.saved.known))

    def name(self, branch: Branch, name: str) -> None:
        """Name a branch. Errors: SaveError."""
        self._tell(pack(NAME, [branch.number, name[:NAMES]], self.saved.known))

    def drop(self, branch: Branch) -> None:
        """Delete a branch; those that leave from it stay. Errors: SaveError, ValueError."""
        if branch.number in (0, self.saved.current.number):
            raise ValueError(_("this branch cannot be deleted"))
        self._tell(pack(DROP, [branch.number], self.saved.known))

    @property
    def closed(self) -> bool:
        """Whether nothing more can be written."""
        return self.file.closed

    def retry(self) -> None:
        """Write what the disk did not take before.

        Errors: SaveError when it still does not, and where the file is no longer there.
        """
        self.file.retry()

    def copy(self, path: Path) -> None:
        """Write all of it into another file, also what the disk did not take. Errors: SaveError."""
        write_whole(path, self.file.whole)

    def close(self) -> None:
        """Finish and unlock the file, and let go of the session. Errors: SaveError."""
        if self.file.closed:
            return
        try:
            if self._session is not None and self._digest is not None:
                self._session.unlisten(self.record, self.taken_back)
                if self._happened:
                    self._write(self._chunk())
                self._session = self._digest = None
        finally:
            self.file.close()

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
            memories = session.onlookers.memories.items()
            gathered = {side: memory.gathered for side, memory in memories}
            with suppress(ValueError):  # a huge state is done without
                keyframe = Keyframe(session.battle.world.state, gathered)
                payloads.append(self._keyframe(keyframe, self._opening))
        return payloads

    def _events(self) -> list[bytes]:
        """The events kept back, in as many payloads as they need."""
        waiting, self._happened, self._bytes = self._happened, [], 0
        try:
            return [pack(EVENTS, waiting, self.saved.known)] if waiting else []
        except ValueError:  # that much at once is done without: it follows from the intents
            self._recording = False
            return []

    def _keyframe(self, keyframe: Keyframe, opening: State) -> bytes:
        return keyframe_payload(keyframe, opening, self.saved.ids, self.saved.known, self._when)

    @property
    def _when(self) -> str | None:
        """The time, in saves that tell times."""
        return now() if self.saved.header.created else None

    def _write(self, payloads: Iterable[bytes], *, wait: bool = True) -> None:
        """Take payloads in and append them. Errors: SaveError; CodecError for none that may be."""
        for payload in payloads:
            self.saved.take(payload)
        self.file.append(*payloads, wait=wait)

    def _tell(self, payload: bytes) -> None:
        """Append something that is no step."""
        if self._session is not None:
            raise ValueError(_("a session is attached"))
        self._write([payload])


RECOVERED = "-recovered"
"""What the name of a file ends in to which the intact part of a damaged one was copied."""


def recovery(path: Path, damaged: Saved, intact: bytes) -> Path | None:
    """The file in which a damaged save was gone on with, the one written last; None if in none.

    ``intact``: the bytes of it that can be read, all of which stand there still.
    """
    found: list[tuple[float, Path]] = []
    for other in path.parent.glob(f"{glob.escape(path.stem + RECOVERED)}*{path.suffix}"):
        with suppress(SaveError, OSError):
            data = read_bytes(other)
            if data.startswith(intact):
                saved = parse(data, other)[0]
                if not saved.lost and _holds(saved, damaged):
                    found.append((other.stat().st_mtime, other))
    return max(found, default=(0.0, None))[1]


def _holds(saved: Saved, other: Saved) -> bool:
    """Whether all steps of another save are in a save that begins alike: none was taken back."""
    return all(
        branch.own[: len(before.own)] == before.own
        for branch, before in zip(saved.branches, other.branches, strict=False)
    )


RUN = "gauntlet"
"""How the file names of runs begin."""


def stem_of(header: Header) -> str:
    """A file name for a battle: its name in plain letters, and when it began.

    All fights of a run have the same.

    >>> from tacsim.storage.payloads import Header
    >>> stem_of(Header({}, "d20", {}, "", 1, False, {}, "Ögre & Co", "2026-01-02T03:04:05+00:00"))
    'ogre-co-20260102-030405'
    """
    run = run_of(header.scenario)
    name, began = (RUN, run.begun) if run is not None else (header.name, header.created)
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", letters.lower())
    when = re.sub(r"[^0-9T]", "", began[:19]).replace("T", "-")
    return "-".join([*words, when] if when else words)[:80] or "battle"


def now() -> str:
    """The time for a header: ISO 8601, to the second; ``SOURCE_DATE_EPOCH`` stands still."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return moment.isoformat(timespec="seconds")
