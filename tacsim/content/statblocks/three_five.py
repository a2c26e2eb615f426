"""From what a 3.5 statblock says to an entry of the ``d20`` ruleset, whichever file said it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from tacsim.content.statblocks.shared import (
    NAME,
    Draft,
    Origin,
    RefusedError,
    apart,
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
from tacsim.i18n import N_
from tacsim.rulesets import content
from tacsim.rulesets.book import Entry
from tacsim.rulesets.d20.effects import FEATS
from tacsim.rulesets.d20.forms import LADDERS, SIZES, SKILLS

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
TINY, MEDIUM = SIZES.index("tiny"), SIZES.index("medium")


@attrs.define
class ThreeFive:
    """What a 3.5 statblock says: its lines by the names that the open rules give them.

    ``after``: what is said of it below the statblock, as far as it is about it alone; ``below``:
    what is said there of all whose statblock it is.
    """

    name: str
    origin: Origin
    fields: dict[str, str] = attrs.field(factory=dict)
    after: str = ""
    below: str = ""

    def said(self, label: str) -> str:
        """The words of a line; empty where it has none, or only a dash."""
        text = self.fields.get(label, "").strip()
        return "" if text in ("-", "--") else text


KEPT = ("Special Attacks", "Special Qualities", "Languages", "Possessions")
LABELS = (
    "Size/Type", "Hit Dice", "Initiative", "Speed", "Armor Class", "Base Attack/Grapple", "Attack",
    "Full Attack", "Space/Reach", "Special Attacks", "Special Qualities", "Saves", "Abilities",
    "Skills", "Feats", "Environment", "Organization", "Challenge Rating", "Treasure", "Alignment",
    "Advancement", "Level Adjustment", "Possessions", "Languages",
)  # fmt: skip
"""The lines of a statblock."""
SPELLED = "|".join(
    re.escape(label).replace("/", r" ?/ ?") for label in sorted(LABELS, key=len, reverse=True)
)
INLINE = re.compile(rf"(?<=\S)(?<!Full)[ \t]+(?=(?:{SPELLED}):)")
"""Where a line begins within another."""
BY_NAME = {re.sub(r"[^a-z]", "", label.lower()): label for label in LABELS}
"""The lines by the letters of their names."""


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
    _Attacks(made, block, base, scores, feats, sizes[size]["modifier"], size).read()
    _rest(block, made, feats, scores, kind)
    _check(block, made, feats, scores, grapple, base, sizes[size])
    return made


def _modifier(scores: Mapping[str, int], ability: str) -> int:
    return (scores.get(ability, 10) - 10) // 2


def _scores(text: str) -> dict[str, int]:
    """The ability scores; one that the creature lacks is left out."""
    found = {}
    for name in ABILITIES:
        match = re.search(rf"\b{name}[a-z]*\.? ?([0-9]{{1,3}}|-)", text, re.I)
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


def _body(
    block: ThreeFive, size: str, kind: str, row: Entry, made: Draft
) -> dict[str, Any]:  # fmt: skip
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
    base = re.search(r"\bbase(?: land)? speed ([0-9]{1,3})", text, re.I)
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


def _armour(
    block: ThreeFive, row: Entry, scores: Mapping[str, int], made: Draft
) -> dict[str, Any]:  # fmt: skip
    """Armour class by its parts; what touch and surprise leave of it follows from them."""
    text = block.said("Armor Class")
    total = whole(text, 1, 200)
    if total is None:
        raise missing("armour")
    found: dict[str, Any] = {}
    parts = re.search(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)", text)
    stated = re.findall(r"([+-] ?[0-9]{1,3}) ([^,;]+)", parts[1]) if parts else []
    added = row["modifier"]
    nimble = _modifier(scores, "dex")
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


# --- attacks -------------------------------------------------------------------------------------

_ATTACK = re.compile(
    r"(?:(?P<count>[0-9]{1,2}) )?"
    r"(?P<name>(?:\+[0-9] )?[A-Za-z][A-Za-z' -]{0,60}?(?: \([^()]{0,40}\))?)\*? "
    r"(?P<bonus>[+-][0-9]{1,3}(?:/[+-][0-9]{1,3}){0,5})\*?"
    r"(?: (?P<kind>melee|ranged))?(?P<touch> touch)?(?: attack)?"
    r"(?: ?\((?P<harm>[^()]{1,120}(?:\([^()]{0,60}\)[^()]{0,60})?)\))?"
)
_FAR = re.compile(
    r"\b(?:range of|range is|up to|within) ([0-9]{1,3}) ?(?:ft|feet)"
    r"|\b([0-9]{1,3})[- ]foot range|\brange (?:of up to )?([0-9]{1,3}) ?(?:ft|feet)",
    re.I,
)
_HARM = re.compile(r"([0-9]{1,3}d[0-9]{1,3}|[0-9]{1,3})([+-][0-9]{1,3})?(.*)")


@attrs.frozen
class _Way:
    """An attack as a line has it; ``first``: whether it begins another way to attack.

    ``lowered``: what it loses in a full attack for what strikes beside it.
    """

    name: str
    count: int
    bonuses: tuple[int, ...]
    ranged: bool
    touch: bool
    dice: str
    added: int
    rest: str
    first: bool
    lowered: int = 0


def _ways(text: str) -> Iterator[_Way]:
    at, ranged = 0, False
    text = re.sub(r"\bor (?=\+)", "; ", re.sub(r"\band (?=\+)", ", ", plain(text)[:4000]))
    for match in _ATTACK.finditer(text):
        between = text[at : match.start()]
        name = re.sub(r"^(?:(?:and|or|melee|ranged|either)\b\s*)+", "", match["name"].strip())
        again = re.search(r"\bor\b|;", between) or re.match(r"or\b", match["name"].strip())
        label = re.search(r"\b(melee|ranged)\s*$", between, re.I)
        label = label or re.match(r"(?:or |and )?(melee|ranged)\b", match["name"].strip(), re.I)
        ranged = (
            match["kind"] or (label and label[1].lower()) or ("ranged" if ranged else "")
        ) == "ranged"
        count = int(match["count"] or 1)
        inner = re.match(r"([0-9]{1,2}) (.+)", name)
        if inner:
            count, name = int(inner[1]), inner[2]
        harm = _HARM.fullmatch((match["harm"] or "").strip())
        yield _Way(
            name, min(max(count, 1), 20), tuple(int(n) for n in match["bonus"].split("/")), ranged,
            bool(match["touch"]), harm[1] if harm else "", int(harm[2] or 0) if harm else 0,
            (harm[3] if harm else match["harm"] or "").strip(" /"), at == 0 or bool(again),
        )  # fmt: skip
        at = match.end()


@attrs.define
class _Attacks:
    """Reads the lines of attacks into an entry."""

    made: Draft
    block: ThreeFive
    base: int
    scores: Mapping[str, int]
    feats: list[str]
    modifier: int
    size: str
    known: Mapping[str, Entry] = attrs.field(factory=lambda: content("d20").weapons)
    held: list[str] = attrs.field(factory=list)
    grown: list[dict[str, Any]] = attrs.field(factory=list)
    unarmed: list[str] = attrs.field(factory=list)

    def read(self) -> None:
        """The full attack is the list; the single attack only adds what that leaves out.

        A natural weapon that follows a held one stays as weak as it is then.
        """
        full, single = self.block.said("Full Attack"), self.block.said("Attack")
        alone = {_singular(way.name): way for way in reversed(list(_ways(single)))}
        sets: list[list[_Way]] = []
        for way in [*_ways(full or single)][:30]:
            if way.first or not sets:
                sets.append([])
            name, follows = _singular(way.name), bool(sets[-1]) and self._weapon(sets[-1][0])
            if name in alone:
                best = alone.pop(name).bonuses[0]
                if not follows:
                    lowered = best - way.bonuses[0]
                    way = attrs.evolve(way, bonuses=(best, *way.bonuses[1:]), lowered=lowered)
            sets[-1].append(way)
        sets += [[way] for way in alone.values()] if full else []
        for each in sets:
            self._set(each)
        if not sets and (full or single):
            self.made.keep("Attack", full or single)
        figures = {key: self.made.entry.pop(key) for key in _FIGURES if key in self.made.entry}
        for key, value in (
            ("weapons", self.held),
            ("natural_weapons", self.grown),
            *figures.items(),
        ):
            if value:
                self.made.entry[key] = value
        if len(sets) > 1 or any(way.rest for each in sets for way in each):
            self.made.keep("Full Attack" if full else "Attack", full or single)

    def _set(self, ways: list[_Way]) -> None:
        """The attacks of one way to attack; after the first, natural ones may be secondary."""
        primary = ways[0].bonuses[0]
        arms = [self._weapon(way) for way in ways]
        armed = bool(arms[0])
        close = any(one["name"] in self.unarmed for one in self.grown)
        for place, (way, weapon) in enumerate(zip(ways, arms, strict=True)):
            if not way.dice or len(self.held) + len(self.grown) >= 20:
                self.made.keep(way.name, f"{way.bonuses[0]:+} {way.rest}")
            elif weapon:
                self._hold(weapon, way)
                if (place or way.count > 1) and self._beside(ways[0], arms[0], way):
                    self._others(weapon, way, way.count - (not place))
                elif (place and not way.ranged) or way.count > 1:
                    told = N_("{name}: not with the other weapon in the same attack")
                    self.made.drop(told, name=way.name)
            elif way.ranged:
                self._fly(way)
            else:
                lower = way.bonuses[0] < primary
                name = self._grow(way, secondary=bool(place) and (lower or armed))
                if name and not armed and close:
                    self.grown[-1]["alone"] = True
                elif name and not armed:
                    self.unarmed.append(name)

    def _beside(self, first: _Way, weapon: str, way: _Way) -> bool:
        """Whether a held weapon strikes beside the first one, which loses nothing by it."""
        return [weapon] == self.held[:1] and not (first.ranged or first.lowered or way.ranged)

    def _others(self, weapon: str, way: _Way, count: int) -> None:
        """Held weapons in further hands, which follow the first as natural weapons do."""
        for bonus in way.bonuses:
            taken = {part["name"] for part in self.grown}
            name = apart(f"other_{weapon}"[:38], taken).replace("_", " ")
            self._grow(attrs.evolve(way, name=name, count=count, bonuses=(bonus,)), secondary=True)

    def _fly(self, way: _Way) -> None:
        """A ray, a spike and the like, of which the text below says how far it goes."""
        name = re.escape(_singular(way.name))
        for told in f"{self.block.after}\n{self.block.below}".split("\n"):
            match = re.search(rf"\b{name}", told, re.I) and _FAR.search(plain(told[:2000]))
            if match:
                if self._grow(way, secondary=False):
                    self.grown[-1]["range"] = f"{match[1] or match[2] or match[3]} ft"
                return
        message = N_("{name}: a shot with a weapon that is not known here ({bonus:+})")
        self.made.drop(message, name=way.name, bonus=way.bonuses[0])

    def _weapon(self, way: _Way) -> str:
        """The known weapon that a way's name ends with; empty for none."""
        words = slug(re.sub(r"\([^)]*\)| of .*", "", way.name)).split("_")
        singular = [*words[:-1], _singular(words[-1])] if words else words
        for start in range(len(words)):
            for form in (words[start:], singular[start:]):
                for name in ("_".join(form), "".join(form)):
                    if name in self.known and not self.known[name].get("unarmed"):
                        return name
                swapped = "_".join([*form[1:], form[0]]) if len(form) == 2 else ""
                if swapped in self.known:
                    return swapped
        return ""

    def _hold(self, weapon: str, way: _Way) -> None:
        row = self.known[weapon]
        if weapon in self.held:
            return
        self.held.append(weapon)
        shot = way.ranged
        finesse = "weapon_finesse" in self.feats and row["hands"] == "light"
        strength, nimble = _modifier(self.scores, "str"), _modifier(self.scores, "dex")
        ability = nimble if shot or (finesse and nimble > strength) else strength
        self._figure("attack_bonus", weapon, way.bonuses[0] - self.base - ability - self.modifier)
        use = row.get("strength", "full")
        factor = 1.5 if row["hands"] == "two" and row["kind"] != "ranged" and not shot else 1.0
        usual = int(strength * factor) if use == "full" else 0
        if strength < 0:
            usual = strength if use != "none" else 0
        self._figure("damage_bonus", weapon, way.added - usual)
        if way.dice != self._dice(row["damage"]):
            self.made.entry.setdefault("damage", {})[weapon] = way.dice
        critical = (row.get("threat", 20), row.get("multiplier", 2))
        if self._critical(way) not in (critical, (20, 2)):
            told = N_("{name}: its critical hits are {critical}")
            self.made.drop(told, name=way.name, critical=way.rest)
        steps = 0 if row.get("load") else max(0, (self.base - 1) // 5)
        if len(way.bonuses) not in (1, min(steps, 3) + 1):
            told = N_("{name}: {n} times in a full attack")
            self.made.drop(told, name=way.name, n=len(way.bonuses))
        plain_names = {row.get("name", weapon).lower(), weapon.replace("_", " ")}
        if plain_names.isdisjoint((way.name.lower(), _singular(way.name))):
            self.made.keep(weapon.replace("_", " "), way.name)

    def _dice(self, damage: str) -> str:
        ladder = LADDERS.get(damage)
        return ladder[SIZES.index(self.size)] if ladder else damage

    def _grow(self, way: _Way, *, secondary: bool) -> str:
        """Add a natural weapon; its name, empty where it is there already."""
        name = slug(_singular(re.sub(r"\([^)]*\)", "", way.name)) if way.count > 1 else way.name)
        if any(part["name"] == name for part in self.grown):
            return ""
        name = apart(name, self.held, "attack")
        strength, nimble = _modifier(self.scores, "str"), _modifier(self.scores, "dex")
        finesse = "weapon_finesse" in self.feats and nimble > strength
        ability = nimble if way.ranged or finesse else strength
        lost = (-2 if "multiattack" in self.feats else -5) if secondary else 0
        factor = next(
            (f for f in ((0.0, 0.5, 1.0) if way.ranged else
                         (0.5, 1.0, 1.5) if secondary else (1.0, 1.5, 0.5))
             if (strength * (not way.ranged) if strength < 0 else int(strength * f)) == way.added),
            None,
        )  # fmt: skip
        threat, multiplier = self._critical(way)
        self.grown.append({
            "name": name, "damage": way.dice, "count": way.count, "secondary": secondary,
            "threat": threat, "multiplier": multiplier,
            "strength": 1.0 if factor is None else factor, **({"touch": True} if way.touch else {}),
        })  # fmt: skip
        expected = self.base + ability + self.modifier + lost
        self._figure("attack_bonus", name, way.bonuses[0] - expected)
        if factor is None:
            self._figure("damage_bonus", name, way.added - strength)
        return name

    def _critical(self, way: _Way) -> tuple[int, int]:
        threat = re.search(r"\b(1[0-9])-20\b", way.rest)
        times = re.search(r"\bx([2-9])\b", way.rest)
        return int(threat[1]) if threat else 20, int(times[1]) if times else 2

    def _figure(self, key: str, name: str, value: int) -> None:
        if value:
            self.made.entry.setdefault(key, {})[name] = value


_FIGURES = ("attack_bonus", "damage_bonus", "damage")


def _singular(name: str) -> str:
    """One of several parts of a body, in lower case.

    >>> _singular("Claws"), _singular("hooves"), _singular("pincers")
    ('claw', 'hoof', 'pincer')
    """
    low = name.strip().lower()
    if low.endswith("hooves"):
        return low[:-3] + "f"
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


# --- the rest -------------------------------------------------------------------------------------


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
        entry["saves"] = clipped(saves, -50, 100)
    skills: dict[str, int] = {}
    for name, bonus in re.findall(
        r"([A-Z][A-Za-z ]{1,30}?) ([+-][0-9]{1,3})\b", block.said("Skills")
    ):
        if slug(name) in SKILLS:
            skills.setdefault(slug(name), int(bonus))
    if skills:
        entry["skills"] = clipped(skills, -50, 100)
    qualities = f"{block.said('Special Qualities')}; {block.said('Senses')}"
    sight = re.search(r"\bdarkvision (?:out to )?([0-9]{1,4})", qualities, re.I)
    blind = re.search(r"\bblindsight (?:out to )?([0-9]{1,4})", qualities, re.I)
    if sight or blind:
        entry["darkvision"] = f"{max(int(m[1]) for m in (sight, blind) if m)} ft"
    if re.search(r"low-light vision", qualities, re.I):
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
    r"darkvision (?:out to )?[0-9]{1,4} (?:ft\.?|feet)|low-light vision|all-around vision", re.I
)
"""Qualities that have fields of their own."""
_BREATH = re.compile(r"([A-Z][A-Za-z' ]{2,40}) \((?:Su|Ex|Sp)\) ?[:.] ?([^\n]{10,900})")
_FORM = re.compile(
    r"([0-9]{1,3})[- ](?:foot|feet|ft\.?)(?:[- ]long)?[- ](cone|line)\b"
    r"|\b(cone|line)\b[^.;]{0,60}?([0-9]{1,3}) (?:feet|ft\.?) long",
    re.I,
)
_SAVE = re.compile(
    r"\b(Fort|Ref|Will)[a-z]*(?: save)?,? (?:\()?DC ([0-9]{1,2})|DC ([0-9]{1,2}) (Fort|Ref|Will)",
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
        wait = re.search(r"once every ([0-9]d[0-9]{1,2}) rounds", text)
        if not (form and save and dice and wait) or dice[1] == wait[1]:
            continue
        found.append({
            "name": cut(name.strip(), NAME), "shape": (form[2] or form[3]).lower(),
            "size": f"{form[1] or form[4]} ft", "damage": dice[1],
            "save": (save[1] or save[4]).lower(), "dc": int(save[2] or save[3]),
            "half": bool(re.search(r"\bhalf\b", text)), "recharge": wait[1],
        })  # fmt: skip
    if found:
        made.entry["areas"] = found[:5]


def _check(
    block: ThreeFive, made: Draft, feats: list[str], scores: Mapping[str, int],
    grapple: int | None, base: int, row: Entry,
) -> None:  # fmt: skip
    """Tell of figures that the rules reckon differently."""
    usual = _modifier(scores, "dex") + 4 * ("improved_initiative" in feats)
    stated = whole(block.said("Initiative"), -50, 100)
    if stated is not None and stated != usual:
        made.drop(N_("initiative {stated:+}, here {usual:+}"), stated=stated, usual=usual)
    held = base + _modifier(scores, "str") + row["grapple"]
    if grapple is not None and grapple != held:
        made.drop(N_("grapple {stated:+}, here {usual:+}"), stated=grapple, usual=held)
