"""3.5 statblocks in the short form of adventures: all on a line or wrapped, parts between ``;``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tacsim.content.statblocks.shared import LONGEST, Left, Origin, line, titled, unmarked
from tacsim.content.statblocks.three_five_block import ThreeFive
from tacsim.rulesets.d20.forms import SIZES

_LABELS = {
    "CR": "Challenge Rating", "SZ": "", "AL": "", "HD": "Hit Dice", "hp": "Hit Points",
    "Init": "Initiative", "Spd": "Speed", "AC": "Armor Class", "Base Atk": "Base", "BAB": "Base",
    "Base Attack": "Base", "Grp": "Grapple", "Atk": "Attack", "Full Atk": "Full Attack",
    "Atk/Full Atk": "Full Attack", "Face/Reach": "Space/Reach", "SA": "Special Attacks",
    "SQ": "Special Qualities", "SV": "Saves", "Str": "Abilities", "Skills and Feats": "Skilled",
    "Gear": "Possessions", "Equipment": "Possessions",
} | {
    label: label for label in (
        "Initiative", "Speed", "Grapple", "Attack", "Full Attack", "Space/Reach", "Space", "Reach",
        "Special Attacks", "Special Qualities", "Senses", "DR", "SR", "Saves", "Abilities",
        "Skills", "Feats", "Languages", "Possessions",
    )
}  # fmt: skip
"""The labels of its parts, by the open rules' or own names; empty for what is not kept."""
_ANY = "|".join(sorted(map(re.escape, _LABELS), key=len, reverse=True))
_LABEL = re.compile(rf"(?:^|[;.:]\s+|,\s+(?=hp\b)|(?<=\))\s+)({_ANY})(?=[\s:])\s*:?\s*")
_LISTS = ("Special Attacks", "Special Qualities", "Skilled", "Skills", "Feats", "Possessions")
"""What may have ``;`` within it."""
_NAME = r"[^\W\d_][^:;\n]{0,80}?"
_HEAD = re.compile(
    rf"({_NAME})(?:\s*[:;]\s+|\s+(?=CR))(?:[^:;]{{1,80}};\s+)?CR\s+[0-9/]+\s*[;,.]"
    r"(?=[^:]{0,300}?\bHD\s+[0-9])"
)
_WITHIN = re.compile(rf"(?<=[.;!)] )(?={_NAME}:\s+(?:[^:;\n]{{1,80}};\s+)?CR\s+[0-9/]+\s*[;,])")
_MORE = re.compile(rf"(?:{_ANY})\b|[A-Z][\w' -]{{1,40}} \((?:Ex|Su|Sp)\)|[^:\n]{{0,40}}\bSpells\b")
"""How the paragraphs begin that still belong to a statblock."""
_SIZE = re.compile(rf"\b(?:{'|'.join(SIZES)})\b[^;:]*", re.I)
_TURNED = re.compile(
    r"(?:^|(?<=\bor )|(?<=\band )|(?<=[,;] ))([+-][0-9]{1,3}(?:/[+-][0-9]{1,3}){0,5})"
    r" (melee|ranged)( touch)?"
    r" \(([^()]{1,120}(?:\([^()]{0,60}\)[^()]{0,60})?)\)"
)
"""An attack whose name stands in brackets, behind its damage."""
_CRITICAL = re.compile(r"\s*[\[(]?crit(?:ical)?\.? ([^\])]+)[\])]?", re.I)


def apart(text: str) -> str:
    """A text in which each statblock begins a line."""
    return _WITHIN.sub("\n", text)


def tops(text: str) -> Iterator[int]:
    """The lines of a text on which statblocks begin."""
    lines = unmarked(text).split("\n")
    for at, one in enumerate(lines):
        if one[:1].isalpha() and _HEAD.match("\n".join(lines[at : at + 6])[:500]):
            yield at


def read(text: str, origin: Origin) -> Iterator[ThreeFive | Left]:
    """The statblock that a text begins with, and what is below it."""
    own, rest = _own(unmarked(text))
    head = _HEAD.match(own[:500])
    if head is None:
        return
    name = titled(re.sub(r"\s*\([0-9]{1,3}\)$", "", line(head[1])))
    block = ThreeFive(name, origin, _fields(own[head.end(1) :].lstrip(" :;")), own)
    yield block
    yield Left(rest)


def _own(text: str) -> tuple[str, str]:
    """The paragraphs of a statblock on one line, and those that follow."""
    own = ""
    paragraphs = re.split(r"\n[ \t]*\n", text[: 3 * LONGEST])
    for at, paragraph in enumerate(paragraphs):
        told = paragraph.strip()
        if re.search(r"\bCha [0-9-]", own) and told and not _MORE.match(told):
            return own, "\n\n".join(paragraphs[at:]) + text[3 * LONGEST :]
        own = f"{own} {_whole(told)}".strip()
    return own, text[3 * LONGEST :]


def _whole(paragraph: str) -> str:
    r"""A paragraph on one line; a word that was broken at its end is whole again.

    >>> _whole("AC 16, flat-\nfooted 16; Atk +8 melee (2d8+7, great-\nclub)")
    'AC 16, flat-footed 16; Atk +8 melee (2d8+7, greatclub)'
    """
    told = re.sub(r"\b(flat|low|all|half|two|one)-\n\s*", r"\1-", paragraph)
    return line(re.sub(r"(?<=[a-z])-\n\s*(?=[a-z])", "", told))


def _fields(text: str) -> dict[str, str]:
    """The lines of a statblock, as the open rules have them."""
    marks = list(_LABEL.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    found: dict[str, str] = {}
    others: list[str] = []
    for mark, end in zip(marks, ends, strict=True):
        key, said = _LABELS[mark[1]], text[mark.end() : end].strip(" .;")
        if key not in _LISTS:
            said, *more = said.split(";")
            others += more
        if key == "Abilities":
            said = f"{mark[1]} {said}"
        if key in ("DR", "SR"):
            others.append(f"{key} {said}")
        elif key:
            found.setdefault(key, said.strip())
    hit_dice = re.search(r"\bHD\b", text)
    size = _SIZE.search(text[: hit_dice.start()] if hit_dice else text)
    found["Size/Type"] = line(size[0]) if size else ""
    others = [one.strip() for one in others if not (size and size[0].strip() in one)]
    qualities = [found.get("Special Qualities", "").strip("- "), *others]
    found["Special Qualities"] = ", ".join(filter(None, qualities))
    _points(found)
    found["Base Attack/Grapple"] = f"{found.pop('Base', '')}/{found.pop('Grapple', '')}"
    if "Space" in found or "Reach" in found:
        found["Space/Reach"] = f"{found.pop('Space', '5 ft.')}/{found.pop('Reach', '5 ft.')}"
    for key in ("Attack", "Full Attack"):
        found[key] = _TURNED.sub(_turned, found.get(key, ""))
    _skilled(found)
    return found


def _points(found: dict[str, str]) -> None:
    """Hit points beside the dice, those of the first of several; the others are kept."""
    said = found.pop("Hit Points", "")
    first = re.match(r"[0-9]{1,5}", said)
    if first:
        found["Hit Dice"] = f"{found.get('Hit Dice', '')} ({first[0]} hp)"
    if len(re.findall(r"[0-9]+", said)) > 1:
        found["Hit Points"] = said


def _turned(match: re.Match[str]) -> str:
    """An attack as the open rules write it.

    >>> _TURNED.sub(_turned, "+7 melee (1d6+4, 2 claws) and +2 melee (1d6/19-20, +1 sword)")
    '2 claws +7 melee (1d6+4) and +1 sword +2 melee (1d6/19-20)'
    >>> _TURNED.sub(_turned, "+9 ranged (1d8+3/x3, longbow [+3 Str bonus])")
    'longbow (+3 Str bonus) +9 ranged (1d8+3/x3)'
    """
    harm, _, name = _CRITICAL.sub(r"/\1", match[4]).rpartition(",")
    if not re.search(r"[a-z]{2}", name):
        return match[0]
    name = name.strip().translate(str.maketrans("[]", "()"))
    return f"{name} {match[1]} {match[2]}{match[3] or ''} ({harm.strip() or '-'})"


def _skilled(found: dict[str, str]) -> None:
    """Skills, which have a bonus, and feats apart."""
    said = found.pop("Skilled", "")
    listed = [one.strip(" .") for one in re.split(r"[,;](?![^(]*\))", said)]
    bonus = re.compile(r" [+-][0-9]")
    if said:
        found["Skills"] = ", ".join(one for one in listed if bonus.search(one))
        found["Feats"] = ", ".join(one for one in listed if one and not bonus.search(one))
