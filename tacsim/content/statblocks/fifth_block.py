"""What a 5e statblock says, and its parts out of words and out of the fields of JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from tacsim.content.statblocks.shared import (
    NAME,
    Origin,
    Told,
    cut,
    line,
    named,
    plain,
    rows,
    slug,
    table,
    text_of,
    whole,
)

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
SPEEDS = ("walk", "fly", "swim", "climb", "burrow")
SENSES = ("darkvision", "blindsight", "truesight", "tremorsense")
FEET = r"(?:- ?| )?(?:feet|foot|ft\b\.?)"
"""How feet are written behind a number, also where a line was broken there."""


@attrs.frozen
class Action:
    """An action of a statblock: its name and its words, and what fields say beside them.

    ``bonus`` of the attack and ``dice`` of its damage, where fields give them; ``made``: how many
    attacks fields say that it stands for; ``kind`` is empty for plain actions; ``among``: that out
    of which it is chosen.
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
    among: str = ""


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


# --- out of words ------------------------------------------------------------------------------


def feet_in(text: str) -> int | None:
    """The first length in feet of a text."""
    match = re.search(rf"([0-9]{{1,4}}){FEET}", plain(text[:200]))
    return int(match[1]) if match else None


def senses_in(text: str) -> dict[str, int]:
    """The senses of a line such as ``Darkvision 60 ft., passive Perception 12``."""
    found = re.findall(
        rf"\b(darkvision|blindsight|truesight|tremorsense)\s*:?\s*([0-9]{{1,4}}){FEET}",
        plain(text[:500]),
        re.I,
    )
    return {name.lower(): int(feet) for name, feet in found}


def speeds_in(block: Fifth, said: str) -> None:
    """The speeds of a line such as ``30 ft., fly 60 ft. (hover)``."""
    said = plain(said[:500])
    block.hover = "hover" in said.lower()
    always = re.sub(r"\([^)]*\)", "", said)
    for part in re.split(r"[,;]", always)[:10]:
        match = re.match(
            r"\s*(?:(walk|fly|swim|climb|burrow)(?:m?ing)?)?\s*([0-9]{1,4}) ?(?:ft|feet)",
            part,
            re.I,
        )
        if match:
            block.speeds.setdefault((match[1] or "walk").lower(), int(match[2]))
    if block.speeds:
        block.speeds.setdefault("walk", 0)
    if re.search(r"\([^)]*\bin\b[^)]*form", said):
        block.remark("Speed", said)


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


# --- out of the fields of JSON -----------------------------------------------------------------


def read_scores(block: Fifth, found: Mapping[str, Any]) -> None:
    """The ability scores of a table that has them by their whole names."""
    scores = {key: whole(found.get(word), 1, 50) for key, word in ABILITIES.items()}
    block.scores = {key: score for key, score in scores.items() if score is not None}


def read_speeds(block: Fifth, found: Mapping[str, Any]) -> None:
    """The speeds of a table that has them by their modes, as numbers or as lengths."""
    for mode in SPEEDS:
        said = found.get(mode)
        feet = feet_in(said) if isinstance(said, str) else None
        feet = whole(said, 0, 2000) if feet is None else feet
        if feet is not None:
            block.speeds[mode] = feet
    block.hover = found.get("hover") is True


def read_others(
    block: Fifth, found: Mapping[str, Any], action: Callable[[Mapping[str, Any], str], Action]
) -> None:
    """Traits, reactions and the like, each list of them by its key."""
    for key, kind in (
        ("special_abilities", "trait"), ("traits", "trait"), ("reactions", "reaction"),
        ("bonus_actions", "bonus action"), ("legendary_actions", "legendary action"),
    ):  # fmt: skip
        block.actions += [action(table(one), kind) for one in rows(found.get(key))]


def read_defences(block: Fifth, found: Mapping[str, Any]) -> None:
    """What it resists and cannot suffer: remarks, as the rules here have no such thing."""
    for label in (
        "Damage Vulnerabilities", "Damage Resistances", "Damage Immunities", "Condition Immunities",
    ):  # fmt: skip
        key = slug(label)
        said = found.get(f"{key}_display") or found.get(key)
        names = [named(one) for one in rows(said)] if isinstance(said, list) else [text_of(said)]
        block.remark(label, ", ".join(name for name in names if name))


def with_bonus(dice: str, bonus: int | None) -> str:
    """Dice of damage with a bonus that stands beside them.

    >>> with_bonus("2d6", 3), with_bonus("2d6+3", 3)
    ('2d6+3', '2d6+3')
    """
    return f"{dice}{bonus:+}" if dice and bonus and not set("+-") & set(dice) else dice
