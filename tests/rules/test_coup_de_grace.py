"""Finishing the helpless, and the saving throw that is left to them."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, club, longspear, shortbow, turn_of

from rules.table import act, declining, entry, every, move, only, provoked, why_not
from tacsim.core import events as ev
from tacsim.core.components import Saves, Weapon
from tacsim.core.intents import CoupDeGrace, Strike, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit
from tacsim.view.wording.attacks import Attack, detail_of, sentence_of

DOWN = {"conditions": ["helpless", "prone"], "hp": 30}
PAIR = ".Ab...c"
AXE = Weapon("greataxe", "1d12", hands="two", multiplier=3, strength=1.5)


def pair(dice: list[int], a: Any = None, b: Any = None, board: str = PAIR, **more: Any) -> Battle:
    creatures = {"A": a or {}, "b": {**DOWN, **(b or {})}, **more}
    return turn_of(battle(board, creatures, dice=dice), "A")


def finish(fight: Battle, weapon: str | None = None) -> list[ev.Event]:
    return act(fight, CoupDeGrace("A", "b", weapon))


@pytest.mark.rule("d20.helpless")
@pytest.mark.parametrize(("save", "lives"), [(13, False), (14, True), (20, True), (1, False)])
def test_it_hits_critically_by_itself_then_fortitude_or_death(save, lives):
    """Club 1d6 twice, Strength +2 twice: 3 + 3 + 4 = 10; the save is against 20, its bonus 6."""
    a = {"abilities": {"strength": 14}}
    fight = pair([3, 3, save], a, {"saves": {"fort": 6}})
    events = finish(fight)
    struck, harm = only(events, ev.Struck), only(events, ev.Damaged)
    assert (struck.outcome, struck.weapon, harm.amount, harm.left) == ("critical", "club", 10, 20)
    assert not [roll for roll in every(events, ev.Rolled) if roll.purpose in ("attack", "confirm")]
    told = only(events, ev.Tested)
    assert (told.actor, told.what, told.against) == ("b", "fortitude", 20)
    assert (told.total, told.passed) == (save + 6, lives)
    assert fight.world["b"].has("dead") is not lives


@pytest.mark.rule("d20.helpless")
@pytest.mark.parametrize(("natural", "bonus", "lives"), [(1, 40, False), (20, 0, True)])
def test_a_natural_one_never_saves_and_a_twenty_always(natural, bonus, lives):
    fight = pair([6, 6, natural], b={"saves": {"fort": bonus}})
    finish(fight)
    assert fight.world["b"].has("dead") is not lives


@pytest.mark.rule("d20.helpless", "d20.attack.crit")
def test_by_the_multiplier_of_the_weapon():
    fight = pair([4, 5, 6, 20], {"weapons": (AXE,), "abilities": {"strength": 16}})
    assert only(finish(fight), ev.Damaged).amount == 4 + 5 + 6 + 3 * 4


@pytest.mark.rule("d20.helpless", "d20.hp")
def test_who_is_killed_by_the_damage_throws_no_more():
    fight = pair([6, 6], b={"hp": 2})
    events = finish(fight)
    assert only(events, ev.Damaged).left == -10
    assert fight.world["b"].has("dead")
    assert not every(events, ev.Tested)


@pytest.mark.rule("d20.helpless")
def test_it_is_the_weapon_that_harms_most_unless_one_is_named():
    both = {"weapons": (club(), AXE)}
    assert only(finish(pair([1, 1, 1, 20], both)), ev.Struck).weapon == "greataxe"
    assert only(finish(pair([1, 1, 20], both), "club"), ev.Struck).weapon == "club"
    assert why_not(pair([], both), CoupDeGrace("A", "b", "sword"))[0] == "unknown_weapon"


@pytest.mark.rule("d20.helpless")
def test_only_the_helpless_and_only_foes():
    awake = turn_of(battle(PAIR), "A")
    assert why_not(awake, CoupDeGrace("A", "b")) == ("not_helpless", "d20.helpless")
    assert why_not(pair([], b={"side": "heroes"}), CoupDeGrace("A", "b"))[0] == "friendly"
    dead = {"conditions": ["dead", "helpless"]}
    assert why_not(pair([], b=dead), CoupDeGrace("A", "b"))[0] == "dead"


# --- a full round ------------------------------------------------------------------------------


@pytest.mark.rule("d20.helpless", "d20.round.full-round")
def test_it_takes_the_full_round_but_a_step():
    fight = pair([3, 3, 20])
    move(fight, "A", (0, 0), mode="five_foot_step")
    move_back = pair([3, 3, 20], board="A.b...c")
    move(move_back, "A", (1, 0), mode="five_foot_step")
    finish(move_back)
    have = move_back.world["A"].resources
    assert (have["standard"], have["move"]) == (0, 0)
    assert not check(move_back, Strike("A", "b"))


@pytest.mark.rule("d20.helpless", "d20.round.full-round")
def test_not_after_a_move_or_an_attack():
    walked = pair([], board="A.b...c")
    move(walked, "A", (1, 0))
    assert why_not(walked, CoupDeGrace("A", "b"))[0] == "has_moved"
    struck = pair([2, 1])
    act(struck, Strike("A", "b"))
    assert why_not(struck, CoupDeGrace("A", "b")) == ("no_full_round", "d20.helpless")


@pytest.mark.rule("d20.helpless", "d20.actions.provoke.yes")
def test_everybody_who_threatens_may_strike_first():
    board = "d.....\n.Ab..e\n.c...."
    fight = pair([3, 3, 20], board=board)
    events = finish(fight)
    assert provoked(events) == ["c", "d"]
    assert not every(events, ev.Struck)
    assert only(declining(fight, events), ev.Damaged).amount == 6


@pytest.mark.rule("d20.helpless")
def test_who_is_dropped_first_finishes_nobody():
    fight = pair([19, 6], {"hp": 2}, board="c.....\n.Ab..C")
    finish(fight)
    events = submit(fight, Take("c"))
    assert fight.world["A"].has("helpless")
    assert not [e for e in every(events, ev.Struck) if e.actor == "A"]
    assert fight.world["b"].hp.current == 30


# --- from where --------------------------------------------------------------------------------


@pytest.mark.rule("d20.helpless")
def test_within_a_melee_weapon_s_reach():
    spear = {"weapons": (longspear(),)}
    assert check(pair([], spear, board=".A.b..c"), CoupDeGrace("A", "b"))
    assert why_not(pair([], spear), CoupDeGrace("A", "b"))[0] == "too_close"
    assert why_not(pair([], board=".A.b..c"), CoupDeGrace("A", "b"))[0] == "out_of_reach"


@pytest.mark.rule("d20.helpless")
def test_a_bow_will_do_from_the_next_square_only():
    archer = {"weapons": (shortbow(),)}
    fight = pair([2, 3, 4, 20], archer)
    assert only(finish(fight), ev.Damaged).amount == 9, "three times"
    far = pair([], archer, board=".A.b..c")
    assert why_not(far, CoupDeGrace("A", "b")) == ("not_adjacent", "d20.helpless")


@pytest.mark.rule("d20.helpless")
@pytest.mark.parametrize("weapon", [
    Weapon("javelin", "1d6", ranged=True, reach=0, increment=6, increments=5),
    Weapon("unarmed", "1d3", light=True, armed=False),
])  # fmt: skip
def test_what_is_thrown_and_bare_hands_will_not_do(weapon):
    fight = pair([], {"weapons": (weapon,)})
    assert why_not(fight, CoupDeGrace("A", "b")) == ("no_weapon", "d20.helpless")


# --- data and words ----------------------------------------------------------------------------


@pytest.mark.rule("d20.helpless")
def test_saves_come_from_the_bestiary():
    assert entry(saves={"fort": 6, "ref": -1})["Saves"] == Saves(6, -1, 0)


def test_the_log_tells_of_no_throw_that_was_not_made():
    fight = pair([3, 3, 20])
    events = finish(fight)
    struck, harm = only(events, ev.Struck), only(events, ev.Damaged)
    attack = Attack(struck, (), harm)
    assert sentence_of(fight.world, attack) == "A strikes b: critical hit, 6 damage"
    assert detail_of(attack) == ("It cannot miss.",)
