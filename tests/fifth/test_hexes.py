"""Hexes under ``metric``: steps, bodies and their squeezing, threat, flanking, areas, sight."""

from __future__ import annotations

from functools import partial

import pytest
from boards import cells_of
from cli.calls import call
from rules.table import (
    act,
    around,
    at,
    cost,
    cost_to,
    every,
    move,
    no_way,
    only,
    prices,
    reached,
)  # fmt: skip

from fifth.boards import battle as _battle
from fifth.boards import bow, club, dagger, dice_of, glaive
from fifth.boards import on_turn as _on_turn
from tacsim.core import events as ev
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area, Decline, Move, Shove, Take
from tacsim.grid.cells import Body
from tacsim.rules.engine import check
from tacsim.rules.movement.plan import plan
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets.fifth import cover

battle = partial(_battle, ruleset="metric", topology="hex")
on_turn = partial(_on_turn, ruleset="metric", topology="hex")

OPEN = "\n".join([". " * 15] * 15)
MIDDLE = (7, 7)
NEIGHBOURS = {
    (4, 4): {(5, 4), (3, 4), (3, 3), (4, 3), (3, 5), (4, 5)},  # of an even row
    (4, 5): {(5, 5), (3, 5), (4, 4), (5, 4), (4, 6), (5, 6)},  # of an odd one
}


def straight_line(a, b):
    """The steps between two cells, counted by cube coordinates from first principles."""

    def cube(cell):
        q = cell[0] - (cell[1] - (cell[1] % 2)) // 2
        return q, cell[1], -q - cell[1]

    return sum(abs(m - n) for m, n in zip(cube(a), cube(b), strict=True)) // 2


def measured(*words):
    return call("measure", "--json", "--topology", "hex", "metric", *words).json


def alone(extent, where=MIDDLE, **more):
    return on_turn(OPEN, {"A": {"at": where, "side": "heroes", "extent": extent, **more},
                          "b": {"at": (14, 14), "weapons": ()}})  # fmt: skip


# --- steps ---------------------------------------------------------------------------------------


@pytest.mark.rule("metric.hex.move")
@pytest.mark.parametrize("start", NEIGHBOURS)
def test_every_step_goes_to_one_of_six_neighbours_and_costs_one(start):
    fight = alone((1,), start)
    mover = Mover(fight, fight.world["A"], frozenset("Ab"))
    assert {step.body.at for step in mover.steps(Body(start, (1,)))} == NEIGHBOURS[start]
    assert {step.cost2 for step in mover.steps(Body(start, (1,)))} == {2}


@pytest.mark.rule("metric.hex.move")
def test_axial_three_and_minus_one_are_three_steps_and_two_and_two_are_four():
    # axial (0,0), (3,-1), (2,2), moved four rows down and four columns on
    for to, steps in (((6, 3), 3), ((7, 6), 4)):
        found = measured("4,4", ",".join(map(str, to)))
        assert (found["cells"], found["clauses"]) == (steps, ["metric.hex.move"])
        fight = alone((1,), (4, 4))
        assert cost_to(fight, "A", to) == steps


@pytest.mark.rule("metric.hex.move", "metric.speed.segments")
def test_where_it_gets_is_what_so_many_steps_reach():
    fight = alone((1,), speed=4)
    assert reached(fight, "A") == {
        (x, y) for x in range(15) for y in range(15) if straight_line(MIDDLE, (x, y)) <= 4
    }


@pytest.mark.rule("metric.hex.move", "metric.enter.difficult")
def test_difficult_ground_doubles_a_step():
    fight = on_turn("""
        A , . .
         . . b .
    """)
    assert prices(move(fight, "A", (1, 0), (2, 0))) == [2, 1]


@pytest.mark.rule("metric.hex.move")
def test_there_are_no_corners_to_cut():
    fight = on_turn("""
        . A # .
         # . . b
        . . . .
    """)
    assert prices(move(fight, "A", (1, 1))) == [1]


@pytest.mark.rule("metric.hex.move")
def test_cells_two_steps_off_are_no_neighbours():
    fight = on_turn("""
        . A . .
         . . . b
        . . . .
    """)
    assert no_way(fight, "A", (1, 2)) == "metric.hex.move"


@pytest.mark.rule("metric.hex.move", "grid5e.body.barrier")
@pytest.mark.parametrize("beyond", sorted(NEIGHBOURS[4, 4]))
def test_a_barrier_stands_between_any_two_neighbours(beyond):
    hedge, wall = (
        on_turn(OPEN, {"A": {"at": (4, 4), "side": "heroes"}, "b": {"at": (14, 14)}},
                barriers=[((4, 4), beyond, kind)])
        for kind in ("hedge", "wall")
    )  # fmt: skip
    assert cost(hedge, "A", beyond) == 2
    assert cost_to(wall, "A", beyond) == 2, "round the end of it"
    others = NEIGHBOURS[4, 4] - {beyond}
    assert {to for to in NEIGHBOURS[4, 4] if cost(hedge, "A", to) == 1} == others


# --- bodies --------------------------------------------------------------------------------------


@pytest.mark.rule("metric.hex.body")
@pytest.mark.parametrize(
    ("size", "board"),
    [
        ("medium", ". A . .\n . . . .\n. . . .\n . . . .\n. . . ."),
        ("large", ". A A .\n . A . .\n. . . .\n . . . .\n. . . ."),
        ("huge", ". A A .\n A A A .\n. A A .\n . . . .\n. . . ."),
        ("gargantuan", ". A A A .\n A A A A .\n. A A A .\n . A A . .\n. . . . ."),
        ("colossal", ". A A A .\n A A A A .\nA A A A A\n A A A A .\n. A A A ."),
    ],
)
def test_bodies_are_rows_each_centred_on_the_one_above(size, board):
    covered = {
        (x, y)
        for y, row in enumerate(board.split("\n"))
        for x, glyph in enumerate(row.split())
        if glyph == "A"
    }
    fight = _scenario(size, (1, 0))
    assert set(fight.world["it"].body.cells) == covered
    assert fight.world["it"].at == (1, 0)


def _scenario(size, where):
    from tacsim.content.documents import parse_document
    from tacsim.content.scenarios import scenario_from
    from tacsim.content.setup import begin

    grid = "\n".join(["." * 12] * 12)
    found, faults = scenario_from(parse_document(f'''
        ruleset = "metric"
        map = {{topology = "hex", grid = """{grid}"""}}
        side = [{{id = "a"}}, {{id = "b"}}]
        [[creature]]
        id = "it"
        kind = "dummy"
        side = "a"
        size = "{size}"
        at = [{where[0]}, {where[1]}]
        [[creature]]
        id = "other"
        kind = "dummy"
        side = "b"
        at = [11, 11]
    '''))  # fmt: skip
    assert not faults
    return begin(found, seed=1)


@pytest.mark.rule("metric.hex.body")
@pytest.mark.parametrize(("n", "cells"), [(2, 3), (3, 7), (4, 12), (5, 19)])
def test_squeezed_it_is_the_next_smaller_body_inside_its_own(n, cells):
    fight = alone((n,), (5, 4))
    full = fight.world["A"].body
    assert len(full.cells) == cells
    inside = [
        Body((x, y), (n - 1,))
        for x in range(15)
        for y in range(15)
        if set(Body((x, y), (n - 1,)).cells) <= set(full.cells)
    ]
    ranks = fight.ruleset.squeezing.ranks((n,), (n,), (1, 0, -1))
    narrow = {Body(full.moved(o.offset).at, o.extent) for o in ranks[1]}
    assert narrow == {small.moved((1, 0, -1)) for small in inside}


@pytest.mark.rule("metric.hex.body", "metric.squeeze")
def test_a_large_body_squeezes_through_a_gap_of_one_hex():
    fight = on_turn("""
        A A # . . .
         A . . . . .
        # # # . . b
    """)
    # shifted east it does not fit: of (1,0) (2,0) (1,1) the wall takes (2,0)
    step = move(fight, "A", (1, 1))
    assert prices(step) == [2]
    assert only(step, ev.Squeezed).cells == ((1, 1),)
    fight = on_turn("""
        A A # . . .
         A . . . . .
        # # # . . b
    """)
    found = plan(fight, Move("A", to=(3, 0)))
    assert found.path[-1] == Body((3, 0), (2,))


@pytest.mark.rule("metric.hex.body")
def test_nobody_squeezes_where_the_full_body_fits():
    fight = alone((2,))
    mover = Mover(fight, fight.world["A"], frozenset("Ab"))
    steps = list(mover.steps(fight.world["A"].body))
    assert len(steps) == 6
    assert {step.body.extent for step in steps} == {(2,)}


@pytest.mark.rule("metric.hex.body")
def test_distance_runs_between_the_nearest_hexes():
    found = measured("0,0", "6,0", "--from-size", "huge", "--to-size", "large")
    one, other = Body((0, 0), (3,)), Body((6, 0), (2,))
    assert found["cells"] == min(straight_line(a, b) for a in one.cells for b in other.cells)


# --- threat --------------------------------------------------------------------------------------


@pytest.mark.rule("metric.hex.move", "metric.reach.normal", "metric.reach.light")
@pytest.mark.parametrize(("weapon", "count"), [(dagger, 6), (lambda: club(2), 18), (glaive, 18)])
def test_a_reach_takes_whole_rings(weapon, count):
    """6 neighbours at 1 m, 6 + 12 at 2 m."""
    fight = alone((1,), weapons=(weapon(),))
    reach = weapon().reach
    assert len(around(fight, "A")) == count
    assert around(fight, "A") == {
        (x, y) for x in range(15) for y in range(15) if 0 < straight_line(MIDDLE, (x, y)) <= reach
    }


@pytest.mark.rule("metric.hex.body")
@pytest.mark.parametrize(("n", "ring"), [(1, 6), (2, 9), (3, 12), (4, 15), (5, 18)])
def test_the_ring_around_a_body(n, ring):
    fight = alone((n,), (6, 5), weapons=(dagger(),))
    assert len(around(fight, "A")) == ring


@pytest.mark.rule("metric.hex.move", "grid5e.oa.trigger")
def test_leaving_the_ring_provokes_and_moving_in_it_does_not():
    fight = on_turn("""
        . A . . .
         . b . . .
        . . . . .
    """)
    assert not every(move(fight, "A", (2, 0)), ev.Provoked)
    (told,) = every(move(fight, "A", (3, 0)), ev.Provoked)
    assert (told.by, told.cell) == ("b", (2, 0))


# --- flanking ------------------------------------------------------------------------------------


@pytest.mark.rule("metric.hex.move", "grid5e.flank.opposite")
@pytest.mark.parametrize("other", sorted(NEIGHBOURS[4, 4] - {(5, 4)}))
def test_two_flank_from_opposite_neighbours(other):
    fight = on_turn(OPEN, {
        "A": {"at": (5, 4), "side": "heroes"},
        "C": {"at": other, "side": "heroes"},
        "b": {"at": (4, 4)},
    })  # fmt: skip
    assert ("flanking" in dice_of(fight, "A", "b")) == (other == (3, 4))


@pytest.mark.rule("metric.hex.body", "grid5e.flank.line")
def test_a_big_foe_is_flanked_by_the_line_between_two():
    sides = {"b": {"at": (4, 4), "extent": (3,)}}
    fight = on_turn(OPEN, {**sides, "A": {"at": (2, 5), "side": "heroes"},
                           "C": {"at": (6, 5), "side": "heroes"}})  # fmt: skip
    assert fight.world["b"].body.cells[2:5] == ((3, 5), (4, 5), (5, 5))
    assert "flanking" in dice_of(fight, "A", "b")
    fight = on_turn(OPEN, {**sides, "A": {"at": (2, 5), "side": "heroes"},
                           "C": {"at": (4, 3), "side": "heroes"}})  # fmt: skip
    assert "flanking" not in dice_of(fight, "A", "b")


@pytest.mark.rule("metric.hex.move", "grid5e.shove")
def test_who_is_shoved_goes_one_of_three_ways_on():
    """Of the six directions three lead away from the west."""
    ways = set()
    for to in sorted(NEIGHBOURS[4, 4]):
        fight = on_turn(OPEN, {"A": {"at": (3, 4), "side": "heroes"}, "b": {"at": (4, 4)}},
                        dice=[20, 1])  # fmt: skip
        if check(fight, Shove("A", "b", to=to)):
            act(fight, Shove("A", "b", to=to))
            ways.add(at(fight, "b"))
    assert ways == {(5, 4), (4, 3), (4, 5)}


@pytest.mark.rule("grid5e.shove")
def test_nobody_is_shoved_past_the_shover():
    """Right before the middle of a row of two: only two steps lead on, left and right of it."""
    there = [(x, y) for x in range(4, 9) for y in range(3, 8)]
    fight = on_turn(OPEN, {"A": {"at": (7, 4), "side": "heroes"},
                           "b": {"at": (6, 5), "size": "large"}})  # fmt: skip
    assert {to for to in there if check(fight, Shove("A", "b", to=to))} == {(6, 6), (7, 6)}


# --- areas ---------------------------------------------------------------------------------------


@pytest.mark.rule("metric.hex.radius")
@pytest.mark.parametrize(("radius", "count"), [(1, 3), (2, 12), (3, 27), (4, 48), (6, 108)])
@pytest.mark.parametrize("corner", [(7, 7), (7, 7, 1), (6, 6), (6, 6, 1)])
def test_a_radius_is_centred_where_three_hexes_meet(corner, radius, count):
    fight = battle("\n".join([". " * 22] * 22), {"A": {"at": (0, 0), "side": "heroes"}})
    corner = (corner[0] + 4, corner[1] + 4, *corner[2:])
    x, y = corner[:2]
    lean = y % 2
    left, right = (x - 1 + lean, y - 1), (x + lean, y - 1)  # above the cell, left and right
    three = [(x, y), left, right] if corner[2:] == (1,) else [(x, y), left, (x - 1, y)]
    found = fight.ruleset.areas.cells(fight, "burst", radius, corner)
    assert len(found) == count
    assert found == {
        (x, y)
        for x in range(22)
        for y in range(22)
        if min(straight_line((x, y), one) for one in three) <= radius - 1
    }


@pytest.mark.rule("metric.hex.cone")
@pytest.mark.parametrize("toward", [(12, 7), (11, 3), (7, 2), (2, 9), (3, 13), (9, 12), (8, 6)])
@pytest.mark.parametrize("length", [1, 2, 4])
def test_a_cone_has_rows_of_one_two_three(toward, length):
    fight = battle("\n".join([". " * 15] * 15), {"A": {"at": MIDDLE, "side": "heroes"}})
    found = cells_of(fight, fight.world["A"], "cone", length, MIDDLE, toward)
    rows = [straight_line(MIDDLE, cell) for cell in found]
    assert [rows.count(n) for n in range(1, length + 1)] == list(range(1, length + 1))
    assert len(found) == length * (length + 1) // 2


@pytest.mark.rule("metric.hex.cone")
@pytest.mark.parametrize("first", sorted(NEIGHBOURS[4, 5]))
def test_a_line_goes_straight_in_one_of_six_directions(first):
    fight = battle("\n".join([". " * 15] * 15), {"A": {"at": (4, 5), "side": "heroes"}})
    found = cells_of(fight, fight.world["A"], "line", 3, (4, 5), first)
    steps = sorted(found, key=lambda cell: straight_line((4, 5), cell))
    assert steps[0] == first
    assert [straight_line((4, 5), cell) for cell in steps] == [1, 2, 3]
    assert [straight_line(first, cell) for cell in steps] == [0, 1, 2]


@pytest.mark.rule("metric.hex.cone", "metric.aoe.line60")
def test_the_command_lists_the_cells_of_a_line():
    answer = call("area", "--json", "metric", "line", "60 ft", "--origin", "2,2", "--toward", "3,2",
                  "--topology", "hex")  # fmt: skip
    assert answer.json["cells"] == [[x, 2] for x in range(3, 21)]


@pytest.mark.rule("metric.hex.radius")
def test_walls_shut_an_area_out():
    fight = battle("""
        . . . . . .
         . . # . . .
        . A # . . .
         . . # . . .
        . . . . . .
    """)
    found = fight.ruleset.areas.cells(fight, "burst", 3, (1, 2), maker=fight.world["A"].body)
    assert (0, 2) in found
    assert not found & {(2, 1), (2, 2), (2, 3), (3, 2), (4, 2)}


@pytest.mark.rule("metric.hex.radius")
def test_a_blast_is_aimed_at_a_point_of_either_kind():
    blast = AreaAttack("blast", "burst", 1, "2d6", "dex", 12, half=True, range=9)
    board = """
        A . . . . .
         . . . b . .
        . . . . . .
    """
    for corner, caught in (((3, 1), True), ((3, 1, 1), True), ((5, 1), False)):
        fight = on_turn(board, {"A": {"areas": (blast,)}})
        found = only(act(fight, Area("A", "burst", 1, corner, name="blast")), ev.AreaMade)
        assert ("b" in found.targets) == caught, corner


# --- sight and cover -----------------------------------------------------------------------------


def degree(fight, who, target):
    return cover.degree(fight, fight.world[who], fight.world[target])


@pytest.mark.rule("metric.hex.move", "grid5e.cover")
def test_a_wall_between_covers_whole_and_a_creature_by_half():
    fight = on_turn("""
        . . . . . .
         A . # . b .
        . . . . . .
    """, {"A": {"weapons": (bow(),)}})  # fmt: skip
    assert degree(fight, "A", "b") > 0
    fight = on_turn("""
        . . . . . .
         A . c . b .
        . . . . . .
    """, {"A": {"weapons": (bow(),)}})  # fmt: skip
    assert degree(fight, "A", "b") == 1
    fight = on_turn("""
        . . . . . .
         A . . . b .
        . . c . . .
    """, {"A": {"weapons": (bow(),)}})  # fmt: skip
    assert degree(fight, "A", "b") == 0


@pytest.mark.rule("metric.hex.move", "grid5e.cover")
def test_no_line_goes_through_a_closed_wall():
    fight = on_turn("""
        . . # . . .
         A . # . b .
        . . # . . .
         . . # . . .
        . . # . . .
    """, {"A": {"weapons": (bow(),)}})  # fmt: skip
    with_bow = fight.world["A"].offence.weapons[0]
    verdict = fight.ruleset.attacks.check(fight, fight.world["A"], fight.world["b"], with_bow)
    assert not verdict


@pytest.mark.rule("metric.hex.move", "grid5e.cover")
def test_no_line_slips_through_the_notches_of_the_rim():
    """Past the wall there is only the map's rim between two rows."""
    fight = on_turn("""
        b . . . . .
         . . . . # .
        . . . . # .
         . . . . # A
        . . . . # .
    """, {"A": {"weapons": (club(3),)}})  # fmt: skip
    assert (5, 1) in around(fight, "A")
    assert (4, 0) not in around(fight, "A")


def test_the_search_and_the_steps_agree():
    fight = on_turn("""
        . . . , , . . .
         . A A . # . . .
        . . A . # # . .
         , . . . . = . .
        . . # # . . . .
         . . . . . . . b
    """)
    mover = Mover(fight, fight.world["A"], frozenset("Ab"))
    best = {fight.world["A"].body: 0}
    front = dict(best)
    while front:
        body = min(front, key=lambda one: (front[one], one))
        cost2 = front.pop(body)
        for step in mover.steps(body):
            if cost2 + step.cost2 < best.get(step.body, 30):
                best[step.body] = front[step.body] = cost2 + step.cost2
    found = {place.body: place.cost2 for place in Reach(mover, fight.world["A"].body, 29).places()}
    assert found == best


def test_two_asked_at_once_answer_in_turn():
    fight = on_turn("""
        . A . . .
         b c . . .
        . . . . .
    """)
    events = act(fight, Move("A", path=((2, 0), (3, 0))))
    asked = []
    while (decision := fight.decision) is not None and not decision.is_turn:
        asked.append(decision.actor)
        wish = Take if decision.actor == "b" else Decline
        events = [*events, *act(fight, wish(decision.actor))]
    assert sorted(asked) == ["b", "c"]
    assert len(every(events, ev.Struck)) == 1
