"""Locks: one program at a time writes a save."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import FileIO

if sys.platform == "win32":
    import msvcrt

    _FAR = 2**62
    """Windows keeps others from reading what is locked, so the lock lies far behind the data."""

    def lock(stream: FileIO) -> bool:
        """Lock an open file until it is closed; False when another program holds it."""
        at = stream.tell()
        stream.seek(_FAR)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            stream.seek(at)
        return True

    def sync_folder(folder: str) -> None:
        """Windows has no such thing."""

else:
    import fcntl

    def lock(stream: FileIO) -> bool:
        """Lock an open file until it is closed; False when another program holds it."""
        try:
            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # A file system without locks is no reason not to play.
            return True
        return True

    def sync_folder(folder: str) -> None:
        """Make a new file's name lasting."""
        with suppress(OSError):  # some file systems cannot; the file itself is safe all the same
            number = os.open(folder or ".", os.O_RDONLY)
            try:
                os.fsync(number)
            finally:
                os.close(number)
