"""Movement and attacks of the metric ruleset: metres spent on the way, reach, being near."""

from __future__ import annotations

import attrs
import pytest
from rules.table import act, at, cost, cost_to, move, no_way, prices, provokes, why_not

from fifth.boards import battle, bow, club, dagger, dice_of, on_turn, straight, struck, turn_of
from fifth.entries import cast
from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.intents import Aid, Dash, EndTurn, Move, Stand, Strike
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.engine import check

FIELD = "\n".join(["A" + "." * 19] + ["." * 20] * 19)
"""Open ground, A in a corner of it."""


def walker(board: str = FIELD, speed: int = 9, **more: object):
    return on_turn(board, {"A": {"speed": speed, **more}}, ruleset="metric")


def diagonal(steps: int):
    return straight((0, 0), (1, 1), steps)


# --- speed and diagonals -------------------------------------------------------------------------


@pytest.mark.rule("metric.speed.segments", "metric.scale.space")
def test_nine_metres_are_nine_spaces():
    fight = walker()
    row = straight((0, 0), (1, 0), 10)
    assert cost(fight, "A", *row[:9]) == 9
    assert why_not(fight, Move("A", path=tuple(row)))[0] == "budget"
    assert prices(move(fight, "A", *row[:9])) == [1] * 9
    assert at(fight, "A") == (9, 0)


@pytest.mark.rule("metric.enter.minimum")
def test_a_second_diagonal_takes_two_metres():
    """After a diagonal and seven straight spaces a metre is left: enough for a straight one."""
    fight = walker()
    way = [(1, 1), *straight((1, 1), (1, 0), 7)]
    assert cost(fight, "A", *way) == 8
    assert why_not(fight, Move("A", path=(*way, (9, 2)))) == ("budget", "metric.speed.segments")
    assert cost(fight, "A", *way, (9, 1)) == 9


@pytest.mark.rule("metric.diag.one-and-half")
def test_seven_diagonals_are_ten_metres():
    """7 x 1.5 = 10.5; the first costs 1, the second 2."""
    fight = walker(speed=10)
    assert cost(fight, "A", *diagonal(7)) == 10
    assert prices(move(fight, "A", *diagonal(7))) == [1, 2, 1, 2, 1, 2, 1]


@pytest.mark.rule("metric.diag.per-move")
def test_six_diagonals_cost_nine_and_a_seventh_is_refused():
    fight = walker()
    assert cost(fight, "A", *diagonal(6)) == 9
    assert why_not(fight, Move("A", path=tuple(diagonal(7))))[0] == "budget"


@pytest.mark.rule("metric.diag.per-move")
def test_the_count_of_diagonals_goes_on_after_an_attack_and_a_dash_but_not_into_the_next_turn():
    fight = on_turn("A....\n..b..\n.....\n.....", {"A": {"speed": 9}, "b": {"hp": 90}},
                    ruleset="metric", dice=[2])  # fmt: skip
    assert prices(move(fight, "A", (1, 1))) == [1]
    struck(fight, "A", "b")
    assert prices(move(fight, "A", (2, 0))) == [2], "the second of this turn"
    dashing = walker()
    assert prices(move(dashing, "A", (1, 1))) == [1]
    act(dashing, Dash("A"))
    assert prices(move(dashing, "A", (2, 2))) == [2]
    twice = on_turn(FIELD.removesuffix(".") + "b", ruleset="metric")
    assert prices(move(twice, "A", (1, 1))) == [1]
    act(twice, EndTurn("A"))
    act(twice, EndTurn("b"))
    assert prices(move(twice, "A", (2, 2))) == [1], "a new turn, a new count"


# --- the ground ----------------------------------------------------------------------------------


@pytest.mark.rule("metric.enter.difficult")
def test_difficult_ground_costs_two_and_is_paid_in_full():
    assert cost(walker("A,..\n...."), "A", (1, 0)) == 2
    last = walker("A........,", speed=9)
    row = straight((0, 0), (1, 0), 9)
    assert cost(last, "A", *row[:8]) == 8
    assert why_not(last, Move("A", path=tuple(row)))[0] == "budget"


@pytest.mark.rule("metric.enter.difficult.diag")
def test_a_difficult_diagonal_costs_three():
    """One: 3. Plain, difficult, plain: 1 + 3 + 2 = 6."""
    assert cost(walker("A...\n.,..\n....\n...."), "A", (1, 1)) == 3
    fight = walker("A...\n....\n..,.\n....")
    assert prices(move(fight, "A", *diagonal(3))) == [1, 3, 2]


@pytest.mark.rule("metric.corner")
@pytest.mark.parametrize("glyph", ["#", "T"])
def test_no_diagonal_past_what_fills_its_space(glyph):
    """Wall at (1, 0): no step to (1, 1), the detour is 2. A creature there bars nobody."""
    fight = walker(f"A{glyph}..\n....")
    assert no_way(fight, "A", (1, 1)) == "metric.corner"
    assert cost_to(fight, "A", (1, 1)) == 2
    assert cost(walker("Ab..\n...."), "A", (1, 1)) == 1


@pytest.mark.rule("metric.squeeze")
def test_a_large_creature_gets_through_where_one_space_is_free():
    fight = walker("AA.####.....\nAA..........\n...####.....", speed=18, size="large")
    found = move(fight, "A", *straight((0, 0), (1, 0), 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1))
    assert prices(found)[-4:] == [2, 2, 2, 2], "twice the cost in the passage"
    assert fight.world["A"].position.squeezed
    assert set(fight.world["A"].body.cells) == {(6, 1)}


@pytest.mark.rule("metric.size.tiny")
def test_a_third_tiny_creature_finds_no_room():
    fight = cast(
        "Ab.\n...", {"A": ("dummy", {"size": "tiny"}), "b": ("dummy", {"size": "tiny"})},
        ruleset="metric", creatures={"b": {"side": "heroes"}},
    )  # fmt: skip
    assert cost(fight, "A", (1, 0)) == 2, "a creature's space is difficult ground"
    third = cast(
        "Ab.\n...",
        {name: ("dummy", {"size": "tiny"}) for name in ("A", "b", "c")},
        ruleset="metric",
        creatures={"b": {"side": "heroes"}, "c": {"side": "heroes", "at": (1, 0)}},
    )
    assert why_not(third, Move("A", path=((1, 0),))) == ("crowded", "metric.size.tiny")
    squares = cast(
        "Ab.\n...",
        {name: ("dummy", {"size": "tiny"}) for name in ("A", "b", "c")},
        ruleset="grid5e",
        creatures={"b": {"side": "heroes"}, "c": {"side": "heroes", "at": (1, 0)}},
    )
    assert cost(squares, "A", (1, 0)) == 2, "four share 5 ft"


@pytest.mark.rule("metric.size.small", "metric.size.medium")
def test_a_small_creature_has_its_space_to_itself():
    fight = cast(
        "Ab.\n...", {"A": ("dummy", {"size": "small"}), "b": ("dummy", {"size": "small"})},
        ruleset="metric", creatures={"b": {"side": "heroes"}},
    )  # fmt: skip
    assert why_not(fight, Move("A", path=((1, 0),)))[0] == "stop_occupied"


@pytest.mark.rule("metric.stand-half")
def test_getting_up_takes_four_and_a_half_metres_of_nine():
    """4.5 m are left: four straight spaces, or three diagonal ones."""
    for way, fits in (
        (straight((0, 0), (1, 0), 4), True),
        (straight((0, 0), (1, 0), 5), False),
        (diagonal(3), True),
        ([(1, 1), *straight((1, 1), (1, 0), 3)], True),
        ([(1, 1), *straight((1, 1), (1, 0), 4)], False),
        ([*diagonal(2), (3, 2), (4, 2)], False),
    ):
        fight = walker(conditions=["prone"])
        act(fight, Stand("A"))
        plan = Move("A", path=tuple(way))
        assert bool(act(fight, plan)) if fits else why_not(fight, plan)[0] == "budget", way


# --- reach and being near ------------------------------------------------------------------------


def leaving(weapon: str, *path: tuple[int, int]) -> list[str]:
    """Who may strike at A on its way out of the reach of somebody with a weapon at (5, 5)."""
    rows = [["."] * 11 for _ in range(11)]
    rows[5][5] = "b"
    rows[path[0][1]][path[0][0]] = "A"
    board = "\n".join(map("".join, rows))
    fight = cast(board, {"b": ("dummy", {"weapons": [weapon]})}, ruleset="metric")
    turn_of(fight, "A")
    return provokes(fight, "A", *path[1:])


@pytest.mark.rule("metric.inherit")
def test_opportunity_attacks_go_by_the_reach_of_the_weapon():
    """Sword at (5, 5): from (3, 5) to (2, 5) one, from (4, 5) to (3, 5) none; dagger: one."""
    assert leaving("longsword", (3, 5), (2, 5)) == ["b"]
    assert leaving("longsword", (4, 5), (3, 5)) == []
    assert leaving("dagger", (4, 5), (3, 5)) == ["b"]
    assert leaving("dagger", (3, 5), (2, 5)) == []
    assert leaving("glaive", (3, 5), (2, 5)) == []


@pytest.mark.rule("metric.inherit")
def test_the_general_rules_are_those_of_the_kin():
    """One pool of speed, dashing, disengaging: the same acts, cited by the same clauses."""
    fight = battle("A", ruleset="metric")
    kin = battle("A", ruleset="grid5e").ruleset
    assert fight.ruleset.intents == kin.intents
    assert set(fight.ruleset.modes) == set(kin.modes)
    assert fight.ruleset.clause("dash") == "grid5e.dash"


def dice(board: str, weapon: str, **b: object) -> dict[str, int]:
    fight = cast(board, {"A": ("dummy", {"weapons": [weapon]})}, ruleset="metric",
                 creatures={"b": b})  # fmt: skip
    turn_of(fight, "A")
    return dice_of(fight, "A", "b")


@pytest.mark.rule("metric.adjacent5")
@pytest.mark.parametrize(("board", "near"), [
    ("A.c......b", True), ("A...\n..c.\n...b", True), ("A...\n....\n..c.\n..b.", False),
    ("A..c.....b", False),
])  # fmt: skip
def test_a_foe_within_two_metres_hinders_shooting(board, near):
    """A foe at (2, 0): disadvantage. At (2, 2), 3 m away, none."""
    found = dice(board, "shortbow")
    assert found == ({"foe at hand": -1} if near else {})


@pytest.mark.rule("metric.adjacent5")
@pytest.mark.parametrize(("board", "number"), [("Ab", 1), ("A.b", 1), ("A..b", -1)])
def test_the_prone_are_easy_prey_within_two_metres(board, number):
    assert dice(board, "glaive", conditions=["prone"]) == {"prone target": number}


@pytest.mark.rule("metric.adjacent5", "metric.inherit")
@pytest.mark.parametrize(("ruleset", "near"), [("metric", 2), ("grid5e", 1)])
def test_help_is_given_against_foes_within_five_feet(ruleset, near):
    for away in (1, 2, 3):
        board = "A" + "." * (away - 1) + "b\n" + "." * away + "C"
        fight = on_turn(board, ruleset=ruleset)
        assert bool(check(fight, Aid("A", "C", "b"))) == (away <= near)


@pytest.mark.rule("metric.adjacent5")
def test_flankers_stand_beside_their_foe():
    """Adjacent is 1 m, even with a sword that reaches 2."""
    assert dice("Ab.\n..C", "longsword") == {}
    assert dice("AbC", "longsword") == {"flanking": 1}
    assert dice("A.bC", "longsword") == {}
    assert dice("Ab.C", "longsword") == {}


@pytest.mark.rule("metric.reach.normal")
def test_a_blow_that_is_out_of_reach():
    fight = cast("A...\n....\n..b.", {"A": ("dummy", {"weapons": ["longsword"]})}, ruleset="metric")
    turn_of(fight, "A")
    assert why_not(fight, Strike("A", "b")) == ("out_of_reach", "metric.reach.normal")
    near = cast("A...\n..b.\n....", {"A": ("dummy", {"weapons": ["longsword"]})}, ruleset="metric",
                dice=[2])  # fmt: skip
    turn_of(near, "A")
    assert [e.target for e in act(near, Strike("A", "b")) if isinstance(e, ev.Struck)] == ["b"]


@pytest.mark.rule("metric.reach.light", "metric.reach.unarmed", "metric.reach.10ft",
                  "metric.reach.15ft")  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "clause"),
    [
        (dagger(), "metric.reach.light"),
        (club(1), "metric.reach.unarmed"),
        (club(3), "metric.reach.10ft"),
        (club(4), "metric.reach.15ft"),
        (club(6), "metric.reach.15ft"),
    ],
)
def test_the_clause_is_the_one_of_the_reach_that_falls_short(weapon, clause):
    arm = attrs.evolve(weapon, increment=0, farthest=0)
    fight = on_turn("A.........b", {"A": {"weapons": (arm,)}}, ruleset="metric")
    assert why_not(fight, Strike("A", "b")) == ("out_of_reach", clause)


@pytest.mark.rule("metric.stand-half")
def test_getting_up_cites_the_rule_of_half_the_metres():
    fight = on_turn("A....b", {"A": {"conditions": ["prone"]}}, ruleset="metric")
    (up,) = [e for e in act(fight, Stand("A")) if isinstance(e, ev.ConditionLost)]
    assert up.clauses == ("metric.stand-half",)


@pytest.mark.rule("grid5e.ranged.close", "metric.adjacent5")
def test_a_long_shot_and_a_foe_at_hand_are_two_rules():
    far = on_turn("A" + "." * 19 + "b", {"A": {"weapons": (bow(),)}}, ruleset="metric")
    near = on_turn("A.b" + "." * 5, {"A": {"weapons": (bow(),)}}, ruleset="metric")
    for fight, name, clause in (
        (far, "long range", "grid5e.ranged.close"),
        (near, "foe at hand", "metric.adjacent5"),
    ):
        frame = Attacking("A", "b", fight.world["A"].offence.weapons[0])
        parts = {m.name: m.clause for m in attack_roll(fight, frame).modifiers}
        assert parts[name] == clause
