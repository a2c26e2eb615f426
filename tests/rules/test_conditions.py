"""What the state of attacker and target counts, and where they stand."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from boards import battle, club, longspear, shortbow, turn_of

from rules.table import (
    act,
    cost,
    cost_to,
    every,
    no_way,
    odds,
    provokes,
    why_not,
)
from tacsim.core import events as ev
from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.core.terrain import GLYPHS, TERRAIN, Lamp
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.threat import threatens
from tacsim.rules.engine import check, start
from tacsim.rules.perception import sees

NIMBLE = {"abilities": {"dexterity": 16}}


def meeting(board: str = "A.b", **creatures: Any) -> Battle:
    return turn_of(battle(board, creatures), "A")


def raised(fight: Battle, *cells: tuple[int, int]) -> Battle:
    """The same battle with some cells a level higher."""
    field = fight.world.field
    rows = tuple(
        tuple("rise" if (x, y) in cells else name for x, name in enumerate(row))
        for y, row in enumerate(field.rows)
    )
    fight.world.field = attrs.evolve(field, rows=rows)
    return fight


@pytest.mark.rule("d20.conditions.attack")
@pytest.mark.parametrize(
    ("condition", "melee", "ranged"),
    [("shaken", -2, -2), ("dazzled", -1, -1), ("entangled", -2, -4), ("invisible", 2, 2),
     ("kneeling", 0, 0)],
)  # fmt: skip
def test_an_attacker_in_a_condition(condition, melee, ranged):
    """Entangled, a shot loses 2 more: Dexterity is 4 lower."""
    arms = {"weapons": [club(), shortbow()], "conditions": [condition]}
    fight = meeting("Ab", A=arms)
    assert odds(fight, "A", "b", "club")[0] == melee
    assert odds(fight, "A", "b", "shortbow")[0] == ranged


@pytest.mark.rule("d20.conditions.attack")
@pytest.mark.parametrize(
    ("condition", "melee", "ranged"),
    [("blinded", 8, 8), ("stunned", 8, 8), ("cowering", 8, 8), ("kneeling", 11, 15),
     ("entangled", 11, 11), ("shaken", 13, 13), ("dazzled", 13, 13)],
)  # fmt: skip
def test_a_target_in_a_condition(condition, melee, ranged):
    """Dexterity 16 is AC 13; without it and two worse 8; four points lower 11."""
    arms = {"weapons": [club(), shortbow()]}
    fight = meeting("Ab", A=arms, b={**NIMBLE, "conditions": [condition]})
    assert odds(fight, "A", "b", "club")[1] == melee
    assert odds(fight, "A", "b", "shortbow")[1] == ranged


@pytest.mark.rule("d20.conditions.attack")
@pytest.mark.parametrize("condition", ["blinded", "stunned", "cowering"])
def test_whoever_loses_dexterity_keeps_what_is_below_nought(condition):
    fight = meeting("Ab", b={"abilities": {"dexterity": 6}, "conditions": [condition]})
    assert odds(fight, "A", "b")[1] == 10 - 2 - 2


@pytest.mark.rule("d20.conditions.attack", "d20.ac")
@pytest.mark.parametrize("condition", ["blinded", "stunned", "cowering"])
def test_dodging_goes_with_dexterity(condition):
    fight = meeting("Ab", b={"armour": {"dodge": 3}, "conditions": [condition]})
    assert odds(fight, "A", "b")[1] == 8


@pytest.mark.rule("d20.conditions.attack")
def test_nobody_dodges_whom_they_do_not_see():
    fight = meeting("Ab", A={"conditions": ["invisible"]}, b={**NIMBLE, "armour": {"dodge": 1}})
    assert odds(fight, "A", "b") == (2, 10)
    assert odds(fight, "b", "A")[1] == 10


@pytest.mark.rule("d20.conditions.attack")
def test_entangled_with_a_cap_on_dexterity():
    """Dexterity 20 under a cap of 2: 4 points less leave +3, so the cap still says 2."""
    wears = {"abilities": {"dexterity": 20}, "armour": {"max_dexterity": 2}}
    assert odds(meeting("Ab", b=wears), "A", "b")[1] == 12
    assert odds(meeting("Ab", b={**wears, "conditions": ["entangled"]}), "A", "b")[1] == 12


@pytest.mark.rule("d20.conditions.attack")
def test_lying_outweighs_kneeling():
    fight = meeting("Ab", b={"conditions": ["kneeling", "prone"]})
    assert odds(fight, "A", "b")[1] == 6


# --- higher ground -------------------------------------------------------------------------------


@pytest.mark.rule("d20.conditions.attack")
def test_flanking_from_higher_ground_is_three():
    """The worked example."""
    fight = raised(meeting("AbC"), (0, 0))
    assert odds(fight, "A", "b")[0] == 3
    assert odds(fight, "C", "b")[0] == 2
    assert odds(fight, "b", "A")[0] == 0


@pytest.mark.rule("d20.conditions.attack")
def test_it_is_for_melee_and_for_a_full_level():
    arms = {"weapons": [club(), shortbow()]}
    assert odds(raised(meeting("Ab", A=arms), (0, 0)), "A", "b", "shortbow")[0] == 0
    assert odds(raised(meeting("Ab", A=arms), (0, 0), (1, 0)), "A", "b", "club")[0] == 0


@pytest.mark.rule("d20.conditions.attack")
def test_all_of_the_attacker_is_above_all_of_its_target():
    board = "AAb\nAA."
    big = {"A": {"base": 1}}  # Large: -1 for its size
    half = raised(turn_of(battle(board, big), "A"), (0, 0), (1, 0))
    assert odds(half, "A", "b")[0] == 0
    whole = raised(turn_of(battle(board, big), "A"), (0, 0), (1, 0), (0, 1), (1, 1))
    assert odds(whole, "A", "b")[0] == 1


@pytest.mark.rule("d20.conditions.attack")
def test_a_rise_costs_nothing_more_and_has_no_glyph_of_its_own():
    fight = raised(meeting("A....b"), (1, 0), (2, 0))
    assert cost(fight, "A", (1, 0), (2, 0), (3, 0)) == 3
    assert TERRAIN["rise"].rise == 1
    assert "rise" not in GLYPHS.values()


# --- those who do nothing ------------------------------------------------------------------------


@pytest.mark.rule("d20.conditions.attack")
@pytest.mark.parametrize("condition", ["stunned", "cowering"])
def test_whoever_can_do_nothing_lets_its_turn_pass(condition):
    fight = meeting("A..b", b={"conditions": [condition]})
    told = act(fight, EndTurn("A"))
    turns = [(type(e), e.actor) for e in told if isinstance(e, ev.TurnStarted | ev.TurnEnded)]
    assert turns == [(ev.TurnEnded, "A"), (ev.TurnStarted, "b"), (ev.TurnEnded, "b"),
                     (ev.TurnStarted, "A")]  # fmt: skip
    assert fight.decision.actor == "A"


@pytest.mark.rule("d20.conditions.attack")
@pytest.mark.parametrize("condition", ["stunned", "cowering"])
def test_it_makes_no_opportunity_attacks_and_helps_nobody_flank(condition):
    fight = meeting(".Ab", b={"conditions": [condition]})
    assert provokes(fight, "A", (0, 0)) == []
    fight = meeting("AbC", C={"conditions": [condition]})
    assert not threatens(fight, fight.world["C"], fight.world["b"].body)
    assert odds(fight, "A", "b")[0] == 0


@pytest.mark.rule("d20.conditions.attack")
def test_a_battle_of_the_stunned_is_over():
    fight = battle("A.b", {"A": {"conditions": ["stunned"]}, "b": {"conditions": ["cowering"]}})
    assert isinstance(start(fight)[-1], ev.BattleEnded)


# --- those who do not see, and are not seen ------------------------------------------------------


@pytest.mark.rule("d20.conditions.attack", "d20.speed.hampered")
def test_the_blinded_feel_their_way():
    fight = meeting("A......b", A={"conditions": ["blinded"]})
    assert cost_to(fight, "A", (3, 0)) == 6
    assert no_way(fight, "A", (1, 0), mode="five_foot_step") == "d20.step.5ft"
    dark = turn_of(battle("A......b", {"A": {"conditions": ["blinded"]}}, dark=True), "A")
    assert cost_to(dark, "A", (3, 0)) == 6, "in the dark no worse"


@pytest.mark.rule("d20.conditions.attack", "d20.withdraw")
@pytest.mark.parametrize(
    ("condition", "mode", "clause"),
    [("blinded", "run", "d20.run"), ("blinded", "charge", "d20.charge"),
     ("blinded", "withdraw", "d20.withdraw"), ("entangled", "run", "d20.run"),
     ("entangled", "charge", "d20.charge")],
)  # fmt: skip
def test_who_may_not_run_charge_or_withdraw(condition, mode, clause):
    fight = meeting("A.....b", A={"conditions": [condition]})
    to = Move("A", to=(5, 0), mode=mode)
    assert why_not(fight, to) == ("hindered", clause)
    assert check(meeting("A.....b"), to)


@pytest.mark.rule("d20.conditions.attack")
def test_the_blinded_see_nothing_so_they_shoot_at_nobody():
    fight = meeting("A..b", A={"conditions": ["blinded"], "weapons": [club(), shortbow()]})
    assert not sees(fight, fight.world["A"], fight.world["b"].body)
    unseen = ("unseen", "d20.conditions.attack")
    assert why_not(fight, Strike("A", "b", "shortbow")) == unseen
    dark = turn_of(battle("Ab", dark=True), "A")
    assert why_not(dark, Strike("A", "b")) == unseen
    assert check(meeting("Ab", A={"conditions": ["blinded"]}), Strike("A", "b"))


@pytest.mark.rule("d20.cover.total", "d20.cover.ranged")
@pytest.mark.parametrize("lamp", [None, (6, 0), (3, 1)])
def test_who_stands_in_light_is_shot_at_in_the_night_as_by_day(lamp):
    """A line leads past the wall from corner to corner, though none between the centres."""
    board = ".#####b\nA......"
    assert check(meeting(board, A={"weapons": [shortbow()]}), Strike("A", "b", "shortbow"))
    fight = turn_of(battle(board, {"A": {"weapons": [shortbow()]}}, dark=True), "A")
    if lamp is None:
        assert why_not(fight, Strike("A", "b", "shortbow"))[0] == "unseen"
        return
    fight.world.field = attrs.evolve(fight.world.field, lamps=(Lamp(lamp, 3),))
    assert check(fight, Strike("A", "b", "shortbow"))


@pytest.mark.rule("d20.conditions.attack", "d20.aoo.no-when")
def test_no_opportunity_against_whom_one_does_not_see():
    assert provokes(meeting(".Ab"), "A", (0, 0)) == ["b"]
    assert provokes(meeting(".Ab", A={"conditions": ["invisible"]}), "A", (0, 0)) == []
    assert provokes(meeting(".Ab", b={"conditions": ["blinded"]}), "A", (0, 0)) == []


@pytest.mark.rule("d20.withdraw")
def test_nobody_withdraws_from_the_invisible():
    fight = meeting("..Ab", b={"conditions": ["invisible"]})
    assert provokes(fight, "A", (1, 0), (0, 0), mode="withdraw") == ["b"]
    assert provokes(meeting("..Ab"), "A", (1, 0), (0, 0), mode="withdraw") == []


@pytest.mark.rule("d20.conditions.attack")
def test_the_entangled_have_half_their_speed():
    fight = meeting("A.......b", A={"conditions": ["entangled"]})
    assert cost_to(fight, "A", (3, 0)) == 3
    assert no_way(fight, "A", (1, 0), (2, 0), (3, 0), (4, 0)) == "d20.round.move-and-act"
    slow = meeting("A..b", A={"conditions": ["entangled"], "speed": 2})
    assert no_way(slow, "A", (1, 0), mode="five_foot_step") == "d20.step.5ft"


# --- feats ---------------------------------------------------------------------------------------


@pytest.mark.rule("d20.run")
def test_whoever_is_trained_to_run_keeps_its_dexterity():
    swift = {**NIMBLE, "armour": {"dodge": 1}, "conditions": ["running"]}
    assert odds(meeting("Ab", b=swift), "A", "b")[1] == 10
    assert odds(meeting("Ab", b={**swift, "feats": ["run"]}), "A", "b")[1] == 14


@pytest.mark.rule("d20.conditions.attack")
@pytest.mark.parametrize(("apart", "gain"), [(6, 1), (7, 0)])
def test_point_blank_within_thirty_feet_hits_and_harms_more(apart, gain):
    board = "A" + "." * (apart - 1) + "b"
    arms = {"weapons": [shortbow()], "feats": ["point_blank_shot"]}
    fight = turn_of(battle(board, {"A": arms}, dice=[15, 3]), "A")
    assert odds(fight, "A", "b")[0] == gain
    told = act(fight, Strike("A", "b"))
    (harm,) = every(told, ev.Damaged)
    assert harm.amount == 3 + gain


@pytest.mark.rule("d20.conditions.attack")
def test_point_blank_is_nothing_to_a_blow():
    arms = {"weapons": [club()], "feats": ["point_blank_shot"]}
    fight = turn_of(battle("Ab", {"A": arms}, dice=[15, 3]), "A")
    (harm,) = every(act(fight, Strike("A", "b")), ev.Damaged)
    assert (odds(fight, "A", "b")[0], harm.amount) == (0, 3)


@pytest.mark.rule("d20.ranged.into-melee")
@pytest.mark.parametrize(("feats", "edge"), [((), -4), (("precise_shot",), 0)])
def test_precise_shot_into_a_melee(feats, edge):
    fight = meeting("A....Cb\n.......", A={"weapons": [shortbow()], "feats": feats},
                    C={"weapons": [longspear(), club()]})  # fmt: skip
    melee = [m for m in attack_roll(fight, _shot(fight)).modifiers
             if m.name == "into melee"]  # fmt: skip
    assert sum(m.value for m in melee) == edge


def _shot(fight: Battle) -> Any:
    from tacsim.core.agenda import Attacking

    return Attacking("A", "b", fight.world["A"].offence.weapons[0])
