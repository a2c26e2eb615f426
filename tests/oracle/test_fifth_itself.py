"""The catalogue's worked examples of the 5e family, and cross-checks, held against the oracle."""

from __future__ import annotations

import math
import tomllib
from collections import deque
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from oracle import hexes, squares
from oracle.fifth import (
    SIZES,
    SPACE,
    Board,
    Body,
    Creature,
    body_of,
    cells_of,
    dice,
    distance,
    fits,
    flank,
    flankers,
    is_squeezing,
    larger,
    may_stop,
    reach,
    smaller,
    space,
    step_provokes,
    steps,
    threatened,
)
from oracle.fifth_boards import KINDS, random_board, to_scenario
from oracle.fifth_ways import (
    Turn,
    ends,
    fresh,
    labels,
    lawful,
    may_move,
    moves,
    path_cost,
    provocations,
    random_path,
)
from oracle.outlines import lines_join

KIND_NAMES = ["-".join(kind) for kind in KINDS]


def field(w: int, h: int | None = None) -> list[str]:
    return ["." * w for _ in range(h or w)]


def me(at, size="medium", **kw) -> Creature:
    return Creature("me", "blue", at, size, **kw)


def foe(at, size="medium", who="foe", **kw) -> Creature:
    return Creature(who, "red", at, size, **kw)


def ally(at, size="medium", who="ally", **kw) -> Creature:
    return Creature(who, "blue", at, size, **kw)


def metric(rows, *creatures, barriers=(), **kw) -> Board:
    return Board(rows, list(barriers), list(creatures), ruleset="metric", **kw)


def grid5e(rows, *creatures, barriers=(), **kw) -> Board:
    return Board(rows, list(barriers), list(creatures), **kw)


def hexed(rows, *creatures, barriers=(), **kw) -> Board:
    return metric(rows, *creatures, barriers=barriers, topology="hex", **kw)


def ones(*at) -> list[Body]:
    return [Body(x, y, 1) for x, y in at]


def half(board: Board, *at) -> int | None:
    """Half-units of a path of one-cell bodies."""
    return path_cost(board, board["me"], ones(*at))


def cost(board: Board, *at) -> int | None:
    """Whole cells of it."""
    found = half(board, *at)
    return None if found is None else found // 2


def may_go(board: Board, *at) -> bool:
    return lawful(board, board["me"], ones(*at), fresh(board["me"]))


def diagonal(n: int, start=0):
    return [(i, i) for i in range(start, n + 1)]


def row(n: int, y=0, start=0):
    return [(i, y) for i in range(start, n + 1)]


# ------------------------------------------------------------------------ 1.2, 1.3: squares


def test_open_field():
    """0: speed 3, 4, 6: 37, 61, 121 squares."""
    for speed, many in ((3, 37), (4, 61), (6, 121)):
        found = moves(b := grid5e(field(15), me((7, 7), speed=speed)), b["me"])
        assert len(found) == many
        for at, best in found.items():
            assert best.cost == distance(b, [(7, 7)], [at])


def test_enter_minimum():
    board = grid5e(field(9), me((0, 0), speed=6))
    assert may_go(board, *row(5), (6, 1))
    assert cost(board, *row(5), (6, 1)) == 6
    bent = [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]
    assert cost(board, *bent) == 5
    assert not may_go(board, *bent, (6, 2))


def test_enter_difficult():
    board = grid5e([".,."], me((0, 0), speed=1))
    assert not may_go(board, (0, 0), (1, 0))
    assert cost(board, (0, 0), (1, 0)) == 2


@pytest.mark.parametrize(
    ("rows", "path", "want"),
    [
        (["..", ".,"], diagonal(1), 3),
        (["...", ".,.", "..,"], diagonal(2), 6),
        (["...", "...", "..,"], diagonal(2), 4),
        (["....", "....", "..,.", "...."], diagonal(3), 6),
    ],
)
def test_difficult_diagonals(rows, path, want):
    """grid5e.enter.difficult.diag, metric.enter.difficult.diag."""
    assert cost(grid5e(rows, me((0, 0))), *path) == want
    assert cost(metric(rows, me((0, 0))), *path) == want


@pytest.mark.parametrize(
    ("rows", "want"),
    [
        (["..", ".,"], 2), (["...", ".,.", "..,"], 6), (["...", "...", "..,"], 5),
        (["...", ".,.", "..."], 4), (["....", ".,..", "..,.", "...,"], 8),
    ],
)  # fmt: skip
def test_difficult_diagonals_foot_for_foot(rows, want):
    """The other reading of grid5e.enter.difficult.diag: one 2, two 6; plain, difficult 1 + 4."""
    board = grid5e(rows, me((0, 0)), foot_for_foot=True)
    assert cost(board, *diagonal(len(rows) - 1)) == want
    found = moves(board, board["me"])[len(rows) - 1, len(rows) - 1]
    assert found.cost <= want


def test_corner():
    for rows in (["..", "T."], [".#", ".."]):
        assert cost(grid5e(rows, me((0, 0))), *diagonal(1)) is None
    assert cost(grid5e(field(2), me((0, 0)), foe((0, 1))), *diagonal(1)) == 1
    assert cost(metric([".#", ".."], me((0, 0))), (0, 0), (0, 1), (1, 1)) == 2
    for glyph in ":^~,":
        assert cost(grid5e([f".{glyph}", ".."], me((0, 0))), *diagonal(1)) == 1
    assert cost(grid5e([". ", ".."], me((0, 0))), *diagonal(1)) is None


def test_range():
    board = grid5e(field(2))
    assert distance(board, [(0, 0)], [(1, 0)]) == 1
    two = [cells_of(squares, Body(x, 0, 2)) for x in (0, 5)]
    assert distance(board, *two) == 4
    assert distance(board, [(0, 0)], [(6, 6)]) == 9
    assert distance(board, [(0, 0)], [(4, 4)]) == 6


def test_diagonals_alternate():
    board = grid5e(field(9), me((0, 0)))
    assert cost(board, (0, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 2)) == 6
    board = metric(field(9), me((0, 0), speed=9))
    assert cost(board, *diagonal(7)) == 10
    assert may_go(board, *diagonal(6))
    assert not may_go(board, *diagonal(7))
    assert cost(metric(field(10, 1), me((0, 0), speed=9)), *row(9)) == 9
    assert may_go(metric(field(10, 1), me((0, 0), speed=9)), *row(9))


def test_the_half_is_carried_through_the_turn():
    """grid5e.diag.carry, metric.diag.per-move."""
    turn = Turn(6)
    assert turn.price(3) == 1
    turn = replace(turn, walked=3)
    assert turn.price(3) == 2
    assert replace(Turn(3), walked=2 * 3).left == 1
    assert replace(Turn(3, dashed=True), walked=2 * 3).left == 7


# ------------------------------------------------------------------------ reach, provoking


@pytest.mark.parametrize(
    ("ruleset", "weapon", "feet", "want"),
    [
        ("metric", "dagger", 5, 1), ("metric", "longsword", 5, 2), ("metric", "glaive", 5, 3),
        ("metric", "longsword", 10, 3), ("metric", "longsword", 15, 4), ("metric", "glaive", 15, 6),
        ("grid5e", "dagger", 5, 1), ("grid5e", "longsword", 5, 1), ("grid5e", "glaive", 5, 2),
        ("grid5e", "glaive", 10, 3),
    ],
)  # fmt: skip
def test_reach_of_weapons(ruleset, weapon, feet, want):
    c = me((0, 0), weapons=(weapon,), feet=feet)
    assert reach(Board(field(3), creatures=[c], ruleset=ruleset), c) == want


@pytest.mark.parametrize(
    ("ruleset", "topology", "weapon", "many"),
    [
        ("metric", "square", "dagger", 8), ("metric", "square", "longsword", 20),
        ("metric", "square", "glaive", 36), ("grid5e", "square", "glaive", 20),
        ("metric", "hex", "dagger", 6), ("metric", "hex", "longsword", 18),
        ("metric", "hex", "glaive", 36),
    ],
)  # fmt: skip
def test_cells_in_reach(ruleset, topology, weapon, many):
    board = Board(field(13), ruleset=ruleset, topology=topology)
    board.creatures = [me((6, 6), weapons=(weapon,))]
    assert len(threatened(board, "me") - {(6, 6)}) == many


def test_dagger():
    board = metric(field(4), me((0, 0), weapons=("dagger",)))
    assert (1, 1) in threatened(board, "me")
    assert (2, 0) not in threatened(board, "me")


def test_walls_keep_reach_off():
    board = metric(["..#..", "..#..", "....."], me((1, 0), weapons=("glaive",)))
    assert not {(3, 0), (4, 0)} & threatened(board, "me")
    board = metric(field(3), me((0, 0)), barriers=[((0, 0), (1, 0), "wall")])
    assert (1, 0) not in threatened(board, "me")
    assert (1, 1) in threatened(board, "me")
    shut = [((0, y), (1, y), "door") for y in range(3)]
    assert not any(x for x, _ in threatened(metric(field(3), me((0, 0)), barriers=shut), "me"))


def provoked(board: Board, *path) -> list[int]:
    """How many each step provokes."""
    return [len(foes) for foes in provocations(board, board["me"], ones(*path))]


def test_oa_trigger():
    board = grid5e(field(11), me((4, 5)), foe((5, 5)))
    assert provoked(board, (4, 5), (4, 6), (3, 6)) == [0, 1]
    board = metric(field(11), me((3, 5)), foe((5, 5)))
    assert provoked(board, (3, 5), (2, 5)) == [1]
    assert provoked(board, (4, 5), (3, 5)) == [0]
    assert provoked(metric(field(11), me((4, 5)), foe((5, 5), weapons=("dagger",))),
                    (4, 5), (3, 5)) == [1]  # fmt: skip
    board = hexed(field(11), me((3, 5)), foe((5, 5)))
    assert provoked(board, (3, 5), (2, 5)) == [1]


@pytest.mark.parametrize(
    "change",
    [
        {"ready": False}, {"conditions": frozenset({"blinded"})}, {"weapons": ("shortbow",)},
        {"conditions": frozenset({"stunned"})}, {"side": "blue"},
    ],
)  # fmt: skip
def test_who_has_no_opportunity(change):
    board = grid5e(field(11), me((4, 5)), replace(foe((5, 5)), **change))
    assert provoked(board, (4, 5), (3, 5)) == [0]


def test_who_gives_no_opportunity():
    for condition in ("disengaged", "invisible"):
        leaver = me((4, 5), conditions=frozenset({condition}))
        assert provoked(grid5e(field(11), leaver, foe((5, 5))), (4, 5), (3, 5)) == [0]
    dark = grid5e(field(11), me((4, 5)), foe((5, 5)), dark=True)
    assert provoked(dark, (4, 5), (3, 5)) == [0]
    cat = grid5e(field(11), me((4, 5)), foe((5, 5), darkvision=12), dark=True)
    assert provoked(cat, (4, 5), (3, 5)) == [1]


def test_a_big_body_leaves_with_its_last_cell():
    board = grid5e(field(6), me((1, 2), "large"), foe((3, 3)))
    old, new, far = (Body(1, y, 2) for y in (2, 1, 0))
    assert not step_provokes(board, board["me"], old, new)
    assert step_provokes(board, board["me"], new, far) == {"foe"}


# ------------------------------------------------------------------------ passing and stopping


def test_pass_ally():
    board = grid5e(field(3, 1), me((0, 0)), ally((1, 0)))
    assert cost(board, *row(2)) == 3
    assert not may_go(board, *row(1))
    assert may_go(board, *row(2))
    rubble = grid5e([".,."], me((0, 0)), ally((1, 0)))
    assert cost(rubble, *row(2)) == 3


def test_pass_enemy():
    """Medium through Huge: yes; through Large: no."""
    for theirs in SIZES[:6]:
        wide = SPACE.get(theirs, 1)
        board = grid5e(field(wide + 2, wide), me((0, 0), speed=20), foe((1, 0), theirs))
        path = row(wide + 1)
        apart = abs(SIZES.index(theirs) - SIZES.index("medium"))
        assert may_go(board, *path) == (apart >= 2)
        assert not may_go(board, *row(1))


def test_tiny_ones_share():
    for ruleset, most in (("grid5e", 4), ("metric", 2)):
        for many in range(1, 5):
            there = [ally((1, 0), "tiny", who=f"a{i}") for i in range(many)]
            board = Board(field(2), creatures=[me((0, 0), "tiny"), *there], ruleset=ruleset)
            assert may_go(board, (0, 0), (1, 0)) == (many < most)


# ------------------------------------------------------------------------ the turn


def test_prone():
    low = frozenset({"prone"})
    board = grid5e([".,."], me((0, 0), conditions=low))
    assert cost(board, *row(1)) == 3
    assert cost(board, *row(2)) == 5
    assert not may_move(board["me"], "walk")
    assert may_move(board["me"], "crawl")
    assert Turn(6, stood=6).left == 2 * 3 + 1
    assert Turn(6, walked=8).may_stand is False
    assert Turn(6, walked=7).may_stand


def test_stand_half():
    """Speed 9: standing leaves 4.5, four straight spaces."""
    assert Turn(9, stood=9).left == 9
    board = metric(field(9), me((0, 0), speed=9))
    turn = Turn(9, stood=9)
    assert lawful(board, board["me"], ones(*row(4)), turn)
    assert not lawful(board, board["me"], ones(*row(5)), turn)
    assert lawful(board, board["me"], ones(*diagonal(3)), turn)


def test_dash():
    assert Turn(6, dashed=True).left == 2 * 12 + 1
    assert Turn(7, dashed=True).left == 2 * 14 + 1


# ------------------------------------------------------------------------ squeezing


@pytest.mark.parametrize("ruleset", ["grid5e", "metric"])
@pytest.mark.parametrize(("glyph", "want"), [(".", 6), (",", 9)])
def test_squeeze(ruleset, glyph, want):
    """Large, three cells of a passage one wide: 6; with rubble 9."""
    rows = ["..###..", f"..{glyph * 3}..", "..###.."]
    board = Board(rows, creatures=[me((0, 0), "large")], ruleset=ruleset)
    path = [Body(0, 0, 2), Body(2, 1, 1), Body(3, 1, 1), Body(4, 1, 1)]
    assert path_cost(board, board["me"], path) == 2 * want


def test_a_tripled_diagonal():
    """x3: 4, then a plain diagonal 2."""
    rows = [":::..:", ":::..:", "::,:::", ":.::::"]
    mover = me((1, 3), "large", narrow=True)
    board = grid5e(rows, mover)
    path = [Body(1, 3, 1), Body(2, 2, 1), Body(3, 0, 2)]
    assert path_cost(board, mover, path[:2]) == 9
    assert path_cost(board, mover, path) == 12


def test_limits_of_squeezing():
    for size, n in SPACE.items():
        for width in range(1, n):
            rows = ["." * n + ("." if y < width else "#") * (n + 2) for y in range(n)]
            board = metric(rows, me((0, 0), size, speed=40))
            reached = {body.x for body in labels(board, board["me"], 81)}
            assert (max(reached) > 2) == (width == n - 1), (size, width)


def test_nobody_squeezes_where_the_full_body_fits():
    board = grid5e(field(6), me((2, 2), "large"))
    assert {s.new.n for s in steps(board, board["me"], Body(2, 2, 2))} == {2}
    assert {s.new.n for s in steps(board, board["me"], Body(2, 2, 1))} == {2}
    assert len({s.new for s in steps(board, board["me"], Body(2, 2, 1))}) == 16, "all about (2, 2)"
    board = hexed(field(8), me((2, 2), "large"))
    assert {s.new.n for s in steps(board, board["me"], Body(2, 2, 2))} == {2}
    assert {s.new.n for s in steps(board, board["me"], Body(2, 2, 1))} == {2}


def test_tight_cells():
    for size, want in (("tiny", 1), ("small", 1), ("medium", 2)):
        board = grid5e([".=."], me((0, 0), size))
        assert cost(board, *row(1)) == want
        assert is_squeezing(board, board["me"], Body(1, 0, 1)) == (size == "medium")
    board = grid5e(["..=", "..="], me((0, 0), "large"))
    assert not fits(board, board["me"], Body(2, 0, 1))


def test_hedges():
    hedge = [((0, 0), (1, 0), "hedge")]
    assert half(grid5e(field(3), me((0, 0)), barriers=hedge), *row(1)) == 4
    assert half(grid5e(field(3), me((0, 0)), barriers=hedge), *diagonal(1)) == 5
    both = [*hedge, ((0, 1), (1, 1), "hedge")]
    assert half(grid5e(field(3), me((0, 0)), barriers=both), *diagonal(1)) == 5
    assert half(grid5e([".,"], me((0, 0)), barriers=hedge), *row(1)) == 6
    for border in (((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1))):
        shut = grid5e(field(3), me((0, 0)), barriers=[(*border, "wall")])
        assert half(shut, *diagonal(1)) is None
    opened = grid5e(field(3), me((0, 0)), barriers=[(*border, "open")])
    assert half(opened, *diagonal(1)) == 3


# ------------------------------------------------------------------------ flanking on squares


def flanked(a, b, target=(5, 5), size="medium", theirs=None, **kw) -> bool:
    board = grid5e(field(12), me(a), ally(b, **(theirs or {})), foe(target, size), **kw)
    return flank(board, "me", "ally", "foe")


@pytest.mark.parametrize(
    ("a", "b", "want"),
    [
        ((4, 5), (6, 5), True), ((4, 4), (6, 6), True), ((4, 5), (5, 6), False),
        ((4, 4), (6, 5), False), ((5, 4), (5, 6), True), ((6, 4), (4, 6), True),
        ((3, 5), (6, 5), False),
    ],
)  # fmt: skip
def test_flank_opposite(a, b, want):
    assert flanked(a, b) == flanked(b, a) == want


@pytest.mark.parametrize(
    ("a", "b", "want"),
    [((4, 5), (7, 6), True), ((4, 4), (7, 6), False), ((4, 6), (7, 5), True)],
)
def test_flank_line_through_a_large_target(a, b, want):
    assert flanked(a, b, size="large") == want


def test_flank_big_attacker():
    assert flanked((4, 5), (6, 5), theirs={"size": "large"})
    assert flanked((4, 4), (6, 5), theirs={"size": "large"})
    assert not flanked((5, 4), (6, 5), theirs={"size": "large"})


def test_flank_sight_and_incapacitated():
    for condition in ("blinded", "helpless", "stunned"):
        assert not flanked((4, 5), (6, 5), theirs={"conditions": frozenset({condition})})
    assert flanked((4, 5), (6, 5), theirs={"conditions": frozenset({"prone", "grappled"})})
    assert not flanked((4, 5), (6, 5), barriers=[((5, 5), (6, 5), "wall")])


def test_deny():
    board = grid5e(field(5), me((2, 1)), ally((2, 3)), ally((3, 2), who="c"), foe((2, 2)))
    assert flankers(board, "foe") == {"me", "ally"}
    assert [dice(board, who, "foe") for who in ("me", "ally", "c")] == [1, 1, 0]
    assert [dice(board, who, "foe", "me") for who in ("me", "ally", "c")] == [0, 2, 1]
    board.flankers_only = True
    assert [dice(board, who, "foe", "me") for who in ("me", "ally", "c")] == [0, 2, 0]


# ------------------------------------------------------------------------ hexes


def on_paper(cell) -> tuple[float, float]:
    """The middle of a hex whose sides are 1 long, odd rows half a hex to the right."""
    x, y = cell
    return math.sqrt(3) * (x + (y % 2) / 2), 1.5 * y


def apart(a, b) -> float:
    return math.dist(on_paper(a), on_paper(b))


def test_neighbours_are_those_whose_middles_are_nearest():
    for cell in ((4, 4), (4, 5)):
        near = {
            (x, y) for x in range(9) for y in range(9) if abs(apart(cell, (x, y)) - 3**0.5) < 0.01
        }
        assert near == {hexes.shift(cell, by) for by in hexes.DIRECTIONS}


def test_hex_distance():
    """metric.hex.move: axial (0,0)->(3,-1): 3; (0,0)->(2,2): 4; and as steps are counted."""
    for cube, want in (((3, -1, -2), 3), ((2, 2, -4), 4)):
        assert hexes.distance((0, 0), hexes.cell_of(cube)) == want
    for start in ((6, 6), (6, 7)):
        found, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for by in hexes.DIRECTIONS:
                if found[cell] < 6 and (to := hexes.shift(cell, by)) not in found:
                    found[to] = found[cell] + 1
                    queue.append(to)
        assert len(found) == 1 + 3 * 6 * 7
        assert all(hexes.distance(start, cell) == many for cell, many in found.items())


def test_hex_bodies():
    """0.4: rows of neighbouring hexes, each centred on the one above."""
    assert hexes.shape(4, 4, 2) == {(4, 4), (5, 4), (4, 5)}
    assert hexes.shape(4, 5, 2) == {(4, 5), (5, 5), (5, 6)}
    for n, rows in hexes.ROWS.items():
        for at in ((7, 6), (7, 7)):
            cells = hexes.shape(*at, n)
            lines = [sorted(c for c in cells if c[1] == at[1] + i) for i in range(n)]
            assert [len(line) for line in lines] == list(rows)
            assert lines[0][0] == at
            middles = {round(sum(on_paper(c)[0] for c in line) / len(line), 6) for line in lines}
            assert len(middles) == 1
            assert all(b[0] - a[0] == 1 for line in lines for a, b in pairwise(line))
            around = {hexes.shift(c, by) for c in cells for by in hexes.DIRECTIONS} - cells
            assert len(around) == {1: 6, 2: 9, 3: 12, 4: 15, 5: 18}[n]


def test_squeezed_bodies_on_hexes():
    """Inside the full one: Large has 3 places, Huge 3 (the 2-1 points down), Gargantuan 3,
    Colossal 3."""
    for n in (2, 3, 4, 5):
        for at in ((6, 6), (6, 7)):
            found = smaller(hexes, Body(*at, n))
            assert len(found) == 3
            assert all(cells_of(hexes, small) < cells_of(hexes, Body(*at, n)) for small in found)
            assert all(Body(*at, n) in larger(hexes, small) for small in found)
            assert len(larger(hexes, Body(*at, n - 1))) == 3


def test_hex_moves():
    board = hexed(field(25), me((12, 12), speed=6))
    found = moves(board, board["me"])
    assert len(found) == 1 + 3 * 6 * 7
    assert all(best.cost == distance(board, [(12, 12)], [at]) for at, best in found.items())
    assert half(hexed([".,"], me((0, 0))), *row(1)) == 4
    assert half(hexed(["..", "#."], me((1, 0))), (1, 0), (1, 1)) == 2, "no corners"
    hedge = [((0, 0), (0, 1), "hedge")]
    assert half(hexed(field(3), me((0, 0)), barriers=hedge), (0, 0), (0, 1)) == 4
    wall = [((0, 0), (0, 1), "wall")]
    assert half(hexed(field(3), me((0, 0)), barriers=wall), (0, 0), (0, 1)) is None
    assert half(hexed(field(3), me((0, 0)), barriers=wall), (0, 0), (1, 0)) == 2


def test_a_large_body_squeezes_between_two_hexes():
    """A row one hex wide: x = 2 to 4 of row 1, rooms left and right."""
    rows = ["..####..", "..,.....", "..####.."]
    board = hexed(rows, me((0, 0), "large", speed=20))
    found = moves(board, board["me"])
    assert [found[x, 1].squeezing for x in (2, 3, 4)] == [True] * 3
    assert [found[x, 1].half for x in (2, 3, 4)] == [6 + 2, 6 + 2 + 4, 6 + 2 + 8]
    assert not found[5, 1].squeezing


@pytest.mark.parametrize("target", [(5, 5), (5, 4)])
def test_flanking_one_hex(target):
    """The three pairs of opposite neighbours and no others."""
    ring = [hexes.shift(target, by) for by in hexes.DIRECTIONS]
    found = {
        (i, j)
        for i, j in combinations(range(6), 2)
        if flank(hexed(field(11), me(ring[i]), ally(ring[j]), foe(target)), "me", "ally", "foe")
    }
    assert found == {(0, 3), (1, 4), (2, 5)}


@pytest.mark.parametrize(
    ("a", "b", "want"),
    [
        ((3, 4), (6, 4), True),  # along the upper row: left border, right border
        ((3, 4), (5, 5), True),  # in at the left of an upper one, out at the right of the lower one
        ((3, 4), (3, 5), False),  # both to the left
        ((3, 4), (5, 3), False),  # in at the left, out to the upper right
        ((4, 3), (4, 6), True),  # in at the upper right of one, out at the lower left of another
        ((6, 4), (3, 5), True),
        ((3, 3), (5, 3), False),
    ],
)  # fmt: skip
def test_flanking_a_large_one_on_hexes(a, b, want):
    """The target has (4, 4), (5, 4) and below them (4, 5)."""
    board = hexed(field(10), me(a), ally(b), foe((4, 4), "large"))
    assert flank(board, "me", "ally", "foe") == flank(board, "ally", "me", "foe") == want


def test_flanking_is_the_same_turned_and_mirrored():
    """Lines know nothing of which way up the map is held: half a turn maps a 2-3-2 on itself."""
    target = hexes.shape(5, 4, 3)
    middle = hexes.cube((5, 5))
    ring = sorted({hexes.shift(c, by) for c in target for by in hexes.DIRECTIONS} - target)

    def turned(cell):
        """A sixth of a turn about the middle."""
        q, r, s = (a - b for a, b in zip(hexes.cube(cell), middle, strict=True))
        return hexes.cell_of(tuple(a + b for a, b in zip((-r, -s, -q), middle, strict=True)))

    assert {turned(cell) for cell in target} == target
    for a, b in combinations(ring, 2):
        two = [
            flank(hexed(field(12), me(x), ally(y), foe((5, 4), "huge")), "me", "ally", "foe")
            for x, y in ((a, b), (turned(a), turned(b)))
        ]
        assert two[0] == two[1], (a, b)


# ------------------------------------------------------------------------ random boards


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
def test_boards_are_the_same_every_time_and_readable(kind):
    for seed in range(40):
        board, who = random_board(*kind, seed)
        again, _ = random_board(*kind, seed)
        assert to_scenario(board) == to_scenario(again)
        table = tomllib.loads(to_scenario(board))
        assert {c["id"] for c in table["creature"]} >= {who}
        rows = table["map"]["grid"].rstrip("\n").split("\n")
        assert rows == board.rows
        for c in board.creatures:
            assert all(board.glyph(cell) is not None for cell in space(board, c))


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
def test_rows_are_ways(kind):
    """Every row's path is lawful as far as it goes, and costs and provokes what the row says."""
    for seed in range(40):
        board, who = random_board(*kind, seed)
        mover = board[who]
        for at, best in moves(board, mover).items():
            assert best.path[0] == body_of(mover)
            assert best.path[-1].at == at
            assert path_cost(board, mover, best.path) == best.half
            assert frozenset().union(*provocations(board, mover, best.path)) == best.provokes
            assert best.can_stop == may_stop(board, mover, best.path[-1])
        for at in ends(board, mover):
            assert at in moves(board, mover)


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
def test_no_random_path_beats_the_rows(kind):
    for seed in range(60):
        board, who = random_board(*kind, seed)
        mover, rng = board[who], Random(seed)
        best = moves(board, mover)
        for _ in range(3):
            path = random_path(rng, board, mover, fresh(mover))
            if path is None:
                continue
            assert lawful(board, mover, path, fresh(mover))
            there = best[path[-1].at]
            paid = path_cost(board, mover, path)
            foes = frozenset().union(*provocations(board, mover, path))
            squeezing = is_squeezing(board, mover, path[-1])
            assert (there.cost, len(there.provokes), there.squeezing) <= (
                paid // 2,
                len(foes),
                squeezing,
            )


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
def test_lines_join_both_ways(kind):
    """Flanking and lines between bodies have no order."""
    for seed in range(60):
        board, _ = random_board(*kind, seed)
        for a, b in combinations(board.creatures, 2):
            one, other = space(board, a), space(board, b)
            assert lines_join(board, one, other) == lines_join(board, other, one)
            for target in board.creatures:
                assert flank(board, a.id, b.id, target.id) == flank(board, b.id, a.id, target.id)
