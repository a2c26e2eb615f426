"""Advice: ideas in words and as plans, who is advised, and deeds that are weighed again."""

from __future__ import annotations

from pathlib import Path

from app.players import CROSSING
from boards import battle, club, start

from tacsim.ai.weighing.rollouts import Sum
from tacsim.ai.weighing.tactician import Level, Tactician, Weighed, Weighing, weigh
from tacsim.content.scenarios import read_scenario
from tacsim.core.components import Item, Items
from tacsim.core.intents import DropHeld, EndTurn, Move, PickUp, SetDown, Strike
from tacsim.player.acting.advice import ideas, leads_to, planned, told
from tacsim.player.game import Game, new_game, resumed_game, unadvised
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import Selection
from tacsim.player.pointing.tools import Tool
from tacsim.player.record.deeds import Deeds, chief, recorded, secret
from tacsim.rules.engine import submit
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

FEW = Level(3, 1, 1, 1)


def test_each_idea_is_told_beside_the_first_with_the_same_lots() -> None:
    """The second has 0.2 less, the third 0.5 more than the first with the two lots it was given."""
    fight = battle("A.b.", {"A": {"initiative": 20}, "b": {}})
    start(fight)
    first = Weighed(Strike("A", "b"), Sum(1.0, 6.0, 3.0), 8, Sum(1.0, 6.0, 3.0))
    second = Weighed(Move("A", to=(1, 0)), Sum(0.8, 4.0, 4.5), 8, Sum(1.0, 6.0, 3.0))
    third = Weighed(EndTurn("A"), Sum(2.0, 6.0, 3.0), 2, Sum(1.5, 6.0, 2.0))
    found = ideas(fight, Weighing(Strike("A", "b"), EndTurn("A"), (first, second, third)),
                  made=EndTurn("A"), most=2)  # fmt: skip
    assert [one.value for one in found] == ["+1.00", "+0.80", "+1.50"]
    assert found[0].why == "foes lose 6.0 hit points, yours 3.0"
    assert found[1].why.startswith("foes lose 2.0 less, yours lose 1.5 more")
    assert found[2].why == "given up after 2 tries, yours lose 1.0 more"
    assert [one.made for one in found] == [False, False, True], "what was done is always listed"
    assert (
        told(found)[0]
        == "The commander would: attack b (+1.00). Foes lose 6.0 hit points, yours 3.0."
    )


def test_of_an_idea_that_makes_no_difference_that_is_said() -> None:
    fight = battle("A.b.", {"A": {"initiative": 20}, "b": {}})
    start(fight)
    lead = Sum(0.3, 6.0, 3.0)
    found = (Weighed(Strike("A", "b"), lead, 4, lead), Weighed(EndTurn("A"), lead, 4, lead))
    _first, other = ideas(fight, Weighing(Strike("A", "b"), EndTurn("A"), found))
    assert other.why == "foes and yours lose as much"


def test_it_is_said_why_the_first_idea_stands_before_one_of_a_higher_value() -> None:
    """What has 0.2 more on the mean is not decided on; what has as much or less needs no word."""
    fight = battle("A.b.", {"A": {"initiative": 20}, "b": {}})
    start(fight)
    lead = Sum(0.3, 6.0, 3.0)
    for value, said in ((0.5, True), (0.3, False), (0.1, False)):
        found = (
            Weighed(Strike("A", "b"), lead, 4, lead),
            Weighed(Move("A", to=(1, 0)), Sum(value, 6.0, 3.0), 4, lead),
        )
        lines = told(ideas(fight, Weighing(Strike("A", "b"), EndTurn("A"), found)))
        assert len(lines) == 2 + said
        assert ("another has to be clearly better" in lines[-1]) == said


def test_ideas_stand_in_the_order_of_their_values_however_many_tries_each_had() -> None:
    """Whoever is hurried may have tried the one decided on least of all."""
    fight = battle("A.b.", {"A": {"initiative": 20}, "b": {}})
    start(fight)
    lead, ends = Sum(0.3, 6.0, 3.0), ((1, 0), (0, 1), (1, 1))
    found = [Weighed(Strike("A", "b"), lead, 2, lead)]
    for end, lots, value in zip(ends, (4, 3, 3), (0.1, 0.25, 0.2), strict=True):
        found.append(Weighed(Move("A", path=(end,)), Sum(value, 6.0, 3.0), lots, lead))
    told_of = ideas(fight, Weighing(Strike("A", "b"), EndTurn("A"), tuple(found)))
    assert [one.value for one in told_of] == ["+0.30", "+0.25", "+0.20", "+0.10"]


def test_of_two_ways_to_a_place_one_is_told() -> None:
    """Else a table lists the same words twice; that which was gone stands for both."""
    fight = battle(".....\nA...b\n.....", {"A": {"initiative": 20}, "b": {}})
    start(fight)
    over, under = (Move("A", path=((1, y), (2, 1))) for y in (0, 2))
    better, worse = Sum(1.0, 6.0, 3.0), Sum(0.5, 4.0, 4.0)
    found = (
        Weighed(EndTurn("A"), better, 8, better),
        Weighed(over, better, 8, better),
        Weighed(under, worse, 8, better),
    )
    weighing = Weighing(EndTurn("A"), EndTurn("A"), found)
    assert [one.intent for one in ideas(fight, weighing)] == [EndTurn("A"), over]
    assert [one.intent for one in ideas(fight, weighing, made=under)] == [EndTurn("A"), under]


def test_a_preparation_is_told_with_what_it_leads_to_or_is_no_idea() -> None:
    """Under a chest nobody charges; without the club there is nothing to do but to take it up."""
    arms = {"initiative": 20, "weapons": [club()], "abilities": {"strength": 10}}
    fight = battle("A............b", {"A": arms, "b": {"speed": 0}})
    fight.world.put(None, Items((Item("chest", "Chest", 90, (0, 0)),)))
    start(fight)
    for intent in (PickUp("A", "chest"), EndTurn("A"), EndTurn("b")):
        submit(fight, intent)
    drop, down, wait = DropHeld("A", "club"), SetDown("A", "chest", (1, 0)), EndTurn("A")
    same, less = Sum(1.0, 6.0, 3.0), Sum(0.5, 4.0, 4.0)
    found = (
        Weighed(down, same, 8, same),
        Weighed(drop, same, 8, same),
        Weighed(wait, less, 8, same),
    )
    first, other = ideas(fight, Weighing(down, wait, found))
    assert first.what == "set down Chest at (1,0), then charge at b"
    assert (other.what, other.why) == ("end the turn", "foes lose 2.0 less, yours lose 1.0 more")
    first, *_ = ideas(fight, Weighing(drop, wait, (found[1], found[2])))
    assert (first.what, first.value) == ("end the turn", "+0.50"), (
        "what it is worth beside the club"
    )
    assert first.why == "foes lose 4.0 hit points, yours 4.0"
    *_, made = ideas(fight, Weighing(drop, wait, (found[1], found[2])), made=drop)
    assert (made.made, made.intent) == (True, drop), "what was done is always listed"


def test_what_may_strike_at_the_way_is_said() -> None:
    """The way leads out of a square that the foe threatens."""
    fight = battle("....\nAb..\n....", {"A": {"initiative": 20}, "b": {"initiative": 1}})
    start(fight)
    submit(fight, EndTurn("A"))
    submit(fight, EndTurn("b"))  # which is flat-footed no more
    away = Weighed(Move("A", path=((1, 0), (2, 0))), Sum(0, 0, 0), 1, Sum(0, 0, 0))
    text = ideas(fight, Weighing(away.intent, away.intent, (away,)))[0].why
    assert "1 opportunity: b" in text


def test_an_idea_is_taken_over_as_the_plan_and_goes_when_anything_else_is_pointed_at() -> None:
    fight = battle("A....b\n......", {"A": {"initiative": 20}, "b": {}})
    start(fight)
    selection, planner = Selection(fight), Planner(fight, "A")
    selection.begin(planner)
    selection.point((1, 1))
    back = selection.keep()
    idea = Move("A", path=((1, 0), (2, 0), (3, 0)))
    plan = planned(planner, idea)
    assert [leg.body.at for leg in plan.legs] == [(1, 0), (2, 0), (3, 0)]
    selection.take_over(plan, leads_to(fight.world, plan))
    assert (selection.cursor, selection.tool) == ((3, 0), Tool("move"))
    assert selection.commit().intent == idea
    selection.point((3, 1))
    assert selection.preview.intent != idea
    selection.take_over(plan, leads_to(fight.world, plan))
    back()
    assert selection.cursor == (1, 1)
    assert selection.preview.intent == Move("A", path=((1, 1),), extents=((1, 1),))


def played(tmp: Path, monkeypatch, **chosen) -> Game:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp))
    scenario = read_scenario(CROSSING)
    return new_game(scenario, {"heroes": "human", "raiders": "human"} | chosen, seed=7)


def test_several_people_are_advised_only_where_the_setup_says_so(tmp_path, monkeypatch) -> None:
    shared = played(tmp_path, monkeypatch)
    assert "setup" in unadvised(shared)
    alone = played(tmp_path, monkeypatch, raiders="ai:greedy")
    assert not unadvised(alone)
    agreed = new_game(shared.scenario, shared.controllers, seed=7, advice=True)
    assert not unadvised(agreed)
    assert agreed.again(3).advice
    for game in (shared, agreed):
        game.session.begin()
        game.close()
        assert game.save is not None
        assert resumed_game(game.save).advice is game.advice


def test_deeds_are_weighed_again_as_they_were_live_and_in_a_save(tmp_path, monkeypatch) -> None:
    """What a tactician decided comes out again from the state before, the dice being none of it."""
    fight = played(tmp_path, monkeypatch, heroes="ai:tactician", raiders="ai:greedy")
    fight.session.controllers["heroes"] = Tactician(FEW)
    deeds = Deeds(fight.session, fight.controllers)
    fight.session.begin()
    first = fight.session.decision
    assert first is not None
    while fight.session.decision is not None and fight.session.decision.actor == first.actor:
        fight.session.advance()
    fight.close()
    assert fight.save is not None
    live = deeds.of(first.actor)
    assert [one.intent for one in live] == fight.session.intents
    assert deeds.last == first.actor
    timeline = Timeline(read(fight.save))
    timeline.seek(timeline.length)
    saved = recorded(timeline, None)
    assert [one.intent for one in saved] == fight.session.intents
    assert not isinstance(saved[chief(saved)].intent, EndTurn)
    for deed in (live[0], saved[0]):
        assert deed.weighs
        before = deed.before()
        task = deed.task(before, first)
        assert (task.also, task.state) == ((deed.intent,), before.world.state)
        assert weigh(before, first, FEW).intent == deed.intent


def test_what_was_weighed_is_secret_only_while_a_side_looks_on_in_fog() -> None:
    assert secret(fog=True, side="heroes")
    assert not secret(fog=True, side=None)
    assert not secret(fog=False, side="heroes")
