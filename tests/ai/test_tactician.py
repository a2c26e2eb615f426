"""The tactician: fair lots, what it may look at, when it leaves the usual, and whole battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import count, product
from pathlib import Path

import pytest
from ai.acting import ARCHER, BOARD, FIGHTER, OGRE, battle, turn_of
from ai.test_pool import kind
from gate import slow
from pool.space import on_turn

from tacsim.ai.weighing.rollouts import Lots, Rollouts
from tacsim.ai.weighing.tactician import Level, SoFar, Tactician, weigh
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import Behaviour, DiceState
from tacsim.core.dice import SeededDice
from tacsim.core.events import IntentRefused
from tacsim.core.intents import Decline, Delay, EndTurn, Move, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start, submit
from tacsim.storage.digest import StateDigest

MAPS = Path(__file__).parents[2] / "maps"
FEW = Level(6, 2, 4, 2)


def shipped(name: str, seed: int) -> Battle:
    """A shipped battle, begun."""
    found = begin(read_scenario(MAPS / f"{name}.toml"), seed=seed)
    start(found)
    return found


# --- lots -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [4, 6, 20])
@pytest.mark.parametrize("die", range(3))
def test_over_all_lots_every_face_falls_alike(sides: int, die: int) -> None:
    """1024 lots, the faces of a die even to within one."""
    fallen = Counter(Lots(lot, "1 ann").faces(0, die + 1, sides)[die] for lot in range(1024))
    assert set(fallen) == set(range(1, sides + 1))
    assert max(fallen.values()) - min(fallen.values()) <= 2


@pytest.mark.parametrize("lots", [2, 4, 8, 16])
def test_the_first_lots_are_spread_as_evenly_as_so_many_can_be(lots: int) -> None:
    """Of a die of 1000 sides one falls in each of so many equal parts."""
    for die in range(5):
        fallen = sorted(Lots(lot, "1 ann").faces(0, die + 1, 1000)[die] for lot in range(lots))
        width = 1000 / lots
        gaps = [b - a for a, b in zip(fallen, [*fallen[1:], fallen[0] + 1000], strict=True)]
        assert all(abs(gap - width) <= 1 for gap in gaps)


def test_a_turn_has_the_same_luck_whatever_was_thrown_before_it() -> None:
    late = Lots(5, "1 ann")
    late.faces(0, 7, 20)
    late.begin("1 bob")
    assert late.faces(7, 4, 20) == Lots(5, "1 bob").faces(0, 4, 20)
    assert Lots(5, "1 bob").faces(0, 4, 20) != Lots(5, "2 bob").faces(0, 4, 20)


# --- weighing ---------------------------------------------------------------------------------


def test_it_never_looks_at_the_dice_that_will_fall() -> None:
    """Two battles in the same state, with other dice to come, are weighed alike."""
    found = []
    for seed in (1, 2):
        fight = battle(BOARD, {"A": FIGHTER, "B": ARCHER, "a": OGRE, "b": ARCHER})
        turn_of(fight, "A")
        fight.dice = SeededDice(seed)
        fight.world.put(None, DiceState(seed))
        decision = fight.decision
        assert decision is not None
        found.append(weigh(fight, decision, FEW))
    assert found[0] == found[1]
    assert len(found[0].ideas) > 3


def test_weighing_changes_nothing_and_is_the_same_again() -> None:
    fight = shipped("dawn_duel", 3)
    before = StateDigest(fight.world).value
    decision = fight.decision
    assert decision is not None
    first, again = (weigh(fight, decision, Level(2, 2, 1, 1)) for _ in range(2))
    assert StateDigest(fight.world).value == before
    assert first == again
    assert first.intent == first.ideas[0].intent


def test_who_has_delayed_in_a_round_does_not_think_of_it_again_in_that_round() -> None:
    fight, level = battle("A..o..b", {"A": FIGHTER, "o": OGRE, "b": ARCHER}), Level(40, 1, 1, 1)
    turn_of(fight, "A")
    decision = fight.decision
    assert decision is not None
    delay, clock = Delay(decision.actor), fight.world.clock
    for done, thought_of in (((), True), ((delay,), False)):
        so_far = SoFar((clock.round, decision.actor), done)
        ideas = weigh(fight, decision, level, so_far=so_far).ideas
        assert (delay in [one.intent for one in ideas]) is thought_of


def weighed() -> str:
    """What is chosen for the first decision of a battle."""
    fight = shipped("dawn_duel", 5)
    assert fight.decision is not None
    return repr(Tactician(Level(2, 2, 1, 1)).choose(fight, fight.decision))


def test_who_is_hurried_does_what_is_usual_unless_better_is_proved() -> None:
    fight = shipped("dawn_duel", 3)
    decision = fight.decision
    assert decision is not None
    at_once = weigh(fight, decision, FEW, hurried=lambda: True)
    assert at_once.intent == at_once.usual
    assert at_once.ideas == ()
    asked = count()
    some = weigh(fight, decision, FEW, hurried=lambda: next(asked) >= 9)
    assert 0 < sum(one.lots for one in some.ideas) <= 9
    assert some.intent == some.usual


def test_questions_are_weighed_as_turns_are() -> None:
    """An ogre passes: whether to strike at it is tried both ways."""
    fight = battle(
        """
        .......
        ..Ao...
        .......
        """,
        {"A": FIGHTER, "o": OGRE},
    )
    turn_of(fight, "o")
    submit(fight, Move("o", path=((3, 0), (4, 0)), mode="walk"))
    decision = fight.decision
    assert decision is not None
    assert decision.question == "opportunity"
    found = weigh(fight, decision)
    tried = {type(one.intent) for one in found.ideas}
    assert tried == {Take, Decline}
    assert isinstance(found.intent, Take)


@pytest.mark.parametrize(
    ("name", "fog", "most"),
    [("dawn_duel", True, 1), *slow(*product(["dawn_duel", "tavern_brawl"], [False, True], [8]))],
)
def test_in_fog_and_out_of_it_whole_rounds_are_played_and_nothing_is_refused(
    name: str, fog: bool, most: int
) -> None:
    fight, player = shipped(name, 4), Tactician(Level(4, 2, 2, 1))
    fight.fog = fog
    for _ in range(most):
        assert fight.decision is not None
        events = submit(fight, player.choose(fight, fight.decision))
        assert not isinstance(events[0], IntentRefused)


def test_an_intent_that_wins_the_battle_is_worth_more_than_one_that_does_not() -> None:
    fight = battle("..Ao..", {"A": FIGHTER, "o": {**OGRE, "hp": 1}})
    turn_of(fight, "A")
    decision = fight.decision
    assert decision is not None
    found = weigh(fight, decision)
    values = {type(one.intent): one.sum.value for one in found.ideas}
    assert not isinstance(found.intent, EndTurn)
    assert found.ideas[0].sum.value > values.get(EndTurn, -1.0)


def test_rollouts_end_when_everybody_had_a_turn() -> None:
    fight = shipped("dawn_duel", 5)
    decision = fight.decision
    assert decision is not None
    trial = Rollouts(fight, fight.world[decision.actor].side, {})
    found = trial.of(EndTurn(decision.actor), 0)
    assert found is not None
    assert trial.count == 1
    assert fight.world.clock.round == 1


def test_who_holds_cells_tries_nothing_that_leads_off_them() -> None:
    fight = battle(
        """
        .........
        ..A...o..
        .........
        """,
        {"A": FIGHTER, "o": OGRE},
    )
    fight.world.put("A", Behaviour(holds=((2, 1), (2, 0))))
    turn_of(fight, "A")
    decision = fight.decision
    assert decision is not None
    ends = {
        one.intent.path[-1]
        for one in weigh(fight, decision, FEW).ideas
        if isinstance(one.intent, Move)
    }
    assert ends <= {(2, 1), (2, 0)}


def test_each_time_that_the_usual_is_left_it_takes_more() -> None:
    """So a turn ends: an idea with any gain at all is not taken once it was left often."""
    fight = battle("..A..o..", {"A": FIGHTER, "o": OGRE})
    turn_of(fight, "A")
    decision = fight.decision
    assert decision is not None
    often = SoFar((fight.world.clock.round, "A"), left=30)
    found = weigh(fight, decision, FEW, so_far=often)
    assert found.intent == found.usual


def three() -> Battle:
    """Two friends and a foe on cubes."""
    return on_turn("A..b  ----\n.C..  ----", {"A": kind("soldier"), "C": kind("guard"), "b": {}})


@pytest.mark.parametrize(
    ("made", "rounds"),
    [
        (three, 4),
        *slow((partial(shipped, "dawn_duel", 3), 12), (partial(shipped, "dawn_duel", 4), 12)),
    ],
)
def test_every_turn_ends_where_acts_cost_nothing(made: Callable[[], Battle], rounds: int) -> None:
    """On cubes to let allies pass or not is free; a turn of a dozen intents is a long one."""
    fight, players = made(), dict[str, Tactician]()
    begun, count = "", 0
    while (decision := fight.decision) is not None and fight.world.clock.round <= 1:
        if decision.is_turn:
            count = count + 1 if decision.actor == begun else 1
            begun = decision.actor
        assert count <= 12
        thinking = Tactician(Level(rounds, 2, 2, 1))
        player = players.setdefault(fight.world[decision.actor].side, thinking)
        submit(fight, player.choose(fight, decision))
