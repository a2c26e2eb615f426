"""3.5 statblocks pasted as text: the SRD's lines, and the compact blocks of later books."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from tacsim.content.statblocks.shared import (
    LONGEST,
    Left,
    Origin,
    line,
    titled,
    unmarked,
)
from tacsim.content.statblocks.three_five_block import BY_NAME, INLINE, SPELLED, ThreeFive
from tacsim.content.statblocks.three_five_html import columns
from tacsim.rulesets.d20.forms import SIZES

_LABEL = re.compile(rf"^({SPELLED})[ \t]*(?::[ \t]*|\t[ \t]*|$)(.*)$", re.I)
_SIZE = re.compile(
    rf"^(?:{'|'.join(SIZES)}) [A-Za-z][A-Za-z -]{{1,40}}(?:\([^)]{{1,80}}\))?(?:\s*\(.*)?$", re.I
)
_TYPES = (
    "Aberration|Animal|Construct|Dragon|Elemental|Fey|Giant|(?:Monstrous )?Humanoid|Magical Beast"
    "|Ooze|Outsider|Plant|Undead|Vermin"
)
_NAME_SIZE = re.compile(
    rf"^(.{{1,80}}?),? ((?:{'|'.join(SIZES)}) (?:{_TYPES})(?: \([^)]{{1,80}}\))?)$", re.I
)
"""A name with size and type behind it in one line."""
_COMPACT_SIZE = re.compile(
    r"^(?:Always |Usually |Often )?"
    r"(?:[LNC][GNE]|N|lawful \w+|neutral(?: \w+)?|chaotic \w+|any \w+) "
    rf"((?:{'|'.join(SIZES)}) [^\n]{{2,80}})$",
    re.I,
)


def _split(text: str) -> tuple[list[int], list[str]]:
    """The lines of a text without marks, each label at the beginning of one; and their numbers."""
    numbers, lines = [], []
    for number, one in enumerate(unmarked(text).split("\n")):
        one = "" if _cells(one) else one[:LONGEST]
        found = [part.strip(" |") for part in INLINE.sub("\n", one).split("\n")] if one else [""]
        lines += found
        numbers += [number] * len(found)
    return numbers, lines


# --- creatures side by side ----------------------------------------------------------------------


def abreast_tops(text: str) -> Iterator[int]:
    """The lines on which tables of several creatures begin, with tabs between them."""
    rows: list[list[str]] = []
    lines = text.split("\n")
    for at, one in enumerate([*lines, ""]):
        cells = _cells(one)
        if cells:
            rows.append(cells)
        elif rows:
            if any(True for _found in columns(rows)):
                yield at - len(rows)
            rows = []


def abreast(text: str, origin: Origin) -> Iterator[ThreeFive | Left]:
    """The creatures of the table that a text begins with, and what is below it."""
    lines = text.split("\n")
    rows = list(takewhile(bool, map(_cells, lines)))
    for name, fields in columns(rows):
        yield ThreeFive(name, origin, fields)
    yield Left("\n".join(lines[len(rows) :]))


def _cells(one: str) -> list[str]:
    """The cells of a line that has three and more; none of other lines."""
    if one.count("\t") < 2:
        return []
    return [cell.strip() for cell in one[:LONGEST].split("\t")]


# --- the SRD's lines -----------------------------------------------------------------------------


def lined_tops(text: str) -> Iterator[int]:
    """The lines of a text on which statblocks begin that have a line for each label."""
    numbers, lines = _split(text)
    start: int | None = None
    for at, one in enumerate(lines):
        label = _labelled(one)
        if label == "Hit Dice":
            start = at
        elif label == "Armor Class" and start is not None:
            yield numbers[_head(lines, start)[0]]
            start = None


def lined(text: str, origin: Origin) -> Iterator[ThreeFive | Left]:
    """The statblock that a text begins with, and what is below it and not about it."""
    _numbers, lines = _split(text)
    at = next((at for at, one in enumerate(lines) if _labelled(one) == "Hit Dice"), None)
    if at is None:
        return
    _top, name, size = _head(lines, at)
    block = ThreeFive(name, origin, {"Size/Type": size} if size else {})
    yield from _read(lines[at:], block)
    yield block


def _labelled(one: str) -> str:
    """The label that a line begins with; empty for none."""
    match = _LABEL.match(one)
    return _key(match[1]) if match else ""


def _key(said: str) -> str:
    return BY_NAME[re.sub(r"[^a-z]", "", said.lower())]


def _head(lines: list[str], at: int) -> tuple[int, str, str]:
    """Where a block begins, its name, and its size and type, from the lines above its hit dice."""
    size, top = "", at
    for above in range(at - 1, max(at - 8, -1), -1):
        said = lines[above].strip("\t ")
        if not said:
            continue
        label = _LABEL.match(said)
        if label and _key(label[1]) == "Size/Type":
            size, top = label[2] or size, above
        elif not size and _SIZE.match(said):
            size, top = said, above
        elif label:
            break  # the end of the block above
        elif (whole := _NAME_SIZE.match(said)) and not size:
            return above, titled(line(whole[1])), whole[2]
        else:
            return above, titled(line(said)), size
    return top, "Creature", size


_ABILITY = re.compile(r"[A-Z][\w' -]{1,40} \((?:Su|Ex|Sp)\)")
"""How a paragraph about an ability begins."""


def _read(lines: list[str], block: ThreeFive) -> Iterator[Left]:
    """The lines of a block; one without a label goes on with the last, until a blank one.

    What is below them belongs to it as far as it tells of abilities.
    """
    told: list[str] = []
    key, blank = "", False
    for one in lines:
        match = _LABEL.match(one)
        if match and _key(match[1]) not in block.fields:
            key, blank = _key(match[1]), False
            block.fields[key] = match[2].strip()
        elif not one:
            blank = blank or bool(told or (key and block.fields.get(key)))
        elif key and not blank and not told and not _ABILITY.match(one):
            block.fields[key] = _followed(block.fields[key], one)
        elif not told or blank or _ABILITY.match(one):
            told.append(one)
            blank = False
        else:
            told[-1] = _followed(told[-1], one)
    block.after = "\n".join(told)[:60_000]
    yield from (Left(one) for one in told if not _ABILITY.match(one))


_WITH_HYPHEN = re.compile(r"(?:[^a-z]|\b(?:low|spell|flat|two|one|half|full|self|non))-$", re.I)
"""What ends in a hyphen that is its own, not that of a broken line."""


def _followed(text: str, one: str) -> str:
    """A text with its next line; a word that was broken at its end is whole again.

    What goes beyond the longest paragraph that is read is left out.

    >>> _followed("Darkvision 60 ft., low-", "light vision"), _followed("regenera-", "tion 5")
    ('Darkvision 60 ft., low-light vision', 'regeneration 5')
    >>> _followed("(3d6+", "6/x3)"), _followed("+12/", "+7 melee")
    ('(3d6+6/x3)', '+12/+7 melee')
    >>> _followed("gore +8 (1d8+5/19-", "20)"), _followed("Level Adjustment: -", "It waits.")
    ('gore +8 (1d8+5/19-20)', 'Level Adjustment: - It waits.')
    """
    if len(text) > LONGEST:
        return text
    end = text[-20:]
    if re.search(r"[0-9][+/]$", end) and re.match(r"[+-]?[0-9]", one):
        return text + one
    if not re.search(r"\w-$", end):
        return f"{text} {one}".strip()
    return (text if _WITH_HYPHEN.search(end) or not one[:1].islower() else text[:-1]) + one


# --- compact blocks ----------------------------------------------------------------------

_COMPACT = (
    ("Initiative", r"\bInit ([+-][0-9]+)"),
    ("Senses", r"\bSenses ([^\n]*)"),
    ("Languages", r"^Languages ([^\n]*)"),
    ("Speed", r"^(?:Spd|Speed) ([^\n]*)"),
    ("Abilities", r"^(?:Abilities|Ability Scores) ([^\n]*)"),
    ("Special Qualities", r"^SQ ([^\n]*)"),
    ("Feats", r"^Feats ([^\n]*)"),
    ("Skills", r"^Skills ([^\n]*)"),
    ("Possessions", r"^Possessions ([^\n]*)"),
    ("Special Attacks", r"^(?:SA|Special (?:Atk|Attacks)) ([^\n]*)"),
)
_READ = re.compile(
    r"(?:Init|Senses|Languages|AC|hp|HP|Fort|Speed|Spd|Melee|Ranged|Space|Base Atk|Abilities|SQ"
    r"|Feats|Skills|Possessions|SA|Special (?:Atk|Attacks)|Immune|Resist|Weakness|DR|SR|XP"
    r"|Environment|Organization|Treasure|Advancement)\b"
)
"""How the lines begin that are read, or are of no use in a battle."""
_INITIATIVE = re.compile(r"Init [+-]")
_STARTS = re.compile(
    r"(?:Init|Senses|Aura|Languages|AC|hp|HP|Fort|Ref|Will|Immune|Resist|Weakness|Speed|Spd|Melee|Ranged|Space"
    r"|Base Atk|Atk Options|Special|Combat|Abilities|SA|SQ|Feats|Skills|Possessions|DR|SR|Spells|XP"
    r"|Environment|Organization|Treasure|Advancement)\b"
)


def compact_tops(text: str) -> Iterator[int]:
    """The lines of a text on which compact blocks begin."""
    numbers, lines = _split(text)
    yield from (numbers[_name_of(lines, at)[0]] for at in _compact_starts(lines))


def _compact_starts(lines: list[str]) -> Iterator[int]:
    """The lines of alignment, size and type with initiative soon below them."""
    for at, one in enumerate(lines):
        soon = lines[at + 1 : at + 4]
        if _COMPACT_SIZE.match(one) and any(map(_INITIATIVE.match, soon)):
            yield at


def compact(text: str, origin: Origin) -> Iterator[ThreeFive | Left]:
    """The compact block that a text begins with, and what is below it and not about it."""
    _numbers, lines = _split(text)
    at = next(_compact_starts(lines), None)
    if at is None:
        return
    _top, name = _name_of(lines, at)
    size = _COMPACT_SIZE.match(lines[at])
    whole, prose = _joined(lines[at + 1 :])
    fields = {"Size/Type": size[1] if size else ""}
    for label, form in _COMPACT:
        match = re.search(form, whole, re.M)
        if match:
            fields[label] = match[1]
    rating = re.search(r"\bCR ([0-9/]+)", " ".join(lines[max(at - 4, 0) : at]))
    fields["Challenge Rating"] = rating[1] if rating else ""
    _figures(whole, fields)
    yield ThreeFive(name, origin, fields, whole)
    yield from map(Left, prose)


def _joined(lines: list[str]) -> tuple[str, list[str]]:
    """The lines of a block, with those put together that were broken, and paragraphs of prose."""
    told: list[str] = []
    prose: list[str] = []
    for paragraph in re.split(r"\n\n+", "\n".join(lines)):
        if told and _PROSE.match(paragraph) and not _begins(paragraph):
            prose.append(paragraph)
            continue
        for one in filter(None, paragraph.split("\n")):
            if told and not _begins(one):
                told[-1] = _followed(told[-1], one)
            else:
                told.append(one)
    return "\n".join(told), prose


_PROSE = re.compile(r"[A-Z].*[.!?]$", re.S)


def _begins(text: str) -> bool:
    """Whether a text begins with a label or an ability."""
    return bool(_STARTS.match(text) or _ABILITY.match(text))


def _name_of(lines: list[str], at: int) -> tuple[int, str]:
    """Where a compact block begins and its name: the line with the challenge rating, if any."""
    above = [n for n in range(at - 1, max(at - 5, -1), -1) if lines[n]]
    rated = next((n for n in above if re.search(r"\bCR [0-9/]+\s*$", lines[n])), None)
    top = rated if rated is not None else above[0] if above else at
    name = re.sub(r"\s*\bCR [0-9/]+\s*$", "", lines[top]) if top != at else "Creature"
    return top, titled(name)


def _figures(whole: str, fields: dict[str, str]) -> None:
    points = re.search(r"^(?:hp|HP) ([0-9]+)", whole, re.M)
    fields["Hit Dice"] = f"{points[1]} hp" if points else ""
    armour = re.search(r"^AC ([^\n]*)", whole, re.M)
    fields["Armor Class"] = armour[1] if armour else ""
    saves = re.search(r"\bFort [^\n]*", whole)
    fields["Saves"] = saves[0] if saves else ""
    base = re.search(r"\bBase Atk ([+-][0-9]+)(?:; ?Grp ([+-][0-9]+))?", whole)
    fields["Base Attack/Grapple"] = f"{base[1]}/{base[2] or ''}" if base else ""
    body = re.search(r"\bSpace ([^;\n]*);? ?Reach ([^\n;]*)", whole)
    fields["Space/Reach"] = f"{body[1]}/{body[2]}" if body else ""
    ways = re.findall(r"^(Melee|Ranged) ([^\n]*)", whole, re.M)
    fields["Full Attack"] = " or ".join(f"{kind.lower()} {said}" for kind, said in ways)
    others = re.findall(r"^(?:Immune|Resist|DR|SR|Weakness) [^\n]*", whole, re.M)
    others += (one for one in whole.split("\n") if not _READ.match(one))
    fields["Special Qualities"] = "; ".join(
        filter(None, (fields.get("Special Qualities"), *others))
    )
