"""Sources: files of other programs, read within bounds; every fault names file and place."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

import attrs

from tacsim.content.documents import read_bytes
from tacsim.content.faults import ContentError, Fault
from tacsim.i18n import _, translate
from tacsim.rulesets.schema import Path, said, written

LONGEST = 256 * 1024 * 1024
"""The most bytes of a file with a picture in it."""
MOST = 4 * 1024 * 1024
"""The most bytes that are kept of a file."""
FARTHEST = 1_000_000
"""The farthest from the origin that anything may be."""
_PICTURE = re.compile(rb'"image"\s{0,20}:\s{0,20}"')
_BEFORE = 64
"""How many bytes the beginning of a picture may take."""


def unusable(file: str, message: str, path: Path = (), line: int = 0) -> ContentError:
    """Why a file cannot be used."""
    return ContentError([Fault(file, line, written(path), message)])


def read_whole(path: FilePath) -> bytes:
    """What a file holds; ContentError for one that cannot be read or is too large."""
    return b"".join(read_bytes(path, MOST))


def first_bytes(path: FilePath) -> bytes:
    """How a file begins, without the space before it; ContentError."""
    return next(read_bytes(path, LONGEST), b"").removeprefix(b"\xef\xbb\xbf").lstrip()[:16]


def read_json(path: FilePath) -> Value:
    """The JSON of a file, whose pictures are passed over; ContentError."""
    file = str(path)
    try:
        text = b"".join(_bounded(file, _without_pictures(read_bytes(path, LONGEST)))).decode()
        value = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_number)
    except RecursionError:
        raise unusable(file, _("is nested too deeply")) from None
    except json.JSONDecodeError as error:
        words = _("no valid JSON: {message}").format(message=translate(error.msg))
        raise unusable(file, words, line=error.lineno) from None
    except UnicodeDecodeError:
        raise unusable(file, _("is not UTF-8 text")) from None
    except ValueError as error:
        words = _("no valid JSON: {message}").format(message=error)
        raise unusable(file, words) from None
    return Value(file, value)


def _no_number(name: str) -> None:
    raise ValueError(_("{value} is no number").format(value=name))


def _bounded(file: str, parts: Iterator[bytes]) -> Iterator[bytes]:
    size = 0
    for part in parts:
        size += len(part)
        if size > MOST:
            words = _("is larger than {n} KiB").format(n=MOST // 1024)
            raise unusable(file, words)
        yield part


def _without_pictures(parts: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes without the texts of ``image`` keys."""
    rest, within = b"", False
    for part in parts:
        rest += part
        while rest:
            if within:
                end = rest.find(b'"')
                rest = rest[end:] if end >= 0 else b""
                within = end < 0
                if within:
                    break
                yield rest[:1]
                rest = rest[1:]
            found = _PICTURE.search(rest)
            if found is None:
                yield rest[:-_BEFORE]
                rest = rest[-_BEFORE:]
                break
            yield rest[: found.end()]
            rest, within = rest[found.end() :], True
    yield rest


def inflated(
    data: bytes, most: int, refuse: Callable[[str], ContentError], *, whole: bool = True
) -> bytes:
    """Data unpacked, of gzip or zlib, of so many bytes at most; ContentError.

    ``whole``: it must not be more; else its beginning is what is asked for.
    """
    reader = zlib.decompressobj(47)
    try:
        found = reader.decompress(data, most + whole)
    except zlib.error:
        raise refuse(_("holds data that cannot be unpacked")) from None
    if len(found) > most:
        raise refuse(_("holds more data than its size takes"))
    return found


# --- values --------------------------------------------------------------------------------------


@attrs.frozen
class Value:
    """A value in a file, and where it stands. What it should be and is not is a ContentError."""

    file: str
    value: Any
    path: Path = ()

    def refuse(self, message: str) -> ContentError:
        """Why it cannot be used."""
        return unusable(self.file, message, self.path)

    def __bool__(self) -> bool:
        return self.value is not None

    @property
    def table(self) -> Mapping[str, Any]:
        """It as a table."""
        if not isinstance(self.value, dict):
            raise self.refuse(said(_("must be a table, not {value}"), self.value))
        return self.value

    def get(self, key: str, default: object = None) -> Value:
        """A value of the table that it is; one that there is not, or is null, is the default."""
        found = self.table.get(key)
        return Value(self.file, default if found is None else found, (*self.path, key))

    def entries(self, most: int) -> Iterator[Value]:
        """The entries of the list that it is; none where there is none."""
        if self.value is None:
            return
        if not isinstance(self.value, list):
            raise self.refuse(said(_("must be a list, not {value}"), self.value))
        if len(self.value) > most:
            raise self.refuse(_("must hold at most {most} entries").format(most=most))
        for index, entry in enumerate(self.value):
            yield Value(self.file, entry, (*self.path, index))

    def number(self, least: float = -FARTHEST, most: float = FARTHEST) -> float:
        """It as a number within bounds."""
        value = self.value
        right = isinstance(value, int | float) and not isinstance(value, bool)
        if not right or not least <= value <= most:
            words = _("must be a number from {least} to {most}, not {value}")
            raise self.refuse(said(words, value, least=_told(least), most=_told(most)))
        return float(value)

    def whole(self, least: int = -FARTHEST, most: int = FARTHEST) -> int:
        """It as a whole number within bounds."""
        value = self.value
        right = isinstance(value, int | float) and not isinstance(value, bool)
        if not right or not least <= value <= most or value != int(value):
            words = _("must be a whole number from {least} to {most}, not {value}")
            raise self.refuse(said(words, value, least=least, most=most))
        return int(value)

    def text(self) -> str:
        """It as a text."""
        if not isinstance(self.value, str):
            raise self.refuse(said(_("must be a text, not {value}"), self.value))
        return self.value

    def truth(self) -> bool:
        """It as yes or no; 0 and 1 do."""
        if self.value not in (True, False):
            raise self.refuse(said(_("must be true or false, not {value}"), self.value))
        return bool(self.value)


def _told(number: float) -> str:
    return f"{number:g}" if abs(number) < FARTHEST else str(int(number))


def clean(text: str, most: int) -> str:
    r"""A text of somebody else on one line, without what cannot be printed, and not too long.

    >>> clean(" a\x1b[31m\n b ", 9)
    'a [31m b'
    """
    kept = "".join(c if c.isprintable() else " " for c in text[: 4 * most])
    return " ".join(kept.split())[:most].rstrip()
