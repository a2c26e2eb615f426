"""From what a 3.5 statblock says to an entry of the ``d20`` ruleset, whichever file said it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tacsim.content.statblocks.shared import (
    NAME,
    Draft,
    RefusedError,
    clipped,
    cut,
    entry_id,
    glyph_for,
    missing,
    number_of,
    plain,
    slug,
    whole,
)
from tacsim.content.statblocks.three_five_attacks import Attacks
from tacsim.content.statblocks.three_five_block import ThreeFive, modifier
from tacsim.i18n import N_
from tacsim.rulesets import content
from tacsim.rulesets.book import Entry
from tacsim.rulesets.d20.effects import FEATS
from tacsim.rulesets.d20.forms import SIZES, SKILLS

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
TINY, MEDIUM = SIZES.index("tiny"), SIZES.index("medium")


KEPT = ("Hit Points", "Special Attacks", "Special Qualities", "Languages", "Possessions")
"""Lines that the rules have no field for."""


def draft(block: ThreeFive, ruleset: str, taken: Iterable[str]) -> Draft:
    """The entry of a statblock; RefusedError for one without a body to put on a board."""
    sizes = content(ruleset).sizes
    kind = block.said("Size/Type")
    match = re.match(rf"\W*({'|'.join(SIZES)})\b", kind, re.I)
    if match is None:
        raise missing("size")
    size = match[1].lower()
    if re.search(r"\bswarm\b", kind, re.I):
        raise RefusedError(N_("is a swarm, and the rules here have none"))
    scores = _scores(block.said("Abilities"))
    base, grapple = _base(block)
    made = Draft(entry_id("", block.name, taken), {})
    made.entry = {
        "name": cut(block.name, NAME),
        "glyph": glyph_for(block.name, big=SIZES.index(size) > MEDIUM),
        "size": size,
        **_body(block, size, kind, sizes[size], made),
        **_speeds(block, made),
        "hp": _points(block),
        "abilities": scores,
        "bab": base,
        **_armour(block, sizes[size], scores, made),
    }
    feats = _feats(block, made)
    Attacks(made, block, base, scores, feats, sizes[size]["modifier"], size).read()
    _rest(block, made, feats, scores, kind)
    _check(block, made, feats, scores, grapple, base, sizes[size])
    return made


def _scores(text: str) -> dict[str, int]:
    """The ability scores; one that the creature lacks is left out."""
    found = {}
    for name in ABILITIES:
        match = re.search(rf"\b{name}[a-z]*[.:_ ]{{0,2}}([0-9]{{1,3}}|-)", text, re.I)
        if match is None:
            raise missing("abilities")
        if match[1] != "-":
            found[name] = int(match[1])
    return found


def _points(block: ThreeFive) -> int:
    """The hit points in brackets behind the dice, or those that stand alone."""
    text = block.said("Hit Dice")
    match = re.search(r"([0-9]{1,5})\s*hp\b|\bhp\s*([0-9]{1,5})", text, re.I)
    if match is None:
        raise missing("points")
    return int(match[1] or match[2])


def _base(block: ThreeFive) -> tuple[int, int | None]:
    """Base attack, and the modifier for grappling, None for none."""
    first, _, second = block.said("Base Attack/Grapple").partition("/")
    base = whole(first, 0, 100)
    if base is None:
        raise missing("base")
    return base, whole(second, -100, 200)


def _lengths(text: str) -> list[float]:
    """Lengths in feet, with halves: ``2-1/2 ft.``, in order."""
    found = re.findall(r"([0-9]{1,3})(?:[- ]?(1/2))?\s*(?:ft|feet)", text)
    return [int(feet) + (0.5 if half else 0) for feet, half in found]


_LONG = re.compile(r"\b(?:animal|magical beast|dragon|vermin|ooze)\b", re.I)


def _body(block: ThreeFive, size: str, kind: str, row: Entry, made: Draft) -> dict[str, Any]:
    """Shape, space and reach: those that are typical of its size are not stated."""
    lengths = _lengths(block.said("Space/Reach").split("(")[0])
    long = bool(_LONG.search(kind))
    found: dict[str, Any] = {"shape": "long" if long else "tall"}
    more = re.search(r"\(([^)]+)\)", block.said("Space/Reach"))
    if more:
        made.keep("Space/Reach", block.said("Space/Reach"))
    if len(lengths) < 2:
        return found
    space, reach = lengths[0], lengths[1]
    if row["reach_tall"] != row["reach_long"]:
        long = (
            reach == row["reach_long"] if reach in (row["reach_tall"], row["reach_long"]) else long
        )
        found["shape"] = "long" if long else "tall"
    if reach != row[f"reach_{found['shape']}"]:
        found["reach"] = f"{int(reach)} ft"
    if space != row["space"] and SIZES.index(size) > TINY and space >= 5:
        found["space"] = f"{int(space)} ft"
    return found


def _speeds(block: ThreeFive, made: Draft) -> dict[str, Any]:
    """The speeds that the rules have; without one on foot it is in the air, or cannot walk."""
    text = block.said("Speed")
    found: dict[str, Any] = {}
    foot = re.match(r"\s*([0-9]{1,3}) ?(?:ft|feet)", text)
    base = re.search(r"\bbase(?:(?: land)? speed)? ([0-9]{1,3})", text, re.I)
    modes = re.findall(
        r"\b(fly|swim|climb|burrow) ([0-9]{1,3}) ?(?:ft|feet)\.?(?: \(([a-z]{1,12})\))?",
        text, re.I,
    )  # fmt: skip
    if not foot and not modes:
        raise missing("speed")
    found["speed"] = f"{foot[1] if foot else 0} ft"
    if base and foot and base[1] != foot[1]:
        found["base_speed"] = f"{base[1]} ft"
    for mode, feet, manner in modes:
        if mode.lower() == "burrow":
            made.drop(N_("burrows: {feet} ft"), feet=int(feet))
            continue
        found.setdefault(mode.lower(), f"{feet} ft")
        if manner:
            made.drop(N_("flies with {manner} manoeuvrability"), manner=manner)
    if not foot and "fly" in found:
        found["flying"] = True
    return found


_BANDS = (
    ("heavy", r"splint|banded|half-?plate|full plate|plate armor"),
    ("medium", r"hide armor|hide\b|scale mail|chainmail|breastplate"),
    ("light", r"padded|leather|chain shirt"),
)
_AGAINST_ALL = ("deflection", "insight", "luck", "sacred", "profane")
"""Bonuses that touches and surprise leave as they are; they count as deflection here."""


def _armour(block: ThreeFive, row: Entry, scores: Mapping[str, int], made: Draft) -> dict[str, Any]:
    """Armour class by its parts; what touch and surprise leave of it follows from them."""
    text = block.said("Armor Class")
    total = whole(text, 1, 200)
    if re.search(r"\bor [0-9]{1,3} \(", text):
        made.keep("Armor Class", text)
    if total is None:
        raise missing("armour")
    found: dict[str, Any] = {}
    parts = re.search(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)", text)
    stated = re.findall(r"([+-] ?[0-9]{1,3}) ([^,;]+)", parts[1]) if parts else []
    added = row["modifier"]
    nimble = modifier(scores, "dex")
    if not stated:
        found |= _untouched(text, total, added, nimble)
    for figure, what in stated:
        value, what = int(figure.replace(" ", "")), what.strip().lower()
        if re.match(r"size\b", what):
            continue
        if re.match(r"dex", what):
            if value < nimble:
                found["max_dex"] = max(value, 0)
            continue
        key = _part(what)
        if key == "deflection" and "deflection" not in what:
            made.drop(N_("{value:+} {what} to armour class counts as deflection"),
                      value=value, what=what)  # fmt: skip
        found[key] = found.get(key, 0) + value
        if key == "armour":
            found["armour_band"] = next((b for b, f in _BANDS if re.search(f, what)), "none")
    added += sum(value for key, value in found.items() if key in _PARTS)
    added += min(nimble, found.get("max_dex", nimble))
    if 10 + added < total:
        more = total - 10 - added
        found["natural"] = found.get("natural", 0) + more
        made.drop(N_("{n} of its armour class belong to no part, and count as natural"), n=more)
    elif 10 + added > total:
        told = N_("its parts make armour class {parts}, and it says {total}")
        made.drop(told, parts=10 + added, total=total)
    return {
        key: value for key, value in found.items() if value not in ("none", 0) or key == "max_dex"
    }


def _untouched(text: str, total: int, size: int, nimble: int) -> dict[str, Any]:
    """What the armour class against touches and surprise tells where no parts are told."""
    touch, surprised = (
        re.search(rf"\b{word} ([0-9]{{1,3}})", text) for word in ("touch", "flat-footed")
    )
    if touch is None:
        return {}
    more = int(touch[1]) - 10 - size - nimble
    if more < 0:
        return {"max_dex": max(nimble + more, 0)} if nimble > 0 else {}
    dodge = total - int(surprised[1]) - max(nimble, 0) if surprised else 0
    dodge = min(max(dodge, 0), more)
    return {"dodge": dodge, "deflection": more - dodge}


_PARTS = ("armour", "shield", "natural", "deflection", "dodge")


def _part(what: str) -> str:
    """Which part of armour class something is."""
    if "natural" in what:
        return "natural"
    if "shield" in what or "buckler" in what:
        return "shield"
    if "dodge" in what:
        return "dodge"
    return "deflection" if any(word in what for word in _AGAINST_ALL) else "armour"


def _feats(block: ThreeFive, made: Draft) -> list[str]:
    """The feats that the rules know; the others are told."""
    known, others = [], []
    for one in re.split(r"[,;]", re.sub(r"\([^)]*\)", "", block.said("Feats")))[:50]:
        name = slug(re.sub(r"(?<=[a-z])B$", "", one.strip()))
        if name in tuple(FEATS):
            known.append(name)
        elif name:
            others.append(one.strip())
    if others:
        made.keep("Feats", ", ".join(others))
    return sorted(dict.fromkeys(known))


def _rest(
    block: ThreeFive, made: Draft, feats: list[str], scores: Mapping[str, int], kind: str
) -> None:
    entry = made.entry
    if feats:
        entry["feats"] = feats
    saves = {}
    for key in ("fort", "ref", "will"):
        match = re.search(rf"\b{key}[a-z]*\.? ?([+-][0-9]{{1,3}})", block.said("Saves"), re.I)
        if match:
            saves[key] = int(match[1])
    if saves:
        entry["saves"] = clipped(saves)
    skills: dict[str, int] = {}
    for name, bonus in re.findall(
        r"([A-Z][A-Za-z ]{1,30}?) ([+-][0-9]{1,3})\b", block.said("Skills")
    ):
        if slug(name) in SKILLS:
            skills.setdefault(slug(name), int(bonus))
    if skills:
        entry["skills"] = clipped(skills)
    qualities = f"{block.said('Special Qualities')}; {block.said('Senses')}"
    sight = re.search(r"\bdarkvision (?:out to )?([0-9]{1,4})", qualities, re.I)
    blind = re.search(r"\bblindsight (?:out to )?([0-9]{1,4})", qualities, re.I)
    if sight or blind:
        entry["darkvision"] = f"{max(int(m[1]) for m in (sight, blind) if m)} ft"
    if re.search(r"low-?light vision", qualities, re.I):
        entry["low_light"] = True
    if re.search(r"\bincorporeal\b", kind, re.I):
        entry["incorporeal"] = True
    if "int" not in scores:
        entry["mindless"] = True
    if re.search(r"all-around vision|\bcannot be flanked|can't be flanked", qualities, re.I):
        entry["flanked"] = False
    for name in ABILITIES:
        if name not in scores:
            made.drop(N_("has no {ability}: counts as 10"), ability=name.capitalize())
    _areas(block, made)
    entry["type"] = cut(
        re.sub(rf"^\W*(?:{'|'.join(SIZES)})\s*", "", kind, flags=re.I) or kind, NAME
    )
    rating = number_of(block.said("Challenge Rating"))
    if rating is not None:
        entry["cr"] = rating
    for label in KEPT:
        left = (one.strip() for one in re.split(r"[,;]", block.said(label)))
        made.keep(label, ", ".join(one for one in left if one and not _READ.fullmatch(one)))


_READ = re.compile(
    r"darkvision (?:out to )?[0-9]{1,4} (?:ft\.?|feet)|low-?light vision|all-around vision", re.I
)
"""Qualities that have fields of their own."""
_BREATH = re.compile(r"([A-Z][A-Za-z' ]{2,40}) \((?:Su|Ex|Sp)\) ?[:.] ?([^\n]{10,900})")
_FORM = re.compile(
    r"([0-9]{1,3})[- ](?:foot|feet|ft\.?)(?:[- ]long)?[- ](cone|line)\b"
    r"|\b(cone|line)\b[^.;]{0,60}?([0-9]{1,3}) (?:feet|ft\.?) long",
    re.I,
)
_OFTEN = re.compile(
    r"\bevery ([0-9]d[0-9]{1,2}|[0-9]{1,2}) rounds|\bonce (?:per|a|each) round\b", re.I
)
_USES = re.compile(
    r"\b(once|twice|(?:two|three|four|five|[1-9][0-9]?) times) (?:per|a|each|every)"
    r" (?:day|hour|[1-9][0-9]* (?:minutes|hours))\b|\b([1-9][0-9]?) ?(?:/|per) ?day\b",
    re.I,
)
_TIMES = {"once": 1, "twice": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_SAVE = re.compile(
    r"\b(Fort|Ref|Will)[a-z]*(?: save| half)?,? (?:\()?DC ([0-9]{1,2})"
    r"|DC ([0-9]{1,2}) (Fort|Ref|Will)",
    re.I,
)


def _areas(block: ThreeFive, made: Draft) -> None:
    """Breaths and the like of which everything is told: shape, dice, save and how often."""
    found = []
    for name, text in _BREATH.findall(plain(block.after)[:60_000]):
        form, save = _FORM.search(text), _SAVE.search(text)
        dice = re.search(
            r"\b([0-9]{1,2}d[0-9]{1,2}(?:\+[0-9]{1,2})?)(?! rounds| minutes| hours)\b", text
        )
        of_all = rf"\b{re.escape(name.strip())} once every ([0-9]d[0-9]{{1,2}}) rounds"
        wait = _OFTEN.search(text) or re.search(of_all, block.below, re.I)
        often = _USES.search(text)
        if not (form and save and dice and (wait or often)):
            continue
        times = (often[1] or often[2]).split()[0].lower() if often else ""
        found.append({
            "name": cut(name.strip(), NAME), "shape": (form[2] or form[3]).lower(),
            "size": f"{form[1] or form[4]} ft", "damage": dice[1],
            "save": (save[1] or save[4]).lower(), "dc": int(save[2] or save[3]),
            "half": bool(re.search(r"\bhalf\b", text)),
            **({"recharge": wait[1]} if wait and wait[1] else {}),
            **({"uses": min(_TIMES.get(times) or int(times), 20)} if times else {}),
        })  # fmt: skip
    if found:
        made.entry["areas"] = found[:5]


def _check(
    block: ThreeFive, made: Draft, feats: list[str], scores: Mapping[str, int],
    grapple: int | None, base: int, row: Entry,
) -> None:  # fmt: skip
    """Tell of figures that the rules reckon differently."""
    usual = modifier(scores, "dex") + 4 * ("improved_initiative" in feats)
    stated = whole(block.said("Initiative"), -50, 100)
    if stated is not None and stated != usual:
        made.drop(N_("initiative {stated:+}, here {usual:+}"), stated=stated, usual=usual)
    held = base + modifier(scores, "str") + row["grapple"]
    if grapple is not None and grapple != held:
        made.drop(N_("grapple {stated:+}, here {usual:+}"), stated=grapple, usual=held)
