"""What the cautious opponent does with a turn, board by board."""

from __future__ import annotations

from ai.acting import (
    ARCHER,
    FIGHTER,
    OGRE,
    SPEAR,
    VETERAN,
    battle,
    kinds,
    turn_for,
    turn_of,
    whole_turn,
)

from tacsim.ai import Cautious
from tacsim.ai.evaluation import Evaluation
from tacsim.ai.threats import ALL, CHARGE, NONE, ONE, threats
from tacsim.core.apply import apply
from tacsim.core.components import Clock
from tacsim.core.events import TurnStarted
from tacsim.core.intents import Decline, Move, Take, TotalDefense
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import threatens
from tacsim.rules.engine import submit

OPEN = ("." * 24 + "\n") * 4


def gap(fight: Battle, a: str, b: str) -> int:
    return fight.ruleset.metric.distance(fight.world[a].body, fight.world[b].body)


def test_it_strikes_a_foe_beside_it_that_it_can_beat() -> None:
    fight = battle(".....\n..Ab.\n.....", {"A": VETERAN, "b": FIGHTER})
    assert "FullAttack" in kinds(whole_turn(fight, "A", "cautious"))


def test_it_never_walks_away_from_a_foe_where_a_step_will_do() -> None:
    fight = battle("......\n..Ab..\n......", {"A": ARCHER, "b": FIGHTER})
    intents = whole_turn(fight, "A", "cautious")
    assert kinds(intents)[0] == "five_foot_step"
    assert fight.world["A"].exposure.foes == ()


def test_a_spearman_ends_its_turn_where_its_foe_does_not_reach_it() -> None:
    fight = battle(".......\n...Ab..\n.......", {"A": SPEAR, "b": FIGHTER})
    assert "Strike" in kinds(whole_turn(fight, "A", "cautious"))
    assert gap(fight, "A", "b") >= 2
    assert not threatens(fight, fight.world["b"], fight.world["A"].body)


def test_when_badly_hurt_and_outnumbered_it_withdraws() -> None:
    slow = {**FIGHTER, "speed": 4}
    fight = battle(OPEN + "...............Ab.......\n...............c..d.....\n" + OPEN,
                   {"A": FIGHTER, "b": slow, "c": slow, "d": slow})  # fmt: skip
    turn_of(fight, "A")
    fight.world.put("A", type(fight.world["A"].hp)(3, 20))
    intents = whole_turn(fight, "A", "cautious")
    assert kinds(intents)[0] == "withdraw"
    assert not any(threatens(fight, fight.world[f], fight.world["A"].body) for f in "bcd")


def test_cornered_with_nothing_worth_doing_it_defends() -> None:
    giant = {**OGRE, "hp": 500, "armour": {"natural": 40}, "side": "foes"}
    fight = battle("##########\n#A.OO#####\n#..OO#####\n##########",
                   {"A": {**FIGHTER, "hp": 9}, "O": giant})  # fmt: skip
    intents = whole_turn(fight, "A", "cautious")
    assert TotalDefense("A") in intents


def test_it_stays_beyond_a_charge_while_it_may_expect_the_foe_to_come() -> None:
    fight = battle(OPEN + ".A.....................b\n" + OPEN,
                   {"A": FIGHTER, "b": {**FIGHTER, "base": 9}})  # fmt: skip
    whole_turn(fight, "A", "cautious")
    assert threats(turn_for(fight, "A"))[0].at(fight.world["A"].body) == NONE


def test_it_does_not_wait_for_ever() -> None:
    fight = battle(OPEN + ".A.....................b\n" + OPEN, {"A": FIGHTER, "b": FIGHTER})
    turn_of(fight, "A")
    fight.world.put(None, Clock(8, "A", "A"))
    opponent = Cautious()
    assert fight.decision is not None
    intent = opponent.choose(fight, fight.decision)
    assert isinstance(intent, Move)
    assert intent.mode == "double"


def test_an_archer_shoots_and_keeps_out_of_charging_distance() -> None:
    fight = battle(OPEN + "..........A.........b...\n" + OPEN, {"A": ARCHER, "b": FIGHTER})
    intents = whole_turn(fight, "A", "cautious")
    assert "Strike" in kinds(intents)
    assert gap(fight, "A", "b") > 13


def test_it_takes_the_flanking_place() -> None:
    fight = battle("""
        .........
        ....C....
        ....b....
        .A.......
        .........
        """, {"A": FIGHTER, "C": FIGHTER, "b": {**FIGHTER, "hp": 40}})  # fmt: skip
    whole_turn(fight, "A", "cautious")
    assert fight.world["A"].at == (4, 3)


def test_it_goes_round_a_foes_reach() -> None:
    fight = battle("""
        ..........
        ....o.....
        .A.....b..
        ..........
        """, {"A": FIGHTER, "o": {**FIGHTER, "armour": {"armour": 30}},
              "b": {**FIGHTER, "hp": 1, "armour": {}}})  # fmt: skip
    whole_turn(fight, "A", "cautious")
    assert fight.world["A"].exposure.foes == ()


def test_a_corridor_is_less_dangerous_than_the_open() -> None:
    fight = battle("""
        #######..........
        #######.......b..
        .....A...........
        #######.......c..
        #######.......d..
        """, {"A": FIGHTER, "b": FIGHTER, "c": FIGHTER, "d": FIGHTER})  # fmt: skip
    turn_of(fight, "A")
    evaluation = Evaluation(turn_for(fight, "A"))
    inside, outside = (evaluation.harm(Body(at, (1, 1))) for at in ((5, 2), (8, 2)))
    assert inside < outside / 2


def test_a_threat_knows_how_it_gets_at_each_cell() -> None:
    fight = battle("A" + "." * 16 + "b", {"A": FIGHTER, "b": VETERAN})
    turn_of(fight, "A")
    (threat,) = threats(turn_for(fight, "A"))
    at = [threat.at(Body((x, 0), (1, 1))) for x in (16, 15, 14, 10, 9, 4, 3)]
    assert at == [ALL, ALL, ONE, ONE, CHARGE, CHARGE, NONE]


def test_it_takes_an_opportunity_unless_it_can_do_no_harm() -> None:
    fight = battle(".....\n.Ab..\n.....", {"A": FIGHTER, "b": FIGHTER})
    turn_of(fight, "A")
    submit(fight, Move("A", to=(0, 0)))
    assert fight.decision is not None
    assert isinstance(Cautious().choose(fight, fight.decision), Take)
    assert not Cautious().takes(turn_for(fight, "b"), fight.world["A"], 0.0)
    submit(fight, Decline("b"))


def test_it_looks_again_when_its_move_was_interrupted() -> None:
    fight = battle(".....\n.Ab..\n.....", {"A": FIGHTER, "b": FIGHTER})
    whole_turn(fight, "A", "cautious")
    apply(fight.world, TurnStarted("b", fight.ruleset.economy.refresh(fight, fight.world["b"])))
    assert "Strike" in kinds(whole_turn(fight, "b", "cautious"))
