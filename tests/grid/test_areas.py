"""Areas against drawn templates and against counts that walk the grid step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacsim.grid.cells import Cell
from tacsim.grid.metric import AlternatingDiagonals
from tacsim.grid.squares.areas import burst, cone, in_burst, line, spread
from tacsim.grid.squares.lines import Edge, edge

NO_EDGES: frozenset[Edge] = frozenset()


def drawn(text: str, at: Cell, glyphs: str = "#") -> frozenset[Cell]:
    """The cells of some glyphs of a drawing whose left upper cell stands at a place."""
    rows = [row.strip() for row in text.strip().splitlines()]
    return frozenset(
        (at[0] + x, at[1] + y)
        for y, row in enumerate(rows)
        for x, glyph in enumerate(row)
        if glyph in glyphs
    )


def corners(c: Cell) -> list[Cell]:
    x, y = c
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def walked(origin: Cell, radius: int) -> set[Cell]:
    """Intersections within a radius, walking 1, 2, 1, 2 on diagonals with the parity kept."""
    best: dict[tuple[Cell, bool], int] = {(origin, False): 0}
    fresh = [(origin, False)]
    while fresh:
        (x, y), odd = fresh.pop()
        spent = best[(x, y), odd]
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                slanted = bool(dx and dy)
                state = (x + dx, y + dy), odd != slanted
                total = spent + (2 if slanted and odd else 1)
                if (dx or dy) and total <= radius and total < best.get(state, radius + 1):
                    best[state] = total
                    fresh.append(state)
    return {point for point, _ in best}


def cells_within(points: set[Cell]) -> frozenset[Cell]:
    return frozenset(p for p in points if all(q in points for q in corners(p)))


class OneEach:
    """Another measure: diagonals count like straight steps."""

    def step(self, by: Cell) -> int:
        return 2 if any(by) else 0

    def cost2(self, by: Cell) -> int:
        return 2 * max(map(abs, by))


places = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
small = st.tuples(st.integers(-3, 2), st.integers(-3, 2))
walls_near = st.frozensets(small, max_size=8)
edges_near = st.frozensets(
    st.builds(
        lambda c, across: edge(c, (c[0] + 1, c[1]) if across else (c[0], c[1] + 1)),
        small,
        st.booleans(),
    ),
    max_size=8,
)


def image(way: int, by: Cell) -> tuple[Callable[[Cell], Cell], Callable[[Cell], Cell]]:
    """One of the eight turns and mirrorings with a shift, for corners and for cells."""

    def point(p: Cell) -> Cell:
        x, y = p
        x = -x if way & 1 else x
        y = -y if way & 2 else y
        return (y + by[0], x + by[1]) if way & 4 else (x + by[0], y + by[1])

    def cell(c: Cell) -> Cell:
        images = [point(p) for p in corners(c)]
        return min(x for x, _ in images), min(y for _, y in images)

    return point, cell


# --- bursts -----------------------------------------------------------------------------------


@pytest.mark.rule("d20.aoe.origin")
def test_burst_counts_of_the_worked_example() -> None:
    assert {r: len(burst((7, -2), r)) for r in (1, 2, 3, 4, 6)} == {
        1: 4,
        2: 12,
        3: 24,
        4: 44,
        6: 96,
    }
    assert burst((7, -2), 0) == frozenset()
    with pytest.raises(ValueError, match="negative"):
        burst((0, 0), -1)


@pytest.mark.rule("d20.aoe.origin")
def test_burst_templates() -> None:
    fifteen_feet = """
    ..##..
    .####.
    ######
    ######
    .####.
    ..##..
    """
    assert burst((0, 0), 3) == drawn(fifteen_feet, (-3, -3))
    twenty_feet = """
    ...##...
    .######.
    .######.
    ########
    ########
    .######.
    .######.
    ...##...
    """
    assert burst((0, 0), 4) == drawn(twenty_feet, (-4, -4))


@pytest.mark.rule("d20.aoe.origin", "d20.diag.range")
@given(places, st.integers(0, 7))
def test_burst_is_what_a_walk_of_alternating_diagonals_reaches(origin: Cell, radius: int) -> None:
    assert burst(origin, radius) == cells_within(walked(origin, radius))


@given(small, st.integers(0, 6), places, st.integers(0, 7))
def test_burst_moves_turns_and_mirrors(origin: Cell, radius: int, by: Cell, way: int) -> None:
    point, cell = image(way, by)
    assert burst(point(origin), radius) == {cell(c) for c in burst(origin, radius)}


def test_another_measure() -> None:
    assert len(burst((0, 0), 3, measure=OneEach())) == 36
    walls = {(2, 2)}
    assert spread((0, 0), 3, measure=OneEach()) == burst((0, 0), 3, measure=OneEach())
    assert spread((0, 0), 3, walls, measure=OneEach()) == burst((0, 0), 3, measure=OneEach()) - {
        (2, 2)
    }
    assert burst((0, 0), 6, measure=AlternatingDiagonals()) == burst((0, 0), 6)
    assert len(cone((0, 0), (1, 1), 3, measure=OneEach())) == 9
    assert len(line((0, 0), (1, 1), 12, measure=OneEach())) == 12


# --- bursts that see --------------------------------------------------------------------------


@pytest.mark.rule("d20.aoe.spread")
def test_a_burst_does_not_turn_corners() -> None:
    door = """
    ..BB#.
    .BBB#.
    BBBB#.
    BBBBBB
    .BBB#.
    ..BB#.
    """
    walls = drawn(door, (-3, -3))
    assert in_burst((0, 0), burst((0, 0), 3), walls, NO_EDGES) == drawn(door, (-3, -3), "B")


@pytest.mark.rule("d20.aoe.origin")
def test_a_pillar_shades_what_is_behind_it() -> None:
    pillar = """
    ..BB..
    .BBBB.
    BBBBBB
    BBBB#.
    .BBBB.
    ..BB..
    """
    walls = drawn(pillar, (-3, -3))
    assert in_burst((0, 0), burst((0, 0), 3), walls, NO_EDGES) == drawn(pillar, (-3, -3), "B")


def test_a_burst_stays_on_its_side_of_a_thin_wall() -> None:
    thin = {edge((0, y), (1, y)) for y in range(-4, 4)}
    whole = burst((0, 0), 3)
    assert in_burst((0, 0), whole, set(), thin) == {c for c in whole if c[0] < 1}
    both = burst((1, 0), 3)  # begun on the wall
    assert in_burst((1, 0), both, set(), thin) == both


@given(walls_near, edges_near, st.integers(0, 3), places, st.integers(0, 7))
def test_in_burst_moves_turns_and_mirrors(
    walls: frozenset[Cell], edges: frozenset[Edge], radius: int, by: Cell, way: int
) -> None:
    point, cell = image(way, by)
    there = frozenset(map(cell, walls)), frozenset(edge(cell(p), cell(q)) for p, q in edges)
    seen = in_burst((0, 0), burst((0, 0), radius), walls, edges)
    assert in_burst(point((0, 0)), burst(point((0, 0)), radius), *there) == {cell(c) for c in seen}
    assert seen <= burst((0, 0), radius) - walls


# --- spreads ----------------------------------------------------------------------------------


def relaxed(
    origin: Cell, radius: int, walls: frozenset[Cell], edges: frozenset[Edge]
) -> frozenset[Cell]:
    """Spreads by plain relaxation: a state for every point, cell of arrival and kind of step."""
    reach = radius + 1
    area = [
        (origin[0] + x, origin[1] + y)
        for x in range(-reach, reach)
        for y in range(-reach, reach)
        if (origin[0] + x, origin[1] + y) not in walls
    ]

    def round_point(p: Cell) -> list[Cell]:  # clockwise from left above
        x, y = p
        return [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]

    def free(a: Cell, b: Cell) -> bool:
        return a not in walls and b not in walls and edge(a, b) not in edges

    def linked(p: Cell, a: Cell, b: Cell) -> bool:
        """Whether one of the two ways round the point from a to b is free."""
        ring = round_point(p)
        i, j = ring.index(a), ring.index(b)
        for turn in (1, -1):
            at, open_way = i, True
            while at != j:
                open_way = open_way and free(ring[at], ring[(at + turn) % 4])
                at = (at + turn) % 4
            if open_way:
                return True
        return False

    def untouched(p: Cell) -> bool:
        ring = round_point(p)
        return all(free(ring[i], ring[(i + 1) % 4]) for i in range(4))

    best: dict[tuple[Cell, Cell, bool], int] = {
        (origin, c, False): 0 for c in round_point(origin) if c in area
    }
    changed = bool(best) and radius > 0
    while changed:
        changed = False
        for (p, came, slanted), spent in list(best.items()):
            for via in round_point(p):
                if via in walls or not linked(p, came, via):
                    continue
                for q in corners(via):
                    diagonal = p[0] != q[0] and p[1] != q[1]
                    if diagonal and slanted and via != came and not untouched(p):
                        neighbours = abs(via[0] - came[0]) + abs(via[1] - came[1]) == 1
                        if not neighbours or not free(via, came):
                            continue
                    total = spent + (0 if p == q else 3 if diagonal else 2)
                    state = (q, via, diagonal)
                    if p == q:
                        continue
                    if total <= 2 * radius + 1 and total < best.get(state, 99):
                        best[state] = total
                        changed = True
    points = {(p, came) for p, came, _ in best}

    def touched(c: Cell, p: Cell) -> bool:
        return any((p, other) in points and linked(p, other, c) for other in round_point(p))

    return (
        frozenset(c for c in area if all(touched(c, p) for p in corners(c)))
        if radius
        else (frozenset())
    )


@pytest.mark.rule("d20.aoe.spread", "d20.aoe.origin")
@given(places, st.integers(0, 7))
def test_a_spread_in_the_open_is_a_burst(origin: Cell, radius: int) -> None:
    assert spread(origin, radius) == burst(origin, radius)
    if radius:  # with a barrier that only bounds it, so that the ways are walked
        x, y = origin
        rim = {edge((x + radius - 1, y), (x + radius, y))}
        assert spread(origin, radius, frozenset(), rim) == burst(origin, radius)


@pytest.mark.rule("d20.aoe.spread")
def test_a_spread_turns_the_corner_of_a_door() -> None:
    # (3, -1), the far corner of the cell above the door's far side: two straight steps through
    # the door and a diagonal one are 3 cells. The cell below lies 2 diagonals and a step away.
    door = """
    ..SS#.
    .SSS#.
    SSSS#S
    SSSSSS
    .SSS#.
    ..SS#.
    """
    walls = drawn(door, (-3, -3))
    assert spread((0, 0), 3, walls) == drawn(door, (-3, -3), "S")


@pytest.mark.rule("d20.aoe.spread")
def test_a_spread_does_not_pass_between_walls_that_touch() -> None:
    walls = {(1, 0), (0, 1)}
    assert (1, 1) in burst((0, 0), 2 + 1)
    assert (1, 1) not in spread((0, 0), 3, walls)
    assert (1, 1) in spread((0, 0), 4, walls)  # round the outside: 2 + 2 + 2 + 2 half-cells


@pytest.mark.rule("d20.aoe.spread")
def test_no_diagonals_across_a_corner() -> None:
    # Three diagonals to (3, 3) are 9 half-cells, 4 cells. Past the wall's corner at (1, 1) one of
    # them is two straight steps: 10 half-cells, 5 cells.
    assert (2, 2) in spread((0, 0), 4)
    assert (2, 2) not in spread((0, 0), 4, {(1, 0)})
    assert (2, 2) in spread((0, 0), 5, {(1, 0)})


@pytest.mark.rule("d20.aoe.spread")
def test_a_spread_fills_a_closed_room_and_no_more() -> None:
    room = """
    #####
    #...#
    #...#
    #####
    """
    walls = drawn(room, (0, 0))
    inside = drawn(room, (0, 0), ".")
    assert spread((2, 2), 6, walls) == inside
    assert spread((1, 1), 6, walls) == inside  # begun in its corner
    assert spread((2, 2), 6, walls - {(4, 1)}) > inside


def test_a_spread_stays_on_its_side_of_a_thin_wall() -> None:
    thin = {edge((0, y), (1, y)) for y in range(-5, 5)}
    assert spread((0, 0), 3, set(), thin) == {c for c in burst((0, 0), 3) if c[0] < 1}
    with pytest.raises(ValueError, match="negative"):
        spread((0, 0), -2)


@pytest.mark.rule("d20.aoe.spread")
@given(walls_near, edges_near, st.integers(0, 4))
def test_spread_agrees_with_plain_relaxation(
    walls: frozenset[Cell], edges: frozenset[Edge], radius: int
) -> None:
    assert spread((0, 0), radius, walls, edges) == relaxed((0, 0), radius, walls, edges)


@given(walls_near, edges_near, st.integers(0, 4), places, st.integers(0, 7))
def test_spread_moves_turns_and_mirrors(
    walls: frozenset[Cell], edges: frozenset[Edge], radius: int, by: Cell, way: int
) -> None:
    point, cell = image(way, by)
    there = frozenset(map(cell, walls)), frozenset(edge(cell(p), cell(q)) for p, q in edges)
    filled = spread((0, 0), radius, walls, edges)
    assert spread(point((0, 0)), radius, *there) == {cell(c) for c in filled}


@given(walls_near, walls_near, edges_near, edges_near, st.integers(0, 4))
def test_more_walls_never_widen_an_area(
    walls: frozenset[Cell],
    more_walls: frozenset[Cell],
    edges: frozenset[Edge],
    more_edges: frozenset[Edge],
    radius: int,
) -> None:
    fewer, more = (walls, edges), (walls | more_walls, edges | more_edges)
    assert spread((0, 0), radius, *more) <= spread((0, 0), radius, *fewer)
    assert spread((0, 0), radius, *fewer) <= burst((0, 0), radius) - walls
    whole = burst((0, 0), radius)
    assert in_burst((0, 0), whole, *more) <= in_burst((0, 0), whole, *fewer)


# --- cones ------------------------------------------------------------------------------------


@pytest.mark.rule("d20.aoe.cone")
@pytest.mark.parametrize(("length", "count"), [(3, 6), (6, 24)])
@pytest.mark.parametrize("toward", [(1, 1), (1, -1), (-1, 1), (-1, -1), (4, 4)])
def test_a_diagonal_cone_is_a_quadrant_of_the_burst(length: int, count: int, toward: Cell) -> None:
    sx, sy = toward[0] // abs(toward[0]), toward[1] // abs(toward[1])
    corner = max(sx, 0), max(sy, 0)
    quadrant = {
        c
        for c in burst(corner, length)
        if (c[0] >= corner[0]) == (sx > 0) and (c[1] >= corner[1]) == (sy > 0)
    }
    assert cone((0, 0), toward, length) == quadrant
    assert len(quadrant) == count


@pytest.mark.rule("d20.aoe.cone")
def test_straight_cones_as_drawn() -> None:
    east = """
    ..#.
    .###
    A###
    ..#.
    """
    assert cone((0, 0), (5, 0), 3) == drawn(east, (0, -2))
    assert cone((0, 0), (5, 0), 3, other_corner=True) == drawn(east, (0, -1))
    south = """
    .A..
    .##.
    ####
    .##.
    """
    assert cone((0, 0), (0, 1), 3, other_corner=True) == drawn(south, (-1, 0))
    assert cone((0, 0), (0, 1), 3) == drawn(south, (-2, 0))
    thirty_feet = """
    ....#..
    ...###.
    ..####.
    .######
    A######
    ..####.
    ...###.
    ....#..
    """
    # Columns of 2, 4, 6, 8, 6 and 2: the sixth is cut by the distance, 6 + 1 being too far.
    assert len(drawn(thirty_feet, (0, -4))) == 2 + 4 + 6 + 8 + 6 + 2
    assert cone((0, 0), (1, 0), 6) == drawn(thirty_feet, (0, -4))


@pytest.mark.rule("d20.aoe.cone")
def test_cone_errors() -> None:
    with pytest.raises(ValueError, match="another cell"):
        cone((3, 3), (3, 3), 2)
    with pytest.raises(ValueError, match="negative"):
        cone((3, 3), (4, 3), -1)
    assert cone((3, 3), (4, 3), 0) == frozenset()


@pytest.mark.rule("d20.aoe.cone")
@given(places, places, st.integers(0, 7))
def test_a_cone_holds_the_centres_within_an_eighth_of_a_turn(
    origin: Cell, by: Cell, length: int
) -> None:
    if by == (0, 0):
        return
    toward = origin[0] + by[0], origin[1] + by[1]
    # The corner furthest along the direction, the least among equals.
    corner = min(corners(origin), key=lambda p: (-(p[0] * by[0] + p[1] * by[1]), p))

    def within(c: Cell) -> bool:
        half = Fraction(1, 2)
        u, v = c[0] + half - corner[0], c[1] + half - corner[1]
        along = u * by[0] + v * by[1]
        # cos(angle) >= sqrt(1/2), squared
        return along > 0 and 2 * along**2 >= (u**2 + v**2) * (by[0] ** 2 + by[1] ** 2)

    expected = {c for c in cells_within(walked(corner, length)) if within(c)}
    assert cone(origin, toward, length) == expected
    assert origin not in expected


@given(places, st.integers(0, 7), places, st.integers(0, 7))
def test_cones_and_lines_move_turn_and_mirror(aim: Cell, length: int, by: Cell, way: int) -> None:
    if 0 in aim:  # along an axis the lesser corner is chosen, which mirroring does not keep
        return
    _, cell = image(way, by)
    for area in (cone, line):
        there = area(cell((0, 0)), cell(aim), length)
        assert there == {cell(c) for c in area((0, 0), aim, length)}


# --- lines ------------------------------------------------------------------------------------


@pytest.mark.rule("d20.aoe.line")
@pytest.mark.parametrize("toward", [(1, 0), (0, 3), (-2, 0), (0, -1)])
def test_a_straight_line_is_a_row(toward: Cell) -> None:
    sx, sy = ((toward[i] > 0) - (toward[i] < 0) for i in (0, 1))
    assert line((0, 0), toward, 12) == {(i * sx, i * sy) for i in range(1, 13)}
    assert len(line((0, 0), toward, 12)) == 12


@pytest.mark.rule("d20.aoe.line")
def test_a_diagonal_line_pays_for_its_diagonals() -> None:
    assert line((0, 0), (-1, 1), 12) == {(-i, i) for i in range(1, 9)}  # 8 diagonals cost 12


@pytest.mark.rule("d20.aoe.line")
def test_a_slanted_line_as_drawn() -> None:
    # From the corner (1, 1), one down for two to the right.
    text = """
    A......
    .##....
    ...##..
    .....##
    """
    assert line((0, 0), (2, 1), 7) == drawn(text, (0, 0))
    assert line((0, 0), (2, 1), 6) == drawn(text, (0, 0)) - {(6, 3)}
    assert line((0, 0), (4, 2), 5) == drawn(text, (0, 0)) - {(6, 3), (5, 3)}


@pytest.mark.rule("d20.aoe.line")
def test_line_errors() -> None:
    with pytest.raises(ValueError, match="another cell"):
        line((3, 3), (3, 3), 2)
    with pytest.raises(ValueError, match="negative"):
        line((3, 3), (4, 3), -1)
    assert line((3, 3), (4, 3), 0) == line((3, 3), (4, 5), 0) == frozenset()


@pytest.mark.rule("d20.aoe.line")
@given(places, small, st.integers(0, 8))
def test_a_slanted_line_holds_the_cells_that_it_passes(origin: Cell, by: Cell, length: int) -> None:
    if 0 in by:
        return
    x, y = origin[0] + (by[0] > 0), origin[1] + (by[1] > 0)
    expected = set()
    steps = 2 * abs(by[0]) * abs(by[1])
    for k in range(1, 10 * steps, 2):  # a sample in every stretch between two crossings
        p = x + Fraction(by[0] * k, steps), y + Fraction(by[1] * k, steps)
        c = floor(p[0]), floor(p[1])
        dx, dy = sorted((abs(c[0] - origin[0]), abs(c[1] - origin[1])))
        if dy + dx // 2 <= length:
            expected.add(c)
    toward = origin[0] + by[0], origin[1] + by[1]
    found = line(origin, toward, length)
    assert found == expected
    assert origin not in found
    if max(map(abs, by)) + min(map(abs, by)) // 2 <= length:
        assert toward in found


def test_areas_are_sets_of_pairs() -> None:
    areas: Iterable[frozenset[Cell]] = (
        burst((0, 0), 2),
        spread((0, 0), 2, {(0, 0)}),
        cone((0, 0), (1, 0), 2),
        line((0, 0), (1, 0), 2),
    )
    for area in areas:
        assert all(type(c) is tuple and all(type(v) is int for v in c) for c in area)
