"""The JSON of Open5e's API: monsters of its first version, creatures of its second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tacsim.content.statblocks.fifth_block import (
    ABILITIES,
    SENSES,
    SKILLS,
    Action,
    Fifth,
    read_defences,
    read_others,
    read_scores,
    read_speeds,
    senses_in,
    size_in,
    speeds_in,
    with_bonus,
)
from tacsim.content.statblocks.shared import (
    CC_BY,
    UNSTATED,
    Origin,
    cut,
    named,
    number_of,
    rows,
    slug,
    table,
    text_of,
    unmarked,
    whole,
)

_FREE = ("wotc-srd", "srd-2014", "srd-2024", "srd")
"""The documents that stand under CC-BY-4.0 by their publisher's word."""


_MARKS = frozenset(
    {"ability_scores", "slug", "armor_desc", "document", "document__slug", "document__title",
     "challenge_rating_text", "cr"}
)  # fmt: skip


def is_own(value: Mapping[str, Any]) -> bool:
    """Whether a monster is one of version 1, or a creature of version 2.

    In the files out of which version 1 is made, as in old ones of 5e-bits, speeds and senses are
    words.
    """
    said = (value.get(key) for key in ("speed", "senses"))
    return not _MARKS.isdisjoint(value) or any(isinstance(one, str) for one in said)


def read(value: Mapping[str, Any]) -> Fifth:
    """What a monster's or creature's table says."""
    block = Fifth(
        name=text_of(value.get("name")),
        origin=_origin(value),
        id=slug(text_of(value.get("slug"))),
        size=size_in(named(value.get("size"))),
        type=named(value.get("type")),
        ac=whole(value.get("armor_class"), 1, 100),
        hp=whole(value.get("hit_points"), 1, 10_000),
        proficiency=whole(value.get("proficiency_bonus"), 0, 20),
        cr=number_of(
            value.get("cr", value.get("challenge_rating", value.get("challenge_rating_text", "")))
        ),
    )
    read_scores(block, table(value.get("ability_scores")) or value)
    speed = value.get("speed")
    if isinstance(speed, str):
        speeds_in(block, speed)
    else:
        read_speeds(block, table(speed))
    _bonuses(block, value)
    block.senses = senses_in(text_of(value.get("senses")))
    for sense in SENSES:
        feet = whole(value.get(f"{sense}_range"), 1, 2000)
        if feet is not None:
            block.senses[sense] = feet
    _actions(block, value)
    read_defences(block, table(value.get("resistances_and_immunities")) or value)
    languages = value.get("languages")
    told = table(languages).get("as_string", languages)
    block.remark("Languages", text_of(told) if isinstance(told, str) else "")
    return block


def _origin(value: Mapping[str, Any]) -> Origin:
    document = table(value.get("document"))
    key = text_of(value.get("document__slug")) or text_of(document.get("key"))
    title = text_of(value.get("document__title")) or named(document)
    licences = ", ".join(filter(None, map(named, rows(document.get("licenses")))))
    stated = licences or text_of(value.get("document__license_url")) or UNSTATED
    source = f"{title or 'a document without a name'}, by way of Open5e"
    return Origin(cut(source, 200), CC_BY if key in _FREE else cut(stated, 200))


def _bonuses(block: Fifth, value: Mapping[str, Any]) -> None:
    saves = table(value.get("saving_throws"))
    for key, word in ABILITIES.items():
        bonus = whole(saves.get(word, value.get(f"{word}_save")), -50, 100)
        if bonus is not None:
            block.saves[key] = bonus
    skills = table(value.get("skills")) or table(value.get("skill_bonuses"))
    for name, said in list(skills.items())[:50]:
        bonus = whole(said, -50, 100)
        if bonus is not None and isinstance(name, str):
            block.skills[slug(name)] = bonus
    for name in map(slug, SKILLS):
        bonus = whole(value.get(name), -50, 100)
        if bonus is not None:
            block.skills.setdefault(name, bonus)


_KINDS = {
    "REACTION": "reaction", "BONUS_ACTION": "bonus action", "LEGENDARY_ACTION": "legendary action",
    "LAIR_ACTION": "lair action",
}  # fmt: skip


def _actions(block: Fifth, value: Mapping[str, Any]) -> None:
    """Actions in the order of the statblock, which version 2 states beside each."""
    listed = [table(one) for one in rows(value.get("actions"))]
    listed.sort(key=lambda one: whole(one.get("order_in_statblock"), 0) or 0)
    for one in listed:
        block.actions.append(_action(one, _KINDS.get(text_of(one.get("action_type")), "")))
    read_others(block, value, _action)


def _action(one: Mapping[str, Any], kind: str) -> Action:
    attack = next((table(each) for each in rows(one.get("attacks"))), {})
    near, far = whole(attack.get("range"), 1, 2000), whole(attack.get("long_range"), 1, 5000)
    bonus = whole(one.get("attack_bonus"), -50, 100)
    return Action(
        name=text_of(one.get("name")) or "Action",
        text=unmarked(text_of(one.get("desc"))),
        bonus=whole(attack.get("to_hit_mod"), -50, 100) if attack else bonus,
        dice=_dice(one, attack),
        reach=whole(attack.get("reach"), 1, 300),
        range=(near, far or near) if near else None,
        limit=_limit(table(one.get("usage_limits"))),
        kind=kind,
    )


def _dice(one: Mapping[str, Any], attack: Mapping[str, Any]) -> str:
    """The dice that the fields tell; without a bonus where version 2 leaves it out."""
    if attack:
        count = whole(attack.get("damage_die_count"), 0, 100)
        die = text_of(attack.get("damage_die_type")).lower()[:5]
        dice, bonus = f"{count}{die}" if count and die else "", whole(attack.get("damage_bonus"))
    else:
        dice, bonus = text_of(one.get("damage_dice"))[:20], whole(one.get("damage_bonus"))
    return with_bonus(dice, bonus)


def _limit(usage: Mapping[str, Any]) -> str:
    kind, number = text_of(usage.get("type")), whole(usage.get("param"), 1, 99)
    if kind.startswith("RECHARGE_ON_ROLL"):
        return f"Recharge {number or 6}-6"
    return f"{number}/Day" if kind == "PER_DAY" and number else kind.lower().replace("_", " ")[:40]
