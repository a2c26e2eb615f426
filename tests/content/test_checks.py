"""Checking files of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacsim.rulesets
from tacsim.content.checks import check_file
from tacsim.content.faults import Fault

DATA = Path(tacsim.rulesets.__file__).parent / "d20"

BEAST = """[beast]
name = "beast"
glyph = "B"
size = "large"
shape = "long"
speed = "30 ft"
hp = 9
bab = 1
abilities = { str = 12 }
"""


@pytest.mark.parametrize("name", ["bestiary", "weapons"])
def test_the_rulesets_own_files_are_sound(name: str) -> None:
    assert check_file(DATA / f"{name}.toml") == []


def test_sound_files(files, scenario) -> None:
    assert files.faults("grid = '...'\n") == []
    assert files.faults(scenario()) == []
    assert files.faults(BEAST) == []
    assert files.faults('ruleset = "d20"\n' + BEAST) == []


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("", "", "is neither a map nor a scenario nor a bestiary"),
        ("format = 1", "", "is neither a map nor a scenario nor a bestiary"),
        ("a = 1\n[b]\nc = 2", "", "is neither"),
        ("grid = '.'\ntopology = 'cubes' # <--", "topology", 'did you mean "cube"'),
        (f'ruleset = "e20" # <--\n{BEAST}', "ruleset", 'unknown ruleset "e20"'),
        (BEAST + "swim = 'x' # <--", "beast.swim", "not a length"),
        (BEAST + "nature = 3 # <--", "beast.nature", 'did you mean "natural"'),
        (BEAST + "weapons = ['clubb'] # <--", "beast.weapons[0]", 'did you mean "club"?'),
        (BEAST.replace("hp = 9\n", "").replace("]\n", "] # <--\n"), "beast.hp", "is missing"),
        (f"x = 3 # <--\n{BEAST}", "x", "must be a table"),
        (
            "[pole] # <--\nkind = 'melee'\nhands = 'two'\n",
            "pole.damage",
            "is missing",
        ),
    ],
)
def test_one_fault(files, text: str, field: str, message: str) -> None:
    files.expect(text, field, message)


def test_faults_come_in_the_order_of_the_file(files, scenario) -> None:
    text = scenario(
        head='format = 2\nruleset = "d20"\n',
        creatures='[[creature]]\nid = "x"\nkind = "orc"\nside = "q"\nat = [0, 0]\nhp = 0\n',
    )
    lines = [fault.line for fault in files.faults(text)]
    assert lines == sorted(lines)
    assert len(lines) >= 4


def test_unreadable_files_are_faults_too(files) -> None:
    assert check_file("nowhere.toml") == [
        Fault("nowhere.toml", 0, "", "cannot be read: No such file or directory")
    ]
    (fault,) = files.faults(b"\xff")
    assert fault.message == "is not UTF-8 text"


LINES = st.sampled_from(
    """[map]
grid = '..'
grid = 3
[[side]]
[side]
id = "a"
id = 3
[[creature]]
[creature]
at = [0, 0]
at = "x"
side = "a"
kind = "orc"
kind = []
hp = nan
weapons = [["club"]]
natural_weapons = [{}]
natural_weapons = {}
abilities = 3
[creature.abilities]
str = 12
[[do]]
intent = "move"
to = [1, 0]
[bestiary.orc]
[bestiary]
orc = 3
[weapon.club]
hands = "two"
ruleset = "d20"
ruleset = ["d20"]
[rules]
reach_diagonal = 2
map = "x.toml"
format = 1
[[barrier]]
between = [[0, 0], [1, 0]]
[legend]
a = "floor"
[[lamp]]
radius = 1""".splitlines()
)


@given(st.lists(LINES, max_size=14) | st.text().map(lambda text: [text]))
@settings(deadline=None, max_examples=400)
def test_no_file_does_anything_but_pass_or_fail(tmp_path_factory, lines: list[str]) -> None:
    path = tmp_path_factory.getbasetemp() / "hostile.toml"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    for fault in check_file(path):
        assert "\n" not in str(fault)
