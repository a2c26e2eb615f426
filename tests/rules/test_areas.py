"""Areas: the cells that they cover, on open ground and among walls, and attacks on them."""

from __future__ import annotations

import math
from itertools import product

import attrs
import pytest
from boards import battle, cells_of, club, turn_of

from rules.table import act, caught, drawn, every, only, taking, why_not
from tacsim.core import events as ev
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area, EndTurn, Strike
from tacsim.core.verdicts import Refused
from tacsim.rules.engine import check, submit
from tacsim.rules.forecast import forecast

# --- the rule's own words, counted one by one ---------------------------------------------------

OPEN = "\n".join(["." * 40] * 40)
MIDDLE = (20, 20)


def covered(fight, shape, size, origin, toward=None):
    return set(fight.ruleset.areas.cells(fight, shape, size, origin, toward))


def paces(here, there):
    """Squares from crossing to crossing, walked: every second diagonal counts two."""
    x, y = abs(there[0] - here[0]), abs(there[1] - here[1])
    count, second = 0, False
    while x or y:
        if x and y:
            count, second = count + (2 if second else 1), not second
            x, y = x - 1, y - 1
        else:
            count, x, y = count + 1, max(0, x - 1), max(0, y - 1)
    return count


def furthest(point, cell):
    """How far the far side of a square is."""
    return max(paces(point, (cell[0] + i, cell[1] + j)) for i, j in product((0, 1), repeat=2))


def everywhere():
    return product(range(40), repeat=2)


@pytest.fixture(scope="module")
def plain():
    return battle(OPEN)


@pytest.mark.rule("d20.aoe.origin")
@pytest.mark.parametrize(("size", "count"), [(1, 4), (2, 12), (3, 24), (4, 44), (6, 96)])
@pytest.mark.parametrize("shape", ["burst", "spread"])
def test_a_burst_takes_the_squares_whose_far_side_is_within(plain, shape, size, count):
    """5 ft: 4 squares; 10: 12; 15: 24; 20: 44; 30: 96."""
    found = covered(plain, shape, size, MIDDLE)
    assert len(found) == count
    assert found == {cell for cell in everywhere() if furthest(MIDDLE, cell) <= size}
    assert {(19, 19), (20, 19), (19, 20), (20, 20)} <= found, "about the corner of least x and y"


@pytest.mark.rule("d20.aoe.cone")
@pytest.mark.parametrize("size", [3, 6])
@pytest.mark.parametrize("by", list(product(range(-3, 4), repeat=2)))
def test_a_cone_at_any_angle_is_a_quarter_circle(plain, size, by):
    """From a corner of the square; far corner within, centre within 45 degrees of the axis."""
    if by == (0, 0):
        return
    # the corner furthest in the direction, of two the one with the lesser x and y
    corner = 20 + (by[0] > 0), 20 + (by[1] > 0)
    axis = math.atan2(by[1], by[0])

    def within(cell):
        turn = math.atan2(cell[1] + 0.5 - corner[1], cell[0] + 0.5 - corner[0]) - axis
        off = abs((turn + math.pi) % (2 * math.pi) - math.pi)
        return off <= math.pi / 4 + 1e-9 and furthest(corner, cell) <= size

    toward = 20 + by[0], 20 + by[1]
    found = covered(plain, "cone", size, MIDDLE, toward)
    assert found == {cell for cell in everywhere() if cell != MIDDLE and within(cell)}
    if abs(by[0]) == abs(by[1]):
        assert len(found) == {3: 6, 6: 24}[size], "15 ft: 6 squares; 30 ft: 24"


@pytest.mark.rule("d20.aoe.line")
@pytest.mark.parametrize("by", list(product((-1, 0, 1), repeat=2)))
def test_a_line_in_eight_directions(plain, by):
    if by == (0, 0):
        return
    toward = 20 + by[0], 20 + by[1]
    found = covered(plain, "line", 12, MIDDLE, toward)
    ahead = {(20 + i * by[0], 20 + i * by[1]) for i in range(1, 13)}
    assert found == {cell for cell in ahead if paces(MIDDLE, cell) <= 12}
    assert len(found) == (8 if by[0] and by[1] else 12), "60 ft straight: 12 squares"


@pytest.mark.rule("d20.aoe.line")
@pytest.mark.parametrize("by", [(2, 1), (3, 1), (-3, 2), (1, -3), (-5, -3), (7, 4), (-2, 5)])
def test_a_line_at_any_angle_takes_every_square_that_it_passes(plain, by):
    corner = 20 + (by[0] > 0), 20 + (by[1] > 0)
    passed = set()
    for k in range(1, 40000):
        x, y = corner[0] + by[0] * k / 4001, corner[1] + by[1] * k / 4001
        if abs(x - round(x)) > 1e-6 and abs(y - round(y)) > 1e-6:
            passed.add((math.floor(x), math.floor(y)))
    toward = 20 + by[0], 20 + by[1]
    expected = {cell for cell in passed if paces(MIDDLE, cell) <= 6}
    assert covered(plain, "line", 6, MIDDLE, toward) == expected


# --- among walls --------------------------------------------------------------------------------


def walled(*rows, barriers=()):
    """A battle on a board of which A is the maker, and the cells that carry an x."""
    board = "\n".join(row.replace("x", ".") for row in rows)
    return battle(board, barriers=barriers), drawn(*rows)


@pytest.mark.rule("d20.aoe.spread")
def test_a_spread_turns_a_corner_where_a_burst_does_not():
    """Through the gap the burst goes straight on; the spread turns behind the wall.

    From (5, 4) to (8, 1) it is a diagonal, a straight step to the wall's corner at (7, 3), another
    diagonal and a straight step: 3 + 2 + 3 + 2 halves of a square, which are 5.
    """
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
    straight = covered(fight, "burst", 5, (5, 4))
    around = covered(fight, "spread", 5, (5, 4))
    assert straight < around
    assert around - straight == {(7, 1), (7, 6)}
    assert (7, 1) not in covered(fight, "spread", 4, (5, 4))
    assert furthest((5, 4), (7, 1)) == 4, "close enough, were it not for the wall"


@pytest.mark.rule("d20.aoe.spread")
def test_a_spread_pays_for_its_way_and_cuts_no_corner():
    """To (2, 2) three diagonals are 4 squares; past the corner of the wall it is 5."""
    fight, _ = walled(".#...", ".....", ".....", ".....", "A....")
    assert (2, 2) not in covered(fight, "spread", 4, (0, 0))
    assert (2, 2) in covered(fight, "spread", 5, (0, 0))
    assert (2, 2) in covered(battle("\n".join(["....."] * 5)), "spread", 4, (0, 0))


ACROSS = "....#....\n....#....\n....#...."


@pytest.mark.rule("d20.aoe.spread", "d20.aoe.origin", "d20.cover.total")
@pytest.mark.parametrize("shape", ["burst", "spread"])
@pytest.mark.parametrize("origin", [(3, 0), (3, 1), (4, 0), (4, 3)])
def test_nothing_comes_round_a_wall_along_the_rim_of_the_map(shape, origin):
    """The wall goes from rim to rim, and there is nothing beyond."""
    found = covered(battle(ACROSS), shape, 9, origin)
    assert found == {(x, y) for x in range(4) for y in range(3)}


@pytest.mark.rule("d20.aoe.cone", "d20.cover.total")
def test_a_cone_stops_at_walls():
    fight, cells = walled(
        ".......",
        ".......",
        "..x....",
        ".x#....",
        "Axxx...",
        "..x....",
        ".......",
    )
    open_ = covered(battle("\n".join(["......."] * 7)), "cone", 3, (0, 4), (5, 4))
    assert covered(fight, "cone", 3, (0, 4), (5, 4)) == cells
    assert open_ - cells == {(2, 3), (3, 3)}, "the wall, and what is behind it"
    behind, _ = walled(".......", ".......", "A#.....", ".......", ".......")
    assert (2, 2) not in covered(behind, "cone", 3, (0, 2), (5, 2))


@pytest.mark.rule("d20.aoe.line", "d20.cover.total")
def test_a_line_ends_at_a_wall_and_runs_through_a_corridor():
    fight, cells = walled("#######", "Axxxx#.", "#######")
    assert covered(fight, "line", 6, (0, 1), (6, 1)) == cells
    slanted = battle("A....\n.....\n..#..\n.....\n.....")
    assert covered(slanted, "line", 6, (0, 0), (4, 4)) == {(1, 1)}
    open_ = battle("A......\n.......\n.......")
    assert covered(open_, "line", 4, (0, 0), (2, 1)) == {(1, 1), (2, 1), (3, 2)}
    shut = battle("A......\n..#....\n.......")
    assert covered(shut, "line", 4, (0, 0), (2, 1)) == {(1, 1)}, "it does not begin again behind"


@pytest.mark.rule("d20.aoe.line", "d20.aoe.cone", "d20.cover.total")
@pytest.mark.parametrize("shape", ["line", "cone"])
def test_nothing_is_aimed_through_a_closed_door(shape):
    doors = [((0, y), (1, y), "door") for y in range(5)]
    fight, _ = walled(*["....."] * 2, "A....", *["....."] * 2, barriers=doors)
    assert not covered(fight, shape, 3, (0, 2), (4, 2)) & set(product(range(1, 5), range(5)))
    away = battle("\n".join(["....."] * 2 + ["A...."] + ["....."] * 2))
    assert covered(away, shape, 3, (0, 2), (4, 2))


@pytest.mark.rule("d20.aoe.origin", "d20.cover.total")
def test_a_burst_at_a_thin_wall_stays_on_its_maker_s_side():
    wall = [((2, y), (3, y), "wall") for y in range(6)]
    fight, _ = walled(*["......"] * 2, "A.....", *["......"] * 3, barriers=wall)
    for shape in ("burst", "spread"):
        found = cells_of(fight, fight.world["A"], shape, 2, (3, 3))
        assert found
        assert all(x < 3 for x, _ in found)
        assert not cells_of(fight, fight.world["A"], shape, 2, (5, 3)), "no line to there"


def test_a_big_maker_leaves_itself_out():
    fight = battle("......\nAA....\nAA....\n......")
    maker = fight.world["A"]
    assert fight.ruleset.topology.nearest(maker.body, (5, 2)) == (1, 2)
    assert set(cells_of(fight, maker, "line", 4, (0, 1), (5, 1))) == {(2, 1), (3, 1), (4, 1)}
    assert not cells_of(fight, maker, "cone", 9, (1, 1), (5, 1)) & set(maker.body.cells)


# --- attacks ------------------------------------------------------------------------------------

BREATH = AreaAttack("fire breath", "cone", 3, "6d6", "ref", 14, half=True, recharge="1d4")
BOLT = AreaAttack("bolt", "line", 12, "2d8", "ref", 15)
BLAST = AreaAttack("blast", "burst", 2, "3d6", "ref", 13, half=True, range=8)
FOG = AreaAttack("fog", "spread", 4, "1d6", "fort", 12, range=8)
SIXES = [3, 3, 3, 4, 4, 4]  # 21 in all
EAST = Area("A", "cone", 3, (0, 2), (5, 2))
YARD = "......\n......\nA.b...\n..c...\n......"
"""Both stand in the 15-ft cone east from the corner (1, 2)."""


def dragon(board=YARD, dice=(), areas=(BREATH,), hp=40, **more):
    options = {"A": {"areas": areas, "weapons": [club()]}}
    options |= {letter: {"hp": hp} for letter in "bcde" if letter in board}
    for letter, changes in more.items():
        options[letter] = {**options.get(letter, {}), **changes}
    return turn_of(battle(board, options, dice=list(dice)), "A")


@pytest.mark.rule("d20.aoe.cone")
def test_one_throw_of_damage_and_a_save_for_each():
    """21 points: who saves takes 10, who does not takes all of it."""
    fight = dragon(dice=[*SIXES, 14, 13, 2])
    events = act(fight, EAST)
    made = only(events, ev.AreaMade)
    assert (made.actor, made.shape, made.targets) == ("A", "cone", ("b", "c"))
    assert made.cells == tuple(sorted(cells_of(fight, fight.world["A"], "cone", 3, (0, 2), (5, 2))))
    assert made.clauses == ("d20.aoe.cone",)
    tests = [(t.actor, t.what, t.total, t.against, t.passed) for t in every(events, ev.Tested)]
    assert tests == [("b", "reflex", 14, 14, True), ("c", "reflex", 13, 14, False)]
    assert [(d.target, d.amount) for d in every(events, ev.Damaged)] == [("b", 10), ("c", 21)]
    assert fight.world["A"].resources["standard"] == 0
    assert not check(fight, Strike("A", "b")), "the action is gone"


@pytest.mark.rule("d20.aoe.cone")
def test_friends_are_caught_as_well_but_never_the_maker():
    fight = dragon("......\n......\nA.b...\n..C...\n......", [*SIXES, 2, 2, 1], C={"hp": 40})
    assert only(act(fight, EAST), ev.AreaMade).targets == ("C", "b")
    middle = dragon("....\n.A..\n....", [3, 3, 3], areas=(attrs.evolve(BLAST, range=0),))
    assert only(act(middle, Area("A", "burst", 2, (1, 1))), ev.AreaMade).targets == ()


@pytest.mark.rule("d20.aoe.cone")
def test_any_cell_of_a_big_body_is_enough():
    board = "......\n......\nA..bb.\n...bb.\n......\n"
    fight = dragon(board, [*SIXES, 2, 1])
    assert only(act(fight, EAST), ev.AreaMade).targets == ("b",)


@pytest.mark.rule("d20.aoe.line")
def test_a_save_may_spare_everything():
    fight = dragon("A..b..c.", [4, 5, 15, 14], areas=(BOLT,))
    events = act(fight, Area("A", "line", 12, (0, 0), (1, 0)))
    assert [(d.target, d.amount) for d in every(events, ev.Damaged)] == [("c", 9)]


@pytest.mark.rule("d20.aoe.cone")
def test_a_natural_1_fails_and_a_natural_20_saves():
    fight = dragon(dice=[*SIXES, 1, 20, 1], b={"saves": {"ref": 30}}, c={"saves": {"ref": -30}})
    assert [t.passed for t in every(act(fight, EAST), ev.Tested)] == [False, True]


@pytest.mark.rule("d20.hp")
def test_whoever_is_felled_goes_down_and_the_battle_is_over_once_all_are():
    fight = dragon(dice=[*SIXES, 2, 2, 1], b={"hp": 21}, c={"hp": 5})
    events = act(fight, EAST)
    assert [e.target for e in every(events, ev.Downed)] == ["b", "c"]
    assert fight.world["c"].has("dead")
    assert not fight.world["b"].has("dead")
    assert only(events, ev.BattleEnded).winner == "heroes"


@pytest.mark.rule("d20.helpless")
def test_the_helpless_cannot_dodge():
    """Dexterity 0 is -5: with 14 before, a bonus of +4 turns into -3."""
    helpless = {"conditions": ["helpless"], "saves": {"ref": 4}, "abilities": {"dexterity": 14}}
    fight = dragon(dice=[*SIXES, 10, 10, 1], c=helpless)
    assert [t.total for t in every(act(fight, EAST), ev.Tested)] == [10, 7]


@pytest.mark.rule("d20.cover.soft", "d20.cover.ranged")
def test_hard_cover_helps_against_a_burst_and_creatures_do_not():
    """Of the lines from (3, 1) to the corners of c one crosses the pillar: 2 for it.

    That b stands in between is worth nothing to d.
    """
    board = "........\n........\nA..b#c..\n........\n...d...."
    blast = attrs.evolve(BLAST, size=4)
    fight = dragon(board, [1, 1, 1, 10, 10, 10], areas=(blast,))
    tests = every(act(fight, Area("A", "burst", 4, (3, 1))), ev.Tested)
    assert [(t.actor, t.total) for t in tests] == [("b", 10), ("c", 12), ("d", 10)]
    assert [m.name for m in tests[1].modifiers] == ["cover"]
    spread = dragon(board, [1, 10, 10, 10], areas=(attrs.evolve(FOG, save="ref"),))
    tests = every(act(spread, Area("A", "spread", 4, (3, 1))), ev.Tested)
    assert len(tests) == 3
    assert {t.total for t in tests} == {10}, "a spread goes round the cover"


@pytest.mark.rule("d20.aoe.spread", "d20.cover.total")
def test_behind_a_corner_only_the_spread_arrives():
    board = "......#..\n......#b.\n......#..\n.........\nA........\n......#.."
    blast, fog = attrs.evolve(BLAST, size=5), attrs.evolve(FOG, size=5)
    fight = dragon(board, areas=(blast,))
    assert only(act(fight, Area("A", "burst", 5, (5, 4))), ev.AreaMade).targets == ()
    fight = dragon(board, [3, 2], areas=(fog,))
    events = act(fight, Area("A", "spread", 5, (5, 4)))
    assert only(events, ev.AreaMade).targets == ("b",)
    assert only(events, ev.Tested).what == "fortitude"


@pytest.mark.rule("d20.aoe.origin")
def test_a_burst_starts_within_range_and_in_a_line_of_effect():
    wall = "A.......b....\n.............\n.............\n########.....\n.............\n"
    fight = dragon(wall, areas=(attrs.evolve(BLAST, range=6),))
    assert check(fight, Area("A", "burst", 2, (7, 0))), "6 squares from the corner (1, 0)"
    assert why_not(fight, Area("A", "burst", 2, (8, 0))) == ("out_of_range", "d20.aoe.origin")
    assert why_not(fight, Area("A", "burst", 2, (4, 5))) == ("total_cover", "d20.cover.total")
    assert why_not(fight, Area("A", "burst", 2, (20, 0))) == ("off_map", "d20.aoe.origin")
    own = dragon("...\n.A.\n..b", areas=(attrs.evolve(BLAST, range=0),))
    assert check(own, Area("A", "burst", 2, (2, 1)))
    assert not check(own, Area("A", "burst", 2, (3, 1)))


@pytest.mark.rule("d20.aoe.cone", "d20.aoe.line")
def test_only_what_it_has_from_its_own_space_at_something():
    fight = dragon()
    assert why_not(fight, Area("A", "cone", 4, (0, 2), (5, 2))) == ("no_area", "d20.aoe.cone")
    assert why_not(fight, Area("A", "line", 3, (0, 2), (5, 2))) == ("no_area", "d20.aoe.line")
    assert why_not(fight, Area("A", "cube", 3, (0, 2), (5, 2)))[0] == "no_area"
    assert why_not(fight, Area("A", "cone", 3, (0, 2), (5, 2), "frost"))[0] == "no_area"
    assert check(fight, Area("A", "cone", 3, (0, 2), (5, 2), "fire breath"))
    assert why_not(fight, Area("A", "cone", 3, (1, 2), (5, 2)))[0] == "not_its_space"
    assert why_not(fight, Area("A", "cone", 3, (0, 2)))[0] == "no_aim"
    assert why_not(fight, Area("A", "cone", 3, (0, 2), (0, 2)))[0] == "no_aim"
    assert why_not(fight, Area("A", "cone", 3, (0, 2, 0), (5, 2)))[0] == "off_map"


def test_the_breath_comes_back_after_as_many_rounds():
    """Thrown 2: not in the next turn, but in the one after it."""
    fight = dragon(dice=[*SIXES, 20, 20, 2, *SIXES, 20, 20, 1], areas=(BREATH, BOLT))
    act(fight, EAST)
    assert fight.world["A"].resources["recharge"] == 2

    def round_():
        for name in ("A", "b", "c"):
            act(fight, EndTurn(name))

    round_()
    assert why_not(fight, EAST) == ("recharging", "d20.aoe.cone")
    assert check(fight, Area("A", "line", 12, (0, 2), (5, 2))), "what needs no rest is not kept"
    round_()
    assert check(fight, EAST)
    act(fight, EAST)
    round_()
    assert check(fight, EAST), "thrown 1: in the next turn"


def test_a_breath_with_one_use_is_breathed_once_a_battle():
    once = attrs.evolve(BREATH, recharge="", uses=1)
    fight = dragon(dice=[*SIXES, 20, 20], areas=(once, BOLT))
    act(fight, EAST)
    for name in ("A", "b", "c"):
        act(fight, EndTurn(name))
    assert why_not(fight, EAST) == ("used_up", "d20.aoe.cone")
    assert check(fight, Area("A", "line", 12, (0, 2), (5, 2))), "what has no uses is there"


@pytest.mark.rule("d20.actions.provoke.yes", "d20.aoo.interrupt")
def test_breathing_provokes_nobody_unless_it_says_so():
    board = "......\n......\nAb....\n......\n......"
    fight = dragon(board, [*SIXES, 2, 1])
    assert not every(act(fight, EAST), ev.Provoked)
    careful = attrs.evolve(BREATH, provokes=True)
    fight = dragon(board, [19, 6, *SIXES, 2, 1], areas=(careful,), A={"hp": 10})
    events = taking(fight, act(fight, EAST))
    assert only(events, ev.Provoked).cause == "act"
    assert only(events, ev.AreaMade).targets == ("b",)
    fight = dragon(board, [19, 6], areas=(careful,), A={"hp": 6})
    events = taking(fight, act(fight, EAST))
    assert not every(events, ev.AreaMade), "struck down before it could"


def test_what_to_expect_is_what_the_rule_says():
    """DC 14 against +3: 11 and more saves, half of the time; 21 or half of it on the mean."""
    fight = dragon(b={"saves": {"ref": 3}}, c={"saves": {"ref": 40}})
    found = caught(fight, EAST)
    assert [(name, chance) for name, chance, _ in found] == [("b", 0.5), ("c", 0.95)]
    # of 6d6 as many totals are odd as even, so half of it loses a quarter of a point
    assert found[0].damage == pytest.approx(0.5 * 21 + 0.5 * 10.25)
    assert found[1].damage == pytest.approx(0.05 * 21 + 0.95 * 10.25)
    nowhere = Area("A", "cone", 3, (3, 3), (5, 2))
    assert isinstance(forecast(fight, nowhere), Refused)
    assert fight.ruleset.areas.expected(fight, fight.world["A"], nowhere) == ()


def test_a_refusal_leaves_everything_as_it_was():
    fight = dragon()
    (refused,) = submit(fight, Area("A", "cone", 9, (0, 2), (5, 2)))
    assert isinstance(refused, ev.IntentRefused)
    assert fight.world["A"].resources["standard"] == 1


def test_what_to_expect_of_the_unseen_is_not_told():
    wall = "......\n....#b\nA.c...\n......\n......"
    breath = attrs.evolve(BREATH, shape="spread", size=8, range=8)
    fight = dragon(wall, areas=(breath,))
    intent = Area("A", "spread", 8, (1, 2))
    found = caught(fight, intent)
    assert [one.creature for one in found] == ["b", "c"]
    fight.fog = True
    found = caught(fight, intent)
    assert [one.creature for one in found] == ["c"]
