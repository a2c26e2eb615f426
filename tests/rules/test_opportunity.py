"""Opportunity attacks: who may strike at what, when, how often, and that it is a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from boards import battle, club, shortbow, start, turn_of

from rules.table import (
    act,
    at,
    declining,
    move,
    move_freely,
    only,
    provoked,
    provokes,
    taking,
    why_not,
)
from tacsim.core import events as ev
from tacsim.core.components import Order
from tacsim.core.intents import (
    Decline,
    EndTurn,
    FullAttack,
    Move,
    Stand,
    Strike,
    Take,
    TotalDefense,
)
from tacsim.rules.battle import Battle

HIT, MISS = [15, 6], [2]
PAIR = """
    .....
    .Ab..
    .....
"""


def pair(a: Any = None, b: Any = None, **more: Any) -> Battle:
    """A and a foe to the east of it, A's turn."""
    return turn_of(battle(PAIR, {"A": a or {}, "b": b or {}}, **more), "A")


def blows(events: Sequence[ev.Event]) -> list[ev.Struck]:
    return [e for e in events if isinstance(e, ev.Struck)]


# --- leaving a threatened square ---------------------------------------------------------------


@pytest.mark.rule("d20.aoo.move")
def test_leaving_provokes_and_entering_does_not():
    assert provokes(pair(), "A", (0, 1)) == ["b"]
    fight = turn_of(battle("""
        .....
        A.b..
        .....
    """), "A")  # fmt: skip
    assert provokes(fight, "A", (1, 1)) == []


@pytest.mark.rule("d20.aoo.move")
def test_each_foe_that_threatens_the_square_is_provoked():
    fight = turn_of(battle("""
        c....
        .Ab.d
        .....
    """), "A")  # fmt: skip
    assert provokes(fight, "A", (1, 2)) == ["b", "c"]


@pytest.mark.rule("d20.aoo.move")
def test_friends_and_allies_are_not_provoked():
    fight = turn_of(battle(PAIR, {"b": {"side": "heroes"}}), "A")
    assert provokes(fight, "A", (0, 1)) == []
    options = {"A": {"side": "red"}, "b": {"side": "blue"}}
    fight = turn_of(battle(PAIR, options, sides={"blue": ["red"]}), "A")
    assert provokes(fight, "A", (0, 1)) == []


@pytest.mark.rule("d20.aoo.move")
def test_judged_step_by_step_as_things_stand_before_it():
    """Only the second step leaves a square that b threatens."""
    fight = turn_of(battle("""
        ......
        A..b..
        ......
    """), "A")  # fmt: skip
    events = move(fight, "A", (1, 1), (2, 1), (2, 2), (1, 2), (0, 2))
    assert provoked(events) == ["b"]
    assert at(fight, "A") == (2, 1)


@pytest.mark.rule("d20.body.leave", "d20.aoo.move")
def test_a_big_body_leaves_only_the_squares_that_it_gives_up():
    """Going east it leaves its western squares: c threatens those, b only eastern ones."""
    fight = turn_of(battle("""
        c..b...
        .AA....
        .AA....
        .......
    """), "A")  # fmt: skip
    assert provokes(fight, "A", (2, 1)) == ["c"]
    events = move_freely(fight, "A", (3, 1))
    assert provoked(events) == ["b"]


@pytest.mark.rule("d20.body.leave", "d20.aoo.move")
def test_a_big_body_on_a_diagonal_gives_up_three_squares():
    board = """
        .......
        .......
        .AA....
        .AA....
        {}
    """
    for row, who in ((".b.....", ["b"]), ("..b....", ["b"]), ("...b...", ["b"]), ("....b..", [])):
        fight = turn_of(battle(board.format(row)), "A")
        assert provokes(fight, "A", (2, 1)) == who, row


@pytest.mark.rule("d20.aoo.once-per-opportunity")
def test_many_squares_of_one_foe_s_reach_are_one_opportunity():
    fight = turn_of(battle("""
        .....
        ..b..
        A....
    """, {"b": {"feats": ["combat_reflexes"], "abilities": {"dexterity": 16}}}), "A")  # fmt: skip
    assert provokes(fight, "A", (1, 2), (2, 2), (3, 2), (4, 2)) == ["b"]


@pytest.mark.rule("d20.aoo.once-per-opportunity")
def test_the_opportunity_does_not_come_back_with_a_second_move():
    fight = turn_of(battle("""
        .....
        ..b..
        A....
    """, {"A": {"speed": 3}}), "A")  # fmt: skip
    assert provokes(fight, "A", (1, 2), (2, 2)) == ["b"]
    assert provokes(fight, "A", (3, 2), (4, 2), mode="double") == []


@pytest.mark.rule("d20.aoo.once-per-opportunity", "d20.actions.provoke.yes")
def test_another_act_is_another_opportunity():
    quick = {"feats": ["combat_reflexes"], "abilities": {"dexterity": 12}, "initiative": 20}
    fight = battle(
        PAIR, {"A": {"weapons": [shortbow()], "initiative": 9}, "b": quick}, dice=[2] * 3
    )
    start(fight)
    act(fight, EndTurn("b"))
    moved = taking(fight, move(fight, "A", (1, 0)))
    assert provoked(moved) == ["b"]
    shot = taking(fight, act(fight, Strike("A", "b")))
    assert provoked(shot) == ["b"]
    assert len(blows(shot)) == 2


# --- how often ---------------------------------------------------------------------------------


@pytest.mark.rule("d20.aoo.per-round")
def test_two_foes_walk_off_and_one_attack_is_made():
    fight = turn_of(battle("""
        ......
        .AbB..
        ......
    """, dice=[2]), "A")  # fmt: skip
    assert len(blows(taking(fight, move(fight, "A", (0, 1))))) == 1
    act(fight, EndTurn("A"))
    assert provoked(move(fight, "B", (4, 1))) == []
    assert at(fight, "B") == (4, 1)


@pytest.mark.rule("d20.aoo.per-round")
def test_it_comes_back_with_one_s_own_turn():
    fight = turn_of(battle("""
        ......
        .AbC..
        ......
    """, {"C": {"side": "heroes"}}, dice=[2, 2]), "C")  # fmt: skip
    fight.world.put(None, Order(("A", "b", "C")))
    turn_of(fight, "A")
    taking(fight, move(fight, "A", (0, 1)))
    assert fight.world["b"].resources["opportunity"] == 0
    act(fight, EndTurn("A"))
    act(fight, EndTurn("b"))
    assert provoked(move(fight, "C", (4, 1))) == ["b"]


@pytest.mark.rule("d20.aoo.per-round")
def test_a_declined_opportunity_is_kept_for_another():
    fight = turn_of(battle("""
        ......
        .AbB..
        ......
    """, dice=[2]), "A")  # fmt: skip
    declining(fight, move(fight, "A", (0, 1)))
    assert fight.world["b"].resources["opportunity"] == 1
    act(fight, EndTurn("A"))
    assert len(blows(taking(fight, move(fight, "B", (4, 1))))) == 1


RING = """
    .....
    .ABC.
    .DbE.
    .....
"""


@pytest.mark.rule("d20.aoo.combat-reflexes", "d20.init.flat-footed")
def test_reflexes_give_one_more_for_each_point_of_dexterity_even_flat_footed():
    """Dex +3: four a round; five heroes leave before b has had its first turn."""
    heroes = {name: {"initiative": 30 - i} for i, name in enumerate("ABCDE")}
    foe = {"feats": ["combat_reflexes"], "abilities": {"dexterity": 16}, "initiative": 1}
    fight = battle(RING, {**heroes, "b": foe}, dice=[2] * 4)
    start(fight)
    ways = {"A": (0, 0), "B": (2, 0), "C": (4, 0), "D": (0, 3), "E": (4, 3)}
    made = []
    for name, to in ways.items():
        made += [(e.target) for e in blows(taking(fight, move(fight, name, to)))]
        act(fight, EndTurn(name))
    assert made == ["A", "B", "C", "D"]


@pytest.mark.rule("d20.aoo.combat-reflexes")
def test_reflexes_never_take_the_one_attack_away():
    clumsy = {"feats": ["combat_reflexes"], "abilities": {"dexterity": 4}}
    fight = turn_of(battle(PAIR, {"b": clumsy}), "b")
    assert fight.world["b"].resources["opportunity"] == 1


@pytest.mark.rule("d20.init.flat-footed", "d20.aoo.no-when")
def test_no_opportunity_while_flat_footed():
    fight = battle(PAIR, {"A": {"initiative": 20}, "b": {"initiative": 10}})
    start(fight)
    assert fight.decision.actor == "A"
    assert provoked(move(fight, "A", (0, 1))) == []
    assert at(fight, "A") == (0, 1)


# --- when there is none ------------------------------------------------------------------------


@pytest.mark.rule("d20.aoo.no-when", "d20.cover.melee")
def test_none_over_a_low_wall():
    fight = pair(barriers=[((1, 1), (2, 1), "hedge")])
    assert provokes(fight, "A", (0, 1)) == []


@pytest.mark.rule("d20.aoo.no-when", "d20.defence")
def test_none_on_total_defence():
    fight = turn_of(battle(PAIR, {}), "b")
    act(fight, TotalDefense("b"))
    act(fight, EndTurn("b"))
    assert fight.world.clock.active == "A"
    assert provokes(fight, "A", (0, 1)) == []


@pytest.mark.rule("d20.aoo.no-when", "d20.threat")
def test_none_by_the_unarmed_and_by_archers():
    fist = attrs.evolve(club(), name="fist", armed=False)
    assert provokes(pair(b={"weapons": [fist]}), "A", (0, 1)) == []
    assert provokes(pair(b={"weapons": [shortbow()]}), "A", (0, 1)) == []
    assert provokes(pair(b={"weapons": [fist, club()]}), "A", (0, 1)) == ["b"]


@pytest.mark.rule("d20.aoo.no-when")
@pytest.mark.parametrize("condition", ["helpless", "dead"])
def test_none_by_those_out_of_the_fight(condition):
    assert provokes(pair(b={"conditions": [condition]}), "A", (0, 1)) == []


@pytest.mark.rule("d20.aoo.no-when")
def test_none_against_a_target_that_the_dark_hides():
    """Total concealment: b has no eyes for the dark."""
    assert provokes(pair({"darkvision": 12}, dark=True), "A", (0, 1)) == []
    assert provokes(pair({"darkvision": 12}, {"darkvision": 12}, dark=True), "A", (0, 1)) == ["b"]


@pytest.mark.rule("d20.prone", "d20.aoo.move")
def test_the_prone_take_opportunities_too():
    assert provokes(pair(b={"conditions": ["prone"]}), "A", (0, 1)) == ["b"]


# --- what it is --------------------------------------------------------------------------------


@pytest.mark.rule("d20.aoo.interrupt")
def test_the_question_comes_before_the_step():
    fight = pair()
    events = move(fight, "A", (0, 1))
    assert provoked(events) == ["b"]
    assert not any(isinstance(e, ev.Stepped) for e in events)
    assert at(fight, "A") == (1, 1)
    asked = fight.decision
    assert (asked.actor, asked.against, asked.is_turn) == ("b", "A", False)


@pytest.mark.rule("d20.aoo.interrupt", "d20.hp")
def test_a_mover_that_is_dropped_stays_where_it_was():
    fight = pair({"hp": 3}, dice=HIT)
    events = taking(fight, move(fight, "A", (0, 1), (0, 0)))
    assert at(fight, "A") == (1, 1)
    assert not any(isinstance(e, ev.Stepped) for e in events)
    assert fight.world["A"].has("helpless")
    assert fight.world["A"].has("prone")


@pytest.mark.rule("d20.aoo.interrupt")
def test_a_mover_that_stands_goes_on_as_planned():
    fight = pair(dice=HIT)
    events = taking(fight, move(fight, "A", (0, 1), (0, 0)))
    kinds = [type(e) for e in events if isinstance(e, ev.Struck | ev.Stepped)]
    assert kinds == [ev.Struck, ev.Stepped, ev.Stepped]
    assert fight.world["A"].hp.current == 4
    assert at(fight, "A") == (0, 0)


@pytest.mark.rule("d20.aoo.interrupt")
def test_dropped_half_way():
    fight = turn_of(battle("""
        ......
        A..b..
        ......
    """, {"A": {"hp": 3}, "B": {"at": (0, 0), "side": "heroes"}}, dice=HIT), "A")  # fmt: skip
    fight.world.put(None, Order(("A", "B", "b")))
    taking(fight, move(fight, "A", (1, 1), (2, 1), (2, 2), (1, 2)))
    assert at(fight, "A") == (2, 1)
    assert fight.decision.actor == "B"


@pytest.mark.rule("d20.aoo.attack")
def test_it_is_one_melee_attack_at_full_bonus():
    """Even after a full attack with all its penalties."""
    options = {"b": {"base": 6}, "A": {"hp": 90, "armour": {"armour": 20}}}
    fight = turn_of(battle(PAIR, options, dice=[2] * 5), "b")
    fight.world.put(None, Order(("b", "A")))
    act(fight, FullAttack("b", "A"))
    act(fight, EndTurn("b"))
    (blow,) = blows(taking(fight, move(fight, "A", (0, 1))))
    assert (blow.total, blow.opportunity) == (2 + 6, True)


@pytest.mark.rule("d20.aoo.attack")
def test_a_bow_is_no_weapon_for_it():
    fight = pair(b={"weapons": [shortbow(), club()]}, dice=[2])
    move(fight, "A", (0, 1))
    assert why_not(fight, Take("b", "shortbow"))
    (blow,) = blows(act(fight, Take("b")))
    assert blow.weapon == "club"


# --- whom it is put to -------------------------------------------------------------------------

THREE = """
    c.d..
    .A...
    b....
"""


def three(order: str, **more: Any) -> Battle:
    fight = turn_of(battle(THREE, **more), "A")
    fight.world.put(None, Order(tuple(order)))
    return fight


@pytest.mark.rule("d20.aoo.interrupt", "d20.aoo.per-round")
@pytest.mark.parametrize("order", ["Abcd", "dAcb", "cdbA"])
def test_foes_are_asked_one_after_another_in_initiative_order(order):
    fight = three(order)
    asked = []
    events = move(fight, "A", (2, 1), (3, 1))
    while not fight.decision.is_turn:
        asked.append(fight.decision.actor)
        events += act(fight, Decline(asked[-1]))
    assert asked == [name for name in order if name != "A"]


@pytest.mark.rule("d20.aoo.interrupt")
def test_nobody_is_asked_any_more_once_the_mover_is_down():
    fight = three("cdbA", creatures={"A": {"hp": 1}, "B": {"at": (4, 2), "side": "heroes"}},
                  dice=HIT)  # fmt: skip
    fight.world.put(None, Order(("c", "d", "b", "A", "B")))
    move(fight, "A", (2, 1))
    act(fight, Take("c"))
    assert fight.decision.is_turn
    assert fight.decision.actor == "B"


@pytest.mark.rule("d20.aoo.per-round")
def test_one_takes_and_another_declines():
    fight = three("bcdA", dice=[2])
    move(fight, "A", (2, 1))
    act(fight, Decline("b"))
    act(fight, Take("c"))
    act(fight, Decline("d"))
    assert [fight.world[n].resources["opportunity"] for n in "bcd"] == [1, 0, 1]
    assert at(fight, "A") == (2, 1)


@pytest.mark.rule("d20.aoo.interrupt")
def test_an_offer_is_part_of_the_state():
    """Another battle on the same world asks the same, and carries the step on."""
    fight = pair()
    move(fight, "A", (0, 1))
    again = Battle(fight.world, fight.ruleset, fight.dice)
    assert again.decision == fight.decision
    act(again, Decline("b"))
    assert at(fight, "A") == (0, 1)


@pytest.mark.rule("d20.aoo.interrupt")
def test_while_an_offer_is_open_only_the_one_asked_may_answer():
    fight = three("bcdA")
    move(fight, "A", (2, 1))
    for intent in (Move("A", path=((0, 1),)), EndTurn("A"), Strike("A", "b"), EndTurn("b"),
                   Strike("b", "A"), Stand("b")):  # fmt: skip
        assert why_not(fight, intent)[0] == "offer_open"
    assert why_not(fight, Take("c"))[0] == "no_offer"
    assert why_not(fight, Decline("A"))[0] == "no_offer"
    declining(fight, [])
    assert why_not(fight, Take("b"))[0] == "no_offer"
    assert why_not(fight, Decline("A"))[0] == "no_offer"


# --- other acts --------------------------------------------------------------------------------


@pytest.mark.rule("d20.actions.provoke.yes")
def test_a_shot_under_the_eyes_of_two_foes_is_two_attacks_before_it():
    fight = turn_of(battle("""
        .....
        bAc..
        ....d
    """, {"A": {"weapons": [shortbow()]}}, dice=[2] * 3), "A")  # fmt: skip
    events = taking(fight, act(fight, Strike("A", "d")))
    assert provoked(events) == ["b", "c"]
    assert [(e.actor, e.opportunity) for e in blows(events)] == [
        ("b", True), ("c", True), ("A", False),
    ]  # fmt: skip


@pytest.mark.rule("d20.actions.provoke.yes", "d20.aoo.interrupt")
def test_a_shooter_who_is_dropped_does_not_shoot():
    fight = pair({"weapons": [shortbow()], "hp": 2}, dice=HIT)
    events = taking(fight, act(fight, Strike("A", "b")))
    assert [e.actor for e in blows(events)] == ["b"]


@pytest.mark.rule("d20.actions.provoke.yes")
def test_thrown_weapons_provoke_too_but_not_when_swung():
    spear = attrs.evolve(club(), name="spear", increment=4, increments=5)
    fight = turn_of(battle("""
        .....
        .Ab.c
        .....
    """, {"A": {"weapons": [spear]}}, dice=[2, 2]), "A")  # fmt: skip
    assert provoked(act(fight, Strike("A", "c"))) == ["b"]
    fight = pair({"weapons": [spear]}, dice=[2])
    assert provoked(act(fight, Strike("A", "b"))) == []


@pytest.mark.rule("d20.actions.provoke.yes")
def test_an_unarmed_attack_provokes_its_armed_target_alone():
    fist = attrs.evolve(club(), name="fist", armed=False)
    board = """
        .....
        bAc..
        .....
    """
    fight = turn_of(battle(board, {"A": {"weapons": [fist]}}), "A")
    assert provoked(act(fight, Strike("A", "c"))) == ["c"]


@pytest.mark.rule("d20.prone", "d20.actions.provoke.yes")
def test_standing_up_provokes_and_the_blow_meets_one_still_prone():
    fight = pair({"conditions": ["prone"]}, dice=[6, 1])
    events = act(fight, Stand("A"))
    assert provoked(events) == ["b"]
    assert fight.world["A"].has("prone")
    blow = blows(events := act(fight, Take("b")))[0]
    assert (blow.defence, blow.outcome) == (6, "hit")
    assert not fight.world["A"].has("prone")
    assert only(events, ev.ConditionLost).condition == "prone"


@pytest.mark.rule("d20.prone", "d20.aoo.interrupt")
def test_whoever_is_dropped_while_standing_up_stays_down():
    fight = pair({"conditions": ["prone"], "hp": 1}, dice=HIT)
    taking(fight, act(fight, Stand("A")))
    assert fight.world["A"].has("prone")
    assert fight.world["A"].has("helpless")


@pytest.mark.rule("d20.actions.provoke.no")
@pytest.mark.parametrize("intent", [Strike("A", "b"), FullAttack("A", "b"), TotalDefense("A")])
def test_what_does_not_provoke(intent):
    fight = turn_of(battle("""
        d....
        .Ab..
        c....
    """, dice=[2]), "A")  # fmt: skip
    assert provoked(act(fight, intent)) == []


# --- reach and approach ------------------------------------------------------------------------

OGRE = """
    ........
    .....bb.
    A....bb.
    ........
"""


@pytest.mark.rule("d20.big.approach-provokes", "d20.aoo.move")
def test_closing_with_a_long_reach_provokes_on_the_way_in():
    """(2, 2) is 3 from the ogre, (3, 2) 2: leaving that one costs an attack."""
    fight = turn_of(battle(OGRE), "A")
    assert provokes(fight, "A", (1, 2), (2, 2), (3, 2)) == []
    assert provokes(fight, "A", (4, 2)) == ["b"]


@pytest.mark.rule("d20.big.approach-step", "d20.step.5ft")
def test_a_five_foot_step_closes_without_it():
    fight = turn_of(battle(OGRE.replace("A..", "..A").replace("..A..", "...A.")), "A")
    assert at(fight, "A") == (3, 2)
    assert provokes(fight, "A", (4, 2), mode="five_foot_step") == []


@pytest.mark.rule("d20.step.5ft", "d20.actions.provoke.no")
def test_a_five_foot_step_away_provokes_nobody():
    assert provokes(pair(), "A", (0, 0), mode="five_foot_step") == []


@pytest.mark.rule("d20.min-move.provokes")
def test_a_minimum_move_provokes():
    fight = turn_of(battle("""
        .....
        ;Ab..
        .....
    """, {"A": {"speed": 1}}), "A")  # fmt: skip
    assert provokes(fight, "A", (0, 1), mode="minimum") == ["b"]


@pytest.mark.rule("d20.crawl")
def test_crawling_provokes():
    assert provokes(pair({"conditions": ["prone"]}), "A", (0, 1), mode="crawl") == ["b"]


@pytest.mark.rule("d20.crawl")
def test_crawling_into_a_threatened_square_provokes_once_one_is_there():
    """At any point of it: a creature that walks in would provoke nobody."""
    lying = {"A": {"conditions": ["prone"]}}
    fight = turn_of(battle("A.b..", lying, dice=[12, 3]), "A")
    events = act(fight, Move("A", path=((1, 0),), mode="crawl"))
    assert provoked(events) == ["b"]
    assert at(fight, "A") == (1, 0)
    assert only(taking(fight, events), ev.Struck).target == "A"
    assert provokes(turn_of(battle("A.b.."), "A"), "A", (1, 0)) == []
    assert provokes(turn_of(battle("A..b.", lying), "A"), "A", (1, 0), mode="crawl") == []


@pytest.mark.rule("d20.crawl", "d20.aoo.once-per-opportunity")
def test_crawling_within_reach_is_one_opportunity():
    lying = {"A": {"conditions": ["prone"]}, "b": {"feats": ["combat_reflexes"],
                                                   "abilities": {"dexterity": 18}}}  # fmt: skip
    fight = turn_of(battle(".A.\n.b.", lying), "A")
    assert provokes(fight, "A", (0, 0), mode="crawl") == ["b"]
