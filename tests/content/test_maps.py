"""Map files: the ground they make, and every fault by file, line and field."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest

from tacsim.content.documents import parse_document
from tacsim.content.maps import Ground, read_map
from tacsim.core.terrain import Barrier, BarrierKind, Battlefield, Check, Lamp

GROUND = Ground("d20", {"square"}, {"ft": Fraction(1, 5)}, {"climb", "swim"})


def read(text: str) -> Battlefield:
    field, faults = read_map(parse_document(text), GROUND)
    assert not faults
    assert field is not None
    return field


def test_a_map_with_everything() -> None:
    field = read("""
format = 1
name = "The broken bridge"
topology = "square"
grid = '''
.#T,;
%^:=~
o   .
'''
light = "dark"
[legend]
"o" = "floor"
"T" = "boulder"
[[barrier]]
between = [[1, 1], [0, 1]]
kind = "hedge"
[[barrier]]
between = [[0, 1], [0, 2]]
kind = "door"
open = true
[[lamp]]
at = [4, 2]
radius = "20 ft"
[[lamp]]
at = [0, 0]
radius = 2
""")
    assert (field.name, field.width, field.height, field.dark) == ("The broken bridge", 5, 3, True)
    names = [field.at((x, y)).name for y in range(3) for x in range(5)]
    assert names == [
        "floor", "wall", "boulder", "difficult", "very_difficult",
        "obstacle", "boulder", "pit", "tight", "deep_water",
        "floor", "void", "void", "void", "floor",
    ]  # fmt: skip
    assert field.barriers == (
        Barrier(((0, 1), (1, 1)), BarrierKind.HEDGE),
        Barrier(((0, 1), (0, 2)), BarrierKind.DOOR, True),
    )
    assert field.lamps == (Lamp((4, 2), 4), Lamp((0, 0), 2))


def test_only_a_grid_is_needed() -> None:
    field = read('grid = "..#"')
    assert (field.name, field.dark, field.topology, field.barriers) == ("", False, "square", ())


def test_the_largest_map() -> None:
    field = read('grid = """\n' + ("." * 512 + "\n") * 512 + '"""')
    assert (field.width, field.height) == (512, 512)


OPEN = "grid = '''\n...\n...\n'''\n"


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        (f"format = 2 # <--\n{OPEN}", "format", "must be 1, not 2"),
        (f"format = true # <--\n{OPEN}", "format", "must be 1, not true"),
        (f'name = "a\\u001bb" # <--\n{OPEN}', "name", "cannot be printed"),
        (f'name = "{"x" * 61}" # <--\n{OPEN}', "name", "longer than 60"),
        (f'name = " " # <--\n{OPEN}', "name", "is empty"),
        (f"name = 3 # <--\n{OPEN}", "name", "must be a text"),
        (f'topology = "round" # <--\n{OPEN}', "topology", 'unknown kind of grid "round"'),
        (f'topology = "hex" # <--\n{OPEN}', "topology", '"hex" grids are not played under d20'),
        (f'topology = "cube" # <--\n{OPEN}', "topology", '"cube" grids are not played under d20'),
        (f'{OPEN}[[level]] # <--\nz = 1\ngrid = "."', "level", "only cube maps"),
        ('legend = { o = "floor" }', "grid", "is missing"),
        ("name = 'x'\ngrid = '' # <--", "grid", "is empty"),
        ("grid = '''\n\n\n''' # the key's line is blamed", "grid", "is empty"),
        ("grid = 3", "grid", "must be a text"),
        ("name = 'x'\ngrid = '''\n...\n.. \n.... # <--\n'''", "grid", "row 3 is 10 cells long"),
        ("grid = '''\n\n...\n..@# <--\n'''\n", "grid", "row 2 is 8 cells long, the others 3"),
        (f"{OPEN}lite = 'dark' # <--", "lite", 'unknown key; did you mean "light"?'),
        (f"{OPEN}light = 'dim' # <--", "light", 'unknown light "dim"'),
        (f"{OPEN}[legend]\nxy = 'floor' # <--", "legend.xy", "must be a single character"),
        (f"{OPEN}[legend]\nx = 'flor' # <--", "legend.x", 'did you mean "floor"?'),
        (f"{OPEN}[legend]\nx = 1 # <--", "legend.x", "must be a text"),
        (f"{OPEN}[legend]\nx = ['boulder'] # <--", "legend.x", "must be a text"),
        (f"{OPEN}[legend]\nx = {{ height = 'low' }} # <--", "legend.x.terrain", "is missing"),
        (
            f"{OPEN}[legend]\nx = {{ terrain = 'bolder' }} # <--",
            "legend.x.terrain",
            'did you mean "boulder"?',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = 'boulder', height = 'tall' }} # <--",
            "legend.x.height",
            'unknown height "tall"',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = 'wall', height = 'low' }} # <--",
            "legend.x.height",
            '"wall" is always full',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = 'tree', height = 'low' }} # <--",
            "legend.x.height",
            '"tree" is always full',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = 'floor', height = 'low' }} # <--",
            "legend.x.height",
            '"floor" is no obstacle, and has no height',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = ['boulder', 'pit'] }} # <--",
            "legend.x.terrain",
            '"boulder" and "pit" cannot be in one square',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = ['difficult', 'difficult'] }} # <--",
            "legend.x.terrain",
            'names "difficult" more than once',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = ['void', 'difficult'] }} # <--",
            "legend.x.terrain",
            'there is nothing in "void"',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = ['difficult', 'tight'], height = 'low' }} # <--",
            "legend.x.height",
            "is no obstacle",
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = 'tree', check = {{skill='climb', dc=9}} }} # <--",
            "legend.x.check",
            'no check gets anybody into "tree"',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = 'boulder', check = {{skill='clamb', dc=9}} }} # <--",
            "legend.x.check.skill",
            'did you mean "climb"?',
        ),
        (
            f"{OPEN}[legend]\nx = {{ terrain = 'boulder', check = {{ skill = 'climb' }} }} # <--",
            "legend.x.check.dc",
            "is missing",
        ),
        (f"legend = [] # <--\n{OPEN}", "legend", "must be a table"),
        (f"barrier = 3 # <--\n{OPEN}", "barrier", "must be a list"),
        (
            f"{OPEN}[[barrier]]\nkind = 'wall'\nbetween = [[0, 0], [1, 1]] # <--",
            "barrier[0].between",
            "do not share a side",
        ),
        (
            f"{OPEN}[[barrier]]\nkind = 'wall'\nbetween = [[0, 0], [0, 0]] # <--",
            "barrier[0].between",
            "do not share a side",
        ),
        (
            f"{OPEN}[[barrier]]\nkind = 'wall'\nbetween = [[2, 0], [3, 0]] # <--",
            "barrier[0].between",
            "[3, 0] lies off the map of 3 by 2 cells",
        ),
        (
            f"{OPEN}[[barrier]]\nkind = 'wall'\nbetween = [[2, 0]] # <--",
            "barrier[0].between",
            "must hold 2 entries, not 1",
        ),
        (
            f"{OPEN}[[barrier]]\nkind = 'wall'\nbetween = [[2, 0], [1, 0, 0]] # <--",
            "barrier[0].between[1]",
            "must be a cell [x, y]",
        ),
        (
            f"{OPEN}[[barrier]]\nkind = 'fence' # <--\nbetween = [[0, 0], [1, 0]]",
            "barrier[0].kind",
            'unknown kind of barrier "fence"',
        ),
        (
            f"{OPEN}[[barrier]]\nbetween = [[0, 0], [1, 0]]\nkind = 'wall'\nopen = true # <--",
            "barrier[0].open",
            "only a door",
        ),
        (
            f"{OPEN}[[barrier]]\nbetween = [[0, 0], [1, 0]]\nkind = 'door'\nopen = 1 # <--",
            "barrier[0].open",
            "must be true or false",
        ),
        (
            f"{OPEN}[[barrier]]\nbetween = [[0, 0], [1, 0]]\nkind = 'door'\n"
            "[[barrier]]\nkind = 'wall'\nbetween = [[1, 0], [0, 0]] # <--",
            "barrier[1].between",
            "there is a barrier between [1, 0] and [0, 0] already",
        ),
        (f"{OPEN}[[barrier]] # <--\nkind = 'wall'", "barrier[0].between", "is missing"),
        (f"{OPEN}[[lamp]]\nat = [0, 5] # <--\nradius = 1", "lamp[0].at", "lies off the map"),
        (f"{OPEN}[[lamp]]\nat = [0, -1] # <--\nradius = 1", "lamp[0].at", "must be a cell"),
        (f"{OPEN}[[lamp]]\nat = [0, 0]\nradius = '2 m' # <--", "lamp[0].radius", "not a length"),
        (f"{OPEN}[[lamp]]\nat = [0, 0]\nradius = 1.5 # <--", "lamp[0].radius", "not a length"),
        (f"{OPEN}[[lamp]]\nat = [0, 0]\nradius = 513 # <--", "lamp[0].radius", "0 to 512 cells"),
    ],
)
def test_one_fault(text: str, field: str, message: str) -> None:
    document = parse_document(text, "m.toml")
    result, (fault, *others) = read_map(document, GROUND)
    assert (result, fault.file, fault.field) == (None, "m.toml", field)
    assert others == [] or "row" in message
    assert any(message in one.message for one in (fault, *others))
    marks = [n for n, line in enumerate(text.splitlines(), 1) if "# <--" in line]
    assert [one.line for one in (fault, *others) if message in one.message] == (marks or [1])


def test_unknown_glyphs_are_named_with_line_and_column() -> None:
    text = "name = 'x'\ngrid = '''\n...\n.@?\n@\t.\n'''\n"
    _, faults = read_map(parse_document(text), GROUND)
    assert [(fault.line, fault.message) for fault in faults] == [
        (4, 'unknown glyph "@" in row 2, column 2'),
        (4, 'unknown glyph "?" in row 2, column 3'),
        (5, "unknown glyph U+0009 in row 3, column 2"),
    ]


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ("." * 513, "has 513 columns, more than 512"),
        (".\n" * 513, "has 513 rows, more than 512"),
    ],
)
def test_a_map_can_be_too_large(grid: str, message: str) -> None:
    _, faults = read_map(parse_document(f'grid = """\n{grid}"""'), GROUND)
    assert [fault.message for fault in faults] == [message]


def test_all_faults_are_told_at_once() -> None:
    text = "format = 2\nlight = 'dim'\ngrid = '''\n.x\n'''\n[legend]\nq = 'mud'\n"
    _, faults = read_map(parse_document(text), GROUND)
    assert [(fault.line, fault.field) for fault in faults] == [
        (1, "format"),
        (2, "light"),
        (7, "legend.q"),
        (4, "grid"),
    ]


@pytest.mark.parametrize("table", [3, [], "x", {"grid": ["a"]}, {"grid": {}, "topology": []}])
def test_a_map_of_the_wrong_form_is_a_fault(table: Any) -> None:
    document = parse_document("")
    document.tables["map"] = table
    field, faults = read_map(document, GROUND, ("map",))
    assert field is None
    assert faults


@pytest.mark.rule("d20.obstacle.fly", "d20.cover.low")
def test_a_legend_may_say_how_high_an_obstacle_is() -> None:
    text = """grid = "abcde^%#"
[legend]
a = { terrain = "boulder", height = "low" }
b = { terrain = ["boulder"], height = "full" }
c = { terrain = "obstacle", height = "full" }
d = { terrain = "boulder" }
e = { terrain = "wall", height = "full" }
"""
    field, faults = read_map(parse_document(text), GROUND)
    assert not faults
    assert field is not None
    found = [(field.at((x, 0)).name, field.at((x, 0)).height) for x in range(8)]
    assert found == [
        ("boulder", "low"), ("boulder", "full"), ("obstacle", "full"), ("boulder", "low"),
        ("wall", "full"), ("boulder", "low"), ("obstacle", "low"), ("wall", "full"),
    ]  # fmt: skip


@pytest.mark.rule("d20.obstacle.hamper", "d20.obstacle.check")
def test_a_legend_may_combine_kinds_of_ground_and_ask_a_check() -> None:
    text = """grid = "oabcd"
[legend]
o = { terrain = ["difficult", "boulder"], height = "low", check = { skill = "climb", dc = 10 } }
a = { terrain = ["obstacle", "difficult"], height = "full" }
b = { terrain = "deep_water", check = { skill = "swim", dc = 12 } }
c = { terrain = ["boulder", "difficult"], check = { dc = 10, skill = "climb" } }
d = { terrain = ["floor", "rise", "very_difficult"] }
"""
    field, faults = read_map(parse_document(text), GROUND)
    assert not faults
    assert field is not None
    heap, thicket, lake, again, slope = (field.at((x, 0)) for x in range(5))
    assert heap == again
    assert (heap.name, heap.besides, heap.height) == ("boulder", ("difficult",), "low")
    assert field.asking == {
        (0, 0): Check("climb", 10), (2, 0): Check("swim", 12), (3, 0): Check("climb", 10),
    }  # fmt: skip
    assert (thicket.doublings, thicket.hampers, thicket.height) == (2, True, "full")
    assert lake.name == "deep_water"
    assert (slope.name, slope.doublings, slope.rise) == ("very_difficult", 2, 1)


def test_on_cubes_heights_are_drawn() -> None:
    text = """grid = "a.."
topology = "cube"
[legend]
a = { terrain = "boulder", height = "low" }
"""
    _, faults = read_map(parse_document(text), attrs.evolve(GROUND, topologies={"cube"}))
    assert [(fault.line, fault.field) for fault in faults] == [(4, "legend.a.height")]


def test_labels_are_words_about_places() -> None:
    field = read('grid = "..."\n[[label]]\nat = [2, 0]\ntext = "A well"\n')
    assert [(label.at, label.text) for label in field.labels] == [((2, 0), "A well")]
    assert field.known(np.array([[True, True, False]])).labels == (), "nobody has been there"


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ('at = [3, 0]\ntext = "A well"', r":3: label\[0\].at: \[3, 0\] lies off the map"),
        ('at = [0, 0]\ntext = ""', r":4: label\[0\].text: is empty"),
        ("at = [0, 0]", r"label\[0\]"),
    ],
)
def test_a_label_off_the_map_or_without_words_is_a_fault(label: str, words: str) -> None:
    document = parse_document(f'grid = "..."\n[[label]]\n{label}\n')
    field, faults = read_map(document, GROUND)
    assert field is None
    assert re.search(words, str(faults[0]))
