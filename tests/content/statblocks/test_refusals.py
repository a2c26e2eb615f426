"""Statblocks that cannot be used, ids, and files that nobody meant to write."""

from __future__ import annotations

import json
import random
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from content.statblocks import printed
from content.statblocks.printed import BRUTE, PROWLER, converted, entries
from gate import slow
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.content.checks import check_file, document_faults
from tacsim.content.documents import parse_document
from tacsim.content.faults import ContentError
from tacsim.content.statblocks import convert
from tacsim.content.statblocks.shared import MOST


def changed(**parts: Any) -> str:
    """The monster of 5e-bits' form with other parts; None takes one out."""
    whole = {**printed.HARRIER, **parts}
    return json.dumps({key: value for key, value in whole.items() if value is not None})


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"hit_points": None}, "hit points"),
        ({"hit_points": 10**30}, "hit points"),
        ({"hit_points": "many"}, "hit points"),
        ({"armor_class": None}, "armour class"),
        ({"armor_class": [{"type": "spell", "value": 15}]}, "armour class"),
        ({"size": "Vast"}, "size"),
        ({"speed": None}, "speed"),
        ({"speed": {"walk": ["40 ft."]}}, "speed"),
        ({"strength": None}, "ability scores"),
        ({"strength": 2000}, "ability scores"),
        ({"name": ""}, "has no name"),
    ],
)
def test_a_part_that_is_missing_or_no_figure(parts: dict[str, Any], reason: str) -> None:
    found = converted(changed(**parts), "grid5e")
    assert not found.drafts
    ((name, told),) = found.failed
    assert name == ("?" if parts.get("name") == "" else "Ember Harrier")
    assert reason in str(told)


@pytest.mark.parametrize("rating", ["999", 999, -1, float("inf"), [5]])
def test_a_rating_that_is_none_is_left_out(rating: Any) -> None:
    (draft,) = converted(changed(challenge_rating=rating), "grid5e").drafts
    assert "cr" not in draft.entry


def test_one_that_fails_leaves_the_others() -> None:
    both = json.dumps([json.loads(changed(size="Vast")), printed.HARRIER])
    found = converted(both, "grid5e")
    assert ([draft.id for draft in found.drafts], len(found.failed)) == (["ember_harrier"], 1)


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [(printed.JSON, "d20"), (printed.STALKER, "pool"), (printed.DRAKE, "grid5e"),
     (printed.PAGE, "metric")],
)  # fmt: skip
def test_figures_of_other_rules_are_refused(text: str, ruleset: str) -> None:
    found = converted(text, ruleset)
    assert not found.drafts
    assert all("figures mean something else" in str(told) for _name, told in found.failed)


def test_metric_reads_the_same_feet() -> None:
    assert entries(printed.STALKER, "metric") == entries(printed.STALKER, "grid5e")


def test_a_swarm_is_refused_under_3_5() -> None:
    swarm = printed.DRAKE.replace("Large Dragon (Water)", "Tiny Animal (Swarm)")
    ((name, told),) = converted(swarm, "d20").failed
    assert (name, "swarm" in str(told)) == ("Fen Drake", True)


def test_ids_are_safe_and_apart() -> None:
    names = ["Will-o\u2019-Wisp, Old", "Drag\u00f3n", "Dragon", "Creature", "x" * 300, "goblin"]
    text = json.dumps([json.loads(changed(name=name, index=None)) for name in names])
    found = converted(text, "grid5e")
    assert [draft.id for draft in found.drafts] == [
        "will_o_wisp_old", "dragon", "dragon_2", "creature_2", "x" * 40, "goblin",
    ]  # fmt: skip
    assert found.shadowed == ("goblin",)


@pytest.mark.parametrize(
    "name", ["\ub3d9\uad74 \uc624\uac70", "\u6b66\u58eb", "Side", "Map", "Ruleset", "12"]
)
def test_an_entry_of_any_name_is_sound_in_its_file(name: str) -> None:
    """No id is another key of files, and names in other writing do not share one."""
    entry = [changed(name=one, index=None) for one in (name, "\ud2b8\ub864")]
    first, other = (converted(one, "grid5e") for one in entry)
    assert first.drafts[0].id != other.drafts[0].id
    document = parse_document(first.toml, "kept.toml")
    assert document.tables[first.drafts[0].id]["name"] == name
    assert document_faults(document, Path()) == []


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n" * 5000, b"Dear diary", b"[]", b"{}", b"[1, null, \"x\"]", b'{"results": []}',
        b"[" * 200_000, b'{"a":' * 100_000, b'{"hit_points": ', b"\xff\xfe\x00", b"<table>" * 999,
        b"<html><table><tr><td>1</td></tr></table></html>", b"x" * (9 * 1024 * 1024),
        b"x " * (2 * 1024 * 1024), b"[" + b"9" * 100_000 + b"]",
    ],
)  # fmt: skip
def test_a_file_without_statblocks_is_one_line(data: bytes) -> None:
    with pytest.raises(ContentError) as caught:
        convert(data, "grid5e", "given")
    assert len(caught.value.faults) == 1
    assert str(caught.value).startswith("given: ")
    assert "\n" not in str(caught.value)


LONG = 300_000


@pytest.mark.parametrize(
    "filler", [" ", "A", "Aa ", "1", "10-foot-radius ", "12 (1d6 ", "(", "one ", "Melee Attack: "]
)
def test_long_paragraphs_take_no_time(filler: str) -> None:
    words = filler * (LONG // len(filler))
    for name in ("Multiattack", "Bite", words):
        text = changed(actions=[{"name": name, "desc": words, "attack_bonus": 3}])
        started = time.process_time()
        converted(text, "grid5e")
        assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "filler",
    ["Ogre: x; CR 3; HD 4;\n", *slow("a\tb\tc\n", "Hit Dice: 1d8\nArmor Class: 12\n")],
)
def test_many_lines_take_no_time(filler: str) -> None:
    text = filler * (2 * LONG // len(filler)) + printed.DRAKE
    started = time.process_time()
    found = converted(text, "d20")
    assert time.process_time() - started < 10
    assert found.drafts or len(found.failed) == MOST


SAMPLES = [
    (printed.STALKER + "\n" + printed.LAD, "grid5e"), (printed.OGRE, "grid5e"),
    (printed.MOTH, "grid5e"), (printed.CHIEF, "grid5e"), (printed.JSON, "grid5e"),
    (json.dumps([printed.STRIDER_1, printed.STRIDER_2]), "metric"),
    (printed.DRAKE + "\n" + printed.KEEPER, "d20"), (printed.TAKER, "d20"), (printed.PAGE, "d20"),
    (BRUTE + PROWLER, "d20"),
]  # fmt: skip
JUNK = (
    b"99999999999999999999", b"-", b'"', b"\x00", b"(", b")", b"{}", b"null", b"[[[", b"1d6", b"\n",
    b"99999d99999", b"<td>", b"</table>", b"true", b"1e999", b"NaN", b"\xff", b"\xe2\x80\xa8",
)  # fmt: skip


def damaged(data: bytes, seed: int) -> bytes:
    """A text with some of it cut off, taken out, doubled or replaced by other things."""
    rng, text = random.Random(seed), bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(len(text) + 1)
        way = rng.randrange(5)
        if way == 0:
            del text[at:]
        elif way == 1:
            del text[at : at + rng.randrange(40)]
        elif way == 2:
            text[at : at + rng.randrange(2)] = rng.choice(JUNK)
        elif way == 3:
            start = rng.randrange(len(text) + 1)
            text[at:at] = text[start : start + rng.randrange(200)]
        else:
            text[at : at + 1] = bytes([rng.randrange(256)])
    return bytes(text)


@settings(max_examples=some(400), deadline=2000)
@given(st.sampled_from(SAMPLES), st.integers(0, 2**32))
def test_a_damaged_file_is_entries_and_reasons_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, sample: tuple[str, str], seed: int
) -> None:
    text, ruleset = sample
    try:
        found = convert(damaged(text.encode(), seed), ruleset, "given")
    except ContentError:
        return  # which is one line, by its own tests
    assert len({draft.id for draft in found.drafts}) == len(found.drafts)
    assert all(str(told) and told.said() for _name, told in found.failed)
    path = tmp_path_factory.getbasetemp() / "damaged.toml"
    path.write_bytes(found.toml.encode())
    assert check_file(path) == [] or not found.drafts


ODD = (None, True, -1, 10**40, 1e300, float("nan"), "", "\x00", "x" * 5000, [], {}, [[]], ["x", 1],
       {"name": 3}, {"value": "x"}, [{"a": {"b": []}}] * 3)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every part of a JSON value."""
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    return [path, *(place for key, one in inner for place in places(one, (*path, key)))]


MONSTERS = (printed.HARRIER, printed.STRIDER_1, printed.STRIDER_2)
PLACES = [(n, place) for n, one in enumerate(MONSTERS) for place in places(one) if place]


@settings(max_examples=some(400), deadline=2000)
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(ODD)), min_size=1, max_size=3))
def test_parts_of_other_types_are_left_out_or_told(
    changes: list[tuple[tuple[int, tuple[Any, ...]], Any]],
) -> None:
    whole = json.loads(json.dumps(MONSTERS))
    for (n, (*way, last)), odd in changes:
        part = whole[n]
        try:
            for key in way:
                part = part[key]
            part[last] = odd
        except (TypeError, KeyError, IndexError):
            continue  # an earlier change has taken the place away
    try:
        found = converted(json.dumps(whole), "grid5e")
    except ContentError:
        return
    assert len(found.drafts) + len(found.failed) <= len(MONSTERS)
    tomllib.loads(found.toml)
