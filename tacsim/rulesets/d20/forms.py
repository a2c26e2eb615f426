"""The forms of the d20 ruleset's tables: what creatures, weapons and areas may say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacsim.core.nature import BANDS, BONUS_TYPES, LOADS
from tacsim.i18n import N_, NP_, _
from tacsim.rulesets.book import BONUS, KIND, creature_form, own_attacks
from tacsim.rulesets.d20.effects import FEATS
from tacsim.rulesets.d20.speed import (
    CLASSES,
    FAST,
    RACES,
    UNITS,
)
from tacsim.rulesets.family.abilities import ABILITIES
from tacsim.rulesets.schema import (
    DiceText,
    Each,
    Id,
    Json,
    Length,
    Named,
    Number,
    Path,
    Problem,
    Table,
    Text,
    Truth,
    Weight,
    Whole,
    Word,
    Words,
)

SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
TINY, SMALL, MEDIUM, HUGE = 2, 3, 4, 6

_LADDERS = """
1    1   1   1    1d2  1d3 1d4 1d6  1d8
1    1   1   1d2  1d3  1d4 1d6 1d8  2d6
1    1   1d2 1d3  1d4  1d6 1d8 2d6  3d6
1    1d2 1d3 1d4  1d6  1d8 2d6 3d6  4d6
1d2  1d3 1d4 1d6  1d8  2d6 3d6 4d6  6d6
1d3  1d4 1d6 1d8  1d10 2d8 3d8 4d8  6d8
1d4  1d6 1d8 1d10 1d12 3d6 4d6 6d6  8d6
1d2  1d3 1d4 1d6  2d4  2d6 3d6 4d6  6d6
1d4  1d6 1d8 1d10 2d6  3d6 4d6 6d6  8d6
1d6  1d8 1d10 2d6 2d8  3d8 4d8 6d8  8d8
1d8  1d10 2d6 2d8 2d10 4d8 6d8 8d8 12d8
"""

LADDERS: Mapping[str, tuple[str, ...]] = {
    row.split()[MEDIUM]: tuple(row.split()) for row in _LADDERS.strip().splitlines()
}
"""Damage dice of a weapon by its wielder's size, Fine first, under the dice of a Medium wielder."""

SKILLS = frozenset({
    "appraise", "balance", "bluff", "climb", "concentration", "craft", "decipher_script",
    "diplomacy", "disable_device", "disguise", "escape_artist", "forgery", "gather_information",
    "handle_animal", "heal", "hide", "intimidate", "jump", "knowledge", "listen", "move_silently",
    "open_lock", "perform", "profession", "ride", "search", "sense_motive", "sleight_of_hand",
    "speak_language", "spellcraft", "spot", "survival", "swim", "tumble", "use_magic_device",
    "use_rope",
})  # fmt: skip

SPEED_FROM = frozenset(
    {"race", "class", "class_speed", "base_speed", "armour_band", "load", "speed_bonuses"}
)
"""What a speed on foot follows from, where it is not stated."""

EXCEPTIONS = (
    "passes", "passable", "stops_among", "bars_friends", "bars_when_helpless", "bars_tiny",
    "bars_sizes", "bars_overrun", "bars_tumbling",
)  # fmt: skip
"""The rules of passing that a creature may break (``d20.pass.exception``), a key for each.

``passes``: it goes through opponents' squares as through friends'; ``passable``: so do its
opponents through its own; ``stops_among``: it may stop in occupied squares. ``bars_...``: its
squares are not opened by friendship, by its helplessness, to the very small, to those three sizes
apart, by overrunning, by tumbling. ``fills`` shuts them in all these cases.
"""

_FLAGS = (
    "flying", "incorporeal", "fills", "bulky", "mindless", "flanked", "low_light", "stable",
    *EXCEPTIONS,
)  # fmt: skip


def _length(most: int) -> Length:
    return Length(0, most, UNITS)


_BAND = Word(N_("kind of armour"), BANDS)
_LOAD = Word(NP_("burden", "load"), LOADS)

NATURAL_WEAPON = Table(
    {
        "name": Id(),
        "damage": DiceText(),
        "count": Whole(1, 20),
        "secondary": Truth(),
        "threat": Whole(2, 20),
        "multiplier": Whole(2, 10),
        "strength": Number(0, 2),
        "range": _length(200),
        "touch": Truth(),
        "alone": Truth(),
    },
    frozenset({"name", "damage"}),
)

WEAPON = Table(
    {
        "name": Text(),
        "kind": KIND,
        "hands": Word(N_("grip"), ("light", "one", "two")),
        "damage": DiceText(tuple(LADDERS)),
        "threat": Whole(2, 20),
        "multiplier": Whole(2, 10),
        "reach": Truth(),
        "adjacent": Truth(),
        "range": _length(200),
        "thrown": Truth(),
        "projectile": Truth(),
        "both_ends": Truth(),
        "unarmed": Truth(),
        "strength": Word(N_("use of strength"), ("full", "penalty", "none")),
        "trip": Truth(),
        "weight": Weight(10_000),
        "load": Word(N_("way to load"), ("move", "full_round")),
        "type": Each(Text(), most=5, lone=True),
    },
    frozenset({"kind", "hands", "damage"}),
)

SAVE_NAMES = ("fort", "ref", "will")
_ROUND = ("burst", "spread")


class AreaForm(Table):
    """The form of an attack on an area; a saving throw needs a difficulty, and range a burst."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """What is wrong with the table, or with what goes together in it."""
        yield from super().problems(value, words, path)
        if not isinstance(value, Mapping):
            return
        if ("save" in value) != ("dc" in value):
            missing = "dc" if "save" in value else "save"
            yield (*path, missing), _("is missing: a saving throw needs both save and dc")
        if "half" in value and "save" not in value:
            yield (*path, "half"), _("needs a saving throw")
        if "range" in value and value.get("shape") not in _ROUND:
            yield (*path, "range"), _("is for a burst or spread: others start at their maker")

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        round_only = {"properties": {"shape": {"enum": list(_ROUND)}}}
        return super().described(words) | {
            "dependencies": {"save": ["dc"], "dc": ["save"], "half": ["save"]},
            "if": {"required": ["range"]},
            "then": round_only,
        }


AREA = AreaForm(
    {
        "name": Text(),
        "shape": Word(N_("shape"), (*_ROUND, "cone", "line")),
        "size": Length(1, 100, UNITS),
        "damage": DiceText(),
        "save": Word(N_("saving throw"), SAVE_NAMES),
        "dc": Whole(1, 200),
        "half": Truth(),
        "recharge": DiceText(),
        "uses": Whole(1, 20),
        "among": Text(),
        "range": _length(200),
        "provokes": Truth(),
    },
    frozenset({"name", "shape", "size", "damage"}),
)
"""An attack on an area: a breath, a blast."""

SPEED_BONUS = Table(
    {
        "type": Word(N_("type of bonus"), BONUS_TYPES),
        "amount": _length(100),
        "armour": _BAND,
        "load": _LOAD,
    },
    frozenset({"amount"}),
)
"""A bonus to speed on foot, and the heaviest armour and load with which it counts."""


_SPEEDS = ("speed", "base_speed", "race")


class Kind(Table):
    """The form of an entry whose speed is stated, or follows from its race or base speed."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """What is wrong with the table, or that nothing tells the speed."""
        yield from super().problems(value, words, path)
        if isinstance(value, Mapping) and value.keys().isdisjoint(_SPEEDS):
            yield (*path, "speed"), _("is missing, and so is a race or base_speed to tell it")

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return super().described(words) | {"anyOf": [{"required": [key]} for key in _SPEEDS]}


CREATURE = Kind(
    {
        **creature_form(SIZES, UNITS, SKILLS, _FLAGS),
        **own_attacks(),
        **{key: _length(100) for key in ("speed", "base_speed", "fly", "swim", "climb")},
        "race": Word(N_("race"), RACES),
        "class": Each(Word(N_("class"), CLASSES), most=20, lone=True),
        "class_speed": Named(Word(N_("class that adds to speed"), FAST), _length(100)),
        "load": _LOAD,
        "weight": Weight(1_000_000),
        "speed_bonuses": Each(SPEED_BONUS, most=50),
        "reach": _length(20),
        "darkvision": _length(200),
        "abilities": Table({key: Whole(1, 200) for key in ABILITIES}),
        "bab": Whole(0, 100),
        **{key: Whole(0, 100) for key in ("armour", "shield", "natural", "deflection", "dodge")},
        "max_dex": Whole(0, 100),
        "armour_band": _BAND,
        "natural_weapons": Each(NATURAL_WEAPON, most=20),
        "areas": Each(AREA, most=20),
        "feats": Each(Word(N_("feat"), tuple(FEATS)), most=50),
        "saves": Table(dict.fromkeys(SAVE_NAMES, BONUS)),
        "cr": Number(0, 100),
    },
    frozenset({"name", "glyph", "size", "shape", "hp", "abilities", "bab"}),
)
"""The form of an entry of the bestiary; scenarios may override every key."""
