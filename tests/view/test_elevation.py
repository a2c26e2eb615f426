"""The slice upright through a map of cubes."""

import attrs
import numpy as np
import pytest
import tcod.console
from hypothesis import given
from hypothesis import strategies as st
from pool.fights import fight

from tacsim.core.terrain import Barrier, BarrierKind
from tacsim.session.perception import Memory
from tacsim.view.palettes.glyphs import PLUMB
from tacsim.view.palettes.palette import DARK, MONO, PALETTES
from tacsim.view.picture.barriers import HALF, HANDLE
from tacsim.view.picture.board import Overlay
from tacsim.view.picture.elevation import BARS, LABEL, SIDES, WIDE, Cut, Elevation, Slicer
from view.cubes import FULL, body, towers
from view.test_glyphs import one_column, strings

small = st.integers(1, 40)


def lines(battle, cut, overlay=None, columns=60, rows=None, palette=DARK, memory=None):
    """The rows of a slice as text, without the labels, and the backgrounds."""
    rows = rows or len(battle.world.field.levels)
    console = tcod.console.Console(columns, rows)
    Slicer().draw(console, battle, cut, overlay or Overlay(), palette, memory, viewer="heroes")
    texts = ["".join(map(chr, line)) for line in console.rgb["ch"]]
    return texts, np.array(console.rgb["bg"])


def place(levels, n, level):
    """The column and row of a cube where all are shown."""
    return LABEL + WIDE * n, levels - 1 - level


def cube(found, levels, n, level):
    """The glyphs of a cube and its first background."""
    texts, backs = found
    column, row = place(levels, n, level)
    return texts[row][column : column + WIDE], tuple(backs[row, column])


# --- which cube is where -------------------------------------------------------------------------


@given(small, small, small, st.integers(3, 90), st.integers(1, 20), st.randoms())
def test_a_place_shows_the_cube_that_it_is_the_place_of(wide, high, levels, columns, rows, random):
    through = (random.randrange(wide), random.randrange(high), random.randrange(levels))
    for along in (0, 1):
        view = Elevation(Cut(along, through), (wide, high, levels), columns, rows)
        assert view.shows(through)
        for cell, column, row in view.cells():
            assert view.shows(cell)
            assert cell[1 - along] == through[1 - along]
            assert 0 <= row < rows
            assert LABEL <= column <= max(columns - WIDE, LABEL)
            for offset in range(WIDE):
                assert view.cell_at(column + offset, row) == cell
        assert view.cell_at(0, 0) is None
        assert view.cell_at(LABEL + WIDE * max(wide, high), 0) is None
        assert len(list(view.cells())) == len(view.numbers) * len(view.levels)


def test_higher_levels_are_higher_and_the_one_under_view_is_marked():
    battle = fight("...", "   ", "   ", A={"at": (1, 0, 0)})
    texts, _backs = lines(battle, Cut(0, (0, 0, 1)))
    assert [line[:LABEL].strip() for line in texts] == ["2", "1", "0"]
    console = tcod.console.Console(20, 3)
    Slicer().draw(console, battle, Cut(0, (0, 0, 1)), Overlay())
    inks = [tuple(console.rgb["fg"][row, LABEL - 2]) for row in range(3)]
    assert inks[1] == DARK.cursor
    assert inks[0] == inks[2] != inks[1]


def test_where_there_is_no_room_the_cursor_stays_in_sight():
    ground = "." * 40
    battle = fight(ground, *[" " * 40] * 9, A={"at": (0, 0, 0)})
    texts, _backs = lines(battle, Cut(0, (30, 0, 7)), Overlay(cursor=(30, 0, 7)), 23, 4)
    assert any(line[:LABEL].strip() == "7" for line in texts)
    console = tcod.console.Console(23, 4)
    Slicer().draw(console, battle, Cut(0, (30, 0, 7)), Overlay(cursor=(30, 0, 7)))
    assert (console.rgb["bg"] == DARK.cursor).all(axis=2).sum() == WIDE


# --- what is drawn -------------------------------------------------------------------------------


def test_solids_are_filled_and_ground_is_a_bar():
    battle = fight(".#T,~:", " #.   ", "      ", A={"at": (5, 0, 1), "conditions": ["dead"]})
    found = lines(battle, Cut(0, (0, 0, 0)))
    air = cube(found, 3, 0, 2)
    assert air[0] == "  "
    assert cube(found, 3, 0, 0)[0] == BARS
    assert cube(found, 3, 2, 1)[0] == BARS
    assert cube(found, 3, 3, 0)[0] == "," + BARS[1]
    assert cube(found, 3, 4, 0)[0] == SIDES["deep_water"]
    assert cube(found, 3, 1, 0)[1] == cube(found, 3, 1, 1)[1] == DARK.grounds["wall"].bg
    assert cube(found, 3, 2, 0)[1] == DARK.grounds["tree"].bg
    assert cube(found, 3, 0, 0)[1] == air[1]


def test_the_other_way_it_runs_along_the_column():
    battle = fight("..\n#.\n..", "  \n  \n  ", A={"at": (1, 1, 0)})
    across, down = (lines(battle, Cut(along, (0, 1, 0))) for along in (0, 1))
    assert [cube(across, 2, n, 0)[1] == DARK.grounds["wall"].bg for n in (0, 1)] == [True, False]
    walls = [cube(down, 2, n, 0)[1] == DARK.grounds["wall"].bg for n in range(3)]
    assert walls == [False, True, False]
    assert "A" in across[0][1]
    assert "A" not in down[0][1]


def test_creatures_stand_in_all_their_cubes_of_the_slice():
    battle = towers()
    levels = 4
    found = lines(battle, Cut(0, (0, 3, 0)))
    where = [(n, level) for n in (3, 4) for level in (0, 1)]
    colours = {cube(found, levels, *at)[1] for at in where}
    assert len(colours) == 1
    assert cube(found, levels, 3, 1)[0][0] == "o"
    assert cube(found, levels, 5, 0)[1] not in colours
    assert "o" not in "".join(lines(battle, Cut(0, (0, 5, 0)))[0])


def test_a_line_leads_from_the_air_to_the_ground():
    battle = fight("......", "    . ", *["      "] * 3, A={"at": (0, 0, 0)},
                   w={"at": (2, 0, 3), "kind": "sky_lancer"},
                   v={"at": (4, 0, 4), "kind": "sky_lancer"})  # fmt: skip
    found = lines(battle, Cut(0, (0, 0, 0)))
    assert [PLUMB in cube(found, 5, 2, level)[0] for level in range(5)] == [
        True, True, True, False, False,
    ]  # fmt: skip
    assert [PLUMB in cube(found, 5, 4, level)[0] for level in range(5)] == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert cube(found, 5, 2, 3)[0] == "w3"


def test_the_way_the_reach_and_the_cursor_are_marked():
    battle = fight("......", "      ", "      ", A={"at": (0, 0, 0)})
    overlay = Overlay(
        reach={(4, 0, 1): 1, (5, 0, 1): 2, (4, 1, 2): 1},
        path=(body(1, 0, 0), body(2, 0, 1), body(3, 0, 2)), costs=(1, 3, 12),
        provoking={(2, 0, 1): ("x",)}, cursor=(3, 0, 2), area=frozenset({(5, 0, 0)}),
    )  # fmt: skip
    bare, found = (lines(battle, Cut(0, (0, 0, 0)), one) for one in (None, overlay))
    assert cube(found, 3, 1, 0)[0].strip() == "1"
    assert cube(found, 3, 2, 1)[0] == "3!"
    assert cube(found, 3, 3, 2) == ("12", DARK.cursor)
    changed = {
        (n, level) for n in range(6) for level in range(3)
        if cube(found, 3, n, level)[1] != cube(bare, 3, n, level)[1]
    }  # fmt: skip
    assert changed == {(1, 0), (2, 1), (3, 2), (4, 1), (5, 1), (5, 0)}
    assert cube(found, 3, 4, 1)[1] != cube(found, 3, 5, 1)[1]
    mono = lines(battle, Cut(0, (0, 0, 0)), overlay, palette=MONO)
    assert cube(mono, 3, 4, 1)[0][0] == ":"
    assert cube(mono, 3, 5, 1)[0][0] == "'"


def test_barriers_of_the_slice_show():
    battle = fight("....", "..  ", A={"at": (3, 0, 0)})
    side = battle.ruleset.topology.side
    pairs = (((0, 0, 1), (1, 0, 1), "wall"), ((0, 0, 0), (0, 0, 1), "door"))
    found = tuple(Barrier(side(a, b), BarrierKind(kind)) for a, b, kind in pairs)
    object.__setattr__(battle.world.field, "barriers", found[:1])
    assert cube(lines(battle, Cut(0, (0, 0, 0))), 2, 0, 1)[0][1] == HALF
    object.__setattr__(battle.world.field, "barriers", found[1:])
    assert cube(lines(battle, Cut(0, (0, 0, 0))), 2, 0, 1)[0][1] == HANDLE


def test_nothing_unknown_shows():
    levels, other = ("...#..", "   #  ", "   #  "), (",#~#..", ". .#  ", "#  #  ")
    alone = fight(*levels, A={"at": (5, 0, 0)})
    full = fight(*other, A={"at": (5, 0, 0)}, b={"at": (2, 0, 1), "kind": "sky_lancer"})
    found = []
    for battle in (alone, full):
        battle.fog = True
        memory = Memory(battle, "heroes")
        overlay = attrs.evolve(FULL, path=(body(1, 0, 0), body(2, 0, 0)), costs=(1, 2))
        found.append(lines(battle, Cut(0, (0, 0, 0)), overlay, memory=memory))
    assert found[0][0] == found[1][0]
    assert (found[0][1] == found[1][1]).all()
    texts, backs = found[0]
    column, row = place(3, 1, 0)
    assert not texts[row][column : column + WIDE].strip()
    assert tuple(backs[row, column]) == DARK.unseen


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
@pytest.mark.parametrize("fog", [False, True])
def test_every_glyph_is_one_column_wide(palette, fog):
    battle = towers(fog=fog)
    memory = Memory(battle, "heroes") if fog else None
    for along in (0, 1):
        for n in range(6):
            texts, _backs = lines(battle, Cut(along, (n, n, 1)), FULL, palette=palette,
                                  memory=memory)  # fmt: skip
            assert all(one_column(char) for char in set("".join(texts)))
            plain = attrs.evolve(palette, graphics="ascii")
            texts, _backs = lines(battle, Cut(along, (n, n, 1)), FULL, palette=plain, memory=memory)
            assert "".join(texts).isascii()
    assert all(one_column(char) for text in strings([SIDES, BARS]) for char in text)
