"""Ranges, shots into melee, and cover of every kind."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from boards import battle, club, longspear, shortbow, turn_of

from rules.table import odds, why_not
from tacsim.core.intents import Strike
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import threatened
from tacsim.rules.engine import check

BOW = {"weapons": [shortbow()]}
PLAIN = {"weapons": ()}


def row(board: str, a: Any = None, **others: Any) -> Battle:
    barriers = others.pop("barriers", ())
    return turn_of(battle(board, {"A": a or BOW, **others}, barriers=barriers), "A")


def armour_class(fight: Battle) -> int:
    return odds(fight, "A", "b")[1]


# --- range -------------------------------------------------------------------------------------


def apart(squares: int, weapon: Any) -> Battle:
    return row("A" + "." * (squares - 1) + "b", {"weapons": [weapon]})


@pytest.mark.rule("d20.ranged.increment")
@pytest.mark.parametrize(
    ("squares", "penalty"), [(1, 0), (12, 0), (13, -2), (24, -2), (25, -4), (109, -18), (120, -18)]
)
def test_two_worse_for_each_increment_beyond_the_first(squares, penalty):
    """60 ft: at 13 squares -2."""
    assert odds(apart(squares, shortbow()), "A", "b")[0] == penalty


@pytest.mark.rule("d20.ranged.increment")
def test_ten_increments_for_a_bow_and_five_for_a_throw():
    assert check(apart(120, shortbow()), Strike("A", "b"))
    assert why_not(apart(121, shortbow()), Strike("A", "b")) == (
        "out_of_range", "d20.ranged.increment",
    )  # fmt: skip
    thrown = attrs.evolve(club(), increment=2, increments=5)
    assert odds(apart(10, thrown), "A", "b")[0] == -8
    assert why_not(apart(11, thrown), Strike("A", "b"))[1] == "d20.ranged.increment"


@pytest.mark.rule("d20.ranged.increment", "d20.diag.range")
def test_ranges_count_diagonals_like_steps():
    """(8, 8) is 12 away, (9, 9) 13."""
    for n, penalty in ((8, 0), (9, -2)):
        rows = ["A" + "." * n, *["." * (n + 1)] * (n - 1), "." * n + "b"]
        assert odds(row("\n".join(rows)), "A", "b")[0] == penalty


# --- into melee --------------------------------------------------------------------------------

MELEE = """
    ......
    A....b
    .....C
"""


def shot(board: str = MELEE, a: Any = None, **others: Any) -> int:
    return odds(row(board, a, **{"C": {}, **others}), "A", "b")[0]


@pytest.mark.rule("d20.ranged.into-melee")
def test_four_worse_at_a_target_engaged_with_a_friend():
    assert shot() == -4
    assert shot(a={**BOW, "feats": ["precise_shot"]}) == 0


@pytest.mark.rule("d20.ranged.into-melee")
def test_it_is_enough_that_one_of_the_two_threatens_the_other():
    assert shot(C=PLAIN) == -4
    assert shot(b=PLAIN) == -4
    assert shot(b=PLAIN, C=PLAIN) == 0
    assert shot(b=BOW, C=BOW) == 0


@pytest.mark.rule("d20.ranged.into-melee")
def test_not_where_the_friend_is_ten_feet_away():
    far = """
        .......
        A...b.C
        .......
    """
    assert shot(far, C={"weapons": [longspear()]}) == 0
    assert shot(far, b={"reach": 2}) == 0
    assert shot(far.replace("b.C", "bC."), C={"weapons": [longspear()]}) == -4


@pytest.mark.rule("d20.ranged.into-melee")
def test_two_foes_beside_each_other_are_not_engaged():
    assert shot(MELEE.replace("C", "c"), C={"at": (0, 0), "side": "heroes"}) == 0


@pytest.mark.rule("d20.ranged.into-melee")
def test_the_shooter_itself_is_no_friend_that_one_might_hit():
    assert odds(row("....\n.Ab.\n...."), "A", "b")[0] == 0


@pytest.mark.rule("d20.ranged.into-melee")
def test_a_throw_is_a_shot_and_a_thrust_is_not():
    thrown = attrs.evolve(club(), increment=4, increments=5)
    assert shot(a={"weapons": [thrown]}) == -4 - 2
    assert odds(row("....\n.Ab.\n..C.", {"weapons": [thrown]}), "A", "b")[0] == 0


# --- cover -------------------------------------------------------------------------------------


@pytest.mark.rule("d20.cover.ranged", "d20.cover.soft")
@pytest.mark.parametrize("between", "Bc")
def test_a_creature_in_between_covers_from_shots(between):
    """Shooter (0, 0), creature (2, 0), target (4, 0): +4."""
    assert armour_class(row(f"A.{between}.b", **{between: PLAIN})) == 14
    assert armour_class(row(f".....\nA...b\n..{between}..", **{between: PLAIN})) == 10


@pytest.mark.rule("d20.cover.ranged")
@pytest.mark.parametrize("glyph", "#T")
def test_a_wall_covers_when_every_corner_fails(glyph):
    """The wall reaches into every bundle of lines; one square further it leaves a corner free."""
    covered = f"""
        ...{glyph}..
        A....b
    """
    assert armour_class(row(covered)) == 10  # along its border from the lower corners: free
    behind = f"""
        A....{glyph}
        .....b
    """
    assert armour_class(row(behind)) == 14
    free = f"""
        A...{glyph}.
        ......
        ......
        .....b
    """
    assert armour_class(row(free)) == 10


@pytest.mark.rule("d20.cover.ranged")
def test_a_line_along_a_wall_crosses_its_border_along_a_creature_it_does_not():
    """Both rows beside the line are taken."""
    between = """
        ..{0}..
        A...b
        ..{0}..
    """
    assert armour_class(row(between.format("#"))) == 14
    assert armour_class(row(between.format("#").replace("#", ".", 1))) == 10
    fight = row("""
        ..c..
        A...b
        ..d..
    """, c=PLAIN, d=PLAIN)  # fmt: skip
    assert armour_class(fight) == 10


@pytest.mark.rule("d20.cover.melee")
def test_creatures_never_cover_from_those_beside_one():
    assert armour_class(row(".c...\nA....\n.b...", {}, c=PLAIN)) == 10
    assert armour_class(row("Ac..\ndb..", {}, c=PLAIN, d=PLAIN)) == 10


@pytest.mark.rule("d20.cover.melee")
@pytest.mark.parametrize("glyph", "#T^%")
def test_a_wall_at_the_corner_covers_from_a_diagonal_blow(glyph):
    assert armour_class(row(f"A{glyph}\n.b", {})) == 14
    assert armour_class(row(f"Ab\n.{glyph}", {})) == 10


@pytest.mark.rule("d20.cover.melee")
@pytest.mark.parametrize("kind", ["hedge"])
def test_a_low_wall_on_the_edge_covers_from_a_blow(kind):
    assert armour_class(row("Ab", {}, barriers=[((0, 0), (1, 0), kind)])) == 14


@pytest.mark.rule("d20.cover.melee", "d20.cover.soft")
def test_a_reach_attack_over_a_friend():
    spear = {"weapons": [longspear()]}
    assert armour_class(row("ABb", spear, B=PLAIN)) == 14
    assert armour_class(row("A.b", spear)) == 10
    assert armour_class(row("A^b", spear)) == 14


@pytest.mark.rule("d20.cover.big", "d20.cover.melee")
def test_the_best_square_of_a_big_one_counts_on_either_side():
    big = """
        AA#
        AAb
    """
    assert armour_class(row(big, {"reach": 1})) == 10
    assert odds(row(big, {"reach": 1}), "b", "A")[1] == 10 - 1  # its size, and no cover
    small = """
        .A#
        ..b
    """
    assert armour_class(row(small, {})) == 14
    assert odds(row(small, {}), "b", "A")[1] == 14


@pytest.mark.rule("d20.cover.low")
@pytest.mark.parametrize("glyph", "^%")
@pytest.mark.parametrize(
    ("to_wall", "beyond", "covered"),
    [(10, 1, True), (10, 5, True), (10, 6, True), (10, 7, False), (10, 9, False),
     (3, 4, False), (4, 4, True), (5, 4, True), (1, 2, False), (1, 1, True), (6, 6, True),
     (5, 6, False)],
)  # fmt: skip
def test_a_low_wall_covers_near_behind_it(glyph, to_wall, beyond, covered):
    """Squares from the shooter to the wall, and from the wall to the target."""
    line = "A" + "." * (to_wall - 1) + glyph + "." * (beyond - 1) + "b"
    assert armour_class(row(line)) == (14 if covered else 10)


@pytest.mark.rule("d20.cover.low", "d20.cover.ranged")
@pytest.mark.parametrize("name", ["boulder full", "obstacle full"])
@pytest.mark.parametrize(("to_wall", "beyond"), [(10, 1), (10, 7), (3, 4), (1, 2)])
def test_an_obstacle_of_full_height_covers_wherever_it_is(name, to_wall, beyond):
    """As (10, 7) and (3, 4) do not where it is low."""
    fight = row("A" + "." * (to_wall + beyond - 1) + "b")
    (line,) = fight.world.field.rows
    rows = ((*line[:to_wall], name, *line[to_wall + 1 :]),)
    fight.world.field = attrs.evolve(fight.world.field, rows=rows)
    assert armour_class(fight) == 14


@pytest.mark.rule("d20.cover.low", "d20.cover.ranged")
@pytest.mark.parametrize(
    ("line", "between", "covered"),
    [("A.......b", ((7, 0), (8, 0)), True), ("A.......b", ((0, 0), (1, 0)), False),
     ("A..............b", ((6, 0), (7, 0)), False), ("A..............b", ((11, 0), (12, 0)), True)],
)  # fmt: skip
def test_so_does_a_hedge_between_two_squares(line, between, covered):
    fight = row(line, barriers=[(*between, "hedge")])
    assert armour_class(fight) == (14 if covered else 10)


@pytest.mark.rule("d20.cover.low")
@pytest.mark.parametrize(("behind", "covered"), [(1, True), (6, True), (7, False)])
def test_a_hedge_covers_six_squares_behind_it(behind, covered):
    """The seventh square behind it is too far off (the row's example)."""
    line = "A" + "." * (7 + behind - 1) + "b"
    fight = row(line, barriers=[((7, 0), (8, 0), "hedge")])
    assert armour_class(fight) == (14 if covered else 10)


@pytest.mark.rule("d20.cover.total")
@pytest.mark.parametrize("line", ["A..#..b", "A.#...b", "A#....b"])
def test_nothing_passes_a_wall_along_the_edge_of_the_map(line):
    assert why_not(row(line), Strike("A", "b")) == ("total_cover", "d20.cover.total")
    shut = row(line.replace("#", "."), barriers=[((2, 0), (3, 0), "wall")])
    assert why_not(shut, Strike("A", "b")) == ("total_cover", "d20.cover.total")


@pytest.mark.rule("d20.cover.total")
def test_no_attack_without_a_line():
    bow = row(".#.\n.#.\nA#b\n.#.\n.#.")
    assert why_not(bow, Strike("A", "b")) == ("total_cover", "d20.cover.total")
    ogre = row("..#.\nAA#b\nAA#.\n..#.", {})
    assert why_not(ogre, Strike("A", "b")) == ("total_cover", "d20.cover.total")
    walled = row("Ab", {}, barriers=[((0, 0), (1, 0), "wall")])
    assert why_not(walled, Strike("A", "b")) == ("total_cover", "d20.cover.total")
    assert check(row("A.^.b"), Strike("A", "b"))
    both = row("A.#..b", {"weapons": [club(), shortbow()]})  # the club is not what it fails for
    assert why_not(both, Strike("A", "b")) == ("total_cover", "d20.cover.total")


@pytest.mark.rule("d20.cover.total", "d20.threat", "d20.big.reach")
@pytest.mark.parametrize(("wall", "stopped"), [("#", True), (".", False)])
def test_a_blow_lands_in_a_square_that_is_near_enough_and_open(wall, stopped):
    """Of the giant's squares one is 2 off, behind the wall; those in the open are 3 off or more."""
    board = f"A{wall}...\n.{wall}bb.\n..bb.\n....."
    fight = row(board, {"reach": 2, "weapons": [club(2)]})
    answer = why_not(fight, Strike("A", "b")) if stopped else None
    assert bool(check(fight, Strike("A", "b"))) is not stopped
    assert answer in (None, ("total_cover", "d20.cover.total"))
    assert threatened(fight, fight.world["A"]).isdisjoint(fight.world["b"].body.cells) is stopped


@pytest.mark.rule("d20.cover.soft", "d20.tiny.enter")
def test_who_shares_a_square_with_one_of_the_two_covers_neither():
    fight = row("A...b", t={"at": (4, 0), "size": "tiny", **PLAIN})
    assert armour_class(fight) == 10


@pytest.mark.rule("d20.cover.melee", "d20.tiny.attack-own-square")
def test_nothing_stands_between_two_in_the_same_square():
    fight = row("A.###\n..#b#\n..###", {}, t={"at": (3, 1), "size": "tiny", "side": "heroes"})
    assert odds(fight, "t", "b")[1] == 10
    assert odds(fight, "b", "t")[1] == 10 + 2  # its size
