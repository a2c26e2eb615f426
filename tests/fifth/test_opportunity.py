"""Opportunity attacks in the 5e family: leaving the reach of a foe that sees one go."""

from __future__ import annotations

import pytest
from rules.table import act, at, move, only, provoked, provokes, taking, threat, why_not

from fifth.boards import battle, bow, club, glaive, on_turn, turn_of
from tacsim.core import events as ev
from tacsim.core.intents import Decline, Disengage, EndTurn, Shove, Strike, Take

FIELD = "\n".join(["." * 11] * 11)


def beside(where, foe=None, **more):
    """A somewhere on a field with a foe at (5, 5)."""
    options = {"A": {"at": where, "side": "heroes", "hp": 99}, "b": {"at": (5, 5), **(foe or {})}}
    return turn_of(battle(FIELD, options, **more), "A")


# --- what gives it -------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.oa.trigger")
def test_moving_within_a_reach_gives_none_and_leaving_it_does():
    assert provokes(beside((4, 5)), "A", (4, 6)) == []
    assert provokes(beside((4, 6)), "A", (3, 6)) == ["b"]
    assert provokes(beside((4, 5)), "A", (4, 4), (5, 4), (6, 4), (6, 5), (6, 6)) == []
    assert provokes(beside((3, 5)), "A", (4, 5)) == []


@pytest.mark.rule("grid5e.oa.trigger", "grid5e.reach")
def test_the_longest_reach_counts():
    assert provokes(beside((4, 5), {"weapons": [glaive()]}), "A", (3, 5)) == []
    assert provokes(beside((3, 5), {"weapons": [glaive()]}), "A", (2, 5)) == ["b"]
    both = {"weapons": [club(), glaive()]}
    assert provokes(beside((4, 5), both), "A", (3, 5), (2, 5)) == ["b"]


@pytest.mark.rule("grid5e.oa.trigger")
def test_those_without_a_melee_weapon_have_none():
    assert provokes(beside((4, 5), {"weapons": [bow()]}), "A", (3, 5)) == []
    assert provokes(beside((4, 5), {"weapons": []}), "A", (3, 5)) == []


@pytest.mark.rule("grid5e.oa.trigger")
def test_the_attack_comes_before_the_mover_is_gone_and_is_a_choice():
    fight = beside((4, 6), dice=[15, 3])
    events = move(fight, "A", (3, 6))
    assert provoked(events) == ["b"]
    assert at(fight, "A") == (4, 6)
    assert (fight.decision.actor, fight.decision.question) == ("b", "opportunity")
    blow = only(act(fight, Take("b")), ev.Struck)
    assert blow.opportunity
    assert "grid5e.oa.trigger" in blow.clauses
    assert at(fight, "A") == (3, 6)
    free = beside((4, 6))
    move(free, "A", (3, 6))
    act(free, Decline("b"))
    assert at(free, "A") == (3, 6)


@pytest.mark.rule("grid5e.oa.trigger")
def test_whoever_falls_to_it_goes_no_farther():
    fight = turn_of(battle("""
        .....
        .Ab..
        ....B
    """, {"A": {"hp": 1}}, dice=[15, 3]), "A")  # fmt: skip
    taking(fight, move(fight, "A", (0, 1)))
    assert at(fight, "A") == (1, 1)
    assert fight.world["A"].has("helpless")


@pytest.mark.rule("grid5e.oa.trigger")
@pytest.mark.parametrize("conditions", [("blinded",), ("stunned",), ("helpless",)])
def test_only_those_who_see_and_can_act_have_it(conditions):
    fight = battle("""
        ....z
        .Ab..
        .....
    """, {"b": {"conditions": conditions}})  # fmt: skip
    assert provokes(turn_of(fight, "A"), "A", (0, 1)) == []


@pytest.mark.rule("grid5e.oa.trigger")
def test_nobody_sees_the_invisible_go_nor_anything_in_the_dark():
    unseen = turn_of(battle("..Ab\n....", {"A": {"conditions": ["invisible"]}}), "A")
    assert provokes(unseen, "A", (1, 0)) == []
    assert provokes(turn_of(battle("..Ab\n....", dark=True), "A"), "A", (1, 0)) == []
    cat = battle("..Ab\n....", {"b": {"darkvision": 12}}, dark=True)
    assert provokes(turn_of(cat, "A"), "A", (1, 0)) == ["b"]


@pytest.mark.rule("grid5e.oa.trigger")
def test_friends_have_none_and_walls_shield():
    friend = turn_of(battle("..Ab\n....", {"b": {"side": "heroes"}}), "A")
    assert provokes(friend, "A", (1, 0)) == []
    wall = battle("..Ab\n....", barriers=[((2, 0), (3, 0), "wall"), ((2, 1), (3, 1), "wall")])
    assert provokes(turn_of(wall, "A"), "A", (1, 0)) == []


# --- one reaction --------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.oa.trigger")
def test_there_is_one_reaction_until_the_own_turn():
    fight = turn_of(battle("""
        ..C..
        .Ab..
        .....
    """, {"A": {"hp": 99}, "C": {"hp": 99}}, dice=[2] * 9), "A")  # fmt: skip
    taking(fight, move(fight, "A", (0, 1)))
    assert fight.world["b"].resources["reaction"] == 0
    turn_of(fight, "C")
    assert provokes(fight, "C", (1, 0), (0, 0)) == []
    turn_of(fight, "b")
    turn_of(fight, "C")
    move(fight, "C", (1, 0))
    assert provokes(fight, "C", (0, 0)) == ["b"]


@pytest.mark.rule("grid5e.oa.trigger")
def test_a_turned_down_chance_comes_again_with_the_next_leaving():
    fight = beside((4, 5))
    assert provokes(fight, "A", (3, 5), (4, 5), (3, 5)) == ["b", "b"]


@pytest.mark.rule("grid5e.oa.trigger")
def test_each_foe_has_its_own():
    fight = on_turn("""
        c....
        .Ab..
        .....
        ....d
    """)  # fmt: skip
    assert provokes(fight, "A", (0, 2)) == ["b", "c"]


@pytest.mark.rule("grid5e.body.leave", "grid5e.oa.trigger")
def test_a_big_body_leaves_with_the_last_of_its_squares():
    def fight():
        return on_turn("""
            ......
            ......
            .AA...
            .AAb..
            ......
        """, {"A": {"hp": 99}})  # fmt: skip

    # one up its lower corner still touches b, two up nothing does
    assert provokes(fight(), "A", (1, 1)) == []
    assert provokes(fight(), "A", (1, 1), (1, 0)) == ["b"]
    assert provokes(fight(), "A", (0, 2)) == ["b"]


@pytest.mark.rule("grid5e.body.leave")
def test_a_body_is_within_reach_while_any_square_is():
    fight = on_turn("......\n.AA...\n.AA...\n...b..\n......", {"A": {"hp": 99}})
    assert provokes(fight, "A", (2, 1), (3, 1)) == []
    assert provokes(fight, "A", (3, 0)) == ["b"]


# --- what does not -------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.disengage")
def test_who_disengages_provokes_nobody_for_the_rest_of_the_turn():
    fight = beside((4, 5))
    act(fight, Disengage("A"))
    assert provokes(fight, "A", (3, 5), (4, 5), (3, 5)) == []
    assert why_not(fight, Disengage("A")) == ("no_action", "grid5e.turn")


@pytest.mark.rule("grid5e.disengage")
def test_it_is_over_with_the_next_turn():
    fight = beside((4, 5))
    act(fight, Disengage("A"))
    assert provokes(fight, "A", (3, 5)) == []
    act(fight, EndTurn("A"))
    turn_of(fight, "A")
    move(fight, "A", (4, 5))
    assert provokes(fight, "A", (3, 5)) == ["b"]


@pytest.mark.rule("grid5e.oa.exempt")
def test_whoever_is_shoved_out_of_a_reach_provokes_nobody():
    fight = turn_of(battle("""
        ......
        ..Cb..
        ...A..
        ......
    """, {"b": {"hp": 99}}, dice=[20, 1]), "A")  # fmt: skip
    events = act(fight, Shove("A", "b"))
    assert provoked(events) == []
    pushed = only(events, ev.Pushed)
    assert (pushed.actor, pushed.dst) == ("b", (3, 0))
    assert "grid5e.oa.exempt" in pushed.clauses
    assert fight.decision.is_turn


@pytest.mark.rule("grid5e.oa.exempt")
def test_nothing_but_movement_gives_one():
    fight = turn_of(battle("..Ab\n....", {"A": {"weapons": [bow()], "hp": 99}}, dice=[2, 2]), "A")
    assert provoked(act(fight, Strike("A", "b"))) == []


# --- reach ---------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.reach")
def test_ten_feet_of_reach_are_twenty_squares():
    fight = battle(FIELD, {"b": {"at": (5, 5), "weapons": [glaive()]}})
    own = {(5, 5)}
    found = threat(fight, "b") - own
    assert len(found) == 20
    assert (7, 7) not in found
    assert {(6, 6), (7, 6), (7, 5), (6, 5)} <= found
    plain = battle(FIELD, {"b": {"at": (5, 5)}})
    assert len(threat(plain, "b") - own) == 8


@pytest.mark.rule("grid5e.reach")
def test_a_reach_weapon_strikes_beside_its_wielder_too():
    fight = turn_of(battle("A.b..\n.....", {"A": {"weapons": [glaive()]}}, dice=[2, 2]), "A")
    assert only(act(fight, Strike("A", "b")), ev.Struck).weapon == "glaive"
    near = turn_of(battle("Ab...\n.....", {"A": {"weapons": [glaive()]}}, dice=[2, 2]), "A")
    assert only(act(near, Strike("A", "b")), ev.Struck).weapon == "glaive"
    far = turn_of(battle("A..\n...\n..b", {"A": {"weapons": [glaive()]}}), "A")
    assert why_not(far, Strike("A", "b")) == ("out_of_reach", "grid5e.reach")
