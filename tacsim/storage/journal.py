"""The journal: each accepted intent on disk before the next decision is offered."""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from types import TracebackType

from tacsim.i18n import _
from tacsim.model.intents import Intent
from tacsim.play.session import Entry, Session
from tacsim.rules.battle import Battle
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import SaveError
from tacsim.storage.frames import PREAMBLE, START, frame
from tacsim.storage.locks import lock, sync_folder
from tacsim.storage.saved import (
    Header,
    Mark,
    Saved,
    header_payload,
    mark_payload,
    parse,
    read_bytes,
)

SUFFIX = ".tacsim"


class Journal:
    """A save file open for writing, and locked.

    Begin one with :meth:`create` or :meth:`resume`, then :meth:`attach` the session whose intents
    it keeps. ``sync``: wait for the disk at each step, not only when closing.
    """

    def __init__(self, path: Path, stream: FileIO, size: int, check: int) -> None:
        self.path = path
        self.sync = True
        self.saved: Saved | None = None
        """What the file held when it was resumed; None for a new one."""
        self._stream = stream
        self._size = size
        self._check = check
        self._waiting = b""
        self._session: Session | None = None
        self._digest: StateDigest | None = None

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
                target, stream = _fresh(place, _stem(header))
            else:
                target, stream = path, _empty(path)
        except OSError as error:
            raise _unwritable(path or place, error) from None
        journal = cls._open(target, stream, 0, START)
        journal.sync = sync
        try:
            journal._append(PREAMBLE, header_payload(header))
        except SaveError:
            stream.close()
            raise
        if sync:
            sync_folder(str(target.parent))
        return journal

    @classmethod
    def resume(cls, path: Path | str) -> Journal:
        """Go on with a save; ``saved`` holds what is in it.

        Of a damaged save the intact part is copied to a new file beside it, which is gone on with;
        the damaged one stays as it is. Errors: SaveError, also when another program has it open.
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
        journal.saved = saved
        return journal

    @classmethod
    def _open(cls, path: Path, stream: FileIO, size: int, check: int) -> Journal:
        if not lock(stream):
            stream.close()
            raise SaveError(path, _("another program is playing this battle"))
        return cls(path, stream, size, check)

    # --- writing -----------------------------------------------------------------------------

    def attach(self, session: Session) -> None:
        """Keep what a session does from now on, its beginning included."""
        self._session = session
        self._digest = StateDigest(session.battle.world)
        session.listen(self.record)

    def record(self, intent: Intent | None, entries: list[Entry]) -> None:
        """Append an accepted intent (None: the beginning) of the attached session.

        Errors: SaveError when the disk does not take it; it is written with the next one then.
        """
        if self._session is None:
            raise ValueError("the journal has no session")
        battle = self._session.battle
        self._append(b"", mark_payload(self._mark(battle), intent, battle.world.ids))

    def close(self) -> None:
        """Finish and unlock the file, and let go of the session."""
        if self._stream.closed:
            return
        if self._session is not None and self._digest is not None:
            self._session.unlisten(self.record)
            self._digest.close()
            self._session = self._digest = None
        try:
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

    def _mark(self, battle: Battle) -> Mark:
        assert self._digest is not None
        world, decision = battle.world, battle.decision
        turn = decision.actor if decision else None
        return Mark(self._digest.kept, world.dice.position, world.clock.round, turn)

    def _append(self, before: bytes, payload: bytes) -> None:
        data, self._check = frame(payload, self._check)
        self._write(before + data)

    def _write(self, data: bytes) -> None:
        """Write at the end of what is known to be good; half a write is taken back."""
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


def _stem(header: Header) -> str:
    """A file name for a battle: its name in plain letters, and when it began.

    >>> from tacsim.storage.saved import Header
    >>> _stem(Header({}, "d20", {}, "", 1, False, {}, "Ögre & Co", "2026-01-02T03:04:05+00:00"))
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
