"""From what a 5e statblock says to an entry of the 5e family, whichever file said it.

The words of an action are read before the fields beside them: in every open database they are what
was printed, while fields are now and then left out, rounded or misplaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import attrs

from tacsim.content.statblocks.shared import (
    MOST,
    NAME,
    Draft,
    Origin,
    Told,
    apart,
    clipped,
    cut,
    entry_id,
    glyph_for,
    line,
    missing,
    plain,
    slug,
)
from tacsim.i18n import N_
from tacsim.rulesets import content
from tacsim.rulesets.book import Entry

ABILITIES = {
    "str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence",
    "wis": "wisdom", "cha": "charisma",
}  # fmt: skip
SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
SKILLS = (
    "acrobatics", "animal handling", "arcana", "athletics", "deception", "history", "insight",
    "intimidation", "investigation", "medicine", "nature", "perception", "performance",
    "persuasion", "religion", "sleight of hand", "stealth", "survival",
)  # fmt: skip
DAMAGE = (
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison",
    "psychic", "radiant", "slashing", "thunder",
)  # fmt: skip
SPEEDS = ("walk", "fly", "swim", "climb", "burrow")


@attrs.frozen
class Action:
    """An action of a statblock: its name and its words, and what fields say beside them.

    ``bonus`` of the attack and ``dice`` of its damage, where fields give them; ``made``: how many
    attacks fields say that it stands for; ``kind`` is empty for plain actions.
    """

    name: str
    text: str
    bonus: int | None = None
    dice: str = ""
    reach: int | None = None
    range: tuple[int, int] | None = None
    made: int | None = None
    limit: str = ""
    half: bool | None = None
    kind: str = ""


@attrs.define
class Fifth:
    """What a 5e statblock says. Lengths in feet; ``id`` is empty where the name makes it."""

    name: str
    origin: Origin
    id: str = ""
    size: str = ""
    type: str = ""
    ac: int | None = None
    hp: int | None = None
    speeds: dict[str, int] = attrs.field(factory=dict)
    hover: bool = False
    scores: dict[str, int] = attrs.field(factory=dict)
    saves: dict[str, int] = attrs.field(factory=dict)
    skills: dict[str, int] = attrs.field(factory=dict)
    senses: dict[str, int] = attrs.field(factory=dict)
    proficiency: int | None = None
    cr: float | None = None
    actions: list[Action] = attrs.field(factory=list)
    remarks: list[Told] = attrs.field(factory=list)

    def remark(self, label: str, text: str) -> None:
        """Keep something that has no field here."""
        if text.strip(" -"):
            values = {"label": cut(label, NAME), "text": line(text)}
            self.remarks.append(Told("{label}: {text}", values))


def draft(block: Fifth, ruleset: str, taken: Iterable[str]) -> Draft:
    """The entry of a statblock; RefusedError for one without a body to put on a board."""
    size = block.size if block.size in SIZES else ""
    for value, what in (
        (size, "size"), (block.hp, "points"), (block.ac, "armour"),
        (block.speeds, "speed"), (len(block.scores) == len(ABILITIES), "abilities"),
    ):  # fmt: skip
        if not value:
            raise missing(what)
    made = Draft(entry_id(block.id, block.name, taken), {})
    proficiency = block.proficiency
    if proficiency is None:
        proficiency = 2 + max(0, -(-int(block.cr or 0) // 4) - 1)
    made.entry = {
        "name": cut(block.name, NAME),
        "glyph": glyph_for(block.name, big=SIZES.index(size) > SIZES.index("medium")),
        "size": size,
        **_speeds(block, made),
        "hp": block.hp,
        "ac": block.ac,
        "abilities": block.scores,
        "proficiency": proficiency,
    }
    _Attacks(made, block, proficiency, content(ruleset).weapons).read()
    if block.saves:
        made.entry["saves"] = clipped(block.saves, -50, 100)
    if block.skills:
        made.entry["skills"] = clipped(block.skills, -50, 100)
    _senses(block, made)
    if block.type:
        made.entry["type"] = cut(block.type, NAME)
    if block.cr is not None:
        made.entry["cr"] = block.cr
    for told in block.remarks:
        made.drop(told.message, **told.values)
    return made


def _speeds(block: Fifth, made: Draft) -> dict[str, str]:
    """The speeds that the rules have."""
    found = {"speed": f"{block.speeds.get('walk', 0)} ft"}
    for mode in ("fly", "swim", "climb"):
        if block.speeds.get(mode):
            found[mode] = f"{block.speeds[mode]} ft"
    if block.speeds.get("burrow"):
        made.drop(N_("burrows: {feet} ft"), feet=block.speeds["burrow"])
    if block.hover:
        made.drop(N_("hovers"))
    return found


def _senses(block: Fifth, made: Draft) -> None:
    """Darkvision, for which what sees as far in the dark otherwise stands too."""
    sight = {key: feet for key, feet in block.senses.items() if key != "tremorsense"}
    if sight:
        best = max(sight, key=lambda key: (sight[key], key == "darkvision"))
        made.entry["darkvision"] = f"{sight[best]} ft"
        if best != "darkvision":
            told = N_("{sense} {feet} ft: only that it sees in the dark so far")
            made.drop(told, sense=best, feet=sight[best])
    if "tremorsense" in block.senses:
        made.drop(N_("{sense} {feet} ft"), sense="tremorsense", feet=block.senses["tremorsense"])
    if not block.speeds.get("walk") and block.speeds.get("fly"):
        made.entry["flying"] = True


# --- the words of actions ------------------------------------------------------------------------

_FEET = r"[- ]?(?:feet|foot|ft\b\.?)"
_KIND = re.compile(
    r"\b(melee or ranged|ranged or melee|melee|ranged)(?: (?:weapon|spell|power))?"
    r" attack(?: roll)?\s*[:.]",
    re.I,
)
_TO_HIT = re.compile(r"([+-] ?[0-9]{1,3})(?: to hit)?\b")
_REACH = re.compile(rf"\breach (?:of )?([0-9]{{1,4}}){_FEET}", re.I)
_RANGE = re.compile(rf"\branged? (?:of )?([0-9]{{1,4}})(?: ?/ ?([0-9]{{1,4}}))?{_FEET}", re.I)
_DICE = r"[0-9]{1,3} ?d ?[0-9]{1,3}(?: ?[+-] ?[0-9]{1,4})?"
_TYPE = "|".join(DAMAGE)
_HARM = re.compile(
    rf"(?:[0-9]{{1,4}} ?\(({_DICE})\)|({_DICE})(?: ?\([0-9]{{1,4}}\))?|\b([0-9]{{1,4}}))"
    rf" (?:magical )?({_TYPE})\b"
    r"(?: damage)?",
    re.I,
)
_UNSURE = re.compile(r"\b(?:must|saving throw|if the target|unless|instead)\b", re.I)
_ONLY = re.compile(
    r"\b(?:prone|grappled|restrained|incapacitated|unconscious|willing|paralyzed|charmed"
    r"|swallowed|engulfed|stunned|surprised|attached)\b",
    re.I,
)
_LIMIT = re.compile(
    r"recharges?\b[^)]{0,60}|[0-9]{1,2}/(?:day|turn|rest|short rest|long rest)\b[^)]{0,40}"
    r"|[0-9]{1,2} ?/ ?day[^)]{0,40}",
    re.I,
)
_AGAIN = re.compile(r"recharges?(?: on an?)? ([2-6])(?: ?(?:-|or|to) ?6)?$", re.I)
_SAVE = re.compile(
    r"\bDC ?([0-9]{1,3}) (strength|dexterity|constitution|intelligence|wisdom|charisma) sav"
    r"|\b(strength|dexterity|constitution|intelligence|wisdom|charisma) sav(?:e|ing throw)"
    r"\s*:? ?\(?DC ?([0-9]{1,3})",
    re.I,
)
_SHAPES = (
    ("cone", re.compile(
        rf"([0-9]{{1,3}}){_FEET}(?:[- ]long)?[- ]cone\b"
        rf"|\bcone\b[^.]{{0,20}}?\b([0-9]{{1,4}}){_FEET} long\b", re.I)),
    ("line", re.compile(
        rf"([0-9]{{1,4}}){_FEET}(?:[- ]long)?(?:, [0-9]{{1,3}}{_FEET}[- ]wide)?,?[- ]line\b"
        rf"|\bline\b[^.]{{0,40}}?\b([0-9]{{1,4}}){_FEET} long\b", re.I)),
    ("cube", re.compile(rf"([0-9]{{1,3}}){_FEET}[- ]cube\b", re.I)),
    ("burst", re.compile(
        rf"([0-9]{{1,3}}){_FEET}[- ]radius\b(?:[^.]{{0,40}}?)\b(?:sphere|cylinder|circle|burst)\b"
        rf"|\bwithin ([0-9]{{1,3}}){_FEET} of (?:that|the) (?:point|spot|location)\b", re.I)),
)  # fmt: skip
_WIDE = re.compile(rf"([0-9]{{1,3}}){_FEET}[- ]wide", re.I)
_WITHIN = re.compile(
    r"\b(?:(?:point|space|location|spot)[^.]{0,60}|(?:cube|sphere|cylinder) (?:[a-z]+ ){0,3})"
    rf"within ([0-9]{{1,4}}){_FEET}",
    re.I,
)
_HALF = re.compile(r"\bhalf(?: the)?(?: of the)?(?: [a-z]+)? damage|\bhalf as much\b", re.I)
_OPTION = re.compile(
    r"(?:(?<=[.:;])\s|\n|^)\s*(?:[0-9]\. |- )?([A-Z][A-Za-z'-]+(?: [A-Z][a-z'-]+| of| the){0,4})"
    r"(?: \([^)]{1,40}\))?[.:] (?=The |Each |A |One |Melee |Ranged |[A-Z][a-z]+ Saving )"
)


def bare(name: str) -> str:
    """The name of an action without what stands in brackets behind it.

    >>> bare("Sting (Bite in Beast Form)")
    'Sting'
    """
    return re.sub(r"\s*[(\[][^)\]]*[)\]]?", "", name).strip(" .:*_") or name.strip(" .:*_")


def limit_of(action: Action) -> str:
    """How often it may be used, in the words of its name or its fields; empty for always."""
    match = re.search(r"\(([^)]*)\)", action.name)
    found = _LIMIT.search(match[1]) if match else None
    return action.limit or (found[0].strip() if found else "")


def again(limit: str) -> int:
    """The least d6 with which a spent action comes back; 0 for other limits.

    >>> again("Recharge 5-6"), again("Recharges on a 6"), again("3/Day")
    (5, 6, 0)
    """
    match = _AGAIN.fullmatch(limit.strip())
    return int(match[1]) if match else 0


@attrs.frozen
class Attack:
    """What the words of an attack say. ``dice`` without the ``bonus_damage``; lengths in feet."""

    bonus: int
    dice: str
    bonus_damage: int
    type: str
    reach: int | None
    range: tuple[int, int] | None
    spell: bool
    only: str
    rest: str


def is_attack(action: Action) -> bool:
    """Whether an action is an attack with a roll of its own."""
    return _KIND.search(action.text) is not None or action.bonus is not None


def attack_of(action: Action) -> Attack | None:
    """The attack that an action is; None for one that rolls none or does no damage."""
    kind = _KIND.search(action.text)
    said = action.text[kind.end() :] if kind else action.text
    head, hit, after = said.partition("Hit:")
    told = after if hit else said
    found = _TO_HIT.search(head[:200]) if kind else None
    bonus = int(found[1].replace(" ", "")) if found else action.bonus
    if bonus is None:
        return None
    harm = _HARM.search(told[:600])
    unsure = harm and _UNSURE.search(told[: harm.start()])
    dice = (harm and not unsure and (harm[1] or harm[2] or harm[3])) or action.dice
    parts = re.fullmatch(r"([0-9]+d[0-9]+|[0-9]+)([+-][0-9]+)?", dice.replace(" ", ""))
    if parts is None:
        return None
    place = head if hit else head[:250]
    reach, shot = _REACH.search(place), _RANGE.search(place)
    near = int(shot[1]) if shot else 0
    range_ = (near, max(near, int(shot[2] or 0))) if shot else action.range
    arm = int(reach[1]) if reach else action.reach
    if arm is None and range_ is None:
        arm = 5
    rest = told[harm.end() :] if harm and not unsure else told
    target = re.search(r"\bone ([^.]{1,80})", head)
    return Attack(
        bonus, parts[1], int(parts[2] or 0), harm[4].lower() if harm and not unsure else "",
        arm, range_, bool(kind and "spell" in kind[0].lower()),
        target[1] if target and _ONLY.search(target[1]) else "", rest.strip(" .,;"),
    )  # fmt: skip


def area_of(action: Action) -> tuple[dict[str, Any], str] | None:
    """The attack on an area that an action is, and the rest of its words; None for others."""
    text = action.text
    found = [(m.start(), shape, m) for shape, form in _SHAPES if (m := form.search(text))]
    save, harm = _SAVE.search(text), _HARM.search(text)
    if not found or save is None or harm is None or not (harm[1] or harm[2] or harm[3]):
        return None
    _, shape, match = min(found, key=lambda one: one[0])
    limit = limit_of(action)
    if limit and not again(limit):
        return None
    size = int(next(filter(None, match.groups())))
    far = _WITHIN.search(text)
    if shape == "burst" and far is None:
        return None
    if shape == "cube" and far is not None:
        shape = "square"
    half = action.half
    if _HALF.search(text) or half is None:
        half = _HALF.search(text) is not None
    ability = (save[2] or save[3]).lower()[:3]
    area: dict[str, Any] = {
        "name": cut(bare(action.name), NAME), "shape": shape, "size": f"{size} ft",
        "damage": (harm[1] or harm[2] or harm[3]).replace(" ", ""), "save": ability,
        "dc": int(save[1] or save[4]), "half": half,
    }  # fmt: skip
    if again(limit):
        area["recharge"] = again(limit)
    if shape in ("burst", "square") and far is not None:
        area["range"] = f"{far[1]} ft"
    return area, text[harm.end() :]


_USUAL = re.compile(
    r"(?:on a fail(?:ed save|ure))?,? ?(?:or|and)? ?(?:half as much(?: damage)?|half damage|half"
    r" the damage)?(?: on a success(?:ful one|ful save)?)?\.?(?: ?success: half damage\.?)?",
    re.I,
)


def options(action: Action) -> list[Action]:
    """The actions of which one says that it is any one; itself where it says so of none."""
    if not re.search(r"\b(?:one of the following|following (?:breath|options|effects))\b",
                     action.text, re.I):  # fmt: skip
        return [action]
    marks = list(_OPTION.finditer(action.text))
    ends = [mark.start() for mark in marks[1:]] + [len(action.text)]
    parts = [
        attrs.evolve(action, name=mark[1], text=action.text[mark.end() : end].strip(),
                     limit=limit_of(action), half=None)
        for mark, end in zip(marks, ends, strict=False)
    ]  # fmt: skip
    return parts or [action]


# --- how many attacks ----------------------------------------------------------------------------

NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_NUMBER = "|".join(NUMBERS)
_COUNT = re.compile(
    rf"\b({_NUMBER}|[0-9]{{1,2}}|[1-9]d[0-9]) (?:[a-z'-]+ ){{0,5}}?attacks?\b"
    rf"|(?<=and )({_NUMBER}|[0-9]{{1,2}}) (?:with|to)\b",
    re.I,
)
_EITHER = re.compile(
    rf"\b((?:{_NUMBER}|[0-9]{{1,2}}) (?:(?!attacks?\b)[\w'-]+ ){{1,4}}?)"
    rf"or (?:(?!(?:attacks?|makes?|{_NUMBER}|[0-9]+)\b)[\w'-]+ ){{1,4}}(?=attacks?\b)",
    re.I,
)
"""So many attacks of one kind or another, which are as many of the first."""
_ENDS = re.compile(
    r":|--|(?<=attacks)(?:-|, (?=[a-z]+ with\b))|,? or\b"
    r"|,? (?:only|each|either|using|in any|which|and (?:it )?(?:can|may))\b| \(|;",
    re.I,
)


_PAIR = re.compile(r"\b(?:an? )?pair of\b", re.I)
_MAKES = re.compile(rf"\bmakes?\b|^(?:{_NUMBER}|[0-9]{{1,2}})\b", re.I)
"""Where counts of attacks begin."""
_TIMES = re.compile(
    rf"\b(once|twice|thrice|(?:{_NUMBER}|[0-9]{{1,2}}) times)\b(?! (?:per|an?|each|every)\b)", re.I
)
"""How often it bites, claws or strikes."""
_PARTS = re.compile(rf"(?:(?<=attacks )|(?<=and ))with (both|its|{_NUMBER})\b", re.I)
"""The parts of the body that it attacks with."""


def attacks_in(text: str) -> int | None:
    """How many attacks the words of a multiattack are, by its first way; None where none counts.

    >>> attacks_in("The bear makes two attacks: one with its bite and one with its claws.")
    2
    >>> attacks_in("The asp makes two attacks, one with its bite and one with its tail.")
    2
    >>> attacks_in("The roper makes four attacks with its tendrils, uses Reel, and makes one attack"
    ... " with its bite.")
    5
    >>> attacks_in("The kraken makes three tentacle attacks, each of which it can replace.")
    3
    >>> attacks_in("The fungus makes 1d4 touch attacks.")
    2
    >>> attacks_in("Two attacks: one with its bite, one with its claws.")
    2
    >>> attacks_in("The troll bites once and claws twice.")
    3
    >>> attacks_in("The scorpion attacks with both claws and with its sting.")
    3
    >>> attacks_in("The hydra makes as many bite attacks as it has heads.") is None
    True
    """
    sentences = re.split(r"(?<=[.;])\s+", _PAIR.sub("two", text[:3000]))
    always = [one for one in sentences if not one.lower().startswith("if ")]
    for said, form in product((always, sentences), (_COUNT, _TIMES, _PARTS)):
        for sentence in said:
            if form is _COUNT and not _MAKES.search(sentence):
                continue
            counts = [next(filter(None, m.groups())) for m in form.finditer(_first_way(sentence))]
            if counts:
                return sum(map(_number, counts))
    return None


def _first_way(sentence: str) -> str:
    """What is made in a multiattack, before what repeats it or tells of another way."""
    start = _MAKES.search(sentence)
    told = sentence[start.start() :] if start else sentence
    told = _EITHER.sub(r"\1", re.sub(r"\bmakes? either\b", "makes", told, flags=re.I))
    end = _ENDS.search(told)
    return told[: end.start()] if end else told


def _number(word: str) -> int:
    """What a number or word says; of dice the mean, rounded down."""
    dice, _, faces = word.lower().partition("d")
    if dice.isdigit() and faces.isdigit():
        return int(dice) * (int(faces) + 1) // 2
    word = word.lower().removesuffix(" times")
    return NUMBERS.get(word) or _OFTEN.get(word) or int(word)


_OFTEN = {"once": 1, "its": 1, "twice": 2, "both": 2, "thrice": 3}


# --- attacks -------------------------------------------------------------------------------------

MOST_ATTACKS, MOST_AREAS, MOST_WEAPONS = 10, 5, 20


@attrs.define
class _Attacks:
    """Reads the actions of a statblock into an entry.

    A weapon that the rules know, used as they have it, is held. The first natural weapon ends
    that, so that attacks keep the order of the statblock: what is held comes first.
    """

    made: Draft
    block: Fifth
    proficiency: int
    known: Mapping[str, Entry]
    held: list[str] = attrs.field(factory=list)
    grown: list[dict[str, Any]] = attrs.field(factory=list)
    areas: list[dict[str, Any]] = attrs.field(factory=list)
    arm: int | None = None

    def read(self) -> None:
        """Put every action where it belongs."""
        made, count = self.made, 1
        for whole in self.block.actions[:MOST]:
            if not whole.kind and whole.name.lower().startswith("multiattack"):
                count = self._count(whole)
                continue
            for action in options(whole):
                if whole.kind:
                    made.keep(f"{bare(action.name)} ({whole.kind})", action.text)
                else:
                    self._read(action)
        entry = made.entry
        if self.arm not in (None, 5):
            entry["reach"] = f"{self.arm} ft"
        figures = {key: entry.pop(key) for key in list(entry) if key in _FIGURES}
        for key, value in (
            ("weapons", self.held), ("natural_weapons", self.grown), *figures.items(),
            ("attacks", count if count > 1 else 0), ("areas", self.areas),
        ):  # fmt: skip
            if value:
                entry[key] = value

    def _count(self, action: Action) -> int:
        """How many attacks the action is; which ones is only told."""
        count = attacks_in(action.text) or action.made or self._as_parts(action.text)
        self.made.keep(action.name, action.text)
        return min(count or 1, MOST_ATTACKS)

    def _as_parts(self, text: str) -> int | None:
        """As many as there are parts of the body, which another paragraph counts."""
        parts = re.search(
            r"\bas many (?:[a-z'-]+ ){0,3}?attacks as it has ([a-z]{3,20})", text, re.I
        )
        if parts is None:
            return None
        counted = re.compile(rf"\bhas ({_NUMBER}|[0-9]{{1,2}}) {parts[1]}\b", re.I)
        counts = (counted.search(action.text) for action in self.block.actions[:MOST])
        return next((_number(found[1]) for found in counts if found), None)

    def _read(self, action: Action) -> None:
        found = area_of(action) if not is_attack(action) else None
        attack = attack_of(action) if found is None and is_attack(action) else None
        limited = limit_of(action) if attack is not None else ""
        if found is not None and len(self.areas) < MOST_AREAS:
            self._area(action, *found)
        elif attack is None or limited or attack.only:
            self.made.keep(action.name, action.text)
        else:
            self._attack(action, attack)

    def _area(self, action: Action, area: dict[str, Any], rest: str) -> None:
        self.areas.append(area)
        wide = _WIDE.search(action.text)
        if area["shape"] == "line" and wide and int(wide[1]) != 5:
            told = N_("{name}: the line is {feet} ft wide, here it is 5 ft")
            self.made.drop(told, name=area["name"], feet=int(wide[1]))
        if not _USUAL.fullmatch(rest.strip(" .,")):
            self.made.keep(area["name"], rest.strip(" .,"))

    def _attack(self, action: Action, attack: Attack) -> None:
        name = bare(action.name)
        mine = {*self.held, *(part["name"] for part in self.grown)}
        if len(mine) >= MOST_WEAPONS - 1:
            self.made.keep(action.name, action.text)
            return
        rest = action.name[len(name) :].strip() if action.name.startswith(name) else ""
        told = "; ".join(part for part in (rest.strip("()"), attack.rest) if part)
        self.made.keep(name, told)
        weapon = slug(name)
        if weapon not in mine and self._holds(weapon, attack):
            self._hold(weapon, attack)
            return
        if attack.reach is not None:
            self._grow(apart(weapon, mine, "attack"), attack, {"reach": f"{attack.reach} ft"})
        if attack.range is not None:
            more = "thrown" if attack.reach is not None else ""
            mine = {*self.held, *(part["name"] for part in self.grown)}
            called = apart(f"{weapon[:33]}_{more}".strip("_"), mine, "shot")
            self._grow(called, attack, {"range": [f"{feet} ft" for feet in attack.range]})

    def _holds(self, weapon: str, attack: Attack) -> bool:
        """Whether a known weapon in its hands does what the statblock says."""
        if self.grown or weapon not in self.known or attack.spell:
            return False
        row = self.known[weapon]
        near, far = row.get("range", ("0 ft", "0 ft"))
        shot = (int(near.split()[0]), int(far.split()[0]))
        if shot != (attack.range or (0, 0)) or attack.type not in ("", row.get("type")):
            return False
        if row["kind"] == "ranged":
            return attack.reach is None
        if attack.reach is None:
            return False
        arm = attack.reach - 5 * bool(row.get("reach"))
        return arm >= 0 and self.arm in (None, arm)

    def _hold(self, weapon: str, attack: Attack) -> None:
        row, scores = self.known[weapon], self.block.scores
        if row["kind"] != "ranged" and attack.reach is not None:
            self.arm = attack.reach - 5 * bool(row.get("reach"))
        nimble = row.get("finesse") and scores["dex"] > scores["str"]
        shot = row["kind"] == "ranged" and not row.get("finesse")
        self.held.append(weapon)
        if attack.dice != row["damage"]:
            self._figure("damage", weapon, attack.dice)
        self._figures(weapon, attack, "dex" if nimble or shot else "str")

    def _grow(self, name: str, attack: Attack, where: dict[str, Any]) -> None:
        ability = self._ability(attack)
        part = {"name": name, "damage": attack.dice, **where, "ability": ability}
        if attack.type:
            part["type"] = attack.type
        self.grown.append(part)
        self._figures(name, attack, ability)

    def _ability(self, attack: Attack) -> str:
        """The ability that explains the figures best; strength or dexterity where none does."""
        usual = ["str", "dex"] if attack.reach is not None else ["dex", "str"]
        order = ["cha", "int", "wis", *usual] if attack.spell else usual

        def unexplained(ability: str) -> tuple[int, bool, int]:
            modifier = self._modifier(ability)
            return (
                abs(attack.bonus - modifier - self.proficiency),
                attack.bonus_damage != modifier,
                order.index(ability),
            )

        return min(order, key=unexplained)

    def _modifier(self, ability: str) -> int:
        return (self.block.scores[ability] - 10) // 2

    def _figures(self, name: str, attack: Attack, ability: str) -> None:
        """What is left of the figures beside those of the ability."""
        modifier = self._modifier(ability)
        if attack.bonus != modifier + self.proficiency:
            self._figure("attack_bonus", name, attack.bonus - modifier - self.proficiency)
        if attack.bonus_damage != modifier:
            self._figure("damage_bonus", name, attack.bonus_damage - modifier)

    def _figure(self, key: str, name: str, value: int | str) -> None:
        self.made.entry.setdefault(key, {})[name] = value


_FIGURES = ("damage", "attack_bonus", "damage_bonus")


# --- words for the parts of a block ------------------------------------------------------------


def feet_in(text: str) -> int | None:
    """The first length in feet of a text."""
    match = re.search(rf"([0-9]{{1,4}}){_FEET}", plain(text[:200]))
    return int(match[1]) if match else None


def senses_in(text: str) -> dict[str, int]:
    """The senses of a line such as ``Darkvision 60 ft., passive Perception 12``."""
    found = re.findall(
        rf"\b(darkvision|blindsight|truesight|tremorsense)\s*:?\s*([0-9]{{1,4}}){_FEET}",
        plain(text[:500]),
        re.I,
    )
    return {name.lower(): int(feet) for name, feet in found}


def size_in(text: str) -> str:
    """The first size that a text names; empty for none."""
    match = re.search(rf"\b({'|'.join(SIZES)})\b", text[:80], re.I)
    return match[1].lower() if match else ""


def bonuses_in(text: str, names: Iterable[str]) -> dict[str, int]:
    """Bonuses by the first letters of names: ``Dex +7, Con +16``."""
    found = {}
    for name in names:
        match = re.search(rf"\b{name}[a-z]*\.?:? ?([+-] ?[0-9]{{1,3}})(?![0-9])", text[:600], re.I)
        if match:
            found[name] = int(match[1].replace(" ", ""))
    return found
