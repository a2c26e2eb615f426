"""Editing files: exact undo, comments kept, and what is drawn read back as drawn."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.content.editing import shapes
from tacsim.content.editing.manuscript import Manuscript, Texts, as_bytes, opened
from tacsim.content.editing.templates import Template, empty, templates
from tacsim.content.faults import ContentError
from tacsim.content.scenarios import read_scenario
from tacsim.core.terrain import TERRAIN, BarrierKind

MAPS = Path(__file__).parents[3] / "maps"
BY_HAND = """\
# By hand, in an order of its own.
name = "The yard"  # not the one of the inn
ruleset = "d20"

# Who fights.
[[side]]
id = "us"   # we
# we are few
[[side]]
id = "them"

# The ground.
[map]
# seen from the south
grid = '''
.....
.o~..
.....
'''   # three rows
[map.legend]  # signs
o = "boulder"  # round

# The first.
[[creature]]
id = "a"
kind = "dummy"
side = "us"
at = [0, 0] # a corner

# The second.
[[creature]]
id = "b"
kind = "dummy"
side = "them"
at = [4, 2]
# The end.
"""
COMMENTS = [line[line.index("#") :] for line in BY_HAND.splitlines() if "#" in line]


def by_hand() -> Manuscript:
    return Manuscript(Texts(BY_HAND), None, MAPS)


cells = st.tuples(st.integers(0, 4), st.integers(0, 2))
edits = st.lists(
    st.one_of(
        st.tuples(st.just("paint"), cells, cells, st.sampled_from(sorted(TERRAIN))),
        st.tuples(st.just("barrier"), cells, st.booleans(), st.sampled_from([*BarrierKind, ""])),
        st.tuples(st.just("place"), cells, st.sampled_from(["goblin", "ogre"])),
        st.tuples(st.just("put"), st.sampled_from(["hp", "name", "weapons", "behaviour"])),
        st.tuples(st.just("resize"), st.integers(5, 7), st.integers(3, 5)),
    ),
    max_size=8,
)
VALUES = {"hp": 7, "name": 'Old "Tom"', "weapons": ["dagger"], "behaviour": {"temper": "wary"}}


def perform(one: Manuscript, edit: tuple[object, ...]) -> None:
    match edit:
        case ("paint", a, b, ground):
            one.paint(shapes.rectangle(a, b), ground)
        case ("barrier", (x, y), across, kind):
            one.barrier([((x, y), (x + across, y + (not across)))], kind)
        case ("place", cell, kind):
            one.place(kind, "them", cell)
        case ("put", key):
            one.assign(("creature", 1, key), VALUES[key])
        case ("resize", width, height):
            one.resize(width, height)


@given(edits)
@settings(max_examples=some(60))
def test_all_undone_the_text_is_as_it_was_and_redone_as_it_became(
    some: list[tuple[object, ...]],
) -> None:
    one = by_hand()
    for edit in some:
        perform(one, edit)
    became = one.texts
    while one.undo():
        pass
    assert one.texts == Texts(BY_HAND)
    while one.redo():
        pass
    assert one.texts == became


@given(edits)
@settings(max_examples=some(60))
def test_no_comment_is_lost_and_their_order_stays(some: list[tuple[object, ...]]) -> None:
    one = by_hand()
    for edit in some:
        perform(one, edit)
    text, at = one.texts.own, 0
    for comment in COMMENTS:
        at = text.index(comment, at) + len(comment)


@given(cells, cells, st.sampled_from(sorted(TERRAIN)))
@settings(max_examples=some(60))
def test_what_is_drawn_is_read_as_drawn(a: tuple[int, int], b: tuple[int, int], name: str) -> None:
    one = by_hand()
    before, drawn = one.read.field, set(shapes.rectangle(a, b))
    one.paint(drawn, name)
    after = one.read.field
    assert before is not None
    assert after is not None
    for x, y in shapes.rectangle((0, 0), (4, 2)):
        assert after.at((x, y)).name == (name if (x, y) in drawn else before.at((x, y)).name)


@pytest.mark.parametrize("path", sorted(MAPS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_battle_can_be_changed_and_is_otherwise_the_same(path: Path) -> None:
    one = opened(path)
    field = one.read.field
    assert field is not None
    cell = (0,) * field.axes
    one.paint([cell], "boulder")
    changed = one.read.field
    assert changed is not None
    assert changed.at(cell).name == "boulder"
    assert changed.rows[1:] == field.rows[1:]
    assert changed.barriers == field.barriers
    same = sum(a == b for a, b in zip(path.read_text().split("\n"), one.texts.own.split("\n"),
                                      strict=False))  # fmt: skip
    assert same >= path.read_text().count("\n") - 1  # one row of the map differs


@pytest.mark.parametrize(
    "path",
    [*MAPS.glob("lessons/*.toml"), *Path(__file__).parents[2].glob("app/scenarios/*.toml")],
    ids=lambda path: path.stem,
)
def test_lessons_and_battles_of_tests_can_be_changed(path: Path) -> None:
    one = opened(path)
    one.assign(("creature", 0, "name"), 'Kim, Lee "and" Park')
    assert one.table(("creature", 0, "name")) == 'Kim, Lee "and" Park'
    one.undo()
    assert one.texts.own == path.read_text()


def test_a_creature_that_goes_takes_its_lines_along_and_leaves_what_introduces_the_next() -> None:
    one = by_hand()
    one.drop(("creature", 0))
    assert 'id = "a"' not in one.texts.own
    assert "# The second.\n[[creature]]\n" in one.texts.own
    assert one.read.creatures[0].id == "b"


def test_a_new_creature_stands_behind_the_last_and_has_an_id_of_its_own() -> None:
    one = by_hand()
    one.place("dummy", "us", (2, 2))
    one.place("dummy", "us", (3, 2))
    assert [each.id for each in one.read.creatures.values()] == ["a", "b", "dummy", "dummy-2"]
    assert one.texts.own.endswith('side = "us"\nat = [3, 2]\n')


def test_faults_say_where_they_are() -> None:
    one = by_hand()
    one.paint([(4, 2)], "wall")
    (found,) = one.read.faults
    assert found.cell == (4, 2)
    assert found.creature == 1
    assert one.read.shown is not None
    assert len(one.read.shown.creatures) == 2  # whom the fault is about is drawn all the same
    one.undo()
    assert not one.read.faults


def test_tables_in_one_line_grow_in_their_line() -> None:
    text = (
        'ruleset = "d20" # one\n'
        'map = { grid = "...\\n..." }\n'
        'side = [{ id = "us" }, { id = "them" }]\n'
        'creature = [{ id = "a", kind = "dummy", side = "us", at = [0, 0] },'
        ' { id = "b", kind = "dummy", side = "them", at = [2, 1] }]\n'
    )
    one = Manuscript(Texts(text), None, MAPS)
    one.paint([(1, 0)], "wall")
    one.barrier([((0, 0), (0, 1))], "hedge")
    one.place("goblin", "them", (2, 0))
    one.assign(("creature", 0, "hp"), 3)
    assert not one.read.faults
    field = one.read.field
    assert field is not None
    assert field.rows[0] == ("floor", "wall", "floor")
    assert len(field.barriers) == 1
    assert [each.at for each in one.read.creatures.values()] == [(0, 0), (2, 1), (2, 0)]


def test_a_map_file_that_a_scenario_names_is_changed_beside_it(tmp_path: Path) -> None:
    (tmp_path / "ground.toml").write_text('grid = """\n...\n...\n"""\n# kept\n')
    scenario = (
        'ruleset = "d20"\nmap = "ground.toml"\n[[side]]\nid = "us"\n[[creature]]\nid = "a"\n'
        'kind = "dummy"\nside = "us"\nat = [0, 0]\n'
    )
    (tmp_path / "fight.toml").write_text(scenario)
    one = opened(tmp_path / "fight.toml")
    one.paint([(2, 1)], "wall")
    assert one.texts == Texts(scenario, 'grid = """\n...\n..#\n"""\n# kept\n')
    assert one.read.shown is not None
    assert one.read.shown.field.at((2, 1)).name == "wall"


def test_levels_of_cubes_are_written_when_something_is_drawn_on_them() -> None:
    one = Manuscript(Texts(empty(Template("pool", "cube"), "Tower")), None, MAPS)
    one.paint([(1, 1, 2)], "floor")
    field = one.read.field
    assert field is not None
    assert field.at((1, 1, 2)).name == "floor"
    assert field.at((2, 1, 2)).name == "air"
    one.raise_to(2)
    assert one.read.field is not None
    assert len(one.read.field.levels) == 2
    assert not one.read.faults


def test_of_many_levels_those_that_go_are_taken_away() -> None:
    one = Manuscript(Texts(empty(Template("pool", "cube"), "Tower")), None, MAPS)
    one.raise_to(13)
    for z in range(1, 13):
        one.paint([(z, 1, z)], "floor")
    one.raise_to(9)
    assert [table["z"] for table in one.table(("level",), of_map=True)] == list(range(1, 9))
    assert not one.read.faults


@pytest.mark.parametrize("template", templates(), ids=str)
def test_an_empty_field_can_be_fought_on(template: Template, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text(empty(template, 'A "new" one'))
    assert read_scenario(path).field.topology == template.topology


def test_a_barrier_stands_between_neighbours_alone() -> None:
    with pytest.raises(ValueError, match="share a side"):
        by_hand().barrier([((0, 0), (2, 0))], "wall")


def test_line_ends_and_the_mark_of_a_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + BY_HAND.replace("\n", "\r\n").encode())
    one = opened(path)
    assert as_bytes(one.texts.own, path) == path.read_bytes()
    one.paint([(0, 1)], "wall")
    assert as_bytes(one.texts.own, path).count(b"\r\n") == BY_HAND.count("\n")


@pytest.mark.parametrize("text", ["[ogre]\nname = 'x'\n", "a = [", "", "\x00"])
def test_what_is_no_battle_is_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(ContentError) as caught:
        opened(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("topology", ["square", "hex"])
@given(a=cells, b=cells)
def test_a_line_goes_from_neighbour_to_neighbour(
    a: tuple[int, int], b: tuple[int, int], topology: str
) -> None:
    found = shapes.line(a, b, topology)
    assert (found[0], found[-1]) == (a, b)
    for one, other in itertools.pairwise(found):
        near = {*shapes.beside(one, topology)}
        if topology == "square":
            near = {(one[0] + x, one[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
        assert other in near
