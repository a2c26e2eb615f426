"""Catalogues are whole: nothing missing, fuzzy, with other gaps than its source or too wide."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from catalogue.__main__ import file_of, updated
from catalogue.messages import NUMBERED, catalogue

from tacsim.app.battle.cards import bids_table
from tacsim.app.menus import character_card, gauntlet, setup_lines, start
from tacsim.app.shell.keys import BATTLE
from tacsim.i18n import LANGUAGES, NP_, _, pgettext, speaking, translate
from tacsim.i18n.particles import resolved
from tacsim.rulesets import RULESETS, content
from tacsim.view.columns import columns
from tacsim.view.wording.account import COLUMNS, GROUPS
from tacsim.view.wording.bound import BOUND
from tacsim.view.wording.words import SIZES

DOCS = Path(__file__).parents[1] / "docs"
TRANSLATED = [code for code in LANGUAGES if code != "en"]
GAPS = re.compile(r"\{[^}]*\}")
FIGURES = 5
"""The columns of a heading over figures of two or three digits, at 80 columns."""
KEY = 14
"""The most columns of a word behind a key in the bar at the foot."""


def forms(message: Message) -> tuple[str, ...]:
    """What a message is translated by, for each number where there are several."""
    told = message.string
    return (told,) if isinstance(told, str) else tuple(told or ("",))


def source(message: Message) -> str:
    """A message in English, for many where it depends on a number."""
    return message.id if isinstance(message.id, str) else message.id[-1]


@cache
def read(language: str) -> Catalog:
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language)


def translated(language: str) -> list[Message]:
    return [message for message in read(language) if message.id]


def gaps(text: str) -> set[str]:
    return {name for _text, name, _spec, _how in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_is_translated(language: str) -> None:
    """``PYTHONPATH=tests python -m catalogue`` brings a catalogue up to the code."""
    wanted = {(source(one), one.context) for one in catalogue(language) if one.id}
    there = {(source(one), one.context): one for one in translated(language)}
    assert sorted(wanted - there.keys(), key=str) == []
    assert sorted(there.keys() - wanted, key=str) == []
    assert [key for key, one in there.items() if one.fuzzy or not all(forms(one))] == []
    assert len(updated(file_of(language), language)) == len(read(language))


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_gaps_are_those_of_the_source(language: str) -> None:
    """All of them, in any order; where there is a form for one, the number may be said in it."""
    wrong = [
        (source(message), form)
        for message in translated(language)
        for one in [message.id if isinstance(message.id, str) else message.id[0]]
        for form in forms(message)
        if gaps(form) != gaps(source(message))
        and (len(forms(message)) == 1 or gaps(form) != gaps(one))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_ends_are_those_of_the_source(language: str) -> None:
    """Blanks and line ends around a message are part of what is put together with it."""
    wrong = [
        (source(message), form)
        for message in translated(language)
        for form in forms(message)
        for text in [source(message)]
        if (form[:1].isspace(), form[-1:].isspace()) != (text[:1].isspace(), text[-1:].isspace())
    ]
    assert wrong == []


def fixed() -> Iterator[tuple[int, Iterable[str]]]:
    """What stands in a fixed place, with the columns that it may take there."""
    yield 15, [name for _id, name, _about in start.ENTRIES]
    yield setup_lines.LABEL - 1, ["How hard", "Fog of war", "Advice", "Dice", "Names"]
    yield (
        setup_lines.SWITCH - 1,
        [switch.name.replace("_", " ") for rules in RULESETS for switch in content(rules).switches],
    )
    yield gauntlet.LABEL - 3, gauntlet.ASKED.values()
    yield gauntlet.LABEL - 1, ["Go on", "New run"]
    yield character_card.LABEL - 1, ["Name"]
    yield bids_table.LABEL - 3, ["Stamina", "costs", "dice", "to hit", "damage"]
    yield FIGURES + 3, COLUMNS
    yield 2 * FIGURES + 8, [title for title, _many in GROUPS]
    yield KEY, [key.label for key in BATTLE if key.label]
    yield KEY, [one.label for one in BOUND.values() if one.label]
    yield 12, SIZES


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_stands_in_a_fixed_place_has_room_there(language: str) -> None:
    told = {
        NP_(one.context, source(one)) if one.context else source(one): forms(one)[-1]
        for one in translated(language)
    }
    wide = [
        (room, message, told[message])
        for room, messages in fixed()
        for message in messages
        if columns(told[message]) > room
    ]
    assert wide == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_context_tells_what_a_word_is_and_is_not_read(language: str) -> None:
    with speaking(language):
        fallen, load = pgettext("state", "down"), translate(NP_("burden", "load"))
        assert pgettext("no such", "words of nobody") == "words of nobody"
        assert (fallen, load) == (("down", "load") if language == "en" else ("쓰러짐", "짐"))
        assert (_("down") == fallen) == (_("load") == load) == (language == "en")


# --- Korean --------------------------------------------------------------------------------------

LONE = re.compile(r"\}['\"”’)]*(?:은|는|이|가|을|를|과|와|으로|로|이다)(?=[\s.,:;!?]|$)")
KNOWN = {"{chance:.0%}", "{share:.0%}", "({run})", "({keys})"}
"""Gaps whose last sound is known: a share is read as "percent", these brackets are not read."""


def test_a_particle_behind_a_gap_has_both_forms() -> None:
    told = [form for message in translated("ko") for form in forms(message)]
    assert [one for one in told if LONE.search(one) and not any(gap in one for gap in KNOWN)] == []


def test_the_forms_are_written_so_that_they_are_found() -> None:
    """No form is left over when the gaps are filled."""
    wrong = []
    for message in translated("ko"):
        for form in forms(message):
            filled = resolved(GAPS.sub("오거", form))
            if re.search(r"[가-힣]\((?:은|는|이|가|을|를|과|와|으)\)", filled):
                wrong.append(form)
    assert wrong == []


def test_names_with_numbers_are_told_by_those_without() -> None:
    assert not [one.id for one in translated("ko") if NUMBERED.search(source(one)) and one.context]


ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|([^|]*)\|$", re.MULTILINE)
NO_WORDS = re.compile(
    r"(?:KIND|How|grid): .*|--\w+|\b[A-Z]{2,}\b|tacsim \w+|\{[^}]*\}|.*hex value|spiked gauntlet|"
    r"needs to or path|cell of path|advice tells"
)
"""Options, what stands for values, and words that are typed as they are; other senses."""
TELLING = "It is a single melee blow at the full attack bonus"
"""Messages whose Korean says it without the term."""


def glossary() -> Mapping[str, tuple[str, ...]]:
    """The words of the glossary: English, and what Korean may have for each."""
    rows = ROW.findall((DOCS / "glossary.md").read_text("utf-8"))
    return {
        english: tuple(word.strip() for word in korean.split(","))
        for english, korean, note in rows
        if english not in ("English", "---") and "everyday" not in note
    }


def test_the_glossary_is_kept_to() -> None:
    """Where a message has a term of the field, its translation has the glossary's word for it."""
    terms = glossary()
    assert len(terms) > 60
    wrong = []
    for message in translated("ko"):
        text, told = NO_WORDS.sub("", source(message)), " ".join(forms(message))
        for english, korean in terms.items():
            held = any(word in told for word in korean) or text.startswith(TELLING)
            if re.search(rf"\b{english}\b", text, re.IGNORECASE) and not held:
                wrong.append((english, text, told))
    assert wrong == []
