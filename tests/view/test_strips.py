from itertools import pairwise

import numpy as np
import tcod.console
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tacsim.view.board import Overlay
from tacsim.view.strips import changed_rows, runs, snapshot
from view.squares import FULL, drawn, skirmish

shapes = st.tuples(st.integers(1, 6), st.integers(1, 9))


@st.composite
def consoles(draw, shape=None):
    rows, columns = shape or draw(shapes)
    console = tcod.console.Console(columns, rows)
    few = st.sampled_from([0, 1, 255])
    console.rgb["ch"] = draw(hnp.arrays(np.int32, (rows, columns),
                                        elements=st.sampled_from([32, 65, 0x28FF])))  # fmt: skip
    console.rgb["fg"] = draw(hnp.arrays(np.uint8, (rows, columns, 3), elements=few))
    console.rgb["bg"] = draw(hnp.arrays(np.uint8, (rows, columns, 3), elements=few))
    return console


@given(consoles())
def test_runs_are_the_console_again_cut_where_the_style_changes(console):
    rgb = console.rgb
    for y, row in enumerate(runs(rgb)):
        flat = [(char, fg, bg) for text, fg, bg in row for char in text]
        assert flat == [
            (chr(rgb["ch"][y, x]), tuple(rgb["fg"][y, x].tolist()), tuple(rgb["bg"][y, x].tolist()))
            for x in range(console.width)
        ]
        assert all(a[1:] != b[1:] for a, b in pairwise(row))
        assert runs(rgb, y, y + 1) == [row]


@given(shapes.flatmap(lambda shape: st.tuples(consoles(shape), consoles(shape))))
def test_changed_rows_are_exactly_those_that_differ(pair):
    before, after = pair
    expected = [y for y in range(before.height) if (before.rgb[y] != after.rgb[y]).any()]
    assert changed_rows(snapshot(before), snapshot(after)) == expected


def test_with_nothing_to_compare_all_rows_changed():
    console = tcod.console.Console(4, 3)
    assert changed_rows(None, snapshot(console)) == [0, 1, 2]
    assert changed_rows(snapshot(tcod.console.Console(4, 2)), snapshot(console)) == [0, 1, 2]


def test_a_moved_cursor_changes_two_rows_and_no_more():
    fight = skirmish()
    a = snapshot(drawn(fight, Overlay(cursor=(4, 9))))
    b = snapshot(drawn(fight, Overlay(cursor=(4, 10))))
    assert changed_rows(a, b) == [9, 10]


def test_equal_cells_share_a_run():
    console = drawn(skirmish(), FULL)
    assert len(runs(console.rgb, 0, 1)[0]) < console.width / 3


def test_a_snapshot_is_a_copy():
    console = tcod.console.Console(2, 1)
    taken = snapshot(console)
    console.rgb["ch"][0, 0] = ord("x")
    assert taken["ch"][0, 0] != ord("x")
