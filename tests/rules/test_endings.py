"""Hit points, going down, dying, and the end of a battle."""

from __future__ import annotations

import pytest
from boards import battle, club, start, turn_of

from rules.table import act, move, only, taking, why_not
from tacsim.core import events as ev
from tacsim.core.components import Order
from tacsim.core.intents import EndTurn, FullAttack, Move, Strike
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

PAIR = """
    .....
    .AbB.
    .c...
"""


def pair(hp: int, dice: list[int]) -> Battle:
    return turn_of(battle(PAIR, {"b": {"hp": hp}}, dice=dice), "A")


def gained(events: list[ev.Event]) -> list[tuple[str, str]]:
    return [(e.actor, e.condition) for e in events if isinstance(e, ev.ConditionGained)]


@pytest.mark.rule("d20.hp")
@pytest.mark.parametrize(
    ("hp", "harm", "states"),
    [
        (7, 6, set()),
        (6, 6, {"helpless", "prone"}),
        (5, 6, {"helpless", "prone"}),
        (1, 6, {"helpless", "prone"}),
    ],
)
def test_at_nought_or_below_one_is_out_of_the_fight(hp, harm, states):
    fight = pair(hp, [15, harm])
    events = act(fight, Strike("A", "b"))
    assert only(events, ev.Damaged).left == hp - harm == fight.world["b"].hp.current
    assert {c.name for c in fight.world["b"].conditions.items} == states
    assert bool([e for e in events if isinstance(e, ev.Downed)]) == bool(states)


@pytest.mark.rule("d20.hp")
@pytest.mark.parametrize(("damage", "dead"), [("14", False), ("15", True), ("16", True)])
def test_dead_at_ten_below(damage, dead):
    from attrs import evolve

    axe = evolve(club(), damage=damage)
    fight = turn_of(battle(PAIR, {"A": {"weapons": [axe]}, "b": {"hp": 5}}, dice=[15]), "A")
    act(fight, Strike("A", "b"))
    assert fight.world["b"].has("dead") == dead
    assert fight.world["b"].has("helpless")


@pytest.mark.rule("d20.hp", "d20.helpless")
def test_the_fallen_may_be_struck_until_they_are_dead_and_fall_once():
    fight = turn_of(battle(PAIR, {"A": {"base": 16}, "b": {"hp": 6}}, dice=[15, 6, *[15, 5] * 2]),
                    "A")  # fmt: skip
    events = act(fight, FullAttack("A", "b"))
    assert len([e for e in events if isinstance(e, ev.Struck)]) == 1
    events = act(fight, Strike("A", "b")) + act(fight, Strike("A", "b"))
    assert not [e for e in events if isinstance(e, ev.Downed)]
    assert gained(events) == [("b", "dead")]
    assert why_not(fight, Strike("A", "b"))[0] == "dead"


@pytest.mark.rule("d20.hp")
def test_the_last_foe_to_fall_ends_the_battle():
    fight = turn_of(battle("A.Bb", {"b": {"hp": 2}}, dice=[15, 6]), "B")
    events = act(fight, Strike("B", "b"))
    assert only(events, ev.BattleEnded).winner == "heroes"
    assert fight.decision is None
    assert fight.world.outcome.over
    for intent in (EndTurn("B"), Move("B", to=(1, 0)), EndTurn("A")):
        assert why_not(fight, intent)[0] == "battle_over"


@pytest.mark.rule("d20.hp")
def test_the_last_but_one_does_not():
    fight = pair(2, [15, 6])
    events = act(fight, Strike("A", "b"))
    assert not [e for e in events if isinstance(e, ev.BattleEnded)]
    assert fight.decision.actor == "A"


@pytest.mark.rule("d20.hp")
def test_allies_win_together_and_strangers_fight_on():
    options = {"A": {"side": "red"}, "B": {"side": "green"}, "b": {"side": "blue", "hp": 1}}
    fight = turn_of(battle("AbB", options, sides={"red": ["green"]}, dice=[15, 6]), "A")
    events = act(fight, Strike("A", "b"))
    assert only(events, ev.BattleEnded).winner in ("red", "green")
    fight = turn_of(battle("AbB", options, dice=[15, 6]), "A")
    events = act(fight, Strike("A", "b"))
    assert not [e for e in events if isinstance(e, ev.BattleEnded)]


@pytest.mark.rule("d20.hp", "d20.aoo.interrupt")
def test_an_opportunity_attack_may_end_it_too():
    fight = turn_of(battle("....\n.Ab.\n....", {"A": {"hp": 1}}, dice=[15, 6]), "A")
    events = taking(fight, move(fight, "A", (0, 1)))
    assert only(events, ev.BattleEnded).winner == "foes"
    assert fight.decision is None


@pytest.mark.rule("d20.hp", "d20.round.6s")
def test_the_turn_of_one_who_falls_in_it_is_over():
    fight = turn_of(battle("..B.\n.Ab.\n....", {"A": {"hp": 1}}, dice=[15, 6]), "A")
    fight.world.put(None, Order(("A", "b", "B")))
    events = taking(fight, move(fight, "A", (0, 1)))
    assert [e.actor for e in events if isinstance(e, ev.TurnEnded)] == ["A"]
    assert fight.decision.actor == "b"
    act(fight, EndTurn("b"))
    act(fight, EndTurn("B"))
    assert fight.decision.actor == "b"  # A has no turn any more


@pytest.mark.rule("d20.hp", "d20.threat")
def test_the_fallen_neither_threaten_nor_cover_nor_bar_the_way():
    fight = turn_of(battle("Ab..c", {"b": {"hp": 1}}, dice=[15, 6]), "A")
    assert not check(fight, Move("A", to=(2, 0)))
    act(fight, Strike("A", "b"))
    assert move(fight, "A", (1, 0), (2, 0))
    assert fight.world["A"].at == (2, 0)


@pytest.mark.rule("d20.hp")
def test_a_battle_that_is_begun_goes_on_until_somebody_falls():
    fight = battle("A..b", {"A": {"initiative": 2}, "b": {"initiative": 1}})
    start(fight)
    for who in "AbAbAb":
        assert fight.decision.actor == who
        act(fight, EndTurn(who))
    assert not fight.world.outcome.over
