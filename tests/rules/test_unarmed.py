"""Striking with bare hands, for whoever has let go of all weapons or never had any."""

from __future__ import annotations

import pytest
from boards import battle, club, turn_of

from rules.table import act, declining, every, only, threat, why_not
from tacsim.core import events as ev
from tacsim.core.intents import DropHeld, FullAttack, Strike
from tacsim.rules.choices import choices
from tacsim.rules.forecast import Forecast, forecast


def strikes(fight) -> set[str]:
    return {one.intent.weapon for one in choices(fight) if isinstance(one.intent, Strike)}


@pytest.mark.rule("d20.unarmed", "d20.carry.drop", "d20.actions.provoke.yes")
def test_who_has_let_go_of_all_weapons_strikes_with_bare_hands_and_provokes():
    """1d3 and Strength 16 (+3): 5 on a mean of 2; the armed target may strike first."""
    fight = turn_of(
        battle("Ab.", {"A": {"weapons": [club()], "abilities": {"strength": 16}},
                       "b": {"hp": 40, "weapons": [club()]}}, dice=[15, 2]), "A"
    )  # fmt: skip
    assert strikes(fight) == {"club"}
    act(fight, DropHeld("A", "club"))
    assert strikes(fight) == {"unarmed"}
    found = forecast(fight, Strike("A", "b"))
    assert isinstance(found, Forecast)
    assert [one.by for one in found.opportunities] == ["b"]
    own = next(one for one in found.attacks if one.actor == "A")
    assert own.damage == pytest.approx(own.hit * 5 + own.critical * 5, rel=0.01)
    assert threat(fight, "A") == set()
    events = declining(fight, act(fight, Strike("A", "b", "unarmed")))
    assert only(events, ev.Damaged).amount == 5


@pytest.mark.rule("d20.unarmed")
@pytest.mark.parametrize(
    ("size", "dice"), [("tiny", "1"), ("small", "1d2"), ("medium", "1d3"), ("large", "1d4"),
                       ("huge", "1d6")]
)  # fmt: skip
def test_bare_hands_do_damage_by_size(size, dice):
    fight = battle("A.........b", {"A": {"weapons": (), "size": size}})
    assert fight.ruleset.attacks.bare(fight.world["A"]).damage == dice


@pytest.mark.rule("d20.unarmed", "d20.attack.iterative")
def test_a_full_attack_is_made_with_bare_hands_too():
    fight = turn_of(
        battle("Ab.", {"A": {"weapons": (), "base": 6}, "b": {"hp": 40, "weapons": ()}},
               dice=[15, 2, 15, 2]), "A"
    )  # fmt: skip
    struck = every(act(fight, FullAttack("A", "b")), ev.Struck)
    assert [one.weapon for one in struck] == ["unarmed", "unarmed"]


@pytest.mark.rule("d20.unarmed")
def test_other_names_are_no_weapon_and_the_bodiless_have_no_hands():
    fight = turn_of(battle("Ab.", {"A": {"weapons": ()}}), "A")
    assert why_not(fight, Strike("A", "b", "club"))[0] == "unknown_weapon"
    bodiless = turn_of(battle("Ab.", {"A": {"weapons": (), "conditions": ["incorporeal"]}}), "A")
    assert why_not(bodiless, Strike("A", "b"))[0] == "no_weapon"
