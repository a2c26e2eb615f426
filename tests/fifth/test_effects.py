"""Conditions of the 5e family: dice of advantage and disadvantage, and speed."""

from __future__ import annotations

import pytest
from rules.table import act, no_way, only, provokes

from fifth.boards import battle, bow, club, dice_of, on_turn
from tacsim.core import events as ev
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area, Shove
from tacsim.rules.engine import start
from tacsim.rules.forecast import checks

FAMILY = ("grid5e", "metric")
HARDY = {"hp": 99}


def pair(ruleset, a=(), b=(), board="Ab", **more):
    """A and b, each with a club and a bow and in some conditions."""
    arms = {"weapons": [club(), bow()], **HARDY}
    creatures = {"A": {**arms, "conditions": a}, "b": {**arms, "conditions": b}}
    return on_turn(board, creatures, ruleset=ruleset, **more)


# --- attacks -------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.frightened", "grid5e.poisoned", "grid5e.restrained")
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("condition", ["frightened", "poisoned", "restrained"])
def test_its_own_attacks_have_disadvantage(ruleset, condition):
    assert dice_of(pair(ruleset, a=[condition]), "A", "b", "club") == {condition: -1}
    far = pair(ruleset, a=[condition], board="A....b")
    assert dice_of(far, "A", "b", "bow") == {condition: -1}


@pytest.mark.rule("grid5e.frightened", "grid5e.poisoned", "grid5e.restrained", "grid5e.blinded")
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize(
    ("condition", "dice"), [("frightened", 0), ("poisoned", 0), ("restrained", 1), ("blinded", 1)]
)
def test_attacks_against_it(ruleset, condition, dice):
    assert sum(dice_of(pair(ruleset, b=[condition]), "A", "b", "club").values()) == dice


@pytest.mark.rule("grid5e.blinded")
@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_blinded_attack_with_disadvantage_and_let_others_go(ruleset):
    assert sum(dice_of(pair(ruleset, a=["blinded"]), "A", "b", "club").values()) == -1
    assert provokes(pair(ruleset, board=".Ab"), "A", (0, 0)) == ["b"]
    assert provokes(pair(ruleset, b=["blinded"], board=".Ab"), "A", (0, 0)) == []


@pytest.mark.rule("grid5e.frightened")
@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_frightened_take_heart_where_no_foe_is_in_sight(ruleset):
    """Of two foes, an unseen one beside it and one behind a wall, none is seen."""
    unseen = pair(ruleset, a=["frightened"], b=["invisible"])
    assert "frightened" not in dice_of(unseen, "A", "b", "club")
    walled = pair(ruleset, a=["frightened"], b=["invisible"], board="Ab.#.c")
    assert "frightened" not in dice_of(walled, "A", "b", "club")
    seen = pair(ruleset, a=["frightened"], b=["invisible"], board="Ab...c")
    assert dice_of(seen, "A", "b", "club")["frightened"] == -1


# --- speed, saves, checks ------------------------------------------------------------------------


@pytest.mark.rule("grid5e.restrained")
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize(
    ("condition", "clause"), [("restrained", "grid5e.restrained"), ("grappled", "grid5e.grapple")]
)
def test_who_is_held_has_no_speed(ruleset, condition, clause):
    assert no_way(pair(ruleset, a=[condition], board="A..b"), "A", (1, 0)) == clause


BREATH = AreaAttack("breath", "line", 12, "2d6", save="dex", dc=15, half=True)


@pytest.mark.rule("grid5e.restrained", "grid5e.poisoned", "grid5e.frightened", "grid5e.saves")
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize(
    ("condition", "total"), [("restrained", 7), ("poisoned", 12), ("frightened", 12)]
)
def test_only_the_restrained_save_worse(ruleset, condition, total):
    """A 12 and a 7 are thrown; disadvantage keeps the 7."""
    creatures = {"A": {"areas": [BREATH]}, "b": {**HARDY, "conditions": [condition]}}
    fight = on_turn("A.b.....", creatures, ruleset=ruleset, dice=[3, 3, 12, 7])
    told = act(fight, Area("A", "line", 12, (0, 0), (1, 0)))
    assert only(told, ev.Tested).total == total


@pytest.mark.rule("grid5e.poisoned", "grid5e.frightened", "grid5e.shove")
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("condition", ["poisoned", "frightened"])
def test_checks_have_disadvantage_whoever_makes_them(ruleset, condition):
    """Who shoves throws first; of two dice the worse counts."""
    told = act(pair(ruleset, a=[condition], dice=[18, 4, 9]), Shove("A", "b", prone=True))
    check = only(told, ev.Contested)
    assert (check.total, check.against, check.won) == (4, 9, False)
    assert [(part.name, part.value, part.on) for part in check.modifiers] == [
        (condition, -1, "advantage")
    ]
    told = act(pair(ruleset, b=[condition], dice=[9, 18, 4]), Shove("A", "b", prone=True))
    check = only(told, ev.Contested)
    assert (check.total, check.against, check.won) == (9, 4, True)


@pytest.mark.rule("grid5e.poisoned", "grid5e.shove")
def test_the_chance_of_a_shove_by_the_poisoned():
    """The worse of two dice beats a third in every way in which the third is the least of all.

    Ordered triples with a > c and b > c: the sum over c of (20 - c) squared, 2470 of 8000.
    """
    fight = on_turn("Ab", {"A": {"conditions": ["poisoned"]}})
    (check,) = checks(fight, Shove("A", "b", prone=True))
    assert check.passed == 2470 / 8000


@pytest.mark.rule("grid5e.poisoned", "grid5e.frightened", "grid5e.init")
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("condition", ["poisoned", "frightened"])
def test_initiative_is_a_check(ruleset, condition):
    creatures = {"A": {"conditions": [condition]}}
    fight = battle("A.b", creatures, ruleset=ruleset, dice=[18, 4, 9])
    begun = only(start(fight), ev.BattleStarted)
    assert (begun.order, begun.totals) == (("b", "A"), (9, 4))
