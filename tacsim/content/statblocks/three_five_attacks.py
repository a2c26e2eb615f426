"""The lines of attacks in a 3.5 statblock, as weapons held and natural."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tacsim.content.statblocks.shared import Draft, apart, plain, slug
from tacsim.content.statblocks.three_five_block import ThreeFive, modifier
from tacsim.i18n import N_
from tacsim.rulesets import content
from tacsim.rulesets.book import Entry
from tacsim.rulesets.d20.forms import LADDERS, SIZES

_ATTACK = re.compile(
    r"(?:(?P<count>[0-9]{1,2}) )?"
    r"(?P<name>(?:\+[0-9] )?[A-Za-z][A-Za-z' -]{0,60}?(?: \([^()]{0,40}\))?)\*? ?"
    r"(?P<bonus>[+-][0-9]{1,3}(?:/[+-][0-9]{1,3}){0,5})\*?"
    r"(?: (?P<kind>melee|ranged))?(?P<touch> touch)?(?: attack)?"
    r"(?: ?\((?P<harm>[^()]{1,120}(?:\([^()]{0,60}\)[^()]{0,60})?)\))?"
)
_FAR = re.compile(
    r"\b(?:range of|range is|up to|within) ([0-9]{1,3}) ?(?:ft|feet)"
    r"|\b([0-9]{1,3})[- ]foot range|\brange (?:of up to )?([0-9]{1,3}) ?(?:ft|feet)",
    re.I,
)
_UNBODIED = "incorporeal touch"
"""The attack of those without bodies, which armour does not stop."""
_HARM = re.compile(
    r"([0-9]{1,3}d[0-9]{1,3}|[0-9]{1,3})\b([+-][0-9]{1,3})?"
    r"(?! (?:str(?:ength)?|dex(?:terity)?|con(?:stitution)?|int(?:elligence)?|wis(?:dom)?"
    r"|cha(?:risma)?|negative levels?)\b)(.*)",
    re.I,
)
"""What an attack does to hit points; what it does to abilities is none of them."""


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
            bool(match["touch"]) or name.lower() == _UNBODIED,
            harm[1] if harm else "", int(harm[2] or 0) if harm else 0,
            (harm[3] if harm else match["harm"] or "").strip(" /"), at == 0 or bool(again),
        )  # fmt: skip
        at = match.end()


@attrs.define
class Attacks:
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
        mine = list[str]()
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
                if _singular(way.name) in mine:  # another head's
                    way = attrs.evolve(way, name=apart(_singular(way.name), mine))
                mine.append(_singular(way.name))
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
        strength, nimble = modifier(self.scores, "str"), modifier(self.scores, "dex")
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
        strength, nimble = modifier(self.scores, "str"), modifier(self.scores, "dex")
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
