"""Climbing: standing and clinging, how high one gets without a check, and with one; stairs."""

from __future__ import annotations

from itertools import product

import pytest
from gate import slow
from rules.table import act, at, cost, cost_to, every, move, only, prices, why_not

from pool.small_maps import trial
from pool.space import have, nearby, on_turn, one, places, reached, steps, turn_of
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.intents import EndTurn, Move
from tacsim.grid.cells import Body
from tacsim.rules.forecast import checks as foretold
from tacsim.rules.movement import footing
from tacsim.rules.movement.plan import Plan, mover_of, plan
from tacsim.rules.movement.steps import Mover

STRONG = {"A": {"attributes": {"might": 3}}}


def tower(height: int, side: int = 1, width: int = 1) -> str:
    """A at the foot of a wall so many cubes high, in a shaft no wider than itself."""
    levels = []
    for z in range(height + side):
        glyph = "A" if z < side else "-"
        levels.append([glyph * side + ("#" if z < height else "-") * width] * side)
    return "\n".join("   ".join(rows) for rows in zip(*levels, strict=True))


def up(cubes: int, x: int = 0) -> list[tuple[int, int, int]]:
    """The way straight up from the ground."""
    return [(x, 0, z) for z in range(1, cubes + 1)]


def climbed(fight) -> int:
    return have(fight, "A", "climbed")


# --- as high as one is tall ----------------------------------------------------------------------


@pytest.mark.rule("pool.climb.free")
@pytest.mark.parametrize(
    ("size", "side"), [("small", 1), ("average", 1), ("large", 2), ("huge", 3), ("colossal", 4)]
)
def test_as_many_cubes_as_one_is_tall_take_no_check(size, side):
    fight = on_turn(tower(side + 2, side), {"A": {"size": size}})
    whole = ((side,) * 3,) * side
    assert prices(move(fight, "A", *up(side), extents=whole)) == [1] * side
    assert at(fight, "A") == (0, 0, side)
    assert climbed(fight) == side
    farther = Move("A", path=((0, 0, side + 1),), extents=whole[:1])
    assert why_not(fight, farther) == ("too_high", "pool.climb.free")


@pytest.mark.rule("pool.climb.free")
def test_an_average_creature_gets_up_one_cube_and_onto_a_low_wall():
    fight = on_turn("A#.  ---")
    assert cost(fight, "A", (0, 0, 1)) == 1
    assert cost(fight, "A", (1, 0, 1)) == 1, "at once, as one diagonal"
    assert cost(fight, "A", (0, 0, 1), (1, 0, 1)) == 2
    assert cost_to(fight, "A", (2, 0, 0)) == 3, "over it: up and down, two diagonals"
    high = on_turn("A#.  -#-  ---")
    assert why_not(high, Move("A", path=((0, 0, 1), (1, 0, 2))))[0] == "too_high"
    assert why_not(high, Move("A", to=(1, 0, 2)))[0] in ("no_way", "too_high")


@pytest.mark.rule("pool.climb.free")
def test_a_climb_begins_anew_wherever_one_stands():
    fight = on_turn("A###  --##  ---#  ----")
    assert prices(move(fight, "A", (1, 0, 1), (2, 0, 2), (3, 0, 3))) == [1, 2, 1]
    assert climbed(fight) == 0


@pytest.mark.rule("pool.climb.free")
def test_one_gets_down_from_a_ledge_as_far_as_up_to_it():
    low = on_turn(".#  -A")
    assert cost(low, "A", (0, 0, 0)) == 1
    high = on_turn(".#  -#  -A")
    assert cost(high, "A", (0, 0, 1)) == 1
    assert why_not(high, Move("A", path=((0, 0, 1), (0, 0, 0))))[0] == "too_high"
    move(high, "A", (0, 0, 1))
    assert climbed(high) == -1
    assert why_not(high, Move("A", path=((0, 0, 0),))) == ("too_high", "pool.climb.free")
    assert cost(high, "A", (1, 0, 2)) == 1, "back up"


@pytest.mark.rule("pool.climb.free")
def test_whoever_clings_gets_down_again():
    fight = on_turn("A#.b  -#--  ----")
    assert cost(fight, "A", (0, 0, 1), (0, 0, 0)) == 2
    move(fight, "A", (0, 0, 1))
    turn_of(fight, "A")
    assert climbed(fight) == 1
    move(fight, "A", (0, 0, 0))
    assert (at(fight, "A"), climbed(fight)) == ((0, 0, 0), 0)


@pytest.mark.rule("pool.climb.free")
def test_what_counts_is_how_high_one_is_not_how_far_one_has_come():
    """Up one, down one, up two and so on: never higher than it is tall."""
    big = on_turn(tower(4, 2), {"A": {"speed": 9}})
    heights = (1, 2, 1, 2, 1, 0, 1, 2, 1)
    way = [(0, 0, z) for z in heights]
    assert cost(big, "A", *way, extents=((2, 2, 2),) * len(way)) == 9
    on_wall = on_turn("-  A  -  -\n#  #  #  #", {"A": {"climbed": 0}})
    assert cost(on_wall, "A", (0, 0, 2), (0, 0, 1), (0, 0, 2)) == 3, "up, back, and up again"


@pytest.mark.rule("pool.climb.free")
@pytest.mark.parametrize(
    ("before", "up", "down"),
    [(0, True, True), (1, False, True), (-1, True, False), (2, False, True), (-2, True, False),
     (4, False, True), (-4, True, False)],
)  # fmt: skip
def test_only_leading_farther_is_limited(before, up, down):
    """On a wall, so high above where it last stood, or below it."""
    fight = on_turn("-#  -#  A#  -#  -#", {"A": {"climbed": before}})
    assert (one(0, 0, 3) in steps(fight, "A"), one(0, 0, 1) in steps(fight, "A")) == (up, down)
    assert steps(fight, "A", "climb") == {one(0, 0, 3), one(0, 0, 1)}
    there = {(0, 0, 3): up, (0, 0, 1): down}
    assert {cell for cell in reached(fight, "A") if cell in there} == {
        cell for cell, may in there.items() if may
    }


def back_from(mover: Mover, found: dict[tuple[Body, int], tuple[Body, int] | None]) -> int:
    """Go back step by step from wherever a creature clings to where it last stood."""
    fight, many = mover.battle, 0
    for state, before in found.items():
        here, climbed = state
        while before is not None and not footing.stands(fight, mover.creature, here):
            back = [s for s in mover.steps(here, 0, climbed) if s.body == before[0]]
            assert back, (state, here, climbed, before)
            many += 1
            here, climbed = before[0], back[0].climbed
            before = found[before]
    return many


def wanderings(mover: Mover, most: int) -> dict[tuple[Body, int], tuple[Body, int] | None]:
    """Places that a creature gets to within so many steps, each with the one before it."""
    first = (mover.creature.body, 0)
    found: dict[tuple[Body, int], tuple[Body, int] | None] = {first: None}
    front = [first]
    for _ in range(most):
        ahead = []
        for body, climbed in front:
            for step in mover.steps(body, 0, climbed):
                if (step.body, step.climbed) not in found:
                    found[step.body, step.climbed] = body, climbed
                    ahead.append((step.body, step.climbed))
        front = ahead
    return found


@pytest.mark.rule("pool.climb.free", "pool.space.climb")
@pytest.mark.parametrize("seeds", [range(16), *slow(range(16, 80))])
def test_nobody_is_stranded_on_a_wall(seeds):
    """Of one cube, which never changes its size: on foot it can always go back the way it came."""
    many = 0
    for seed in seeds:
        fight, drawn, _ = trial(seed)
        mover = mover_of(fight, drawn.creature, fight.ruleset.modes["walk"])
        stands = footing.stands(fight, mover.creature, mover.creature.body)
        if mover.full == (1, 1, 1) and mover.earthbound and stands:
            many += back_from(mover, wanderings(mover, 6))
    assert many > 6 * len(seeds)


@pytest.mark.rule("pool.climb.free", "pool.space.stand")
@pytest.mark.parametrize("condition", ["prone", "helpless", "dead"])
def test_a_climb_is_over_when_somebody_lies_down_right_under_it(condition):
    fight = on_turn("b.c#  --A#  ---#  ---#  ----", {"A": {"climbed": 1}}, who="b")
    apply(fight.world, ev.ConditionGained("c", condition))
    act(fight, EndTurn("b"))
    assert (at(fight, "A"), climbed(fight)) == ((2, 0, 1), 0)
    turn_of(fight, "A")
    assert cost(fight, "A", (2, 0, 2)) == 1


@pytest.mark.rule("pool.climb.free")
def test_a_climb_is_over_when_one_flies():
    fight = on_turn("b.c#  --A#  ---#  ---#  ----", {"A": {"climbed": 1}}, who="b")
    apply(fight.world, ev.ConditionGained("A", "flying"))
    act(fight, EndTurn("b"))
    assert climbed(fight) == 0


@pytest.mark.rule("pool.climb.free")
@pytest.mark.parametrize("before", [1, 3, -1, -4])
def test_what_was_climbed_does_not_matter_where_there_is_no_wall(before):
    fight, fresh = on_turn("A..b\n...."), on_turn("A..b\n....")
    apply(fight.world, ev.Spent("A", (("climbed", before),)))
    assert places(fight, "A") == places(fresh, "A")
    assert len(places(fight, "A")) == 8, "all of them; b is passed, though it provokes"


@pytest.mark.rule("pool.climb.free")
def test_sideways_along_the_wall_counts_nothing():
    fight = on_turn("A...  ----  ----\n####  ####  ----")
    move(fight, "A", (0, 0, 1), (1, 0, 1), (2, 0, 1))
    assert (at(fight, "A"), climbed(fight)) == ((2, 0, 1), 1)
    assert why_not(fight, Move("A", path=((2, 0, 2),)))[0] == "too_high"
    assert cost(fight, "A", (3, 0, 1)) == 1


@pytest.mark.rule("pool.climb.free")
def test_what_has_been_climbed_is_remembered_for_the_next_turn():
    fight = on_turn("A..b  ----  ----\n####  ####  ----")
    move(fight, "A", (0, 0, 1))
    act(fight, EndTurn("A"))
    act(fight, EndTurn("b"))
    assert fight.world.clock.active == "A"
    assert at(fight, "A") == (0, 0, 1), "one may stop where one clings"
    assert climbed(fight) == 1
    assert why_not(fight, Move("A", path=((0, 0, 2),)))[0] == "too_high"


@pytest.mark.rule("pool.climb.free")
def test_a_squeezed_creature_is_as_tall_as_ever():
    fight = on_turn("A#  -#  -#  -#  --", {"A": {"size": "large"}})
    assert fight.world["A"].position.squeezed
    assert prices(move(fight, "A", *up(2))) == [1, 1]
    assert why_not(fight, Move("A", path=((0, 0, 3),)))[0] == "too_high"


@pytest.mark.rule("pool.climb.free", "pool.rough")
def test_each_cube_costs_what_a_step_costs():
    fight = on_turn("A#  -#  --", {"A": {"speed": 1}})
    assert cost(fight, "A", (0, 0, 1)) == 1
    assert reached(fight, "A") == {(0, 0, 0), (0, 0, 1)}
    ledge = on_turn("A#  -,  --")
    assert cost(ledge, "A", (1, 0, 1)) == 3, "a diagonal onto rough ground"


# --- what a step up takes ------------------------------------------------------------------------


@pytest.mark.rule("pool.space.climb")
def test_something_solid_has_to_be_beside_the_lower_body():
    above = on_turn("A:  -#  --")
    assert why_not(above, Move("A", path=((0, 0, 1),))) == ("no_wall", "pool.climb.free")
    below = on_turn("A#  --  --")
    assert (0, 0, 1) in nearby(below, "A")
    down = on_turn(".#  -A")
    assert (0, 0, 0) in nearby(down, "A")
    ledge = on_turn("..  -A", {"A": {"on": "."}})
    assert why_not(ledge, Move("A", path=((0, 0, 0),)))[0] == "no_wall"


@pytest.mark.rule("pool.space.climb")
@pytest.mark.parametrize("solid", list("#T^"))
def test_walls_trees_and_boulders_can_be_climbed(solid):
    fight = on_turn(f"A{solid}  --")
    assert nearby(fight, "A") == {(0, 0, 1), (1, 0, 1)}


@pytest.mark.rule("pool.space.climb")
@pytest.mark.parametrize("low", list(".,;%=:~"))
def test_nothing_else_can(low):
    assert all(z == 0 for _, _, z in nearby(on_turn(f"A{low}  --"), "A"))


@pytest.mark.rule("pool.space.climb")
def test_what_touches_at_a_corner_only_is_no_hold():
    fight = on_turn("A.  --\n.#  --")
    assert all(z == 0 for _, _, z in nearby(fight, "A"))


@pytest.mark.rule("pool.space.climb")
def test_any_cube_of_a_big_lower_body_will_do():
    fight = on_turn("""
        AA.  AA#  ---  ---
        AA.  AA.  ---  ---
        ...  ---  ---  ---
    """)
    assert one(0, 0, 1, side=2) in steps(fight, "A")
    without = on_turn("""
        AA.  AA-  --#  ---
        AA.  AA-  ---  ---
        ...  ---  ---  ---
    """)
    assert one(0, 0, 1, side=2) not in steps(without, "A")


@pytest.mark.rule("pool.space.climb", "pool.squeeze.limit")
def test_each_level_that_squeezing_upward_changes_counts():
    """Into a shaft one cube wide, above a corner of the body: its lowest layer rises by two."""
    fight = on_turn("""
        AA#  AA#  #-#  #-#
        AA#  AA#  ###  ###
    """)
    narrow = Move("A", path=((1, 0, 2),), extents=((1, 1, 1),))
    act(fight, narrow)
    assert fight.world["A"].body == one(1, 0, 2)
    assert climbed(fight) == 2
    assert why_not(fight, Move("A", path=((1, 0, 3),)))[0] == "too_high"


# --- stairs --------------------------------------------------------------------------------------


@pytest.mark.rule("pool.space.climb")
def test_stairs_lead_up_without_climbing():
    fight = on_turn("A/..  --/.  ---.")
    assert prices(move(fight, "A", (1, 0, 0), (2, 0, 1), (3, 0, 2))) == [1, 1, 2]
    assert (at(fight, "A"), climbed(fight)) == ((3, 0, 2), 0)


@pytest.mark.rule("pool.space.climb")
def test_stairs_lead_down_without_climbing():
    fight = on_turn("./..  --/.  ---A", {"A": {"on": "."}})
    assert cost(fight, "A", (2, 0, 1), (1, 0, 0), (0, 0, 0)) == 4


@pytest.mark.rule("pool.space.climb", "pool.climb.free")
def test_stairs_count_nothing_of_a_climb():
    fight = on_turn("A.  --  --\n##  ##  ##", {"A": {"on": "/"}})
    move(fight, "A", (0, 0, 1))
    assert climbed(fight) == 0, "clinging, a cube above the stairs"
    move(fight, "A", (0, 0, 2))
    assert climbed(fight) == 1


@pytest.mark.rule("pool.space.climb")
def test_stairs_are_taken_from_the_cube_that_has_them():
    fight = on_turn("A/.  -.-")
    assert (1, 0, 1) not in nearby(fight, "A"), "from beside them nothing leads up"
    over = on_turn("A/.  --.", {"A": {"on": "/"}})
    assert (1, 0, 0) in nearby(over, "A")
    assert (1, 0, 1) not in nearby(over, "A"), "and there has to be something to stand on"


@pytest.mark.rule("pool.space.climb")
def test_stairs_in_any_lowest_cube_do_for_a_big_body():
    board = """
        AA..  AA--  ----  ----
        AA..  AA--  ----  ----
    """
    floor = """
        AA..  AA..  ----  ----
        AA..  AA..  ----  ----
    """
    assert one(1, 0, 1, side=2) not in steps(on_turn(board, {"A": {"on": "/"}}), "A")
    assert one(1, 0, 1, side=2) in steps(on_turn(floor, {"A": {"on": "/"}}), "A")
    assert one(1, 0, 1, side=2) not in steps(on_turn(floor), "A")


@pytest.mark.rule("pool.space.climb")
def test_nobody_gets_up_stairs_into_the_air():
    fight = on_turn("A.  --", {"A": {"on": "/"}})
    assert why_not(fight, Move("A", path=((0, 0, 1),))) == ("no_footing", "pool.space.stand")


# --- higher, with checks -------------------------------------------------------------------------


def checks(events) -> list[tuple[int, int, bool]]:
    """Successes thrown, successes needed, and whether they were enough, check by check."""
    return [(e.total, e.against, e.passed) for e in every(events, ev.Tested)]


@pytest.mark.rule("pool.space.climb", "pool.check.direct")
def test_each_height_takes_a_harder_check():
    fight = on_turn(tower(6), STRONG, dice=[6, 1, 1, 5, 6, 2] + [6] * 6)
    events = move(fight, "A", *up(5), mode="climb")
    assert checks(events) == [(1, 1, True), (2, 2, True), (3, 3, True), (3, 3, True)]
    assert at(fight, "A") == (0, 0, 5)
    assert (climbed(fight), have(fight, "A", "halves")) == (5, 10)


@pytest.mark.rule("pool.space.climb")
@pytest.mark.parametrize(
    ("size", "side", "due"),
    [("average", 1, {2: 1, 3: 2, 4: 3, 5: 3, 6: 3}), ("large", 2, {3: 1, 5: 2, 7: 3, 9: 3}),
     ("huge", 3, {4: 1, 7: 2, 10: 3})],
)  # fmt: skip
def test_a_check_is_due_with_the_first_cube_past_each_height(size, side, due):
    last = max(due)
    options = {"size": size, "speed": last + 1, "attributes": {"might": 5}}
    fight = on_turn(tower(last + 2, side), {"A": options}, dice=[6] * 5 * len(due))
    whole = ((side,) * 3,) * last
    events = move(fight, "A", *up(last), mode="climb", extents=whole)
    found, height = {}, 0
    for event in events:
        if isinstance(event, ev.Tested):
            found[height + 1] = event.against
        elif isinstance(event, ev.Stepped):
            height = event.dst[2]
    assert found == due


@pytest.mark.rule("pool.space.climb")
@pytest.mark.parametrize(
    ("size", "before", "up", "down"),
    [("average", 0, 0, 0), ("average", 1, 1, 0), ("average", 2, 2, 0), ("average", 3, 3, 0),
     ("average", 4, 3, 0), ("average", -1, 0, 1), ("average", -2, 0, 2), ("average", -3, 0, 3),
     ("average", -5, 0, 3), ("large", 0, 0, 0), ("large", 1, 0, 0), ("large", 2, 1, 0),
     ("large", 3, 0, 0), ("large", 4, 2, 0), ("large", -1, 0, 0), ("large", -2, 0, 1),
     ("large", -4, 0, 2), ("large", -5, 0, 0)],
)  # fmt: skip
def test_only_leading_farther_takes_a_check(size, before, up, down):
    """Of Average 1 cube tall past 1, 2 and 3, of Large past 2 and 4, up or down."""
    side = {"average": 1, "large": 2}[size]
    levels = ["A" * side + "#" if 2 <= z < 2 + side else "-" * side + "#" for z in range(7)]
    board = "\n".join(["  ".join(levels)] * side)
    dues = []
    for rise in (1, -1):
        fight = on_turn(board, {"A": {"climbed": before, "attributes": {"might": 3}}},
                        dice=[6, 6, 6])  # fmt: skip
        events = move(fight, "A", (0, 0, 2 + rise), mode="climb", extents=((side,) * 3,))
        dues += [sum(against for _, against, _ in checks(events))]
        assert climbed(fight) == before + rise
    assert dues == [up, down]


@pytest.mark.rule("pool.space.climb")
def test_a_check_is_due_each_time_it_leads_there():
    fight = on_turn(tower(4), STRONG, dice=[6, 1, 1, 5, 1, 1])
    way = [(0, 0, z) for z in (1, 2, 1, 2)]
    assert checks(move(fight, "A", *way, mode="climb")) == [(1, 1, True), (1, 1, True)]
    assert climbed(fight) == 2
    assert cost(fight, "A", (0, 0, 1), (0, 0, 0)) == 2, "down on foot, without any"
    found = foretold(fight, Move("A", path=((0, 0, 1), (0, 0, 2)), mode="climb"))
    assert [(check.against, check.passed) for check in found] == [(1, 19 / 27)]


@pytest.mark.rule("pool.space.climb", "pool.space.fall")
def test_down_from_a_ledge_is_as_far_to_climb_and_to_fall():
    board = ".#b  -#-  -#-  -#-  -A-  ---"
    fight = on_turn(board, STRONG, dice=[6, 1, 1, 1, 1, 1])
    events = move(fight, "A", (0, 0, 3), (0, 0, 2), (0, 0, 1), (0, 0, 0), mode="climb")
    assert checks(events) == [(1, 1, True), (0, 2, False)]
    fell = only(events, ev.Fell)
    assert (fell.src, fell.dst, fell.cubes) == ((0, 0, 2), (0, 0, 0), 2)
    assert climbed(fight) == 0


@pytest.mark.rule("pool.space.climb")
def test_a_low_climb_takes_no_check_in_this_mode_either():
    fight = on_turn("A#.  ---", dice=[])
    assert not every(move(fight, "A", (1, 0, 1), (2, 0, 0), mode="climb"), ev.Rolled)


@pytest.mark.rule("pool.space.climb")
def test_with_too_few_successes_the_step_is_lost_and_the_move_is_over():
    fight = on_turn(tower(6), STRONG, dice=[6, 1, 1, 6, 1, 1])
    events = move(fight, "A", *up(4), mode="climb")
    assert checks(events) == [(1, 1, True), (1, 2, False)]
    assert at(fight, "A") == (0, 0, 2)
    assert have(fight, "A", "halves") == 6, "three steps are paid for, two were made"
    assert not every(events, ev.Fell)
    assert cost(fight, "A", (0, 0, 1), mode="climb") == 1
    assert fight.decision.actor == "A", "the turn goes on"


@pytest.mark.rule("pool.space.climb", "pool.space.fall")
def test_with_none_the_climber_falls():
    fight = on_turn(tower(6), STRONG, dice=[6, 1, 1, 4, 4, 4])
    events = move(fight, "A", *up(4), mode="climb")
    fell = only(events, ev.Fell)
    assert (fell.src, fell.dst, fell.cubes) == ((0, 0, 2), (0, 0, 0), 2)
    assert fight.world["A"].has("prone"), "one cube farther than it is tall"
    assert climbed(fight) == 0


@pytest.mark.rule("pool.space.climb", "pool.check.direct")
def test_the_check_is_thrown_with_might_and_the_rank_of_climbing():
    skilled = {"A": {"attributes": {"might": 2}, "skills": {"climbing": 3}}}
    fight = on_turn(tower(3), skilled, dice=[1, 1, 1, 1, 6])
    (roll,) = every(move(fight, "A", *up(2), mode="climb"), ev.Rolled)
    assert (roll.purpose, roll.dice) == ("climbing", (1, 1, 1, 1, 6))


@pytest.mark.rule("pool.space.climb")
def test_the_chances_are_told_beforehand():
    """Of 3 dice one success: 1 - (2/3)^3; two: 3 (1/3)^2 (2/3) + (1/3)^3; three: (1/3)^3."""
    fight = on_turn(tower(6), STRONG)
    found = foretold(fight, Move("A", path=tuple(up(4)), mode="climb"))
    assert [check.against for check in found] == [1, 2, 3]
    assert [check.passed for check in found] == [19 / 27, 7 / 27, 1 / 27]
    assert [check.made for check in found] == pytest.approx([1, 19 / 27, 19 / 27 * 7 / 27])


@pytest.mark.rule("pool.space.climb")
def test_level_steps_between_do_not_bring_a_check_again():
    fight = on_turn("A..  ---  ---  ---\n###  ###  ###  ---", STRONG, dice=[6, 1, 1])
    events = move(fight, "A", (0, 0, 1), (0, 0, 2), (1, 0, 2), (2, 0, 2), mode="climb")
    assert checks(events) == [(1, 1, True)]
    assert at(fight, "A") == (2, 0, 2)


@pytest.mark.rule("pool.space.climb")
def test_a_climb_is_taken_up_again_where_it_was_left():
    fight = on_turn(
        "A..b  ----  ----  ----\n####  ####  ####  ----", STRONG, dice=[6, 1, 1, 6, 6, 1]
    )
    move(fight, "A", (0, 0, 1), (0, 0, 2), mode="climb")
    turn_of(fight, "A")
    assert climbed(fight) == 2
    assert checks(move(fight, "A", (0, 0, 3), mode="climb")) == [(2, 2, True)]


# --- standing and clinging -----------------------------------------------------------------------


@pytest.mark.rule("pool.space.stand")
@pytest.mark.parametrize(
    ("under", "holds"),
    [*((glyph, True) for glyph in "#T^"), *((glyph, False) for glyph in ".,;%=~:/-")],
)
def test_something_solid_holds_up_who_is_above_it(under, holds):
    """A steps off a ledge onto the cube over something."""
    fight = on_turn(f".{under}  A-", {"A": {"on": "."}})
    assert ((1, 0, 1) in nearby(fight, "A")) == holds
    if not holds:
        assert why_not(fight, Move("A", path=((1, 0, 1),))) == ("no_footing", "pool.space.stand")


@pytest.mark.rule("pool.space.stand", "pool.prone-dead.free")
@pytest.mark.parametrize(
    ("conditions", "holds"),
    [(["prone"], True), (["dead"], True), (["helpless"], True), (["stunned"], False), ([], False)],
)
def test_the_fallen_hold_up_who_is_above_them(conditions, holds):
    fight = on_turn(".b  A-", {"A": {"on": "."}, "b": {"conditions": conditions}})
    assert ((1, 0, 1) in nearby(fight, "A")) == holds


@pytest.mark.rule("pool.space.stand")
@pytest.mark.parametrize("ground", list(".,;%=/"))
def test_ground_in_the_cube_holds_up_whoever_is_in_it(ground):
    fight = on_turn(f"..  A{ground}", {"A": {"on": "."}})
    assert (1, 0, 1) in nearby(fight, "A")


@pytest.mark.rule("pool.space.stand")
def test_one_cube_of_the_lowest_layer_is_enough():
    fight = on_turn("....  AA--  AA--\n....  AA--  AA--", {"A": {"on": "."}})
    assert one(1, 0, 1, side=2) in steps(fight, "A")
    move(fight, "A", (1, 0, 1), extents=((2, 2, 2),))
    assert one(2, 0, 1, side=2) not in steps(fight, "A")


AROUND = [by for by in product((-1, 0, 1), repeat=3) if by not in ((0, 0, 0), (-1, 0, 0))]
"""Where something solid may be about a cube, the cube that one comes from left out."""


@pytest.mark.rule("pool.space.stand")
@pytest.mark.parametrize("by", AROUND)
def test_one_clings_to_what_is_beside_one_or_beside_what_is_right_under_one(by):
    """A steps off a ledge at (0, 1, 1) to (1, 1, 1), with one solid cube somewhere about that."""
    solid = (1 + by[0], 1 + by[1], 1 + by[2])

    def glyph(x, y, z):
        if (x, y, z) == solid:
            return "#"
        return "A" if (x, y, z) == (0, 1, 1) else "-" if z else ":"

    rows = [["".join(glyph(x, y, z) for x in range(3)) for z in range(3)] for y in range(3)]
    fight = on_turn("\n".join("  ".join(row) for row in rows), {"A": {"on": "."}})
    x, y, z = by
    beside = abs(x) + abs(y) == 1 and z in (0, -1)
    assert ((1, 1, 1) in nearby(fight, "A")) == (beside or by == (0, 0, -1))


@pytest.mark.rule("pool.space.stand")
def test_a_big_body_clings_with_any_of_its_cubes():
    board = """
        ::::::  AA----  AA----  ------
        ::::::  AA----  AA--{}-  ------
    """
    whole = one(2, 0, 1, side=2)
    path = Move("A", path=((1, 0, 1), (2, 0, 1)), extents=((2, 2, 2),) * 2)
    held = plan(on_turn(board.format("#"), {"A": {"on": "."}}), path)
    assert isinstance(held, Plan)
    assert held.path[-1] == whole
    assert why_not(on_turn(board.format("-"), {"A": {"on": "."}}), path)[0] == "no_footing"


@pytest.mark.rule("pool.space.stand")
def test_who_flies_needs_neither():
    fight = on_turn("..  A-", {"A": {"on": ".", "flying": True, "fly": 6}})
    assert (1, 0, 1) in nearby(fight, "A")
    assert not every(move(fight, "A", (1, 0, 1)), ev.Fell)
    assert at(fight, "A") == (1, 0, 1)
