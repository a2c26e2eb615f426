"""Lines on hexes, against boards drawn by hand and a reference that cuts polygons in fractions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from grid.hex_plane import (
    NO_EDGES,
    NONE,
    Edge,
    beside,
    cells_at,
    cut,
    faces,
    middle,
    rim,
    side,
    spot,
    stopped,
)
from hypothesis import given
from hypothesis import strategies as st

from tacsim.grid.cells import Cell
from tacsim.grid.hexes import coordinates as hexes
from tacsim.grid.hexes.cover import blocked, effect_reaches, line_of_effect
from tacsim.grid.hexes.fans import edges_in
from tacsim.grid.hexes.lines import (
    cell_at,
    centre,
    corner,
    corner_at,
    corners,
    edge,
    opposite,
    point,
    touching,
    walked,
)

cells = st.tuples(st.integers(0, 5), st.integers(0, 5))
places = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
close = st.tuples(st.integers(-1, 8), st.integers(-1, 8))
grid_corners = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 1))
sets = st.frozensets(cells, max_size=8)
edge_sets = st.frozensets(
    st.builds(lambda c, n: side(c, beside(c)[n]), cells, st.integers(0, 5)), max_size=8
)
groups = st.frozensets(cells, min_size=1, max_size=3)


@st.composite
def spaces(draw: st.DrawFn) -> frozenset[Cell]:
    """Hexes that hang together: a body, or any others."""
    at = draw(st.tuples(st.integers(2, 4), st.integers(2, 4)))
    if draw(st.booleans()):
        return frozenset(hexes.body(at, draw(st.integers(1, 5))))
    space = {at}
    for _ in range(draw(st.integers(0, 6))):
        around = sorted({other for cell in space for other in beside(cell)} - space)
        space.add(draw(st.sampled_from(around)))
    return frozenset(space)


# --- names ------------------------------------------------------------------------------------


@given(places)
def test_corners_go_round_the_cell_from_the_top(cell: Cell) -> None:
    assert [spot(c) for c in corners(cell)] == list(rim(cell))
    assert cell_at(centre(cell)) == cell


@given(places, st.integers(0, 1))
def test_a_corner_has_one_name(cell: Cell, k: int) -> None:
    name = (*cell, k)
    assert corner(name) == name
    assert corner_at(point(name)) == name
    assert touching(name) == tuple(sorted(cells_at(spot(name))))
    assert all(name in corners(other) for other in touching(name))
    assert corner(cell) == (*cell, 0)
    assert touching(cell) == touching((*cell, 0))
    with pytest.raises(ValueError, match="no corner"):
        touching((*cell, 2))


@given(places, places)
def test_an_edge_has_one_form(a: Cell, b: Cell) -> None:
    for other in beside(a):
        assert edge(a, other) == edge(other, a) == side(a, other)
    if b not in beside(a):
        with pytest.raises(ValueError, match="not neighbours"):
            edge(a, b)


@given(cells, grid_corners)
def test_what_a_line_passes_in_order(a: Cell, to: Cell) -> None:
    way = walked(centre(a), point(to))
    stretches, cuts = cut(middle(a), spot(to))
    assert [tuple(sorted(map(cell_at, passed))) for passed, _ in way] == [*map(sorted_, stretches)]
    by_corner = [at is not None and spot(corner_at(at)) for _, at in way[1:]]
    assert by_corner == [len(cells_at(p)) == 3 and p for p in cuts[1:-1]]
    back = walked(point(to), centre(a))
    assert [passed for passed, _ in back] == [passed for passed, _ in reversed(way)]


def sorted_(passed: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(sorted(passed))


# --- flanking ---------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.flank.line", "metric.hex.move")
@given(places)
def test_one_hex_is_flanked_from_opposite_neighbours_alone(target: Cell) -> None:
    ring = hexes.ring(target, 1)
    pairs = {
        (i, j) for i, j in combinations(range(6), 2) if opposite(ring[i], ring[j], [target])
    }  # fmt: skip
    assert pairs == {(0, 3), (1, 4), (2, 5)}


@pytest.mark.rule("grid5e.flank.line", "metric.hex.move")
def test_a_large_body_is_flanked_across() -> None:
    #  . a b .        The body is B B
    # . B B c .                    B
    #  . d B . .
    body = hexes.body((1, 1), 2)
    assert body == ((1, 1), (2, 1), (2, 2))
    west, east = (0, 1), (3, 1)
    assert opposite(west, east, body)
    assert opposite((2, 0), (2, 3), body)  # down the middle: in by a corner, out by the bottom one
    assert not opposite((1, 0), west, body)
    assert not opposite((1, 0), east, body)  # in from the upper left, out to the right


@pytest.mark.rule("grid5e.flank.line")
def test_a_line_that_grazes_is_no_flank() -> None:
    # From the right neighbour to the lower left one it runs along the lower right side.
    assert not opposite((2, 1), (1, 2), [(1, 1)])
    assert [len(passed) for passed, _ in walked(centre((2, 1)), centre((1, 2)))] == [1, 2, 1]
    assert not opposite((1, 1), (4, 1), [(1, 1)])  # nor from within
    assert not opposite((1, 1), (1, 1), [(1, 1)])
    assert not opposite((1, 1), (4, 1), [])


@pytest.mark.rule("grid5e.flank.line", "metric.hex.move")
@pytest.mark.parametrize("at", [(2, 2), (2, 3)])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_all_around_a_body_flanking_agrees_with_the_reference(n: int, at: Cell) -> None:
    body = frozenset(hexes.body(at, n))
    around = sorted({other for cell in body for other in beside(cell)} - body)
    for a, b in combinations(around, 2):
        assert opposite(a, b, body) == opposite(b, a, body) == faces(a, b, body), (a, b)


@pytest.mark.rule("grid5e.flank.line", "metric.hex.move")
@given(close, close, spaces())
def test_flanking_agrees_with_the_reference(a: Cell, b: Cell, space: frozenset[Cell]) -> None:
    assert opposite(a, b, space) == faces(a, b, space)
    assert opposite(b, a, sorted(space)) == opposite(a, b, space)


# --- single lines -----------------------------------------------------------------------------


@pytest.mark.rule("grid5e.cover")
@given(grid_corners, grid_corners, sets, edge_sets, sets)
def test_blocked_agrees_with_the_reference(
    a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge], creatures: frozenset[Cell]
) -> None:
    expected = stopped(spot(a), spot(b), walls, edges, creatures, strict=True)
    assert blocked(a, b, walls, edges, creatures) == expected
    assert blocked(b, a, walls, edges, creatures) == expected


@pytest.mark.rule("grid5e.cover")
def test_a_wall_s_border_blocks_and_a_creature_s_does_not() -> None:
    top, right = corners((2, 2))[0], corners((2, 2))[1]
    for beside_it in ((2, 2), (2, 1)):  # below and above the edge from the top to the right
        assert blocked(top, right, {beside_it}, NO_EDGES, NONE)
        assert not blocked(top, right, NONE, NO_EDGES, {beside_it})
    assert not blocked(top, right, {(1, 1), (3, 2)}, NO_EDGES, NONE)  # at its ends
    assert blocked(top, right, NONE, {edge((2, 1), (2, 2))}, NONE)
    assert not blocked(top, top, {(2, 2), (2, 1), (1, 1)}, NO_EDGES, NONE)


def test_corners_that_let_a_line_by_and_corners_that_do_not() -> None:
    # At the top of (2, 2) the cells (1, 1), (2, 1) and (2, 2) meet.
    left, right = edge((1, 1), (2, 2)), edge((2, 1), (2, 2))
    upper = edge((1, 1), (2, 1))

    def level(walls: set[Cell], *barriers: Edge) -> bool:  # out of (1, 1), into (2, 1)
        return clear((1, 2, 1), (3, 2, 1), walls, *barriers)

    assert level({(2, 2)})
    assert level(set(), upper)
    assert level(set(), left, right)
    assert not level({(2, 2)}, upper)
    assert not level(set(), upper, left)
    assert not level(set(), upper, right)

    def upright(walls: set[Cell], *barriers: Edge) -> bool:  # up from (2, 2), between the others
        return clear(corners((2, 2))[3], corners((1, 1))[1], walls, *barriers)

    assert upright(set(), left)
    assert upright(set(), right)
    assert not upright(set(), left, right)
    assert not upright(set(), upper)
    assert not upright({(1, 1)})


def clear(a: Cell, b: Cell, walls: set[Cell], *barriers: Edge) -> bool:
    return not blocked(a, b, walls, set(barriers), NONE)


# --- line of effect ---------------------------------------------------------------------------


def expected_effect(
    a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge], *, strict: bool = False
) -> bool:
    """The rule word for word: from a corner or centre to a corner or centre."""
    if a == b:
        return True
    starts = [*((p, a) for p in rim(a)), (middle(a), None)]
    goals = [*((p, b) for p in rim(b)), (middle(b), None)]
    return any(
        not stopped(p, q, walls, edges, strict=strict, leaves=leaves, enters=enters)
        for p, leaves in starts
        for q, enters in goals
    )


def board(text: str) -> dict[str, frozenset[Cell]]:
    """The cells of each glyph of a drawn board; glyphs stand at every second column."""
    found: dict[str, set[Cell]] = {glyph: set() for glyph in "AB#"}
    for y, row in enumerate(text.strip("\n").splitlines()):
        for n, glyph in enumerate(row):
            if glyph != " ":
                assert n % 2 == y % 2, text
                found.setdefault(glyph, set()).add((n // 2, y))
    return {glyph: frozenset(cells) for glyph, cells in found.items()}


WALL = """
. . # . .
 . # . .
A . # . B
 . # . .
. . # . .
"""
GAP = """
. . # . .
 . # . .
A . . . B
 . # . .
. . # . .
"""
CORRIDOR = """
# # # # #
 A . . B
# # # # #
"""
PILLAR = """
. . A . .
 . . . .
. . # . .
 . . . .
. . B . .
"""
PAIR = """
. . A . .
 . # # .
. . B . .
"""
ONE_OF_THEM = """
. . A . .
 . . # .
. . B . .
"""
STAGGERED = """
. . . . .
 . . . # A
. . . . .
 . . # . .
. B . . .
"""
BESIDE = """
. # . .
 A B .
. # . .
"""


@pytest.mark.rule("grid5e.cover")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(WALL, False, id="behind a wall"),
        pytest.param(GAP, True, id="through a gap"),
        pytest.param(CORRIDOR, True, id="along a corridor"),
        pytest.param(PILLAR, True, id="past a pillar, along its border"),
        pytest.param(PAIR, False, id="not between two walls"),
        pytest.param(STAGGERED, True, id="past the borders of two walls at once"),
        pytest.param(ONE_OF_THEM, True, id="past one wall"),
        pytest.param(BESIDE, True, id="neighbours, walls at both ends of their edge"),
    ],
)
def test_line_of_effect_on_drawn_boards(text: str, expected: bool) -> None:
    b = board(text)
    assert line_of_effect(b["A"], b["B"], b["#"], NO_EDGES) == expected


@pytest.mark.rule("grid5e.cover")
@pytest.mark.parametrize("text", [PILLAR, STAGGERED])
def test_the_border_of_one_wall_is_the_only_way(text: str) -> None:
    found = board(text)
    (a,), (b,) = found["A"], found["B"]
    assert expected_effect(a, b, found["#"], NO_EDGES)
    assert not expected_effect(a, b, found["#"], NO_EDGES, strict=True)


@pytest.mark.rule("grid5e.cover")
def test_line_of_effect_in_one_cell_and_past_a_door() -> None:
    room = frozenset(hexes.ring((2, 2), 1))
    assert line_of_effect([(2, 2)], [(2, 2)], room, NO_EDGES)
    assert line_of_effect([(2, 2), (6, 6)], [(2, 2)], room, NO_EDGES)
    assert not line_of_effect([(2, 2)], [(5, 2)], room, NO_EDGES)
    shut = frozenset(edge((2, 2), other) for other in room)
    assert not line_of_effect([(2, 2)], [(3, 2)], NONE, shut)
    hole = room - {(3, 2)}
    assert line_of_effect([(2, 2)], [(5, 2)], hole, NO_EDGES)
    assert not line_of_effect([(2, 2)], [(5, 2)], hole, {edge((2, 2), (3, 2))})
    assert not line_of_effect([(2, 2)], [(5, 2)], hole, {edge((3, 2), (4, 2))} | {
        edge((3, 2), other) for other in beside((3, 2)) if other[0] > 2
    })  # fmt: skip


@pytest.mark.rule("grid5e.cover")
@given(cells, cells, sets, edge_sets)
def test_line_of_effect_agrees_with_the_reference(
    a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    assert line_of_effect([a], [b], walls, edges) == expected_effect(a, b, walls, edges)


@pytest.mark.rule("grid5e.cover")
@given(cells, cells, st.integers(0, 5), sets)
def test_line_of_effect_out_of_narrow_places(
    a: Cell, b: Cell, way_out: int, walls: frozenset[Cell]
) -> None:
    round_about = frozenset(beside(a)) - {hexes.ring(a, 1)[way_out], b}
    walls = (walls | round_about) - {a, b}
    assert line_of_effect([a], [b], walls, NO_EDGES) == expected_effect(a, b, walls, NO_EDGES)


@given(groups, groups, sets, edge_sets)
def test_line_of_effect_is_mutual(
    a: frozenset[Cell], b: frozenset[Cell], walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    there = line_of_effect(a, b, walls, edges)
    assert there == line_of_effect(b, a, walls, edges)
    pairs = any(line_of_effect([p], [q], walls, edges) for p in a for q in b)
    assert there == (pairs or bool(a & b))


@pytest.mark.rule("metric.aoe.radius-origin")
@given(grid_corners, cells, sets, edge_sets)
def test_effect_from_a_corner_agrees_with_the_reference(
    origin: Cell, cell: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    for source in (None, *touching(origin)):
        expected = cell not in walls and any(
            not stopped(spot(origin), q, walls, edges, strict=True, leaves=source, enters=cell)
            for q in rim(cell)
        )
        assert effect_reaches(origin, cell, walls, edges, from_cell=source) == expected


def test_effect_starts_from_a_corner_of_the_cell() -> None:
    thin = frozenset({edge((2, 2), (3, 2)), edge((2, 1), (2, 2)), edge((2, 1), (3, 2))})
    at = corners((2, 2))[1]
    assert effect_reaches(at, (3, 2), NONE, thin)
    assert not effect_reaches(at, (3, 2), NONE, thin, from_cell=(2, 2))
    with pytest.raises(ValueError, match="not a corner"):
        effect_reaches(at, (3, 2), NONE, NO_EDGES, from_cell=(1, 2))


# --- what must never change anything ----------------------------------------------------------


def image(way: int, by: Cell) -> Callable[[Cell], Cell]:
    """One of the twelve turns and mirrorings of the grid, with a shift, for cells and corners."""

    def cell(c: Cell) -> Cell:
        v = hexes.vector((0, 0), c)
        for _ in range(way % 6):
            v = (-v[1], -v[2], -v[0])
        if way >= 6:
            v = (v[1], v[0], v[2])
        return hexes.moved(hexes.moved((0, 0), v), by)

    def any_of(c: Cell) -> Cell:
        if len(c) == 2:
            return cell(c)
        (found,) = set.intersection(*(set(corners(cell(near))) for near in touching(c)))
        return found

    return any_of


@given(
    cells, cells, grid_corners, grid_corners, sets, edge_sets, sets, places,
    st.integers(0, 11),
)  # fmt: skip
def test_moved_turned_and_mirrored_boards_give_the_same(
    a: Cell,
    b: Cell,
    p: Cell,
    q: Cell,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
    by: Cell,
    way: int,
) -> None:
    to = image(way, by)
    here = walls, edges
    there = frozenset(map(to, walls)), frozenset(edge(to(c), to(d)) for c, d in edges)
    others = frozenset(map(to, creatures))
    assert blocked(to(p), to(q), *there, others) == blocked(p, q, *here, creatures)
    assert line_of_effect([to(a)], [to(b)], *there) == line_of_effect([a], [b], *here)
    assert effect_reaches(to(p), to(b), *there) == effect_reaches(p, b, *here)
    if creatures:
        assert opposite(to(a), to(b), others) == opposite(a, b, creatures)


@given(cells, cells, grid_corners, sets, sets, edge_sets, edge_sets)
def test_more_obstacles_never_uncover(
    a: Cell,
    b: Cell,
    at: Cell,
    walls: frozenset[Cell],
    more_walls: frozenset[Cell],
    edges: frozenset[Edge],
    more_edges: frozenset[Edge],
) -> None:
    fewer, more = (walls, edges), (walls | more_walls, edges | more_edges)
    assert line_of_effect([a], [b], *fewer) >= line_of_effect([a], [b], *more)
    assert effect_reaches(at, b, *fewer) >= effect_reaches(at, b, *more)
    assert blocked(at, (*a, 0), *fewer, NONE) <= blocked(at, (*a, 0), *more, NONE)


@given(cells, cells, grid_corners, sets, edge_sets)
def test_far_obstacles_are_cropped(
    a: Cell, b: Cell, at: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    far = frozenset((x, y) for x in range(20, 45) for y in range(25))  # walks the box instead
    far_edges = frozenset(edge((x, y), (x + 1, y)) for x in range(20, 65) for y in range(25))
    crowd = walls | far, edges | far_edges
    assert line_of_effect([a], [b], *crowd) == line_of_effect([a], [b], walls, edges)
    assert effect_reaches(at, b, *crowd) == effect_reaches(at, b, walls, edges)
    assert blocked(at, (*b, 1), *crowd, far) == blocked(at, (*b, 1), walls, edges, NONE)


def test_the_edges_in_a_box() -> None:
    block = [(x, y) for x in range(4) for y in range(4)]
    every = {edge(c, d) for c in block for d in beside(c)}
    far = frozenset(edge((x, y), (x + 1, y)) for x in range(20, 65) for y in range(25))
    for x, y in block:
        box = x - 1, y - 1, x + 1, y
        cells = {(i, j) for i in range(x - 1, x + 2) for j in range(y - 1, y + 1)}
        for one in every:
            expected = [one] if cells.issuperset(one) else []
            assert edges_in({one}, box) == edges_in({one} | far, box) == expected
