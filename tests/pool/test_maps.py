"""Maps of cubes in files: their levels, the faults of these, and battles kept and played again."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import attrs
import pytest
from cli.calls import call
from storage.fights import do

from tacsim.content.checks import check_file
from tacsim.content.documents import parse_document
from tacsim.content.faults import Fault
from tacsim.content.maps import Ground, read_map
from tacsim.core.terrain import MAX_CELLS, Battlefield

GROUND = Ground("pool", {"cube"}, {"pace": Fraction(1), "ft": Fraction(1, 5)})
BASE = 'topology = "cube"\ngrid = """\n...\n.#.\n"""\n'
UP = '[[level]]\nz = 1\ngrid = """\n...\n ..\n"""\n'
MARK = "# <--"


def parsed(text: str) -> tuple[Battlefield | None, list[Fault]]:
    return read_map(parse_document(text, "tower.toml"), GROUND)


def read(text: str) -> Battlefield:
    field, faults = parsed(text)
    assert not faults
    assert field is not None
    return field


# --- what there is -------------------------------------------------------------------------------


@pytest.mark.rule("pool.grid.3d", "pool.space.ground")
def test_levels_are_put_on_top_of_each_other():
    field = read(BASE + UP + UP.replace("z = 1", "z = 3").replace("...", "T~:"))
    assert (field.size, field.shape) == ((3, 2, 4), (4, 2, 3))
    rows = [[field.at((x, 0, z)).name for x in range(3)] for z in range(4)]
    assert rows == [
        ["floor"] * 3,
        ["floor"] * 3,
        ["air"] * 3,
        ["tree", "deep_water", "air"],
    ]
    assert [field.at((0, 1, z)).name for z in range(4)] == ["floor", "air", "air", "air"]


@pytest.mark.rule("pool.space.ground")
def test_nothing_is_void_below_and_air_above():
    field = read('topology = "cube"\ngrid = " :"\n[[level]]\nz = 1\ngrid = " :"\n')
    assert [field.at((x, 0, 0)).name for x in (0, 1)] == ["void", "pit"]
    assert [field.at((x, 0, 1)).name for x in (0, 1)] == ["air", "air"]


def test_levels_may_come_in_any_order():
    high, low = UP.replace("z = 1", "z = 2"), UP.replace("...", ",,,")
    assert read(BASE + high + low).levels == read(BASE + low + high).levels


@pytest.mark.rule("pool.space.ground")
def test_a_map_says_how_many_levels_it_has():
    field = read("levels = 6\n" + BASE + UP)
    assert field.size == (3, 2, 6)
    assert {field.at((x, y, 5)).name for x in range(3) for y in range(2)} == {"air"}
    assert read("levels = 2\n" + BASE + UP).size == (3, 2, 2)
    assert read("levels = 1\n" + BASE).size == (3, 2, 1)
    assert read("levels = 64\n" + BASE).size == (3, 2, 64)


@pytest.mark.rule("pool.space.climb")
def test_the_legend_holds_for_every_level_and_names_stairs():
    legend = '[legend]\n"/" = "stairs"\n"." = "difficult"\n'
    field = read(BASE.replace(".#.", "/#.") + legend + UP.replace("...", "../"))
    assert (field.at((0, 1, 0)).name, field.at((2, 0, 1)).name) == ("stairs", "stairs")
    assert (field.at((0, 0, 0)).name, field.at((0, 0, 1)).name) == ("difficult", "difficult")


def test_the_largest_map_of_levels():
    grid = ("." * 64 + "\n") * 64
    tall = f'topology = "cube"\ngrid = """\n{grid}"""\n[[level]]\nz = 63\ngrid = """\n{grid}"""\n'
    field = read(tall)
    assert len(field.levels) * 64 * 64 == MAX_CELLS == 262_144


@pytest.mark.rule("pool.space.ways")
def test_barriers_may_stand_between_levels_and_lamps_on_them():
    more = (
        '[[barrier]]\nkind = "door"\nbetween = [[0, 0, 0], [0, 0, 1]]\n'
        "[[lamp]]\nat = [2, 1, 1]\nradius = 2\n"
    )
    field = read(BASE + UP + more)
    assert field.barriers[0].between == ((0, 0, 0), (0, 0, 1))
    assert field.lamps[0].at == (2, 1, 1)


# --- faults --------------------------------------------------------------------------------------

LINES = '[[level]]\nz = 1\ngrid = """\n...\n ..\n"""\n'


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        (f'{BASE}[[level]]\nz = 1\ngrid = "...." {MARK}\n', "level[0].grid",
         "is 4 by 1 cells, the lowest level 3 by 2"),
        (f'{BASE}{UP}[[level]]\nz = 1 {MARK}\ngrid = """\n...\n...\n"""\n', "level[1].z",
         "there is a level 1 already"),
        (f'{BASE}[[level]]\nz = 0 {MARK}\ngrid = """\n...\n...\n"""\n', "level[0].z", "1 to 63"),
        (f'{BASE}[[level]]\nz = -1 {MARK}\ngrid = """\n...\n...\n"""\n', "level[0].z", "1 to 63"),
        (f'{BASE}[[level]]\nz = 64 {MARK}\ngrid = """\n...\n...\n"""\n', "level[0].z", "1 to 63"),
        (f'{BASE}[[level]]\nz = "up" {MARK}\ngrid = """\n...\n...\n"""\n', "level[0].z",
         "whole number"),
        (f'{BASE}[[level]]\nz = 1.5 {MARK}\ngrid = """\n...\n...\n"""\n', "level[0].z",
         "whole number"),
        (f'{BASE}[[level]] {MARK}\ngrid = """\n...\n...\n"""\n', "level[0].z", "is missing"),
        (f"{BASE}[[level]] {MARK}\nz = 1\n", "level[0].grid", "is missing"),
        (f"{BASE}[[level]]\nz = 1\ngrid = 3 {MARK}\n", "level[0].grid", "must be a text"),
        (f'{BASE}[[level]]\nz = 1\ngrid = "" {MARK}\n', "level[0].grid", "is empty"),
        (f'{BASE}{UP}[[level]]\nz = 2\ngird = "..." {MARK}\ngrid = """\n...\n...\n"""\n',
         "level[1].gird", 'did you mean "grid"'),
        (f"levels = 65 {MARK}\n{BASE}", "levels", "1 to 64"),
        (f"levels = 0 {MARK}\n{BASE}", "levels", "1 to 64"),
        (f"levels = 2.5 {MARK}\n{BASE}", "levels", "whole number"),
        (f"levels = true {MARK}\n{BASE}{UP}", "levels", "whole number"),
        (f"levels = 0 {MARK}\n{BASE}{UP}", "levels", "1 to 64"),
        (f"levels = 1 {MARK}\n{BASE}{UP}", "levels",
         "is 1, but level 1 is written, which takes 2"),
        (f"levels = 3 {MARK}\n{BASE}{UP.replace('z = 1', 'z = 5')}{UP}", "levels",
         "is 3, but level 5 is written, which takes 6"),
        (f"level = 3 {MARK}\n{BASE}", "level", "must be a list"),
        (f'{BASE}{UP}[[barrier]]\nkind = "wall"\nbetween = [[0, 0, 0], [0, 0, 2]] {MARK}\n',
         "barrier[0].between", "[0, 0, 2] lies off the map of 3 by 2 by 2 cells"),
        (f'{BASE}{UP}[[barrier]]\nkind = "wall"\nbetween = [[0, 0, 0], [1, 0, 1]] {MARK}\n',
         "barrier[0].between", "do not share a side"),
        (f'{BASE}{UP}[[barrier]]\nkind = "wall"\nbetween = [[0, 0], [1, 0]] {MARK}\n',
         "barrier[0].between[0]", "must be a cell [x, y, z]"),
        (f"{BASE}{UP}[[lamp]]\nradius = 1\nat = [0, 0, 2] {MARK}\n", "lamp[0].at",
         "lies off the map"),
    ],
)  # fmt: skip
def test_one_fault(text, field, message):
    """It names the file, the line and the field."""
    result, faults = parsed(text)
    assert result is None
    (found,) = [f for f in faults if message in f.message and f.field == field]
    line = next(n for n, row in enumerate(text.splitlines(), 1) if MARK in row)
    assert (found.file, found.line) == ("tower.toml", line)


def test_levels_of_other_sizes_are_told_by_the_line_of_their_grid():
    text = BASE + LINES + LINES.replace("z = 1", "z = 2").replace(" ..", " ..\n...")
    _, (found,) = parsed(text)
    assert found.message == "is 3 by 3 cells, the lowest level 3 by 2"
    lines = text.splitlines()
    assert (found.field, found.line) == ("level[1].grid", lines.index("z = 2") + 2)


def test_an_unknown_glyph_is_told_with_its_line_on_every_level():
    text = BASE.replace(".#.", ".?.") + LINES.replace(" ..", " .@")
    lines = text.splitlines()
    _, faults = parsed(text)
    assert [(fault.line, fault.field, fault.message) for fault in faults] == [
        (lines.index(".?.") + 1, "grid", 'unknown glyph "?" in row 2, column 2'),
        (lines.index(" .@") + 1, "level[0].grid", 'unknown glyph "@" in row 2, column 3'),
    ]


def test_a_row_of_another_length_is_told_with_its_line():
    text = BASE + LINES.replace(" ..", " ....")
    _, faults = parsed(text)
    (found,) = faults
    assert (found.line, found.field) == (text.splitlines().index(" ....") + 1, "level[0].grid")


def test_too_many_cells_are_a_fault():
    grid = ("." * 64 + "\n") * 65
    text = f'topology = "cube"\ngrid = """\n{grid}"""\n[[level]]\nz = 63\ngrid = """\n{grid}"""\n'
    result, (found,) = parsed(text)
    assert result is None
    assert str(64 * 64 * 65) in found.message
    assert "262144" in found.message.replace(",", "")


def test_levels_on_a_map_of_squares_are_a_fault(tmp_path: Path):
    path = tmp_path / "flat.toml"
    path.write_text('grid = """\n...\n...\n"""\n' + LINES)
    (found,) = check_file(path)
    assert (found.file, found.line, found.field) == (str(path), 5, "level")
    assert "only cube maps" in found.message
    path.write_text('grid = """\n...\n...\n"""\nlevels = 3\n')
    (found,) = check_file(path)
    assert (found.line, found.field) == (5, "levels")
    assert "only cube maps" in found.message


@pytest.mark.rule("pool.obstacle.check")
@pytest.mark.parametrize(
    ("kind", "field", "said"),
    [
        ("terrain='boulder', check={skill='climbing', dc=2}", "legend.o.check", '"boulder"'),
        ("terrain=['pit', 'difficult']", "legend.o.terrain", '"pit" of cubes goes with no'),
        ("terrain='floor', check={skill='climbing', dc=11}", "legend.o.check.dc", "1 to 10"),
        ("terrain='floor', check={skill='climb', dc=2}", "legend.o.check.skill", "unknown skill"),
    ],
)
def test_what_is_solid_asks_no_check_on_cubes(kind, field, said):
    ground = attrs.evolve(GROUND, skills={"climbing"}, hardest=10)
    text = f"{BASE}[legend]\no = {{ {kind} }}\n"
    _, (fault,) = read_map(parse_document(text), ground)
    assert fault.field == field
    assert said in fault.message


def test_cubes_are_for_pool_and_squares_are_not():
    square = Ground("d20", {"square"}, {"ft": Fraction(1, 5)})
    _, (found,) = read_map(parse_document(BASE), square)
    assert (found.field, found.line) == ("topology", 1)
    _, (found,) = parsed(BASE.replace('"cube"', '"square"'))
    assert found.message == '"square" grids are not played under pool'


def test_the_map_command_of_a_sound_file_finds_nothing(tmp_path: Path):
    path = tmp_path / "tower.toml"
    path.write_text(BASE + UP)
    assert call("check", path, "--json").json == []


# --- who is where --------------------------------------------------------------------------------

TOWER = """
format = 1
name = "The tower"
ruleset = "pool"
seed = 11
[map]
topology = "cube"
grid = '''
.......
..#....
..#..~.
.......
'''
[map.legend]
"/" = "stairs"
[[map.level]]
z = 1
grid = '''
:::::::
::#,:::
::..:::
:::::::
'''
[[map.level]]
z = 3
grid = '''
:::::::
:::::::
:::::::
:::::::
'''
[[side]]
id = "heroes"
controller = "script"
[[side]]
id = "foes"
controller = "script"
[[creature]]
id = "ann"
kind = "dummy"
side = "heroes"
at = [1, 1, 0]
initiative = 20
[[creature]]
id = "bob"
kind = "dummy"
side = "foes"
at = [3, 2, 1]
initiative = 10
"""


def faults_of(folder: Path, text: str) -> list[Fault]:
    path = folder / "trial.toml"
    path.write_text(text)
    return check_file(path)


def test_the_tower_is_sound(tmp_path: Path):
    assert faults_of(tmp_path, TOWER) == []


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("[1, 1]", "must be a cell [x, y, z]"),
        ("[1, 1, 9]", "off the map of 7 by 4 by 4 cells"),
        ("[2, 1, 0]", "cannot stand on"),
        ("[5, 2, 0]", "cannot stand on"),
        ("[3, 2, 1]", "overlaps"),
        ("[0, 0, 1]", "nothing for it to stand on"),
    ],
)
def test_places_that_will_not_do(tmp_path: Path, at, message):
    text = TOWER.replace("at = [1, 1, 0]", f"at = {at}")
    faults = faults_of(tmp_path, text)
    assert {fault.field.split(".")[0] for fault in faults} <= {"creature[0]", "creature[1]"}
    assert any(message in fault.message for fault in faults), faults


@pytest.mark.parametrize("size", ["average", "large"])
def test_who_is_put_into_a_wall_is_told_of_the_wall(tmp_path: Path, size: str):
    text = TOWER.replace("..#..~.", "#..#.~.").replace("::..:::", ":::::::")
    text = text.replace("at = [1, 1, 0]", f'at = [3, 2, 0]\nsize = "{size}"')
    text = text.replace("at = [3, 2, 1]", "at = [0, 3, 0]")
    (fault,) = faults_of(tmp_path, text)
    assert fault.message == 'it cannot stand on "wall" at [3, 2, 0]'


# --- kept and played again -----------------------------------------------------------------------

FOUGHT = TOWER + "".join(
    [
        do("ann", "move", to=[2, 2, 1]),
        do("ann", "strike", target="bob"),
        do("ann", "end_turn"),
        do("bob", "drop"),
        do("bob", "end_turn"),
        do("ann", "move", path=[[1, 2, 1], [1, 2, 0]]),
        do("bob", "take"),
        do("ann", "end_turn"),
    ]
)


@pytest.fixture
def fought(tmp_path: Path) -> Path:
    path = tmp_path / "tower.toml"
    path.write_text(FOUGHT)
    return path


@pytest.mark.parametrize("more", [(), ("--auto",)])
def test_a_battle_on_cubes_is_kept_and_replayed(fought: Path, more):
    save = fought.with_suffix(".tacsim")
    told = call("run", fought, "--json", "--max-rounds", 6, *more, "--save", save)
    assert told.code == 0, told
    shown = call("replay", save, "--json")
    assert shown.out == told.out
    answer = call("replay", save, "--verify", "--json")
    assert answer.json["ok"], answer
    assert answer.code == 0


def test_places_are_told_with_three_coordinates(fought: Path):
    rows = call("run", fought, "--json", "--max-rounds", 6).lines
    stepped = [row for row in rows if row["event"] == "stepped"]
    assert stepped[0]["from"] == [1, 1, 0]
    assert all(len(row["to"]) == 3 for row in stepped)
    assert stepped[-1]["to"] == [1, 2, 0]
