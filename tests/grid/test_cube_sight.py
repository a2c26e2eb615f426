"""Sight in space against lines from centre to centre, and against rooms drawn level by level."""

from __future__ import annotations

from itertools import product

import numpy as np
from grid.cube_space import (
    NONE,
    SIZE,
    Edge,
    all_cells,
    below,
    cells,
    edge_sets,
    grid_of,
    joined,
    plus,
    sets,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.grid.cells import Cell
from tacsim.grid.cubes.cover import line_of_effect
from tacsim.grid.cubes.sight import Grid, visible


def seen(
    walls: frozenset[Cell], edges: frozenset[Edge], at: Cell, size: Cell = SIZE
) -> frozenset[Cell]:
    """What is seen, floors told as floors and what stands upright as edges."""
    floors = grid_of([b for a, b in edges if a[2] != b[2] and b[2] < size[2]], size=size)
    upright = frozenset((a, b) for a, b in edges if a[2] == b[2])
    found = visible(~grid_of(walls, size=size), floors, at, upright)
    return frozenset(cell for cell in all_cells(size) if found[cell[::-1]])


def shows(cell: Cell, at: Cell, lit: frozenset[Cell], edges: frozenset[Edge]) -> bool:
    """Whether a solid cell touches one of some others on the side of who looks."""
    by = [(a > b) - (a < b) for a, b in zip(at, cell, strict=True)]
    for part in product((0, 1), repeat=3):
        near = plus(cell, tuple(d * n for d, n in zip(by, part, strict=True)))
        over = [tuple(d if i == j else 0 for j in range(3)) for i, d in enumerate(by) if part[i]]
        sides = [(c, plus(c, step)) for step in over for c in (cell, plus(near, back(step)))]
        if near in lit and not any(tuple(sorted(side)) in edges for side in sides):
            return True
    return False


def back(step: Cell) -> Cell:
    return tuple(-n for n in step)


@settings(deadline=None, max_examples=some(50))
@given(cells, sets, edge_sets)
def test_sight_agrees_with_solids(at: Cell, walls: frozenset[Cell], edges: frozenset[Edge]) -> None:
    found = seen(walls, edges, at)
    free = {cell for cell in all_cells() if joined(at, cell, walls, edges)}
    lit = frozenset(free - walls)
    for cell in all_cells():
        expected = cell == at or cell in free or (cell in walls and shows(cell, at, lit, edges))
        assert (cell in found) == expected, cell


@settings(deadline=None)
@given(
    st.tuples(*(st.integers(1, n) for n in (9, 9, 5))),
    st.integers(0, 2**32 - 1),
    st.sampled_from((0.0, 0.02, 0.1, 0.3)),
    st.sampled_from((0.0, 0.1, 0.5)),
)
def test_sight_is_the_line_of_effect(size: Cell, seed: int, solid: float, thin: float) -> None:
    dice = np.random.default_rng(seed)
    clear, floors = dice.random(size[::-1]) >= solid, dice.random(size[::-1]) < thin
    every = all_cells(size)
    at = every[seed % len(every)]
    walls = {cell for cell in every if not clear[cell[::-1]]}
    edges = frozenset(
        (cell, plus(cell, by))
        for cell in every
        for by in ((1, 0, 0), (0, 1, 0))
        if dice.random() < thin / 2
    )
    above = {cell for cell in every if floors[cell[::-1]]}
    found = visible(clear, floors, at, edges)
    for cell in every:
        free = line_of_effect([at], [cell], walls, edges, floors=above)
        assert found[cell[::-1]] == free or (cell in walls and found[cell[::-1]]), cell


@settings(deadline=None, max_examples=some(20))
@given(sets, edge_sets)
def test_sight_is_mutual(walls: frozenset[Cell], edges: frozenset[Edge]) -> None:
    every = [cell for cell in all_cells() if cell not in walls]
    found = {cell: seen(walls, edges, cell) for cell in every}
    assert all((b in found[a]) == (a in found[b]) for a, b in product(every, every))


@given(st.tuples(*(st.integers(1, n) for n in (25, 25, 9))), st.data())
def test_in_the_open_all_is_seen(size: Cell, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from(all_cells(size)))
    clear = np.ones(size[::-1], bool)
    assert visible(clear, None, at).all()
    clear[at[::-1]] = False  # who stands in a tree looks out of it
    assert visible(clear, np.zeros_like(clear), at).all()


def test_nothing_is_changed_and_any_array_will_do() -> None:
    clear = np.ones((3, 4, 5), bool)
    clear[1, 2, 3] = False
    before = clear.copy()
    turned = np.asfortranarray(clear)
    turned.flags.writeable = clear.flags.writeable = False
    assert (visible(clear, ~clear, (0, 0, 0)) == visible(turned, ~turned, (0, 0, 0))).all()
    assert (clear == before).all()


def levels(found: Grid) -> list[str]:
    return [" ".join("".join(".x"[int(n)] for n in row) for row in level) for level in found]


def test_a_room_shows_its_walls_and_corners_and_nothing_beyond() -> None:
    size = (7, 7, 3)
    walls = frozenset(
        cell for cell in all_cells(size) if max(abs(cell[0] - 3), abs(cell[1] - 3)) == 2
    )
    floors = frozenset(below((x, y, 1)) for x in range(7) for y in range(7))
    for at in ((3, 3, 0), (2, 4, 0)):
        found = seen(walls, floors, at, size)
        assert found == {cell for cell in all_cells(size) if cell[2] == 0 and inside(cell)}
    above = seen(walls, floors, (3, 3, 2), size)
    assert above == {cell for cell in all_cells(size) if cell[2] > 0 and inside(cell)}


def inside(cell: Cell) -> bool:
    return max(abs(cell[0] - 3), abs(cell[1] - 3)) <= 2


def test_a_wall_hides_what_is_right_behind_it() -> None:
    clear = np.ones((1, 5, 7), bool)
    clear[0, 2, 3] = False
    assert levels(visible(clear, None, (1, 2, 0))) == ["xxxxxxx xxxxx.. xxxx... xxxxx.. xxxxxxx"]


def test_from_a_tower_one_sees_over_the_wall() -> None:
    """The line to a cell c columns off goes down 3 levels; the wall, 3 columns off, is 1 high.

    It leaves the wall's column after 3.5 columns, at a height of 3.5 - 3 * 3.5 / c: free from 1 on,
    so that c has to be 4.2 at least.
    """
    clear = np.ones((4, 1, 9), bool)
    clear[0, 0, 3] = False
    assert levels(visible(clear, None, (0, 0, 0)))[0] == "xxxx....."
    assert levels(visible(clear, None, (0, 0, 3)))[0] == "xxxx.xxxx"


def test_a_hole_in_the_floor_shows_what_is_below() -> None:
    size = (9, 1, 2)
    floor = frozenset(below((x, 0, 1)) for x in range(9) if x != 4)
    found = seen(NONE, floor, (4, 0, 1), size)
    # through the hole, half a cell wide on either hand and half a cell deep: 45 degrees
    assert {cell[0] for cell in found if cell[2] == 0} == {3, 4, 5}
    assert {cell[0] for cell in found if cell[2] == 1} == set(range(9))
    # from 3 columns off the line to column c comes to the floor halfway, at c / 2 + 1, which has to
    # be from 4 to 5, the rim included
    aside = seen(NONE, floor, (1, 0, 1), size)
    assert {cell[0] for cell in aside if cell[2] == 0} == {6, 7, 8}


def test_a_solid_cell_is_seen_by_its_own_line_where_none_before_it_is() -> None:
    """The last turn of the line leads right through an edge, past cells that other walls hide."""
    walls = frozenset({(5, 5, 1), (2, 3, 1), (3, 2, 1), (4, 4, 0)})
    size, at = (6, 6, 2), (0, 0, 0)
    found = seen(walls, frozenset(), at, size)
    assert joined(at, (5, 5, 1), walls, [])
    assert (5, 5, 1) in found
    assert found.isdisjoint({(4, 4, 1), (5, 4, 1), (4, 5, 1), (5, 5, 0), (4, 5, 0), (5, 4, 0)})


def test_a_floor_hides_the_foot_of_a_wall() -> None:
    walls = frozenset({(1, 0, 0), (1, 0, 1)})
    found = seen(walls, frozenset({below((0, 0, 1))}), (0, 0, 1), (2, 1, 2))
    assert found == {(0, 0, 1), (1, 0, 1)}
    assert seen(walls, frozenset(), (0, 0, 1), (2, 1, 2)) == set(all_cells((2, 1, 2)))
