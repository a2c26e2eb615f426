from itertools import pairwise

import numpy as np
import tcod.console
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tacsim.view.picture.board import Overlay
from tacsim.view.picture.strips import changed, colours, restore, runs, snapshot
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
    for y, row in enumerate(runs(list(snapshot(console)))):
        flat = [(char, *colours(ink)) for text, ink in row for char in text]
        assert flat == [
            (chr(rgb["ch"][y, x]), tuple(rgb["fg"][y, x].tolist()), tuple(rgb["bg"][y, x].tolist()))
            for x in range(console.width)
        ]
        assert all(a[1:] != b[1:] for a, b in pairwise(row))


@given(shapes.flatmap(lambda shape: st.tuples(consoles(shape), consoles(shape))))
def test_changed_cells_lie_in_spans_that_begin_and_end_with_one(pair):
    before, after = pair
    cells = [(y, x) for y in range(before.height) for x in range(before.width)
             if before.rgb[y, x] != after.rgb[y, x]]  # fmt: skip
    spans = changed(snapshot(before), snapshot(after))
    assert set(cells) <= {(y, x) for y, first, end in spans for x in range(first, end)}
    assert all((y, first) in cells and (y, end - 1) in cells for y, first, end in spans)
    assert all(a < b for a, b in pairwise(spans))


def test_a_moved_cursor_changes_its_two_cells_and_no_more():
    fight = skirmish()
    a = snapshot(drawn(fight, Overlay(cursor=(4, 9))))
    b = snapshot(drawn(fight, Overlay(cursor=(4, 10))))
    assert [y for y, _first, _end in changed(a, b)] == [9, 10]
    assert all(end - first <= 2 for _y, first, end in changed(a, b))


def test_equal_cells_share_a_run():
    console = drawn(skirmish(), FULL)
    assert len(runs([snapshot(console)[0]])[0]) < console.width / 3


def test_a_snapshot_is_a_copy_that_can_be_restored():
    console = tcod.console.Console(2, 1)
    taken = snapshot(console)
    console.rgb["ch"][0, 0] = ord("x")
    assert changed(taken, snapshot(console)) == [(0, 0, 1)]
    restore(console, taken)
    assert not changed(taken, snapshot(console))
