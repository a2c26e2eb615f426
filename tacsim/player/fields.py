"""Fields: the values of a file as people read and type them, by the forms of the readers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from tacsim.content.documents import parse_document
from tacsim.content.faults import ContentError
from tacsim.content.toml_values import written
from tacsim.i18n import N_, NP_, _, known_as, ngettext, translate
from tacsim.rulesets.schema import (
    Coordinates,
    DiceText,
    Each,
    Glyph,
    Id,
    Length,
    Named,
    Number,
    Schema,
    Table,
    Text,
    Truth,
    Weight,
    Whole,
    Word,
    Words,
)
from tacsim.session.opponents import offered
from tacsim.view.wording import words as said_words
from tacsim.view.wording.players import player_name

LABELS: Mapping[str, str] = {
    "id": N_("id"), "name": N_("name"), "kind": N_("kind"), "side": N_("side"), "at": N_("place"),
    "hp": N_("hit points"), "wounds": N_("wounds at first"), "weapons": N_("weapons"),
    "conditions": N_("conditions"), "behaviour": N_("behaviour"), "temper": N_("temper"),
    "tasks": N_("tasks"), "holds": N_("cells to hold"), "initiative": N_("initiative"),
    "size": N_("size"), "shape": N_("shape"), "space": N_("space"), "reach": N_("reach"),
    "speed": N_("speed"), "base_speed": N_("speed without armour"), "fly": N_("flying speed"),
    "swim": N_("swimming speed"), "climb": N_("climbing speed"), "glyph": N_("sign"),
    "skills": N_("skills"), "flying": N_("flying"), "incorporeal": N_("incorporeal"),
    "fills": N_("fills its space"), "bulky": N_("bulky"), "mindless": N_("mindless"),
    "flanked": N_("can be flanked"), "low_light": N_("sees in dim light"),
    "stable": N_("stands firm"), **said_words.EXCEPTIONS,
    "type": N_("type"), "source": N_("source"), "licence": N_("licence"), "notes": N_("notes"),
    "attack_bonus": N_("bonus on attacks"), "damage_bonus": N_("bonus on damage"),
    "damage": N_("damage"), "race": N_("race"), "class": N_("class"),
    "class_speed": N_("speed by class"), "load": NP_("burden", "load"), "weight": N_("weight"),
    "speed_bonuses": N_("bonuses on speed"), "darkvision": N_("darkvision"),
    "abilities": N_("abilities"), "bab": N_("base attack"), "armour": N_("armour"),
    "shield": N_("shield"), "natural": N_("natural armour"), "deflection": N_("deflection"),
    "dodge": N_("dodge"), "max_dex": N_("most dexterity in armour"),
    "armour_band": N_("kind of armour"), "natural_weapons": N_("natural weapons"),
    "areas": N_("areas"), "feats": N_("feats"), "saves": N_("saving throws"),
    "cr": N_("challenge rating"), "ac": N_("armour class"), "proficiency": N_("proficiency"),
    "attacks": N_("attacks"), "lets_pass": N_("lets allies pass"),
    "attributes": N_("attributes"), "stamina": N_("Stamina"), "absorption": N_("Absorption"),
    "stowed": N_("stowed weapons"), "quality": N_("quality"), "controller": N_("played by"),
    "allies": N_("allies"), "role": N_("role"), "cells": N_("cells"), "creature": N_("creature"),
    "rounds": N_("rounds"), "ruleset": N_("rules"), "seed": N_("seed of the dice"),
    "about": N_("what it shows"), "fog": N_("fog of war"), "max_rounds": N_("rounds at most"),
    "bestiaries": N_("bestiary files"), "light": N_("light"), "radius": N_("cells around it lit"),
    "text": N_("text"), "str": N_("strength"), "dex": N_("dexterity"), "con": N_("constitution"),
    "int": N_("intelligence"), "wis": N_("wisdom"), "cha": N_("charisma"),
    "fort": N_("fortitude"), "ref": N_("reflex"), "will": N_("will"), "might": N_("might"),
    "grace": N_("grace"), "mettle": N_("mettle"), "width": N_("columns"), "height": N_("rows"),
    "levels": N_("levels"),
}  # fmt: skip
"""What the keys of files are called; one without an entry goes by itself."""
VALUES: Mapping[str, str] = {
    **{size.lower(): size for size in said_words.SIZES}, "average": said_words.AVERAGE,
    "tall": N_("tall"),
    "long": N_("long"), "aggressive": N_("aggressive"), "steady": N_("steady"),
    "wary": N_("wary"), "heavy": N_("heavy"), "light": NP_("burden", "light"),
    "bright": N_("bright"), "dark": N_("dark"), "hold": N_("hold cells"),
    "reach": N_("reach a cell"),
    "slay": N_("slay a creature"), "survive": N_("survive"), "screen": N_("screen"),
    "guard_archers": N_("guard archers"), "protect_wounded": N_("protect wounded"),
    "hunt_casters": N_("hunt casters"), "hunt_weak": N_("hunt weak"),
    "players": NP_("role", "players"), "enemies": NP_("role", "enemies"),
    "neutrals": NP_("role", "neutrals"), "none": N_("none"),
}  # fmt: skip
"""What words of files are called, those of conditions and skills besides."""
SKILLS: Mapping[str, str] = {
    **said_words.SKILLS,
    "acrobatics": NP_("skill", "acrobatics"), "animal_handling": NP_("skill", "animal handling"),
    "appraise": NP_("skill", "appraise"), "arcana": NP_("skill", "arcana"),
    "athletics": NP_("skill", "athletics"), "bluff": NP_("skill", "bluff"),
    "concentration": NP_("skill", "concentration"), "craft": NP_("skill", "craft"),
    "deception": NP_("skill", "deception"), "decipher_script": NP_("skill", "decipher script"),
    "diplomacy": NP_("skill", "diplomacy"), "disable_device": NP_("skill", "disable device"),
    "disguise": NP_("skill", "disguise"), "forgery": NP_("skill", "forgery"),
    "gather_information": NP_("skill", "gather information"),
    "handle_animal": NP_("skill", "handle animal"), "heal": NP_("skill", "heal"),
    "hide": NP_("skill", "hide"), "history": NP_("skill", "history"),
    "insight": NP_("skill", "insight"), "intimidate": NP_("skill", "intimidate"),
    "intimidation": NP_("skill", "intimidation"), "investigation": NP_("skill", "investigation"),
    "knowledge": NP_("skill", "knowledge"), "listen": NP_("skill", "listen"),
    "medicine": NP_("skill", "medicine"), "move_silently": NP_("skill", "move silently"),
    "nature": NP_("skill", "nature"), "open_lock": NP_("skill", "open lock"),
    "perception": NP_("skill", "perception"), "perform": NP_("skill", "perform"),
    "performance": NP_("skill", "performance"), "persuasion": NP_("skill", "persuasion"),
    "profession": NP_("skill", "profession"), "religion": NP_("skill", "religion"),
    "ride": NP_("skill", "ride"), "search": NP_("skill", "search"),
    "sense_motive": NP_("skill", "sense motive"),
    "sleight_of_hand": NP_("skill", "sleight of hand"),
    "speak_language": NP_("skill", "speak language"), "spellcraft": NP_("skill", "spellcraft"),
    "spot": NP_("skill", "spot"), "stealth": NP_("skill", "stealth"),
    "survival": NP_("skill", "survival"), "use_magic_device": NP_("skill", "use magic device"),
    "use_rope": NP_("skill", "use rope"),
}  # fmt: skip
"""What the skills of files are called."""
TYPES: Mapping[str, str] = {
    "aberration": NP_("creature", "aberration"), "animal": NP_("creature", "animal"),
    "beast": NP_("creature", "beast"), "celestial": NP_("creature", "celestial"),
    "construct": NP_("creature", "construct"), "dragon": NP_("creature", "dragon"),
    "elemental": NP_("creature", "elemental"), "fey": NP_("creature", "fey"),
    "fiend": NP_("creature", "fiend"), "giant": NP_("creature", "giant"),
    "humanoid": NP_("creature", "humanoid"), "magical beast": NP_("creature", "magical beast"),
    "monstrosity": NP_("creature", "monstrosity"),
    "monstrous humanoid": NP_("creature", "monstrous humanoid"), "ooze": NP_("creature", "ooze"),
    "outsider": NP_("creature", "outsider"), "person": NP_("creature", "person"),
    "plant": NP_("creature", "plant"), "swarm": NP_("creature", "swarm"),
    "undead": NP_("creature", "undead"), "vermin": NP_("creature", "vermin"),
}  # fmt: skip
"""What the types of creatures in files are called."""
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?", re.ASCII)
SHOWN = 60
"""The most letters of a value that has no better words than the file's own."""


def label(key: str) -> str:
    """What a key of a file is called.

    >>> label("hp"), label("sea_legs")
    ('hit points', 'sea legs')
    """
    return said_words.word(LABELS, key)


def value_word(key: str, value: object) -> str:
    """What a word in a file is called; who plays a side, by name.

    >>> value_word("temper", "wary"), value_word("fog", True)
    ('wary', 'yes')
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key == "controller":
        return player_name(str(value))
    if key == "name":
        return known_as(str(value))
    if key == "about":
        return translate(" ".join(str(value).split()))
    if key in NAMED:
        return str(value)
    if key in OF_KEYS:
        return said_words.word(OF_KEYS[key], str(value))
    tables = {**said_words.WEAPONS, **said_words.SKILLS, **VALUES, **said_words.CONDITIONS}
    return said_words.word(tables, str(value))


OF_KEYS: Mapping[str, Mapping[str, str]] = {"skills": SKILLS, "type": TYPES}
"""The words of the values of some keys, and of the keys in them."""
NAMED = ("id", "side", "allies", "creature", "text", "bestiaries", "ruleset")
"""Keys whose values are names, and told as they are."""


def value_text(key: str, value: object, form: Schema) -> str:
    """A value in words, on one line.

    >>> value_text("weapons", ["longsword", "light_crossbow"], Each(Word("weapon")))
    'longsword, light crossbow'
    """
    match form, value:
        case Each(item=Coordinates()), list():
            return ngettext("{n} cell", "{n} cells", len(value)).format(n=len(value))
        case Coordinates(), list():
            return said_words.place(tuple(value))
        case Each(), list() if all(isinstance(one, str) for one in value):
            return ", ".join(value_word(key, one) for one in value) or _("none")
        case Each(), list() if all(isinstance(one, Mapping) and "name" in one for one in value):
            return ", ".join(said_words.weapon_word(str(one["name"])) for one in value)
        case ((Table() | Named()), Mapping()):
            named = partial(value_word, key) if key in OF_KEYS else label
            parts = (f"{named(name)} {value_word(name, one)}" for name, one in value.items()
                     if not isinstance(one, list | Mapping))  # fmt: skip
            return ", ".join(parts) or _("none")
        case ((Truth() | Word()), _):
            return value_word(key, value)
        case _, bool() | str():
            return " ".join(value_word(key, value).split())
        case _:
            return written(value)


def choices(key: str, form: Schema, words: Words) -> Sequence[object]:
    """The values that a field may take, where they can be listed; none where they cannot.

    >>> choices("fog", Truth(), {})
    (True, False)
    """
    if key == "controller":
        return ("human", *(f"ai:{level.opponent}" for level in offered()), "script")
    if isinstance(form, Truth):
        return True, False
    one = form.item if isinstance(form, Each) else form
    if not isinstance(one, Word):
        return ()
    known = one.choices or words.get(one.of) or ()
    return tuple(known) if isinstance(known, tuple) else sorted(known)


def typed_text(value: object, form: Schema) -> str:
    """A value as it is typed: as it is, or as a file has it where it is more than a word."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    if value is None:
        return ""
    return str(value) if plain or (isinstance(value, str) and _is_plain(form)) else written(value)


def _is_plain(form: Schema) -> bool:
    return isinstance(form, Text | Id | DiceText | Glyph | Length | Weight | Whole | Number | Word)


def parsed(text: str, form: Schema) -> object:
    """The value that was typed; ValueError, in words, for what is none.

    >>> parsed("17", Whole(1, 20)), parsed("40 ft", Text()), parsed("[1, 2]", Coordinates(2))
    (17, '40 ft', [1, 2])
    """
    text = text.strip()
    if isinstance(form, Whole | Number | Length | Weight) and NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    if _is_plain(form):
        return text
    try:
        return parse_document(f"value = {text}").tables["value"]
    except (ContentError, KeyError):
        words = _("this is written as in files, such as [1, 2] or {example}")
        raise ValueError(words.format(example='["longbow"]')) from None


def wrong_with(text: str, form: Schema, words: Words) -> str:
    """Why what was typed cannot be, empty if it can.

    >>> wrong_with("40", Whole(1, 20), {})
    'must be a whole number from 1 to 20, not 40'
    """
    try:
        value = parsed(text, form)
    except ValueError as error:
        return str(error)
    return next((message for _path, message in form.problems(value, words)), "")


def is_for_a_card(form: Schema) -> bool:
    """Whether a value has fields of its own."""
    return isinstance(form, Table) or (
        isinstance(form, Named) and isinstance(form.key, Word) and bool(form.key.choices)
    )


def as_table(form: Schema) -> Table:
    """The form of a value with fields of its own."""
    if isinstance(form, Named) and isinstance(form.key, Word):
        return Table(dict.fromkeys(sorted(form.key.choices), form.value))
    assert isinstance(form, Table)
    return form
