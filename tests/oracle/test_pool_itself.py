"""The catalogue's worked examples of ``pool``, those of docs/cubes.md, and cross-checks, held
against the oracle."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import combinations, pairwise, product
from random import Random

import pytest

from oracle.cubes import (
    AROUND,
    Body,
    Space,
    apart,
    borders,
    cells_of,
    clings,
    crossings,
    distance,
    larger,
    line_of_effect,
    plate,
    smaller,
    way_round,
)
from oracle.pool import (
    Board,
    Creature,
    Step,
    body_of,
    due,
    farther,
    fits,
    flies,
    footwork_of,
    may_be,
    may_stop,
    room,
    speed_of,
    squeezing_there,
    stands,
    steps,
    threatened,
)
from oracle.pool_boards import MOVER, random_board, to_scenario
from oracle.pool_ways import (
    Turn,
    along,
    distances,
    ends,
    fresh,
    lawful,
    may_move,
    moves,
    path_cost,
    provocations,
    random_path,
)

AIR = " "


def level(w: int, h: int | None = None, glyph: str = ".") -> list[str]:
    return [glyph * w for _ in range(h or w)]


def space(*levels: str | list[str], tall: int = 4, barriers=()) -> Space:
    """Levels of rows, written with strokes between the rows or as lists; air on top of them."""
    rows = [lv.split("|") if isinstance(lv, str) else lv for lv in levels]
    w, h = len(rows[0][0]), len(rows[0])
    rows += [level(w, h, AIR) for _ in range(tall - len(rows))]
    return Space(rows, list(barriers))


def me(at, size="average", **kw) -> Creature:
    return Creature("me", "blue", at, size, **kw)


def ally(at, size="average", who="ally", **kw) -> Creature:
    return Creature(who, "blue", at, size, **kw)


def foe(at, size="average", who="foe", **kw) -> Creature:
    return Creature(who, "red", at, size, **kw)


def flyer(at, size="average", **kw) -> Creature:
    return me(at, size, conditions=frozenset({"flying"}), **kw)


def on(where: Space, *creatures: Creature) -> Board:
    return Board(where, list(creatures))


def ones(*cells) -> list[Body]:
    return [Body(*cell, 1) for cell in cells]


def cost(board: Board, *cells, mode="walk") -> int | None:
    """Whole cells of a path of bodies as large as the mover's."""
    mover = board["me"]
    half = path_cost(board, mover, mode, [Body(*cell, body_of(mover).n) for cell in cells])
    return None if half is None else half // 2


def provoked(board: Board, *cells, mode="walk", footwork: int | None = None) -> list[set[str]]:
    mover = board["me"]
    turn = fresh(mover) if footwork is None else replace(fresh(mover), footwork=footwork)
    path = [Body(*cell, body_of(mover).n) for cell in cells]
    return [set(found) for found in provocations(board, mover, mode, path, turn)]


DOWN = frozenset({"prone"})
SENSELESS = frozenset({"helpless"})
DEAD = frozenset({"dead"})


# ------------------------------------------------------------------------ lengths


@pytest.mark.parametrize(("speed", "want"), [(3, 37), (4, 61), (6, 121)])
def test_open_field(speed, want):
    board = on(space(level(17)), me((8, 8, 0), speed=speed))
    assert len(moves(board, board["me"], "walk")) == want
    assert len(moves(board, board["me"], "climb")) == want


@pytest.mark.parametrize("speed", [1, 2, 3])
def test_open_air(speed):
    """A flyer comes as far as steps along one axis (2), two (3) and three (6) lead; never is it
    cheaper to go along three axes than round by a diagonal and a straight step."""
    board = on(space(level(9), tall=9), flyer((4, 4, 4), speed=speed))
    found = moves(board, board["me"], "fly")
    for at in product(range(9), repeat=3):
        low, middle, high = sorted(abs(a - 4) for a in at)
        half = min(
            2 * (high + middle + low - 2 * n - 3 * t) + 3 * n + 6 * t
            for n in range(9)
            for t in range(low + 1)
            if pairs(high - t, middle - t, low - t, n)
        )
        assert (at in found) == (half <= 2 * speed + 1), at
        assert at not in found or found[at].half == half


def pairs(high: int, middle: int, low: int, n: int) -> bool:
    """Can n diagonals be made of so much of each axis?"""
    return 2 * n <= high + middle + low and n <= middle + low


def test_diagonals():
    board = on(space(level(9)), me((0, 0, 0)))
    diagonal = [(i, i, 0) for i in range(8)]
    assert [cost(board, *diagonal[: n + 1]) for n in (1, 2, 3, 4, 5)] == [1, 3, 4, 6, 7]


def test_diagonals_in_the_air():
    board = on(space(level(5), tall=5), flyer((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 0, 1), (2, 0, 2), mode="fly") == 3
    assert cost(board, (0, 0, 0), (1, 1, 0), (2, 2, 1), mode="fly") == 4
    assert cost(board, (0, 0, 0), (1, 1, 0), (2, 2, 1), (3, 3, 1), mode="fly") == 6
    assert cost(board, (0, 0, 0), (1, 1, 1), mode="fly") == 3


@pytest.mark.parametrize(
    ("to", "want"),
    [
        ((3, 3, 0), 4), ((1, 1, 1), 3), ((2, 2, 2), 6), ((3, 2, 1), 5), ((1, 0, 1), 1),
        ((2, 1, 0), 2),
    ],
)  # fmt: skip
def test_the_straight_measure(to, want):
    assert apart((0, 0, 0), to) == apart(to, (0, 0, 0)) == want


def test_distance_of_bodies():
    assert distance(cells_of(Body(0, 0, 0, 2)), cells_of(Body(5, 0, 0, 2))) == 4
    assert distance(cells_of(Body(0, 0, 0, 2)), cells_of(Body(2, 2, 2, 1))) == 3
    assert distance(cells_of(Body(0, 0, 0, 3)), cells_of(Body(1, 1, 1, 1))) == 0


@pytest.mark.parametrize(
    ("size", "n", "cubes"),
    [("small", 1, 1), ("average", 1, 1), ("large", 2, 8), ("huge", 3, 27), ("colossal", 4, 64)],
)
def test_sizes(size, n, cubes):
    assert body_of(me((0, 0, 0), size)).n == n
    assert len(room(me((0, 0, 0), size))) == cubes
    assert all(cells_of(small) < cells_of(Body(0, 0, 0, n)) for small in smaller(Body(0, 0, 0, n)))
    assert all(cells_of(Body(0, 0, 0, n)) < cells_of(big) for big in larger(Body(0, 0, 0, n)))
    assert len(larger(Body(0, 0, 0, n))) == 8


# ------------------------------------------------------------------------ what cubes hold


def test_level_steps_only():
    board = on(space(level(3)), me((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 1, 0)) == 1
    assert cost(board, (0, 0, 0), (0, 0, 1)) is None
    assert {s.new.z for s in steps(board, board["me"], Body(0, 0, 0, 1), 0, "climb")} == {0}


def test_plates():
    for glyph in ".,;%=~/":
        where = space(".", glyph)
        assert plate(where, (0, 0, 1)), glyph
        assert not plate(where, (0, 0, 0))
    for glyph in "#T^: ":
        assert not plate(space(".", glyph), (0, 0, 1)), glyph


@pytest.mark.parametrize("glyph", ".,;%=/")
def test_ground_holds(glyph):
    small = me((0, 0, 0), "small")
    assert stands(on(space(glyph), small), small, Body(0, 0, 0, 1))
    assert stands(on(space(":", glyph), small), small, Body(0, 0, 1, 1))
    assert not stands(on(space(glyph, AIR), small), small, Body(0, 0, 1, 1))


@pytest.mark.parametrize("glyph", "#T^")
def test_tops_hold(glyph):
    board = on(space(glyph, AIR), me((0, 0, 1)))
    assert stands(board, board["me"], Body(0, 0, 1, 1))
    assert not fits(board, board["me"], Body(0, 0, 0, 1))
    board = on(space(".", AIR, glyph, AIR), me((0, 0, 3)))
    assert stands(board, board["me"], Body(0, 0, 3, 1))


def test_the_fallen_hold():
    for conditions, want in ((DOWN, True), (DEAD, True), (SENSELESS, True), (frozenset(), False)):
        board = on(space("..", AIR * 2), me((0, 0, 1)), foe((0, 0, 0), conditions=conditions))
        assert may_be(board, board["me"], Body(0, 0, 1, 1)) == want
    board = on(space("..", AIR * 2), me((0, 0, 0), "large", conditions=DOWN))
    assert not stands(board, board["me"], Body(0, 0, 1, 1)), "nobody stands on itself"


def test_clinging():
    where = space("...", "#..", tall=4)
    assert clings(where, Body(1, 0, 1, 1))
    assert clings(where, Body(1, 0, 2, 1)), "beside what is right under it"
    assert not clings(where, Body(1, 0, 3, 1))
    assert not clings(where, Body(1, 0, 0, 1)), "not below the solid"
    assert not clings(where, Body(2, 0, 1, 1))
    corner = space("...|...", "#  |   ")
    assert not clings(corner, Body(1, 1, 1, 1)), "a corner is no side"
    for glyph, want in (("#", True), ("T", True), ("^", True), (".", False), (AIR, False)):
        assert clings(space("..", f"{glyph} "), Body(1, 0, 1, 1)) == want


def test_who_clings():
    where = space("#..", "#  ", "#  ")
    for conditions, want in ((frozenset(), True), (DOWN, False), (SENSELESS, False)):
        board = on(where, me((1, 0, 1), conditions=conditions))
        assert may_be(board, board["me"], Body(1, 0, 1, 1)) == want


def test_who_flies_and_how_fast():
    for more, want in (
        ({"fly": 4}, (True, 4)),
        ({"conditions": frozenset({"flying"})}, (True, 6)),
        ({"fly": 4, "conditions": frozenset({"flying"})}, (True, 4)),
        ({"fly": 4, "on_foot": True}, (False, 6)),
        ({"fly": 4, "conditions": DOWN}, (False, 6)),
        ({"fly": 4, "conditions": SENSELESS}, (False, 6)),
        ({}, (False, 6)),
    ):
        assert (flies(me((0, 0, 0), **more)), speed_of(me((0, 0, 0), **more))) == want


def test_nothing_inside_but_what_one_stands_on():
    board = on(space(level(4), [".   "] * 4), me((0, 0, 0), "large"))
    assert not fits(board, board["me"], Body(0, 0, 0, 2)), "a plate between its layers"
    assert fits(board, board["me"], Body(1, 0, 0, 2))
    assert fits(board, board["me"], Body(0, 0, 1, 2)), "it stands on the plate"


def test_where_nobody_gets_in():
    board = on(space("#T^ ~", tall=1), flyer((0, 0, 0), "small"))
    assert not any(fits(board, board["me"], Body(x, 0, 0, 1)) for x in range(-1, 6))
    board = on(space(":", AIR, tall=2), flyer((0, 0, 0)))
    assert fits(board, board["me"], Body(0, 0, 0, 1))
    assert fits(board, board["me"], Body(0, 0, 1, 1))
    assert not fits(board, board["me"], Body(0, 0, 2, 1)), "above the map"


def test_pits():
    """On foot nobody has a part of its body in one, whatever the rest stands on."""
    board = on(space("..:|..:|..."), me((0, 0, 0), "large"))
    assert cost(board, (0, 0, 0), (1, 0, 0)) is None
    board = on(space(".:.|.#."), me((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 0, 0)) is None


# ------------------------------------------------------------------------ ways round


def test_corners():
    """corner: a diagonal is shut only if both ways round are."""
    for rows, want in (("..|..", 1), (".#|..", 1), ("..|#.", 1), (".#|#.", None), (".T|#.", None),
                       (".^|^.", 1), (".^|#.", 1), (".:|:.", 1), (". |#.", None)):  # fmt: skip
        assert cost(on(space(rows), me((0, 0, 0))), (0, 0, 0), (1, 1, 0)) == want, rows


def test_corners_upright():
    """Up onto a step one goes up and over; past a plate overhead one does not get."""
    board = on(space(".#", AIR * 2), me((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 0, 1)) == 1
    board = on(space(".#", ". "), me((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 0, 1)) is None, "a ceiling overhead"
    board = on(space("..", AIR + "."), flyer((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 0, 1), mode="fly") == 1, "up, and over the plate"
    board = on(space("..", ".."), flyer((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 0, 1), mode="fly") is None
    assert cost(board, (0, 0, 0), (0, 0, 1), mode="fly") is None


def test_three_axes():
    """Some order of the three parts has to be open: this one is along y, up, and along x."""
    open_ = {(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 1, 1)}
    for gone in (None, *sorted(open_ - {(0, 0, 0), (1, 1, 1)})):
        there = open_ - {gone}
        rows = [["".join(AIR if (x, y, z) in there else "#" for x in (0, 1)) for y in (0, 1)]
                for z in (0, 1)]  # fmt: skip
        rows[0][0] = ":" + rows[0][0][1:]
        rows[0] = [row.replace(AIR, ":") for row in rows[0]]
        assert way_round(Space(rows), frozenset({(0, 0, 0)}), (1, 1, 1)) == (gone is None)


@pytest.mark.parametrize("ledge", [".", AIR])
@pytest.mark.parametrize("pillar", ["#", "^", "."])
def test_a_big_body_goes_round_as_a_whole(ledge, pillar):
    """A pillar in the way of going over and up, a ledge in that of going up and over."""
    where = space([f"..{pillar}", "..."], level(3, 2, AIR), [f"{ledge}  ", "   "], tall=4)
    board = on(where, flyer((0, 0, 0), "large"))
    want = None if pillar == "#" and ledge == "." else 1
    assert cost(board, (0, 0, 0), (1, 0, 1), mode="fly") == want


def test_barriers():
    for kind, want in (("wall", None), ("door", None), ("open", 2), ("hedge", 4)):
        shut = [((0, 0, 0), (1, 0, 0), kind)]
        board = on(space("...|...", barriers=shut), me((0, 0, 0)))
        assert path_cost(board, board["me"], "walk", ones((0, 0, 0), (1, 0, 0))) == want
        for a, b in product(((0, 0, 0), (1, 1, 0)), ((1, 0, 0), (0, 1, 0))):
            board = on(space("...|...", barriers=[(a, b, kind)]), me((0, 0, 0)))
            half = path_cost(board, board["me"], "walk", ones((0, 0, 0), (1, 1, 0)))
            assert half == (None if want is None else want + 1)


def test_barriers_at_corners():
    assert len(list(borders((0, 0, 0), (1, 0, 0)))) == 1
    assert len(list(borders((0, 0, 0), (1, 0, 1)))) == 4
    assert len(list(borders((0, 0, 0), (-1, 1, 1)))) == 12


# ------------------------------------------------------------------------ climbing and stairs


def wall(height: int) -> Space:
    """Two cells of floor and a wall of so many cubes, in the open."""
    return space("..#", *["  #"] * (height - 1), tall=7)


def test_climbing_what_is_no_higher_than_one_is():
    board = on(wall(1), me((1, 0, 0)))
    assert cost(board, (1, 0, 0), (2, 0, 1)) == 1
    assert cost(board, (1, 0, 0), (1, 0, 1)) == 1
    board = on(space("#..|#..|...", "#  |#  |   ", tall=7), me((1, 0, 0), "large"))
    assert cost(board, (1, 0, 0), (1, 0, 1), (1, 0, 2)) == 2
    assert cost(board, (1, 0, 0), (1, 0, 1), (1, 0, 2), (0, 0, 2)) == 3


def test_climbing_what_is_higher():
    """Average up two cubes: that takes a check, in the mode for it."""
    board = on(wall(3), me((1, 0, 0)))
    path = [(1, 0, 0), (1, 0, 1), (1, 0, 2), (1, 0, 3)]
    assert [cost(board, *path[:n]) for n in (2, 3)] == [1, None]
    assert [cost(board, *path[:n], mode="climb") for n in (2, 3, 4)] == [1, 2, 3]
    assert [s.check for s in way_up(board, path)] == [0, 1, 2]
    assert cost(board, *path, (2, 0, 3), mode="climb") == 4
    assert [s.climbed for s in way_up(board, [*path[:3], (2, 0, 3)])] == [1, 2, 0]


def way_up(board: Board, path, climbed: int = 0) -> list[Step]:
    """The steps of a climb."""
    found = []
    for old, new in pairwise(path):
        [step] = [
            s for s in steps(board, board["me"], Body(*old, 1), climbed, "climb")
            if s.new.at == new
        ]  # fmt: skip
        climbed = step.climbed
        found.append(step)
    return found


def test_checks():
    assert [due(1, n) for n in range(1, 7)] == [0, 1, 2, 3, 3, 3]
    assert [due(2, n) for n in range(1, 10)] == [0, 0, 1, 0, 2, 0, 3, 0, 3]


def test_what_leads_farther():
    """By hand: the heights or depths that are new, for a climb so high or deep already."""
    told = {(0, 1): [1], (1, 1): [2], (1, -1): [], (0, -1): [1], (-1, -1): [2], (-2, 1): [],
            (0, 2): [1, 2], (2, 2): [3, 4], (-1, 2): [1], (1, -2): [1], (3, -2): [], (4, 0): [],
            (-4, 0): []}  # fmt: skip
    assert {key: list(farther(*key)) for key in told} == told


def test_climbing_back_is_free():
    """Up a cube and down again; down a cube and up again; but not on, beyond what one is tall."""
    board = on(wall(4), me((1, 0, 0)))
    up = [(1, 0, 0), (1, 0, 1), (1, 0, 0)]
    assert cost(board, *up) == 2
    assert cost(board, *up, *up[1:]) == 4
    board = on(wall(4), me((2, 0, 4)))
    down = [(2, 0, 4), (1, 0, 4), (1, 0, 3), (1, 0, 4), (2, 0, 4)]
    assert cost(board, *down) == 4
    assert cost(board, *down[:3], (1, 0, 2)) is None
    assert cost(board, *down[:3], (1, 0, 2), mode="climb") == 3
    for high in (1, -1, 3, -3):
        board = on(wall(5), replace(me((1, 0, 2)), climbed=high))
        assert (cost(board, (1, 0, 2), (1, 0, 3)) == 1) == (high < 0)
        assert (cost(board, (1, 0, 2), (1, 0, 1)) == 1) == (high > 0)
    board = on(wall(5), replace(me((1, 0, 3)), climbed=-2))
    assert [s.climbed for s in way_up(board, [(1, 0, 3), (1, 0, 2), (1, 0, 1)], -2)] == [-3, -4]
    assert [s.check for s in way_up(board, [(1, 0, 3), (1, 0, 2), (1, 0, 1)], -2)] == [2, 3]
    assert [s.check for s in way_up(board, [(1, 0, 3), (1, 0, 4), (1, 0, 5)], -2)] == [0, 0]


def test_climbing_down_counts_as_up_does():
    board = on(wall(2), me((2, 0, 2)))
    assert cost(board, (2, 0, 2), (1, 0, 2)) == 1, "it clings beside what is under it"
    assert cost(board, (2, 0, 2), (1, 0, 2), (1, 0, 1)) == 2
    assert cost(board, (2, 0, 2), (1, 0, 2), (1, 0, 1), (1, 0, 0)) is None
    assert cost(board, (2, 0, 2), (1, 0, 1), (1, 0, 0)) is None
    board = on(wall(2), replace(me((1, 0, 1)), climbed=-1))
    assert cost(board, (1, 0, 1), (1, 0, 0)) is None
    assert cost(board, (1, 0, 1), (1, 0, 0), mode="climb") == 1
    board = on(wall(1), me((2, 0, 1)))
    assert cost(board, (2, 0, 1), (1, 0, 0)) == 1
    assert cost(board, (2, 0, 1), (1, 0, 1), (1, 0, 0)) == 2


def test_nothing_to_climb():
    board = on(space("...", tall=3), me((1, 0, 0)))
    assert cost(board, (1, 0, 0), (1, 0, 1), mode="climb") is None
    board = on(space(". ", "  ", ". ", tall=4), replace(me((0, 0, 2))))
    assert cost(board, (0, 0, 2), (1, 0, 2)) is None


def test_level_steps_while_clinging_do_not_count():
    board = on(space("....|####", "    |####", "    |####", tall=4), me((0, 0, 0)))
    path = [(0, 0, 0), (0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert cost(board, *path) == 3
    assert cost(board, *path, (3, 0, 2)) is None
    assert [s.climbed for s in way_up(board, path)] == [1, 1, 1]


def test_stairs():
    """Up with one step, and back; nothing is counted, and a ceiling shuts them as anything else."""
    board = on(space("./#", "  .", tall=4), me((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 0, 0), (2, 0, 1)) == 2
    assert cost(board, (0, 0, 0), (1, 0, 0), (1, 0, 1)) == 2, "it clings to the wall's top"
    stairs = [s for s in steps(board, board["me"], Body(1, 0, 0, 1), 0, "walk") if s.new.z]
    assert {s.climbed for s in stairs} == {0}
    board = on(space("./#", "  .", tall=4), me((2, 0, 1)))
    assert cost(board, (2, 0, 1), (1, 0, 0)) == 1
    board = on(space("./ |...", "  .|  .", tall=4), me((2, 0, 1)))
    assert cost(board, (2, 0, 1), (1, 0, 0)) == 1, "no wall is asked for"
    assert cost(board, (2, 0, 1), (1, 1, 0)) is None
    board = on(space("./#", " ..", tall=4), me((0, 0, 0)))
    assert cost(board, (1, 0, 0), (2, 0, 1)) is None


def test_climbing_begins_anew_where_one_stands():
    """Two steps of a stair made of walls."""
    board = on(space("..###", "   ##", tall=4), me((1, 0, 0)))
    assert cost(board, (1, 0, 0), (2, 0, 1), (3, 0, 2)) == 3


# ------------------------------------------------------------------------ squeezing


def passage(width: int, size: str) -> Board:
    """A passage so wide and as high, and rooms to both sides, in solid rock."""
    n = {"large": 2, "huge": 3, "colossal": 4}[size]
    rows = [["." * n + ("." if y < width else "#") * 3 + "." * n for y in range(n)]]
    rows += [
        [AIR * n + (AIR if max(y, z) < width else "#") * 3 + AIR * n for y in range(n)]
        for z in range(1, n)
    ]
    return on(space(*rows, tall=n), me((0, 0, 0), size, speed=30))


@pytest.mark.parametrize("size", ["large", "huge", "colossal"])
def test_limits_of_squeezing(size):
    n = body_of(me((0, 0, 0), size)).n
    for width in range(1, n):
        board = passage(width, size)
        furthest = max(at[0] for at in moves(board, board["me"], "walk"))
        assert (furthest > n) == (width == n - 1), width


def test_squeezing_costs_nothing():
    board = passage(1, "large")
    path = [Body(0, 0, 0, 2), Body(2, 0, 0, 1), Body(3, 0, 0, 1), Body(4, 0, 0, 1)]
    assert path_cost(board, board["me"], "walk", path) == 6
    assert path_cost(board, board["me"], "walk", [*path, Body(5, 0, 0, 2)]) == 8
    assert path_cost(board, board["me"], "walk", [*path, Body(5, 0, 0, 1)]) is None, "it fits"


def test_nobody_squeezes_where_the_full_body_fits():
    board = on(space(level(6)), me((2, 2, 0), "large"))
    assert {s.new.n for s in steps(board, board["me"], Body(2, 2, 0, 2), 0, "walk")} == {2}
    assert {s.new.n for s in steps(board, board["me"], Body(2, 2, 0, 1), 0, "walk")} == {2}
    assert len({s.new for s in steps(board, board["me"], Body(2, 2, 0, 1), 0, "walk")}) == 16


def test_squeezing_changes_the_level():
    """A passage at chest height: to squeeze into it is to climb a cube, and out of it too."""
    where = space("..##|..##", "  ..|  ##", "  ##|  ##", tall=4)
    board = on(where, me((0, 0, 0), "large"))
    found = {(s.new, s.climbed) for s in steps(board, board["me"], Body(0, 0, 0, 2), 0, "walk")}
    assert (Body(2, 0, 1, 1), 0) in found
    up = [s for s in steps(board, board["me"], Body(0, 0, 0, 2), 2, "walk") if s.new.z]
    assert not up, "two cubes have been climbed"
    up = [s for s in steps(board, board["me"], Body(0, 0, 0, 2), 2, "climb") if s.new.x == 2]
    assert {(s.new, s.check) for s in up} == {(Body(2, 0, 1, 1), 1)}


def test_nobody_on_foot_squeezes_into_the_ground():
    """A step down on open ground is none, though the lower half of the body would not fit."""
    board = on(space(level(7)), me((3, 3, 0), "large", speed=3))
    assert {s.new.n for s in steps(board, board["me"], Body(3, 3, 0, 2), 0, "walk")} == {2}
    wide = on(space(level(17)), me((8, 8, 0), "large", speed=3))
    assert len(moves(wide, wide["me"], "walk")) == 37


def test_squeezed_one_is_as_tall_as_ever():
    board = on(space("..#", "  #", "  #", tall=5), replace(me((1, 0, 0), "large"), narrow=True))
    path = [(1, 0, 0), (1, 0, 1), (1, 0, 2)]
    assert cost(board, *path) == 2
    assert cost(board, *path, (1, 0, 3)) is None


def test_tight():
    for size, want, squeezed in (("small", 1, False), ("average", 1, True)):
        board = on(space(".=."), me((0, 0, 0), size))
        assert cost(board, (0, 0, 0), (1, 0, 0)) == want
        assert squeezing_there(board, board["me"], Body(1, 0, 0, 1)) == squeezed
    board = on(space("..=|..="), me((0, 0, 0), "large"))
    assert not fits(board, board["me"], Body(2, 0, 0, 1))


# ------------------------------------------------------------------------ others in the way


def lane(*others: Creature, ground: str = ".....") -> Board:
    return on(space(ground), me((0, 0, 0)), *others)


STRAIGHT = [(x, 0, 0) for x in range(5)]


def test_ally_pass_and_stop():
    board = lane(ally((1, 0, 0)))
    assert cost(board, *STRAIGHT[:3]) == 2
    assert may_stop(board, board["me"], Body(1, 0, 0, 1))
    assert squeezing_there(board, board["me"], Body(1, 0, 0, 1))
    assert not squeezing_there(board, board["me"], Body(2, 0, 0, 1))


def test_squeezers_block():
    for more in ({"crammed": True}, {"size": "large", "narrow": True}):
        board = lane(ally((1, 0, 0), **more))
        assert cost(board, *STRAIGHT[:2]) is None
    board = lane(ally((1, 0, 0)), ground=".=...")
    assert cost(board, *STRAIGHT[:2]) is None, "Average in a tight cell"
    board = lane(ally((1, 0, 0), "small"), ground=".=...")
    assert cost(board, *STRAIGHT[:2]) == 1
    for down in (DOWN, DEAD):
        board = lane(foe((1, 0, 0), crammed=True, conditions=down))
        assert cost(board, *STRAIGHT[:2]) == 1


def test_not_two_squeezing():
    board = lane(ally((1, 0, 0)), ally((1, 0, 0), who="b", crammed=True))
    assert cost(board, *STRAIGHT[:2]) is None
    board = lane(ally((1, 0, 0), "small"), ground=".=...")
    assert not may_stop(board, board["me"], Body(1, 0, 0, 1)), "not at full size"
    board = lane(ally((1, 0, 0), conditions=DOWN), ground=".=...")
    assert may_stop(board, board["me"], Body(1, 0, 0, 1))


def test_enemy_pass_and_stop():
    board = lane(foe((1, 0, 0)))
    assert cost(board, *STRAIGHT[:3]) == 2
    assert provoked(board, *STRAIGHT[:3], footwork=9) == [{"foe"}, set()]
    assert not may_stop(board, board["me"], Body(1, 0, 0, 1))


def test_a_big_enemy_is_entered_once():
    board = on(space(level(6)), me((0, 0, 0)), foe((1, 0, 0), "large"))
    path = [(x, 0, 0) for x in range(5)]
    assert provoked(board, *path, footwork=9) == [{"foe"}, set(), set(), {"foe"}]


def test_who_lies():
    for down in (DOWN, DEAD, SENSELESS):
        board = lane(foe((1, 0, 0), conditions=down))
        assert may_stop(board, board["me"], Body(1, 0, 0, 1))
        assert not squeezing_there(board, board["me"], Body(1, 0, 0, 1))
        assert provoked(board, *STRAIGHT[:2], footwork=9) == [set()]
        assert cost(board, *STRAIGHT[:3]) == 2


# ------------------------------------------------------------------------ threat, provoking


def test_footwork_of():
    assert [footwork_of(me((0, 0, 0), grace=g)) for g in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]


def test_leaving():
    board = on(space("..."), me((1, 0, 0)), foe((2, 0, 0)))
    assert provoked(board, (1, 0, 0), (0, 0, 0), footwork=9) == [{"foe"}]


def test_footwork():
    """Three steps within threat on two points of it: the third provokes."""
    board = on(space(level(5)), me((1, 1, 0)), foe((2, 2, 0)))
    round_ = [(1, 1, 0), (1, 2, 0), (1, 3, 0), (2, 3, 0)]
    assert provoked(board, *round_, footwork=2) == [set(), set(), {"foe"}]
    assert provoked(board, *round_, footwork=1) == [set(), {"foe"}, {"foe"}]
    assert provoked(board, *round_, footwork=0) == [{"foe"}] * 3


def test_footwork_on_rough_ground():
    rows = [".....", ".....", ",....", ".,...", "....."]
    board = on(space(rows), me((1, 1, 0)), foe((2, 2, 0)))
    round_ = [(1, 1, 0), (1, 2, 0), (1, 3, 0), (2, 3, 0)]
    assert provoked(board, *round_, footwork=3) == [set(), set(), {"foe"}]
    assert provoked(board, *round_, footwork=2) == [set(), {"foe"}, set()], "the point is kept"


def test_one_charge_for_all():
    board = on(space(level(5)), me((1, 1, 0)), foe((2, 1, 0)), foe((0, 1, 0), who="b"))
    assert provoked(board, (1, 1, 0), (1, 2, 0), (1, 1, 0), footwork=1) == [set(), {"b", "foe"}]


def test_who_strikes():
    for more in ({"weapons": ("bow",)}, {"stamina": 0}, {"conditions": DEAD}):
        board = on(space("..."), me((1, 0, 0)), foe((2, 0, 0), **more))
        assert provoked(board, (1, 0, 0), (0, 0, 0), footwork=0) == [set()]
    board = on(space("..."), me((1, 0, 0)), foe((2, 0, 0), conditions=DOWN))
    assert provoked(board, (1, 0, 0), (0, 0, 0)) == [{"foe"}], "not prone is not asked for"


def test_rough_ground():
    board = on(space(",,,|,,,|,,,"), me((0, 0, 0)))
    assert cost(board, (0, 0, 0), (1, 1, 0), (2, 2, 0)) == 6
    board = on(space(".;%"), me((0, 0, 0)))
    assert [cost(board, *STRAIGHT[:n]) for n in (2, 3)] == [4, 6]


def test_threat_in_space():
    board = on(space(level(7), tall=7), foe((3, 3, 3), conditions=frozenset({"flying"})))
    assert len(threatened(board, "foe")) == 1 + 6 + 12
    board["foe"].weapons = ("spear",)
    board.memo.clear()
    assert len(threatened(board, "foe")) == 1 + 6 + 12 + 6 + 24
    board["foe"].weapons = ("bow",)
    board.memo.clear()
    assert not threatened(board, "foe")


def test_threat_is_stopped_by_floors():
    board = on(space(level(3), level(3)), foe((1, 1, 0)))
    assert {z for _, _, z in threatened(board, "foe")} == {0}
    board = on(space(level(3), ["...", ". .", "..."]), foe((1, 1, 0)))
    assert {cell for cell in threatened(board, "foe") if cell[2]} == {
        (1, 1, 1), (0, 1, 1), (2, 1, 1), (1, 0, 1), (1, 2, 1),
    }  # fmt: skip


# ------------------------------------------------------------------------ lines


def test_crossings():
    assert crossings((0, 0, 0), (2, 0, 0)) == [(1, 0, 0), (1, 0, 0)]
    assert crossings((0, 0, 0), (-1, 0, 1)) == [(-1, 0, 1)]
    assert crossings((0, 0, 0), (2, 1, 0)) == [(1, 0, 0), (0, 1, 0), (1, 0, 0)]
    assert crossings((0, 0, 0), (2, 2, 2)) == [(1, 1, 1), (1, 1, 1)]
    assert crossings((1, 1, 1), (1, 1, 1)) == []


def test_lines():
    assert line_of_effect(space(".#|.."), (0, 0, 0), (1, 1, 0))
    assert not line_of_effect(space(".#|#."), (0, 0, 0), (1, 1, 0))
    assert line_of_effect(space(".^|^."), (0, 0, 0), (1, 1, 0))
    assert not line_of_effect(space(".#."), (0, 0, 0), (2, 0, 0))
    one = [((0, 0, 0), (1, 0, 0), "wall")]
    assert line_of_effect(space("..|..", barriers=one), (0, 0, 0), (1, 1, 0))
    both = [*one, ((0, 0, 0), (0, 1, 0), "door")]
    assert not line_of_effect(space("..|..", barriers=both), (0, 0, 0), (1, 1, 0))
    hedges = [((0, 0, 0), (1, 0, 0), "hedge")]
    assert line_of_effect(space("..", barriers=hedges), (0, 0, 0), (1, 0, 0))


@pytest.mark.parametrize("seed", range(6))
def test_lines_are_the_same_both_ways(seed):
    rng = Random(seed)
    rows = [["".join(rng.choice("..:# ") for _ in range(4)) for _ in range(4)] for _ in range(3)]
    where = Space(rows)
    free = [cell for cell in where.cells() if not where.among(cell, "#")]
    for a, b in combinations(free, 2):
        assert line_of_effect(where, a, b) == line_of_effect(where, b, a), (a, b)


# ------------------------------------------------------------------------ moves


def test_of_equal_ways_the_one_that_provokes_least():
    board = on(space(level(9, 5)), me((0, 2, 0)), foe((3, 2, 0)))
    best = moves(board, board["me"], "walk")[6, 2, 0]
    assert (best.cost, best.provokes) == (6, {"foe"})
    wide = on(space(level(9, 5)), me((0, 0, 0)), foe((3, 2, 0)))
    assert moves(wide, wide["me"], "walk")[6, 0, 0].provokes == frozenset()


def test_a_turn_spent_piece_by_piece():
    board = on(space(level(9)), me((0, 0, 0)))
    turn = Turn(6, 1, walked=3)
    assert (turn.left, turn.price(2), turn.price(3)) == (10, 1, 2)
    assert lawful(board, board["me"], "walk", ones(*[(x, 0, 0) for x in range(6)]), turn)
    assert not lawful(board, board["me"], "walk", ones(*[(x, 0, 0) for x in range(7)]), turn)


@pytest.mark.parametrize("rel", AROUND)
def test_steps_back(rel):
    """In the open air every step can be gone back."""
    board = on(space(level(3), tall=3), flyer((1, 1, 1)))
    there = Body(*(1 + i for i in rel), 1)
    assert path_cost(board, board["me"], "fly", [Body(1, 1, 1, 1), there, Body(1, 1, 1, 1)])
    assert distances(board, board["me"], "fly", Turn(3, 0))[there, 0] in (2, 3, 5, 6)


# ------------------------------------------------------------------------ random boards


def test_boards_are_the_same_every_time_and_readable():
    for seed in range(8):
        board, mode = random_board(seed)
        again, _ = random_board(seed)
        assert to_scenario(board) == to_scenario(again)
        table = tomllib.loads(to_scenario(board))
        levels = [table["map"]["grid"], *(lv["grid"] for lv in table["map"]["level"])]
        assert [text.split("\n")[:-1] for text in levels] == board.space.levels
        assert {c["id"] for c in table["creature"]} == {c.id for c in board.creatures}
        assert may_move(board[MOVER], mode)
        for c in board.creatures:
            assert all(board.space.glyph(cell) is not None for cell in room(c))
            assert may_be(board, c, body_of(c))


@pytest.mark.parametrize("seed", range(0, 8, 2))
def test_rows_are_ways(seed):
    """Every row's path is lawful as far as it goes, and costs and provokes what the row says."""
    board, mode = random_board(seed)
    mover = board[MOVER]
    found = moves(board, mover, mode)
    for at, best in found.items():
        [*_, ways] = along(board, mover, mode, best.path, fresh(mover))
        assert best.path[0] == body_of(mover)
        assert best.path[-1].at == at
        assert (best.half, best.provokes) in {(way.half, way.foes) for way in ways}
        assert best.can_stop == may_stop(board, mover, best.path[-1])
        assert may_be(board, mover, best.path[-1])
    least = distances(board, mover, mode, fresh(mover))
    assert {state[0].at for state in least} == set(found)
    assert set(ends(board, mover, mode)) <= set(found)


@pytest.mark.parametrize("seed", range(1, 13, 2))
def test_no_random_path_beats_the_rows(seed):
    board, mode = random_board(seed)
    mover, rng = board[MOVER], Random(seed)
    best = moves(board, mover, mode)
    for _ in range(5):
        path = random_path(rng, board, mover, mode, fresh(mover))
        if path is None:
            continue
        assert lawful(board, mover, mode, path, fresh(mover))
        there = best[path[-1].at]
        squeezed = squeezing_there(board, mover, path[-1])
        for way in along(board, mover, mode, path, fresh(mover))[-1]:
            theirs = (way.half // 2, len(way.foes), squeezed)
            assert (there.cost, len(there.provokes), there.squeezing) <= theirs
