"""Lines on the grid, against boards drawn by hand and a reference that samples fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor, lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacsim.grid.cells import Cell
from tacsim.grid.squares.cover import (
    blocked,
    clear_from,
    effect_reaches,
    has_cover,
    has_cover_adjacent,
    line_of_effect,
)
from tacsim.grid.squares.lines import (
    Edge,
    between_centres,
    edge,
    traversed,
)

NONE: frozenset[Cell] = frozenset()
NO_EDGES: frozenset[Edge] = frozenset()
Vector = tuple[Fraction, Fraction]


def board(text: str) -> dict[str, frozenset[Cell]]:
    """The cells of each glyph of a drawn board, its left upper glyph at (0, 0)."""
    rows = [row.strip() for row in text.strip().splitlines()]
    found: dict[str, set[Cell]] = {glyph: set() for glyph in "AB#c"}
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            found.setdefault(glyph, set()).add((x, y))
    return {glyph: frozenset(cells) for glyph, cells in found.items()}


def cover(text: str, *barriers: Edge) -> bool:
    b = board(text)
    return has_cover(b["A"], b["B"], b["#"], frozenset(barriers), b["c"])


def effect(text: str, *barriers: Edge) -> bool:
    b = board(text)
    return line_of_effect(b["A"], b["B"], b["#"], frozenset(barriers))


# --- the reference: everything from samples between all crossings, in fractions ----------------


def cross(u: Vector, v: Vector) -> Fraction:
    return u[0] * v[1] - u[1] * v[0]


def dot(u: Vector, v: Vector) -> Fraction:
    return u[0] * v[0] + u[1] * v[1]


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1]


def corner_point(c: Cell) -> Vector:
    return Fraction(c[0]), Fraction(c[1])


def centre_point(c: Cell) -> Vector:
    return c[0] + Fraction(1, 2), c[1] + Fraction(1, 2)


def samples(a: Vector, b: Vector) -> tuple[list[Vector], list[Vector]]:
    """Points inside each stretch between grid crossings, and all possible crossings."""
    d = minus(b, a)
    n = lcm(int(abs(2 * d[0])) or 1, int(abs(2 * d[1])) or 1)

    def at(t: Fraction) -> Vector:
        return a[0] + d[0] * t, a[1] + d[1] * t

    between = [at(Fraction(2 * k + 1, 2 * n)) for k in range(n)]
    return between, [at(Fraction(k, n)) for k in range(n + 1)]


def whole(*values: Fraction) -> bool:
    return all(v.denominator == 1 for v in values)


def cell_of(p: Vector) -> Cell:
    return floor(p[0]), floor(p[1])


def on_edge(p: Vector) -> Edge | None:
    """The edge in whose inside a point lies."""
    x, y = cell_of(p)
    if whole(p[0]) and not whole(p[1]):
        return (x - 1, y), (x, y)
    if whole(p[1]) and not whole(p[0]):
        return (x, y - 1), (x, y)
    return None


def separated(
    p: Vector, came: Vector, goes: Vector, walls: Iterable[Cell], edges: Iterable[Edge]
) -> bool:
    """Whether obstacles at p stand on both ways round from one direction to another."""

    def between(u: Vector, w: Vector, v: Vector) -> bool:  # strictly, turning from u to v
        def turned(w: Vector) -> tuple[int, Fraction]:  # the angle from u, as a sortable pair
            c, d = cross(u, w), dot(u, w)
            if c == 0:
                return (0, Fraction(0)) if d > 0 else (2, Fraction(0))
            return (1, -d / abs(c)) if c > 0 else (3, d / abs(c))

        return turned(u) < turned(w) < turned(v)

    things = [minus(centre_point(c), p) for c in walls]
    things = [w for w in things if max(abs(w[0]), abs(w[1])) < 1]
    for e in edges:
        ends = [corner_point(c) for c in edge_ends(e)]
        if p in ends:
            things.append(minus(ends[1 - ends.index(p)], p))
    return any(between(came, w, goes) for w in things) and any(
        between(goes, w, came) for w in things
    )


def edge_ends(e: Edge) -> tuple[Cell, Cell]:
    (px, _), (qx, qy) = e
    return ((qx, qy), (qx, qy + 1)) if px != qx else ((qx, qy), (qx + 1, qy))


def pinched(p: Vector, walls: frozenset[Cell]) -> bool:
    x, y = cell_of(p)
    return {(x, y), (x - 1, y - 1)} <= walls or {(x - 1, y), (x, y - 1)} <= walls


def stopped(
    a: Vector,
    b: Vector,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell] = NONE,
    *,
    strict: bool,
    leaves: Cell | None = None,
    enters: Cell | None = None,
) -> bool:
    """Strict: as for cover, with borders and pinched ends; else as for line of effect."""
    if strict and (pinched(a, walls) or pinched(b, walls)):
        return True
    ahead, behind = minus(b, a), minus(a, b)
    if a == b:
        if leaves is None or enters is None:
            return False
        start, end = minus(centre_point(leaves), a), minus(centre_point(enters), a)
        return leaves != enters and separated(a, start, end, walls - {leaves, enters}, edges)
    stretch, crossings = samples(a, b)
    for p in stretch:
        if not whole(p[0]) and not whole(p[1]) and cell_of(p) in walls | creatures:
            return True
        barrier = on_edge(p)
        if barrier is None:
            continue
        if barrier in edges:
            return True
        touching = [c in walls for c in barrier]
        if all(touching) or (strict and any(touching) and (ahead[0] == 0 or ahead[1] == 0)):
            return True
    for p in crossings[1:-1]:
        if on_edge(p) in edges or (whole(*p) and separated(p, behind, ahead, walls, edges)):
            return True
    for point, cell, way in ((a, leaves, ahead), (b, enters, behind)):
        if cell is not None and whole(*point):
            into = minus(centre_point(cell), point)
            inside = way[0] * into[0] > 0 and way[1] * into[1] > 0
            others = walls - {cell}
            if not inside and separated(point, into, way, others, edges):
                return True
    return False


def corners(c: Cell) -> list[Cell]:
    x, y = c
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def cell_at(x: int, y: int) -> st.SearchStrategy[Cell]:
    return st.tuples(st.integers(0, x), st.integers(0, y))


cells = cell_at(5, 4)
grid_points = cell_at(6, 5)
sets = st.frozensets(cells, max_size=7)
edge_sets = st.frozensets(
    st.builds(
        lambda c, across: edge(c, (c[0] + 1, c[1]) if across else (c[0], c[1] + 1)),
        cell_at(5, 4),
        st.booleans(),
    ),
    max_size=7,
)


# --- predicates -------------------------------------------------------------------------------


def test_an_edge_has_one_form() -> None:
    assert edge((3, 2), (2, 2)) == edge((2, 2), (3, 2)) == ((2, 2), (3, 2))
    for other in ((2, 2), (3, 3), (4, 2)):
        with pytest.raises(ValueError, match="not orthogonal"):
            edge((2, 2), other)


@given(grid_points, grid_points)
def test_traversed_cells_in_order(a: Cell, b: Cell) -> None:
    expected: list[Cell] = []
    for p in samples(corner_point(a), corner_point(b))[0]:
        inside = a != b and not whole(p[0]) and not whole(p[1])
        if inside and cell_of(p) not in expected:
            expected.append(cell_of(p))
    assert traversed(a, b) == tuple(expected)
    assert traversed(b, a) == tuple(reversed(expected))


@given(cells, cells)
def test_cells_between_centres_in_order(a: Cell, b: Cell) -> None:
    expected: list[Cell] = []
    for p in samples(centre_point(a), centre_point(b))[0]:
        if not whole(p[0]) and not whole(p[1]) and cell_of(p) not in expected:
            expected.append(cell_of(p))
    assert between_centres(a, b) == tuple(expected)
    assert between_centres(b, a) == tuple(reversed(expected))


@pytest.mark.rule("d20.flank")
def test_between_centres_passes_the_flanked_cell() -> None:
    assert between_centres((4, 5), (6, 5)) == ((4, 5), (5, 5), (6, 5))
    assert between_centres((4, 4), (6, 6)) == ((4, 4), (5, 5), (6, 6))
    assert between_centres((5, 5), (7, 5))[1] == (6, 5)


# --- single lines -----------------------------------------------------------------------------


@pytest.mark.rule("d20.cover.ranged")
@given(grid_points, grid_points, sets, edge_sets, sets)
def test_blocked_agrees_with_the_reference(
    a: Cell,
    b: Cell,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
) -> None:
    expected = stopped(corner_point(a), corner_point(b), walls, edges, creatures, strict=True)
    assert blocked(a, b, walls, edges, creatures) == expected
    assert blocked(b, a, walls, edges, creatures) == expected


@pytest.mark.rule("d20.cover.ranged")
def test_a_wall_s_border_blocks_and_a_creature_s_does_not() -> None:
    assert blocked((0, 1), (5, 1), {(2, 1)}, NO_EDGES, NONE)
    assert blocked((0, 1), (5, 1), {(2, 0)}, NO_EDGES, NONE)
    assert not blocked((0, 1), (5, 1), NONE, NO_EDGES, {(2, 1), (2, 0)})
    assert not blocked((0, 1), (2, 1), {(2, 1), (2, 0), (-1, 0)}, NO_EDGES, NONE)  # end on end


def test_points_that_let_a_line_by_and_points_that_do_not() -> None:
    # Diagonally from (0, 0) to (2, 2), past (1, 1).
    def past(walls: Iterable[Cell] = (), *barriers: Edge) -> bool:
        return not blocked((0, 0), (2, 2), set(walls), set(barriers), NONE)

    north, east = edge((0, 0), (1, 0)), edge((1, 0), (1, 1))
    south, west = edge((0, 1), (1, 1)), edge((0, 0), (0, 1))
    assert past([(1, 0)])
    assert past([(0, 1)])
    assert not past([(1, 0), (0, 1)])
    assert past((), north)
    assert past((), north, east)
    assert past((), south, west)
    assert not past((), north, south)
    assert not past((), east, west)
    assert not past((), north, west)
    assert past([(1, 0)], east)
    assert not past([(1, 0)], south)
    assert not past([(0, 1)], north)


def test_pinched_ends_and_lines_of_no_length() -> None:
    pinch = {(0, 0), (1, 1)}
    assert blocked((1, 1), (3, 0), pinch, NO_EDGES, NONE)
    assert blocked((3, 0), (1, 1), pinch, NO_EDGES, NONE)
    assert blocked((1, 1), (1, 1), pinch, NO_EDGES, NONE)
    assert not blocked((1, 1), (1, 1), {(0, 0), (1, 0)}, {edge((0, 1), (1, 1))}, NONE)
    through_thin = {edge((0, 0), (0, 1)), edge((1, 0), (1, 1))}
    assert blocked((0, 0), (2, 2), NONE, through_thin, NONE)
    assert not blocked((1, 1), (2, 2), NONE, through_thin, NONE)


# --- ranged cover -----------------------------------------------------------------------------


def expected_cover(
    attackers: Iterable[Cell],
    targets: Iterable[Cell],
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
) -> bool:
    """The rule word for word, each line by the reference."""
    attackers, targets = list(attackers), list(targets)
    others = creatures - set(attackers) - set(targets)

    def clear(source: Cell, p: Cell, q: Cell) -> bool:
        ends = corner_point(p), corner_point(q)
        return not stopped(*ends, walls, edges, others, strict=True, leaves=source)

    return not any(
        all(clear(source, p, q) for q in corners(goal))
        for source in attackers
        for p in corners(source)
        for goal in targets
    )


@pytest.mark.rule("d20.cover.ranged", "d20.cover.soft")
def test_cover_of_the_worked_example() -> None:
    assert cover("A.c.B")
    assert not cover("A...B")


@pytest.mark.rule("d20.cover.ranged")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            """
            ccccc
            A...B
            ccccc
            """,
            False,
            id="creatures beside the line do not matter",
        ),
        pytest.param(
            """
            #####
            A...B
            #####
            """,
            True,
            id="walls beside both: every corner has a line along one",
        ),
        pytest.param(
            """
            #####
            A...B
            .....
            """,
            False,
            id="a wall on one side: the other corners keep off it",
        ),
        pytest.param(
            """
            A...B
            ..#..
            """,
            False,
            id="the upper corners see past",
        ),
        pytest.param(
            """
            A....
            .#...
            ....B
            """,
            False,
            id="from the right upper corner all lines pass the wall's corner at most",
        ),
        pytest.param(
            """
            A....
            .c.c.
            ....B
            """,
            True,
            id="two creatures, one near either end",
        ),
        pytest.param(
            """
            A#
            #B
            """,
            True,
            id="between walls that touch",
        ),
        pytest.param(
            """
            A.#.B
            """,
            True,
            id="a pillar between",
        ),
    ],
)
def test_cover_on_drawn_boards(text: str, expected: bool) -> None:
    b = board(text)
    assert expected_cover(b["A"], b["B"], b["#"], NO_EDGES, b["c"]) == expected
    assert cover(text) == expected


@pytest.mark.rule("d20.cover.ranged")
def test_a_long_thin_wall_covers_from_both_sides() -> None:
    text = """
    ....A....
    .........
    ....B....
    """
    for y in (0, 1):
        thin = [edge((x, y), (x, y + 1)) for x in range(9)]
        assert cover(text, *thin)
        assert not effect(text, *thin)
    beside = [edge((x, -1), (x, 0)) for x in range(9)]  # behind the attacker: no matter
    assert not cover(text, *beside)


@pytest.mark.rule("d20.cover.ranged")
def test_a_thin_wall_beside_two_squares_does_not_cover() -> None:
    thin = [edge((x, 0), (x, 1)) for x in range(5)]
    assert not cover("A...B", *thin)


@pytest.mark.rule("d20.cover.big", "d20.cover.ranged")
def test_the_best_squares_of_big_bodies_are_chosen() -> None:
    assert cover("A.c.B")
    taller = """
    A.c.B
    A...B
    """
    assert not cover(taller)
    own = """
    AAcBB
    AA.BB
    """
    assert not cover(own)


@pytest.mark.rule("d20.cover.ranged")
def test_the_bodies_own_cells_are_no_obstacles() -> None:
    everyone = frozenset({(0, 0), (3, 0), (3, 1)})
    assert not has_cover([(0, 0)], [(3, 0), (3, 1)], NONE, NO_EDGES, everyone)
    assert clear_from((1, 0), (3, 0), NONE, NO_EDGES, frozenset({(3, 0)}))
    # From the left lower corner the lines to the upper corners cross the attacker's own cell.
    own = frozenset({(0, 0)})
    assert not clear_from((0, 1), (3, 0), NONE, NO_EDGES, own)
    assert clear_from((0, 1), (3, 0), NONE, NO_EDGES, own, from_cell=(0, 0))
    with pytest.raises(ValueError, match="not a corner"):
        clear_from((2, 0), (3, 0), NONE, NO_EDGES, own, from_cell=(0, 0))
    with pytest.raises(ValueError, match="empty"):
        has_cover([], [], NONE, NO_EDGES, NONE)


@pytest.mark.rule("d20.cover.ranged")
@given(cells, cells, sets, edge_sets, sets)
def test_cover_agrees_with_the_reference(
    a: Cell,
    b: Cell,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
) -> None:
    expected = expected_cover([a], [b], walls, edges, creatures)
    assert has_cover([a], [b], walls, edges, creatures) == expected
    others = creatures - {a, b}
    best = any(clear_from(p, b, walls, edges, others, from_cell=a) for p in corners(a))
    assert best is not expected
    # A corner that is not said to be the attacker's can only see more.
    for p in corners(a):
        if clear_from(p, b, walls, edges, others, from_cell=a):
            assert clear_from(p, b, walls, edges, others)


@given(cells, cells, sets, edge_sets)
def test_clear_from_is_four_lines_that_are_not_blocked(
    p: Cell, target: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    each = [blocked(p, q, walls, edges, NONE) for q in corners(target)]
    assert clear_from(p, target, walls, edges, NONE) is not any(each)


@pytest.mark.rule("d20.cover.big")
@given(cells, cells, sets, edge_sets, sets)
def test_cover_of_big_bodies_is_that_of_their_best_squares(
    a: Cell,
    b: Cell,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
) -> None:
    ones, others = corners(a), corners(b)  # 2 x 2 cells: corner tuples serve as cells
    creatures -= {*ones, *others}
    expected = all(has_cover([s], [t], walls, edges, creatures) for s in ones for t in others)
    assert has_cover(ones, others, walls, edges, creatures) == expected


# --- adjacent cover ---------------------------------------------------------------------------


@pytest.mark.rule("d20.cover.melee")
def test_adjacent_cover_examples() -> None:
    assert not has_cover_adjacent((0, 0), (1, 0), {(0, 1), (1, 1), (0, -1), (1, -1)}, NO_EDGES)
    assert has_cover_adjacent((0, 0), (1, 1), {(1, 0)}, NO_EDGES)
    assert has_cover_adjacent((0, 0), (1, 0), NONE, {edge((0, 0), (1, 0))})
    beside = {edge((0, 0), (0, 1)), edge((1, 0), (1, 1))}
    assert not has_cover_adjacent((0, 0), (1, 0), NONE, beside)
    for barrier in (*beside, edge((0, 0), (1, 0)), edge((0, 1), (1, 1))):
        assert has_cover_adjacent((0, 0), (1, 1), NONE, {barrier})
    assert not has_cover_adjacent((0, 0), (0, 0), {(1, 0)}, beside)
    with pytest.raises(ValueError, match="not adjacent"):
        has_cover_adjacent((0, 0), (2, 0), NONE, NO_EDGES)


@pytest.mark.rule("d20.cover.melee")
@given(cells, st.sampled_from([(1, 0), (0, 1), (1, 1), (1, -1)]), sets, edge_sets)
def test_adjacent_cover_is_any_line_through_a_wall(
    a: Cell, by: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    b = a[0] + by[0], a[1] + by[1]
    walls -= {a, b}

    def crosses(p: Cell, q: Cell) -> bool:
        stretch, crossings = samples(corner_point(p), corner_point(q))
        if p == q:
            return False
        slanted = p[0] != q[0] and p[1] != q[1]
        inside = slanted and any(cell_of(s) in walls for s in stretch)
        over = any(on_edge(s) in edges for s in crossings) if slanted else False
        # A straight line crosses no edge: it meets each in an end point or runs along it.
        return inside or over

    expected = any(crosses(p, q) for p in corners(a) for q in corners(b))
    assert has_cover_adjacent(a, b, walls, edges) == expected
    assert has_cover_adjacent(b, a, walls, edges) == expected


# --- line of effect ---------------------------------------------------------------------------


def expected_effect(a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge]) -> bool:
    """Any of the 25 lines free, each by the reference."""
    if a == b:
        return True
    starts = [(corner_point(p), a) for p in corners(a)] + [(centre_point(a), None)]
    ends = [(corner_point(q), b) for q in corners(b)] + [(centre_point(b), None)]
    return any(
        not stopped(p, q, walls, edges, strict=False, leaves=leaves, enters=enters)
        for p, leaves in starts
        for q, enters in ends
    )


@pytest.mark.rule("d20.cover.total")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A...B", True),
        (
            """
            A#
            #B
            """,
            False,
        ),
        (
            """
            A#
            .B
            """,
            True,
        ),
        (
            """
            #####
            A...B
            #####
            """,
            True,
        ),
        (
            """
            ..#..
            A.#.B
            ..#..
            """,
            False,
        ),
        (
            """
            A.#.B
            """,
            True,  # past the pillar, along its border
        ),
        (
            """
            A##B
            .##.
            """,
            True,
        ),
        (
            """
            .##.
            A##B
            .##.
            """,
            False,  # not between the blocks of a wall
        ),
    ],
)
def test_line_of_effect_on_drawn_boards(text: str, expected: bool) -> None:
    assert effect(text) == expected


@pytest.mark.rule("d20.cover.total")
def test_line_of_effect_in_one_cell_and_past_a_door() -> None:
    room = frozenset((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)) - {(0, 0)}
    assert line_of_effect([(0, 0)], [(0, 0)], room, NO_EDGES)
    assert line_of_effect([(0, 0), (5, 5)], [(0, 0)], room, NO_EDGES)
    assert not line_of_effect([(0, 0)], [(0, 3)], room, NO_EDGES)
    hole = room - {(0, 1)}
    assert line_of_effect([(0, 0)], [(0, 3)], hole, NO_EDGES)
    assert not line_of_effect([(0, 0)], [(0, 3)], hole, {edge((0, 0), (0, 1))})


@pytest.mark.rule("d20.cover.total")
@given(cells, cells, sets, edge_sets)
def test_line_of_effect_agrees_with_the_reference(
    a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    assert line_of_effect([a], [b], walls, edges) == expected_effect(a, b, walls, edges)


@given(cells, cells, sets, edge_sets)
def test_line_of_effect_is_mutual(
    a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    ones = corners(a)
    there = line_of_effect(ones, [b], walls, edges)
    assert there == line_of_effect([b], ones, walls, edges)
    assert there == any(line_of_effect([s], [b], walls, edges) for s in ones) or b in ones


def runs_along(a: Cell, b: Cell, cell: Cell) -> bool:
    """Whether the segment between corners a and b lies on the cell's border for some length."""
    x, y = cell
    if a[1] == b[1]:
        return a[1] in (y, y + 1) and min(a[0], b[0]) <= x < max(a[0], b[0])
    if a[0] == b[0]:
        return a[0] in (x, x + 1) and min(a[1], b[1]) <= y < max(a[1], b[1])
    return False


@given(grid_points, cells, sets, edge_sets)
def test_effect_from_a_point_agrees_with_the_reference(
    origin: Cell, cell: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    def arrives(q: Cell) -> bool:
        a, b = corner_point(origin), corner_point(q)
        if a == b:
            return True
        freed = walls  # pinched ends do not stop it: ask for borders alone
        strict = not pinched(a, freed) and not pinched(b, freed)
        if strict:
            return not stopped(a, b, freed, edges, strict=True, enters=cell)
        loose = not stopped(a, b, freed, edges, strict=False, enters=cell)
        return loose and not any(runs_along(origin, q, w) for w in freed)

    expected = cell not in walls and any(arrives(q) for q in corners(cell))
    assert effect_reaches(origin, cell, walls, edges) == expected


# --- what must never change anything ----------------------------------------------------------

moves = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


@given(cells, cells, sets, edge_sets, sets, moves, st.integers(0, 7))
def test_moved_turned_and_mirrored_boards_give_the_same(
    a: Cell,
    b: Cell,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
    by: Cell,
    way: int,
) -> None:
    def point(p: Cell) -> Cell:
        x, y = p
        x = -x if way & 1 else x
        y = -y if way & 2 else y
        return (y + by[0], x + by[1]) if way & 4 else (x + by[0], y + by[1])

    def cell(c: Cell) -> Cell:
        images = [point(p) for p in corners(c)]
        return min(x for x, _ in images), min(y for _, y in images)

    def all_of(many: frozenset[Cell]) -> frozenset[Cell]:
        return frozenset(map(cell, many))

    there = all_of(walls), frozenset(edge(cell(p), cell(q)) for p, q in edges)
    here = walls, edges
    assert blocked(point(a), point(b), *there, all_of(creatures)) == blocked(a, b, *here, creatures)
    assert has_cover([cell(a)], [cell(b)], *there, all_of(creatures)) == has_cover(
        [a], [b], *here, creatures
    )
    assert line_of_effect([cell(a)], [cell(b)], *there) == line_of_effect([a], [b], *here)
    assert set(traversed(point(a), point(b))) == {cell(c) for c in traversed(a, b)}


@pytest.mark.rule("d20.cover.ranged", "d20.cover.total")
@given(cells, cells, sets, sets, edge_sets, edge_sets, sets, sets)
def test_more_obstacles_never_uncover(
    a: Cell,
    b: Cell,
    walls: frozenset[Cell],
    more_walls: frozenset[Cell],
    edges: frozenset[Edge],
    more_edges: frozenset[Edge],
    creatures: frozenset[Cell],
    more_creatures: frozenset[Cell],
) -> None:
    fewer = walls, edges, creatures
    more = walls | more_walls, edges | more_edges, creatures | more_creatures
    assert has_cover([a], [b], *fewer) <= has_cover([a], [b], *more)
    assert line_of_effect([a], [b], *fewer[:2]) >= line_of_effect([a], [b], *more[:2])
    assert blocked(a, b, *fewer) <= blocked(a, b, *more)


@given(cells, cells, sets, edge_sets)
def test_far_obstacles_are_cropped(
    a: Cell, b: Cell, walls: frozenset[Cell], edges: frozenset[Edge]
) -> None:
    far = frozenset((x, y) for x in range(20, 45) for y in range(25))  # walks the box instead
    far_edges = frozenset(edge((x, y), (x + 1, y)) for x in range(20, 45) for y in range(25))
    crowd = walls | far, edges | far_edges
    assert has_cover([a], [b], *crowd, far) == has_cover([a], [b], walls, edges, NONE)
    assert line_of_effect([a], [b], *crowd) == line_of_effect([a], [b], walls, edges)
