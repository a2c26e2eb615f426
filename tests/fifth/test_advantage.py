"""Attack rolls of the 5e family: dice of advantage, what is added, hits and misses."""

from __future__ import annotations

import pytest
from rules.table import act, only, why_not

from fifth.boards import (
    battle,
    bow,
    club,
    dagger,
    dice_of,
    hit_on,
    on_turn,
    struck,
    thrown,
    turn_of,
)
from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.intents import Strike
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.engine import check

PAIR = """
    .....
    .Ab..
    .....
"""


def pair(a=None, b=None, *, switches=None, **more):
    return on_turn(PAIR, {"A": a or {}, "b": {"hp": 99, **(b or {})}}, switches=switches, **more)


def odds(fight, who="A", target="b"):
    weapon = fight.world[who].offence.weapons[0]
    return attack_roll(fight, Attacking(who, target, weapon))


def with_dice(count, ac=10, **more):
    """A fight in which A has so many dice against b, by the state that one of them is in."""
    states = ([], ["prone"], ["prone", "restrained"])[abs(count)]
    mine, theirs = (states, []) if count < 0 else ([], states)
    return pair({"conditions": mine}, {"ac": ac, "conditions": theirs}, **more)


# --- attack rolls --------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.attack")
@pytest.mark.parametrize(
    ("die", "outcome"), [(9, "miss"), (10, "hit"), (20, "critical"), (1, "miss")]
)
def test_the_sum_has_to_reach_the_armour_class(die, outcome):
    fight = pair({"abilities": {"strength": 16}, "base": 2}, {"ac": 15}, dice=[die, 1, 1])
    blow = struck(fight, "A", "b")
    assert (blow.total, blow.defence, blow.outcome) == (die + 5, 15, outcome)
    assert blow.clauses == ("grid5e.attack",)


@pytest.mark.rule("grid5e.attack")
def test_twenty_always_hits_and_one_never_does():
    assert struck(pair(b={"ac": 40}, dice=[20, 1, 1]), "A", "b").outcome == "critical"
    strong = {"abilities": {"strength": 30}}
    assert struck(pair(strong, {"ac": 5}, dice=[1]), "A", "b").outcome == "miss"


@pytest.mark.rule("grid5e.attack")
def test_the_kept_die_decides():
    low = with_dice(-1, dice=[20, 1])
    assert struck(low, "A", "b").outcome == "miss"
    high = with_dice(1, dice=[1, 20, 1, 1])
    assert struck(high, "A", "b").outcome == "critical"


@pytest.mark.rule("grid5e.attack")
def test_each_weapon_has_its_ability():
    mine = {"abilities": {"strength": 14, "dexterity": 18}, "weapons": [club(), bow()]}
    fight = on_turn("A...b", {"A": mine, "b": {"hp": 99}}, dice=[10, 1])
    assert struck(fight, "A", "b", "bow").total == 14
    near = pair(mine, dice=[10, 1])
    assert struck(near, "A", "b", "club").total == 12


@pytest.mark.rule("grid5e.damage")
def test_a_critical_hit_throws_every_die_twice():
    fight = pair({"abilities": {"strength": 16}}, dice=[20, 2, 3])
    harm = only(act(fight, Strike("A", "b")), ev.Damaged)
    assert harm.amount == 2 + 3 + 3
    plain = pair({"abilities": {"strength": 16}}, dice=[19, 2])
    assert only(act(plain, Strike("A", "b")), ev.Damaged).amount == 5


@pytest.mark.rule("grid5e.damage")
def test_damage_is_never_below_nothing():
    fight = pair({"abilities": {"strength": 3}}, dice=[19, 2])
    assert only(act(fight, Strike("A", "b")), ev.Damaged).amount == 0


@pytest.mark.rule("grid5e.hp")
def test_at_no_hit_points_one_is_out_of_the_fight():
    fight = battle(PAIR + "    ....c\n", {"b": {"hp": 2}}, dice=[19, 2])
    events = act(turn_of(fight, "A"), Strike("A", "b"))
    assert only(events, ev.Downed).clauses == ("grid5e.hp",)
    assert fight.world["b"].has("helpless")
    assert fight.world["b"].has("prone")
    assert not fight.world["b"].has("dead")


# --- dice of advantage ---------------------------------------------------------------------------


@pytest.mark.rule("grid5e.advantage.dice")
@pytest.mark.parametrize(
    ("count", "chance"), [(0, 0.5), (1, 0.75), (2, 0.875), (-1, 0.25), (-2, 0.125)]
)
def test_each_die_is_one_more_of_which_the_best_is_kept(count, chance):
    """Who needs an 11."""
    assert odds(with_dice(count, ac=11)).hit == pytest.approx(chance)


@pytest.mark.rule("grid5e.advantage.dice")
def test_so_many_dice_are_thrown():
    for count in (-2, -1, 0, 1, 2):
        fight = with_dice(count, dice=[2, 3, 4])
        assert len(thrown(act(fight, Strike("A", "b")))) == 1 + abs(count)


@pytest.mark.rule("grid5e.advantage.stack")
def test_what_is_left_after_taking_one_from_the_other():
    """Two dice for it and one against it leave one: two are thrown, the higher kept."""
    both = {"conditions": ["prone", "restrained"]}
    fight = pair({"conditions": ["prone"]}, both, dice=[4, 17, 1])
    events = act(fight, Strike("A", "b"))
    assert thrown(events) == (4, 17)
    assert only(events, ev.Struck).natural == 17
    even = pair({"conditions": ["prone"]}, {"conditions": ["prone"]}, dice=[4])
    assert thrown(act(even, Strike("A", "b"))) == (4,)
    less = pair({"conditions": ["prone", "restrained"]}, {"conditions": ["prone"]}, dice=[14, 3])
    assert only(act(less, Strike("A", "b")), ev.Struck).natural == 3


@pytest.mark.rule("grid5e.advantage.stack")
def test_a_switch_lets_any_of_each_cancel():
    off = {"stack_advantage": False}
    both = {"conditions": ["prone", "restrained"]}
    assert len(thrown(act(pair(b=both, switches=off, dice=[2, 3]), Strike("A", "b")))) == 2
    mixed = pair({"conditions": ["prone"]}, both, switches=off, dice=[2])
    assert len(thrown(act(mixed, Strike("A", "b")))) == 1


@pytest.mark.rule("grid5e.advantage.dice", "grid5e.attack")
def test_the_odds_count_criticals_of_all_dice():
    """A club does 2.5 on a hit and 5 on a critical; two dice show a 20 in 39 of 400."""
    found = odds(with_dice(1, ac=11))
    assert found.hit == pytest.approx(0.75)
    assert found.damage == pytest.approx((0.75 - 39 / 400) * 2.5 + 39 / 400 * 5)


# --- shooting ------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.ranged.close")
def test_a_foe_at_hand_disturbs_a_shot():
    shooter = {"A": {"weapons": [bow()]}}
    free = on_turn("A....b\n.....c", shooter)
    assert dice_of(free, "A", "b") == {}
    assert dice_of(on_turn("A....b\n.c....", shooter), "A", "b") == {"foe at hand": -1}
    near = on_turn("Ab....\n.c....", shooter)
    assert dice_of(near, "A", "b") == {"foe at hand": -1}
    assert dice_of(on_turn("A....b\n..c...", shooter), "A", "b") == {}


@pytest.mark.rule("grid5e.ranged.close")
@pytest.mark.parametrize("condition", ["helpless", "stunned", "blinded"])
def test_not_one_that_does_not_see_or_cannot_act(condition):
    fight = on_turn("A....b\n.c....", {"A": {"weapons": [bow()]}, "c": {"conditions": [condition]}})
    assert dice_of(fight, "A", "b") == {}


@pytest.mark.rule("grid5e.ranged.close")
def test_beyond_normal_range_there_is_a_die_against_and_beyond_long_range_no_shot():
    weapon = Weapon("sling", "1d4", ranged=True, reach=0, increment=6, farthest=12,
                    ability="dexterity")  # fmt: skip

    def at(distance):
        return on_turn("A" + "." * (distance - 1) + "b", {"A": {"weapons": [weapon]}})

    assert dice_of(at(6), "A", "b") == {}
    assert dice_of(at(7), "A", "b") == {"long range": -1}
    assert dice_of(at(12), "A", "b") == {"long range": -1}
    assert check(at(12), Strike("A", "b"))
    assert why_not(at(13), Strike("A", "b")) == ("out_of_range", "grid5e.range.count")


@pytest.mark.rule("grid5e.ranged.close")
def test_both_add_up_and_swings_know_neither():
    fight = on_turn("A....b\n.c....", {"A": {"weapons": [dagger()]}})
    assert dice_of(fight, "A", "b") == {"long range": -1, "foe at hand": -1}
    assert dice_of(fight, "A", "c") == {}


# --- seeing --------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.attack")
def test_the_unseen_strike_well_and_are_hard_to_strike():
    fight = pair({"conditions": ["invisible"]})
    assert dice_of(fight, "A", "b") == {"unseen": 1}
    assert dice_of(fight, "b", "A") == {"unseen target": -1}
    dark = pair(dark=True)
    assert sum(dice_of(dark, "A", "b").values()) == 0
    assert hit_on(dark, "A", "b") == 10
