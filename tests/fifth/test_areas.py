"""Areas of the 5e family in squares: the cells of spheres, cones, lines, cubes, and walls."""

from __future__ import annotations

import math
from itertools import product

import pytest
from boards import cells_of
from cli.calls import call, unusable
from rules.table import drawn

from fifth.boards import battle

WHOLE = "\n".join(["." * 40] * 40)
MIDDLE = (20, 20)
EIGHT = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if i or j]
ASKEW = [(2, 1), (-3, 1), (1, -4), (-5, -3), (7, 6), (-2, 5), (9, 1), (-1, 9)]


def covered(fight, shape, size, origin, by=None):
    toward = None if by is None else (origin[0] + by[0], origin[1] + by[1])
    return set(fight.ruleset.areas.cells(fight, shape, size, origin, toward))


def paces(x, y):
    """Squares so far along each axis, walked: every second diagonal counts two."""
    x, y, count, second = abs(x), abs(y), 0, False
    while x or y:
        if x and y:
            count, second = count + (2 if second else 1), not second
        else:
            count += 1
        x, y = max(0, x - 1), max(0, y - 1)
    return count


@pytest.fixture(scope="module")
def plain():
    return battle(WHOLE)


# --- spheres -------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.aoe")
@pytest.mark.parametrize(("feet", "count"), [(5, 4), (10, 12), (15, 24), (20, 44), (30, 96)])
@pytest.mark.parametrize("shape", ["burst", "sphere"])
def test_a_sphere_takes_the_squares_whose_far_corner_is_within(plain, shape, feet, count):
    """20 ft: 44 squares, about the corner of least x and y."""
    found = covered(plain, shape, feet // 5, MIDDLE)
    assert len(found) == count
    assert found == {
        (x, y)
        for x, y in product(range(40), repeat=2)
        if max(paces(x + i - 20, y + j - 20) for i, j in product((0, 1), repeat=2)) <= feet // 5
    }


# --- cones ---------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.aoe")
@pytest.mark.parametrize("by", [(1, 0), (-1, 0), (0, 1), (0, -1)])
@pytest.mark.parametrize("size", [1, 2, 3, 6, 12])
def test_a_straight_cone_has_rows_as_wide_as_they_are_far(plain, by, size):
    """15 ft: 1 + 2 + 3 squares; rows of even width lean to one side by one square."""
    found = covered(plain, "cone", size, MIDDLE, by)
    assert len(found) == sum(range(1, size + 1))
    for far in range(1, size + 1):
        row = sorted(
            (x - 20) * by[1] + (y - 20) * by[0]
            for x, y in found
            if (x - 20) * by[0] + (y - 20) * by[1] == far
        )
        assert row == list(range(row[0], row[0] + far)), "one piece"
        assert abs(row[0] + row[-1]) == (far + 1) % 2, "about the axis"


@pytest.mark.rule("grid5e.aoe")
def test_which_side_even_rows_lean_to_is_the_maker_s_choice(plain):
    """Straight on to the lesser y; pointing a little to the other side turns them over."""
    one, other = (covered(plain, "cone", 3, MIDDLE, by) for by in ((9, 0), (19, 1)))
    assert one == {(21, 20), (22, 19), (22, 20), (23, 19), (23, 20), (23, 21)}
    assert other == {(21, 20), (22, 20), (22, 21), (23, 19), (23, 20), (23, 21)}


@pytest.mark.rule("grid5e.aoe")
@pytest.mark.parametrize("by", [by for by in EIGHT if all(by)])
def test_a_diagonal_cone_is_as_wide_as_it_is_long(plain, by):
    """30 ft along the diagonal are 4 squares, and the row across it there has 4 or so.

    From the maker on: 1; 2; 2 and one more of two right on the edges; ...
    """
    found = {(x - 20, y - 20) for x, y in covered(plain, "cone", 6, MIDDLE, by)}
    assert (4 * by[0], 4 * by[1]) in found
    assert (5 * by[0], 5 * by[1]) not in found, "7 squares away"
    ranks = [sum(1 for x, y in found if x * by[0] + y * by[1] == n) for n in range(2, 9)]
    assert ranks == [1, 2, 2, 2, 3, 4, 4]


@pytest.mark.rule("grid5e.aoe")
@pytest.mark.parametrize("by", [*EIGHT, *ASKEW])
@pytest.mark.parametrize("size", [3, 6, 9])
def test_a_cone_at_any_angle(plain, by, size):
    """Centres at most half as far aside as they are on, and no farther on than the axis measures.

    Those right on one of the two edges are in, those on the other are not.
    """
    found = {(x - 20, y - 20) for x, y in covered(plain, "cone", size, MIDDLE, by)}
    length = math.hypot(*by)
    scale = (max(map(abs, by)) + min(map(abs, by)) / 2) / length
    inside, edge = set(), {-1: set(), 1: set()}
    for x, y in product(range(-19, 20), repeat=2):
        on = (x * by[0] + y * by[1]) / length
        aside = (x * by[1] - y * by[0]) / length
        if on <= 1e-9 or on * scale > size + 0.5 + 1e-9:
            continue
        if abs(abs(aside) - on / 2) < 1e-9:
            edge[int(math.copysign(1, aside))].add((x, y))
        elif abs(aside) < on / 2:
            inside.add((x, y))
    assert found in (inside | edge[1], inside | edge[-1])
    assert edge[1] or edge[-1] or by in ASKEW


@pytest.mark.rule("grid5e.aoe")
def test_pointing_farther_the_same_way_changes_nothing(plain):
    for shape, by in product(("cone", "line", "cube"), ASKEW):
        far = tuple(2 * n for n in by)
        assert covered(plain, shape, 4, MIDDLE, by) == covered(plain, shape, 4, MIDDLE, far)


# --- lines, cubes, squares -----------------------------------------------------------------------


@pytest.mark.rule("grid5e.aoe")
@pytest.mark.parametrize("by", EIGHT)
def test_a_line_in_eight_directions(plain, by):
    """60 ft: 12 squares straight on, 8 along a diagonal."""
    found = covered(plain, "line", 12, MIDDLE, by)
    length = 8 if all(by) else 12
    assert found == {(20 + n * by[0], 20 + n * by[1]) for n in range(1, length + 1)}


@pytest.mark.rule("grid5e.aoe")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("by", [*EIGHT, *ASKEW])
def test_a_cube_lies_against_a_face_of_the_space(plain, by, size):
    """It touches the maker's square on the side pointed to and does not cover it."""
    found = covered(plain, "cube", size, MIDDLE, by)
    xs, ys = ({cell[axis] - 20 for cell in found} for axis in (0, 1))
    assert len(found) == len(xs) * len(ys) == size * size
    along, across = (xs, ys) if abs(by[0]) >= abs(by[1]) else (ys, xs)
    ahead = by[0] if abs(by[0]) >= abs(by[1]) else by[1]
    assert along == {n if ahead > 0 else -n for n in range(1, size + 1)}
    assert min(across) <= 1
    assert max(across) >= -1, "side by side, or corner to corner"
    if not all(by):
        assert abs(min(across) + max(across)) == (size + 1) % 2, "straight ahead"


@pytest.mark.rule("grid5e.aoe")
def test_a_square_on_the_ground(plain):
    assert covered(plain, "square", 2, (4, 7)) == {(4, 7), (5, 7), (4, 8), (5, 8)}


# --- walls ---------------------------------------------------------------------------------------


def walled(*rows, barriers=()):
    """A battle on a board of which A is the maker, and the cells that carry an x."""
    board = "\n".join(row.replace("x", ".") for row in rows)
    return battle(board, barriers=barriers), drawn(*rows)


@pytest.mark.rule("grid5e.aoe", "grid5e.cover")
def test_a_sphere_does_not_turn_corners():
    """From the corner (5, 4): the squares right behind the wall's ends are spared."""
    rows = (
        "......#..",
        "......#..",
        "......#..",
        ".........",
        "A........",
        "......#..",
        "......#..",
    )
    fight, _ = walled(*rows)
    found = covered(fight, "burst", 5, (5, 4))
    assert not {(7, 1), (7, 6)} & found
    assert not {(6, y) for y in (0, 1, 2, 5, 6)} & found, "walls themselves"
    assert {(7, 3), (8, 3), (7, 4), (8, 4)} <= found, "through the gap"
    assert {(7, 1), (7, 6)} <= covered(battle("\n".join(["." * 9] * 7)), "burst", 5, (5, 4))


@pytest.mark.rule("grid5e.aoe", "grid5e.cover")
@pytest.mark.parametrize("shape", ["cone", "line", "cube"])
def test_what_is_aimed_stops_at_walls_and_doors(shape):
    wall = ["..#...", "..#...", "A.#...", "..#...", "..#..."]
    fight, _ = walled(*wall)
    found = covered(fight, shape, 4, (0, 2), (1, 0))
    assert (1, 2) in found
    assert not {(x, y) for x, y in found if x > 1}
    doors = [((1, y), (2, y), "door") for y in range(5)]
    fight, _ = walled(*(row.replace("#", ".") for row in wall), barriers=doors)
    found = covered(fight, shape, 4, (0, 2), (1, 0))
    assert (1, 2) in found
    assert not {(x, y) for x, y in found if x > 1}


@pytest.mark.rule("grid5e.aoe", "grid5e.cover")
def test_a_pillar_shades_what_is_behind_it():
    """From the corners (1, 3) and (1, 4): the squares on the axis are hidden, others are not."""
    fight, _ = walled("......", "......", "......", "A.#...", "......", "......", "......")
    found = covered(fight, "cone", 5, (0, 3), (1, 0))
    assert not {(2, 3), (3, 3), (4, 3)} & found
    assert {(1, 3), (2, 2), (3, 2), (3, 4), (4, 2), (4, 4)} <= found


@pytest.mark.rule("grid5e.aoe", "grid5e.cover")
@pytest.mark.parametrize("shape", ["burst", "square"])
def test_what_starts_at_a_thin_wall_stays_on_its_maker_s_side(shape):
    wall = [((2, y), (3, y), "wall") for y in range(6)]
    fight, _ = walled(*["......"] * 2, "A.....", *["......"] * 3, barriers=wall)
    maker = fight.world["A"]
    found = cells_of(fight, maker, shape, 2, (2, 3))
    assert found
    assert all(x < 3 for x, _ in found)
    assert not cells_of(fight, maker, shape, 2, (5, 3)), "no line to there"


@pytest.mark.rule("grid5e.aoe")
def test_a_big_maker_leaves_itself_out_and_the_map_ends():
    fight = battle("......\nAA....\nAA....\n......")
    maker = fight.world["A"]
    found = cells_of(fight, maker, "cone", 9, (0, 1), (5, 1))
    assert (2, 1) in found
    assert not found & set(maker.body.cells)
    assert all(cell in fight.world.field for cell in found)
    assert cells_of(fight, maker, "cone", 9, (1, 1), (1, 1)) == frozenset()
    assert cells_of(fight, maker, "spiral", 9, (1, 1), (5, 1)) == frozenset()


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.aoe")
@pytest.mark.parametrize(("shape", "size", "aim", "count"), [
    ("burst", "20 ft", (), 44), ("sphere", "4", (), 44), ("cone", "15 ft", ("--toward", "9,5"), 6),
    ("line", "60 ft", ("--toward", "9,5"), 12), ("line", "60 ft", ("--toward", "9,9"), 8),
    ("cube", "15 ft", ("--toward", "9,5"), 9), ("square", "10 ft", (), 4),
])  # fmt: skip
def test_the_command_counts_the_squares(shape, size, aim, count):
    answer = call("area", "grid5e", shape, size, "--origin", "5,5", *aim, "--json")
    cells = answer.json["cells"]
    assert len(cells) == count
    assert cells == sorted(cells)


def test_the_command_turns_down_what_is_none():
    unusable(call("area", "grid5e", "burst", "6 m", "--origin", "5,5"), "SIZE")
    unusable(call("area", "grid5e", "cube", "2", "--origin", "5,5"), "--toward")
    unusable(call("area", "grid5e", "spread", "2", "--origin", "5,5"), "spread")
