"""What attacks promise."""

from __future__ import annotations

import pytest
from ai.acting import FIGHTER, SPEAR, VETERAN, battle, turn_for, turn_of

from tacsim.ai.chances import Blow, Sparring, Volley


def test_a_volley_that_cannot_hit_takes_nothing() -> None:
    assert Volley((Blow(0.0, 0.0),)).share(10) == 0.0
    assert Volley().felling(1) == 0.0


@pytest.mark.parametrize("hit_points", [1, 3, 7, 20])
def test_felling_is_a_chance_that_falls_with_hit_points(hit_points: int) -> None:
    volley = Volley((Blow(0.8, 4.0), Blow(0.55, 2.8)))
    assert 0.0 <= volley.felling(hit_points + 1) <= volley.felling(hit_points) <= 1.0


def test_sparring_is_what_the_rules_say_of_open_ground() -> None:
    fight = turn_of(battle("...\n.Ab\n...", {"A": VETERAN, "b": FIGHTER}), "A")
    turn = turn_for(fight, "A")
    foe, weapon = turn.foes[0], turn.actor.offence.weapons[0]
    here = turn.attack(turn.here, foe, weapon, "full_attack").volley
    assert turn.promise(foe, weapon, "full_attack") == here
    assert len(here.blows) == 2


def test_sparring_takes_each_weapons_own_distance() -> None:
    fight = turn_of(battle("....\n.A.b\n....", {"A": SPEAR, "b": FIGHTER}), "A")
    turn = turn_for(fight, "A")
    foe, weapon = turn.foes[0], turn.actor.offence.weapons[0]
    blow = Sparring(fight.ruleset).blow(turn.actor, foe, weapon)
    assert blow == turn.attack(turn.here, foe, weapon, "strike").volley.blows[0]


def test_conditions_count() -> None:
    fight = turn_of(battle("...\n.Ab\n...", {"A": FIGHTER, "b": FIGHTER}), "A")
    turn = turn_for(fight, "A")
    foe = turn.foes[0]
    plain = turn.sparring.best(turn.actor, foe)
    with turn.picture.suffering(foe, ("prone",)):
        assert turn.sparring.best(turn.actor, foe).hit == plain.hit + 0.2
    assert turn.sparring.best(turn.actor, foe) == plain
