"""Bull rushes: pushing a foe straight back, and going with it."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, longspear, turn_of

from rules.table import act, at, cells_of, declining, every, move, only, provoked, why_not
from tacsim.core import events as ev
from tacsim.core.intents import BullRush, Decline, EndTurn, Move, Strike, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit

UNARMED = {"weapons": ()}
LANE = "....Ab........"


def lane(board: str, dice: list[int], **creatures: Any) -> Battle:
    return turn_of(battle(board, {"b": UNARMED, **creatures}, dice=dice), "A")


def rush(fight: Battle, *, follow: bool = True) -> list[ev.Event]:
    """Push b, everybody who may strike declining."""
    return declining(fight, act(fight, BullRush("A", "b", follow)))


def pushes(events: list[ev.Event]) -> list[tuple[int, int]]:
    return [event.dst for event in every(events, ev.Pushed)]


# --- the contest -------------------------------------------------------------------------------


@pytest.mark.rule("d20.bull-rush")
@pytest.mark.parametrize(
    ("mine", "theirs", "squares"),
    [(15, 3, 3), (11, 10, 1), (14, 10, 1), (15, 10, 2), (19, 10, 2), (20, 10, 3), (20, 1, 4)],
)  # fmt: skip
def test_one_square_and_one_for_every_five_points(mine, theirs, squares):
    """Win by 12: up to 3 squares."""
    fight = lane(LANE, [mine, theirs])
    events = rush(fight)
    told = only(events, ev.Contested)
    assert (told.what, told.total, told.against, told.won) == ("bull_rush", mine, theirs, True)
    assert at(fight, "b") == (5 + squares, 0)
    assert at(fight, "A") == (4 + squares, 0)
    assert len(pushes(events)) == squares


@pytest.mark.rule("d20.bull-rush")
def test_whoever_does_not_follow_pushes_one_square_and_comes_into_the_space_left():
    fight = lane(LANE, [20, 1])
    rush(fight, follow=False)
    assert (at(fight, "A"), at(fight, "b")) == ((5, 0), (6, 0))


@pytest.mark.rule("d20.bull-rush")
def test_whoever_loses_is_back_where_it_was():
    fight = lane(LANE, [3, 15])
    events = rush(fight)
    assert (at(fight, "A"), at(fight, "b")) == ((4, 0), (5, 0))
    assert not only(events, ev.Contested).won
    assert not every(events, ev.Stepped)
    assert check(fight, Move("A", to=(0, 0))), "it has covered no distance"


@pytest.mark.rule("d20.bull-rush", "d20.actions.turn")
def test_it_is_a_standard_action():
    fight = lane(LANE, [3, 15])
    rush(fight)
    assert fight.world["A"].resources["standard"] == 0
    assert why_not(fight, BullRush("A", "b"))[0] == "no_standard"
    assert not check(fight, Strike("A", "b"))
    assert fight.world["A"].resources["move"] == 1


@pytest.mark.rule("d20.bull-rush")
@pytest.mark.parametrize(
    ("board", "edge"),
    [("AAb...\nAA....", 4), ("Abb...\n.bb...", -4), ("AAbb....\nAAbb....", 0),
     ("AAAb...\nAAA....\nAAA....", 8)],
)  # fmt: skip
def test_each_size_category_counts_four(board, edge):
    """As in an overrun: Large against Medium +4. The dice differ by 10."""
    fight = lane(board, [15, 5])
    told = only(rush(fight), ev.Contested)
    assert told.total - told.against == 10 + edge


@pytest.mark.rule("d20.bull-rush")
def test_strength_against_strength_and_a_firm_stand():
    """Dexterity does not keep one where one is; more than two legs do."""
    fight = lane(
        LANE, [10, 10], A={"abilities": {"strength": 16}},
        b={"abilities": {"strength": 12, "dexterity": 20}, "stable": True, "weapons": ()},
    )  # fmt: skip
    told = only(rush(fight), ev.Contested)
    assert (told.total, told.against) == (13, 15)


@pytest.mark.rule("d20.bull-rush")
def test_improved_bull_rush_adds_four_and_is_not_struck_by_its_target():
    trained = {"feats": ["improved_bull_rush"]}
    fight = lane("...\nAb.\nc..", [10, 10], A=trained, b={})
    events = act(fight, BullRush("A", "b"))
    assert provoked(events) == ["c"]
    told = only(declining(fight, events), ev.Contested)
    assert (told.total, told.against) == (14, 10)


@pytest.mark.rule("d20.bull-rush")
def test_at_most_one_size_larger():
    assert check(lane("Abb..\n.bb..", []), BullRush("A", "b"))
    fight = lane("Abbb.\n.bbb.\n.bbb.", [])
    assert why_not(fight, BullRush("A", "b")) == ("too_big", "d20.bull-rush")


@pytest.mark.rule("d20.bull-rush")
def test_only_from_next_to_it():
    fight = lane("A.b..", [], A={"weapons": [longspear()]})
    assert why_not(fight, BullRush("A", "b")) == ("not_adjacent", "d20.bull-rush")


@pytest.mark.rule("d20.bull-rush", "d20.corner.wall")
def test_not_past_a_corner_or_through_a_barrier():
    fight = lane("A#.\n.b.\n...", [])
    assert why_not(fight, BullRush("A", "b")) == ("corner", "d20.corner.wall")
    barred = turn_of(battle("Ab..", {"b": UNARMED}, barriers=[((0, 0), (1, 0), "door")]), "A")
    assert why_not(barred, BullRush("A", "b"))[0] == "barrier"


@pytest.mark.rule("d20.bull-rush")
@pytest.mark.parametrize(
    ("a", "b", "why"),
    [({"conditions": ["prone"]}, {}, "prone"), ({"speed": 0}, {}, "too_slow"),
     ({"conditions": ["wedged"]}, {}, "hindered"), ({}, {"conditions": ["dead"]}, "dead"),
     ({}, {"side": "heroes"}, "friendly")],
)  # fmt: skip
def test_who_cannot_push_or_be_pushed(a, b, why):
    fight = lane("Ab.c", [], A=a, b=b)
    assert why_not(fight, BullRush("A", "b"))[0] == why


@pytest.mark.rule("d20.bull-rush")
def test_the_helpless_are_pushed_too():
    """Nothing spares them: strength against strength, as with anybody else."""
    fight = lane("Ab....c", [12, 7], b={"conditions": ["helpless"]}, c=UNARMED)
    told = only(rush(fight), ev.Contested)
    assert (told.total, told.against, told.won) == (12, 7, True)
    assert (at(fight, "A"), at(fight, "b")) == ((2, 0), (3, 0))
    assert fight.world["b"].has("helpless")


@pytest.mark.rule("d20.bull-rush", "d20.actions.turn")
def test_its_way_is_part_of_the_standard_action():
    """The move action is left for a walk of six squares."""
    fight = lane(".." + LANE, [11, 10])
    rush(fight)
    assert at(fight, "A") == (7, 0)
    assert check(fight, Move("A", to=(1, 0)))
    assert not check(fight, Move("A", to=(0, 0)))


@pytest.mark.rule("d20.bull-rush", "d20.step.5ft")
def test_not_after_a_five_foot_step_nor_the_other_way_round():
    fight = lane("A.b...", [])
    move(fight, "A", (1, 0), mode="five_foot_step")
    assert why_not(fight, BullRush("A", "b")) == ("step_taken", "d20.step.5ft")
    pushed = lane(LANE, [11, 10])
    rush(pushed)
    assert why_not(pushed, Move("A", to=(4, 0), mode="five_foot_step"))[1] == "d20.step.5ft"


# --- movement ----------------------------------------------------------------------------------


@pytest.mark.rule("d20.bull-rush")
@pytest.mark.parametrize(("walked", "squares"), [(0, 4), (2, 4), (3, 3), (4, 2), (5, 1), (6, 1)])
def test_following_goes_no_farther_than_the_movement_of_the_turn(walked, squares):
    """Speed 6, won by 19, so 4 squares at most; the first belongs to the rush itself."""
    board = "." * (6 - walked) + "A" + "." * walked + "b" + "......"
    fight = lane(board, [20, 1])
    if walked:
        move(fight, "A", *((6 - walked + i, 0) for i in range(1, walked + 1)))
    rush(fight)
    assert at(fight, "b") == (7 + squares, 0)
    assert at(fight, "A") == (6 + squares, 0)
    assert fight.world["A"].resources["halves"] == 2 * (walked + squares)


@pytest.mark.rule("d20.bull-rush", "d20.diag.alternate")
def test_a_push_along_the_diagonal_is_straight_back_too():
    """Three diagonals cost 4 of a speed of 3 + 1; with a speed of 3 there are two of them."""
    board = "A....\n.b...\n.....\n.....\n....."
    fight = lane(board, [15, 3], A={"speed": 4})
    events = rush(fight)
    assert (at(fight, "A"), at(fight, "b")) == ((3, 3), (4, 4))
    assert [step.cost for step in every(events, ev.Stepped)] == [1, 2, 1]
    slow = lane(board, [15, 3], A={"speed": 3})
    rush(slow)
    assert (at(slow, "A"), at(slow, "b")) == ((2, 2), (3, 3))


@pytest.mark.rule("d20.bull-rush")
@pytest.mark.parametrize(
    ("board", "b_at", "a_at"),
    [("Ab.#..", (2, 0), (1, 0)), ("Ab.c..", (2, 0), (1, 0)), ("Ab.", (2, 0), (1, 0)),
     ("Ab.C..", (2, 0), (1, 0)), ("Ab.~..", (2, 0), (1, 0)), ("Ab#...", (1, 0), (0, 0)),
     ("Abc...", (1, 0), (0, 0)), ("Ab", (1, 0), (0, 0)), ("Ab.=..", (2, 0), (1, 0))],
)  # fmt: skip
def test_it_ends_before_what_the_pushed_one_may_not_be_in(board, b_at, a_at):
    """A wall, another creature, the edge of the map, deep water, a gap to squeeze into."""
    fight = lane(board, [20, 1], **({"c": UNARMED} if "c" in board else {}))
    rush(fight)
    assert (at(fight, "b"), at(fight, "A")) == (b_at, a_at)


@pytest.mark.rule("d20.bull-rush")
def test_a_barrier_stops_it_and_so_does_a_corner():
    fight = battle("Ab....", {"b": UNARMED}, dice=[20, 1], barriers=[((2, 0), (3, 0), "door")])
    rush(turn_of(fight, "A"))
    assert at(fight, "b") == (2, 0)
    corner = lane("A....\n.b...\n...#.\n.....", [20, 1])
    rush(corner)
    assert at(corner, "b") == (2, 2)


@pytest.mark.rule("d20.bull-rush", "d20.terrain.difficult")
def test_difficult_ground_uses_up_the_movement_of_whoever_follows():
    """Of speed 4 the first step costs 1, the second 2; the third would make it 5."""
    fight = lane("Ab,,,,,", [20, 1], A={"speed": 4})
    rush(fight)
    assert at(fight, "A") == (2, 0)
    assert fight.world["A"].resources["halves"] == 6


@pytest.mark.rule("d20.bull-rush")
def test_big_ones_push_and_are_pushed_by_a_square_at_a_time():
    fight = lane("AAb.....\nAA......", [10, 8])
    rush(fight)
    assert cells_of(fight, "A") == {(2, 0), (3, 0), (2, 1), (3, 1)}
    assert at(fight, "b") == (4, 0), "won by 6: two squares"
    big = lane(".bb...\nAbb...", [20, 15])
    rush(big)
    assert cells_of(big, "b") == {(2, 0), (3, 0), (2, 1), (3, 1)}
    assert at(big, "A") == (1, 1)


@pytest.mark.rule("d20.bull-rush")
def test_one_too_big_for_the_space_left_stays_outside():
    fight = lane("AA####\nAAb...\n..####", [20, 1])
    rush(fight)
    assert at(fight, "b") == (3, 1)
    assert at(fight, "A") == (0, 0)


# --- opportunities -----------------------------------------------------------------------------


@pytest.mark.rule("d20.bull-rush", "d20.aoo.move")
def test_everybody_who_threatens_the_pusher_may_strike_first():
    fight = lane("c....\n.Ab..\n....d", [11, 10], b={})
    events = act(fight, BullRush("A", "b"))
    assert provoked(events) == ["b", "c"]
    assert not every(events, ev.Contested)
    events = declining(fight, events)
    assert at(fight, "b") == (3, 1)
    assert provoked(events) == ["b", "c"], "A leaves what d does not threaten"


@pytest.mark.rule("d20.bull-rush")
def test_the_opportunity_of_its_movement_is_one():
    """Whoever had it for a step of this turn has no other for the rush."""
    fight = lane("c.....\nA.b...", [11, 10], c={}, b=UNARMED)
    events = declining(fight, move(fight, "A", (1, 1)))
    assert provoked(events) == ["c"]
    assert provoked(rush(fight)) == []


@pytest.mark.rule("d20.bull-rush")
def test_a_pusher_dropped_by_the_first_blow_lies_where_it_was():
    fight = lane("....C\n.Ab..", [19, 6], A={"hp": 3}, b={})
    act(fight, BullRush("A", "b"))
    events = submit(fight, Take("b"))
    assert not every(events, ev.Contested)
    assert fight.world["A"].has("helpless")
    assert at(fight, "A") == (1, 1)


@pytest.mark.rule("d20.bull-rush")
def test_the_pushed_one_provokes_others_but_not_the_pusher():
    fight = lane(".C....\nAb....\n......", [11, 10], b=UNARMED)
    events = act(fight, BullRush("A", "b"))
    assert (fight.decision.actor, fight.decision.against) == ("C", "b")
    assert at(fight, "b") == (1, 1), "asked before the step"
    given = only(events, ev.Provoked)
    assert (given.actor, given.by, given.cell) == ("b", "C", (1, 1))
    submit(fight, Decline("C"))
    assert at(fight, "b") == (2, 1)


@pytest.mark.rule("d20.bull-rush")
def test_its_way_gives_each_of_them_one_opportunity():
    """C threatens three squares of the way, D comes into it later."""
    fight = lane("..C..D...\n.Ab......", [20, 4])
    events = rush(fight)
    assert [(e.actor, e.by) for e in every(events, ev.Provoked)] == [("b", "C"), ("b", "D")]
    assert at(fight, "b") == (6, 1)


@pytest.mark.rule("d20.bull-rush")
def test_a_pushed_one_dropped_on_the_way_ends_the_push():
    fight = lane("..C...\n.Ab...", [20, 1, 19, 6], b={"hp": 2, "weapons": ()}, d={"at": (5, 0)})
    act(fight, BullRush("A", "b"))
    submit(fight, Take("C"))
    assert fight.world["b"].has("helpless")
    assert (at(fight, "A"), at(fight, "b")) == ((1, 1), (2, 1))
    assert fight.decision.actor == "A"


@pytest.mark.rule("d20.bull-rush")
def test_a_pusher_dropped_while_it_moves_along_ends_the_push():
    far = {"weapons": [longspear()]}
    fight = lane(".....c..\nCAb.....", [20, 1, 19, 8], A={"hp": 3}, c=far)
    act(fight, BullRush("A", "b"))
    submit(fight, Take("c"))
    assert fight.world["A"].has("helpless")
    assert (at(fight, "A"), at(fight, "b")) == ((3, 1), (5, 1))


@pytest.mark.rule("d20.bull-rush")
def test_the_pusher_moving_along_provokes_those_it_has_not_provoked_yet():
    """c threatens (3, 1), which A leaves on its third step; b has had its opportunity."""
    fight = lane(".....c..\n.Ab.....", [15, 5], b={}, c={"weapons": [longspear()]})
    events = act(fight, BullRush("A", "b"))
    assert provoked(events) == ["b"]
    submit(fight, Decline("b"))
    assert (fight.decision.actor, fight.decision.against) == ("c", "A")
    assert (at(fight, "A"), at(fight, "b")) == ((3, 1), (5, 1))
    submit(fight, Decline("c"))
    assert (at(fight, "A"), at(fight, "b")) == ((4, 1), (5, 1))


# --- charges -----------------------------------------------------------------------------------


def charged(dice: list[int], board: str = "A....b......", **more: Any) -> Battle:
    fight = lane(board, dice, **more)
    act(fight, Move("A", path=tuple((x, 0) for x in range(1, 5)), mode="charge"))
    return fight


@pytest.mark.rule("d20.bull-rush", "d20.charge")
def test_in_place_of_the_attack_of_a_charge_it_adds_two():
    fight = charged([10, 10])
    told = only(rush(fight), ev.Contested)
    assert (told.total, told.against) == (12, 10)
    assert at(fight, "b") == (6, 0)
    assert not check(fight, Strike("A", "b")), "the charge's attack is gone"
    assert not check(fight, BullRush("A", "b"))
    assert check(fight, EndTurn("A"))


@pytest.mark.rule("d20.bull-rush", "d20.charge")
def test_a_charge_follows_within_twice_the_speed():
    """Speed 3: 4 squares of the charge, 2 more make 6."""
    fight = charged([20, 1], A={"speed": 3})
    rush(fight)
    assert at(fight, "A") == (6, 0)


@pytest.mark.rule("d20.bull-rush", "d20.charge")
def test_only_at_whom_the_charge_was_aimed():
    fight = lane("A....b\n....c.", [], c=UNARMED)
    act(fight, Move("A", path=tuple((x, 0) for x in range(1, 5)), mode="charge"))
    assert check(fight, BullRush("A", "b"))
    assert fight.world["A"].charge_targets.targets == ("b",)
    assert why_not(fight, BullRush("A", "c"))[0] == "no_charge_target"
