"""The JSON Schemas of the files: they take what the readers take, and refuse what has no form."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

import tacsim.rulesets
from examples import some
from tacsim.content.checks import document_faults
from tacsim.content.documents import saved_document
from tacsim.content.generate import Wanted, drafted
from tacsim.content.json_schemas import FILES, json_schema, names

MAPS = Path(__file__).parents[2] / "maps"
RULES = Path(tacsim.rulesets.__file__).parent
BOOKS = {"d20": ("d20",), "fifth": ("grid5e", "metric"), "pool": ("pool",)}
SCENARIOS = {
    str(path.relative_to(MAPS)): tomllib.loads(path.read_text()) for path in MAPS.rglob("*.toml")
}
BESTIARIES = {
    (ruleset, name): {"ruleset": ruleset, **tomllib.loads((RULES / book / name).read_text())}
    for book, rulesets in BOOKS.items()
    for ruleset in rulesets
    for name in ("bestiary.toml", "weapons.toml")
}


@cache
def of(kind: str, ruleset: str | None = None) -> Draft7Validator:
    """What checks a kind of files, or those of a ruleset alone."""
    return Draft7Validator(json_schema(kind, ruleset))


def kind_of(tables: dict[str, Any]) -> str:
    if "side" in tables:
        return "scenario"
    return "map" if "grid" in tables else "bestiary"


def refused_by_schema(tables: dict[str, Any], kind: str) -> list[str]:
    return [error.message for error in of(kind).iter_errors(tables)]


def refused_by_reader(tables: dict[str, Any]) -> list[str]:
    return [str(one) for one in document_faults(saved_document(tables), MAPS)]


@pytest.mark.parametrize("kind", FILES)
def test_they_are_schemas_as_their_draft_has_them(kind: str) -> None:
    for named, ruleset in names():
        if named == kind:
            Draft7Validator.check_schema(json_schema(named, ruleset))


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_every_shipped_battle_and_its_map_are_valid(name: str) -> None:
    tables = SCENARIOS[name]
    assert refused_by_schema(tables, kind_of(tables)) == []
    if isinstance(tables.get("map"), dict):
        assert refused_by_schema(tables["map"], "map") == []
    assert list(of("scenario", tables["ruleset"]).iter_errors(tables)) == []


@pytest.mark.parametrize(("ruleset", "name"), sorted(BESTIARIES))
def test_every_shipped_bestiary_is_valid(ruleset: str, name: str) -> None:
    tables = BESTIARIES[ruleset, name]
    assert refused_by_schema(tables, "bestiary") == []
    assert list(of("bestiary", ruleset).iter_errors(tables)) == []


@pytest.mark.parametrize("ruleset", ["d20", "grid5e", "metric", "pool"])
def test_drawn_battles_are_valid(ruleset: str) -> None:
    assert refused_by_schema(drafted(Wanted(ruleset, 3)).tables, "scenario") == []


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of everything in a value."""
    inner = value.items() if isinstance(value, dict) else ()
    for key, one in enumerate(value) if isinstance(value, list) else inner:
        yield (*path, key)
        yield from places(one, (*path, key))


def changed(tables: dict[str, Any], path: tuple[str | int, ...], new: object) -> dict[str, Any]:
    """The tables with another value at a path."""
    whole = copy.deepcopy(tables)
    within: Any = whole
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] = new
    return whole


FILES_TO_SPOIL = [
    *((name, tables) for name, tables in sorted(SCENARIOS.items())),
    *((name, one["map"]) for name, one in sorted(SCENARIOS.items()) if "grid" in one["map"]),
    *((name, tables) for name, tables in sorted(BESTIARIES.items())),
]  # fmt: skip


@given(st.data())
@settings(max_examples=some(150), deadline=None)
def test_what_is_of_another_type_or_unknown_is_refused_by_both(data: st.DataObject) -> None:
    name, tables = data.draw(st.sampled_from(FILES_TO_SPOIL))
    path = data.draw(st.sampled_from(list(places(tables))))
    there: Any = tables
    for key in path:
        there = there[key]
    if isinstance(there, dict) and data.draw(st.booleans()):
        spoiled = changed(tables, (*path, "nonsense"), True)
    else:
        others = [one for one in (True, {"nonsense": 1}, [[[1.5]]]) if type(one) is not type(there)]
        spoiled = changed(tables, path, data.draw(st.sampled_from(others)))
    kind = kind_of(tables)
    found = refused_by_schema(spoiled, kind), refused_by_reader(spoiled)
    assert all(found), (name, path, found)


def orc(**changes: object) -> dict[str, Any]:
    """A scenario with an orc that is otherwise than those of the book."""
    tables = copy.deepcopy(SCENARIOS["ogre_bridge.toml"])
    tables["creature"][1] |= changes
    return tables


@pytest.mark.parametrize(
    "changes",
    [
        {"size": "lage"},
        {"speed": "40 m"},
        {"speed": -1},
        {"hp": 0},
        {"hp": 3.5},
        {"at": [1, 2, 3]},
        {"at": [1]},
        {"at": [1, 2.5]},
        {"id": "a b"},
        {"weapons": "club"},
        {"abilities": {"luck": 3}},
        {"abilities": {"str": 0}},
        {"conditions": ["asleeep"]},
        {"skills": {"juggle": 2}},
        {"behaviour": {"temper": "wild"}},
        {"ac": 15},  # of the other rules
        {"glyph": "ab"},
        {"name": " "},
    ],
)
def test_a_creature_that_both_refuse(changes: dict[str, object]) -> None:
    assert refused_by_schema(orc(**changes), "scenario")
    assert refused_by_reader(orc(**changes))


def test_what_a_scenario_brings_along_itself_is_no_unknown_word() -> None:
    tables = orc(kind="own")
    tables["bestiary"] = {"own": {**BESTIARIES["d20", "bestiary.toml"]["orc"], "weapons": ["pole"]}}
    tables["weapon"] = {"pole": {"kind": "melee", "hands": "two", "damage": "1d6"}}
    assert refused_by_reader(tables) == []
    assert refused_by_schema(tables, "scenario") == []


def test_an_editor_finds_the_keys_and_words_of_every_ruleset_to_offer() -> None:
    """Editors complete from ``properties`` and go by no ``if``; so all is named there too."""
    schema = json_schema("scenario")

    def opened(part: dict[str, Any]) -> dict[str, Any]:
        return schema["definitions"][part["$ref"].split("/")[-1]] if "$ref" in part else part

    creature = opened(opened(schema["properties"]["creature"])["items"])["properties"]
    assert {"bab", "ac", "stamina", "at", "behaviour"} <= creature.keys()
    words = [word for one in creature["kind"]["anyOf"] for word in opened(one).get("enum", ())]
    assert {"ogre", "veteran"} <= {*words}
