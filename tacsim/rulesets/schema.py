"""Schemas: what plain data out of a TOML file has to look like, and what is wrong with it.

A schema is a value; :meth:`Schema.problems` yields every deviation with the path to it. Words that
only the surroundings know (which weapons there are, which sides) come in as vocabularies.
"""

from __future__ import annotations

import difflib
import math
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, Protocol, TypeAlias

import attrs

from tacsim.core.dice import parse
from tacsim.enforces import enforces
from tacsim.i18n import _, ngettext, translate

Path: TypeAlias = tuple[str | int, ...]
"""The keys and list indices that lead to a value."""

Problem: TypeAlias = tuple[Path, str]
"""Where something is wrong, and what."""

Words: TypeAlias = Mapping[str, Collection[str]]
"""Vocabularies by name; a vocabulary that is missing admits every word."""


Json: TypeAlias = dict[str, Any]
"""A JSON Schema, of draft 7."""


class Schema(Protocol):
    """A form that data can have."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Everything that keeps a value from having this form."""
        ...

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema, for editors; what it cannot say is left to ``problems``.

        A vocabulary of ``words`` admits others too where it holds ``...``.
        """
        ...


Units: TypeAlias = Mapping[str, Fraction]
"""How many cells one of each unit of length is, the ruleset's own unit first."""


def parse_length(length: object, units: Units) -> int:
    """Whole cells of a length: a number of cells, or text in one of the units, rounded down.

    Errors: ValueError for anything else, negative lengths included.

    >>> feet = {"ft": Fraction(1, 5)}
    >>> metres = {"m": Fraction(1), "ft": Fraction(3, 10)}
    >>> parse_length(8, feet), parse_length("40 ft", feet), parse_length("25 ft", metres)
    (8, 8, 7)
    """
    if isinstance(length, int) and length < 0:
        raise ValueError(_("a length cannot be negative"))
    return math.floor(_in_cells(length, units))


def _in_cells(length: object, units: Units) -> Fraction:
    """A length in cells, not rounded."""
    if isinstance(length, int) and not isinstance(length, bool):
        return Fraction(length)
    match = _LENGTH.fullmatch(length) if isinstance(length, str) else None
    if match is None or match[2] not in units:
        own = next(iter(units))
        words = _('not a length: write whole cells (8) or a text like "40 {unit}"')
        raise ValueError(words.format(unit=own))
    return Fraction(match[1]) * units[match[2]]


_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
_LENGTH = re.compile(rf"({_NUMBER}) ?([a-z]{{1,5}})")


def parse_pounds(weight: object) -> float:
    """Pounds of a weight: their number, or a text such as ``"60 lb"``.

    Errors: ValueError for anything else, negative weights included.

    >>> parse_pounds(60), parse_pounds("2.5 lb")
    (60.0, 2.5)
    """
    match = _WEIGHT.fullmatch(weight) if isinstance(weight, str) else None
    if match is not None:
        return float(match[1])
    number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not number or not math.isfinite(weight) or weight < 0:  # type: ignore[arg-type, operator]  # a number
        raise ValueError(_('not a weight: write pounds (60) or a text like "60 lb"'))
    return float(weight)  # type: ignore[arg-type]  # a number


_WEIGHT = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,3})?) ?lb")


def hinted(message: str, word: str, known: Collection[str]) -> str:
    """A message about an unknown word, with what may have been meant, if anything is like it.

    >>> hinted("there is no such map", "ogr_bridge", ["ogre_bridge"])
    'there is no such map; did you mean "ogre_bridge"?'
    """
    close = difflib.get_close_matches(word[:60], sorted(known), n=3)
    close = close or [other for other in sorted(known) if word[:3] == other[:3]][:3]
    if not close:
        return message
    words = reduce(_either, map(_quoted, close))
    return _("{message}; did you mean {words}?").format(message=message, words=words)


def _either(some: str, another: str) -> str:
    return _("{some} or {another}").format(some=some, another=another)


def _quoted(word: str) -> str:
    return f'"{_cut(word)}"'


def unknown(noun: str, word: str, known: Collection[str]) -> str:
    """What is wrong with a word that is not among others: those like it, else all if they are few.

    >>> unknown("creature", "ogr", ["ogre", "troll"])
    'unknown creature "ogr"; did you mean "ogre"?'
    >>> unknown("creature", "elf", ["ogre", "troll"])
    'unknown creature "elf" (there is: ogre, troll)'
    """
    fields = {"noun": noun, "word": shown(word)}
    message = _("unknown {noun} {word}").format(**fields)
    told = hinted(message, word, known)
    if told != message or len(known) > LISTED:
        return told
    if not known:
        return _("unknown {noun} {word} (there is none)").format(**fields)
    words = _("unknown {noun} {word} (there is: {known})")
    return words.format(**fields, known=listed(known))


def listed(words: Collection[str]) -> str:
    """Words in a message, in order, none of them long.

    >>> listed(["sword", "bow"]), listed(["a" * 99])
    ('bow, sword', 'aaaaaaaaaaaaaaaaaaaaaaaaaaa...')
    """
    return ", ".join(map(_cut, sorted(words)))


LISTED = 20
"""The most words that a message lists."""


def _cut(word: str) -> str:
    """A word, or the beginning of a long one."""
    return word if len(word) <= 30 else f"{word[:27]}..."


def shown(value: object) -> str:
    """A value in a message: short, on one line, without control characters.

    >>> shown("a" * 99), shown([1, 2]), shown(True)
    ('"aaaaaaaaaaaaaaaaaaaaaaaaaaa..."', 'a list', 'true')
    """
    if isinstance(value, str):
        text = "".join(c if c.isprintable() else "?" for c in value[:31])
        return f'"{text[:27]}..."' if len(value) > 30 else f'"{text}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**15 else _("a huge number")
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return _("a table")
    return _("a list") if isinstance(value, list | tuple) else _("a value of another kind")


def said(message: str, value: object, **fields: object) -> str:
    """A message about a value, which its gap ``{value}`` shows.

    >>> said("must be {n}, not {value}", [1], n=2)
    'must be 2, not a list'
    """
    return message.format(value=shown(value), **fields)


def _most(most: int) -> str:
    return ngettext(
        "must hold at most {most} entry, not {n}", "must hold at most {most} entries, not {n}", most
    )


@attrs.frozen
class Anything:
    """Any value: for parts that cannot be judged, or are judged elsewhere.

    ``form``: what is known of them, as a JSON Schema.
    """

    form: Mapping[str, Any] = attrs.field(factory=dict)

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Nothing is wrong."""
        yield from ()

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return dict(self.form)


@attrs.frozen
class Truth:
    """``true`` or ``false``."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Whatever is not a boolean."""
        if not isinstance(value, bool):
            yield path, said(_("must be true or false, not {value}"), value)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"type": "boolean"}


@attrs.frozen
class Whole:
    """A whole number between two bounds, both included; ``true`` is no number.

    >>> list(Whole(1, 6).problems(7, {}))
    [((), 'must be a whole number from 1 to 6, not 7')]
    """

    least: int
    most: int

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Another type or out of bounds."""
        good = isinstance(value, int) and not isinstance(value, bool)
        if not good or not self.least <= value <= self.most:  # type: ignore[operator]  # an int
            if self.least == self.most:
                text = _("must be {least}, not {value}")
            else:
                text = _("must be a whole number from {least} to {most}, not {value}")
            yield path, said(text, value, least=self.least, most=self.most)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@attrs.frozen
class Number:
    """A number between two bounds, both included."""

    least: float
    most: float

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Another type, not a number, or out of bounds."""
        good = isinstance(value, int | float) and not isinstance(value, bool)
        if not good or not self.least <= value <= self.most:  # type: ignore[operator]  # a number
            text = _("must be a number from {least} to {most}, not {value}")
            yield path, said(text, value, least=self.least, most=self.most)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"type": "number", "minimum": self.least, "maximum": self.most}


@attrs.frozen
class Text:
    """Printable text of 1 to ``most`` characters; ``lines``: line breaks are welcome."""

    most: int = 60
    lines: bool = False

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Another type, empty, too long or with control characters."""
        if not isinstance(value, str):
            yield path, said(_("must be a text, not {value}"), value)
        elif not value.strip():
            yield path, _("is empty")
        elif len(value) > self.most:
            yield path, _("is longer than {n} characters").format(n=self.most)
        elif not (value.replace("\n", "") if self.lines else value).isprintable():
            yield path, said(_("holds characters that cannot be printed: {value}"), value)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"type": "string", "maxLength": self.most, "pattern": "\\S"}


@attrs.frozen
class Glyph:
    """One character that takes one column on a terminal; a space is none."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Anything but a single narrow, visible character."""
        good = isinstance(value, str) and len(value) == 1 and value.isprintable()
        if (
            not good
            or value == " "
            or unicodedata.combining(value)  # type: ignore[arg-type]  # a str
            or unicodedata.east_asian_width(value) in "WF"  # type: ignore[arg-type]  # a str
        ):
            yield path, said(_("must be one character, one column wide, not {value}"), value)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"type": "string", "minLength": 1, "maxLength": 1, "pattern": "\\S"}


@attrs.frozen
class Id:
    """A name that files and scripts refer to: letters, digits, ``_`` and ``-``, 40 at most."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Another type or other characters."""
        if not isinstance(value, str) or not _ID.fullmatch(value):
            yield (
                path,
                said(_("must be 1 to 40 of the characters A-Z a-z 0-9 _ -, not {value}"), value),
            )

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"type": "string", "pattern": f"^{_ID.pattern}$"}


_ID = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


OTHERS = "..."
"""Stands in a vocabulary to which files may add words of their own."""


@attrs.frozen
class Word:
    """A word of a vocabulary: of a given one, or of the surroundings' vocabulary ``of``.

    ``noun``: what it is a word for, marked for translation.

    >>> list(Word("shape", ("tall", "long")).problems("tal", {}))
    [((), 'unknown shape "tal"; did you mean "tall"?')]
    """

    noun: str
    choices: Collection[str] = ()
    of: str = ""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Another type or a word that is not known."""
        known = self.choices or words.get(self.of)
        if not isinstance(value, str):
            yield path, said(_("must be a text, not {value}"), value)
        elif known is not None and value not in known:
            yield path, unknown(translate(self.noun), value, known)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        known = self.choices or words.get(self.of)
        if known is None:
            return {"type": "string"}
        ordered = known if isinstance(known, tuple) else sorted(known)
        listed: Json = {"enum": [word for word in ordered if word != OTHERS]}
        return {"anyOf": [listed, {"type": "string"}]} if OTHERS in known else listed


@attrs.frozen
class Length:
    """A length between two bounds in cells: whole cells, or text in one of the units.

    ``exact``: one that is no whole number of cells is not rounded down but a fault.

    >>> list(Length(1, 20, {"ft": Fraction(1, 5)}, exact=True).problems("12 ft", {}))
    [((), 'must be a whole number of cells, not "12 ft"')]
    """

    least: int
    most: int
    units: Units
    exact: bool = False

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Not a length, or out of bounds."""
        try:
            cells = parse_length(value, self.units)
        except ValueError as error:
            yield path, said(_("{wrong}, not {value}"), value, wrong=error)
            return
        if not self.least <= cells <= self.most:
            text = _("must be {least} to {most} cells, not {value}")
            yield path, said(text, value, least=self.least, most=self.most)
        elif self.exact and _in_cells(value, self.units) != cells:
            yield path, said(_("must be a whole number of cells, not {value}"), value)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        units = "|".join(sorted(self.units))
        whole: Json = {"type": "integer", "minimum": self.least, "maximum": self.most}
        text = {"type": "string", "pattern": f"^{_NUMBER} ?({units})$"}
        return {"anyOf": [whole, text]}


@attrs.frozen
class Weight:
    """A weight of so many pounds at most.

    >>> list(Weight(100).problems("200 lb", {}))
    [((), 'must be 0 to 100 lb, not "200 lb"')]
    """

    most: int

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Not a weight, or too much of one."""
        try:
            pounds = parse_pounds(value)
        except ValueError as error:
            yield path, said(_("{wrong}, not {value}"), value, wrong=error)
            return
        if pounds > self.most:
            yield path, said(_("must be 0 to {most} lb, not {value}"), value, most=self.most)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        number: Json = {"type": "number", "minimum": 0, "maximum": self.most}
        return {"anyOf": [number, {"type": "string", "pattern": f"^{_WEIGHT.pattern}$"}]}


@attrs.frozen
class DiceText:
    """Dice such as ``2d6`` or ``1d8+3``; of ``choices`` only, where there are any."""

    choices: Collection[str] = ()

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Not dice."""
        if self.choices and value not in self.choices:
            text = _("must be one of {known}, not {value}")
            yield path, said(text, value, known=", ".join(self.choices))
            return
        try:
            if not isinstance(value, str) or len(value) > 20 or not value.isascii():
                raise ValueError
            roll = parse(value)
        except ValueError:
            yield path, said(_('must be dice such as "1d8" or "2d6+1", not {value}'), value)
            return
        if abs(roll.bonus) > 1000:
            yield path, said(_("has too large a bonus: {value}"), value)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        if self.choices:
            return {"enum": list(self.choices)}
        dice = "^ *([0-9]+ *d *[0-9]+)? *([+-]? *[0-9]+)? *$"
        return {"type": "string", "minLength": 1, "maxLength": 20, "pattern": dice}


@enforces("pool.grid.strict")
@attrs.frozen
class Coordinates:
    """A cell: as many whole numbers as the grid has axes, each from 0 to ``most``.

    There is nothing between the cells (``pool.grid.strict``).

    ``corner``: one more may say which corner of the cell is meant, 0 or 1; ``between``: the clause
    to name where a number is no whole one.

    >>> list(Coordinates(2, 9, between="pool.grid.strict").problems([1.5, 2], {}))
    [((), 'must be a cell [x, y] of whole numbers from 0 to 9 (pool.grid.strict)')]
    """

    axes: int = 2
    most: int = 511
    corner: bool = False
    between: str = ""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Not a list of so many small numbers."""
        if (
            not isinstance(value, list | tuple)
            or not self._counted(value)
            or not all(isinstance(n, int) and not isinstance(n, bool) for n in value)
            or not all(0 <= n <= self.most for n in value)
        ):
            form = "[x, y, z]" if self.axes == 3 else "[x, y]"
            text = _("must be a cell {form} of whole numbers from 0 to {most}")
            if self.corner:
                text = _(
                    "must be a cell {form} or corner {corner} of whole numbers from 0 to {most}"
                )
            told = text.format(form=form, corner="[x, y, 0 or 1]", most=self.most)
            if self.between and _fractions(value):
                told = _("{fault} ({clause})").format(fault=told, clause=self.between)
            yield path, told

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        number: Json = {"type": "integer", "minimum": 0, "maximum": self.most}
        most = self.axes + self.corner
        return {"type": "array", "items": number, "minItems": self.axes, "maxItems": most}

    def _counted(self, value: list[int] | tuple[int, ...]) -> bool:
        """Whether it has as many parts as it should."""
        if self.corner and len(value) == self.axes + 1:
            return value[-1] in (0, 1)
        return len(value) == self.axes


def _fractions(value: object) -> bool:
    """Whether some of a list of numbers are no whole ones."""
    return isinstance(value, list | tuple) and any(isinstance(n, float) for n in value)


@attrs.frozen
class Each:
    """A list of things of one form, ``least`` to ``most`` of them; ``lone``: or just one thing."""

    item: Schema
    most: int = 1000
    least: int = 0
    lone: bool = False

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Not a list, too short or long, or whatever is wrong with its items."""
        if self.lone and not isinstance(value, list | tuple):
            yield from self.item.problems(value, words, path)
            return
        if not isinstance(value, list | tuple):
            yield path, said(_("must be a list, not {value}"), value)
            return
        if not self.least <= len(value) <= self.most:
            text = _most(self.most)
            if self.least == self.most:
                text = ngettext(
                    "must hold {least} entry, not {n}",
                    "must hold {least} entries, not {n}",
                    self.least,
                )
            elif self.least:
                text = _("must hold {least} to {most} entries, not {n}")
            yield path, text.format(least=self.least, most=self.most, n=len(value))
            return
        for index, item in enumerate(value):
            yield from self.item.problems(item, words, (*path, index))

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        item = self.item.described(words)
        several: Json = {"type": "array", "items": item, "maxItems": self.most}
        several |= {"minItems": self.least} if self.least else {}
        return {"anyOf": [item, several]} if self.lone else several


@attrs.frozen
class Table:
    """A table with certain keys, some of them required."""

    fields: Mapping[str, Schema]
    required: frozenset[str] = frozenset()

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Not a table, unknown or missing keys, or whatever is wrong with its values.

        >>> list(Table({"speed": Truth()}).problems({"sped": 1}, {}))
        [(('sped',), 'unknown key; did you mean "speed"?')]
        """
        if not isinstance(value, Mapping):
            yield path, said(_("must be a table, not {value}"), value)
            return
        for key, item in value.items():
            if not isinstance(key, str):
                yield path, _("has a key that is no text")
            elif key in self.fields:
                yield from self.fields[key].problems(item, words, (*path, key))
            else:
                yield (*path, key), hinted(_("unknown key"), key, self.fields)
        for key in sorted(self.required - value.keys()):
            yield (*path, key), _("is missing")

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        fields = {key: form.described(words) for key, form in self.fields.items()}
        needed: Json = {"required": sorted(self.required)} if self.required else {}
        return {"type": "object", "properties": fields, **needed, "additionalProperties": False}

    def with_fields(self, fields: Mapping[str, Schema], *required: str) -> Table:
        """The same table with more keys and only the named ones required."""
        return Table({**self.fields, **fields}, frozenset(required))


@attrs.frozen
class Named:
    """A table from names of one form to values of another."""

    key: Schema
    value: Schema
    most: int = 1000

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Not a table, or whatever is wrong with its names and values."""
        if not isinstance(value, Mapping):
            yield path, said(_("must be a table, not {value}"), value)
            return
        if len(value) > self.most:
            yield path, _most(self.most).format(most=self.most, n=len(value))
            return
        for key, item in value.items():
            if not isinstance(key, str):
                yield path, _("has a key that is no text")
                continue
            wrong = list(self.key.problems(key, words, (*path, key)))
            yield from wrong or self.value.problems(item, words, (*path, key))

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        key, value = self.key.described(words), self.value.described(words)
        if "enum" in key:
            fields = dict.fromkeys(key["enum"], value)
            return {"type": "object", "properties": fields, "additionalProperties": False}
        names = {"propertyNames": key} if key else {}
        most = self.most
        return {"type": "object", **names, "additionalProperties": value, "maxProperties": most}


def written(path: Path) -> str:
    """A path as people write it.

    >>> written(("creature", 0, "speed"))
    'creature[0].speed'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            plain = "".join(c if c.isprintable() else "?" for c in part[:40])
            text += f".{plain}" if text else plain
    return text
