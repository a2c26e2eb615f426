"""Frame files: the file of a save, open for writing, locked, and only ever appended to."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path

from tacsim.i18n import _
from tacsim.storage.errors import LockedError, SaveError, unwritable
from tacsim.storage.frames import MAX_FILE, MAX_FRAMES, PREAMBLE, START, Frames, frame
from tacsim.storage.locks import lock, sync_folder

SUFFIX = ".tacsim"


class FrameFile:
    """A file of frames that is written to; nobody else writes to it until it is closed.

    ``sync``: whether writes wait for the disk unless they say otherwise, and not only the last.
    """

    def __init__(self, path: Path, stream: FileIO) -> None:
        if not lock(stream):
            stream.close()
            raise LockedError(path, _("another program is playing this battle"))
        self.path = path
        self.stream = stream
        self.sync = True
        self._size = 0
        self._check = START
        self._frames = 0
        self._waiting = b""
        self._named = True
        """Whether the name of the file has been waited for."""

    @classmethod
    def create(
        cls, folder: Path, stem: str, path: Path | None, first: bytes, *, sync: bool
    ) -> FrameFile:
        """A new file with its first payload; at ``path``, or in a folder under a name that is free.

        The disk is not waited for: that comes with what is appended. Errors: SaveError.
        """
        try:
            if path is None:
                folder.mkdir(parents=True, exist_ok=True)
                file = cls(*_fresh(folder, stem))
            else:
                file = cls(path, _empty(path))
        except OSError as error:
            raise unwritable(path or folder, error) from None
        file.sync = sync
        piece, file._check = frame(first, START)
        file._frames = 1
        try:
            file._named = False
            file._write(PREAMBLE + piece, wait=False)
        except SaveError:
            file.stream.close()
            raise
        return file

    @classmethod
    def opened(cls, path: Path) -> FrameFile:
        """A file that there is. Errors: SaveError, LockedError."""
        try:
            return cls(path, path.open("r+b", buffering=0))
        except OSError as error:
            raise unwritable(path, error) from None

    @classmethod
    def copy(cls, folder: Path, stem: str, data: bytes) -> FrameFile:
        """A new file of some bytes, under a name that is free. Errors: SaveError."""
        try:
            file = cls(*_fresh(folder, stem))
        except OSError as error:
            raise unwritable(folder, error) from None
        file._write(data)
        return file

    def read(self) -> bytes:
        """All that is in it. Errors: SaveError."""
        try:
            return self.stream.read()
        except OSError as error:
            raise unwritable(self.path, error) from None

    def go_on_behind(self, frames: Frames) -> None:
        """Write behind some frames from now on; what is behind them is nothing."""
        self._size, self._check, self._frames = frames.end, frames.check, len(frames.payloads)

    def append(self, *payloads: bytes, wait: bool = True) -> None:
        """Append payloads with one write. Errors: SaveError; then the next writes them too.

        ``wait``: for the disk, where writes wait at all.
        """
        data = b""
        for payload in payloads:
            piece, self._check = frame(payload, self._check)
            self._frames += 1
            data += piece
        self._write(data, wait=wait)

    def retry(self) -> None:
        """Write what the disk did not take before.

        Errors: SaveError when it still does not, and where the file is no longer there.
        """
        self._write(b"")

    @property
    def whole(self) -> bytes:
        """What is in it, and what the disk did not take. Errors: SaveError."""
        try:
            self.stream.seek(0)
            return self.stream.read(self._size) + self._waiting
        except OSError as error:
            raise unwritable(self.path, error) from None

    @property
    def closed(self) -> bool:
        """Whether nothing more can be written."""
        return self.stream.closed

    def close(self) -> None:
        """Write what is left, wait for the disk, and unlock the file. Errors: SaveError."""
        try:
            self.retry()
            os.fsync(self.stream.fileno())
        except OSError as error:
            raise unwritable(self.path, error) from None
        finally:
            self.stream.close()

    @property
    def _there(self) -> bool:
        """Whether the file goes by its name still, and no other one does."""
        try:
            return os.path.samestat(os.fstat(self.stream.fileno()), self.path.stat())
        except FileNotFoundError:
            return False
        except OSError:
            return True  # writing tells what is wrong

    def _write(self, data: bytes, *, wait: bool = True) -> None:
        """Write at the end of what is known to be good; half a write is taken back."""
        if self._size + len(self._waiting) + len(data) > MAX_FILE or self._frames > MAX_FRAMES:
            raise SaveError(self.path, _("the save is full, and no more of the battle is kept"))
        self._waiting += data
        if not self._there:
            raise SaveError(self.path, _("the file is no longer there"))
        stream, left = self.stream, memoryview(self._waiting)
        try:
            stream.seek(self._size)
            while left:
                left = left[stream.write(left) :]
            if self.sync and wait:
                os.fsync(stream.fileno())
                if not self._named:
                    sync_folder(str(self.path.parent))
                    self._named = True
        except OSError as error:
            with suppress(OSError):  # reading will find by its checksum what cannot be cut off
                stream.truncate(self._size)
            raise unwritable(self.path, error) from None
        self._size += len(self._waiting)
        self._waiting = b""


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
