"""Movement in space: what steps cost, what stops them, and what the ground of a cube is."""

from __future__ import annotations

from itertools import product

import pytest
from cli.calls import call, unusable
from rules.table import act, at, cost, cost_to, declining, every, move, prices, threat, why_not

from pool.space import battle, have, nearby, on_turn, one, places, reached, steps
from tacsim.content.documents import parse_document
from tacsim.content.scenarios import scenario_from
from tacsim.core import events as ev
from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.grid.cells import Body
from tacsim.rules.choices import choices
from tacsim.rules.engine import check
from tacsim.rulesets import content, load

ROOM = "\n".join(["A" + "." * 11] + ["." * 12] * 11)
"""Open ground, A in a corner of it."""
FLYING = {"A": {"flying": True, "fly": 12}}
AIR = "\n".join(row + ("   " + "-" * 12) * 6 for row in ROOM.splitlines())
"""Open ground under six levels of air."""


def apart(a: Body, b: Body, **switches: bool) -> int:
    return load("pool", switches).metric.distance(a, b)


def parts_of(text: str) -> dict:
    """The components of a dummy with changes written as in a file, by their type names."""
    book = content("pool")
    entry = book.merged(book.bestiary["dummy"], parse_document(text).tables)
    return {type(part).__name__: part for part in book.creature(entry)}


SCENARIO = """
format = 1
ruleset = "pool"
[map]
topology = "cube"
grid = '''
......
......
......
......
'''
[[map.level]]
z = 1
grid = '''
......
......
......
......
'''
[[side]]
id = "heroes"
[[side]]
id = "foes"
[[creature]]
id = "ann"
kind = "dummy"
side = "heroes"
at = [2, 3, 1]
[[creature]]
id = "bob"
kind = "dummy"
side = "foes"
at = [5, 0, 0]
"""


# --- the grid ------------------------------------------------------------------------------------


@pytest.mark.rule("pool.grid.3d")
def test_space_is_made_of_cubes_a_pace_wide():
    rules = content("pool").defaults
    assert (rules.topology.name, rules.topology.axes) == ("cube", 3)
    assert (rules.cell_size, rules.unit_name) == (1, "pace")
    assert parts_of('speed = "30 ft"')["Speed"].land == 6
    assert parts_of('speed = "6 pace"')["Speed"].land == 6


@pytest.mark.rule("pool.grid.3d")
def test_a_cube_is_named_by_x_y_and_its_level():
    scenario, faults = scenario_from(parse_document(SCENARIO))
    assert not faults
    assert scenario["ann"].at == (2, 3, 1)
    assert [axis for axis, _ in enumerate(scenario.field.size)] == [0, 1, 2]
    assert scenario.field.size == (6, 4, 2)


@pytest.mark.rule("pool.grid.strict")
@pytest.mark.parametrize("place", ["[1.5, 2, 0]", "[2, 3]", "[2, 3, 0.0]", '["2", 3, 0]'])
def test_nothing_lies_between_the_cubes(place):
    text = SCENARIO.replace("[2, 3, 1]", place)
    scenario, faults = scenario_from(parse_document(text))
    assert scenario is None
    line = text.splitlines().index(f"at = {place}") + 1
    assert {(fault.line, fault.field.partition("[1]")[0]) for fault in faults} == {
        (line, "creature[0].at")
    }


@pytest.mark.rule("pool.grid.strict")
def test_measuring_off_the_grid_is_no_part_of_the_rules():
    unusable(call("measure", "pool", "1.5,2,0", "0,0,0"), "1.5,2,0")
    unusable(call("area", "pool", "burst", "1", "--origin", "0,0.5,0"), "0,0.5,0")
    assert call("measure", "pool", "1,2,0", "0,0,0", "--json").json["cells"] == 2


# --- where a step leads --------------------------------------------------------------------------


@pytest.mark.rule("pool.move.horizontal")
def test_steps_lead_in_the_eight_level_directions():
    fight = on_turn("...  ---  ---\n.A.  ---  ---\n...  ---  ---")
    around = set(product((0, 1, 2), repeat=2)) - {(1, 1)}
    assert nearby(fight, "A") == {(x, y, 0) for x, y in around}


@pytest.mark.rule("pool.move.horizontal")
def test_nothing_leads_up_without_a_wall():
    fight = on_turn(AIR)
    assert cost(fight, "A", (1, 1, 0)) == 1
    assert why_not(fight, Move("A", path=((0, 0, 1),)))[0] == "no_wall"
    assert why_not(fight, Move("A", path=((1, 1, 1),)))[0] == "no_wall"
    assert all(z == 0 for _, _, z in reached(fight, "A"))


@pytest.mark.rule("pool.move.horizontal")
def test_flyers_take_all_the_steps_there_are():
    board = "...  ...  ...\n...  .A.  ...\n...  ...  ...".replace(".", "-")
    fight = on_turn(board, FLYING)
    around = set(product((0, 1, 2), repeat=3)) - {(1, 1, 1)}
    assert nearby(fight, "A") == {cell for cell in around if cell[2]}, "below is nothing"
    holes = board.replace("---  -A-", ":::  -A-").replace("---  ---  ---", ":::  ---  ---")
    assert nearby(on_turn(holes, FLYING), "A") == around


# --- diagonals -----------------------------------------------------------------------------------


@pytest.mark.rule("pool.diag.cumulative")
@pytest.mark.parametrize(("steps", "cubes"), [(1, 1), (2, 3), (3, 4), (4, 6), (5, 7)])
def test_every_second_diagonal_counts_twice(steps, cubes):
    fight = on_turn(ROOM, {"A": {"speed": 9}})
    way = [(n, n, 0) for n in range(1, steps + 1)]
    assert cost(fight, "A", *way) == cubes
    assert sum(prices(move(fight, "A", *way))) == cubes
    assert apart(one(0, 0), one(steps, steps)) == cubes


@pytest.mark.rule("pool.diag.cumulative")
def test_straight_steps_in_between_change_nothing():
    fight = on_turn(ROOM)
    assert prices(move(fight, "A", (1, 1, 0), (2, 1, 0), (3, 2, 0))) == [1, 1, 2]


@pytest.mark.rule("pool.diag.everything")
def test_each_measurement_starts_fresh():
    assert apart(one(0, 0), one(3, 3)) == 4
    assert [apart(one(0, 0), one(1, 1)) for _ in range(3)] == [1, 1, 1]


@pytest.mark.rule("pool.diag.everything")
def test_in_movement_the_count_runs_on_through_the_turn():
    fight = on_turn(ROOM.replace("A..", "A.b", 1), {"b": {"stamina": 0}})
    assert prices(move(fight, "A", (1, 1, 0))) == [1]
    declining(fight, act(fight, Strike("A", "b")))
    assert prices(move(fight, "A", (2, 2, 0))) == [2]
    assert have(fight, "A", "halves") == 6
    path = [(3, 2, 0), (4, 2, 0), (5, 2, 0)]
    assert cost(fight, "A", *path) == 3
    assert why_not(fight, Move("A", path=(*path, (6, 2, 0))))[0] == "budget"


@pytest.mark.rule("pool.diag.vertical")
def test_a_diagonal_in_an_upright_plane_is_a_diagonal():
    fight = on_turn(AIR, FLYING)
    assert cost(fight, "A", (1, 0, 1), (2, 0, 2), mode="fly") == 3
    assert cost(fight, "A", (0, 1, 1), (0, 2, 0), (0, 3, 1), (0, 4, 0), mode="fly") == 6
    assert cost(fight, "A", (1, 1, 0), (2, 1, 1), (2, 2, 2), mode="fly") == 4
    assert apart(one(0, 0), one(2, 0, 2)) == apart(one(0, 0), one(0, 2, 2)) == 3


@pytest.mark.rule("pool.diag.triple")
@pytest.mark.parametrize(
    ("by", "straight", "shortest"), [((1, 1, 1), 3, 2), ((2, 2, 2), 6, 4), ((3, 2, 1), 5, 4)]
)
def test_through_all_axes_a_distance_is_two_diagonals(by, straight, shortest):
    assert apart(one(0, 0), one(*by)) == straight
    assert apart(one(0, 0), one(*by), shortest=True) == shortest


@pytest.mark.rule("pool.diag.triple")
def test_movement_pays_for_the_steps_that_it_takes():
    fight = on_turn(AIR, FLYING)
    assert cost(fight, "A", (1, 1, 1), mode="fly") == 3
    assert cost_to(fight, "A", (1, 1, 1), "fly") == 2, "a diagonal and a straight step"
    assert len(every(act(fight, Move("A", to=(1, 1, 1), mode="fly")), ev.Stepped)) == 2


@pytest.mark.rule("pool.diag.triple.parity")
def test_a_step_through_all_axes_leaves_the_count_as_it_stood():
    fight = on_turn(AIR, FLYING)
    way = [(1, 1, 0), (2, 2, 1), (3, 3, 1)]
    assert cost(fight, "A", *way, mode="fly") == 6
    assert prices(move(fight, "A", *way, mode="fly")) == [1, 3, 2]
    assert prices(move(on_turn(AIR, FLYING), "A", (1, 1, 1), (2, 2, 1), mode="fly")) == [3, 1]


# --- speed ---------------------------------------------------------------------------------------


@pytest.mark.rule("pool.speed")
def test_speed_is_spent_cube_by_cube():
    fight = on_turn(ROOM)
    diagonals = [(n, n, 0) for n in range(1, 5)]
    assert cost(fight, "A", *diagonals) == 6
    too_far = ("budget", "pool.speed")
    assert why_not(fight, Move("A", path=(*diagonals, (5, 4, 0)))) == too_far
    assert cost(fight, "A", *[(x, 0, 0) for x in range(1, 7)]) == 6
    for mode in ("walk", "climb"):
        assert why_not(fight, Move("A", to=(7, 0, 0), mode=mode)) == too_far


@pytest.mark.rule("pool.speed")
def test_a_turn_may_be_spent_piece_by_piece():
    fight = on_turn(ROOM.replace("A" + "." * 11, "A" + "." * 10 + "b", 1))
    move(fight, "A", (1, 0, 0), (2, 0, 0))
    move(fight, "A", (3, 0, 0), (4, 0, 0), (5, 0, 0))
    assert why_not(fight, Move("A", path=((6, 0, 0), (7, 0, 0))))[0] == "budget"
    assert cost(fight, "A", (6, 0, 0)) == 1


@pytest.mark.rule("pool.speed")
def test_speed_comes_back_as_a_turn_starts():
    fight = on_turn(ROOM.removesuffix(".") + "b")
    way = [(x, 0, 0) for x in range(1, 7)]
    move(fight, "A", *way)
    assert why_not(fight, Move("A", to=(7, 0, 0)))[0] == "budget"
    act(fight, EndTurn("A"))
    act(fight, EndTurn("b"))
    assert cost(fight, "A", *reversed(way[:-1]), (0, 0, 0)) == 6


@pytest.mark.rule("pool.speed", "pool.space.stand")
@pytest.mark.parametrize(
    ("options", "flies", "speed"),
    [({"fly": 3}, True, 3), ({"fly": 3, "flying": True}, True, 3), ({"flying": True}, True, 6),
     ({"fly": 3, "flying": False}, False, 6), ({"fly": 3, "conditions": ["prone"]}, False, 0)],
)  # fmt: skip
def test_who_flies_and_how_fast(options, flies, speed):
    """Along a lane, and through the air over it: there the way up is no longer than the way on."""
    fight = on_turn("A.......  --------", {"A": options})
    assert bool(check(fight, Move("A", to=(1, 0, 0), mode="fly"))) == flies
    offered = [family.mode.name for family in choices(fight).families]
    assert offered == (["fly"] if flies else ["walk"] if speed else [])
    assert bool(check(fight, Move("A", to=(0, 0, 1)))) == flies
    if speed:
        assert reached(fight, "A") == set(product(range(speed + 1), [0], range(1 + flies)))


@pytest.mark.rule("pool.speed")
@pytest.mark.parametrize(("speed", "cubes"), [(3, 37), (4, 61), (6, 121)])
def test_within_a_speed_on_open_ground(speed, cubes):
    """As many as the catalogue counts for every grid of squares (0)."""
    room = "\n".join(["." * 15] * 7 + ["." * 7 + "A" + "." * 7] + ["." * 15] * 7)
    assert len(reached(on_turn(room, {"A": {"speed": speed}}), "A")) == cubes


@pytest.mark.rule("pool.speed")
def test_in_the_air_costs_are_those_of_the_cheapest_steps():
    """Of steps of 2, 3 and 6 half-cubes: a step through three axes is never a part of it."""
    fight = on_turn(AIR, {"A": {"flying": True, "fly": 6}})
    cheapest = {}
    for x, y, z in product(range(12), range(12), range(7)):
        low, middle, _ = sorted((x, y, z))
        slanted = (x + y + z) // 2  # each diagonal takes one off two of the axes
        slanted = min(slanted, low + middle)
        cost2 = 3 * slanted + 2 * (x + y + z - 2 * slanted)
        if cost2 // 2 <= 6:
            cheapest[x, y, z] = cost2 // 2
    found = {body.at: cubes for body, cubes in places(fight, "A", "fly").items()}
    assert found == cheapest


@pytest.mark.rule("pool.size")
@pytest.mark.parametrize(
    ("size", "side", "cubes"),
    [("small", 1, 1), ("average", 1, 1), ("medium", 1, 1), ("large", 2, 8), ("huge", 3, 27),
     ("colossal", 4, 64)],
)  # fmt: skip
def test_bodies_are_cubes(size, side, cubes):
    extent = parts_of(f'size = "{size}"')["Size"].extent
    assert extent == (side,) * 3
    assert len(Body((0, 0, 0), extent).cells) == cubes


@pytest.mark.rule("pool.size")
def test_a_big_creature_is_at_its_least_corner_and_goes_as_a_whole():
    fight = on_turn("""
        .AA.  -AA-
        .AA.  -AA-
        ....  ----
    """)
    assert fight.world["A"].body == one(1, 0, side=2)
    move(fight, "A", (2, 1, 0), extents=((2, 2, 2),))
    assert set(fight.world["A"].body.cells) == set(product((2, 3), (1, 2), (0, 1)))
    low = on_turn("AA..  AA##\nAA..  AA##")
    assert one(1, 0, side=2) not in steps(low, "A"), "too low for it"


# --- rough ground --------------------------------------------------------------------------------


@pytest.mark.rule("pool.rough")
def test_rough_ground_costs_twice_the_speed():
    fight = on_turn("A,,.\n,,,.\n,,,.\n....")
    assert cost(fight, "A", (1, 0, 0)) == 2
    assert cost(fight, "A", (1, 1, 0), (2, 2, 0)) == 6
    assert prices(move(fight, "A", (1, 1, 0), (2, 2, 0))) == [3, 3]


@pytest.mark.rule("pool.rough")
@pytest.mark.parametrize(("glyph", "straight", "diagonal"), [(",", 2, 3), ("%", 2, 3), (";", 4, 6)])
def test_the_ground_that_is_entered_counts(glyph, straight, diagonal):
    fight = on_turn(f"A{glyph}.\n.{glyph}.")
    assert cost(fight, "A", (1, 0, 0)) == straight
    assert cost(fight, "A", (1, 1, 0)) == diagonal
    assert cost(fight, "A", (1, 0, 0), (2, 0, 0)) == straight + 1


@pytest.mark.rule("pool.rough")
def test_the_worst_ground_of_the_lowest_layer_counts():
    fight = on_turn("""
        .......  -------
        AA.,.;.  AA-----
        AA.....  AA-----
        .......  -------
    """)
    big = ((2, 2, 2),) * 3
    path = [(1, 1, 0), (2, 1, 0), (3, 1, 0)]
    assert prices(move(fight, "A", *path, extents=big)) == [1, 2, 2]
    assert why_not(fight, Move("A", path=((4, 1, 0),), extents=big[:1]))[0] == "budget", (
        "5 of 6 are gone"
    )
    assert cost(fight, "A", (3, 2, 0), extents=big[:1]) == 1


@pytest.mark.rule("pool.rough")
def test_rough_ground_on_a_wall_is_a_matter_of_its_level():
    fight = on_turn("##.  .,-\n##.  A,-", {"A": {"on": "."}})
    assert cost(fight, "A", (1, 1, 1)) == 2
    assert cost(fight, "A", (1, 0, 1)) == 3


# --- corners and ways round ----------------------------------------------------------------------


@pytest.mark.rule("pool.corner")
@pytest.mark.parametrize(
    ("board", "legal"),
    [("A.\n..", True), ("A#\n..", True), ("A.\n#.", True), ("A#\n#.", False), ("AT\n#.", False),
     ("A^\n#.", True), ("A^\n^.", True), ("A:\n:.", True)],
)  # fmt: skip
def test_a_diagonal_is_shut_only_if_both_ways_round_are(board, legal):
    fight = on_turn(board)
    assert ((1, 1, 0) in nearby(fight, "A")) == legal
    if not legal:
        assert why_not(fight, Move("A", path=((1, 1, 0),))) == ("corner", "pool.corner")


@pytest.mark.rule("pool.corner")
def test_nobody_in_the_way_makes_a_corner():
    fight = on_turn("Ab\nc.", {"b": {"stamina": 0}, "c": {"stamina": 0}})
    assert cost(fight, "A", (1, 1, 0)) == 1


@pytest.mark.rule("pool.corner", "pool.space.ways")
def test_a_big_body_needs_all_its_cubes_to_get_round():
    whole = "AA..  AA--  ----\nAA..  AA--  ----\n....  ----  ----"
    assert one(1, 1, side=2) in steps(on_turn(whole), "A")
    pillar = "AA#.  AA--  ----\nAA..  AA--  ----\n....  ----  ----"
    assert one(1, 1, side=2) in steps(on_turn(pillar), "A"), "round the other way"
    both = "AA#.  AA--  ----\nAA..  AA--  ----\n#...  ----  ----"
    assert one(1, 1, side=2) not in steps(on_turn(both), "A")
    above = "AA..  AA#-  ----\nAA..  AA--  ----\n....  #---  ----"
    assert one(1, 1, side=2) not in steps(on_turn(above), "A")


@pytest.mark.rule("pool.space.ways")
def test_a_step_up_and_along_goes_round_by_one_of_two_ways():
    free = on_turn("::  --\nA.  --".replace("A.", "A:"), FLYING)
    assert (1, 1, 1) in nearby(free, "A")
    wall = on_turn("A#  --", FLYING)
    assert (1, 0, 1) in nearby(wall, "A"), "up first"
    roof = on_turn("A:  #-", FLYING)
    assert (1, 0, 1) in nearby(roof, "A"), "along first"
    assert (1, 0, 1) not in nearby(on_turn("A#  #-", FLYING), "A")
    floor = on_turn("A:  .-", FLYING)
    assert (1, 0, 1) in nearby(floor, "A"), "along first, under the floor"
    assert (1, 0, 1) not in nearby(on_turn("A#  .-", FLYING), "A"), "a floor above, a wall beside"
    assert (1, 0, 1) not in nearby(on_turn("A:  ..", FLYING), "A"), "a floor either way"
    assert (1, 0, 1) in nearby(on_turn("A:  -.", FLYING), "A"), "up first, then onto the floor"
    assert (1, 0, 1) not in nearby(on_turn("A:  #.", FLYING), "A")


ORDERS = [
    # the cubes filled, in terms of the step from (0, 0, 0) to (1, 1, 1), and whether it is open
    ((), True),
    (((1, 0, 0),), True),
    (((1, 0, 0), (0, 1, 0)), True),
    (((1, 0, 0), (0, 1, 0), (0, 0, 1)), False),
    (((1, 1, 0), (1, 0, 1)), True),
    (((1, 1, 0), (1, 0, 1), (0, 1, 1)), False),
    (((1, 0, 0), (0, 1, 0), (1, 0, 1), (0, 1, 1)), False),
    (((1, 0, 0), (0, 0, 1), (0, 1, 1)), True),
    (((1, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 0)), False),
]


@pytest.mark.rule("pool.space.ways")
@pytest.mark.parametrize(("filled", "legal"), ORDERS)
def test_a_step_through_all_axes_needs_one_order_of_them(filled, legal):
    def level(z):
        empty = "-" if z else ":"
        rows = ["".join("#" if (x, y, z) in filled else empty for x in (0, 1)) for y in (0, 1)]
        return ["A" + rows[0][1:], rows[1]] if z == 0 else rows

    board = "\n".join("  ".join(rows) for rows in zip(level(0), level(1), strict=True))
    assert ((1, 1, 1) in nearby(on_turn(board, FLYING), "A")) == legal


@pytest.mark.rule("pool.space.ways")
def test_floors_on_the_way_shut_it():
    """From (0, 0, 0) to (1, 1, 1); where one goes up, no floor may be on top of one."""
    for floors in product((False, True), repeat=4):
        cells = dict(zip(product((0, 1), repeat=2), floors, strict=True))
        upper = ["".join("." if cells[x, y] else "-" for x in (0, 1)) for y in (0, 1)]
        board = f"A:  {upper[0]}\n::  {upper[1]}"
        found = (1, 1, 1) in nearby(on_turn(board, FLYING), "A")
        assert found == (not all(floors)), board


@pytest.mark.rule("pool.space.ways")
@pytest.mark.parametrize("kind", ["wall", "door"])
def test_a_barrier_bars_the_edge_and_the_diagonals_at_its_corners(kind):
    board = "A..  ---  ---\n...  ---  ---\n...  ---  ---"
    fight = on_turn(board, barriers=[((0, 0, 0), (1, 0, 0), kind)])
    assert nearby(fight, "A") == {(0, 1, 0)}
    assert why_not(fight, Move("A", path=((1, 0, 0),)))[0] == "barrier"
    far = on_turn(board, barriers=[((0, 1, 0), (1, 1, 0), kind)])
    assert nearby(far, "A") == {(1, 0, 0), (0, 1, 0)}, "at the corner, across the diagonal"
    hedge = on_turn(board, barriers=[((0, 0, 0), (1, 0, 0), "hedge")])
    assert nearby(hedge, "A") == {(1, 0, 0), (0, 1, 0), (1, 1, 0)}
    assert cost(hedge, "A", (1, 0, 0)) == 2


EDGES = [
    (a, b)
    for a, b in product(product((0, 1), repeat=3), repeat=2)
    if a < b and sum(abs(p - q) for p, q in zip(a, b, strict=True)) == 1
]
"""The twelve between the eight cubes that meet at one corner."""


@pytest.mark.rule("pool.space.ways")
@pytest.mark.parametrize("edge", EDGES)
def test_any_barrier_at_the_corner_bars_a_step_through_all_axes(edge):
    assert len(EDGES) == 12
    open_air = "A::  ---  ---\n:::  ---  ---\n:::  ---  ---"
    assert (1, 1, 1) not in nearby(on_turn(open_air, FLYING, barriers=[(*edge, "wall")]), "A")
    away = [((2, 1, 1), (2, 2, 1), "wall"), ((1, 1, 1), (2, 1, 1), "door")]
    assert (1, 1, 1) in nearby(on_turn(open_air, FLYING, barriers=away), "A")


@pytest.mark.rule("pool.space.ways")
def test_a_barrier_between_levels_bars_the_way_up():
    board = "A:  --\n::  --"
    fight = on_turn(board, FLYING, barriers=[((0, 0, 0), (0, 0, 1), "wall")])
    up = {cell for cell in nearby(fight, "A") if cell[2]}
    assert up == set(), "each diagonal upward passes that edge"
    fight = on_turn(board, FLYING, barriers=[((1, 1, 0), (1, 1, 1), "wall")])
    assert {cell for cell in nearby(fight, "A") if cell[2]} == {(0, 0, 1), (1, 0, 1), (0, 1, 1)}


# --- what cubes hold -----------------------------------------------------------------------------


@pytest.mark.rule("pool.space.ground")
def test_a_floor_shuts_a_cube_off_from_the_one_below():
    fight = on_turn("A  .  -", FLYING)
    assert nearby(fight, "A") == set()
    assert why_not(fight, Move("A", path=((0, 0, 1),), mode="fly"))[0] == "floor"
    assert nearby(on_turn("A  -  .", FLYING), "A") == {(0, 0, 1)}
    down = on_turn(":  A  -", {"A": {"on": ".", **FLYING["A"]}})
    assert nearby(down, "A") == {(0, 0, 2)}, "nor can it go down through its floor"


@pytest.mark.rule("pool.space.ground")
@pytest.mark.parametrize("glyph", list(".,;%=/~"))
def test_every_ground_has_a_floor_higher_up(glyph):
    fight = on_turn(f"A  {glyph}  -", {"A": {**FLYING["A"], "size": "small"}})
    assert nearby(fight, "A") == set()


@pytest.mark.rule("pool.space.ground")
def test_a_floor_stops_sight_and_effect():
    fight = battle("A  b", {"b": {"on": "."}})
    assert (0, 0, 1) not in threat(fight, "A")
    assert (0, 0, 0) not in threat(fight, "b")
    gap = battle("A  b", {"b": {"flying": True}})
    assert (0, 0, 1) in threat(gap, "A")


@pytest.mark.rule("pool.space.ground")
@pytest.mark.parametrize("glyph", list("#T^"))
def test_nobody_gets_into_what_is_solid(glyph):
    fight = on_turn(f"A{glyph}.  ---", FLYING)
    assert (1, 0, 0) not in nearby(fight, "A", "fly")
    assert why_not(fight, Move("A", path=((1, 0, 0),)))[0] == "blocked"
    assert (1, 0, 1) in nearby(fight, "A", "fly")


@pytest.mark.rule("pool.space.ground")
def test_a_hole_has_no_ground_and_is_open_to_flyers():
    assert (1, 0, 0) not in nearby(on_turn("A:."), "A")
    assert (1, 0, 0) not in nearby(on_turn("A:#"), "A"), "nor is it for those who cling"
    assert (1, 0, 0) in nearby(on_turn("A:.", FLYING), "A")
    high = "..:  A:-"
    assert (1, 0, 1) not in nearby(on_turn(high, {"A": {"on": "."}}), "A"), "higher up it is air"
    assert (1, 0, 1) in nearby(on_turn(high, FLYING), "A")


@pytest.mark.rule("pool.space.ground")
def test_where_nothing_is_nobody_gets_at_the_bottom_and_flyers_do_above():
    for options in ({}, FLYING):
        assert (1, 0, 0) not in nearby(on_turn("A-.", options), "A")
    assert (1, 0, 1) in nearby(on_turn("A-.  ---", FLYING), "A")
    assert (1, 0, 1) not in nearby(on_turn("...  A--", {"A": {"on": "."}}), "A")


@pytest.mark.rule("pool.space.ground")
def test_deep_water_is_for_swimmers_and_bears_them():
    assert (1, 0, 0) not in nearby(on_turn("A~."), "A")
    assert (1, 0, 0) in nearby(on_turn("A~.", {"A": {"swim": 6}}), "A")
    high = on_turn("...  A~-", {"A": {"swim": 6, "on": "."}})
    assert (1, 0, 1) in nearby(high, "A")
    assert not every(move(high, "A", (1, 0, 1)), ev.Fell)
    assert at(high, "A") == (1, 0, 1)


@pytest.mark.rule("pool.space.ground")
def test_a_level_that_is_not_written_is_air():
    text = SCENARIO.replace("z = 1\n", "z = 3\n").replace("[2, 3, 1]", "[2, 3, 0]")
    scenario, faults = scenario_from(parse_document(text))
    assert not faults
    names = [scenario.field.at((0, 0, z)).name for z in range(4)]
    assert names == ["floor", "air", "air", "floor"]


@pytest.mark.rule("pool.space.ground")
def test_no_floor_may_run_through_a_body():
    board = "AA..  AA-{0}  ----\nAA..  AA--  ----"
    assert (2, 0, 0) in reached(on_turn(board.format("-")), "A")
    fight = on_turn(board.format("."))
    move(fight, "A", (1, 0, 0), extents=((2, 2, 2),))
    assert one(2, 0, side=2) not in steps(fight, "A")
    whole = {body for body in places(on_turn(board.format(".")), "A") if body.extent == (2, 2, 2)}
    assert whole == {one(0, 0, side=2), one(1, 0, side=2)}


@pytest.mark.rule("pool.space.ground", "pool.size")
def test_a_floor_under_its_lowest_cubes_is_what_a_body_stands_on():
    fight = on_turn("....  AA..  AA--\n....  AA..  AA--", {"A": {"on": "."}})
    assert one(1, 0, 1, side=2) in steps(fight, "A")
    move(fight, "A", (1, 0, 1), (2, 0, 1))
    assert at(fight, "A") == (2, 0, 1)
