"""Documents: TOML files as read, with the lines to blame for what is wrong in them."""

from __future__ import annotations

import re
import stat
import tomllib
from ast import literal_eval
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

import attrs

from tacsim.content.faults import ContentError, Fault
from tacsim.content.toml_lines import Lines
from tacsim.i18n import N_, _, reason, translate
from tacsim.rulesets.schema import Path, Problem, Schema, Words, written

LIMIT = 2 * 1024 * 1024
"""The most bytes that a file may have."""

PART = 1024 * 1024
"""How many bytes are read at once."""
_PART = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+"
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_PART}){{260}}")
SAVED = b"\x89TACSIM\n"
"""How every saved battle begins."""
_END = " (at end of document)"
_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
_REASONS: Mapping[str, str] = {
    "Cannot overwrite a value": N_("a key is there twice"),
    "Cannot declare (.+) twice": N_("{what} is there twice"),
    "Cannot redefine namespace (.+)": N_("{what} is there twice"),
    "Duplicate inline table key (.+)": N_("{what} is there twice"),
    "Cannot mutate immutable namespace (.+)": N_("{what} is complete, and takes nothing more"),
    r"(?:Illegal|Found invalid) character '\\n'": N_("a text does not end on its line"),
    "(?:Illegal|Found invalid) character (.+)": N_("the character {what} may not stand here"),
    "Expected ('.'|\".\")": N_("{what} is missing"),
    "Exceeds the limit .*": N_("a number has too many digits"),
}
"""What the parser says of the usual mistakes, with gaps of its own, in our words."""


@attrs.frozen(eq=False)
class Document:
    """The tables of a file. ``file`` is its name in faults; ``lines`` is None for saved data."""

    file: str
    tables: dict[str, Any]
    lines: Lines | None = None

    def fault(self, path: Path, message: str) -> Fault:
        """A fault of a value in this document."""
        return Fault(self.file, self.line(path), written(path), message)

    def line(self, path: Path) -> int:
        """The line of a value, 0 where there are no lines."""
        return self.lines.of(path) if self.lines else 0

    def row_line(self, path: Path, row: int) -> int:
        """The line of a row of a text of several lines, 0 where there are no lines."""
        return self.lines.of_row(path, row) if self.lines else 0

    def faults(self, problems: Iterable[Problem]) -> list[Fault]:
        """Problems as faults of this document."""
        return [self.fault(path, message) for path, message in problems]

    def check(self, schema: Schema, words: Words, path: Path = ()) -> list[Fault]:
        """The faults of the value at a path under a schema."""
        return self.faults(schema.problems(self.value(path), words, path))

    def value(self, path: Path) -> Any:
        """The value at a path; KeyError or IndexError where there is none."""
        value: Any = self.tables
        for part in path:
            value = value[part]
        return value


def read_document(path: FilePath | str) -> Document:
    """Read a TOML file; ContentError when it cannot be read or is no TOML."""
    return parse_document(b"".join(read_bytes(path)), str(path))


def read_bytes(path: FilePath | str, limit: int = LIMIT) -> Iterator[bytes]:
    """What an ordinary file holds, part by part; ContentError for what cannot be read or is larger.

    The parts are of a mebibyte at most.
    """
    file, size = str(path), 0
    try:
        if not stat.S_ISREG(FilePath(path).stat().st_mode):
            raise ContentError([Fault(file, 0, "", _("is not an ordinary file"))])
        with FilePath(path).open("rb") as stream:
            while data := stream.read(PART):
                size += len(data)
                if size > limit:
                    words = _("is larger than {n} KiB").format(n=limit // 1024)
                    raise ContentError([Fault(file, 0, "", words)])
                yield data
    except (OSError, ValueError) as error:
        words = _("cannot be read: {reason}").format(reason=reason(error))
        raise ContentError([Fault(file, 0, "", words)]) from None


def parse_document(data: bytes | str, file: str = "text") -> Document:
    r"""Read TOML from memory; ContentError when it is none.

    >>> parse_document("a = 1").tables
    {'a': 1}
    >>> parse_document("a = 1\nb = ")
    Traceback (most recent call last):
    tacsim.content.faults.ContentError: text:2: no valid TOML: Invalid value (at end of document)
    """
    text = _decoded(data, file) if isinstance(data, bytes) else data
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    long_key = _LONG_KEY.search(text)
    if long_key:
        # The parser takes quadratic time over such a key, so it never gets to see one.
        line = text.count("\n", 0, long_key.start()) + 1
        raise ContentError([Fault(file, line, "", _("holds a key of far too many parts"))])
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise ContentError([Fault(file, 0, "", _("is nested too deeply"))]) from None
    except ValueError as error:
        line, column, message = _located(str(error), text)
        words = _("no valid TOML: {message}").format(message=message)
        raise ContentError([Fault(file, line, "", words, column)]) from None
    return Document(file, tables, Lines(text))


def saved_document(tables: Mapping[str, Any], file: str = "save") -> Document:
    """Tables that come from elsewhere than a file."""
    return Document(file, dict(tables))


def _decoded(data: bytes, file: str) -> str:
    if data.startswith(SAVED):
        raise ContentError([Fault(file, 0, "", _("is a saved battle: tacsim replay shows it"))])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError([Fault(file, line, "", _("is not UTF-8 text"))]) from None


def _located(message: str, text: str) -> tuple[int, int, str]:
    """The line and column of an error of the parser, 0 where it names none, and what it says."""
    match = _AT.search(message)
    if match:
        line, column = map(int, match.groups())
        words = _("{message} (column {n})")
        return line, column, words.format(message=_told(message[: match.start()]), n=column)
    if message.endswith(_END):
        words = _("{message} (at end of document)")
        told = _told(message.removesuffix(_END))
        return text.count("\n") + 1, 0, words.format(message=told)
    return 0, 0, _told(message)


def _told(message: str) -> str:
    """Why a text is no TOML: in our words where they are known, else in the parser's."""
    for pattern, words in _REASONS.items():
        found = re.fullmatch(pattern, message)
        if found is not None:
            parts = literal_eval(found[1]) if found.lastindex else ""
            what = ".".join(parts) if isinstance(parts, tuple) else repr(parts)
            return translate(words).format(what=what)
    return translate(message)
