"""Reads ``effects.toml`` and ``feats.toml``: conditions, feats and what they do.

In words ``docs/effects.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tacsim.core.components import SpeedBonus
from tacsim.core.events import Modifier
from tacsim.core.nature import BONUS_TYPES
from tacsim.i18n import N_, _
from tacsim.rules.effects import feats
from tacsim.rules.effects.conditions import FLAGS, Effect, Effects, Part
from tacsim.rules.effects.feats import Feats
from tacsim.rulesets.family.abilities import ABILITIES
from tacsim.rulesets.schema import (
    Each,
    Glyph,
    Id,
    Json,
    Named,
    Number,
    Path,
    Problem,
    Table,
    Text,
    Whole,
    Word,
    Words,
    said,
    written,
)

SUMS = {
    "attack": "attack", "defence": "defence", "dodging": "defence", "saves": "attack",
    "checks": "attack", "skills": "attack",
}  # fmt: skip
"""What a number can be added to, and what the modifier is then on; dodging goes with dexterity."""
DICE = ("attack", "against", "saves", "dexterity_saves", "checks")
"""What dice of advantage (below 0: of disadvantage) can be for."""
WHEN = (
    "melee", "ranged", "near", "far", "foe_in_sight", "close", "leaving", "bull_rush", "overrun",
)  # fmt: skip
"""The situations in which a modifier may count."""

_COUNT = Whole(-20, 20)
_GRADED = Table({**dict.fromkeys(("always", *WHEN), _COUNT), "name": Text(), "clause": Text()})


@attrs.frozen
class _Modifier:
    """A number, or a table of numbers by situation with a name and a clause of its own."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Whatever is wrong with the number or with the table."""
        form = _GRADED if isinstance(value, Mapping) else _COUNT
        yield from form.problems(value, words, path)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"anyOf": [_COUNT.described(words), _GRADED.described(words)]}


@attrs.frozen
class _Feet:
    """A length in feet, which each ruleset makes cells of."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Whatever is not such a text."""
        if not isinstance(value, str) or _FEET.fullmatch(value) is None:
            yield path, said(_('must be a text like "{text}", not {value}'), value, text="10 ft")

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"type": "string", "pattern": f"^{_FEET.pattern}$"}


_FEET = re.compile(r"([1-9][0-9]{0,2}) ft")

EFFECT = Table(
    {
        "words": Text(),
        "clause": Text(),
        **dict.fromkeys(SUMS, _Modifier()),
        "dice": Table(dict.fromkeys(DICE, _Modifier())),
        **dict.fromkeys(ABILITIES.values(), _COUNT),
        "speed": Number(0, 1),
        "speed_bonus": Table(
            {"amount": _Feet(), "type": Word(N_("type of bonus"), BONUS_TYPES)},
            frozenset({"amount"}),
        ),
        "forbids": Each(Id()),
        "flags": Each(Word(N_("flag"), tuple(FLAGS))),
        "replaces": Each(Id()),
        "until": Word(N_("end"), ("turn",)),
        "mark": Glyph(),
    },
    frozenset({"words"}),
)
"""The form of an entry of ``effects.toml``."""
FEAT = Table(
    {
        "words": Text(),
        "clause": Text(),
        **dict.fromkeys((*SUMS, "damage"), _Modifier()),
        "flags": Each(Word(N_("flag"), tuple(feats.FLAGS))),
        "adds": Named(Id(), _COUNT),
        "permits": Each(Id()),
        "unprovoked": Each(Id()),
        "spares": Named(Id(), Each(Word(N_("flag"), tuple(FLAGS)))),
    },
    frozenset({"words"}),
)
"""The form of an entry of ``feats.toml``."""


def read(table: Mapping[str, Any]) -> Effects:
    """The effects of a file; ValueError naming the first field that is wrong.

    >>> effects = read({"shaken": {"words": "shaken", "attack": -2, "clause": "x"}})
    >>> effects["shaken"].parts[0].modifier
    Modifier(name='shaken', value=-2, clause='x', on='attack')
    """
    return Effects(_entries("effects.toml", EFFECT, table))


def read_feats(table: Mapping[str, Any]) -> Feats:
    """The feats of a file; ValueError as for :func:`read`."""
    return Feats(_entries("feats.toml", FEAT, table))


def _entries(file: str, form: Table, table: Mapping[str, Any]) -> list[Effect]:
    for path, problem in Named(Id(), form).problems(table, {}):
        raise ValueError(f"{file}: {written(path)} {problem}")
    return [_effect(name, entry) for name, entry in table.items()]


def _effect(name: str, entry: Mapping[str, Any]) -> Effect:
    clause = entry.get("clause", "")
    parts: list[Part] = []
    for on, sum_ in (*SUMS.items(), ("damage", "damage")):
        parts += _parts(name, clause, on, sum_, entry.get(on, {}))
    for on, value in entry.get("dice", {}).items():
        parts += _parts(name, clause, on, "advantage", value)
    return Effect(
        name,
        entry["words"],
        clause,
        tuple(parts),
        {ability: entry[ability] for ability in ABILITIES.values() if ability in entry},
        entry.get("speed", 1),
        _speed_bonus(entry["speed_bonus"]) if "speed_bonus" in entry else None,
        frozenset(entry.get("forbids", ())),
        frozenset(entry.get("flags", ())),
        frozenset(entry.get("replaces", ())),
        entry.get("until", ""),
        entry.get("mark", ""),
        entry.get("adds", {}),
        frozenset(entry.get("permits", ())),
        frozenset(entry.get("unprovoked", ())),
        {name: frozenset(flags) for name, flags in entry.get("spares", {}).items()},
    )


def _speed_bonus(table: Mapping[str, Any]) -> SpeedBonus:
    found = _FEET.fullmatch(table["amount"])
    assert found is not None
    return SpeedBonus(int(found[1]), table.get("type", ""))


def _parts(
    name: str, clause: str, on: str, sum_: str, value: int | Mapping[str, Any]
) -> Iterator[Part]:
    table: Mapping[str, Any] = value if isinstance(value, Mapping) else {"always": value}
    called, cited = table.get("name", name), table.get("clause", clause)
    for when in ("always", *WHEN):
        if when in table:
            modifier = Modifier(called, table[when], cited, sum_)
            yield Part(on, "" if when == "always" else when, modifier)
