"""Conditions of ``d20`` beyond what they count in attacks: abilities, saves, checks, speed."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, club, shortbow, start, turn_of

from rules.table import act, cost_to, declining, odds, only, why_not
from tacsim.core import events as ev
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area, BullRush, Move, Strike
from tacsim.core.terrain import Barrier, BarrierKind, edge, make_battlefield
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

UNARMED = {"weapons": ()}
TIRED = [("fatigued", -1), ("exhausted", -3)]
"""2 and 6 points of an ability are 1 and 3 of its modifier."""


def meeting(board: str = "Ab", **creatures: Any) -> Battle:
    return turn_of(battle(board, creatures), "A")


# --- fatigued and exhausted ----------------------------------------------------------------------


@pytest.mark.rule("d20.fatigued", "d20.exhausted")
@pytest.mark.parametrize(("condition", "less"), TIRED)
def test_the_tired_strike_shoot_and_guard_themselves_worse(condition, less):
    tired = {"weapons": [club(), shortbow()], "conditions": [condition]}
    fight = meeting(A=tired, b=tired)
    assert odds(fight, "A", "b", "club") == (less, 10 + less)
    assert odds(fight, "A", "b", "shortbow") == (less, 10 + less)


@pytest.mark.rule("d20.fatigued", "d20.exhausted")
@pytest.mark.parametrize(("condition", "less"), TIRED)
def test_they_strike_less_hard(condition, less):
    """A club does the d6 that is thrown, and strength."""
    arms = {"weapons": [club()], "conditions": [condition]}
    fight = turn_of(battle("Ab", {"A": arms, "b": {"hp": 9}}, dice=[19, 5]), "A")
    assert only(act(fight, Strike("A", "b")), ev.Damaged).amount == 5 + less


@pytest.mark.rule("d20.exhausted")
def test_the_exhausted_are_no_worse_for_being_fatigued():
    both = {"conditions": ["exhausted", "fatigued"]}
    assert odds(meeting(A=both), "A", "b")[0] == -3


@pytest.mark.rule("d20.exhausted")
def test_the_exhausted_go_at_half_speed_the_fatigued_at_full():
    board = "A......b"
    slow, tired = ({"conditions": [name]} for name in ("exhausted", "fatigued"))
    assert cost_to(meeting(board, A=slow), "A", (3, 0)) == 3
    assert why_not(meeting(board, A=slow), Move("A", to=(4, 0)))[0] == "budget"
    assert cost_to(meeting(board, A=tired), "A", (6, 0)) == 6


@pytest.mark.rule("d20.fatigued", "d20.exhausted")
@pytest.mark.parametrize("condition", ["fatigued", "exhausted"])
@pytest.mark.parametrize("mode", ["run", "charge"])
def test_neither_runs_nor_charges(condition, mode):
    to = Move("A", to=(5, 0), mode=mode)
    assert why_not(meeting("A.....b", A={"conditions": [condition]}), to) == (
        "hindered", f"d20.{mode}"
    )  # fmt: skip
    assert check(meeting("A.....b"), to)


@pytest.mark.rule("d20.fatigued", "d20.exhausted", "d20.bull-rush")
@pytest.mark.parametrize(("condition", "less"), TIRED)
def test_they_push_and_stand_less_firmly(condition, less):
    tired = {"conditions": [condition], **UNARMED}
    fight = turn_of(battle("Ab.", {"A": tired, "b": tired}, dice=[12, 10]), "A")
    assert contested(fight) == [("strength", less, "attack"), ("strength", less, "defence")]


def contested(fight: Battle) -> list[tuple[str, int, str]]:
    """What counts as A pushes b."""
    told = only(declining(fight, act(fight, BullRush("A", "b"))), ev.Contested)
    return [(part.name, part.value, part.on) for part in told.modifiers]


# --- saves and checks ----------------------------------------------------------------------------

BOLT = AreaAttack("bolt", "line", 12, "2d8", save="ref", dc=15)


def reflex(**victim: Any) -> tuple[int, dict[str, int]]:
    """The total of a save with a throw of 10, and what each part of it counts."""
    creatures = {"A": {"areas": [BOLT]}, "b": {"hp": 99, **victim}}
    fight = turn_of(battle("A.b.....", creatures, dice=[4, 5, 10]), "A")
    told = act(fight, Area("A", "line", 12, (0, 0), (1, 0)))
    (save,) = [e for e in told if isinstance(e, ev.Tested)]
    return save.total, {part.name: part.value for part in save.modifiers}


@pytest.mark.rule("d20.conditions.attack", "d20.fatigued", "d20.exhausted")
@pytest.mark.parametrize(
    ("condition", "less"), [("shaken", -2), ("entangled", -2), *TIRED, ("dazzled", 0)]
)
def test_reflex_saves_suffer_from_fear_and_from_slow_limbs(condition, less):
    total, parts = reflex(saves={"ref": 3}, conditions=[condition])
    assert total == 10 + 3 + less
    assert parts == ({"reflex": 3, condition: less} if less else {"reflex": 3})


@pytest.mark.rule("d20.exhausted", "d20.conditions.attack")
def test_what_each_of_two_conditions_takes_is_told():
    """Dexterity 11 less 4 is 7, and 6 more is 1: modifiers 0, -2 and -5."""
    found = reflex(abilities={"dexterity": 11}, conditions=["entangled", "exhausted"])
    assert found == (5, {"entangled": -2, "exhausted": -3})


@pytest.mark.rule("d20.conditions.attack", "d20.fatigued", "d20.obstacle.check")
@pytest.mark.parametrize(
    ("condition", "less"),
    [("shaken", -2), ("blinded", -4), ("fatigued", -1), ("exhausted", -3), ("dazzled", 0)],
)
@pytest.mark.parametrize("skills", [{"climb": 5}, {}])
def test_skill_checks(condition, less, skills):
    """Climbing by strength, trained or not."""
    creature = {"conditions": [condition], "skills": skills, "speed": 12}
    fence = Barrier(edge((1, 0), (2, 0)), BarrierKind.WALL, skill="climb", dc=10)
    fight = turn_of(battle("A....b", {"A": creature}, dice=[10]), "A")
    fight.world.field = make_battlefield("......", barriers=(fence,))
    tested = only(act(fight, Move("A", path=((1, 0), (2, 0)))), ev.Tested)
    assert tested.total == 10 + skills.get("climb", 0) + less


@pytest.mark.rule("d20.conditions.attack", "d20.trip")
def test_the_shaken_are_worse_in_trials_of_strength():
    fight = turn_of(battle("Ab.", {"b": {"conditions": ["shaken"], **UNARMED}}, dice=[12, 10]), "A")
    assert contested(fight) == [("shaken", -2, "defence")]


@pytest.mark.rule("d20.init", "d20.conditions.attack", "d20.fatigued")
@pytest.mark.parametrize(("condition", "less"), [("shaken", 2), ("entangled", 2), ("fatigued", 1)])
def test_initiative_is_a_check_of_dexterity(condition, less):
    """Of equal totals the higher modifier goes first."""
    fight = battle("A.b", {"A": {"conditions": [condition]}}, dice=[10 + less, 10])
    begun = only(start(fight), ev.BattleStarted)
    assert (begun.order, begun.totals) == (("b", "A"), (10, 10))
