"""The JSON of 5e-bits' database and API: a list of monsters, or a single one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from tacsim.content.statblocks.fifth_block import (
    ABILITIES,
    SENSES,
    Action,
    Fifth,
    feet_in,
    read_defences,
    read_others,
    read_scores,
    read_speeds,
    size_in,
    with_bonus,
)
from tacsim.content.statblocks.fifth_words import is_attack
from tacsim.content.statblocks.shared import (
    CC_BY,
    Origin,
    named,
    number_of,
    rows,
    slug,
    table,
    text_of,
    whole,
)

_DOCUMENTS = {"/api/2024": "System Reference Document 5.2.1"}
_ALWAYS = ("dex", "natural", "armor", "")
"""The kinds of armour class that hold without a spell and in every state."""


def read(value: Mapping[str, Any]) -> Fifth:
    """What a monster's table says."""
    url = text_of(value.get("url"))[:100]
    document = next(
        (name for start, name in _DOCUMENTS.items() if url.startswith(start)),
        "System Reference Document 5.1",
    )
    block = Fifth(
        name=text_of(value.get("name")),
        origin=Origin(f"{document}, by way of 5e-bits", CC_BY),
        id=slug(text_of(value.get("index"))),
        size=size_in(text_of(value.get("size"))),
        type=text_of(value.get("type")),
        ac=_armour_class(value.get("armor_class")),
        hp=whole(value.get("hit_points"), 1, 10_000),
        proficiency=whole(value.get("proficiency_bonus"), 0, 20),
        cr=number_of(value.get("challenge_rating", "")),
    )
    read_scores(block, value)
    read_speeds(block, table(value.get("speed")))
    for sense in SENSES:
        found = feet_in(text_of(table(value.get("senses")).get(sense)))
        if found is not None:
            block.senses[sense] = found
    _proficiencies(block, value)
    _actions(block, value)
    read_defences(block, value)
    block.remark("Languages", text_of(value.get("languages")))
    return block


def _armour_class(value: object) -> int | None:
    """The best of those that hold always; in older files it is a number."""
    if not isinstance(value, list):
        return whole(value, 1, 100)
    found = [
        number
        for one in rows(value)
        if text_of(table(one).get("type")) in _ALWAYS
        and (number := whole(table(one).get("value"), 1, 100)) is not None
    ]
    return max(found, default=None)


def _proficiencies(block: Fifth, value: Mapping[str, Any]) -> None:
    for one in rows(value.get("proficiencies")):
        kind, _, name = named(table(one).get("proficiency")).partition(":")
        bonus = whole(table(one).get("value"), -50, 100)
        if bonus is None:
            continue
        if kind == "Saving Throw" and name.strip().lower() in ABILITIES:
            block.saves[name.strip().lower()] = bonus
        elif kind == "Skill":
            block.skills[slug(name)] = bonus


def _actions(block: Fifth, value: Mapping[str, Any]) -> None:
    listed = [table(one) for one in rows(value.get("actions"))]
    plain = [_action(one) for one in listed]
    attacks = {action.name.lower() for action in plain if is_attack(action)}
    for one, action in zip(listed, plain, strict=True):
        block.actions.append(attrs.evolve(action, made=_made(one, attacks)))
    read_others(block, value, _action)


def _action(one: Mapping[str, Any], kind: str = "") -> Action:
    usage, dc = table(one.get("usage")), table(one.get("dc"))
    success = text_of(dc.get("success_type"))
    return Action(
        name=text_of(one.get("name")) or "Action",
        text=text_of(one.get("desc")),
        bonus=whole(one.get("attack_bonus"), -50, 100),
        dice=_dice(one.get("damage")),
        limit=_limit(usage),
        half=success == "half" if success else None,
        kind=kind,
    )


def _limit(usage: Mapping[str, Any]) -> str:
    kind = text_of(usage.get("type"))
    if kind == "recharge on roll":
        return f"Recharge {whole(usage.get('min_value'), 2, 6) or 6}-6"
    if kind == "per day":
        return f"{whole(usage.get('times'), 1, 99) or 1}/Day"
    return kind[:40] if kind not in ("", "at will") else ""


def _dice(value: object) -> str:
    """The dice of the first damage; of a choice, the first option's."""
    for one in rows(value)[:1]:
        chosen = table(one).get("from")
        inner = rows(table(chosen).get("options")) if isinstance(chosen, Mapping) else rows(chosen)
        first = table(inner[0]) if inner else table(one)
        dice, bonus = text_of(first.get("damage_dice"))[:20], whole(first.get("damage_bonus"))
        return with_bonus(dice, bonus)
    return ""


def _made(one: Mapping[str, Any], attacks: set[str]) -> int | None:
    """How many attacks the parts of a multiattack are, by its first way; None for none."""
    parts = rows(one.get("actions"))
    if not parts:
        ways = rows(table(table(one.get("action_options")).get("from")).get("options"))
        first = table(ways[0]) if ways else {}
        parts = rows(first.get("items")) or ([first] if first else [])
    made = 0
    for part in map(table, parts):
        count = whole(part.get("count"), 1, 100)
        if text_of(part.get("action_name")).lower() in attacks:
            if count is None:
                return None
            made += count
    return made or None
