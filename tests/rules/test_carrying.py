"""Carrying: who is picked up, what that weighs and slows, where it lies again; weapons let go."""

from __future__ import annotations

import attrs
import pytest
from boards import battle, club, longspear, turn_of

from tacsim.core import events as ev
from tacsim.core.components import AreaAttack, Goal, Goals, Item, Items, Speed, SpeedBonus, Weights
from tacsim.core.intents import (
    Area,
    Decline,
    DropHeld,
    EndTurn,
    FullAttack,
    Intent,
    Move,
    PickUp,
    SetDown,
    Strike,
    Take,
)
from tacsim.core.verdicts import Reason, Refused
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import check, commit, submit
from tacsim.rules.forecast import forecast
from tacsim.rules.goals import progress
from tacsim.rulesets.d20.carrying import limits

DOWN = {"conditions": ["helpless", "prone"], "hp": 10}
STRONG = {"abilities": {"strength": 16}}
"""Loads of 76, 153 and 230 lb: a Medium body of 175 lb is a heavy one."""


def fight(board: str, creatures: dict, **more) -> Battle:
    return turn_of(battle(board, creatures, **more), "A")


def why(found: object) -> tuple[Reason, str]:
    assert isinstance(found, Refused)
    return found.reason, found.clause


def told(battle: Battle, intent: Intent, kind: type) -> list:
    return [event for event in submit(battle, intent) if isinstance(event, kind)]


def speed(battle: Battle) -> tuple[int, str]:
    return battle.world["A"].speed.land, battle.world["A"].speed.load


@pytest.mark.rule("d20.carry.capacity")
@pytest.mark.parametrize(("strength", "category", "shape", "loads"), [
    (3, 4, "tall", (10, 20, 30)), (10, 4, "tall", (33, 66, 100)), (15, 4, "tall", (66, 133, 200)),
    (19, 4, "tall", (116, 233, 350)), (20, 4, "tall", (133, 266, 400)),
    (29, 4, "tall", (466, 933, 1400)), (30, 4, "tall", (532, 1064, 1600)),
    (10, 3, "tall", (24.75, 49.5, 75)), (21, 5, "tall", (306, 612, 920)),
    (18, 5, "long", (300, 600, 900)), (10, 4, "long", (49.5, 99, 150)),
])  # fmt: skip
def test_strength_size_and_build_tell_what_can_be_carried(strength, category, shape, loads):
    assert limits(strength, category, shape) == loads


@pytest.mark.rule("d20.carry", "d20.carry.weight", "d20.speed.encumbrance")
@pytest.mark.parametrize(("strength", "load", "cells"), [(16, "heavy", 4), (18, "medium", 4)])
def test_a_friend_is_taken_up_for_a_move_action_and_slows(strength, load, cells):
    field = fight(
        "Ab.", {"A": {"abilities": {"strength": strength}}, "b": {"side": "heroes"} | DOWN}
    )
    (option,) = [one for one in choices(field) if one.intent == PickUp("A", "b")]
    assert option.cost == (("move", 1),)
    assert forecast(field, option.intent).speed == cells
    submit(field, option.intent)
    assert speed(field) == (cells, load)
    assert field.world["A"].carried.pounds == 175


@pytest.mark.rule("d20.speed.bonus.order", "d20.speed.table.dwarf", "d20.carry.capacity")
@pytest.mark.parametrize(("own", "cells"), [
    (Speed(6), 4), (Speed(4, slowed=True), 4), (Speed(3, load="heavy", slowed=True), 3),
    (Speed(4, steady=True), 4),
    (Speed(8, base=6, bonuses=(SpeedBonus(2, armour="medium", load="medium"),)), 4),
])  # fmt: skip
def test_a_load_slows_once_and_by_what_the_race_and_class_make_of_it(own, cells):
    field = fight("Ab", {"A": {"abilities": {"strength": 18 if own.load == "heavy" else 16}},
                         "b": DOWN})  # fmt: skip
    field.world.put("A", own)
    field.world.put("b", Weights(154))
    if own.load == "heavy":
        field.world.put("b", Weights(90))
    submit(field, PickUp("A", "b"))
    assert field.world["A"].speed.land == cells
    submit(field, SetDown("A", "b"))
    assert field.world["A"].speed == own


@pytest.mark.rule("d20.carry.capacity")
def test_beyond_a_heavy_load_one_moves_a_square_and_beyond_twice_that_not_at_all():
    """100 lb are the most with a Strength of 10, 200 the most that is lifted."""
    field = fight("Ab..\ncd..", {"A": {}, "b": DOWN, "c": {"weapons": []}, "d": DOWN})
    field.world.put("d", Weights(200.5))
    assert why(check(field, PickUp("A", "d"))) == (Reason.TOO_HEAVY, "d20.carry.capacity")
    submit(field, PickUp("A", "b"))
    assert field.world["A"].has("overloaded")
    submit(field, EndTurn("A"))
    turn_of(field, "A")
    assert why(check(field, Move("A", (2, 0))))[0] is Reason.HINDERED
    assert why(check(field, Move("A", (1, 0), mode="five_foot_step")))[0] is Reason.HINDERED
    modes = {family.mode.name for family in choices(field).families}
    assert modes == {"minimum"}
    submit(field, Move("A", (1, 0), mode="minimum"))
    assert not field.world["A"].resources["standard"]
    assert field.world["b"].at == (1, 0)
    submit(field, SetDown("A", "b"))
    assert not field.world["A"].has("overloaded")


@pytest.mark.rule("d20.carry.capacity")
@pytest.mark.parametrize(("own", "pounds", "hindered", "cells"), [
    (Speed(6), 101, "overloaded", None), (Speed(6), 100, "", 4),
    (Speed(4, slowed=True), 101, "overloaded", None), (Speed(4, slowed=True), 100, "", None),
])  # fmt: skip
def test_overloading_is_foretold_and_so_is_its_end(own, pounds, hindered, cells):
    field = fight("Ab", {"b": DOWN})
    field.world.put("A", own)
    field.world.put("b", Weights(pounds))
    (option,) = [one for one in choices(field) if one.intent == PickUp("A", "b")]
    assert ("d20.carry.capacity" in option.clauses) == bool(hindered)
    found = forecast(field, option.intent)
    assert (found.hindered, found.speed) == (hindered, cells)
    submit(field, option.intent)
    found = forecast(field, SetDown("A", "b"))
    assert (found.hindered, found.speed) == ("", own.land if hindered or cells else None)


@pytest.mark.rule("d20.carry.capacity")
def test_flyers_take_up_a_light_load_alone():
    """Of a Strength of 25 a light load is 266 lb."""
    for strength, refused in ((16, Reason.TOO_HEAVY_ALOFT), (25, None)):
        field = fight("Ab", {"A": {"conditions": ["flying"], "fly": 8,
                                   "abilities": {"strength": strength}}, "b": DOWN})  # fmt: skip
        found = check(field, PickUp("A", "b"))
        assert (found.reason if isinstance(found, Refused) else None) is refused


@pytest.mark.rule("d20.carry")
@pytest.mark.parametrize(("board", "creatures", "reason"), [
    ("A.b", {}, Reason.NOT_ADJACENT), ("A#b", {}, Reason.NOT_ADJACENT),
    ("Ab.", {"A": {"conditions": ["prone"]}}, Reason.PRONE),
    ("Ab.", {"A": {"conditions": ["incorporeal"]}}, Reason.HINDERED),
    ("Ab.", {"b": {"conditions": []}}, Reason.NOT_HELPLESS),
])  # fmt: skip
def test_what_is_not_taken_up(board, creatures, reason):
    plain = {"A": STRONG, "b": DOWN}
    field = fight(board, {who: plain[who] | creatures.get(who, {}) for who in plain})
    assert why(check(field, PickUp("A", "b"))) == (reason, "d20.carry")


@pytest.mark.rule("d20.carry")
def test_a_closed_door_keeps_it_out_of_reach():
    field = fight("Ab", {"A": STRONG, "b": DOWN}, barriers=[((0, 0), (1, 0), "door")])
    assert why(check(field, PickUp("A", "b")))[0] is Reason.NOT_ADJACENT


@pytest.mark.rule("d20.actions.provoke.yes")
def test_taking_up_provokes_each_who_threatens_and_whoever_falls_takes_nothing_up():
    field = fight("cAb\n.d.", {"A": STRONG | {"hp": 1}, "b": DOWN}, dice=[20, 20, 6, 6, 6, 6])
    found = forecast(field, PickUp("A", "b"))
    assert [one.by for one in found.opportunities] == ["c", "d"]
    provoked = told(field, PickUp("A", "b"), ev.Provoked)
    assert [(one.by, one.clauses) for one in provoked] == [
        (foe, ("d20.actions.provoke.yes",)) for foe in "cd"
    ]
    events = submit(field, Take("c"))
    assert any(isinstance(event, ev.Downed) for event in events)
    assert not any(isinstance(event, ev.PickedUp) for event in events)
    assert field.world["b"].at == (2, 0)


@pytest.mark.rule("d20.carry", "d20.actions.provoke.no")
def test_what_is_set_down_lies_where_it_is_said_and_provokes_nobody():
    field = fight(".#.\ncA.\nb..", {"A": STRONG, "b": DOWN})
    submit(field, PickUp("A", "b"))
    submit(field, Decline("c"))
    for to, reason in (
        ((1, 0), Reason.NO_ROOM),
        ((0, 1), Reason.NO_ROOM),
        ((5, 5), Reason.NO_ROOM),
    ):
        assert why(check(field, SetDown("A", "b", to)))[0] is reason  # a wall, a foe, off the map
    there, here = field.fork(), field
    submit(there, SetDown("A", "b", (2, 2)))
    assert there.world["b"].at == (2, 2)
    assert told(here, SetDown("A", "b"), ev.Provoked) == []
    assert here.world["b"].at == (1, 1)
    assert why(check(here, SetDown("A", "b"))) == (Reason.NOT_CARRIED, "d20.carry")


@pytest.mark.rule("d20.carry.body")
def test_whoever_is_carried_goes_along_and_nobody_aims_at_it_or_meets_it():
    field = fight("bA...c", {"A": STRONG, "b": DOWN | {"side": "heroes"}, "c": {"side": "foes"}})
    submit(field, PickUp("A", "b"))
    submit(field, Move("A", (3, 0)))
    assert field.world["b"].at == (3, 0)
    submit(field, EndTurn("A"))
    turn_of(field, "c")
    assert submit(field, Move("c", (4, 0)))[0].NAME != "refused"
    assert why(check(field, Strike("c", "b"))) == (Reason.CARRIED, "d20.attack.roll")
    assert isinstance(check(field, Strike("c", "A")), object)
    assert {one.intent.target for one in choices(field) if isinstance(one.intent, Strike)} == {"A"}


@pytest.mark.rule("d20.carry.body")
@pytest.mark.parametrize(("maker", "caught"), [("c", ("A", "b")), ("A", ())])
def test_areas_that_catch_the_carrier_catch_the_carried(maker, caught):
    blast = AreaAttack("blast", "burst", 1, "1d6", range=10)
    field = battle("Ab....c", {"A": STRONG | {"areas": [blast]}, "c": {"areas": [blast]},
                               "b": DOWN | {"side": "heroes"}})  # fmt: skip
    turn_of(field, "A")
    submit(field, PickUp("A", "b"))
    turn_of(field, maker)
    made = told(field, Area(maker, "burst", 1, (1, 0), name="blast"), ev.AreaMade)
    assert [one.targets for one in made] == [caught]


@pytest.mark.rule("d20.carry.body")
def test_what_the_fallen_carried_lies_at_their_place():
    field = fight("bA.c", {"A": STRONG | {"hp": 1}, "b": DOWN | {"side": "heroes"}, "c": {}},
                  dice=[20, 20, 6, 6, 6])  # fmt: skip
    field.world.put(None, Items((Item("chest", "Chest", 20, (1, 0)),)))
    submit(field, PickUp("A", "chest"))
    turn_of(field, "A")
    submit(field, PickUp("A", "b"))
    turn_of(field, "c")
    submit(field, Move("c", (2, 0)))
    events = submit(field, Strike("c", "A"))
    laid = [event for event in events if isinstance(event, ev.SetDown)]
    assert [(one.thing, one.dst, one.fallen) for one in laid] == [
        ("chest", (1, 0), True), ("b", (1, 0), True),
    ]  # fmt: skip
    assert not field.world["b"].has("carried")
    assert field.world["A"].carried.things == ()
    assert field.world.items["chest"].at == (1, 0)


@pytest.mark.rule("d20.carry.body", "d20.closest.tie")
@pytest.mark.parametrize(("board", "dice", "at"), [
    ("........\n.bbA#..c\n.bb.....", [1], (2, 0)),
    ("........\n.bbA#..c\n.bb.....", [2], (2, 1)),
    ("####....\n.bbA#..c\n.bb.....", [], (2, 1)),
    ("####....\n.bbA#..c\n.bb#....", [], (1, 1)),
])  # fmt: skip
def test_a_big_friend_of_the_fallen_lies_as_near_as_there_is_room(board, dice, at):
    """Two squares square, it has no room to the right of where its carrier falls."""
    field = fight(board, {"A": STRONG, "b": DOWN | {"side": "heroes"}}, dice=dice)
    field.world.put("b", Weights(100))
    submit(field, PickUp("A", "b"))
    events: list[ev.Event] = []
    commit(field, [ev.ConditionGained("A", "helpless")], events)
    thrown = [event.clauses for event in events if isinstance(event, ev.Rolled)]
    assert thrown == [("d20.closest.tie",)] * len(dice)
    assert field.world["b"].at == at
    assert not field.world["b"].position.squeezed


@pytest.mark.rule("d20.carry.drop", "d20.actions.provoke.no")
def test_a_weapon_let_go_lies_there_and_threatens_no_more():
    field = fight("cA.", {"A": {"weapons": [club(), longspear()]}})
    events = submit(field, DropHeld("A", "club"))
    assert not any(isinstance(event, ev.Provoked) for event in events)
    assert [weapon.name for weapon in field.world["A"].offence.weapons] == ["longspear"]
    (item,) = field.world.items.items
    assert (item.name, item.pounds, item.at) == ("club", 3, (1, 0))
    assert why(check(field, Strike("A", "c", "club")))[0] is Reason.UNKNOWN_WEAPON
    assert why(check(field, Strike("A", "c")))[0] is Reason.TOO_CLOSE
    submit(field, PickUp("A", item.id))
    submit(field, Decline("c"))
    assert [weapon.name for weapon in field.world["A"].offence.weapons] == ["longspear", "club"]
    assert field.world.items.items == ()


@pytest.mark.rule("d20.carry.drop")
def test_who_may_take_a_weapon_in_hand_and_who_carries_it():
    """One of another size or build, or who has one like it, carries it; claws cannot be let go."""
    claw = attrs.evolve(club(), name="claw", natural=True)
    for options, in_hand in (
        ({"weapons": []}, True), ({"weapons": [club()]}, False),
        ({"weapons": [], "shape": "long"}, False),
        ({"weapons": [], "size": "small"}, False),
    ):  # fmt: skip
        field = fight("AB", {"B": options})
        (item,) = [e.item for e in told(field, DropHeld("A", "club"), ev.Dropped)]
        turn_of(field, "B")
        submit(field, PickUp("B", item.id))
        taker = field.world["B"]
        assert (item.id not in taker.carried.ids) == in_hand
        assert (taker.offence.weapons == (club(),)) == (in_hand or bool(options["weapons"]))
    field = fight("A", {"A": {"weapons": [claw]}})
    assert why(check(field, DropHeld("A", "claw"))) == (Reason.PART_OF_IT, "d20.carry.drop")


@pytest.mark.rule("d20.carry.drop")
def test_what_its_owner_adds_to_a_weapon_stays_with_the_owner():
    trained = attrs.evolve(club(), bonus=2, damage_bonus=3)
    field = fight("AB", {"A": {"weapons": [trained]}, "B": {"weapons": []}})
    (item,) = [e.item for e in told(field, DropHeld("A", "club"), ev.Dropped)]
    turn_of(field, "B")
    submit(field, PickUp("B", item.id))
    assert field.world["B"].offence.weapons == (club(),)
    (item,) = [e.item for e in told(field, DropHeld("B", "club"), ev.Dropped)]
    turn_of(field, "A")
    submit(field, PickUp("A", item.id))
    assert field.world["A"].offence.weapons == (trained,)


@pytest.mark.rule("d20.attack.iterative")
def test_a_first_attack_counts_though_its_weapon_is_let_go():
    field = fight("Ac", {"A": {"weapons": [club(), attrs.evolve(club(), name="mace")], "base": 6},
                         "c": {"hp": 50}}, dice=[2, 2])  # fmt: skip
    submit(field, Strike("A", "c", "club"))
    submit(field, DropHeld("A", "club"))
    assert len(told(field, FullAttack("A", "c"), ev.Struck)) == 1


@pytest.mark.rule("d20.carry")
def test_a_side_in_fog_takes_up_no_thing_that_it_does_not_perceive():
    field = fight("A...#", {"A": STRONG}, fog=True, dark=True)
    field.world.put(None, Items((Item("chest", "Chest", 20, (3, 0)),)))
    assert why(check(field, PickUp("A", "chest")))[0] is Reason.UNKNOWN_CREATURE
    assert not any(isinstance(one.intent, PickUp) for one in choices(field).refused)


@pytest.mark.rule("d20.carry.body")
def test_who_is_carried_reaches_a_goal_where_its_carrier_comes_to_rest():
    """Lying there, or carried there by a foe, is not enough; nor is it for the dead."""
    for conditions, bearer, won in (
        (["helpless", "prone"], "A", True), (["dead", "helpless"], "A", False),
        (["helpless", "prone"], "c", False),
    ):  # fmt: skip
        creatures = {"A": STRONG, "c": STRONG, "b": DOWN | {"side": "heroes"}}
        creatures["b"]["conditions"] = conditions
        field = battle("..Abc", creatures)
        field.world.put(None, Goals((Goal("heroes", "reach", ((1, 0), (4, 0)), "b"),)))
        turn_of(field, bearer)
        submit(field, PickUp(bearer, "b"))
        if field.decision.actor != bearer:
            submit(field, Decline(field.decision.actor))
        submit(field, Move(bearer, (1, 0) if bearer == "A" else (4, 0)))
        submit(field, Decline("c")) if field.decision and field.decision.actor == "c" else None
        assert field.world.outcome.over == won
        (goal,) = progress(field, "heroes")
        assert goal.open == ("dead" not in conditions)
