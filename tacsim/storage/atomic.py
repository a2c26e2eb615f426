"""Atomic: a file is written whole or not at all, and replaces another only if told to."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from tacsim.i18n import _
from tacsim.storage.errors import SaveError, unwritable
from tacsim.storage.locks import sync_folder


def write_whole(path: Path, data: bytes, *, replace: bool = False, folder: bool = False) -> None:
    """Write a new file; with ``replace`` also in place of an old one. Errors: SaveError.

    ``folder``: make its folder too, where there is none.
    """
    if folder:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(path, error) from None
    number, fresh = _beside(path)
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.chmod(0o666 & ~_umask())
        if replace:
            fresh.replace(path)
        else:
            _appear(fresh, path)
        sync_folder(str(path.parent))
    except FileExistsError:
        raise SaveError(path, _("there is a file of this name already")) from None
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        with suppress(OSError):
            fresh.unlink()


def writable(path: Path) -> None:
    """Find out whether a file could be written, while there is nothing yet. Errors: SaveError."""
    number, fresh = _beside(path)
    os.close(number)
    fresh.unlink()


def _beside(path: Path) -> tuple[int, Path]:
    """A new file in the same folder, open. Errors: SaveError."""
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise unwritable(path, error) from None
    return number, Path(name)


def _appear(fresh: Path, path: Path) -> None:
    """Give a file its name, which must be free."""
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: the name is taken first, then replaced
        path.open("x").close()
        fresh.replace(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
