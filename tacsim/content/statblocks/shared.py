"""What all readers of statblocks share: what they tell, numbers out of text, ids, and TOML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

import attrs

from tacsim.content.documents import saved_document
from tacsim.content.library import NO_ENTRY
from tacsim.content.roster import Lore, check_entry
from tacsim.content.toml_values import written
from tacsim.i18n import N_, translate
from tacsim.i18n.hangul import romanized
from tacsim.rulesets import content

LIMIT = 8 * 1024 * 1024
"""The most bytes that a file of statblocks may have."""
PASTED = 2 * 1024 * 1024
"""The most characters of pasted text."""
MOST = 2000
"""The most statblocks that are read of one file."""
NOTES = 100
"""The most notes of a creature."""
NOTE = 400
"""The most characters of a note."""
NAME = 60
"""The most characters of a name."""
LONGEST = 20_000
"""The most characters of one paragraph that are read."""


@attrs.frozen
class Told:
    """Something told of a statblock: an English message, and what stands in its places.

    ``str`` is English, for files and scripts; :meth:`said` is in the reader's language.

    >>> str(Told("{what} is missing", {"what": "Hit Points"}))
    'Hit Points is missing'
    """

    message: str
    values: Mapping[str, object] = attrs.field(factory=dict)

    def __str__(self) -> str:
        return cut(self.message.format(**self.values), NOTE)

    def said(self) -> str:
        """The same in the reader's language."""
        return cut(translate(self.message).format(**self.values), NOTE)


class RefusedError(Exception):
    """A statblock that cannot become an entry, and why."""

    def __init__(self, message: str, **values: object) -> None:
        self.told = Told(message, values)
        super().__init__(self.told)


_MISSING = {
    "size": N_("its size is missing, or none that is known here"),
    "points": N_("its hit points are missing, or no number that creatures have"),
    "armour": N_("its armour class is missing, or no number that creatures have"),
    "speed": N_("its speed is missing, or in no form that is read here"),
    "abilities": N_("its ability scores are missing, or no numbers that creatures have"),
    "base": N_("its base attack is missing, or no number that creatures have"),
}


def missing(part: str) -> RefusedError:
    """The refusal of a statblock that lacks a part, or has it in no form that is read."""
    return RefusedError(_MISSING[part])


@attrs.define
class Draft:
    """An entry in the making: its id, its table, and what of the statblock it leaves out."""

    id: str
    entry: dict[str, Any]
    dropped: list[Told] = attrs.field(factory=list)

    def drop(self, message: str, **values: object) -> None:
        """Leave something out, and say so."""
        told = Told(message, values)
        if told not in self.dropped and len(self.dropped) < NOTES:
            self.dropped.append(told)

    def keep(self, label: str, text: str) -> None:
        """Leave something out that has words of its own."""
        if text.strip():
            self.drop("{label}: {text}", label=cut(label, NAME), text=cut(text, NOTE))


@attrs.frozen
class Origin:
    """Where a statblock comes from, and under which licence."""

    source: str
    licence: str


@attrs.frozen
class Left:
    """A part of a file that is no creature; ``like``: it looks like one in a form not read."""

    text: str
    like: bool = False


MARKS = (
    re.compile(r"(?:^|[;:,.|)] *)(?:AC|Armou?r Class)\b[:\s]*-?[0-9]", re.I | re.M),
    re.compile(r"(?:^|[;:,.|)] *)(?:hp|HD|Hit Points|Hit Dice)\b[:\s]*[0-9]", re.I | re.M),
)
"""What every statblock tells somewhere: armour and hit points."""


def like_statblock(text: str) -> bool:
    """Whether a text begins like a statblock, of whatever form.

    >>> like_statblock("Goblin: AC 6; hp 3"), like_statblock("The ogre (AC 16; hp 29) waits")
    (True, False)
    """
    return all(mark.search(text[:400]) for mark in MARKS)


UNSTATED = "not stated by the file"
OGL = "Open Game License 1.0a"
CC_BY = "CC-BY-4.0"


def licence_in(text: str) -> str:
    """The licence that a text names.

    >>> licence_in("This is Open Game Content, under the Open Game License v1.0a")
    'Open Game License 1.0a'
    """
    if re.search(r"creative commons attribution 4\.0|\bCC[- ]BY(?:[- ]4\.0)?\b", text, re.I):
        return CC_BY
    if re.search(r"open gam(?:e|ing) licen[sc]e|\bOGL\b|open game content", text, re.I):
        return OGL
    return UNSTATED


# --- text --------------------------------------------------------------------------------------

_PLAIN = str.maketrans({
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-",
    "\u2212": "-", "\u00ad": "", "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"',
    "\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\u200b": "", "\ufeff": "",
    "\u00d7": "x", "\u00bd": "1/2", "\u00bc": "1/4", "\u2153": "1/3", "\u215b": "1/8",
    "\u2044": "/", "\r": "",
})  # fmt: skip


def plain(text: str) -> str:
    r"""A text with ASCII dashes, quotes, spaces and fractions.

    A soft hyphen shows at the end of a line alone, and is none elsewhere.

    >>> plain("Recharge 5\u20136, \u22122"), plain("Per\u00adception")
    ('Recharge 5-6, -2', 'Perception')
    >>> plain("Percep\u00ad\ntion").split()
    ['Percep-', 'tion']
    """
    return re.sub("(?<![-\u2010\u2011])\u00ad[ \t\r]*(?=\n)", "-", text).translate(_PLAIN)


def unmarked(text: str) -> str:
    """A text without the marks of Markdown: emphasis, headings, quotes; and without bullets.

    >>> unmarked("> ***Bite.*** *Melee Weapon Attack:* +4 to hit")
    'Bite. Melee Weapon Attack: +4 to hit'
    """
    text = re.sub(
        r"^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]*)?"
        r"(?:[-*+][ \t]+(?=[*_])|[\u2022\u2023\u25aa\u00b7][ \t]*)?",
        "",
        text,
        flags=re.M,
    )
    text = re.sub(r"\[([^\]\n]{1,200})\]\([^)\n]{0,300}\)", r"\1", text)
    return re.sub(r"\*+|(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])|\\(?=[^A-Za-z0-9 ])", "", text)


def line(text: str) -> str:
    """A text on one line of printable characters, single spaces between its words."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def titled(name: str) -> str:
    """A name that is not shouted: capitals only where words begin.

    >>> titled("SWARM OF BATS"), titled("Swarm of Bats"), titled("HOB'S LAD, 10TH-LEVEL THIEF")
    ('Swarm of Bats', 'Swarm of Bats', "Hob's Lad, 10th-Level Thief")
    """
    if name != name.upper():
        return name
    name = re.sub(r"[0-9A-Z]+(?:'[A-Z]+)?", lambda word: word[0].capitalize(), name)
    return re.sub(r"(?<= )(?:Of|The|And|In|With)\b", lambda word: word[0].lower(), name)


def cut(text: str, most: int) -> str:
    """A text on one line, of so many characters at most."""
    told = line(text[: 4 * most])
    return told if len(told) <= most else told[: most - 3].rstrip() + "..."


def whole(value: object, least: int = -1000, most: int = 100_000) -> int | None:
    """A whole number between bounds, however it is written; None for anything else.

    >>> whole("+7"), whole(7.0), whole("7 (2d6)"), whole(True), whole(10**9)
    (7, 7, 7, None, None)
    """
    if isinstance(value, str):
        match = re.match(r"\s*([+-]?[0-9]{1,6})(?![0-9d])", plain(value[:40]))
        value = int(match[1]) if match else None
    if isinstance(value, float) and value.is_integer() and abs(value) <= most:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    return None


def number_of(value: object) -> int | float | None:
    """A challenge rating from 0 to 100: a number, or a fraction such as ``1/4``.

    >>> number_of("1/4"), number_of("5 (1,800 XP)"), number_of("-"), number_of("999")
    (0.25, 5, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        form = r"\s*([0-9]{1,3})(?:\.([0-9]{1,3}))?(?:/([1-9][0-9]?))?(?![0-9])"
        match = re.match(form, str(value)[:40])
        if match is None:
            return None
        value = float(f"{match[1]}.{match[2] or 0}") / int(match[3] or 1)
    if not 0 <= value <= 100:
        return None
    return round(float(value), 3) if value % 1 else int(value)


def table(value: object) -> Mapping[str, Any]:
    """A table, or an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def rows(value: object) -> list[Any]:
    """A list, or an empty one for anything else."""
    return value[:MOST] if isinstance(value, list) else []


def text_of(value: object) -> str:
    """A text with single blanks, or the paragraphs of a list of texts; else an empty one."""
    if isinstance(value, list):
        value = "\n".join(part for part in value[:100] if isinstance(part, str))
    return re.sub(r"[ \t]+", " ", plain(value[:LONGEST])) if isinstance(value, str) else ""


def named(value: object) -> str:
    """The name of a thing: itself, or what its table calls it."""
    if isinstance(value, Mapping):
        value = value.get("name", value.get("index", value.get("key")))
    return text_of(value)


def slug(name: str) -> str:
    """An id made of a name: ASCII letters and digits, ``_`` between the words; may be empty.

    >>> slug("Will-o'-Wisp"), slug("Drag\u00f3n, Old (Red)")
    ('will_o_wisp', 'dragon_old_red')
    """
    folded = unicodedata.normalize("NFKD", plain(name[:400])).encode("ascii", "ignore").decode()
    words = re.sub(r"[^A-Za-z0-9]+", "_", folded.replace("'s ", "s ").replace("'", "_"))
    return words.strip("_").lower()[:40].strip("_")


def entry_id(wanted: str, name: str, taken: Iterable[str]) -> str:
    """The id of an entry that is to have one, or is called by a name, in any writing.

    A Korean name is written in Latin letters; one in other writing gets an id that is no word, but
    its own each time. No entry has for its id what is another key of files.

    >>> entry_id("", "Map", ()), entry_id("orc", "Ork", {"orc"}), entry_id("", "오거", ())
    ('map_2', 'orc_2', 'ogeo')
    """
    found = wanted or slug(romanized(name))
    if not re.search(r"[a-z]", found):
        found = f"monster_{crc32(plain(name).encode()):08x}"
    return apart(found, {*taken, *NO_ENTRY})


def apart(wanted: str, taken: Iterable[str], empty: str = "") -> str:
    """An id that nothing else has; ``empty``: what takes the place of none.

    >>> apart("wolf", {"wolf", "wolf_2"})
    'wolf_3'
    """
    known, base, number = set(taken), wanted or empty, 2
    found = base
    while found in known:
        found = f"{base[: 39 - len(str(number))]}_{number}"
        number += 1
    return found


def glyph_for(name: str, *, big: bool) -> str:
    """The letter that stands for a creature: its first one, a capital for a big creature."""
    letters = re.search(r"[a-z]", slug(romanized(name)))
    letter = letters[0] if letters else "m"
    return letter.upper() if big else letter


def clipped(values: Mapping[str, int]) -> dict[str, int]:
    """Those bonuses of a table that are not beyond all bounds."""
    return {key: value for key, value in values.items() if -50 <= value <= 100}


# --- entries -----------------------------------------------------------------------------------


def wrong_with(draft: Draft, ruleset: str) -> Told | None:
    """What the ruleset's own reader finds wrong with an entry, if anything."""
    rules = content(ruleset)
    lore = Lore(rules, {}, dict(rules.bestiary), dict(rules.weapons), rules.topologies[0])
    document = saved_document({draft.id: draft.entry})
    found = check_entry(document, (draft.id,), rules.creature_schema, rules, lore.words(), {})
    if not found:
        return None
    first = found[0]
    field = first.field.partition(".")[2] or first.field
    return Told("{field}: {message}", {"field": field, "message": first.message})


def toml(drafts: Iterable[Draft], ruleset: str) -> str:
    """A bestiary file of some entries."""
    parts = [f"ruleset = {written(ruleset)}"]
    for draft in drafts:
        lines = [f"[{draft.id}]"]
        lines += [f"{key} = {_field(value)}" for key, value in draft.entry.items()]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _field(value: Any) -> str:
    """A value of an entry; a list of tables or of texts has a line for each."""
    if isinstance(value, list) and len(value) > 1 and not _short(value):
        return "[\n" + "".join(f"    {written(one)},\n" for one in value) + "]"
    return written(value)


def _short(value: list[Any]) -> bool:
    return all(isinstance(one, str) and len(one) <= 40 for one in value) and len(value) < 6
