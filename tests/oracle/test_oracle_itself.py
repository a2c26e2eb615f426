"""The catalogue's worked examples, and cross-checks, held against the oracle itself."""

from __future__ import annotations

import dataclasses
import tomllib
from random import Random

import pytest

from oracle.d20 import (
    DIRECTIONS,
    Board,
    Body,
    Creature,
    Readings,
    distance,
    fits,
    full_body,
    has_cover,
    is_squeezing,
    line_of_effect,
    may_stop,
    step_provokes,
    steps,
    still,
    threatened,
)
from oracle.random_boards import random_board, to_scenario
from oracle.ways import (
    MODES,
    charges,
    ends,
    follow,
    labels,
    lawful,
    limit,
    moves,
    path_cost,
    provocations,
    random_path,
    slipped,
)


def field(w: int, h: int | None = None) -> list[str]:
    return ["." * w for _ in range(h or w)]


def me(at, size="medium", **kw) -> Creature:
    return Creature("me", "blue", at, size, **kw)


def foe(at, size="medium", who="foe", **kw) -> Creature:
    return Creature(who, "red", at, size, **kw)


def ally(at, size="medium", who="ally", **kw) -> Creature:
    return Creature(who, "blue", at, size, **kw)


def squares(*at) -> list[Body]:
    return [Body(x, y, 1, 1) for x, y in at]


def line(*at, size=1) -> list[Body]:
    return [Body(x, y, size, size) for x, y in at]


def cost(board: Board, *at) -> int | None:
    """Whole squares for a one-square mover's path."""
    half = path_cost(board, "me", squares(*at))
    return None if half is None else half // 2


# ------------------------------------------------------------------- distance and budget


@pytest.mark.parametrize(
    ("a", "b", "want"),
    [((0, 0), (3, 3), 4), ((0, 0), (5, 2), 6), ((0, 0), (4, 7), 9), ((2, 9), (7, 1), 10)],
)
def test_distance(a, b, want):
    assert distance([a], [b]) == distance([b], [a]) == want


def test_distance_between_bodies():
    assert distance(Body(0, 0, 2, 2).cells, [(4, 3)]) == 4
    assert distance([(3, 0)], Body(0, 0, 2, 2).cells) == 2


@pytest.mark.parametrize(("speed", "want"), [(3, 37), (4, 61), (6, 121)])
def test_open_field(speed, want):
    rows = moves(Board(field(15), creatures=[me((7, 7), speed=speed)]), "me")
    assert len(rows) == want
    assert rows[7, 7].cost == 0
    assert all(r.can_stop and not r.squeezing for r in rows.values())
    for at, row in rows.items():
        assert row.cost == distance([(7, 7)], [at])


def test_double_move_carries_the_half():
    rows = moves(Board(field(12), creatures=[me((0, 0), speed=4)]), "me", "double")
    assert rows[5, 5].cost == 7
    assert (6, 6) not in rows


def test_speed_three_diagonals():
    rows = moves(Board(field(5), creatures=[me((0, 0), speed=3)]), "me")
    assert rows[2, 2].cost == 3


def test_alternating_diagonals():
    board = Board(field(6), creatures=[me((0, 0))])
    assert [cost(board, *[(i, i) for i in range(n + 1)]) for n in range(5)] == [0, 1, 3, 4, 6]
    assert cost(board, (0, 0), (1, 1), (2, 1), (3, 2)) == 4


# ------------------------------------------------------------------------------- terrain


@pytest.mark.parametrize(
    ("rows", "path", "want"),
    [
        ([".,."], [(0, 0), (1, 0), (2, 0)], 3),
        (["....", "....", "..,.", "...."], [(0, 0), (1, 1), (2, 2), (3, 3)], 6),
        ([".%."], [(0, 0), (1, 0)], 2),
        ([".;.", "..;"], [(0, 0), (1, 0), (2, 1)], 4 + 6),
        (["....", ",,,,", ",,,,"], [(0, 0), (0, 1), (0, 2), (1, 2), (2, 1)], 9),
        ([".#", ".."], [(0, 0), (1, 1)], None),
        ([".#", ".."], [(0, 0), (0, 1), (1, 1)], 2),
        ([".T", ".."], [(0, 0), (1, 1)], None),
        ([".:", ".."], [(0, 0), (1, 1)], 1),
        ([".^", ".."], [(0, 0), (1, 1)], 1),
        ([". ", ".."], [(0, 0), (1, 1)], None),
        ([".:"], [(0, 0), (1, 0)], None),
        ([".~"], [(0, 0), (1, 0)], None),
        ([".^"], [(0, 0), (1, 0)], None),
        ([". "], [(0, 0), (1, 0)], None),
        ([".#."], [(0, 0), (1, 0)], None),
        ([".=."], [(0, 0), (1, 0), (2, 0)], 3),
    ],
)
def test_path_costs(rows, path, want):
    assert cost(Board(rows, creatures=[me((0, 0))]), *path) == want


def test_tight_by_size():
    for size, want in [("tiny", 1), ("small", 2), ("medium", 2), ("large", None)]:
        n = 2 if size == "large" else 1
        board = Board(["..=.", "..=."], creatures=[me((0, 0) if n == 2 else (1, 0), size)])
        start = board["me"].at
        half = path_cost(board, "me", line(start, (start[0] + 1, 0), size=n))
        assert (half if half is None else half // 2) == want
    assert moves(Board([".="], creatures=[me((0, 0))]), "me")[1, 0].squeezing


def test_flyers_and_ghosts():
    flyer = me((0, 0), conditions=frozenset({"flying"}))
    ghost = me((0, 0), conditions=frozenset({"incorporeal"}))
    over = [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert cost(Board([".,;."], creatures=[flyer]), *over) == 3
    assert cost(Board([".:~."], creatures=[flyer]), *over) == 3
    assert cost(Board([".#.."], creatures=[flyer]), *over) is None
    board = Board([".#T.", "...."], creatures=[ghost])
    assert cost(board, *over) == 3
    assert cost(board, (0, 0), (1, 1)) == 1
    rows = moves(board, "me")
    assert not rows[1, 0].can_stop
    assert rows[3, 0].can_stop
    assert cost(Board([". ."], creatures=[ghost]), (0, 0), (1, 0)) is None
    hedge = [((0, 0), (1, 0), "hedge")]
    assert cost(Board([".."], hedge, [flyer]), (0, 0), (1, 0)) == 1


def test_mixed_footprint():
    board = Board(["...", "..,"], creatures=[me((0, 0), "large")])
    assert path_cost(board, "me", line((0, 0), (1, 0), size=2)) == 4


def test_barriers():
    low = Board(["...", "..."], [((0, 0), (1, 0), "hedge")], [me((0, 0))])
    assert cost(low, (0, 0), (1, 0)) == 3
    assert cost(low, (0, 0), (1, 0), (2, 0)) == 4
    assert cost(low, (0, 0), (1, 1)) == 2 + 1
    two = dataclasses.replace(low, barriers=[*low.barriers, ((0, 0), (0, 1), "hedge")])
    assert path_cost(two, "me", squares((0, 0), (1, 1))) == 3 + 4
    for kind in ("wall", "door"):
        shut = Board(["...", "..."], [((0, 1), (1, 1), kind)], [me((0, 0))])
        assert cost(shut, (0, 0), (1, 1)) is None
        assert cost(shut, (0, 0), (1, 0)) == 1
    not_enough = Board(["...."], [((1, 0), (2, 0), "hedge")], [me((0, 0), speed=3)])
    assert set(moves(not_enough, "me")) == {(0, 0), (1, 0)}


def test_straddling_a_barrier_is_not_crossing():
    board = Board(["....", "....", "...."], [((2, 0), (2, 1), "wall"), ((1, 0), (2, 0), "hedge")])
    board.creatures = [me((0, 0), "large")]
    assert path_cost(board, "me", line((0, 0), (1, 0), size=2)) == 2 + 4
    assert path_cost(board, "me", line((0, 0), (1, 0), (0, 0), size=2)) == 2 * (2 + 4)
    # front and rear cells cross the hedge in turn: two payments for two steps
    assert path_cost(board, "me", line((0, 0), (1, 0), (2, 0), size=2)) == 2 * (2 + 4)
    # moving along a hedge that the body straddles crosses nothing; the wall ahead stops it
    along = dataclasses.replace(board, barriers=[((1, 0), (2, 0), "hedge")])
    along.creatures = [me((1, 0), "large")]
    assert path_cost(along, "me", line((1, 0), (1, 1), size=2)) == 2
    shut = dataclasses.replace(along, barriers=[((2, 1), (2, 2), "wall")])
    assert path_cost(shut, "me", line((1, 0), (1, 1), size=2)) is None


# --------------------------------------------------------------------------------- bodies


def test_corridor_example():
    """0.4: five squares of corridor cost a Large creature 13."""
    rows = ["..........", "..#####..."]
    board = Board(rows, creatures=[me((0, 0), "large", speed=13)])
    path = [Body(0, 0, 2, 2), *(Body(x, 0, 2, 1) for x in range(1, 7)), Body(7, 0, 2, 2)]
    assert path_cost(board, "me", path) == 2 * 13
    rows_ = moves(board, "me")
    assert rows_[7, 0].cost == 13
    assert not rows_[7, 0].squeezing
    assert [rows_[x, 0].cost for x in range(1, 7)] == [2, 4, 6, 8, 10, 12]
    assert all(rows_[x, 0].squeezing for x in range(1, 7))


def test_no_narrowing_where_the_full_body_fits_nor_on_diagonals():
    board = Board(field(5), creatures=[me((1, 1), "large")])
    assert all(
        step.new.w == step.new.h == 2 for step in steps(board, board["me"], Body(1, 1, 2, 2))
    )
    rough = Board(["....", "....", "...:", "...."], creatures=[me((1, 0), "large")])
    found = {s.new for s in steps(rough, rough["me"], Body(1, 0, 2, 2))}
    assert Body(1, 1, 2, 2) in found  # (1..2, 1..2): the pit at (3, 2) is not in it
    assert not any(
        s.new.x == 2 and s.new.y == 1 for s in steps(rough, rough["me"], Body(1, 0, 2, 2))
    )


def test_squeeze_limits():
    """Huge: not into 1, into 2; Gargantuan: into 2; Colossal: into 3."""
    for size, n, least in [
        ("large", 2, 1),
        ("huge", 3, 2),
        ("gargantuan", 4, 2),
        ("colossal", 6, 3),
    ]:
        for width in range(1, n):
            rows = ["." * n + ("." if y < width else "#") * (n + 2) for y in range(n)]
            board = Board(rows, creatures=[me((0, 0), size, speed=40)])
            reached = moves(board, "me")
            assert ((2, 0) in reached) == (width >= least), (size, width)
            if width >= least:
                body = reached[n + 2, 0].path[-1]
                assert (body.w, body.h) == (n, width)
                assert reached[n + 2, 0].cost == 2 * (n + 2)


def test_squeezed_diagonal_and_doubled_twice():
    board = Board(["..##", "..##", ".###", ".###", ".###"], creatures=[me((0, 0), "large")])
    down = [Body(0, 0, 2, 2), Body(0, 1, 1, 2), Body(0, 2, 1, 2), Body(0, 3, 1, 2)]
    assert path_cost(board, "me", down) == 2 * 6  # d20.squeeze.cost: three squares cost 6
    muddy = Board(["..##", "..##", ",###", ".###"], creatures=[me((0, 0), "large")])
    assert path_cost(muddy, "me", down[:2]) == 8
    # a narrowed body's diagonal, between pits so that corners stay free
    slant = Board([".:..", ".:..", "..:.", ":.:.", ":.:."], creatures=[me((0, 0), "large")])
    upright = steps(slant, slant["me"], Body(0, 1, 1, 2))
    assert [s.half for s in upright if s.new == Body(1, 2, 1, 2)] == [6]
    # with room for a full body beside it, the same diagonal widens and is not doubled
    slant.rows[3] = slant.rows[2] = "..:."
    upright = steps(slant, slant["me"], Body(0, 1, 1, 2))
    assert not [s for s in upright if s.new == Body(1, 2, 1, 2)]
    assert [s.half for s in upright if s.new == Body(0, 2, 2, 2)] == [2, 3]


def test_widest_that_fits_and_every_placement():
    def south(*rows, size):
        board = Board(list(rows), creatures=[me((0, 0), size)])
        found = steps(board, board["me"], full_body(board["me"]))
        return {s.new: s.half for s in found if s.new.y == 1}

    full = ["...."] * 4
    assert south(*full, ":..:", size="gargantuan") == {Body(1, 1, 2, 4): 4}
    assert south(*full, "...:", size="gargantuan") == {Body(0, 1, 3, 4): 4}
    assert south(*full, "....", size="gargantuan") == {Body(0, 1, 4, 4): 2}
    assert south(*full, ".:..", size="gargantuan") == {Body(2, 1, 2, 4): 4}
    assert south(*full, ".::.", size="gargantuan") == {}
    assert south("...", "...", ".:.", size="large") == {Body(0, 1, 1, 2): 4}
    # a hole right of the middle of 6: the Colossal body, 3 wide at least, passes left of it
    colossal = south(*["......"] * 6, "...:..", size="colossal")
    assert colossal == {Body(0, 1, 3, 6): 4}
    # widening: one square to the right or to the left, the mover chooses
    board = Board(["#.#..", "#.#..", "#.#..", ".....", "....."], creatures=[me((3, 3), "large")])
    assert {s.new for s in steps(board, board["me"], Body(1, 0, 1, 2))} == {Body(1, 1, 1, 2)}
    board.rows[2] = "....."
    down = {s.new for s in steps(board, board["me"], Body(1, 1, 1, 2)) if s.new.y == 2}
    assert down == {Body(0, 2, 2, 2), Body(1, 2, 2, 2)}


def test_pivot():
    """An L of corridor, one wide: only a pivot turns the corner, at 1 square doubled."""
    rows = ["..::::", "......", ":::::.", ":::::.", ":::::."]
    board = Board(rows, creatures=[me((0, 0), "large", speed=20)])
    narrow = Body(4, 1, 2, 1)
    found = [s for s in steps(board, board["me"], narrow) if s.pivot]
    assert [(s.new, s.half) for s in found] == [(Body(5, 1, 1, 2), 4)]
    assert moves(board, "me")[5, 3].cost == 2 * 4 + 2 + 2 * 2
    shut = dataclasses.replace(board, barriers=[((5, 1), (5, 2), "wall")])
    assert not any(s.pivot for s in steps(shut, shut["me"], narrow))
    hedge = dataclasses.replace(board, barriers=[((5, 1), (5, 2), "hedge")])
    assert [s.half for s in steps(hedge, hedge["me"], narrow) if s.pivot] == [8]
    roomy = dataclasses.replace(board, rows=["..::::", "......", "::::..", ":::::.", ":::::."])
    assert not any(s.pivot for s in steps(roomy, roomy["me"], narrow))
    wide = Board([":::::"], creatures=[me((0, 0), "huge")])
    wide.rows = [":::::", ".....", ".....", ":::..", ":::.."]
    found = [s for s in steps(wide, wide["me"], Body(2, 1, 3, 2)) if s.pivot]
    assert [(s.new, s.half) for s in found] == [(Body(3, 1, 2, 3), 4)]


def test_squeeze_past_an_enemy():
    board = Board(field(8, 2), creatures=[me((1, 0), "large"), foe((3, 0))])
    rows = moves(board, "me", "double")
    assert any(s.new == Body(2, 1, 2, 1) for s in steps(board, board["me"], Body(1, 0, 2, 2)))
    assert rows[4, 0].cost == 2 + 2 + 1
    assert not rows[4, 0].squeezing
    assert all(not {(3, 0)} & r.path[-1].cells for r in rows.values())
    assert rows[2, 1].can_stop
    assert rows[2, 1].squeezing
    one_wide = Board(["....."], creatures=[me((0, 0)), foe((2, 0))])
    assert set(moves(one_wide, "me")) == {(0, 0), (1, 0)}


# ------------------------------------------------------------------------------ occupants


def test_passing_friends():
    board = Board(["..."], creatures=[me((0, 0)), ally((1, 0))])
    rows = moves(board, "me")
    assert rows[2, 0].cost == 2
    assert rows[2, 0].can_stop
    assert not rows[1, 0].can_stop
    other = Creature("other", "green", (1, 0))
    assert (2, 0) not in moves(Board(["..."], creatures=[me((0, 0)), other]), "me")
    allied = Board(["..."], creatures=[me((0, 0)), other], sides={"blue": {"green"}})
    assert moves(allied, "me")[2, 0].cost == 2


def test_passing_enemies():
    for conditions, passes in [((), False), (("helpless",), True), (("dead",), True)]:
        board = Board(
            ["..."], creatures=[me((0, 0)), foe((1, 0), conditions=frozenset(conditions))]
        )
        rows = moves(board, "me")
        assert ((2, 0) in rows) == passes
        if passes:
            assert rows[2, 0].cost == 2
            assert rows[1, 0].can_stop
    stuffed = foe((1, 0), conditions=frozenset({"helpless"}), fills=True)
    assert set(moves(Board(["..."], creatures=[me((0, 0)), stuffed]), "me")) == {(0, 0)}


def test_helpless_bulk():
    bulk = foe((1, 0), "huge", conditions=frozenset({"helpless"}))
    board = Board(["....."] + [":...:"] * 2, creatures=[me((0, 0)), bulk])
    assert cost(board, *[(x, 0) for x in range(5)]) == 7


@pytest.mark.parametrize(
    ("mine", "its", "passes"),
    [
        ("medium", "gargantuan", True),
        ("medium", "huge", False),
        ("large", "tiny", True),
        ("medium", "tiny", False),
        ("medium", "diminutive", True),
        ("tiny", "tiny", True),
        ("tiny", "medium", True),
    ],
)
def test_three_sizes(mine, its, passes):
    n, m = len(full_body(me((0, 0), mine)).cells), len(full_body(me((0, 0), its)).cells)
    side, other = int(n**0.5), int(m**0.5)
    high = max(side, other)
    rows = ["." * (side + other + side)] * side
    if other > side:  # the big one fills rooms above the corridor
        rows = ["." * side + "." * other + "." * side] + [
            ":" * side + "." * other + ":" * side for _ in range(high - 1)
        ]
    board = Board(rows, creatures=[me((0, 0), mine, speed=20), foe((side, 0), its)])
    got = moves(board, "me")
    assert ((side + other, 0) in got and not got[side + other, 0].squeezing) == passes


def test_small_ones_share():
    board = Board(["..."], creatures=[me((0, 0), "tiny"), foe((1, 0))])
    assert moves(board, "me")[1, 0].can_stop
    over = Board(field(6, 2), creatures=[me((0, 0), "large"), foe((2, 0), "tiny")])
    assert not moves(over, "me")[1, 0].can_stop
    assert moves(over, "me")[3, 0].can_stop

    def crowd(*sizes):
        return [Creature(f"c{i}", "blue", (1, 0), s) for i, s in enumerate(sizes)]

    def stops(mine, *sizes):
        return moves(Board([".."], creatures=[me((0, 0), mine), *crowd(*sizes)]), "me")[
            1, 0
        ].can_stop

    assert stops("tiny", "tiny", "tiny", "tiny")
    assert not stops("tiny", *["tiny"] * 4)
    assert stops("diminutive", *["tiny"] * 3, *["diminutive"] * 5)
    assert not stops("diminutive", *["tiny"] * 3, *["diminutive"] * 6)
    assert stops("fine", *["fine"] * 99)
    assert not stops("fine", *["fine"] * 100)
    assert stops("tiny", "medium", *["tiny"] * 3)
    assert not stops("medium", "tiny")


# --------------------------------------------------------------------------------- threat


@pytest.mark.parametrize(
    ("size", "shape", "around"),
    [
        ("fine", "tall", 0),
        ("diminutive", "tall", 0),
        ("tiny", "tall", 0),
        ("small", "tall", 8),
        ("medium", "tall", 8),
        ("large", "tall", 28),
        ("large", "long", 12),
        ("huge", "tall", 60),
        ("huge", "long", 36),
        ("gargantuan", "tall", 108),
        ("gargantuan", "long", 72),
        ("colossal", "tall", 240),
        ("colossal", "long", 140),
    ],
)
def test_threatened_counts(size, shape, around):
    board = Board(field(20), creatures=[me((7, 7), size, shape=shape)])
    own = full_body(board["me"]).cells
    got = threatened(board, "me")
    assert own <= got
    assert len(got - own) == around


def test_reach_weapons():
    def got(diagonal=True, **kw):
        board = Board(field(14), creatures=[me((6, 6), **kw)], reach_diagonal=diagonal)
        return threatened(board, "me")

    spear = {"weapons": ("longspear",)}
    assert len(got(**spear)) == 16
    assert len(got(False, **spear)) == 12
    assert len(got(size="large", **spear)) == 48
    assert len(got(size="large", shape="long", **spear)) == 16
    assert (6, 6) not in got(**spear)
    assert got(weapons=("shortbow",)) == set()
    assert len(got(reach=2)) == 1 + 20
    assert len(got(weapons=("club", "longspear"))) == 1 + 8 + 16
    assert got(conditions=frozenset({"helpless"})) == set()


def test_threat_needs_a_line_of_effect():
    board = Board(["..#..", "..#..", "..#..", "..#..", "..#.."], creatures=[me((1, 2), reach=3)])
    got = threatened(board, "me")
    assert not any(x >= 2 for x, _ in got)
    assert (0, 2) in got
    pinch = Board([".#", "#."], creatures=[me((0, 0))])
    assert threatened(pinch, "me") == {(0, 0)}
    assert not line_of_effect(pinch, (0, 0), (1, 1))
    corner = Board([".#", ".."], creatures=[me((0, 0))])
    assert threatened(corner, "me") == {(0, 0), (0, 1), (1, 1)}
    tree = Board([".T", "^ "], creatures=[me((0, 0))])
    assert threatened(tree, "me") == {(0, 0), (0, 1)}


@pytest.mark.parametrize(("kind", "seen"), [("wall", False), ("door", False), ("hedge", True)])
def test_barriers_and_threat(kind, seen):
    board = Board(["..", ".."], [((0, 0), (1, 0), kind)], [me((0, 0))])
    assert ((1, 0) in threatened(board, "me")) == seen
    assert (1, 1) in threatened(board, "me")
    cell = Board(["..", ".."], [((0, 0), (1, 0), kind), ((0, 0), (0, 1), kind)], [me((0, 0))])
    assert ((1, 1) in threatened(cell, "me")) == seen


# ---------------------------------------------------------------------------- provocation


def provoked(board: Board, *at, mode="walk", size=1) -> list[set[str]]:
    return [set(s) for s in provocations(board, "me", line(*at, size=size), mode)]


def test_leaving_provokes_entering_does_not():
    board = Board(field(5), creatures=[me((1, 1)), foe((2, 1))])
    assert provoked(board, (1, 1), (0, 1)) == [{"foe"}]
    board["me"].at = (0, 1)
    assert provoked(board, (0, 1), (1, 1)) == [set()]
    assert provoked(board, (0, 1), (1, 1), (1, 2), (2, 2), (3, 3)) == [set(), {"foe"}, set(), set()]


def test_approaching_reach():
    board = Board(field(9), creatures=[me((2, 5)), foe((5, 5), "large")])
    assert provoked(board, (2, 5), (3, 5), (4, 5)) == [set(), {"foe"}]
    board["me"].at = (3, 5)
    assert provoked(board, (3, 5), (4, 5), mode="five_foot_step") == [set()]
    spear = Board(field(5), creatures=[me((2, 2)), foe((0, 0), weapons=("longspear",))])
    assert provoked(spear, (2, 2), (1, 1)) == [{"foe"}]
    spear.reach_diagonal = False
    assert provoked(spear, (2, 2), (1, 1)) == [set()]


def test_withdraw():
    a, b = foe((0, 0), who="a"), foe((4, 1), who="b")
    board = Board(field(9, 3), creatures=[me((1, 0)), a, b])
    path = [(x, 0) for x in range(1, 9)]
    assert set().union(*provoked(board, *path, mode="withdraw")) == {"b"}
    assert set().union(*provoked(board, *path)) == {"a", "b"}
    rows = moves(board, "me", "withdraw")
    assert rows[2, 0].provokes == frozenset()
    assert rows[2, 0].cost == 1


def test_who_cannot_strike():
    for conditions, strikes in [
        ((), True),
        (("prone",), True),
        (("helpless",), False),
        (("dead",), False),
        (("flat_footed",), False),
        (("total_defense",), False),
    ]:
        other = foe((2, 1), conditions=frozenset(conditions))
        board = Board(field(4), creatures=[me((1, 1)), other])
        assert provoked(board, (1, 1), (0, 1)) == [{"foe"} if strikes else set()]
    ready = foe((2, 1), conditions=frozenset({"flat_footed"}), combat_reflexes=True)
    board = Board(field(4), creatures=[me((1, 1)), ready])
    assert provoked(board, (1, 1), (0, 1)) == [{"foe"}]
    board = Board(field(4), creatures=[me((1, 1)), foe((2, 1), weapons=("shortbow",))])
    assert provoked(board, (1, 1), (0, 1)) == [set()]


def test_tiny():
    board = Board(field(4), creatures=[me((1, 1), "tiny"), foe((2, 1))])
    assert provoked(board, (1, 1), (2, 1)) == [{"foe"}]
    assert provoked(board, (1, 1), (2, 1), (3, 1)) == [{"foe"}, set()]
    for mode in ("five_foot_step", "withdraw"):
        assert provoked(board, (1, 1), (2, 1), mode=mode) == [{"foe"}]
    assert moves(board, "me", "five_foot_step")[2, 1].provokes == {"foe"}
    friend = Board(field(4), creatures=[me((1, 1), "tiny"), ally((2, 1))])
    assert provoked(friend, (1, 1), (2, 1)) == [set()]
    spear = Board(field(4), creatures=[me((1, 1), "tiny"), foe((2, 1), weapons=("longspear",))])
    assert provoked(spear, (1, 1), (2, 1)) == [set()]
    past = Board(field(4), creatures=[me((0, 1)), foe((1, 0), "tiny")])
    assert provoked(past, (0, 1), (1, 1), (2, 1)) == [set(), set()]
    shared = Board(field(4), creatures=[me((1, 1)), foe((1, 1), "tiny")])
    assert provoked(shared, (1, 1), (2, 1)) == [{"foe"}]


def test_a_big_body_leaves_only_what_it_gives_up():
    board = Board(field(8, 4), creatures=[me((2, 0), "large"), foe((4, 0))])
    # (3,0) and (3,1) are threatened and kept by a step... west gives them up, south keeps one
    assert provoked(board, (2, 0), (1, 0), size=2) == [{"foe"}]
    board["me"].at = (1, 0)
    assert provoked(board, (1, 0), (2, 0), size=2) == [set()]
    board["me"].at = (2, 1)
    board["foe"].at = (4, 3)
    assert provoked(board, (2, 1), (2, 2), size=2) == [set()]


def test_cover_when_adjacent():
    hedge = Board(field(4), [((1, 1), (2, 1), "hedge")], [me((1, 1)), foe((2, 1))])
    assert provoked(hedge, (1, 1), (0, 1)) == [set()]
    corner = Board(["...", ".#.", "..."], creatures=[me((0, 1)), foe((1, 0))])
    assert has_cover(corner, corner["foe"], corner["me"], Body(0, 1, 1, 1))
    assert provoked(corner, (0, 1), (0, 2)) == [set()]
    beside = Board([".##", "...", "..."], creatures=[me((1, 1)), foe((2, 1))])
    assert provoked(beside, (1, 1), (0, 1)) == [{"foe"}]
    rubble = Board(["...", ".%.", "..."], creatures=[me((1, 1)), foe((2, 1))])
    assert provoked(rubble, (1, 1), (0, 1)) == [{"foe"}]
    rubble.readings = Readings(own_cells_cover=True)
    assert provoked(rubble, (1, 1), (0, 1)) == [set()]


def test_big_bodies_use_their_best_cells():
    board = Board(field(5), [((1, 1), (2, 1), "hedge")], [me((0, 1), "large"), foe((2, 1))])
    assert distance([(2, 1)], Body(0, 1, 2, 2).cells) == 1
    # (2,1) to (1,2) passes the end of the hedge: a line crosses it there too
    assert has_cover(board, board["foe"], board["me"], Body(0, 1, 2, 2))
    board["foe"].at = (2, 2)
    assert not has_cover(board, board["foe"], board["me"], Body(0, 1, 2, 2))


def test_cover_at_a_distance():
    spear = foe((0, 0), weapons=("longspear",))
    line_ = Board(field(6), creatures=[me((2, 0)), spear])
    assert provoked(line_, (2, 0), (3, 0)) == [{"foe"}]
    over = Board(field(6), creatures=[me((2, 0)), spear, ally((1, 0))])
    assert provoked(over, (2, 0), (3, 0)) == [set()]
    over["ally"].conditions = frozenset({"helpless"})
    assert provoked(over, (2, 0), (3, 0)) == [{"foe"}]
    shared = Board(field(6), creatures=[me((2, 0)), spear, ally((2, 0))])
    assert provoked(shared, (2, 0), (3, 0)) == [{"foe"}]
    # d20.cover.ranged: shooter (0,0), creature (2,0), target (4,0)
    row = Board(field(6), creatures=[me((4, 0)), foe((0, 0)), ally((2, 0))])
    assert has_cover(row, row["foe"], row["me"], Body(4, 0, 1, 1))
    # in a corridor one wide every line runs along the walls' border or ends on the far one
    tunnel = Board(["#####", ".....", "#####"], creatures=[me((2, 1)), foe((0, 1), reach=2)])
    assert has_cover(tunnel, tunnel["foe"], tunnel["me"], Body(2, 1, 1, 1))


# -------------------------------------------------------------------------- five-foot step


def test_five_foot_step():
    board = Board([".,.", "...", ".#."], [((1, 1), (2, 1), "hedge")], [me((1, 1)), foe((0, 2))])
    rows = moves(board, "me", "five_foot_step")
    # not into ',', not over the hedge (nor past its ends), not past the corner, not into the foe
    assert set(rows) == {(1, 1), (0, 0), (0, 1)}
    assert all(r.cost == 0 and not r.provokes for r in rows.values())
    slow = Board(field(3), creatures=[me((1, 1), speed=1)])
    assert set(moves(slow, "me", "five_foot_step")) == {(1, 1)}
    assert path_cost(board, "me", squares((1, 1), (0, 1)), "five_foot_step") == 0
    assert path_cost(board, "me", squares((1, 1), (0, 1), (0, 0)), "five_foot_step") is None


# ---------------------------------------------------------------------- the other modes


def test_prone_ones_only_crawl():
    board = Board(field(5), creatures=[me((2, 2), conditions=frozenset({"prone"})), foe((2, 3))])
    assert set(moves(board, "me")) == {(2, 2)}
    assert not ends(board, "me", "walk")
    assert set(ends(board, "me", "crawl")) == {
        (x, y) for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) not in ((2, 2), (2, 3))
    }
    assert ends(board, "me", "crawl")[1, 2] == (0, 1)


def test_minimum_move():
    board = Board([".;", ".;"], creatures=[me((0, 0), speed=1)])
    assert (1, 0) not in ends(board, "me", "walk")
    assert ends(board, "me", "double")[1, 0] == (4, 0)
    assert ends(board, "me", "minimum")[1, 1] == (6, 0)
    assert lawful(board, "me", squares((0, 0), (1, 1)), "double")
    assert not lawful(board, "me", squares((0, 0), (1, 1)), "walk")


def test_run():
    """d20.run: speed 6 is 24 squares straight or 16 diagonals; not over difficult ground."""
    board = Board(field(26), creatures=[me((0, 0))])
    found = ends(board, "me", "run")
    assert found[24, 0] == (24, 0)
    assert (25, 0) not in found
    assert found[16, 16] == (24, 0)
    assert (17, 17) not in found
    assert (2, 1) not in found
    board.rows = [row[:3] + "," + row[4:] for row in board.rows]
    assert max(x for x, _ in ends(board, "me", "run")) == 2
    over = Board(field(6, 1), [((1, 0), (2, 0), "hedge")], [me((0, 0))])
    assert set(ends(over, "me", "run")) == {(1, 0)}


def test_climbing():
    """A wall that takes a check costs 2 squares more; it stops those who fly, not the ghostly."""
    board = Board(field(3, 1), [((0, 0), (1, 0), "climb")], [me((0, 0))])
    assert cost(board, (0, 0), (1, 0)) == 3
    board["me"].conditions = frozenset({"flying"})
    assert cost(board, (0, 0), (1, 0)) is None
    board["me"].conditions = frozenset({"incorporeal"})
    assert cost(board, (0, 0), (1, 0)) == 1
    board["me"].conditions = frozenset()
    assert not ends(board, "me", "five_foot_step")
    assert not line_of_effect(board, (0, 0), (1, 0))
    open_ = Board(field(3, 1), [((0, 0), (1, 0), "open")], [me((0, 0)), foe((1, 0))])
    assert line_of_effect(open_, (0, 0), (1, 0))
    assert not has_cover(open_, open_["foe"], open_["me"], Body(0, 0, 1, 1))


def test_overrun_and_tumble():
    """d20.overrun: foes at most one size larger; d20.tumble.through: half speed; d20.fills."""

    def reach(mode, **kw):
        return set(ends(Board(field(7, 1), creatures=[me((0, 0)), foe((2, 0), **kw)]), "me", mode))

    assert reach("walk") == {(1, 0)}
    assert reach("overrun") == {(1, 0), (3, 0), (4, 0), (5, 0), (6, 0)}
    assert reach("tumble") == {(1, 0), (3, 0)}
    for mode in ("overrun", "tumble"):
        assert reach(mode, fills=True) == {(1, 0)}
    wide = Board(field(9, 3), creatures=[me((0, 0)), foe((2, 0), "large")])
    wide.rows[2] = "#" * 9
    assert (4, 0) in ends(wide, "me", "overrun")
    wide["foe"].size, wide.rows[2] = "huge", "." * 9
    assert (5, 0) not in ends(wide, "me", "overrun")
    assert (5, 0) not in ends(wide, "me", "tumble")
    wide["me"].speed = 12
    assert (5, 0) in ends(wide, "me", "tumble")


def test_whom_an_overrun_and_a_tumble_meet():
    """The foe in the way has its opportunity once, for the cell left or the cell entered."""
    board = Board(field(7, 1), creatures=[me((0, 0)), foe((2, 0))])
    path = squares((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))
    assert [set(s) for s in provocations(board, "me", path, "overrun")] == [
        set(), {"foe"}, set(), set(),
    ]  # fmt: skip
    assert [set(s) for s in slipped(board, "me", path)] == [set(), {"foe"}, set(), set()]
    board["foe"].weapons = ()
    assert not any(provocations(board, "me", path, "overrun"))
    assert [set(s) for s in slipped(board, "me", path)] == [set(), {"foe"}, set(), set()]


def test_charge():
    """d20.charge and its worked example; d20.charge.min; d20.pass.friend.charge."""
    lane = Board(field(9, 1), creatures=[me((0, 0)), foe((8, 0))])
    assert [way.half // 2 for way in charges(lane, "me", "foe")[7, 0]] == [7]
    assert set(charges(lane, "me", "foe")) == {(7, 0)}
    assert not charges(lane, "me", "foe", seen=False)
    lane["me"].speed = 3
    assert not charges(lane, "me", "foe")
    near = Board(field(4, 1), creatures=[me((0, 0)), foe((2, 0))])
    assert not charges(near, "me", "foe")
    blocked = Board(field(9, 1), creatures=[me((0, 0)), foe((8, 0)), ally((4, 0))])
    assert not charges(blocked, "me", "foe")
    blocked["ally"].conditions = frozenset({"helpless"})
    assert charges(blocked, "me", "foe")
    slow = Board(["...,....."], creatures=[me((0, 0)), foe((8, 0))])
    assert not charges(slow, "me", "foe")
    # from (0, 2) the nearest squares are (4, 1), (4, 2) and (4, 3), all 4 away
    three = Board(field(7, 5), creatures=[me((0, 2)), foe((5, 2))])
    assert set(charges(three, "me", "foe")) == {(4, 1), (4, 2), (4, 3)}


def test_charge_over_a_foe():
    """d20.overrun.charge: one foe, at most one size larger, where the switch has it so."""

    def may(*between, size="medium", switch=True):
        creatures = [me((0, 0)), foe((9, 0), who="target")]
        creatures += [foe((2 + 3 * i, 0), size, who=f"b{i}") for i in range(len(between))]
        rows = field(10, 1 if size == "medium" else 3)
        board = Board(rows, creatures=creatures, overrun_charge=switch)
        board.creatures = [c for c in board.creatures if c.id in ("me", "target", *between)]
        return bool(charges(board, "me", "target"))

    assert may("b0")
    assert not may("b0", switch=False)
    assert not may("b0", "b1")
    assert may("b0", size="large")
    assert not may("b0", size="huge")
    assert may("b0", size="tiny")


def test_switch_of_tiny_steps():
    board = Board(field(4), creatures=[me((1, 1), "tiny"), foe((2, 1))], tiny_step=False)
    assert provoked(board, (1, 1), (2, 1), mode="five_foot_step") == [set()]
    assert provoked(board, (1, 1), (2, 1)) == [{"foe"}]


def test_low_cover():
    """d20.cover.low: not where the foe is nearer to it, and within 6 squares only."""
    for x, covered in ((1, False), (2, True)):
        row = "." * x + "^" + "." * (3 - x)
        board = Board([row], creatures=[me((3, 0)), foe((0, 0), reach=3)])
        assert has_cover(board, board["foe"], board["me"], Body(3, 0, 1, 1)) == covered


def test_ends_of_barriers():
    """As "closed": a line slips past one end of a barrier, but not through the barrier."""
    closed = Readings(barrier_ends="closed")
    door = Board(field(3), [((0, 1), (1, 1), "door")], [me((0, 1))], readings=closed)
    assert threatened(door, "me") == {(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)}
    two = Board(
        field(2), [((0, 0), (1, 0), "wall"), ((0, 0), (0, 1), "wall")], [me((0, 0))],
        readings=closed,
    )  # fmt: skip
    assert (1, 0) not in threatened(two, "me")
    pinch = Board([".#", "#."], creatures=[me((0, 0))], readings=closed)
    assert threatened(pinch, "me") == {(0, 0)}


# --------------------------------------------------------------------- the oracle at large


@pytest.mark.parametrize("seed", range(60))
def test_a_still_board_answers_as_any_other(seed):
    board, who = random_board(seed)
    kept = still(board)
    for mode in ("walk", "withdraw", "overrun"):
        assert moves(kept, who, mode) == moves(board, who, mode)
    mover = board[who]
    for step in steps(board, mover, full_body(mover)):
        assert steps(kept, mover, step.new) == steps(board, mover, step.new)
    for c in board.creatures:
        assert threatened(kept, c.id) == threatened(board, c.id)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_left_out_was_dearer(seed):
    board, who = random_board(seed)
    whole, part = labels(board, who, "double"), labels(board, who, "double", 1)
    assert set(whole) == set(part)
    for body, here in whole.items():
        least = min(lb.half for lb in here)
        cheap = {(lb.half, lb.foes) for lb in here if lb.half <= least + 1}
        assert {(lb.half, lb.foes) for lb in part[body]} == cheap


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("mode", MODES)
def test_random_paths_are_lawful(seed, mode):
    board, who = random_board(seed)
    path = random_path(Random(seed), board, who, mode)
    if path is None or path[-1].at == board[who].at:
        return
    assert lawful(board, who, path, mode)
    best = ends(board, who, mode)[path[-1].at]
    half = path_cost(board, who, path, mode)
    assert half is not None
    assert best[0] <= half // 2


def test_fewest_foes_among_the_cheapest():
    """Of two shortest ways round a pit the one past no foe is taken; a dearer, safer one is not."""
    creatures = [me((0, 1)), foe((2, 0)), foe((4, 0), who="other")]
    board = Board([":...:", ".:::.", ".....", "....."], creatures=creatures)
    board["foe"].at, board["other"].at = (2, 3), (4, 3)
    board.rows = ["::.::", ".:.:.", ".....", "....."]
    way = moves(board, "me")[4, 1]
    assert way.cost == 5
    assert way.provokes == {"foe", "other"}
    board.rows[0] = "....."
    way = moves(board, "me")[4, 1]
    assert way.cost == 5
    assert way.provokes == frozenset()


def brute(board: Board, who: str, mode: str, depth: int):
    """Every path of at most `depth` steps, by plain recursion: (half, foes, body)."""
    mover = board[who]
    top = limit(mover, mode)
    found = set()

    def walk(body: Body, half: int, foes: frozenset[str], n: int) -> None:
        found.add((half, foes, body))
        if n == depth:
            return
        for step in steps(board, mover, body):
            if half + step.half <= top:
                more = step_provokes(board, mover, body, step.new, mode, n == 0)
                walk(step.new, half + step.half, foes | more, n + 1)

    walk(full_body(mover), 0, frozenset(), 0)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_search_against_plain_recursion(seed):
    board, mover = random_board(seed)
    board[mover].speed = min(board[mover].speed, 2)
    board[mover].conditions -= {"prone"}
    paths = brute(board, mover, "walk", depth=2)
    found = labels(board, mover, "walk")
    for half, foes, body in paths:  # nothing is missed
        assert any(lb.half <= half and lb.foes <= foes for lb in found[body])
    everything = brute(board, mover, "walk", depth=3)
    for body, here in found.items():  # nothing is made up
        for lb in here:
            if len(lb.path) <= 4:
                assert (lb.half, lb.foes, body) in everything


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("mode", ["walk", "double", "withdraw", "five_foot_step"])
def test_rows_hold_together(seed, mode):
    board, who = random_board(seed)
    mover = board[who]
    rows = moves(board, who, mode)
    assert rows[mover.at].cost == 0
    assert not rows[mover.at].provokes
    for at, row in rows.items():
        body = row.path[-1]
        assert (body.at == at and fits(board, mover, body)) or len(row.path) == 1
        assert row.path[0] == full_body(mover)
        assert path_cost(board, who, row.path, mode) <= row.half
        told = provocations(board, who, row.path, mode)
        assert frozenset().union(*told) == row.provokes
        assert sum(map(len, told)) == len(row.provokes)
        assert row.squeezing == is_squeezing(board, mover, body)
        assert row.can_stop == may_stop(board, mover, body)
        assert (body, row.provokes, row.can_stop) in row.equal
        ways = follow(board, who, [b.at for b in row.path], mode)
        found = [(w.half // 2, len(w.foes)) for w in ways if w.path[-1] == body]
        assert min(found) == (row.cost, len(row.provokes))


@pytest.mark.parametrize("seed", range(120))
def test_random_boards(seed):
    board, who = random_board(seed)
    assert random_board(seed) == (board, who)
    alone = [c for c in board.creatures if not c.id.startswith("swarm")]
    taken = [cell for c in alone for cell in full_body(c).cells]
    taken += {c.at for c in board.creatures if c not in alone}
    assert len(taken) == len(set(taken))
    assert all(fits(board, c, full_body(c)) for c in board.creatures)
    assert 1 <= len(board.rows) <= 11
    assert 5 <= len(board.rows[0]) <= 11
    text = to_scenario(board, who)
    data = tomllib.loads(text)
    assert data["map"]["grid"].splitlines() == board.rows
    assert [c["id"] for c in data["creature"]] == [c.id for c in board.creatures]
    assert all(row == row.strip() for row in board.rows)


def test_mirrored_boards_agree():
    """Rows of a board mirrored left to right are the mirrored rows."""
    for seed in range(60):
        board, who = random_board(seed)
        width = len(board.rows[0])

        def flip(cell, n=1, width=width):
            return width - n - cell[0], cell[1]

        twin = Board(
            [row[::-1] for row in board.rows],
            [(flip(a), flip(b), kind) for a, b, kind in board.barriers],
            [dataclasses.replace(c, at=flip(c.at, full_body(c).w)) for c in board.creatures],
            board.sides,
            board.reach_diagonal,
        )
        mine = labels(board, who, "walk")
        other = labels(twin, who, "walk")
        for body, here in mine.items():
            image = Body(width - body.w - body.x, body.y, body.w, body.h)
            assert {(lb.half, lb.foes) for lb in here} == {
                (lb.half, lb.foes) for lb in other[image]
            }


def test_directions():
    assert len(DIRECTIONS) == 8
