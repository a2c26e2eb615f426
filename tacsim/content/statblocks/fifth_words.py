"""The words of 5e actions: attacks, areas and how often, whichever file has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import attrs

from tacsim.content.statblocks.fifth_block import FEET, Action, Fifth
from tacsim.content.statblocks.shared import MOST, NAME, cut

DAMAGE = (
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison",
    "psychic", "radiant", "slashing", "thunder",
)  # fmt: skip
_KIND = re.compile(
    r"\b(melee or ranged|ranged or melee|melee|ranged)(?: (?:weapon|spell|power))?"
    r" attack(?: roll)?\s*[:.]",
    re.I,
)
_TO_HIT = re.compile(r"([+-] ?[0-9]{1,3})(?: to hit)?\b")
_REACH = re.compile(rf"\breach (?:of )?([0-9]{{1,4}}){FEET}", re.I)
_RANGE = re.compile(rf"\branged? (?:of )?([0-9]{{1,4}})(?: ?/ ?([0-9]{{1,4}}))?{FEET}", re.I)
_DICE = r"[0-9]{1,3} ?d ?[0-9]{1,3}(?: ?[+-] ?[0-9]{1,4})?"
_TYPE = "|".join(DAMAGE)
_HARM = re.compile(
    rf"(?:[0-9]{{1,4}} ?\(({_DICE})\)|({_DICE})(?: ?\([0-9]{{1,4}}\))?|\b([0-9]{{1,4}}))"
    rf" (?:magical )?({_TYPE})\b"
    r"(?: damage)?",
    re.I,
)
_UNTYPED = re.compile(rf"\s*[0-9]{{1,4}} ?\(({_DICE})\)(?: damage)?(?=\s*(?:[.,;]|and\b|plus\b|$))")
"""Damage of a hit of which no type is told."""
_AT_RANGE = re.compile(
    rf",? (?:in|as a) melee(?: attack)?,? or {_HARM.pattern},? (?:at range|as a ranged attack)",
    re.I,
)
"""Damage at range, behind that in melee."""
_UNSURE = re.compile(r"\b(?:if the target|unless|instead)\b", re.I)
"""What makes damage that of some hits only."""
_LATER = re.compile(r"\b(?:must|saving throw|until|at the (?:start|end) of)\b", re.I)
"""What makes damage come of something else than the hit."""
_ONGOING = re.compile(r"[^.;]{0,40}\b(?:at the (?:start|end) of|every|each time)\b", re.I)
"""What makes damage that of later turns."""
_FIGURE = re.compile(r"[0-9)] (?:[a-z]+ ){0,3}?damage\b|\bdamage (?:equal|of|from)\b", re.I)
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
_USES = re.compile(
    r"([1-9][0-9]?) ?/ ?(?:day|(?:(?:short|long) )?rest)"
    r"|recharges? (?:after|on) (?:a |finishing a )?(?:(?:short or long|short|long) )?rest",
    re.I,
)
MOST_USES = 20
_SAVE = re.compile(
    r"\bDC ?([0-9]{1,3}) (strength|dexterity|constitution|intelligence|wisdom|charisma) sav"
    r"|\b(strength|dexterity|constitution|intelligence|wisdom|charisma) sav(?:e|ing throw)"
    r"\s*:? ?\(?DC ?([0-9]{1,3})",
    re.I,
)
_OUTWARDS = r"(?:wave|shockwave|blast|burst|explosion|pulse)"
"""What goes out from its maker where no point is told."""
_SHAPES = (
    ("cone", re.compile(
        rf"([0-9]{{1,3}}){FEET}(?:[- ]?long)?(?:, [0-9]{{1,3}}{FEET}[- ]?wide,?)?[- ]cone\b"
        rf"|\bcone\b[^.]{{0,20}}?\b([0-9]{{1,4}}){FEET} long\b", re.I)),
    ("line", re.compile(
        rf"([0-9]{{1,4}}){FEET}(?:[- ]?long)?(?:,? (?:and )?[0-9]{{1,3}}{FEET}[- ]?wide)?,?[- ]"
        r"line\b"
        rf"|\bline\b[^.]{{0,40}}?\b([0-9]{{1,4}}){FEET} long\b", re.I)),
    ("cube", re.compile(rf"([0-9]{{1,3}}){FEET}[- ]cube\b", re.I)),
    ("burst", re.compile(
        rf"([0-9]{{1,3}}){FEET}[- ]radius\b(?:[^.]{{0,40}}?)\b(?:sphere|cylinder|circle|burst)\b"
        rf"|([0-9]{{1,3}}){FEET}[- ]radius {_OUTWARDS}\b"
        rf"|([0-9]{{1,3}}){FEET}[- ]radius (?:of|around|centered on) (?:that|the|a)"
        r" (?:point|spot)\b"
        rf"|\bwithin ([0-9]{{1,3}}){FEET} of (?:that|the)(?: target| chosen)?"
        r" (?:point|spot|location)\b", re.I)),
    ("around", re.compile(
        rf"([0-9]{{1,3}}){FEET}[- ]emanation\b"
        r"|\b(?:each|every|all) (?:(?!target\b)[a-z'-]+ ){0,6}?creatures?\b"
        rf"(?: (?!target\b)[a-z'-]+){{0,6}}? within ([0-9]{{1,3}}){FEET} of (?:it|itself"
        r"|the (?!target|creature|point|space|spot|location|area|object)[a-z'-]+)\b", re.I)),
)  # fmt: skip
"""``around``: what reaches so far from the body of its maker, an Emanation."""
WIDE = re.compile(rf"([0-9]{{1,3}}){FEET}[- ]?wide", re.I)
"""How wide a line is."""
_WITHIN = re.compile(
    r"\b(?:(?:point|space|location|spot)[^.]{0,60}|(?:cube|sphere|cylinder) (?:[a-z]+ ){0,3})"
    rf"within ([0-9]{{1,4}}){FEET}",
    re.I,
)
_HALF = re.compile(
    r"\bhalf(?: the)?(?: of the)?(?: [a-z]+)?(?: and [a-z]+)? damage|\bhalf as much\b", re.I
)
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


def uses(limit: str) -> int:
    """How often a battle, of what can be done so often a day or a rest; 0 for other limits.

    >>> uses("3/Day"), uses("Recharges after a Short or Long Rest"), uses("Recharge 5-6")
    (3, 1, 0)
    """
    match = _USES.fullmatch(limit.strip())
    return min(int(match[1] or 1), MOST_USES) if match else 0


@attrs.frozen
class Attack:
    """What the words of an attack say. ``dice`` without the ``bonus_damage``; lengths in feet.

    ``far``: its dice and bonus at range, where those are others than in melee.
    """

    bonus: int
    dice: str
    bonus_damage: int
    type: str
    reach: int | None
    range: tuple[int, int] | None
    spell: bool
    only: str
    rest: str
    far: tuple[str, int] | None = None


def is_attack(action: Action) -> bool:
    """Whether an action is an attack with a roll of its own: fields say 0 for those without."""
    return _KIND.search(action.text) is not None or bool(action.bonus)


def attack_of(action: Action) -> Attack | None:
    """The attack that an action is; None for one that rolls none, or of unknown damage.

    One that hits without damage, to hold or to blind, has ``0`` for its dice.
    """
    kind = _KIND.search(action.text)
    said = action.text[kind.end() :] if kind else action.text
    head, hit, after = said.partition("Hit:")
    told = after if hit else said
    found = _TO_HIT.search(head[:200]) if kind else None
    bonus = int(found[1].replace(" ", "")) if found else action.bonus
    if bonus is None:
        return None
    harm = _HARM.search(told[:600])
    before = told[: harm.start()] if harm else ""
    later = _LATER.search(before)
    unsure = harm and (later or _UNSURE.search(before))
    if untyped := _UNTYPED.match(told) if hit else None:
        harm = unsure = None
    dice = (harm and not unsure and (harm[1] or harm[2] or harm[3])) or action.dice
    dice = untyped[1] if untyped else dice
    if hit and not dice and (later or not (harm or _FIGURE.search(told))):
        dice = "0"
    parts = _parts(dice)
    if parts is None:
        return None
    other = _AT_RANGE.match(told, harm.end()) if harm and not unsure else None
    place = head if hit else head[:250]
    reach, shot = _REACH.search(place), _RANGE.search(place)
    near = int(shot[1]) if shot else 0
    range_ = (near, max(near, int(shot[2] or 0))) if shot else action.range
    arm = int(reach[1]) if reach else action.reach
    if kind and arm is None and kind[1].lower() == "melee" and shot:
        arm, range_ = near, None  # a range that is meant for its reach
    if arm is None and range_ is None:
        arm = 5
    rest = told[(other or harm).end() :] if harm and not unsure else told
    rest = told[untyped.end() :] if untyped else rest
    target = re.search(r"\bone ([^.]{1,160})", head)
    return Attack(
        bonus, *parts, harm[4].lower() if harm and not unsure else "",
        arm, range_, bool(kind and "spell" in kind[0].lower()),
        target[1] if target and _ONLY.search(target[1]) else "", rest.strip(" .,;"),
        _parts(other[1] or other[2] or other[3]) if other else None,
    )  # fmt: skip


def _parts(dice: str) -> tuple[str, int] | None:
    """Dice and their bonus apart; None for no dice.

    >>> _parts("2d6 + 3"), _parts("7"), _parts("")
    (('2d6', 3), ('7', 0), None)
    """
    parts = re.fullmatch(r"([0-9]+d[0-9]+|[0-9]+)([+-][0-9]+)?", dice.replace(" ", ""))
    return (parts[1], int(parts[2] or 0)) if parts else None


def area_of(action: Action) -> tuple[dict[str, Any], str] | None:
    """The attack on an area that an action is, and the rest of its words; None for others.

    What reaches so far from its maker's body is a burst from a corner of it: never farther.
    """
    text = action.text
    found = [(m.start(), shape, m) for shape, form in _SHAPES if (m := form.search(text))]
    save, harm = _SAVE.search(text), _HARM.search(text)
    if not found or save is None or harm is None or not (harm[1] or harm[2] or harm[3]):
        return None
    if _ONGOING.match(text, harm.end()):
        return None
    _, shape, match = min(found, key=lambda one: one[0])
    limit = limit_of(action)
    if limit and not (again(limit) or uses(limit)):
        return None
    size = int(next(filter(None, match.groups())))
    far = _WITHIN.search(text)
    outwards = re.search(rf"\bradius {_OUTWARDS}\b", text, re.I)
    if shape == "burst" and far is None and outwards is None:
        return None
    if shape == "around":
        shape, far = "burst", None
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
    elif limit:
        area["uses"] = uses(limit)
        if action.among:
            area["among"] = cut(bare(action.among), NAME)
    if shape in ("burst", "square") and far is not None:
        area["range"] = f"{far[1]} ft"
    return area, text[harm.end() :]


_CAUGHT = re.compile(r"\b(?:each|every|all) [^.:]{1,200}", re.I)
_PLAINLY = re.compile(
    r"(?:each|every|all) creatures? (?:in|within) (?:(?:that|the) (?:area|cone|line|cube|sphere)\b"
    rf"|an? [0-9]{{1,4}}(?!.*\bemanation\b)|[0-9]{{1,3}}{FEET} of (?:that|the) point\b)",
    re.I,
)


def caught_in(text: str) -> str:
    """Whom an area catches, in its words, where they are not all who are in it; else nothing.

    >>> caught_in("Dexterity Saving Throw: DC 13, each enemy in a 30-foot Cone. Failure: Prone.")
    'each enemy in a 30-foot Cone'
    >>> caught_in("Each creature in that area must make a DC 13 Dexterity saving throw.")
    ''
    """
    found = _CAUGHT.search(text)
    return "" if found is None or _PLAINLY.match(found[0]) else found[0].strip(" ,")


USUAL = re.compile(
    r"(?:on a fail(?:ed save|ure))?,? ?(?:or|and)? ?(?:half as much(?: damage)?|half damage|half"
    r" the damage)?(?: on a success(?:ful one|ful save)?)?\.?(?: ?success: half damage\.?)?",
    re.I,
)
"""What the words after an area usually say, of which its fields tell already."""


def options(action: Action) -> list[Action]:
    """The actions of which one says that it is any one; itself where it says so of none."""
    if not re.search(r"\b(?:one of the following|following (?:breath|options|effects))\b",
                     action.text, re.I):  # fmt: skip
        return [action]
    marks = list(_OPTION.finditer(action.text))
    ends = [mark.start() for mark in marks[1:]] + [len(action.text)]
    parts = [
        attrs.evolve(action, name=mark[1], text=action.text[mark.end() : end].strip(),
                     limit=limit_of(action), half=None, among=action.name)
        for mark, end in zip(marks, ends, strict=False)
    ]  # fmt: skip
    return parts or [action]


_CHOICE = re.compile(r"\bone of the following ([a-z]+ )?[a-z]+[.:]$", re.I)


def limited(actions: Iterable[Action]) -> Iterator[Action]:
    """Paragraphs; those out of which one is chosen are as limited as the one that says so.

    They are called as it calls them: ``Fire Breath`` is one of ``the following breath weapons``.
    """
    word, whole = "", None
    for action in actions:
        if whole is not None and word and bare(action.name).lower().endswith(word):
            yield attrs.evolve(action, limit=limit_of(whole), among=whole.name)
            continue
        choice = _CHOICE.search(action.text)
        word, whole = ((choice[1] or "").strip().lower(), action) if choice else ("", None)
        yield action


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
_ONE_OF = re.compile(rf"\b(makes?|and) either\b(?= (?:{_NUMBER}|[0-9]{{1,2}})\b)", re.I)
"""What begins one way or another to make some of the attacks."""
_ENDS = re.compile(
    r":|--|(?<=attacks)(?:-|, (?=[a-z]+ with\b))|(?<=twice|times),(?= once\b)|,? or\b"
    r"|,? (?:only|each|either|using|in any|which|and (?:it )?(?:can|may))\b| \(|;",
    re.I,
)


_PAIR = re.compile(r"\b(?:an? )?pair of\b", re.I)
_MAKES = re.compile(rf"\bmakes?\b|^(?:{_NUMBER}|[0-9]{{1,2}})\b", re.I)
"""Where counts of attacks begin."""
_OFTEN_SAID = rf"once|twice|thrice|(?:{_NUMBER}|[0-9]{{1,2}}) times"
_TIMES = re.compile(rf"\b({_OFTEN_SAID})\b(?! (?:per|an?|each|every)\b)", re.I)
"""How often it bites, claws or strikes."""
_OF_EACH = re.compile(
    rf"\b({_NUMBER}) ((?:[a-z'-]+ ){{0,3}}?)attacks? with each of (?:its|their) ({_NUMBER})\b", re.I
)
"""So many attacks with each of so many parts."""
_PARTS = re.compile(
    rf"(?<=attacks )with (both|its|{_NUMBER})\b"
    rf"|(?:(?<=and )|(?<=, ))(?:with )?(both|its|{_NUMBER})\b",
    re.I,
)
"""The parts of the body that it attacks with."""


def attacks_in(text: str, attacks: Iterable[str] = ()) -> int | None:
    """How many attacks the words of a multiattack are, by its first way; None where none counts.

    ``attacks``: the names of attacks, which count also where they are used instead of made.

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
    >>> attacks_in("The wyvern attacks with its bite and its claws.")
    2
    >>> attacks_in("The hydra makes as many bite attacks as it has heads.") is None
    True
    >>> attacks_in("The eel makes one nip and two tail attacks.", ("Nip", "Tail"))
    3
    >>> attacks_in("The eel makes one Nip attack and uses its Tail Slap.", ("Nip", "Tail Slap"))
    2
    """
    told = _OF_EACH.sub(_of_each, _PAIR.sub("two", text[:3000]))
    names = "|".join(re.escape(name) for name in sorted(attacks, key=len, reverse=True) if name)
    if names:  # so many bites are so many bite attacks
        called = rf"\b((?!an?\b)(?:{_NUMBER}|[0-9]{{1,2}}) (?:{names}))(?:e?s)?(?=,|\.| and\b|$)"
        told = re.sub(called, r"\1 attack", told, flags=re.I)
    used = re.compile(rf"\buses? (?:its |the )?(?:{names})s?\b(?: ({_OFTEN_SAID}))?", re.I)
    sentences = re.split(r"(?<=[.;])(?:\s+|(?=[A-Z]))", told)
    always = [one for one in sentences if not one.lower().startswith("if ")]
    for said, form in product((always, sentences), (_COUNT, _TIMES, _PARTS)):
        for sentence in said:
            if form is _COUNT and not _MAKES.search(sentence):
                continue
            way = _first_way(sentence)
            if form is _PARTS and not re.search(r"\battacks with\b", way, re.I):
                continue
            counts = [next(filter(None, m.groups())) for m in form.finditer(way)]
            if counts and form is not _TIMES and names:
                counts += [match[1] or "once" for match in used.finditer(way)]
            if counts:
                return sum(map(_number, counts))
    return None


def _of_each(match: re.Match[str]) -> str:
    """So many attacks with each of so many parts, as a number of attacks."""
    return f"{_number(match[1]) * _number(match[3])} {match[2]}attacks"


def _first_way(sentence: str) -> str:
    """What is made in a multiattack, before what repeats it or tells of another way."""
    start = _MAKES.search(sentence)
    told = sentence[start.start() :] if start else sentence
    told = _EITHER.sub(r"\1", _ONE_OF.sub(r"\1", told))
    end = _ENDS.search(told)
    return told[: end.start()] if end else told


def _number(word: str) -> int:
    """What a number or word says; of dice the mean, rounded down."""
    dice, _, faces = word.lower().partition("d")
    if dice.isdigit() and faces.isdigit():
        return int(dice) * (int(faces) + 1) // 2
    word = word.lower().removesuffix(" times")
    return NUMBERS.get(word) or _OFTEN.get(word) or int(word)


def as_parts(text: str, block: Fifth) -> int | None:
    """As many as there are parts of the body, which another paragraph counts; None for others."""
    parts = re.search(r"\bas many (?:[a-z'-]+ ){0,3}?attacks as it has ([a-z]{3,20})", text, re.I)
    if parts is None:
        return None
    counted = re.compile(rf"\bhas ({_NUMBER}|[0-9]{{1,2}}) {parts[1]}\b", re.I)
    counts = (counted.search(action.text) for action in block.actions[:MOST])
    return next((_number(found[1]) for found in counts if found), None)


_OFTEN = {"once": 1, "its": 1, "twice": 2, "both": 2, "thrice": 3}
