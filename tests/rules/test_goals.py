"""Goals: when each kind is met, what becomes of it, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from boards import battle, turn_of
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from rules.table import act, at, every, taking
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import Condition, Conditions, Goal, Goals
from tacsim.core.intents import BullRush, EndTurn, Intent, Move, Strike
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import submit
from tacsim.rules.forecast import Forecast, forecast
from tacsim.rules.goals import Progress, progress, round_ended
from tacsim.storage.digest import StateDigest

LANE = "A.........b"


def reach(*cells: tuple[int, int], side: str = "heroes", creature: str | None = None) -> Goal:
    return Goal(side, "reach", cells, creature)


def hold(rounds: int, *cells: tuple[int, int], side: str = "heroes") -> Goal:
    return Goal(side, "hold", cells, rounds=rounds)


def slay(creature: str, side: str = "heroes") -> Goal:
    return Goal(side, "slay", creature=creature)


def survive(rounds: int, side: str = "heroes") -> Goal:
    return Goal(side, "survive", rounds=rounds)


def fight(
    board: str, *goals: Goal, first: str = "A", dice: Sequence[int] | None = None,
    sides: Mapping[str, Sequence[str]] | None = None, **creatures: Mapping[str, Any],
) -> Battle:  # fmt: skip
    """A battle with goals, in the first creature's turn of round 1."""
    found = battle(board, creatures, dice=dice, sides=sides)
    if goals:
        found.world.put(None, Goals(goals))
    return turn_of(found, first)


def fallen(battle: Battle, *creatures: str) -> None:
    """Some are out of the fight, without anything having happened."""
    for name in creatures:
        battle.world.put(name, Conditions((Condition("dead"),)))


def end_of(events: Sequence[ev.Event]) -> list[tuple[Any, ...]]:
    """The goal met and the winner, as far as events tell of them."""
    return [
        (e.side, e.goal) if isinstance(e, ev.GoalMet) else (e.winner,)
        for e in events
        if isinstance(e, ev.GoalMet | ev.BattleEnded)
    ]


def rounds(battle: Battle, number: int) -> list[ev.Event]:
    """Everybody does nothing for so many rounds, or until the battle is over."""
    events: list[ev.Event] = []
    while number and battle.decision is not None:
        more = submit(battle, EndTurn(battle.decision.actor))
        number -= any(isinstance(e, ev.RoundStarted) for e in more)
        events += more
    return events


def held(events: Sequence[ev.Event]) -> list[int]:
    return [e.rounds for e in every(events, ev.GoalHeld)]


# --- reach ---------------------------------------------------------------------------------------


def test_a_place_is_reached_where_the_way_ends():
    found = fight(LANE, reach((4, 0), (5, 0)))
    events = act(found, Move("A", to=(5, 0)))
    assert end_of(events) == [("heroes", 0), ("heroes",)]
    assert isinstance(events[-1], ev.BattleEnded)
    assert found.world.outcome.over
    assert found.decision is None


def test_to_pass_over_a_place_is_not_to_reach_it():
    found = fight(LANE, reach((4, 0)))
    assert end_of(act(found, Move("A", to=(5, 0)))) == []
    assert found.decision is not None


def test_one_cell_of_a_large_body_is_enough():
    board = "AA......b\nAA......."
    for cell, met in (((5, 1), True), ((6, 1), False)):
        found = fight(board, reach(cell), A={"speed": 4})
        assert bool(end_of(act(found, Move("A", to=(4, 0))))) == met


def test_only_the_creature_named_reaches_a_place_that_is_its_own():
    board = "A.........b\nC.........."
    found = fight(board, reach((4, 0), creature="C"))
    assert end_of(act(found, Move("A", to=(4, 0)))) == []
    assert progress(found)[0].open
    found = fight(board, reach((4, 0), creature="C"), first="C")
    assert end_of(act(found, Move("C", to=(4, 0)))) == [("heroes", 0), ("heroes",)]


def test_the_place_of_one_side_is_nothing_to_others():
    found = fight(LANE, reach((6, 0)), first="b")
    assert end_of(act(found, Move("b", to=(6, 0)))) == []


def test_whoever_is_pushed_onto_a_place_has_reached_it():
    found = fight("....Ab...", reach((6, 0), side="foes"), dice=[20, 1], b={"weapons": ()})
    events = act(found, BullRush("A", "b", follow=False))
    assert at(found, "b") == (6, 0)
    assert end_of(events) == [("foes", 0), ("foes",)]


def test_whoever_falls_on_the_way_does_not_arrive():
    """The step to the place gives the foe an opportunity, and it takes it."""
    found = fight("b...\nA...", reach((2, 1)), dice=[19, 6], A={"hp": 3})
    events = taking(found, act(found, Move("A", path=((1, 1), (2, 1)))))
    assert not found.able(found.world["A"])
    assert end_of(events) == [("foes",)]


# --- slay ----------------------------------------------------------------------------------------


def test_whoever_is_to_be_slain_ends_the_battle_by_going_down():
    found = fight("Ab.c", slay("b"), dice=[15, 6], b={"hp": 6})
    events = act(found, Strike("A", "b"))
    assert end_of(events) == [("heroes", 0), ("heroes",)]
    assert found.able(found.world["c"])


def test_another_who_goes_down_ends_nothing():
    found = fight("Ab.c", slay("c"), dice=[15, 6], b={"hp": 6})
    assert end_of(act(found, Strike("A", "b"))) == []


def test_whoever_felled_it_the_side_wins():
    """Of three sides the second fells whom the first is after."""
    found = fight("A.Bc", slay("c", "heroes"), first="B", dice=[15, 6],
                  A={"side": "heroes"}, B={"side": "others"}, c={"hp": 6})  # fmt: skip
    assert end_of(act(found, Strike("B", "c"))) == [("heroes", 0), ("heroes",)]


# --- hold ----------------------------------------------------------------------------------------


def test_cells_are_held_for_so_many_rounds_on_end():
    found = fight(LANE, hold(3, (0, 0), (0, 1)))
    assert held(rounds(found, 2)) == [1, 2]
    assert progress(found) == (Progress(0, found.world.goals[0], 2, open=True),)
    events = rounds(found, 1)
    assert [type(e) for e in events[-3:]] == [ev.GoalHeld, ev.GoalMet, ev.BattleEnded]
    assert end_of(events) == [("heroes", 0), ("heroes",)]
    assert found.world.clock.round == 3


def test_a_hold_begins_anew_where_it_is_broken():
    found = fight("A..b", hold(3, (0, 0)), b={"weapons": ()})
    assert held(rounds(found, 2)) == [1, 2]
    act(found, Move("A", to=(1, 0)))
    assert held(rounds(found, 1)) == [0], "nobody is there"
    assert held(rounds(found, 1)) == [], "there was nothing to lose"
    act(found, Move("A", to=(0, 0)))
    assert held(rounds(found, 3)) == [1, 2, 3]
    assert found.world.outcome.winner == "heroes"


@pytest.mark.parametrize(
    ("friends", "out", "counts"),
    [((), (), []), (("allies",), (), [1]), ((), ("c",), [1]), (("allies",), ("A",), [])],
    ids=["an enemy", "an ally", "an enemy who is out of the fight", "only an ally"],
)
def test_who_else_may_be_on_the_cells(friends, out, counts):
    found = fight("Ac..b", hold(2, (0, 0), (1, 0)), sides={"heroes": friends}, first="b",
                  c={"side": "allies"})  # fmt: skip
    fallen(found, *out)
    assert held(rounds(found, 1)) == counts


def test_the_round_before_the_first_is_none_of_them():
    found = battle(LANE, {"A": {"initiative": 20}})
    found.world.put(None, Goals((hold(5, (0, 0)), survive(5))))
    for event in (ev.BattleStarted("d20", 1, ("A", "b"), (20, 1)), ev.RoundStarted(0)):
        apply(found.world, event)
    assert round_ended(found) == []


# --- survive -------------------------------------------------------------------------------------


def test_a_side_survives_the_rounds_that_it_has_to():
    found = fight(LANE, survive(3))
    assert end_of(rounds(found, 2)) == []
    assert found.world.clock.round == 3
    assert [one.rounds for one in progress(found)] == [2]
    events = rounds(found, 1)
    assert end_of(events) == [("heroes", 0), ("heroes",)]
    assert (found.world.clock.round, progress(found)[0].rounds) == (3, 3)


# --- who wins ------------------------------------------------------------------------------------


def felling(*goals: Goal, **more: Any) -> tuple[Battle, list[ev.Event]]:
    """The last enemy goes down."""
    found = fight("Ab.....", *goals, dice=[15, 6], b={"hp": 6}, **more)
    return found, act(found, Strike("A", "b"))


def test_a_side_with_a_goal_goes_on_alone_until_it_is_met():
    found, events = felling(reach((5, 0)))
    assert end_of(events) == []
    assert end_of(act(found, Move("A", to=(5, 0)))) == [("heroes", 0), ("heroes",)]


def test_a_side_without_any_wins_when_its_enemies_are_out_of_the_fight():
    assert end_of(felling(reach((5, 0), side="foes"))[1]) == [("heroes",)]


def test_a_side_whose_goals_are_lost_for_good_wins_like_those_without_any():
    """Its courier is dead, so nobody can get the letter there any more."""
    found = fight("Ab....\nC.....", reach((5, 0), creature="C"), dice=[15, 6], b={"hp": 6})
    fallen(found, "C")
    assert [one.open for one in progress(found)] == [False]
    assert end_of(act(found, Strike("A", "b"))) == [("heroes",)]


def test_a_side_with_another_goal_left_goes_on_for_that():
    found = fight("Ab....\nC.....", reach((5, 0), creature="C"), reach((4, 0)), dice=[15, 6],
                  b={"hp": 6})  # fmt: skip
    fallen(found, "C")
    assert end_of(act(found, Strike("A", "b"))) == []
    assert end_of(act(found, Move("A", to=(4, 0)))) == [("heroes", 1), ("heroes",)]


def test_a_side_with_nobody_left_meets_no_goal():
    """Those who are left have a goal of their own, and play on for it."""
    found = fight("Ab....", survive(1, "foes"), survive(3), dice=[15, 6], b={"hp": 6})
    assert end_of(act(found, Strike("A", "b"))) == []
    assert end_of(rounds(found, 9)) == [("heroes", 1), ("heroes",)]


def test_of_allies_the_one_without_goals_wins_by_elimination():
    goals = survive(9, "heroes")
    found = fight("Ab..C..", goals, dice=[15, 6], b={"hp": 6}, C={"side": "others"},
                  sides={"heroes": ("others",)})  # fmt: skip
    assert end_of(act(found, Strike("A", "b"))) == [("others",)]


@pytest.mark.parametrize("first", [0, 1])
def test_of_goals_met_at_the_same_moment_the_first_of_the_file_counts(first):
    goals = [survive(2), survive(2, "foes")]
    found = fight(LANE, *(goals if not first else goals[::-1]))
    assert end_of(rounds(found, 2)) == [
        (("heroes", "foes")[first], 0),
        (("heroes", "foes")[first],),
    ]


def test_without_goals_nothing_is_counted():
    found = fight(LANE)
    assert progress(found) == ()
    assert not {ev.GoalHeld, ev.GoalMet} & {type(event) for event in rounds(found, 3)}
    assert Goals not in found.world.tables


# --- state ---------------------------------------------------------------------------------------


def test_a_fork_counts_for_itself():
    found = fight(LANE, hold(3, (0, 0)))
    child = found.fork()
    before = StateDigest(found.world).value
    rounds(child, 1)
    assert (child.world.goals[0].held, found.world.goals[0].held) == (1, 0)
    assert StateDigest(found.world).value == before
    rounds(found, 1)
    assert StateDigest(found.world).value == StateDigest(child.world).value != before


ASKED = (
    reach((0, 0)), reach((3, 0), side="foes"), slay("b"), slay("A", "foes"),
    hold(2, (0, 0), (1, 0)), hold(1, (3, 0), side="foes"), survive(4), survive(3, "foes"),
)  # fmt: skip


@settings(max_examples=some(40))
@given(st.lists(st.sampled_from(ASKED), max_size=3),
       st.integers(0, 99))  # fmt: skip
def test_however_a_battle_goes_the_first_goal_met_ends_it(goals, seed):
    """Random options to the end: one goal met at most, at the very end, by the side that wins."""
    found, pick, events = fight("A..b\n....", *goals), Random(seed), list[ev.Event]()
    for _ in range(60):
        if found.decision is None:
            break
        options = choices(found)
        intents: list[Intent] = [option.intent for option in options]
        events += submit(found, pick.choice(intents))
    met = every(events, ev.GoalMet)
    assert len(met) <= 1
    assert [goal.met for goal in found.world.goals].count(True) == len(met)
    if met:
        assert [type(e) for e in events[-2:]] == [ev.GoalMet, ev.BattleEnded]
        assert found.world.outcome.winner == met[0].side == goals[met[0].goal].side


# --- foretold ------------------------------------------------------------------------------------


def test_choices_tell_whoever_decides_of_its_own_goals():
    found = fight(LANE, survive(3), survive(4, "foes"), hold(2, (0, 0)))
    rounds(found, 1)
    mine = [(one.number, one.goal.kind, one.rounds) for one in choices(found).goals]
    assert mine == [(0, "survive", 1), (2, "hold", 1)]


def foretold(battle: Battle, intent: Intent) -> Mapping[int, float]:
    found = forecast(battle, intent)
    assert isinstance(found, Forecast)
    return found.goals


def test_the_chance_to_meet_a_goal_is_that_of_the_blow():
    """A club and no bonus against 10: 11 of 20 hit, the 20 doubly where 11 of 20 confirm it.

    Six hit points fall to a 6, and to two dice that come to 6: 26 of 36.
    """
    found = fight("Ab.c", survive(9), slay("b"), b={"hp": 6})
    twice = sum(a + b >= 6 for a, b in product(range(1, 7), repeat=2)) / 36
    once, confirmed = 1 / 6, 11 / 20
    exact = 10 / 20 * once + 1 / 20 * (confirmed * twice + (1 - confirmed) * once)
    assert foretold(found, Strike("A", "b")) == {1: pytest.approx(exact, abs=1e-12)}
    assert foretold(found, EndTurn("A")) == {}


def test_a_way_to_the_place_meets_the_goal_if_the_foe_lets_it():
    """A foe strikes at whoever leaves its reach: 11 of 20 hit, and any hit fells one hit point."""
    found = fight("b...\nA...", reach((3, 1)), A={"hp": 1})
    chance = foretold(found, Move("A", path=((1, 1), (2, 1), (3, 1))))
    assert chance == {0: pytest.approx(9 / 20)}


def test_the_end_of_a_round_is_foretold():
    found = fight(LANE, hold(1, (0, 0)), first="b")
    assert foretold(found, EndTurn("b")) == {0: 1.0}
