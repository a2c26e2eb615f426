"""3.5 statblocks pasted as text: the SRD's lines, and the compact blocks of later books."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tacsim.content.statblocks.shared import (
    MOST,
    Origin,
    ends,
    licence_in,
    line,
    plain,
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
_COMPACT_SIZE = re.compile(
    r"^(?:Always |Usually |Often )?"
    r"(?:[LNC][GNE]|N|lawful \w+|neutral(?: \w+)?|chaotic \w+|any \w+) "
    rf"((?:{'|'.join(SIZES)}) [^\n]{{2,80}})$",
    re.I,
)


def blocks(text: str, file: str) -> Iterator[ThreeFive]:
    """The statblocks of a text, one after another."""
    origin = Origin(f"pasted text ({file})", licence_in(text[:1_000_000]))
    tables, rest = _tables(plain(text))
    lines = []
    for one in unmarked(rest).split("\n"):
        lines += [part.strip(" |") for part in INLINE.sub("\n", one[:20_000]).split("\n")]
    abreast = [ThreeFive(name, origin, fields) for rows in tables for name, fields in columns(rows)]
    found = [*abreast, *_lined(lines, origin), *_compact(lines, origin)]
    yield from found[:MOST]


def _tables(text: str) -> tuple[list[list[list[str]]], str]:
    """The tables of several creatures side by side, with tabs between them, and the other lines."""
    tables: list[list[list[str]]] = [[]]
    others = []
    for one in text.split("\n"):
        cells = [cell.strip() for cell in one[:20_000].split("\t")]
        if len(cells) > 2:
            tables[-1].append(cells)
            continue
        if tables[-1]:
            tables.append([])
        others.append(one)
    return [rows for rows in tables if rows], "\n".join(others)


# --- the SRD's lines -----------------------------------------------------------------------------


def _lined(lines: list[str], origin: Origin) -> Iterator[ThreeFive]:
    starts = [
        at for at, one in enumerate(lines) if (m := _LABEL.match(one)) and _key(m[1]) == "Hit Dice"
    ]
    tops = [_head(lines, at) for at in starts]
    for at, (_top, _, _), end in zip(
        starts, tops, ends([top[0] for top in tops], len(lines)), strict=True
    ):
        _, name, size = _head(lines, at)
        fields = {"Size/Type": size} if size else {}
        block = ThreeFive(name, origin, fields)
        _read(lines[at:end], block)
        if "Armor Class" in fields:
            yield block


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
        else:
            return above, titled(line(said)), size
    return top, "Creature", size


def _read(lines: list[str], block: ThreeFive) -> None:
    """The lines of a block; one without a label goes on with the last, until a blank one."""
    told: list[str] = []
    key, blank = "", False
    for one in lines:
        match = _LABEL.match(one)
        if match and _key(match[1]) not in block.fields:
            key, blank = _key(match[1]), False
            block.fields[key] = match[2].strip()
        elif not one:
            blank = bool(key and block.fields.get(key))
        elif key and not blank and not told and not re.match(r"[A-Z][\w' ]+ \((?:Su|Ex|Sp)\)", one):
            block.fields[key] = f"{block.fields[key]} {one}".strip()
        else:
            told.append(one)
    block.after = "\n".join(told)[:60_000]


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
    ("Special Attacks", r"^Special (?:Atk|Actions|Attacks) ([^\n]*)"),
)
_STARTS = re.compile(
    r"(?:Init|Senses|Aura|Languages|AC|hp|HP|Fort|Ref|Will|Immune|Resist|Weakness|Speed|Spd|Melee|Ranged|Space"
    r"|Base Atk|Atk Options|Special|Combat|Abilities|SA|SQ|Feats|Skills|Possessions|DR|SR|Spells|XP"
    r"|Environment|Organization|Treasure|Advancement)\b"
)


def _compact(lines: list[str], origin: Origin) -> Iterator[ThreeFive]:
    starts = [
        at
        for at, one in enumerate(lines)
        if _COMPACT_SIZE.match(one)
        and any(below.startswith(("Init +", "Init -")) for below in lines[at + 1 : at + 4])
    ]
    tops = [_name_of(lines, at) for at in starts]
    for at, (_top, name), end in zip(
        starts, tops, ends([top[0] for top in tops], len(lines)), strict=True
    ):
        size = _COMPACT_SIZE.match(lines[at])
        whole = _joined(lines[at + 1 : end])
        fields = {"Size/Type": size[1] if size else ""}
        for label, form in _COMPACT:
            match = re.search(form, whole, re.M)
            if match:
                fields[label] = match[1]
        rating = re.search(r"\bCR ([0-9/]+)", " ".join(lines[max(at - 4, 0) : at]))
        fields["Challenge Rating"] = rating[1] if rating else ""
        _figures(whole, fields)
        yield ThreeFive(name, origin, fields, whole)


def _joined(lines: list[str]) -> str:
    """The lines of a block, with those put together that were broken."""
    told: list[str] = []
    for one in filter(None, lines):
        if told and (one.startswith("(") or not _STARTS.match(one)):
            told[-1] += f" {one}"
        else:
            told.append(one)
    return "\n".join(told)


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
    for label in ("Immune", "Resist", "DR", "SR", "Weakness"):
        match = re.search(rf"^{label} ([^\n]*)", whole, re.M)
        if match:
            known = fields.get("Special Qualities", "")
            fields["Special Qualities"] = "; ".join(filter(None, (known, f"{label} {match[1]}")))
