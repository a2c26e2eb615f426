"""5e statblocks pasted as text, in the layouts of 2014 and of 2024; several in one text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tacsim.content.statblocks.fifth_block import (
    ABILITIES,
    SIZES,
    SKILLS,
    Action,
    Fifth,
    bonuses_in,
    senses_in,
    size_in,
    speeds_in,
)
from tacsim.content.statblocks.fifth_words import bare
from tacsim.content.statblocks.shared import (
    LONGEST,
    MOST,
    Origin,
    number_of,
    plain,
    slug,
    titled,
    unmarked,
    whole,
)

_ANY_SIZE = "|".join(SIZES)
_SIZE_LINE = re.compile(
    rf"^(?:{_ANY_SIZE})\b(?: or (?:{_ANY_SIZE}))? [^\n,]{{1,80}}(?:,[^\n,]{{1,40}}){{0,2}},?\s+"
    r"(?:\(?any |typically |usually )?(?:[a-z-]* ?)"
    r"(?:lawful|chaotic|neutral|unaligned|alignment|good|evil|any)\b[^\n]{0,60}$",
    re.I,
)
_BEGINS = re.compile(rf"^(?:{'|'.join(SIZES)})\b", re.I)
_ARMOUR = re.compile(r"^(?:Armor Class|AC)\b[:\s]*[0-9]", re.I)
_POINTS = re.compile(r"^(?:Hit Points|HP)\b[:\s]*[0-9]", re.I)
_LABELS = {
    "Armor Class": "ac", "AC": "ac", "Initiative": "initiative", "Hit Points": "hp", "HP": "hp",
    "Speed": "speed", "Saving Throws": "saves", "Saves": "saves", "Skills": "skills",
    "Damage Vulnerabilities": "Damage Vulnerabilities", "Vulnerabilities": "Vulnerabilities",
    "Damage Resistances": "Damage Resistances", "Resistances": "Resistances",
    "Damage Immunities": "Damage Immunities", "Immunities": "Immunities",
    "Condition Immunities": "Condition Immunities", "Gear": "Gear", "Senses": "senses",
    "Languages": "Languages", "Challenge Rating": "cr", "Challenge": "cr", "CR": "cr",
    "Proficiency Bonus": "pb", "PB": "pb",
}  # fmt: skip
_LABEL = re.compile(rf"^({'|'.join(sorted(_LABELS, key=len, reverse=True))})\b[ \t:]*(.*)$", re.I)
_BY_NAME = {label.lower(): key for label, key in _LABELS.items()}
_FOOT = re.compile(
    r"^[^\n]{0,160}\bSystem Reference Document [0-9.]{1,6}[^\n]{0,10}\n"
    r"(?:[ \t]*[0-9]{1,3}[ \t]*\n)?",
    re.M,
)
"""The foot of a page, with its number."""
_SCORES = re.compile(r"(?i:str(?:ength)?\b|.*\bstrength\b.*\bdexterity\b)|.*(?:STR|MOD)")
"""How lines of ability scores begin."""
_ALONE = re.compile(rf"^(?:{'|'.join(_LABELS)})[ \t:]*$")
_KEPT = {label: label for label, key in _LABELS.items() if key == label}
_SECTIONS = {
    "traits": "trait", "actions": "", "bonusactions": "bonus action", "reactions": "reaction",
    "legendaryactions": "legendary action", "lairactions": "lair action",
    "mythicactions": "mythic action", "regionaleffects": "regional effect",
}  # fmt: skip
"""What headings begin, without blanks: some pages have one between all letters."""
_INLINE = re.compile(
    r"(?<=[A-Za-z0-9).%,;-])(?<!Damage)(?<!Condition) +(?="
    r"(?:(?:Armor Class|AC|Hit Points|HP|Speed|Challenge|CR):? [0-9]"
    r"|Initiative [+-][0-9]|M(?:OD|od) S(?:AVE|ave) |(?:STR\b|Str [0-9])"
    r"|Saving Throws [A-Z][a-z]{2}|Skills [A-Z][a-z]+ [+-A-Z]"
    r"|Damage (?:Vuln|Resis|Immun)|Condition Immun|Senses [a-zA-Z]|Languages \S"
    r"|(?:Gear|Vulnerabilities|Resistances|Immunities) [A-Z]"
    r"|Proficiency Bonus [+0-9]))"
)
_RATED = re.compile(
    r"\b(?:Challenge|CR) [0-9/]+(?: \([^)]*\)|[^A-Z]*)(?: Proficiency Bonus \+[0-9]{1,2})?"
)
"""What ends the head."""
_NAMED = re.compile(
    rf"^(?!(?i:{_ANY_SIZE})\b)([A-Z][\w',()/ -]{{1,60}}?) "
    rf"((?:{'|'.join(map(str.capitalize, SIZES))}) (?:[a-zA-Z -]|\([^()\n]{{1,60}}\)){{3,60}}, "
    r"(?i:(?:any |typically )?(?:[a-z-]+ )?"
    r"(?:lawful|chaotic|neutral|unaligned|good|evil|alignment)\b))"
)
_HEADING = re.compile(
    r"(?:(?:^|(?<=[.)0-9])) *(Legendary Actions|Bonus Actions|Reactions|Actions|Traits) +(?=[A-Z])"
    r"|(?<=[a-z]) +(Actions) +(?=Multiattack\b|[A-Z][\w' -]{1,60}(?: \([^)]{1,60}\))?\. "
    r"(?:Melee|Ranged)\b))"
)
"""Headings within a line: behind a list of spells no full stop stands before them."""
_WORD = r"(?:[A-Z0-9][\w'/-]*|of|the|and|in|with|or|a|an|to|for|by|from|on)"
_TITLE = rf"^([A-Z][\w'/-]*(?: {_WORD}){{0,7}}(?: ?\([^)\n]{{1,80}}\))?)"
_LEFT = r"(?:\s+(?=\S)|(?<=\)[.:])$)"
"""Behind a name: its words, which only a name with a bracket may leave to the next line."""
_NAME = re.compile(rf"{_TITLE}[.:]{_LEFT}")
_STRIKES = re.compile(
    rf"{_TITLE}[.:]\s+(?=(?:Melee|Ranged)\b[A-Za-z ]{{0,30}}\bAttack\b|[A-Z][a-z]+ Saving Throw:)"
)
"""Names of attacks, which begin a paragraph also where the one above lacks its full stop."""
_SPARING = re.compile(
    rf"(?=[^.:(\n]{{1,60}}\((?i:recharge|[0-9]{{1,2}} ?/ ?(?:day|rest)\b)){_TITLE}[.:]{_LEFT}"
)
"""Names of what cannot always be done, which do so too."""
_APART = re.compile(r"(?<=[a-z])- (?=[a-z])(?!and\b|or\b|to\b)")
"""Where a word was broken at the end of a line that is none any more."""
_DOTTED = re.compile(rf"{_TITLE}(?:\.{_LEFT}|:\s+(?=Melee\b|Ranged\b|[A-Z][a-z]+ Saving\b))")
"""Names where the first ends with a full stop: what ends otherwise is an attack, or none."""
_OPENED = re.compile(rf"^[A-Z][\w'/-]*(?: {_WORD}){{0,7}} ?\([^)\n]{{0,80}}$")
_CLOSED = re.compile(r"^[^(\n]{0,60}\)[.:]")
"""The parts of a name that is broken within its bracket: ``Breath (Recharge``, ``5-6). ...``."""
_RUN_ON = re.compile(
    r"(?<=[.)]) +(?=[A-Z][\w'/-]*(?: (?:[A-Z][\w'/-]*|of|the)){0,4}(?: \([^)]{1,60}\))?\. "
    r"(?:Melee|Ranged|[A-Z][a-z]+ Saving Throw: |The |Each |While |If |When |Whenever |As |At |In "
    r"|An? |Any |Once |One |Trigger: ))"
)
_NO_NAMES = frozenset({
    "hit", "miss", "failure", "success", "failure or success", "trigger", "response",
    "first failure", "second failure", "hit or miss", "cantrips", "at will",
    "melee weapon attack", "ranged weapon attack", "melee or ranged weapon attack",
    "melee spell attack", "ranged spell attack", "melee attack roll", "ranged attack roll",
    "melee or ranged attack roll",
})  # fmt: skip


def tops(text: str) -> list[int]:
    """The lines of a text on which statblocks begin."""
    numbers, lines = _lines(text)
    starts = [at for at in range(len(lines)) if _starts(lines, at)]
    return [numbers[_top(lines, at)] for at in starts[:MOST]]


def read(text: str, origin: Origin) -> Iterator[Fifth]:
    """The statblock that a text begins with."""
    _numbers, lines = _lines(text)
    at = next((at for at in range(len(lines)) if _starts(lines, at)), None)
    if at is not None:
        top = _top(lines, at)
        yield _block(lines[top] if top < at else "Creature", lines[at], lines[at + 1 :], origin)


def _lines(text: str) -> tuple[list[int], list[str]]:
    """The lines of a text without marks, each label with its figures at the beginning of one.

    Before them which lines of the text they are of.
    """
    numbers: list[int] = []
    broken: list[str] = []
    label = ""
    text = re.sub(r"[ \t]+", " ", unmarked(plain(text)))
    footless = _FOOT.sub(lambda foot: "\0\n" * foot[0].count("\n"), text)
    for number, line in enumerate(footless.split("\n")):
        if line == "\0":
            continue
        if not line and not label:
            broken.append("")
            numbers.append(number)
            continue
        line = f"{label}{line.strip()}" if label else line
        line = _APART.sub(_healed, line[:LONGEST])
        label = f"{line.strip()} " if _ALONE.match(line.strip()) else ""
        if label:
            continue
        line = _NAMED.sub(r"\1\n\2", line[:LONGEST])
        if len(line) > 200 and re.search(r"\b(?:Hit Points|HP) [0-9]", line[:400]):
            head = _RATED.search(line[:LONGEST])
            end = head.end() if head else len(line)
            parts = _INLINE.sub("\n", line[:end]), _HEADING.sub(_set_apart, line[end:LONGEST])
            line = "\n".join((parts[0].rstrip(), _RUN_ON.sub("\n", parts[1])))
        elif _LABEL.match(line):
            line = _INLINE.sub("\n", line)
        found = [one.strip(" \t|") for one in line.split("\n")]
        last = next((at for at in reversed(range(len(broken))) if broken[at]), -1)
        size = f"{broken[last]} {found[0]}" if last >= 0 and _cut(broken[last]) else ""
        if _SIZE_LINE.match(size) and not _SIZE_LINE.match(found[0]):
            broken[last] = f"{broken[last]} {found.pop(0)}"
        broken += found
        numbers += [number] * len(found)
    return numbers, broken


def _healed(broken: re.Match[str]) -> str:
    """What stands between the halves of a word: a hyphen where it has others, as in ``60-foot-``.

    >>> _APART.sub(_healed, "pierc- ing, a 60-foot- long Line, two- and three-headed")
    'piercing, a 60-foot-long Line, two- and three-headed'
    """
    before = broken.string[max(broken.start() - 20, 0) : broken.start()]
    return "-" if _LENGTH.search(f"{before}-") else ""


def _set_apart(heading: re.Match[str]) -> str:
    """A heading on a line of its own."""
    return f"\n{heading[1] or heading[2]}\n"


def _cut(line: str) -> bool:
    """Whether a line looks like the beginning of one of size and type."""
    return _BEGINS.match(line) is not None and not _SIZE_LINE.match(line)


def _starts(lines: list[str], at: int) -> bool:
    """Whether a line is the one of size and type, with armour and hit points soon below it."""
    if not _BEGINS.match(lines[at]):
        return False
    below = [line for line in lines[at + 1 : at + 16] if line]
    near = any(map(_ARMOUR.match, below[:8])) and any(map(_POINTS.match, below[:10]))
    return near and (_SIZE_LINE.match(lines[at]) is not None or bool(_ARMOUR.match(below[0])))


def _top(lines: list[str], at: int) -> int:
    """The line of the name: the last one above that has letters; the line itself for none."""
    for above in range(at - 1, max(at - 6, -1), -1):
        if re.search(r"[^\W\d_]", lines[above]):
            return above
    return at


def _block(name: str, size: str, lines: list[str], origin: Origin) -> Fifth:
    kind = re.split(r",(?![^(]*\))", size, maxsplit=1)[0]
    words = re.sub(rf"^(?:(?:{'|'.join(SIZES)}|or)\b\s*)+", "", kind, flags=re.I)
    block = Fifth(name=titled(re.sub(r"\s+", " ", name).strip(" .,:")), origin=origin,
                  size=size_in(size), type=words.strip())  # fmt: skip
    if re.match(rf"\w+ or (?:{'|'.join(SIZES)})\b", kind, re.I):
        block.remark("Size", kind)
    fields, body = _fields(lines)
    block.ac, block.hp = whole(fields.get("ac"), 1, 100), whole(fields.get("hp"), 1, 10_000)
    block.cr, block.proficiency = _rating(fields)
    _other_armour(block, fields.get("ac", ""))
    speeds_in(block, fields.get("speed", ""))
    _scores(block, fields.get("abilities", ""))
    block.saves |= bonuses_in(fields.get("saves", ""), ABILITIES)
    block.skills = {slug(k): v for k, v in bonuses_in(fields.get("skills", ""), SKILLS).items()}
    block.senses = senses_in(fields.get("senses", ""))
    for label in _KEPT:
        block.remark(label, fields.get(label, ""))
    block.actions = list(_actions(body))
    return block


def _fields(lines: list[str]) -> tuple[dict[str, str], list[str]]:
    """The fields of the head by their keys, and the lines of the body."""
    fields: dict[str, str] = {}
    key, ended = "", len(lines)
    for at, line in enumerate(lines):
        match = _LABEL.match(line)
        label = _BY_NAME[match[1].lower()] if match else ""
        if _section(line) is not None or (("cr" in fields) and not match and _NAME.match(line)):
            ended = at
            break
        if match and label not in fields:
            key = label
            fields[key] = match[2]
        elif _SCORES.match(line):
            key = "abilities"
            fields[key] = f"{fields.get(key, '')}\n{line}"
        elif key and line and len(fields[key]) < LONGEST:
            ability = key == "abilities"
            fields[key] = f"{fields[key]}\n{line}" if ability else _joined(fields[key], line)
    return fields, lines[ended:]


def _rating(fields: dict[str, str]) -> tuple[float | None, int | None]:
    said = fields.get("cr", "")
    bonus = re.search(r"\bPB \+?([0-9]{1,2})", said)
    return number_of(said), int(bonus[1]) if bonus else whole(fields.get("pb"), 0, 20)


def _other_armour(block: Fifth, said: str) -> None:
    """Another armour class than the first, such as that with a spell."""
    if len(re.findall(r"[0-9]+", re.split(r"Initiative", said)[0])) > 1:
        block.remark("Armor Class", said)


_GAP = r"[^\w+-]*"


def _scores(block: Fifth, said: str) -> None:
    """Ability scores, each beside its name or all below; 2024's have the save behind them."""
    beside = {}
    for key, word in ABILITIES.items():
        form = rf"\b(?:{key}|{word})\b{_GAP}([0-9]{{1,2}})(?:{_GAP}([+-][0-9]+){_GAP}([+-][0-9]+))?"
        match = re.search(form, said, re.I)
        if match:
            beside[key] = match
    if len(beside) == len(ABILITIES):
        block.scores = {key: int(match[1]) for key, match in beside.items()}
        block.saves = {
            key: int(match[3]) for key, match in beside.items() if match[3] and match[3] != match[2]
        }
        return
    block.scores = _by_rows(said)
    if len(block.scores) == len(ABILITIES):
        return
    below = re.split(r"\b(?:CHA|Charisma)\b", said, maxsplit=1, flags=re.I)[-1]
    found = re.findall(r"([0-9]{1,2})\s*\(\s*[+-]?\s*[0-9]{1,2}\s*\)", below)
    found = found if len(found) >= len(ABILITIES) else re.findall(r"(?<![+-])\b[0-9]{1,2}\b", below)
    if len(found) >= len(ABILITIES):
        block.scores = {key: int(n) for key, n in zip(ABILITIES, found, strict=False)}


def _by_rows(said: str) -> dict[str, int]:
    r"""Ability scores in rows, each below its names; some may be missing.

    >>> _by_rows("STR DEX CON\n18 (+4) 13 (+1) 16 (+3)\nINT WIS CHA\n6 (-2) 12 (+1) 7 (-2)")
    {'str': 18, 'dex': 13, 'con': 16, 'int': 6, 'wis': 12, 'cha': 7}
    """
    found: dict[str, int] = {}
    names: list[str] = []
    word = r"\b(str|dex|con|int|wis|cha)[a-z]*\b|(?<![+-])\b([0-9]{1,2})\b"
    for match in re.finditer(word, re.sub(r"\([^)]*\)", "", said), re.I):
        if match[1]:
            names.append(match[1].lower())
        elif names:
            found.setdefault(names.pop(0), int(match[2]))
    return found


_ENDS = re.compile(r"[.!]\n[^a-z]\Z")
"""The end of a paragraph, with the first letter of the next."""
_LENGTH = re.compile(r"[0-9]-[a-z]+-$", re.I)
"""The beginning of ``60-foot-long``, whose hyphen stays."""


def _joined(text: str, line: str) -> str:
    """A text with its next line; a word that was broken at its end is whole again.

    >>> _joined("in a 60-", "foot cone (Percep-"), _joined("Percep-", "tion")
    ('in a 60-foot cone (Percep-', 'Perception')
    >>> _joined("a 60-foot-", "long Line")
    'a 60-foot-long Line'
    >>> _joined(_joined("Hit: 11 (2d6", ""), "+ 4) damage.")
    'Hit: 11 (2d6 + 4) damage.'
    """
    if not line:
        return f"{text}\n"
    if not _ENDS.search(f"{text.rstrip()}\n{line[0]}"):
        text = text.rstrip()  # a sentence goes on, though a blank line stands between each two
    if not text.endswith("-"):
        return f"{text} {line}"
    broken = text[-2:-1].isalpha() and line[0].islower() and not _LENGTH.search(text)
    return (text[:-1] if broken else text) + line


def _section(line: str) -> str | None:
    """The kind of actions that a heading begins; None for no heading.

    >>> _section("Actions"), _section("A C T I O N S"), _section("actions.")
    ('', '', None)
    """
    if line.endswith(".") and line[:1].islower():  # the end of "can take 3 legendary actions."
        return None
    return _SECTIONS.get(re.sub(r"\s", "", line).strip(".:").lower())


def _unbroken(lines: Sequence[str]) -> Iterator[str]:
    """Lines, with those names in one that are broken within what stands behind them in brackets.

    >>> list(_unbroken(["Fire Breath (Recharge", "5-6). The drake breathes", "fire."]))
    ['Fire Breath (Recharge 5-6). The drake breathes', 'fire.']
    """
    opened = ""
    for line in lines:
        if opened:
            closes = _CLOSED.match(line)
            if closes:
                yield _joined(opened, line)
            else:
                yield from (opened, line)
            opened = ""
        elif _OPENED.match(line):
            opened = line
        else:
            yield line
    if opened:
        yield opened


_SPELLS = re.compile(r"\b(?:at will\)?|[1-9]/day(?: each)?|level \([1-9] slots?\)): [^.:]*$", re.I)
"""A line with a list of spells, which ends without a full stop."""


def _actions(lines: list[str]) -> Iterator[Action]:
    """The paragraphs below the head, each with its name; a broken line goes on."""
    kind, name, text, form = "trait", "", "", _NAME
    ended, listed = True, False
    for line in _unbroken(lines):
        heading = _section(line)
        match = (form if ended else _STRIKES).match(line) or _SPARING.match(line)
        if heading is not None or (match and bare(match[1]).lower() not in _NO_NAMES):
            if name:
                yield Action(name, text.strip(), kind=kind)
            kind = kind if heading is None else heading
            name = match[1] if match and heading is None else ""
            form = _DOTTED if name and line[len(name)] == "." else form
            text = line[match.end() :] if match and heading is None else ""
        elif name and len(text) < LONGEST:
            text = _joined(text, line)
        ended = not line or heading is not None or line.rstrip().endswith((".", ")", "!", ":"))
        listed = bool(_SPELLS.search(line)) or (listed and not re.search(r"[.:]", line))
        ended = ended or (listed and not line.rstrip().endswith(","))
    if name:
        yield Action(name, text.strip()[:LONGEST], kind=kind)
