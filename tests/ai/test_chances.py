"""What attacks promise."""

from __future__ import annotations

import pytest
from ai.acting import FIGHTER, SPEAR, VETERAN, battle, turn_for, turn_of

from tacsim.ai.knowing.chances import Expected, best_attack, face_to_face


def test_attacks_that_cannot_hit_take_nothing() -> None:
    assert Expected(((0.0, 0.0),)).share(10) == 0.0
    assert Expected().felling(1) == 0.0


@pytest.mark.parametrize("hit_points", [1, 3, 7, 20])
def test_felling_is_a_chance_that_falls_with_hit_points(hit_points: int) -> None:
    two = Expected(((0.8, 4.0), (0.55, 2.8)))
    assert 0.0 <= two.felling(hit_points + 1) <= two.felling(hit_points) <= 1.0


def test_face_to_face_is_what_the_rules_say_of_open_ground() -> None:
    fight = turn_of(battle("...\n.Ab\n...", {"A": VETERAN, "b": FIGHTER}), "A")
    turn = turn_for(fight, "A")
    foe, series = turn.foes[0], turn.attacks_now["sword"]
    here = turn.attack(turn.here, foe, series)
    assert here is not None
    assert turn.promise(foe, series) == here.expected
    assert len(here.expected.hits) == 2


def test_face_to_face_is_at_each_weapons_own_distance() -> None:
    fight = turn_of(battle("....\n.A.b\n....", {"A": SPEAR, "b": FIGHTER}), "A")
    turn = turn_for(fight, "A")
    foe, weapon = turn.foes[0], turn.actor.offence.weapons[0]
    roll = face_to_face(turn.battle, turn.actor, foe, weapon)
    here = turn.attack(turn.here, foe, turn.attacks_now[weapon.name][:1])
    assert here is not None
    assert here.expected.hits == ((roll.hit, roll.damage),)


def test_conditions_count() -> None:
    fight = turn_of(battle("...\n.Ab\n...", {"A": FIGHTER, "b": FIGHTER}), "A")
    turn = turn_for(fight, "A")
    foe = turn.foes[0]
    weapons = turn.actor.offence.weapons
    plain = best_attack(turn.battle, turn.actor, foe, weapons)
    with turn.belief.suffering(foe, ("prone",)):
        assert best_attack(turn.battle, turn.actor, foe, weapons)[0] == plain[0] + 0.2
    assert best_attack(turn.battle, turn.actor, foe, weapons) == plain
