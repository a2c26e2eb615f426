"""Scenarios as plain data: there and back, without the files that they came from."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.content.documents import parse_document
from tacsim.content.faults import ContentError
from tacsim.content.plain import from_plain, to_plain, with_switches
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario, scenario_from
from tacsim.core.components import Offence
from tacsim.rulesets import content

HERE = Path()
KINDS = sorted(content("d20").bestiary)


@st.composite
def scenarios(draw: st.DrawFn) -> str:
    """A sound scenario: creatures in a row of rooms, each with some overrides."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=5))
    row = "." * 7 * len(kinds)
    lines = ["format = 1", 'ruleset = "d20"']
    lines += draw(st.sampled_from([[], ["seed = 3"], ["fog = true", "max_rounds = 9"]]))
    lines += draw(st.sampled_from([[], ["rules = { reach_diagonal = false }"]]))
    lines += ["[map]", "grid = '''", *[row] * 7, "'''", '[[side]]\nid = "s"\nname = "S é"']
    for n, kind in enumerate(kinds):
        lines += ["[[creature]]", f'id = "c{n}"', f'kind = "{kind}"', 'side = "s"']
        lines += [f"at = [{7 * n}, 0]"]
        overrides = ["hp = 7", "speed = '40 ft'", "weapons = ['glaive', 'spiked_chain']",
                     "conditions = ['prone']", "initiative = -3", "name = 'N'", "reach = 3",
                     "abilities = { str = 19 }", "glyph = 'é'", "size = 'small'"]  # fmt: skip
        lines += draw(st.lists(st.sampled_from(overrides), unique=True, max_size=4))
    for n in draw(st.lists(st.integers(0, len(kinds) - 1), max_size=3)):
        lines += ["[[do]]", f'actor = "c{n}"', 'intent = "move"', "path = [[1, 1], [2, 2]]"]
    return "\n".join(lines)


def made(text: str) -> Scenario:
    scenario, faults = scenario_from(parse_document(text, "x.toml"), HERE)
    assert not faults
    assert scenario is not None
    return scenario


@given(scenarios())
@settings(deadline=None, max_examples=some(60), suppress_health_check=[HealthCheck.too_slow])
def test_there_and_back(text: str) -> None:
    scenario = made(text)
    plain = to_plain(scenario)
    assert from_plain(plain) == scenario
    assert from_plain(json.loads(json.dumps(plain))) == scenario
    packed = msgpack.packb(plain)
    assert from_plain(msgpack.unpackb(packed)) == scenario
    assert to_plain(from_plain(plain)) == plain


def test_a_save_needs_no_files(files, scenario) -> None:
    files.write("grid = '''\n........\n........\n........\n........\n'''\n", "m.toml")
    text = scenario(ground="", head='format = 1\nruleset = "d20"\nmap = "m.toml"\n')
    found = read_scenario(files.write(text))
    plain = to_plain(found)
    for path in files.folder.iterdir():
        path.unlink()
    again = from_plain(plain)
    assert again == found
    assert again.name == "trial"
    assert set(plain["bestiary"]) == {"dummy", "orc"}
    assert {"club", "falchion", "javelin"} <= set(plain["weapon"])


def test_a_save_keeps_its_own_entries(monkeypatch: pytest.MonkeyPatch, files, scenario) -> None:
    plain = to_plain(files.read(scenario()))
    plain["bestiary"]["orc"]["hp"] = 99
    plain["weapon"]["falchion"]["threat"] = 15
    orc = from_plain(plain)["two"]
    assert orc.get(Offence).weapons[0].threat == 15


def test_plain_data_is_a_copy(files, scenario) -> None:
    found = files.read(scenario())
    plain = to_plain(found)
    plain["creature"][0]["hp"] = 99
    assert to_plain(found) != plain


def test_lines_of_the_script_survive(files, scenario) -> None:
    found = files.read(scenario(more='[[do]]\nactor = "one"\nintent = "stand"\n'))
    assert found.script[0].line > 1
    assert from_plain(to_plain(found)).script == found.script


def test_other_switches_make_other_weapons(files, scenario, creature) -> None:
    more = creature('size = "medium"\nweapons = ["longspear"]')
    found = files.read(scenario(more=more))
    other = with_switches(found, {"reach_diagonal": False})
    spears = [s["three"].get(Offence).weapons[0].diagonal for s in (found, other)]
    assert spears == [True, False]
    with pytest.raises(ContentError, match="unknown switch"):
        with_switches(found, {"reach": False})


@pytest.mark.parametrize("plain", [None, 3, [], {}, {"ruleset": "d20"}, {1: 2}, {"ruleset": {}}])
def test_no_scenario(plain: Any) -> None:
    with pytest.raises(ContentError):
        from_plain(plain)


def test_a_save_opens_no_files(files, scenario) -> None:
    plain = to_plain(files.read(scenario()))
    plain["map"] = "trial.toml"
    with pytest.raises(ContentError, match="map: must be a map file's name or a table"):
        from_plain(plain)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3)
    ),
    max_leaves=6,
)

BASE = to_plain(
    made("""
format = 1
ruleset = "d20"
rules = { reach_diagonal = true }
[map]
grid = "...."
legend = { x = "floor" }
[[map.barrier]]
between = [[0, 0], [1, 0]]
kind = "door"
[[map.lamp]]
at = [0, 0]
radius = 1
[[side]]
id = "s"
allies = ["s"]
[[creature]]
id = "c"
kind = "orc"
side = "s"
at = [0, 0]
abilities = { str = 10 }
natural_weapons = [{ name = "bite", damage = "1d6" }]
[[goal]]
side = "s"
kind = "reach"
cells = [[3, 0]]
creature = "c"
[[goal]]
side = "s"
kind = "hold"
cells = [[1, 0]]
rounds = 4
[[do]]
actor = "c"
intent = "move"
path = [[1, 0]]
""")
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found = [path] if path else []
    for key, item in items if isinstance(value, dict | list) else ():
        found += places(item, (*path, key)) if isinstance(item, dict | list) else [(*path, key)]
    return found


@given(st.sampled_from(places(BASE)), JUNK)
@settings(deadline=None, max_examples=some(500))
def test_junk_anywhere_is_a_fault_or_fine(path: tuple[Any, ...], junk: Any) -> None:
    plain = copy.deepcopy(BASE)
    place: Any = plain
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = junk
    try:
        from_plain(plain)
    except ContentError as error:
        assert "\n" not in str(error)  # noqa: PT017 - junk may happen to be sound
