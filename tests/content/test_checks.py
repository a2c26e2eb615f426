"""Checking files of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacsim.rulesets
from examples import some
from tacsim.content.checks import check_file
from tacsim.content.faults import Fault
from tacsim.content.records import Scenario
from tacsim.core.components import Size

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


OPEN = "[map]\ngrid = '''\n" + "........\n" * 6 + "'''\n"


def head(ruleset: str) -> str:
    return f'format = 1\nname = "Trial"\nruleset = "{ruleset}"\nseed = 7\n'


def ground(ruleset: str) -> str:
    more = '[map]\ntopology = "cube"\nlevels = 4'
    return OPEN.replace("[map]", more) if ruleset == "pool" else OPEN


def pair(ruleset: str, more: str, kind: str = "dummy") -> str:
    """Two creatures, the second with something of its own."""
    high = ", 0" if ruleset == "pool" else ""
    first = f'[[creature]]\nid = "one"\nkind = "dummy"\nside = "a"\nat = [0, 0{high}]\n'
    second = f'[[creature]]\nid = "two"\nkind = "{kind}"\nside = "b"\nat = [4, 2{high}]\n'
    return f"{first}{second}{more}\n"


@pytest.mark.rule("d20.size.exceptions", "metric.size.colossal", "grid5e.size.space", "pool.size")
@pytest.mark.parametrize(
    ("ruleset", "lines", "message"),
    [
        ("d20", "space = 0", 'must be 1 to 20 cells, not 0'),
        ("d20", 'space = "2.5 ft"', 'must be 1 to 20 cells, not "2.5 ft"'),
        ("d20", "space = -1", "a length cannot be negative"),
        ("d20", "space = true", "not a length"),
        ("d20", "space = 21", "must be 1 to 20 cells, not 21"),
        ("d20", 'size = "tiny"\nspace = 2', "must be at most 1 cell for a creature of size tiny"),
        ("d20", 'size = "fine"\nspace = "10 ft"', "must be at most 1 cell for a creature"),
        ("grid5e", "space = 0", "must be 1 to 20 cells, not 0"),
        ("grid5e", 'size = "large"\nspace = 1', "must be at least 2 cells for a creature of size"),
        ("grid5e", 'size = "huge"\nspace = "10 ft"', 'must be at least 3 cells for a creature'),
        ("grid5e", 'size = "tiny"\nspace = 2', "must be at most 1 cell for a creature of size"),
        ("metric", 'size = "colossal"\nspace = 4', "must be at least 5 cells for a creature of"),
        ("metric", 'size = "large"\nspace = "1 m"', "must be at least 2 cells for a creature of"),
        ("pool", "space = 0", "must be 1 to 20 cells, not 0"),
        ("d20", 'space = "12 ft"', 'must be a whole number of cells, not "12 ft"'),
        ("grid5e", 'size = "large"\nspace = "14 ft"', 'must be a whole number of cells'),
        ("metric", 'size = "large"\nspace = "2.5 m"', 'must be a whole number of cells'),
        ("pool", 'space = "7.5 ft"', 'must be a whole number of cells, not "7.5 ft"'),
    ],
)  # fmt: skip
def test_a_space_that_the_size_forbids(files, scenario, ruleset, lines, message) -> None:
    creatures = pair(ruleset, f"{lines} # <--")
    text = scenario(head=head(ruleset), ground=ground(ruleset), creatures=creatures)
    files.expect(text, "creature[1].space", message)


@pytest.mark.rule("d20.size.exceptions", "metric.size.smaller", "grid5e.size.space", "pool.size")
@pytest.mark.parametrize(
    ("ruleset", "lines", "side"),
    [
        ("d20", "space = 2", 2),
        ("d20", 'space = "15 ft"', 3),
        ("d20", 'size = "large"\nspace = 1', 1),
        ("d20", 'size = "tiny"\nspace = 1', 1),
        ("grid5e", 'size = "large"\nspace = "15 ft"', 3),
        ("metric", 'size = "large"\nspace = "15 ft"', 3),
        ("metric", 'space = "2 m"', 2),
        ("pool", 'space = "10 ft"', 2),
        ("pool", 'size = "large"\nspace = 3', 3),
    ],
)
def test_a_space_of_its_own_is_its_body(files, scenario, ruleset, lines, side) -> None:
    text = scenario(head=head(ruleset), ground=ground(ruleset), creatures=pair(ruleset, lines))
    assert files.faults(text) == []
    axes = 3 if ruleset == "pool" else 2
    assert extent(files.read(text)) == (side,) * axes


def extent(read: Scenario) -> tuple[int, ...]:
    (size,) = (part for part in read["two"].components if isinstance(part, Size))
    return size.extent


@pytest.mark.rule("d20.size.exceptions")
@pytest.mark.parametrize(
    ("more", "side"),
    [("", 4), ('size = "large"', 4), ('size = "small"', 1), ("space = 3", 3)],
)
def test_another_size_undoes_the_space_of_the_kind(files, scenario, more, side) -> None:
    slab = "[bestiary.slab]" + BEAST.partition("]")[2] + "space = 4\n"
    creatures = pair("d20", more, "slab") + slab
    text = scenario(head=head("d20"), ground=OPEN, creatures=creatures)
    assert files.faults(text) == []
    assert extent(files.read(text)) == (side, side)


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
@settings(deadline=None, max_examples=some(400))
def test_no_file_does_anything_but_pass_or_fail(tmp_path_factory, lines: list[str]) -> None:
    path = tmp_path_factory.getbasetemp() / "hostile.toml"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    for fault in check_file(path):
        assert "\n" not in str(fault)
