"""Opponents that take over whoever is overloaded, wedged in or without a weapon."""

from __future__ import annotations

from typing import Any

import pytest
from ai.acting import battle, kinds, turn_of, whole_turn
from boards import shortbow

from tacsim.core.components import Weapon, Weights
from tacsim.core.intents import DropHeld, EndTurn, Intent, PickUp, Strike, Wriggle
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.engine import submit

DOWN = {"conditions": ["helpless", "prone"], "side": "heroes"}
SWORD = Weapon("longsword", "1d8")


def begun(fight: Battle, *intents: Intent) -> Battle:
    turn_of(fight, "A")
    for intent in intents:
        assert submit(fight, intent)[0].NAME != "refused"
    submit(fight, EndTurn("A"))
    return turn_of(fight, "A")


def wedged(board: str, foe: dict[str, Any]) -> Battle:
    a = {"skills": {"escape_artist": 18}, "hp": 40, "weapons": [SWORD]}
    fight = battle(board, {"A": a, "b": foe})
    return begun(fight, Wriggle("A", "east"))


@pytest.mark.parametrize("name", ["greedy", "cautious", "quick"])
@pytest.mark.parametrize(("pounds", "down"), [([150], 1), ([60, 60, 60], 2)])
def test_who_is_overloaded_sets_down_as_much_as_it_has_to(
    name: str, pounds: list[int], down: int
) -> None:
    """With a Strength of 10 more than 100 lb are too much to walk with."""
    friends = dict.fromkeys("cde", DOWN)
    fight = battle("Ac.......b\nde........", {"A": {"weapons": [SWORD]}, "b": {}, **friends})
    for friend, weight in zip("cde", pounds, strict=False):
        fight.world.put(friend, Weights(weight))
        begun(fight, PickUp("A", friend))
    assert fight.world["A"].has("overloaded")
    done = kinds(whole_turn(fight, "A", name))
    assert done.count("SetDown") == down
    assert len(done) > down, "and goes on with its turn"
    assert not fight.world["A"].has("overloaded")


@pytest.mark.parametrize("name", ["greedy", "cautious", "quick"])
def test_who_is_wedged_in_draws_back_from_a_gap_to_fight(name: str) -> None:
    fight = wedged("AA==.......\nAA##.......\n.b.........", {"hp": 40})
    done = whole_turn(fight, "A", name)
    assert done[0] == Wriggle("A", "back")
    assert "Strike" in kinds(done)


@pytest.mark.parametrize("name", ["greedy", "cautious", "quick"])
def test_who_is_wedged_in_goes_on_where_there_is_nothing_else_to_do(name: str) -> None:
    fight = wedged("#AA==..#\n#AA##..#\n#####..b", {})
    assert whole_turn(fight, "A", name)[0] == Wriggle("A")
    assert fight.world["A"].effort.rounds == 2


@pytest.mark.parametrize("name", ["greedy", "cautious", "quick"])
@pytest.mark.parametrize("board", ["Ab........", "A........b"])
def test_who_has_no_weapon_takes_up_what_lies_at_its_feet(name: str, board: str) -> None:
    """In the reach of a foe as well, who may strike first."""
    fight = battle(board, {"A": {"weapons": [SWORD], "hp": 40}, "b": {"hp": 40}})
    fight = begun(fight, DropHeld("A", "longsword"))
    done = whole_turn(fight, "A", name)
    assert done[0] == PickUp("A", "longsword_0_0")
    assert fight.world["A"].offence.weapons == (SWORD,)


@pytest.mark.parametrize("name", ["greedy", "cautious"])
def test_nobody_takes_up_a_weapon_amid_foes_that_is_no_better_than_what_it_holds(name: str) -> None:
    """The best sword is in hand; a dagger and a bow lie at its feet, and foes stand beside it."""
    arms = [Weapon("greatsword", "2d6"), Weapon("dagger", "1d4"), shortbow()]
    able = {"weapons": arms, "hp": 60, "base": 5}
    fight = battle("bAc......", {"A": able, "b": {"hp": 90}, "c": {"hp": 90}})
    begun(fight, DropHeld("A", "dagger"), DropHeld("A", "shortbow"))
    for _ in range(3):
        assert "PickUp" not in kinds(whole_turn(turn_of(fight, "A"), "A", name))


def test_a_weapon_that_does_more_from_there_is_taken_up() -> None:
    """Nothing but the bow on the ground gets at who stands beyond the water."""
    able = {"weapons": [Weapon("dagger", "1d4"), shortbow()], "hp": 60, "base": 5}
    fight = battle(".A.~....b", {"A": able, "b": {"hp": 60, "speed": 0, "weapons": []}})
    begun(fight, DropHeld("A", "shortbow"))
    assert "PickUp" in kinds(whole_turn(fight, "A", "greedy"))


def test_who_gets_at_nobody_and_is_shot_at_goes_out_of_sight() -> None:
    """Beside the gap it can be shot at through it; in the corner to its left nobody sees it."""
    shooter = {"weapons": [shortbow()], "hp": 60}
    hall = "....##......\n..AA==.....b\n..AA##......\n....##......\n....##......"
    fight = battle(hall, {"A": {"weapons": [SWORD], "hp": 40}, "b": shooter})
    turn_of(fight, "A")
    assert reaches(fight, fight.world["b"].body, fight.world["A"].body)
    whole_turn(fight, "A", "greedy")
    assert not reaches(fight, fight.world["b"].body, fight.world["A"].body)
    turn_of(fight, "A")
    whole_turn(fight, "A", "greedy")
    assert not reaches(fight, fight.world["b"].body, fight.world["A"].body), "and stays there"


def test_who_gets_at_nobody_and_cannot_hide_defends_itself() -> None:
    """A greedy creature that stands in the open behind water."""
    shooter = {"weapons": [shortbow()], "hp": 60}
    fight = battle("A.~....b", {"A": {"weapons": [SWORD], "hp": 40}, "b": shooter})
    done = []
    for _ in range(2):
        done += kinds(whole_turn(turn_of(fight, "A"), "A", "greedy"))
    assert done.count("TotalDefense") >= 1


@pytest.mark.rule("d20.unarmed")
@pytest.mark.parametrize("name", ["greedy", "cautious", "quick"])
def test_who_has_no_weapon_and_none_at_hand_strikes_with_its_body(name: str) -> None:
    fight = battle("Ab", {"A": {"hp": 40, "weapons": []}, "b": {"weapons": [SWORD], "hp": 40}})
    (strike, *_) = whole_turn(fight, "A", name)
    assert strike == Strike("A", "b", "unarmed")
