"""Delaying: a turn given up, and taken after somebody else's."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, start

from rules.table import act, every, odds, only, why_not
from tacsim.core import events as ev
from tacsim.core.intents import Decline, Delay, Drop, EndTurn, Move, Strike, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit

BOARD = """
    A....b
    ......
    C....d
"""


def fight_of(dice: Any = None, **more: Any) -> Battle:
    """The battle begun, the order A b C d."""
    options: dict[str, dict[str, Any]] = {}
    for name, total in zip("AbCd", (20, 15, 10, 5), strict=True):
        options[name] = {"initiative": total, **more.get(name, {})}
    fight = battle(BOARD, options, dice=dice)
    start(fight)
    return fight


def end(fight: Battle, *names: str) -> list[ev.Event]:
    return [event for name in names for event in act(fight, EndTurn(name))]


def order(fight: Battle) -> str:
    return "".join(fight.world.order)


def asked(fight: Battle) -> str | None:
    """Who is being asked whether it comes in."""
    decision = fight.decision
    return decision.actor if decision is not None and decision.question == "delay" else None


@pytest.mark.rule("d20.delay")
def test_it_comes_in_right_after_whose_turn_ended_and_stays_there():
    fight = fight_of()
    act(fight, Delay("A"))
    assert fight.world["A"].has("delaying")
    assert (fight.decision.actor, fight.decision.is_turn) == ("b", True)
    end(fight, "b")
    assert asked(fight) == "A"
    assert fight.decision.against is None
    events = act(fight, Take("A"))
    assert only(events, ev.Reordered).order == ("b", "A", "C", "d")
    assert (fight.decision.actor, fight.decision.is_turn) == ("A", True)
    assert not fight.world["A"].has("delaying")
    assert fight.world["A"].resources["standard"] == 1
    for who in "ACdbACd":
        assert (fight.decision.actor, fight.decision.is_turn) == (who, True)
        end(fight, who)
    assert order(fight) == "bACd"


@pytest.mark.rule("d20.delay")
def test_it_is_asked_once_after_every_turn_until_it_comes_in():
    fight = fight_of()
    act(fight, Delay("A"))
    for who in "bC":
        end(fight, who)
        assert asked(fight) == "A"
        act(fight, Decline("A"))
        assert fight.decision.is_turn
    end(fight, "d")
    assert asked(fight) == "A"
    act(fight, Take("A"))
    assert fight.world.clock.round == 1, "after the last of the round it is the same round"
    assert order(fight) == "bCdA"
    assert fight.decision.actor == "A"
    events = end(fight, "A")
    assert only(events, ev.RoundStarted).number == 2
    assert fight.decision.actor == "b"


@pytest.mark.rule("d20.delay")
def test_a_turn_that_is_never_taken_is_lost():
    fight = fight_of()
    act(fight, Delay("A"))
    for who in "bCd":
        end(fight, who)
        events = act(fight, Decline("A"))
    assert only(events, ev.RoundStarted).number == 2
    assert (fight.decision.actor, fight.decision.is_turn) == ("A", True)
    assert not fight.world["A"].has("delaying")
    assert order(fight) == "AbCd"


@pytest.mark.rule("d20.delay")
def test_in_the_next_round_it_comes_in_once_only():
    fight = fight_of()
    end(fight, "A", "b")
    act(fight, Delay("C"))
    end(fight, "d")
    act(fight, Decline("C"))
    assert fight.world.clock.round == 2
    end(fight, "A")
    act(fight, Take("C"))
    assert order(fight) == "ACbd"
    for who in "CbdAC":
        assert (fight.decision.actor, fight.decision.is_turn) == (who, True)
        end(fight, who)


@pytest.mark.rule("d20.delay")
def test_several_are_asked_in_order_and_again_after_the_turn_of_the_one_that_came_in():
    fight = fight_of()
    act(fight, Delay("A"))
    act(fight, Delay("b"))
    assert asked(fight) == "A", "the turn that b gave up has ended"
    act(fight, Decline("A"))
    end(fight, "C")
    assert asked(fight) == "A"
    act(fight, Decline("A"))
    assert asked(fight) == "b"
    act(fight, Take("b"))
    assert order(fight) == "ACbd"
    end(fight, "b")
    assert asked(fight) == "A"
    act(fight, Take("A"))
    assert order(fight) == "CbAd"
    end(fight, "A")
    assert (fight.decision.actor, fight.decision.is_turn) == ("d", True)


@pytest.mark.rule("d20.delay")
def test_the_first_of_several_that_comes_in_leaves_the_others_waiting():
    fight = fight_of()
    act(fight, Delay("A"))
    act(fight, Delay("b"))
    act(fight, Decline("A"))
    end(fight, "C")
    act(fight, Take("A"))
    assert (fight.decision.actor, fight.decision.is_turn) == ("A", True)
    end(fight, "A")
    assert asked(fight) == "b"
    act(fight, Take("b"))
    assert order(fight) == "CAbd"


@pytest.mark.rule("d20.delay")
def test_where_all_delay_the_round_passes():
    fight = fight_of()
    for who in "AbCd":
        act(fight, Delay(who))
        while asked(fight):
            act(fight, Decline(asked(fight)))
    assert (fight.decision.actor, fight.world.clock.round) == ("A", 2)


@pytest.mark.rule("d20.delay")
def test_only_as_the_turn_begins():
    fight = fight_of()
    end(fight, "A", "b")
    act(fight, Move("C", path=((1, 2),), mode="five_foot_step"))
    assert why_not(fight, Delay("C")) == ("has_acted", "d20.delay")
    fight = fight_of()
    act(fight, Move("A", path=((1, 0),)))
    assert why_not(fight, Delay("A")) == ("has_acted", "d20.delay")
    assert why_not(fight, Delay("b")) == ("not_your_turn", "d20.actions.turn")


@pytest.mark.rule("d20.delay")
def test_what_costs_nothing_does_not_count():
    fight = fight_of()
    act(fight, Drop("A"))
    act(fight, Delay("A"))
    assert fight.decision.actor == "b"


@pytest.mark.rule("d20.delay", "d20.init.flat-footed")
def test_who_has_not_acted_yet_is_still_flat_footed():
    fight = fight_of(A={"abilities": {"dexterity": 16}})
    assert odds(fight, "b", "A")[1] == 13
    act(fight, Delay("A"))
    assert odds(fight, "b", "A")[1] == 10
    end(fight, "b")
    act(fight, Take("A"))
    assert odds(fight, "b", "A")[1] == 13
    end(fight, "A", "C", "d", "b")
    act(fight, Delay("A"))
    assert odds(fight, "b", "A")[1] == 13, "it has acted before"


@pytest.mark.rule("d20.delay", "d20.hp")
def test_who_is_down_is_not_asked():
    fight = battle("Ab.\nC.d", {"A": {"initiative": 20, "hp": 3}, "b": {"initiative": 15},
                                "C": {"initiative": 10}, "d": {"initiative": 5}},
                   dice=[19, 6])  # fmt: skip
    start(fight)
    act(fight, Delay("A"))
    act(fight, Strike("b", "A"))
    assert fight.world["A"].has("helpless")
    events = end(fight, "b")
    assert (fight.decision.actor, fight.decision.is_turn) == ("C", True)
    assert not every(events, ev.Answered)


@pytest.mark.rule("d20.delay")
def test_no_turn_is_taken_without_the_question():
    fight = fight_of()
    act(fight, Delay("A"))
    assert submit(fight, Take("A"))[0].reason == "no_offer"
    end(fight, "b")
    assert submit(fight, EndTurn("C"))[0].reason == "offer_open"


@pytest.mark.rule("d20.delay", "d20.init.surprise")
def test_out_of_a_surprise_round_it_waits_into_the_first():
    fight = fight_of(b={"conditions": ["unaware"]})
    act(fight, Delay("A"))
    end(fight, "C")
    assert (asked(fight), fight.world.clock.round) == ("A", 0)
    act(fight, Take("A"))
    assert fight.world["A"].resources["move"] == 0, "it is still the surprise round"
    end(fight, "A")
    end(fight, "d")
    assert (fight.decision.actor, fight.world.clock.round) == ("b", 1)
    assert order(fight) == "bCAd"


@pytest.mark.rule("d20.delay")
def test_whoever_a_scenario_says_is_delaying_is_not_asked_after_its_own_turn():
    fight = fight_of(A={"conditions": ["delaying"]})
    end(fight, "A")
    assert (fight.decision.actor, fight.decision.is_turn) == ("b", True)
    end(fight, "b")
    assert asked(fight) == "A"
