"""Small files of rows that may be missing and may hold anything.

One that cannot be read as a whole is put aside under another name: nothing in it is lost, and one
line says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from tacsim.content.faults import ContentError
from tacsim.i18n import _, reason
from tacsim.storage.atomic import write_whole
from tacsim.storage.errors import SaveError

Row = TypeVar("Row")


def read_rows(
    file: Path, parsed: Callable[[bytes], Sequence[Row]], limit: int
) -> tuple[list[Row], str]:
    """The rows of a file, and what is wrong with it, in words, or nothing.

    ``parsed`` reads its bytes, of which there may be so many, and raises where it cannot.

    >>> read_rows(Path("nowhere"), lambda data: [data], 10)
    ([], '')
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(limit + 1)
    except FileNotFoundError:
        return [], ""
    except OSError as error:
        text = _("{file} cannot be read: {reason}")
        return [], text.format(file=file.name, reason=reason(error))
    with suppress(ContentError, ValueError, TypeError, RecursionError):
        if len(data) <= limit:
            return list(parsed(data)), ""
    return [], _put_aside(file)


def write_rows(file: Path, data: bytes) -> str:
    """Write a file anew; what went wrong, in words, or nothing."""
    try:
        write_whole(file, data, replace=True, folder=True)
    except SaveError as error:
        return error.short
    return ""


def _put_aside(file: Path) -> str:
    """Give a damaged file another name; what is to be said about it."""
    number = 1
    while (aside := file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")).exists():
        number += 1
    with suppress(OSError):
        file.rename(aside)
        text = _("{file} is damaged and cannot be read; it is kept as {aside}.")
        return text.format(file=file.name, aside=aside.name)
    return _("{file} is damaged and cannot be read.").format(file=file.name)
