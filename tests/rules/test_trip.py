"""Tripping: a touch, a trial of strength, and perhaps the same in return."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, club, longspear, shortbow, turn_of

from rules.table import act, declining, entry, every, only, provoked, why_not
from tacsim.core import events as ev
from tacsim.core.components import Weapon
from tacsim.core.intents import BullRush, Decline, EndTurn, FullAttack, Move, Strike, Take, Trip
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit
from tacsim.rulesets import RULESETS, content

SICKLE = Weapon("sickle", "1d6", light=True, trip=True)
REAPER = {"weapons": (SICKLE,)}
PAIR = ".Ab.."


def pair(dice: list[int], a: Any = None, b: Any = None, board: str = PAIR, **more: Any) -> Battle:
    creatures = {"A": REAPER if a is None else a, "b": b or {}, **more}
    return turn_of(battle(board, creatures, dice=dice), "A")


def trip(fight: Battle, weapon: str | None = None) -> list[ev.Event]:
    return act(fight, Trip("A", "b", weapon))


@pytest.mark.rule("d20.trip")
def test_a_touch_then_strength_lays_the_foe_down():
    fight = pair([12, 15, 5])
    events = trip(fight)
    assert provoked(events) == [], "it is a weapon for it"
    touch, told = only(events, ev.Tested), only(events, ev.Contested)
    assert (touch.what, touch.total, touch.passed, touch.target) == ("trip_touch", 12, True, "b")
    assert (told.what, told.total, told.against, told.won) == ("trip", 15, 5, True)
    assert fight.world["b"].has("prone")
    assert only(events, ev.ConditionGained).by == "A"
    assert not every(events, ev.Damaged)
    assert fight.decision.is_turn


@pytest.mark.rule("d20.trip")
@pytest.mark.parametrize(("natural", "holds"), [(11, False), (12, True), (1, False), (20, True)])
def test_armour_shield_and_hide_keep_no_touch_off(natural, holds):
    """Touch armour class: 10, Dexterity +1, deflection 1; not armour 5, shield 2, hide 4."""
    armour = {"armour": 5, "shield": 2, "natural": 4, "deflection": 1}
    b = {"armour": armour, "abilities": {"dexterity": 12}}
    fight = pair([natural, 10, 1], b=b)
    touch = only(trip(fight), ev.Tested)
    assert (touch.against, touch.passed) == (12, holds)
    assert fight.world["b"].has("prone") is holds


@pytest.mark.rule("d20.trip")
def test_size_tells_in_the_touch_as_well():
    """A Large target is easier to touch (-1) and harder to trip (+4)."""
    fight = pair([9, 14, 11], board="Abb..\n.bb..")
    events = declining(fight, trip(fight))
    assert only(events, ev.Tested).against == 9
    told = every(events, ev.Contested)[0]
    assert (told.total, told.against, told.won) == (14, 15, False)


@pytest.mark.rule("d20.trip")
def test_a_missed_touch_is_the_end_of_it():
    fight = pair([9])
    events = trip(fight)
    assert not only(events, ev.Tested).passed
    assert not every(events, ev.Contested)
    assert fight.decision.is_turn
    assert fight.world["A"].resources["standard"] == 0


@pytest.mark.rule("d20.trip")
def test_strength_against_the_better_of_strength_and_dexterity_and_a_firm_stand():
    a = {**REAPER, "abilities": {"strength": 16}}
    b = {"abilities": {"strength": 8, "dexterity": 14}, "stable": True}
    told = only(trip(pair([19, 10, 10], a, b)), ev.Contested)
    assert (told.total, told.against) == (13, 16)


@pytest.mark.rule("d20.trip")
@pytest.mark.parametrize(("theirs", "mine", "down"), [(12, 5, True), (5, 12, False)])
def test_the_foe_that_stands_may_try_in_return(theirs, mine, down):
    fight = pair([15, 5, 12, theirs, mine])
    trip(fight)
    assert (fight.decision.actor, fight.decision.question) == ("b", "trip_back")
    events = submit(fight, Take("b"))
    told = only(events, ev.Contested)
    assert (told.actor, told.target, told.what) == ("b", "A", "trip_back")
    assert (told.total, told.against, told.won) == (theirs, mine, down)
    assert fight.world["A"].has("prone") is down
    assert [one.by for one in every(events, ev.ConditionGained)] == ["b"] * down
    assert not fight.world["b"].has("prone")
    assert fight.decision.is_turn


@pytest.mark.rule("d20.trip")
def test_in_return_the_tripper_stands_by_strength_or_dexterity():
    a = {**REAPER, "abilities": {"dexterity": 16}}
    fight = pair([15, 5, 12, 10, 10], a, {"abilities": {"strength": 14}})
    trip(fight)
    told = only(submit(fight, Take("b")), ev.Contested)
    assert (told.total, told.against, told.won) == (12, 13, False)


@pytest.mark.rule("d20.trip")
def test_the_foe_need_not_try():
    fight = pair([15, 5, 12])
    trip(fight)
    submit(fight, Decline("b"))
    assert not fight.world["A"].has("prone")
    assert fight.decision.is_turn
    assert check(fight, EndTurn("A"))


# --- who, and with what ------------------------------------------------------------------------


@pytest.mark.rule("d20.trip")
def test_at_most_one_size_larger_and_still_on_its_feet():
    assert check(pair([], board="Abb..\n.bb.."), Trip("A", "b"))
    huge = pair([], board="Abbb.\n.bbb.\n.bbb.")
    assert why_not(huge, Trip("A", "b")) == ("too_big", "d20.trip")
    assert why_not(pair([], b={"conditions": ["prone"]}), Trip("A", "b")) == ("prone", "d20.trip")


@pytest.mark.rule("d20.trip", "d20.actions.provoke.yes")
def test_bare_hands_give_the_target_an_opportunity_and_nobody_else():
    fight = pair([15, 15, 5], {"weapons": (club(),)}, board=".Ab..\n.c...")
    events = trip(fight)
    assert provoked(events) == ["b"]
    submit(fight, Decline("b"))
    assert fight.world["b"].has("prone")


@pytest.mark.rule("d20.trip")
def test_whoever_is_dropped_first_trips_nobody():
    fight = pair([19, 6], {"weapons": (club(),), "hp": 2}, board=".Ab.C")
    trip(fight)
    events = submit(fight, Take("b"))
    assert fight.world["A"].has("helpless")
    assert not every(events, ev.Tested)


@pytest.mark.rule("d20.trip")
@pytest.mark.parametrize("weapons", [
    (Weapon("bite", "1d6", natural=True, hands="none"),), (club(), SICKLE),
    (Weapon("unarmed", "1d3", light=True, armed=True),),
])  # fmt: skip
def test_natural_weapons_weapons_made_for_it_and_trained_hands_give_none(weapons):
    assert provoked(trip(pair([9], {"weapons": weapons}))) == []


@pytest.mark.rule("d20.trip")
def test_the_trained_in_unarmed_strikes_have_hands_that_are_weapons():
    a = {"weapons": (club(),), "feats": ["improved_unarmed_strike"]}
    assert provoked(trip(pair([9], a))) == []


@pytest.mark.rule("d20.trip")
def test_a_club_trips_nobody_but_the_hand_does():
    fight = pair([9], {"weapons": (club(),)})
    assert why_not(fight, Trip("A", "b", "club")) == ("no_weapon", "d20.trip")
    assert check(fight, Trip("A", "b", "unarmed"))
    assert why_not(fight, Trip("A", "b", "whip"))[0] == "unknown_weapon"


@pytest.mark.rule("d20.trip")
def test_as_far_as_the_weapon_reaches_or_the_arm():
    far = "A.b.."
    chain = Weapon("guisarme", "2d4", reach=2, least=2, hands="two", trip=True)
    assert check(pair([], {"weapons": (chain,)}, board=far), Trip("A", "b"))
    assert why_not(pair([], board=far), Trip("A", "b"))[0] == "out_of_reach"
    spear = pair([], {"weapons": (longspear(),)}, board=far)
    assert why_not(spear, Trip("A", "b"))[0] == "out_of_reach", "an arm reaches one square"
    archer = {"weapons": (shortbow(),)}
    assert check(pair([], archer), Trip("A", "b"))
    assert not check(pair([], archer, board=far), Trip("A", "b"))
    giant = pair([], archer, board="AA.b.\nAA...")
    assert check(giant, Trip("A", "b")), "a Large one's reaches two"


@pytest.mark.rule("d20.trip", "d20.squeeze.escape-artist.penalty")
def test_the_wedged_trip_nobody():
    fight = pair([], {**REAPER, "conditions": ["wedged"]})
    assert why_not(fight, Trip("A", "b"))[1] == "d20.squeeze.escape-artist.penalty"


# --- in place of an attack ---------------------------------------------------------------------


@pytest.mark.rule("d20.trip", "d20.actions.turn")
def test_it_takes_the_place_of_an_attack():
    fight = pair([9])
    trip(fight)
    assert not check(fight, Strike("A", "b"))
    assert not check(fight, Trip("A", "b"))
    assert not check(fight, BullRush("A", "b"))
    assert check(fight, Move("A", to=(0, 0)))


@pytest.mark.rule("d20.trip", "d20.attack.iterative")
def test_a_full_attack_goes_on_after_a_trip():
    """Base attack 6: two attacks, of which the trip was one; the other at -5, on a prone foe."""
    fight = pair([15, 15, 5, 9, 3], {**REAPER, "base": 6}, {"hp": 30})
    trip(fight)
    struck = every(act(fight, FullAttack("A", "b")), ev.Struck)
    assert [(blow.total, blow.defence) for blow in struck] == [(9 + 6 - 5, 6)]


@pytest.mark.rule("d20.trip", "d20.attack.iterative")
def test_bare_hands_count_as_an_attack_of_the_sequence():
    fight = pair([15, 15, 5, 9, 3], {"base": 6}, {"hp": 30, "weapons": ()})
    trip(fight)
    struck = every(act(fight, FullAttack("A", "b")), ev.Struck)
    assert [blow.total for blow in struck] == [9 + 6 - 5]


@pytest.mark.rule("d20.trip", "d20.attack.iterative")
def test_a_later_attack_of_a_sequence_may_be_a_trip():
    """The first drops b; the second, at -5, goes for c."""
    c = {"weapons": ()}
    fight = pair([15, 6, 15, 15, 5], {**REAPER, "base": 6}, {"hp": 2}, ".Ab..\n.c...", c=c)
    act(fight, FullAttack("A", "b"))
    assert fight.world["A"].resources["attacks"] == 1
    touch = only(act(fight, Trip("A", "c")), ev.Tested)
    assert touch.total == 15 + 6 - 5
    assert fight.world["c"].has("prone")
    assert not check(fight, Strike("A", "c"))


@pytest.mark.rule("d20.trip", "d20.charge")
def test_a_charge_may_end_in_one():
    fight = pair([9, 15, 5], board="A....b..")
    act(fight, Move("A", path=tuple((x, 0) for x in range(1, 5)), mode="charge"))
    touch = only(trip(fight), ev.Tested)
    assert touch.total == 9 + 2
    assert fight.world["b"].has("prone")
    assert not check(fight, Strike("A", "b"))


# --- the data ----------------------------------------------------------------------------------


@pytest.mark.rule("d20.trip")
def test_the_weapons_that_trip():
    """Of the weapons of the table, by the open rules."""
    weapons = RULESETS["d20"].table("weapons")
    assert {name for name, each in weapons.items() if each.get("trip")} == {
        "sickle", "flail", "heavy_flail", "guisarme", "halberd", "scythe", "spiked_chain",
    }  # fmt: skip
    assert entry(weapons=["flail"])["Offence"].weapons[0].trip
    assert not entry(weapons=["glaive"])["Offence"].weapons[0].trip


@pytest.mark.rule("d20.trip", "d20.overrun")
def test_those_on_more_than_two_legs_stand_firm_and_so_do_dwarves():
    book = content("d20")
    stable = {name for name, each in book.bestiary.items() if each.get("stable")}
    firm = {"wolf", "horse", "centaur", "monstrous_spider", "dwarf_fighter", "gelatinous_cube"}
    assert firm <= stable
    assert stable.isdisjoint({"human_fighter", "ogre", "hawk", "wyvern", "hill_giant"})
    (traits,) = [p for p in book.creature(book.bestiary["wolf"]) if type(p).__name__ == "Traits"]
    assert traits.stable
