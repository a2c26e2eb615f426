"""What the greedy opponent does with a turn, board by board."""

from __future__ import annotations

from ai.acting import (
    ARCHER,
    FIGHTER,
    OGRE,
    SPEAR,
    STIRGE,
    VETERAN,
    Idler,
    battle,
    fought,
    kinds,
    shortbow,
    turn_of,
    whole_turn,
)

from tacsim.ai import OPPONENTS
from tacsim.core.intents import FullAttack, Move, Strike, Take
from tacsim.rules.combat.threat import threatens
from tacsim.rules.engine import submit


def test_it_strikes_the_foe_beside_it() -> None:
    fight = battle("....\n.Ab.\n....", {"A": FIGHTER, "b": FIGHTER})
    assert kinds(whole_turn(fight, "A", "greedy"))[0] == "Strike"


def test_with_several_attacks_it_makes_them_all() -> None:
    fight = battle("....\n.Ab.\n....", {"A": VETERAN, "b": VETERAN})
    assert whole_turn(fight, "A", "greedy")[0] == FullAttack("A", "b", "sword")


def test_it_steps_up_for_a_full_attack_rather_than_walking() -> None:
    fight = battle(".....\n.A.b.\n.....", {"A": VETERAN, "b": VETERAN})
    assert kinds(whole_turn(fight, "A", "greedy"))[:2] == ["five_foot_step", "FullAttack"]


def test_it_charges_a_foe_that_is_too_far_to_walk_to() -> None:
    fight = battle("." * 16 + "\n.A.........b....\n" + "." * 16, {"A": FIGHTER, "b": FIGHTER})
    first = whole_turn(fight, "A", "greedy")[0]
    assert isinstance(first, Move)
    assert (first.mode, first.target) == ("charge", "b")


def test_it_makes_a_double_move_when_no_foe_is_within_reach() -> None:
    fight = battle("." * 30 + "\n.A..........................b.\n" + "." * 30,
                   {"A": FIGHTER, "b": FIGHTER})  # fmt: skip
    assert kinds(whole_turn(fight, "A", "greedy")) == ["double"]
    assert fight.world["A"].at[0] == 13


def test_it_shoots_from_where_it_is() -> None:
    fight = battle("." * 20 + "\n.A...............b..", {"A": ARCHER, "b": FIGHTER})
    intents = whole_turn(fight, "A", "greedy")
    assert intents[0] == Strike("A", "b", "shortbow")
    assert fight.world["A"].at == (1, 1)


def test_having_shot_it_does_not_walk_to_and_fro() -> None:
    """Another place in range is no better than this one; a swordsman closes instead."""
    bowman = {**FIGHTER, "weapons": [*FIGHTER["weapons"], shortbow()]}
    board = "." * 40 + "\n.A................................b....."
    for man in (ARCHER, bowman):
        fight = battle(board, {"A": man, "b": FIGHTER})
        for _ in range(3):
            walks = [i for i in whole_turn(fight, "A", "greedy") if isinstance(i, Move)]
            way = [cell for walk in walks for cell in walk.path or ()]
            assert way == sorted(set(way))
            turn_of(fight, "A")


def test_an_archer_steps_out_of_reach_before_it_shoots() -> None:
    fight = battle(".....\n..Ab.\n.....", {"A": ARCHER, "b": FIGHTER})
    intents = whole_turn(fight, "A", "greedy")
    assert kinds(intents)[:2] == ["five_foot_step", "Strike"]
    assert not threatens(fight, fight.world["b"], fight.world["A"].body)


def test_a_spearman_steps_back_to_strike_what_is_too_close() -> None:
    fight = battle(".....\n..Ab.\n.....", {"A": SPEAR, "b": FIGHTER})
    assert kinds(whole_turn(fight, "A", "greedy"))[:2] == ["five_foot_step", "Strike"]
    assert fight.world["A"].at[0] == 1


def test_a_spearman_strikes_from_two_squares_away() -> None:
    fight = battle("........\n.A....b.\n........", {"A": SPEAR, "b": FIGHTER})
    assert kinds(whole_turn(fight, "A", "greedy")) == ["charge"]
    metric = fight.ruleset.metric
    gap = metric.distance(fight.world["A"].body, fight.world["b"].body)
    assert gap in (2, 3)  # 3: the exact diagonal


def test_it_steps_into_a_flank_that_is_free() -> None:
    fight = battle(".....\n.Cb..\n.A...\n.....", {"A": VETERAN, "C": VETERAN, "b": VETERAN})
    whole_turn(fight, "A", "greedy")
    # C stands west of the foe: opposite are its east side and, from A, nothing one step off
    assert fight.world["A"].at == (1, 2)
    fight = battle(".....\n..C..\n..b..\n.A...", {"A": VETERAN, "C": VETERAN, "b": VETERAN})
    assert kinds(whole_turn(fight, "A", "greedy"))[:2] == ["five_foot_step", "FullAttack"]
    assert fight.world["A"].at == (2, 3)


def test_it_finishes_the_foe_that_is_nearly_done() -> None:
    foes = {"b": FIGHTER, "c": {**FIGHTER, "hp": 2}}
    fight = battle(".....\n.bAc.\n.....", {"A": FIGHTER, **foes})
    assert whole_turn(fight, "A", "greedy")[0] == Strike("A", "c", "sword")


def test_what_is_left_of_a_full_attack_goes_to_the_next_foe() -> None:
    weak = {**FIGHTER, "hp": 1, "armour": {}}
    fight = battle(".....\n.bAc.\n.....", {"A": VETERAN, "b": weak, "c": weak},
                   dice=[15, 4, 15, 4])  # fmt: skip
    assert kinds(whole_turn(fight, "A", "greedy"))[:2] == ["FullAttack", "Strike"]


def test_it_gets_up_before_it_strikes() -> None:
    fight = battle(".....\n.A.b.\n.....", {"A": {**FIGHTER, "conditions": ["prone"]}, "b": FIGHTER})
    assert kinds(whole_turn(fight, "A", "greedy"))[0] == "Stand"


def test_it_stays_down_when_getting_up_would_be_its_end() -> None:
    low = {**FIGHTER, "hp": 2, "conditions": ["prone"]}
    fight = battle(".oo.\n.oo.\n.A..", {"o": OGRE, "A": low})
    assert kinds(whole_turn(fight, "A", "greedy"))[0] != "Stand"


def test_a_tiny_creature_enters_its_foes_square() -> None:
    fight = battle("......\n.b..A.\n......", {"A": FIGHTER, "b": STIRGE})
    assert kinds(whole_turn(fight, "b", "greedy")) == ["walk", "Strike"]
    assert fight.world["b"].at == fight.world["A"].at


def test_it_walks_round_a_foes_reach_when_that_is_no_farther() -> None:
    fight = battle("""
        ..........
        ....o.....
        .A.....b..
        ..........
        """, {"A": FIGHTER, "o": {**FIGHTER, "armour": {"armour": 30}},
              "b": {**FIGHTER, "hp": 100}})  # fmt: skip
    whole_turn(fight, "A", "greedy")
    assert fight.world["A"].exposure.foes == ()


def test_a_large_creature_squeezes_down_a_corridor_to_its_foe() -> None:
    fight = battle("""
        ..############
        OO...........A
        OO############
        """, {"O": {**OGRE, "side": "foes"}, "A": {**FIGHTER, "hp": 500}})  # fmt: skip
    session = fought(fight, Idler(), OPPONENTS["greedy"](), rounds=6)
    assert any(e.event.NAME == "squeezed" and e.event.actor == "O" for e in session.entries)
    assert any(e.event.NAME == "struck" and e.event.actor == "O" for e in session.entries)


def test_it_takes_every_opportunity_with_the_weapon_that_does_most() -> None:
    weapons = [FIGHTER["weapons"][0], ARCHER["weapons"][1]]
    fight = battle(".....\n.Ab..\n.....", {"A": FIGHTER, "b": {**FIGHTER, "weapons": weapons}})
    turn_of(fight, "A")
    submit(fight, Move("A", to=(0, 0)))
    assert fight.decision is not None
    assert OPPONENTS["greedy"]().choose(fight, fight.decision) == Take("b", "sword")


def test_with_nothing_left_to_do_it_ends_its_turn() -> None:
    fight = battle("A#b", {"A": FIGHTER, "b": FIGHTER})
    assert kinds(whole_turn(fight, "A", "greedy")) == []


def test_it_runs_where_the_foe_is_far_and_the_way_is_straight() -> None:
    """Speed 6: a run covers 24 squares; 12 are a double move. Near a foe it keeps its guard."""
    far = battle("." * 60 + "\nA" + "." * 58 + "b\n" + "." * 60, {"A": FIGHTER, "b": FIGHTER})
    assert kinds(whole_turn(far, "A", "greedy")) == ["run"]
    assert far.world["A"].at == (24, 1)
    near = battle("." * 60 + "\nA" + "." * 32 + "b" + "." * 26 + "\n" + "." * 60,
                  {"A": FIGHTER, "b": FIGHTER})  # fmt: skip
    assert kinds(whole_turn(near, "A", "greedy")) == ["double"]
    for condition, x, way in (("exhausted", 33, "run"), ("expeditious_retreat", 45, "double")):
        board = "." * 60 + "\nA" + "." * (x - 1) + "b" + "." * (59 - x) + "\n" + "." * 60
        swift = battle(board, {"A": FIGHTER, "b": {**FIGHTER, "conditions": [condition]}})
        assert kinds(whole_turn(swift, "A", "greedy")) == [way], condition
    bent = battle("A.......\n" + "#######.\n" + ".......,\n" * 12 + ".......b",
                  {"A": FIGHTER, "b": FIGHTER})  # fmt: skip
    assert "run" not in kinds(whole_turn(bent, "A", "greedy"))
