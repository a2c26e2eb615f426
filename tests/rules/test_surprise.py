"""The surprise round: only those who are aware act, each with a single action."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from boards import battle, shortbow, start
from storage.fights import DUEL, scenario_of

from rules.table import act, at, declining, every, move, odds, provoked, why_not
from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core.intents import EndTurn, FullAttack, Move, Strike, TotalDefense
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

BOARD = """
    ........c.
    A...b.....
    ..........
"""


def ambush(board: str = BOARD, *unaware: str, dice: Any = None, **more: Any) -> Battle:
    """A battle begun, the creatures in alphabetical order; some know nothing of the others."""
    names = sorted({glyph for glyph in board if glyph.isalnum()})
    options: dict[str, dict[str, Any]] = {}
    for index, name in enumerate(names):
        conditions = ("unaware",) if name in unaware else ()
        options[name] = {"initiative": 20 - index, "conditions": conditions, **more.get(name, {})}
    return battle(board, options, dice=dice)


def rounds(events: list[ev.Event]) -> list[int]:
    return [e.number for e in every(events, ev.RoundStarted)]


@pytest.mark.rule("d20.init.surprise")
def test_the_aware_act_in_a_round_before_the_first_and_the_others_do_not():
    fight = ambush(BOARD, "b")
    events = start(fight)
    assert rounds(events) == [0]
    for who in "AcAbc":
        assert fight.decision.actor == who
        events += act(fight, EndTurn(who))
    assert rounds(events) == [0, 1, 2]
    assert fight.world.clock.round == 2


@pytest.mark.rule("d20.init.surprise")
def test_the_worked_example_it_moves_6_or_attacks_not_both():
    fight = ambush(BOARD, "b", dice=[2])
    start(fight)
    assert why_not(fight, Move("A", path=tuple((x, 0) for x in range(1, 8)))) == (
        "budget",
        "d20.round.move-and-act",
    )
    move(fight, "A", (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0))
    assert why_not(fight, Strike("A", "b")) == ("no_standard", "d20.init.surprise")
    fight = ambush(BOARD.replace("A...b", "...Ab"), "b", dice=[2])
    start(fight)
    act(fight, Strike("A", "b"))
    assert why_not(fight, Move("A", path=((2, 1),))) == ("no_action", "d20.init.surprise")
    assert why_not(fight, TotalDefense("A")) == ("no_standard", "d20.init.surprise")


@pytest.mark.rule("d20.init.surprise")
@pytest.mark.parametrize("mode", ["double", "run", "withdraw"])
def test_no_full_round_action(mode):
    fight = ambush(BOARD, "b")
    start(fight)
    assert why_not(fight, Move("A", path=((0, 0),), mode=mode)) == (
        "no_full_round",
        "d20.init.surprise",
    )


@pytest.mark.rule("d20.init.surprise")
def test_no_charge_and_no_full_attack():
    fight = ambush(BOARD, "b")
    start(fight)
    wanted = ("no_full_round", "d20.init.surprise")
    assert why_not(fight, Move("A", mode="charge", target="b")) == wanted
    fight = ambush(BOARD.replace("A...b", "...Ab"), "b")
    start(fight)
    assert why_not(fight, FullAttack("A", "b")) == wanted


@pytest.mark.rule("d20.init.surprise", "d20.step.5ft")
def test_a_step_goes_with_the_single_action():
    fight = ambush(BOARD.replace("A...b", "..A.b"), "b", dice=[2])
    start(fight)
    move(fight, "A", (3, 1), mode="five_foot_step")
    act(fight, Strike("A", "b"))
    assert at(fight, "A") == (3, 1)


@pytest.mark.rule("d20.init.surprise")
def test_in_the_first_round_the_turn_is_whole_again():
    fight = ambush(BOARD, "b")
    start(fight)
    assert fight.world["A"].resources["move"] == 0
    for who in "Ac":
        act(fight, EndTurn(who))
    assert (fight.decision.actor, fight.world.clock.round) == ("A", 1)
    assert fight.world["A"].resources["move"] == 1
    assert check(fight, Move("A", path=((0, 0),), mode="run"))


@pytest.mark.rule("d20.init.surprise", "d20.init.flat-footed")
def test_the_unaware_stay_flat_footed_into_the_first_round():
    """AC 13 with Dex +3, 10 as long as it is caught; who has acted is caught no longer."""
    nimble = {"abilities": {"dexterity": 16}}
    fight = ambush(BOARD, "b", b=nimble, c=nimble)
    start(fight)
    assert [odds(fight, "A", who)[1] for who in "bc"] == [10, 10]
    assert not fight.world["A"].has("flat_footed")
    act(fight, EndTurn("A"))
    events = act(fight, EndTurn("c"))
    assert [odds(fight, "A", who)[1] for who in "bc"] == [10, 13]
    lost = [(e.actor, e.condition) for e in every(events, ev.ConditionLost)]
    assert lost == [("b", "unaware")]
    act(fight, EndTurn("A"))
    assert odds(fight, "A", "b")[1] == 13


@pytest.mark.rule("d20.init.surprise", "d20.aoo.no-when")
def test_the_unaware_take_no_opportunity_even_with_combat_reflexes():
    quick = {"feats": ["combat_reflexes"], "abilities": {"dexterity": 16}}
    fight = ambush(BOARD.replace("A...b", "...Ab"), "b", b=quick)
    start(fight)
    assert provoked(move(fight, "A", (2, 1))) == []
    act(fight, EndTurn("A"))
    act(fight, EndTurn("c"))
    move(fight, "A", (3, 1), mode="five_foot_step")
    for who in "Ab":
        act(fight, EndTurn(who))
    act(fight, EndTurn("c"))
    assert provoked(declining(fight, move(fight, "A", (2, 1)))) == ["b"]


@pytest.mark.rule("d20.init.surprise")
@pytest.mark.parametrize("unaware", ["", "Abc"])
def test_none_when_nobody_is_aware_or_everybody_is(unaware):
    fight = ambush(BOARD, *unaware)
    events = start(fight)
    assert rounds(events) == [1]
    assert fight.decision.actor == "A"
    assert fight.world["A"].resources["move"] == 1
    assert not any(creature.has("unaware") for creature in fight.world.creatures)


@pytest.mark.rule("d20.init.surprise")
def test_those_who_are_down_are_not_counted_among_the_unaware():
    fight = ambush(BOARD, b={"conditions": ("helpless", "unaware")})
    assert rounds(start(fight)) == [1]


@pytest.mark.rule("d20.init.surprise")
def test_a_shot_out_of_ambush_is_an_action():
    fight = ambush(BOARD, "b", "c", dice=[2], A={"weapons": (shortbow(),)})
    start(fight)
    act(fight, Strike("A", "b"))
    events = act(fight, EndTurn("A"))
    assert rounds(events) == [1]
    assert fight.decision.actor == "A"


@pytest.mark.rule("d20.init.surprise")
def test_a_scenario_says_it_with_one_word(tmp_path: Path):
    text = DUEL.replace('id = "bob"', 'id = "bob"\nconditions = ["unaware"]')
    fight = begin(scenario_of(text, tmp_path))
    events = start(fight)
    assert rounds(events) == [0]
    assert fight.decision.actor == "ann"
    events = act(fight, EndTurn("ann"))
    assert rounds(events) == [1]
    assert fight.decision.actor == "ann"
