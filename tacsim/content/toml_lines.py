"""Where in a TOML text its values stand: the parser of the standard library does not tell."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

from tacsim.rulesets.schema import Path

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*+")
_SPACE = re.compile(r"[ \t]*+")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\\n]++|\\.)*+"')
_LITERAL = re.compile(r"'[^'\n]*+'")
_LONG_BASIC = re.compile(r'\\.|"{3,5}', re.DOTALL)
_LONG_LITERAL = re.compile(r"'{3,5}")
_SCALAR = re.compile(r"[^,\]}\n#]+")


class Lines:
    r"""The lines of the keys, tables and list entries of a valid TOML text.

    >>> lines = Lines('a = 1\n[[b]]\nc = [\n  1,\n  2,\n]\n')
    >>> lines.of(("b", 0, "c", 1)), lines.of(("b", 0, "unknown"))
    (5, 2)
    >>> Lines('name = "in one, or in none" # n\n').complete
    True
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._breaks = [match.end() for match in re.finditer("\n", text)]
        self._lines: dict[Path, int] = {}
        self._texts: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}
        self.headings: list[tuple[int, Path]] = []
        """The lines of the headings of tables, with what each of them heads."""
        self.complete = False
        """Whether all of the text was understood."""
        try:
            self._read()
        except (RecursionError, tomllib.TOMLDecodeError, _LostError):
            # What was found so far still helps, and a table's line does for the rest of it.
            return
        self.complete = True

    def of(self, path: Path) -> int:
        """The line of a value, or of the closest table around it that has one; 1 at the least."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return 1

    def of_row(self, path: Path, row: int) -> int:
        """The line of a row of a text that spans lines; that of its key where rows are escaped."""
        return self._texts[path] + row if path in self._texts else self.of(path)

    # --- reading ---------------------------------------------------------------------------------

    def _read(self) -> None:
        at, end = 0, len(self._text)
        table: Path = ()
        while (at := self._skip(_BLANK, at)) < end:
            if self._text.startswith("[[", at):
                key, at = self._key(at + 2)
                table = self._array_table(key)
                self._heading(table, at)
                at += 2
            elif self._text[at] == "[":
                key, at = self._key(at + 1)
                table = self._resolved(key)
                self._heading(table, at)
                at += 1
            else:
                at = self._pair(at, table)

    def _heading(self, table: Path, at: int) -> None:
        line = self._line(at)
        self.headings.append((line, table))
        for length in range(1, len(table)):
            self._lines.setdefault(table[:length], line)
        self._lines[table] = line

    def _pair(self, at: int, table: Path) -> int:
        line = self._line(at)
        key, at = self._key(at)
        path = table
        for part in key:
            path = (*path, part)
            self._lines.setdefault(path, line)
        if self._text[at : at + 1] != "=":
            raise _LostError
        return self._value(self._skip(_SPACE, at + 1), path)

    def _key(self, at: int) -> tuple[list[str], int]:
        parts: list[str] = []
        while True:
            at = self._skip(_SPACE, at)
            match = _BARE.match(self._text, at)
            quoted = match or _BASIC.match(self._text, at) or _LITERAL.match(self._text, at)
            if quoted is None:
                raise _LostError
            word = quoted[0]
            parts.append(word if match else str(tomllib.loads(f"k = {word}")["k"]))
            at = self._skip(_SPACE, quoted.end())
            if self._text[at : at + 1] != ".":
                return parts, at
            at += 1

    def _value(self, at: int, path: Path) -> int:
        text = self._text
        for quote, closing in (('"""', _LONG_BASIC), ("'''", _LONG_LITERAL)):
            if text.startswith(quote, at):
                return self._long(at + 3, path, closing)
        if text[at : at + 1] == "[":
            return self._list(at + 1, path)
        if text[at : at + 1] == "{":
            return self._inline(at + 1, path)
        match = _BASIC.match(text, at) or _LITERAL.match(text, at) or _SCALAR.match(text, at)
        if match is None:
            raise _LostError
        return match.end()

    def _long(self, at: int, path: Path, closing: re.Pattern[str]) -> int:
        start = at
        while (match := closing.search(self._text, at)) is not None:
            at = match.end()
            if match[0][0] != "\\":
                if "\\" not in self._text[start:at] or closing is _LONG_LITERAL:
                    self._texts[path] = self._line(start) + self._text.startswith("\n", start)
                return at
        raise _LostError

    def _list(self, at: int, path: Path) -> int:
        index, around = 0, self.of(path)
        while (at := self._skip(_BLANK, at)) < len(self._text):
            if self._text[at] == "]":
                return at + 1
            if self._text[at] == ",":
                at, index = at + 1, index + 1
                continue
            line = self._line(at)
            if line != around:
                self._lines[(*path, index)] = line
            at = self._value(at, (*path, index))
        raise _LostError

    def _inline(self, at: int, path: Path) -> int:
        while (at := self._skip(_BLANK, at)) < len(self._text):
            if self._text[at] == "}":
                return at + 1
            at = at + 1 if self._text[at] == "," else self._pair(at, path)
        raise _LostError

    # --- places ----------------------------------------------------------------------------------

    def _skip(self, what: re.Pattern[str], at: int) -> int:
        match = what.match(self._text, at)
        return match.end() if match else at

    def _line(self, at: int) -> int:
        return bisect_right(self._breaks, at) + 1

    def _resolved(self, key: list[str]) -> Path:
        path: Path = ()
        for part in key:
            path = (*path, part)
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        return path

    def _array_table(self, key: list[str]) -> Path:
        path: Path = (*self._resolved(key[:-1]), key[-1])
        self._counts[path] = self._counts.get(path, 0) + 1
        return (*path, self._counts[path] - 1)


class _LostError(Exception):
    """The text is no TOML, or of a kind that this reader does not know."""
